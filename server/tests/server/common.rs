//! What the tests of the server share: a server without a socket, browsers that talk to it, and players at random.
#![allow(dead_code, unreachable_pub, reason = "each file of tests uses some of it")]

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use kernel::book::Book;
use kernel::dice::Seeded;
use kernel::game::{AtRandom, DiceRoot, Machine, Playable};
use serde_json::{Value, json};
use server::store::Store;
use server::{App, Config, Limits, Rate};
use shelf::Shelf;
use squares::game::Squares;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;
use testkit::drill::{BOOK, GAME};
use tower::ServiceExt;

/// A server without a socket, over a file of its own.
pub struct House {
    pub app: Arc<App>,
    pub router: Router,
    /// Held as long as the server is there.
    pub folder: TempDir,
}

/// A shelf with the test book beside the five, and squares under a name of its own with a machine that is quick.
pub fn shelf() -> Shelf {
    Shelf::five().with(&BOOK, &GAME).with(&SQUARES_BOOK, &SQUARES)
}

static SQUARES_BOOK: Book = Book {
    id: "squares-at-random",
    title: "Squares",
    about: "Squares with a machine that takes any legal order.",
    scale: "",
    dice: "d6",
    charts: &[],
    procedures: Vec::new,
    page: "",
};

static SQUARES: Playable<Squares> =
    Playable::of(&[Machine::of("random", "takes any legal order", || Box::new(AtRandom))]);

/// A configuration for tests: no rates, no leisure.
pub fn config() -> Config {
    Config {
        limits: Limits {
            address: Rate::unlimited(),
            seat: Rate::unlimited(),
            new_games: Rate::unlimited(),
            ..Limits::default()
        },
        pace: Duration::ZERO,
        look_round: Duration::from_millis(50),
        ..Config::default()
    }
}

impl House {
    pub async fn open() -> House {
        House::with(config()).await
    }

    pub async fn with(config: Config) -> House {
        House::of(config, shelf()).await
    }

    pub async fn of(config: Config, shelf: Shelf) -> House {
        let folder = tempfile::tempdir().unwrap();
        let store = store_in(&folder).await;
        let app = App::new(config, shelf, store);
        app.start().await.unwrap();
        House { router: app.router(), app, folder }
    }

    pub fn browser(&self) -> Browser {
        Browser::at(self.router.clone())
    }
}

pub async fn store_in(folder: &TempDir) -> Arc<dyn Store> {
    server::store::open(&format!("sqlite:{}", folder.path().join("games.db").display())).await.unwrap()
}

/// A browser: it keeps its cookie.
#[derive(Clone)]
pub struct Browser {
    router: Router,
    pub cookie: Option<String>,
}

pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("{} is not JSON: {}", self.status, self.text))
    }

    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        self.json()
    }

    pub fn problem(&self, status: u16, kind: &str) -> Value {
        let body = self.json();
        assert_eq!((self.status.as_u16(), body["kind"].as_str()), (status, Some(kind)), "{}", self.text);
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        assert!(body["detail"].as_str().is_some_and(|detail| detail.ends_with(['.', '?', '!'])), "{body}");
        body
    }
}

impl Browser {
    pub fn at(router: Router) -> Browser {
        Browser { router, cookie: None }
    }

    pub async fn send(&mut self, request: Request<Body>) -> Answer {
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        if let Some(cookie) = parts.headers.get(header::SET_COOKIE) {
            let cookie = cookie.to_str().unwrap();
            assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: parts.status, headers: parts.headers, text }
    }

    pub fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "localhost:7878");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        request
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        let request = self.request(Method::GET, &format!("/api/v1{path}")).body(Body::empty()).unwrap();
        self.send(request).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        self.post_once(path, body, None).await
    }

    pub async fn post_once(&mut self, path: &str, body: &Value, key: Option<&str>) -> Answer {
        let mut request =
            self.request(Method::POST, &format!("/api/v1{path}")).header(header::CONTENT_TYPE, "application/json");
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let request = request.body(Body::from(body.to_string())).unwrap();
        self.send(request).await
    }

    /// Answers an ask.
    pub async fn order(&mut self, game: &str, seat: &str, ask: &Value, order: &Value, key: &str) -> Answer {
        let body = json!({ "seat": seat, "ask": ask, "orders": [order] });
        self.post_once(&format!("/games/{game}/orders"), &body, Some(key)).await
    }

    /// Makes a game of drill; the answer has its links.
    pub async fn make(&mut self, seats: &Value, options: &Value) -> Value {
        let body = json!({ "book": "drill", "scenario": "skirmish", "seats": seats, "options": options });
        let answer = self.post("/games", &body).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json()
    }

    /// Takes a seat by its link.
    pub async fn join(&mut self, link: &Value) -> Value {
        let link = link.as_str().unwrap().strip_prefix("/#/join/").unwrap();
        let (game, secret) = link.split_once('/').unwrap();
        self.post(&format!("/games/{game}/join"), &json!({ "secret": secret })).await.ok()
    }

    /// Commits to bytes for a seat.
    pub async fn commit_dice(&mut self, game: &str, seat: &str, bytes: &[u8]) -> Value {
        let body = json!({ "seat": seat, "commitment": hex(&DiceRoot::player_commitment(bytes)) });
        self.post(&format!("/games/{game}/dice/commit"), &body).await.ok()
    }

    pub async fn open_dice(&mut self, game: &str, seat: &str, bytes: &[u8]) -> Value {
        self.post(&format!("/games/{game}/dice/open"), &json!({ "seat": seat, "bytes": hex(bytes) })).await.ok()
    }

    /// The ask of a seat that is open.
    pub async fn my_ask(&mut self, game: &str, seat: &str) -> Option<Value> {
        let table = self.get(&format!("/games/{game}/table?seat={seat}")).await.ok();
        mine(&table["asks"], seat)
    }

    /// An order put together at random from what is offered.
    pub async fn pick_order(&mut self, game: &str, seat: &str, ask: &Value, random: &mut Seeded) -> Option<Value> {
        let mut picks: Vec<Value> = Vec::new();
        loop {
            let body = json!({ "seat": seat, "ask": ask["id"], "picks": picks });
            let answer = self.post(&format!("/games/{game}/prompt"), &body).await;
            if answer.status == StatusCode::CONFLICT {
                return None;
            }
            let prompt = answer.ok();
            if !prompt["order"].is_null() && (prompt["offers"] == "nothing" || random.below(2) == 0) {
                assert!(!prompt["preview"].is_null(), "an order has its preview");
                return Some(prompt["order"].clone());
            }
            picks.push(any_pick(&prompt["offers"], random));
        }
    }
}

