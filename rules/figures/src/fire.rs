//! Firing: infantry fire, and the throw on the casualty table of any other weapon.

use crate::casualties::{self, Losses, MOST_FIGURES, Thrown};
use crate::fire_modifiers::{Delivery, Firer, Posture, table_number};
use crate::seats::{FIRER, TARGET};
use crate::troops::{Cover, Formation, Quality};
use crate::weapons::Weapon;
use kernel::prelude::*;

/// Fire at a group of men. For guns and grenades this is the throw after the burst has hit.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Fire {
    /// The weapon; each class of weapon in a squad is a throw of its own.
    #[field(rule = "Firing:factor")]
    pub weapon: Weapon,
    /// Figures firing rifles or pistols; other weapons count as the figures of their chart. More than 40 are split.
    #[field(rule = "R4", min = 1, max = 80, default = 10)]
    pub figures: u16,
    /// Inches from the middle figure of the firers to the nearest target figure in sight.
    #[field(rule = "R5", max = 96, default = 12)]
    pub range: u8,
    /// How good the firers are.
    #[field(rule = "Fire modifiers:elite")]
    pub quality: Quality,
    /// The firers did not move, so small arms are aimed. Masked men cannot aim.
    #[field(rule = "R6", default = true)]
    pub aimed: bool,
    /// The firers are of the British Expeditionary Force; it counts for rifles.
    #[field(rule = "Fire modifiers:bef")]
    pub bef: bool,
    /// The light machine gun is belt-fed.
    #[field(rule = "Fire modifiers:belt-fed")]
    pub belt_fed: bool,
    /// Men of the weapon's crew already lost; it counts for machine guns and guns.
    #[field(rule = "R3", max = 4)]
    pub crew_lost: u8,
    /// The fire comes within 30 degrees of the target's own line; it counts against a line or a trench.
    #[field(rule = "R6")]
    pub enfilade: bool,
    /// The target's cover, the best of what it has.
    #[field(rule = "Fire modifiers:hard-cover")]
    pub cover: Cover,
    /// The target keeps down, which it can only in a trench.
    #[field(rule = "R15")]
    pub keeping_down: bool,
    /// The target's formation.
    #[field(rule = "Fire modifiers:skirmishers")]
    pub formation: Formation,
    /// The target is prone.
    #[field(rule = "Fire modifiers:prone")]
    pub prone: bool,
    /// Figures of the target that can be hit, specialists included.
    #[field(rule = "Firing:casualties", min = 1, max = 60, default = 10)]
    pub target: u8,
    /// Specialists among them: officers, gunners and the like.
    #[field(rule = "Firing:specialists", max = 6, default = 1)]
    pub specialists: u8,
}

/// The throws of one group at one target: one for each 40 figures, and a die for specialists after each that makes
/// casualties.
pub struct Firing {
    table: Tally,
    figures: Tally,
    hidden: bool,
    target: Target,
}

/// Who can be hit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// All of them.
    pub men: u8,
    /// The specialists among them.
    pub specialists: u8,
}

/// Where the fire stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    /// Figures that have yet to be thrown for.
    left: u16,
    /// The die for specialists is due.
    specialist_die: bool,
    lost: Losses,
}

impl Firing {
    /// The fire of a group and where it begins.
    pub fn begin(fire: &Fire) -> (Firing, Stage) {
        let delivery = Delivery { aimed: fire.aimed, bef: fire.bef, belt_fed: fire.belt_fed, enfilade: fire.enfilade };
        let firer = Firer { weapon: fire.weapon, quality: fire.quality, delivery, crew_lost: fire.crew_lost };
        let posture = Posture { cover: fire.cover, formation: fire.formation, prone: fire.prone };
        let firing = Firing {
            table: table_number(&firer, fire.range, &posture),
            figures: fire.weapon.figures(fire.figures, fire.crew_lost),
            hidden: fire.is_hidden(),
            target: Target { men: fire.target, specialists: fire.specialists.min(fire.target) },
        };
        let left = firing.figures.total().max(0) as u16;
        (firing, Stage { left, specialist_die: false, lost: Losses::default() })
    }

    /// Firing:casualties 1D6 on the table, under the figures firing: at most 40 of them at once (R4).
    fn volley(&self, stage: Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let explained = Explanation::of(Rule("Firing:casualties"), "fire").tally(self.table.clone());
        let ceased = Stage { left: 0, ..stage };
        if self.hidden {
            return Explanation::of(Rule("R15"), "fire").gives(ceased, Phrase::of("the target keeps down: no effect"));
        }
        if self.table.total() < 1 {
            return explained.gives(ceased, Phrase::of("the table is below 1: no effect"));
        }
        let figures = stage.left.min(MOST_FIGURES);
        let Thrown { die, read } = casualties::throw(self.table.total(), figures, Why::low("fire", FIRER), dice);
        let hit = read.casualties.min(self.target.men - stage.lost.casualties);
        let next = Stage {
            left: stage.left - figures,
            specialist_die: hit > 0 && self.target.has_specialists_to_find(stage.lost),
            lost: Losses { casualties: stage.lost.casualties + hit, ..stage.lost },
        };
        let explained = explained.tally(self.figures.clone()).throw(die).read_at(read.cell);
        explained.gives(next, Phrase::of("{} {figure|figures}: {} {casualty|casualties}").number(figures).number(hit))
    }
}

