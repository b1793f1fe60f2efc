//! 7.0 and its rulings.

use super::*;
use crate::terrain::Terrain;

/// Two British brigades and a German regiment on open ground between Carnoy and Mametz, nobody else.
fn open_ground() -> Field {
    let mut field = Field::of("montauban");
    field.only(&["21 Brigade", "89 Brigade", "IR 62", "XIII Corps HQ"]);
    field.put("21 Brigade", "o21");
    field.put("89 Brigade", "n20");
    field.put("IR 62", "s26");
    field.put("XIII Corps HQ", "m20");
    field.step(Side::Allied, Step::Movement);
    field
}

fn moves(field: &Field, unit: &str, to: &[&str]) -> Order {
    Order::Move { unit: field.unit(unit), path: path(to) }
}

#[test]
fn r7_0_a_unit_spends_its_points_on_the_squares_it_enters() {
    let field = open_ground();
    // Four points: woods at o21 are left, clear squares cost 1 each, a diagonal 2.
    assert!(field.check(Side::Allied, &moves(&field, "21 Brigade", &["p21", "p20", "p19", "o19"])).is_ok());
    assert_eq!(field.refused(Side::Allied, &moves(&field, "21 Brigade", &["p20", "q19", "r20"])), "7.0:points");
    assert_eq!(field.refused(Side::Allied, &moves(&field, "21 Brigade", &["q21"])), "7.0:points", "not beside it");
    assert_eq!(
        field.refused(Side::Allied, &moves(&field, "21 Brigade", &["p21", "o21"])),
        "7.0:points",
        "no square twice"
    );
}

#[test]
fn r5_entering_a_zone_of_control_ends_movement_and_leaving_costs_a_point_more() {
    let mut field = open_ground();
    field.put("IR 62", "p19");
    assert_eq!(field.refused(Side::Allied, &moves(&field, "21 Brigade", &["o20", "n19"])), "R5", "o20 is beside p19");
    assert!(field.check(Side::Allied, &moves(&field, "21 Brigade", &["o20"])).is_ok());
    field.put("21 Brigade", "o20");
    assert_eq!(
        field.refused(Side::Allied, &moves(&field, "21 Brigade", &["o19"])),
        "R5",
        "from one straight into another"
    );
    // 1 for the square and 1 for leaving, 1 and 1 for the next two.
    assert!(field.check(Side::Allied, &moves(&field, "21 Brigade", &["n20", "m20", "m21"])).is_ok());
    assert_eq!(field.refused(Side::Allied, &moves(&field, "21 Brigade", &["n20", "m20", "m21", "m22"])), "7.0:points");
    let regiment = field.unit("IR 62");
    field.state.mark(regiment).put(Marks::DISRUPTED);
    assert!(field.check(Side::Allied, &moves(&field, "21 Brigade", &["o19"])).is_ok(), "the disrupted control nothing");
}

#[test]
fn r8_an_interdicted_square_costs_a_point_more_and_interdicts() {
    let mut field = open_ground();
    field.state.interdicted.allied.add(square("p21"));
    assert_eq!(field.refused(Side::Allied, &moves(&field, "21 Brigade", &["p21", "p20", "p19", "o19"])), "7.0:points");
    let order = moves(&field, "21 Brigade", &["p21"]);
    field.give(Side::Allied, order, &[]);
    assert!(field.state.is(field.unit("21 Brigade"), Marks::INTERDICTED));
}

#[test]
fn r32_the_stacking_limit_holds_at_the_end_of_a_move_and_friends_are_passed_through() {
    let mut field = Field::of("montauban");
    field.only(&["21 Brigade", "89 Brigade", "90 Brigade", "53 Brigade", "IR 62"]);
    for name in ["89 Brigade", "90 Brigade", "53 Brigade"] {
        field.put(name, "p21");
    }
    field.put("21 Brigade", "o21");
    field.put("IR 62", "s26");
    field.step(Side::Allied, Step::Movement);
    assert_eq!(field.refused(Side::Allied, &moves(&field, "21 Brigade", &["p21"])), "R32");
    assert!(field.check(Side::Allied, &moves(&field, "21 Brigade", &["p21", "p20"])).is_ok());
}

