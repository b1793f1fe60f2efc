//! Playing a log again.

use super::write::{heard_by, result_text};
use super::{LogTrouble, Logged, LoggedEntry, Part, Replayed, rejected, seat_of};
use crate::game::history::Fallen;
use crate::game::table::played_on;
use crate::game::{Entry, Eyes, Game, GameResult, Snapshot, Table, Thrown, View, What};
use crate::rule::Rule;
use crate::seat::Seat;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<G: Game> Table<G> {
    /// Plays a log again, order by order with the dice it names, and holds it to every hash and sentence.
    pub fn replay(logged: &Logged) -> Result<Table<G>, LogTrouble> {
        let Replayed { table, trouble, .. } = Table::replay_as_far(logged);
        match trouble {
            Some(trouble) => Err(trouble),
            None => table.ok_or_else(|| LogTrouble::of("the log has no entries")),
        }
    }

    /// Plays a log again as far as it goes. What another release has played and these rules lead elsewhere with is taken
    /// as it was told, up to where a later release has gone on.
    pub fn replay_as_far(logged: &Logged) -> Replayed<Table<G>> {
        let release = logged.header.release.clone();
        let mut replay = Replay { logged, table: None, parts: Vec::new(), taken_over: Vec::new(), release };
        let mut trouble = replay.run();
        if trouble.is_none() {
            trouble = replay.table.as_ref().and_then(|table| not_as_told(table, logged));
        }
        Replayed { table: replay.table, parts: replay.parts, trouble }
    }

    /// Takes up a stored game so that it can be played on. Where these rules lead elsewhere than those it was played by, it
    /// goes on from its snapshot, with an entry that says so.
    pub fn take_up(logged: &Logged) -> Result<Table<G>, LogTrouble> {
        let unended = Logged { result: None, ..logged.clone() };
        let Replayed { table, trouble, .. } = Table::<G>::replay_as_far(&unended);
        let Some(trouble) = trouble else {
            let table = table.ok_or_else(|| LogTrouble::of("the log has no entries"))?;
            return table.ended_as_told(logged);
        };
        let stuck = trouble.entry.and_then(|stuck| logged.entries.iter().position(|entry| entry.number == stuck));
        let (Some(stuck), Some(last)) = (stuck, logged.entries.last()) else { return Err(trouble) };
        let release = logged.release_of(logged.entries[stuck].number);
        // These rules would have led there: so the entry was not played, but written by somebody.
        if release == G::RELEASE {
            return Err(trouble);
        }
        // An entry that led elsewhere may stand on the table all the same: it is played again up to there.
        let before = Logged { entries: logged.entries[..stuck].to_vec(), ..unended };
        let as_far = Table::<G>::replay_as_far(&before).table;
        let snapshot = logged.snapshot.clone().filter(|snapshot| snapshot.entry == last.number);
        let carried = snapshot.is_some();
        let Some(snapshot) = snapshot.or_else(|| as_far.as_ref().map(Table::snapshot)) else { return Err(trouble) };
        let head = state_of::<G>(logged, &snapshot, last.number)?;
        let mut table = as_far.unwrap_or_else(|| bare(logged, head.clone()));
        for entry in &logged.entries[stuck..] {
            table.take_over(entry)?;
        }
        if let Some(said) = &logged.result {
            table.stop_as_told(head, said);
            return Ok(table);
        }
        let why = if carried {
            format!(
                "From here on the rules of release {} hold. Those of release {release}, by which this game was played, \
                 led elsewhere; it goes on as it stood.",
                G::RELEASE
            )
        } else {
            // True numbers of entries would tell how much some eyes have not seen.
            format!(
                "From here on the rules of release {} hold. What was played last, by the rules of release {release}, \
                 led elsewhere and cannot be carried over; the game goes on from before it.",
                G::RELEASE
            )
        };
        table.go_on_from(G::RELEASE, snapshot, head, &why);
        Ok(table)
    }

    /// Plays one more entry that another program has played and stored.
    pub fn follow(&mut self, entry: &LoggedEntry) -> Result<(), LogTrouble> {
        play(self, entry)?;
        self.hold_to(entry)
    }

    /// Holds the last entry to what a log says of it.
    fn hold_to(&self, entry: &LoggedEntry) -> Result<(), LogTrouble> {
        let at = |sentence: String| LogTrouble::at_entry(entry.number, sentence);
        let played = self.logged(self.next_entry() - 1);
        if played.number != entry.number {
            return Err(at(format!("the log says entry {}, but it is entry {}", entry.number, played.number)));
        }
        if entry.state.is_some() && entry.state != played.state {
            return Err(
                at("the state that the log names is not the one that these orders and dice lead to".to_owned()),
            );
        }
        if played.said != entry.said {
            let differing = played.said.iter().zip(&entry.said).find(|(played, said)| played != said);
            return Err(at(match differing {
                Some((played, said)) => format!("the log says '{said}', but it is '{played}'"),
                None => format!("the log tells {} things, but {} happened", entry.said.len(), played.said.len()),
            }));
        }
        Ok(())
    }

    /// Takes an entry over as it was told, without the rules.
    fn take_over(&mut self, entry: &LoggedEntry) -> Result<(), LogTrouble> {
        let at = |sentence: String| LogTrouble::at_entry(entry.number, sentence);
        if entry.number != self.next_entry() {
            return Err(at(format!("the log says entry {}, but it is entry {}", entry.number, self.next_entry())));
        }
        let seat = |name: &str| seat_of::<G>(name).map_err(|refusal| at(refusal.to_string()));
        let what = match &entry.what {
            What::Setup => What::Setup,
            What::Orders { seat: name, ask, .. } => What::Orders { seat: seat(name)?, ask: *ask, orders: Vec::new() },
            What::Undo { seat: name, to, agreed } => What::Undo { seat: seat(name)?, to: *to, agreed: *agreed },
            What::Resign { seat: name } => What::Resign { seat: seat(name)? },
            What::Abandon => What::Abandon,
            What::Release { release, from } => What::Release { release: release.clone(), from: from.clone() },
        };
        self.keep(Entry {
            number: entry.number,
            what,
            lines: entry.said.iter().map(|said| heard_by::<G>(said)).collect(),
            dice: thrown::<G>(entry)?,
            revealed: true,
            hash: entry.state,
            after: 0,
            since_kept: 0,
            foreign: Some(Box::new(entry.clone())),
        });
        Ok(())
    }

    /// A game that ended under another release stays as it ended, also where these rules would not have ended it so.
    fn ended_as_told(mut self, logged: &Logged) -> Result<Table<G>, LogTrouble> {
        let last = logged.entries.last().map_or(0, |last| last.number);
        match (&logged.result, not_as_told(&self, logged)) {
            (Some(said), Some(_)) if logged.release_of(last) != G::RELEASE => {
                self.stop_as_told(self.head.clone(), said);
                Ok(self)
            }
            (_, Some(trouble)) => Err(trouble),
            (_, None) => Ok(self),
        }
    }

    fn stop_as_told(&mut self, head: G::State, said: &str) {
        let (who, because) = said.split_once(" wins: ").unwrap_or(("nobody", said));
        let winner = G::SEATS.iter().copied().find(|seat| who == format!("the {seat}"));
        self.head = head;
        let result = GameResult { winner, points: Vec::new(), because: because.to_owned(), rule: Rule("") };
        self.stop_with(result);
    }
}

