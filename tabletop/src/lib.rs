//! What games on the measured table share, between the kernel of all games and the field that measures. It knows no
//! game.
//!
//! - [`Table`], [`place`], [`Goal`]: the table as a scenario file has it, and what is fought for on it; [`goal`] says who
//!   holds it, and draws that.
//! - [`Route`], [`picked`]: a path being made, priced leg by leg, and how it is picked. A book says by a [`Walker`] where
//!   its pieces may end and how its rules refuse.
//! - [`areas`], [`laid`], [`spot`]: ground, footprints and places as they are drawn.

mod draw;
mod edge;
pub mod goal;
mod picked;
mod read;
mod route;
mod words;
mod write;

pub use draw::{areas, laid, sight_line, spot};
pub use edge::Edge;
pub use goal::{Goal, goals, holds};
pub use picked::picked;
pub use read::{Table, place};
pub use route::{LEGS, Route, Walker};
pub use words::{count, inches, within};
pub use write::written;
