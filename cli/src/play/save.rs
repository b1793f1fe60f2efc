//! The file that a game is kept in: each entry is added to it as soon as it is played, so that nothing is lost.

use crate::trouble::Trouble;
use kernel::game::AnyTable;
use std::fs::{File, OpenOptions};
use std::io::{Result, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A file to save in. Its name is shared with whoever must say it when the program is interrupted.
#[derive(Clone)]
pub(crate) struct Save {
    state: Arc<Mutex<State>>,
}

struct State {
    file: PathBuf,
    /// Is the game in it?
    is_there: bool,
    /// What was written to it.
    written: Option<Written>,
}

/// What stands in a file: a log whose last lines say how the game stands, which each new entry pushes down.
struct Written {
    entries: u32,
    /// Where its tail begins.
    tail: u64,
    /// Where it ends.
    end: u64,
}

impl Save {
    /// A new game in a file of its own: one that is there already is never written over.
    pub(crate) fn new_game(file: Option<&Path>, usual: &str) -> std::result::Result<Save, Trouble> {
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
        Ok(Save::of(file, false))
    }

    /// A game that goes on in its file.
    pub(crate) fn going_on(file: &Path) -> Save {
        Save::of(file.to_owned(), true)
    }

    fn of(file: PathBuf, is_there: bool) -> Save {
        Save { state: Arc::new(Mutex::new(State { file, is_there, written: None })) }
    }

    /// The file.
    pub(crate) fn file(&self) -> PathBuf {
        self.with(|state| state.file.clone())
    }

    /// From now on in another file.
    pub(crate) fn rename(&self, file: &Path) {
        self.with(|state| (state.file, state.written) = (file.to_owned(), None));
    }

    /// Writes what the file does not have yet.
    pub(crate) fn write(&self, table: &dyn AnyTable) -> std::result::Result<(), Trouble> {
        self.with(|state| {
            let written = match state.written.take() {
                // Somebody else may have been at the file; then it is written anew.
                Some(written) if state.file.metadata().is_ok_and(|file| file.len() == written.end) => {
                    add(&state.file, &written, table)
                }
                _ => put(&state.file, table),
            };
            state.written = Some(written.map_err(|error| {
                Trouble::of(format!("the game cannot be saved in {}: {error}", state.file.display()))
            })?);
            state.is_there = true;
            Ok(())
        })
    }

    /// Where the game is and how to go on with it; nothing where it has not been saved.
    pub(crate) fn farewell(&self) -> Option<String> {
        self.with(|state| {
            let file = state.file.display();
            state.is_there.then(|| format!("Saved in {file}. Go on with it: sandtable play --resume {file}\n"))
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Adds the entries that are new. Whoever is stopped in the midst of it leaves a log whose last lines are torn; it is
/// read up to there.
fn add(file: &Path, written: &Written, table: &dyn AnyTable) -> Result<Written> {
    let mut entries = String::new();
    for number in written.entries..table.next_entry() {
        entries += &table.entry_text(number);
    }
    if entries.is_empty() {
        return Ok(Written { ..*written });
    }
    let mut open = OpenOptions::new().write(true).open(file)?;
    open.set_len(written.tail)?;
    open.seek(SeekFrom::Start(written.tail))?;
    write(&mut open, written.tail, entries, table)
}

/// Writes the whole log beside the file and then puts it in its place.
fn put(file: &Path, table: &dyn AnyTable) -> Result<Written> {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".writing");
    let beside = file.with_file_name(name);
    let mut text = table.head_text();
    for number in 0..table.next_entry() {
        text += &table.entry_text(number);
    }
    let written = write(&mut File::create(&beside)?, 0, text, table)?;
    std::fs::rename(&beside, file)?;
    Ok(written)
}

/// Writes some text and the tail behind it, which comes to stand so far into the file.
fn write(open: &mut File, from: u64, mut text: String, table: &dyn AnyTable) -> Result<Written> {
    let tail = from + text.len() as u64;
    text += &table.tail_text();
    open.write_all(text.as_bytes())?;
    open.sync_data()?;
    Ok(Written { entries: table.next_entry(), tail, end: from + text.len() as u64 })
}

/// The usual name, or the first of 'name-2.game', 'name-3.game' that is free.
fn free_name(usual: &str) -> PathBuf {
    let numbered = |number: u32| match number {
        1 => PathBuf::from(format!("{usual}.game")),
        _ => PathBuf::from(format!("{usual}-{number}.game")),
    };
    (1..=u32::MAX).map(numbered).find(|file| !file.exists()).expect("some number is free")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drill::scratch;
    use kernel::game::{AnyGame, DiceKind, DiceRoot, Header};
    use kernel::procedure::Inputs;
    use testkit::drill::GAME;

    fn begun() -> (Box<dyn AnyTable>, DiceRoot) {
        let root = DiceRoot::of_seed(5);
        let header = Header::of("drill", "skirmish", Inputs::new(), DiceKind::Seed(5));
        (GAME.start(header, root.state_key(), &mut root.entry(0)).unwrap(), root)
    }

    fn answer(table: &mut dyn AnyTable, root: &DiceRoot) {
        let open = table.open()[0];
        let order = table.thought(open.ask.seat, "random").unwrap()(u64::from(table.next_entry()));
        let mut dice = root.entry(table.next_entry());
        table.answer(open.ask.seat, open.id, &[order], &mut dice).unwrap();
    }

    #[test]
    fn the_file_is_added_to_and_is_the_log_after_every_entry() {
        let file = scratch("added.game");
        let save = Save::new_game(Some(&file), "").unwrap();
        let (mut table, root) = begun();
        save.write(&*table).unwrap();
        // Whoever has the file open sees it grow: it is the same file all the time.
        let open = File::open(&file).unwrap();
        while table.result().is_none() {
            answer(&mut *table, &root);
            save.write(&*table).unwrap();
            let text = std::fs::read_to_string(&file).unwrap();
            assert_eq!(text, table.log());
            assert_eq!(open.metadata().unwrap().len(), text.len() as u64);
        }
        save.write(&*table).unwrap();
        assert!(std::fs::read_to_string(&file).unwrap().contains("\nresult: "));
    }

    #[test]
    fn a_file_that_somebody_else_has_been_at_is_written_anew() {
        let file = scratch("disturbed.game");
        let save = Save::new_game(Some(&file), "").unwrap();
        let (mut table, root) = begun();
        save.write(&*table).unwrap();
        for other in ["", "mine\n"] {
            std::fs::write(&file, other).unwrap();
            answer(&mut *table, &root);
            save.write(&*table).unwrap();
            assert_eq!(std::fs::read_to_string(&file).unwrap(), table.log());
        }
        std::fs::remove_file(&file).unwrap();
        save.write(&*table).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), table.log());
        let other = scratch("disturbed-2.game");
        save.rename(&other);
        save.write(&*table).unwrap();
        assert_eq!(std::fs::read_to_string(&other).unwrap(), table.log());
    }
}
