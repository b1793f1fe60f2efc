//! Events in sentences.

use super::{Event, Layer, Mark, Order, Phase, Posture, Side, SquadId, State, offers};
use crate::morale::Nerve;
use crate::vehicles::Progress;
use crate::weapons::Weapon;
use field::Point;
use kernel::game::{Eyes, Said};
use kernel::rule::Rule;
use tabletop::{count, inches, within};

/// An event in a sentence, for eyes that are told of it.
pub(super) fn say(state: &State, event: &Event, eyes: Eyes) -> Option<Said> {
    match event {
        Event::Written { side, order } => eyes.are(side.seat()).then(|| written(state, *side, order)),
        Event::CreepsHome { side, to } => eyes.are(side.seat()).then(|| {
            let to = place(*to);
            let words = format!("The hidden sniper of the {side} has no way home, and creeps towards one: to {to}.");
            Said::of(words).under(Rule("R37"))
        }),
        Event::ShellsLost { squad, shells } => {
            let own = eyes.are(state.squad(*squad).side.seat());
            let lost = if *shells == 1 { "shell is lost" } else { "shells are lost" };
            let number = if *shells == 1 { String::new() } else { format!("{shells} ") };
            own.then(|| said(state, *squad, &format!("has moved or cannot fire, so its {number}plotted {lost}"), "R22"))
        }
        _ => Some(
            of_the_move(state, event).or_else(|| of_a_squad(state, event)).unwrap_or_else(|| of_a_fight(state, event)),
        ),
    }
}

/// What a side has written down, in its own eyes.
fn written(state: &State, side: Side, order: &Order) -> Said {
    let name = |id: &SquadId| state.name(*id).to_owned();
    let (words, rule) = match order {
        Order::Charge { squad, at } => {
            (format!("{} will charge {}", name(squad), offers::mark_name(state, *at)), "R23")
        }
        Order::Shell { piece, from, up, right, load, first, last } => {
            let who = match piece {
                Layer::Gun(gun) => name(gun),
                Layer::Section(0) => "the battery".to_owned(),
                Layer::Section(section) => format!("section {section} of the battery"),
            };
            let reference = state.battle.reference(*from).map_or("a point".to_owned(), |(name, _)| within(name));
            let off = Point::inches((*right).into(), -i64::from(*up));
            let aim = format!("{reference}, {}", offers::offset(state, side, off));
            let when = if first == last { format!("move {first}") } else { format!("moves {first} to {last}") };
            let rule =
                if matches!(piece, Layer::Gun(_)) { "Artillery:indirect-plan" } else { "Artillery:off-table-plan" };
            (format!("{who} will fire {} in {when} at {aim}", load.words()), rule)
        }
        Order::Cancel { .. } => ("that line is crossed out".to_owned(), "R22"),
        Order::Hide { at } => (format!("the sniper hides at {}", place(*at)), "Snipers:designated"),
        Order::Creep { to, .. } => (format!("the sniper has crept to {}", place(*to)), "R16"),
        Order::Mask { squad } => (format!("{} will change its masks", name(squad)), "R10"),
        Order::Release => ("the cylinders will be opened".to_owned(), "R27"),
        Order::Fire { squad, weapon, target, .. } => {
            (format!("{} will fire {} at {}", name(squad), offers::weapon(*weapon), name(target)), "Sequence:d")
        }
        Order::Throw { squad, grenades, .. } => {
            (format!("{} will throw {}", name(squad), count(*grenades, "grenade")), "Firing:grenades")
        }
        Order::Lay { squad, at } => {
            (format!("{} will fire at {}", name(squad), offers::mark_name(state, *at)), "Artillery:direct-free")
        }
        Order::Cease { squad } => (format!("{} will not fire", name(squad)), "Sequence:d"),
        _ => ("that is written".to_owned(), "Sequence:a"),
    };
    Said::of(format!("{} writes: {words}.", side.called())).under(Rule(rule))
}

