//! Prompts: how an order is put together, pick by pick.
//!
//! A client shows what is offered, adds what the player picks, and asks again, until the prompt holds an order. It
//! knows no rules; the same prompts serve the browser, the terminal and the tests.

use super::{Feature, Said, Spot};
use crate::dice::Seeded;
use crate::odds::Budget;
use crate::procedure::{Beside, OnDesk, Procedure, Report};
use crate::rule::Rule;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

/// A piece on the table, by the handle that eyes were given when they first saw it.
pub type PieceId = u32;
/// A named place of the scene: a square, an objective.
pub type PlaceId = u16;

/// One thing picked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Pick {
    /// One of several words: 'retire', 'done'.
    Option(String),
    /// A piece.
    Piece(PieceId),
    /// A named place.
    Place(PlaceId),
    /// A point of a measured table, in hundredths of an inch.
    Point {
        /// To the right.
        #[serde(deserialize_with = "coordinate")]
        x: i64,
        /// Down.
        #[serde(deserialize_with = "coordinate")]
        y: i64,
    },
    /// A facing, in degrees clockwise from the top of the table.
    Facing(u16),
    /// Some of the things offered, by their place in the list.
    Several(Vec<u8>),
    /// How much goes to each of the things offered, in their order.
    Share(Vec<u8>),
}

/// Reads a coordinate that somebody has picked. No table is as large as this, and nothing that is measured on one runs over.
fn coordinate<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    let at = i64::deserialize(from)?;
    let farthest = 1_000_000;
    if (-farthest..=farthest).contains(&at) {
        return Ok(at);
    }
    Err(D::Error::custom(format_args!("{at} is no coordinate of a table; they go from {} to {farthest}", -farthest)))
}

impl Pick {
    /// A word.
    pub fn option(word: &str) -> Pick {
        Pick::Option(word.to_owned())
    }
}

/// Something that can be picked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Offer {
    /// The pick it stands for; in a [`Offers::Several`] or [`Offers::Share`] only what it is about.
    pub pick: Pick,
    /// What it is called.
    pub label: String,
    /// The rule that allows it, where one is worth naming.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rule: Option<Rule>,
    /// The most that a share can give it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub most: Option<u8>,
    /// The way to it, in table units, where it is somewhere to go.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<Spot>>", optional))]
    pub way: Vec<Spot>,
    /// What it costs and what it risks, in a few words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub note: Option<String>,
    /// The same in so few signs that it can be written on the table: '2', '67 %'.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tag: Option<String>,
    /// Its turn, where play goes through things in an order: who picks it passes over all that have a lower one. Those
    /// that have the same turn do not pass one another over.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub turn: Option<u16>,
}

impl Offer {
    /// An offer.
    pub fn of(pick: Pick, label: impl Into<String>) -> Offer {
        Offer { pick, label: label.into(), rule: None, most: None, way: Vec::new(), note: None, tag: None, turn: None }
    }

    /// A word and what it is called.
    pub fn option(word: &str, label: impl Into<String>) -> Offer {
        Offer::of(Pick::option(word), label)
    }

    /// With the rule that allows it.
    #[must_use]
    pub fn under(mut self, rule: Rule) -> Offer {
        self.rule = Some(rule);
        self
    }

    /// With the way to it.
    #[must_use]
    pub fn by(mut self, way: Vec<Spot>) -> Offer {
        self.way = way;
        self
    }

    /// With what it costs and risks.
    #[must_use]
    pub fn noted(mut self, note: Option<String>) -> Offer {
        self.note = note;
        self
    }

    /// With what it costs and risks, in a few signs.
    #[must_use]
    pub fn tagged(mut self, tag: Option<String>) -> Offer {
        self.tag = tag;
        self
    }

    /// With its turn in the order of play.
    #[must_use]
    pub fn at_turn(mut self, turn: u16) -> Offer {
        self.turn = Some(turn);
        self
    }

    /// With the most that a share can give it.
    #[must_use]
    pub fn at_most(mut self, most: u8) -> Offer {
        self.most = Some(most);
        self
    }
}

/// What can be picked next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Offers {
    /// Nothing more: the order is complete.
    Nothing,
    /// One of these.
    OneOf(Vec<Offer>),
    /// Several of these.
    Several {
        /// The things.
        of: Vec<Offer>,
        /// How many at least.
        least: u8,
        /// How many at most.
        most: u8,
        /// Those that are usual, by their place in the list: a client shows them as picked.
        usual: Vec<u8>,
    },
    /// A share of a number among these.
    Share {
        /// How many there are to share out.
        total: u8,
        /// Among which.
        of: Vec<Offer>,
        /// The usual share: a client shows it as picked.
        usual: Vec<u8>,
    },
    /// A point of a region, or one of the words beside it.
    Point {
        /// The region.
        region: Region,
        /// What can be picked instead.
        or: Vec<Offer>,
    },
    /// A facing from a round of them, or one of the words beside it.
    Facing {
        /// The facings, in degrees.
        of: Vec<u16>,
        /// What can be picked instead.
        or: Vec<Offer>,
    },
}

