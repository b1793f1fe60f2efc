//! What happened.

use super::{Side, UnitId};
use crate::assault::Verdict;
use crate::units::Kind;
use field::Point;

/// A fact to be told. `say.rs` has the sentence and the rule of each.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "plain data: where the name does not say it, a comment does")]
pub enum Event {
    // R1, R21 With so many tokens for each side.
    Turn { turn: u8, attacker: u8, defender: u8 },
    Initiative { side: Side },
    Roles { side: Side },
    // R2 With `first` it acts without a roll, with `seized` it has seized the initiative.
    Activated { unit: UnitId, first: bool, seized: bool },
    // Its test failed.
    Idle { unit: UnitId },
    // A move is declared, to where it is to end.
    Moves { unit: UnitId, to: Point, fires: bool, forms: bool },
    Assaults { unit: UnitId, target: UnitId },
    // A move has ended.
    Went { unit: UnitId, to: Point, facing: u16 },
    StopsBefore { unit: UnitId, piece: u16 },
    // R21 It turns, forms up or, with neither, stands still.
    Turns { unit: UnitId, turns: bool, forms: bool },
    // R26 By the exit.
    Leaves { unit: UnitId },
    Fires { unit: UnitId, target: UnitId, indirect: bool },
    // What fire or a fight did: hits, and markers laid, one of them on the loser of a fight (R12).
    Struck { unit: UnitId, hits: u8, laid: u8, beaten: bool },
    // So many bases, and so many are left.
    Lost { unit: UnitId, bases: u8, left: u8 },
    FallsBack { unit: UnitId, to: Point, crowded: bool },
    // R11 It cannot fall back.
    Blocked { unit: UnitId },
    DrivenOff { unit: UnitId },
    // R22 A reaction is declared for an inch of the move.
    Declares { unit: UnitId, inch: u8 },
    // R22 The mover stands at the inch of a reaction.
    Interrupted { unit: UnitId, at: Point },
    Reacts { unit: UnitId, to: UnitId },
    // R24 Driven back by a reaction, it has ended its activation.
    Ends { unit: UnitId },
    TooLate { unit: UnitId },
    // The side does not react.
    Passes { side: Side },
    GoesOn { unit: UnitId, shortened: bool },
    HoldsFire { unit: UnitId },
    // R12 An attacker touches its target.
    Touches { unit: UnitId, target: UnitId, flank: bool },
    Fought { unit: UnitId, target: UnitId, verdict: Verdict },
    GotAway { unit: UnitId, target: UnitId },
    Pursues { unit: UnitId, to: Point },
    // Cavalry does not pursue.
    Stays { unit: UnitId },
    // It has tried to rally.
    Rallies { unit: UnitId, rallied: bool },
    // R16 It mounts, dismounts, limbers or unlimbers.
    Changes { unit: UnitId, kind: Kind, limbered: bool },
    LaysSmoke { unit: UnitId, at: Point },
    Rides { leader: u8, to: Point },
    Flees { leader: u8, to: UnitId },
    LeaderLost { leader: u8 },
    Surrenders { side: Side },
    Discards { side: Side },
    TriesToSeize { unit: UnitId },
    Seizes { unit: UnitId },
    // The side does not try to seize the initiative.
    LeavesIt { side: Side },
    // R25 An objective changes hands.
    Holds { goal: u8, side: Side },
    SmokeClears,
    Over,
}
