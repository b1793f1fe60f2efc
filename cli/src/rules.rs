//! `sandtable rules`: the rulebook page, a statement of it, or a search in it.

use crate::draw::{width, wrapped};
use crate::style::{TITLE, styled};
use crate::trouble::Trouble;
use kernel::rule::{anchor, anchor_of_step};

/// The page, the statements of a citation, or those with some words in them.
pub(crate) fn show(book: &str, words: &[String]) -> Result<String, Trouble> {
    let book = shelf::book(book)?;
    if words.is_empty() {
        return Ok(book.page.lines().map(|line| plain(line) + "\n").collect());
    }
    let asked = words.join(" ");
    // A step is cited as it is shown, 'Turn order 2A', or as it is anchored, 'turn-order:2a'.
    let citations: Vec<String> = std::iter::once(anchor(&asked)).chain(anchor_of_step(&asked)).collect();
    let is_cited = |line: &&str| citations.iter().any(|citation| is_cited(line, citation));
    let cited: Vec<&str> = book.page.lines().filter(is_cited).collect();
    let lines = if cited.is_empty() {
        let holds = |line: &&str| words.iter().all(|word| plain(line).to_lowercase().contains(&word.to_lowercase()));
        book.page.lines().filter(holds).collect()
    } else {
        cited
    };
    if lines.is_empty() {
        return Err(Trouble::of(format!("the rulebook of {} has no citation or words '{asked}'", book.id)));
    }
    let mut out = String::new();
    for line in lines {
        out += &wrapped(&plain(line), width(), "  ");
        out.push('\n');
    }
    Ok(out)
}

/// Does the line hold the statement of this anchor, or one of its section?
fn is_cited(line: &str, citation: &str) -> bool {
    line.split("<a id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .any(|id| id == citation || id.split_once(':').is_some_and(|(section, _)| section == citation))
}

/// A line of the page without its marks.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find("<a id=") {
        out += &rest[..start];
        rest = rest[start..].split_once("</a>").map_or("", |(_, after)| after);
    }
    out += rest;
    let out = links_as_words(&out);
    if let Some(heading) = out.strip_prefix('#') {
        return styled(TITLE, heading.trim_start_matches('#').trim());
    }
    // Bold marks become bold, links keep their words.
    let mut bold = false;
    let mut marked = String::new();
    for (i, piece) in out.split("**").enumerate() {
        if i > 0 {
            bold = !bold;
        }
        marked += &if bold { styled(TITLE, piece) } else { piece.to_owned() };
    }
    marked
}

fn links_as_words(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('[') {
        let Some(middle) = rest[start..].find("](#") else { break };
        let Some(end) = rest[start + middle..].find(')') else { break };
        out += &rest[..start];
        out += &rest[start + 1..start + middle];
        rest = &rest[start + middle + end + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_keep_their_words_and_marks_go() {
        let line = "- <a id=\"6.4\"></a>**6.4** The sheet has no more; [R9](#r9) says how, and [8.7](#8.7).";
        let shown = anstream::adapter::strip_str(&plain(line)).to_string();
        assert_eq!(shown, "- 6.4 The sheet has no more; R9 says how, and 8.7.");
    }
}
