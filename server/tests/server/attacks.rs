//! What is sent by somebody who means ill: it is answered with a sentence, soon, and holds nobody else up.

use crate::common::{Answer, Browser, House, play, shelf, two_people};
use axum::body::Body;
use axum::http::Method;
use kernel::dice::Seeded;
use kernel::game::{AskId, Logged, LoggedEntry, Snapshot, What};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn upload(browser: &mut Browser, log: String) -> Answer {
    let request = browser.request(Method::POST, "/api/v1/logs").header("content-type", "text/plain");
    let request = request.body(Body::from(log)).unwrap();
    browser.send(request).await
}

/// What stands before the entries of a log of drill that another release has played, its set-up, and how it stood then.
async fn begun_elsewhere(house: &House) -> (String, Snapshot) {
    let (mut red, mut blue, game) = two_people(house, &json!({ "turns": 1, "scouts": 0 })).await;
    play(&mut red, &mut blue, &game, 2000, &mut Seeded::new(1)).await;
    let log = red.get(&format!("/games/{game}/log")).await.text;
    let (begun, _) = log.split_once("entry 1 ").unwrap();
    let mut logged = Logged::read(&log).unwrap();
    logged.entries.truncate(1);
    logged.result = None;
    let table = shelf().game("drill").unwrap().replay_as_far(&logged).table.unwrap();
    // Without the key of its hashes nobody can hold it to them.
    let begun: String = begun.split_inclusive('\n').filter(|line| !line.starts_with("key: ")).collect();
    let release = format!("release: {}", logged.header.release);
    (begun.replacen(&release, "release: elsewhere", 1), serde_json::from_str(&table.snapshot_text()).unwrap())
}

fn entry(number: u32, what: What<Value, String>, said: &[&str]) -> String {
    let said = said.iter().map(|said| (*said).to_owned()).collect();
    LoggedEntry { number, what, dice: Vec::new(), said, state: None }.to_string()
}

/// Rules elsewhere may have led anywhere, but never back to what comes later.
#[tokio::test]
async fn a_log_that_goes_back_to_itself_does_not_go_round_for_ever() {
    let house = House::open().await;
    let (begun, _) = begun_elsewhere(&house).await;
    let mut me = house.browser();
    for to in [1, 2, 4_000_000_000] {
        let round = What::Undo { seat: "red".to_owned(), to, agreed: true };
        let back = What::Undo { seat: "red".to_owned(), to: 1, agreed: true };
        let log = format!("{begun}{}{}result: nobody wins: so\n", entry(1, round, &[]), entry(2, back, &[]));
        let report = upload(&mut me, log).await.ok();
        let replay = report["replay"].as_str().expect("it is shown as it was told");
        for at in 0..=2 {
            let path = format!("/replays/{replay}/position?seat=red&entry={at}");
            let answer = tokio::time::timeout(Duration::from_secs(20), me.get(&path)).await.expect("it is answered");
            assert!([200, 404].contains(&answer.status.as_u16()), "{}", answer.text);
        }
    }
}

#[tokio::test]
async fn a_log_that_has_gone_on_under_many_releases_is_looked_at_once_for_each() {
    let house = House::open().await;
    let (begun, from) = begun_elsewhere(&house).await;
    let mut me = house.browser();
    for (releases, status) in [(30, 200), (51, 422)] {
        let mut log = begun.clone();
        for part in 0..releases {
            let led_elsewhere = What::Orders { seat: "red".to_owned(), ask: AskId(99), orders: Vec::new() };
            let goes_on = What::Release { release: format!("elsewhere-{part}"), from: Box::new(from.clone()) };
            log += &entry(2 * part + 1, led_elsewhere, &[]);
            log += &entry(2 * part + 2, goes_on, &["It goes on."]);
        }
        let started = Instant::now();
        let answer = tokio::time::timeout(Duration::from_secs(30), upload(&mut me, log)).await.expect("it is answered");
        assert_eq!(answer.status.as_u16(), status, "after {:?}: {}", started.elapsed(), answer.text);
        if status == 200 {
            assert_eq!(answer.json()["parts"].as_array().unwrap().len(), releases as usize + 1);
        } else {
            assert!(answer.text.contains("at most 50 are looked at"), "{}", answer.text);
        }
    }
}

