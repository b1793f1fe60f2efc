//! 7.1 and 11.5.1: the kinds of terrain, and which of several in a square counts.

use kernel::prelude::*;

/// One kind of terrain in a square, or on the side of it that is crossed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Terrain {
    /// Open ground.
    #[default]
    Clear,
    /// A town.
    Town,
    /// Woods.
    Woods,
    /// A ridge.
    Ridge,
    /// A marsh.
    Marsh,
    /// A canal.
    Canal,
    /// The Ancre, where the attack crosses it.
    MinorRiver,
    /// The Somme, where the attack crosses it at a major road.
    SommeRiver,
    /// A railroad.
    Railroad,
    /// A minor road.
    MinorRoad,
    /// A major road.
    MajorRoad,
    /// The start trench, also called primary or starting trench.
    StartTrench,
    /// A secondary trench.
    SecondaryTrench,
}

/// A kind of terrain as an item of a list: `ground=ridge,start-trench`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct Ground {
    /// The kind of terrain. Of several only the highest effect counts; rivers add to it.
    #[field(rule = "7.1:highest")]
    pub kind: Terrain,
}

/// The ground of a square from its kinds of terrain.
pub fn ground(kinds: &[Terrain]) -> Vec<Ground> {
    kinds.iter().map(|&kind| Ground { kind }).collect()
}

/// Is this kind of terrain there?
pub fn has(ground: &[Ground], kind: Terrain) -> bool {
    ground.iter().any(|ground| ground.kind == kind)
}

impl Terrain {
    /// The statement about what it does to an assault on the square.
    pub fn assault_rule(self) -> Rule {
        match self {
            Terrain::Clear => Rule("11.5.1:clear"),
            Terrain::Town => Rule("11.5.1:town"),
            Terrain::Woods => Rule("11.5.1:woods"),
            Terrain::Ridge => Rule("11.5.1:ridge"),
            Terrain::Marsh => Rule("11.5.1:marsh"),
            Terrain::Canal => Rule("11.5.1:canal"),
            Terrain::MinorRiver => Rule("11.5.1:minor-river"),
            Terrain::SommeRiver => Rule("11.5.1:somme"),
            Terrain::Railroad => Rule("11.5.1:railroad"),
            Terrain::MinorRoad => Rule("11.5.1:minor-road"),
            Terrain::MajorRoad => Rule("11.5.1:major-road"),
            Terrain::StartTrench => Rule("11.5.1:start-trench"),
            Terrain::SecondaryTrench => Rule("11.5.1:secondary-trench"),
        }
    }

    /// The Ancre or the Somme, whose effect adds to that of other terrain.
    pub fn is_river(self) -> bool {
        matches!(self, Terrain::MinorRiver | Terrain::SommeRiver)
    }

    /// What is said of terrain that is entered or crossed and costs nothing of its own.
    pub fn costs_nothing(self) -> Option<(String, Rule)> {
        let said = match self {
            Terrain::Town | Terrain::Canal | Terrain::Railroad => format!("{self} has no effect"),
            Terrain::MinorRiver => "the river has no effect".to_owned(),
            Terrain::SommeRiver => "over the Somme by the major road".to_owned(),
            _ => return None,
        };
        Some((said, self.movement_rule()))
    }

    /// The statement about what it costs to enter.
    pub fn movement_rule(self) -> Rule {
        match self {
            // A secondary trench costs nothing of its own.
            Terrain::Clear | Terrain::SecondaryTrench => Rule("7.1:clear"),
            Terrain::Town => Rule("7.1:town"),
            Terrain::Woods => Rule("7.1:woods"),
            Terrain::Ridge => Rule("7.1:ridge"),
            Terrain::Marsh => Rule("7.1:marsh"),
            Terrain::Canal => Rule("7.1:canal"),
            Terrain::MinorRiver => Rule("7.1:minor-river"),
            Terrain::SommeRiver => Rule("7.1:somme"),
            Terrain::Railroad => Rule("7.1:railroad"),
            Terrain::MinorRoad => Rule("7.1:minor-road"),
            Terrain::MajorRoad => Rule("7.1:major-road"),
            Terrain::StartTrench => Rule("7.1:start-trench"),
        }
    }
}

/// The rows of thresholds on the bombardment chart, from the lowest to the highest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Cover {
    /// Clear ground, and marsh (R7).
    Clear,
    /// Woods or a town.
    WoodsOrTown,
    /// A ridge or a secondary trench.
    RidgeOrSecondaryTrench,
    /// The start trench.
    StartTrench,
}

impl Cover {
    /// Every row.
    pub const ALL: [Cover; 4] = [Cover::Clear, Cover::WoodsOrTown, Cover::RidgeOrSecondaryTrench, Cover::StartTrench];

    /// 6.0 The row of a square: of several kinds of terrain the one with the highest thresholds.
    pub fn of(ground: &[Ground]) -> Cover {
        let cover = |kind: Terrain| match kind {
            Terrain::Town | Terrain::Woods => Cover::WoodsOrTown,
            Terrain::Ridge | Terrain::SecondaryTrench => Cover::RidgeOrSecondaryTrench,
            Terrain::StartTrench => Cover::StartTrench,
            _ => Cover::Clear,
        };
        ground.iter().map(|ground| cover(ground.kind)).max().unwrap_or(Cover::Clear)
    }

    /// Its label on the chart.
    pub const fn label(self) -> &'static str {
        match self {
            Cover::Clear => "Clear",
            Cover::WoodsOrTown => "Woods or Town",
            Cover::RidgeOrSecondaryTrench => "Ridge or Secondary trench",
            Cover::StartTrench => "Start trench",
        }
    }

    /// What is looked up in its row, in words.
    pub const fn row(self) -> &'static str {
        match self {
            Cover::Clear => "factors firing, in the row of clear ground",
            Cover::WoodsOrTown => "factors firing, in the row of woods and towns",
            Cover::RidgeOrSecondaryTrench => "factors firing, in the row of ridges and secondary trenches",
            Cover::StartTrench => "factors firing, in the row of start trenches",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Terrain::{MajorRoad, Marsh, Ridge, SecondaryTrench, StartTrench, Town, Woods};

    #[test]
    fn r6_0_the_row_with_the_highest_thresholds_counts_and_marsh_is_clear() {
        let of = |kinds: &[Terrain]| Cover::of(&ground(kinds));
        assert_eq!(of(&[Marsh]), Cover::Clear);
        assert_eq!(of(&[Town, Ridge]), Cover::RidgeOrSecondaryTrench);
        assert_eq!(of(&[StartTrench, Woods, MajorRoad]), Cover::StartTrench);
        assert_eq!(
            (of(&[Woods]), of(&[SecondaryTrench]), of(&[])),
            (Cover::WoodsOrTown, Cover::RidgeOrSecondaryTrench, Cover::Clear)
        );
    }
}
