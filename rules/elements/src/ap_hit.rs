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
    let total = Tally::base("roll", Rule("AP hit:roll"), "1d20", natural)
        .when(aim.distance.is_close(), &MODIFIERS.within_4)
        .when(aim.distance.is_long(), &MODIFIERS.over_half_range)
        .when(aim.shelter == Shelter::Soft, &MODIFIERS.soft_cover)
        .when(aim.shelter == Shelter::Hard, &MODIFIERS.hard_cover)
        .when(aim.foreign_edge, &MODIFIERS.foreign_edge)
        .plus(Rule("AP hit:accuracy"), "the firer's accuracy", aim.accuracy)
        .plus(Rule("AP hit:size"), "the target's size", aim.size)
        .when(true, MODIFIERS.quality(aim.quality));
    let found = CHART.at(total.total(), 0);
    let explained = Explanation::of(Rule("AP hit"), "AP fire: to hit").throw(roll).tally(total);
    if natural == 20 && *found.result == Hit::Misses {
        return Explanation { rule: Rule("AP hit:natural-20"), ..explained }
            .gives(Hit::Hits, Phrase::of("an unmodified 20 always hits"));
    }
    explained.cell(found.cell).gives(*found.result, Phrase::of(found.result.name()))
}
