//! What happened, as each pair of eyes was told of it when it happened.

use super::{Eyes, Game, Said, View};
use crate::explain::Explanation;
use crate::seat::Seat;
use std::fmt::Write;

/// What happened while an order was carried out, in order.
pub struct Record<E> {
    /// Events and rolls.
    pub lines: Vec<Line<E>>,
    /// Something hidden became known.
    pub revealed: bool,
}

impl<E> Default for Record<E> {
    fn default() -> Record<E> {
        Record { lines: Vec::new(), revealed: false }
    }
}

impl<E> Record<E> {
    /// The events, without the rolls.
    pub fn events(&self) -> impl Iterator<Item = &E> {
        self.lines.iter().filter_map(|line| match line {
            Line::Event { event, .. } => Some(event),
            Line::Roll { .. } => None,
        })
    }
}

/// One thing that happened. A table keeps what was told, and no events.
#[derive(Clone, Debug)]
pub enum Line<E = ()> {
    /// A fact.
    Event {
        /// The fact itself.
        event: E,
        /// What was said of it.
        told: Telling,
    },
    /// A roll.
    Roll {
        /// What was rolled, and why it came out so.
        roll: Roll,
        /// The only seat that sees it; all do where there is none.
        only: Option<Seat>,
    },
}

/// A roll, as long as its explanation is at hand, and as text after that.
#[derive(Clone, Debug)]
pub enum Roll {
    /// With its arithmetic.
    Explained(Box<Explanation>),
    /// In a line.
    InALine(String),
}

/// A sentence for each pair of eyes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Telling {
    /// What everybody hears who has no words of his own.
    public: Option<Said>,
    /// The seats that hear something else, or nothing.
    own: Vec<(Seat, Option<Said>)>,
}

impl Telling {
    /// An event in the words of the book, as the state is now.
    pub(super) fn of<G: Game>(state: &G::State, event: &G::Event) -> Telling {
        let to = |eyes: Eyes| G::say(&View::of(state, eyes), event);
        let public = to(Eyes::Spectator);
        let mut own = Vec::new();
        if G::HIDES {
            for &seat in G::SEATS {
                let said = to(Eyes::Seat(seat));
                if said != public {
                    own.push((seat, said));
                }
            }
        }
        Telling { public, own }
    }

    /// The same for everybody.
    pub(super) fn to_all(said: Said) -> Telling {
        Telling { public: Some(said), own: Vec::new() }
    }

    /// A sentence for all but some seats, which hear their own.
    pub(super) fn read(public: Option<Said>, own: Vec<(Seat, Option<Said>)>) -> Telling {
        Telling { public, own }
    }

    /// What these eyes are told.
    pub fn to(&self, eyes: Eyes) -> Option<&Said> {
        let own = self.own.iter().find(|(seat, _)| eyes.are(*seat));
        own.map_or(&self.public, |(_, said)| said).as_ref()
    }

    /// The seats that hear something else than all, or nothing.
    pub fn own(&self) -> &[(Seat, Option<Said>)] {
        &self.own
    }
}

impl<E> Line<E> {
    /// The same as a table keeps it.
    pub(super) fn kept(self) -> Line {
        match self {
            Line::Event { told, .. } => Line::Event { event: (), told },
            Line::Roll { roll, only } => Line::Roll { roll, only },
        }
    }

    /// What these eyes are told, in a line.
    pub fn text(&self, eyes: Eyes) -> Option<String> {
        match self {
            Line::Event { told, .. } => told.to(eyes).map(|said| said.text.clone()),
            Line::Roll { only: Some(seat), .. } if !eyes.are(*seat) => None,
            Line::Roll { roll, .. } => Some(roll.text()),
        }
    }

    /// Do these eyes notice it?
    pub fn is_told(&self, eyes: Eyes) -> bool {
        match self {
            Line::Event { told, .. } => told.to(eyes).is_some(),
            Line::Roll { only, .. } => only.is_none_or(|seat| eyes.are(seat)),
        }
    }
}

impl Line {
    /// Leaves the arithmetic of a roll out, which can be made again.
    pub(super) fn shorten(&mut self) {
        if let Line::Roll { roll, .. } = self
            && let Roll::Explained(_) = roll
        {
            *roll = Roll::InALine(roll.text());
        }
    }

    /// Is the arithmetic of a roll left out?
    pub(super) fn is_shortened(&self) -> bool {
        matches!(self, Line::Roll { roll: Roll::InALine(_), .. })
    }
}

impl Roll {
    /// What it was, the faces, what came of it.
    pub fn text(&self) -> String {
        match self {
            Roll::InALine(text) => text.clone(),
            Roll::Explained(because) => in_a_line(because),
        }
    }

    /// Why it came out so, where that is at hand.
    pub fn because(&self) -> Option<&Explanation> {
        match self {
            Roll::Explained(because) => Some(because),
            Roll::InALine(_) => None,
        }
    }
}

fn in_a_line(because: &Explanation) -> String {
    let mut text = format!("{} ({})", because.title, because.rule);
    for throw in &because.throws {
        let faces: Vec<String> = throw.faces.iter().map(u8::to_string).collect();
        let _ = write!(text, ", {} for {}: {}", throw.law, throw.why.who, faces.join(" "));
    }
    if !because.result.is_empty() {
        let _ = write!(text, ": {}", because.result);
    }
    text
}
