//! What happens in a battle.

use super::{AssaultOrder, Marker, Piece, Side, Square, TurnStep, UnitId, Units};
use crate::barrage::BarrageKind;
use crate::gas::Drift;
use crate::morale::Nerve;
use crate::scenario::AssetKind;
use crate::unit::Kind;
use kernel::rule::Rule;

/// A fact to be told. Its fields are what the sentence of the variant speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Event {
    /// A piece was placed in the set-up, or kept in reserve.
    Deployed { piece: Piece, to: Option<Square> },
    /// A side has set up.
    SetUp { side: Side },
    /// A turn begins.
    TurnBegins { turn: u8, side: Side },
    /// A player does nothing more in a step.
    Passed { side: Side, step: TurnStep },
    /// Gas was rolled for.
    GasDrifted { from: Square, to: Option<Square>, drift: Drift },
    /// An asset was rolled for.
    AssetRolled { side: Side, kind: AssetKind, came: bool },
    /// A barrage is laid.
    BarrageLaid { side: Side, kind: BarrageKind, squares: Vec<Square> },
    /// A square of a barrage lies where it fell.
    BarrageFell { kind: BarrageKind, aimed: Square, on: Square },
    /// A square of a barrage fell off the table.
    BarrageLost { kind: BarrageKind, aimed: Square },
    /// A rolling barrage has gone on into a square.
    BarrageRolledOn { on: Square },
    /// A square takes hits.
    SquareHit { at: Square, hits: u16, rule: Rule },
    /// A unit has hits to save.
    Hit { unit: UnitId, hits: u8, rule: Rule },
    /// A unit has lost half bases.
    Hurt { unit: UnitId, half_bases: u8 },
    /// A unit has lost its last half base.
    Destroyed { unit: UnitId },
    /// An order of the higher command was tried.
    Commanded { side: Side, square: Square, marker: Marker, through: bool },
    /// A square has tested its morale.
    Tested { side: Side, square: Square, nerve: Nerve, suppressed: bool },
    /// Casualty markers go after a morale test.
    CasualtiesCleared { square: Square, markers: u8 },
    /// A unit has routed.
    Routed { unit: UnitId },
    /// Units have gone back.
    FellBack { units: Units, from: Square, to: Square, rule: Rule },
    /// A unit has left the table.
    LeftTable { unit: UnitId, gone: bool },
    /// A piece has moved a square, or a commander has gone with his men.
    Moved { piece: Piece, from: Square, to: Square, extra: bool },
    /// A piece did not get out of scenery.
    Stuck { piece: Piece, at: Square },
    /// A commander was lost.
    CommanderLost { side: Side, at: Square },
    /// Cavalry has mounted or dismounted.
    Changed { unit: UnitId, kind: Kind },
    /// An assault begins.
    Assaulted(AssaultOrder),
    /// The target stands.
    Stood { at: Square },
    /// The target retires.
    Retired { at: Square },
    /// Both sides roll, with so many support squares.
    Supported { from: Square, supports: u8, target: Square, target_supports: u8 },
    /// A gun was removed after a lost fight.
    GunRemoved { unit: UnitId },
    /// The assaulter has won.
    Won { target: Square },
    /// The target has held.
    Held { target: Square },
    /// The target could not withdraw and is still there.
    CutOff { target: Square },
    /// A unit has moved into a taken square.
    MovedIn { unit: UnitId, to: Square },
    /// A unit has got the winning-the-fight marker.
    MarkerGiven { unit: UnitId, rule: Rule },
    /// A unit has lost its winning-the-fight marker at the end of a turn.
    MarkerGone { unit: UnitId },
    /// A square shoots.
    Shot { from: Square, target: Square, units: Units },
    /// The markers of higher command are removed.
    CommandMarkersRemoved,
    /// The barrage markers of a side are removed.
    BarragesRemoved { side: Side },
    /// A unit has arrived.
    Arrived { unit: UnitId, to: Square, rule: Rule },
    /// A unit that has rolled its 6 finds no room.
    NoRoom { unit: UnitId },
    /// An objective has changed hands.
    ObjectiveTaken { at: Square, side: Side },
    /// The countdown has run down.
    CountedDown { left: u8 },
    /// An army has collapsed.
    Collapsed { side: Side },
    /// The game is over.
    Over,
}
