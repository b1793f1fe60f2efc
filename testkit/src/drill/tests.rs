use super::scenario::fresh;
use super::state::{Rest, Word};
use super::*;
use field::{Facing, Point, Rectangle};
use kernel::dice::{Scripted, Seeded};
use kernel::game::{
    AnyGame, Ask, DiceKind, DiceRoot, Header, Legal, Line, OneStream, Pick, Player, Record, Secret, apply, begin,
};
use kernel::procedure::{Inputs, Refusal};
use kernel::rule::Rule;
use kernel::seat::Seat;

const RED: Side = Side::Red;
const BLUE: Side = Side::Blue;

fn at(x: i64, y: i64) -> Point {
    Point { x, y }
}

/// A game in which Red acts, both march, these units stand and no scouts hide. The wood lies at 9 to 13 and 2 to 7 inches.
fn battle(units: &[(Side, Point)]) -> State {
    let options = Options { turns: 1, scouts: 0 };
    let mut state = begin::<Drill>("skirmish", &options, &mut Scripted::of([1])).expect("the scenario is there");
    state.units = units.iter().map(|(side, at)| fresh(*side, Kind::Foot, 1, *at)).collect();
    state.phase = Phase::Acting { side: RED, second: false };
    for side in Side::BOTH {
        state.party_mut(side).stance = Some(Stance::March);
        state.party_mut(side).scouts = Some(Secret::Known(Vec::new()));
    }
    state
}

fn hidden(mut state: State, side: Side, places: &[Point]) -> State {
    let scouts = (state::HIDING..).zip(places).map(|(id, at)| Scout { id, at: *at }).collect();
    state.party_mut(side).scouts = Some(Secret::Known(scouts));
    state.party_mut(side).hidden = places.len() as u8;
    state
}

fn found(state: &State, side: Side, order: Order) -> Result<Legal<Drill>, Refusal> {
    let asks = Drill::asks(state);
    let ask = asks.iter().find(|ask| ask.seat == side.seat()).expect("the side is asked");
    View::<Drill>::of_seat(state, side.seat()).check(ask, order)
}

/// Carries out an order with these dice, and gives what happened.
fn ordered(state: &mut State, side: Side, order: Order, dice: &[u8]) -> Vec<Event> {
    let legal = found(state, side, order).unwrap_or_else(|refusal| panic!("{refusal}"));
    let mut record = Record::default();
    let mut script = Scripted::of(dice.iter().copied());
    apply(state, &legal, &mut OneStream(&mut script), Some(&mut record));
    record.events().cloned().collect()
}

/// A move of the first unit, which faces along its last leg at the end; a single leg leads to the right.
fn moves(path: &[Point]) -> Order {
    let last = path.windows(2).last().and_then(|leg| Facing::along(leg[1].minus(leg[0])));
    Order::Move { unit: 0, path: path.to_vec(), facing: last.unwrap_or(Facing::RIGHT).degrees() as u16 }
}

/// The same with other units than foot.
fn of_kinds(mut state: State, kinds: &[(UnitId, Kind)]) -> State {
    for (id, kind) in kinds {
        state.unit_mut(*id).kind = *kind;
    }
    state
}

fn asked(state: &State) -> Vec<(&'static str, &'static str)> {
    Drill::asks(state).iter().map(|ask| (ask.seat.0, ask.question)).collect()
}

fn checked(state: &State, side: Side, order: Order) -> Result<(), Refusal> {
    found(state, side, order).map(|_| ())
}

