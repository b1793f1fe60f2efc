//! 19, step 2: one chosen asset (R15).

use super::offers::PASS;
use super::say::words;
use super::{Event, Frame, Laying, Order, Side, Squares, State, turn};
use crate::command::{Asset as Came, AssetRoll, resolve_asset};
use crate::scenario::Asset;
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, View, refuse};
use kernel::prelude::*;
use kernel::procedure::OnDesk;

/// 19:2 Which asset is rolled for?
pub(super) struct Assets;

impl Decide<Squares> for Assets {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("roll for an asset", Rule("19:2"))
    }

    fn compose(&self, view: &View<'_, Squares>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let question = picks.ask("which asset do you roll for?", Rule("19:2")).or(PASS, "roll for none", Order::Pass);
        let (asset, _) = question.one_of(left(view.state(), Side::of(seat)), |(asset, listed)| {
            let label = format!("{} on {} or more", words(listed.kind.name()), listed.on);
            Offer::of(Pick::Option(format!("asset-{}", asset + 1)), label).under(Rule("R15"))
        })?;
        Ok(Order::RollAsset { asset })
    }

    fn check(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::RollAsset { asset } if left(view.state(), Side::of(seat)).any(|(place, _)| place == asset) => Ok(()),
            Order::RollAsset { .. } => {
                Err(Refusal::by(Rule("R15"), "that asset is not there any more: an asset is used once"))
            }
            Order::Pass => Ok(()),
            _ => Err(refuse(self, view.state(), "roll for one asset, or pass")),
        }
    }

    fn preview(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Preview {
        let mut preview = Preview::called("Roll for none");
        if let Order::RollAsset { asset } = *order {
            preview.verb = Some("Roll for it".to_owned());
            let asset = view.state().battle.army(Side::of(seat)).assets[usize::from(asset)];
            let roll = AssetRoll { number: asset.on };
            preview.add_test(words(asset.kind.name()), &crate::command::asset_procedure(), &roll);
        }
        preview
    }

    /// Rolls for the asset. A barrage is laid at once; a shock assault is at hand for one assault of this turn.
    fn apply(&self, act: &mut Act<'_, Squares>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        let Order::RollAsset { asset } = *order else { return turn::pass(act, side) };
        let Asset { kind, on } = act.state.battle.army(side).assets[usize::from(asset)];
        let came = act.throwing_for(|_| words(kind.name())).roll_as(
            |_| OnDesk::of(&crate::command::asset_procedure(), &AssetRoll { number: on }),
            |dice| resolve_asset(&AssetRoll { number: on }, dice),
        ) == Came::Used;
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
}

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
