//! Teaching: games are played, their quiet positions kept with how the game ended, and a judgement is fitted to them.

mod fit;
mod positions;

use crate::job::Battle;
use fit::Fit;
use kernel::dice::Seeded;
use kernel::game::{Group, Judged, ScenarioCard};
use kernel::procedure::{Kind, Refusal, Situation};
use opponent::{Judgement, Notes};
use positions::Positions;
use rayon::prelude::*;
use serde::Serialize;
use shelf::{WithGame, with_game};

/// How a judgement is to be learned.
#[derive(Clone, Debug)]
pub struct Training {
    /// The book.
    pub book: String,
    /// Who plays the games that are learned from; both seats are his.
    pub player: String,
    /// How many games are played.
    pub games: u32,
    /// The first seed.
    pub seed: u64,
    /// How wide the two layers are.
    pub layers: [usize; 2],
    /// How often all positions are gone through.
    pub rounds: u32,
    /// The command, to be written into the file.
    pub command: String,
}

/// What was learned.
#[derive(Clone, Debug, Serialize)]
pub struct Lesson {
    /// The file of the judgement.
    pub text: String,
    /// How many positions were learned from.
    pub learned: usize,
    /// What was found on positions of games that were kept back.
    pub measured: Measured,
}

/// How far a judgement can be trusted, on positions that it was not taught.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// How many positions it was measured by.
    pub positions: usize,
    /// The mean log loss of the chance to win: 0.693 is knowing nothing.
    pub loss: f64,
    /// The mean error of the margin, in points.
    pub margin_error: f64,
    /// In ten steps of the chance: how often it was said, what was said on average, how often the game was won.
    pub calibration: Vec<(u32, f64, f64)>,
}

/// Where training has got to: a sentence, and how much of all is done.
pub(crate) type Progress<'a> = &'a (dyn Fn(&str, f64) + Sync);

impl Training {
    /// Plays and learns.
    pub fn learn(&self, progress: Progress<'_>) -> Result<Lesson, Refusal> {
        struct Learn<'a>(&'a Training, Progress<'a>);
        impl WithGame for Learn<'_> {
            type Answer = Result<Lesson, Refusal>;

            fn with<G: Judged>(self) -> Self::Answer {
                self.0.learn_of::<G>(self.1)
            }
        }
        self.is_enough()?;
        with_game(&self.book, Learn(self, progress))?
    }

    /// Plays, learns nothing, and measures what was learned of the book before.
    pub fn calibrate(&self, progress: Progress<'_>) -> Result<Measured, Refusal> {
        struct Calibrate<'a>(&'a Training, Progress<'a>);
        impl WithGame for Calibrate<'_> {
            type Answer = Result<Measured, Refusal>;

            fn with<G: Judged>(self) -> Self::Answer {
                let Some(judgement) = opponent::learned::<G>() else {
                    let sentence = format!("nothing was learned of {} yet; 'sandtable lab train' teaches it", G::BOOK);
                    return Err(Refusal::field("book", sentence));
                };
                let played = self.0.positions::<G>(self.1)?;
                Ok(fit::measure(&judgement, &played.into_iter().fold(Positions::default(), Positions::and)))
            }
        }
        self.is_enough()?;
        with_game(&self.book, Calibrate(self, progress))?
    }

    fn is_enough(&self) -> Result<(), Refusal> {
        if self.games < 100 {
            let sentence = format!("{} are too few games to learn anything from; take 100 or more", self.games);
            return Err(Refusal::field("games", sentence));
        }
        Ok(())
    }

    fn learn_of<G: Judged>(&self, progress: Progress<'_>) -> Result<Lesson, Refusal> {
        let played = self.positions::<G>(progress)?;
        // One game in ten is kept back whole.
        let (kept_back, learned): (Vec<_>, Vec<_>) =
            played.into_iter().enumerate().partition(|(game, _)| game % 10 == 0);
        let join = |games: Vec<(usize, Positions)>| {
            games.into_iter().fold(Positions::default(), |all, (_, positions)| all.and(positions))
        };
        let (learned, kept_back) = (join(learned), join(kept_back));
        let fit = Fit { facts: Group::all(G::FACTS), layers: self.layers, rounds: self.rounds, seed: self.seed };
        let judgement = fit.learn(&learned, &kept_back, progress);
        let measured = fit::measure(&judgement, &kept_back);
        let notes: Notes = vec![
            ("command".to_owned(), self.command.clone()),
            ("games".to_owned(), format!("{} by {}", self.games, self.player)),
            ("positions".to_owned(), format!("{} and {} kept back", learned.len(), kept_back.len())),
            ("loss".to_owned(), format!("{:.4} kept back", measured.loss)),
        ];
        Ok(Lesson { text: judgement.text(G::BOOK, G::FACTS, &notes), learned: learned.len(), measured })
    }

    /// Plays the games, on as many cores as the current pool has. Each is played with slips, some with many, so that
    /// positions are met that good play would not come to.
    fn positions<G: Judged>(&self, progress: Progress<'_>) -> Result<Vec<Positions>, Refusal> {
        let scenarios = G::scenarios();
        let done = std::sync::atomic::AtomicU32::new(0);
        (0..self.games)
            .into_par_iter()
            .map(|game| {
                let positions = positions::of_game::<G>(&self.battle::<G>(&scenarios, game), self, game)?;
                let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
                if done.is_multiple_of(50) {
                    progress("playing", f64::from(done) / f64::from(self.games));
                }
                Ok(positions)
            })
            .collect()
    }

    /// What is fought in a game: the scenarios of the book in turn, and where it makes battles, as often one of those, each
    /// time another, as large as the book allows. A few dozen made battles would be learned by heart.
    fn battle<G: Judged>(&self, scenarios: &[ScenarioCard], game: u32) -> Battle {
        let mut random = Seeded::new(self.seed ^ 0xba77 ^ u64::from(game) << 20);
        let made = |card: &&ScenarioCard| card.options.iter().any(|option| option == "seed");
        let (generated, written): (Vec<&ScenarioCard>, Vec<&ScenarioCard>) = scenarios.iter().partition(made);
        let lot =
            if generated.is_empty() || (random.below(2) == 0 && !written.is_empty()) { written } else { generated };
        let card = lot[random.below(lot.len() as u32) as usize];
        let mut battle = Battle { scenario: card.id.clone(), ..Battle::default() };
        if made(&card) {
            battle.options.insert("seed".to_owned(), random.below(1 << 20).into());
        }
        if card.options.iter().any(|option| option == "points")
            && let Some(Kind::Number { min, max }) = kind_of::<G::Options>("points")
        {
            let points = min + i64::from(random.below((max - min + 1) as u32));
            battle.options.insert("points".to_owned(), points.into());
        }
        battle
    }
}

