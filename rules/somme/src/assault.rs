//! 11.0: one resolution of an assault.

use crate::charts;
use crate::headquarters::Support;
use crate::results::Verdict;
use crate::seats::ATTACKER;
use crate::terrain::{Ground, Terrain, ground, has};
use crate::weather::Weather;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! {
    Modifiers, MODIFIERS of charts::ASSAULT {
        creeping_barrage, tank_or_cavalry, gas, night,
        town_or_woods, secondary_trench, river, start_trench, ridge, marsh,
        smokescreen, lift_barrage, flanking, close_assault,
        defender_disrupted, defender_suppressed, defender_interdicted,
        command_near, command_far, attacker_interdicted_or_suppressed, attacker_unsupplied, weather,
    }
}

/// An assault that is to be resolved: everything that bears on the column and the row.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Assault {
    /// Attack strengths added up, reduced units in proportion.
    #[field(rule = "11.0:differential", max = 30, default = 6)]
    pub attack: u8,
    /// Defence strengths of the defenders that are not suppressed.
    #[field(rule = "11.0:differential", max = 20, default = 4)]
    pub defence: u8,
    /// Defence strengths of the suppressed defenders, which are halved together, rounded up; any give +1 on the roll.
    #[field(rule = "11.0:suppressed-halved", max = 20)]
    pub suppressed_defence: u8,
    /// The terrain of the square, and a river that the attack crosses.
    #[field(rule = "11.5.1:highest", max = 4, default = ground(&[Terrain::StartTrench]))]
    pub ground: Vec<Ground>,
    /// There is infantry among the defenders; trenches help infantry only (R33).
    #[field(rule = "11.5.1:start-trench", default = true)]
    pub infantry_defends: bool,
    /// Command support, and from how far.
    #[field(rule = "8.2")]
    pub command: Support,
    /// A barrage resource.
    #[field(rule = "9.0:barrage", default = Barrage::Lift)]
    pub barrage: Barrage,
    /// A smoke resource; a roll shows whether the wind is right.
    #[field(rule = "9.0:smoke")]
    pub smoke: bool,
    /// A tanks/cavalry resource, with tanks or cavalry among the attackers.
    #[field(rule = "9.0:tanks-cavalry")]
    pub tank_or_cavalry: bool,
    /// A gas resource.
    #[field(rule = "9.0:gas")]
    pub gas: bool,
    /// A night resource.
    #[field(rule = "9.0:night")]
    pub night: bool,
    /// Attacking units that are named as flanking, 2 at most.
    #[field(rule = "R19", max = 2)]
    pub flanking: u8,
    /// Attacking units in close assault, 3 at most; those over 1 count.
    #[field(rule = "R15", max = 3)]
    pub close_assault: u8,
    /// A unit of the defenders is disrupted.
    #[field(rule = "11.0:defender-disrupted")]
    pub defender_disrupted: bool,
    /// A unit of the defenders is interdicted.
    #[field(rule = "11.0:defender-interdicted")]
    pub defender_interdicted: bool,
    /// A unit of the attackers is interdicted or suppressed.
    #[field(rule = "11.0:attacker-interdicted-or-suppressed")]
    pub attacker_marked: bool,
    /// A unit of the attackers is unsupplied.
    #[field(rule = "11.0:attacker-unsupplied")]
    pub attacker_unsupplied: bool,
    /// The weather.
    #[field(rule = "11.0:weather")]
    pub weather: Weather,
    /// It is the assault after a breakthrough, at -1.
    #[field(rule = "R21")]
    pub after_breakthrough: bool,
    /// It is a counterattack, which knows neither command nor resources.
    #[field(rule = "R21")]
    pub counterattack: bool,
}

/// A barrage in front of an assault; artillery must be in range, and it is one or the other (R22).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Barrage {
    /// None.
    #[default]
    None,
    /// A lift barrage: +2 on the roll.
    Lift,
    /// A creeping barrage: 2 columns to the right.
    Creeping,
}

/// What terrain does to an assault: the single highest shift, and a river on top of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// The kind of terrain that counts, and its shift; without one where nothing in the square shifts.
    terrain: Option<(Terrain, Option<&'static Modifier>)>,
    river: Option<Terrain>,
}

