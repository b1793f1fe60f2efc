//! The server, from outside.

mod budgets;
mod common;
mod counsel;
mod counting;
mod crashes;
mod dice;
mod earlier;
mod events;
mod frozen;
mod fuzz;
mod games;
mod leaks;
mod lean;
mod machines;
mod operation;
mod orders;
mod panics;
mod patience;
mod practice;
mod process;
mod releases;
mod scenarios;
mod seats;
mod slow_clients;
mod stores;
mod talk;
