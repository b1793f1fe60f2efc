//! The few colours of the terminal. They are stripped where there is no terminal, or NO_COLOR is set.

use anstyle::{AnsiColor, Style};

/// Names of things.
pub(crate) const TITLE: Style = Style::new().bold();
/// Citations.
pub(crate) const RULE: Style = AnsiColor::Cyan.on_default();
/// What is said beside the point.
pub(crate) const ASIDE: Style = Style::new().dimmed();
/// Outcomes and lit cells.
pub(crate) const LIT: Style = AnsiColor::Yellow.on_default().bold();
/// Bars.
pub(crate) const BAR: Style = AnsiColor::Blue.on_default();
/// Refusals.
pub(crate) const WRONG: Style = AnsiColor::Red.on_default().bold();

/// A text in a style.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
