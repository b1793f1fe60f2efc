//! The server: games between people and machines over HTTP, that lose nothing and leak nothing.
//!
//! It knows the shelf and no single book. The way of a change is in `games`: it is worked out on the game in memory
//! (`live`), committed to the [`store`], acknowledged, and then broadcast (`hub`). `docs/api.md` says what is asked and
//! answered, `docs/server.md` how to run it, `docs/dice.md` how its dice are proved.

mod analyses;
mod app;
pub mod archive;
mod budget;
mod chance;
mod clock;
mod config;
mod cookies;
mod deed;
mod door;
mod earlier;
mod extract;
mod folder;
mod games;
mod hub;
mod idle;
mod limits;
mod live;
mod machines;
mod metrics;
mod moments;
mod network;
mod patience;
mod private;
mod problem;
mod public_url;
mod queue;
mod replays;
mod rounds;
mod routes;
mod secrets;
mod security;
mod serve;
mod shown;
mod stand;
pub mod store;
mod tell;
mod views;
mod watched;
mod web;
mod work;

pub use app::App;
pub use chance::Chance;
pub use clock::Clock;
pub use config::{Config, Limits, Rate};
pub use moments::{Moment, Moments};
pub use network::Network;
pub use public_url::PublicUrl;
pub use secrets::GameId;
pub use serve::{serve, told_to_stop};
pub use tell::log_to_stderr;
