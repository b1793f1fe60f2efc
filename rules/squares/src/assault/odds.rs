//! The odds of an assault with the sides factored: each is walked alone, and they meet in the casualties compared.

use super::chain::{AssaultChain, Ending, Side, SideStage};
use super::{Assault, TargetAnswer};
use crate::hits::{Counts, Toll};
use kernel::odds::{Kind, Odds, compare, of_chain};
use kernel::prelude::*;

/// How an assault ends, and what each side has lost by then.
pub(super) struct AssaultOdds {
    pub(super) ending: Odds<Ending>,
    pub(super) target: Dist<Toll>,
    pub(super) assaulter: Dist<Toll>,
}

/// The odds under the target's answer.
pub(super) fn assault_odds(chain: &AssaultChain, answer: TargetAnswer, budget: &Budget) -> Option<AssaultOdds> {
    match answer {
        TargetAnswer::Stand => stand(chain, budget),
        TargetAnswer::Retire => retire(chain, budget),
    }
}

fn stand(chain: &AssaultChain, budget: &Budget) -> Option<AssaultOdds> {
    let fight = |side: &Side| exact(of_chain(budget, side, &Dist::certain(SideStage::Fight)));
    let (target, assaulter) = (fight(&chain.target)?, fight(&chain.assaulter)?);
    let met = compare((&target, Toll::casualties), (&assaulter, Toll::casualties), |a, b| AssaultChain::is_won(*a, *b));

    let target = after(&chain.target, &met.left, true, |toll| chain.beaten(toll), budget)?;
    let assaulter = after(&chain.assaulter, &met.right, false, |toll| chain.repulsed(toll), budget)?;
    let ending = target.map(|(won, toll)| chain.ending(*won, toll));
    let only_toll = |dist: &Dist<(bool, Toll)>| dist.map(|(_, toll)| *toll);
    Some(AssaultOdds {
        ending: Odds { kind: Kind::Exact, dist: ending },
        target: only_toll(&target),
        assaulter: only_toll(&assaulter),
    })
}

/// What comes after the fight for one side: `hits` are placed on it where the verdict is `beaten_when`, and saved.
fn after(
    side: &Side,
    fought: &Dist<(bool, Toll)>,
    beaten_when: bool,
    hits: impl Fn(&Toll) -> Toll,
    budget: &Budget,
) -> Option<Dist<(bool, Toll)>> {
    let (beaten, spared) = fought.split(|(won, _)| *won == beaten_when);
    let Some(beaten) = beaten else { return spared };
    let start = beaten.map(|(_, toll)| SideStage::Hit(hits(toll)));
    let saved = exact(of_chain(budget, side, &start))?.map(|toll| (beaten_when, *toll));
    let all = [(beaten.total().clone(), saved)];
    Some(Dist::mixed(all.into_iter().chain(spared.map(|spared| (spared.total().clone(), spared)))))
}

fn retire(chain: &AssaultChain, budget: &Budget) -> Option<AssaultOdds> {
    let target = exact(of_chain(budget, &chain.target, &Dist::certain(SideStage::Hit(chain.retiring()))))?;
    Some(AssaultOdds {
        ending: Odds { kind: Kind::Exact, dist: Dist::certain(Ending::Retired) },
        target,
        assaulter: Dist::certain(Toll::default()),
    })
}

/// Who wins the fight, and nothing else: the odds that a player weighs many targets by.
///
/// The verdict hangs on how many saves fail, not on whose, so the stages forget whose; they are far fewer than those
/// of the whole assault.
pub fn verdict_odds(assault: &Assault, budget: &Budget) -> Odds<bool> {
    let chain = AssaultChain::of(assault);
    let count = |side: &Side| of_chain(budget, &Counting(side), &Dist::certain(CountStage::Fight));
    let (target, assaulter) = (count(&chain.target), count(&chain.assaulter));
    let met = compare((&target.dist, |&c| c), (&assaulter.dist, |&c| c), |a, b| AssaultChain::is_won(*a, *b));
    let kind = if target.kind == Kind::Exact { assaulter.kind } else { target.kind };
    Odds { kind, dist: met.left.map(|(won, _)| *won) }
}

/// One side of a fight, of which only the number of failed saves is kept.
struct Counting<'a>(&'a Side);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum CountStage {
    Fight,
    Hit { pending: Counts, failed: u8 },
}

impl Chain for Counting<'_> {
    type Stage = CountStage;
    type Outcome = u8;

    fn turn(&self, stage: &CountStage) -> Turn<CountStage, u8> {
        match *stage {
            CountStage::Hit { pending, failed } if pending == Counts::default() => Turn::Done(failed),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &CountStage, dice: &mut dyn Dice) -> Resolved<CountStage> {
        match *stage {
            CountStage::Fight => self.0.fight(dice).map(|toll| CountStage::Hit { pending: toll.pending, failed: 0 }),
            CountStage::Hit { pending, failed } => {
                let (pending, more) = self.0.body.save_alike(&pending, dice);
                Resolved::untold(CountStage::Hit { pending, failed: failed + more })
            }
        }
    }
}

fn exact<T>(odds: Odds<T>) -> Option<Dist<T>> {
    (odds.kind == Kind::Exact).then_some(odds.dist)
}
