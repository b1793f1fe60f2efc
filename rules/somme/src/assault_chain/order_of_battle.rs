//! The units of both sides as a player lists them.

use crate::assault::Marks;
use crate::commitment::Nerve;
use crate::units::{Kind, MOST_STACKED, Nation, Ratings, check_unit, ratings};
use kernel::prelude::*;

/// A unit that is to assault.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct Attacker {
    /// What it is.
    #[field(rule = "R3")]
    pub kind: Arm,
    /// Whose it is.
    #[field(rule = "R3")]
    pub nation: Nation,
    /// Steps it has lost; infantry has 3, cavalry and tanks 2.
    #[field(rule = "R3", max = 2)]
    pub lost: u8,
    /// Its morale: British New Army 4, other British 4 or 5, French 5, German 5.
    #[field(rule = "8.7.1", min = 3, max = 6, default = 4)]
    pub morale: u8,
    /// The square it attacks from, seen from the defender. Units from one direction are stacked, 3 at most.
    #[field(rule = "R19", default = Direction::West)]
    pub from: Direction,
    /// It is in close assault, at most one unit a square.
    #[field(rule = "R15")]
    pub close_assault: bool,
    /// It is interdicted.
    #[field(rule = "10.0:attacker-interdicted")]
    pub interdicted: bool,
    /// It is suppressed.
    #[field(rule = "suppression:commitment")]
    pub suppressed: bool,
    /// It is disrupted, so it cannot try.
    #[field(rule = "disruption:no-assault")]
    pub disrupted: bool,
    /// It is unsupplied.
    #[field(rule = "11.0:attacker-unsupplied")]
    pub unsupplied: bool,
    /// It is outside the command range of its corps headquarters.
    #[field(rule = "R14")]
    pub out_of_command: bool,
    /// It has gone over the top in this phase already, so it does not roll for that again.
    #[field(rule = "R35")]
    pub over_the_top: bool,
    /// It is a tank company that has not rolled for breakdown in this phase, and does so first.
    #[field(rule = "R24")]
    pub to_roll: bool,
    /// It came up in this phase, so where British and French are not coordinated it goes back to where it was.
    #[field(rule = "R22")]
    pub came_up: bool,
}

/// A unit in a square that others attack from. It takes no part, but a counterattack meets it too.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct Bystander {
    /// What it is; its side is that of the attackers.
    #[field(rule = "R3")]
    pub kind: Kind,
    /// Steps it has lost; infantry has 3, all others 2.
    #[field(rule = "R3", max = 2)]
    pub lost: u8,
    /// Where its square lies, seen from the defender.
    #[field(rule = "R19", default = Direction::West)]
    pub from: Direction,
    /// It is interdicted.
    #[field(rule = "11.0:defender-interdicted")]
    pub interdicted: bool,
    /// It is suppressed, so its strength is halved.
    #[field(rule = "11.0:suppressed-halved")]
    pub suppressed: bool,
    /// It is disrupted.
    #[field(rule = "11.0:defender-disrupted")]
    pub disrupted: bool,
    /// It is a tank company that is broken down.
    #[field(rule = "R24")]
    pub broken_down: bool,
}

/// A unit in the square that is assaulted.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct Defender {
    /// What it is.
    #[field(rule = "R3")]
    pub kind: Kind,
    /// Whose it is.
    #[field(rule = "R3", default = Nation::German)]
    pub nation: Nation,
    /// Steps it has lost; infantry has 3, all others 2.
    #[field(rule = "R3", max = 2)]
    pub lost: u8,
    /// It is interdicted.
    #[field(rule = "11.0:defender-interdicted")]
    pub interdicted: bool,
    /// It is suppressed: no defensive fire, and its strength is halved.
    #[field(rule = "suppression:no-defensive-fire")]
    pub suppressed: bool,
    /// It is disrupted: no defensive fire, and no part in a counterattack; guns have none either.
    #[field(rule = "disruption:no-defensive-fire")]
    pub disrupted: bool,
    /// It is unsupplied, which matters in a counterattack.
    #[field(rule = "11.0:attacker-unsupplied")]
    pub unsupplied: bool,
    /// It is a tank company that is broken down: its defence is 1, it takes no part in a counterattack, and it is captured
    /// where others go back.
    #[field(rule = "R24")]
    pub broken_down: bool,
}

/// A kind of unit that assaults.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice)]
pub enum Arm {
    /// A British brigade, a French or a German regiment.
    #[default]
    Infantry,
    /// A cavalry brigade.
    Cavalry,
    /// A tank company that runs.
    Tanks,
}

/// A direction seen from the defender, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice)]
pub enum Direction {
    /// North.
    #[default]
    North,
    /// North-east.
    NorthEast,
    /// East.
    East,
    /// South-east.
    SouthEast,
    /// South.
    South,
    /// South-west.
    SouthWest,
    /// West.
    West,
    /// North-west.
    NorthWest,
}

