//! 6.0, 6.6: bombardments and air missions are declared (2B).

use super::batteries::{
    best, check_guns, free_guns, further, has_concealed, in_range, of_guns, on_desk, range, several_guns, stands,
    target_of, uncover,
};
use super::checks;
use super::event::Event;
use super::offers::{PASS, are, count, meant, offer_square};
use super::operations_step::can_draw;
use super::order::{Operation, Order};
use super::preview::Previewed;
use super::state::{Barrage, State};
use super::units::Marks;
use super::{Somme, turn};
use crate::air_bombardment::{self, Mission, missions};
use crate::bombardment::{self, Target};
use crate::guns::{Gun, GunKind};
use crate::scenario::{Side, Square, SquareSet};
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, Secret, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};
use smallvec::SmallVec;

/// 2B: what is bombarded, and with which guns?
pub(super) struct Declare;

impl Decide<Somme> for Declare {
    fn question(&self, state: &State) -> (&'static str, Rule) {
        ("bombard", state.step_rule())
    }

    fn compose(&self, view: &View<'_, Somme>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let pick = picks.upcoming();
        let first = picks
            .ask("which square is bombarded?", Rule("6.0"))
            .or_under(PASS, "all is declared: fire", Rule("Sequence of play:2c"), Order::Pass)
            .half()
            .sure()
            .one_of_wider(
                targets(state, side, pick).map(First::Guns).chain(special(state, side)),
                || meant(pick).map(First::Guns),
                |first| first.offer(state),
            )?;
        let pick = picks.upcoming();
        let target = match first {
            First::Guns(target) => target,
            First::Fly | First::OffMap => {
                let (question, rule) = match first {
                    First::Fly => ("where do the aircraft go?", Rule("6.6:allied")),
                    _ => ("where does the off-map artillery fire?", Rule("15.5:off-map-artillery")),
                };
                let target = picks.ask(question, rule).sure().one_that(
                    meant(pick),
                    |target| check_target(state, side, *target).is_ok(),
                    |target| offer_square(state, *target),
                )?;
                let flies = matches!(first, First::Fly);
                return Ok(if flies { Order::Fly { target } } else { Order::OffMap { target } });
            }
            First::Change => {
                let rule = Rule("15.5:change-objectives");
                let open = changeable(state);
                let first = picks
                    .ask("which objective is given up?", rule)
                    .one_of(open.clone(), |goal| goal_offer(state, *goal))?;
                picks.enough(|| Order::ChangeObjectives { give_up: SmallVec::from_slice(&[first]) })?;
                // Players pick as they like; elsewhere in rising order, so that each choice is met once.
                let tells = picks.tells();
                let fits =
                    |other: &u8| *other != first && (tells || *other > first) && can_give_up(state, &[first, *other]);
                let second = picks
                    .ask("and which other?", rule)
                    .one_of(open.into_iter().filter(fits), |goal| goal_offer(state, *goal))?;
                let mut give_up = SmallVec::from_slice(&[first, second]);
                give_up.sort_unstable();
                return Ok(Order::ChangeObjectives { give_up });
            }
        };
        let guns = in_range(state, side, target);
        picks.usual(|| Order::Bombard { target, guns: best(state, &guns, target) });
        let guns = several_guns(state, picks, &guns, target, "which guns fire?", Rule("R7"))?;
        Ok(Order::Bombard { target, guns })
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Bombard { target, guns } => {
                check_target(state, side, *target)?;
                let twice = state.bombardments.iter().any(|barrage| barrage.target == *target);
                ensure!(
                    !twice,
                    Rule("6.0:column"),
                    "{target} is bombarded already; all guns on one square are one attack"
                );
                check_guns(state, side, *target, guns)
            }
            Order::Fly { target } => {
                let left = flights_left(state, side);
                ensure!(
                    left > 0,
                    Rule("R10"),
                    "no air mission is left: the Allies have one a turn with observation, two from 16 September"
                );
                check_target(state, side, *target)
            }
            Order::OffMap { target } => {
                ensure!(
                    has_off_map(state, side),
                    Rule("R46"),
                    "there is no off-map mission now: it comes every second turn, if it was bought"
                );
                check_target(state, side, *target)
            }
            Order::ChangeObjectives { give_up } => {
                let open = changeable(state);
                ensure!(
                    side == Side::Allied && !open.is_empty(),
                    Rule("15.5:change-objectives"),
                    "no objectives can be changed"
                );
                let rising = give_up.windows(2).all(|pair| pair[0] < pair[1]);
                ensure!(
                    rising && (1..=2).contains(&give_up.len()),
                    Rule("15.5:change-objectives"),
                    "one or two objectives are given up, in their order"
                );
                let all = give_up.iter().all(|goal| open.contains(goal));
                ensure!(
                    all,
                    Rule("15.5:change-objectives"),
                    "only objectives that you have drawn and not reached are given up"
                );
                ensure!(
                    can_give_up(state, give_up),
                    Rule("R49"),
                    "no other five would be fit: give up one of them only"
                );
                Ok(())
            }
            Order::Pass => Ok(()),
            _ => Err(refuse(self, state, "declare a bombardment or an air mission, or say that all is declared")),
        }
    }

    fn preview(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Bombard { target, guns } => {
                let mut preview = Preview::called("Declare the bombardment");
                preview.aims_at(state, side, *target);
                preview.add_test(
                    format!("bombardment of {}", state.place_name(*target)),
                    &bombardment::procedure(),
                    &on_desk(state, side, *target, guns),
                );
                further(&mut preview, state, side, *target, guns);
                falls_on_own(&mut preview, state, *target);
                preview
            }
            Order::Fly { target } => {
                let mut preview = Preview::called("Send the aircraft");
                preview.aims_at(state, side, *target);
                let situation = mission(state, *target);
                preview.add_test(
                    format!("air mission against {}", state.place_name(*target)),
                    &air_bombardment::procedure(),
                    &situation,
                );
                falls_on_own(&mut preview, state, *target);
                preview
            }
            Order::OffMap { target } => {
                let mut preview = Preview::called("Fire the off-map artillery");
                preview.aims_at(state, side, *target);
                let situation = of_guns(state, side, *target, vec![Gun::of(GunKind::OffMap)]);
                let label = format!("off-map artillery on {}", state.place_name(*target));
                preview.add_test(label, &bombardment::procedure(), &situation);
                falls_on_own(&mut preview, state, *target);
                preview
            }
            Order::ChangeObjectives { .. } => Preview::called("Change objectives"),
            _ => {
                let mut preview = Preview::called("Fire");
                let declared = state.bombardments.len() + state.flights.len() + usize::from(state.off_map.is_some());
                preview.add_note(
                    format!("{} {} declared.", count(declared, "bombardment"), are(declared)),
                    Rule("Sequence of play:2b"),
                );
                let idle = free_guns(state, side).count();
                if idle > 0 {
                    let first = side == state.battle.scenario().first;
                    let free = if first { ", but free to answer the enemy's guns" } else { "" };
                    let idle = count(idle, "artillery unit");
                    preview.add_note(format!("Without a target{free}: {idle}."), Rule("R7"));
                }
                preview
            }
        }
    }

    fn apply(&self, act: &mut Act<'_, Somme>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::look_again(act);
        match order {
            Order::Bombard { target, guns } => {
                for &gun in guns {
                    uncover(act, gun);
                    act.state.mark(gun).put(Marks::FIRED);
                }
                act.state.bombardments.push(Barrage { target: *target, guns: guns.clone() });
                act.happens(Event::Declared { side, target: *target, guns: guns.clone() });
            }
            Order::Fly { target } => {
                act.state.flights.push(*target);
                act.happens(Event::Flies { target: *target });
            }
            Order::OffMap { target } => {
                act.state.off_map = Some(*target);
                act.happens(Event::OffMap { target: *target });
            }
            Order::ChangeObjectives { give_up } => super::secrets::change(act, give_up),
            _ => {
                act.happens(Event::AllDeclared { side });
                turn::next_step(act);
            }
        }
    }
}

