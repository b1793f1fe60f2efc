//! Whole games: what a book gives so that it can be played, watched, logged, searched and drawn.
//!
//! ```text
//! order -> check (on the masked state) -> Legal -> apply (steps with dice) -> events -> log -> each seat's view -> scene
//! ```
//!
//! A book implements [`Game`]. A [`Table`] runs one game of it and keeps its log; the edges use the same things with
//! the types erased ([`AnyGame`], [`AnyTable`]).

mod act;
mod analysis;
mod any;
mod ask;
mod changes;
mod counsel;
mod decide;
mod dice_receipt;
mod dice_root;
mod entry;
mod erased;
mod facts;
mod ground;
mod header;
mod history;
mod judge;
mod log;
mod outlook;
pub mod picks;
mod player;
mod position;
mod practice;
mod prompt;
mod scene;
mod setting;
mod snapshot;
mod table;
mod telling;
mod view;
mod words;

pub use act::{Act, Legal, OneStream, Streams, Untold, apply};
pub use analysis::{Analysis, Analyst, Chances, Step, Watch};
pub use any::{AnyGame, AnySight, AnyTable, EntryView, LineView, Luck, Playable, Thought};
pub use ask::{Ask, AskId, Asks, OpenAsk};
pub use changes::{Changes, Splice};
pub use counsel::{Advice, Advising, Analysing, Counsel};
pub use decide::{Decide, Due, Dues, go_on, refuse};
pub use dice_receipt::{DiceReceipt, Vouched, words_of};
pub use dice_root::{DiceRoot, EntryDice, Numbering, Throws};
pub use entry::{Entry, Thrown, What};
pub use facts::{Facts, Group};
pub use ground::{Ground, Site};
pub use header::{DiceKind, Header};
pub use judge::{Judged, LevelStrength};
pub use log::{LogTrouble, Logged, LoggedEntry, Part, Replayed, Undone, header_text};
pub use outlook::{AnyOutlook, Layer, Survey};
pub use picks::{Asking, Picked, Picks, PointOr, Points, usual};
pub use player::{AtRandom, Considered, Machine, Player};
pub use position::{AtPlace, Position};
pub use practice::{PERSON, TakenBack};
pub use prompt::{Offer, Offers, Pick, PieceId, PlaceId, Preview, Prompt, Region, Test};
pub use scene::{
    Area, Base, Counter, Feature, FireArc, Mark, PanelLine, Place, Role, Scene, Shape, Spot, Strength, Symbol,
};
pub use setting::{Bearing, Scenarios, Setting};
pub use snapshot::Snapshot;
pub use table::{Receipt, Rejection, Table};
pub use telling::{Line, Record, Roll, Telling};
pub use view::{Eyes, Secret, View};
pub use words::in_words;

use crate::dice::{Dice, Seeded};
use crate::procedure::{Refusal, Situation};
use crate::rule::Rule;
use crate::scenario::{Bills, Market, Purchase, Troubles};
use crate::seat::Seat;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{Debug, Write};
use std::hash::Hash;

