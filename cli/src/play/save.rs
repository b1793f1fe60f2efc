//! The file that a game is kept in: written whole after every entry, so that nothing that was played is lost.

use crate::trouble::Trouble;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A file to save in. Its name is shared with whoever must say it when the program is interrupted.
#[derive(Clone)]
pub(crate) struct Save {
    state: Arc<Mutex<State>>,
}

struct State {
    file: PathBuf,
    written: bool,
}

impl Save {
    /// A new game in a file of its own: one that is there already is never written over.
    pub(crate) fn new_game(file: Option<&Path>, usual: &str) -> Result<Save, Trouble> {
        let file = match file {
            Some(file) if file.exists() => {
                let sentence = format!(
                    "{0} is there already; go on with it by 'sandtable play --resume {0}', or name another file",
                    file.display()
                );
                return Err(Trouble::of(sentence));
            }
            Some(file) => file.to_owned(),
            None => free_name(usual),
        };
        Ok(Save { state: Arc::new(Mutex::new(State { file, written: false })) })
    }

    /// A game that goes on in its file.
    pub(crate) fn going_on(file: &Path) -> Save {
        Save { state: Arc::new(Mutex::new(State { file: file.to_owned(), written: true })) }
    }

    /// The file.
    pub(crate) fn file(&self) -> PathBuf {
        self.with(|state| state.file.clone())
    }

    /// From now on in another file.
    pub(crate) fn rename(&self, file: &Path) {
        self.with(|state| state.file = file.to_owned());
    }

    /// Writes the log beside the file and then puts it in its place, so that a file is always whole.
    pub(crate) fn write(&self, log: &str) -> Result<(), Trouble> {
        self.with(|state| {
            put(&state.file, log).map_err(|error| {
                Trouble::of(format!("the game cannot be saved in {}: {error}", state.file.display()))
            })?;
            state.written = true;
            Ok(())
        })
    }

    /// Where the game is and how to go on with it; nothing where it has not been saved.
    pub(crate) fn farewell(&self) -> Option<String> {
        self.with(|state| {
            let file = state.file.display();
            state.written.then(|| format!("Saved in {file}. Go on with it: sandtable play --resume {file}\n"))
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn put(file: &Path, log: &str) -> std::io::Result<()> {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".writing");
    let beside = file.with_file_name(name);
    let mut writing = std::fs::File::create(&beside)?;
    writing.write_all(log.as_bytes())?;
    writing.sync_all()?;
    std::fs::rename(&beside, file)
}

/// The usual name, or the first of 'name-2.game', 'name-3.game' that is free.
fn free_name(usual: &str) -> PathBuf {
    let numbered = |number: u32| match number {
        1 => PathBuf::from(format!("{usual}.game")),
        _ => PathBuf::from(format!("{usual}-{number}.game")),
    };
    (1..=u32::MAX).map(numbered).find(|file| !file.exists()).expect("some number is free")
}
