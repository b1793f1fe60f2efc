//! R26: the British mines, before the first turn.

use crate::charts;
use crate::seats::ALLIED;
use kernel::prelude::*;
use std::fmt;
use std::sync::LazyLock;

/// Mines under German start-trench squares that face the British.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Mines {
    /// How many go up, each under a square of its own: up to 4, free in scenario 1, bought in the campaign.
    #[field(rule = "Sequence of play:pregame-mines", min = 1, max = 4, default = 2)]
    pub mines: u8,
}

kernel::outcomes! {
    /// What one mine does, from the worst for the British to the best.
    pub enum Blast {
        /// Nothing.
        Nothing = "nothing",
        /// The units of the square are disrupted.
        Disrupt = "disrupt",
        /// A step is lost, and the units are disrupted as well (R8).
        StepLoss = "step loss",
    }
}

/// What all mines did, from the worst for the British to the best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Craters {
    /// Steps lost.
    pub steps: u8,
    /// Squares whose units are disrupted, those that lost a step among them.
    pub disrupted: u8,
}

impl fmt::Display for Craters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = if self.steps == 1 { "step" } else { "steps" };
        let squares = if self.disrupted == 1 { "square" } else { "squares" };
        write!(f, "{} {steps} lost, {} {squares} disrupted", self.steps, self.disrupted)
    }
}

impl Outcome for Craters {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("steps lost", self.steps.into()), ("squares disrupted", self.disrupted.into())]
    }
}

/// R26 One mine.
pub fn resolve_mine(dice: &mut dyn Dice) -> Resolved<Blast> {
    let roll = dice.d6(Why::low("mine", ALLIED));
    let found = CHART.at(roll.value(), 0);
    let blast = *found.result;
    Explanation::of(Rule("R26"), "mine").throw(roll).cell(found.cell).gives(blast, Phrase::of(blast.name()))
}

static CHART: LazyLock<Table<Blast>> = LazyLock::new(|| Table::of(&charts::MINES, Blast::read));

/// One mine after another.
pub struct MinesChain;

/// Mines still to go up, and what the others did.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    left: u8,
    craters: Craters,
}

impl Chain for MinesChain {
    type Stage = Stage;
    type Outcome = Craters;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Craters> {
        if stage.left == 0 { Turn::Done(stage.craters) } else { Turn::Roll }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Stage { left, craters: Craters { steps, disrupted } } = *stage;
        resolve_mine(dice).map(|blast| Stage {
            left: left - 1,
            craters: Craters {
                steps: steps + u8::from(blast == Blast::StepLoss),
                disrupted: disrupted + u8::from(blast != Blast::Nothing),
            },
        })
    }
}

/// All mines of the British.
pub fn procedure() -> impl Procedure<Situation = Mines> {
    let card = Card {
        name: "mines",
        title: "Mines",
        rule: Rule("R26"),
        about: "What the British mines do before the first turn.",
        seat: ALLIED,
    };
    Chained::new(card, |mines: &Mines| (MinesChain, Stage { left: mines.mines, craters: Craters::default() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{odds, of_chain, ratio};

    #[test]
    fn r26_a_mine_costs_a_step_disrupts_or_does_nothing() {
        let blast = odds(|dice| resolve_mine(dice).outcome);
        assert_eq!(
            [Blast::StepLoss, Blast::Disrupt, Blast::Nothing].map(|b| blast[&b].clone()),
            [ratio(1, 3), ratio(1, 3), ratio(1, 3)]
        );
    }

    #[test]
    fn r26_four_mines_add_up_and_a_step_loss_also_disrupts() {
        let start = Stage { left: 4, craters: Craters::default() };
        let odds = of_chain(&Budget::default(), &MinesChain, &Dist::certain(start)).dist;
        // Exactly two step losses: 6 x (1/3)^2 x (2/3)^2.
        assert_eq!(odds.chance_that(|craters| craters.steps == 2), ratio(24, 81));
        assert_eq!(odds.chance_that(|craters| craters.disrupted == 0), ratio(1, 81));
        assert_eq!(odds.chance_that(|craters| craters.disrupted < craters.steps), ratio(0, 1));
    }
}
