//! Picks of hits that are placed (26).

use super::super::question::wounds;
use super::super::say::count;
use super::super::{Order, Share, State, Wounds};
use super::{Told, offer_unit, strange};
use kernel::game::{Offer, Offers, Pick, Prompt};
use kernel::prelude::{Refusal, Rule};
use smallvec::SmallVec;

/// The units that hits can be placed on freely, by their place.
fn open(wounds: &Wounds, share: &Share) -> Vec<usize> {
    (0..wounds.units.len()).filter(|&unit| share.most[unit] > 0).collect()
}

pub(super) fn build(state: &State, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let wounds = wounds(state).expect("hits are placed with their frame");
    let share = wounds.share();
    let open = open(wounds, &share);
    let (_, hits) = wounds.placing().expect("there are hits to place");
    let forced = hits - share.free;
    let question = if forced > 0 {
        let must = if forced == 1 { "falls where it must" } else { "fall where they must" };
        let others =
            if share.free == 1 { "does the other fall" } else { &*format!("do the other {} fall", share.free) };
        format!("{} {must}; where {others}?", count(forced, "hit"))
    } else {
        let do_they = if hits == 1 { "does" } else { "do" };
        format!("where {do_they} {} in {} fall?", count(hits, "hit"), wounds.at)
    };
    let rule = match (wounds.own > 0, forced > 0) {
        (_, true) => Rule("26:place-anywhere"),
        (true, false) => Rule("26:place-first"),
        (false, false) => Rule("26:place-rest"),
    };
    let told = Told::of(question, rule);
    match picks {
        [] => {
            let offer = |&place: &usize| -> Offer { offer_unit(state, wounds.units[place]).at_most(share.most[place]) };
            Ok(told.offers(Offers::Share { total: share.free, of: open.iter().map(offer).collect() }))
        }
        [Pick::Share(given)] => {
            let mut shares: SmallVec<[u8; 12]> = SmallVec::from_slice(&share.forced[..wounds.units.len()]);
            let mut told = told;
            for (&place, &more) in open.iter().zip(given) {
                shares[place] += more;
                if more > 0 {
                    told = told.picked(format!("{} on {}", count(more, "hit"), state.name(wounds.units[place])));
                }
            }
            Ok(told.done(Order::PlaceHits { shares }))
        }
        _ => Err(strange()),
    }
}

pub(super) fn picks(state: &State, shares: &[u8]) -> Vec<Pick> {
    let wounds = wounds(state).expect("hits are placed with their frame");
    let share = wounds.share();
    vec![Pick::Share(open(wounds, &share).into_iter().map(|place| shares[place] - share.forced[place]).collect())]
}
