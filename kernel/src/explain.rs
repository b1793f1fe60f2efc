//! Why a result is what it is: the arithmetic itself, kept.

use crate::chart::Cell;
use crate::dice::Throw;
use crate::procedure::OnDesk;
use crate::rule::Rule;
use crate::seat::Seat;
use crate::tally::Tally;
use serde::{Serialize, Serializer};
use smallvec::SmallVec;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::LazyLock;

/// The outcome of one step and why.
#[derive(Clone, Debug)]
pub struct Resolved<T> {
    /// What happened.
    pub outcome: T,
    /// Why.
    pub because: Explanation,
}

/// The outcome of a whole procedure and why, step by step.
#[derive(Clone, Debug)]
pub struct Told<T> {
    /// What happened.
    pub outcome: T,
    /// Why, in the order of the steps.
    pub because: Vec<Explanation>,
    /// Numbers that belong to the roll but are not told apart by the outcome.
    pub measures: Vec<(String, i64)>,
}

impl<T> Resolved<T> {
    /// An outcome that nobody asks the reason of: for steps of long chains, when [`Dice::tells`] is false.
    ///
    /// [`Dice::tells`]: crate::dice::Dice::tells
    pub fn untold(outcome: T) -> Resolved<T> {
        Resolved { outcome, because: Explanation(None) }
    }

    /// The same explanation for another view of the outcome.
    pub fn map<U>(self, view: impl FnOnce(T) -> U) -> Resolved<U> {
        Resolved { outcome: view(self.outcome), because: self.because }
    }
}

/// Why a step came out as it did: dice, sums, the chart's cell, the result, each with its rule.
///
/// It is read through [`Explained`], which it derefs to. The walker makes and drops millions of explanations, so one
/// is no more than a pointer to hand on, and [`Resolved::untold`] has none at all.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Explanation(Option<Box<Explained>>);

/// What an explanation says.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Explained {
    /// The rule of the step.
    pub rule: Rule,
    /// What the step is called.
    pub title: &'static str,
    /// The dice thrown.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Throw>"))]
    pub throws: SmallVec<[Throw; 1]>,
    /// What was added up.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Tally>"))]
    pub tallies: SmallVec<[Tally; 1]>,
    /// The chart's cell that was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cell: Option<Cell>,
    /// The result in words.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub result: Phrase,
    /// The procedure of the charts desk that it belongs to and the situation it was thrown in, where a game says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "OnDesk"))]
    pub desk: Option<Box<OnDesk>>,
}

impl Explained {
    /// The cells that were read: the one that the dice led to, or else those that numbers were taken from for a sum, each as
    /// often as it counted.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let lines = self.tallies.iter().flat_map(Tally::lines).filter(|_| self.cell.is_none());
        let summed = lines.flat_map(|line| line.cell.into_iter().flat_map(|cell| (0..line.times).map(move |_| cell)));
        self.cell.into_iter().chain(summed)
    }

    fn nothing() -> Explained {
        let (throws, tallies, result) = (SmallVec::new(), SmallVec::new(), Phrase::of(""));
        Explained { rule: Rule(""), title: "", throws, tallies, cell: None, result, desk: None }
    }
}

impl Deref for Explanation {
    type Target = Explained;

    fn deref(&self) -> &Explained {
        static NOTHING: LazyLock<Explained> = LazyLock::new(Explained::nothing);
        self.0.as_deref().unwrap_or(&NOTHING)
    }
}

impl DerefMut for Explanation {
    fn deref_mut(&mut self) -> &mut Explained {
        self.0.get_or_insert_with(|| Box::new(Explained::nothing()))
    }
}

impl Explanation {
    /// The start of an explanation.
    pub fn of(rule: Rule, title: &'static str) -> Explanation {
        Explanation(Some(Box::new(Explained { rule, title, ..Explained::nothing() })))
    }

    /// A decision that a policy or a player took.
    pub fn decided(rule: Rule, question: &'static str, seat: Seat, option: &Phrase) -> Explanation {
        let mut explanation = Explanation::of(rule, question);
        explanation.result = Phrase::of("the {} decides: {}").word(seat.0).words(option);
        explanation
    }

    /// Under another rule, where the result is one that a statement of its own speaks of.
    #[must_use]
    pub fn under(mut self, rule: Rule) -> Explanation {
        if let Some(told) = &mut self.0 {
            told.rule = rule;
        }
        self
    }

    /// Called otherwise.
    #[must_use]
    pub fn called(mut self, title: &'static str) -> Explanation {
        self.title = title;
        self
    }

    /// With dice.
    #[must_use]
    pub fn throw(mut self, throw: Throw) -> Explanation {
        self.throws.push(throw);
        self
    }

    /// With a sum.
    #[must_use]
    pub fn tally(mut self, tally: Tally) -> Explanation {
        self.tallies.push(tally);
        self
    }

    /// With the cell of a chart, where one was read.
    #[must_use]
    pub fn read_at(mut self, cell: Option<Cell>) -> Explanation {
        self.cell = cell;
        self
    }

