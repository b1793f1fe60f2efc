//! Everything that is so.

use super::allot::Allot;
use super::answer::Answer;
use super::bounds::Bounds;
use super::choose::Choose;
use super::moving::MoveSquad;
use super::naming::{Name, NameGun};
use super::plot::Plot;
use super::squad::{BASE, HIDDEN, beside, gap, touch};
use super::{Battle, Figure, Figures, Kind, Land, PerSide, Plan, Side, Sniper, Squad, SquadId};
use field::{Circle, Direction, Facing, Footprint, Point, Rectangle};
use kernel::game::{Decide, Due, Dues, Secret, Setting};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// No two hulls reach further than this from their middles, together.
const HULLS: i64 = 4 * field::INCH;

/// How near to a hull a man touches it.
const BY_HULL: i64 = field::INCH / 4;

/// A game as it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    /// The scenario.
    pub(super) battle: Setting<Battle>,
    /// The move, from 1; 0 before the first.
    pub turn: u8,
    /// Where the move stands.
    pub phase: Phase,
    /// The squads, lost ones too; the place in the list is the number.
    pub squads: Vec<Squad>,
    /// The figures of all squads, one squad after the other; the dead too.
    pub figures: Vec<Figure>,
    /// What each side has written down.
    pub plans: PerSide<Secret<Plan>>,
    /// Has each side written all it wants in this phase?
    pub ready: PerSide<bool>,
    /// The snipers of each side who have not been seen.
    pub hidden: PerSide<Secret<Vec<Sniper>>>,
    /// How many there are, or have still to be hidden.
    pub unseen: PerSide<u8>,
    /// The batteries off the table.
    pub batteries: PerSide<Battery>,
    /// R10 Has each side opened its gas cylinders?
    pub released: PerSide<bool>,
    /// Clouds of smoke and gas.
    pub clouds: SmallVec<[Cloud; 2]>,
    /// What shells took off the value of each piece of ground.
    pub worn: Vec<u8>,
    /// Gaps in wire.
    pub gaps: Vec<Gap>,
    /// Trenches and buildings where each side has seen enemies (R23).
    pub spotted: PerSide<Vec<u16>>,
    /// The wind.
    pub wind: Wind,
    /// The charges of this move, once they are revealed (Sequence:c).
    pub charges: SmallVec<[(SquadId, super::Mark); 4]>,
    /// Who had the initiative last.
    pub initiative: Option<Side>,
    /// Whose turn it is in phase c.
    pub active: Side,
    /// Passes in a row (R28).
    pub passes: u8,
    /// What is under way, the innermost last.
    pub frames: SmallVec<[Frame; 2]>,
    /// Squads that were in the same burst, cloud or melee in this phase, by its number (R11).
    pub causes: SmallVec<[(u8, SquadId); 4]>,
    /// Who holds each objective.
    pub holders: SmallVec<[Option<Side>; 4]>,
    /// What each side has scored by losses of the other (R19).
    pub score: PerSide<u16>,
    /// The side whose dice fall now, for the log.
    pub roller: Side,
    /// How the action ended.
    pub ending: Option<Ending>,
}

/// R1 Where a move stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Before the first move: snipers are hidden, and first orders written (R21).
    Prepare,
    /// a: plots and charges.
    Plot,
    /// b: plotted artillery falls.
    Shelling,
    /// b: clouds drift, and gas is thrown against.
    Clouds,
    /// b: the tests that come of it.
    ShellNerve,
    /// c: the initiative is thrown for.
    Initiative,
    /// c: its winner chooses to go first or second.
    Choose,
    /// c: squads move in turn.
    Move,
    /// d: fire is allocated.
    Fire,
    /// e: melees.
    Melee,
    /// f: other tests, and rallying.
    Nerve,
}

/// Something that is under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// Losses that are still to be taken, the next one last.
    Losses(Vec<Loss>),
    /// Shells that are still to fall, the next one last.
    Shells(Vec<Falling>),
    /// A charge that has come to the enemy.
    Charge(Charging),
    /// Melees that are still to be fought, the next one last.
    Melees(Vec<SquadId>),
    /// A round of melee whose losses have been taken.
    Round(Round),
    /// R17 A vehicle loses a gun, which its owner names.
    GunOut(SquadId),
}

/// Men of a squad who are lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Loss {
    /// Whose.
    pub squad: SquadId,
    /// How many.
    pub casualties: u8,
    /// The specialists among them.
    pub specialists: u8,
    /// Where it came from: the nearest fall first (R7).
    pub from: Point,
    /// Those who can be hit.
    pub among: Among,
    /// Who names a specialist: his owner, but in melee the enemy (R7).
    pub names: Side,
}