/// What belongs to the move as a whole.
fn of_the_move(state: &State, event: &Event) -> Option<Said> {
    let told = |words: String, rule: &'static str| Said::of(words).under(Rule(rule));
    Some(match event {
        Event::Move { turn } => told(format!("Move {turn} begins: both sides write their plots."), "Sequence:a"),
        Event::Phase { phase } => match phase {
            Phase::Shelling => told("Both sides have written, and it is shown.".to_owned(), "Sequence:b"),
            Phase::Fire => told("Both sides write down their fire.".to_owned(), "Sequence:d"),
            Phase::Move => told("The initiative is thrown for.".to_owned(), "Sequence:c"),
            Phase::Nerve => {
                let rally =
                    if state.all().any(|(_, squad)| squad.routed) { ", and routed men try to rally" } else { "" };
                told(format!("Other tests are taken{rally}."), "Sequence:f")
            }
            _ => told("The move goes on.".to_owned(), "R1"),
        },
        Event::Ready { side } => told(format!("{} is ready.", side.called()), "R1"),
        Event::Releases { side } => told(format!("{} opens the gas cylinders.", side.called()), "R10"),
        Event::PlottedFalls { side, gun } => match gun {
            Some(gun) => said(state, *gun, "fires as it was plotted", "Artillery:indirect-plan"),
            None => told(format!("A howitzer of the {side} fires from off the table."), "Artillery:off-table-plan"),
        },
        Event::Counter { side, lost } => {
            let lost = count(*lost, "howitzer");
            told(
                format!("Counter-battery fire finds the battery of the {side}: {lost} lost."),
                "Bombardment:counter-third",
            )
        }
        Event::Bursts { at, load, .. } if !state.land().ground().holds(*at) => {
            told(format!("A shell ({}) falls off the table.", load.words()), "R9")
        }
        Event::Bursts { at, load, .. } => told(format!("A shell ({}) bursts at {}.", load.words(), place(*at)), "R9"),
        Event::Drift { drift, thin, gone } => {
            let words = |number: &u8, one: &str, more: &str| match number {
                0 => None,
                1 => Some(format!("1 cloud {one}")),
                number => Some(format!("{number} clouds {more}")),
            };
            let parts = [
                words(drift, "drifts with the wind", "drift with the wind"),
                words(thin, "thins out", "thin out"),
                words(gone, "is gone", "are gone"),
            ];
            let rule = if *drift > 0 { "Smoke and gas:move-3" } else { "Smoke and gas:move-5" };
            told(capital(&parts.into_iter().flatten().collect::<Vec<_>>().join(", ")) + ".", rule)
        }
        Event::Initiative { side } => told(format!("{} has the initiative.", side.called()), "Sequence:c"),
        Event::GoesFirst { side } => told(format!("{} moves the first squad.", side.called()), "R28"),
        Event::Passes { side } => told(format!("{} passes.", side.called()), "R28"),
        Event::Rests { side } => told(format!("{} moves nobody any more in this phase.", side.called()), "R28"),
        Event::FireShown { volleys } => {
            let lines = match volleys {
                0 => "nobody fires".to_owned(),
                1 => "1 line of fire".to_owned(),
                more => format!("{more} lines of fire"),
            };
            told(format!("Both sides show what they have written: {lines}."), "R34")
        }
        Event::Melee { attackers, defenders, attacker } => {
            let other = attacker.other();
            told(
                format!("A round of melee: {attackers} of the {attacker} against {defenders} of the {other}."),
                "Sequence:e",
            )
        }
        Event::FightOn => told("Casualties are equal: they fight on.".to_owned(), "R13"),
        Event::DiesDown { side } => {
            told(format!("Two rounds without a casualty: the men of the {side} fall back."), "Common:ties")
        }
        Event::LosesRound { side, left: 0, .. } => {
            told(format!("{} loses the round, and all of its men in it.", side.called()), "R40")
        }
        Event::LosesRound { side, left, enemies } => told(
            format!("{} loses the round: {enemies} figures stand against the {left} that it has left.", side.called()),
            "R40",
        ),
        Event::Holds { goal, side } => {
            let goal = within(&state.battle.scenario().objectives[usize::from(*goal)].name);
            told(format!("{} holds {goal} now.", side.called()), "R19")
        }
        Event::Over => told("The action is over.".to_owned(), "R19"),
        Event::WireCut { piece, width } => told(
            format!("A gap of {} inches is cleared in {}.", inches(*width), offers::piece_name(state, *piece)),
            "Cover:wire",
        ),
        Event::Worn { piece, left } => {
            told(format!("{} has a value of {left} left.", capital(&offers::piece_name(state, *piece))), "Cover:value")
        }
        Event::Ruined { piece } => {
            told(format!("{} is destroyed.", capital(&offers::piece_name(state, *piece))), "Cover:destroyed")
        }
        _ => return None,
    })
}

