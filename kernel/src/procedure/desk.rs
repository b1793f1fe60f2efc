//! The way from a table to the charts desk: a procedure with its situation filled in.

use super::{Inputs, Procedure, Situation};
use serde::Serialize;

/// A procedure of the book and what it was given: whoever follows it finds the same situation on the charts desk.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OnDesk {
    /// Its name.
    pub procedure: &'static str,
    /// What it was given.
    pub inputs: Inputs,
}

impl OnDesk {
    /// A procedure in a situation.
    pub fn of<P: Procedure>(procedure: &P, situation: &P::Situation) -> OnDesk {
        OnDesk { procedure: procedure.card().name, inputs: situation.write() }
    }
}
