//! D5, D6 Fire: by a unit that acts, at a mover, and where its hits fall.

use super::combat::{self, Fire, Hits};
use super::event::Event;
use super::order::Order;
use super::scouts::show;
use super::state::{Frame, HIDING, Kind, REACTION, Side, State, Unit, UnitId};
use super::{DrillOf, Rules, test};
use field::{Footprint, Point, Sector};
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, Said, Test, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use tabletop::inches;

/// D6 How far fire reaches.
pub(super) const RANGE: i64 = 600;
/// D6 How far hits spread.
const SPREAD: i64 = 200;

/// D5 A unit or a scout fires at a mover, or holds.
pub(super) struct React;

impl<R: Rules> Decide<DrillOf<R>> for React {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("fire at the mover, or hold", Rule("D5"))
    }

    fn compose(&self, view: &View<'_, DrillOf<R>>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let scouts = || state.scouts(side).iter().map(|scout| scout.id);
        let unit = picks.ask("who fires?", Rule("D5")).or("hold", "hold fire", Order::Hold).one_of_wider(
            reactors(state, side),
            || (0..state.units.len() as UnitId).chain(scouts()),
            |&unit| Offer::of(Pick::Piece(unit), state.unit_name(unit)),
        )?;
        Ok(Order::React { unit })
    }

    fn check(&self, view: &View<'_, DrillOf<R>>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Hold => Ok(()),
            Order::React { unit } if reactors(view.state(), Side::of(seat)).any(|able| able == *unit) => Ok(()),
            Order::React { .. } => Err(Refusal::by(
                Rule("D5"),
                "only a unit that is not spent, or a scout of one's own, within 4 inches of the last leg and in sight of its end can fire",
            )),
            _ => Err(refuse::<DrillOf<R>>(self, view.state(), "say who fires, or hold")),
        }
    }

    fn preview(&self, view: &View<'_, DrillOf<R>>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        let mut preview = Preview::called(if matches!(order, Order::React { .. }) { "Fire" } else { "Hold fire" });
        if let Order::React { unit } = order {
            let strength = state.units.get(*unit as usize).map_or(2, |unit| unit.strength);
            if *unit >= HIDING {
                preview.notes.push(Said::of("The scout that fires is seen.").under(Rule("D5")));
            }
            let from = state.place_of(side, *unit);
            let Some(Frame::Move { unit: mover, .. }) = state.frames.last() else { return preview };
            preview.tests.push(shot(state, side, strength, from, *mover));
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, DrillOf<R>>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        act.state.step += 1;
        let Some(Frame::Move { unit: mover, asking, .. }) = act.state.frames.last_mut() else {
            unreachable!("a reaction answers a move")
        };
        *asking = false;
        let mover = *mover;
        match order {
            Order::React { unit } => {
                let shooter = if *unit >= HIDING { show(act, side, *unit) } else { *unit };
                fire(act, shooter, mover);
            }
            _ => act.happens(Event::Held { side }),
        }
    }
}

/// D5 Those who may fire at the mover, as far as these eyes see.
fn reactors(state: &State, side: Side) -> impl Iterator<Item = UnitId> {
    let Some(&Frame::Move { unit: mover, from, .. }) = state.frames.last() else {
        unreachable!("a reaction answers a move")
    };
    let (to, base) = (state.unit(mover).at, state.unit(mover).base());
    let can = move |at: Point| {
        let scout = Footprint::from(at);
        scout.is_passed_within(from, to, REACTION) && state.line(&scout, &base).is_some()
    };
    let scouts = state.scouts(side).iter().filter(move |scout| can(scout.at));
    state.can_react(mover, from).chain(scouts.map(|scout| scout.id))
}

/// D6 The enemies that a unit may fire at.
pub(super) fn targets(state: &State, side: Side, id: UnitId) -> impl Iterator<Item = UnitId> {
    let shooter = state.units.get(id as usize);
    let can = move |target: &UnitId| shooter.is_some_and(|shooter| check(state, side, shooter, *target).is_ok());
    state.alive(side.other()).map(|(target, _)| target).filter(can)
}

/// D6 May a unit fire at another?
pub(super) fn check(state: &State, side: Side, unit: &Unit, target: UnitId) -> Result<(), Refusal> {
    let Some(target) = state.units.get(target as usize).filter(|unit| unit.side != side && unit.strength > 0) else {
        return Err(Refusal::by(Rule("D6"), "only an enemy unit that is on the table can be fired at"));
    };
    if unit.kind == Kind::Mortar {
        return Err(Refusal::by(Rule("D11"), "a mortar throws bursts and smoke, and fires at nobody"));
    }
    let distance = unit.base().gap(&target.base());
    if distance > RANGE {
        let sentence = format!("{} is {} inches away, and fire reaches 6", target.name(), inches(distance));
        return Err(Refusal::by(Rule("D6"), sentence));
    }
    if !Sector::front(unit.faces()).holds_some_of(unit.at, &target.base()) {
        let sentence = format!("{} is not within 45 degrees of where {} faces", target.name(), unit.name());
        return Err(Refusal::by(Rule("D6"), sentence));
    }
    if state.line(&unit.base(), &target.base()).is_none() {
        let what = state.land().what_blocks(&unit.base(), &target.base());
        let sentence = format!("{} does not see {}: {what} lies between", unit.name(), target.name());
        return Err(Refusal::by(Rule("D10"), sentence));
    }
    Ok(())
}

/// The odds of a shot.
pub(super) fn shot(state: &State, side: Side, strength: u8, from: Point, target: UnitId) -> Test {
    let aside = state.unit(target).is_taken_aside_from(from);
    let shot = Fire { side, strength, target: state.stance(side.other()), aside };
    test("fire", |dice| combat::fire(&shot, dice).outcome)
}

/// D6 A unit fires; hits that can fall in more than one way are left for the seats to place.
pub(super) fn fire<R: Rules>(act: &mut Act<'_, DrillOf<R>>, shooter: UnitId, target: UnitId) {
    let (side, strength) = (act.state.unit(shooter).side, act.state.unit(shooter).strength);
    let aside = act.state.unit(target).is_taken_aside_from(act.state.unit(shooter).at);
    let shot = Fire { side, strength, target: act.state.stance(side.other()), aside };
    act.state.unit_mut(shooter).spent = true;
    let Hits(hits) = act.roll(|dice| combat::fire(&shot, dice));
    act.happens(Event::Fired { unit: shooter, target, hits });
    let base = act.state.unit(target).base();
    let near = |unit: &Unit| unit.base().within(&base, SPREAD);
    let beside = act.state.alive(side.other()).filter(|(id, unit)| *id != target && near(unit));
    let among: Vec<UnitId> = std::iter::once(target).chain(beside.map(|(id, _)| id)).collect();
    let bearable: u32 = among.iter().map(|id| u32::from(act.state.unit(*id).strength)).sum();
    let left = u32::from(hits).min(bearable) as u8;
    let placed = vec![0; among.len()];
    act.state.frames.push(Frame::Hits { shooter, target, among, placed, left });
}
