//! What a player can meet of a rule book: the statements that its charts show and that its procedures cite.

use crate::random_inputs;
use kernel::book::Book;
use kernel::dice::{Dice, Law, Seeded, Throw, Why};
use kernel::explain::Explained;
use kernel::odds::Budget;
use kernel::procedure::{AnyProcedure, Field, Inputs, Kind, Value};
use kernel::rule::{Rule, anchor};
use std::collections::BTreeSet;

/// The statements that have been met, by their anchors, and those that are looked for.
pub struct Reached {
    met: BTreeSet<String>,
    wanted: BTreeSet<String>,
    /// The seed of the dice that are rolled next, so that no two rolls have the same.
    seed: u64,
}

impl Reached {
    /// Nothing has been met yet, and these are looked for.
    pub fn looking_for(wanted: BTreeSet<String>) -> Reached {
        Reached { met: BTreeSet::new(), wanted, seed: 0 }
    }

    /// A citation was met.
    pub fn meet(&mut self, rule: Rule) {
        self.meet_citation(rule.0);
    }

    fn meet_citation(&mut self, citation: &str) {
        let anchor = anchor(citation);
        self.wanted.remove(&anchor);
        self.met.insert(anchor);
    }

    /// The explanation of a step was met, with all its sums.
    pub fn meet_explanation(&mut self, because: &Explained) {
        self.meet(because.rule);
        for line in because.tallies.iter().flat_map(kernel::tally::Tally::lines) {
            self.meet(line.rule);
        }
    }

    /// Is there nothing left to look for?
    pub fn is_complete(&self) -> bool {
        self.wanted.is_empty()
    }

    /// What is still looked for.
    pub fn unmet(&self) -> impl Iterator<Item = &String> {
        self.wanted.iter()
    }

    /// All that was met.
    pub fn met(&self) -> &BTreeSet<String> {
        &self.met
    }

    /// What the charts of a book show.
    pub(crate) fn look_at_charts(&mut self, book: &Book) {
        for chart in book.charts {
            self.meet_citation(chart.section);
            for (_, modifier) in &chart.modifiers {
                self.meet(modifier.rule);
            }
        }
    }

    /// What the procedures of a book ask for and explain: first with each input by itself at all it can be, then with
    /// inputs at random for as long as something is looked for.
    pub(crate) fn try_procedures(&mut self, book: &Book) {
        let procedures = (book.procedures)();
        for procedure in &procedures {
            let card = procedure.card();
            self.meet(card.rule);
            self.meet_fields(procedure.fields());
            self.meet_policies(&**procedure);
            self.roll(&**procedure, &Inputs::new(), ROLLS);
            for inputs in one_at_a_time(procedure.fields()) {
                self.roll(&**procedure, &inputs, ROLLS);
            }
        }
        let mut random = Seeded::new(1916);
        for _ in 0..TRIES {
            if self.is_complete() {
                return;
            }
            for procedure in &procedures {
                self.roll(&**procedure, &random_inputs(procedure.fields(), &mut random), 2);
            }
        }
        for procedure in &procedures {
            for direction in [1, -1, 1, -1] {
                self.climb(&**procedure, direction, &mut random);
            }
        }
    }

    /// Changes inputs one by one and keeps what makes the sums greater, or smaller: some statements are only met where
    /// nearly all that can go wrong does.
    fn climb(&mut self, procedure: &dyn AnyProcedure, direction: i64, random: &mut Seeded) {
        let (mut best, mut height) = (Inputs::new(), i64::MIN);
        for _ in 0..CLIMB {
            let mut next = best.clone();
            let changes = random_inputs(procedure.fields(), random);
            let one = random.below(changes.len().max(1) as u32) as usize;
            next.extend(changes.into_iter().nth(one));
            let Some(sum) = self.roll(procedure, &next, 1) else { continue };
            if direction * sum >= height {
                (best, height) = (next, direction * sum);
            }
        }
    }

