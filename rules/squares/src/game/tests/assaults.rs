//! 26, R7 to R12: assaults on the table.

use super::super::*;
use super::table::{Played, Table, at};
use crate::assault::Face;
use crate::unit::Kind;
use kernel::rule::Rule;

fn ready(table: Table) -> Played {
    table.at(Side::Attacker, TurnStep::Assaults, |_| {}, &[]).0
}

fn duel() -> Table {
    Table::new().infantry("a1", "D3").infantry("d1", "D4")
}

const DEFENDERS_TURN: Event = Event::TurnBegins { turn: 1, side: Side::Defender };

#[test]
fn r26_a_beaten_target_withdraws_the_assaulter_moves_in_and_marks_a_unit() {
    let mut game = ready(duel().infantry("a2", "D3"));
    game.give(game.assault("D3", "D4"), &[]);
    assert_eq!(game.asked(), Some((Side::Defender, "stand or retire")));
    // 6 dice: two hits. 2 dice: none. Two failed saves against none: won. Three further hits, all saved.
    let events = game.give(Order::Stand, &[5, 6, 1, 1, 1, 1, 1, 1, 1, 1, 4, 4, 4]);
    let (a1, a2, d1) = (game.id("a1"), game.id("a2"), game.id("d1"));
    assert_eq!(
        events,
        [
            Event::Stood { at: at("D4") },
            Event::Hit { unit: d1, hits: 2, rule: Rule("26:hit") },
            Event::Hurt { unit: d1, half_bases: 2 },
            Event::Won { target: at("D4") },
            Event::Hit { unit: d1, hits: 3, rule: Rule("26:hit") },
            Event::FellBack { units: d1.into(), from: at("D4"), to: at("D5"), rule: Rule("26:withdraw") },
        ]
    );
    assert_eq!(game.unit("d1").casualties, 2, "it takes its casualties along");
    assert_eq!(game.asked(), Some((Side::Attacker, "move in")));
    assert_eq!(game.refused(Order::Advance { units: Units::NONE }), "26:move-in");
    assert_eq!(game.give(Order::Advance { units: a1.into() }, &[]), [Event::MovedIn { unit: a1, to: at("D4") }]);
    assert_eq!(game.asked(), Some((Side::Attacker, "give the winning-the-fight marker")));
    // Those who withdrew do not shoot, so the turn goes on to its end.
    let events = game.give(Order::GiveMarker { unit: a2 }, &[]);
    assert_eq!(events, [Event::MarkerGiven { unit: a2, rule: Rule("26:assaulter-marker") }, DEFENDERS_TURN]);
    assert!(game.unit("a2").marks.has(Marks::WINNING), "until the end of the next turn (R12)");
}

/// A heavy tank wins alone against infantry: 3 dice and 1 or 2 for those who stand by, against 2.
fn tank_wins(game: &mut Played, others: usize) -> Vec<Event> {
    let units = game.ids(&["a tank"]);
    game.give(
        Order::Assault(AssaultOrder { from: at("D3"), target: at("D4"), units, additional: Units::NONE, shock: false }),
        &[],
    );
    // One hit, not saved; the target misses. Three further hits, all saved.
    let dice = [vec![5], vec![1; 2 + others], vec![1, 1], vec![1], vec![4; 3]].concat();
    game.give(Order::Stand, &dice)
}

#[test]
fn r26_infantry_of_the_main_square_must_move_in_after_tanks_that_won_alone() {
    let mut game = ready(duel().kind("a tank", "D3", Kind::HeavyTank).kind("a gun", "D3", Kind::Gun));
    tank_wins(&mut game, 2);
    assert_eq!(game.asked(), Some((Side::Attacker, "move in")));
    let (a1, tank) = (game.id("a1"), game.id("a tank"));
    assert_eq!(game.refused(Order::Advance { units: Units::NONE }), "26:move-in");
    assert_eq!(game.refused(Order::Advance { units: tank.into() }), "26:move-in");
    assert_eq!(game.refused(Order::Advance { units: game.ids(&["a1", "a gun"]) }), "26:move-in", "guns do not follow");
    let events = game.give(Order::Advance { units: a1.into() }, &[]);
    assert_eq!(events[0], Event::MovedIn { unit: a1, to: at("D4") });
}

