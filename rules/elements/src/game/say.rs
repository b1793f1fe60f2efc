//! Events in sentences.

use super::offers::handle;
use super::preview::names;
use super::strike::Firer;
use super::{Event, Phase, Side, State, UnitId, Weapon};
use crate::catalogue::Class;
use field::Point;
use kernel::game::Said;
use kernel::rule::Rule;
use tabletop::inches;

/// An event in a sentence, for eyes that know of the element that it speaks of.
pub(super) fn say(state: &State, event: &Event) -> Option<Said> {
    Some(match event {
        Event::Ready { side } => Said::of(format!("{} is set up.", side.called())).under(Rule("R13")),
        Event::Turn { turn, side } => {
            Said::of(format!("Turn {turn}, the {side}'s half: command phase.")).under(Rule("Turn sequence:1"))
        }
        Event::GoesOn { side, to } => Said::of(format!("{} goes on to {to}.", side.called())).under(Rule("R56")),
        Event::Smokes { by, at } => {
            let text = format!("A screen of smoke is laid by {} at {}.", state.firer(*by), spot(*at));
            let said = Said::of(text).under(Rule("R25"));
            if let Firer::Unit(id) = by { said.piece(handle(*id)) } else { said }
        }
        Event::Fight { attackers, defenders } => {
            let is = if attackers.len() == 1 { "is" } else { "are" };
            let text = format!("{} {is} in close combat with {}.", names(state, attackers), names(state, defenders));
            let mut said = Said::of(text).under(Rule("Turn sequence:3"));
            said.pieces.extend(attackers.iter().chain(defenders).map(|id| handle(*id)));
            said
        }
        Event::SmokeClears => Said::of("The older smoke clears.").under(Rule("R25")),
        Event::Falls { side, asset, at } => {
            Said::of(format!("The fire of {} falls at {}.", support(state, *side, *asset), spot(*at)))
                .under(Rule("R12"))
        }
        Event::NoSupport { side, asset } => {
            Said::of(format!("No sign of {}.", support(state, *side, *asset))).under(Rule("R12"))
        }
        Event::FindsNothing { side, asset } => {
            Said::of(format!("There is nothing to attack for {}.", support(state, *side, *asset))).under(Rule("R38"))
        }
        Event::Strafes { side, asset, target } => {
            let sentence = format!("{} is attacked by {}.", state.name(*target), support(state, *side, *asset));
            Said::of(sentence).under(Rule("R38")).piece(handle(*target))
        }
        Event::Holds { goal, side } => {
            let goal = tabletop::within(&state.battle.scenario().objectives[usize::from(*goal)].name);
            Said::of(format!("{} holds {goal} now.", side.called())).under(Rule("R51"))
        }
        Event::Over => Said::of("The battle is over.").under(Rule("R17")),
        _ => return of_a_unit(state, event),
    })
}

