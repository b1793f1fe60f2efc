//! A path being made: what it costs, where it may end, where it can go on to.

use crate::inches;
use field::{Facing, Hindrance, INCH, Move, Passage, Point, STEP, Way, Zone};
use kernel::dice::Seeded;
use kernel::game::{Offer, Region};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use smallvec::SmallVec;

/// The most legs of a path.
pub const LEGS: usize = 8;

/// What a book says of the paths of one piece.
pub trait Walker {
    /// The rule about paths and their legs.
    const PATH: Rule;
    /// The rule about turning.
    const TURNING: Rule;
    /// The facings that a piece may take at the end, besides that along its last leg: degrees clockwise from the top.
    const FACINGS: &'static [u16];

    /// What it is called.
    fn name(&self) -> String;

    /// How it is asked of: 'does' it go, or 'do' they.
    fn does(&self) -> &'static str {
        "does"
    }

    /// In the rules' words, what keeps a path from being gone.
    fn hindered(&self, hindrance: Hindrance) -> Refusal;

    /// May the piece end there, facing so?
    fn ends(&self, at: Point, facing: Facing) -> Result<(), Refusal>;

    /// Where it faces at the end of a leg, unless it is told otherwise: along it.
    fn faces(&self, along: Facing) -> Facing {
        along
    }

    /// Has it left the table there, so that its path is over?
    fn leaves(&self, _at: Point) -> bool {
        false
    }

    /// Points of its reach that are worth a thought, each with its reason, for those who do not point.
    fn spots(&self, _region: &Region) -> Vec<Offer> {
        Vec::new()
    }

    /// Where it would rather go, of all ways that are drawn at random.
    fn lean(&self, off: Point, _random: &mut Seeded) -> Point {
        off
    }
}

/// A path being made.
#[derive(Clone)]
pub struct Route<'a, W> {
    /// Whose path it is.
    pub walker: W,
    passage: &'a Passage,
    zones: SmallVec<[Zone; 4]>,
    from: Point,
    faces: Facing,
    /// The ends of its legs.
    pub points: Vec<Point>,
    /// What is left of the allowance.
    pub left: i64,
}

impl<'a, W: Walker + Clone> Route<'a, W> {
    /// The beginning of a path from here, with so much to pay for it.
    pub fn new(walker: W, passage: &'a Passage, from: Point, faces: Facing, allowance: i64) -> Route<'a, W> {
        Route { walker, passage, zones: SmallVec::new(), from, faces, points: Vec::new(), left: allowance }
    }

    /// The same, keeping from these. Those that are too far off to matter are left out.
    #[must_use]
    pub fn keeping_from(mut self, zones: impl IntoIterator<Item = Zone>) -> Route<'a, W> {
        let (from, far) = (self.from, self.left);
        let near = |zone: &Zone| zone.footprint.is_passed_within(from, from, far + zone.range);
        self.zones.extend(zones.into_iter().filter(near));
        self
    }

    /// Where it has come to.
    pub fn end(&self) -> Point {
        self.points.last().copied().unwrap_or(self.from)
    }

    /// Where the piece faces there.
    pub fn faces(&self) -> Facing {
        self.faces
    }

    /// What a facing at the end costs besides.
    pub fn turn_to(&self, facing: Facing) -> i64 {
        self.passage.turns(self.end(), self.faces, &[], Some(facing))
    }

    /// Goes on straight, or says why that cannot be.
    pub fn leg(&mut self, to: Point) -> Result<(), Refusal> {
        if self.points.len() == LEGS {
            return Err(Refusal::by(W::PATH, format!("a path has no more than {LEGS} legs")));
        }
        if to == self.end() {
            return Err(Refusal::by(W::PATH, "a leg leads somewhere else than where it begins"));
        }
        self.left -= self.question().price(&[to], None).map_err(|hindrance| self.walker.hindered(hindrance))?;
        self.faces = Facing::along(to.minus(self.end())).map_or(self.faces, |along| self.walker.faces(along));
        self.points.push(to);
        Ok(())
    }

    /// Goes on by all these legs.
    pub fn along(&mut self, path: &[Point]) -> Result<(), Refusal> {
        path.iter().try_for_each(|point| self.leg(*point))
    }

    /// Has the piece left the table?
    pub fn leaves(&self) -> bool {
        !self.points.is_empty() && self.walker.leaves(self.end())
    }

    /// May the piece end here, facing so?
    pub fn ends(&self, facing: Facing) -> Result<(), Refusal> {
        if self.leaves() { Ok(()) } else { self.walker.ends(self.end(), facing) }
    }

    /// Where the last leg leads.
    fn along_it(&self) -> Option<Facing> {
        let before = self.points.iter().nth_back(1).copied().unwrap_or(self.from);
        Facing::along(self.end().minus(before))
    }

