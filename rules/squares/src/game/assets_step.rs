//! 19, step 2: one chosen asset (R15).

use super::{Event, Frame, Laying, Order, Question, Side, Squares, State, turn};
use crate::command::{Asset as Came, AssetRoll, resolve_asset};
use crate::scenario::Asset;
use kernel::dice::Seeded;
use kernel::game::Act;
use kernel::prelude::*;

/// Has the active player an asset left?
pub(super) fn is_open(state: &State) -> bool {
    state.assets[state.active] != 0
}

/// The assets that a side has left, with their places in the army list.
pub(super) fn left(state: &State, side: Side) -> impl Iterator<Item = (u8, Asset)> {
    let bits = state.assets[side];
    let all = state.battle.army(side).assets.iter().copied().enumerate();
    all.map(|(place, asset)| (place as u8, asset)).filter(move |(place, _)| bits & (1 << place) != 0)
}

pub(super) fn check(state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
    match *order {
        Order::RollAsset { asset } if left(state, side).any(|(place, _)| place == asset) => Ok(()),
        Order::RollAsset { .. } => {
            Err(Refusal::by(Rule("R15"), "that asset is not there any more: an asset is used once"))
        }
        Order::Pass => Ok(()),
        _ => Err(Question::Assets.refuse("roll for one asset, or pass")),
    }
}

pub(super) fn sample(state: &State, side: Side, random: &mut Seeded) -> Order {
    let count = left(state, side).count() as u32;
    let place = random.below(count + 1);
    left(state, side).nth(place as usize).map_or(Order::Pass, |(asset, _)| Order::RollAsset { asset })
}

/// 19:2 Rolls for the asset. A barrage is laid at once; a shock assault is at hand for one assault of this turn.
pub(super) fn apply(act: &mut Act<'_, Squares>, side: Side, asset: u8) {
    let Asset { kind, on } = act.state.battle.army(side).assets[usize::from(asset)];
    let came = act.roll(|dice| resolve_asset(&AssetRoll { number: on }, dice)) == Came::Used;
    act.happens(Event::AssetRolled { side, kind, came });
    turn::next_step(act);
    if !came {
        return;
    }
    act.state.assets[side] &= !(1 << asset);
    match kind.barrage() {
        Some(kind) => act.state.frames.push(Frame::Lay(Laying { kind, side, preliminary: false })),
        None => act.state.shock = true,
    }
}
