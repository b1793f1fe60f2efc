//! 24: leaving scenery.

use crate::charts;
use crate::seats::ACTIVE;
use crate::unit::{Kind, Quality};
use kernel::dice::Typed;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::MOVEMENT { professional, reservist } }

/// A unit that wants to leave a square with scenery.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Leaving {
    /// The unit that moves.
    #[field(rule = "24")]
    pub kind: Mover,
    /// How good its men are.
    #[field(rule = "24:professional")]
    pub quality: Quality,
    /// It leaves along a road face.
    #[field(rule = "24:road")]
    pub road: bool,
    /// The square it goes to is next to an enemy.
    #[field(rule = "24:road")]
    pub beside_enemy: bool,
}

/// What moves: a unit, or the higher command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Mover {
    /// Infantry.
    #[default]
    Infantry,
    /// Mounted cavalry.
    MountedCavalry,
    /// Dismounted cavalry, which needs no roll.
    DismountedCavalry,
    /// A machine gun.
    MachineGun,
    /// Guns and mortars.
    Artillery,
    /// The higher command.
    HigherCommand,
    /// A light tank.
    LightTank,
    /// A heavy tank.
    HeavyTank,
    /// An armoured car.
    ArmouredCar,
}

kernel::outcomes! {
    /// Does it get out?
    pub enum Exit {
        /// It stays where it is.
        Stays = "stays in the scenery",
        /// It leaves.
        Leaves = "leaves",
    }
}

/// 24 Leaving scenery: a roll by the kind of unit, unless it goes by road or is dismounted cavalry.
pub fn resolve_leaving(leaving: &Leaving, dice: &mut dyn Dice) -> Resolved<Exit> {
    let row = leaving.kind.name();
    let Some(needed) = leaving.needed() else {
        if !dice.tells() {
            return Resolved::untold(Exit::Leaves);
        }
        let explained = match leaves_on(leaving.kind) {
            Some(_) => Explanation::of(Rule("24:road"), "leaving scenery by road"),
            None => Explanation::of(leaving.kind.rule(), "leaving scenery").cell(charts::MOVEMENT.cell(row, LEAVES_ON)),
        };
        return explained.gives(Exit::Leaves, Phrase::of("no roll is needed"));
    };
    let roll = dice.d6(Why::high("leaving scenery", ACTIVE));
    let natural = roll.value();
    let total = Tally::when_told("roll", dice.tells())
        .plus(leaving.kind.rule(), "1d6", natural)
        .when(leaving.quality == Quality::Professional, &MODIFIERS.professional)
        .when(leaving.quality == Quality::Reservist, &MODIFIERS.reservist);
    // A natural 1 fails and a natural 6 passes (R5).
    let exit = if natural == 6 || (natural > 1 && total.total() >= needed) { Exit::Leaves } else { Exit::Stays };
    if !dice.tells() {
        return Resolved::untold(exit);
    }
    Explanation::of(leaving.kind.rule(), "leaving scenery")
        .cell(charts::MOVEMENT.cell(row, LEAVES_ON))
        .throw(roll)
        .tally(total)
        .gives(exit, Phrase::of("{}; {} or more was needed").word(exit.name()).number(needed))
}

const LEAVES_ON: &str = "leaves scenery on";

/// What each kind needs to leave scenery; nothing where it needs no roll.
fn leaves_on(kind: Mover) -> Option<i32> {
    static NUMBERS: LazyLock<Vec<Option<i32>>> = LazyLock::new(|| {
        let rolls = |row| charts::MOVEMENT.text(row, LEAVES_ON) != "no roll";
        let number = |kind: &Mover| rolls(kind.name()).then(|| charts::MOVEMENT.number(kind.name(), LEAVES_ON));
        Mover::ALL.iter().map(number).collect()
    });
    NUMBERS[kind as usize]
}

/// 24 How many squares a kind moves; an armoured car moves only 1 in a trench scenario.
pub fn squares(kind: Mover, trench_scenario: bool) -> u8 {
    static NUMBERS: LazyLock<Vec<u8>> =
        LazyLock::new(|| Mover::ALL.iter().map(|kind| charts::MOVEMENT.number(kind.name(), "squares") as u8).collect());
    static IN_TRENCHES: LazyLock<u8> =
        LazyLock::new(|| charts::MOVEMENT.number("armoured car in trench scenarios", "squares") as u8);
    if kind == Mover::ArmouredCar && trench_scenario { *IN_TRENCHES } else { NUMBERS[kind as usize] }
}

impl Leaving {
    /// What must be rolled, if anything: 24:road takes out of scenery without a roll, but not to the enemy.
    pub fn needed(&self) -> Option<i32> {
        leaves_on(self.kind).filter(|_| !self.road || self.beside_enemy)
    }

    /// The lowest face that takes it out, all modifiers included; nothing where there is no roll.
    pub fn lowest_face(&self) -> Option<u8> {
        self.needed()?;
        (1..=6).find(|&face| resolve_leaving(self, &mut Typed::new([face])).outcome == Exit::Leaves)
    }
}

