//! 10.0, 11.0: the defenders fire (2H), and the assaults are resolved in the attacker's order (2I).

use super::event::Event;
use super::fight::{Fight, Occasion, Stage};
use super::frame::{Cause, Frame};
use super::offers::{meant, names, offer_square};
use super::order::{Order, Resource};
use super::state::State;
use super::units::{Marks, UnitId, Units};
use super::{Somme, commit_step, losses, turn};
use crate::assault::{self, resolve_assault, resolve_wind};
use crate::defensive_fire::{Volley, resolve_defensive_fire};
use crate::results::{Fate, Verdict};
use crate::scenario::Square;
use crate::seats::{ATTACKER, DEFENDER};
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, ensure};
use kernel::procedure::OnDesk;
use smallvec::SmallVec;

/// 2H The next assault that has not been fired at, or the end of the step.
pub(super) fn fire_on(act: &mut Act<'_, Somme>) {
    let next = act.state.fights.iter().position(|fight| fight.stage == Stage::Committed);
    let Some(place) = next else { return turn::next_step(act) };
    act.state.frames.push(Frame::Aim { fight: place as u8 });
}

/// The defenders fire at the only square that attacks.
pub(super) fn fire_at_once(act: &mut Act<'_, Somme>, place: u8) {
    let at = act.state.fights[usize::from(place)].squares(act.state).first().copied();
    match at {
        Some(at) => fire(act, place, at),
        None => act.state.fights[usize::from(place)].stage = Stage::Done,
    }
}

fn fire(act: &mut Act<'_, Somme>, place: u8, at: Square) {
    let number = usize::from(place);
    let fight = act.state.fights[number].clone();
    let situation = fight.fire(act.state, at);
    let is_fired_at = fight.is_fired_at(act.state);
    let (own, neighbour) = (situation.factors > 0, fight.helping_square(act.state));
    act.state.fights[number].stage = Stage::Fired;
    if !is_fired_at {
        return act.happens(Event::NoFire { target: fight.target });
    }
    let volley = act.roll_as(
        |_| OnDesk::of(&crate::defensive_fire::procedure(), &situation),
        |dice| resolve_defensive_fire(&situation, dice),
    );
    act.happens(Event::Fired { target: fight.target, at, volley, own, neighbour });
    let units = fight.from(act.state, at);
    match volley {
        Volley::None => {}
        Volley::Retreat | Volley::Disrupt => {
            // R34 They go back to the square they came from and take no further part.
            act.state.fights[number].units.retain(|unit| !units.contains(unit));
            act.state.fights[number].close.retain(|unit| !units.contains(unit));
            act.happens(Event::DrivenBack { units: units.clone(), at });
            if volley == Volley::Disrupt {
                units.into_iter().for_each(|unit| losses::disrupt(act, unit));
            }
        }
        _ => {
            let close: Units = units.iter().copied().filter(|unit| fight.close.contains(unit)).collect();
            losses::push(act, fight.side, units, close, volley.steps(), Cause::Fire);
        }
    }
}

/// R18 Which attacking square does the defender fire at?
pub(super) struct Aim;

impl Decide<Somme> for Aim {
    fn question(&self, state: &State) -> (&'static str, Rule) {
        ("name a target for the fire", state.step_rule())
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let fight = aimed(state);
        let pick = picks.upcoming();
        let at = picks
            .ask(
                format_args!("which square that attacks {} do you fire at?", state.place_name(fight.target)),
                Rule("R18"),
            )
            .one_of_wider(
                fight.squares(state),
                || meant(pick),
                |at| {
                    // Only who attacks from there is fired at.
                    let who = names(state, &fight.from(state, *at));
                    Offer::of(Pick::Place(at.place()), format!("{}: {who}", state.place_name(*at)))
                },
            )?;
        Ok(Order::Aim { at })
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::Aim { at } = order else {
            return Err(refuse(self, state, "name a square that attacks"));
        };
        let attacks = aimed(state).squares(state).contains(at);
        ensure!(attacks, Rule("R18"), "nobody attacks from {at}");
        Ok(())
    }

