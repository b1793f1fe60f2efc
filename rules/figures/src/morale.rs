//! Morale: the test of one squad or sniper, and what a failed one does.

use crate::charts;
use crate::seats::OWNER;
use crate::troops::{Armour, Cover, Quality};
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::MORALE {
    sniper, hard_cover, soft_cover, casualty, leader, gas, under_fire, pushed_back, falling_back, flank, rear,
    outnumbered_2, outnumbered_3, armour, tank_1916,
} }

/// A squad, or a sniper, that has to test.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct Squad {
    /// Why it tests.
    #[field(rule = "R1")]
    pub occasion: Occasion,
    /// How good its men are.
    #[field(rule = "Morale 6")]
    pub quality: Quality,
    /// It is a sniper, at least 6 inches from his unit, whom only cover and enemies to flank and rear touch.
    #[field(rule = "Snipers 2")]
    pub sniper: bool,
    /// Its cover; shelled ground is soft cover.
    #[field(rule = "Movement:shelled-cover")]
    pub cover: Cover,
    /// Casualties of this move.
    #[field(rule = "R11", max = 12, default = 2)]
    pub casualties: u8,
    /// An officer or NCO is within 6 inches.
    #[field(rule = "Morale:leader", default = true)]
    pub leader: bool,
    /// It is under gas attack; masked men are not.
    #[field(rule = "Morale:gas")]
    pub gas: bool,
    /// It was under fire in this move.
    #[field(rule = "Morale:under-fire", default = true)]
    pub under_fire: bool,
    /// It lost a round of melee in this move.
    #[field(rule = "Morale:pushed-back")]
    pub pushed_back: bool,
    /// A squad is falling back within 10 inches.
    #[field(rule = "Morale:falling-back")]
    pub falling_back: bool,
    /// An enemy is to its flank, within 12 inches.
    #[field(rule = "Morale:flank")]
    pub flank: bool,
    /// An enemy is to its rear, within 12 inches.
    #[field(rule = "Morale:rear")]
    pub rear: bool,
    /// How far it is outnumbered, by figures in sight within 12 inches.
    #[field(rule = "R11")]
    pub outnumbered: Outnumbered,
    /// Enemy armour in sight within 20 inches.
    #[field(rule = "Morale:armour")]
    pub armour: Armour,
}

/// Why a squad tests. Whatever the number of reasons, it tests once a phase (R1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Occasion {
    /// It comes under fire for the first time in the game.
    #[default]
    FirstUnderFire,
    /// It comes under gas attack.
    UnderGas,
    /// It falls to half its strength, or takes casualties after that.
    HalfStrength,
    /// It is routed and tries to recover.
    Recovery,
    /// It has lost a round of melee.
    MeleeLost,
}

/// How far a squad is outnumbered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Choice)]
pub enum Outnumbered {
    /// By less than two to one.
    #[default]
    NotOutnumbered,
    /// By two to one.
    TwoToOne,
    /// By three to one.
    ThreeToOne,
}

kernel::outcomes! {
    /// What a squad does after its test, from the worst for its owner to the best.
    pub enum Nerve {
        /// It runs each move until it recovers.
        Routs = "routs",
        /// It falls back two moves and loses a figure.
        FallsBackTwo = "falls back 2 moves, loses a figure",
        /// It falls back one move.
        FallsBackOne = "falls back 1 move",
        /// It stays where it is and may not come nearer to the enemy, in this move and the next.
        Stands = "stands, may not advance",
        /// It carries on.
        Passes = "passes",
    }
}

/// Morale 6: base and modifiers of a squad.
///
/// Of the two kinds of cover the better counts, of the two lines for odds and for armour only one (R11). A sniper has
/// his own line and those marked with an asterisk (Snipers 2).
pub fn number(squad: &Squad) -> Tally {
    number_sum(squad, true)
}

