//! What happened.

use super::{Side, UnitId};
use crate::assault::Verdict;
use crate::units::Kind;
use field::Point;

/// A fact to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Event {
    /// A turn begins with so many tokens for each side (R1, R21).
    Turn { turn: u8, attacker: u8, defender: u8 },
    /// A side has the initiative (Turn order:2), or gets it because the other is out of tokens.
    Initiative { side: Side },
    /// The roles change (Turn order:5).
    Roles { side: Side },
    /// A token is spent on a unit; with `first` it acts without a roll (R2), with `seized` it has seized the initiative.
    Activated { unit: UnitId, first: bool, seized: bool },
    /// A unit does nothing, as its test failed.
    Idle { unit: UnitId },
    /// A move is declared.
    Moves { unit: UnitId, fires: bool, forms: bool },
    /// An assault is declared.
    Assaults { unit: UnitId, target: UnitId },
    /// A move has ended.
    Went { unit: UnitId, to: Point, facing: u16 },
    /// A unit stops before a piece of ground (R14).
    StopsBefore { unit: UnitId, piece: u16 },
    /// A unit turns, forms up or stands still (R21).
    Turns { unit: UnitId, turns: bool, forms: bool },
    /// A unit has left by the exit (R26).
    Leaves { unit: UnitId },
    /// A unit fires.
    Fires { unit: UnitId, target: UnitId, indirect: bool },
    /// What fire or a fight did: hits, and markers laid, one of them on the loser of a fight (R12).
    Struck { unit: UnitId, hits: u8, laid: u8, beaten: bool },
    /// Bases are lost; so many are left.
    Lost { unit: UnitId, bases: u8, left: u8 },
    /// A unit falls back; it may be crowded by friends (R24).
    FallsBack { unit: UnitId, to: Point, crowded: bool },
    /// A unit cannot fall back (R11).
    Blocked { unit: UnitId },
    /// A unit is driven off the table (R11).
    DrivenOff { unit: UnitId },
    /// A reaction is declared for an inch of the move (R22).
    Declares { unit: UnitId, inch: u8 },
    /// The mover stands at the inch of a reaction (R22).
    Interrupted { unit: UnitId, at: Point },
    /// A token is spent on a reaction.
    Reacts { unit: UnitId, to: UnitId },
    /// A unit that was driven back by a reaction ends its activation (R24).
    Ends { unit: UnitId },
    /// A reaction comes too late.
    TooLate { unit: UnitId },
    /// A side does not react.
    Passes { side: Side },
    /// The interrupted mover goes on, or shortens its path (Common:interruption).
    GoesOn { unit: UnitId, shortened: bool },
    /// A unit that has moved does not fire (R7).
    HoldsFire { unit: UnitId },
    /// An attacker touches its target (R12).
    Touches { unit: UnitId, target: UnitId, flank: bool },
    /// How an assault ended (R12).
    Fought { unit: UnitId, target: UnitId, verdict: Verdict },
    /// The target of an assault got away (R6).
    GotAway { unit: UnitId, target: UnitId },
    /// Cavalry pursues (R12).
    Pursues { unit: UnitId, to: Point },
    /// Cavalry stays.
    Stays { unit: UnitId },
    /// A unit has tried to rally (R10).
    Rallies { unit: UnitId, rallied: bool },
    /// A unit mounts, dismounts, limbers or unlimbers (R16).
    Changes { unit: UnitId, kind: Kind, limbered: bool },
    /// A battery lays smoke (R8).
    LaysSmoke { unit: UnitId, at: Point },
    /// A commander rides (R17).
    Rides { leader: u8, to: Point },
    /// A commander flees to a unit (R25).
    Flees { leader: u8, to: UnitId },
    /// A commander is lost.
    LeaderLost { leader: u8 },
    /// A side surrenders the initiative (R4).
    Surrenders { side: Side },
    /// A side discards a token (R4).
    Discards { side: Side },
    /// A side lays a token on a unit to seize the initiative (R3).
    TriesToSeize { unit: UnitId },
    /// The initiative is seized (R3).
    Seizes { unit: UnitId },
    /// A side does not try to seize the initiative.
    LeavesIt { side: Side },
    /// An objective changes hands (R25).
    Holds { goal: u8, side: Side },
    /// Smoke has gone (R21).
    SmokeClears,
    /// The battle is over.
    Over,
}