#[test]
fn r32_who_can_only_pass_through_a_full_square_can_move() {
    let mut field = Field::of("montauban");
    field.only(&["53 Brigade", "89 Brigade", "90 Brigade", "54 Brigade", "IR 62", "RIR 109"]);
    for name in ["89 Brigade", "90 Brigade", "54 Brigade"] {
        field.put(name, "o22");
    }
    // In n23 between two regiments all other neighbours are in zones of control.
    field.put("53 Brigade", "n23");
    let unit = field.unit("53 Brigade");
    field.step(Side::Allied, Step::Movement);
    assert!(field.check(Side::Allied, &moves(&field, "53 Brigade", &["o22", "p22"])).is_ok());
    assert!(super::super::movement_step::can_act(&field.state, unit));
}

#[test]
fn r31_an_empty_trench_that_a_regiment_covers_cannot_be_entered() {
    let mut field = Field::of("montauban");
    field.only(&["21 Brigade", "IR 62"]);
    field.put("21 Brigade", "p23");
    field.put("IR 62", "o25");
    field.step(Side::Allied, Step::Movement);
    assert_eq!(field.refused(Side::Allied, &moves(&field, "21 Brigade", &["p24"])), "R31");
    let regiment = field.unit("IR 62");
    field.state.mark(regiment).put(Marks::DISRUPTED);
    assert!(field.check(Side::Allied, &moves(&field, "21 Brigade", &["p24"])).is_ok(), "the disrupted cover nothing");
}

#[test]
fn r7_4_2_a_headquarters_changes_its_mode_instead_of_moving() {
    let mut field = open_ground();
    let hq = field.unit("XIII Corps HQ");
    field.give(Side::Allied, Order::SetMode { hq, mode: crate::headquarters::Mode::Supply }, &[]);
    assert_eq!(field.state.mode(hq), crate::headquarters::Mode::Supply);
    let order = moves(&field, "XIII Corps HQ", &["m21"]);
    assert_eq!(field.refused(Side::Allied, &order), "7.0");
}

#[test]
fn r12_an_hq_alone_is_lost_when_an_enemy_enters() {
    let mut field = open_ground();
    field.put("IR 62", "m22");
    field.step(Side::German, Step::Movement);
    field.put("XIII Corps HQ", "m21");
    let order = moves(&field, "IR 62", &["m21"]);
    // 11.2.1: on a 2 it is back next turn.
    let told = field.give(Side::German, order, &[2]);
    assert_eq!(
        told,
        ["IR 62 moves from m22 to Bronfay Farm (m21).", "XIII Corps HQ is lost: 5 points."],
        "as it happened"
    );
    let hq = field.unit("XIII Corps HQ");
    assert_eq!(field.state.unit(hq).at, Station::Waiting { turn: 2, at: square("k23") });
    assert_eq!(field.state.points.german, 10, "5 points, in halves");
    assert!(field.state.is(hq, Marks::DISRUPTED), "it comes back disrupted");
}

#[test]
fn a_stack_marches_as_near_as_each_of_it_can() {
    let mut field = open_ground();
    field.put("89 Brigade", "o21");
    let units = [field.unit("21 Brigade"), field.unit("89 Brigade")];
    let order =
        Order::March { group: Group::Stack(square("o21")), units: units.into_iter().collect(), to: square("q21") };
    let told = field.give(Side::Allied, order, &[]);
    assert!(told[0].contains("march towards"), "{told:?}");
    assert!(units.iter().all(|&unit| field.state.square(unit) == Some(square("q21"))));
    assert!(units.iter().all(|&unit| field.state.is(unit, Marks::MOVED)));
}

