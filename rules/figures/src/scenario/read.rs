//! Reading a scenario file.

use super::{Army, FORMAT, Goal, Lie, Listed, Scenario};
use crate::game::{Kind, Side};
use crate::troops::{Formation, Quality};
use field::{Facing, INCH, Point, Shape, Terrain};
use kernel::scenario::{self, Heading, Hundredths, Node, Page, Reading, Row, SideCard, Troubles, objectives};
use tabletop::{Edge, Table, goals, holds, place};

/// The most squads of a side: 300 figures are 30 squads of 10.
const MOST_SQUADS: usize = 40;
/// The most figures of a side.
const MOST_MEN: u32 = 300;
/// R10 The year of the first masks.
const FIRST_MASKS: u16 = 1916;
/// R19 What an objective scores where the scenario does not say otherwise.
const OBJECTIVE: u8 = 10;
/// R8 Grenades of each man where the scenario does not say otherwise.
const GRENADES: u8 = 2;

impl Scenario {
    /// The scenario of a file's text. What is wrong with it is told by line and column, with what is allowed.
    pub fn read(text: &str) -> Result<Scenario, Troubles> {
        scenario::read(text, read_file)
    }
}

fn read_file(page: &mut Page<'_>) -> Reading<Scenario> {
    let head = Heading::read(page, &FORMAT);
    let year = page.find("year").map_or(Ok(1916), |year| year.number(1914..=1918));
    let night = page.find("night").map_or(Ok(false), |night| night.flag());
    let table = Table::read(page, (72, 48), &(12..=120), Lie::ALL, |lie| lie == Lie::Hill);
    let size = table.as_ref().map_or((Hundredths::inches(120), Hundredths::inches(120)), Table::size);
    let prepared = page.find("prepared").map_or(Ok(Vec::new()), |names| names_of(&names, 40));
    let objectives = objectives(&page.get("objectives"), 8, Some(&(1..=50)), |node| place(node, size));
    let [attacker, defender] = Side::BOTH.map(|side| page.get(side.seat().0).table(|page| read_side(page, size)));
    let ((head, terms), year, night, table, prepared, objectives) =
        (head?, year?, night?, table?, prepared?, objectives?);
    let ((attacker, attacker_holds), (defender, defender_holds)) = (attacker?, defender?);
    let table = in_sections(table);
    if let Err(fault) = table.plan.check() {
        return Err(page.refuse("ground", &format!("cannot be laid out: {fault}")));
    }
    let named = |name: &String| {
        (0..).zip(&table.names).filter(|(_, named)| named.as_ref() == Some(name)).map(|(piece, _)| piece).collect()
    };
    let mut pieces: Vec<u16> = Vec::new();
    for name in &prepared {
        let found: Vec<u16> = named(name);
        if found.is_empty() {
            return Err(page.refuse("prepared", &format!("names '{name}', but no piece of ground is called so")));
        }
        pieces.extend(found);
    }
    let held = [(Side::Attacker, &*attacker_holds), (Side::Defender, &*defender_holds)];
    let objectives = goals(page, &objectives, held.map(|(side, names)| (side, side.seat(), names)), OBJECTIVE)?;
    for (army, side) in [(&attacker, Side::Attacker), (&defender, Side::Defender)] {
        let men: u32 = army.squads.iter().map(|squad| u32::from(squad.men)).sum();
        if men > MOST_MEN {
            let sentence = format!("has {men} figures, but a side has {MOST_MEN} at most");
            return Err(page.refuse(side.seat().0, &sentence));
        }
        if army.masks && year < FIRST_MASKS {
            return Err(
                page.refuse(side.seat().0, &format!("has masks, but nobody had any before {FIRST_MASKS} (R10)"))
            );
        }
    }
    let scenario = Scenario {
        head,
        par: terms.par,
        moves: terms.length,
        year,
        night,
        references: references(&table, &objectives),
        table,
        prepared: pieces,
        objectives,
        attacker,
        defender,
    };
    let faults: Vec<_> = crate::game::set_up_faults(&scenario).iter().map(|fault| page.blame(fault)).collect();
    faults.first().map_or(Ok(scenario), |&reported| Err(reported))
}

