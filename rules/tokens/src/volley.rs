//! Firing: how far a unit shoots and with how many dice.

use crate::charts;
use crate::units::{Kind, Unit};
use kernel::prelude::*;

/// Whether a unit moves before it fires, which has its own columns on the chart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Mode {
    /// It only fires.
    #[default]
    Fire,
    /// It moves first, then fires.
    MoveAndFire,
}

/// A unit that is about to fire: over which distance, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Volley {
    pub(crate) firer: Unit,
    pub(crate) mode: Mode,
    pub(crate) range: u8,
    /// Guns that fire with the eyes of another.
    pub(crate) indirect: bool,
}

impl Volley {
    /// Firing: the dice of the unit's row, with those that its range adds.
    pub(crate) fn dice(self) -> Tally {
        let (row, rule) = self.row();
        let columns = self.mode.columns();
        let dice = charts::FIRING.number(row, columns.dice);
        let bases = self.firer.bases.into();
        let each_base = self.firer.kind.is_artillery();
        let printed = if each_base {
            Tally::of("dice").each(bases, rule, "each base", dice)
        } else {
            Tally::base("dice", rule, "on the chart", dice)
        };
        self.bonuses().filter(|bonus| bonus.applies(self)).fold(printed, |sum, bonus| match bonus.by {
            By::More => sum.plus(rule, bonus.words, bonus.dice),
            By::Instead => sum.each(bases, rule, bonus.words, bonus.dice - dice),
        })
    }

    /// The cell of the chart that gives the dice.
    pub(crate) fn cell(self) -> Cell {
        charts::FIRING.cell(self.row().0, self.mode.columns().dice)
    }

    /// Refuses what the unit cannot do: moving and firing, firing too far, or firing with the eyes of another.
    pub(crate) fn check(self) -> Result<(), Refusal> {
        let kind = self.firer.kind.plural();
        let (row, rule) = self.row();
        let reach = charts::FIRING.text(row, self.mode.columns().range);
        if reach == "-" {
            return Err(Refusal::field("mode", format!("{kind} may not move and fire ({rule})")));
        }
        if self.indirect && !self.firer.kind.is_artillery() {
            return Err(Refusal::field(
                "indirect",
                format!("{kind} must see what they fire at; only guns fire indirectly (R8)"),
            ));
        }
        if reach.parse().is_ok_and(|reach: u8| self.range > reach) {
            let range = self.range;
            return Err(Refusal::field(
                "range",
                format!("the target is {range} inches away, but {kind} reach {reach} ({rule})"),
            ));
        }
        Ok(())
    }

    /// Its row on the chart; infantry and cavalry of one base have a row of their own.
    fn row(self) -> (&'static str, Rule) {
        match self.firer.kind {
            Kind::Infantry | Kind::MountedCavalry | Kind::DismountedCavalry if self.firer.bases == 1 => {
                ("one base", Rule("Firing:one-base"))
            }
            Kind::Infantry => ("infantry battalion", Rule("Firing:infantry-battalion")),
            Kind::MountedCavalry | Kind::DismountedCavalry => ("cavalry regiment", Rule("Firing:cavalry-regiment")),
            Kind::MachineGuns => ("machine gun", Rule("Firing:machine-gun")),
            Kind::FieldGuns => ("field guns", Rule("Firing:field-guns")),
            Kind::HeavyGuns => ("heavy guns", Rule("Firing:heavy-guns")),
        }
    }

    fn bonuses(self) -> impl Iterator<Item = Bonus> {
        let text: &'static str = charts::FIRING.text(self.row().0, self.mode.columns().bonus);
        text.split(", ").filter(|words| *words != "-").map(Bonus::read)
    }
}

/// The columns of a mode on the chart.
struct Columns {
    range: &'static str,
    dice: &'static str,
    bonus: &'static str,
}

impl Mode {
    fn columns(self) -> Columns {
        match self {
            Mode::Fire => Columns { range: "fire range", dice: "fire dice", bonus: "fire bonus" },
            Mode::MoveAndFire => {
                Columns { range: "move & fire range", dice: "move & fire dice", bonus: "move & fire bonus" }
            }
        }
    }
}

/// What a short range adds, as printed: `+1 within 4`, `+1 more within 2`, `2 a base within 24 (direct)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Bonus {
    words: &'static str,
    dice: i32,
    by: By,
    within: u8,
    direct: bool,
}

/// How a bonus counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum By {
    /// Dice more.
    More,
    /// Dice a base instead of those printed.
    Instead,
}

