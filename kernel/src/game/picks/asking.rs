//! A question of a decision, and the ways to answer it.

use super::{Outcome, Picked, Picks, Then, Usual};
use crate::dice::Seeded;
use crate::game::{Offer, Offers, Pick, Region};
use crate::procedure::Refusal;
use crate::rule::Rule;
use smallvec::SmallVec;
use std::fmt::Display;

/// A question that waits for its answer.
pub struct Asking<'p, 'a, O, Q> {
    picks: &'p mut Picks<'a, O>,
    question: Q,
    rule: Rule,
    words: SmallVec<[Word<O>; 2]>,
    /// At random, one of the words is taken half the time.
    half: bool,
    /// All that is offered leads on to an order.
    sure: bool,
    /// Points of a region that are worth a thought, where somebody will be shown them.
    suggested: Option<Suggesting<'p>>,
}

/// Finds the points of a region that are worth a thought.
type Suggesting<'p> = Box<dyn FnOnce(&Region) -> Vec<Offer> + 'p>;

/// A word that ends the order, or leads to another question.
struct Word<O> {
    name: &'static str,
    label: &'static str,
    rule: Option<Rule>,
    /// The order that it is; none where it leads on.
    order: Option<O>,
}

/// A point, or a word beside it that leads on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointOr {
    /// A point.
    Point(i64, i64),
    /// The word.
    Word(&'static str),
}

/// Points of a measured table. None of them is made before it is needed.
pub struct Points<T, R, D>
where
    T: Fn(&Pick) -> Result<(), Refusal>,
    R: Fn() -> Region,
    D: FnMut(&mut Seeded) -> Option<(i64, i64)>,
{
    /// Takes a point, or says which rule refuses it.
    pub take: T,
    /// What is offered.
    pub region: R,
    /// A point at random, where one is found.
    pub draw: D,
}

/// How many of those in turn are passed over at random: one in so many.
const PASSED_OVER: u32 = 8;

impl<'p, 'a, O, Q: Display> Asking<'p, 'a, O, Q> {
    pub(super) fn of(picks: &'p mut Picks<'a, O>, question: Q, rule: Rule) -> Asking<'p, 'a, O, Q> {
        Asking { picks, question, rule, words: SmallVec::new(), half: false, sure: false, suggested: None }
    }

    /// A word that ends the order instead.
    #[must_use]
    pub fn or(mut self, word: &'static str, label: &'static str, order: O) -> Asking<'p, 'a, O, Q> {
        self.words.push(Word { name: word, label, rule: None, order: Some(order) });
        self
    }

    /// A word that ends the order instead, with its rule.
    #[must_use]
    pub fn or_under(mut self, word: &'static str, label: &'static str, rule: Rule, order: O) -> Asking<'p, 'a, O, Q> {
        self.words.push(Word { name: word, label, rule: Some(rule), order: Some(order) });
        self
    }

    /// A word that ends the order instead, where there is such an order.
    #[must_use]
    pub fn or_some(
        self,
        word: &'static str,
        label: &'static str,
        rule: Rule,
        order: Option<O>,
    ) -> Asking<'p, 'a, O, Q> {
        match order {
            Some(order) => self.or_under(word, label, rule, order),
            None => self,
        }
    }

    /// At random, one of the words is taken half the time, however many things there are beside it.
    #[must_use]
    pub fn half(mut self) -> Asking<'p, 'a, O, Q> {
        self.half = true;
        self
    }

    /// All that is offered leads on to an order: the prompt need not try each of very many.
    #[must_use]
    pub fn sure(mut self) -> Asking<'p, 'a, O, Q> {
        self.sure = true;
        self
    }

    /// A word that leads to another question, beside the points of [`Asking::point_or`].
    #[must_use]
    pub fn also_if(mut self, holds: bool, word: &'static str, label: &'static str, rule: Rule) -> Asking<'p, 'a, O, Q> {
        if holds {
            self.words.push(Word { name: word, label, rule: Some(rule), order: None });
        }
        self
    }

