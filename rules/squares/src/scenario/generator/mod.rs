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
use super::{FORMAT, Scenario};
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
    let mut chance = Seeded::new(u64::from(options.points) << 32 | u64::from(options.seed.unsigned_abs()));
    let year = chance.one_of(&LISTS.years);
    let land = Land::draw(year.trench, &mut chance);
    let mut nations: Vec<_> = LISTS.nations.iter().collect();
    chance.shuffle(&mut nations);
    let [attackers, defenders, ..] = nations[..] else { unreachable!("the lists have two nations") };

    let objectives: SmallVec<[Square; 3]> = land.places[..3].iter().map(|named| named.at).collect();
    let site = Site { trench: year.trench, objectives: &objectives, defences: &land.defences };
    let [attacker, defender] = [(Side::Attacker, attackers), (Side::Defender, defenders)].map(|(side, nation)| {
        let mut bought = purchase::buy(side, options.budget(side), year, nation, &mut chance);
        bought.card.briefing = if side == Side::Attacker { &year.attacker } else { &year.defender }.clone();
        muster(side, bought, &site, &mut chance).expect("an army that is bought has room in its rows")
    });

    let told = |place: usize| format!("{} ({})", land.places[place].name, name_of(land.places[place].at));
    let (first, second, third) = (told(0), told(1), told(2));
    let (Options { points, seed }, defence) = (&options, options.budget(Side::Defender));
    let notes = format!(
        "{}, {}, a {} force attacks a {} one for {first}, {second} and {third}. Nothing of this happened: it is battle {seed} \
         of {points} points, and the defender has {defence} of them.\n\nEach of the three places is worth 10 points to \
         whoever held it last, a base lost is worth 1 to the enemy, and a square of the defender's base row 3 to an attacker \
         who holds it.",
        year.season, year.year, attackers.people, defenders.people,
    );
    Scenario {
        head: Heading {
            id: GENERATED.to_owned(),
            title: format!("{}, {}", land.places[0].name, year.year),
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