#[test]
fn a_corps_marches_towards_a_town_far_beyond_the_front() {
    let mut field = Field::of("big-push");
    field.give(Side::Allied, Order::Pass, &[]);
    field.step(Side::Allied, Step::Movement);
    let corps = field.state.unit(field.unit("XIII Corps HQ")).corps;
    let (group, flers) = (Group::Corps(corps), square("s29"));
    let ask = field.ask(Side::Allied);
    let picks = [group.pick(), Pick::Place(flers.place())];
    let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
    let towards = Somme::prompt(&view, &ask, &picks[..1]).unwrap();
    let offers = |pick: &Pick| towards.offers.holds(pick);
    assert!(offers(&picks[1]), "towns are shown, however far");
    let nowhere = Pick::Place(square("r28").place());
    assert!(!offers(&nowhere), "other squares that are far are not");
    assert!(Somme::prompt(&view, &ask, &[group.pick(), nowhere]).is_ok(), "but they can be named");
    let Some(Order::March { units, to, .. }) = Somme::prompt(&view, &ask, &picks).unwrap().order else {
        panic!("the march is whole")
    };
    assert_eq!(to, flers);
    assert!(units.len() > 2, "{units:?}");
    let far = |field: &Field, unit: UnitId| field.state.square(unit).unwrap().steps_to(flers);
    let before: Vec<u8> = units.iter().map(|&unit| far(&field, unit)).collect();
    field.give(Side::Allied, Order::March { group, units: units.clone(), to }, &[]);
    let nearer = units.iter().zip(&before).filter(|&(&unit, &before)| far(&field, unit) < before).count();
    assert!(nearer > 2, "{nearer} of {}", units.len());
}

#[test]
fn nobody_marches_towards_where_he_comes_no_nearer() {
    let mut field = open_ground();
    field.put("89 Brigade", "o21");
    let units = [field.unit("21 Brigade"), field.unit("89 Brigade")];
    let towards = |to: &str| Order::March {
        group: Group::Stack(square("o21")),
        units: units.into_iter().collect(),
        to: square(to),
    };
    assert!(field.check(Side::Allied, &towards("v29")).is_ok(), "the far corner");
    assert_eq!(field.refused(Side::Allied, &towards("o21")), "7.0", "they are there");
    assert_eq!(field.refused(Side::Allied, &towards("a42")), "R1", "beyond this map");
    // The straight way leads through a regiment; it is no reason to march round the whole battlefield, or to stay.
    field.put("IR 62", "o24");
    assert!(field.check(Side::Allied, &towards("o28")).is_ok());
    let order = towards("o28");
    field.give(Side::Allied, order, &[]);
    assert!(units.iter().all(|&unit| field.state.square(unit).unwrap().is_beside(square("o24"))));
}

#[test]
fn r30_a_division_in_range_of_another_headquarters_can_be_transferred() {
    let mut field = Field::of("big-push");
    field.give(Side::Allied, Order::Pass, &[]);
    field.step(Side::Allied, Step::Movement);
    let division = field.state.listed(field.unit("91 Brigade")).division;
    let corps = field.state.unit(field.unit("XIII Corps HQ")).corps;
    // The 7th lies in k23, l22 and m22; XIII Corps has its headquarters in m20 and commands to 5.
    field.give(Side::Allied, Order::Transfer { division, corps }, &[]);
    assert_eq!(field.state.unit(field.unit("91 Brigade")).corps, corps);
    let far = field.state.listed(field.unit("137 Brigade")).division;
    assert_eq!(field.refused(Side::Allied, &Order::Transfer { division: far, corps }), "R30");
}

#[test]
fn r37_an_engaged_square_may_only_break_off_at_the_loss_of_a_step() {
    let mut field = open_ground();
    field.put("IR 62", "p21");
    field.state.engaged.push((square("o21"), square("p21")));
    assert_eq!(field.refused(Side::Allied, &moves(&field, "21 Brigade", &["n21"])), "R21");
    let unit = field.unit("21 Brigade");
    field.give(Side::Allied, Order::BreakOff { unit }, &[]);
    assert_eq!(field.state.unit(unit).left, 2);
    assert!(!field.state.is_engaged(square("p21")));
    assert!(field.check(Side::Allied, &moves(&field, "21 Brigade", &["n21"])).is_ok());
}

