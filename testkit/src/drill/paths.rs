//! D4 Paths, as they are offered and as they are priced.

use super::state::{Side, Stance, State, UnitId};
use field::{Hindrance, Move, Passage, Point, Reach, STEP};
use kernel::dice::Seeded;
use kernel::procedure::Refusal;
use kernel::rule::Rule;

/// The most legs of a path.
pub(super) const LEGS: usize = 8;

/// A path being made.
#[derive(Clone)]
pub(super) struct Path {
    pub(super) ground: &'static Passage,
    pub(super) from: Point,
    pub(super) points: Vec<Point>,
    pub(super) left: i64,
}

impl Path {
    /// The beginning of a unit's path.
    pub(super) fn of(state: &State, unit: UnitId, stance: Stance) -> Path {
        Path { ground: state.ground(), from: state.unit(unit).at, points: Vec::new(), left: stance.allowance() }
    }

    /// Where it has come to.
    pub(super) fn end(&self) -> Point {
        self.points.last().copied().unwrap_or(self.from)
    }

    /// Goes on straight, or says why that cannot be.
    pub(super) fn leg(&mut self, to: Point) -> Result<(), Refusal> {
        if self.points.len() == LEGS {
            return Err(Refusal::by(Rule("D4"), format!("a path has no more than {LEGS} legs")));
        }
        if to == self.end() {
            return Err(Refusal::by(Rule("D4"), "a leg leads somewhere else than where it begins"));
        }
        let cost = self.ground.leg(self.end(), to).map_err(hindered)?;
        if cost > self.left {
            let (cost, left) = (inches(cost), inches(self.left));
            let sentence = format!("this leg costs {cost} inches, but only {left} of the allowance are left");
            return Err(Refusal::by(Rule("D4"), sentence));
        }
        self.left -= cost;
        self.points.push(to);
        Ok(())
    }

    /// What can be picked next, each with its cost: straight where that can be paid, else by the cheapest way round.
    pub(super) fn reach(&self) -> Vec<(Point, i64)> {
        if self.points.len() == LEGS || self.left < STEP {
            return Vec::new();
        }
        let reach = self.around();
        let offered = |(point, _): (Point, i64)| {
            if let Some(cost) = self.straight(point) {
                return Some((point, cost));
            }
            let way = reach.way(point)?;
            (self.points.len() + way.path.len() <= LEGS).then_some((point, way.cost))
        };
        reach.points().filter_map(offered).collect()
    }

    fn around(&self) -> Reach<'static> {
        Move::new(self.ground, self.end(), self.left).reach()
    }

    /// Goes on to a point that was picked.
    pub(super) fn pick(&mut self, to: Point) -> Result<(), Refusal> {
        if self.ground.ground().holds(to) && self.straight(to).is_none() {
            for bend in self.around().way(to).map(|way| way.path).unwrap_or_default() {
                self.leg(bend)?;
            }
            if self.end() == to {
                return Ok(());
            }
        }
        self.leg(to)
    }

    /// A point at random that the path can go on to: mostly towards the enemy, so that there is something to see.
    pub(super) fn somewhere(&self, side: Side, random: &mut Seeded) -> Option<Point> {
        let (wide, end) = (2 * self.left + 1, self.end());
        let mut off = || i64::from(random.below(wide as u32)) - wide / 2;
        let (x, y) = (off(), off());
        let ahead = if side == Side::Red { 1 } else { -1 };
        let x = if random.below(3) > 0 { x.abs() * ahead } else { x };
        let to = Point { x: end.x + x, y: end.y + y };
        self.clone().leg(to).is_ok().then_some(to)
    }

    fn straight(&self, to: Point) -> Option<i64> {
        self.ground.leg(self.end(), to).ok().filter(|&cost| cost <= self.left)
    }

    /// The one of the eight facings that is nearest to the last leg.
    pub(super) fn facing(&self) -> Option<u16> {
        let before = self.points.iter().rev().nth(1).copied().unwrap_or(self.from);
        let way = self.end().minus(before);
        let along = |facing: &u16| {
            let to = towards(*facing);
            // Diagonals are longer by the root of 2, here 99 to 70.
            (way.x * to.x + way.y * to.y) * if facing.is_multiple_of(90) { 99 } else { 70 }
        };
        (way != Point::default()).then(|| FACINGS.into_iter().max_by_key(along)).flatten()
    }
}

/// The eight facings, in degrees clockwise from the top of the table.
pub(super) const FACINGS: [u16; 8] = [0, 45, 90, 135, 180, 225, 270, 315];

/// The way that a facing looks.
fn towards(facing: u16) -> Point {
    let (x, y) = match facing / 45 {
        0 => (0, -1),
        1 => (1, -1),
        2 => (1, 0),
        3 => (1, 1),
        4 => (0, 1),
        5 => (-1, 1),
        6 => (-1, 0),
        _ => (-1, -1),
    };
    Point { x, y }
}

/// Hundredths of an inch as inches.
pub(super) fn inches(hundredths: i64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn hindered(hindrance: Hindrance) -> Refusal {
    match hindrance {
        Hindrance::OffTable => Refusal::by(Rule("D1"), "this leg leaves the table, which is 24 by 16 inches"),
        _ => Refusal::by(Rule("D1"), "this leg crosses the wall; a path must go round it"),
    }
}
