//! Games at random: how long an order takes from the view to the changed state.

use kernel::dice::Seeded;
use kernel::game::{Game, OneStream, Untold, View, apply};
use std::time::{Duration, Instant};

/// The time of an order in games at random of all scenarios of a book: view, sample, check and apply, with dice that
/// nobody reads about. Setting up a game is not counted.
pub(crate) fn order_at_random<G: Game>(games: u32) -> Duration {
    let (mut orders, mut spent) = (0, Duration::ZERO);
    for card in G::scenarios() {
        for seed in 0..u64::from(games) {
            let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 1_000_000));
            let mut state = G::setup(&card.id, &G::Options::default(), &mut dice).expect("a scenario of the book");
            let start = Instant::now();
            orders += play::<G>(&mut state, &mut dice, &mut random);
            spent += start.elapsed();
        }
    }
    spent / orders
}

/// Plays a game to its end. The number of orders.
fn play<G: Game>(state: &mut G::State, dice: &mut Untold<Seeded>, random: &mut Seeded) -> u32 {
    let mut orders = 0;
    while let Some(ask) = G::asks(state).first().copied() {
        let legal = {
            let view = View::<G>::of_seat(state, ask.seat);
            let order = G::sample(&view, &ask, random);
            view.check(&ask, order).expect("a sampled order is legal")
        };
        apply::<G>(state, &legal, &mut OneStream(dice), None);
        orders += 1;
    }
    orders
}
