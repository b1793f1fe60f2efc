//! Citations of the printed sheet and of our rulings.

use serde::Serialize;
use std::fmt;

/// A citation: the sheet's own section or a ruling, and behind a colon the statement in it.
///
/// `Rule("6.0:cavalry-target")` is shown as `6.0` and leads to the anchor `6.0:cavalry-target` on the book's
/// rulebook page; `Rule("R7")` is a ruling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rule(pub &'static str);

impl Rule {
    /// What a player reads: the section as it is printed on the sheet.
    pub fn section(self) -> &'static str {
        self.0.split_once(':').map_or(self.0, |(section, _)| section)
    }

    /// The anchor on the rulebook page.
    pub fn anchor(self) -> String {
        anchor(self.0)
    }

    /// Does this citation name `other`, or a statement in the section `other`?
    pub fn is_within(self, other: &str) -> bool {
        self.0 == other || self.section() == other
    }
}

/// The anchor of a citation given as text.
pub fn anchor(citation: &str) -> String {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | ':' | '-');
    citation.chars().map(|c| c.to_ascii_lowercase()).map(|c| if plain(c) { c } else { '-' }).collect()
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.section())
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rule({})", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_shown_by_its_section_and_linked_by_its_anchor() {
        let rule = Rule("HE/SA:soft-cover");
        assert_eq!((rule.to_string().as_str(), rule.anchor().as_str()), ("HE/SA", "he-sa:soft-cover"));
        assert!(rule.is_within("HE/SA") && rule.is_within("HE/SA:soft-cover") && !rule.is_within("HE"));
    }
}
