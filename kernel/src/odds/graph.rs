//! The reachable stages of a chain as a graph, and the mass that flows through it.

use super::chain::{Chain, Pick, Turn};
use super::mass::Mass;
use super::repeat::{Component, Edges, Repeat, components};
use super::walker::Walker;
use super::{Beyond, Budget, Dist, Masses, Merged, Ratio};
use crate::fx::FxHashMap;
use crate::seat::Seat;
use dashu_int::UBig;

/// Every stage that can be reached, by number.
pub(super) struct Graph<O> {
    nodes: Vec<Node<O>>,
}

enum Node<O> {
    /// An end.
    Done(O),
    /// Past the budget: mass that gets here is left over.
    Left,
    /// Dice: where they lead, with weights out of `whole`.
    Roll { edges: Vec<(u32, u128)>, whole: u128 },
    /// A decision: the options, and the one that is taken.
    Decide { seat: Seat, options: Vec<u32>, taken: usize, best: bool },
}

/// Numbers the stages as they are met.
struct Numbering<S> {
    at: FxHashMap<S, u32>,
    stages: Vec<S>,
}

impl<S: Clone + Eq + std::hash::Hash> Numbering<S> {
    fn of(&mut self, stage: S) -> u32 {
        if let Some(&number) = self.at.get(&stage) {
            return number;
        }
        let number = self.stages.len() as u32;
        self.stages.push(stage.clone());
        self.at.insert(stage, number);
        number
    }
}

impl<O: Clone + Eq + std::hash::Hash> Graph<O> {
    /// Meets every stage once. Past the budget of stages the rest is left.
    pub(super) fn explore<C: Chain<Outcome = O>>(
        budget: &Budget,
        chain: &C,
        start: &Dist<C::Stage>,
    ) -> Result<Graph<O>, Beyond> {
        let mut numbers = Numbering { at: FxHashMap::default(), stages: Vec::new() };
        for (stage, _) in start.parts() {
            numbers.of(stage.clone());
        }
        let mut nodes = Vec::new();
        let mut walker = Walker::new();
        let mut merged = Merged::new();
        let mut leaves = budget.leaves;
        while nodes.len() < numbers.stages.len() {
            if nodes.len() >= budget.stages {
                nodes.push(Node::Left);
                continue;
            }
            let stage = numbers.stages[nodes.len()].clone();
            let node = match chain.turn(&stage) {
                Turn::Done(outcome) => Node::Done(outcome),
                Turn::Roll => {
                    walker.each_path(
                        &mut leaves,
                        |dice| chain.step(&stage, dice).outcome,
                        |next, weight, whole| merged.add(next, weight, whole),
                    )?;
                    let (parts, whole) = merged.finish()?;
                    let edges = parts.map(|(next, weight)| (numbers.of(next), weight)).collect();
                    Node::Roll { edges, whole }
                }
                Turn::Decide(decision) => {
                    let pick = chain.choose(&stage, &decision);
                    let seat = decision.seat;
                    let mut options = decision.options.into_iter().map(|(_, next)| next);
                    let (options, best) = match pick {
                        // A stated rule leads to one stage; the others are never met.
                        Pick::Option(taken) => {
                            let next = options.nth(taken).expect("a policy picks one of the options");
                            (vec![numbers.of(next)], false)
                        }
                        Pick::Best => (options.map(|next| numbers.of(next)).collect(), true),
                    };
                    let taken = 0;
                    Node::Decide { seat, options, taken, best }
                }
            };
            nodes.push(node);
        }
        Ok(Graph { nodes })
    }

    /// Where the mass of `start` ends, and how much is left over.
    pub(super) fn outcomes<C: Chain<Outcome = O>>(mut self, chain: &C, start: &Dist<C::Stage>) -> (Dist<O>, Ratio) {
        let mut edges = Edges::new();
        for node in &self.nodes {
            node.push_edges(&mut edges);
        }
        let components = components(&edges);
        self.decide(chain, &components);

        let mut masses = vec![Mass::none(); self.nodes.len()];
        for (number, (_, weight)) in start.parts().iter().enumerate() {
            masses[number] = Mass { part: weight.clone(), whole: start.total().clone() };
        }
        let mut ends = Masses::new();
        let mut left = Mass::none();
        // Components come sinks first; mass flows the other way.
        for component in components.iter().rev() {
            if component.repeats && !self.solve_visits(&component.members, &mut masses) {
                for &member in &component.members {
                    let mass = std::mem::replace(&mut masses[member as usize], Mass::none());
                    left.add(mass.part, &mass.whole);
                }
                continue;
            }
            for &member in &component.members {
                let mass = std::mem::replace(&mut masses[member as usize], Mass::none());
                if mass.is_none() {
                    continue;
                }
                match &self.nodes[member as usize] {
                    Node::Done(outcome) => ends.add(outcome, mass.part, &mass.whole),
                    Node::Left => left.add(mass.part, &mass.whole),
                    Node::Decide { options, taken, .. } => {
                        let next = options[*taken];
                        if !component.holds(next) {
                            masses[next as usize].add(mass.part, &mass.whole);
                        }
                    }
                    Node::Roll { edges, whole } => {
                        let whole = &mass.whole * UBig::from(*whole);
                        for &(next, weight) in edges.iter().filter(|(next, _)| !component.holds(*next)) {
                            masses[next as usize].add(&mass.part * UBig::from(weight), &whole);
                        }
                    }
                }
            }
        }
        (Dist::from_masses(ends.parts), left.ratio())
    }

