//! Games without their types, for the edges, which speak JSON.

use super::erased::Erased;
use super::log::rejected;
use super::player::Machine;
use super::{
    Advising, Analysing, AnyOutlook, AskId, Counsel, DiceRoot, EntryDice, Eyes, Game, GameResult, Ground, Header,
    LogTrouble, Logged, LoggedEntry, OpenAsk, Pick, Position, Preview, Prompt, Receipt, Rejection, Replayed, Said,
    ScenarioCard, Scenarios, Scene, Streams, Table,
};
use crate::dice::{Better, Law, Throw};
use crate::explain::Explanation;
use crate::procedure::{Field, Inputs, Refusal, Situation, Value};
use crate::scenario::{Bills, Market, Overview, Purchase, Troubles};
use crate::seat::Seat;
use serde::Serialize;
use std::collections::BTreeMap;

/// A book that can be played, for the edges.
pub trait AnyGame: Send + Sync {
    /// The seats.
    fn seats(&self) -> &'static [Seat];

    /// The scenarios.
    fn scenarios(&self) -> Vec<ScenarioCard>;

    /// What may be set before a game.
    fn options(&self) -> &'static [Field];

    /// The machine players, and how they play and how strong they are, the best first.
    fn machines(&self) -> Vec<(&'static str, String)>;

    /// Starts a game.
    fn start(&self, header: Header, key: [u8; 32], dice: &mut dyn Streams) -> Result<Box<dyn AnyTable>, Refusal>;

    /// Plays a log again and holds it to every hash and sentence.
    fn replay(&self, logged: &Logged) -> Result<Box<dyn AnyTable>, LogTrouble>;

    /// Plays a log again as far as it goes.
    fn replay_as_far(&self, logged: &Logged) -> Replayed<Box<dyn AnyTable>>;

    /// Takes up a stored game so that it can be played on, under these rules from its snapshot where they lead elsewhere.
    fn take_up(&self, logged: &Logged) -> Result<Box<dyn AnyTable>, LogTrouble>;

    /// The release of its rules.
    fn release(&self) -> &'static str;

    /// Is the table covered between two at one screen, as it shows what is hidden from one of them?
    fn hides(&self) -> bool;

    /// Is there a machine that gives advice?
    fn advises(&self) -> bool;

    /// The whole text of a scenario.
    fn scenario_text(&self, scenario: &str, options: &Inputs) -> Result<String, Refusal>;

    /// What is in the text of a scenario, or all that is wrong with it where it cannot be played.
    fn check_scenario(&self, text: &str) -> Result<Overview, Troubles>;

    /// What the text of a scenario is called and about, and what its armies cost where they are bought by points.
    fn scenario_card(&self, text: &str) -> Result<(ScenarioCard, Bills), Troubles>;

    /// What armies can be bought from, in books where they are bought by points.
    fn market(&self) -> Option<Market>;

    /// The text of a scenario in which seats have bought their armies, which is still to be read.
    fn buy(&self, text: &str, armies: &BTreeMap<String, Purchase>) -> Result<String, Refusal>;
}

/// A book with its machine players, ready for the edges.
pub struct Playable<G: Game> {
    /// The machine players, the best first.
    pub machines: &'static [Machine<G>],
    /// Those whom people ask for advice, where the book has them.
    pub counsel: Option<Counsel<G>>,
}

impl<G: Game> Playable<G> {
    /// A book with these machine players, and nobody to ask for advice.
    pub const fn of(machines: &'static [Machine<G>]) -> Playable<G> {
        Playable { machines, counsel: None }
    }

    fn over(&self, table: Table<G>) -> Box<dyn AnyTable> {
        Box::new(Erased::over(table, self.machines, self.counsel))
    }
}

impl<G: Game> AnyGame for Playable<G> {
    fn seats(&self) -> &'static [Seat] {
        G::SEATS
    }

    fn scenarios(&self) -> Vec<ScenarioCard> {
        G::scenarios()
    }

