//! The search for what a mover that turns freely can reach, over the half-inch lattice and the bends beside it.

use crate::lattice::{BARRED, Lattice, STEP};
use crate::point::Point;
use crate::reach::Move;

/// What was found of each node of the lattice.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    best: Vec<Known>,
    /// Where legs came from that were none of the sixteen steps.
    links: Vec<u32>,
    /// The nodes in the order in which they were reached, the cheapest first.
    reached: Vec<u32>,
}

impl Found {
    /// Searches for all that a move leads to.
    pub(crate) fn of(question: &Move<'_>) -> Found {
        let mut search = Search::new(question);
        search.begin();
        search.spread();
        search.straighten();
        search.found
    }

    /// The points that were reached within an allowance, and what each costs.
    pub(crate) fn points(&self, lattice: &Lattice, allowance: i64) -> impl Iterator<Item = (Point, i64)> {
        let nodes = self.reached.iter().map(|node| *node as usize).filter(|node| *node < lattice.points());
        let costs = nodes.map(|node| (node, self.best[node].cost() as i64));
        costs.filter(move |(_, cost)| (1..=allowance).contains(cost)).map(|(node, cost)| (lattice.point(node), cost))
    }

    /// What a point costs that was reached.
    pub(crate) fn cost(&self, lattice: &Lattice, point: Point) -> Option<i64> {
        lattice.node(point).map(|node| self.best[node].cost() as i64)
    }

    /// The nodes from a point that was reached back to the beginning of the move.
    pub(crate) fn back(&self, lattice: &Lattice, from: Point) -> Vec<Point> {
        let offsets = lattice.offsets();
        let before = |node: &usize| match usize::from(self.best[*node].way) {
            step @ ..NO_STEP => Some(node.wrapping_add_signed(-offsets[step])),
            link => self.links.get(link.wrapping_sub(FIRST_LINK)).map(|node| *node as usize),
        };
        std::iter::successors(lattice.node(from), before).map(|node| lattice.point(node)).collect()
    }
}

/// The cheapest that is known to lead to a node.
#[derive(Clone, Copy, Debug)]
struct Known {
    cost: u16,
    /// By which of the sixteen steps, or by which link; [`NO_STEP`] for a straight leg from the beginning.
    way: u16,
}

impl Known {
    fn cost(self) -> usize {
        self.cost.into()
    }
}

/// The search, the cheapest nodes first. Costs are small whole numbers, so that a row of lists, one for each cost, serves
/// as the queue.
struct Search<'a, 'b> {
    question: &'a Move<'b>,
    lattice: &'a Lattice,
    limit: usize,
    offsets: [isize; 16],
    found: Found,
    /// The last entry of each cost,
    heads: Vec<u32>,
    /// and each entry's node and the entry before it of the same cost.
    entries: Vec<(u32, u32)>,
    /// Nodes from which a step might come too near to something, where there is something to keep away from.
    careful: Vec<bool>,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(question: &'a Move<'b>) -> Search<'a, 'b> {
        let lattice = question.passage.lattice();
        let limit = by_the_lattice(question.allowance).clamp(0, i64::from(BARRED) - 1) as usize;
        let nodes = lattice.nodes();
        let room = nodes.min(4 * (limit / STEP as usize + 1).pow(2));
        let best = vec![Known { cost: BARRED, way: NO_STEP as u16 }; nodes];
        Search {
            question,
            lattice,
            limit,
            offsets: lattice.offsets(),
            found: Found { best, links: Vec::new(), reached: Vec::with_capacity(room) },
            heads: vec![NONE; limit + 1],
            entries: Vec::with_capacity(room),
            careful: if question.keeps_from.is_empty() { Vec::new() } else { vec![false; nodes] },
        }
    }

    /// Marks where care is needed, and takes the first legs: to the points around, and to every bend in reach.
    fn begin(&mut self) {
        let lattice = self.lattice;
        for zone in self.question.keeps_from {
            let (low, high) = zone.footprint.hull().bounds();
            let size = (high.x - low.x).max(high.y - low.y) / 4 + zone.range;
            let points = lattice.around(zone.footprint.middle(), (size + LONGEST) / STEP + 2);
            for node in points.chain(lattice.points()..lattice.nodes()) {
                let point = lattice.point(node);
                let longest = if node < lattice.points() { LONGEST } else { FARTHEST };
                self.careful[node] |= zone.footprint.is_passed_within(point, point, zone.range + longest);
            }
        }
        for node in lattice.around(self.question.from, FIRST) {
            self.first_leg(node);
        }
        for node in lattice.points()..lattice.nodes() {
            if lattice.point(node).within(self.question.from, self.question.allowance) {
                self.first_leg(node);
            }
        }
    }