/// Bombardment:aim Points that everybody knows by name: objectives, named ground, and the corners of the table.
fn references(table: &Table<Lie>, objectives: &[Goal]) -> Vec<(String, Point)> {
    let (width, depth) = (table.plan.width, table.plan.depth);
    let mut known: Vec<(String, Point)> = objectives.iter().map(|goal| (goal.name.clone(), goal.at)).collect();
    for (name, terrain) in table.names.iter().zip(&table.plan.terrain) {
        if let Some(name) = name
            && known.iter().all(|(other, _)| other != name)
        {
            let middle = middle(&terrain.shape);
            known.push((name.clone(), Point::new(middle.x.clamp(0, width), middle.y.clamp(0, depth))));
        }
    }
    let corners =
        [("top left", 0, 0), ("top right", width, 0), ("bottom left", 0, depth), ("bottom right", width, depth)];
    known.extend(corners.map(|(name, x, y)| (format!("the {name} corner"), Point::new(x, y))));
    known
}

/// The middle of a shape, or of a line's ends.
fn middle(shape: &Shape) -> Point {
    let mean = |points: &[Point]| {
        let sum = points.iter().fold(Point::default(), |sum, point| sum.plus(*point));
        Point::new(sum.x / points.len() as i64, sum.y / points.len() as i64)
    };
    match shape {
        Shape::Polygon(corners) => mean(corners),
        Shape::Circle(circle) => circle.middle,
        Shape::Rectangle(rectangle) => rectangle.middle,
        Shape::Line { points, .. } => mean(points),
    }
}

/// Cover:sections Fences and walls are laid in sections of 3 inches, each with its own value.
fn in_sections(table: Table<Lie>) -> Table<Lie> {
    let mut laid =
        Table { plan: field::Plan { terrain: Vec::new(), ..table.plan }, kinds: Vec::new(), names: Vec::new() };
    for ((terrain, kind), name) in table.plan.terrain.into_iter().zip(table.kinds).zip(table.names) {
        let mut lay = |terrain: Terrain| {
            laid.plan.terrain.push(terrain);
            laid.kinds.push(kind);
            laid.names.push(name.clone());
        };
        match &terrain.shape {
            Shape::Line { points, width } if kind.is_in_sections() => {
                for ends in points.windows(2) {
                    let length = ends[0].distance(ends[1]);
                    let count = (length + 3 * INCH - 1) / (3 * INCH);
                    let cut = |number: i64| {
                        if number == count { ends[1] } else { ends[0].towards(ends[1], number * 3 * INCH) }
                    };
                    for number in 0..count {
                        let shape = Shape::Line { points: vec![cut(number), cut(number + 1)], width: *width };
                        lay(Terrain { shape, ..terrain.clone() });
                    }
                }
            }
            _ => lay(terrain),
        }
    }
    laid
}

fn names_of(node: &Node<'_>, most: usize) -> Reading<Vec<String>> {
    let names: Vec<_> = node.items(most)?.iter().map(Node::name).collect();
    names.into_iter().collect()
}

