//! What is offered, what it would do, and how what is not offered is refused.

use super::super::*;
use super::table::{Table, at};
use crate::unit::Ground;
use field::grid::Way;
use kernel::dice::Seeded;
use kernel::game::{Ask, Offers, OneStream, Pick, apply, begin};

#[test]
fn r24_stopping_on_a_failed_roll_is_offered_only_where_there_is_a_roll_to_fail() {
    let careful = |table: Table, way: &[&str]| {
        let (game, _) = table.at(Side::Attacker, TurnStep::Movement, |_| {}, &[]);
        let ask = Squares::asks(&game.state)[0];
        let view = View::<Squares>::of_seat(&game.state, ask.seat);
        let squares = way.iter().map(|square| Pick::Place(at(square).place()));
        let picks: Vec<Pick> = std::iter::once(Pick::Piece(Piece::Unit(game.id("a1")).id())).chain(squares).collect();
        let offers = Squares::prompt(&view, &ask, &picks).unwrap().offers;
        let word = Pick::option("stop-on-a-failed-roll");
        let offered = matches!(offers, Offers::OneOf(all) if all.iter().any(|offer| offer.pick == word));
        let Order::Move { units, path, .. } = game.mv(&["a1"], way) else { panic!("a move") };
        assert_eq!(view.check(&ask, Order::Move { units, path, press: false }).is_ok(), offered, "{way:?}");
        offered
    };
    let wood = || Table::new().infantry("a1", "D2").ground("D2", Ground::Woods);
    assert!(careful(wood(), &["D3"]));
    assert!(!careful(Table::new().infantry("a1", "D2"), &["D3"]), "open ground");
    assert!(!careful(wood().road("D2", Way::North), &["D3"]), "by road");
    assert!(!careful(wood().infantry("d1", "D4"), &["D3"]), "the extra square is never next to the enemy");
    let behind = || Table::new().infantry("a1", "D1").ground("D3", Ground::Woods);
    assert!(!careful(behind(), &["D2", "D3", "D4"]), "the extra square needs no roll");
}

#[test]
fn every_order_has_a_preview_whose_odds_sum_to_one() {
    let (mut dice, mut random) = (Seeded::new(2), Seeded::new(3));
    let card = &Squares::scenarios()[0];
    let mut state = begin::<Squares>(&card.id, &Options::default(), &mut dice).unwrap();
    let mut tests = 0;
    while let Some(ask) = Squares::asks(&state).first().copied() {
        let legal = {
            let view = View::of_seat(&state, ask.seat);
            let order = Squares::sample(&view, &ask, &mut random);
            let preview = Squares::preview(&view, &ask, &order);
            for test in &preview.tests {
                tests += 1;
                let sum = test.odds.outcomes.iter().fold(kernel::odds::Ratio::ZERO, |sum, line| sum + &line.chance);
                assert_eq!(sum, kernel::odds::Ratio::ONE, "{}", test.label);
            }
            view.check(&ask, order).unwrap()
        };
        apply(&mut state, &legal, &mut OneStream(&mut dice), None);
    }
    assert!(tests > 0);
}

