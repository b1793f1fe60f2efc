//! The playing surfaces: what every book that measures or counts squares has in common. It knows no game.

pub mod grid;
pub mod measured;
pub mod reach;
pub mod road;
