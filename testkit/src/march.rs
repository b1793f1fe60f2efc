//! March: a book for measuring how much is sent and drawn of a large table. 42 by 30 squares, 200 pieces a side, and a
//! seat after the other moves one of its pieces by a square. It has no rules to speak of.

use crate::drill;
use kernel::book::Book;
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Act, Area, AtPlace, AtRandom, Bearing, Counter, Decide, Due, Dues, Eyes, Feature, Game, GameResult, Ground,
    Machine, Mark, Offer, PanelLine, Pick, Picked, Picks, Playable, Position, Said, ScenarioCard, Scenarios, Setting,
    Shape, Site, Strength, Symbol, View, refuse,
};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::scenario::{Overview, Troubles};
use kernel::seat::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// How many columns and rows the table has.
pub const SIZE: (u16, u16) = (42, 30);
/// How many pieces each side has.
pub const PIECES: u16 = 200;
/// M2 How many orders a game has.
const ORDERS: u16 = 120;
/// Table units in a square.
const UNIT: i64 = 100;

const SEATS: [Seat; 2] = [Seat("north"), Seat("south")];

/// The book, for a shelf in tests and benches.
pub static BOOK: Book = Book {
    id: "march",
    title: "March",
    about: "A large table for tests.",
    scale: "an army",
    dice: "none",
    charts: &[],
    procedures: Vec::new,
    page: "",
};

/// The game, with a machine player that does anything.
pub static GAME: Playable<March> =
    Playable::of(&[Machine::of("random", "Takes any legal order.", || Box::new(AtRandom))]);

/// The game.
pub struct March;

/// M1 A piece moves to a square beside its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Which.
    pub piece: u16,
    /// Where to.
    pub to: u16,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved(Order);

/// Where all pieces are.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    parade: Setting<Parade>,
    /// The square of each piece; those of the north come first.
    at: Vec<u16>,
    /// How often each square was left.
    left: Vec<u8>,
    orders: u16,
}

/// There is one.
pub struct Parade;

impl Bearing for Parade {
    fn bearing(&self) -> impl Serialize {
        SIZE
    }
}

impl Scenarios for Parade {
    type Options = drill::Options;

    fn cards() -> Vec<ScenarioCard> {
        vec![Parade.card()]
    }

    fn text(_: &str, _: &drill::Options) -> Result<String, Refusal> {
        Ok("army\n".to_owned())
    }

    fn read(_: &str) -> Result<Parade, Troubles> {
        Ok(Parade)
    }

    fn overview(&self) -> Overview {
        Overview { title: "An army marches".to_owned(), lines: Vec::new() }
    }

    fn card(&self) -> ScenarioCard {
        ScenarioCard {
            id: "army".to_owned(),
            title: "An army marches".to_owned(),
            notes: "1,260 squares and 400 pieces.".to_owned(),
            minutes: 10,
            sides: SEATS.map(|seat| (seat, seat.0.to_owned())).to_vec(),
            briefings: Vec::new(),
            options: Vec::new(),
            learning: false,
        }
    }
}

impl Game for March {
    type State = State;
    type Order = Order;
    type Event = Moved;
    type Options = drill::Options;
    type Setting = Parade;

    const SEATS: &'static [Seat] = &SEATS;
    const HIDES: bool = false;

    fn setup(parade: &Setting<Parade>, _: &drill::Options, _: &mut dyn Dice) -> State {
        // Five ranks of forty files a side, a file to a square.
        let file = |rank: u16, piece: u16| rank * SIZE.0 + 1 + piece % 40;
        let north = (0..PIECES).map(|piece| file(4 + piece / 40, piece));
        let south = (0..PIECES).map(|piece| file(SIZE.1 - 5 - piece / 40, piece));
        let squares = usize::from(SIZE.0 * SIZE.1);
        State { parade: parade.clone(), at: north.chain(south).collect(), left: vec![0; squares], orders: 0 }
    }

    fn setting(state: &mut State) -> &mut Setting<Parade> {
        &mut state.parade
    }

    fn due(state: &State) -> Dues<March> {
        let seat = SEATS[usize::from(state.orders % 2)];
        (state.orders < ORDERS).then(|| Due::of(seat, &Step).about(u32::from(state.orders))).into_iter().collect()
    }

    fn go_on(_: &mut Act<'_, March>) {
        unreachable!("somebody can always move")
    }

    fn result(state: &State) -> Option<GameResult> {
        let over =
            || GameResult { winner: None, points: Vec::new(), because: "the day is over".into(), rule: Rule("M2") };
        (state.orders >= ORDERS).then(over)
    }

