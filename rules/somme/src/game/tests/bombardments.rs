//! 6.0 and its rulings.

use super::*;
use crate::mines::Blast;

fn field() -> Field {
    let mut field = Field::of("montauban");
    field.step(Side::Allied, Step::Declare);
    field
}

fn guns(field: &Field, names: &[&str]) -> Units {
    let mut guns: Units = names.iter().map(|name| field.unit(name)).collect();
    guns.sort_unstable();
    guns
}

#[test]
fn r7_guns_fire_once_in_range_and_two_heavy_units_at_most() {
    let mut field = field();
    let one = guns(&field, &["XIII Corps field guns 1"]);
    let far = Order::Bombard { target: square("p29"), guns: one.clone() };
    assert_eq!(field.refused(Side::Allied, &far), "R7", "n22 to p29 is 7 squares, and field guns reach 6");
    field.give(Side::Allied, Order::Bombard { target: square("o24"), guns: one.clone() }, &[]);
    assert_eq!(field.refused(Side::Allied, &Order::Bombard { target: square("q24"), guns: one }), "R7");
    let own = Order::Bombard { target: square("n23"), guns: guns(&field, &["XIII Corps heavy guns"]) };
    assert_eq!(field.refused(Side::Allied, &own), "6.0");
}

#[test]
fn r8_marks_fall_on_all_and_go_at_the_end_of_the_owners_next_phase() {
    let mut field = field();
    let all =
        ["XIII Corps field guns 1", "XIII Corps field guns 2", "XIII Corps field guns 3", "XIII Corps heavy guns"];
    let all = guns(&field, &all);
    field.give(Side::Allied, Order::Bombard { target: square("o24"), guns: all }, &[]);
    field.give(Side::Allied, Order::Pass, &[]);
    // 3 x 3 + 5 = 14 factors on a start trench: c5. A 4, less 1 for the heavy guns and 1 for the air, is 2: D.
    field.give(Side::German, Order::Pass, &[4]);
    let regiment = field.unit("IR 62");
    assert!(field.state.is(regiment, Marks::DISRUPTED));
    field.state.mark(regiment).put(Marks::SUPPRESSED);
    assert_eq!((field.state.active, field.state.step), (Side::Allied, Step::Movement));
    field.give(Side::Allied, Order::Pass, &[]);
    field.give(Side::Allied, Order::Pass, &[]);
    assert!(field.state.is(regiment, Marks::SUPPRESSED), "over the end of the enemy's phase");
    // The German phase: nothing is bombarded, nobody moves or assaults.
    assert_eq!((field.state.active, field.state.step), (Side::German, Step::Declare));
    while field.state.active == Side::German && field.state.step != Step::Commit && field.state.turn == 1 {
        field.give(Side::German, Order::Pass, &[]);
    }
    assert!(field.state.is(regiment, Marks::SUPPRESSED), "and through his own");
}

#[test]
fn r9_guns_that_are_answered_are_halved_or_silenced() {
    let mut field = field();
    // The German field group at o26 reaches o22; two British groups there fire.
    field.put("XIII Corps field guns 1", "o22");
    let firing = guns(&field, &["XIII Corps field guns 1", "XIII Corps field guns 2"]);
    field.give(Side::Allied, Order::Bombard { target: square("q24"), guns: firing }, &[]);
    field.give(Side::Allied, Order::Pass, &[]);
    let answer = guns(&field, &["12th field guns 1", "XIV Reserve heavy guns 2"]);
    field.give(Side::German, Order::Answer { target: square("o22"), guns: answer }, &[]);
    // 3 + 5 = 8 factors in the open: c5; -1 for the heavy guns, -1 for the second unit, -1 for the air: a 6 is 3, S.
    let told = field.give(Side::German, Order::Pass, &[6]);
    assert!(told.iter().any(|line| line.contains("are silent")), "{told:?}");
    assert!(field.state.is(field.unit("XIII Corps field guns 1"), Marks::SUPPRESSED));
}

