use super::*;
use crate::troops::{Cover, Formation};
use crate::weapons::Weapon;

const FIRE: Order = Order::Fire { squad: SquadId(0), weapon: Weapon::Rifle, target: SquadId(1), figures: 0 };

fn facing(y: i64, more: &str, defenders: &str) -> State {
    let mut state = action(
        "A1 | infantry | average | 24 24 | 0 | men 8",
        &format!("D1 | infantry | average | 24 {y} | 180 | {defenders}"),
        more,
    );
    to_moves(&mut state);
    to_fire(&mut state);
    state
}

#[test]
fn sequence_d_fire_is_written_in_secret_and_thrown_together() {
    let mut state = facing(12, "", "men 8");
    give(&mut state, A, FIRE, []);
    let seen = View::<Figures>::of_seat(&state, D.seat());
    assert!(seen.state().plan(A).fire.is_empty(), "the other side does not see it");
    give(&mut state, D, Order::Fire { squad: SquadId(1), weapon: Weapon::Rifle, target: SquadId(0), figures: 0 }, []);
    give(&mut state, A, Order::Ready, []);
    // 8 rifles at 12 inches, aimed: 4 + 1 is table 5. A 6 under 8 figures is 1, and the D10 finds no specialist. Both are first
    // under fire and test: 8 + 1 leader - 1 casualty - 1 under fire = 7.
    assert_eq!(crate::casualties::read(5, 8, 6).casualties, 1);
    let told = give(&mut state, D, Order::Ready, [6, 1, 6, 1, 7, 7]);
    assert!(
        told.contains(&"A1 fires 8 rifles at D1.".to_owned()) && told.contains(&"D1 passes its test.".to_owned()),
        "{told:?}"
    );
    assert_eq!(state.turn, 2);
}

#[test]
fn sequence_d_who_plainly_cannot_fire_is_not_asked() {
    let mut state = facing(11, "night = true", "men 8");
    assert_eq!((state.turn, state.phase), (2, Phase::Plot), "nobody sees anybody, so the move is over");
    state.unseen[D] = 1;
    assert!(allot::is_plainly_silent(&state, A));
    assert!(!allot::is_plainly_silent(&state, D), "a hidden sniper might fire");
}

#[test]
fn r6_fire_is_aimed_if_the_squad_did_not_move_and_the_best_cover_counts() {
    let ground = "[[ground]]\nkind = \"wall\"\nline = [[15, 13], [33, 13]]";
    let mut state = facing(12, ground, "men 8");
    let aim = state.fire_at(squad(0), Weapon::Rifle, squad(1)).expect("in sight");
    assert_eq!((aim.aimed, aim.cover, aim.range, aim.figures), (true, Cover::HardCover, 12, 8));
    state.squads[0].deeds.moved = true;
    assert!(!state.fire_at(squad(0), Weapon::Rifle, squad(1)).expect("in sight").aimed);
    state.worn.fill(4);
    assert_eq!(
        state.fire_at(squad(0), Weapon::Rifle, squad(1)).expect("in sight").cover,
        Cover::NoCover,
        "the wall is gone"
    );
}

#[test]
fn r4_a_squad_splits_its_rifles_once_into_parts_of_4_or_more() {
    let mut state = action(
        "A1 | infantry | average | 24 24 | 0 | men 8",
        "D1 | infantry | average | 18 12 | 180 | men 6\nD2 | infantry | average | 30 12 | 180 | men 6",
        "",
    );
    to_moves(&mut state);
    to_fire(&mut state);
    let fire = |target, figures| Order::Fire { squad: squad(0), weapon: Weapon::Rifle, target: squad(target), figures };
    assert!(refused(&state, A, fire(1, 3)).contains("each part has 4 figures or more"));
    assert!(refused(&state, A, fire(1, 5)).contains("each part has 4 figures or more"), "only 3 would be left");
    give(&mut state, A, fire(1, 4), []);
    assert!(refused(&state, A, fire(1, 0)).contains("written already"), "the rest fires elsewhere");
    give(&mut state, A, fire(2, 0), []);
    assert!(refused(&state, A, fire(2, 0)).contains("written already"));
    give(&mut state, A, Order::Cease { squad: squad(0) }, []);
    assert!(state.plan(A).fire.is_empty());
}