/// Who of a squad can be hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Among {
    /// Everybody.
    All,
    /// Those in a burst of this diameter.
    Burst(i64),
    /// Those in a piece of ground.
    Piece(u16),
    /// Those in a cloud of this diameter.
    Cloud(i64),
}

/// A shell that is about to fall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Falling {
    /// Whose it is.
    pub side: Side,
    /// The gun; none for a howitzer off the table.
    pub gun: Option<SquadId>,
    /// Where it is aimed.
    pub aim: Point,
    /// What it is filled with.
    pub load: super::Load,
}

/// A charge that has come to the enemy (Melee 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Charging {
    /// Who charges.
    pub squad: SquadId,
    /// Whom.
    pub target: SquadId,
    /// What has to be done now.
    pub stage: Stage,
}

/// Where a charge stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The defenders may fire.
    Asked,
    /// Their fire has fallen, and calls for a test where it does.
    Fired,
    /// The chargers come into contact.
    Contact,
}

/// A round of melee after its losses.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Round {
    /// The squads in it, of both sides.
    pub squads: SmallVec<[SquadId; 4]>,
    /// The attacking side.
    pub attacker: Side,
    /// Casualties of the attackers.
    pub attackers_lost: u16,
    /// Casualties of the defenders.
    pub defenders_lost: u16,
}

/// R10 A cloud.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Cloud {
    /// Where it is.
    pub at: Point,
    /// How wide it is.
    pub diameter: i64,
    /// The move of its life, from 1.
    pub age: u8,
    /// Is it gas?
    pub gas: bool,
}

/// Cover:wire A gap in wire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// Its middle.
    pub at: Point,
    /// How wide it is.
    pub width: i64,
}

/// A battery off the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Battery {
    /// Howitzers left.
    pub guns: u8,
    /// Moves of fire left (Bombardment:moves).
    pub moves: u8,
    /// Where it has fired and in which moves, for counter-battery fire (Bombardment:counter-third).
    pub fired: Vec<(Point, u8)>,
}

/// R10 The wind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Wind {
    /// Where it blows.
    pub towards: Direction,
    /// Inches that it carries a cloud in a move.
    pub inches: u8,
}

/// How an action ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// The moves are over.
    Points,
    /// R19 This side has no unrouted squad left.
    NoSquads(Side),
}

impl Cloud {
    /// The ground that it covers.
    pub fn circle(&self) -> Circle {
        Circle { middle: self.at, diameter: self.diameter }
    }
}

