//! R22, R38, R39, R40, R42: what seldom happens, and must be right when it does.

use super::*;
use crate::units::Kind;

/// A British brigade in p23 and a French regiment in q23 against the Bavarian regiment in p24, command in p21.
pub(super) fn allies() -> (Field, UnitId, UnitId) {
    let mut field = Field::of("big-push");
    let nation = |unit: UnitId| (field.state.nation(unit), field.state.kind(unit));
    let french =
        field.state.all().find(|&unit| nation(unit) == (crate::units::Nation::French, Some(Kind::Infantry))).unwrap();
    let french = field.state.name(french).to_owned();
    field.only(&["89 Brigade", "Bav RIR 6", "XIII Corps HQ", &french]);
    field.state.left_to_place = 0;
    let british = field.put("89 Brigade", "p23");
    let french = field.put(&french, "q23");
    field.put("Bav RIR 6", "p24");
    field.put("XIII Corps HQ", "p21");
    field.step(Side::Allied, Step::Commit);
    (field, british, french)
}

/// Both are declared and go over the top; this is the coordination roll, and what comes after it.
fn together(field: &mut Field, units: [UnitId; 2], faces: &[u8]) -> Vec<String> {
    let mut units = Units::from_slice(&units);
    units.sort_unstable();
    field.give(Side::Allied, Order::Assault { target: square("p24"), units, close: Units::new() }, &[]);
    let all: Vec<u8> = [1, 1].into_iter().chain(faces.iter().copied()).collect();
    field.give(Side::Allied, Order::Pass, &all)
}

#[test]
fn r42_on_a_6_all_take_part_and_no_roll_says_who_advances() {
    let (mut field, british, french) = allies();
    // After the 6 the command center rolls 1-1, and plans of attack add 2.
    field.state.attack_planning = false;
    let told = together(&mut field, [british, french], &[6, 1, 1]);
    assert!(told.iter().any(|line| line.contains("the Allied player chooses who advances")), "{told:?}");
    assert_eq!((field.state.fights[0].units.len(), field.state.fights[0].advances), (2, None));
}

#[test]
fn r22_who_is_not_coordinated_goes_back_to_where_movement_found_it() {
    let (mut field, british, french) = allies();
    field.state.unit_mut(french).began = Some(square("q22"));
    field.state.attack_planning = false;
    together(&mut field, [british, french], &[1]);
    // The odds of the assault stand beside each of the two.
    let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
    let of = |unit| {
        let keep = Order::Keep { units: Units::from_slice(&[unit]) };
        Somme::preview(&view, &field.ask(Side::Allied), &keep).tests.remove(0).odds
    };
    assert_ne!(format!("{:?}", of(british).outcomes), format!("{:?}", of(french).outcomes), "3 attacks better than 2");
    field.give(Side::Allied, Order::Keep { units: Units::from_slice(&[british]) }, &[1, 1, 6, 6, 1, 1]);
    assert_eq!(field.state.square(french), Some(square("q22")));
    assert_eq!(field.state.unit(french).left, field.state.ratings(french).steps, "it has no part in what follows");
}

#[test]
fn r22_where_that_square_is_full_it_stays_and_is_none_the_worse() {
    let (mut field, british, french) = allies();
    field.state.unit_mut(french).began = Some(square("q22"));
    for name in ["21 Brigade", "90 Brigade", "53 Brigade"] {
        field.put(name, "q22");
    }
    field.state.attack_planning = false;
    together(&mut field, [british, french], &[1]);
    field.give(Side::Allied, Order::Keep { units: Units::from_slice(&[british]) }, &[1, 1, 6, 6, 1, 1]);
    assert_eq!(field.state.square(french), Some(square("q23")));
    assert!(!field.state.is(french, Marks::DISRUPTED));
}

/// The British brigade has broken through into p24, which is empty.
fn broken_through() -> (Field, UnitId) {
    let (mut field, british, french) = allies();
    field.state.take(french, Station::Lost);
    field.put("Bav RIR 6", "r26");
    field.state.step = Step::Assaults;
    let mut fight =
        Fight::of(Side::Allied, square("p24"), Units::from_slice(&[british]), Units::new(), Occasion::First);
    fight.stage = Stage::Done;
    field.state.fights.push(fight);
    field.state.frames.push(Frame::Advance { fight: 0, through: true, gone: Units::new() });
    (field, british)
}