/// All that bears on one resolution, as plain numbers and marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Attack sum.
    pub attack: u8,
    /// Defence sum of those not suppressed.
    pub defence: u8,
    /// Defence sum of the suppressed, before halving.
    pub suppressed_defence: u8,
    /// Terrain and river.
    pub obstacle: Obstacle,
    /// Command support; none is asked for where the rules give an assault neither command nor resources (R21).
    pub command: Option<Support>,
    /// Resources that were applied.
    pub resources: AppliedResources,
    /// Units flanking.
    pub flanking: u8,
    /// Units in close assault.
    pub close_assault: u8,
    /// Marks on the defenders.
    pub defender: Marks,
    /// An attacker is interdicted or suppressed.
    pub attacker_marked: bool,
    /// An attacker is unsupplied.
    pub attacker_unsupplied: bool,
    /// The weather.
    pub weather: Weather,
    /// The assault after a breakthrough.
    pub after_breakthrough: bool,
}

/// Resources on an assault, one of a kind (R22).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AppliedResources {
    /// The barrage.
    pub barrage: Barrage,
    /// Smoke, with the wind right.
    pub smoke: bool,
    /// Tanks or cavalry lead.
    pub tank_or_cavalry: bool,
    /// Gas.
    pub gas: bool,
    /// Night.
    pub night: bool,
}

/// Marks that a bombardment left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Marks {
    /// Interdicted.
    pub interdicted: bool,
    /// Suppressed.
    pub suppressed: bool,
    /// Disrupted.
    pub disrupted: bool,
}

impl Marks {
    /// The marks of both.
    #[must_use]
    pub fn or(self, other: Marks) -> Marks {
        Marks {
            interdicted: self.interdicted || other.interdicted,
            suppressed: self.suppressed || other.suppressed,
            disrupted: self.disrupted || other.disrupted,
        }
    }
}

/// 11.0 One resolution: differential and shifts give the column (R16), 2D6 with modifiers the row.
pub fn resolve_assault(terms: &Terms, title: &'static str, seat: Seat, dice: &mut dyn Dice) -> Resolved<Verdict> {
    let column = column(terms, dice.tells());
    let roll = dice.two_d6(Why::high(title, seat));
    let row = row(terms, roll.value(), dice.tells());
    let found = CHART.under(row.total(), column.total());
    let verdict = *found.result;
    if !dice.tells() {
        return Resolved::untold(verdict);
    }
    Explanation::of(verdict.rule(), title)
        .throw(roll)
        .tally(column)
        .tally(row)
        .cell(found.cell)
        .gives(verdict, Phrase::of(verdict.name()))
}

/// In how many of 36 ways an assault by these terms gives this verdict or a better one; for a quick look.
pub fn ways(terms: &Terms, verdict: Verdict) -> u32 {
    let (column, add) = (column(terms, false).total(), row(terms, 0, false).total());
    let of_sum =
        |sum: i32| if *CHART.under(sum + add, column).result >= verdict { 6 - (sum - 7).unsigned_abs() } else { 0 };
    (2..=12).map(of_sum).sum()
}

/// R16: the differential held to the chart, then the shifts, then held again.
fn column(terms: &Terms, tells: bool) -> Tally {
    let Terms { resources, obstacle, .. } = terms;
    let suppressed = i32::from(terms.suppressed_defence.div_ceil(2));
    let differential = Tally::when_told("column", tells)
        .from(Rule("11.0:differential"), "attack sum", terms.attack.into())
        .plus(Rule("11.0:differential"), "defence sum", -i32::from(terms.defence))
        .plus(Rule("11.0:suppressed-halved"), "suppressed defenders, halved", -suppressed);
    let mut shifted = held(differential);
    if let Some((kind, modifier)) = obstacle.terrain {
        // Terrain that shifts nothing is named too, so that a player sees that it was looked at.
        let (what, add) = modifier.map_or((kind.name(), 0), |modifier| (modifier.what, modifier.add));
        shifted = shifted.from(kind.assault_rule(), what, add);
    }
    if let Some(river) = obstacle.river {
        shifted = shifted.plus(river.assault_rule(), MODIFIERS.river.what, MODIFIERS.river.add);
    }
    held(
        shifted
            .when(resources.barrage == Barrage::Creeping, &MODIFIERS.creeping_barrage)
            .when(resources.tank_or_cavalry, &MODIFIERS.tank_or_cavalry)
            .when(resources.gas, &MODIFIERS.gas)
            .when(resources.night, &MODIFIERS.night),
    )
}

