use super::*;
use crate::ap_fire::ApFire;
use crate::choices::{ApFirer, ApTarget};
use kernel::procedure::Report;

/// The chances of an order's fire, by outcome.
fn chances(state: &State, order: &Order) -> Vec<(String, String)> {
    let preview = previewed(state, order);
    let test = preview.tests.iter().find(|test| test.label == "fire").expect("fire has odds");
    test.odds.outcomes.iter().map(|line| (line.outcome.clone(), line.chance.to_string())).collect()
}

fn chance(state: &State, order: &Order, outcome: &str) -> String {
    let found = chances(state, order).into_iter().find(|(known, _)| known == outcome);
    found.map_or("0".to_owned(), |(_, chance)| chance)
}

#[test]
fn turn_sequence_2d_he_sa_fire_removes_suppresses_and_drives_back() {
    // A Bren section (2) at grenadiers (3) 7 away in the open: the roll less 1.
    let state = battle("A1 | bren-section | 24 28", "D1 | grenadiers | 24 20", "");
    let order = fires(0, 1, Weapon::HeSa);
    assert_eq!(chance(&state, &order, "knocked out"), "1/10", "19 and 20");
    assert_eq!(chance(&state, &order, "suppressed"), "1/5", "15 to 18");
    let mut hit = state.clone();
    assert!(holds(&give(&mut hit, order.clone(), [15]), "D1 is suppressed"));
    assert!(hit.unit(unit(1)).is_suppressed());
    let mut gone = state.clone();
    give(&mut gone, order.clone(), [19]);
    assert_eq!(gone.unit(unit(1)).place, Place::Removed);
    let mut back = state;
    give(&mut back, order, [13]);
    // Two full moves of 4 straight away from the firer.
    assert_eq!(back.unit(unit(1)).at, at(2400, 1200));
}

#[test]
fn r6_an_element_fires_once_a_turn_and_may_still_move() {
    let mut state = battle("A1 | bren-section | 24 28", "D1 | grenadiers | 24 20", "");
    give(&mut state, fires(0, 1, Weapon::HeSa), [1]);
    assert_eq!(refused(&state, fires(0, 1, Weapon::HeSa)), "A1 has fired already this turn (R6)");
    until(&mut state, "attacker", "move");
    assert!(is_allowed(&state, go(&state, 0, 2400, 2500)));
}

#[test]
fn r6_who_is_in_contact_fires_only_at_the_enemy_he_touches() {
    let mut state = battle("A1 | bren-section | 24 28", "D1 | grenadiers | 24 20\nD2 | grenadiers | 28 22", "");
    state.unit_mut(unit(0)).at = at(2400, 2100);
    assert!(refused(&state, fires(0, 2, Weapon::HeSa)).ends_with("only at an enemy that it touches (R6)"));
    assert!(is_allowed(&state, fires(0, 1, Weapon::HeSa)));
}

#[test]
fn r42_only_ap_at_armour_is_fired_into_contact() {
    let mut state = battle(
        "A1 | bren-section | 24 28\nA2 | bren-section | 27 27\nA3 | sherman-75 | 10 28",
        "D1 | panzer-iv-h | 24 18\nD2 | grenadiers | 30 20",
        "",
    );
    state.unit_mut(unit(0)).at = at(2400, 1950);
    assert!(is_allowed(&state, fires(2, 3, Weapon::Ap)), "a tank that hugs infantry may be fired at");
    state.unit_mut(unit(1)).at = at(3000, 2100);
    assert!(refused(&state, fires(2, 4, Weapon::HeSa)).ends_with("(R42)"));
}

#[test]
fn r5_he_sa_does_nothing_to_armour_and_ap_nothing_to_men() {
    let state = battle("A1 | sherman-75 | 24 28", "D1 | panzer-iv-h | 24 20\nD2 | grenadiers | 28 20", "");
    assert!(refused(&state, fires(0, 1, Weapon::HeSa)).ends_with("which is armoured (R5)"));
    assert!(refused(&state, fires(0, 2, Weapon::Ap)).ends_with("does nothing to D2 (R5)"));
}

