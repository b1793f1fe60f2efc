//! Where units should go.

use super::super::movement_step::{check, movable_in};
use super::super::mover::Mover;
use super::super::{Order, Path, PerSquare, Side, Square, State, Units, objectives};
use super::fights::best_from;
use super::weights::{BASE_ROW, DRAW, ENTERED, FIGHTS, HELD, LEFT, TO_TAKE};
use crate::unit::Kind;

/// How much a side wants to be in each square, in thousandths of a point for each unit.
pub(super) fn wishes(state: &State, side: Side, w: &[i64]) -> PerSquare<i64> {
    let mut of = PerSquare::default();
    for (at, holder) in objectives(state) {
        // An objective that is to be taken draws all; one that is held draws as much as it is threatened.
        let [own, other] = [side, side.other()].map(|side| strength_near(state, side, at) + 1);
        let pull = if holder == side { w[HELD] * other / (own + other) } else { w[TO_TAKE] };
        for square in Square::all() {
            of[square] += match at.steps_to(square) {
                0 => pull * 7 / 2,
                steps => (1..steps).fold(pull, |pull, _| pull * w[DRAW] / 1000),
            };
        }
    }
    of
}

/// How much a side has near a square.
fn strength_near(state: &State, side: Side, at: Square) -> i64 {
    let near = |steps: u8| [100, 90, 55, 30, 16, 9, 5, 3, 2].get(usize::from(steps)).copied().unwrap_or(1);
    let on_table = state.units_of(side).filter_map(|(_, unit)| Some((i64::from(unit.left), unit.square()?)));
    on_table.map(|(left, square)| left * near(square.steps_to(at))).sum()
}

/// The moves of the units of one square, with what each is worth.
pub(super) fn ways(state: &State, side: Side, wishes: &PerSquare<i64>, from: Square, w: &[i64]) -> Vec<(i64, Order)> {
    let (beside, mut ways) = (state.beside_enemy(side), Vec::new());
    let fights = |state: &State, at| best_from(state, side, at, w) * w[FIGHTS] / 1000;
    let mut now = None;
    for units in groups(state, movable_in(state, side, from)) {
        let mover = Mover::units(state, side, units);
        let near = mover.onward(state, &Path::new()).iter().map(|to| [to].into_iter().collect::<Path>());
        for path in near.chain(mover.farther(state, &Path::new())) {
            let to = *path.last().expect("a way leads somewhere");
            let mut gain =
                (wishes[to] - wishes[from]) * i64::from(units.len()) + ground_gained(state, side, units, from, to, w);
            if beside.has(to) || beside.has(from) {
                let mut moved = state.clone();
                units.iter().for_each(|unit| moved.put(unit, to));
                gain += fights(&moved, to) - *now.get_or_insert_with(|| fights(state, from));
            }
            let order = Order::Move { units, path, press: true };
            if check(state, side, &order).is_ok() {
                ways.push((gain, order));
            }
        }
    }
    ways
}

/// What is won and lost at once by leaving a square and entering another (R19).
fn ground_gained(state: &State, side: Side, units: Units, from: Square, to: Square, w: &[i64]) -> i64 {
    let holder = |square| objectives(state).find(|(at, _)| *at == square).map(|(_, holder)| holder);
    let emptied = state.at[from] == units;
    let left = if emptied && holder(from) == Some(side) { w[LEFT] } else { 0 };
    let entered = if holder(to) == Some(side.other()) { w[ENTERED] } else { 0 };
    let in_row = |square: Square| i64::from(side == Side::Attacker && square.is_in_base_row_of(Side::Defender));
    let rows = in_row(to) * i64::from(state.at[to].is_empty()) - in_row(from) * i64::from(emptied);
    // A square of the base row counts when the battle ends, which it may with the countdown's last sevenths.
    let soon = i64::from(7 - state.countdown.clamp(1, 7));
    entered - left + rows * w[BASE_ROW] * (1 + soon) / 4
}

/// The groups that move together: all that fights on foot or horse, and each unit alone.
fn groups(state: &State, movable: Units) -> impl Iterator<Item = Units> {
    let light = state.those(movable, |unit| !unit.kind.is_artillery() && unit.kind != Kind::MachineGun);
    let together = (light.len() > 1).then_some(light);
    together.into_iter().chain(movable.iter().map(Units::from))
}
