//! Paths of units: what they cost, where they may end, and how they are picked (R13, R14, R15, R23, Common:path).

use super::land::TURN;
use super::{Piece, State, UnitId, block};
use crate::activation::{Action, Activation};
use crate::scenario::Edge;
use crate::units::Kind;
use field::{Facing, Footprint, Hindrance, INCH, Move, Passage, Point, Rectangle, STEP, Way, Zone};
use kernel::dice::Seeded;
use kernel::game::{Pick, Picked, Picks, PointOr, Points, Region};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// The most legs of a path.
pub(super) const LEGS: usize = 8;

/// A path being made.
#[derive(Clone)]
pub(super) struct Route<'a> {
    state: &'a State,
    passage: &'a Passage,
    unit: UnitId,
    bases: u8,
    column: bool,
    zones: SmallVec<[Zone; 16]>,
    from: Point,
    faces: Facing,
    exit: Option<Edge>,
    /// R22 A path that it may not end near to.
    avoids: Vec<Point>,
    pub(super) points: Vec<Point>,
    pub(super) left: i64,
}

impl<'a> Route<'a> {
    /// The beginning of a unit's path. R13 It keeps an inch from enemies, but for the one that it assaults.
    pub(super) fn of(state: &'a State, id: UnitId, allowance: i64, column: bool, but: Option<UnitId>) -> Route<'a> {
        let unit = state.unit(id);
        let near = |base: &Footprint| base.is_passed_within(unit.at, unit.at, allowance + 3 * INCH);
        let zone = |footprint: Footprint| {
            // From an enemy that it stands near to already it may go away, but not through him.
            let range = if footprint.is_passed_within(unit.at, unit.at, KEPT) { 0 } else { KEPT };
            Zone { footprint, range }
        };
        let enemies = state.of_side(unit.side.other()).filter(|(enemy, _)| Some(*enemy) != but);
        let zones = enemies.map(|(_, enemy)| enemy.base()).filter(near).map(zone).collect();
        Route {
            state,
            passage: state.land().passage(unit.kind, column),
            unit: id,
            bases: unit.bases,
            column,
            zones,
            from: unit.at,
            faces: unit.facing,
            exit: state.battle.army(unit.side).exit,
            avoids: Vec::new(),
            points: Vec::new(),
            left: allowance,
        }
    }

    /// R22 The same, not ending within an inch of a mover's remaining path.
    pub(super) fn avoiding(self, avoids: Vec<Point>) -> Route<'a> {
        Route { avoids, ..self }
    }

    /// Where it has come to.
    pub(super) fn end(&self) -> Point {
        self.points.last().copied().unwrap_or(self.from)
    }

    /// Where the unit faces there.
    pub(super) fn faces(&self) -> Facing {
        self.faces
    }

    /// The block of the unit at the end of the path.
    pub(super) fn block(&self, facing: Facing) -> Rectangle {
        block(self.end(), facing, self.bases, self.column)
    }

    /// What a facing at the end costs besides.
    pub(super) fn turn_to(&self, facing: Facing) -> i64 {
        let cost = self.passage.turns(self.end(), self.faces, &[], Some(facing));
        cost.min(self.left + TURN)
    }

    /// Goes on straight, or says why that cannot be.
    pub(super) fn leg(&mut self, to: Point) -> Result<(), Refusal> {
        if self.points.len() == LEGS {
            return Err(Refusal::by(Rule("Common:path"), format!("a path has no more than {LEGS} legs")));
        }
        if to == self.end() {
            return Err(Refusal::by(Rule("Common:path"), "a leg leads somewhere else than where it begins"));
        }
        self.left -= self.question().price(&[to], None).map_err(|hindrance| hindered(self.state, hindrance))?;
        self.faces = Facing::along(to.minus(self.end())).unwrap_or(self.faces);
        self.points.push(to);
        Ok(())
    }

    /// Does the unit leave the table here by its scenario's exit (R26)?
    pub(super) fn leaves(&self) -> bool {
        let plan = &self.state.battle.scenario().plan;
        self.exit.is_some_and(|exit| !self.points.is_empty() && exit.holds(plan, self.end()))
    }

    /// R13 May the unit end here, facing so: on the table, on nobody, and an inch from enemies?
    pub(super) fn ends(&self, facing: Facing) -> Result<(), Refusal> {
        if self.leaves() {
            return Ok(());
        }
        let base = Footprint::from(self.block(facing));
        if self.avoids.windows(2).any(|leg| base.is_passed_within(leg[0], leg[1], INCH)) {
            let sentence = "a reaction move may not end within an inch of the mover's remaining path";
            return Err(Refusal::by(Rule("R22"), sentence));
        }
        self.state.rests(self.unit, &base, self.passage)
    }

