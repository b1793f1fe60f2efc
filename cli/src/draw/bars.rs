//! Bars made of block characters.

use kernel::odds::Ratio;

/// A bar of at most `width` characters, to an eighth of a character.
pub(crate) fn bar(chance: &Ratio, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (chance.to_f64().value() * (width * 8) as f64).round() as usize;
    // What can happen is never invisible.
    let eighths = if *chance == Ratio::ZERO { 0 } else { eighths.max(1) };
    format!("{}{}", "█".repeat(eighths / 8), EIGHTHS[eighths % 8])
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::ratio;

    #[test]
    fn a_bar_is_as_long_as_its_chance() {
        assert_eq!(bar(&ratio(1, 1), 4), "████");
        assert_eq!(bar(&ratio(1, 2), 4), "██");
        assert_eq!(bar(&ratio(3, 8), 4), "█▌");
        assert_eq!(bar(&ratio(0, 1), 4), "");
        assert_eq!(bar(&ratio(1, 1_000_000), 4), "▏");
    }
}
