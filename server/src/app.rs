//! The application: what all requests share.

use crate::analyses::Analyses;
use crate::budget::Budget;
use crate::config::Config;
use crate::cookies::Cookies;
use crate::games::Games;
use crate::hub::Hub;
use crate::idle::Idle;
use crate::limits::Buckets;
use crate::machines::Machines;
use crate::metrics::Metrics;
use crate::replays::Replays;
use crate::secrets::{GameId, Kept, random_number};
use crate::store::{Store, StoreError};
use crate::work::Places;
use shelf::Shelf;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A server without its socket.
pub struct App {
    pub(crate) config: Config,
    pub(crate) shelf: Shelf,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) games: Games,
    pub(crate) hub: Arc<Hub>,
    pub(crate) machines: Machines,
    pub(crate) replays: Replays,
    pub(crate) idle: Idle,
    pub(crate) cookies: Cookies,
    /// Bytes of requests that are being received or worked on.
    pub(crate) in_flight: Arc<Budget>,
    /// Tries to sit down by a code, by game and household: a code has 40 bits and ten minutes, so ten thousand households
    /// would have it once in a million times, and nobody can use up the tries of the one whom it was shown to.
    pub(crate) codes: Buckets<(GameId, Option<IpAddr>)>,
    /// When the store last showed that it can write.
    pub(crate) written: Mutex<Option<Instant>>,
    pub(crate) analyses: Analyses,
    pub(crate) metrics: Metrics,
    pub(crate) by_address: Buckets<IpAddr>,
    pub(crate) new_games: Buckets<IpAddr>,
    pub(crate) by_seat: Buckets<(GameId, String, Option<Kept>)>,
    pub(crate) talk: Buckets<(GameId, String)>,
    /// How many live streams each address has.
    pub(crate) streams: Mutex<HashMap<IpAddr, usize>>,
    /// For work that takes long: odds, uploads.
    pub(crate) work: Places,
    /// Which server this is, among several.
    pub(crate) owner: String,
    pub(crate) stopping: watch::Sender<bool>,
}

impl App {
    /// A server over a shelf and a store.
    pub fn new(config: Config, shelf: Shelf, store: Arc<dyn Store>) -> Arc<App> {
        let limits = config.limits;
        Arc::new(App {
            games: Games::none(config.held_games, config.held_entries),
            hub: Arc::default(),
            machines: Machines::new(config.machines),
            replays: Replays::default(),
            idle: Idle::default(),
            cookies: Cookies::default(),
            in_flight: Budget::of(limits.in_flight, limits.in_flight_of_one),
            codes: Buckets::of(limits.codes),
            written: Mutex::default(),
            analyses: Analyses::new(),
            metrics: Metrics::new(),
            by_address: Buckets::of(limits.address),
            new_games: Buckets::of(limits.new_games),
            by_seat: Buckets::of(limits.seat),
            talk: Buckets::of(limits.talk),
            streams: Mutex::default(),
            work: Places::of(limits.heavy),
            owner: format!("{:016x}", random_number()),
            stopping: watch::channel(false).0,
            config,
            shelf,
            store,
        })
    }

    /// Starts what goes on beside requests: machines, notices of other servers, games that nobody touches any more.
    pub async fn start(self: &Arc<App>) -> Result<Vec<JoinHandle<()>>, StoreError> {
        let mut tasks = vec![tokio::spawn(crate::machines::work(Arc::clone(self)))];
        tasks.push(tokio::spawn(crate::rounds::look_round(Arc::clone(self))));
        if let Some(announced) = self.store.announced().await? {
            tasks.push(tokio::spawn(crate::rounds::listen(Arc::clone(self), announced)));
        }
        Ok(tasks)
    }

    /// Ends live streams and takes no new ones: the server is about to stop.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Where games are kept.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }
}
