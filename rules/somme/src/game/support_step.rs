//! 9.0: the command center, and what it gives to assaults (2F, 2G).

use super::event::Event;
use super::fight::{Fight, Occasion, Stage};
use super::offers::{PASS, meant, offer_square};
use super::order::{Operation, Order, Resource};
use super::preview::Previewed;
use super::state::State;
use super::units::{Marks, UnitId};
use super::{Somme, turn};
use crate::command_center::{CommandCenter, Resources, Side as Owner, Tanks, resolve_command_center};
use crate::headquarters::Support;
use crate::scenario::{Side, Square, Trench};
use crate::units::{Kind, Nation};
use kernel::game::{Act, Decide, Offer, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, bail, ensure};
use kernel::procedure::OnDesk;

/// 11.5.2 At most so many resources go to an assault.
const MOST_RESOURCES: usize = 4;

/// 9.0 The roll of the command center, where there are assaults.
pub(super) fn roll(act: &mut Act<'_, Somme>) {
    let side = act.state.active;
    let assaults = act.state.fights.iter().any(|fight| fight.stage == Stage::Committed);
    if assaults {
        let center = center(act.state, side);
        let rolled = act.roll_as(
            |_| OnDesk::of(&crate::command_center::procedure(), &center),
            |dice| resolve_command_center(&center, dice),
        );
        let scenario = act.state.battle.scenario();
        let free = if act.state.turn == 1 && side == scenario.first { scenario.free } else { Resources::NONE };
        act.state.resources = add(rolled, free);
        let resources = act.state.resources;
        act.happens(Event::Center { side, resources, free: free != Resources::NONE });
        // R17 What nobody can be given is not asked for.
        if supportable(act.state).all(|fight| fight.support(act.state).support == Support::None) {
            act.happens(Event::Unsupported);
        }
    }
    turn::next_step(act);
}

fn add(mut one: Resources, other: Resources) -> Resources {
    one.second_attacks += other.second_attacks;
    for resource in Resource::ALL {
        *left_mut(&mut one, resource) += left(other, resource);
    }
    one
}

/// 9.0, R23, R47 The modifiers of a side's roll.
pub(super) fn center(state: &State, side: Side) -> CommandCenter {
    let map = state.battle.map();
    let disrupted = |nation: Nation| {
        let hqs = state.battle.hqs(nation).iter();
        hqs.filter(|&&hq| state.square(hq).is_some() && state.is(hq, Marks::DISRUPTED)).count()
    };
    let on_start_line =
        |unit: UnitId, trench: Trench| state.square(unit).filter(|&square| map.land(square).trench == Some(trench));
    let german_in_first = state.on_map(Side::German).any(|unit| on_start_line(unit, Trench::First).is_some());
    // R47 An Allied unit on the Allied start line with an untaken German trench within 2 squares.
    let near = |square: Square| {
        let untaken = |other: Square| {
            let german = state.holder(other) == Side::German && state.is_open(other);
            german && map.land(other).trench == Some(Trench::First)
        };
        square.within(2).iter().any(untaken)
    };
    let allied_on_start_line =
        state.on_map(Side::Allied).any(|unit| on_start_line(unit, Trench::AlliedStart).is_some_and(near));
    let mut companies = state.on_map(Side::Allied).filter(|&unit| state.kind(unit) == Some(Kind::Tanks));
    let out = |unit: UnitId| state.is(unit, Marks::BROKEN) || state.unit(unit).left < state.ratings(unit).steps;
    let tanks = match companies.clone().next() {
        None => Tanks::None,
        Some(_) if companies.all(out) => Tanks::AllOut,
        Some(_) => Tanks::Running,
    };
    // Where the objectives are secret, only those that were shown count.
    let reached = if state.drawn.is_some() { state.shown.count_ones() } else { state.reached.count_ones() };
    let improved = match side {
        Side::Allied => state.has_bought(Operation::BritishCommandCenter),
        Side::German => state.has_bought(Operation::GermanCommandCenter),
    };
    CommandCenter {
        side: if side == Side::Allied { Owner::Allied } else { Owner::German },
        improved,
        weather: state.weather,
        disrupted_hqs: (disrupted(Nation::British) + disrupted(Nation::French)).min(9) as u8,
        objectives: reached.min(12) as u8,
        attack_planning: state.attack_planning,
        no_germans: !german_in_first,
        allied_on_start_line,
        primary_trench: german_in_first,
        tanks,
    }
}

/// 2G: which resources go to which assault?
pub(super) struct Supporting;

impl Decide<Somme> for Supporting {
    fn question(&self, state: &State) -> (&'static str, Rule) {
        ("support assaults", state.step_rule())
    }

    fn compose(&self, view: &View<'_, Somme>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let pick = picks.upcoming();
        let target = picks
            .ask("which assault gets a resource?", Rule("9.0"))
            .or(PASS, "no more resources", Order::Pass)
            .one_of_wider(
                supportable(state).filter(|fight| has_use(state, fight)).map(|fight| fight.target),
                || meant(pick),
                |target| offer_square(state, *target),
            )?;
        let fight = picks.only_some(supportable(state).find(|fight| fight.target == target))?;
        let resource = picks.ask("which resource?", Rule("11.5.2")).one_of_wider(
            Resource::ALL.into_iter().filter(|&resource| may_have(state, fight, resource)),
            || Resource::ALL,
            |resource| {
                let (word, label, rule) = resource.words();
                Offer::option(word, label).under(rule).noted(Some(format!("{} left", left(state.resources, *resource))))
            },
        )?;
        Ok(Order::Support { target, resource })
    }

