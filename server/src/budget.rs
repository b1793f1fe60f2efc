//! Budgets: how many bytes of requests are held at once, in all and for one household.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What all requests hold together.
pub(crate) struct Budget {
    most: usize,
    most_of_one: usize,
    spent: Mutex<Spent>,
}

#[derive(Default)]
struct Spent {
    all: usize,
    by_house: HashMap<IpAddr, usize>,
}

/// What one request holds, until it is dropped.
pub(crate) struct Held {
    budget: Arc<Budget>,
    house: IpAddr,
    bytes: AtomicUsize,
    too_much: AtomicBool,
}

impl Budget {
    /// So many bytes in all, and so many for one household.
    pub(crate) fn of(most: usize, most_of_one: usize) -> Arc<Budget> {
        Arc::new(Budget { most, most_of_one, spent: Mutex::default() })
    }

    /// A request, which holds nothing yet.
    pub(crate) fn hold(self: &Arc<Budget>, house: IpAddr) -> Arc<Held> {
        let (bytes, too_much) = (AtomicUsize::new(0), AtomicBool::new(false));
        Arc::new(Held { budget: Arc::clone(self), house, bytes, too_much })
    }
}

impl Held {
    /// So many bytes more have come; `false` where there is no room for them.
    pub(crate) fn more(&self, bytes: usize) -> bool {
        let mut spent = self.budget.spent.lock().unwrap_or_else(PoisonError::into_inner);
        let of_house = spent.by_house.get(&self.house).copied().unwrap_or_default();
        if spent.all + bytes > self.budget.most || of_house + bytes > self.budget.most_of_one {
            self.too_much.store(true, Ordering::Relaxed);
            return false;
        }
        spent.all += bytes;
        *spent.by_house.entry(self.house).or_default() += bytes;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        true
    }

    /// Was there no room for some of it?
    pub(crate) fn was_too_much(&self) -> bool {
        self.too_much.load(Ordering::Relaxed)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let bytes = *self.bytes.get_mut();
        if bytes == 0 {
            return;
        }
        let mut spent = self.budget.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.all -= bytes;
        if let Entry::Occupied(mut of_house) = spent.by_house.entry(self.house) {
            *of_house.get_mut() -= bytes;
            if *of_house.get() == 0 {
                of_house.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_cannot_hold_all_and_what_is_dropped_is_free_again() {
        let budget = Budget::of(100, 60);
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|house| budget.hold(house.parse().unwrap()));
        assert!(one.more(60) && !one.more(1) && one.was_too_much());
        assert!(other.more(40) && !other.more(1), "there are a hundred in all");
        drop(one);
        assert!(other.more(20) && !other.more(1));
        drop(other);
        assert!(budget.spent.lock().unwrap().by_house.is_empty());
    }
}
