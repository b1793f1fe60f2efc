//! AP fire: the roll to hit, the roll to penetrate, and what the result does.

use crate::ap_hit::{Aim, Hit, resolve_hit};
use crate::ap_penetration::{Base, Column, Strike, resolve_penetration};
use crate::catalogue::Element;
use crate::choices::{ApFirer, ApTarget};
use crate::grade::{Ap, Star};
use crate::ground::{Cover, Distance, Facing, Shelter, State};
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
    /// Is the target suppressed?
    #[field(rule = "Results:S")]
    pub target_state: State,
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
pub fn procedure() -> impl Procedure<Situation = ApFire> {
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
            strike: column(firer.values.ap, target).map(|base| Strike { base, shifts, quality }),
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
            towed: self.towed,
            protected: false,
            way_back: WayBack::Free,
            passengers: self.passengers,
            hit: crate::results::Hit::Ap,
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        self.distance().check(self.attacker.word)?;
        self.struck().check()
    }
}

/// AP penetration:odds, R5 The column before shifts and its rule, or the rule that says there is no effect.
pub fn column(ap: Ap, target: &Element) -> Result<Base, Rule> {
    if !target.is_vehicle() {
        return Err(Rule("R5"));
    }
    match ap {
        Ap::None => Err(Rule("R5")),
        Ap::Star(star) => star_column(star, target),
        Ap::Figure(ap) => {
            let defence = target.values.defence;
            let column = Column::of(ap, defence);
            if column.is_hopeless() {
                return Err(Rule("R5"));
            }
            let rule = if target.is_armoured() { Rule("AP penetration:odds") } else { Rule("R5") };
            Ok(Base { column, rule, odds: Some((ap, defence)) })
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

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, of_chain, ratio};
    use kernel::procedure::{AnyProcedure, text};

    fn shot(attacker: &str, target: &str) -> ApFire {
        ApFire { attacker: ApFirer::of(attacker), target: ApTarget::of(target), ..ApFire::default() }
    }

    fn chance(fire: &ApFire, is: impl Fn(&Effect) -> bool) -> Ratio {
        fire.check().unwrap();
        of_chain(&Budget::default(), &fire.shot(), &Dist::certain(fire.shot().start())).dist.chance_that(is)
    }

    fn ends(fire: &ApFire, fate: Fate) -> Ratio {
        chance(fire, |effect| effect.fate == fate)
    }

    #[test]
    fn a_sherman_at_a_panzer_iv_front_hits_and_penetrates_at_3_to_2() {
        let fire = shot("sherman-75", "panzer-iv-h");
        // 9 faces of 20 hit; of 20 faces then 7 are S and 6 are K.
        assert_eq!(ends(&fire, Fate::Missed), ratio(11, 20));
        assert_eq!(ends(&fire, Fate::NoEffect), ratio(9 * 7, 400));
        assert_eq!(ends(&fire, Fate::Suppressed), ratio(9 * 7, 400));
        assert_eq!(ends(&fire, Fate::Removed), ratio(9 * 6, 400));
    }

    #[test]
    fn ap_fire_is_asked_for_in_words() {
        let procedure = procedure();
        let words = ["attacker=sherman-75", "target=panzer-iv-h", "range=12", "facing=side"];
        let inputs = text::read_inputs(procedure.fields(), words).unwrap();
        let report = AnyProcedure::odds(&procedure, &inputs, &Budget::default()).unwrap();
        let best = report.outcomes.last().unwrap();
        // From the side the column is 2:1, where 13 faces are K.
        assert_eq!((best.outcome.as_str(), &best.chance), ("knocked out", &ratio(9 * 13, 400)));
    }

    #[test]
    fn r1_a_type_without_ap_is_told_so_and_part_of_a_name_finds_the_types() {
        let refused = |word| text::read_inputs(procedure().fields(), [word]).unwrap_err().sentence;
        let bren = refused("attacker=bren-section");
        assert!(bren.contains("'Rifle section with Bren' has no AP, neither a value nor a star (R1)"), "{bren}");
        let shermans = refused("attacker=sherman");
        assert!(shermans.contains("did you mean") && shermans.contains("sherman-75, "), "{shermans}");
        assert!(shermans.contains("firefly"), "the name in full counts: {shermans}");
        assert!(refused("target=typhoon").contains("is an aircraft"));
    }

    #[test]
    fn results_s_on_a_suppressed_target_is_k() {
        let fire = ApFire { target_state: State::Suppressed, ..shot("sherman-75", "panzer-iv-h") };
        assert_eq!(ends(&fire, Fate::Removed), ratio(9 * 13, 400));
        assert_eq!(ends(&fire, Fate::Suppressed), ratio(0, 1));
    }

    #[test]
    fn r8_hull_down_counts_against_shots_from_the_front_only() {
        let hull_down = ApFire { hull_down: true, ..shot("sherman-75", "panzer-iv-h") };
        assert_eq!(ends(&hull_down, Fate::Missed), ratio(15, 20));
        assert_eq!(ends(&ApFire { facing: Facing::Rear, ..hull_down }, Fate::Missed), ratio(11, 20));
    }

    #[test]
    fn ap_hit_smoke_is_as_hard_as_hard_cover() {
        let smoke = ApFire { smoke: true, cover: Cover::Woods, ..shot("sherman-75", "panzer-iv-h") };
        assert_eq!(ends(&smoke, Fate::Missed), ratio(15, 20));
    }

    #[test]
    fn r5_ap_does_nothing_to_men_nor_below_1_to_4_and_kills_soft_vehicles_at_3_to_1() {
        assert_eq!(ends(&shot("sherman-75", "grenadiers"), Fate::NoEffect), ratio(1, 1));
        assert_eq!(ends(&shot("pak-36", "tiger-i"), Fate::NoEffect), ratio(1, 1));
        assert_eq!(ends(&shot("sherman-75", "opel-blitz"), Fate::Removed), ratio(9, 20));
    }

    #[test]
    fn results_suppressed_fire_has_range_4() {
        let far = ApFire { suppressed: true, range: 5, ..shot("sherman-75", "panzer-iv-h") };
        assert!(far.check().unwrap_err().sentence.contains("range of 4"));
        // At 4 a suppressed firer gets neither the +1 nor the shift.
        let near = ApFire { range: 4, ..far };
        assert_eq!(ends(&near, Fate::Removed), ratio(9 * 6, 400));
        // An unsuppressed one gets both: 10 faces hit, and 2:1 has 13 faces of K.
        assert_eq!(ends(&ApFire { suppressed: false, ..near }, Fate::Removed), ratio(10 * 13, 400));
    }

    #[test]
    fn results_transport_loses_one_of_two_riders_and_the_rest_are_suppressed() {
        // Accuracy +1 and size -1 cancel out, and 3:1 is K on any roll.
        let fire = ApFire { riders: 2, ..shot("pak-40", "sdkfz-251") };
        let lost = |effect: &Effect| *effect == Effect { removed: 1, suppressed: 2, ..Effect::of(Fate::RiderLost) };
        assert_eq!(chance(&fire, lost), ratio(9, 20));
        let all = ApFire { riders: 1, ..fire };
        assert_eq!(chance(&all, |effect| effect.removed == 2), ratio(9, 20), "a single rider shares its fate");
    }

    #[test]
    fn results_dismount_is_the_choice_of_those_in_an_apc() {
        let fire = ApFire { riders: 2, passengers: Passengers::Dismount, ..shot("pak-40", "sdkfz-251") };
        assert_eq!(chance(&fire, |effect| effect.dismounted == 1), ratio(9, 20));
        let truck = ApFire { target: ApTarget::of("opel-blitz"), passengers: Passengers::Stay, ..fire };
        // Without the carrier's size the PaK hits a truck with 10 faces; those aboard must dismount.
        assert_eq!(chance(&truck, |effect| effect.dismounted == 1), ratio(10, 20));
    }

    #[test]
    fn results_tank_riders_dismount_when_ap_hits_without_damage_and_share_its_fate() {
        let fire = ApFire { riders: 1, ..shot("sherman-75", "panzer-iv-h") };
        assert_eq!(
            chance(&fire, |effect| effect.fate == Fate::RidersDismount && effect.dismounted == 1),
            ratio(63, 400)
        );
        assert_eq!(chance(&fire, |effect| effect.suppressed == 2 && effect.dismounted == 1), ratio(63, 400));
        assert_eq!(chance(&fire, |effect| effect.removed == 2), ratio(54, 400));
    }

    #[test]
    fn r1_nobody_carries_more_than_he_has_room_for() {
        let crowded = ApFire { riders: 3, ..shot("sherman-75", "panzer-iv-h") };
        assert!(crowded.check().unwrap_err().sentence.contains("room for 1"));
    }

    #[test]
    fn ap_special_sfmgs_roll_to_hit_and_use_1_to_2_against_thin_armour() {
        // The carrier is low: 8 faces hit, and 3 faces are S. At half its range of 20 nothing is taken off.
        let fire = ApFire { range: 10, ..shot("maxim", "sdkfz-251") };
        assert_eq!(ends(&fire, Fate::Suppressed), ratio(8 * 3, 400));
        assert_eq!(ends(&ApFire { target: ApTarget::of("panzer-iii-g"), ..fire.clone() }, Fate::NoEffect), ratio(1, 1));
        // Side and nearness shift as for others (R5): two columns to 1:1, and the nearness hits on a face more.
        let flank = ApFire { range: 4, facing: Facing::Side, ..fire };
        assert_eq!(ends(&flank, Fate::Removed), ratio(9 * 6, 400));
    }

    #[test]
    fn ap_special_mortars_also_harm_open_tops_and_armoured_cars() {
        // Bombs are slow: accuracy -1, so 8 faces hit; then 3 faces are S.
        for target in ["m10", "sdkfz-234-2", "m8-greyhound"] {
            assert_eq!(ends(&shot("grw-34", target), Fate::Suppressed), ratio(8 * 3, 400), "{target}");
        }
        assert_eq!(ends(&shot("grw-34", "panzer-iv-h"), Fate::NoEffect), ratio(1, 1));
    }

    #[test]
    fn ap_special_flamethrowers_hit_without_a_roll_and_take_no_shifts() {
        // Veterans add 1 in the 3:2 column: K from 14, S from 7 to 13.
        let fire = ApFire { range: 3, facing: Facing::Rear, smoke: true, ..shot("pioniere", "tiger-i") };
        assert_eq!(ends(&fire, Fate::Removed), ratio(7, 20));
        assert_eq!(ends(&fire, Fate::Suppressed), ratio(7, 20));
    }
}
