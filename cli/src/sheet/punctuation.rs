//! Typewritten signs as a printer sets them.

/// The text with minus signs, dashes and curled quotation marks.
pub(crate) fn printed(text: &str) -> String {
    if text == "-" {
        return "–".to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    for (i, &letter) in letters.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| letters[i]);
        let after = letters.get(i + 1).copied();
        let opens = before.is_none_or(|before| before.is_whitespace() || "([/".contains(before));
        let figure = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        out.push(match letter {
            '-' if opens && figure(after) => '−',
            '-' if figure(before) && figure(after) => '–',
            '-' if opens && after.is_none_or(char::is_whitespace) => '–',
            '\'' if opens => '‘',
            '\'' => '’',
            '"' if opens => '“',
            '"' => '”',
            other => other,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_is_set_by_what_it_means() {
        assert_eq!(printed("-"), "–");
        assert_eq!(printed("-3 or less"), "−3 or less");
        assert_eq!(printed("1-3 British, 4-6 French"), "1–3 British, 4–6 French");
        assert_eq!(printed("broken-down tanks (-2)"), "broken-down tanks (−2)");
        assert_eq!(printed("the target's 'run'"), "the target’s ‘run’");
    }
}
