//! 8.0: assaults are declared, and units go over the top or stay (2E).

use super::checks;
use super::entering::breaks_down;
use super::event::Event;
use super::fight::{Fight, Occasion, Stage};
use super::movement_step::rolls;
use super::offers::{PASS, are, count, meant, offer_square, offer_unit};
use super::order::{Operation, Order};
use super::preview::Previewed;
use super::state::State;
use super::units::{Marks, UnitId, Units};
use super::{Somme, turn};
use crate::assault_chain::MOST_CLOSE;
use crate::commitment::{Commitment, Nerve, resolve_commitment};
use crate::headquarters::{Condition, Mode, Supplies};
use crate::scenario::{Side, Square, SquareSet};
use crate::units::{Kind, Nation};
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, Secret, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, bail, ensure};
use kernel::procedure::OnDesk;
use smallvec::SmallVec;
use std::cell::OnceCell;

/// R13 At most so many units assault a square.
pub(super) const MOST_ATTACKERS: usize = 6;

/// 2E: which squares are assaulted, and by whom?
pub(super) struct Commit;

impl Decide<Somme> for Commit {
    fn question(&self, state: &State) -> (&'static str, Rule) {
        ("commit assaults", state.step_rule())
    }

    fn compose(&self, view: &View<'_, Somme>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let reveal = revealable(state);
        let pairs = (reveal.len() >= 2 && side == Side::Allied).then_some(First::Reveal);
        let pick = picks.upcoming();
        let first = picks
            .ask("which square is assaulted?", Rule("8.0"))
            .or(PASS, "all assaults are declared", Order::Pass)
            .half()
            .sure()
            .one_of_wider(
                meant_targets(state, side, pick).map(First::Target).chain(pairs),
                || meant(pick).map(First::Target),
                |first| match first {
                    First::Target(target) => {
                        let outpost = state.side_at(*target).is_none();
                        offer_square(state, *target)
                            .noted(outpost.then(|| "nobody is there, but it is covered: defence 1".to_owned()))
                    }
                    First::Reveal => Offer::option("reveal", "show two objectives that were reached, for +1")
                        .under(Rule("9.0:objectives")),
                },
            )?;
        let First::Target(target) = first else {
            let shown = picks.ask("which two are shown?", Rule("9.0:objectives")).several(
                reveal,
                (2, 2),
                |_| true,
                |goal| {
                    let goal = &state.battle.scenario().objectives[usize::from(*goal)];
                    Offer::of(Pick::Place(goal.at.place()), goal.name.clone())
                },
            )?;
            return Ok(Order::Reveal { objectives: [shown[0], shown[1]] });
        };
        let able = able(state, side, target, false);
        compose_attack(state, picks, target, &able, |units, close| Order::Assault { target, units, close })
    }

    fn check(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Assault { target, units, close } => {
                check_target(state, side, *target)?;
                let twice = state.fights.iter().any(|fight| fight.target == *target);
                ensure!(!twice, Rule("R13"), "{target} is assaulted already in this phase");
                check_attack(state, side, *target, units, close, false)
            }
            Order::Reveal { objectives } => {
                let open = revealable(state);
                let known = side == Side::Allied
                    && objectives[0] < objectives[1]
                    && objectives.iter().all(|goal| open.contains(goal));
                ensure!(
                    known,
                    Rule("9.0:objectives"),
                    "two objectives of yours are shown that were reached and are not yet known"
                );
                Ok(())
            }
            Order::Pass => Ok(()),
            _ => Err(refuse(self, state, "declare an assault, or say that all are declared")),
        }
    }

    fn preview(&self, view: &View<'_, Somme>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Assault { target, units, close } => {
                let fight = Fight::of(side, *target, units.clone(), close.clone(), Occasion::First);
                let mut preview = Preview::called(format!("Assault with {}", units.len()));
                preview.odds_of(state, &fight);
                preview
            }
            Order::Reveal { .. } => Preview::called("Show them"),
            _ => {
                let mut preview = Preview::called(if state.fights.is_empty() { "No assaults" } else { "Over the top" });
                let declared = state.fights.len();
                preview.add_note(format!("{} {} declared.", count(declared, "assault"), are(declared)), Rule("8.0"));
                for fight in &state.fights {
                    let named =
                        format!("{}: {}", state.place_name(fight.target), super::offers::names(state, &fight.units));
                    preview.add_note(named, Rule("R13"));
                }
                let idle = targets(state, side).count();
                if idle > 0 {
                    preview.add_note(format!("{} could be assaulted.", count(idle, "more square")), Rule("8.0"));
                }
                preview
            }
        }
    }

    fn apply(&self, act: &mut Act<'_, Somme>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::look_again(act);
        match order {
            Order::Assault { target, units, close } => {
                for &unit in units {
                    act.state.mark(unit).put(Marks::COMMITTED);
                }
                let fight = Fight::of(side, *target, units.clone(), close.clone(), Occasion::First);
                act.happens(Event::AssaultDeclared(fight.clone()));
                act.state.fights.push(fight);
            }
            Order::Reveal { objectives } => {
                for goal in objectives {
                    act.state.shown |= 1 << goal;
                }
                act.reveals();
                act.happens(Event::Showed { goals: *objectives });
            }
            _ => over_the_top(act),
        }
    }
}

