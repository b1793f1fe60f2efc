//! The table as those who move over it and look across it meet it (R8, R13, R35, R36).

use crate::charts;
use crate::grade::MoveType;
use crate::scenario::Lie;
use field::{Footprint, Going, Ground, INCH, Line, Mover, Opacity, Outlook, Passage, Viewer};
use std::collections::HashMap;
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
    sights: Mutex<HashMap<(Footprint, Footprint), Option<Line>>>,
}

/// No more lines of sight are kept than this.
const KEPT: usize = 100_000;

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
            sights: Mutex::default(),
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
        let mut sights = self.sights.lock().expect("nobody panics while looking");
        if sights.len() >= KEPT {
            sights.clear();
        }
        *sights.entry((*viewer, *target)).or_insert_with(|| self.outlook.line(viewer, target, &[]))
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
            // R13 A track may be used in place of the ground: it is, where the ground is worse.
            Some(_) if *lie == Lie::Track && speed(row, "difficult") >= speed(row, "track") => Going::PLAIN,
            Some(_) if *lie == Lie::Ford && speed(row, "extreme") > speed(row, "track") => Going::PLAIN,
            Some(column) => match speed(row, column) {
                0 => Going::BARRED,
                speed => Going::for_inches(open as u16, speed as u16),
            },
        };
        mover = mover.over(lie.name(), going);
    }
    mover
}