#[test]
fn d1_ground_is_paid_in_proportion_and_by_kind_of_mover() {
    let state = battle(&[(RED, at(800, 400)), (BLUE, at(2300, 1500))]);
    // 1 inch of open ground and 2.5 of wood are 6; a hundredth more is too much.
    assert!(checked(&state, RED, moves(&[at(1150, 400)])).is_ok());
    let refusal = checked(&state, RED, moves(&[at(1151, 400)])).unwrap_err();
    assert_eq!(refusal.sentence, "this leg costs 6.02 inches, but only 6.00 of the allowance are left");
    // Horse pays three for each: 1 and 1.66 of wood are 5.98.
    let horse = of_kinds(state, &[(0, Kind::Horse)]);
    assert!(checked(&horse, RED, moves(&[at(1066, 400)])).is_ok());
    assert!(checked(&horse, RED, moves(&[at(1067, 400)])).unwrap_err().sentence.contains("costs 6.01 inches"));
}

#[test]
fn d1_the_wall_costs_two_inches_and_horse_never_crosses_the_wire() {
    let state = battle(&[(RED, at(1400, 800)), (BLUE, at(2300, 1500))]);
    assert!(checked(&state, RED, moves(&[at(1800, 800)])).is_ok(), "4 inches and 2 for the wall");
    assert!(checked(&state, RED, moves(&[at(1801, 800)])).unwrap_err().sentence.contains("costs 6.01 inches"));
    let state = battle(&[(RED, at(1000, 1300)), (BLUE, at(2300, 1500))]);
    assert!(checked(&state, RED, moves(&[at(1500, 1300)])).is_ok(), "5 inches and 1 for the wire");
    assert!(checked(&state, RED, moves(&[at(1501, 1300)])).is_err());
    let refusal = checked(&of_kinds(state, &[(0, Kind::Horse)]), RED, moves(&[at(1500, 1300)])).unwrap_err();
    assert_eq!((refusal.rule, refusal.sentence.contains("never crosses the wire")), (Some(Rule("D1")), true));
}

#[test]
fn d4_a_turn_costs_an_inch_before_a_leg_and_at_the_end() {
    let state = battle(&[(RED, at(500, 500)), (BLUE, at(2300, 1500))]);
    let order = |path: &[Point], facing| checked(&state, RED, Order::Move { unit: 0, path: path.to_vec(), facing });
    // It faces right: straight on 6 inches, up only 5.
    assert!(order(&[at(1100, 500)], 90).is_err(), "the wood begins at 9 inches");
    assert!(order(&[at(899, 500)], 90).is_ok());
    assert!(order(&[at(500, 0)], 0).is_ok());
    // Two legs with a turn each: 2 + 1 and 2 + 1.
    assert!(order(&[at(500, 300), at(700, 300)], 90).is_ok());
    let refusal = order(&[at(500, 300), at(700, 300)], 0).unwrap_err();
    assert_eq!(refusal.sentence, "this turn costs 1.00 inches, but only 0.00 are left");
    assert!(order(&[at(500, 300), at(600, 300)], 0).is_ok());
    let refusal = order(&[at(500, 300)], 37).unwrap_err();
    assert_eq!(refusal.sentence, "it ends facing 0, or 0, 45 ... 315 degrees, not 37");
}

#[test]
fn d4_no_leg_crosses_the_base_of_another_unit() {
    // The base of the friend reaches from 6.8 to 7.2 and from 4.6 to 5.4 inches.
    let state = battle(&[(RED, at(500, 500)), (RED, at(700, 500)), (BLUE, at(2300, 1500))]);
    let refusal = checked(&state, RED, moves(&[at(850, 500)])).unwrap_err();
    assert_eq!((refusal.rule, refusal.sentence.contains("base of another unit")), (Some(Rule("D4")), true));
    // At 6.8 inches this leg has come 0.46 down the table.
    assert!(checked(&state, RED, Order::Move { unit: 0, path: vec![at(850, 590)], facing: 104 }).is_ok());
}

