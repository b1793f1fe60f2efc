//! The games in memory, and the way of a change: work it out, commit, acknowledge, broadcast.

use crate::app::App;
use crate::extract::Who;
use crate::folder::Status;
use crate::live::{Live, Stored};
use crate::moments::Moment;
use crate::problem::Problem;
use crate::secrets::GameId;
use crate::store::{Change, Committed, EntryRow, GameRow};
use crate::views::GameView;
use axum::Json;
use kernel::game::Eyes;
use shelf::Shelf;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::{Mutex as Lock, OwnedMutexGuard, oneshot};

/// The games in memory.
pub(crate) struct Games {
    held: Mutex<HashMap<GameId, Held>>,
    most: usize,
    /// How many entries they may have together: a long game takes as much memory as many short ones.
    most_entries: usize,
}

struct Held {
    slot: Arc<Lock<Option<Live>>>,
    used: Instant,
    /// How many entries it had when it was last used.
    entries: usize,
}

/// What a change comes to.
pub(crate) enum Outcome<T> {
    /// Nothing was changed.
    Unchanged(T),
    /// The folder was changed, and perhaps an entry was added.
    Changed {
        /// The entry.
        entry: Option<EntryRow>,
        /// The answer, once it is stored.
        answer: T,
    },
}

/// What somebody who sits in a game has done to it.
pub(crate) enum Step {
    /// Nothing: it was so already.
    None,
    /// The folder was changed, and perhaps an entry was added.
    Taken(Option<EntryRow>),
}

/// What a step may need.
pub(crate) struct Moved<'a> {
    /// The books.
    pub(crate) shelf: &'a Shelf,
    /// The time.
    pub(crate) now: i64,
}

/// What working a change out came to.
enum Worked<T> {
    Done { change: Option<Box<Change>>, answer: T },
    Failed { problem: Problem, spoilt: bool },
}

/// A change that the store has now.
struct Kept {
    /// Does a machine have to decide?
    due: bool,
}

/// How often a change is worked out anew because another server was quicker.
const TRIES: usize = 20;

impl Games {
    /// None yet; at most so many at once, and of so many entries together.
    pub(crate) fn none(most: usize, most_entries: usize) -> Games {
        Games { held: Mutex::default(), most: most.max(1), most_entries }
    }

    /// A game has so many entries now.
    fn grew(&self, id: &GameId, entries: u32) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(game) = held.get_mut(id) else { return };
        let before = std::mem::replace(&mut game.entries, entries as usize);
        // What has not grown has been counted before.
        if game.entries > before && held.values().map(|game| game.entries).sum::<usize>() > self.most_entries {
            let most = held.len();
            make_room(&mut held, most, self.most_entries);
        }
    }

    /// How many games are in memory.
    pub(crate) fn count(&self) -> usize {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn slot(&self, id: &GameId) -> Arc<Lock<Option<Live>>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if held.len() >= self.most && !held.contains_key(id) {
            make_room(&mut held, self.most, self.most_entries);
        }
        let entry =
            held.entry(id.clone()).or_insert_with(|| Held { slot: Arc::default(), used: Instant::now(), entries: 0 });
        entry.used = Instant::now();
        Arc::clone(&entry.slot)
    }

    /// Forgets a name that no game has.
    fn forget(&self, id: &GameId) {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }
}

/// Lets go of the tenth part that was used longest ago, and of more where games are long. What somebody is at is never let
/// go.
fn make_room(held: &mut HashMap<GameId, Held>, most: usize, most_entries: usize) {
    let mut idle: Vec<(Instant, GameId)> = held
        .iter()
        .filter(|(_, held)| Arc::strong_count(&held.slot) == 1)
        .map(|(id, held)| (held.used, id.clone()))
        .collect();
    idle.sort_unstable();
    let mut entries: usize = held.values().map(|game| game.entries).sum();
    for (at, (_, id)) in idle.into_iter().enumerate() {
        if at > most / 10 && entries <= most_entries {
            break;
        }
        entries -= held.remove(&id).map_or(0, |game| game.entries);
    }
}

/// How long whoever looks waits for a change of the same game.
const LOOKING: Duration = Duration::from_millis(300);

type Guard = OwnedMutexGuard<Option<Live>>;