    fn preview(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Preview {
        let (state, mut preview) = (view.state(), Preview::called("Fire"));
        if let Order::Aim { at } = order {
            let situation = aimed(state).fire(state, *at);
            preview.add_test(
                format!("fire at {}", state.place_name(*at)),
                &crate::defensive_fire::procedure(),
                &situation,
            );
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        let Order::Aim { at } = order else { unreachable!("a checked order aims") };
        let Some(Frame::Aim { fight }) = act.state.frames.pop() else { unreachable!("fire is aimed with its frame") };
        fire(act, fight, *at);
    }
}

/// The assault whose defenders fire.
pub(super) fn aimed(state: &State) -> &Fight {
    match state.frames.last() {
        Some(
            Frame::Aim { fight } | Frame::Answer { fight } | Frame::Advance { fight, .. } | Frame::Pursue { fight, .. },
        ) => &state.fights[usize::from(*fight)],
        _ => unreachable!("an assault has its frame"),
    }
}

/// 2I What is left to resolve: all assaults that were fired at.
pub(super) fn ready(state: &State) -> SmallVec<[u8; 8]> {
    let all = (0..state.fights.len()).filter(|&place| state.fights[place].stage == Stage::Fired);
    all.map(|place| place as u8).collect()
}

/// The step of assaults goes on by itself: one that is left is resolved, and after the last come second attacks.
pub(super) fn go_on(act: &mut Act<'_, Somme>) {
    let ready = ready(act.state);
    // Where nobody is left there is nothing to choose.
    if let Some(&place) = ready.iter().find(|&&place| act.state.fights[usize::from(place)].units.is_empty()) {
        return resolve(act, place);
    }
    match ready[..] {
        [] if super::again_step::is_open(act.state) => act.state.open = true,
        [] => turn::next_step(act),
        [only] => resolve(act, only),
        _ => act.state.open = true,
    }
}

/// R13 Which assault is resolved next?
pub(super) struct Resolve;

impl Decide<Somme> for Resolve {
    fn question(&self, state: &State) -> (&'static str, Rule) {
        ("resolve an assault", state.step_rule())
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let targets: SmallVec<[Square; 8]> =
            ready(state).iter().map(|&place| state.fights[usize::from(place)].target).collect();
        let pick = picks.upcoming();
        let target = picks.ask("which assault is resolved next?", Rule("R13")).one_of_wider(
            targets,
            || meant(pick),
            |target| offer_square(state, *target),
        )?;
        Ok(Order::Resolve { target })
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let Order::Resolve { target } = order else {
            return Err(refuse(self, state, "name a square that is assaulted"));
        };
        let is = ready(state).iter().any(|&place| state.fights[usize::from(place)].target == *target);
        ensure!(is, Rule("R13"), "no assault on {target} waits to be resolved");
        Ok(())
    }

    fn preview(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Preview {
        let (state, mut preview) = (view.state(), Preview::called("Resolve it"));
        if let Order::Resolve { target } = order {
            let found = ready(state)
                .into_iter()
                .map(|place| &state.fights[usize::from(place)])
                .find(|fight| fight.target == *target);
            if let Some(fight) = found {
                let label = format!("assault on {}", state.place_name(*target));
                preview.add_test(label, &assault::procedure(), &fight.on_desk(state));
                if fight.counterattackers(state).is_empty() {
                    preview.add_note("Nobody there can counterattack: C is won like DR.", Rule("R36"));
                    let lines = preview.tests.iter_mut().flat_map(|test| &mut test.odds.outcomes);
                    let won = Verdict::Counterattack.to_string();
                    lines.filter(|line| line.outcome == won).for_each(|line| line.hoped = true);
                }
            }
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        turn::look_again(act);
        let Order::Resolve { target } = order else { unreachable!("a checked order resolves") };
        let found = ready(act.state).into_iter().find(|&place| act.state.fights[usize::from(place)].target == *target);
        resolve(act, found.expect("a checked assault waits"));
    }
}

/// 11.0 One assault is resolved.
pub(super) fn resolve(act: &mut Act<'_, Somme>, place: u8) {
    let number = usize::from(place);
    let fight = act.state.fights[number].clone();
    act.state.fights[number].stage = Stage::Done;
    let target = fight.target;
    if fight.units.is_empty() {
        return act.happens(Event::Beaten { target, left: false });
    }
    // What stood there may be gone by an assault before: then the square is open.
    if !commit_step::is_target(act.state, fight.side, target) {
        let own = act.state.side_at(target) == Some(fight.side);
        act.happens(Event::Empty { target });
        if !own {
            act.state.frames.push(Frame::Advance { fight: place, through: false, gone: Units::new() });
        }
        return;
    }
    let supported = fight.support(act.state).support != crate::headquarters::Support::None;
    if !supported {
        act.state.fights[number].resources.clear();
    }
    let desk = |state: &State| OnDesk::of(&assault::procedure(), &fight.on_desk(state));
    let smokes = supported && fight.resources.contains(&Resource::Smoke);
    let smoke = smokes && act.roll_as(desk, |dice| resolve_wind(ATTACKER, dice));
    let terms = fight.terms(act.state, smoke);
    let verdict = act.roll_as(desk, |dice| resolve_assault(&terms, "assault", ATTACKER, dice));
    act.happens(Event::Resolved { target, verdict, counter: false });
    carry_out(act, place, verdict);
}

/// R20, R21, R31, R34, R36 What a verdict does.
fn carry_out(act: &mut Act<'_, Somme>, place: u8, verdict: Verdict) {
    let fight = act.state.fights[usize::from(place)].clone();
    let target = fight.target;
    let outpost = act.state.side_at(target).is_none();
    disengage(act, &fight, verdict);
    match verdict {
        Verdict::Engaged if outpost => act.happens(Event::Beaten { target, left: true }),
        Verdict::Engaged => engage(act, target, &fight.squares(act.state)),
        Verdict::Counterattack if fight.counterattackers(act.state).is_empty() => {
            if !outpost {
                act.happens(Event::GivesWay { target, chosen: false });
            }
            defeat(act, place, Fate::Retreats(0), false);
        }
        Verdict::Counterattack => act.state.frames.push(Frame::Answer { fight: place }),
        _ => {
            hurt(act, &fight.units, verdict.attacker());
            if let Fate::Retreats(_) = verdict.attacker() {
                for at in fight.squares(act.state) {
                    act.happens(Event::DrivenBack { units: fight.from(act.state, at), at });
                }
            }
            if verdict.defender() != Fate::Stands {
                let again = fight.occasion == Occasion::Pursuit;
                // R38 A breakthrough within a breakthrough is DE.
                defeat(act, place, verdict.defender(), verdict == Verdict::Breakthrough && !again);
            }
        }
    }
}

/// R21 Another result than ENG ends the engagement of those who fought.
fn disengage(act: &mut Act<'_, Somme>, fight: &Fight, verdict: Verdict) {
    if verdict != Verdict::Engaged {
        let squares = fight.squares(act.state);
        let between = |one: Square, other: Square| squares.contains(&one) && other == fight.target;
        act.state.engaged.retain(|(one, other)| !between(*one, *other) && !between(*other, *one));
    }
}

fn engage(act: &mut Act<'_, Somme>, target: Square, squares: &[Square]) {
    for &square in squares {
        if !act.state.are_engaged(square, target) {
            act.state.engaged.push((square, target));
        }
    }
    act.happens(Event::Engaged { target, with: squares.to_vec() });
}

/// R20 Each unit of a side loses steps by its fate; E takes all. Attackers stay where they came from (R34).
fn hurt(act: &mut Act<'_, Somme>, units: &[UnitId], fate: Fate) {
    for &unit in units {
        match fate {
            Fate::Stands => {}
            Fate::Retreats(steps) => losses::lose(act, unit, steps, true),
            Fate::Eliminated => losses::eliminate(act, unit, true),
        }
    }
}

/// The defenders lose the square: steps, then their retreat, then the attackers may advance.
fn defeat(act: &mut Act<'_, Somme>, place: u8, fate: Fate, through: bool) {
    let target = act.state.fights[usize::from(place)].target;
    act.state.frames.push(Frame::Advance { fight: place, through, gone: Units::new() });
    give_up(act, target, fate);
}

/// R20, R40 All who stand in a square are hurt and leave it; headquarters share that.
fn give_up(act: &mut Act<'_, Somme>, square: Square, fate: Fate) {
    let Some(side) = act.state.side_at(square) else {
        return act.happens(Event::GivesWay { target: square, chosen: false });
    };
    let units: Units = act.state.units_in(square).collect();
    hurt(act, &units, fate);
    let mut left: Units = act.state.stack(square).collect();
    left.sort_unstable();
    if fate == Fate::Eliminated {
        left.into_iter().for_each(|unit| losses::eliminate(act, unit, true));
        return;
    }
    // R24 Broken-down tanks cannot go back; they are captured.
    let broken: Units = left.iter().copied().filter(|&unit| act.state.is(unit, Marks::BROKEN)).collect();
    for unit in broken {
        act.happens(Event::Captured { unit });
        losses::eliminate(act, unit, true);
        left.retain(|other| *other != unit);
    }
    if !left.is_empty() {
        act.state.frames.push(Frame::Retreat { side, units: left });
    }
}

/// R36 On C the defender counterattacks, or gives way.
pub(super) struct Answer;

impl Decide<Somme> for Answer {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("counterattack or give way", Rule("R36"))
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let fight = aimed(state);
        let pick = picks.upcoming();
        let on = picks
            .ask(
                format_args!("which square is counterattacked from {}?", state.place_name(fight.target)),
                Rule("11.8:c"),
            )
            .or_under("give-way", "give way instead", Rule("R36"), Order::GiveWay)
            .one_of_wider(fight.squares(state), || meant(pick), |on| offer_square(state, *on))?;
        Ok(Order::Counterattack { on })
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        match order {
            Order::Counterattack { on } => {
                let attacks = aimed(state).squares(state).contains(on);
                ensure!(attacks, Rule("R21"), "nobody attacked from {on}; counterattack a square that did");
                Ok(())
            }
            Order::GiveWay => Ok(()),
            _ => Err(refuse(self, state, "counterattack an attacking square, or give way")),
        }
    }

    fn preview(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Preview {
        let state = view.state();
        let Order::Counterattack { on } = order else { return Preview::called("Give way") };
        let mut preview = Preview::called("Counterattack");
        let label = format!("counterattack on {}", state.place_name(*on));
        preview.add_test(label, &assault::procedure(), &aimed(state).counter_on_desk(state, *on));
        preview.add_note("A second C is ENG; AR or worse loses the square.", Rule("R36"));
        preview
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        let Some(Frame::Answer { fight: place }) = act.state.frames.pop() else { unreachable!("C has its frame") };
        let fight = act.state.fights[usize::from(place)].clone();
        let Order::Counterattack { on } = *order else {
            act.happens(Event::GivesWay { target: fight.target, chosen: true });
            return defeat(act, place, Fate::Retreats(0), false);
        };
        let terms = fight.counter_terms(act.state, on);
        let verdict = act.roll_as(
            |state| OnDesk::of(&assault::procedure(), &fight.counter_on_desk(state, on)),
            |dice| resolve_assault(&terms, "counterattack", DEFENDER, dice),
        );
        act.happens(Event::Resolved { target: on, verdict, counter: true });
        countered(act, place, on, verdict);
    }
}

/// R21, R36 What a counterattack leads to: a second C is ENG, and one that fails loses the square.
fn countered(act: &mut Act<'_, Somme>, place: u8, on: Square, verdict: Verdict) {
    let fight = act.state.fights[usize::from(place)].clone();
    match (verdict.attacker(), verdict.defender()) {
        (Fate::Stands, Fate::Stands) => engage(act, fight.target, &[on]),
        (Fate::Stands, fate) => give_up(act, on, fate),
        (fate, _) => {
            let fit = fight.counterattackers(act.state);
            hurt(act, &fit, fate);
            defeat(act, place, Fate::Retreats(0), false);
        }
    }
}

/// Is something decided by whoever attacks: the order of assaults, or a second attack?
pub(super) fn decision(state: &State) -> &'static dyn Decide<Somme> {
    if ready(state).is_empty() { &super::again_step::Again } else { &Resolve }
}
