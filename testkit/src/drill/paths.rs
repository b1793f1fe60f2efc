//! D4 Paths, as they are priced.

use super::state::{Side, State, UnitId};
use field::{Facing, Hindrance, Passage, Point, Zone};
use kernel::dice::Seeded;
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use tabletop::{Route, Walker, inches};

/// A path being made.
pub(super) type Path = Route<'static, Mover>;

/// A unit on its way.
#[derive(Clone)]
pub(super) struct Mover {
    name: String,
    side: Side,
}

/// The beginning of a unit's path, from where it stands and faces now.
pub(super) fn path(state: &State, unit: UnitId, allowance: i64) -> Path {
    let mover = state.unit(unit);
    let bases = (0..).zip(&state.units).filter(|(id, other)| *id != unit && other.strength > 0);
    let bases = bases.map(|(_, other)| other.base()).filter(|base| !base.holds(mover.at));
    unhindered(state, unit, allowance).keeping_from(bases.map(|footprint| Zone { footprint, range: 0 }))
}

/// The same, whatever has come to stand in its way since it was ordered.
pub(super) fn unhindered(state: &State, unit: UnitId, allowance: i64) -> Path {
    let mover = state.unit(unit);
    let passage: &'static Passage = state.land().passage(mover.kind);
    Route::new(Mover { name: mover.name(), side: mover.side }, passage, mover.at, mover.faces(), allowance)
}

impl Walker for Mover {
    const PATH: Rule = Rule("D4");
    const TURNING: Rule = Rule("D4");
    const FACINGS: &'static [u16] = &FACINGS;

    fn name(&self) -> String {
        self.name.clone()
    }

    fn hindered(&self, hindrance: Hindrance) -> Refusal {
        match hindrance {
            Hindrance::OffTable => Refusal::by(Rule("D1"), "this leg leaves the table, which is 24 by 16 inches"),
            Hindrance::TooDear { cost, allowance } => {
                let (cost, left) = (inches(cost), inches(allowance));
                let sentence = format!("this leg costs {cost} inches, but only {left} of the allowance are left");
                Refusal::by(Rule("D4"), sentence)
            }
            Hindrance::Barred(_) => Refusal::by(Rule("D1"), "horse never crosses the wire; a path must go round it"),
            Hindrance::TooNear(_) | Hindrance::Taken(_) => {
                Refusal::by(Rule("D4"), "this leg crosses the base of another unit; a path must go round it")
            }
        }
    }

    /// D4 Whatever it stands on.
    fn ends(&self, _: Point, _: Facing) -> Result<(), Refusal> {
        Ok(())
    }

    /// Mostly towards the enemy, so that there is something to see.
    fn lean(&self, off: Point, random: &mut Seeded) -> Point {
        let ahead = if self.side == Side::Red { 1 } else { -1 };
        if random.below(3) > 0 { Point::new(off.x.abs() * ahead, off.y) } else { off }
    }
}

/// The eight facings, in degrees clockwise from the top of the table.
pub(super) const FACINGS: [u16; 8] = [0, 45, 90, 135, 180, 225, 270, 315];
