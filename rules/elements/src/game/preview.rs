//! What orders would do: paths, lines, and the odds of their rolls, from the book's own steps.

use super::chances::{chances, odds, reasons, usual};
use super::combat::Contest;
use super::desk::of_combat;
use super::offers::handle;
use super::say::spot as told;
use super::state::Smoke;
use super::support::Barrage;
use super::{Order, Phase, Side, State, UnitId, Weapon};
use crate::catalogue::Element;
use crate::he_sa::resolve_he_sa;
use crate::{air_support, support_fire};
use field::{Circle, Facing, Footprint, Line, Point};
use kernel::dice::Dice;
use kernel::game::{Preview, Said, Test};
use kernel::odds::{Budget, Ratio, of_step};
use kernel::procedure::{Answer, OnDesk, Outcome, Report};
use kernel::rule::Rule;
use tabletop::{inches, laid, sight_line, spot};

/// A note of a preview by its rule, about an element if there is one; once is enough.
pub(super) fn note(preview: &mut Preview, rule: Rule, of: Option<UnitId>, words: impl Into<String>) {
    let mut said = Said::of(words).under(rule);
    said.pieces.extend(of.map(handle));
    if !preview.notes.iter().any(|known| known.text == said.text) {
        preview.notes.push(said);
    }
}

/// A roll with its odds, and where the charts desk has it.
pub(super) fn test<O: Outcome>(label: &str, desk: OnDesk, step: impl FnMut(&mut dyn Dice) -> O) -> Test {
    let mut odds = Report::of(Answer::from(of_step(&Budget::default(), step)));
    odds.desk = Some(desk);
    Test { label: label.to_owned(), odds }
}

/// A shot with its line, what hides the target, and the odds.
pub(super) fn fire(state: &State, id: UnitId, target: UnitId, weapon: Weapon, preview: &mut Preview) {
    let Ok(aim) = state.aim(id, target, weapon) else { return };
    preview.overlays.extend(aim.line.as_ref().map(sight_line));
    for (words, rule) in reasons(&aim) {
        note(preview, rule, Some(target), format!("{}: {words}.", state.name(target)));
    }
    if state.is_in_contact(target) && weapon == Weapon::Ap && !state.touch(id, target) {
        let words = format!("{} is in contact; only AP at armour is fired into it.", state.name(target));
        note(preview, Rule("R42"), Some(target), words);
    }
    if state.element(id).figures.small_arms == Some(crate::catalogue::SmallArms::Hmg) {
        note(preview, Rule("R57"), Some(id), "It is a machine gun on its tripod, an SFMG.");
    }
    if id.0 >= super::HIDING {
        note(preview, Rule("R16"), Some(id), format!("{} is seen when it fires.", state.name(id)));
    }
    preview.verb = Some(if weapon == Weapon::Hunt { "Hunt" } else { "Fire" }.to_owned());
    let mut report = Report::of(Answer::from(odds(&aim)));
    report.desk = Some(aim.form.on_desk());
    let label = if weapon == Weapon::Hunt { "tank hunting" } else { "fire" };
    preview.tests.push(Test { label: label.to_owned(), odds: report });
}

/// So many elements under one barrage, or enemies who could fire, are shown with their odds.
const MOST_SHOWN: usize = 4;

/// What becomes of those who stand where guns are called for, friends too, from the call to its effect.
pub(super) fn barrage(state: &State, side: Side, guns: &Barrage, at: Point, preview: &mut Preview) {
    let under = state.under_fire(at);
    for id in under.iter().take(MOST_SHOWN) {
        let own = if state.unit(*id).side == side { " (your own)" } else { "" };
        let label = format!("{}{own}", state.name(*id));
        preview.add_test(label, &support_fire::procedure(), &guns.at(state, *id, at));
    }
    let words = match &under[..] {
        [] => "Nobody who is seen stands within 2 of that point.".to_owned(),
        all => format!("Within 2 of that point: {}.", names(state, all)),
    };
    note(preview, Rule("R12"), None, words);
}

