//! Ratings of players from a round robin, as chess players have them: 400 points are odds of ten to one.

use crate::job::Battle;
use crate::matches::{Kept, Match};
use crate::score::Score;
use kernel::procedure::Refusal;
use serde::Serialize;

/// A round robin.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    /// The book.
    pub book: String,
    /// What is played.
    pub battles: Vec<Battle>,
    /// The players; the last one is the measure, at 0.
    pub players: Vec<String>,
    /// Games of each pair.
    pub games: u32,
    /// The first seed.
    pub seed: u64,
}

/// A player's rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The player.
    pub player: String,
    /// His rating; the last player of the robin has 0.
    pub rating: f64,
    /// Half of the 95 % interval.
    pub error: f64,
    /// What he won of all his games.
    pub score: Score,
}

impl RoundRobin {
    /// Plays every pair, and rates all.
    pub fn play(&self, kept: &dyn Kept) -> Result<Vec<Rating>, Refusal> {
        if self.players.len() < 2 {
            return Err(Refusal::field("players", "name at least two players to be rated"));
        }
        let mut scores = vec![vec![Score::default(); self.players.len()]; self.players.len()];
        let pairs = (0..self.players.len()).flat_map(|first| (0..first).map(move |second| (second, first)));
        for (first, second) in pairs {
            let of = Match {
                book: self.book.clone(),
                battles: self.battles.clone(),
                players: [self.players[first].clone(), self.players[second].clone()],
                games: self.games,
                seed: self.seed,
                better_than: None,
            };
            let all = of.play(kept)?.all;
            scores[first][second] = all;
            scores[second][first] = Score { won: all.lost, lost: all.won, drawn: all.drawn };
        }
        Ok(rate(&self.players, &scores))
    }
}

/// Ratings by the greatest likelihood (Bradley and Terry), each pair with half a game more won by either, so that who lost
/// all has a rating too. The errors are those of the information matrix.
pub fn rate(players: &[String], scores: &[Vec<Score>]) -> Vec<Rating> {
    let count = players.len();
    let games = |one: usize, other: usize| f64::from(scores[one][other].games()) + if one == other { 0.0 } else { 1.0 };
    let won = |one: usize| -> f64 {
        let points = |score: &Score| score.share() * f64::from(score.games()) + 0.5;
        (0..count).filter(|&other| other != one).map(|other| points(&scores[one][other])).sum()
    };
    let mut strength = vec![1.0_f64; count];
    for _ in 0..2_000 {
        for one in 0..count {
            let met: f64 = (0..count)
                .filter(|&other| other != one)
                .map(|other| games(one, other) / (strength[one] + strength[other]))
                .sum();
            strength[one] = won(one) / met;
        }
        let last = strength[count - 1];
        for each in &mut strength {
            *each /= last;
        }
    }
    let scale = 400.0 / std::f64::consts::LN_10;
    let errors = errors(&strength, &games);
    let rated = |one: usize| Rating {
        player: players[one].clone(),
        rating: scale * strength[one].ln(),
        error: 1.96 * scale * errors[one],
        score: (0..count).filter(|&other| other != one).fold(Score::default(), |all, other| all + scores[one][other]),
    };
    let mut ratings: Vec<Rating> = (0..count).map(rated).collect();
    ratings.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    ratings
}

/// Standard errors of the logarithms of strengths, the last of which is the measure and has none.
fn errors(strength: &[f64], games: &dyn Fn(usize, usize) -> f64) -> Vec<f64> {
    let free = strength.len() - 1;
    let information = |one: usize, other: usize| {
        let share = strength[one] / (strength[one] + strength[other]);
        games(one, other) * share * (1.0 - share)
    };
    let mut matrix = vec![vec![0.0; 2 * free]; free];
    for one in 0..free {
        matrix[one][free + one] = 1.0;
        for other in (0..strength.len()).filter(|&other| other != one) {
            matrix[one][one] += information(one, other);
            if other < free {
                matrix[one][other] -= information(one, other);
            }
        }
    }
    // Gauss and Jordan; the matrix is symmetric and positive, so that no exchange of rows is needed.
    for pivot in 0..free {
        let by = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|entry| *entry /= by);
        let row = matrix[pivot].clone();
        for other in (0..free).filter(|&other| other != pivot) {
            let times = matrix[other][pivot];
            matrix[other].iter_mut().zip(&row).for_each(|(entry, own)| *entry -= times * own);
        }
    }
    (0..free).map(|one| matrix[one][free + one].sqrt()).chain([0.0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_are_rated_by_the_odds_between_them() {
        let score = |won, lost| Score { won, lost, drawn: 0 };
        let none = Score::default();
        let scores = vec![vec![none, score(759, 239)], vec![score(239, 759), none]];
        let ratings = rate(&["strong".to_owned(), "measure".to_owned()], &scores);
        // 759.5 to 239.5 is 3.171 to 1; 400 log10 3.171 is 200.5. The standard error of the log odds is
        // sqrt(1 / 759.5 + 1 / 239.5) = 0.0741, times 1.96 and 173.7: 25.2.
        assert_eq!((ratings[0].player.as_str(), ratings[1].rating), ("strong", 0.0));
        assert!((ratings[0].rating - 200.5).abs() < 0.5, "{ratings:?}");
        assert!((ratings[0].error - 25.2).abs() < 0.2, "{ratings:?}");
    }

    #[test]
    fn who_lost_every_game_has_a_rating_too() {
        let score = |won, lost| Score { won, lost, drawn: 0 };
        let none = Score::default();
        let names = ["one".to_owned(), "two".to_owned(), "three".to_owned()];
        let scores = vec![
            vec![none, score(10, 0), score(10, 0)],
            vec![score(0, 10), none, score(5, 5)],
            vec![score(0, 10), score(5, 5), none],
        ];
        let ratings = rate(&names, &scores);
        assert!(ratings[0].rating > 300.0 && ratings[0].rating < 1_000.0, "{ratings:?}");
        assert!(ratings[1].rating.abs() < 1.0 && ratings[2].rating.abs() < 1.0, "even with each other: {ratings:?}");
    }
}