impl App {
    /// Looks at a game as the store has it now.
    pub(crate) async fn look<T: Send + 'static>(
        self: &Arc<App>,
        id: &GameId,
        look: impl FnOnce(&Live) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let mut guard = self.open_to_look(id).await?;
        // What is looked at may be the odds of many orders: that takes its time, and takes it elsewhere.
        let looked = tokio::task::spawn_blocking(move || on_live(&mut guard, |live| look(live)));
        looked.await.map_err(|_| Problem::broken())?
    }

    /// Takes something small from a game as the store has it now, at once.
    pub(crate) async fn glance<T>(
        self: &Arc<App>,
        id: &GameId,
        look: impl FnOnce(&Live) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let mut guard = self.open_to_look(id).await?;
        on_live(&mut guard, |live| look(live))
    }

    /// A game to be looked at. Where others share the storage, a change of it may wait for a lock that one of them holds:
    /// whoever only looks does not wait with it, and has a copy of his own.
    async fn open_to_look(self: &Arc<App>, id: &GameId) -> Result<Guard, Problem> {
        if self.store.is_exclusive() {
            return self.open(id).await;
        }
        if let Ok(guard) = tokio::time::timeout(LOOKING, self.games.slot(id).lock_owned()).await {
            return self.up_to_date(id, guard).await;
        }
        let row = self.store.game(id).await?.ok_or_else(|| Problem::unknown("There is no such game."))?;
        let (entries, snapshot) = (self.entries(&row, 0).await?, self.store.snapshot(id).await?);
        let shelf = self.shelf.clone();
        let loaded = self.apart(move || Live::load(&shelf, Stored { row, entries, snapshot })).await?;
        let live = loaded.map_err(|_| Problem::unavailable())?;
        Ok(Arc::new(Lock::new(Some(live))).lock_owned().await)
    }

    /// Changes a game: works the change out, commits it, acknowledges it by returning, and broadcasts it.
    ///
    /// It runs to its end even when whoever asked for it has gone away. `work` may be called again when another
    /// server was quicker; it must leave the game as it is when it gives a problem.
    pub(crate) async fn change<T: Send + 'static>(
        self: &Arc<App>,
        id: &GameId,
        work: impl Fn(&mut Live, &Shelf, i64) -> Result<Outcome<T>, Problem> + Send + Sync + 'static,
    ) -> Result<T, Problem> {
        let (acknowledge, acknowledged) = oneshot::channel();
        let (app, id) = (Arc::clone(self), id.clone());
        tokio::spawn(async move {
            let result = app.commit(&id, &work).await;
            let (kept, answer) = match result {
                Ok((kept, answer)) => (kept, Ok(answer)),
                Err(problem) => (None, Err(problem)),
            };
            let _ = acknowledge.send(answer);
            if let Some(kept) = kept {
                app.config.moments.come(Moment::BeforeBroadcast);
                app.broadcast(&id, &kept).await;
            }
        });
        acknowledged.await.unwrap_or_else(|_| Err(Problem::broken()))
    }

    /// Changes a game for one who holds a seat of it, and shows him the game then.
    pub(crate) async fn change_seated(
        self: &Arc<App>,
        Who { id, browser }: Who,
        seat: String,
        work: impl Fn(&mut Live, &str, Moved<'_>) -> Result<Step, Problem> + Send + Sync + 'static,
    ) -> Result<Json<GameView>, Problem> {
        let view = self.change(&id, move |live, shelf, now| {
            live.hold(&seat, browser.as_ref())?;
            let step = work(live, &seat, Moved { shelf, now })?;
            let answer = GameView::of(live, browser.as_ref());
            Ok(match step {
                Step::None => Outcome::Unchanged(answer),
                Step::Taken(entry) => Outcome::Changed { entry, answer },
            })
        });
        Ok(Json(view.await?))
    }

    async fn commit<T: Send + 'static>(
        self: &Arc<App>,
        id: &GameId,
        work: &(impl Fn(&mut Live, &Shelf, i64) -> Result<Outcome<T>, Problem> + Send + Sync),
    ) -> Result<(Option<Kept>, T), Problem> {
        for _ in 0..TRIES {
            let mut guard = self.open(id).await?;
            let at = self.config.clock.wall();
            // A change takes microseconds, which is less than to hand it to another thread and wait for it.
            let worked = on_live(&mut guard, |live| {
                let face = Face::of(live);
                let outcome = match work(live, &self.shelf, at) {
                    Ok(outcome) => outcome,
                    // Work that fails should have left all as it was; where it has not, the game is read anew.
                    Err(problem) => {
                        return Ok(Worked::Failed { problem, spoilt: live.folder.changed_from().is_some() });
                    }
                };
                let (entry, answer) = match outcome {
                    Outcome::Unchanged(answer) => return Ok(Worked::Done { change: None, answer }),
                    Outcome::Changed { entry, answer } => (entry, answer),
                };
                // The time of an answer that is secret must not be told by a list of games.
                live.updated = if face.is_still_that_of(live) { live.updated } else { at };
                let change = live.change(entry);
                Ok(Worked::Done { change: Some(Box::new(change)), answer })
            });
            let (change, answer) = match worked? {
                Worked::Done { change, answer } => (change, answer),
                Worked::Failed { problem, spoilt } => {
                    if spoilt {
                        *guard = None;
                    }
                    return Err(problem);
                }
            };
            let Some(change) = change else { return Ok((None, answer)) };
            let kept = Kept { due: change.due };
            self.config.moments.come(Moment::BeforeCommit);
            match self.store.commit(*change).await {
                Ok(Committed::Done) => {
                    if let Some(live) = guard.as_mut() {
                        live.version += 1;
                        live.folder.is_kept();
                        live.line = None;
                    }
                    self.config.moments.come(Moment::BeforeAcknowledgement);
                    return Ok((Some(kept), answer));
                }
                // What was worked out stands in memory and not in the store: it is read anew.
                Ok(Committed::Behind) => *guard = None,
                Err(error) => {
                    *guard = None;
                    return Err(error.into());
                }
            }
        }
        Err(Problem::unavailable())
    }

    /// Tells those who look at a game, other servers, and the machines.
    async fn broadcast(self: &Arc<App>, id: &GameId, kept: &Kept) {
        self.hub.wake(id);
        if kept.due {
            self.machines.look_at(id.clone());
        }
        self.store.announce(id).await;
    }

    /// A game as the store has it now, locked.
    async fn open(self: &Arc<App>, id: &GameId) -> Result<Guard, Problem> {
        let guard = self.games.slot(id).lock_owned().await;
        let guard = self.up_to_date(id, guard).await?;
        self.games.grew(id, guard.as_ref().map_or(0, Live::head));
        Ok(guard)
    }

    async fn up_to_date(self: &Arc<App>, id: &GameId, guard: Guard) -> Result<Guard, Problem> {
        let held = guard.as_ref().map(|live| live.version);
        if held.is_some() && (self.store.is_exclusive() || self.store.version(id).await? == held) {
            return Ok(guard);
        }
        // A long game takes its time to be read. It is read to the end and kept, also where whoever asked has hung up:
        // otherwise he could have it read as often at once as he likes.
        let (app, id) = (Arc::clone(self), id.clone());
        let read = tokio::spawn(async move { app.read_anew(&id, guard).await });
        read.await.unwrap_or_else(|_| Err(Problem::broken()))
    }

    async fn read_anew(self: &Arc<App>, id: &GameId, mut guard: Guard) -> Result<Guard, Problem> {
        for _ in 0..TRIES {
            let Some(row) = self.store.game(id).await? else {
                drop(guard);
                self.games.forget(id);
                return Err(Problem::unknown("There is no such game."));
            };
            // A game that had not begun is read from its first entry on, as one that nobody holds.
            match guard.take().filter(|live| live.table.is_some()) {
                Some(live) => *guard = self.caught_up(live, row).await?,
                None => *guard = self.taken_up(row).await?,
            }
            if guard.is_some() {
                return Ok(guard);
            }
        }
        Err(Problem::unavailable())
    }

    /// A game that another server has played on; none where it must be read anew.
    async fn caught_up(self: &Arc<App>, mut live: Live, row: GameRow) -> Result<Option<Live>, Problem> {
        let entries = self.entries(&row, live.head()).await?;
        let caught_up = self.apart(move || live.catch_up(row, &entries).map(|()| live)).await?;
        Ok(caught_up.ok())
    }

    /// A game that is taken up from the store; none where another server was quicker with it. What a release of other
    /// rules has to say when it takes a game up, is kept before anybody sees it.
    async fn taken_up(self: &Arc<App>, row: GameRow) -> Result<Option<Live>, Problem> {
        let (id, entries) = (row.id.clone(), self.entries(&row, 0).await?);
        let snapshot = self.store.snapshot(&id).await?;
        let shelf = self.shelf.clone();
        let loaded = self.apart(move || Live::load(&shelf, Stored { row, entries, snapshot })).await?;
        let mut live = loaded.map_err(|stuck| {
            tracing::error!(%stuck, "a game cannot be brought back");
            Problem::not_now("This game cannot be played on: the rules have changed since it was begun.")
        })?;
        if let Some(change) = live.unsaved(self.config.clock.wall()) {
            let kept = Kept { due: change.due };
            if self.store.commit(change).await? == Committed::Behind {
                return Ok(None);
            }
            live.version += 1;
            live.folder.is_kept();
            self.broadcast(&id, &kept).await;
        }
        Ok(Some(live))
    }

    /// The entries that a game has, from a number on. The store may have newer ones than the row; those beyond its head
    /// are for the next time.
    async fn entries(&self, row: &GameRow, from: u32) -> Result<Vec<EntryRow>, Problem> {
        let mut entries = self.store.entries(&row.id, from).await?;
        entries.retain(|entry| entry.number < row.head);
        Ok(entries)
    }

    /// Plays entries again, on a thread for work that takes its time. A book may panic over them.
    async fn apart<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        tokio::task::spawn_blocking(work).await.map_err(|_| {
            self.metrics.panics.inc();
            Problem::broken()
        })
    }
}

