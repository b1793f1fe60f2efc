//! A queue that is fair to those who wait in it: owners take turns, and the games of each owner take turns.

use crate::secrets::GameId;
use std::collections::{HashMap, VecDeque};

/// Games that wait for one of so many places.
pub(crate) struct Fair {
    /// The owners whose games wait, the one whose turn it is first.
    waiting: VecDeque<(u16, VecDeque<GameId>)>,
    /// How many places each owner's games have.
    taken: HashMap<u16, usize>,
    places: usize,
}

impl Fair {
    /// A queue for so many places.
    pub(crate) fn of(places: usize) -> Fair {
        Fair { waiting: VecDeque::new(), taken: HashMap::new(), places }
    }

    /// A game waits.
    pub(crate) fn wait(&mut self, owner: u16, game: GameId) {
        match self.waiting.iter_mut().find(|(other, _)| *other == owner) {
            Some((_, games)) => games.push_back(game),
            None => self.waiting.push_back((owner, VecDeque::from([game]))),
        }
    }

    /// A place has become free.
    pub(crate) fn free(&mut self, owner: u16) {
        if let Some(taken) = self.taken.get_mut(&owner) {
            *taken -= 1;
            if *taken == 0 {
                self.taken.remove(&owner);
            }
        }
    }

    /// The game whose turn it is, where a place is free for it. Where there are many places, no owner has more than three
    /// of four, so that whoever comes next finds one at once.
    pub(crate) fn next(&mut self) -> Option<(u16, GameId)> {
        if self.taken.values().sum::<usize>() >= self.places {
            return None;
        }
        let most = (self.places * 3).div_ceil(4);
        let at = self.waiting.iter().position(|(owner, _)| self.taken.get(owner).is_none_or(|taken| *taken < most))?;
        let (owner, mut games) = self.waiting.remove(at)?;
        let game = games.pop_front()?;
        if !games.is_empty() {
            self.waiting.push_back((owner, games));
        }
        *self.taken.entry(owner).or_default() += 1;
        Some((owner, game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(fair: &mut Fair) -> Option<u16> {
        fair.next().map(|(owner, _)| owner)
    }

    #[test]
    fn whoever_has_thirty_games_does_not_keep_others_waiting() {
        let mut fair = Fair::of(4);
        (0..30).for_each(|_| fair.wait(1, GameId::random()));
        assert_eq!([0; 4].map(|_| next(&mut fair)), [Some(1), Some(1), Some(1), None], "one of four is for others");
        fair.wait(2, GameId::random());
        assert_eq!(next(&mut fair), Some(2));
        fair.wait(3, GameId::random());
        assert_eq!(next(&mut fair), None, "all places are taken");
        fair.free(1);
        assert_eq!(next(&mut fair), Some(1), "it waited before the third came");
        fair.free(1);
        assert_eq!(next(&mut fair), Some(3), "but not again");
    }

    #[test]
    fn the_games_of_one_owner_take_turns() {
        let mut fair = Fair::of(1);
        let games = [GameId::random(), GameId::random()];
        for game in &games {
            fair.wait(7, game.clone());
        }
        let first = fair.next().map(|(_, game)| game);
        fair.free(7);
        fair.wait(7, games[0].clone());
        let second = fair.next().map(|(_, game)| game);
        assert_eq!([first, second], games.map(Some));
    }
}