/// As many troubles as fit into a text, and nesting as deep as it goes.
#[tokio::test]
async fn a_scenario_that_is_wrong_everywhere_is_refused_as_soon_as_any_other() {
    const LONG: usize = 250_000;
    let times = |text: &str| text.repeat(LONG / text.len());
    let keys: String = (0..LONG / 12).map(|at| format!("key{at:05} = 1\n")).collect();
    let places: String = (0..LONG / 20).map(|at| format!("x{at:05} = 'Wood {at}'\n")).collect();
    let texts = [
        times("=\n"),
        times("= "),
        times("[[objectives]]\n"),
        format!("[objectives]\n{places}"),
        keys,
        format!("a = {}", times("[")),
        format!("a = {}", times("{a=")),
        format!("{} = 1", times("a.")),
        format!("[{}]", times("a.")),
        times("[a]\n"),
        format!("title = '{}'", times("\u{202e}")),
    ];
    let house = House::open().await;
    let mut me = house.browser();
    for book in ["squares", "tokens", "somme", "elements", "figures"] {
        for (which, text) in texts.iter().enumerate() {
            let started = Instant::now();
            let text = format!("book = '{book}'\n{text}");
            let answer = me.post(&format!("/books/{book}/drafts"), &json!({ "text": text })).await;
            answer.problem(422, "refused");
            assert!(answer.text.len() < 100_000, "{book} {which}: {} bytes", answer.text.len());
            assert!(started.elapsed() < Duration::from_secs(10), "{book} {which}: {:?}", started.elapsed());
        }
    }
}

