//! Who is named that is lost: a specialist (Firing:specialists, Melee 5, R7), or a gun of a vehicle (R17).

use super::losses::fall;
use super::{Act, Figures, Frame, Loss, Order, State, offers, questions, vehicles};
use kernel::game::{Decide, Offer, Pick, Picked, Picks, Preview, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// A specialist is named who is lost.
pub(super) struct Name;

/// The loss that somebody has to name a man for.
fn loss(state: &State) -> Option<&Loss> {
    match state.frames.last() {
        Some(Frame::Losses(losses)) => losses.last(),
        _ => None,
    }
}

/// Those who can be named, by their numbers in the squad: one of each kind, the nearest.
fn named(state: &State, loss: &Loss) -> Vec<(u8, usize)> {
    let (specialists, _) = state.may_fall(loss);
    let first = usize::from(state.squad(loss.squad).first);
    let mut roles = Vec::new();
    let mut named = Vec::new();
    for man in specialists {
        let role = state.figures[man].role;
        if !roles.contains(&role) {
            roles.push(role);
            named.push(((man - first) as u8, man));
        }
    }
    named
}

impl Decide<Figures> for Name {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (questions::NAME, Rule("R7"))
    }

    fn compose(&self, view: &View<'_, Figures>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let loss = picks.only_some(loss(state))?;
        let name = state.name(loss.squad);
        let (man, _) = picks
            .ask(format_args!("which specialist of {name} is lost?"), Rule("Firing:specialists"))
            .one_of(named(state, loss), |(_, man)| {
                let (at, role) = (state.figures[*man].at(), state.figures[*man].role);
                // Three letters stand beside him on the table.
                Offer::of(Pick::option(&role.name()[..3]), role.name()).by(vec![(at.x, at.y)])
            })?;
        Ok(Order::Name { man })
    }

    fn check(&self, view: &View<'_, Figures>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        match (order, loss(state)) {
            (Order::Name { man }, Some(loss)) if named(state, loss).iter().any(|(number, _)| number == man) => Ok(()),
            (Order::Name { .. }, Some(_)) => {
                Err(Refusal::by(Rule("R7"), "only a specialist who could be hit is named, the nearest of his kind"))
            }
            _ => Err(refuse::<Figures>(self, state, "name one of those who could be hit")),
        }
    }

    fn preview(&self, _: &View<'_, Figures>, _: Seat, _: &Order) -> Preview {
        Preview::called("Name him")
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        let Order::Name { man } = order else { unreachable!("a checked order names somebody") };
        let Some(Frame::Losses(losses)) = act.state.frames.last_mut() else { unreachable!("losses are to be taken") };
        let Some(loss) = losses.last_mut() else { unreachable!("losses are to be taken") };
        loss.casualties -= 1;
        loss.specialists = loss.specialists.saturating_sub(1);
        let (squad, spent) = (loss.squad, loss.casualties == 0);
        if spent {
            losses.pop();
        }
        let man = usize::from(act.state.squad(squad).first) + usize::from(*man);
        fall(act, squad, &[man]);
    }
}

/// R17 The owner of a vehicle names the gun that is knocked out.
pub(super) struct NameGun;

impl Decide<Figures> for NameGun {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (questions::GUN, Rule("R17"))
    }

    fn compose(&self, view: &View<'_, Figures>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let id = picks.only_some(state.to_lose_a_gun())?;
        let name = state.name(id);
        let (_, weapon, _) = picks
            .ask(format_args!("which gun of {name} is knocked out?"), Rule("Vehicles:gun-hit"))
            .one_of(state.mounted(id).collect::<Vec<_>>(), |(_, weapon, number)| {
            let note = (*number > 1).then(|| format!("one of {number}"));
            Offer::option(weapon.name(), offers::weapon(*weapon)).noted(note)
        })?;
        Ok(Order::Knock { weapon })
    }

    fn check(&self, view: &View<'_, Figures>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        match (order, state.to_lose_a_gun()) {
            (Order::Knock { weapon }, Some(id)) if state.mounted(id).any(|(_, known, _)| known == *weapon) => Ok(()),
            _ => Err(refuse::<Figures>(self, state, "name a weapon that the vehicle still has")),
        }
    }

    fn preview(&self, _: &View<'_, Figures>, _: Seat, _: &Order) -> Preview {
        Preview::called("Lose it")
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        let Order::Knock { weapon } = *order else { unreachable!("a checked order names a gun") };
        let Some(Frame::GunOut(id)) = act.state.frames.pop() else { unreachable!("a gun is to be lost") };
        vehicles::knock_out(act, id, weapon);
    }
}
