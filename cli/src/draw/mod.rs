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
    terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0)).clamp(30, 200)
}

/// A text in lines of at most `width` characters, broken between words; lines but the first begin with `indent`.
pub(crate) fn wrapped(text: &str, width: usize, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for (i, word) in text.split(' ').enumerate() {
        let last = lines.last_mut().expect("there is always a line");
        let is_full = last.chars().count() + 1 + word.chars().count() > width;
        if is_full && !last.trim().is_empty() {
            lines.push(format!("{indent}{word}"));
        } else {
            if i > 0 {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines.join("\n")
}

/// The same for a text that begins at a column, with its further lines under it.
pub(crate) fn hung(text: &str, column: usize, width: usize) -> String {
    let indent = " ".repeat(column);
    wrapped(&format!("{indent}{text}"), width.max(column + 20), &indent)[column..].to_owned()
}
