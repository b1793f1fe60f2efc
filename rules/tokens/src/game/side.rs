//! The two sides.

use crate::seats::{ATTACKER, DEFENDER};

kernel::sides!(
    /// A side of a battle.
    pub enum Side {
        /// It must do better than the other by more than par.
        Attacker attacker = ATTACKER,
        /// A tie is its victory (R18).
        Defender defender = DEFENDER,
    },
    pub struct PerSide
);
