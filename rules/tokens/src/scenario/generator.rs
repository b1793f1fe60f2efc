//! R19: a legal battle from a budget of points and a seed.
//!
//! Prices and names are data, in `armies/generator.toml`. The same options are the same battle on every machine, since all
//! that is left to chance comes from [`Seeded`].

use super::read::FIRINGS;
use super::{Army, Commander, FORMAT, Goal, Lie, Listed, Scenario};
use crate::game::{Land, Side, block};
use crate::units::{Kind, Quality};
use field::{Facing, Footprint, INCH, Plan, Point, Rectangle, Shape, Terrain};
use kernel::dice::Seeded;
use kernel::prelude::*;
use kernel::scenario::{Heading, SideCard, battalion, by_budget, numbered};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;
use tabletop::{Edge, Table};

/// The id of the scenario that is generated.
pub const GENERATED: &str = "generated";

/// What may be set before a game; it matters to the generated scenario only.
#[derive(Clone, PartialEq, Eq, Debug, Situation)]
pub struct Options {
    /// The points that the attacker's army costs at most; the defender has some seven tenths of them.
    #[field(min = 40, max = 120, default = 70)]
    pub points: u16,
    /// The seed of the battle: the same seed and the same points are the same battle.
    #[field(min = 0, default = 1)]
    pub seed: i32,
}

/// The lists of the book.
static LISTS: LazyLock<Lists> =
    LazyLock::new(|| toml::from_str(include_str!("../../armies/generator.toml")).expect("the lists can be read"));

