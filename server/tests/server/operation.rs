//! What those who run a server need: health, figures, backup, export and import, and panics that stay where they are.

use crate::common::{Browser, House, config, play, shelf, two_people};
use crate::process::{Caller, Process};
use axum::body::Body;
use axum::http::{Method, Request};
use kernel::dice::Seeded;
use serde_json::json;
use server::{App, GameId, Limits, Rate, archive, store};

async fn plain(house: &House, path: &str) -> (u16, String) {
    let mut browser = house.browser();
    let request = browser.request(Method::GET, path).body(Body::empty()).unwrap();
    let answer = browser.send(request).await;
    (answer.status.as_u16(), answer.text)
}

#[tokio::test]
async fn health_follows_the_storage() {
    let house = House::open().await;
    assert_eq!(plain(&house, "/healthz").await, (200, "well\n".to_owned()));
    house.app.store().close().await;
    // Whoever asks twice in a second is told the same.
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    assert_eq!(plain(&house, "/healthz").await.0, 503);
    let mut browser = house.browser();
    let answer = browser.post("/games", &json!({ "book": "drill", "scenario": "skirmish" })).await;
    answer.problem(503, "unavailable");
}

#[tokio::test]
async fn figures_name_routes_and_no_games() {
    let house = House::open().await;
    let (mut red, _, game) = two_people(&house, &json!({})).await;
    red.get(&format!("/games/{game}")).await.ok();
    let (status, text) = plain(&house, "/metrics").await;
    assert_eq!(status, 200);
    assert!(text.contains("route=\"/api/v1/games/{game}\""), "{text}");
    assert!(!text.contains(&game));
}

#[tokio::test]
async fn the_shelf_and_the_charts_desk_answer() {
    let house = House::open().await;
    let mut browser = house.browser();
    let books = browser.get("/books").await.ok();
    assert_eq!(books.as_array().unwrap().len(), 7, "the five, and two for tests");
    let drill = browser.get("/books/drill").await.ok();
    assert_eq!((&drill["playable"], &drill["seats"]), (&json!(true), &json!(["red", "blue"])));
    let scene = browser.get("/books/drill/scenarios/skirmish/scene?seat=red").await.ok();
    assert!(scene["pieces"].as_array().unwrap().len() >= 8);
    browser.get("/books/drill/scenarios/nothing/scene").await.problem(404, "unknown");
    browser.get("/books/chess").await.problem(404, "unknown");
    let charts = browser.get("/books/somme/charts").await.ok();
    let name = charts[0]["chart"].as_str().unwrap();
    assert_eq!(browser.get(&format!("/books/somme/charts/{name}")).await.ok(), charts[0]);
    assert!(browser.get("/books/somme/rules").await.ok()["anchors"].as_array().unwrap().len() > 50);
    let procedures = browser.get("/books/somme/procedures").await.ok();
    for procedure in procedures.as_array().unwrap() {
        let path = format!("/books/somme/procedures/{}", procedure["procedure"].as_str().unwrap());
        let odds = browser.post(&format!("{path}/odds"), &json!({ "inputs": {} })).await.ok();
        let p: f64 = odds["outcomes"].as_array().unwrap().iter().map(|line| line["p"].as_f64().unwrap()).sum();
        assert!((p - 1.0).abs() < 1e-4, "{odds}");
        let rolled = browser.post(&format!("{path}/roll"), &json!({ "inputs": {}, "seed": 7 })).await.ok();
        assert_eq!(rolled["dice"], "seed 7");
        assert_eq!(rolled, browser.post(&format!("{path}/roll"), &json!({ "seed": 7 })).await.ok());
        browser.post(&format!("{path}/odds"), &json!({ "inputs": { "nonsense": 1 } })).await.problem(422, "refused");
    }
}

#[tokio::test]
async fn a_page_that_is_typed_without_its_sign_is_led_to() {
    let house = House::open().await;
    let mut browser = house.browser();
    let typed = browser.request(Method::GET, "/desk/somme").header("accept", "text/html,*/*");
    let led = browser.send(typed.body(Body::empty()).unwrap()).await;
    assert_eq!((led.status.as_u16(), led.headers["location"].to_str().unwrap()), (303, "/#/desk/somme"));
    // Programs, and whoever asks for a file, are told that there is none.
    assert_eq!(plain(&house, "/desk/somme").await.0, 404);
    let file = browser.request(Method::GET, "/assets/no.js").header("accept", "text/html,*/*");
    browser.send(file.body(Body::empty()).unwrap()).await.problem(404, "unknown");
}

