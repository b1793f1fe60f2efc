//! Events in sentences.

use super::event::Event;
use super::march::marched;
use super::offers::names;
use super::state::State;
use super::units::UnitId;
use crate::bombardment::Effect;
use crate::defensive_fire::Volley;
use crate::headquarters::Mode;
use crate::mines::Blast;
use crate::scenario::Square;
use crate::turns::Turn as Date;
use kernel::game::Said;
use kernel::rule::Rule;

/// An event in a sentence, with its rule and what it speaks of.
pub(super) fn say(state: &State, event: &Event) -> Said {
    before_and_between(state, event)
        .or_else(|| guns(state, event))
        .or_else(|| movement(state, event))
        .or_else(|| assaults(state, event))
        .unwrap_or_else(|| reorganization(state, event))
}

/// A sentence with its rule, about some units and squares.
fn told(state: &State, rule: Rule, units: &[UnitId], squares: &[Square], text: impl Into<String>) -> Said {
    let mut said = Said::of(text).under(rule);
    said.pieces.extend(units.iter().filter(|&&unit| state.unit(unit).piece > 0).map(|&unit| state.piece(unit)));
    said.places.extend(squares.iter().map(|square| square.place()));
    said
}

/// What one unit does, or several do.
fn verb(units: &[UnitId], one: &'static str, several: &'static str) -> &'static str {
    if units.len() == 1 { one } else { several }
}

/// Before the first turn, and what begins a turn or a phase.
fn before_and_between(state: &State, event: &Event) -> Option<Said> {
    let told = |rule, units: &[UnitId], squares: &[Square], text: String| Some(told(state, rule, units, squares, text));
    match *event {
        Event::Bought { side, operation } => {
            let (name, _, does, rule) = operation.words();
            let price = super::operations_step::price(operation);
            let text = format!("{} buys '{name}' for {price} points: {does}.", side.the_player());
            told(rule, &[], &[], text)
        }
        Event::BoughtNothing { side } => {
            told(Rule("15.5:buy"), &[], &[], format!("{} buys no operations.", side.the_player()))
        }
        Event::Dug { at } => told(
            Rule("15.5:reinforced-defenses"),
            &[],
            &[at],
            format!("The Germans have dug in at {}.", state.place_name(at)),
        ),
        Event::Hid => {
            told(Rule("15.5:concealed-artillery"), &[], &[], "Two German groups of guns are hidden.".to_owned())
        }
        Event::Drew => told(
            Rule("Sequence of play:pregame-objectives"),
            &[],
            &[],
            "The Allied player draws five objectives.".to_owned(),
        ),
        Event::Changed => {
            told(Rule("15.5:change-objectives"), &[], &[], "The Allied player changes his objectives.".to_owned())
        }
        Event::Showed { goals } => {
            let goals = goals.map(|goal| &state.battle.scenario().objectives[usize::from(goal)]);
            let text = format!(
                "The Allied player shows two objectives that were reached: {} and {}.",
                goals[0].name, goals[1].name
            );
            told(Rule("9.0:objectives"), &[], &[goals[0].at, goals[1].at], text)
        }
        Event::Mined { at, blast } => {
            let does = match blast {
                Blast::Nothing => "does nothing",
                Blast::Disrupt => "disrupts all who are there",
                Blast::StepLoss => "costs a step and disrupts all who are there",
            };
            told(Rule("R26"), &[], &[at], format!("The mine under {} goes up and {does}.", state.place_name(at)))
        }
        Event::TurnBegins { turn, date } => {
            told(Rule("Sequence of play:turn"), &[], &[], format!("Turn {turn}, {}.", dated(date)))
        }
        Event::Weather { weather } => {
            let observe = match (state.observation.allied, state.observation.german) {
                (true, true) => "both sides observe from the air",
                (true, false) => "only the Allies observe from the air",
                (false, true) => "only the Germans observe from the air",
                (false, false) => "nobody observes from the air",
            };
            told(Rule("5.0"), &[], &[], format!("The weather is {weather}; {observe}."))
        }
        Event::PhaseBegins { side } => {
            let first = side == state.battle.scenario().first;
            let rule = if first { Rule("Sequence of play:2") } else { Rule("Sequence of play:3") };
            told(rule, &[], &[], format!("The {} phase begins.", side.name()))
        }
        _ => None,
    }
}

