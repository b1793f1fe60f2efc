//! The time of day, and time that only goes forward.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Where the server takes the time from.
pub trait Clock: Send + Sync {
    /// Milliseconds since 1970, by the clock of the machine: somebody may set it.
    fn wall(&self) -> i64;

    /// How long the server has been running: nobody can set that.
    fn steady(&self) -> Duration;
}

/// The clocks of the machine.
pub(crate) struct MachineClock(Instant);

impl MachineClock {
    pub(crate) fn started_now() -> MachineClock {
        MachineClock(Instant::now())
    }
}

impl Clock for MachineClock {
    fn wall(&self) -> i64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64)
    }

    fn steady(&self) -> Duration {
        self.0.elapsed()
    }
}
