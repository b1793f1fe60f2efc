//! What players can order.

use super::units::{Path, UnitId, Units};
use crate::headquarters::Mode;
use crate::scenario::{Side, Square};
use kernel::rule::Rule;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An order: what a player at the table would call one.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
#[allow(missing_docs, reason = "the sentence of a variant says what its fields are")]
pub enum Order {
    /// Before the campaign: buys operations (15.5).
    Buy { operations: SmallVec<[Operation; 6]> },
    /// Before the campaign: digs a secondary trench (R28, reinforced defenses).
    Dig { at: Square },
    /// Before the campaign: hides both concealed groups (R28).
    Hide { at: [Square; 2] },
    /// Before the first turn: lays a mine (R26).
    Mine { at: Square },
    /// 2B: declares a bombardment (6.0).
    Bombard { target: Square, guns: Units },
    /// 2B: declares an air mission (6.6).
    Fly { target: Square },
    /// 2B: declares the off-map mission (R28, R46).
    OffMap { target: Square },
    /// 2B: gives up objectives for others, once (R28).
    ChangeObjectives { give_up: SmallVec<[u8; 2]> },
    /// 2C: guns answer those in a square (6.4).
    Answer { target: Square, guns: Units },
    /// The owner says which units lose how many steps (R8, R18).
    TakeLosses { shares: SmallVec<[u8; 6]> },
    /// 2D: a unit moves along a path (7.0).
    Move { unit: UnitId, path: Path },
    /// 2D: units of a stack, a division or a corps go towards a square, one after the other, each as near as it can.
    March { group: Group, units: SmallVec<[UnitId; 16]>, to: Square },
    /// 2D: a headquarters changes its mode (7.4.2).
    SetMode { hq: UnitId, mode: Mode },
    /// 2D: the units of a division come under another corps (R30).
    Transfer { division: u16, corps: u8 },
    /// 2D: an engaged square breaks off; the unit loses a step (R37).
    BreakOff { unit: UnitId },
    /// 2E: units are to assault a square, some of them in close assault (8.0, R15).
    Assault { target: Square, units: Units, close: Units },
    /// 2E: two objectives that have been reached are shown, for the +1 of 9.0.
    Reveal { objectives: [u8; 2] },
    /// 11.3: these units stay in a combined assault.
    Keep { units: Units },
    /// 2G: a command resource goes to the assault on a square (9.0).
    Support { target: Square, resource: Resource },
    /// 2H: the fire of the defenders is aimed at an attacking square (R18).
    Aim { at: Square },
    /// 2I: this assault is resolved next (R13).
    Resolve { target: Square },
    /// On C the defender assaults an attacking square (R36).
    Counterattack { on: Square },
    /// On C the defender gives way (R36).
    GiveWay,
    /// A unit retreats (R20).
    Retreat { unit: UnitId, to: Square },
    /// Units advance into the square that was taken (R34).
    Advance { units: Units },
    /// A unit advances after a breakthrough (R21).
    Exploit { unit: UnitId, path: Path },
    /// Units that have broken through assault once more (R21).
    Pursue { target: Square, units: Units },
    /// A second attack (R35).
    AttackAgain { target: Square, units: Units, close: Units },
    /// 4B: units get a replacement step each (R25).
    Replace { units: SmallVec<[UnitId; 16]> },
    /// Nothing more in this step.
    Pass,
}

/// Who marches together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// The units of a square.
    Stack(Square),
    /// The units of a division.
    Division(u16),
    /// The units of a corps.
    Corps(u8),
}

/// A command resource (9.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the chart")]
pub enum Resource {
    Lift,
    Creeping,
    Smoke,
    TanksCavalry,
    Gas,
    Night,
    Consolidate,
}

impl Resource {
    /// All seven that are given to an assault.
    pub const ALL: [Resource; 7] = [
        Resource::Lift,
        Resource::Creeping,
        Resource::Smoke,
        Resource::TanksCavalry,
        Resource::Gas,
        Resource::Night,
        Resource::Consolidate,
    ];

