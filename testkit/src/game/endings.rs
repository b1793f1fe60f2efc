//! No dead end, no endless game, no panic, and a result that stays.

use super::playthrough::{all_eyes, each_game};
use kernel::game::{Game, View};
use std::collections::BTreeSet;

/// Plays games of every scenario to their ends.
pub fn games_end<G: Game>() {
    let mut ids = BTreeSet::new();
    for card in G::scenarios() {
        assert!(ids.insert(card.id.clone()), "two scenarios are called {}", card.id);
        assert!(!card.title.is_empty() && !card.notes.is_empty(), "{} has a title and notes", card.id);
        let seats: Vec<_> = card.sides.iter().map(|(seat, _)| *seat).collect();
        assert_eq!(seats, G::SEATS, "{} says who sits where", card.id);
    }
    each_game::<G>(1, |mut game| {
        game.to_the_end(|_, _, _| {}, |_, _| {});
        let name = &game.name;
        let result = G::result(&game.state).expect("a game that ended has a result");
        assert!(!result.because.is_empty(), "{name}: the result says why");
        assert!(result.winner.is_none_or(|winner| G::SEATS.contains(&winner)), "{name}: a seat wins, or nobody");
        assert_eq!(G::result(&game.state).as_ref(), Some(&result), "{name}: the result stays");
        for eyes in all_eyes::<G>() {
            let view = View::<G>::of(&game.state, eyes);
            assert_eq!(G::result(view.state()).as_ref(), Some(&result), "{name}: the {eyes} sees the same result");
            assert!(G::asks(view.state()).is_empty(), "{name}: nothing is asked after the end");
        }
        game.orders
    });
}
