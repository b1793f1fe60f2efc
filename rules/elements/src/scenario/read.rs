//! Reading a scenario file.

use super::{Army, FORMAT, Lie, Listed, MOST, MOST_HIDDEN, Scenario, Support};
use crate::catalogue::{CATALOGUE, Class, Element};
use crate::game::{Land, Side};
use crate::quality::Quality;
use field::{Facing, Footprint, INCH, Point};
use kernel::procedure::{Refusal, suggestion};
use kernel::scenario::{self, Heading, Hundredths, Node, Page, Reading, Row, SideCard, Troubles, objectives};
use tabletop::{Edge, Table, goals, holds, place};

impl Scenario {
    /// The scenario of a file's text. What is wrong with it is told by line and column, with what is allowed.
    pub fn read(text: &str) -> Result<Scenario, Troubles> {
        scenario::read(text, read_file)
    }
}

fn read_file(page: &mut Page<'_>) -> Reading<Scenario> {
    let head = Heading::read(page, &FORMAT);
    let table = Table::read(page, (72, 48), &(24..=120), Lie::ALL, |lie| lie == Lie::Hill);
    let expansion = page.find("expansion").map_or(Ok(false), |expansion| expansion.flag());
    // Places are read even where the table is not in order, so that all troubles are told at once.
    let size = table.as_ref().map_or((Hundredths::inches(120), Hundredths::inches(120)), Table::size);
    let objectives = objectives(&page.get("objectives"), 8, Some(&(1..=20)), |node| place(node, size));
    let [attacker, defender] = Side::BOTH.map(|side| page.get(side.seat().0).table(|page| read_side(side, page, size)));
    let ((head, terms), table, expansion, objectives) = (head?, table?, expansion?, objectives?);
    let ((attacker, attacker_holds), (defender, defender_holds)) = (attacker?, defender?);
    let held = [(Side::Attacker, &*attacker_holds), (Side::Defender, &*defender_holds)];
    let objectives = goals(page, &objectives, held.map(|(side, names)| (side, side.seat(), names)), 1)?;
    if attacker.edge == defender.edge {
        return Err(
            page.refuse(Side::Defender.seat().0, "has the same edge as the attacker; they face each other (R19)")
        );
    }
    let scenario = Scenario {
        head,
        par: terms.par,
        turns: terms.length,
        fixed_setup: terms.fixed_setup,
        expansion,
        objectives,
        table,
        attacker,
        defender,
    };
    let faults: Vec<_> = faults(&scenario).iter().map(|fault| page.blame(fault)).collect();
    faults.first().map_or(Ok(scenario), |&reported| Err(reported))
}

/// Where somebody stands who cannot: off the table, in ground that is closed to him, or on somebody else.
fn faults(scenario: &Scenario) -> Vec<Refusal> {
    let land = Land::of(&scenario.table);
    let mut stand: Vec<(&Listed, Footprint)> = Vec::new();
    let mut faults = Vec::new();
    for side in Side::BOTH {
        let here = |listed: &&Listed| listed.aboard.is_none() && listed.arrives == 0;
        for listed in scenario.army(side).elements.iter().filter(here) {
            let mut blame = |what: String| {
                let path = format!("{side}.elements.{}", listed.name);
                faults.push(Refusal::field(&path, format!("{} {what}", listed.name)));
            };
            let base = listed.piece(side, 0).base();
            if land.passage(listed.element.values.moves).rests(&base, &[]).is_err() {
                blame("stands off the table, or in ground that it cannot enter (R36)".to_owned());
            }
            if let Some((other, _)) = stand.iter().find(|(_, theirs)| theirs.within(&base, crate::game::TOUCH)) {
                blame(format!("stands on {}, or touches it (R34)", other.name));
            }
            stand.push((listed, base));
        }
    }
    faults
}