impl Chain for Firing {
    type Stage = Stage;
    type Outcome = Losses;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Losses> {
        let more = stage.left > 0 && stage.lost.casualties < self.target.men;
        if stage.specialist_die || more { Turn::Roll } else { Turn::Done(self.target.settle(stage.lost)) }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        if !stage.specialist_die {
            return self.volley(*stage, dice);
        }
        specialist_die(stage.lost, dice).map(|lost| Stage { specialist_die: false, lost, ..*stage })
    }
}

/// Firing:specialists A D10 after a throw that made casualties: on 9 or 10 one of them is a specialist. R7: once a
/// throw, and he is one of the casualties. The target's player names him.
pub fn specialist_die(lost: Losses, dice: &mut dyn Dice) -> Resolved<Losses> {
    let die = dice.throw(Law::One(Die::D10), Why::low("specialists", TARGET));
    let hit = die.value() >= SPECIALIST_HIT_ON;
    let lost = Losses { specialists: lost.specialists + u8::from(hit), ..lost };
    let words = if hit { "a specialist is hit; the target's player names him" } else { "no specialist is hit" };
    Explanation::of(Rule("Firing:specialists"), "specialists").throw(die).gives(lost, Phrase::of(words))
}

/// The D10 that hits a specialist.
const SPECIALIST_HIT_ON: i32 = 9;

impl Target {
    /// Is there a specialist whom the die may find? Not where all are specialists, who are hit without it (R7).
    pub fn has_specialists_to_find(self, lost: Losses) -> bool {
        lost.specialists < self.specialists && self.specialists < self.men
    }

    /// R7: casualties beyond the ordinary figures fall on specialists.
    pub fn settle(self, lost: Losses) -> Losses {
        let beyond = lost.casualties.saturating_sub(self.men - self.specialists);
        Losses { specialists: lost.specialists.max(beyond), ..lost }
    }
}

impl Fire {
    /// R15: men who keep down in a trench are reached by bursts, grenades, gas and enfilading fire only.
    fn is_hidden(&self) -> bool {
        self.keeping_down && self.weapon.is_small_arm() && !self.enfilade
    }

    /// The same within what the form takes.
    #[must_use]
    pub fn for_desk(&self) -> Fire {
        let target = self.target.clamp(1, 60);
        Fire {
            figures: self.figures.clamp(1, 80),
            range: self.range.min(96),
            target,
            specialists: self.specialists.min(target).min(6),
            ..self.clone()
        }
    }

    /// Refuses a weapon that cannot fire, and men who keep down where they cannot.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        self.weapon.check(self.range, self.crew_lost)?;
        check_keeping_down(self.keeping_down, self.cover)
    }
}

/// R15: only men whose cover is a trench keep down on the desk.
pub(crate) fn check_keeping_down(keeping_down: bool, cover: Cover) -> Result<(), Refusal> {
    if !keeping_down || cover == Cover::Trench {
        return Ok(());
    }
    let sentence = format!(
        "keeping-down is given with cover={cover}, but men keep down only in a trench: give cover=trench, or leave \
         keeping-down out (R15)"
    );
    Err(Refusal::field("keeping-down", sentence))
}

