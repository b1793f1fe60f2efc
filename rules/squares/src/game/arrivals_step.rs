//! 19, step 10: reinforcements by way A, B or C (29, R17).

use super::offers::{one_square, one_unit};
use super::set_up::ensure_room;
use super::{
    Event, Frame, Order, Side, Square, SquareSet, Squares, State, Station, UnitId, Units, movement_step, turn,
};
use crate::reinforcements::{Reinforcements, Way, resolve_arrival};
use kernel::game::{Act, Decide, Offer, Picked, Picks, Preview, View, refuse};
use kernel::prelude::*;
use kernel::procedure::OnDesk;
use smallvec::SmallVec;

/// 29 How do reinforcements come?
pub(super) struct Reinforce;

/// R17 Where do those come who have rolled their 6?
pub(super) struct Arrive;

impl Decide<Squares> for Reinforce {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("bring on reinforcements", Rule("19:10"))
    }

    fn compose(&self, view: &View<'_, Squares>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let way = picks
            .ask("how do reinforcements come?", Rule("29"))
            .or_under("a", "A: roll for every waiting unit, a 6 arrives", Rule("29:a"), Order::RollForAll)
            .one_of([Way::B, Way::C], |way| {
                if *way == Way::C {
                    let label = "C: one unit arrives by road, and two rolls on chosen units, a 6 arrives too";
                    Offer::option("c", label).under(Rule("29:c"))
                } else {
                    Offer::option("b", "B: one unit arrives").under(Rule("29:b"))
                }
            })?;
        let by_road = way == Way::C;
        let rule = if by_road { Rule("29:c") } else { Rule("29:b") };
        let waiting = state.waiting(side);
        let can_come = waiting.iter().filter(|&unit| !squares(state, side, unit, by_road).is_empty()).collect();
        let unit = one_unit(picks.ask("which unit arrives?", rule), state, can_come)?;
        let to = arrival_square(state, side, unit, by_road, rule, picks)?;
        if !by_road {
            return Ok(Order::BringOn { unit, to });
        }
        let mut others = waiting;
        others.remove(unit);
        let mut attempts: SmallVec<[UnitId; 2]> = SmallVec::new();
        while attempts.len() < rolls(others) {
            let other = one_unit(picks.ask("which unit is rolled for?", rule), state, others)?;
            picks.tell(|| format!("a roll for {}", state.name(other)));
            attempts.push(other);
        }
        Ok(Order::BringByRoad { unit, to, attempts })
    }

    fn check(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::RollForAll => Ok(()),
            Order::BringOn { unit, to } => check_arrival(state, side, *unit, *to, false),
            Order::BringByRoad { unit, to, attempts } => {
                check_arrival(state, side, *unit, *to, true)?;
                check_attempts(state, side, *unit, attempts)
            }
            Order::Pass => {
                Err(Refusal::by(Rule("19:10"), "one of the three ways is chosen while a unit waits that can come"))
            }
            _ => Err(refuse(self, state, "choose one of the three ways to bring units on")),
        }
    }

    fn preview(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Preview {
        let mut preview = Preview::called("Bring them on");
        let (way, same_unit) = match order {
            Order::BringByRoad { attempts, .. } => (Way::C, attempts.len() == 2 && attempts[0] == attempts[1]),
            Order::RollForAll => (Way::A, false),
            _ => return preview,
        };
        let waiting = view.state().waiting(Side::of(seat)).len() as u8;
        let asked = Reinforcements { waiting, way, same_unit };
        preview.add_test("arrivals".to_owned(), &crate::reinforcements::procedure(), &asked);
        preview
    }

    fn apply(&self, act: &mut Act<'_, Squares>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::next_step(act);
        match order {
            Order::BringOn { unit, to } => arrive(act, *unit, *to, Rule("29:b")),
            Order::BringByRoad { unit, to, attempts } => {
                arrive(act, *unit, *to, Rule("29:c"));
                roll_for(act, side, Way::C, attempts.iter().copied());
            }
            _ => {
                let waiting = act.state.waiting(side);
                roll_for(act, side, Way::A, waiting.iter());
            }
        }
    }
}

/// 29:a, 29:c Rolls for units that wait; those who come on a 6 are put on the table. Who has come is not rolled for again.
fn roll_for(act: &mut Act<'_, Squares>, side: Side, way: Way, attempts: impl Iterator<Item = UnitId>) {
    let mut come = Units::NONE;
    for unit in attempts {
        if !come.has(unit)
            && act
                .throwing_for(|state| state.name(unit).to_owned())
                .roll_as(|state| on_desk(state, side, way), |dice| resolve_arrival(way, dice))
        {
            come.add(unit);
        }
    }
    arrivals(act, side, come, way == Way::C);
}

/// The rolls for those who wait, on the charts desk.
fn on_desk(state: &State, side: Side, way: Way) -> OnDesk {
    let waiting = state.waiting(side).len() as u8;
    OnDesk::of(&crate::reinforcements::procedure(), &Reinforcements { waiting, way, same_unit: false })
}

