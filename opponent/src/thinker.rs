//! A player that plays its candidates out in thought.

use kernel::dice::Seeded;
use kernel::game::{Ask, Judged, OneStream, Player, Untold, View, apply};
use kernel::seat::Seat;

/// Plays each candidate out many times with both sides playing by habit, judges where that leads, and halves the field
/// until one is left. Hidden things are dealt out anew for each game in thought.
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
    sum: i64,
    games: u32,
}

impl<O> Line<O> {
    fn mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.sum as f64 / f64::from(self.games) }
    }
}

impl Default for Thinker {
    fn default() -> Thinker {
        Thinker { orders: 60_000, turns: 2, candidates: 16 }
    }
}

impl Thinker {
    /// What it thinks of the candidates, the best first.
    pub fn think<G: Judged>(&self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> Vec<Thought<G::Order>> {
        let mut field: Vec<Line<G::Order>> = Vec::new();
        for order in G::candidates(view, ask, random) {
            if field.iter().all(|line| line.order != order) {
                field.push(Line { order, sum: 0, games: 0 });
            }
        }
        if field.len() > self.candidates {
            field.sort_by_cached_key(|line| std::cmp::Reverse(G::prospect(view, ask, &line.order)));
            field.truncate(self.candidates);
        }
        let mut dropped = Vec::new();
        if field.len() > 1 {
            let rounds = usize::BITS - (field.len() - 1).leading_zeros();
            for _ in 0..rounds {
                self.play_round(view, ask, &mut field, self.orders / rounds, random);
                field.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
                let kept = field.len().div_ceil(2);
                dropped.splice(0..0, field.drain(kept..));
            }
        }
        let told = |line: Line<G::Order>| Thought { games: line.games, mean: line.mean(), order: line.order };
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
                line.sum += worth;
                line.games += 1;
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
        (worth_to::<G>(&state, ask.seat), played)
    }
}

/// A game in thought that goes on longer than this is judged where it stands.
const MOST_ORDERS: u32 = 2_000;

fn worth_to<G: Judged>(state: &G::State, seat: Seat) -> i64 {
    G::worth(state, seat)
}

impl<G: Judged> Player<G> for Thinker {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        self.think(view, ask, random).into_iter().next().expect("there is always an order").order
    }
}
