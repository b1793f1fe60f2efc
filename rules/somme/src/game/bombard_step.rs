//! 6.0, 6.6: bombardments and air missions are declared (2B).

use super::checks;
use super::event::Event;
use super::offers::{PASS, are, count, meant, offer_square, offer_unit};
use super::order::{Operation, Order};
use super::preview::Previewed;
use super::state::{Barrage, State};
use super::units::{Marks, Station, UnitId, Units};
use super::{Somme, turn};
use crate::air_bombardment::{self, Mission, missions};
use crate::bombardment::{self, Bombardment, Target, least};
use crate::guns::{Gun, GunKind, MOST_GUNS, MOST_HEAVY, Salvo};
use crate::scenario::{Side, Square, SquareSet};
use crate::terrain::Cover;
use crate::units::Kind;
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, Secret, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, bail, ensure};
use smallvec::SmallVec;
use std::cell::OnceCell;

/// 2B: what is bombarded, and with which guns?
pub(super) struct Declare;

impl Decide<Somme> for Declare {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("bombard", Rule("Sequence of play:2b"))
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
                let open = changeable(state);
                let chosen = picks.ask("which objectives are given up?", Rule("15.5:change-objectives")).several(
                    open,
                    (1, 2),
                    |_| false,
                    |goal| goal_offer(state, *goal),
                )?;
                return Ok(Order::ChangeObjectives { give_up: chosen.into_iter().collect() });
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
                preview
            }
            Order::Pass => {
                let mut preview = Preview::called("Fire");
                let declared = state.bombardments.len() + state.flights.len();
                preview.add_note(
                    format!("{} {} declared.", count(declared, "bombardment"), are(declared)),
                    Rule("Sequence of play:2b"),
                );
                let idle = free_guns(state, side).filter(|gun| !state.is(*gun, Marks::FIRED)).count();
                if idle > 0 {
                    let idle = format!(
                        "Without a target, but free to answer the enemy's guns: {}.",
                        count(idle, "artillery unit")
                    );
                    preview.add_note(idle, Rule("R7"));
                }
                preview
            }
            _ => Preview::default(),
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

/// Artillery of a side that may still fire this turn: on the map or hidden, neither disrupted nor engaged.
pub(super) fn free_guns(state: &State, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    let free = move |gun: &UnitId| {
        let barred = Marks::FIRED.and(Marks::DISRUPTED);
        stands(state, *gun).is_some_and(|at| !state.is(*gun, barred) && !state.is_engaged(at))
    };
    state.battle.guns(side).iter().copied().filter(free)
}

/// Where guns stand, on the map or hidden, as far as it is known.
fn stands(state: &State, gun: UnitId) -> Option<Square> {
    match state.unit(gun).at {
        Station::On(square) => Some(square),
        Station::Concealed(hidden) => hidden.known().copied(),
        _ => None,
    }
}

/// R7 The range of guns.
pub(super) fn range(kind: Option<Kind>) -> u8 {
    if kind == Some(Kind::HeavyArtillery) { 10 } else { 6 }
}

