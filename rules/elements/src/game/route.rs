//! Paths of elements: what keeps them from being gone, where they may end, and how they make contact (R13, R34, R36).

use super::land::full_move;
use super::state::TOUCH;
use super::{Mark, Piece, State, UnitId};
use field::{Facing, Footprint, Hindrance, INCH, Point, Zone};
use kernel::dice::Seeded;
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::{bail, ensure};
use tabletop::{Walker, inches};

/// A path being made.
pub(super) type Route<'a> = tabletop::Route<'a, Runner<'a>>;

/// An element on its way.
#[derive(Clone)]
pub(super) struct Runner<'a> {
    state: &'a State,
    unit: UnitId,
}

/// The facings that an element may take, in degrees clockwise from the top of the table.
pub(super) const FACINGS: [u16; 24] =
    [0, 15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180, 195, 210, 225, 240, 255, 270, 285, 300, 315, 330, 345];

/// The nearest of these to a facing.
pub(super) fn nearest(facing: Facing) -> u16 {
    ((facing.degrees() + 7) / 15 * 15 % 360) as u16
}

/// R34 Half the width of a base: what is passed by is not brushed.
const BESIDE: i64 = INCH / 2;

impl Walker for Runner<'_> {
    const PATH: Rule = Rule("Common:path");
    const TURNING: Rule = Rule("R7");
    const FACINGS: &'static [u16] = &FACINGS;

    fn name(&self) -> String {
        self.state.name(self.unit).to_owned()
    }

    fn hindered(&self, hindrance: Hindrance) -> Refusal {
        self.state.hindered(self.state.name(self.unit), hindrance)
    }

    /// At random, elements mostly go towards the enemy: else two forces would never meet.
    fn lean(&self, off: Point, random: &mut Seeded) -> Point {
        let ahead = self.state.home(self.unit).turned(180).way(INCH);
        let away = off.x * ahead.x + off.y * ahead.y < 0;
        if away && random.below(6) > 0 { Point::new(-off.x, -off.y) } else { off }
    }

    fn ends(&self, at: Point, facing: Facing) -> Result<(), Refusal> {
        self.state.rests(self.unit, &self.state.unit(self.unit).block_at(at, facing).into())
    }
}

