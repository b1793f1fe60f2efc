//! The reachable stages of a chain as a graph, and the mass that flows through it.
//!
//! It knows stages and ends by their numbers alone. So it is built once, and not again for every chain of every book.

use super::Ratio;
use super::flow::{Divisor, Flow};
use super::mass::{Mass, over_one_whole};
use super::powers::Powers;
use super::repeat::{Component, Edges, Repeat, components};
use crate::seat::Seat;
use dashu_int::UBig;
use smallvec::SmallVec;

/// Room that is made for stages at first.
pub(super) const FEW: usize = 64;

/// Every stage that can be reached, by number.
pub(super) struct Graph {
    nodes: Vec<Node>,
    /// Where the dice of all stages lead, and with what weights.
    nexts: Vec<u32>,
    weights: Vec<u128>,
    /// What the weights are out of: a chain has few different denominators.
    wholes: Vec<u128>,
}

enum Node {
    /// The end of this number.
    Done(u32),
    /// Past the budget: mass that gets here is left over.
    Left,
    /// Dice: the edges from `first` up to `end`, their weights out of the denominator at the place `whole`.
    Roll { first: u32, end: u32, whole: u32 },
    /// A player decides.
    Decide(Box<Decided>),
}

/// A decision: the options, and the one that is taken.
struct Decided {
    seat: Seat,
    options: Vec<u32>,
    taken: usize,
    best: bool,
}

/// The mass that enters a graph, at its first stages.
pub(super) struct Entering {
    pub(super) weights: Vec<UBig>,
    pub(super) total: UBig,
}

/// Where mass has gone.
pub(super) struct Gone {
    /// The weight at each end, by number.
    pub(super) ends: Vec<UBig>,
    /// The share of all mass that is left over.
    pub(super) left: Ratio,
}

/// What an end is worth to a seat.
pub(super) type Worth<'a> = &'a dyn Fn(Seat, u32) -> i64;

impl Graph {
    /// No stage met yet.
    pub(super) fn new() -> Graph {
        Graph {
            nodes: Vec::with_capacity(FEW),
            nexts: Vec::with_capacity(FEW),
            weights: Vec::with_capacity(FEW),
            wholes: Vec::new(),
        }
    }

    /// How many stages were met.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The next stage is past the budget.
    pub(super) fn push_left(&mut self) {
        self.nodes.push(Node::Left);
    }

    /// The next stage is an end.
    pub(super) fn push_done(&mut self, end: u32) {
        self.nodes.push(Node::Done(end));
    }

    /// The next stage throws dice, which lead to these stages with these weights out of a whole.
    pub(super) fn push_roll(&mut self, nexts: impl Iterator<Item = (u32, u128)>, whole: u128) {
        let first = self.nexts.len() as u32;
        for (next, weight) in nexts {
            self.nexts.push(next);
            self.weights.push(weight);
        }
        let node = Node::Roll { first, end: self.nexts.len() as u32, whole: self.place_of(whole) };
        self.nodes.push(node);
    }

    /// At the next stage a seat decides between stages: for the first of them, or for what is best for it.
    pub(super) fn push_decision(&mut self, seat: Seat, options: Vec<u32>, best: bool) {
        self.nodes.push(Node::Decide(Box::new(Decided { seat, options, taken: 0, best })));
    }

    fn place_of(&mut self, whole: u128) -> u32 {
        // Chains begin with their largest pools and end in many small throws: what was met last is met again.
        let known = self.wholes.iter().rposition(|&known| known == whole);
        let place = known.unwrap_or_else(|| {
            self.wholes.push(whole);
            self.wholes.len() - 1
        });
        place as u32
    }

    /// Where the mass that enters ends, and how much is left over.
    pub(super) fn run(&mut self, start: &Entering, ends: usize, worth: Worth<'_>) -> Gone {
        let flowed = self.downhill().and_then(|way| self.flowed(&way, start, ends));
        flowed.unwrap_or_else(|| self.solved(start, ends, worth))
    }

