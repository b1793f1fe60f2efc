//! D4 A unit acts: it moves, fires or looks out.

use super::combat::{Duel, Hits, duel, look_out};
use super::event::Event;
use super::fire::{fire, shot, targets};
use super::mortar::{Shell, aimed, lay_smoke, throw_burst};
use super::order::Order;
use super::paths::path as path_of;
use super::state::{Frame, Kind, Rest, Side, State, Unit, UnitId, Word};
use super::{DrillOf, Rules, test};
use field::Facing;
use kernel::dice::Dice;
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, Said, Secret, View, refuse};
use kernel::odds::{Budget, of_step};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use tabletop::{inches, laid, picked, sight_line};

/// D4 A side acts with one of its units, or no more this turn.
pub(super) struct Acting;

impl<R: Rules> Decide<DrillOf<R>> for Acting {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("act with a unit, or pass", Rule("D4"))
    }

    fn compose(&self, view: &View<'_, DrillOf<R>>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let name = |unit: UnitId| state.unit_name(unit);
        let unit = picks
            .ask("which unit acts?", Rule("D4"))
            .or_under("pass", "act no more this turn", Rule("D4"), Order::Pass)
            .one_of_wider(
                state.fresh(side).map(|(unit, _)| unit),
                || 0..state.units.len() as UnitId,
                |&unit| Offer::of(Pick::Piece(unit), name(unit)),
            )?;
        let fires = targets(state, side, unit).next().is_some();
        let throws = state.units.get(unit as usize).is_some_and(|unit| unit.kind == Kind::Mortar);
        let deeds = [
            (Deed::Move, true),
            (Deed::Fire, fires),
            (Deed::Throw(Shell::Burst), throws),
            (Deed::Throw(Shell::Smoke), throws),
        ];
        let what = picks
            .ask(format_args!("what does {} do?", name(unit)), Rule("D4"))
            .or_under("look-out", "look out", Rule("D7"), Order::LookOut { unit })
            .one_of(deeds.into_iter().filter(|deed| deed.1), |(deed, _)| deed.offer())?;
        match what.0 {
            Deed::Move => {
                let path = path_of(state, unit, state.stance(side).allowance());
                picked(path, Rule("D4"), picks, |path, facing| Order::Move { unit, path, facing })
            }
            Deed::Throw(shell) => aimed(state, unit, shell, picks),
            Deed::Fire => {
                let target = picks.ask(format_args!("at whom does {} fire?", name(unit)), Rule("D6")).one_of_wider(
                    targets(state, side, unit),
                    || 0..state.units.len() as UnitId,
                    |&target| Offer::of(Pick::Piece(target), name(target)),
                )?;
                Ok(Order::Fire { unit, target })
            }
        }
    }

    fn check(&self, view: &View<'_, DrillOf<R>>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Pass => Ok(()),
            Order::LookOut { unit } => acting(state, side, *unit).map(|_| ()),
            Order::Fire { unit, target } => super::fire::check(state, side, acting(state, side, *unit)?, *target),
            Order::Burst { unit, at } | Order::Smoke { unit, at } => {
                super::mortar::check(state, acting(state, side, *unit)?, *at)
            }
            Order::Move { unit, path, facing } => {
                acting(state, side, *unit)?;
                if path.is_empty() {
                    return Err(Refusal::by(Rule("D4"), "a move has at least one leg"));
                }
                let mut priced = path_of(state, *unit, state.stance(side).allowance());
                priced.along(path)?;
                priced.check_facing(*facing)
            }
            _ => Err(refuse::<DrillOf<R>>(self, state, "move, fire, throw a shell, look out, or pass")),
        }
    }

    fn preview(&self, view: &View<'_, DrillOf<R>>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        let mut preview = Preview::called(verb(order));
        match order {
            Order::Move { unit, path, facing } => {
                let mover = state.unit(*unit);
                let allowance = state.stance(side).allowance();
                let mut priced = path_of(state, *unit, allowance);
                let _ = priced.along(path);
                let cost = allowance - priced.left + priced.turn_to(Facing::of((*facing).into()));
                let (cost, allowance) = (inches(cost), inches(allowance));
                let note = format!("The path costs {cost} of {allowance} inches.");
                preview.notes.push(Said::of(note).under(Rule("D4")).piece(*unit));
                preview.path = std::iter::once(&mover.at).chain(path).map(|at| (at.x, at.y)).collect();
                let end = path.last().copied().unwrap_or(mover.at);
                let there = mover.base().at(end).facing(Facing::of((*facing).into()));
                preview.overlays.push(laid("ghost", &there, "where it comes to stand"));
                let nearest = state.alive(side.other()).map(|(id, enemy)| (enemy.base().gap(&there), id)).min();
                if let Some((_, enemy)) = nearest.filter(|(distance, _)| *distance <= 100) {
                    let duelists = Duel { mover: side, strength: mover.strength, against: state.unit(enemy).strength };
                    preview.tests.push(test("duel", |dice| duel(&duelists, dice).outcome));
                }
            }
            Order::Fire { unit, target } => {
                let (shooter, target_base) = (state.unit(*unit), state.unit(*target).base());
                if let Some(line) = state.line(&shooter.base(), &target_base) {
                    preview.overlays.push(sight_line(&line));
                    let note = format!("{} is in sight.", state.unit_name(*target));
                    preview.notes.push(Said::of(note).under(Rule("D10")).piece(*target));
                }
                if state.unit(*target).is_taken_aside_from(shooter.at) {
                    let note = format!("{} is taken from flank or rear: one die more.", state.unit_name(*target));
                    preview.notes.push(Said::of(note).under(Rule("D12")).piece(*target));
                }
                preview.tests.push(shot(state, side, shooter.strength, shooter.at, *target));
            }
            Order::Burst { .. } | Order::Smoke { .. } => return super::mortar::preview(state, order),
            Order::LookOut { .. } => {
                // Whether a scout is near is what the look-out is to tell; the chance to see at all is the same.
                let seen = |dice: &mut dyn Dice| Hits(u8::from(look_out(side, true, dice).outcome > Word::Fog));
                let chance = of_step(&Budget::default(), seen).dist.chance_that(|Hits(seen)| *seen == 1);
                let note = format!("The chance to make something out is {chance}.");
                preview.notes.push(Said::of(note).under(Rule("D7")));
            }
            _ => {}
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, DrillOf<R>>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        act.state.step += 1;
        match order {
            Order::Move { unit, path, facing } => {
                let rest = Secret::Known(Rest { path: path.clone(), facing: *facing });
                let (from, left) = (act.state.unit(*unit).at, act.state.stance(side).allowance());
                act.state.unit_mut(*unit).spent = true;
                let (unit, halted, broken, asking) = (*unit, false, false, false);
                act.state.frames.push(Frame::Move { unit, from, left, rest, halted, broken, asking });
            }
            Order::Fire { unit, target } => fire(act, *unit, *target),
            Order::Burst { unit, at } => throw_burst(act, *unit, *at),
            Order::Smoke { unit, at } => lay_smoke(act, *unit, *at),
            Order::LookOut { unit } => super::scouts::look_out(act, side, *unit),
            _ => {
                act.happens(Event::Passed { side });
                super::turns::acts_next(act);
            }
        }
    }
}