    /// One of these.
    pub fn one_of<T>(self, items: impl IntoIterator<Item = T>, offer: impl Fn(&T) -> Offer) -> Picked<T> {
        self.one(items, std::iter::empty, std::iter::empty, offer, false)
    }

    /// One of these. A pick among the wider ones, which the rules do not allow here, is refused in the rules' own words.
    pub fn one_of_wider<T, W: IntoIterator<Item = T>>(
        self,
        items: impl IntoIterator<Item = T>,
        wider: impl FnOnce() -> W,
        offer: impl Fn(&T) -> Offer,
    ) -> Picked<T> {
        self.one(items, std::iter::empty, wider, offer, false)
    }

    /// One of these that is allowed. The others are refused in the rules' own words.
    ///
    /// At random only as many are looked at as it takes to find one, and none where a word is taken.
    pub fn one_that<T>(
        self,
        items: impl IntoIterator<Item = T, IntoIter: Clone>,
        is_allowed: impl Fn(&T) -> bool,
        offer: impl Fn(&T) -> Offer,
    ) -> Picked<T> {
        let items = items.into_iter();
        if matches!(self.picks.then, Then::Random(_, Usual::LeftToChance)) {
            return self.one_at_random(items, is_allowed);
        }
        self.one(items.clone().filter(&is_allowed), std::iter::empty, || items, offer, false)
    }

    /// One of these that is allowed, where it takes too long to find out of each whether it is: only those are shown that
    /// stand out, and any other can be named. To find every order, each is looked at when its turn comes.
    pub fn one_named<T, S: IntoIterator<Item = T>>(
        mut self,
        items: impl IntoIterator<Item = T, IntoIter: Clone>,
        is_allowed: impl Fn(&T) -> bool,
        shown: impl FnOnce() -> S,
        offer: impl Fn(&T) -> Offer,
    ) -> Picked<T> {
        let mut items = items.into_iter();
        if matches!(self.picks.then, Then::Random(_, Usual::LeftToChance)) {
            return self.one_at_random(items, is_allowed);
        }
        if self.picks.upcoming().is_some() {
            return self.one(items.clone().filter(&is_allowed), std::iter::empty, || items, offer, false);
        }
        if let Then::Branch(branches) = &mut self.picks.then {
            let (count, words) = (items.clone().count() as u32, self.words.len() as u32);
            if count + words == 0 {
                return self.picks.stop(Outcome::DeadEnd);
            }
            let taken = branches.take(count + words);
            return match items.nth(taken as usize) {
                Some(item) if is_allowed(&item) => Ok(item),
                Some(_) => self.picks.stop(Outcome::DeadEnd),
                None => self.ended((taken - count) as usize),
            };
        }
        self.one(shown(), std::iter::empty, || items, offer, false)
    }

    /// One at random that is allowed, or one of the words.
    fn one_at_random<T>(mut self, items: impl Iterator<Item = T>, is_allowed: impl Fn(&T) -> bool) -> Picked<T> {
        let Then::Random(random, _) = &mut self.picks.then else { unreachable!("chance draws") };
        let words = self.words.len() as u32;
        let mut left: SmallVec<[T; 16]> = items.collect();
        let count = if self.half { words } else { left.len() as u32 };
        let takes_word = words > 0 && random.below(words + count) < words;
        while !takes_word && !left.is_empty() {
            let item = left.swap_remove(random.below(left.len() as u32) as usize);
            if is_allowed(&item) {
                return Ok(item);
            }
        }
        if words == 0 {
            return self.picks.stop(Outcome::DeadEnd);
        }
        let word = random.below(words) as usize;
        self.ended(word)
    }

    /// One of these, or one further on: what several picks of these come to, offered to be picked at once.
    pub fn one_of_or_farther<T, F: IntoIterator<Item = T>, W: IntoIterator<Item = T>>(
        self,
        items: impl IntoIterator<Item = T>,
        farther: impl FnOnce() -> F,
        wider: impl FnOnce() -> W,
        offer: impl Fn(&T) -> Offer,
    ) -> Picked<T> {
        self.one(items, farther, wider, offer, false)
    }

