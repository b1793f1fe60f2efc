//! Drawing the land of a generated battle.

use super::lists::LISTS;
use crate::scenario::square::{SQUARES, TABLE};
use crate::unit::{Defences, Ground};
use field::grid::{Neighbours, Square};
use field::road::{Roads, lay};
use kernel::dice::Seeded;
use kernel::scenario::Objective;

/// The ground of a battle; the first three places are the objectives.
pub(super) struct Land {
    pub(super) ground: [Ground; SQUARES],
    pub(super) defences: [Defences; SQUARES],
    pub(super) roads: [Roads; SQUARES],
    pub(super) places: Vec<Objective<Square>>,
}

impl Land {
    /// A land with roads from edge to edge, villages on them, woods and hills; with trenches, or with hasty defences.
    pub(super) fn draw(trench: bool, chance: &mut Seeded) -> Land {
        let mut land = Land {
            ground: [Ground::Open; SQUARES],
            defences: [Defences::None; SQUARES],
            roads: [Roads::default(); SQUARES],
            places: Vec::new(),
        };
        land.lay_roads(chance);
        land.build_villages(chance);
        land.raise_hills_and_woods(chance);
        land.choose_objectives(chance);
        if trench {
            land.dig_trenches(chance);
        } else {
            land.dig_in(chance);
        }
        land
    }

    /// One road from the attacker's edge to the defender's, straight or with a bend, and often one across it.
    fn lay_roads(&mut self, chance: &mut Seeded) {
        let (from, to) = (chance.between(1, 6), chance.between(1, 6));
        let bend = chance.between(2, 4);
        let [start, turn, on, end] =
            [(from, 5), (from, bend), (to, bend), (to, 0)].map(|(column, row)| Square::new(column as u8, row as u8));
        let mut path = vec![start, turn, on, end];
        path.dedup();
        self.road(&path);
        if chance.comes(70) {
            let row = chance.between(1, 4) as u8;
            self.road(&[Square::new(0, row), Square::new(7, row)]);
        }
    }

    fn road(&mut self, turns: &[Square]) {
        let path = turns.iter().map(|&square| TABLE.name(square)).collect::<Vec<_>>().join("-");
        lay(TABLE, &mut self.roads, &path).expect("the road goes from square to square in straight legs");
    }

    /// Two to four villages on the roads, at least one of them in the defender's half.
    fn build_villages(&mut self, chance: &mut Seeded) {
        for number in 0..chance.between(2, 4) {
            let sites: Vec<_> = TABLE
                .squares()
                .filter(|&square| !self.roads[TABLE.index(square)].is_empty() && self.is_open(square))
                .filter(|square| number > 0 || square.row < 3)
                .collect();
            if !sites.is_empty() {
                self.ground[TABLE.index(*chance.one_of(&sites))] = Ground::Buildings;
            }
        }
    }

    /// Three to five patches of one to three squares each, never on more than half the table in all.
    fn raise_hills_and_woods(&mut self, chance: &mut Seeded) {
        for _ in 0..chance.between(3, 5) {
            let ground = *chance.one_of(&[Ground::Woods, Ground::Woods, Ground::Hill, Ground::Hill, Ground::RoughHill]);
            let mut here = Square::new(chance.below(8) as u8, chance.below(6) as u8);
            for _ in 0..chance.between(1, 3) {
                if self.is_open(here) {
                    self.ground[TABLE.index(here)] = ground;
                }
                let neighbours: Vec<_> = TABLE.neighbours(here, Neighbours::Four).collect();
                here = chance.one_of(&neighbours).1;
            }
        }
    }

    /// Three squares of the defender's half, two steps and more from one another, scenery before open ground. Scenery
    /// elsewhere has a name too.
    fn choose_objectives(&mut self, chance: &mut Seeded) {
        let mut squares: Vec<_> = TABLE.squares().collect();
        chance.shuffle(&mut squares);
        // The sort keeps the order of chance among equals.
        squares.sort_by_key(|&square| match self.ground[TABLE.index(square)] {
            Ground::Buildings => 0,
            Ground::Open => 2,
            _ => 1,
        });
        let mut objectives: Vec<Square> = Vec::new();
        for &square in &squares {
            let apart = objectives.iter().all(|&other| other.steps_by_face(square) >= 2);
            if objectives.len() < 3 && square.row < 3 && apart {
                objectives.push(square);
            }
        }
        squares.retain(|&square| !self.is_open(square) && !objectives.contains(&square));
        for square in objectives.into_iter().chain(squares) {
            let names = &LISTS.places[&self.ground[TABLE.index(square)]];
            let free: Vec<_> =
                names.iter().filter(|name| self.places.iter().all(|place| place.name != **name)).collect();
            if !free.is_empty() {
                let name = (*chance.one_of(&free)).clone();
                self.places.push(Objective { at: square, name, value: None });
            }
        }
    }

    /// A front line in the defender's row 3, a second at his objectives, and the attacker's own line.
    fn dig_trenches(&mut self, chance: &mut Seeded) {
        for column in 0..TABLE.columns() {
            for (row, in_a_hundred) in [(2, 85), (4, 70), (chance.below(2) as u8, 35)] {
                if chance.comes(in_a_hundred) {
                    self.defences[TABLE.index(Square::new(column, row))] = Defences::Trenches;
                }
            }
        }
        for index in self.objectives() {
            self.defences[index] = Defences::Trenches;
        }
    }

    /// Hasty defences at most objectives, and in two to four squares of the defender's row 3.
    fn dig_in(&mut self, chance: &mut Seeded) {
        for index in self.objectives() {
            if chance.comes(60) {
                self.defences[index] = Defences::Hasty;
            }
        }
        for _ in 0..chance.between(2, 4) {
            self.defences[TABLE.index(Square::new(chance.below(8) as u8, 2))] = Defences::Hasty;
        }
    }

    fn objectives(&self) -> [usize; 3] {
        std::array::from_fn(|number| TABLE.index(self.places[number].at))
    }

    fn is_open(&self, square: Square) -> bool {
        self.ground[TABLE.index(square)] == Ground::Open
    }
}
