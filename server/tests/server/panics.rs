//! A book that panics: it ends the request that met it, and nothing else.

use crate::common::{Browser, begin, config};
use kernel::book::Book;
use kernel::game::{
    AnyGame, AnyTable, AskId, EntryView, Eyes, GameResult, Header, LogTrouble, Logged, OpenAsk, Pick, Preview, Prompt,
    Receipt, Rejection, ScenarioCard, Scene, Streams, Thought,
};
use kernel::procedure::{Field, Refusal, Value};
use kernel::seat::Seat;
use serde_json::json;
use server::App;
use shelf::Shelf;
use testkit::drill::GAME;

/// Drill, but whoever plots to creep finds a fault in it: after the order was carried out, before it is kept.
struct Faulty;
struct FaultyTable(Box<dyn AnyTable>);

static BOOK: Book = Book {
    id: "faulty",
    title: "Faulty",
    about: "A book with a fault in it.",
    scale: "",
    dice: "d6",
    charts: &[],
    procedures: Vec::new,
    page: "",
};

impl AnyGame for Faulty {
    fn seats(&self) -> &'static [Seat] {
        GAME.seats()
    }
    fn scenarios(&self) -> Vec<ScenarioCard> {
        GAME.scenarios()
    }
    fn options(&self) -> &'static [Field] {
        GAME.options()
    }
    fn machines(&self) -> Vec<(&'static str, &'static str)> {
        GAME.machines()
    }
    fn start(&self, header: Header, key: [u8; 32], dice: &mut dyn Streams) -> Result<Box<dyn AnyTable>, Refusal> {
        assert_ne!(header.scenario, "parade", "a fault in the set-up");
        Ok(Box::new(FaultyTable(GAME.start(header, key, dice)?)))
    }
    fn replay(&self, logged: &Logged) -> Result<Box<dyn AnyTable>, LogTrouble> {
        GAME.replay(logged)
    }
    fn replay_as_far(&self, logged: &Logged) -> (Option<Box<dyn AnyTable>>, Option<LogTrouble>) {
        GAME.replay_as_far(logged)
    }
}

impl AnyTable for FaultyTable {
    fn header(&self) -> &Header {
        self.0.header()
    }
    fn key(&self) -> [u8; 32] {
        self.0.key()
    }
    fn open_secret(&mut self, secret: [u8; 32]) {
        self.0.open_secret(secret);
    }
    fn next_entry(&self) -> u32 {
        self.0.next_entry()
    }
    fn seats(&self) -> &'static [Seat] {
        self.0.seats()
    }
    fn seat(&self, name: &str) -> Result<Seat, Refusal> {
        self.0.seat(name)
    }
    fn open_to(&self, eyes: Eyes) -> Vec<OpenAsk> {
        self.0.open_to(eyes)
    }
    fn open(&self) -> &[OpenAsk] {
        self.0.open()
    }
    fn result(&self) -> Option<GameResult> {
        self.0.result()
    }
    fn view(&self, eyes: Eyes) -> Value {
        self.0.view(eyes)
    }
    fn view_hash(&self, eyes: Eyes) -> [u8; 32] {
        self.0.view_hash(eyes)
    }
    fn state_hash(&self) -> [u8; 32] {
        self.0.state_hash()
    }
    fn scene(&self, eyes: Eyes) -> Scene {
        self.0.scene(eyes)
    }
    fn scene_after(&self, entry: u32, eyes: Eyes) -> Option<Scene> {
        assert_ne!(entry, 77, "a fault in the drawing");
        self.0.scene_after(entry, eyes)
    }
    fn prompt(&self, seat: Seat, ask: AskId, picks: &[Pick]) -> Result<Prompt<Value>, Rejection> {
        self.0.prompt(seat, ask, picks)
    }
    fn preview(&self, seat: Seat, ask: AskId, order: &Value) -> Result<Preview, Rejection> {
        self.0.preview(seat, ask, order)
    }
    fn answer(
        &mut self,
        seat: Seat,
        ask: AskId,
        orders: &[Value],
        dice: &mut dyn Streams,
    ) -> Result<Receipt, Rejection> {
        let receipt = self.0.answer(seat, ask, orders, dice)?;
        assert!(!orders[0].to_string().contains("creep"), "a fault in the rules");
        Ok(receipt)
    }
    fn undoable(&self, seat: Seat) -> Result<u32, Refusal> {
        self.0.undoable(seat)
    }
    fn undoable_by_agreement(&self) -> Result<u32, Refusal> {
        self.0.undoable_by_agreement()
    }
    fn undo(&mut self, seat: Seat, agreed: bool) -> Result<Receipt, Refusal> {
        self.0.undo(seat, agreed)
    }
    fn resign(&mut self, seat: Seat) -> Result<Receipt, Rejection> {
        self.0.resign(seat)
    }
    fn abandon(&mut self) -> Result<Receipt, Rejection> {
        self.0.abandon()
    }
    fn count(&self, eyes: Eyes) -> u32 {
        self.0.count(eyes)
    }
    fn entries(&self, eyes: Eyes, from: u32) -> Vec<EntryView> {
        self.0.entries(eyes, from)
    }
    fn log(&self) -> String {
        self.0.log()
    }
    fn log_for(&self, eyes: Eyes) -> String {
        self.0.log_for(eyes)
    }
    fn thought(&self, seat: Seat, machine: &str) -> Result<Thought, Refusal> {
        self.0.thought(seat, machine)
    }
}

#[tokio::test]
async fn a_panic_of_a_book_ends_that_request_and_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let store = crate::common::store_in(&folder).await;
    let app = App::new(config(), Shelf::five().with(&BOOK, &Faulty), store);
    let mut me = Browser::at(app.router());
    let mut body = json!({
        "book": "faulty", "scenario": "parade", "options": { "scouts": 0 },
        "seats": { "red": { "kind": "me" }, "blue": { "kind": "me" } },
    });
    me.post("/games", &body).await.problem(500, "broken");
    body["scenario"] = json!("skirmish");
    let game = me.post("/games", &body).await.ok()["id"].as_str().unwrap().to_owned();
    let mut same = me.clone();
    begin(&mut me, &mut same, &game).await;

    let before = me.get(&format!("/games/{game}/table?seat=red")).await.ok();
    let ask = me.my_ask(&game, "red").await.unwrap();
    let creep = json!({ "plot": { "stance": "creep" } });
    let answer = me.order(&game, "red", &ask["id"], &creep, "k").await;
    let problem = answer.problem(500, "broken");
    assert!(!problem.to_string().contains("a fault in the rules"), "what it was is for the log: {problem}");
    me.get(&format!("/games/{game}/scene?seat=red&entry=77")).await.problem(500, "broken");
    assert_eq!(me.get(&format!("/games/{game}/table?seat=red")).await.ok(), before, "nothing was changed");
    let rush = json!({ "plot": { "stance": "rush" } });
    me.order(&game, "red", &ask["id"], &rush, "k").await.ok();
}