/// What an element does, or what is done to it.
fn of_a_unit(state: &State, event: &Event) -> Option<Said> {
    let name = |id: &UnitId| state.name(*id).to_owned();
    let (unit, words, rule) = match event {
        Event::Placed { unit, at } => (unit, format!("is set up at {}", spot(*at)), "R13"),
        Event::Hides { unit, at } => (unit, format!("hides at {}", spot(*at)), "R16"),
        Event::Revealed { unit } => (unit, format!("is seen at {}", spot(state.get(*unit)?.at)), "R16"),
        Event::Recovers { unit } => (unit, "is suppressed no more".to_owned(), "Remove suppression:roll"),
        Event::StaysSuppressed { unit } => (unit, "stays suppressed".to_owned(), "Remove suppression:roll"),
        Event::Routs { unit } => (unit, "routs".to_owned(), "Remove suppression:rout"),
        Event::Calls { caller, side, asset, at, smoke } => {
            let what = if *smoke { "for smoke from" } else { "for" };
            (caller, format!("calls {what} {} on {}", support(state, *side, *asset), spot(*at)), "Turn sequence:1b")
        }
        Event::Guesses { unit, at } => (unit, format!("fires at a spot at {}", spot(*at)), "R29"),
        Event::Fires { unit, target, weapon, unseen } => {
            let (how, rule) = match weapon {
                _ if *unseen => ("fires on what others see:", "R30"),
                Weapon::HeSa => ("fires HE/SA at", "HE/SA"),
                Weapon::Ap => ("fires AP at", "AP hit"),
                Weapon::Hunt => ("hunts", "R10"),
            };
            (unit, format!("{how} {}", name(target)), rule)
        }
        Event::AtRiders { vehicle } => (vehicle, "is not harmed by it; those who ride are fired at".to_owned(), "R26"),
        Event::GivesWay { unit } => (unit, "has lost the fight and gives way".to_owned(), "R40"),
        Event::Suppressed { unit } => (unit, "is suppressed".to_owned(), "Results:S"),
        Event::Removed { unit } => (unit, "is removed".to_owned(), "Results:K"),
        Event::FallsBack { unit, to } => (unit, format!("falls back to {}", spot(*to)), "Movement:fall-back"),
        Event::Blocked { unit } => (unit, "cannot get away".to_owned(), "R48"),
        Event::DrivenOff { unit } => (unit, "is driven off the table".to_owned(), "R14"),
        Event::Dismounts { unit, vehicle, at } => {
            let rule = match () {
                () if state.phase != Phase::Movement => "R55",
                () if state.element(*unit).is_csw() => "R33",
                () => "Movement:infantry-mounting",
            };
            let gets_off = match state.element(*unit).figures.class {
                Class::Gun => "is unlimbered from",
                Class::Csw => "is unloaded from",
                _ => "dismounts from",
            };
            (unit, format!("{gets_off} {} at {}", name(vehicle), spot(*at)), rule)
        }
        Event::NoRoom { unit } => (unit, "finds no room to dismount".to_owned(), "R14"),
        Event::StayAboard { vehicle } => (vehicle, "keeps its passengers aboard".to_owned(), "Results:dismount"),
        Event::Advances { unit, to } => (unit, format!("advances to {}", spot(*to)), "R11"),
        Event::StaysPut { unit } => (unit, "does not advance".to_owned(), "R11"),
        Event::Went { unit, to } => (unit, format!("moves to {}", spot(*to)), "Turn sequence:4a"),
        Event::Touches { unit, target } => (unit, format!("is in contact with {}", name(target)), "R9"),
        Event::StopsShort { unit } => (unit, "is stopped by what it did not see".to_owned(), "R31"),
        Event::Turns { unit } => (unit, "turns on the spot".to_owned(), "R7"),
        Event::Boards { unit, vehicle } => {
            let (boards, rule) = match state.element(*unit).figures.class {
                Class::Gun => ("is limbered to", "R33"),
                Class::Csw => ("is loaded into", "R33"),
                _ => ("boards", "Movement:infantry-mounting"),
            };
            (unit, format!("{boards} {}", name(vehicle)), rule)
        }
        Event::Packs { unit, packed: true } => (unit, "is broken down".to_owned(), "Movement:man-portable"),
        Event::Packs { unit, packed: false } => (unit, "is set up".to_owned(), "R33"),
        Event::Enters { unit, at } => (unit, format!("comes on at {}", spot(*at)), "R19"),
        Event::Overrun { unit } => (unit, "is overrun".to_owned(), "Overrun:non-combat"),
        Event::Replaces { unit, place } => (unit, format!("takes the place of {}", name(place)), "Overrun:commander"),
        Event::NotReplaced { unit } => {
            (unit, "has nobody whose place he could take".to_owned(), "Overrun:no-replacement")
        }
        _ => unreachable!("all other events are told before"),
    };
    // Who does not see an element is not told of it.
    state.get(*unit)?;
    Some(Said::of(format!("{} {words}.", state.name(*unit))).under(Rule(rule)).piece(handle(*unit)))
}

/// What is on call, by its name.
pub(super) fn support(state: &State, side: Side, asset: u8) -> String {
    state.battle.army(side).support[usize::from(asset)].name.clone()
}

pub(super) fn spot(at: Point) -> String {
    format!("{}, {}", inches(at.x), inches(at.y))
}