/// The table of generated battles, in inches.
const SIZE: (i64, i64) = (60, 40);
/// The most units of an army: more would not fit into an evening.
const MOST: usize = 12;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct Lists {
    /// The defender's budget as a share of the attacker's in a hundred, by the attacker's.
    defender: Vec<(u16, i32)>,
    prices: HashMap<Kind, HashMap<Quality, u16>>,
    nations: Vec<Nation>,
    places: BTreeMap<Lie, Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nation {
    army: &'static str,
    people: String,
    battalions: Vec<String>,
    regiments: Vec<String>,
    others: HashMap<Kind, String>,
    commanders: Vec<String>,
}

/// The battle of these options. Options off their limits are brought within them.
pub(super) fn generate(options: &Options) -> Scenario {
    let (points, seed) = (options.points.clamp(40, 120), options.seed.max(0));
    let mut chance = Seeded::new(u64::from(points) << 32 | u64::from(seed.unsigned_abs()));
    let (table, objectives) = land(&mut chance);
    let mut nations: Vec<_> = LISTS.nations.iter().collect();
    chance.shuffle(&mut nations);
    let [attackers, defenders, ..] = nations[..] else { unreachable!("the lists have two nations") };
    let worth = (i32::from(points) * by_budget(&LISTS.defender, points) / 100) as u16;
    let names: Vec<_> = objectives.iter().map(|goal| format!("{} ({})", goal.name, goal.value)).collect();
    let notes = format!(
        "Late in the summer of 1914 a {} column meets a {} rearguard before {}. Nothing of this happened: it is battle {seed} of \
         {points} points, and the defender has {worth} of them.\n\nAt the end of turn 8 each place counts for whoever \
         held it last; the attacker needs more points than the defender.",
        attackers.people,
        defenders.people,
        names.join(", "),
    );
    let title = format!("{}, 1914", objectives[0].name);
    let empty = |nation: &Nation, edge: Edge, briefing: &str| Army {
        card: SideCard {
            name: format!("The {} brigade", nation.people),
            army: nation.army,
            briefing: briefing.to_owned(),
        },
        edge,
        exit: None,
        saved: 0,
        tokens: 0,
        units: Vec::new(),
        commanders: Vec::new(),
    };
    let mut scenario = Scenario {
        head: Heading { id: GENERATED.to_owned(), title, notes, minutes: 30 + points / 3, ..Heading::default() },
        par: 0,
        turns: FORMAT.usual_length,
        initiative: Some(Side::Attacker),
        lead: 2,
        table,
        objectives,
        attacker: empty(attackers, Edge::Bottom, ATTACKERS),
        defender: empty(defenders, Edge::Top, DEFENDERS),
    };
    let land = Land::of(&scenario);
    let mut places = Places { land: &land, taken: Vec::new() };
    let goals: Vec<Point> = scenario.objectives.iter().map(|goal| goal.at).collect();
    let [attacking, defending] = [(Side::Attacker, attackers, points), (Side::Defender, defenders, worth)]
        .map(|(side, nation, budget)| raise(side, nation, budget, &goals, &mut places, &mut chance));
    (scenario.attacker.units, scenario.attacker.commanders) = attacking;
    (scenario.defender.units, scenario.defender.commanders) = defending;
    scenario
}

const ATTACKERS: &str = "Let the guns fire first, and go in where markers lie: a battalion that is marked reacts badly and \
                         fights badly. Every token that he spends on a reaction is one that he does not spend on his own turn.";
const DEFENDERS: &str = "You hold all that counts, and a tie is yours. Keep tokens for reactions at short range, rally out of \
                         his sight, and do not let one village be taken without another paying for it.";

/// A table with roads, villages, woods, hills and hedges, and the three villages that count.
fn land(chance: &mut Seeded) -> (Table<Lie>, Vec<Goal>) {
    let (width, depth) = SIZE;
    let mut pieces: Vec<(Lie, Option<String>, Shape)> = Vec::new();
    let mut names = LISTS.places.clone();
    for names in names.values_mut() {
        chance.shuffle(names);
    }
    let mut named = |lie: Lie| names.get_mut(&lie).and_then(Vec::pop);
    let inch = |chance: &mut Seeded, least: i64, most: i64| i64::from(chance.between(least as u32, most as u32));
    // The middle village lies on the road that runs through the table.
    let turns: Vec<Point> = [(depth, 18, 42), (22, 22, 38), (12, 24, 36), (0, 20, 40)]
        .map(|(y, least, most)| Point::inches(inch(chance, least, most), y))
        .into();
    let villages = [
        turns[2],
        Point::inches(inch(chance, 8, 15), inch(chance, 8, 17)),
        Point::inches(inch(chance, 45, 52), inch(chance, 8, 17)),
    ];
    pieces.push((Lie::Road, None, Shape::Line { points: turns, width: INCH }));
    if chance.comes(60) {
        let across = [
            Point::inches(0, villages[1].y / INCH),
            villages[1],
            villages[0],
            villages[2],
            Point::inches(width, villages[2].y / INCH),
        ];
        pieces.push((Lie::Road, None, Shape::Line { points: across.into(), width: INCH }));
    }
    let mut goals = Vec::new();
    for (middle, value) in villages.into_iter().zip([3, 2, 2]) {
        let (width, depth) = (INCH * inch(chance, 5, 7), INCH * inch(chance, 4, 5));
        let facing = Facing::of(inch(chance, 0, 40));
        let name = named(Lie::Village).expect("there are enough names");
        pieces.push((Lie::Village, Some(name.clone()), Shape::Rectangle(Rectangle { middle, width, depth, facing })));
        goals.push(Goal { name, at: middle, value, holder: Some(Side::Defender) });
    }
    // Woods and hills keep away from villages and from each other.
    let mut taken: Vec<Point> = villages.into();
    for (lie, count, least, most) in [(Lie::Wood, 4, 25, 40), (Lie::Hill, 2, 40, 55)] {
        for _ in 0..count {
            let middle = Point::inches(inch(chance, 6, width - 6), inch(chance, 6, 31));
            if taken.iter().any(|other| other.within(middle, 9 * INCH)) {
                continue;
            }
            taken.push(middle);
            let corner = |number: i64, chance: &mut Seeded| {
                middle.plus(Facing::of(60 * number).way(INCH / 10 * inch(chance, least, most)))
            };
            let corners = (0..6).map(|number| corner(number, chance)).collect();
            pieces.push((lie, named(lie), Shape::Polygon(corners)));
        }
    }
    for _ in 0..inch(chance, 1, 3) {
        let from = Point::inches(inch(chance, 8, width - 14), inch(chance, 18, 28));
        let to = from.plus(Point::inches(inch(chance, 5, 8), inch(chance, 0, 4) - 2));
        pieces.push((Lie::Hedge, None, Shape::Line { points: vec![from, to], width: 0 }));
    }
    pieces.sort_by_key(|(lie, ..)| *lie);
    let level = |lie: Lie| u8::from(lie == Lie::Hill);
    let terrain = pieces.iter().map(|(lie, _, shape)| Terrain {
        kind: lie.to_string(),
        shape: shape.clone(),
        level: level(*lie),
    });
    let plan = Plan { width: width * INCH, depth: depth * INCH, terrain: terrain.collect() };
    let (kinds, names) = pieces.into_iter().map(|(lie, name, _)| (lie, name)).unzip();
    (Table { plan, kinds, names }, goals)
}

/// Where somebody stands already.
struct Places<'a> {
    land: &'a Land,
    taken: Vec<Footprint>,
}

