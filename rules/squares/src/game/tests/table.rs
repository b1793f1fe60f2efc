//! A table to try rules on: open ground, a far corner for each army's main body, and what a test puts there.

use super::super::*;
use crate::command::Command;
use crate::scenario::{ArmyList, Asset, AssetKind, Listed, Roads, SQUARES, Start};
use crate::unit::{Defences, Ground, Kind, Quality};
use field::grid::Way;
use kernel::dice::Scripted;
use kernel::game::{OneStream, Record, apply, go_on};
use kernel::scenario::{Heading, SideCard};
use smallvec::smallvec;

/// The square of a name.
pub(super) fn at(name: &str) -> Square {
    Square::named(name).unwrap_or_else(|| panic!("{name} is no square"))
}

/// Squares in the order they are entered.
pub(super) fn path(names: &[&str]) -> Path {
    names.iter().map(|name| at(name)).collect()
}

/// A scenario in the making. Both armies have three infantry units in a corner, so that losses collapse nobody.
pub(super) struct Table {
    pub(super) scenario: Scenario,
}

impl Table {
    pub(super) fn new() -> Table {
        let army = |name: &str, army, commander: &str| ArmyList {
            card: SideCard { name: name.to_owned(), army, briefing: String::new() },
            command: Command::Average,
            guns: Command::Average,
            assets: Vec::new(),
            units: Vec::new(),
            commander: at(commander).into(),
        };
        let table = Table {
            scenario: Scenario {
                head: Heading {
                    id: "table".to_owned(),
                    title: "A table".to_owned(),
                    minutes: 1,
                    learning: true,
                    ..Heading::default()
                },
                trench: false,
                fixed_setup: true,
                par: 0,
                countdown: 21,
                ground: [Ground::Open; SQUARES],
                defences: [Defences::None; SQUARES],
                roads: [Roads::default(); SQUARES],
                objectives: smallvec![at("D5").into()],
                places: Vec::new(),
                attacker: army("Attackers", "german", "A1"),
                defender: army("Defenders", "british", "H6"),
            },
        };
        let main_body = |table: Table, name: &str, at: &str| {
            (0..3).fold(table, |table, number| table.infantry(&format!("{name} {number}"), at))
        };
        main_body(main_body(table, "attacking main body", "A1"), "defending main body", "H6")
    }

    /// A unit in a square; the defender's are those whose names begin with `d`.
    pub(super) fn unit(mut self, name: &str, square: &str, kind: Kind, quality: Quality) -> Table {
        let army = if name.starts_with('d') { &mut self.scenario.defender } else { &mut self.scenario.attacker };
        let start = if square == "reserve" { Start::Reserve } else { Start::Square(at(square).into()) };
        army.units.push(Listed { name: name.to_owned(), kind, quality, at: start });
        self
    }

    /// Infantry.
    pub(super) fn infantry(self, name: &str, square: &str) -> Table {
        self.unit(name, square, Kind::Infantry, Quality::Regular)
    }

    /// A unit of another kind.
    pub(super) fn kind(self, name: &str, square: &str, kind: Kind) -> Table {
        self.unit(name, square, kind, Quality::Regular)
    }

    pub(super) fn ground(mut self, square: &str, ground: Ground) -> Table {
        self.scenario.ground[at(square).index()] = ground;
        self
    }

    pub(super) fn road(mut self, square: &str, way: Way) -> Table {
        let faces = &mut self.scenario.roads[at(square).index()];
        *faces = faces.and(way);
        self
    }

    pub(super) fn asset(mut self, side: Side, kind: AssetKind) -> Table {
        let army = if side == Side::Attacker { &mut self.scenario.attacker } else { &mut self.scenario.defender };
        army.assets.push(Asset { kind, on: 4 });
        self
    }

    pub(super) fn with(mut self, change: impl FnOnce(&mut Scenario)) -> Table {
        change(&mut self.scenario);
        self
    }

