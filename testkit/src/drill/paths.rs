//! D4 Paths, as they are offered and as they are priced.

use super::land::TURN;
use super::state::{Side, State, UnitId};
use field::{Facing, Hindrance, Move, Passage, Point, Reach, STEP, Zone};
use kernel::dice::Seeded;
use kernel::procedure::Refusal;
use kernel::rule::Rule;

/// The most legs of a path.
pub(super) const LEGS: usize = 8;

/// A path being made.
#[derive(Clone)]
pub(super) struct Path {
    ground: &'static Passage,
    from: Point,
    /// Where the mover faces that has come so far.
    faces: Facing,
    /// D4 The bases that it may not cross.
    others: Vec<Zone>,
    pub(super) points: Vec<Point>,
    pub(super) left: i64,
}

impl Path {
    /// The beginning of a unit's path, from where it stands and faces now.
    pub(super) fn of(state: &State, unit: UnitId, allowance: i64) -> Path {
        let mover = state.unit(unit);
        let near = |base: &field::Footprint| base.is_passed_within(mover.at, mover.at, allowance);
        let bases = (0..).zip(&state.units).filter(|(id, other)| *id != unit && other.strength > 0);
        let bases = bases.map(|(_, other)| other.base()).filter(|base| near(base) && !base.holds(mover.at));
        Path {
            ground: state.land().passage(mover.kind),
            from: mover.at,
            faces: mover.faces(),
            others: bases.map(|footprint| Zone { footprint, range: 0 }).collect(),
            points: Vec::new(),
            left: allowance,
        }
    }

    /// The same, whatever has come to stand in its way since it was ordered.
    pub(super) fn regardless(self) -> Path {
        Path { others: Vec::new(), ..self }
    }

    /// Where it has come to.
    pub(super) fn end(&self) -> Point {
        self.points.last().copied().unwrap_or(self.from)
    }

    /// Where the mover faces there.
    pub(super) fn faces(&self) -> Facing {
        self.faces
    }

    /// What a facing at the end costs besides.
    pub(super) fn turn_to(&self, facing: u16) -> i64 {
        if self.faces == Facing::of(facing.into()) { 0 } else { TURN }
    }

    /// Goes on straight, or says why that cannot be.
    pub(super) fn leg(&mut self, to: Point) -> Result<(), Refusal> {
        if self.points.len() == LEGS {
            return Err(Refusal::by(Rule("D4"), format!("a path has no more than {LEGS} legs")));
        }
        if to == self.end() {
            return Err(Refusal::by(Rule("D4"), "a leg leads somewhere else than where it begins"));
        }
        self.left -= self.question().price(&[to], None).map_err(hindered)?;
        self.faces = Facing::along(to.minus(self.end())).unwrap_or(self.faces);
        self.points.push(to);
        Ok(())
    }

    /// What can be picked next, each with its cost: straight where that can be paid, else by the cheapest way round.
    pub(super) fn reach(&self) -> Vec<(Point, i64)> {
        if self.points.len() == LEGS || self.left < STEP {
            return Vec::new();
        }
        let reach = self.around();
        // Each bend costs a turn, so there is mostly room for as many as can be paid.
        let bends = (self.left / TURN) as usize;
        let room = self.points.len() + 1 + bends <= LEGS;
        let offered = |(point, cost): (Point, i64)| {
            if let Some(cost) = self.straight(point) {
                return Some((point, cost));
            }
            if room {
                return Some((point, cost));
            }
            let way = reach.way(point)?;
            (self.points.len() + way.path.len() <= LEGS).then_some((point, way.cost))
        };
        reach.points().filter_map(offered).collect()
    }

    fn question(&self) -> Move<'_> {
        Move { facing: self.faces, keeps_from: &self.others, ..Move::new(self.ground, self.end(), self.left) }
    }

    fn around(&self) -> Reach<'_> {
        self.question().reach()
    }

    /// Goes on to a point that was picked.
    pub(super) fn pick(&mut self, to: Point) -> Result<(), Refusal> {
        if self.ground.ground().holds(to) && self.straight(to).is_none() {
            let way = self.around().way(to).map(|way| way.path).unwrap_or_default();
            for bend in way {
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
        self.question().price(&[to], None).ok()
    }
}

fn hindered(hindrance: Hindrance) -> Refusal {
    match hindrance {
        Hindrance::OffTable => Refusal::by(Rule("D1"), "this leg leaves the table, which is 24 by 16 inches"),
        Hindrance::TooDear { cost, allowance } => {
            let (cost, left) = (inches(cost), inches(allowance));
            let sentence = format!("this leg costs {cost} inches, but only {left} of the allowance are left");
            Refusal::by(Rule("D4"), sentence)
        }
        Hindrance::Barred(_) => Refusal::by(Rule("D1"), "horse never crosses the wire; a path must go round it"),
        Hindrance::TooNear(_) | Hindrance::Taken(_) => {
            Refusal::by(Rule("D4"), "this leg crosses the base of another unit; a path must go round it")
        }
    }
}

/// The eight facings, in degrees clockwise from the top of the table.
pub(super) const FACINGS: [u16; 8] = [0, 45, 90, 135, 180, 225, 270, 315];

/// Hundredths of an inch as inches.
pub(super) fn inches(hundredths: i64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}
