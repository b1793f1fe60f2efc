//! R10: infantry hunts a tank at arm's length.

use crate::ap_fire::column;
use crate::ap_penetration::{Strike, quality_line, resolve_penetration};
use crate::choices::{Armoured, Infantry};
use crate::grade::Ap;
use crate::ground::State;
use crate::quality::{AskedQuality, Quality};
use crate::results::{After, Effect, Fate, Hit, Passengers, Struck, WayBack, passengers_policy};
use crate::rolls::d20;
use crate::seats::HUNTER;
use crate::special_weapons::hunting_column;
use kernel::prelude::*;

/// Infantry within 1 of an armoured vehicle.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct TankHunt {
    /// Who hunts: infantry, or an anti-tank team, which uses its AP.
    #[field(rule = "Turn sequence:2d")]
    pub hunter: Infantry,
    /// The quality of the hunters.
    #[field(rule = "R10")]
    pub quality: AskedQuality,
    /// The vehicle.
    #[field(rule = "R10")]
    pub target: Armoured,
    /// Is the vehicle suppressed?
    #[field(rule = "R10")]
    pub target_state: State,
    /// Friends of the vehicle are within 4 of it.
    #[field(rule = "R10")]
    pub friends_near: bool,
    /// Elements riding in or on the vehicle.
    #[field(rule = "Results:transport", max = 3)]
    pub riders: u8,
    /// A gun is limbered to it: it shares the fate, but does not ride.
    #[field(rule = "Results:passengers")]
    pub towed: bool,
    /// What passengers of an APC do when they are suppressed.
    #[field(rule = "Results:dismount")]
    pub passengers: Passengers,
}

/// A hunt ready to be rolled.
#[derive(Clone, Debug)]
pub struct Hunt {
    quality: Quality,
    guarded: bool,
    strike: Option<Strike>,
    /// The vehicle.
    pub struck: Struck,
}

/// Where a hunt stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The hunters get at the vehicle, or not.
    Approach,
    /// To penetrate.
    ToPenetrate,
    /// The result.
    After(After),
}

/// R10 What the roll must reach.
const NEEDED: i32 = 15;
/// R10 What an unsuppressed vehicle with friends within 4 takes off.
const GUARDED: i32 = -2;

/// Tank hunting by infantry.
pub fn procedure() -> impl Procedure<Situation = TankHunt> {
    let card = Card {
        name: "tank-hunting",
        title: "Tank hunting",
        rule: Rule("R10"),
        about: "What does infantry within 1 of an armoured vehicle do to it?",
        seat: HUNTER,
    };
    Chained::new(card, |hunt: &TankHunt| (hunt.ready(), Stage::Approach))
        .checked(|hunt| hunt.ready().struck.check())
        .under(|hunt| passengers_policy(&hunt.target, hunt.riders, hunt.passengers))
}

impl TankHunt {
    /// The hunt that these inputs describe.
    pub fn ready(&self) -> Hunt {
        let struck = Struck {
            element: self.target.get(),
            state: self.target_state,
            riders: self.riders,
            towed: self.towed,
            protected: false,
            way_back: WayBack::Free,
            passengers: self.passengers,
            hit: Hit::Ap,
        };
        let guarded = self.friends_near && !self.target_state.is_suppressed();
        let (hunter, quality) = (self.hunter.get(), self.quality.or(self.hunter.figures.quality));
        let strike = |base| Strike { base, shifts: None, quality };
        // Anti-tank teams use their AP; all others, with or without a flamethrower, the 3:2 column.
        let strike = match hunter.values.ap {
            ap @ Ap::Figure(_) => column(ap, struck.element).ok().map(strike),
            Ap::Star(_) | Ap::None => Some(strike(hunting_column())),
        };
        Hunt { quality, guarded, strike, struck }
    }
}

