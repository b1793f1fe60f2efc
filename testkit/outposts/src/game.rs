//! The whole game: what is decided, what happens, who wins, and how it is drawn.

use crate::attempt::{self, Attempt, Taken, resolve};
use crate::scenario::Scenario;
use crate::{FIRST, PATROL, SECOND};
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Act, Area, Ask, AtPlace, Counter, Decide, Due, Dues, Eyes, Facts, Game, GameResult, Ground, Group, Judged, Mark,
    Offer, PanelLine, Pick, Picked, Picks, Position, Preview, Said, Scenarios, Setting, Shape, Site, Symbol, Test,
    View, refuse,
};
use kernel::procedure::{OnDesk, Refusal, Situation};
use kernel::rule::Rule;
use kernel::seat::Seat;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

const SEATS: [Seat; 2] = [FIRST, SECOND];
/// How many outposts there are.
const OUTPOSTS: u8 = 3;
/// Table units in an outpost's square.
const UNIT: i64 = 100;

/// The game.
pub enum Outposts {}

/// What may be set before a game: nothing.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Options {}

/// What a patrol does with its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// 1.1 It rolls for an outpost.
    Take(u8),
    /// 1.4 It rests.
    Rest,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// 1.2 There was an attempt.
    Rolled {
        /// Whose.
        seat: u8,
        /// On which outpost.
        outpost: u8,
        /// Was it taken?
        taken: bool,
    },
    /// 1.4 A patrol has rested.
    Rested {
        /// Whose.
        seat: u8,
    },
}

/// How the game stands: who holds what, and how many turns were had.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct State {
    scenario: Setting<Scenario>,
    holder: [Option<u8>; OUTPOSTS as usize],
    attempts: u8,
}

impl State {
    fn held(&self, seat: u8) -> usize {
        self.holder.iter().filter(|holder| **holder == Some(seat)).count()
    }

    fn seat(&self) -> u8 {
        self.attempts % 2
    }

    /// 2.1 The turns are over, or a patrol holds all.
    fn is_over(&self) -> bool {
        self.attempts >= 2 * self.scenario.turns || [0, 1].iter().any(|&seat| self.held(seat) == usize::from(OUTPOSTS))
    }

    /// 1.3 The situation of an attempt.
    fn attempt(&self, seat: u8, outpost: u8) -> Attempt {
        let beside = [outpost.checked_sub(1), outpost.checked_add(1)].into_iter().flatten();
        let mut holders = beside.filter_map(|place| self.holder.get(usize::from(place)));
        Attempt { neighbour: holders.any(|holder| *holder == Some(seat)) }
    }

    /// 1.1 Those that can be rolled for.
    fn open(&self, seat: u8) -> impl Iterator<Item = u8> {
        (0..OUTPOSTS).filter(move |&outpost| self.holder[usize::from(outpost)] != Some(seat))
    }
}

impl Game for Outposts {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;
    type Setting = Scenario;

    const SEATS: &'static [Seat] = &SEATS;
    const HIDES: bool = false;

    fn setup(scenario: &Setting<Scenario>, _: &Options, _: &mut dyn Dice) -> State {
        State { scenario: scenario.clone(), holder: [None; OUTPOSTS as usize], attempts: 0 }
    }

    fn setting(state: &mut State) -> &mut Setting<Scenario> {
        &mut state.scenario
    }

    fn due(state: &State) -> Dues<Outposts> {
        let seat = SEATS[usize::from(state.seat())];
        (!state.is_over()).then(|| Due::of(seat, &Turn).about(state.attempts.into())).into_iter().collect()
    }

    fn go_on(_: &mut Act<'_, Outposts>) {
        unreachable!("whoever has a turn decides")
    }

    fn result(state: &State) -> Option<GameResult> {
        state.is_over().then(|| {
            let [first, second] = [0, 1].map(|seat| state.held(seat));
            let winner = match first.cmp(&second) {
                std::cmp::Ordering::Greater => Some(FIRST),
                std::cmp::Ordering::Less => Some(SECOND),
                std::cmp::Ordering::Equal => None,
            };
            let points = vec![(FIRST, first.to_string()), (SECOND, second.to_string())];
            GameResult { winner, points, because: "of the outposts that are held".into(), rule: Rule("2.2") }
        })
    }

    fn mask(state: &State, _: Eyes) -> Cow<'_, State> {
        Cow::Borrowed(state)
    }

    fn imagine(view: &View<'_, Outposts>, _: &mut Seeded) -> State {
        view.state().clone()
    }

    /// The patrol of the charts desk is the one whose turn it is.
    fn seat_of(state: &State, role: Seat) -> Seat {
        if role == PATROL { SEATS[usize::from(state.seat())] } else { role }
    }

    fn say(_: &View<'_, Outposts>, event: &Event) -> Option<Said> {
        let patrol = |seat: u8| SEATS[usize::from(seat)];
        Some(match *event {
            Event::Rolled { seat, outpost, taken } => {
                let does = if taken { "takes" } else { "fails to take" };
                let said = format!("The {} patrol {does} {}.", patrol(seat), name(outpost));
                Said::of(said).under(Rule("1.2")).place(outpost.into())
            }
            Event::Rested { seat } => Said::of(format!("The {} patrol rests.", patrol(seat))).under(Rule("1.4")),
        })
    }

    fn ground(state: &State) -> Ground {
        let area = |at| Area { role: "hill", shape: rect(at), name: name(at) };
        let site = |at: u8| Site { id: at.into(), name: name(at), about: "an outpost".to_owned(), shape: rect(at) };
        Ground {
            title: state.scenario.overview().title,
            size: (i64::from(OUTPOSTS) * UNIT, UNIT),
            square: Some(UNIT),
            areas: (0..OUTPOSTS).map(area).collect(),
            features: Vec::new(),
            sites: (0..OUTPOSTS).map(site).collect(),
        }
    }

    fn position(view: &View<'_, Outposts>) -> Position {
        let state = view.state();
        let held = (0..).zip(state.holder).filter_map(|(at, holder)| Some((at, holder?)));
        Position {
            places: held.clone().map(|(at, seat)| flag(at, seat)).collect(),
            overlays: Vec::new(),
            pieces: held.map(|(at, seat)| picket(&state.scenario, at, seat)).collect(),
            panel: vec![PanelLine {
                label: "turn".to_owned(),
                value: format!("{} of {}", state.attempts / 2 + 1, state.scenario.turns),
                rule: Some(Rule("2.1")),
            }],
        }
    }
}

