//! What can be set.

use crate::chance::Chance;
use crate::clock::{Clock, MachineClock};
use crate::moments::{Moments, Quiet};
use crate::network::Network;
use crate::public_url::PublicUrl;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// How a server behaves. The defaults suit a server for friends.
#[derive(Clone)]
pub struct Config {
    /// Its address as browsers see it (`https://play.example.org`), where a proxy stands before it: for the check of
    /// origins and for cookies that only travel encrypted.
    pub public_url: Option<PublicUrl>,
    /// The addresses that may read the figures of `/metrics`, beside this machine itself. Players must not: how many
    /// orders came in tells of those that were given in secret.
    pub metrics_for: Vec<IpAddr>,
    /// The proxies before it: what one of them says in `X-Forwarded-For` of a client's address is believed, and what
    /// anybody else says there is not.
    pub proxies: Vec<Network>,
    /// What is too much.
    pub limits: Limits,
    /// A game that nobody has touched for so long is left off.
    pub abandon_after: Duration,
    /// For so long it is only noticed, by a clock that nobody can set, before it is left off.
    pub grace: Duration,
    /// How many games are left off in a day. Where there are more, none is, and the log says so.
    pub abandon_at_once: usize,
    /// Whoever runs the server says that many may be left off at once.
    pub abandon_many: bool,
    /// Where the time comes from.
    pub clock: Arc<dyn Clock>,
    /// How many machines think at once.
    pub machines: usize,
    /// How long a machine takes at least, so that its haste tells nothing.
    pub pace: Duration,
    /// How long a server has a machine's job before another may take it.
    pub lease: Duration,
    /// How often to look for what notices have missed: jobs, changes by other servers, idle games.
    pub look_round: Duration,
    /// How many games are held in memory.
    pub held_games: usize,
    /// How many entries those games may have together.
    pub held_entries: usize,
    /// Told of the moments at which a crash would be most unwelcome.
    pub moments: Arc<dyn Moments>,
    /// Where secrets come from.
    pub chance: Chance,
}

/// What is too much.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The longest body of a request, in bytes.
    pub body: usize,
    /// The longest log that can be uploaded, in bytes.
    pub log: usize,
    /// Requests of one address: so many a second, and so many at once.
    pub address: Rate,
    /// Orders and prompts of one seat.
    pub seat: Rate,
    /// Lines that a player says to the others.
    pub talk: Rate,
    /// New games of one address.
    pub new_games: Rate,
    /// Games that are not over, in all.
    pub games: i64,
    /// Live streams, in all.
    pub streams: usize,
    /// Live streams of one address.
    pub streams_of_one: usize,
    /// Connections, in all.
    pub connections: usize,
    /// Connections of one household; those of a proxy are not counted.
    pub connections_of_one: usize,
    /// How long a connection may take to say anything that tells what it wants.
    pub first_bytes: Duration,
    /// How long a client may take to send a request's head, or its body, or to take anything of an answer.
    pub patience: Duration,
    /// Paths that an odds request may walk before it is sampled.
    pub odds_leaves: u64,
    /// Odds requests, uploads and the like that are worked on at once; one household has at most all but one of them.
    pub heavy: usize,
    /// Bytes of requests' bodies that are held at once, in all.
    pub in_flight: usize,
    /// The same of one household.
    pub in_flight_of_one: usize,
    /// Browsers at one seat.
    pub browsers: usize,
    /// Entries of a game: past these nobody can order anything more.
    pub entries: u32,
    /// Tries of one household to sit down in a game by a code.
    pub codes: Rate,
}

/// So many a second, and so many at once.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    /// How many a second come back.
    pub per_second: f64,
    /// How many can be used at once.
    pub burst: f64,
}

impl Rate {
    /// A rate.
    pub const fn of(per_second: f64, burst: f64) -> Rate {
        Rate { per_second, burst }
    }

    /// As good as none.
    pub const fn unlimited() -> Rate {
        Rate::of(1e9, 1e9)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 64 * 1024,
            log: 4 * 1024 * 1024,
            address: Rate::of(50.0, 300.0),
            seat: Rate::of(20.0, 100.0),
            talk: Rate::of(0.2, 6.0),
            new_games: Rate::of(0.05, 30.0),
            games: 100_000,
            streams: 12_000,
            streams_of_one: 100,
            connections: 15_000,
            connections_of_one: 250,
            first_bytes: Duration::from_secs(10),
            patience: Duration::from_secs(30),
            odds_leaves: 5_000_000,
            heavy: 3,
            in_flight: 64 * 1024 * 1024,
            in_flight_of_one: 12 * 1024 * 1024,
            browsers: 8,
            entries: 20_000,
            codes: Rate::of(0.2, 10.0),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            public_url: None,
            metrics_for: Vec::new(),
            proxies: Vec::new(),
            limits: Limits::default(),
            abandon_after: Duration::from_hours(60 * 24),
            grace: Duration::from_hours(24),
            abandon_at_once: 10,
            abandon_many: false,
            clock: Arc::new(MachineClock::started_now()),
            machines: 2,
            pace: Duration::from_millis(300),
            lease: Duration::from_mins(1),
            look_round: Duration::from_secs(2),
            held_games: 1_000,
            held_entries: 400_000,
            moments: Arc::new(Quiet),
            chance: Chance::System,
        }
    }
}
