//! Games that nobody touches any more: found by the time that is stored with them, and left off only after a day of grace
//! by a clock that nobody can set, a few at a time.

use crate::app::App;
use crate::deed::Deed;
use crate::door::Seldom;
use crate::folder::Status;
use crate::games::Outcome;
use crate::secrets::GameId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// What is known of idle games.
#[derive(Default)]
pub(crate) struct Idle {
    known: Mutex<Known>,
    too_many: Seldom,
}

#[derive(Default)]
struct Known {
    /// By how many milliseconds the clock of the machine was ahead of the steady one when it was last looked at.
    ahead: Option<i64>,
    /// When each game was first found idle, by the steady clock.
    noticed: HashMap<GameId, Duration>,
    /// When games were left off, by the steady clock, in the last day.
    left_off: Vec<Duration>,
}

/// By how much the two clocks may drift apart between two looks: a clock that is set right by and by does not jump.
const JUMP: i64 = 60_000;

/// How many idle games are looked at in one round.
const AT_ONCE: u32 = 1_000;

/// What one round comes to.
#[derive(Default, PartialEq, Debug)]
struct Round {
    jumped: Option<i64>,
    new: usize,
    due: Vec<GameId>,
}

impl Known {
    /// Takes note of the games that are idle now; gives those whose grace is over.
    fn note(&mut self, wall: i64, steady: Duration, found: &[GameId], grace: Duration) -> Round {
        let ahead = wall - steady.as_millis() as i64;
        let jumped = self.ahead.map(|before| ahead - before).filter(|by| by.abs() > JUMP);
        self.ahead = Some(ahead);
        if jumped.is_some() {
            // Nobody knows which of the two times was right: all of them have their grace again.
            self.noticed.clear();
        }
        self.noticed.retain(|known, _| found.contains(known));
        let mut new = 0;
        for id in found {
            self.noticed.entry(id.clone()).or_insert_with(|| {
                new += 1;
                steady
            });
        }
        let over = |id: &&GameId| self.noticed.get(*id).is_some_and(|since| steady.saturating_sub(*since) >= grace);
        Round { jumped, new, due: found.iter().filter(over).cloned().collect() }
    }

    /// How many more may be left off today.
    fn left(&mut self, steady: Duration, most: usize) -> usize {
        self.left_off.retain(|at| steady.saturating_sub(*at) < DAY);
        most.saturating_sub(self.left_off.len())
    }
}

const DAY: Duration = Duration::from_hours(24);

/// Looks for games that nobody touches.
pub(crate) async fn look(app: &Arc<App>) {
    let (wall, steady) = (app.config.clock.wall(), app.config.clock.steady());
    let before = wall - app.config.abandon_after.as_millis() as i64;
    let found = match app.store.idle_since(before, AT_ONCE).await {
        Ok(found) => found,
        Err(error) if error.is_closing() => return,
        Err(error) => return tracing::warn!(%error, "idle games cannot be looked up"),
    };
    let (Round { jumped, new, due }, left) = {
        let mut known = app.idle.known.lock().unwrap_or_else(PoisonError::into_inner);
        let round = known.note(wall, steady, &found, app.config.grace);
        (round, known.left(steady, app.config.abandon_at_once))
    };
    if let Some(by) = jumped {
        tracing::warn!(seconds = by / 1000, "the clock of this machine has jumped; idle games have their grace anew");
    }
    let days = app.config.abandon_after.as_secs() / DAY.as_secs();
    if new > 0 {
        tracing::info!(
            games = new,
            days,
            "games that nobody touches: they are left off in a day, unless somebody comes"
        );
    }
    if due.len() > left && !app.config.abandon_many {
        if let Some(times) = app.idle.too_many.now() {
            let most = app.config.abandon_at_once;
            tracing::warn!(
                games = due.len(),
                days,
                most,
                times,
                "more games are idle than are left off in a day without a word of whoever runs this server; none was; \
                 'sandtable serve --abandon-many' gives it"
            );
        }
        return;
    }
    for id in due {
        leave_off(app, id, before, steady).await;
    }
}

async fn leave_off(app: &Arc<App>, id: GameId, before: i64, steady: Duration) {
    let left_off = app.change(&id, move |live, _, now| {
        // Somebody may have come back meanwhile.
        if live.updated >= before || live.status == Status::Over {
            return Ok(Outcome::Unchanged(false));
        }
        // Whoever sat there can go on with it: so its secret is not opened.
        live.folder.left_off = true;
        if live.table.is_none() {
            live.status = Status::Over;
            return Ok(Outcome::Changed { entry: None, answer: true });
        }
        let (entry, _) = live.perform(&Deed::Abandon, None, now)?;
        Ok(Outcome::Changed { entry: Some(entry), answer: true })
    });
    match left_off.await {
        Ok(true) => {
            tracing::info!(game = %id, "a game that nobody touched was left off; its players can go on with it");
            app.idle.known.lock().unwrap_or_else(PoisonError::into_inner).left_off.push(steady);
        }
        Ok(false) => {}
        Err(problem) => tracing::warn!(game = %id, detail = problem.detail(), "an idle game cannot be left off"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn a_clock_that_jumps_ahead_for_a_while_leaves_nothing_off() {
        let mut known = Known::default();
        let games = [GameId::random(), GameId::random()];
        let day = DAY.as_millis() as i64;
        assert_eq!(known.note(0, Duration::ZERO, &[], DAY), Round::default());
        let jumped = known.note(61 * day, HOUR, &games, DAY);
        assert!(jumped.jumped.is_some_and(|by| by > 60 * day) && jumped.new == 2 && jumped.due.is_empty());
        let back = known.note(2 * 3_600_000, 2 * HOUR, &[], DAY);
        assert!(back.jumped.is_some_and(|by| by < 0) && back.due.is_empty());
        assert!(known.noticed.is_empty());
    }

    #[test]
    fn a_game_that_is_idle_for_a_day_of_steady_time_is_due_and_one_that_was_touched_is_not() {
        let mut known = Known::default();
        let [stays, goes] = [GameId::random(), GameId::random()];
        let wall = |hours: i64| hours * 3_600_000;
        known.note(wall(0), Duration::ZERO, &[stays.clone(), goes.clone()], DAY);
        let soon = known.note(wall(23), 23 * HOUR, std::slice::from_ref(&stays), DAY);
        assert_eq!((soon.jumped, soon.due), (None, Vec::new()));
        let then = known.note(wall(24), 24 * HOUR, &[stays.clone(), goes], DAY);
        assert_eq!(then.due, [stays], "the other has its day from now on");
    }

    #[test]
    fn a_jump_gives_the_games_that_were_noticed_before_it_their_day_again() {
        let mut known = Known::default();
        let games = [GameId::random()];
        let wall = |hours: i64| hours * 3_600_000;
        known.note(wall(0), Duration::ZERO, &games, DAY);
        let jumped = known.note(wall(30), 23 * HOUR, &games, DAY);
        assert!(jumped.jumped == Some(wall(7)) && jumped.due.is_empty());
        assert!(known.note(wall(46 + 7), 46 * HOUR, &games, DAY).due.is_empty());
        assert_eq!(known.note(wall(47 + 7), 47 * HOUR, &games, DAY).due, games);
    }

    #[test]
    fn so_many_are_left_off_in_a_day() {
        let mut known = Known { left_off: vec![Duration::ZERO, HOUR], ..Known::default() };
        assert_eq!(known.left(2 * HOUR, 3), 1);
        assert_eq!(known.left(24 * HOUR, 3), 2);
    }
}
