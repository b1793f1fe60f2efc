//! A server with the test books `drill` and `march` on its shelf, for tests that need a process of its own: of crashes, of browsers.
//!
//! `drill_server LISTEN STORE`; it prints `listening on ADDRESS`. The environment says how it behaves:
//! `DRILL_CRASH=MOMENT:N` kills it at the n-th moment of that name (before-commit, before-acknowledgement,
//! before-broadcast), `DRILL_WAIT=MOMENT:MILLISECONDS` makes it wait at each, `DRILL_SEED=N` makes its first game, its
//! second and so on the same on each run, as far as the players do the same, `DRILL_PACE=MILLISECONDS` makes machines
//! take their time, `DRILL_LOG=1` has it tell on the standard error output what happens.

use mimalloc::MiMalloc;
use server::{App, Chance, Config, Limits, Moment, Moments, Rate};
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use testkit::drill::{BOOK, GAME};
use testkit::march;
use tokio::net::TcpListener;

/// The one that the program has.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(listen), Some(store)) = (arguments.next(), arguments.next()) else {
        return Err("drill_server LISTEN STORE".into());
    };
    if std::env::var_os("DRILL_LOG").is_some() {
        server::log_to_stderr();
    }
    let store = server::store::open(&store).await?;
    let limits = Limits {
        address: Rate::unlimited(),
        seat: Rate::unlimited(),
        new_games: Rate::unlimited(),
        streams_of_one: usize::MAX,
        connections_of_one: usize::MAX,
        ..Limits::default()
    };
    let config = Config {
        limits,
        pace: pace()?,
        look_round: Duration::from_millis(250),
        lease: Duration::from_secs(2),
        moments: Arc::new(Trap::of_environment()),
        chance: chance()?,
        ..Config::default()
    };
    let app = App::new(config, shelf::Shelf::five().with(&BOOK, &GAME).with(&march::BOOK, &march::GAME), store);
    let listener = TcpListener::bind(&listen).await?;
    println!("listening on {}", listener.local_addr()?);
    std::io::stdout().flush()?;
    server::serve(app, listener, server::told_to_stop()).await?;
    Ok(())
}

/// From the seed of the environment, where there is one.
fn chance() -> Result<Chance, std::num::ParseIntError> {
    std::env::var("DRILL_SEED").map_or(Ok(Chance::System), |seed| seed.parse().map(Chance::seeded))
}

/// How long machines take for an order at least; no time at all where the environment says nothing.
fn pace() -> Result<Duration, std::num::ParseIntError> {
    std::env::var("DRILL_PACE").map_or(Ok(Duration::ZERO), |pace| pace.parse().map(Duration::from_millis))
}

/// Crashes or waits at a moment.
struct Trap {
    crash: Option<(Moment, u64)>,
    wait: Option<(Moment, u64)>,
    come: AtomicU64,
}

impl Trap {
    fn of_environment() -> Trap {
        Trap { crash: read("DRILL_CRASH"), wait: read("DRILL_WAIT"), come: AtomicU64::new(0) }
    }
}

fn read(name: &str) -> Option<(Moment, u64)> {
    let text = std::env::var(name).ok()?;
    let (moment, number) = text.split_once(':')?;
    let moment = match moment {
        "before-commit" => Moment::BeforeCommit,
        "before-acknowledgement" => Moment::BeforeAcknowledgement,
        "before-broadcast" => Moment::BeforeBroadcast,
        _ => return None,
    };
    Some((moment, number.parse().ok()?))
}

impl Moments for Trap {
    fn come(&self, moment: Moment) {
        if let Some((at, milliseconds)) = self.wait
            && at == moment
        {
            std::thread::sleep(Duration::from_millis(milliseconds));
        }
        if let Some((at, number)) = self.crash
            && at == moment
            && self.come.fetch_add(1, Ordering::Relaxed) + 1 == number
        {
            std::process::abort();
        }
    }
}