    /// May it end here facing as it does unless it is told otherwise, along its last leg, or so, and can that be paid?
    pub fn check_facing(&self, facing: u16) -> Result<(), Refusal> {
        let usual = self.faces.degrees();
        let along = self.along_it().is_some_and(|along| along.degrees() == i64::from(facing));
        if !along && i64::from(facing) != usual && !W::FACINGS.contains(&facing) {
            let (second, last) = (W::FACINGS.get(1).unwrap_or(&0), W::FACINGS.last().unwrap_or(&0));
            let sentence = format!("it ends facing {usual}, or 0, {second} ... {last} degrees, not {facing}");
            return Err(Refusal::by(W::TURNING, sentence));
        }
        let facing = Facing::of(facing.into());
        let turn = self.turn_to(facing);
        if turn > self.left {
            let (turn, left) = (inches(turn), inches(self.left));
            return Err(Refusal::by(W::TURNING, format!("this turn costs {turn} inches, but only {left} are left")));
        }
        self.ends(facing)
    }

    /// Goes on to a point that was picked: straight, or by the cheapest way round, and it can end there.
    pub fn pick(&mut self, to: Point) -> Result<(), Refusal> {
        let (from, holds) = (self.clone(), self.passage.ground().holds(to));
        self.go(to, |to| if holds { from.question().reach().way(to) } else { None })
    }

    /// What can be picked next, each with its cost: where the whole piece can stand.
    pub fn reach(&self) -> Region {
        let end = self.end();
        let mut region = Region { from: (end.x, end.y), step: STEP, points: Vec::new() };
        if self.points.len() < LEGS && self.left >= STEP {
            let reach = self.question().reach();
            let offered = |(point, cost): (Point, i64)| {
                self.clone().go(point, |to| reach.way(to)).ok()?;
                Some((point.x, point.y, cost))
            };
            region.points = reach.points().filter_map(offered).collect();
        }
        region
    }

    /// The path gone on to a point at random that it can go on to.
    pub fn somewhere(&self, random: &mut Seeded) -> Option<Route<'a, W>> {
        let (wide, end) = ((2 * self.left + 1).max(1), self.end());
        let mut off = || i64::from(random.below(wide as u32)) - wide / 2;
        let off = Point::new(off(), off());
        let mut to = on_the_lattice(end.plus(self.walker.lean(off, random)));
        if self.turn_to(self.faces.turned(90)) > self.left {
            // What cannot pay for a turn goes straight ahead only. A point laid to the hundredth may be a little further
            // than its steps.
            let steps = STEP * (i64::from(random.below((self.left / STEP).max(1) as u32)) + 1);
            to = end.plus(self.faces.way(steps));
            to = if to.within(end, steps) { to } else { end.plus(self.faces.way(steps - 1)) };
        }
        let mut gone = self.clone();
        (gone.leg(to).is_ok() && gone.ends(gone.faces).is_ok()).then_some(gone)
    }

    /// Points by the inch that one straight leg leads to, on the way to somewhere else.
    pub fn inches_around(&self, leads_on: impl Fn(Point) -> bool) -> Region {
        let (end, far) = (self.end(), self.left / INCH);
        let (x, y) = (end.x / INCH, end.y / INCH);
        let around = (y - far..=y + far + 1).flat_map(|y| (x - far..=x + far + 1).map(move |x| Point::inches(x, y)));
        let straight =
            |point: Point| {
                let mut taken = self.clone();
                (point != end && point.within(end, self.left) && taken.leg(point).is_ok() && leads_on(point))
                    .then_some((point.x, point.y, self.left - taken.left))
            };
        Region { from: (end.x, end.y), step: INCH, points: around.filter_map(straight).collect() }
    }

    /// A point by the inch at random that one straight leg leads to.
    pub fn somewhere_on_the_way(&self, random: &mut Seeded) -> Option<Point> {
        let wide = (self.left + 1).max(1);
        let mut off = || i64::from(random.below(wide as u32)) - wide / 2;
        let to = self.end().plus(Point::new(off(), off()));
        let to = Point::inches(to.x.div_euclid(INCH), to.y.div_euclid(INCH));
        self.clone().leg(to).is_ok().then_some(to)
    }

    fn go(&mut self, to: Point, way: impl Fn(Point) -> Option<Way>) -> Result<(), Refusal> {
        if let Err(refusal) = self.leg(to) {
            let Some(Way { path, .. }) = way(to) else { return Err(refusal) };
            self.along(&path)?;
        }
        self.ends(self.faces)
    }

    fn question(&self) -> Move<'_> {
        Move { facing: self.faces, keeps_from: &self.zones, ..Move::new(self.passage, self.end(), self.left) }
    }
}

/// The nearest point of the half-inch lattice: what is drawn at random is also offered.
fn on_the_lattice(point: Point) -> Point {
    let nearest = |at: i64| (at + STEP / 2).div_euclid(STEP) * STEP;
    Point::new(nearest(point.x), nearest(point.y))
}
