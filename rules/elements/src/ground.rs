//! Cover, facing and distance: what both kinds of fire ask about (R7, R8).

use kernel::prelude::*;

/// What a target stands in or behind, from the best for a firer to the worst (R8).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Choice)]
pub enum Cover {
    /// In the open.
    #[default]
    Open,
    /// In crops or fields: soft cover.
    Crops,
    /// Behind a hedge: soft cover.
    Hedge,
    /// In woods: soft cover.
    Woods,
    /// Behind a wall: hard cover.
    Wall,
    /// In a building: hard cover.
    Building,
    /// Dug in: hard cover.
    DugIn,
    /// In a fortification: hard cover.
    Fortification,
}

/// What a target's cover is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shelter {
    /// Nothing.
    None,
    /// Soft cover.
    Soft,
    /// Hard cover, hull-down or behind smoke.
    Hard,
}

/// Where the shot comes from (R7).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Facing {
    /// The firer is before the line of the target's front edge.
    #[default]
    Front,
    /// From the side.
    Side,
    /// From behind.
    Rear,
}

/// Is an element suppressed?
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum State {
    /// It is not.
    #[default]
    Unsuppressed,
    /// It is.
    Suppressed,
}

/// How far a firer's target is, and how far he reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Distance {
    /// To the target, in units.
    pub units: i32,
    /// The firer's range when he is not suppressed.
    pub range: i32,
    /// The firer's own state.
    pub firer: State,
}

impl Cover {
    /// R8 Soft or hard; of several kinds of cover the worst for the firer applies.
    pub fn shelter(self) -> Shelter {
        match self {
            Cover::Open => Shelter::None,
            Cover::Crops | Cover::Woods | Cover::Hedge => Shelter::Soft,
            Cover::Building | Cover::Wall | Cover::DugIn | Cover::Fortification => Shelter::Hard,
        }
    }

    /// The shelter with smoke before it.
    pub fn behind(self, smoke: bool) -> Shelter {
        if smoke { Shelter::Hard } else { self.shelter() }
    }

    /// Dug in or in a fortification, where an F is not obeyed (Results:F-protected).
    pub fn protects_from_fall_back(self) -> bool {
        matches!(self, Cover::DugIn | Cover::Fortification)
    }

    /// Open, fields or dug-in, where cavalry charges home (HE/SA:cavalry).
    pub fn lets_cavalry_charge(self) -> bool {
        matches!(self, Cover::Open | Cover::Crops | Cover::DugIn)
    }
}

impl State {
    /// Suppressed.
    pub fn is_suppressed(self) -> bool {
        self == State::Suppressed
    }

    /// The state that a tick gives.
    pub fn of(suppressed: bool) -> State {
        if suppressed { State::Suppressed } else { State::Unsuppressed }
    }
}

impl Distance {
    /// Results:suppressed-fire How far the firer reaches now: 4 when he is suppressed.
    pub fn reach(self) -> i32 {
        if self.firer.is_suppressed() { self.range.min(SHORT) } else { self.range }
    }

    /// The target is within 4; not for a firer of range 4, nor for a suppressed one.
    pub fn is_close(self) -> bool {
        self.units <= SHORT && self.range > SHORT && !self.firer.is_suppressed()
    }

    /// R7 Strictly more than half the weapon's own range, suppressed or not.
    pub fn is_long(self) -> bool {
        self.units * 2 > self.range
    }

    /// Refuses a target that is out of reach.
    pub fn check(self, firer: &str) -> Result<(), Refusal> {
        if self.units <= self.reach() {
            return Ok(());
        }
        let (reach, units) = (self.reach(), self.units);
        let why = if self.firer.is_suppressed() { "a suppressed firer has" } else { "it has" };
        Err(Refusal::field("range", format!("{firer} cannot fire at {units}: {why} a range of {reach}")))
    }
}

/// 'Within 4', and the range of a suppressed element.
const SHORT: i32 = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r8_woods_hedges_and_crops_are_soft_and_the_rest_hard() {
        use Shelter::{Hard, None, Soft};
        let all = Cover::ALL.iter().map(|cover| cover.shelter()).collect::<Vec<_>>();
        assert_eq!(all, [None, Soft, Soft, Soft, Hard, Hard, Hard, Hard]);
        assert_eq!(Cover::Hedge.behind(true), Hard, "the worst applies");
    }

    #[test]
    fn r7_over_half_range_is_strictly_more() {
        let at = |units, firer| Distance { units, range: 24, firer };
        assert!(!at(12, State::Unsuppressed).is_long() && at(13, State::Unsuppressed).is_long());
        assert!(!at(4, State::Suppressed).is_long() && at(4, State::Suppressed).reach() == 4);
        let rocket = Distance { units: 3, range: 4, firer: State::Suppressed };
        assert!(rocket.is_long(), "the sheet makes no exception for the suppressed");
    }

    #[test]
    fn within_4_is_not_for_firers_of_range_4_nor_for_suppressed_ones() {
        let close = |units, range, firer| Distance { units, range, firer }.is_close();
        assert!(close(4, 10, State::Unsuppressed) && !close(5, 10, State::Unsuppressed));
        assert!(!close(4, 4, State::Unsuppressed) && !close(4, 10, State::Suppressed));
    }
}
