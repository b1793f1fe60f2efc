//! Plotted shells: who fires them, what with, where to and in which moves (Artillery, Bombardment, R9, R21, R22).

use super::aim::in_inches;
use super::plot::check_own;
use super::{Layer, Load, Order, Phase, Shot, Side, State, offers};
use field::{INCH, Point};
use kernel::game::{Offer, Pick, Picked, Picks, Points, Region};
use kernel::procedure::Refusal;
use kernel::rule::Rule;

/// Aims are offered no further from their point than this, though any can be written.
const OFFERED: i64 = 20;

/// Plots a shell: what, measured from where, at which point, in which moves.
pub(super) fn shell(state: &State, side: Side, piece: Layer, picks: &mut Picks<'_, Order>) -> Picked<Order> {
    picks.only_if(is_open(state, side, piece))?;
    let load = picks.ask("what is it loaded with?", Rule("Artillery:indirect-ammunition")).one_that(
        Load::ALL,
        |load| has(state, side, piece, *load, 1),
        |load| Offer::option(load.word(), load.words()),
    )?;
    let references = &state.battle.scenario().references;
    let from =
        picks.ask("measured from where?", Rule("Bombardment:aim")).one_of(0..references.len() as u8, |number| {
            let (name, at) = &references[usize::from(*number)];
            Offer::of(Pick::option(&format!("from-{number}")), name.clone()).by(vec![(at.x, at.y)])
        })?;
    let origin = references[usize::from(from)].1;
    let legal = |at: Point| check_aim(state, side, piece, at);
    let inch = |at: Point| (at.x - origin.x) % INCH == 0 && (at.y - origin.y) % INCH == 0;
    let (x, y) = picks.ask("where is it aimed?", Rule("Bombardment:aim")).point(Points {
        take: |pick: &Pick| match *pick {
            Pick::Point { x, y } if !inch(Point { x, y }) => {
                Err(Refusal::by(Rule("Bombardment:aim"), "an aim is written in whole inches from its point"))
            }
            Pick::Point { x, y } => legal(Point { x, y }),
            _ => Ok(()),
        },
        region: || {
            let around = (-OFFERED..=OFFERED).flat_map(|y| (-OFFERED..=OFFERED).map(move |x| Point::inches(x, y)));
            let points = around.map(|off| origin.plus(off)).filter(|at| legal(*at).is_ok());
            Region { from: (origin.x, origin.y), step: INCH, points: points.map(|at| (at.x, at.y, 0)).collect() }
        },
        draw: |random| {
            // Mostly near an enemy, so that there is something to catch.
            let enemies: Vec<Point> = state.of_side(side.other()).map(|(_, squad)| squad.at).collect();
            let near = (0..8).filter_map(|_| {
                let enemy = *enemies.get(random.below(enemies.len().max(1) as u32) as usize)?;
                let mut off = |at: i64, origin: i64| {
                    let nearest = (at - origin + INCH / 2).div_euclid(INCH);
                    origin + (nearest + i64::from(random.below(7)) - 3) * INCH
                };
                Some(Point::new(off(enemy.x, origin.x), off(enemy.y, origin.y)))
            });
            { near }
                .find(|at| legal(*at).is_ok())
                .or_else(|| Some(origin).filter(|at| legal(*at).is_ok()))
                .map(|at| (at.x, at.y))
        },
    })?;
    let (right, up) = (((x - origin.x) / INCH) as i16, ((origin.y - y) / INCH) as i16);
    picks.tell(|| offers::offset(state, side, Point { x, y }.minus(origin)));
    let first = picks.ask("in which move does it fall?", Rule("R21")).one_of(
        moves(state, side, piece).filter(|turn| check_turn(state, side, piece, load, *turn, *turn).is_ok()),
        |turn| Offer::option(&turn.to_string(), format!("move {turn}")),
    )?;
    let order = |last: u8| Order::Shell { piece, from, up, right, load, first, last };
    picks.usual(|| order(first));
    let last = picks.ask("up to which move?", Rule("R22")).one_of(
        (first..=state.battle.scenario().moves)
            .take_while(|last| check_turn(state, side, piece, load, first, *last).is_ok()),
        |turn| Offer::option(&format!("to-{turn}"), format!("up to move {turn}")),
    )?;
    Ok(order(last))
}

/// Is there a move for which a shell of this gun or section can be written?
pub(super) fn is_open(state: &State, side: Side, piece: Layer) -> bool {
    plots(state, side, piece).is_ok() && moves(state, side, piece).next().is_some()
}

/// R21 The first move for which a shell may be written.
fn soonest(state: &State, piece: Layer) -> u8 {
    match (state.phase, piece) {
        (Phase::Prepare, _) => 1,
        (_, Layer::Gun(_)) => state.turn + 2,
        (_, Layer::Section(_)) => state.turn + 5,
    }
}

/// The moves that a shell may be written for.
fn moves(state: &State, side: Side, piece: Layer) -> impl Iterator<Item = u8> + use<'_> {
    (soonest(state, piece)..=state.battle.scenario().moves)
        .filter(move |turn| check_turn(state, side, piece, Load::HighExplosive, *turn, *turn).is_ok())
}

