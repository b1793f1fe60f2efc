//! What orders would do: paths, lines, and the odds of their rolls, from the book's own steps.

use super::course::terrain_of;
use super::deeds;
use super::firing::Aim;
use super::say::said;
use super::{Order, Piece, State, UnitId, block};
use crate::assault::Charge;
use crate::fire::Firing;
use crate::reaction::Reaction;
use crate::scenario::Lie;
use crate::terrain::{self, Crossing};
use crate::units::Ground;
use crate::volley::Mode;
use field::{Facing, Point};
use kernel::game::{Feature, Preview, Said, Test};
use kernel::odds::{Budget, Dist, of_chain};
use kernel::procedure::{Answer, OnDesk, Report};
use kernel::rule::Rule;
use tabletop::{inches, laid, sight_line};

/// What an order of the active side would do.
pub(super) fn order(state: &State, order: &Order) -> Preview {
    let mut preview = Preview::default();
    let Some((unit, action)) = deeds::activated(order) else {
        if let Order::Command { commander, path } = order {
            let from = state.leaders[usize::from(*commander)].at;
            preview.path = std::iter::once(&from).chain(path).map(|at| (at.x, at.y)).collect();
        }
        return preview;
    };
    let piece = state.unit(unit);
    let activation = deeds::activation(piece, deeds::told(order, action));
    if state.seized_with.is_none() && !activation.first {
        preview.tests.push(Test::of("activation", &crate::activation::procedure(), &deeds::on_desk(&activation)));
    }
    match order {
        Order::Move { path, facing, form, fire, .. } => {
            let reach = deeds::reach(piece, *form, *fire);
            let mut route = deeds::march(state, unit, *form, *fire);
            let _ = route.along(path);
            let cost = reach - route.left + route.turn_to(Facing::of((*facing).into()));
            let mut note = |words: String, rule| preview.notes.push(Said::of(words).under(rule).piece(unit.0.into()));
            note(format!("The path costs {} of {} inches.", inches(cost), inches(reach)), Rule("Moving"));
            if route.leaves() {
                note("It leaves the table by the exit.".to_owned(), Rule("R26"));
            }
            way(&Piece { column: piece.column != *form, ..piece.clone() }, path, *facing, &mut preview);
            let features = entered(state, piece.at, path, piece.column != *form);
            tests_at(state, piece, &features, &mut preview);
        }
        Order::Turn { facing, form, .. } => {
            let there = block(piece.at, Facing::of((*facing).into()), piece.bases, piece.column != *form);
            preview.overlays.push(laid("ghost", &there.into(), "where it comes to stand"));
        }
        Order::Fire { target, .. } => fire(state, unit, *target, Mode::Fire, &mut preview),
        Order::Smoke { at, .. } => {
            let cloud = super::Smoke { at: *at, until: 0 }.cloud();
            preview.overlays.push(laid("smoke", &cloud, "smoke until the end of the next turn"));
            preview.notes.push(Said::of("It is the battery's only smoke.").under(Rule("R8")));
        }
        Order::Assault { target, by, .. } => assault(state, unit, *target, by, &mut preview),
        Order::Rally { .. } => {
            let rally = deeds::rally(state, unit);
            preview.tests.push(Test::of("rally", &crate::rally::procedure(), &rally));
        }
        _ => {}
    }
    preview
}

/// A path and where the unit comes to stand.
pub(super) fn way(piece: &Piece, path: &[Point], facing: u16, preview: &mut Preview) {
    preview.path = std::iter::once(&piece.at).chain(path).map(|at| (at.x, at.y)).collect();
    let end = path.last().copied().unwrap_or(piece.at);
    let there = block(end, Facing::of(facing.into()), piece.bases, piece.column);
    preview.overlays.push(laid("ghost", &there.into(), "where it comes to stand"));
}

/// R14 The features that a path enters and that are tested for, each once.
fn entered(state: &State, from: Point, path: &[Point], column: bool) -> Vec<usize> {
    let legs = std::iter::once(&from).chain(path).zip(path);
    let mut met = Vec::new();
    for crossing in legs.flat_map(|(from, to)| state.land().tests(*from, *to, column)) {
        if !met.contains(&crossing.piece) {
            met.push(crossing.piece);
        }
    }
    met
}