#[test]
fn ap_fire_in_the_game_has_the_odds_of_the_desk() {
    let state = battle("A1 | sherman-75 | 24 32", "D1 | panzer-iv-h | 24 18 | 180", "");
    // From 33 to 19 on the axis: bases 2 deep each, 12 apart.
    let desk = ApFire {
        attacker: ApFirer::of("sherman-75"),
        target: ApTarget::of("panzer-iv-h"),
        range: 12,
        ..ApFire::default()
    };
    let shot = desk.shot();
    let odds = kernel::odds::of_chain(&Budget::default(), &shot, &Dist::certain(shot.start()));
    let report = Report::of(kernel::procedure::Answer::from(odds));
    let of_desk: Vec<_> = report.outcomes.iter().map(|line| (line.outcome.clone(), line.chance.to_string())).collect();
    assert_eq!(chances(&state, &fires(0, 1, Weapon::Ap)), of_desk);
    let note = previewed(&state, &fires(0, 1, Weapon::Ap)).notes;
    assert!(note.iter().any(|said| said.text.contains("12 inches of 24 away")), "{note:?}");
}

#[test]
fn r7_a_shot_from_behind_the_front_edge_is_from_the_side() {
    let state = battle("A1 | sherman-75 | 24 32", "D1 | panzer-iv-h | 24 18 | 0\nD2 | panzer-iv-h | 30 18 | 180", "");
    // A Panzer IV that faces away shows its rear: one column more.
    let (rear, front) = (fires(0, 1, Weapon::Ap), fires(0, 2, Weapon::Ap));
    assert!(previewed(&state, &front).notes.iter().any(|said| said.text.contains("from the front")));
    assert!(previewed(&state, &rear).notes.iter().any(|said| said.text.contains("from side or rear")));
    assert_ne!(chance(&state, &rear, "knocked out"), chance(&state, &front, "knocked out"));
}

#[test]
fn r7_guns_fire_within_90_degrees_and_turrets_all_round() {
    let state = battle("A1 | 6-pdr | 24 28 | 0\nA2 | sherman-75 | 20 28 | 90", "D1 | panzer-iv-h | 34 26 | 180", "");
    assert!(refused(&state, fires(0, 2, Weapon::Ap)).starts_with("D1 is not within the 90 degrees"));
    assert!(is_allowed(&state, fires(1, 2, Weapon::Ap)));
}

#[test]
fn results_suppressed_fire_has_range_4_and_90_degrees() {
    let mut state = battle("A1 | bren-section | 24 28 | 0", "D1 | grenadiers | 24 20\nD2 | grenadiers | 28 28", "");
    state.mark(unit(0), Mark::SUPPRESSED);
    assert_eq!(
        refused(&state, fires(0, 1, Weapon::HeSa)),
        "that is 7.00 away, and A1 reaches 4 (Results:suppressed-fire)"
    );
    assert!(refused(&state, fires(0, 2, Weapon::HeSa)).ends_with("(R50)"), "it may not pivot");
}

#[test]
fn r8_a_hedge_within_an_inch_of_the_target_is_soft_cover_and_a_house_hard() {
    let ground = "[[ground]]\nkind = \"hedge\"\nline = [[20, 21], [28, 21]]\n[[ground]]\nkind = \"house\"\nrectangle = { middle = [31, 20], width = 2, depth = 2 }\n";
    let state = battle("A1 | bren-section | 26 28", "D1 | grenadiers | 24 20\nD2 | grenadiers | 31 20", ground);
    // The roll less 1 less 2: K is out of reach, S at 17 to 20.
    assert_eq!(chance(&state, &fires(0, 1, Weapon::HeSa), "suppressed"), "1/5");
    assert_eq!(chance(&state, &fires(0, 1, Weapon::HeSa), "knocked out"), "0");
    // Less 4: S at 19 and 20.
    assert_eq!(chance(&state, &fires(0, 2, Weapon::HeSa), "suppressed"), "1/10");
}

