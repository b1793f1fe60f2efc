use super::*;

const WOOD: &str = "[[ground]]\nkind = \"wood\"\nrectangle = { middle = [24, 30], width = 40, depth = 8 }";

fn with_sniper() -> State {
    let text = text(
        "A1 | infantry | average | 6 30 | 0 | men 8",
        "D1 | infantry | average | 24 9 | 180 | men 8",
        WOOD,
        "snipers = 1",
        "",
    );
    let setting = Figures::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
    kernel::game::set_up::<Figures>(
        &Setting::of(setting),
        &Options {},
        &mut kernel::game::OneStream(&mut Scripted::of([1, 3])),
        None,
    )
}

#[test]
fn r16_a_sniper_is_hidden_in_cover_before_the_first_move() {
    let mut state = with_sniper();
    assert!(refused(&state, A, Order::Ready).contains("every sniper is hidden"));
    assert!(refused(&state, A, Order::Hide { at: at(24, 35) }).contains("only in cover (R16)"));
    assert!(refused(&state, A, Order::Hide { at: at(24, 20) }).contains("within 12 inches of its edge"));
    give(&mut state, A, Order::Hide { at: at(24, 28) }, []);
    let other = View::<Figures>::of_seat(&state, D.seat());
    assert_eq!(
        (other.state().snipers(A).len(), other.state().unseen[A]),
        (0, 1),
        "how many there are is known, not where"
    );
}

#[test]
fn snipers_1_he_fires_as_4_figures_after_a_move_at_rest_and_is_seen_then() {
    let mut state = with_sniper();
    give(&mut state, A, Order::Hide { at: at(24, 28) }, []);
    give(&mut state, A, Order::Ready, []);
    to_moves(&mut state);
    to_fire(&mut state);
    let order = Order::Fire {
        squad: SquadId(squad::HIDDEN),
        weapon: crate::weapons::Weapon::Sniper,
        target: squad(1),
        figures: 0,
    };
    let fire = state.sniper_fire(A, 0, squad(1)).expect("in sight");
    assert_eq!(
        (fire.weapon.figures(1, 0).total(), preview::table(&fire)),
        (4, 3 + 1 + 1 + 2),
        "19 inches, crack, aimed, sniper"
    );
    give(&mut state, A, order, []);
    give(&mut state, A, Order::Ready, []);
    let ask = ask(&state, D);
    let legal = View::<Figures>::of_seat(&state, D.seat()).check(&ask, Order::Ready).map_err(|_| ()).unwrap();
    apply(&mut state, &legal, &mut OneStream(&mut kernel::dice::Seeded::new(1)), None);
    assert_eq!((state.squads.len(), state.squads[2].kind, state.unseen[A]), (3, Kind::Sniper, 0));
}

#[test]
fn snipers_3_a_sniper_with_enemies_between_him_and_his_edge_has_no_way_home() {
    let mut state = with_sniper();
    give(&mut state, A, Order::Hide { at: at(24, 28) }, []);
    assert!(state.has_way_home(A, at(24, 28)));
    // Enemies from one side of the table to the other: his zone cannot be reached past them.
    for man in 0..8 {
        state.figures[8 + man].stand(Point::inches(3 + 6 * man as i64, 27));
    }
    state.squads[1].at = at(24, 27);
    assert!(!state.has_way_home(A, at(24, 18)));
}

#[test]
fn r16_an_enemy_within_12_inches_finds_him() {
    let mut state = with_sniper();
    give(&mut state, A, Order::Hide { at: at(24, 27) }, []);
    give(&mut state, A, Order::Ready, []);
    for man in 0..8 {
        state.figures[8 + man].stand(Point::inches(20 + man as i64, 17));
    }
    state.squads[1].at = at(24, 17);
    give(&mut state, A, Order::Ready, []);
    give(&mut state, D, Order::Ready, [5, 2]);
    let told = give(&mut state, A, Order::Choose { first: true }, []);
    assert!(told.iter().any(|line| line == "The sniper is found."), "{told:?}");
}

/// A sniper who has gone far out, with enemies from one side of the table to the other behind him.
fn cut_off(hidden: bool) -> State {
    let mut state = with_sniper();
    give(&mut state, A, Order::Hide { at: at(24, 28) }, []);
    for man in 0..8 {
        state.figures[8 + man].stand(Point::inches(3 + 6 * man as i64, 25));
    }
    state.squads[1].at = at(24, 25);
    state.hidden[A] = Secret::Known(vec![Sniper { at: at(24, 12), rest: 1, crept: false, cut_off: false }]);
    if !hidden {
        let mut dice = Scripted::of([]);
        snipers::reveal(&mut Act::on(&mut state, &mut OneStream(&mut dice), None), A, 0, false);
        state.squads[2].facing = field::Facing::of(180);
    }
    state
}

