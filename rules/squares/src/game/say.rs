//! Events in sentences.

use super::{AssaultOrder, Event, Piece, Square, State, Station, UnitId, Units};
use crate::barrage::BarrageKind;
use crate::gas::Drift;
use crate::morale::Nerve;
use kernel::game::Said;
use kernel::rule::Rule;

/// An event in a sentence, with its rule and what it speaks of.
pub(super) fn say(state: &State, event: &Event) -> Said {
    set_up_and_turn(state, event)
        .or_else(|| barrages(state, event))
        .or_else(|| losses(state, event))
        .or_else(|| movement(state, event))
        .or_else(|| assaults(state, event))
        .unwrap_or_else(|| ends(state, event))
}

/// A sentence with its rule, about some units and squares.
fn told<const N: usize>(rule: Rule, units: impl Into<Units>, squares: [Square; N], text: impl Into<String>) -> Said {
    let mut said = Said::of(text).under(rule);
    said.pieces.extend(units.into().iter().map(|unit| Piece::Unit(unit).id()));
    said.places.extend(squares.map(Square::place));
    said
}

/// The same about what a piece does.
fn of_piece<const N: usize>(state: &State, rule: Rule, piece: Piece, squares: [Square; N], does: &str) -> Said {
    let who = match piece {
        Piece::Unit(unit) => state.name(unit).to_owned(),
        Piece::Commander(side) => format!("The {side}'s commander"),
    };
    told(rule, NOBODY, squares, format!("{who} {does}.")).piece(piece.id())
}

const NOBODY: Units = Units::NONE;

/// Set-up, turns, orders of the higher command.
fn set_up_and_turn(state: &State, event: &Event) -> Option<Said> {
    Some(match *event {
        Event::Deployed { piece, to: Some(to) } => {
            of_piece(state, Rule("R6"), piece, [to], &format!("is placed in {to}"))
        }
        Event::Deployed { piece, to: None } => of_piece(state, Rule("R6"), piece, [], "is kept in reserve"),
        Event::SetUp { side } => told(Rule("R6"), NOBODY, [], format!("The {side} has set up.")),
        Event::TurnBegins { turn, side } => {
            told(Rule("19:alternate"), NOBODY, [], format!("Turn {turn}: the {side} begins."))
        }
        Event::Passed { side, step } => {
            let (step, rule) = step.printed();
            told(rule, NOBODY, [], format!("The {side} ends step {step}."))
        }
        Event::Commanded { side, square, marker, through: true } => {
            let text = format!("The {side}'s order goes through: {} for {square}.", marker.words());
            told(marker.rule(), NOBODY, [square], text)
        }
        Event::Commanded { side, square, marker, through: false } => {
            let text = format!("The {side}'s order to {square} ({}) does not go through.", marker.words());
            told(Rule("R16"), NOBODY, [square], text)
        }
        Event::CommandMarkersRemoved => told(Rule("19:8"), NOBODY, [], "The markers of higher command are removed."),
        Event::BarragesRemoved { side } => {
            told(Rule("19:9"), NOBODY, [], format!("The barrage markers of the {side} are removed."))
        }
        _ => return None,
    })
}

/// Assets, barrages and gas.
fn barrages(state: &State, event: &Event) -> Option<Said> {
    Some(match *event {
        Event::GasDrifted { from, to, drift } => {
            let (rule, goes) = match (drift, to) {
                (Drift::Disperses, _) => (Rule("19:gas-disperses"), "disperses".to_owned()),
                (Drift::Stays, _) => (Rule("19:gas-stays"), "stays".to_owned()),
                (_, None) => (Rule("R14"), "drifts off the table and disperses".to_owned()),
                (Drift::Forward, Some(to)) => (Rule("19:gas-forward"), format!("drifts forward to {to}")),
                (Drift::Back, Some(to)) => (Rule("19:gas-back"), format!("drifts back to {to}")),
            };
            let mut said = told(rule, NOBODY, [from], format!("The gas in {from} {goes}."));
            said.places.extend(to.map(Square::place));
            said
        }
        Event::AssetRolled { side, kind, came } => {
            let comes = if came { "comes" } else { "does not come this turn and is kept" };
            let text = format!("{}: the asset '{}' {comes}.", state.battle.army(side).card.name, words(kind.name()));
            told(Rule("R15"), NOBODY, [], text)
        }
        Event::BarrageLaid { side, kind, ref squares } => {
            let rule = match kind {
                BarrageKind::Rolling => Rule("22:rolling-attacker"),
                other => super::barrage_step::squares_rule(other),
            };
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            let text = format!("The {side} lays a {} on {}.", barrage(kind), names.join(", "));
            let mut said = told(rule, NOBODY, [], text);
            said.places.extend(squares.iter().map(|square| square.place()));
            said
        }
        Event::BarrageFell { kind, aimed, on } if aimed == on => {
            told(Rule("22:deviation"), NOBODY, [on], format!("The {} falls on {on}, as aimed.", barrage(kind)))
        }
        Event::BarrageFell { kind, aimed, on } => {
            let text = format!("The {} aimed at {aimed} falls on {on}.", barrage(kind));
            told(Rule("22:deviation"), NOBODY, [on], text)
        }
        Event::BarrageLost { kind, aimed } => {
            let text = format!("The {} aimed at {aimed} falls off the table and is lost.", barrage(kind));
            told(Rule("R14"), NOBODY, [aimed], text)
        }
        Event::BarrageRolledOn { on } => {
            told(Rule("22:rolling-on"), NOBODY, [on], format!("The barrage rolls on into {on}."))
        }
        Event::SquareHit { at, hits, rule } => told(rule, NOBODY, [at], format!("{} on {at}.", count(hits, "hit"))),
        _ => return None,
    })
}

