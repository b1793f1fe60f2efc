//! Games played at random.

use crate::random_inputs;
use kernel::dice::{Dice, Law, Seeded, Throw, Why};
use kernel::game::{Ask, Eyes, Game, Legal, Record, Streams, View, apply, begin};
use kernel::procedure::Situation;
use kernel::seat::Seat;
use std::time::{Duration, Instant};

/// No game takes more orders than this, or it is taken for endless.
const ENDLESS: u32 = 20_000;

/// For each scenario games are played until this many orders have been given, and at least three.
const ORDERS: u32 = 1_500;

/// A game that is played at random.
pub struct Playthrough<G: Game> {
    /// What is played, for messages.
    pub name: String,
    /// How it stands.
    pub state: G::State,
    /// Choices at random.
    pub random: Seeded,
    /// The dice.
    pub dice: SeatDice,
    /// Orders carried out so far.
    pub orders: u32,
}

/// Seeded dice, with a stream for each seat beside the public one.
pub struct SeatDice {
    public: Seeded,
    seats: Vec<(Seat, Seeded)>,
}

impl SeatDice {
    /// Dice from a seed; each seat's are its own.
    pub fn new<G: Game>(seed: u64) -> SeatDice {
        SeatDice::apart::<G>(seed, |_| seed)
    }

    /// Public dice from one seed, and those of each seat from another.
    pub fn apart<G: Game>(public: u64, hidden: impl Fn(Seat) -> u64) -> SeatDice {
        let stream = |(i, seat): (u64, &Seat)| (*seat, Seeded::new(hidden(*seat).wrapping_mul(31).wrapping_add(i + 1)));
        SeatDice { public: Seeded::new(public), seats: (0..).zip(G::SEATS).map(stream).collect() }
    }
}

impl Streams for SeatDice {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        match hidden_for {
            None => &mut self.public,
            Some(seat) => {
                let own = self.seats.iter_mut().find(|(other, _)| *other == seat);
                &mut own.expect("hidden dice are for one of the seats").1
            }
        }
    }
}

/// Dice whose faces are written down, with the seat that alone sees them.
pub(super) struct Noted<'a> {
    dice: &'a mut SeatDice,
    hidden: Option<Seat>,
    pub(super) faces: Vec<(Option<Seat>, u8)>,
}

impl<'a> Noted<'a> {
    pub(super) fn over(dice: &'a mut SeatDice) -> Noted<'a> {
        Noted { dice, hidden: None, faces: Vec::new() }
    }
}

impl Streams for Noted<'_> {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        self.hidden = hidden_for;
        self
    }
}

impl Dice for Noted<'_> {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        let throw = self.dice.stream(self.hidden).throw(law, why);
        self.faces.extend(throw.faces.iter().map(|face| (self.hidden, *face)));
        throw
    }
}

impl<G: Game> Playthrough<G> {
    /// A game of this scenario before its first order. Every other seed has options at random.
    pub fn of(scenario: &str, seed: u64) -> Playthrough<G> {
        let mut random = Seeded::new(seed ^ 0x5eed);
        let mut options = G::Options::default();
        if seed % 2 == 1 {
            let inputs = random_inputs(G::Options::fields(), &mut random);
            options = G::Options::read(&inputs).unwrap_or_default();
        }
        let name = format!("{scenario}, seed {seed}, {options:?}");
        let state = begin::<G>(scenario, &options, &mut Seeded::new(seed)).unwrap_or_else(|refusal| {
            panic!("{name}: the scenario cannot be set up: {refusal}");
        });
        Playthrough { name, state, random, dice: SeatDice::new::<G>(seed), orders: 0 }
    }