/// R37 What falls on an engaged square falls on those who are engaged with it.
fn falls_on_own(preview: &mut Preview, state: &State, target: Square) {
    if state.is_engaged(target) {
        preview.add_note("Any result falls on your own units too that are engaged there.", Rule("R37"));
    }
}

/// What is picked first.
enum First {
    Guns(Square),
    Fly,
    OffMap,
    Change,
}

impl First {
    fn offer(&self, state: &State) -> Offer {
        match self {
            First::Guns(square) => offer_square(state, *square),
            First::Fly => Offer::option("fly", "send aircraft").under(Rule("6.6:allied")),
            First::OffMap => {
                Offer::option("off-map", "fire the off-map artillery").under(Rule("15.5:off-map-artillery"))
            }
            First::Change => Offer::option("change", "change objectives").under(Rule("15.5:change-objectives")),
        }
    }
}

fn special(state: &State, side: Side) -> impl Iterator<Item = First> {
    let fly = (flights_left(state, side) > 0).then_some(First::Fly);
    let off_map = has_off_map(state, side).then_some(First::OffMap);
    let change = (side == Side::Allied && !changeable(state).is_empty()).then_some(First::Change);
    fly.into_iter().chain(off_map).chain(change)
}

fn goal_offer(state: &State, goal: u8) -> Offer {
    let goal_of = &state.battle.scenario().objectives[usize::from(goal)];
    Offer::of(Pick::Place(goal_of.at.place()), format!("{} ({})", goal_of.name, goal_of.value))
}

