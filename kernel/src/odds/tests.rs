//! The walker against brute force and against sums done by hand.

use super::*;
use crate::dice::{Dice, Die, Law, Why};
use crate::explain::{Explanation, Phrase, Resolved};
use crate::rule::Rule;
use crate::seat::Seat;

const WHY: Why = Why::high("test", Seat("a"));

fn step<T>(outcome: T) -> Resolved<T> {
    Explanation::of(Rule("1"), "test").gives(outcome, Phrase::of(""))
}

#[test]
fn a_step_with_two_throws_has_the_odds_of_the_pairs() {
    let odds = odds(|dice| dice.d6(WHY).value() + dice.d6(WHY).value());
    assert_eq!((odds[&2].clone(), odds[&7].clone()), (ratio(1, 36), ratio(1, 6)));
    assert_eq!(odds.values().fold(Ratio::ZERO, |sum, p| sum + p), Ratio::ONE);
}

#[test]
fn paths_with_different_dice_share_one_denominator() {
    // A d20 follows only on a 6: 1/6 * 1/20 for a twenty.
    let odds = odds(|dice| match dice.d6(WHY).value() {
        6 => dice.throw(Law::One(Die::D20), WHY).value(),
        _ => 0,
    });
    assert_eq!((odds[&20].clone(), odds[&0].clone()), (ratio(1, 120), ratio(5, 6)));
}

#[test]
fn a_step_past_the_budget_is_sampled_and_says_so() {
    let budget = Budget { leaves: 100, throws: 3000, ..Budget::default() };
    let odds = of_step(&budget, |dice| (0..8).map(|_| dice.d6(WHY).value()).sum::<i32>() >= 28);
    assert_eq!(odds.kind, Kind::Sampled { throws: 3000, seed: 1 });
    let p = odds.dist.chance(&true).to_f64().value();
    assert!((0.5..0.6).contains(&p), "{p}");
}

/// Fights rounds until someone wins: each round 1/6 the left wins, 2/6 the right, otherwise on.
struct FightOn;

impl Chain for FightOn {
    type Stage = Option<bool>;
    type Outcome = bool;
    fn turn(&self, stage: &Option<bool>) -> Turn<Option<bool>, bool> {
        stage.map_or(Turn::Roll, Turn::Done)
    }
    fn step(&self, _: &Option<bool>, dice: &mut dyn Dice) -> Resolved<Option<bool>> {
        step(match dice.d6(WHY).value() {
            6 => Some(true),
            1 | 2 => Some(false),
            _ => None,
        })
    }
}

/// A stated rule takes the first option; the second must never be met.
struct StatedRule;

impl Chain for StatedRule {
    type Stage = u8;
    type Outcome = u8;
    fn turn(&self, stage: &u8) -> Turn<u8, u8> {
        match stage {
            0 => {
                let options = vec![(Phrase::of("take this"), 1), (Phrase::of("not that"), 2)];
                Turn::Decide(Decision { seat: Seat("a"), question: "which", rule: Rule("1"), options })
            }
            1 => Turn::Done(1),
            _ => panic!("a stage that no policy leads to is not walked"),
        }
    }
    fn step(&self, _: &u8, _: &mut dyn Dice) -> Resolved<u8> {
        unreachable!("nothing is rolled")
    }
}

#[test]
fn only_the_option_that_a_stated_rule_takes_is_walked() {
    let odds = of_chain(&Budget::default(), &StatedRule, &Dist::certain(0));
    assert_eq!(odds.dist.chance(&1), Ratio::ONE);
}

#[test]
fn a_fight_without_limit_is_solved_exactly() {
    let odds = of_chain(&Budget::default(), &FightOn, &Dist::certain(None));
    assert_eq!(odds.kind, Kind::Exact);
    assert_eq!(odds.dist.chance(&true), ratio(1, 3));
}

/// A drunkard between 0 and 4: right on a 3 or more, from two stages that lead into one another.
struct Drunkard;

