//! 19, steps 2 and 3: the chosen asset and the orders of the higher command.

use crate::charts;
use crate::seats::ACTIVE;
use kernel::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;

/// An asset that is rolled for (R15).
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct AssetRoll {
    /// The number of the asset: this or more brings it.
    #[field(rule = "R15", min = 2, max = 6, default = 4)]
    pub number: u8,
}

kernel::outcomes! {
    /// Is the asset there?
    pub enum Asset {
        /// Not this turn; it is kept.
        Kept = "not this turn, it is kept",
        /// It is used at once.
        Used = "used at once",
    }
}

/// 19:2 One chosen asset: it comes on its number or more, is used at once when it does and kept when not (R15).
pub fn resolve_asset(asset: &AssetRoll, dice: &mut dyn Dice) -> Resolved<Asset> {
    let roll = dice.d6(Why::high("asset", ACTIVE));
    let outcome = if roll.value() >= asset.number.into() { Asset::Used } else { Asset::Kept };
    if !dice.tells() {
        return Resolved::untold(outcome);
    }
    Explanation::of(Rule("19:2"), "asset")
        .throw(roll)
        .gives(outcome, Phrase::of("{}; {} or more was needed (R15)").word(outcome.name()).number(asset.number))
}

/// The orders of the higher command this turn.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Orders {
    /// The quality of the higher command: poor has 2 attempts, average 3, good 4.
    #[field(rule = "R16", default = Command::Average)]
    pub quality: Command,
    /// Squares within 3 of the commander that an order is tried for; one attempt a square a turn.
    #[field(rule = "R16", min = 1, max = 8, default = 4)]
    pub squares: u8,
}

/// The quality of a higher command, or of an army's artillery.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Command {
    /// Poor.
    Poor,
    /// Average.
    #[default]
    Average,
    /// Good.
    Good,
}

/// How many orders went through.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Through(pub u8);

/// 19:3 Higher command orders: 2, 3 or 4 attempts by quality, each going through on 4 or more (R16).
pub fn resolve_orders(orders: &Orders, dice: &mut dyn Dice) -> Resolved<Through> {
    let attempts = i32::from(orders.quality.attempts());
    let tally = Tally::base("attempts", Rule("19:attempts"), orders.quality.name(), attempts).at_most(
        Rule("R16"),
        "one attempt a square",
        orders.squares.into(),
    );
    let roll = attempt(tally.total() as u16, dice);
    let through = Through(roll.reading as u8);
    Explanation::of(Rule("19:orders"), "higher command")
        .tally(tally)
        .throw(roll)
        .gives(through, Phrase::of("{} {order goes|orders go} through, each on 4 or more").number(through.0))
}

/// 19:3 One of the attempts, at a square: does the order go through (R16)?
pub fn resolve_attempt(dice: &mut dyn Dice) -> Resolved<bool> {
    let roll = attempt(1, dice);
    let through = roll.reading == 1;
    if !dice.tells() {
        return Resolved::untold(through);
    }
    let result = if through { "the order goes through" } else { "the order does not go through" };
    Explanation::of(Rule("19:orders"), "higher command").throw(roll).gives(through, Phrase::of(result))
}

/// R16 Attempts need 4 or more.
fn attempt(count: u16, dice: &mut dyn Dice) -> Throw {
    dice.hits(count, 4, Why::high("higher command", ACTIVE))
}

/// The asset of a turn.
pub fn asset_procedure() -> impl Procedure<Situation = AssetRoll> {
    let card = Card {
        name: "asset",
        title: "Asset",
        rule: Rule("19:2"),
        about: "Does the asset that was chosen come this turn?",
        seat: ACTIVE,
    };
    Step::new(card, resolve_asset)
}

/// The higher command's orders of a turn.
pub fn orders_procedure() -> impl Procedure<Situation = Orders> {
    let card = Card {
        name: "higher-command",
        title: "Higher command",
        rule: Rule("19:3"),
        about: "How many of the higher command's orders go through this turn?",
        seat: ACTIVE,
    };
    Step::new(card, resolve_orders)
}

impl fmt::Display for Through {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("no order goes through"),
            1 => f.write_str("1 order goes through"),
            more => write!(f, "{more} orders go through"),
        }
    }
}

impl Outcome for Through {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("orders", self.0.into())]
    }
}

impl Command {
    /// 19:attempts How many orders a higher command of this quality tries to give in a turn.
    pub fn attempts(self) -> u8 {
        match self {
            Command::Poor => 2,
            Command::Average => 3,
            Command::Good => 4,
        }
    }

    /// The row of the deviation chart.
    pub(crate) fn deviation(self, roll: i32) -> (&'static str, Cell) {
        let chart = &charts::DEVIATION;
        let holds = |column: &&String| {
            let band = kernel::chart::Band::read(chart.text(self.name(), column));
            band.is_some_and(|band| band.holds(roll))
        };
        let column = chart.columns.iter().find(holds).expect("the deviation chart covers a die");
        (column, chart.cell(self.name(), column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{odds, ratio};

    #[test]
    fn r15_an_asset_comes_on_its_number() {
        for (number, chance) in [(2, ratio(5, 6)), (4, ratio(1, 2)), (6, ratio(1, 6))] {
            assert_eq!(odds(|dice| resolve_asset(&AssetRoll { number }, dice).outcome)[&Asset::Used], chance);
        }
    }

    #[test]
    fn r16_poor_average_and_good_commands_have_2_3_and_4_attempts_on_4_or_more() {
        for (quality, attempts) in [(Command::Poor, 2), (Command::Average, 3), (Command::Good, 4)] {
            let all = odds(|dice| resolve_orders(&Orders { quality, squares: 8 }, dice).outcome);
            assert_eq!(all[&Through(attempts)], ratio(1, 1 << attempts), "{quality}");
        }
    }

    #[test]
    fn r16_a_square_has_one_attempt_a_turn() {
        let all = odds(|dice| resolve_orders(&Orders { quality: Command::Good, squares: 1 }, dice).outcome);
        assert_eq!(all.keys().copied().collect::<Vec<_>>(), [Through(0), Through(1)]);
    }
}
