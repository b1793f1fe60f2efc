//! Is a scenario fair? Equal players play it many times.

use crate::job::{Battle, Job, Played};
use crate::score::Score;
use kernel::procedure::Refusal;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;

/// What is to be found out.
#[derive(Clone, Debug)]
pub struct Balance {
    /// The book.
    pub book: String,
    /// What is played.
    pub battle: Battle,
    /// Who plays both sides.
    pub player: String,
    /// How many games.
    pub games: u32,
    /// The first seed.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The scenario.
    pub scenario: String,
    /// The games of the first seat.
    pub first_seat: Score,
    /// By how many points the first seat led at the end, par taken off, from the lowest to the highest.
    pub leads: Vec<i32>,
    /// What would have to be added to the par to make it even: the first seat's lead that half the games exceed, with its
    /// 95 % interval.
    pub to_par: (i32, (i32, i32)),
    /// How many turns games took: the shortest, the middle one, the longest.
    pub turns: [u32; 3],
    /// The mean number of orders.
    pub orders: f64,
    /// The rules that ended games, and how often.
    pub endings: BTreeMap<String, u32>,
    /// How often the lead changed, on average.
    pub changes: f64,
    /// The part of the game after which the lead did not change any more, on average.
    pub decided: f64,
}

impl Balance {
    /// Plays the games, on as many cores as the current pool has.
    pub fn find(&self, watch: &(dyn Fn() + Sync)) -> Result<Found, Refusal> {
        if self.games == 0 {
            return Err(Refusal::field("games", "no games are asked for; take at least 1"));
        }
        let played: Result<Vec<Played>, Refusal> = (0..self.games)
            .into_par_iter()
            .map(|game| {
                let seed = self.seed + u64::from(game);
                let battle = self.battle.of_seed(&self.book, seed);
                let players = [self.player.clone(), self.player.clone()];
                let played = Job { book: self.book.clone(), battle, players, seed }.play()?;
                watch();
                Ok(played)
            })
            .collect();
        Ok(found(&self.battle.scenario, &played?))
    }
}

fn found(scenario: &str, played: &[Played]) -> Found {
    let (mut first_seat, mut endings) = (Score::default(), BTreeMap::new());
    for game in played {
        first_seat.count(game.winner.map(|winner| winner == 0));
        *endings.entry(game.ended.clone()).or_default() += 1;
    }
    let mut leads: Vec<i32> = played.iter().map(|game| game.lead).collect();
    leads.sort_unstable();
    let mut turns: Vec<u32> = played.iter().map(|game| game.turns).collect();
    turns.sort_unstable();
    let mean = |of: &dyn Fn(&Played) -> f64| played.iter().map(of).sum::<f64>() / played.len() as f64;
    Found {
        scenario: scenario.to_owned(),
        first_seat,
        to_par: to_par(&leads),
        leads,
        turns: [turns[0], turns[turns.len() / 2], turns[turns.len() - 1]],
        orders: mean(&|game| f64::from(game.orders)),
        endings,
        changes: mean(&|game| f64::from(game.changes)),
        decided: mean(&|game| f64::from(game.decided) / f64::from(game.turns.max(1))),
    }
}

/// The middle of the leads, and the 95 % interval of it by their order. Between two games in the middle any par makes it
/// even: the least of them will do, so that where half the games are won none is named.
fn to_par(leads: &[i32]) -> (i32, (i32, i32)) {
    let count = leads.len() as f64;
    let half = 0.98 * count.sqrt();
    let at = |place: f64| leads[(place.max(0.0) as usize).min(leads.len() - 1)];
    let (below, above) = (leads[(leads.len() - 1) / 2], leads[leads.len() / 2]);
    (0.clamp(below, (above - 1).max(below)), (at(count / 2.0 - half), at(count / 2.0 + half)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_par_grows_by_the_lead_that_half_the_games_exceed() {
        let leads: Vec<i32> = (0..100).collect();
        // 50 of 100 leads are more than 49; the interval is 0.98 times the root of 100 to either side.
        assert_eq!(to_par(&leads), (49, (40, 59)));
        assert_eq!(to_par(&[7]), (7, (7, 7)));
    }

    #[test]
    fn no_par_is_named_where_half_the_games_are_won() {
        assert_eq!(to_par(&[-30, -8, 30, 40]).0, 0);
        assert_eq!(to_par(&[-30, -8, -2, 40]).0, -3, "the least that half the games exceed");
        assert_eq!(to_par(&[3, 3, 3, 9]).0, 3, "many games may end alike");
    }
}
