//! 28: morale, through steady, retire and run.

use crate::charts;
use crate::hits::{Body, Placement, Placing, Toll, policies};
use crate::saves::Shelter;
use crate::seats::{OTHER, OWNER};
use crate::unit::{Defences, Ground, Kind, Quality, Unit, check_square};
use kernel::prelude::*;
use std::fmt;
use std::sync::LazyLock;

kernel::modifiers! {
    Modifiers, MODIFIERS of charts::MORALE {
        casualty_marker,
        reservist,
        barrage_marker,
        enemy_face,
        professional,
        mg_tank_or_ac,
        hasty_defences,
        woods_or_buildings,
        morale_bonus,
        trenches,
        hold_the_line,
    }
}

kernel::modifiers! { RunModifiers, RUN of charts::MORALE_OUTCOMES { run_reservist, run_professional } }

/// A square that tests its morale.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct MoraleTest {
    /// The units of the square that test.
    #[field(rule = "28", min = 1, max = 6, default = vec![Unit::default(); 2])]
    pub units: Vec<Unit>,
    /// Units that have fallen back into the square this turn: they count for its dice, but do not test again.
    #[field(rule = "28:in-square", max = 3)]
    pub fallen_back: Vec<Unit>,
    /// Casualty markers in the square.
    #[field(rule = "28:casualty-marker", max = 40, default = 2)]
    pub casualty_markers: u8,
    /// Barrage markers in the square, gas included.
    #[field(rule = "28:barrage-marker", max = 40)]
    pub barrage_markers: u8,
    /// Faces of the square that enemies hold.
    #[field(rule = "28:enemy-face", max = 4, default = 2)]
    pub enemy_faces: u8,
    /// The scenery of the square.
    #[field(rule = "28:woods-or-buildings")]
    pub ground: Ground,
    /// The defences of the square.
    #[field(rule = "28:hasty-defences")]
    pub defences: Defences,
    /// A morale-bonus marker is in the square.
    #[field(rule = "28:morale-bonus")]
    pub morale_bonus: bool,
    /// A hold-the-line marker is in the square.
    #[field(rule = "28:hold-the-line")]
    pub hold_the_line: bool,
    /// The square lies under a suppression barrage: nobody leaves it.
    #[field(rule = "R14")]
    pub suppression: bool,
    /// What is behind the square.
    #[field(rule = "28:fall-back")]
    pub behind: Behind,
    /// How the owner places the first hits.
    #[field(rule = "28:retire-hit")]
    pub owner_places: Placing,
    /// How the other player places the later ones of the 6.
    #[field(rule = "28:enemy-behind", default = Placing::Weakest)]
    pub other_places: Placing,
}

/// What is behind a square that tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Behind {
    /// Nobody, or friends, who are leapfrogged and not displaced.
    #[default]
    Clear,
    /// An enemy: no way back.
    Enemy,
    /// The table edge.
    TableEdge,
}

/// 28 The dice of a morale test.
pub fn morale_dice(test: &MoraleTest) -> Tally {
    pool(test, true)
}

/// The same sum, whose lines are kept where somebody reads them ([`Dice::tells`]).
pub fn pool(test: &MoraleTest, tells: bool) -> Tally {
    // 28:in-square What is in the square counts, be it to test or not.
    let any = |is: &dyn Fn(&Unit) -> bool| test.units.iter().chain(&test.fallen_back).any(is);
    let armed = |unit: &Unit| unit.kind == Kind::MachineGun || unit.kind.is_tank() || unit.kind.is_armoured_car();
    Tally::when_told("dice", tells)
        .times(test.casualty_markers.into(), &MODIFIERS.casualty_marker)
        .when(any(&|unit| unit.is(Quality::Reservist)), &MODIFIERS.reservist)
        .times(test.barrage_markers.into(), &MODIFIERS.barrage_marker)
        .times(test.enemy_faces.saturating_sub(1).into(), &MODIFIERS.enemy_face)
        .when(any(&|unit| unit.is(Quality::Professional)), &MODIFIERS.professional)
        .when(any(&armed), &MODIFIERS.mg_tank_or_ac)
        .when(test.defences == Defences::Hasty, &MODIFIERS.hasty_defences)
        .when(test.ground.is_woods_or_buildings(), &MODIFIERS.woods_or_buildings)
        .when(test.morale_bonus, &MODIFIERS.morale_bonus)
        .when(test.defences.is_trenches_or_fort(), &MODIFIERS.trenches)
        .when(test.hold_the_line, &MODIFIERS.hold_the_line)
        .at_least(Rule("R5"), "below 1: passed", 0)
}

kernel::outcomes! {
    /// What a square does, from the worst for its owner to the best.
    pub enum Nerve {
        /// Units may rout, then it falls back.
        Run = "run",
        /// It falls back.
        Retire = "retire",
        /// Nobody leaves, and no assault starts from it.
        Steady = "steady",
        /// Nothing happens.
        Passed = "passed",
    }
}