#[test]
fn r5_nobody_fires_through_friends_or_into_a_melee_and_only_at_what_is_in_arc() {
    let mut state = action(
        "A1 | infantry | average | 24 24 | 0 | men 8\nA2 | infantry | average | 24 20 | 0 | men 4",
        "D1 | infantry | average | 24 12 | 180 | men 8\nD2 | infantry | average | 44 24 | 180 | men 4",
        "",
    );
    to_moves(&mut state);
    to_fire(&mut state);
    let fire = |target| Order::Fire { squad: squad(0), weapon: Weapon::Rifle, target: squad(target), figures: 0 };
    assert!(refused(&state, A, fire(2)).contains("friends of A1 stand within 2 inches"));
    assert!(refused(&state, A, fire(3)).contains("in range and in arc (R5)"));
}

#[test]
fn r35_an_enemy_of_4_figures_within_6_inches_must_be_fired_at() {
    let mut state = action(
        "A1 | infantry | average | 24 24 | 0 | men 8",
        "D1 | infantry | average | 24 19 | 180 | men 4\nD2 | infantry | average | 24 10 | 180 | men 8",
        "",
    );
    to_moves(&mut state);
    to_fire(&mut state);
    let fire = Order::Fire { squad: squad(0), weapon: Weapon::Rifle, target: squad(2), figures: 0 };
    assert!(refused(&state, A, fire).ends_with("(R35)"));
}

#[test]
fn r5_by_night_nobody_sees_further_than_12_inches() {
    let state = facing(11, "night = true", "men 8");
    let refusal = state.aim(squad(0), Weapon::Rifle, squad(1), 0).err().expect("it is too dark");
    assert!(refusal.sentence.contains("in sight"), "{refusal}");
    let state = facing(13, "night = true", "men 8");
    assert!(state.fire_at(squad(0), Weapon::Rifle, squad(1)).is_some());
}

#[test]
fn r49_men_in_a_house_fire_to_any_side_and_half_of_them_through_one() {
    let ground =
        "[[ground]]\nkind = \"medium-brick-building\"\nrectangle = { middle = [24, 24], width = 6, depth = 4 }";
    let mut state = action(
        "A1 | infantry | average | 24 24 | 180 | men 8",
        "D1 | infantry | average | 24 10 | 180 | men 8",
        ground,
    );
    to_moves(&mut state);
    to_fire(&mut state);
    let fire = state.fire_at(squad(0), Weapon::Rifle, squad(1)).expect("it faces away, but sees to all sides");
    assert_eq!(fire.figures, 4);
    assert_eq!(state.cover_of(squad(0), None), Cover::HardCover);
    assert_eq!(state.formation_of(squad(0), Cover::HardCover), Formation::Line, "R32 men in a house count as line");
}

#[test]
fn r7_the_owner_names_the_specialist_who_is_lost() {
    let mut state = action(
        "A1 | infantry | average | 24 24 | 0 | men 8",
        "D1 | infantry | average | 24 20 | 180 | men 8, officer, lmg",
        "",
    );
    to_moves(&mut state);
    to_fire(&mut state);
    give(&mut state, A, FIRE, []);
    give(&mut state, A, Order::Ready, []);
    // 8 rifles at 4 inches, aimed, is table 8: 2 casualties on a 1, and a 9 hits a specialist.
    assert_eq!(crate::casualties::read(8, 8, 1).casualties, 2);
    give(&mut state, D, Order::Ready, [1, 9]);
    assert_eq!((asked(&state, A), asked(&state, D)), (None, Some(questions::NAME)));
    // He names the officer, who is number 2 of the squad; then D1 tests on 8 + 1 - 2 - 1 = 6.
    let told = give(&mut state, D, Order::Name { man: 1 }, [6]);
    assert!(told[0].starts_with("D1 loses 1 man, the officer"), "{told:?}");
    assert_eq!(points(&state, A), 3 + 1, "a leader scores 3 (R19)");
}

