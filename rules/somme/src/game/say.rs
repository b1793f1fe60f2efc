//! Events in sentences.

use super::event::Event;
use super::fight::{Fight, Occasion};
use super::march::marched;
use super::offers::{are, are_several, count, doing, joined, names};
use super::state::State;
use super::units::UnitId;
use crate::bombardment::Effect;
use crate::defensive_fire::Volley;
use crate::mines::Blast;
use crate::scenario::{Side, Square};
use kernel::game::Said;
use kernel::rule::Rule;
use std::collections::BTreeSet;
use std::fmt::Display;

/// An event in a sentence, with its rule and what it speaks of.
/// R28 What secret objectives have brought is told to those who know them.
pub(super) fn say(state: &State, event: &Event) -> Option<Said> {
    let hidden = state.drawn.as_ref().is_some_and(|drawn| drawn.known().is_none());
    if hidden && matches!(event, Event::HeldObjectives { .. }) {
        return None;
    }
    let told = Telling { state };
    let before = told.before_and_between(event).or_else(|| told.guns(event)).or_else(|| told.movement(event));
    let assaults = before.or_else(|| told.assaults(event)).or_else(|| told.aftermath(event));
    assaults.or_else(|| Some(told.reorganization(event)))
}

/// R10 Who observes from the air this turn.
pub(super) fn who_observes(state: &State) -> &'static str {
    match (state.observation.allied, state.observation.german) {
        (true, true) => "both sides observe",
        (true, false) => "only the Allies observe",
        (false, true) => "only the Germans observe",
        (false, false) => "nobody observes",
    }
}

/// Events are told as they look in this state.
struct Telling<'a> {
    state: &'a State,
}

