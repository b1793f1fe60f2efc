//! What can be asked at any moment: what if one bombarded or assaulted another, how a unit or a headquarters stands in
//! supply, command and zones of control, and layers that show the same for the whole map, or the units of a corps.

use super::batteries::{best, check_guns, in_range, on_desk};
use super::command::Seat as Headquarters;
use super::commit_step::{MOST_ATTACKERS, is_target, strongest};
use super::fight::{Fight, Occasion};
use super::offers::{count, names};
use super::preview::Previewed;
use super::scene::rect;
use super::state::State;
use super::units::{Marks, UnitId, Units};
use crate::bombardment;
use crate::headquarters::{Mode, command_range};
use crate::scenario::{Side, Square, SquareSet};
use crate::units::Nation;
use kernel::game::{Feature, Layer, Pick, PieceId, Preview, Said, Shape, Survey};
use kernel::prelude::{Refusal, Rule};

/// The unit that a handle stands for, where it is on the map.
fn unit_of(state: &State, piece: PieceId) -> Option<(UnitId, Square)> {
    let unit = *state.appeared.get(usize::try_from(piece).ok()?)?;
    Some((unit, state.square(unit)?))
}

/// The rolls of a unit against a square: its guns fire, or those in its square assault.
pub(super) fn what_if(state: &State, piece: PieceId, on: &Pick) -> Option<Preview> {
    let (unit, from) = unit_of(state, piece)?;
    let target = match on {
        Pick::Piece(other) => unit_of(state, *other)?.1,
        Pick::Place(place) => Square::of_place(*place)?,
        _ => return None,
    };
    let side = state.side(unit);
    let mut preview = Preview { path: vec![state.middle(from), state.middle(target)], ..Preview::default() };
    if state.holder(target) == side || !state.is_open(target) {
        preview.add_note(format!("The enemy of {} does not hold {target}.", state.name(unit)), Rule("6.0"));
        return Some(preview);
    }
    if state.is_gun(unit) {
        fire(state, side, unit, target, &mut preview);
    } else if !state.is_hq(unit) {
        assault(state, side, (from, target), &mut preview);
    }
    Some(preview)
}

fn fire(state: &State, side: Side, gun: UnitId, target: Square, preview: &mut Preview) {
    let label = format!("{} bombards {}", state.name(gun), state.place_name(target));
    preview.add_test(label, &bombardment::procedure(), &on_desk(state, side, target, &[gun]));
    if let Err(Refusal { sentence, rule, .. }) = check_guns(state, side, target, &[gun]) {
        preview.add_note(format!("Not now: {sentence}."), rule.unwrap_or(Rule("R7")));
    }
    let all = best(state, &in_range(state, side, target), target);
    if all.len() > 1 {
        let label = format!("with the best that can: {}", names(state, &all));
        preview.beside(label, &bombardment::procedure(), &on_desk(state, side, target, &all));
    }
}

fn assault(state: &State, side: Side, (from, target): (Square, Square), preview: &mut Preview) {
    if !is_target(state, side, target) {
        return preview.add_note(format!("Nobody defends {target}: it is entered by movement."), Rule("R31"));
    }
    let able: Units =
        state.units_in(from).filter(|&unit| !state.is_gun(unit) && !state.is(unit, Marks::BROKEN)).collect();
    if able.is_empty() {
        return preview.add_note(format!("Only tanks that are broken down stand in {from}."), Rule("R24"));
    }
    let units = strongest(state, &able, MOST_ATTACKERS);
    preview.odds_of(state, &Fight::of(side, target, units, Units::new(), Occasion::First));
    if !from.is_beside(target) {
        preview.add_note(format!("Not from here: {from} is not beside {target}."), Rule("R13"));
    }
}

/// How a unit stands in supply and command and who controls the squares about it; of a headquarters, whom it commands and
/// supplies and how far.
pub(super) fn survey(state: &State, piece: PieceId) -> Option<Survey> {
    let (unit, at) = unit_of(state, piece)?;
    let mut survey = Survey::default();
    if state.is_hq(unit) {
        headquarters(state, unit, at, &mut survey);
    } else {
        standing(state, unit, at, &mut survey);
    }
    controlled(state, state.side(unit), at, &mut survey);
    Some(survey)
}

