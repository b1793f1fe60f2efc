//! What a long game takes in memory, and how fast any of its entries is shown again. It is a program of its own, because
//! counting every byte would slow the other figures down.

use cap::Cap;
use kernel::game::{AnyTable, Eyes};
use mimalloc::MiMalloc;
use std::time::{Duration, Instant};
use testkit::game::long_game;

/// The one that the program has, counted.
#[global_allocator]
static COUNTED: Cap<MiMalloc> = Cap::new(MiMalloc, usize::MAX);

const ENTRIES: u32 = 5_000;
const MOST_BYTES: usize = 10_000_000;
const LONGEST: Duration = Duration::from_millis(50);

fn main() {
    let shelf = shelf::Shelf::five();
    let game = shelf.game("squares").expect("a book of the shelf");
    let before = COUNTED.allocated();
    let table = long_game(game, "squares", "montauban", ENTRIES);
    let bytes = COUNTED.allocated() - before;
    let entries = table.count(Eyes::Spectator);
    let longest = (0..entries).step_by(7).map(|entry| shown_again(&*table, entry)).max().unwrap_or_default();
    let what = format!("squares: a live game of {ENTRIES} entries in memory");
    figure(&what, &megabytes(bytes), &megabytes(MOST_BYTES), bytes <= MOST_BYTES);
    let what = "squares: the slowest of its entries shown again, table and explanations".to_owned();
    figure(&what, &milliseconds(longest), &milliseconds(LONGEST), longest <= LONGEST);
}

/// How long it takes to show an entry again.
fn shown_again(table: &dyn AnyTable, entry: u32) -> Duration {
    let start = Instant::now();
    let shown = (table.scene_after(entry, Eyes::Spectator), table.some_entries(Eyes::Spectator, entry, 1));
    assert!(shown.0.is_some() && shown.1.len() == 1);
    start.elapsed()
}

fn figure(what: &str, measured: &str, limit: &str, is_met: bool) {
    let mark = if is_met { "  " } else { "! " };
    println!("{mark}{what:75} {measured:>10}   limit {limit:>8}");
}

fn megabytes(bytes: usize) -> String {
    format!("{:.2} MB", bytes as f64 / 1e6)
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}
