//! What those who run a server need: health, figures, backup, export and import, and panics that stay where they are.

use crate::common::{Browser, House, config, play, shelf, two_people};
use axum::body::Body;
use axum::http::Method;
use kernel::dice::Seeded;
use serde_json::json;
use server::{App, archive, store};

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