#[test]
fn d2_both_hide_at_once_with_one_order_each_and_neither_makes_the_other_stale() {
    let options = Options { turns: 1, scouts: 2 };
    let mut state = begin::<Drill>("skirmish", &options, &mut Scripted::of([1])).expect("the scenario is there");
    let before = Drill::asks(&state);
    assert_eq!(before.len(), 2);
    let refused = |places: &[Point]| checked(&state, RED, Order::Hide { at: places.to_vec() }).unwrap_err().sentence;
    assert!(refused(&[at(100, 100)]).starts_with("2 scouts are to hide, and 1 places"));
    assert!(refused(&[at(100, 100), at(100, 199)]).contains("an inch or more apart"));
    assert!(refused(&[at(100, 100), at(1001, 100)]).contains("within 10 inches"));
    let events = ordered(&mut state, RED, Order::Hide { at: vec![at(100, 100), at(100, 200)] }, &[]);
    assert_eq!(events, [Event::Hid { side: RED }]);
    assert_eq!(Drill::asks(&state).as_slice(), [before[1]], "the ask of Blue is the same");
    assert_eq!(state.units.len(), 8, "a scout in hiding is no unit");
}

#[test]
fn d3_plots_are_shown_together_and_ties_are_thrown_again() {
    let mut state = battle(&[(RED, at(100, 100)), (BLUE, at(2300, 100))]);
    state.phase = Phase::Plotting;
    state.parties.iter_mut().for_each(|party| party.stance = None);
    let before = Drill::asks(&state);
    let plot = |stance| Order::Plot { stance };
    assert_eq!(ordered(&mut state, BLUE, plot(Stance::Creep), &[]), [Event::Plotted { side: BLUE }]);
    assert_eq!(Drill::asks(&state).as_slice(), [before[0]], "the ask of Red is the same");
    let seen = View::<Drill>::of_seat(&state, RED.seat());
    assert_eq!(seen.state().party(BLUE).plot, Some(Secret::Hidden));
    let events = ordered(&mut state, RED, plot(Stance::Creep), &[4, 4, 1, 1, 2, 6]);
    let shown = Event::Shown { red: Stance::Creep, blue: Stance::Creep };
    assert_eq!(events, [Event::Plotted { side: RED }, shown, Event::Acts { side: BLUE }]);
}

#[test]
fn d5_an_enemy_within_four_inches_of_a_leg_is_asked_before_he_knows_how_the_move_goes_on() {
    let mut state = battle(&[(RED, at(100, 100)), (BLUE, at(300, 500))]);
    let path = [at(300, 100), at(500, 100)];
    assert_eq!(ordered(&mut state, RED, moves(&path), &[]), [Event::Went { unit: 0, to: path[0] }]);
    assert_eq!(asked(&state), [("blue", "fire at the mover, or hold")]);
    let rest = |eyes| match &View::<Drill>::of(&state, eyes).state().frames[0] {
        Frame::Move { rest, .. } => rest.clone(),
        Frame::Hits { .. } => panic!("a move is under way"),
    };
    assert_eq!(rest(Eyes::Seat(RED.seat())), Secret::Known(Rest { path: vec![path[1]], facing: 90 }));
    assert_eq!(rest(Eyes::Seat(BLUE.seat())), Secret::Hidden);
    assert_eq!(rest(Eyes::Spectator), Secret::Hidden);
    let events = ordered(&mut state, BLUE, Order::Hold, &[]);
    // The second leg begins where the enemy is 4 inches away.
    assert_eq!(events, [Event::Held { side: BLUE }, Event::Went { unit: 0, to: path[1] }]);
    let events = ordered(&mut state, BLUE, Order::Hold, &[]);
    assert_eq!(events[1], Event::Faces { unit: 0, facing: 90 });
}

