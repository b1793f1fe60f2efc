//! The attackers in the course of an assault.

use super::order_of_battle::{Arm, Direction, Garrison, Unit};
use super::plan::{LossPolicy, SquarePolicy};
use crate::results::{Fate, WayBack};
use crate::units::Nation;

/// The steps left to each unit that takes part; 0 for one that does not. Like units stand in falling order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Force {
    steps: [u8; 6],
    /// Those who stand in the squares that attack and take no part, a bit for each.
    behind: u8,
    /// Tank companies among them that have broken down.
    down: u8,
}

/// The attackers once they are under fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Battle {
    /// Those still in the assault.
    pub(super) force: Force,
    /// How many went over the top.
    pub(super) over_the_top: u8,
    /// Steps lost so far.
    pub(super) lost: u8,
    /// Units that the fire drove back and disrupted.
    pub(super) disrupted: u8,
}

/// The units of an assault, in an order in which like ones stand together.
pub(super) struct Roster(pub(super) Vec<Unit>);

/// R19: at most so many units of an assault are named as flanking.
pub const MOST_FLANKING: u8 = 2;

impl Force {
    /// Does nobody take part?
    pub(super) fn is_empty(self) -> bool {
        self.steps == [0; 6]
    }

    /// How many take part.
    pub(super) fn count(self) -> u8 {
        self.steps.iter().filter(|&&steps| steps > 0).count() as u8
    }

    /// The force after the company at this place has broken down: it stays where it is.
    pub(super) fn broken_down(mut self, place: usize) -> Force {
        self.down |= 1 << place;
        self.behind |= 1 << place;
        self
    }

    fn has_broken_down(self, place: usize) -> bool {
        self.down & (1 << place) != 0
    }
}

impl Roster {
    /// How many units from this place on are alike.
    pub(super) fn alike(&self, place: usize) -> usize {
        self.0[place..].iter().take_while(|unit| **unit == self.0[place]).count()
    }

    /// How many of those who are alike from this place on can try to go over the top: who has broken down cannot.
    pub(super) fn running(&self, force: Force, place: usize) -> u16 {
        (place..place + self.alike(place)).filter(|&unit| !force.has_broken_down(unit)).count() as u16
    }

    /// The force with so many units more of those who are alike from this place on; the others stay behind.
    pub(super) fn with(&self, force: Force, place: usize, count: u16) -> Force {
        let mut left = count;
        let mut with = force;
        for unit in (place..place + self.alike(place)).filter(|&unit| !force.has_broken_down(unit)) {
            if left > 0 {
                with.steps[unit] = self.0[unit].steps;
                left -= 1;
            } else {
                with.behind |= 1 << unit;
            }
        }
        self.canonical(with)
    }

    /// Every unit that is not disrupted; the others stay behind.
    pub(super) fn all_fit(&self) -> Force {
        let mut force = Force::default();
        for (place, unit) in self.0.iter().enumerate() {
            if unit.marks.disrupted {
                force.behind |= 1 << place;
            } else {
                force.steps[place] = unit.steps;
            }
        }
        force
    }

    /// R14 Does a tank company that runs stand with the unit at this place?
    pub(super) fn is_with_tank(&self, force: Force, place: usize) -> bool {
        let runs = |other: usize| {
            let unit = &self.0[other];
            unit.kind == Arm::Tanks && !unit.marks.disrupted && !force.has_broken_down(other)
        };
        (0..self.0.len()).any(|other| other != place && self.0[other].from == self.0[place].from && runs(other))
    }

    /// Those who would meet a counterattack on a square: who attacks from there, and who stayed there.
    pub(super) fn standing(&self, force: Force, at: Direction) -> Garrison {
        let mut all = Garrison::default();
        for (place, unit) in self.0.iter().enumerate().filter(|(_, unit)| unit.from == at) {
            let there = if force.behind & (1 << place) != 0 { unit.steps } else { force.steps[place] };
            if there > 0 {
                all.stands(unit, there, force.has_broken_down(place));
            }
        }
        all
    }

    /// Those who take part, with their steps left.
    pub(super) fn present(&self, force: Force) -> impl Iterator<Item = (&Unit, u8)> {
        self.0.iter().zip(force.steps).filter(|&(_, steps)| steps > 0)
    }

    /// Is there one like this?
    pub(super) fn any(&self, force: Force, is: impl Fn(&Unit) -> bool) -> bool {
        self.present(force).any(|(unit, _)| is(unit))
    }

    /// The attack strength of those for whom `counts` holds.
    pub(super) fn attack(&self, force: Force, counts: impl Fn(&Unit) -> bool) -> u8 {
        self.present(force).filter(|(unit, _)| counts(unit)).map(|(unit, steps)| unit.attack(steps)).sum()
    }

    /// British and French together?
    pub(super) fn is_combined(&self, force: Force) -> bool {
        self.any(force, |unit| unit.nation == Nation::British) && self.any(force, |unit| unit.nation == Nation::French)
    }

    /// 11.3: only the units of one country.
    pub(super) fn of_country(&self, force: Force, nation: Nation) -> Force {
        self.filtered(force, |place| self.0[place].nation == nation)
    }

    /// R22: the others go back to where they came from, or stay where they stood.
    fn filtered(&self, mut force: Force, keeps: impl Fn(usize) -> bool) -> Force {
        for (place, unit) in self.0.iter().enumerate().filter(|(place, _)| !keeps(*place)) {
            if force.steps[place] > 0 && !unit.came_up {
                force.behind |= 1 << place;
            }
            force.steps[place] = 0;
        }
        self.canonical(force)
    }