/// A log being played again.
struct Replay<'a, G: Game> {
    logged: &'a Logged,
    table: Option<Table<G>>,
    parts: Vec<Part>,
    /// Where entries were taken over as they were told.
    taken_over: Vec<Range<usize>>,
    /// The release that played what comes now.
    release: String,
}

impl<G: Game> Replay<'_, G> {
    fn run(&mut self) -> Option<LogTrouble> {
        let entries = &self.logged.entries;
        let (mut begun, mut at) = (0, 0);
        while at < entries.len() {
            let entry = &entries[at];
            if let What::Release { release, .. } = &entry.what {
                self.close(begun, at, None);
                (self.release, begun) = (release.clone(), at);
            }
            let Err(trouble) = self.play(entry) else {
                at += 1;
                continue;
            };
            let goes_on = |entry: &LoggedEntry| matches!(entry.what, What::Release { .. });
            let next = entries[at + 1..].iter().position(goes_on).map(|more| at + 1 + more);
            let (Some(next), true) = (next, self.release != G::RELEASE) else {
                self.close(begun, at + 1, Some(trouble.clone()));
                return Some(trouble);
            };
            if let Err(worse) = self.skip(at, next) {
                return Some(worse);
            }
            self.close(begun, next, Some(trouble));
            (begun, at) = (next, next);
            if let What::Release { release, .. } = &entries[next].what {
                self.release.clone_from(release);
            }
            if let Err(trouble) = self.play(&entries[at]) {
                return Some(trouble);
            }
            at += 1;
        }
        self.close(begun, at, None);
        None
    }

    fn close(&mut self, from: usize, to: usize, trouble: Option<LogTrouble>) {
        if let (true, Some(first), Some(last)) = (from < to, self.logged.entries.get(from), to.checked_sub(1)) {
            let to = self.logged.entries[last].number;
            self.parts.push(Part { release: self.release.clone(), from: first.number, to, trouble });
        }
    }

    fn play(&mut self, entry: &LoggedEntry) -> Result<(), LogTrouble> {
        let at = |sentence: String| LogTrouble::at_entry(entry.number, sentence);
        match (&entry.what, &mut self.table) {
            (What::Setup, None) => {
                let mut dice = Fallen::of(&thrown::<G>(entry)?);
                let key = self.logged.key.unwrap_or_default();
                let table = Table::start(self.logged.header.clone(), key, &mut dice);
                self.table = Some(table.map_err(|refusal| at(refusal.to_string()))?);
                dice.finish().map_err(|error| at(error.to_string()))?;
            }
            (What::Setup, Some(_)) => return Err(at("a game is set up once".to_owned())),
            (_, None) => return Err(at("a log begins with the set-up".to_owned())),
            (What::Release { release, from }, Some(table)) => {
                let state = state_of::<G>(self.logged, from, entry.number)?;
                // What these rules have played themselves, they know: only after what they could not play is the log's
                // word taken for how the game stood.
                let played = table.entries.last().is_some_and(|last| last.foreign.is_none());
                if played && state != table.head {
                    return Err(at(
                        "the state that it goes on from is not the one that the entries before it led to".to_owned()
                    ));
                }
                let why = entry.said.first().map_or("", String::as_str);
                table.go_on_from(release, (**from).clone(), state, why);
            }
            (_, Some(table)) => play(table, entry)?,
        }
        // The first form of logs hashed other bytes, and told some losses wrongly.
        let held = match (&self.table, self.logged.format) {
            (Some(table), 2..) => Some(table),
            _ => None,
        };
        held.map_or(Ok(()), |table| {
            let state = entry.state.filter(|_| self.logged.key.is_some());
            table.hold_to(&LoggedEntry { state, ..entry.clone() })
        })
    }

    /// Takes entries over as they were told. The first of them may stand on the table though it led elsewhere: so all
    /// before it is played once more, except what was taken over before.
    fn skip(&mut self, from: usize, to: usize) -> Result<(), LogTrouble> {
        let logged = self.logged;
        self.taken_over.push(from..to);
        self.table = None;
        let mut at = 0;
        for told in self.taken_over.clone() {
            logged.entries[at..told.start].iter().try_for_each(|entry| self.play(entry))?;
            at = told.end;
            let mut table = match self.table.take() {
                Some(table) => table,
                None => self.of_nothing(at)?,
            };
            logged.entries[told].iter().try_for_each(|entry| table.take_over(entry))?;
            self.table = Some(table);
        }
        Ok(())
    }

    /// A table of which nothing could be played again, up to where a later release goes on.
    fn of_nothing(&self, to: usize) -> Result<Table<G>, LogTrouble> {
        let goes_on = &self.logged.entries[to];
        let What::Release { from, .. } = &goes_on.what else {
            unreachable!("entries are taken over up to where a later release goes on")
        };
        Ok(bare(self.logged, state_of::<G>(self.logged, from, goes_on.number)?))
    }
}

