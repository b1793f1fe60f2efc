//! Grenades: thrown in the fire phase, as direct fire that misses by an inch.

use crate::burst::{Ammunition, Exposed, Group, diameter};
use crate::casualties::{self, Losses, Thrown};
use crate::deviation::{Aim, Fall, resolve_deviation};
use crate::fire::{Target, specialist_die};
use crate::fire_modifiers::{Firer, Posture, covered, table_number};
use crate::seats::FIRER;
use crate::shelling::Shelling;
use crate::troops::Formation;
use crate::vehicles::Vehicle;
use crate::weapons::Weapon;
use field::{Circle, INCH, Point};
use kernel::prelude::*;

/// Grenades thrown one after another at the middle of a group, at a point that the throwers see.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Grenades {
    /// How many; a man has 2 for the game.
    #[field(rule = "R8", min = 1, max = 6, default = 1)]
    pub grenades: u8,
    /// Inches to the target.
    #[field(rule = "Firing:grenade-range", max = 6, default = 4)]
    pub range: u8,
    /// The target is a building.
    #[field(rule = "Deviation:building")]
    pub building: bool,
    /// Men of the target, specialists included.
    #[field(rule = "Firing:grenades", min = 1, max = 20, default = 5)]
    pub men: u8,
    /// Specialists among them, who stand in the middle.
    #[field(rule = "Firing:specialists", max = 6)]
    pub specialists: u8,
    /// How they stand.
    #[field(rule = "R2")]
    pub formation: Formation,
    /// Ranks in which they stand.
    #[field(rule = "R2", min = 1, max = 4, default = 1)]
    pub ranks: u8,
    /// Degrees by which their line is turned clockwise from lying across the throw.
    #[field(rule = "Deviation:direction", max = 179)]
    pub angle: u8,
}

/// The throws of some grenades.
pub struct Throwing {
    table: Tally,
    figures: Tally,
    building: bool,
    group: Group,
}

/// Where the throws stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    /// Grenades that have yet to be thrown.
    left: u8,
    /// What the one in the air does.
    air: Air,
    /// The most men caught by one grenade so far.
    exposed: u8,
    lost: Losses,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Air {
    /// There is none.
    Nothing,
    /// It has burst among these.
    Burst(Exposed),
    /// It hit somebody, and a specialist was in the burst.
    Specialist,
}

impl Throwing {
    /// The throws and where they begin.
    pub fn begin(grenades: &Grenades) -> (Throwing, Stage) {
        let Grenades { men, formation, ranks, angle, .. } = *grenades;
        let specialists = grenades.specialists.min(men);
        let throwing = Throwing {
            table: table_number(&Firer::of(Weapon::Grenade), grenades.range, &Posture::default()),
            figures: Weapon::Grenade.figures(0, 0),
            building: grenades.building,
            group: Group { specialists, ..Group::of(men, formation, ranks, angle) },
        };
        let lost = Losses::default();
        (throwing, Stage { left: grenades.grenades, air: Air::Nothing, exposed: 0, lost })
    }

    /// A grenade that has burst among these: on a table, where everybody stands somewhere, that is known.
    pub fn burst_among(caught: Exposed) -> (Throwing, Stage) {
        let thrown = Grenades { men: caught.men, specialists: caught.specialists, ..Grenades::default() };
        let (throwing, stage) = Throwing::begin(&thrown);
        (throwing, Stage { left: 0, air: Air::Burst(caught), exposed: caught.men, ..stage })
    }

    /// R33 A grenade that has burst against a halted vehicle, whose crew is in its cover.
    pub fn burst_at_crew(men: u8, vehicle: Vehicle) -> (Throwing, Stage) {
        let (mut throwing, stage) = Throwing::burst_among(Exposed { men, specialists: men });
        throwing.table = covered(throwing.table, vehicle.cover(false));
        (throwing, stage)
    }

    /// Firing:grenades They count as direct fire, and one that misses falls 1 inch off.
    fn throw(&self, stage: Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let aim = Aim { direct: true, building: self.building };
        resolve_deviation(aim, dice).map(|fall| {
            let middle = match fall {
                Fall::Hit => Point::default(),
                Fall::Astray(direction) => direction.step(INCH),
            };
            let burst = Circle { middle, diameter: diameter(Weapon::Grenade, Ammunition::HighExplosive) };
            let caught = self.still_there(self.group.in_burst(burst), stage.lost);
            Stage {
                left: stage.left - 1,
                air: if caught.men > 0 { Air::Burst(caught) } else { Air::Nothing },
                exposed: stage.exposed.max(caught.men),
                ..stage
            }
        })
    }

    /// Men close up after losses, so a burst catches as many as before while there are so many.
    fn still_there(&self, caught: Exposed, lost: Losses) -> Exposed {
        let men = caught.men.min(self.group.men - lost.casualties);
        let specialists = caught.specialists.min(self.group.specialists - lost.specialists).min(men);
        Exposed { men, specialists }
    }

