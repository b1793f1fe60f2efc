//! For those who run a server: backup while it serves, and all games as logs, out and in.

use crate::folder::{Folder, SeatFolder, Share, Sitter, Status};
use crate::games::now;
use crate::live::{Live, Stored};
use crate::private::private_file;
use crate::secrets::{GameId, Secret, hex};
use crate::store::{self, EntryRow, NewGame, SnapshotRow, Sqlite, StoreError};
use kernel::game::{AnyTable, DiceKind, Header, Logged, Numbering};
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

/// Writes games as logs, `GAME.log` each. Those that are not over are written only where `running` says so: then with
/// a `GAME.folder.json` beside each, which holds the secrets of dice and seats, so that they can be played on.
pub async fn export(address: &str, shelf: &Shelf, to: &Path, running: bool) -> Result<Exported, StoreError> {
    let wrong = |error: io::Error| StoreError::File(to.display().to_string(), error);
    fs::create_dir_all(to).map_err(wrong)?;
    let store = store::open_to_read(address).await?;
    let mut exported = Exported { written: 0, left: 0, troubles: Vec::new() };
    let mut after = String::new();
    loop {
        let page = store.all(&after, 500).await?;
        let Some(last) = page.last() else { break };
        after = last.to_string();
        for id in page {
            let Some(row) = store.game(&id).await? else { continue };
            if row.status != Status::Over && !running {
                exported.left += 1;
                continue;
            }
            let mut entries = store.entries(&id, 0).await?;
            entries.retain(|entry| entry.number < row.head);
            let snapshot = store.snapshot(&id).await?;
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
                fs::write(to.join(format!("{id}.log")), log).map_err(wrong)?;
            }
            if live.status != Status::Over {
                let folder = serde_json::to_string_pretty(&*live.folder).expect("a folder is plain data");
                let path = to.join(format!("{id}.folder.json"));
                let mut file = private_file().truncate(true).open(path).map_err(wrong)?;
                file.write_all(folder.as_bytes()).map_err(wrong)?;
            }
            exported.written += 1;
        }
    }
    store.close().await;
    Ok(exported)
}

/// Takes games in from logs. Each is played again and held to every die, hash and sentence before it is kept; what an
/// earlier release has played and these rules lead elsewhere with is kept as it was told.
pub async fn import(address: &str, shelf: &Shelf, files: &[PathBuf]) -> Result<Imported, StoreError> {
    let store = store::open(address).await?;
    let mut imported = Imported { taken: 0, known: 0, troubles: Vec::new() };
    for file in files {
        match read(shelf, file) {
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

fn read(shelf: &Shelf, file: &Path) -> Result<NewGame, String> {
    let beside = file.with_extension("folder.json");
    let folder: Option<Folder> = match fs::read_to_string(&beside) {
        Ok(text) => Some(serde_json::from_str(&text).map_err(|error| format!("{}: {error}", beside.display()))?),
        Err(_) => None,
    };
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let logged = Logged::read(&text).map_err(|trouble| trouble.to_string())?;
    let DiceKind::Proved { game: name, openings, secret, .. } = &logged.header.dice else {
        return Err("its dice come from no server; such a log is looked at with 'sandtable replay'".to_owned());
    };
    let id = GameId::read(name).ok_or_else(|| format!("'{name}' is not the name of a game"))?;
    let game = shelf.game(&logged.header.book).map_err(|refusal| refusal.to_string())?;
    logged.prove_dice().map_err(|trouble| trouble.to_string())?;
    let table = game.take_up(&logged).map_err(|trouble| trouble.to_string())?;
    let folder = match (folder, secret) {
        (Some(folder), _) => folder,
        (None, Some(secret)) => {
            let seats = game.seats().iter().map(|seat| finished_seat(seat.0, &logged.header, openings)).collect();
            Folder {
                name: String::new(),
                book: logged.header.book.clone(),
                release: logged.header.release.clone(),
                scenario: logged.header.scenario.clone(),
                text: None,
                own: None,
                options: logged.header.options.clone(),
                listed: false,
                hints: false,
                owner: 0,
                made_by: None,
                seats,
                secret: hex(secret),
                by_throws: logged.header.dice.numbering() == Numbering::Throws,
                offer: None,
                rematch: None,
                left_off: false,
                result: serde_json::to_value(table.result()).ok(),
            }
        }
        (None, None) => return Err(format!("it is not over, and {} is not there", beside.display())),
    };
    let entries: Vec<EntryRow> = (0..table.next_entry()).map(|number| kept(&*table, number)).collect();
    let snapshot = Some(SnapshotRow { entry: table.next_entry() - 1, state: table.snapshot_text() });
    let status = if table.result().is_some() { Status::Over } else { Status::Playing };
    // What is kept must come to life again by itself, before it is relied on.
    let row = store::GameRow {
        id: id.clone(),
        status,
        version: 0,
        head: entries.len() as u32,
        folder: folder.clone(),
        created: 0,
        updated: 0,
    };
    let stored = Stored { row, entries: entries.clone(), snapshot: snapshot.clone() };
    let live = Live::load(shelf, stored).map_err(|stuck| stuck.to_string())?;
    Ok(NewGame { id, status, folder, entries, snapshot, due: live.is_due(), at: now() })
}

/// A seat of a game that is over: nobody will sit there again.
fn finished_seat(seat: &str, header: &Header, openings: &[(String, Vec<u8>)]) -> SeatFolder {
    let who = header.seats.iter().find(|(name, who)| name == seat && who != "person");
    let opened = openings.iter().find(|(name, _)| name == seat);
    let dice = opened.map_or(Share::Left, |(_, bytes)| Share::Opened {
        commitment: hex(&kernel::game::DiceRoot::player_commitment(bytes)),
        bytes: hex(bytes),
    });
    let sitter = match who {
        Some((_, machine)) => Sitter::Machine { name: machine.clone() },
        None => Sitter::Person { link: Secret::random().kept(), browsers: Vec::new(), dice },
    };
    SeatFolder { seat: seat.to_owned(), sitter }
}

fn kept(table: &dyn AnyTable, number: u32) -> EntryRow {
    let before = if number == 0 { table.header().scenario_text() } else { String::new() };
    EntryRow { number, text: before + &table.entry_text(number), request: None, at: now() }
}