    /// The stages in an order in which none leads back to one before it, and the denominators on the way.
    /// `None` where stages repeat, where a decision hangs on what follows, or where a denominator is not of dice.
    fn downhill(&self) -> Option<Downhill> {
        let steps: Vec<Powers> = self.wholes.iter().map(|&whole| Powers::of(whole)).collect::<Option<_>>()?;
        let mut leads_in = vec![0_u32; self.nodes.len()];
        for node in &self.nodes {
            if let Node::Decide(decided) = node
                && decided.best
            {
                return None;
            }
            self.each_edge(node, |next, _| leads_in[next as usize] += 1);
        }
        let mut order: Vec<u32> = Vec::with_capacity(self.nodes.len());
        order.extend((0..self.nodes.len() as u32).filter(|&number| leads_in[number as usize] == 0));
        // The denominator that mass has at each stage, and that of all stages together.
        let mut wholes = vec![Powers::default(); self.nodes.len()];
        let mut common = Powers::default();
        let mut done = 0;
        while let Some(&number) = order.get(done) {
            done += 1;
            let node = &self.nodes[number as usize];
            let step = if let Node::Roll { whole, .. } = node { steps[*whole as usize] } else { Powers::default() };
            let whole = wholes[number as usize].times(step);
            common = common.common(whole);
            self.each_edge(node, |next, _| {
                let n = next as usize;
                wholes[n] = wholes[n].common(whole);
                leads_in[n] -= 1;
                if leads_in[n] == 0 {
                    order.push(next);
                }
            });
        }
        (done == self.nodes.len()).then_some(Downhill { order, steps, whole: common })
    }

    /// Lets mass flow down the stages. `None` where the numbers are too large to lay out at once.
    fn flowed(&self, way: &Downhill, start: &Entering, ends: usize) -> Option<Gone> {
        let common = way.whole.number();
        let whole = &start.total * &common;
        let mut flow = Flow::over(&whole, self.nodes.len())?;
        for (number, weight) in (0..).zip(&start.weights) {
            flow.enter(number, &(weight * &common));
        }
        let divisors: Vec<Divisor> = way.steps.iter().map(|&step| Divisor::of(step)).collect();
        let certain = Divisor::of(Powers::default());
        for &number in &way.order {
            let node = &self.nodes[number as usize];
            let divisor = if let Node::Roll { whole, .. } = node { &divisors[*whole as usize] } else { &certain };
            if !matches!(node, Node::Done(_) | Node::Left) && flow.divide(number, divisor) {
                self.each_edge(node, |next, weight| flow.send(next, weight));
            }
        }
        let mut left = UBig::ZERO;
        let mut ends = vec![UBig::ZERO; ends];
        for (number, node) in (0..).zip(&self.nodes) {
            match node {
                Node::Done(end) => ends[*end as usize] += flow.part(number),
                Node::Left => left += flow.part(number),
                Node::Roll { .. } | Node::Decide(_) => {}
            }
        }
        Some(Gone { ends, left: Ratio::from_parts(left.into(), whole) })
    }

    /// Where a stage leads under the decisions taken so far, with weights.
    fn each_edge(&self, node: &Node, mut take: impl FnMut(u32, u128)) {
        match node {
            Node::Done(_) | Node::Left => {}
            Node::Roll { first, end, .. } => {
                let edges = *first as usize..*end as usize;
                for (&next, &weight) in self.nexts[edges.clone()].iter().zip(&self.weights[edges]) {
                    take(next, weight);
                }
            }
            Node::Decide(decided) => take(decided.next(), 1),
        }
    }

