//! R22, R35: second attacks, after all first assaults.

use super::commit_step::{able, check_attack, commit, compose_attack, is_target};
use super::event::Event;
use super::fight::{Fight, Occasion, Stage};
use super::offers::{PASS, meant, offer_square};
use super::order::Order;
use super::preview::Previewed;
use super::state::{State, Step};
use super::units::{Marks, UnitId, Units};
use super::{Somme, coordination_step, turn};
use crate::headquarters::Support;
use crate::scenario::{Side, Square, SquareSet};
use kernel::game::{Act, Decide, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, bail, ensure};
use smallvec::SmallVec;

/// R35 Which square is attacked again?
pub(super) struct Again;

impl Decide<Somme> for Again {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("attack again", Rule("9.0:second-attacks"))
    }

    fn compose(&self, view: &View<'_, Somme>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let pick = picks.upcoming();
        let target = picks
            .ask("which square is attacked again?", Rule("R35"))
            .or(PASS, "no second attack", Order::Pass)
            .one_of_wider(targets(state, side), || meant(pick), |target| offer_square(state, *target))?;
        let able = supported(state, side, target);
        compose_attack(state, picks, target, &able, |units, close| Order::AttackAgain { target, units, close })
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::AttackAgain { target, units, close } => {
                let open = targets(state, side).contains(target);
                ensure!(
                    open,
                    Rule("R35"),
                    "{target} cannot be attacked again: it must have been assaulted in this phase, once, and still be defended"
                );
                check_attack(state, side, *target, units, close, true)?;
                let bare = units.iter().find(|&&unit| !is_supported(state, side, *target, unit));
                bare.map_or(Ok(()), |&unit| {
                    let name = state.name(unit);
                    bail!(Rule("R17"), "no headquarters supports a second attack of {name} on {target}")
                })
            }
            Order::Pass => Ok(()),
            _ => Err(refuse(self, state, "attack a square again, or pass")),
        }
    }

    fn preview(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        let Order::AttackAgain { target, units, close } = order else { return Preview::called("No second attack") };
        let mut preview = Preview::called("Attack again");
        preview.odds_of(state, &Fight::of(side, *target, units.clone(), close.clone(), Occasion::Again));
        preview
    }

    fn apply(&self, act: &mut Act<'_, Somme>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::look_again(act);
        let Order::AttackAgain { target, units, close } = order else { return turn::next_step(act) };
        act.state.resources.second_attacks -= 1;
        for &unit in units {
            act.state.mark(unit).put(Marks::COMMITTED);
        }
        let fight = Fight::of(side, *target, units.clone(), close.clone(), Occasion::Again);
        act.happens(Event::AssaultDeclared(fight.clone()));
        act.state.fights.push(fight);
        let place = act.state.fights.len() - 1;
        commit(act, place);
        if act.state.fights[place].stage == Stage::Committed {
            act.state.step = Step::Support;
            coordination_step::join(act, &[place]);
        }
    }
}

/// The squares that may be attacked again, each once.
pub(super) fn targets(state: &State, side: Side) -> SmallVec<[Square; 8]> {
    if state.resources.second_attacks == 0 {
        return SmallVec::new();
    }
    let again =
        |target: Square| state.fights.iter().any(|fight| fight.target == target && fight.occasion == Occasion::Again);
    let open = |target: &Square| {
        let able = || able(state, side, *target, true).into_iter();
        !again(*target)
            && is_target(state, side, *target)
            && able().any(|unit| is_supported(state, side, *target, unit))
    };
    let assaulted = state.fights.iter().filter(|fight| fight.stage == Stage::Done).map(|fight| fight.target);
    let assaulted: SquareSet = assaulted.collect();
    assaulted.into_iter().filter(open).collect()
}

/// Who could make a second attack on a square.
pub(super) fn supported(state: &State, side: Side, target: Square) -> Units {
    able(state, side, target, true).into_iter().filter(|&unit| is_supported(state, side, target, unit)).collect()
}

/// R17, R22 A second attack is itself a resource, so all who make it need command support.
fn is_supported(state: &State, side: Side, target: Square, unit: UnitId) -> bool {
    state.support(side, &[unit], target).support != Support::None
}

/// Is a second attack possible?
pub(super) fn is_open(state: &State) -> bool {
    !targets(state, state.active).is_empty()
}
