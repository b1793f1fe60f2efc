//! 4a: elements move (Turn sequence:4, Movement, R23, R32, R33, R44).

use super::boarding::{check_alight, check_board, check_pack};
use super::event::Event;
use super::hidden::{discover, reveal};
use super::offers;
use super::reserve::{check_enter, enter, may_enter};
use super::retreat::{check_fall_back, faced, ways_back};
use super::route::FACINGS;
use super::set_up::check_facing;
use super::{Act, Elements, HIDING, Mark, Order, Place, Side, State, UnitId};
use field::{Facing, INCH, Point, STEP};
use kernel::dice::Seeded;
use kernel::ensure;
use kernel::game::{Decide, Offer, Picked, Picks, Preview, Region, View, refuse};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;

/// An element moves, or the phase is over.
pub(super) struct Movement;

/// What is asked.
pub(super) const QUESTION: &str = "move";

/// What an element does in its movement phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Deed {
    Move,
    Contact,
    FallBack,
    Turn,
    Board,
    Alight,
    Pack,
    Enter,
}

impl Deed {
    const ALL: [Deed; 8] =
        [Deed::Move, Deed::Contact, Deed::Board, Deed::Alight, Deed::Turn, Deed::FallBack, Deed::Pack, Deed::Enter];

    fn offer(self, state: &State, id: UnitId) -> Offer {
        let vehicle = state.get(id).is_some_and(|piece| piece.is(Mark::VEHICLE));
        let packed = state.get(id).is_some_and(|piece| piece.is(Mark::PACKED));
        let whole_turn = state.get(id).is_some() && state.element(id).is_csw();
        let (word, label, rule) = match self {
            Deed::Move => ("move", "move", rule_of(state, id)),
            Deed::Contact => ("contact", "move into contact", Rule("R9")),
            Deed::FallBack if vehicle => ("fall-back", "fall back", Rule("Movement:fall-back-vehicles")),
            Deed::FallBack => ("fall-back", "fall back", Rule("Movement:fall-back")),
            Deed::Turn => ("turn", "turn where it stands", Rule("R7")),
            Deed::Board if whole_turn => ("board", "limber or embark: the whole turn", Rule("Movement:CSW-limber")),
            Deed::Board => ("board", "mount", Rule("Movement:infantry-mounting")),
            Deed::Alight if whole_turn => {
                ("alight", "unlimber or disembark: the whole turn", Rule("Movement:CSW-limber"))
            }
            Deed::Alight => ("alight", "dismount", Rule("Movement:infantry-mounting")),
            Deed::Pack if packed => ("pack", "set up: the whole turn", Rule("R33")),
            Deed::Pack => ("pack", "break down: the whole turn", Rule("Movement:man-portable")),
            Deed::Enter => ("enter", "come on at its own edge", Rule("R19")),
        };
        Offer::option(word, label).under(rule)
    }

    /// Is there anything of it to do?
    fn is_open(self, state: &State, side: Side, id: UnitId) -> bool {
        // What can be seen at once is asked first: no refusal needs to be worded.
        let Some(piece) = state.get(id).filter(|piece| piece.side == side && piece.place != Place::Removed) else {
            return false;
        };
        let fits = match self {
            Deed::Alight => piece.aboard.is_some(),
            Deed::Enter => piece.place == Place::Reserve,
            Deed::Pack => piece.stands() && state.element(id).figures.class == crate::catalogue::Class::Csw,
            Deed::Board => piece.stands() && !piece.is(Mark::VEHICLE),
            _ => piece.stands() && !piece.is(Mark::MOVED),
        };
        if !fits {
            return false;
        }
        let enemies = || state.of_side(side.other()).map(|(enemy, _)| enemy);
        match self {
            Deed::Move => may_move(state, side, id).is_ok() && state.left(id) >= STEP,
            Deed::Turn => may_move(state, side, id).is_ok(),
            Deed::Contact => {
                let near = |enemy: &UnitId| {
                    let reach = 2 * state.left(id) + 3 * INCH;
                    state.unit(*enemy).at.within(state.unit(id).at, reach) && state.charge(id, *enemy, None).is_ok()
                };
                may_move(state, side, id).is_ok() && state.is_combat(id) && { enemies() }.any(|enemy| near(&enemy))
            }
            // The way home is known at once; whom to go away from must be looked for.
            Deed::FallBack => [true, false].into_iter().any(|home| ways_back(state, side, id, home).next().is_some()),
            Deed::Board => carriers(state, side, id).next().is_some(),
            Deed::Alight => {
                let aboard = state.get(id).and_then(|piece| piece.aboard);
                aboard.is_some_and(|vehicle| {
                    state
                        .room_beside(id, vehicle)
                        .is_some_and(|(at, facing)| check_alight(state, side, id, at, facing).is_ok())
                })
            }
            Deed::Pack => check_pack(state, side, id).is_ok(),
            Deed::Enter => may_enter(state, side, id).is_ok(),
        }
    }

