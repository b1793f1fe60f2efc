//! What a long game takes in memory, and how fast any of its entries is shown again.

use cap::Cap;
use kernel::dice::Seeded;
use kernel::game::{AtRandom, Eyes, LineView, Machine, Playable};
use kernel::seat::Seat;
use squares::game::Squares;
use std::alloc::System;
use std::time::{Duration, Instant};
use testkit::game::long_game;

#[global_allocator]
static COUNTED: Cap<System> = Cap::new(System, usize::MAX);

static GAME: Playable<Squares> = Playable::of(&[Machine::of("random", "takes any legal order", || Box::new(AtRandom))]);

const ENTRIES: u32 = 5_000;

#[test]
fn a_game_of_5000_entries_stays_under_10_mb_and_shows_any_of_them_within_50_ms() {
    let before = COUNTED.allocated();
    let table = long_game(&GAME, "squares", "montauban", ENTRIES);
    let bytes = COUNTED.allocated() - before;
    println!("{ENTRIES} entries take {} kB", bytes / 1000);
    assert!(bytes < 10_000_000, "{bytes} bytes");

    let (eyes, mut random) = (Eyes::Seat(Seat("attacker")), Seeded::new(7));
    let (mut slowest, mut rolls) = (Duration::ZERO, 0);
    for _ in 0..200 {
        let entry = random.below(table.count(eyes));
        let start = Instant::now();
        let scene = table.scene_after(entry, eyes).expect("these rules have played it");
        let shown = table.some_entries(eyes, entry, 1);
        slowest = slowest.max(start.elapsed());
        assert!(!scene.pieces.is_empty());
        // A roll that could not be explained again would be a plain sentence.
        rolls += shown[0].lines.iter().filter(|line| matches!(line, LineView::Roll { .. })).count();
    }
    println!("the slowest of 200 entries was shown again in {} us, with its explanations", slowest.as_micros());
    assert!(slowest < Duration::from_millis(50), "{slowest:?}");
    assert!(rolls > 50, "{rolls} rolls were explained again");
    assert!(COUNTED.allocated() - before < 10_000_000, "looking at it leaves little behind");
}
