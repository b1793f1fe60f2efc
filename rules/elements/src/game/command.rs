//! 1: morale tests, and calls for support (Turn sequence:1, R12, R24, R37, R53).

use super::event::Event;
use super::offers;
use super::preview::note;
use super::route::FACINGS;
use super::state::Called;
use super::{Act, Asset, Elements, Mark, Order, Phase, Piece, Place, Side, State, UnitId};
use crate::choices::OnTable;
use crate::quality::AskedQuality;
use crate::support_fire::{self, Call};
use crate::suppression::{Friend, Morale, Test, resolve_test};
use field::{INCH, Point};
use kernel::dice::Seeded;
use kernel::game::{Decide, Offer, Picked, Picks, Preview, Region, View, refuse};
use kernel::procedure::{OnDesk, Refusal};
use kernel::rule::Rule;
use kernel::seat::Seat;
use kernel::{bail, ensure};

/// An element tests, a commander or FOO calls, or the phase is over.
pub(super) struct Command;

/// What is asked.
pub(super) const QUESTION: &str = "test morale or call for support";

impl Decide<Elements> for Command {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("Turn sequence:1"))
    }

    fn compose(&self, view: &View<'_, Elements>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let who = if state.assets[side].is_empty() { "who tests?" } else { "who tests, or who calls?" };
        let unit = picks
            .ask(who, Rule("Turn sequence:1a"))
            .or_under("done", "on to the fire phase", Rule("R56"), Order::Done)
            .one_that(
                state.ids(),
                |id| may_test(state, side, *id).is_ok() || callable(state, side, *id).next().is_some(),
                |id| offers::unit(state, *id).tagged(chance(state, *id)),
            )?;
        if may_test(state, side, unit).is_ok() || callable(state, side, unit).next().is_none() {
            return Ok(Order::Test { unit });
        }
        let listed = &state.battle.army(side).support;
        let asset = picks.ask(format_args!("what does {} call for?", state.name(unit)), Rule("R24")).one_of(
            callable(state, side, unit),
            |asset| {
                let (support, left) = (&listed[usize::from(*asset)], state.assets[side][usize::from(*asset)].left);
                let label = format!("{} ({left} left)", support.name);
                Offer::option(&format!("asset-{asset}"), label).under(Rule("R24"))
            },
        )?;
        let screens = !listed[usize::from(asset)].element.is_aircraft();
        let check = |at: Point| check_call(state, side, unit, asset, at);
        let at = offers::aimed(state, picks, ("on which point?", Rule("R24")), |_| true, check)?;
        let attack = || Order::Call { caller: unit, asset, at, smoke: None };
        if !screens {
            return Ok(attack());
        }
        picks.meant(attack);
        let smoke = picks.ask("an attack, or smoke?", Rule("R25")).one_of([false, true], |smoke| match smoke {
            false => Offer::option("attack", "an attack").under(Rule("R12")),
            true => Offer::option("smoke", "a screen of smoke").under(Rule("R25")),
        })?;
        if !smoke {
            return Ok(attack());
        }
        let screen = |facing: u16| Order::Call { caller: unit, asset, at, smoke: Some(facing) };
        picks.meant(|| screen(super::smoke::facing(state, unit, at)));
        let facing = picks.ask("across which facing does the screen lie?", Rule("R25")).facing(&FACINGS)?;
        Ok(screen(facing))
    }

    fn check(&self, view: &View<'_, Elements>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Done => Ok(()),
            Order::Test { unit } => may_test(state, side, *unit),
            Order::Call { caller, asset, at, smoke } => {
                check_call(state, side, *caller, *asset, *at)?;
                let aircraft = state.battle.army(side).support[usize::from(*asset)].element.is_aircraft();
                ensure!(smoke.is_none() || !aircraft, Rule("R25"), "aircraft do not lay smoke");
                smoke.map_or(Ok(()), super::smoke::check_screen)
            }
            _ => Err(refuse::<Elements>(self, state, "test an element, call for support, or go on to the fire phase")),
        }
    }

    fn preview(&self, view: &View<'_, Elements>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        let mut preview = Preview::default();
        match order {
            Order::Test { unit } => {
                preview.verb = Some("Test".to_owned());
                let test = state.test(*unit);
                preview.add_test("remove suppression", &crate::suppression::procedure(), &test);
                for (what, add, rule) in crate::suppression::modifiers(&test) {
                    note(&mut preview, rule, Some(*unit), format!("{what}: {add:+}."));
                }
                if state.unit(*unit).aboard.is_some() || state.carried(*unit).next().is_some() {
                    let words = "It tests for itself; a vehicle that routs takes its riders with it.";
                    note(&mut preview, Rule("R37"), None, words);
                }
            }
            Order::Call { caller, asset, at, smoke } => {
                preview.verb = Some("Call".to_owned());
                let place = usize::from(*asset);
                if state.battle.army(side).support[place].element.is_aircraft() {
                    super::preview::air_attack(state, side, place, *at, &mut preview);
                } else {
                    let call = by(state, *caller);
                    let called = Called { caller: *caller, at: *at, smoke: *smoke };
                    let desk = on_desk(state, side, place, &called);
                    let step = |dice: &mut dyn kernel::dice::Dice| support_fire::resolve_call(call, dice).outcome;
                    preview.tests.push(super::preview::test("the call", desk, step));
                    if smoke.is_none() {
                        let guns = state.barrage(side, place, &called, call);
                        super::preview::barrage(state, side, &guns, *at, &mut preview);
                    }
                    super::preview::aimed(state, *at, *smoke, &mut preview);
                }
            }
            _ => {}
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        act.state.step += 1;
        let side = Side::of(seat);
        act.state.roller = side;
        match order {
            Order::Test { unit } => tests(act, *unit),
            Order::Call { caller, asset, at, smoke } => {
                act.state.phase = Phase::Calls;
                act.state.mark(*caller, Mark::CALLED);
                let place = usize::from(*asset);
                act.happens(Event::Calls { caller: *caller, side, asset: *asset, at: *at, smoke: smoke.is_some() });
                let called = Called { caller: *caller, at: *at, smoke: *smoke };
                let aircraft = act.state.battle.army(side).support[place].element.is_aircraft();
                let call = by(act.state, *caller);
                let desk = |state: &State| on_desk(state, side, place, &called);
                let rolled = |dice: &mut dyn kernel::dice::Dice| support_fire::resolve_call(call, dice);
                if aircraft || act.roll_as(desk, rolled) == support_fire::Answered::Yes {
                    act.state.assets[side][place].aimed = Some(called);
                    // R24 What is called and comes is a call spent; aircraft that do not arrive may be called again.
                    act.state.assets[side][place].left -= u8::from(!aircraft);
                }
            }
            _ => {
                act.happens(Event::GoesOn { side, to: "the fire phase" });
                super::turn::to_fire(act);
            }
        }
    }
}