enum First {
    Target(Square),
    Reveal,
}

/// Who goes, and who of them in close assault: nobody, or two or three of different squares (R47).
pub(super) fn compose_attack(
    state: &State,
    picks: &mut Picks<'_, Order>,
    target: Square,
    able: &[UnitId],
    order: impl Fn(Units, Units) -> Order,
) -> Picked<Order> {
    // British and French seldom arrive together (11.3), so those of one country go, if nobody says otherwise.
    let of = |nation| {
        let own: Units = able.iter().copied().filter(|&unit| state.nation(unit) == nation).collect();
        strongest(state, &own, MOST_ATTACKERS)
    };
    let attack = |units: &Units| -> u8 { units.iter().map(|&unit| state.rated(unit, |r| r.attack)).sum() };
    let countries = || [Nation::German, Nation::French, Nation::British].map(of).into_iter();
    // They are found only where somebody is shown them.
    let found = OnceCell::new();
    let usual = |unit: &UnitId| found.get_or_init(|| countries().max_by_key(attack).unwrap_or_default()).contains(unit);
    let chosen = picks.ask(format_args!("who assaults {}?", state.place_name(target)), Rule("R13")).several(
        able.iter().copied(),
        (1, MOST_ATTACKERS),
        usual,
        |unit| {
            let attack = state.rated(*unit, |ratings| ratings.attack);
            let note = format!("attack {attack}, {}", courage(state, *unit));
            offer_unit(state, *unit).noted(Some(note)).tagged(Some(attack.to_string()))
        },
    )?;
    let units: Units = chosen.into_iter().collect();
    let two_squares = units.iter().any(|unit| state.square(*unit) != state.square(units[0]));
    let mut close = Units::new();
    loop {
        let next = units.iter().copied().filter(|unit| {
            // Players pick as they like; elsewhere in rising order, so that each choice is met once.
            let after = picks.tells() || close.last().is_none_or(|last| last < unit);
            after && !close.iter().any(|other| state.square(*other) == state.square(*unit))
        });
        let next: Units = next.collect();
        if close.len() == MOST_CLOSE || (next.is_empty() && close.len() != 1) || !two_squares {
            close.sort_unstable();
            return Ok(order(units, close));
        }
        if close.len() != 1 {
            let mut rising = close.clone();
            rising.sort_unstable();
            picks.enough(|| order(units.clone(), rising))?;
        }
        let (question, rule) = match close.len() {
            0 => ("does anybody go in close assault? Two or three of different squares", Rule("R15")),
            1 => ("who else goes in close assault?", Rule("R47")),
            _ => ("does a third go in close assault?", Rule("R15")),
        };
        close.push(picks.ask(question, rule).one_of(next, |unit| offer_unit(state, *unit))?);
    }
}