    /// One of these, which play goes through in this order: at random, most of them get their turn.
    pub fn in_turn<T, W: IntoIterator<Item = T>>(
        self,
        items: impl IntoIterator<Item = T>,
        wider: impl FnOnce() -> W,
        offer: impl Fn(&T) -> Offer,
    ) -> Picked<T> {
        self.one(items, std::iter::empty, wider, offer, true)
    }

    /// The same, or what several picks of these come to, offered to be picked at once.
    pub fn in_turn_or_farther<T, F: IntoIterator<Item = T>, W: IntoIterator<Item = T>>(
        self,
        items: impl IntoIterator<Item = T>,
        farther: impl FnOnce() -> F,
        wider: impl FnOnce() -> W,
        offer: impl Fn(&T) -> Offer,
    ) -> Picked<T> {
        self.one(items, farther, wider, offer, true)
    }

    fn one<T, F: IntoIterator<Item = T>, W: IntoIterator<Item = T>>(
        mut self,
        items: impl IntoIterator<Item = T>,
        farther: impl FnOnce() -> F,
        wider: impl FnOnce() -> W,
        offer: impl Fn(&T) -> Offer,
        in_turn: bool,
    ) -> Picked<T> {
        if let Some(pick) = self.picks.next_pick() {
            if let Some(stop) = self.word_picked(pick) {
                return stop;
            }
            // What lies farther on is looked for only where nothing nearer is meant.
            for item in items.into_iter().chain(std::iter::once_with(farther).flatten()) {
                let offer = offer(&item);
                if offer.pick == *pick {
                    self.picks.told.push(offer.label);
                    return Ok(item);
                }
            }
            let wider = wider().into_iter().find(|item| offer(item).pick == *pick);
            return self.unlawful(wider);
        }
        if self.picks.script_has_ended() && self.picks.unlawful.is_none() {
            let offers = items.into_iter().chain(farther()).map(|item| offer(&item));
            let offers = offers.chain(self.word_offers()).collect();
            self.picks.sure = self.sure;
            return self.picks.prompted(&self.question, self.rule, Offers::OneOf(offers));
        }
        if (self.picks.tells() || self.picks.takes_usual())
            && let Some(end) = self.picks.usual_end()
        {
            return end;
        }
        let mut items = items.into_iter();
        if let (true, Then::Random(random, _)) = (in_turn, &mut self.picks.then) {
            let next = items.find(|_| random.below(PASSED_OVER) > 0);
            // Who passes everybody over ends it, where that is allowed.
            return match next {
                Some(next) => Ok(next),
                None if self.words.is_empty() => self.picks.stop(Outcome::DeadEnd),
                None => self.ended(0),
            };
        }
        let mut items = items.peekable();
        let halves = self.half && !self.words.is_empty();
        // Where a word is taken, nobody looks at more than the first of the things beside it.
        if let (true, Then::Random(random, _)) = (halves && items.peek().is_some(), &mut self.picks.then)
            && random.below(2) == 0
        {
            let word = random.below(self.words.len() as u32) as usize;
            return self.ended(word);
        }
        let mut items: SmallVec<[T; 16]> = items.collect();
        if items.is_empty() && self.picks.unlawful.is_some() {
            items.extend(wider().into_iter().take(1));
        }
        let (count, words) = (items.len() as u32, self.words.len() as u32);
        let taken = match &mut self.picks.then {
            _ if count + words == 0 => return self.picks.stop(Outcome::DeadEnd),
            Then::Prompt => 0,
            Then::Random(random, _) if halves && count > 0 => random.below(count),
            Then::Random(random, _) => random.below(count + words),
            Then::Branch(branches) => branches.take(count + words),
        };
        if taken < count {
            return Ok(items.swap_remove(taken as usize));
        }
        self.ended((taken - count) as usize)
    }

