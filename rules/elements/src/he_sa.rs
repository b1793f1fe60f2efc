//! HE/SA: high explosive and small arms, in one roll.

use crate::catalogue::Element;
use crate::charts;
use crate::choices::{HeSaFirer, OnTable};
use crate::contact::MEN;
use crate::ground::{Cover, Distance, Shelter, State};
use crate::quality::{AskedQuality, Quality, quality_rows};
use crate::results::{After, Effect, Fate, FireResult, Hit, Passengers, Struck, WayBack};
use crate::rolls::d20;
use crate::seats::FIRER;
use kernel::chart::Band;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::HE_SA {
    within_4, soft_cover, hard_cover, foreign_edge, cavalry,
    quality_elite, quality_veteran, quality_regular, quality_green, quality_raw,
} }
quality_rows!(Modifiers);

/// Fire, or the fighting of an element in close combat.
#[derive(Clone, Copy, Debug)]
pub struct Fire {
    /// Who fires, by the name of its type.
    pub firer: &'static str,
    /// At whom.
    pub target: &'static str,
    /// What is added for what the firer has: the rule, what it is, and how much.
    pub value: (Rule, &'static str, i32),
    /// The target's defence.
    pub defence: i32,
    /// The target is within 4, and that counts.
    pub close: bool,
    /// What the target has before it.
    pub shelter: Shelter,
    /// The firer is within 4 of a table edge other than his own base edge.
    pub foreign_edge: bool,
    /// Cavalry that starts a close combat where it can charge home.
    pub charge: bool,
    /// The firer's quality.
    pub quality: Quality,
    /// What a ruling adds: overruns, speculative fire.
    pub ruling: Option<(Rule, &'static str, i32)>,
    /// Who rolls.
    pub seat: Seat,
}

/// What an HE/SA roll came to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HeSaRoll {
    /// The printed result.
    pub result: FireResult,
    /// The modified roll, which close combats compare.
    pub total: i32,
}

/// R30 What it takes off that a mortar does not see its target.
const SPOTTED: i32 = -2;

/// The firer's own HE/SA value.
pub(crate) fn own_value(firer: &Element) -> (Rule, &'static str, i32) {
    (Rule("HE/SA:roll"), "HE/SA value", firer.values.he_sa.unwrap_or(0))
}

/// HE/SA 1D20 + HE/SA value - defence, with modifiers.
pub fn resolve_he_sa(fire: &Fire, dice: &mut dyn Dice) -> Resolved<HeSaRoll> {
    let roll = d20(dice, Why::high("HE/SA", fire.seat));
    let tally = tally(fire, roll.value());
    let total = tally.total();
    let (result, cell) = read(total);
    Explanation::of(rule_of(result), "HE/SA").throw(roll).tally(tally).cell(cell).gives(
        HeSaRoll { result, total },
        Phrase::of("{} at {}: {}").word(fire.firer).word(fire.target).word(result.told()),
    )
}

/// R5, R9 The roll of a blow at armour, which hurts nobody: it only counts for who gives way.
pub fn resolve_blow_at_armour(fire: &Fire, dice: &mut dyn Dice) -> Resolved<HeSaRoll> {
    let roll = d20(dice, Why::high("HE/SA", fire.seat));
    let tally = tally(fire, roll.value());
    let total = tally.total();
    let words = Phrase::of("{} at {}: armour is not hurt, and {} counts for who gives way");
    Explanation::of(Rule("R5"), "HE/SA")
        .throw(roll)
        .tally(tally)
        .gives(HeSaRoll { result: FireResult::Nothing, total }, words.word(fire.firer).word(fire.target).number(total))
}

/// The sum of a roll.
fn tally(fire: &Fire, face: i32) -> Tally {
    let (rule, what, value) = fire.value;
    let tally = Tally::base("roll", Rule("HE/SA:roll"), "1d20", face)
        .plus(rule, what, value)
        .plus(Rule("HE/SA:roll"), "the target's defence", -fire.defence)
        .when(fire.close, &MODIFIERS.within_4)
        .when(fire.shelter == Shelter::Soft, &MODIFIERS.soft_cover)
        .when(fire.shelter == Shelter::Hard, &MODIFIERS.hard_cover)
        .when(fire.foreign_edge, &MODIFIERS.foreign_edge)
        .when(fire.charge, &MODIFIERS.cavalry)
        .when(true, MODIFIERS.quality(fire.quality));
    match fire.ruling {
        Some((rule, what, add)) => tally.plus(rule, what, add),
        None => tally,
    }
}

/// What a face of the die comes to.
pub fn result(fire: &Fire, face: i32) -> FireResult {
    read(face + tally(fire, 0).total()).0
}

/// The chart's columns, which are ranges of the modified roll.
static COLUMNS: LazyLock<Vec<(Band, FireResult, Cell)>> = LazyLock::new(|| {
    let column = |heading: &String| {
        let cell = charts::HE_SA.cell("result", heading);
        Some((Band::read(heading)?, FireResult::read(charts::HE_SA.text("result", heading))?, cell))
    };
    charts::HE_SA.columns.iter().map(column).collect::<Option<_>>().expect("the columns are ranges with results")
});

fn read(total: i32) -> (FireResult, Cell) {
    let found = COLUMNS.iter().find(|(band, ..)| band.holds(total));
    let (_, result, cell) = found.expect("the ranges leave nothing out");
    (*result, *cell)
}

fn rule_of(result: FireResult) -> Rule {
    match result {
        FireResult::Nothing => Rule("HE/SA:no-effect"),
        FireResult::F => Rule("HE/SA:F"),
        FireResult::S => Rule("HE/SA:S"),
        FireResult::K => Rule("HE/SA:K"),
    }
}

/// An element fires HE or small arms at another.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct HeSaFire {
    /// Who fires: any type with an HE/SA value.
    #[field(rule = "R1")]
    pub attacker: HeSaFirer,
    /// Who is fired at; HE/SA never affects armour.
    #[field(rule = "R5")]
    pub target: OnTable,
    /// The distance between them in units.
    #[field(rule = "HE/SA:within-4", min = 1, max = 72, default = 8)]
    pub range: u8,
    /// The quality of the firer.
    #[field(rule = "HE/SA:quality")]
    pub quality: AskedQuality,
    /// The firer is suppressed: range 4, and nothing for being near.
    #[field(rule = "Results:suppressed-fire")]
    pub suppressed: bool,
    /// What the target stands in or behind.
    #[field(rule = "R8")]
    pub cover: Cover,
    /// The target is behind smoke.
    #[field(rule = "HE/SA:hard-cover")]
    pub smoke: bool,
    /// The firer is within 4 of a table edge other than his own base edge.
    #[field(rule = "HE/SA:foreign-edge")]
    pub foreign_edge: bool,
    /// Is the target suppressed?
    #[field(rule = "Results:S")]
    pub target_state: State,
    /// Where the target would fall back to.
    #[field(rule = "R14")]
    pub way_back: WayBack,
    /// Elements riding in the target.
    #[field(rule = "Results:transport", max = 3)]
    pub riders: u8,
    /// A gun is limbered to it: it shares the fate, but does not ride.
    #[field(rule = "Results:passengers")]
    pub towed: bool,
    /// The firer is a mortar that does not see the target itself; somebody spots for it.
    #[field(rule = "R30")]
    pub spotted: bool,
}

