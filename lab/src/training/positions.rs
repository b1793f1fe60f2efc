//! Quiet positions of games, with how the games ended.

use super::Training;
use crate::job::{Battle, play};
use kernel::dice::Seeded;
use kernel::game::{Ask, Facts, Judged, Player, View};
use kernel::procedure::Refusal;
use opponent::player;

/// Positions as facts, and the end of their games for the first seat.
#[derive(Clone, Debug, Default)]
pub(super) struct Positions {
    all: Vec<Facts>,
    /// Won, and by how much.
    ends: Vec<(f32, f32)>,
}

impl Positions {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, place: usize) -> (&Facts, (f32, f32)) {
        (&self.all[place], self.ends[place])
    }

    pub(super) fn and(mut self, mut more: Positions) -> Positions {
        self.all.append(&mut more.all);
        self.ends.append(&mut more.ends);
        self
    }
}

/// The quiet positions of one game.
pub(super) fn of_game<G: Judged>(battle: &Battle, training: &Training, game: u32) -> Result<Positions, Refusal> {
    let seed = training.seed.wrapping_mul(0x9e37).wrapping_add(u64::from(game));
    // A game in three is played straight; the others with more and more slips.
    let slips = [0, 5, 15][game as usize % 3];
    let slipping = || -> Result<Box<dyn Player<G>>, Refusal> {
        Ok(Box::new(Slipping { player: player::<G>(&training.player)?, slips }))
    };
    let mut players = [slipping()?, slipping()?];
    let (mut positions, mut quiet) = (Vec::new(), None);
    let played = play::<G>(battle, &mut players, seed, &mut |state| {
        let now = G::quiet(state);
        if quiet != Some(now) && G::result(state).is_none() {
            let mut facts = Facts::of(G::FACTS);
            G::facts(state, &mut facts);
            positions.push(facts);
        }
        quiet = Some(now);
    })?;
    let won = played.winner.map_or(0.5, |winner| if winner == 0 { 1.0 } else { 0.0 });
    let ends = vec![(won, played.margin as f32); positions.len()];
    Ok(Positions { all: positions, ends })
}

/// A player who slips so many times in a hundred.
struct Slipping<G: Judged> {
    player: Box<dyn Player<G>>,
    slips: u32,
}

impl<G: Judged> Player<G> for Slipping<G> {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        if random.below(100) < self.slips {
            G::sample(view, ask, random)
        } else {
            self.player.decide(view, ask, random)
        }
    }
}
