//! 19, step 11: the countdown (R18).

use super::{Event, Side, Squares, TurnStep, turn};
use crate::countdown::{Countdown, CountdownChain};
use kernel::game::Act;
use kernel::odds::Chain;
use kernel::procedure::OnDesk;

/// 19:11 In his own turn only, the defender rolls for it; at 0 the game ends.
pub(super) fn count_down(act: &mut Act<'_, Squares>) {
    if act.state.active == Side::Attacker {
        return turn::next_step(act);
    }
    let before = act.state.countdown;
    let (left, _) = act.roll_as(
        |_| OnDesk::of(&crate::countdown::procedure(), &Countdown { left: before }),
        |dice| CountdownChain.step(&(before, 0), dice),
    );
    act.state.countdown = left;
    act.happens(Event::CountedDown { left });
    if left == 0 {
        act.state.step = TurnStep::Over;
        act.happens(Event::Over);
    } else {
        turn::next_step(act);
    }
}
