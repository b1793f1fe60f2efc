//! 8.0 to 11.8 and their rulings.

use super::*;
use crate::terrain::Terrain;

/// Three brigades in p23, morale 5, against the Bavarian regiment in p24, command in p21.
fn field() -> Field {
    let mut field = Field::of("montauban");
    field.only(&["21 Brigade", "89 Brigade", "90 Brigade", "Bav RIR 6", "XIII Corps HQ", "XIII Corps field guns 1"]);
    for name in ["21 Brigade", "89 Brigade", "90 Brigade"] {
        field.put(name, "p23");
    }
    field.put("Bav RIR 6", "p24");
    field.put("XIII Corps HQ", "p21");
    field.put("XIII Corps field guns 1", "p21");
    field.step(Side::Allied, Step::Commit);
    field
}

fn brigades(field: &Field) -> Units {
    let mut units: Units =
        ["21 Brigade", "89 Brigade", "90 Brigade"].map(|name| field.unit(name)).into_iter().collect();
    units.sort_unstable();
    units
}

fn assault(field: &Field) -> Order {
    Order::Assault { target: square("p24"), units: brigades(field), close: Units::new() }
}

/// Declares the assault and goes over the top: three commitment rolls, then the command center rolls 1-1, nothing.
fn over_the_top(field: &mut Field, faces: &[u8]) -> Vec<String> {
    let order = assault(field);
    field.give(Side::Allied, order, &[]);
    let all: Vec<u8> = [1, 1, 1, 1, 1].into_iter().chain(faces.iter().copied()).collect();
    field.state.attack_planning = false;
    field.give(Side::Allied, Order::Pass, &all)
}

#[test]
fn r13_an_assault_is_on_an_adjacent_square_by_six_units_at_most_each_in_one() {
    let mut field = field();
    let far = Order::Assault { target: square("p25"), units: brigades(&field), close: Units::new() };
    assert_eq!(field.refused(Side::Allied, &far), "R31", "nobody is there");
    let order = assault(&field);
    field.give(Side::Allied, order.clone(), &[]);
    assert_eq!(field.refused(Side::Allied, &order), "R13");
}

#[test]
fn r15_and_r47_close_assault_is_for_two_or_three_units_of_different_squares() {
    let mut field = field();
    field.put("90 Brigade", "q23");
    let units = brigades(&field);
    let close = |names: &[&str]| {
        let mut close: Units = names.iter().map(|name| field.unit(name)).collect();
        close.sort_unstable();
        Order::Assault { target: square("p24"), units: units.clone(), close }
    };
    assert_eq!(field.refused(Side::Allied, &close(&["21 Brigade"])), "R47");
    assert_eq!(field.refused(Side::Allied, &close(&["21 Brigade", "89 Brigade"])), "R15");
    assert!(field.check(Side::Allied, &close(&["21 Brigade", "90 Brigade"])).is_ok());
}

#[test]
fn r14_and_r44_who_fails_to_go_does_nothing_more() {
    let mut field = field();
    let order = assault(&field);
    field.give(Side::Allied, order, &[]);
    // All three roll a 6: nobody goes, and there is no command center roll.
    let told = field.give(Side::Allied, Order::Pass, &[6, 6, 6]);
    assert!(told.iter().any(|line| line.contains("Nobody goes over the top")), "{told:?}");
    assert!(field.state.fights.is_empty(), "R35: what was not assaulted is not attacked again");
}

#[test]
fn r34_fire_sends_attackers_back_to_their_square_and_the_assault_is_over() {
    let mut field = field();
    // Four factors, no modifier: a roll of 6 is R.
    let told = over_the_top(&mut field, &[3, 3]);
    assert!(told.iter().any(|line| line.contains("go back to")), "{told:?}");
    assert_eq!(field.state.square(field.unit("21 Brigade")), Some(square("p23")));
    assert_eq!(field.state.square(field.unit("Bav RIR 6")), Some(square("p24")));
}

#[test]
fn r20_the_defender_retreats_where_his_owner_likes_and_the_attacker_advances() {
    let mut field = field();
    // No effect of the fire. 6 - 4 = 2, start trench 2 left: column 0, command near +1: 10 + 1 = 11 is DR.
    over_the_top(&mut field, &[6, 6, 5, 5]);
    // Of the squares towards his edge only q25 is outside the zones of control, so he has no choice.
    assert_eq!(field.state.square(field.unit("Bav RIR 6")), Some(square("q25")));
    assert_eq!(field.state.backs(Side::German, false, square("s26")).len(), 3, "in the open he has");
    let units = brigades(&field);
    field.give(Side::Allied, Order::Advance { units: units.clone() }, &[]);
    assert!(units.iter().all(|&unit| field.state.square(unit) == Some(square("p24"))));
    assert!(field.state.allied.has(square("p24")));
}

