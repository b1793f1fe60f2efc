//! What can be asked at any moment: what if one unit fired at another or assaulted it, and who sees whom.

use super::preview;
use super::{Piece, State, UnitId, deeds};
use crate::activation::Action;
use crate::units::Kind;
use crate::volley::{Mode, Volley};
use field::{Footprint, INCH, Line};
use kernel::game::{Feature, Pick, PieceId, Preview, Said, Survey, Test};
use kernel::procedure::Refusal;
use kernel::rule::Rule;

/// The rolls of one unit against another: fire, and an assault.
pub(super) fn what_if(state: &State, piece: PieceId, on: &Pick) -> Option<Preview> {
    let Pick::Piece(target) = on else { return None };
    let (id, target) = (unit_of(state, piece)?, unit_of(state, *target)?);
    let (unit, mark) = (state.here(id)?, state.here(target)?);
    let mut what_if = Preview::default();
    if unit.side == mark.side {
        let note = format!("{} and {} are of one side.", state.name(id), state.name(target));
        what_if.notes.push(Said::of(note).under(Rule("Firing")));
        return Some(what_if);
    }
    fire(state, id, target, &mut what_if);
    assault(state, id, target, &mut what_if);
    Some(what_if)
}

fn unit_of(state: &State, piece: PieceId) -> Option<UnitId> {
    let id = UnitId(u8::try_from(piece).ok()?);
    state.ids().any(|known| known == id).then_some(id)
}

fn fire(state: &State, id: UnitId, target: UnitId, what_if: &mut Preview) {
    let refusal = match state.aims(id, target, Mode::Fire) {
        Ok(aim) => return preview::shot(state, target, &aim, what_if),
        Err(refusal) => refusal,
    };
    let (unit, mark) = (state.unit(id), state.unit(target));
    let gap = unit.base().gap(&mark.base());
    let away = ((gap + INCH - 1) / INCH).clamp(1, 250) as u8;
    let at =
        |range: u8| Volley { firer: unit.firer(), mode: Mode::Fire, range, indirect: unit.kind == Kind::HeavyGuns };
    not_now("fire", &refusal, what_if);
    // Where it is too far, the odds are those at the edge of its range.
    let Some(volley) = (1..=away).rev().map(at).find(|volley| volley.check().is_ok()) else { return };
    let line = Line { from: unit.at, to: mark.at };
    let aim = super::firing::Aim {
        volley,
        ground: state.ground_of(mark, &mark.block(), unit.at),
        smoke: state.is_obscured(&mark.block(), line),
        line,
    };
    let label =
        if volley.range < away { format!("fire, were it {} inches away", volley.range) } else { "fire".to_owned() };
    what_if.tests.push(preview::fire_test(state, target, &aim, &label));
}

fn assault(state: &State, id: UnitId, target: UnitId, what_if: &mut Preview) {
    let unit = state.unit(id);
    if let Err(refusal) = deeds::check_action(unit, Action::Assault) {
        return not_now("assault", &refusal, what_if);
    }
    if let Err(refusal) = state.charge(id, &[], target) {
        not_now("assault", &refusal, what_if);
    }
    let ways_back = state.ways_back(id, target).map(|retreat| retreat.way);
    let assault = state.contact(unit, target, false, ways_back);
    what_if.tests.push(Test::of("assault", &crate::assault::procedure(), &assault));
}

/// What stands against it now.
fn not_now(what: &str, refusal: &Refusal, what_if: &mut Preview) {
    let note = Said::of(format!("No {what} now: {}.", refusal.sentence));
    what_if.notes.push(match refusal.rule {
        Some(rule) => note.under(rule),
        None => note,
    });
}

/// R15 What a unit or a commander can see, and who can see it. Sight goes both ways.
pub(super) fn survey(state: &State, piece: PieceId) -> Option<Survey> {
    let unit = unit_of(state, piece);
    let (side, base) = if let Some(id) = unit {
        state.here(id).map(|unit| (unit.side, unit.base()))?
    } else {
        let mut leaders = state.leaders.iter().enumerate().filter(|(_, leader)| !leader.lost);
        let (_, leader) = leaders.find(|(number, _)| super::offers::handle(state, *number) == piece)?;
        (leader.side, leader.base())
    };
    let mut survey = Survey::default();
    let mut sees = |handle: PieceId, name: &str, line: Line| {
        survey.sees.push(handle);
        survey.overlays.push(Feature { name: format!("sight of {name}"), ..tabletop::sight_line(&line) });
    };
    for (id, other) in state.of_side(side.other()) {
        if let Some(line) = state.line(&base, &other.base(), [unit, Some(id)]) {
            sees(id.0.into(), state.name(id), line);
            survey.notes.push(seen(state, unit, &base, id, line));
        }
    }
    let leaders = state.leaders.iter().enumerate().filter(|(_, leader)| leader.side != side && !leader.lost);
    for (number, leader) in leaders {
        if let Some(line) = state.line(&base, &leader.base(), [unit, None]) {
            sees(super::offers::handle(state, number), state.leader_name(number), line);
        }
    }
    survey.seen_by = survey.sees.clone();
    if survey.sees.is_empty() {
        survey.notes.push(Said::of("It sees no enemy, and none sees it.").under(Rule("Common:sight")));
    }
    Some(survey)
}

/// A gap between two bases in words, rounded up to a tenth of an inch.
fn inches_away(gap: i64) -> String {
    let tenths = (gap + 9) / 10;
    let part = if tenths % 10 == 0 { String::new() } else { format!(".{}", tenths % 10) };
    format!("{}{part} inches away", tenths / 10)
}

/// An enemy in sight: how far, behind what, and in whose arc.
fn seen(state: &State, viewer: Option<UnitId>, base: &Footprint, id: UnitId, line: Line) -> Said {
    let other = state.unit(id);
    let mut words = vec![format!("{} in sight", inches_away(base.gap(&other.base())))];
    let ground = state.ground_of(other, &other.block(), base.middle());
    let hidden = preview::hidden(ground, state.is_obscured(&other.block(), line));
    words.extend(hidden.map(|(words, _)| words.to_owned()));
    let in_arc = |of: &Piece, target: &Footprint| {
        of.kind == Kind::MountedCavalry || super::sight::is_in_arc(&of.block(), target)
    };
    if let Some(own) = viewer.map(|unit| state.unit(unit)) {
        words.push(if in_arc(own, &other.base()) { "in its arc" } else { "outside its arc" }.to_owned());
    }
    if in_arc(other, base) {
        words.push("has it in its own arc".to_owned());
    }
    let text = format!("{}: {}.", state.name(id), words.join(", "));
    Said::of(text).under(Rule("R15")).piece(id.0.into())
}
