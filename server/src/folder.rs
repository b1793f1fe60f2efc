//! A game's folder: what is kept of it beside its entries.

use crate::secrets::{GameId, Kept};
use kernel::game::{DiceKind, DiceRoot, GameResult, Header, Numbering};
use kernel::procedure::Inputs;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is kept of a game beside its entries. It is stored as JSON and changes only together with the game's version.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Folder {
    /// What its players call it.
    pub name: String,
    /// The book.
    pub book: String,
    /// The release of the rules that it was begun with.
    pub release: String,
    /// The scenario.
    pub scenario: String,
    /// The text of a scenario that is the players' own, until the game begins: then its log has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The title, for lists, where it is not one that the book lists: of that scenario, or of a battle made of options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
    /// The options.
    pub options: Inputs,
    /// Is it shown to those who look for a game to watch?
    pub listed: bool,
    /// May people ask the machine what it would do, in a game with others?
    #[serde(default)]
    pub hints: bool,
    /// Is it practice, where throws may be taken back?
    #[serde(default)]
    pub practice: bool,
    /// How many lines its players have said to one another.
    #[serde(default)]
    pub said: u32,
    /// The seats that have turned talking off.
    #[serde(default)]
    pub quiet: Vec<String>,
    /// The browser that made it.
    pub made_by: Option<Kept>,
    /// Whose machines think for it, among all who have games here; see [`crate::machines::owner_of`].
    #[serde(default)]
    pub owner: u16,
    /// The seats, in the order of the book.
    pub seats: Vec<SeatFolder>,
    /// The secret of its dice, in hexadecimal.
    pub secret: String,
    /// Are its dice numbered by throws? Those of a game that an earlier release has begun are numbered by entries.
    #[serde(default)]
    pub by_throws: bool,
    /// The offer to take back that is open.
    #[serde(default)]
    pub offer: Option<Offer>,
    /// The game that was begun after this one with the same people.
    #[serde(default)]
    pub rematch: Option<GameId>,
    /// Was it left off because nobody touched it? Then those who sit there can go on with it, and its secret is not opened.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub left_off: bool,
    /// How it ended, for lists.
    #[serde(default)]
    pub result: Option<serde_json::Value>,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatFolder {
    /// Its name.
    pub seat: String,
    /// Who sits there.
    pub sitter: Sitter,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sitter {
    /// A machine player.
    Machine {
        /// Its name.
        name: String,
    },
    /// A person, or a place for one.
    Person {
        /// The hash of the secret in the link.
        link: Kept,
        /// The browsers that sit there, whoever sat down first at the head.
        browsers: Vec<Seated>,
        /// A code by which another browser of the same player can sit down, for a few minutes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<Code>,
        /// What the seat gives to the dice.
        dice: Share,
    },
}

/// A browser at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Noted")]
pub struct Seated {
    /// The hash of its cookie.
    pub browser: Kept,
    /// When it sat down; earlier releases did not note it.
    pub since: Option<i64>,
}

/// A browser at a seat, as it is kept: release 0.2.0 kept the hash alone.
#[derive(Deserialize)]
#[serde(untagged)]
enum Noted {
    Alone(Kept),
    Whole { browser: Kept, since: Option<i64> },
}

impl From<Noted> for Seated {
    fn from(noted: Noted) -> Seated {
        match noted {
            Noted::Alone(browser) => Seated { browser, since: None },
            Noted::Whole { browser, since } => Seated { browser, since },
        }
    }
}

/// A code by which another browser of the same player sits down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Code {
    /// The hash of it.
    pub kept: Kept,
    /// Until when it holds.
    pub until: i64,
}

/// What a person's seat has given to the dice.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Share {
    /// Nothing yet.
    #[default]
    Awaited,
    /// It gives nothing.
    Left,
    /// It has committed to bytes; hexadecimal.
    Committed(String),
    /// It has opened its bytes; hexadecimal.
    Opened {
        /// The commitment.
        commitment: String,
        /// The bytes.
        bytes: String,
    },
}

