use super::*;

/// Contact was made by the attacker in his movement; it is the defender's close combat phase.
fn touching(attackers: &str, defenders: &str, more: &str, pairs: &[(u8, u8)]) -> State {
    let mut state = battle(attackers, defenders, more);
    until(&mut state, "attacker", "move");
    for (attacker, defender) in pairs {
        give(&mut state, Order::Contact { unit: unit(*attacker), target: unit(*defender) }, []);
    }
    give(&mut state, Order::Done, []);
    until(&mut state, "defender", "fire");
    state
}

#[test]
fn r9_the_lower_roll_falls_back_and_ties_favour_the_defender() {
    let state = touching("A1 | bren-section | 24 22.5", "D1 | grenadiers | 24 20", "", &[(0, 1)]);
    // d + 2 - 3 against e + 3 - 3: 6 - 1 against 5.
    let mut tie = state.clone();
    let lines = give(&mut tie, Order::Done, [6, 5]);
    assert!(
        holds(&lines, "5 is not more than 5: the side that made contact falls back") && holds(&lines, "A1 falls back"),
        "{lines:?}"
    );
    let mut won = state;
    let lines = give(&mut won, Order::Done, [7, 5]);
    assert!(holds(&lines, "6 is more than 5: the side that was contacted falls back"), "{lines:?}");
    assert_eq!(asked(&won), ("attacker", "advance after combat"));
}

#[test]
fn r11_the_winner_may_advance_2() {
    let mut state = touching("A1 | bren-section | 24 22.5", "D1 | grenadiers | 24 20", "", &[(0, 1)]);
    give(&mut state, Order::Done, [7, 5]);
    let from = state.unit(unit(0)).at;
    let order = |length: i64| Order::Move { unit: unit(0), path: vec![from.minus(at(0, length))], facing: 0 };
    assert!(refused(&state, order(201)).contains("advances 2.00 inches at most (R11)"));
    give(&mut state, order(200), []);
    assert_eq!(state.unit(unit(0)).at, from.minus(at(0, 200)));
    assert_eq!(asked(&state), ("defender", "move"));
}

#[test]
fn r10_a_tank_overruns_a_gun_in_the_open_at_plus_4_and_moves_through() {
    let mut state = touching("A1 | sherman-75 | 24 24", "D1 | pak-36 | 24 20\nD2 | grenadiers | 40 4", "", &[(0, 1)]);
    // 15 + 2 + 4 - 3 is K; the gun's crew rolls as well, against the 3 that armour counts as.
    let lines = give(&mut state, Order::Done, [15, 1]);
    assert_eq!(state.unit(unit(1)).place, Place::Removed, "{lines:?}");
    assert_eq!(state.winners[0].reach, 300, "two beyond the place of those who went");
}

#[test]
fn r49_an_afv_goes_further_than_2_only_through_the_place_of_those_who_went() {
    let mut state = touching("A1 | sherman-75 | 24 24", "D1 | pak-36 | 24 20\nD2 | grenadiers | 40 4", "", &[(0, 1)]);
    give(&mut state, Order::Done, [15, 1]);
    let at = state.unit(unit(0)).at;
    let goes =
        |y: i64| Order::Move { unit: unit(0), path: vec![Point::new(at.x, y)], facing: if y < at.y { 0 } else { 180 } };
    assert!(is_allowed(&state, goes(at.y - 300)), "two beyond the gun");
    assert!(is_allowed(&state, goes(at.y + 200)), "as any winner");
    assert!(refused(&state, goes(at.y + 250)).ends_with("(R49)"));
}

#[test]
fn r5_a_blow_at_armour_counts_for_who_gives_way_and_for_nothing_else() {
    let mut state = touching("A1 | sherman-75 | 24 24", "D1 | grenadiers | 24 20", "", &[(0, 1)]);
    let preview = previewed(&state, &Order::Done);
    let ends: Vec<&str> = preview.tests[0].odds.outcomes.iter().map(|line| line.outcome.as_str()).collect();
    // The defender looks at it, from his worst to his best; the tank is never hurt.
    assert_eq!(ends, ["your side is destroyed", "your side is driven back", "the enemy is driven back"]);
    let lines = give(&mut state, Order::Done, [2, 19]);
    assert!(holds(&lines, "armour is not hurt, and 19 counts for who gives way"), "{lines:?}");
    assert!(state.unit(unit(0)).stands() && !state.unit(unit(0)).is_suppressed());
}

