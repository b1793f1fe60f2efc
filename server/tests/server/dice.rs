//! `docs/dice.md` is held to the code, and the code to it.

use crate::common::{Browser, House, begin, config, hex, play, two_people};
use axum::body::Body;
use axum::http::Method;
use kernel::dice::{Die, Seeded};
use kernel::game::{
    AskId, DiceKind, DiceReceipt, DiceRoot, Logged, LoggedEntry, Thrown, Throws, Undone, Vouched, What, words_of,
};
use serde_json::json;
use server::{Chance, Config, GameId};

#[test]
fn the_test_vectors_of_the_specification_hold() {
    let page = include_str!("../../../docs/dice.md");
    let vectors = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there are vectors");
    let lines: Vec<Vec<&str>> = vectors.lines().map(|line| line.split_whitespace().collect()).collect();
    let one = |name: &str| lines.iter().find(|line| line[0] == name).unwrap_or_else(|| panic!("no {name}"));
    let secret = bytes32(one("secret")[1]);
    let game = one("game")[1];
    let commitment = DiceRoot::commitment(&secret, game);
    assert_eq!(commitment, bytes32(one("commitment")[1]));

    let of = |name: &str| lines.iter().filter(|line| line[0] == name).cloned().collect::<Vec<_>>();
    let openings: Vec<(String, Vec<u8>)> =
        of("bytes").iter().map(|line| (line[1].to_owned(), unhex(line[2]))).collect();
    assert_eq!(openings.len(), 2);
    for ((_, bytes), line) in openings.iter().zip(of("committed")) {
        assert_eq!(DiceRoot::player_commitment(bytes), bytes32(line[2]));
    }
    let root = DiceRoot::of_secret(&secret, &commitment, &openings);
    assert_eq!(root.state_key(), bytes32(one("state-key")[1]));

    let mut checked = 0;
    let mut check = |names: [&str; 2], dice: &dyn Fn(u32, Option<&str>) -> Seeded| {
        for (of_what, faces) in of(names[0]).iter().zip(of(names[1])) {
            let stream = (of_what[2] != "public").then_some(of_what[2]);
            let mut dice = dice(of_what[1].parse().unwrap(), stream);
            for word in &faces[1..] {
                let (die, face) = word.split_once(':').unwrap();
                assert_eq!(dice.face(die_of(die)).to_string(), face, "{names:?} {} {}", of_what[1], of_what[2]);
                checked += 1;
            }
        }
    };
    check(["entry", "faces"], &|number, stream| root.dice(number, stream));
    check(["throw", "thrown"], &|number, stream| root.throw(number, stream));
    assert_eq!(checked, 96);
    assert_eq!(words_of(&commitment), one("words")[1]);

    let receipt = page.split("```receipt\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there is one");
    let receipt = DiceReceipt::read(receipt).unwrap();
    assert_eq!((receipt.game.as_str(), receipt.commitment, receipt.late), (game, commitment, false));
    assert_eq!(receipt.bytes, [openings[0].clone()]);
    assert_eq!(receipt.committed.len(), 2);
}

/// A game of two people on a table of dice, to its end, and the receipt that the browser of red has kept of it.
async fn played() -> (House, String, String) {
    let house = House::open().await;
    let (mut red, mut blue) = (house.browser(), house.browser());
    let made = red.make(&json!({ "red": { "kind": "me" }, "blue": { "kind": "link" } }), &json!({})).await;
    let game = made["id"].as_str().unwrap().to_owned();
    let commitment = made["dice"]["commitment"].as_str().unwrap();
    blue.join(&made["links"]["blue"]).await;
    begin(&mut red, &mut blue, &game).await;
    play(&mut red, &mut blue, &game, 2000, &mut Seeded::new(1)).await;
    let log = red.get(&format!("/games/{game}/log")).await.text;
    let committed = |byte: u8| hex(&DiceRoot::player_commitment(&[byte; 32]));
    let receipt = format!(
        "sandtable receipt 1\ngame: {game}\nseen: 2026-11-17T12:00:00Z\ncommitment: {commitment}\n\
         bytes: red {}\ncommitted: red {}\ncommitted: blue {}\nopened: 2026-11-17T12:01:00Z\n",
        hex(&[1; 32]),
        committed(1),
        committed(2)
    );
    (house, log, receipt)
}

