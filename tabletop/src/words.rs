//! Lengths and numbers in words.

/// Hundredths of an inch as inches: `4.50`.
pub fn inches(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// So many of something: 'no hit', '1 hit', '2 hits', '3 inches'.
pub fn count(number: impl Into<u64>, what: &str) -> String {
    match number.into() {
        0 => format!("no {what}"),
        1 => format!("1 {what}"),
        more => format!("{more} {what}{}s", if what.ends_with("ch") { "e" } else { "" }),
    }
}

/// The name of a place within a sentence: 'The farm' is 'the farm' there.
pub fn within(name: &str) -> String {
    name.strip_prefix("The ").map_or_else(|| name.to_owned(), |rest| format!("the {rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_two_decimals_and_numbers_their_plural() {
        assert_eq!([0, 5, 450, -120].map(inches), ["0.00", "0.05", "4.50", "-1.20"]);
        assert_eq!([0_u8, 1, 2].map(|number| count(number, "hit")), ["no hit", "1 hit", "2 hits"]);
        assert_eq!(count(3_u8, "inch"), "3 inches");
    }

    #[test]
    fn a_place_has_a_small_article_within_a_sentence() {
        assert_eq!(["The farm", "Therapy", "Hill 60"].map(within), ["the farm", "Therapy", "Hill 60"]);
    }
}
