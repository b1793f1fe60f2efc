//! Rulings that tell where two others meet: who comes into a square how, and what the engaged may do.

use super::rulings::allies;
use super::*;
use crate::game::entering::enter;
use crate::headquarters::Mode;

/// Marks, for tests.
fn has(field: &Field, unit: UnitId, mark: Marks) -> bool {
    field.state.is(unit, mark)
}

/// The campaign after the operations, with both German groups hidden in a square.
fn hidden(at: &str) -> Field {
    let mut field = Field::of("campaign");
    field.give(Side::Allied, Order::Buy { operations: smallvec::smallvec![] }, &[]);
    field.give(Side::German, Order::Buy { operations: smallvec::smallvec![Operation::ConcealedArtillery] }, &[]);
    // Objectives 2, 3, 4, 5 and 8; fair weather after that is for whoever asks.
    field.state.battle.clone().bought(5, 2).for_each(|gun| {
        field.state.unit_mut(gun).at = Station::Concealed(kernel::game::Secret::Known(square(at)));
    });
    field
}

#[test]
fn r24_companies_roll_for_breakdown_before_anybody_goes() {
    let mut field = Field::of("flers-courcelette");
    field.only(&["122 Brigade", "D Company", "Bav IR 9", "XV Corps HQ"]);
    let (brigade, tanks) = (field.put("122 Brigade", "r27"), field.put("D Company", "r27"));
    assert!(brigade < tanks, "the brigade is named first");
    field.put("Bav IR 9", "r28");
    field.put("XV Corps HQ", "r25");
    field.step(Side::Allied, Step::Commit);
    let units = Units::from_slice(&[brigade, tanks]);
    field.give(Side::Allied, Order::Assault { target: square("r28"), units, close: Units::new() }, &[]);
    // The company breaks down on a 6; morale 4 then needs a 4, and with a company that ran a 5 would have done.
    let told = field.give(Side::Allied, Order::Pass, &[6, 5]);
    assert!(told.iter().any(|line| line == "D Company breaks down."), "{told:?}");
    assert!(told.iter().any(|line| line == "122 Brigade stays behind."), "{told:?}");
}

#[test]
fn r17_a_second_attack_needs_command_support() {
    let (mut field, british, french) = allies();
    field.state.take(french, Station::Lost);
    let mut first = Fight::of(Side::Allied, square("p24"), Units::new(), Units::new(), Occasion::Pursuit);
    first.stage = Stage::Done;
    field.state.fights.push(first);
    field.state.resources.second_attacks = 1;
    field.step(Side::Allied, Step::Assaults);
    let units = Units::from_slice(&[british]);
    let again = Order::AttackAgain { target: square("p24"), units, close: Units::new() };
    assert!(field.check(Side::Allied, &again).is_ok(), "a pursuit was an assault of this phase too");
    let hq = field.unit("XIII Corps HQ");
    field.state.mark(hq).put(Marks::SUPPLY_MODE);
    assert!(!super::super::again_step::is_open(&field.state), "nobody is asked");
    // A French headquarters supports the French, and not the British with them.
    field.state.put(french, square("q23"));
    let theirs = field.unit("XX Corps HQ");
    field.state.put(theirs, square("q21"));
    assert_eq!(field.refused(Side::Allied, &again), "R17");
    let of = |units: &[UnitId]| {
        let mut units = Units::from_slice(units);
        units.sort_unstable();
        Order::AttackAgain { target: square("p24"), units, close: Units::new() }
    };
    assert_eq!(field.refused(Side::Allied, &of(&[british, french])), "R17");
    assert!(field.check(Side::Allied, &of(&[french])).is_ok());
}

#[test]
fn r21_engaged_squares_help_nobody() {
    let (mut field, british, _) = allies();
    let helper = field.put("IR 62", "q24");
    let fight = Fight::of(Side::Allied, square("p24"), Units::from_slice(&[british]), Units::new(), Occasion::First);
    let guns = field.state.battle.guns(Side::Allied)[0];
    field.state.put(guns, square("o21"));
    let barrage = |field: &Field| super::super::support_step::check_use(&field.state, &fight, Resource::Lift).is_ok();
    assert_eq!((fight.neighbour_fire(&field.state), barrage(&field)), (4, true));
    field.state.engaged.push((square("q24"), square("q23")));
    assert_eq!(fight.neighbour_fire(&field.state), 0, "{helper:?} is engaged");
    field.state.engaged.push((square("o21"), square("o22")));
    assert!(!barrage(&field));
}

#[test]
fn r21_a_headquarters_alone_is_engaged_with_nobody() {
    let (mut field, british, _) = allies();
    let hq = field.unit("XIV Reserve Corps HQ");
    field.state.put(hq, square("p24"));
    field.state.engaged.push((square("p23"), square("p24")));
    let regiment = field.unit("Bav RIR 6");
    field.happens(&[], |act| super::super::losses::lose(act, regiment, 3, false));
    assert!(field.state.engaged.is_empty() && field.state.may_move(british));
}

