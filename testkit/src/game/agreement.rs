//! What is offered is legal, what is legal can be picked, and what is refused is refused in a sentence.

use super::mutate::Mutator;
use super::playthrough::each_game;
use kernel::dice::Seeded;
use kernel::game::picks::every;
use kernel::game::{Ask, Game, Offer, Offers, Pick, Prompt, View};
use kernel::procedure::Refusal;
use std::collections::HashSet;

/// Walks over prompts, enumerates orders, and tries orders and picks that went wrong, in games at random.
pub fn prompts_and_check_agree<G: Game>() {
    let (mut refused, mut accepted, mut enumerated) = (0, 0, 0);
    each_game::<G>(4, |mut game| {
        let mut mutator = Mutator::<G>::default();
        game.to_the_end(
            |game, ask, legal| {
                let view = View::<G>::of_seat(&game.state, ask.seat);
                let (walked, _) = walk(&view, ask, &mut game.random);
                if let Err(refusal) = G::check(&view, ask, &walked) {
                    panic!("{}: what was offered is refused: {refusal}\n{walked:?}", game.name);
                }
                let all = if game.random.below(6) == 0 { every_order(&view, ask, &game.name) } else { None };
                let is_among = |order: &G::Order| {
                    let found = all.as_ref().is_none_or(|all| all.contains(order));
                    assert!(found, "{}: {order:?} is legal for {ask:?}, but is not among all orders", game.name);
                };
                enumerated += u32::from(all.is_some());
                for order in [legal.order(), &walked] {
                    is_among(order);
                    previewed(&view, ask, order);
                    mutator.learn(order, &mut game.random);
                }
                for _ in 0..12 {
                    let Some(order) = mutator.any(legal.order(), &mut game.random) else { continue };
                    match G::check(&view, ask, &order) {
                        Ok(()) => {
                            accepted += 1;
                            is_among(&order);
                        }
                        Err(refusal) => {
                            refused += 1;
                            is_a_sentence(&refusal);
                        }
                    }
                }
                let nonsense = [Pick::option("nonsense"), Pick::Piece(u32::MAX), Pick::Point { x: i64::MAX, y: -1 }];
                for pick in nonsense {
                    match G::prompt(&view, ask, std::slice::from_ref(&pick)) {
                        Ok(_) => panic!("{}: {pick:?} is taken for {ask:?}", game.name),
                        Err(refusal) => is_a_sentence(&refusal),
                    }
                }
                anything_is_answered(&view, ask, &mut game.random);
                for seat in G::SEATS.iter().filter(|seat| **seat != ask.seat) {
                    let Err(refusal) = View::<G>::of_seat(&game.state, *seat).check(ask, legal.order().clone()) else {
                        panic!("{}: the {seat} answers for the {}", game.name, ask.seat)
                    };
                    is_a_sentence(&refusal);
                }
            },
            |_, _| {},
        );
        game.orders
    });
    assert!(refused > 100 && accepted > 20, "{refused} orders were refused, {accepted} accepted: too few to tell");
    assert!(enumerated > 10, "only {enumerated} times were all orders met");
}

/// No more ways than these are followed to meet every order.
const BUDGET: u32 = 4_000;

/// All orders, where they can be enumerated: each is legal, and none comes twice.
fn every_order<G: Game>(view: &View<'_, G>, ask: &Ask, name: &str) -> Option<HashSet<G::Order>> {
    let mut all = HashSet::new();
    let enumerated = every(view, ask, &[], BUDGET, |order| {
        if let Err(refusal) = G::check(view, ask, &order) {
            panic!("{name}: {ask:?} can be answered with what is refused: {refusal}\n{order:?}");
        }
        let twice = all.replace(order);
        assert!(twice.is_none(), "{name}: {twice:?} comes twice for {ask:?}");
    });
    enumerated.complete.then_some(all)
}

