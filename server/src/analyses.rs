//! Analyses of games that are over: worked out one after the other, beside all that is more urgent, and kept.

use crate::app::App;
use crate::problem::{Kind, Problem};
use crate::secrets::GameId;
use kernel::game::{Analysing, Analysis};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::Semaphore;

/// The analyses that are being worked out, and those of uploaded logs that are done.
pub(crate) struct Analyses {
    known: Mutex<HashMap<GameId, Known>>,
    /// One at a time: machines think and odds are worked out on the same cores.
    turn: Semaphore,
}

/// How far an analysis is.
#[derive(Clone)]
pub(crate) enum Known {
    /// It is being worked out, or waits for its turn.
    Working(Arc<Progress>),
    /// It is done, and kept here.
    Done(Arc<Analysis>),
}

/// How many orders are judged, and of how many; none of none before it begins.
#[derive(Default)]
pub(crate) struct Progress {
    pub(crate) done: AtomicU32,
    pub(crate) all: AtomicU32,
}

/// No more than these are known at once; those that are done go first.
const MOST: usize = 64;

impl Analyses {
    pub(crate) fn new() -> Analyses {
        Analyses { known: Mutex::default(), turn: Semaphore::new(1) }
    }

    /// What is known of an analysis.
    pub(crate) fn known(&self, id: &GameId) -> Option<Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Takes one up, unless it is known already; `None` where it is, and a refusal where too many wait.
    fn begin(&self, id: &GameId) -> Result<Option<Arc<Progress>>, Problem> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains_key(id) {
            return Ok(None);
        }
        if known.len() >= MOST {
            known.retain(|_, known| matches!(known, Known::Working(_)));
        }
        if known.len() >= MOST {
            return Err(Problem::too_many("Many games wait to be analysed; please try again in a while.", 60));
        }
        let progress = Arc::new(Progress::default());
        known.insert(id.clone(), Known::Working(Arc::clone(&progress)));
        Ok(Some(progress))
    }

    fn end(&self, id: &GameId, kept: Option<Analysis>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match kept {
            Some(analysis) => {
                known.insert(id.clone(), Known::Done(Arc::new(analysis)));
            }
            None => {
                known.remove(id);
            }
        }
    }
}

/// Where an analysis is kept when it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// With its game.
    WithTheGame,
    /// In memory, as long as there is room: uploaded logs are not kept either.
    InMemory,
}

impl App {
    /// Has a game analysed in the background, unless that is under way.
    pub(crate) fn analyse(self: &Arc<App>, id: GameId, analysing: Analysing, keep: Keep) -> Result<(), Problem> {
        let Some(progress) = self.analyses.begin(&id)? else { return Ok(()) };
        let app = Arc::clone(self);
        tokio::spawn(async move {
            let analysis = app.work_out(analysing, progress).await;
            let kept = match (analysis, keep) {
                (Some(analysis), Keep::WithTheGame) => {
                    let text = serde_json::to_string(&analysis).expect("an analysis is plain data");
                    if let Err(error) = app.store.keep_analysis(&id, &text).await {
                        tracing::warn!(game = %id, %error, "an analysis could not be kept");
                    }
                    None
                }
                (analysis, _) => analysis,
            };
            app.analyses.end(&id, kept);
        });
        Ok(())
    }

    /// Waits for its turn and works it out; nothing where the server stops or the analysis breaks.
    async fn work_out(self: &Arc<App>, analysing: Analysing, progress: Arc<Progress>) -> Option<Analysis> {
        let _turn = self.analyses.turn.acquire().await.ok()?;
        let app = Arc::clone(self);
        let worked_out = tokio::task::spawn_blocking(move || {
            let stopping = app.stopping.subscribe();
            analysing(&mut |done, all| {
                progress.done.store(done, Ordering::Relaxed);
                progress.all.store(all, Ordering::Relaxed);
                !*stopping.borrow()
            })
        });
        worked_out.await.unwrap_or_else(|_| {
            self.metrics.panics.inc();
            tracing::error!("an analysis panicked");
            None
        })
    }
}

/// Refuses to analyse a game that is not over.
pub(crate) fn not_over() -> Problem {
    Problem::of(Kind::Refused, "The game is not over; how it went is said afterwards.")
}
