//! Short matches of fixed seeds; `make bench` plays the long ones.

use lab::{Battle, Kept, Match, OnDisk, Watched, battles};
use std::sync::atomic::{AtomicU32, Ordering};

fn a_match(first: &str, second: &str, games: u32) -> Match {
    Match {
        book: "squares".to_owned(),
        battles: battles("squares").unwrap(),
        players: [first.to_owned(), second.to_owned()],
        games,
        seed: 1,
        better_than: None,
    }
}

fn quietly() -> impl Kept {
    Watched(&|| ())
}

#[test]
fn quick_play_hardly_ever_loses_to_a_player_at_random() {
    let score = a_match("quick", "random", 200).play(&quietly()).unwrap().all;
    assert!(score.won >= 194, "{score}");
}

#[test]
fn quick_play_beats_a_greedy_player_more_often_than_not() {
    let score = a_match("quick", "greedy", 40).play(&quietly()).unwrap().all;
    assert!(score.won >= 24, "{score}");
}

#[test]
fn a_search_beats_easy_play_more_often_than_not() {
    let score = a_match("search:40", "easy", 16).play(&quietly()).unwrap().all;
    assert!(score.won >= 9, "{score}");
}

#[test]
fn a_match_is_the_same_with_any_number_of_jobs() {
    let of = a_match("search:24", "quick", 8);
    let with = |jobs: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build().unwrap();
        let outcome = pool.install(|| of.play(&quietly())).unwrap();
        (outcome.all, outcome.by_scenario, outcome.orders.to_bits())
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn turns_are_counted_as_the_book_counts_them_whoever_has_a_half_of_one() {
    let battle = Battle { scenario: "montauban".to_owned(), ..Battle::default() };
    let of = Match { book: "somme".to_owned(), battles: vec![battle], ..a_match("quick", "random", 2) };
    let turns = of.play(&quietly()).unwrap().turns;
    assert!((turns - 2.0).abs() < 1e-9, "Montauban lasts two turns, each of two halves, not {turns}");
}

#[test]
fn two_equal_players_never_play_the_same_game_twice() {
    let seeds = |second: &str| {
        let of = a_match("quick", second, 16);
        let mut jobs: Vec<_> =
            (0..16).map(|number| of.job(number)).map(|job| (job.battle.scenario, job.seed)).collect();
        jobs.sort();
        jobs.dedup();
        jobs.len()
    };
    assert_eq!((seeds("quick"), seeds("easy")), (16, 8), "unlike ones have each battle from both sides");
}

#[test]
fn a_match_stops_when_it_is_clear_who_is_better() {
    let of = Match { better_than: Some(0.55), ..a_match("quick", "random", 2_000) };
    let outcome = of.play(&quietly()).unwrap();
    assert_eq!(outcome.all.games() % 32, 0, "it is looked at after each lot");
    assert!(outcome.all.games() < 300, "{}", outcome.all);
    assert!(outcome.stopped.unwrap().contains("above 55"), "and says why");
}

#[test]
fn an_interrupted_match_goes_on_and_ends_as_if_it_had_not_been() {
    let folder = std::env::temp_dir().join(format!("sandtable-lab-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("match.jsonl");
    let of = a_match("quick", "quick", 20);
    let whole = of.play(&quietly()).unwrap();
    let first = Match { games: 9, ..of.clone() };
    first.play(&OnDisk::open(&file, &first, Box::new(|_| ())).unwrap()).unwrap();
    // The interruption has cut a line off.
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 10]).unwrap();
    let played = std::sync::Arc::new(AtomicU32::new(0));
    let counted = std::sync::Arc::clone(&played);
    let kept =
        OnDisk::open(&file, &of, Box::new(move |games| _ = counted.fetch_add(games, Ordering::Relaxed))).unwrap();
    assert_eq!(played.load(Ordering::Relaxed), 8, "the cut line is forgotten");
    let outcome = of.play(&kept).unwrap();
    assert_eq!((outcome.all, outcome.by_scenario), (whole.all, whole.by_scenario));
    let other = a_match("quick", "random", 20);
    let refused = OnDisk::open(&file, &other, Box::new(|_| ())).err().unwrap();
    assert!(refused.sentence.contains("holds another match"), "{refused}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_played_gets_a_sentence() {
    let refused = |of: &Match| of.play(&quietly()).unwrap_err().sentence;
    assert!(refused(&a_match("quick", "quik", 2)).contains("did you mean 'quick'?"));
    assert!(refused(&a_match("quick", "search:0", 2)).contains("search:400"));
    assert!(refused(&a_match("quick", "quick:rows=3", 2)).contains("the weights are half-base"));
    assert!(refused(&a_match("quick", "search:9+judgement=nowhere.txt", 2)).contains("nowhere.txt cannot be read"));
    assert!(refused(&a_match("quick", "quick", 0)).contains("at least 1"));
    let nowhere = Battle { scenario: "le-cateu".to_owned(), ..Battle::default() };
    let of = Match { battles: vec![nowhere], ..a_match("quick", "quick", 2) };
    assert!(refused(&of).contains("did you mean 'le-cateau'?"));
    let of = Match { book: "sommer".to_owned(), ..a_match("quick", "quick", 2) };
    assert!(refused(&of).contains("there is no book 'sommer'"));
}
