//! The two sides.

use crate::seats::{ATTACKER, DEFENDER};

kernel::sides!(
    /// A side of an action.
    pub enum Side {
        /// It must do better than the other by more than par.
        Attacker attacker = ATTACKER,
        /// The other.
        Defender defender = DEFENDER,
    },
    pub struct PerSide
);
