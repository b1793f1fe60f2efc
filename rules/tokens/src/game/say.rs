//! Events in sentences.

use super::{Event, State, UnitId};
use crate::units::Kind;
use kernel::game::Said;
use kernel::rule::Rule;
use std::fmt;
use tabletop::{count, inches};

/// An event in a sentence.
pub(super) fn say(state: &State, event: &Event) -> Said {
    let name = |id: &UnitId| state.name(*id).to_owned();
    match event {
        Event::Turn { turn, attacker, defender } => {
            let sentence =
                format!("Turn {turn} begins: {attacker} tokens for the attacker, {defender} for the defender.");
            Said::of(sentence).under(Rule("Turn order:1"))
        }
        Event::Initiative { side } => {
            Said::of(format!("{} has the initiative.", side.called())).under(Rule("Turn order:2"))
        }
        Event::Roles { side } => {
            Said::of(format!("{} is the active player now.", side.called())).under(Rule("Turn order:5"))
        }
        Event::Passes { side } => Said::of(format!("{} does not react.", side.called())).under(Rule("R5")),
        Event::Rides { leader, to } => {
            let who = state.leader_name(usize::from(*leader));
            Said::of(format!("{who} rides to {}, {}.", inches(to.x), inches(to.y))).under(Rule("R17"))
        }
        Event::Flees { leader, to } => {
            let who = state.leader_name(usize::from(*leader));
            Said::of(format!("{who} flees to {}.", name(to))).under(Rule("R25"))
        }
        Event::LeaderLost { leader } => {
            Said::of(format!("{} is lost.", state.leader_name(usize::from(*leader)))).under(Rule("R17"))
        }
        Event::Surrenders { side } => {
            Said::of(format!("{} surrenders the initiative.", side.called())).under(Rule("R4"))
        }
        Event::Discards { side } => Said::of(format!("{} discards a token.", side.called())).under(Rule("R21")),
        Event::LeavesIt { side } => {
            Said::of(format!("{} leaves the initiative where it is.", side.called())).under(Rule("R3"))
        }
        Event::Holds { goal, side } => {
            let goal = &state.battle.scenario().objectives[usize::from(*goal)].name;
            Said::of(format!("{} holds {goal} now.", side.called())).under(Rule("R25"))
        }
        Event::SmokeClears => Said::of("Smoke clears.").under(Rule("R21")),
        Event::Over => Said::of("The battle is over.").under(Rule("R18")),
        _ => of_a_move(state, event).unwrap_or_else(|| of_a_fight(state, event)),
    }
}

/// What a unit does by itself.
fn of_a_move(state: &State, event: &Event) -> Option<Said> {
    let name = |id: &UnitId| state.name(*id).to_owned();
    let of = |id: &UnitId, words: String, rule: &'static str| said(state, *id, &words, rule);
    Some(match event {
        Event::Activated { unit, seized: true, .. } => {
            of(unit, "act[s], as [it has|they have] seized the initiative".to_owned(), "R28")
        }
        Event::Activated { unit, first: true, .. } => {
            of(unit, "[is|are] activated, for the first time this turn".to_owned(), "Activating:first")
        }
        Event::Activated { unit, .. } => of(unit, "[is|are] to act again".to_owned(), "Activating:later"),
        Event::Idle { unit } => of(unit, "[does|do] nothing".to_owned(), "R2"),
        Event::Moves { unit, fires, forms } => {
            let words = match (fires, forms) {
                (true, _) => "move[s] and [is|are] to fire",
                (_, true) if state.unit(*unit).column => "form[s] column and move[s]",
                (_, true) => "form[s] line and move[s]",
                _ => "move[s]",
            };
            of(unit, words.to_owned(), if *forms { "R23" } else { "Moving" })
        }
        Event::Assaults { unit, target } => {
            of(unit, format!("assault[s] {}", name(target)), "R12").piece(target.0.into())
        }
        Event::Went { unit, to, facing } => {
            of(unit, format!("stand[s] at {}, {}, facing {facing} degrees", inches(to.x), inches(to.y)), "Common:path")
        }
        Event::StopsBefore { unit, piece } => {
            let what = super::preview::terrain_name(state, usize::from(*piece));
            of(unit, format!("stop[s] at the edge of {what}"), "R14")
        }
        Event::Turns { unit, turns, forms } => {
            let facing = state.unit(*unit).facing.degrees();
            match (turns, forms) {
                (true, _) => of(unit, format!("turn[s] to {facing} degrees"), "R21"),
                (_, true) if state.unit(*unit).column => of(unit, "form[s] column".to_owned(), "R23"),
                (_, true) => of(unit, "form[s] line".to_owned(), "R23"),
                _ => of(unit, "stand[s] still".to_owned(), "R21"),
            }
        }
        Event::Leaves { unit } => of(unit, "leave[s] the table by the exit".to_owned(), "R26"),
        Event::Declares { unit, inch } => of(unit, format!("will react at inch {inch} of the move"), "R22"),
        Event::Interrupted { unit, at } => {
            of(unit, format!("[is|are] interrupted at {}, {}", inches(at.x), inches(at.y)), "R22")
        }
        Event::GoesOn { unit, shortened: true } => {
            of(unit, "shorten[s] [its|their] path".to_owned(), "Common:interruption")
        }
        Event::GoesOn { unit, .. } => of(unit, "[goes|go] on".to_owned(), "Common:interruption"),
        Event::HoldsFire { unit } => of(unit, "hold[s] [its|their] fire".to_owned(), "R7"),
        Event::GotAway { unit, target } => {
            of(target, format!("get[s] away from {}", name(unit)), "R6").piece(unit.0.into())
        }
        Event::Pursues { unit, to } => of(unit, format!("pursue[s] to {}, {}", inches(to.x), inches(to.y)), "R12"),
        Event::Stays { unit } => of(unit, "[does|do] not pursue".to_owned(), "R12"),
        Event::Rallies { unit, rallied } => {
            let left = count(state.unit(*unit).markers, "marker");
            let words = if *rallied {
                format!("[rallies|rally]; {left} left")
            } else {
                format!("[does|do] not rally and keep[s] {left}")
            };
            of(unit, words, "R10")
        }
        Event::Changes { unit, kind, limbered } => {
            let words = match kind {
                Kind::MountedCavalry => "mount[s]",
                Kind::DismountedCavalry => "dismount[s]",
                _ if *limbered => "limber[s] [its|their] guns",
                _ => "unlimber[s] [its|their] guns",
            };
            of(unit, words.to_owned(), "R16")
        }
        Event::LaysSmoke { unit, at } => of(unit, format!("lay[s] smoke at {}, {}", inches(at.x), inches(at.y)), "R8"),
        _ => return None,
    })
}

