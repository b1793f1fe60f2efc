//! How fast games are played, and by whom they are won. It measures, and asserts nothing.

use kernel::dice::Seeded;
use kernel::game::{Ask, Game, Judged, OneStream, Setting, Untold, View, apply, begin, set_up};
use kernel::procedure::{Situation, text};
use kernel::seat::Seat;
use std::path::Path;
use std::time::{Duration, Instant};

/// Who gives the orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// Chance.
    Random,
    /// The book's quick play.
    Quick,
}

/// Plays games of each scenario, the first seat by one hand and the others by another; says how many the first seat won,
/// how many were drawn, the margin, the orders a game, and the orders a second on one core.
///
/// In the environment `GAMES` is the number of games, `ONLY` the one scenario that is played, and `WEIGHTS` what quick play
/// weighs otherwise, by place: `10:12,6:500`; `OPTIONS` are those of the scenario that is made: `points=80,seed=3`. Scenarios
/// are read from their files as they are now.
pub fn measured<G: Judged>(crate_folder: &str, games: u32, [first, others]: [Hand; 2]) {
    let games = set("GAMES").and_then(|games| games.parse().ok()).unwrap_or(games).max(1);
    let weights = weights::<G>();
    let only = set("ONLY");
    for card in G::scenarios().into_iter().filter(|card| only.as_ref().is_none_or(|only| *only == card.id)) {
        let (mut orders, mut won, mut drawn, mut spent) = (0_u32, 0_u32, 0_u32, Duration::ZERO);
        let mut margins = Vec::new();
        for seed in 0..u64::from(games) {
            let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 1_000_000));
            let mut state = begun::<G>(crate_folder, &card.id, &mut dice);
            let start = Instant::now();
            loop {
                let asks = G::asks(&state);
                let Some(ask) = (!asks.is_empty()).then(|| asks[random.below(asks.len() as u32) as usize]) else {
                    break;
                };
                let view = View::<G>::of_seat(&state, ask.seat);
                let hand = if ask.seat == G::SEATS[0] { first } else { others };
                let order = order::<G>(hand, &view, &ask, &weights, &mut random);
                let legal = view.check(&ask, order).expect("a player gives legal orders");
                apply::<G>(&mut state, &legal, &mut OneStream(&mut dice), None);
                orders += 1;
            }
            spent += start.elapsed();
            let winner: Option<Seat> = G::result(&state).and_then(|result| result.winner);
            won += u32::from(winner == Some(G::SEATS[0]));
            drawn += u32::from(winner.is_none());
            margins.push(G::margin(&state, G::SEATS[0]));
        }
        margins.sort_unstable();
        let quartiles = [1, 2, 3].map(|part| margins[part * margins.len() / 4]);
        println!(
            "{}: the {} won {won} of {games}, {drawn} drawn; quartiles of the margin {quartiles:?}; {} orders a game, {:.0} a second",
            card.id,
            G::SEATS[0],
            orders / games,
            f64::from(orders) / spent.as_secs_f64(),
        );
    }
}

fn order<G: Judged>(hand: Hand, view: &View<'_, G>, ask: &Ask, weights: &[i64], random: &mut Seeded) -> G::Order {
    match hand {
        Hand::Random => G::sample(view, ask, random),
        Hand::Quick => G::quick(view, ask, weights, random),
    }
}

/// A scenario as its file is now, so that it can be balanced without being built anew; one that is made as it comes.
fn begun<G: Game>(crate_folder: &str, id: &str, dice: &mut Untold<Seeded>) -> G::State {
    let options = options::<G>();
    match std::fs::read_to_string(Path::new(crate_folder).join(format!("scenarios/{id}.toml"))) {
        Ok(text) => {
            let battle = G::read_scenario(&text).unwrap_or_else(|troubles| panic!("{id}: {troubles}"));
            set_up::<G>(&Setting::of(battle), &options, &mut OneStream(dice), None)
        }
        Err(_) => begin::<G>(id, &options, dice).expect("a scenario of the book"),
    }
}

fn options<G: Game>() -> G::Options {
    let given = set("OPTIONS").unwrap_or_default();
    let given = given.split(',').filter(|one| !one.is_empty());
    let read = text::read_inputs(G::Options::fields(), given).and_then(|inputs| G::Options::read(&inputs));
    read.unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn weights<G: Judged>() -> Vec<i64> {
    let mut weights: Vec<i64> = G::WEIGHTS.iter().map(|(_, weight)| *weight).collect();
    for (place, weight) in set("WEIGHTS").unwrap_or_default().split(',').filter_map(|one| one.split_once(':')) {
        let at = place.parse().ok().and_then(|place: usize| weights.get_mut(place));
        let at = at.unwrap_or_else(|| panic!("there is no weight {place}; there are {}", G::WEIGHTS.len()));
        *at = weight.parse().unwrap_or_else(|_| panic!("'{weight}' is no whole number"));
    }
    weights
}

fn set(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Measures a book: `cargo test -p BOOK --test speed -- --ignored --nocapture`.
#[macro_export]
macro_rules! game_speed {
    ($game:ty) => {
        #[test]
        #[ignore = "it measures, and asserts nothing"]
        fn orders_at_random_a_second_on_one_core() {
            $crate::game::measured::<$game>(env!("CARGO_MANIFEST_DIR"), 20, [$crate::game::Hand::Random; 2]);
        }

        #[test]
        #[ignore = "it measures, and asserts nothing"]
        fn quick_play_against_itself() {
            $crate::game::measured::<$game>(env!("CARGO_MANIFEST_DIR"), 60, [$crate::game::Hand::Quick; 2]);
        }

        #[test]
        #[ignore = "it measures, and asserts nothing"]
        fn quick_play_against_chance() {
            use $crate::game::Hand::{Quick, Random};
            for hands in [[Quick, Random], [Random, Quick]] {
                println!("the first seat {:?}, the other {:?}", hands[0], hands[1]);
                $crate::game::measured::<$game>(env!("CARGO_MANIFEST_DIR"), 20, hands);
            }
        }
    };
}