impl Decide<Squares> for Arrive {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("put arrivals on the table", Rule("R17"))
    }

    fn compose(&self, view: &View<'_, Squares>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let (units, by_road) = arrived(state);
        let unit = one_unit(picks.ask("which unit arrives first?", Rule("R17")), state, units)?;
        let to = arrival_square(state, side, unit, by_road, Rule("R17"), picks)?;
        Ok(Order::Arrive { unit, to })
    }

    fn check(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        let Order::Arrive { unit, to } = *order else {
            return Err(refuse(self, state, "put a unit that has come into a square"));
        };
        state.check_own(side, unit)?;
        let (units, by_road) = arrived(state);
        if !units.has(unit) {
            let name = state.name(unit);
            bail!(Rule("29"), "{name} has not come; only units that have rolled their 6 are put on the table");
        }
        check_square(state, side, unit, to, by_road)
    }

    fn apply(&self, act: &mut Act<'_, Squares>, seat: Seat, order: &Order) {
        let Order::Arrive { unit, to } = *order else { unreachable!("a checked order puts a unit on the table") };
        let (mut units, by_road) = arrived(act.state);
        act.state.frames.pop();
        units.remove(unit);
        arrive(act, unit, to, way_of(by_road));
        arrivals(act, Side::of(seat), units, by_road);
    }
}

/// The units that have come, and whether they come by road.
fn arrived(state: &State) -> (Units, bool) {
    match state.frames.last() {
        Some(Frame::Arrivals { units, by_road }) => (*units, *by_road),
        _ => unreachable!("arrivals are asked for with their frame"),
    }
}

fn arrival_square(
    state: &State,
    side: Side,
    unit: UnitId,
    by_road: bool,
    rule: Rule,
    picks: &mut Picks<'_, Order>,
) -> Picked<Square> {
    let to = one_square(picks.ask("where does it arrive?", rule), state, squares(state, side, unit, by_road))?;
    picks.tell(|| to.to_string());
    Ok(to)
}

/// 29:c How many rolls are made on chosen units: two, where others wait.
fn rolls(others: Units) -> usize {
    if others.is_empty() { 0 } else { 2 }
}

/// Does anybody wait who could come?
pub(super) fn is_open(state: &State) -> bool {
    let side = state.active;
    let waiting = state.waiting(side);
    !waiting.is_empty() && waiting.iter().any(|unit| !squares(state, side, unit, false).is_empty())
}

/// R17 The squares of row 1 where a unit can arrive: with room, not held by the enemy, not closed; by road those with
/// a road.
pub(super) fn squares(state: &State, side: Side, unit: UnitId, by_road: bool) -> SquareSet {
    let free = !(state.held[side.other()] | state.closed());
    let row = (0..8).map(|column| Square::in_row_of(side, 1, column));
    row.filter(|&square| {
        free.has(square) && (!by_road || !state.battle.roads(square).is_empty()) && state.has_room(square, unit.into())
    })
    .collect()
}

fn check_arrival(state: &State, side: Side, unit: UnitId, to: Square, by_road: bool) -> Result<(), Refusal> {
    state.check_own(side, unit)?;
    ensure!(state.unit(unit).at == Station::Waiting, Rule("29"), "{} does not wait off the table", state.name(unit));
    check_square(state, side, unit, to, by_road)
}

fn check_square(state: &State, side: Side, unit: UnitId, to: Square, by_road: bool) -> Result<(), Refusal> {
    let (enemy, closed) = (state.held[side.other()].has(to), state.closed().has(to));
    let no_road = by_road && state.battle.roads(to).is_empty();
    ensure!(to.row_of(side) == 1, Rule("R17"), "{to} is not in your row 1, where units arrive");
    ensure!(!enemy, Rule("R17"), "the enemy holds {to}, so nobody arrives there");
    ensure!(!closed, Rule("R17"), "{to} lies under a suppression barrage: nobody enters it");
    ensure!(!no_road, Rule("R17"), "there is no road in {to}, and way C brings units on by road");
    ensure_room(state, to, unit.into())
}

/// 29:c Two rolls on chosen units that still wait; fewer only where nobody else does.
fn check_attempts(state: &State, side: Side, unit: UnitId, attempts: &[UnitId]) -> Result<(), Refusal> {
    let mut others = state.waiting(side);
    others.remove(unit);
    for &other in attempts {
        state.check_own(side, other)?;
        let (name, waits) = (state.name(other), others.has(other));
        ensure!(waits, Rule("29:c"), "{name} cannot be rolled for; the two rolls are for units that still wait");
    }
    let (named, rolls) = (attempts.len(), rolls(others));
    ensure!(named == rolls, Rule("29:c"), "{named} units are named to be rolled for, but there are {rolls} rolls");
    Ok(())
}

/// Units that have come are put on the table one after the other; those that find no room wait on (R17).
fn arrivals(act: &mut Act<'_, Squares>, side: Side, mut units: Units, by_road: bool) {
    for unit in units.iter() {
        if squares(act.state, side, unit, by_road).is_empty() {
            units.remove(unit);
            act.happens(Event::NoRoom { unit });
        }
    }
    let only_way = units.only().and_then(|unit| Some((unit, squares(act.state, side, unit, by_road).only()?)));
    match only_way {
        Some((unit, to)) => arrive(act, unit, to, way_of(by_road)),
        None if units.is_empty() => {}
        None => act.state.frames.push(Frame::Arrivals { units, by_road }),
    }
}

/// The way by which units come that have rolled their 6.
fn way_of(by_road: bool) -> Rule {
    if by_road { Rule("29:c") } else { Rule("29:a") }
}

fn arrive(act: &mut Act<'_, Squares>, unit: UnitId, to: Square, rule: Rule) {
    act.happens(Event::Arrived { unit, to, rule });
    movement_step::enter(act, unit, to);
}
