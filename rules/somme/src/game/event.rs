//! What happens, as facts to be told.

use super::fight::Fight;
use super::order::{Operation, Resource};
use super::units::{UnitId, Units};
use crate::bombardment::Effect;
use crate::command_center::Resources;
use crate::defensive_fire::Volley;
use crate::headquarters::Mode;
use crate::mines::Blast;
use crate::results::Verdict;
use crate::scenario::{Side, Square};
use crate::turns::Turn as Date;
use crate::weather::Weather;

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "`say.rs` says what each means")]
pub enum Event {
    Bought { side: Side, operation: Operation },
    BoughtNothing { side: Side },
    Dug { at: Square },
    Hid,
    Drew,
    Changed,
    Showed { goals: [u8; 2] },
    Mined { at: Square, blast: Blast },
    TurnBegins { turn: u8, date: Date },
    Weather { weather: Weather },
    PhaseBegins { side: Side },
    Declared { side: Side, target: Square, guns: Units },
    Flies { target: Square },
    AllDeclared { side: Side },
    OffMap { target: Square },
    Uncovered { gun: UnitId, at: Square, found: bool },
    Answered { side: Side, target: Square, guns: Units },
    Silent { target: Square },
    Stilled { guns: Units, halved: bool },
    TooWeak { target: Square, factors: u8, least: u8 },
    Shelled { target: Square, effect: Effect },
    Disrupted { unit: UnitId },
    Lost { unit: UnitId, steps: u8, left: u8 },
    HqLost { hq: UnitId },
    Arrived { side: Side, units: Vec<UnitId>, waiting: usize },
    CameBack { hq: UnitId, at: Square },
    Opened,
    Moved { unit: UnitId, from: Square, to: Square },
    Marches { side: Side, to: Square, units: Vec<UnitId> },
    ModeSet { hq: UnitId, mode: Mode },
    Transferred { division: u16, corps: u8 },
    BreaksOff { at: Square },
    BrokenDown { unit: UnitId },
    Crowded { unit: UnitId, at: Square },
    MovementOver { side: Side },
    AssaultDeclared(Fight),
    Stayed { unit: UnitId },
    Goes { unit: UnitId },
    Went { target: Square, units: Units },
    NobodyWent { target: Square },
    Uncoordinated { target: Square, out: Units },
    WentBack { unit: UnitId, to: Square },
    Center { side: Side, resources: Resources, free: bool },
    Unsupported,
    Supported { target: Square, resource: Resource },
    Fired { target: Square, at: Square, volley: Volley, own: bool, neighbour: Option<Square> },
    NoFire { target: Square },
    DrivenBack { units: Units, at: Square },
    Beaten { target: Square, left: bool },
    Empty { target: Square },
    Resolved { target: Square, verdict: Verdict, counter: bool },
    Engaged { target: Square, with: Vec<Square> },
    GivesWay { target: Square, chosen: bool },
    Captured { unit: UnitId },
    Retreated { unit: UnitId, from: Square, to: Square, zoc: bool },
    CutOff { unit: UnitId },
    Advanced { target: Square, units: Units },
    NobodyAdvanced { target: Square },
    Consolidated { target: Square },
    BrokeThrough { unit: UnitId, to: Square },
    OthersStay { units: Units },
    AllTogether,
    Reorganizes,
    QuietTurn { assaults: u8 },
    HeldObjectives { held: u16 },
    ReplacementsCome { side: Side, steps: u8 },
    NobodyReplaced { side: Side, others: bool },
    Replaced { units: Vec<UnitId> },
    Rallied { unit: UnitId, rallies: bool },
    Recovered { unit: UnitId, recovers: bool },
    Over,
}