/// A date as people write it: 14 July 1916.
pub(super) fn dated(date: Date) -> String {
    let (month, day) = date.month_and_day();
    let mut letters = month.chars();
    let month: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    format!("{day} {month} 1916")
}

/// Guns, aircraft and what falls.
fn guns(state: &State, event: &Event) -> Option<Said> {
    let told = |rule, units: &[UnitId], squares: &[Square], text: String| Some(told(state, rule, units, squares, text));
    let place = |square| state.place_name(square);
    match event {
        Event::Declared { side, target, guns } => {
            let text = format!(
                "{} declares a bombardment of {} by {}.",
                side.the_player(),
                place(*target),
                names(state, guns)
            );
            told(Rule("Sequence of play:2b"), guns, &[*target], text)
        }
        Event::Flies { target } => {
            told(Rule("6.6:allied"), &[], &[*target], format!("Allied aircraft are to bomb {}.", place(*target)))
        }
        Event::AllDeclared { side } => {
            let first = *side == state.battle.scenario().first;
            let rule = if first { Rule("Sequence of play:2c") } else { Rule("Sequence of play:3c") };
            told(rule, &[], &[], format!("{} has declared all.", side.the_player()))
        }
        Event::OffMap { target } => told(
            Rule("15.5:off-map-artillery"),
            &[],
            &[*target],
            format!("The off-map artillery is to fire at {}.", place(*target)),
        ),
        Event::Uncovered { gun, at } => {
            told(Rule("R28"), &[*gun], &[*at], format!("Concealed guns are found at {}.", place(*at)))
        }
        Event::Answered { side, target, guns } => {
            let text =
                format!("{} answers the guns at {} with {}.", side.the_player(), place(*target), names(state, guns));
            told(Rule("6.4:when"), guns, &[*target], text)
        }
        Event::Silent { target } => {
            told(Rule("R9"), &[], &[*target], format!("The guns that were to fire at {} are silent.", place(*target)))
        }
        Event::Shelled { target, effect } => {
            let there = state.side_at(*target).is_some();
            let (rule, does) = match effect {
                Effect::None => (Rule("6.0:no-effect"), "is without effect"),
                Effect::Interdict if !there => (Rule("6.5.1"), "interdicts the square"),
                Effect::Interdict => (Rule("6.0:interdict"), "interdicts all who are there"),
                Effect::Suppress => (Rule("6.0:suppress"), "suppresses all who are there"),
                Effect::Disrupt => (Rule("6.0:disrupt"), "disrupts all who are there"),
                Effect::Step => (Rule("6.0:step-loss"), "costs a step and disrupts all who are there"),
                Effect::TwoSteps => (Rule("6.0:step-loss"), "costs two steps and disrupts all who are there"),
                Effect::ThreeSteps => (Rule("6.0:step-loss"), "costs three steps and disrupts all who are there"),
            };
            told(rule, &[], &[*target], format!("The fire on {} {does}.", place(*target)))
        }
        Event::Disrupted { unit } => {
            told(Rule("disruption"), &[*unit], &[], format!("{} is disrupted.", state.name(*unit)))
        }
        Event::Lost { unit, steps, left } => {
            let steps = if *steps == 1 { "a step".to_owned() } else { format!("{steps} steps") };
            let text = match left {
                0 => format!("{} loses {steps} and is eliminated.", state.name(*unit)),
                left => format!("{} loses {steps}; {left} left.", state.name(*unit)),
            };
            told(Rule("R27"), &[*unit], &[], text)
        }
        Event::HqLost { hq } => told(Rule("R40"), &[*hq], &[], format!("{} is lost: 5 points.", state.name(*hq))),
        _ => None,
    }
}

