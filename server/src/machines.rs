//! Machine players: a bounded pool whose jobs are the open asks of machines' seats, and those that a player has answered
//! beforehand.
//!
//! A job is not kept anywhere but in the game itself: the game is marked as due while a machine has to decide. So a
//! crash loses no job; at start and every so often the store is asked which games are due.
//!
//! Those who have games here take turns, and the games of each take turns: whoever has thirty machines at play waits for
//! them, and nobody else does.

use crate::app::App;
use crate::deed::Deed;
use crate::games::Outcome;
use crate::live::{By, Due};
use crate::problem::{Kind, Problem};
use crate::queue::Fair;
use crate::secrets::GameId;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc;

/// The queue of games to look at, and the pool.
pub(crate) struct Machines {
    queue: mpsc::UnboundedSender<Call>,
    waiting: Mutex<Option<mpsc::UnboundedReceiver<Call>>>,
    at: Mutex<HashMap<GameId, Stage>>,
    at_once: usize,
}

/// What the pool is told.
enum Call {
    /// There may be something to decide in a game.
    Look(GameId),
    /// A place is free that a game of this owner had.
    Free(u16),
}

/// Whose machines think for a game, by the address that made it: one of some thousand groups, so that what is kept tells
/// nobody's address.
pub(crate) fn owner_of(address: IpAddr) -> u16 {
    let hash = blake3::hash(format!("sandtable owner {address}").as_bytes());
    u16::from_le_bytes([hash.as_bytes()[0], hash.as_bytes()[1]])
}

impl Machines {
    /// A pool of so many machines.
    pub(crate) fn new(at_once: usize) -> Machines {
        let (queue, waiting) = mpsc::unbounded_channel();
        Machines { queue, waiting: Mutex::new(Some(waiting)), at: Mutex::default(), at_once: at_once.max(1) }
    }

    /// There may be something to decide in a game. It is looked at once, however often this is said meanwhile; and
    /// while a machine thinks about a game, no other begins to: it is looked at again afterwards.
    pub(crate) fn look_at(&self, id: GameId) {
        let mut at = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        match at.entry(id) {
            Entry::Vacant(free) => {
                let _ = self.queue.send(Call::Look(free.key().clone()));
                free.insert(Stage::Queued);
            }
            Entry::Occupied(mut taken) => {
                if *taken.get() == Stage::Taken {
                    taken.insert(Stage::TakenAndCalledAgain);
                }
            }
        }
    }

    fn taken(&self, id: &GameId) {
        self.at.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), Stage::Taken);
    }

    fn done(&self, id: GameId) {
        let was = self.at.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        if was == Some(Stage::TakenAndCalledAgain) {
            self.look_at(id);
        }
    }
}

/// A place in the pool, given back when it is dropped.
struct Place {
    owner: u16,
    queue: mpsc::UnboundedSender<Call>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = self.queue.send(Call::Free(self.owner));
    }
}

/// How far a game has come in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// It waits for a machine.
    Queued,
    /// A machine is at it.
    Taken,
    /// A machine is at it, and it has changed meanwhile.
    TakenAndCalledAgain,
}

/// Gives the machines their turns until the server stops.
pub(crate) async fn work(app: Arc<App>) {
    let waiting = app.machines.waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some(mut waiting) = waiting else { return };
    let mut stopping = app.stopping.subscribe();
    let mut fair = Fair::of(app.machines.at_once);
    loop {
        let call = tokio::select! {
            call = waiting.recv() => call,
            _ = stopping.wait_for(|stopping| *stopping) => None,
        };
        match call {
            None => return,
            Some(Call::Free(owner)) => fair.free(owner),
            Some(Call::Look(id)) => {
                // A game that cannot be looked at now is found again when the store is next asked what is due.
                match app.glance(&id, |live| Ok(live.folder.owner)).await {
                    Ok(owner) => fair.wait(owner, id),
                    Err(_) => app.machines.done(id),
                }
            }
        }
        while let Some((owner, id)) = fair.next() {
            let place = Place { owner, queue: app.machines.queue.clone() };
            tokio::spawn(take(Arc::clone(&app), id, place));
        }
    }
}

async fn take(app: Arc<App>, id: GameId, place: Place) {
    app.machines.taken(&id);
    if let Err(problem) = turn(&app, &id, place).await
        && problem.kind() != Kind::Stale
    {
        // The game stays due, so the next round, or the next start, comes back to it.
        if !*app.stopping.borrow() {
            tracing::warn!(game = %id, detail = problem.detail(), "a machine could not decide");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    app.machines.done(id);
}

/// One decision that needs nobody, if there is one to make: of a machine, or one that a player has answered beforehand. It has
/// its place in the pool while it thinks, and not while it only waits: many games at leisure are no work.
async fn turn(app: &Arc<App>, id: &GameId, place: Place) -> Result<(), Problem> {
    let Some(Due { seat, ask, by }) = app.glance(id, |live| Ok(live.due())).await? else { return Ok(()) };
    let at = app.config.clock.wall();
    if !app.store.lease(id, &app.owner, at, at + app.config.lease.as_millis() as i64).await? {
        return Ok(());
    }
    let started = tokio::time::Instant::now();
    let seed = app.config.chance.whim(id, ask);
    let (order, wait) = match by {
        // So long as a person might take who passes: haste would tell others that nobody was asked.
        By::Beforehand { order, hidden: true } => (order, app.config.pace * (4 + (seed % 10) as u32)),
        By::Beforehand { order, hidden: false } => (order, Duration::ZERO),
        By::Machine(machine) => {
            let of = seat.clone();
            let thought = app.glance(id, |live| {
                let table = live.table()?;
                Ok(table.thought(table.seat(&of)?, &machine)?)
            });
            let thought = thought.await?;
            let order = tokio::task::spawn_blocking(move || thought(seed)).await.map_err(|_| {
                app.metrics.panics.inc();
                Problem::broken()
            })?;
            app.metrics.machine_orders.inc();
            (order, app.config.pace)
        }
    };
    drop(place);
    tokio::time::sleep_until(started + wait).await;
    let most = app.config.limits.entries;
    app.change(id, move |live, _, now| {
        if live.has_room(most).is_err() {
            // Nobody is there to give it up: it is left off.
            let (entry, _) = live.perform(&Deed::Abandon, None, now)?;
            return Ok(Outcome::Changed { entry: Some(entry), answer: () });
        }
        let deed = Deed::Orders { seat: seat.clone(), ask, orders: vec![order.clone()] };
        let (entry, _) = live.perform(&deed, None, now)?;
        Ok(Outcome::Changed { entry: Some(entry), answer: () })
    })
    .await
}