impl Chain for Drunkard {
    type Stage = u8;
    type Outcome = u8;
    fn turn(&self, place: &u8) -> Turn<u8, u8> {
        if *place == 0 || *place == 4 { Turn::Done(*place) } else { Turn::Roll }
    }
    fn step(&self, place: &u8, dice: &mut dyn Dice) -> Resolved<u8> {
        step(if dice.d6(WHY).value() >= 3 { place + 1 } else { place - 1 })
    }
}

#[test]
fn stages_that_lead_into_one_another_are_solved_together() {
    // Gambler's ruin with q/p = 1/2 from 1 of 4: (1 - 1/2) / (1 - 1/16) = 8/15.
    let odds = of_chain(&Budget::default(), &Drunkard, &Dist::certain(1));
    assert_eq!(odds.dist.chance(&4), ratio(8, 15));
}

/// Rolls that never end.
struct Endless;

impl Chain for Endless {
    type Stage = u64;
    type Outcome = u64;
    fn turn(&self, stage: &u64) -> Turn<u64, u64> {
        if stage.is_multiple_of(2) { Turn::Roll } else { Turn::Done(*stage) }
    }
    fn step(&self, stage: &u64, dice: &mut dyn Dice) -> Resolved<u64> {
        step(stage + 1 + u64::from(dice.d6(WHY).value() == 6))
    }
}

#[test]
fn mass_that_is_not_followed_to_an_end_is_stated() {
    let budget = Budget { stages: 21, ..Budget::default() };
    let odds = of_chain(&budget, &Endless, &Dist::certain(0));
    // Breadth first: 21 stages are ten rolls, their ten ends, and the stage after ten sixes.
    let Kind::Bounded { left } = odds.kind else { panic!("{:?}", odds.kind) };
    assert!(left > Ratio::ZERO && left <= ratio(1, 1_000_000), "{left}");
    assert_eq!(odds.dist.chances().fold(Ratio::ZERO, |sum, (_, p)| sum + p), Ratio::ONE);
}

/// Keep the first die or throw again and keep the second; worth what it shows.
struct Again {
    pick: Pick,
}

impl Chain for Again {
    type Stage = (u8, i32);
    type Outcome = i32;
    fn turn(&self, &(phase, face): &(u8, i32)) -> Turn<(u8, i32), i32> {
        match phase {
            1 => Turn::Decide(Decision {
                seat: Seat("roller"),
                question: "keep or throw again",
                rule: Rule("1"),
                options: vec![(Phrase::of("keep"), (3, face)), (Phrase::of("again"), (2, 0))],
            }),
            3 => Turn::Done(face),
            _ => Turn::Roll,
        }
    }
    fn step(&self, &(phase, _): &(u8, i32), dice: &mut dyn Dice) -> Resolved<(u8, i32)> {
        let face = dice.d6(WHY).value();
        step((if phase == 0 { 1 } else { 3 }, face))
    }
    fn choose(&self, _: &(u8, i32), _: &Decision<(u8, i32)>) -> Pick {
        self.pick
    }
    fn value(&self, _: Seat, face: &i32) -> i64 {
        i64::from(*face)
    }
}

#[test]
fn a_decision_follows_its_policy() {
    let mean =
        |pick| of_chain(&Budget::default(), &Again { pick }, &Dist::certain((0, 0))).dist.mean(|&face| face.into());
    assert_eq!(mean(Pick::Option(0)), ratio(7, 2));
    // Best: keep 4, 5, 6 and throw 1, 2, 3 again: (4 + 5 + 6 + 3 * 3.5) / 6 = 17/4.
    assert_eq!(mean(Pick::Best), ratio(17, 4));
    let mut dice = crate::dice::Scripted::of([3, 5]);
    assert_eq!(run(&Again { pick: Pick::Best }, (0, 0), &mut dice).outcome, 5);
}

/// Throws until it stops by choice; a 1 loses all. Deciding within a repeat.
struct Press;

