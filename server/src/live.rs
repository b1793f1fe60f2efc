//! A live game: its folder and its table, in memory, as the store has them.

use crate::deed::Deed;
use crate::earlier;
use crate::folder::{Share, Sitter, Status};
use crate::games::now;
use crate::problem::{Kind, Problem};
use crate::secrets::{GameId, Kept, hex};
use crate::shown::Positions;
use crate::stand::Stand;
use crate::store::{Change, EntryRow, GameRow, LineRow, Request, SnapshotRow};
use crate::views::{AskView, Done};
use crate::watched::Watched;
use kernel::game::{
    AnyGame, AnyTable, DiceRoot, Eyes, GameResult, Header, LogTrouble, Logged, OpenAsk, Receipt, header_text,
};
use serde_json::Value;
use shelf::Shelf;
use std::collections::HashMap;

/// A game in memory.
pub(crate) struct Live {
    /// Its name.
    pub(crate) id: GameId,
    /// How far it has come.
    pub(crate) status: Status,
    /// The version that the store has.
    pub(crate) version: i64,
    /// Its folder.
    pub(crate) folder: Watched,
    /// The commitment to the secret of its dice, in hexadecimal.
    pub(crate) commitment: String,
    /// When it was made.
    pub(crate) created: i64,
    /// When what everybody may know of it last changed.
    pub(crate) updated: i64,
    /// The table, once play has begun.
    pub(crate) table: Option<Box<dyn AnyTable>>,
    /// A line that a player has said and the store does not have yet.
    pub(crate) line: Option<LineRow>,
    /// What eyes that are open see.
    pub(crate) positions: Positions,
    root: Option<DiceRoot>,
    requests: HashMap<(String, String), Answered>,
    /// What taking it up has changed, which the store does not have yet.
    unsaved: Option<Unsaved>,
}

/// A game as the store has it.
pub(crate) struct Stored {
    /// What is kept of it beside its entries.
    pub(crate) row: GameRow,
    /// Its entries.
    pub(crate) entries: Vec<EntryRow>,
    /// How it stood after the last of them.
    pub(crate) snapshot: Option<SnapshotRow>,
}

/// A decision that needs nobody.
pub(crate) struct Due {
    /// Whose it is.
    pub(crate) seat: String,
    /// The ask.
    pub(crate) ask: u32,
    /// Who decides it.
    pub(crate) by: By,
}

/// Who decides where nobody needs to be asked.
pub(crate) enum By {
    /// A machine of this name.
    Machine(String),
    /// The player himself, who said beforehand what he would answer; others at the table are not to know.
    Beforehand { order: Value, hidden: bool },
}

struct Unsaved {
    /// The entry with which it goes on under another release.
    entry: Option<EntryRow>,
    rewritten: Vec<EntryRow>,
}

struct Answered {
    body: String,
    answer: String,
}

/// What a request says of itself, so that it is done once.
#[derive(Clone, Debug)]
pub(crate) struct Once {
    /// The seat that sent it.
    pub(crate) seat: String,
    /// Its idempotency key.
    pub(crate) key: String,
    /// The hash of its body.
    pub(crate) body: String,
}

/// A game that cannot be brought back to life.
#[derive(Debug, thiserror::Error)]
#[error("game {id} cannot be played on: {why}")]
pub(crate) struct Stuck {
    id: GameId,
    why: String,
}

impl Live {
    /// Brings a game to life: plays its entries again, and holds each to its hash and sentences. Where these rules lead
    /// elsewhere than those it was played by, it goes on from its snapshot.
    pub(crate) fn load(shelf: &Shelf, Stored { row, entries, snapshot }: Stored) -> Result<Live, Stuck> {
        let GameRow { id, status, version, folder, created, updated, .. } = row;
        let stuck = |id: &GameId, why| Stuck { id: id.clone(), why };
        let mut live = Live {
            commitment: hex(&folder.commitment(&id)),
            id,
            status,
            version,
            folder: Watched::of(folder),
            created,
            updated,
            table: None,
            line: None,
            positions: Positions::default(),
            root: None,
            requests: HashMap::new(),
            unsaved: None,
        };
        if !entries.is_empty() {
            live.take_up(shelf, entries, snapshot).map_err(|why| stuck(&live.id, why))?;
        }
        Ok(live)
    }