fn read_side(side: Side, page: &mut Page<'_>, size: (Hundredths, Hundredths)) -> Reading<(Army, Vec<String>)> {
    const COLUMNS: [&str; 5] = ["name", "type", "place", "facing", "as"];
    let card = SideCard::read(page, None);
    let edge = page.get("edge").choice(Edge::ALL);
    let zone = page.find("zone").map_or(Ok(12), |zone| zone.number(2..=60));
    let hides = page.find("hides").map_or(Ok(0), |hides| hides.number(0..=12));
    let holds = holds(page);
    let usual = edge.as_ref().map_or(Facing::UP, |edge| edge.facing().turned(180));
    let rows = page.get("elements").rows(&COLUMNS, 2, MOST);
    let ambush = page.find("ambush").map_or(Ok(Vec::new()), |rows| rows.rows(&["name", "type", "as"], 1, MOST_HIDDEN));
    let support = page.find("support").map_or(Ok(Vec::new()), |rows| rows.rows(&["name", "type", "calls", "as"], 1, 4));
    let rows = rows?;
    let names: Vec<Reading<String>> = rows.iter().map(|row| row[0].name()).collect();
    let names: Vec<String> = names.into_iter().collect::<Reading<_>>()?;
    let all: Vec<Reading<Listed>> = rows.iter().map(|row| read_element(row, usual, size, &names)).collect();
    let mut elements: Vec<Listed> = all.into_iter().collect::<Reading<_>>()?;
    if elements.is_empty() {
        return Err(page.refuse("elements", &format!("of the {side} are missing; a side has 1 to {MOST}")));
    }
    settle(page, &mut elements)?;
    let hidden: Vec<Reading<Listed>> = ambush?.iter().map(|row| read_hidden(row, usual)).collect();
    let support: Vec<Reading<Support>> = support?.iter().map(read_support).collect();
    let army = Army {
        card: card?,
        edge: edge?,
        zone: i64::from(zone?) * INCH,
        elements,
        ambush: hidden.into_iter().collect::<Reading<_>>()?,
        hides: hides?,
        support: support.into_iter().collect::<Reading<_>>()?,
    };
    if side == Side::Attacker && !army.ambush.is_empty() {
        return Err(page.refuse("ambush", "is for the defender, who alone hides (R20)"));
    }
    if usize::from(army.hides) > army.ambush.len() {
        return Err(page.refuse("hides", &format!("is more than the {} that are listed in ambush", army.ambush.len())));
    }
    Ok((army, holds?))
}

/// Who rides with whom, and under whom everybody stands (R22).
fn settle(page: &mut Page<'_>, elements: &mut [Listed]) -> Reading<()> {
    let commander = elements.iter().position(|listed| listed.element.figures.class == Class::Commander);
    for number in 0..elements.len() {
        let name = elements[number].name.clone();
        let blame = |what: &str| format!("has {name} {what}");
        if let Some(vehicle) = elements[number].aboard {
            let vehicle = usize::from(vehicle);
            let aboard = |gun: bool| {
                let same = elements.iter().filter(|other| other.aboard == Some(vehicle as u8));
                same.filter(|other| (other.element.figures.class == Class::Gun) == gun).count()
            };
            let carrier = elements[vehicle].element;
            if vehicle == number || !carrier.is_vehicle() || elements[vehicle].aboard.is_some() {
                let sentence = blame("in something that carries nobody; it must be a vehicle of the list");
                return Err(page.refuse("elements", &sentence));
            }
            if aboard(false) > usize::from(carrier.figures.capacity) || aboard(true) > 1 {
                let sentence = blame("in a vehicle that has no room for so many");
                return Err(page.refuse("elements", &sentence));
            }
            if elements[number].element.figures.class == Class::Gun && !carrier.is_transport() {
                let sentence = blame("limbered to what is no transport (R23)");
                return Err(page.refuse("elements", &sentence));
            }
            elements[number].at = elements[vehicle].at;
            elements[number].arrives = elements[vehicle].arrives;
        }
        let under = elements[number].under.or(commander.map(|commander| commander as u8));
        if under.is_some_and(|under| elements[usize::from(under)].element.figures.class != Class::Commander) {
            let sentence = blame("under somebody who is no commander (R22)");
            return Err(page.refuse("elements", &sentence));
        }
        elements[number].under = under;
    }
    Ok(())
}