/// What a squad does by itself, or what becomes of it.
fn of_a_squad(state: &State, event: &Event) -> Option<Said> {
    let of = |id: &SquadId, words: String, rule: &'static str| said(state, *id, &words, rule);
    Some(match event {
        Event::Masks { squad, on } => {
            of(squad, if *on { "puts its masks on" } else { "takes its masks off" }.to_owned(), "R10")
        }
        Event::InGas { squad, men } => of(squad, format!("is under gas: {}", men_of(*men)), "R24"),
        Event::Fall { squad, men, named, left } => {
            let among = if *men == 1 { ", the" } else { ", among them the" };
            let named = named.map_or(String::new(), |role| format!("{among} {}", role.name()));
            let rest = if *left == 0 { "nobody is left".to_owned() } else { format!("{left} left") };
            of(squad, format!("loses {}{named}; {rest}", men_of(*men)), "R7")
        }
        Event::HitTwice { squad, hits } => {
            let more = count(*hits, "more hit");
            of(squad, format!("takes {more} at the same moment, on men who have fallen already"), "R34")
        }
        Event::Surrenders { squad, men } => {
            of(squad, format!("surrenders: {} taken off the table", men_of(*men)), "R43")
        }
        Event::Leaves { squad, men } => of(squad, format!("leaves the table with {} and is lost", men_of(*men)), "R12"),
        Event::Tests { squad, joint, again } => {
            let (words, rule) = match (joint, again) {
                (true, _) => ("tests together with others", "R26"),
                (false, true) => ("tests again, in another phase of this move", "R47"),
                (false, false) => ("takes a morale test", "R36"),
            };
            of(squad, words.to_owned(), rule)
        }
        Event::Nerve { squad, nerve: Nerve::Passes } => of(squad, "passes its test".to_owned(), "Morale 7"),
        Event::Nerve { squad, nerve } => of(squad, nerve.name().replace(", ", " and "), nerve.rule().0),
        Event::Rallies { squad } => of(squad, "rallies".to_owned(), "Morale 4"),
        Event::FallsBack { squad, to } => of(squad, format!("falls back to {}", place(*to)), "R46"),
        Event::Blocked { squad } => of(squad, "cannot fall back and stands".to_owned(), "R12"),
        Event::Declared { squad, mark } => {
            of(squad, format!("has declared a charge at {}", offers::mark_name(state, *mark)), "R23")
        }
        Event::Runs { squad } => of(squad, "is routed and runs".to_owned(), "R28"),
        Event::FallsBackAgain { squad } => of(squad, "falls back for a second move".to_owned(), "Morale:fall-back-2"),
        Event::Progress { squad, progress: Progress::Moves } => of(squad, "can move".to_owned(), "Vehicles:breakdown"),
        Event::Progress { squad, progress } => of(squad, progress.name().to_owned(), "Vehicles:breakdown"),
        Event::Stands { squad } => of(squad, "stays as it is".to_owned(), "R28"),
        Event::Moves { squad, to, forms, at_wire } => {
            let formation = state.squad(*squad).formation;
            let forms = if *forms { format!("forms {} and ", formation.words()) } else { String::new() };
            let wire = if *at_wire { ", where wire stops it" } else { "" };
            let rule = if wire.is_empty() { "Common:distance" } else { "R2" };
            of(squad, format!("{forms}moves to {}{wire}", place(*to)), rule)
        }
        Event::Wheels { squad, facing } => of(squad, format!("wheels to {facing} degrees"), "R32"),
        Event::PlacesMen { squad, men } => of(squad, format!("moves {}", men_of(*men)), "R32"),
        Event::Turns { squad, facing } => of(squad, format!("turns to {facing} degrees"), "R2"),
        Event::Posture { squad, posture } => match posture {
            Posture::Up => of(squad, "gets up".to_owned(), "R2"),
            Posture::Prone => of(squad, "goes to ground".to_owned(), "R45"),
            Posture::Down => of(squad, "keeps down".to_owned(), "R15"),
        },
        Event::Mans { squad, piece } => of(squad, format!("mans {}", offers::piece_name(state, *piece)), "R32"),
        Event::Retires { squad } => of(squad, "is ordered back".to_owned(), "Movement:charge"),
        Event::Changes { squad } => {
            let unit = state.squad(*squad);
            let words = match unit.kind {
                super::Kind::Cavalry => "mounts",
                super::Kind::DismountedCavalry => "dismounts",
                _ if unit.limbered => "limbers",
                _ => "unlimbers",
            };
            of(squad, words.to_owned(), "R31")
        }
        Event::Drives { squad, to } => {
            let tank = state.squad(*squad).kind.vehicle().is_some_and(crate::vehicles::Vehicle::is_tank);
            let rule = if tank { "Vehicles:tank-move" } else { "Vehicles:car-move" };
            of(squad, format!("drives to {}", place(*to)), rule)
        }
        Event::StepsAside { squad, men } => of(squad, format!("steps out of its way with {}", men_of(*men)), "R33"),
        Event::SeeksHome { squad, to } => {
            of(squad, format!("has no way home, and goes towards one: to {}", place(*to)), "R37")
        }
        Event::Revealed { squad, fires } => {
            let words = if *fires { "fires and is seen" } else { "is found" };
            of(squad, words.to_owned(), "R16")
        }
        Event::CrewLost { squad, men } => of(squad, format!("loses {} of its crew", men_of(*men)), "R17"),
        Event::VehicleHit { squad, hit } => {
            of(squad, format!("is shelled: the shell {}", hit.name()), "Vehicles:gun-hit")
        }
        Event::KnockedOut { squad, weapon } => {
            of(squad, format!("loses one of its weapons: {}", offers::weapon(*weapon)), "Vehicles:gun-hit")
        }
        Event::Prize { squad, crew } => {
            let crew = if *crew > 0 { format!(" with {}", men_of(*crew)) } else { String::new() };
            of(squad, format!("is lost{crew}"), "R19")
        }
        Event::Taken { squad, by } => of(by, format!("takes {}", state.name(*squad)), "R43"),
        _ => return None,
    })
}