/// The same, with its lines kept only where somebody is told them.
pub(crate) fn number_sum(squad: &Squad, tells: bool) -> Tally {
    let base = BASES[squad.quality as usize];
    let tally = Tally::when_told("number", tells)
        .from(squad.quality.morale_rule(), "base of the grade", base)
        .when(squad.sniper, &MODIFIERS.sniper)
        .when(squad.cover.is_hard_or_better(), &MODIFIERS.hard_cover)
        .when(squad.cover.is_soft(), &MODIFIERS.soft_cover)
        .when(squad.flank, &MODIFIERS.flank)
        .when(squad.rear, &MODIFIERS.rear);
    if squad.sniper {
        return tally;
    }
    tally
        .times(u16::from(squad.casualties), &MODIFIERS.casualty)
        .when(squad.leader, &MODIFIERS.leader)
        .when(squad.gas, &MODIFIERS.gas)
        .when(squad.under_fire, &MODIFIERS.under_fire)
        .when(squad.pushed_back, &MODIFIERS.pushed_back)
        .when(squad.falling_back, &MODIFIERS.falling_back)
        .when(squad.outnumbered == Outnumbered::TwoToOne, &MODIFIERS.outnumbered_2)
        .when(squad.outnumbered == Outnumbered::ThreeToOne, &MODIFIERS.outnumbered_3)
        .when(squad.armour == Armour::TankOrCar, &MODIFIERS.armour)
        .when(squad.armour == Armour::TankIn1916, &MODIFIERS.tank_1916)
}

static BASES: LazyLock<Vec<i32>> =
    LazyLock::new(|| Quality::ALL.iter().map(|quality| charts::MORALE.number(quality.name(), "base")).collect());

/// Morale 7: a D10 at or below the number passes.
pub fn resolve_test(number: Tally, occasion: Occasion, who: Seat, dice: &mut dyn Dice) -> Resolved<bool> {
    let die = throw_against(number.total(), who, dice);
    let passed = die.reading == 0;
    if !dice.tells() {
        return Resolved::untold(passed);
    }
    let words = if passed { "{} or less was needed: passed" } else { "{} or less was needed: failed" };
    let phrase = Phrase::of(words).number(number.total());
    let rule = if passed && occasion != Occasion::Recovery { Nerve::Passes.rule() } else { occasion.rule() };
    Explanation::of(rule, "morale").throw(die).tally(number).gives(passed, phrase)
}

/// The same where nobody is told.
pub(crate) fn is_passed(number: i32, who: Seat, dice: &mut dyn Dice) -> bool {
    throw_against(number, who, dice).reading == 0
}

/// Only the side of the number matters, which keeps chains of many tests short to walk: 0 is at or below it.
fn throw_against(number: i32, who: Seat, dice: &mut dyn Dice) -> Throw {
    let bands = Bands::at([number.clamp(0, 10) as u8]);
    dice.throw(Law::Bands { die: Die::D10, bands }, Why::low("morale", who))
}

/// Morale 8: a unit that fails throws 1D6 for what it does.
pub fn resolve_failure(who: Seat, dice: &mut dyn Dice) -> Resolved<Nerve> {
    let why = Why::low("failed morale", who);
    if !dice.tells() {
        // Faces that do the same are walked as one.
        let (bands, nerves) = &*FAILURE_BANDS;
        let band = dice.throw(Law::Bands { die: Die::D6, bands: *bands }, why).reading;
        return Resolved::untold(nerves[band as usize]);
    }
    let die = dice.d6(why);
    let found = FAILURE.at(die.value(), 0);
    let nerve = *found.result;
    Explanation::of(nerve.rule(), "failed morale").cell(found.cell).throw(die).gives(nerve, Phrase::of(nerve.name()))
}

static FAILURE: LazyLock<Table<Nerve>> = LazyLock::new(|| Table::of(&charts::MORALE_FAILURE, Nerve::read));

/// The bands of faces that do the same to a unit that fails, and what.
static FAILURE_BANDS: LazyLock<(Bands, Vec<Nerve>)> = LazyLock::new(|| {
    let nerve = |face: u8| *FAILURE.at(face.into(), 0).result;
    let mut nerves: Vec<Nerve> = Die::D6.faces().iter().map(|&face| nerve(face)).collect();
    nerves.dedup();
    (Bands::alike(Die::D6, nerve), nerves)
});

/// A test and, where it fails, the throw for what the squad does.
pub struct Test {
    number: Tally,
    occasion: Occasion,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The number is to be thrown against.
    Number,
    /// It was missed.
    Missed,
    /// All is known.
    Known(Nerve),
}

impl Test {
    /// The test of a squad and where it begins.
    pub fn begin(squad: &Squad) -> (Test, Stage) {
        (Test { number: number(squad), occasion: squad.occasion }, Stage::Number)
    }
}

