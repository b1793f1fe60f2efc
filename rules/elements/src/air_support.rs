//! R12: air support, which arrives or not and then makes one attack [expansion].

use crate::ap_fire::{ApShot, Stage as ApStage, column};
use crate::ap_hit::Aim;
use crate::ap_penetration::Strike;
use crate::catalogue::Element;
use crate::choices::{Aircraft, OnTable};
use crate::grade::Ap;
use crate::ground::{Cover, Distance, Facing, Shelter, State};
use crate::he_sa::{Fire, HeSaShot, Stage as HeSaStage, own_value};
use crate::quality::{AskedQuality, Quality};
use crate::results::{After, Effect, Fate, Hit, Passengers, Struck, WayBack, passengers_policy};
use crate::rolls::d20;
use crate::seats::CALLER;
use kernel::prelude::*;

/// Aircraft are called in against an element.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct AirSupport {
    /// What comes, if it comes.
    #[field(rule = "R12")]
    pub aircraft: Aircraft,
    /// The quality of the pilots.
    #[field(rule = "R2")]
    pub quality: AskedQuality,
    /// What they attack: armour with AP, anything else with HE/SA.
    #[field(rule = "R5", default = OnTable::of("panzer-iv-h"))]
    pub target: OnTable,
    /// Where the attack comes from.
    #[field(rule = "AP penetration:side-or-rear")]
    pub facing: Facing,
    /// What the target stands in or behind.
    #[field(rule = "R8")]
    pub cover: Cover,
    /// The target is behind smoke.
    #[field(rule = "AP hit:hard-cover")]
    pub smoke: bool,
    /// Is the target suppressed?
    #[field(rule = "Results:S")]
    pub target_state: State,
    /// Where the target would fall back to.
    #[field(rule = "R14")]
    pub way_back: WayBack,
    /// Elements riding in or on the target.
    #[field(rule = "Results:transport", max = 3)]
    pub riders: u8,
    /// A gun is limbered to it: it shares the fate, but does not ride.
    #[field(rule = "Results:passengers")]
    pub towed: bool,
    /// What passengers of an APC do when they are suppressed.
    #[field(rule = "Results:dismount")]
    pub passengers: Passengers,
}

/// An air attack ready to be rolled.
pub enum Attack {
    /// With AP.
    Ap(ApShot),
    /// With HE/SA.
    HeSa(HeSaShot),
}

/// Where an air attack stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Does it arrive?
    Arrival,
    /// The attack with AP.
    Ap(ApStage),
    /// The attack with HE/SA.
    HeSa(HeSaStage),
}

/// R12 What the roll for arrival must reach.
const ARRIVES: i32 = 13;

/// Air support from the call to its effect.
pub fn procedure() -> impl Procedure<Situation = AirSupport> {
    let card = Card {
        name: "air-support",
        title: "Air support",
        rule: Rule("R12"),
        about: "Does air support arrive, and what does its one attack do?",
        seat: CALLER,
    };
    Chained::new(card, |support: &AirSupport| (support.attack(), Stage::Arrival))
        .checked(|support| support.struck(Hit::HeSa).check())
        .under(|support| passengers_policy(&support.target, support.riders, support.passengers))
}

impl AirSupport {
    /// The attack, if it comes: with AP at armour and where there is nothing else, with HE/SA at all else.
    pub fn attack(&self) -> Attack {
        let (aircraft, target) = (self.aircraft.get(), self.target.get());
        let quality = self.quality.or(aircraft.figures.quality);
        let shelter = self.cover.behind(self.smoke);
        let without_ap = aircraft.values.ap == Ap::None;
        if aircraft.values.he_sa.is_some() && (without_ap || !target.is_armoured()) {
            let fire = Fire {
                firer: aircraft.name(),
                target: target.name(),
                value: own_value(aircraft),
                defence: target.values.defence,
                close: false,
                shelter,
                foreign_edge: false,
                charge: false,
                quality,
                ruling: None,
                seat: CALLER,
            };
            return Attack::HeSa(HeSaShot::at(fire, self.struck(Hit::HeSa), true));
        }
        Attack::Ap(ap_attack((aircraft, quality), shelter, self.facing, self.struck(Hit::Ap)))
    }

    fn struck(&self, hit: Hit) -> Struck {
        Struck {
            element: self.target.get(),
            state: self.target_state,
            riders: self.riders,
            towed: self.towed,
            protected: self.cover.protects_from_fall_back(),
            way_back: self.way_back,
            passengers: self.passengers,
            hit,
        }
    }
}