#[tokio::test]
async fn a_backup_made_while_serving_is_a_whole_store() {
    let house = House::open().await;
    let (mut red, mut blue, game) = two_people(&house, &json!({})).await;
    play(&mut red, &mut blue, &game, 8, &mut Seeded::new(1)).await;
    let copy = house.folder.path().join("copy/games.db");
    std::fs::create_dir(copy.parent().unwrap()).unwrap();
    let from = format!("sqlite:{}", house.folder.path().join("games.db").display());
    archive::backup(&from, &copy).await.unwrap();
    let table = red.get(&format!("/games/{game}/table")).await.ok();
    play(&mut red, &mut blue, &game, 3, &mut Seeded::new(1)).await;
    let app = App::new(config(), shelf(), store::open(&format!("sqlite:{}", copy.display())).await.unwrap());
    let mut again = Browser::at(app.router());
    again.cookie = red.cookie.clone();
    assert_eq!(again.get(&format!("/games/{game}/table")).await.ok(), table);
}

#[tokio::test]
async fn all_games_go_out_as_logs_and_come_in_again_and_go_on() {
    let house = House::open().await;
    let (mut red, mut blue, over) = two_people(&house, &json!({ "turns": 1 })).await;
    play(&mut red, &mut blue, &over, 2000, &mut Seeded::new(1)).await;
    let (mut other_red, mut other_blue, running) = two_people(&house, &json!({})).await;
    play(&mut other_red, &mut other_blue, &running, 9, &mut Seeded::new(2)).await;
    let from = format!("sqlite:{}", house.folder.path().join("games.db").display());
    let folder = house.folder.path().join("logs");
    let exported = archive::export(&from, &shelf(), &folder, false).await.unwrap();
    assert_eq!((exported.written, exported.left, exported.troubles.len()), (1, 1, 0));
    assert!(std::fs::read_to_string(folder.join(format!("{over}.log"))).unwrap().contains("\nsecret: "));
    assert!(!folder.join(format!("{running}.log")).exists(), "no secret leaves before the end unless asked for");
    let exported = archive::export(&from, &shelf(), &folder, true).await.unwrap();
    assert_eq!((exported.written, exported.left), (2, 0));

    let there = format!("sqlite:{}", house.folder.path().join("there/games.db").display());
    let files = [&over, &running].map(|game| folder.join(format!("{game}.log")));
    let imported = archive::import(&there, &shelf(), &files).await.unwrap();
    assert_eq!((imported.taken, imported.known, imported.troubles), (2, 0, Vec::<String>::new()));
    let imported = archive::import(&there, &shelf(), &files).await.unwrap();
    assert_eq!((imported.taken, imported.known), (0, 2));
    let app = App::new(config(), shelf(), store::open(&there).await.unwrap());
    let mut anybody = Browser::at(app.router());
    assert_eq!(
        anybody.get(&format!("/games/{over}/log")).await.text,
        red.get(&format!("/games/{over}/log")).await.text,
    );
    let (mut red, mut blue) = (Browser::at(app.router()), Browser::at(app.router()));
    (red.cookie, blue.cookie) = (other_red.cookie.clone(), other_blue.cookie.clone());
    assert_eq!(
        red.get(&format!("/games/{running}/table")).await.ok(),
        other_red.get(&format!("/games/{running}/table")).await.ok(),
    );
    assert!(play(&mut red, &mut blue, &running, 2000, &mut Seeded::new(2)).await < 2000);

    let altered = std::fs::read_to_string(&files[0]).unwrap().replacen("  dice: d6 ", "  dice: d6 6 ", 1);
    let wrong = house.folder.path().join("wrong.log");
    std::fs::write(&wrong, altered).unwrap();
    let imported = archive::import(&there, &shelf(), &[wrong]).await;
    // The store is open in this test, so a second one is refused before the log is even read.
    assert!(imported.is_err());
}

/// What a store has of a game, as far as it is not made anew.
async fn whole(store: &std::sync::Arc<dyn store::Store>, game: &str) -> impl PartialEq + std::fmt::Debug {
    let id = GameId::read(game).unwrap();
    let row = store.game(&id).await.unwrap().unwrap();
    let (entries, snapshot) = (store.entries(&id, 0).await.unwrap(), store.snapshot(&id).await.unwrap());
    let (lines, notes) = (store.lines(&id, 0, 10).await.unwrap(), store.notes(&id, "red").await.unwrap());
    let times = (row.created, row.updated);
    (row.status, row.head, serde_json::to_value(&row.folder).unwrap(), times, entries, snapshot, lines, notes)
}