#[test]
fn d5_a_mover_that_loses_strength_stops_and_the_one_who_fired_is_spent() {
    let mut state = battle(&[(RED, at(100, 100)), (BLUE, at(300, 500))]);
    ordered(&mut state, RED, moves(&[at(300, 100), at(500, 100)]), &[]);
    let events = ordered(&mut state, BLUE, Order::React { unit: 1 }, &[1, 2, 4, 5, 1]);
    let expected = [
        Event::Fired { unit: 1, target: 0, hits: 1 },
        Event::Lost { unit: 0, loss: 1, rule: Rule("D6") },
        Event::Stops { unit: 0, rule: Rule("D5") },
        Event::Acts { side: BLUE },
        Event::Over,
    ];
    assert_eq!(events, expected, "Blue is spent, so that the only turn is over");
    assert_eq!((state.unit(0).at, state.unit(0).strength), (at(300, 100), 3));
    let result = Drill::result(&state).expect("it is over");
    assert_eq!(
        (result.winner, result.points),
        (Some(BLUE.seat()), vec![(RED.seat(), "0".to_owned()), (BLUE.seat(), "1".to_owned())])
    );
}

#[test]
fn d5_while_scouts_hide_their_seat_is_asked_after_every_last_leg() {
    let far = hidden(battle(&[(RED, at(100, 100)), (BLUE, at(2300, 1500))]), BLUE, &[at(1500, 1500)]);
    let near = hidden(far.clone(), BLUE, &[at(900, 100)]);
    for (mut state, may_fire) in [(far, false), (near, true)] {
        ordered(&mut state, RED, moves(&[at(300, 100), at(500, 100)]), &[]);
        assert_eq!(asked(&state), [("blue", "fire at the mover, or hold")], "whether or not a scout is near");
        assert_eq!(checked(&state, BLUE, Order::React { unit: state::HIDING }).is_ok(), may_fire);
    }
}

#[test]
fn d6_the_target_places_one_hit_and_the_shooter_shares_the_rest() {
    let mut state = battle(&[(RED, at(100, 100)), (BLUE, at(600, 100)), (BLUE, at(600, 380)), (BLUE, at(600, 381))]);
    let events = ordered(&mut state, RED, Order::Fire { unit: 0, target: 1 }, &[5, 6, 5, 4]);
    assert_eq!(events, [Event::Fired { unit: 0, target: 1, hits: 3 }]);
    assert_eq!(asked(&state), [("blue", "place the first hit")]);
    assert!(checked(&state, BLUE, Order::TakeHit { unit: 3 }).is_err(), "2.01 inches away");
    ordered(&mut state, BLUE, Order::TakeHit { unit: 2 }, &[]);
    assert_eq!(asked(&state), [("red", "share out the other hits")]);
    let refused = |shares: &[u8]| checked(&state, RED, Order::ShareHits { shares: shares.to_vec() }).unwrap_err();
    assert!(refused(&[1, 0]).sentence.starts_with("2 hits are to be shared among 2 units"));
    let events = ordered(&mut state, RED, Order::ShareHits { shares: vec![0, 2] }, &[]);
    assert_eq!(events[0], Event::Lost { unit: 2, loss: 3, rule: Rule("D6") });
}

#[test]
fn d6_hits_that_can_fall_in_one_way_only_are_placed_at_once() {
    let mut state = battle(&[(RED, at(100, 100)), (BLUE, at(600, 100)), (BLUE, at(600, 300))]);
    state.unit_mut(1).strength = 1;
    state.unit_mut(2).strength = 1;
    let events = ordered(&mut state, RED, Order::Fire { unit: 0, target: 1 }, &[5, 6, 5, 4]);
    // Three hits on two points of strength destroy both.
    assert_eq!(events.len(), 6, "{events:?}");
    assert_eq!(events[5], Event::Over);
    let result = Drill::result(&state).expect("Blue has nothing left");
    assert_eq!(
        result.points,
        [(RED.seat(), (6 + 2).to_string()), (BLUE.seat(), "0".to_owned())],
        "what was missing at first counts too"
    );
}

