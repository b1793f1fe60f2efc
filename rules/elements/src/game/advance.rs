//! 3b: advance after combat (Turn sequence:3b, R11, R41, R49).

use super::combat::ADVANCE;
use super::event::Event;
use super::offers;
use super::set_up::check_facing;
use super::state::Winner;
use super::{Act, Elements, Mark, Order, State, UnitId};
use field::{Facing, INCH, Point, STEP};
use kernel::game::{Decide, Picked, Picks, PointOr, Points, Preview, Region, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use kernel::{bail, ensure};

/// A winner advances, or stays.
pub(super) struct Advance;

/// What is asked.
pub(super) const QUESTION: &str = "advance after combat";

impl Decide<Elements> for Advance {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("Turn sequence:3b"))
    }

    fn compose(&self, view: &View<'_, Elements>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let winner = state.winners[0];
        let (unit, piece) = (winner.unit, state.unit(winner.unit));
        let name = state.name(unit);
        let enemies = || state.of_side(piece.side.other()).map(|(enemy, _)| enemy);
        let next = picks
            .ask(format_args!("where does {name} advance to, up to {} inches?", winner.reach / INCH), Rule("R11"))
            .or_under("stay", "stay where it is", Rule("R56"), Order::Done)
            .also_if(
                enemies().any(|enemy| touches(state, winner, enemy).is_ok()),
                "contact",
                "touch the next enemy",
                Rule("R49"),
            )
            .point_or(Points {
                take: offers::taking(|at| check_to(state, winner, at)),
                region: || {
                    let around = lattice(piece.at, winner.reach);
                    let free = around.filter(|at| check_to(state, winner, *at).is_ok());
                    // It costs nothing: an advance goes as far on any ground.
                    let points = free.map(|at| (at.x, at.y, 0)).collect();
                    Region { from: (piece.at.x, piece.at.y), step: STEP, points }
                },
                draw: |random| {
                    let all: Vec<Point> = lattice(piece.at, winner.reach).collect();
                    let drawn = (0..16).map(|_| all[random.below(all.len() as u32) as usize]);
                    { drawn }.find(|at| check_to(state, winner, *at).is_ok()).map(|at| (at.x, at.y))
                },
            })?;
        let PointOr::Point(x, y) = next else {
            let target = picks.ask(format_args!("whom does {name} touch?"), Rule("R49")).one_that(
                enemies(),
                |enemy| touches(state, winner, *enemy).is_ok(),
                |enemy| offers::unit(state, *enemy),
            )?;
            return Ok(Order::Contact { unit, target });
        };
        let to = Point { x, y };
        picks.tell(|| format!("to {}, {}", tabletop::inches(x), tabletop::inches(y)));
        let faces = Facing::along(to.minus(piece.at)).unwrap_or(piece.facing).degrees() as u16;
        Ok(Order::Move { unit, path: vec![to], facing: faces })
    }

    fn check(&self, view: &View<'_, Elements>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let winner = state.winners[0];
        let own = |unit: UnitId| {
            ensure!(unit == winner.unit, Rule("R11"), "it is {} that may advance now", state.name(winner.unit));
            Ok(())
        };
        match order {
            Order::Done => Ok(()),
            Order::Contact { unit, target } => {
                own(*unit)?;
                touches(state, winner, *target)
            }
            Order::Move { unit, path, facing } => {
                own(*unit)?;
                let [to] = path[..] else {
                    bail!(Rule("R11"), "an advance is one straight leg");
                };
                state.check_on_table(to)?;
                let along = Facing::along(to.minus(state.unit(*unit).at)).unwrap_or(state.unit(*unit).facing);
                ensure!(
                    i64::from(*facing) == along.degrees(),
                    Rule("R11"),
                    "an advance ends facing along its leg, {} degrees",
                    along.degrees()
                );
                check_facing(*facing, along)?;
                check_to(state, winner, to)
            }
            _ => Err(refuse::<Elements>(self, state, "say where it advances to, or that it stays")),
        }
    }

    fn preview(&self, view: &View<'_, Elements>, _: Seat, order: &Order) -> Preview {
        let mut preview = Preview::default();
        super::preview::movement(view.state(), order, &mut preview);
        preview
    }

    fn apply(&self, act: &mut Act<'_>, _: Seat, order: &Order) {
        act.state.step += 1;
        let winner = act.state.winners.remove(0);
        let unit = winner.unit;
        match order {
            Order::Contact { target, .. } => {
                let (to, facing, _) =
                    act.state.charge(unit, *target, Some(winner.reach)).expect("check has found a way");
                act.state.put(unit, to);
                act.state.unit_mut(unit).facing = facing;
                act.state.mark(unit, Mark::CHARGED);
                act.happens(Event::Advances { unit, to });
                act.happens(Event::Touches { unit, target: *target });
            }
            Order::Move { path, facing, .. } => {
                act.state.put(unit, path[0]);
                act.state.unit_mut(unit).facing = Facing::of((*facing).into());
                act.happens(Event::Advances { unit, to: path[0] });
            }
            _ => act.happens(Event::StaysPut { unit }),
        }
        super::hidden::discover(act);
    }
}

/// R11 So far in a straight line, on ground that is open to it, through nobody.
fn check_to(state: &State, winner: Winner, to: Point) -> Result<(), Refusal> {
    state.check_on_table(to)?;
    let unit = winner.unit;
    let piece = state.unit(unit);
    ensure!(
        to != piece.at && to.within(piece.at, winner.reach),
        Rule("R11"),
        "{} advances {} inches at most",
        state.name(unit),
        tabletop::inches(winner.reach)
    );
    check_through(state, winner, to)?;
    let passage = state.land().passage(state.row(unit));
    passage.leg(piece.at, to).map_err(|hindrance| state.hindered(state.name(unit), hindrance))?;
    let mut barred =
        state.all().filter(|(id, other)| *id != unit && (other.side != piece.side || other.is(Mark::VEHICLE)));
    if barred.any(|(_, other)| other.base().is_neared(piece.at, to, 0)) {
        return Err(state.hindered(state.name(unit), field::Hindrance::TooNear(0)));
    }
    let facing = Facing::along(to.minus(piece.at)).unwrap_or(piece.facing);
    state.rests(unit, &piece.block_at(to, facing).into())
}

/// R49 Further than 2 an AFV goes only on through the place of those who went.
fn check_through(state: &State, winner: Winner, to: Point) -> Result<(), Refusal> {
    let beyond = winner.through.is_some_and(|place| to.within(place, ADVANCE));
    ensure!(
        beyond || to.within(state.unit(winner.unit).at, ADVANCE),
        Rule("R49"),
        "further than 2 inches {} goes only through the place of those who went, and up to 2 beyond it",
        state.name(winner.unit)
    );
    Ok(())
}

/// May a winner touch an enemy by its advance?
fn touches(state: &State, winner: Winner, enemy: UnitId) -> Result<(), Refusal> {
    let (to, ..) = state.charge(winner.unit, enemy, Some(winner.reach))?;
    check_through(state, winner, to)
}

/// The points of the half-inch lattice within a reach.
fn lattice(at: Point, reach: i64) -> impl Iterator<Item = Point> {
    offers::around(at, reach / STEP + 1).filter(move |to| *to != at && to.within(at, reach))
}
