//! R18: a battle from a number of points and a seed, written out as a scenario file.
//!
//! The same points and seed are the same battle on every machine, since all that is left to chance comes from [`Seeded`].

use crate::catalogue::{Element, element};
use crate::grade::{Ap, MoveType, Star};
use kernel::dice::Seeded;
use kernel::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// The id of the scenario that is generated.
pub const GENERATED: &str = "generated";

/// What may be set before a game; it matters to the generated scenario only.
#[derive(Clone, PartialEq, Eq, Debug, Situation)]
pub struct Options {
    /// The points that the attacker's force costs; the defender has four fifths of them.
    #[field(rule = "R18", min = 100, max = 400, default = 200)]
    pub points: u16,
    /// The seed of the battle: the same seed and the same points are the same battle.
    #[field(rule = "R18", min = 0, default = 1)]
    pub seed: i32,
}

/// The defender's points, in hundredths of the attacker's.
const DEFENDER: u16 = 80;

/// What an element costs, by its values:
///
/// - 6 for being there, 3 for each point of HE/SA, and 1 for each 8 units that it reaches;
/// - for AP twice the whole root of the figure, which grows with the square root of the grade as chances do; 3 for a star;
/// - for armour 6, and twice the whole root of the defence; an open top is 3 less;
/// - 4 for a move of 8, 3 less for a CSW, which walks an inch;
/// - a fifth more or less for each step of quality.
pub fn price(element: &Element) -> i32 {
    let values = &element.values;
    let ap = match values.ap {
        Ap::None => 0,
        Ap::Figure(ap) => 2 * ap.isqrt(),
        Ap::Star(Star::Flamethrower) => 6,
        Ap::Star(_) => 3,
    };
    let armour = match (element.is_armoured(), element.figures.open_topped) {
        (true, open) => 6 + 2 * values.defence.isqrt() - if open { 3 } else { 0 },
        (false, _) => 0,
    };
    let pace = match values.moves {
        MoveType::Mech | MoveType::Cmd => 4,
        MoveType::Csw => -3,
        _ => 0,
    };
    let plain = 6 + 3 * values.he_sa.unwrap_or(0) + values.range / 8 + ap + armour + pace;
    let quality = 2 - element.figures.quality as i32;
    (plain * (5 + quality) / 5).max(3)
}

/// What battles are made of.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lists {
    war: Vec<War>,
    force: BTreeMap<String, Force>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct War {
    year: u16,
    season: String,
    sides: [String; 2],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Force {
    army: String,
    people: String,
    commander: String,
    observer: String,
    battery: String,
    infantry: Vec<String>,
    weapons: Vec<String>,
    guns: Vec<String>,
    hunters: Vec<String>,
    tanks: Vec<String>,
}

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| toml::from_str(include_str!("../../generator.toml")).expect("the lists can be read"));

/// A force that was bought.
#[derive(Default)]
struct Bought {
    foot: Vec<&'static Element>,
    weapons: Vec<&'static Element>,
    hidden: Vec<&'static Element>,
    tanks: Vec<&'static Element>,
    cost: i32,
}

/// The text of the battle of these options. Options off their limits are brought within them.
pub(super) fn text(options: &Options) -> String {
    let (points, seed) = (options.points.clamp(100, 400), options.seed.max(0));
    let mut chance = Seeded::new(u64::from(points) << 32 | u64::from(seed.unsigned_abs()));
    let war = chance.one_of(&LISTS.war);
    let attacks = usize::from(chance.comes(50));
    let forces = [attacks, 1 - attacks].map(|side| &LISTS.force[&war.sides[side]]);
    let (attacker, defender) = (forces[0], forces[1]);
    let budget = i32::from(points) * i32::from(DEFENDER) / 100;
    let attack = buy(attacker, points.into(), false, &mut chance);
    let defence = buy(defender, budget, true, &mut chance);
    let land = Land::draw(&mut chance);
    let mut text = String::new();
    let line = |text: &mut String, words: String| {
        text.push_str(&words);
        text.push('\n');
    };
    let title = format!("{}, {}", land.village, war.year);
    for words in [
        format!("book = \"elements\"\nid = \"{GENERATED}\"\ntitle = \"{title}\""),
        format!("minutes = {}\npar = 0\nturns = 9\nexpansion = true\ntable = [48, 40]", 20 + points / 5),
        format!(
            "notes = '''\n{}: a {} force attacks a {} one around {}. Nothing of this happened: it is battle {seed} of {points} points, of which the defender has {budget}; the attacker has bought for {} and the defender for {}.\n'''",
            war.season, attacker.people, defender.people, land.village, attack.cost, defence.cost
        ),
    ] {
        line(&mut text, words);
    }
    text.push_str(&land.text);
    force_text(&mut text, "attacker", attacker, &attack);
    force_text(&mut text, "defender", defender, &defence);
    text
}

/// Buys: a core of infantry, then what chance brings, as long as there are points.
fn buy(force: &'static Force, points: i32, defends: bool, chance: &mut Seeded) -> Bought {
    let mut bought = Bought::default();
    let pick = |words: &'static [String], chance: &mut Seeded| {
        let word: &String = chance.one_of(words);
        element(word)
    };
    for round in 0..60 {
        let roll = chance.below(100);
        let (kind, what) = match roll {
            _ if round < 4 => (0, pick(&force.infantry, chance)),
            0..38 => (0, pick(&force.infantry, chance)),
            38..54 => (1, pick(&force.weapons, chance)),
            54..66 => (2, pick(&force.hunters, chance)),
            66..78 if defends => (2, pick(&force.guns, chance)),
            _ => (3, pick(&force.tanks, chance)),
        };
        let limit = [14, 4, 6, if defends { 3 } else { 9 }][kind];
        let list = match kind {
            0 => &mut bought.foot,
            1 => &mut bought.weapons,
            2 => &mut bought.hidden,
            _ => &mut bought.tanks,
        };
        if bought.cost + price(what) <= points && list.len() < limit {
            list.push(what);
            bought.cost += price(what);
        }
    }
    bought
}

