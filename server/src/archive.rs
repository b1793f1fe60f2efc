//! For those who run a server: backup while it serves, and all games as logs, out and in.

use crate::folder::{Folder, SeatFolder, Share, Sitter, Status};
use crate::games::now;
use crate::live::{Live, Stored};
use crate::private::{private_file, private_folder};
use crate::secrets::{GameId, Secret, hex, unhex};
use crate::stand::Stand;
use crate::store::{self, EntryRow, GameRow, LineRow, NewGame, Request, SnapshotRow, Sqlite, StoreError};
use kernel::game::{AnyGame, AnyTable, DiceKind, Header, Logged, Numbering, PERSON};
use serde::{Deserialize, Serialize};
use shelf::Shelf;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What an export came to.
pub struct Exported {
    /// How many games were written.
    pub written: usize,
    /// How many were left out, because they are not over.
    pub left: usize,
    /// What went wrong with single games, a sentence each.
    pub troubles: Vec<String>,
}

/// What an import came to.
pub struct Imported {
    /// How many games were taken in.
    pub taken: usize,
    /// How many were there already.
    pub known: usize,
    /// What went wrong with single files, a sentence each.
    pub troubles: Vec<String>,
}

/// Copies a store to a file. A server may be at it meanwhile.
pub async fn backup(address: &str, to: &Path) -> Result<(), StoreError> {
    match address.strip_prefix("sqlite:") {
        Some(path) => Sqlite::copy(Path::new(path.trim_start_matches("//")), to).await,
        None => store::open(address).await?.backup(to).await,
    }
}

/// Writes games as logs, `GAME.log` each: those that are over, for anybody's eyes. With `running` the whole house moves:
/// then also those that are not over, and beside each a `GAME.private.json` with all that a log does not have. It holds
/// secrets of dice and seats, so it is for its owner's eyes alone, as is the log of a game that is not over.
pub async fn export(address: &str, shelf: &Shelf, to: &Path, running: bool) -> Result<Exported, StoreError> {
    let wrong = |error: io::Error| StoreError::File(to.display().to_string(), error);
    private_folder(to).map_err(wrong)?;
    let store = store::open_to_read(address).await?;
    let mut exported = Exported { written: 0, left: 0, troubles: Vec::new() };
    let mut after = String::new();
    loop {
        let page = store.all(&after, 500).await?;
        let Some(last) = page.last() else { break };
        after = last.to_string();
        for id in page {
            let Some(row) = store.game(&id).await? else { continue };
            let closed = row.status == Status::Over && !row.folder.left_off;
            if !closed && !running {
                exported.left += 1;
                continue;
            }
            let mut entries = store.entries(&id, 0).await?;
            entries.retain(|entry| entry.number < row.head);
            let snapshot = store.snapshot(&id).await?;
            let mut private = Private::of(&row, &entries);
            private.lines = store.lines(&id, 0, u32::MAX).await?;
            for seat in &row.folder.seats {
                private.notes.extend(store.notes(&id, &seat.seat).await?.map(|text| (seat.seat.clone(), text)));
            }
            let live = match Live::load(shelf, Stored { row, entries, snapshot }) {
                Ok(live) => live,
                Err(stuck) => {
                    exported.troubles.push(stuck.to_string());
                    continue;
                }
            };
            if let Some(table) = &live.table {
                let mut log = table.log();
                // So that its end can be looked at wherever it is taken in, whatever the rules are there.
                if table.result().is_some() {
                    log += &format!("snapshot: {}\n", table.snapshot_text());
                }
                let path = to.join(format!("{id}.log"));
                // The key of its state hashes would let anybody check guesses at what is hidden.
                if closed { fs::write(path, log) } else { write_private(&path, &log) }.map_err(wrong)?;
            }
            if running {
                let text = serde_json::to_string_pretty(&private).expect("it is plain data");
                write_private(&to.join(format!("{id}{PRIVATE}")), &text).map_err(wrong)?;
            }
            exported.written += 1;
        }
    }
    store.close().await;
    Ok(exported)
}

/// The name of what a log does not have, behind the game's.
const PRIVATE: &str = ".private.json";

/// What a log does not have of a game: who sits where by which secrets, the secret of its dice, times, and the requests that
/// were answered.
#[derive(Serialize, Deserialize)]
struct Private {
    game: GameId,
    status: Status,
    created: i64,
    updated: i64,
    folder: Folder,
    /// Of each entry of the log, in order.
    entries: Vec<Beside>,
    /// What its players have said to one another.
    #[serde(default)]
    lines: Vec<LineRow>,
    /// What seats have noted for themselves.
    #[serde(default)]
    notes: Vec<(String, String)>,
}

/// What a log does not have of an entry.
#[derive(Serialize, Deserialize)]
struct Beside {
    at: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request: Option<Request>,
}