impl State {
    /// The decisions that are due.
    pub(super) fn due(&self) -> Dues<Figures> {
        let asks = |side: Side, decision: &'static dyn Decide<Figures>| {
            Dues::from_iter([Due::of(side.seat(), decision).about(self.turn.into()).open(self.lies_open())])
        };
        let both = |decision: &'static dyn Decide<Figures>| {
            let open = Side::BOTH.into_iter().filter(|side| !self.ready[*side]);
            open.map(|side| Due::of(side.seat(), decision).about(self.turn.into())).collect()
        };
        if self.ending.is_some() {
            return Dues::new();
        }
        match self.frames.last() {
            Some(Frame::Losses(losses)) => match losses.last() {
                Some(loss) if self.is_named(loss) => asks(loss.names, &Name),
                _ => Dues::new(),
            },
            Some(Frame::GunOut(id)) if self.to_lose_a_gun().is_some() => asks(self.squad(*id).side, &NameGun),
            Some(Frame::Charge(Charging { target, stage: Stage::Asked, .. })) => {
                asks(self.squad(*target).side, &Answer)
            }
            Some(_) => Dues::new(),
            None => match self.phase {
                Phase::Prepare | Phase::Plot => both(&Plot),
                Phase::Choose => asks(self.active, &Choose),
                Phase::Move if self.passes < 2 => asks(self.active, &MoveSquad),
                Phase::Fire => both(&Allot),
                _ => Dues::new(),
            },
        }
    }

    /// Is nothing hidden while a side decides alone? Known to all: that no sniper hides, and nobody has guns to plot.
    fn lies_open(&self) -> bool {
        Side::BOTH.into_iter().all(|side| {
            let army = self.battle.army(side);
            let guns = army.battery > 0 || army.squads.iter().any(|squad| squad.kind.gun().is_some());
            self.unseen[side] == 0 && !guns
        })
    }

    /// The table.
    pub fn land(&self) -> &Land {
        self.battle.land()
    }

    /// The squad of this number.
    pub fn squad(&self, id: SquadId) -> &Squad {
        &self.squads[usize::from(id.0)]
    }

    pub(super) fn squad_mut(&mut self, id: SquadId) -> &mut Squad {
        &mut self.squads[usize::from(id.0)]
    }

    /// The squad of this number, where it is one that still does something.
    pub(super) fn here(&self, id: SquadId) -> Option<&Squad> {
        self.squads.get(usize::from(id.0)).filter(|_| self.is_here(id))
    }

    /// Is there anybody left of it?
    pub fn is_here(&self, id: SquadId) -> bool {
        let squad = self.squad(id);
        match squad.hull {
            Some(hull) => hull.crew > 0 && !squad.taken,
            None => self.men(id).next().is_some(),
        }
    }

    /// The men of a squad, by their places in the list of figures.
    pub(super) fn men_at(&self, id: SquadId) -> impl Iterator<Item = usize> + Clone + '_ {
        let squad = self.squad(id);
        let first = usize::from(squad.first);
        (first..first + usize::from(squad.count)).filter(|man| self.figures[*man].alive)
    }

    /// The men of a squad.
    pub fn men(&self, id: SquadId) -> impl Iterator<Item = &Figure> + Clone {
        let squad = self.squad(id);
        let first = usize::from(squad.first);
        self.figures[first..first + usize::from(squad.count)].iter().filter(|man| man.alive)
    }

    /// Where the men of a squad stand, or its vehicle.
    pub(super) fn spots(&self, id: SquadId) -> SmallVec<[Point; 12]> {
        self.each_spot(id).collect()
    }

    /// The same, one after the other.
    pub(super) fn each_spot(&self, id: SquadId) -> impl Iterator<Item = Point> + Clone + '_ {
        let squad = self.squad(id);
        let hull = squad.is_vehicle().then_some(squad.at);
        // The figures of a vehicle are its crew, which is counted and stands nowhere.
        let men = hull.is_none().then(|| self.men(id).map(|man| man.at()));
        hull.into_iter().chain(men.into_iter().flatten())
    }

    /// The same, with the crew of a vehicle each where it stands.
    pub(super) fn heads(&self, id: SquadId) -> SmallVec<[Point; 12]> {
        let crew = self.squad(id).hull.map_or(1, |hull| usize::from(hull.crew));
        self.each_spot(id).flat_map(|spot| std::iter::repeat_n(spot, crew)).collect()
    }

    /// How many figures it has, or men in its vehicle.
    pub fn strength(&self, id: SquadId) -> u8 {
        self.squad(id).hull.map_or_else(|| self.men(id).count() as u8, |hull| hull.crew)
    }

    /// All numbers of squads.
    pub(super) fn ids(&self) -> impl Iterator<Item = SquadId> + Clone + use<> {
        (0..self.squads.len() as u8).map(SquadId)
    }

    /// The squads that are here.
    pub fn all(&self) -> impl Iterator<Item = (SquadId, &Squad)> + Clone {
        self.ids().filter(|id| self.is_here(*id)).map(|id| (id, self.squad(id)))
    }

    /// The squads of a side that are here.
    pub fn of_side(&self, side: Side) -> impl Iterator<Item = (SquadId, &Squad)> + Clone {
        self.all().filter(move |(_, squad)| squad.side == side)
    }

    /// What a squad is called.
    pub fn name(&self, id: SquadId) -> &str {
        match self.battle.listed(id) {
            Some(listed) => &listed.name,
            None if id.0 >= HIDDEN => "the hidden sniper",
            None if self.squads.len() > id.0.into() => "the sniper",
            None => "a squad that is not there",
        }
    }

    /// The distance from a point to the nearest man or hull of a squad.
    pub(super) fn distance_to(&self, id: SquadId, from: Point) -> i64 {
        self.each_spot(id).map(|spot| spot.distance(from)).min().unwrap_or(i64::MAX)
    }

    /// Common:distance The gap between the nearest men or hulls of two squads, from edge to edge.
    pub(super) fn distance(&self, one: SquadId, other: SquadId) -> i64 {
        let pairs = self.each_spot(one).flat_map(|spot| self.each_spot(other).map(move |enemy| (spot, enemy)));
        if self.squad(one).is_vehicle() || self.squad(other).is_vehicle() {
            return pairs.map(|(spot, enemy)| self.apart((one, spot), (other, enemy))).min().unwrap_or(i64::MAX);
        }
        // One root is enough, for the nearest.
        let nearest = pairs.map(|(spot, enemy)| beside(spot, enemy)).min_by_key(|off| off.x * off.x + off.y * off.y);
        nearest.map_or(i64::MAX, |off| Point::default().distance(off))
    }

    /// Common:distance Is the gap between two squads no more than this?
    pub(super) fn are_within(&self, one: SquadId, other: SquadId, range: i64) -> bool {
        let vehicles = self.squad(one).is_vehicle() || self.squad(other).is_vehicle();
        let bases = if vehicles { HULLS } else { 2 * BASE };
        let near = |own: Bounds, theirs: Bounds| own.are_within(&theirs, range + bases);
        match (self.bounds(one), self.bounds(other)) {
            (Some(own), Some(theirs)) if near(own, theirs) => {}
            _ => return false,
        }
        let within = |spot: Point, enemy: Point| {
            if vehicles {
                self.are_spots_within((one, spot), (other, enemy), range)
            } else {
                Point::default().within(beside(spot, enemy), range)
            }
        };
        self.each_spot(one).any(|spot| self.each_spot(other).any(|enemy| within(spot, enemy)))
    }

    /// Is the gap between a man or hull of one squad and one of another no more than this, each at his spot?
    pub(super) fn are_spots_within(&self, one: (SquadId, Point), other: (SquadId, Point), range: i64) -> bool {
        // No gap is longer than the way between the middles.
        one.1.within(other.1, range) || one.1.within(other.1, range + HULLS) && self.apart(one, other) <= range
    }

    /// The ground on which the middles of a squad's men are, or of its vehicle.
    pub(super) fn bounds(&self, id: SquadId) -> Option<Bounds> {
        Bounds::of(self.each_spot(id))
    }

    /// Common:distance The gap between a man or hull of one squad and one of another, each at his spot.
    pub(super) fn apart(&self, one: (SquadId, Point), other: (SquadId, Point)) -> i64 {
        if !self.squad(one.0).is_vehicle() && !self.squad(other.0).is_vehicle() {
            return gap(one.1, other.1);
        }
        let plan = |(id, spot): (SquadId, Point)| {
            let squad = self.squad(id);
            Footprint::from(if squad.is_vehicle() { squad.hull_plan() } else { Rectangle::square(spot, BASE) })
        };
        plan(one).gap(&plan(other))
    }

    /// Do a man or hull of one squad and one of another touch, each at his spot? Bases lie along the table and a hull
    /// mostly askew, so between them a quarter of an inch is touch.
    pub(super) fn do_touch(&self, one: (SquadId, Point), other: (SquadId, Point)) -> bool {
        if self.squad(one.0).is_vehicle() || self.squad(other.0).is_vehicle() {
            return self.are_spots_within(one, other, BY_HULL);
        }
        touch(one.1, other.1)
    }

    /// Is a man or hull of this side within a range of a point?
    pub(super) fn is_near(&self, side: Side, at: Point, range: i64) -> bool {
        self.of_side(side).any(|(id, squad)| {
            let reach = range + 20 * field::INCH;
            squad.at.within(at, reach) && self.each_spot(id).any(|spot| spot.within(at, range))
        })
    }

    /// Is a piece of ground shot to pieces (Cover:destroyed)?
    pub fn is_destroyed(&self, piece: usize) -> bool {
        let worn = self.worn[piece];
        worn > 0 && self.land().lie(piece).structure().value().is_some_and(|value| worn >= value)
    }

    /// The direction in which a squad's men stand in line: from one end to the other.
    pub(super) fn line_of(&self, id: SquadId) -> Option<Facing> {
        let spots = self.spots(id);
        let from = *spots.first()?;
        let far = *spots.iter().max_by_key(|spot| spot.distance(from))?;
        let other = *spots.iter().max_by_key(|spot| spot.distance(far))?;
        if spots.len() < 3 { None } else { Facing::along(other.minus(far)) }
    }

    /// Has a side an unrouted squad (R19)? Leaders, snipers and wagons are none.
    pub(super) fn stands(&self, side: Side) -> bool {
        let counts = |kind: Kind| !matches!(kind, Kind::Leader | Kind::Sniper | Kind::Wagon);
        self.of_side(side).any(|(_, squad)| !squad.routed && counts(squad.kind))
    }

    /// The plan of a side, in eyes that see it.
    pub(super) fn plan(&self, side: Side) -> &Plan {
        static NOTHING: Plan = Plan::NOTHING;
        self.plans[side].known().unwrap_or(&NOTHING)
    }

    pub(super) fn plan_mut(&mut self, side: Side) -> &mut Plan {
        match &mut self.plans[side] {
            Secret::Known(plan) => plan,
            Secret::Hidden => unreachable!("a whole state has no hidden part"),
        }
    }

    /// The hidden snipers of a side, in eyes that see them.
    pub(super) fn snipers(&self, side: Side) -> &[Sniper] {
        self.hidden[side].known().map_or(&[], Vec::as_slice)
    }
}
