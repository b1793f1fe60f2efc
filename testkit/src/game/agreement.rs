//! What is offered is legal, what is legal can be picked, and what is refused is refused in a sentence.

use super::mutate::Mutator;
use super::playthrough::each_game;
use kernel::dice::Seeded;
use kernel::game::{Ask, Game, Offer, Offers, Pick, Prompt, View};
use kernel::procedure::Refusal;

/// Walks over prompts, picks of sampled orders, and orders that went wrong, in games at random.
pub fn prompts_and_check_agree<G: Game>() {
    let (mut refused, mut accepted) = (0, 0);
    each_game::<G>(4, |mut game| {
        let mut mutator = Mutator::<G>::default();
        game.to_the_end(
            |game, ask, legal| {
                let view = View::<G>::of_seat(&game.state, ask.seat);
                let walked = walk(&view, ask, &mut game.random);
                if let Err(refusal) = G::check(&view, ask, &walked) {
                    panic!("{}: what was offered is refused: {refusal}\n{walked:?}", game.name);
                }
                for order in [legal.order(), &walked] {
                    leads_to(&view, ask, order);
                    previewed(&view, ask, order);
                    mutator.learn(order, &mut game.random);
                }
                for _ in 0..12 {
                    let Some(order) = mutator.any(legal.order(), &mut game.random) else { continue };
                    match G::check(&view, ask, &order) {
                        Ok(()) => {
                            accepted += 1;
                            leads_to(&view, ask, &order);
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
}

/// Takes offers at random until there is an order.
pub(super) fn walk<G: Game>(view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
    let mut picks: Vec<Pick> = Vec::new();
    loop {
        let prompt = prompted(view, ask, &picks);
        let enough = prompt.order.is_some() && (prompt.offers == Offers::Nothing || random.below(3) == 0);
        match prompt.order {
            Some(order) if enough => return order,
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
        Offers::OneOf(of) | Offers::Several { of, .. } | Offers::Share { of, .. } => labelled(of),
        Offers::Point { region, or } => region.points.len() + labelled(or),
        Offers::Facing { of, or } => of.len() + labelled(or),
    };
    assert!(offered > 0 || prompt.order.is_some(), "nothing is offered, and there is no order: {ask:?}, {picks:?}");
    assert!((offered == 0) == (prompt.offers == Offers::Nothing) || prompt.order.is_some(), "an empty offer");
    prompt
}

/// The picks of a legal order are offered one by one, and give it back. Points of a measured table may lie off the
/// lattice that is offered; then the prompt must take them all the same.
fn leads_to<G: Game>(view: &View<'_, G>, ask: &Ask, order: &G::Order) {
    let picks = G::picks(view, ask, order);
    for (i, pick) in picks.iter().enumerate() {
        let prompt = prompted(view, ask, &picks[..i]);
        let measured = matches!((&prompt.offers, pick), (Offers::Point { .. }, Pick::Point { .. }));
        let offered = measured || prompt.offers.holds(pick);
        assert!(offered, "{pick:?} of {order:?} is not offered after {:?}: {:?}", &picks[..i], prompt.offers);
    }
    let whole = prompted(view, ask, &picks);
    assert_eq!(whole.order.as_ref(), Some(order), "{picks:?} give another order");
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