#[test]
fn firing_grenades_are_thrown_6_inches_by_men_who_have_one() {
    let mut state = facing(19, "", "men 8");
    let throw = |y, grenades| Order::Throw { squad: squad(0), at: at(24, y), grenades };
    assert!(refused(&state, A, throw(10, 1)).contains("within 6 inches"));
    give(&mut state, A, throw(19, 1), []);
    give(&mut state, A, Order::Ready, []);
    let before: u8 = state.figures[..8].iter().map(|man| man.grenades).sum();
    // A 2 goes astray; the burst catches whom it catches.
    let ask = ask(&state, D);
    let legal = View::<Figures>::of_seat(&state, D.seat()).check(&ask, Order::Ready).map_err(|_| ()).unwrap();
    apply(&mut state, &legal, &mut OneStream(&mut kernel::dice::Seeded::new(5)), None);
    assert_eq!(state.figures[..8].iter().map(|man| man.grenades).sum::<u8>(), before - 1);
}

#[test]
fn r17_small_arms_cost_a_closed_crew_2_men_at_most() {
    let mut state = action("A1 | infantry | average | 24 24 | 0 | men 10", "D1 | a7v | average | 24 20 | 180", "");
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [5, 2]);
    give(&mut state, A, Order::Choose { first: true }, [4]);
    to_fire(&mut state);
    give(&mut state, A, Order::Fire { squad: squad(0), weapon: Weapon::Rifle, target: squad(1), figures: 0 }, []);
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [1]);
    assert_eq!(state.strength(squad(1)), 18 - 2);
}

#[test]
fn r34_fire_that_is_written_is_thrown_whatever_befalls_the_target_in_the_same_phase() {
    let mut state = action(
        "A1 | infantry | elite | 18 16 | 0 | men 10\nA2 | infantry | elite | 30 16 | 0 | men 10",
        "D1 | infantry | average | 24 12 | 180 | men 1\nD2 | infantry | average | 6 3 | 180 | men 4",
        "",
    );
    to_moves(&mut state);
    to_fire(&mut state);
    for number in [0, 1] {
        let fire = Order::Fire { squad: squad(number), weapon: Weapon::Rifle, target: squad(2), figures: 0 };
        give(&mut state, A, fire, []);
    }
    give(&mut state, D, Order::Ready, []);
    // The first volley kills the only man, and the second is thrown all the same.
    let told = give(&mut state, A, Order::Ready, [1, 1]);
    let fires = told.iter().filter(|line| line.contains(" rifles at D1")).count();
    assert_eq!((fires, state.is_here(squad(2))), (2, false), "{told:?}");
}

#[test]
fn r5_only_figures_in_range_count() {
    // A pistol reaches 9 inches, a rifle 60.
    let mut state = action(
        "A1 | infantry | average | 24 24 | 0 | men 4, officer",
        "D1 | infantry | average | 24 13 | 180 | men 8",
        "",
    );
    to_moves(&mut state);
    to_fire(&mut state);
    let fire = |weapon| Order::Fire { squad: squad(0), weapon, target: squad(1), figures: 0 };
    assert!(refused(&state, A, fire(Weapon::Pistol)).contains("has no factor there"));
    assert!(state.fire_at(squad(0), Weapon::Rifle, squad(1)).is_some());
}

#[test]
fn r30_men_who_keep_down_fire_only_at_enemies_within_3_inches() {
    let ground = "[[ground]]\nkind = \"trench\"\nline = [[14, 24], [34, 24]]\nwidth = 1";
    let mut state = facing(18, ground, "men 8");
    state.squads[0].posture = Posture::Down;
    assert!(refused(&state, A, FIRE).contains("only at enemies within 3 inches (R30)"));
}

