use super::*;

const DUEL: (&str, &str) =
    ("A1 | infantry | average | 24 30 | 0 | men 8", "D1 | infantry | average | 24 3 | 180 | men 8");

/// A whole move in which nobody does anything.
fn idle(state: &mut State) {
    to_moves(state);
    to_fire(state);
    give(state, A, Order::Ready, []);
    give(state, D, Order::Ready, []);
}

#[test]
fn r19_a_margin_of_10_wins_and_less_is_a_draw() {
    let mut state = action(DUEL.0, DUEL.1, "");
    for _ in 0..6 {
        idle(&mut state);
    }
    let result = Figures::result(&state).expect("the moves are over");
    assert_eq!((result.winner, result.rule.0), (None, "R19"));
    let mut ahead = state.clone();
    ahead.holders[0] = Some(D);
    assert_eq!(Figures::result(&ahead).expect("it is over").winner.map(|seat| seat.0), Some("defender"));
    ahead.score[A] = 1;
    assert_eq!(Figures::result(&ahead).expect("it is over").winner, None, "10 to 1");
}

#[test]
fn r19_an_objective_is_held_by_who_has_a_man_near_it_and_the_enemy_none() {
    let mut state = action("A1 | infantry | average | 24 20 | 0 | men 8", DUEL.1, "");
    idle(&mut state);
    assert_eq!((state.holders[0], points(&state, A)), (Some(A), 10));
}

#[test]
fn r19_a_side_without_an_unrouted_squad_loses() {
    let mut state = action(DUEL.0, DUEL.1, "");
    state.squads[1].routed = true;
    state.squads[1].at = Point::new(2400, 50);
    for man in 8..16 {
        state.figures[man].stand(Point::new(1250 + 100 * man as i64, 50));
    }
    // It runs off the table in phase c, and nobody is left.
    to_moves(&mut state);
    to_fire(&mut state);
    hold_fire(&mut state);
    assert_eq!(state.ending, Some(Ending::NoSquads(D)));
    assert_eq!(Figures::result(&state).expect("it is over").winner.map(|seat| seat.0), Some("attacker"));
}

#[test]
fn r12_a_squad_that_falls_back_two_moves_loses_a_figure_and_its_next_orders() {
    let mut state = action("A1 | infantry | average | 24 14 | 0 | men 8", DUEL.1, "");
    let mut record = Record::default();
    let mut dice = Scripted::of([]);
    let mut streams = OneStream(&mut dice);
    let mut act = Act::on(&mut state, &mut streams, Some(&mut record));
    super::super::nerve::suffer(&mut act, squad(0), crate::morale::Nerve::FallsBackTwo);
    assert_eq!((state.strength(squad(0)), state.squads[0].retreats), (7, 1));
    assert!(state.squads[0].at.y >= 2300, "10 inches towards its own edge: {:?}", state.squads[0].at);
    state.squads[0].deeds = Deeds::default();
    to_moves(&mut state);
    assert!(state.squads[0].deeds.shaken && state.squads[0].retreats == 0);
    assert!(!state.moves(A, squad(0)), "R25 it has lost its move");
}

#[test]
fn r14_prisoners_score_double() {
    let mut state = action(DUEL.0, DUEL.1, "");
    let mut dice = Scripted::of([]);
    let mut streams = OneStream(&mut dice);
    losses::surrender(&mut Act::on(&mut state, &mut streams, None), squad(1));
    assert_eq!(state.score[A], 16);
}

#[test]
fn r43_a_gun_without_a_crew_is_taken_by_the_first_to_touch_it() {
    let mut state = action(
        "A1 | infantry | average | 24 20 | 0 | men 8",
        "D1 | light-gun | average | 24 9 | 180\nD2 | infantry | average | 6 3 | 180 | men 4",
        "",
    );
    for man in 8..13 {
        state.figures[man].alive = false;
    }
    state.figures[0].stand(at(24, 9));
    let mut dice = Scripted::of([]);
    let mut streams = OneStream(&mut dice);
    losses::capture(&mut Act::on(&mut state, &mut streams, None));
    assert!(state.squads[1].taken);
    assert_eq!(state.score[A], 5);
}

#[test]
fn r43_a_tank_without_a_crew_stands_where_it_is_until_an_enemy_touches_it() {
    let mut state = action(
        "A1 | mark-iv-male | average | 24 20 | 0\nA2 | infantry | average | 6 30 | 0 | men 4",
        "D1 | infantry | average | 24 9 | 180 | men 8",
        "",
    );
    state.squads[0].hull.as_mut().expect("a tank").crew = 0;
    let take = |state: &mut State| {
        let mut dice = Scripted::of([]);
        losses::capture(&mut Act::on(state, &mut OneStream(&mut dice), None));
        (state.squads[0].taken, state.score[D])
    };
    assert_eq!(take(&mut state), (false, 0));
    let man = usize::from(state.squads[2].first);
    state.figures[man].stand(Point::new(2400, 1815));
    assert_eq!(take(&mut state), (true, 5));
}

#[test]
fn r12_who_falls_back_stops_at_the_edge_and_only_routed_men_leave_the_table() {
    let at_the_edge = |routed: bool| falls_back(routed, "0.5");
    // A quarter of an inch from the edge nobody runs along it.
    assert_eq!(falls_back(false, "0.64"), (8, Some(Event::Blocked { squad: squad(1) })));
    assert_eq!(at_the_edge(false), (8, Some(Event::Blocked { squad: squad(1) })));
    assert_eq!(at_the_edge(true), (0, Some(Event::Leaves { squad: squad(1), men: 8 })));
}

/// A squad so far from its edge falls back: how many are left, and what is told last.
fn falls_back(routed: bool, from_edge: &str) -> (u8, Option<Event>) {
    let mut state = action(DUEL.0, &format!("D1 | infantry | average | 24 {from_edge} | 180 | men 8"), "");
    state.squads[1].routed = routed;
    let (mut dice, mut record) = (Scripted::of([]), Record::default());
    retreat::fall_back(&mut Act::on(&mut state, &mut OneStream(&mut dice), Some(&mut record)), squad(1));
    (state.strength(squad(1)), record.events().last().cloned())
}