/// R10 The hunters' approach: 15 or more on 1D20 with quality.
fn approach(hunt: &Hunt, dice: &mut dyn Dice) -> Resolved<Stage> {
    let roll = d20(dice, Why::high("tank hunting", HUNTER));
    let total = Tally::base("roll", Rule("R10"), "1d20", roll.value()).when(true, quality_line(hunt.quality)).plus(
        Rule("R10"),
        "unsuppressed, with friends within 4",
        if hunt.guarded { GUARDED } else { 0 },
    );
    let (stage, words) = match (total.total() >= NEEDED, hunt.strike) {
        (false, _) => {
            (Stage::After(After::End(Effect::of(Fate::Missed))), "with {} they do not get at it: {} was needed")
        }
        (true, Some(_)) => (Stage::ToPenetrate, "with {} they get at it; {} was needed"),
        (true, None) => (
            Stage::After(After::End(Effect::of(Fate::NoEffect))),
            "with {} they get at it, for which {} was needed, but their weapon is below 1:4",
        ),
    };
    let words = Phrase::of(words).number(total.total()).number(NEEDED);
    Explanation::of(Rule("R10"), "tank hunting").throw(roll).tally(total).gives(stage, words)
}

impl Chain for Hunt {
    type Stage = Stage;
    type Outcome = Effect;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Effect> {
        match stage {
            Stage::Approach | Stage::ToPenetrate => Turn::Roll,
            Stage::After(after) => self.struck.turn(*after, Stage::After),
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match (stage, &self.strike) {
            (Stage::ToPenetrate, Some(strike)) => {
                resolve_penetration(strike, dice).map(|result| Stage::After(After::Result(result)))
            }
            (Stage::After(after), _) => self.struck.step(*after, dice).map(Stage::After),
            _ => approach(self, dice),
        }
    }

    fn choose(&self, _: &Stage, _: &Decision<Stage>) -> Pick {
        self.struck.choose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, of_chain, ratio};

    fn ends(hunt: &TankHunt) -> [Ratio; 3] {
        let dist = of_chain(&Budget::default(), &hunt.ready(), &Dist::certain(Stage::Approach)).dist;
        [Fate::Missed, Fate::Suppressed, Fate::Removed].map(|fate| dist.chance_that(|effect| effect.fate == fate))
    }

    #[test]
    fn r10_tank_hunting_needs_15_and_uses_3_to_2() {
        assert_eq!(ends(&TankHunt::default()), [ratio(14, 20), ratio(6 * 7, 400), ratio(6 * 6, 400)]);
    }

    #[test]
    fn r10_an_unsuppressed_afv_with_friends_near_is_minus_2() {
        let guarded = TankHunt { friends_near: true, ..TankHunt::default() };
        assert_eq!(ends(&guarded)[0], ratio(16, 20));
        let suppressed = TankHunt { target_state: State::Suppressed, ..guarded };
        assert_eq!(ends(&suppressed), [ratio(14, 20), ratio(0, 1), ratio(6 * 13, 400)], "and S is K");
    }

    #[test]
    fn r10_quality_counts_in_both_rolls() {
        let elite = TankHunt { hunter: Infantry::of("fallschirmjaeger"), ..TankHunt::default() };
        // 13 or more, then S from 6 to 12 and K from 13.
        assert_eq!(ends(&elite), [ratio(12, 20), ratio(8 * 7, 400), ratio(8 * 8, 400)]);
    }

    #[test]
    fn r10_anti_tank_teams_use_their_ap_without_shifts() {
        // PIAT 98 to the Tiger's 82 is 1:1: 4 faces S, 6 faces K. A Boys rifle is below 1:4.
        let piat = TankHunt { hunter: Infantry::of("piat"), target: Armoured::of("tiger-i"), ..TankHunt::default() };
        assert_eq!(ends(&piat), [ratio(14, 20), ratio(6 * 4, 400), ratio(6 * 6, 400)]);
        let boys = TankHunt { hunter: Infantry::of("boys"), ..piat };
        assert_eq!(ends(&boys), [ratio(14, 20), ratio(0, 1), ratio(0, 1)]);
    }
}
