//! Charts, bars and explanations as text and as pictures.

pub(crate) mod bars;
pub(crate) mod chart_svg;
pub(crate) mod explanation;
pub(crate) mod face;
pub(crate) mod odds_svg;
pub(crate) mod scene_svg;
pub(crate) mod scene_text;
pub(crate) mod shape;
pub(crate) mod subset;
pub(crate) mod svg;
pub(crate) mod table;

/// How wide the terminal is; 100 where there is none.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0)).clamp(60, 200)
}