#[test]
fn d6_fire_goes_six_inches_ahead() {
    // A base is 0.4 deep and 0.8 wide: the nearest corner of the last is 1.2 ahead and 1.21 aside.
    let state = battle(&[(RED, at(100, 100)), (BLUE, at(740, 100)), (BLUE, at(741, 100)), (BLUE, at(200, 261))]);
    let may = |target| checked(&state, RED, Order::Fire { unit: 0, target }).map_err(|refusal| refusal.sentence);
    assert_eq!(may(1), Ok(()));
    assert_eq!(may(2), Err("Blue 1 is 6.01 inches away, and fire reaches 6".to_owned()));
    assert_eq!(may(3), Err("Blue 1 is not within 45 degrees of where Red 1 faces".to_owned()));
}

#[test]
fn d7_a_scout_that_is_run_into_gets_the_next_number_and_stops_the_mover() {
    let places = [at(1500, 1500), at(700, 300)];
    let mut state = hidden(battle(&[(RED, at(100, 100)), (BLUE, at(2300, 1500))]), BLUE, &places);
    let path = [at(400, 100), at(500, 100), at(500, 200)];
    let events = ordered(&mut state, RED, moves(&path), &[]);
    // The leg to 5 inches ends 2.83 inches from the scout; the one before 3.61.
    let expected = [
        Event::Went { unit: 0, to: path[0] },
        Event::Went { unit: 0, to: path[1] },
        Event::Seen { unit: 2, at: places[1] },
        Event::Stops { unit: 0, rule: Rule("D7") },
    ];
    assert_eq!(events, expected);
    assert_eq!((state.unit(2).name().as_str(), state.party(BLUE).hidden), ("Blue scout 1", 1));
    let numbers = |eyes| Drill::scene(&View::of(&state, eyes)).pieces.iter().map(|piece| piece.id).collect::<Vec<_>>();
    assert_eq!(numbers(Eyes::Seat(RED.seat())), [0, 1, 2], "no gap where a scout still hides");
    assert_eq!(numbers(Eyes::Spectator), [0, 1, 2]);
    assert_eq!(numbers(Eyes::Seat(BLUE.seat())), [0, 1, 2, state::HIDING]);
}

#[test]
fn d7_only_the_seat_that_looks_out_learns_what_it_saw() {
    let mut state = hidden(battle(&[(RED, at(100, 100)), (BLUE, at(2300, 1500))]), BLUE, &[at(900, 100)]);
    let legal = found(&state, RED, Order::LookOut { unit: 0 }).unwrap_or_else(|refusal| panic!("{refusal}"));
    let mut record = Record::default();
    apply(&mut state, &legal, &mut OneStream(&mut Scripted::of([3])), Some(&mut record));
    let told = Event::Told { side: RED, word: Word::Near };
    assert!(record.events().any(|event| *event == told));
    assert!(record.lines.iter().all(|line| !matches!(line, Line::Roll { only: None, .. })), "the die is unseen");
    for (eyes, hears) in [(Eyes::Seat(RED.seat()), true), (Eyes::Seat(BLUE.seat()), false), (Eyes::Spectator, false)] {
        let view = View::<Drill>::of(&state, eyes);
        assert_eq!(Drill::say(&view, &told).is_some(), hears);
        assert_eq!(view.state().party(RED).reports[0].word.known().is_some(), hears);
    }
}

#[test]
fn d7_what_is_imagined_agrees_with_what_was_told() {
    for (word, near) in [(Word::Near, true), (Word::Clear, false)] {
        let mut state = hidden(battle(&[(RED, at(900, 100)), (BLUE, at(2300, 1500))]), BLUE, &[at(1500, 100)]);
        state.party_mut(RED).reports.push(Report { from: at(900, 100), hidden: 1, word: Secret::Known(word) });
        for seed in 0..20 {
            let view = View::<Drill>::of_seat(&state, RED.seat());
            let imagined = Drill::imagine(&view, &mut Seeded::new(seed));
            let scout = &imagined.scouts(BLUE)[0];
            assert_eq!(scout.at.distance(at(900, 100)) <= 800, near, "{word:?}: {scout:?}");
            assert!(scout.at.x >= 1400 && scout.at.distance(at(900, 100)) > 300);
        }
    }
}

