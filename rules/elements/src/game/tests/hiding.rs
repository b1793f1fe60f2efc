use super::*;
use kernel::game::Secret;

const WOOD: &str = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [24, 10], width = 6, depth = 3 }\n[[ground]]\nkind = \"house\"\nrectangle = { middle = [10, 10], width = 3, depth = 3 }\n";
const AMBUSH: &str = "hides = 1\nambush = '''\nH1 | pak-40\nH2 | panzerschreck\n'''";

/// A defender who may hide one of two, and is asked to.
fn ambushed(attackers: &str, defenders: &str) -> State {
    set(attackers, defenders, WOOD, "", AMBUSH)
}

fn hide(slot: u8, x: i64, y: i64) -> Order {
    Order::Hide { slot, at: at(x, y), facing: 180 }
}

/// H1 hides in the wood, and the attacker is about to move.
fn in_the_wood(attackers: &str) -> State {
    let mut state = ambushed(attackers, "D1 | grenadiers | 40 3");
    give(&mut state, hide(0, 2400, 1000), []);
    give(&mut state, Order::Done, []);
    until(&mut state, "attacker", "move");
    state
}

#[test]
fn r20_only_in_cover_and_no_more_than_the_scenario_says() {
    let mut state = ambushed("A1 | bren-section | 24 30", "D1 | grenadiers | 40 3");
    assert_eq!(asked(&state), ("defender", "set up"));
    assert!(refused(&state, hide(0, 3000, 400)).starts_with("H1 hides only in cover"));
    assert!(refused(&state, hide(0, 2400, 2000)).ends_with("of its own edge (R13)"));
    give(&mut state, hide(0, 2400, 1000), []);
    assert_eq!(refused(&state, hide(1, 1000, 1000)), "no more than 1 may hide (R20)");
}

#[test]
fn r20_who_has_a_wall_at_his_back_is_not_behind_it() {
    let wall = "[[ground]]\nkind = \"wall\"\nline = [[10, 8], [20, 8]]\n";
    let state = set("A1 | bren-section | 24 30", "D1 | grenadiers | 40 3", wall, "", AMBUSH);
    assert!(is_allowed(&state, hide(0, 1500, 700)));
    assert!(refused(&state, hide(0, 1500, 900)).starts_with("H1 hides only in cover"), "before it");
}

#[test]
fn r20_who_is_past_the_end_of_a_wall_is_not_behind_it() {
    let wall = "[[ground]]\nkind = \"wall\"\nline = [[10, 8], [20, 8]]\n\n[[ground]]\nkind = \"hedge\"\nline = [[30, 3], [30, 9]]\n";
    let state = set("A1 | bren-section | 24 30", "D1 | grenadiers | 40 3", wall, "", AMBUSH);
    // Its base reaches from 20.4, not half an inch from the wall's end.
    assert!(refused(&state, hide(0, 2090, 750)).starts_with("H1 hides only in cover"));
    assert!(refused(&state, hide(0, 2050, 800)).starts_with("H1 hides only in cover"), "in line with it");
    assert!(is_allowed(&state, hide(0, 1950, 700)));
    assert!(is_allowed(&state, hide(0, 2900, 600)), "a hedge on the flank");
}

#[test]
fn r16_the_other_side_is_told_nothing() {
    let mut state = ambushed("A1 | bren-section | 24 30", "D1 | grenadiers | 40 3");
    let (step, asks) = (state.step, Elements::asks(&state));
    let lines = told(&mut state, hide(0, 2400, 1000), [], Eyes::Seat(Side::Attacker.seat()));
    assert!(lines.is_empty(), "{lines:?}");
    assert_eq!((state.step, Elements::asks(&state)), (step, asks));
    let seen = View::<Elements>::of(&state, Eyes::Spectator);
    assert_eq!(seen.state().ambush, Secret::Hidden);
    assert_eq!(Elements::position(&seen).pieces.len(), 2);
}

#[test]
fn r16_an_enemy_who_sees_it_reveals_it_at_4_and_may_stop_short() {
    // The wood's edge is at 11.5 and the gun reaches to 10.5: from 15 the mover is at 4 with its front edge at 14.5.
    let mut state = in_the_wood("A1 | sherman-75 | 24 22");
    let order = go(&state, 0, 2400, 1450);
    let lines = give(&mut state, order, []);
    assert!(holds(&lines, "H1 is seen"), "{lines:?}");
    assert_eq!(asked(&state), ("attacker", "go on, or stop short"));
    let there = state.unit(unit(0)).at;
    let gap = state.unit(unit(0)).base().gap(&state.unit(unit(2)).base());
    assert!((380..=400).contains(&gap), "{gap}");
    give(&mut state, Order::GoOn { stop: Some(0) }, []);
    assert_eq!(state.unit(unit(0)).at, there);
}