    /// Some of these: no fewer than the one number and no more than the other. Those that are usual are offered as
    /// picked.
    pub fn several<T: Clone>(
        mut self,
        items: impl IntoIterator<Item = T>,
        (least, most): (usize, usize),
        usual: impl Fn(&T) -> bool,
        offer: impl Fn(&T) -> Offer,
    ) -> Picked<SmallVec<[T; 8]>> {
        let items: SmallVec<[T; 16]> = items.into_iter().collect();
        let most = most.min(items.len());
        if most < least {
            // The rules say better what is wrong with a pick that is not offered.
            let unlawful = self.picks.unlawful.is_some();
            return if unlawful { Ok(items.into_iter().collect()) } else { self.picks.stop(Outcome::DeadEnd) };
        }
        if let Some(pick) = self.picks.next_pick() {
            if let Some(stop) = self.word_picked(pick) {
                return stop;
            }
            let Pick::Several(places) = pick else { return self.refused() };
            let rising = places.windows(2).all(|pair| pair[0] < pair[1]);
            let chosen: Option<SmallVec<[T; 8]>> = places.iter().map(|&i| items.get(usize::from(i)).cloned()).collect();
            let Some(chosen) = chosen.filter(|_| rising) else { return self.refused() };
            if !(least..=most).contains(&chosen.len()) {
                let sentence = format!("{} are picked, but it must be {}", chosen.len(), between(least, most));
                return self.picks.stop(Outcome::Refused(Refusal::by(self.rule, sentence)));
            }
            let names: Vec<String> = chosen.iter().map(|item| offer(item).label).collect();
            self.picks.told.push(if names.is_empty() { "nobody".to_owned() } else { names.join(", ") });
            return Ok(chosen);
        }
        if self.picks.script_has_ended() && self.picks.unlawful.is_none() {
            let usual = (0_u8..).zip(&items).filter(|(_, item)| usual(item)).map(|(i, _)| i).take(most).collect();
            let of = items.iter().map(&offer).collect();
            let offers = Offers::Several { of, least: least as u8, most: most as u8, usual };
            return self.picks.prompted(&self.question, self.rule, offers);
        }
        if self.picks.takes_usual() {
            if let Some(end) = self.picks.usual_end() {
                return end;
            }
            let chosen: SmallVec<[T; 8]> = items.iter().filter(|item| usual(item)).take(most).cloned().collect();
            if chosen.len() >= least {
                return Ok(chosen);
            }
        }
        let mut chosen = SmallVec::new();
        match &mut self.picks.then {
            Then::Prompt => chosen.extend(items.into_iter().take(least.max(1).min(most))),
            Then::Random(random, _) => {
                let mut wanted = least + random.below((most - least + 1) as u32) as usize;
                let mut left = items.len();
                // Each is taken with the chance that makes every set of this size as likely as any other.
                for item in items {
                    if (random.below(left as u32) as usize) < wanted {
                        chosen.push(item);
                        wanted -= 1;
                    }
                    left -= 1;
                }
            }
            Then::Branch(branches) => {
                let count = items.len();
                for (at, item) in items.into_iter().enumerate() {
                    let (must, may) = (chosen.len() + count - at <= least, chosen.len() < most);
                    if may && (must || branches.take(2) == 0) {
                        chosen.push(item);
                    }
                }
            }
        }
        Ok(chosen)
    }