/// Is there anybody to test, or anything to call?
pub(super) fn can_command(state: &State) -> bool {
    let side = state.side;
    let tests = |piece: &Piece| {
        piece.side == side && piece.place == Place::Table && piece.is_suppressed() && !piece.is(Mark::TESTED)
    };
    let open = state.battle.scenario().expansion && state.assets[side].iter().any(Asset::is_open);
    state.phase == Phase::Command && state.units.iter().any(tests)
        || open && state.of_side(side).any(|(id, _)| callable(state, side, id).next().is_some())
}

/// R37 May an element test: suppressed, of the side whose turn it is, once a turn, before anybody has called?
fn may_test(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    let Some(piece) = state.get(id).filter(|piece| piece.side == side && piece.place == Place::Table) else {
        bail!(Rule("R37"), "only an element of one's own that is on the table tests");
    };
    let name = state.name(id);
    ensure!(piece.is_suppressed(), Rule("R37"), "{name} is not suppressed");
    ensure!(!piece.is(Mark::TESTED), Rule("R37"), "{name} has tested already this turn");
    ensure!(state.phase != Phase::Calls, Rule("Turn sequence:1b"), "somebody has called: the tests of 1a are over");
    Ok(())
}

/// What an element can call for now.
fn callable(state: &State, side: Side, id: UnitId) -> impl Iterator<Item = u8> {
    let open = state.battle.scenario().expansion && may_call(state, side, id).is_ok();
    let count = if open { state.assets[side].len() } else { 0 };
    (0..count as u8).filter(move |asset| state.assets[side][usize::from(*asset)].is_open())
}

/// R12, R24, R53 May somebody call: a commander or FOO, not suppressed, once a turn, by telephone only where he was set up?
fn may_call(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    let piece = state.get(id).filter(|piece| piece.side == side && piece.stands());
    let Some(piece) = piece.filter(|_| state.is_caller(id)) else {
        bail!(Rule("R12"), "only a commander or FOO of one's own on the table calls for support");
    };
    let name = state.name(id);
    ensure!(!piece.is_suppressed(), Rule("R12"), "{name} is suppressed and cannot call");
    ensure!(!piece.is(Mark::CALLED), Rule("R24"), "{name} has tried to call already this turn");
    ensure!(
        by(state, id) != Call::Telephone || !piece.is(Mark::STRAYED),
        Rule("R53"),
        "{name} has a telephone, and has moved since the set-up"
    );
    Ok(())
}

/// A call for guns as the charts desk has it.
fn on_desk(state: &State, side: Side, place: usize, called: &Called) -> OnDesk {
    let guns = state.barrage(side, place, called, by(state, called.caller));
    OnDesk::of(&support_fire::procedure(), &guns.at_nearest(state))
}

/// How somebody calls.
fn by(state: &State, id: UnitId) -> Call {
    if state.element(id).figures.radio { Call::Radio } else { Call::Telephone }
}

