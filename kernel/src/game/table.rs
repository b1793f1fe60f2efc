//! A table: one game being played, and its log.

use super::act::{Act, Legal, Streams};
use super::history::{KEEP_EVERY, Remade};
use super::setting::compact;
use super::{
    Ask, AskId, DiceKind, DiceRoot, Entry, EntryDice, Eyes, Game, GameResult, Ground, Header, Line, OpenAsk, Position,
    Record, Said, Scene, Setting, Snapshot, TakenBack, Telling, Thrown, Throws, View, What, set_up,
};
use crate::dice::{Dice, Law, Throw, Why};
use crate::procedure::{Refusal, Situation};
use crate::rule::Rule;
use crate::seat::Seat;
use serde::Serialize;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What became of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Receipt {
    /// The entry it became.
    pub entry: u32,
    /// How many orders were carried out. Dice that the seat sees or a reveal end a batch, for what follows
    /// should be decided anew.
    pub carried_out: usize,
}

/// Why an answer was not taken. Nothing has changed.
#[derive(Clone, PartialEq, Debug)]
pub enum Rejection {
    /// The ask is no longer open.
    Stale {
        /// The asks of this seat that are.
        open: Vec<OpenAsk>,
    },
    /// An order is not legal.
    Refused {
        /// Which of the batch, from 0.
        order: usize,
        /// Why.
        refusal: Refusal,
    },
    /// The game is over.
    Over(GameResult),
}

/// One game being played.
///
/// It holds the state as it stands and one now and then on the way; what lies between is played again when somebody
/// wants to see it (`history.rs`).
pub struct Table<G: Game> {
    pub(super) header: Header,
    key: [u8; 32],
    pub(super) entries: Vec<Entry<G::Order>>,
    pub(super) head: G::State,
    /// States after some entries, by the number of the entry.
    pub(super) kept: BTreeMap<u32, G::State>,
    /// The entries that led to where play stands: undo leaves some behind.
    pub(super) timeline: Vec<u32>,
    open: SmallVec<[OpenAsk; 2]>,
    given: Vec<u32>,
    stopped: Option<GameResult>,
    /// How many entries have thrown dice, by stream.
    throws: Throws,
    ground_digest: OnceLock<String>,
    /// Lines that were made again, as somebody looked at them last.
    pub(super) remade: RefCell<Remade<G::State>>,
}

impl<G: Game> Table<G> {
    /// A new game. States are hashed under `key`, which is opened at the end.
    pub fn start(mut header: Header, key: [u8; 32], dice: &mut dyn Streams) -> Result<Table<G>, Refusal> {
        if header.release.is_empty() {
            header.release = G::RELEASE.to_owned();
        }
        let PlayedOn { text, options, setting } = played_on::<G>(&header)?;
        header.text = Some(text);
        let mut record = Record::default();
        let mut recorder = Recorder::over(dice);
        let head = set_up::<G>(&setting, &options, &mut recorder, Some(&mut record));
        let done = recorder.done(record);
        let mut table = Table::empty(header, key, head.clone());
        table.enter(What::Setup, done, head, None);
        Ok(table)
    }

    /// A table before its first entry.
    pub(super) fn empty(header: Header, key: [u8; 32], head: G::State) -> Table<G> {
        Table {
            header,
            key,
            entries: Vec::new(),
            head,
            kept: BTreeMap::new(),
            timeline: Vec::new(),
            open: SmallVec::new(),
            given: vec![0; G::SEATS.len()],
            stopped: None,
            throws: Throws::default(),
            ground_digest: OnceLock::new(),
            remade: RefCell::default(),
        }
    }

    /// What is being played.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The key under which states are hashed.
    pub fn key(&self) -> [u8; 32] {
        self.key
    }

    /// Opens the secret of the dice, once the game is over.
    pub fn open_secret(&mut self, opened: [u8; 32]) {
        if let DiceKind::Proved { secret, .. } = &mut self.header.dice {
            *secret = Some(opened);
        }
    }

    /// The whole state.
    pub fn state(&self) -> &G::State {
        &self.head
    }