/// What giving an order is called.
fn verb(order: &Order) -> &'static str {
    match order {
        Order::Fire { .. } => "Fire",
        Order::LookOut { .. } => "Look out",
        Order::Pass => "Act no more",
        _ => "Move",
    }
}

/// What a unit can do besides looking out.
#[derive(Clone, Copy)]
enum Deed {
    Move,
    Fire,
    Throw(Shell),
}

impl Deed {
    fn offer(self) -> Offer {
        match self {
            Deed::Move => Offer::option("move", "move").under(Rule("D4")),
            Deed::Fire => Offer::option("fire", "fire").under(Rule("D6")),
            Deed::Throw(Shell::Burst) => Offer::option("burst", "throw a burst").under(Rule("D11")),
            Deed::Throw(Shell::Smoke) => Offer::option("smoke", "lay smoke").under(Rule("D11")),
        }
    }
}

/// D4 A unit of this side that can still act.
fn acting(state: &State, side: Side, id: UnitId) -> Result<&Unit, Refusal> {
    match state.units.get(id as usize) {
        Some(unit) if unit.side != side => {
            Err(Refusal::by(Rule("D4"), format!("{} is not a unit of {}", unit.name(), side.name())))
        }
        Some(unit) if unit.strength == 0 => Err(Refusal::by(Rule("D4"), format!("{} is destroyed", unit.name()))),
        Some(unit) if unit.spent => {
            Err(Refusal::by(Rule("D4"), format!("{} is spent until the next turn", unit.name())))
        }
        Some(unit) => Ok(unit),
        None => Err(Refusal::by(Rule("D4"), "there is no such unit on the table; scouts in hiding do not act")),
    }
}
