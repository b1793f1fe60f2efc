//! Orders that went wrong on the way, in great numbers: each is refused in a sentence, or carried out without harm.

use super::agreement::is_a_sentence;
use super::mutate::Mutator;
use super::playthrough::{Far, Playthrough, SeatDice, book};
use kernel::game::{Game, Record, View, apply};

/// How many wrong orders are tried at each decision.
const EACH: usize = 24;

/// Tries orders with something changed in them, in games at random; `SANDTABLE_MUTATED` says how many, some thousand
/// otherwise.
pub fn mutated_orders_do_no_harm<G: Game>() {
    let far = Far::asked_by("SANDTABLE_MUTATED", 6_000);
    let (mut refused, mut accepted) = (0_u64, 0_u64);
    let mut seed = 7_000;
    while far.goes_on(refused + accepted) {
        for card in G::scenarios() {
            if !far.goes_on(refused + accepted) {
                break;
            }
            let mut game = Playthrough::<G>::of(&card.id, seed);
            let mut mutator = Mutator::<G>::default();
            game.to_the_end(
                |game, ask, legal| {
                    mutator.learn(legal.order(), &mut game.random);
                    for _ in 0..EACH {
                        let Some(order) = mutator.any(legal.order(), &mut game.random) else { continue };
                        match View::<G>::of_seat(&game.state, ask.seat).check(ask, order) {
                            Err(refusal) => {
                                refused += 1;
                                is_a_sentence(&refusal);
                            }
                            Ok(legal) => {
                                accepted += 1;
                                let mut state = game.state.clone();
                                let mut dice = SeatDice::new::<G>(accepted);
                                apply(&mut state, &legal, &mut dice, Some(&mut Record::default()));
                                let open = G::asks(&state);
                                assert!(open.is_empty() == G::result(&state).is_some(), "{}: a dead end", game.name);
                            }
                        }
                    }
                },
                |_, _| {},
            );
        }
        seed += 1;
    }
    let short = far.short_of(refused + accepted);
    println!("{}: {refused} wrong orders refused, {accepted} carried out{short}", book::<G>());
    assert!(refused > 100 && accepted > 20, "{refused} were refused, {accepted} accepted: too few to tell");
}
