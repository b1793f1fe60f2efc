//! What a player knows of an assault before the first die.

use super::order_of_battle::{Attacker, Bystander, Defender, check_forces};
use crate::assault::{Barrage, check_resources};
use crate::coordination::Keeps;
use crate::headquarters::{Condition, Headquarters, Mode};
use crate::results::WayBack;
use crate::terrain::{Ground, Terrain, ground};
use crate::units::Nation;
use crate::weather::Weather;
use kernel::prelude::*;

/// A planned assault on one square.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct AssaultPlan {
    /// The units that are to assault, at most 6.
    #[field(rule = "8.0", min = 1, max = 6, default = vec![Attacker::default(); 3])]
    pub attackers: Vec<Attacker>,
    /// Units in the attackers' squares that take no part. A counterattack meets them too.
    #[field(rule = "R36", max = 9)]
    pub bystanders: Vec<Bystander>,
    /// The units in the square; more than three where some were driven into it (R39).
    #[field(rule = "R4", min = 1, max = 6, default = vec![Defender::default()])]
    pub defenders: Vec<Defender>,
    /// The square is an empty trench that a neighbour covers: an outpost of defence 1 without steps or fire, whatever
    /// defenders are given.
    #[field(rule = "R31")]
    pub outpost: bool,
    /// The terrain of the square, and a river that the attack crosses.
    #[field(rule = "11.5.1:river-adds", max = 4, default = ground(&[Terrain::StartTrench]))]
    pub ground: Vec<Ground>,
    /// The weather.
    #[field(rule = "11.0:weather")]
    pub weather: Weather,
    /// The first assault of the phase on this square, a second attack, or one after a breakthrough.
    #[field(rule = "9.0:second-attacks")]
    pub occasion: Occasion,
    /// Whose headquarters supports the assault, as long as units of that nation take part.
    #[field(rule = "8.3:british")]
    pub hq: Nation,
    /// Squares from that headquarters to the defender.
    #[field(rule = "Sequence of play:2f", max = 20, default = 3)]
    pub hq_distance: u8,
    /// The condition of the headquarters.
    #[field(rule = "8.3")]
    pub hq_condition: Condition,
    /// The mode of the headquarters; in supply mode it gives no support.
    #[field(rule = "R11")]
    pub hq_mode: Mode,
    /// The attacker bought better training.
    #[field(rule = "R28")]
    pub trained: bool,
    /// A barrage resource. Without command support no resource counts.
    #[field(rule = "9.0:barrage", default = Barrage::Lift)]
    pub barrage: Barrage,
    /// A smoke resource.
    #[field(rule = "9.0:smoke")]
    pub smoke: bool,
    /// A tanks/cavalry resource; it counts if tanks or cavalry take part.
    #[field(rule = "9.0:tanks-cavalry")]
    pub tanks_cavalry: bool,
    /// A gas resource.
    #[field(rule = "9.0:gas")]
    pub gas: bool,
    /// A night resource.
    #[field(rule = "9.0:night")]
    pub night: bool,
    /// A consolidate resource for the square, if it is taken; it counts among the 4.
    #[field(rule = "9.0:consolidate")]
    pub consolidate: bool,
    /// Fire factors of one adjacent square that is not itself assaulted.
    #[field(rule = "R18", max = 20)]
    pub neighbour_fire: u8,
    /// The terrain of the attackers' squares, for a counterattack.
    #[field(rule = "11.5.1:highest", max = 4)]
    pub counter_ground: Vec<Ground>,
    /// Where attackers can retreat to who lose to a counterattack.
    #[field(rule = "R20")]
    pub attacker_retreat: WayBack,
    /// Where the defenders can retreat to.
    #[field(rule = "R20")]
    pub defender_retreat: WayBack,
    /// What the coordination roll of this phase has said, if it was made.
    #[field(rule = "R22")]
    pub coordination: Coordination,
    /// Which country stays when British and French are not coordinated.
    #[field(rule = "11.3:none")]
    pub keeps: Keeps,
    /// Which steps the attacker loses to defensive fire.
    #[field(rule = "R18")]
    pub losses: LossPolicy,
    /// Which attacking square the defender fires at.
    #[field(rule = "R18")]
    pub fires_at: SquarePolicy,
    /// Which attacking square the defender counterattacks.
    #[field(rule = "R21", default = SquarePolicy::Weakest)]
    pub counters: SquarePolicy,
    /// What the defender does on C, if one of his units can counterattack.
    #[field(rule = "R36")]
    pub answer: OnCounter,
}

/// How British and French are coordinated in this phase (11.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Coordination {
    /// It is to be rolled.
    #[default]
    Unrolled,
    /// The units of one country only.
    OneCountry,
    /// One unit of each.
    OneEach,
    /// Two units of each.
    TwoEach,
    /// All of them; also where it was settled who stays.
    All,
}

/// What a defender does on C (R36).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum OnCounter {
    /// He counterattacks.
    #[default]
    Counterattack,
    /// He retreats, as by DR.
    GiveWay,
}

/// What kind of assault it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Occasion {
    /// The first on this square in the phase.
    #[default]
    First,
    /// A second attack: a resource of its own, without new commitment or coordination rolls (R22).
    SecondAttack,
    /// After a breakthrough: at -1, without commitment rolls and resources (R21).
    Breakthrough,
}

/// Which steps the attacker gives up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum LossPolicy {
    /// The step that costs the least attack strength.
    #[default]
    KeepStrength,
    /// From the unit with the most steps left.
    Spread,
    /// From the unit with the fewest steps left.
    Concentrate,
}

/// Which attacking square the defender picks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum SquarePolicy {
    /// The strongest.
    #[default]
    Strongest,
    /// The weakest.
    Weakest,
}

impl AssaultPlan {
    /// Refuses forces that cannot meet and more resources than an assault may have.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        check_forces(&self.attackers, &self.bystanders, &self.defenders)?;
        if self.occasion != Occasion::First && self.attackers.iter().all(|unit| unit.disrupted) {
            return Err(Refusal::field("attackers", "disrupted units cannot assault, and there are no others"));
        }
        let used = [
            self.barrage != Barrage::None,
            self.smoke,
            self.tanks_cavalry,
            self.gas,
            self.night,
            self.consolidate,
            self.occasion == Occasion::SecondAttack,
        ];
        check_resources(used.into_iter().filter(|&used| used).count())
    }

    /// The headquarters that supports the assault.
    pub(super) fn headquarters(&self) -> Headquarters {
        Headquarters { nation: self.hq, condition: self.hq_condition, mode: self.hq_mode }
    }

    /// British and French are to assault together, and it is open who stays.
    pub(super) fn is_combined(&self) -> bool {
        let any = |nation| self.attackers.iter().any(|unit| unit.nation == nation);
        let open = self.occasion == Occasion::First && self.coordination != Coordination::All;
        open && any(Nation::British) && any(Nation::French)
    }
}
