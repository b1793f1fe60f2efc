//! R2: the turns of the campaign.

use kernel::prelude::*;

/// A turn of eight days, named after its first day.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice)]
pub enum Turn {
    /// 1 July, a short turn.
    #[default]
    July1,
    /// 6 July.
    July6,
    /// 14 July.
    July14,
    /// 22 July.
    July22,
    /// 30 July.
    July30,
    /// 7 August.
    August7,
    /// 15 August.
    August15,
    /// 23 August.
    August23,
    /// 31 August.
    August31,
    /// 8 September.
    September8,
    /// 16 September: the first tanks.
    September16,
    /// 24 September.
    September24,
    /// 2 October.
    October2,
    /// 10 October.
    October10,
    /// 18 October.
    October18,
    /// 26 October.
    October26,
    /// 3 November: rain is snow.
    November3,
    /// 11 November, the last turn.
    November11,
}

impl Turn {
    /// Its date as people write it: '14 July 1916'.
    pub fn date(self) -> String {
        let (month, day) = self.month_and_day();
        let (first, rest) = month.split_at(1);
        format!("{day} {}{rest} 1916", first.to_uppercase())
    }

    /// The month, in small letters, and the day it begins on.
    pub fn month_and_day(self) -> (&'static str, &'static str) {
        let name = self.name();
        name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r2_there_are_18_turns() {
        assert_eq!(Turn::ALL.len(), 18);
        assert!(Turn::ALL.is_sorted());
        assert_eq!(Turn::September16.date(), "16 September 1916");
    }
}
