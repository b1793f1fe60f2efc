//! The book's own judgement, for machine players: what a position is worth, which orders are worth a thought, and what
//! a player of habit does at once.

mod chance;
mod end;
mod fights;
mod habit;
mod moves;
mod reserve;
mod value;
mod weights;

pub use reserve::reserve;

use super::question::{self, Question};
use super::{Order, Side, Squares, State, TurnStep, turn};
use kernel::dice::Seeded;
use kernel::game::{Ask, Game, Judged, View};
use kernel::seat::Seat;

impl Judged for Squares {
    fn worth(state: &State, seat: Seat) -> i64 {
        let worth = value::worth(state);
        if Side::of(seat) == Side::Attacker { worth } else { -worth }
    }

    fn candidates(view: &View<'_, Squares>, ask: &Ask, random: &mut Seeded) -> Vec<Order> {
        let state = view.state();
        let (side, question) = turn::question(state).expect("candidates are asked for open asks");
        let mut orders = match question {
            Question::Assets => habit::assets(state, side),
            Question::LayBarrage => habit::aims(state, question::laying(state)),
            Question::Command => habit::commands(state, side),
            Question::Move => habit::moves(state, side),
            Question::Assault => {
                let mut ideas = fights::ideas(state, side, habit::not_passed_over(state, side));
                ideas.sort_by_key(|idea| std::cmp::Reverse(idea.gain));
                ideas.into_iter().map(|idea| idea.order).chain([Order::Pass]).collect()
            }
            Question::Answer => vec![Order::Stand, Order::Retire],
            Question::Shoot => habit::shots(state, side),
            Question::SetUp
            | Question::PlaceHits
            | Question::MoveIn
            | Question::GiveMarker
            | Question::Reinforce
            | Question::Arrive => Vec::new(),
        };
        let habit = Squares::habit(view, ask, random);
        orders.retain(|order| *order != habit && Squares::check(view, ask, order).is_ok());
        orders.insert(0, habit);
        orders
    }

    fn is_weighty(view: &View<'_, Squares>, _: &Ask) -> bool {
        let question = turn::question(view.state()).map(|(_, question)| question);
        matches!(
            question,
            Some(Question::Assault | Question::Answer | Question::Assets | Question::LayBarrage | Question::Command)
        )
    }

    fn prospect(view: &View<'_, Squares>, _: &Ask, order: &Order) -> i64 {
        habit::prospect(view.state(), order)
    }

    fn habit(view: &View<'_, Squares>, ask: &Ask, random: &mut Seeded) -> Order {
        let state = view.state();
        let (side, question) = turn::question(state).expect("habits are asked for open asks");
        let order = habit::order(state, side, question);
        // Where habit knows nothing that is allowed, anything allowed will do.
        order
            .filter(|order| Squares::check(view, ask, order).is_ok())
            .unwrap_or_else(|| Squares::sample(view, ask, random))
    }

    fn is_far_enough(from: &State, now: &State, turns: u8) -> bool {
        let half_turns = |state: &State| i32::from(state.turn) * 2 + i32::from(state.active == Side::Defender);
        now.step == TurnStep::Over || half_turns(now) - half_turns(from) >= i32::from(turns)
    }
}
