//! Melee: one round.

use super::{Side, Slope, Troops, Verdict, explain_blow, resolve_blow, table_number};
use crate::casualties::{self, MOST_FIGURES, Thrown};
use crate::seats::{ATTACKER, DEFENDER};
use crate::troops::{Cover, Formation, Quality};
use kernel::prelude::*;
use std::fmt;

/// Figures of one kind in contact.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct Contingent {
    /// Who they are.
    #[field(rule = "Melee 2")]
    pub troops: Troops,
    /// How good they are.
    #[field(rule = "Melee:elite")]
    pub quality: Quality,
    /// Their formation.
    #[field(rule = "Melee:open")]
    pub formation: Formation,
    /// Figures in contact.
    #[field(rule = "Melee 3", min = 1, max = 40, default = 8)]
    pub figures: u8,
}

/// One round of melee. Contacts that hang together are one melee, with one throw a side.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Melee {
    /// The attackers in contact; the grade, base and formation of the majority hold for all.
    #[field(rule = "R13", min = 1, max = 3, default = vec![Contingent { figures: 10, ..Contingent::default() }])]
    pub attackers: Vec<Contingent>,
    /// The defenders in contact; the grade, base and formation of the majority hold for all.
    #[field(rule = "R13", min = 1, max = 3, default = vec![Contingent::default()])]
    pub defenders: Vec<Contingent>,
    /// Which round it is, and who won the one before.
    #[field(rule = "Melee:won-last-round")]
    pub round: Round,
    /// In a later round, squads of the attackers charge in.
    #[field(rule = "Melee:charging")]
    pub charged_into: bool,
    /// The attackers have lances; it counts for mounted men in the first round.
    #[field(rule = "Melee:lancers")]
    pub lancers: bool,
    /// How the ground slopes.
    #[field(rule = "Melee:uphill")]
    pub slope: Slope,
    /// What the attackers stand in.
    #[field(rule = "Melee:soft-cover")]
    pub attackers_cover: Cover,
    /// What the defenders stand in.
    #[field(rule = "Melee:trench", default = Cover::Trench)]
    pub defenders_cover: Cover,
    /// An enemy is to the attackers' flank or rear.
    #[field(rule = "Melee:flank-rear")]
    pub attackers_flanked: bool,
    /// An enemy is to the defenders' flank or rear.
    #[field(rule = "Melee:flank-rear")]
    pub defenders_flanked: bool,
    /// The defenders lie down.
    #[field(rule = "Melee:prone")]
    pub defenders_prone: bool,
    /// The defenders charge too, in the round of contact.
    #[field(rule = "R29")]
    pub defenders_charge: bool,
    /// Men of the attacking squads who are not in contact; losses beyond those in contact fall on them.
    #[field(rule = "Melee 3", max = 40)]
    pub attackers_behind: u8,
    /// Men of the defending squads who are not in contact; losses beyond those in contact fall on them.
    #[field(rule = "Melee 3", max = 40)]
    pub defenders_behind: u8,
    /// An officer, a gunner or another specialist is among the attackers.
    #[field(rule = "Melee 5")]
    pub attackers_specialist: bool,
    /// An officer, a gunner or another specialist is among the defenders.
    #[field(rule = "R7", default = true)]
    pub defenders_specialist: bool,
}

/// Which round it is, and who won the one before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Round {
    /// The round of contact: the attackers charge.
    #[default]
    First,
    /// A later round after one that nobody won.
    AfterEqual,
    /// A later round after one that the attackers won.
    AttackersWonLast,
    /// A later round after one that the defenders won.
    DefendersWonLast,
}

/// How a round ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RoundEnd {
    /// Who has the better of it.
    pub verdict: Verdict,
    /// What the attackers lose.
    pub attackers: SideLoss,
    /// What the defenders lose.
    pub defenders: SideLoss,
}

/// What a side loses in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct SideLoss {
    /// Casualties.
    pub casualties: u16,
    /// The enemy threw a 1 that hit, so he may name a specialist among them.
    pub specialist_named: bool,
}

/// A round: the throws of the attackers, then those of the defenders; both count at the same moment.
pub struct Fighting {
    attackers: Fighters,
    defenders: Fighters,
}

/// One side of a round.
struct Fighters {
    side: Side,
    /// All who can be lost, in contact or behind.
    men: u16,
    specialist: bool,
    seat: Seat,
}

/// Where the round stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    /// Attackers who have yet to strike.
    attackers_left: u16,
    /// Defenders who have yet to strike.
    defenders_left: u16,
    attackers: SideLoss,
    defenders: SideLoss,
}

impl Fighting {
    /// The round and where it begins.
    pub fn begin(melee: &Melee) -> (Fighting, Stage) {
        let charging = melee.round == Round::First || melee.charged_into;
        let attackers = Side {
            charging,
            lancers: melee.lancers,
            won_last_round: melee.round == Round::AttackersWonLast,
            uphill: melee.slope == Slope::AttackersUphill,
            cover: melee.attackers_cover,
            flanked: melee.attackers_flanked,
            ..majority(&melee.attackers)
        };
        let defenders = Side {
            prone: melee.defenders_prone,
            charging: charging && melee.defenders_charge,
            won_last_round: melee.round == Round::DefendersWonLast,
            uphill: melee.slope == Slope::DefendersUphill,
            cover: melee.defenders_cover,
            flanked: melee.defenders_flanked,
            ..majority(&melee.defenders)
        };
        let stage = Stage {
            attackers_left: attackers.figures,
            defenders_left: defenders.figures,
            attackers: SideLoss::default(),
            defenders: SideLoss::default(),
        };
        let attackers = Fighters {
            side: attackers,
            men: attackers.figures + u16::from(melee.attackers_behind),
            specialist: melee.attackers_specialist,
            seat: ATTACKER,
        };
        let defenders = Fighters {
            side: defenders,
            men: defenders.figures + u16::from(melee.defenders_behind),
            specialist: melee.defenders_specialist,
            seat: DEFENDER,
        };
        (Fighting { attackers, defenders }, stage)
    }
}

