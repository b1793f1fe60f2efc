//! Events in sentences.

use super::{Event, State, UnitId};
use crate::units::Kind;
use field::Point;
use kernel::game::Said;
use kernel::rule::Rule;
use std::borrow::Cow;
use std::fmt;
use tabletop::{count, inches};

/// An event in a sentence.
pub(super) fn say(state: &State, event: &Event) -> Said {
    let leader = |number: &u8| state.leader_name(usize::from(*number));
    let (sentence, rule) = match event {
        Event::Turn { turn, attacker, defender } => (
            format!("Turn {turn} begins: {attacker} tokens for the attacker, {defender} for the defender."),
            "Turn order:1",
        ),
        Event::Initiative { side } => (format!("{} has the initiative.", side.called()), "Turn order:2"),
        Event::Roles { side } => (format!("{} is the active player now.", side.called()), "Turn order:5"),
        Event::Passes { side } => (format!("{} does not react.", side.called()), "R5"),
        Event::Rides { leader: number, to } => (format!("{} rides to {}.", leader(number), place(*to)), "R17"),
        Event::Flees { leader: number, to } => (format!("{} flees to {}.", leader(number), state.name(*to)), "R25"),
        Event::LeaderLost { leader: number } => (format!("{} is lost.", leader(number)), "R17"),
        Event::Surrenders { side } => (format!("{} surrenders the initiative.", side.called()), "R4"),
        Event::Discards { side } => (format!("{} discards a token.", side.called()), "R21"),
        Event::LeavesIt { side } => (format!("{} leaves the initiative where it is.", side.called()), "R3"),
        Event::Holds { goal, side } => {
            let goal = tabletop::within(&state.battle.scenario().objectives[usize::from(*goal)].name);
            (format!("{} holds {goal} now.", side.called()), "R25")
        }
        Event::SmokeClears => ("Smoke clears.".to_owned(), "R21"),
        Event::Over => ("The battle is over.".to_owned(), "R18"),
        _ => return of_a_unit(state, event),
    };
    Said::of(sentence).under(Rule(rule))
}

/// What a unit does, alone or to another.
fn of_a_unit(state: &State, event: &Event) -> Said {
    let (unit, words, rule) = alone(state, event).unwrap_or_else(|| together(state, event));
    let said = said(state, *unit, &words, rule);
    match event {
        Event::Assaults { target: other, .. }
        | Event::GotAway { unit: other, .. }
        | Event::Fires { target: other, .. }
        | Event::Reacts { to: other, .. }
        | Event::Touches { target: other, .. }
        | Event::Fought { target: other, .. } => said.piece(other.0.into()),
        _ => said,
    }
}

/// Whom a sentence is about, its words as in 'fire[s]' and '[is|are]', and its rule.
type Words<'a> = (&'a UnitId, Cow<'static, str>, &'static str);

/// What a unit does by itself.
fn alone<'a>(state: &State, event: &'a Event) -> Option<Words<'a>> {
    let in_column = |id: &UnitId| state.unit(*id).column;
    Some(match event {
        Event::Activated { unit, seized: true, .. } => {
            (unit, "act[s], as [it has|they have] seized the initiative".into(), "R28")
        }
        Event::Activated { unit, first: true, .. } => {
            (unit, "[is|are] activated, for the first time this turn".into(), "Activating:first")
        }
        Event::Activated { unit, .. } => (unit, "[is|are] to act again".into(), "Activating:later"),
        Event::Idle { unit } => (unit, "[does|do] nothing".into(), "R2"),
        Event::Moves { unit, to, fires, forms } => {
            let formed = match (forms, in_column(unit)) {
                (false, _) => "",
                (true, true) => "form[s] column and ",
                (true, false) => "form[s] line and ",
            };
            let fires = if *fires { " and [is|are] to fire" } else { "" };
            let rule = if *forms { "R23" } else { "Moving" };
            (unit, format!("{formed}move[s] towards {}{fires}", place(*to)).into(), rule)
        }
        Event::Went { unit, to, facing } => {
            (unit, format!("stand[s] at {}, facing {facing} degrees", place(*to)).into(), "Common:path")
        }
        Event::StopsBefore { unit, piece } => {
            let what = super::preview::terrain_name(state, usize::from(*piece));
            (unit, format!("stop[s] at the edge of {what}").into(), "R14")
        }
        Event::Turns { unit, turns: true, .. } => {
            (unit, format!("turn[s] to {} degrees", state.unit(*unit).facing.degrees()).into(), "R21")
        }
        Event::Turns { unit, forms: false, .. } => (unit, "stand[s] still".into(), "R21"),
        Event::Turns { unit, .. } if in_column(unit) => (unit, "form[s] column".into(), "R23"),
        Event::Turns { unit, .. } => (unit, "form[s] line".into(), "R23"),
        Event::Leaves { unit } => (unit, "leave[s] the table by the exit".into(), "R26"),
        Event::Declares { unit, inch } => (unit, format!("will react at inch {inch} of the move").into(), "R22"),
        Event::Interrupted { unit, at } => (unit, format!("[is|are] interrupted at {}", place(*at)).into(), "R22"),
        Event::GoesOn { unit, shortened: true } => (unit, "shorten[s] [its|their] path".into(), "Common:interruption"),
        Event::GoesOn { unit, .. } => (unit, "[goes|go] on".into(), "Common:interruption"),
        Event::HoldsFire { unit } => (unit, "hold[s] [its|their] fire".into(), "R7"),
        Event::Pursues { unit, to } => (unit, format!("pursue[s] to {}", place(*to)).into(), "R12"),
        Event::Stays { unit } => (unit, "[does|do] not pursue".into(), "R12"),
        Event::Rallies { unit, rallied } => {
            let left = count(state.unit(*unit).markers, "marker");
            let rallies = format!("[rallies|rally]; {left} left");
            let fails = format!("[does|do] not rally and keep[s] {left}");
            (unit, if *rallied { rallies } else { fails }.into(), "R10")
        }
        Event::Changes { unit, kind: Kind::MountedCavalry, .. } => (unit, "mount[s]".into(), "R16"),
        Event::Changes { unit, kind: Kind::DismountedCavalry, .. } => (unit, "dismount[s]".into(), "R16"),
        Event::Changes { unit, limbered: true, .. } => (unit, "limber[s] [its|their] guns".into(), "R16"),
        Event::Changes { unit, .. } => (unit, "unlimber[s] [its|their] guns".into(), "R16"),
        Event::LaysSmoke { unit, at } => (unit, format!("lay[s] smoke at {}", place(*at)).into(), "R8"),
        Event::TriesToSeize { unit } => (unit, "[is|are] to seize the initiative".into(), "R3"),
        Event::Seizes { unit } => (unit, "seize[s] the initiative".into(), "Turn order:4"),
        _ => return None,
    })
}

