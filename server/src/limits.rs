//! Rates: a bucket of tokens for each address and each seat.

use crate::config::Rate;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Buckets by key. A full bucket is forgotten.
pub(crate) struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

struct Bucket {
    tokens: f64,
    at: Instant,
}

/// Past so many buckets, those that have filled up again are cleared away.
const MANY: usize = 10_000;

impl<K: Hash + Eq> Buckets<K> {
    /// Buckets of a rate.
    pub(crate) fn of(rate: Rate) -> Buckets<K> {
        Buckets { rate, buckets: Mutex::default() }
    }

    /// Takes a token; otherwise says in how many seconds there will be one.
    pub(crate) fn take(&self, key: K) -> Result<(), u64> {
        self.take_at(key, Instant::now())
    }

    fn take_at(&self, key: K, now: Instant) -> Result<(), u64> {
        let Rate { per_second, burst } = self.rate;
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > MANY {
            buckets.retain(|_, bucket| refilled(bucket, per_second, now) < burst);
        }
        let bucket = buckets.entry(key).or_insert(Bucket { tokens: burst, at: now });
        bucket.tokens = refilled(bucket, per_second, now).min(burst);
        bucket.at = now;
        if bucket.tokens >= 1.0 {
            bucket.tokens -= 1.0;
            return Ok(());
        }
        Err(((1.0 - bucket.tokens) / per_second).ceil().max(1.0) as u64)
    }
}

fn refilled(bucket: &Bucket, per_second: f64, now: Instant) -> f64 {
    bucket.tokens + now.saturating_duration_since(bucket.at).as_secs_f64() * per_second
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_burst_is_allowed_and_then_so_many_a_second() {
        let buckets = Buckets::of(Rate::of(2.0, 3.0));
        let start = Instant::now();
        assert!((0..3).all(|_| buckets.take_at("a", start).is_ok()));
        assert_eq!(buckets.take_at("a", start), Err(1));
        assert!(buckets.take_at("b", start).is_ok(), "another key has a bucket of its own");
        let later = start + Duration::from_millis(1100);
        assert!(buckets.take_at("a", later).is_ok() && buckets.take_at("a", later).is_ok());
        assert!(buckets.take_at("a", later).is_err());
    }
}
