//! Reach of a mover that pays for its turns: few straight legs, not many small steps.
//!
//! Every point is tried by one straight leg first. Round obstacles a way bends where a corner stands, half an inch from
//! it, or at one of the points two inches apart; each bend costs a turn.

use crate::angle::Facing;
use crate::lattice::STEP;
use crate::point::Point;
use crate::reach::Move;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A point that can be reached, or a bend on the way to one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) point: Point,
    pub(crate) cost: i64,
    /// A bend is on the way to somewhere, but nothing that is offered.
    pub(crate) is_offered: bool,
    /// The spot before it, by its place in the list; none where that is the beginning of the move.
    before: Option<usize>,
}

/// A place where a leg begins.
#[derive(Clone, Copy)]
struct Origin {
    point: Point,
    facing: Facing,
    /// What the legs so far cost, without turns.
    ground: i64,
    turns: i64,
    /// Its place in the list of spots.
    spot: Option<usize>,
}

/// The best that is known of a point.
#[derive(Clone, Copy)]
struct Best {
    cost: i64,
    before: Option<usize>,
}

/// The points that can be reached, and the bends on the way to them.
pub(crate) fn spots(question: &Move<'_>) -> Vec<Spot> {
    let bends = bends(question);
    let mut offered: BTreeMap<Point, Option<Best>> = targets(question).into_iter().map(|point| (point, None)).collect();
    let mut at_bends = vec![i64::MAX; bends.len()];
    let mut spots: Vec<Spot> = Vec::new();
    let mut origins = vec![Origin { point: question.from, facing: question.facing, ground: 0, turns: 0, spot: None }];
    let mut open = BinaryHeap::from([Reverse((0, 0_usize, usize::MAX))]);
    while let Some(Reverse((cost, index, bend))) = open.pop() {
        let mut origin = origins[index];
        if bend < bends.len() {
            if at_bends[bend] < cost {
                continue;
            }
            let before = origin.spot;
            origin.spot = Some(spots.len());
            spots.push(Spot { point: origin.point, cost, is_offered: false, before });
        }
        for (point, best) in &mut offered {
            let least = best.map_or(question.allowance + 1, |best| best.cost);
            if let Some((next, cost)) = step(question, &origin, *point, least) {
                *best = Some(Best { cost, before: next.spot });
            }
        }
        for (i, point) in bends.iter().enumerate() {
            let least = at_bends[i].min(question.allowance + 1);
            if let Some((next, cost)) = step(question, &origin, *point, least) {
                at_bends[i] = cost;
                open.push(Reverse((cost, origins.len(), i)));
                origins.push(next);
            }
        }
    }
    let mut found: Vec<(Point, Best)> = offered.into_iter().filter_map(|(at, best)| Some((at, best?))).collect();
    found.sort_by_key(|(point, best)| (best.cost, *point));
    let spot = |(point, Best { cost, before })| Spot { point, cost, is_offered: true, before };
    spots.extend(found.into_iter().map(spot));
    spots
}

/// The spot of a point that is offered.
pub(crate) fn spot(spots: &[Spot], point: Point) -> Option<&Spot> {
    spots.iter().find(|spot| spot.is_offered && spot.point == point)
}

/// The points from one that is offered back to the beginning of the move.
pub(crate) fn back(spots: &[Spot], from: Point) -> Vec<Point> {
    let before = |spot: &&Spot| spot.before.map(|at| &spots[at]);
    std::iter::successors(spot(spots, from), before).map(|spot| spot.point).collect()
}

/// A straight leg from an origin, if it costs less than what is known.
fn step(question: &Move<'_>, origin: &Origin, to: Point, least: i64) -> Option<(Origin, i64)> {
    let facing = Facing::along(to.minus(origin.point))?;
    let passage = question.passage;
    let turns = origin.turns + i64::from(facing != origin.facing);
    let paid = passage.turn * (turns - i64::from(passage.free_turns)).max(0);
    let before = origin.ground + paid;
    if before >= least || (!passage.is_fast() && before + origin.point.distance(to) >= least) {
        return None;
    }
    let ground = origin.ground + question.leg(origin.point, to).ok()?;
    let next = Origin { point: to, facing, ground, turns, spot: origin.spot };
    (ground + paid < least).then_some((next, ground + paid))
}

/// The points of the lattice around, and those straight ahead, where no turn is paid for.
fn targets(question: &Move<'_>) -> Vec<Point> {
    let Move { from, facing, allowance, passage, .. } = *question;
    let farthest = passage.farthest(allowance);
    let lattice = passage.lattice();
    let around = lattice.around(from, farthest / STEP + 1).map(|node| lattice.point(node));
    let around = around.filter(|point| *point != from && point.within(from, farthest));
    // A point laid to the hundredth may be a little further than its steps; then one before it is taken.
    let ahead = (1..=farthest / STEP).map(|step| {
        let point = from.plus(facing.way(step * STEP));
        if point.within(from, step * STEP) { point } else { from.plus(facing.way(step * STEP - 1)) }
    });
    let ahead = ahead.filter(|point| Facing::along(point.minus(from)) == Some(facing) && passage.ground.holds(*point));
    around.chain(ahead).collect()
}

/// Where a way may bend.
fn bends(question: &Move<'_>) -> Vec<Point> {
    let Move { from, allowance, passage, .. } = *question;
    let farthest = passage.farthest(allowance);
    let lattice = passage.lattice();
    let near = lattice.bends.iter().filter(|bend| bend.within(from, farthest));
    let beside = near.clone().flat_map(|bend| lattice.around(*bend, 1).map(|node| lattice.point(node)));
    let coarse = lattice.around(from, farthest / STEP).map(|node| lattice.point(node));
    let coarse = coarse.filter(|point| point.x % COARSE == 0 && point.y % COARSE == 0);
    let mut bends: Vec<Point> = near.copied().chain(beside).chain(coarse).collect();
    bends.retain(|point| *point != from && point.within(from, farthest));
    bends.sort_unstable();
    bends.dedup();
    bends
}

/// The distance between points in the open where a way may bend.
const COARSE: i64 = 200;
