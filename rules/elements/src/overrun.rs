//! R10: an AFV drives over infantry, guns or crew-served weapons in the open.

use crate::choices::{Overrun, Overrunner};
use crate::contact::{defence_in_contact, fights_with};
use crate::ground::{Shelter, State};
use crate::he_sa::{Fire, resolve_he_sa};
use crate::quality::AskedQuality;
use crate::results::{After, Fate, FireResult, Hit, Passengers, Struck, WayBack};
use crate::seats::{ATTACKER, DEFENDER};
use kernel::prelude::*;

/// An AFV in contact with infantry, a gun or a crew-served weapon in the open.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct TankOverrun {
    /// The AFV.
    #[field(rule = "Turn sequence:3a")]
    pub tank: Overrunner,
    /// The quality of its crew.
    #[field(rule = "R2")]
    pub quality: AskedQuality,
    /// The AFV is within 4 of a table edge other than its own base edge.
    #[field(rule = "HE/SA:foreign-edge")]
    pub foreign_edge: bool,
    /// What it drives over. It stands in the open and is not dug in, or this would be a close combat.
    #[field(rule = "R10")]
    pub target: Overrun,
    /// The quality of the men there.
    #[field(rule = "R2")]
    pub target_quality: AskedQuality,
    /// Are they suppressed? Then they do not fight back.
    #[field(rule = "R9")]
    pub target_state: State,
}

kernel::outcomes! {
    /// How an overrun ends, from the worst for the AFV to the best.
    pub enum Ridden {
        /// The target stands and the AFV gives way.
        Repulsed = "the AFV falls back",
        /// The same, but the target is suppressed.
        RepulsedSuppressed = "the AFV falls back, the target is suppressed",
        /// The target gives way.
        DrivenOff = "the target falls back and the AFV moves through",
        /// The target gives way and is suppressed.
        DrivenOffSuppressed = "the target falls back suppressed and the AFV moves through",
        /// The target is gone.
        Removed = "the target is removed and the AFV moves through",
    }
}

/// An overrun ready to be rolled.
pub struct Ride {
    attack: Fire,
    answer: Option<Fire>,
    struck: Struck,
}

/// Where an overrun stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The AFV attacks.
    Attack,
    /// Its result is applied.
    Result(FireResult, i32),
    /// The target stands; its roll is compared with the AFV's.
    Answer {
        /// The AFV's modified roll.
        attack: i32,
        /// The attack suppressed the target.
        suppressed: bool,
    },
    /// It is over.
    End(Ridden),
}

/// R10 What an overrun adds.
pub(crate) const OVERRUN: i32 = 4;

/// A tank overrun.
pub fn procedure() -> impl Procedure<Situation = TankOverrun> {
    let card = Card {
        name: "overrun",
        title: "Tank overrun",
        rule: Rule("R10"),
        about: "Does an AFV drive through infantry, a gun or a crew-served weapon in the open?",
        seat: ATTACKER,
    };
    Chained::new(card, |overrun: &TankOverrun| (overrun.ready(), Stage::Attack))
}

impl TankOverrun {
    fn ready(&self) -> Ride {
        let (tank, target) = (self.tank.get(), self.target.get());
        let attack = Fire {
            firer: tank.name(),
            target: target.name(),
            value: fights_with(tank, false, 0),
            defence: defence_in_contact(target),
            close: false,
            shelter: Shelter::None,
            foreign_edge: self.foreign_edge,
            charge: false,
            quality: self.quality.or(tank.figures.quality),
            ruling: Some((Rule("R10"), "tank overrun", OVERRUN)),
            seat: ATTACKER,
        };
        let answer = Fire {
            firer: target.name(),
            target: tank.name(),
            value: fights_with(target, false, 0),
            defence: defence_in_contact(tank),
            foreign_edge: false,
            quality: self.target_quality.or(target.figures.quality),
            ruling: None,
            seat: DEFENDER,
            ..attack
        };
        let struck = Struck {
            element: target,
            state: self.target_state,
            riders: 0,
            towed: false,
            protected: false,
            way_back: WayBack::Free,
            passengers: Passengers::Stay,
            hit: Hit::HeSa,
        };
        Ride { attack, answer: (!self.target_state.is_suppressed()).then_some(answer), struck }
    }
}

impl Chain for Ride {
    type Stage = Stage;
    type Outcome = Ridden;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Ridden> {
        match stage {
            Stage::End(ridden) => Turn::Done(*ridden),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Result(result, attack) => self.struck.apply(result).map(|after| stands(after, attack)),
            Stage::Answer { attack, suppressed } => self.compare(attack, suppressed, dice),
            _ => resolve_he_sa(&self.attack, dice).map(|roll| Stage::Result(roll.result, roll.total)),
        }
    }
}