/// What is wrong with the end that a log tells of.
fn not_as_told<G: Game>(table: &Table<G>, logged: &Logged) -> Option<LogTrouble> {
    let said = logged.result.as_ref()?;
    let result = table.result().map(|result| result_text(&result));
    if result.as_ref() == Some(said) {
        return None;
    }
    let truly = result.map_or("the game is not over".to_owned(), |result| format!("it is '{result}'"));
    Some(LogTrouble::of(format!("the log says '{said}', but by the rules {truly}")))
}

/// Carries an entry out on a table.
fn play<G: Game>(table: &mut Table<G>, entry: &LoggedEntry) -> Result<(), LogTrouble> {
    let at = |sentence: String| LogTrouble::at_entry(entry.number, sentence);
    let seat = |name: &str| seat_of::<G>(name).map_err(|refusal| at(refusal.to_string()));
    let mut dice = Fallen::of(&thrown::<G>(entry)?);
    match &entry.what {
        What::Orders { seat: name, ask, orders } => {
            let orders: Vec<G::Order> = orders
                .iter()
                .map(|order| serde_json::from_value(order.clone()))
                .collect::<Result<_, _>>()
                .map_err(|error| at(format!("the order cannot be read: {error}")))?;
            let count = orders.len();
            let receipt = table.answer(seat(name)?, *ask, orders, &mut dice);
            let receipt = receipt.map_err(|rejection| at(rejected(&rejection)))?;
            if receipt.carried_out != count {
                return Err(at(format!("{count} orders are named, but only {} were carried out", receipt.carried_out)));
            }
        }
        What::Undo { seat: name, to, agreed } => {
            table.replay_undo(seat(name)?, *to, *agreed).map_err(|refusal| at(refusal.to_string()))?;
        }
        What::Resign { seat: name } => {
            table.resign(seat(name)?).map_err(|rejection| at(rejected(&rejection)))?;
        }
        What::Abandon => {
            table.abandon().map_err(|rejection| at(rejected(&rejection)))?;
        }
        What::Setup | What::Release { .. } => return Err(at("this is the beginning of a game".to_owned())),
    }
    dice.finish().map_err(|error| at(error.to_string()))
}

