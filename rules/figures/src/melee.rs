//! Melee: the table of a side and the blows it strikes. A round of both sides is in `melee/round.rs`.

pub mod round;

use crate::casualties::{self, ByBand, Thrown, held_to_tables};
use crate::charts;
use crate::troops::{Cover, Formation, Quality};
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::MELEE {
    elite, crack, green, open, skirmish, prone, charging, cavalry_not_charging, lancers, won_last_round, flank_rear,
    odds_2, odds_3, uphill, hard_cover, soft_cover, trench,
} }

/// Who fights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Troops {
    /// Infantry.
    #[default]
    Infantry,
    /// Cavalry on horseback.
    MountedCavalry,
    /// Cavalry on foot.
    DismountedCavalry,
    /// A general on foot.
    DismountedGeneral,
    /// Gunners, who fight as infantry.
    Gunners,
}

/// How the ground slopes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Slope {
    /// Neither side stands higher.
    #[default]
    Level,
    /// The attackers stand uphill.
    AttackersUphill,
    /// The defenders stand uphill.
    DefendersUphill,
}

/// One side as it strikes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Side {
    /// Who fights.
    pub troops: Troops,
    /// How good they are.
    pub quality: Quality,
    /// Their formation.
    pub formation: Formation,
    /// They lie down.
    pub prone: bool,
    /// They charge: the attackers in the round of contact.
    pub charging: bool,
    /// They have lances.
    pub lancers: bool,
    /// They won the last round.
    pub won_last_round: bool,
    /// They stand uphill of the enemy.
    pub uphill: bool,
    /// What they stand in.
    pub cover: Cover,
    /// An enemy is to their flank or rear.
    pub flanked: bool,
    /// Figures in contact.
    pub figures: u16,
}

/// Melee 2: base factor and modifiers give the casualty table of a side.
///
/// Of open order, skirmish order and prone the heaviest counts, of hard and soft cover the better; a trench is hard
/// cover and has its own line besides (R13). Odds are by figures in contact (R13).
pub fn table_number(side: &Side, enemies: u16) -> Tally {
    table_sum(side, enemies, true)
}

/// The same, with its lines kept only where somebody is told them.
pub(crate) fn table_sum(side: &Side, enemies: u16, tells: bool) -> Tally {
    let mounted = side.troops == Troops::MountedCavalry;
    let tally = Tally::when_told("table", tells)
        .plus(side.troops.rule(), "base", BASES[side.troops as usize])
        .when(side.quality == Quality::Elite, &MODIFIERS.elite)
        .when(side.quality == Quality::Crack, &MODIFIERS.crack)
        .when(side.quality == Quality::Green, &MODIFIERS.green)
        .greatest([
            (side.prone, &MODIFIERS.prone),
            (side.formation == Formation::Skirmish, &MODIFIERS.skirmish),
            (side.formation == Formation::OpenOrder, &MODIFIERS.open),
        ])
        .when(side.charging, &MODIFIERS.charging)
        .when(mounted && !side.charging, &MODIFIERS.cavalry_not_charging)
        .when(side.lancers && mounted && side.charging, &MODIFIERS.lancers)
        .when(side.won_last_round, &MODIFIERS.won_last_round)
        .when(side.flanked, &MODIFIERS.flank_rear)
        .greatest([(side.figures >= 3 * enemies, &MODIFIERS.odds_3), (side.figures >= 2 * enemies, &MODIFIERS.odds_2)])
        .when(side.uphill, &MODIFIERS.uphill)
        .when(side.cover.is_hard_or_better(), &MODIFIERS.hard_cover)
        .when(side.cover.is_soft(), &MODIFIERS.soft_cover)
        .when(side.cover == Cover::Trench, &MODIFIERS.trench);
    held_to_tables(tally)
}

/// Melee 3 and 4: 1D6 under the figures involved, at most 40 of them at once (R4); casualties are twice the number.
pub fn resolve_blow(table: Tally, figures: u16, who: Seat, dice: &mut dyn Dice) -> Resolved<u16> {
    let thrown = casualties::throw(table.total(), figures, Why::low("melee", who), dice);
    explain_blow(thrown, table, figures, dice.tells())
}

fn explain_blow(Thrown { die, read }: Thrown, table: Tally, figures: u16, tells: bool) -> Resolved<u16> {
    let number = i32::from(read.casualties);
    let doubled = Tally::when_told("casualties", tells).plus(Rule("Melee 3"), "on the table", number).plus(
        Rule("Melee 4"),
        "twice the number",
        number,
    );
    let casualties = doubled.total() as u16;
    if !tells {
        return Resolved::untold(casualties);
    }
    let explained = Explanation::of(Rule("Melee 2"), "melee").throw(die).tally(table).tally(doubled);
    let phrase = Phrase::of("{} {figure|figures}: {} {casualty|casualties}").number(figures).number(casualties);
    explained.read_at(read.cell).gives(casualties, phrase)
}

/// The blow of a side, for those who throw it many times over and are told nothing of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Blow {
    casualties: ByBand,
    who: Seat,
}

impl Blow {
    /// The blow of so many figures in contact on their table.
    pub(crate) fn of(table: i32, figures: u16, who: Seat) -> Blow {
        Blow { casualties: ByBand::of(table, figures), who }
    }

    /// The casualties of one throw, as [`resolve_blow`] has them.
    pub(crate) fn strike(&self, dice: &mut dyn Dice) -> u16 {
        // Melee 4: twice the number.
        2 * u16::from(self.casualties.throw(Why::low("melee", self.who), dice))
    }
}

static BASES: LazyLock<Vec<i32>> =
    LazyLock::new(|| Troops::ALL.iter().map(|troops| charts::MELEE.number(troops.row(), "base")).collect());

kernel::outcomes! {
    /// Who has the better of a round, from the worst for the attackers to the best.
    pub enum Verdict {
        /// They lose more.
        AttackersLose = "the attackers lose the round",
        /// Both lose the same.
        Equal = "equal casualties, they fight on",
        /// The defenders lose more.
        AttackersWin = "the attackers win the round",
    }
}

impl Verdict {
    /// Melee 6: the side with more casualties retreats; on equal ones they fight on (R13).
    pub fn of(attackers_lost: u16, defenders_lost: u16) -> Verdict {
        match attackers_lost.cmp(&defenders_lost) {
            std::cmp::Ordering::Greater => Verdict::AttackersLose,
            std::cmp::Ordering::Equal => Verdict::Equal,
            std::cmp::Ordering::Less => Verdict::AttackersWin,
        }
    }
}

impl Troops {
    fn row(self) -> &'static str {
        // R13: gunners fight at 3, as infantry does.
        if self == Troops::Gunners { Troops::Infantry.name() } else { self.name() }
    }

    fn rule(self) -> Rule {
        match self {
            Troops::Infantry => Rule("Melee:infantry"),
            Troops::MountedCavalry => Rule("Melee:mounted-cavalry"),
            Troops::DismountedCavalry => Rule("Melee:dismounted-cavalry"),
            Troops::DismountedGeneral => Rule("Melee:dismounted-general"),
            Troops::Gunners => Rule("R13"),
        }
    }
}

#[cfg(test)]
mod tests;