/// A barrage by name.
pub(super) fn barrage(kind: BarrageKind) -> &'static str {
    match kind {
        BarrageKind::Suppression => "suppression barrage",
        BarrageKind::PointEffect => "point effect barrage",
        BarrageKind::Rolling => "rolling barrage",
        BarrageKind::Gas => "gas barrage",
    }
}

/// Hits, losses and morale.
fn losses(state: &State, event: &Event) -> Option<Said> {
    let name = |unit| state.name(unit);
    Some(match *event {
        Event::Hit { unit, hits, rule } => told(rule, unit, [], format!("{} on {}.", count(hits, "hit"), name(unit))),
        Event::Hurt { unit, half_bases } => {
            let lost = if half_bases == 1 { "half a base".to_owned() } else { count(half_bases, "half base") };
            let (markers, left) = (count(half_bases, "casualty marker"), count(state.unit(unit).left, "half base"));
            told(Rule("R3"), unit, [], format!("{} loses {lost} and gets {markers}; {left} left.", name(unit)))
        }
        Event::Destroyed { unit } => told(Rule("26:half-base"), unit, [], format!("{} is destroyed.", name(unit))),
        Event::Tested { side, square, nerve, suppressed } => {
            let (rule, does) = match nerve {
                Nerve::Passed => (Rule("28:passed"), "passes its morale test"),
                Nerve::Steady if suppressed => (Rule("R14"), "would go, but nobody leaves for the suppression: steady"),
                Nerve::Steady => (Rule("28:steady"), "is steady: nobody leaves it this turn, and it starts no assault"),
                Nerve::Retire => (Rule("28:retire"), "retires"),
                Nerve::Run => (Rule("28:run"), "runs"),
            };
            told(rule, NOBODY, [square], format!("The {side}'s square {square} {does}."))
        }
        Event::CasualtiesCleared { square, markers } => {
            let go = if markers == 1 { "goes" } else { "go" };
            let text = format!("{} in {square} {go} after the test.", count(markers, "casualty marker"));
            told(Rule("R3"), NOBODY, [square], text)
        }
        Event::Routed { unit } => told(Rule("28:run"), unit, [], format!("{} routs and is lost.", name(unit))),
        Event::FellBack { units, from, to, rule } => {
            let go = if units.len() == 1 { "goes" } else { "go" };
            told(rule, units, [from, to], format!("{} {go} back from {from} to {to}.", names(state, units)))
        }
        Event::LeftTable { unit, gone } => {
            let fate = if gone {
                " and had no more than a base: it is lost"
            } else {
                ", loses a base and becomes a reinforcement"
            };
            told(Rule("28:off-table"), unit, [], format!("{} is driven off the table{fate}.", name(unit)))
        }
        _ => return None,
    })
}

/// Movement and arrivals.
fn movement(state: &State, event: &Event) -> Option<Said> {
    let name = |unit| state.name(unit);
    Some(match *event {
        Event::Moved { piece: piece @ Piece::Commander(_), from, to, .. } => {
            of_piece(state, Rule("24:higher-command"), piece, [to], &format!("goes from {from} to {to}"))
        }
        Event::Moved { piece, from, to, extra } => {
            let (rule, how) =
                if extra { (Rule("24:extra"), ", its extra square") } else { (Rule("24:one-by-one"), "") };
            of_piece(state, rule, piece, [from, to], &format!("moves from {from} to {to}{how}"))
        }
        Event::Stuck { piece, at } => {
            let rule = if matches!(piece, Piece::Unit(_)) { Rule("24") } else { Rule("24:higher-command") };
            of_piece(state, rule, piece, [at], &format!("does not get out of the scenery in {at}"))
        }
        Event::CommanderLost { side, at } => {
            let lost = format!("was alone in {at} when the enemy entered, and is lost");
            of_piece(state, Rule("R16"), Piece::Commander(side), [at], &lost)
        }
        Event::Changed { unit, kind } => {
            told(Rule("R17"), unit, [], format!("{} is now {}.", name(unit), words(kind.name())))
        }
        Event::Arrived { unit, to, rule } => told(rule, unit, [to], format!("{} arrives in {to}.", name(unit))),
        Event::NoRoom { unit } => {
            let text = format!("{} could come, but finds no square with room and waits.", name(unit));
            told(Rule("R17"), unit, [], text)
        }
        Event::ObjectiveTaken { at, side } => {
            let text = format!("The {side} takes the objective {}.", place_name(state, at));
            told(Rule("R19"), NOBODY, [at], text)
        }
        _ => return None,
    })
}

