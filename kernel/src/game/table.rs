//! A table: one game being played, and its log.

use super::act::{Legal, Line, Record, Streams};
use super::{Act, Ask, AskId, DiceRoot, Eyes, Game, GameResult, OpenAsk, Scene, View};
use crate::dice::{Dice, Die, Law, Throw, Why};
use crate::procedure::{Inputs, Refusal, Situation};
use crate::rule::Rule;
use crate::seat::Seat;
use serde::Serialize;
use smallvec::SmallVec;

/// What is being played.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// The book.
    pub book: String,
    /// The release of the rules.
    pub release: String,
    /// The scenario.
    pub scenario: String,
    /// The options that were set.
    pub options: Inputs,
    /// Where the dice come from.
    pub dice: DiceKind,
}

/// Where the dice of a game come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DiceKind {
    /// A plain seed.
    Seed(u64),
    /// Thrown on a real table and typed in: nobody can prove them.
    Typed,
    /// A committed secret and the players' own bytes.
    Proved {
        /// The game's name, which the commitment is bound to.
        game: String,
        /// The commitment.
        commitment: [u8; 32],
        /// The bytes that players opened, by seat.
        openings: Vec<(String, Vec<u8>)>,
        /// The secret, opened when the game is over.
        secret: Option<[u8; 32]>,
    },
}

impl DiceKind {
    /// The key that all dice come from, where it is known.
    pub fn root(&self) -> Option<DiceRoot> {
        match self {
            DiceKind::Seed(seed) => Some(DiceRoot::of_seed(*seed)),
            DiceKind::Proved { commitment, openings, secret: Some(secret), .. } => {
                Some(DiceRoot::of_secret(secret, commitment, openings))
            }
            DiceKind::Typed | DiceKind::Proved { .. } => None,
        }
    }
}

/// One entry of a log.
pub struct Entry<G: Game> {
    /// Its number, never used again.
    pub number: u32,
    /// What was done.
    pub what: What<G::Order>,
    /// What happened.
    pub lines: Vec<Line<G::Event>>,
    /// The faces that fell, in each stream.
    pub dice: Vec<Thrown>,
    /// Something hidden became known.
    pub revealed: bool,
    /// The hash of the whole state after it, under the game's key.
    pub hash: [u8; 32],
}

impl<G: Game> Entry<G> {
    /// The seat whose answer it is.
    fn answered_by(&self) -> Option<Seat> {
        match &self.what {
            What::Orders { seat, .. } => Some(*seat),
            _ => None,
        }
    }
}

/// Faces as they fell in one stream of an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thrown<S = Seat> {
    /// The seat that alone sees them; all do where there is none.
    pub only: Option<S>,
    /// Each die and its face.
    pub faces: Vec<(Die, u8)>,
}

impl Thrown {
    /// Does a seat see them?
    fn is_seen_by(&self, seat: Seat) -> bool {
        self.only.is_none_or(|only| only == seat)
    }
}

/// What an entry does. In a log that was only read, seats are still names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What<O, S = Seat> {
    /// The game begins.
    Setup,
    /// A seat answers an ask; several orders of a batch are one answer.
    Orders {
        /// Who.
        seat: S,
        /// Which ask.
        ask: AskId,
        /// The orders.
        orders: Vec<O>,
    },
    /// A seat takes back: all is as it was after entry `to`.
    Undo {
        /// Who.
        seat: S,
        /// The entry that play goes back to.
        to: u32,
        /// The others agreed, as they must past a roll, a reveal or another seat's answer.
        agreed: bool,
    },
    /// A seat gives the game up.
    Resign {
        /// Who.
        seat: S,
    },
    /// The game is left off: nobody wins.
    Abandon,
}

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
/// It holds the state after every entry, so that any of them can be looked at again.
pub struct Table<G: Game> {
    header: Header,
    key: [u8; 32],
    entries: Vec<Entry<G>>,
    states: Vec<G::State>,
    /// The entries that led to where play stands: undo leaves some behind.
    timeline: Vec<u32>,
    open: SmallVec<[OpenAsk; 2]>,
    given: Vec<u32>,
    stopped: Option<GameResult>,
}

impl<G: Game> Table<G> {
    /// A new game. States are hashed under `key`, which is opened at the end.
    pub fn start(header: Header, key: [u8; 32], dice: &mut dyn Streams) -> Result<Table<G>, Refusal> {
        let options = G::Options::read(&header.options)?;
        if !G::scenarios().iter().any(|card| card.id == header.scenario) {
            let names: Vec<_> = G::scenarios().into_iter().map(|card| card.id).collect();
            let hint = crate::procedure::suggestion(&header.scenario, names.iter().map(String::as_str));
            let sentence =
                format!("there is no scenario '{}'{hint}; the scenarios are {}", header.scenario, names.join(", "));
            return Err(Refusal::field("scenario", sentence));
        }
        let mut recorder = Recorder::over(dice);
        let state = G::setup(&header.scenario, &options, recorder.stream(None))?;
        let mut table = Table {
            header,
            key,
            entries: Vec::new(),
            states: Vec::new(),
            timeline: Vec::new(),
            open: SmallVec::new(),
            given: vec![0; G::SEATS.len()],
            stopped: None,
        };
        let dice = recorder.thrown();
        table.enter(What::Setup, Record::default(), dice, state, None);
        Ok(table)
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
        self.states.last().expect("a table begins with its set-up")
    }

