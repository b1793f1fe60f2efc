//! What some eyes see on the ground of a game, made once for all who look through them.

use kernel::game::{AnyTable, Changes, Eyes, Position};
use serde::Serialize;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// A position, and how it differs from the one before.
pub(crate) struct Shown {
    /// What these eyes see.
    pub(crate) position: Position,
    /// Its version: it changes with what these eyes see, and with nothing else.
    pub(crate) version: String,
    /// What was last worked out of it, which most who look on want: the version before, and the changes since as JSON.
    step: Mutex<Option<(String, Arc<str>)>>,
}

/// What leads from one version to another.
#[derive(Serialize)]
struct Step<'a> {
    from: &'a str,
    to: &'a str,
    #[serde(flatten)]
    changes: Changes,
}

impl Shown {
    fn of(position: Position) -> Shown {
        Shown { version: position.version(), position, step: Mutex::default() }
    }

    /// The changes that lead here from an earlier position, as JSON; none where nothing is different.
    pub(crate) fn since(&self, earlier: &Shown) -> Option<Arc<str>> {
        if earlier.version == self.version {
            return None;
        }
        let mut step = self.step.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((from, text)) = step.as_ref()
            && *from == earlier.version
        {
            return Some(Arc::clone(text));
        }
        let changes = Changes::between(&earlier.position, &self.position);
        let text = serde_json::to_string(&Step { from: &earlier.version, to: &self.version, changes });
        let text: Arc<str> = text.expect("changes are plain data").into();
        *step = Some((earlier.version.clone(), Arc::clone(&text)));
        Some(text)
    }
}

/// The positions of a game that somebody looks at just now. Nothing is kept of one that nobody holds any more.
#[derive(Default)]
pub(crate) struct Positions(RefCell<Vec<Seen>>);

struct Seen {
    eyes: Eyes,
    /// The number that the next entry had.
    head: u32,
    shown: Weak<Shown>,
}

impl Positions {
    /// What these eyes see now.
    pub(crate) fn now(&self, table: &dyn AnyTable, eyes: Eyes) -> Arc<Shown> {
        let head = table.next_entry();
        if let Some(shown) = self.known(eyes, head) {
            return shown;
        }
        let shown = Arc::new(Shown::of(table.position(eyes)));
        let mut all = self.0.borrow_mut();
        all.retain(|seen| seen.eyes != eyes && seen.shown.strong_count() > 0);
        all.push(Seen { eyes, head, shown: Arc::downgrade(&shown) });
        shown
    }

    fn known(&self, eyes: Eyes, head: u32) -> Option<Arc<Shown>> {
        let all = self.0.borrow();
        all.iter().find(|seen| seen.eyes == eyes && seen.head == head)?.shown.upgrade()
    }

    /// What these eyes see now; none where a book cannot draw it. What has happened can be told all the same.
    pub(crate) fn if_drawn(&self, table: &dyn AnyTable, eyes: Eyes) -> Option<Arc<Shown>> {
        catch_unwind(AssertUnwindSafe(|| self.now(table, eyes))).ok()
    }
}
