//! Citations of the printed sheet and of our rulings.

use serde::Serialize;
use std::fmt;

/// A citation: the sheet's own section or a ruling, and behind a colon the statement in it.
///
/// `Rule("6.0:cavalry-target")` is shown as `6.0` and leads to the anchor `6.0:cavalry-target` on the book's
/// rulebook page; `Rule("R7")` is a ruling. A numbered step of a section that has a name, `Rule("Turn order:2a")`, is
/// shown with its number, `Turn order 2A`: the name alone would not say which step is meant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
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

/// The mark of a numbered step of a named section: `2a` of `Turn order:2a`.
fn step(rule: &'static str) -> Option<&'static str> {
    let (section, mark) = rule.split_once(':')?;
    let number = mark.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let is_step = mark.len() - number.len() <= 1 && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    (is_step && section.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(mark)
}

/// The anchor of a citation as a player reads it: `Turn order 2A` is the step `turn-order:2a`, where the page has one.
pub fn anchor_of_step(citation: &str) -> Option<String> {
    let (section, mark) = citation.trim().rsplit_once(' ')?;
    let is_step = mark.starts_with(|c: char| c.is_ascii_digit());
    is_step.then(|| anchor(&format!("{section}:{mark}")))
}

/// The anchor of a citation given as text.
pub fn anchor(citation: &str) -> String {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | ':' | '-');
    citation.chars().map(|c| c.to_ascii_lowercase()).map(|c| if plain(c) { c } else { '-' }).collect()
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.section())?;
        step(self.0).map_or(Ok(()), |mark| write!(f, " {}", mark.to_uppercase()))
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

    #[test]
    fn a_step_of_a_named_section_is_shown_with_its_number() {
        let shown = |citation| Rule(citation).to_string();
        assert_eq!(shown("Turn sequence:2d"), "Turn sequence 2D");
        assert_eq!(shown("Turn order:4"), "Turn order 4");
        assert_eq!(shown("Turn sequence:pregame"), "Turn sequence");
        assert_eq!((shown("19:11"), shown("11.8:2sr")), ("19".to_owned(), "11.8".to_owned()), "numbers say enough");
        assert_eq!(anchor_of_step("Turn sequence 2D").as_deref(), Some("turn-sequence:2d"));
        assert_eq!(anchor_of_step("Turn sequence"), None);
    }
}