/// The state of a snapshot, on the setting of its log; what is wrong with it is told of this entry.
fn state_of<G: Game>(logged: &Logged, snapshot: &Snapshot, entry: u32) -> Result<G::State, LogTrouble> {
    let at = |sentence: String| LogTrouble::at_entry(entry, sentence);
    let mut state: G::State = serde_json::from_value(snapshot.state.clone())
        .map_err(|error| at(format!("the snapshot cannot be read by release {}: {error}", G::RELEASE)))?;
    let played_on = played_on::<G>(&logged.header).map_err(|refusal| LogTrouble::of(refusal.to_string()))?;
    G::setting(&mut state).attach(&played_on.setting);
    // A state that no rules have led to can be such that the rules fail on it.
    let looked_at = catch_unwind(AssertUnwindSafe(|| {
        let seats = G::SEATS.iter().map(|seat| Eyes::Seat(*seat));
        seats.chain([Eyes::Spectator]).for_each(|eyes| drop(G::scene(&View::of(&state, eyes))));
        (G::asks(&state), G::result(&state))
    }));
    looked_at.map_err(|_| at(format!("the snapshot is of no state that release {} can go on from", G::RELEASE)))?;
    Ok(state)
}

/// A table of which nothing could be played again.
fn bare<G: Game>(logged: &Logged, head: G::State) -> Table<G> {
    Table::empty(logged.header.clone(), logged.key.unwrap_or_default(), head)
}

/// The dice of an entry, with the seats they are for.
fn thrown<G: Game>(entry: &LoggedEntry) -> Result<Vec<Thrown>, LogTrouble> {
    let seat = |name: &String| -> Result<Seat, LogTrouble> {
        seat_of::<G>(name).map_err(|refusal| LogTrouble::at_entry(entry.number, refusal.to_string()))
    };
    let named = |Thrown { only, faces }: &Thrown<String>| {
        Ok(Thrown { only: only.as_ref().map(seat).transpose()?, faces: faces.clone() })
    };
    entry.dice.iter().map(named).collect()
}
