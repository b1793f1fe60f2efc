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

/// How many lines the terminal has, where there is one.
pub(crate) fn height() -> Option<usize> {
    terminal_size::terminal_size().map(|(_, height)| usize::from(height.0))
}

/// How wide a text with colours is on the screen.
pub(crate) fn seen(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

/// A text whose lines are broken between words where they are wider than this; what is broken off stands a little
/// farther in than its line. Colours do not count.
pub(crate) fn fitted(text: &str, width: usize) -> String {
    let fit = |line: &str| {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if seen(line) <= width {
            return format!("{line}{end}");
        }
        let indent = line.chars().take_while(|letter| *letter == ' ').count() + 2;
        let indent = " ".repeat(indent.min(width / 3));
        let mut out = String::new();
        let mut used = 0;
        for (i, word) in line.split(' ').enumerate() {
            let long = seen(word);
            if used > indent.len() && used + 1 + long > width {
                out = format!("{}\n{indent}{word}", out.trim_end());
                used = indent.len() + long;
            } else {
                if i > 0 {
                    out.push(' ');
                    used += 1;
                }
                out += word;
                used += long;
            }
        }
        out + end
    };
    text.split_inclusive('\n').map(fit).collect()
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

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn long_lines_break_between_words_and_short_ones_and_boards_are_left_alone() {
        assert_eq!(fitted("one two three four\n", 9), "one two\n  three\n  four\n");
        assert_eq!(fitted("  12  one two\nab\n", 13), "  12  one two\nab\n");
        assert_eq!(
            fitted("  a \u{1b}[1mbold\u{1b}[0m word here", 12),
            "  a \u{1b}[1mbold\u{1b}[0m\n    word\n    here"
        );
        assert_eq!(fitted("unbreakable-as-it-is", 9), "unbreakable-as-it-is");
    }
}