impl State {
    /// The beginning of an element's path. R34 It passes through friends on foot, but not through vehicles or enemies.
    pub(super) fn route(&self, id: UnitId) -> Route<'_> {
        let piece = self.unit(id);
        let passage = self.land().passage(self.row(id));
        Route::new(Runner { state: self, unit: id }, passage, piece.at, piece.facing, self.left(id))
            .keeping_from(self.zones(id, None))
    }

    /// What an element keeps away from on its way.
    fn zones(&self, id: UnitId, but: Option<UnitId>) -> impl Iterator<Item = Zone> {
        let piece = self.unit(id);
        let (at, side) = (piece.at, piece.side);
        let zone = move |(_, other): (UnitId, &Piece)| {
            let footprint = other.base();
            let near = footprint.is_passed_within(at, at, BESIDE);
            let range = if other.side == side || near { 0 } else { BESIDE };
            Zone { footprint, range }
        };
        let bars = move |(other, theirs): &(UnitId, &Piece)| {
            *other != id && Some(*other) != but && (theirs.side != side || theirs.is(Mark::VEHICLE))
        };
        self.all().filter(bars).map(zone)
    }

    /// A point on the table: what lies elsewhere is not even measured.
    pub(super) fn check_on_table(&self, at: Point) -> Result<(), Refusal> {
        ensure!(self.land().ground().holds(at), Rule("R13"), "that point is not on the table");
        Ok(())
    }

    /// What an element has left of its move. R32 A vehicle goes no greater part of its own than those have left who ride.
    pub(super) fn left(&self, id: UnitId) -> i64 {
        let full = full_move(self.row(id));
        let part = |id: UnitId| {
            let own = full_move(self.row(id)).max(1);
            (own - self.unit(id).spent).max(0) * full / own
        };
        self.riders(id).into_iter().map(part).fold(part(id), i64::min)
    }

    /// R32 An element spends some of its move, and those who ride the same part of theirs.
    pub(super) fn spend(&mut self, id: UnitId, cost: i64) {
        let full = full_move(self.row(id)).max(1);
        for one in std::iter::once(id).chain(self.riders(id)) {
            let own = full_move(self.row(one));
            self.unit_mut(one).spent += (cost * own + full - 1) / full;
        }
    }

    /// R34, R36 May an element end like this: on ground that is open to it, on nobody, and in no contact?
    pub(super) fn rests(&self, id: UnitId, base: &Footprint) -> Result<(), Refusal> {
        self.fits(id, base)?;
        let side = self.unit(id).side;
        if let Some(enemy) = self.touched_at(side, *base).next() {
            bail!(Rule("R34"), "that touches {}; contact is made by moving straight into it", self.name(enemy));
        }
        Ok(())
    }

    /// The same, in contact or not, but on nobody.
    pub(super) fn fits(&self, id: UnitId, base: &Footprint) -> Result<(), Refusal> {
        let passage = self.land().passage(self.row(id));
        passage.rests(base, &[]).map_err(|hindrance| self.hindered(self.name(id), hindrance))?;
        let side = self.unit(id).side;
        let own_hidden = self.hidden().filter(|(_, piece)| piece.side == side);
        let stands = |(other, piece): &(UnitId, &Piece)| {
            *other != id && piece.is_about(base.middle(), 0) && piece.base().overlaps(base)
        };
        if let Some((other, _)) = self.all().chain(own_hidden).find(stands) {
            bail!(Rule("R34"), "{} stands there", self.name(other));
        }
        Ok(())
    }

    /// What keeps a path from being gone, in the rules' words.
    pub(super) fn hindered(&self, name: &str, hindrance: Hindrance) -> Refusal {
        match hindrance {
            Hindrance::OffTable => Refusal::by(Rule("R14"), "that leads off the table"),
            Hindrance::TooDear { cost, allowance } => {
                let sentence = format!("that costs {} inches, but only {} are left", inches(cost), inches(allowance));
                Refusal::by(Rule("R13"), sentence)
            }
            Hindrance::Barred(piece) => {
                let lie = self.land().lie(piece);
                Refusal::by(Rule("R36"), format!("there is ground that {name} cannot enter: {lie}"))
            }
            Hindrance::TooNear(_) | Hindrance::Taken(_) => {
                Refusal::by(Rule("R34"), "a move passes through friends on foot, but not through vehicles or enemies")
            }
        }
    }

    /// R9 The end of a straight move into contact with an enemy, the facing there, and what it costs. An advance goes so
    /// many inches at most, whatever the ground.
    pub(super) fn charge(
        &self,
        id: UnitId,
        target: UnitId,
        advance: Option<i64>,
    ) -> Result<(Point, Facing, i64), Refusal> {
        let piece = self.unit(id);
        let enemy = |mark: &&Piece| mark.side != piece.side && mark.stands();
        let Some(mark) = self.units.get(usize::from(target.0)).filter(enemy) else {
            bail!(Rule("R9"), "contact is made with an enemy element that stands on the table");
        };
        let (name, target_name) = (self.name(id), self.name(target));
        ensure!(self.is_combat(id), Rule("R23"), "{name} is no combat element and does not move into contact");
        ensure!(!self.touch(id, target), Rule("R9"), "{name} touches {target_name} already");
        let base = mark.base();
        let mut refused = None;
        for aim in std::iter::once(mark.at).chain(base.corners()) {
            match self.charge_at(id, target, aim, advance) {
                Ok(found) => return Ok(found),
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        Err(refused.expect("a base has a middle"))
    }

    fn charge_at(
        &self,
        id: UnitId,
        target: UnitId,
        aim: Point,
        advance: Option<i64>,
    ) -> Result<(Point, Facing, i64), Refusal> {
        let piece = self.unit(id);
        let base = self.unit(target).base();
        let facing = Facing::along(aim.minus(piece.at)).unwrap_or(piece.facing);
        let there = |far: i64| -> Footprint { piece.block_at(piece.at.towards(aim, far), facing).into() };
        let (mut clear, mut over) = (0, piece.at.distance(aim));
        ensure!(!there(0).overlaps(&base), Rule("R34"), "there is no room to turn towards {}", self.name(target));
        while over - clear > 1 {
            let middle = i64::midpoint(clear, over);
            if there(middle).overlaps(&base) { over = middle } else { clear = middle }
        }
        let end = piece.at.towards(aim, clear);
        ensure!(there(clear).within(&base, TOUCH), Rule("R9"), "that way does not lead to {}", self.name(target));
        let cost = if end == piece.at {
            0
        } else {
            let passage = self.land().passage(self.row(id));
            passage.leg(piece.at, end).map_err(|hindrance| self.hindered(self.name(id), hindrance))?
        };
        let (cost, left) = advance.map_or((cost, self.left(id)), |reach| (piece.at.distance(end), reach));
        if cost > left {
            return Err(self.hindered(self.name(id), Hindrance::TooDear { cost, allowance: left }));
        }
        if self.zones(id, Some(target)).any(|zone| zone.footprint.is_neared(piece.at, end, zone.range)) {
            return Err(self.hindered(self.name(id), Hindrance::TooNear(0)));
        }
        self.fits(id, &there(clear))?;
        Ok((end, facing, cost))
    }
}
