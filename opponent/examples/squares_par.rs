//! Measures the par of squares: how often the attacker wins between equal machines, and at which par he would win half
//! of the battles.
//!
//! `cargo run --release -p opponent --example squares_par -- 4000` plays 4,000 games of habit against habit at each
//! budget of generated battles, each of another battle, and 4,000 of every other scenario but the one for learning. It
//! runs on one core, at some 300 games a second.

use kernel::dice::Seeded;
use kernel::game::{Game, Judged, OneStream, Untold, View, apply};
use squares::game::Squares;
use squares::scenario::{GENERATED, Options, Scenario};

const BUDGETS: [u16; 5] = [40, 60, 80, 100, 120];

fn main() {
    let games = std::env::args().nth(1).and_then(|games| games.parse().ok()).unwrap_or(2000);
    println!("{games} games each, habit against habit; shares of the attacker in % (95 %: within {:.1})", error(games));
    println!("{:28} {:>5} {:>6} {:>6} {:>7}   won at par", "", "par", "won", "open", "trench");
    for points in BUDGETS {
        let battles = (0..games).map(|seed| (Options { points, seed }, u64::from(points) << 32 | seed as u64));
        Measured::of(GENERATED, battles).print(&format!("generated, {points} points"));
    }
    let others = Squares::scenarios().into_iter().filter(|card| !card.learning && card.id != GENERATED);
    for card in others {
        let battles = (0..games).map(|seed| (Options::default(), seed as u64));
        Measured::of(&card.id, battles).print(&card.id);
    }
}

/// Half of the 95 % interval of an even share, in per cent.
fn error(games: i32) -> f64 {
    98.0 / f64::from(games).sqrt()
}

/// What games of one kind ended with.
struct Measured {
    par: i32,
    /// By how much the attacker led at the end, and whether it was a trench scenario.
    ends: Vec<(i32, bool)>,
}

impl Measured {
    fn of(scenario: &str, battles: impl Iterator<Item = (Options, u64)>) -> Measured {
        let mut measured = Measured { par: 0, ends: Vec::new() };
        for (options, seed) in battles {
            let battle = Scenario::find(scenario, &options).expect("a scenario of the book");
            measured.par = battle.par;
            measured.ends.push((play(scenario, &options, seed), battle.trench));
        }
        measured
    }

    /// The share of those games whose margin exceeds a par, in per cent.
    fn share(&self, par: i32, among: impl Fn(bool) -> bool) -> f64 {
        let among: Vec<i32> =
            self.ends.iter().filter(|(_, trench)| among(*trench)).map(|(margin, _)| *margin).collect();
        100.0 * among.iter().filter(|margin| **margin > par).count() as f64 / among.len() as f64
    }

    fn print(&self, what: &str) {
        let won = |par| self.share(par, |_| true);
        let of = |trench| self.share(self.par, |it| it == trench);
        print!("{what:28} {:>5} {:>6.1} {:>6.1} {:>7.1}  ", self.par, won(self.par), of(false), of(true));
        // The pars around the one that halves the games. As a side that is behind dares more, they are near, not exact.
        let even = (-60..60).find(|&par| won(par) <= 50.0).unwrap_or(60);
        for par in even - 2..=even + 1 {
            print!(" {par}: {:.1}", won(par));
        }
        println!();
    }
}

/// Plays a battle to its end: the attacker's points less the defender's.
fn play(scenario: &str, options: &Options, seed: u64) -> i32 {
    let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed ^ 0x0117));
    let mut state = kernel::game::begin::<Squares>(scenario, options, &mut dice).expect("a scenario of the book");
    loop {
        if let Some(result) = Squares::result(&state) {
            let [(_, attacker), (_, defender)] = result.points[..] else { unreachable!("two sides have points") };
            return attacker - defender;
        }
        let ask = *Squares::asks(&state).first().expect("a game that is not over asks somebody");
        let view = View::<Squares>::of_seat(&state, ask.seat);
        let order = Squares::habit(&view, &ask, &mut random);
        let legal = view.check(&ask, order).expect("habit gives legal orders");
        apply(&mut state, &legal, &mut OneStream(&mut dice), None);
    }
}
