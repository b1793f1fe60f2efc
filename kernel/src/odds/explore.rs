//! Meets every stage that a chain can reach, once each.

use super::chain::{Chain, Pick, Turn};
use super::graph::{Entering, FEW, Graph};
use super::merged::Merged;
use super::numbering::{self, Numbering};
use super::walker::Walker;
use super::{Beyond, Budget, Dist, Ratio};
use std::hash::Hash;

/// The stages of a chain as a graph, with what stands at its ends.
pub(super) struct Explored<O> {
    pub(super) graph: Graph,
    pub(super) start: Entering,
    pub(super) ends: Vec<O>,
}

impl<O: Clone + Eq + Hash> Explored<O> {
    /// Meets every stage once. Past the budget of stages the rest is left.
    pub(super) fn of<C: Chain<Outcome = O>>(
        budget: &Budget,
        chain: &C,
        start: &Dist<C::Stage>,
    ) -> Result<Explored<O>, Beyond> {
        let mut stages = Numbering::with_room(FEW);
        for (stage, _) in start.parts() {
            stages.of(stage.clone());
        }
        let mut ends = Numbering::with_room(numbering::FEW);
        let mut graph = Graph::new();
        let mut walker = Walker::new();
        let mut merged = Merged::new();
        let mut leaves = budget.leaves;
        while let Some(stage) = stages.thing(graph.len()) {
            if graph.len() >= budget.stages {
                graph.push_left();
                continue;
            }
            match chain.turn(stage) {
                Turn::Done(outcome) => graph.push_done(ends.of(outcome)),
                Turn::Roll => {
                    walker.each_path(
                        &mut leaves,
                        |dice| chain.step(stage, dice).outcome,
                        |next, weight, whole| merged.add(next, weight, whole),
                    )?;
                    let (parts, whole) = merged.finish()?;
                    graph.push_roll(parts.map(|(next, weight)| (stages.of(next), weight)), whole);
                }
                Turn::Decide(decision) => {
                    let pick = chain.choose(stage, &decision);
                    let mut options = decision.options.into_iter().map(|(_, next)| next);
                    let (options, best) = match pick {
                        // A stated rule leads to one stage; the others are never met.
                        Pick::Option(taken) => {
                            let next = options.nth(taken).expect("a policy picks one of the options");
                            (vec![stages.of(next)], false)
                        }
                        Pick::Best => (options.map(|next| stages.of(next)).collect(), true),
                    };
                    graph.push_decision(decision.seat, options, best);
                }
            }
        }
        let weights = start.parts().iter().map(|(_, weight)| weight.clone()).collect();
        let start = Entering { weights, total: start.total().clone() };
        Ok(Explored { graph, start, ends: ends.into_things() })
    }

    /// Where the mass of the start ends, and how much is left over.
    pub(super) fn outcomes<C: Chain<Outcome = O>>(mut self, chain: &C) -> (Dist<O>, Ratio) {
        let ends = &self.ends;
        let gone = self.graph.run(&self.start, ends.len(), &|seat, end| chain.value(seat, &ends[end as usize]));
        let reached = self.ends.into_iter().zip(gone.ends).filter(|(_, weight)| !weight.is_zero());
        (Dist::different(reached), gone.left)
    }
}
