//! The hub: wakes the live streams of a game that has changed.
//!
//! A wake-up says only that there is something to look at. What a stream sends it finds out itself, so a wake-up that
//! comes twice, late or for several changes at once does no harm.

use crate::secrets::GameId;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Notify;

/// All live streams, by game.
#[derive(Default)]
pub(crate) struct Hub {
    streams: Mutex<HashMap<GameId, Vec<Arc<Bell>>>>,
}

/// What wakes one stream.
#[derive(Default)]
pub(crate) struct Bell {
    rung: Mutex<HashSet<GameId>>,
    notify: Notify,
}

/// A stream's place at the hub, until it is dropped.
pub(crate) struct Place {
    hub: Arc<Hub>,
    games: Vec<GameId>,
    bell: Arc<Bell>,
}

impl Hub {
    /// A place for a stream that looks at some games.
    pub(crate) fn place(self: &Arc<Hub>, games: Vec<GameId>) -> Place {
        let bell = Arc::new(Bell::default());
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        for game in &games {
            streams.entry(game.clone()).or_default().push(Arc::clone(&bell));
        }
        Place { hub: Arc::clone(self), games, bell }
    }

    /// A game has changed.
    pub(crate) fn wake(&self, game: &GameId) {
        let streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        for bell in streams.get(game).into_iter().flatten() {
            bell.rung.lock().unwrap_or_else(PoisonError::into_inner).insert(game.clone());
            bell.notify.notify_one();
        }
    }

    /// Wakes every stream for every game it looks at.
    pub(crate) fn wake_all(&self) {
        let games: Vec<GameId> = self.watched();
        for game in games {
            self.wake(&game);
        }
    }

    /// The games that some stream looks at.
    pub(crate) fn watched(&self) -> Vec<GameId> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }
}

impl Place {
    /// Waits until some of the games have changed.
    pub(crate) async fn woken(&self) -> Vec<GameId> {
        loop {
            let rung = std::mem::take(&mut *self.bell.rung.lock().unwrap_or_else(PoisonError::into_inner));
            if !rung.is_empty() {
                return rung.into_iter().collect();
            }
            self.bell.notify.notified().await;
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut streams = self.hub.streams.lock().unwrap_or_else(PoisonError::into_inner);
        for game in &self.games {
            if let Some(bells) = streams.get_mut(game) {
                bells.retain(|bell| !Arc::ptr_eq(bell, &self.bell));
                if bells.is_empty() {
                    streams.remove(game);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_stream_wakes_for_its_own_games_and_once_for_many_changes() {
        let hub = Arc::new(Hub::default());
        let (mine, other) = (GameId::random(), GameId::random());
        let place = hub.place(vec![mine.clone()]);
        hub.wake(&other);
        hub.wake(&mine);
        hub.wake(&mine);
        assert_eq!(place.woken().await, [mine]);
        let nothing = tokio::time::timeout(std::time::Duration::from_millis(20), place.woken()).await;
        assert!(nothing.is_err());
        drop(place);
        assert!(hub.watched().is_empty());
    }
}