#[test]
fn r38_a_breakthrough_goes_two_squares_on_but_not_through_enemies_nor_into_a_full_square() {
    let (mut field, british) = broken_through();
    let go = |names: &[&str]| Order::Exploit { unit: british, path: path(names) };
    assert!(field.check(Side::Allied, &go(&["p24", "p25", "q26"])).is_ok());
    assert_eq!(field.refused(Side::Allied, &go(&["p24", "p25", "q26", "q27"])), "R21");
    assert_eq!(field.refused(Side::Allied, &go(&["p24", "q25", "r26"])), "R38", "enemies are there");
    for name in ["21 Brigade", "90 Brigade", "53 Brigade"] {
        field.put(name, "p25");
    }
    assert_eq!(field.refused(Side::Allied, &go(&["p24", "p25"])), "R38", "there is no room");
    assert!(field.check(Side::Allied, &go(&["p24", "p25", "q26"])).is_ok(), "friends are passed through");
}

#[test]
fn r38_a_breakthrough_crosses_no_river_but_at_a_major_road() {
    let field = Field::of("big-push");
    let map = field.state.battle.map();
    let passes = super::super::advance_step::passes;
    let mut met = [0, 0];
    for from in Square::all() {
        for (way, to) in from.neighbours() {
            let link = map.link(from, way);
            if link.river.is_some() && field.state.is_open(to) && field.state.side_at(to) != Some(Side::German) {
                let road = link.road == Some(crate::terrain::Terrain::MajorRoad);
                assert_eq!(passes(&field.state, Side::Allied, from, to), road, "{from} to {to}");
                met[usize::from(road)] += 1;
            }
        }
    }
    assert!(met[0] > 20 && met[1] > 0, "{met:?}");
}

#[test]
fn r39_between_full_squares_a_unit_stops_in_the_second_and_the_excess_is_lost_with_the_movement() {
    let mut field = Field::of("montauban");
    field.only(&["21 Brigade", "89 Brigade", "90 Brigade", "Bav RIR 6"]);
    field.put("Bav RIR 6", "t26");
    // All ways back of p23 are full, and so is what lies behind them.
    let is_own = |unit: &UnitId| field.state.side(*unit) == Side::Allied && !field.state.is_hq(*unit);
    let mut free = field.state.all().filter(is_own).collect::<Vec<UnitId>>().into_iter();
    let mut full = Vec::new();
    for name in ["o24", "o23", "o22", "n23"] {
        let three: Vec<UnitId> = free.by_ref().take(3).collect();
        full.push((square(name), three));
    }
    for (at, three) in &full {
        for &unit in three {
            field.state.put(unit, *at);
        }
    }
    let last = free.next().unwrap();
    field.state.put(last, square("p23"));
    let backs = field.state.backs(Side::Allied, false, square("p23"));
    let behind = backs.iter().find(|back| back.to == square("n23")).expect("n23 lies behind");
    assert!(behind.crowded && backs.iter().any(|back| !back.crowded), "{backs:?}");
    // It stopped there. The movement ends, and one of the four is one too many.
    field.state.put(last, square("n23"));
    field.state.mark(last).put(Marks::CROWDED);
    field.step(Side::Allied, Step::Movement);
    let told = field.give(Side::Allied, Order::Pass, &[]);
    assert!(told.iter().any(|line| line.contains("There is no room for")), "{told:?}");
    assert_eq!(field.state.units_in(square("n23")).count(), 3);
}

#[test]
fn r40_a_headquarters_shares_the_retreat_of_its_square_and_loses_nothing() {
    let (mut field, british, french) = allies();
    let hq = field.unit("XIV Reserve Corps HQ");
    field.state.put(hq, square("p24"));
    field.state.attack_planning = false;
    // Coordinated; nothing from the command center; the fire without effect. 5 - 4 = 1, start trench 2 left: column -1,
    // command near +1: 12 + 1 = 13 is DR.
    together(&mut field, [british, french], &[6, 1, 1]);
    let mut faces = vec![6, 6, 6, 6];
    while let Some(ask) = Somme::asks(&field.state).into_iter().find(|ask| ask.seat == Side::German.seat()) {
        let order = Somme::sample(&View::<Somme>::of_seat(&field.state, ask.seat), &ask, &mut Seeded::new(3));
        field.give(Side::German, order, &std::mem::take(&mut faces));
    }
    let at = field.state.square(hq).expect("the headquarters is not lost");
    assert!(at != square("p24") && at.is_beside(square("p24")), "{at}");
    assert_ne!(field.state.square(field.unit("Bav RIR 6")), Some(square("p24")));
    assert_eq!(field.state.points.allied, 0, "neither a step nor a headquarters");
}

