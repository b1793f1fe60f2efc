//! D2 Scouts are hidden.

use super::event::Event;
use super::land::{DEPTH, WIDTH};
use super::order::Order;
use super::scenario::{hiding_places, in_zone};
use super::state::{HIDING, Kind, Phase, Scout, Side, State};
use super::{DrillOf, Rules};
use field::{Point, STEP};
use kernel::game::{Act, Decide, Pick, Picked, Picks, Points, Region, Secret, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use tabletop::inches;

/// D2 How far apart scouts hide.
const APART: i64 = 100;

/// D2 A seat hides all its scouts with one order, so that nobody can count.
pub(super) struct Hide;

impl<R: Rules> Decide<DrillOf<R>> for Hide {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("hide the scouts", Rule("D2"))
    }

    fn compose(&self, view: &View<'_, DrillOf<R>>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let due = usize::from(state.party(side).hidden);
        let mut at: Vec<Point> = Vec::new();
        while at.len() < due {
            let free = |place: Point| hides(state, side, &at, place);
            let (x, y) = picks
                .ask(format_args!("where does scout {} of {due} hide?", at.len() + 1), Rule("D2"))
                .point(Points {
                    take: |pick: &Pick| match *pick {
                        Pick::Point { x, y } => free(Point { x, y }),
                        _ => Ok(()),
                    },
                    region: || {
                        let free = hiding_places(side).filter(|place| free(*place).is_ok());
                        Region { from: (0, 0), step: STEP, points: free.map(|place| (place.x, place.y, 0)).collect() }
                    },
                    draw: |random| {
                        let mut coordinate = |most: i64| i64::from(random.below(most as u32 + 1));
                        let places = (0..200).map(|_| Point { x: coordinate(WIDTH), y: coordinate(DEPTH) });
                        places.into_iter().find(|place| free(*place).is_ok()).map(|place| (place.x, place.y))
                    },
                })?;
            picks.tell(|| format!("a scout at {}, {}", inches(x), inches(y)));
            at.push(Point { x, y });
        }
        Ok(Order::Hide { at })
    }

    fn check(&self, view: &View<'_, DrillOf<R>>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        let Order::Hide { at } = order else {
            return Err(refuse::<DrillOf<R>>(self, state, "say where each of them hides"));
        };
        let due = usize::from(state.party(side).hidden);
        if at.len() != due {
            let sentence = format!("{due} scouts are to hide, and {} places are given", at.len());
            return Err(Refusal::by(Rule("D2"), sentence));
        }
        at.iter().enumerate().try_for_each(|(i, place)| hides(state, side, &at[..i], *place))
    }

    fn apply(&self, act: &mut Act<'_, DrillOf<R>>, seat: Seat, order: &Order) {
        let Order::Hide { at } = order else { unreachable!("a checked order hides scouts") };
        let side = Side::of(seat);
        let scouts = (HIDING..).zip(at).map(|(id, at)| Scout { id, at: *at }).collect();
        act.state.party_mut(side).scouts = Some(Secret::Known(scouts));
        act.happens(Event::Hid { side });
        if act.state.parties.iter().all(|party| party.scouts.is_some()) {
            act.state.phase = Phase::Plotting;
            act.happens(Event::Turn { turn: 1 });
        }
    }
}

/// D2 May a scout hide here, when others hide there already?
pub(super) fn hides(state: &State, side: Side, others: &[Point], at: Point) -> Result<(), Refusal> {
    if !in_zone(side, at) {
        return Err(Refusal::by(Rule("D2"), "a scout hides on the table, within 10 inches of its own edge"));
    }
    if !state.land().passage(Kind::Horse).stands(at) {
        return Err(Refusal::by(Rule("D2"), "a scout does not hide in the wire"));
    }
    if others.iter().any(|other| other.distance(at) < APART) {
        return Err(Refusal::by(Rule("D2"), "scouts hide an inch or more apart"));
    }
    Ok(())
}