#[test]
fn r8_who_comes_into_an_interdicted_square_in_any_way_is_interdicted() {
    let (mut field, british, french) = allies();
    field.state.interdicted.allied.add(square("q22"));
    field.state.unit_mut(french).began = Some(square("q22"));
    let mut fight = Fight::of(
        Side::Allied,
        square("p24"),
        Units::from_slice(&[british.min(french), british.max(french)]),
        Units::new(),
        Occasion::First,
    );
    fight.stage = Stage::Committed;
    field.state.fights.push(fight);
    field.state.frames.push(Frame::Keep { fight: 0, of_each: None });
    field.step(Side::Allied, Step::Coordinate);
    let told = field.give(Side::Allied, Order::Keep { units: Units::from_slice(&[british]) }, &[1, 1]);
    let name = field.state.name(french).to_owned();
    assert!(
        told.contains(&format!("{name} takes no part; the assault on Glatz Redoubt (p24) is for the others.")),
        "{told:?}"
    );
    assert!(told.contains(&format!("{name} goes back to Maricourt (q22).")), "{told:?}");
    assert!(has(&field, french, Marks::INTERDICTED));

    let mut field = Field::of("big-push");
    let waits = |field: &Field, unit: UnitId| matches!(field.state.unit(unit).at, Station::Waiting { .. });
    let late = field.state.battle.side(Side::Allied).iter().copied().find(|&unit| waits(&field, unit)).unwrap();
    let gate = square("a23");
    field.state.unit_mut(late).at = Station::Waiting { turn: 1, at: gate };
    field.state.interdicted.allied.add(gate);
    field.step(Side::Allied, Step::Movement);
    field.happens(&[], super::super::arrivals::arrive);
    assert!(field.state.square(late) == Some(gate) && has(&field, late, Marks::INTERDICTED));
}

#[test]
fn r12_a_move_goes_on_over_a_headquarters_and_r37_ends_in_an_engaged_square() {
    let (mut field, british, french) = allies();
    let hq = field.unit("XIV Reserve Corps HQ");
    field.put("Bav RIR 6", "t26");
    field.state.put(hq, square("p24"));
    field.step(Side::Allied, Step::Movement);
    let go = |unit, names: &[&str]| Order::Move { unit, path: path(names) };
    assert!(field.check(Side::Allied, &go(british, &["p24", "p25"])).is_ok());
    let reached = |field: &Field, at: &str| field.state.reach(british).iter().any(|one| one.square == square(at));
    assert!(reached(&field, "p25"));
    // q23 is engaged: who enters it stays there.
    field.state.engaged.push((square("q23"), square("t26")));
    assert_eq!(field.refused(Side::Allied, &go(british, &["q23", "r22"])), "R37");
    assert!(field.check(Side::Allied, &go(british, &["q23"])).is_ok(), "as a reinforcement");
    assert_eq!(field.refused(Side::Allied, &go(french, &["q22"])), "R21");
    // The march's search and the rule agree on every square.
    for one in field.state.reach(british) {
        let way = State::way(&field.state.reach(british), one.square);
        let order = Order::Move { unit: british, path: way };
        assert!(one.square == square("p23") || field.check(Side::Allied, &order).is_ok(), "{}", one.square);
    }
}

#[test]
fn r11_1_an_engaged_headquarters_that_is_disrupted_supplies_three() {
    let (mut field, ..) = allies();
    let hq = field.unit("XIII Corps HQ");
    let range = |field: &Field| {
        let seat = field.state.seats(crate::units::Nation::British, Mode::Command).find(|seat| seat.unit == Some(hq));
        field.state.supply_range(&seat.unwrap())
    };
    field.put("21 Brigade", "p21");
    field.state.engaged.push((square("p21"), square("p22")));
    assert_eq!(range(&field), 5);
    field.state.mark(hq).put(Marks::DISRUPTED);
    assert_eq!(range(&field), 3);
}

#[test]
fn r48_who_stood_in_the_closed_rows_is_there_when_they_open() {
    let mut field = Field::of("campaign");
    let (french, german) = (field.unit("17e RI"), field.unit("Fus 38"));
    field.state.turn = 9;
    let told = field.happens(&[], super::super::arrivals::open);
    assert_eq!((field.state.square(french), field.state.square(german)), (Some(square("o8")), Some(square("p9"))));
    assert!(told.iter().any(|line| line.starts_with("German units come")), "{told:?}");
    let by_road = field.unit("47 Brigade");
    assert_eq!(field.state.square(by_road), None, "who comes from the edge comes with the movement");
    let mut before = Field::of("campaign");
    before.state.turn = 8;
    assert!(before.happens(&[], super::super::arrivals::open).is_empty());
}

