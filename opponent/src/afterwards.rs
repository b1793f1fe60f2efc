//! Games looked at afterwards: how likely each side was to win, and what better orders there were.

use crate::learned::learned;
use crate::quick::weights;
use crate::search::{Limit, Search};
use kernel::dice::Seeded;
use kernel::game::{Analyst, Ask, Chances, Judged, View};

/// Judges the positions of a game that is over, by search. The same game is judged the same every time.
pub struct Afterwards {
    search: Search,
    games: u32,
}

impl Afterwards {
    /// Plays each order that matters out so many times.
    pub fn of<G: Judged>(games: u32) -> Afterwards {
        // A plan changes the rest of the turn too; what a single order is worth is asked here.
        let search = Search { plans: 0, judgement: learned::<G>(), ..Search::by_margin(Limit::PlayOuts(games)) };
        Afterwards { search, games }
    }
}

/// Positions that follow one another are played out with the same deals, so that they differ in what has changed.
const SEED: u64 = 1;

impl<G: Judged> Analyst<G> for Afterwards {
    fn judge(&mut self, state: &G::State, ask: &Ask, given: &G::Order) -> Chances<G::Order> {
        self.search.chances::<G>(state, ask, given, self.games, &mut Seeded::new(SEED))
    }

    fn chance(&mut self, state: &G::State) -> f64 {
        let Some(ask) = G::asks(state).first().copied() else { return 0.5 };
        let quick = G::quick(&View::of_seat(state, ask.seat), &ask, &weights::<G>(), &mut Seeded::new(SEED));
        let Chances { usual, .. } = Analyst::<G>::judge(self, state, &ask, &quick);
        if ask.seat == G::SEATS[0] { usual } else { 1.0 - usual }
    }
}