/// Fire and its target, ready to be rolled.
#[derive(Clone, Copy, Debug)]
pub struct HeSaShot {
    /// The roll; none where it could not harm the target.
    pub fire: Option<Fire>,
    /// The target.
    pub struck: Struck,
}

/// Where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The roll.
    Roll,
    /// The result.
    After(After),
}

/// HE/SA fire from the roll to what becomes of the target.
pub fn procedure() -> impl Procedure<Situation = HeSaFire> {
    let card = Card {
        name: "he-sa",
        title: "HE/SA fire",
        rule: Rule("HE/SA"),
        about: "What does high explosive or small-arms fire do to an element?",
        seat: FIRER,
    };
    Chained::new(card, |fire: &HeSaFire| (fire.shot(), Stage::Roll)).checked(HeSaFire::check)
}

impl HeSaFire {
    /// The shot that these inputs describe.
    pub fn shot(&self) -> HeSaShot {
        let firer = self.attacker.get();
        let fire = Fire {
            firer: firer.name(),
            target: if self.target.is_armoured() { "those who ride" } else { self.target.name() },
            value: own_value(firer),
            defence: self.target.values.defence,
            close: self.distance().is_close(),
            shelter: self.cover.behind(self.smoke),
            foreign_edge: self.foreign_edge,
            charge: false,
            quality: self.quality.or(firer.figures.quality),
            ruling: self.spotted.then_some((Rule("R30"), "not seen by the mortar itself", SPOTTED)),
            seat: FIRER,
        };
        HeSaShot::at(fire, self.struck(), firer.is_mortar())
    }