#[test]
fn r26_nobody_must_move_in_after_tanks_where_the_infantry_of_their_square_has_fallen_back_this_turn() {
    let mut game = ready(duel().kind("a tank", "D3", Kind::HeavyTank));
    game.unit("a1").marks.put(Marks::RETIRED);
    tank_wins(&mut game, 1);
    assert_eq!(game.refused(Order::Advance { units: game.ids(&["a1"]) }), "26:move-in");
    game.give(Order::Advance { units: Units::NONE }, &[]);
    assert_eq!((game.square("a tank"), game.square("a1")), (Some(at("D3")), Some(at("D3"))));
}

#[test]
fn r26_who_did_not_assault_does_not_move_in_while_infantry_that_did_is_left() {
    let mut game = ready(duel().infantry("a2", "D3"));
    let units = game.ids(&["a1"]);
    game.give(
        Order::Assault(AssaultOrder { from: at("D3"), target: at("D4"), units, additional: Units::NONE, shock: false }),
        &[],
    );
    // 3 dice and 1 for a2: one hit, not saved. The target's 2 dice miss, and it saves the further hits.
    game.give(Order::Stand, &[5, 1, 1, 1, 1, 1, 1, 4, 4, 4]);
    assert_eq!((game.square("a1"), game.square("a2")), (Some(at("D4")), Some(at("D3"))), "a1 alone could, so it does");
}

#[test]
fn r26_a_target_that_holds_gets_the_marker_nobody_moves_and_the_assaulter_loses_his() {
    let mut game = ready(duel());
    game.unit("a1").marks.put(Marks::WINNING);
    game.give(game.assault("D3", "D4"), &[]);
    // 3 dice and 2 for the marker, against 2: no hits, so the casualties are the same. Three hits, one failed.
    let events = game.give(Order::Stand, &[1, 1, 1, 1, 1, 1, 1, 4, 4, 3]);
    let (a1, d1) = (game.id("a1"), game.id("d1"));
    assert_eq!(
        events,
        [
            Event::Stood { at: at("D4") },
            Event::Held { target: at("D4") },
            Event::Hit { unit: a1, hits: 3, rule: Rule("26:hit") },
            Event::Hurt { unit: a1, half_bases: 1 },
            Event::MarkerGiven { unit: d1, rule: Rule("26:target-marker") },
            DEFENDERS_TURN,
        ],
        "a square that was assaulted does not shoot (19:7)"
    );
    assert_eq!((game.square("a1"), game.square("d1")), (Some(at("D3")), Some(at("D4"))));
    assert!(!game.unit("a1").marks.has(Marks::WINNING));
}

#[test]
fn r11_a_target_that_retires_goes_with_its_guns_and_the_assaulter_moves_in_with_the_marker() {
    let mut game = ready(duel().kind("d gun", "D4", Kind::Gun));
    game.give(game.assault("D3", "D4"), &[]);
    // 3 hits and 1 for the gun. The owner places 2; then the other 2 can fall in one way only.
    game.give(Order::Retire, &[]);
    assert_eq!(game.asked(), Some((Side::Defender, "place the hits")));
    let (a1, d1, gun) = (game.id("a1"), game.id("d1"), game.id("d gun"));
    let events = game.give(Order::PlaceHits { shares: smallvec::smallvec![2, 0] }, &[4, 4, 5, 5]);
    let rule = Rule("26:retire-hits");
    let units = game.ids(&["d1", "d gun"]);
    assert_eq!(
        events,
        [
            Event::Hit { unit: d1, hits: 2, rule },
            Event::Hit { unit: gun, hits: 2, rule },
            Event::FellBack { units, from: at("D4"), to: at("D5"), rule: Rule("R11") },
            Event::MovedIn { unit: a1, to: at("D4") },
            Event::MarkerGiven { unit: a1, rule: Rule("26:retire-marker") },
            DEFENDERS_TURN,
        ]
    );
}

