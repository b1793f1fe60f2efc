//! Procedures without their types, for the edges.

use super::report::Report;
use super::{Card, Field, Inputs, Procedure, Refusal, Situation};
use crate::dice::Dice;
use crate::explain::{Explanation, Told};
use crate::odds::Budget;

/// A procedure whose inputs are JSON.
pub trait AnyProcedure: Send + Sync {
    /// What it is called.
    fn card(&self) -> Card;

    /// What it asks for.
    fn fields(&self) -> &'static [Field];

    /// All inputs, checked, with the defaults filled in.
    fn complete(&self, inputs: &Inputs) -> Result<Inputs, Refusal>;

    /// The odds.
    fn odds(&self, inputs: &Inputs, budget: &Budget) -> Result<Report, Refusal>;

    /// Throws the dice.
    fn roll(&self, inputs: &Inputs, dice: &mut dyn Dice) -> Result<Rolled, Refusal>;
}

/// What a roll came to.
#[derive(Clone, Debug)]
pub struct Rolled {
    /// The outcome's name.
    pub outcome: String,
    /// Its numbers.
    pub measures: Vec<(String, i64)>,
    /// Why, step by step.
    pub because: Vec<Explanation>,
}

impl<P: Procedure> AnyProcedure for P {
    fn card(&self) -> Card {
        Procedure::card(self)
    }

    fn fields(&self) -> &'static [Field] {
        P::Situation::fields()
    }

    fn complete(&self, inputs: &Inputs) -> Result<Inputs, Refusal> {
        Ok(checked(self, inputs)?.write())
    }

    fn odds(&self, inputs: &Inputs, budget: &Budget) -> Result<Report, Refusal> {
        let situation = checked(self, inputs)?;
        let mut report = Report::of(Procedure::odds(self, &situation, budget));
        for (label, other) in self.beside(&situation) {
            report.beside(label, Report::of(Procedure::odds(self, &other, budget)));
        }
        Ok(report)
    }

    fn roll(&self, inputs: &Inputs, dice: &mut dyn Dice) -> Result<Rolled, Refusal> {
        let situation = checked(self, inputs)?;
        let Told { outcome, because, measures: apart } = Procedure::roll(self, &situation, dice);
        let told = super::Outcome::measures(&outcome).into_iter().map(|(name, number)| (name.to_owned(), number));
        Ok(Rolled { outcome: outcome.to_string(), measures: told.chain(apart).collect(), because })
    }
}

fn checked<P: Procedure>(procedure: &P, inputs: &Inputs) -> Result<P::Situation, Refusal> {
    let situation = P::Situation::read(inputs)?;
    procedure.check(&situation)?;
    Ok(situation)
}
