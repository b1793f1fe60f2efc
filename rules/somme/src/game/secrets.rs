//! R28, R49: what is hidden, the objectives of the campaign and concealed guns, and who sees it.

use super::Somme;
use super::event::Event;
use super::operations_step::{draw as drawn_goals, hides};
use super::order::Operation;
use super::state::{Drawn, State};
use super::units::Station;
use crate::scenario::{Side, Square};
use crate::seats::ALLIED;
use kernel::dice::{Dice, Die, Law, Seeded, Why};
use kernel::explain::{Explanation, Resolved};
use kernel::game::{Act, Eyes, Secret};
use kernel::prelude::{Phrase, Rule};
use smallvec::SmallVec;
use std::borrow::Cow;

/// R28 The Allied player draws five of the twelve objectives, unseen; where the Germans have bought to discover them, before
/// all eyes.
pub(super) fn draw(act: &mut Act<'_, Somme>) {
    let goals = roll(act, &[], &[]);
    act.state.drawn = Some(Secret::Known(Drawn { goals, points: 0 }));
    // The Allied player has seen them: what led here cannot be taken back.
    act.reveals();
    act.happens(Event::Drew);
}

/// R28 Up to two objectives that have not been reached are replaced, once.
pub(super) fn change(act: &mut Act<'_, Somme>, give_up: &[u8]) {
    let Some(Secret::Known(drawn)) = act.state.drawn.clone() else {
        unreachable!("objectives are changed where they were drawn")
    };
    let goals = roll(act, &drawn.but(give_up), give_up);
    act.state.drawn = Some(Secret::Known(Drawn { goals, ..drawn }));
    act.state.may_change = false;
    act.happens(Event::Changed);
}

fn roll(act: &mut Act<'_, Somme>, kept: &[u8], banned: &[u8]) -> SmallVec<[u8; 5]> {
    if act.state.has_bought(Operation::DiscoverObjectives) {
        act.roll(|dice| throw(dice, kept, banned))
    } else {
        act.roll_unseen(ALLIED, |dice| throw(dice, kept, banned))
    }
}

/// A face is the number of an objective, and what cannot stand is thrown for again.
const TITLE: &str = "objectives by number, until five are fit";

fn throw(dice: &mut dyn Dice, kept: &[u8], banned: &[u8]) -> Resolved<SmallVec<[u8; 5]>> {
    let mut throws = Vec::new();
    let goals = drawn_goals(
        |_| {
            let throw = dice.throw(Law::One(Die::D12), Why::either("objective", ALLIED));
            let face = throw.value() - 1;
            throws.push(throw);
            face as u32
        },
        kept,
        banned,
    );
    let explained = throws.into_iter().fold(Explanation::of(Rule("R49"), TITLE), Explanation::throw);
    explained.gives(goals, Phrase::of("five objectives are drawn"))
}

/// Do these eyes see the objectives?
fn sees_goals(state: &State, eyes: Eyes) -> bool {
    let discovered = state.has_bought(Operation::DiscoverObjectives);
    eyes.are(ALLIED) || discovered || state.step == super::state::Step::Over
}

/// What these eyes see of a state; borrowed where they see all of it.
pub(super) fn mask(state: &State, eyes: Eyes) -> Cow<'_, State> {
    let goals = matches!(state.drawn, Some(Secret::Known(_))) && !sees_goals(state, eyes);
    let guns = !eyes.are(Side::German.seat()) && concealed(state).next().is_some();
    if !goals && !guns {
        return Cow::Borrowed(state);
    }
    let mut masked = state.clone();
    if goals {
        masked.drawn = Some(Secret::Hidden);
    }
    if guns {
        let hidden: SmallVec<[super::UnitId; 2]> = concealed(state).collect();
        for gun in hidden {
            masked.unit_mut(gun).at = Station::Concealed(Secret::Hidden);
        }
    }
    Cow::Owned(masked)
}

/// German guns that are hidden.
fn concealed(state: &State) -> impl Iterator<Item = super::UnitId> + '_ {
    let hidden = |gun: &super::UnitId| matches!(state.unit(*gun).at, Station::Concealed(_));
    state.battle.guns(Side::German).iter().copied().filter(hidden)
}

/// A whole state behind a view: objectives that are fit, with those that were shown among them, and guns somewhere.
pub(super) fn imagine(view: &State, random: &mut Seeded) -> State {
    let mut state = view.clone();
    if state.drawn == Some(Secret::Hidden) {
        let shown: SmallVec<[u8; 5]> = (0..12).filter(|goal| state.shown & (1 << goal) != 0).collect();
        let goals = drawn_goals(|sides| random.below(sides), &shown, &[]);
        let held = goals.iter().filter(|&&goal| state.reached & (1 << goal) != 0).count() as u16;
        state.drawn = Some(Secret::Known(Drawn { goals, points: held * u16::from(state.turn / 2) }));
    }
    let hidden: SmallVec<[super::UnitId; 2]> =
        concealed(&state).filter(|&gun| state.unit(gun).at == Station::Concealed(Secret::Hidden)).collect();
    if !hidden.is_empty() {
        let places: Vec<Square> = Square::all().filter(|&at| hides(&state, at).is_ok()).collect();
        for gun in hidden {
            let at = places[random.below(places.len() as u32) as usize];
            state.unit_mut(gun).at = Station::Concealed(Secret::Known(at));
        }
    }
    state
}
