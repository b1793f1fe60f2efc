//! The table as those who move over it and look across it meet it (R8, R13, R35, R36).

use super::machine::Ways;
use crate::charts;
use crate::grade::MoveType;
use crate::scenario::Lie;
use field::{Footprint, Going, Ground, INCH, Line, Mover, Opacity, Outlook, Passage, Point, Viewer};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;
use std::sync::{Arc, LazyLock, Mutex};
use tabletop::Table;

/// The ground of a battle, laid out once.
#[derive(Debug)]
pub struct Land {
    ground: Arc<Ground>,
    lies: Vec<Lie>,
    /// One for each row of the movement chart.
    passages: Vec<Passage>,
    outlook: Outlook,
    /// Lines of sight that were looked for. Who fires at whom is asked of the same bases again and again, and the ground
    /// never changes.
    sights: Sights,
    /// Ways to objectives, for machine players.
    ways: Mutex<Vec<(MoveType, Point, Arc<Ways>)>>,
}

/// In several parts, so that games and searches which share a table do not wait for one another: who finds a part in use
/// looks for himself.
type Sights = [Mutex<FxHashMap<(Footprint, Footprint), Option<Line>>>; 16];

/// No more lines of sight are kept in a part than this.
const KEPT: usize = 8_000;

/// The rows of the movement chart.
const ROWS: [MoveType; 7] =
    [MoveType::Cmd, MoveType::Mech, MoveType::Inf, MoveType::S, MoveType::Wh, MoveType::Hd, MoveType::Csw];

impl Land {
    /// The ground of a table, which was found to be in order.
    pub fn of(table: &Table<Lie>) -> Land {
        let ground = Arc::new(Ground::new(table.plan.clone()).expect("the reader has checked the plan"));
        let viewer = Viewer::new()
            .through(Lie::Wood.name(), Opacity::Deep(2 * INCH))
            .through(Lie::DenseWood.name(), Opacity::Deep(2 * INCH))
            .through(Lie::House.name(), Opacity::Solid)
            .through(Lie::Hill.name(), Opacity::Crest(INCH));
        Land {
            passages: ROWS.into_iter().map(|row| Passage::new(ground.clone(), &mover(row))).collect(),
            outlook: Outlook::new(ground.clone(), &viewer),
            lies: table.kinds.clone(),
            sights: Sights::default(),
            ways: Mutex::default(),
            ground,
        }
    }

    /// The ground as a row of the movement chart passes it.
    pub fn passage(&self, row: MoveType) -> &Passage {
        let place = ROWS.iter().position(|known| *known == row).expect("what is on the table moves on the ground");
        &self.passages[place]
    }

    /// Common:sight The line by which two bases see each other; elements do not block it (R8).
    pub(super) fn line(&self, viewer: &Footprint, target: &Footprint) -> Option<Line> {
        let looked = || self.outlook.line(viewer, target, &[]);
        let key = (*viewer, *target);
        let part = (FxBuildHasher.hash_one(key) >> 40) as usize % self.sights.len();
        let Ok(mut sights) = self.sights[part].try_lock() else { return looked() };
        if sights.len() >= KEPT {
            sights.clear();
        }
        *sights.entry(key).or_insert_with(looked)
    }

    /// The ways to a point of one row of the movement chart, found once.
    pub(super) fn ways(&self, row: MoveType, goal: Point) -> Arc<Ways> {
        let known = self.ways.lock().expect("nobody panics while looking").clone();
        if let Some((.., ways)) = known.iter().find(|(of, to, _)| (*of, *to) == (row, goal)) {
            return ways.clone();
        }
        // Found without the lock: another may find the same meanwhile, and nobody waits.
        let found = Arc::new(Ways::to(self, row, goal));
        self.ways.lock().expect("nobody panics while looking").push((row, goal, found.clone()));
        found
    }

    pub(super) fn ground(&self) -> &Ground {
        &self.ground
    }

    /// What a piece of ground is.
    pub(super) fn lie(&self, piece: usize) -> Lie {
        self.lies[piece]
    }
}

/// Movement How far a row goes in a turn in the open, in hundredths of an inch.
pub(super) fn full_move(row: MoveType) -> i64 {
    static OPEN: LazyLock<Vec<i64>> = LazyLock::new(|| ROWS.into_iter().map(|row| speed(row, "open") * INCH).collect());
    ROWS.iter().position(|known| *known == row).map_or(0, |place| OPEN[place])
}

fn speed(row: MoveType, column: &str) -> i64 {
    charts::MOVEMENT.number(row.name(), column).into()
}

/// R13 Mixed ground is paid for in proportion: an inch on ground of speed n costs 1/n of the turn, a linear obstacle half
/// of it. Movement:linear-obstacle
fn mover(row: MoveType) -> Mover {
    let open = speed(row, "open");
    let mut mover = Mover::new();
    for lie in Lie::ALL {
        let going = match lie.column() {
            None if lie.is_linear() => Going::once(open * INCH / 2),
            None => Going::PLAIN,
            // R36 Houses are closed to all but men.
            Some(_) if *lie == Lie::House && !matches!(row, MoveType::Inf | MoveType::Csw | MoveType::Cmd) => {
                Going::BARRED
            }
            Some(column) => match speed(row, column) {
                0 => Going::BARRED,
                // R13 A track may be used in place of the ground: it is, where the ground is worse.
                speed if matches!(lie, Lie::Track | Lie::Ford) => Going::at_most(open as u16, speed as u16),
                speed => Going::for_inches(open as u16, speed as u16),
            },
        };
        mover = mover.over(lie.name(), going);
    }
    mover
}