    /// A share of a number among these, each with the most that it can be given. The usual share is offered as picked.
    pub fn share(
        mut self,
        total: u8,
        most: &[u8],
        usual: impl FnOnce() -> Vec<u8>,
        offer: impl Fn(usize) -> Offer,
    ) -> Picked<SmallVec<[u8; 12]>> {
        if most.iter().map(|most| u32::from(*most)).sum::<u32>() < u32::from(total) {
            return self.picks.stop(Outcome::DeadEnd);
        }
        if let Some(pick) = self.picks.next_pick() {
            if let Some(stop) = self.word_picked(pick) {
                return stop;
            }
            let Pick::Share(shares) = pick else { return self.refused() };
            if shares.len() != most.len() {
                let sentence = format!("{} shares are given, but there are {}", shares.len(), most.len());
                return self.picks.stop(Outcome::Refused(Refusal::by(self.rule, sentence)));
            }
            let fits = shares.iter().zip(most).all(|(share, most)| share <= most);
            if !fits || shares.iter().map(|share| u32::from(*share)).sum::<u32>() != u32::from(total) {
                self.picks.unlawful = Some(self.not_offered());
            }
            let given = |(at, share): (usize, &u8)| (*share > 0).then(|| format!("{share} on {}", offer(at).label));
            let told: Vec<String> = shares.iter().enumerate().filter_map(given).collect();
            self.picks.told.push(told.join(", "));
            return Ok(SmallVec::from_slice(shares));
        }
        if self.picks.script_has_ended() && self.picks.unlawful.is_none() {
            let of = most.iter().enumerate().map(|(at, most)| offer(at).at_most(*most)).collect();
            let offers = Offers::Share { total, of, usual: usual() };
            return self.picks.prompted(&self.question, self.rule, offers);
        }
        let mut shares: SmallVec<[u8; 12]> = SmallVec::from_elem(0, most.len());
        match &mut self.picks.then {
            Then::Prompt | Then::Random(_, Usual::Taken) => shares.copy_from_slice(&usual()),
            Then::Random(random, _) => {
                for _ in 0..total {
                    let open = || (0..most.len()).filter(|&at| shares[at] < most[at]);
                    let at = random.below(open().count() as u32) as usize;
                    let at = open().nth(at).expect("there is room for all");
                    shares[at] += 1;
                }
            }
            Then::Branch(branches) => {
                let mut left = total;
                for at in 0..most.len() {
                    let after: u32 = most[at + 1..].iter().map(|most| u32::from(*most)).sum();
                    let least = u32::from(left).saturating_sub(after) as u8;
                    shares[at] = least + branches.take(u32::from(most[at].min(left) - least) + 1) as u8;
                    left -= shares[at];
                }
            }
        }
        Ok(shares)
    }

    /// A point of a measured table. To count branches, all points are one.
    pub fn point<T, R, D>(self, points: Points<T, R, D>) -> Picked<(i64, i64)>
    where
        T: Fn(&Pick) -> Result<(), Refusal>,
        R: Fn() -> Region,
        D: FnMut(&mut Seeded) -> Option<(i64, i64)>,
    {
        match self.point_or(points)? {
            PointOr::Point(x, y) => Ok((x, y)),
            PointOr::Word(word) => unreachable!("'{word}' leads on, but nobody asks for it"),
        }
    }

    /// With points of the region that are worth a thought, each with its reason: they are offered by name beside the rest.
    /// Nobody looks for them where nobody is shown them.
    #[must_use]
    pub fn suggesting(mut self, spots: impl FnOnce(&Region) -> Vec<Offer> + 'p) -> Asking<'p, 'a, O, Q> {
        if matches!(self.picks.then, Then::Prompt) {
            self.suggested = Some(Box::new(spots));
        }
        self
    }

    /// A point of a measured table, or a word beside it that leads on.
    pub fn point_or<T, R, D>(mut self, mut points: Points<T, R, D>) -> Picked<PointOr>
    where
        T: Fn(&Pick) -> Result<(), Refusal>,
        R: Fn() -> Region,
        D: FnMut(&mut Seeded) -> Option<(i64, i64)>,
    {
        if let Some(pick) = self.picks.next_pick() {
            if let Pick::Option(word) = pick
                && let Some(known) = self.words.iter().find(|known| known.name == word && known.order.is_none())
            {
                self.picks.told.push(known.label.to_owned());
                return Ok(PointOr::Word(known.name));
            }
            if let Some(stop) = self.word_picked(pick) {
                return stop;
            }
            let &Pick::Point { x, y } = pick else { return self.refused() };
            if let Err(refusal) = (points.take)(pick) {
                return self.picks.stop(Outcome::Refused(refusal));
            }
            self.picks.told.push(format!("{x}, {y}"));
            return Ok(PointOr::Point(x, y));
        }
        if self.picks.script_has_ended() && self.picks.unlawful.is_none() {
            let region = (points.region)();
            let spots = self.suggested.take().map_or_else(Vec::new, |suggest| suggest(&region));
            let or = self.word_offers().chain(spots).collect();
            let offers = Offers::Point { region, or };
            return self.picks.prompted(&self.question, self.rule, offers);
        }
        if (self.picks.tells() || self.picks.takes_usual())
            && let Some(end) = self.picks.usual_end()
        {
            return end;
        }
        let words = self.words.len() as u32;
        let word = match &mut self.picks.then {
            Then::Prompt => words,
            Then::Random(random, _) => random.below(words + 1),
            Then::Branch(branches) => branches.take(words + 1),
        };
        if word < words {
            return match &self.words[word as usize] {
                Word { name, order: None, .. } => Ok(PointOr::Word(name)),
                _ => self.ended(word as usize),
            };
        }
        let point = match &mut self.picks.then {
            Then::Random(random, _) => (points.draw)(random),
            Then::Prompt => (points.draw)(&mut Seeded::new(0)),
            Then::Branch(branches) => {
                branches.measured = true;
                (points.draw)(&mut Seeded::new(0))
            }
        };
        self.picks.only_some(point).map(|(x, y)| PointOr::Point(x, y))
    }

