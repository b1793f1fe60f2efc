//! A player that plays its candidates out in thought.

use kernel::dice::Seeded;
use kernel::game::{Ask, Judged, OneStream, Player, Untold, View, apply};

/// Plays each candidate out many times with both sides playing by habit, judges where that leads, and halves the field
/// until one is left beside the habit. It leaves the habit only for what is better by more than chance would explain.
/// Hidden things are dealt out anew for each game in thought.
#[derive(Clone, Copy, Debug)]
pub struct Thinker {
    /// How many orders it may play in thought for one decision.
    pub orders: u32,
    /// How many turns ahead it looks before it judges.
    pub turns: u8,
    /// The most candidates it considers.
    pub candidates: usize,
}

/// What the thinker found of an order.
#[derive(Clone, Debug)]
pub struct Thought<O> {
    /// The order.
    pub order: O,
    /// How many games were played out with it.
    pub games: u32,
    /// The mean worth of where they led.
    pub mean: f64,
}

struct Line<O> {
    order: O,
    is_habit: bool,
    /// Where its games led. Lines that are still in the field played as many, and each of the same deal.
    worths: Vec<f64>,
}

impl<O> Line<O> {
    fn mean(&self) -> f64 {
        mean(&self.worths)
    }

    /// Is it better than another by more than three standard errors of the difference, deal by deal? With one, a player
    /// that wins anyway leaves its habit too often for what was luck in thought.
    fn beats(&self, other: &Line<O>) -> bool {
        let gains: Vec<f64> = self.worths.iter().zip(&other.worths).map(|(own, others)| own - others).collect();
        if gains.len() < 2 {
            return false;
        }
        let (games, gain) = (gains.len() as f64, mean(&gains));
        let variance = gains.iter().map(|each| (each - gain).powi(2)).sum::<f64>() / (games - 1.0);
        gain > 3.0 * (variance / games).sqrt()
    }
}

fn mean(of: &[f64]) -> f64 {
    if of.is_empty() { 0.0 } else { of.iter().sum::<f64>() / of.len() as f64 }
}

impl Default for Thinker {
    fn default() -> Thinker {
        Thinker { orders: 6_000, turns: 40, candidates: 5 }
    }
}

impl Thinker {
    /// What it thinks of the candidates, the best first.
    pub fn think<G: Judged>(&self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> Vec<Thought<G::Order>> {
        let mut field: Vec<Line<G::Order>> = Vec::new();
        for order in G::candidates(view, ask, random) {
            if field.iter().all(|line| line.order != order) {
                field.push(Line { order, is_habit: field.is_empty(), worths: Vec::new() });
            }
        }
        if field.len() > self.candidates {
            let prospect = |line: &Line<G::Order>| G::prospect(view, ask, &line.order);
            field.sort_by_cached_key(|line| (!line.is_habit, std::cmp::Reverse(prospect(line))));
            field.truncate(self.candidates);
        }
        let mut dropped = Vec::new();
        if field.len() > 1 {
            let rounds = usize::BITS - (field.len() - 1).leading_zeros();
            for _ in 0..rounds {
                self.play_round(view, ask, &mut field, self.orders / rounds, random);
                // The habit stays to be compared with.
                field.sort_by(|a, b| b.is_habit.cmp(&a.is_habit).then(b.mean().total_cmp(&a.mean())));
                let kept = field.len().div_ceil(2).max(2);
                dropped.splice(0..0, field.drain(kept..));
            }
            if field[1].beats(&field[0]) {
                field.swap(0, 1);
            }
        }
        let told =
            |line: Line<G::Order>| Thought { games: line.worths.len() as u32, mean: line.mean(), order: line.order };
        field.into_iter().chain(dropped).map(told).collect()
    }

    /// Gives each line of the field the same number of games, with the same dice for all in each.
    fn play_round<G: Judged>(
        &self,
        view: &View<'_, G>,
        ask: &Ask,
        field: &mut [Line<G::Order>],
        mut orders: u32,
        random: &mut Seeded,
    ) {
        while orders > 0 {
            let deal = u64::from(random.below(u32::MAX));
            for line in &mut *field {
                let (worth, played) = self.play_out::<G>(view, ask, &line.order, deal);
                line.worths.push(worth as f64);
                orders = orders.saturating_sub(played);
            }
        }
    }

    fn play_out<G: Judged>(&self, view: &View<'_, G>, ask: &Ask, order: &G::Order, deal: u64) -> (i64, u32) {
        let mut random = Seeded::new(deal);
        let mut state = G::imagine(view, &mut random);
        let from = state.clone();
        let mut dice = Untold(Seeded::new(deal ^ 0xd1ce));
        let legal =
            view.check(ask, order.clone()).unwrap_or_else(|refusal| panic!("a candidate is refused: {refusal}"));
        apply(&mut state, &legal, &mut OneStream(&mut dice), None);
        let mut played = 1;
        while played < MOST_ORDERS && !G::is_far_enough(&from, &state, self.turns) {
            let Some(ask) = G::asks(&state).first().copied() else { break };
            let view = View::<G>::of_seat(&state, ask.seat);
            let order = G::habit(&view, &ask, &mut random);
            let legal = view.check(&ask, order).unwrap_or_else(|refusal| panic!("a habit is refused: {refusal}"));
            apply(&mut state, &legal, &mut OneStream(&mut dice), None);
            played += 1;
        }
        (G::worth(&state, ask.seat), played)
    }
}

/// A game in thought that goes on longer than this is judged where it stands.
const MOST_ORDERS: u32 = 2_000;

impl<G: Judged> Player<G> for Thinker {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        if !G::is_weighty(view, ask) {
            return G::habit(view, ask, random);
        }
        self.think(view, ask, random).into_iter().next().expect("there is always an order").order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<const N: usize>(worths: [f64; N]) -> Line<()> {
        Line { order: (), is_habit: false, worths: worths.to_vec() }
    }

    #[test]
    fn a_line_beats_another_by_more_than_three_standard_errors_of_the_gain_in_each_deal() {
        // The gains are 2, 3 and 4: a mean of 3, a variance of 1 and a standard error of 0.58.
        assert!(line([102.0, 3.0, -46.0]).beats(&line([100.0, 0.0, -50.0])), "however unlike the deals are");
        // 1, 3 and 5: a variance of 4 and a standard error of 1.15, three of which are more than 3.
        assert!(!line([101.0, 3.0, -45.0]).beats(&line([100.0, 0.0, -50.0])));
        assert!(!line([100.0, 0.0]).beats(&line([100.0, 0.0])), "no gain");
        assert!(!line([100.0]).beats(&line([0.0])), "one game tells nothing of the spread");
    }
}
