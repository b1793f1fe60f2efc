//! 7.0: movement points and what a square costs. No dice; the game moves by it.

use crate::assault::Marks;
use crate::charts;
use crate::terrain::{Ground, Terrain, has};
use crate::units::Ratings;
use crate::weather::Weather;
use kernel::prelude::*;
use std::sync::LazyLock;

/// 7.0 The movement points of a unit, in halves, as major roads need them.
///
/// Losses are taken before a disrupted unit's points are halved, and leave at least one whole point (R6). The sum keeps its
/// lines where it `tells` somebody.
pub fn movement_points(ratings: Ratings, weather: Weather, marks: Marks, tells: bool) -> Tally {
    let rule = match weather {
        Weather::Fair => Rule("5.0:fair"),
        Weather::Drizzle => Rule("5.0:drizzle"),
        Weather::Rain => Rule("5.0:rain"),
        Weather::Snow => Rule("5.0:snow-is-rain"),
    };
    let lost = 2 * i32::from(weather.movement_lost());
    let mut points = Tally::when_told("half movement points", tells)
        .from(Rule("7.0:points"), "rating", 2 * i32::from(ratings.movement))
        .plus(rule, weather.name(), -lost)
        .plus(Rule("suppression:movement"), "suppressed", -2 * i32::from(marks.suppressed));
    if marks.disrupted {
        points =
            points.at_least(Rule("R6"), "at least one point", 2).halved_up(Rule("disruption:movement"), "disrupted");
    }
    points.at_least(Rule("R6"), "at least one point", 2)
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
/// A road in `ground` is one that joins the square left to the square entered. It negates woods, ridge and marsh
/// (7.2.3), not the start trench.
pub fn entry_cost(ground: &[Ground], entry: Entry) -> Option<Tally> {
    let cost = |terrain: Terrain| i32::from(COSTS[terrain as usize][entry as usize]);
    let road = [Terrain::MajorRoad, Terrain::MinorRoad].into_iter().find(|&road| has(ground, road));
    if has(ground, Terrain::SommeRiver) && road != Some(Terrain::MajorRoad) {
        return None;
    }
    let base = road.unwrap_or(Terrain::Clear);
    let tally = Tally::base("half movement points", base.movement_rule(), base.name(), cost(base));
    // Of equal costs the trench's counts, since no road negates it.
    let rank = |kind: Terrain| (cost(kind), kind == Terrain::StartTrench);
    let kinds = || ground.iter().map(|ground| ground.kind);
    let highest = kinds().filter(|&kind| !kind.is_river() && cost(kind) > cost(base));
    let highest = highest.max_by_key(|&kind| rank(kind)).unwrap_or(base);
    let negated = road.is_some() && highest != Terrain::StartTrench && highest != base;
    let more = cost(highest) - cost(base);
    let tally = tally.plus(highest.movement_rule(), highest.name(), more);
    let tally = tally.plus(Rule("7.2.3"), "negated by the road", if negated { -more } else { 0 });
    Some(tally.plus(Rule("7.1:river-adds"), "rivers", kinds().filter(|kind| kind.is_river()).map(cost).sum()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::ground;
    use crate::units::{Kind, Nation, ratings};
    use Terrain::{
        Canal, Clear, MajorRoad, Marsh, MinorRiver, MinorRoad, Railroad, Ridge, SecondaryTrench, SommeRiver,
        StartTrench, Town, Woods,
    };

    fn costs(kinds: &[Terrain]) -> [Option<i32>; 2] {
        [Entry::Straight, Entry::Diagonal].map(|entry| entry_cost(&ground(kinds), entry).map(|cost| cost.total()))
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
        assert_eq!(costs(&[Woods, Ridge, Town]), [Some(4), Some(6)], "only the highest counts");
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
        assert_eq!(costs(&[Woods, StartTrench, MajorRoad]), [Some(4), Some(6)]);
        assert_eq!(costs(&[StartTrench, Woods, MajorRoad]), [Some(4), Some(6)]);
        let by_road = entry_cost(&ground(&[Woods, MajorRoad]), Entry::Straight).unwrap();
        assert!(by_road.cites("7.2.3"));
    }

    #[test]
    fn r7_0_weather_and_marks_take_points_and_leave_one() {
        let points = |weather, suppressed, disrupted| {
            let marks = Marks { suppressed, disrupted, interdicted: false };
            movement_points(ratings(Kind::Infantry, Nation::British), weather, marks, true).total()
        };
        assert_eq!(points(Weather::Fair, false, false), 8);
        assert_eq!(
            [Weather::Drizzle, Weather::Rain, Weather::Snow].map(|weather| points(weather, false, false)),
            [6, 4, 4]
        );
        assert_eq!(points(Weather::Fair, true, false), 6);
        assert_eq!(points(Weather::Fair, false, true), 4);
        assert_eq!(points(Weather::Drizzle, true, true), 2, "4 - 1 - 1 = 2, halved 1");
        assert_eq!(points(Weather::Snow, true, true), 2, "at least one point (R6)");
    }
}