#[test]
fn r20_the_step_for_a_retreat_into_a_zone_of_control_is_told_with_the_retreat() {
    let mut field = field();
    // Beside q25, the only way back that would be outside the zones of control.
    field.put("53 Brigade", "r26");
    let unit = field.unit("Bav RIR 6");
    field.state.unit_mut(unit).left = 1;
    // One step left defends with 2: 6 - 2 = 4, start trench 2 left: column 2, command near +1: 8 + 1 = 9 is DR.
    over_the_top(&mut field, &[6, 6, 4, 4]);
    let told = field.give(Side::German, Order::Retreat { unit, to: square("q25") }, &[]);
    let cost = "into an enemy zone of control, which costs a step.";
    assert_eq!(told[0], format!("Bav RIR 6 retreats from p24 to Bernafay Wood (q25), {cost}"));
    assert_eq!(told[1], "Bav RIR 6 loses a step and is eliminated.");
}

#[test]
fn r33_a_captor_has_the_other_terrain_until_he_consolidates() {
    let mut field = field();
    assert_eq!(field.state.trench(square("p24"), Side::German), Some(Terrain::StartTrench));
    assert_eq!(field.state.trench(square("p24"), Side::Allied), None);
    field.state.dug.allied.add(square("p24"));
    assert_eq!(field.state.trench(square("p24"), Side::Allied), Some(Terrain::SecondaryTrench));
}

#[test]
fn r36_on_c_the_defender_gives_way_or_counterattacks_and_a_failure_loses_the_square() {
    let mut given = field();
    // 9 + 1 = 10 on column 0 is C.
    over_the_top(&mut given, &[6, 6, 4, 5]);
    given.give(Side::German, Order::GiveWay, &[]);
    assert_eq!(given.state.square(given.unit("Bav RIR 6")), Some(square("q25")));
    let mut fought = field();
    over_the_top(&mut fought, &[6, 6, 4, 5]);
    // 2 against 6: column -3; the Allied start trench helps the brigades. 9 is AR: the square is lost.
    let told = fought.give(Side::German, Order::Counterattack { on: square("p23") }, &[4, 5]);
    assert!(told.iter().any(|line| line.contains("The counterattack on")), "{told:?}");
    assert_eq!(fought.state.square(fought.unit("Bav RIR 6")), Some(square("q25")));
}

#[test]
fn r36_where_nobody_can_counterattack_c_is_dr_and_the_log_says_so() {
    let mut field = field();
    let regiment = field.unit("Bav RIR 6");
    field.state.mark(regiment).put(Marks::DISRUPTED);
    // The disrupted do not fire; 8 + 1 + 1 = 10 on column 0 is C.
    let told = over_the_top(&mut field, &[4, 4]);
    let line = "The defenders of Glatz Redoubt (p24) give way, as none of them can counterattack.";
    assert!(told.iter().any(|said| said.contains(line)), "{told:?}");
    assert_eq!(field.state.square(field.unit("Bav RIR 6")), Some(square("q25")));
}

#[test]
fn guns_are_several_and_a_brigade_is_one() {
    let field = field();
    let (guns, brigade) = (field.unit("XIII Corps field guns 1"), field.unit("90 Brigade"));
    let say = |event: Event| field.say(&event);
    assert_eq!(say(Event::Disrupted { unit: guns }), "XIII Corps field guns 1 are disrupted.");
    assert_eq!(say(Event::Disrupted { unit: brigade }), "90 Brigade is disrupted.");
    assert_eq!(say(Event::CutOff { unit: guns }), "XIII Corps field guns 1 have no way back.");
    assert_eq!(say(Event::Lost { unit: guns, steps: 1, left: 2 }), "XIII Corps field guns 1 lose a step; 2 left.");
}

#[test]
fn r21_engaged_squares_stay_so_until_another_result() {
    let mut field = field();
    // 7 + 1 = 8 on column 0 is ENG.
    over_the_top(&mut field, &[6, 6, 3, 4]);
    assert!(field.state.are_engaged(square("p23"), square("p24")));
}