    fn mask(state: &State, _: Eyes) -> Cow<'_, State> {
        Cow::Borrowed(state)
    }

    fn imagine(view: &View<'_, March>, _: &mut Seeded) -> State {
        view.state().clone()
    }

    fn say(_: &View<'_, March>, Moved(Order { piece, to }): &Moved) -> Option<Said> {
        let said = Said::of(format!("{} marches to {}.", name(*piece), square(*to)));
        Some(said.under(Rule("M1")).piece(u32::from(*piece)).place(*to))
    }

    fn ground(_: &State) -> Ground {
        let squares = || 0..SIZE.0 * SIZE.1;
        let role = |at: u16| if at % 11 == 3 { "woods" } else { "open" };
        let area = |at: u16| Area { role: role(at), shape: rect(at), name: String::new() };
        let site = |at: u16| Site { id: at, name: square(at), about: role(at).to_owned(), shape: rect(at) };
        Ground {
            title: "An army marches".to_owned(),
            size: (i64::from(SIZE.0) * UNIT, i64::from(SIZE.1) * UNIT),
            square: Some(UNIT),
            areas: squares().map(area).collect(),
            features: Vec::new(),
            sites: squares().map(site).collect(),
        }
    }

    fn position(view: &View<'_, March>) -> Position {
        let state = view.state();
        let squares = (0..).zip(&state.left);
        Position {
            places: squares.map(|(at, &left)| in_square(at, left)).filter(AtPlace::is_something).collect(),
            overlays: vec![Feature {
                role: "path",
                shape: Shape::Line(vec![(0, i64::from(state.orders) * 20), (400, i64::from(state.orders) * 20)]),
                seat: None,
                name: "how late it is".to_owned(),
            }],
            pieces: (0..2 * PIECES).map(|piece| counter(state, piece)).collect(),
            panel: vec![line("order", format!("{} of {ORDERS}", state.orders)), line("day", "the first".to_owned())],
        }
    }
}

/// M1 One piece moves.
struct Step;

impl Decide<March> for Step {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("which piece marches?", Rule("M1"))
    }

    fn compose(&self, view: &View<'_, March>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let piece = picks
            .ask("which piece marches?", Rule("M1"))
            .one_of(own(seat), |&piece| Offer::of(Pick::Piece(u32::from(piece)), name(piece)))?;
        let to = picks
            .ask("where to?", Rule("M1"))
            .one_of(beside(state.at[usize::from(piece)]), |&to| Offer::of(Pick::Place(to), square(to)))?;
        Ok(Order { piece, to })
    }

    fn check(&self, view: &View<'_, March>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        let Order { piece, to } = order;
        let state = view.state();
        if own(seat).contains(piece) && beside(state.at[usize::from(*piece)]).any(|square| square == *to) {
            return Ok(());
        }
        Err(refuse::<March>(self, state, "move a piece of one's own to a square beside it"))
    }

    fn apply(&self, act: &mut Act<'_, March>, _: Seat, order: &Order) {
        let at = &mut act.state.at[usize::from(order.piece)];
        let from = std::mem::replace(at, order.to);
        let left = &mut act.state.left[usize::from(from)];
        *left = left.saturating_add(1);
        act.state.orders += 1;
        act.happens(Moved(*order));
    }
}

fn own(seat: Seat) -> std::ops::Range<u16> {
    if seat == SEATS[0] { 0..PIECES } else { PIECES..2 * PIECES }
}

fn beside(at: u16) -> impl Iterator<Item = u16> {
    let (column, row) = (at % SIZE.0, at / SIZE.0);
    let ways = [(0, -1), (1, 0), (0, 1), (-1, 0)];
    ways.into_iter().filter_map(move |(right, down)| {
        let (column, row) = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
        (column < SIZE.0 && row < SIZE.1).then_some(row * SIZE.0 + column)
    })
}

fn rect(at: u16) -> Shape {
    Shape::Rect(i64::from(at % SIZE.0) * UNIT, i64::from(at / SIZE.0) * UNIT, UNIT, UNIT)
}

fn square(at: u16) -> String {
    format!("{}-{}", at % SIZE.0 + 1, at / SIZE.0 + 1)
}

fn name(piece: u16) -> String {
    let seat = SEATS[usize::from(piece / PIECES)];
    format!("{} battalion of the {seat}", piece % PIECES + 1)
}

fn in_square(at: u16, left: u8) -> AtPlace {
    let mark = Mark { role: "moved", count: left, name: "trodden".to_owned(), rule: Some(Rule("M1")) };
    AtPlace { id: at, about: String::new(), marks: if left > 0 { vec![mark] } else { Vec::new() } }
}

fn line(label: &str, value: String) -> PanelLine {
    PanelLine { label: label.to_owned(), value, rule: Some(Rule("M2")) }
}

fn counter(state: &State, piece: u16) -> Counter {
    let (seat, at) = (usize::from(piece / PIECES), state.at[usize::from(piece)]);
    let (column, row) = (i64::from(at % SIZE.0), i64::from(at / SIZE.0));
    Counter {
        id: u32::from(piece),
        name: name(piece),
        about: "regular infantry, 4 of 4 bases".to_owned(),
        seat: Some(SEATS[seat]),
        army: ["german", "british"][seat],
        formation: None,
        symbol: Symbol::Infantry,
        at: (column * UNIT + UNIT / 2, row * UNIT + UNIT / 2),
        place: Some(at),
        size: (60, 40),
        base: None,
        arc: None,
        facing: None,
        strength: Some(Strength { now: 4, full: 4 }),
        marks: Vec::new(),
        spent: false,
    }
}
