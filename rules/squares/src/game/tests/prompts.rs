//! Prompts lead to legal orders, and every legal order has picks that lead to it.

use super::super::*;
use super::table::Table;
use crate::unit::Ground;
use field::grid::Way;
use kernel::dice::Seeded;
use kernel::game::{Offers, OneStream, apply, begin};

/// Takes offers at random until there is an order.
fn walk(view: &View<'_, Squares>, ask: &Ask, random: &mut Seeded) -> Order {
    let mut picks = Vec::new();
    loop {
        let prompt = Squares::prompt(view, ask, &picks).unwrap_or_else(|refusal| panic!("{picks:?}: {refusal}"));
        match prompt.order {
            Some(order) if prompt.offers == Offers::Nothing || random.below(3) == 0 => return order,
            _ => picks.push(prompt.offers.any(random)),
        }
    }
}

#[test]
fn every_way_through_the_prompts_ends_in_a_legal_order_and_every_order_has_its_picks() {
    for (card, seed) in Squares::scenarios().iter().zip(40..) {
        let (mut dice, mut random) = (Seeded::new(seed), Seeded::new(seed + 9));
        let mut state = begin::<Squares>(&card.id, &Options::default(), &mut dice).unwrap();
        while let Some(ask) = Squares::asks(&state).first().copied() {
            let legal = {
                let view = View::of_seat(&state, ask.seat);
                let walked = walk(&view, &ask, &mut random);
                let sampled = Squares::sample(&view, &ask, &mut random);
                for order in [&walked, &sampled] {
                    view.check(&ask, order.clone()).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"));
                    let picks = Squares::picks(&view, &ask, order);
                    let prompt = Squares::prompt(&view, &ask, &picks).unwrap_or_else(|r| panic!("{order:?}: {r}"));
                    assert_eq!(prompt.order.as_ref(), Some(order), "{picks:?}");
                }
                let order = if random.below(2) == 0 { walked } else { sampled };
                view.check(&ask, order).unwrap()
            };
            apply(&mut state, &legal, &mut OneStream(&mut dice), None);
        }
    }
}

#[test]
fn r24_stopping_on_a_failed_roll_is_offered_only_where_there_is_a_roll_to_fail() {
    let careful = |table: Table, way: &[&str]| {
        let (game, _) = table.at(Side::Attacker, TurnStep::Movement, |_| {}, &[]);
        let ask = Squares::asks(&game.state)[0];
        let view = View::<Squares>::of_seat(&game.state, ask.seat);
        let picks = Squares::picks(&view, &ask, &game.mv(&["a1"], way));
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
        let owner = question::wounds(&state)?.owner;
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