fn force_text(text: &mut String, seat: &str, force: &Force, bought: &Bought) {
    let attacks = seat == "attacker";
    let (edge, front, rear) = if attacks { ("bottom", "35", "38.5") } else { ("top", "9", "3") };
    let holds = if attacks { "" } else { "holds = [\"The village\", \"The farm\", \"The rise\"]\n" };
    let _ = write!(
        text,
        "\n[{seat}]\nname = \"The {} force\"\narmy = \"{}\"\nedge = \"{edge}\"\n{holds}",
        force.people, force.army
    );
    if !attacks {
        let hides = bought.hidden.len().div_ceil(2);
        let _ = write!(text, "zone = 18\nhides = {hides}\n");
    }
    text.push_str("elements = '''\n");
    let _ = writeln!(text, "Commander | {} | 46 {}", force.commander, if attacks { 38 } else { 6 });
    let _ = writeln!(text, "Observer | {} | 46 {}", force.observer, if attacks { 35 } else { 9 });
    let mut row = |name: &str, what: &Element, x: usize, y: &str, dug_in: bool| {
        let facing = if attacks { 0 } else { 180 };
        let as_what = if dug_in { " | dug-in" } else { "" };
        let _ = writeln!(text, "{name} | {} | {x} {y} | {facing}{as_what}", what.word);
    };
    for (number, what) in bought.foot.iter().enumerate() {
        // The attacker in a line; the defender dug in before the village, farm and rise.
        row(&format!("Squad {}", number + 1), what, 3 + 3 * number, front, !attacks);
    }
    for (number, what) in bought.weapons.iter().enumerate() {
        row(&format!("Weapon {}", number + 1), what, 8 + 9 * number, if attacks { "36.3" } else { "7" }, !attacks);
    }
    for (number, what) in bought.tanks.iter().enumerate() {
        row(&format!("Tank {}", number + 1), what, 4 + 5 * number, rear, false);
    }
    if attacks {
        for (number, what) in bought.hidden.iter().enumerate() {
            row(&format!("Team {}", number + 1), what, 5 + 6 * number, "33", false);
        }
    }
    text.push_str("'''\n");
    if !attacks && !bought.hidden.is_empty() {
        text.push_str("ambush = '''\n");
        for (number, what) in bought.hidden.iter().enumerate() {
            let _ = writeln!(text, "Post {} | {} | dug-in", number + 1, what.word);
        }
        text.push_str("'''\n");
    }
    let _ = writeln!(text, "support = \"Battery | {} | {}\"", force.battery, if attacks { 3 } else { 2 });
}

/// A table with three objectives. The bottom eight inches and the top ten stay clear for those who set up.
struct Land {
    village: &'static str,
    text: String,
}

const VILLAGES: &[&str] = &["Beaumont", "Sankt Veit", "Nikolskoe", "La Ferme", "Waldau", "Kamenka", "Saint-Aubin"];

impl Land {
    fn draw(chance: &mut Seeded) -> Land {
        let village = *chance.one_of(VILLAGES);
        let (west, east) = (10 + chance.below(5), 33 + chance.below(5));
        let mut text = String::new();
        let goals = [("The village", 24, 13, 2), ("The farm", west, 14, 1), ("The rise", east, 14, 1)];
        for (name, x, y, value) in goals {
            let _ = write!(text, "\n[[objectives]]\nat = [{x}, {y}]\nname = \"{name}\"\nvalue = {value}\n");
        }
        let mut ground = |kind: &str, shape: String| {
            let _ = write!(text, "\n[[ground]]\nkind = \"{kind}\"\n{shape}\n");
        };
        ground("road", "line = [[24, 40], [24, 0]]\nwidth = 1".to_owned());
        for (x, y) in [(21, 13), (27, 13), (21, 16), (27, 16)] {
            ground("house", format!("rectangle = {{ middle = [{x}, {y}], width = 3, depth = 2 }}"));
        }
        ground("house", format!("rectangle = {{ middle = [{west}, 12], width = 2, depth = 2 }}"));
        ground("crops", format!("rectangle = {{ middle = [{east}, 15], width = 6, depth = 4 }}"));
        for side in [8, 40] {
            let (x, y) = (side + chance.below(5) as i32 - 2, 20 + chance.below(6) as i32);
            let (wide, deep) = (5 + chance.below(4), 4 + chance.below(3));
            let kind = *chance.one_of(&["wood", "wood", "crops", "ploughed", "dense-wood"]);
            ground(kind, format!("rectangle = {{ middle = [{x}, {y}], width = {wide}, depth = {deep} }}"));
        }
        for _ in 0..4 {
            let (x, y) = (4 + chance.below(28), 18 + chance.below(12));
            let long = 6 + chance.below(8);
            let kind = *chance.one_of(&["hedge", "hedge", "wall", "stream"]);
            ground(kind, format!("line = [[{x}, {y}], [{}, {}]]", x + long, y + chance.below(3)));
        }
        Land { village, text }
    }
}
