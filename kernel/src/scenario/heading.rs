//! What the scenarios of all books begin with, and what is told of their sides.

use super::node::Node;
use super::page::Page;
use super::trouble::Reading;
use super::write::quoted;
use crate::game::ScenarioCard;
use crate::seat::Seat;
use serde::Serialize;
use std::ops::RangeInclusive;

/// What a book's scenario files may say.
pub struct Format {
    /// The book.
    pub book: &'static str,
    /// Its seats; each has a table of its own in the file.
    pub seats: &'static [Seat],
    /// What a player can be asked in it, for hints.
    pub questions: &'static [&'static str],
    /// The limits of par.
    pub par: RangeInclusive<i32>,
    /// What the book calls the length of a game.
    pub length: &'static str,
    /// The limits of the length.
    pub lengths: RangeInclusive<u8>,
    /// The length when the file does not say.
    pub usual_length: u8,
}

/// The armies that a side can be of, for its colours.
pub const ARMIES: &[&str] = &[
    "british",
    "german",
    "french",
    "belgian",
    "russian",
    "austrian",
    "italian",
    "turkish",
    "american",
    "australian",
    "canadian",
];

/// What is told of a scenario. No rule depends on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Heading {
    /// Its name on the command line.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What happened, and how to win.
    pub notes: String,
    /// How long a game takes, in minutes.
    pub minutes: u16,
    /// Is it meant for a first game?
    pub learning: bool,
    /// How the par was found, where it was measured.
    pub par_measured: String,
    /// Hints for players who learn.
    pub hints: Vec<Hint>,
}

/// A hint, shown when something is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Hint {
    /// Whom it is for; anybody when there is nobody.
    pub seat: Option<Seat>,
    /// The question it belongs to: 'assault', 'place the hits'.
    pub when: &'static str,
    /// The turn from which on it takes the place of the hint before; 1 where none is named.
    pub turn: u8,
    /// What to think of.
    pub text: String,
}

/// What rules take from the head of a file, in every book.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Terms {
    /// Nobody sets up: all stand as the scenario has them.
    pub fixed_setup: bool,
    /// The handicap: by how much the first seat must do better than the other.
    pub par: i32,
    /// How long the game is, in turns or whatever the book counts.
    pub length: u8,
}

/// What is told of a side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SideCard {
    /// What its army is called: '5th Division'.
    pub name: String,
    /// Whose it is, for its colours.
    pub army: &'static str,
    /// What its player should know before he begins.
    pub briefing: String,
}

/// A scenario that was read, in a few lines.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Overview {
    /// Its title.
    pub title: String,
    /// What it has, each under a word: 'attacker', 'objectives'.
    pub lines: Vec<(String, String)>,
}

impl Heading {
    /// The head of a file: `book`, `id`, `title`, `notes`, `minutes`, `learning`, `hints`, and the terms.
    pub fn read(page: &mut Page<'_>, format: &Format) -> Reading<(Heading, Terms)> {
        let book = page.get("book").choice(&[format.book]);
        let id = read_id(&page.get("id"));
        let title = page.get("title").name();
        let notes = page.find("notes").map_or(Ok(String::new()), |notes| notes.note());
        let minutes = page.get("minutes").number(1..=600);
        let learning = page.find("learning").map_or(Ok(false), |learning| learning.flag());
        let fixed_setup = page.find("fixed-setup").map_or(Ok(false), |fixed| fixed.flag());
        let par = page.get("par").number(format.par.clone());
        let par_measured = page.find("par-measured").map_or(Ok(String::new()), |measured| measured.note());
        let length = page.find(format.length);
        let length = length.map_or(Ok(format.usual_length), |length| length.number(format.lengths.clone()));
        let hints = page.find("hints").map_or(Ok(Vec::new()), |hints| read_hints(&hints, format));
        book?;
        let heading = Heading {
            id: id?,
            title: title?,
            notes: notes?,
            minutes: minutes?,
            learning: learning?,
            par_measured: par_measured?,
            hints: hints?,
        };
        Ok((heading, Terms { fixed_setup: fixed_setup?, par: par?, length: length? }))
    }

