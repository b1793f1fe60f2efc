//! 22: barrages, each with its deviation, on a square with units in it.

use crate::charts;
use crate::command::Command;
use crate::hits::{Body, Losses, Placement, Placing, Toll, policies};
use crate::saves::Shelter;
use crate::seats::{GUNNER, TARGET};
use crate::unit::{Defences, Ground, Unit, check_square};
use kernel::prelude::*;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A barrage, and a square with units that it may fall on.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Barrage {
    /// The kind of barrage.
    #[field(rule = "22")]
    pub kind: BarrageKind,
    /// The quality of the guns.
    #[field(rule = "22:deviation", default = Command::Average)]
    pub quality: Command,
    /// How many rows behind the aimed square the units stand: 0 in it, -1 in the row before it. A rolling barrage
    /// reaches 2 rows further.
    #[field(rule = "R14", min = -1, max = 3)]
    pub rows_behind: i8,
    /// The units in the square.
    #[field(rule = "22", min = 1, max = 6, default = vec![Unit::default(); 2])]
    pub target: Vec<Unit>,
    /// Its scenery.
    #[field(rule = "26:saves")]
    pub ground: Ground,
    /// Its defences.
    #[field(rule = "26:saves")]
    pub defences: Defences,
    /// How their owner places the first hit.
    #[field(rule = "R10")]
    pub target_places: Placing,
    /// How the gunner places the rest.
    #[field(rule = "R10", default = Placing::Weakest)]
    pub gunner_places: Placing,
}

/// The four barrages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BarrageKind {
    /// 5 squares in a row that nobody enters or leaves.
    #[default]
    Suppression,
    /// 3 squares in an L, D6 hits each.
    PointEffect,
    /// 5 squares in a row that go on forward; the attacker's only.
    Rolling,
    /// 5 squares in a row, no cover helps.
    Gas,
}

/// What a barrage did to the square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// It fell elsewhere.
    Missed,
    /// It fell on the square.
    Hit {
        /// Barrage markers left there.
        markers: u8,
        /// What the units lost.
        losses: Losses,
    },
}

/// Where a barrage stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The deviation is to be rolled.
    Aimed,
    /// A rolling barrage that has reached the row so many behind the aimed one, and may go on.
    Rolls {
        /// The row it lies on.
        row: i8,
        /// How many rows deep it is.
        depth: u8,
    },
    /// It lies on the square, and its hits are to be placed.
    Falls,
    /// Its hits are being saved.
    Struck(Toll),
    /// It fell elsewhere.
    Elsewhere,
}

/// The chain of a barrage.
pub struct BarrageChain {
    kind: BarrageKind,
    quality: Command,
    rows_behind: i8,
    body: Body,
}

impl BarrageChain {
    /// The chain of a situation.
    pub fn of(barrage: &Barrage) -> BarrageChain {
        let shelter = match barrage.kind {
            BarrageKind::Gas => Shelter::Gassed,
            _ => Shelter::UnderFire(barrage.ground, barrage.defences),
        };
        let placement = Placement {
            owner: TARGET,
            first: 1,
            owner_places: barrage.target_places,
            other_places: barrage.gunner_places,
        };
        BarrageChain {
            kind: barrage.kind,
            quality: barrage.quality,
            rows_behind: barrage.rows_behind,
            body: Body::of(&barrage.target, shelter, placement),
        }
    }

    /// It lies on a row: does that strike the units, may it still roll on to them, or has it missed them?
    fn lies_on(&self, row: i8, depth: u8) -> Stage {
        if row == self.rows_behind {
            Stage::Falls
        } else if self.kind == BarrageKind::Rolling && row < self.rows_behind && depth < DEEPEST {
            Stage::Rolls { row, depth }
        } else {
            Stage::Elsewhere
        }
    }

    /// Where the barrage lies after its deviation.
    fn deviate(&self, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Resolved { outcome: row, mut because } = deviate(self.quality, dice);
        let stage = self.lies_on(row, 1);
        if dice.tells() && stage == Stage::Elsewhere {
            because.result = Phrase::of("{}: it misses the units").word(word(row));
        }
        Resolved { outcome: stage, because }
    }

    /// Where the barrage lies after it has tried to go on.
    fn roll_on(&self, row: i8, depth: u8, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Resolved { outcome: on, mut because } = roll_on(dice);
        let stage = if on { self.lies_on(row + 1, depth + 1) } else { Stage::Elsewhere };
        if dice.tells() && stage == Stage::Elsewhere {
            because = because.under(Rule("22:rolling-stop"));
        }
        Resolved { outcome: stage, because }
    }

