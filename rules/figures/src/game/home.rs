//! Snipers 3 and 4, R37: a sniper's way home, which never comes within 6 inches of an active enemy.

use super::plot::{CREEP, check_cover};
use super::{Side, State};
use field::{Ground, INCH, Passage, Point};

/// Snipers 3 How far from active enemies the way must lead.
const KEPT: i64 = 6 * INCH;

/// How far apart the points are that are looked at.
const STEP: i64 = 2 * INCH;

/// For each point 2 inches apart, row by row: can men on foot stand there?
pub(super) fn standing(ground: &Ground, foot: &Passage) -> Vec<bool> {
    let plan = ground.plan();
    let (columns, rows) = (plan.width / STEP + 1, plan.depth / STEP + 1);
    let place = |place: i64| Point::new(place % columns * STEP, place / columns * STEP);
    (0..columns * rows).map(|at| foot.stands(place(at))).collect()
}

/// The points, 2 inches apart, from which a way leads home.
struct Home {
    columns: i64,
    rows: i64,
    leads: Vec<bool>,
}

impl State {
    /// The ground from which a side's snipers get home.
    fn home(&self, side: Side) -> Home {
        let plan = &self.battle.scenario().table.plan;
        let (columns, rows) = (plan.width / STEP + 1, plan.depth / STEP + 1);
        let mut open = self.land().standing.clone();
        for (id, _) in self.of_side(side.other()).filter(|(_, enemy)| !enemy.routed) {
            for enemy in self.each_spot(id) {
                let near = |at: i64, count: i64| ((at - KEPT) / STEP).max(0)..=((at + KEPT) / STEP).min(count - 1);
                for (row, column) in
                    near(enemy.y, rows).flat_map(|row| near(enemy.x, columns).map(move |column| (row, column)))
                {
                    open[(row * columns + column) as usize] &=
                        !enemy.within(Point::new(column * STEP, row * STEP), KEPT);
                }
            }
        }
        let open = |place: i64| open[place as usize];
        let army = self.battle.army(side);
        let mut leads = vec![false; (columns * rows) as usize];
        let home = |place: &i64| {
            army.edge.inside(plan, Point::new(*place % columns * STEP, *place / columns * STEP)) <= army.zone
                && open(*place)
        };
        let mut edge: Vec<i64> = (0..columns * rows).filter(home).collect();
        for place in &edge {
            leads[*place as usize] = true;
        }
        while let Some(place) = edge.pop() {
            let (x, y) = (place % columns, place / columns);
            for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                if (0..columns).contains(&x) && (0..rows).contains(&y) {
                    let next = y * columns + x;
                    if !leads[next as usize] && open(next) {
                        leads[next as usize] = true;
                        edge.push(next);
                    }
                }
            }
        }
        Home { columns, rows, leads }
    }

    /// Does a way lead home from here? Who is in his own zone, with no active enemy near, is home already; only from
    /// elsewhere is a way looked for.
    pub(super) fn has_way_home(&self, side: Side, at: Point) -> bool {
        let (plan, army) = (&self.battle.scenario().table.plan, self.battle.army(side));
        let (columns, rows) = (plan.width / STEP + 1, plan.depth / STEP + 1);
        let (column, row) = (nearest(at.x, columns), nearest(at.y, rows));
        let point = Point::new(column * STEP, row * STEP);
        let mut active = self.of_side(side.other()).filter(|(_, enemy)| !enemy.routed);
        let is_open = self.land().standing[(row * columns + column) as usize]
            && !active.any(|(id, _)| self.each_spot(id).any(|enemy| enemy.within(point, KEPT)));
        is_open && (army.edge.inside(plan, point) <= army.zone || self.home(side).is_reached_from(at))
    }

    /// R37 How far a sniper without a way home gets in a move towards the nearest point that has one, if he can: keeping
    /// 6 inches from active enemies, and in cover as long as he is hidden.
    pub(super) fn way_out(&self, side: Side, from: Point, hidden: bool) -> Option<Point> {
        let nearest = self.home(side).nearest(from)?;
        let inches = -CREEP / INCH..=CREEP / INCH;
        let around = inches.clone().flat_map(|y| inches.clone().map(move |x| from.plus(Point::inches(x, y))));
        let closer = around.filter(|to| to.within(from, CREEP) && to.distance(nearest) < from.distance(nearest));
        let may_stand = |to: &Point| {
            if hidden {
                return check_cover(self, side, *to).is_ok();
            }
            self.on_table(*to) == *to && self.land().foot().stands(*to) && !self.is_near(side.other(), *to, KEPT)
        };
        let goes = |to: &Point| self.leg(from, *to, self.land().foot()).is_some_and(|cost| cost <= CREEP);
        let reached = closer.filter(|to| may_stand(to) && goes(to));
        reached.min_by_key(|to| (to.distance(nearest), to.x, to.y))
    }
}

impl Home {
    /// Does a way lead home from here?
    fn is_reached_from(&self, at: Point) -> bool {
        self.leads[(nearest(at.y, self.rows) * self.columns + nearest(at.x, self.columns)) as usize]
    }

    /// R37 The nearest point from which a way leads home.
    fn nearest(&self, at: Point) -> Option<Point> {
        let known = (0..self.columns * self.rows).filter(|place| self.leads[*place as usize]);
        let points = known.map(|place| Point::new(place % self.columns * STEP, place / self.columns * STEP));
        points.min_by_key(|point| (point.distance(at), point.x, point.y))
    }
}

/// The nearest of so many points along the table.
fn nearest(along: i64, count: i64) -> i64 {
    ((along + STEP / 2) / STEP).clamp(0, count - 1)
}
