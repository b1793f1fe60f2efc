//! How fast games are played, and by whom they are won: `cargo test -p figures --test speed -- --ignored --nocapture`.

use figures::game::{Figures, Options, Order, margin};
use kernel::dice::Seeded;
use kernel::game::{Ask, Game, Judged, OneStream, Untold, View, apply, begin};
use std::time::{Duration, Instant};

/// Plays games of each scenario; how many each side won, the orders a game, and the orders a second.
fn play(games: u32, mut decide: impl FnMut(&View<'_, Figures>, &Ask, &mut Seeded) -> Order) {
    for card in Figures::scenarios() {
        let (mut orders, mut won, mut drawn, mut spent) = (0_u32, 0, 0, Duration::ZERO);
        let mut margins = Vec::new();
        for seed in 0..u64::from(games) {
            let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 1_000_000));
            let mut state = begin::<Figures>(&card.id, &Options::default(), &mut dice).expect("a scenario of the book");
            let start = Instant::now();
            loop {
                let asks = Figures::asks(&state);
                if asks.is_empty() {
                    break;
                }
                let ask = asks[random.below(asks.len() as u32) as usize];
                let view = View::<Figures>::of_seat(&state, ask.seat);
                let order = decide(&view, &ask, &mut random);
                let legal = view.check(&ask, order).expect("a player gives legal orders");
                apply::<Figures>(&mut state, &legal, &mut OneStream(&mut dice), None);
                orders += 1;
            }
            spent += start.elapsed();
            let winner = Figures::result(&state).and_then(|result| result.winner);
            won += u32::from(winner.is_some_and(|seat| seat.0 == "attacker"));
            drawn += u32::from(winner.is_none());
            margins.push(margin(&state));
        }
        let each = f64::from(orders) / spent.as_secs_f64();
        margins.sort_unstable();
        let quartiles = [1, 2, 3].map(|part| margins[part * margins.len() / 4]);
        println!(
            "{}: attacker {won}, drawn {drawn} of {games}, quartiles of the margin {quartiles:?}, {} orders a game, {each:.0} a second",
            card.id,
            orders / games
        );
    }
}

fn quick(view: &View<'_, Figures>, ask: &Ask, random: &mut Seeded) -> Order {
    let weights: Vec<i64> = Figures::WEIGHTS.iter().map(|(_, weight)| *weight).collect();
    Figures::quick(view, ask, &weights, random)
}

#[test]
#[ignore = "it measures, and asserts nothing"]
fn orders_at_random_a_second_on_one_core() {
    play(20, Figures::sample);
}

#[test]
#[ignore = "it measures, and asserts nothing"]
fn quick_play_against_itself() {
    play(60, quick);
}

#[test]
#[ignore = "it measures, and asserts nothing"]
fn quick_play_against_chance() {
    for quick_seat in ["attacker", "defender"] {
        println!("the {quick_seat} quick, the other at random");
        play(
            20,
            |view, ask, random| {
                if ask.seat.0 == quick_seat { quick(view, ask, random) } else { Figures::sample(view, ask, random) }
            },
        );
    }
}