#[test]
fn r26_guns_of_a_beaten_target_are_removed_and_count_as_lost() {
    let mut game = ready(Table::new().infantry("a1", "D3").kind("d gun", "D4", Kind::Gun));
    game.give(game.assault("D3", "D4"), &[]);
    // 3 dice: one hit; the gun's 2 dice miss. The gun fails one save, and is taken with its last half base.
    let events = game.give(Order::Stand, &[5, 1, 1, 1, 1, 1]);
    let (a1, gun) = (game.id("a1"), game.id("d gun"));
    assert_eq!(
        events[2..],
        [
            Event::Hurt { unit: gun, half_bases: 1 },
            Event::Won { target: at("D4") },
            Event::GunRemoved { unit: gun },
            Event::MovedIn { unit: a1, to: at("D4") },
            Event::MarkerGiven { unit: a1, rule: Rule("26:assaulter-marker") },
            DEFENDERS_TURN,
        ]
    );
    assert_eq!(game.state.lost.defender, 2);
}

#[test]
fn r26_a_target_that_cannot_withdraw_may_not_retire_takes_six_hits_and_stays() {
    let mut game = ready(duel().infantry("a2", "D5"));
    // It is not asked. 3 dice: one hit, not saved; 2 dice: none. Then 6 hits, all saved.
    let events = game.give(game.assault("D3", "D4"), &[5, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4]);
    let (a1, d1) = (game.id("a1"), game.id("d1"));
    assert!(events.contains(&Event::Hit { unit: d1, hits: 6, rule: Rule("26:hit") }));
    assert!(events.contains(&Event::CutOff { target: at("D4") }));
    assert!(events.contains(&Event::MarkerGiven { unit: a1, rule: Rule("26:assaulter-marker") }), "all the same");
    assert_eq!((game.square("a1"), game.square("d1")), (Some(at("D3")), Some(at("D4"))));
}

#[test]
fn r7_a_unit_and_a_target_fight_once_a_turn() {
    let mut game = ready(duel().infantry("a2", "C4").infantry("d2", "C3"));
    game.give(game.assault("D3", "D4"), &[]);
    game.give(Order::Stand, &[1, 1, 1, 1, 1, 4, 4, 4]);
    let order = |from: &str, target: &str, name: &str| {
        Order::Assault(AssaultOrder {
            from: at(from),
            target: at(target),
            units: game.ids(&[name]),
            additional: Units::NONE,
            shock: false,
        })
    };
    assert_eq!(game.refused(order("C4", "D4", "a2")), "R7", "the target has fought");
    assert_eq!(game.refused(order("D3", "C3", "a1")), "R7", "the unit has fought");
}

#[test]
fn r7_only_those_assault_who_can_and_whose_square_may() {
    let table = duel().kind("a gun", "D3", Kind::Gun).infantry("a2", "C4").infantry("a3", "E4").infantry("a4", "D5");
    let keep = |game: &mut Played| {
        game.state.steady.add(at("C4"));
        game.state.orders.hold_the_line.add(at("E4"));
        game.state.barrages.defender.suppression.add(at("D5"));
    };
    let (game, _) = table.at(Side::Attacker, TurnStep::Assaults, keep, &[]);
    let order = |from: &str, name: &str| {
        Order::Assault(AssaultOrder {
            from: at(from),
            target: at("D4"),
            units: game.ids(&[name]),
            additional: Units::NONE,
            shock: false,
        })
    };
    assert_eq!(game.refused(order("D3", "a gun")), "R7");
    assert_eq!(game.refused(order("C4", "a2")), "28:steady");
    assert_eq!(game.refused(order("E4", "a3")), "R16");
    assert_eq!(game.refused(order("D5", "a4")), "R14");
    let shocked = Order::Assault(AssaultOrder {
        from: at("D3"),
        target: at("D4"),
        units: game.ids(&["a1"]),
        additional: Units::NONE,
        shock: true,
    });
    assert_eq!(game.refused(shocked), "26:shock-assault");
}

#[test]
fn r26_at_most_two_additional_units_join_from_a_face() {
    let table = duel().infantry("a2", "C4").infantry("a3", "C4").infantry("a4", "C4").infantry("a5", "E3");
    let game = ready(table);
    let order = |names: &[&str]| {
        Order::Assault(AssaultOrder {
            from: at("D3"),
            target: at("D4"),
            units: game.ids(&["a1"]),
            additional: game.ids(names),
            shock: false,
        })
    };
    assert_eq!(game.refused(order(&["a2", "a3", "a4"])), "26:additional-unit");
    assert_eq!(game.refused(order(&["a5"])), "26:additional-unit", "not next to the target");
    assert_eq!(game.refused(order(&["a1"])), "26:additional-unit", "of the main square");
}

