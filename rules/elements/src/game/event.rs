//! What happened.

use super::strike::Firer;
use super::{Side, UnitId, Weapon};
use field::Point;

/// A fact to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Event {
    /// An element is set up elsewhere.
    Placed { unit: UnitId, at: Point },
    /// An element hides; only its own side is told.
    Hides { unit: UnitId, at: Point },
    /// A side is set up.
    Ready { side: Side },
    /// A side's half of a turn begins.
    Turn { turn: u8, side: Side },
    /// A side goes on to its next phase (R56).
    GoesOn { side: Side, to: &'static str },
    /// Somebody who was hidden is seen (R16).
    Revealed { unit: UnitId },
    /// A test was passed.
    Recovers { unit: UnitId },
    /// A test was failed.
    StaysSuppressed { unit: UnitId },
    /// An element routs.
    Routs { unit: UnitId },
    /// Support is called for.
    Calls { caller: UnitId, side: Side, asset: u8, at: Point, smoke: bool },
    /// A screen is laid (R25).
    Smokes { by: Firer, at: Point },
    /// A screen has gone.
    SmokeClears,
    /// Support fire falls somewhere.
    Falls { side: Side, asset: u8, at: Point },
    /// Aircraft do not come.
    NoSupport { side: Side, asset: u8 },
    /// Aircraft find nothing to attack (R38).
    FindsNothing { side: Side, asset: u8 },
    /// Aircraft attack (R38).
    Strafes { side: Side, asset: u8, target: UnitId },
    /// Fire at a spot (R29).
    Guesses { unit: UnitId, at: Point },
    /// An element fires; `unseen` where others spot for it (R30).
    Fires { unit: UnitId, target: UnitId, weapon: Weapon, unseen: bool },
    /// Those who ride on a vehicle are fired at (R26).
    AtRiders { vehicle: UnitId },
    /// The loser of a close combat gives way (R40).
    GivesWay { unit: UnitId },
    /// An element becomes suppressed.
    Suppressed { unit: UnitId },
    /// An element is removed.
    Removed { unit: UnitId },
    /// A fall-back move.
    FallsBack { unit: UnitId, to: Point },
    /// An element cannot get away (R14, R48).
    Blocked { unit: UnitId },
    /// An element is driven off the table.
    DrivenOff { unit: UnitId },
    /// A rider is on foot, or a gun is unlimbered.
    Dismounts { unit: UnitId, vehicle: UnitId, at: Point },
    /// There is no room to dismount (R14).
    NoRoom { unit: UnitId },
    /// Passengers stay aboard.
    StayAboard { vehicle: UnitId },
    /// A close combat is fought.
    Fight { attackers: Vec<UnitId>, defenders: Vec<UnitId> },
    /// A winner advances (R11).
    Advances { unit: UnitId, to: Point },
    /// A winner stays.
    StaysPut { unit: UnitId },
    /// A move has ended.
    Went { unit: UnitId, to: Point },
    /// Contact is made (R9).
    Touches { unit: UnitId, target: UnitId },
    /// A mover is stopped by somebody who was hidden (R31).
    StopsShort { unit: UnitId },
    /// An element turns where it stands.
    Turns { unit: UnitId },
    /// An element mounts, embarks or is limbered.
    Boards { unit: UnitId, vehicle: UnitId },
    /// A weapon is broken down, or set up.
    Packs { unit: UnitId, packed: bool },
    /// An element of the reserve comes on.
    Enters { unit: UnitId, at: Point },
    /// A non-combat element is overrun.
    Overrun { unit: UnitId },
    /// A commander takes the place of an element.
    Replaces { unit: UnitId, place: UnitId },
    /// There is nobody whose place a commander could take.
    NotReplaced { unit: UnitId },
    /// An objective changes hands (R51).
    Holds { goal: u8, side: Side },
    /// The battle is over.
    Over,
}
