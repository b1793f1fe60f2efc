//! After a game: what the dice did to each side's chance to win, and what decisions did.
//!
//! The chance of a position is what comes of it when both sides go on by quick play. An order's own chance is the mean over
//! the dice that it may throw. So every change between two positions is the sum of two parts: the order's chance against
//! that of the position (what the decision did) and the position that came of it against the order's chance (what the dice
//! did). The parts of all orders add up to the way from the first position to the end, and dice do nothing on average. What
//! an order missed against the best one that was found is told beside it.

use super::history::Fallen;
use super::{Act, Ask, Game, Thrown, View, in_words};
use crate::seat::Seat;
use serde::{Deserialize, Serialize};

/// Says how a game stands. It sees all, for the game is over.
pub trait Analyst<G: Game>: Send {
    /// The chances of a state in which a seat has to decide, and has given an order.
    fn judge(&mut self, state: &G::State, ask: &Ask, given: &G::Order) -> Chances<G::Order>;

    /// The chance of the first seat in a state where a game was left off.
    fn chance(&mut self, state: &G::State) -> f64;
}

/// The chances to win of a seat that has to decide.
pub struct Chances<O> {
    /// As the position stands, if both go on by quick play.
    pub usual: f64,
    /// With the order that was given, as the mean over its dice.
    pub given: f64,
    /// With the best order that was found; no less than with the one that was given.
    pub best: f64,
    /// That order.
    pub order: O,
}

/// How a game went.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Analysis {
    /// The seats, the first of which the chances are for.
    pub seats: Vec<String>,
    /// The chance of the first seat before the first order that these rules played.
    pub start: f64,
    /// Every order of the game that was not taken back.
    pub steps: Vec<Step>,
    /// What the dice brought to each seat in all, as chance to win; what one has more, the other has less.
    pub luck: Vec<f64>,
    /// What the orders of each seat missed in all, against the best ones that were found.
    pub missed: Vec<f64>,
    /// The entries that turned the game most, the first of them first.
    pub turning_points: Vec<u32>,
}

/// An order of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Step {
    /// Its entry.
    pub entry: u32,
    /// Who gave it.
    pub seat: String,
    /// The chance of the first seat after it.
    pub chance: f64,
    /// What the dice did to the first seat's chance; nothing where none were thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub dice: Option<f64>,
    /// What the decision did to the first seat's chance.
    pub decision: f64,
    /// What it missed, for the seat that gave it, against the best order that was found.
    pub missed: f64,
    /// That order in words, where much was missed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub better: Option<String>,
}

/// The orders of a game as they were given, and the dice as they fell.
pub(super) struct Course<G: Game> {
    pub(super) start: G::State,
    pub(super) answers: Vec<Answer<G::Order>>,
}

/// The orders of an entry.
pub(super) struct Answer<O> {
    pub(super) entry: u32,
    pub(super) seat: Seat,
    pub(super) orders: Vec<O>,
    pub(super) dice: Vec<Thrown>,
}

/// So many entries are named as turning points.
const TURNING_POINTS: usize = 5;

/// What misses less than this is not worth a word.
const WORTH_A_WORD: f64 = 0.03;

/// Is told how many orders are done, and of how many; it answers whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(u32, u32) -> bool;

impl<G: Game> Course<G> {
    /// Works it out; nothing where whoever watches has called it off.
    pub(super) fn analyse(self, analyst: &mut dyn Analyst<G>, watch: Watch<'_>) -> Option<Analysis> {
        let all = self.answers.iter().map(|answer| answer.orders.len() as u32).sum();
        let (mut state, mut steps) = (self.start, Vec::<Found>::new());
        for answer in self.answers {
            let mut dice = Fallen::of(&answer.dice);
            let thrown = answer.dice.iter().any(|stream| !stream.faces.is_empty());
            for (number, order) in (1..).zip(&answer.orders) {
                if !watch(steps.len() as u32, all) {
                    return None;
                }
                let asks = G::asks(&state);
                let ask = asks.iter().find(|ask| ask.seat == answer.seat).expect("what was answered was asked");
                let Chances { usual, given, best, order: better } = analyst.judge(&state, ask, order);
                let missed = best - given;
                steps.push(Found {
                    entry: answer.entry,
                    seat: answer.seat,
                    usual: of_first::<G>(answer.seat, usual),
                    given: of_first::<G>(answer.seat, given),
                    // Dice end a batch, so only its last order can have thrown them.
                    thrown: thrown && number == answer.orders.len(),
                    missed,
                    better: (missed >= WORTH_A_WORD)
                        .then(|| in_words(&View::<G>::of_seat(&state, ask.seat), ask, &better)),
                });
                G::apply(&mut Act::on(&mut state, &mut dice, None), ask, order);
            }
        }
        let end = match G::result(&state) {
            Some(result) => result.winner.map_or(0.5, |winner| of_first::<G>(winner, 1.0)),
            // Somebody gave the game up, or it was left off: the chances stay what they were.
            None => analyst.chance(&state),
        };
        watch(all, all);
        Some(Analysis::of(&steps, end, G::SEATS))
    }
}