#[test]
fn r10_one_air_mission_a_turn_with_observation() {
    let mut field = field();
    field.give(Side::Allied, Order::Fly { target: square("o24") }, &[]);
    assert_eq!(field.refused(Side::Allied, &Order::Fly { target: square("q24") }), "R10");
    let mut blind = self::field();
    blind.state.observation.allied = false;
    assert_eq!(blind.refused(Side::Allied, &Order::Fly { target: square("q24") }), "R10");
}

#[test]
fn r37_what_falls_on_an_engaged_square_falls_on_both_sides() {
    let mut field = field();
    field.put("21 Brigade", "p23");
    field.state.engaged.push((square("p23"), square("q24")));
    let firing = guns(&field, &["XIII Corps field guns 1", "XIII Corps field guns 2", "XIII Corps heavy guns"]);
    field.give(Side::Allied, Order::Bombard { target: square("q24"), guns: firing }, &[]);
    field.give(Side::Allied, Order::Pass, &[]);
    // 11 factors: c3. A 3 less 2 is 1: D, on the regiment and on the brigade.
    field.give(Side::German, Order::Pass, &[3]);
    for name in ["Bav RIR 6", "21 Brigade"] {
        assert!(field.state.is(field.unit(name), Marks::DISRUPTED), "{name}");
    }
}

#[test]
fn r8_the_owner_takes_the_steps_where_he_likes() {
    let mut field = field();
    field.put("Bav RIR 6", "o24");
    field.step(Side::Allied, Step::Bombard);
    field.state.open = false;
    super::super::losses::of_square(
        &mut Act::<Somme>::on(&mut field.state, &mut OneStream(&mut Scripted::of([])), None),
        Side::German,
        square("o24"),
        2,
        Cause::Bombardment,
    );
    let both = [field.unit("IR 62"), field.unit("Bav RIR 6")];
    assert_eq!(field.refused(Side::German, &Order::TakeLosses { shares: smallvec::smallvec![2, 1] }), "6.0:step-loss");
    field.give(Side::German, Order::TakeLosses { shares: smallvec::smallvec![1, 1] }, &[]);
    assert_eq!(both.map(|unit| field.state.unit(unit).left), [2, 2]);
    assert_eq!(field.state.points.allied, 4, "a point for each German step, in halves");
}

#[test]
fn r8_the_usual_loss_falls_on_whoever_has_most_steps_left() {
    let mut field = field();
    // A regiment with one step left, one with all three, and guns, which have two.
    let (worn, fresh) = (field.put("Bav RIR 6", "o24"), field.unit("IR 62"));
    field.put("12th field guns 1", "o24");
    field.state.unit_mut(worn).left = 1;
    field.step(Side::Allied, Step::Bombard);
    field.state.open = false;
    field.happens(&[], |act| losses::of_square(act, Side::German, square("o24"), 1, Cause::Bombardment));
    let view = View::<Somme>::of_seat(&field.state, Side::German.seat());
    let usual = kernel::game::usual(&view, &field.ask(Side::German), &mut Seeded::new(1));
    let Frame::Losses { units, .. } = field.state.frames.last().unwrap() else { panic!("losses are to be taken") };
    let shares = units.iter().map(|unit| u8::from(*unit == fresh)).collect();
    assert_eq!(usual, Order::TakeLosses { shares });
}

#[test]
fn r26_the_odds_of_a_mine_stand_before_it_is_blown() {
    let field = Field::of("big-push");
    let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
    let preview = Somme::preview(&view, &field.ask(Side::Allied), &Order::Mine { at: square("g33") });
    // 1-2 a step, 3-4 disruption, 5-6 nothing: a roll, so it is not blown by a touch alone.
    assert_eq!(preview.tests.len(), 1, "{preview:?}");
    assert_eq!(preview.verb.as_deref(), Some("Blow the mine"));
}

#[test]
fn r26_a_mine_under_an_empty_square_hurts_nobody_and_the_log_says_so() {
    let mut field = Field::of("big-push");
    let at = square("g33");
    field.put("RIR 121", "g33");
    let say = |field: &Field, blast| field.say(&Event::Mined { at, blast });
    assert!(say(&field, Blast::StepLoss).ends_with("goes up, costs a step and disrupts all who are there."));
    field.only(&[]);
    for blast in [Blast::StepLoss, Blast::Disrupt] {
        assert!(say(&field, blast).ends_with("goes up and hurts nobody, as nobody is there."));
    }
    assert!(say(&field, Blast::Nothing).ends_with("goes up and does nothing."));
}