/// A book that can be played from set-up to victory. The type itself is only a name; all is in its state.
///
/// A state is plain data: it is cloned, compared, hashed and stored. What comes next is in it, as an explicit stack of
/// frames, not in running code. What has to be decided is a [`Decide`] each, which composes, checks, previews and carries
/// out its orders. All but carrying out takes a *masked* state, so that nothing it answers can tell what is hidden.
pub trait Game: Sized + Send + Sync + 'static {
    /// Everything that is so.
    type State: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat answers to an ask.
    type Order: Clone + Eq + Hash + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What happened, as a fact to be told.
    type Event: Clone + Eq + Debug + Send + Sync;
    /// What may be set before a game.
    type Options: Situation;
    /// What never changes in a game: the scenario as it was read.
    type Setting: Scenarios<Options = Self::Options>;

    /// The release of the rules: where it changes, stored games may lead elsewhere.
    const RELEASE: &'static str = env!("CARGO_PKG_VERSION");

    /// The seats.
    const SEATS: &'static [Seat];

    /// Is anything hidden from anybody? Where nothing is, all eyes are told the same.
    const HIDES: bool;

    /// Does what is hidden show on the table or in what is told? Then two at one screen see it covered while it is passed
    /// on. Not where it is only something that was said beforehand.
    const COVERS: bool = Self::HIDES;

    /// The text of a scenario as an earlier release had it: logs of the first one name it and do not hold its text.
    fn scenario_as_of(_release: &str, scenario: &str, options: &Self::Options) -> Result<String, Refusal> {
        Self::scenario_text(scenario, options)
    }

    /// What armies can be bought from, in books where they are bought by points.
    fn market() -> Option<Market> {
        None
    }

    /// What the armies of a scenario cost, in such books.
    fn bills(_setting: &Self::Setting) -> Bills {
        Bills::new()
    }

    /// The text of a scenario in which seats have bought their armies. The reader then holds them to their budgets.
    fn buy(_setting: &Self::Setting, _armies: &BTreeMap<String, Purchase>) -> Result<String, Refusal> {
        Err(Refusal::field("armies", "armies are not bought by points in this book"))
    }

    /// Everything in its place. What needs no decision after that is carried out, and told, by [`set_up`].
    fn setup(setting: &Setting<Self::Setting>, options: &Self::Options, dice: &mut dyn Dice) -> Self::State;

    /// The setting that a state stands on.
    fn setting(state: &mut Self::State) -> &mut Setting<Self::Setting>;

    /// The decisions that are due; none once the game is over, and none while [`Game::go_on`] has something to do.
    fn due(state: &Self::State) -> Dues<Self>;

    /// Does the next thing that needs no decision.
    fn go_on(act: &mut Act<'_, Self>);

    /// How the game ended, when it has.
    fn result(state: &Self::State) -> Option<GameResult>;

    /// What these eyes see of a state; borrowed where they see all of it.
    fn mask(state: &Self::State, eyes: Eyes) -> Cow<'_, Self::State>;

    /// A whole state that these eyes could be looking at: `mask(imagine(view)) == view`.
    fn imagine(view: &View<'_, Self>, random: &mut Seeded) -> Self::State;

    /// What the scenario advises whoever is asked this, in a learning game.
    fn hint(_state: &Self::State, _ask: &Ask) -> Option<String> {
        None
    }

    /// The seat that has a role now. Step functions name roles, 'the gunner'; a log, and a ledger of luck, name seats.
    fn seat_of(_state: &Self::State, role: Seat) -> Seat {
        role
    }

    /// An event in a sentence, for eyes that see it.
    fn say(view: &View<'_, Self>, event: &Self::Event) -> Option<Said>;

    /// What is drawn of a game, never changes after its set-up, and is hidden from nobody. So it is the same for every
    /// state of a game, masked or not.
    fn ground(state: &Self::State) -> Ground;

    /// What is on the ground.
    fn position(view: &View<'_, Self>) -> Position;

    /// Where a game stands, in a few words for a list of games: 'turn 3 of 8'. A book that can say so without drawing the
    /// table does.
    fn stands(view: &View<'_, Self>) -> Option<String> {
        let turn = Self::position(view).panel.into_iter().find(|line| line.label == "turn")?;
        Some(format!("turn {}", turn.value))
    }

    /// What would be rolled if a piece acted on another piece or a place, legal now or not, each with its situation for
    /// the charts desk; and what stands against it now. Nothing where the book has no roll between the two.
    fn what_if(_view: &View<'_, Self>, _from: PieceId, _to: &Pick) -> Option<Preview> {
        None
    }

    /// What a piece can see and who can see it, in books that know sight.
    fn survey(_view: &View<'_, Self>, _piece: PieceId) -> Option<Survey> {
        None
    }

    /// What can be laid over the whole table, or found on it, by itself: zones of control, supply, the units of a corps.
    fn layers(_view: &View<'_, Self>) -> Vec<Layer> {
        Vec::new()
    }

    // What follows is made of the above and of the decisions, and no book writes it.

    /// The scenarios that can be played.
    fn scenarios() -> Vec<ScenarioCard> {
        Self::Setting::cards()
    }

    /// The whole text of one of these scenarios; one that is made of options is written out.
    fn scenario_text(scenario: &str, options: &Self::Options) -> Result<String, Refusal> {
        Self::Setting::text(scenario, options)
    }

    /// Reads the text of a scenario, a player's own too.
    fn read_scenario(text: &str) -> Result<Self::Setting, Troubles> {
        Self::Setting::read(text)
    }

    /// What is on the table, as it is drawn.
    fn scene(view: &View<'_, Self>) -> Scene {
        Scene::of(Self::ground(view.state()), Self::position(view))
    }

    /// The open asks.
    fn asks(state: &Self::State) -> Asks {
        decide::asks::<Self>(state)
    }

    /// Refuses an order that the rules do not allow, and says which rule.
    fn check(view: &View<'_, Self>, ask: &Ask, order: &Self::Order) -> Result<(), Refusal> {
        decide::decision::<Self>(view.state(), ask)?.check(view, ask.seat, order)
    }

    /// What can be picked next, when this much of an order has been picked.
    fn prompt(view: &View<'_, Self>, ask: &Ask, picks: &[Pick]) -> Result<Prompt<Self::Order>, Refusal> {
        picks::prompt(view, ask, picks)
    }

    /// What a legal order would do: its path, its tests and their odds.
    fn preview(view: &View<'_, Self>, ask: &Ask, order: &Self::Order) -> Preview {
        decide::decision::<Self>(view.state(), ask)
            .map_or_else(|_| Preview::default(), |decision| decision.preview(view, ask.seat, order))
    }

    /// A legal order at random, for play at random and for search. Every legal order is possible.
    fn sample(view: &View<'_, Self>, ask: &Ask, random: &mut Seeded) -> Self::Order {
        picks::sample(view, ask, random)
    }

    /// The order that the seat of an ask has said beforehand it would give here, where it has.
    fn standing(view: &View<'_, Self>, ask: &Ask) -> Option<Self::Order> {
        decide::decision::<Self>(view.state(), ask).ok()?.standing(view, ask.seat)
    }

    /// Carries out an order that [`View::check`] found legal, and then all that needs no decision.
    fn apply(act: &mut Act<'_, Self>, ask: &Ask, order: &Self::Order) {
        decide::carry_out(act, ask, order);
    }
}

/// The state before the first order of one of a book's own scenarios.
pub fn begin<G: Game>(scenario: &str, options: &G::Options, dice: &mut dyn Dice) -> Result<G::State, Refusal> {
    let setting = G::read_scenario(&G::scenario_text(scenario, options)?)?;
    Ok(set_up::<G>(&Setting::of(setting), options, &mut OneStream(dice), None))
}

/// The state before the first order: what is laid out, and then all that needs no decision, as it is told.
pub fn set_up<G: Game>(
    setting: &Setting<G::Setting>,
    options: &G::Options,
    dice: &mut dyn Streams,
    record: Option<&mut Record<G::Event>>,
) -> G::State {
    let mut state = G::setup(setting, options, dice.stream(None));
    go_on(&mut Act::<G>::on(&mut state, dice, record));
    state
}

/// What a scenario is called and what it is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ScenarioCard {
    /// Its name on the command line.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is about, in a few sentences.
    pub notes: String,
    /// How long a game takes, in minutes.
    pub minutes: u16,
    /// The sides: each seat and who sits there.
    pub sides: Vec<(Seat, String)>,
    /// What the player of each seat should know before he begins; of seats that are told something.
    pub briefings: Vec<(Seat, String)>,
    /// The options that mean something in it.
    pub options: Vec<String>,
    /// Is it meant for a first game?
    pub learning: bool,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameResult {
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// The points of each seat as they are written, '77½', where the book counts them.
    pub points: Vec<(Seat, String)>,
    /// Why, in a sentence.
    pub because: String,
    /// The rule that ended it.
    pub rule: Rule,
}

/// An event in a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Said {
    /// The sentence.
    pub text: String,
    /// The rule, where one is behind it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<Rule>,
    /// The pieces it speaks of.
    pub pieces: Vec<PieceId>,
    /// The places it speaks of.
    pub places: Vec<PlaceId>,
}

impl Said {
    /// A sentence.
    pub fn of(text: impl Into<String>) -> Said {
        Said { text: text.into(), rule: None, pieces: Vec::new(), places: Vec::new() }
    }

    /// With the rule behind it.
    #[must_use]
    pub fn under(mut self, rule: Rule) -> Said {
        self.rule = Some(rule);
        self
    }

    /// About a piece.
    #[must_use]
    pub fn piece(mut self, piece: PieceId) -> Said {
        self.pieces.push(piece);
        self
    }

    /// About a place.
    #[must_use]
    pub fn place(mut self, place: PlaceId) -> Said {
        self.places.push(place);
        self
    }
}

/// Bytes in hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Bytes that were written in hexadecimal.
fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let pairs = digits.len().is_multiple_of(2) && digits.iter().all(u8::is_ascii_hexdigit);
    pairs.then(|| {
        let value = |digit: u8| (digit as char).to_digit(16).unwrap_or_default() as u8;
        digits.chunks(2).map(|pair| value(pair[0]) << 4 | value(pair[1])).collect()
    })
}