fn headquarters(state: &State, hq: UnitId, at: Square, survey: &mut Survey) {
    let Some(seat) = state.seats(state.nation(hq), Mode::Command).find(|seat| seat.unit == Some(hq)) else { return };
    let own: Units = state.on_map(state.side(hq)).filter(|&unit| !state.is_hq(unit)).collect();
    match command_range(seat.hq, seat.hq.nation == Nation::British, false) {
        Some(range) => {
            let range = range.total() as u8;
            let commanded: Units = own.iter().copied().filter(|&unit| state.commands_from(&seat, unit)).collect();
            survey.overlays.push(bounds(state, at, range, "command", "path"));
            let area = match range {
                0 => "is engaged and commands its own square only".to_owned(),
                _ => format!("commands {range} squares round it"),
            };
            let text = format!("It {area}: {} of its corps.", count(commanded.len(), "unit"));
            survey.notes.push(Said::of(text).under(Rule("8.3")));
            survey.sees = handles(state, commanded);
        }
        None => {
            survey.notes.push(Said::of("It is in supply mode and commands nobody.").under(Rule("R11")));
        }
    }
    let range = state.supply_range(&seat);
    let supplied: Units = own.iter().copied().filter(|&unit| state.supplies(&seat, unit)).collect();
    survey.overlays.push(bounds(state, at, range, "supply", "plan"));
    let text = format!("It supplies {range} squares round it: {}.", count(supplied.len(), "unit"));
    survey.notes.push(Said::of(text).under(Rule("11.1")));
    survey.seen_by = handles(state, supplied);
}

fn standing(state: &State, unit: UnitId, at: Square, survey: &mut Survey) {
    let seats = |edge| state.seats(state.nation(unit), edge);
    let named = |hq: Option<UnitId>| hq.map_or("the edge of the map", |hq| state.name(hq)).to_owned();
    let supplier =
        seats(Mode::Supply).filter(|seat| state.supplies(seat, unit)).min_by_key(|seat| seat.at.steps_to(at));
    let commander =
        seats(Mode::Command).filter(|seat| state.commands_from(seat, unit)).min_by_key(|seat| seat.at.steps_to(at));
    for (seat, does, role, rule, none) in [
        (supplier, "supplies", "plan", Rule("R11"), "Nobody supplies it."),
        (commander, "commands", "path", Rule("R14"), "No headquarters of its corps commands it here."),
    ] {
        let Some(seat) = seat else {
            survey.notes.push(Said::of(none).under(rule));
            continue;
        };
        let text = format!("{} {does} it, {} away.", named(seat.unit), count(seat.at.steps_to(at), "square"));
        survey.notes.push(Said::of(text).under(rule));
        let shape = Shape::Line(vec![state.middle(seat.at), state.middle(at)]);
        survey.overlays.push(Feature { role, shape, seat: None, name: format!("{} {does} it", named(seat.unit)) });
        survey.sees.extend(seat.unit.map(|hq| state.piece(hq)));
    }
    survey.sees.dedup();
}

/// R5 The squares near by that the enemy controls.
fn controlled(state: &State, side: Side, at: Square, survey: &mut Survey) {
    const NEAR: u8 = 6;
    let open = |square: &Square| state.is_open(*square) && state.side_at(*square) != Some(side.other());
    let zones: SquareSet =
        at.within(NEAR).iter().filter(open).filter(|&square| state.in_zoc(square, side.other())).collect();
    let count = zones.iter().count();
    survey.overlays.extend(zones.into_iter().map(|square| shaded(state, square, "an enemy zone of control")));
    let text = format!("The enemy controls {count} of the squares within {NEAR}, the shaded ones.");
    survey.notes.push(Said::of(text).under(Rule("R5")));
}

