//! What happened.

use super::{Load, Mark, Order, Phase, Posture, Role, Side, SquadId};
use crate::gun_hit::Hit;
use crate::morale::Nerve;
use crate::vehicles::Progress;
use crate::weapons::Weapon;
use field::Point;

/// A fact to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Event {
    /// A move begins.
    Move { turn: u8 },
    /// A phase begins.
    Phase { phase: Phase },
    /// A side has written something down; only it is told.
    Written { side: Side, order: Order },
    /// A side is ready.
    Ready { side: Side },
    /// A squad has its masks on, or off.
    Masks { squad: SquadId, on: bool },
    /// A side has opened its gas cylinders.
    Releases { side: Side },
    /// Plotted fire falls: a gun on the table, or a howitzer off it.
    PlottedFalls { side: Side, gun: Option<SquadId> },
    /// So many plotted shells of a gun are lost; only its owner is told.
    ShellsLost { squad: SquadId, shells: u8 },
    /// Counter-battery fire has answered.
    Counter { side: Side, lost: u8 },
    /// A shell bursts.
    Bursts { side: Side, at: Point, load: Load },
    /// Clouds drift, thin out, and are gone.
    Drift { drift: u8, thin: u8, gone: u8 },
    /// Men are in gas.
    InGas { squad: SquadId, men: u8 },
    /// A gap is cleared in wire.
    WireCut { piece: u16, width: i64 },
    /// A structure has so much of its value left.
    Worn { piece: u16, left: u8 },
    /// A structure is destroyed.
    Ruined { piece: u16 },
    /// A shell has met a vehicle.
    VehicleHit { squad: SquadId, hit: Hit },
    /// A gun of a vehicle is knocked out.
    KnockedOut { squad: SquadId, weapon: Weapon },
    /// Men of a crew are lost.
    CrewLost { squad: SquadId, men: u8 },
    /// A gun or vehicle is lost; some of its crew were taken with it.
    Prize { squad: SquadId, crew: u8 },
    /// A gun is taken by an enemy squad.
    Taken { squad: SquadId, by: SquadId },
    /// Men fall; the most senior specialist among them, and how many are left.
    Fall { squad: SquadId, men: u8, named: Option<Role>, left: u8 },
    /// A squad surrenders.
    Surrenders { squad: SquadId, men: u8 },
    /// A squad leaves the table.
    Leaves { squad: SquadId, men: u8 },
    /// A squad tests, together with others or again in this move.
    Tests { squad: SquadId, joint: bool, again: bool },
    /// What its test did.
    Nerve { squad: SquadId, nerve: Nerve },
    /// A routed squad rallies.
    Rallies { squad: SquadId },
    /// A squad falls back.
    FallsBack { squad: SquadId, to: Point },
    /// A squad cannot fall back.
    Blocked { squad: SquadId },
    /// A side has the initiative.
    Initiative { side: Side },
    /// A side moves the first squad.
    GoesFirst { side: Side },
    /// A charge that was declared is shown.
    Declared { squad: SquadId, mark: Mark },
    /// A routed squad runs.
    Runs { squad: SquadId },
    /// A squad falls back for a second move.
    FallsBackAgain { squad: SquadId },
    /// A tank moves, or does not.
    Progress { squad: SquadId, progress: Progress },
    /// A side passes.
    Passes { side: Side },
    /// A side moves nobody any more in this phase.
    Rests { side: Side },
    /// A squad stays as it is.
    Stands { squad: SquadId },
    /// So many hits on a squad fall on men who have been hit at the same moment.
    HitTwice { squad: SquadId, hits: u8 },
    /// A squad wheels about its middle.
    Wheels { squad: SquadId, facing: u16 },
    /// A squad has moved.
    Moves { squad: SquadId, to: Point, forms: bool, at_wire: bool },
    /// Single men have moved.
    PlacesMen { squad: SquadId, men: u8 },
    /// A squad has turned.
    Turns { squad: SquadId, facing: u16 },
    /// A squad lies down, keeps down or gets up.
    Posture { squad: SquadId, posture: Posture },
    /// A squad mans a trench or a building.
    Mans { squad: SquadId, piece: u16 },
    /// A squad falls back of its own will.
    Retires { squad: SquadId },
    /// A squad limbers, unlimbers, mounts or dismounts.
    Changes { squad: SquadId },
    /// A vehicle drives.
    Drives { squad: SquadId, to: Point },
    /// Men step out of the way of a vehicle.
    StepsAside { squad: SquadId, men: u8 },
    /// A hidden sniper without a way home creeps towards one; only his side is told.
    CreepsHome { side: Side, to: Point },
    /// A sniper who has been seen and has no way home goes towards one.
    SeeksHome { squad: SquadId, to: Point },
    /// A sniper is seen: he fires, or was found.
    Revealed { squad: SquadId, fires: bool },
    /// A squad charges.
    Charges { squad: SquadId, mark: Mark },
    /// A charge does not reach the enemy.
    FallsShort { squad: SquadId, to: Point },
    /// A charged squad fires at point blank.
    PointBlank { squad: SquadId, at: SquadId },
    /// A charged squad holds its fire.
    HoldsFire { squad: SquadId },
    /// A charge falters.
    Falters { squad: SquadId },
    /// Two squads charge each other.
    MeetCharging { squad: SquadId, target: SquadId },
    /// Squads are in contact.
    Contact { squad: SquadId, target: SquadId },
    /// Fire is shown: so many lines of it.
    FireShown { volleys: u8 },
    /// So many figures or guns of a squad fire.
    Fires { squad: SquadId, weapon: Weapon, target: SquadId, number: u8 },
    /// A squad fires at a crew.
    FiresAtCrew { squad: SquadId, target: SquadId },
    /// A gun is laid at something.
    Lays { squad: SquadId, mark: Mark },
    /// A squad throws grenades.
    Throws { squad: SquadId, grenades: u8 },
    /// A grenade bursts against a halted tank.
    GrenadeAtTank { squad: SquadId },
    /// Men come into a melee that goes on.
    ClosesUp { squad: SquadId, men: u8 },
    /// A round of melee: figures in contact.
    Melee { attackers: u8, defenders: u8, attacker: Side },
    /// Equal casualties: they fight on.
    FightOn,
    /// Two rounds without a casualty: the attackers fall back.
    DiesDown { side: Side },
    /// A side loses a round: its figures that are left in the melee, and the enemy's.
    LosesRound { side: Side, left: u8, enemies: u8 },
    /// A squad is pushed back.
    PushedBack { squad: SquadId },
    /// A beaten squad stays in contact.
    StaysInContact { squad: SquadId },
    /// Winners keep to their defences.
    KeepsDefences { squad: SquadId },
    /// Winners follow up, and may touch another squad.
    FollowsUp { squad: SquadId, joins: Option<SquadId> },
    /// An objective changes hands.
    Holds { goal: u8, side: Side },
    /// The action is over.
    Over,
}