#[test]
fn results_dismount_holds_for_who_becomes_suppressed_hand_to_hand() {
    let truck = "D1 | opel-blitz | 24 20\nD2 | grenadiers | 24 20 | 0 | in D1\nD3 | grenadiers | 44 4";
    let mut state = touching("A1 | bren-section | 24 23", truck, "", &[(0, 1)]);
    // 13 + 2 - 0 is S; the truck's 5 + 3 - 3 is the lower roll.
    let lines = give(&mut state, Order::Done, [13, 5]);
    assert!(holds(&lines, "D1 is suppressed") && holds(&lines, "D2 dismounts from D1"), "{lines:?}");
    assert!(state.unit(unit(2)).stands() && state.unit(unit(2)).is_suppressed());
}

#[test]
fn rolls_name_those_who_fight_as_their_players_know_them() {
    let mut state = touching("A1 | bren-section | 24 22.5", "D1 | grenadiers | 24 20", "", &[(0, 1)]);
    let lines = give(&mut state, Order::Done, [7, 5]);
    assert!(holds(&lines, "A1 at D1: no effect") && holds(&lines, "D1 at A1: no effect"), "{lines:?}");
}

#[test]
fn r47_armour_does_not_fight_armour_by_hand() {
    let mut state =
        touching("A1 | sherman-75 | 24 25", "D1 | panzer-iv-h | 24 20\nD2 | grenadiers | 44 4", "", &[(0, 1)]);
    give(&mut state, Order::Done, []);
    assert_eq!(asked(&state), ("defender", "move"), "nothing is rolled");
}

#[test]
fn r9_suppressed_elements_do_not_roll() {
    let mut state = touching("A1 | bren-section | 24 22.5", "D1 | grenadiers | 24 20", "", &[(0, 1)]);
    state.mark(unit(1), Mark::SUPPRESSED);
    let lines = give(&mut state, Order::Done, [2]);
    assert!(holds(&lines, "the side that was contacted has no roll and falls back"), "{lines:?}");
}

#[test]
fn r48_a_loser_who_cannot_get_away_is_suppressed() {
    let wall = "[[ground]]\nkind = \"river\"\nrectangle = { middle = [24, 17], width = 12, depth = 5 }\n";
    let mut state = touching(
        "A1 | sherman-75 | 24 24\nA2 | bren-section | 10 30",
        "D1 | pak-36 | 24 20\nD2 | grenadiers | 44 4",
        wall,
        &[(0, 2)],
    );
    // 3 + 2 + 4 - 3 is 6 against 1 + 1 - 3: the gun must go, and the river is behind it.
    let lines = give(&mut state, Order::Done, [3, 1]);
    assert!(holds(&lines, "D1 cannot get away") && state.unit(unit(2)).is_suppressed(), "{lines:?}");
}

#[test]
fn turn_sequence_3a_the_side_whose_turn_it_is_chooses_the_next_of_several() {
    let mut state = touching(
        "A1 | bren-section | 14 22.5\nA2 | bren-section | 34 22.5",
        "D1 | grenadiers | 14 20\nD2 | grenadiers | 34 20",
        "",
        &[(0, 2), (1, 3)],
    );
    give(&mut state, Order::Done, []);
    assert_eq!(asked(&state), ("defender", "choose the next close combat"));
    let lines = give(&mut state, Order::Fight { unit: unit(1) }, [7, 5, 7, 5]);
    assert!(
        holds(&lines, "A2 is in close combat with D2") && holds(&lines, "A1 is in close combat with D1"),
        "{lines:?}"
    );
}

#[test]
fn he_sa_cavalry_charges_with_2_more() {
    let state = touching("A1 | cossacks | 24 26", "D1 | grenadiers | 24 20", "", &[(0, 1)]);
    let contest = super::super::combat::fights(&state).remove(0);
    let rolls = state.rolls(&contest, true);
    assert!(rolls[0].2.charge);
}

#[test]
fn he_sa_cavalry_charges_with_the_expansion_rules_only() {
    let mut state = touching("A1 | cossacks | 24 26", "D1 | grenadiers | 24 20", "", &[(0, 1)]);
    let mut scenario = state.battle.scenario().clone();
    scenario.expansion = false;
    state.battle = Setting::of(Battle::of(scenario));
    let contest = super::super::combat::fights(&state).remove(0);
    let rolls = [state.rolls(&contest, true), state.rolls(&contest, false)];
    assert!(!rolls[0][0].2.charge);
    let (attack, _) = state.combat_form(&contest, &rolls, (unit(0), unit(1))).sides();
    assert!(attack.fights[0].is_some_and(|(fire, _)| !fire.charge), "nor on the charts desk");
}