    fn check(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        match order {
            Order::Support { target, resource } => {
                let Some(fight) = supportable(state).find(|fight| fight.target == *target) else {
                    bail!(Rule("9.0"), "there is no assault on {target} that could be supported");
                };
                check(state, fight, *resource)
            }
            Order::Pass => Ok(()),
            _ => Err(refuse(self, state, "give a resource to an assault, or pass")),
        }
    }

    fn preview(&self, view: &View<'_, Somme>, _: Seat, order: &Order) -> Preview {
        let state = view.state();
        let Order::Support { target, resource } = order else {
            let mut preview = Preview::called("No more resources");
            supportable(state).for_each(|fight| preview.odds_of(state, fight));
            return preview;
        };
        let mut preview = Preview::called(format!("Give the {}", resource.name()));
        if let Some(fight) = supportable(state).find(|fight| fight.target == *target) {
            let mut supported = fight.clone();
            supported.resources.push(*resource);
            preview.odds_of(state, &supported);
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, Somme>, _: Seat, order: &Order) {
        turn::look_again(act);
        let Order::Support { target, resource } = order else { return turn::next_step(act) };
        *left_mut(&mut act.state.resources, *resource) -= 1;
        let open = |fight: &&mut Fight| fight.target == *target && fight.stage == Stage::Committed;
        if let Some(fight) = act.state.fights.iter_mut().find(open) {
            fight.resources.push(*resource);
        }
        act.happens(Event::Supported { target: *target, resource: *resource });
    }
}

/// How many of a resource are left.
pub(super) fn left(mut resources: Resources, resource: Resource) -> u8 {
    *left_mut(&mut resources, resource)
}

fn left_mut(resources: &mut Resources, resource: Resource) -> &mut u8 {
    match resource {
        Resource::Lift => &mut resources.lift,
        Resource::Creeping => &mut resources.creeping,
        Resource::Smoke => &mut resources.smoke,
        Resource::TanksCavalry => &mut resources.tanks_cavalry,
        Resource::Gas => &mut resources.gas,
        Resource::Night => &mut resources.night,
        Resource::Consolidate => &mut resources.consolidate,
    }
}

/// May an assault have a resource? What is not left needs no sentence.
pub(super) fn may_have(state: &State, fight: &Fight, resource: Resource) -> bool {
    left(state.resources, resource) > 0 && check(state, fight, resource).is_ok()
}

/// Refuses a resource that an assault cannot have.
pub(super) fn check(state: &State, fight: &Fight, resource: Resource) -> Result<(), Refusal> {
    ensure!(left(state.resources, resource) > 0, Rule("9.0:roll"), "no {} is left in this phase", resource.name());
    check_use(state, fight, resource)
}

/// Refuses a resource that an assault could not have if the command center gave it.
pub(super) fn check_use(state: &State, fight: &Fight, resource: Resource) -> Result<(), Refusal> {
    let target = fight.target;
    ensure!(fight.occasion != Occasion::Pursuit, Rule("R21"), "an assault after a breakthrough has no resources");
    let supported = fight.support(state).support != Support::None;
    ensure!(supported, Rule("R17"), "the assault on {target} has no command support, so it may use no resources");
    ensure!(!fight.resources.contains(&resource), Rule("R22"), "the assault on {target} has one of that kind already");
    // A second attack is itself one of the four.
    let used = fight.resources.len() + usize::from(fight.occasion == Occasion::Again);
    ensure!(
        used < MOST_RESOURCES,
        Rule("11.5.2:four-resources"),
        "the assault on {target} has {MOST_RESOURCES} resources already, the most there may be"
    );
    if matches!(resource, Resource::Lift | Resource::Creeping) {
        let other = fight.resources.iter().any(|other| matches!(other, Resource::Lift | Resource::Creeping));
        ensure!(!other, Rule("R22"), "an assault has a lift or a creeping barrage, not both");
        ensure!(!state.is_engaged(target), Rule("R44"), "{target} is engaged, and no barrage can be laid there");
        ensure!(
            has_guns(state, fight.side, target),
            Rule("R44"),
            "no artillery in range of {target} is fit to fire a barrage"
        );
    }
    if resource == Resource::TanksCavalry {
        let leads = |&unit: &UnitId| matches!(state.kind(unit), Some(Kind::Tanks | Kind::Cavalry));
        ensure!(fight.units.iter().any(leads), Rule("R22"), "no tanks or cavalry take part in the assault on {target}");
    }
    if resource == Resource::Consolidate {
        let own = state.trench(target, fight.side).is_some();
        ensure!(!own, Rule("R33"), "a trench of your own is in {target}: it serves you again once the square is taken");
    }
    Ok(())
}

/// R44 An artillery unit in range that is neither disrupted nor silenced in this phase.
fn has_guns(state: &State, side: Side, target: Square) -> bool {
    let fit = |gun: &&UnitId| {
        let at = state.square(**gun);
        let range = super::batteries::range(state.kind(**gun));
        at.is_some_and(|at| at.steps_to(target) <= range && !state.is_engaged(at))
            && !state.is(**gun, Marks::DISRUPTED.and(Marks::SILENCED))
    };
    state.battle.guns(side).iter().any(|gun| fit(&gun))
}

/// Assaults that can still be given resources.
pub(super) fn supportable(state: &State) -> impl Iterator<Item = &Fight> {
    state.fights.iter().filter(|fight| fight.stage == Stage::Committed)
}

/// Is there a resource that an assault could have?
fn has_use(state: &State, fight: &Fight) -> bool {
    Resource::ALL.iter().any(|&resource| may_have(state, fight, resource))
}

/// Is there an assault that could have a resource? What was given can be taken back until the player says that it is all.
pub(super) fn is_open(state: &State) -> bool {
    supportable(state).any(|fight| has_use(state, fight) || !fight.resources.is_empty())
}
