//! Games on a table: numbered asks, batches, undo, and a log that replays to every hash.

use super::playthrough::all_eyes;
use kernel::dice::Seeded;
use kernel::game::{
    AnyGame, AnyTable, AskId, DiceKind, DiceRoot, EntryDice, Eyes, Game, Header, Logged, Playable, Rejection, Table,
};
use kernel::procedure::Inputs;
use kernel::seat::Seat;
use serde_json::{Value, json};

/// No more than this many orders of a game are played on a table.
const ORDERS: u32 = 400;

/// A game at random on a table.
struct Seated<G: Game> {
    table: Table<G>,
    root: DiceRoot,
    random: Seeded,
}

impl<G: Game> Seated<G> {
    fn at(scenario: &str, seed: u64) -> Seated<G> {
        let root = DiceRoot::of_seed(seed);
        let header = header(scenario, seed);
        let table = Table::start(header, root.state_key(), &mut root.entry(0));
        let table = table.unwrap_or_else(|refusal| panic!("{scenario} cannot be set up: {refusal}"));
        Seated { table, root, random: Seeded::new(seed) }
    }

    fn dice(&self) -> EntryDice {
        self.root.entry(self.table.next_entry())
    }

    /// An answer at random to one of the open asks.
    fn any_answer(&mut self) -> (Seat, AskId, G::Order) {
        let open = self.table.open();
        let open = open[self.random.below(open.len() as u32) as usize];
        let seat = open.ask.seat;
        (seat, open.id, G::sample(&self.table.view(Eyes::Seat(seat)), &open.ask, &mut self.random))
    }

    fn answer(&mut self, (seat, ask, order): (Seat, AskId, G::Order)) {
        let mut dice = self.dice();
        if let Err(rejection) = self.table.answer(seat, ask, vec![order], &mut dice) {
            panic!("a sampled order is rejected: {rejection}");
        }
    }

    fn goes_on(&self) -> bool {
        self.table.result().is_none() && self.table.next_entry() < ORDERS
    }
}

fn header(scenario: &str, seed: u64) -> Header {
    Header::of("book", scenario, Inputs::new(), DiceKind::Seed(seed))
}

fn each_table<G: Game>(games: u64, mut play: impl FnMut(Seated<G>)) {
    for card in G::scenarios() {
        for seed in 0..games {
            play(Seated::at(&card.id, seed));
        }
    }
}

/// A log that is read and replayed comes to every state of the game, and one that was tampered with does not.
pub fn logs_replay_to_every_hash<G: Game>() {
    each_table::<G>(3, |mut game| {
        while game.goes_on() {
            let answer = game.any_answer();
            let seat = answer.0;
            game.answer(answer);
            if game.random.below(6) == 0 && game.table.result().is_none() {
                let _ = game.table.undo(seat, game.random.below(2) == 0);
            }
        }
        let text = game.table.log();
        let logged = Logged::read(&text).unwrap_or_else(|trouble| panic!("a log cannot be read: {trouble}"));
        let thrown: usize =
            game.table.entries().iter().flat_map(|entry| &entry.dice).map(|dice| dice.faces.len()).sum();
        assert_eq!(logged.prove_dice(), Ok(Some(thrown)), "all dice are those of the seed");
        let again = Table::<G>::replay(&logged).unwrap_or_else(|trouble| panic!("a log does not replay: {trouble}"));
        assert!(again.log() == text, "a log replays to itself");
        for (one, two) in game.table.entries().iter().zip(again.entries()) {
            assert_eq!(one.hash, two.hash, "entry {} has its hash", one.number);
            assert!(game.table.state_after(one.number) == again.state_after(two.number), "and its state");
        }
        let mut forged = logged.clone();
        let at = game.random.below(forged.entries.len() as u32) as usize;
        if let Some(hash) = &mut forged.entries[at].state {
            hash[0] ^= 1;
        }
        let trouble = Table::<G>::replay(&forged).err().expect("another hash is noticed");
        assert_eq!(trouble.entry, Some(at as u32), "{trouble}");
        let mut forged = logged;
        forged.entries[at].said.push("And they lived happily ever after.".to_owned());
        assert!(Table::<G>::replay(&forged).is_err(), "another story is noticed");
    });
}

/// Nobody takes back by himself what he saw another answer, what dice decided or what was revealed; what is taken back
/// is as it was; and an answer that a seat saw nothing of makes no difference to what it may take back.
pub fn undo_stops_at_what_was_learnt<G: Game>() {
    let (mut taken_back, mut kept) = (0, 0);
    each_table::<G>(3, |mut game| {
        while game.goes_on() {
            let answer = game.any_answer();
            let (by, asked, _) = answer;
            let before = game.table.state().clone();
            let undoable_before: Vec<_> = G::SEATS.iter().map(|seat| game.table.undoable(*seat)).collect();
            game.answer(answer);
            if game.table.result().is_some() {
                assert!(game.table.undo(by, false).is_err(), "a game that is over stays over");
                return;
            }
            let entry = game.table.entries().last().expect("an entry was made");
            let learnt = entry.revealed || !entry.dice.is_empty();
            let number = entry.number;
            for (seat, undoable_before) in G::SEATS.iter().zip(undoable_before) {
                let undoable = game.table.undoable(*seat);
                if *seat != by && game.table.lines_for(number, Eyes::Seat(*seat)).is_empty() {
                    assert_eq!(undoable, undoable_before, "the {seat} learns that the {by} has answered");
                    continue;
                }
                assert_eq!(undoable.is_ok(), *seat == by && !learnt, "the {seat}, after an answer of the {by}");
                if let Err(refusal) = undoable {
                    assert!(refusal.sentence.contains(' '), "a refusal is a sentence");
                    assert!(game.table.undo(*seat, false).is_err());
                }
            }
            kept += u32::from(learnt);
            if !learnt && game.random.below(4) == 0 {
                taken_back += 1;
                let number = game.table.next_entry();
                let receipt = game.table.undo(by, false).expect("it was undoable");
                assert_eq!(receipt.entry, number, "an undo is an entry of its own");
                assert!(*game.table.state() == before, "what was taken back is as it was");
                let open = game.table.ask_of(by).expect("he is asked again");
                assert!(open.id != asked, "and by a new number, so that an answer sent twice counts once");
            }
        }
    });
    assert!(kept > 0 && taken_back > 0, "{taken_back} answers were taken back, {kept} could not be");
}

