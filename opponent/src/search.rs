//! A player that plays its candidates out in thought, to the next quiet point, and judges there.

use crate::judgement::{Judgement, Steps, Worth};
use crate::learned::learned;
use crate::quick::weights;
use kernel::dice::Seeded;
use kernel::game::{Ask, Chances, Considered, Facts, Judged, OneStream, Player, Untold, View, apply};
use kernel::seat::Seat;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long it may think about one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// So many games in thought: the same on every machine.
    PlayOuts(u32),
    /// So long by the clock.
    Time(Duration),
}

/// Plays each candidate out by the book's quick play until the turn is over, with the same dice for all, judges where
/// that leads, and halves the field until one is left beside the quick order. It leaves the quick order only for what is
/// better by more than chance would explain. Hidden things are dealt out anew for each game in thought.
#[derive(Clone, Debug)]
pub struct Search {
    /// How long it may think.
    pub limit: Limit,
    /// The most candidates it considers.
    pub wide: usize,
    /// How many quiet points ahead it looks before it judges.
    pub far: u32,
    /// How many plans it considers: ways of playing the rest of the turn, each with other weights for quick play.
    pub plans: usize,
    /// By how many standard errors an order must be better than the quick one.
    pub gate: f64,
    /// What it judges by; nothing for the margin alone.
    pub judgement: Option<Arc<Judgement>>,
    /// What it tells chances by, where it does not go by it.
    pub(crate) told_by: Option<Arc<Judgement>>,
    /// The plan that it follows, and after which quiet point: it holds for that turn alone, also where one is taken back.
    pub(crate) follows: Option<(u32, Weights)>,
}

impl Search {
    /// A search with what was learned of the book, where that has proved itself in matches.
    pub fn of<G: Judged>(limit: Limit) -> Search {
        let judgement = if G::SEARCHES_BY_JUDGEMENT { learned::<G>() } else { None };
        Search { judgement, ..Search::by_margin(limit) }
    }

    /// A search that goes by the margin alone.
    pub fn by_margin(limit: Limit) -> Search {
        Search { limit, wide: 12, far: 1, plans: 6, gate: 2.0, judgement: None, told_by: None, follows: None }
    }

    /// A search that people ask for advice. It tells chances by what was learned, also where it goes by the margin, and plays
    /// all orders on alike: with plans of their own, one order would be told twice and orders would differ in more than
    /// themselves.
    pub fn adviser<G: Judged>(limit: Limit) -> Search {
        Search { plans: 0, told_by: learned::<G>(), ..Search::of::<G>(limit) }
    }

    /// Gives every candidate the same number of games and drops none: each with its mean margin.
    pub(crate) fn try_all<G: Judged>(
        &self,
        view: &View<'_, G>,
        ask: &Ask,
        random: &mut Seeded,
    ) -> Vec<(G::Order, f64)> {
        let mut field = self.candidates(view, ask, random);
        let Limit::PlayOuts(all) = self.limit else { unreachable!("tried by number") };
        let games = Enough::Games((all / field.len() as u32).max(1));
        if field.len() > 1 {
            Judge::<G>::of(self, ask.seat).play_round(view, ask, &mut field, games, random);
        }
        field.into_iter().map(|line| (line.order, mean(line.found.iter().map(|found| found.margin)))).collect()
    }

