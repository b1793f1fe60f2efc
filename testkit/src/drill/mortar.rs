//! D11 Mortars: bursts and smoke, thrown at a point.

use super::combat::{self, Hits};
use super::event::Event;
use super::hits::lose;
use super::land::{DEPTH, WIDTH};
use super::order::Order;
use super::state::{Kind, Side, State, Unit, UnitId};
use super::{DrillOf, Rules, test};
use field::{Circle, Facing, Footprint, INCH, Point, Rectangle};
use kernel::game::{Act, Feature, Pick, Picked, Picks, Points, Preview, Region, Said, Shape};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use tabletop::inches;

/// D11 How far a mortar throws.
const RANGE: i64 = 12 * INCH;

/// How far apart the points are that are offered; any other can be named.
const AIM: i64 = INCH;

/// D11 What a mortar throws.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shell {
    Burst,
    Smoke,
}

/// D11 The point that a shell is thrown at.
pub(super) fn aimed(state: &State, unit: UnitId, shell: Shell, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    let mortar = state.unit(unit);
    let lattice = || (0..=DEPTH / AIM).flat_map(|y| (0..=WIDTH / AIM).map(move |x| Point::new(x * AIM, y * AIM)));
    let enemies: Vec<Point> = state.alive(mortar.side.other()).map(|(_, enemy)| enemy.at).collect();
    let (x, y) =
        picks.ask(format_args!("where does the shell of {} fall?", mortar.name()), Rule("D11")).point(Points {
            take: |pick: &Pick| match *pick {
                Pick::Point { x, y } => check(state, mortar, Point { x, y }),
                _ => Ok(()),
            },
            region: || {
                let sees = |at: &Point| {
                    *at != mortar.at
                        && at.within(mortar.at, RANGE)
                        && state.line(&mortar.base(), &(*at).into()).is_some()
                };
                let seen = lattice().filter(sees).map(|at| (at.x, at.y, 0));
                Region { from: (mortar.at.x, mortar.at.y), step: AIM, points: seen.collect() }
            },
            draw: |random| {
                let mut off = |most: i64| i64::from(random.below(2 * most as u32 + 1)) - most;
                let anywhere = (0..12).map(|_| mortar.at.plus(Point::new(off(RANGE), off(RANGE)))).collect::<Vec<_>>();
                // Mostly near an enemy, so that there is something to catch.
                let near = enemies.iter().map(|enemy| enemy.plus(Point::new(off(INCH), off(INCH)))).collect::<Vec<_>>();
                let first = if random.below(4) > 0 { [near, anywhere] } else { [anywhere, near] };
                let found = first.into_iter().flatten().find(|at| check(state, mortar, *at).is_ok());
                found.map(|at| (at.x, at.y))
            },
        })?;
    let at = Point { x, y };
    Ok(match shell {
        Shell::Burst => Order::Burst { unit, at },
        Shell::Smoke => Order::Smoke { unit, at },
    })
}

/// D11 May a shell be thrown there?
pub(super) fn check(state: &State, mortar: &Unit, at: Point) -> Result<(), Refusal> {
    if mortar.kind != Kind::Mortar {
        return Err(Refusal::by(Rule("D11"), format!("{} is no mortar", mortar.name())));
    }
    if !state.land().ground().holds(at) {
        return Err(Refusal::by(Rule("D11"), "a shell falls on the table, which is 24 by 16 inches"));
    }
    let distance = mortar.at.distance(at);
    if distance > RANGE || at == mortar.at {
        let sentence = format!("that is {} inches away, and a mortar throws up to 12", inches(distance));
        return Err(Refusal::by(Rule("D11"), sentence));
    }
    if state.line(&mortar.base(), &at.into()).is_none() {
        let what = state.land().what_blocks(&mortar.base(), &at.into());
        let sentence = format!("{} does not see that point: {what} lies between", mortar.name());
        return Err(Refusal::by(Rule("D10"), sentence));
    }
    Ok(())
}

/// D11 The ground of a burst.
fn burst(at: Point) -> Footprint {
    Circle::burst(at, 2 * INCH).into()
}

/// D11 The ground of a screen that a mortar lays: across the line of throw.
fn screen(from: Point, at: Point) -> Rectangle {
    Rectangle::screen(at, 4 * INCH, INCH, Facing::along(at.minus(from)).unwrap_or_default())
}

/// D11 Those whom a burst catches, of both sides.
fn caught(state: &State, at: Point) -> Vec<UnitId> {
    let there: Vec<(UnitId, Footprint)> =
        Side::BOTH.into_iter().flat_map(|side| state.alive(side)).map(|(id, unit)| (id, unit.base())).collect();
    let bases: Vec<Footprint> = there.iter().map(|(_, base)| *base).collect();
    burst(at).touched(&bases).map(|place| there[place].0).collect()
}

/// What a shell would do.
pub(super) fn preview(state: &State, order: &Order) -> Preview {
    let mut preview = Preview::called(if matches!(order, Order::Smoke { .. }) { "Lay the smoke" } else { "Throw it" });
    let mut lay = |role, shape, name: &str| {
        preview.overlays.push(Feature { role, shape, seat: None, name: name.to_owned() });
    };
    match *order {
        Order::Burst { at, .. } => {
            lay("template", Shape::Circle((at.x, at.y), INCH), "the burst");
            let caught = caught(state, at);
            let names: Vec<String> = caught.iter().map(|id| state.unit_name(*id)).collect();
            let note = if names.is_empty() {
                "The burst catches nobody.".to_owned()
            } else {
                format!("The burst catches {}.", names.join(", "))
            };
            preview.notes.push(Said::of(note).under(Rule("D11")));
            for (id, name) in caught.iter().zip(names) {
                let unit = state.unit(*id);
                let stance = state.stance(unit.side);
                preview.tests.push(test(&name, |dice| combat::burst(unit.side.other(), stance, dice).outcome));
            }
        }
        Order::Smoke { unit, at } => {
            let screen = Footprint::from(screen(state.unit(unit).at, at));
            let corners = screen.corners().iter().map(|corner| (corner.x, corner.y)).collect();
            lay("smoke", Shape::Polygon(corners), "the smoke");
        }
        _ => {}
    }
    preview
}

/// D11 A burst: each unit that it touches may lose a point of strength.
pub(super) fn throw_burst<R: Rules>(act: &mut Act<'_, DrillOf<R>>, mortar: UnitId, at: Point) {
    act.state.unit_mut(mortar).spent = true;
    let caught = caught(act.state, at);
    act.happens(Event::Burst { unit: mortar, at, caught: caught.len() as u8 });
    for id in caught {
        let side = act.state.unit(id).side;
        let stance = act.state.stance(side);
        // A mortar's own men are endangered by its seat as well.
        let thrower = act.state.unit(mortar).side;
        let Hits(hits) = act.roll(|dice| combat::burst(thrower, stance, dice));
        lose(act, id, hits, Rule("D11"));
    }
}

/// D11 Smoke, until the turn ends.
pub(super) fn lay_smoke<R: Rules>(act: &mut Act<'_, DrillOf<R>>, mortar: UnitId, at: Point) {
    act.state.unit_mut(mortar).spent = true;
    let smoke = screen(act.state.unit(mortar).at, at);
    act.state.smoke.push(smoke);
    act.happens(Event::Smoke { unit: mortar, at });
}
