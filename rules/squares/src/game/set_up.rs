//! R6: set-up, the defender first, and the preliminary barrage of trench scenarios.

use super::offers::{all_units, offer_square, offer_unit};
use super::{
    Event, Frame, Laying, Order, Piece, Side, Square, SquareSet, Squares, State, Station, TurnStep, UnitId, Units, turn,
};
use crate::barrage::BarrageKind;
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};

/// R6 Where does everything stand?
pub(super) struct SetUp;

impl Decide<Squares> for SetUp {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("set up", Rule("R6"))
    }

    fn compose(&self, view: &View<'_, Squares>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let ready = check_ready(state, side).is_ok().then_some(Order::Ready);
        let units = state.units_of(side).map(|(unit, _)| unit).filter(|&unit| !state.deployed.has(unit));
        let commander = (!state.commanders_deployed[side]).then_some(Piece::Commander(side));
        let piece = picks
            .ask("which piece do you place?", Rule("R6"))
            .or_some("ready", "all is in its place", Rule("R6"), ready)
            .half()
            .one_of_wider(
                units.map(Piece::Unit).chain(commander),
                || all_units(state).map(Piece::Unit),
                |piece| match *piece {
                    Piece::Unit(unit) => offer_unit(state, unit),
                    Piece::Commander(_) => Offer::of(Pick::Piece(piece.id()), state.piece_name(*piece)),
                },
            )?;
        let allowed = SquareSet::rows_of(side, side.set_up_rows());
        let square = |square: &Square| offer_square(state, *square);
        let Piece::Unit(unit) = piece else {
            let to =
                picks.ask("where is the commander?", Rule("R6")).one_of_wider(allowed.iter(), Square::all, square)?;
            return Ok(Order::DeployCommander { to });
        };
        let reserve = state.battle.scenario().trench.then_some(None);
        let to = picks.ask("where is it placed?", Rule("R6")).one_that(
            Square::all().map(Some).chain(reserve),
            |to| to.is_none_or(|to| allowed.has(to)) && check_deploy(state, side, unit, *to).is_ok(),
            |to| to.as_ref().map_or_else(|| Offer::option("reserve", "in reserve"), square),
        )?;
        Ok(Order::Deploy { unit, to })
    }

    fn check(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match *order {
            Order::Deploy { unit, to } => check_deploy(state, side, unit, to),
            Order::DeployCommander { .. } if state.commanders_deployed[side] => {
                Err(Refusal::by(Rule("R6"), "the commander has been placed already; each piece is placed once"))
            }
            Order::DeployCommander { to } => check_row(side, to),
            Order::Ready => check_ready(state, side),
            _ => Err(refuse(self, state, "place a unit or the commander, or say that all is ready")),
        }
    }

    fn apply(&self, act: &mut Act<'_, Squares>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::look_again(act);
        match *order {
            Order::Deploy { unit, to } => {
                act.state.deployed.add(unit);
                match to {
                    Some(square) => act.state.put(unit, square),
                    None => act.state.take(unit, Station::Waiting),
                }
                act.happens(Event::Deployed { piece: Piece::Unit(unit), to });
            }
            Order::DeployCommander { to } => {
                act.state.commanders_deployed[side] = true;
                act.state.commanders[side] = Some(to);
                act.happens(Event::Deployed { piece: Piece::Commander(side), to: Some(to) });
            }
            _ => ready(act, side),
        }
    }
}

/// The active player sets up, unless the scenario has set up everything.
pub(super) fn is_open(state: &State) -> bool {
    !state.battle.scenario().fixed_setup
}

/// R6 The defender of a trench scenario has suffered a preliminary barrage.
pub(super) fn preliminary(act: &mut Act<'_, Squares>) {
    if act.state.battle.scenario().trench && !act.state.open {
        // It is laid once; the step is over when it has fallen.
        act.state.open = true;
        let laying = Laying { kind: BarrageKind::Suppression, side: Side::Attacker, preliminary: true };
        act.state.frames.push(Frame::Lay(laying));
    } else {
        turn::next_step(act);
    }
}