/// Everything that an order is with one of its numbers absurd.
fn absurd(order: &Value) -> Vec<Value> {
    let numbers = [-1, 0, 255, 256, 65_535, 65_536, i64::from(i32::MAX), i64::from(u32::MAX), i64::MAX, i64::MIN];
    match order {
        Value::Number(_) => {
            let whole = numbers.into_iter().map(Value::from);
            whole.chain([json!(u64::MAX), json!(1e308), json!(-0.5), json!(null)]).collect()
        }
        Value::Array(items) => (0..items.len())
            .flat_map(|at| absurd(&items[at]).into_iter().map(move |other| (at, other)))
            .map(|(at, other)| {
                let mut items = items.clone();
                items[at] = other;
                Value::Array(items)
            })
            .chain([json!(vec![items.first().cloned().unwrap_or_default(); 3_000])])
            .collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| absurd(value).into_iter().map(move |other| (name, other)))
            .map(|(name, other)| {
                let mut fields = fields.clone();
                fields.insert(name.clone(), other);
                Value::Object(fields)
            })
            .collect(),
        Value::String(_) => vec![json!(""), json!("x".repeat(30_000)), json!("\u{0}\u{202e}")],
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

/// Sends something that nobody would: it is refused, or taken, and soon.
async fn bears(me: &mut Browser, path: &str, body: &Value) -> u16 {
    let started = Instant::now();
    let answer = me.post_once(path, body, Some("k")).await;
    let (status, shown) = (answer.status.as_u16(), body.to_string());
    let shown = shown.chars().take(300).collect::<String>();
    assert!(status < 500, "{path} {shown}: {}", answer.text);
    assert!(started.elapsed() < Duration::from_secs(10), "{path} {shown}: {:?}", started.elapsed());
    if status >= 400 {
        let detail = answer.json()["detail"].as_str().unwrap_or_default().to_owned();
        assert!(detail.ends_with(['.', '!', '?']), "{path} {shown}: {detail}");
    }
    status
}

/// Every book, over HTTP, asked with numbers that no table has.
#[tokio::test]
async fn absurd_numbers_are_refused_by_every_book() {
    let house = House::open().await;
    for book in ["squares", "tokens", "somme", "elements", "figures"] {
        let mut me = house.browser();
        let about = me.get(&format!("/books/{book}")).await.ok();
        let scenario = about["scenarios"][0]["id"].as_str().unwrap();
        let seats: Vec<&str> = about["seats"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let sit: Value = seats.iter().map(|seat| ((*seat).to_owned(), json!({ "kind": "me" }))).collect();
        let made = me.post("/games", &json!({ "book": book, "scenario": scenario, "seats": sit })).await.ok();
        let game = made["id"].as_str().unwrap().to_owned();
        for seat in &seats {
            me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
        }
        let mut random = Seeded::new(5);
        let (mut tried, mut refused) = (0, 0);
        for round in 0..8 {
            for seat in &seats {
                let Some(ask) = me.my_ask(&game, seat).await else { continue };
                let Some(order) = me.pick_order(&game, seat, &ask, &mut random).await else { continue };
                let mut others = absurd(&order);
                while others.len() > 40 {
                    others.swap_remove(random.below(others.len() as u32) as usize);
                }
                for order in others {
                    let body = json!({ "seat": seat, "ask": ask["id"], "order": order });
                    let status = bears(&mut me, &format!("/games/{game}/preview"), &body).await;
                    (tried, refused) = (tried + 1, refused + u32::from(status >= 400));
                }
                let given = me.order(&game, seat, &ask["id"], &order, &format!("{round}{seat}")).await;
                // What he has said beforehand that he would answer may come first.
                if given.status != 409 {
                    given.ok();
                }
            }
        }
        assert!(tried > 20 && refused > tried / 2, "{book}: {refused} of {tried}");
        let far =
            [json!({ "point": { "x": 1_000_000, "y": -1_000_000 } }), json!({ "point": { "x": i64::MAX, "y": 0 } })];
        let picks = [
            json!({ "piece": u32::MAX }),
            json!({ "piece": 1 }),
            json!({ "place": u32::MAX }),
            json!({ "facing": 65_535 }),
        ];
        let more = [
            json!({ "several": vec![255; 5_000] }),
            json!({ "share": vec![255; 5_000] }),
            json!({ "option": "x".repeat(30_000) }),
        ];
        for pick in far.iter().chain(&picks).chain(&more) {
            for piece in [json!(0), json!(1), json!(u32::MAX), json!(-1), json!(1e300)] {
                let body = json!({ "seat": seats[0], "piece": piece, "on": pick });
                bears(&mut me, &format!("/games/{game}/what-if"), &body).await;
            }
            if let Some(ask) = me.my_ask(&game, seats[0]).await {
                let body = json!({ "seat": seats[0], "ask": ask["id"], "picks": vec![pick.clone(); 500] });
                bears(&mut me, &format!("/games/{game}/prompt"), &body).await;
            }
        }
        for piece in [0, 1, 2, u32::MAX] {
            bears(&mut me, &format!("/games/{game}/survey"), &json!({ "seat": seats[0], "piece": piece })).await;
        }
        for seat in [json!(seats[0]), json!("spectator"), json!("nobody"), json!("x".repeat(30_000)), json!(7)] {
            bears(&mut me, &format!("/games/{game}/layers"), &json!({ "seat": seat })).await;
        }
    }
}

#[tokio::test]
async fn a_line_that_is_full_of_markup_is_a_line() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    let chat = format!("/games/{game}/chat");
    let line = "<img src=x onerror=alert(1)><script>1</script> {{7*7}} \u{1b}[31m &amp; '; DROP TABLE lines;--";
    red.post(&chat, &json!({ "seat": "red", "text": line })).await.ok();
    let read = blue.get(&chat).await;
    assert_eq!(read.headers["content-type"], "application/json", "no browser takes it for a page");
    let text = read.json()["lines"][0]["text"].as_str().unwrap().to_owned();
    assert_eq!(text, line.replace('\u{1b}', " "), "it is kept as it was written, in plain text");
}
