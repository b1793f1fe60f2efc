//! The whole game of figures: an action from the first plot to the last move.
//!
//! The state is flat: squads, and all their figures in one list (`squad.rs`, `state.rs`). A decision is composed, checked,
//! previewed and carried out in one file: `plot.rs` (phase a), `choose.rs`, `moving.rs` and `answer.rs` (c), `allot.rs`
//! (d), `naming.rs`. What both sides write at once is a [`Plan`] each, which only its side sees; `turn.rs` goes on through
//! everything that needs no decision. Where men come to stand is `places.rs`; every roll is made by the step functions of
//! the book, with situations taken from the state.

mod aim;
mod allot;
mod answer;
mod battle;
mod bounds;
mod charge;
mod choose;
mod clouds;
mod deeds;
mod event;
mod home;
mod land;
mod losses;
mod machine;
mod melee;
mod moving;
mod naming;
mod nerve;
mod offers;
mod order;
mod outlook;
mod places;
mod plot;
mod plotted;
mod preview;
pub mod questions;
mod retreat;
mod say;
mod scene;
mod setup;
mod shells;
mod side;
mod sight;
mod sightlines;
mod snipers;
mod squad;
mod state;
mod turn;
mod vehicles;
mod victory;
mod volley;
mod walk;

pub use battle::Battle;
pub use event::Event;
pub use land::Land;
pub use order::{Besides, Layer, Load, Mark, Order, Plan, Shot, Sniper, Volley};
pub use setup::set_up_faults;
pub use side::{PerSide, Side};
pub use squad::{Brawl, Deeds, Figure, Hull, Kind, Posture, Role, Squad, SquadId};
pub use state::{Among, Battery, Charging, Cloud, Ending, Falling, Frame, Gap, Loss, Phase, Round, Stage, State, Wind};
pub use victory::{margin, points};

use crate::seats;
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Dues, Eyes, Game, GameResult, Ground, Pick, PieceId, Position, Preview, Said, Secret, Setting, Survey, View,
};
use kernel::procedure::Situation;
use kernel::seat::Seat;
use std::borrow::Cow;

/// The game of figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figures {}

/// An order of this game being carried out.
pub(crate) type Act<'a> = kernel::game::Act<'a, Figures>;

/// What may be set before a game.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Options {}

impl Game for Figures {
    type State = State;
    type Order = Order;
    type Event = Event;
    type Options = Options;
    type Setting = Battle;

    const SEATS: &'static [Seat] = &[seats::ATTACKER, seats::DEFENDER];

    /// Plots, charges and fire until they are shown, and snipers until they are seen.
    const HIDES: bool = true;

    fn setup(battle: &Setting<Battle>, _: &Options, dice: &mut dyn Dice) -> State {
        State::begin(battle, dice)
    }

    fn setting(state: &mut State) -> &mut Setting<Battle> {
        &mut state.battle
    }

    fn due(state: &State) -> Dues<Figures> {
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
        seen.hide_from(Side::BOTH.into_iter().find(|side| eyes.are(side.seat())));
        Cow::Owned(seen)
    }

    /// What another side has written could be anything that it may write, and its snipers could be anywhere in cover.
    fn imagine(view: &View<'_, Figures>, random: &mut Seeded) -> State {
        let mut whole = view.state().clone();
        for side in Side::BOTH {
            if whole.hidden[side] == Secret::Hidden {
                whole.hidden[side] = Secret::Known(Vec::new());
                let count = whole.unseen[side];
                // Before the first move not all need be hidden yet, but who is ready has hidden them.
                let hides = whole.phase != Phase::Prepare || whole.ready[side] || random.below(2) == 0;
                let snipers = (0..if hides { count } else { 0 }).map(|_| {
                    let at = whole.hiding_place(side, random);
                    Sniper { at, rest: random.below(2) as u8, crept: false, cut_off: false }
                });
                let snipers: Vec<Sniper> = snipers.collect();
                whole.hidden[side] = Secret::Known(snipers);
            }
            if whole.plans[side] == Secret::Hidden {
                let army = whole.battle.army(side);
                let (smoke, gas) = (army.smoke_shells, army.gas_shells);
                whole.plans[side] = Secret::Known(Plan { smoke, gas, ..Plan::NOTHING });
                machine::imagine_plan(&mut whole, side, random);
            }
        }
        whole
    }

    fn hint(state: &State, ask: &kernel::game::Ask) -> Option<String> {
        state.battle.scenario().head.hint(ask.seat, ask.question, state.turn)
    }

    fn seat_of(state: &State, role: Seat) -> Seat {
        match role {
            seats::FIRER | seats::OWNER | seats::ATTACKER => state.roller.seat(),
            seats::TARGET | seats::ENEMY | seats::DEFENDER => state.roller.other().seat(),
            seat => seat,
        }
    }

    fn say(view: &View<'_, Figures>, event: &Event) -> Option<Said> {
        say::say(view.state(), event, view.eyes())
    }

    fn stands(view: &View<'_, Figures>) -> Option<String> {
        Some(format!("move {} of {}", view.turn, view.battle.scenario().moves))
    }

    fn what_if(view: &View<'_, Figures>, from: PieceId, to: &Pick) -> Option<Preview> {
        outlook::what_if(view.state(), from, to)
    }

    fn survey(view: &View<'_, Figures>, piece: PieceId) -> Option<Survey> {
        outlook::survey(view.state(), piece)
    }

    fn ground(state: &State) -> Ground {
        scene::ground(state)
    }

    fn position(view: &View<'_, Figures>) -> Position {
        scene::position(view.state(), view.eyes())
    }
}

#[cfg(test)]
mod tests;
