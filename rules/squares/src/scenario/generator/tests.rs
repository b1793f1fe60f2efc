//! Five hundred battles, and what each must be.

use super::*;
use crate::command::Command;
use crate::scenario::square::{TABLE, square_named};
use crate::scenario::{ArmyList, Asset, AssetKind, Listed, Start, price};
use crate::unit::{Defences, Ground, Kind, Quality};
use field::road::is_one_net;
use kernel::scenario::SideCard;
use std::collections::HashSet;

/// The battles of five hundred seeds, over all budgets.
fn battles() -> impl Iterator<Item = (Options, Scenario)> {
    (0..500).map(|seed| {
        let options = Options { points: 40 + (seed as u16 * 7) % 81, seed };
        let battle = generate(&options);
        (options, battle)
    })
}

#[test]
fn r20_every_generated_battle_is_legal_and_can_be_written_and_read() {
    for (options, battle) in battles() {
        assert_eq!(battle.check(), Ok(()), "{options:?}");
        assert_eq!(Scenario::read(&battle.write()).as_ref(), Ok(&battle), "{options:?}");
    }
}

#[test]
fn r20_neither_army_costs_more_than_its_budget_nor_leaves_a_battalion_unbought() {
    for (options, battle) in battles() {
        // The cheapest battalion is one of reservists for 4.
        for (army, budget) in [(&battle.attacker, options.points), (&battle.defender, options.points * 9 / 10)] {
            let price = price(army);
            assert!((budget - 3..=budget).contains(&price), "{options:?}: {price} of {budget} points");
        }
    }
}

#[test]
fn the_price_of_an_army_is_that_of_its_units_assets_command_and_guns() {
    let unit = |kind, quality| {
        let at = Start::Reserve;
        Listed { name: String::new(), kind, quality, at }
    };
    let army = ArmyList {
        card: SideCard { name: String::new(), army: "british", briefing: String::new() },
        command: Command::Good,
        guns: Command::Average,
        assets: vec![Asset { kind: AssetKind::Rolling, on: 4 }],
        units: vec![
            unit(Kind::Infantry, Quality::Professional),
            unit(Kind::Infantry, Quality::Reservist),
            unit(Kind::MachineGun, Quality::Regular),
        ],
        commander: square_named("d1").unwrap(),
    };
    // Infantry 7 and 4, a machine gun 4, a rolling barrage 5, good command 6, average guns 2.
    assert_eq!(price(&army), 28);
}

#[test]
fn r19_par_goes_with_the_budget_and_is_in_proportion_between_those_listed() {
    let listed = [40, 60, 80, 100, 120].map(|points| LISTS.par(points));
    assert_eq!(listed, [16, 17, 22, 27, 32]);
    // From 60 to 80 points it rises by 5: a quarter of the way is 1, and three fifths of it are 3.
    assert_eq!([59, 65, 72, 79].map(|points| LISTS.par(points)), [16, 18, 20, 21]);
    assert_eq!((LISTS.par(1), LISTS.par(500)), (16, 32), "beyond the list it is that of the nearest budget");
}

#[test]
fn every_kind_quality_asset_and_command_has_a_price_and_every_ground_has_names() {
    for &kind in Kind::ALL {
        for &quality in Quality::ALL {
            assert!(LISTS.unit(kind, quality) > 0, "{quality} {kind}");
        }
    }
    assert!(AssetKind::ALL.iter().all(|kind| LISTS.assets[kind] > 0));
    assert!(Command::ALL.iter().all(|&quality| LISTS.command[&quality] + LISTS.guns[&quality] < 12));
    // Three objectives at most have the same ground, and each needs a name of its own.
    assert!(Ground::ALL.iter().all(|&ground| LISTS.places[&ground].len() >= 3));
}

#[test]
fn r19_three_objectives_lie_apart_in_the_defenders_half_and_have_names() {
    for (options, battle) in battles() {
        let [a, b, c] = battle.objectives[..] else { panic!("{options:?}: {:?}", battle.objectives) };
        for (one, other) in [(a, b), (a, c), (b, c)] {
            assert!(one.steps_by_face(other) >= 2, "{options:?}");
        }
        for square in [a, b, c] {
            assert!(square.row < 3 && battle.place(square).is_some(), "{options:?}");
        }
    }
}

#[test]
fn r1_the_roads_are_one_net_that_leads_off_both_base_rows() {
    for (options, battle) in battles() {
        let leads_off = |row: u8, way| {
            (0..8).any(|column| battle.roads[TABLE.index(field::grid::Square::new(column, row))].cross(way))
        };
        assert!(leads_off(0, field::grid::Way::North) && leads_off(5, field::grid::Way::South), "{options:?}");
        assert!(is_one_net(TABLE, &battle.roads), "{options:?}");
    }
}

#[test]
fn half_the_table_is_open_and_some_of_it_is_not() {
    for (options, battle) in battles() {
        let open = battle.ground.iter().filter(|&&ground| ground == Ground::Open).count();
        assert!((24..=46).contains(&open), "{options:?}: {open} open squares");
    }
}

#[test]
fn r6_a_trench_battle_has_trenches_and_a_third_of_the_defenders_in_reserve_and_others_have_neither() {
    let (mut with, mut without) = (0, 0);
    for (options, battle) in battles() {
        let trenches = battle.defences.iter().filter(|defences| defences.is_trenches_or_fort()).count();
        let hasty = battle.defences.iter().filter(|&&defences| defences == Defences::Hasty).count();
        if battle.trench {
            with += 1;
            assert!(trenches >= 3 && hasty == 0, "{options:?}");
            assert_eq!(battle.defender.reserve(), battle.defender.units.len() / 3, "{options:?}");
        } else {
            without += 1;
            assert!(trenches == 0 && hasty >= 1, "{options:?}");
            assert_eq!(battle.defender.reserve(), 0, "{options:?}");
        }
    }
    assert!(with >= 100 && without >= 100, "{with} and {without}");
}

#[test]
fn infantry_is_the_greater_part_of_every_army() {
    for (options, battle) in battles() {
        for army in [&battle.attacker, &battle.defender] {
            let infantry = army.units.iter().filter(|unit| unit.kind == Kind::Infantry).count();
            assert!(
                infantry >= 2 && infantry * 2 > army.units.len(),
                "{options:?}: {infantry} of {}",
                army.units.len()
            );
        }
    }
}

#[test]
fn a_commander_begins_with_units_of_his_own() {
    for (options, battle) in battles() {
        for army in [&battle.attacker, &battle.defender] {
            assert!(army.at(army.commander).count() > 0, "{options:?}");
        }
    }
}

#[test]
fn different_seeds_are_different_battles_and_the_same_seed_is_the_same() {
    let all: HashSet<Scenario> =
        (0..500).map(|seed| generate(&Options { points: 80, seed })).map(without_its_number).collect();
    assert_eq!(all.len(), 500);
    let options = Options { points: 80, seed: 12 };
    assert_eq!(generate(&options), generate(&options));
    let more = generate(&Options { points: 81, seed: 12 });
    assert_ne!(without_its_number(generate(&options)), without_its_number(more));
}

/// The battle without its notes, which tell the seed.
fn without_its_number(battle: Scenario) -> Scenario {
    let head = Heading { notes: String::new(), ..battle.head };
    Scenario { head, ..battle }
}
