//! The table as those who move over it and look across it meet it (R13, R14, R15).

use crate::scenario::{Lie, Scenario};
use crate::units::Kind;
use field::{Crossing, Going, Ground, INCH, Mover, Opacity, Outlook, Passage, Point, Viewer};
use std::sync::Arc;

/// The ground of a battle, laid out once.
#[derive(Debug)]
pub struct Land {
    ground: Arc<Ground>,
    lies: Vec<Lie>,
    /// For foot, horse and guns: in line, and in column or limbered.
    passages: [[Passage; 2]; 3],
    commander: Passage,
    /// Where a line could go that turns for nothing: what machines measure ways by.
    line: Passage,
    pub(super) outlook: Outlook,
}

/// R15 What a turn costs.
pub(super) const TURN: i64 = INCH;

/// What a turn would cost guns that are not limbered: more than they have, since it takes a whole activation (R15).
const NO_TURN: i64 = 100 * INCH;

impl Land {
    /// The ground of a scenario, which was found to be in order.
    pub fn of(scenario: &Scenario) -> Land {
        let ground = Arc::new(Ground::new(scenario.table.plan.clone()).expect("the reader has checked the plan"));
        let passage = |barred: &[Lie], column: bool, turn: i64| {
            let mover = barred.iter().fold(Mover::new(), |mover, lie| mover.over(lie.name(), Going::BARRED));
            let mover = if column { mover.over(Lie::Bridge.name(), Going::times(1)) } else { mover };
            Passage::new(ground.clone(), &mover.turning(turn, 0))
        };
        let both = |barred: &[Lie]| [false, true].map(|column| passage(barred, column, TURN));
        let guns = &[Lie::Water, Lie::Building, Lie::Wire];
        let viewer = Viewer::new()
            .through(Lie::Wood.name(), Opacity::Deep(2 * INCH))
            .through(Lie::Building.name(), Opacity::Solid)
            .through(Lie::Hill.name(), Opacity::Hill)
            .over(4 * INCH);
        Land {
            passages: [
                both(&[Lie::Water]),
                both(&[Lie::Water, Lie::Building]),
                [passage(guns, false, NO_TURN), passage(guns, true, 0)],
            ],
            commander: passage(&[Lie::Water], true, 0),
            line: passage(&[Lie::Water], false, 0),
            outlook: Outlook::new(ground.clone(), &viewer),
            lies: scenario.table.kinds.clone(),
            ground,
        }
    }

    /// The ground as a unit passes it.
    pub fn passage(&self, kind: Kind, column: bool) -> &Passage {
        let row = match kind {
            Kind::Infantry | Kind::DismountedCavalry | Kind::MachineGuns => 0,
            Kind::MountedCavalry => 1,
            Kind::FieldGuns | Kind::HeavyGuns => 2,
        };
        &self.passages[row][usize::from(column)]
    }

    /// The ground as a commander passes it.
    pub(super) fn commander(&self) -> &Passage {
        &self.commander
    }

    /// The ground as a line passes it, were turning free.
    pub(super) fn line(&self) -> &Passage {
        &self.line
    }

    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The point of the table that is nearest to another, which may lie beside it.
    pub(super) fn nearest(&self, to: Point) -> Point {
        let plan = self.ground.plan();
        Point::new(to.x.clamp(0, plan.width), to.y.clamp(0, plan.depth))
    }

    /// What a piece of ground is.
    pub(super) fn lie(&self, piece: usize) -> Lie {
        self.lies[piece]
    }

    /// What lies at a point.
    pub(super) fn at(&self, point: Point) -> impl Iterator<Item = Lie> {
        self.ground.at(point).map(|piece| self.lies[piece])
    }

    /// R14 The features that a leg enters and that are tested for, in the order of the leg. A road or bridge leads a
    /// column through as far as it goes.
    pub(super) fn tests(&self, from: Point, to: Point, column: bool) -> Vec<Crossing> {
        let crossed = self.ground.crossings(from, to);
        let led = |crossing: &Crossing| {
            let covers = |above: &Crossing| above.from <= crossing.from && above.to >= crossing.to;
            column && crossed.iter().any(|above| self.lies[above.piece].leads() && covers(above))
        };
        let enters = |crossing: &&Crossing| {
            let starts_inside =
                crossing.from == field::Fraction::ZERO && self.ground.at(from).any(|p| p == crossing.piece);
            self.lies[crossing.piece].is_tested() && !starts_inside && !led(crossing)
        };
        let mut tests: Vec<Crossing> = crossed.iter().filter(enters).copied().collect();
        tests.sort_by_key(|crossing| crossing.from);
        tests
    }
}
