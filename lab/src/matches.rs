//! Matches: many games between two players, sides exchanged, the same seeds for both.

use crate::job::{Battle, Job, Played};
use crate::score::Score;
use kernel::procedure::Refusal;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashMap;

/// A match that is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The book.
    pub book: String,
    /// What is played, in turn.
    pub battles: Vec<Battle>,
    /// The two players.
    pub players: [String; 2],
    /// How many games at most.
    pub games: u32,
    /// The first seed.
    pub seed: u64,
    /// Stops as soon as it is clear whether the first player's share is above this.
    pub better_than: Option<f64>,
}

/// What became of a match, for the first player.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Outcome {
    /// All games together.
    pub all: Score,
    /// By scenario.
    pub by_scenario: Vec<(String, Score)>,
    /// By the seat that the first player had.
    pub by_seat: [Score; 2],
    /// The share of games that the first seat won, by scenario.
    pub first_seat: Vec<(String, Score)>,
    /// By how many points the first seat led at the end on average, by scenario.
    pub leads: Vec<(String, f64)>,
    /// The mean number of orders in a game.
    pub orders: f64,
    /// The mean number of turns.
    pub turns: f64,
    /// The mean time of each player for a decision, in milliseconds.
    pub thought: [f64; 2],
    /// Why it ended before its last game, where it did.
    pub stopped: Option<String>,
    /// Every game.
    pub games: Vec<Played>,
}

/// Where the results of a match are kept, so that it can be gone on with.
pub trait Kept: Sync {
    /// The result of a game, where it was played already.
    fn known(&self, number: u32, job: &Job) -> Option<Played>;

    /// A game has been played.
    fn keep(&self, number: u32, job: &Job, played: &Played);
}

/// Games are looked at in lots of this size, whatever the number of cores, so that a match ends after the same game
/// everywhere.
const LOT: u32 = 32;

impl Match {
    /// The job of a game: each seed twice with sides exchanged, the battles in turn. Two equal players would play the same
    /// game twice, so each of theirs has its own seed.
    pub fn job(&self, number: u32) -> Job {
        let (pair, exchanged) = (number / 2, number % 2 == 1);
        let [first, second] = self.players.clone();
        let round = u64::from(pair) / self.battles.len() as u64;
        let equals = first == second;
        let seed = self.seed + if equals { 2 * round + u64::from(exchanged) } else { round };
        let battle = self.battles[pair as usize % self.battles.len()].of_seed(&self.book, seed);
        let players = if exchanged { [second, first] } else { [first, second] };
        Job { book: self.book.clone(), battle, players, seed }
    }

    /// Plays it, on as many cores as the current pool has.
    pub fn play(&self, kept: &dyn Kept) -> Result<Outcome, Refusal> {
        if self.games == 0 {
            return Err(Refusal::field("games", "no games are asked for; a match has at least 1"));
        }
        let mut tally = Tally::default();
        for start in (0..self.games).step_by(LOT as usize) {
            let lot: Vec<u32> = (start..self.games.min(start + LOT)).collect();
            let played: Result<Vec<(Job, Played)>, Refusal> =
                lot.par_iter().map(|&number| self.one(number, kept)).collect();
            for (number, (job, played)) in lot.iter().zip(played?) {
                tally.count(number % 2 == 1, &job.battle.scenario, &played);
            }
            if let Some(why) = self.is_clear(tally.outcome.all) {
                tally.outcome.stopped = Some(why);
                break;
            }
        }
        Ok(tally.done())
    }

    fn one(&self, number: u32, kept: &dyn Kept) -> Result<(Job, Played), Refusal> {
        let job = self.job(number);
        if let Some(played) = kept.known(number, &job) {
            return Ok((job, played));
        }
        let played = job.play()?;
        kept.keep(number, &job, &played);
        Ok((job, played))
    }

    fn is_clear(&self, score: Score) -> Option<String> {
        let mark = self.better_than?;
        let (low, high) = score.at_any_time();
        let percent = mark * 100.0;
        match (low > mark, high < mark) {
            (true, _) => Some(format!("it is clear that the share is above {percent} %")),
            (_, true) => Some(format!("it is clear that the share is below {percent} %")),
            _ => None,
        }
    }
}

#[derive(Default)]
struct Tally {
    outcome: Outcome,
    places: HashMap<String, usize>,
    orders: u64,
    turns: u64,
    thought: [u64; 2],
    decisions: [u64; 2],
    leads: Vec<i64>,
}

impl Tally {
    fn count(&mut self, exchanged: bool, scenario: &str, played: &Played) {
        let seat = usize::from(exchanged);
        let won = played.winner.map(|winner| winner == seat);
        let next = self.places.len();
        let place = *self.places.entry(scenario.to_owned()).or_insert(next);
        let outcome = &mut self.outcome;
        if place == next {
            outcome.by_scenario.push((scenario.to_owned(), Score::default()));
            outcome.first_seat.push((scenario.to_owned(), Score::default()));
            self.leads.push(0);
        }
        outcome.all.count(won);
        outcome.by_scenario[place].1.count(won);
        outcome.by_seat[seat].count(won);
        outcome.first_seat[place].1.count(played.winner.map(|winner| winner == 0));
        self.leads[place] += i64::from(played.lead);
        outcome.games.push(played.clone());
        self.orders += u64::from(played.orders);
        self.turns += u64::from(played.turns);
        for player in 0..2 {
            let seat = if exchanged { 1 - player } else { player };
            self.thought[player] += played.thought[seat];
            self.decisions[player] += u64::from(played.decisions[seat]);
        }
    }

    fn done(mut self) -> Outcome {
        let games = f64::from(self.outcome.all.games().max(1));
        self.outcome.orders = self.orders as f64 / games;
        self.outcome.turns = self.turns as f64 / games;
        for player in 0..2 {
            self.outcome.thought[player] = self.thought[player] as f64 / 1e3 / self.decisions[player].max(1) as f64;
        }
        let scores = self.outcome.first_seat.iter().zip(&self.leads);
        self.outcome.leads = scores
            .map(|((scenario, score), lead)| (scenario.clone(), *lead as f64 / f64::from(score.games().max(1))))
            .collect();
        self.outcome
    }
}

/// Keeps nothing, and tells somebody of each game that was played.
pub struct Watched<'a>(pub &'a (dyn Fn() + Sync));

impl Kept for Watched<'_> {
    fn known(&self, _: u32, _: &Job) -> Option<Played> {
        None
    }

    fn keep(&self, _: u32, _: &Job, _: &Played) {
        (self.0)();
    }
}
