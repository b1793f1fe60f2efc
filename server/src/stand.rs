//! How a game stands, for lists: whom it waits for, and how far it has come.

use crate::live::Live;
use serde::{Deserialize, Serialize};

/// How a game stands. It is kept beside the game with every change, so that a list need not take the games up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stand {
    /// The seats that have to decide, and whether everybody knows it.
    #[serde(default)]
    pub asked: Vec<(String, bool)>,
    /// Where it stands, in a few words that everybody may know: 'turn 3 of 8'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
}

impl Stand {
    /// How a live game stands now.
    pub(crate) fn of(live: &Live) -> Stand {
        let Some(table) = live.table.as_ref().filter(|table| table.result().is_none()) else { return Stand::default() };
        let asked = table.open().iter().map(|open| (open.ask.seat.0.to_owned(), open.ask.public)).collect();
        Stand { asked, turn: table.stands() }
    }

    /// The seats that have to decide, as far as those know who hold some of them.
    pub(crate) fn known_to(&self, mine: &[String]) -> Vec<String> {
        let known = self.asked.iter().filter(|(seat, public)| *public || mine.contains(seat));
        known.map(|(seat, _)| seat.clone()).collect()
    }

    /// As it is kept.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("how a game stands is plain data")
    }

    /// What was kept; nothing where an earlier release has kept it.
    pub fn read(text: &str) -> Stand {
        serde_json::from_str(text).unwrap_or_default()
    }
}