fn read_side(page: &mut Page<'_>, size: (Hundredths, Hundredths)) -> Reading<(Army, Vec<String>)> {
    let card = SideCard::read(page, None);
    let edge = page.get("edge").choice(Edge::ALL);
    let zone = page.find("zone").map_or(Ok(12), |zone| zone.number(1..=60));
    let mut flag = |key| page.find(key).map_or(Ok(false), |flag| flag.flag());
    let [bef, belt_fed, armour_piercing, masks] = ["bef", "belt-fed", "armour-piercing", "masks"].map(&mut flag);
    let mut number = |key, usual: u8, most: u8| page.find(key).map_or(Ok(usual), |given| given.number(0..=most));
    let grenades = number("grenades", GRENADES, 9);
    let snipers = number("snipers", 0, 3);
    let battery = number("battery", 0, 6);
    let (smoke, gas) = (number("smoke-shells", 0, 60), number("gas-shells", 0, 60));
    let cylinders = page.find("cylinders").map(|line| ends_of(&line, size)).transpose();
    let holds = holds(page);
    let usual = edge.map_or(Facing::UP, |edge| edge.facing().turned(180));
    let rows = page.get("squads").rows(&["name", "kind", "quality", "place", "facing", "as"], 2, MOST_SQUADS);
    let squads: Vec<_> = rows?.iter().map(|row| read_squad(row, usual, size)).collect();
    let army = Army {
        card: card?,
        edge: edge?,
        zone: zone? * INCH,
        bef: bef?,
        belt_fed: belt_fed?,
        armour_piercing: armour_piercing?,
        masks: masks?,
        grenades: grenades?,
        snipers: snipers?,
        battery: battery?,
        smoke_shells: smoke?,
        gas_shells: gas?,
        cylinders: cylinders?,
        squads: squads.into_iter().collect::<Reading<_>>()?,
    };
    if army.squads.is_empty() {
        return Err(page.refuse("squads", &format!("are missing; a side has 1 to {MOST_SQUADS}")));
    }
    Ok((army, holds?))
}

/// The two ends of a line.
fn ends_of(node: &Node<'_>, (width, depth): (Hundredths, Hundredths)) -> Reading<(Point, Point)> {
    let items = node.items(2)?;
    let [one, other] = &items[..] else { return Err(node.wrong("two places, [[x, y], [x, y]]")) };
    let (one, other) = (one.point(width, depth)?, other.point(width, depth)?);
    Ok((Point::new(one.x.0, one.y.0), Point::new(other.x.0, other.y.0)))
}

fn read_squad(row: &Row<'_>, usual: Facing, size: (Hundredths, Hundredths)) -> Reading<Listed> {
    let [name, kind, quality, at, facing, words] = &row[..] else { unreachable!("a row has a cell for each column") };
    let (name, kind, quality) = (name.name(), kind.choice(Kind::ALL), quality.choice(Quality::ALL));
    let at = place(at, size);
    let facing = if facing.is_given() { facing.number(0..=359).map(Facing::of) } else { Ok(usual) };
    let kind = kind?;
    if kind == Kind::Sniper {
        return Err(row[1].refuse("is not for a line of squads: say snipers = 1, and their player hides them"));
    }
    let mut squad = Listed {
        name: name?,
        kind,
        quality: quality?,
        men: kind.usual_men(),
        officer: false,
        lmg: false,
        lancers: false,
        at: at?,
        facing: facing?,
        formation: Formation::Line,
        prone: false,
        limbered: kind == Kind::Wagon,
    };
    if !words.is_given() {
        return Ok(squad);
    }
    let allowed =
        "'men 8', 'officer', 'lmg', 'lancers', 'open-order', 'skirmish', 'prone' or 'limbered', with commas between";
    for word in words.string(allowed)?.split(',').map(str::trim) {
        match word {
            "officer" if !squad.kind.is_prize() => squad.officer = true,
            "lmg" if kind == Kind::Infantry => squad.lmg = true,
            "lancers" if kind == Kind::Cavalry => squad.lancers = true,
            "open-order" => squad.formation = Formation::OpenOrder,
            "skirmish" => squad.formation = Formation::Skirmish,
            "prone" if kind == Kind::Infantry => squad.prone = true,
            "limbered" if kind.is_field_piece() => squad.limbered = true,
            _ => {
                let number = word.strip_prefix("men ").and_then(|number| number.parse::<u8>().ok());
                let most = if matches!(kind, Kind::Infantry | Kind::Cavalry | Kind::DismountedCavalry) {
                    12
                } else {
                    kind.usual_men()
                };
                let men = number.filter(|men| (1..=most.max(1)).contains(men) && most > 0);
                squad.men = men.ok_or_else(|| words.wrong(&format!("{allowed}; {kind} has 1 to {most} men")))?;
            }
        }
    }
    Ok(squad)
}
