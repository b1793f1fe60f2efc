//! Finding the weights of quick play: they are shaken a little, two ways round, the two play each other, and all move
//! towards the one that won more (simultaneous perturbation).

use crate::job::{Battle, play};
use crate::score::Score;
use kernel::dice::Seeded;
use kernel::game::{Judged, Player};
use kernel::procedure::Refusal;
use opponent::{Quick, weights};
use rayon::prelude::*;
use shelf::{WithGame, with_game};

/// How weights are to be found.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The book.
    pub book: String,
    /// What is played.
    pub battles: Vec<Battle>,
    /// How often the weights are shaken.
    pub rounds: u32,
    /// Games of each round.
    pub games: u32,
    /// The first seed.
    pub seed: u64,
}

/// Weights by name, and how they do against those the search began with.
pub type Tuned = (Vec<(&'static str, i64)>, Score);

/// How far a weight is shaken at first, in hundredths of itself; it becomes less with each round.
const SHAKE: f64 = 0.2;
/// How far all weights move towards the winner of a round, for each tenth of the games that he won more.
const MOVE: f64 = 0.5;

impl Tuning {
    /// Looks for better weights, and plays what was found against the first ones, with four rounds' games that it has not
    /// seen.
    pub fn tune(&self, progress: &(dyn Fn(&str, f64) + Sync)) -> Result<Tuned, Refusal> {
        struct Tune<'a>(&'a Tuning, &'a (dyn Fn(&str, f64) + Sync));
        impl WithGame for Tune<'_> {
            type Answer = Result<Tuned, Refusal>;

            fn with<G: Judged>(self) -> Self::Answer {
                self.0.tune_of::<G>(self.1)
            }
        }
        with_game(&self.book, Tune(self, progress))?
    }

    fn tune_of<G: Judged>(&self, progress: &(dyn Fn(&str, f64) + Sync)) -> Result<Tuned, Refusal> {
        let first = weights::<G>();
        let mut now: Vec<f64> = first.iter().map(|weight| *weight as f64).collect();
        let mut random = Seeded::new(self.seed ^ 0x70e);
        for round in 0..self.rounds {
            let size = SHAKE / (1.0 + f64::from(round) / f64::from(self.rounds.max(1)) * 3.0);
            let shaken: Vec<f64> = now.iter().map(|_| if random.below(2) == 0 { size } else { -size }).collect();
            let moved = |way: f64| -> Vec<i64> {
                now.iter().zip(&shaken).map(|(weight, by)| (weight * (1.0 + way * by)).round() as i64).collect()
            };
            let score = self.meet::<G>(&moved(1.0), &moved(-1.0), self.games, self.seed + u64::from(round) * 7919)?;
            let towards = (score.share() - 0.5) * 10.0 * MOVE;
            for (weight, by) in now.iter_mut().zip(&shaken) {
                *weight *= 1.0 + (towards * by).clamp(-size, size) * 0.5;
            }
            progress("tuning", f64::from(round + 1) / f64::from(self.rounds));
        }
        let found: Vec<i64> = now.iter().map(|weight| weight.round() as i64).collect();
        let score = self.meet::<G>(&found, &first, self.games * 4, self.seed + 1_000_000_007)?;
        Ok((G::WEIGHTS.iter().map(|(name, _)| *name).zip(found).collect(), score))
    }

    /// A match of two sets of weights.
    fn meet<G: Judged>(&self, one: &[i64], other: &[i64], games: u32, seed: u64) -> Result<Score, Refusal> {
        let played: Result<Vec<Option<bool>>, Refusal> = (0..games)
            .into_par_iter()
            .map(|number| {
                let (pair, exchanged) = (number / 2, number % 2 == 1);
                let player =
                    |weights: &[i64]| -> Box<dyn Player<G>> { Box::new(Quick { slips: 0, weights: weights.to_vec() }) };
                let mut players = [player(one), player(other)];
                players.rotate_left(usize::from(exchanged));
                let seed = seed + u64::from(pair);
                let battle = self.battles[pair as usize % self.battles.len()].of_seed(&self.book, seed);
                let winner = play::<G>(&battle, &mut players, seed, &mut |_| ())?.winner;
                Ok(winner.map(|winner| winner == usize::from(exchanged)))
            })
            .collect();
        let mut score = Score::default();
        played?.into_iter().for_each(|won| score.count(won));
        Ok(score)
    }
}
