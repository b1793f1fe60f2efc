//! Games as they are played: by prompts, with live streams, against a machine at its pace or both sides by one player.

use super::{Effort, Process, Trouble, ms, verdict};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::{Instant as Moment, timeout, timeout_at};

/// A book and its learning game.
pub(super) type Learning = (&'static str, &'static str);

pub(super) const SQUARES: Learning = ("squares", "first-orders");
const TOKENS: Learning = ("tokens", "first-tokens");

/// How many times as dear as an order of squares one of tokens may be.
const DEARER: f64 = 1.5;

const GAMES: usize = 50;
const LENGTH: Duration = Duration::from_secs(10);

/// The pace of machines, as `sandtable serve` has it.
const PACE: &str = "300";

/// What one player has seen.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) orders: Vec<Duration>,
    prompts: Vec<Duration>,
    /// From the moment an order was sent until the stream had brought what it did.
    told: Vec<Duration>,
    /// What was sent after each order of one's own: the answer and the events.
    bytes: Vec<usize>,
}

/// Plays for a while and says how it went.
pub(super) async fn play(store: &str) -> Result<(), Trouble> {
    let server = Process::start_at_pace(store, PACE)?;
    let mut players = Vec::new();
    for game in 0..GAMES {
        players.push(Player::sit_down(&server.address, SQUARES, game as u64, Against::Machine).await?);
    }
    let effort = Effort::of(&server)?;
    let until = Moment::now() + LENGTH;
    let tasks: Vec<_> = players.into_iter().map(|player| tokio::spawn(player.play(until, None))).collect();
    let (mut all, mut entries) = (Seen::default(), 0);
    for task in tasks {
        let (seen, happened) = task.await??;
        all.orders.extend(seen.orders);
        all.prompts.extend(seen.prompts);
        all.told.extend(seen.told);
        all.bytes.extend(seen.bytes);
        entries += happened;
    }
    let spent = effort.since(&server)?;
    let figures = |took: &mut Vec<Duration>| {
        took.sort_unstable();
        let at = |share: f64| took.get((took.len().saturating_sub(1) as f64 * share) as usize).copied().map_or(0.0, ms);
        format!("p50 {:.1} ms, p99 {:.1} ms", at(0.5), at(0.99))
    };
    all.bytes.sort_unstable();
    println!(
        "squares, {GAMES} games against a machine at its pace, with prompts and live streams: {:.0} orders/s ({} of \
         people, {} of machines), {:.0} prompts/s; orders {}; prompts {}; seen on the stream {}; {} bytes sent after an \
         order (median), {} at most; {:.2} ms of the processors an order, prompts and machines in it ({spent})",
        entries as f64 / LENGTH.as_secs_f64(),
        all.orders.len(),
        entries.saturating_sub(all.orders.len()),
        all.prompts.len() as f64 / LENGTH.as_secs_f64(),
        figures(&mut all.orders),
        figures(&mut all.prompts),
        figures(&mut all.told),
        all.bytes.get(all.bytes.len() / 2).copied().unwrap_or_default(),
        all.bytes.last().copied().unwrap_or_default(),
        spent.an_order(entries),
    );
    Ok(())
}

/// Plays one game after the other of squares and of tokens, and says what an order of each takes while nothing else happens.
pub(super) async fn beside_squares(store: &str) -> Result<(), Trouble> {
    let server = Process::start(store)?;
    let mut means = Vec::new();
    for learning in [SQUARES, TOKENS] {
        let until = Moment::now() + LENGTH;
        let mut seen = Seen::default();
        for seed in 1.. {
            if Moment::now() >= until {
                break;
            }
            let player = Player::sit_down(&server.address, learning, seed, Against::Oneself).await?;
            let (more, _) = player.play(until, None).await?;
            seen.orders.extend(more.orders);
            seen.prompts.extend(more.prompts);
        }
        let mean = |took: &[Duration]| ms(took.iter().sum()) / took.len().max(1) as f64;
        println!(
            "{}, one game at a time: an order {:.2} ms on average of {}, a prompt {:.2} ms of {}",
            learning.0,
            mean(&seen.orders),
            seen.orders.len(),
            mean(&seen.prompts),
            seen.prompts.len(),
        );
        means.push(mean(&seen.orders));
    }
    let times = means[1] / means[0];
    println!(
        "an order of tokens takes {times:.2} times one of squares; promised <= {DEARER}: {}",
        verdict(times <= DEARER)
    );
    Ok(())
}