    /// 11.3: the strongest `most` units of each country, the first of equals.
    pub(super) fn strongest_of_each(&self, force: Force, most: usize) -> Force {
        let mut kept = Vec::new();
        for nation in [Nation::British, Nation::French] {
            let mut here: Vec<usize> =
                (0..self.0.len()).filter(|&i| force.steps[i] > 0 && self.0[i].nation == nation).collect();
            here.sort_by_key(|&i| std::cmp::Reverse(self.0[i].attack(force.steps[i])));
            kept.extend(here.into_iter().take(most));
        }
        self.filtered(force, |place| kept.contains(&place))
    }

    /// The squares that attack, in the order of the compass.
    pub(super) fn squares(&self, force: Force) -> Vec<Direction> {
        let from = |&direction: &Direction| self.any(force, |unit| unit.from == direction);
        Direction::ALL.iter().copied().filter(from).collect()
    }

    /// R19: units that are named as flanking the main direction, which is that of the strongest square; of equals the one
    /// that makes most units flank, as the attacker would choose.
    pub(super) fn flanking(&self, force: Force) -> u8 {
        let flankers = |main: Direction| self.present(force).filter(|(unit, _)| unit.from.flanks(main)).count() as u8;
        let square = |main: Direction| (self.attack(force, |unit| unit.from == main), flankers(main));
        self.squares(force).into_iter().map(square).max().map_or(0, |(_, flankers)| flankers.min(MOST_FLANKING))
    }

    /// R18: the square that the defender picks, by strength.
    pub(super) fn picked(&self, force: Force, policy: SquarePolicy, strength: impl Fn(Direction) -> u8) -> usize {
        let squares = self.squares(force);
        let places = 0..squares.len();
        let picked = match policy {
            SquarePolicy::Strongest => places.rev().max_by_key(|&place| strength(squares[place])),
            SquarePolicy::Weakest => places.min_by_key(|&place| strength(squares[place])),
        };
        picked.unwrap_or(0)
    }

    /// R18, R15: the units of one square that may lose the next step, one of each sort; those in close assault before
    /// others.
    pub(super) fn may_lose(&self, force: Force, at: Direction) -> Vec<usize> {
        let close = self.any(force, |unit| unit.from == at && unit.close_assault);
        let differs = |i: usize| i == 0 || self.0[i - 1] != self.0[i] || force.steps[i - 1] != force.steps[i];
        let here = |i: usize| self.0[i].from == at && (!close || self.0[i].close_assault);
        (0..self.0.len()).filter(|&i| force.steps[i] > 0 && differs(i) && here(i)).collect()
    }

    /// The place in `may_lose` that a policy takes.
    pub(super) fn loser(&self, force: Force, at: Direction, policy: LossPolicy) -> usize {
        let may_lose = self.may_lose(force, at);
        let left = |place: usize| force.steps[may_lose[place]];
        let places = 0..may_lose.len();
        let taken = match policy {
            LossPolicy::KeepStrength => places.min_by_key(|&place| {
                let unit = &self.0[may_lose[place]];
                (unit.attack(left(place)) - unit.attack(left(place) - 1), std::cmp::Reverse(left(place)))
            }),
            LossPolicy::Spread => places.rev().max_by_key(|&place| left(place)),
            LossPolicy::Concentrate => places.min_by_key(|&place| left(place)),
        };
        taken.unwrap_or(0)
    }

    /// The battle after this unit has lost a step.
    pub(super) fn less_a_step(&self, mut battle: Battle, unit: usize) -> Battle {
        battle.force.steps[unit] -= 1;
        battle.force = self.canonical(battle.force);
        battle.lost += 1;
        battle
    }

    /// The battle after the units that attacked from one square have left it, losing what their fate costs, and how many of
    /// them are left.
    pub(super) fn driven_back(
        &self,
        mut battle: Battle,
        from: Direction,
        fate: Fate,
        way_back: WayBack,
    ) -> (Battle, u8) {
        let mut survivors = 0;
        for (steps, _) in battle.force.steps.iter_mut().zip(&self.0).filter(|(_, unit)| unit.from == from) {
            let lost = fate.steps_lost(*steps, way_back);
            survivors += u8::from(lost < *steps);
            battle.lost += lost;
            *steps = 0;
        }
        (battle, survivors)
    }

    /// The steps that all lose to a fate, and whether any unit is left.
    pub(super) fn all_lose(&self, force: Force, fate: Fate, way_back: WayBack) -> (u8, bool) {
        self.present(force).fold((0, false), |(lost, survive), (_, steps)| {
            let lose = fate.steps_lost(steps, way_back);
            (lost + lose, survive || lose < steps)
        })
    }

    /// Are there tanks or cavalry to lead the assault?
    pub(super) fn can_lead(&self, force: Force) -> bool {
        self.any(force, |unit| unit.kind != Arm::Infantry)
    }

    /// Like units in falling order of their steps, and those who stayed last, so that equal forces look equal.
    fn canonical(&self, force: Force) -> Force {
        let has = |bits: u8, unit: usize| bits & (1 << unit) != 0;
        let mut units: [_; 6] = std::array::from_fn(|unit| {
            (std::cmp::Reverse(force.steps[unit]), has(force.behind, unit), has(force.down, unit))
        });
        let mut place = 0;
        while place < self.0.len() {
            let alike = self.alike(place);
            units[place..place + alike].sort_unstable();
            place += alike;
        }
        let bits = |bit: fn(&(std::cmp::Reverse<u8>, bool, bool)) -> bool| {
            (0..).zip(&units).fold(0, |bits, (place, unit)| bits | u8::from(bit(unit)) << place)
        };
        Force { steps: units.map(|(steps, ..)| steps.0), behind: bits(|unit| unit.1), down: bits(|unit| unit.2) }
    }
}
