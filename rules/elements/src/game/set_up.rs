//! The set-up: the defender first, who may hide some, then the attacker (R13, R16, R19, R20).

use super::event::Event;
use super::offers;
use super::route::FACINGS;
use super::{Act, Elements, Order, Phase, Side, State, UnitId};
use field::{Facing, INCH, Point};
use kernel::game::{Decide, Offer, Picked, Picks, Preview, Secret, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use kernel::{bail, ensure};

/// A side sets an element up elsewhere, hides one, or is ready.
pub(super) struct SetUp;

/// What is set up.
#[derive(Clone, Copy)]
enum What {
    Unit(UnitId),
    Slot(u8),
}

/// What is asked.
pub(super) const QUESTION: &str = "set up";

impl Decide<Elements> for SetUp {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("R13"))
    }

    fn compose(&self, view: &View<'_, Elements>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let slots = state.battle.army(side).ambush.len() as u8;
        let what = picks
            .ask("whom do you place?", Rule("R13"))
            .or_under("ready", ready(state, slots), Rule("R19"), Order::Done)
            .half()
            .one_that(
                state.ids().map(What::Unit).chain((0..slots).map(What::Slot)),
                |what| match *what {
                    What::Unit(unit) => may_place(state, side, unit).is_ok(),
                    What::Slot(slot) => state.may_hide(slot),
                },
                |what| match *what {
                    What::Unit(unit) => offers::unit(state, unit),
                    What::Slot(slot) => {
                        let listed = &state.battle.army(side).ambush[usize::from(slot)];
                        Offer::option(&format!("hide-{slot}"), format!("hide {}", listed.name)).under(Rule("R20"))
                    }
                },
            )?;
        let (name, faces) = match what {
            What::Unit(unit) => {
                let Some(piece) = state.get(unit) else { return Ok(Order::Done) };
                (state.name(unit), piece.facing)
            }
            What::Slot(slot) => {
                let listed = &state.battle.army(side).ambush[usize::from(slot)];
                (listed.name.as_str(), listed.facing)
            }
        };
        let check = |at: Point, facing: Facing| match what {
            What::Unit(unit) => check_place(state, side, unit, at, facing),
            What::Slot(slot) => state.check_hiding(slot, at, facing),
        };
        offers::placed(
            picks,
            (name, Rule("R13"), faces),
            check,
            || state.points_by_the_inch(INCH / 2, |at| check(at, faces).is_ok()),
            |random| {
                let spots = (0..80).map(|_| state.somewhere_in_zone(side, random));
                { spots }.find(|at| check(*at, faces).is_ok()).map(|at| (at.x, at.y))
            },
            |at, facing| match what {
                What::Unit(unit) => Order::Place { unit, at, facing },
                What::Slot(slot) => Order::Hide { slot, at, facing },
            },
        )
    }

    fn check(&self, view: &View<'_, Elements>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Done => Ok(()),
            Order::Place { unit, at, facing } => {
                may_place(state, side, *unit)?;
                check_facing(*facing, state.unit(*unit).facing)?;
                check_place(state, side, *unit, *at, Facing::of((*facing).into()))
            }
            Order::Hide { slot, at, facing } if side == Side::Defender => {
                let usual = state.battle.army(side).ambush.get(usize::from(*slot)).map_or(Facing::UP, |l| l.facing);
                check_facing(*facing, usual)?;
                state.check_hiding(*slot, *at, Facing::of((*facing).into()))
            }
            _ => Err(refuse::<Elements>(self, state, "say where an element stands or hides, or be ready")),
        }
    }

    fn preview(&self, view: &View<'_, Elements>, seat: Seat, order: &Order) -> Preview {
        let mut preview = Preview::default();
        if let Order::Hide { .. } = order {
            let words = "The other side is not told that it is there, nor how many hide.";
            super::preview::note(&mut preview, Rule("R16"), None, words);
        }
        let (side, state) = (Side::of(seat), view.state());
        let open = (0..state.battle.army(side).ambush.len() as u8).any(|slot| state.may_hide(slot));
        if *order == Order::Done && side == Side::Defender && open {
            let words = "Who could hide and was not hidden takes no part in the battle.";
            super::preview::note(&mut preview, Rule("R20"), None, words);
        }
        if let Order::Place { unit, at, facing } = order {
            super::preview::way(view.state(), *unit, &[*at], *facing, &mut preview);
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        match order {
            Order::Place { unit, at, facing } => {
                act.state.step += 1;
                let carried: Vec<UnitId> = act.state.carried(*unit).collect();
                for one in carried {
                    act.state.unit_mut(one).at = *at;
                }
                let piece = act.state.unit_mut(*unit);
                (piece.at, piece.facing) = (*at, Facing::of((*facing).into()));
                act.happens(Event::Placed { unit: *unit, at: *at });
            }
            Order::Hide { slot, at, facing } => {
                let listed = &act.state.battle.army(side).ambush[usize::from(*slot)];
                let piece = listed.in_hiding(*slot, *at, Facing::of((*facing).into()));
                if let Secret::Known(ambush) = &mut act.state.ambush {
                    ambush.push(piece);
                    ambush.sort_by_key(|piece| piece.listed);
                }
                act.happens(Event::Hides { unit: UnitId(super::HIDING + slot), at: *at });
            }
            _ => {
                act.state.step += 1;
                act.happens(Event::Ready { side });
                super::turn::ready(act);
            }
        }
    }
}

/// R20 Who is not hidden now is not there at all.
fn ready(state: &State, slots: u8) -> &'static str {
    if (0..slots).any(|slot| state.may_hide(slot)) {
        "ready, and hide no more than are hidden"
    } else {
        "ready: everybody stands as he should"
    }
}

/// A facing is one of the round, or the one that it has.
pub(super) fn check_facing(facing: u16, usual: Facing) -> Result<(), Refusal> {
    let usual = usual.degrees();
    let known = FACINGS.contains(&facing) || i64::from(facing) == usual;
    ensure!(known, Rule("R50"), "an element faces 0, 15 ... 345 degrees, or {usual} as before, not {facing}");
    Ok(())
}

fn may_place(state: &State, side: Side, unit: UnitId) -> Result<(), Refusal> {
    ensure!(!state.battle.scenario().fixed_setup, Rule("R18"), "everybody stays where the scenario has him");
    let open = unit.0 < super::HIDING;
    let own = state.get(unit).is_some_and(|piece| open && piece.side == side && piece.stands());
    ensure!(own, Rule("R13"), "only an element of one's own that stands on the table is set up");
    Ok(())
}

fn check_place(state: &State, side: Side, unit: UnitId, at: Point, facing: Facing) -> Result<(), Refusal> {
    state.check_on_table(at)?;
    let mut piece = state.unit(unit).clone();
    (piece.at, piece.facing) = (at, facing);
    if !state.is_in_zone(side, &piece) {
        let inches = state.battle.army(side).zone / INCH;
        bail!(Rule("R13"), "{} is set up within {inches} of its own edge", state.name(unit));
    }
    state.rests(unit, &piece.base())
}

impl State {
    /// May this one of those that may hide still be hidden?
    fn may_hide(&self, slot: u8) -> bool {
        self.phase == Phase::SetUp
            && self.side == Side::Defender
            && self.ambush().len() < usize::from(self.battle.army(Side::Defender).hides)
            && !self.ambush().iter().any(|piece| piece.listed == slot)
    }
}
