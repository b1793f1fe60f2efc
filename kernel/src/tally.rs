//! The modifier list: what is added up is what is shown.

use crate::rule::Rule;
use serde::Serialize;
use std::fmt;

/// A printed modifier: its rule, its words, what it adds, and how often at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Modifier {
    /// The statement it stands in.
    pub rule: Rule,
    /// Its words.
    pub what: &'static str,
    /// What it adds each time.
    pub add: i32,
    /// How often it counts at most.
    pub at_most: Option<u16>,
    /// The heading it stands under where a chart has several lists.
    pub group: Option<&'static str>,
}

/// One line of a tally.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// The rule that says so.
    pub rule: Rule,
    /// In words.
    pub what: &'static str,
    /// How often it was counted.
    pub times: u16,
    /// What it changed.
    pub change: i32,
}

/// A sum whose every line is shown: the total is nothing but the sum of its lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    name: &'static str,
    lines: Vec<Line>,
    total: i32,
    #[serde(skip)]
    untold: bool,
}

impl Tally {
    /// A sum that starts from nothing.
    pub fn of(name: &'static str) -> Tally {
        Tally { name, lines: Vec::new(), total: 0, untold: false }
    }

    /// A sum that nobody will look at when `tells` is false ([`Dice::tells`]): it is added up by the same code, and
    /// keeps no lines.
    ///
    /// [`Dice::tells`]: crate::dice::Dice::tells
    #[inline]
    pub fn when_told(name: &'static str, tells: bool) -> Tally {
        Tally { untold: !tells, ..Tally::of(name) }
    }

    /// A sum that starts from a number.
    pub fn base(name: &'static str, rule: Rule, what: &'static str, number: i32) -> Tally {
        let mut tally = Tally::of(name);
        tally.push(Line { rule, what, times: 1, change: number });
        tally
    }

    /// Adds a number under its rule. Nothing is written when it is 0.
    #[must_use]
    #[inline]
    pub fn plus(mut self, rule: Rule, what: &'static str, number: i32) -> Tally {
        if number != 0 {
            self.push(Line { rule, what, times: 1, change: number });
        }
        self
    }

    /// Adds `each` a number of times, with its own words.
    #[must_use]
    #[inline]
    pub fn each(mut self, times: u16, rule: Rule, what: &'static str, each: i32) -> Tally {
        if times > 0 && each != 0 {
            self.push(Line { rule, what, times, change: i32::from(times) * each });
        }
        self
    }

    /// A printed modifier where it applies.
    #[must_use]
    #[inline]
    pub fn when(self, applies: bool, modifier: &Modifier) -> Tally {
        if applies { self.times(1, modifier) } else { self }
    }

    /// A printed modifier for each of several, as often as it counts at most.
    #[must_use]
    #[inline]
    pub fn times(self, times: u16, modifier: &Modifier) -> Tally {
        let times = modifier.at_most.map_or(times, |most| times.min(most));
        self.each(times, modifier.rule, modifier.what, modifier.add)
    }

    /// Of several modifiers that apply only the one with the greatest effect.
    #[must_use]
    #[inline]
    pub fn greatest<'a>(self, modifiers: impl IntoIterator<Item = (bool, &'a Modifier)>) -> Tally {
        let applying = modifiers.into_iter().filter(|(applies, _)| *applies).map(|(_, modifier)| modifier);
        // The first of equals, as printed.
        match applying.reduce(|best, next| if next.add.abs() > best.add.abs() { next } else { best }) {
            Some(modifier) => self.when(true, modifier),
            None => self,
        }
    }

    /// Never less than `least`.
    #[must_use]
    #[inline]
    pub fn at_least(self, rule: Rule, what: &'static str, least: i32) -> Tally {
        let change = (least - self.total).max(0);
        self.plus(rule, what, change)
    }

    /// Never more than `most`.
    #[must_use]
    #[inline]
    pub fn at_most(self, rule: Rule, what: &'static str, most: i32) -> Tally {
        let change = (most - self.total).min(0);
        self.plus(rule, what, change)
    }

    /// Halved, rounded up.
    #[must_use]
    pub fn halved_up(self, rule: Rule, what: &'static str) -> Tally {
        let change = -(self.total.div_euclid(2));
        self.plus(rule, what, change)
    }

    /// Halved, rounded down.
    #[must_use]
    pub fn halved_down(self, rule: Rule, what: &'static str) -> Tally {
        let change = self.total.div_euclid(2) - self.total;
        self.plus(rule, what, change)
    }

    /// What the sum is of: 'dice', 'column', 'modified roll'.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The sum.
    #[inline]
    pub fn total(&self) -> i32 {
        self.total
    }

    /// The lines.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Does a line cite this rule?
    pub fn cites(&self, rule: &str) -> bool {
        self.lines.iter().any(|line| line.rule.is_within(rule))
    }

    #[inline]
    fn push(&mut self, line: Line) {
        self.total += line.change;
        if !self.untold {
            self.lines.push(line);
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLUS: Modifier = Modifier { rule: Rule("1:a"), what: "a", add: 2, at_most: Some(3), group: None };
    const MINUS: Modifier = Modifier { rule: Rule("1:b"), what: "b", add: -3, at_most: None, group: None };

    #[test]
    fn the_total_is_the_sum_of_the_lines_that_are_shown() {
        let tally = Tally::base("dice", Rule("1"), "base", 5)
            .times(7, &PLUS)
            .when(false, &MINUS)
            .halved_up(Rule("2"), "halved")
            .at_most(Rule("3"), "at most 4", 4)
            .at_least(Rule("3"), "at least 2", 2);
        assert_eq!(tally.lines().iter().map(|line| line.change).collect::<Vec<_>>(), [5, 6, -5, -2]);
        assert_eq!(tally.total(), 4);
        assert!(tally.cites("1:a") && !tally.cites("1:b"));
    }

    #[test]
    fn halving_rounds_as_it_says() {
        for (number, up, down) in [(0, 0, 0), (1, 1, 0), (4, 2, 2), (5, 3, 2)] {
            let base = Tally::base("n", Rule("1"), "n", number);
            assert_eq!(base.clone().halved_up(Rule("1"), "").total(), up);
            assert_eq!(base.halved_down(Rule("1"), "").total(), down);
        }
    }

    #[test]
    fn only_the_greatest_of_several_counts() {
        let tally = Tally::of("shift").greatest([(true, &PLUS), (true, &MINUS)]);
        assert_eq!(tally.total(), -3);
        assert_eq!(Tally::of("shift").greatest([(false, &PLUS)]).lines(), []);
    }
}
