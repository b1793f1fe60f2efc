//! Patience with games that nobody touches: a clock that jumps ends none, and none is ended for good.

use crate::common::{Browser, House, begin, config, play, two_people};
use crate::told::Told;
use kernel::dice::Seeded;
use kernel::game::Logged;
use serde_json::{Value, json};
use server::{Clock, Config};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

const HOUR: i64 = 3_600_000;
const DAY: i64 = 24 * HOUR;

/// A clock that tests set.
pub(crate) struct Set {
    wall: AtomicI64,
    steady: AtomicU64,
}

impl Clock for Set {
    fn wall(&self) -> i64 {
        self.wall.load(Ordering::SeqCst)
    }

    fn steady(&self) -> Duration {
        Duration::from_millis(self.steady.load(Ordering::SeqCst))
    }
}

impl Set {
    pub(crate) fn new() -> Arc<Set> {
        Arc::new(Set { wall: AtomicI64::new(1_800_000_000_000), steady: AtomicU64::new(0) })
    }

    /// Somebody sets the clock of the machine.
    fn jump(&self, by: i64) {
        self.wall.fetch_add(by, Ordering::SeqCst);
    }

    /// Time goes on.
    pub(crate) fn pass(&self, by: i64) {
        self.wall.fetch_add(by, Ordering::SeqCst);
        self.steady.fetch_add(by as u64, Ordering::SeqCst);
    }
}

fn idle_config(clock: &Arc<Set>) -> Config {
    let clock: Arc<dyn Clock> = Arc::clone(clock) as Arc<dyn Clock>;
    Config { clock, look_round: Duration::from_millis(10), ..config() }
}

async fn house(clock: &Arc<Set>) -> House {
    House::with(idle_config(clock)).await
}

/// Long enough for the server to have looked round some times.
async fn rounds() {
    tokio::time::sleep(Duration::from_millis(150)).await;
}

/// Days pass until a game is over: two months, and as many more as a busy machine takes to look round.
async fn until_over(clock: &Set, browser: &mut Browser, game: &str) {
    for _ in 0..400 {
        clock.pass(DAY);
        tokio::time::sleep(Duration::from_millis(15)).await;
        if status(browser, game).await == "over" {
            return;
        }
    }
    panic!("{game} is never left off");
}

async fn status(browser: &mut Browser, game: &str) -> Value {
    browser.get(&format!("/games/{game}")).await.ok()["status"].clone()
}

#[tokio::test]
async fn a_clock_that_jumps_for_a_while_ends_no_game() {
    let (told, _listening) = Told::listen();
    let clock = Set::new();
    let house = house(&clock).await;
    let (mut red, _, game) = two_people(&house, &json!({})).await;
    rounds().await;
    clock.jump(61 * DAY);
    rounds().await;
    assert_eq!(status(&mut red, &game).await, "playing");
    assert_eq!(told.times("WARN"), 1, "{}", told.text());
    assert_eq!(told.times("the clock of this machine has jumped"), 1, "{}", told.text());
    clock.pass(23 * HOUR);
    rounds().await;
    assert_eq!(status(&mut red, &game).await, "playing", "it has a day of grace");
    clock.jump(-61 * DAY);
    rounds().await;
    clock.pass(2 * DAY);
    rounds().await;
    assert_eq!(status(&mut red, &game).await, "playing");
}