#[test]
fn r17_the_owner_names_the_gun_that_a_direct_hit_knocks_out() {
    let mut state = action(
        "A1 | mark-iv-male | average | 24 24 | 0",
        "D1 | medium-gun | average | 24 6 | 180\nD2 | infantry | average | 6 3 | 180 | men 4",
        "",
    );
    give(&mut state, D, Order::Ready, []);
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [5, 2]);
    give(&mut state, A, Order::Choose { first: true }, [4]);
    to_fire(&mut state);
    give(&mut state, D, Order::Lay { squad: squad(1), at: Mark::Squad(squad(0)) }, []);
    give(&mut state, D, Order::Ready, []);
    // An 8 and 1 for direct fire hit; a 6 knocks out a gun; a 6 for the crew.
    give(&mut state, A, Order::Ready, [8, 6, 6]);
    assert_eq!((asked(&state, A), asked(&state, D)), (Some(questions::GUN), None));
    assert!(refused(&state, A, Order::Knock { weapon: Weapon::Hmg }).contains("a weapon that the vehicle still has"));
    give(&mut state, A, Order::Knock { weapon: Weapon::Lmg }, []);
    assert_eq!(state.mounted(squad(0)).map(|(_, _, number)| number).collect::<Vec<_>>(), [2, 2]);
}

#[test]
fn r8_men_who_throw_do_not_fire_and_riflemen_throw_first() {
    let mut state = facing(19, "", "men 8");
    // Two of the men serve a machine gun, and one is an NCO.
    for man in [1, 2] {
        state.figures[man].role = Role::LmgGunner;
    }
    let point = at(24, 19);
    let throwers = state.throwers(squad(0), point);
    let roles: Vec<Role> = throwers.iter().map(|man| state.figures[*man].role).collect();
    assert!(roles.is_sorted() && roles.last() == Some(&Role::LmgGunner), "{roles:?}");
    let rifles = roles.iter().filter(|role| role.weapon() == Some(Weapon::Rifle)).count() as u8;
    let fired = |state: &State, weapon: Weapon, grenades: u8| {
        let mut state = state.clone();
        give(&mut state, A, Order::Throw { squad: squad(0), at: point, grenades }, []);
        give(&mut state, A, Order::Fire { squad: squad(0), weapon, target: squad(1), figures: 0 }, []);
        give(&mut state, A, Order::Ready, []);
        let ask = ask(&state, D);
        let legal = View::<Figures>::of_seat(&state, D.seat()).check(&ask, Order::Ready).expect("ready");
        let mut record = Record::default();
        apply(&mut state, &legal, &mut OneStream(&mut kernel::dice::Seeded::new(5)), Some(&mut record));
        record.lines.iter().any(|line| matches!(line, Line::Event { event: Event::Fires { .. }, .. }))
    };
    assert!(fired(&state, Weapon::Rifle, 2) && fired(&state, Weapon::Lmg, rifles.min(6)));
    for man in 3..8 {
        state.figures[man].alive = false;
    }
    state.figures[0].alive = false;
    assert!(!fired(&state, Weapon::Lmg, 2), "both gunners throw");
    assert!(fired(&state, Weapon::Lmg, 1), "one is left at the gun");
}

#[test]
fn r5_the_rule_of_6_inches_holds_all_round_a_tank() {
    let defenders = "D1 | infantry | average | 24 26 | 0 | men 8\nD2 | infantry | average | 24 6 | 180 | men 8";
    let mut state = action("A1 | mark-iv-female | average | 24 20 | 0", defenders, "");
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [5, 2]);
    give(&mut state, A, Order::Choose { first: true }, [4]);
    to_fire(&mut state);
    let fire = |target: u8| Order::Fire { squad: squad(0), weapon: Weapon::Lmg, target: squad(target), figures: 5 };
    assert!(refused(&state, A, fire(2)).contains("D1 is within 6 inches of A1, and must be fired at (R35)"));
    give(&mut state, A, fire(1), []);
}

