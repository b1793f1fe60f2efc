//! R9: what markers do to a unit.

use crate::fall_back::WayBack;
use crate::units::Unit;
use kernel::prelude::*;

/// What struck a unit in one event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Blow {
    /// Hits, each of which is a marker.
    pub(crate) hits: u8,
    /// A casualty roll succeeded.
    pub(crate) further: bool,
    /// It lost the assault.
    pub(crate) beaten: bool,
}

/// What a fire or a fight did to a unit, from nothing to the worst for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Struck {
    /// How it stands.
    pub fate: Fate,
    /// The hits.
    pub hits: u8,
    /// The markers that were laid, before any halving.
    pub laid: u8,
}

/// What became of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fate {
    /// Did it break, fall back, or neither?
    pub stand: Stand,
    /// The bases it lost.
    pub bases_lost: u8,
    /// The markers that lie on it now.
    pub markers: u8,
}

/// How a unit stands after a blow, from the best for it to the worst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Stand {
    /// It holds.
    Holds,
    /// It was beaten and falls back a move, without losing a base.
    FallsBack,
    /// It lost a base, to nerve or because its way back was blocked.
    LosesABase,
    /// It lost two bases: one to nerve, one because its way back was blocked.
    LosesTwoBases,
    /// It has no base left, or left the table.
    Destroyed,
}

impl Blow {
    /// R9 All markers of an event are laid, then nerve is checked once: at nerve the unit loses a base, halves its
    /// markers and falls back (R11). `name` says whose markers are added up.
    pub(crate) fn strike(self, name: &'static str, unit: Unit, way_back: WayBack) -> (Tally, Struck) {
        let laid = Tally::base(name, Rule("R9"), "on the unit", unit.markers.into())
            .each(self.hits.into(), Rule("Morale markers:each-hit"), "each hit", 1)
            .plus(Rule("Morale markers:further-marker"), "a casualty roll succeeded", self.further.into())
            .plus(Rule("R12"), "lost the assault", self.beaten.into());
        let added = laid.total() as u8 - unit.markers;
        let breaks = laid.total() >= unit.quality.nerve() && added > 0;
        let laid = if breaks { laid.halved_down(Rule("R9"), "its nerve is reached: halved") } else { laid };
        // The base for a blocked way comes on top of the one for nerve.
        let by_fall_back = if breaks || self.beaten { way_back.costs(unit) } else { 0 };
        let bases_lost = (u8::from(breaks) + by_fall_back).min(unit.bases);
        let stand = match bases_lost {
            all if all == unit.bases => Stand::Destroyed,
            0 if self.beaten => Stand::FallsBack,
            0 => Stand::Holds,
            1 => Stand::LosesABase,
            _ => Stand::LosesTwoBases,
        };
        let fate = Fate { stand, bases_lost, markers: laid.total() as u8 };
        (laid, Struck { fate, hits: self.hits, laid: added })
    }
}

impl Struck {
    /// Nothing has struck a unit.
    pub(crate) fn unhurt(unit: Unit) -> Struck {
        Struck { fate: Fate { stand: Stand::Holds, bases_lost: 0, markers: unit.markers }, hits: 0, laid: 0 }
    }
}

impl Stand {
    /// In words.
    pub(crate) const fn told(self) -> &'static str {
        match self {
            Stand::Holds => "holds",
            Stand::FallsBack => "falls back",
            Stand::LosesABase => "loses a base and falls back",
            Stand::LosesTwoBases => "loses two bases, as it cannot fall back",
            Stand::Destroyed => "is destroyed",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Kind, Quality};

    fn hits(hits: u8) -> Blow {
        Blow { hits, further: false, beaten: false }
    }

    fn infantry(quality: Quality, bases: u8, markers: u8) -> Unit {
        Unit::of(Kind::Infantry, quality, bases, markers)
    }

    fn fate(blow: Blow, unit: Unit, way_back: WayBack) -> Fate {
        blow.strike("markers", unit, way_back).1.fate
    }

    #[test]
    fn r9_a_unit_breaks_when_its_markers_reach_its_nerve() {
        for (quality, nerve) in [(Quality::Poor, 3), (Quality::Regular, 4), (Quality::Trained, 5), (Quality::Elite, 6)]
        {
            let held = fate(hits(1), infantry(quality, 3, nerve - 2), WayBack::Free);
            assert_eq!(held, Fate { stand: Stand::Holds, bases_lost: 0, markers: nerve - 1 }, "{quality}");
            let broke = fate(hits(1), infantry(quality, 3, nerve - 1), WayBack::Free);
            assert_eq!(broke, Fate { stand: Stand::LosesABase, bases_lost: 1, markers: nerve / 2 }, "{quality}");
        }
    }

    #[test]
    fn r9_one_firing_costs_one_base_however_many_the_markers() {
        let broke = fate(hits(6), infantry(Quality::Poor, 3, 2), WayBack::Free);
        assert_eq!(broke, Fate { stand: Stand::LosesABase, bases_lost: 1, markers: 4 });
    }

    #[test]
    fn r9_markers_still_at_nerve_are_checked_only_when_another_is_added() {
        let spared = fate(hits(0), infantry(Quality::Poor, 2, 4), WayBack::Free);
        assert_eq!(spared, Fate { stand: Stand::Holds, bases_lost: 0, markers: 4 });
        assert_eq!(fate(hits(1), infantry(Quality::Poor, 2, 4), WayBack::Free).bases_lost, 1);
    }

    #[test]
    fn r9_losing_the_last_base_removes_the_unit() {
        assert_eq!(fate(hits(4), infantry(Quality::Regular, 1, 0), WayBack::Free).stand, Stand::Destroyed);
    }

    #[test]
    fn morale_markers_further_marker_is_laid_before_nerve_is_checked() {
        let blow = Blow { further: true, ..hits(1) };
        assert_eq!(fate(blow, infantry(Quality::Regular, 3, 2), WayBack::Free).bases_lost, 1);
    }

    #[test]
    fn r11_a_blocked_way_back_costs_a_base_on_top() {
        let broke = fate(hits(1), infantry(Quality::Regular, 3, 3), WayBack::Blocked);
        assert_eq!(broke, Fate { stand: Stand::LosesTwoBases, bases_lost: 2, markers: 2 });
        let beaten = Blow { beaten: true, ..hits(0) };
        assert_eq!(fate(beaten, infantry(Quality::Regular, 3, 0), WayBack::Blocked).bases_lost, 1);
        assert_eq!(fate(hits(1), infantry(Quality::Regular, 3, 0), WayBack::Blocked).bases_lost, 0, "it holds");
    }

    #[test]
    fn r11_a_unit_that_falls_back_off_the_table_is_lost() {
        let lost = fate(hits(1), infantry(Quality::Regular, 3, 3), WayBack::OffTable);
        assert_eq!((lost.stand, lost.bases_lost), (Stand::Destroyed, 3));
    }

    #[test]
    fn r12_the_loser_of_an_assault_takes_a_marker_and_falls_back() {
        let beaten = fate(Blow { beaten: true, ..hits(1) }, infantry(Quality::Regular, 3, 0), WayBack::Free);
        assert_eq!(beaten, Fate { stand: Stand::FallsBack, bases_lost: 0, markers: 2 });
    }
}