impl Ride {
    /// R9 Both rolled at once; the lower falls back, a tie favours the defender, and who has no roll is the lower.
    fn compare(&self, attack: i32, suppressed: bool, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Some(answer) = &self.answer else {
            return Explanation::of(Rule("R9"), "who falls back").gives(
                Stage::End(Ridden::DrivenOff),
                Phrase::of("the target was suppressed, has no roll and falls back"),
            );
        };
        let Resolved { outcome: roll, because } = resolve_he_sa(answer, dice);
        let (ridden, words) = match (attack > roll.total, suppressed) {
            (true, false) => (Ridden::DrivenOff, "{} is more than {}: the target falls back"),
            (true, true) => (Ridden::DrivenOffSuppressed, "{} is more than {}: the target falls back"),
            (false, false) => (Ridden::Repulsed, "{} is not more than {}: the AFV falls back"),
            (false, true) => (Ridden::RepulsedSuppressed, "{} is not more than {}: the AFV falls back"),
        };
        // The answer's own result is not read: HE/SA never affects armour (R5).
        because
            .under(Rule("R9"))
            .called("the target's roll, compared")
            .read_at(None)
            .gives(Stage::End(ridden), Phrase::of(words).number(attack).number(roll.total))
    }
}

/// The AFV moves through if the target goes; otherwise the rolls are compared.
fn stands(after: After, attack: i32) -> Stage {
    let After::End(effect) = after else { unreachable!("nobody rides on infantry, guns or CSW") };
    match effect.fate {
        Fate::Removed => Stage::End(Ridden::Removed),
        Fate::FallsBack => Stage::End(Ridden::DrivenOff),
        fate => Stage::Answer { attack, suppressed: fate == Fate::Suppressed },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, of_chain, ratio};

    fn ends(overrun: &TankOverrun) -> [Ratio; 5] {
        let dist = of_chain(&Budget::default(), &overrun.ready(), &Dist::certain(Stage::Attack)).dist;
        std::array::from_fn(|i| dist.chance(&Ridden::ALL[i]))
    }

    #[test]
    fn r10_a_sherman_overruns_a_pak_36() {
        // The Sherman has d + 2 + 4 - 3, the gun e + 1 - 3. It is removed from d = 15, suppressed from 9 (a gun does not
        // fall back), and otherwise falls back when d + 3 > e - 2, that is for d + 4 values of e: 5 to 12 make 68 for d up
        // to 8, 13 to 18 make 93 for d from 9 to 14.
        let four_hundredths = [160 - 68, 120 - 93, 68, 93, 120].map(|parts| ratio(parts, 400));
        assert_eq!(ends(&TankOverrun::default()), four_hundredths);
    }

    #[test]
    fn r10_infantry_that_falls_back_lets_the_afv_through() {
        // d + 3 against men: F for d = 9 and 10; the grenadiers answer with e for d up to 8 and from 11 to 14.
        let overrun = TankOverrun { target: Overrun::of("grenadiers"), ..TankOverrun::default() };
        // Repulsed: e >= d + 3 has 18 - d values of e: 17 down to 10 make 108. Suppressed: 7 + 6 + 5 + 4.
        let repulsed = [ratio(108, 400), ratio(22, 400)];
        assert_eq!(ends(&overrun)[..2], repulsed);
        assert_eq!(ends(&overrun)[2], ratio(160 - 108 + 40, 400), "beaten, or F");
    }

    #[test]
    fn r9_suppressed_men_do_not_answer_and_fall_back() {
        let overrun = TankOverrun { target_state: State::Suppressed, ..TankOverrun::default() };
        // S is K from d = 11; F is ignored, and without a roll they are the lower.
        assert_eq!(ends(&overrun)[..], [ratio(0, 1), ratio(0, 1), ratio(10, 20), ratio(0, 1), ratio(10, 20)]);
    }

    #[test]
    fn he_sa_foreign_edge_counts_for_the_afv() {
        let at_edge = TankOverrun { foreign_edge: true, ..TankOverrun::default() };
        assert_eq!(ends(&at_edge)[4], ratio(5, 20));
    }

    #[test]
    fn r2_the_quality_of_both_counts() {
        let elite = TankOverrun { quality: AskedQuality::Elite, ..TankOverrun::default() };
        assert_eq!(ends(&elite)[4], ratio(8, 20));
        // Elite gunners add 2: the gun holds for 18 - d values of e, d from 1 to 8.
        let stout = TankOverrun { target_quality: AskedQuality::Elite, ..TankOverrun::default() };
        assert_eq!(ends(&stout)[0], ratio(108, 400));
    }
}
