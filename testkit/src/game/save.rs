//! A state is plain data: what is written can be read, and goes on alike.

use super::playthrough::{SeatDice, each_game};
use kernel::game::{Game, Record, View, apply};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Saves at random, goes on with both from there, and compares.
pub fn saved_games_go_on_alike<G: Game>() {
    each_game::<G>(2, |mut game| {
        let mut saved: Option<G::State> = None;
        while let Some(ask) = game.ask() {
            if game.random.below(12) == 0 {
                saved = Some(state_reread::<G>(&game.state));
            }
            let legal = game.choose(&ask);
            let order = reread(legal.order());
            assert!(order == *legal.order(), "{}: an order reads back as it was written", game.name);
            let seed = u64::from(game.random.below(u32::MAX));
            if let Some(saved) = &mut saved {
                let view = View::<G>::of_seat(saved, ask.seat);
                assert!(G::asks(saved).contains(&ask), "{}: the saved game asks the same", game.name);
                let again = view.check(&ask, order).unwrap_or_else(|refusal| {
                    panic!("{}: the saved game refuses what the other takes: {refusal}", game.name)
                });
                let mut untold = saved.clone();
                apply::<G>(&mut untold, &again, &mut SeatDice::new::<G>(seed), None);
                apply::<G>(saved, &again, &mut SeatDice::new::<G>(seed), Some(&mut Record::default()));
                assert!(*saved == untold, "{}: what happens hangs on whether it is told", game.name);
            }
            game.dice = SeatDice::new::<G>(seed);
            game.carry_out(&legal);
            if let Some(saved) = &saved {
                assert!(*saved == game.state, "{}: the saved game goes its own way", game.name);
                assert_eq!(hash(saved), hash(&game.state), "{}: equal states have equal hashes", game.name);
            }
        }
        assert!(state_reread::<G>(&game.state) == game.state, "{}: a finished game reads back", game.name);
        game.orders
    });
}

/// A state that was written and read, on the setting of the one that was written.
fn state_reread<G: Game>(state: &G::State) -> G::State {
    let mut read: G::State = reread(state);
    let setting = G::setting(&mut state.clone()).clone();
    G::setting(&mut read).attach(&setting);
    read
}

fn reread<T: serde::Serialize + serde::de::DeserializeOwned>(thing: &T) -> T {
    let text = serde_json::to_string(thing).expect("plain data can be written as JSON");
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("what was written cannot be read: {error}\n{text}"))
}

fn hash(state: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}