#[test]
fn r18_steps_of_defensive_fire_fall_on_the_square_that_was_named() {
    let mut field = field();
    field.put("90 Brigade", "q23");
    let order = assault(&field);
    field.give(Side::Allied, order, &[]);
    field.state.attack_planning = false;
    field.give(Side::Allied, Order::Pass, &[1, 1, 1, 1, 1]);
    assert_eq!(field.refused(Side::German, &Order::Aim { at: square("o23") }), "R18");
    // A 4 against four factors: a step, of the only unit there; then 2D6 for the assault: 2 + 1 = 3, A2SR on column 0.
    field.give(Side::German, Order::Aim { at: square("q23") }, &[2, 2, 1, 1]);
    assert_eq!(field.state.unit(field.unit("90 Brigade")).left, 0, "one step to the fire, two to A2SR");
    assert_eq!(field.state.unit(field.unit("21 Brigade")).left, 1);
}

#[test]
fn r18_the_log_names_who_fires_the_square_itself_its_neighbour_or_both() {
    let (place, beside) = ("Glatz Redoubt (p24)", "Bernafay Wood (q25)");
    let begins = |told: &[String], line: String| assert!(told.iter().any(|said| said.starts_with(&line)), "{told:?}");
    // The fire is without effect, and the assaults end in ENG.
    let mut alone = field();
    begins(&over_the_top(&mut alone, &[6, 6, 3, 4]), format!("The defenders of {place} fire at "));
    let mut both = field();
    both.put("IR 62", "q25");
    let told = over_the_top(&mut both, &[6, 6, 3, 4]);
    begins(&told, format!("The defenders of {place}, and at half those of {beside}, fire at "));
    let mut neighbour = field();
    neighbour.put("IR 62", "q25");
    let regiment = neighbour.unit("Bav RIR 6");
    neighbour.state.mark(regiment).put(Marks::DISRUPTED);
    let told = over_the_top(&mut neighbour, &[6, 6, 3, 3]);
    begins(&told, format!("Nobody in {place} can fire; those of {beside} fire at "));
}

#[test]
fn r8_7_who_goes_over_the_top_is_named_with_the_roll() {
    let mut field = field();
    let order = assault(&field);
    field.give(Side::Allied, order, &[]);
    let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
    let preview = Somme::preview(&view, &field.ask(Side::Allied), &Order::Pass);
    assert_eq!(preview.notes[0].text, "1 assault is declared.");
    field.state.attack_planning = false;
    // The second of them stays. The command center has nothing, and the fire drives the others back.
    let told = field.give(Side::Allied, Order::Pass, &[1, 6, 1, 1, 1, 3, 3]);
    let names: Vec<String> = brigades(&field).iter().map(|&unit| field.state.name(unit).to_owned()).collect();
    let rolls = ["goes over the top", "stays behind", "goes over the top"];
    let rolled: Vec<String> = names.iter().zip(rolls).map(|(name, does)| format!("{name} {does}.")).collect();
    assert_eq!(told[..3], rolled);
}

#[test]
fn r17_without_command_support_no_resources_may_be_used() {
    let mut field = field();
    field.state.take(field.unit("XIII Corps HQ"), Station::Lost);
    // The edge of R30 at k23 is 5 squares from p24: support from afar. Further off there is none.
    let fight = Fight { stage: Stage::Committed, ..fight(&field) };
    assert_eq!(fight.support(&field.state).support, crate::headquarters::Support::Far);
    field.put("XIII Corps HQ", "k20");
    let hq = field.unit("XIII Corps HQ");
    field.state.mark(hq).put(Marks::SUPPLY_MODE);
    assert_eq!(fight.support(&field.state).support, crate::headquarters::Support::None);
    field.state.resources.gas = 1;
    let refusal = super::super::support_step::check(&field.state, &fight, Resource::Gas).unwrap_err();
    assert_eq!(refusal.rule.unwrap().0, "R17");
}

fn fight(field: &Field) -> Fight {
    Fight::of(Side::Allied, square("p24"), brigades(field), Units::new(), Occasion::First)
}

#[test]
fn r22_an_assault_has_one_barrage_and_r44_it_needs_guns_in_range() {
    let mut field = field();
    let mut fight = Fight { stage: Stage::Committed, ..fight(&field) };
    (field.state.resources.lift, field.state.resources.creeping) = (1, 1);
    let check = |field: &Field, fight: &Fight, resource| {
        super::super::support_step::check(&field.state, fight, resource)
            .err()
            .and_then(|refusal| refusal.rule)
            .map(|rule| rule.0)
    };
    assert_eq!(check(&field, &fight, Resource::Lift), None);
    fight.resources.push(Resource::Lift);
    assert_eq!(check(&field, &fight, Resource::Creeping), Some("R22"));
    fight.resources.clear();
    let guns = field.unit("XIII Corps field guns 1");
    field.state.mark(guns).put(Marks::SILENCED);
    assert_eq!(check(&field, &fight, Resource::Lift), Some("R44"));
}