    /// The whole state after an entry.
    pub fn state_after(&self, entry: u32) -> Option<&G::State> {
        self.states.get(entry as usize)
    }

    /// What these eyes see.
    pub fn view(&self, eyes: Eyes) -> View<'_, G> {
        View::of(self.state(), eyes)
    }

    /// The scene for these eyes.
    pub fn scene(&self, eyes: Eyes) -> Scene {
        G::scene(&self.view(eyes))
    }

    /// All entries, those taken back too.
    pub fn entries(&self) -> &[Entry<G>] {
        &self.entries
    }

    /// The number that the next entry will have, and its dice with it.
    pub fn next_entry(&self) -> u32 {
        self.entries.len() as u32
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
        keyed_hash(&self.key, state)
    }

    /// The hash of what these eyes see now: a seat can hold it against a log that is opened later.
    pub fn view_hash(&self, eyes: Eyes) -> [u8; 32] {
        *blake3::hash(&bytes(self.view(eyes).state())).as_bytes()
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
        let dice = recorder.thrown();
        self.enter(What::Orders { seat, ask, orders: carried_out }, record, dice, state, Some(seat));
        Ok(receipt)
    }

    /// The entry that a seat can take play back to by itself, or why it cannot.
    ///
    /// It hangs on nothing that the seat does not know: an answer of another seat that it saw nothing of does not stop
    /// it, for the refusal would tell of that answer. Such an answer is taken back too, and its seat is asked anew.
    pub fn undoable(&self, seat: Seat) -> Result<u32, Refusal> {
        let eyes = Eyes::Seat(seat);
        let known = |at: &usize| self.is_known(&self.entries[self.timeline[*at] as usize], eyes);
        let Some(last) = (1..self.timeline.len()).rev().find(known) else {
            return Err(Refusal::of(NOTHING_DONE));
        };
        let entry = &self.entries[self.timeline[last] as usize];
        if entry.answered_by() != Some(seat) {
            return Err(Refusal::of("the last answer was not yours; it can be taken back only if the others agree"));
        }
        if entry.dice.iter().any(|thrown| thrown.is_seen_by(seat)) {
            return Err(Refusal::of("dice have fallen since; that can be taken back only if the others agree"));
        }
        if entry.revealed {
            return Err(Refusal::of("something hidden was revealed; that can be taken back only if the others agree"));
        }
        Ok(self.timeline[last - 1])
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
    pub(super) fn is_known(&self, entry: &Entry<G>, eyes: Eyes) -> bool {
        match &entry.what {
            What::Orders { seat, .. } => eyes.are(*seat) || !self.lines_for(entry.number, eyes).is_empty(),
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
        if let Some(result) = self.result() {
            return Err(Refusal::of(format!("the game is over: {}", result.because)));
        }
        let Some(at) = self.timeline.iter().position(|&entry| entry == to) else {
            return Err(Refusal::of(format!("entry {to} is not among those that led here")));
        };
        let undone = self.timeline.split_off(at + 1);
        let state = self.states[to as usize].clone();
        let receipt = Receipt { entry: self.next_entry(), carried_out: undone.len() };
        self.enter(What::Undo { seat, to, agreed }, Record::default(), Vec::new(), state, Some(seat));
        // The entry of an undo is not itself a place to go back to: the state is that of the entry before.
        self.timeline.pop();
        Ok(receipt)
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
        self.enter(what, Record::default(), Vec::new(), state, None);
        Ok(receipt)
    }

    fn enter(
        &mut self,
        what: What<G::Order>,
        record: Record<G>,
        dice: Vec<Thrown>,
        state: G::State,
        answered: Option<Seat>,
    ) {
        let number = self.next_entry();
        let hash = self.hash(&state);
        self.entries.push(Entry { number, what, lines: record.lines, dice, revealed: record.revealed, hash });
        self.states.push(state);
        self.timeline.push(number);
        self.open_asks(answered);
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

const NOTHING_DONE: &str = "nothing has been done yet that could be taken back";

fn checked<G: Game>(state: &G::State, ask: Option<Ask>, seat: Seat, order: G::Order) -> Result<Legal<G>, Refusal> {
    let ask = ask.ok_or_else(|| Refusal::of("the orders before this one leave nothing to decide"))?;
    View::<G>::of_seat(state, seat).check(&ask, order)
}

fn bytes<T: Serialize>(state: &T) -> Vec<u8> {
    serde_json::to_vec(state).expect("a state is plain data")
}

fn keyed_hash<T: Serialize>(key: &[u8; 32], state: &T) -> [u8; 32] {
    *blake3::keyed_hash(key, &bytes(state)).as_bytes()
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

    fn thrown(self) -> Vec<Thrown> {
        self.thrown
    }
}

impl Streams for Recorder<'_> {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        self.now = hidden_for;
        self
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
