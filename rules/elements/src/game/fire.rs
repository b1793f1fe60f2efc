//! 2: the fire phase: smoke, speculative fire and direct fire, in this order (Turn sequence:2, R6).

use super::combat::fights;
use super::event::Event;
use super::hidden::{discover, reveal};
use super::offers;
use super::route::FACINGS;
use super::smoke::check_smoke;
use super::strike::Firer;
use super::{Act, Elements, Mark, Order, Phase, Side, State, UnitId, Weapon};
use field::Point;
use kernel::ensure;
use kernel::game::{Decide, Offer, Picked, Picks, Preview, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// An element fires, or the phase is over.
pub(super) struct Fire;

/// What is asked.
pub(super) const QUESTION: &str = "fire";

/// What is picked for an element: a target, or something else to do.
#[derive(Clone, Copy)]
enum Choice {
    At(UnitId),
    Smoke,
    Spot,
}

impl Decide<Elements> for Fire {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("Turn sequence:2"))
    }

    fn compose(&self, view: &View<'_, Elements>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let who = if waits_for_support(state) { "who lays smoke before the support falls?" } else { "who fires?" };
        let unit = picks.ask(who, Rule("R6")).or_under("done", done(state), Rule("R56"), Order::Done).one_that(
            state.ids(),
            // Who has nobody to fire at leads to no order; that is found out for him alone, not for all at every pick.
            |id| {
                state.get(*id).is_some_and(|piece| piece.side == side && !piece.is(Mark::FIRED) && piece.stands())
                    && state.may_fire(side, *id).is_ok()
            },
            |id| {
                if waits_for_support(state) {
                    offers::unit(state, *id)
                } else {
                    super::chances::firer(state, *id, may_guess(state, side, *id))
                }
            },
        )?;
        let name = state.name(unit);
        let best = std::cell::OnceCell::new();
        let is_best = |target: UnitId| {
            *best.get_or_init(|| state.get(unit).and_then(|_| super::chances::best_target(state, unit))) == Some(target)
        };
        // Whom to fire at is asked at once; smoke and spots are words beside the targets.
        let direct = state.may_fire(side, unit).is_ok() && check_step(state, Phase::Direct).is_ok();
        let choice = picks.ask(format_args!("at whom does {name} fire?"), Rule("Turn sequence:2d")).one_that(
            state.ids().map(Choice::At).chain([Choice::Smoke, Choice::Spot]),
            |choice| match choice {
                Choice::At(target) => direct && state.weapons(unit, *target).next().is_some(),
                Choice::Smoke => may_smoke(state, side, unit),
                Choice::Spot => may_guess(state, side, unit),
            },
            |choice| match choice {
                Choice::At(target) => super::chances::target(state, unit, *target, is_best(*target)),
                Choice::Smoke => Offer::option("smoke", "lay smoke").under(Rule("Turn sequence:2a")),
                Choice::Spot => {
                    Offer::option("guess", "fire at a spot where nobody is seen").under(Rule("Turn sequence:2c"))
                }
            },
        )?;
        let aimed = |picks: &mut Picks<'_, Order>, rule: Rule, check: &dyn Fn(Point) -> Result<(), Refusal>| {
            let may_reach = |at: Point| state.may_reach(unit, at, Weapon::HeSa);
            offers::aimed(state, picks, ("at which point?", rule), may_reach, check)
        };
        match choice {
            Choice::At(target) => {
                if state.get(unit).is_none() {
                    return Ok(Order::Fire { unit, target, weapon: Weapon::HeSa });
                }
                let mut usual = state.weapons(unit, target);
                let first = usual.next().unwrap_or_else(|| state.meant_weapon(unit, target));
                let more = usual.next().is_some();
                if !more {
                    return Ok(Order::Fire { unit, target, weapon: first });
                }
                picks.meant(|| Order::Fire { unit, target, weapon: first });
                let weapon = picks
                    .ask(format_args!("with what does {name} fire?"), Rule("R6"))
                    .one_of(state.weapons(unit, target), |weapon| {
                        super::chances::weapon(state, unit, target, *weapon)
                    })?;
                Ok(Order::Fire { unit, target, weapon })
            }
            Choice::Smoke => {
                let at = aimed(picks, Rule("R25"), &|at| check_smoke(state, side, unit, at))?;
                let screen = |facing: u16| Order::Smoke { unit, at, facing };
                picks.meant(|| screen(super::smoke::facing(state, unit, at)));
                let facing = picks.ask("across which facing does the screen lie?", Rule("R25")).facing(&FACINGS)?;
                Ok(screen(facing))
            }
            Choice::Spot => {
                let at = aimed(picks, Rule("R29"), &|at| state.check_guess(side, unit, at))?;
                Ok(Order::Guess { unit, at })
            }
        }
    }

    fn check(&self, view: &View<'_, Elements>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Done => Ok(()),
            Order::Fire { unit, target, weapon } => {
                check_step(state, Phase::Direct)?;
                state.may_fire(side, *unit)?;
                state.sighted(*unit, *target, *weapon).map(|_| ())
            }
            Order::Smoke { unit, at, facing } => {
                check_step(state, Phase::Smoke)?;
                check_smoke(state, side, *unit, *at)?;
                super::smoke::check_screen(*facing)
            }
            Order::Guess { unit, at } => {
                check_step(state, Phase::Speculative)?;
                state.check_guess(side, *unit, *at)
            }
            _ => Err(refuse::<Elements>(self, state, "fire with an element, or say that the fire is over")),
        }
    }

    fn preview(&self, view: &View<'_, Elements>, seat: Seat, order: &Order) -> Preview {
        let state = view.state();
        let mut preview = Preview::default();
        match order {
            Order::Fire { unit, target, weapon } => super::preview::fire(state, *unit, *target, *weapon, &mut preview),
            Order::Smoke { at, facing, .. } => super::preview::aimed(state, *at, Some(*facing), &mut preview),
            Order::Guess { at, .. } => super::preview::guess(*at, &mut preview),
            // A close combat that nobody needs to choose follows at once.
            _ if !waits_for_support(state) => {
                if let [only] = &fights(state)[..] {
                    super::preview::contest(state, Side::of(seat), only, &mut preview);
                }
            }
            _ => {}
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        act.state.step += 1;
        match order {
            Order::Fire { unit, target, weapon } => {
                let aim = act.state.aim(*unit, *target, *weapon).expect("check has aimed");
                act.state.phase = Phase::Direct;
                // R16 Who fires is seen.
                let unit = reveal(act, *unit);
                super::strike::shoot(act, unit, *target, *weapon, &aim);
            }
            Order::Smoke { unit, at, facing } => {
                let unit = reveal(act, *unit);
                act.state.mark(unit, Mark::FIRED);
                super::smoke::lay(act, Firer::Unit(unit), *at, *facing);
            }
            Order::Guess { unit, at } => {
                act.state.phase = Phase::Speculative;
                let unit = reveal(act, *unit);
                super::support::guess(act, unit, *at);
            }
            _ if waits_for_support(act.state) => super::turn::support_falls(act),
            _ => {
                act.happens(Event::GoesOn { side: act.state.side, to: "close combat and movement" });
                super::turn::to_combat(act);
            }
        }
        discover(act);
    }
}