/// What two units do to each other, and what comes of it.
fn together<'a>(state: &State, event: &'a Event) -> Words<'a> {
    let name = |id: &UnitId| state.name(*id).to_owned();
    match event {
        Event::Assaults { unit, target } => (unit, format!("assault[s] {}", name(target)).into(), "R12"),
        Event::GotAway { unit, target } => (target, format!("get[s] away from {}", name(unit)).into(), "R6"),
        Event::Fires { unit, target, indirect: true } => {
            (unit, format!("fire[s] indirectly at {}", name(target)).into(), "R8")
        }
        Event::Fires { unit, target, .. } => (unit, format!("fire[s] at {}", name(target)).into(), "Firing"),
        Event::Struck { unit, hits: 0, beaten: false, .. } => (unit, "[is|are] not hit".into(), "Firing:to-hit"),
        Event::Struck { unit, hits: 0, .. } => (unit, "take[s] a marker, as the loser".into(), "R12"),
        Event::Struck { unit, hits, laid, beaten } => {
            let words = format!("take[s] {} and {}", count(*hits, "hit"), count(*laid, "marker"));
            match beaten {
                true => (unit, (words + ", one of them as the loser").into(), "R12"),
                false => (unit, words.into(), "Morale markers:each-hit"),
            }
        }
        Event::Lost { unit, left: 0, .. } => (unit, "[has|have] no base left and [is|are] lost".into(), "R9"),
        Event::Lost { unit, bases, left } => {
            let markers = count(state.unit(*unit).markers, "marker");
            (unit, format!("lose[s] {}; {left} left, with {markers}", count(*bases, "base")).into(), "R9")
        }
        Event::FallsBack { unit, to, crowded: true } => {
            (unit, format!("fall[s] back to {} among friends, and take[s] a marker", place(*to)).into(), "R24")
        }
        Event::FallsBack { unit, to, .. } => (unit, format!("fall[s] back to {}", place(*to)).into(), "R11"),
        Event::Blocked { unit } => (unit, "cannot fall back and stay[s]".into(), "R11"),
        Event::DrivenOff { unit } => (unit, "[is|are] driven off the table and lost".into(), "R11"),
        Event::Reacts { unit, to } => (unit, format!("react[s] to {}", name(to)).into(), "Activating:reaction"),
        Event::Ends { unit } => (unit, "[was|were] driven back, and [its|their] activation is over".into(), "R24"),
        Event::TooLate { unit } => (unit, "react[s] too late".into(), "R2"),
        Event::Touches { unit, target, flank: true } => {
            (unit, format!("[is|are] in contact with {} on flank or rear", name(target)).into(), "R15")
        }
        Event::Touches { unit, target, .. } => {
            (unit, format!("[is|are] in contact with {}", name(target)).into(), "R12")
        }
        Event::Fought { unit, target, verdict } => {
            (unit, format!("against {}: {}", name(target), verdict.name()).into(), "R12")
        }
        _ => unreachable!("all other events are told before"),
    }
}

/// A point of the table in inches: '18.00, 25.50'.
fn place(at: Point) -> String {
    format!("{}, {}", inches(at.x), inches(at.y))
}

/// A sentence about a unit, its words as in 'fire[s]' and '[is|are]'.
pub(super) fn said(state: &State, id: UnitId, words: &str, rule: &'static str) -> Said {
    let name = state.name(id);
    Said::of(format!("{name} {}.", agreeing(name, words))).under(Rule(rule)).piece(id.0.into())
}

/// A unit in a question: 'does I/Musketeers', and 'do 1st Rifles'.
pub(super) struct Does<'a>(pub(super) &'a str);

impl fmt::Display for Does<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if is_plural(self.0) { "do" } else { "does" }, self.0)
    }
}

/// Is a unit called by many men's name, as '1st Rifles', where 'I/Musketeers' is a battalion?
pub(super) fn is_plural(name: &str) -> bool {
    name.ends_with('s') && !name.contains('/') && !name.contains(" of ")
}

/// Words that agree with a unit's name: '1st Rifles' fire where 'I/Musketeers' fires.
fn agreeing(name: &str, words: &str) -> String {
    let plural = is_plural(name);
    let mut text = String::with_capacity(words.len());
    for (number, part) in words.split(['[', ']']).enumerate() {
        // What stands in brackets has odd numbers.
        let (one, many) = if number % 2 == 1 { part.split_once('|').unwrap_or((part, "")) } else { (part, part) };
        text.push_str(if plural { many } else { one });
    }
    text
}