    /// How far the target is.
    pub fn distance(&self) -> Distance {
        Distance { units: self.range.into(), range: self.attacker.values.range, firer: State::of(self.suppressed) }
    }

    /// Results:F-protected The target does not fall back.
    pub fn protects(&self) -> bool {
        self.cover.protects_from_fall_back() || self.attacker.is_mortar()
    }

    fn struck(&self) -> Struck {
        Struck {
            element: self.target.get(),
            state: self.target_state,
            riders: self.riders,
            towed: self.towed,
            protected: self.protects(),
            way_back: self.way_back,
            passengers: Passengers::Stay,
            hit: Hit::HeSa,
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        self.distance().check(self.attacker.word)?;
        if self.spotted && !self.attacker.is_mortar() {
            return Err(Refusal::field("spotted", "only a mortar fires at what it does not see itself"));
        }
        self.struck().check()
    }
}

impl HeSaShot {
    /// R5 Fire at an element; R26 at armour it is fire at those who ride, if they can be hit, and does nothing otherwise.
    pub fn at(fire: Fire, struck: Struck, from_above: bool) -> HeSaShot {
        if !struck.element.is_armoured() {
            return HeSaShot { fire: Some(fire), struck };
        }
        let exposed = struck.exposes_riders(from_above);
        let hit = if exposed { Hit::Rider } else { struck.hit };
        HeSaShot { fire: exposed.then_some(Fire { defence: MEN, ..fire }), struck: Struck { hit, ..struck } }
    }
}

impl Chain for HeSaShot {
    type Stage = Stage;
    type Outcome = Effect;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Effect> {
        match stage {
            Stage::Roll => Turn::Roll,
            Stage::After(after) => self.struck.turn(*after, Stage::After),
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match (stage, &self.fire) {
            (Stage::After(after), _) => self.struck.step(*after, dice).map(Stage::After),
            (Stage::Roll, Some(fire)) => resolve_he_sa(fire, dice).map(|roll| Stage::After(After::Result(roll.result))),
            (Stage::Roll, None) => Explanation::of(Rule("R5"), "HE/SA").gives(
                Stage::After(After::End(Effect::of(Fate::NoEffect))),
                Phrase::of("HE/SA never affects armoured elements"),
            ),
        }
    }

    fn choose(&self, _: &Stage, _: &Decision<Stage>) -> Pick {
        self.struck.choose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{of_chain, ratio};

    /// A Bren section (2) at 8 from grenadiers (3) in the open: the roll less 1.
    fn bren() -> HeSaFire {
        HeSaFire { attacker: HeSaFirer::of("bren-section"), ..HeSaFire::default() }
    }

    /// How many of the 20 faces fall back, suppress and remove.
    fn faces(fire: &HeSaFire) -> [u64; 3] {
        fire.check().unwrap();
        let dist = of_chain(&Budget::default(), &fire.shot(), &Dist::certain(Stage::Roll)).dist;
        [Fate::FallsBack, Fate::Suppressed, Fate::Removed].map(|fate| {
            let chance = dist.chance_that(|effect| effect.fate == fate);
            (0..=20).find(|&part| chance == ratio(part, 20)).unwrap()
        })
    }

    #[test]
    fn he_sa_adds_the_value_and_takes_away_the_defence() {
        assert_eq!(faces(&bren()), [2, 4, 2], "13-14, 15-18, 19-20");
        let hmg = HeSaFire { attacker: HeSaFirer::of("maxim"), ..bren() };
        assert_eq!(faces(&hmg), [2, 4, 5], "10-11, 12-15, 16-20");
    }

    #[test]
    fn he_sa_within_4_is_plus_1_with_its_exceptions() {
        let near = HeSaFire { range: 4, ..bren() };
        assert_eq!(faces(&near), [2, 4, 3]);
        assert_eq!(faces(&HeSaFire { suppressed: true, ..near.clone() }), [2, 4, 2]);
        // Submachine guns have range 4: 3 - 3, and no +1.
        assert_eq!(faces(&HeSaFire { attacker: HeSaFirer::of("soviet-smg"), ..near }), [2, 4, 3]);
    }

    #[test]
    fn he_sa_soft_cover_is_minus_2() {
        assert_eq!(faces(&HeSaFire { cover: Cover::Hedge, ..bren() }), [2, 4, 0], "15-16, 17-20");
    }

    #[test]
    fn he_sa_hard_cover_and_smoke_are_minus_4() {
        assert_eq!(faces(&HeSaFire { cover: Cover::Building, ..bren() }), [2, 2, 0], "17-18, 19-20");
        assert_eq!(faces(&HeSaFire { smoke: true, cover: Cover::Crops, ..bren() }), [2, 2, 0]);
    }

    #[test]
    fn he_sa_foreign_edge_is_minus_1() {
        assert_eq!(faces(&HeSaFire { foreign_edge: true, ..bren() }), [2, 4, 1]);
    }

    #[test]
    fn he_sa_quality_is_added() {
        assert_eq!(faces(&HeSaFire { quality: AskedQuality::Elite, ..bren() }), [2, 4, 4]);
        assert_eq!(faces(&HeSaFire { quality: AskedQuality::Raw, ..bren() }), [2, 4, 0]);
    }

    #[test]
    fn he_sa_never_gets_worse_with_a_higher_roll() {
        assert!((-20..40).all(|total| read(total).0 <= read(total + 1).0));
    }

    #[test]
    fn r5_he_sa_never_affects_armour() {
        assert_eq!(faces(&HeSaFire { target: OnTable::of("sdkfz-251"), ..bren() }), [0, 0, 0]);
    }

    #[test]
    fn results_f_is_s_for_the_dug_in() {
        assert_eq!(faces(&HeSaFire { cover: Cover::DugIn, ..bren() }), [0, 4, 0], "17-20");
        assert_eq!(faces(&HeSaFire { cover: Cover::Fortification, ..bren() }), [0, 4, 0]);
    }

    #[test]
    fn results_f_is_s_for_csw_and_nothing_when_they_are_suppressed() {
        let csw = HeSaFire { target: OnTable::of("smg-42"), ..bren() };
        assert_eq!(faces(&csw), [0, 6, 2]);
        assert_eq!(faces(&HeSaFire { target_state: State::Suppressed, ..csw }), [0, 0, 6], "S is K, F is ignored");
    }

    #[test]
    fn results_f_of_mortar_fire_is_s() {
        let mortar = HeSaFire { attacker: HeSaFirer::of("grw-34"), ..bren() };
        assert_eq!(faces(&mortar), [0, 6, 4], "11-16, 17-20");
        assert_eq!(faces(&HeSaFire { target_state: State::Suppressed, ..mortar }), [0, 0, 8]);
    }

    #[test]
    fn results_a_suppressed_squad_falls_back_on_f_and_goes_on_s() {
        assert_eq!(faces(&HeSaFire { target_state: State::Suppressed, ..bren() }), [2, 0, 6]);
    }

    #[test]
    fn r14_the_way_back_may_be_stopped_blocked_or_end_at_the_table_edge() {
        let to = |way_back| HeSaFire { way_back, ..bren() };
        assert_eq!(faces(&to(WayBack::Stopped)), [2, 4, 2]);
        assert_eq!(faces(&to(WayBack::EnemyBlocks)), [0, 6, 2]);
        assert_eq!(faces(&to(WayBack::OffTable)), [0, 4, 4]);
        let trapped = HeSaFire { target_state: State::Suppressed, ..to(WayBack::EnemyBlocks) };
        assert_eq!(faces(&trapped), [0, 0, 8]);
    }

    #[test]
    fn results_a_truck_with_two_squads_loses_one_to_a_k() {
        let hmg = HeSaFire { attacker: HeSaFirer::of("maxim"), target: OnTable::of("opel-blitz"), riders: 2, ..bren() };
        // The roll + 5: 7-8 F, 9-12 S, 13-20 K.
        let dist = of_chain(&Budget::default(), &hmg.shot(), &Dist::certain(Stage::Roll)).dist;
        let lost = Effect { fate: Fate::RiderLost, removed: 1, suppressed: 2, dismounted: 1 };
        let suppressed = Effect { fate: Fate::Suppressed, removed: 0, suppressed: 3, dismounted: 2 };
        assert_eq!((dist.chance(&lost), dist.chance(&suppressed)), (ratio(8, 20), ratio(4, 20)));
    }

    #[test]
    fn r26_he_sa_at_a_tank_with_riders_is_rolled_against_one_of_them() {
        let fate = |fire: &HeSaFire, fate: Fate| {
            let dist = of_chain(&Budget::default(), &fire.shot(), &Dist::certain(Stage::Roll)).dist;
            dist.chance_that(|effect: &Effect| effect.fate == fate)
        };
        let tank = HeSaFire { target: OnTable::of("sherman-75"), riders: 1, ..bren() };
        // The roll less 1, as at men in the open: F 13-14, S 15-18, K 19-20.
        assert_eq!(fate(&tank, Fate::RidersDismount), ratio(2, 20));
        assert_eq!(fate(&tank, Fate::RidersSuppressed), ratio(4, 20));
        assert_eq!(fate(&tank, Fate::RiderShot), ratio(2, 20));
        // Passengers of an open-topped carrier are hit from above only, and nobody rides on an empty tank.
        let carrier = HeSaFire { target: OnTable::of("sdkfz-251"), ..tank.clone() };
        assert_eq!(fate(&carrier, Fate::NoEffect), ratio(1, 1));
        let bombs = HeSaFire { attacker: HeSaFirer::of("grw-34"), ..carrier };
        assert_ne!(fate(&bombs, Fate::RiderShot), ratio(0, 1));
        assert_eq!(fate(&HeSaFire { riders: 0, ..tank }, Fate::NoEffect), ratio(1, 1));
    }

    #[test]
    fn r30_a_mortar_that_others_spot_for_has_2_less() {
        let seen = HeSaFire { attacker: HeSaFirer::of("grw-34"), ..bren() };
        let spotted = HeSaFire { spotted: true, ..seen.clone() };
        let total = |fire: &HeSaFire| tally(&fire.shot().fire.expect("men can be hurt"), 10).total();
        assert_eq!(total(&spotted), total(&seen) - 2);
        assert!(HeSaFire { spotted: true, ..bren() }.check().is_err(), "all others fire at what they see");
    }
}