impl Telling<'_> {
    /// A sentence with its rule, about some units and squares.
    fn all(&self, rule: Rule, units: &[UnitId], squares: &[Square], text: impl Into<String>) -> Said {
        let mut said = Said::of(text).under(rule);
        let seen = units.iter().filter(|&&unit| self.state.unit(unit).piece > 0);
        said.pieces.extend(seen.map(|&unit| self.state.piece(unit)));
        said.places.extend(squares.iter().map(|square| square.place()));
        said
    }

    /// A sentence about nothing on the map.
    fn plain(&self, rule: Rule, text: impl Into<String>) -> Said {
        self.all(rule, &[], &[], text)
    }

    /// A sentence about a square.
    fn at(&self, rule: Rule, square: Square, text: impl Into<String>) -> Said {
        self.all(rule, &[], &[square], text)
    }

    /// A sentence about what a unit does or suffers, which begins with its name.
    fn of(&self, rule: Rule, unit: UnitId, does: &str) -> Said {
        self.all(rule, &[unit], &[], format!("{}.", doing(self.state, unit, does)))
    }

    fn place(&self, square: Square) -> impl Display {
        self.state.place_name(square)
    }

    fn names(&self, units: &[UnitId]) -> String {
        names(self.state, units)
    }

    /// What one unit does, or several do.
    fn verb(&self, units: &[UnitId], one: &'static str, several: &'static str) -> &'static str {
        if units.len() == 1 && !are_several(self.state, units[0]) { one } else { several }
    }

    /// R28 The objectives that the Allied player has drawn, after these words, for those who know them.
    fn goals(&self, before: &str) -> String {
        let drawn = self.state.drawn.as_ref().and_then(kernel::game::Secret::known);
        drawn.map_or(String::new(), |drawn| {
            let goals = &self.state.battle.scenario().objectives;
            let named = |&goal: &u8| format!("{} ({})", goals[usize::from(goal)].name, goal + 1);
            format!("{before}{}", joined(drawn.goals.iter().map(named)))
        })
    }

    /// A rule of the phase of the first player, or the one that stands for it in the phase of the second.
    fn in_phase(&self, side: Side, first: Rule, second: Rule) -> Rule {
        if side == self.state.battle.scenario().first { first } else { second }
    }

    /// Before the first turn, and what begins a turn or a phase.
    fn before_and_between(&self, event: &Event) -> Option<Said> {
        Some(match *event {
            Event::Bought { side, operation } => {
                let ((name, _, does, rule), price) = (operation.words(), super::operations_step::price(operation));
                self.plain(rule, format!("{} buys '{name}' for {price} points: {does}.", side.the_player()))
            }
            Event::BoughtNothing { side } => {
                self.plain(Rule("15.5:buy"), format!("{} buys no operations.", side.the_player()))
            }
            Event::Dug { at } => {
                let text = format!("The Germans have dug in at {}.", self.place(at));
                self.at(Rule("15.5:reinforced-defenses"), at, text)
            }
            Event::Hid => self.plain(Rule("15.5:concealed-artillery"), "Two German groups of guns are hidden."),
            Event::Drew => {
                let text = format!("The Allied player draws five objectives{}.", self.goals(": "));
                self.plain(Rule("Sequence of play:pregame-objectives"), text)
            }
            Event::Changed => {
                let text = format!("The Allied player changes his objectives{}.", self.goals("; now they are "));
                self.plain(Rule("15.5:change-objectives"), text)
            }
            Event::Showed { goals } => {
                let [one, other] = goals.map(|goal| &self.state.battle.scenario().objectives[usize::from(goal)]);
                let text = "The Allied player shows two objectives that were reached";
                let text = format!("{text}: {} and {}.", one.name, other.name);
                self.all(Rule("9.0:objectives"), &[], &[one.at, other.at], text)
            }
            Event::Mined { at, blast } => {
                let does = match blast {
                    Blast::Nothing => " and does nothing",
                    _ if self.state.side_at(at).is_none() => " and hurts nobody, as nobody is there",
                    Blast::Disrupt => " and disrupts all who are there",
                    Blast::StepLoss => ", costs a step and disrupts all who are there",
                };
                self.at(Rule("R26"), at, format!("The mine under {} goes up{does}.", self.place(at)))
            }
            Event::TurnBegins { turn, date } => {
                self.plain(Rule("Sequence of play:turn"), format!("Turn {turn}, {}.", date.date()))
            }
            Event::Weather { weather } => {
                self.plain(Rule("5.0"), format!("The weather is {weather}; {} from the air.", who_observes(self.state)))
            }
            Event::PhaseBegins { side } => {
                let rule = self.in_phase(side, Rule("Sequence of play:2"), Rule("Sequence of play:3"));
                self.plain(rule, format!("The {} phase begins.", side.name()))
            }
            _ => return None,
        })
    }

    /// Guns, aircraft and what falls.
    fn guns(&self, event: &Event) -> Option<Said> {
        Some(match *event {
            Event::Declared { side, target, ref guns } => {
                let (who, place) = (side.the_player(), self.place(target));
                let text = format!("{who} declares a bombardment of {place} by {}.", self.names(guns));
                self.all(Rule("Sequence of play:2b"), guns, &[target], text)
            }
            Event::Flies { target } => {
                self.at(Rule("6.6:allied"), target, format!("Allied aircraft are to bomb {}.", self.place(target)))
            }
            Event::AllDeclared { side } => {
                let rule = self.in_phase(side, Rule("Sequence of play:2c"), Rule("Sequence of play:3c"));
                let State { bombardments, flights, off_map, .. } = self.state;
                let none = bombardments.is_empty() && flights.is_empty() && off_map.is_none();
                let does = if none { "bombards nothing" } else { "has declared all" };
                self.plain(rule, format!("{} {does}.", side.the_player()))
            }
            Event::OffMap { target } => {
                let text = format!("The off-map artillery is to fire at {}.", self.place(target));
                self.at(Rule("15.5:off-map-artillery"), target, text)
            }
            Event::Uncovered { gun, at, found } => {
                let does = if found { "are found" } else { "open fire" };
                let text = format!("Concealed guns {does} at {}.", self.place(at));
                self.all(Rule("R28"), &[gun], &[at], text)
            }
            Event::Answered { side, target, ref guns } => {
                let (who, place) = (side.the_player(), self.place(target));
                let text = format!("{who} answers the guns at {place} with {}.", self.names(guns));
                self.all(Rule("6.4:when"), guns, &[target], text)
            }
            Event::Silent { target } => {
                let text = format!("The guns that were to fire at {} are silent.", self.place(target));
                self.at(Rule("R9"), target, text)
            }
            Event::Stilled { ref guns, halved } => {
                let (one, several) = if halved {
                    ("fires with half its factors", "fire with half their factors")
                } else {
                    ("does not fire", "do not fire")
                };
                let does = self.verb(guns, one, several);
                self.all(Rule("R9"), guns, &[], format!("{} {does}.", self.names(guns)))
            }
            Event::TooWeak { target, factors, least } => {
                let (fire, place) = (count(factors, "factor"), self.place(target));
                let text = format!("{fire} on {place} {} no attack: it takes {least} there.", are(factors));
                self.at(Rule("6.0:below-first"), target, text)
            }
            Event::Shelled { target, effect } => {
                let there = self.state.side_at(target).is_some();
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
                self.at(rule, target, format!("The fire on {} {does}.", self.place(target)))
            }
            Event::Disrupted { unit } => self.of(Rule("disruption"), unit, "is disrupted"),
            Event::Lost { unit, steps, left } => {
                let steps = if steps == 1 { "a step".to_owned() } else { format!("{steps} steps") };
                let is = self.verb(&[unit], "is", "are");
                let then = if left == 0 { format!(" and {is} eliminated") } else { format!("; {left} left") };
                self.of(Rule("R27"), unit, &format!("loses {steps}{then}"))
            }
            Event::HqLost { hq } => self.of(Rule("R40"), hq, "is lost: 5 points"),
            _ => return None,
        })
    }

    /// Movement.
    fn movement(&self, event: &Event) -> Option<Said> {
        Some(match *event {
            Event::Arrived { side, ref units, waiting } => {
                let corps = || {
                    let corps: BTreeSet<&str> =
                        units.iter().map(|&unit| self.state.corps(unit).name.as_str()).collect();
                    format!("{} of {}", count(units.len(), "unit"), joined(corps))
                };
                let who = || if units.len() > 6 { corps() } else { self.names(units) };
                let places: BTreeSet<Square> = units.iter().filter_map(|&unit| self.state.square(unit)).collect();
                let places = joined(places.into_iter().map(|at| at.to_string()));
                let come = || format!("{} units come at {places}: {}", side.name(), who());
                let wait = if waiting == 1 { "finds no room and waits" } else { "find no room and wait" };
                let text = match (units.is_empty(), waiting) {
                    (_, 0) => format!("{}.", come()),
                    (false, _) => format!("{}; {} {wait}.", come(), count(waiting, "other")),
                    (true, _) => format!("{} {wait}.", count(waiting, &format!("{} unit", side.name()))),
                };
                self.all(Rule("R3"), units, &[], text)
            }
            Event::CameBack { hq, at } => {
                let text = format!("{}, disrupted, to {}.", doing(self.state, hq, "comes back"), self.place(at));
                self.all(Rule("R40"), &[hq], &[at], text)
            }
            Event::Opened => {
                let closed = self.state.battle.scenario().closed;
                self.plain(Rule("R48"), format!("The squares of rows 1 to {closed} are open from now on."))
            }
            Event::Moved { unit, from, to } => {
                let text = format!("{} from {from} to {}.", doing(self.state, unit, "moves"), self.place(to));
                self.all(Rule("7.0"), &[unit], &[from, to], text)
            }
            Event::Marches { ref units, to, .. } => {
                let (who, march) = (marched(self.state, units), self.verb(units, "marches", "march"));
                self.all(Rule("7.0"), units, &[to], format!("{who} {march} towards {}.", self.place(to)))
            }
            Event::ModeSet { hq, mode } => self.of(Rule("7.4.2"), hq, &format!("changes to {mode} mode")),
            Event::Transferred { division, corps } => {
                let scenario = self.state.battle.scenario();
                let (division, corps) = (scenario.division_name(division), &scenario.corps[usize::from(corps)].name);
                self.plain(Rule("R30"), format!("{division} comes under {corps}."))
            }
            Event::BreaksOff { at } => {
                let units: Vec<UnitId> = self.state.units_in(at).collect();
                let (who, break_off) = (self.names(&units), self.verb(&units, "breaks", "break"));
                self.all(Rule("R37"), &units, &[at], format!("{who} {break_off} off at {}.", self.place(at)))
            }
            Event::BrokenDown { unit } => self.of(Rule("7.8:breaks-down"), unit, "breaks down"),
            Event::Crowded { unit, at } => {
                let text = format!("There is no room for {} in {}.", self.state.name(unit), self.place(at));
                self.all(Rule("R39"), &[unit], &[at], text)
            }
            Event::MovementOver { side } => {
                let rule = self.in_phase(side, Rule("Sequence of play:2d"), Rule("Sequence of play:3d"));
                self.plain(rule, format!("{} ends the movement.", side.the_player()))
            }
            _ => return None,
        })
    }

    /// Assaults, from their declaration to their roll.
    fn assaults(&self, event: &Event) -> Option<Said> {
        Some(match *event {
            Event::AssaultDeclared(Fight { side, target, ref units, ref close, occasion, .. }) => {
                let in_close = |close: &[UnitId]| format!(", in close assault {}", self.names(close));
                let close = if close.is_empty() { String::new() } else { in_close(close) };
                let (who, units_named, place) = (side.the_player(), self.names(units), self.place(target));
                let (rule, does, end) = match occasion {
                    Occasion::First => (Rule("R13"), "commits", ""),
                    Occasion::Again => (Rule("R35"), "commits", " in a second attack"),
                    Occasion::Pursuit => (Rule("R21"), "sends", " after the breakthrough"),
                };
                let text = format!("{who} {does} {units_named} against {place}{end}{close}.");
                self.all(rule, units, &[target], text)
            }
            Event::Stayed { unit } => self.of(Rule("8.7"), unit, "stays behind"),
            Event::Goes { unit } => self.of(Rule("8.7"), unit, "goes over the top"),
            Event::Went { target, ref units } => {
                let text = format!("Over the top against {}: {}.", self.place(target), self.names(units));
                self.all(Rule("8.7.1"), units, &[target], text)
            }
            Event::NobodyWent { target } => {
                self.at(Rule("R14"), target, format!("Nobody goes over the top against {}.", self.place(target)))
            }
            Event::Uncoordinated { target, ref out } => {
                let (who, take, place) = (self.names(out), self.verb(out, "takes", "take"), self.place(target));
                let text = format!("{who} {take} no part; the assault on {place} is for the others.");
                self.all(Rule("11.3"), out, &[target], text)
            }
            Event::WentBack { unit, to } => {
                let text = format!("{} back to {}.", doing(self.state, unit, "goes"), self.place(to));
                self.all(Rule("R22"), &[unit], &[to], text)
            }
            Event::Center { side, resources, free } => {
                let free = if free { ", what the scenario gives among them" } else { "" };
                self.plain(Rule("9.0"), format!("{} has {resources}{free}.", side.the_player()))
            }
            Event::Unsupported => {
                let text = "No headquarters supports any of these assaults, so none of them can be given a resource.";
                let rule = self.in_phase(self.state.active, Rule("R17"), Rule("Sequence of play:3f"));
                self.plain(rule, text)
            }
            Event::Supported { target, resource } => {
                let (_, _, rule) = resource.words();
                let text = format!("The assault on {} gets: {}.", self.place(target), resource.name());
                self.at(rule, target, text)
            }
            Event::NoFire { target } => {
                self.at(Rule("R18"), target, format!("Nobody can fire at the assault on {}.", self.place(target)))
            }
            Event::Fired { target, at, volley, own, neighbour } => {
                let does = match volley {
                    Volley::None => "without effect".to_owned(),
                    Volley::Retreat => "and drive them back".to_owned(),
                    Volley::Disrupt => "and drive them back, disrupted".to_owned(),
                    volley => format!("and cost them {}", count(volley.steps(), "step")),
                };
                let (place, at_place) = (self.place(target), self.place(at));
                let Some(beside) = neighbour else {
                    let text = format!("The defenders of {place} fire at those from {at_place}, {does}.");
                    return Some(self.all(Rule("10.0"), &[], &[target, at], text));
                };
                let neighbours = self.place(beside);
                let text = if own {
                    format!(
                        "The defenders of {place}, and at half those of {neighbours}, fire at those from {at_place}, {does}."
                    )
                } else {
                    format!(
                        "Nobody in {place} can fire; those of {neighbours} fire at half at those from {at_place}, {does}."
                    )
                };
                self.all(Rule("R18"), &[], &[target, beside, at], text)
            }
            Event::DrivenBack { ref units, at } => {
                let text =
                    format!("{} {} back to {}.", self.names(units), self.verb(units, "goes", "go"), self.place(at));
                self.all(Rule("R34"), units, &[at], text)
            }
            Event::Beaten { target, left } => {
                let (rule, why) = if left {
                    (Rule("R31"), "nobody is there to be engaged with")
                } else {
                    (Rule("R34"), "nobody who went is left")
                };
                self.at(rule, target, format!("The assault on {} comes to nothing: {why}.", self.place(target)))
            }
            Event::Empty { target } => {
                self.at(Rule("R34"), target, format!("Nobody is left in {} to be assaulted.", self.place(target)))
            }
            _ => return None,
        })
    }

    /// What follows an assault.
    fn aftermath(&self, event: &Event) -> Option<Said> {
        Some(match *event {
            Event::Resolved { target, verdict, counter } => {
                let what = if counter { "counterattack" } else { "assault" };
                self.at(verdict.rule(), target, format!("The {what} on {}: {verdict}.", self.place(target)))
            }
            Event::Engaged { target, ref with } => {
                let places = joined(with.iter().map(|&square| self.place(square).to_string()));
                let text = format!("{} is engaged with {places}.", self.place(target));
                self.all(Rule("11.8:eng"), &[], &[&[target], &with[..]].concat(), text)
            }
            Event::GivesWay { target, chosen } => {
                let place = self.place(target);
                let text = match (chosen, self.state.side_at(target)) {
                    (true, _) => format!("The defenders of {place} give way."),
                    (false, Some(_)) => {
                        format!("The defenders of {place} give way, as none of them can counterattack.")
                    }
                    (false, None) => format!("Nobody is in {place}: it is given up."),
                };
                self.at(Rule("R36"), target, text)
            }
            Event::Captured { unit } => self.of(Rule("R24"), unit, "is captured"),
            Event::Retreated { unit, from, to, zoc } => {
                let past = if from.is_beside(to) { "" } else { " past full squares" };
                let text = format!("{} from {from}{past} to {}", doing(self.state, unit, "retreats"), self.place(to));
                let (rule, cost) = if zoc {
                    (Rule("R20"), ", into an enemy zone of control, which costs a step")
                } else {
                    (Rule("11.8:r"), "")
                };
                self.all(rule, &[unit], &[from, to], format!("{text}{cost}."))
            }
            Event::CutOff { unit } => self.of(Rule("R20"), unit, "has no way back"),
            Event::Advanced { target, ref units } => {
                let (who, advance) = (self.names(units), self.verb(units, "advances", "advance"));
                self.all(Rule("R34"), units, &[target], format!("{who} {advance} into {}.", self.place(target)))
            }
            Event::NobodyAdvanced { target } => {
                self.at(Rule("R34"), target, format!("Nobody advances into {}.", self.place(target)))
            }
            Event::Consolidated { target } => {
                let text = format!("{} is consolidated: a secondary trench.", self.place(target));
                self.at(Rule("9.0:consolidate"), target, text)
            }
            Event::BrokeThrough { unit, to } => {
                let text = format!("{} through to {}.", doing(self.state, unit, "breaks"), self.place(to));
                self.all(Rule("11.8:bt"), &[unit], &[to], text)
            }
            Event::OthersStay { ref units } => {
                let (who, stay) = (self.names(units), self.verb(units, "stays", "stay"));
                self.all(Rule("R21"), units, &[], format!("{who} {stay} where the assault began."))
            }
            _ => return None,
        })
    }

    /// What ends a turn.
    fn reorganization(&self, event: &Event) -> Said {
        match *event {
            Event::AllTogether => {
                let text = "All units of combined assaults take part, and the Allied player chooses who advances.";
                self.plain(Rule("R42"), text)
            }
            Event::Reorganizes => self.plain(Rule("Sequence of play:4"), "Both sides reorganize."),
            Event::QuietTurn { assaults } => {
                let text = "fewer than four: 2 points to the Germans.";
                let text = format!("The Allies made {} this turn, {text}", count(assaults, "assault"));
                self.plain(Rule("Sequence of play:4a"), text)
            }
            Event::HeldObjectives { held } => {
                let text = format!("The Allies hold {}: {}.", count(held, "objective"), count(held, "point"));
                self.plain(Rule("13.0:each-turn"), text)
            }
            Event::ReplacementsCome { side, steps } => {
                let got = if steps == 0 { "no replacement steps".to_owned() } else { count(steps, "replacement step") };
                let text = format!("{} gets {got}.", side.the_player());
                self.plain(Rule("R41"), text)
            }
            Event::NobodyReplaced { side, others } => {
                let why = "it would have to have lost some, be supplied and stand outside enemy zones of control";
                let no = if others { "No other" } else { "No" };
                self.plain(Rule("R25"), format!("{no} {} unit can take a step: {why}.", side.name()))
            }
            Event::Replaced { ref units } => self.all(
                Rule("R25"),
                units,
                &[],
                format!("A step {}goes to {}.", if units.len() == 1 { "" } else { "each " }, self.names(units)),
            ),
            Event::Rallied { unit, rallies } => {
                self.of(Rule("12.2"), unit, if rallies { "rallies" } else { "stays disrupted" })
            }
            Event::Recovered { unit, recovers } => {
                self.of(Rule("12.3"), unit, if recovers { "runs again" } else { "stays broken down" })
            }
            _ => self
                .plain(Rule("R27"), format!("The last turn is over{}.", self.goals("; the Allied objectives were "))),
        }
    }
}
