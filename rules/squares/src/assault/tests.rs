//! Whole assaults, by hand and against the unfactored chain.

use super::chain::Price;
use super::odds::assault_odds;
use super::*;
use crate::hits::Toll;
use crate::unit::{Quality, Unit};
use kernel::dice::Scripted;
use kernel::odds::{Ratio, of_chain, ratio, run};

fn fought(assault: &Assault, faces: &[u8]) -> Price {
    run(&AssaultChain::of(assault), Stage::Answer, &mut Scripted::of(faces.iter().copied())).outcome
}

fn ending(assault: &Assault, ending: Ending) -> Ratio {
    let odds = assault_odds(&AssaultChain::of(assault), assault.answer, &Budget::default()).unwrap();
    odds.ending.dist.chance(&ending)
}

/// One infantry unit that is down to 1 half base on each side: 2 dice against 2.
fn remnants() -> Assault {
    let remnant = || vec![Unit::default().less(7)];
    Assault { assaulters: remnant(), target: remnant(), ..Assault::default() }
}

#[test]
fn r26_the_assaulter_wins_with_more_casualties_and_the_target_takes_three_further_hits() {
    let assault = Assault { assaulters: vec![Unit::default()], target: vec![Unit::default()], ..Assault::default() };
    // Assaulter 3 dice: two hits. Target 2 dice: one. Saves: both fail, one holds. Then 3 hits: one fails.
    let price = fought(&assault, &[5, 6, 1, 5, 1, 3, 1, 4, 1, 4, 4]);
    assert_eq!((price.ending, price.target.lost[0], price.assaulter.lost[0]), (Ending::Taken, 3, 0));
}

#[test]
fn r26_the_same_casualties_or_fewer_repulse_the_assaulter_with_three_further_hits() {
    let assault = Assault { assaulters: vec![Unit::default()], target: vec![Unit::default()], ..Assault::default() };
    // One hit each, both fail their save: the same casualties. The assaulter saves one of three.
    let price = fought(&assault, &[5, 1, 1, 5, 1, 1, 1, 4, 1, 1]);
    assert_eq!((price.ending, price.target.lost[0], price.assaulter.lost[0]), (Ending::Held, 1, 3));
}

#[test]
fn r26_guns_of_a_beaten_target_are_removed() {
    let target = vec![Unit::default(), Unit::of(Kind::Gun)];
    let assault = Assault { assaulters: vec![Unit::default()], target, ..Assault::default() };
    // One hit on the infantry (it saves better), failed; the target's 4 dice miss. Then 3 hits on the infantry alone.
    let price = fought(&assault, &[5, 1, 1, 1, 1, 1, 1, 1, 4, 4, 4]);
    assert_eq!((price.ending, price.target.lost[..2].to_vec()), (Ending::Taken, vec![1, 2]));
}

#[test]
fn r26_a_target_that_cannot_withdraw_takes_six_hits_and_stays() {
    let assault = Assault {
        assaulters: vec![Unit::default()],
        target: vec![Unit::default()],
        cut_off: true,
        ..Assault::default()
    };
    let price = fought(&assault, &[5, 1, 1, 1, 1, 1, 1, 1, 1, 4, 4, 4]);
    assert_eq!((price.ending, price.target.lost[0]), (Ending::Stuck, 4));
}

#[test]
fn r26_a_target_may_retire_under_three_hits_instead() {
    let assault = Assault { target: vec![Unit::default()], answer: TargetAnswer::Retire, ..Assault::default() };
    let price = fought(&assault, &[1, 1, 4]);
    assert_eq!((price.ending, price.target.lost[0], price.assaulter), (Ending::Retired, 2, Toll::default()));
}

#[test]
fn two_remnants_meet_with_the_odds_of_a_casualty_on_one_side_only() {
    // Each side: 2 dice, each hits on 1/3, is saved on 1/2, and one failed save is all a remnant can lose.
    // No casualty: (1 - 1/6)^2 = 25/36. The assaulter wins if only the target has one: 11/36 * 25/36.
    assert_eq!(ending(&remnants(), Ending::Taken), ratio(11 * 25, 36 * 36));
}

#[test]
fn factored_odds_are_the_odds_of_the_whole_chain() {
    let mixed = vec![Unit::default().less(5), Unit::of(Kind::MachineGun), Unit::of(Kind::Gun)];
    for assault in [
        remnants(),
        Assault { target: mixed.clone(), ..remnants() },
        Assault { target: mixed, cut_off: true, target_supports: 1, ..remnants() },
        Assault { additional: vec![Unit::default().quality(Quality::Professional)], ..remnants() },
        // All of a side save alike, and are not alike.
        Assault {
            assaulters: vec![Unit::default().less(6); 2],
            target: vec![Unit::default().less(6), Unit::of(Kind::MachineGun), Unit::of(Kind::Gun), Unit::of(Kind::Gun)],
            defences: Defences::Fort,
            shock_assault: true,
            ..Assault::default()
        },
    ] {
        let chain = AssaultChain::of(&assault);
        let whole = of_chain(&Budget::default(), &chain, &Dist::certain(Stage::Answer)).dist;
        let factored = assault_odds(&chain, assault.answer, &Budget::default()).unwrap();
        for &ending in Ending::ALL {
            assert_eq!(factored.ending.dist.chance(&ending), whole.chance_that(|price| price.ending == ending));
        }
        for (toll, chance) in factored.target.chances() {
            assert_eq!(chance, whole.chance_that(|price| price.target == *toll));
        }
        for (toll, chance) in factored.assaulter.chances() {
            assert_eq!(chance, whole.chance_that(|price| price.assaulter == *toll));
        }
    }
}

#[test]
fn the_verdict_alone_has_the_odds_that_the_whole_assault_has() {
    let mixed = vec![Unit::default(), Unit::default().less(6), Unit::of(Kind::MachineGun), Unit::of(Kind::Gun)];
    for assault in [
        Assault::default(),
        remnants(),
        Assault { target: mixed, supports: 2, shock_assault: true, ..Assault::default() },
        Assault {
            additional: vec![Unit::default().quality(Quality::Reservist)],
            target_supports: 3,
            ..Assault::default()
        },
    ] {
        let alone = verdict_odds(&assault, &Budget::default());
        assert_eq!(alone.dist.chance(&true), ending(&assault, Ending::Taken));
    }
}

#[test]
fn the_rehearsed_assault_is_won_about_one_time_in_three() {
    let target = vec![Unit::default(), Unit::default(), Unit::default(), Unit::of(Kind::MachineGun)];
    let rehearsed = Assault {
        supports: 2,
        fighting_bonus: true,
        shock_assault: true,
        target,
        defences: Defences::Trenches,
        target_supports: 2,
        barrage_markers: 2,
        target_places: OwnAndOther::Listed,
        assaulter_places: OwnAndOther::Listed,
        ..Assault::default()
    };
    assert_eq!((dice::assaulter_dice(&rehearsed).total(), dice::target_dice(&rehearsed).total()), (15, 9));
    // Worked out by sums over the hits: 40.2 of 100. Without the machine gun's better save it would be 41.3.
    let won = ending(&rehearsed, Ending::Taken).to_f64().value();
    assert!((0.402..0.403).contains(&won), "{won}");
    // An owner who puts his two hits on the machine gun holds more often, as the register says.
    let shrewd = Assault { target_places: OwnAndOther::Shrewd, assaulter_places: OwnAndOther::Shrewd, ..rehearsed };
    let won = ending(&shrewd, Ending::Taken).to_f64().value();
    assert!((0.327..0.329).contains(&won), "{won}");
}