#[test]
fn d8_a_duel_is_fought_until_somebody_wins() {
    let mut state = battle(&[(RED, at(100, 100)), (BLUE, at(400, 100))]);
    state.unit_mut(1).spent = true;
    state.unit_mut(1).strength = 3;
    // Red has one more strength: 2 + 1 against 3 is a tie, 5 + 1 against 6 too, then 1 + 1 loses to 4.
    let events = ordered(&mut state, RED, moves(&[at(300, 100)]), &[2, 3, 5, 6, 1, 4]);
    assert_eq!(events[2], Event::Won { winner: 1, loser: 0 });
    assert_eq!(events[3], Event::Lost { unit: 0, loss: 1, rule: Rule("D8") });
}

#[test]
fn d10_more_than_two_inches_of_wood_the_hill_and_smoke_block_sight() {
    let fires = |state: &State| checked(state, RED, Order::Fire { unit: 0, target: 1 });
    let refused = |state: &State| fires(state).unwrap_err();
    // The wood is 4 inches wide here; the bases are 4.6 inches apart.
    let wood = battle(&[(RED, at(850, 450)), (BLUE, at(1350, 450))]);
    let refusal = refused(&wood);
    assert_eq!(refusal.rule, Some(Rule("D10")));
    assert!(refusal.sentence.ends_with("does not see Blue 1: the wood lies between"), "{refusal}");
    // From 1.9 inches inside it, and from beside it, it is clear.
    assert!(fires(&battle(&[(RED, at(1110, 450)), (BLUE, at(1350, 450))])).is_ok());
    assert!(fires(&battle(&[(RED, at(850, 750)), (BLUE, at(1350, 750))])).is_ok());
    let hill = battle(&[(RED, at(1600, 350)), (BLUE, at(2100, 350))]);
    assert!(refused(&hill).sentence.contains("the hill lies between"));
    assert!(fires(&battle(&[(RED, at(1700, 350)), (BLUE, at(2100, 350))])).is_ok(), "it stands on the hill");
    let mut smoke = battle(&[(RED, at(300, 1300)), (BLUE, at(600, 1300))]);
    assert!(fires(&smoke).is_ok());
    smoke.smoke.push(Rectangle::screen(at(450, 1300), 400, 100, Facing::RIGHT));
    assert!(refused(&smoke).sentence.contains("the smoke lies between"));
}

#[test]
fn d11_a_burst_endangers_all_that_it_touches_of_both_sides() {
    let state = battle(&[(RED, at(300, 1300)), (BLUE, at(800, 1300)), (RED, at(911, 1300)), (RED, at(921, 1300))]);
    let mut state = of_kinds(state, &[(0, Kind::Mortar)]);
    let burst = |x, y| Order::Burst { unit: 0, at: at(x, y) };
    // The bases that face right are 0.4 deep: the edge of the first friend is 0.91 away, of the second 1.01.
    let events = ordered(&mut state, RED, burst(800, 1300), &[4, 5]);
    let expected =
        [Event::Burst { unit: 0, at: at(800, 1300), caught: 2 }, Event::Lost { unit: 1, loss: 1, rule: Rule("D11") }];
    assert_eq!(events, expected, "the friend's die comes first");
    assert!(state.unit(0).spent);
}

#[test]
fn d11_a_shell_falls_within_twelve_inches_where_the_mortar_sees() {
    let state = battle(&[(RED, at(300, 450)), (BLUE, at(2300, 450)), (RED, at(300, 1300))]);
    let state = of_kinds(state, &[(0, Kind::Mortar)]);
    let throws = |unit, x, y| checked(&state, RED, Order::Burst { unit, at: at(x, y) });
    assert!(throws(0, 300, 1600).is_ok() && throws(0, 1100, 450).is_ok(), "2 inches of wood are no hindrance");
    assert!(throws(0, 1101, 450).unwrap_err().sentence.contains("the wood lies between"));
    assert!(throws(0, 1501, 700).unwrap_err().sentence.contains("throws up to 12"));
    assert!(throws(0, -1, 450).unwrap_err().sentence.contains("on the table"));
    assert!(throws(2, 400, 1300).unwrap_err().sentence.contains("is no mortar"));
    let fires = checked(&state, RED, Order::Fire { unit: 0, target: 1 }).unwrap_err();
    assert!(fires.sentence.contains("a mortar throws bursts and smoke"), "{fires}");
}