/// Movement.
fn movement(state: &State, event: &Event) -> Option<Said> {
    let told = |rule, units: &[UnitId], squares: &[Square], text: String| Some(told(state, rule, units, squares, text));
    let place = |square| state.place_name(square);
    match event {
        Event::Arrived { side, units } => {
            told(Rule("R3"), units, &[], format!("{} units come: {}.", side.name(), marched(state, units)))
        }
        Event::Moved { unit, from, to } => told(
            Rule("7.0"),
            &[*unit],
            &[*from, *to],
            format!("{} moves from {from} to {}.", state.name(*unit), place(*to)),
        ),
        Event::Marches { units, to, .. } => told(
            Rule("7.0"),
            units,
            &[*to],
            format!("{} {} towards {}.", marched(state, units), verb(units, "marches", "march"), place(*to)),
        ),
        Event::ModeSet { hq, mode } => {
            let mode = if *mode == Mode::Supply { "supply" } else { "command" };
            told(Rule("7.4.2"), &[*hq], &[], format!("{} changes to {mode} mode.", state.name(*hq)))
        }
        Event::Transferred { division, corps } => {
            let scenario = state.battle.scenario();
            let (division, corps) =
                (&scenario.divisions[usize::from(*division)], &scenario.corps[usize::from(*corps)].name);
            told(Rule("R30"), &[], &[], format!("Division {division} comes under {corps}."))
        }
        Event::BreaksOff { at } => told(Rule("R37"), &[], &[*at], format!("{} breaks off the engagement.", place(*at))),
        Event::BrokenDown { unit } => {
            told(Rule("7.8:breaks-down"), &[*unit], &[], format!("{} breaks down.", state.name(*unit)))
        }
        Event::Crowded { unit, at } => told(
            Rule("R39"),
            &[*unit],
            &[*at],
            format!("There is no room for {} in {}.", state.name(*unit), place(*at)),
        ),
        Event::MovementOver { side } => {
            let first = *side == state.battle.scenario().first;
            let rule = if first { Rule("Sequence of play:2d") } else { Rule("Sequence of play:3d") };
            told(rule, &[], &[], format!("{} ends the movement.", side.the_player()))
        }
        _ => None,
    }
}

/// Assaults, from their declaration to what follows.
fn assaults(state: &State, event: &Event) -> Option<Said> {
    let told = |rule, units: &[UnitId], squares: &[Square], text: String| Some(told(state, rule, units, squares, text));
    let place = |square| state.place_name(square);
    match event {
        Event::AssaultDeclared { side, target, units, close } => {
            let close =
                if close.is_empty() { String::new() } else { format!(", in close assault {}", names(state, close)) };
            let text =
                format!("{} commits {} against {}{close}.", side.the_player(), names(state, units), place(*target));
            told(Rule("R13"), units, &[*target], text)
        }
        Event::Stayed { unit } => told(Rule("8.7"), &[*unit], &[], format!("{} stays behind.", state.name(*unit))),
        Event::Went { target, units } => told(
            Rule("8.7.1"),
            units,
            &[*target],
            format!("Over the top against {}: {}.", place(*target), names(state, units)),
        ),
        Event::NobodyWent { target } => {
            told(Rule("R14"), &[], &[*target], format!("Nobody goes over the top against {}.", place(*target)))
        }
        Event::Uncoordinated { target, back } => told(
            Rule("R22"),
            back,
            &[*target],
            format!(
                "{} {} back; the assault on {} is for the others.",
                names(state, back),
                verb(back, "goes", "go"),
                place(*target)
            ),
        ),
        Event::Center { side, resources } => told(
            if *side == state.battle.scenario().first { Rule("9.0") } else { Rule("Sequence of play:3f") },
            &[],
            &[],
            format!("{} has {resources}.", side.the_player()),
        ),
        Event::Supported { target, resource } => {
            let (_, _, rule) = resource.words();
            told(rule, &[], &[*target], format!("The assault on {} gets: {}.", place(*target), resource.name()))
        }
        Event::NoFire { target } => {
            told(Rule("R18"), &[], &[*target], format!("Nobody can fire at the assault on {}.", place(*target)))
        }
        Event::Fired { target, at, volley } => {
            let does = match volley {
                Volley::None => "without effect".to_owned(),
                Volley::Retreat => "and drive it back".to_owned(),
                Volley::Disrupt => "drive it back and disrupt it".to_owned(),
                volley => {
                    format!("and cost it {} {}", volley.steps(), if volley.steps() == 1 { "step" } else { "steps" })
                }
            };
            told(
                Rule("10.0"),
                &[],
                &[*target, *at],
                format!("The defenders of {} fire at {}, {does}.", place(*target), place(*at)),
            )
        }
        Event::DrivenBack { units, at } => told(
            Rule("R34"),
            units,
            &[*at],
            format!("{} {} back to {}.", names(state, units), verb(units, "goes", "go"), place(*at)),
        ),
        Event::Beaten { target } => {
            told(Rule("R31"), &[], &[*target], format!("The assault on {} comes to nothing.", place(*target)))
        }
        Event::Empty { target } => {
            told(Rule("R34"), &[], &[*target], format!("Nobody is left in {} to be assaulted.", place(*target)))
        }
        _ => aftermath(state, event),
    }
}