/// The free guns of a side that reach a square.
pub(super) fn in_range(state: &State, side: Side, target: Square) -> Units {
    let reaches = |gun: &UnitId| stands(state, *gun).is_some_and(|at| at.steps_to(target) <= range(state.kind(*gun)));
    free_guns(state, side).filter(reaches).collect()
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

pub(super) fn check_guns(state: &State, side: Side, target: Square, guns: &[UnitId]) -> Result<(), Refusal> {
    checks::rising(guns)?;
    ensure!(!guns.is_empty(), Rule("R7"), "no artillery unit is named");
    for &gun in guns {
        ensure!(state.knows(gun), Rule("R3"), "there is no unit of number {}", gun.0);
        ensure!(state.side(gun) == side && state.is_gun(gun), Rule("R7"), "only your own artillery fires");
        let Some(at) = stands(state, gun) else {
            bail!(Rule("R7"), "{} is not on the map", state.name(gun));
        };
        let name = state.name(gun);
        ensure!(!state.is(gun, Marks::FIRED), Rule("R7"), "{name} has fired already this turn");
        ensure!(!state.is(gun, Marks::DISRUPTED), Rule("R9"), "{name} is disrupted and cannot fire");
        ensure!(!state.is_engaged(at), Rule("R21"), "{name} is engaged and cannot fire");
        let (steps, range) = (at.steps_to(target), range(state.kind(gun)));
        ensure!(steps <= range, Rule("R7"), "{name} reaches {range} squares, and {target} is {steps} away");
    }
    let heavy = guns.iter().filter(|&&gun| state.kind(gun) == Some(Kind::HeavyArtillery)).count();
    ensure!(
        guns.len() <= MOST_GUNS,
        Rule("R7"),
        "{} units fire, but a square is bombarded by {MOST_GUNS} at most",
        guns.len()
    );
    ensure!(heavy <= MOST_HEAVY, Rule("R7"), "{heavy} heavy units fire, but at most {MOST_HEAVY} may");
    Ok(())
}

/// The guns that do most together: the heaviest first, as far as R7 allows.
pub(super) fn best(state: &State, guns: &[UnitId], target: Square) -> Units {
    let mut order: SmallVec<[UnitId; 16]> = guns.iter().copied().collect();
    let near = |gun: UnitId| stands(state, gun).map_or(0, |at| at.steps_to(target));
    order.sort_by_cached_key(|&gun| {
        let factors = state.rated(gun, |ratings| ratings.bombardment);
        (!state.is_supplied(gun), std::cmp::Reverse(factors), near(gun))
    });
    let (mut best, mut heavies) = (Units::new(), 0);
    for gun in order {
        let heavy = state.kind(gun) == Some(Kind::HeavyArtillery);
        if best.len() < MOST_GUNS && !(heavy && heavies == MOST_HEAVY) {
            best.push(gun);
            heavies += usize::from(heavy);
        }
    }
    best.sort_unstable();
    best
}

/// Some guns, the best of them offered as picked: the heavy ones first, of which there are two at most.
pub(super) fn several_guns(
    state: &State,
    picks: &mut Picks<'_, Order>,
    guns: &[UnitId],
    target: Square,
    question: &str,
    rule: Rule,
) -> Picked<Units> {
    // The best are found only where somebody is shown them.
    let found = OnceCell::new();
    let usual = |gun: &UnitId| found.get_or_init(|| best(state, guns, target)).contains(gun);
    let offer = |gun: &UnitId| {
        let factors = state.rated(*gun, |ratings| ratings.bombardment);
        offer_unit(state, *gun).noted(Some(format!("{factors} factors"))).tagged(Some(factors.to_string()))
    };
    let is_heavy = |gun: &UnitId| state.kind(*gun) == Some(Kind::HeavyArtillery);
    let (heavy, field): (Units, Units) = guns.iter().copied().partition(is_heavy);
    let mut chosen = Units::new();
    if !heavy.is_empty() {
        let least = usize::from(field.is_empty());
        let limits = (least, MOST_HEAVY);
        let question = format_args!("{question} First the heavy ones");
        chosen.extend(picks.ask(question, rule).several(heavy, limits, usual, offer)?);
    }
    if !field.is_empty() {
        let limits = (usize::from(chosen.is_empty()), MOST_GUNS - chosen.len());
        chosen.extend(picks.ask(question, rule).several(field, limits, usual, offer)?);
    }
    picks.only_if(!chosen.is_empty())?;
    chosen.sort_unstable();
    Ok(chosen)
}

/// A gun as the charts take it.
pub(super) fn gun(state: &State, unit: UnitId) -> Gun {
    let kind = if state.kind(unit) == Some(Kind::HeavyArtillery) { GunKind::Heavy } else { GunKind::Field };
    let reduced = state.unit(unit).left < state.ratings(unit).steps;
    Gun { kind, reduced, unsupplied: !state.is_supplied(unit), halved: state.halved.contains(&unit) }
}

/// What is fired at.
pub(super) fn target_of(state: &State, firer: Side, target: Square) -> Target {
    let owner = state.side_at(target).unwrap_or_else(|| state.holder(target));
    Target {
        cover: Cover::of(&state.ground(target, owner)),
        units: state.units_in(target).count().max(usize::from(state.side_at(target).is_some())).min(3) as u8,
        cavalry: state.units_in(target).any(|unit| state.kind(unit) == Some(Kind::Cavalry)),
        observation: state.observation[firer],
        weather: state.weather,
    }
}

/// The bombardment as the desk takes it.
pub(super) fn on_desk(state: &State, side: Side, target: Square, guns: &[UnitId]) -> Bombardment {
    of_guns(state, side, target, guns.iter().map(|&unit| gun(state, unit)).collect())
}

/// The same with guns that may be on no map.
pub(super) fn of_guns(state: &State, side: Side, target: Square, guns: Vec<Gun>) -> Bombardment {
    let owner = state.side_at(target).unwrap_or_else(|| state.holder(target));
    let Target { units, cavalry, observation, weather, .. } = target_of(state, side, target);
    let ground = state.ground(target, owner).into_iter().take(3).collect();
    Bombardment { guns, ground, units, cavalry: cavalry && units > 0, observation, weather }
}

/// What each further group would change, and that the guns are too few where they are.
pub(super) fn further(preview: &mut Preview, state: &State, side: Side, target: Square, guns: &[UnitId]) {
    let all: SmallVec<[Gun; 6]> = guns.iter().map(|&unit| gun(state, unit)).collect();
    let (factors, least) = (Salvo::of(&all).factors, least(target_of(state, side, target).cover));
    if factors < least {
        let text = format!("{} {} no attack: it takes {least} there.", count(factors, "factor"), are(factors));
        preview.add_note(text, Rule("6.0:below-first"));
    }
    let others = in_range(state, side, target).into_iter().filter(|gun| !guns.contains(gun));
    let mut shown: SmallVec<[(Option<Kind>, u8); 2]> = SmallVec::new();
    for other in others {
        let sort = (state.kind(other), state.unit(other).left);
        let mut more: Units = guns.iter().copied().chain([other]).collect();
        more.sort_unstable();
        if shown.contains(&sort) || check_guns(state, side, target, &more).is_err() {
            continue;
        }
        shown.push(sort);
        preview.beside(
            format!("with {}", state.name(other)),
            &bombardment::procedure(),
            &on_desk(state, side, target, &more),
        );
    }
}

pub(super) fn mission(state: &State, target: Square) -> Mission {
    let Target { units, cavalry, weather, .. } = target_of(state, Side::Allied, target);
    Mission { units, cavalry: cavalry && units > 0, weather }
}

/// R28 Concealed guns that fire are seen.
pub(super) fn uncover(act: &mut Act<'_, Somme>, gun: UnitId) {
    if let Station::Concealed(hidden) = act.state.unit(gun).at {
        let at = *hidden.whole();
        act.state.put(gun, at);
        act.reveals();
        act.happens(Event::Uncovered { gun, at });
    }
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

pub(super) fn has_concealed(state: &State, side: Side) -> bool {
    state.battle.guns(side).iter().any(|&gun| matches!(state.unit(gun).at, Station::Concealed(_)))
}