#[tokio::test]
async fn a_game_that_was_left_off_keeps_its_secret_and_goes_on_when_somebody_comes() {
    let (told, _listening) = Told::listen();
    let clock = Set::new();
    let house = house(&clock).await;
    let (mut red, mut blue, game) = two_people(&house, &json!({ "turns": 1 })).await;
    play(&mut red, &mut blue, &game, 5, &mut Seeded::new(4)).await;
    let before = red.get(&format!("/games/{game}/table?seat=red")).await.ok();
    until_over(&clock, &mut red, &game).await;
    let view = red.get(&format!("/games/{game}")).await.ok();
    assert_eq!((&view["status"], &view["left_off"]), (&json!("over"), &json!(true)), "{view}");
    assert_eq!(view["dice"]["secret"], json!(null), "it is gone on with, perhaps");
    assert_eq!(told.times("a game that nobody touched was left off"), 1, "{}", told.text());
    assert_eq!(told.times("the clock of this machine has jumped"), 0, "two months have passed");
    let log = red.get(&format!("/games/{game}/log")).await.text;
    assert!(!log.contains("\nsecret: ") && !log.contains("\nkey: "), "{log}");
    red.post(&format!("/games/{game}/analysis"), &json!({})).await.problem(422, "refused");
    let mut stranger = house.browser();
    stranger.post(&format!("/games/{game}/reopen"), &json!({ "seat": "red" })).await.problem(403, "not-seated");
    let view = blue.post(&format!("/games/{game}/reopen"), &json!({ "seat": "blue" })).await.ok();
    assert_eq!((&view["status"], &view["left_off"], &view["result"]), (&json!("playing"), &json!(false), &json!(null)));
    blue.post(&format!("/games/{game}/reopen"), &json!({ "seat": "blue" })).await.problem(409, "not-now");
    let after = red.get(&format!("/games/{game}/table?seat=red")).await.ok();
    assert_eq!(after["position"], before["position"], "play goes on where it stood");
    play(&mut red, &mut blue, &game, 2000, &mut Seeded::new(5)).await;
    let log = red.get(&format!("/games/{game}/log")).await.text;
    let logged = Logged::read(&log).unwrap();
    assert!(logged.prove_dice().unwrap().unwrap() > 0);
    assert_eq!(logged.undone().times, 0, "going on takes nothing back");
    let replayed = crate::common::shelf().game("drill").unwrap().replay_as_far(&logged);
    assert!(replayed.trouble.is_none(), "{:?}", replayed.trouble);
}

/// Twelve games that nobody touches, until the log has a line so many times: how they are then.
async fn twelve_idle(abandon_many: bool, line: &str, times: usize) -> Vec<Value> {
    let (told, _listening) = Told::listen();
    let clock = Set::new();
    let house = House::with(Config { abandon_many, ..idle_config(&clock) }).await;
    let mut games = Vec::new();
    for _ in 0..12 {
        games.push(two_people(&house, &json!({})).await);
    }
    let mut days = 0;
    while told.times(line) < times {
        days += 1;
        assert!(days < 400, "it is never told: {}", told.text());
        clock.pass(DAY);
        tokio::time::sleep(Duration::from_millis(15)).await;
    }
    rounds().await;
    let mut found = Vec::new();
    for (red, _, game) in &mut games {
        found.push(status(red, game).await);
    }
    found
}

#[tokio::test]
async fn many_games_are_not_left_off_at_once_without_a_word() {
    let found = twelve_idle(false, "none was; 'sandtable serve --abandon-many' gives it", 1).await;
    assert!(found.iter().all(|status| status == "playing"), "{found:?}");
}

#[tokio::test]
async fn many_games_are_left_off_at_once_at_a_word() {
    let found = twelve_idle(true, "a game that nobody touched was left off", 12).await;
    assert!(found.iter().all(|status| status == "over"), "{found:?}");
}

#[tokio::test]
async fn a_game_that_waited_in_vain_can_be_waited_for_again() {
    let clock = Set::new();
    let house = house(&clock).await;
    let (mut red, mut blue) = (house.browser(), house.browser());
    let made = red.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    let game = made["id"].as_str().unwrap();
    until_over(&clock, &mut red, game).await;
    let view = red.post(&format!("/games/{game}/reopen"), &json!({ "seat": "red" })).await.ok();
    assert_eq!(view["status"], "waiting");
    blue.join(&made["links"]["blue"]).await;
    begin(&mut red, &mut blue, game).await;
}
