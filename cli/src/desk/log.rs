//! The session log: what was rolled at the desk, with every explanation.

use crate::draw::explanation::{Charts, explanation_text};
use crate::situation::{changed, head};
use kernel::book::Book;
use kernel::procedure::{AnyProcedure, Inputs, Rolled};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The rolls of a session, in order.
#[derive(Default)]
pub(crate) struct Log {
    entries: Vec<Entry>,
    saved: usize,
}

/// One roll.
pub(crate) struct Entry {
    /// One line: what and how it ended.
    pub(crate) headline: String,
    /// The whole explanation, without colour.
    pub(crate) text: String,
}

impl Log {
    /// Writes a roll down.
    pub(crate) fn add(
        &mut self,
        book: &Book,
        procedure: &dyn AnyProcedure,
        inputs: &Inputs,
        rolled: &Rolled,
        source: &str,
    ) {
        let number = self.entries.len() + 1;
        let headline = format!("{number}. {} {}: {}", book.id, procedure.card().title, rolled.outcome);
        let mut text = format!("{number}. {}", head(procedure, &changed(procedure, inputs), inputs));
        for step in &rolled.because {
            text += &explanation_text(book, step, Charts::for_steps(rolled.because.len(), 100));
        }
        let _ = writeln!(text, "\n{}   ({source})", rolled.outcome);
        self.entries.push(Entry { headline, text: plain(&text) });
    }

    /// The rolls, in order.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Are there rolls that no file has?
    pub(crate) fn is_unsaved(&self) -> bool {
        self.saved < self.entries.len()
    }

    /// Writes the whole log to a file.
    pub(crate) fn save(&mut self, path: &Path) -> std::io::Result<()> {
        let text: Vec<&str> = self.entries.iter().map(|entry| entry.text.as_str()).collect();
        std::fs::write(path, text.join("\n"))?;
        self.saved = self.entries.len();
        Ok(())
    }

    /// A file name that is not taken yet.
    pub(crate) fn free_name() -> PathBuf {
        let name = |n: u32| PathBuf::from(format!("sandtable-log-{n}.txt"));
        (1..1000).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1000))
    }
}

/// A text without its colours.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
