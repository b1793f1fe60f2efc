//! What a shell or a grenade has done, as the desk tells it.

use crate::casualties::Losses;
use kernel::procedure::Outcome;
use std::fmt;

kernel::outcomes! {
    /// What a shell does, from the worst for the gun to the best.
    pub enum Effect {
        /// It catches nobody and nothing.
        Misses = "misses the target",
        /// It catches somebody or something, and harms neither.
        Harmless = "reaches the target without effect",
        /// It wears down the cover or cuts wire.
        Damages = "damages the cover",
        /// It hits men.
        HitsMen = "hits men",
        /// It destroys the cover.
        Destroys = "destroys the cover",
    }
}

/// What a shell has done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Shelling {
    /// In a word.
    pub effect: Effect,
    /// Men in the burst.
    pub exposed: u8,
    /// Men lost.
    pub lost: Losses,
    /// Taken off the value of the structure.
    pub damage: u8,
    /// Half inches of wire cleared.
    pub wire_cut: u8,
}

impl Shelling {
    /// What a shell has done that caught so many men.
    pub fn of(exposed: u8, lost: Losses) -> Shelling {
        let effect = match (exposed, lost.casualties) {
            (0, _) => Effect::Misses,
            (_, 0) => Effect::Harmless,
            _ => Effect::HitsMen,
        };
        Shelling { effect, exposed, lost, damage: 0, wire_cut: 0 }
    }

    /// The same with what it did to the structure.
    #[must_use]
    pub fn on_cover(self, effect: Effect) -> Shelling {
        Shelling { effect: self.effect.max(effect), ..self }
    }
}

impl fmt::Display for Shelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.effect)
    }
}

impl Outcome for Shelling {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("men in the burst", self.exposed.into()),
            ("casualties", self.lost.casualties.into()),
            ("specialists lost", self.lost.specialists.into()),
            ("taken off the cover", self.damage.into()),
            ("half inches of wire cut", self.wire_cut.into()),
        ]
    }
}