    fn first_leg(&mut self, node: usize) {
        if let Ok(cost) = self.question.leg(self.question.from, self.lattice.point(node)) {
            self.leads(node, cost as usize, NO_STEP);
        }
    }

    fn spread(&mut self) {
        for cost in 0..=self.limit {
            while self.heads[cost] != NONE {
                let (node, next) = self.entries[self.heads[cost] as usize];
                self.heads[cost] = next;
                let node = node as usize;
                let known = self.found.best[node];
                if known.cost() < cost {
                    continue;
                }
                self.found.reached.push(node as u32);
                let step = usize::from(known.way);
                if self.careful.get(node).copied().unwrap_or(false) {
                    self.spread_carefully(node, cost);
                } else if step < NO_STEP && self.lattice.is_plain(node) {
                    // A cheapest way goes on as it came, or turns to the next step on either side: any sharper turn
                    // could be cut short within the one ground that is around.
                    for step in [(step + 15) % 16, step, (step + 1) % 16] {
                        self.take(node, cost, step);
                    }
                } else {
                    (0..16).for_each(|step| self.take(node, cost, step));
                    for link in self.lattice.links(node) {
                        self.link(node, link.to as usize, cost + usize::from(link.cost));
                    }
                }
            }
        }
    }

    /// Takes all steps and links, where one might come too near to something.
    fn spread_carefully(&mut self, node: usize, cost: usize) {
        let lattice = self.lattice;
        let from = lattice.point(node);
        let steps = lattice.steps.get(node).into_iter().flatten().zip(self.offsets);
        let steps = steps.filter(|(price, _)| **price < BARRED);
        let steps = steps.map(|(price, offset)| (node.wrapping_add_signed(offset), *price));
        let links = lattice.links(node).iter().map(|link| (link.to as usize, link.cost));
        for (to, price) in steps.chain(links) {
            let at = lattice.point(to);
            if !self.question.keeps_from.iter().any(|zone| zone.is_entered(from, at)) {
                self.link(node, to, cost + usize::from(price));
            }
        }
    }

    /// Takes one of the sixteen steps from a point of the lattice.
    fn take(&mut self, node: usize, cost: usize, step: usize) {
        let Some(prices) = self.lattice.steps.get(node) else { return };
        let cost = cost + usize::from(prices[step]);
        if cost <= self.limit {
            self.leads(node.wrapping_add_signed(self.offsets[step]), cost, step);
        }
    }

    /// Takes a leg that is none of the sixteen steps.
    fn link(&mut self, from: usize, to: usize, cost: usize) {
        let way = FIRST_LINK + self.found.links.len();
        if way < usize::from(u16::MAX) && self.leads(to, cost, way) {
            self.found.links.push(from as u32);
        }
    }

    /// Something leads to a node for this cost. Is that news?
    #[inline]
    fn leads(&mut self, node: usize, cost: usize, way: usize) -> bool {
        let known = &mut self.found.best[node];
        let is_news = cost <= self.limit && cost < known.cost();
        if is_news {
            *known = Known { cost: cost as u16, way: way as u16 };
            let head = &mut self.heads[cost];
            self.entries.push((node as u32, *head));
            *head = self.entries.len() as u32 - 1;
        }
        is_news
    }

    /// Looks at what is a little too dear by the lattice, and may not be so by a straight leg.
    fn straighten(&mut self) {
        let Move { from, allowance, .. } = *self.question;
        for &node in self.found.reached.iter().rev() {
            let node = node as usize;
            let cost = self.found.best[node].cost() as i64;
            if cost <= allowance {
                break;
            }
            let point = self.lattice.point(node);
            if node < self.lattice.points()
                && cost <= by_the_lattice(from.distance(point))
                && let Ok(cost) = self.question.leg(from, point)
                && cost <= allowance
            {
                self.found.best[node] = Known { cost: cost as u16, way: NO_STEP as u16 };
            }
        }
    }
}

/// What a straight leg of this cost may cost by the lattice, which makes ways longer by 3 % at most.
fn by_the_lattice(cost: i64) -> i64 {
    cost + cost * 3 / 100 + 2
}

/// No entry.
const NONE: u32 = u32::MAX;
/// None of the sixteen steps; links are numbered from the next on.
const NO_STEP: usize = 16;
const FIRST_LINK: usize = NO_STEP + 1;
/// The first leg of a move leads to the points of the lattice within so many steps.
const FIRST: i64 = 3;
/// No leg from a point of the lattice is longer,
const LONGEST: i64 = 230;
/// and no leg from a bend.
const FARTHEST: i64 = 620;
