//! How fast games are played, and by whom they are won: `cargo test -p elements --test speed -- --ignored --nocapture`.

use elements::game::{Elements, Options, Order, margin};
use kernel::dice::Seeded;
use kernel::game::{Ask, Game, Judged, OneStream, Untold, View, apply, begin};
use std::time::{Duration, Instant};

/// Plays games of each scenario; how many the attacker won, the orders a game, and the orders a second.
fn play(games: u32, mut decide: impl FnMut(&View<'_, Elements>, &Ask, &mut Seeded) -> Order) {
    for card in Elements::scenarios() {
        let (mut orders, mut won, mut spent) = (0_u32, 0, Duration::ZERO);
        let mut margins = Vec::new();
        for seed in 0..u64::from(games) {
            let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 1_000_000));
            let mut state =
                begin::<Elements>(&card.id, &Options::default(), &mut dice).expect("a scenario of the book");
            let start = Instant::now();
            while let Some(ask) = Elements::asks(&state).first().copied() {
                let view = View::<Elements>::of_seat(&state, ask.seat);
                let order = decide(&view, &ask, &mut random);
                let legal = view.check(&ask, order).expect("a player gives legal orders");
                apply::<Elements>(&mut state, &legal, &mut OneStream(&mut dice), None);
                orders += 1;
            }
            spent += start.elapsed();
            let winner = Elements::result(&state).and_then(|result| result.winner);
            won += u32::from(winner.is_some_and(|seat| seat.0 == "attacker"));
            margins.push(margin(&state));
        }
        let each = f64::from(orders) / spent.as_secs_f64();
        margins.sort_unstable();
        let quartiles = [1, 2, 3].map(|part| margins[part * margins.len() / 4]);
        println!(
            "{}: attacker {won} of {games}, quartiles of the margin {quartiles:?}, {} orders a game, {each:.0} a second",
            card.id,
            orders / games
        );
    }
}

fn quick(view: &View<'_, Elements>, ask: &Ask, random: &mut Seeded) -> Order {
    let weights: Vec<i64> = Elements::WEIGHTS.iter().map(|(_, weight)| *weight).collect();
    Elements::quick(view, ask, &weights, random)
}

#[test]
#[ignore = "it measures, and asserts nothing"]
fn orders_at_random_a_second_on_one_core() {
    play(60, Elements::sample);
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
            40,
            |view, ask, random| {
                if ask.seat.0 == quick_seat { quick(view, ask, random) } else { Elements::sample(view, ask, random) }
            },
        );
    }
}
