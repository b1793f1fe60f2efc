//! AP penetration: what does a hit do?

use crate::charts;
use crate::ground::{Distance, Facing};
use crate::quality::{Quality, quality_rows};
use crate::results::FireResult;
use crate::rolls::d20;
use crate::seats::FIRER;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::AP_PENETRATION {
    within_4, side_or_rear,
    quality_elite, quality_veteran, quality_regular, quality_green, quality_raw,
} }
quality_rows!(Modifiers);

static CHART: LazyLock<Table<FireResult>> = LazyLock::new(|| Table::of(&charts::AP_PENETRATION, FireResult::read));

/// The odds printed over the columns, in their order.
static ODDS: LazyLock<Vec<(i32, i32)>> = LazyLock::new(|| {
    let read = |heading: &String| {
        let (ap, defence) = heading.split_once(':')?;
        Some((ap.parse().ok()?, defence.parse().ok()?))
    };
    let columns = charts::AP_PENETRATION.columns.iter().map(read);
    columns.collect::<Option<_>>().expect("the columns are headed by odds")
});

/// A column of the chart, counted from 1; 0 stands for odds below the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Column(pub i32);

/// A hit that may penetrate.
#[derive(Clone, Copy, Debug)]
pub struct Strike {
    /// The column before shifts, and the rule that gives it.
    pub column: Column,
    /// The rule that gives the column.
    pub rule: Rule,
    /// How far and from where, where shifts count; none where they do not.
    pub shifts: Option<(Distance, Facing)>,
    /// The firer's quality.
    pub quality: Quality,
}

/// AP penetration 1D20 with quality, in the column of the odds.
pub fn resolve_penetration(strike: &Strike, dice: &mut dyn Dice) -> Resolved<FireResult> {
    let column = shifted(strike);
    let roll = d20(dice, Why::high("to penetrate", FIRER));
    let row = Tally::base("roll", Rule("AP penetration:roll"), "1d20", roll.value())
        .when(true, MODIFIERS.quality(strike.quality));
    // A roll off the table uses its end (R5).
    let found = CHART.at(row.total(), (column.total() - 1) as usize);
    Explanation::of(Rule("AP penetration"), "AP fire: to penetrate")
        .throw(roll)
        .tally(column)
        .tally(row)
        .cell(found.cell)
        .gives(*found.result, Phrase::of("result {}").word(found.result.name()))
}

fn shifted(strike: &Strike) -> Tally {
    let column = Tally::base("column", strike.rule, "column before shifts, counted from 1:4", strike.column.0);
    let Some((distance, facing)) = strike.shifts else { return column };
    column
        .when(distance.is_close(), &MODIFIERS.within_4)
        .when(facing != Facing::Front, &MODIFIERS.side_or_rear)
        .at_most(Rule("R5"), "above 3:1 counts as 3:1", ODDS.len() as i32)
}

/// The line that a quality adds to a roll of 1D20.
pub(crate) fn quality_line(quality: Quality) -> &'static Modifier {
    MODIFIERS.quality(quality)
}

impl Column {
    /// R5 The column of a printed odds, which the chart is known to have.
    pub fn headed(heading: &str) -> Column {
        let place = charts::AP_PENETRATION.columns.iter().position(|column| column == heading);
        Column(place.unwrap_or_else(|| panic!("no column is headed '{heading}'")) as i32 + 1)
    }

    /// R5 The odds of AP to defence, rounded against the firer to a printed column; a soft vehicle has the last.
    pub fn of(ap: i32, defence: i32) -> Column {
        let reached = ODDS.iter().filter(|&&(a, d)| ap * d >= a * defence).count();
        Column(reached as i32)
    }

    /// Below the first column, where nothing can happen.
    pub fn is_hopeless(self) -> bool {
        self.0 == 0
    }
}