impl Chain for Test {
    type Stage = Stage;
    type Outcome = Nerve;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Nerve> {
        match stage {
            Stage::Known(nerve) => Turn::Done(*nerve),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        if *stage != Stage::Number {
            return resolve_failure(OWNER, dice).map(Stage::Known);
        }
        let tested = resolve_test(self.number.clone(), self.occasion, OWNER, dice);
        match tested.outcome {
            true => tested.map(|_| Stage::Known(Nerve::Passes)),
            // Routed men run each move till they rally, so a missed recovery needs no further die.
            false if self.occasion == Occasion::Recovery => {
                let because = tested.because.under(Rule("R12"));
                Resolved { outcome: Stage::Known(Nerve::Routs), because }
            }
            false => tested.map(|_| Stage::Missed),
        }
    }
}

impl Outnumbered {
    /// By how much `friends` are outnumbered by `enemies`.
    pub fn of(friends: u16, enemies: u16) -> Outnumbered {
        match () {
            () if enemies >= 3 * friends => Outnumbered::ThreeToOne,
            () if enemies >= 2 * friends => Outnumbered::TwoToOne,
            () => Outnumbered::NotOutnumbered,
        }
    }
}

impl Occasion {
    /// The statement that asks for the test.
    pub fn rule(self) -> Rule {
        match self {
            Occasion::FirstUnderFire => Rule("Morale 1"),
            Occasion::UnderGas => Rule("Morale 2"),
            Occasion::HalfStrength => Rule("Morale 3"),
            Occasion::Recovery => Rule("Morale 4"),
            Occasion::MeleeLost => Rule("Morale 5"),
        }
    }
}

impl Nerve {
    /// The statement that says what it does.
    pub fn rule(self) -> Rule {
        match self {
            Nerve::Routs => Rule("Morale:rout"),
            Nerve::FallsBackTwo => Rule("Morale:fall-back-2"),
            Nerve::FallsBackOne => Rule("Morale:fall-back-1"),
            Nerve::Stands => Rule("Morale:stands"),
            Nerve::Passes => Rule("Morale 7"),
        }
    }

