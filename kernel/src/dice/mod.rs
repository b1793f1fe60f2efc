//! Dice are asked for by law, not by die.
//!
//! A step says which *law* it wants read (a die, a sum, a pool's hits ...) and why. Sources that throw faces
//! ([`Seeded`], [`Scripted`], [`Typed`]) let the law read them; the walker of [`crate::odds`] takes the law's
//! ways instead. A test for each law shows that both agree.

mod die;
mod law;
mod sources;

pub use die::Die;
pub(crate) use law::gcd;
pub use law::{Bands, Law, Ways};
pub use sources::{DiceError, Scripted, Seeded, Typed};

use crate::seat::Seat;
use serde::{Serialize, Serializer};
use smallvec::SmallVec;

/// Where dice come from: thrown, scripted, typed in, or every way at once.
pub trait Dice {
    /// Throws the dice of `law` and reads them.
    fn throw(&mut self, law: Law, why: Why) -> Throw;

    /// False in the walker, which drops every explanation: a step of a long chain may then leave it out
    /// ([`Resolved::untold`]), and may take throws together or in another order. How likely anything is must not hang
    /// on it.
    ///
    /// [`Resolved::untold`]: crate::explain::Resolved::untold
    fn tells(&self) -> bool {
        true
    }

    /// True when a source has failed (typed dice ran out): whatever follows is void, so a repeat may stop.
    fn is_spent(&self) -> bool {
        false
    }
}

/// Why dice are thrown, for whom, and which end is better for him.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Why {
    /// The reason, as a player would say it: 'bombardment', 'saves of the reserve'.
    pub what: &'static str,
    /// Whose roll it is.
    pub who: Seat,
    /// Which end of the reading he hopes for.
    pub better: Better,
}

/// Which end of a reading is better for the one who rolls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// The higher the better.
    High,
    /// The lower the better.
    Low,
    /// Neither end: the roll only tells which of several things happens.
    Neither,
}

impl Why {
    /// A roll whose owner wants it high.
    pub const fn high(what: &'static str, who: Seat) -> Why {
        Why { what, who, better: Better::High }
    }

    /// A roll whose owner wants it low.
    pub const fn low(what: &'static str, who: Seat) -> Why {
        Why { what, who, better: Better::Low }
    }

    /// A roll that decides between things neither of which is better.
    pub const fn either(what: &'static str, who: Seat) -> Why {
        Why { what, who, better: Better::Neither }
    }
}

/// Dice that have been thrown and read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Throw {
    /// Why they were thrown.
    #[serde(flatten)]
    pub why: Why,
    /// How they were read.
    #[serde(serialize_with = "in_words")]
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub law: Law,
    /// What the law read: the face, the sum, the hits, the band, the packed classes, the winner.
    pub reading: u64,
    /// The faces as they fell. Empty in the walker, which never throws single dice.
    #[cfg_attr(feature = "ts", ts(as = "Vec<u8>"))]
    pub faces: SmallVec<[u8; 16]>,
}

fn in_words<S: Serializer>(law: &Law, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(law)
}

impl Throw {
    /// The reading as a signed number to be added up.
    pub fn value(&self) -> i32 {
        self.reading as i32
    }

    /// The reading of [`Law::Classes`]: how many dice fell into each band.
    pub fn classes(&self) -> SmallVec<[u16; 6]> {
        self.law.unpack(self.reading)
    }
}

impl dyn Dice + '_ {
    /// One six-sided die.
    pub fn d6(&mut self, why: Why) -> Throw {
        self.throw(Law::One(Die::D6), why)
    }

    /// The sum of two six-sided dice.
    pub fn two_d6(&mut self, why: Why) -> Throw {
        self.throw(Law::Sum { die: Die::D6, count: 2 }, why)
    }

    /// How many of `count` six-sided dice show `on` or more.
    pub fn hits(&mut self, count: u16, on: u8, why: Why) -> Throw {
        self.throw(Law::Pool { die: Die::D6, count, on }, why)
    }
}
