//! D6 Hits are placed: the first by the target's seat, the others by the shooter's.

use super::event::Event;
use super::order::Order;
use super::state::{Frame, State, UnitId};
use super::{DrillOf, Rules};
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// D6 The target's seat places the first hit.
pub(super) struct TakeHit;

/// D6 The shooter's seat shares out the other hits.
pub(super) struct ShareHits;

impl<R: Rules> Decide<DrillOf<R>> for TakeHit {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("place the first hit", Rule("D6"))
    }

    fn compose(&self, view: &View<'_, DrillOf<R>>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let unit = picks.ask("upon whom does the first hit fall?", Rule("D6")).one_of_wider(
            among(state).iter().copied(),
            || 0..state.units.len() as UnitId,
            |&unit| Offer::of(Pick::Piece(unit), state.unit_name(unit)),
        )?;
        Ok(Order::TakeHit { unit })
    }

    fn check(&self, view: &View<'_, DrillOf<R>>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::TakeHit { unit } = order else {
            return Err(refuse::<DrillOf<R>>(self, state, "say upon whom it falls"));
        };
        if among(state).contains(unit) {
            return Ok(());
        }
        let names: Vec<_> = among(state).iter().map(|id| state.unit(*id).name()).collect();
        Err(Refusal::by(Rule("D6"), format!("the hit falls upon one of {}", names.join(", "))))
    }

    fn apply(&self, act: &mut Act<'_, DrillOf<R>>, _: Seat, order: &Order) {
        act.state.step += 1;
        let Order::TakeHit { unit } = order else { unreachable!("a checked order places a hit") };
        if let Some(Frame::Hits { among, placed, left, .. }) = act.state.frames.last_mut() {
            let at = among.iter().position(|id| id == unit).expect("check found it among those who may be hit");
            placed[at] += 1;
            *left -= 1;
        }
    }
}

impl<R: Rules> Decide<DrillOf<R>> for ShareHits {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("share out the other hits", Rule("D6"))
    }

    fn compose(&self, view: &View<'_, DrillOf<R>>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let (among, room, left) = (among(state), room(state), left(state));
        // The usual share destroys as many as it can.
        let usual = || {
            let mut left = left;
            room.iter()
                .map(|&room| {
                    let share = room.min(left);
                    left -= share;
                    share
                })
                .collect()
        };
        let offer = |at: usize| Offer::of(Pick::Piece(among[at]), state.unit_name(among[at]));
        let shares = picks.ask("how are the other hits shared out?", Rule("D6")).share(left, &room, usual, offer)?;
        Ok(Order::ShareHits { shares: shares.to_vec() })
    }

    fn check(&self, view: &View<'_, DrillOf<R>>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::ShareHits { shares } = order else {
            return Err(refuse::<DrillOf<R>>(self, state, "say how many fall upon each"));
        };
        let (among, room, left) = (among(state), room(state), left(state));
        let sum: u32 = shares.iter().map(|&share| u32::from(share)).sum();
        if shares.len() != among.len() || sum != u32::from(left) {
            let sentence = format!("{left} hits are to be shared among {} units", among.len());
            return Err(Refusal::by(Rule("D6"), sentence));
        }
        for ((id, most), share) in among.iter().zip(room).zip(shares) {
            if *share > most {
                let name = state.unit(*id).name();
                let sentence = format!("{name} takes no more than its strength, so {most} hits at most");
                return Err(Refusal::by(Rule("D6"), sentence));
            }
        }
        Ok(())
    }

    fn apply(&self, act: &mut Act<'_, DrillOf<R>>, _: Seat, order: &Order) {
        act.state.step += 1;
        let Order::ShareHits { shares } = order else { unreachable!("a checked order shares hits") };
        if let Some(Frame::Hits { placed, left, .. }) = act.state.frames.last_mut() {
            placed.iter_mut().zip(shares).for_each(|(placed, share)| *placed += share);
            *left = 0;
        }
    }
}

fn among(state: &State) -> &[UnitId] {
    match state.frames.last() {
        Some(Frame::Hits { among, .. }) => among,
        _ => unreachable!("hits are being placed"),
    }
}

fn left(state: &State) -> u8 {
    match state.frames.last() {
        Some(Frame::Hits { left, .. }) => *left,
        _ => 0,
    }
}

/// How many hits each of those who may be hit can still take.
fn room(state: &State) -> Vec<u8> {
    match state.frames.last() {
        Some(Frame::Hits { among, placed, .. }) => {
            among.iter().zip(placed).map(|(id, placed)| state.unit(*id).strength - placed).collect()
        }
        _ => Vec::new(),
    }
}

/// D6 Can the hits that are left fall in one way only?
pub(super) fn are_settled(state: &State) -> bool {
    let (left, room) = (left(state), room(state));
    let all: u32 = room.iter().map(|&room| u32::from(room)).sum();
    left == 0 || room.iter().filter(|&&room| room > 0).count() == 1 || all == u32::from(left)
}

/// D6 Places hits that can fall in one way only, and takes the losses.
pub(super) fn settle<R: Rules>(act: &mut Act<'_, DrillOf<R>>) {
    let room = room(act.state);
    let Some(Frame::Hits { among, mut placed, mut left, .. }) = act.state.frames.pop() else {
        unreachable!("hits are being placed")
    };
    for (placed, room) in placed.iter_mut().zip(room) {
        let share = left.min(room);
        *placed += share;
        left -= share;
    }
    for (id, loss) in among.into_iter().zip(placed) {
        lose(act, id, loss, Rule("D6"));
    }
}

/// A unit loses strength, and stops if it is moving.
pub(super) fn lose<R: Rules>(act: &mut Act<'_, DrillOf<R>>, id: UnitId, loss: u8, rule: Rule) {
    if loss == 0 {
        return;
    }
    act.state.unit_mut(id).strength -= loss;
    act.happens(Event::Lost { unit: id, loss, rule });
    if act.state.unit(id).strength == 0 {
        act.happens(Event::Destroyed { unit: id });
    } else if let Some(Frame::Move { unit, halted, .. }) = act.state.frames.last_mut()
        && *unit == id
        && !std::mem::replace(halted, true)
    {
        act.happens(Event::Stops { unit: id, rule: Rule("D5") });
    }
}