/// An answer to a closed ask is stale; the ask of one seat stays open whatever another answers; a batch that is refused
/// changes nothing.
pub fn answers_are_taken_once_and_whole<G: Game>() {
    each_table::<G>(2, |mut game| {
        while game.goes_on() {
            let (seat, ask, order) = game.any_answer();
            let before: Vec<_> = game.table.open().to_vec();
            let entries = game.table.entries().len();
            let state = game.table.state().clone();
            let mut dice = game.dice();
            let batch = vec![order.clone(), order.clone(), order.clone()];
            match game.table.answer(seat, ask, batch, &mut dice) {
                Ok(receipt) => assert!((1..=3).contains(&receipt.carried_out)),
                Err(Rejection::Refused { order: at, .. }) => {
                    assert!(at > 0, "the first order was sampled");
                    assert!(game.table.entries().len() == entries && *game.table.state() == state, "all or nothing");
                    assert_eq!(game.table.open(), before, "the ask is still open");
                    game.answer((seat, ask, order.clone()));
                }
                Err(other) => panic!("{other}"),
            }
            for open in before.iter().filter(|open| open.ask.seat != seat) {
                // It may be gone, or another question asked; but the same question is the same ask.
                let now = game.table.ask_of(open.ask.seat).filter(|now| now.ask.question == open.ask.question);
                let kept = now.is_none_or(|now| now.id == open.id);
                assert!(kept, "the {} made an ask of the {} stale: {}", seat, open.ask.seat, open.ask.question);
            }
            let mut dice = game.dice();
            let again = game.table.answer(seat, ask, vec![order], &mut dice);
            let refused = matches!(again, Err(Rejection::Stale { .. } | Rejection::Over(_)));
            assert!(refused, "an answer that is sent twice is taken once");
        }
    });
}

/// The game without its types plays alike, and what one seat orders unseen leaves no trace in what others can read.
pub fn edges_see_what_they_may<G: Game>() {
    let playable = Playable::<G>::of(&[]);
    each_table::<G>(2, |mut game| {
        while game.goes_on() {
            let (seat, ask, order) = game.any_answer();
            if game.random.below(12) == 0 {
                let open = game.table.ask_of(seat).expect("the ask is open");
                let other = G::sample(&game.table.view(Eyes::Seat(seat)), &open.ask, &mut game.random);
                let logged = Logged::read(&game.table.log()).expect("a log can be read");
                let answered = |order: &G::Order| {
                    let mut table = playable.replay(&logged).unwrap_or_else(|trouble| panic!("{trouble}"));
                    let order = serde_json::to_value(order).expect("an order is plain data");
                    let receipt = table.answer(seat, ask, &[order], &mut game.dice());
                    receipt.unwrap_or_else(|rejection| panic!("a sampled order is rejected: {rejection}"));
                    table
                };
                let (one, two) = (answered(&order), answered(&other));
                for eyes in all_eyes::<G>().filter(|eyes| !eyes.are(seat)) {
                    if one.state_hash() != two.state_hash() && one.view(eyes) == two.view(eyes) {
                        assert_eq!(readable(&*one, eyes), readable(&*two, eyes), "the {eyes} can tell orders apart");
                    }
                    only_own_orders(&*one, eyes);
                }
                game.answer((seat, ask, order));
                assert_eq!(one.state_hash(), game.table.hash(game.table.state()), "the same with types and without");
            } else {
                game.answer((seat, ask, order));
            }
        }
    });
}

/// All that some eyes can read at a table.
fn readable(table: &dyn AnyTable, eyes: Eyes) -> Value {
    let open: Vec<Value> = table
        .open_to(eyes)
        .iter()
        .map(|open| json!([open.id, open.ask.seat, open.ask.question, open.ask.about]))
        .collect();
    json!({
        "entries": table.entries(eyes, 0),
        "log": table.log_for(eyes),
        "open": open,
        "scene": table.scene(eyes),
        "hash": table.view_hash(eyes),
    })
}

/// The log for some eyes holds no order of another seat, no dice that are not theirs and no key.
fn only_own_orders(table: &dyn AnyTable, eyes: Eyes) {
    let log = table.log_for(eyes);
    let mut own = false;
    for line in log.lines() {
        if let Some(entry) = line.strip_prefix("entry ") {
            let who = entry.split(' ').nth(1);
            own = eyes != Eyes::Spectator && who == Some(eyes.to_string().as_str());
        }
        assert!(own || !line.starts_with("  order:"), "the {eyes} reads another's order: {line}");
        assert!(!line.starts_with("key:"), "the {eyes} reads the key");
    }
    let refused = Logged::read(&log).map(|_| ()).unwrap_err().to_string();
    assert!(refused.contains("a game in play"), "it cannot be played again, and says why: {refused}");
    let entries = table.entries(eyes, 0);
    let numbers = entries.iter().map(|entry| entry.number);
    assert!(numbers.eq(0..entries.len() as u32), "the entries that the {eyes} sees are numbered without a gap");
}