/// An attack with AP. An aircraft is neither near nor far: no line for distance counts.
fn ap_attack(
    (aircraft, quality): (&'static Element, Quality),
    shelter: Shelter,
    facing: Facing,
    struck: Struck,
) -> ApShot {
    let distance = Distance { units: 5, range: aircraft.values.range, firer: State::Unsuppressed };
    let aim = Aim {
        distance,
        shelter,
        foreign_edge: false,
        accuracy: aircraft.values.accuracy,
        size: struck.element.values.size,
        quality,
    };
    let strike = column(aircraft.values.ap, struck.element);
    let strike = strike.map(|base| Strike { base, shifts: Some((distance, facing)), quality });
    ApShot { aim: Some(aim), strike, struck }
}

kernel::outcomes! {
    /// Does air support come?
    pub enum Arrived {
        /// It does not.
        No = "it does not arrive",
        /// R38 It attacks its own side.
        OnFriends = "it attacks its own side",
        /// It does.
        Yes = "it arrives",
    }
}

/// R12 Air support arrives on 13 or more. R38 On an unmodified 1 it attacks its own side.
pub fn resolve_arrival(dice: &mut dyn Dice) -> Resolved<Arrived> {
    let roll = d20(dice, Why::high("air support", CALLER));
    let face = roll.value();
    let explained = Explanation::of(Rule("R12"), "air support").throw(roll);
    match face {
        1 => explained
            .under(Rule("R38"))
            .gives(Arrived::OnFriends, Phrase::of("an unmodified 1: it attacks the caller's own side")),
        ARRIVES.. => explained.gives(Arrived::Yes, Phrase::of("it arrives; {} was needed").number(ARRIVES)),
        _ => explained.gives(Arrived::No, Phrase::of("it does not arrive; {} was needed").number(ARRIVES)),
    }
}

impl Chain for Attack {
    type Stage = Stage;
    type Outcome = Effect;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Effect> {
        let struck = match self {
            Attack::Ap(shot) => &shot.struck,
            Attack::HeSa(shot) => &shot.struck,
        };
        match *stage {
            Stage::Ap(ApStage::After(after)) => struck.turn(after, |after| Stage::Ap(ApStage::After(after))),
            Stage::HeSa(HeSaStage::After(after)) => struck.turn(after, |after| Stage::HeSa(HeSaStage::After(after))),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match (self, stage) {
            (Attack::Ap(shot), Stage::Ap(stage)) => shot.step(stage, dice).map(Stage::Ap),
            (Attack::HeSa(shot), Stage::HeSa(stage)) => shot.step(stage, dice).map(Stage::HeSa),
            // Who asks for the odds of an attack on his target is not told what becomes of his own side on a 1.
            _ => resolve_arrival(dice).map(|arrived| match (arrived, self) {
                (Arrived::No | Arrived::OnFriends, _) => {
                    Stage::HeSa(HeSaStage::After(After::End(Effect::of(Fate::NoSupport))))
                }
                (Arrived::Yes, Attack::Ap(shot)) => Stage::Ap(shot.start()),
                (Arrived::Yes, Attack::HeSa(_)) => Stage::HeSa(HeSaStage::Roll),
            }),
        }
    }

    fn choose(&self, _: &Stage, _: &Decision<Stage>) -> Pick {
        match self {
            Attack::Ap(shot) => shot.struck.choose(),
            Attack::HeSa(shot) => shot.struck.choose(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, of_chain, ratio};

    fn ends(support: &AirSupport, fate: Fate) -> Ratio {
        let dist = of_chain(&Budget::default(), &support.attack(), &Dist::certain(Stage::Arrival)).dist;
        dist.chance_that(|effect| effect.fate == fate)
    }

    #[test]
    fn r12_air_support_arrives_on_13() {
        assert_eq!(ends(&AirSupport::default(), Fate::NoSupport), ratio(12, 20));
    }

    #[test]
    fn r12_rockets_attack_armour_with_ap() {
        // Slow rockets have accuracy -1, so 8 faces hit; 88 to the Panzer IV's defence is 3:1, where all is K.
        assert_eq!(ends(&AirSupport::default(), Fate::Removed), ratio(8 * 8, 400));
    }

    #[test]
    fn r12_rockets_attack_men_with_he_sa() {
        // The roll + 6 - 3: K from 15, F from 9 to 10.
        let men = AirSupport { target: OnTable::of("bren-section"), ..AirSupport::default() };
        assert_eq!(ends(&men, Fate::Removed), ratio(8 * 6, 400));
        assert_eq!(ends(&men, Fate::FallsBack), ratio(8 * 2, 400), "air support is not support fire");
        let dug_in = AirSupport { cover: Cover::DugIn, ..men };
        assert_eq!(ends(&dug_in, Fate::FallsBack), ratio(0, 1));
    }

    #[test]
    fn r12_cannon_take_the_column_shift_from_the_side() {
        // Two 40 mm guns of 50 mm: 17 to the Panzer IV's 22 is 2:3, from the side 1:1. 615 m/s: nothing for accuracy.
        let front = AirSupport { aircraft: Aircraft::of("hurricane-iid"), ..AirSupport::default() };
        assert_eq!(ends(&front, Fate::Removed), ratio(8 * 9 * 3, 8000));
        let side = AirSupport { facing: Facing::Side, ..front };
        assert_eq!(ends(&side, Fate::Removed), ratio(8 * 9 * 6, 8000));
    }

    #[test]
    fn r5_bombs_alone_do_not_harm_armour() {
        let bombs = AirSupport { aircraft: Aircraft::of("ju-87-d"), ..AirSupport::default() };
        assert_eq!(ends(&bombs, Fate::NoEffect), ratio(8, 20));
    }

    #[test]
    fn r26_bombs_at_a_tank_with_riders_are_rolled_against_one_of_them_and_rockets_go_for_the_tank() {
        let bombs = AirSupport { aircraft: Aircraft::of("ju-87-d"), riders: 1, ..AirSupport::default() };
        assert_ne!(ends(&bombs, Fate::RiderShot), ratio(0, 1));
        let rockets = AirSupport { riders: 1, ..AirSupport::default() };
        assert_eq!(ends(&rockets, Fate::Removed), ratio(8 * 8, 400));
    }
}
