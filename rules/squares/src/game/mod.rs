//! The whole game of squares: a battle from set-up to victory.
//!
//! The state is flat; what is pending stands in its frames (`frame.rs`). A decision is composed, checked, previewed and
//! carried out in the file of the step it belongs to; `turn.rs` then goes on through everything that needs none. Every
//! roll is made by the step functions of the book, with situations taken from the state.

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
mod hits_step;
mod machine;
mod morale_step;
mod movement_step;
mod mover;
mod offers;
mod order;
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
mod what_if;
mod wounds;

pub use battle::Battle;
pub use event::Event;
pub use fight::{Fight, Stage};
pub use frame::{Frame, Laying, Retreat};
pub use order::{Aim, AssaultOrder, Marker, Order, Path, Turned};
pub use side::{PerSide, Side};
pub use square::{PerSquare, Square, SquareSet};
pub use state::{Barrages, HigherOrders, State, TurnStep};
pub use units::{Fielded, Marks, Piece, Station, UnitId, Units};
pub use victory::{Points, has_collapsed, objectives, points};
pub use way_back::WayBack;
pub use wounds::{Cause, Share, Wounds};

use crate::scenario::{self, Options, Scenario};
use crate::seats::{self, ATTACKER, DEFENDER};
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Act, Ask, Dues, Eyes, Game, GameResult, Ground, Pick, PieceId, Position, Preview, Said, Setting, View,
};
use kernel::procedure::Refusal;
use kernel::scenario::{Bills, Market, Purchase};
use kernel::seat::Seat;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The game of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Squares {}

impl Squares {
    /// The state before the first order of a scenario.
    pub fn begin(scenario: Scenario, dice: &mut dyn Dice) -> State {
        kernel::game::set_up::<Squares>(
            &Setting::of(Battle::of(scenario)),
            &Options::default(),
            &mut kernel::game::OneStream(dice),
            None,
        )
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

    fn scenario_as_of(release: &str, scenario: &str, options: &Options) -> Result<String, Refusal> {
        let text = Squares::scenario_text(scenario, options)?;
        // The learning game of the first release ended within two turns in 28 of 100.
        let shorter = release == "0.1.0" && scenario == "first-orders";
        Ok(if shorter { text.replace("\ncountdown = 13\n", "\ncountdown = 9\n") } else { text })
    }

    fn setup(battle: &Setting<Battle>, _: &Options, _: &mut dyn Dice) -> State {
        State::of(battle)
    }

    fn setting(state: &mut State) -> &mut Setting<Battle> {
        &mut state.battle
    }

    fn market() -> Option<Market> {
        Some(scenario::market())
    }

    fn bills(battle: &Battle) -> Bills {
        Side::BOTH.map(|side| (side.seat(), scenario::bill(battle.scenario().army(side)))).to_vec()
    }

    fn buy(battle: &Battle, armies: &BTreeMap<String, Purchase>) -> Result<String, Refusal> {
        battle.scenario().with_bought(armies)
    }

    fn due(state: &State) -> Dues<Squares> {
        turn::due(state)
    }

    fn go_on(act: &mut Act<'_, Squares>) {
        turn::go_on(act);
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

    fn hint(state: &State, ask: &Ask) -> Option<String> {
        state.battle.scenario().head.hint(ask.seat, ask.question, state.turn)
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

    fn stands(view: &View<'_, Squares>) -> Option<String> {
        Some(format!("turn {}, the {}'s", view.turn, view.active))
    }

    fn what_if(view: &View<'_, Squares>, from: PieceId, to: &Pick) -> Option<Preview> {
        what_if::what_if(view.state(), from, to)
    }

    fn ground(state: &State) -> Ground {
        scene::ground(&state.battle)
    }

    fn position(view: &View<'_, Squares>) -> Position {
        scene::position(view.state())
    }
}

#[cfg(test)]
mod tests;