/// How a test ended and what it cost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MoraleEnd {
    /// What the square does.
    pub nerve: Nerve,
    /// Units lost or routed.
    pub units_lost: std::cmp::Reverse<u8>,
    /// Half bases lost by those that are left or died of hits; routed units are not counted.
    pub half_bases_lost: std::cmp::Reverse<u8>,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The dice are to be thrown.
    Test,
    /// Units are rolled for, one by one; those routed so far.
    Rout {
        /// The next unit.
        next: u8,
        /// A bit for each unit that routed.
        routed: u8,
    },
    /// The owner's 1 hit is being saved; then comes the way back.
    Hit {
        /// Run or retire.
        nerve: Nerve,
        /// A bit for each unit that routed.
        routed: u8,
        /// What has been suffered.
        toll: Toll,
    },
    /// The 6 hits of a square that cannot fall back are being saved, or it has fallen back.
    Back {
        /// Run or retire.
        nerve: Nerve,
        /// A bit for each unit that routed.
        routed: u8,
        /// What has been suffered.
        toll: Toll,
    },
    /// Nobody moves.
    Stays(Nerve),
}

/// The chain of a morale test.
pub struct MoraleChain {
    dice: Tally,
    units: Vec<Unit>,
    body: Body,
    behind: Behind,
    suppression: bool,
}

static OUTCOMES: LazyLock<Table<Nerve>> =
    LazyLock::new(|| Table::of_column(&charts::MORALE_OUTCOMES, "result", Nerve::read));

impl MoraleChain {
    /// The chain of a situation.
    pub fn of(test: &MoraleTest) -> MoraleChain {
        let placement =
            Placement { owner: OWNER, first: 2, owner_places: test.owner_places, other_places: test.other_places };
        MoraleChain {
            dice: morale_dice(test),
            units: test.units.clone(),
            body: Body::of(&test.units, Shelter::UnderFire(test.ground, test.defences), placement),
            behind: test.behind,
            suppression: test.suppression,
        }
    }

    fn routed_out(routed: u8, toll: &Toll, units: &[Unit]) -> Toll {
        let mut toll = *toll;
        for (i, unit) in units.iter().enumerate().filter(|(i, _)| routed & (1 << i) != 0) {
            toll.lost[i] = unit.left();
        }
        toll
    }

    /// 28:retire-hit, then 28:fall-back: the stage after a fail that moves the square.
    fn falls_back(&self, nerve: Nerve, routed: u8) -> Stage {
        let gone = MoraleChain::routed_out(routed, &Toll::default(), &self.units);
        Stage::Hit { nerve, routed, toll: self.body.place(1, &gone) }
    }

    /// The way back once the hit is saved: a square back, off the table, or 6 hits where an enemy stands there.
    fn way_back(&self, nerve: Nerve, routed: u8, toll: &Toll) -> Resolved<Stage> {
        falling_back(self.behind).map(|hits| {
            let toll = match self.behind {
                Behind::TableEdge => self.off_table(toll),
                Behind::Clear | Behind::Enemy => self.body.place(hits, toll),
            };
            Stage::Back { nerve, routed, toll }
        })
    }

    /// 28:off-table: units leaving the table lose 1 base and become reinforcements; one that has no more is lost.
    fn off_table(&self, toll: &Toll) -> Toll {
        let mut after = *toll;
        for (i, unit) in self.units.iter().enumerate() {
            after.lost[i] += off_table_loss(unit.left() - after.lost[i]);
        }
        after
    }

    fn end(&self, nerve: Nerve, routed: u8, toll: &Toll) -> MoraleEnd {
        let stayed = |unit: usize| routed & (1 << unit) == 0;
        let hurt = (0..self.units.len()).filter(|&unit| stayed(unit)).map(|unit| toll.lost[unit]).sum();
        let half_bases_lost = std::cmp::Reverse(hurt);
        MoraleEnd { nerve, units_lost: std::cmp::Reverse(self.body.losses(toll).units), half_bases_lost }
    }

    fn test(&self, dice: &mut dyn Dice) -> Resolved<Stage> {
        nerve(&self.dice, self.suppression, dice).map(|nerve| match nerve {
            Nerve::Passed | Nerve::Steady => Stage::Stays(nerve),
            Nerve::Retire => self.falls_back(Nerve::Retire, 0),
            Nerve::Run => Stage::Rout { next: 0, routed: 0 },
        })
    }

    fn rout(&self, next: u8, routed: u8, dice: &mut dyn Dice) -> Resolved<Stage> {
        routs(&self.units[usize::from(next)], dice).map(|routs| {
            let routed = routed | (u8::from(routs) << next);
            if usize::from(next) + 1 == self.units.len() {
                self.falls_back(Nerve::Run, routed)
            } else {
                Stage::Rout { next: next + 1, routed }
            }
        })
    }
}