    /// Turns the mass that enters a repeat into the mean number of visits to each of its stages.
    /// False when there is no way out of it.
    fn solve_visits(&self, members: &[u32], masses: &mut [Mass]) -> bool {
        let entering: Vec<Ratio> = members.iter().map(|&m| masses[m as usize].ratio()).collect();
        let Some(visits) = Repeat::of(members, |m| self.chances(m)).visits(entering) else {
            return false;
        };
        for (&member, visits) in members.iter().zip(visits) {
            masses[member as usize] = Mass { part: UBig::ONE, whole: UBig::ONE }.times(&visits);
        }
        true
    }

    /// Where a stage leads, with chances, under the decisions taken so far.
    fn chances(&self, number: u32) -> Vec<(u32, Ratio)> {
        match &self.nodes[number as usize] {
            Node::Done(_) | Node::Left => Vec::new(),
            Node::Decide { options, taken, .. } => vec![(options[*taken], Ratio::ONE)],
            Node::Roll { edges, whole } => edges
                .iter()
                .map(|&(next, weight)| (next, Ratio::from_parts(weight.into(), UBig::from(*whole))))
                .collect(),
        }
    }

    /// Takes the decisions whose policy is 'best', from the ends backwards.
    fn decide<C: Chain<Outcome = O>>(&mut self, chain: &C, components: &[Component]) {
        let best = |node: &Node<O>| match node {
            Node::Decide { seat, best: true, .. } => Some(*seat),
            _ => None,
        };
        let mut seats: Vec<Seat> = self.nodes.iter().filter_map(best).collect();
        seats.sort_unstable();
        seats.dedup();
        if seats.is_empty() {
            return;
        }
        // values[seat][stage]: the mean value to that seat.
        let mut values = vec![vec![Ratio::ZERO; self.nodes.len()]; seats.len()];
        for component in components {
            // In a repeat the decisions and the values hang on one another: improve until nothing changes.
            for _round in 0..1000 {
                for (seat, values) in seats.iter().zip(&mut values) {
                    self.value_component(chain, *seat, component, values);
                }
                if !self.improve(component, &seats, &values) {
                    break;
                }
            }
        }
    }

    fn value_component<C: Chain<Outcome = O>>(
        &self,
        chain: &C,
        seat: Seat,
        component: &Component,
        values: &mut [Ratio],
    ) {
        let outside = |member: u32, values: &[Ratio]| match &self.nodes[member as usize] {
            Node::Done(outcome) => Ratio::from(chain.value(seat, outcome)),
            _ => self
                .chances(member)
                .into_iter()
                .filter(|(next, _)| !component.holds(*next))
                .fold(Ratio::ZERO, |sum, (next, chance)| sum + chance * &values[next as usize]),
        };
        let constants: Vec<Ratio> = component.members.iter().map(|&m| outside(m, values)).collect();
        let solved = if component.repeats {
            Repeat::of(&component.members, |m| self.chances(m)).values(constants)
        } else {
            Some(constants)
        };
        if let Some(solved) = solved {
            for (&member, value) in component.members.iter().zip(solved) {
                values[member as usize] = value;
            }
        }
    }

    /// Lets every 'best' decision of a component take a strictly better option. True when one did.
    fn improve(&mut self, component: &Component, seats: &[Seat], values: &[Vec<Ratio>]) -> bool {
        let mut changed = false;
        for &member in &component.members {
            if let Node::Decide { seat, options, taken, best: true } = &mut self.nodes[member as usize] {
                let mine = &values[seats.iter().position(|s| s == seat).expect("every deciding seat is listed")];
                for i in 0..options.len() {
                    if mine[options[i] as usize] > mine[options[*taken] as usize] {
                        *taken = i;
                        changed = true;
                    }
                }
            }
        }
        changed
    }
}

impl<O> Node<O> {
    fn push_edges(&self, edges: &mut Edges) {
        match self {
            Node::Done(_) | Node::Left => edges.push([]),
            Node::Roll { edges: rolled, .. } => edges.push(rolled.iter().map(|&(next, _)| next)),
            Node::Decide { options, taken, best: false, .. } => edges.push([options[*taken]]),
            Node::Decide { options, .. } => edges.push(options.iter().copied()),
        }
    }
}
