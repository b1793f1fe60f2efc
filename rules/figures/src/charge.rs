//! Charges: point-blank fire, the attackers' nerve, then melee to its end (Melee 1 to 7).

mod end;
mod known;
mod rounds;

pub use end::{ChargeEnd, End, Fight, LastRound, Stage};

use crate::casualties::{self, Thrown};
use crate::fire_modifiers::{Delivery, Firer, Posture, table_number as fire_table};
use crate::melee::{Slope, Troops};
use crate::morale::{Nerve, Occasion, Outnumbered, Squad, number_sum, resolve_failure, resolve_test};
use crate::seats::{ATTACKER, DEFENDER};
use crate::troops::{Armour, Cover, Formation, Quality};
use crate::weapons::{POINT_BLANK, Weapon};
use kernel::prelude::*;
use known::Known;

/// A charge that has come within reach of the defenders.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Charge {
    /// Figures that charge. Chargers do not fire.
    #[field(rule = "R8", min = 1, max = 40, default = 12)]
    pub attackers: u8,
    /// Who charges.
    #[field(rule = "Melee 2")]
    pub attackers_troops: Troops,
    /// How good the attackers are.
    #[field(rule = "Melee:crack")]
    pub attackers_quality: Quality,
    /// The attackers' formation.
    #[field(rule = "Melee:open", default = Formation::OpenOrder)]
    pub attackers_formation: Formation,
    /// What covers the attackers against fire and steadies them; shelled ground is soft cover.
    #[field(rule = "Movement:shelled-cover")]
    pub attackers_cover: Cover,
    /// Mounted attackers have lances.
    #[field(rule = "Melee:lancers")]
    pub lancers: bool,
    /// The attackers' leader is within 6 inches.
    #[field(rule = "Morale:leader", default = true)]
    pub attackers_leader: bool,
    /// Attackers already lost in this game, which decides when they are at half strength.
    #[field(rule = "Morale 3", max = 40)]
    pub attackers_lost_before: u8,
    /// The attackers have not been under fire before.
    #[field(rule = "Morale 1")]
    pub attackers_fresh: bool,
    /// Enemies, impassable ground or the edge bar the attackers' way back.
    #[field(rule = "R14")]
    pub attackers_blocked: bool,
    /// An enemy is to the attackers' flank or rear.
    #[field(rule = "Melee:flank-rear")]
    pub attackers_flanked: bool,
    /// Defenders who fight.
    #[field(rule = "Melee 3", min = 1, max = 40, default = 8)]
    pub defenders: u8,
    /// Who defends.
    #[field(rule = "R13")]
    pub defenders_troops: Troops,
    /// How good the defenders are.
    #[field(rule = "Melee:green")]
    pub defenders_quality: Quality,
    /// The defenders' formation.
    #[field(rule = "Melee:skirmish")]
    pub defenders_formation: Formation,
    /// The defenders lie down: they are up after the first round.
    #[field(rule = "R45")]
    pub defenders_prone: bool,
    /// What the defenders stand in. A trench or a bunker is a fixed defence, so its men do not follow.
    #[field(rule = "Melee 6", default = Cover::Trench)]
    pub defenders_cover: Cover,
    /// Their hard cover is a dugout, or a building or wall that the scenario marks as prepared: a fixed defence too.
    #[field(rule = "Melee 6")]
    pub prepared: bool,
    /// The defenders' leader is within 6 inches.
    #[field(rule = "Morale:leader", default = true)]
    pub defenders_leader: bool,
    /// Enemies, impassable ground or the edge bar the defenders' way back.
    #[field(rule = "R14")]
    pub defenders_blocked: bool,
    /// An enemy is to the defenders' flank or rear.
    #[field(rule = "Melee:flank-rear")]
    pub defenders_flanked: bool,
    /// Enemy armour that comes with the attackers and weighs on the defenders.
    #[field(rule = "Morale:armour")]
    pub tanks: Armour,
    /// Defending rifles that fire at point blank.
    #[field(rule = "Melee 1", max = 40, default = 6)]
    pub rifles: u8,
    /// The defenders are of the British Expeditionary Force; it counts for their rifles.
    #[field(rule = "Fire modifiers:bef")]
    pub bef: bool,
    /// Defending light machine guns that fire at point blank.
    #[field(rule = "Melee 1", max = 2)]
    pub lmgs: u8,
    /// Defending heavy machine guns that fire at point blank.
    #[field(rule = "Melee 1", max = 2)]
    pub hmgs: u8,
    /// The defenders did not move, so that their fire is aimed.
    #[field(rule = "R8", default = true)]
    pub aimed: bool,
    /// How the ground slopes.
    #[field(rule = "Melee:uphill")]
    pub slope: Slope,
    /// Figures of a side that find room in base contact in the first round; later all come into contact.
    #[field(rule = "Melee 3", min = 1, max = 40, default = 40)]
    pub frontage: u8,
    /// Rounds to look ahead, one a move; 99 is to the end.
    #[field(rule = "R13", min = 1, max = 99, default = TO_THE_END)]
    pub rounds: u8,
}