impl Chain for Press {
    type Stage = (bool, i32);
    type Outcome = i32;
    fn turn(&self, &(rolling, face): &(bool, i32)) -> Turn<(bool, i32), i32> {
        if rolling {
            return Turn::Roll;
        }
        if face <= 1 {
            return Turn::Done(face);
        }
        Turn::Decide(Decision {
            seat: Seat("roller"),
            question: "stop or go on",
            rule: Rule("1"),
            options: vec![(Phrase::of("stop"), (false, -face)), (Phrase::of("go on"), (true, 0))],
        })
    }
    fn step(&self, _: &(bool, i32), dice: &mut dyn Dice) -> Resolved<(bool, i32)> {
        step((false, dice.d6(WHY).value()))
    }
    fn choose(&self, _: &(bool, i32), _: &Decision<(bool, i32)>) -> Pick {
        Pick::Best
    }
    fn value(&self, _: Seat, face: &i32) -> i64 {
        i64::from(-*face)
    }
}

#[test]
fn the_best_decision_within_a_repeat_is_found() {
    // Worth -1 on a 1, otherwise the face when stopping. Going on from v: v = (-1 + sum max(face, v)) / 6.
    // Stopping on 4, 5, 6 gives v = (-1 + 2v + 15) / 6 = 7/2, and then 3 < 7/2 < 4 holds.
    let odds = of_chain(&Budget::default(), &Press, &Dist::certain((true, 0)));
    assert_eq!(odds.dist.mean(|face| i64::from(-*face)), ratio(7, 2));
}

#[test]
fn factored_sides_have_the_odds_of_all_pairs() {
    let side = |count, on| {
        of_step(&Budget::default(), |dice| {
            let first = dice.hits(count, on, WHY).value();
            (first, dice.d6(WHY).value())
        })
    };
    let (left, right) = (side(4, 5), side(3, 4));
    let joined = compare((&left.dist, |l| l.0), (&right.dist, |r| r.0), |l, r| l > r);
    let brute = of_step(&Budget::default(), |dice| {
        let l = (dice.hits(4, 5, WHY).value(), dice.d6(WHY).value());
        let r = (dice.hits(3, 4, WHY).value(), dice.d6(WHY).value());
        (l, r)
    });
    let all: Vec<_> = brute.dist.parts().iter().map(|(pair, _)| *pair).collect();
    for (l, r) in all {
        let verdict = l.0 > r.0;
        assert_eq!(
            joined.left.chance(&(verdict, l)),
            brute.dist.chance_that(|(x, y)| *x == l && (x.0 > y.0) == verdict)
        );
        assert_eq!(
            joined.right.chance(&(verdict, r)),
            brute.dist.chance_that(|(x, y)| *y == r && (x.0 > y.0) == verdict)
        );
        assert_eq!(
            joined.keys().chance(&(verdict, l.0, r.0)),
            brute.dist.chance_that(|(x, y)| x.0 == l.0 && y.0 == r.0)
        );
    }
}

#[test]
fn a_chain_can_start_from_a_distribution() {
    let start = of_step(&Budget::default(), |dice| 1 + u8::from(dice.d6(WHY).value() >= 4)).dist;
    let odds = of_chain(&Budget::default(), &Drunkard, &start);
    // Half from 1 (8/15) and half from 2: (1 - 1/4) / (15/16) = 4/5.
    assert_eq!(odds.dist.chance(&4), ratio(2, 3));
}

#[test]
fn a_distribution_that_is_split_mixes_to_what_it_was() {
    let die = of_step(&Budget::default(), |dice| dice.two_d6(WHY).value()).dist;
    let (Some(low), Some(high)) = die.split(|&sum| sum < 5) else { panic!("both can happen") };
    // 2, 3 and 4 have 1 + 2 + 3 of the 36 ways.
    assert_eq!(ratio(1, 6), Ratio::from_parts(low.total().clone().into(), die.total().clone()));
    assert_eq!(low.chance(&2), ratio(1, 6));
    assert!(die.split(|&sum| sum > 1).1.is_none(), "no sum is below 2");
    // The high ones, five in six, are told apart by another die: 5/6 * 1/2.
    let even = of_step(&Budget::default(), |dice| dice.d6(WHY).value() % 2).dist;
    let mixed = Dist::mixed([(low.total().clone(), low.map(|_| 7)), (high.total().clone(), even)]);
    assert_eq!((mixed.chance(&7), mixed.chance(&1)), (ratio(1, 6), ratio(5, 12)));
}