    /// 1D6 on table 4 in the column of 8, without modifiers.
    fn burst(&self, stage: Stage, caught: Exposed, dice: &mut dyn Dice) -> Resolved<Stage> {
        let why = Why::low("grenade", FIRER);
        let Thrown { die, read } = casualties::throw(self.table.total(), self.figures.total() as u16, why, dice);
        let hit = read.casualties.min(caught.men);
        let lost = Losses { casualties: stage.lost.casualties + hit, ..stage.lost };
        // Casualties beyond the ordinary men in the burst are specialists (R7); otherwise the die may find one.
        let in_burst = caught.target();
        let settled = in_burst.settle(Losses { casualties: hit, specialists: 0 });
        let lost = Losses { specialists: lost.specialists + settled.specialists, ..lost };
        let die_due = hit > 0 && settled.specialists == 0 && in_burst.has_specialists_to_find(settled);
        let next = Stage { air: if die_due { Air::Specialist } else { Air::Nothing }, lost, ..stage };
        let explained = Explanation::of(Rule("Firing:grenades"), "grenade")
            .tally(self.table.clone())
            .tally(self.figures.clone())
            .throw(die);
        let phrase = Phrase::of("{} {man|men} in the burst: {} {casualty|casualties}").number(caught.men).number(hit);
        explained.read_at(read.cell).gives(next, phrase)
    }
}

impl Chain for Throwing {
    type Stage = Stage;
    type Outcome = Shelling;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Shelling> {
        let more = stage.left > 0 && stage.lost.casualties < self.group.men;
        if more || stage.air != Air::Nothing {
            return Turn::Roll;
        }
        let whole = Target { men: self.group.men, specialists: self.group.specialists };
        Turn::Done(Shelling::of(stage.exposed, whole.settle(stage.lost)))
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match stage.air {
            Air::Nothing => self.throw(*stage, dice),
            Air::Burst(caught) => self.burst(*stage, caught, dice),
            Air::Specialist => specialist_die(stage.lost, dice).map(|lost| Stage { air: Air::Nothing, lost, ..*stage }),
        }
    }
}

/// Grenades at a group.
pub fn procedure() -> impl Procedure<Situation = Grenades> {
    let card = Card {
        name: "grenades",
        title: "Grenades",
        rule: Rule("Firing:grenades"),
        about: "What do grenades do to a group of men?",
        seat: FIRER,
    };
    Chained::new(card, Throwing::begin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shelling::Effect;
    use kernel::dice::Scripted;
    use kernel::odds::{of_chain, ratio, run};

    fn thrown(grenades: &Grenades, faces: impl IntoIterator<Item = u8>) -> Shelling {
        let (throwing, stage) = Throwing::begin(grenades);
        run(&throwing, stage, &mut Scripted::of(faces)).outcome
    }

    #[test]
    fn firing_grenades_have_1_to_hit_and_miss_by_an_inch() {
        // An 8 and 1 hits. A 1 is an inch over: 1.00 less 0.375 of the base is more than the burst's 0.5.
        let line = Grenades::default();
        assert_eq!(thrown(&line, [8, 1]).exposed, 1);
        assert_eq!(thrown(&line, [1]).effect, Effect::Misses);
        // A 3 is an inch to the right, on the next man.
        assert_eq!(thrown(&line, [3, 1]).exposed, 1);
    }

    #[test]
    fn firing_figures_grenade_is_table_4_in_the_column_of_8() {
        // 2 1 1 1 1 and nothing on a 6; the burst holds one man.
        let hit = |die| thrown(&Grenades::default(), [10, die]).lost.casualties;
        assert_eq!([1, 2, 3, 4, 5, 6].map(hit), [1, 1, 1, 1, 1, 0]);
    }

    #[test]
    fn grenades_odds_against_a_lone_man() {
        // Hit on 8 or more (3/10), then a casualty on 1 to 5. An inch straight misses him, but on a diagonal the burst is
        // 0.71 off each way and the corner 0.335 each way, 0.474 away, which is within 0.5.
        let (throwing, stage) = Throwing::begin(&Grenades { men: 1, ..Grenades::default() });
        let odds = of_chain(&Budget::default(), &throwing, &Dist::certain(stage)).dist;
        // Directions 2, 4 and 6 are diagonal; 8 is a hit.
        let reached = ratio(3, 10) + ratio(3, 10);
        assert_eq!(odds.chance_that(|end| end.lost.casualties == 1), reached * ratio(5, 6));
    }

    #[test]
    fn several_grenades_are_thrown_one_after_another() {
        let two = Grenades { grenades: 2, ..Grenades::default() };
        assert_eq!(thrown(&two, [9, 1, 9, 2]).lost.casualties, 2);
        let lone = Grenades { grenades: 2, men: 1, ..Grenades::default() };
        assert_eq!(thrown(&lone, [9, 1]).lost.casualties, 1, "there is nobody left for the second");
    }

    #[test]
    fn deviation_building_adds_2_for_grenades_too() {
        let (throwing, stage) = Throwing::begin(&Grenades { men: 1, building: true, ..Grenades::default() });
        let odds = of_chain(&Budget::default(), &throwing, &Dist::certain(stage)).dist;
        // Hit on 6 or more; of the misses 2 and 4 are diagonal.
        assert_eq!(odds.chance_that(|end| end.exposed == 1), ratio(7, 10));
    }

    #[test]
    fn r33_the_crew_of_a_halted_tank_is_in_hard_cover_against_a_grenade() {
        let table = |vehicle| Throwing::burst_at_crew(2, vehicle).0.table.total();
        assert_eq!((table(Vehicle::MarkIv), table(Vehicle::OpenCar)), (2, 3));
    }
}
