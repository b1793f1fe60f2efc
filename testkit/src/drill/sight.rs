//! Who sees what, and what else could be behind it.

use super::hide::hides;
use super::land::TURN;
use super::paths::{FACINGS, path as path_of};
use super::scenario::hiding_places;
use super::state::{Frame, HIDING, Rest, Scout, Side, Stance, State, UnitId, Word};
use field::Point;
use kernel::dice::Seeded;
use kernel::game::{Eyes, Secret};

/// What these eyes see of a state.
pub(super) fn masked(state: &State, eyes: Eyes) -> State {
    let mut seen = state.clone();
    for side in Side::BOTH {
        if eyes.are(side.seat()) {
            continue;
        }
        let party = seen.party_mut(side);
        if let Some(scouts) = &mut party.scouts {
            *scouts = Secret::Hidden;
        }
        if let Some(plot) = &mut party.plot {
            *plot = Secret::Hidden;
        }
        party.reports.iter_mut().for_each(|report| report.word = Secret::Hidden);
    }
    for frame in &mut seen.frames {
        if let Frame::Move { unit, rest, .. } = frame
            && !eyes.are(state.unit(*unit).side.seat())
        {
            *rest = Secret::Hidden;
        }
    }
    seen
}

/// A whole state that looks like this to the eyes whose masked state it is.
pub(super) fn imagined(seen: &State, random: &mut Seeded) -> State {
    let mut whole = seen.clone();
    for side in Side::BOTH {
        if seen.party(side).scouts == Some(Secret::Hidden) {
            let scouts = some_scouts(seen, side, random);
            whole.party_mut(side).scouts = Some(Secret::Known(scouts));
        }
        let party = whole.party_mut(side);
        if party.plot == Some(Secret::Hidden) {
            party.plot = Some(Secret::Known(any(&Stance::ALL, random)));
        }
        for report in party.reports.iter_mut().filter(|report| report.word == Secret::Hidden) {
            report.word = Secret::Known(any(&[Word::Fog, Word::Clear, Word::Near], random));
        }
    }
    for i in 0..whole.frames.len() {
        if let Frame::Move { unit, from, left, rest: Secret::Hidden, halted, .. } = whole.frames[i] {
            let rest = some_rest(&whole, unit, from, left, halted, random);
            if let Frame::Move { rest: hidden, .. } = &mut whole.frames[i] {
                *hidden = Secret::Known(rest);
            }
        }
    }
    whole
}

/// Scouts that nobody has seen so far, and that agree with what the eyes' own look-outs were told.
fn some_scouts(seen: &State, side: Side, random: &mut Seeded) -> Vec<Scout> {
    let count = usize::from(seen.party(side).hidden);
    let told = |word: Word| {
        let reports = seen.party(side.other()).reports.iter();
        reports.filter(move |report| report.word == Secret::Known(word))
    };
    let unseen = |at: &Point| seen.alive(side.other()).all(|(_, enemy)| enemy.at.distance(*at) > 300);
    let clear = |at: &Point| told(Word::Clear).all(|report| report.from.distance(*at) > 800);
    let stands = |at: &Point| hides(seen, side, &[], *at).is_ok();
    let all: Vec<Point> = hiding_places(side).filter(stands).collect();
    let mut places: Vec<Point> = all.iter().copied().filter(|at| unseen(at) && clear(at)).collect();
    if places.len() < 40 * count {
        places = all;
    }
    let agrees = |scouts: &[Scout]| {
        let since = |report: &&super::Report| usize::from(report.hidden) == count;
        told(Word::Near).filter(since).all(|report| scouts.iter().any(|s| s.at.distance(report.from) <= 800))
    };
    let mut scouts = Vec::new();
    for _ in 0..30 {
        scouts.clear();
        for _ in 0..200 {
            let at = any(&places, random);
            if scouts.len() < count && scouts.iter().all(|other: &Scout| other.at.distance(at) >= 100) {
                scouts.push(Scout { id: HIDING + scouts.len() as UnitId, at });
            }
        }
        if scouts.len() == count && agrees(&scouts) {
            break;
        }
    }
    scouts
}

/// A way that a move could go on.
fn some_rest(state: &State, unit: UnitId, from: Point, left: i64, halted: bool, random: &mut Seeded) -> Rest {
    // Nobody on the table could fire: so it was the end of the path that was asked about.
    let ends = halted || state.can_react(unit, from).next().is_none();
    let mut path = path_of(state, unit, left);
    if !ends
        && random.below(3) > 0
        && let Some(gone) = (0..12).find_map(|_| path.somewhere(random))
    {
        path = gone;
    }
    let facing = if path.left >= TURN { any(&FACINGS, random) } else { path.faces().degrees() as u16 };
    Rest { path: path.points, facing }
}

/// One of several at random.
pub(super) fn any<T: Copy>(things: &[T], random: &mut Seeded) -> T {
    things[random.below(things.len() as u32) as usize]
}
