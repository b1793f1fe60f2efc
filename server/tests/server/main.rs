//! The server, from outside.

mod common;
mod crashes;
mod dice;
mod events;
mod fuzz;
mod games;
mod operation;
mod orders;
mod panics;
mod process;
mod seats;
mod stores;