#[test]
fn the_odds_before_an_assault_are_those_of_the_desk() {
    let field = field();
    let plan = fight(&field).plan(&field.state);
    assert_eq!((plan.attackers.len(), plan.defenders.len(), plan.hq_distance), (3, 1, 3));
    let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
    let preview = Somme::preview(&view, &field.ask(Side::Allied), &assault(&field));
    let odds =
        kernel::procedure::Report::of(Procedure::odds(&crate::assault_chain::procedure(), &plan, &Budget::default()));
    assert_eq!(format!("{:?}", preview.tests[0].odds.outcomes), format!("{:?}", odds.outcomes));
    assert!(preview.tests[0].odds.beside.iter().any(|beside| beside.label == "with lift barrage"));
}

#[test]
fn r31_an_outpost_defends_with_one_and_r18_a_neighbour_fires_at_half() {
    let mut field = field();
    field.put("Bav RIR 6", "q25");
    let order = Order::Assault { target: square("p24"), units: brigades(&field), close: Units::new() };
    field.give(Side::Allied, order, &[]);
    let fight = &field.state.fights[0];
    assert_eq!(fight.terms(&field.state, false).defence, 1);
    assert_eq!((fight.fire(&field.state, square("p23")).factors, fight.neighbour_fire(&field.state)), (0, 4));
}

#[test]
fn r24_tanks_roll_for_breakdown_when_they_assault_once_a_phase() {
    let mut field = Field::of("flers-courcelette");
    let tanks = field.state.all().find(|&unit| field.state.kind(unit) == Some(crate::units::Kind::Tanks)).unwrap();
    let at = field.state.square(tanks).unwrap();
    field.step(Side::Allied, Step::Commit);
    let target =
        super::super::commit_step::targets(&field.state, Side::Allied).find(|target| target.is_beside(at)).unwrap();
    let order = Order::Assault { target, units: Units::from_slice(&[tanks]), close: Units::new() };
    field.give(Side::Allied, order, &[]);
    // A 6: it breaks down and does not go.
    let told = field.give(Side::Allied, Order::Pass, &[6]);
    assert!(told.iter().any(|line| line.contains("breaks down")), "{told:?}");
    assert_eq!(field.state.defence(tanks), 1);
}

#[test]
fn r36_an_outpost_has_nobody_to_counterattack_and_the_log_says_so() {
    let mut field = field();
    field.put("Bav RIR 6", "q25");
    // No German is on the start line, so that the command center has something; none of it is used.
    over_the_top(&mut field, &[]);
    // The neighbour's fire misses; 5 + 1 = 6 on column +3, that is +5 less 2 for the trench, is C.
    let told = field.give(Side::Allied, Order::Pass, &[6, 6, 2, 3]);
    let line = "Nobody is in Glatz Redoubt (p24): it is given up.";
    assert!(told.iter().any(|said| said == line), "{told:?}");
    assert_eq!(field.ask(Side::Allied).question, "advance");
}

#[test]
fn r35_the_odds_of_a_second_attack_count_the_commitment_of_those_who_have_not_rolled() {
    let mut field = field();
    let units = brigades(&field);
    field.state.mark(units[0]).put(Marks::WENT);
    let odds = |field: &Field, units: &[UnitId]| {
        let fight = Fight::of(Side::Allied, square("p24"), Units::from_slice(units), Units::new(), Occasion::Again);
        let chain = crate::assault_chain::procedure();
        let odds = Procedure::odds(&chain, &fight.plan(&field.state), &Budget::default());
        kernel::procedure::Report::of(odds)
            .measures
            .into_iter()
            .find(|one| one.name == "units over the top")
            .unwrap()
            .mean
    };
    assert_eq!(odds(&field, &units[..1]), kernel::odds::ratio(1, 1), "it went before");
    assert_eq!(odds(&field, &units[..2]), kernel::odds::ratio(11, 6), "morale 5: the other goes on five of six");
}