#[test]
fn r6_0_too_few_factors_are_no_attack_and_it_is_said_before_and_after() {
    let mut field = field();
    let weak = Order::Bombard { target: square("o24"), guns: guns(&field, &["XIII Corps field guns 1"]) };
    let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
    let preview = Somme::preview(&view, &field.ask(Side::Allied), &weak);
    assert!(preview.notes.iter().any(|note| note.text == "3 factors are no attack: it takes 8 there."), "{preview:?}");
    field.give(Side::Allied, weak, &[]);
    field.give(Side::Allied, Order::Pass, &[]);
    // Nothing is thrown.
    let told = field.give(Side::German, Order::Pass, &[]);
    assert_eq!(told[0], "3 factors on Casino Point (o24) are no attack: it takes 8 there.");
}

#[test]
fn r7_the_guns_that_are_offered_are_the_best_and_no_more_than_that_takes() {
    use super::super::batteries::{best, check_guns, gun, in_range, target_of};
    let mut field = Field::of("big-push");
    field.step(Side::Allied, Step::Declare);
    let (mut unsupplied_stay, mut spared) = (0, 0);
    for (side, targets) in [(Side::Allied, ["q24", "r17", "i30"]), (Side::German, ["p23", "r22", "n20"])] {
        for target in targets.map(square) {
            let guns = in_range(&field.state, side, target);
            let does = |some: &[UnitId]| -> u32 {
                let guns: Vec<crate::guns::Gun> = some.iter().map(|&unit| gun(&field.state, unit)).collect();
                let at = target_of(&field.state, side, target);
                crate::bombardment::effects(crate::guns::Salvo::of(&guns), at).iter().map(|&effect| effect as u32).sum()
            };
            let best = best(&field.state, &guns, target);
            assert!(check_guns(&field.state, side, target, &best).is_ok());
            for lot in 1_u32..1 << guns.len() {
                let lot: Units = (0..guns.len()).filter(|at| lot & (1 << at) != 0).map(|at| guns[at]).collect();
                let legal = check_guns(&field.state, side, target, &lot).is_ok();
                assert!(!legal || does(&lot) <= does(&best), "{target}: {lot:?} do more than {best:?}");
            }
            for left_out in &best {
                let rest: Units = best.iter().copied().filter(|gun| gun != left_out).collect();
                assert!(does(&rest) < does(&best), "{target}: {best:?} do as much without {left_out:?}");
            }
            spared += usize::from(best.len() < guns.len().min(6));
            unsupplied_stay += guns.iter().filter(|gun| !best.contains(gun) && !field.state.is_supplied(**gun)).count();
        }
    }
    assert!(spared > 0 && unsupplied_stay > 0, "{spared} {unsupplied_stay}");
}

#[test]
fn r7_a_target_without_a_gun_left_is_refused_with_the_reason() {
    let mut field = field();
    let refusal = |field: &Field, target: &str| {
        let view = View::<Somme>::of_seat(&field.state, Side::Allied.seat());
        let picks = [Pick::Place(square(target).place())];
        Somme::prompt(&view, &field.ask(Side::Allied), &picks).unwrap_err().to_string()
    };
    let heavy = field.unit("XIII Corps heavy guns");
    field.state.mark(heavy).put(Marks::FIRED);
    let far = refusal(&field, "p29");
    assert!(far.contains("none of your free artillery reaches p29"), "{far}");
    for gun in guns(
        &field,
        &["XIII Corps field guns 1", "XIII Corps field guns 2", "XIII Corps field guns 3", "XIII Corps heavy guns"],
    ) {
        field.state.mark(gun).put(Marks::FIRED);
    }
    assert!(refusal(&field, "o24").contains("free to fire any more"), "{}", refusal(&field, "o24"));
}