/// A unit's morale and what is added to its commitment roll, in words; whether tanks come along is seen once they do.
fn courage(state: &State, unit: UnitId) -> String {
    let Nerve { suppressed, unsupplied, out_of_command, .. } = nerve(state, unit);
    let morale = state.morale(unit);
    let all = [(suppressed, "suppressed"), (unsupplied, "unsupplied"), (out_of_command, "out of command")];
    let bad: SmallVec<[&str; 3]> = all.into_iter().filter_map(|(is, name)| is.then_some(name)).collect();
    match bad.len() {
        0 => format!("morale {morale}"),
        _ if state.is(unit, Marks::WENT) => format!("morale {morale}"),
        add => format!("morale {morale}, +{add} on the die: {}", bad.join(", ")),
    }
}

/// The strongest of some units.
pub(super) fn strongest(state: &State, able: &[UnitId], most: usize) -> Units {
    let mut order: SmallVec<[UnitId; 16]> = able.iter().copied().collect();
    order.sort_by_key(|&unit| {
        std::cmp::Reverse((state.rated(unit, |ratings| ratings.attack), state.listed(unit).morale))
    });
    order.truncate(most);
    order.sort_unstable();
    order.into_iter().collect()
}

/// Enemy squares that a side could assault now: occupied, or outposts (R31).
pub(super) fn targets(state: &State, side: Side) -> impl Iterator<Item = Square> {
    let able = state.on_map(side).filter(|&unit| is_able(state, unit, false));
    let beside = able.filter_map(|unit| state.square(unit)).flat_map(Square::neighbours).map(|(_, next)| next);
    // Nobody assaults what his own side holds.
    let near: SquareSet = beside.filter(|&square| state.holder(square) != side).collect();
    near.into_iter().filter(move |&square| can_assault(state, side, square))
}

/// Those of them that the next pick can mean.
fn meant_targets(state: &State, side: Side, pick: Option<&Pick>) -> impl Iterator<Item = Square> {
    let all = pick.is_none().then(|| targets(state, side));
    let one =
        pick.into_iter().flat_map(|pick| meant(Some(pick))).filter(move |&square| can_assault(state, side, square));
    all.into_iter().flatten().chain(one)
}

/// Could a side assault a square now?
fn can_assault(state: &State, side: Side, target: Square) -> bool {
    is_target(state, side, target)
        && !state.fights.iter().any(|fight| fight.target == target)
        && beside(state, side, target).any(|from| state.stack(from).any(|unit| is_able(state, unit, false)))
}

/// The squares from which a side can assault one: those of its own beside it, with no river between (R37: nor engaged with others).
fn beside(state: &State, side: Side, target: Square) -> impl Iterator<Item = Square> {
    let open = move |(way, from): (field::grid::Way, Square)| {
        let there = state.side_at(from) == Some(side);
        (there && state.battle.map().is_open(target, way) && may_engage(state, from, target)).then_some(from)
    };
    target.neighbours().filter_map(open)
}

/// Can a square be assaulted by a side?
pub(super) fn is_target(state: &State, side: Side, square: Square) -> bool {
    match state.side_at(square) {
        Some(there) => there != side && state.units_in(square).next().is_some() && state.is_open(square),
        None => state.is_outpost(square, side.other()),
    }
}

/// R37 The engaged assault only those they are engaged with.
pub(super) fn may_engage(state: &State, from: Square, target: Square) -> bool {
    !state.is_engaged(from) || state.are_engaged(from, target)
}

/// Could a unit assault in this phase? `again` says that it may have gone over the top already (R35).
fn is_able(state: &State, unit: UnitId, again: bool) -> bool {
    let never = Marks::DISRUPTED.and(Marks::BROKEN).and(Marks::STAYED);
    let barred = if again { never } else { never.and(Marks::COMMITTED) };
    !state.is_hq(unit) && !state.is_gun(unit) && !state.is(unit, barred)
}

/// The units that could assault a square.
pub(super) fn able(state: &State, side: Side, target: Square, again: bool) -> Units {
    let mut able = Units::new();
    for from in beside(state, side, target) {
        able.extend(state.stack(from).filter(|&unit| is_able(state, unit, again)));
    }
    able.sort_unstable();
    able
}

fn check_target(state: &State, side: Side, target: Square) -> Result<(), Refusal> {
    checks::on_map(state, target)?;
    let own = state.side_at(target) == Some(side);
    ensure!(!own, Rule("8.0"), "your own units stand in {target}");
    ensure!(
        is_target(state, side, target),
        Rule("R31"),
        "nobody defends {target}; a square is assaulted where enemies stand, or an empty trench that they cover"
    );
    Ok(())
}

