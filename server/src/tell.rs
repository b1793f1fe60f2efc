//! What the server tells those who run it. No secret is ever told.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Tells on the standard error output what happens: `SANDTABLE_LOG` says how much (`info`, `debug`, `warn,server=trace`).
pub fn log_to_stderr() {
    let asked = std::env::var("SANDTABLE_LOG").ok().and_then(|asked| asked.parse().ok());
    let filter =
        asked.unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO).with_target("sqlx", LevelFilter::WARN));
    let told = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let _ = tracing_subscriber::registry().with(told).with(filter).try_init();
}
