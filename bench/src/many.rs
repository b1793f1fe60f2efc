//! A move of figures with 300 men a side.

use crate::measure::Figure;
use crate::play::play;
use kernel::dice::Seeded;
use kernel::game::{Judged, Setting, Untold};
use shelf::{WithGame, with_game};
use std::time::{Duration, Instant};

/// The median time of a move of 300 figures a side at random, on a table of 8 by 6 feet, from the plots to the last test.
pub(crate) fn a_move_of_many() -> Figure {
    let time = with_game("figures", Moves).expect("a book of the shelf");
    Figure::new("figures: a move of 300 figures a side at random".to_owned(), time, Duration::from_millis(50))
}

const GAMES: u64 = 9;

struct Moves;

impl WithGame for Moves {
    type Answer = Duration;

    fn with<G: Judged>(self) -> Duration {
        let text = scenario();
        let mut times = Vec::new();
        for seed in 0..GAMES {
            let battle = G::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
            let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 1_000_000));
            let mut state = G::setup(&Setting::of(battle), &G::Options::default(), &mut dice);
            // What is written before the first move is no move.
            play::<G>(&mut state, &mut dice, &mut random, |state| G::quiet(state) < 1);
            for number in 2..=4 {
                let start = Instant::now();
                let orders = play::<G>(&mut state, &mut dice, &mut random, |state| G::quiet(state) < number);
                times.push((start.elapsed(), orders));
            }
        }
        times.sort_unstable();
        let ((fastest, _), (slowest, orders)) = (times[0], times[times.len() - 1]);
        println!("  moves of 300 figures a side: {fastest:.0?} to {slowest:.0?} (with {orders} orders)");
        times[times.len() / 2].0
    }
}

/// Thirty squads of ten a side, and a wood between them.
fn scenario() -> String {
    let squads = |name: char, front: i16, back: i16, facing: u16| -> String {
        let squad = |number: i16| {
            let (x, y) = (8 + 13 * (number % 7), front + back * (number / 7));
            format!("{name}{number} | infantry | average | {x} {y} | {facing} | men 10\n")
        };
        (0..30).map(squad).collect()
    };
    let side = |side: &str, army: &str, edge: &str, squads: String| {
        format!("[{side}]\nname = \"{side}\"\narmy = \"{army}\"\nedge = \"{edge}\"\nsquads = '''\n{squads}'''\n")
    };
    let head = "book = \"figures\"\nid = \"many\"\ntitle = \"Many\"\nminutes = 1\npar = 0\nmoves = 6\ntable = [96, 72]\n\
        [[ground]]\nkind = \"wood\"\nrectangle = { middle = [30, 36], width = 20, depth = 8 }\n\
        [[objectives]]\nat = [48, 36]\nname = \"The middle\"\n";
    let attacker = side("attacker", "british", "bottom", squads('A', 46, 4, 0));
    let defender = side("defender", "german", "top", squads('D', 26, -4, 180));
    format!("{head}{attacker}{defender}")
}