/// Refuses an assault by units that cannot make it together.
pub(super) fn check_attack(
    state: &State,
    side: Side,
    target: Square,
    units: &[UnitId],
    close: &[UnitId],
    again: bool,
) -> Result<(), Refusal> {
    checks::rising(units)?;
    checks::rising(close)?;
    ensure!(!units.is_empty(), Rule("R13"), "none of your units beside {target} is free to assault it");
    ensure!(
        units.len() <= MOST_ATTACKERS,
        Rule("R13"),
        "{} units are named, but an assault has {MOST_ATTACKERS} at most",
        units.len()
    );
    for &unit in units {
        let at = checks::own(state, side, unit)?;
        let name = state.name(unit);
        ensure!(
            !state.is_hq(unit) && !state.is_gun(unit),
            Rule("8.0"),
            "{name} does not assault; guns and headquarters never do"
        );
        ensure!(!state.is(unit, Marks::DISRUPTED), Rule("disruption:no-assault"), "{name} is disrupted");
        ensure!(!state.is(unit, Marks::BROKEN), Rule("R24"), "{name} is broken down");
        ensure!(
            !state.is(unit, Marks::STAYED),
            Rule("R44"),
            "{name} did not go over the top and does nothing more in this phase"
        );
        ensure!(again || !state.is(unit, Marks::COMMITTED), Rule("R13"), "{name} is in another assault already");
        let Some(way) = at.way_to(target) else {
            bail!(Rule("R13"), "{name} stands in {at}, which is not beside {target}");
        };
        ensure!(
            state.battle.map().is_open(at, way),
            Rule("11.5.1:somme"),
            "the Somme parts {at} from {target}, and no major road crosses it there"
        );
        ensure!(
            may_engage(state, at, target),
            Rule("R37"),
            "{name} is engaged and assaults only those it is engaged with"
        );
    }
    check_close(state, units, close)
}

fn check_close(state: &State, units: &[UnitId], close: &[UnitId]) -> Result<(), Refusal> {
    let among = close.iter().all(|unit| units.contains(unit));
    ensure!(among, Rule("R15"), "only units of the assault go in close assault");
    ensure!(close.len() != 1, Rule("R47"), "one unit alone in close assault gains nothing; name two or three, or none");
    ensure!(
        close.len() <= MOST_CLOSE,
        Rule("R15"),
        "{} units are in close assault, but {MOST_CLOSE} are the most",
        close.len()
    );
    for (place, unit) in close.iter().enumerate() {
        let same = close[..place].iter().any(|other| state.square(*other) == state.square(*unit));
        ensure!(!same, Rule("R15"), "at most one unit of a square goes in close assault");
    }
    Ok(())
}

/// 9.0 Objectives of the Allies that were reached and not shown, where they are secret.
fn revealable(state: &State) -> SmallVec<[u8; 5]> {
    let Some(drawn) = state.drawn.as_ref().and_then(Secret::known) else { return SmallVec::new() };
    if state.shown.count_ones() >= 2 {
        return SmallVec::new();
    }
    let open = |goal: &u8| state.reached & (1 << goal) != 0 && state.shown & (1 << goal) == 0;
    drawn.goals.iter().copied().filter(open).collect()
}

/// Can the active player assault anything, or has he declared what he must still send over the top?
pub(super) fn is_open(state: &State) -> bool {
    let declared = state.fights.iter().any(|fight| fight.stage == Stage::Declared);
    declared || targets(state, state.active).next().is_some()
}

/// 8.7 All who are named roll, then British and French are coordinated.
fn over_the_top(act: &mut Act<'_, Somme>) {
    for place in 0..act.state.fights.len() {
        commit(act, place);
    }
    // A square against which nobody went was not assaulted, so there is no second attack on it either (R35, R41).
    act.state.fights.retain(|fight| fight.stage != Stage::Done);
    turn::next_step(act);
}