    /// Its name in picks, what it is called, and its rule.
    pub const fn words(self) -> (&'static str, &'static str, Rule) {
        match self {
            Resource::Lift => ("lift", "lift barrage: +2 on the roll", Rule("11.0:lift-barrage")),
            Resource::Creeping => ("creeping", "creeping barrage: 2 columns right", Rule("11.0:creeping-barrage")),
            Resource::Smoke => ("smoke", "smoke: +2 if the wind is right", Rule("11.0:smokescreen")),
            Resource::TanksCavalry => {
                ("tanks-cavalry", "tanks or cavalry lead: 1 column right", Rule("11.0:tank-or-cavalry"))
            }
            Resource::Gas => ("gas", "gas: 1 column right", Rule("11.0:gas")),
            Resource::Night => ("night", "night attack: 1 column right, fire halved", Rule("11.0:night")),
            Resource::Consolidate => ("consolidate", "consolidation: a trench if it is taken", Rule("9.0:consolidate")),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let (_, label, _) = self.words();
        label.split(':').next().unwrap_or(label)
    }
}

/// An operation that can be bought before the campaign (15.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names of the sheet")]
pub enum Operation {
    PlantMines,
    IncreasedSupplies,
    MoreArtillery,
    ChangeObjectives,
    BritishCommandCenter,
    TrainTroops,
    OffMapArtillery,
    ConcealedArtillery,
    ReinforcedDefenses,
    DiscoverObjectives,
    GermanCommandCenter,
    CommitReserves,
}

impl Operation {
    /// The operations that a side can buy.
    pub const fn of(side: Side) -> [Operation; 6] {
        match side {
            Side::Allied => [
                Operation::PlantMines,
                Operation::IncreasedSupplies,
                Operation::MoreArtillery,
                Operation::ChangeObjectives,
                Operation::BritishCommandCenter,
                Operation::TrainTroops,
            ],
            Side::German => [
                Operation::OffMapArtillery,
                Operation::ConcealedArtillery,
                Operation::ReinforcedDefenses,
                Operation::DiscoverObjectives,
                Operation::GermanCommandCenter,
                Operation::CommitReserves,
            ],
        }
    }

    /// What it is called on its chart, its name in picks, what it does, and its rule.
    pub const fn words(self) -> (&'static str, &'static str, &'static str, Rule) {
        WORDS[self as usize]
    }

    /// Whose it is.
    pub const fn side(self) -> Side {
        if (self as usize) < WORDS.len() / 2 { Side::Allied } else { Side::German }
    }

    /// Its bit among those that its side has bought.
    pub const fn bit(self) -> u8 {
        1 << (self as usize % (WORDS.len() / 2))
    }
}

/// The words of the operations, in their order.
const WORDS: [(&str, &str, &str, Rule); 12] = [
    ("Plant mines", "mines", "four mines before the first turn", Rule("15.5:plant-mines")),
    ("Increased supplies", "supplies", "every supply range 1 longer", Rule("15.5:increased-supplies")),
    ("Build more artillery", "artillery", "two heavy groups", Rule("15.5:more-artillery")),
    ("Change objectives", "change", "once, two unreached objectives for others", Rule("15.5:change-objectives")),
    ("Improve command center", "command", "+1 on every 9.0 roll", Rule("15.5:british-command-center")),
    ("Better train the troops", "training", "morale 1 higher", Rule("15.5:train-troops")),
    ("Off-map artillery", "off-map", "a mission of 8 factors every second turn", Rule("15.5:off-map-artillery")),
    ("Concealed artillery", "concealed", "two hidden groups", Rule("15.5:concealed-artillery")),
    ("Reinforced defenses", "defenses", "six secondary trench squares", Rule("15.5:reinforced-defenses")),
    ("Discover Allied objectives", "discover", "the German sees them", Rule("15.5:discover-objectives")),
    ("Improve command center", "command", "+1 on every 9.0 roll", Rule("15.5:german-command-center")),
    ("Commit reserves", "reserves", "a division from turn 3 on", Rule("15.5:commit-reserves")),
];