fn held(column: Tally) -> Tally {
    column.at_least(Rule("R16"), "the lowest column", -3).at_most(Rule("R16"), "the highest column", 5)
}

/// The modified roll.
fn row(terms: &Terms, roll: i32, tells: bool) -> Tally {
    let Terms { resources, defender, .. } = terms;
    Tally::when_told("roll", tells)
        .from(Rule("11.0:roll"), "2D6", roll)
        .when(resources.smoke, &MODIFIERS.smokescreen)
        .when(resources.barrage == Barrage::Lift, &MODIFIERS.lift_barrage)
        .times(terms.flanking.into(), &MODIFIERS.flanking)
        .times(terms.close_assault.saturating_sub(1).into(), &MODIFIERS.close_assault)
        .when(defender.disrupted, &MODIFIERS.defender_disrupted)
        .when(defender.suppressed, &MODIFIERS.defender_suppressed)
        .when(defender.interdicted, &MODIFIERS.defender_interdicted)
        .when(terms.command == Some(Support::Near), &MODIFIERS.command_near)
        .when(terms.command == Some(Support::Far), &MODIFIERS.command_far)
        .plus(Rule("R17"), "no command support", -i32::from(terms.command == Some(Support::None)))
        .when(terms.attacker_marked, &MODIFIERS.attacker_interdicted_or_suppressed)
        .when(terms.attacker_unsupplied, &MODIFIERS.attacker_unsupplied)
        .when(terms.weather.is_rain_or_snow(), &MODIFIERS.weather)
        .plus(Rule("R21"), "after a breakthrough", -i32::from(terms.after_breakthrough))
}

static CHART: LazyLock<Table<Verdict>> = LazyLock::new(|| Table::of(&charts::ASSAULT, Verdict::of_cell));

/// 11.0 Smoke: on 1-3 the wind carries it into the defenders.
pub fn resolve_wind(seat: Seat, dice: &mut dyn Dice) -> Resolved<bool> {
    let bands = Bands::at([WIND_RIGHT_TO]);
    let roll = dice.throw(Law::Bands { die: Die::D6, bands }, Why::low("wind for the smokescreen", seat));
    let right = roll.reading == 0;
    let told = if right { "the wind is right" } else { "the wind is wrong, and the smoke does nothing" };
    Explanation::of(Rule("11.0:smokescreen"), "smokescreen").throw(roll).gives(right, Phrase::of(told))
}

/// The highest roll with which the wind is right.
const WIND_RIGHT_TO: u8 = 3;

impl Obstacle {
    /// 11.5.1, R33 The single highest effect; trenches help infantry only, and a river adds to it.
    pub fn of(ground: &[Ground], infantry_defends: bool) -> Obstacle {
        let shift = |kind: Terrain| match kind {
            Terrain::Town | Terrain::Woods => Some(&MODIFIERS.town_or_woods),
            Terrain::Marsh => Some(&MODIFIERS.marsh),
            Terrain::SecondaryTrench => infantry_defends.then_some(&MODIFIERS.secondary_trench),
            Terrain::Ridge => Some(&MODIFIERS.ridge),
            Terrain::StartTrench => infantry_defends.then_some(&MODIFIERS.start_trench),
            _ => None,
        };
        let kinds = ground.iter().filter(|ground| !ground.kind.is_river());
        let shifts = kinds.map(|ground| (ground.kind, shift(ground.kind)));
        let add = |shift: Option<&Modifier>| shift.map_or(0, |modifier| modifier.add);
        Obstacle {
            terrain: shifts.reduce(|highest, next| if add(next.1) < add(highest.1) { next } else { highest }),
            river: [Terrain::MinorRiver, Terrain::SommeRiver].into_iter().find(|&river| has(ground, river)),
        }
    }

    /// The same river before another terrain: a counterattack goes back across it.
    #[must_use]
    pub fn across_the_same_river(self, other: Obstacle) -> Obstacle {
        Obstacle { river: self.river.or(other.river), ..self }
    }
}

