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

/// The column before shifts, and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Base {
    /// The column.
    pub column: Column,
    /// The rule that gives it.
    pub rule: Rule,
    /// The AP and the defence, where it comes from their odds.
    pub odds: Option<(i32, i32)>,
}

/// A hit that may penetrate.
#[derive(Clone, Copy, Debug)]
pub struct Strike {
    /// The column before shifts.
    pub base: Base,
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
    let heading = charts::AP_PENETRATION.columns[usize::from(found.cell.column)].as_str();
    let words = match strike.base.odds {
        Some((ap, defence)) => Phrase::of("AP {} to defence {}, column {}: {}").number(ap).number(defence),
        None => Phrase::of("column {}: {}"),
    };
    Explanation::of(Rule("AP penetration"), "AP fire: to penetrate")
        .throw(roll)
        .tally(column)
        .tally(row)
        .cell(found.cell)
        .gives(*found.result, words.word(heading).word(found.result.told()))
}

/// What a face of the die comes to.
pub fn result(strike: &Strike, face: i32) -> FireResult {
    let row = face + MODIFIERS.quality(strike.quality).add;
    *CHART.at(row, (shifted(strike).total() - 1) as usize).result
}

fn shifted(strike: &Strike) -> Tally {
    let column =
        Tally::base("column", strike.base.rule, "column before shifts, counted from 1:4", strike.base.column.0);
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

impl Base {
    /// A column that a rule names.
    pub fn named(column: Column, rule: Rule) -> Base {
        Base { column, rule, odds: None }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::State;
    use FireResult::{K, Nothing, S};
    use kernel::odds::{odds, ratio};
    use std::collections::BTreeMap;

    fn strike(heading: &str) -> Strike {
        let distance = Distance { units: 10, range: 24, firer: State::Unsuppressed };
        let shifts = Some((distance, Facing::Front));
        let base = Base { column: Column::headed(heading), rule: Rule("AP penetration:odds"), odds: None };
        Strike { base, shifts, quality: Quality::Regular }
    }

    /// Chances in twentieths.
    fn chances(strike: Strike, want: FireResult) -> u64 {
        let all: BTreeMap<_, _> = odds(|dice| resolve_penetration(&strike, dice).outcome);
        (0..=20).find(|&part| all.get(&want).cloned().unwrap_or_default() == ratio(part, 20)).unwrap()
    }

    #[test]
    fn ap_penetration_each_column_reads_as_printed() {
        // Rows 1-7, 8-10, 11-14, 15-17, 18-20 hold 7, 3, 4, 3 and 3 faces.
        let printed = [
            ("1:4", 0, 0),
            ("1:3", 0, 0),
            ("1:2", 3, 0),
            ("2:3", 7, 3),
            ("1:1", 4, 6),
            ("3:2", 7, 6),
            ("2:1", 7, 13),
            ("3:1", 0, 20),
        ];
        for (heading, suppressed, knocked_out) in printed {
            assert_eq!(
                (chances(strike(heading), S), chances(strike(heading), K)),
                (suppressed, knocked_out),
                "{heading}"
            );
        }
    }

    #[test]
    fn ap_penetration_never_gets_worse_to_the_right_or_further_down() {
        for roll in 0..22 {
            for column in 0..8 {
                assert!(CHART.at(roll, column).result <= CHART.at(roll + 1, column).result);
                assert!(CHART.at(roll, column).result <= CHART.at(roll, column + 1).result);
            }
        }
    }

    #[test]
    fn ap_penetration_within_4_shifts_one_column_right() {
        let near = |range, firer| {
            let distance = Distance { units: 4, range, firer };
            Strike { shifts: Some((distance, Facing::Front)), ..strike("1:1") }
        };
        let both = |strike| (chances(strike, S), chances(strike, K));
        assert_eq!(both(near(24, State::Unsuppressed)), (7, 6), "3:2");
        assert_eq!(both(near(24, State::Suppressed)), (4, 6), "1:1");
        assert_eq!(both(near(4, State::Unsuppressed)), (4, 6), "1:1");
    }

    #[test]
    fn ap_penetration_side_or_rear_shifts_one_column_right() {
        for facing in [Facing::Side, Facing::Rear] {
            let (distance, _) = strike("1:1").shifts.unwrap();
            let flank = Strike { shifts: Some((distance, facing)), ..strike("1:1") };
            assert_eq!((chances(flank, S), chances(flank, K)), (7, 6), "3:2");
        }
    }

    #[test]
    fn ap_penetration_quality_is_added_to_the_roll() {
        // In 2:3 K needs 18: elite 16 and more, raw 20.
        assert_eq!(chances(Strike { quality: Quality::Elite, ..strike("2:3") }, K), 5);
        assert_eq!(chances(Strike { quality: Quality::Raw, ..strike("2:3") }, K), 1);
    }

    #[test]
    fn r5_odds_are_rounded_against_the_firer() {
        let of = |ap, defence| Column::of(ap, defence);
        assert_eq!(of(1, 5), Column(0), "below 1:4");
        assert!(of(1, 5).is_hopeless());
        assert_eq!(of(1, 4), Column::headed("1:4"));
        assert_eq!(of(99, 100), Column::headed("2:3"));
        assert_eq!(of(100, 100), Column::headed("1:1"));
        assert_eq!(of(199, 100), Column::headed("3:2"));
        assert_eq!(of(900, 100), Column::headed("3:1"), "above 3:1");
        assert_eq!(of(1, 0), Column::headed("3:1"), "a soft vehicle");
    }

    #[test]
    fn r5_shifts_stop_at_3_to_1() {
        let (distance, _) = strike("3:1").shifts.unwrap();
        let flank = Strike { shifts: Some((distance, Facing::Side)), ..strike("3:1") };
        assert_eq!((chances(flank, K), chances(flank, Nothing)), (20, 0));
    }
}