#[test]
fn r36_a_base_has_cover_only_if_it_is_wholly_inside() {
    let wood =
        |x: i64| format!("[[ground]]\nkind = \"wood\"\nrectangle = {{ middle = [{x}, 20], width = 4, depth = 4 }}\n");
    let shoot = |x: i64| {
        let state = battle("A1 | bren-section | 24 28", "D1 | grenadiers | 24 20", &wood(x));
        chance(&state, &fires(0, 1, Weapon::HeSa), "suppressed")
    };
    assert_eq!((shoot(24), shoot(22)), ("1/5".to_owned(), "1/5".to_owned()));
    let killed = |x: i64| {
        let state = battle("A1 | bren-section | 24 28", "D1 | grenadiers | 24 20", &wood(x));
        chance(&state, &fires(0, 1, Weapon::HeSa), "knocked out")
    };
    assert_eq!((killed(24), killed(22)), ("0".to_owned(), "1/10".to_owned()), "in the wood, and on its rim");
}

#[test]
fn common_sight_a_wood_deeper_than_2_and_a_house_block_it() {
    let deep = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [24, 24], width = 6, depth = 3 }\n";
    let state = battle("A1 | bren-section | 24 28", "D1 | grenadiers | 24 20", deep);
    assert_eq!(refused(&state, fires(0, 1, Weapon::HeSa)), "A1 does not see D1 (Common:sight)");
    let shallow = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [24, 24], width = 6, depth = 2 }\n";
    assert!(is_allowed(
        &battle("A1 | bren-section | 24 28", "D1 | grenadiers | 24 20", shallow),
        fires(0, 1, Weapon::HeSa)
    ));
}

#[test]
fn r30_a_mortar_fires_on_what_others_near_it_see_at_minus_2() {
    let deep = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [24, 24], width = 4, depth = 3 }\n";
    let attackers = "A1 | 3-inch-mortar | 24 28\nA2 | bren-section | 28 28";
    let state = battle(attackers, "D1 | grenadiers | 24 20", deep);
    // 4 - 3 - 2: the roll less 1; F is S under mortar fire, so 13 to 18.
    assert_eq!(chance(&state, &fires(0, 2, Weapon::HeSa), "suppressed"), "3/10");
    let alone = battle("A1 | 3-inch-mortar | 24 28", "D1 | grenadiers | 24 20", deep);
    assert!(refused(&alone, fires(0, 1, Weapon::HeSa)).ends_with("(Common:sight)"));
}

#[test]
fn r30_of_commanders_only_its_own_spots_for_a_mortar() {
    let deep = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [24, 24], width = 4, depth = 3 }\n";
    let shot = fires(2, 3, Weapon::HeSa);
    let under = |commander: &str| {
        let attackers = format!(
            "A1 | british-commander | 4 33\nA2 | british-commander | 34 28\nA3 | 3-inch-mortar | 24 28 | 0 | under {commander}"
        );
        // The senior commander sees nothing behind a house of his own.
        let house = "[[ground]]\nkind = \"house\"\nrectangle = { middle = [7, 31], width = 8, depth = 2 }\n";
        battle(&attackers, "D1 | grenadiers | 24 20", &format!("{deep}{house}"))
    };
    assert!(is_allowed(&under("A2"), shot.clone()));
    assert!(refused(&under("A1"), shot).ends_with("(Common:sight)"));
}

#[test]
fn r26_riders_are_shot_off_a_tank() {
    let state =
        battle("A1 | bren-section | 24 28", "D1 | panzer-iv-h | 24 20\nD2 | grenadiers | 24 20 | 0 | in D1", "");
    let mut shaken = state.clone();
    let lines = give(&mut shaken, fires(0, 1, Weapon::HeSa), [15]);
    assert!(holds(&lines, "those who ride are fired at") && holds(&lines, "D2 dismounts from D1"), "{lines:?}");
    assert!(shaken.unit(unit(2)).is_suppressed() && shaken.unit(unit(2)).stands());
    assert!(!shaken.unit(unit(1)).is_suppressed(), "the vehicle is not touched");
    let mut lost = state;
    give(&mut lost, fires(0, 1, Weapon::HeSa), [19]);
    assert_eq!((lost.unit(unit(2)).place, lost.unit(unit(1)).place), (Place::Removed, Place::Table));
}