    fn meet_fields(&mut self, fields: &[Field]) {
        for field in fields {
            field.rule.iter().for_each(|rule| self.meet_citation(rule));
            if let Kind::List { of, .. } = &field.kind {
                self.meet_fields(of);
            }
        }
    }

    /// The rules by which seats decide, which the odds name.
    fn meet_policies(&mut self, procedure: &dyn AnyProcedure) {
        let quick = Budget { leaves: 2_000, stages: 500, throws: 1, seed: 1 };
        if let Ok(report) = procedure.odds(&Inputs::new(), &quick) {
            report.policies.iter().for_each(|policy| self.meet(policy.rule));
        }
    }

    /// Rolls with low faces, with high ones, and so often with any; or meets the refusal.
    /// What all sums came to with the low faces.
    fn roll(&mut self, procedure: &dyn AnyProcedure, inputs: &Inputs, times: u64) -> Option<i64> {
        let mut sum = None;
        // The low faces are the same each time, so that sums can be compared.
        let mut dice = vec![Leaning::low(), Leaning::high(self.seed)];
        dice.extend((0..times).map(|more| Box::new(Seeded::new(self.seed + more)) as Box<dyn Dice>));
        self.seed += times;
        for dice in &mut dice {
            match procedure.roll(inputs, &mut **dice) {
                Ok(rolled) => {
                    rolled.because.iter().for_each(|because| self.meet_explanation(because));
                    let tallies = rolled.because.iter().flat_map(|because| &because.tallies);
                    sum = sum.or(Some(tallies.map(|tally| i64::from(tally.total())).sum()));
                }
                Err(refusal) => {
                    refusal.rule.iter().for_each(|rule| self.meet(*rule));
                    return None;
                }
            }
        }
        sum
    }
}

/// Rolls at random of an input that is tried by itself.
const ROLLS: u64 = 4;

/// Inputs at random that are tried for each procedure, while something is looked for.
const TRIES: u32 = 3_000;

/// Steps of a climb.
const CLIMB: u32 = 600;

/// For each field, and for each field of an item of a list: all that it can be, with everything else at its default. Of
/// numbers only the first and the last few.
fn one_at_a_time(fields: &[Field]) -> Vec<Inputs> {
    let mut all = Vec::new();
    for field in fields {
        for value in values(field) {
            all.push(Inputs::from_iter([(field.name.to_owned(), value)]));
        }
    }
    all
}

fn values(field: &Field) -> Vec<Value> {
    match &field.kind {
        Kind::Flag => vec![Value::Bool(false), Value::Bool(true)],
        Kind::Number { min, max } => (*min..=*max).filter(|n| n - min < 8 || max - n < 4).map(Value::from).collect(),
        Kind::Choice(variants) => variants.iter().map(|variant| Value::from(variant.name)).collect(),
        Kind::List { min, max, of } => {
            let items = one_at_a_time(of).into_iter().map(Value::Object);
            let lists = items.map(|item| std::iter::repeat_n(item, (*min).max(1)).collect());
            let lengths =
                (*min..=*max).map(|length| std::iter::repeat_n(Value::Object(Inputs::new()), length).collect());
            lists.chain(lengths).collect()
        }
    }
}

/// Dice that mostly show one end: what comes of many low faces, or of many high ones, is rare with fair dice. Not always,
/// for what is rolled again must end some time.
struct Leaning {
    random: Seeded,
    high: bool,
}

impl Leaning {
    fn low() -> Box<dyn Dice> {
        Box::new(Leaning { random: Seeded::new(0), high: false })
    }

    fn high(seed: u64) -> Box<dyn Dice> {
        Box::new(Leaning { random: Seeded::new(seed), high: true })
    }
}

impl Dice for Leaning {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        let reading = law.read(|die| {
            let faces = die.faces();
            let last = faces.len() - 1;
            let any = self.random.below(faces.len() as u32) as usize;
            let end = if self.high { last } else { 0 };
            Some(faces[if self.random.below(5) == 0 { any } else { end }])
        });
        Throw { why, law, reading: reading.unwrap_or(0), faces: Vec::new().into() }
    }
}