impl Assault {
    /// A resolution by these terms, on open ground; a terrain and smoke are for the caller to add.
    pub(crate) fn of(terms: &Terms) -> Assault {
        let AppliedResources { barrage, tank_or_cavalry, gas, night, .. } = terms.resources;
        Assault {
            attack: terms.attack,
            defence: terms.defence,
            suppressed_defence: terms.suppressed_defence,
            ground: Vec::new(),
            infantry_defends: true,
            command: terms.command.unwrap_or_default(),
            barrage,
            smoke: false,
            tank_or_cavalry,
            gas,
            night,
            flanking: terms.flanking,
            close_assault: terms.close_assault,
            defender_disrupted: terms.defender.disrupted,
            defender_interdicted: terms.defender.interdicted,
            attacker_marked: terms.attacker_marked,
            attacker_unsupplied: terms.attacker_unsupplied,
            weather: terms.weather,
            after_breakthrough: terms.after_breakthrough,
            counterattack: terms.command.is_none(),
        }
    }

    fn terms(&self, smoke: bool) -> Terms {
        let &Assault { barrage, tank_or_cavalry, gas, night, .. } = self;
        Terms {
            attack: self.attack,
            defence: self.defence,
            suppressed_defence: self.suppressed_defence,
            obstacle: Obstacle::of(&self.ground, self.infantry_defends),
            command: (!self.counterattack).then_some(self.command),
            resources: AppliedResources { barrage, smoke, tank_or_cavalry, gas, night },
            flanking: self.flanking,
            close_assault: self.close_assault,
            defender: Marks {
                interdicted: self.defender_interdicted,
                // Every unit has a defence strength, so this one input says both that some are suppressed and how strong.
                suppressed: self.suppressed_defence > 0,
                disrupted: self.defender_disrupted,
            },
            attacker_marked: self.attacker_marked,
            attacker_unsupplied: self.attacker_unsupplied,
            weather: self.weather,
            after_breakthrough: self.after_breakthrough,
        }
    }
}

/// The wind, where there is smoke, then the assault.
pub struct AssaultChain {
    assault: Assault,
}

/// Where an assault stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The wind is to be rolled.
    Wind,
    /// The assault is to be resolved, with smoke or without.
    Resolve {
        /// Smoke blinds the defenders.
        smoke: bool,
    },
    /// It is over.
    Over(Verdict),
}

impl Chain for AssaultChain {
    type Stage = Stage;
    type Outcome = Verdict;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Verdict> {
        match stage {
            Stage::Over(verdict) => Turn::Done(*verdict),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Wind => resolve_wind(ATTACKER, dice).map(|smoke| Stage::Resolve { smoke }),
            Stage::Resolve { smoke } => {
                resolve_assault(&self.assault.terms(smoke), "assault", ATTACKER, dice).map(Stage::Over)
            }
            Stage::Over(_) => unreachable!("nothing is rolled once an assault is over"),
        }
    }
}

/// One resolution of an assault.
pub fn procedure() -> impl Procedure<Situation = Assault> {
    let card = Card {
        name: "assault",
        title: "Assault",
        rule: Rule("Sequence of play:2i"),
        about: "How an assault ends, once commitment, resources and defensive fire are settled.",
        seat: ATTACKER,
    };
    let start = |assault: &Assault| {
        let stage = if assault.smoke { Stage::Wind } else { Stage::Resolve { smoke: false } };
        (AssaultChain { assault: assault.clone() }, stage)
    };
    Chained::new(card, start).checked(|assault| {
        let &Assault { barrage, smoke, tank_or_cavalry, gas, night, .. } = assault;
        let used = [barrage != Barrage::None, smoke, tank_or_cavalry, gas, night];
        let used = used.into_iter().filter(|&used| used).count();
        if used > 0 && assault.counterattack {
            return Err(Refusal::field("counterattack", "a counterattack may use no resources (R21)"));
        }
        if used > 0 && assault.command == Support::None {
            return Err(Refusal::field("command", "an assault without command support may use no resources (R17)"));
        }
        check_resources(used)
    })
}

/// 11.5.2: at most 4 resources go to one assault.
pub(crate) fn check_resources(used: usize) -> Result<(), Refusal> {
    if used <= MOST_RESOURCES {
        return Ok(());
    }
    let rule = Rule("11.5.2:four-resources");
    let sentence = format!("{used} resources are given, but at most {MOST_RESOURCES} go to one assault ({rule})");
    Err(Refusal::by(rule, sentence))
}

const MOST_RESOURCES: usize = 4;

#[cfg(test)]
mod tests;