fn check_call(state: &State, side: Side, id: UnitId, asset: u8, at: Point) -> Result<(), Refusal> {
    may_call(state, side, id)?;
    let able = state.battle.scenario().expansion.then(|| state.assets[side].get(usize::from(asset))).flatten();
    match able {
        Some(asset) if asset.is_open() => {}
        Some(_) => bail!(Rule("R24"), "that was called this turn, or has no calls left"),
        None => bail!(Rule("R24"), "the scenario gives no such support"),
    }
    state.check_point(side, at)?;
    ensure!(state.sees(id, &at.into()).is_some(), Rule("R24"), "{} does not see that point", state.name(id));
    Ok(())
}

/// An element tests its morale. R37 A vehicle that routs takes its riders with it.
fn tests(act: &mut Act<'_>, unit: UnitId) {
    let test = act.state.test(unit);
    act.state.mark(unit, Mark::TESTED);
    let desk = |_: &State| OnDesk::of(&crate::suppression::procedure(), &test);
    match act.roll_as(desk, |dice| resolve_test(&test, dice)) {
        Morale::Recovers => {
            act.state.unit_mut(unit).marks.remove(Mark::SUPPRESSED);
            act.happens(Event::Recovers { unit });
        }
        Morale::StaysSuppressed => act.happens(Event::StaysSuppressed { unit }),
        Morale::Routs => {
            act.happens(Event::Routs { unit });
            super::strike::remove(act, unit);
        }
    }
}

fn chance(state: &State, id: UnitId) -> Option<String> {
    if !state.unit(id).is_suppressed() {
        return None;
    }
    let test = state.test(id);
    let odds = kernel::odds::of_step(&kernel::odds::Budget::default(), |dice| resolve_test(&test, dice).outcome);
    Some(super::chances::short(&odds.dist.chance(&Morale::Recovers)))
}

impl State {
    /// The morale test of an element. Only friends whom all see support it: the sum must not tell of those in hiding.
    pub(super) fn test(&self, id: UnitId) -> Test {
        let piece = self.unit(id);
        let (side, base, element) = (piece.side, self.carrier(id).base(), self.element(id));
        let friends = || self.of_side(side).filter(|(friend, other)| *friend != id && !other.is_suppressed());
        let near = |other: &Piece, inches: i64| other.base().within(&base, inches * INCH);
        // A commander who rides is where his vehicle is.
        let commands = |(friend, other): (UnitId, &Piece)| {
            self.element(friend).figures.class == crate::catalogue::Class::Commander
                && friend != id
                && (other.side, other.place) == (side, Place::Table)
                && !other.is_suppressed()
                && near(self.carrier(friend), 4)
        };
        let commander = (0..).map(UnitId).zip(&self.units).any(commands);
        let afv = friends().any(|(friend, other)| self.element(friend).is_afv() && near(other, 4));
        let twin = element.is_afv()
            && element.figures.radio
            && friends().any(|(friend, other)| self.element(friend).word == element.word && near(other, 8));
        let combat = friends().any(|(friend, other)| self.is_combat(friend) && near(other, 4));
        let friend = match () {
            () if afv => Friend::AfvWithin4,
            () if twin => Friend::SameTypeWithRadioWithin8,
            () if combat => Friend::CombatElementWithin4,
            () => Friend::Nobody,
        };
        let goals = self.battle.scenario().objectives.iter().zip(&self.holders);
        let captured = goals.filter(|(goal, holder)| **holder == Some(side) && goal.holder != Some(side)).count();
        Test {
            element: OnTable::from(element),
            quality: AskedQuality::from(self.quality(id)),
            commander,
            objectives: captured as u8,
            removed: self.removed(side) as u8,
            foreign_edge: self.is_at_foreign_edge(side, &base),
            friend,
            friend_suppressed: false,
        }
    }

    /// The points of the table by the inch, or so far off it, of which this holds.
    pub(super) fn points_by_the_inch(&self, off: i64, holds: impl Fn(Point) -> bool) -> Region {
        let plan = &self.battle.scenario().table.plan;
        let inches = move |length: i64| (0..=length / INCH).map(move |inch| inch * INCH + off);
        let rows = inches(plan.depth).flat_map(|y| inches(plan.width).map(move |x| Point::new(x, y)));
        let points = rows.filter(|at| holds(*at)).map(|at| (at.x, at.y, 0)).collect();
        Region { from: (plan.width / 2, plan.depth / 2), step: INCH, points }
    }

    /// A point by the inch at random of which this holds.
    pub(super) fn any_point(&self, random: &mut Seeded, holds: impl Fn(Point) -> bool) -> Option<(i64, i64)> {
        let plan = &self.battle.scenario().table.plan;
        let mut inch = |size: i64| i64::from(random.below((size / INCH) as u32 + 1));
        (0..40).map(|_| Point::inches(inch(plan.width), inch(plan.depth))).find(|at| holds(*at)).map(|at| (at.x, at.y))
    }
}
