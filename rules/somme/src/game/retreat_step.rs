//! R20, R39: units retreat, each where its owner likes among the squares that are open to it.

use super::checks;
use super::entering::enter;
use super::event::Event;
use super::frame::Frame;
use super::offers::{are_several, meant, offer_square};
use super::order::Order;
use super::state::State;
use super::units::{Marks, UnitId, Units};
use super::{Somme, losses};
use crate::results::WayBack;
use crate::scenario::{Side, Square};
use field::grid::Way;
use kernel::game::{Act, Decide, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};
use smallvec::SmallVec;

/// Where a unit comes to stand, and what that costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Back {
    pub(super) to: Square,
    /// It is in an enemy zone of control: a step more is lost.
    pub(super) zoc: bool,
    /// Both squares of the retreat were full (R39).
    pub(super) crowded: bool,
}

impl State {
    /// R20 Where a unit can retreat to from a square: of the three squares towards its own edge, else the two beside. A full
    /// square is passed through; an enemy zone of control is taken only where there is nothing else.
    pub(super) fn backs(&self, side: Side, hq: bool, from: Square) -> SmallVec<[Back; 4]> {
        let mut backs = self.backs_by(side, hq, from, &side.rearward());
        if backs.is_empty() {
            backs = self.backs_by(side, hq, from, &[Way::North, Way::South]);
        }
        if backs.iter().any(|back| !back.zoc) {
            backs.retain(|back| !back.zoc);
        }
        backs
    }

    fn backs_by(&self, side: Side, hq: bool, from: Square, ways: &[Way]) -> SmallVec<[Back; 4]> {
        let mut backs: SmallVec<[Back; 4]> = SmallVec::new();
        let mut add = |back: Back| {
            if !backs.iter().any(|known| known.to == back.to) {
                backs.push(back);
            }
        };
        for &way in ways {
            let Some(to) = self.opens(side, from, way) else { continue };
            if hq || self.has_room(to) {
                add(Back { to, zoc: self.in_zoc(to, side.other()), crowded: false });
                continue;
            }
            // Passed through, to one square further.
            for &way in ways {
                let Some(next) = self.opens(side, to, way) else { continue };
                add(Back { to: next, zoc: self.in_zoc(next, side.other()), crowded: !self.has_room(next) });
            }
        }
        backs
    }

    /// Is the square that way open to a retreat: on the map, without enemies, not beyond the Somme?
    fn opens(&self, side: Side, from: Square, way: Way) -> Option<Square> {
        let to = from.towards(way)?;
        let open = self.is_open(to) && self.side_at(to) != Some(side.other()) && self.battle.map().is_open(from, way);
        open.then_some(to)
    }

    /// R20 The way back of those in a square, for the odds.
    pub(super) fn way_back(&self, side: Side, from: Square) -> WayBack {
        match self.backs(side, false, from).first() {
            None => WayBack::Blocked,
            Some(back) if back.zoc => WayBack::EnemyZoc,
            Some(_) => WayBack::Open,
        }
    }
}

/// The side whose unit has a choice.
pub(super) fn asks(state: &State) -> Option<Side> {
    let (side, unit) = next(state)?;
    (choices(state, unit).len() > 1).then_some(side)
}

/// The unit that retreats next.
fn next(state: &State) -> Option<(Side, UnitId)> {
    match state.frames.last() {
        Some(Frame::Retreat { side, units }) => Some((*side, *units.first()?)),
        _ => None,
    }
}

fn choices(state: &State, unit: UnitId) -> SmallVec<[Back; 4]> {
    let from = state.square(unit).expect("who retreats is on the map");
    state.backs(state.side(unit), state.is_hq(unit), from)
}

/// The next unit goes back where it can only go one way, or is eliminated where it can go none.
pub(super) fn settle(act: &mut Act<'_, Somme>, side: Side, units: Units) {
    let Some(&unit) = units.first() else { return };
    act.state.frames.push(Frame::Retreat { side, units });
    if let Some(&back) = choices(act.state, unit).first() {
        go_back(act, unit, back);
    } else {
        shift(act);
        act.happens(Event::CutOff { unit });
        losses::eliminate(act, unit, true);
    }
}

/// The first of those who retreat has done so.
fn shift(act: &mut Act<'_, Somme>) {
    if let Some(Frame::Retreat { units, .. }) = act.state.frames.last_mut() {
        units.remove(0);
        if units.is_empty() {
            act.state.frames.pop();
        }
    }
}

fn go_back(act: &mut Act<'_, Somme>, unit: UnitId, back: Back) {
    shift(act);
    let from = act.state.square(unit).expect("who retreats is on the map");
    losses::leave(act.state, unit);
    // A headquarters loses no steps (R40).
    let zoc = back.zoc && !act.state.is_hq(unit);
    act.happens(Event::Retreated { unit, from, to: back.to, zoc });
    enter(act, unit, back.to);
    if back.crowded {
        act.state.mark(unit).put(Marks::CROWDED);
        losses::disrupt(act, unit);
    }
    if zoc {
        losses::lose(act, unit, 1, true);
    }
}

/// R20 Where does a unit retreat to?
pub(super) struct Retreat;

impl Decide<Somme> for Retreat {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("retreat", Rule("11.8:r"))
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let (_, unit) = picks.only_some(next(state))?;
        let pick = picks.upcoming();
        let does = if are_several(state, unit) { "do" } else { "does" };
        let to = picks.ask(format_args!("where {does} {} retreat to?", state.name(unit)), Rule("R20")).one_of_wider(
            choices(state, unit).into_iter().map(|back| back.to),
            || meant(pick),
            |to| {
                let back = choices(state, unit).into_iter().find(|back| back.to == *to);
                let note = match back {
                    Some(Back { crowded: true, .. }) => Some("full: it is disrupted".to_owned()),
                    // A headquarters loses no steps (R40).
                    Some(Back { zoc: true, .. }) if !state.is_hq(unit) => Some(match state.unit(unit).left {
                        1 => "its last step, in an enemy zone of control".to_owned(),
                        _ => "a step more, in an enemy zone of control".to_owned(),
                    }),
                    _ => None,
                };
                offer_square(state, *to).noted(note)
            },
        )?;
        Ok(Order::Retreat { unit, to })
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::Retreat { unit, to } = order else {
            return Err(refuse(self, state, "name a square to retreat to"));
        };
        checks::own(state, Side::of(seat), *unit)?;
        let turn = next(state).is_some_and(|(_, next)| next == *unit);
        ensure!(turn, Rule("R20"), "it is not {}'s turn to retreat", state.name(*unit));
        let open = choices(state, *unit).iter().any(|back| back.to == *to);
        ensure!(
            open,
            Rule("R20"),
            "{to} is not open to {}: a retreat goes towards the own edge, else to the side, not into enemies",
            state.name(*unit)
        );
        Ok(())
    }

    fn preview(&self, _: &View<'_, Somme>, _: Seat, _: &Order) -> Preview {
        Preview::called("Retreat")
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        let Order::Retreat { unit, to } = order else { unreachable!("a checked order retreats") };
        let back = choices(act.state, *unit).into_iter().find(|back| back.to == *to);
        go_back(act, *unit, back.expect("a checked way back is open"));
    }
}