impl Bonus {
    /// Panics on words that cannot be read: the chart is part of the program.
    fn read(words: &'static str) -> Bonus {
        let read = || {
            let (dice, place) = words.split_once(" within ")?;
            let (dice, by) = match dice.strip_prefix('+') {
                Some(more) => (more.trim_end_matches(" more"), By::More),
                None => (dice.trim_end_matches(" a base"), By::Instead),
            };
            let direct = place.ends_with("(direct)");
            let within = place.trim_end_matches(" (direct)").parse().ok()?;
            Some(Bonus { words, dice: dice.parse().ok()?, by, within, direct })
        };
        read().unwrap_or_else(|| panic!("chart firing: cannot read the bonus '{words}'"))
    }

    /// R8 Dice for direct fire need the guns' own sight.
    fn applies(&self, volley: Volley) -> bool {
        volley.range <= self.within && !(self.direct && volley.indirect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Quality;

    fn volley(kind: Kind, bases: u8, range: u8) -> Volley {
        let firer = Unit::of(kind, Quality::Regular, bases, 0);
        Volley { firer, mode: Mode::Fire, range, indirect: false }
    }

    fn dice<const N: usize>(kind: Kind, bases: u8, ranges: [u8; N]) -> [i32; N] {
        ranges.map(|range| volley(kind, bases, range).dice().total())
    }

    fn moving(kind: Kind, bases: u8, range: u8) -> Volley {
        Volley { mode: Mode::MoveAndFire, ..volley(kind, bases, range) }
    }

    #[test]
    fn firing_infantry_battalion_has_2_dice_and_1_more_within_4() {
        assert_eq!(dice(Kind::Infantry, 3, [4, 5, 12]), [3, 2, 2]);
        assert_eq!(moving(Kind::Infantry, 2, 4).dice().total(), 3);
        assert!(volley(Kind::Infantry, 3, 13).check().is_err() && volley(Kind::Infantry, 3, 12).check().is_ok());
        assert!(moving(Kind::Infantry, 3, 7).check().is_err() && moving(Kind::Infantry, 3, 6).check().is_ok());
    }

    #[test]
    fn firing_cavalry_regiment_has_1_die_1_more_within_4_and_1_more_within_2() {
        assert_eq!(dice(Kind::MountedCavalry, 3, [2, 3, 4, 5]), [3, 2, 2, 1]);
        assert_eq!(dice(Kind::DismountedCavalry, 2, [2, 3, 4, 5]), [3, 2, 2, 1], "on foot it fires on the same row");
        assert_eq!(moving(Kind::MountedCavalry, 3, 2).dice().total(), 2, "the third die is for fire alone");
    }

    #[test]
    fn firing_one_base_has_1_die_and_no_bonus() {
        assert_eq!(dice(Kind::Infantry, 1, [1, 12]), [1, 1]);
        assert_eq!(dice(Kind::MountedCavalry, 1, [1, 12]), [1, 1]);
        assert_eq!(dice(Kind::MachineGuns, 1, [12, 24]), [3, 2], "machine guns keep the dice of the unit");
    }

    #[test]
    fn firing_machine_gun_has_2_dice_and_1_more_within_12() {
        assert_eq!(dice(Kind::MachineGuns, 2, [12, 13, 24]), [3, 2, 2]);
        assert!(volley(Kind::MachineGuns, 2, 25).check().is_err());
        assert!(moving(Kind::MachineGuns, 2, 5).check().unwrap_err().sentence.contains("may not move and fire"));
    }

    #[test]
    fn firing_field_guns_have_a_die_a_base_and_2_by_direct_fire_within_24() {
        assert_eq!(dice(Kind::FieldGuns, 3, [24, 25, 60]), [6, 3, 3]);
        assert_eq!(dice(Kind::FieldGuns, 2, [24, 25]), [4, 2]);
        assert!(volley(Kind::FieldGuns, 3, 60).check().is_ok(), "any range");
    }

    #[test]
    fn r8_field_guns_without_their_own_sight_have_a_die_a_base() {
        let unseen = Volley { indirect: true, ..volley(Kind::FieldGuns, 3, 10) };
        assert_eq!(unseen.dice().total(), 3);
        let infantry = Volley { indirect: true, ..volley(Kind::Infantry, 3, 10) };
        assert!(infantry.check().unwrap_err().sentence.contains("only guns"));
    }

    #[test]
    fn firing_heavy_guns_have_2_dice_a_base_at_any_range() {
        assert_eq!(dice(Kind::HeavyGuns, 3, [1, 60]), [6, 6]);
    }

    #[test]
    fn a_shorter_range_never_takes_dice_away() {
        for &kind in Kind::ALL {
            let dice: Vec<_> = (1..=60).map(|range| volley(kind, 3, range).dice().total()).collect();
            assert!(dice.is_sorted_by(|near, far| near >= far), "{kind}");
        }
    }
}