    /// What it thinks of the candidates, the one it would choose first.
    pub fn think<G: Judged>(&self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> Vec<Considered<G::Order>> {
        self.weigh(view, ask, random).into_iter().map(Line::considered).collect()
    }

    /// The candidates with where their games led, the one it would choose first.
    fn weigh<G: Judged>(&self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> Vec<Line<G::Order>> {
        let mut field = self.candidates(view, ask, random);
        let dropped = self.halve(&mut Judge::of(self, ask.seat), view, ask, &mut field, random);
        if let [quick, other, ..] = &field[..]
            && other.beats(quick, self.gate)
        {
            field.swap(0, 1);
        }
        field.extend(dropped);
        field
    }

    /// What the seat's chances were in a state whose every secret is known, with an order that was given and with the best
    /// that is found. What is best is found first and then played out anew, so many times, as the given order is: otherwise
    /// luck in the search would count for it.
    pub(crate) fn chances<G: Judged>(
        &self,
        state: &G::State,
        ask: &Ask,
        given: &G::Order,
        games: u32,
        random: &mut Seeded,
    ) -> Chances<G::Order> {
        let view = View::<G>::of_seat(state, ask.seat);
        let mut judge = Judge { known: Some(state), ..Judge::of(self, ask.seat) };
        let mut field = self.candidates(&view, ask, random);
        self.halve(&mut judge, &view, ask, &mut field, random);
        field.truncate(2);
        if field.iter().all(|line| line.order != *given) {
            field.push(Line::of(given.clone(), false, &field[0].plan));
        }
        for line in &mut field {
            line.found.clear();
        }
        judge.play_round(&view, ask, &mut field, Enough::Games(games), random);
        let win = |line: &Line<G::Order>| mean(line.found.iter().map(|found| found.win));
        let best = field.iter().max_by(|a, b| win(a).total_cmp(&win(b))).expect("the quick order is there");
        let of_given = field.iter().find(|line| line.order == *given).map_or(0.0, win);
        Chances { usual: win(&field[0]), given: of_given, best: win(best), order: best.order.clone() }
    }

    /// Plays rounds and drops half of the field after each, until the quick order, which comes first, and the best of the
    /// others are left. What was dropped is given back, the last first.
    fn halve<G: Judged>(
        &self,
        judge: &mut Judge<'_, G>,
        view: &View<'_, G>,
        ask: &Ask,
        field: &mut Vec<Line<G::Order>>,
        random: &mut Seeded,
    ) -> Vec<Line<G::Order>> {
        let start = Instant::now();
        let mut dropped = Vec::new();
        let rounds = if field.len() > 1 { usize::BITS - (field.len() - 1).leading_zeros() } else { 0 };
        for round in 1..=rounds {
            let enough = match self.limit {
                Limit::PlayOuts(all) => Enough::Games((all / rounds / field.len() as u32).max(2)),
                Limit::Time(all) => Enough::At(start + all * round / rounds),
            };
            judge.play_round(view, ask, field, enough, random);
            // The quick order stays to be compared with.
            field.sort_by(|a, b| b.is_quick.cmp(&a.is_quick).then(b.mean().total_cmp(&a.mean())));
            let kept = field.len().div_ceil(2).max(2);
            dropped.splice(0..0, field.drain(kept..));
        }
        dropped
    }

    /// The plan that was found best in this turn, as long as it lasts.
    fn followed<G: Judged>(&self, state: &G::State) -> Option<&Weights> {
        self.follows.as_ref().filter(|(since, _)| G::quiet(state) == *since).map(|(_, plan)| plan)
    }

    /// The quick order, what other plans would order, what the book hints at, and orders at random.
    fn candidates<G: Judged>(&self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> Vec<Line<G::Order>> {
        let usual: Weights = weights::<G>().into();
        // A plan that was found better is followed until its turn is over; the usual one is considered beside it.
        let followed = self.followed::<G>(view.state());
        let base = followed.map_or_else(|| Arc::clone(&usual), Arc::clone);
        let mut field = vec![Line::of(G::quick(view, ask, &base, random), true, &base)];
        if followed.is_some() {
            field.push(Line::of(G::quick(view, ask, &usual, random), false, &usual));
        }
        for _ in 0..self.plans {
            let plan: Weights =
                usual.iter().map(|weight| weight * i64::from(SHAKEN[random.below(5) as usize]) / 100).collect();
            field.push(Line::of(G::quick(view, ask, &plan, random), false, &plan));
        }
        let most = self.plans + self.wide;
        let put = |order: G::Order, field: &mut Vec<Line<G::Order>>| {
            if field.len() < most && field.iter().all(|line| line.order != order) {
                field.push(Line::of(order, false, &base));
            }
        };
        let mut hints = G::hints(view, ask, &base, random);
        hints.retain(|order| G::check(view, ask, order).is_ok());
        hints.truncate(self.wide * 3 / 4);
        for order in hints {
            put(order, &mut field);
        }
        for _ in 0..self.wide {
            put(G::sample(view, ask, random), &mut field);
        }
        // Where there is nothing to choose, no plan needs to be compared.
        if field.iter().all(|line| line.order == field[0].order) {
            field.truncate(1);
        }
        field
    }
}

/// What quick play weighs.
type Weights = Arc<[i64]>;

/// What a weight of a plan may come to, in hundredths.
const SHAKEN: [i32; 5] = [30, 60, 100, 160, 300];

/// A candidate, and where its games led. Lines that are still in the field played as many, and each of the same deal.
struct Line<O> {
    order: O,
    is_quick: bool,
    /// How the rest of the turn is played.
    plan: Weights,
    found: Vec<Found>,
}

/// Where a game in thought led: the chance to win and the lead that are told of it, the margin, and what search goes by.
#[derive(Clone, Copy)]
struct Found {
    win: f64,
    lead: f64,
    margin: f64,
    value: f64,
}

impl<O> Line<O> {
    fn of(order: O, is_quick: bool, plan: &Weights) -> Line<O> {
        Line { order, is_quick, plan: Arc::clone(plan), found: Vec::new() }
    }

    fn mean(&self) -> f64 {
        mean(self.found.iter().map(|found| found.value))
    }

    /// Is it better than another by so many standard errors of the difference, deal by deal?
    fn beats(&self, other: &Line<O>, gate: f64) -> bool {
        let gains = || self.found.iter().zip(&other.found).map(|(own, others)| own.value - others.value);
        let games = gains().count() as f64;
        if games < 2.0 {
            return false;
        }
        let gain = mean(gains());
        let variance = gains().map(|each| (each - gain).powi(2)).sum::<f64>() / (games - 1.0);
        gain > gate * (variance / games).sqrt()
    }

    fn considered(self) -> Considered<O> {
        let win = mean(self.found.iter().map(|found| found.win));
        let lead = mean(self.found.iter().map(|found| found.lead));
        Considered { games: self.found.len() as u32, win, lead, order: self.order }
    }
}

/// The chance to win, and a little for the margin, so that what is won or lost anyway is still played well. Beside a chance
/// that was learned, a margin of hundreds of points must not outweigh it, and one of a few still count; where the margin is
/// all that is known, each point counts alike.
fn value(worth: Worth, learned: bool) -> f64 {
    let (win, margin) = (f64::from(worth.win), f64::from(worth.margin));
    win + if learned { 0.2 * margin / (margin.abs() + 40.0) } else { margin / 200.0 }
}

fn mean(of: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = of.fold((0.0, 0.0), |(sum, count), each| (sum + each, count + 1.0));
    if count == 0.0 { 0.0 } else { sum / count }
}

/// When a round has had its games.
#[derive(Clone, Copy)]
enum Enough {
    Games(u32),
    At(Instant),
}

/// Judges quiet positions for a seat.
struct Judge<'a, G: Judged> {
    search: &'a Search,
    seat: Seat,
    /// The whole state, where nothing needs to be imagined.
    known: Option<&'a G::State>,
    facts: Facts,
    steps: Steps,
    weights: Vec<i64>,
}

impl<'a, G: Judged> Judge<'a, G> {
    fn of(search: &'a Search, seat: Seat) -> Judge<'a, G> {
        Judge {
            search,
            seat,
            known: None,
            facts: Facts::of(G::FACTS),
            steps: Steps::default(),
            weights: weights::<G>(),
        }
    }

    /// Gives each line of the field the same number of games, with the same dice for all in each.
    fn play_round(
        &mut self,
        view: &View<'_, G>,
        ask: &Ask,
        field: &mut [Line<G::Order>],
        enough: Enough,
        random: &mut Seeded,
    ) {
        let mut played = 0;
        while match enough {
            Enough::Games(games) => played < games,
            Enough::At(end) => played < 2 || Instant::now() < end,
        } {
            let deal = u64::from(random.below(u32::MAX));
            for line in &mut *field {
                let found = self.play_out(view, ask, line, deal);
                line.found.push(found);
            }
            played += 1;
        }
    }

    fn play_out(&mut self, view: &View<'_, G>, ask: &Ask, line: &Line<G::Order>, deal: u64) -> Found {
        let mut random = Seeded::new(deal);
        let mut state = self.known.cloned().unwrap_or_else(|| G::imagine(view, &mut random));
        let end = G::quiet(&state) + self.search.far;
        let writing = if self.search.far == 0 { G::writing(&state) } else { None };
        let legal =
            view.check(ask, line.order.clone()).unwrap_or_else(|refusal| panic!("a candidate is refused: {refusal}"));
        let mut dice = SameDice::of(deal);
        apply(&mut state, &legal, &mut OneStream(&mut dice.of_order::<G>(legal.order())), None);
        for _ in 0..MOST_ORDERS {
            let is_written = writing.is_some() && G::writing(&state) == writing;
            if G::quiet(&state) >= end && !is_written {
                break;
            }
            let Some(ask) = G::asks(&state).first().copied() else { break };
            let view = View::<G>::of_seat(&state, ask.seat);
            let weights: &[i64] = if ask.seat == self.seat { &line.plan } else { &self.weights };
            let order = G::quick(&view, &ask, weights, &mut random);
            let legal = view.check(&ask, order).unwrap_or_else(|refusal| panic!("a quick order is refused: {refusal}"));
            apply(&mut state, &legal, &mut OneStream(&mut dice.of_order::<G>(legal.order())), None);
        }
        self.found(&state)
    }

    /// What is found in a state that a game in thought led to.
    fn found(&mut self, state: &G::State) -> Found {
        let Search { judgement, told_by, .. } = self.search;
        let worth = self.worth(state, judgement.as_deref());
        let told = if judgement.is_none() && told_by.is_some() { self.worth(state, told_by.as_deref()) } else { worth };
        let value = value(worth, judgement.is_some());
        Found { win: told.win.into(), lead: G::lead(state, self.seat).into(), margin: worth.margin.into(), value }
    }

    /// What a state is worth to the seat: by the result where the game is over, by judgement otherwise.
    fn worth(&mut self, state: &G::State, judgement: Option<&Judgement>) -> Worth {
        let margin = G::margin(state, self.seat) as f32;
        if let Some(result) = G::result(state) {
            let win = result.winner.map_or(0.5, |winner| f32::from(u8::from(winner == self.seat)));
            return Worth { win, margin };
        }
        let Some(judgement) = judgement else {
            return Worth { win: crate::exp::sigmoid(margin / 10.0), margin };
        };
        self.facts.clear();
        G::facts(state, &mut self.facts);
        let worth = judgement.worth(&self.facts, &mut self.steps);
        if self.seat == G::SEATS[0] { worth } else { Worth { win: 1.0 - worth.win, margin: -worth.margin } }
    }
}

/// The dice of a game in thought. An order that is given in two games of one deal throws the same in both, whatever else
/// was ordered before: so games that differ in one order are alike in all that it does not touch.
struct SameDice {
    deal: u64,
    given: FxHashMap<u64, u32>,
}

impl SameDice {
    fn of(deal: u64) -> SameDice {
        SameDice { deal, given: FxHashMap::default() }
    }

    fn of_order<G: Judged>(&mut self, order: &G::Order) -> Untold<Seeded> {
        let mut hasher = FxHasher::default();
        order.hash(&mut hasher);
        let order = hasher.finish();
        let times = self.given.entry(order).or_default();
        *times += 1;
        Untold(Seeded::new(self.deal ^ order.wrapping_add(u64::from(*times)).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
}

/// A game in thought that goes on longer than this is judged where it stands.
const MOST_ORDERS: u32 = 2_000;

impl<G: Judged> Player<G> for Search {
    fn decide(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> G::Order {
        if let Some(plan) = self.followed::<G>(view.state())
            && !G::weighty(view, ask)
        {
            return G::quick(view, ask, plan, random);
        }
        let chosen = self.weigh(view, ask, random).into_iter().next().expect("there is always an order");
        self.follows = Some((G::quiet(view.state()), chosen.plan));
        chosen.order
    }

    fn consider(&mut self, view: &View<'_, G>, ask: &Ask, random: &mut Seeded) -> Vec<Considered<G::Order>> {
        let mut considered = self.think(view, ask, random);
        // Two plans may begin with one order; what comes first was found better or tried more often.
        let mut named: Vec<G::Order> = Vec::new();
        considered.retain(|Considered { order, .. }| {
            let is_new = !named.contains(order);
            named.push(order.clone());
            is_new
        });
        considered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<const N: usize>(worths: [f64; N]) -> Line<()> {
        let found = worths.map(|win| Found { win, lead: 0.0, margin: 0.0, value: win });
        Line { found: found.to_vec(), ..Line::of((), false, &Weights::from([])) }
    }

    #[test]
    fn no_margin_outweighs_a_chance_that_was_learned() {
        let scalar = |win, margin| value(Worth { win, margin }, true);
        assert!(scalar(0.9, -300.0) > scalar(0.4, 300.0), "however large");
        assert!(
            scalar(0.5, 3.0) > scalar(0.5, 2.0) && scalar(0.99, 300.0) > scalar(0.99, 280.0),
            "but each point counts"
        );
        assert!(
            (scalar(0.5, 1.0) - scalar(0.5, 0.0) - 0.005).abs() < 2e-4,
            "half a hundredth a point where it is close"
        );
    }

    #[test]
    fn a_line_beats_another_by_standard_errors_of_the_gain_in_each_deal() {
        // The gains are 2, 3 and 4 hundredths: a mean of 3, a variance of 1 and a standard error of 0.58.
        assert!(line([0.52, 0.13, 0.94]).beats(&line([0.5, 0.1, 0.9]), 3.0), "however unlike the deals are");
        // 1, 3 and 5: a variance of 4 and a standard error of 1.15, three of which are more than 3, but not two.
        assert!(!line([0.51, 0.13, 0.95]).beats(&line([0.5, 0.1, 0.9]), 3.0));
        assert!(line([0.51, 0.13, 0.95]).beats(&line([0.5, 0.1, 0.9]), 2.0));
        assert!(!line([0.5, 0.1]).beats(&line([0.5, 0.1]), 2.0), "no gain");
        assert!(!line([0.5]).beats(&line([0.1]), 2.0), "one game tells nothing of the spread");
    }
}