/// Whom aircraft would attack, and what would come of it.
pub(super) fn air_attack(state: &State, side: Side, place: usize, at: Point, preview: &mut Preview) {
    let support = &state.battle.army(side).support[place];
    let words = match state.found_from_the_air(side.other(), at) {
        Some(id) => {
            preview.add_test(state.name(id), &air_support::procedure(), &state.by_air(support, id));
            format!("It arrives on 13 or more, and attacks {}, the nearest in the open.", state.name(id))
        }
        None => "No enemy who is seen stands in the open within 6 of that point.".to_owned(),
    };
    let ring = Footprint::from(Circle { middle: at, diameter: 2 * super::support::SEARCH });
    preview.overlays.push(laid("template", &ring, "where aircraft look for a target"));
    note(preview, Rule("R38"), None, words);
    note(
        preview,
        Rule("R38"),
        None,
        "On an unmodified 1 it attacks the element of your own side nearest to the point.",
    );
    note(preview, Rule("R28"), None, "It is not called on a point within 2 of a friend in contact.");
}

/// R29 A spot that is fired at.
pub(super) fn guess(at: Point, preview: &mut Preview) {
    let spot = Footprint::from(Circle { middle: at, diameter: 2 * field::INCH });
    preview.overlays.push(laid("template", &spot, "what is within 1"));
    note(preview, Rule("R29"), None, format!("Aimed at {}: whoever hides nearest to it within 1 is hit.", told(at)));
    note(preview, Rule("R12"), None, "It is HE/SA with -4.");
}

/// A point that support or smoke is aimed at.
pub(super) fn aimed(state: &State, at: Point, smoke: Option<u16>, preview: &mut Preview) {
    if let Some(facing) = smoke {
        let screen = Smoke { at, facing, side: state.side, until: 0 }.screen();
        preview.overlays.push(laid("smoke", &screen, "a screen of smoke"));
        let words = "It gives -4 to all fire across it, the owner's too, till the end of his next fire phase.";
        return note(preview, Rule("R25"), None, words);
    }
    let burst = Footprint::from(Circle { middle: at, diameter: 2 * super::support::BURST });
    preview.overlays.push(laid("template", &burst, "what is within 2"));
    note(preview, Rule("R24"), None, format!("Aimed at {}.", told(at)));
    note(preview, Rule("R28"), None, "It is not aimed within 2 of a friend in contact, but may deviate there.");
}

/// A path and where the element comes to stand.
pub(super) fn way(state: &State, id: UnitId, path: &[Point], facing: u16, preview: &mut Preview) {
    let Some(piece) = state.get(id) else { return };
    preview.path = std::iter::once(piece.at).chain(path.iter().copied()).map(spot).collect();
    let end = path.last().copied().unwrap_or(piece.at);
    let there = piece.block_at(end, Facing::of(facing.into())).into();
    preview.overlays.push(laid("ghost", &there, "where it comes to stand"));
}