    /// The card of the scenario, with what is told of its sides and what may be set before it.
    pub fn card<'a>(&self, sides: impl IntoIterator<Item = (Seat, &'a SideCard)>, options: &[&str]) -> ScenarioCard {
        let sides: Vec<_> = sides.into_iter().collect();
        let briefed = sides.iter().filter(|(_, card)| !card.briefing.is_empty());
        ScenarioCard {
            id: self.id.clone(),
            title: self.title.clone(),
            notes: self.notes.clone(),
            minutes: self.minutes,
            sides: sides.iter().map(|(seat, card)| (*seat, card.name.clone())).collect(),
            briefings: briefed.map(|(seat, card)| (*seat, card.briefing.clone())).collect(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            learning: self.learning,
        }
    }

    /// The hint to a question that a seat is asked in a turn: the latest that fits, and the first of several that are alike.
    pub fn hint(&self, seat: Seat, question: &str, turn: u8) -> Option<String> {
        let fits = |hint: &&Hint| {
            hint.when == question && hint.turn <= turn && hint.seat.is_none_or(|of_seat| of_seat == seat)
        };
        let latest = self.hints.iter().filter(fits).rev().max_by_key(|hint| hint.turn);
        latest.map(|hint| hint.text.clone())
    }

    /// The head as a file has it, without its hints.
    pub fn write(&self, terms: &Terms, format: &Format) -> String {
        let mut text = format!("book = \"{}\"\nid = \"{}\"\n", format.book, self.id);
        let mut line = |key: &str, value: &str| text += &format!("{key} = {value}\n");
        line("title", &quoted(&self.title));
        if !self.notes.is_empty() {
            line("notes", &quoted(&self.notes));
        }
        line("minutes", &self.minutes.to_string());
        for (key, flag) in [("learning", self.learning), ("fixed-setup", terms.fixed_setup)] {
            if flag {
                line(key, "true");
            }
        }
        line("par", &terms.par.to_string());
        if !self.par_measured.is_empty() {
            line("par-measured", &quoted(&self.par_measured));
        }
        line(format.length, &terms.length.to_string());
        text
    }

    /// The hints as a file has them, behind all else.
    pub fn write_hints(&self) -> String {
        let hint = |hint: &Hint| {
            let seat = hint.seat.map_or(String::new(), |seat| format!("for = \"{seat}\"\n"));
            let turn = if hint.turn > 1 { format!("turn = {}\n", hint.turn) } else { String::new() };
            format!("\n[[hints]]\n{seat}when = \"{}\"\n{turn}text = {}\n", hint.when, quoted(&hint.text))
        };
        self.hints.iter().map(hint).collect()
    }
}

impl SideCard {
    /// `name`, `army` and `briefing` of a side. What is left out is as `usual`, where there is something usual.
    pub fn read(page: &mut Page<'_>, usual: Option<&SideCard>) -> Reading<SideCard> {
        let (name, army) = (page.get("name"), page.get("army"));
        let name = match usual {
            Some(usual) if !name.is_given() => Ok(usual.name.clone()),
            _ => name.name(),
        };
        let army = match usual {
            Some(usual) if !army.is_given() => Ok(usual.army),
            _ => army.choice(ARMIES),
        };
        let briefing = page.find("briefing").map_or(Ok(String::new()), |briefing| briefing.note());
        Ok(SideCard { name: name?, army: army?, briefing: briefing? })
    }

    /// The same as a file has it.
    pub fn write(&self) -> String {
        let mut text = format!("name = {}\narmy = \"{}\"\n", quoted(&self.name), self.army);
        if !self.briefing.is_empty() {
            text += &format!("briefing = {}\n", quoted(&self.briefing));
        }
        text
    }
}

/// An id is part of commands, addresses and names of files.
fn read_id(node: &Node<'_>) -> Reading<String> {
    let allowed = "small letters, digits and hyphens, 60 at most, such as 'le-cateau'";
    let id = node.string(allowed)?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.is_empty() || id.len() > 60 || !id.chars().all(plain) {
        return Err(node.wrong(allowed));
    }
    Ok(id.to_owned())
}

fn read_hints(node: &Node<'_>, format: &Format) -> Reading<Vec<Hint>> {
    let hint = |page: &mut Page<'_>| {
        let seat = page.find("for").map(|seat| seat.choice(format.seats)).transpose();
        let when = page.get("when").choice(format.questions);
        let turn = page.find("turn").map_or(Ok(1), |turn| turn.number(1..=*format.lengths.end()));
        let text = page.get("text").note();
        Ok(Hint { seat: seat?, when: when?, turn: turn?, text: text? })
    };
    let hints: Vec<_> = node.items(100)?.iter().map(|item| item.table(hint)).collect();
    hints.into_iter().collect()
}
