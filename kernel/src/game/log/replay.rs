//! Playing a log again.

use super::write::result_text;
use super::{LogTrouble, Logged, LoggedEntry, rejected, seat_of};
use crate::dice::{Dice, Typed};
use crate::game::{Game, Streams, Table, Thrown, What};
use crate::seat::Seat;

impl<G: Game> Table<G> {
    /// Plays a log again, order by order with the dice it names, and holds it to every hash and sentence.
    pub fn replay(logged: &Logged) -> Result<Table<G>, LogTrouble> {
        let (table, trouble) = Table::replay_as_far(logged);
        match trouble {
            Some(trouble) => Err(trouble),
            None => table.ok_or_else(|| LogTrouble::of("the log has no entries")),
        }
    }

    /// Plays a log again as far as it goes.
    pub fn replay_as_far(logged: &Logged) -> (Option<Table<G>>, Option<LogTrouble>) {
        let mut table: Option<Table<G>> = None;
        for entry in &logged.entries {
            if let Err(trouble) = replay_entry(&mut table, logged, entry) {
                return (table, Some(trouble));
            }
        }
        let result = table.as_ref().and_then(|table| table.result().map(|result| result_text(&result)));
        let trouble = match &logged.result {
            Some(said) if result.as_ref() != Some(said) => Some(LogTrouble::of(format!(
                "the log says '{said}', but by the rules {}",
                result.map_or("the game is not over".to_owned(), |result| format!("it is '{result}'"))
            ))),
            _ => None,
        };
        (table, trouble)
    }
}

fn replay_entry<G: Game>(table: &mut Option<Table<G>>, logged: &Logged, entry: &LoggedEntry) -> Result<(), LogTrouble> {
    let at = |sentence: String| LogTrouble::at_entry(entry.number, sentence);
    let mut dice = Replayed::of::<G>(entry)?;
    match (&entry.what, table.as_mut()) {
        (What::Setup, None) => {
            let key = logged.key.unwrap_or_default();
            *table =
                Some(Table::start(logged.header.clone(), key, &mut dice).map_err(|refusal| at(refusal.to_string()))?);
        }
        (What::Setup, Some(_)) => return Err(at("a game is set up once".to_owned())),
        (_, None) => return Err(at("a log begins with the set-up".to_owned())),
        (What::Orders { seat, ask, orders }, Some(table)) => {
            let seat = seat_of::<G>(seat).map_err(|refusal| at(refusal.to_string()))?;
            let orders: Vec<G::Order> = orders
                .iter()
                .map(|order| serde_json::from_value(order.clone()))
                .collect::<Result<_, _>>()
                .map_err(|error| at(format!("the order cannot be read: {error}")))?;
            let count = orders.len();
            let receipt = table.answer(seat, *ask, orders, &mut dice).map_err(|rejection| at(rejected(&rejection)))?;
            if receipt.carried_out != count {
                return Err(at(format!("{count} orders are named, but only {} were carried out", receipt.carried_out)));
            }
        }
        (What::Undo { seat, to, agreed }, Some(table)) => {
            let seat = seat_of::<G>(seat).map_err(|refusal| at(refusal.to_string()))?;
            table.replay_undo(seat, *to, *agreed).map_err(|refusal| at(refusal.to_string()))?;
        }
        (What::Resign { seat }, Some(table)) => {
            let seat = seat_of::<G>(seat).map_err(|refusal| at(refusal.to_string()))?;
            table.resign(seat).map_err(|rejection| at(rejected(&rejection)))?;
        }
        (What::Abandon, Some(table)) => {
            table.abandon().map_err(|rejection| at(rejected(&rejection)))?;
        }
    }
    dice.finish().map_err(at)?;
    let table = table.as_ref().expect("the set-up was played");
    let played = table.entries().last().expect("an entry was played");
    if played.number != entry.number {
        return Err(at(format!("the log says entry {}, but it is entry {}", entry.number, played.number)));
    }
    if let (Some(said), Some(_)) = (entry.state, logged.key)
        && said != played.hash
    {
        return Err(at("the state that the log names is not the one that these orders and dice lead to".to_owned()));
    }
    let lines = table.lines_for_all(entry.number);
    if lines != entry.said {
        let differing = lines.iter().zip(&entry.said).find(|(played, said)| played != said);
        return Err(at(match differing {
            Some((played, said)) => format!("the log says '{said}', but it is '{played}'"),
            None => format!("the log tells {} things, but {} happened", entry.said.len(), lines.len()),
        }));
    }
    Ok(())
}

/// Dice as a log names them.
struct Replayed {
    streams: Vec<(Option<Seat>, Typed)>,
}

impl Replayed {
    fn of<G: Game>(entry: &LoggedEntry) -> Result<Replayed, LogTrouble> {
        let mut streams = Vec::new();
        for Thrown { only: stream, faces } in &entry.dice {
            let only = stream.as_deref().map(seat_of::<G>).transpose();
            let only = only.map_err(|refusal| LogTrouble::at_entry(entry.number, refusal.to_string()))?;
            streams.push((only, Typed::new(faces.iter().map(|(_, face)| *face))));
        }
        Ok(Replayed { streams })
    }

    fn finish(self) -> Result<(), String> {
        self.streams.into_iter().try_for_each(|(_, dice)| dice.finish()).map_err(|error| error.to_string())
    }
}

impl Streams for Replayed {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        let at = self.streams.iter().position(|(only, _)| *only == hidden_for).unwrap_or_else(|| {
            self.streams.push((hidden_for, Typed::new([])));
            self.streams.len() - 1
        });
        &mut self.streams[at].1
    }
}
