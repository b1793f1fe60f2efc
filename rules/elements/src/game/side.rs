//! The two sides.

use crate::seats::{ATTACKER, DEFENDER};

kernel::sides!(
    /// A side of a battle.
    pub enum Side {
        /// It moves first, and must do better than the other by more than par.
        Attacker attacker = ATTACKER,
        /// It sets up first and may hide (R13, R20).
        Defender defender = DEFENDER,
    },
    pub struct PerSide
);