#[test]
fn r19_6_assaults_go_from_right_to_left_by_their_main_square() {
    let table = duel().infantry("a2", "F3").infantry("d2", "F4").infantry("a3", "B3").infantry("d3", "B4");
    let mut game = ready(table);
    game.give(game.assault("D3", "D4"), &[]);
    game.give(Order::Stand, &[1, 1, 1, 1, 1, 4, 4, 4]);
    assert_eq!(game.refused(game.assault("F3", "F4")), "19:6");
    game.give(game.assault("B3", "B4"), &[]);
}

fn situation(game: &Played, from: &str, units: &[&str], additional: &[&str]) -> crate::assault::Assault {
    let named = AssaultOrder {
        from: at(from),
        target: at("D4"),
        units: game.ids(units),
        additional: game.ids(additional),
        shock: false,
    };
    fight::Fight::of(&game.state, Side::Attacker, named).situation(&game.state)
}

#[test]
fn r9_a_side_face_is_the_flank_and_the_own_edge_face_the_rear() {
    let game = ready(duel().infantry("a2", "C4").infantry("a3", "D5"));
    assert_eq!(situation(&game, "D3", &["a1"], &[]).from, Face::Front);
    assert_eq!(situation(&game, "C4", &["a2"], &[]).from, Face::Flank);
    assert_eq!(situation(&game, "D5", &["a3"], &[]).from, Face::Rear);
}

#[test]
fn r8_support_squares_are_at_a_face_have_the_right_units_and_are_in_no_assault() {
    let table =
        duel().infantry("a2", "C3").kind("a tank", "E3", Kind::HeavyTank).infantry("a3", "D2").infantry("a4", "C4");
    let mut game = ready(table.infantry("d2", "D5").kind("d gun", "E4", Kind::Gun));
    let of = |game: &Played, additional: &[&str]| {
        let assault = situation(game, "D3", &["a1"], additional);
        (assault.supports, assault.target_supports)
    };
    assert_eq!(of(&game, &[]), (2, 2), "C3 and D2; a lone tank does not; D5 and E4 support the target");
    game.state.engaged.add(at("C3"));
    game.unit("d2").marks.put(Marks::RETIRED);
    assert_eq!(of(&game, &[]), (1, 1));
}

#[test]
fn r10_the_owner_places_the_first_two_hits_on_assaulters_and_the_target_the_rest_main_square_first() {
    let mut game = ready(duel().infantry("a2", "C4").kind("d mg", "D4", Kind::MachineGun));
    let (units, additional) = (game.ids(&["a1"]), game.ids(&["a2"]));
    game.give(Order::Assault(AssaultOrder { from: at("D3"), target: at("D4"), units, additional, shock: false }), &[]);
    // Assaulter: 3 and 1 additional = 4 dice, no hit. Target: 2 and 5 less 1 = 6 dice, 3 hits: 2 on the main square
    // by its owner, 1 on the additional unit; nobody has a choice. a1 fails one save, a2 none.
    let events = game.give(Order::Stand, &[1, 1, 1, 1, 5, 5, 5, 1, 1, 1, 1, 4, 4, 4, 4, 4]);
    let (a1, a2) = (game.id("a1"), game.id("a2"));
    let rule = Rule("26:hit");
    assert_eq!(events[1], Event::Hit { unit: a1, hits: 2, rule });
    assert_eq!(events[3], Event::Hit { unit: a2, hits: 1, rule });
}

#[test]
fn r12_a_unit_that_goes_back_loses_its_marker() {
    let mut game = ready(duel());
    game.unit("d1").marks.put(Marks::WINNING);
    game.give(game.assault("D3", "D4"), &[]);
    game.give(Order::Retire, &[4, 4, 4]);
    assert!(!game.unit("d1").marks.has(Marks::WINNING));
}

#[test]
fn a_commander_goes_back_with_his_men() {
    let mut game = ready(duel());
    game.state.commanders.defender = Some(at("D4"));
    game.give(game.assault("D3", "D4"), &[]);
    game.give(Order::Retire, &[4, 4, 4]);
    assert_eq!(game.state.commanders.defender, Some(at("D5")));
}
