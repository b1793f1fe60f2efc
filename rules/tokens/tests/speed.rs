//! How fast games at random are played: `cargo test -p tokens --test speed -- --ignored --nocapture`.

use kernel::dice::Seeded;
use kernel::game::{Game, OneStream, Untold, View, apply, begin};
use std::time::{Duration, Instant};
use tokens::game::{Options, Tokens};

#[test]
#[ignore = "it measures, and asserts nothing"]
fn orders_at_random_a_second_on_one_core() {
    for card in Tokens::scenarios() {
        let (mut orders, mut spent) = (0_u32, Duration::ZERO);
        for seed in 0..60 {
            let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 1_000_000));
            let mut state = begin::<Tokens>(&card.id, &Options::default(), &mut dice).expect("a scenario of the book");
            let start = Instant::now();
            while let Some(ask) = Tokens::asks(&state).first().copied() {
                let view = View::<Tokens>::of_seat(&state, ask.seat);
                let order = Tokens::sample(&view, &ask, &mut random);
                let legal = view.check(&ask, order).expect("a sampled order is legal");
                apply::<Tokens>(&mut state, &legal, &mut OneStream(&mut dice), None);
                orders += 1;
            }
            spent += start.elapsed();
        }
        println!("{}: {:.0} orders a second, {} a game", card.id, f64::from(orders) / spent.as_secs_f64(), orders / 60);
    }
}