/// How many shells a layer fires in a move.
pub(super) fn guns(state: &State, side: Side, piece: Layer) -> u8 {
    match piece {
        Layer::Gun(_) => 1,
        Layer::Section(0) => state.batteries[side].guns,
        Layer::Section(1) => state.batteries[side].guns.div_ceil(2),
        Layer::Section(_) => state.batteries[side].guns / 2,
    }
}

/// May this gun or section be plotted at all?
fn plots(state: &State, side: Side, piece: Layer) -> Result<(), Refusal> {
    match piece {
        Layer::Gun(id) => {
            check_own(state, side, id)?;
            let squad = state.squad(id);
            match squad.kind.gun() {
                None => Err(Refusal::by(Rule("Artillery:indirect-plan"), format!("{} is no gun", state.name(id)))),
                Some(_) if squad.limbered || squad.routed || squad.fights() => {
                    let sentence =
                        format!("{} is limbered, routed or in a melee, and cannot be plotted", state.name(id));
                    Err(Refusal::by(Rule("R22"), sentence))
                }
                Some(_) => Ok(()),
            }
        }
        Layer::Section(section) if section > 2 || guns(state, side, piece) == 0 => {
            Err(Refusal::by(Rule("Bombardment:sections"), "there are no such guns off the table"))
        }
        Layer::Section(_) => Ok(()),
    }
}

/// R10 Are there shells of this kind for so many moves?
fn has(state: &State, side: Side, piece: Layer, load: Load, moves: u8) -> bool {
    let (plan, guns) = (state.plan(side), guns(state, side, piece));
    let needed = u16::from(guns.max(1)) * u16::from(moves);
    match load {
        Load::Smoke => u16::from(plan.smoke) >= needed,
        Load::Gas => u16::from(plan.gas) >= needed,
        _ => true,
    }
}

/// Bombardment:aim The point so many inches up and right of a named one.
pub(super) fn aim(state: &State, from: u8, up: i16, right: i16) -> Result<Point, Refusal> {
    let Some((_, origin)) = state.battle.reference(from) else {
        return Err(Refusal::by(Rule("Bombardment:aim"), "an aim is measured from a point that has a name"));
    };
    Ok(origin.plus(Point::inches(right.into(), -i64::from(up))))
}

fn check_aim(state: &State, side: Side, piece: Layer, at: Point) -> Result<(), Refusal> {
    if !state.land().ground().holds(at) {
        return Err(Refusal::by(Rule("Bombardment:aim"), "an aim lies on the table"));
    }
    plots(state, side, piece)?;
    if let Layer::Gun(id) = piece
        && let Some(gun) = state.squad(id).kind.gun()
    {
        let range = in_inches(state.squad(id).at.distance(at));
        if gun.weapon().factor(range).is_none() {
            let sentence = format!("that is {range} inches from {}, where it has no factor", state.name(id));
            return Err(Refusal::by(gun.weapon().rule(), sentence));
        }
    }
    Ok(())
}

fn check_turn(state: &State, side: Side, piece: Layer, load: Load, first: u8, last: u8) -> Result<(), Refusal> {
    let moves = state.battle.scenario().moves;
    let soonest = soonest(state, piece);
    if first < soonest || last < first || last > moves {
        let sentence = format!("a shell written now falls in move {soonest} to {moves}");
        return Err(Refusal::by(Rule("R21"), sentence));
    }
    let plan = state.plan(side);
    let same = |shot: &Shot| match (shot.piece, piece) {
        (Layer::Section(one), Layer::Section(other)) => one == other || one == 0 || other == 0,
        (one, other) => one == other,
    };
    if plan.shots.iter().any(|shot| same(shot) && (first..=last).contains(&shot.turn)) {
        let sentence = "these guns have a shell written for that move, which may be crossed out but not changed";
        return Err(Refusal::by(Rule("R22"), sentence));
    }
    if !has(state, side, piece, load, last - first + 1) {
        return Err(Refusal::by(Rule("R10"), format!("there are not enough shells of {}", load.words())));
    }
    if let Layer::Section(_) = piece {
        let mut turns: Vec<u8> =
            plan.shots.iter().filter(|shot| matches!(shot.piece, Layer::Section(_))).map(|shot| shot.turn).collect();
        turns.extend(first..=last);
        turns.sort_unstable();
        turns.dedup();
        if turns.len() > usize::from(state.batteries[side].moves) {
            let sentence = format!("the battery has {} moves of fire", state.batteries[side].moves);
            return Err(Refusal::by(Rule("Bombardment:moves"), sentence));
        }
    }
    Ok(())
}

pub(super) fn check_shell(
    state: &State,
    side: Side,
    piece: Layer,
    at: Point,
    load: Load,
    first: u8,
    last: u8,
) -> Result<(), Refusal> {
    check_aim(state, side, piece, at)?;
    check_turn(state, side, piece, load, first, last)
}
