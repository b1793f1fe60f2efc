//! 19, step 4: morale, square by square from right to left (28).

use super::say::{place_name, unit_at};
use super::way_back::{WayBack, give_up, go_back};
use super::{Cause, Event, Frame, Marks, Retreat, Square, Squares, State, Station, Units, Wounds, turn};
use crate::hits::Placing;
use crate::morale::{MoraleTest, Nerve, falling_back, nerve, pool, routs};
use kernel::game::Act;
use kernel::procedure::OnDesk;
use kernel::rule::Rule;

/// 19:4 The next square of the active player tests.
pub(super) fn test_next(act: &mut Act<'_, Squares>) {
    let side = act.state.active;
    while act.state.cursor < 48 {
        let square = Square::at_rank(side, act.state.cursor);
        act.state.cursor += 1;
        if act.state.held[side].has(square) {
            let units = testing(act.state, square);
            if !units.is_empty() {
                return test(act, square, units);
            }
        }
    }
    turn::next_step(act);
}

/// The units of a square that test: those that have not fallen back into it in this step.
pub(super) fn testing(state: &State, square: Square) -> Units {
    state.those(state.at[square], |unit| !unit.marks.has(Marks::RETIRED))
}

/// The test of a square as it stands. What is in it counts for the dice, also units that have fallen back into it and do
/// not test again (28:in-square).
pub(super) fn situation(state: &State, square: Square, units: Units, way: WayBack) -> MoraleTest {
    let side = state.holder(square).expect("a square that tests has units");
    let enemies = state.held[side.other()];
    MoraleTest {
        units: state.as_units(units),
        fallen_back: state.as_units(state.at[square] & !units),
        casualty_markers: state.at[square].iter().map(|unit| state.unit(unit).casualties).sum(),
        barrage_markers: state.barrage_markers(square),
        enemy_faces: square.neighbours().filter(|(_, next)| enemies.has(*next)).count() as u8,
        ground: state.battle.ground(square),
        defences: state.battle.defences(square),
        morale_bonus: state.orders.morale_bonus.has(square),
        hold_the_line: state.orders.hold_the_line.has(square),
        suppression: matches!(way, WayBack::Suppressed(_)),
        behind: way.behind(),
        owner_places: Placing::Toughest,
        other_places: Placing::Weakest,
    }
}

fn test(act: &mut Act<'_, Squares>, square: Square, units: Units) {
    let side = act.state.active;
    let way = WayBack::of(act.state, side, square, units);
    let test = situation(act.state, square, units, way);
    let (markers, suppressed) = (test.casualty_markers, test.suppression);
    if markers == 0 && pool(&test, false).total() == 0 {
        return;
    }
    let desk = |_: &State| OnDesk::of(&crate::morale::procedure(), &test);
    let nerve = act
        .throwing_for(|state| place_name(state, square))
        .roll_as(desk, |dice| nerve(&pool(&test, dice.tells()), suppressed, dice));
    let suppressed = suppressed && nerve == Nerve::Steady;
    act.happens(Event::Tested { side, square, nerve, suppressed });
    if markers > 0 {
        // R3: the markers that were there go after the test; one from the hit that follows stays.
        for unit in act.state.at[square].iter() {
            act.state.unit_mut(unit).casualties = 0;
        }
        act.happens(Event::CasualtiesCleared { square, markers });
    }
    match nerve {
        Nerve::Passed => return,
        Nerve::Steady => {
            act.state.steady.add(square);
            return;
        }
        Nerve::Retire | Nerve::Run => {}
    }
    let mut left = units;
    if nerve == Nerve::Run {
        for unit in units.iter() {
            let tested = act.state.unit(unit).unit();
            if !act.throwing_for(|state| unit_at(state, unit)).roll_as(desk, |dice| routs(&tested, dice)) {
                continue;
            }
            let all = act.state.unit(unit).left;
            act.state.lose(unit, all);
            act.state.take(unit, Station::Lost);
            left.remove(unit);
            act.happens(Event::Routed { unit });
        }
    }
    let wounds = Wounds::on(act.state, side, Cause::Morale, square, left, 1);
    turn::push(act, Frame::Retreat(Retreat { from: square, units: left, to: way, cornered: false, wounds }));
}

/// 28:retire-hit, 28:fall-back The hit is saved; then all units fall back, or take 6 hits where enemies bar the way.
pub(super) fn fall_back(act: &mut Act<'_, Squares>, mut retreat: Retreat) {
    retreat.wounds.save(act);
    let Retreat { from, to, cornered, .. } = retreat;
    let (side, units) = (act.state.active, act.state.standing(retreat.units));
    if units.is_empty() {
        return;
    }
    if cornered {
        for unit in units.iter() {
            give_up(act.state.unit_mut(unit));
        }
        return;
    }
    let hits = act.roll(|_| falling_back(to.behind()));
    if hits == 0 {
        return go_back(act, side, from, units, to, Rule("28:fall-back-scenery"));
    }
    let wounds = Wounds::on(act.state, side, Cause::Cornered, from, units, hits);
    turn::push(act, Frame::Retreat(Retreat { cornered: true, wounds, units, ..retreat }));
}
