//! R3, R7: the guns that bombard.

use crate::units::{Kind, Nation, Ratings, printed, ratings};
use kernel::prelude::*;
use std::sync::LazyLock;

/// A kind of guns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum GunKind {
    /// A field artillery group.
    #[default]
    Field,
    /// A heavy artillery group.
    Heavy,
    /// The German off-map mission, which fires alone.
    OffMap,
}

/// A unit of artillery that fires.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct Gun {
    /// What it is: field artillery has 3 factors, heavy 5, the off-map mission 8.
    #[field(rule = "R28")]
    pub kind: GunKind,
    /// It has lost a step, so it has half its factors, rounded up.
    #[field(rule = "R3")]
    pub reduced: bool,
    /// It is unsupplied.
    #[field(rule = "6.0:unsupplied")]
    pub unsupplied: bool,
    /// Counter-battery fire has interdicted it: half its factors, rounded down.
    #[field(rule = "R9")]
    pub halved: bool,
}

/// What guns bring to bear, added up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Salvo {
    /// Factors.
    pub factors: u8,
    /// Heavy units among them.
    pub heavies: u8,
    /// One of them is unsupplied.
    pub unsupplied: bool,
}

/// R7: at most 6 artillery units fire on a square.
pub const MOST_GUNS: usize = 6;

/// R7: at most 2 of them are heavy.
pub const MOST_HEAVY: usize = 2;

/// R7: at most 2 heavy units fire on a square; R28: the off-map mission fires alone.
pub(crate) fn check_guns(guns: &[Gun]) -> Result<(), Refusal> {
    let count = |kind| guns.iter().filter(|gun| gun.kind == kind).count();
    if count(GunKind::Heavy) > MOST_HEAVY {
        return Err(Refusal::field("guns", "at most 2 heavy artillery units may fire on a square (R7)"));
    }
    if count(GunKind::OffMap) > 0 && guns.len() > 1 {
        return Err(Refusal::field(
            "guns",
            "the off-map mission is an attack of its own and joins no other guns (R28)",
        ));
    }
    Ok(())
}

impl Gun {
    /// A full, supplied unit.
    pub fn of(kind: GunKind) -> Gun {
        Gun { kind, ..Gun::default() }
    }

    /// Its factors (R3).
    pub fn factors(&self) -> u8 {
        let ratings = self.kind.ratings();
        let left = if self.reduced { ratings.steps.div_ceil(2) } else { ratings.steps };
        let factors = ratings.reduced(ratings.bombardment, left);
        if self.halved { factors / 2 } else { factors }
    }
}

impl GunKind {
    fn ratings(self) -> Ratings {
        static OFF_MAP: LazyLock<Ratings> = LazyLock::new(|| printed("Off-map artillery"));
        match self {
            GunKind::Field => ratings(Kind::FieldArtillery, Nation::German),
            GunKind::Heavy => ratings(Kind::HeavyArtillery, Nation::German),
            GunKind::OffMap => *OFF_MAP,
        }
    }
}

impl Salvo {
    /// All guns together.
    pub fn of<'a>(guns: impl IntoIterator<Item = &'a Gun>) -> Salvo {
        guns.into_iter().fold(Salvo::default(), |salvo, gun| salvo.and(gun, gun.factors()))
    }

    /// With another gun that brings so many factors.
    #[must_use]
    pub fn and(self, gun: &Gun, factors: u8) -> Salvo {
        Salvo {
            factors: self.factors + factors,
            heavies: self.heavies + u8::from(gun.kind == GunKind::Heavy),
            unsupplied: self.unsupplied || gun.unsupplied,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r3_guns_bring_3_or_5_factors_and_half_when_reduced() {
        let gun = |kind, reduced| Gun { kind, reduced, ..Gun::default() }.factors();
        assert_eq!([gun(GunKind::Field, false), gun(GunKind::Heavy, false)], [3, 5]);
        assert_eq!([gun(GunKind::Field, true), gun(GunKind::Heavy, true)], [2, 3], "rounded up");
        let halved = |kind| Gun { kind, halved: true, ..Gun::default() }.factors();
        assert_eq!([halved(GunKind::Field), halved(GunKind::Heavy)], [1, 2], "R9: rounded down");
    }

    #[test]
    fn r28_the_off_map_mission_brings_8_factors_and_fires_alone() {
        let mission = Gun::of(GunKind::OffMap);
        assert_eq!(Salvo::of([&mission]), Salvo { factors: 8, heavies: 0, unsupplied: false });
        assert!(check_guns(&[mission.clone(), Gun::default()]).is_err() && check_guns(&[mission]).is_ok());
    }

    #[test]
    fn r7_six_guns_two_of_them_heavy_reach_the_last_column() {
        let guns = [GunKind::Field, GunKind::Field, GunKind::Field, GunKind::Field, GunKind::Heavy, GunKind::Heavy];
        let guns = guns.map(Gun::of);
        assert_eq!(guns.len(), MOST_GUNS);
        assert_eq!(Salvo::of(&guns).factors, 22);
    }

    #[test]
    fn r7_at_most_two_heavy_units_fire_on_a_square() {
        let heavy = Gun::of(GunKind::Heavy);
        assert!(check_guns(&[heavy.clone(), heavy.clone()]).is_ok());
        assert!(check_guns(&[heavy.clone(), heavy.clone(), heavy]).is_err());
    }
}