/// An offer to take a seat's last answer back, and all that came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// Who asks.
    pub by: String,
    /// Who has agreed.
    pub agreed: Vec<String>,
    /// The entry that play would go back to, by its true number: not for anybody's eyes.
    pub to: u32,
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Seats are free.
    Waiting,
    /// All sit; the dice are being made.
    Dice,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
}

impl Status {
    /// Its word.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Dice => "dice",
            Status::Playing => "playing",
            Status::Over => "over",
        }
    }

    /// The status of this word.
    pub fn read(word: &str) -> Option<Status> {
        [Status::Waiting, Status::Dice, Status::Playing, Status::Over]
            .into_iter()
            .find(|status| status.as_str() == word)
    }
}

impl Folder {
    /// The seat of this name.
    pub fn seat(&self, name: &str) -> Option<&SeatFolder> {
        self.seats.iter().find(|seat| seat.seat == name)
    }

    /// The seat of this name, to be changed.
    pub fn seat_mut(&mut self, name: &str) -> Option<&mut SeatFolder> {
        self.seats.iter_mut().find(|seat| seat.seat == name)
    }

    /// The seats that a browser holds.
    pub fn seats_of(&self, browser: Option<&Kept>) -> Vec<String> {
        let Some(browser) = browser else { return Vec::new() };
        self.seats.iter().filter(|seat| seat.is_held_by(browser)).map(|seat| seat.seat.clone()).collect()
    }

    /// Every browser that sits somewhere.
    pub fn browsers(&self) -> Vec<&Kept> {
        self.seats.iter().flat_map(SeatFolder::browsers).collect()
    }

    /// May whoever sits at a seat ask the machine what it would do? Against machines, always; in a game with other people
    /// where it was made so.
    pub fn allows_hints(&self, seat: &str) -> bool {
        self.hints || self.seats.iter().all(|other| other.seat == seat || other.machine().is_some())
    }

    /// May a browser put others out of a seat? Whoever made the game may, and whoever sat down there first.
    pub fn may_free(&self, seat: &SeatFolder, browser: &Kept) -> bool {
        seat.machine().is_none() && (self.made_by.as_ref() == Some(browser) || seat.was_first(browser))
    }

    /// Do all persons' seats have somebody?
    pub fn is_full(&self) -> bool {
        self.seats.iter().all(SeatFolder::is_taken)
    }

    /// Have all agreed to take back? Machines never do: what a seat may take back from them, it may by itself.
    pub fn all_agree(&self, offer: &Offer) -> bool {
        self.seats.iter().all(|seat| seat.seat == offer.by || offer.agreed.contains(&seat.seat))
    }

    /// Does a machine sit somewhere?
    pub fn has_machines(&self) -> bool {
        self.seats.iter().any(|seat| seat.machine().is_some())
    }

    /// Does another person sit at the table than the one at this seat?
    pub fn has_others(&self, seat: &str) -> bool {
        let own = self.seat(seat).map(SeatFolder::browsers).unwrap_or_default();
        self.seats.iter().any(|other| {
            other.seat != seat && other.machine().is_none() && other.browsers().iter().any(|one| !own.contains(one))
        })
    }

    /// Have all seats that give something committed to it?
    pub fn all_committed(&self) -> bool {
        self.shares().all(|(_, share)| *share != Share::Awaited)
    }

    /// Have all seats opened what they give?
    pub fn all_opened(&self) -> bool {
        self.shares().all(|(_, share)| matches!(share, Share::Opened { .. } | Share::Left))
    }

    /// What each person's seat gives to the dice.
    pub fn shares(&self) -> impl Iterator<Item = (&str, &Share)> {
        self.seats.iter().filter_map(|seat| match &seat.sitter {
            Sitter::Person { dice, .. } => Some((seat.seat.as_str(), dice)),
            Sitter::Machine { .. } => None,
        })
    }

    /// Does everybody know the same of both?
    pub fn is_publicly(&self, other: &Folder) -> bool {
        self.face() == other.face()
    }