    /// A facing of these that is allowed. At random only as many are looked at as it takes to find one.
    pub fn facing_that(self, of: &[u16], is_allowed: impl Fn(u16) -> bool) -> Picked<u16> {
        if let Then::Random(..) = &self.picks.then {
            return self.one_that(
                of.iter().copied(),
                |degrees| is_allowed(*degrees),
                |degrees| Offer::of(Pick::Facing(*degrees), ""),
            );
        }
        let allowed: SmallVec<[u16; 24]> = of.iter().copied().filter(|degrees| is_allowed(*degrees)).collect();
        if allowed.is_empty() {
            return self.picks.stop(Outcome::DeadEnd);
        }
        self.facing(&allowed)
    }

    /// A facing, in degrees clockwise from the top of the table.
    pub fn facing(mut self, of: &[u16]) -> Picked<u16> {
        if let Some(pick) = self.picks.next_pick() {
            if let Some(stop) = self.word_picked(pick) {
                return stop;
            }
            return match pick {
                Pick::Facing(degrees) if of.contains(degrees) => {
                    self.picks.told.push(format!("facing {degrees}"));
                    Ok(*degrees)
                }
                _ => self.refused(),
            };
        }
        if self.picks.script_has_ended() && self.picks.unlawful.is_none() {
            let offers = Offers::Facing { of: of.to_vec(), or: self.word_offers().collect() };
            return self.picks.prompted(&self.question, self.rule, offers);
        }
        self.one(
            of.iter().copied(),
            std::iter::empty,
            std::iter::empty,
            |degrees| Offer::of(Pick::Facing(*degrees), ""),
            false,
        )
    }

    /// One of the words beside, where that was picked.
    fn word_picked<T>(&mut self, pick: &Pick) -> Option<Picked<T>> {
        let Pick::Option(word) = pick else { return None };
        let at = self.words.iter().position(|known| known.name == word)?;
        self.picks.told.push(self.words[at].label.to_owned());
        Some(self.ended(at))
    }

    /// Ends the order with one of the words beside.
    fn ended<T>(&mut self, word: usize) -> Picked<T> {
        let outcome = self.words.swap_remove(word).order.map_or(Outcome::DeadEnd, Outcome::Order);
        self.picks.stop(outcome)
    }

    fn word_offers(&self) -> impl Iterator<Item = Offer> {
        let offer = |word: &Word<O>| Offer { rule: word.rule, ..Offer::option(word.name, word.label) };
        self.words.iter().map(offer).collect::<Vec<_>>().into_iter()
    }

    /// A pick that is not offered is taken all the same where it can be, so that the rules say why not.
    fn unlawful<T>(self, wider: Option<T>) -> Picked<T> {
        let refusal = self.not_offered();
        match wider {
            Some(item) => {
                self.picks.unlawful = Some(refusal);
                Ok(item)
            }
            None => self.picks.stop(Outcome::Refused(refusal)),
        }
    }

    fn refused<T>(self) -> Picked<T> {
        self.unlawful(None)
    }

    fn not_offered(&self) -> Refusal {
        Refusal::by(self.rule, format!("that is not offered here: {}", self.question))
    }
}

fn between(least: usize, most: usize) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
