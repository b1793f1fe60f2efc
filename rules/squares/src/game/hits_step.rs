//! 26, R10: hits are placed, by their owner first and then by the other player.

use super::offers::offer_unit;
use super::say::count;
use super::{Frame, Order, Side, Squares, State, UnitId, Units, Wounds};
use crate::hits::{Body, Counts, Losses, Placing, Toll, other_policy};
use kernel::game::{Act, Decide, Picked, Picks, Preview, Test, View, refuse};
use kernel::odds::of_chain;
use kernel::prelude::*;
use kernel::procedure::Report;
use smallvec::SmallVec;

/// 26:place-first, 26:place-rest Where do the hits fall?
pub(super) struct PlaceHits;

impl Decide<Squares> for PlaceHits {
    fn question(&self, state: &State) -> (&'static str, Rule) {
        ("place the hits", if pending(state).own > 0 { Rule("26:place-first") } else { Rule("26:place-rest") })
    }

    fn compose(&self, view: &View<'_, Squares>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let state = view.state();
        let wounds = pending(state);
        let share = wounds.share();
        let (_, hits) = wounds.placing().expect("there are hits to place");
        let forced = hits - share.free;
        let rule = match (wounds.own > 0, forced > 0) {
            (_, true) => Rule("26:place-anywhere"),
            (true, false) => Rule("26:place-first"),
            (false, false) => Rule("26:place-rest"),
        };
        let open: SmallVec<[usize; 12]> = (0..wounds.units.len()).filter(|&place| share.most[place] > 0).collect();
        let most: SmallVec<[u8; 12]> = open.iter().map(|&place| share.most[place]).collect();
        let usual = || {
            let placed = usual_shares(state, wounds);
            open.iter().map(|&place| placed[place] - share.forced[place]).collect()
        };
        let question = if picks.tells() { asked(wounds, hits, forced, share.free) } else { String::new() };
        let given = picks
            .ask(question, rule)
            .share(share.free, &most, usual, |place| offer_unit(state, wounds.units[open[place]]))?;
        let mut shares: SmallVec<[u8; 12]> = SmallVec::from_slice(&share.forced[..wounds.units.len()]);
        for (&place, &more) in open.iter().zip(&given) {
            shares[place] += more;
        }
        picks.tell(|| {
            let hit = |(&place, &more): (&usize, &u8)| {
                (more > 0).then(|| format!("{} on {}", count(more, "hit"), state.name(wounds.units[place])))
            };
            open.iter().zip(&given).filter_map(hit).collect::<Vec<_>>().join(", ")
        });
        Ok(Order::PlaceHits { shares })
    }

    fn check(&self, view: &View<'_, Squares>, _: Seat, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::PlaceHits { shares } => pending(view.state()).check(view.state(), shares),
            _ => Err(refuse(self, view.state(), "say how many fall on each unit")),
        }
    }

    fn preview(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Preview {
        let mut preview = Preview::called("Place the hits so");
        if let Order::PlaceHits { shares } = order {
            saves(&mut preview, view.state(), Side::of(seat), pending(view.state()), shares);
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, Squares>, _: Seat, order: &Order) {
        let Order::PlaceHits { shares } = order else { unreachable!("a checked order places hits") };
        let frame = act.state.frames.last_mut().expect(WITH_THEIR_FRAME);
        let open = frame.all_wounds().find(|wounds| wounds.placing().is_some());
        open.expect(WITH_THEIR_FRAME).place(shares);
        frame.all_wounds().for_each(Wounds::settle);
    }
}

const WITH_THEIR_FRAME: &str = "hits are placed with their frame";

fn pending(state: &State) -> &Wounds {
    state.frames.last().and_then(Frame::wounds).expect(WITH_THEIR_FRAME)
}

fn asked(wounds: &Wounds, hits: u8, forced: u8, free: u8) -> String {
    if forced > 0 {
        let must = if forced == 1 { "falls where it must" } else { "fall where they must" };
        let others = if free == 1 { "does the other fall".to_owned() } else { format!("do the other {free} fall") };
        format!("{} {must}; where {others}?", count(forced, "hit"))
    } else {
        let do_they = if hits == 1 { "does" } else { "do" };
        format!("where {do_they} {} in {} fall?", count(hits, "hit"), wounds.at)
    }
}

/// Where hits usually fall: on the toughest by their owner, where it hurts most by the other player.
fn usual_shares(state: &State, wounds: &Wounds) -> Counts {
    let (_, hits) = wounds.placing().expect("there are hits to place");
    let placing = if wounds.own > 0 { Placing::Toughest } else { Placing::Weakest };
    wounds.body(state).place_by(placing, hits.into(), &wounds.placed)
}

/// The usual order where hits are placed.
pub(super) fn usual(state: &State) -> Order {
    let wounds = pending(state);
    Order::PlaceHits { shares: SmallVec::from_slice(&usual_shares(state, wounds)[..wounds.units.len()]) }
}

/// Saves of hits that have been placed, with those that are still to be placed by a policy.
struct Saves {
    body: Body,
}

impl Chain for Saves {
    type Stage = Toll;
    type Outcome = Losses;

    fn turn(&self, toll: &Toll) -> Turn<Toll, Losses> {
        if toll.is_settled() { Turn::Done(self.body.losses(toll)) } else { Turn::Roll }
    }

    fn step(&self, toll: &Toll, dice: &mut dyn Dice) -> Resolved<Toll> {
        self.body.save(toll, dice)
    }
}

fn saves(preview: &mut Preview, state: &State, asked: Side, wounds: &Wounds, shares: &[u8]) {
    let mut placed = wounds.clone();
    placed.place(shares);
    let (owner, other) = (wounds.owner, wounds.owner.other());
    // What the other player places after this is put where it hurts most.
    let policies = placed.placing().map(|_| other_policy(other.seat(), Placing::Weakest)).into_iter().collect();
    while let Some((_, hits)) = placed.placing() {
        let shares = placed.body(state).place_by(Placing::Weakest, hits.into(), &placed.placed);
        placed.place(&shares);
    }
    let chain = Saves { body: placed.body(state) };
    let toll = Toll { pending: placed.placed, lost: Counts::default() };
    let odds = of_chain(&Budget::default(), &chain, &Dist::certain(toll));
    let report = Report::of(Answer { odds, policies, measures: Vec::new() });
    let before = preview.tests.len();
    preview.tests.push(Test { label: format!("saves in {}", wounds.at), odds: report });
    let hit: Vec<(UnitId, u8)> =
        placed.units.iter().copied().zip(placed.placed).filter(|(_, hits)| *hits > 0).collect();
    if hit.len() > 1 {
        for (unit, hits) in hit {
            alone(preview, state, &placed, unit, hits);
        }
    }
    // Losses are counted for the one who inflicts them.
    if asked == owner {
        preview.tests[before..].iter_mut().for_each(|test| test.odds.turn_round());
    }
}

/// The saves of one unit.
fn alone(preview: &mut Preview, state: &State, wounds: &Wounds, unit: UnitId, hits: u8) {
    let single = Wounds::on(state, wounds.owner, wounds.cause, wounds.at, Units::from(unit), hits.into());
    let mut toll = Toll::default();
    toll.pending[0] = hits;
    let odds = of_chain(&Budget::default(), &Saves { body: single.body(state) }, &Dist::certain(toll));
    preview.tests.push(Test { label: format!("saves of {}", state.name(unit)), odds: Report::of(odds.into()) });
}
