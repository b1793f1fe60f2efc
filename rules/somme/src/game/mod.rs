//! The whole game of the Somme: a battle from its set-up to the last turn.
//!
//! The state is flat; what is pending stands in its frames (`frame.rs`). A decision is composed, checked, previewed and
//! carried out in the file of its step; `turn.rs` goes on through everything that needs none. Every roll is made by the
//! step functions of the book, with situations taken from the state.

mod advance_step;
mod again_step;
mod answer_step;
mod arrivals;
mod assault_step;
mod batteries;
mod battle;
mod bombard_step;
mod checks;
mod command;
mod commit_step;
mod coordination_step;
mod entering;
mod event;
mod fight;
mod frame;
mod losses;
mod machine;
mod march;
mod movement_step;
mod moving;
mod offers;
mod operations_step;
mod order;
mod outlook;
mod preview;
mod reach;
mod replacements_step;
mod retreat_step;
mod say;
mod scene;
mod secrets;
mod shelling;
mod state;
mod support_step;
mod transfers;
mod turn;
mod units;
mod victory;

pub use battle::Battle;
pub use command::{Commanded, Seat as Headquarters};
pub use event::Event;
pub use fight::{Fight, Occasion, Stage};
pub use frame::{Cause, Frame};
pub use order::{Group, Operation, Order, Resource};
pub use state::{Barrage, Coordinated, Cost, Drawn, Joins, State, Step};
pub use units::{Fielded, Marks, Path, Station, UnitId, Units};

use crate::scenario::Side;
use crate::seats::{self, ALLIED, GERMAN};
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Act, Ask, Dues, Eyes, Game, GameResult, Ground, Layer, Pick, PieceId, Position, Preview, Said, Setting, Survey,
    View,
};
use kernel::prelude::*;
use std::borrow::Cow;

/// The game of the Somme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Somme {}

/// What may be set before a game.
#[derive(Clone, PartialEq, Eq, Debug, Situation)]
pub struct Options {
    /// Points that the Allies get at the end besides their own; less than 0 helps the Germans.
    #[field(rule = "R27", min = -100, max = 100)]
    pub handicap: i16,
}

impl Game for Somme {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;
    type Setting = Battle;

    const SEATS: &'static [Seat] = &[ALLIED, GERMAN];

    /// R28 Objectives and concealed guns of the campaign.
    const HIDES: bool = true;

    fn setup(battle: &Setting<Battle>, options: &Options, _: &mut dyn Dice) -> State {
        State::of(battle, options.handicap)
    }

    fn setting(state: &mut State) -> &mut Setting<Battle> {
        &mut state.battle
    }

    fn due(state: &State) -> Dues<Somme> {
        turn::due(state)
    }

    fn go_on(act: &mut Act<'_, Somme>) {
        turn::go_on(act);
    }

    fn result(state: &State) -> Option<GameResult> {
        victory::result(state)
    }

    fn mask(state: &State, eyes: Eyes) -> Cow<'_, State> {
        secrets::mask(state, eyes)
    }

    fn imagine(view: &View<'_, Somme>, random: &mut Seeded) -> State {
        secrets::imagine(view.state(), random)
    }

    fn hint(state: &State, ask: &Ask) -> Option<String> {
        state.battle.scenario().head.hint(ask.seat, ask.question, state.turn)
    }

    fn seat_of(state: &State, role: Seat) -> Seat {
        let active = state.active;
        match role {
            seats::FIRER | seats::ATTACKER => active.seat(),
            seats::ANSWERER | seats::DEFENDER => active.other().seat(),
            seats::OWNER => state.owner().seat(),
            seat => seat,
        }
    }

    fn say(view: &View<'_, Somme>, event: &Event) -> Option<Said> {
        say::say(view.state(), event)
    }

    fn stands(view: &View<'_, Somme>) -> Option<String> {
        Some(format!("turn {} of {}", view.turn, view.battle.scenario().turns))
    }

    fn what_if(view: &View<'_, Somme>, from: PieceId, to: &Pick) -> Option<Preview> {
        outlook::what_if(view.state(), from, to)
    }

    fn survey(view: &View<'_, Somme>, piece: PieceId) -> Option<Survey> {
        outlook::survey(view.state(), piece)
    }

    fn layers(view: &View<'_, Somme>) -> Vec<Layer> {
        outlook::layers(view.state())
    }

    fn ground(state: &State) -> Ground {
        scene::ground(state)
    }

    fn position(view: &View<'_, Somme>) -> Position {
        scene::position(view.state(), view.eyes().are(GERMAN))
    }
}

impl State {
    /// Whose roll it is where a step speaks of the owner: the one who rolls for himself.
    fn owner(&self) -> Side {
        self.rolling.unwrap_or(self.active)
    }
}

#[cfg(test)]
mod tests;
