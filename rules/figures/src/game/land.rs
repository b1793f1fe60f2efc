//! The table as those who move over it and look across it meet it (Movement, R2, R5, R13, R49).

use super::bounds::Bounds;
use super::sightlines::Sightlines;
use super::{Kind, Squad};
use crate::charts;
use crate::scenario::{Army, Lie, Scenario};
use crate::troops::Formation;
use field::{
    Facing, Going, Ground, INCH, Mover, Opacity, Outlook, Pace, Passage, Point, Rectangle, Shape, Terrain, Viewer,
};
use std::sync::{Arc, LazyLock};

/// The ground of an action, laid out once.
#[derive(Debug)]
pub struct Land {
    ground: Arc<Ground>,
    lies: Vec<Lie>,
    foot: Passage,
    horse: Passage,
    horse_charging: Passage,
    wheels: Passage,
    car: Passage,
    tank: Passage,
    roads: Passage,
    pub(super) outlook: Outlook,
    /// Buildings, which block sight as long as they stand: the piece and its plan.
    pub(super) buildings: Vec<(usize, field::Rectangle)>,
    /// Where there is wire.
    pub(super) wires: Vec<Bounds>,
    /// Walls, hedges and fences, which cover those behind them.
    pub(super) rims: Vec<Bounds>,
    /// For each piece, where men can come to it: along a line, or in its middle.
    pub(super) places: Vec<Vec<Point>>,
    /// Where men can stand, by the points of a way home.
    pub(super) standing: Vec<bool>,
    /// What is known of sight.
    pub(super) sightlines: Sightlines,
}

/// How a squad goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Gait {
    /// A move in formation.
    March,
    /// A charge or a retreat.
    Charge,
    /// Strategic movement on a road.
    Strategic,
    /// Prone men crawl.
    Crawl,
}

/// What strategic movement calls all that is no road.
const OFF_ROAD: &str = "off the road";

/// R2, R49 What a wall, a trench or the door of a house costs.
pub(super) const OBSTACLE: i64 = 2 * INCH;

impl Land {
    /// The ground of a scenario, which was found to be in order.
    pub fn of(scenario: &Scenario) -> Land {
        let ground = Arc::new(Ground::new(scenario.table.plan.clone()).expect("the reader has checked the plan"));
        let solid = Going { pace: Pace::Times(1, 1), entering: OBSTACLE, leaving: OBSTACLE };
        let ditch = Going { pace: Pace::Times(1, 1), entering: OBSTACLE, leaving: 0 };
        let mover = |going: &dyn Fn(Lie) -> Going| {
            let over = |mover: Mover, lie: &Lie| mover.over(lie.name(), going(*lie));
            Passage::new(ground.clone(), &Lie::ALL.iter().fold(Mover::new(), over))
        };
        let foot = mover(&|lie| match lie {
            Lie::Shelled => Going::times(2),
            Lie::Water => Going::BARRED,
            Lie::Trench => ditch,
            Lie::Wall => Going::once(OBSTACLE),
            lie if lie.has_inside() => solid,
            lie if lie.is_bridge() => Going::times(1),
            _ => Going::PLAIN,
        });
        // Wire stops men and horses where it has no gap (`wire_between`).
        let horse = |shelled: Going| {
            mover(&|lie| match lie {
                Lie::Shelled => shelled,
                Lie::Water => Going::BARRED,
                Lie::Trench => ditch,
                Lie::Wall => Going::once(OBSTACLE),
                lie if lie.has_inside() => Going::BARRED,
                lie if lie.is_bridge() => Going::times(1),
                _ => Going::PLAIN,
            })
        };
        let wheeled = |road: Going| {
            mover(&|lie| match lie {
                Lie::Shelled | Lie::Water | Lie::Wire | Lie::Trench | Lie::Wall => Going::BARRED,
                lie if lie.has_inside() => Going::BARRED,
                Lie::Road => road,
                lie if lie.is_bridge() => Going::times(1),
                _ => Going::PLAIN,
            })
        };
        let tank = mover(&|lie| match lie {
            Lie::Water => Going::BARRED,
            lie if lie.has_inside() => Going::BARRED,
            lie if lie.is_bridge() => Going::times(1),
            _ => Going::PLAIN,
        });
        // Strategic movement knows nothing but roads and bridges: all else lies under a sheet that bars it.
        let mut sheeted = scenario.table.plan.clone();
        let whole = Rectangle {
            middle: Point::new(sheeted.width / 2, sheeted.depth / 2),
            width: sheeted.width,
            depth: sheeted.depth,
            facing: Facing::UP,
        };
        sheeted.terrain.insert(0, Terrain { kind: OFF_ROAD.to_owned(), shape: Shape::Rectangle(whole), level: 0 });
        let on_roads = Lie::ALL.iter().filter(|lie| **lie == Lie::Road || lie.is_bridge());
        let marcher = on_roads
            .fold(Mover::new().over(OFF_ROAD, Going::BARRED), |mover, lie| mover.over(lie.name(), Going::times(1)));
        let sheeted = Arc::new(Ground::new(sheeted).expect("a sheet over a plan that is in order"));
        let roads = Passage::new(sheeted, &marcher);
        let viewer =
            Viewer::new().through(Lie::Wood.name(), Opacity::Deep(3 * INCH)).through(Lie::Hill.name(), Opacity::Hill);
        let lies = scenario.table.kinds.clone();
        let building = |(piece, lie): (usize, &Lie)| match &scenario.table.plan.terrain[piece].shape {
            Shape::Rectangle(plan) if lie.has_inside() => Some((piece, *plan)),
            _ => None,
        };
        let bounds = |is: &dyn Fn(Lie) -> bool| {
            let pieces = (0..lies.len()).filter(|piece| is(lies[*piece]));
            pieces.map(|piece| Bounds::of_piece(&ground, piece)).collect::<Vec<_>>()
        };
        let men = |army: &Army| army.squads.iter().map(|squad| usize::from(squad.men)).sum();
        Land {
            horse: horse(Going::times(3)),
            horse_charging: horse(Going::for_inches(24, 5)),
            wheels: wheeled(Going::PLAIN),
            // Vehicles:car-move 12 inches on a road for the 3 that it goes off it.
            car: wheeled(Going::for_inches(1, 4)),
            tank,
            roads,
            outlook: Outlook::new(ground.clone(), &viewer),
            buildings: lies.iter().enumerate().filter_map(building).collect(),
            wires: bounds(&|lie| lie == Lie::Wire),
            rims: bounds(&|lie| matches!(lie, Lie::Wall | Lie::Hedge | Lie::Fence)),
            places: ground.terrain().iter().map(|terrain| places(&terrain.shape)).collect(),
            standing: super::home::standing(&ground, &foot),
            sightlines: Sightlines::of([&scenario.attacker, &scenario.defender].map(men)),
            foot,
            lies,
            ground,
        }
    }

