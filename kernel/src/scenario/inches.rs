//! Lengths and places on a measured table, read from decimals into whole hundredths of an inch.

use super::node::{Node, What};
use super::trouble::Reading;
use serde::Serialize;
use std::fmt;
use std::ops::RangeInclusive;
use toml::de::DeValue;

/// A length in hundredths of an inch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct Hundredths(pub i64);

/// A place on a measured table: `x` to the right and `y` down, from the top left corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct Point {
    /// To the right.
    pub x: Hundredths,
    /// Down.
    pub y: Hundredths,
}

impl Hundredths {
    /// Whole inches.
    pub const fn inches(inches: i64) -> Hundredths {
        Hundredths(inches * 100)
    }

    /// The length of a decimal with two places at most.
    pub fn of_decimal(text: &str) -> Option<Hundredths> {
        let (sign, digits) = match text.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, places) = digits.split_once('.').unwrap_or((digits, ""));
        let places = places.trim_end_matches('0');
        if whole.len() > 6 || places.len() > 2 || !(whole.bytes().chain(places.bytes())).all(|b| b.is_ascii_digit()) {
            return None;
        }
        let inches: i64 = whole.parse().ok()?;
        let hundredths: i64 = format!("{places:0<2}").parse().ok()?;
        Some(Hundredths(sign * (inches * 100 + hundredths)))
    }
}

impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, all) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        match all % 100 {
            0 => write!(f, "{sign}{}", all / 100),
            places => write!(f, "{sign}{}.{}", all / 100, format!("{places:02}").trim_end_matches('0')),
        }
    }
}

impl Node<'_> {
    /// A length in inches within limits, with two decimals at most.
    pub fn inches(&self, limits: RangeInclusive<Hundredths>) -> Reading<Hundredths> {
        let length = match &self.what {
            What::Value(value) => match value.get_ref() {
                DeValue::Integer(number) if number.radix() == 10 => Hundredths::of_decimal(number.as_str()),
                DeValue::Float(number) => Hundredths::of_decimal(number.as_str()),
                _ => None,
            },
            What::Word(word) => Hundredths::of_decimal(word),
            What::Missing { .. } => None,
        };
        length.filter(|length| limits.contains(length)).ok_or_else(|| {
            self.wrong(&format!("inches from {} to {}, with two decimals at most", limits.start(), limits.end()))
        })
    }

    /// A place on a table of this size, such as `[12, 4.5]`.
    pub fn point(&self, width: Hundredths, depth: Hundredths) -> Reading<Point> {
        let shape = format!("two numbers, [x, y], from [0, 0] at the top left to [{width}, {depth}]");
        let list = matches!(&self.what, What::Value(value) if value.get_ref().is_array());
        let items = if list { self.items(2)? } else { Vec::new() };
        let [x, y] = &items[..] else { return Err(self.wrong(&shape)) };
        let zero = Hundredths::default();
        let (x, y) = (x.inches(zero..=width), y.inches(zero..=depth));
        Ok(Point { x: x?, y: y? })
    }
}