/// 8.7.1 The rolls of one assault. Tanks that have not rolled for breakdown in this phase do so first (R24).
pub(super) fn commit(act: &mut Act<'_, Somme>, place: usize) {
    let fight = &act.state.fights[place];
    let (side, target, units) = (fight.side, fight.target, fight.units.clone());
    // Who stands with them is heartened by those that run (R14).
    let fresh: Units = units.iter().copied().filter(|&unit| rolls(act.state, unit)).collect();
    for unit in fresh {
        breaks_down(act, unit);
    }
    let mut gone = Units::new();
    for &unit in &units {
        if act.state.is(unit, Marks::BROKEN) {
            continue;
        }
        if act.state.is(unit, Marks::WENT) {
            gone.push(unit);
        } else if goes(act, unit) {
            act.state.mark(unit).put(Marks::WENT);
            gone.push(unit);
            act.happens(Event::Goes { unit });
        } else {
            act.state.mark(unit).put(Marks::STAYED);
            act.happens(Event::Stayed { unit });
        }
    }
    act.state.fights[place].close.retain(|unit| gone.contains(unit));
    act.state.fights[place].units = gone.clone();
    if gone.is_empty() {
        act.state.fights[place].stage = Stage::Done;
        act.happens(Event::NobodyWent { target });
        return;
    }
    act.state.fights[place].stage = Stage::Committed;
    // R41 An assault counts if at least one unit went over the top.
    act.state.cost[side].assaults = act.state.cost[side].assaults.saturating_add(1);
    act.state.british_assaulted |= gone.iter().any(|&unit| act.state.nation(unit) == Nation::British);
    act.happens(Event::Went { target, units: gone });
}

fn goes(act: &mut Act<'_, Somme>, unit: UnitId) -> bool {
    let nerve = nerve(act.state, unit);
    act.throwing_for(|state| state.name(unit).to_owned()).roll_as(
        |state| OnDesk::of(&crate::commitment::procedure(), &on_desk(state, unit, nerve)),
        |dice| resolve_commitment(&nerve, 1, dice),
    ) == 1
}

/// The roll as the desk takes it, where one headquarters commands and supplies: one of those on the map for which it comes to
/// the same, or else one that is nowhere near.
fn on_desk(state: &State, unit: UnitId, nerve: Nerve) -> Commitment {
    let (nation, at) = (state.nation(unit), state.square(unit));
    let Nerve { morale, trained, suppressed, disrupted, with_tank, .. } = nerve;
    let increased = nation.is_allied() && state.has_bought(Operation::IncreasedSupplies);
    let far = Commitment {
        morale: morale.clamp(3, 6),
        trained,
        suppressed,
        disrupted,
        with_tank,
        nation,
        hq_distance: 20,
        hq_condition: Condition::GoodOrder,
        hq_mode: Mode::Command,
        supplies: if increased { Supplies::Increased } else { Supplies::Usual },
        weather: state.weather,
    };
    let seats = state.seats(nation, Mode::Command).map(|seat| Commitment {
        hq_distance: at.map_or(20, |at| at.steps_to(seat.at)).min(20),
        hq_condition: seat.hq.condition,
        hq_mode: seat.hq.mode,
        ..far.clone()
    });
    let near = |hq_mode| Commitment { hq_distance: 3, hq_mode, ..far.clone() };
    let mut all = seats.chain([near(Mode::Command), near(Mode::Supply)]);
    all.find(|hq| hq.nerve() == nerve).unwrap_or_else(|| far.clone())
}

/// R14 What bears on a unit's courage.
pub(super) fn nerve(state: &State, unit: UnitId) -> Nerve {
    let at = state.square(unit);
    // A company that stands by while others are sent from its square heartens nobody.
    let own = state.fights.iter().find(|fight| fight.units.contains(&unit));
    let tank = |other: UnitId| {
        let runs = state.kind(other) == Some(Kind::Tanks) && !state.is(other, Marks::BROKEN.and(Marks::DISRUPTED));
        other != unit && runs && own.is_none_or(|fight| fight.units.contains(&other))
    };
    Nerve {
        morale: state.listed(unit).morale,
        trained: state.is_trained(unit),
        suppressed: state.is(unit, Marks::SUPPRESSED),
        disrupted: state.is(unit, Marks::DISRUPTED),
        unsupplied: !state.is_supplied(unit),
        out_of_command: !state.is_commanded(unit),
        with_tank: at.is_some_and(|at| state.stack(at).any(tank)),
    }
}