    /// The barrage falls on the units with the hits of its kind: 1, 2, or D6 for point effect.
    fn falls(&self, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Resolved { outcome: hits, because } = fall(self.kind, dice);
        let placed = self.body.place(hits, &Toll::default());
        if !dice.tells() {
            return Resolved::untold(Stage::Struck(placed));
        }
        let because = because.tally(self.body.placing(hits, &Toll::default(), &placed));
        Resolved { outcome: Stage::Struck(placed), because }
    }
}

/// 22:deviation Each square by the quality of the guns: a row short (-1), on target (0), a row over (1) (R14).
pub fn deviate(quality: Command, dice: &mut dyn Dice) -> Resolved<i8> {
    let roll = dice.d6(Why::either("deviation", GUNNER));
    let (where_to, cell) = quality.deviation(roll.value());
    let row = match where_to {
        "short" => -1,
        "over" => 1,
        _ => 0,
    };
    if !dice.tells() {
        return Resolved::untold(row);
    }
    let rule = match quality {
        Command::Poor => Rule("22:deviation-poor"),
        Command::Average => Rule("22:deviation-average"),
        Command::Good => Rule("22:deviation-good"),
    };
    Explanation::of(rule, "deviation").throw(roll).cell(cell).gives(row, Phrase::of("{}").word(word(row)))
}

/// 22:rolling-on A square of a rolling barrage goes on forward on 3 or more.
pub fn roll_on(dice: &mut dyn Dice) -> Resolved<bool> {
    let roll = dice.d6(Why::high("the barrage rolls on", GUNNER));
    let on = roll.value() >= 3;
    if !dice.tells() {
        return Resolved::untold(on);
    }
    let (rule, result) = if on {
        (Rule("22:rolling-on"), "it goes on a square")
    } else {
        (Rule("22:rolling-stop"), "it goes no further")
    };
    Explanation::of(rule, "rolling on").throw(roll).gives(on, Phrase::of(result))
}

/// The barrage falls on a square with the hits of its kind: 1, 2, or D6 for point effect.
pub fn fall(kind: BarrageKind, dice: &mut dyn Dice) -> Resolved<u16> {
    let roll = (kind == BarrageKind::PointEffect).then(|| dice.d6(Why::high("point effect", GUNNER)));
    let printed = || charts::BARRAGES.number(kind.row(), "hits");
    let hits = roll.as_ref().map_or_else(printed, Throw::value) as u16;
    if !dice.tells() {
        return Resolved::untold(hits);
    }
    let cell = charts::BARRAGES.cell(kind.row(), "hits");
    let mut explanation = Explanation::of(kind.effect(), "the barrage falls").cell(cell);
    if let Some(roll) = roll {
        explanation = explanation.throw(roll);
    }
    explanation.gives(hits, Phrase::of("{} {hit|hits} and {} {marker|markers}").number(hits).number(kind.markers()))
}

/// 22:rolling-stop At most 3 squares deep, the first included.
pub const DEEPEST: u8 = 3;

fn word(row: i8) -> &'static str {
    match row {
        -1 => "a row short",
        0 => "on target",
        _ => "a row over",
    }
}

impl Chain for BarrageChain {
    type Stage = Stage;
    type Outcome = Effect;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Effect> {
        match stage {
            Stage::Elsewhere => Turn::Done(Effect::Missed),
            Stage::Struck(toll) if toll.is_settled() => {
                Turn::Done(Effect::Hit { markers: self.kind.markers(), losses: self.body.losses(toll) })
            }
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Aimed | Stage::Elsewhere => self.deviate(dice),
            Stage::Rolls { row, depth } => self.roll_on(row, depth, dice),
            Stage::Falls => self.falls(dice),
            Stage::Struck(toll) => self.body.save(&toll, dice).map(|toll| Stage::Struck(self.body.canonical(&toll))),
        }
    }
}

/// A barrage on a square with units.
pub fn procedure() -> impl Procedure<Situation = Barrage> {
    let card = Card {
        name: "barrage",
        title: "Barrage",
        rule: Rule("22"),
        about: "Does a barrage, with its deviation, fall on the units, and what does it do to them?",
        seat: GUNNER,
    };
    Chained::new(card, |barrage: &Barrage| (BarrageChain::of(barrage), Stage::Aimed))
        .checked(|barrage| check_square("target", &barrage.target))
        .under(|barrage| policies(TARGET, barrage.target_places, GUNNER, barrage.gunner_places))
}