    /// The game before anything has happened.
    pub(super) fn begin(self) -> Played {
        let mut played = Played { state: State::of(&Setting::of(Battle::of(self.scenario))) };
        played.go_on(&[]);
        played
    }

    /// The game at a step of a side's turn, with the state changed first and these dice for what comes by itself.
    pub(super) fn at(
        self,
        side: Side,
        step: TurnStep,
        change: impl FnOnce(&mut Played),
        dice: &[u8],
    ) -> (Played, Vec<Event>) {
        let mut played = Played { state: State::of(&Setting::of(Battle::of(self.scenario))) };
        (played.state.active, played.state.step) = (side, step);
        if step == TurnStep::HigherCommand {
            played.state.orders.attempts = 3;
        }
        change(&mut played);
        let events = played.go_on(dice);
        (played, events)
    }
}

/// A game that a test plays.
pub(super) struct Played {
    pub(super) state: State,
}

impl Played {
    /// A unit by its name.
    pub(super) fn id(&self, name: &str) -> UnitId {
        let found = (0..self.state.units.len() as u8).map(UnitId).find(|&unit| self.state.name(unit) == name);
        found.unwrap_or_else(|| panic!("no unit is called {name}"))
    }

    pub(super) fn ids(&self, names: &[&str]) -> Units {
        names.iter().map(|name| self.id(name)).collect()
    }

    pub(super) fn unit(&mut self, name: &str) -> &mut Fielded {
        let id = self.id(name);
        self.state.unit_mut(id)
    }

    pub(super) fn square(&self, name: &str) -> Option<Square> {
        self.state.unit(self.id(name)).square()
    }

    /// What is asked, and of whom.
    pub(super) fn asked(&self) -> Option<(Side, &'static str)> {
        Squares::asks(&self.state).first().map(|ask| (Side::of(ask.seat), ask.question))
    }

    pub(super) fn go_on(&mut self, dice: &[u8]) -> Vec<Event> {
        let mut record = Record::default();
        let mut dice = Scripted::of(dice.iter().copied());
        go_on(&mut Act::<Squares>::on(&mut self.state, &mut OneStream(&mut dice), Some(&mut record)));
        events(&record)
    }

    /// Gives a legal order; the dice must be just what it takes.
    pub(super) fn give(&mut self, order: Order, dice: &[u8]) -> Vec<Event> {
        let ask = Squares::asks(&self.state)[0];
        let legal = View::<Squares>::of_seat(&self.state, ask.seat)
            .check(&ask, order)
            .unwrap_or_else(|refusal| panic!("refused: {refusal} ({:?})", refusal.rule));
        let mut record = Record::default();
        let mut dice = Scripted::of(dice.iter().copied());
        apply(&mut self.state, &legal, &mut OneStream(&mut dice), Some(&mut record));
        events(&record)
    }

    /// The rule that refuses an order.
    pub(super) fn refused(&self, order: Order) -> &'static str {
        let ask = Squares::asks(&self.state)[0];
        let refusal =
            View::<Squares>::of_seat(&self.state, ask.seat).check(&ask, order).err().expect("the order is refused");
        assert!(refusal.sentence.len() > 20, "a refusal is a sentence: {refusal}");
        refusal.rule.map_or("", |rule| rule.0)
    }

    pub(super) fn mv(&self, names: &[&str], way: &[&str]) -> Order {
        Order::Move { units: self.ids(names), path: path(way), press: true }
    }

    /// All able units of a square assault another.
    pub(super) fn assault(&self, from: &str, target: &str) -> Order {
        let units = assaults_step::able(&self.state, at(from));
        Order::Assault(AssaultOrder {
            from: at(from),
            target: at(target),
            units,
            additional: Units::NONE,
            shock: false,
        })
    }
}

fn events(record: &Record<Event>) -> Vec<Event> {
    record.events().cloned().collect()
}
