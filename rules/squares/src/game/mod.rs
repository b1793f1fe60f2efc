//! The whole game of squares: a battle from set-up to victory.
//!
//! The state is flat; what is pending stands in its frames (`frame.rs`). An order is checked and applied in the file of
//! the step it belongs to; `turn.rs` then goes on through everything that needs no decision. Every roll is made by the
//! step functions of the book, with situations taken from the state.

mod arrivals_step;
mod assault;
mod assaults_step;
mod assets_step;
mod barrage_step;
mod battle;
mod command_step;
mod countdown_step;
mod event;
mod fight;
mod frame;
mod gas_step;
mod going;
mod machine;
mod morale_step;
mod movement_step;
mod order;
mod preview;
mod prompt;
mod question;
mod say;
mod scene;
mod set_up;
mod shooting_step;
mod side;
mod square;
mod state;
mod turn;
mod units;
mod victory;
mod way_back;
mod wounds;

pub use battle::Battle;
pub use event::Event;
pub use fight::{Fight, Stage};
pub use frame::{Frame, Laying, Retreat};
pub use machine::reserve;
pub use order::{Aim, Marker, Order, Path, Turned};
pub use side::{PerSide, Side};
pub use square::{PerSquare, Square, SquareSet};
pub use state::{Barrages, HigherOrders, State, TurnStep};
pub use units::{Fielded, Marks, Piece, Station, UnitId, Units};
pub use victory::{Points, has_collapsed, objectives, points};
pub use way_back::WayBack;
pub use wounds::{Cause, Share, Wounds};

use question::Question;

use crate::scenario::{GENERATED, Options, Scenario};
use crate::seats::{self, ATTACKER, DEFENDER};
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Act, Ask, Asks, Eyes, Game, GameResult, OneStream, Pick, Preview, Prompt, Said, ScenarioCard, Scene, Setting, View,
};
use kernel::procedure::Refusal;
use kernel::seat::Seat;
use std::borrow::Cow;

/// The game of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Squares {}

impl Squares {
    /// The state before the first order of a scenario.
    pub fn begin(scenario: Scenario, dice: &mut dyn Dice) -> State {
        Squares::setup(&Setting::of(Battle::of(scenario)), &Options::default(), dice)
    }
}

impl Game for Squares {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;
    type Setting = Battle;

    const SEATS: &'static [Seat] = &[ATTACKER, DEFENDER];

    /// R6 Nothing is hidden.
    const HIDES: bool = false;

    fn scenario_text(scenario: &str, options: &Options) -> Result<String, Refusal> {
        Ok(Scenario::find(scenario, options)?.write())
    }

    fn read_scenario(text: &str) -> Result<Battle, Refusal> {
        Scenario::read(text).map(Battle::of)
    }

    fn setup(battle: &Setting<Battle>, _: &Options, dice: &mut dyn Dice) -> State {
        let mut state = State::of(battle);
        turn::go_on(&mut Act::on(&mut state, &mut OneStream(dice), None));
        state
    }

    fn setting(state: &mut State) -> &mut Setting<Battle> {
        &mut state.battle
    }

    fn scenarios() -> Vec<ScenarioCard> {
        let card = |scenario: &Scenario| ScenarioCard {
            id: scenario.id.clone(),
            title: scenario.title.clone(),
            notes: scenario.notes.clone(),
            minutes: scenario.minutes,
            sides: vec![(ATTACKER, scenario.attacker.name.clone()), (DEFENDER, scenario.defender.name.clone())],
            options: if scenario.id == GENERATED { vec!["points".to_owned(), "seed".to_owned()] } else { Vec::new() },
            learning: scenario.learning,
        };
        Scenario::all().iter().map(card).collect()
    }

    fn asks(state: &State) -> Asks {
        question::ask(state).into_iter().collect()
    }

    fn result(state: &State) -> Option<GameResult> {
        victory::result(state)
    }