#[tokio::test]
async fn a_house_that_moves_takes_everything_with_it_and_shows_nothing_to_others() {
    let house = House::open().await;
    let (mut red, mut blue, over) = two_people(&house, &json!({ "turns": 1 })).await;
    play(&mut red, &mut blue, &over, 2000, &mut Seeded::new(1)).await;
    let (mut other_red, mut other_blue, running) = two_people(&house, &json!({})).await;
    play(&mut other_red, &mut other_blue, &running, 9, &mut Seeded::new(2)).await;
    other_red.post(&format!("/games/{running}/chat"), &json!({ "seat": "red", "text": "Well?" })).await.ok();
    other_red.post(&format!("/games/{running}/notes"), &json!({ "seat": "red", "text": "He is bold." })).await.ok();
    let mut waiting = house.browser();
    let unbegun = waiting.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
    let unbegun = unbegun["id"].as_str().unwrap().to_owned();
    let from = format!("sqlite:{}", house.folder.path().join("games.db").display());
    let folder = house.folder.path().join("moving");
    archive::export(&from, &shelf(), &folder, false).await.unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let others = std::fs::metadata(&folder).unwrap().permissions().mode() & 0o077;
        assert_eq!(others, 0, "the folder is for its owner alone");
        // What lies there from before is not written into as it is.
        for name in [format!("{running}.log"), format!("{running}.private.json")] {
            std::fs::write(folder.join(&name), "").unwrap();
            std::fs::set_permissions(folder.join(&name), PermissionsExt::from_mode(0o644)).unwrap();
        }
    }
    let exported = archive::export(&from, &shelf(), &folder, true).await.unwrap();
    assert_eq!((exported.written, exported.left, exported.troubles.len()), (3, 0, 0));
    #[cfg(unix)]
    for file in std::fs::read_dir(&folder).unwrap() {
        use std::os::unix::fs::PermissionsExt;
        let file = file.unwrap();
        let (name, mode) = (file.file_name().into_string().unwrap(), file.metadata().unwrap().permissions().mode());
        if name != format!("{over}.log") {
            assert_eq!(mode & 0o077, 0, "{name} can be read by others");
        }
    }
    let there = format!("sqlite:{}", house.folder.path().join("there/games.db").display());
    let imported = archive::import(&there, &shelf(), std::slice::from_ref(&folder)).await.unwrap();
    assert_eq!((imported.taken, imported.known, imported.troubles), (3, 0, Vec::<String>::new()));
    let moved = store::open(&there).await.unwrap();
    for game in [&over, &running, &unbegun] {
        assert_eq!(whole(&moved, game).await, whole(house.app.store(), game).await, "{game}");
    }
    // Players find their games, answers that were lost on the way are given again, and seats are as they were.
    let app = App::new(config(), shelf(), moved);
    let mut red = Browser::at(app.router());
    red.cookie = other_red.cookie.clone();
    let answer = red.get("/games").await;
    assert!(answer.headers.contains_key("set-cookie"), "the cookie of the other house is exchanged");
    assert_eq!(answer.ok()["mine"].as_array().unwrap().len(), 1);
    red.my_ask(&running, "red").await;
    let mut blue = Browser::at(app.router());
    blue.cookie = other_blue.cookie.clone();
    assert!(play(&mut red, &mut blue, &running, 2000, &mut Seeded::new(2)).await < 2000);
}

