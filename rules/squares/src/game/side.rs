//! The two players.

use crate::seats::{ATTACKER, DEFENDER};
use field::grid::Way;

kernel::sides!(
    /// A player: the one who attacks, from the bottom of the table, or the one who defends at its top.
    pub enum Side {
        /// The attacker, who has the first turn.
        Attacker attacker = ATTACKER,
        /// The defender.
        Defender defender = DEFENDER,
    },
    pub struct PerSide
);

impl Side {
    /// Towards the enemy base edge.
    pub const fn forward(self) -> Way {
        match self {
            Side::Attacker => Way::North,
            Side::Defender => Way::South,
        }
    }

    /// R6 The rows it sets up in: the defender in his rows 1 to 3, the attacker in his rows 1 and 2.
    pub const fn set_up_rows(self) -> u8 {
        match self {
            Side::Attacker => 2,
            Side::Defender => 3,
        }
    }

    /// Towards the own base edge.
    pub const fn back(self) -> Way {
        self.forward().back()
    }
}
