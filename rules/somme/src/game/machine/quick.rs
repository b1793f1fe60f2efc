//! Quick play: a sensible order at once for every question. It plans by corps: guns on few squares, marches towards a goal
//! for each corps, assaults only where the bombardment has told.

use super::assaults::{advance, again, assaults, best_assault, exploit, pursue, support, win};
use super::barrages::{answer, barrages, bombard};
use super::marches::movement;
use super::weights::COUNTERATTACK;
use crate::assault;
use crate::game::{Order, State, assault_step};
use crate::results::Verdict;
use crate::scenario::{Side, Square};

/// The quick order to a question.
pub(super) fn order(state: &State, side: Side, question: &str, w: &[i64]) -> Option<Order> {
    match question {
        "buy operations" => Some(Order::Buy { operations: smallvec::SmallVec::new() }),
        "dig defences" => Some(Order::Pass),
        "lay mines" => {
            let mines = &state.battle.scenario().mines;
            let free = mines.iter().find(|at| !state.mined.contains(at));
            Some(free.map_or(Order::Pass, |&at| Order::Mine { at }))
        }
        "bombard" => Some(bombard(state, side, w)),
        "answer the guns" => Some(answer(state, side, w)),
        "move" => Some(movement(state, side, w)),
        "commit assaults" => Some(best_assault(state, side, w)),
        "attack again" => Some(again(state, side, w)),
        "advance" => Some(advance(state)),
        "break through" => Some(exploit(state, side, w)),
        "assault after a breakthrough" => Some(pursue(state, side, w)),
        "support assaults" => Some(support(state, w)),
        "name a target for the fire" => {
            let fight = assault_step::aimed(state);
            let strength = |at: &Square| -> u8 {
                fight.from(state, *at).iter().map(|&unit| state.rated(unit, |ratings| ratings.attack)).sum()
            };
            fight.squares(state).into_iter().max_by_key(strength).map(|at| Order::Aim { at })
        }
        "resolve an assault" => {
            let ready = assault_step::ready(state).into_iter().map(|place| &state.fights[usize::from(place)]);
            ready.max_by_key(|fight| win(state, fight, w)).map(|fight| Order::Resolve { target: fight.target })
        }
        "counterattack or give way" => {
            let fight = assault_step::aimed(state);
            let ways = |on: &Square| assault::ways(&fight.counter_terms(state, *on), Verdict::DefenderRetreats);
            let best = fight.squares(state).into_iter().max_by_key(ways)?;
            let fights = i64::from(ways(&best)) >= w[COUNTERATTACK];
            Some(if fights { Order::Counterattack { on: best } } else { Order::GiveWay })
        }
        _ => None,
    }
}

/// Orders worth a thought beside the quick one.
pub(super) fn hints(state: &State, side: Side, question: &str, w: &[i64]) -> Vec<Order> {
    let first = order(state, side, question, w);
    let mut hints: Vec<Order> = first.into_iter().collect();
    match question {
        "commit assaults" => hints.extend(assaults(state, side, w).into_iter().take(3).map(|(_, order)| order)),
        "bombard" => hints.extend(barrages(state, side, w).into_iter().take(3).map(|(_, order)| order)),
        _ => {}
    }
    if matches!(
        question,
        "commit assaults" | "bombard" | "move" | "answer the guns" | "support assaults" | "attack again"
    ) {
        hints.push(Order::Pass);
    }
    hints
}