/// R6 How many of a side's units must begin in reserve; nothing where that is as the scenario has it.
pub(super) fn reserve(state: &State, side: Side) -> Option<u32> {
    let third = state.units_of(side).count() as u32 / 3;
    (state.battle.scenario().trench && side == Side::Defender).then_some(third)
}

fn check_deploy(state: &State, side: Side, unit: UnitId, to: Option<Square>) -> Result<(), Refusal> {
    state.check_own(side, unit)?;
    let name = state.name(unit);
    ensure!(!state.deployed.has(unit), Rule("R6"), "{name} has been placed already; each unit is placed once");
    if let Some(square) = to {
        check_row(side, square)?;
        ensure!(state.unit(unit).at != Station::On(square), Rule("R6"), "{name} is in {square} already");
        ensure_room(state, square, unit.into())?;
    } else {
        ensure!(state.unit(unit).at != Station::Waiting, Rule("R6"), "{name} is in reserve already");
    }
    let Some(third) = reserve(state, side) else {
        let waits = state.unit(unit).at == Station::Waiting;
        ensure!(to.is_some(), Rule("R6"), "only the defender of a trench scenario keeps units in reserve");
        ensure!(!waits, Rule("R6"), "{name} is to come as a reinforcement in this scenario");
        return Ok(());
    };
    // It must still be possible to come to a third with the units that have not been placed.
    let mut reserve = state.waiting(side);
    reserve.remove(unit);
    if to.is_none() {
        reserve.add(unit);
    }
    let mut movable = !state.deployed & state.units_of(side).map(|(id, _)| id).collect();
    movable.remove(unit);
    let (can_leave, can_join) = ((movable & reserve).len(), (movable & !reserve).len());
    let (kept, possible) = (reserve.len(), reserve.len() <= third + can_leave && reserve.len() + can_join >= third);
    let why = "and those that have not been placed cannot make it";
    ensure!(possible, Rule("R6"), "then {kept} units would be in reserve, {why} {third}, which is a third");
    Ok(())
}

fn check_row(side: Side, square: Square) -> Result<(), Refusal> {
    let (row, rows) = (square.row_of(side), side.set_up_rows());
    ensure!(row <= rows, Rule("R6"), "{square} is in row {row} of the {side}, who sets up in his rows 1 to {rows}");
    Ok(())
}

fn check_ready(state: &State, side: Side) -> Result<(), Refusal> {
    let waiting = state.waiting(side).len();
    let third = reserve(state, side).unwrap_or(waiting);
    let why = "a third of the defender's units begin there";
    ensure!(waiting == third, Rule("R6"), "{waiting} units are in reserve, but it must be {third}: {why}");
    Ok(())
}

/// R4 Refuses units that a square has no room for.
pub(super) fn ensure_room(state: &State, square: Square, units: Units) -> Result<(), Refusal> {
    let holds = "a square holds at most 3 infantry or cavalry units and 3 others, 1 of them a machine gun";
    ensure!(state.has_room(square, units), Rule("R4"), "there is no room in {square}: {holds}");
    Ok(())
}

pub(super) fn ready(act: &mut Act<'_, Squares>, side: Side) {
    act.happens(Event::SetUp { side });
    act.state.open = false;
    if side == Side::Defender {
        act.state.active = Side::Attacker;
        return;
    }
    // An objective counts for the side that set up in it, otherwise for the defender (R19).
    for number in 0..act.state.objectives.len() {
        let square = Square::from(act.state.battle.scenario().objectives[number]);
        act.state.objectives[number] = act.state.holder(square).unwrap_or(Side::Defender);
    }
    act.state.deployed = Units::NONE;
    debug_assert_eq!(act.state.step, TurnStep::SetUp, "set-up ends once");
    turn::next_step(act);
}
