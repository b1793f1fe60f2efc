//! R11: falling back.

use crate::units::Unit;
use kernel::prelude::*;

/// What lies behind a unit that must fall back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum WayBack {
    /// Room for a full move.
    #[default]
    Free,
    /// Impassable ground or enemies within 1 inch: it loses a base instead.
    Blocked,
    /// The edge of the table: the unit is lost.
    OffTable,
}

impl WayBack {
    /// R11 The bases that falling back this way costs a unit.
    pub(crate) fn costs(self, unit: Unit) -> u8 {
        match self {
            WayBack::Free => 0,
            WayBack::Blocked => 1,
            WayBack::OffTable => unit.bases,
        }
    }
}
