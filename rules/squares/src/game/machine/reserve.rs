//! The reserve: what a side has in hand behind its line for the turn after this one.

use super::super::{Fielded, Side, Square, SquareSet, State, Units, objectives};
use super::end::ends;
use super::weights::HABIT;
use field::grid::Way;

/// The reserve of a side: infantry and cavalry at strength behind its line. The line is where its squares touch the
/// enemy's. Behind it is where infantry reaches it in a move: a square or two back, or one back and one aside. What the
/// enemy stands beside is in the line itself, and what stands on an objective is its garrison.
pub fn reserve(state: &State, side: Side) -> Units {
    let behind = Ground::of(state, side).behind(state.held[side]);
    behind.iter().fold(Units::NONE, |all, square| all | state.at[square]) & fit(state, side)
}

/// Infantry and cavalry at strength.
fn fit(state: &State, side: Side) -> Units {
    let fit =
        state.units_of(side).filter(|(_, unit)| unit.kind.is_infantry_or_cavalry() && unit.unit().is_at_strength());
    fit.map(|(id, _)| id).collect()
}

/// Where a reserve can stand.
struct Ground {
    side: Side,
    beside_enemy: SquareSet,
    objectives: SquareSet,
}

impl Ground {
    fn of(state: &State, side: Side) -> Ground {
        let objectives = objectives(state).map(|(at, _)| at).collect();
        Ground { side, beside_enemy: state.beside_enemy(side), objectives }
    }

    /// The squares behind the line of a side that has units in these.
    fn behind(&self, held: SquareSet) -> SquareSet {
        let back = (held & self.beside_enemy).towards(self.side.back());
        let near = back | back.towards(self.side.back()) | back.towards(Way::East) | back.towards(Way::West);
        near & !self.beside_enemy & !self.objectives
    }
}

/// What a side that moves has to keep.
pub(super) struct Keeping {
    ground: Ground,
    fit: Units,
    has_one: bool,
    /// What it is worth to have one.
    worth: i64,
}

/// An army with fewer units of infantry and cavalry on the table needs them all in the line.
const LEAST_ARMY: usize = 5;

impl Keeping {
    pub(super) fn of(state: &State, side: Side) -> Keeping {
        let on_table = |unit: &Fielded| unit.kind.is_infantry_or_cavalry() && unit.square().is_some();
        let army = state.units_of(side).filter(|(_, unit)| on_table(unit)).count();
        // It is kept for the next turn, so it counts by the chance that there is one (R18).
        let goes_on = 1000 - ends(state);
        let worth = if army < LEAST_ARMY { 0 } else { HABIT.reserve[side] * goes_on / 1000 };
        Keeping {
            ground: Ground::of(state, side),
            fit: fit(state, side),
            has_one: !reserve(state, side).is_empty(),
            worth,
        }
    }

    /// What a move costs that spends the last of the reserve; less than nothing where it makes a reserve.
    pub(super) fn cost(&self, state: &State, units: Units, from: Square, to: Square) -> i64 {
        if self.worth == 0 || (units & self.fit).is_empty() {
            return 0;
        }
        let mut held = state.held[self.ground.side];
        if state.at[from] == units {
            held.remove(from);
        }
        held.add(to);
        let (behind, others) = (self.ground.behind(held), self.fit & !units);
        let has_one = behind.has(to) || behind.iter().any(|square| !(state.at[square] & others).is_empty());
        (i64::from(self.has_one) - i64::from(has_one)) * self.worth
    }
}
