//! Matches of the machine player against simpler ones.

use kernel::dice::Seeded;
use kernel::game::{Ask, AtRandom, Game, Judged, Player, View};
use opponent::{Greedy, Score, Thinker, match_play};
use std::time::{Duration, Instant};

/// What became of a match, and what it had to reach.
pub(crate) struct Match {
    opponent: &'static str,
    score: Score,
    /// The share of games that must be won.
    least: f64,
    longest: Duration,
}

/// The thinker's matches over all scenarios of a book but the one for learning, which a few dice decide. Each is played
/// in two halves of different seeds, one a core.
pub(crate) fn matches<G: Judged>(games: u32) -> Vec<Match> {
    let random = || Box::new(AtRandom) as Box<dyn Player<G>>;
    let greedy = || Box::new(Greedy) as Box<dyn Player<G>>;
    vec![played::<G>("a player at random", &random, 0.99, games), played::<G>("a greedy player", &greedy, 0.60, games)]
}

/// The longest that a machine may think about an order.
const LONGEST: Duration = Duration::from_secs(1);

impl Match {
    pub(crate) fn is_met(&self) -> bool {
        self.score.share() >= self.least && self.longest <= LONGEST
    }
}

impl std::fmt::Display for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (low, high) = self.score.interval();
        let mark = if self.is_met() { "  " } else { "! " };
        let what = format!("the machine against {}", self.opponent);
        write!(f, "{mark}{what:45} won {} of {}", self.score.won, self.score.games())?;
        write!(f, ", {:.1} % (95 %: {:.1} to {:.1})", self.score.share() * 100.0, low * 100.0, high * 100.0)?;
        write!(f, "   limit {:.0} %;   longest thought {:.0} ms", self.least * 100.0, self.longest.as_secs_f64() * 1e3)
    }
}

type Make<'a, G> = &'a (dyn Fn() -> Box<dyn Player<G>> + Sync);

fn played<G: Judged>(opponent: &'static str, make: Make<'_, G>, least: f64, games: u32) -> Match {
    let scenarios: Vec<String> = G::scenarios().into_iter().filter(|card| !card.learning).map(|card| card.id).collect();
    let half = |number: u64| {
        let (mut machine, mut other) = (Timed { player: Thinker::default(), longest: Duration::ZERO }, make());
        let score = match_play::<G>(&scenarios, &mut machine, &mut *other, games / 2, 20_000 + 10_000 * number);
        (score, machine.longest)
    };
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| half(0));
        let second = half(1);
        (first.join().expect("the match is played to its end"), second)
    });
    Match { opponent, score: first.0 + second.0, least, longest: first.1.max(second.1) }
}

/// Keeps the longest time that a player took.
struct Timed<P> {
    player: P,
    longest: Duration,
}

impl<G: Game, P: Player<G>> Player<G> for Timed<P> {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        let start = Instant::now();
        let order = self.player.decide(view, ask, random);
        self.longest = self.longest.max(start.elapsed());
        order
    }
}
