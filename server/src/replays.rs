//! Logs that were uploaded to be looked at.

use crate::secrets::GameId;
use kernel::game::AnyTable;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The last logs that were uploaded; older ones are let go.
#[derive(Default)]
pub(crate) struct Replays {
    kept: Mutex<VecDeque<Kept>>,
}

/// An uploaded log, played again as far as it goes.
pub(crate) struct Replay {
    /// What was found out about it, as JSON.
    pub(crate) report: serde_json::Value,
    /// The table at its end.
    pub(crate) table: Box<dyn AnyTable>,
}

struct Kept {
    id: GameId,
    entries: u32,
    replay: Arc<Mutex<Replay>>,
}

/// How many are kept.
const MOST: usize = 64;

/// How many entries those that are kept have together.
const MOST_ENTRIES: u32 = 20_000;

impl Replays {
    /// Keeps one and gives its name.
    pub(crate) fn keep(&self, id: GameId, replay: Replay) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let entries = replay.table.next_entry();
        while !kept.is_empty()
            && (kept.len() >= MOST || kept.iter().map(|kept| kept.entries).sum::<u32>() + entries > MOST_ENTRIES)
        {
            kept.pop_front();
        }
        kept.push_back(Kept { id, entries, replay: Arc::new(Mutex::new(replay)) });
    }

    /// The one of this name.
    pub(crate) fn get(&self, id: &GameId) -> Option<Arc<Mutex<Replay>>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|kept| kept.id == *id).map(|kept| Arc::clone(&kept.replay))
    }
}