    /// The same where stages repeat or decisions hang on what follows: component by component, in fractions.
    fn solved(&mut self, start: &Entering, ends: usize, worth: Worth<'_>) -> Gone {
        let mut edges = Edges::new();
        for node in &self.nodes {
            self.push_edges(node, &mut edges);
        }
        let components = components(&edges);
        self.decide(worth, &components);

        let mut masses = vec![Mass::none(); self.nodes.len()];
        for (number, weight) in start.weights.iter().enumerate() {
            masses[number] = Mass { part: weight.clone(), whole: start.total.clone() };
        }
        let mut ends = vec![Mass::none(); ends];
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
                    Node::Done(end) => ends[*end as usize].add(mass.part, &mass.whole),
                    Node::Left => left.add(mass.part, &mass.whole),
                    node => {
                        let whole = &mass.whole * UBig::from(self.whole(node));
                        self.each_edge(node, |next, weight| {
                            if !component.holds(next) {
                                masses[next as usize].add(&mass.part * UBig::from(weight), &whole);
                            }
                        });
                    }
                }
            }
        }
        Gone { ends: over_one_whole(ends), left: left.ratio() }
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
        let node = &self.nodes[number as usize];
        let whole = UBig::from(self.whole(node));
        let mut chances = Vec::new();
        self.each_edge(node, |next, weight| chances.push((next, Ratio::from_parts(weight.into(), whole.clone()))));
        chances
    }

    /// Takes the decisions whose policy is 'best', from the ends backwards.
    fn decide(&mut self, worth: Worth<'_>, components: &[Component]) {
        let best = |node: &Node| match node {
            Node::Decide(decided) if decided.best => Some(decided.seat),
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
                    self.value_component(worth, *seat, component, values);
                }
                if !self.improve(component, &seats, &values) {
                    break;
                }
            }
        }
    }

    fn value_component(&self, worth: Worth<'_>, seat: Seat, component: &Component, values: &mut [Ratio]) {
        let outside = |member: u32, values: &[Ratio]| match &self.nodes[member as usize] {
            Node::Done(end) => Ratio::from(worth(seat, *end)),
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
            if let Node::Decide(decided) = &mut self.nodes[member as usize]
                && decided.best
            {
                let Decided { seat, options, taken, .. } = &mut **decided;
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

    fn push_edges(&self, node: &Node, edges: &mut Edges) {
        match node {
            Node::Decide(decided) if decided.best => edges.push(decided.options.iter().copied()),
            _ => {
                let mut leads_to = SmallVec::<[u32; 8]>::new();
                self.each_edge(node, |next, _| leads_to.push(next));
                edges.push(leads_to);
            }
        }
    }

    /// What the weights of a stage's edges are out of.
    fn whole(&self, node: &Node) -> u128 {
        if let Node::Roll { whole, .. } = node { self.wholes[*whole as usize] } else { 1 }
    }
}

/// The way of mass through stages that never repeat.
struct Downhill {
    /// The stages, none of which leads back to one before it.
    order: Vec<u32>,
    /// The denominators of steps, as the graph has them.
    steps: Vec<Powers>,
    /// A multiple of the denominator of every path.
    whole: Powers,
}

impl Decided {
    fn next(&self) -> u32 {
        self.options[self.taken]
    }
}

#[cfg(test)]
mod tests {
    use super::super::explore::Explored;
    use super::super::{Budget, Chain, Dist, Turn};
    use super::*;
    use crate::dice::{Dice, Die, Law, Why};
    use crate::explain::Resolved;

    const WHY: Why = Why::high("a test", Seat("tester"));

    /// Throws a d6 until 12 are reached, and on a 1 a d10 besides; paths of unlike length and denominators meet.
    struct Climb;

    impl Chain for Climb {
        type Stage = (i32, bool);
        type Outcome = i32;

        fn turn(&self, &(height, stumbled): &(i32, bool)) -> Turn<(i32, bool), i32> {
            if height >= 12 && !stumbled { Turn::Done(height / 2) } else { Turn::Roll }
        }

        fn step(&self, &(height, stumbled): &(i32, bool), dice: &mut dyn Dice) -> Resolved<(i32, bool)> {
            let die = dice.throw(Law::One(if stumbled { Die::D10 } else { Die::D6 }), WHY).value();
            Resolved::untold((height + die, !stumbled && die == 1))
        }
    }

    #[test]
    fn mass_that_flows_downhill_ends_where_the_fractions_say() {
        let start = Dist::weighted([((0, false), UBig::from(3_u8)), ((5, true), UBig::from(8_u8))]);
        let (flowed, solved) = both_ways(&Budget::default(), &start);
        assert_eq!((&flowed.left, &solved.left), (&Ratio::ZERO, &Ratio::ZERO));
        let [flowed, solved] = [flowed.ends, solved.ends].map(|ends| {
            let total = ends.iter().fold(UBig::ZERO, |sum, weight| sum + weight);
            ends.into_iter().map(|weight| Ratio::from_parts(weight.into(), total.clone())).collect::<Vec<_>>()
        });
        assert_eq!(flowed, solved);
    }

    #[test]
    fn mass_past_the_budget_of_stages_is_left_either_way() {
        let budget = Budget { stages: 12, ..Budget::default() };
        let (flowed, solved) = both_ways(&budget, &Dist::certain((0, false)));
        assert!(flowed.left > Ratio::ZERO);
        assert_eq!(flowed.left, solved.left);
    }

    fn both_ways(budget: &Budget, start: &Dist<(i32, bool)>) -> (Gone, Gone) {
        let Explored { mut graph, start, ends } = Explored::of(budget, &Climb, start).unwrap();
        let way = graph.downhill().expect("it only climbs");
        let flowed = graph.flowed(&way, &start, ends.len()).expect("the numbers are small");
        (flowed, graph.solved(&start, ends.len(), &|_, _| 0))
    }
}