/// The outcomes of the first odds that are shown to the one who is asked first, in the order of the bar.
fn outcomes(state: &State, order: impl Fn(&View<'_, Squares>, &Ask) -> Order) -> Vec<String> {
    let ask = Squares::asks(state)[0];
    let view = View::of_seat(state, ask.seat);
    let preview = Squares::preview(&view, &ask, &order(&view, &ask));
    let lines = &preview.tests[0].odds.outcomes;
    assert!(lines.iter().map(|line| line.rank).is_sorted());
    lines.iter().map(|line| line.outcome.clone()).collect()
}

#[test]
fn odds_go_from_the_worst_for_the_one_who_is_asked_to_the_best() {
    let table = Table::new().infantry("a1", "D3").infantry("a2", "D3").infantry("d1", "D4").infantry("d2", "D4");
    let (mut game, _) = table.at(Side::Attacker, TurnStep::Assaults, |_| {}, &[]);
    // The assaulter wants the square, the target wants to keep it.
    let assault = game.assault("D3", "D4");
    assert_eq!(outcomes(&game.state, |_, _| assault.clone()).last().unwrap(), "the square is taken");
    game.give(assault, &[]);
    let standing = outcomes(&game.state, |_, _| Order::Stand);
    assert_eq!([standing.first(), standing.last()].map(Option::unwrap), ["the square is taken", "the target holds"]);

    // The owner of units that are hit wants as few casualties as can be.
    let hit = (0..50).find_map(|seed| {
        let (mut state, mut dice) = (game.state.clone(), Seeded::new(seed));
        let ask = Squares::asks(&state)[0];
        let stand = View::<Squares>::of_seat(&state, ask.seat).check(&ask, Order::Stand).unwrap();
        apply(&mut state, &stand, &mut OneStream(&mut dice), None);
        let owner = state.frames.last()?.wounds()?.owner;
        (Squares::asks(&state)[0].seat == owner.seat()).then_some(state)
    });
    let saves = outcomes(&hit.expect("two hits fall sooner or later"), |view, ask| {
        Squares::sample(view, ask, &mut Seeded::new(1))
    });
    assert_eq!(saves.last().unwrap(), "no casualties");
}

#[test]
fn an_assault_tells_what_its_other_choices_would_change() {
    let table = Table::new().infantry("a1", "D3").infantry("a2", "C4").infantry("d1", "D4");
    let (game, _) = table.at(Side::Attacker, TurnStep::Assaults, |game| game.state.shock = true, &[]);
    let ask = Squares::asks(&game.state)[0];
    let view = View::of_seat(&game.state, ask.seat);
    let odds = &Squares::preview(&view, &ask, &game.assault("D3", "D4")).tests[0].odds;
    let taken = |report: &kernel::procedure::Report| {
        let line = report.outcomes.iter().find(|line| line.outcome == "the square is taken");
        line.expect("it can be taken").chance.to_f64().value()
    };
    // One die more and one less for the target, or three more: either takes the square more often.
    for label in ["with all who can join", "with the shock assault"] {
        let other = odds.beside.iter().find(|other| other.label == label);
        let other = other.unwrap_or_else(|| panic!("{label} is not told"));
        assert!(taken(&other.report) > taken(odds), "{label}");
    }
}

#[test]
fn a_pick_that_is_not_offered_is_refused_in_a_sentence() {
    let mut dice = Seeded::new(1);
    let card = &Squares::scenarios()[0];
    let state = begin::<Squares>(&card.id, &Options::default(), &mut dice).unwrap();
    let ask = Squares::asks(&state)[0];
    let view = View::of_seat(&state, ask.seat);
    let refusal = Squares::prompt(&view, &ask, &[Pick::Facing(90)]).unwrap_err();
    assert!(refusal.sentence.starts_with("that is not offered here"), "{refusal}");
}

/// What is said of picks that are not offered.
fn refused(game: &super::table::Played, picks: &[Pick]) -> (&'static str, String) {
    let ask = Squares::asks(&game.state)[0];
    let refusal = Squares::prompt(&View::of_seat(&game.state, ask.seat), &ask, picks).unwrap_err();
    (refusal.rule.map_or("", |rule| rule.0), refusal.sentence)
}

#[test]
fn a_pick_that_the_rules_forbid_is_refused_in_their_own_words() {
    let table = Table::new().infantry("a1", "D3").infantry("a2", "C3").infantry("d1", "D4");
    let moved = |game: &mut super::table::Played| game.unit("a2").marks.put(Marks::MOVED);
    let (game, _) = table.at(Side::Attacker, TurnStep::Movement, moved, &[]);
    let piece = |name: &str| Pick::Piece(Piece::Unit(game.id(name)).id());
    let place = |square: &str| Pick::Place(at(square).place());
    assert_eq!(refused(&game, &[piece("a2")]), ("24:one-by-one", "a2 has moved already this turn".to_owned()));
    assert_eq!(refused(&game, &[piece("d1")]).1, "d1 is not yours");
    let enemy = refused(&game, &[piece("a1"), place("D4")]);
    assert_eq!(enemy, ("19:6", "the enemy holds D4; assaults come after movement".to_owned()));
    let far = refused(&game, &[piece("a1"), place("H3")]);
    assert_eq!(far, ("24:infantry", "a1 moves 3 squares at most, the extra one included".to_owned()));
}

#[test]
fn a_destination_is_offered_whole_with_the_way_to_it_and_what_it_risks() {
    let table = Table::new().infantry("a1", "D1").ground("D2", Ground::Woods);
    let (game, _) = table.at(Side::Attacker, TurnStep::Movement, |_| {}, &[]);
    let ask = Squares::asks(&game.state)[0];
    let view = View::of_seat(&game.state, ask.seat);
    let piece = Pick::Piece(Piece::Unit(game.id("a1")).id());
    let Offers::OneOf(offers) = Squares::prompt(&view, &ask, std::slice::from_ref(&piece)).unwrap().offers else {
        panic!("one of several destinations")
    };
    let to = |square: &str| {
        let pick = Pick::Place(at(square).place());
        offers.iter().find(|offer| offer.pick == pick).unwrap_or_else(|| panic!("{square} is not offered"))
    };
    // Round the wood rather than through it, where that is no longer.
    assert_eq!(to("E2").way, ["D1", "E1", "E2"].map(|square| at(square).middle()));
    assert_eq!(to("D3").note.as_deref(), Some("3+ to leave D2"));
    assert_eq!(to("D4").note.as_deref(), Some("3+ to leave D2, its extra square"));
    // One tap is an order, which is carried out at once where nothing is rolled.
    let prompt = Squares::prompt(&view, &ask, &[piece, Pick::Place(at("E2").place())]).unwrap();
    let way: Path = ["E1", "E2"].map(at).into_iter().collect();
    let order = Order::Move { units: game.ids(&["a1"]), path: way, press: true };
    assert!(prompt.order == Some(order) && prompt.whole);
}
