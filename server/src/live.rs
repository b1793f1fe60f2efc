//! A live game: its folder and its table, in memory, as the store has them.

use crate::deed::Deed;
use crate::folder::{Folder, Share, Sitter, Status};
use crate::problem::{Kind, Problem};
use crate::secrets::{GameId, Kept, hex};
use crate::store::{EntryRow, GameRow, Request};
use crate::views::{AskView, Done};
use kernel::game::{AnyGame, AnyTable, DiceRoot, Eyes, GameResult, Receipt};
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
    pub(crate) folder: Folder,
    /// When it was made.
    pub(crate) created: i64,
    /// When what everybody may know of it last changed.
    pub(crate) updated: i64,
    /// The table, once play has begun.
    pub(crate) table: Option<Box<dyn AnyTable>>,
    root: Option<DiceRoot>,
    requests: HashMap<(String, String), Answered>,
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
    /// Brings a game to life: plays its entries again, and holds each to its hash.
    pub(crate) fn load(shelf: &Shelf, row: GameRow, entries: &[EntryRow]) -> Result<Live, Stuck> {
        let GameRow { id, status, version, folder, created, updated, .. } = row;
        let mut live =
            Live { id, status, version, folder, created, updated, table: None, root: None, requests: HashMap::new() };
        live.play(shelf, entries)?;
        Ok(live)
    }

    /// Takes over what another server has done.
    pub(crate) fn catch_up(&mut self, shelf: &Shelf, row: GameRow, entries: &[EntryRow]) -> Result<(), Stuck> {
        (self.status, self.version, self.folder, self.updated) = (row.status, row.version, row.folder, row.updated);
        self.play(shelf, entries)
    }

    /// The number of the next entry.
    pub(crate) fn head(&self) -> u32 {
        self.table.as_ref().map_or(0, |table| table.next_entry())
    }

    fn play(&mut self, shelf: &Shelf, entries: &[EntryRow]) -> Result<(), Stuck> {
        let stuck =
            |id: &GameId, number: u32, why: String| Stuck { id: id.clone(), why: format!("entry {number}: {why}") };
        for entry in entries {
            let wrong = |why: String| stuck(&self.id, entry.number, why);
            let mut deed: Deed = serde_json::from_str(&entry.deed).map_err(|error| wrong(error.to_string()))?;
            if deed == Deed::Setup {
                let game = shelf.game(&self.folder.book).map_err(|refusal| wrong(refusal.to_string()))?;
                self.set_up(game).map_err(|problem| stuck(&self.id, entry.number, problem.detail().to_owned()))?;
            } else {
                let (Some(table), Some(root)) = (&mut self.table, &self.root) else {
                    return Err(wrong("it was not set up".to_owned()));
                };
                deed.perform(table.as_mut(), root).map_err(|rejection| wrong(rejection.to_string()))?;
            }
            let table = self.table.as_ref().expect("an entry was played");
            if hex(&table.state_hash()) != entry.hash || table.next_entry() != entry.number + 1 {
                let why = format!(
                    "it leads elsewhere than when it was played with release {}; these rules are {}",
                    self.folder.release,
                    env!("CARGO_PKG_VERSION")
                );
                return Err(stuck(&self.id, entry.number, why));
            }
            if let Some(Request { seat, key, body, answer }) = entry.request.clone() {
                self.requests.insert((seat, key), Answered { body, answer });
            }
        }
        self.open_if_over();
        Ok(())
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
        {
            table.open_secret(self.folder.dice_secret());
        }
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
        self.set_up(game)?;
        self.status = Status::Playing;
        let entry = self.entry(&Deed::Setup, None, now);
        self.settle();
        Ok(Some(entry))
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
    pub(crate) fn perform(
        &mut self,
        mut deed: Deed,
        once: Option<Once>,
        now: i64,
    ) -> Result<(EntryRow, Done), Problem> {
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
        if self.table.as_ref().is_none_or(|table| table.count(Eyes::Spectator) != known) {
            self.folder.offer = None;
        }
        self.settle();
        let done = self.done(seat.as_deref(), receipt);
        let request = once.map(|Once { seat, key, body }| {
            let answer = serde_json::to_string(&done).expect("an answer is plain data");
            self.requests.insert((seat.clone(), key.clone()), Answered { body: body.clone(), answer: answer.clone() });
            Request { seat, key, body, answer }
        });
        Ok((self.entry(&deed, request, now), done))
    }

    fn entry(&self, deed: &Deed, request: Option<Request>, now: i64) -> EntryRow {
        let table = self.table.as_ref().expect("an entry was played");
        EntryRow {
            number: table.next_entry() - 1,
            deed: serde_json::to_string(deed).expect("a deed is plain data"),
            hash: hex(&table.state_hash()),
            request,
            at: now,
        }
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

    /// Does a machine have to decide?
    pub(crate) fn is_due(&self) -> bool {
        self.machine_ask().is_some()
    }

    /// The seat and name of a machine that has to decide, and the ask.
    pub(crate) fn machine_ask(&self) -> Option<(String, String, u32)> {
        let table = self.table.as_ref().filter(|table| table.result().is_none())?;
        table.open().iter().find_map(|open| {
            let seat = self.folder.seat(open.ask.seat.0)?;
            Some((seat.seat.clone(), seat.machine()?.to_owned(), open.id.0))
        })
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
            })
            .collect()
    }

    /// What a person's seat gives to the dice.
    pub(crate) fn share_mut(&mut self, seat: &str) -> Result<&mut Share, Problem> {
        match self.folder.seat_mut(seat).map(|seat| &mut seat.sitter) {
            Some(Sitter::Person { dice, .. }) => Ok(dice),
            _ => Err(Problem::not_now("A machine gives nothing to the dice.")),
        }
    }
}