impl BarrageKind {
    fn row(self) -> &'static str {
        match self {
            BarrageKind::PointEffect => "point effect",
            plain => plain.name(),
        }
    }

    /// The markers it leaves in each of its squares.
    pub fn markers(self) -> u8 {
        charts::BARRAGES.number(self.row(), "markers") as u8
    }

    /// The statement that says what it does.
    pub fn effect(self) -> Rule {
        match self {
            BarrageKind::Suppression => Rule("22:suppression-effect"),
            BarrageKind::PointEffect => Rule("22:point-effect-effect"),
            BarrageKind::Rolling => Rule("22:rolling-effect"),
            BarrageKind::Gas => Rule("22:gas-effect"),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Missed => f.write_str("it misses the units"),
            Effect::Hit { losses, .. } => losses.fmt(f),
        }
    }
}

impl Outcome for Effect {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        let (markers, losses) = match *self {
            Effect::Missed => (0, Losses { casualties: 0, units: 0 }),
            Effect::Hit { markers, losses } => (markers, losses),
        };
        let mut all = vec![("barrage markers", i64::from(markers))];
        all.extend(losses.measures());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, of_chain, ratio};

    fn effects(kind: BarrageKind, quality: Command, rows_behind: i8) -> Dist<Effect> {
        let barrage = Barrage { kind, quality, rows_behind, target: vec![Unit::default()], ..Barrage::default() };
        of_chain(&Budget::default(), &BarrageChain::of(&barrage), &Dist::certain(Stage::Aimed)).dist
    }

    fn struck(kind: BarrageKind, quality: Command, rows_behind: i8) -> Ratio {
        effects(kind, quality, rows_behind).chance_that(|effect| *effect != Effect::Missed)
    }

    #[test]
    fn r22_deviation_is_short_on_or_over_by_quality() {
        let all = |quality| [-1, 0, 1].map(|row| struck(BarrageKind::Suppression, quality, row));
        assert_eq!(all(Command::Poor), [ratio(1, 3), ratio(1, 3), ratio(1, 3)]);
        assert_eq!(all(Command::Average), [ratio(1, 6), ratio(1, 2), ratio(1, 3)]);
        assert_eq!(all(Command::Good), [ratio(1, 6), ratio(2, 3), ratio(1, 6)]);
    }

    #[test]
    fn r22_rolling_goes_on_on_3_or_more_until_3_deep() {
        let reaches = |row| struck(BarrageKind::Rolling, Command::Good, row);
        // Short 1/6, on 4/6, over 1/6; each further row 2/3, at most two further rows.
        assert_eq!(reaches(-1), ratio(1, 6));
        assert_eq!(reaches(0), ratio(2, 3) + ratio(1, 6) * ratio(2, 3));
        assert_eq!(reaches(1), ratio(1, 6) + ratio(2, 3) * ratio(2, 3) + ratio(1, 6) * ratio(4, 9));
        assert_eq!(reaches(2), ratio(1, 6) * ratio(2, 3) + ratio(2, 3) * ratio(4, 9));
        assert_eq!(reaches(3), ratio(1, 6) * ratio(4, 9));
    }

    #[test]
    fn r22_markers_and_hits_by_kind() {
        let mean = |kind| {
            let dist = effects(kind, Command::Average, 0);
            let markers = dist.mean(|effect| effect.measures()[0].1) / struck(kind, Command::Average, 0);
            let hurt = dist.mean(|effect| effect.measures()[1].1) / struck(kind, Command::Average, 0);
            (markers, hurt)
        };
        // One infantry in the open loses half a base to each second hit.
        assert_eq!(mean(BarrageKind::Suppression), (ratio(1, 1), ratio(1, 2)));
        assert_eq!(mean(BarrageKind::PointEffect), (ratio(3, 1), ratio(7, 4)));
        assert_eq!(mean(BarrageKind::Rolling), (ratio(2, 1), ratio(1, 1)));
        assert_eq!(mean(BarrageKind::Gas), (ratio(1, 1), ratio(1, 1)));
    }

    #[test]
    fn r22_gas_gives_no_cover_and_other_barrages_do() {
        let hurt = |kind| {
            let barrage =
                Barrage { kind, defences: Defences::Trenches, target: vec![Unit::default()], ..Barrage::default() };
            let odds = of_chain(&Budget::default(), &BarrageChain::of(&barrage), &Dist::certain(Stage::Aimed));
            odds.dist.mean(|effect| effect.measures()[1].1) / ratio(1, 2)
        };
        assert_eq!((hurt(BarrageKind::Gas), hurt(BarrageKind::Suppression)), (ratio(1, 1), ratio(1, 3)));
    }
}