/// 1.1, 1.4 Which outpost is rolled for, if any.
struct Turn;

impl Decide<Outposts> for Turn {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("take an outpost or rest", Rule("1.1"))
    }

    fn compose(&self, view: &View<'_, Outposts>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let ask = picks.ask("which outpost is rolled for?", Rule("1.1")).or("rest", "rest", Order::Rest);
        let offer = |&at: &u8| Offer::of(Pick::Place(at.into()), name(at));
        ask.one_of_wider(state.open(state.seat()), || 0..OUTPOSTS, offer).map(Order::Take)
    }

    fn check(&self, view: &View<'_, Outposts>, _: Seat, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        match order {
            Order::Take(outpost) if state.open(state.seat()).all(|open| open != *outpost) => {
                Err(refuse::<Outposts>(self, state, "name an outpost that the patrol does not hold, or rest"))
            }
            Order::Take(_) | Order::Rest => Ok(()),
        }
    }

    fn preview(&self, view: &View<'_, Outposts>, _: Seat, order: &Order) -> Preview {
        let Order::Take(outpost) = *order else { return Preview::called("Rest") };
        let attempt = view.state().attempt(view.state().seat(), outpost);
        let test = Test::of(name(outpost), &attempt::procedure(), &attempt);
        Preview { tests: vec![test], ..Preview::called("Roll for it") }
    }

    fn apply(&self, act: &mut Act<'_, Outposts>, _: Seat, order: &Order) {
        let seat = act.state.seat();
        let event = match *order {
            Order::Take(outpost) => {
                let attempt = act.state.attempt(seat, outpost);
                let taken = act
                    .roll_as(|_| OnDesk::of(&attempt::procedure(), &attempt), |dice| resolve(&attempt, dice))
                    == Taken::Yes;
                if taken {
                    act.state.holder[usize::from(outpost)] = Some(seat);
                }
                Event::Rolled { seat, outpost, taken }
            }
            Order::Rest => Event::Rested { seat },
        };
        act.state.attempts += 1;
        act.happens(event);
    }
}

impl Judged for Outposts {
    const BOOK: &'static str = "outposts";
    const FACTS: &'static [Group] = &[];
    const QUIET_A_TURN: u32 = 2;
    const WEIGHTS: &'static [(&'static str, i64)] = &[("an outpost of the enemy", 2), ("an easier roll", 1)];

    /// What the enemy holds first, and what is easier.
    fn quick(view: &View<'_, Outposts>, _: &Ask, weights: &[i64], _: &mut Seeded) -> Order {
        let state = view.state();
        let seat = state.seat();
        let worth = |&outpost: &u8| {
            let enemy = i64::from(state.holder[usize::from(outpost)].is_some());
            enemy * weights[0] + i64::from(state.attempt(seat, outpost).neighbour) * weights[1]
        };
        state.open(seat).max_by_key(worth).map_or(Order::Rest, Order::Take)
    }

    fn quiet(state: &State) -> u32 {
        state.attempts.into()
    }

    fn margin(state: &State, seat: Seat) -> i32 {
        let [first, second] = [0, 1].map(|seat| state.held(seat) as i32);
        if seat == FIRST { first - second } else { second - first }
    }

    fn facts(_: &State, _: &mut Facts) {}

    fn learned() -> &'static str {
        ""
    }
}

fn name(outpost: u8) -> String {
    ["the left outpost", "the middle outpost", "the right outpost"][usize::from(outpost)].to_owned()
}

fn rect(outpost: u8) -> Shape {
    Shape::Rect(i64::from(outpost) * UNIT, 0, UNIT, UNIT)
}

fn flag(outpost: u8, seat: u8) -> AtPlace {
    let holder = format!("held by the {} patrol", SEATS[usize::from(seat)]);
    let mark = Mark { role: "held", count: 1, name: holder, rule: Some(Rule("1.2")) };
    AtPlace { id: outpost.into(), about: String::new(), marks: vec![mark] }
}

fn picket(scenario: &Scenario, outpost: u8, seat: u8) -> Counter {
    Counter {
        id: outpost.into(),
        name: format!("picket in {}", name(outpost)),
        about: "a picket".to_owned(),
        seat: Some(SEATS[usize::from(seat)]),
        army: scenario.army(seat.into()),
        formation: None,
        symbol: Symbol::Infantry,
        at: (i64::from(outpost) * UNIT + UNIT / 2, UNIT / 2),
        place: Some(outpost.into()),
        size: (60, 40),
        base: None,
        arc: None,
        facing: None,
        strength: None,
        marks: Vec::new(),
        spent: false,
    }
}
