//! Texts as TOML has them.

use std::fmt::Write;

/// A text in quotation marks: over several lines where it has some.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    let marks = if text.contains('\n') { "\"\"\"" } else { "\"" };
    quoted.push_str(marks);
    if marks.len() == 3 {
        quoted.push('\n');
    }
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push('\n'),
            c if c.is_control() => write!(quoted, "\\u{:04X}", u32::from(c)).expect("a text can be written to"),
            c => quoted.push(c),
        }
    }
    quoted.push_str(marks);
    quoted
}

/// A list of texts.
pub fn list<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<_> = texts.into_iter().map(|text| quoted(text.as_ref())).collect();
    format!("[{}]", texts.join(", "))
}