impl Fighters {
    /// One throw of this side at `enemy`, who has lost `lost` so far in the round.
    fn strike(&self, figures: u16, enemy: &Fighters, lost: SideLoss, dice: &mut dyn Dice) -> Resolved<SideLoss> {
        let table = table_number(&self.side, enemy.side.figures);
        let blow = if enemy.specialist {
            resolve_naming_blow(table, figures, self.seat, dice)
        } else {
            resolve_blow(table, figures, self.seat, dice).map(|casualties| (casualties, false))
        };
        blow.map(|(casualties, named)| SideLoss {
            casualties: (lost.casualties + casualties).min(enemy.men),
            specialist_named: lost.specialist_named || named,
        })
    }
}

impl Chain for Fighting {
    type Stage = Stage;
    type Outcome = RoundEnd;

    fn turn(&self, stage: &Stage) -> Turn<Stage, RoundEnd> {
        if stage.attackers_left > 0 || stage.defenders_left > 0 {
            return Turn::Roll;
        }
        let Stage { attackers, defenders, .. } = *stage;
        let verdict = Verdict::of(attackers.casualties, defenders.casualties);
        Turn::Done(RoundEnd { verdict, attackers, defenders })
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Fighting { attackers, defenders } = self;
        if stage.attackers_left > 0 {
            let figures = stage.attackers_left.min(MOST_FIGURES);
            let left = stage.attackers_left - figures;
            let struck = attackers.strike(figures, defenders, stage.defenders, dice);
            struck.map(|defenders| Stage { attackers_left: left, defenders, ..*stage })
        } else {
            let figures = stage.defenders_left.min(MOST_FIGURES);
            let left = stage.defenders_left - figures;
            let struck = defenders.strike(figures, attackers, stage.attackers, dice);
            struck.map(|attackers| Stage { defenders_left: left, attackers, ..*stage })
        }
    }
}

/// R13: grade, base and formation of the majority of the figures in contact; if equal, the lower one.
fn majority(contingents: &[Contingent]) -> Side {
    let figures_of = |is: &dyn Fn(&Contingent) -> bool| -> u16 {
        contingents.iter().filter(|contingent| is(contingent)).map(|contingent| u16::from(contingent.figures)).sum()
    };
    // Of equal shares the last in the list wins, so the lists run from the better to the worse.
    let quality = [Quality::Elite, Quality::Crack, Quality::Average, Quality::Green]
        .into_iter()
        .max_by_key(|&quality| figures_of(&|contingent| contingent.quality == quality));
    let formation = [Formation::Line, Formation::OpenOrder, Formation::Skirmish]
        .into_iter()
        .max_by_key(|&formation| figures_of(&|contingent| contingent.formation == formation));
    let troops = [
        Troops::MountedCavalry,
        Troops::Infantry,
        Troops::Gunners,
        Troops::DismountedCavalry,
        Troops::DismountedGeneral,
    ]
    .into_iter()
    .max_by_key(|&troops| figures_of(&|contingent| contingent.troops == troops));
    Side {
        troops: troops.unwrap_or_default(),
        quality: quality.unwrap_or_default(),
        formation: formation.unwrap_or_default(),
        figures: figures_of(&|_| true),
        ..Side::default()
    }
}

/// Melee 5: the same blow where a specialist is among the enemies: a 1 that hits lets the one who threw it name him.
fn resolve_naming_blow(table: Tally, figures: u16, who: Seat, dice: &mut dyn Dice) -> Resolved<(u16, bool)> {
    let die = dice.d6(Why::low("melee", who));
    let read = casualties::read(table.total(), figures, die.value());
    let named = die.value() == 1 && read.casualties > 0;
    let mut blow = explain_blow(Thrown { die, read }, table, figures, true);
    if named {
        blow.because.rule = Rule("Melee 5");
        blow.because.result =
            Phrase::of("{} {casualty|casualties}, and a specialist may be named").number(blow.outcome);
    }
    blow.map(|casualties| (casualties, named))
}

impl fmt::Display for RoundEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)
    }
}

impl Outcome for RoundEnd {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("attackers lost", self.attackers.casualties.into()),
            ("defenders lost", self.defenders.casualties.into()),
            ("attacking specialist named", self.attackers.specialist_named.into()),
            ("defending specialist named", self.defenders.specialist_named.into()),
        ]
    }
}

impl Melee {
    /// The same within what the form takes: the three strongest contingents of a side.
    #[must_use]
    pub fn for_desk(&self) -> Melee {
        let strongest = |contingents: &[Contingent]| {
            let mut all = contingents.to_vec();
            all.sort_by_key(|contingent| std::cmp::Reverse(contingent.figures));
            all.truncate(3);
            all
        };
        Melee { attackers: strongest(&self.attackers), defenders: strongest(&self.defenders), ..self.clone() }
    }
}

/// One round of melee.
pub fn procedure() -> impl Procedure<Situation = Melee> {
    let card = Card {
        name: "melee",
        title: "Melee, one round",
        rule: Rule("Melee 6"),
        about: "Who has the better of one round, and at what price?",
        seat: ATTACKER,
    };
    Chained::new(card, Fighting::begin)
}

#[cfg(test)]
mod tests;
