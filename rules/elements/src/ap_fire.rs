//! AP fire: the roll to hit, the roll to penetrate, and what the result does.

use crate::ap_hit::{Aim, Hit, resolve_hit};
use crate::ap_penetration::{Column, Strike, resolve_penetration};
use crate::catalogue::Element;
use crate::grade::{Ap, Star};
use crate::ground::{Cover, Distance, Facing, Shelter, State};
use crate::listed::{ApFirer, ApTarget};
use crate::quality::AskedQuality;
use crate::results::{After, Effect, Fate, Passengers, Struck, WayBack, passengers_policy};
use crate::seats::FIRER;
use crate::special_weapons::star_column;
use kernel::prelude::*;

/// An element fires AP at another.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct ApFire {
    /// Who fires: any type with an AP value or a star.
    #[field(rule = "R1")]
    pub attacker: ApFirer,
    /// Who is fired at.
    #[field(rule = "R5")]
    pub target: ApTarget,
    /// The distance between them in units.
    #[field(rule = "Common:distance", min = 1, max = 72, default = 12)]
    pub range: u8,
    /// Where the shot comes from: side or rear is behind the line of the target's front edge.
    #[field(rule = "R7")]
    pub facing: Facing,
    /// The quality of the firer.
    #[field(rule = "AP hit:quality")]
    pub quality: AskedQuality,
    /// The firer is suppressed: range 4, and nothing for being near.
    #[field(rule = "Results:suppressed-fire")]
    pub suppressed: bool,
    /// What the target stands in or behind.
    #[field(rule = "R8")]
    pub cover: Cover,
    /// The target is hull-down, which counts against shots from the front.
    #[field(rule = "AP hit:hard-cover")]
    pub hull_down: bool,
    /// The target is behind smoke.
    #[field(rule = "AP hit:hard-cover")]
    pub smoke: bool,
    /// The firer is within 4 of a table edge other than his own base edge.
    #[field(rule = "AP hit:foreign-edge")]
    pub foreign_edge: bool,
    /// Is the target suppressed already?
    #[field(rule = "Results:S")]
    pub target_state: State,
    /// Elements riding in or on the target, limbered guns among them.
    #[field(rule = "Results:transport", max = 3)]
    pub riders: u8,
    /// What passengers of an APC do when they are suppressed.
    #[field(rule = "Results:dismount")]
    pub passengers: Passengers,
}

/// A shot ready to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct ApShot {
    /// The roll to hit; none for flamethrowers, which hit without one.
    pub aim: Option<Aim>,
    /// The roll to penetrate, or the rule that says there is none.
    pub strike: Result<Strike, Rule>,
    /// The target.
    pub struck: Struck,
}

/// Where a shot stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// It can do nothing.
    Futile,
    /// To hit.
    ToHit,
    /// To penetrate.
    ToPenetrate,
    /// The result.
    After(After),
}

/// AP fire from the shot to what becomes of the target.
pub fn procedure() -> impl Procedure {
    let card = Card {
        name: "ap-fire",
        title: "AP fire",
        rule: Rule("AP hit"),
        about: "What does armour-piercing fire do: to hit, to penetrate, and the result, with star weapons.",
        seat: FIRER,
    };
    Chained::new(card, |fire: &ApFire| {
        let shot = fire.shot();
        (shot, shot.start())
    })
    .checked(ApFire::check)
    .under(|fire| passengers_policy(&fire.target, fire.riders, fire.passengers))
}

impl ApFire {
    /// The shot that these inputs describe.
    pub fn shot(&self) -> ApShot {
        let (firer, target) = (self.attacker.get(), self.target.get());
        let quality = self.quality.or(firer.figures.quality);
        let (distance, flames) = (self.distance(), firer.values.ap == Ap::Star(Star::Flamethrower));
        // Hull-down counts against shots from the front only (R8).
        let hull_down = self.hull_down && self.facing == Facing::Front;
        let shelter = if hull_down { Shelter::Hard } else { self.cover.behind(self.smoke) };
        let aim = Aim {
            distance,
            shelter,
            foreign_edge: self.foreign_edge,
            accuracy: firer.values.accuracy,
            size: target.values.size,
            quality,
        };
        let shifts = (!flames).then_some((distance, self.facing));
        ApShot {
            aim: (!flames).then_some(aim),
            strike: column(firer.values.ap, target).map(|(column, rule)| Strike { column, rule, shifts, quality }),
            struck: self.struck(),
        }
    }

    fn distance(&self) -> Distance {
        let range = self.attacker.ap_range();
        Distance { units: self.range.into(), range, firer: State::of(self.suppressed) }
    }

    fn struck(&self) -> Struck {
        Struck {
            element: self.target.get(),
            state: self.target_state,
            riders: self.riders,
            protected: false,
            way_back: WayBack::Free,
            passengers: self.passengers,
            by_ap: true,
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        self.distance().check(self.attacker.word)?;
        self.struck().check()
    }
}

/// AP penetration:odds, R5 The column before shifts and its rule, or the rule that says there is no effect.
pub fn column(ap: Ap, target: &Element) -> Result<(Column, Rule), Rule> {
    if !target.is_vehicle() {
        return Err(Rule("R5"));
    }
    match ap {
        Ap::None => Err(Rule("R5")),
        Ap::Star(star) => star_column(star, target),
        Ap::Figure(ap) => {
            let column = Column::of(ap, target.values.defence);
            let rule = if target.is_armoured() { Rule("AP penetration:odds") } else { Rule("R5") };
            if column.is_hopeless() { Err(Rule("R5")) } else { Ok((column, rule)) }
        }
    }
}

impl ApShot {
    /// Where it begins.
    pub fn start(&self) -> Stage {
        match (self.strike, self.aim) {
            (Err(_), _) => Stage::Futile,
            (Ok(_), None) => Stage::ToPenetrate,
            (Ok(_), Some(_)) => Stage::ToHit,
        }
    }
}

impl Chain for ApShot {
    type Stage = Stage;
    type Outcome = Effect;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Effect> {
        match stage {
            Stage::Futile | Stage::ToHit | Stage::ToPenetrate => Turn::Roll,
            Stage::After(after) => self.struck.turn(*after, Stage::After),
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match (stage, &self.aim, &self.strike) {
            (Stage::ToHit, Some(aim), _) => resolve_hit(aim, dice).map(|hit| match hit {
                Hit::Misses => Stage::After(After::End(Effect::of(Fate::Missed))),
                Hit::Hits => Stage::ToPenetrate,
            }),
            (Stage::ToPenetrate, _, Ok(strike)) => {
                resolve_penetration(strike, dice).map(|result| Stage::After(After::Result(result)))
            }
            (Stage::After(after), ..) => self.struck.step(*after, dice).map(Stage::After),
            (_, _, strike) => futile(strike.err().unwrap_or(Rule("R5"))),
        }
    }

    fn choose(&self, _: &Stage, _: &Decision<Stage>) -> Pick {
        self.struck.choose()
    }
}

fn futile(rule: Rule) -> Resolved<Stage> {
    Explanation::of(rule, "AP fire")
        .gives(Stage::After(After::End(Effect::of(Fate::NoEffect))), Phrase::of("this fire cannot harm the target"))
}
