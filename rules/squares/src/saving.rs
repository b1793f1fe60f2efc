//! Saves of one unit by themselves: what the hits on it cost (26).

use crate::hits::save_hits;
use crate::saves::Shelter;
use crate::seats::OWNER;
use crate::unit::{Defences, Ground, Kind, Quality, Unit};
use kernel::prelude::*;
use std::cmp::Reverse;
use std::fmt;

/// A unit that saves its hits.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Saving {
    /// What it is.
    #[field(rule = "R2")]
    pub kind: Kind,
    /// How good its men are.
    #[field(rule = "R2")]
    pub quality: Quality,
    /// Half bases already lost: infantry and cavalry have 8, all others 2.
    #[field(rule = "R2", max = 7)]
    pub lost: u8,
    /// The hits on it.
    #[field(rule = "26:half-base", min = 1, max = 24, default = 2)]
    pub hits: u8,
    /// Where the hits come from.
    #[field(rule = "26:saves")]
    pub by: HitBy,
    /// The scenery of its square.
    #[field(rule = "26:saves")]
    pub ground: Ground,
    /// The defences of its square.
    #[field(rule = "26:saves")]
    pub defences: Defences,
}

/// What hits come from, as far as the saves against them differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum HitBy {
    /// Shells and bullets, and nerves that fail.
    #[default]
    Fire,
    /// An assault on its square.
    Assault,
    /// The target of its own assault: an assaulter is never in cover.
    Assaulting,
    /// Gas, against which no cover helps.
    Gas,
}

/// The half bases that it loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct HalfBases(Reverse<u8>);

impl Saving {
    /// The saves of a unit in a shelter.
    pub fn of(unit: &Unit, shelter: Shelter, hits: u8) -> Saving {
        let (by, ground, defences) = match shelter {
            Shelter::UnderFire(ground, defences) => (HitBy::Fire, ground, defences),
            Shelter::Assaulted(ground, defences) => (HitBy::Assault, ground, defences),
            Shelter::Assaulting => (HitBy::Assaulting, Ground::Open, Defences::None),
            Shelter::Gassed => (HitBy::Gas, Ground::Open, Defences::None),
        };
        Saving { kind: unit.kind, quality: unit.quality, lost: unit.lost, hits, by, ground, defences }
    }

    fn unit(&self) -> Unit {
        Unit { kind: self.kind, quality: self.quality, lost: self.lost }
    }

    fn shelter(&self) -> Shelter {
        match self.by {
            HitBy::Fire => Shelter::UnderFire(self.ground, self.defences),
            HitBy::Assault => Shelter::Assaulted(self.ground, self.defences),
            HitBy::Assaulting => Shelter::Assaulting,
            HitBy::Gas => Shelter::Gassed,
        }
    }
}

/// 26 The saves of one unit: each that fails costs half a base.
pub fn resolve_saving(saving: &Saving, dice: &mut dyn Dice) -> Resolved<HalfBases> {
    let unit = saving.unit();
    let saved = save_hits(&unit, saving.shelter(), (saving.hits, unit.left()), OWNER, dice);
    saved.map(|lost| HalfBases(Reverse(lost)))
}

/// The saves as a procedure.
pub fn procedure() -> impl Procedure<Situation = Saving> {
    let card = Card {
        name: "saves",
        title: "Saves",
        rule: Rule("26:saves"),
        about: "How many half bases does a unit lose to the hits on it?",
        seat: OWNER,
    };
    Step::new(card, resolve_saving).checked(|saving| saving.unit().check())
}

impl fmt::Display for HalfBases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.0 {
            0 => f.write_str("nothing lost"),
            1 => f.write_str("1 half base lost"),
            more => write!(f, "{more} half bases lost"),
        }
    }
}

impl Outcome for HalfBases {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("half bases lost", self.0.0.into())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::procedure::Report;

    /// The chance of an outcome, in 36ths.
    fn in_36(saving: &Saving, outcome: &str) -> f64 {
        let report = Report::of(Procedure::odds(&procedure(), saving, &Budget::default()));
        let line = report.outcomes.iter().find(|line| line.outcome == outcome).expect("an outcome");
        line.chance.to_f64().value() * 36.0
    }

    /// Regulars save on 4 or more in the open, and on 3 or more in trenches.
    #[test]
    fn r26_each_failed_save_costs_half_a_base() {
        let two_hits = |defences| Saving::of(&Unit::of(Kind::Infantry), Shelter::UnderFire(Ground::Open, defences), 2);
        let (open, dug_in) = (two_hits(Defences::None), two_hits(Defences::Trenches));
        let near = |chance: f64, expected: f64| assert!((chance - expected).abs() < 1e-9, "{chance} for {expected}");
        near(in_36(&open, "2 half bases lost"), 9.0);
        near(in_36(&open, "1 half base lost"), 18.0);
        near(in_36(&dug_in, "2 half bases lost"), 4.0);
        near(in_36(&dug_in, "nothing lost"), 16.0);
    }

    #[test]
    fn a_shelter_comes_back_from_the_desk_as_it_was() {
        for shelter in [
            Shelter::UnderFire(Ground::Woods, Defences::Trenches),
            Shelter::Assaulting,
            Shelter::Gassed,
            Shelter::Assaulted(Ground::Hill, Defences::None),
        ] {
            assert_eq!(Saving::of(&Unit::default(), shelter, 1).shelter(), shelter);
        }
    }
}
