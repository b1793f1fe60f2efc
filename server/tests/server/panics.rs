//! A book that panics: it ends the request that met it, and nothing else.

use crate::common::{Browser, config};
use kernel::book::Book;
use kernel::dice::{Dice, Seeded};
use kernel::game::{
    Act, Ask, Asks, Eyes, Game, GameResult, Offer, Offers, Pick, Playable, Preview, Prompt, Said, ScenarioCard, Scene,
    View,
};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::seat::Seat;
use serde::{Deserialize, Serialize};
use serde_json::json;
use server::App;
use shelf::Shelf;
use std::borrow::Cow;
use testkit::drill::Drill;

/// A game of counting on, with faults in its set-up, its rules and its drawing.
struct Faulty;

static BOOK: Book = Book {
    id: "faulty",
    title: "Faulty",
    about: "A book with faults in it.",
    scale: "",
    dice: "d6",
    charts: &[],
    procedures: Vec::new,
    page: "",
};
static GAME: Playable<Faulty> = Playable { machines: &[] };
const RED: Seat = Seat("red");

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Order {
    CountOn,
    /// Carried out half when the fault is met.
    Stumble,
    /// Nobody can draw what it leads to.
    Vanish,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
struct Count {
    at: u32,
    vanished: bool,
}

impl Game for Faulty {
    type State = Count;
    type Order = Order;
    type Event = u32;
    type Options = <Drill as Game>::Options;

    const SEATS: &'static [Seat] = &[RED];

    fn scenarios() -> Vec<ScenarioCard> {
        let card = |id: &str| ScenarioCard {
            id: id.to_owned(),
            title: id.to_owned(),
            notes: String::new(),
            minutes: 1,
            sides: vec![(RED, "Red".to_owned())],
            options: Vec::new(),
            learning: false,
        };
        vec![card("sound"), card("unsound")]
    }

    fn setup(scenario: &str, _: &Self::Options, _: &mut dyn Dice) -> Result<Count, Refusal> {
        assert_ne!(scenario, "unsound", "a fault in the set-up");
        Ok(Count::default())
    }

    fn asks(_: &Count) -> Asks {
        std::iter::once(Ask::of(RED, "what now?", Rule("F1"))).collect()
    }

    fn result(_: &Count) -> Option<GameResult> {
        None
    }

    fn mask(state: &Count, _: Eyes) -> Cow<'_, Count> {
        Cow::Borrowed(state)
    }

    fn imagine(view: &View<'_, Faulty>, _: &mut Seeded) -> Count {
        *view.state()
    }

    fn check(_: &View<'_, Faulty>, _: &Ask, _: &Order) -> Result<(), Refusal> {
        Ok(())
    }

    fn prompt(_: &View<'_, Faulty>, ask: &Ask, _: &[Pick]) -> Result<Prompt<Order>, Refusal> {
        let offers = Offers::OneOf(vec![Offer::option("on", "count on")]);
        let (question, picked) = (ask.question.to_owned(), Vec::new());
        Ok(Prompt { question, rule: ask.rule, picked, offers, order: Some(Order::CountOn) })
    }

    fn picks(_: &View<'_, Faulty>, _: &Ask, _: &Order) -> Vec<Pick> {
        vec![Pick::option("on")]
    }

    fn preview(_: &View<'_, Faulty>, _: &Ask, _: &Order) -> Preview {
        Preview::default()
    }

    fn apply(act: &mut Act<'_, Faulty>, _: &Ask, order: &Order) {
        act.state.at += 1;
        act.state.vanished = *order == Order::Vanish;
        assert_ne!(*order, Order::Stumble, "a fault in the rules");
        act.happens(act.state.at);
    }

    fn say(_: &View<'_, Faulty>, at: &u32) -> Option<Said> {
        Some(Said::of(format!("{at}.")))
    }

    fn scene(view: &View<'_, Faulty>) -> Scene {
        assert!(!view.state().vanished, "a fault in the drawing");
        let (ground, features, places, pieces, panel) = Default::default();
        Scene { title: "Faulty".to_owned(), size: (1, 1), square: None, ground, features, places, pieces, panel }
    }
}

#[tokio::test]
async fn a_panic_of_a_book_ends_that_request_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = crate::common::store_in(&folder).await;
    let app = App::new(config(), Shelf::five().with(&BOOK, &GAME), store);
    let mut me = Browser::at(app.router());
    let mut body = json!({ "book": "faulty", "scenario": "unsound", "seats": { "red": { "kind": "me" } } });
    me.post("/games", &body).await.problem(500, "broken");
    body["scenario"] = json!("sound");
    let game = me.post("/games", &body).await.ok()["id"].as_str().unwrap().to_owned();
    me.post(&format!("/games/{game}/dice/leave"), &json!({ "seat": "red" })).await.ok();
    me.order(&game, "red", &json!(1), &json!("count-on"), "k1").await.ok();

    let before = me.get(&format!("/games/{game}/table?seat=red")).await.ok();
    let answer = me.order(&game, "red", &json!(2), &json!("stumble"), "k2").await;
    let problem = answer.problem(500, "broken");
    assert!(!problem.to_string().contains("a fault in the rules"), "what it was is for the log: {problem}");
    assert_eq!(me.get(&format!("/games/{game}/table?seat=red")).await.ok(), before, "nothing was changed");
    // The key is still free, and so is the ask.
    me.order(&game, "red", &json!(2), &json!("count-on"), "k2").await.ok();
    me.order(&game, "red", &json!(3), &json!("vanish"), "k3").await.ok();
    me.get(&format!("/games/{game}/table?seat=red")).await.problem(500, "broken");
    me.order(&game, "red", &json!(4), &json!("count-on"), "k4").await.ok();
    me.get(&format!("/games/{game}/table?seat=red")).await.ok();
    let entries = me.get(&format!("/games/{game}/entries?seat=red")).await.ok();
    assert_eq!(entries["count"], 5, "the set-up and four orders: {entries}");
}
