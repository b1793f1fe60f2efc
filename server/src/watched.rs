//! A folder that knows whether it was changed.

use crate::folder::Folder;
use std::ops::{Deref, DerefMut};

/// A folder, and what it was before it was touched: most changes of a game leave it alone, and those cost nothing.
pub(crate) struct Watched {
    folder: Folder,
    before: Option<Box<Folder>>,
}

impl Watched {
    /// A folder as the store has it.
    pub(crate) fn of(folder: Folder) -> Watched {
        Watched { folder, before: None }
    }

    /// What it was, where it is something else now.
    pub(crate) fn changed_from(&self) -> Option<&Folder> {
        self.before.as_deref().filter(|before| **before != self.folder)
    }

    /// What it is now, the store has.
    pub(crate) fn is_kept(&mut self) {
        self.before = None;
    }
}

impl Deref for Watched {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.folder
    }
}

impl DerefMut for Watched {
    fn deref_mut(&mut self) -> &mut Folder {
        if self.before.is_none() {
            self.before = Some(Box::new(self.folder.clone()));
        }
        &mut self.folder
    }
}