/// What squads do to each other.
fn of_a_fight(state: &State, event: &Event) -> Said {
    let name = |id: &SquadId| state.name(*id).to_owned();
    let of = |id: &SquadId, words: String, rule: &'static str| said(state, *id, &words, rule);
    match event {
        Event::Charges { squad, mark } => {
            of(squad, format!("charges {}", offers::mark_name(state, *mark)), "Movement:charge")
        }
        Event::FallsShort { squad, to } => {
            of(squad, format!("does not reach the enemy, and stops at {}", place(*to)), "R13")
        }
        Event::PointBlank { squad, at } => {
            let rule = if state.squad(*squad).keeps_down() { "R30" } else { "Melee 1" };
            of(squad, format!("fires at {} at point blank", name(at)), rule).piece(at.0.into())
        }
        Event::HoldsFire { squad } => of(squad, "holds its fire".to_owned(), "R8"),
        Event::Falters { squad } => of(squad, "falters, and no melee follows".to_owned(), "R25"),
        Event::MeetCharging { squad, target } => {
            of(squad, format!("and {} charge each other", name(target)), "R29").piece(target.0.into())
        }
        Event::Contact { squad, target } => {
            of(squad, format!("is in contact with {}", name(target)), "Melee 3").piece(target.0.into())
        }
        Event::Fires { squad, weapon, target, number } => {
            let weapon = match weapon {
                Weapon::Rifle => count(*number, "rifle"),
                Weapon::Lmg if *number > 1 => count(*number, "light machine gun"),
                Weapon::Hmg if *number > 1 => count(*number, "heavy machine gun"),
                weapon => offers::weapon(*weapon).to_owned(),
            };
            of(squad, format!("fires {weapon} at {}", name(target)), "Firing:table").piece(target.0.into())
        }
        Event::FiresAtCrew { squad, target } => {
            of(squad, format!("fires at the crew of {}", name(target)), "Vehicles:closed-crew").piece(target.0.into())
        }
        Event::Lays { squad, mark } => match mark {
            Mark::Squad(target) => {
                of(squad, format!("fires at {}", name(target)), "Artillery:direct-ammunition").piece(target.0.into())
            }
            Mark::Piece(piece) => {
                of(squad, format!("fires at {}", offers::piece_name(state, *piece)), "Artillery:direct-ammunition")
            }
        },
        Event::Throws { squad, grenades } => {
            of(squad, format!("throws {}", count(*grenades, "grenade")), "Firing:grenades")
        }
        Event::GrenadeAtTank { squad } => of(squad, "is hit by a grenade, which looks for its crew".to_owned(), "R33"),
        Event::ClosesUp { squad, men } => of(squad, format!("brings {} into the melee", men_of(*men)), "R39"),
        Event::PushedBack { squad } => of(squad, "goes back 3 inches".to_owned(), "Melee 6"),
        Event::StaysInContact { squad } => of(squad, "cannot go back and stays in contact".to_owned(), "R41"),
        Event::KeepsDefences { squad } => of(squad, "mans fixed defences and does not follow".to_owned(), "Melee 6"),
        Event::FollowsUp { squad, joins } => match joins {
            Some(joins) => of(squad, format!("follows up and touches {}", name(joins)), "R42").piece(joins.0.into()),
            None => of(squad, "follows up".to_owned(), "R13"),
        },
        _ => unreachable!("all other events are told before: {event:?}"),
    }
}

/// A sentence about a squad.
fn said(state: &State, id: SquadId, words: &str, rule: &'static str) -> Said {
    Said::of(format!("{} {words}.", capital(state.name(id)))).under(Rule(rule)).piece(id.0.into())
}

/// A point of the table in inches from its top left corner.
fn place(at: Point) -> String {
    format!("{}, {}", inches(at.x), inches(at.y))
}

fn men_of(men: u8) -> String {
    if men == 1 { "1 man".to_owned() } else { format!("{men} men") }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