    /// Checks a facing at the end, and what it costs.
    pub(super) fn check_facing(&self, facing: u16) -> Result<(), Refusal> {
        let facing = Facing::of(facing.into());
        if facing != self.faces && !FACINGS.contains(&(facing.degrees() as u16)) {
            let along = self.faces.degrees();
            let sentence = format!("a unit ends facing {along}, or 0, 15 ... 345 degrees, not {}", facing.degrees());
            return Err(Refusal::by(Rule("R15"), sentence));
        }
        if self.turn_to(facing) > self.left {
            let sentence = format!("a turn costs an inch, but only {} are left", inches(self.left));
            return Err(Refusal::by(Rule("R15"), sentence));
        }
        self.ends(facing)
    }

    fn question(&self) -> Move<'_> {
        Move { facing: self.faces, keeps_from: &self.zones, ..Move::new(self.passage, self.end(), self.left) }
    }

    /// What can be picked next, each with its cost: where the whole unit can stand.
    fn reach(&self) -> Vec<(i64, i64, i64)> {
        if self.points.len() == LEGS || self.left < STEP {
            return Vec::new();
        }
        let reach = self.question().reach();
        let offered = |(point, cost): (Point, i64)| {
            self.clone().go(point, |to| reach.way(to)).ok()?;
            Some((point.x, point.y, cost))
        };
        reach.points().filter_map(offered).collect()
    }

    /// Goes on to a point that was picked: straight, or by the cheapest way round, and it can end there.
    pub(super) fn pick(&mut self, to: Point) -> Result<(), Refusal> {
        let (from, holds) = (self.clone(), self.passage.ground().holds(to));
        self.go(to, |to| if holds { from.question().reach().way(to) } else { None })
    }

    fn go(&mut self, to: Point, way: impl Fn(Point) -> Option<Way>) -> Result<(), Refusal> {
        if let Err(refusal) = self.leg(to) {
            let Some(Way { path, .. }) = way(to) else { return Err(refusal) };
            path.into_iter().try_for_each(|bend| self.leg(bend))?;
        }
        self.ends(self.faces)
    }

    /// A point at random that the path can go on to, a little towards the enemy's side more often than away.
    fn somewhere(&self, random: &mut Seeded) -> Option<Point> {
        let (wide, end) = ((2 * self.left + 1).max(1), self.end());
        let mut off = || i64::from(random.below(wide as u32)) - wide / 2;
        let mut to = on_the_lattice(end.plus(Point::new(off(), off())));
        if self.passage.turns(end, self.faces, &[], Some(self.faces.turned(90))) > self.left {
            // Guns that are not limbered go straight ahead only.
            let steps = STEP * (i64::from(random.below((self.left / STEP).max(1) as u32)) + 1);
            to = end.plus(self.faces.way(steps));
            // A point laid to the hundredth may be a little further than its steps.
            to = if to.within(end, steps) { to } else { end.plus(self.faces.way(steps - 1)) };
        }
        self.clone().pick_straight(to).then_some(to)
    }

    /// Points by the inch that one straight leg leads to, on the way to somewhere else.
    pub(super) fn inches_around(&self, leads_on: impl Fn(Point) -> bool) -> Region {
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
    pub(super) fn somewhere_on_the_way(&self, random: &mut Seeded) -> Option<Point> {
        let wide = (self.left + 1).max(1);
        let mut off = || i64::from(random.below(wide as u32)) - wide / 2;
        let to = self.end().plus(Point::new(off(), off()));
        let to = Point::inches(to.x.div_euclid(INCH), to.y.div_euclid(INCH));
        self.clone().leg(to).is_ok().then_some(to)
    }

    fn pick_straight(&mut self, to: Point) -> bool {
        self.leg(to).is_ok() && self.ends(self.faces).is_ok()
    }
}

