//! The whole game of tokens: a battle from the first token to victory.
//!
//! The state is flat; what is pending stands in its activation and frames (`state.rs`). A decision is composed, checked,
//! previewed and carried out in one file: `activate.rs`, `react.rs`, `continuing.rs`, `shoot.rs`, `seize.rs`,
//! `pursuit.rs`. `turn.rs` and `moving.rs` go on through everything that needs none. Every roll is made by the step
//! functions of the book, with situations taken from the state.

mod activate;
mod assault;
mod battle;
mod continuing;
mod course;
mod deeds;
mod event;
mod firing;
mod land;
mod leaders;
mod machine;
mod moving;
mod offers;
mod order;
mod outlook;
mod piece;
mod preview;
mod pursuit;
mod react;
mod retreat;
mod route;
mod say;
mod scene;
mod seize;
mod shoot;
mod side;
mod sight;
mod spots;
mod state;
mod turn;
mod victory;

pub use battle::Battle;
pub use course::{Asking, Course, Pending};
pub use event::Event;
pub use land::Land;
pub use order::{Order, Reply};
pub use piece::{Leader, Piece, Place, UnitId, block};
pub use side::{PerSide, Side};
pub use state::{Activation, Ending, Frame, Phase, Smoke, Standing, State};
pub use victory::{margin, points};

pub use crate::scenario::Options;
use crate::seats;
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Ask, Dues, Eyes, Game, GameResult, Ground, Pick, PieceId, Position, Preview, Said, Secret, Setting, Survey, View,
};
use kernel::seat::Seat;
use std::borrow::Cow;

/// The game of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tokens {}

/// An order of this game being carried out.
pub(crate) type Act<'a> = kernel::game::Act<'a, Tokens>;

impl Game for Tokens {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;
    type Setting = Battle;

    const SEATS: &'static [Seat] = &[seats::ATTACKER, seats::DEFENDER];

    /// What a side answers by itself is its own secret.
    const HIDES: bool = true;

    /// That stands nowhere on the table.
    const COVERS: bool = false;

    fn setup(battle: &Setting<Battle>, _: &Options, _: &mut dyn Dice) -> State {
        State::of(battle)
    }

    fn setting(state: &mut State) -> &mut Setting<Battle> {
        &mut state.battle
    }

    fn due(state: &State) -> Dues<Tokens> {
        state.due()
    }

    fn go_on(act: &mut Act<'_>) {
        turn::go_on(act);
    }

    fn result(state: &State) -> Option<GameResult> {
        victory::result(state)
    }

    fn mask(state: &State, eyes: Eyes) -> Cow<'_, State> {
        let mut seen = state.clone();
        for side in Side::BOTH {
            seen.standing[side] = seen.standing[side].masked(eyes.are(side.seat()));
        }
        Cow::Owned(seen)
    }

    /// What another side answers by itself could be anything that it may say.
    fn imagine(view: &View<'_, Tokens>, random: &mut Seeded) -> State {
        let mut whole = view.state().clone();
        for side in Side::BOTH {
            if whole.standing[side] == Secret::Hidden {
                let units: Vec<UnitId> = whole.of_side(side).map(|(id, _)| id).collect();
                let unit = units.get(random.below(units.len().max(1) as u32) as usize).copied();
                let inches = react::WAITS[random.below(5) as usize];
                whole.standing[side] = Secret::Known(match (random.below(4), unit) {
                    (0, Some(unit)) => Standing::PassUntilNear { unit, inches },
                    (1, Some(unit)) => Standing::First { unit },
                    (2, _) => Standing::PassActivation { number: whole.activations },
                    _ => Standing::Ask,
                });
            }
        }
        whole
    }

    fn seat_of(state: &State, role: Seat) -> Seat {
        match role {
            seats::FIRST => Side::Attacker.seat(),
            seats::ACTIVE | seats::REACTIVE | seats::FIRER | seats::OWNER => state.roller.seat(),
            seats::ASSAULTER => state.active.seat(),
            seats::TARGET => state.active.other().seat(),
            seat => seat,
        }
    }

    fn hint(state: &State, ask: &Ask) -> Option<String> {
        state.battle.scenario().head.hint(ask.seat, ask.question, state.turn)
    }

    fn say(view: &View<'_, Tokens>, event: &Event) -> Option<Said> {
        Some(say::say(view.state(), event))
    }

    fn stands(view: &View<'_, Tokens>) -> Option<String> {
        Some(format!("turn {} of {}", view.turn, view.battle.scenario().turns))
    }

    fn what_if(view: &View<'_, Tokens>, from: PieceId, to: &Pick) -> Option<Preview> {
        outlook::what_if(view.state(), from, to)
    }

    fn survey(view: &View<'_, Tokens>, piece: PieceId) -> Option<Survey> {
        outlook::survey(view.state(), piece)
    }

    fn ground(state: &State) -> Ground {
        scene::ground(state)
    }

    fn position(view: &View<'_, Tokens>) -> Position {
        scene::position(view.state())
    }
}

#[cfg(test)]
mod tests;