#[test]
fn what_may_come_of_several_contacts_is_told_in_the_same_words() {
    let mut state = battle("A1 | sherman-75 | 24 24", "D1 | grenadiers | 23 20\nD2 | pak-38 | 25 20", "");
    until(&mut state, "attacker", "move");
    let ends = |enemy: u8| {
        let preview = previewed(&state, &Order::Contact { unit: unit(0), target: unit(enemy) });
        let outcomes = preview.tests[0].odds.outcomes.iter();
        let hoped: Vec<String> = outcomes.filter(|line| line.hoped).map(|line| line.outcome.clone()).collect();
        hoped
    };
    assert_eq!(ends(1), ["the enemy is driven back", "the enemy is destroyed"]);
    assert_eq!(ends(2), ends(1));
}

#[test]
fn he_sa_cavalry_has_its_2_more_in_the_odds_before_it_charges() {
    let mut state = battle("A1 | cossacks | 24 26", "D1 | grenadiers | 24 20", "");
    until(&mut state, "attacker", "move");
    let order = Order::Contact { unit: unit(0), target: unit(1) };
    let removed = |preview: &Preview| {
        let measure = preview.tests[0].odds.measures.iter().find(|measure| measure.name == "D1 removed");
        measure.expect("it is told").mean.to_string()
    };
    // 2 + 2 - 3: K on 17 to 20.
    assert_eq!(removed(&previewed(&state, &order)), "1/5");
    give(&mut state, order, []);
    give(&mut state, Order::Done, []);
    until(&mut state, "defender", "fire");
    assert_eq!(removed(&previewed(&state, &Order::Done)), "1/5");
}

#[test]
fn r43_a_tank_with_riders_fights_with_the_better_value() {
    let state = touching(
        "A1 | sherman-75 | 24 24\nA2 | commandos | 24 24 | 0 | in A1",
        "D1 | grenadiers | 24 20",
        "",
        &[(0, 2)],
    );
    let contest = super::super::combat::fights(&state).remove(0);
    let value = crate::contact::value_in_contact(state.element(unit(1)));
    assert!(value > 1);
    assert_eq!(state.rolls(&contest, true)[0].2.value.2, value.max(2));
}

#[test]
fn the_blows_of_a_close_combat_are_those_of_the_charts_desk() {
    use crate::game::combat::{Contest, fights};
    let hedge = "[[ground]]\nkind = \"hedge\"\nline = [[10, 21], [18, 21]]\n";
    let cases = [
        ("A1 | bren-section | 24 22.5\nA2 | bren-section | 26.5 20", "D1 | grenadiers | 24 20", vec![(0, 2), (1, 2)]),
        ("A1 | bren-section | 14 22.5", "D1 | grenadiers | 14 20", vec![(0, 1)]),
        ("A1 | sherman-75 | 24 24", "D1 | pak-36 | 24 20", vec![(0, 1)]),
        ("A1 | bren-section | 24 23", "D1 | opel-blitz | 24 20\nD2 | grenadiers | 24 20 | 0 | in D1", vec![(0, 1)]),
    ];
    for (attackers, defenders, pairs) in cases {
        let mut state = touching(attackers, defenders, hedge, &pairs);
        state.phase = Phase::Combat;
        let contests = fights(&state);
        let [contest] = &contests[..] else { panic!("one close combat: {contests:?}") };
        let rolls = [state.rolls(contest, true), state.rolls(contest, false)];
        let Contest { attackers, defenders } = contest;
        for (own, blows) in [(attackers, &rolls[0]), (defenders, &rolls[1])] {
            assert!(!blows.is_empty());
            for (id, enemy, fire) in blows {
                let (attack, defence) = state.combat_form(contest, &rolls, (*id, *enemy)).sides();
                let side = if own == attackers { attack } else { defence };
                let place = own.iter().position(|known| known == id).expect("he fights");
                let (of_desk, _) = side.fights[place].expect("he rolls");
                let plain = |fire: &crate::he_sa::Fire| {
                    format!("{:?}", crate::he_sa::Fire { seat: crate::seats::FIRER, ..*fire })
                };
                assert_eq!(plain(fire), plain(&of_desk));
            }
        }
    }
}
