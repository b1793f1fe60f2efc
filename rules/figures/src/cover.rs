//! Cover: what structures are worth, how shells wear them down, and what becomes of the men inside (R18).

use crate::charts;
use crate::seats::TARGET;
use kernel::prelude::*;

/// A structure that can be shelled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Structure {
    /// None: men in the open, in a trench or behind natural cover.
    #[default]
    NoStructure,
    /// A small building of wood.
    SmallWoodenBuilding,
    /// A small building of brick.
    SmallBrickBuilding,
    /// A medium building of wood.
    MediumWoodenBuilding,
    /// A medium building of brick.
    MediumBrickBuilding,
    /// A large building of brick.
    LargeBrickBuilding,
    /// A large building of stone.
    LargeStoneBuilding,
    /// A small bunker.
    SmallBunker,
    /// A medium bunker.
    MediumBunker,
    /// A dugout.
    Dugout,
    /// Three inches of fence.
    Fence,
    /// Three inches of wall.
    Wall,
    /// A wooden bridge.
    WoodenBridge,
    /// A stone bridge.
    StoneBridge,
    /// A bridge of steel or concrete.
    SteelOrConcreteBridge,
    /// Barbed wire, in which a shell clears a gap.
    Wire,
}

/// How a burst meets a structure or a vehicle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Contact {
    /// Not at all.
    Clear,
    /// The burst touches it.
    Touched,
    /// It was the aim and was hit.
    Direct,
}

impl Contact {
    /// The statement on what it takes off.
    pub fn rule(self) -> Rule {
        match self {
            Contact::Direct => Rule("Cover:direct-hit"),
            Contact::Touched | Contact::Clear => Rule("Cover:burst"),
        }
    }
}

/// R18 and Cover:burst What a shell takes off a value: the fire table used, or half of it, rounded up, where the burst
/// only touches.
pub fn damage(table: Tally, contact: Contact) -> Tally {
    let table = table.at_least(Rule("R4"), "a table below 1 does nothing", 0);
    match contact {
        Contact::Direct => table,
        Contact::Touched => table.halved_up(Rule("Cover:burst"), "the burst only touches: half, rounded up"),
        Contact::Clear => Tally::of("damage"),
    }
}

/// R17 and R18: when a vehicle or a building is destroyed each man inside lives on a D6 of 4 or more.
pub fn resolve_survivors(men: u8, rule: Rule, dice: &mut dyn Dice) -> Resolved<u8> {
    let thrown = dice.hits(men.into(), SURVIVES_ON, Why::high("getting out", TARGET));
    let alive = thrown.value() as u8;
    let phrase = Phrase::of("out alive: {} of {}").number(alive).number(men);
    Explanation::of(rule, "getting out").throw(thrown).gives(alive, phrase)
}

const SURVIVES_ON: u8 = 4;

impl Structure {
    /// Cover:value Its value; none where nothing is worn down.
    pub fn value(self) -> Option<u8> {
        match self {
            Structure::NoStructure | Structure::Wire => None,
            valued => Some(charts::COVER.number(valued.name(), "value") as u8),
        }
    }

    /// Its value less what earlier shells took off it.
    pub fn value_less(self, worn: u8) -> Tally {
        let value = i32::from(self.value().unwrap_or(0));
        Tally::base("value", self.rule(), "at the start", value).plus(
            Rule("Cover:value"),
            "earlier shells",
            -i32::from(worn).min(value),
        )
    }

    /// The statement on its value.
    pub fn rule(self) -> Rule {
        use Structure::{Fence, Wall, Wire};
        match self {
            Fence | Wall => Rule("Cover:fences"),
            Wire => Rule("Cover:wire"),
            bunker if bunker.is_bunker() => Rule("Cover:bunkers"),
            building if building.is_building() => Rule("Cover:buildings"),
            bridge if bridge.value().is_some() => Rule("Cover:bridges"),
            _ => Rule("Cover:value"),
        }
    }

    /// A building, at which shells are easier to aim (Deviation:building).
    pub fn is_building(self) -> bool {
        use Structure::{
            LargeBrickBuilding, LargeStoneBuilding, MediumBrickBuilding, MediumWoodenBuilding, SmallBrickBuilding,
            SmallWoodenBuilding,
        };
        matches!(
            self,
            SmallWoodenBuilding
                | SmallBrickBuilding
                | MediumWoodenBuilding
                | MediumBrickBuilding
                | LargeBrickBuilding
                | LargeStoneBuilding
        )
    }

    /// Bunkers and dugouts.
    pub fn is_bunker(self) -> bool {
        matches!(self, Structure::SmallBunker | Structure::MediumBunker | Structure::Dugout)
    }

    /// R18: how many men it holds, where that is limited.
    pub fn holds(self) -> Option<u8> {
        use Structure::{
            LargeBrickBuilding, LargeStoneBuilding, MediumBrickBuilding, MediumBunker, MediumWoodenBuilding,
            SmallBrickBuilding, SmallBunker, SmallWoodenBuilding,
        };
        match self {
            SmallWoodenBuilding | SmallBrickBuilding => Some(10),
            MediumWoodenBuilding | MediumBrickBuilding => Some(20),
            LargeBrickBuilding | LargeStoneBuilding => Some(40),
            SmallBunker => Some(6),
            MediumBunker => Some(12),
            _ => None,
        }
    }

    /// Do its ruins bury the men in it? Buildings, bunkers and dugouts have an inside.
    pub fn has_inside(self) -> bool {
        self.is_building() || self.is_bunker()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;

    #[test]
    fn cover_values_are_those_of_the_chart() {
        let values: Vec<_> = Structure::ALL.iter().filter_map(|structure| structure.value()).collect();
        assert_eq!(values, [8, 15, 15, 20, 30, 40, 30, 40, 15, 2, 4, 8, 20, 30]);
    }

    #[test]
    fn cover_direct_hit_takes_the_table_and_a_touching_burst_half_rounded_up() {
        let table = |number| Tally::base("table", Rule("Firing:factor"), "", number);
        assert_eq!(damage(table(7), Contact::Direct).total(), 7);
        assert_eq!(damage(table(7), Contact::Touched).total(), 4);
        assert_eq!(damage(table(7), Contact::Clear).total(), 0);
        assert_eq!(damage(table(-2), Contact::Touched).total(), 0);
    }

    #[test]
    fn r18_men_inside_live_on_4_or_more() {
        assert_eq!(resolve_survivors(4, Rule("R18"), &mut Scripted::of([1, 3, 4, 6])).outcome, 2);
    }

    #[test]
    fn r18_buildings_hold_10_20_or_40_and_bunkers_6_or_12() {
        use Structure::{
            Dugout, LargeStoneBuilding, MediumBrickBuilding, MediumBunker, SmallBunker, SmallWoodenBuilding,
        };
        let holds = [SmallWoodenBuilding, MediumBrickBuilding, LargeStoneBuilding, SmallBunker, MediumBunker, Dugout];
        assert_eq!(holds.map(Structure::holds), [Some(10), Some(20), Some(40), Some(6), Some(12), None]);
    }
}
