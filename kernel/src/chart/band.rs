//! Labels that are ranges of numbers.

/// A range of whole numbers as charts print it: `4`, `1-7`, `3 or less`, `14 or more`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    /// The lowest number, or none where it is open below.
    pub low: Option<i32>,
    /// The highest number, or none where it is open above.
    pub high: Option<i32>,
}

impl Band {
    /// Reads a label; `None` where it is not a range.
    pub fn read(label: &str) -> Option<Band> {
        let number = |text: &str| text.trim().parse::<i32>().ok();
        if let Some(high) = label.strip_suffix("or less") {
            return number(high).map(|high| Band { low: None, high: Some(high) });
        }
        if let Some(low) = label.strip_suffix("or more") {
            return number(low).map(|low| Band { low: Some(low), high: None });
        }
        if let Some(single) = number(label) {
            return Some(Band { low: Some(single), high: Some(single) });
        }
        // The first character may be the sign of a negative number.
        let dash = label.char_indices().skip(1).find(|&(_, c)| c == '-')?.0;
        let (low, high) = (number(&label[..dash])?, number(&label[dash + 1..])?);
        (low <= high).then_some(Band { low: Some(low), high: Some(high) })
    }

    /// Is this number in the range?
    pub fn holds(self, number: i32) -> bool {
        self.low.is_none_or(|low| low <= number) && self.high.is_none_or(|high| number <= high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_read_as_the_ranges_they_print() {
        let band = |low, high| Some(Band { low, high });
        assert_eq!(Band::read("4"), band(Some(4), Some(4)));
        assert_eq!(Band::read("1-7"), band(Some(1), Some(7)));
        assert_eq!(Band::read("-3 or less"), band(None, Some(-3)));
        assert_eq!(Band::read("-2"), band(Some(-2), Some(-2)));
        assert_eq!(Band::read("-2-3"), band(Some(-2), Some(3)));
        assert_eq!(Band::read("14 or more"), band(Some(14), None));
        assert_eq!(Band::read("Clear"), None);
        assert!(Band::read("5 or more").unwrap().holds(9) && !Band::read("1-7").unwrap().holds(8));
    }
}
