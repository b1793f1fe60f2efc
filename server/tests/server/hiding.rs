//! Who hides shows in no byte: two games that differ only in what one side has hidden are played side by side, and all that
//! the other side and a spectator are sent is the same, until somebody is seen.

use crate::common::{Answer, Browser, House, any_pick, config};
use crate::events::Stream;
use kernel::dice::Seeded;
use serde_json::{Value, json};
use server::{Chance, Clock, Config};
use std::sync::Arc;
use std::time::Duration;

/// A clock that stands still: what is sent carries no other time.
struct Still;

impl Clock for Still {
    fn wall(&self) -> i64 {
        1_800_000_000_000
    }

    fn steady(&self) -> Duration {
        Duration::ZERO
    }
}

/// One of two games that differ in what is hidden.
struct Twin {
    house: House,
    game: String,
    attacker: Browser,
    defender: Browser,
    anybody: Browser,
    /// The live streams of the attacker and of a spectator.
    streams: [Stream; 2],
}

/// What was sent: the status, the length and the bytes.
fn sent(answer: &Answer) -> String {
    let length = answer.headers.get("content-length").map(|length| length.to_str().unwrap());
    format!("{} {length:?} {}", answer.status, answer.text)
}

impl Twin {
    /// A game of two people that has begun. Names, dice and times are the same in every twin of a seed.
    async fn of(scenario: &str, seed: u64) -> Twin {
        let config = Config { chance: Chance::seeded(seed), clock: Arc::new(Still), ..config() };
        let house = House::of(config, shelf::Shelf::five()).await;
        let (mut defender, mut attacker, anybody) = (house.browser(), house.browser(), house.browser());
        let body = json!({ "book": "elements", "scenario": scenario, "listed": true, "seats": { "defender": { "kind": "me" } } });
        let made = defender.post("/games", &body).await.ok();
        attacker.join(&made["links"]["attacker"]).await;
        let game = made["id"].as_str().unwrap().to_owned();
        for (browser, seat) in [(&mut defender, "defender"), (&mut attacker, "attacker")] {
            browser.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
        }
        let watched = format!("games={game}");
        let streams = [
            Stream::open(&house, &attacker, &watched, None).await,
            Stream::open(&house, &anybody, &watched, None).await,
        ];
        Twin { house, game, attacker, defender, anybody, streams }
    }

    fn path(&self, what: &str) -> String {
        format!("/games/{}/{what}", self.game)
    }

    /// The defender hides as many as he may, or so many, each at one of the first places that are offered.
    async fn hides(&mut self, most: usize, random: &mut Seeded) {
        for _ in 0..most {
            let ask = self.defender.my_ask(&self.game, "defender").await.unwrap();
            let mut order = Value::Null;
            for _ in 0..40 {
                let picked = self.defender.pick_order(&self.game, "defender", &ask, random).await.unwrap();
                if picked.get("hide").is_some() {
                    order = picked;
                    break;
                }
            }
            assert!(order.is_object(), "a place to hide is offered");
            self.answer("defender", &order).await.ok();
        }
    }

    async fn answer(&mut self, seat: &str, order: &Value) -> Answer {
        let browser = if seat == "defender" { &mut self.defender } else { &mut self.attacker };
        let ask = browser.my_ask(&self.game, seat).await.unwrap();
        let key = format!("{seat}-{}", ask["id"]);
        browser.order(&self.game, seat, &ask["id"], order, &key).await
    }

    /// Whose answer is waited for.
    async fn asked(&mut self) -> Option<(&'static str, Value)> {
        if let Some(ask) = self.attacker.my_ask(&self.game, "attacker").await {
            return Some(("attacker", ask));
        }
        self.defender.my_ask(&self.game, "defender").await.map(|ask| ("defender", ask))
    }

    /// Would the defender's order be taken?
    async fn would_take(&mut self, order: &Value) -> bool {
        let Some(ask) = self.defender.my_ask(&self.game, "defender").await else { return false };
        let body = json!({ "seat": "defender", "ask": ask["id"], "order": order });
        let path = self.path("preview");
        self.defender.post(&path, &body).await.status.is_success()
    }

