//! Many games between two players, sides exchanged.

use kernel::dice::Seeded;
use kernel::game::{Game, GameResult, OneStream, Player, Untold, View, apply};

/// What became of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games the first player won.
    pub won: u32,
    /// Games it lost.
    pub lost: u32,
    /// Games nobody won.
    pub drawn: u32,
}

impl Score {
    /// Games played.
    pub fn games(&self) -> u32 {
        self.won + self.lost + self.drawn
    }

    /// The share that the first player won; a draw is half a win.
    pub fn share(&self) -> f64 {
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / f64::from(self.games().max(1))
    }

    /// The 95 % interval of the share (Wilson).
    pub fn interval(&self) -> (f64, f64) {
        let (n, p, z) = (f64::from(self.games().max(1)), self.share(), 1.96_f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        (middle - half, middle + half)
    }
}

impl std::ops::Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score { won: self.won + other.won, lost: self.lost + other.lost, drawn: self.drawn + other.drawn }
    }
}

/// Plays a game to its end; `players` are in the order of the seats.
pub fn play_out<G: Game>(scenario: &str, players: [&mut dyn Player<G>; 2], seed: u64) -> GameResult {
    play_watched::<G>(scenario, players, seed, &mut |_| ())
}

/// The same, with somebody who looks at the state after each order.
pub fn play_watched<G: Game>(
    scenario: &str,
    players: [&mut dyn Player<G>; 2],
    seed: u64,
    watch: &mut dyn FnMut(&G::State),
) -> GameResult {
    let mut dice = Untold(Seeded::new(seed));
    let mut random = Seeded::new(seed ^ 0x0117);
    let mut state = kernel::game::begin::<G>(scenario, &G::Options::default(), &mut dice)
        .unwrap_or_else(|refusal| panic!("the scenario does not start: {refusal}"));
    let [first, second] = players;
    loop {
        if let Some(result) = G::result(&state) {
            return result;
        }
        let ask = *G::asks(&state).first().expect("a game that is not over asks somebody");
        let view = View::<G>::of_seat(&state, ask.seat);
        let player = if ask.seat == G::SEATS[0] { &mut *first } else { &mut *second };
        let order = player.decide(&view, &ask, &mut random);
        let legal = view.check(&ask, order).unwrap_or_else(|refusal| panic!("a machine's order is refused: {refusal}"));
        apply(&mut state, &legal, &mut OneStream(&mut dice), None);
        watch(&state);
    }
}

/// Plays `games` games, each seed twice with sides exchanged, over the scenarios in turn.
pub fn match_play<G: Game>(
    scenarios: &[String],
    first: &mut dyn Player<G>,
    second: &mut dyn Player<G>,
    games: u32,
    seed: u64,
) -> Score {
    let mut score = Score::default();
    for game in 0..games {
        let (pair, exchanged) = (game / 2, game % 2 == 1);
        let scenario = &scenarios[pair as usize % scenarios.len()];
        let seed = seed + u64::from(pair);
        let players: [&mut dyn Player<G>; 2] =
            if exchanged { [&mut *second, &mut *first] } else { [&mut *first, &mut *second] };
        let seat = G::SEATS[usize::from(exchanged)];
        match play_out::<G>(scenario, players, seed).winner {
            Some(winner) if winner == seat => score.won += 1,
            Some(_) => score.lost += 1,
            None => score.drawn += 1,
        }
    }
    score
}
