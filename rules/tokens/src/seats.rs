//! The two seats of a game, and the roles that their players have in its steps.

use kernel::seat::Seat;

/// The seat that attacks in a scenario.
pub const ATTACKER: Seat = Seat("attacker");
/// The seat that defends in a scenario; a tie is its victory (R18).
pub const DEFENDER: Seat = Seat("defender");

/// The side that is named first in a situation.
pub const FIRST: Seat = Seat("first side");
/// The player who has the initiative.
pub const ACTIVE: Seat = Seat("active player");
/// The player who may react to what the active one does.
pub const REACTIVE: Seat = Seat("reactive player");
/// The player whose unit fires.
pub const FIRER: Seat = Seat("firer");
/// The player whose unit assaults.
pub const ASSAULTER: Seat = Seat("assaulter");
/// The player whose unit is fired at or assaulted.
pub const TARGET: Seat = Seat("target");
/// The player whose unit or army is tested.
pub const OWNER: Seat = Seat("owner");