impl Direction {
    /// R19: 90 degrees or more from the main direction.
    pub fn flanks(self, main: Direction) -> bool {
        let turn = (self as u8).abs_diff(main as u8);
        turn.min(8 - turn) >= 2
    }
}

/// An attacker with all that the rules look up; units that compare equal are alike in everything.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Unit {
    pub(super) kind: Arm,
    pub(super) nation: Nation,
    pub(super) from: Direction,
    pub(super) close_assault: bool,
    pub(super) marks: Marks,
    pub(super) nerve: Nerve,
    /// It went over the top before and rolls no more (R35).
    pub(super) over_the_top: bool,
    /// It rolls for breakdown first (R24).
    pub(super) to_roll: bool,
    /// It came up in this phase (R22).
    pub(super) came_up: bool,
    /// Steps it begins with.
    pub(super) steps: u8,
    attack: [u8; 4],
    defence: [u8; 4],
}

/// A strength for each number of steps left.
fn by_steps(ratings: Ratings, rating: u8) -> [u8; 4] {
    [0, 1, 2, 3].map(|left| ratings.reduced(rating, left.min(ratings.steps)))
}

impl Unit {
    fn of(attacker: &Attacker, trained: bool) -> Unit {
        let ratings = ratings(attacker.kind.kind(), attacker.nation);
        let &Attacker { interdicted, suppressed, disrupted, .. } = attacker;
        Unit {
            kind: attacker.kind,
            nation: attacker.nation,
            from: attacker.from,
            close_assault: attacker.close_assault,
            marks: Marks { interdicted, suppressed, disrupted },
            nerve: Nerve {
                morale: attacker.morale,
                trained,
                suppressed,
                disrupted,
                unsupplied: attacker.unsupplied,
                out_of_command: attacker.out_of_command,
                // Who runs beside it is known when it rolls.
                with_tank: false,
            },
            over_the_top: attacker.over_the_top,
            to_roll: attacker.to_roll && attacker.kind == Arm::Tanks,
            came_up: attacker.came_up,
            steps: ratings.steps - attacker.lost,
            attack: by_steps(ratings, ratings.attack),
            defence: by_steps(ratings, ratings.defence),
        }
    }

    /// Its attack strength with so many steps left.
    pub(super) fn attack(&self, steps: u8) -> u8 {
        self.attack[usize::from(steps)]
    }

    /// Its defence strength with so many steps left.
    pub(super) fn defence(&self, steps: u8) -> u8 {
        self.defence[usize::from(steps)]
    }

    /// What it is called.
    pub(super) fn label(&self) -> &'static str {
        match (self.nation, self.kind) {
            (Nation::British, Arm::Infantry) => "British brigade",
            (Nation::French, Arm::Infantry) => "French regiment",
            (Nation::German, Arm::Infantry) => "German regiment",
            (_, Arm::Cavalry) => "cavalry brigade",
            (_, Arm::Tanks) => "tank company",
        }
    }
}

/// The attackers in an order in which like units stand together.
pub(super) fn units(attackers: &[Attacker], trained: bool) -> Vec<Unit> {
    let mut units: Vec<Unit> = attackers.iter().map(|attacker| Unit::of(attacker, trained)).collect();
    units.sort();
    units
}

/// Those who defend a square, added up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Garrison {
    /// Factors in defensive fire of those who can fire.
    pub(super) fire: u8,
    /// Defence of those not suppressed.
    pub(super) defence: u8,
    /// Defence of the suppressed.
    pub(super) suppressed_defence: u8,
    /// Marks on any of them.
    pub(super) marks: Marks,
    /// There is infantry.
    pub(super) infantry: bool,
    /// Steps of each unit that can counterattack, of each that cannot, the disrupted and guns, and of broken-down tanks.
    pub(super) fit: Vec<u8>,
    pub(super) unfit: Vec<u8>,
    pub(super) broken: Vec<u8>,
    /// Attack strength of those who can counterattack, and what hinders them.
    pub(super) counterattack: u8,
    pub(super) counter_marked: bool,
    pub(super) counter_unsupplied: bool,
}

impl Garrison {
    /// R31: an empty trench square that a neighbour covers.
    pub(super) fn outpost() -> Garrison {
        Garrison { defence: 1, infantry: true, ..Garrison::default() }
    }

    pub(super) fn of(defenders: &[Defender]) -> Garrison {
        let mut garrison = Garrison::default();
        for defender in defenders {
            garrison.add(defender);
        }
        garrison
    }