#[test]
fn r49_what_is_given_up_leaves_five_that_are_fit() {
    let mut field = hidden("q30");
    field.state.bought.allied = Operation::ChangeObjectives.bit();
    field.state.may_change = true;
    // Serre, Thiepval, Combles, Bouchavesnes, Bapaume: without the two in the south none of the rest would do.
    let goals = smallvec::smallvec![0, 2, 7, 8, 10];
    field.state.drawn = Some(kernel::game::Secret::Known(Drawn { goals, points: 0 }));
    field.state.frames.clear();
    field.step(Side::Allied, Step::Declare);
    let give = |goals: &[u8]| Order::ChangeObjectives { give_up: goals.iter().copied().collect() };
    assert_eq!(field.refused(Side::Allied, &give(&[7, 8])), "R49");
    assert!(field.check(Side::Allied, &give(&[0, 8])).is_ok() && field.check(Side::Allied, &give(&[8])).is_ok());
    assert_eq!(field.refused(Side::Allied, &give(&[1])), "15.5:change-objectives", "it was not drawn");
}

#[test]
fn r28_looking_for_hidden_guns_cannot_be_taken_back() {
    let mut field = hidden("q30");
    let brigade = field.unit("21 Brigade");
    let looks = |field: &mut Field, at: &str| {
        let mut dice = Scripted::of([]);
        let mut streams = OneStream(&mut dice);
        let mut record = Record::default();
        enter(&mut Act::<Somme>::on(&mut field.state, &mut streams, Some(&mut record)), brigade, square(at));
        record.revealed
    };
    assert!(looks(&mut field, "q29"), "nothing is there, and that is news");
    assert!(!looks(&mut field, "q29"), "it is Allied ground now");
    assert!(!looks(&mut Field::of("big-push"), "q29"), "nothing is hidden in that battle");
}

#[test]
fn r28_who_retreats_onto_hidden_guns_takes_them() {
    let mut field = hidden("o24");
    field.only(&["21 Brigade"]);
    let brigade = field.put("21 Brigade", "p24");
    field.state.allied.remove(square("o24"));
    field.step(Side::German, Step::Assaults);
    field.state.frames.push(Frame::Retreat { side: Side::Allied, units: Units::from_slice(&[brigade]) });
    let told = field.give(Side::Allied, Order::Retreat { unit: brigade, to: square("o24") }, &[]);
    assert!(told.iter().any(|line| line == "Concealed guns are found at Casino Point (o24)."), "{told:?}");
    assert!(field.state.battle.clone().bought(5, 2).all(|gun| field.state.unit(gun).at == Station::Lost));
}

#[test]
fn r39_hidden_guns_that_make_a_stack_too_large_have_to_leave_it() {
    let mut field = hidden("q30");
    for name in ["IR 62", "IR 63", "IR 23"] {
        field.put(name, "q30");
    }
    let guns: Units = field.state.battle.bought(5, 2).collect();
    field.step(Side::German, Step::Declare);
    field.happens(&[], |act| super::super::batteries::uncover(act, guns[0]));
    assert!(has(&field, guns[0], Marks::CROWDED));
    // Four in the square: three beyond the first count against them.
    assert_eq!(super::super::batteries::target_of(&field.state, Side::Allied, square("q30")).units, 4);
}

#[test]
fn r22_an_assault_that_lost_its_support_consolidates_nothing() {
    let (mut field, british, french) = allies();
    field.state.take(french, Station::Lost);
    field.state.take(field.unit("Bav RIR 6"), Station::Lost);
    // An outpost that a neighbour covers.
    field.put("IR 62", "q24");
    field.state.dug.german.add(square("p24"));
    field.step(Side::Allied, Step::Assaults);
    field.state.open = false;
    let keeps = |supported: bool| {
        let mut field = Field { state: field.state.clone() };
        let units = Units::from_slice(&[british]);
        let mut fight = Fight::of(Side::Allied, square("p24"), units, Units::new(), Occasion::First);
        (fight.stage, fight.resources) = (Stage::Fired, smallvec::smallvec![Resource::Consolidate]);
        field.state.fights.push(fight);
        if !supported {
            let hq = field.unit("XIII Corps HQ");
            field.state.mark(hq).put(Marks::SUPPLY_MODE);
        }
        field.happens(&[6, 6], go_on);
        field.state.fights[0].resources.contains(&Resource::Consolidate)
    };
    assert!(keeps(true) && !keeps(false));
}