/// What follows an assault.
fn aftermath(state: &State, event: &Event) -> Option<Said> {
    let told = |rule, units: &[UnitId], squares: &[Square], text: String| Some(told(state, rule, units, squares, text));
    let place = |square| state.place_name(square);
    match event {
        Event::Resolved { target, verdict, counter } => {
            let what = if *counter { "counterattack" } else { "assault" };
            told(verdict.rule(), &[], &[*target], format!("The {what} on {}: {verdict}.", place(*target)))
        }
        Event::Engaged { target } => told(Rule("11.8:eng"), &[], &[*target], format!("{} is engaged.", place(*target))),
        Event::GivesWay { target } => {
            told(Rule("R36"), &[], &[*target], format!("The defenders of {} give way.", place(*target)))
        }
        Event::Captured { unit } => told(Rule("R24"), &[*unit], &[], format!("{} is captured.", state.name(*unit))),
        Event::Retreated { unit, from, to } => told(
            Rule("11.8:r"),
            &[*unit],
            &[*from, *to],
            format!("{} retreats from {from} to {}.", state.name(*unit), place(*to)),
        ),
        Event::CutOff { unit } => told(Rule("R20"), &[*unit], &[], format!("{} has no way back.", state.name(*unit))),
        Event::Advanced { target, units } => {
            let advance = verb(units, "advances", "advance");
            told(Rule("R34"), units, &[*target], format!("{} {advance} into {}.", names(state, units), place(*target)))
        }
        Event::NobodyAdvanced { target } => {
            told(Rule("R34"), &[], &[*target], format!("Nobody advances into {}.", place(*target)))
        }
        Event::Consolidated { target } => told(
            Rule("9.0:consolidate"),
            &[],
            &[*target],
            format!("{} is consolidated: a secondary trench.", place(*target)),
        ),
        Event::BrokeThrough { unit, to } => {
            told(Rule("11.8:bt"), &[*unit], &[*to], format!("{} breaks through to {}.", state.name(*unit), place(*to)))
        }
        _ => None,
    }
}

/// What ends a turn.
fn reorganization(state: &State, event: &Event) -> Said {
    let told = |rule, units: &[UnitId], text: String| told(state, rule, units, &[], text);
    match event {
        Event::AllTogether => told(
            Rule("R42"),
            &[],
            "All units of combined assaults take part, and the Allied player chooses who advances.".to_owned(),
        ),
        Event::Reorganizes => told(Rule("Sequence of play:4"), &[], "Both sides reorganize.".to_owned()),
        Event::QuietTurn { assaults } => {
            let text =
                format!("The Allies made {assaults} assaults this turn, fewer than four: 2 points to the Germans.");
            told(Rule("Sequence of play:4a"), &[], text)
        }
        Event::HeldObjectives { held } => {
            let points = if *held == 1 { "1 point".to_owned() } else { format!("{held} points") };
            told(Rule("13.0:each-turn"), &[], format!("The Allies hold {held} objectives: {points}."))
        }
        Event::ReplacementsCome { side, steps } => told(
            Rule("R41"),
            &[],
            format!("{} gets {steps} replacement {}.", side.the_player(), if *steps == 1 { "step" } else { "steps" }),
        ),
        Event::Replaced { units } => told(Rule("R25"), units, format!("A step each goes to {}.", names(state, units))),
        Event::Rallied { unit, rallies } => {
            let does = if *rallies { "rallies" } else { "stays disrupted" };
            told(Rule("12.2"), &[*unit], format!("{} {does}.", state.name(*unit)))
        }
        Event::Recovered { unit, recovers } => {
            let does = if *recovers { "runs again" } else { "stays broken down" };
            told(Rule("12.3"), &[*unit], format!("{} {does}.", state.name(*unit)))
        }
        _ => {
            let drawn = state.drawn.as_ref().and_then(kernel::game::Secret::known);
            let goals = drawn.map_or(String::new(), |drawn| {
                let names: Vec<&str> = drawn
                    .goals
                    .iter()
                    .map(|&goal| state.battle.scenario().objectives[usize::from(goal)].name.as_str())
                    .collect();
                format!(" The Allied objectives were {}.", names.join(", "))
            });
            told(Rule("R27"), &[], format!("The last turn is over.{goals}"))
        }
    }
}
