//! The turn sequence, taken from the book's rulebook page.

use super::statements::{anchors, plain};

/// A step of the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// Its number or letter.
    pub(crate) mark: String,
    /// What is done.
    pub(crate) text: String,
}

impl Step {
    /// A statement that has no number.
    pub(crate) fn item(text: String) -> Step {
        Step { mark: "·".to_owned(), text }
    }
}

/// The steps of the turn and the section they stand in: the list items under the heading of the sequence whose anchors
/// are the section and a short mark behind a colon, as `sequence:2a`. None where the page has no such list.
pub(crate) fn turn_sequence(page: &str) -> Option<(String, Vec<Step>)> {
    let mut lines = page.lines().skip_while(|line| !is_heading_of_sequence(line));
    let heading = lines.next()?;
    let section = anchors(heading).next()?;
    let level = depth(heading);
    let items = lines.take_while(|line| depth(line) == 0 || depth(line) > level);
    let steps: Vec<Step> = items.filter_map(|line| step(line, section)).collect();
    (!steps.is_empty()).then(|| (section.to_owned(), steps))
}

fn is_heading_of_sequence(line: &str) -> bool {
    let known = |id: &str| matches!(id, "sequence" | "sequence-of-play" | "turn-sequence" | "turn-order");
    depth(line) > 0 && (anchors(line).any(known) || line.to_lowercase().contains("turn sequence"))
}

/// How many marks of a heading stand before the line.
fn depth(line: &str) -> usize {
    line.bytes().take_while(|&byte| byte == b'#').count()
}

fn step(line: &str, section: &str) -> Option<Step> {
    line.trim_start().strip_prefix("- ")?;
    let (within, mark) = anchors(line).next()?.split_once(':')?;
    if within != section || mark.len() > 3 {
        return None;
    }
    // The label in bold is the number again; the statement is what follows it.
    let statement = line.rsplit_once("</a>")?.1.trim_start().strip_prefix("**")?.split_once("**")?.1;
    Some(Step { mark: mark.to_uppercase(), text: plain(statement) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Book\n\n- <a id=\"sequence:9\"></a>**9** Not yet.\n\n## <a id=\"sequence\"></a>Sequence\n\n\
        - <a id=\"sequence:1\"></a><a id=\"sequence:1x\"></a>**1** Weather ([5.0](#5.0)) is rolled. Then more.\n\
        - <a id=\"sequence:pregame\"></a>**Before** Skipped.\n  - <a id=\"sequence:2a\"></a>**2A** *Fire.* All at once.\n\n\
        ## Next\n- <a id=\"sequence:3\"></a>**3** Past the end.\n";

    #[test]
    fn the_steps_are_the_items_with_short_marks_under_the_heading() {
        let (section, steps) = turn_sequence(PAGE).unwrap();
        let step = |mark: &str, text: &str| Step { mark: mark.into(), text: text.into() };
        assert_eq!(section, "sequence");
        assert_eq!(steps, [step("1", "Weather (5.0) is rolled. Then more."), step("2A", "Fire. All at once.")]);
        assert_eq!(turn_sequence("# Book\n\n## Other\n- <a id=\"other:1\"></a>**1** Text.\n"), None);
    }

    #[test]
    fn every_book_has_its_sequence() {
        for book in shelf::books() {
            let steps = turn_sequence(book.page).unwrap_or_else(|| panic!("{} has none", book.id)).1;
            assert!(steps.len() >= 6, "{}: {steps:?}", book.id);
            assert!(steps.iter().all(|step| !step.text.contains(['<', '*', '#'])), "{}: {steps:?}", book.id);
        }
    }
}