#[test]
fn r27_the_result_tells_half_points() {
    let mut field = Field::of("montauban");
    field.state.step = Step::Over;
    let [allied, german] = super::super::victory::totals(&field.state);
    // The Allies lead by half a point.
    field.state.points.allied = (german - allied + 1) as u16;
    let result = Somme::result(&field.state).unwrap();
    let (theirs, ours) = (format!("{}½", german / 2), (german / 2).to_string());
    assert_eq!(german % 2, 0);
    assert_eq!(result.winner, Some(Side::Allied.seat()));
    assert_eq!(result.points, [(Side::Allied.seat(), theirs.clone()), (Side::German.seat(), ours)]);
    assert!(result.because.contains(&format!("the Allies have {theirs} points")), "{}", result.because);
    let halves = super::super::offers::halves;
    assert_eq!([-3, -1, 0, 1, 4].map(halves), ["-1½", "-½", "0", "½", "2"]);
}

#[test]
fn r30_a_unit_that_the_edge_supplies_is_told_so() {
    let field = Field::of("montauban");
    let unit = field.unit("IR 62");
    let view = View::<Somme>::of_seat(&field.state, Side::German.seat());
    let survey = Somme::survey(&view, field.state.piece(unit)).unwrap();
    assert!(field.state.is_supplied(unit));
    let told: Vec<&str> = survey.notes.iter().map(|said| said.text.as_str()).collect();
    assert!(told.iter().any(|line| line.starts_with("the edge of the map supplies it")), "{told:?}");
}

#[test]
fn r48_tanks_come_by_rail_to_the_headquarters_of_their_corps() {
    let mut field = Field::of("campaign");
    (field.state.turn, field.state.active) = (11, Side::Allied);
    let (tanks, hq) = (field.unit("D Company"), field.unit("XV Corps HQ"));
    let at = field.state.square(hq).expect("it is there from the first turn on");
    field.happens(&[], super::super::arrivals::arrive);
    assert_eq!(field.state.square(tanks), Some(at));
}

#[test]
fn r34_who_is_thrown_back_and_what_is_given_up_empty_are_told() {
    let (mut field, british, french) = allies();
    field.state.take(french, Station::Lost);
    field.state.take(field.unit("Bav RIR 6"), Station::Lost);
    field.put("IR 62", "q24");
    field.state.dug.german.add(square("p24"));
    let units = Units::from_slice(&[british]);
    let fight =
        Fight { stage: Stage::Fired, ..Fight::of(Side::Allied, square("p24"), units, Units::new(), Occasion::First) };
    field.state.fights.push(fight);
    field.step(Side::Allied, Step::Assaults);
    field.state.open = false;
    let told = |faces: &[u8]| Field { state: field.state.clone() }.happens(faces, go_on);
    // 2 - 1 = 1, a start trench 2 left: column -1, command near +1: 4 + 1 = 5 is AR, 12 + 1 is DR.
    let back = told(&[2, 2]);
    assert!(back.iter().any(|line| line == "89 Brigade goes back to p23."), "{back:?}");
    let won = told(&[6, 6]);
    assert!(won.iter().any(|line| line == "Nobody is in Glatz Redoubt (p24): it is given up."), "{won:?}");
}

#[test]
fn r47_a_trench_that_nobody_could_take_gives_the_german_nothing() {
    use crate::scenario::Trench;
    let mut field = Field::of("montauban");
    field.only(&["21 Brigade"]);
    let map = field.state.battle.map();
    let trenches = |of: Trench| Square::all().filter(move |at| map.land(*at).trench == Some(of));
    // Near this start trench lies a German one outside of the part of the map that is played on.
    let beyond: Vec<Square> = trenches(Trench::First).filter(|at| !field.state.is_open(*at)).collect();
    let near = |at: &Square| field.state.is_open(*at) && beyond.iter().any(|other| other.steps_to(*at) <= 2);
    let at = trenches(Trench::AlliedStart).find(near).expect("there is such a square");
    field.put("21 Brigade", &at.to_string());
    let counts = |field: &Field| super::super::support_step::center(&field.state, Side::German).allied_on_start_line;
    assert!(counts(&field), "one that is played on is untaken at {at}");
    let taken: Vec<Square> = trenches(Trench::First).filter(|at| field.state.is_open(*at)).collect();
    for at in taken {
        field.state.allied.add(at);
    }
    assert!(beyond.iter().any(|at| field.state.holder(*at) == Side::German) && !counts(&field));
}

#[test]
fn r33_nothing_is_consolidated_where_a_trench_of_ones_own_lies() {
    let (mut field, british, french) = allies();
    field.state.take(french, Station::Lost);
    let fight = Fight::of(Side::Allied, square("p24"), Units::from_slice(&[british]), Units::new(), Occasion::First);
    let refused = |field: &Field| {
        super::super::support_step::check_use(&field.state, &fight, Resource::Consolidate).err().map(|why| why.rule)
    };
    assert_eq!(refused(&field), None);
    field.state.dug.allied.add(square("p24"));
    assert_eq!(refused(&field), Some(Some(Rule("R33"))));
}
