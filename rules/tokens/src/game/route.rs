//! Paths of units: what keeps them from being gone, and where they may end (R13, R14, R15, R23, Common:path).

use super::{Piece, State, UnitId, block};
use crate::activation::{Action, Activation};
use crate::units::Kind;
use field::{Facing, Footprint, Hindrance, INCH, Passage, Point, Rectangle, Zone};
use kernel::ensure;
use kernel::game::{Offer, Region};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use std::sync::LazyLock;
use tabletop::{Edge, Walker, inches};

/// A path being made.
pub(super) type Route<'a> = tabletop::Route<'a, Marcher<'a>>;

/// A unit on its way.
#[derive(Clone)]
pub(super) struct Marcher<'a> {
    state: &'a State,
    passage: &'a Passage,
    unit: UnitId,
    bases: u8,
    column: bool,
    exit: Option<Edge>,
    /// R22 A path that it may not end near to.
    avoids: Vec<Point>,
}

/// The beginning of a unit's path. R13 It keeps an inch from enemies, but for the one that it assaults.
pub(super) fn route(state: &State, id: UnitId, allowance: i64, column: bool, but: Option<UnitId>) -> Route<'_> {
    let unit = state.unit(id);
    let zone = |footprint: Footprint| {
        // From an enemy that it stands near to already it may go away, but not through him.
        let range = if footprint.is_passed_within(unit.at, unit.at, KEPT) { 0 } else { KEPT };
        Zone { footprint, range }
    };
    // Whoever is further off than the move and two blocks reach is not in its way.
    let near = |enemy: &Piece| enemy.at.within(unit.at, allowance + KEPT + 4 * INCH);
    let enemies = state.of_side(unit.side.other()).filter(|(id, enemy)| Some(*id) != but && near(enemy));
    let passage = state.land().passage(unit.kind, column);
    let exit = state.battle.army(unit.side).exit;
    let marcher = Marcher { state, passage, unit: id, bases: unit.bases, column, exit, avoids: Vec::new() };
    Route::new(marcher, passage, unit.at, unit.facing, allowance)
        .keeping_from(enemies.map(|(_, enemy)| zone(enemy.base())))
}

/// R22 The same, not ending within an inch of a mover's remaining path.
pub(super) fn avoiding(mut route: Route<'_>, avoids: Vec<Point>) -> Route<'_> {
    route.walker.avoids = avoids;
    route
}

impl Marcher<'_> {
    /// The block of the unit there.
    pub(super) fn block(&self, at: Point, facing: Facing) -> Rectangle {
        block(at, facing, self.bases, self.column)
    }
}

impl Walker for Marcher<'_> {
    const PATH: Rule = Rule("Common:path");
    const TURNING: Rule = Rule("R15");
    const FACINGS: &'static [u16] = &FACINGS;

    fn name(&self) -> String {
        self.state.name(self.unit).to_owned()
    }

    fn does(&self) -> &'static str {
        if super::say::is_plural(self.state.name(self.unit)) { "do" } else { "does" }
    }

    fn hindered(&self, hindrance: Hindrance) -> Refusal {
        hindered(self.state, hindrance)
    }

    /// R13 On the table, on nobody, and an inch from enemies.
    fn ends(&self, at: Point, facing: Facing) -> Result<(), Refusal> {
        let base = Footprint::from(self.block(at, facing));
        let near = self.avoids.windows(2).any(|leg| base.is_passed_within(leg[0], leg[1], INCH));
        ensure!(!near, Rule("R22"), "a reaction move may not end within an inch of the mover's remaining path");
        self.state.rests(self.unit, &base, self.passage)
    }

    fn spots(&self, region: &Region) -> Vec<Offer> {
        super::spots::worth_a_thought(self.state, self.unit, region)
    }

    /// R26 By its scenario's exit.
    fn leaves(&self, at: Point) -> bool {
        self.exit.is_some_and(|exit| exit.holds(&self.state.battle.scenario().table.plan, at))
    }
}

impl State {
    /// R13 May a unit stand as this piece does?
    pub(super) fn stands(&self, id: UnitId, piece: &Piece) -> Result<(), Refusal> {
        self.rests(id, &piece.base(), self.land().passage(piece.kind, piece.column))
    }

    /// R13 May a unit stand like this?
    pub(super) fn rests(&self, id: UnitId, base: &Footprint, passage: &Passage) -> Result<(), Refusal> {
        passage.rests(base, &[]).map_err(|hindrance| hindered(self, hindrance))?;
        let side = self.unit(id).side;
        for (other, piece) in self.all().filter(|(other, _)| *other != id) {
            let (theirs, name, friend) = (piece.base(), self.name(other), piece.side == side);
            let (on, near) = (friend && theirs.overlaps(base), !friend && theirs.within(base, INCH - 1));
            ensure!(!on, Rule("R13"), "{name} stands there; friends may only be passed through");
            ensure!(!near, Rule("R13"), "that is within an inch of {name}, an enemy");
        }
        Ok(())
    }
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