/// Picks a path: points one after the other, and a facing at the end. The order is made of the path and the facing.
pub(super) fn picked<O>(
    mut route: Route<'_>,
    rule: Rule,
    picks: &mut Picks<'_, O>,
    order: impl Fn(Vec<Point>, u16) -> O,
) -> Picked<O> {
    loop {
        let begun = !route.points.is_empty();
        let made = |route: &Route<'_>, facing: Facing| order(route.points.clone(), facing.degrees() as u16);
        if begun {
            if route.left < STEP || route.points.len() == LEGS || route.leaves() {
                return Ok(made(&route, route.faces()));
            }
            picks.enough(|| made(&route, route.faces()))?;
        }
        let name = route.state.name(route.unit);
        let next = picks
            .ask(format_args!("where does {name} go? {} inches are left", inches(route.left)), rule)
            .also_if(begun && route.left >= TURN, "face", "end here, and face another way", Rule("R15"))
            .suggesting(|region| super::spots::worth_a_thought(route.state, route.unit, region))
            .point_or(Points {
                take: |pick: &Pick| match *pick {
                    Pick::Point { x, y } => route.clone().pick(Point { x, y }),
                    _ => Ok(()),
                },
                region: || Region { from: (route.end().x, route.end().y), step: STEP, points: route.reach() },
                draw: |random| (0..16).find_map(|_| route.somewhere(random)).map(|to| (to.x, to.y)),
            })?;
        let PointOr::Point(x, y) = next else {
            let allowed =
                |degrees: u16| i64::from(degrees) != route.faces.degrees() && route.check_facing(degrees).is_ok();
            let facing =
                picks.ask(format_args!("where does {name} face?"), Rule("R15")).facing_that(&FACINGS, allowed)?;
            return Ok(made(&route, Facing::of(facing.into())));
        };
        let taken = route.pick(Point { x, y });
        picks.only_if(taken.is_ok())?;
        picks.tell(|| format!("by {}, {}", inches(x), inches(y)));
    }
}

impl State {
    /// R13 May a unit stand like this?
    pub(super) fn rests(&self, id: UnitId, base: &Footprint, passage: &Passage) -> Result<(), Refusal> {
        passage.rests(base, &[]).map_err(|hindrance| hindered(self, hindrance))?;
        let side = self.unit(id).side;
        for (other, piece) in self.all().filter(|(other, _)| *other != id) {
            let (theirs, name) = (piece.base(), self.name(other));
            if piece.side == side && theirs.overlaps(base) {
                return Err(Refusal::by(
                    Rule("R13"),
                    format!("{name} stands there; friends may only be passed through"),
                ));
            }
            if piece.side != side && theirs.within(base, INCH - 1) {
                return Err(Refusal::by(Rule("R13"), format!("that is within an inch of {name}, an enemy")));
            }
        }
        Ok(())
    }
}

/// The nearest point of the half-inch lattice: what is drawn at random is also offered.
fn on_the_lattice(point: Point) -> Point {
    let nearest = |at: i64| (at + STEP / 2).div_euclid(STEP) * STEP;
    Point::new(nearest(point.x), nearest(point.y))
}

/// What keeps a path from being gone, in the rules' words.
pub(super) fn hindered(state: &State, hindrance: Hindrance) -> Refusal {
    match hindrance {
        Hindrance::OffTable => Refusal::by(Rule("R13"), "that leads off the table"),
        Hindrance::TooDear { cost, allowance } => {
            let sentence = format!("that costs {} inches, but only {} are left", inches(cost), inches(allowance));
            Refusal::by(Rule("Moving"), sentence)
        }
        Hindrance::Barred(piece) => {
            let lie = state.land().lie(piece);
            Refusal::by(Rule("R14"), format!("there is ground that this unit cannot enter: a {lie}"))
        }
        Hindrance::TooNear(_) | Hindrance::Taken(_) => {
            Refusal::by(Rule("R13"), "that comes within an inch of an enemy, whom only an assault may touch")
        }
    }
}

/// R13 How near the middle of a unit comes to an enemy: an inch before its own front.
const KEPT: i64 = INCH + INCH / 2;

/// The facings that a unit may take at the end of a move, in degrees clockwise from the top of the table.
pub(super) const FACINGS: [u16; 24] =
    [0, 15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180, 195, 210, 225, 240, 255, 270, 285, 300, 315, 330, 345];

/// Hundredths of an inch as inches.
pub(super) fn inches(hundredths: i64) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", hundredths.abs() / 100, hundredths.abs() % 100)
}

/// How far a unit may go with an activation of this column of the chart, where it has one.
pub(super) fn allowance(unit: &Piece, action: Action) -> Option<i64> {
    static REACHES: LazyLock<Vec<[Option<i64>; 3]>> = LazyLock::new(|| {
        let reach = |kind: Kind, action: Action| {
            let activation = Activation { kind, action, first: true, ..Activation::default() };
            activation.check().ok()?;
            activation.inches().map(|inches| i64::from(inches.total()) * INCH)
        };
        let row = |kind: &Kind| [Action::Move, Action::MoveAndFire, Action::Assault].map(|action| reach(*kind, action));
        Kind::ALL.iter().map(row).collect()
    });
    let column = match action {
        Action::Move => 0,
        Action::MoveAndFire => 1,
        Action::Assault => 2,
        Action::Fire | Action::ChangeFormation => return None,
    };
    REACHES[unit.kind as usize][column]
}