/// As many rounds as it takes.
const TO_THE_END: u8 = 99;

/// The whole charge.
pub struct Charging {
    charge: Charge,
    volleys: Vec<Volley>,
    known: Known,
}

/// One throw of point-blank fire.
struct Volley {
    table: Tally,
    figures: Tally,
}

/// Which side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Who {
    /// The side that charged.
    Attackers,
    /// The side that was charged.
    Defenders,
}

impl Charging {
    /// The charge and where it begins.
    pub fn begin(charge: &Charge) -> (Charging, Stage) {
        let volleys = charge.volleys();
        let charging = Charging { charge: charge.clone(), volleys, known: Known::nothing() };
        let start = charging.after_volley(0, charge.attackers);
        (charging, start)
    }

    /// Melee 1: one throw of the defenders' fire at point blank. R8: in the column of 2 inches.
    fn fire(&self, at: u8, attackers: u8, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Volley { table, figures } = &self.volleys[usize::from(at)];
        let why = Why::low("point-blank fire", DEFENDER);
        let Thrown { die, read } = casualties::throw(table.total(), figures.total() as u16, why, dice);
        let left = attackers.saturating_sub(read.casualties);
        let explained =
            Explanation::of(Rule("Melee 1"), "point-blank fire").throw(die).tally(table.clone()).tally(figures.clone());
        let phrase = Phrase::of("{} {attacker falls|attackers fall}").number(attackers - left);
        explained.read_at(read.cell).gives(self.after_volley(at + 1, left), phrase)
    }

    /// What follows when `fired` volleys have been thrown: more fire, the attackers' test, or the melee.
    fn after_volley(&self, fired: u8, attackers: u8) -> Stage {
        let shot = self.charge.attackers - attackers;
        if attackers == 0 {
            return self.over(End::AttackersDestroyed, 0, self.charge.defenders, 0);
        }
        if usize::from(fired) < self.volleys.len() {
            return Stage::Fire { fired, attackers };
        }
        match self.occasion_of_fire(attackers) {
            Some(_) => Stage::Nerve { attackers },
            None => self.contact(attackers, shot),
        }
    }

    /// Morale 1 and 3: does the fire call for a test?
    fn occasion_of_fire(&self, attackers: u8) -> Option<Occasion> {
        let charge = &self.charge;
        let at_start = u16::from(charge.attackers) + u16::from(charge.attackers_lost_before);
        let at_half = 2 * u16::from(attackers) <= at_start;
        match () {
            () if self.volleys.is_empty() => None,
            () if charge.attackers_fresh => Some(Occasion::FirstUnderFire),
            () if at_half && attackers < charge.attackers => Some(Occasion::HalfStrength),
            () => None,
        }
    }

    fn contact(&self, attackers: u8, shot: u8) -> Stage {
        Stage::Attack(Fight {
            attackers,
            defenders: self.charge.defenders,
            round: 1,
            last: LastRound::Nobody,
            quiet: false,
            in_defences: self.charge.are_defences_manned(),
            shot,
        })
    }

    /// The attackers as morale sees them under the point-blank fire.
    fn under_fire(&self, attackers: u8) -> Squad {
        let charge = &self.charge;
        Squad {
            quality: charge.attackers_quality,
            leader: charge.attackers_leader,
            cover: charge.attackers_cover,
            flank: charge.attackers_flanked,
            casualties: charge.attackers - attackers,
            under_fire: true,
            outnumbered: Outnumbered::of(attackers.into(), charge.defenders.into()),
            ..untroubled(self.occasion_of_fire(attackers).unwrap_or_default())
        }
    }

    fn ended(&self, end: End, fight: Fight) -> Stage {
        self.over(end, fight.attackers, fight.defenders, fight.round)
    }

    fn over(&self, end: End, attackers: u8, defenders: u8, rounds: u8) -> Stage {
        let attackers_lost = self.charge.attackers - attackers;
        let defenders_lost = self.charge.defenders - defenders;
        Stage::Over(ChargeEnd { end, attackers_lost, defenders_lost, rounds: rounds.min(2) })
    }
}

impl Chain for Charging {
    type Stage = Stage;
    type Outcome = ChargeEnd;