/// The square was assaulted once in this phase, and a second attack of both is declared; both go over the top.
fn again(field: &mut Field, units: [UnitId; 2], faces: &[u8]) -> Vec<String> {
    let mut first = Fight::of(Side::Allied, square("p24"), Units::new(), Units::new(), Occasion::First);
    first.stage = Stage::Done;
    field.state.fights.push(first);
    field.state.resources.second_attacks = 1;
    field.put("XX Corps HQ", "q21");
    field.step(Side::Allied, Step::Assaults);
    let mut units = Units::from_slice(&units);
    units.sort_unstable();
    let all: Vec<u8> = [1, 1].into_iter().chain(faces.iter().copied()).collect();
    field.give(Side::Allied, Order::AttackAgain { target: square("p24"), units, close: Units::new() }, &all)
}

#[test]
fn r22_a_second_attack_of_british_and_french_is_coordinated_like_a_first() {
    let (mut field, british, french) = allies();
    again(&mut field, [british, french], &[1]);
    assert_eq!(field.ask(Side::Allied).question, "choose who stays");
}

#[test]
fn r22_one_roll_of_the_phase_coordinates_second_attacks_too() {
    let (mut field, british, french) = allies();
    let advances = Some(crate::units::Nation::French);
    field.state.coordinated = Some(Coordinated { joins: Joins::OfEach(1), advances });
    // Only who goes over the top is rolled for.
    again(&mut field, [british, french], &[]);
    assert_eq!(field.ask(Side::Allied).question, "choose who stays");
    assert_eq!(field.state.fights[1].advances, advances);
}

#[test]
fn r39_who_cannot_leave_a_crowded_square_is_asked_all_the_same() {
    let mut field = Field::of("montauban");
    field.only(&["21 Brigade", "89 Brigade", "90 Brigade", "53 Brigade"]);
    for name in ["21 Brigade", "89 Brigade", "90 Brigade", "53 Brigade"] {
        let unit = field.put(name, "p23");
        field.state.mark(unit).put(Marks::CROWDED.and(Marks::MOVED));
    }
    field.step(Side::Allied, Step::Movement);
    assert!(super::super::movement_step::is_open(&field.state));
    let told = field.give(Side::Allied, Order::Pass, &[]);
    assert!(told[0].starts_with("There is no room for"), "{told:?}");
}

#[test]
fn r21_each_unit_that_broke_through_may_assault_once() {
    let (mut field, british) = broken_through();
    field.put("89 Brigade", "q25");
    let other = field.put("21 Brigade", "o26");
    field.put("IR 62", "n27");
    field.state.frames.clear();
    field
        .state
        .frames
        .push(Frame::Pursue { fight: 0, units: Units::from_slice(&[other.min(british), other.max(british)]) });
    let pursue = |unit, target| Order::Pursue { target: square(target), units: Units::from_slice(&[unit]) };
    // The fire has no effect, and the assault is thrown back: it is over before the next is asked for.
    let told = field.give(Side::Allied, pursue(british, "r26"), &[6, 6, 1, 1]);
    assert!(told.iter().any(|line| line.starts_with("The assault on r26")), "{told:?}");
    assert_eq!(field.ask(Side::Allied).question, "assault after a breakthrough");
    assert_eq!(field.refused(Side::Allied, &pursue(british, "r26")), "R21", "it has assaulted");
    let told = field.give(Side::Allied, pursue(other, "n27"), &[6, 6, 1, 1]);
    assert!(told.iter().any(|line| line.contains("(n27): attacker eliminated")), "{told:?}");
    assert!(field.state.frames.is_empty());
}

#[test]
fn r21_who_breaks_through_is_asked_how_far_and_may_stop_in_the_square_that_was_taken() {
    let (field, british) = broken_through();
    let (view, ask) = (View::<Somme>::of_seat(&field.state, Side::Allied.seat()), field.ask(Side::Allied));
    let unit = Pick::Piece(field.state.piece(british));
    let prompt = Somme::prompt(&view, &ask, std::slice::from_ref(&unit)).unwrap();
    assert_eq!(prompt.order, None, "naming the unit does not send it one square");
    let order = |to: &str| {
        let picks = [unit.clone(), Pick::Place(square(to).place())];
        Somme::prompt(&view, &ask, &picks).unwrap().order
    };
    assert_eq!(order("p24"), Some(Order::Exploit { unit: british, path: path(&["p24"]) }));
    assert!(matches!(order("p26"), Some(Order::Exploit { path, .. }) if path.len() == 3));
}

#[test]
fn r21_who_does_not_break_through_is_named() {
    let (mut field, _) = broken_through();
    let told = field.give(Side::Allied, Order::Pass, &[]);
    assert!(told.iter().any(|line| line == "89 Brigade stays where the assault began."), "{told:?}");
}