    fn options(&self) -> &'static [Field] {
        G::Options::fields()
    }

    fn machines(&self) -> Vec<(&'static str, String)> {
        self.machines.iter().map(|machine| (machine.name, machine.in_words())).collect()
    }

    fn start(&self, header: Header, key: [u8; 32], dice: &mut dyn Streams) -> Result<Box<dyn AnyTable>, Refusal> {
        Ok(self.over(Table::<G>::start(header, key, dice)?))
    }

    fn replay(&self, logged: &Logged) -> Result<Box<dyn AnyTable>, LogTrouble> {
        Ok(self.over(Table::<G>::replay(logged)?))
    }

    fn replay_as_far(&self, logged: &Logged) -> Replayed<Box<dyn AnyTable>> {
        let Replayed { table, parts, trouble } = Table::<G>::replay_as_far(logged);
        Replayed { table: table.map(|table| self.over(table)), parts, trouble }
    }

    fn take_up(&self, logged: &Logged) -> Result<Box<dyn AnyTable>, LogTrouble> {
        Ok(self.over(Table::<G>::take_up(logged)?))
    }

    fn release(&self) -> &'static str {
        G::RELEASE
    }

    fn hides(&self) -> bool {
        G::COVERS
    }

    fn advises(&self) -> bool {
        self.counsel.is_some()
    }

    fn scenario_text(&self, scenario: &str, options: &Inputs) -> Result<String, Refusal> {
        G::scenario_text(scenario, &G::Options::read(options)?)
    }

    fn check_scenario(&self, text: &str) -> Result<Overview, Troubles> {
        G::read_scenario(text).map(|setting| setting.overview())
    }

    fn scenario_card(&self, text: &str) -> Result<(ScenarioCard, Bills), Troubles> {
        G::read_scenario(text).map(|setting| (setting.card(), G::bills(&setting)))
    }

    fn market(&self) -> Option<Market> {
        G::market()
    }

    fn buy(&self, text: &str, armies: &BTreeMap<String, Purchase>) -> Result<String, Refusal> {
        let known = |seat: &&String| !G::SEATS.iter().any(|known| known.0 == seat.as_str());
        if let Some(stranger) = armies.keys().find(known) {
            let seats: Vec<_> = G::SEATS.iter().map(|seat| seat.0).collect();
            let sentence = format!("there is no seat '{stranger}'; the seats are {}", seats.join(", "));
            return Err(Refusal::field("armies", sentence));
        }
        G::buy(&G::read_scenario(text)?, armies)
    }
}

/// A machine at work on an open ask: given a seed it says what it orders. It holds its seat's view only.
pub type Thought = Box<dyn FnOnce(u64) -> Value + Send>;

/// A game being played, for the edges. Orders and options are JSON.
pub trait AnyTable: Send {
    /// What is being played.
    fn header(&self) -> &Header;
    /// The key of the state hashes; not for anybody's eyes before the end.
    fn key(&self) -> [u8; 32];
    /// Opens the secret of the dice, once the game is over.
    fn open_secret(&mut self, secret: [u8; 32]);
    /// The number that the next entry will have, and its dice with it.
    fn next_entry(&self) -> u32;

    /// Where a game was left off: the entry that it can be gone on with from.
    fn left_off_after(&self) -> Option<u32>;

    /// The dice of the next entry.
    fn next_dice(&self, root: &DiceRoot) -> EntryDice;
    /// The seats.
    fn seats(&self) -> &'static [Seat];
    /// The seat of this name.
    fn seat(&self, name: &str) -> Result<Seat, Refusal>;
    /// The open asks that these eyes know of.
    fn open_to(&self, eyes: Eyes) -> Vec<OpenAsk>;
    /// All open asks.
    fn open(&self) -> &[OpenAsk];
    /// How the game ended, when it has.
    fn result(&self) -> Option<GameResult>;
    /// The masked state as JSON.
    fn view(&self, eyes: Eyes) -> Value;
    /// The hash of what these eyes see.
    fn view_hash(&self, eyes: Eyes) -> [u8; 32];
    /// The hash of the whole state after the last entry.
    fn state_hash(&self) -> [u8; 32];
    /// The ground that is played on.
    fn ground(&self) -> Ground;
    /// The digest of the ground, which is the same as long as the game lasts.
    fn ground_digest(&self) -> &str;
    /// What is on the ground now.
    fn position(&self, eyes: Eyes) -> Position;
    /// What was on the ground after an entry, by the number these eyes know it by.
    fn position_after(&self, entry: u32, eyes: Eyes) -> Option<Position>;
    /// What is on the table now, as it is drawn.
    fn scene(&self, eyes: Eyes) -> Scene {
        Scene::of(self.ground(), self.position(eyes))
    }
    /// What was on the table after an entry.
    fn scene_after(&self, entry: u32, eyes: Eyes) -> Option<Scene> {
        Some(Scene::of(self.ground(), self.position_after(entry, eyes)?))
    }
    /// What a seat sees of an open ask, to put its answer together: it needs the table no more, so nothing is held up.
    fn sight(&self, seat: Seat, ask: AskId) -> Result<Box<dyn AnySight>, Rejection>;
    /// What can be picked next.
    fn prompt(&self, seat: Seat, ask: AskId, picks: &[Pick]) -> Result<Prompt<Value>, Rejection> {
        self.sight(seat, ask)?.prompt(picks)
    }
    /// What an order would do, when it is legal.
    fn preview(&self, seat: Seat, ask: AskId, order: &Value) -> Result<Preview, Rejection> {
        self.sight(seat, ask)?.preview(order)
    }
    /// The order that a seat has said beforehand it would give to its open ask. The edge gives it for the seat at once.
    fn standing(&self, seat: Seat) -> Option<(AskId, Value)>;
    /// A seat answers an ask.
    fn answer(
        &mut self,
        seat: Seat,
        ask: AskId,
        orders: &[Value],
        dice: &mut dyn Streams,
    ) -> Result<Receipt, Rejection>;
    /// Can this seat take its last answer back by itself? Otherwise why not.
    fn undoable(&self, seat: Seat) -> Result<u32, Refusal>;
    /// Can this seat's last answer be taken back when all agree, and to which entry? Otherwise why not.
    fn undoable_by_agreement(&self, seat: Seat) -> Result<u32, Refusal>;
    /// Takes the last answer back; past what was learnt where all agreed.
    fn undo(&mut self, seat: Seat, agreed: bool) -> Result<Receipt, Refusal>;
    /// Takes play back to an entry, as all have agreed.
    fn undo_to(&mut self, seat: Seat, to: u32) -> Result<Receipt, Refusal>;
    /// A seat gives the game up.
    fn resign(&mut self, seat: Seat) -> Result<Receipt, Rejection>;
    /// The game is left off.
    fn abandon(&mut self) -> Result<Receipt, Rejection>;
    /// How many entries these eyes know of.
    fn count(&self, eyes: Eyes) -> u32;
    /// The number by which these eyes know an entry, or the last before it that they know of.
    fn seen_as(&self, eyes: Eyes, entry: u32) -> u32;
    /// What these eyes saw happen, from their entry of this number on.
    fn entries(&self, eyes: Eyes, from: u32) -> Vec<EntryView> {
        self.some_entries(eyes, from, u32::MAX)
    }
    /// So many of them at most.
    fn some_entries(&self, eyes: Eyes, from: u32, most: u32) -> Vec<EntryView>;
    /// The whole log.
    fn log(&self) -> String;
    /// What stands in the log before the entries.
    fn head_text(&self) -> String;
    /// An entry as the log has it, by its true number.
    fn entry_text(&self, number: u32) -> String;
    /// What stands in the log after the entries: how the game ended, or how it stands.
    fn tail_text(&self) -> String;
    /// What a later release would need to go on from here, as JSON in a line.
    fn snapshot_text(&self) -> String;
    /// Plays one more entry that another program has played and stored.
    fn follow(&mut self, entry: &LoggedEntry) -> Result<(), LogTrouble>;
    /// The log as these eyes may read it before the end.
    fn log_for(&self, eyes: Eyes) -> String;
    /// Where the game stands, in a few words that everybody may know.
    fn stands(&self) -> Option<String>;
    /// What these eyes see, to be asked about.
    fn outlook(&self, eyes: Eyes) -> Box<dyn AnyOutlook>;
    /// A machine player's thought on the open ask of a seat.
    fn thought(&self, seat: Seat, machine: &str) -> Result<Thought, Refusal>;
    /// What a machine would order here, and what it thinks of other orders.
    fn advice(&self, seat: Seat, ask: AskId) -> Result<Advising, Rejection>;
    /// How the game went, as far as these rules have played it, once it is over.
    fn analysis(&self) -> Result<Analysing, Refusal>;
}