impl Places<'_> {
    /// Puts a unit somewhere in a stretch of the table, in inches, where it can stand with some room around it.
    fn place(&mut self, unit: &mut Listed, (left, top): (i64, i64), (right, bottom): (i64, i64), chance: &mut Seeded) {
        let passage = self.land.passage(unit.kind, unit.column);
        let mut wide = 0;
        loop {
            let mut at = |least: i64, most: i64, size: i64| {
                let (least, most) = ((least * INCH - wide).max(INCH), (most * INCH + wide).min(size * INCH - INCH));
                i64::from(chance.between(least as u32, most as u32)) / 50 * 50
            };
            unit.at = Point::new(at(left, right, SIZE.0), at(top, bottom, SIZE.1));
            let base = Footprint::from(block(unit.at, unit.facing, unit.bases, unit.column));
            if passage.rests(&base, &[]).is_ok() && self.taken.iter().all(|other| !other.within(&base, INCH / 2)) {
                self.taken.push(base);
                return;
            }
            // Where there is no room, it looks further afield.
            wide += 5;
        }
    }
}

/// An army of a nation within a budget, in its places: at least two battalions, the greater part infantry.
fn raise(
    side: Side,
    nation: &Nation,
    budget: u16,
    goals: &[Point],
    places: &mut Places<'_>,
    chance: &mut Seeded,
) -> (Vec<Listed>, Vec<Commander>) {
    let price = |kind: Kind, quality: Quality| LISTS.prices[&kind][&quality];
    let usual = *chance.one_of(&[Quality::Regular, Quality::Regular, Quality::Trained]);
    let first = chance.below((nation.battalions.len() * nation.regiments.len()) as u32) as usize;
    let (mut purse, mut units) = (budget, Vec::<Listed>::new());
    while units.len() < MOST {
        let count = |kind: Kind| units.iter().filter(|unit| unit.kind == kind).count();
        let infantry = count(Kind::Infantry);
        let other = *chance.one_of(&[
            Kind::MachineGuns,
            Kind::FieldGuns,
            Kind::FieldGuns,
            Kind::MountedCavalry,
            Kind::HeavyGuns,
        ]);
        let room = infantry >= 2 && units.len() < 2 * infantry - 1 && count(other) * 3 <= infantry;
        let kind = if room && chance.comes(55) { other } else { Kind::Infantry };
        let quality =
            if chance.comes(75) { usual } else { *chance.one_of(&[Quality::Poor, Quality::Regular, Quality::Trained]) };
        let wishes = [
            (kind, quality),
            (Kind::Infantry, usual),
            (Kind::Infantry, Quality::Poor),
            (Kind::MachineGuns, Quality::Poor),
        ];
        let Some((kind, quality)) = wishes.into_iter().find(|(kind, quality)| price(*kind, *quality) <= purse) else {
            break;
        };
        purse -= price(kind, quality);
        let number = count(kind);
        let name = match kind {
            Kind::Infantry => battalion(&nation.battalions, &nation.regiments, first + number),
            other => numbered(&nation.others[&other], number + 1),
        };
        let facing = if side == Side::Attacker { Facing::UP } else { Facing::DOWN };
        let firings = if kind.is_artillery() { FIRINGS } else { 0 };
        units.push(Listed {
            name,
            kind,
            quality,
            bases: kind.full_strength(),
            firings,
            at: Point::default(),
            facing,
            column: false,
        });
    }
    let mut posts = goals.iter().map(|goal| (goal.x / INCH, goal.y / INCH)).cycle();
    for unit in &mut units {
        let (from, to) = match (side, unit.kind) {
            (Side::Attacker, Kind::FieldGuns | Kind::HeavyGuns) => ((8, 37), (52, 38)),
            (Side::Attacker, _) => ((6, 32), (54, 36)),
            (Side::Defender, Kind::FieldGuns | Kind::HeavyGuns) => ((12, 3), (48, 6)),
            (Side::Defender, Kind::MountedCavalry) => ((8, 3), (52, 7)),
            (Side::Defender, _) => {
                let (x, y) = posts.next().expect("posts come again and again");
                ((x - 2, y - 1), (x + 2, y + 2))
            }
        };
        places.place(unit, from, to, chance);
    }
    let y = if side == Side::Attacker { 38 } else { 5 };
    let commanders = nation.commanders[..if budget >= 80 { 2 } else { 1 }].iter().zip([24, 36]);
    let commander = |(name, x): (&String, i64)| Commander { name: name.clone(), at: Point::inches(x, y) };
    (units, commanders.map(commander).collect())
}
