//! Where what nobody may foresee comes from.

use crate::secrets::{GameId, random_bytes, random_number};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where the name of a game, the secret of its dice and the whims of its machines come from.
///
/// There is no setting of the program for it: whoever knows a seed knows every die.
#[derive(Clone, Debug, Default)]
pub enum Chance {
    /// From the system.
    #[default]
    System,
    /// From a seed, for tests that must see the same game on each run. A store that was filled from this seed cannot be
    /// used with it again: the names of its games would come back.
    Seeded {
        /// The seed.
        seed: u64,
        /// How many games were made of it.
        games: Arc<AtomicU64>,
    },
}

impl Chance {
    /// From a seed.
    pub fn seeded(seed: u64) -> Chance {
        Chance::Seeded { seed, games: Arc::default() }
    }

    /// The name of the next game, and the secret of its dice.
    pub(crate) fn next_game(&self) -> (GameId, [u8; 32]) {
        match self {
            Chance::System => (GameId::random(), random_bytes()),
            Chance::Seeded { seed, games } => {
                let number = games.fetch_add(1, Ordering::Relaxed);
                let drawn = |what| of_seed(*seed, what, &number.to_le_bytes());
                (GameId::of_bytes(&drawn("name")), drawn("secret"))
            }
        }
    }

    /// What a machine rolls for itself when it thinks about an ask.
    pub(crate) fn whim(&self, game: &GameId, ask: u32) -> u64 {
        match self {
            Chance::System => random_number(),
            Chance::Seeded { seed, .. } => {
                let drawn = of_seed(*seed, "whim", format!("{game}/{ask}").as_bytes());
                u64::from_le_bytes(drawn[..8].try_into().expect("eight bytes"))
            }
        }
    }
}

fn of_seed(seed: u64, what: &str, of: &[u8]) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("sandtable 2026-11 a test's seed");
    *hasher.update(&seed.to_le_bytes()).update(what.as_bytes()).update(of).finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_games_of_a_seed_are_the_same_again_and_unlike_one_another() {
        let draw = |seed| {
            let chance = Chance::seeded(seed);
            [chance.next_game(), chance.next_game()]
        };
        let [first, second] = draw(1);
        assert_eq!(draw(1), [first.clone(), second.clone()]);
        assert!(first.0 != second.0 && first.1 != second.1);
        assert!(draw(2)[0] != first);
        let whim = |ask| Chance::seeded(1).whim(&first.0, ask);
        assert_eq!(whim(3), whim(3));
        assert_ne!(whim(3), whim(4));
    }

    #[test]
    fn the_system_gives_nothing_twice() {
        let (first, second) = (Chance::System.next_game(), Chance::default().next_game());
        assert!(first.0 != second.0 && first.1 != second.1);
    }
}