#[test]
fn r3_reinforcements_that_find_no_room_wait_and_the_log_counts_them() {
    let mut field = Field::of("big-push");
    field.only(&[]);
    (field.state.active, field.state.turn) = (Side::German, 2);
    let due = |field: &Field| {
        let waits = |&unit: &UnitId| matches!(field.state.unit(unit).at, Station::Waiting { turn, .. } if turn <= 2);
        field.state.battle.side(Side::German).iter().copied().filter(waits).count()
    };
    let all = due(&field);
    // Allied brigades stand in all road squares of the German edge but one.
    let gates = field.state.battle.gates(Side::German).to_vec();
    let brigades: Vec<UnitId> = field.state.all().filter(|&unit| field.state.side(unit) == Side::Allied).collect();
    for (&unit, &gate) in brigades.iter().zip(&gates[1..]) {
        field.state.put(unit, gate);
    }
    let told = field.happens(&[], super::super::arrivals::arrive);
    let left = due(&field);
    assert!(left > 1 && left < all, "{left} of {all}");
    assert!(told[0].ends_with(&format!("; {left} others find no room and wait.")), "{told:?}");
    field.state.put(brigades[gates.len()], gates[0]);
    let told = field.happens(&[], super::super::arrivals::arrive);
    assert_eq!(told, [format!("{left} German units find no room and wait.")]);
    field.state.turn = 3;
    let panel = Somme::position(&View::<Somme>::of(&field.state, Eyes::Spectator)).panel;
    let coming = &panel.iter().find(|line| line.label == "German reinforcements").unwrap().value;
    assert!(coming.starts_with(&format!("{left} wait for room, ")) && coming.contains(" in turn 3, "), "{coming}");
}

#[test]
fn who_stays_when_a_group_marches_is_said_as_it_is() {
    let mut field = open_ground();
    let guns = field.put("XIII Corps field guns 1", "n20");
    let (front, rear) = (field.unit("21 Brigade"), field.unit("89 Brigade"));
    let stays = |field: &Field, unit| super::super::march::stays(&field.state, Side::Allied, unit);
    // Far from the enemy a brigade marches wherever it stands.
    assert_eq!([guns, front, rear].map(|unit| stays(&field, unit)), [Some("guns stay"), None, None]);
    field.put("IR 62", "p21");
    assert_eq!(stays(&field, front), Some("in an enemy zone of control"));
    // Who is disrupted, and the first of those who hold a captured trench; the others march.
    field.state.mark(rear).put(Marks::DISRUPTED);
    assert_eq!(stays(&field, rear), Some("disrupted"));
    let holders = ["90 Brigade", "53 Brigade"].map(|name| field.put(name, "n21"));
    field.put("IR 62", "t26");
    assert_eq!(holders.map(|unit| stays(&field, unit)), [None, None]);
    let holders = ["90 Brigade", "53 Brigade"].map(|name| field.put(name, "p24"));
    let told = holders.map(|unit| stays(&field, unit));
    assert_eq!(told.iter().filter(|stays| **stays == Some("holds what was taken")).count(), 1, "{told:?}");
}

#[test]
fn guns_that_are_told_to_march_do_not_go_where_the_enemy_touches_them() {
    let mut field = open_ground();
    let guns = field.put("XIII Corps field guns 1", "n20");
    field.put("IR 62", "n23");
    let mut reaches = super::super::reach::Reaches::of(&field.state, Side::Allied);
    let far = super::super::march::distances(&field.state, &reaches, &[guns], square("n23"));
    let (_, end) = super::super::march::marches(&field.state, &mut reaches, guns, &far).expect("it comes nearer");
    assert!(!field.state.in_zoc(end, Side::German), "{end}");
}

#[test]
fn who_cannot_move_is_told_why_when_he_is_picked() {
    let mut field = Field::of("montauban");
    field.step(Side::Allied, Step::Movement);
    let (brigade, enemy) = (field.unit("21 Brigade"), field.unit("IR 62"));
    field.state.mark(brigade).put(Marks::MOVED);
    let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
    let told = |unit| {
        let picks = [Pick::Piece(field.state.piece(unit))];
        Somme::prompt(&view, &field.ask(Side::Allied), &picks).expect_err("it is refused").sentence
    };
    assert_eq!(told(brigade), "21 Brigade has moved already in this phase");
    assert_eq!(told(enemy), "that unit is not one of the Allied player's");
}