fn kind_of<S: Situation>(name: &str) -> Option<&'static Kind> {
    S::fields().iter().find(|field| field.name == name).map(|field| &field.kind)
}

/// What a judgement says of positions whose end is known.
pub(crate) fn log_loss(win: f32, won: f32) -> f64 {
    let win = f64::from(win).clamp(1e-6, 1.0 - 1e-6);
    let won = f64::from(won);
    -(won * win.ln() + (1.0 - won) * (1.0 - win).ln())
}

/// A judgement that knows nothing yet: small weights by chance.
pub(crate) fn blank(facts: usize, [wide, deep]: [usize; 2], seed: u64) -> Judgement {
    let layout = opponent::Layout::of(facts, wide, deep);
    let mut random = Seeded::new(seed);
    let mut weights = vec![0.0; layout.all];
    let mut fill = |range: std::ops::Range<usize>, scale: f32| {
        for weight in &mut weights[range] {
            *weight = (random.below(2_001) as f32 / 1_000.0 - 1.0) * scale;
        }
    };
    fill(layout.first..layout.first_bias, 0.15);
    fill(layout.second..layout.second_bias, (1.0 / wide as f32).sqrt());
    fill(layout.last..layout.last_bias, (1.0 / deep as f32).sqrt() * 0.5);
    Judgement { wide, deep, facts, weights }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn battles_of_a_lesson_are_such_as_the_book_makes() {
        struct Read;
        impl WithGame for Read {
            type Answer = usize;

            fn with<G: Judged>(self) -> usize {
                let training = Training {
                    book: G::BOOK.to_owned(),
                    player: "quick".to_owned(),
                    games: 100,
                    seed: 1,
                    layers: [2, 2],
                    rounds: 1,
                    command: String::new(),
                };
                let battles = (0..40).map(|game| training.battle::<G>(&G::scenarios(), game));
                let sizes = battles.filter_map(|battle| {
                    let options = G::Options::read(&battle.options).unwrap();
                    G::scenario_text(&battle.scenario, &options).unwrap();
                    battle.options.get("points").cloned()
                });
                sizes.map(|points| points.to_string()).collect::<std::collections::BTreeSet<_>>().len()
            }
        }
        for (book, least) in [("squares", 10), ("tokens", 10), ("elements", 10), ("somme", 0), ("figures", 0)] {
            assert!(with_game(book, Read).unwrap() >= least, "{book}: battles of many sizes");
        }
    }
}