/// The chance of a seat as that of the first one.
fn of_first<G: Game>(seat: Seat, chance: f64) -> f64 {
    if seat == G::SEATS[0] { chance } else { 1.0 - chance }
}

/// What was found of an order. Chances are for the first seat.
struct Found {
    entry: u32,
    seat: Seat,
    usual: f64,
    given: f64,
    thrown: bool,
    missed: f64,
    better: Option<String>,
}

impl Found {
    fn step(&self, chance: f64) -> Step {
        // Without dice, all that changed is the decision's doing.
        let given = if self.thrown { self.given } else { chance };
        Step {
            entry: self.entry,
            seat: self.seat.0.to_owned(),
            chance,
            dice: self.thrown.then_some(chance - given),
            decision: given - self.usual,
            missed: self.missed,
            better: self.better.clone(),
        }
    }
}

impl Analysis {
    fn of(found: &[Found], end: f64, seats: &[Seat]) -> Analysis {
        let after = found.iter().skip(1).map(|next| next.usual).chain([end]);
        let steps: Vec<Step> = found.iter().zip(after).map(|(found, after)| found.step(after)).collect();
        let dice: f64 = steps.iter().filter_map(|step| step.dice).sum();
        let missed = |seat: &Seat| steps.iter().filter(|step| step.seat == seat.0).map(|step| step.missed).sum();
        Analysis {
            seats: seats.iter().map(|seat| seat.0.to_owned()).collect(),
            start: found.first().map_or(end, |first| first.usual),
            luck: seats.iter().map(|seat| if *seat == seats[0] { dice } else { -dice }).collect(),
            missed: seats.iter().map(missed).collect(),
            turning_points: turning_points(&steps),
            steps,
        }
    }
}

/// The entries in which most was won or lost, by dice and decision together, in the order of play.
fn turning_points(steps: &[Step]) -> Vec<u32> {
    let change = |step: &Step| (step.decision + step.dice.unwrap_or(0.0)).abs();
    let mut most: Vec<&Step> = steps.iter().collect();
    most.sort_by(|a, b| change(b).total_cmp(&change(a)));
    let mut entries: Vec<u32> = Vec::new();
    for step in most {
        if entries.len() < TURNING_POINTS && !entries.contains(&step.entry) {
            entries.push(step.entry);
        }
    }
    entries.sort_unstable();
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEATS: [Seat; 2] = [Seat("red"), Seat("blue")];

    fn found(entry: u32, seat: Seat, usual: f64, given: f64, thrown: bool) -> Found {
        Found { entry, seat, usual, given, thrown, missed: 0.25, better: None }
    }

    #[test]
    fn changes_are_split_into_dice_and_decision_and_add_up() {
        let steps = [
            // An order that is better than usual, and dice that spoil it.
            found(1, SEATS[0], 0.5, 0.75, true),
            // An order without dice: what changes is its doing.
            found(2, SEATS[1], 0.5, 0.5, false),
            found(3, SEATS[1], 0.625, 0.625, true),
        ];
        let analysis = Analysis::of(&steps, 1.0, &SEATS);
        let parts: Vec<_> = analysis.steps.iter().map(|step| (step.decision, step.dice, step.chance)).collect();
        assert_eq!(parts, [(0.25, Some(-0.25), 0.5), (0.125, None, 0.625), (0.0, Some(0.375), 1.0)]);
        let sum: f64 = parts.iter().map(|(decision, dice, _)| decision + dice.unwrap_or(0.0)).sum();
        assert!((analysis.start + sum - 1.0).abs() < 1e-12);
        assert_eq!(analysis.luck, [0.125, -0.125]);
        assert_eq!(analysis.missed, [0.25, 0.5]);
    }

    #[test]
    fn the_five_entries_that_changed_most_are_the_turning_points() {
        // In entries 0 to 7 the chance changes by a sixteenth more in each; the last leads to the end of the game.
        let usual = [0.5, 0.5, 0.5625, 0.4375, 0.625, 0.375, 0.6875, 0.3125];
        let steps: Vec<Found> =
            (0..).zip(usual).map(|(entry, usual)| found(entry, SEATS[0], usual, usual, false)).collect();
        assert_eq!(Analysis::of(&steps, 0.75, &SEATS).turning_points, [3, 4, 5, 6, 7]);
    }
}
