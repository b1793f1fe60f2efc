//! Games outlive a release: two releases of the drill, whose rules lead elsewhere where a unit has looked out.

use kernel::game::{AnyGame, AnyTable, DiceKind, DiceRoot, EntryView, Eyes, Header, LineView, Logged, What};
use kernel::procedure::Inputs;
use kernel::seat::Seat;
use testkit::drill::{GAME, LATER};

const EYES: [Eyes; 3] = [Eyes::Seat(Seat("red")), Eyes::Seat(Seat("blue")), Eyes::Spectator];

/// A game that has just been set up.
fn begun(game: &dyn AnyGame, seed: u64) -> Box<dyn AnyTable> {
    let root = DiceRoot::of_seed(seed);
    let options: Inputs = [("turns".to_owned(), 9.into())].into_iter().collect();
    let header = Header::of("drill", "skirmish", options, DiceKind::Seed(seed));
    game.start(header, root.state_key(), &mut root.entry(0)).unwrap()
}

/// Plays on at random until it is over, or has so many entries.
fn play(table: &mut dyn AnyTable, seed: u64, entries: u32) {
    let root = DiceRoot::of_seed(seed);
    while table.result().is_none() && table.next_entry() < entries {
        let open = table.open()[0];
        let order = table.thought(open.ask.seat, "random").unwrap()(seed + u64::from(table.next_entry()));
        let mut dice = root.entry(table.next_entry());
        table.answer(open.ask.seat, open.id, &[order], &mut dice).unwrap();
    }
}

/// A game of the first release that the second cannot play as it was played, with its seed.
fn of_first_release(entries: u32) -> (Box<dyn AnyTable>, u64) {
    let game = |seed| {
        let mut table = begun(&GAME, seed);
        play(&mut *table, seed, entries);
        (table, seed)
    };
    let leads_elsewhere = |(table, _): &(Box<dyn AnyTable>, u64)| {
        let trouble = LATER.replay_as_far(&read(&table.log())).trouble;
        // A game that is asked for by its length is to go on.
        let goes_on = entries == u32::MAX || table.result().is_none();
        goes_on && trouble.is_some_and(|trouble| trouble.entry.is_some())
    };
    (1..200).map(game).find(leads_elsewhere).expect("units look out in games at random")
}

fn read(log: &str) -> Logged {
    Logged::read(log).unwrap_or_else(|trouble| panic!("{trouble}\n{log}"))
}

fn last_said(table: &dyn AnyTable, eyes: Eyes) -> (EntryView, String) {
    let entry = table.entries(eyes, 0).pop().expect("there are entries");
    let Some(LineView::Said(said)) = entry.lines.first() else { panic!("it says nothing") };
    let text = said.text.clone();
    (entry, text)
}

#[test]
fn a_game_goes_on_from_how_it_stood_and_everybody_is_told() {
    let (before, seed) = of_first_release(40);
    let mut after = LATER.take_up(&read(&before.log())).unwrap();
    assert_eq!(after.next_entry(), before.next_entry() + 1);
    for eyes in EYES {
        assert_eq!(after.scene(eyes), before.scene(eyes), "it stands as it stood");
        let (entry, said) = last_said(&*after, eyes);
        assert_eq!(entry.what, "release");
        let first = GAME.release();
        assert!(said.contains("rules of release later hold") && said.contains(first), "{said}");
        let (mut told, all) = (after.entries(eyes, 0), before.entries(eyes, 0));
        told.pop();
        assert_eq!(told.len(), all.len(), "what happened before is still told");
    }
    for open in after.open() {
        let before = before.open().iter().find(|before| before.ask.seat == open.ask.seat).unwrap();
        assert!(open.id > before.id, "a number that may have been answered does not come again");
    }

    play(&mut *after, seed, u32::MAX);
    let log = after.log();
    let replayed = LATER.replay_as_far(&read(&log));
    assert_eq!(replayed.trouble, None);
    let parts: Vec<_> = replayed.parts.iter().map(|part| (part.release.as_str(), part.trouble.is_some())).collect();
    assert_eq!(parts, [(GAME.release(), true), ("later", false)]);
    let from = before.next_entry();
    assert_eq!((replayed.parts[0].from, replayed.parts[0].to), (0, from - 1));
    assert_eq!((replayed.parts[1].from, replayed.parts[1].to), (from, after.next_entry() - 1));
    assert_eq!(replayed.table.unwrap().log(), log);
    assert_eq!(LATER.take_up(&read(&log)).unwrap().log(), log, "taken up again, it has nothing to add");
}

#[test]
fn the_first_release_judges_its_own_part_and_says_what_it_cannot_judge() {
    let (before, seed) = of_first_release(40);
    let mut after = LATER.take_up(&read(&before.log())).unwrap();
    play(&mut *after, seed, before.next_entry() + 30);
    let logged = read(&after.log());
    let replayed = GAME.replay_as_far(&logged);
    assert_eq!((replayed.parts[0].release.as_str(), &replayed.parts[0].trouble), (GAME.release(), &None));
    let trouble = replayed.trouble.expect("units look out in games at random");
    let sentence = logged.why_not_true(&trouble, GAME.release());
    assert!(sentence.contains("cannot be judged: it is by the rules of release later"), "{sentence}");
}

/// The log with other facts in the entry of another release.
fn with_other_state(log: &str) -> String {
    let at = log.find("  from: ").expect("it has gone on under another release");
    let turn = at + log[at..].find("\"turn\":").unwrap() + "\"turn\":".len();
    format!("{}9{}", &log[..turn], &log[turn + 1..])
}

