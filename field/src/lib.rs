//! The playing surfaces: what every book that measures or counts squares has in common. It knows no game.
//!
//! - [`grid`]: a board of squares.
//! - all else: the measured table, in whole hundredths of an inch on the axes of a scene, `x` to the right, `y` down, 0
//!   degrees up and growing clockwise. No floating point: predicates are exact, a distance is rounded up, which keeps the
//!   triangle inequality, and turning goes by a committed table of sines.
//!
//! A scenario's [`Plan`] is laid out as a [`Ground`] once for a game; a [`Passage`] is the ground as one kind of mover
//! meets it, an [`Outlook`] as one kind of viewer sees it. Both fold over [`Ground::crossings`].
//!
//! Why no library: `geo` measures, and `parry2d` collides, in floating point alone; `i_overlay` clips in whole numbers,
//! but gives back points that it has moved to the lattice, not the exact part of a line inside; `rstar` would take whole
//! numbers, but for some dozen pieces that never move a coarse row of squares is both smaller and faster.

pub mod grid;
pub mod road;

mod angle;
mod crossing;
mod footprint;
mod formation;
mod fraction;
mod ground;
mod hull;
mod lattice;
mod outline;
mod piece;
mod point;
mod price;
mod reach;
mod search;
mod sector;
mod sight;
mod template;
mod terrain;
mod turning;

pub use angle::{Direction, Facing, sine};
pub use crossing::{Crossing, Crossings};
pub use footprint::{Circle, Footprint, Quarter, Rectangle};
pub use formation::{Formation, wheel_cost, wheeled};
pub use fraction::Fraction;
pub use ground::Ground;
pub use lattice::STEP;
pub use point::{INCH, Point, root_up};
pub use price::{Going, Hindrance, Mover, Pace, Passage};
pub use reach::{Move, Reach, Way, Zone};
pub use sector::Sector;
pub use sight::{Line, Opacity, Outlook, Screen, Viewer};
pub use terrain::{Fault, Plan, Shape, Terrain};
