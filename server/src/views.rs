//! What is sent: games, asks and answers as JSON.

use crate::folder::{Folder, SeatFolder, Share, Sitter, Status};
use crate::live::Live;
use crate::secrets::Kept;
use crate::store::GameRow;
use kernel::procedure::Inputs;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A game, as a browser may see it.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct GameView {
    /// Its name in addresses.
    pub(crate) id: String,
    /// What its players call it.
    pub(crate) name: String,
    /// The book.
    pub(crate) book: String,
    /// The scenario.
    pub(crate) scenario: String,
    /// The title, where it is not one that the book lists: of the players' own scenario, or of a battle made of options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) own: Option<String>,
    /// The options.
    #[schema(value_type = Object)]
    pub(crate) options: Inputs,
    /// The release of the rules it was begun with.
    pub(crate) release: String,
    /// How far it has come.
    pub(crate) status: Status,
    /// Is it shown to those who look for a game to watch?
    pub(crate) listed: bool,
    /// May players ask the machine for hints, though they are people?
    pub(crate) hints: bool,
    /// Is it practice, where throws may be taken back?
    pub(crate) practice: bool,
    /// What its players say to one another; none where nobody else would read it, or it is not yours to read.
    pub(crate) chat: Option<ChatView>,
    /// When it was made.
    pub(crate) created: i64,
    /// When it ended. When it last changed is not told: that would tell the time of secret answers.
    pub(crate) ended: Option<i64>,
    /// The seats.
    pub(crate) seats: Vec<SeatView>,
    /// Where its dice come from.
    pub(crate) dice: DiceView,
    /// What has to be decided.
    pub(crate) asks: Vec<AskView>,
    /// Taking back.
    pub(crate) undo: UndoView,
    /// How it ended.
    #[schema(value_type = Option<Object>)]
    pub(crate) result: Option<Value>,
    /// Was it left off because nobody touched it? Then who sits there can go on with it.
    pub(crate) left_off: bool,
    /// The game that was begun after it with the same people.
    pub(crate) rematch: Option<String>,
    /// The seat that was just taken by a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) joined: Option<String>,
    /// The links of a new game.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) links: BTreeMap<String, String>,
}

/// A game in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Summary {
    /// Its name in addresses.
    pub(crate) id: String,
    /// What its players call it.
    pub(crate) name: String,
    /// The book.
    pub(crate) book: String,
    /// The scenario.
    pub(crate) scenario: String,
    /// The title, where it is not one that the book lists: of the players' own scenario, or of a battle made of options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) own: Option<String>,
    /// How far it has come.
    pub(crate) status: Status,
    /// The seats.
    pub(crate) seats: Vec<SeatView>,
    /// When it was made.
    pub(crate) created: i64,
    /// Is it your turn to decide?
    pub(crate) yours: bool,
    /// The seats that have to decide, as far as you know of it.
    pub(crate) asked: Vec<String>,
    /// Where it stands, in a few words: 'turn 3 of 8'.
    pub(crate) turn: Option<String>,
    /// When what everybody may know of it last changed.
    pub(crate) updated: i64,
    /// How it ended.
    #[schema(value_type = Option<Object>)]
    pub(crate) result: Option<Value>,
}

/// Talk between the players of a game.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct ChatView {
    /// How many lines were said.
    pub(crate) lines: u32,
    /// The seats that have turned talking off.
    pub(crate) quiet: Vec<String>,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct SeatView {
    /// Its name.
    pub(crate) seat: String,
    /// `person` or `machine`.
    pub(crate) kind: &'static str,
    /// The machine that sits there.
    pub(crate) machine: Option<String>,
    /// Does somebody sit there?
    pub(crate) taken: bool,
    /// Is it yours?
    pub(crate) mine: bool,
    /// Since when somebody sits there, where that was noted.
    pub(crate) since: Option<i64>,
    /// How many browsers sit there; told to those who sit there and to whoever made the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) browsers: Option<usize>,
    /// May you get the seat back from others who sit there?
    pub(crate) yours_to_free: bool,
}

/// Where the dice of a game come from.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct DiceView {
    /// The server's commitment to its secret.
    pub(crate) commitment: String,
    /// The seats' commitments.
    pub(crate) commitments: BTreeMap<String, String>,
    /// The bytes that seats have opened.
    pub(crate) openings: BTreeMap<String, String>,
    /// The seats that give nothing.
    pub(crate) left: Vec<String>,
    /// The secret, when the game is over.
    pub(crate) secret: Option<String>,
}

/// A decision that a seat has to make.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct AskView {
    /// Its number among those its seat was given; none where it is not yours.
    pub(crate) id: Option<u32>,
    /// Who decides.
    pub(crate) seat: String,
    /// What.
    pub(crate) question: String,
    /// The rule.
    pub(crate) rule: String,
    /// Is it yours?
    pub(crate) mine: bool,
    /// Does the table show nothing now that is hidden from anybody? Then two at one screen need not cover it for this.
    #[serde(default)]
    pub(crate) open: bool,
}

/// Taking back.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct UndoView {
    /// The offer that is open.
    pub(crate) offer: Option<OfferView>,
    /// Which of your seats can take its last answer back by itself.
    pub(crate) alone: BTreeMap<String, bool>,
}

