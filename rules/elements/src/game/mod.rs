//! The whole game of elements: a battle from the set-up to victory.
//!
//! The state is flat (`state.rs`); what is pending stands in its phase and frames. A decision is composed, checked,
//! previewed and carried out in one file: `set_up.rs`, `command.rs`, `fire.rs`, `fight.rs`, `advance.rs`, `movement.rs`,
//! `go_on.rs`, `dismount.rs`, `replace.rs`. `turn.rs` goes on through everything that needs none. Every roll is made by the
//! step functions of the book, with situations taken from the state. Who hides is in a list of his own (`hidden.rs`), and
//! what is asked of all elements is asked of those that everybody sees, unless it says otherwise.

mod advance;
mod aim;
mod battle;
mod boarding;
mod chances;
mod combat;
mod command;
mod course;
mod desk;
mod dismount;
mod event;
mod fight;
mod fire;
mod go_on;
mod hidden;
mod land;
mod machine;
mod movement;
mod offers;
mod order;
mod piece;
mod preview;
mod replace;
mod reserve;
mod retreat;
mod route;
mod say;
mod scene;
mod set_up;
mod side;
mod sight;
mod smoke;
mod state;
mod strike;
mod support;
mod turn;
mod victory;

pub use battle::Battle;
pub use course::Course;
pub use event::Event;
pub use land::Land;
pub use order::{Order, Weapon};
pub use piece::{HIDING, Mark, Marks, Piece, Place, UnitId};
pub use side::{PerSide, Side};
pub use state::{Asset, Called, Ending, Frame, Phase, Smoke, State, Winner};
pub use victory::{margin, points};

pub(crate) use state::TOUCH;

pub use crate::scenario::Options;

use crate::seats;
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Ask, Dues, Eyes, Game, GameResult, Ground, Pick, PieceId, Position, Preview, Said, Secret, Setting, Survey, View,
};
use kernel::seat::Seat;
use std::borrow::Cow;

/// The game of elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elements {}

/// An order of this game being carried out.
pub(crate) type Act<'a> = kernel::game::Act<'a, Elements>;

impl Game for Elements {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;
    type Setting = Battle;

    const SEATS: &'static [Seat] = &[seats::ATTACKER, seats::DEFENDER];

    /// R16 Elements in hiding.
    const HIDES: bool = true;

    fn setup(battle: &Setting<Battle>, _: &Options, _: &mut dyn Dice) -> State {
        State::of(battle)
    }

    fn setting(state: &mut State) -> &mut Setting<Battle> {
        &mut state.battle
    }

    fn due(state: &State) -> Dues<Elements> {
        state.due()
    }

    fn go_on(act: &mut Act<'_>) {
        turn::go_on(act);
    }

    fn result(state: &State) -> Option<GameResult> {
        victory::result(state)
    }

    fn mask(state: &State, eyes: Eyes) -> Cow<'_, State> {
        if eyes.are(Side::Defender.seat()) || state.battle.army(Side::Defender).hides == 0 {
            return Cow::Borrowed(state);
        }
        Cow::Owned(State { ambush: Secret::Hidden, ..state.clone() })
    }

    fn imagine(view: &View<'_, Elements>, random: &mut Seeded) -> State {
        view.state().imagine(random)
    }

    fn hint(state: &State, ask: &Ask) -> Option<String> {
        state.battle.scenario().head.hint(ask.seat, ask.question, state.turn)
    }

    fn seat_of(state: &State, role: Seat) -> Seat {
        match role {
            seats::OWNER | seats::FIRER | seats::CALLER | seats::HUNTER => state.roller.seat(),
            seats::TARGET => state.roller.other().seat(),
            seat => seat,
        }
    }

    fn say(view: &View<'_, Elements>, event: &Event) -> Option<Said> {
        say::say(view.state(), event)
    }

    fn stands(view: &View<'_, Elements>) -> Option<String> {
        Some(format!("turn {} of {}", view.turn, view.battle.scenario().turns))
    }

    fn what_if(view: &View<'_, Elements>, from: PieceId, to: &Pick) -> Option<Preview> {
        desk::what_if(view.state(), from, to)
    }

    fn survey(view: &View<'_, Elements>, piece: PieceId) -> Option<Survey> {
        desk::survey(view.state(), piece)
    }

    fn ground(state: &State) -> Ground {
        scene::ground(state)
    }

    fn position(view: &View<'_, Elements>) -> Position {
        scene::position(view.state())
    }
}

#[cfg(test)]
mod tests;
