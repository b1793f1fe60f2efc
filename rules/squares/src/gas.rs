//! 19, step 1: what becomes of a gas square.

use crate::charts;
use crate::seats::ACTIVE;
use kernel::prelude::*;
use std::sync::LazyLock;

/// A gas square at the start of its owner's turn. It is rolled for as it is; nothing changes the roll.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct GasSquare {}

kernel::outcomes! {
    /// What becomes of the gas, from the worst for its owner to the best.
    pub enum Drift {
        /// It drifts towards its owner.
        Back = "drifts back",
        /// It is gone.
        Disperses = "disperses",
        /// It stays where it is.
        Stays = "stays",
        /// It drifts away from its owner.
        Forward = "drifts forward",
    }
}

static CHART: LazyLock<Table<Drift>> = LazyLock::new(|| Table::of(&charts::GAS, Drift::read));

/// 19:1 One gas square: 1-2 disperses, 3 forward, 4 back, 5-6 stays.
pub fn resolve_gas(_: &GasSquare, dice: &mut dyn Dice) -> Resolved<Drift> {
    let roll = dice.d6(Why::either("gas", ACTIVE));
    let found = CHART.at(roll.value(), 0);
    let drift = *found.result;
    if !dice.tells() {
        return Resolved::untold(drift);
    }
    let rule = match drift {
        Drift::Disperses => Rule("19:gas-disperses"),
        Drift::Forward => Rule("19:gas-forward"),
        Drift::Back => Rule("19:gas-back"),
        Drift::Stays => Rule("19:gas-stays"),
    };
    Explanation::of(rule, "gas drift").cell(found.cell).throw(roll).gives(drift, Phrase::of(drift.name()))
}

/// Gas at the start of its owner's turn.
pub fn procedure() -> impl Procedure<Situation = GasSquare> {
    let card = Card {
        name: "gas-drift",
        title: "Gas drift",
        rule: Rule("19:1"),
        about: "What becomes of a gas square at the start of its owner's turn.",
        seat: ACTIVE,
    };
    Step::new(card, resolve_gas)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{odds, ratio};

    #[test]
    fn r19_1_gas_disperses_drifts_or_stays() {
        use Drift::{Back, Disperses, Forward, Stays};
        let fall = |face| resolve_gas(&GasSquare {}, &mut Scripted::of([face])).outcome;
        assert_eq!([1, 2, 3, 4, 5, 6].map(fall), [Disperses, Disperses, Forward, Back, Stays, Stays]);
        assert_eq!(odds(|dice| resolve_gas(&GasSquare {}, dice).outcome)[&Back], ratio(1, 6));
    }
}
