//! Shares of games won, and how sure they are.

use serde::Serialize;

/// Games won, lost and drawn by one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Score {
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games nobody won.
    pub drawn: u32,
}

impl Score {
    /// Games played.
    pub fn games(&self) -> u32 {
        self.won + self.lost + self.drawn
    }

    /// The share won; a draw is half a win.
    pub fn share(&self) -> f64 {
        (f64::from(self.won) + 0.5 * f64::from(self.drawn)) / f64::from(self.games().max(1))
    }

    /// The 95 % interval of the share (Wilson), for a number of games that was settled beforehand.
    pub fn interval(&self) -> (f64, f64) {
        let (n, p, z) = (f64::from(self.games().max(1)), self.share(), 1.96_f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }

    /// A 95 % interval that holds after any number of games, so that one may look after each and stop when it is clear
    /// (Robbins' mixture, for results from 0 to 1).
    pub fn at_any_time(&self) -> (f64, f64) {
        const PRIOR: f64 = 100.0;
        const ALPHA: f64 = 0.05;
        let n = f64::from(self.games());
        if n == 0.0 {
            return (0.0, 1.0);
        }
        let half = 0.5 * ((n + PRIOR) * ((n + PRIOR) / (PRIOR * ALPHA * ALPHA)).ln()).sqrt() / n;
        ((self.share() - half).max(0.0), (self.share() + half).min(1.0))
    }

    /// Counts a game.
    pub fn count(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.won += 1,
            Some(false) => self.lost += 1,
            None => self.drawn += 1,
        }
    }
}

impl std::ops::Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score { won: self.won + other.won, lost: self.lost + other.lost, drawn: self.drawn + other.drawn }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (low, high) = self.interval();
        let percent = |share: f64| share * 100.0;
        let (games, share) = (self.games(), percent(self.share()));
        write!(f, "{share:.1} % of {games} (95 %: {:.1} to {:.1})", percent(low), percent(high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Seeded;

    #[test]
    fn a_share_lies_within_its_interval() {
        let score = Score { won: 60, lost: 38, drawn: 2 };
        assert!((score.share() - 0.61).abs() < 1e-9);
        let (low, high) = score.interval();
        // By hand: z² / n is 0.0384, the middle 0.6059, the half width 0.0941.
        assert!((low - 0.5118).abs() < 5e-4 && (high - 0.7000).abs() < 5e-4, "{low} {high}");
        assert_eq!(Score::default().at_any_time(), (0.0, 1.0));
    }

    #[test]
    fn who_looks_after_every_game_is_misled_in_no_more_than_one_match_of_twenty() {
        let mut misled = 0;
        for seed in 0..400 {
            let mut random = Seeded::new(seed);
            let mut score = Score::default();
            for _ in 0..1_000 {
                score.count(Some(random.below(2) == 0));
                let (low, high) = score.at_any_time();
                if low > 0.5 || high < 0.5 {
                    misled += 1;
                    break;
                }
            }
        }
        assert!(misled <= 20, "{misled} of 400");
    }
}
