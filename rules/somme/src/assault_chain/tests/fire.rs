//! Defensive fire in the course of an assault: who goes back, and who is disrupted.

use super::*;

#[test]
fn r18_fire_drives_back_the_only_square() {
    // A fire roll of 6 is R against four factors, a 5 is D.
    assert_eq!(ended(&rehearsal(), &[1, 1, 1, 3, 3]), (Ending::Holds, 0, 0, 3));
    assert_eq!(ended(&rehearsal(), &[1, 1, 6, 2, 3]), (Ending::Holds, 0, 0, 2));
}

#[test]
fn r18_fire_drives_back_the_square_that_the_defender_chooses() {
    use Direction::{SouthWest, West};
    let plan =
        |fires_at| at_once(AssaultPlan { attackers: brigades(&[West, West, SouthWest]), fires_at, ..rehearsal() });
    // Fire 6: R. One brigade left: 2 - 4 - 2 is held to column -3, and 8 + 3 = 11 is ENG there. Two left: column -2,
    // and 11 is C; the regiment's 2 against 4 is column -2, where 8 is AR.
    assert_eq!(ended(&plan(SquarePolicy::Strongest), &[3, 3, 4, 4]), (Ending::Engaged, 0, 0, 3));
    assert_eq!(ended(&plan(SquarePolicy::Weakest), &[3, 3, 4, 4, 4, 4]), (Ending::DefenderRetreats, 0, 0, 3));
}

#[test]
fn r10_0_fire_that_disrupts_is_counted_by_the_units_it_sends_back() {
    use Direction::{SouthWest, West};
    let disrupted = |plan: &AssaultPlan, faces: &[u8]| told(plan, faces).attackers_disrupted;
    // 5 is D against four factors, 6 only R, 4 costs a step.
    let plan = at_once(rehearsal());
    assert_eq!(disrupted(&plan, &[2, 3]), 3);
    assert_eq!(disrupted(&plan, &[3, 3]), 0);
    // The assault goes on from the other square, 8 + 3 = 11 on column -3 being ENG.
    let two_squares = AssaultPlan { attackers: brigades(&[West, West, SouthWest]), ..plan };
    assert_eq!(disrupted(&two_squares, &[2, 3, 4, 4]), 2);
    let weakest = AssaultPlan { fires_at: SquarePolicy::Weakest, ..two_squares };
    assert_eq!(disrupted(&weakest, &[2, 3, 6, 6]), 1);
}

#[test]
fn r34_units_that_fire_drives_back_lose_nothing_on_their_way_whatever_is_behind_them() {
    let nearly_spent = Attacker { lost: 2, ..Attacker::default() };
    let plan = |attacker_retreat| {
        let attackers = vec![Attacker::default(), nearly_spent.clone()];
        at_once(AssaultPlan { attackers, attacker_retreat, ..rehearsal() })
    };
    for way_back in [WayBack::Open, WayBack::EnemyZoc, WayBack::Blocked] {
        let fought = told(&plan(way_back), &[2, 3]);
        assert_eq!((fought.attackers_disrupted, fought.attacker_lost), (2, 0));
    }
}

#[test]
fn r18_steps_fall_on_the_square_that_was_fired_at_and_no_other() {
    use Direction::{SouthWest, West};
    // One brigade with a step left in the south-west: of the two steps of a volley (2 against 6 factors) it loses one.
    let mut attackers = brigades(&[West, West, SouthWest]);
    attackers[2].lost = 2;
    let plan = at_once(AssaultPlan { attackers, fires_at: SquarePolicy::Weakest, ..rehearsal() });
    let loses_one = AssaultPlan { neighbour_fire: 4, ..plan };
    assert_eq!(
        told(&loses_one, &[1, 1, 1, 1]).attacker_lost,
        1 + 2 * 2,
        "one to the fire, then A2SR for the other two"
    );
}

#[test]
fn r10_0_the_chance_of_disrupted_attackers_is_that_of_a_d() {
    // Four factors: D on a 5, 4 of 36 ways. Each brigade goes over the top on 4 of 6, so 3, 2, 1 of them in 8, 12, 6
    // of 27 ways; all stand in one square.
    let odds = odds(&rehearsal());
    let chance = |units| odds.chance_that(|fought| fought.attackers_disrupted == units);
    let d = ratio(4, 36);
    assert_eq!([1, 2, 3].map(chance), [6, 12, 8].map(|ways| &d * ratio(ways, 27)));
    assert_eq!(odds.mean(|fought| fought.attackers_disrupted.into()), d * ratio(2, 1), "two brigades go on average");
}
