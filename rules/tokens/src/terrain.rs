//! Terrain: moving through it takes a roll for each feature on entry (R14).

use crate::charts;
use crate::seats::ACTIVE;
use crate::units::Kind;
use kernel::prelude::*;
use std::fmt;

kernel::modifiers! { Modifiers, MODIFIERS of charts::TERRAIN_TESTS { wire, morale_markers } }

/// A unit whose path leads through terrain.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Crossing {
    /// What the unit is; dismounted cavalry tests as infantry.
    #[field(rule = "Terrain", default = Kind::MountedCavalry)]
    pub kind: Kind,
    /// Morale markers on the unit; any number counts once.
    #[field(rule = "Terrain:morale-markers", max = 6)]
    pub markers: u8,
    /// The features on its path in the order it enters them.
    #[field(rule = "R14", min = 1, max = 4, default = vec![Feature { terrain: Terrain::Hedge }, Feature { terrain: Terrain::Woods }])]
    pub features: Vec<Feature>,
}

impl Crossing {
    /// One feature by itself, as a game meets it.
    pub(crate) fn of(kind: Kind, markers: u8, terrain: Terrain) -> Crossing {
        Crossing { kind, markers, features: vec![Feature { terrain }] }
    }
}

/// A feature on the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Situation)]
pub struct Feature {
    /// What it is.
    #[field(rule = "R14")]
    pub terrain: Terrain,
}

/// The terrain of a feature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Terrain {
    /// Woods.
    #[default]
    Woods,
    /// A stream.
    Stream,
    /// A village: streets and gardens. Its buildings are closed to guns and mounted cavalry.
    Village,
    /// A hedge.
    Hedge,
    /// Wire.
    Wire,
    /// Open ground, a road, or a plain hill, which is free.
    Free,
}

/// How far the unit comes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Progress {
    /// It stops at the edge of the feature after this many.
    Stopped(u8),
    /// It passes them all; this many.
    Through(u8),
}

/// The path of a unit as a chain: one roll a feature until one stops it.
pub struct Path {
    crossing: Crossing,
}

impl Chain for Path {
    type Stage = Progress;
    type Outcome = Progress;

    fn turn(&self, progress: &Progress) -> Turn<Progress, Progress> {
        match progress {
            Progress::Through(passed) if usize::from(*passed) < self.crossing.features.len() => Turn::Roll,
            end => Turn::Done(*end),
        }
    }

    fn step(&self, progress: &Progress, dice: &mut dyn Dice) -> Resolved<Progress> {
        let (Progress::Through(passed) | Progress::Stopped(passed)) = *progress;
        let terrain = self.crossing.features[usize::from(passed)].terrain;
        enter(self.crossing.kind, self.crossing.markers, terrain, dice)
            .map(|enters| if enters { Progress::Through(passed + 1) } else { Progress::Stopped(passed) })
    }
}

/// Terrain: the number of the type with a D6, -2 over wire and -1 with markers; 1+ without a modifier is no roll.
pub(crate) fn enter(kind: Kind, markers: u8, terrain: Terrain, dice: &mut dyn Dice) -> Resolved<bool> {
    if terrain == Terrain::Free {
        return Explanation::of(Rule("R14"), "free ground").gives(true, Phrase::of("no roll is needed"));
    }
    let explained =
        Explanation::of(rule_of(kind), "terrain").cell(charts::TERRAIN_TESTS.cell(kind.moving_row(), NEEDS));
    let needed = needed(kind);
    if !is_rolled(kind, markers, terrain) {
        return explained.gives(true, Phrase::of("no roll is needed"));
    }
    let roll = dice.d6(Why::high("terrain", ACTIVE));
    let total = modified(Tally::base("roll", Rule("Terrain"), "1d6", roll.value()), markers, terrain);
    let enters = total.total() >= needed;
    let told = if enters {
        "it passes the {}; a total of {} or more was needed"
    } else {
        "it stops before the {}; a total of {} or more was needed"
    };
    explained.throw(roll).tally(total).gives(enters, Phrase::of(told).word(terrain.name()).number(needed))
}

/// Is a roll needed at all? A natural 1 must be able to fail.
pub(crate) fn is_rolled(kind: Kind, markers: u8, terrain: Terrain) -> bool {
    terrain != Terrain::Free && modified(Tally::of("modifiers"), markers, terrain).total() + 1 < needed(kind)
}

fn modified(tally: Tally, markers: u8, terrain: Terrain) -> Tally {
    tally.when(terrain == Terrain::Wire, &MODIFIERS.wire).when(markers > 0, &MODIFIERS.morale_markers)
}

fn needed(kind: Kind) -> i32 {
    charts::TERRAIN_TESTS.number(kind.moving_row(), NEEDS)
}