    fn turn(&self, stage: &Stage) -> Turn<Stage, ChargeEnd> {
        match stage {
            Stage::Over(end) => Turn::Done(*end),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        if dice.tells() {
            return self.throw(stage, dice);
        }
        // Where nobody is told, the second throw of a round or of a test follows the first at once: there are far
        // fewer stages to meet.
        match *stage {
            Stage::Attack(fight) => Resolved::untold(self.round(fight, dice)),
            Stage::Test { fight, loser, lost } => Resolved::untold(self.whole_test(fight, loser, lost, dice)),
            _ => self.throw(stage, dice),
        }
    }
}

impl Charging {
    /// The one throw at a stage.
    fn throw(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Fire { fired, attackers } => self.fire(fired, attackers, dice),
            Stage::Nerve { attackers } => {
                let squad = self.under_fire(attackers);
                resolve_test(number_sum(&squad, dice.tells()), squad.occasion, ATTACKER, dice).map(|passed| {
                    let shot = self.charge.attackers - attackers;
                    if passed { self.contact(attackers, shot) } else { Stage::Falters { attackers } }
                })
            }
            Stage::Falters { attackers } => resolve_failure(ATTACKER, dice).map(|nerve| {
                let end = if nerve == Nerve::Routs { End::AttackersRout } else { End::Falters };
                let left = attackers - u8::from(nerve == Nerve::FallsBackTwo);
                self.over(end, left, self.charge.defenders, 0)
            }),
            Stage::Attack(fight) => self.attack(fight, dice),
            Stage::Defend { fight, struck } => self.defend(fight, struck, dice),
            Stage::Test { fight, loser, lost } => self.test(fight, loser, lost, dice),
            Stage::Failed { fight, loser } => {
                let failed = resolve_failure(loser.seat(), dice);
                self.after_nerve(fight, loser, failed.outcome).ruled(failed.because)
            }
            Stage::Over(_) => unreachable!("a charge that is over throws no dice"),
        }
    }
}

impl Charge {
    /// The throws of point-blank fire: each class of weapon, and each machine gun, is one (R4).
    fn volleys(&self) -> Vec<Volley> {
        let delivery = Delivery { aimed: self.aimed, bef: self.bef, ..Delivery::default() };
        let target = Posture { cover: self.attackers_cover, formation: self.attackers_formation, prone: false };
        let volley = |weapon: Weapon| {
            let firer = Firer { quality: self.defenders_quality, delivery, ..Firer::of(weapon) };
            Volley { table: fire_table(&firer, POINT_BLANK, &target), figures: weapon.figures(self.rifles.into(), 0) }
        };
        let rifles = (self.rifles > 0).then_some(Weapon::Rifle);
        let guns = std::iter::repeat_n(Weapon::Lmg, self.lmgs.into());
        let weapons = rifles.into_iter().chain(guns).chain(std::iter::repeat_n(Weapon::Hmg, self.hmgs.into()));
        weapons.map(volley).collect()
    }

    /// Melee 6 Trenches and bunkers are fixed defences, and hard cover that was prepared.
    fn are_defences_manned(&self) -> bool {
        self.defenders_cover.is_fixed(self.prepared)
    }

    /// Defenders who have been driven out of their cover have none.
    fn cover_of_defenders(&self, fight: Fight) -> Cover {
        let driven_out = self.are_defences_manned() && !fight.in_defences;
        if driven_out { Cover::NoCover } else { self.defenders_cover }
    }

    fn is_blocked(&self, who: Who) -> bool {
        match who {
            Who::Attackers => self.attackers_blocked,
            Who::Defenders => self.defenders_blocked,
        }
    }
}

impl Who {
    fn seat(self) -> Seat {
        match self {
            Who::Attackers => ATTACKER,
            Who::Defenders => DEFENDER,
        }
    }
}

/// A squad that nothing weighs on.
fn untroubled(occasion: Occasion) -> Squad {
    Squad {
        occasion,
        quality: Quality::Average,
        sniper: false,
        cover: Cover::NoCover,
        casualties: 0,
        leader: false,
        gas: false,
        under_fire: false,
        pushed_back: false,
        falling_back: false,
        flank: false,
        rear: false,
        outnumbered: Outnumbered::NotOutnumbered,
        armour: Armour::NoArmour,
    }
}

/// A charge, from the defenders' fire to the end of the melee.
pub fn procedure() -> impl Procedure<Situation = Charge> {
    let card = Card {
        name: "charge",
        title: "Charge",
        rule: Rule("Melee"),
        about: "Does a charge get home through point-blank fire, and how does the melee end?",
        seat: ATTACKER,
    };
    Chained::new(card, Charging::begin)
}

#[cfg(test)]
mod tests;