/// An entry as some eyes see it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EntryView {
    /// Its number among those that these eyes see.
    pub number: u32,
    /// Who acted, where a seat did.
    pub seat: Option<Seat>,
    /// What was done: 'setup', 'orders', 'undo', 'resign', 'abandon', 'release'.
    pub what: &'static str,
    /// For an undo: the entry that play went back to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub back_to: Option<u32>,
    /// What happened.
    pub lines: Vec<LineView>,
}

/// One thing that happened, as it is shown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LineView {
    /// An event, or a roll that another release has made.
    Said(Said),
    /// A roll.
    Roll {
        /// Why it came out so.
        #[cfg_attr(feature = "ts", ts(as = "crate::explain::Explained"))]
        because: Explanation,
        /// How lucky each throw was.
        luck: Vec<Luck>,
    },
}

/// A throw against what could be expected of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Luck {
    /// Whose roll it was.
    pub who: Seat,
    /// What for.
    pub what: &'static str,
    /// What was read.
    pub reading: u64,
    /// What it is on average.
    pub mean: f64,
    /// Its standard deviation.
    pub spread: f64,
    /// Is high good for him? Nothing where neither end is better.
    pub better: Better,
}

impl Luck {
    /// The luck of a throw; none where the reading is not one number.
    pub(super) fn of(throw: &Throw) -> Option<Luck> {
        if matches!(throw.law, Law::Classes { .. }) || throw.why.better == Better::Neither {
            return None;
        }
        let ways = throw.law.ways()?;
        let total = ways.total as f64;
        let moment = |power: i32| -> f64 {
            ways.each.iter().map(|&(reading, ways)| (reading as f64).powi(power) * (ways as f64 / total)).sum()
        };
        let (mean, square) = (moment(1), moment(2));
        let spread = (square - mean * mean).max(0.0).sqrt();
        let why = throw.why;
        Some(Luck { who: why.who, what: why.what, reading: throw.reading, mean, spread, better: why.better })
    }
}

/// A seat's view of an open ask.
pub trait AnySight: Send {
    /// What can be picked next.
    fn prompt(&self, picks: &[Pick]) -> Result<Prompt<Value>, Rejection>;
    /// What an order would do, when it is legal.
    fn preview(&self, order: &Value) -> Result<Preview, Rejection>;
    /// What the scenario advises whoever is asked this.
    fn hint(&self) -> Option<String>;
}

impl std::fmt::Display for Rejection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&rejected(self))
    }
}

impl std::error::Error for Rejection {}