#[test]
fn r26_fire_at_riders_drives_nobody_off_the_table() {
    let state = battle("A1 | bren-section | 24 14", "D1 | panzer-iv-h | 24 6\nD2 | grenadiers | 24 6 | 0 | in D1", "");
    let notes = previewed(&state, &fires(0, 1, Weapon::HeSa)).notes;
    let says = |words: &str| notes.iter().any(|said| said.text.contains(words));
    assert!(says("at those who ride") && !says("off the table"), "{notes:?}");
}

#[test]
fn results_transport_a_k_knocks_out_one_of_two_riders_and_suppresses_the_rest() {
    let defenders = "D1 | opel-blitz | 24 20\nD2 | grenadiers | 24 20 | 0 | in D1\nD3 | grenadiers | 24 20 | 0 | in D1";
    let mut state = battle("A1 | vickers-mmg | 24 30", defenders, "");
    // 5 - 0: 13 and more is K; the D6 shows 2, so the second rider.
    let lines = give(&mut state, fires(0, 1, Weapon::HeSa), [13, 2]);
    assert_eq!(state.unit(unit(3)).place, Place::Removed, "{lines:?}");
    assert!(state.unit(unit(1)).is_suppressed() && state.unit(unit(2)).is_suppressed());
    assert!(state.unit(unit(2)).stands(), "passengers of a soft vehicle must dismount");
}

#[test]
fn results_passengers_a_limbered_gun_shares_the_fate_and_stays_limbered() {
    let defenders = "D1 | sdkfz-7 | 24 20\nD2 | pak-36 | 24 20 | 0 | in D1";
    let mut state = battle("A1 | vickers-mmg | 24 30", defenders, "");
    give(&mut state, fires(0, 1, Weapon::HeSa), [9]);
    assert!(state.unit(unit(1)).is_suppressed() && state.unit(unit(2)).is_suppressed());
    assert_eq!(state.unit(unit(2)).aboard, Some(unit(1)), "it is no passenger");
    give(&mut state, Order::Done, []);
}

#[test]
fn results_dismount_passengers_of_an_apc_are_asked_at_the_moment() {
    let defenders = "D1 | sdkfz-251 | 24 20\nD2 | grenadiers | 24 20 | 0 | in D1";
    let mut state = battle("A1 | sherman-75 | 24 30", defenders, "");
    // Hit on 19; AP against a half-track is 3:1, where every face is K: so a PIAT's S needs another target.
    state.mark(unit(1), Mark::SUPPRESSED);
    state.mark(unit(2), Mark::SUPPRESSED);
    assert_eq!(state.struck(unit(1)).state, crate::ground::State::Suppressed);
    let mut fresh = battle("A1 | vickers-mmg | 24 30", defenders, "");
    // An SFMG reads 1:2 against thin armour: hit on 20, S on 18.
    if give(&mut fresh, fires(0, 1, Weapon::Ap), [20, 18]).iter().any(|line| line.contains("suppressed")) {
        assert_eq!(asked(&fresh), ("defender", "dismount, or stay aboard"));
        let mut stay = fresh.clone();
        give(&mut stay, Order::Dismount { yes: false }, []);
        assert_eq!(stay.unit(unit(2)).aboard, Some(unit(1)));
        give(&mut fresh, Order::Dismount { yes: true }, []);
        assert!(fresh.unit(unit(2)).stands());
    }
}

#[test]
fn r10_infantry_within_1_hunts_a_tank() {
    let mut state = battle("A1 | bren-section | 24 28", "D1 | panzer-iv-h | 24 18", "");
    assert!(refused(&state, fires(0, 1, Weapon::Hunt)).starts_with("A1 hunts a vehicle within 1"));
    state.unit_mut(unit(0)).at = at(2400, 2000);
    // 15 or more; then 3:2, where 15 is K.
    let lines = give(&mut state, fires(0, 1, Weapon::Hunt), [15, 15]);
    assert_eq!(state.unit(unit(1)).place, Place::Removed, "{lines:?}");
}

