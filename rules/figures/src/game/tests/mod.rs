//! The rules of the game, by statements and rulings.

mod charges;
mod end;
mod fire;
mod moves;
mod nerve;
mod secrets;
mod shells;

use super::*;
use field::Point;
use kernel::dice::Scripted;
use kernel::game::{Ask, Line, OneStream, Record, apply};

/// An action of these squads: the attackers come from the bottom, the defenders from the top, and the wind blows away from
/// the attackers' edge.
fn action(attackers: &str, defenders: &str, more: &str) -> State {
    let text = text(attackers, defenders, more, "", "");
    let setting = Figures::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
    kernel::game::set_up::<Figures>(
        &Setting::of(setting),
        &Options {},
        &mut kernel::game::OneStream(&mut Scripted::of([1, 3])),
        None,
    )
}

fn text(attackers: &str, defenders: &str, more: &str, attacker: &str, defender: &str) -> String {
    format!(
        r#"
book = "figures"
id = "test"
title = "A test"
minutes = 1
par = 0
moves = 6
table = [48, 36]
{more}
[[objectives]]
at = [24, 18]
name = "The middle"

[attacker]
name = "A"
army = "british"
edge = "bottom"
{attacker}
squads = '''
{attackers}
'''

[defender]
name = "D"
army = "german"
edge = "top"
{defender}
squads = '''
{defenders}
'''
"#
    )
}

/// The open ask of a side.
fn ask(state: &State, side: Side) -> Ask {
    Figures::asks(state)
        .into_iter()
        .find(|ask| ask.seat == side.seat())
        .unwrap_or_else(|| panic!("the {side} is not asked"))
}

/// What is asked of a side.
fn asked(state: &State, side: Side) -> Option<&'static str> {
    Figures::asks(state).into_iter().find(|ask| ask.seat == side.seat()).map(|ask| ask.question)
}

/// Gives an order with these dice, all of which must be thrown; what its own side was told.
fn give<const N: usize>(state: &mut State, side: Side, order: Order, faces: [u8; N]) -> Vec<String> {
    let ask = ask(state, side);
    let legal = View::<Figures>::of_seat(state, ask.seat).check(&ask, order);
    let legal = legal.unwrap_or_else(|refusal| panic!("{refusal}"));
    let (mut dice, mut record) = (Scripted::of(faces), Record::default());
    apply(state, &legal, &mut OneStream(&mut dice), Some(&mut record));
    let told = |line: &Line<Event>| match line {
        Line::Event { told, .. } => told.to(Eyes::Seat(side.seat())).map(|said| said.text.clone()),
        Line::Roll { roll, .. } => Some(roll.text()),
    };
    record.lines.iter().filter_map(told).collect()
}

/// Why an order is refused.
fn refused(state: &State, side: Side, order: Order) -> String {
    let ask = ask(state, side);
    match View::<Figures>::of_seat(state, ask.seat).check(&ask, order) {
        Ok(_) => panic!("it is allowed"),
        Err(refusal) => format!("{} ({})", refusal.sentence, refusal.rule.map_or("no rule", |rule| rule.0)),
    }
}

fn squad(number: u8) -> SquadId {
    SquadId(number)
}

fn at(x: i64, y: i64) -> Point {
    Point::inches(x, y)
}

const A: Side = Side::Attacker;
const D: Side = Side::Defender;

/// Both sides have written; the attacker wins the initiative and goes first.
fn to_moves(state: &mut State) {
    give(state, A, Order::Ready, []);
    give(state, D, Order::Ready, [5, 2]);
    give(state, A, Order::Choose { first: true }, []);
}

/// Nobody moves any more.
fn to_fire(state: &mut State) {
    while state.phase == Phase::Move {
        let side = state.active;
        give(state, side, Order::Pass, []);
    }
}

/// Whoever is asked for fire writes none.
fn hold_fire(state: &mut State) {
    for side in Side::BOTH {
        if asked(state, side) == Some(questions::FIRE) {
            give(state, side, Order::Ready, []);
        }
    }
}

/// A march straight to a point in inches, in the formation that the squad has.
fn march(state: &State, number: u8, x: i64, y: i64) -> Order {
    let squad = state.squad(SquadId(number));
    let facing = field::Facing::along(at(x, y).minus(squad.at)).expect("somewhere else").degrees() as u16;
    Order::March {
        squad: SquadId(number),
        path: vec![at(x, y)],
        facing,
        formation: squad.formation,
        besides: Besides::Nothing,
    }
}

/// The men of a squad, in hundredths of an inch.
fn spots(state: &State, number: u8) -> Vec<Point> {
    state.spots(squad(number)).to_vec()
}