    /// Takes over what another server has done. What cannot be followed entry by entry must be read anew.
    pub(crate) fn catch_up(&mut self, row: GameRow, entries: &[EntryRow]) -> Result<(), LogTrouble> {
        let GameRow { status, version, folder, updated, .. } = row;
        (self.status, self.version, self.folder, self.updated) = (status, version, Watched::of(folder), updated);
        for row in entries {
            let table = self.table.as_mut().ok_or_else(|| LogTrouble {
                line: None,
                entry: Some(row.number),
                sentence: "it was not set up".to_owned(),
            })?;
            for entry in Logged::read_entries(&row.text)? {
                table.follow(&entry)?;
            }
            self.remember(row);
        }
        self.open_if_over();
        Ok(())
    }

    /// What taking it up has changed, for the store: once it is kept there, the game can be played on.
    pub(crate) fn unsaved(&mut self, now: i64) -> Option<Change> {
        let Unsaved { entry, rewritten } = self.unsaved.take()?;
        if entry.is_some() {
            self.updated = now;
        }
        Some(Change { rewritten, snapshot: self.snapshot(), ..self.change(entry) })
    }

    /// A change of it as it stands now.
    pub(crate) fn change(&self, entry: Option<EntryRow>) -> Change {
        Change {
            id: self.id.clone(),
            version: self.version,
            status: self.status,
            folder: self.folder.changed_from().map(|_| (*self.folder).clone()),
            line: self.line.clone(),
            due: self.is_due(),
            stand: Stand::of(self),
            snapshot: entry.as_ref().and_then(|_| self.snapshot()),
            rewritten: Vec::new(),
            entry,
            updated: self.updated,
        }
    }

    /// The number of the next entry.
    pub(crate) fn head(&self) -> u32 {
        self.table.as_ref().map_or(0, |table| table.next_entry())
    }

    /// How it stands, for a release whose rules will have changed.
    pub(crate) fn snapshot(&self) -> Option<SnapshotRow> {
        let table = self.table.as_ref()?;
        Some(SnapshotRow { entry: table.next_entry() - 1, state: table.snapshot_text() })
    }

    fn take_up(&mut self, shelf: &Shelf, mut rows: Vec<EntryRow>, snapshot: Option<SnapshotRow>) -> Result<(), String> {
        let game = shelf.game(&self.folder.book).map_err(|refusal| refusal.to_string())?;
        let (root, header) = (self.folder.dice_root(&self.id), self.folder.header(&self.id));
        let rewritten = earlier::rewritten(game, &header, &root, &rows)?;
        if !rewritten.is_empty() {
            rows.clone_from(&rewritten);
        }
        let mut logged = logged(&header, &root, &rows).map_err(|trouble| trouble.to_string())?;
        // A snapshot that cannot be read does no harm as long as it is not needed.
        logged.snapshot = snapshot.and_then(|kept| serde_json::from_str(&kept.state).ok());
        logged.result = self.folder.result_text().filter(|_| self.status == Status::Over);
        self.table = Some(game.take_up(&logged).map_err(|trouble| trouble.to_string())?);
        self.root = Some(root);
        for row in &rows {
            self.remember(row);
        }
        let goes_on = self.head() as usize > rows.len();
        let entry = goes_on.then(|| self.entry(None, now()));
        if goes_on {
            self.folder.offer = None;
            self.settle();
        }
        if goes_on || !rewritten.is_empty() {
            self.unsaved = Some(Unsaved { entry, rewritten });
        }
        self.open_if_over();
        Ok(())
    }

    fn remember(&mut self, row: &EntryRow) {
        if let Some(Request { seat, key, body, answer }) = row.request.clone() {
            self.requests.insert((seat, key), Answered { body, answer });
        }
    }

