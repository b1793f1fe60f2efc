//! Where the men of a squad come to stand: formations, ground that forces them closer, trenches and houses (R2, R32).

use super::bounds::Bounds;
use super::land::{Gait, OBSTACLE, allowance};
use super::squad::{BASE, overlap};
use super::{Kind, Side, SquadId, State};
use crate::scenario::Lie;
use crate::troops::Formation;
use field::{Facing, INCH, Passage, Point, Shape};
use smallvec::SmallVec;

/// R2 How far a man may stand from the next one of his squad.
pub(super) const COHERENCE: i64 = 4 * INCH;
/// Men who do not charge keep this far from enemies.
pub(super) const KEPT: i64 = INCH;
/// R2 What infantry has left that crosses wire.
const BEYOND_WIRE: i64 = 2 * INCH;
/// How far from his place a man looks for a free one.
const ASIDE: [i64; 5] = [BASE + 5, 2 * BASE, 3 * BASE, 4 * BASE, 5 * BASE];

/// Where men come to stand: the place of each in the list of figures, and his point.
pub(super) type Spots = SmallVec<[(usize, Point); 12]>;

/// Men on their way.
pub(super) struct Marched {
    /// Where they come to stand.
    pub(super) spots: Spots,
    /// Wire has stopped some of them (R2).
    pub(super) at_wire: bool,
}

/// How men go.
pub(super) struct Going<'a> {
    pub(super) passage: &'a Passage,
    pub(super) allowance: i64,
    /// How far off the places are that they look for, whatever the ground costs.
    pub(super) reach: i64,
    /// R2 They stopped at wire in the last move and may cross it now.
    pub(super) crosses_wire: bool,
    /// They may come up to enemies.
    pub(super) charges: bool,
}

