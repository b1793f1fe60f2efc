//! The roles of the players.

use kernel::seat::Seat;

/// The player whose men or guns fire.
pub const FIRER: Seat = Seat("firer");
/// The player whose men are fired at, shelled or gassed.
pub const TARGET: Seat = Seat("target");
/// The player who charges.
pub const ATTACKER: Seat = Seat("attacker");
/// The player who is charged.
pub const DEFENDER: Seat = Seat("defender");
/// The player whose squad, vehicle or battery it is.
pub const OWNER: Seat = Seat("owner");
/// The other player.
pub const ENEMY: Seat = Seat("enemy");