    /// What these eyes see.
    pub fn view(&self, eyes: Eyes) -> View<'_, G> {
        View::of(self.state(), eyes)
    }

    /// The ground that is played on.
    pub fn ground(&self) -> Ground {
        G::ground(self.state())
    }

    /// The digest of the ground, which is the same as long as the game lasts.
    pub fn ground_digest(&self) -> &str {
        self.ground_digest.get_or_init(|| self.ground().digest())
    }

    /// The position for these eyes.
    pub fn position(&self, eyes: Eyes) -> Position {
        G::position(&self.view(eyes))
    }

    /// The scene for these eyes.
    pub fn scene(&self, eyes: Eyes) -> Scene {
        G::scene(&self.view(eyes))
    }

    /// All entries, those taken back too.
    pub fn entries(&self) -> &[Entry<G::Order>] {
        &self.entries
    }

    /// The number that the next entry will have, and its dice with it.
    pub fn next_entry(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The dice of the next entry. They hang on nothing that an answer without dice could move.
    pub fn next_dice(&self, root: &DiceRoot) -> EntryDice {
        self.header.dice.next(root, self.next_entry(), &self.throws)
    }

    /// The entries that led to where play stands.
    pub fn timeline(&self) -> &[u32] {
        &self.timeline
    }

    /// The open asks.
    pub fn open(&self) -> &[OpenAsk] {
        &self.open
    }

    /// The open asks that these eyes know of.
    pub fn open_to(&self, eyes: Eyes) -> Vec<OpenAsk> {
        self.open.iter().filter(|open| open.ask.public || eyes.are(open.ask.seat)).copied().collect()
    }

    /// The open ask of a seat.
    pub fn ask_of(&self, seat: Seat) -> Option<OpenAsk> {
        self.open.iter().find(|open| open.ask.seat == seat).copied()
    }

    /// How the game ended, when it has.
    pub fn result(&self) -> Option<GameResult> {
        self.stopped.clone().or_else(|| G::result(self.state()))
    }

    /// The hash of a state under the game's key.
    pub fn hash(&self, state: &G::State) -> [u8; 32] {
        *blake3::keyed_hash(&self.key, &compact(state)).as_bytes()
    }

    /// What another release would need to go on from here.
    pub fn snapshot(&self) -> Snapshot {
        let state = serde_json::to_value(&self.head).expect("a state is plain data");
        Snapshot { entry: self.next_entry() - 1, given: self.given.clone(), state }
    }

    /// The same as JSON in a line, as it is stored with every entry.
    pub fn snapshot_text(&self) -> String {
        let standing = Snapshot { entry: self.next_entry() - 1, given: self.given.clone(), state: &self.head };
        serde_json::to_string(&standing).expect("a state is plain data")
    }

    /// The hash of what these eyes see now: a seat can hold it against a log that is opened later.
    pub fn view_hash(&self, eyes: Eyes) -> [u8; 32] {
        *blake3::hash(&compact(self.view(eyes).state())).as_bytes()
    }

    /// A seat answers an ask with one order or a batch of them.
    ///
    /// A batch is all or nothing as long as nothing was learnt: an order in it that is not legal voids it whole. The
    /// first order that throws dice or reveals something is its last, because what follows should be decided anew.
    pub fn answer(
        &mut self,
        seat: Seat,
        ask: AskId,
        orders: Vec<G::Order>,
        dice: &mut dyn Streams,
    ) -> Result<Receipt, Rejection> {
        if let Some(result) = self.result() {
            return Err(Rejection::Over(result));
        }
        let Some(open) = self.ask_of(seat).filter(|open| open.id == ask) else {
            return Err(Rejection::Stale { open: self.ask_of(seat).into_iter().collect() });
        };
        let mut state = self.state().clone();
        let mut record = Record::default();
        let mut recorder = Recorder::over(dice);
        let mut carried_out = Vec::new();
        let mut ask_now = Some(open.ask);
        for (order, wanted) in orders.into_iter().enumerate() {
            let legal =
                checked::<G>(&state, ask_now, seat, wanted).map_err(|refusal| Rejection::Refused { order, refusal })?;
            G::apply(&mut Act::on(&mut state, &mut recorder, Some(&mut record)), legal.ask(), legal.order());
            carried_out.push(legal.into_order());
            // What the seat sees nothing of must not end its batch: that would tell it.
            if record.revealed || recorder.thrown.iter().any(|thrown| thrown.is_seen_by(seat)) {
                break;
            }
            ask_now = G::asks(&state).iter().find(|ask| ask.seat == seat).copied();
        }
        if carried_out.is_empty() {
            let refusal = Refusal::of("an answer has at least one order");
            return Err(Rejection::Refused { order: 0, refusal });
        }
        let receipt = Receipt { entry: self.next_entry(), carried_out: carried_out.len() };
        let done = recorder.done(record);
        self.enter(What::Orders { seat, ask, orders: carried_out }, done, state, Some(seat));
        Ok(receipt)
    }

    /// The entry that a seat can take play back to by itself, or why it cannot.
    ///
    /// It hangs on nothing that the seat does not know: an answer of another seat that it saw nothing of does not stop
    /// it, for the refusal would tell of that answer. Such an answer is taken back too, and its seat is asked anew.
    /// Machines do not mind that theirs are, as long as nothing was learnt; in practice games nobody minds anything.
    pub fn undoable(&self, seat: Seat) -> Result<u32, Refusal> {
        if self.header.practice {
            return self.undoable_by_agreement(seat);
        }
        let eyes = Eyes::Seat(seat);
        let only_if = if G::SEATS.iter().any(|other| *other != seat && !self.header.is_machine(*other)) {
            "that can be taken back only if the others agree"
        } else {
            "against the machine that can be taken back only in a practice game"
        };
        for at in (1..self.timeline.len()).rev() {
            let entry = &self.entries[self.timeline[at] as usize];
            if !Table::<G>::is_known(entry, eyes) {
                continue;
            }
            let by = entry.answered_by();
            if by != Some(seat) && !by.is_some_and(|other| self.header.is_machine(other)) {
                return Err(Refusal::of(
                    "the last answer was not yours; it can be taken back only if the others agree",
                ));
            }
            if entry.dice.iter().any(|thrown| thrown.is_seen_by(seat)) {
                return Err(Refusal::of(format!("dice have fallen since; {only_if}")));
            }
            if entry.revealed {
                return Err(Refusal::of(format!("something hidden was revealed; {only_if}")));
            }
            if by == Some(seat) {
                return Ok(self.timeline[at - 1]);
            }
        }
        Err(Refusal::of(NOTHING_DONE))
    }

    /// The entry that play goes back to when all agree to take a seat's last answer back, and all that came of it.
    pub fn undoable_by_agreement(&self, seat: Seat) -> Result<u32, Refusal> {
        let by_seat = |at: &usize| self.entries[self.timeline[*at] as usize].answered_by() == Some(seat);
        match (1..self.timeline.len()).rev().find(by_seat) {
            Some(last) => Ok(self.timeline[last - 1]),
            None => Err(Refusal::of("you have answered nothing yet that could be taken back")),
        }
    }

    /// Do these eyes know of an entry: did they do it, or see something of it?
    pub(super) fn is_known(entry: &Entry<G::Order>, eyes: Eyes) -> bool {
        match &entry.what {
            What::Orders { seat, .. } => eyes.are(*seat) || entry.lines.iter().any(|line| line.is_told(eyes)),
            _ => true,
        }
    }

    /// Takes the last answer back. Past a roll, a reveal or another seat's answer only where the others have agreed:
    /// then whoever gave it.
    pub fn undo(&mut self, seat: Seat, agreed: bool) -> Result<Receipt, Refusal> {
        let to = match self.timeline[..] {
            _ if !agreed => self.undoable(seat)?,
            [.., before, _] => before,
            _ => return Err(Refusal::of(NOTHING_DONE)),
        };
        self.take_back(seat, to, agreed)
    }

    /// Takes play back to an entry, as all have agreed.
    pub fn undo_to(&mut self, seat: Seat, to: u32) -> Result<Receipt, Refusal> {
        self.take_back(seat, to, true)
    }

    fn take_back(&mut self, seat: Seat, to: u32, agreed: bool) -> Result<Receipt, Refusal> {
        match (self.result(), self.left_off_after()) {
            // A game that was left off can be gone on with from where it stood.
            (Some(_), Some(before)) if agreed && before == to => self.stopped = None,
            (Some(result), _) => return Err(Refusal::of(format!("the game is over: {}", result.because))),
            (None, _) => {}
        }
        let Some(at) = self.timeline.iter().position(|&entry| entry == to) else {
            return Err(Refusal::of(format!("entry {to} is not among those that led here")));
        };
        let state = self.state_after(to).expect("the entries that led here can be played again");
        let undone = self.timeline.split_off(at + 1);
        let receipt = Receipt { entry: self.next_entry(), carried_out: undone.len() };
        let lines = if self.header.practice {
            TakenBack::told(&undone.iter().map(|entry| &self.entries[*entry as usize]).collect::<Vec<_>>())
        } else {
            Vec::new()
        };
        self.enter(What::Undo { seat, to, agreed }, Done { lines, ..Done::default() }, state, Some(seat));
        // The entry of an undo is not itself a place to go back to: the state is that of the entry before.
        self.timeline.pop();
        Ok(receipt)
    }

    /// Where a game was left off: the entry that it can be gone on with from.
    pub fn left_off_after(&self) -> Option<u32> {
        let last = self.entries.last().filter(|last| matches!(last.what, What::Abandon))?;
        match self.timeline[..] {
            [.., before, at] if at == last.number => Some(before),
            _ => None,
        }
    }

    /// A seat gives the game up.
    pub fn resign(&mut self, seat: Seat) -> Result<Receipt, Rejection> {
        self.stop(What::Resign { seat })
    }

    /// The game is left off, and nobody wins.
    pub fn abandon(&mut self) -> Result<Receipt, Rejection> {
        self.stop(What::Abandon)
    }

    fn stop(&mut self, what: What<G::Order>) -> Result<Receipt, Rejection> {
        if let Some(result) = self.result() {
            return Err(Rejection::Over(result));
        }
        let (winner, because) = match what {
            What::Resign { seat } => {
                (G::SEATS.iter().copied().find(|other| *other != seat), format!("the {seat} has resigned"))
            }
            _ => (None, "the game was abandoned".to_owned()),
        };
        self.stopped = Some(GameResult { winner, points: Vec::new(), because, rule: Rule("") });
        let receipt = Receipt { entry: self.next_entry(), carried_out: 1 };
        let state = self.state().clone();
        self.enter(what, Done::default(), state, None);
        Ok(receipt)
    }

    /// The game has ended in a way that the state does not tell.
    pub(super) fn stop_with(&mut self, result: GameResult) {
        self.stopped = Some(result);
        self.open_asks(None);
    }

    fn enter(&mut self, what: What<G::Order>, done: Done, state: G::State, answered: Option<Seat>) {
        let number = self.next_entry();
        let after = self.timeline.last().copied().unwrap_or(0);
        // An entry of its own beginning is always kept; so nothing is played again for longer than a few orders.
        let begins = matches!(what, What::Setup | What::Release { .. });
        let before = self.entries.get(after as usize).map_or(0, |entry| entry.since_kept);
        let since_kept = if begins || before + 1 >= KEEP_EVERY { 0 } else { before + 1 };
        if since_kept == 0 {
            self.kept.insert(number, state.clone());
        }
        let hash = Some(self.hash(&state));
        let Done { lines, dice, revealed } = done;
        self.keep(Entry { number, what, lines, dice, revealed, hash, after, since_kept, foreign: None });
        self.shorten();
        self.head = state;
        self.timeline.push(number);
        self.open_asks(answered);
    }

    /// Adds an entry to the log.
    pub(super) fn keep(&mut self, entry: Entry<G::Order>) {
        self.throws.fell(&entry.dice);
        self.entries.push(entry);
    }

    /// The game goes on under another release of the rules, from a state that it has stood at: nothing before it can be
    /// taken back.
    pub(super) fn go_on_from(&mut self, release: &str, from: Snapshot, state: G::State, why: &str) {
        self.given.clone_from(&from.given);
        self.given.resize(G::SEATS.len(), 0);
        self.timeline.clear();
        // Every ask is put anew: a number that was answered before must not come again.
        self.open.clear();
        let lines = vec![Line::Event { event: (), told: Telling::to_all(Said::of(why)) }];
        let what = What::Release { release: release.to_owned(), from: Box::new(from) };
        self.enter(what, Done { lines, ..Done::default() }, state, None);
    }

    /// Numbers the open asks: one that is still the same keeps its number, unless its seat has just answered.
    fn open_asks(&mut self, answered: Option<Seat>) {
        let asks = if self.stopped.is_some() { SmallVec::new() } else { G::asks(self.state()) };
        let before = std::mem::take(&mut self.open);
        for ask in asks {
            let kept = before.iter().find(|open| open.ask == ask && answered != Some(ask.seat));
            let open = kept.copied().unwrap_or_else(|| self.number(ask));
            self.open.push(open);
        }
    }

    fn number(&mut self, ask: Ask) -> OpenAsk {
        let seat = G::SEATS.iter().position(|seat| *seat == ask.seat).expect("asks are for the seats of the game");
        self.given[seat] += 1;
        OpenAsk { id: AskId(self.given[seat]), ask }
    }

    pub(super) fn replay_undo(&mut self, seat: Seat, to: u32, agreed: bool) -> Result<Receipt, Refusal> {
        if !agreed && self.undoable(seat)? != to {
            return Err(Refusal::of(format!("the {seat} could not take play back to entry {to}")));
        }
        self.take_back(seat, to, agreed)
    }
}

