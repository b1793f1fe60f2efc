//! 7.1 and 11.5.1: what terrain costs to enter, and what it does to an assault and a bombardment.

use crate::charts;
use kernel::prelude::*;
use std::sync::LazyLock;

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

/// Where a move enters a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Across a side.
    Straight,
    /// Across a corner.
    Diagonal,
}

/// 7.1 What it costs to enter a square, in half movement points; `None` where it is impassable.
///
/// A road in `ground` is one that joins the square left to the square entered.
pub fn entry_cost(ground: &[Ground], entry: Entry) -> Option<u8> {
    let cost = |terrain: Terrain| COSTS[terrain as usize][entry as usize];
    let road = [Terrain::MajorRoad, Terrain::MinorRoad].into_iter().find(|&road| has(ground, road));
    if has(ground, Terrain::SommeRiver) && road != Some(Terrain::MajorRoad) {
        return None;
    }
    // A road negates woods, ridge and marsh (7.2.3), not the start trench.
    let base = cost(road.unwrap_or(Terrain::Clear));
    let counts = |kind: Terrain| road.is_none() || kind == Terrain::StartTrench;
    let highest =
        ground.iter().map(|ground| ground.kind).filter(|&kind| !is_road(kind) && counts(kind)).map(cost).max();
    Some(highest.unwrap_or(0).max(base))
}

/// The costs of the chart in half points, straight and diagonal; 0 where the terrain has no effect.
static COSTS: LazyLock<Vec<[u8; 2]>> = LazyLock::new(|| {
    let half_points = |row: &str, column: &str| match charts::TERRAIN.text(row, column) {
        "-" | "impassable" => 0,
        "1/2" => 1,
        _ => charts::TERRAIN.number(row, column) as u8 * 2,
    };
    Terrain::ALL.iter().map(|kind| ["straight", "diagonal"].map(|column| half_points(kind.name(), column))).collect()
});

fn is_road(kind: Terrain) -> bool {
    matches!(kind, Terrain::MinorRoad | Terrain::MajorRoad)
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use Terrain::{
        Canal, Clear, MajorRoad, Marsh, MinorRiver, MinorRoad, Railroad, Ridge, SecondaryTrench, SommeRiver,
        StartTrench, Town, Woods,
    };

    fn costs(kinds: &[Terrain]) -> [Option<u8>; 2] {
        [Entry::Straight, Entry::Diagonal].map(|entry| entry_cost(&ground(kinds), entry))
    }

    #[test]
    fn r7_1_entry_costs_in_half_points() {
        for kind in [Clear, Town, Canal, Railroad, MinorRiver, MinorRoad, SecondaryTrench] {
            assert_eq!(costs(&[kind]), [Some(2), Some(4)], "{kind}");
        }
        for kind in [Woods, Ridge, Marsh, StartTrench] {
            assert_eq!(costs(&[kind]), [Some(4), Some(6)], "{kind}");
        }
        assert_eq!(costs(&[MajorRoad]), [Some(1), Some(2)]);
        assert_eq!(costs(&[]), [Some(2), Some(4)], "nothing there is clear");
    }

    #[test]
    fn r7_1_the_somme_is_crossed_only_at_a_major_road() {
        assert_eq!(costs(&[SommeRiver]), [None, None]);
        assert_eq!(costs(&[SommeRiver, MinorRoad]), [None, None]);
        assert_eq!(costs(&[SommeRiver, MajorRoad]), [Some(1), Some(2)]);
    }

    #[test]
    fn r7_2_3_a_road_negates_woods_ridge_and_marsh_but_no_trench() {
        for kind in [Woods, Ridge, Marsh] {
            assert_eq!(costs(&[kind, MinorRoad]), [Some(2), Some(4)], "{kind}");
            assert_eq!(costs(&[kind, MajorRoad]), [Some(1), Some(2)], "{kind}");
        }
        assert_eq!(costs(&[StartTrench, MajorRoad]), [Some(4), Some(6)]);
    }

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