/// What a move costs, where it leads, and who could fire at it there.
pub(super) fn movement(state: &State, order: &Order, preview: &mut Preview) {
    match order {
        Order::Move { unit, path, facing } => {
            way(state, *unit, path, *facing, preview);
            let mut route = state.route(*unit);
            if route.along(path).is_ok() {
                let left = state.left(*unit);
                let words = format!("The path costs {} of {} inches.", inches(left - route.left), inches(left));
                note(preview, Rule("R13"), Some(*unit), words);
            }
            let end = *path.last().unwrap_or(&state.unit(*unit).at);
            threats(state, *unit, end, *facing, preview);
            let from = std::iter::once(state.unit(*unit).at).chain(path.iter().copied());
            let linear = |(from, to): (Point, &Point)| {
                let crossed = state.land().ground().crossings(from, *to);
                crossed.iter().any(|crossing| state.land().lie(crossing.piece).is_linear())
            };
            if from.zip(path).filter(|(from, to)| from != *to).any(linear) {
                let words = match state.phase {
                    Phase::Advance => "It crosses a linear obstacle; an advance goes 2 whatever the ground.",
                    _ => "It crosses a linear obstacle, which takes half of its move.",
                };
                note(preview, Rule("Movement:linear-obstacle"), Some(*unit), words);
            }
            if state.battle.army(state.unit(*unit).side.other()).hides > 0 {
                let words = "Whoever hides is found at 4 by who sees him there, and at 1 by anybody, who stops there.";
                note(preview, Rule("R31"), Some(*unit), words);
                let words = "Who finds somebody may stop short, but not go another way.";
                note(preview, Rule("Common:interruption"), Some(*unit), words);
            }
            if unit.0 >= super::HIDING && state.is_seen_moving(*unit, path) {
                note(preview, Rule("R16"), Some(*unit), format!("{} is seen on its way.", state.name(*unit)));
            }
            let near = |(_, enemy): (UnitId, &super::Piece)| enemy.is_about(end, 12 * field::INCH);
            let commands = state.element(*unit).figures.class == crate::catalogue::Class::Commander;
            if commands && state.of_side(state.unit(*unit).side.other()).any(near) {
                replaced(preview);
            }
        }
        Order::Turn { unit, facing } => {
            way(state, *unit, &[], *facing, preview);
            threats(state, *unit, state.unit(*unit).at, *facing, preview);
        }
        Order::Contact { unit, target } => {
            let Ok((to, facing, _)) = state
                .charge(*unit, *target, None)
                .or_else(|_| state.charge(*unit, *target, state.winners.first().map(|winner| winner.reach)))
            else {
                return;
            };
            way(state, *unit, &[to], facing.degrees() as u16, preview);
            let element = state.element(*target);
            let armour = element.is_armoured() && state.element(*unit).is_armoured();
            let (words, rule) = match () {
                () if armour => ("Armour does not fight armour hand to hand.", "R47"),
                () if !state.is_combat(*target) => ("It does not fight, and is overrun unless it gets away.", "R41"),
                () if state.phase == Phase::Advance => {
                    ("Contact that is made now is fought in the next close combat phase.", "R41")
                }
                () => ("Contact is fought out in the next close combat phase.", "R9"),
            };
            note(preview, Rule(rule), Some(*target), words);
            if element.is_armoured() {
                let words = format!("Others may fire AP at {} in contact too, and hunt it.", state.name(*target));
                note(preview, Rule("R42"), Some(*target), words);
            }
            if element.figures.class == crate::catalogue::Class::Commander {
                replaced(preview);
            }
            if !armour && state.is_combat(*target) {
                let blows = Contest { attackers: vec![*unit], defenders: vec![*target] };
                contest(state, state.unit(*unit).side, &blows, preview);
            }
            threats(state, *unit, to, facing.degrees() as u16, preview);
        }
        Order::FallBack { unit, home, about } => {
            let piece = state.unit(*unit);
            if let Some(direction) = state.back(*unit, *home) {
                let allowance = state.back_move(*unit, direction, *about);
                let (_, to) = state.straight_back(*unit, piece.at, direction, allowance);
                let facing = if *about { piece.facing.turned(180) } else { piece.facing };
                way(state, *unit, &[to], facing.degrees() as u16, preview);
                threats(state, *unit, to, facing.degrees() as u16, preview);
            }
        }
        Order::Alight { unit, at, facing } | Order::Enter { unit, at, facing } => {
            if let Some(vehicle) = state.unit(*unit).aboard {
                let (name, vehicle) = (state.name(*unit), state.name(vehicle));
                let words = format!("{name} has spent the same part of its move as {vehicle}.");
                note(preview, Rule("R32"), Some(*unit), words);
            }
            let there = state.unit(*unit).block_at(*at, Facing::of((*facing).into())).into();
            preview.overlays.push(laid("ghost", &there, "where it comes to stand"));
            threats(state, *unit, *at, *facing, preview);
        }
        _ => {}
    }
}

/// What becomes of a commander who is overrun.
fn replaced(preview: &mut Preview) {
    let notes = [
        ("A commander who is overrun must take the place of another element.", "R58"),
        ("He takes that of one that neither rides nor is in contact.", "R45"),
        ("It is one of his own command; the senior commander has all.", "R22"),
    ];
    for (words, rule) in notes {
        note(preview, Rule(rule), None, words);
    }
}