    /// Puts the order of this deed together.
    fn composed(self, state: &State, side: Side, unit: UnitId, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let name = state.name(unit);
        let faces = state.unit(unit).facing;
        match self {
            Deed::Move => {
                let route = state.route(unit);
                tabletop::picked(route, rule_of(state, unit), picks, |path, facing| Order::Move { unit, path, facing })
            }
            Deed::Turn => {
                let facing = picks
                    .ask(format_args!("where does {name} face?"), Rule("R7"))
                    .facing_that(&FACINGS, |degrees| {
                        i64::from(degrees) != faces.degrees() && check_turn(state, unit, degrees).is_ok()
                    })?;
                Ok(Order::Turn { unit, facing })
            }
            Deed::Contact => {
                let target = picks.ask(format_args!("whom does {name} touch?"), Rule("R9")).one_that(
                    state.ids(),
                    |enemy| state.charge(unit, *enemy, None).is_ok(),
                    |enemy| offers::unit(state, *enemy),
                )?;
                Ok(Order::Contact { unit, target })
            }
            Deed::FallBack => {
                let home =
                    picks.ask(format_args!("where does {name} fall back to?"), Rule("Movement:fall-back")).one_of(
                        [false, true].into_iter().filter(|home| ways_back(state, side, unit, *home).next().is_some()),
                        |home| {
                            let (word, label) =
                                if *home { ("home", "towards its home edge") } else { ("away", "away from the enemy") };
                            Offer::option(word, label).under(Rule("R54"))
                        },
                    )?;
                let Some(about) = ways_back(state, side, unit, home).next() else {
                    return Ok(Order::FallBack { unit, home, about: false });
                };
                // How a vehicle goes back is asked for: its front or half its way is at stake.
                if !state.unit(unit).is(Mark::VEHICLE) {
                    picks.meant(|| Order::FallBack { unit, home, about });
                }
                let about = picks
                    .ask(format_args!("how does {name} face then?"), Rule("R50"))
                    .one_of(ways_back(state, side, unit, home), |about| faced(state, unit, home, *about))?;
                Ok(Order::FallBack { unit, home, about })
            }
            Deed::Board => {
                let vehicle = picks
                    .ask(format_args!("what does {name} board?"), Rule("R33"))
                    .one_of(carriers(state, side, unit), |vehicle| offers::unit(state, *vehicle))?;
                Ok(Order::Board { unit, vehicle })
            }
            Deed::Alight => {
                let Some(vehicle) = state.unit(unit).aboard else {
                    return Ok(Order::Alight { unit, at: Point::default(), facing: 0 });
                };
                let faces = state.unit(vehicle).facing;
                let middle = state.unit(vehicle).at;
                let check = |at: Point, facing: Facing| check_alight(state, side, unit, at, facing);
                let around = || offers::around(middle, 5).filter(|at| check(*at, faces).is_ok());
                offers::placed(
                    picks,
                    (name, Rule("R14"), faces),
                    check,
                    || lit(around()),
                    |random| {
                        // Most places around are free: a few tries find one, and else all are looked at.
                        let mut off = || STEP * (i64::from(random.below(11)) - 5);
                        let drawn =
                            (0..12).map(|_| offers::nearby(middle, off(), off())).find(|at| check(*at, faces).is_ok());
                        drawn.map(|at| (at.x, at.y)).or_else(|| any_of(&around().collect::<Vec<_>>(), random))
                    },
                    |at, facing| Order::Alight { unit, at, facing },
                )
            }
            Deed::Pack => Ok(Order::Pack { unit }),
            Deed::Enter => {
                let faces = state.battle.army(side).edge.facing().turned(180);
                let check = |at: Point, facing: Facing| check_enter(state, side, unit, at, facing);
                let edge = || state.points_at_edge(side).filter(|at| check(*at, faces).is_ok());
                offers::placed(
                    picks,
                    (name, Rule("R19"), faces),
                    check,
                    || lit(edge()),
                    |random| any_of(&edge().collect::<Vec<_>>(), random),
                    |at, facing| Order::Enter { unit, at, facing },
                )
            }
        }
    }
}