#[test]
fn the_chances_shown_beside_targets_are_those_of_the_whole_odds() {
    let state = battle(
        "A1 | bren-section | 24 28\nA2 | sherman-75 | 28 30\nA3 | 3-inch-mortar | 20 30",
        "D1 | grenadiers | 24 20\nD2 | panzer-iv-h | 30 18 | 180\nD3 | smg-42 | 20 20 | 180 | dug-in\n\
         D4 | grenadiers | 30 18 | 180 | in D2",
        "",
    );
    for firer in 0..3 {
        for target in 3..6 {
            for weapon in [Weapon::HeSa, Weapon::Ap] {
                let Ok(aim) = state.aim(unit(firer), unit(target), weapon) else { continue };
                let dist = super::super::chances::odds(&aim).dist;
                let is = |least: crate::results::Fate| dist.chance_that(|effect| effect.fate >= least);
                let whole = (is(crate::results::Fate::RidersDismount), is(crate::results::Fate::RiderShot));
                let shown = super::super::chances::chances(&aim);
                assert_eq!((shown.effect(), shown.kill), whole, "{firer} at {target}");
            }
        }
    }
}

#[test]
fn a_tank_behind_a_wood_is_refused_because_it_is_not_seen() {
    let wood = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [24, 20], width = 20, depth = 6 }\n";
    let state = battle("A1 | sherman-75 | 24 28\nA2 | bren-section | 30 28", "D1 | panzer-iv-h | 24 12", wood);
    let meant = |firer: u8| fires(firer, 2, state.meant_weapon(unit(firer), unit(2)));
    assert_eq!(refused(&state, meant(0)), "A1 does not see D1 (Common:sight)");
    assert_eq!(refused(&state, meant(1)), "HE/SA does nothing to D1, which is armoured (R5)");
}

#[test]
fn targets_are_shown_with_their_chances_and_the_best_with_a_star() {
    let state = battle("A1 | bren-section | 24 28", "D1 | grenadiers | 24 20\nD2 | grenadiers | 28 20 | | dug-in", "");
    let best = super::super::chances::best_target(&state, unit(0));
    assert_eq!(best, Some(unit(1)), "who stands in the open is hit more easily than who is dug in");
    let offer = super::super::chances::target(&state, unit(0), unit(1), true);
    // F 13-14, S 15-18, K 19-20: 8 of 20 faces.
    assert_eq!(offer.tag.as_deref(), Some("40\u{a0}%\u{a0}★"));
    let note = offer.note.expect("it says why");
    assert!(
        note.starts_with("best: F\u{a0}10\u{a0}%, S\u{a0}20\u{a0}%, K\u{a0}10\u{a0}%: 7 inches of 10 away"),
        "{note}"
    );
    let dug_in = super::super::chances::target(&state, unit(0), unit(2), false).note.expect("it says why");
    assert!(dug_in.contains("dug in") && !dug_in.contains("best"), "{dug_in}");
}

use kernel::odds::{Budget, Dist};

#[test]
fn what_a_roll_has_said_is_not_said_again() {
    let mut state = battle("A1 | bren-section | 24 28", "D1 | grenadiers | 24 20\nD2 | grenadiers | 40 4", "");
    let lines = give(&mut state, fires(0, 1, Weapon::HeSa), [5]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[1].ends_with("A1 at D1: no effect"), "{lines:?}");
}

#[test]
fn who_is_touched_is_told_to_be_touched_and_not_an_inch_away() {
    let mut state = battle("A1 | sherman-75 | 24 28", "D1 | grenadiers | 24 20\nD2 | grenadiers | 40 4", "");
    state.unit_mut(unit(1)).at = at(2400, 2648);
    let notes = previewed(&state, &fires(0, 1, Weapon::HeSa)).notes;
    assert!(notes.iter().any(|said| said.text == "D1: touching."), "{notes:?}");
}
