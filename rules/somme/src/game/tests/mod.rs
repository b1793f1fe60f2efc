//! Tests of the game, named after the statements they hold.

mod assaults;
mod bombardments;
mod campaign;
mod corners;
mod movement;
mod odds;
mod outlook;
mod reorganization;
mod rulings;

use super::*;
use crate::scenario::Square;
use kernel::dice::Scripted;
use kernel::game::{Legal, OneStream, Record, apply, begin, go_on};

/// The learning game, or another scenario, in which things can be set as a test wants them.
struct Field {
    state: State,
}

impl Field {
    fn of(scenario: &str) -> Field {
        Field { state: begin::<Somme>(scenario, &Options::default(), &mut Seeded::new(1)).unwrap() }
    }

    fn unit(&self, name: &str) -> UnitId {
        self.state
            .all()
            .find(|&unit| self.state.name(unit) == name)
            .unwrap_or_else(|| panic!("no unit is called {name}"))
    }

    fn put(&mut self, name: &str, at: &str) -> UnitId {
        let unit = self.unit(name);
        self.state.put(unit, square(at));
        unit
    }

    /// Takes all units off the map but these.
    fn only(&mut self, names: &[&str]) {
        for unit in self.state.all() {
            if self.state.square(unit).is_some() && !names.contains(&self.state.name(unit)) {
                self.state.take(unit, Station::Lost);
            }
        }
    }

    /// It is this side's turn in this step.
    fn step(&mut self, side: Side, step: Step) {
        self.state.turn = self.state.turn.max(1);
        (self.state.active, self.state.step, self.state.open) = (side, step, true);
    }

    fn ask(&self, side: Side) -> Ask {
        let asks = Somme::asks(&self.state);
        *asks
            .iter()
            .find(|ask| ask.seat == side.seat())
            .unwrap_or_else(|| panic!("{side:?} is asked nothing, but {asks:?}"))
    }

    fn check(&self, side: Side, order: &Order) -> Result<(), Refusal> {
        let view = View::<Somme>::of_seat(&self.state, side.seat());
        Somme::check(&view, &self.ask(side), order)
    }

    /// The rule that refuses an order.
    fn refused(&self, side: Side, order: &Order) -> &'static str {
        self.check(side, order).expect_err("it is refused").rule.expect("a rule refuses it").0
    }

    /// Gives an order with these dice, and says what was told.
    fn give(&mut self, side: Side, order: Order, faces: &[u8]) -> Vec<String> {
        let ask = self.ask(side);
        let legal: Legal<Somme> = View::<Somme>::of_seat(&self.state, side.seat())
            .check(&ask, order)
            .unwrap_or_else(|refusal| panic!("{refusal}"));
        let mut dice = Scripted::of(faces.iter().copied());
        let mut record = Record::default();
        apply(&mut self.state, &legal, &mut OneStream(&mut dice), Some(&mut record));
        told(&record)
    }

    /// What is told of something that happens by itself, with these dice.
    fn happens(&mut self, faces: &[u8], does: impl FnOnce(&mut Act<'_, Somme>)) -> Vec<String> {
        let mut dice = Scripted::of(faces.iter().copied());
        let mut record = Record::default();
        does(&mut Act::<Somme>::on(&mut self.state, &mut OneStream(&mut dice), Some(&mut record)));
        told(&record)
    }

    /// An event in a sentence.
    fn say(&self, event: &Event) -> String {
        super::say::say(&self.state, event).expect("it is told to all").text
    }
}

/// What everybody is told.
fn told(record: &Record<Event>) -> Vec<String> {
    let told = |line: &kernel::game::Line<Event>| match line {
        kernel::game::Line::Event { told, .. } => told.to(Eyes::Spectator).map(|said| said.text.clone()),
        kernel::game::Line::Roll { .. } => None,
    };
    record.lines.iter().filter_map(told).collect()
}

fn square(name: &str) -> Square {
    Square::named(name).unwrap()
}

fn path(names: &[&str]) -> Path {
    names.iter().map(|name| square(name)).collect()
}