/// The ask of a seat among some.
pub fn mine(asks: &Value, seat: &str) -> Option<Value> {
    asks.as_array().unwrap().iter().find(|ask| ask["seat"] == seat && ask["mine"] == true).cloned()
}

/// One of the picks that are offered.
pub fn any_pick(offers: &Value, random: &mut Seeded) -> Value {
    let mut below = |bound: usize| random.below(bound as u32) as usize;
    if let Some(of) = offers["one-of"].as_array() {
        return of[below(of.len())]["pick"].clone();
    }
    if let Some(several) = offers.get("several") {
        let of = several["of"].as_array().unwrap().len();
        let least = several["least"].as_u64().unwrap() as usize;
        let most = (several["most"].as_u64().unwrap() as usize).min(of);
        let count = least + below(most - least + 1);
        return json!({ "several": (0..count).collect::<Vec<_>>() });
    }
    if let Some(share) = offers.get("share") {
        let of = share["of"].as_array().unwrap();
        let mut shares = vec![0_u64; of.len()];
        for _ in 0..share["total"].as_u64().unwrap() {
            let open: Vec<usize> =
                (0..of.len()).filter(|&i| of[i]["most"].as_u64().is_none_or(|most| shares[i] < most)).collect();
            shares[open[below(open.len())]] += 1;
        }
        return json!({ "share": shares });
    }
    let (inner, points) = match (offers.get("point"), offers.get("facing")) {
        (Some(point), _) => (point, point["region"]["points"].as_array().unwrap().clone()),
        (_, Some(facing)) => (facing, facing["of"].as_array().unwrap().clone()),
        _ => panic!("nothing is offered: {offers}"),
    };
    let or = inner["or"].as_array().unwrap();
    let at = below(points.len() + or.len());
    if at >= points.len() {
        return or[at - points.len()]["pick"].clone();
    }
    if points[at].is_array() {
        json!({ "point": { "x": points[at][0], "y": points[at][1] } })
    } else {
        json!({ "facing": points[at] })
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A game of two people that has begun: the browsers of red and blue, and its name.
pub async fn two_people(house: &House, options: &Value) -> (Browser, Browser, String) {
    let (mut red, mut blue) = (house.browser(), house.browser());
    let made = red.make(&json!({ "red": { "kind": "me" }, "blue": { "kind": "link" } }), options).await;
    let game = made["id"].as_str().unwrap().to_owned();
    blue.join(&made["links"]["blue"]).await;
    begin(&mut red, &mut blue, &game).await;
    (red, blue, game)
}

/// Makes the dice of a game of two.
pub async fn begin(red: &mut Browser, blue: &mut Browser, game: &str) {
    red.commit_dice(game, "red", &[1; 32]).await;
    blue.commit_dice(game, "blue", &[2; 32]).await;
    red.open_dice(game, "red", &[1; 32]).await;
    let view = blue.open_dice(game, "blue", &[2; 32]).await;
    assert_eq!(view["status"], "playing");
}

/// Plays a game of two at random until it is over, or so many orders.
pub async fn play(red: &mut Browser, blue: &mut Browser, game: &str, most: usize, random: &mut Seeded) -> usize {
    for played in 0..most {
        let mut over = true;
        for (browser, seat) in [(&mut *red, "red"), (&mut *blue, "blue")] {
            let Some(ask) = browser.my_ask(game, seat).await else { continue };
            over = false;
            let Some(order) = browser.pick_order(game, seat, &ask, random).await else { continue };
            let key = format!("{seat}-{}", ask["id"]);
            browser.order(game, seat, &ask["id"], &order, &key).await.ok();
            break;
        }
        if over {
            return played;
        }
    }
    most
}