/// Zones of control of both sides, supply and command of each nation, and the corps with their units.
pub(super) fn layers(state: &State) -> Vec<Layer> {
    let mut layers: Vec<Layer> = Side::BOTH.into_iter().map(|side| zones(state, side)).collect();
    for nation in [Nation::British, Nation::French, Nation::German] {
        let name = nation.adjective();
        let own: Vec<UnitId> = state.on_map(nation.into()).filter(|&unit| state.nation(unit) == nation).collect();
        if !own.is_empty() {
            layers.push(supply(state, nation, name, &own));
            layers.push(command(state, nation, name, &own));
        }
    }
    layers.extend(corps(state));
    layers
}

/// R5 The squares that a side controls.
fn zones(state: &State, side: Side) -> Layer {
    let squares = state.zones(side).into_iter().filter(|&square| state.is_open(square));
    let name = format!("{} zones of control", side.name());
    Layer {
        overlays: squares.map(|square| shaded(state, square, &name)).collect(),
        notes: vec![Said::of("Movement ends where a square is entered that the enemy controls.").under(Rule("R5"))],
        name,
        ..Layer::default()
    }
}

/// R11, 11.1 How far each headquarters of a nation supplies, and who is out of that.
fn supply(state: &State, nation: Nation, name: &str, own: &[UnitId]) -> Layer {
    let seats = state.seats(nation, Mode::Supply);
    let overlays = seats.map(|seat| bounds(state, seat.at, state.supply_range(&seat), "supply", "plan")).collect();
    let units = own.iter().copied().filter(|&unit| !state.is_hq(unit));
    let without: Vec<UnitId> = units.clone().filter(|&unit| !state.is_supplied(unit)).collect();
    let text = format!("{} of {} units are not supplied.", without.len(), units.count());
    let notes = vec![Said::of(text).under(Rule("11.1"))];
    Layer { name: format!("{name} supply"), notes, overlays, pieces: handles(state, without) }
}

/// R14, 8.3 How far each headquarters of a nation commands, and whom no headquarters of his corps commands.
fn command(state: &State, nation: Nation, name: &str, own: &[UnitId]) -> Layer {
    let range = |seat: Headquarters| {
        let range = command_range(seat.hq, nation == Nation::British, false)?;
        Some(bounds(state, seat.at, range.total() as u8, "command", "path"))
    };
    let units = own.iter().copied().filter(|&unit| !state.is_hq(unit) && !state.is_gun(unit));
    let without: Vec<UnitId> = units.clone().filter(|&unit| !state.is_commanded(unit)).collect();
    let text = format!(
        "No headquarters of their corps commands {} of {} units that could assault.",
        without.len(),
        units.count()
    );
    Layer {
        name: format!("{name} command"),
        notes: vec![Said::of(text).under(Rule("8.3"))],
        overlays: state.seats(nation, Mode::Command).filter_map(range).collect(),
        pieces: handles(state, without),
    }
}

/// The corps that have units on the map.
fn corps(state: &State) -> impl Iterator<Item = Layer> {
    let all = (0_u8..).zip(&state.battle.scenario().corps);
    all.filter_map(|(number, corps)| {
        let own = state.on_map(corps.nation.into()).filter(|&unit| state.unit(unit).corps == number);
        let own: Vec<UnitId> = own.collect();
        let steps: u32 =
            own.iter().filter(|&&unit| !state.is_hq(unit)).map(|&unit| u32::from(state.unit(unit).left)).sum();
        let notes = vec![Said::of(format!("{} units, {steps} steps.", own.len())).under(Rule("R30"))];
        let named = Layer { name: corps.name.clone(), notes, pieces: handles(state, own), ..Layer::default() };
        (!named.pieces.is_empty()).then_some(named)
    })
}

fn handles(state: &State, units: impl IntoIterator<Item = UnitId>) -> Vec<PieceId> {
    units.into_iter().map(|unit| state.piece(unit)).collect()
}

fn shaded(state: &State, square: Square, name: &str) -> Feature {
    Feature { role: "control", shape: rect(state, square), seat: None, name: name.to_owned() }
}

fn bounds(state: &State, at: Square, range: u8, what: &str, role: &'static str) -> Feature {
    let (x, y) = state.middle(at);
    let half = 100 * i64::from(range) + 50;
    Feature {
        role,
        shape: Shape::Rect(x - half, y - half, 2 * half, 2 * half),
        seat: None,
        name: format!("{what} range"),
    }
}