#[test]
fn firing_grenades_a_burst_is_one_throw_and_reaches_nobody_outside_it() {
    let mut state =
        action("A1 | infantry | average | 24 22 | 0 | men 6", "D1 | infantry | average | 24 18 | 180 | men 6", "");
    to_moves(&mut state);
    to_fire(&mut state);
    let mark = spots(&state, 1)[5];
    give(&mut state, A, Order::Throw { squad: squad(0), at: mark, grenades: 2 }, []);
    give(&mut state, A, Order::Ready, []);
    // Both fall where they are aimed and catch one man. The first kills him, so nobody is left for the second.
    let told = give(&mut state, D, Order::Ready, [9, 1, 9, 1]);
    assert_eq!(told.iter().filter(|line| line.contains("1 man in the burst")).count(), 1, "{told:?}");
    assert_eq!(state.strength(squad(1)), 5);
}

#[test]
fn r35_a_gun_fires_over_friends_but_at_an_enemy_within_6_inches_first() {
    let gun = "A1 | medium-gun | average | 24 30 | 0";
    let state = |attackers: &str, defenders: &str| {
        let mut state = action(attackers, defenders, "");
        give(&mut state, A, Order::Ready, []);
        to_moves(&mut state);
        to_fire(&mut state);
        state
    };
    let far = "D1 | infantry | average | 24 9 | 180 | men 6";
    let friends = state(&format!("{gun}\nA2 | infantry | average | 24 20 | 0 | men 6"), far);
    assert!(friends.check_lay(squad(0), Mark::Squad(squad(2))).is_ok());
    let near = state(gun, &format!("{far}\nD2 | infantry | average | 24 25 | 180 | men 6"));
    let lay = Order::Lay { squad: squad(0), at: Mark::Squad(squad(1)) };
    assert!(refused(&near, A, lay).contains("D2 is within 6 inches of A1, and must be fired at (R35)"));
}

#[test]
fn r11_fire_on_a_table_below_1_is_no_throw_and_brings_nobody_under_fire() {
    let ground = "[[ground]]\nkind = \"trench\"\nline = [[14, 12], [34, 12]]\nwidth = 1";
    let attackers = "A1 | leader | average | 24 20 | 0\nA2 | infantry | average | 40 33 | 0 | men 4";
    let mut state = action(attackers, "D1 | infantry | average | 24 12 | 180 | men 4", ground);
    to_moves(&mut state);
    to_fire(&mut state);
    // A pistol at 9 inches is table 1, aimed 2, and hard cover takes 2.
    give(&mut state, A, Order::Fire { squad: squad(0), weapon: Weapon::Pistol, target: squad(2), figures: 0 }, []);
    give(&mut state, A, Order::Ready, []);
    let told = give(&mut state, D, Order::Ready, []);
    assert!(told.iter().any(|line| line.contains("the table is below 1")), "{told:?}");
    assert!(!state.squad(squad(2)).blooded && state.turn == 2);
}

#[test]
fn r34_what_several_guns_of_a_tank_cost_is_one_loss() {
    let squads = ["A1 | mark-iv-female | average | 24 24 | 0", "D1 | hmg | average | 24 12 | 180"];
    let mut state = action(squads[0], squads[1], "");
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [5, 2]);
    give(&mut state, A, Order::Choose { first: true }, [3]);
    to_fire(&mut state);
    give(&mut state, A, Order::Fire { squad: squad(0), weapon: Weapon::Lmg, target: squad(1), figures: 5 }, []);
    give(&mut state, A, Order::Ready, []);
    // Five throws at 12 inches on table 6: each 1 under 8 figures costs 2, so 10 hits find a crew of 3.
    assert_eq!(crate::casualties::read(6, 8, 1).casualties, 2);
    let told = give(&mut state, D, Order::Ready, [1, 1, 1, 1, 1]);
    assert!(told.contains(&"A1 fires 5 light machine guns at D1.".to_owned()), "{told:?}");
    let losses: Vec<&String> =
        told.iter().filter(|line| line.starts_with("D1 loses") || line.contains("hit")).collect();
    let expected =
        ["D1 loses 3 men; nobody is left.", "D1 takes 7 more hits at the same moment, on men who have fallen already."];
    assert_eq!(losses, expected);
}
