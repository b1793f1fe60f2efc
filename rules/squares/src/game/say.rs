//! Events in sentences.

use super::{Event, Marker, Piece, Side, Square, State, Station, UnitId, Units};
use crate::barrage::BarrageKind;
use crate::gas::Drift;
use crate::morale::Nerve;
use kernel::game::Said;
use kernel::rule::Rule;

/// An event in a sentence, with its rule and what it speaks of.
pub(super) fn say(state: &State, event: &Event) -> Said {
    setting(state, event)
        .or_else(|| barrages(state, event))
        .or_else(|| losses(state, event))
        .or_else(|| movement(state, event))
        .or_else(|| assaults(state, event))
        .unwrap_or_else(|| ends(state, event))
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

fn squares(squares: &[Square]) -> String {
    squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn about(mut said: Said, units: Units) -> Said {
    said.pieces.extend(units.iter().map(|unit| Piece::Unit(unit).id()));
    said
}

fn unit(said: Said, unit: UnitId) -> Said {
    said.piece(Piece::Unit(unit).id())
}

/// Set-up, turns, orders of the higher command.
fn setting(state: &State, event: &Event) -> Option<Said> {
    Some(match event {
        Event::Deployed { unit: id, to: Some(to) } => {
            unit(Said::of(format!("{} is placed in {to}.", state.name(*id))), *id).under(Rule("R6")).place(to.place())
        }
        Event::Deployed { unit: id, to: None } => {
            unit(Said::of(format!("{} is kept in reserve.", state.name(*id))), *id).under(Rule("R6"))
        }
        Event::CommanderDeployed { side, to } => Said::of(format!("The {side}'s commander is placed in {to}."))
            .under(Rule("R6"))
            .piece(Piece::Commander(*side).id())
            .place(to.place()),
        Event::SetUp { side } => Said::of(format!("The {side} has set up.")).under(Rule("R6")),
        Event::TurnBegins { turn, side } => {
            Said::of(format!("Turn {turn}: the {side} begins.")).under(Rule("19:alternate"))
        }
        Event::Passed { side, step } => {
            let (step, rule) = step.name();
            Said::of(format!("The {side} ends step {step}.")).under(rule)
        }
        Event::Commanded { side, square, marker, through } => {
            let text = if *through {
                format!("The {side}'s order goes through: {} for {square}.", marker.name())
            } else {
                format!("The {side}'s order to {square} ({}) does not go through.", marker.name())
            };
            let rule = match marker {
                Marker::FightingBonus if *through => Rule("26:fighting-bonus"),
                Marker::MoraleBonus if *through => Rule("28:morale-bonus"),
                Marker::HoldTheLine if *through => Rule("28:hold-the-line"),
                _ => Rule("R16"),
            };
            Said::of(text).under(rule).place(square.place())
        }
        Event::CommandMarkersRemoved => Said::of("The markers of higher command are removed.").under(Rule("19:8")),
        Event::BarragesRemoved { side } => {
            Said::of(format!("The barrage markers of the {side} are removed.")).under(Rule("19:9"))
        }
        _ => return None,
    })
}

/// Assets, barrages and gas.
fn barrages(state: &State, event: &Event) -> Option<Said> {
    Some(match event {
        Event::GasDrifted { from, to, drift } => {
            let (text, rule) = match (drift, to) {
                (Drift::Disperses, _) => (format!("The gas in {from} disperses."), Rule("19:gas-disperses")),
                (Drift::Stays, _) => (format!("The gas in {from} stays."), Rule("19:gas-stays")),
                (_, None) => (format!("The gas in {from} drifts off the table and disperses."), Rule("R14")),
                (Drift::Forward, Some(to)) => {
                    (format!("The gas in {from} drifts forward to {to}."), Rule("19:gas-forward"))
                }
                (Drift::Back, Some(to)) => (format!("The gas in {from} drifts back to {to}."), Rule("19:gas-back")),
            };
            let said = Said::of(text).under(rule).place(from.place());
            to.map_or(said.clone(), |to| said.place(to.place()))
        }
        Event::AssetRolled { side, kind, came } => {
            let army = &state.battle.army(*side).name;
            let text = if *came { "comes" } else { "does not come this turn and is kept" };
            Said::of(format!("{army}: the asset '{}' {text}.", words(kind.name()))).under(Rule("R15"))
        }
        Event::BarrageLaid { side, kind, squares: aimed } => {
            let mut said = Said::of(format!("The {side} lays a {} on {}.", barrage(*kind), squares(aimed)));
            said.places.extend(aimed.iter().map(|square| square.place()));
            said.under(where_it_lies(*kind))
        }
        Event::BarrageFell { kind, aimed, on } => {
            let text = if aimed == on {
                format!("The {} falls on {on}, as aimed.", barrage(*kind))
            } else {
                format!("The {} aimed at {aimed} falls on {on}.", barrage(*kind))
            };
            Said::of(text).under(Rule("22:deviation")).place(on.place())
        }
        Event::BarrageLost { kind, aimed } => {
            let text = format!("The {} aimed at {aimed} falls off the table and is lost.", barrage(*kind));
            Said::of(text).under(Rule("R14")).place(aimed.place())
        }
        Event::BarrageRolledOn { on } => {
            Said::of(format!("The barrage rolls on into {on}.")).under(Rule("22:rolling-on")).place(on.place())
        }
        Event::SquareHit { at, hits, rule } => {
            Said::of(format!("{} on {at}.", count(*hits, "hit"))).under(*rule).place(at.place())
        }
        _ => return None,
    })
}

fn where_it_lies(kind: BarrageKind) -> Rule {
    match kind {
        BarrageKind::Rolling => Rule("22:rolling-attacker"),
        other => super::barrage_step::squares_rule(other),
    }
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
    Some(match event {
        Event::Hit { unit: id, hits, rule } => {
            unit(Said::of(format!("{} on {}.", count(*hits, "hit"), state.name(*id))), *id).under(*rule)
        }
        Event::Hurt { unit: id, half_bases } => {
            let lost = if *half_bases == 1 { "half a base".to_owned() } else { count(*half_bases, "half base") };
            let markers = count(*half_bases, "casualty marker");
            let left = state.unit(*id).left;
            let text =
                format!("{} loses {lost} and gets {markers}; {} left.", state.name(*id), count(left, "half base"));
            unit(Said::of(text), *id).under(Rule("R3"))
        }
        Event::Destroyed { unit: id } => {
            unit(Said::of(format!("{} is destroyed.", state.name(*id))), *id).under(Rule("26:half-base"))
        }
        Event::Tested { side, square, nerve, suppressed } => {
            let (text, rule) = match nerve {
                Nerve::Passed => ("passes its morale test", Rule("28:passed")),
                Nerve::Steady if *suppressed => {
                    ("would go, but nobody leaves for the suppression: steady", Rule("R14"))
                }
                Nerve::Steady => ("is steady: nobody leaves it this turn, and it starts no assault", Rule("28:steady")),
                Nerve::Retire => ("retires", Rule("28:retire")),
                Nerve::Run => ("runs", Rule("28:run")),
            };
            Said::of(format!("The {side}'s square {square} {text}.")).under(rule).place(square.place())
        }
        Event::CasualtiesCleared { square, markers } => {
            let go = if *markers == 1 { "goes" } else { "go" };
            let text = format!("{} in {square} {go} after the test.", count(*markers, "casualty marker"));
            Said::of(text).under(Rule("R3")).place(square.place())
        }
        Event::Routed { unit: id } => {
            unit(Said::of(format!("{} routs and is lost.", state.name(*id))), *id).under(Rule("28:run"))
        }
        Event::FellBack { units, from, to, rule } => {
            let text = format!("{} {} back from {from} to {to}.", names(state, *units), go(*units));
            about(Said::of(text), *units).under(*rule).place(from.place()).place(to.place())
        }
        Event::LeftTable { unit: id, gone } => {
            let text = if *gone {
                format!("{} is driven off the table and had no more than a base: it is lost.", state.name(*id))
            } else {
                format!("{} is driven off the table, loses a base and becomes a reinforcement.", state.name(*id))
            };
            unit(Said::of(text), *id).under(Rule("28:off-table"))
        }
        _ => return None,
    })
}

fn go(units: Units) -> &'static str {
    if units.len() == 1 { "goes" } else { "go" }
}

/// Movement and arrivals.
fn movement(state: &State, event: &Event) -> Option<Said> {
    Some(match event {
        Event::Moved { unit: id, from, to, extra } => {
            let (how, rule) =
                if *extra { (", its extra square", Rule("24:extra")) } else { ("", Rule("24:one-by-one")) };
            let text = format!("{} moves from {from} to {to}{how}.", state.name(*id));
            unit(Said::of(text), *id).under(rule).place(from.place()).place(to.place())
        }
        Event::StuckInScenery { unit: id, at } => {
            let text = format!("{} does not get out of the scenery in {at}.", state.name(*id));
            unit(Said::of(text), *id).under(Rule("24")).place(at.place())
        }
        Event::CommanderMoved { side, from, to } => {
            Said::of(format!("The {side}'s commander goes from {from} to {to}."))
                .under(Rule("24:higher-command"))
                .piece(Piece::Commander(*side).id())
                .place(to.place())
        }
        Event::CommanderStuck { side, at } => {
            let text = format!("The {side}'s commander does not get out of the scenery in {at}.");
            Said::of(text).under(Rule("24:higher-command")).piece(Piece::Commander(*side).id()).place(at.place())
        }
        Event::CommanderLost { side, at } => {
            let text = format!("The {side}'s commander was alone in {at} when the enemy entered, and is lost.");
            Said::of(text).under(Rule("R16")).piece(Piece::Commander(*side).id()).place(at.place())
        }
        Event::Changed { unit: id, kind } => {
            unit(Said::of(format!("{} is now {}.", state.name(*id), words(kind.name()))), *id).under(Rule("R17"))
        }
        Event::Arrived { unit: id, to, rule } => {
            unit(Said::of(format!("{} arrives in {to}.", state.name(*id))), *id).under(*rule).place(to.place())
        }
        Event::NoRoom { unit: id } => {
            let text = format!("{} could come, but finds no square with room and waits.", state.name(*id));
            unit(Said::of(text), *id).under(Rule("R17"))
        }
        Event::ObjectiveTaken { at, side } => {
            Said::of(format!("The {side} takes the objective {}.", place_name(state, *at)))
                .under(Rule("R19"))
                .place(at.place())
        }
        _ => return None,
    })
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

/// Assaults and shooting.
fn assaults(state: &State, event: &Event) -> Option<Said> {
    Some(match event {
        Event::Assaulted { from, target, units, additional, shock } => {
            let mut text = format!(
                "{} assault{} {target} from {from}",
                names(state, *units),
                if units.len() == 1 { "s" } else { "" }
            );
            if !additional.is_empty() {
                text += ", with ";
                text += &names(state, *additional);
                text += " from other squares";
            }
            if *shock {
                text += ", as a shock assault";
            }
            about(Said::of(text + "."), *units | *additional)
                .under(Rule("R7"))
                .place(from.place())
                .place(target.place())
        }
        Event::Stood { at } => Said::of(format!("{at} stands.")).under(Rule("R7")).place(at.place()),
        Event::Retired { at } => {
            Said::of(format!("{at} retires before the assault.")).under(Rule("26:target-retires")).place(at.place())
        }
        Event::Supported { from, supports, target, target_supports } => {
            let of = |number: u8| count(number, "square");
            let text = format!(
                "{} support{} {from}, {} {target}.",
                of(*supports),
                if *supports == 1 { "s" } else { "" },
                of(*target_supports)
            );
            Said::of(text).under(Rule("R8")).place(from.place()).place(target.place())
        }
        Event::GunRemoved { unit: id } => {
            unit(Said::of(format!("{} is taken, and removed.", state.name(*id))), *id).under(Rule("26:guns-removed"))
        }
        Event::Won { target } => {
            Said::of(format!("The assault on {target} is won.")).under(Rule("26:assaulter-wins")).place(target.place())
        }
        Event::Held { target } => {
            let text = format!("{target} holds; nobody moves.");
            Said::of(text).under(Rule("26:no-movement")).place(target.place())
        }
        Event::CutOff { target } => {
            let text = format!("What is left in {target} cannot withdraw and stays.");
            Said::of(text).under(Rule("26:cannot-withdraw")).place(target.place())
        }
        Event::MovedIn { unit: id, to } => unit(Said::of(format!("{} moves into {to}.", state.name(*id))), *id)
            .under(Rule("26:move-in"))
            .place(to.place()),
        Event::MarkerGiven { unit: id, rule } => {
            unit(Said::of(format!("{} is winning the fight.", state.name(*id))), *id).under(*rule)
        }
        Event::MarkerGone { unit: id } => {
            let text = format!("{} loses its winning-the-fight marker at the end of the turn.", state.name(*id));
            unit(Said::of(text), *id).under(Rule("R12"))
        }
        Event::Shot { from, target, units } => {
            let text = format!(
                "{} shoot{} at {target} from {from}.",
                names(state, *units),
                if units.len() == 1 { "s" } else { "" }
            );
            about(Said::of(text), *units).under(Rule("19:7")).place(from.place()).place(target.place())
        }
        _ => return None,
    })
}

/// The end of a battle.
fn ends(state: &State, event: &Event) -> Said {
    match event {
        Event::CountedDown { left: 0 } => Said::of("The countdown has run out.").under(Rule("R18")),
        Event::CountedDown { left } => Said::of(format!("The countdown stands at {left}.")).under(Rule("19:11")),
        Event::Collapsed { side } => {
            let army = &state.battle.army(*side).name;
            let text = format!(
                "{army} has lost {} of its {} bases and collapses.",
                state.lost[*side] / 2,
                bases(state, *side)
            );
            Said::of(text).under(Rule("R19"))
        }
        _ => {
            let because = super::victory::result(state).map_or_else(String::new, |result| result.because);
            Said::of(format!("The battle is over: {because}.")).under(Rule("R19"))
        }
    }
}

fn bases(state: &State, side: Side) -> u16 {
    state.battle.half_bases[side] / 2
}

/// A unit by name and place: '2nd Royal Sussex, C4'.
pub(super) fn unit_at(state: &State, unit: UnitId) -> String {
    match state.unit(unit).at {
        Station::On(square) => format!("{}, {square}", state.name(unit)),
        Station::Waiting => format!("{}, waiting", state.name(unit)),
        Station::Lost => format!("{}, lost", state.name(unit)),
    }
}
