//! Procedures without their types, for the edges.

use super::report::Report;
use super::{Card, Field, Inputs, Procedure, Refusal, Situation};
use crate::dice::{Dice, Seeded};
use crate::explain::{Explanation, Told};
use crate::odds::{Budget, Kind};

/// A procedure whose inputs are JSON.
pub trait AnyProcedure: Send + Sync {
    /// What it is called.
    fn card(&self) -> Card;

    /// What it asks for.
    fn fields(&self) -> &'static [Field];

    /// All inputs, checked, with the defaults filled in.
    fn complete(&self, inputs: &Inputs) -> Result<Inputs, Refusal>;

    /// The odds.
    fn odds(&self, inputs: &Inputs, budget: &Budget) -> Result<Report, Refusal> {
        Ok(self.odds_of_each(std::slice::from_ref(inputs), budget)?.remove(0))
    }

    /// The odds of several situations that are compared: their outcomes are ranked in one order.
    fn odds_of_each(&self, variants: &[Inputs], budget: &Budget) -> Result<Vec<Report>, Refusal>;

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

    fn odds_of_each(&self, variants: &[Inputs], budget: &Budget) -> Result<Vec<Report>, Refusal> {
        let situations = variants.iter().map(|inputs| checked(self, inputs)).collect::<Result<Vec<_>, _>>()?;
        let mut answers = Vec::new();
        let mut labels = Vec::new();
        for situation in &situations {
            answers.push(Procedure::odds(self, situation, budget));
            let (beside, others): (Vec<_>, Vec<_>) = self.beside(situation).into_iter().unzip();
            answers.extend(others.iter().map(|other| Procedure::odds(self, other, budget)));
            labels.push(beside);
        }
        let mut reports = Report::all_of(answers).into_iter();
        let mut next = || reports.next().expect("there is a report for each answer");
        let with_beside = |(situation, labels): (&P::Situation, Vec<String>)| {
            let mut report = next();
            for label in labels {
                report.beside(label, next());
            }
            // Where there is but one outcome any roll leads to it, and says why.
            if report.outcomes.len() == 1 && report.kind == Kind::Exact {
                report.why = Procedure::roll(self, situation, &mut Seeded::new(0)).because;
            }
            report
        };
        Ok(situations.iter().zip(labels).map(with_beside).collect())
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
