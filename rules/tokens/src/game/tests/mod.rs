//! The rules of the game, by statements and rulings.

mod assaults;
mod commanders;
mod end;
mod fire;
mod ground;
mod moves;
mod reactions;
mod turns;

use super::*;
use kernel::dice::Scripted;
use kernel::game::{Ask, Preview};
use testkit::game::{given, refusal_of};

/// A battle of these units, the attacker's from the left; the attacker has the initiative in the first turn.
fn battle(attackers: &str, defenders: &str, more: &str) -> State {
    let text = format!(
        r#"
book = "tokens"
id = "test"
title = "A test"
minutes = 1
par = 0
table = [48, 36]
initiative = "attacker"
{more}
[[objectives]]
at = [24, 18]
name = "The middle"
value = 3

[attacker]
name = "A"
army = "german"
edge = "left"
commanders = "General A | 1 34"
units = '''
{attackers}
'''

[defender]
name = "D"
army = "british"
edge = "right"
commanders = "General D | 47 34"
units = '''
{defenders}
'''
"#
    );
    let setting = Tokens::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
    kernel::game::set_up::<Tokens>(
        &Setting::of(setting),
        &Options::default(),
        &mut kernel::game::OneStream(&mut Scripted::of([])),
        None,
    )
}

/// The open ask.
fn ask(state: &State) -> Ask {
    Tokens::asks(state)[0]
}

/// What is asked of whom.
fn asked(state: &State) -> (&'static str, &'static str) {
    let ask = ask(state);
    (ask.seat.0, ask.question)
}

/// Gives an order with these dice, all of which must be thrown; what was told.
fn give<const N: usize>(state: &mut State, order: Order, faces: [u8; N]) -> Vec<String> {
    let ask = ask(state);
    given::<Tokens>(state, &ask, order, &faces, Eyes::Spectator)
}

/// Why an order is refused.
fn refused(state: &State, order: Order) -> String {
    refusal_of::<Tokens>(state, &ask(state), order)
}

/// What an order would do.
fn previewed(state: &State, order: &Order) -> Preview {
    let ask = ask(state);
    Tokens::preview(&View::of_seat(state, ask.seat), &ask, order)
}

fn unit(number: u8) -> UnitId {
    UnitId(number)
}

fn at(x: i64, y: i64) -> Point {
    Point::inches(x, y)
}

/// A unit stands still.
fn stand(state: &State, number: u8) -> Order {
    Order::Turn { unit: unit(number), facing: state.unit(unit(number)).facing.degrees() as u16, form: false }
}

/// A move straight to a point, in inches, facing along it.
fn go(state: &State, number: u8, x: i64, y: i64) -> Order {
    let way = at(x, y).minus(state.unit(unit(number)).at);
    let facing = field::Facing::along(way).expect("somewhere else").degrees() as u16;
    Order::Move { unit: unit(number), path: vec![at(x, y)], facing, form: false, fire: false }
}

fn pass() -> Order {
    Order::Pass { then: Standing::Ask }
}

/// Answers everything that the other side is asked until the active side spends the next token.
fn pass_all(state: &mut State) {
    while matches!(asked(state).1, "react, or pass" | "seize the initiative, or pass") {
        give(state, pass(), []);
    }
}

use field::Point;