fn read_element(row: &Row<'_>, usual: Facing, size: (Hundredths, Hundredths), names: &[String]) -> Reading<Listed> {
    let [name, kind, at, facing, words] = &row[..] else { unreachable!("a row has a cell for each column") };
    let (name, element) = (name.name(), read_type(kind, |element| !element.is_aircraft()));
    let at = place(at, size);
    let facing = if facing.is_given() { facing.number(0..=359).map(Facing::of) } else { Ok(usual) };
    let element = element?;
    let mut listed = listed(name?, element, at?, facing?);
    if words.is_given() {
        let allowed = "a quality, 'dug-in', 'in NAME', 'under NAME' or 'turn 3', with commas between";
        for word in words.string(allowed)?.split(',').map(str::trim) {
            let named = |name: &str| names.iter().position(|known| known == name).map(|number| number as u8);
            let turn = word.strip_prefix("turn ").and_then(|turn| turn.parse::<u8>().ok());
            match (quality_of(word), word.strip_prefix("in "), word.strip_prefix("under "), turn) {
                (Some(quality), ..) => listed.quality = quality,
                (_, Some(vehicle), ..) => {
                    let vehicle = named(vehicle);
                    listed.aboard =
                        Some(vehicle.ok_or_else(|| words.wrong("'in' and the name of a line of the list"))?);
                }
                (_, _, Some(commander), _) => {
                    let commander = named(commander);
                    listed.under =
                        Some(commander.ok_or_else(|| words.wrong("'under' and the name of a line of the list"))?);
                }
                (_, _, _, Some(turn @ 1..=20)) => listed.arrives = turn,
                _ if word == "dug-in" && !element.is_vehicle() => listed.dug_in = true,
                _ => return Err(words.wrong(allowed)),
            }
        }
    }
    Ok(listed)
}

/// R20 Only foot, guns and CSW hide.
fn read_hidden(row: &Row<'_>, usual: Facing) -> Reading<Listed> {
    let [name, kind, words] = &row[..] else { unreachable!("a row has a cell for each column") };
    let element = read_type(kind, |element| element.is_infantry() || element.is_csw());
    let mut listed = listed(name.name()?, element?, Point::default(), usual);
    if words.is_given() {
        let allowed = "a quality or 'dug-in', with commas between";
        for word in words.string(allowed)?.split(',').map(str::trim) {
            match quality_of(word) {
                Some(quality) => listed.quality = quality,
                None if word == "dug-in" => listed.dug_in = true,
                None => return Err(words.wrong(allowed)),
            }
        }
    }
    Ok(listed)
}

fn read_support(row: &Row<'_>) -> Reading<Support> {
    let [name, kind, calls, words] = &row[..] else { unreachable!("a row has a cell for each column") };
    let element = read_type(kind, |element| element.is_aircraft() || element.can_be_called());
    let (name, calls, element) = (name.name()?, calls.number(1..=20)?, element?);
    let mut quality = element.figures.quality;
    if words.is_given() {
        let allowed = "elite, veteran, regular, green or raw";
        quality = quality_of(words.string(allowed)?).ok_or_else(|| words.wrong(allowed))?;
    }
    Ok(Support { name, element, quality, calls })
}

fn listed(name: String, element: &'static Element, at: Point, facing: Facing) -> Listed {
    let quality = element.figures.quality;
    Listed { name, element, quality, at, facing, aboard: None, under: None, dug_in: false, arrives: 0 }
}

/// A type of the catalogue that fits here.
fn read_type(node: &Node<'_>, fits: impl Fn(&Element) -> bool) -> Reading<&'static Element> {
    let word = node.string("a type of the catalogue")?;
    let fitting = || CATALOGUE.iter().filter(|element| fits(element)).map(|element| element.word);
    CATALOGUE.iter().filter(|element| fits(element)).find(|element| element.word == word).ok_or_else(|| {
        let hint = suggestion(word, fitting());
        node.wrong(&format!("a type of the catalogue that fits here{hint}"))
    })
}

fn quality_of(word: &str) -> Option<Quality> {
    Some(match word {
        "elite" => Quality::Elite,
        "veteran" => Quality::Veteran,
        "regular" => Quality::Regular,
        "green" => Quality::Green,
        "raw" => Quality::Raw,
        _ => return None,
    })
}