    /// The ground as a squad passes it.
    pub(super) fn passage(&self, squad: &Squad, gait: Gait) -> &Passage {
        match squad.kind {
            Kind::Cavalry if gait == Gait::Charge => &self.horse_charging,
            Kind::Cavalry => &self.horse,
            Kind::ClosedCar | Kind::OpenCar => &self.car,
            Kind::Wagon => &self.wheels,
            kind if kind.is_field_piece() => &self.wheels,
            _ if squad.is_vehicle() => &self.tank,
            _ => &self.foot,
        }
    }

    /// Movement:strategic The roads and bridges of the table.
    pub(super) fn roads(&self) -> &Passage {
        &self.roads
    }

    /// The ground as men on foot pass it.
    pub(super) fn foot(&self) -> &Passage {
        &self.foot
    }

    /// The ground.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// What a piece of ground is.
    pub fn lie(&self, piece: usize) -> Lie {
        self.lies[piece]
    }

    /// The pieces that lie at a point.
    pub(super) fn at(&self, point: Point) -> impl Iterator<Item = (usize, Lie)> {
        self.ground.at(point).map(|piece| (piece, self.lies[piece]))
    }

    /// The defence or building that a man at a point is in.
    pub(super) fn inside(&self, point: Point) -> Option<usize> {
        self.at(point).filter(|(_, lie)| lie.is_manned()).map(|(piece, _)| piece).last()
    }
}

/// Where men can come to a piece of ground, an inch apart along a line.
fn places(shape: &Shape) -> Vec<Point> {
    match shape {
        Shape::Line { points, .. } => {
            let along = |ends: &[Point]| {
                let (from, to) = (ends[0], ends[1]);
                (0..=from.distance(to) / INCH).map(move |step| from.towards(to, step * INCH))
            };
            points.windows(2).flat_map(along).collect()
        }
        Shape::Rectangle(plan) => vec![plan.middle],
        Shape::Circle(circle) => vec![circle.middle],
        Shape::Polygon(corners) => corners.clone(),
    }
}

/// Movement: the inches of a line of the chart for infantry, cavalry, field artillery, horse artillery and wagons.
static RATES: LazyLock<[[i64; 5]; 4]> = LazyLock::new(|| {
    let rows = ["line or unlimbered", "open order or limbered", "charge or retreat", "strategic on road"];
    let columns = ["infantry", "cavalry", "field artillery", "horse artillery", "wagons"];
    rows.map(|row| {
        columns.map(|column| {
            // '2 unlimbered / 6 limbered': the rate of limbered guns, as those that are not have the rate of the line.
            let text = charts::MOVEMENT.text(row, column);
            let limbered = text.rsplit('/').next().unwrap_or(text).trim();
            let number = limbered.split(' ').next().and_then(|number| number.parse::<i64>().ok());
            number.unwrap_or_else(|| panic!("no rate in '{text}'")) * INCH
        })
    })
});

/// R31 What a heavy machine gun or a mortar moves.
const CARRIED: i64 = 3 * INCH;
/// R2 What prone men crawl.
const CRAWL: i64 = 2 * INCH;

/// Movement: how far a squad may go.
pub(super) fn allowance(squad: &Squad, gait: Gait) -> i64 {
    let column = match squad.kind {
        Kind::Cavalry => 1,
        Kind::HorseGun => 3,
        Kind::Wagon => 4,
        kind if kind.is_field_piece() => 2,
        _ => 0,
    };
    let row = match gait {
        Gait::Crawl => return CRAWL,
        Gait::Charge => 2,
        Gait::Strategic => 3,
        Gait::March if column >= 2 => usize::from(squad.limbered),
        Gait::March => usize::from(squad.formation != Formation::Line),
    };
    let whole = match squad.kind {
        Kind::Hmg | Kind::Mortar if gait != Gait::Charge => CARRIED,
        // Vehicles:car-move half the speed of infantry off the road; the road costs a fourth.
        Kind::ClosedCar | Kind::OpenCar => RATES[0][0] / 2,
        _ if squad.is_vehicle() => RATES[0][0],
        kind if kind.is_field_piece() && !squad.limbered => RATES[0][column],
        _ => RATES[row][column],
    };
    // R31 Mounting or dismounting takes half a move.
    if squad.deeds.half { whole / 2 } else { whole }
}
