//! One game to be played by machines. A job is plain data and playing it a pure function, so that jobs can be spread over
//! cores, and over machines.

use kernel::dice::Seeded;
use kernel::game::{AnyGame, Judged, OneStream, Player, ScenarioCard, Setting, Untold, View, apply, set_up};
use kernel::procedure::{Refusal, Situation};
use opponent::player;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use shelf::{Shelf, WithGame, with_game};
use std::time::{Duration, Instant};

/// What is played: a scenario of the book, or the text of one, with options.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Battle {
    /// The scenario's name.
    pub scenario: String,
    /// Its text, where it is none of the book's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its options.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
}

impl Battle {
    /// The battle of a seed: one that is made by the book is another one with each, unless its own seed was given.
    pub(crate) fn of_seed(&self, book: &str, seed: u64) -> Battle {
        let mut battle = self.clone();
        let cards = Shelf::five().game(book).map(AnyGame::scenarios).unwrap_or_default();
        let made = |card: &ScenarioCard| card.id == self.scenario && card.options.iter().any(|option| option == "seed");
        if cards.iter().any(made) && !battle.options.contains_key("seed") {
            battle.options.insert("seed".to_owned(), (seed % (1 << 30)).into());
        }
        battle
    }
}

/// One game: who plays what in which seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The book.
    pub book: String,
    /// What is played.
    pub battle: Battle,
    /// The players, in the order of the book's seats.
    pub players: [String; 2],
    /// The seed of its dice and of its players.
    pub seed: u64,
}

/// What became of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Played {
    /// The seat that won, by its place; nobody in a draw.
    pub winner: Option<usize>,
    /// The margin of the first seat, as machines weigh it.
    pub margin: i32,
    /// By how many points of the game the first seat led, par taken off.
    #[serde(default)]
    pub lead: i32,
    /// How many orders were given.
    pub orders: u32,
    /// How many turns it took.
    pub turns: u32,
    /// How long each seat thought in all, in microseconds.
    pub thought: [u64; 2],
    /// How many decisions each seat had.
    pub decisions: [u32; 2],
    /// The rule that ended it.
    pub ended: String,
    /// How often the lead changed from one turn to the next.
    pub changes: u32,
    /// The turn after which it did not change any more.
    pub decided: u32,
}

impl Job {
    /// Plays it. The answer is the same wherever and whenever it is played, but for the time it took, where its players
    /// think by number and not by the clock.
    pub fn play(&self) -> Result<Played, Refusal> {
        struct Play<'a>(&'a Job);
        impl WithGame for Play<'_> {
            type Answer = Result<Played, Refusal>;

            fn with<G: Judged>(self) -> Self::Answer {
                let [first, second] = &self.0.players;
                let mut players = [player::<G>(first)?, player::<G>(second)?];
                play::<G>(&self.0.battle, &mut players, self.0.seed, &mut |_| ())
            }
        }
        with_game(&self.book, Play(self))?
    }
}

/// Plays a game to its end, with somebody who looks at the state before each order.
pub fn play<G: Judged>(
    battle: &Battle,
    players: &mut [Box<dyn Player<G>>; 2],
    seed: u64,
    watch: &mut dyn FnMut(&G::State),
) -> Result<Played, Refusal> {
    let mut dice = Untold(Seeded::new(seed));
    let mut random = Seeded::new(seed ^ 0x0117);
    let options = G::Options::read(&battle.options)?;
    let text = match &battle.text {
        Some(text) => text.clone(),
        None => G::scenario_text(&battle.scenario, &options)?,
    };
    let setting = Setting::of(G::read_scenario(&text)?);
    let mut state = set_up::<G>(&setting, &options, &mut OneStream(&mut dice), None);
    let (mut played, mut thought) = (Played::default(), [Duration::ZERO; 2]);
    let (mut quiet, mut leads) = (0, None);
    loop {
        watch(&state);
        let now = G::margin(&state, G::SEATS[0]) > 0;
        if quiet != G::quiet(&state) || leads.is_none() || G::result(&state).is_some() {
            quiet = G::quiet(&state);
            played.turns = quiet / G::QUIET_A_TURN;
            if leads.is_some_and(|before| before != now) {
                (played.changes, played.decided) = (played.changes + 1, played.turns);
            }
            leads = Some(now);
        }
        if let Some(result) = G::result(&state) {
            played.winner = result.winner.and_then(|winner| G::SEATS.iter().position(|seat| *seat == winner));
            played.margin = G::margin(&state, G::SEATS[0]);
            played.lead = G::lead(&state, G::SEATS[0]);
            played.ended = result.rule.to_string();
            played.thought = thought.map(|thought| thought.as_micros() as u64);
            return Ok(played);
        }
        let ask = *G::asks(&state).first().expect("a game that is not over asks somebody");
        let seat = G::SEATS.iter().position(|seat| *seat == ask.seat).expect("an ask is for a seat");
        let start = Instant::now();
        let legal = {
            let view = View::<G>::of_seat(&state, ask.seat);
            let order = players[seat].decide(&view, &ask, &mut random);
            view.check(&ask, order).unwrap_or_else(|refusal| panic!("a machine's order is refused: {refusal}"))
        };
        thought[seat] += start.elapsed();
        played.decisions[seat] += 1;
        apply(&mut state, &legal, &mut OneStream(&mut dice), None);
        played.orders += 1;
    }
}