    /// Does it give ground?
    pub fn leaves(self) -> bool {
        matches!(self, Nerve::Routs | Nerve::FallsBackTwo | Nerve::FallsBackOne)
    }
}

impl Quality {
    fn morale_rule(self) -> Rule {
        match self {
            Quality::Elite => Rule("Morale:elite"),
            Quality::Crack => Rule("Morale:crack"),
            Quality::Average => Rule("Morale:average"),
            Quality::Green => Rule("Morale:green"),
        }
    }
}

impl Squad {
    /// The same within what the form takes.
    #[must_use]
    pub fn for_desk(&self) -> Squad {
        Squad { casualties: self.casualties.min(12), ..self.clone() }
    }
}

/// The morale test of a squad or a sniper.
pub fn procedure() -> impl Procedure<Situation = Squad> {
    let card = Card {
        name: "morale",
        title: "Morale",
        rule: Rule("Morale 8"),
        about: "Does a squad keep its nerve, and what does it do if not?",
        seat: OWNER,
    };
    Chained::new(card, Test::begin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{of_chain, ratio, run};

    /// An average squad that nothing weighs on.
    fn steady() -> Squad {
        Squad { casualties: 0, leader: false, under_fire: false, ..Squad::default() }
    }

    /// What a change adds to the number of a steady squad.
    fn adds(change: impl FnOnce(&mut Squad)) -> i32 {
        let mut squad = steady();
        change(&mut squad);
        number(&squad).total() - number(&steady()).total()
    }

    fn nerve(squad: &Squad, faces: impl IntoIterator<Item = u8>) -> Nerve {
        let (test, stage) = Test::begin(squad);
        run(&test, stage, &mut Scripted::of(faces)).outcome
    }

    #[test]
    fn morale_bases_are_10_9_8_and_7() {
        let base = |quality| number(&Squad { quality, ..steady() }).total();
        assert_eq!([Quality::Elite, Quality::Crack, Quality::Average, Quality::Green].map(base), [10, 9, 8, 7]);
    }

    #[test]
    fn morale_sniper_adds_1_and_only_the_starred_lines_touch_him() {
        let worn = Squad {
            sniper: true,
            casualties: 3,
            leader: true,
            gas: true,
            under_fire: true,
            pushed_back: true,
            falling_back: true,
            outnumbered: Outnumbered::ThreeToOne,
            armour: Armour::TankIn1916,
            ..steady()
        };
        assert_eq!(number(&worn).total(), 9);
        let starred = Squad { cover: Cover::SoftCover, flank: true, rear: true, ..worn };
        assert_eq!(number(&starred).total(), 9 + 1 - 1 - 2);
    }

    #[test]
    fn morale_cover_adds_2_hard_and_1_soft() {
        let covers = [Cover::NoCover, Cover::SoftCover, Cover::HardCover, Cover::Trench, Cover::Bunker];
        assert_eq!(covers.map(|cover| adds(|squad| squad.cover = cover)), [0, 1, 2, 2, 2]);
    }

    #[test]
    fn morale_casualty_takes_1_each() {
        assert_eq!(adds(|squad| squad.casualties = 4), -4);
    }

    #[test]
    fn morale_leader_adds_1() {
        assert_eq!(adds(|squad| squad.leader = true), 1);
    }

    #[test]
    fn morale_gas_takes_2() {
        assert_eq!(adds(|squad| squad.gas = true), -2);
    }

    #[test]
    fn morale_under_fire_takes_1() {
        assert_eq!(adds(|squad| squad.under_fire = true), -1);
    }

    #[test]
    fn morale_pushed_back_takes_1() {
        assert_eq!(adds(|squad| squad.pushed_back = true), -1);
    }

    #[test]
    fn morale_falling_back_takes_1() {
        assert_eq!(adds(|squad| squad.falling_back = true), -1);
    }

    #[test]
    fn morale_flank_takes_1_and_rear_takes_2_and_both_may_count() {
        assert_eq!(adds(|squad| squad.flank = true), -1);
        assert_eq!(adds(|squad| squad.rear = true), -2);
        assert_eq!(adds(|squad| (squad.flank, squad.rear) = (true, true)), -3);
    }

    #[test]
    fn morale_outnumbered_takes_1_at_two_to_one_and_2_at_three_to_one() {
        use Outnumbered::{NotOutnumbered, ThreeToOne, TwoToOne};
        assert_eq!(adds(|squad| squad.outnumbered = TwoToOne), -1);
        assert_eq!(adds(|squad| squad.outnumbered = ThreeToOne), -2);
        let by = [(10, 19), (10, 20), (10, 29), (10, 30)].map(|(friends, enemies)| Outnumbered::of(friends, enemies));
        assert_eq!(by, [NotOutnumbered, TwoToOne, TwoToOne, ThreeToOne]);
    }

    #[test]
    fn r11_armour_takes_1_and_a_tank_in_1916_takes_2() {
        assert_eq!(adds(|squad| squad.armour = Armour::TankOrCar), -1);
        assert_eq!(adds(|squad| squad.armour = Armour::TankIn1916), -2);
    }

    #[test]
    fn morale_7_a_d10_at_or_below_the_number_passes() {
        assert_eq!(nerve(&steady(), [8]), Nerve::Passes);
        assert_eq!(nerve(&steady(), [9, 1]), Nerve::Stands);
    }

    #[test]
    fn morale_8_a_failed_test_throws_for_what_the_squad_does() {
        use Nerve::{FallsBackOne, FallsBackTwo, Routs, Stands};
        let after = [1, 2, 3, 4, 5, 6].map(|die| nerve(&steady(), [10, die]));
        assert_eq!(after, [Stands, Stands, FallsBackOne, FallsBackOne, FallsBackTwo, Routs]);
    }

    #[test]
    fn morale_4_a_missed_recovery_goes_on_running() {
        assert_eq!(nerve(&Squad { occasion: Occasion::Recovery, ..steady() }, [9]), Nerve::Routs);
    }

    #[test]
    fn morale_odds_of_an_average_squad() {
        // 8 of 10 pass; of the 2/10 that fail a sixth routs.
        let (test, stage) = Test::begin(&steady());
        let odds = of_chain(&Budget::default(), &test, &Dist::certain(stage)).dist;
        assert_eq!((odds.chance(&Nerve::Passes), odds.chance(&Nerve::Routs)), (ratio(4, 5), ratio(1, 30)));
    }
}