/// The roll to leave scenery.
pub fn procedure() -> impl Procedure<Situation = Leaving> {
    let card = Card {
        name: "scenery",
        title: "Leaving scenery",
        rule: Rule("24"),
        about: "Does a unit get out of a square with scenery?",
        seat: ACTIVE,
    };
    Step::new(card, resolve_leaving)
}

impl Mover {
    /// The mover that a unit of this kind is.
    pub fn of(kind: Kind) -> Mover {
        match kind {
            Kind::Infantry => Mover::Infantry,
            Kind::MountedCavalry => Mover::MountedCavalry,
            Kind::DismountedCavalry => Mover::DismountedCavalry,
            Kind::MachineGun => Mover::MachineGun,
            Kind::Gun | Kind::Mortar | Kind::MountainGun => Mover::Artillery,
            Kind::LightTank => Mover::LightTank,
            Kind::HeavyTank => Mover::HeavyTank,
            Kind::ArmouredCar | Kind::LightArmouredCar => Mover::ArmouredCar,
        }
    }

    /// The statement that gives its squares in this kind of scenario.
    pub fn squares_rule(self, trench_scenario: bool) -> Rule {
        match self {
            Mover::ArmouredCar if trench_scenario => Rule("24:armoured-car-in-trench-scenarios"),
            other => other.rule(),
        }
    }

    /// The statement that gives its numbers.
    pub fn rule(self) -> Rule {
        match self {
            Mover::Infantry => Rule("24:infantry"),
            Mover::MountedCavalry => Rule("24:mounted-cavalry"),
            Mover::DismountedCavalry => Rule("24:dismounted-cavalry"),
            Mover::MachineGun => Rule("24:machine-gun"),
            Mover::Artillery => Rule("24:artillery"),
            Mover::HigherCommand => Rule("24:higher-command"),
            Mover::LightTank => Rule("24:light-tank"),
            Mover::HeavyTank => Rule("24:heavy-tank"),
            Mover::ArmouredCar => Rule("24:armoured-car"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, ratio};

    fn leaves(kind: Mover, quality: Quality) -> Ratio {
        let leaving = Leaving { kind, quality, ..Leaving::default() };
        odds(|dice| resolve_leaving(&leaving, dice).outcome)[&Exit::Leaves].clone()
    }

    #[test]
    fn r24_each_kind_leaves_scenery_on_its_number() {
        use Mover::{
            ArmouredCar, Artillery, HeavyTank, HigherCommand, Infantry, LightTank, MachineGun, MountedCavalry,
        };
        for kind in [Infantry, MachineGun, LightTank, HeavyTank] {
            assert_eq!(leaves(kind, Quality::Regular), ratio(2, 3), "{kind}");
        }
        for kind in [MountedCavalry, Artillery, HigherCommand, ArmouredCar] {
            assert_eq!(leaves(kind, Quality::Regular), ratio(1, 3), "{kind}");
        }
        assert_eq!(leaves(Mover::DismountedCavalry, Quality::Reservist), ratio(1, 1));
    }

    #[test]
    fn r24_professionals_leave_more_easily() {
        assert_eq!(leaves(Mover::MountedCavalry, Quality::Professional), ratio(1, 2));
    }

    #[test]
    fn r24_reservists_leave_less_easily() {
        assert_eq!(leaves(Mover::Infantry, Quality::Reservist), ratio(1, 2));
    }

    #[test]
    fn r5_a_natural_1_stays_and_a_natural_6_leaves() {
        assert_eq!(leaves(Mover::Infantry, Quality::Professional), ratio(5, 6), "2 or more, as a natural 1 fails");
        assert_eq!(leaves(Mover::Artillery, Quality::Reservist), ratio(1, 6), "a natural 6 passes");
    }

    #[test]
    fn the_lowest_face_that_leaves_has_all_modifiers_in_it() {
        let lowest = |kind, quality| Leaving { kind, quality, ..Leaving::default() }.lowest_face();
        assert_eq!(lowest(Mover::Infantry, Quality::Regular), Some(3));
        assert_eq!(lowest(Mover::Infantry, Quality::Professional), Some(2));
        assert_eq!(lowest(Mover::Artillery, Quality::Reservist), Some(6));
        assert_eq!(lowest(Mover::DismountedCavalry, Quality::Regular), None);
    }

    #[test]
    fn r24_a_road_face_needs_no_roll_unless_beside_the_enemy() {
        let by_road = |beside_enemy| {
            let leaving = Leaving { kind: Mover::Artillery, road: true, beside_enemy, ..Leaving::default() };
            odds(|dice| resolve_leaving(&leaving, dice).outcome)[&Exit::Leaves].clone()
        };
        assert_eq!((by_road(false), by_road(true)), (ratio(1, 1), ratio(1, 3)));
    }
}
