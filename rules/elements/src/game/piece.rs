//! Elements on the table.

use super::Side;
use field::{Facing, Footprint, INCH, Point, Rectangle};
use serde::{Deserialize, Serialize};

/// An element: its place among those that everybody has seen, or from [`HIDING`] on its place in the list of those that
/// may hide. Only the views of its own side have numbers of the second kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

/// The number of the first element in hiding.
pub const HIDING: u8 = 200;

/// Something that is so of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Mark(pub u8);

kernel::set_of!(
    /// What is so of an element.
    pub struct Marks of Mark, 20
);

impl Mark {
    /// A vehicle, whose base is 1 by 2 (R13).
    pub const VEHICLE: Mark = Mark(0);
    /// Suppressed.
    pub const SUPPRESSED: Mark = Mark(1);
    /// Dug in (R21).
    pub const DUG_IN: Mark = Mark(2);
    /// Broken down to be carried.
    pub const PACKED: Mark = Mark(3);
    /// A gun that is limbered to what it is aboard.
    pub const TOWED: Mark = Mark(4);
    /// It has moved since the set-up (R53).
    pub const STRAYED: Mark = Mark(5);
    /// It made contact, and that was not fought out yet (R9).
    pub const CHARGED: Mark = Mark(6);
    /// It has tested this turn.
    pub const TESTED: Mark = Mark(7);
    /// It has called this turn (R24).
    pub const CALLED: Mark = Mark(8);
    /// It has fired this turn (R6).
    pub const FIRED: Mark = Mark(9);
    /// It has moved this turn.
    pub const MOVED: Mark = Mark(10);
    /// It has mounted or dismounted this turn.
    pub const CHANGED: Mark = Mark(11);
    /// It has fought in this close combat phase.
    pub const FOUGHT: Mark = Mark(12);

    /// What is forgotten when a side's turn begins.
    pub(super) const OF_A_TURN: [Mark; 5] = [Mark::TESTED, Mark::CALLED, Mark::FIRED, Mark::MOVED, Mark::CHANGED];
}

/// No base reaches further from its middle: half the diagonal of a vehicle's.
pub(super) const SPAN: i64 = 112;

/// An element as it stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub side: Side,
    /// Its place in its army list.
    pub listed: u8,
    /// Is it one of those that may hide?
    pub pool: bool,
    /// Where its middle is; with its vehicle, where it is aboard one.
    pub at: Point,
    /// Where it faces (R50).
    pub facing: Facing,
    /// What is so of it.
    pub marks: Marks,
    /// What it has spent of its move this turn (R32).
    pub spent: i64,
    /// What it rides in or on, or is limbered to.
    pub aboard: Option<UnitId>,
    /// Is it on the table?
    pub place: Place,
}

/// Where an element is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// It comes on later (R19).
    Reserve,
    /// On the table, or aboard something that is.
    Table,
    /// It is removed (R15).
    Removed,
}

impl Piece {
    /// Does a base of it stand on the table?
    pub fn stands(&self) -> bool {
        self.place == Place::Table && self.aboard.is_none()
    }

    /// Is this so of it?
    pub fn is(&self, mark: Mark) -> bool {
        self.marks.has(mark)
    }

    /// Is it suppressed?
    pub fn is_suppressed(&self) -> bool {
        self.is(Mark::SUPPRESSED)
    }

    /// R13 Its base at some place.
    pub fn block_at(&self, middle: Point, facing: Facing) -> Rectangle {
        let depth = if self.is(Mark::VEHICLE) { 2 * INCH } else { INCH };
        Rectangle { middle, width: INCH, depth, facing }
    }

    /// R13 Its base.
    pub fn block(&self) -> Rectangle {
        self.block_at(self.at, self.facing)
    }

    /// Could its base be within so many hundredths of another whose middle is there? Asked before bases are measured: what
    /// holds of the middles costs next to nothing.
    pub(super) fn is_about(&self, middle: Point, range: i64) -> bool {
        self.at.within(middle, range + 2 * SPAN)
    }

    /// The ground that it covers.
    pub fn base(&self) -> Footprint {
        self.block().into()
    }
}