#[test]
fn r31_who_does_not_see_it_is_stopped_at_1() {
    // Behind the house nobody sees the team, until the section comes round the corner.
    let mut state = ambushed("A1 | bren-section | 14.5 13.5", "D1 | grenadiers | 40 3");
    give(&mut state, hide(1, 1000, 1000), []);
    give(&mut state, Order::Done, []);
    until(&mut state, "attacker", "move");
    // A house that one end stands in does not block, so it is seen at 4; in the open it would be found as well.
    let order = go(&state, 0, 1300, 1050);
    let lines = give(&mut state, order, []);
    assert!(holds(&lines, "H2 is seen"), "{lines:?}");
}

#[test]
fn r16_who_fires_is_seen_and_gets_the_next_number() {
    let mut state = ambushed("A1 | sherman-75 | 24 22", "D1 | grenadiers | 40 3");
    give(&mut state, hide(0, 2400, 1080), []);
    give(&mut state, Order::Done, []);
    until(&mut state, "attacker", "move");
    give(&mut state, Order::Done, []);
    until(&mut state, "defender", "fire");
    let hidden = UnitId(HIDING);
    let order = Order::Fire { unit: hidden, target: unit(0), weapon: Weapon::Ap };
    let lines = told(&mut state, order, [1], Eyes::Spectator);
    assert!(holds(&lines, "H1 is seen") && holds(&lines, "H1 fires AP at A1"), "{lines:?}");
    assert_eq!((state.units.len(), state.ambush.whole().len()), (3, 0));
}

#[test]
fn r27_a_die_is_thrown_whether_anybody_hides_or_not() {
    let support = "support = \"Guns | 25-pdr | 3\"";
    let attackers = "A1 | british-commander | 24 24\nA2 | bren-section | 30 30";
    let called = |slot: Option<u8>, face: u8| {
        let mut state = set(attackers, "D1 | grenadiers | 40 3", WOOD, support, AMBUSH);
        if let Some(slot) = slot {
            give(&mut state, hide(slot, 2400, 1080), []);
        }
        give(&mut state, Order::Done, []);
        let order = Order::Call { caller: unit(0), asset: 0, at: at(2400, 1150), smoke: None };
        told(&mut state, order, [10, 11, face], Eyes::Spectator)
    };
    // 5 + 4 - 3 - 2 is nothing, and nobody can tell the one from the other.
    assert_eq!(called(Some(0), 5), called(None, 5));
    assert!(holds(&called(Some(0), 20), "H1 is seen") && !holds(&called(None, 20), "is seen at"));
}

#[test]
fn r29_speculative_fire_hits_who_hides_within_1_of_the_spot() {
    let mut state = ambushed("A1 | vickers-mmg | 24 22", "D1 | grenadiers | 40 3");
    give(&mut state, hide(1, 2400, 1080), []);
    give(&mut state, Order::Done, []);
    assert_eq!(asked(&state), ("attacker", "fire"));
    // 20 + 5 - 3 - 4 for the guess - 2 for the wood is 16: suppressed.
    let lines = give(&mut state, Order::Guess { unit: unit(0), at: at(2400, 1150) }, [20]);
    assert!(holds(&lines, "H2 is seen") && holds(&lines, "H2 is suppressed"), "{lines:?}");
    let mut missed = ambushed("A1 | vickers-mmg | 24 22", "D1 | grenadiers | 40 3");
    give(&mut missed, Order::Done, []);
    let lines = give(&mut missed, Order::Guess { unit: unit(0), at: at(2400, 1150) }, [20]);
    assert!(!holds(&lines, "is seen at"), "{lines:?}");
}

#[test]
fn r20_who_decides_an_objective_from_hiding_is_revealed() {
    let house = "[[ground]]\nkind = \"house\"\nrectangle = { middle = [24, 18], width = 3, depth = 3 }\n";
    let ambush = "zone = 20\nhides = 1\nambush = 'H1 | panzerschreck'";
    let mut state = set("A1 | bren-section | 24 30", "D1 | grenadiers | 40 3", house, "", ambush);
    give(&mut state, hide(0, 2400, 1800), []);
    give(&mut state, Order::Done, []);
    until(&mut state, "defender", "move");
    let lines = told(&mut state, Order::Done, [], Eyes::Spectator);
    assert!(holds(&lines, "H1 is seen") && holds(&lines, "The defender holds the middle"), "{lines:?}");
}

#[test]
fn where_a_mover_ends_who_brushes_past_an_enemy_does_not_tell_whether_somebody_hides() {
    let attackers = "A1 | bren-section | 40 20";
    let ends = |hides: bool| {
        let mut state = ambushed(attackers, "D1 | grenadiers | 41.02 18 | 180");
        if hides {
            give(&mut state, hide(0, 2400, 1000), []);
        }
        give(&mut state, Order::Done, []);
        until(&mut state, "attacker", "move");
        let order = go(&state, 0, 4000, 1650);
        give(&mut state, order, []);
        state.unit(unit(0)).at
    };
    assert_eq!(ends(true), at(4000, 1650), "nobody was found, so the whole way was gone");
    assert_eq!(ends(false), ends(true));
}