impl Decide<Elements> for Movement {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        (QUESTION, Rule("Turn sequence:4"))
    }

    fn compose(&self, view: &View<'_, Elements>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let unit = picks
            .ask("who moves?", Rule("Turn sequence:4a"))
            .or_under("done", "end the turn", Rule("R56"), Order::Done)
            .one_that(
                state.ids(),
                |id| Deed::ALL.iter().any(|deed| deed.is_open(state, side, *id)),
                |id| offers::unit(state, *id),
            )?;
        if state.get(unit).is_none_or(|piece| piece.side != side) {
            return Ok(Order::Turn { unit, facing: 0 });
        }
        let name = state.name(unit);
        let deed = picks.ask(format_args!("what does {name} do?"), Rule("Turn sequence:4a")).one_that(
            Deed::ALL,
            |deed| deed.is_open(state, side, unit),
            |deed| deed.offer(state, unit),
        )?;
        deed.composed(state, side, unit, picks)
    }

    fn check(&self, view: &View<'_, Elements>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let (state, side) = (view.state(), Side::of(seat));
        match order {
            Order::Done => Ok(()),
            Order::Move { unit, path, facing } => {
                may_move(state, side, *unit)?;
                ensure!(!path.is_empty(), Rule("Common:path"), "a move has at least one leg; who stays turns");
                let mut route = state.route(*unit);
                route.along(path)?;
                route.check_facing(*facing)
            }
            Order::Turn { unit, facing } => {
                may_move(state, side, *unit)?;
                check_facing(*facing, state.unit(*unit).facing)?;
                ensure!(i64::from(*facing) != state.unit(*unit).facing.degrees(), Rule("R7"), "it faces there already");
                check_turn(state, *unit, *facing)
            }
            Order::Contact { unit, target } => {
                may_move(state, side, *unit)?;
                state.charge(*unit, *target, None).map(|_| ())
            }
            Order::FallBack { unit, home, about } => check_fall_back(state, side, *unit, *home, *about).map(|_| ()),
            Order::Board { unit, vehicle } => check_board(state, side, *unit, *vehicle),
            Order::Alight { unit, at, facing } => {
                let vehicle = state.get(*unit).and_then(|piece| piece.aboard);
                let usual = vehicle.map_or(Facing::UP, |vehicle| state.unit(vehicle).facing);
                check_facing(*facing, usual)?;
                check_alight(state, side, *unit, *at, Facing::of((*facing).into()))
            }
            Order::Pack { unit } => check_pack(state, side, *unit),
            Order::Enter { unit, at, facing } => {
                check_facing(*facing, state.battle.army(side).edge.facing().turned(180))?;
                check_enter(state, side, *unit, *at, Facing::of((*facing).into()))
            }
            _ => Err(refuse::<Elements>(self, state, "move an element, or end the turn")),
        }
    }

    fn preview(&self, view: &View<'_, Elements>, _: Seat, order: &Order) -> Preview {
        let mut preview = Preview::default();
        super::preview::movement(view.state(), order, &mut preview);
        preview
    }

    fn apply(&self, act: &mut Act<'_>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        // R16 What somebody in hiding does unseen, nobody else learns of: not even that something was done.
        let unseen = acts(order).is_some_and(|unit| unit.0 >= HIDING && !is_seen(act.state, unit, order));
        act.state.step += u32::from(!unseen);
        let shown = |act: &mut Act<'_>, unit: UnitId| if unseen { unit } else { reveal(act, unit) };
        match order {
            Order::Move { unit, path, facing } => {
                let unit = shown(act, *unit);
                super::course::begin(act, unit, path.clone(), *facing, None);
            }
            Order::Contact { unit, target } => {
                let unit = shown(act, *unit);
                let (to, facing, _) = act.state.charge(unit, *target, None).expect("check has found a way");
                let path = if to == act.state.unit(unit).at { Vec::new() } else { vec![to] };
                super::course::begin(act, unit, path, facing.degrees() as u16, Some(*target));
            }
            Order::Turn { unit, facing } => {
                let unit = shown(act, *unit);
                act.state.mark(unit, Mark::MOVED);
                act.state.unit_mut(unit).facing = Facing::of((*facing).into());
                act.happens(Event::Turns { unit });
            }
            Order::FallBack { unit, home, about } => {
                let to = check_fall_back(act.state, side, *unit, *home, *about).expect("check has found a way");
                let unit = shown(act, *unit);
                act.state.mark(unit, Mark::MOVED);
                let left = act.state.left(unit);
                act.state.spend(unit, left);
                if *about {
                    let piece = act.state.unit_mut(unit);
                    piece.facing = piece.facing.turned(180);
                }
                super::retreat::goes_back(act, unit, to);
            }
            Order::Board { unit, vehicle } => super::boarding::board(act, *unit, *vehicle),
            Order::Alight { unit, at, facing } => super::boarding::alight(act, *unit, *at, *facing),
            Order::Pack { unit } => {
                let unit = shown(act, *unit);
                super::boarding::pack(act, unit);
            }
            Order::Enter { unit, at, facing } => enter(act, *unit, *at, *facing),
            _ => super::turn::to_overrun(act),
        }
        discover(act);
    }
}

