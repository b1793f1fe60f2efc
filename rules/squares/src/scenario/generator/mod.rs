//! R20: a legal battle from a budget of points and a seed.
//!
//! The price list and all names are data, in `armies/generator/`. The same options are the same battle on every machine,
//! since all that is left to chance comes from [`Seeded`].

mod land;
mod lists;
mod muster;
pub(super) mod purchase;

#[cfg(test)]
mod tests;

pub(super) use lists::{LISTS, Nation, Period};
pub(super) use muster::{Site, muster};

use super::square::name_of;
use super::{FORMAT, Named, Scenario};
use crate::game::Side;
use field::grid::Square;
use kernel::dice::Seeded;
use kernel::prelude::*;
use kernel::scenario::Heading;
use land::Land;
use smallvec::SmallVec;

/// The id of the scenario that is generated.
pub const GENERATED: &str = "generated";

/// What may be set before a game; it matters to the generated scenario only.
#[derive(Clone, PartialEq, Eq, Debug, Situation)]
pub struct Options {
    /// The points that the attacker's army costs at most; the defender has nine tenths of them.
    #[field(min = 40, max = 120, default = 80)]
    pub points: u16,
    /// The seed of the battle: the same seed and the same points are the same battle.
    #[field(min = 0, default = 1)]
    pub seed: i32,
}

impl Options {
    /// The points that a side may spend.
    pub(super) fn budget(&self, side: Side) -> u16 {
        match side {
            Side::Attacker => self.points,
            Side::Defender => self.points * LISTS.defender / 100,
        }
    }
}

/// The battle of these options. Options off their limits are brought within them.
pub(super) fn generate(options: &Options) -> Scenario {
    let options = Options { points: options.points.clamp(40, 120), seed: options.seed.max(0) };
    let mut chance = Chance::of(u64::from(options.points) << 32 | u64::from(options.seed.unsigned_abs()));
    let year = chance.one_of(&LISTS.years);
    let land = Land::draw(year.trench, &mut chance);
    let mut nations: Vec<_> = LISTS.nations.iter().collect();
    chance.shuffle(&mut nations);
    let [attackers, defenders, ..] = nations[..] else { unreachable!("the lists have two nations") };

    let objectives: SmallVec<[Square; 3]> = land.places[..3].iter().map(|named| named.at).collect();
    let site = Site { trench: year.trench, objectives: &objectives, defences: &land.defences };
    let [attacker, defender] = [(Side::Attacker, attackers), (Side::Defender, defenders)].map(|(side, nation)| {
        let mut bought = purchase::buy(side, options.budget(side), year, nation, &mut chance);
        bought.card.briefing = briefing(side, year.trench).to_owned();
        muster::muster_by_chance(side, bought, &site, &mut chance).expect("an army that is bought has room in its rows")
    });

    let [first, second, third] = &land.places[..3] else { unreachable!("a land has three objectives") };
    let told = |named: &Named| format!("{} ({})", named.name, name_of(named.at));
    let notes = format!(
        "{}, {}, a {} force attacks a {} one for {}, {} and {}. Nothing of this happened: it is battle {} of {} points, \
         and the defender has {} of them.\n\nEach of the three places is worth 10 points to whoever held it last, a base \
         lost is worth 1 to the enemy, and a square of the defender's base row 3 to an attacker who holds it.",
        year.season,
        year.year,
        attackers.people,
        defenders.people,
        told(first),
        told(second),
        told(third),
        options.seed,
        options.points,
        options.budget(Side::Defender),
    );
    Scenario {
        head: Heading {
            id: GENERATED.to_owned(),
            title: format!("{}, {}", first.name, year.year),
            notes,
            minutes: 30 + options.points / 2,
            ..Heading::default()
        },
        trench: year.trench,
        fixed_setup: false,
        par: LISTS.par(options.points),
        countdown: FORMAT.usual_length,
        ground: land.ground,
        defences: land.defences,
        roads: land.roads,
        objectives,
        places: land.places,
        attacker,
        defender,
    }
}

/// What a player should know before he begins.
fn briefing(side: Side, trench: bool) -> &'static str {
    match (side, trench) {
        (Side::Attacker, true) => {
            "The defender has trenches, and a third of his units in reserve: attack with barrage, support and a bonus \
             together, or not at all."
        }
        (Side::Attacker, false) => {
            "The ground is open to manoeuvre: look for a flank, and for a square that stands without support."
        }
        (Side::Defender, true) => {
            "A third of your units wait in reserve. Give up ground that a barrage lies on, and bring the reserve to the \
             places that count."
        }
        (Side::Defender, false) => {
            "Keep your squares side by side, so that each supports the next, and hold fresh men back for the place that \
             he makes for."
        }
    }
}

/// What is left to chance.
struct Chance(Seeded);

impl Chance {
    /// What a seed has in store.
    fn of(seed: u64) -> Chance {
        Chance(Seeded::new(seed))
    }

    /// A number from 0 up to but not including `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound as u32) as usize
    }

    /// A number from `least` to `most`.
    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// Does something happen that happens so many times in a hundred?
    fn comes(&mut self, in_a_hundred: usize) -> bool {
        self.below(100) < in_a_hundred
    }

    /// One of several.
    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// All of them, in any order.
    fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }
}