/// Any piece and any place of the scene may be picked at any time: the answer is a prompt or a sentence.
fn anything_is_answered<G: Game>(view: &View<'_, G>, ask: &Ask, random: &mut Seeded) {
    let scene = G::scene(view);
    let (_, picks) = walk(view, ask, random);
    let before = &picks[..random.below(picks.len() as u32 + 1) as usize];
    let pieces = scene.pieces.iter().map(|piece| Pick::Piece(piece.id));
    for pick in pieces.chain(scene.places.iter().map(|place| Pick::Place(place.id))) {
        let picks: Vec<Pick> = before.iter().cloned().chain([pick]).collect();
        if let Err(refusal) = G::prompt(view, ask, &picks) {
            is_a_sentence(&refusal);
        }
    }
}

/// Takes offers at random until there is an order; gives the picks too.
pub(super) fn walk<G: Game>(view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> (G::Order, Vec<Pick>) {
    let mut picks: Vec<Pick> = Vec::new();
    loop {
        let prompt = prompted(view, ask, &picks);
        let enough = prompt.order.is_some() && (prompt.offers == Offers::Nothing || random.below(3) == 0);
        match prompt.order {
            Some(order) if enough => return (order, picks),
            _ => {
                let pick = prompt.offers.any(random);
                assert!(prompt.offers.holds(&pick), "{pick:?} is drawn from what does not hold it");
                picks.push(pick);
            }
        }
        assert!(picks.len() < 200, "no order after two hundred picks: {picks:?}");
    }
}

/// The prompt, which must offer something where there is no order yet.
fn prompted<G: Game>(view: &View<'_, G>, ask: &Ask, picks: &[Pick]) -> Prompt<G::Order> {
    let prompt = G::prompt(view, ask, picks)
        .unwrap_or_else(|refusal| panic!("what was offered is refused: {refusal}\n{ask:?}\n{picks:?}"));
    assert!(!prompt.question.is_empty() && !prompt.rule.0.is_empty(), "a prompt asks something, by a rule");
    assert_eq!(prompt.picked.is_empty(), picks.is_empty(), "what was picked is told: {picks:?}");
    let labelled = |offers: &[Offer]| {
        for (i, offer) in offers.iter().enumerate() {
            assert!(!offer.label.is_empty(), "{offer:?} is called something");
            let twice = offers[..i].iter().any(|other| other.pick == offer.pick);
            assert!(!twice, "{:?} is offered twice", offer.pick);
        }
        offers.len()
    };
    let offered = match &prompt.offers {
        Offers::Nothing => 0,
        Offers::OneOf(of) => labelled(of),
        Offers::Several { of, usual, .. } | Offers::Share { of, usual, .. } => {
            assert!(usual.is_empty() || prompt.offers.holds(&usual_pick(&prompt.offers)), "what is usual is allowed");
            labelled(of)
        }
        Offers::Point { region, or } => region.points.len() + labelled(or),
        Offers::Facing { of, or } => of.len() + labelled(or),
    };
    assert!(offered > 0 || prompt.order.is_some(), "nothing is offered, and there is no order: {ask:?}, {picks:?}");
    assert!((offered == 0) == (prompt.offers == Offers::Nothing) || prompt.order.is_some(), "an empty offer");
    prompt
}

/// What is offered as picked already.
fn usual_pick(offers: &Offers) -> Pick {
    match offers {
        Offers::Several { usual, .. } => Pick::Several(usual.clone()),
        Offers::Share { usual, .. } => Pick::Share(usual.clone()),
        other => panic!("nothing is usual of {other:?}"),
    }
}

fn previewed<G: Game>(view: &View<'_, G>, ask: &Ask, order: &G::Order) {
    let preview = G::preview(view, ask, order);
    assert!(preview.notes.iter().all(|said| !said.text.is_empty()), "a note of a preview says something");
    assert!(preview.tests.iter().all(|test| !test.label.is_empty()), "a test of a preview is called something");
}

/// A refusal is a sentence for people, not a value for programmers.
pub(super) fn is_a_sentence(refusal: &Refusal) {
    let sentence = &refusal.sentence;
    assert!(sentence.contains(' '), "a refusal is a sentence, not '{sentence}'");
    let raw = ["{", "}", "::", "Some(", "None", "Ok(", "Err("];
    assert!(!raw.iter().any(|raw| sentence.contains(raw)), "a refusal is for people, not '{sentence}'");
}