/// R14 The rolls at the edges of features.
fn tests_at(state: &State, piece: &Piece, features: &[usize], preview: &mut Preview) {
    for feature in features {
        let terrain = terrain_of(state.land().lie(*feature));
        if terrain::is_rolled(piece.kind, piece.markers, terrain) {
            let label = format!("into {}", terrain_name(state, *feature));
            let entry = Crossing::of(piece.kind, piece.markers, terrain);
            preview.tests.push(Test::of(label, &terrain::procedure(), &entry));
        }
    }
}

/// What a piece of ground is called.
pub(super) fn terrain_name(state: &State, piece: usize) -> String {
    let table = &state.battle.scenario().table;
    table.names[piece].clone().unwrap_or_else(|| format!("the {}", table.kinds[piece]))
}

/// A shot at a unit where it stands.
pub(super) fn fire(state: &State, unit: UnitId, target: UnitId, mode: Mode, preview: &mut Preview) {
    if let Ok(aim) = state.aims(unit, target, mode) {
        if state.unit(unit).column {
            let note = "In column only the leading base fires.";
            preview.notes.push(Said::of(note).under(Rule("R23")).piece(unit.0.into()));
        }
        shot(state, target, &aim, preview);
    }
}

/// A shot with its line, what hides the target, and the odds.
pub(super) fn shot(state: &State, target: UnitId, aim: &Aim, preview: &mut Preview) {
    let name = if aim.volley.indirect { "the line of fire, seen by an observer" } else { "the line of sight" };
    preview.overlays.push(Feature { name: name.to_owned(), ..sight_line(&aim.line) });
    preview.notes.push(if aim.volley.indirect {
        said(state, target, "[is|are] seen by an observer, who spends nothing", "R27")
    } else {
        said(state, target, "[is|are] in sight", "Common:sight")
    });
    preview.notes.extend(
        hidden(aim.ground, aim.smoke).map(|(words, rule)| said(state, target, &format!("[is|are] {words}"), rule.0)),
    );
    preview.tests.push(fire_test(state, target, aim, "fire"));
}

/// The odds of a shot.
pub(super) fn fire_test(state: &State, target: UnitId, aim: &Aim, label: &str) -> Test {
    let firing = Firing::of(aim.volley, state.mark(aim, target, state.retreat(target, None).way));
    Test::of(label, &crate::fire::procedure(), &firing)
}

/// What hides a target, in words.
pub(super) fn hidden(ground: Ground, smoke: bool) -> Option<(&'static str, Rule)> {
    match ground {
        Ground::Open if smoke => Some(("in or behind smoke", Rule("Firing:cover"))),
        Ground::Open => None,
        Ground::Cover => Some(("in cover", Rule("Firing:cover-meaning"))),
        Ground::Fortifications => Some(("in fortifications", Rule("Casualty rolls:fortifications"))),
    }
}

/// The roll of a unit that reacts.
pub(super) fn reaction(piece: &Piece, preview: &mut Preview) {
    let reaction = Reaction { tokens: piece.tokens, markers: piece.markers, ..Reaction::default() };
    preview.tests.push(Test::of("reaction", &crate::reaction::procedure(), &reaction));
}

/// The fight at the end of an assault, if nobody reacts.
fn assault(state: &State, unit: UnitId, target: UnitId, by: &[Point], preview: &mut Preview) {
    let Ok(course) = state.charge(unit, by, target) else { return };
    let piece = state.unit(unit);
    way(piece, &course.path, course.facing, preview);
    let features = entered(state, piece.at, &course.path, piece.column);
    tests_at(state, piece, &features, preview);
    let wire = features.iter().any(|feature| state.land().lie(*feature) == Lie::Wire);
    let end = *course.path.last().unwrap_or(&piece.at);
    let mut there = state.clone();
    let attacker = there.unit_mut(unit);
    (attacker.at, attacker.facing) = (end, Facing::of(course.facing.into()));
    let attacker = attacker.clone();
    let ways_back = there.ways_back(unit, target).map(|retreat| retreat.way);
    let assault = there.contact(&attacker, target, wire, ways_back);
    let charge = Charge::of(&assault);
    let odds = of_chain(&Budget::default(), &charge, &Dist::certain(charge.contact(attacker.markers)));
    preview.notes.push(Said::of("The odds are those of the fight, if nobody reacts.").under(Rule("R12")));
    let mut odds = Report::of(Answer::from(odds));
    odds.desk = Some(OnDesk::of(&crate::assault::procedure(), &assault));
    preview.tests.push(Test { label: "assault".to_owned(), odds });
}
