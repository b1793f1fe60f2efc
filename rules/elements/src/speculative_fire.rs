//! R12: fire at a spot where no enemy is seen [expansion].

use crate::choices::{HeSaFirer, OnTable};
use crate::ground::{Cover, State};
use crate::he_sa::{Fire, HeSaFire, HeSaShot, Stage};
use crate::quality::AskedQuality;
use crate::results::{After, Effect, Fate, WayBack};
use crate::seats::FIRER;
use kernel::prelude::*;

/// Fire at a spot, and what turns out to be there.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Guess {
    /// Who fires.
    #[field(rule = "Turn sequence:2c")]
    pub attacker: HeSaFirer,
    /// Somebody is there.
    #[field(rule = "R12", default = true)]
    pub occupied: bool,
    /// Who is there, if somebody is.
    #[field(rule = "R16")]
    pub target: OnTable,
    /// The distance to the spot in units.
    #[field(rule = "HE/SA:within-4", min = 1, max = 72, default = 8)]
    pub range: u8,
    /// The quality of the firer.
    #[field(rule = "R2")]
    pub quality: AskedQuality,
    /// The firer is suppressed.
    #[field(rule = "Results:suppressed-fire")]
    pub suppressed: bool,
    /// What is at the spot.
    #[field(rule = "R8", default = Cover::Hedge)]
    pub cover: Cover,
    /// The spot is behind smoke.
    #[field(rule = "HE/SA:hard-cover")]
    pub smoke: bool,
    /// The firer is within 4 of a table edge other than his own base edge.
    #[field(rule = "HE/SA:foreign-edge")]
    pub foreign_edge: bool,
    /// Is the one who is there suppressed already?
    #[field(rule = "Results:S")]
    pub target_state: State,
    /// Where he would fall back to.
    #[field(rule = "R14")]
    pub way_back: WayBack,
}

/// R12 What firing at a guess takes off.
const UNSEEN: i32 = -4;

/// A guess ready to be rolled: fire like any other, if somebody is there.
pub struct Speculative {
    shot: HeSaShot,
    occupied: bool,
}

/// Speculative fire.
pub fn procedure() -> impl Procedure<Situation = Guess> {
    let card = Card {
        name: "speculative-fire",
        title: "Speculative fire",
        rule: Rule("R12"),
        about: "What does HE/SA fire do at a spot where no enemy is seen?",
        seat: FIRER,
    };
    Chained::new(card, |guess: &Guess| (guess.ready(), Stage::Roll))
        .checked(|guess| guess.fire().distance().check(guess.attacker.word))
}

impl Guess {
    fn fire(&self) -> HeSaFire {
        HeSaFire {
            attacker: self.attacker,
            target: self.target,
            range: self.range,
            quality: self.quality,
            suppressed: self.suppressed,
            cover: self.cover,
            smoke: self.smoke,
            foreign_edge: self.foreign_edge,
            target_state: self.target_state,
            way_back: self.way_back,
            riders: 0,
            towed: false,
            spotted: false,
        }
    }

    fn ready(&self) -> Speculative {
        Speculative { shot: self.shot(), occupied: self.occupied }
    }

    /// The fire at who is there.
    pub fn shot(&self) -> HeSaShot {
        let shot = self.fire().shot();
        let unseen = Some((Rule("R12"), "at a spot where no enemy is seen", UNSEEN));
        HeSaShot { fire: shot.fire.map(|fire| Fire { ruling: unseen, ..fire }), ..shot }
    }
}

impl Chain for Speculative {
    type Stage = Stage;
    type Outcome = Effect;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Effect> {
        self.shot.turn(stage)
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        if self.occupied {
            return self.shot.step(stage, dice);
        }
        Explanation::of(Rule("R12"), "speculative fire")
            .gives(Stage::After(After::End(Effect::of(Fate::Missed))), Phrase::of("nobody is there"))
    }

    fn choose(&self, stage: &Stage, decision: &Decision<Stage>) -> Pick {
        self.shot.choose(stage, decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, of_chain, ratio};

    fn ends(guess: &Guess, fate: Fate) -> Ratio {
        let dist = of_chain(&Budget::default(), &guess.ready(), &Dist::certain(Stage::Roll)).dist;
        dist.chance_that(|effect| effect.fate == fate)
    }

    #[test]
    fn r12_speculative_fire_is_minus_4() {
        // A Bren section at grenadiers in the open: the roll + 2 - 3 - 4. F 17-18, S 19-20.
        let guess = Guess { cover: Cover::Open, ..Guess::default() };
        assert_eq!(ends(&guess, Fate::FallsBack), ratio(2, 20));
        assert_eq!(ends(&guess, Fate::Suppressed), ratio(2, 20));
        assert_eq!(ends(&guess, Fate::Removed), ratio(0, 1));
    }

    #[test]
    fn r12_speculative_fire_hits_only_what_is_there() {
        assert_eq!(ends(&Guess { occupied: false, ..Guess::default() }, Fate::Missed), ratio(1, 1));
    }
}
