//! Work that takes long: a few pieces of it at once, and one household never has all of the places.

use crate::app::App;
use crate::problem::Problem;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

tokio::task_local! {
    /// The household whose request is being answered.
    pub(crate) static HOUSE: IpAddr;
}

/// The household whose request is being answered, where one is.
pub(crate) fn house() -> Option<IpAddr> {
    HOUSE.try_with(|house| *house).ok()
}

/// The places where it is done.
pub(crate) struct Places {
    all: Arc<Semaphore>,
    /// For work that takes longest: one place of all, so that the rest is never held up by it.
    longest: Arc<Semaphore>,
    of_one: usize,
    /// Those of the households that have work now.
    by_house: Mutex<HashMap<IpAddr, Weak<Semaphore>>>,
}

impl Places {
    /// So many in all.
    pub(crate) fn of(all: usize) -> Places {
        let all = all.max(1);
        Places {
            all: Arc::new(Semaphore::new(all)),
            longest: Arc::new(Semaphore::new(1)),
            of_one: all.saturating_sub(1).max(1),
            by_house: Mutex::default(),
        }
    }

    /// The places that the household of this request may take: all but one. What comes from this machine itself comes from
    /// its own people, or through a proxy that was not named.
    fn of_house(&self) -> Option<Arc<Semaphore>> {
        let house = house().filter(|house| !house.is_loopback())?;
        let mut by_house = self.by_house.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(places) = by_house.get(&house).and_then(Weak::upgrade) {
            return Some(places);
        }
        by_house.retain(|_, places| places.strong_count() > 0);
        let places = Arc::new(Semaphore::new(self.of_one));
        by_house.insert(house, Arc::downgrade(&places));
        Some(places)
    }
}

impl App {
    /// Work that takes longest, as a log that is played again: one at a time, so that there is room for other work.
    pub(crate) async fn longest_work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.in_turn(Some(&self.work.longest), work).await
    }

    /// Work that takes long, a few at once: the rest waits, and past a while is turned away. A panic ends it alone.
    pub(crate) async fn heavy_work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.in_turn(None, work).await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        narrow: Option<&Arc<Semaphore>>,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        // A household waits among its own first: so its queue is not everybody's.
        let of_house = self.work.of_house();
        let mut taken = Vec::new();
        for places in [of_house.as_ref(), narrow, Some(&self.work.all)].into_iter().flatten() {
            taken.push(place(places).await?);
        }
        // Whoever hangs up meanwhile does not end the work, so he does not make room for more of it either.
        let in_place = move || {
            let _taken = (taken, of_house);
            work()
        };
        tokio::task::spawn_blocking(in_place).await.unwrap_or_else(|_| {
            self.metrics.panics.inc();
            Err(Problem::broken())
        })
    }
}

/// A place to work at, waited for a while.
async fn place(places: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Problem> {
    let waited = tokio::time::timeout(Duration::from_secs(10), Arc::clone(places).acquire_owned());
    let too_much = || Problem::too_many("Too much is being worked out at once; please try again.", 5);
    waited.await.ok().and_then(Result::ok).ok_or_else(too_much)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, Limits};
    use std::sync::mpsc;

    async fn server(heavy: usize) -> (Arc<App>, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let store = format!("sqlite:{}", folder.path().join("games.db").display());
        let config = Config { limits: Limits { heavy, ..Limits::default() }, ..Config::default() };
        (App::new(config, shelf::Shelf::five(), crate::store::open(&store).await.unwrap()), folder)
    }

    const SOON: Duration = Duration::from_millis(300);

    #[tokio::test]
    async fn who_hangs_up_makes_no_room_before_his_work_is_done() {
        let (app, _folder) = server(1).await;
        let (done, waits) = mpsc::channel::<()>();
        let working = app.heavy_work(move || Ok(waits.recv().is_ok()));
        assert!(tokio::time::timeout(SOON, working).await.is_err(), "he has hung up");
        assert!(tokio::time::timeout(SOON, app.heavy_work(|| Ok(()))).await.is_err(), "his work goes on");
        done.send(()).unwrap();
        assert!(app.heavy_work(|| Ok(())).await.is_ok());
    }

    #[tokio::test]
    async fn what_takes_longest_leaves_room_for_the_rest() {
        let (app, _folder) = server(2).await;
        let mut endless = Vec::new();
        for _ in 0..2 {
            let (done, waits) = mpsc::channel::<()>();
            let app = Arc::clone(&app);
            endless.push((done, tokio::spawn(async move { app.longest_work(move || Ok(waits.recv().is_ok())).await })));
        }
        tokio::time::sleep(SOON).await;
        let other = tokio::time::timeout(SOON, app.heavy_work(|| Ok(()))).await;
        assert!(other.is_ok_and(|worked| worked.is_ok()), "players go on");
        for (done, working) in endless {
            done.send(()).unwrap();
            assert!(working.await.unwrap().is_ok());
        }
    }

    #[tokio::test]
    async fn a_household_never_has_all_places_however_much_it_asks_for() {
        let (app, _folder) = server(3).await;
        let [greedy, other] = ["192.0.2.1", "192.0.2.2"].map(|house| house.parse::<IpAddr>().unwrap());
        let mut endless = Vec::new();
        for _ in 0..20 {
            let (done, waits) = mpsc::channel::<()>();
            let app = Arc::clone(&app);
            let work = async move { app.heavy_work(move || Ok(waits.recv().is_ok())).await };
            endless.push((done, tokio::spawn(HOUSE.scope(greedy, work))));
        }
        tokio::time::sleep(SOON).await;
        assert_eq!(app.work.all.available_permits(), 1, "two of his are at work");
        let worked = tokio::time::timeout(SOON, HOUSE.scope(other, app.heavy_work(|| Ok(())))).await;
        assert!(worked.is_ok_and(|worked| worked.is_ok()), "others go on");
        for (done, working) in endless {
            drop(done);
            assert!(working.await.unwrap().is_ok());
        }
        HOUSE.scope(other, app.heavy_work(|| Ok(()))).await.unwrap();
        assert_eq!(app.work.by_house.lock().unwrap().len(), 1, "whoever has no work is forgotten");
    }
}
