//! Games at random: how long an order takes from the view to the changed state.

use kernel::dice::Seeded;
use kernel::game::{Game, OneStream, Untold, View, apply};
use std::time::{Duration, Instant};

/// The time of an order in games at random of a scenario, or of all of a book: view, sample, check and apply, with dice that
/// nobody reads about. Setting up a game is not counted. Prints how many games and orders that is in a second.
pub(crate) fn order_at_random<G: Game>(games: u32, scenario: Option<&str>) -> Duration {
    let (mut all_orders, mut all_spent) = (0, Duration::ZERO);
    for card in G::scenarios().into_iter().filter(|card| scenario.is_none_or(|id| card.id == id)) {
        let (mut orders, mut spent) = (0, Duration::ZERO);
        for seed in 0..u64::from(games) {
            let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 1_000_000));
            let mut state =
                kernel::game::begin::<G>(&card.id, &G::Options::default(), &mut dice).expect("a scenario of the book");
            let start = Instant::now();
            orders += play::<G>(&mut state, &mut dice, &mut random, |_| true);
            spent += start.elapsed();
        }
        let a_second = |count: u32| f64::from(count) / spent.as_secs_f64();
        let (games, each) = (a_second(games), a_second(orders));
        println!("  {} at random, one core: {games:.0} games a second, {each:.0} orders a second", card.id);
        all_orders += orders;
        all_spent += spent;
    }
    println!("  all together: {:.0} orders a second", f64::from(all_orders) / all_spent.as_secs_f64());
    all_spent / all_orders
}

/// Plays a game to its end, or as long as it is to go on. The number of orders.
pub(crate) fn play<G: Game>(
    state: &mut G::State,
    dice: &mut Untold<Seeded>,
    random: &mut Seeded,
    goes_on: impl Fn(&G::State) -> bool,
) -> u32 {
    let mut orders = 0;
    while goes_on(state)
        && let Some(ask) = G::asks(state).first().copied()
    {
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
