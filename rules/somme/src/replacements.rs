//! 12.1: replacement steps.

use crate::charts;
use crate::seats::OWNER;
use kernel::prelude::*;
use std::fmt;
use std::sync::LazyLock;

/// What a player's turn has cost him; each player rolls on his own (R25).
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Losses {
    /// Assaults that he made.
    #[field(rule = "R25", max = 20, default = 3)]
    pub assaults: u8,
    /// Steps that he lost in them.
    #[field(rule = "12.1:column", max = 40, default = 4)]
    pub steps_lost: u8,
    /// Units of his that became disordered.
    #[field(rule = "12.1.1", max = 20, default = 1)]
    pub disordered: u8,
}

/// Replacement steps. They go to supplied units outside enemy zones of control, one each (R25).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Steps(pub u8);

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 step"),
            steps => write!(f, "{steps} steps"),
        }
    }
}

impl Outcome for Steps {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("replacement steps", self.0.into())]
    }
}

/// 12.1 The roll for replacements; a sum below 4 has no column and brings none.
pub fn resolve_replacements(losses: &Losses, dice: &mut dyn Dice) -> Resolved<Steps> {
    let column = Tally::when_told("column", dice.tells())
        .plus(Rule("12.1:column"), "assaults", losses.assaults.into())
        .plus(Rule("12.1:column"), "steps lost in them", losses.steps_lost.into())
        .plus(Rule("12.1:column"), "units disordered", losses.disordered.into());
    if column.total() < FIRST_COLUMN {
        return Explanation::of(Rule("12.1:below-four"), "replacements")
            .tally(column)
            .gives(Steps(0), Phrase::of("there is no column below {}").number(FIRST_COLUMN));
    }
    let roll = dice.two_d6(Why::high("replacements", OWNER));
    let found = CHART.under(roll.value(), column.total());
    let steps = *found.result;
    if !dice.tells() {
        return Resolved::untold(Steps(steps));
    }
    Explanation::of(Rule("12.1:roll"), "replacements")
        .throw(roll)
        .tally(column)
        .cell(found.cell)
        .gives(Steps(steps), Phrase::of("{} replacement {step|steps}").number(steps))
}

static CHART: LazyLock<Table<u8>> = LazyLock::new(|| Table::of(&charts::REPLACEMENTS, |cell| cell.parse().ok()));

/// The column that the chart begins with.
const FIRST_COLUMN: i32 = 4;

/// The replacements of one player.
pub fn procedure() -> impl Procedure<Situation = Losses> {
    let card = Card {
        name: "replacements",
        title: "Replacements",
        rule: Rule("Sequence of play:4b"),
        about: "How many replacement steps a player gets for what his assaults have cost.",
        seat: OWNER,
    };
    Step::new(card, resolve_replacements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{odds, ratio};

    fn losses(assaults: u8, steps_lost: u8, disordered: u8) -> Losses {
        Losses { assaults, steps_lost, disordered }
    }

    #[test]
    fn r12_1_every_cell_follows_from_roll_and_column() {
        for roll in 2..=12 {
            for column in 4..=14 {
                let expected = ((roll + column - 4) / 3).max(1);
                assert_eq!(i32::from(*CHART.under(roll, column).result), expected, "roll {roll}, column {column}");
            }
        }
    }

    #[test]
    fn r12_1_the_column_is_assaults_steps_and_disordered_units() {
        // Column 8: a 12 gives 5, and a 2 gives 2.
        let steps = |losses: &Losses, faces: [u8; 2]| resolve_replacements(losses, &mut Scripted::of(faces)).outcome;
        for losses in [losses(8, 0, 0), losses(0, 8, 0), losses(0, 0, 8), losses(3, 4, 1)] {
            assert_eq!((steps(&losses, [6, 6]), steps(&losses, [1, 1])), (Steps(5), Steps(2)));
        }
        assert_eq!(steps(&losses(20, 40, 20), [1, 1]), Steps(4), "14 or more");
    }

    #[test]
    fn r12_1_below_four_there_are_none() {
        let none = odds(|dice| resolve_replacements(&losses(1, 1, 1), dice).outcome);
        assert_eq!(none[&Steps(0)], ratio(1, 1));
        let some = odds(|dice| resolve_replacements(&losses(1, 2, 1), dice).outcome);
        // Column 4: 1 up to a roll of 5, 10 ways.
        assert_eq!(some[&Steps(1)], ratio(10, 36));
    }
}
