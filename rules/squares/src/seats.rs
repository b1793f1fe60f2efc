//! The roles of the two players.

use kernel::seat::Seat;

/// The player whose turn it is.
pub const ACTIVE: Seat = Seat("active player");
/// The player whose turn it is not.
pub const OTHER: Seat = Seat("other player");
/// The player whose square assaults.
pub const ASSAULTER: Seat = Seat("assaulter");
/// The player whose square is assaulted or shot at.
pub const TARGET: Seat = Seat("target");
/// The player whose square shoots.
pub const SHOOTER: Seat = Seat("shooter");
/// The player who owns the square in question.
pub const OWNER: Seat = Seat("owner");
/// The player whose guns fire a barrage.
pub const GUNNER: Seat = Seat("gunner");
/// The player who attacks in this battle.
pub const ATTACKER: Seat = Seat("attacker");
/// The player who defends in this battle.
pub const DEFENDER: Seat = Seat("defender");
