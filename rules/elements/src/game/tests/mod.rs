//! The rules of the game, by statements and rulings.

mod combats;
mod fire;
mod hiding;
mod moves;
mod support;
mod turns;

use super::*;
use field::Point;
use kernel::dice::Scripted;
use kernel::game::{Line, OneStream, Preview, Record, apply};

/// A battle of these elements on 48 by 36 inches, the attacker's from the bottom; nobody hides.
fn battle(attackers: &str, defenders: &str, more: &str) -> State {
    set(attackers, defenders, more, "", "")
}

/// The same, with more lines for the attacker and for the defender.
fn set(attackers: &str, defenders: &str, more: &str, attacker: &str, defender: &str) -> State {
    let text = format!(
        r#"
book = "elements"
id = "test"
title = "A test"
minutes = 1
par = 0
turns = 4
fixed-setup = true
expansion = true
table = [48, 36]
{more}
[[objectives]]
at = [24, 18]
name = "The middle"
value = 3

[attacker]
name = "A"
army = "british"
edge = "bottom"
{attacker}
elements = '''
{attackers}
'''

[defender]
name = "D"
army = "german"
edge = "top"
{defender}
elements = '''
{defenders}
'''
"#
    );
    let setting = Elements::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
    kernel::game::set_up::<Elements>(
        &Setting::of(setting),
        &Options::default(),
        &mut kernel::game::OneStream(&mut Scripted::of([])),
        None,
    )
}

/// The open ask.
fn ask(state: &State) -> Ask {
    Elements::asks(state)[0]
}

/// What is asked of whom.
fn asked(state: &State) -> (&'static str, &'static str) {
    let ask = ask(state);
    (ask.seat.0, ask.question)
}

/// Gives an order with these dice, all of which must be thrown; what its seat was told.
fn give<const N: usize>(state: &mut State, order: Order, faces: [u8; N]) -> Vec<String> {
    let ask = ask(state);
    told(state, order, faces, Eyes::Seat(ask.seat))
}

/// The same, as other eyes were told.
fn told<const N: usize>(state: &mut State, order: Order, faces: [u8; N], eyes: Eyes) -> Vec<String> {
    let ask = ask(state);
    let legal = View::<Elements>::of_seat(state, ask.seat).check(&ask, order);
    let legal = legal.unwrap_or_else(|refusal| panic!("{refusal}"));
    let (mut dice, mut record) = (Scripted::of(faces), Record::default());
    apply(state, &legal, &mut OneStream(&mut dice), Some(&mut record));
    let told = |line: &Line<Event>| match line {
        Line::Event { told, .. } => told.to(eyes).map(|said| said.text.clone()),
        Line::Roll { roll, .. } => Some(roll.text()),
    };
    record.lines.iter().filter_map(told).collect()
}

/// Why an order is refused.
fn refused(state: &State, order: Order) -> String {
    let ask = ask(state);
    match View::<Elements>::of_seat(state, ask.seat).check(&ask, order) {
        Ok(_) => panic!("it is allowed"),
        Err(refusal) => format!("{} ({})", refusal.sentence, refusal.rule.map_or("no rule", |rule| rule.0)),
    }
}

fn is_allowed(state: &State, order: Order) -> bool {
    let ask = ask(state);
    View::<Elements>::of_seat(state, ask.seat).check(&ask, order).is_ok()
}

/// What an order would do.
fn previewed(state: &State, order: &Order) -> Preview {
    let ask = ask(state);
    Elements::preview(&View::of_seat(state, ask.seat), &ask, order)
}

/// Passes until this is asked of this seat.
fn until(state: &mut State, seat: &str, question: &str) {
    for _ in 0..20 {
        if asked(state) == (seat, question) {
            return;
        }
        give(state, Order::Done, []);
    }
    panic!("{question} is never asked of the {seat}");
}

fn unit(number: u8) -> UnitId {
    UnitId(number)
}

/// A point in hundredths of an inch.
fn at(x: i64, y: i64) -> Point {
    Point::new(x, y)
}

fn fires(number: u8, target: u8, weapon: Weapon) -> Order {
    Order::Fire { unit: unit(number), target: unit(target), weapon }
}

/// A move straight to a point, facing along it.
fn go(state: &State, number: u8, x: i64, y: i64) -> Order {
    let way = at(x, y).minus(state.unit(unit(number)).at);
    let facing = field::Facing::along(way).expect("somewhere else").degrees() as u16;
    Order::Move { unit: unit(number), path: vec![at(x, y)], facing }
}

fn holds(lines: &[String], words: &str) -> bool {
    lines.iter().any(|line| line.contains(words))
}