    fn set_up(&mut self, game: &dyn AnyGame) -> Result<(), Problem> {
        let root = self.folder.dice_root(&self.id);
        self.table = Some(Deed::set_up(game, self.folder.header(&self.id), &root)?);
        self.root = Some(root);
        Ok(())
    }

    /// The secret of the dice is opened when the game is over, and not before.
    fn open_if_over(&mut self) {
        if let Some(table) = &mut self.table
            && table.result().is_some()
            && !self.folder.left_off
        {
            table.open_secret(self.folder.dice_secret());
        }
    }

    /// Is it over for good? Then nothing of it is secret any more.
    pub(crate) fn is_closed(&self) -> bool {
        self.status == Status::Over && !self.folder.left_off
    }

    /// Goes on with a game that was left off.
    pub(crate) fn reopen(&mut self, seat: &str, now: i64) -> Result<Option<EntryRow>, Problem> {
        if self.status != Status::Over || !self.folder.left_off {
            return Err(Problem::not_now(
                "Only a game that was left off because nobody touched it can be gone on with.",
            ));
        }
        let before = match &self.table {
            Some(table) => Some(table.left_off_after().ok_or_else(Problem::broken)?),
            None => None,
        };
        (self.folder.left_off, self.folder.result) = (false, None);
        let Some(before) = before else {
            self.status = if self.folder.is_full() { Status::Dice } else { Status::Waiting };
            return Ok(None);
        };
        self.status = Status::Playing;
        let deed = Deed::Undo { seat: seat.to_owned(), agreed_to: Some(before) };
        Ok(Some(self.perform(&deed, None, now)?.0))
    }

    /// Begins to play, when every seat is taken and all have opened their bytes: the first entry.
    pub(crate) fn begin(&mut self, shelf: &Shelf, now: i64) -> Result<Option<EntryRow>, Problem> {
        self.status = match self.status {
            Status::Waiting if self.folder.is_full() => Status::Dice,
            other => other,
        };
        if self.status != Status::Dice || !self.folder.all_opened() {
            return Ok(None);
        }
        let game = shelf.game(&self.folder.book)?;
        // It may have waited for its players since an earlier release.
        if self.folder.release != game.release() {
            game.release().clone_into(&mut self.folder.release);
        }
        self.folder.by_throws = true;
        self.set_up(game)?;
        self.folder.text = None;
        self.status = Status::Playing;
        let entry = self.entry(None, now);
        self.settle();
        Ok(Some(entry))
    }

    /// Refuses to go on with a game that has as many entries as a game may have.
    pub(crate) fn has_room(&self, most: u32) -> Result<(), Problem> {
        if self.head() < most {
            return Ok(());
        }
        let detail = format!("This game has {most} entries, as many as a game here may have; it can only be given up.");
        Err(Problem::not_now(detail))
    }

    /// The answer that a request got when it first came.
    pub(crate) fn answered(&self, once: &Once) -> Result<Option<&str>, Problem> {
        match self.requests.get(&(once.seat.clone(), once.key.clone())) {
            None => Ok(None),
            Some(answered) if answered.body == once.body => Ok(Some(&answered.answer)),
            Some(_) => Err(Problem::of(
                Kind::KeyReused,
                "This Idempotency-Key came with another request before; a new request needs a new key.",
            )),
        }
    }

    /// Does a deed and gives the entry that is to be kept of it, with its answer. A rejection changes nothing.
    pub(crate) fn perform(&mut self, deed: &Deed, once: Option<Once>, now: i64) -> Result<(EntryRow, Done), Problem> {
        let not_begun = || Problem::not_now("The game has not begun.");
        let (table, root) = (self.table.as_mut().ok_or_else(not_begun)?, self.root.as_ref().ok_or_else(not_begun)?);
        let seat = deed.seat().map(str::to_owned);
        let known = table.count(Eyes::Spectator);
        let receipt = deed.perform(table.as_mut(), root).map_err(|rejection| {
            let stale = matches!(rejection, kernel::game::Rejection::Stale { .. });
            let problem = Problem::rejected(rejection);
            if stale { problem.asks(serde_json::json!(self.asks_of(seat.as_deref()))) } else { problem }
        })?;
        // An offer to take back lapses with what everybody sees; what is answered in secret must not show in it.
        let told = self.table.as_ref().is_none_or(|table| table.count(Eyes::Spectator) != known);
        if told && self.folder.offer.is_some() {
            self.folder.offer = None;
        }
        self.settle();
        let done = self.done(seat.as_deref(), receipt);
        let request = once.map(|Once { seat, key, body }| {
            let answer = serde_json::to_string(&done).expect("an answer is plain data");
            self.requests.insert((seat.clone(), key.clone()), Answered { body: body.clone(), answer: answer.clone() });
            Request { seat, key, body, answer }
        });
        Ok((self.entry(request, now), done))
    }

