//! AP hit: does an armour-piercing shot strike its target?

use crate::charts;
use crate::ground::{Distance, Shelter};
use crate::quality::{Quality, quality_rows};
use crate::rolls::d20;
use crate::seats::FIRER;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::AP_HIT {
    within_4, over_half_range, soft_cover, hard_cover, foreign_edge,
    quality_elite, quality_veteran, quality_regular, quality_green, quality_raw,
} }
quality_rows!(Modifiers);

kernel::outcomes! {
    /// Does it hit?
    pub enum Hit {
        /// No.
        Misses = "misses",
        /// Yes.
        Hits = "hits",
    }
}

static CHART: LazyLock<Table<Hit>> = LazyLock::new(|| Table::of(&charts::AP_HIT, Hit::read));

/// A shot at a vehicle.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// How far.
    pub distance: Distance,
    /// What the target has before it.
    pub shelter: Shelter,
    /// The firer is within 4 of a table edge other than his own base edge.
    pub foreign_edge: bool,
    /// The firer's accuracy.
    pub accuracy: i32,
    /// The target's size.
    pub size: i32,
    /// The firer's quality.
    pub quality: Quality,
}

/// AP hit 12 or more on 1D20 with modifiers, or an unmodified 20.
pub fn resolve_hit(aim: &Aim, dice: &mut dyn Dice) -> Resolved<Hit> {
    let roll = d20(dice, Why::high("to hit", FIRER));
    let natural = roll.value();
    let total = tally(aim, natural);
    let found = CHART.at(total.total(), 0);
    let explained = Explanation::of(Rule("AP hit"), "AP fire: to hit").throw(roll).tally(total);
    if natural == 20 && *found.result == Hit::Misses {
        return explained.under(Rule("AP hit:natural-20")).gives(Hit::Hits, Phrase::of("an unmodified 20 always hits"));
    }
    explained.cell(found.cell).gives(*found.result, Phrase::of(found.result.name()))
}

/// How many faces of the die hit; an unmodified 20 always does.
pub fn faces(aim: &Aim) -> i64 {
    let add = tally(aim, 0).total();
    let hits = |face: &i32| *face == 20 || *CHART.at(face + add, 0).result == Hit::Hits;
    (1..=20).filter(hits).count() as i64
}

/// The sum of a roll to hit.
fn tally(aim: &Aim, face: i32) -> Tally {
    Tally::base("roll", Rule("AP hit:roll"), "1d20", face)
        .when(aim.distance.is_close(), &MODIFIERS.within_4)
        .when(aim.distance.is_long(), &MODIFIERS.over_half_range)
        .when(aim.shelter == Shelter::Soft, &MODIFIERS.soft_cover)
        .when(aim.shelter == Shelter::Hard, &MODIFIERS.hard_cover)
        .when(aim.foreign_edge, &MODIFIERS.foreign_edge)
        .plus(Rule("AP hit:accuracy"), "the firer's accuracy", aim.accuracy)
        .plus(Rule("AP hit:size"), "the target's size", aim.size)
        .when(true, MODIFIERS.quality(aim.quality))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::State;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, odds, ratio};

    fn plain() -> Aim {
        let distance = Distance { units: 10, range: 24, firer: State::Unsuppressed };
        Aim { distance, shelter: Shelter::None, foreign_edge: false, accuracy: 0, size: 0, quality: Quality::Regular }
    }

    fn at(units: i32) -> Distance {
        Distance { units, ..plain().distance }
    }

    fn hits(aim: Aim) -> Ratio {
        odds(|dice| resolve_hit(&aim, dice).outcome)[&Hit::Hits].clone()
    }

    #[test]
    fn ap_hit_12_or_more_hits() {
        assert_eq!(hits(plain()), ratio(9, 20), "12 to 20");
    }

    #[test]
    fn ap_hit_within_4_is_plus_1_but_not_for_suppressed_firers() {
        assert_eq!(hits(Aim { distance: at(4), ..plain() }), ratio(10, 20));
        let suppressed = Distance { units: 4, range: 24, firer: State::Suppressed };
        assert_eq!(hits(Aim { distance: suppressed, ..plain() }), ratio(9, 20));
        let short = Distance { units: 2, range: 4, firer: State::Unsuppressed };
        assert_eq!(hits(Aim { distance: short, ..plain() }), ratio(9, 20), "a firer of range 4");
    }

    #[test]
    fn ap_hit_over_half_range_is_minus_1() {
        assert_eq!(
            (hits(Aim { distance: at(12), ..plain() }), hits(Aim { distance: at(13), ..plain() })),
            (ratio(9, 20), ratio(8, 20))
        );
    }

    #[test]
    fn ap_hit_soft_cover_is_minus_2() {
        assert_eq!(hits(Aim { shelter: Shelter::Soft, ..plain() }), ratio(7, 20));
    }

    #[test]
    fn ap_hit_hard_cover_is_minus_4() {
        assert_eq!(hits(Aim { shelter: Shelter::Hard, ..plain() }), ratio(5, 20));
    }

    #[test]
    fn ap_hit_foreign_edge_is_minus_1() {
        assert_eq!(hits(Aim { foreign_edge: true, ..plain() }), ratio(8, 20));
    }

    #[test]
    fn ap_hit_accuracy_and_size_are_added() {
        assert_eq!(hits(Aim { accuracy: 1, ..plain() }), ratio(10, 20));
        assert_eq!(hits(Aim { size: -1, ..plain() }), ratio(8, 20));
    }

    #[test]
    fn ap_hit_quality_is_added() {
        let chances = [Quality::Elite, Quality::Veteran, Quality::Regular, Quality::Green, Quality::Raw]
            .map(|quality| hits(Aim { quality, ..plain() }));
        assert_eq!(chances, [11, 10, 9, 8, 7].map(|faces| ratio(faces, 20)));
    }

    #[test]
    fn ap_hit_an_unmodified_20_always_hits() {
        let hopeless = Aim {
            distance: at(20),
            shelter: Shelter::Hard,
            foreign_edge: true,
            accuracy: -1,
            size: -1,
            quality: Quality::Raw,
        };
        // 20 - 1 - 4 - 1 - 1 - 1 - 2 = 10 would miss.
        assert_eq!(hits(hopeless), ratio(1, 20));
        assert!(resolve_hit(&hopeless, &mut Scripted::of([20])).because.cites("AP hit:natural-20"));
    }
}