impl State {
    /// How a squad goes by a gait.
    pub(super) fn going(&self, id: SquadId, gait: Gait) -> Going<'_> {
        let squad = self.squad(id);
        let allowance = allowance(squad, gait);
        Going {
            passage: self.land().passage(squad, gait),
            allowance,
            reach: allowance,
            crosses_wire: squad.at_wire && squad.kind != Kind::Cavalry,
            charges: gait == Gait::Charge,
        }
    }

    /// R2 The places of a formation around a middle: one rank in line, two in open and skirmish order.
    pub(super) fn formation(&self, id: SquadId, middle: Point, facing: Facing, formation: Formation) -> Vec<Point> {
        let count = self.men(id).count();
        let rank = if formation == Formation::Line || count < 4 { count } else { count.div_ceil(2) };
        let spacing = formation.spacing() * INCH;
        // The crew of a gun stands behind it.
        let middle = if self.squad(id).kind.is_field_piece() { middle.plus(facing.way(-INCH)) } else { middle };
        field::Formation { count, rank: rank.max(1), spacing }.places(middle, facing)
    }

    /// Men go by a path to places of their own, each as far as he gets (R32).
    pub(super) fn march(
        &self,
        id: SquadId,
        path: &[Point],
        places: &[Point],
        facing: Facing,
        going: &Going<'_>,
    ) -> Marched {
        let squad = self.squad(id);
        let right = facing.turned(90).way(1000);
        let along = |at: Point| at.x * right.x + at.y * right.y;
        let mut men: SmallVec<[usize; 12]> = self.men_at(id).collect();
        men.sort_unstable_by_key(|man| (along(self.figures[*man].at()), self.figures[*man].at()));
        let mut places: SmallVec<[Point; 12]> = SmallVec::from_slice(places);
        places.sort_unstable_by_key(|place| (along(*place), *place));
        let middle = squad.at;
        let mut marched = Marched { spots: Spots::new(), at_wire: false };
        let bends = &path[..path.len().saturating_sub(1)];
        let shifted = men.iter().flat_map(|man| {
            let shift = self.figures[*man].at().minus(middle);
            bends.iter().map(move |bend| bend.plus(shift))
        });
        let on_the_way = self.each_spot(id).chain(places.iter().copied()).chain(shifted);
        let near = self.others_near(id, Bounds::of(on_the_way.map(|at| self.on_table(at))));
        for (man, place) in men.into_iter().zip(places) {
            let at = self.figures[man].at();
            let shift = at.minus(middle);
            let way: SmallVec<[Point; 8]> = bends.iter().map(|bend| bend.plus(shift)).chain([place]).collect();
            let (to, stopped) = self.gone(at, &way, going);
            marched.at_wire |= stopped;
            let to = self.free_place(squad.side, at, to, going, &near, &marched.spots);
            marched.spots.push((man, to));
        }
        marched
    }

    /// The men of other squads who stand near enough to be in the way.
    fn others_near(&self, id: SquadId, way: Option<Bounds>) -> SmallVec<[(Side, Point); 32]> {
        let Some(way) = way else { return SmallVec::new() };
        let far = ASIDE[4] + KEPT + BASE;
        let others = self.all().filter(|(other, _)| *other != id);
        let spots = others.flat_map(|(other, squad)| self.each_spot(other).map(move |spot| (squad.side, spot)));
        { spots }.filter(|(_, spot)| way.is_near(*spot, far)).collect()
    }

    /// How far a man gets along a way, and whether wire stops him.
    fn gone(&self, from: Point, way: &[Point], going: &Going<'_>) -> (Point, bool) {
        let (mut at, mut left) = (from, going.allowance);
        for to in way {
            let mut to = self.on_table(*to);
            if to == at {
                continue;
            }
            let (stop, crossed) = self.wire_between(at, to, going.crosses_wire);
            if let Some(stop) = stop {
                to = stop;
            }
            if crossed {
                left = left.min(BEYOND_WIRE + at.distance(to).min(INCH));
            }
            match self.leg(at, to, going.passage) {
                Some(cost) if cost <= left => left -= cost,
                _ => return (self.farthest(at, to, left, going.passage), false),
            }
            at = to;
            if stop.is_some() {
                return (at, true);
            }
        }
        (at, false)
    }

    /// What a straight leg costs, as the ground is now: walls that are gone cost nothing, and no bridge that is down is
    /// crossed.
    pub(super) fn leg(&self, from: Point, to: Point, passage: &Passage) -> Option<i64> {
        let cost = passage.leg(from, to).ok()?;
        if self.worn.iter().all(|worn| *worn == 0) {
            return Some(cost);
        }
        let mut saved = 0;
        for crossing in self.land().ground().crossings(from, to) {
            let lie = self.land().lie(crossing.piece);
            if self.is_destroyed(crossing.piece) {
                if lie.is_bridge() {
                    return None;
                }
                saved += if lie == Lie::Wall { OBSTACLE } else { 0 };
            }
        }
        Some((cost - saved).max(from.distance(to)))
    }

    /// The farthest point of a leg that so much pays for.
    fn farthest(&self, from: Point, to: Point, left: i64, passage: &Passage) -> Point {
        let (mut low, mut high) = (0, from.distance(to).min(left));
        while high - low > 5 {
            let middle = i64::midpoint(low, high);
            let reached = self.leg(from, from.towards(to, middle), passage).is_some_and(|cost| cost <= left);
            if reached { low = middle } else { high = middle }
        }
        from.towards(to, low)
    }

    /// R2 Where wire stops a leg, if it does, and whether it crosses some.
    fn wire_between(&self, from: Point, to: Point, crosses: bool) -> (Option<Point>, bool) {
        let ground = self.land().ground();
        let leg = Bounds::of_leg(from, to);
        let is_near_some = self.land().wires.iter().any(|wire| wire.are_within(&leg, 0));
        if !is_near_some || !ground.holds(from) || !ground.holds(to) {
            return (None, false);
        }
        let mut crossed = false;
        let mut first: Option<(i64, Point)> = None;
        for crossing in ground.crossings(from, to) {
            if self.land().lie(crossing.piece) != Lie::Wire {
                continue;
            }
            let edge = ground.edge(&crossing, from, to);
            if self.is_in_gap(edge) {
                continue;
            }
            // Wire at which one stands already is crossed, if it may be.
            if crosses && edge.within(from, 2 * INCH) {
                crossed = true;
                continue;
            }
            let stop = edge.towards(from, BASE.min(edge.distance(from)));
            let far = from.distance(stop);
            if first.is_none_or(|(known, _)| far < known) {
                first = Some((far, stop));
            }
        }
        (first.map(|(_, stop)| stop), crossed)
    }

    /// R2 Where wire stops a leg, if it does.
    pub(super) fn wire_stop(&self, from: Point, to: Point, crosses: bool) -> Option<Point> {
        self.wire_between(from, to, crosses).0
    }

    /// Cover:wire Is there a gap in the wire here?
    pub(super) fn is_in_gap(&self, at: Point) -> bool {
        self.gaps.iter().any(|gap| gap.at.within(at, gap.width / 2 + INCH / 4))
    }

    pub(super) fn on_table(&self, at: Point) -> Point {
        let plan = &self.battle.scenario().table.plan;
        let half = BASE / 2 + 1;
        Point::new(at.x.clamp(half, plan.width - half), at.y.clamp(half, plan.depth - half))
    }

    /// R32 The nearest free place to one, on this side of what bars; a man who finds none stays where he is.
    fn free_place(
        &self,
        side: Side,
        from: Point,
        to: Point,
        going: &Going<'_>,
        near: &[(Side, Point)],
        taken: &Spots,
    ) -> Point {
        let free = |at: Point| is_free(side, at, going, near, taken);
        if free(to) {
            return to;
        }
        let reach = |at: Point| self.leg(from, at, going.passage).is_some_and(|cost| cost <= going.allowance);
        let clear = |at: Point| free(at) && self.wire_between(from, at, going.crosses_wire).0.is_none() && reach(at);
        for off in ASIDE {
            let around = (0..8).map(|eighth| self.on_table(to.plus(Facing::of(45 * eighth).way(off))));
            let nearest = around.filter(|at| clear(*at)).min_by_key(|at| (at.distance(to), at.x, at.y));
            if let Some(at) = nearest {
                return at;
            }
        }
        // The rest wait behind.
        let whole = from.distance(to);
        let behind = (0..=whole / BASE).map(|step| to.towards(from, (step * BASE).min(whole)));
        { behind }.find(|at| free(*at)).unwrap_or_else(|| self.any_free(from, &free))
    }

    /// A place near a man who cannot even stay where he was.
    fn any_free(&self, from: Point, free: &impl Fn(Point) -> bool) -> Point {
        if free(from) {
            return from;
        }
        let ring = |off: i64| (0..8).map(move |eighth| (off, eighth));
        let around = ASIDE.into_iter().flat_map(ring).map(|(off, eighth)| from.plus(Facing::of(45 * eighth).way(off)));
        { around }.map(|at| self.on_table(at)).find(|at| free(*at)).unwrap_or(from)
    }

    /// R2 Is each man within 4 inches of another of his squad?
    pub(super) fn holds_together(spots: &Spots) -> bool {
        spots.len() < 2
            || spots
                .iter()
                .all(|(man, at)| spots.iter().any(|(other, spot)| other != man && at.within(*spot, COHERENCE + BASE)))
    }

    /// R32 The places along a trench or in a house, the nearest to a point first; no more than it holds (R18).
    pub(super) fn places_in(&self, piece: usize, at: Point, but: SquadId) -> Vec<Point> {
        let terrain = &self.land().ground().terrain()[piece];
        let mut places: Vec<Point> = match &terrain.shape {
            Shape::Line { .. } => {
                let along = self.land().places[piece].iter().copied();
                along.filter(|place| place.within(at, 14 * INCH)).collect()
            }
            Shape::Rectangle(plan) => {
                let (wide, deep) = ((plan.width - BASE).max(0) / INCH, (plan.depth - BASE).max(0) / INCH);
                let row = |y: i64| (0..=wide).map(move |x| (2 * x - wide, 2 * y - deep));
                let place = |(x, y): (i64, i64)| {
                    plan.middle.plus(Point::new(x * INCH / 2, y * INCH / 2).turned(plan.facing.degrees()))
                };
                (0..=deep).flat_map(row).map(place).collect()
            }
            Shape::Polygon(_) | Shape::Circle(_) => vec![at],
        };
        places.retain(|place| self.land().ground().at(*place).any(|under| under == piece));
        let others: Vec<Point> = self.all().filter(|(id, _)| *id != but).flat_map(|(id, _)| self.spots(id)).collect();
        let inside = others.iter().filter(|spot| self.land().inside(**spot) == Some(piece)).count();
        places.retain(|place| others.iter().all(|spot| !overlap(*spot, *place)));
        places.sort_unstable_by_key(|place| (place.distance(at), place.x, place.y));
        // Places along a bend of a trench may share ground.
        let mut apart: Vec<Point> = Vec::new();
        for place in places {
            if apart.iter().all(|other| !overlap(*other, place)) {
                apart.push(place);
            }
        }
        if let Some(holds) = self.land().lie(piece).structure().holds() {
            apart.truncate(usize::from(holds).saturating_sub(inside));
        }
        apart
    }

    /// Where the men of a squad stand, by their places in the list of figures.
    pub(super) fn standing(&self, id: SquadId) -> Spots {
        self.men_at(id).map(|man| (man, self.figures[man].at())).collect()
    }

    /// Puts men where they have come to, and the middle of their squad among them.
    pub(super) fn settle(&mut self, id: SquadId, spots: &Spots) {
        for (man, at) in spots {
            self.figures[*man].stand(*at);
        }
        if !self.squad(id).is_vehicle() && !self.squad(id).kind.is_field_piece() {
            self.squad_mut(id).at = middle(self.each_spot(id)).unwrap_or(self.squad(id).at);
        }
    }
}

/// The middle of some men, where there are any.
pub(super) fn middle(spots: impl IntoIterator<Item = Point>) -> Option<Point> {
    let add = |(sum, count): (Point, i64), spot: Point| (sum.plus(spot), count + 1);
    let (sum, count) = spots.into_iter().fold((Point::default(), 0), add);
    (count > 0).then(|| Point::new(sum.x / count, sum.y / count))
}

/// May a man stand here: on nobody, not in what bars, and not up against enemies?
fn is_free(side: Side, at: Point, going: &Going<'_>, near: &[(Side, Point)], taken: &Spots) -> bool {
    let clear = |(whose, spot): &(Side, Point)| {
        let kept = *whose != side && !going.charges;
        !(overlap(*spot, at) || kept && spot.within(at, KEPT))
    };
    going.passage.stands(at) && near.iter().all(clear) && taken.iter().all(|(_, spot)| !overlap(*spot, at))
}
