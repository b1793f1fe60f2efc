//! Medians, and figures beside their limits.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A figure and the limit it must keep.
pub(crate) struct Figure {
    what: String,
    measured: Duration,
    limit: Duration,
}

impl Figure {
    pub(crate) fn new(what: String, measured: Duration, limit: Duration) -> Figure {
        Figure { what, measured, limit }
    }

    pub(crate) fn is_met(&self) -> bool {
        self.measured <= self.limit
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.is_met() { "  " } else { "! " };
        let (measured, limit) = (shown(self.measured), shown(self.limit));
        write!(f, "{verdict}{:75} {measured:>10}   limit {limit:>8}", self.what)
    }
}

fn shown(time: Duration) -> String {
    let micros = time.as_nanos() as f64 / 1000.0;
    if micros >= 1000.0 { format!("{:.2} ms", micros / 1000.0) } else { format!("{micros:.2} us") }
}

/// The median time of a run, over as many runs as fit into `span` and never fewer than twenty: a machine is slow for a
/// moment now and then, and a moment must not decide. Short runs are timed in batches, so that the clock does not count.
pub(crate) fn median<T>(span: Duration, mut run: impl FnMut() -> T) -> Duration {
    let begun = Instant::now();
    black_box(run());
    let once = begun.elapsed();
    let batch = (Duration::from_micros(20).as_nanos() / once.as_nanos().max(1)).clamp(1, 1000) as u32;
    let mut times = Vec::new();
    while times.len() < 20 || begun.elapsed() < span {
        let start = Instant::now();
        for _ in 0..batch {
            black_box(run());
        }
        times.push(start.elapsed() / batch);
    }
    times.sort_unstable();
    times[times.len() / 2]
}
