//! Prompts lead to legal orders, and every legal order has picks that lead to it.

use super::super::*;
use kernel::dice::Seeded;
use kernel::game::{Offers, OneStream, apply};

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
        let mut state = Squares::setup(&card.id, &Options::default(), &mut dice).unwrap();
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
fn every_order_has_a_preview_whose_odds_sum_to_one() {
    let (mut dice, mut random) = (Seeded::new(2), Seeded::new(3));
    let card = &Squares::scenarios()[0];
    let mut state = Squares::setup(&card.id, &Options::default(), &mut dice).unwrap();
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

#[test]
fn a_pick_that_is_not_offered_is_refused_in_a_sentence() {
    let mut dice = Seeded::new(1);
    let card = &Squares::scenarios()[0];
    let state = Squares::setup(&card.id, &Options::default(), &mut dice).unwrap();
    let ask = Squares::asks(&state)[0];
    let view = View::of_seat(&state, ask.seat);
    let refusal = Squares::prompt(&view, &ask, &[Pick::Facing(90)]).unwrap_err();
    assert!(refusal.sentence.starts_with("that is not offered here"), "{refusal}");
}