/// Assaults and shooting.
fn assaults(state: &State, event: &Event) -> Option<Said> {
    let name = |unit| state.name(unit);
    let does = |number: u32, verb: &str| if number == 1 { format!("{verb}s") } else { verb.to_owned() };
    Some(match *event {
        Event::Assaulted(AssaultOrder { from, target, units, additional, shock }) => {
            let joining =
                (!additional.is_empty()).then(|| format!(", with {} from other squares", names(state, additional)));
            let joining = joining.unwrap_or_default();
            let (who, assault) = (names(state, units), does(units.len(), "assault"));
            let shock = if shock { ", as a shock assault" } else { "" };
            let text = format!("{who} {assault} {target} from {from}{joining}{shock}.");
            told(Rule("R7"), units | additional, [from, target], text)
        }
        Event::Stood { at } => told(Rule("R7"), NOBODY, [at], format!("{at} stands.")),
        Event::Retired { at } => {
            told(Rule("26:target-retires"), NOBODY, [at], format!("{at} retires before the assault."))
        }
        Event::Supported { from, supports, target, target_supports } => {
            let (of, its) = (count(supports, "square"), count(target_supports, "square"));
            let text = format!("{of} {} {from}, {its} {target}.", does(supports.into(), "support"));
            told(Rule("R8"), NOBODY, [from, target], text)
        }
        Event::GunRemoved { unit } => {
            told(Rule("26:guns-removed"), unit, [], format!("{} is taken, and removed.", name(unit)))
        }
        Event::Won { target } => {
            told(Rule("26:assaulter-wins"), NOBODY, [target], format!("The assault on {target} is won."))
        }
        Event::Held { target } => {
            told(Rule("26:no-movement"), NOBODY, [target], format!("{target} holds; nobody moves."))
        }
        Event::CutOff { target } => {
            let text = format!("What is left in {target} cannot withdraw and stays.");
            told(Rule("26:cannot-withdraw"), NOBODY, [target], text)
        }
        Event::MovedIn { unit, to } => told(Rule("26:move-in"), unit, [to], format!("{} moves into {to}.", name(unit))),
        Event::MarkerGiven { unit, rule } => told(rule, unit, [], format!("{} is winning the fight.", name(unit))),
        Event::MarkerGone { unit } => {
            let text = format!("{} loses its winning-the-fight marker at the end of the turn.", name(unit));
            told(Rule("R12"), unit, [], text)
        }
        Event::Shot { from, target, units } => {
            let text = format!("{} {} at {target} from {from}.", names(state, units), does(units.len(), "shoot"));
            told(Rule("19:7"), units, [from, target], text)
        }
        _ => return None,
    })
}

/// The end of a battle.
fn ends(state: &State, event: &Event) -> Said {
    match *event {
        Event::CountedDown { left: 0 } => told(Rule("R18"), NOBODY, [], "The countdown has run out."),
        Event::CountedDown { left } => told(Rule("19:11"), NOBODY, [], format!("The countdown stands at {left}.")),
        Event::Collapsed { side } => {
            let (army, lost) = (&state.battle.army(side).card.name, state.lost[side] / 2);
            let bases = state.battle.half_bases[side] / 2;
            told(Rule("R19"), NOBODY, [], format!("{army} has lost {lost} of its {bases} bases and collapses."))
        }
        _ => {
            let because = super::victory::result(state).map_or_else(String::new, |result| result.because);
            told(Rule("R19"), NOBODY, [], format!("The battle is over: {because}."))
        }
    }
}

/// Units by name: 'the 1st Rifles and the Vickers section'.
pub(super) fn names(state: &State, units: Units) -> String {
    let all: Vec<&str> = units.iter().map(|unit| state.name(unit)).collect();
    match all.as_slice() {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A number of things: '1 hit', '2 hits'.
pub(super) fn count(number: impl Into<u32>, thing: &str) -> String {
    let number = number.into();
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// A kind in words: 'mounted-cavalry' is 'mounted cavalry'.
pub(super) fn words(name: &str) -> String {
    name.replace('-', " ")
}

/// A square with the name the scenario gives it: 'C4 (The wood)'.
pub(super) fn place_name(state: &State, square: Square) -> String {
    match state.battle.scenario().place(square.into()) {
        Some(name) => format!("{square} ({name})"),
        None => square.to_string(),
    }
}

/// A unit by name and place: '2nd Royal Sussex, C4'.
pub(super) fn unit_at(state: &State, unit: UnitId) -> String {
    match state.unit(unit).at {
        Station::On(square) => format!("{}, {square}", state.name(unit)),
        Station::Waiting => format!("{}, waiting", state.name(unit)),
        Station::Lost => format!("{}, lost", state.name(unit)),
    }
}