#[test]
fn snipers_4_without_a_way_home_a_sniper_fires_only_at_who_fired_at_him_or_is_near() {
    let mut state = cut_off(false);
    state.squads[2].cut_off = true;
    state.phase = Phase::Fire;
    state.ready = PerSide::default();
    let fire = Order::Fire { squad: squad(2), weapon: crate::weapons::Weapon::Sniper, target: squad(1), figures: 0 };
    assert!(refused(&state, A, fire.clone()).ends_with("(Snipers 4)"));
    state.squads[2].shot_at_by = Some(squad(1));
    give(&mut state, A, fire, []);
}

#[test]
fn r16_ways_home_are_looked_at_in_phase_a_and_r37_a_sniper_without_one_goes_towards_it_of_himself() {
    let mut state = cut_off(false);
    give(&mut state, A, Order::Ready, []);
    assert!(state.squads[2].cut_off, "the first move has begun");
    to_moves(&mut state);
    // The nearest points that have a way lie beyond the line, so 6 inches short of it is as far as he gets.
    let gone = state.squad(squad(2)).at;
    assert!(gone.y > 1700 && state.distance_to(squad(1), gone) > 600, "{gone:?}");
    assert!(state.squads[2].deeds.moved && !state.moves(A, squad(2)));
}

#[test]
fn r37_a_hidden_sniper_without_a_way_home_creeps_in_cover_and_only_his_side_is_told() {
    let mut state = cut_off(true);
    let wood = |state: &mut State| state.hidden[A].known().map(|snipers| snipers[0]).expect("a whole state");
    let told = give(&mut state, A, Order::Ready, []);
    let sniper = wood(&mut state);
    assert!(sniper.cut_off && !sniper.crept && sniper.at == at(24, 12), "there is no cover on his way: {told:?}");
    assert!(refused(&state, A, Order::Creep { sniper: 0, to: at(24, 10) }).ends_with("(R37)"));
}

#[test]
fn snipers_1_near_his_unit_a_sniper_is_a_rifleman_and_has_no_test() {
    let state = with_sniper();
    let at = state.squad(squad(0)).at;
    for (off, weapon, tests) in [(3, crate::weapons::Weapon::Rifle, false), (12, crate::weapons::Weapon::Sniper, true)]
    {
        let mut state = state.clone();
        state.hidden[A] =
            Secret::Known(vec![Sniper { at: at.plus(Point::inches(off, 0)), rest: 1, crept: false, cut_off: false }]);
        let mut dice = Scripted::of([]);
        let id = snipers::reveal(&mut Act::on(&mut state, &mut OneStream(&mut dice), None), A, 0, false);
        state.squad_mut(id).deeds.first_fire = true;
        assert_eq!(state.sniper_weapon(A, state.squad(id).at), weapon);
        assert_eq!(state.occasion(id).is_some(), tests);
    }
}

#[test]
fn r5_a_hidden_sniper_is_not_offered_a_shot_through_friends() {
    let mut state = with_sniper();
    give(&mut state, A, Order::Hide { at: at(24, 28) }, []);
    give(&mut state, A, Order::Ready, []);
    to_moves(&mut state);
    to_fire(&mut state);
    assert!(state.sniper_fire(A, 0, squad(1)).is_ok());
    // A friend of his comes to stand in the line of fire.
    let mark = state.squad(squad(1)).at;
    let between = at(24, 28).towards(mark, 500);
    let first = usize::from(state.squads[0].first);
    for man in 0..usize::from(state.squads[0].count) {
        state.figures[first + man].stand(between.plus(Point::new(80 * man as i64, 0)));
    }
    state.squads[0].at = between;
    let refused = state.sniper_fire(A, 0, squad(1)).unwrap_err();
    assert_eq!(refused.rule, Some(kernel::rule::Rule("R5")), "{refused:?}");
}

#[test]
fn snipers_1_one_who_has_been_seen_and_moves_does_not_fire_in_that_move() {
    let mut state =
        action("A1 | infantry | average | 24 24 | 0 | men 1", "D1 | infantry | average | 24 12 | 180 | men 6", "");
    (state.squads[0].kind, state.squads[0].rest) = (Kind::Sniper, 1);
    to_moves(&mut state);
    to_fire(&mut state);
    let order = Order::Fire { squad: squad(0), weapon: crate::weapons::Weapon::Sniper, target: squad(1), figures: 0 };
    let at_rest = refusal_of(&state, order.clone());
    state.squads[0].deeds.moved = true;
    assert!(!at_rest.contains("only after a move at rest"), "{at_rest}");
    assert!(refusal_of(&state, order).contains("only after a move at rest"));
}

/// Why an order of the attacker is refused; nothing where it is not.
fn refusal_of(state: &State, order: Order) -> String {
    let view = View::<Figures>::of_seat(state, A.seat());
    view.check(&ask(state, A), order).map_or_else(|refusal| refusal.sentence, |_| String::new())
}
