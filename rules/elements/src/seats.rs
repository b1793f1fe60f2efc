//! The roles of the two players.

use kernel::seat::Seat;

/// The player whose element tests or moves.
pub const OWNER: Seat = Seat("owner");
/// The player who fires.
pub const FIRER: Seat = Seat("firer");
/// The player who is fired at.
pub const TARGET: Seat = Seat("target");
/// The player who calls for support.
pub const CALLER: Seat = Seat("caller");
/// The player whose elements made contact.
pub const ATTACKER: Seat = Seat("attacker");
/// The player whose elements were contacted.
pub const DEFENDER: Seat = Seat("defender");
/// The player whose infantry hunts a tank.
pub const HUNTER: Seat = Seat("hunter");
