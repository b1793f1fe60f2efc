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
    /// The points that each force costs at most; being dug in costs the defender more.
    #[field(rule = "R18", min = 100, max = 300, default = 200)]
    pub points: u16,
    /// The seed of the battle: the same seed and the same points are the same battle.
    #[field(rule = "R18", min = 0, default = 1)]
    pub seed: i32,
}

/// What a dug-in element costs, in hundredths of what it costs in the open.
const DUG_IN: i32 = 150;

/// What is paid for in an element: being there, each point of HE/SA, the whole root of its AP (which grows as chances do),
/// its armour as 2 and the whole root of its defence (an open top is one less), and a move of 8.
pub fn parts(element: &Element) -> [i32; 5] {
    let values = &element.values;
    let ap = match values.ap {
        Ap::None => 0,
        Ap::Figure(ap) => ap.isqrt(),
        Ap::Star(Star::Flamethrower) => 3,
        Ap::Star(_) => 1,
    };
    let armour = match (element.is_armoured(), element.figures.open_topped) {
        (true, open) => 2 + values.defence.isqrt() - i32::from(open),
        (false, _) => 0,
    };
    let fast = i32::from(matches!(values.moves, MoveType::Mech | MoveType::Cmd));
    [1, values.he_sa.unwrap_or(0), ap, armour, fast]
}

/// What each part costs in quarters of a point, as it was fitted to battles (`points.md`). A move of 8 was worth nothing that
/// could be told from chance: who is fast enough to be shot at sooner gains the ground sooner.
const PRICES: [i32; 5] = [24, 11, 1, 12, 0];

/// What an element costs, by its values; a fifth more or less for each step of quality.
pub fn price(element: &Element) -> i32 {
    let plain: i32 = parts(element).iter().zip(PRICES).map(|(part, price)| part * price).sum();
    let quality = 2 - element.figures.quality as i32;
    (plain * (5 + quality) / 20).max(3)
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
    battle(options.points.clamp(100, 300), 100, options.seed.max(0))
}

/// The text of a battle in which the defender has so many hundredths of the attacker's points: what points are worth is
/// found out by such battles (`tests/points.rs`).
pub fn battle(points: u16, share: u16, seed: i32) -> String {
    let mut chance = Seeded::new(u64::from(points) << 32 | u64::from(seed.unsigned_abs()));
    let war = chance.one_of(&LISTS.war);
    let attacks = usize::from(chance.comes(50));
    let forces = [attacks, 1 - attacks].map(|side| &LISTS.force[&war.sides[side]]);
    let (attacker, defender) = (forces[0], forces[1]);
    let budget = i32::from(points) * i32::from(share) / 100;
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
            "notes = '''\n{}: a {} force attacks a {} one around {}. Nothing of this happened: it is battle {seed} of {points} points. The attacker has bought for {} and the defender for {}; who is dug in costs more.\n'''",
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
        // All but tanks of the defender are dug in.
        let cost = if defends && kind < 3 { price(what) * DUG_IN / 100 } else { price(what) };
        if bought.cost + cost <= points && list.len() < limit {
            list.push(what);
            bought.cost += cost;
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
    let _ = writeln!(text, "{} commander | {} | 46 {}", force.people, force.commander, if attacks { 38 } else { 6 });
    let _ = writeln!(text, "{} observer | {} | 46 {}", force.people, force.observer, if attacks { 35 } else { 9 });
    let people = &force.people;
    let mut row = |name: &str, what: &Element, x: usize, y: &str, dug_in: bool| {
        let facing = if attacks { 0 } else { 180 };
        let as_what = if dug_in { " | dug-in" } else { "" };
        let _ = writeln!(text, "{name} | {} | {x} {y} | {facing}{as_what}", what.word);
    };
    for (number, what) in bought.foot.iter().enumerate() {
        // The attacker in a line; the defender dug in before the village, farm and rise.
        row(&format!("{people} squad {}", number + 1), what, 3 + 3 * number, front, !attacks);
    }
    for (number, what) in bought.weapons.iter().enumerate() {
        row(
            &format!("{people} weapon {}", number + 1),
            what,
            8 + 9 * number,
            if attacks { "36.3" } else { "7" },
            !attacks,
        );
    }
    for (number, what) in bought.tanks.iter().enumerate() {
        row(&format!("{people} tank {}", number + 1), what, 4 + 5 * number, rear, false);
    }
    if attacks {
        for (number, what) in bought.hidden.iter().enumerate() {
            row(&format!("{people} team {}", number + 1), what, 5 + 6 * number, "33", false);
        }
    }
    text.push_str("'''\n");
    if !attacks && !bought.hidden.is_empty() {
        text.push_str("ambush = '''\n");
        for (number, what) in bought.hidden.iter().enumerate() {
            let _ = writeln!(text, "{people} post {} | {} | dug-in", number + 1, what.word);
        }
        text.push_str("'''\n");
    }
    let _ = writeln!(text, "support = \"{people} battery | {} | {}\"", force.battery, if attacks { 3 } else { 2 });
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