impl Private {
    fn of(row: &GameRow, entries: &[EntryRow]) -> Private {
        let GameRow { id, status, folder, created, updated, .. } = row.clone();
        let beside = |entry: &EntryRow| Beside { at: entry.at, request: entry.request.clone() };
        let entries = entries.iter().map(beside).collect();
        Private { game: id, status, created, updated, folder, entries, lines: Vec::new(), notes: Vec::new() }
    }
}

/// Writes a file that only its owner can read, also where there was another of that name.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let _ = fs::remove_file(path);
    let mut file = private_file().create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// Takes games in from logs and what lies beside them; of a folder, all that is in it. Each is played again and held to every
/// die, hash and sentence before it is kept; what an earlier release has played and these rules lead elsewhere with is kept
/// as it was told.
pub async fn import(address: &str, shelf: &Shelf, files: &[PathBuf]) -> Result<Imported, StoreError> {
    let store = store::open(address).await?;
    let mut imported = Imported { taken: 0, known: 0, troubles: Vec::new() };
    for file in games_in(files) {
        match read(shelf, &file) {
            Ok(game) if store.version(&game.id).await?.is_some() => imported.known += 1,
            Ok(game) => {
                store.create(game).await?;
                imported.taken += 1;
            }
            Err(trouble) => imported.troubles.push(format!("{}: {trouble}", file.display())),
        }
    }
    store.close().await;
    Ok(imported)
}

/// One file for each game: its log where there is one, otherwise what would lie beside it.
fn games_in(files: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for file in files {
        match fs::read_dir(file) {
            Ok(inside) => {
                let mut inside: Vec<PathBuf> = inside.filter_map(|file| Some(file.ok()?.path())).collect();
                inside.sort();
                let ours = |path: &PathBuf| path.extension().is_some_and(|end| end == "log") || is_private(path);
                all.extend(inside.into_iter().filter(ours));
            }
            Err(_) => all.push(file.clone()),
        }
    }
    let mut games: Vec<PathBuf> = Vec::new();
    for file in all {
        let log = log_of(&file);
        let game = if log.exists() { log } else { file };
        if !games.contains(&game) {
            games.push(game);
        }
    }
    games
}

fn is_private(path: &Path) -> bool {
    path.to_string_lossy().ends_with(PRIVATE)
}

/// The log that a file lies beside; itself where it is one.
fn log_of(file: &Path) -> PathBuf {
    match file.to_string_lossy().strip_suffix(PRIVATE) {
        Some(game) => PathBuf::from(format!("{game}.log")),
        None => file.to_owned(),
    }
}

/// What lies beside a log; release 0.2.0 wrote the folder alone, as `GAME.folder.json`.
fn beside(log: &Path) -> Result<Option<Private>, String> {
    let read = |path: &Path| fs::read_to_string(path).ok();
    let private = log.with_extension(&PRIVATE[1..]);
    let folder = log.with_extension("folder.json");
    if let Some(text) = read(&private) {
        return serde_json::from_str(&text).map(Some).map_err(|error| format!("{}: {error}", private.display()));
    }
    let Some(text) = read(&folder) else { return Ok(None) };
    let kept: Folder = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", folder.display()))?;
    let game = log.file_stem().and_then(|name| GameId::read(&name.to_string_lossy()));
    let game = game.ok_or_else(|| format!("{} does not have the name of a game", log.display()))?;
    let at = now();
    let (entries, lines, notes) = (Vec::new(), Vec::new(), Vec::new());
    Ok(Some(Private { game, status: Status::Playing, created: at, updated: at, folder: kept, entries, lines, notes }))
}

fn read(shelf: &Shelf, file: &Path) -> Result<NewGame, String> {
    if is_private(file) {
        let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
        return unbegun(shelf, serde_json::from_str(&text).map_err(|error| error.to_string())?);
    }
    let private = beside(file)?;
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let logged = Logged::read(&text).map_err(|trouble| trouble.to_string())?;
    let DiceKind::Proved { game: name, .. } = &logged.header.dice else {
        return Err("its dice come from no server; such a log is looked at with 'sandtable replay'".to_owned());
    };
    let id = GameId::read(name).ok_or_else(|| format!("'{name}' is not the name of a game"))?;
    let game = shelf.game(&logged.header.book).map_err(|refusal| refusal.to_string())?;
    logged.prove_dice().map_err(|trouble| trouble.to_string())?;
    let table = game.take_up(&logged).map_err(|trouble| trouble.to_string())?;
    let private = match private {
        Some(private) if private.game != id => {
            return Err(format!("what lies beside it is of game {}, and it is of game {id}", private.game));
        }
        Some(private) => private,
        None => of_log(&logged, game, &*table, id.clone()).ok_or_else(|| {
            format!("it is not over, and {} is not there", file.with_extension(&PRIVATE[1..]).display())
        })?,
    };
    let mut entries: Vec<EntryRow> = (0..table.next_entry()).map(|number| kept(&*table, number)).collect();
    for (entry, Beside { at, request }) in entries.iter_mut().zip(&private.entries) {
        (entry.at, entry.request) = (*at, request.clone());
    }
    let snapshot = Some(SnapshotRow { entry: table.next_entry() - 1, state: table.snapshot_text() });
    let status = if table.result().is_some() { Status::Over } else { Status::Playing };
    let Private { folder, created, updated, lines, notes, .. } = private;
    let stand = Stand::default();
    let new = NewGame { id, status, folder, entries, snapshot, stand, lines, notes, due: false, created, updated };
    checked(shelf, new)
}