/// The element that an order is about.
fn acts(order: &Order) -> Option<UnitId> {
    match order {
        Order::Move { unit, .. }
        | Order::Turn { unit, .. }
        | Order::Contact { unit, .. }
        | Order::FallBack { unit, .. }
        | Order::Board { unit, .. }
        | Order::Pack { unit } => Some(*unit),
        _ => None,
    }
}

/// R16 Does the enemy see what somebody in hiding does?
fn is_seen(state: &State, unit: UnitId, order: &Order) -> bool {
    match order {
        Order::Move { path, .. } => state.is_seen_moving(unit, path),
        Order::FallBack { home, about, .. } => {
            let to = check_fall_back(state, state.unit(unit).side, unit, *home, *about);
            to.is_ok_and(|to| state.is_seen_moving(unit, &[to]))
        }
        Order::Contact { .. } => true,
        _ => state.is_seen_by(state.unit(unit).side.other(), &state.unit(unit).base()),
    }
}

/// The line of the movement chart.
fn rule_of(state: &State, id: UnitId) -> Rule {
    use crate::grade::MoveType;
    let row = state.get(id).map_or(MoveType::Inf, |_| state.row(id));
    Rule(match row {
        MoveType::Cmd => "Movement:Cmd",
        MoveType::Mech => "Movement:Mech",
        MoveType::Inf | MoveType::Air => "Movement:Inf",
        MoveType::S => "Movement:S",
        MoveType::Wh => "Movement:Wh",
        MoveType::Hd => "Movement:HD",
        MoveType::Csw => "Movement:CSW",
    })
}

/// An element of one's own whose base stands on the table.
pub(super) fn own(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    let stands = state.get(id).is_some_and(|piece| piece.side == side && piece.stands());
    ensure!(stands, Rule("Turn sequence:4a"), "only an element of one's own that stands on the table moves");
    Ok(())
}

/// May an element move as it likes?
pub(super) fn may_move(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    own(state, side, id)?;
    let (piece, name) = (state.unit(id), state.name(id));
    ensure!(!piece.is(Mark::MOVED), Rule("Turn sequence:4a"), "{name} has moved already this turn");
    ensure!(!piece.is_suppressed(), Rule("Results:suppressed-move"), "{name} is suppressed and may only fall back");
    let element = state.element(id);
    ensure!(
        !element.is_transport() || state.carried(id).next().is_some(),
        Rule("Movement:fall-back-only"),
        "{name} is empty and may only fall back; infantry comes to it"
    );
    // R44, R47 Armour goes as it likes from among men, and from among armour.
    let among = |armour: bool| state.touched(id).all(|enemy| state.element(enemy).is_armoured() == armour);
    let free = element.is_armoured() && (among(false) || among(true));
    ensure!(free || !state.is_in_contact(id), Rule("R44"), "{name} is in contact and leaves it only by falling back");
    Ok(())
}

/// R34 May an element stand turned like this?
fn check_turn(state: &State, id: UnitId, facing: u16) -> Result<(), Refusal> {
    let piece = state.unit(id);
    let base = piece.block_at(piece.at, Facing::of(facing.into())).into();
    // Who touches the enemy may turn as long as he does not come to stand on him.
    if state.is_in_contact(id) { state.fits(id, &base) } else { state.rests(id, &base) }
}

/// What an element may board.
fn carriers(state: &State, side: Side, id: UnitId) -> impl Iterator<Item = UnitId> {
    // What can be seen at once is asked first: no refusal needs to be worded.
    let about = move |(_, carrier): &(UnitId, &super::Piece)| {
        carrier.is(Mark::VEHICLE) && carrier.is_about(state.unit(id).at, INCH)
    };
    let near = state.of_side(side).filter(about).map(|(vehicle, _)| vehicle);
    near.filter(move |vehicle| check_board(state, side, id, *vehicle).is_ok())
}

fn any_of(points: &[Point], random: &mut Seeded) -> Option<(i64, i64)> {
    let drawn = points.get(random.below(points.len().max(1) as u32) as usize);
    drawn.map(|at| (at.x, at.y))
}

/// Points as they are lit.
fn lit(points: impl Iterator<Item = Point>) -> Region {
    let points: Vec<_> = points.map(|at| (at.x, at.y, 0)).collect();
    let from = points.first().map_or((0, 0), |(x, y, _)| (*x, *y));
    Region { from, step: STEP, points }
}