fn rule_of(kind: Kind) -> Rule {
    match kind {
        Kind::Infantry | Kind::DismountedCavalry => Rule("Terrain:infantry-battalion"),
        Kind::MountedCavalry => Rule("Terrain:cavalry"),
        Kind::MachineGuns => Rule("Terrain:machine-guns"),
        Kind::FieldGuns | Kind::HeavyGuns => Rule("Terrain:artillery"),
    }
}

/// Refuses a test that no D6 can pass: artillery does not cross wire.
fn check(crossing: &Crossing) -> Result<(), Refusal> {
    let wire = crossing.features.iter().any(|feature| feature.terrain == Terrain::Wire);
    if wire && 6 + MODIFIERS.wire.add < needed(crossing.kind) {
        let kind = crossing.kind.plural();
        return Err(Refusal::field("features", format!("{kind} would need 7 or more on a D6 to cross wire (Terrain)")));
    }
    Ok(())
}

/// The rolls of a unit on its way through terrain.
pub fn procedure() -> impl Procedure<Situation = Crossing> {
    let card = Card {
        name: "terrain-test",
        title: "Moving through terrain",
        rule: Rule("Terrain"),
        about: "How far does a unit come on a path through terrain?",
        seat: ACTIVE,
    };
    let start = |crossing: &Crossing| (Path { crossing: crossing.clone() }, Progress::Through(0));
    Chained::new(card, start).checked(check)
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Progress::Stopped(passed) => write!(f, "stopped at feature {}", passed + 1),
            Progress::Through(_) => f.write_str("gets through"),
        }
    }
}

impl Outcome for Progress {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        let (Progress::Stopped(passed) | Progress::Through(passed)) = self;
        vec![("features passed", i64::from(*passed))]
    }
}

const NEEDS: &str = "needs";

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, odds, of_chain, ratio};

    fn enters(kind: Kind, markers: u8, terrain: Terrain) -> Ratio {
        let odds = odds(|dice| enter(kind, markers, terrain, dice).outcome);
        odds.get(&true).cloned().unwrap_or(Ratio::ZERO)
    }

    #[test]
    fn terrain_each_type_needs_its_number() {
        for (kind, faces) in [
            (Kind::Infantry, 6),
            (Kind::DismountedCavalry, 6),
            (Kind::MountedCavalry, 4),
            (Kind::MachineGuns, 4),
            (Kind::FieldGuns, 2),
            (Kind::HeavyGuns, 2),
        ] {
            assert_eq!(enters(kind, 0, Terrain::Woods), ratio(faces, 6), "{kind}");
        }
    }

    #[test]
    fn terrain_infantry_battalion_rolls_only_when_modified() {
        assert!(enter(Kind::Infantry, 0, Terrain::Stream, &mut Scripted::of([])).outcome, "no dice are thrown");
        let infantry = |markers, terrain| enters(Kind::Infantry, markers, terrain);
        assert_eq!(infantry(2, Terrain::Woods), ratio(5, 6), "2+ with markers");
        assert_eq!(infantry(0, Terrain::Wire), ratio(4, 6), "3+ over wire");
        assert_eq!(infantry(2, Terrain::Wire), ratio(3, 6), "4+ with both");
    }

    #[test]
    fn terrain_wire_is_two_off_the_roll() {
        assert_eq!(enters(Kind::MountedCavalry, 0, Terrain::Wire), ratio(2, 6));
    }

    #[test]
    fn terrain_morale_markers_are_one_off_the_roll_once() {
        assert_eq!(
            (enters(Kind::FieldGuns, 1, Terrain::Hedge), enters(Kind::FieldGuns, 5, Terrain::Hedge)),
            (ratio(1, 6), ratio(1, 6))
        );
    }

    #[test]
    fn terrain_wire_is_closed_to_artillery() {
        let wire = |kind| Crossing { kind, features: vec![Feature { terrain: Terrain::Wire }], ..Crossing::default() };
        assert!(check(&wire(Kind::FieldGuns)).unwrap_err().sentence.contains("field guns would need 7"));
        assert!(check(&wire(Kind::MachineGuns)).is_ok());
    }

    #[test]
    fn r14_free_ground_takes_no_roll() {
        assert!(enter(Kind::HeavyGuns, 6, Terrain::Free, &mut Scripted::of([])).outcome);
    }

    #[test]
    fn r14_a_roll_for_each_feature_and_a_failure_ends_the_move() {
        let odds =
            of_chain(&Budget::default(), &Path { crossing: Crossing::default() }, &Dist::certain(Progress::Through(0)));
        let chance = |end| odds.dist.chance(&end);
        assert_eq!(chance(Progress::Stopped(0)), ratio(1, 3));
        assert_eq!(chance(Progress::Stopped(1)), ratio(2, 9));
        assert_eq!(chance(Progress::Through(2)), ratio(4, 9));
    }
}