/// A game that waits for its players, or for their dice: it has no log.
fn unbegun(shelf: &Shelf, private: Private) -> Result<NewGame, String> {
    let Private { game: id, status, created, updated, folder, entries, lines, notes } = private;
    if !entries.is_empty() || status == Status::Playing {
        return Err("it is of a game that has begun, and its log is not beside it".to_owned());
    }
    let game = shelf.game(&folder.book).map_err(|refusal| refusal.to_string())?;
    if !folder.seats.iter().map(|seat| seat.seat.as_str()).eq(game.seats().iter().map(|seat| seat.0)) {
        return Err(format!("its seats are not those of {}", folder.book));
    }
    let (snapshot, stand) = (None, Stand::default());
    checked(
        shelf,
        NewGame {
            id,
            status,
            folder,
            entries: Vec::new(),
            snapshot,
            stand,
            lines,
            notes,
            due: false,
            created,
            updated,
        },
    )
}

/// What is kept must come to life again by itself, before it is relied on.
fn checked(shelf: &Shelf, new: NewGame) -> Result<NewGame, String> {
    if unhex(&new.folder.secret).is_none_or(|secret| secret.len() != 32) {
        return Err("the secret of its dice is no secret".to_owned());
    }
    let row = GameRow {
        id: new.id.clone(),
        status: new.status,
        version: 0,
        head: new.entries.len() as u32,
        folder: new.folder.clone(),
        stand: Stand::default(),
        created: new.created,
        updated: new.updated,
    };
    let stored = Stored { row, entries: new.entries.clone(), snapshot: new.snapshot.clone() };
    let live = Live::load(shelf, stored).map_err(|stuck| stuck.to_string())?;
    Ok(NewGame { due: live.is_due(), stand: Stand::of(&live), ..new })
}

/// What can be known from its log of a game that is over; nothing of one that is not.
fn of_log(logged: &Logged, game: &dyn AnyGame, table: &dyn AnyTable, id: GameId) -> Option<Private> {
    let DiceKind::Proved { openings, secret: Some(secret), by, .. } = &logged.header.dice else { return None };
    let seats = game.seats().iter().map(|seat| finished_seat(seat.0, &logged.header, openings)).collect();
    let folder = Folder {
        name: String::new(),
        book: logged.header.book.clone(),
        release: logged.header.release.clone(),
        scenario: logged.header.scenario.clone(),
        text: None,
        own: None,
        options: logged.header.options.clone(),
        listed: false,
        hints: false,
        practice: logged.header.practice,
        said: 0,
        quiet: Vec::new(),
        owner: 0,
        made_by: None,
        seats,
        secret: hex(secret),
        by_throws: *by == Numbering::Throws,
        offer: None,
        rematch: None,
        left_off: false,
        result: serde_json::to_value(table.result()).ok(),
    };
    let at = now();
    let (entries, lines, notes) = (Vec::new(), Vec::new(), Vec::new());
    Some(Private { game: id, status: Status::Over, created: at, updated: at, folder, entries, lines, notes })
}

/// A seat of a game that is over: nobody will sit there again.
fn finished_seat(seat: &str, header: &Header, openings: &[(String, Vec<u8>)]) -> SeatFolder {
    let who = header.seats.iter().find(|(name, who)| name == seat && who != PERSON);
    let opened = openings.iter().find(|(name, _)| name == seat);
    let dice = opened.map_or(Share::Left, |(_, bytes)| Share::Opened {
        commitment: hex(&kernel::game::DiceRoot::player_commitment(bytes)),
        bytes: hex(bytes),
    });
    let sitter = match who {
        Some((_, machine)) => Sitter::Machine { name: machine.clone() },
        None => Sitter::Person { link: Secret::random().kept(), browsers: Vec::new(), code: None, dice },
    };
    SeatFolder { seat: seat.to_owned(), sitter }
}

fn kept(table: &dyn AnyTable, number: u32) -> EntryRow {
    let before = if number == 0 { table.header().scenario_text() } else { String::new() };
    EntryRow { number, text: before + &table.entry_text(number), request: None, at: now() }
}