/// The log of a game whose operator has put his database back and drawn another secret, with dice to his liking.
fn with_another_secret(log: &str) -> String {
    let logged = Logged::read(log).unwrap();
    let DiceKind::Proved { game, openings, .. } = &logged.header.dice else { panic!("a server's dice") };
    let secret = [99; 32];
    let commitment = DiceRoot::commitment(&secret, game);
    let root = DiceRoot::of_secret(&secret, &commitment, openings);
    let mut throws = Throws::<String>::default();
    let mut text = String::new();
    let mut entries = logged.entries.iter();
    let mut entry = None;
    for line in log.lines() {
        if line.starts_with("entry ")
            && let Some(before) = entry.replace(entries.next().unwrap())
        {
            throws.fell(&before.dice);
        }
        let other = match line.split_once(": ") {
            Some(("dice", _)) => format!("dice: committed {game} {}", hex(&commitment)),
            Some(("secret", _)) => format!("secret: {}", hex(&secret)),
            Some((dice, faces)) if dice.starts_with("  dice") => {
                let seat = dice.strip_prefix("  dice ").map(str::to_owned);
                let mut fall = root.throw(throws.next(seat.as_ref()), seat.as_deref());
                let mut die = Die::D6;
                let faces = faces.split(' ').map(|word| {
                    if word.parse::<u8>().is_ok() {
                        return fall.face(die).to_string();
                    }
                    die = die_of(word);
                    word.to_owned()
                });
                format!("{dice}: {}", faces.collect::<Vec<_>>().join(" "))
            }
            _ => line.to_owned(),
        };
        text += &(other + "\n");
    }
    text
}

#[tokio::test]
async fn a_receipt_shows_that_the_server_has_changed_its_secret_and_a_log_alone_does_not() {
    let (_house, log, receipt) = played().await;
    let receipt = DiceReceipt::read(&receipt).unwrap();
    let honest = Logged::read(&log).unwrap();
    assert!(honest.prove_dice().unwrap().unwrap() > 3);
    assert_eq!(receipt.hold(&honest), Ok(Vouched::CommittedBefore));
    let forged = Logged::read(&with_another_secret(&log)).unwrap();
    assert_eq!(forged.prove_dice().unwrap(), honest.prove_dice().unwrap(), "by itself it is as good as the other");
    let trouble = receipt.hold(&forged).unwrap_err().to_string();
    assert!(trouble.contains("the server has changed its commitment: on 2026-11-17T12:00:00Z it was"), "{trouble}");
}

#[tokio::test]
async fn a_receipt_holds_every_seat_to_what_it_had_committed_to() {
    type Openings = Vec<(String, Vec<u8>)>;
    let (_house, log, receipt) = played().await;
    let logged = Logged::read(&log).unwrap();
    let changed = |change: &dyn Fn(&mut Openings)| {
        let mut logged = logged.clone();
        let DiceKind::Proved { openings, .. } = &mut logged.header.dice else { panic!("a server's dice") };
        change(openings);
        let receipt = DiceReceipt::read(&receipt).unwrap();
        receipt.hold(&logged).unwrap_err().to_string()
    };
    let own = changed(&|openings| openings[0].1[0] ^= 1);
    assert!(own.contains("does not have the bytes that the red gave"), "{own}");
    let other = changed(&|openings| openings[1].1[0] ^= 1);
    assert!(other.contains("the blue has not opened the bytes that it had committed to"), "{other}");
    let gone = changed(&|openings| drop(openings.pop()));
    assert!(gone.contains("the blue has not opened"), "{gone}");
    let more = changed(&|openings| openings.push(("green".to_owned(), vec![0; 32])));
    assert!(more.contains("the green had committed to nothing"), "{more}");
    let elsewhere = receipt.replace("game: ", "game: other");
    let trouble = DiceReceipt::read(&elsewhere).unwrap().hold(&logged).unwrap_err().to_string();
    assert!(trouble.contains("the receipt is of game other"), "{trouble}");
    let late = receipt.replace("commitment:", "late: yes\ncommitment:");
    assert_eq!(DiceReceipt::read(&late).unwrap().hold(&logged), Ok(Vouched::Late));
    for (text, part) in [
        ("", "line 1: a receipt begins with"),
        ("sandtable receipt 1\nnonsense", "line 2: 'nonsense' is not a line of a receipt"),
        ("sandtable receipt 1\ngame: x\nseen: y\ncommitment: 12", "line 4: 'commitment: 12' is not a commitment"),
        ("sandtable receipt 1\ngame: x\nseen: y\n", "has no line 'commitment: ...'"),
    ] {
        let trouble = DiceReceipt::read(text).unwrap_err().to_string();
        assert!(trouble.contains(part), "{trouble}");
    }
}