/// Who could fire at an element if it stood there, as far as one knows, the most dangerous first.
fn threats(state: &State, id: UnitId, at: Point, facing: u16, preview: &mut Preview) {
    if id.0 >= super::HIDING {
        return;
    }
    let mut there = state.clone();
    if state.unit(id).at != at {
        there.put(id, at);
    }
    let piece = there.unit_mut(id);
    (piece.facing, piece.aboard) = (Facing::of(facing.into()), None);
    piece.place = super::Place::Table;
    let side = there.unit(id).side;
    for piece in there.units.iter_mut().filter(|piece| piece.side != side) {
        piece.marks.remove(super::Mark::FIRED);
    }
    let mut threats: Vec<(Ratio, String, Option<Line>)> = Vec::new();
    for (enemy, _) in there.of_side(side.other()).filter(|(enemy, _)| there.may_fire(side.other(), *enemy).is_ok()) {
        if let Some(aim) = usual(&there, enemy, id) {
            let chances = chances(&aim);
            let words = format!("{} ({})", there.name(enemy), chances.words());
            threats.push((chances.effect(), words, aim.line));
        }
    }
    threats.sort_by(|one, other| other.0.cmp(&one.0));
    let words = match threats.len() {
        0 => "Nobody that is seen could fire at it there.".to_owned(),
        count => {
            threats.truncate(MOST_SHOWN);
            preview.overlays.extend(threats.iter().filter_map(|(.., line)| line.as_ref().map(sight_line)));
            let listed: Vec<_> = threats.into_iter().map(|(_, words, _)| words).collect();
            let enemies = if count == 1 { "1 enemy".to_owned() } else { format!("{count} enemies") };
            let more = if count > MOST_SHOWN { format!("; and {} more", count - MOST_SHOWN) } else { String::new() };
            format!("{enemies} could fire at it there: {}{more}.", listed.join("; "))
        }
    };
    note(preview, Rule("R7"), Some(id), words);
}

/// How a close combat may end, from the worst for a side to the best; with many in it, what each blow does.
pub(super) fn contest(state: &State, side: Side, contest: &Contest, preview: &mut Preview) {
    let blows = [true, false].map(|attacks| state.blows(contest, attacks));
    let (first, second) = (contest.attackers[0], contest.defenders[0]);
    let [ours, theirs] = [&contest.attackers, &contest.defenders].map(|units| names(state, units));
    if let Some(ends) = state.ends(contest, &blows) {
        let mut odds = Report::of(ends);
        let attacks = state.unit(first).side == side;
        if !attacks {
            odds.turn_round();
        }
        // Whoever it is against, results have the same names, so that several fights can be compared.
        let (own, enemy) = if attacks { ("attackers", "defenders") } else { ("defenders", "attackers") };
        for line in &mut odds.outcomes {
            let told = line.outcome.replace(&format!("the {enemy} are"), "the enemy is");
            line.outcome = told.replace(&format!("the {own} are"), "your side is");
        }
        for measure in &mut odds.measures {
            measure.name = measure.name.replace("attackers", &ours).replace("defenders", &theirs);
        }
        odds.desk = Some(of_combat(&state.combat_form(contest, &blows, (first, second))));
        preview.tests.push(Test { label: format!("{ours} against {theirs}"), odds });
    } else {
        for (id, enemy, fire) in blows.iter().flatten() {
            let label = format!("{} against {}", state.name(*id), state.name(*enemy));
            let desk = of_combat(&state.combat_form(contest, &blows, (*id, *enemy)));
            preview.tests.push(test(&label, desk, |dice| resolve_he_sa(fire, dice).outcome.result));
        }
    }
    let all = || contest.attackers.iter().chain(&contest.defenders).map(|id| (*id, state.element(*id)));
    let crewed = |(_, element): (UnitId, &Element)| element.is_csw() || element.is_vehicle();
    let laden =
        |(id, _): (UnitId, &Element)| state.carried(id).next().is_some() || state.unit(id).is(super::Mark::PACKED);
    let overruns = blows[0].iter().any(|(.., fire)| fire.ruling.is_some());
    let notes = [
        (true, "Nobody has anything for being within 4 in close combat.", "R39"),
        (all().any(crewed), "Guns, mortars and soft vehicles fight with 1, tanks with 2.", "R46"),
        (
            all().any(laden),
            "Who is laden fights with the better of vehicle and rider; what is limbered or broken down with 0.",
            "R43",
        ),
        (true, "Who is in contact leaves it in movement only by falling back, but for armour among men.", "R44"),
        (overruns, "An AFV that overruns moves on up to 2 beyond the place of those who went.", "R49"),
        (true, "Who loses and cannot get out of contact is suppressed, or removed if he was.", "R48"),
    ];
    for (_, words, rule) in notes.into_iter().filter(|(holds, ..)| *holds) {
        note(preview, Rule(rule), None, words);
    }
}

/// Elements by their names: 'Able and 2 Section'.
pub(super) fn names(state: &State, units: &[UnitId]) -> String {
    let names: Vec<&str> = units.iter().map(|id| state.name(*id)).collect();
    match &names[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