#[test]
fn nobody_goes_on_from_a_state_that_the_entries_before_do_not_lead_to() {
    let (before, _) = of_first_release(40);
    let log = LATER.take_up(&read(&before.log())).unwrap().log();
    assert!(GAME.replay(&read(&log)).is_ok(), "the first release knows how the game stood");
    let trouble = GAME.replay(&read(&with_other_state(&log))).err().expect("the state is another");
    assert!(trouble.sentence.contains("not the one that the entries before it led to"), "{trouble}");
}

#[test]
fn what_the_same_release_did_not_play_is_not_gone_on_with() {
    let (before, _) = of_first_release(40);
    let log = before.log();
    let at = log.rfind("  state: ").unwrap() + "  state: ".len();
    let digit = if &log[at..=at] == "0" { "1" } else { "0" };
    let other = format!("{}{digit}{}", &log[..at], &log[at + 1..]);
    let trouble = GAME.take_up(&read(&other)).err().expect("these rules have not led there");
    assert!(trouble.sentence.contains("the state that the log names"), "{trouble}");
}

#[test]
fn without_a_snapshot_a_game_goes_on_from_as_far_as_it_can_be_played() {
    let (before, seed) = of_first_release(40);
    let mut logged = read(&before.log());
    logged.snapshot = None;
    let stuck = LATER.replay_as_far(&logged).trouble.and_then(|trouble| trouble.entry).unwrap();
    let mut after = LATER.take_up(&logged).unwrap();
    let (_, said) = last_said(&*after, Eyes::Spectator);
    assert!(said.contains("cannot be carried over"), "{said}");
    assert!(!said.contains(&format!(" {stuck} ")), "true numbers would tell of entries that are not seen: {said}");
    play(&mut *after, seed, u32::MAX);
    let replayed = LATER.replay_as_far(&read(&after.log()));
    assert_eq!(replayed.trouble, None);
    assert_eq!(replayed.table.unwrap().log(), after.log());
}

#[test]
fn a_game_that_ended_under_other_rules_stays_as_it_ended() {
    let (before, _) = of_first_release(u32::MAX);
    let result = before.result().expect("it was played to its end");
    let mut logged = read(&before.log());
    let shown = LATER.take_up(&logged).unwrap();
    assert_eq!(shown.result().map(|shown| (shown.winner, shown.because)), Some((result.winner, result.because)));
    assert!(shown.open().is_empty(), "nobody is asked any more");
    for eyes in EYES {
        assert_eq!(shown.count(eyes), before.count(eyes), "nothing is added to it");
    }
    // With how it stood at the end, its end can be drawn.
    logged.snapshot = Some(serde_json::from_str(&before.snapshot_text()).unwrap());
    let shown = LATER.take_up(&logged).unwrap();
    for eyes in EYES {
        assert_eq!(shown.scene(eyes), before.scene(eyes));
    }
}

#[test]
fn other_words_for_the_end_do_not_keep_a_finished_game_away() {
    // A game without a look-out, which both releases play alike.
    let mut table = begun(&GAME, 1);
    table.resign(Seat("red")).unwrap();
    let log = table.log().replace("the red has resigned", "red gave it up");
    let shown = LATER.take_up(&read(&log)).unwrap();
    assert_eq!(shown.result().map(|result| result.because), Some("red gave it up".to_owned()));
    assert!(GAME.take_up(&read(&log)).is_err(), "these very rules say otherwise");
}

#[test]
fn a_snapshot_that_cannot_be_gone_on_from_gets_a_sentence() {
    let (before, _) = of_first_release(40);
    let whole = read(&before.log());
    let state = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut logged = whole.clone();
        change(&mut logged.snapshot.as_mut().unwrap().state);
        LATER.take_up(&logged).err().expect("it cannot be gone on from").sentence
    };
    let sentence = state(&|state| *state = serde_json::json!({ "nothing": 1 }));
    assert!(sentence.contains("the snapshot cannot be read by release later"), "{sentence}");
    let sentence = state(&|state| state["scenario"] = serde_json::json!("short"));
    assert!(sentence.contains("64 hexadecimal digits"), "{sentence}");
    // A move of a unit that is not there is no state that any rules lead to.
    let frame = serde_json::json!([{ "hits": { "side": "red", "hits": 1, "by": 77, "at": 77, "left": 1 } }]);
    let sentence = state(&|state| state["frames"] = frame.clone());
    assert!(sentence.contains("snapshot"), "{sentence}");
}

#[test]
fn a_log_whose_entries_are_misnumbered_gets_a_sentence() {
    let (before, _) = of_first_release(40);
    let mut logged = read(&before.log());
    logged.entries[5].number = 5_000_000;
    assert!(LATER.take_up(&logged).is_err());
    if let What::Orders { seat, .. } = &mut logged.entries[7].what {
        seat.push('x');
    }
    assert!(LATER.take_up(&logged).is_err());
}

#[test]
fn whatever_is_cut_off_at_the_end_of_a_log_the_rest_is_read() {
    let (table, _) = of_first_release(12);
    let log = table.log();
    let head = table.head_text().len();
    for end in head..=log.len() {
        let logged = Logged::read(&log[..end]).unwrap_or_else(|trouble| panic!("cut off at {end}: {trouble}"));
        let whole = (0..table.next_entry()).take_while(|number| {
            let until: usize = (0..=*number).map(|number| table.entry_text(number).len()).sum();
            head + until <= end
        });
        assert_eq!(logged.entries.len(), whole.count(), "cut off at {end}");
        assert_eq!(logged.snapshot.is_some(), end == log.len());
        if !logged.entries.is_empty() {
            assert!(GAME.take_up(&logged).is_ok());
        }
    }
}