#[test]
fn d11_smoke_lies_across_the_throw_until_the_turn_ends() {
    let mut state = battle(&[(RED, at(300, 1300)), (BLUE, at(700, 1300))]);
    state.turns = 2;
    let mut state = of_kinds(state, &[(0, Kind::Mortar)]);
    let sees = |state: &State, x, y| state.line(&state.unit(0).base(), &at(x, y).into()).is_some();
    assert!(sees(&state, 700, 1300));
    ordered(&mut state, RED, Order::Smoke { unit: 0, at: at(500, 1300) }, &[]);
    assert!(!sees(&state, 700, 1300));
    // The screen reaches from 4.5 to 5.5 and up to 11 inches; this line has come to 10.6 at 4.5.
    assert!(sees(&state, 700, 660));
    ordered(&mut state, BLUE, Order::Pass, &[]);
    assert_eq!((state.turn, state.smoke.len()), (2, 0));
}

#[test]
fn d12_an_arc_holds_a_base_of_which_it_holds_a_corner() {
    let fires =
        |x, y| checked(&battle(&[(RED, at(300, 900)), (BLUE, at(x, y))]), RED, Order::Fire { unit: 0, target: 1 });
    // The nearest corner of the target is 0.2 to the right of its middle and 0.4 above: on the rim of the arc, and off it.
    assert!(fires(500, 1160).is_ok());
    assert!(fires(500, 1161).unwrap_err().sentence.contains("45 degrees"));
}

#[test]
fn d12_fire_from_flank_or_rear_has_a_die_more_and_a_circle_has_neither() {
    let hits = |facing, kind, dice: &[u8]| {
        let mut state = of_kinds(battle(&[(RED, at(300, 900)), (BLUE, at(700, 900))]), &[(1, kind)]);
        state.unit_mut(1).facing = facing;
        ordered(&mut state, RED, Order::Fire { unit: 0, target: 1 }, dice)[0].clone()
    };
    let fired = |hits| Event::Fired { unit: 0, target: 1, hits };
    assert_eq!(hits(270, Kind::Foot, &[1, 1, 1, 5]), fired(1), "in its front");
    assert_eq!(hits(225, Kind::Foot, &[1, 1, 1, 5]), fired(1), "the rim of the front belongs to it");
    assert_eq!(hits(224, Kind::Foot, &[1, 1, 1, 5, 6]), fired(2), "in its flank");
    assert_eq!(hits(90, Kind::Foot, &[1, 1, 1, 5, 6]), fired(2), "in its rear");
    assert_eq!(hits(90, Kind::Scout, &[1, 1, 1, 5]), fired(1));
}

#[test]
fn a_point_that_is_picked_is_gone_to_straight_where_that_can_be_paid_and_else_round() {
    let state = of_kinds(battle(&[(RED, at(1100, 1400)), (BLUE, at(2300, 100))]), &[(0, Kind::Horse)]);
    let order = |points: &[(i64, i64)]| {
        let begun = [Pick::Piece(0), Pick::option("move")].into_iter();
        let picks: Vec<Pick> = begun.chain(points.iter().map(|&(x, y)| Pick::Point { x, y })).collect();
        let ask = Drill::asks(&state)[0];
        Drill::prompt(&View::of_seat(&state, RED.seat()), &ask, &picks).map(|prompt| prompt.order)
    };
    let path = |points: &[(i64, i64)]| match order(points) {
        Ok(Some(Order::Move { path, .. })) => path,
        other => panic!("{other:?}"),
    };
    assert_eq!(path(&[(1100, 1500)]), [at(1100, 1500)]);
    // Behind the wire, which ends at 14.5 inches: there is a way round.
    let round = path(&[(1200, 1400)]);
    assert!(round.len() > 1 && round.last() == Some(&at(1200, 1400)), "{round:?}");
    assert!(order(&[(1201, 1400)]).is_err(), "a point off the lattice is gone to straight or not at all");
}