#[test]
fn r34_an_assault_of_which_nobody_is_left_is_not_chosen_from() {
    let mut field = field();
    let units = brigades(&field);
    let mut beaten = Fight { stage: Stage::Fired, units: Units::new(), ..fight(&field) };
    beaten.target = square("q24");
    let one = Fight { stage: Stage::Fired, units: Units::from_slice(&units[..1]), ..fight(&field) };
    let other = Fight { target: square("o24"), ..one.clone() };
    field.state.fights.extend([beaten, one, other]);
    (field.state.step, field.state.open) = (Step::Assaults, false);
    let told = field.happens(&[], go_on);
    assert_eq!(told, ["The assault on The Briqueterie (q24) comes to nothing: nobody who went is left."]);
    assert_eq!(field.ask(Side::Allied).question, "resolve an assault");
}

#[test]
fn r14_a_tank_company_heartens_those_it_attacks_with_and_not_those_it_stands_beside() {
    let mut field = Field::of("flers-courcelette");
    let tanks = field.state.all().find(|&unit| field.state.kind(unit) == Some(crate::units::Kind::Tanks)).unwrap();
    let at = field.state.square(tanks).unwrap();
    let infantry = |&unit: &UnitId| field.state.kind(unit) == Some(crate::units::Kind::Infantry);
    let brigade = field.state.stack(at).find(infantry).or_else(|| field.state.on_map(Side::Allied).find(infantry));
    let brigade = brigade.unwrap();
    field.state.put(brigade, at);
    field.step(Side::Allied, Step::Commit);
    let nerve = |field: &Field| super::super::commit_step::nerve(&field.state, brigade).with_tank;
    let target = at.neighbours().next().unwrap().1;
    let mut fight = Fight::of(Side::Allied, target, Units::from_slice(&[brigade]), Units::new(), Occasion::First);
    field.state.fights.push(fight.clone());
    assert!(!nerve(&field));
    fight.units.push(tanks);
    field.state.fights[0] = fight;
    assert!(nerve(&field));
}

#[test]
fn r36_where_nobody_can_counterattack_a_counterattack_is_among_what_is_hoped_for() {
    let mut field = field();
    let fight = Fight { stage: Stage::Fired, ..fight(&field) };
    let target = fight.target;
    field.state.fights = vec![fight.clone(), Fight { target: square("q24"), ..fight }];
    field.step(Side::Allied, Step::Assaults);
    let hopes = |field: &Field| -> Vec<String> {
        let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
        let mut preview = Somme::preview(&view, &field.ask(Side::Allied), &Order::Resolve { target });
        let lines = preview.tests.remove(0).odds.outcomes.into_iter();
        lines.filter(|line| line.hoped).map(|line| line.outcome).collect()
    };
    let counter = "counterattack (C)".to_owned();
    assert!(!hopes(&field).contains(&counter));
    let regiments: Units = field.state.units_in(target).collect();
    regiments.into_iter().for_each(|unit| field.state.mark(unit).put(Marks::DISRUPTED));
    assert!(hopes(&field).contains(&counter), "{:?}", hopes(&field));
}

#[test]
fn r14_and_r31_who_would_attack_and_what_are_told_as_they_count() {
    let mut field = field();
    let brigade = field.unit("21 Brigade");
    let notes = |field: &Field, picks: &[Pick]| -> Vec<(Pick, String)> {
        let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
        let offers = match Somme::prompt(&view, &field.ask(Side::Allied), picks).unwrap().offers {
            kernel::game::Offers::OneOf(of) | kernel::game::Offers::Several { of, .. } => of,
            other => panic!("{other:?}"),
        };
        offers.into_iter().filter_map(|offer| Some((offer.pick, offer.note?))).collect()
    };
    let of =
        |notes: &[(Pick, String)], pick: &Pick| notes.iter().find(|(of, _)| of == pick).map(|(_, note)| note.clone());
    let place = |name: &str| Pick::Place(square(name).place());
    let first = notes(&field, &[]);
    assert_eq!(of(&first, &place("p24")), None, "a regiment is there");
    assert_eq!(of(&first, &place("o24")).as_deref(), Some("nobody is there, but it is covered: defence 1"));
    let who = Pick::Piece(field.state.piece(brigade));
    assert_eq!(of(&notes(&field, &[place("p24")]), &who).as_deref(), Some("attack 2, morale 5"));
    field.state.mark(brigade).put(Marks::SUPPRESSED);
    let hq = field.unit("XIII Corps HQ");
    field.state.mark(hq).put(Marks::SUPPLY_MODE);
    let told = "attack 2, morale 5, +2 on the die: suppressed, out of command";
    assert_eq!(of(&notes(&field, &[place("p24")]), &who).as_deref(), Some(told));
}