/// What a header says that a game is played on.
pub(super) struct PlayedOn<G: Game> {
    text: String,
    options: G::Options,
    pub(super) setting: Setting<G::Setting>,
}

pub(super) fn played_on<G: Game>(header: &Header) -> Result<PlayedOn<G>, Refusal> {
    let options = G::Options::read(&header.options)?;
    let text = match &header.text {
        Some(text) => text.clone(),
        None => G::scenario_as_of(&header.release, &header.scenario, &options)?,
    };
    let setting = Setting::of(G::read_scenario(&text)?);
    Ok(PlayedOn { text, options, setting })
}

const NOTHING_DONE: &str = "nothing has been done yet that could be taken back";

fn checked<G: Game>(state: &G::State, ask: Option<Ask>, seat: Seat, order: G::Order) -> Result<Legal<G>, Refusal> {
    let ask = ask.ok_or_else(|| Refusal::of("the orders before this one leave nothing to decide"))?;
    View::<G>::of_seat(state, seat).check(&ask, order)
}

/// What was done in an entry.
#[derive(Default)]
struct Done {
    lines: Vec<Line>,
    dice: Vec<Thrown>,
    revealed: bool,
}

/// Keeps the faces that fall.
struct Recorder<'a> {
    inner: &'a mut dyn Streams,
    now: Option<Seat>,
    thrown: Vec<Thrown>,
}

impl<'a> Recorder<'a> {
    fn over(inner: &'a mut dyn Streams) -> Recorder<'a> {
        Recorder { inner, now: None, thrown: Vec::new() }
    }

    /// What was done with these dice, as it was told.
    fn done<E>(self, record: Record<E>) -> Done {
        let lines = record.lines.into_iter().map(Line::kept).collect();
        Done { lines, dice: self.thrown, revealed: record.revealed }
    }
}

impl Streams for Recorder<'_> {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        self.now = hidden_for;
        self
    }

    fn by_hand(&self) -> bool {
        self.inner.by_hand()
    }

    fn tell(&mut self, words: &str) {
        self.inner.tell(words);
    }
}

impl Dice for Recorder<'_> {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        let only = self.now;
        let throw = self.inner.stream(only).throw(law, why);
        let faces = throw.faces.iter().map(|face| (law.die(), *face));
        match self.thrown.iter_mut().find(|thrown| thrown.only == only) {
            Some(thrown) => thrown.faces.extend(faces),
            None => self.thrown.push(Thrown { only, faces: faces.collect() }),
        }
        throw
    }
}