/// Orders without dice that are taken back must not move the dice of the next throw: otherwise a friend of the server,
/// who knows all dice, would choose his throw among as many as he likes.
#[tokio::test]
async fn doing_and_taking_back_does_not_move_the_dice() {
    let mut thrown = Vec::new();
    for burnt in [0, 1, 5] {
        let house = House::with(Config { chance: Chance::seeded(7), ..config() }).await;
        let (mut red, mut blue, game) = two_people(&house, &json!({ "scouts": 0 })).await;
        for at in 0..=burnt {
            let ask = red.my_ask(&game, "red").await.expect("both plot");
            let plot = json!({ "plot": { "stance": "march" } });
            red.order(&game, "red", &ask["id"], &plot, &format!("red{at}")).await.ok();
            if at < burnt {
                red.post(&format!("/games/{game}/undo"), &json!({ "seat": "red" })).await.ok();
            }
        }
        play(&mut red, &mut blue, &game, 40, &mut Seeded::new(3)).await;
        let log = house.app.store().entries(&GameId::read(&game).unwrap(), 0).await.unwrap();
        let dice: Vec<String> = log
            .iter()
            .flat_map(|row| {
                row.text.lines().filter(|line| line.starts_with("  dice")).map(str::to_owned).collect::<Vec<_>>()
            })
            .collect();
        assert!(dice.len() > 3, "{dice:?}");
        thrown.push(dice);
    }
    assert_eq!(thrown[0], thrown[1]);
    assert_eq!(thrown[0], thrown[2]);
}

#[tokio::test]
async fn take_backs_are_counted_and_a_game_without_bytes_says_who_chose_its_dice() {
    let house = House::open().await;
    let mut alone = house.browser();
    let seats = json!({ "red": { "kind": "me" }, "blue": { "kind": "me" } });
    let made = alone.make(&seats, &json!({ "turns": 1, "scouts": 0 })).await;
    let game = made["id"].as_str().unwrap();
    for seat in ["red", "blue"] {
        alone.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": seat })).await.ok();
    }
    let ask = alone.my_ask(game, "red").await.unwrap();
    alone.order(game, "red", &ask["id"], &json!({ "plot": { "stance": "march" } }), "k").await.ok();
    alone.post(&format!("/games/{game}/undo"), &json!({ "seat": "red" })).await.ok();
    let mut other = alone.clone();
    play(&mut alone, &mut other, game, 2000, &mut Seeded::new(1)).await;
    let log = alone.get(&format!("/games/{game}/log")).await.text;
    let logged = Logged::read(&log).unwrap();
    assert_eq!(logged.undone(), Undone { times: 1, seen: 0, unseen: 0 });
    let mut upload = alone.request(Method::POST, "/api/v1/logs").body(Body::from(log)).unwrap();
    upload.headers_mut().insert("content-type", "text/plain".parse().unwrap());
    let report = alone.send(upload).await.ok();
    assert_eq!(report["dice"]["given"]["openings"], json!({}), "nobody gave bytes");
    assert_eq!(report["dice"]["undone"]["times"], 1);
}

/// What was thrown is never thrown again: taken back by agreement, it is counted, and the next throw has other dice.
/// Plays until somebody has thrown dice for all to see; gives his seat and the other. Nothing where the game ends before.
async fn until_dice(
    house: &House,
    red: &mut Browser,
    blue: &mut Browser,
    game: &str,
    random: &mut Seeded,
) -> Option<[&'static str; 2]> {
    let id = GameId::read(game).unwrap();
    while play(red, blue, game, 1, random).await == 1 {
        let last = house.app.store().entries(&id, 0).await.unwrap().pop().unwrap();
        if last.text.contains("\n  dice: ") {
            let is_reds = last.text.lines().next().unwrap().contains(" red ");
            return Some(if is_reds { ["red", "blue"] } else { ["blue", "red"] });
        }
    }
    None
}