    /// The last entry, as it is kept.
    fn entry(&self, request: Option<Request>, now: i64) -> EntryRow {
        let table = self.table.as_ref().expect("an entry was played");
        let number = table.next_entry() - 1;
        let mut text = table.entry_text(number);
        if number == 0 {
            text.insert_str(0, &table.header().scenario_text());
        }
        EntryRow { number, text, request, at: now }
    }

    /// What follows from a new entry: a game that is over is over.
    fn settle(&mut self) {
        if let Some(result) = self.result() {
            self.status = Status::Over;
            self.folder.offer = None;
            self.folder.result = serde_json::to_value(result).ok();
            self.open_if_over();
        }
    }

    fn done(&self, seat: Option<&str>, receipt: Receipt) -> Done {
        let eyes = seat.and_then(|seat| self.seat_eyes(seat)).unwrap_or(Eyes::Spectator);
        let entries = self.table.as_ref().map_or(0, |table| table.count(eyes));
        Done {
            entry: entries.saturating_sub(1),
            carried_out: receipt.carried_out,
            entries,
            asks: self.asks_of(seat),
            result: self.result().and_then(|result| serde_json::to_value(result).ok()),
        }
    }

    /// Is there a decision that needs nobody?
    pub(crate) fn is_due(&self) -> bool {
        self.due().is_some()
    }

    /// A decision that needs nobody: of a machine, or one that its player has answered beforehand.
    pub(crate) fn due(&self) -> Option<Due> {
        let table = self.table.as_ref().filter(|table| table.result().is_none())?;
        let of = |open: &OpenAsk, by: By| Due { seat: open.ask.seat.0.to_owned(), ask: open.id.0, by };
        let machine = |open: &OpenAsk| {
            let machine = self.folder.seat(open.ask.seat.0)?.machine()?;
            Some(of(open, By::Machine(machine.to_owned())))
        };
        let beforehand = |open: &OpenAsk| {
            let (_, order) = table.standing(open.ask.seat).filter(|(ask, _)| *ask == open.id)?;
            let hidden = self.folder.has_others(open.ask.seat.0);
            Some(of(open, By::Beforehand { order, hidden }))
        };
        table.open().iter().find_map(machine).or_else(|| table.open().iter().find_map(beforehand))
    }

    /// How the game ended, when it has.
    pub(crate) fn result(&self) -> Option<GameResult> {
        self.table.as_ref()?.result()
    }

    /// The table, or why there is none yet.
    pub(crate) fn table(&self) -> Result<&dyn AnyTable, Problem> {
        let waits = match self.status {
            Status::Waiting => "The game has not begun: not everybody sits yet.",
            Status::Over => "The game was left off before it began.",
            _ => "The game has not begun: the dice are still being made.",
        };
        self.table.as_deref().ok_or_else(|| Problem::not_now(waits))
    }

    /// Holds a browser to its seats: the eyes it may look through. Left out, its only seat; otherwise a spectator's.
    pub(crate) fn eyes(&self, seat: Option<&str>, browser: Option<&Kept>) -> Result<(Eyes, String), Problem> {
        let mine = self.folder.seats_of(browser);
        let seat = match (seat, mine.as_slice()) {
            (Some(seat), _) => seat,
            (None, [only]) => only,
            (None, _) => "spectator",
        };
        if seat == "spectator" {
            return Ok((Eyes::Spectator, seat.to_owned()));
        }
        self.hold(seat, browser)?;
        let eyes = self.seat_eyes(seat).ok_or_else(|| Problem::not_now("The game has not begun."))?;
        Ok((eyes, seat.to_owned()))
    }

