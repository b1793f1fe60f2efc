//! R10: infantry hunts a tank at arm's length.

use crate::ap_fire::column;
use crate::ap_penetration::{Strike, quality_line, resolve_penetration};
use crate::grade::Ap;
use crate::ground::State;
use crate::listed::{Armoured, Infantry};
use crate::quality::{AskedQuality, Quality};
use crate::results::{After, Effect, Fate, Passengers, Struck, WayBack, passengers_policy};
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
    /// What passengers of an APC do when they are suppressed.
    #[field(rule = "Results:dismount")]
    pub passengers: Passengers,
}

/// A hunt ready to be rolled.
pub struct Hunt {
    quality: Quality,
    guarded: bool,
    strike: Option<Strike>,
    struck: Struck,
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
pub fn procedure() -> impl Procedure {
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
    fn ready(&self) -> Hunt {
        let quality = self.quality.or(self.hunter.figures.quality);
        let strike = |(column, rule)| Strike { column, rule, shifts: None, quality };
        // Anti-tank teams use their AP; all others, with or without a flamethrower, the 3:2 column.
        let strike = match self.hunter.values.ap {
            ap @ Ap::Figure(_) => column(ap, &self.target).ok().map(strike),
            Ap::Star(_) | Ap::None => Some(strike((hunting_column(), Rule("R10")))),
        };
        let struck = Struck {
            element: self.target.get(),
            state: self.target_state,
            riders: self.riders,
            protected: false,
            way_back: WayBack::Free,
            passengers: self.passengers,
            by_ap: true,
        };
        let guarded = self.friends_near && !self.target_state.is_suppressed();
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
        (false, _) => (Stage::After(After::End(Effect::of(Fate::Missed))), "they do not get at it: {} was needed"),
        (true, Some(_)) => (Stage::ToPenetrate, "they get at it; {} was needed"),
        (true, None) => (
            Stage::After(After::End(Effect::of(Fate::NoEffect))),
            "they get at it with {} or more, but their weapon is below 1:4",
        ),
    };
    Explanation::of(Rule("R10"), "tank hunting").throw(roll).tally(total).gives(stage, Phrase::of(words).number(NEEDED))
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
