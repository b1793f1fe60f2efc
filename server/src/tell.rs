//! What the server tells those who run it. No secret is ever told.

use tracing_subscriber::EnvFilter;

/// Tells on the standard error output what happens: `SANDTABLE_LOG` says how much (`info`, `debug`, `warn,server=trace`).
pub fn log_to_stderr() {
    let filter = EnvFilter::try_from_env("SANDTABLE_LOG").unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}