    /// What everybody may know of it that can change.
    fn face(&self) -> impl PartialEq {
        let Folder { name, release, listed, hints, rematch, result, left_off, .. } = self;
        let taken: Vec<Option<Option<i64>>> =
            self.seats.iter().map(|seat| seat.seated().first().map(|first| first.since)).collect();
        let shares: Vec<(&str, &Share)> = self.shares().collect();
        let offer = self.offer.as_ref().map(|offer| (&offer.by, &offer.agreed));
        ((name, release, listed, hints, rematch, result, left_off), taken, shares, offer)
    }

    /// The secret of the dice.
    pub fn dice_secret(&self) -> [u8; 32] {
        let bytes = crate::secrets::unhex(&self.secret).and_then(|bytes| bytes.try_into().ok());
        bytes.expect("a folder holds the secret as it was drawn")
    }

    /// The commitment to the secret.
    pub fn commitment(&self, game: &GameId) -> [u8; 32] {
        DiceRoot::commitment(&self.dice_secret(), game.as_str())
    }

    /// The key that all dice come from, once all have opened.
    pub fn dice_root(&self, game: &GameId) -> DiceRoot {
        DiceRoot::of_secret(&self.dice_secret(), &self.commitment(game), &self.openings())
    }

    /// The header of its log; the secret is not in it.
    pub fn header(&self, game: &GameId) -> Header {
        let dice = DiceKind::Proved {
            game: game.to_string(),
            commitment: self.commitment(game),
            openings: self.openings(),
            secret: None,
            by: if self.by_throws { Numbering::Throws } else { Numbering::Entries },
        };
        let seated = |seat: &SeatFolder| (seat.seat.clone(), seat.machine().unwrap_or(kernel::game::PERSON).to_owned());
        Header {
            release: self.release.clone(),
            text: self.text.clone(),
            practice: self.practice,
            seats: self.seats.iter().map(seated).collect(),
            ..Header::of(&self.book, &self.scenario, self.options.clone(), dice)
        }
    }

    /// How the game ended, as its log says it.
    pub fn result_text(&self) -> Option<String> {
        let result = self.result.as_ref()?;
        Some(GameResult::in_a_line(result["winner"].as_str(), result["because"].as_str()?))
    }

    fn openings(&self) -> Vec<(String, Vec<u8>)> {
        let opened = |(seat, share): (&str, &Share)| match share {
            Share::Opened { bytes, .. } => Some((seat.to_owned(), crate::secrets::unhex(bytes)?)),
            _ => None,
        };
        self.shares().filter_map(opened).collect()
    }
}

impl SeatFolder {
    /// Does somebody sit there?
    pub fn is_taken(&self) -> bool {
        match &self.sitter {
            Sitter::Machine { .. } => true,
            Sitter::Person { browsers, .. } => !browsers.is_empty(),
        }
    }

    /// The browsers that sit there.
    pub fn browsers(&self) -> Vec<&Kept> {
        self.seated().iter().map(|seated| &seated.browser).collect()
    }

    /// Does this browser hold it?
    pub fn is_held_by(&self, browser: &Kept) -> bool {
        self.seated().iter().any(|seated| seated.browser == *browser)
    }

    /// The browsers that sit there, with the time since when.
    pub fn seated(&self) -> &[Seated] {
        match &self.sitter {
            Sitter::Machine { .. } => &[],
            Sitter::Person { browsers, .. } => browsers,
        }
    }

    /// Did this browser sit down there first, of those who sit there?
    pub fn was_first(&self, browser: &Kept) -> bool {
        self.seated().first().is_some_and(|first| first.browser == *browser)
    }

    /// Lets everybody go who sits there.
    pub fn leave(&mut self) {
        if let Sitter::Person { browsers, .. } = &mut self.sitter {
            browsers.clear();
        }
    }

    /// The machine that sits there.
    pub fn machine(&self) -> Option<&str> {
        match &self.sitter {
            Sitter::Machine { name } => Some(name),
            Sitter::Person { .. } => None,
        }
    }
}
