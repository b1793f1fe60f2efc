//! The door: how many connections there may be, in all and of one household, so that nobody keeps others out.

use crate::config::Config;
use crate::extract::household;
use crate::network::Network;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Who is in, by household.
pub(crate) struct Door {
    room: Arc<Semaphore>,
    of_one: usize,
    /// Connections of a proxy are of many households, which are counted by their requests.
    proxies: Vec<Network>,
    inside: Mutex<HashMap<IpAddr, usize>>,
    turned_away: Seldom,
    full: Seldom,
}

/// A connection that was let in, until it is dropped.
pub(crate) struct Guest {
    door: Arc<Door>,
    counted: Option<IpAddr>,
    _room: OwnedSemaphorePermit,
}

/// Files that are needed for other things than connections: storage, log, the listener itself.
const OTHER_FILES: usize = 64;

impl Door {
    /// A door for as many connections as are wanted and as the system allows files to be open.
    pub(crate) fn of(config: &Config) -> Arc<Door> {
        let limits = config.limits;
        let mut room = limits.connections.max(1);
        if let Some(files) = most_files()
            && room > files.saturating_sub(OTHER_FILES).max(1)
        {
            room = files.saturating_sub(OTHER_FILES).max(1);
            tracing::warn!(
                files,
                connections = room,
                "the system allows few open files, so there are fewer connections"
            );
        }
        Arc::new(Door {
            room: Arc::new(Semaphore::new(room)),
            // However little room there is, one household never has all of it.
            of_one: limits.connections_of_one.min(room / 2).max(1),
            proxies: config.proxies.clone(),
            inside: Mutex::default(),
            turned_away: Seldom::default(),
            full: Seldom::default(),
        })
    }

    /// Room for one more; where there is none, newcomers wait until somebody leaves.
    pub(crate) async fn room(&self) -> OwnedSemaphorePermit {
        if let Ok(room) = Arc::clone(&self.room).try_acquire_owned() {
            return room;
        }
        if let Some(times) = self.full.now() {
            tracing::warn!(times, "there are as many connections as there may be; newcomers wait");
        }
        Arc::clone(&self.room).acquire_owned().await.expect("the room is never closed")
    }

    /// Lets a connection in, unless its household has as many as it may.
    pub(crate) fn let_in(self: &Arc<Door>, peer: IpAddr, room: OwnedSemaphorePermit) -> Option<Guest> {
        let peer = peer.to_canonical();
        if self.proxies.iter().any(|proxy| proxy.has(peer)) {
            return Some(Guest { door: Arc::clone(self), counted: None, _room: room });
        }
        let house = household(peer);
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let count = inside.entry(house).or_default();
        if *count >= self.of_one {
            if let Some(times) = self.turned_away.now() {
                tracing::warn!(address = %house, connections = *count, times, "an address has as many connections as it may");
            }
            return None;
        }
        *count += 1;
        Some(Guest { door: Arc::clone(self), counted: Some(house), _room: room })
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        let Some(house) = self.counted else { return };
        let mut inside = self.door.inside.lock().unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(mut count) = inside.entry(house) {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// How many files may be open at once, after asking for as many as are allowed to be asked for.
#[cfg(unix)]
fn most_files() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let files = if raised.is_ok() { maximum } else { current };
    files.map(|files| usize::try_from(files).unwrap_or(usize::MAX))
}

#[cfg(not(unix))]
fn most_files() -> Option<usize> {
    None
}

/// Something to be told seldom, however often it happens.
#[derive(Default)]
pub(crate) struct Seldom(Mutex<(Option<Instant>, u64)>);

impl Seldom {
    /// It has happened: is it to be told? Then how often since it was last told.
    pub(crate) fn now(&self) -> Option<u64> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.1 += 1;
        if last.0.is_some_and(|told| told.elapsed() < Duration::from_mins(1)) {
            return None;
        }
        last.0 = Some(Instant::now());
        Some(std::mem::take(&mut last.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;

    #[tokio::test]
    async fn a_household_is_let_in_so_often_whatever_its_addresses_and_again_when_it_has_left() {
        let limits = Limits { connections: 100, connections_of_one: 2, ..Limits::default() };
        let proxies = vec!["10.0.0.7".parse().unwrap()];
        let door = Door::of(&Config { proxies, limits, ..Config::default() });
        let come = async |address: &str| door.let_in(address.parse().unwrap(), door.room().await);
        let (one, other) = (come("2001:db8:1:2::1").await, come("2001:db8:1:2:ffff::2").await);
        assert!(one.is_some() && other.is_some() && come("2001:db8:1:2::3").await.is_none());
        assert!(come("2001:db8:1:3::1").await.is_some() && come("192.0.2.1").await.is_some());
        drop(one);
        let again = come("2001:db8:1:2::3").await;
        assert!(again.is_some() && come("2001:db8:1:2::4").await.is_none());
        let mut of_proxy = Vec::new();
        for _ in 0..5 {
            of_proxy.push(come("::ffff:10.0.0.7").await.expect("a proxy speaks for many"));
        }
    }
}