/// 28:fail The test itself: each 4 or more is a fail. Units that would have to leave a square under suppression stay,
/// steady (R14).
pub fn nerve(pool: &Tally, suppression: bool, dice: &mut dyn Dice) -> Resolved<Nerve> {
    let roll = dice.hits(pool.total() as u16, 4, Why::low("morale", OWNER));
    let found = OUTCOMES.at(roll.value(), 0);
    let tested = *found.result;
    let kept = suppression && matches!(tested, Nerve::Retire | Nerve::Run);
    let nerve = if kept { Nerve::Steady } else { tested };
    if !dice.tells() {
        return Resolved::untold(nerve);
    }
    let rule = match tested {
        _ if kept => Rule("R14"),
        Nerve::Passed => Rule("28:passed"),
        Nerve::Steady => Rule("28:steady"),
        Nerve::Retire => Rule("28:retire"),
        Nerve::Run => Rule("28:run"),
    };
    let fails = Tally::base("fails", Rule("28:fail"), "each 4 or more", roll.value());
    let result = Phrase::of("{} {fail|fails}: {}").number(fails.total()).word(tested.name());
    Explanation::of(rule, "morale").tally(pool.clone()).tally(fails).throw(roll).cell(found.cell).gives(nerve, result)
}

/// 28:run One die for each unit that runs: 5 or 6 and it is gone.
pub fn routs(unit: &Unit, dice: &mut dyn Dice) -> Resolved<bool> {
    let roll = dice.d6(Why::low("does it rout", OWNER));
    let total = Tally::base("roll", Rule("28:run"), "1d6", roll.value())
        .when(unit.is(Quality::Reservist), &RUN.run_reservist)
        .when(unit.is(Quality::Professional), &RUN.run_professional);
    let routs = total.total() >= 5;
    let result = if routs { "the {} routs and is lost" } else { "the {} does not rout" };
    let result = Phrase::of(result).word(unit.kind.name());
    Explanation::of(Rule("28:run"), "does it rout").throw(roll).tally(total).gives(routs, result)
}

/// 28:fall-back The way back once the owner's hit is saved, and the hits where an enemy bars it.
pub fn falling_back(behind: Behind) -> Resolved<u16> {
    let (rule, result, hits) = match behind {
        Behind::Clear => (Rule("28:fall-back"), "all units fall back 1 square", 0),
        Behind::Enemy => (Rule("28:enemy-behind"), "an enemy is behind: 6 hits instead", 6),
        Behind::TableEdge => (Rule("28:off-table"), "off the table: each unit loses a base", 0),
    };
    Explanation::of(rule, "falling back").gives(hits, Phrase::of(result))
}

/// 28:off-table What a unit that leaves the table loses of the half bases it has left: a base, which is 2 of them.
pub fn off_table_loss(left: u8) -> u8 {
    left.min(2)
}

impl Chain for MoraleChain {
    type Stage = Stage;
    type Outcome = MoraleEnd;

    fn turn(&self, stage: &Stage) -> Turn<Stage, MoraleEnd> {
        match stage {
            Stage::Stays(nerve) => Turn::Done(self.end(*nerve, 0, &Toll::default())),
            Stage::Back { nerve, routed, toll } if toll.is_settled() => Turn::Done(self.end(*nerve, *routed, toll)),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Test | Stage::Stays(_) => self.test(dice),
            Stage::Rout { next, routed } => self.rout(next, routed, dice),
            Stage::Hit { nerve, routed, toll } if toll.is_settled() => self.way_back(nerve, routed, &toll),
            Stage::Hit { nerve, routed, toll } => {
                self.body.save(&toll, dice).map(|toll| Stage::Hit { nerve, routed, toll })
            }
            Stage::Back { nerve, routed, toll } => {
                self.body.save(&toll, dice).map(|toll| Stage::Back { nerve, routed, toll })
            }
        }
    }
}

/// A square tests its morale.
pub fn procedure() -> impl Procedure<Situation = MoraleTest> {
    let card = Card {
        name: "morale",
        title: "Morale",
        rule: Rule("28"),
        about: "A square tests its morale: steady, retire or run, with routs, hits and the way back.",
        seat: OWNER,
    };
    Chained::new(card, |test: &MoraleTest| (MoraleChain::of(test), Stage::Test))
        .checked(|test| check_square("units", &[&test.units[..], &test.fallen_back].concat()))
        .under(|test| policies(OWNER, test.owner_places, OTHER, test.other_places))
}

impl fmt::Display for MoraleEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.nerve.name())
    }
}

impl Outcome for MoraleEnd {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("units lost", self.units_lost.0.into()), ("half bases lost to hits", self.half_bases_lost.0.into())]
    }
}

#[cfg(test)]
mod tests;