/// Who sits on the other side.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Against {
    Machine,
    Oneself,
}

pub(super) struct Player {
    client: reqwest::Client,
    root: String,
    cookie: String,
    game: String,
    /// The game as the stream last told of it.
    told: watch::Receiver<Value>,
    /// Bytes that the stream has brought.
    streamed: Arc<AtomicUsize>,
    /// Entries that the stream has brought.
    entries: Arc<AtomicUsize>,
    random: u64,
    seen: Seen,
}

impl Player {
    pub(super) async fn sit_down(
        address: &str,
        (book, scenario): Learning,
        seed: u64,
        against: Against,
    ) -> Result<Player, Trouble> {
        let client = reqwest::Client::new();
        let root = format!("http://{address}/api/v1");
        let other = match against {
            Against::Machine => json!({ "kind": "machine", "machine": "quick" }),
            Against::Oneself => json!({ "kind": "me" }),
        };
        let seats = json!({ "attacker": { "kind": "me" }, "defender": other });
        let body = json!({ "book": book, "scenario": scenario, "seats": seats });
        let made = client.post(format!("{root}/games")).json(&body).send().await?.error_for_status()?;
        let cookie = made.headers().get("set-cookie").and_then(|cookie| cookie.to_str().ok()).unwrap_or_default();
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let made: Value = made.json().await?;
        let game = made["id"].as_str().ok_or("no game")?.to_owned();
        let (tell, told) = watch::channel(Value::Null);
        let (streamed, entries) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let player = Player {
            client,
            root,
            cookie,
            game,
            told,
            streamed: Arc::clone(&streamed),
            entries: Arc::clone(&entries),
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            seen: Seen::default(),
        };
        player.post("dice/leave", &json!({ "seat": "attacker" }), None).await?;
        if against == Against::Oneself {
            player.post("dice/leave", &json!({ "seat": "defender" }), None).await?;
        }
        let stream = player.client.get(format!("{}/events?games={}", player.root, player.game));
        let stream = stream.header("cookie", &player.cookie).send().await?;
        tokio::spawn(listen(stream, tell, streamed, entries));
        Ok(player)
    }

    async fn post(&self, path: &str, body: &Value, key: Option<&str>) -> Result<(Value, usize), Trouble> {
        let request = self.client.post(format!("{}/games/{}/{path}", self.root, self.game));
        let request =
            request.header("cookie", &self.cookie).header("idempotency-key", key.unwrap_or("none")).json(body);
        let answer = request.send().await?;
        let (status, text) = (answer.status(), answer.text().await?);
        if !status.is_success() {
            return Err(format!("{status} for {path}: {text}").into());
        }
        Ok((serde_json::from_str(&text)?, text.len()))
    }

    fn below(&mut self, most: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        (self.random % most.max(1) as u64) as usize
    }

    /// Plays until then, at times that are so far apart where that is said. How many entries it saw comes with it.
    pub(super) async fn play(
        mut self,
        until: Moment,
        every: Option<(Moment, Duration)>,
    ) -> Result<(Seen, usize), Trouble> {
        let mut last = Value::Null;
        let mut due = every.map(|(first, _)| first);
        while Moment::now() < until {
            if let (Some(at), Some((_, every))) = (due, every) {
                tokio::time::sleep_until(at).await;
                due = Some(at + every);
            }
            let my_turn = |game: &Value| open_ask(game).is_some_and(|ask| ask != last) || !game["result"].is_null();
            let Ok(game) = timeout_at(until, self.told.wait_for(my_turn)).await else { break };
            let game = game?.clone();
            let Some(ask) = open_ask(&game) else { break };
            last = ask.clone();
            // What was said beforehand may have been answered meanwhile.
            match self.answer(&ask).await {
                Err(trouble) if trouble.to_string().starts_with("409") => {}
                answered => answered?,
            }
        }
        Ok((self.seen, self.entries.load(Ordering::Relaxed)))
    }

