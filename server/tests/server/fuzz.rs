//! Random and mutated requests: whatever is sent, the answer is never a fault of the server's.

use crate::common::{Browser, House, begin, play};
use axum::body::Body;
use axum::http::{Method, header};
use kernel::dice::Seeded;
use serde_json::{Map, Value, json};

/// Something that is JSON.
fn anything(random: &mut Seeded, depth: u32) -> Value {
    let words = ["red", "blue", "spectator", "", "plot", "move", "hide", "\u{0}", "ünï", "a.b.c", "0", "-1"];
    match random.below(if depth == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => Value::Bool(random.below(2) == 0),
        2 => {
            let numbers = [
                json!(0),
                json!(-1),
                json!(255),
                json!(256),
                json!(1e308),
                json!(0.5),
                json!(u64::MAX),
                json!(i64::MIN),
            ];
            numbers[random.below(8) as usize].clone()
        }
        3 | 4 => json!(words[random.below(words.len() as u32) as usize]),
        5 => (0..random.below(4)).map(|_| anything(random, depth - 1)).collect(),
        _ => {
            let fields = (0..random.below(4)).map(|_| {
                let name = words[random.below(words.len() as u32) as usize].to_owned();
                (name, anything(random, depth - 1))
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
    }
}

/// The same with something in it changed.
fn mutated(value: &Value, random: &mut Seeded) -> Value {
    if random.below(5) == 0 {
        return anything(random, 2);
    }
    match value {
        Value::Number(number) => match (number.as_i64(), random.below(4)) {
            (Some(number), 0) => json!(number.wrapping_add(1)),
            (Some(number), 1) => json!(number.wrapping_neg()),
            (Some(number), 2) => json!(number.wrapping_mul(1_000_003)),
            _ => json!(i64::MAX),
        },
        Value::String(text) => json!(format!("{text}{}", ["", "x", "\u{0}", "'"][random.below(4) as usize])),
        Value::Array(items) if !items.is_empty() => {
            let mut items = items.clone();
            let at = random.below(items.len() as u32) as usize;
            match random.below(4) {
                0 => {
                    items.remove(at);
                }
                1 => items.push(items[at].clone()),
                2 => items.extend(std::iter::repeat_n(items[at].clone(), 300)),
                _ => items[at] = mutated(&items[at], random),
            }
            Value::Array(items)
        }
        Value::Object(fields) if !fields.is_empty() => {
            let mut fields = fields.clone();
            let name = fields.keys().nth(random.below(fields.len() as u32) as usize).unwrap().clone();
            if random.below(6) == 0 {
                fields.remove(&name);
            } else {
                let inner = mutated(&fields[&name], random);
                fields.insert(name, inner);
            }
            Value::Object(fields)
        }
        other => other.clone(),
    }
}

async fn alone(house: &House, options: &Value) -> (Browser, String) {
    let mut me = house.browser();
    let made = me.make(&json!({ "red": { "kind": "me" }, "blue": { "kind": "me" } }), options).await;
    let game = made["id"].as_str().unwrap().to_owned();
    let mut same = me.clone();
    begin(&mut me, &mut same, &game).await;
    (me, game)
}

#[tokio::test]
async fn random_and_mutated_orders_are_refused_and_never_break_anything() {
    let house = House::open().await;
    let mut random = Seeded::new(17);
    let (mut taken, mut refused) = (0, 0);
    for round in 0..12 {
        let (mut me, game) = alone(&house, &json!({ "turns": 2 })).await;
        for step in 0..150 {
            let mut over = true;
            for seat in ["red", "blue"] {
                let Some(ask) = me.my_ask(&game, seat).await else { continue };
                over = false;
                let Some(order) = me.pick_order(&game, seat, &ask, &mut random).await else { continue };
                for other in 0..4 {
                    let wrong =
                        if random.below(4) == 0 { anything(&mut random, 3) } else { mutated(&order, &mut random) };
                    let id = if random.below(5) == 0 { anything(&mut random, 1) } else { ask["id"].clone() };
                    let body = json!({ "seat": seat, "ask": id, "orders": [wrong] });
                    for path in ["preview", "orders"] {
                        let body = if path == "preview" {
                            json!({ "seat": seat, "ask": body["ask"], "order": body["orders"][0] })
                        } else {
                            body.clone()
                        };
                        let key = format!("f{round}-{step}-{other}-{seat}");
                        let answer = me.post_once(&format!("/games/{game}/{path}"), &body, Some(&key)).await;
                        assert!(answer.status.as_u16() < 500, "{}: {} for {body}", answer.status, answer.text);
                        if answer.status.is_success() { taken += 1 } else { refused += 1 }
                    }
                }
                let body = json!({ "seat": seat, "ask": ask["id"], "picks": [mutated(&json!({ "point": { "x": 100, "y": 200 } }), &mut random), anything(&mut random, 2)] });
                let answer = me.post(&format!("/games/{game}/prompt"), &body).await;
                assert!(answer.status.as_u16() < 500, "{}: {} for {body}", answer.status, answer.text);
            }
            if over {
                break;
            }
            let mut same = me.clone();
            play(&mut me, &mut same, &game, 1, &mut random).await;
        }
    }
    assert!(refused > 1000 && taken > 0, "{taken} taken, {refused} refused");
}

#[tokio::test]
async fn requests_that_make_no_sense_are_problems_of_the_sender() {
    let house = House::open().await;
    let (me, game) = alone(&house, &json!({})).await;
    let mut me = me;
    let mut random = Seeded::new(23);
    let description = serde_json::to_value(server::App::description()).unwrap();
    let paths: Vec<(String, Vec<String>)> = description["paths"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(path, methods)| (path.clone(), methods.as_object().unwrap().keys().cloned().collect()))
        .collect();
    assert!(paths.len() > 30, "{}", paths.len());
    let names = ["drill", "squares", "somme", &game, "red", "skirmish", "%00", "%F0%9F%8E%B2", "..", "a b"]
        .map(|name| name.replace(' ', "%20"));
    for (path, methods) in &paths {
        if path.ends_with("/events") {
            continue;
        }
        for method in methods {
            for _ in 0..25 {
                let mut path = path.clone();
                while let (Some(start), Some(end)) = (path.find('{'), path.find('}')) {
                    let name = if path.contains("/games/{") && random.below(2) == 0 {
                        game.clone()
                    } else {
                        names[random.below(names.len() as u32) as usize].clone()
                    };
                    path.replace_range(start..=end, &name);
                }
                if random.below(3) == 0 {
                    path += "?seat=red&entry=4294967296&from=-1";
                }
                let method = Method::from_bytes(method.to_uppercase().as_bytes()).unwrap();
                let body = match random.below(6) {
                    0 => "{".to_owned(),
                    1 => String::new(),
                    2 => "[".repeat(5000),
                    _ => anything(&mut random, 3).to_string(),
                };
                let kind =
                    ["application/json", "text/plain", "application/json; charset=utf-8"][random.below(3) as usize];
                let request = me.request(method, &path).header(header::CONTENT_TYPE, kind);
                let Ok(request) = request.header("idempotency-key", "k").body(Body::from(body.clone())) else {
                    continue;
                };
                let answer = me.send(request).await;
                assert!(answer.status.as_u16() < 500, "{} {path} {body}: {}", answer.status, answer.text);
                if answer.status.is_client_error() {
                    assert_eq!(
                        answer.headers[header::CONTENT_TYPE],
                        "application/problem+json",
                        "{path}: {}",
                        answer.text
                    );
                }
            }
        }
    }
}
