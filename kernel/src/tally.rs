//! The modifier list: what is added up is what is shown.

use crate::chart::Cell;
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
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Line {
    /// The rule that says so.
    pub rule: Rule,
    /// In words.
    pub what: &'static str,
    /// How often it was counted.
    pub times: u16,
    /// What it changed.
    pub change: i32,
    /// The cell of a chart that its number was read from, where it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cell: Option<Cell>,
}

/// A sum whose every line is shown: the total is nothing but the sum of its lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
        Tally::of(name).from(rule, what, number)
    }

    /// Starts from a number, which is written even when it is 0.
    #[must_use]
    #[inline]
    pub fn from(mut self, rule: Rule, what: &'static str, number: i32) -> Tally {
        self.push(Line { rule, what, times: 1, change: number, cell: None });
        self
    }

    /// Adds a number under its rule. Nothing is written when it is 0.
    #[must_use]
    #[inline]
    pub fn plus(mut self, rule: Rule, what: &'static str, number: i32) -> Tally {
        if number != 0 {
            self.push(Line { rule, what, times: 1, change: number, cell: None });
        }
        self
    }

    /// Adds `each` a number of times, with its own words.
    #[must_use]
    #[inline]
    pub fn each(mut self, times: u16, rule: Rule, what: &'static str, each: i32) -> Tally {
        if times > 0 && each != 0 {
            self.push(Line { rule, what, times, change: i32::from(times) * each, cell: None });
        }
        self
    }

    /// The same of a number that stands in a chart. Where it stands is looked up only for those who are told.
    #[must_use]
    #[inline]
    pub fn each_at(self, times: u16, rule: Rule, what: &'static str, each: i32, cell: impl FnOnce() -> Cell) -> Tally {
        let (before, mut tally) = (self.lines.len(), self.each(times, rule, what, each));
        if let Some(line) = tally.lines.get_mut(before) {
            line.cell = Some(cell());
        }
        tally
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
    fn a_number_that_a_sum_starts_from_is_written_even_when_it_is_0() {
        assert_eq!(Tally::when_told("n", true).from(Rule("1"), "n", 0), Tally::base("n", Rule("1"), "n", 0));
        assert_eq!(Tally::base("n", Rule("1"), "n", 0).lines().len(), 1);
        let untold = Tally::when_told("n", false).from(Rule("1"), "n", 3);
        assert_eq!((untold.total(), untold.lines()), (3, [].as_slice()));
    }

    #[test]
    fn a_line_knows_the_cell_that_its_number_was_read_from() {
        let cell = Cell { chart: "dice", row: 1, column: 2 };
        let tally = Tally::of("n").each(1, Rule("1"), "a", 1).each_at(2, Rule("1"), "b", 3, || cell);
        assert_eq!(tally.lines().iter().map(|line| line.cell).collect::<Vec<_>>(), [None, Some(cell)]);
        let nobody = || -> Cell { panic!("nobody is told, or nothing is added") };
        assert_eq!(Tally::when_told("n", false).each_at(1, Rule("1"), "b", 3, nobody).total(), 3);
        assert_eq!(Tally::of("n").each_at(0, Rule("1"), "b", 3, nobody).total(), 0);
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