    /// Nothing is hidden (R6).
    fn mask(state: &State, _: Eyes) -> Cow<'_, State> {
        Cow::Borrowed(state)
    }

    fn imagine(view: &View<'_, Squares>, _: &mut Seeded) -> State {
        view.state().clone()
    }

    fn check(view: &View<'_, Squares>, ask: &Ask, order: &Order) -> Result<(), Refusal> {
        let state = view.state();
        let (side, question) = question::asked(state, ask)?;
        match question {
            Question::SetUp => set_up::check(state, side, order),
            Question::Assets => assets_step::check(state, side, order),
            Question::LayBarrage => {
                barrage_step::check(question::laying(state).expect("a barrage is asked for with its frame"), order)
            }
            Question::Command => command_step::check(state, side, order),
            Question::Move => movement_step::check(state, side, order),
            Question::Assault => assaults_step::check(state, side, order),
            Question::Shoot => shooting_step::check(state, side, order),
            Question::Reinforce => arrivals_step::check(state, side, order),
            Question::Arrive => match state.frames.last() {
                Some(Frame::Arrivals { units, by_road }) => {
                    arrivals_step::check_arrive(state, side, *units, *by_road, order)
                }
                _ => unreachable!("arrivals are asked for with their frame"),
            },
            Question::PlaceHits => match order {
                Order::PlaceHits { shares } => {
                    question::wounds(state).expect("hits are placed with their frame").check(state, shares)
                }
                _ => Err(question.refuse("say how many fall on each unit")),
            },
            Question::Answer | Question::MoveIn | Question::GiveMarker => {
                assault::check(state, question::fight(state).expect("an assault has its frame"), question, order)
            }
        }
    }

    fn prompt(view: &View<'_, Squares>, ask: &Ask, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
        prompt::prompt(view.state(), ask, picks)
    }

    fn picks(view: &View<'_, Squares>, ask: &Ask, order: &Order) -> Vec<Pick> {
        prompt::picks(view.state(), ask, order)
    }

    fn preview(view: &View<'_, Squares>, ask: &Ask, order: &Order) -> Preview {
        preview::preview(view.state(), ask, order)
    }

    fn sample(view: &View<'_, Squares>, ask: &Ask, random: &mut Seeded) -> Order {
        let state = view.state();
        let (side, question) = question::asked(state, ask).expect("orders are sampled for open asks");
        match question {
            Question::SetUp => set_up::sample(state, side, random),
            Question::Assets => assets_step::sample(state, side, random),
            Question::LayBarrage => {
                barrage_step::sample(question::laying(state).expect("a barrage is asked for with its frame"), random)
            }
            Question::Command => command_step::sample(state, side, random),
            Question::Move => movement_step::sample(state, side, random),
            Question::Assault => assaults_step::sample(state, side, random),
            Question::Shoot => shooting_step::sample(state, side, random),
            Question::Reinforce => arrivals_step::sample(state, side, random),
            Question::Arrive => match state.frames.last() {
                Some(Frame::Arrivals { units, by_road }) => {
                    arrivals_step::sample_arrive(state, side, *units, *by_road, random)
                }
                _ => unreachable!("arrivals are asked for with their frame"),
            },
            Question::PlaceHits => question::wounds(state).expect("hits are placed with their frame").sample(random),
            Question::Answer | Question::MoveIn | Question::GiveMarker => {
                assault::sample(state, question::fight(state).expect("an assault has its frame"), question, random)
            }
        }
    }

    fn apply(act: &mut Act<'_, Squares>, ask: &Ask, order: &Order) {
        let side = Side::of(ask.seat);
        if act.state.frames.is_empty() {
            // The step looks again whether there is anything to decide.
            act.state.open = false;
        }
        match order {
            Order::Deploy { .. } | Order::DeployCommander { .. } | Order::Ready => set_up::apply(act, side, order),
            Order::RollAsset { asset } => assets_step::apply(act, side, *asset),
            Order::LayBarrage { aim } => {
                let laying = question::laying(act.state).expect("a barrage is laid with its frame");
                act.state.frames.pop();
                barrage_step::apply(act, laying, *aim);
            }
            Order::Command { square, marker } => command_step::apply(act, side, *square, *marker),
            Order::Move { .. } | Order::MoveCommander { .. } | Order::Mount { .. } | Order::Dismount { .. } => {
                movement_step::apply(act, side, order);
            }
            Order::Assault { .. } => assaults_step::apply(act, side, order),
            Order::Stand | Order::Retire | Order::Advance { .. } | Order::GiveMarker { .. } => {
                assault::apply(act, side, order);
            }
            Order::PlaceHits { shares } => {
                question::wounds_mut(act.state).expect("hits are placed with their frame").place(shares);
                turn::settle(act.state);
            }
            Order::Shoot { from, target, units } => shooting_step::apply(act, side, *from, *target, *units),
            Order::RollForAll | Order::BringOn { .. } | Order::BringByRoad { .. } => {
                arrivals_step::apply(act, side, order);
            }
            Order::Arrive { unit, to } => arrivals_step::apply_arrive(act, side, *unit, *to),
            Order::Pass => turn::pass(act, side),
        }
        turn::go_on(act);
    }

    fn seat_of(state: &State, role: Seat) -> Seat {
        // The preliminary barrage is the attacker's, whoever sets up meanwhile (R6).
        let before = matches!(state.step, TurnStep::SetUp | TurnStep::Preliminary);
        let active = if before { Side::Attacker } else { state.active };
        match role {
            seats::ACTIVE | seats::ASSAULTER | seats::GUNNER | seats::OWNER => active.seat(),
            seats::OTHER | seats::TARGET | seats::SHOOTER => active.other().seat(),
            seat => seat,
        }
    }

    fn say(view: &View<'_, Squares>, event: &Event) -> Option<Said> {
        Some(say::say(view.state(), event))
    }

    fn scene(view: &View<'_, Squares>) -> Scene {
        scene::scene(view.state())
    }
}

#[cfg(test)]
mod tests;