/// Turn sequence:2 All of one step is over before the next begins. While support is on its way, only smoke is laid.
fn check_step(state: &State, step: Phase) -> Result<(), Refusal> {
    ensure!(state.phase <= step, Rule("R6"), "the fire phase has come to a later step already");
    ensure!(
        step == Phase::Smoke || !waits_for_support(state),
        Rule("Turn sequence:2b"),
        "support fire comes before speculative and direct fire"
    );
    Ok(())
}

/// Is there a point where an element may lay smoke?
fn may_smoke(state: &State, side: Side, id: UnitId) -> bool {
    check_step(state, Phase::Smoke).is_ok()
        && state.may_fire(side, id).is_ok()
        && state.battle.scenario().expansion
        && State::has_smoke(state.element(id))
        && !state.is_in_contact(id)
}

/// Is there a spot that an element may fire at, where nobody is seen?
fn may_guess(state: &State, side: Side, id: UnitId) -> bool {
    check_step(state, Phase::Speculative).is_ok()
        && state.may_fire(side, id).is_ok()
        && state.battle.scenario().expansion
        && state.battle.army(side.other()).hides > 0
        && state.element(id).values.he_sa.is_some()
        && !state.is_in_contact(id)
}

/// The enemies that an element can fire at.
pub(super) fn targets(state: &State, id: UnitId) -> impl Iterator<Item = UnitId> {
    let enemies = state.of_side(state.unit(id).side.other()).map(|(enemy, _)| enemy);
    enemies.filter(move |enemy| state.weapons(id, *enemy).next().is_some())
}

/// Is smoke all that can be laid now, because support is on its way?
fn waits_for_support(state: &State) -> bool {
    state.phase == Phase::Smoke && state.awaits_support()
}

fn done(state: &State) -> &'static str {
    if waits_for_support(state) { "no smoke: let the support fall" } else { "no more fire" }
}