    fn add(&mut self, defender: &Defender) {
        let ratings = ratings(defender.kind, defender.nation);
        let steps = ratings.steps - defender.lost;
        let strength = |rating| ratings.reduced(rating, steps);
        let &Defender { kind, interdicted, suppressed, disrupted, .. } = defender;
        let broken_down = defender.broken_down && kind == Kind::Tanks;
        if !suppressed && !disrupted {
            self.fire += strength(ratings.fire);
        }
        let defence = if broken_down { BROKEN_DOWN } else { strength(ratings.defence) };
        self.defends(kind, defence, Marks { interdicted, suppressed, disrupted });
        if broken_down {
            self.broken.push(steps);
        } else if disrupted || ratings.attack == 0 {
            self.unfit.push(steps);
        } else {
            self.fit.push(steps);
            self.counterattack += strength(ratings.attack);
            self.counter_marked |= interdicted || suppressed;
            self.counter_unsupplied |= defender.unsupplied;
        }
    }

    /// One of those who attack from the square, or were to, with so many steps left.
    pub(super) fn stands(&mut self, unit: &Unit, steps: u8, broken_down: bool) {
        let defence = if broken_down { BROKEN_DOWN } else { unit.defence(steps) };
        self.defends(unit.kind.kind(), defence, unit.marks);
        if broken_down { &mut self.broken } else { &mut self.unfit }.push(steps);
    }

    fn defends(&mut self, kind: Kind, defence: u8, marks: Marks) {
        *(if marks.suppressed { &mut self.suppressed_defence } else { &mut self.defence }) += defence;
        self.marks = self.marks.or(marks);
        self.infantry |= kind == Kind::Infantry;
    }

    /// The same with others who stand there too.
    #[must_use]
    pub(super) fn and(mut self, other: &Garrison) -> Garrison {
        self.defence += other.defence;
        self.suppressed_defence += other.suppressed_defence;
        self.marks = self.marks.or(other.marks);
        self.infantry |= other.infantry;
        self.unfit.extend_from_slice(&other.unfit);
        self.unfit.extend_from_slice(&other.fit);
        self.broken.extend_from_slice(&other.broken);
        self
    }

    /// Defence with the suppressed halved.
    pub(super) fn strength(&self) -> u8 {
        self.defence + self.suppressed_defence.div_ceil(2)
    }
}

/// R24 The defence of tanks that are broken down.
const BROKEN_DOWN: u8 = 1;

impl Bystander {
    /// The bystander as one of those who defend. In defence British and French are alike.
    pub(super) fn defends(&self, attackers: &[Attacker]) -> Defender {
        let &Bystander { kind, lost, interdicted, suppressed, disrupted, broken_down, .. } = self;
        let allied = attackers.iter().any(|attacker| attacker.nation.is_allied());
        let nation = if allied { Nation::British } else { Nation::German };
        Defender { kind, nation, lost, interdicted, suppressed, disrupted, broken_down, unsupplied: false }
    }
}

impl Arm {
    /// The kind of unit it is.
    pub fn kind(self) -> Kind {
        match self {
            Arm::Infantry => Kind::Infantry,
            Arm::Cavalry => Kind::Cavalry,
            Arm::Tanks => Kind::Tanks,
        }
    }
}

/// Refuses sides that cannot meet: mixed sides, too many units in a square, units without steps.
pub(super) fn check_forces(
    attackers: &[Attacker],
    bystanders: &[Bystander],
    defenders: &[Defender],
) -> Result<(), Refusal> {
    for attacker in attackers {
        check_unit(attacker.kind.kind(), attacker.nation, attacker.lost)?;
    }
    for bystander in bystanders {
        let Defender { kind, nation, lost, .. } = bystander.defends(attackers);
        check_unit(kind, nation, lost)?;
    }
    for defender in defenders {
        check_unit(defender.kind, defender.nation, defender.lost)?;
    }
    let allied = attackers.iter().filter(|unit| unit.nation.is_allied()).count();
    if allied > 0 && allied < attackers.len() {
        return Err(Refusal::field("attackers", "Germans do not assault together with British or French"));
    }
    if defenders.iter().any(|unit| unit.nation.is_allied() == (allied > 0)) {
        return Err(Refusal::field("defenders", "the defenders must all be of the side that is not attacking"));
    }
    for &from in Direction::ALL {
        let here = || attackers.iter().filter(move |unit| unit.from == from);
        if here().count() > MOST_STACKED {
            return Err(Refusal::field(
                "attackers",
                format!("{} units attack from the {from}, but a square holds {MOST_STACKED} (R4)", here().count()),
            ));
        }
        if here().filter(|unit| unit.close_assault).count() > 1 {
            return Err(Refusal::field(
                "attackers",
                format!("only one unit a square may be in close assault, and from the {from} there are more (R15)"),
            ));
        }
    }
    let close = attackers.iter().filter(|unit| unit.close_assault).count();
    if close > MOST_CLOSE {
        let sentence = format!("{close} units are in close assault, but an assault has {MOST_CLOSE} at most (R15)");
        return Err(Refusal::field("attackers", sentence));
    }
    Ok(())
}

/// R15: units in close assault in one assault.
pub const MOST_CLOSE: usize = 3;