/// Fire at a group of men.
pub fn procedure() -> impl Procedure<Situation = Fire> {
    let card = Card {
        name: "fire",
        title: "Fire",
        rule: Rule("Firing:table"),
        about: "How many casualties does one group's fire make, and is a specialist among them?",
        seat: FIRER,
    };
    Chained::new(card, Firing::begin).checked(Fire::check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, of_chain, ratio, run};

    fn rolled(fire: &Fire, faces: impl IntoIterator<Item = u8>) -> Losses {
        let (firing, stage) = Firing::begin(fire);
        run(&firing, stage, &mut Scripted::of(faces)).outcome
    }

    fn chance(fire: &Fire, is: impl Fn(&Losses) -> bool) -> Ratio {
        let (firing, stage) = Firing::begin(fire);
        of_chain(&Budget::default(), &firing, &Dist::certain(stage)).dist.chance_that(is)
    }

    fn plain() -> Fire {
        Fire { aimed: false, specialists: 0, ..Fire::default() }
    }

    #[test]
    fn firing_casualties_are_the_cell_of_table_figures_and_die() {
        // 10 rifles at 2 inches, aimed: 8 + 1 is table 9.
        let fire = Fire { range: 2, aimed: true, ..plain() };
        assert_eq!([1, 2, 3, 4, 5, 6].map(|die| rolled(&fire, [die]).casualties), [3, 3, 3, 3, 2, 2]);
    }

    #[test]
    fn firing_specialists_are_hit_on_9_or_10_as_one_of_the_casualties() {
        let fire = Fire { range: 2, specialists: 1, ..plain() };
        let hit = rolled(&fire, [1, 9]);
        assert_eq!((hit.casualties > 0, hit.specialists), (true, 1));
        assert_eq!(rolled(&fire, [1, 8]), Losses { specialists: 0, ..hit });
        // Table 8, 10 figures hits on any die, so a specialist is hit once in five.
        assert_eq!(casualties::read(8, 10, 6).casualties, 2);
        assert_eq!(chance(&fire, |lost| lost.specialists == 1), ratio(1, 5));
    }

    #[test]
    fn r7_no_specialist_die_without_casualties() {
        // Table 1 under 10 figures: nothing on a 6, and no more dice are thrown.
        let fire = Fire { range: 48, specialists: 1, ..plain() };
        assert_eq!(rolled(&fire, [6]), Losses::default());
    }

    #[test]
    fn r7_casualties_beyond_the_ordinary_men_fall_on_specialists() {
        let fire = Fire { range: 2, target: 2, specialists: 2, ..plain() };
        assert_eq!(rolled(&fire, [1]), Losses { casualties: 2, specialists: 2 }, "no die where all are specialists");
        let mixed = Fire { range: 2, target: 2, specialists: 1, ..plain() };
        assert_eq!(rolled(&mixed, [1, 1]), Losses { casualties: 2, specialists: 1 });
    }

    #[test]
    fn r4_more_than_40_figures_are_split_and_each_part_has_its_die() {
        // 50 rifles at 48 inches: table 1 for 40 (die 1: 2) and for 10 (die 2: 1).
        let fire = Fire { figures: 50, range: 48, ..plain() };
        assert_eq!(rolled(&fire, [1, 2]).casualties, 3);
        // 41 are 40 and a lone man, who hits only on a 1.
        let fire = Fire { figures: 41, range: 48, ..plain() };
        assert_eq!(rolled(&fire, [1, 2]).casualties, 2);
        assert_eq!(rolled(&fire, [1, 1]).casualties, 3);
    }

    #[test]
    fn r4_a_lone_man_hits_once_in_six() {
        let fire = Fire { figures: 1, range: 2, ..plain() };
        assert_eq!(chance(&fire, |lost| lost.casualties == 1), ratio(1, 6));
    }

    #[test]
    fn r4_a_table_below_1_does_nothing() {
        let fire = Fire { range: 48, cover: Cover::SoftCover, ..plain() };
        assert_eq!(rolled(&fire, []), Losses::default());
    }

    #[test]
    fn r15_men_who_keep_down_are_reached_only_by_enfilade_bursts_and_grenades() {
        let down = Fire { range: 2, cover: Cover::Trench, keeping_down: true, ..plain() };
        assert_eq!(rolled(&down, []), Losses::default());
        let certain = ratio(1, 1);
        assert_eq!(chance(&Fire { enfilade: true, ..down.clone() }, |lost| lost.casualties > 0), certain);
        assert_eq!(chance(&Fire { weapon: Weapon::Howitzer, ..down.clone() }, |lost| lost.casualties > 0), certain);
    }

    #[test]
    fn r15_men_keep_down_only_in_a_trench() {
        let down = |cover| Fire { cover, keeping_down: true, ..plain() }.check();
        assert!(down(Cover::Trench).is_ok());
        for cover in [Cover::NoCover, Cover::SoftCover, Cover::HardCover, Cover::Bunker] {
            let refusal = down(cover).unwrap_err();
            assert!(refusal.sentence.contains(cover.name()) && refusal.sentence.contains("cover=trench"), "{refusal}");
        }
    }

    #[test]
    fn no_more_men_are_lost_than_can_be_hit() {
        let fire = Fire { figures: 80, range: 2, target: 3, ..plain() };
        assert_eq!(rolled(&fire, [1]).casualties, 3, "and the rest of the figures need not throw");
    }

    #[test]
    fn fire_out_of_range_or_without_a_gunner_is_refused() {
        let check = |fire: Fire| fire.check();
        assert!(check(Fire { weapon: Weapon::Pistol, range: 12, ..plain() }).is_err());
        assert!(check(Fire { weapon: Weapon::Lmg, crew_lost: 2, ..plain() }).is_err());
    }
}