#[tokio::test]
async fn a_throw_that_was_taken_back_is_not_had_again() {
    let house = House::open().await;
    // Games in which nobody throws, or little is thrown again afterwards, say nothing: then another is played.
    for seed in 1..=20 {
        let (mut red, mut blue, game) = two_people(&house, &json!({ "scouts": 0 })).await;
        let mut random = Seeded::new(seed);
        let Some([seat, other]) = until_dice(&house, &mut red, &mut blue, &game, &mut random).await else { continue };
        let (undo, agree) = (format!("/games/{game}/undo"), format!("/games/{game}/undo/agree"));
        let (by, agreeing) = if seat == "red" { (&mut red, &mut blue) } else { (&mut blue, &mut red) };
        by.post(&undo, &json!({ "seat": seat })).await.problem(409, "not-now");
        by.post(&undo, &json!({ "seat": seat, "offer": true })).await.ok();
        agreeing.post(&agree, &json!({ "seat": other })).await.ok();
        play(&mut red, &mut blue, &game, 2000, &mut random).await;
        let logged = Logged::read(&red.get(&format!("/games/{game}/log")).await.text).unwrap();
        let afterwards = logged.entries.iter().skip_while(|entry| !matches!(entry.what, What::Undo { .. }));
        // Other dice may show the same faces: four of them seldom do.
        if afterwards.flat_map(|entry| &entry.dice).map(|thrown| thrown.faces.len()).sum::<usize>() < 4 {
            continue;
        }
        assert_eq!(logged.undone(), Undone { times: 1, seen: 1, unseen: 0 });
        assert!(logged.prove_dice().unwrap().unwrap() > 1, "each throw is the one after the last");
        return;
    }
    panic!("in none of twenty games was anything thrown after a throw was taken back");
}

#[tokio::test]
async fn who_takes_back_alone_what_only_another_saw_is_counted_apart() {
    let (_house, log, _) = played().await;
    let mut logged = Logged::read(&log).unwrap();
    let entry = |number, what, only: Option<&str>| {
        let thrown = only.map(|only| Thrown { only: Some(only.to_owned()), faces: vec![(Die::D6, 1)] });
        LoggedEntry { number, what, dice: thrown.into_iter().collect(), said: Vec::new(), state: None }
    };
    let orders = || What::Orders { seat: "red".to_owned(), ask: AskId(1), orders: Vec::new() };
    let back = || What::Undo { seat: "red".to_owned(), to: 0, agreed: false };
    for (only, counted) in [
        (None, Undone { times: 1, seen: 0, unseen: 0 }),
        (Some("blue"), Undone { times: 1, seen: 0, unseen: 1 }),
        (Some("red"), Undone { times: 1, seen: 1, unseen: 0 }),
    ] {
        logged.entries = vec![entry(0, What::Setup, None), entry(1, orders(), only), entry(2, back(), None)];
        assert_eq!(logged.undone(), counted, "{only:?}");
    }
}

/// A log whose header names another commitment than its secret has.
#[tokio::test]
async fn a_secret_that_was_not_committed_to_proves_nothing() {
    let (_house, log, _) = played().await;
    let mut logged = Logged::read(&log).unwrap();
    let DiceKind::Proved { commitment, .. } = &mut logged.header.dice else { panic!("a server's dice") };
    commitment[0] ^= 1;
    let trouble = logged.prove_dice().unwrap_err().to_string();
    assert!(trouble.contains("the secret is not the one that the commitment is to"), "{trouble}");
}

fn die_of(word: &str) -> Die {
    match word {
        "d6" => Die::D6,
        "d8" => Die::D8,
        "d10" => Die::D10,
        "d12" => Die::D12,
        "d20" => Die::D20,
        "average" => Die::Average,
        other => panic!("no die '{other}'"),
    }
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn bytes32(text: &str) -> [u8; 32] {
    unhex(text).try_into().unwrap()
}