    async fn answer(&mut self, ask: &Value) -> Result<(), Trouble> {
        let mut picks = Vec::new();
        let order = loop {
            let sent = Instant::now();
            let body = json!({ "seat": ask["seat"], "ask": ask["id"], "picks": picks });
            let (prompt, _) = self.post("prompt", &body, None).await?;
            self.seen.prompts.push(sent.elapsed());
            let pick = self.pick(&prompt["offers"]);
            match pick {
                Some(pick) if prompt["order"].is_null() || self.below(3) == 0 => picks.push(pick),
                _ => break prompt["order"].clone(),
            }
        };
        let (sent, before) = (Instant::now(), self.streamed.load(Ordering::Relaxed));
        let entries = self.entries.load(Ordering::Relaxed);
        let key = format!("{}-{}", ask["seat"].as_str().unwrap_or_default(), ask["id"]);
        let body = json!({ "seat": ask["seat"], "ask": ask["id"], "orders": [order] });
        let (_, bytes) = self.post("orders", &body, Some(&key)).await?;
        self.seen.orders.push(sent.elapsed());
        let brought = Arc::clone(&self.entries);
        let waited = self
            .told
            .wait_for(|game| brought.load(Ordering::Relaxed) > entries && open_ask(game).as_ref() != Some(ask));
        if timeout(Duration::from_secs(5), waited).await.is_ok() {
            self.seen.told.push(sent.elapsed());
            self.seen.bytes.push(bytes + self.streamed.load(Ordering::Relaxed) - before);
        }
        Ok(())
    }

    /// One of the picks that are offered.
    fn pick(&mut self, offers: &Value) -> Option<Value> {
        if let Some(points) = offers["point"]["region"]["points"].as_array().filter(|points| !points.is_empty()) {
            let point = &points[self.below(points.len())];
            return Some(json!({ "point": { "x": point[0], "y": point[1] } }));
        }
        if let Some(of) = offers["facing"]["of"].as_array().filter(|of| !of.is_empty()) {
            return Some(json!({ "facing": of[self.below(of.len())] }));
        }
        if let Some(of) = offers["one-of"].as_array() {
            return Some(of[self.below(of.len())]["pick"].clone());
        }
        if !offers["several"].is_null() {
            let usual = offers["several"]["usual"].as_array().cloned().unwrap_or_default();
            let least = offers["several"]["least"].as_u64().unwrap_or_default();
            let few = (0..least).map(|number| json!(number)).collect::<Vec<_>>();
            return Some(json!({ "several": if usual.len() as u64 >= least { usual } else { few } }));
        }
        (!offers["share"].is_null()).then(|| json!({ "share": offers["share"]["usual"] }))
    }
}

/// The ask that is this player's.
fn open_ask(game: &Value) -> Option<Value> {
    let mine = game["asks"].as_array()?.iter().find(|ask| ask["mine"] == true)?;
    Some(json!({ "seat": mine["seat"], "id": mine["id"] }))
}

/// Reads a live stream for as long as it lasts.
async fn listen(
    mut stream: reqwest::Response,
    tell: watch::Sender<Value>,
    streamed: Arc<AtomicUsize>,
    entries: Arc<AtomicUsize>,
) {
    let mut text = String::new();
    while let Ok(Some(more)) = stream.chunk().await {
        streamed.fetch_add(more.len(), Ordering::Relaxed);
        text += &String::from_utf8_lossy(&more);
        while let Some(end) = text.find("\n\n") {
            let event: String = text.drain(..end + 2).collect();
            let Some(data) = event.lines().find_map(|line| line.strip_prefix("data: ")) else { continue };
            let Ok(data) = serde_json::from_str::<Value>(data) else { continue };
            if event.contains("event: entries") {
                entries.fetch_add(data["entries"].as_array().map_or(0, Vec::len), Ordering::Relaxed);
            } else if event.contains("event: game") {
                tell.send_replace(data);
            }
        }
    }
}