/// An offer to take back.
#[derive(Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct OfferView {
    /// Who asks to take the last answer back.
    pub(crate) by: String,
    /// Who has agreed.
    pub(crate) agreed: Vec<String>,
}

/// What became of an answer, an undo or a resignation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct Done {
    /// The entry it became, as the seat counts.
    pub(crate) entry: u32,
    /// How many orders were carried out.
    pub(crate) carried_out: usize,
    /// How many entries the seat has seen now.
    pub(crate) entries: u32,
    /// What has to be decided now.
    pub(crate) asks: Vec<AskView>,
    /// How the game ended, when it has.
    #[schema(value_type = Option<Object>)]
    pub(crate) result: Option<Value>,
}

impl GameView {
    /// The game as a browser may see it. Nothing in it changes unless something changed that this browser may know:
    /// so the stream can send it whenever it differs, and the times of secret answers are not told.
    pub(crate) fn of(live: &Live, browser: Option<&Kept>) -> GameView {
        let Folder { name, book, release, scenario, own, options, listed, hints, practice, .. } = &*live.folder;
        let mine = live.folder.seats_of(browser);
        let over = live.status == Status::Over;
        GameView {
            id: live.id.to_string(),
            name: name.clone(),
            book: book.clone(),
            scenario: scenario.clone(),
            own: own.clone(),
            options: options.clone(),
            release: release.clone(),
            status: live.status,
            listed: *listed,
            hints: *hints,
            practice: *practice,
            chat: chat(&live.folder, &mine),
            created: live.created,
            ended: over.then_some(live.updated),
            seats: seats(&live.folder, browser),
            dice: DiceView::of(live),
            asks: live.asks(&mine),
            undo: UndoView {
                offer: live.folder.offer.clone().map(|offer| OfferView { by: offer.by, agreed: offer.agreed }),
                alone: mine
                    .into_iter()
                    .map(|seat| (may_undo(live, &seat), seat))
                    .map(|(may, seat)| (seat, may))
                    .collect(),
            },
            result: live.folder.result.clone(),
            left_off: live.folder.left_off,
            rematch: live.folder.rematch.as_ref().map(ToString::to_string),
            joined: None,
            links: BTreeMap::new(),
        }
    }
}

fn may_undo(live: &Live, seat: &str) -> bool {
    let Some(table) = live.table.as_ref().filter(|table| table.result().is_none()) else { return false };
    table.seat(seat).and_then(|seat| table.undoable(seat)).is_ok()
}

impl Summary {
    /// A game in a list.
    pub(crate) fn of(row: GameRow, browser: Option<&Kept>) -> Summary {
        let mine = row.folder.seats_of(browser);
        let asked = if row.status == Status::Playing { row.stand.known_to(&mine) } else { Vec::new() };
        Summary {
            yours: asked.iter().any(|seat| mine.contains(seat)),
            asked,
            turn: row.stand.turn,
            seats: seats(&row.folder, browser),
            id: row.id.to_string(),
            name: row.folder.name,
            book: row.folder.book,
            scenario: row.folder.scenario,
            own: row.folder.own,
            status: row.status,
            created: row.created,
            updated: row.updated,
            result: row.folder.result,
        }
    }
}

fn chat(folder: &Folder, mine: &[String]) -> Option<ChatView> {
    let others = mine.first().is_some_and(|seat| folder.has_others(seat)) || (!mine.is_empty() && folder.said > 0);
    others.then(|| ChatView { lines: folder.said, quiet: folder.quiet.clone() })
}

fn seats(folder: &Folder, browser: Option<&Kept>) -> Vec<SeatView> {
    let maker = browser.is_some() && folder.made_by.as_ref() == browser;
    let mine = |seat: &SeatFolder| browser.is_some_and(|browser| seat.is_held_by(browser));
    let view = |seat: &SeatFolder| SeatView {
        since: seat.seated().first().and_then(|first| first.since),
        browsers: (mine(seat) || maker).then(|| seat.seated().len()),
        yours_to_free: browser.is_some_and(|browser| folder.may_free(seat, browser)),
        seat: seat.seat.clone(),
        kind: if matches!(seat.sitter, Sitter::Machine { .. }) { "machine" } else { "person" },
        machine: seat.machine().map(str::to_owned),
        taken: seat.is_taken(),
        mine: mine(seat),
    };
    folder.seats.iter().map(view).collect()
}

impl DiceView {
    fn of(live: &Live) -> DiceView {
        let mut view = DiceView {
            commitment: live.commitment.clone(),
            commitments: BTreeMap::new(),
            openings: BTreeMap::new(),
            left: Vec::new(),
            secret: live.is_closed().then(|| live.folder.secret.clone()),
        };
        for (seat, share) in live.folder.shares() {
            let seat = seat.to_owned();
            match share {
                Share::Awaited => {}
                Share::Left => view.left.push(seat),
                Share::Committed(commitment) => {
                    view.commitments.insert(seat, commitment.clone());
                }
                Share::Opened { commitment, bytes } => {
                    view.commitments.insert(seat.clone(), commitment.clone());
                    view.openings.insert(seat, bytes.clone());
                }
            }
        }
        view
    }
}