#[tokio::test]
async fn a_damaged_file_is_found_at_the_start_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let url = format!("sqlite:{}", path.display());
    {
        let app = App::new(config(), shelf(), store::open(&url).await.unwrap());
        let mut me = Browser::at(app.router());
        for _ in 0..30 {
            me.make(&json!({ "red": { "kind": "me" } }), &json!({})).await;
        }
        app.store().close().await;
    }
    let mut bytes = std::fs::read(&path).unwrap();
    let pages = bytes.len() / 4096;
    assert!(pages > 12, "{pages} pages");
    for at in (3 * 4096..bytes.len()).step_by(16) {
        bytes[at] ^= 0x5a;
    }
    std::fs::write(&path, &bytes).unwrap();
    let trouble = store::open(&url).await.err().expect("it is refused").to_string();
    assert!(trouble.contains("games.db is damaged") && trouble.contains("backup"), "{trouble}");
    std::fs::write(&path, b"this is a letter to my aunt, and no database at all. ".repeat(100)).unwrap();
    let trouble = store::open(&url).await.err().expect("it is refused").to_string();
    assert!(trouble.contains("games.db is damaged"), "{trouble}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_clean_stop_warns_of_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let sqlite = format!("sqlite:{}", folder.path().join("games.db").display());
    for (name, store) in [("sqlite", sqlite), ("postgres", crate::stores::fresh_database().await)] {
        let log = folder.path().join(name);
        let server = Process::start_with_log(&store, &log);
        let mut caller = Caller::new(&server.url);
        let seats = json!({ "red": { "kind": "machine" }, "blue": { "kind": "machine" } });
        let body = json!({ "book": "drill", "scenario": "skirmish", "options": { "turns": 9 }, "seats": seats });
        let mut games = Vec::new();
        for _ in 0..6 {
            games.push(caller.post("/games", &body, "k").await.unwrap().1["id"].as_str().unwrap().to_owned());
        }
        let stream = reqwest::get(format!("{}/api/v1/events?games={}", server.url, games.join(","))).await.unwrap();
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        assert!(tokio::task::spawn_blocking(move || server.stop()).await.unwrap());
        drop(stream);
        let told = std::fs::read_to_string(log).unwrap();
        assert!(told.contains("stopped"), "{told}");
        assert!(!told.contains("WARN") && !told.contains("ERROR"), "{told}");
    }
}

/// A full disk: the process may write no file past a size.
#[cfg(unix)]
#[tokio::test]
async fn a_server_that_can_write_no_more_is_not_well() {
    let folder = tempfile::tempdir().unwrap();
    let store = format!("sqlite:{}", folder.path().join("games.db").display());
    let server = Process::start_with_full_disk(&store, 600);
    let mut caller = Caller::new(&server.url);
    let body = json!({ "book": "drill", "scenario": "skirmish", "name": "x".repeat(80) });
    let (mut made, mut refused) = (0, 0);
    // The file's log is emptied into the file from time to time; the disk is full when that helps no more.
    while refused < 5 {
        if caller.post("/games", &body, "k").await.unwrap().0 == 201 {
            (made, refused) = (made + 1, 0);
        } else {
            refused += 1;
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
        assert!(made < 5_000, "the disk is never full");
    }
    assert!(made > 10, "{made} games fit");
    assert_eq!(caller.plain("/healthz").await.0, 503);
}

#[tokio::test]
async fn figures_answer_to_the_names_of_the_server_alone_and_not_through_strange_proxies() {
    let house = House::open().await;
    let mut browser = house.browser();
    let asked = |name: &'static str, value: &'static str| {
        Request::get("/metrics").header(name, value).body(Body::empty()).unwrap()
    };
    assert_eq!(browser.send(asked("host", "localhost:7878")).await.status, 200);
    assert_eq!(browser.send(asked("host", "evil.test")).await.status, 404);
    assert_eq!(browser.send(asked("x-forwarded-for", "127.0.0.1")).await.status, 404, "that may be anybody");
    let mut from_afar = asked("host", "localhost:7878");
    let afar: std::net::SocketAddr = "203.0.113.9:4000".parse().unwrap();
    from_afar.extensions_mut().insert(axum::extract::ConnectInfo(afar));
    assert_eq!(browser.send(from_afar).await.status, 404);
}

/// What somebody says of his own address is not believed.
#[tokio::test]
async fn rates_are_counted_for_whoever_is_at_the_other_end() {
    let mut config = config();
    config.limits = Limits { address: Rate::of(0.01, 3.0), ..config.limits };
    let house = House::with(config).await;
    let mut browser = house.browser();
    let mut statuses = Vec::new();
    for last in 1..=5 {
        let request =
            browser.request(Method::GET, "/api/v1/books").header("x-forwarded-for", format!("203.0.113.{last}"));
        statuses.push(browser.send(request.body(Body::empty()).unwrap()).await.status.as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
}

#[tokio::test]
async fn the_description_of_the_interface_names_every_route_of_the_page() {
    let page = include_str!("../../../docs/api.md");
    let description = serde_json::to_value(App::description()).unwrap();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let path = path.strip_prefix("/api/v1").unwrap_or_else(|| panic!("{path} stands elsewhere"));
        for method in methods.as_object().unwrap().keys() {
            let named = format!("{} {}", method.to_uppercase(), path.replace("/{replay}", "/{id}"));
            assert!(page.contains(&named), "docs/api.md does not speak of {named}");
        }
    }
}
