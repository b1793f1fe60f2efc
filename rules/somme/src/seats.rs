//! The roles of the players.

use kernel::seat::Seat;

/// The Allied player, British and French.
pub const ALLIED: Seat = Seat("allied");
/// The German player.
pub const GERMAN: Seat = Seat("german");
/// The player whose guns fire or whose aircraft bomb.
pub const FIRER: Seat = Seat("firing player");
/// The player whose guns answer with counter-battery fire.
pub const ANSWERER: Seat = Seat("answering player");
/// The player who assaults.
pub const ATTACKER: Seat = Seat("attacker");
/// The player who is assaulted.
pub const DEFENDER: Seat = Seat("defender");
/// The player whose unit, headquarters or roll it is.
pub const OWNER: Seat = Seat("owner");