#[test]
fn every_destination_and_every_aim_that_is_offered_is_accepted() {
    let mut tried = 0;
    for seed in 0..6 {
        let mut game = crate::game::Playthrough::<Drill>::of("skirmish", seed);
        let mut looked = 0;
        game.to_the_end(
            |game, ask, _| {
                if ask.question != "act with a unit, or pass" || looked == 3 {
                    return;
                }
                looked += 1;
                let view = View::<Drill>::of_seat(&game.state, ask.seat);
                let side = Side::of(ask.seat);
                for (id, unit) in game.state.fresh(side) {
                    let deeds = if unit.kind == Kind::Mortar { &["move", "burst", "smoke"][..] } else { &["move"] };
                    for deed in deeds {
                        let begun = vec![Pick::Piece(id), Pick::option(deed)];
                        let prompt = Drill::prompt(&view, ask, &begun).expect("the deed is offered");
                        let kernel::game::Offers::Point { region, .. } = prompt.offers else { continue };
                        for (x, y, _) in region.points.iter().step_by(23) {
                            let picks = [&begun[..], &[Pick::Point { x: *x, y: *y }]].concat();
                            let order = Drill::prompt(&view, ask, &picks).expect("it can be picked").order;
                            let order = order.expect("a destination makes an order");
                            Drill::check(&view, ask, &order).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
                            tried += 1;
                        }
                    }
                }
            },
            |_, _| {},
        );
    }
    assert!(tried > 500, "{tried}");
}

/// A player whose every decision is told to the test: how many it has made before.
struct Counting(u32);

static COUNTED: std::sync::Mutex<Vec<(Seat, u32)>> = std::sync::Mutex::new(Vec::new());

impl Player<Drill> for Counting {
    fn decide(&mut self, view: &View<'_, Drill>, ask: &Ask, random: &mut Seeded) -> Order {
        COUNTED.lock().unwrap().push((ask.seat, self.0));
        self.0 += 1;
        Drill::sample(view, ask, random)
    }
}

#[test]
fn a_machine_is_the_same_player_from_one_decision_of_its_seat_to_the_next() {
    static COUNTERS: Playable<Drill> = Playable::of(&[Machine::of("counting", "Counts.", || Box::new(Counting(0)))]);
    let root = DiceRoot::of_seed(1);
    let header = Header::of("drill", "skirmish", Inputs::new(), DiceKind::Seed(1));
    let mut table = COUNTERS.start(header, root.state_key(), &mut root.entry(0)).expect("a scenario of the drill");
    while table.next_entry() < 12 && table.result().is_none() {
        let (number, open) = (table.next_entry(), table.open()[0]);
        let order = table.thought(open.ask.seat, "counting").expect("it is seated")(u64::from(number));
        table.answer(open.ask.seat, open.id, &[order], &mut root.entry(number)).expect("any legal order");
    }
    let counted = COUNTED.lock().unwrap();
    for side in Side::BOTH {
        let of_side: Vec<u32> = counted.iter().filter(|(seat, _)| *seat == side.seat()).map(|(_, at)| *at).collect();
        assert_eq!(of_side, (0..of_side.len() as u32).collect::<Vec<_>>(), "each seat has its own");
        assert!(of_side.len() > 1, "{side:?} has decided more than once");
    }
}

#[test]
fn every_citation_of_the_drill_stands_in_its_rules_and_every_rule_is_cited() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/drill");
    crate::citations::folder_agrees_with_page(&folder, BOOK.page);
}