/// Points that can be reached, on a lattice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Region {
    /// Where it is reached from.
    pub from: (i64, i64),
    /// The distance between neighbours, in hundredths of an inch.
    pub step: i64,
    /// The points, each with what it costs to get there.
    pub points: Vec<(i64, i64, i64)>,
}

/// What has been picked, what can be picked next, and the order that is complete already.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt<O> {
    /// What to pick now: 'which unit moves?'.
    pub question: String,
    /// The rule.
    pub rule: Rule,
    /// What has been picked, in words.
    pub picked: Vec<String>,
    /// What can be picked next.
    pub offers: Offers,
    /// The order as it would be given now. It may be there while more can be picked: then the rest is as is usual.
    pub order: Option<O>,
    /// Is that order all that was meant by the picks? Then one without dice needs no more confirmation.
    pub whole: bool,
}

/// What an order would do.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Preview {
    /// What it means, in sentences.
    pub notes: Vec<Said>,
    /// The way it takes, in table units.
    pub path: Vec<(i64, i64)>,
    /// What it would lay on the table, or show there: a template, a line of sight, the base where it comes to stand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Feature>>"))]
    pub overlays: Vec<Feature>,
    /// The tests it calls for, with their odds.
    pub tests: Vec<Test>,
    /// What giving the order is called, on the button that gives it: 'Assault with both'.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub verb: Option<String>,
}

impl Preview {
    /// A preview of which only this is known: what giving the order is called.
    pub fn called(verb: impl Into<String>) -> Preview {
        Preview { verb: Some(verb.into()), ..Preview::default() }
    }

    /// One more roll that the order calls for.
    pub fn add_test<P: Procedure>(&mut self, label: impl Into<String>, procedure: &P, situation: &P::Situation) {
        self.tests.push(Test::of(label, procedure, situation));
    }

    /// One more sentence on what it means.
    pub fn add_note(&mut self, text: impl Into<String>, rule: Rule) {
        self.notes.push(Said::of(text).under(rule));
    }
}

/// A roll that an order calls for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Test {
    /// What is rolled for.
    pub label: String,
    /// Its odds.
    #[cfg_attr(feature = "ts", ts(type = "Report"))]
    pub odds: Report,
}

impl Test {
    /// The odds of a procedure in a situation, with what stands beside them, and the way to the charts desk.
    pub fn of<P: Procedure>(label: impl Into<String>, procedure: &P, situation: &P::Situation) -> Test {
        let mut odds = Report::of(procedure.odds(situation, &Budget::default()));
        odds.desk = Some(OnDesk::of(procedure, situation));
        for (label, other) in procedure.beside(situation) {
            odds.beside.push(Beside { label, report: Report::of(procedure.odds(&other, &Budget::default())) });
        }
        Test { label: label.into(), odds }
    }
}

impl Offers {
    /// One of the picks at random.
    pub fn any(&self, random: &mut Seeded) -> Pick {
        let one =
            |offers: &[Offer], random: &mut Seeded| offers[random.below(offers.len() as u32) as usize].pick.clone();
        match self {
            Offers::Nothing => panic!("nothing is offered, and there is no order"),
            Offers::OneOf(offers) => one(offers, random),
            Offers::Several { of, least, most, .. } => {
                let (least, most) = (usize::from(*least), usize::from(*most).min(of.len()));
                let count = least + random.below((most - least + 1) as u32) as usize;
                let mut left: Vec<u8> = (0..of.len() as u8).collect();
                let mut taken: Vec<u8> =
                    (0..count).map(|_| left.remove(random.below(left.len() as u32) as usize)).collect();
                taken.sort_unstable();
                Pick::Several(taken)
            }
            Offers::Share { total, of, .. } => {
                let mut shares = vec![0_u8; of.len()];
                for _ in 0..*total {
                    let open: Vec<usize> =
                        (0..of.len()).filter(|&i| of[i].most.is_none_or(|most| shares[i] < most)).collect();
                    shares[open[random.below(open.len() as u32) as usize]] += 1;
                }
                Pick::Share(shares)
            }
            Offers::Point { region, or } => {
                let at = random.below((region.points.len() + or.len()) as u32) as usize;
                match region.points.get(at) {
                    Some(&(x, y, _)) => Pick::Point { x, y },
                    None => or[at - region.points.len()].pick.clone(),
                }
            }
            Offers::Facing { of, or } => {
                let at = random.below((of.len() + or.len()) as u32) as usize;
                of.get(at).map_or_else(|| or[at - of.len()].pick.clone(), |degrees| Pick::Facing(*degrees))
            }
        }
    }
}