    /// All eyes that a browser has on the game: those of its seats, or a spectator's.
    pub(crate) fn all_eyes(&self, browser: Option<&Kept>) -> Vec<(Eyes, String)> {
        let mine = self.folder.seats_of(browser);
        let mut eyes: Vec<(Eyes, String)> =
            mine.into_iter().filter_map(|seat| Some((self.seat_eyes(&seat)?, seat))).collect();
        if eyes.is_empty() && self.table.is_some() {
            eyes.push((Eyes::Spectator, "spectator".to_owned()));
        }
        eyes
    }

    fn seat_eyes(&self, seat: &str) -> Option<Eyes> {
        self.table.as_ref()?.seat(seat).ok().map(Eyes::Seat)
    }

    /// Refuses a browser that does not hold a seat.
    pub(crate) fn hold(&self, seat: &str, browser: Option<&Kept>) -> Result<(), Problem> {
        let Some(folder) = self.folder.seat(seat) else {
            let names: Vec<_> = self.folder.seats.iter().map(|seat| seat.seat.as_str()).collect();
            let seats = names.join(", ");
            return Err(Problem::malformed("seat", format!("There is no seat '{seat}'; the seats are {seats}.")));
        };
        if browser.is_some_and(|browser| folder.is_held_by(browser)) {
            return Ok(());
        }
        Err(Problem::of(Kind::NotSeated, format!("You do not sit at the {seat}'s seat; its link lets you in.")))
    }

    /// The open asks that the eyes of a seat know of.
    pub(crate) fn asks_of(&self, seat: Option<&str>) -> Vec<AskView> {
        self.asks(&seat.map(str::to_owned).into_iter().collect::<Vec<_>>())
    }

    /// The open asks that everybody knows of, and those of some seats.
    pub(crate) fn asks(&self, mine: &[String]) -> Vec<AskView> {
        let Some(table) = self.table.as_ref().filter(|table| table.result().is_none()) else { return Vec::new() };
        let is_mine = |seat: &str| mine.iter().any(|mine| mine == seat);
        let known = table.open().iter().filter(|open| open.ask.public || is_mine(open.ask.seat.0));
        known
            .map(|open| AskView {
                // The number of another seat's ask would tell how many secret ones it was given.
                id: is_mine(open.ask.seat.0).then_some(open.id.0),
                seat: open.ask.seat.0.to_owned(),
                question: open.ask.question.to_owned(),
                rule: open.ask.rule.0.to_owned(),
                mine: is_mine(open.ask.seat.0),
                open: open.ask.open,
            })
            .collect()
    }

    /// Seat, question and rule of the open asks that everybody knows of.
    pub(crate) fn public_asks(&self) -> impl Iterator<Item = [&'static str; 3]> {
        let table = self.table.as_ref().filter(|table| table.result().is_none());
        let open = table.map_or(&[][..], |table| table.open()).iter().filter(|open| open.ask.public);
        open.map(|open| [open.ask.seat.0, open.ask.question, open.ask.rule.0])
    }

    /// What a person's seat gives to the dice.
    pub(crate) fn share_mut(&mut self, seat: &str) -> Result<&mut Share, Problem> {
        match self.folder.seat_mut(seat).map(|seat| &mut seat.sitter) {
            Some(Sitter::Person { dice, .. }) => Ok(dice),
            _ => Err(Problem::not_now("A machine gives nothing to the dice.")),
        }
    }
}

/// The log that entries make: what is kept of each is the log's own text.
fn logged(header: &Header, root: &DiceRoot, rows: &[EntryRow]) -> Result<Logged, LogTrouble> {
    let head = header_text(header, Some(root.state_key()));
    let mut logged = Logged::read(&(head + rows.first().map_or("", |row| row.text.as_str())))?;
    for row in rows.iter().skip(1) {
        logged.entries.extend(Logged::read_entries(&row.text)?);
    }
    Ok(logged)
}