    /// One of the open asks; none when the game is over.
    ///
    /// Panics at a dead end, at an endless game, and where asks and result do not agree.
    pub fn ask(&mut self) -> Option<Ask> {
        let asks = G::asks(&self.state);
        if G::result(&self.state).is_some() {
            assert!(asks.is_empty(), "{}: the game is over, and {asks:?} is asked", self.name);
            return None;
        }
        assert!(!asks.is_empty(), "{}: a dead end after {} orders: {:?}", self.name, self.orders, self.state);
        assert!(self.orders < ENDLESS, "{}: no end after {ENDLESS} orders", self.name);
        for (i, ask) in asks.iter().enumerate() {
            assert!(G::SEATS.contains(&ask.seat), "{}: {ask:?} is for no seat", self.name);
            let twice = asks[..i].iter().any(|other| other.seat == ask.seat);
            assert!(!twice, "{}: the {} is asked two things at once: {asks:?}", self.name, ask.seat);
            assert!(!ask.question.is_empty() && !ask.rule.0.is_empty(), "{}: {ask:?} asks nothing", self.name);
        }
        Some(asks[self.random.below(asks.len() as u32) as usize])
    }

    /// The open ask of a seat.
    pub fn ask_of(&self, seat: &str) -> Option<Ask> {
        G::asks(&self.state).into_iter().find(|ask| ask.seat.0 == seat)
    }

    /// A legal order at random.
    pub fn choose(&mut self, ask: &Ask) -> Legal<G> {
        let view = View::<G>::of_seat(&self.state, ask.seat);
        let order = G::sample(&view, ask, &mut self.random);
        view.check(ask, order.clone()).unwrap_or_else(|refusal| {
            panic!("{}: a sampled order is refused: {refusal}\n{ask:?}\n{order:?}\n{:?}", self.name, self.state)
        })
    }

    /// Carries an order out.
    pub fn carry_out(&mut self, legal: &Legal<G>) -> Record<G::Event> {
        let mut record = Record::default();
        apply(&mut self.state, legal, &mut self.dice, Some(&mut record));
        self.orders += 1;
        record
    }

    /// Plays to the end; `before` sees each order before it is carried out, `after` what it did.
    pub fn to_the_end(
        &mut self,
        mut before: impl FnMut(&mut Playthrough<G>, &Ask, &Legal<G>),
        mut after: impl FnMut(&mut Playthrough<G>, &Record<G::Event>),
    ) {
        while let Some(ask) = self.ask() {
            let legal = self.choose(&ask);
            before(self, &ask, &legal);
            let record = self.carry_out(&legal);
            after(self, &record);
        }
    }
}

/// How far a long run of `make bench` goes: until it has done as many as the environment asks for, or until the minutes
/// are over that `SANDTABLE_MINUTES` gives it.
pub(super) struct Far {
    wanted: u64,
    until: Option<Instant>,
}

impl Far {
    /// As far as a variable of the environment says, and so far where it says nothing.
    pub(super) fn asked_by(name: &str, otherwise: u64) -> Far {
        let asked = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
        let minutes = asked("SANDTABLE_MINUTES").map(Duration::from_mins);
        Far { wanted: asked(name).unwrap_or(otherwise), until: minutes.map(|minutes| Instant::now() + minutes) }
    }

    /// Is there more to do, after so many?
    pub(super) fn goes_on(&self, done: u64) -> bool {
        done < self.wanted && self.until.is_none_or(|until| Instant::now() < until)
    }

    /// How many were done of how many, where that is not as many as were asked for.
    pub(super) fn short_of(&self, done: u64) -> String {
        if done >= self.wanted { String::new() } else { format!(" (time was up; {} were asked for)", self.wanted) }
    }
}

/// The book that a game is of, for what is printed: the name of its crate.
pub(super) fn book<G: Game>() -> &'static str {
    std::any::type_name::<G>().split("::").next().unwrap_or_default()
}

/// Plays games of every scenario, a part of the usual number of them.
pub(super) fn each_game<G: Game>(part: u32, mut play: impl FnMut(Playthrough<G>) -> u32) {
    let scenarios = G::scenarios();
    assert!(!scenarios.is_empty(), "a book that can be played has scenarios");
    for card in scenarios {
        let (mut seed, mut orders) = (0, 0);
        while seed < 3 || orders < ORDERS / part {
            orders += play(Playthrough::of(&card.id, seed)).max(1);
            seed += 1;
        }
    }
}

/// All who can look at a game.
pub(super) fn all_eyes<G: Game>() -> impl Iterator<Item = Eyes> {
    G::SEATS.iter().map(|seat| Eyes::Seat(*seat)).chain(std::iter::once(Eyes::Spectator))
}