/// What two units do to each other, and what comes of it.
fn of_a_fight(state: &State, event: &Event) -> Said {
    let name = |id: &UnitId| state.name(*id).to_owned();
    let of = |id: &UnitId, words: String, rule: &'static str| said(state, *id, &words, rule);
    match event {
        Event::Fires { unit, target, indirect } => {
            let how = if *indirect { "fire[s] indirectly at" } else { "fire[s] at" };
            of(unit, format!("{how} {}", name(target)), if *indirect { "R8" } else { "Firing" }).piece(target.0.into())
        }
        Event::Struck { unit, hits: 0, beaten: false, .. } => of(unit, "[is|are] not hit".to_owned(), "Firing:to-hit"),
        Event::Struck { unit, hits: 0, .. } => of(unit, "take[s] a marker, as the loser".to_owned(), "R12"),
        Event::Struck { unit, hits, laid, beaten } => {
            let (loser, rule) =
                if *beaten { (", one of them as the loser", "R12") } else { ("", "Morale markers:each-hit") };
            of(unit, format!("take[s] {} and {}{loser}", count(*hits, "hit"), count(*laid, "marker")), rule)
        }
        Event::Lost { unit, left: 0, .. } => of(unit, "[has|have] no base left and [is|are] lost".to_owned(), "R9"),
        Event::Lost { unit, bases, left } => {
            let markers = count(state.unit(*unit).markers, "marker");
            of(unit, format!("lose[s] {}; {left} left, with {markers}", count(*bases, "base")), "R9")
        }
        Event::FallsBack { unit, to, crowded } => {
            let crowded = if *crowded { " among friends, and take[s] a marker" } else { "" };
            let words = format!("fall[s] back to {}, {}{crowded}", inches(to.x), inches(to.y));
            of(unit, words, if crowded.is_empty() { "R11" } else { "R24" })
        }
        Event::Blocked { unit } => of(unit, "cannot fall back and stay[s]".to_owned(), "R11"),
        Event::DrivenOff { unit } => of(unit, "[is|are] driven off the table and lost".to_owned(), "R11"),
        Event::Reacts { unit, to } => {
            of(unit, format!("react[s] to {}", name(to)), "Activating:reaction").piece(to.0.into())
        }
        Event::Ends { unit } => {
            of(unit, "[was|were] driven back, and [its|their] activation is over".to_owned(), "R24")
        }
        Event::TooLate { unit } => of(unit, "react[s] too late".to_owned(), "R2"),
        Event::Touches { unit, target, flank } => {
            let flank = if *flank { " on flank or rear" } else { "" };
            let rule = if flank.is_empty() { "R12" } else { "R15" };
            of(unit, format!("[is|are] in contact with {}{flank}", name(target)), rule).piece(target.0.into())
        }
        Event::Fought { unit, target, verdict } => {
            let words = format!("against {}: {}", name(target), verdict.name());
            of(unit, words, "R12").piece(target.0.into())
        }
        Event::TriesToSeize { unit } => of(unit, "[is|are] to seize the initiative".to_owned(), "R3"),
        Event::Seizes { unit } => of(unit, "seize[s] the initiative".to_owned(), "Turn order:4"),
        _ => unreachable!("all other events are told before"),
    }
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