#[test]
fn r7_1_what_is_entered_and_costs_nothing_is_told_with_the_price() {
    let field = Field::of("big-push");
    let brigade = field.unit("89 Brigade");
    let cited = |from: &str, to: &str| -> Vec<&str> {
        let lines = field.state.prices(brigade, square(from), &[square(to)]);
        lines.iter().map(|(_, rule)| rule.0).filter(|rule| rule.starts_with("7.1:")).collect()
    };
    // The Ancre between Hamel and Thiepval Wood; the bridge at Bray; Montauban on its ridge, by the railway.
    assert_eq!(cited("g31", "h31"), ["7.1:clear", "7.1:start-trench", "7.1:minor-river", "7.1:river-adds"]);
    assert_eq!(cited("l17", "l16")[..2], ["7.1:major-road", "7.1:somme"]);
    assert_eq!(cited("o26", "p25"), ["7.1:clear", "7.1:ridge", "7.1:town", "7.1:railroad"]);
    let map = field.state.battle.map();
    for (kind, rule) in [(Terrain::Railroad, "7.1:railroad"), (Terrain::Canal, "7.1:canal")] {
        let at = Square::all().find(|&at| map.crossed(at).any(|there| there == kind)).expect("the map has one");
        let from = at.neighbours().find(|(way, next)| map.cost(*next, way.back()).is_some()).expect("a way in").1;
        assert!(cited(&from.to_string(), &at.to_string()).contains(&rule), "{at}");
    }
}

#[test]
fn guns_and_units_called_by_their_men_are_spoken_of_as_several() {
    let field = Field::of("big-push");
    let says = |name: &str| field.say(&Event::Rallied { unit: field.unit(name), rallies: true });
    assert_eq!(says("90 Brigade"), "90 Brigade rallies.");
    assert_eq!(says("XIII Corps heavy guns"), "XIII Corps heavy guns rally.");
    assert_eq!(says("9e zouaves"), "9e zouaves rally.");
    assert_eq!(says("Chasseurs of the 153e DI"), "Chasseurs of the 153e DI rally.");
}

#[test]
fn a_neighbour_is_offered_at_the_price_of_the_cheapest_way() {
    let mut field = Field::of("montauban");
    field.step(Side::Allied, Step::Movement);
    let (hq, to) = (field.unit("XIII Corps HQ"), square("p22"));
    let (ask, view) = (field.ask(Side::Allied), View::<Somme>::of_seat(&field.state, Side::Allied.seat()));
    let picks = [Pick::Piece(field.state.piece(hq)), Pick::Place(to.place())];
    // Straight from Billon Wood into the corner it is 2 points; by the road at o22 it is 1 and a half.
    let direct = Order::Move { unit: hq, path: path(&["p22"]) };
    let costs = |order: &Order| Somme::preview(&view, &ask, order).notes[0].text.clone();
    assert_eq!(costs(&direct), "It costs 2 of 5 points.");
    let Some(order @ Order::Move { .. }) = Somme::prompt(&view, &ask, &picks).unwrap().order else {
        panic!("it moves")
    };
    assert_eq!(costs(&order), "It costs 1½ of 5 points.");
    assert!(field.check(Side::Allied, &direct).is_ok(), "whoever wants to go straight may");
    // 55 Brigade at o23 comes to p22 by the road at q22 for 2 and a half, and straight for 3; not through an interdict.
    let picks = [Pick::Piece(field.state.piece(field.unit("55 Brigade"))), picks[1].clone()];
    let steps = |field: &Field| {
        let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
        let Some(Order::Move { path, .. }) = Somme::prompt(&view, &ask, &picks).unwrap().order else {
            panic!("it moves")
        };
        path.len()
    };
    assert_eq!(steps(&field), 2);
    for name in ["o22", "q22", "p23", "q23"] {
        field.state.interdicted.allied.add(square(name));
    }
    assert_eq!(steps(&field), 1);
}

#[test]
fn r7_0_a_square_that_is_too_far_is_refused_with_what_it_would_cost() {
    let mut field = Field::of("montauban");
    field.step(Side::Allied, Step::Movement);
    let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
    let brigade = field.unit("27 Brigade");
    let refusal = |to: &str| {
        let picks = [Pick::Piece(field.state.piece(brigade)), Pick::Place(square(to).place())];
        let order = Somme::prompt(&view, &field.ask(Side::Allied), &picks).map(|prompt| prompt.order);
        order.expect_err("it is refused").to_string()
    };
    assert!(refusal("r22").contains("the unit has 4 points"), "{}", refusal("r22"));
    assert!(refusal("o24").contains("there are enemies in o24"), "{}", refusal("o24"));
    assert!(refusal("n24").contains("an enemy trench that a regiment beside it covers"), "{}", refusal("n24"));
}