/// R28 The objectives that may be given up: drawn, not reached, while the choice is open.
fn changeable(state: &State) -> SmallVec<[u8; 5]> {
    let drawn = state.drawn.as_ref().and_then(Secret::known).filter(|_| state.may_change);
    drawn.map_or_else(SmallVec::new, |drawn| {
        drawn.goals.iter().copied().filter(|goal| state.reached & (1 << goal) == 0).collect()
    })
}

/// R49 Are there five that are fit without those that are given up?
fn can_give_up(state: &State, give_up: &[u8]) -> bool {
    let drawn = state.drawn.as_ref().and_then(Secret::known);
    drawn.is_some_and(|drawn| can_draw(&drawn.but(give_up), give_up))
}

/// R10 Air missions that are left to a side.
pub(super) fn flights_left(state: &State, side: Side) -> u8 {
    let all = if side == Side::Allied { missions(state.date(), state.observation.allied) } else { 0 };
    all.saturating_sub(state.flights.len() as u8)
}

/// R46 Is there an off-map mission: every second turn, from the first on?
fn has_off_map(state: &State, side: Side) -> bool {
    side == Side::German
        && state.turn % 2 == 1
        && state.off_map.is_none()
        && state.has_bought(Operation::OffMapArtillery)
}

/// The squares that a side's free guns can bombard: those that the enemy holds. Of all of them only those are looked at
/// that the next pick can mean.
fn targets(state: &State, side: Side, pick: Option<&Pick>) -> impl Iterator<Item = Square> {
    let held = if side == Side::Allied { !state.allied } else { state.allied };
    let mut open = pick.map_or(held, |pick| meant(Some(pick)).collect::<SquareSet>() & held);
    for barrage in &state.bombardments {
        open.remove(barrage.target);
    }
    let mut near = SquareSet::default();
    if !open.is_empty() {
        for gun in free_guns(state, side) {
            near = stands(state, gun).map_or(near, |at| near | at.within(range(state.kind(gun))));
        }
    }
    (open & near).into_iter().filter(|&square| state.is_open(square))
}

fn check_target(state: &State, side: Side, target: Square) -> Result<(), Refusal> {
    checks::on_map(state, target)?;
    let enemy = state.holder(target) == side.other();
    ensure!(enemy, Rule("6.0"), "{target} is your own ground; bombard what the enemy holds");
    Ok(())
}

pub(super) fn mission(state: &State, target: Square) -> Mission {
    let Target { units, cavalry, weather, .. } = target_of(state, Side::Allied, target);
    Mission { units, cavalry, weather }
}

/// Has the active player anything to bombard with? Guns that are hidden count wherever they are, so that nobody learns.
pub(super) fn is_open(state: &State) -> bool {
    let side = state.active;
    let concealed = has_concealed(state, side);
    let change = state.may_change && side == Side::Allied && state.drawn.is_some();
    // What is declared is fired when the player says so, not with his last declaration.
    let declared = !state.bombardments.is_empty() || !state.flights.is_empty() || state.off_map.is_some();
    declared
        || concealed
        || change
        || flights_left(state, side) > 0
        || has_off_map(state, side)
        || free_guns(state, side).next().is_some()
}