    /// All that the attacker and a spectator can read of the game, and what their streams have brought since.
    async fn read(&mut self, random: &mut Seeded) -> Vec<String> {
        let mut all = Vec::new();
        let pieces = self.attacker.get(&self.path("position?seat=attacker")).await.ok()["position"]["pieces"].clone();
        let pieces: Vec<Value> = pieces.as_array().unwrap().iter().map(|piece| piece["id"].clone()).collect();
        let mut piece = || pieces[random.below(pieces.len() as u32) as usize].clone();
        let (one, other) = (piece(), piece());
        let game = self.game.clone();
        for (browser, seat) in [(&mut self.attacker, "attacker"), (&mut self.anybody, "spectator")] {
            all.push(sent(&browser.get("/games").await));
            all.push(sent(&browser.get(&format!("/games/{game}")).await));
            for what in ["table", "entries", "position", "log", "ground"] {
                all.push(sent(&browser.get(&format!("/games/{game}/{what}?seat={seat}")).await));
            }
            let what_if = json!({ "seat": seat, "piece": one, "on": { "piece": other } });
            all.push(sent(&browser.post(&format!("/games/{game}/what-if"), &what_if).await));
            let survey = json!({ "seat": seat, "piece": one });
            all.push(sent(&browser.post(&format!("/games/{game}/survey"), &survey).await));
        }
        let [one, two] = &mut self.streams;
        let (one, two) = tokio::join!(one.brought(), two.brought());
        all.extend([one, two]);
        all
    }

    /// Has anybody been seen who was hidden?
    async fn is_found_out(&mut self) -> bool {
        let entries = self.attacker.get(&self.path("entries?seat=attacker")).await.text;
        entries.contains(" is seen at ")
    }
}

/// Composes an order of the attacker in both games at once: each prompt is the same.
async fn composed(twins: &mut [Twin; 2], ask: &Value, random: &mut Seeded) -> Value {
    let mut picks: Vec<Value> = Vec::new();
    loop {
        let body = json!({ "seat": "attacker", "ask": ask["id"], "picks": picks });
        let mut prompts = Vec::new();
        for twin in &mut *twins {
            let path = twin.path("prompt");
            prompts.push(twin.attacker.post(&path, &body).await);
        }
        assert_eq!(sent(&prompts[0]), sent(&prompts[1]), "what the attacker is offered hangs on what is hidden");
        let prompt = prompts.remove(0).ok();
        if !prompt["order"].is_null() && (prompt["offers"] == "nothing" || random.below(2) == 0) {
            return prompt["order"].clone();
        }
        picks.push(any_pick(&prompt["offers"], random));
    }
}

/// Plays two games that differ in what is hidden until somebody is seen, or for so many orders; says how many they were.
async fn play_twins(scenario: &str, hidden: [usize; 2], seed: u64, most: usize) -> usize {
    let mut twins = [Twin::of(scenario, seed).await, Twin::of(scenario, seed).await];
    for (place, twin) in twins.iter_mut().enumerate() {
        twin.hides(hidden[place], &mut Seeded::new(seed * 2 + place as u64)).await;
        twin.answer("defender", &json!("done")).await.ok();
    }
    let mut random = Seeded::new(seed);
    for played in 0..most {
        let look = u64::from(random.below(u32::MAX));
        let mut reads = Vec::new();
        for twin in &mut twins {
            reads.push(twin.read(&mut Seeded::new(look)).await);
        }
        if reads[0] != reads[1] {
            let seen = [twins[0].is_found_out().await, twins[1].is_found_out().await];
            let unlike = reads[0].iter().zip(&reads[1]).find(|(one, other)| one != other);
            assert!(seen.contains(&true), "{scenario}, seed {seed}, order {played}: {unlike:#?}");
            return played;
        }
        let asked = [twins[0].asked().await, twins[1].asked().await];
        let [Some((seat, ask)), Some((other, _))] = &asked else { return played };
        assert_eq!(seat, other, "whose turn it is hangs on what is hidden");
        let order = if *seat == "attacker" {
            composed(&mut twins, ask, &mut random).await
        } else {
            // The defender does in both games what he can do in both.
            let order =
                twins[0].defender.pick_order(&twins[0].game.clone(), "defender", ask, &mut random).await.unwrap();
            if twins[1].would_take(&order).await { order } else { json!("done") }
        };
        let [one, two] = &mut twins;
        let answers = [one.answer(seat, &order).await, two.answer(seat, &order).await];
        assert!(answers.iter().all(|answer| answer.status.is_success()), "{order}: {}", answers[1].text);
        let seen = [one.is_found_out().await, two.is_found_out().await];
        if seen == [false, false] && *seat == "attacker" {
            assert_eq!(sent(&answers[0]), sent(&answers[1]), "what becomes of {order} hangs on what is hidden");
        }
        if seen != [false, false] {
            return played;
        }
    }
    drop(twins.map(|twin| twin.house));
    most
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_hides_in_elements_shows_in_no_byte_until_he_is_seen() {
    let mut compared = 0;
    for seed in 1..=3 {
        // The gun here or there; somebody or nobody; three or one.
        compared += play_twins("first-elements", [1, 1], seed, 24).await;
        compared += play_twins("first-elements", [1, 0], 10 + seed, 24).await;
        compared += play_twins("meuse", [3, 1], 20 + seed, 12).await;
    }
    println!("{compared} moments were the same to the byte");
    assert!(compared >= 90, "only {compared} moments were compared");
}