    /// With the cell of a chart.
    #[must_use]
    pub fn cell(mut self, cell: Cell) -> Explanation {
        self.cell = Some(cell);
        self
    }

    /// With the result in words, and the outcome it explains.
    pub fn gives<T>(mut self, outcome: T, result: Phrase) -> Resolved<T> {
        self.result = result;
        Resolved { outcome, because: self }
    }

    /// Does the step, one of its sums, or a line of them cite this rule?
    pub fn cites(&self, rule: &str) -> bool {
        self.rule.is_within(rule) || self.tallies.iter().any(|tally| tally.cites(rule))
    }
}

/// A sentence with places for numbers and words, put together only when it is shown.
///
/// A number makes the words behind it singular or plural: `{} {hit|hits}` is '1 hit' and '2 hits'. A choice goes by the
/// number filled in last before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phrase {
    template: &'static str,
    fillings: SmallVec<[Filling; 3]>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Filling {
    Number(i32),
    Word(&'static str),
    Name(Box<str>),
}

impl Phrase {
    /// A template in which each `{}` is to be filled, and each `{one|many}` goes by the number before it.
    pub fn of(template: &'static str) -> Phrase {
        Phrase { template, fillings: SmallVec::new() }
    }

    /// Fills the next place with a number.
    #[must_use]
    pub fn number(mut self, number: impl Into<i32>) -> Phrase {
        self.fillings.push(Filling::Number(number.into()));
        self
    }

    /// Fills the next place with a word.
    #[must_use]
    pub fn word(mut self, word: &'static str) -> Phrase {
        self.fillings.push(Filling::Word(word));
        self
    }

    /// Fills the next place with another phrase, which must not have more than one place of its own.
    #[must_use]
    fn words(mut self, other: &Phrase) -> Phrase {
        self.fillings.push(Filling::Word(other.template));
        self.fillings.extend(other.fillings.iter().cloned());
        self
    }

    /// Puts names in the place of the first words: a step knows what somebody is, a game who he is.
    pub(crate) fn name(&mut self, names: Vec<String>) {
        let words = self.fillings.iter_mut().filter(|filling| matches!(filling, Filling::Word(_)));
        for (word, name) in words.zip(names) {
            *word = Filling::Name(name.into());
        }
    }

    /// Is there nothing to say?
    pub fn is_empty(&self) -> bool {
        self.template.is_empty()
    }
}

impl Serialize for Phrase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut filler = Filler { fillings: self.fillings.iter(), last: None };
        filler.fill(self.template, f)
    }
}

/// What is left to be filled in, and the number that was last.
struct Filler<'a> {
    fillings: std::slice::Iter<'a, Filling>,
    last: Option<i32>,
}

impl Filler<'_> {
    /// Writes a template; a word that is itself a template takes the fillings that follow it.
    fn fill(&mut self, template: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = template;
        while let Some((before, (place, after))) = rest.split_once('{').and_then(|(before, rest)| {
            let place = rest.split_once('}')?;
            Some((before, place))
        }) {
            f.write_str(before)?;
            match place.split_once('|') {
                Some((one, many)) => f.write_str(if self.last == Some(1) { one } else { many })?,
                None => self.fill_place(f)?,
            }
            rest = after;
        }
        f.write_str(rest)
    }

    fn fill_place(&mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.fillings.next() {
            Some(&Filling::Number(number)) => {
                self.last = Some(number);
                write!(f, "{number}")
            }
            Some(Filling::Word(word)) => self.fill(word, f),
            Some(Filling::Name(name)) => f.write_str(name),
            None => f.write_str("?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_filled_when_it_is_shown() {
        let option = Phrase::of("retire with {} {hit|hits}").number(3);
        assert_eq!(option.to_string(), "retire with 3 hits");
        let decided = Explanation::decided(Rule("26"), "stand or retire", Seat("target"), &option);
        assert_eq!(decided.result.to_string(), "the target decides: retire with 3 hits");
    }

    #[test]
    fn names_take_the_place_of_the_first_words_as_they_are() {
        let mut phrase = Phrase::of("{} at {}: {} {hit|hits}, {}").word("a squad").word("a gun").number(1).word("S");
        phrase.name(vec!["{Able}".to_owned(), "Baker".to_owned()]);
        assert_eq!(phrase.to_string(), "{Able} at Baker: 1 hit, S");
    }

    #[test]
    fn one_is_singular_and_every_other_number_plural() {
        let told = |hits: u8, guns: u8| {
            Phrase::of("{} {hit|hits}: {} {gun is|guns are} lost").number(hits).number(guns).to_string()
        };
        assert_eq!(told(1, 0), "1 hit: 0 guns are lost");
        assert_eq!(told(2, 1), "2 hits: 1 gun is lost");
        let option = Phrase::of("retire under {} {hit|hits}").number(1);
        let decided = Explanation::decided(Rule("26"), "stand or retire", Seat("target"), &option);
        assert_eq!(decided.result.to_string(), "the target decides: retire under 1 hit");
    }
}