/// Works on a live game. A panic of a book ends that work alone: the game is then read anew.
fn on_live<T>(guard: &mut Guard, work: impl FnOnce(&mut Live) -> Result<T, Problem>) -> Result<T, Problem> {
    let mut live = guard.take().ok_or_else(Problem::broken)?;
    let Ok(result) = catch_unwind(AssertUnwindSafe(|| work(&mut live))) else {
        tracing::error!(game = %live.id, "a book panicked; the game is read anew");
        return Err(Problem::broken());
    };
    **guard = Some(live);
    result
}

/// What everybody may know of a game, beside its folder.
#[derive(PartialEq)]
struct Face {
    status: Status,
    entries: Option<u32>,
    /// Seat, question and rule of each.
    asks: Vec<[&'static str; 3]>,
}

impl Face {
    fn of(live: &Live) -> Face {
        let entries = live.table.as_ref().map(|table| table.count(Eyes::Spectator));
        Face { status: live.status, entries, asks: live.public_asks().collect() }
    }

    /// Does everybody know as much of the game as before?
    fn is_still_that_of(&self, live: &Live) -> bool {
        let folder = live.folder.changed_from();
        *self == Face::of(live) && folder.is_none_or(|before| before.is_publicly(&live.folder))
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use axum::body::{Body, to_bytes};
    use axum::http::{Request, header};
    use futures_util::FutureExt;
    use tower::ServiceExt;

    #[tokio::test]
    async fn a_game_that_is_being_read_is_kept_though_whoever_asked_has_hung_up() {
        let folder = tempfile::tempdir().unwrap();
        let store = format!("sqlite:{}", folder.path().join("games.db").display());
        let app = App::new(Config::default(), Shelf::five(), crate::store::open(&store).await.unwrap());
        let asked = r#"{ "book": "squares", "scenario": "first-orders" }"#;
        let request = Request::post("/api/v1/games").header(header::CONTENT_TYPE, "application/json");
        let made = app.router().oneshot(request.body(Body::from(asked)).unwrap()).await.unwrap();
        let made: serde_json::Value =
            serde_json::from_slice(&to_bytes(made.into_body(), usize::MAX).await.unwrap()).unwrap();
        let id = GameId::read(made["id"].as_str().unwrap()).unwrap();
        app.games.forget(&id);
        assert!(app.look(&id, |_| Ok(())).now_or_never().is_none(), "he does not wait for it");
        assert!(app.games.slot(&id).lock_owned().await.is_some());
    }
}
