//! Reading a scenario file.

use super::{Army, Commander, FORMAT, Lie, Listed, Scenario};
use crate::game::{Side, block};
use crate::units::{Kind, Quality};
use field::{Facing, Footprint};
use kernel::procedure::Refusal;
use kernel::scenario::{self, Heading, Hundredths, Page, Reading, Row, SideCard, Troubles, objectives};
use tabletop::{Edge, Table, goals, holds, place};

/// The most units of a side; reactions and markers of more would not be followed by anybody.
pub(super) const MOST_UNITS: usize = 30;
/// R20 Firings of a battery in a game, unless the scenario says otherwise.
pub(super) const FIRINGS: u8 = 8;

impl Scenario {
    /// The scenario of a file's text. What is wrong with it is told by line and column, with what is allowed.
    pub fn read(text: &str) -> Result<Scenario, Troubles> {
        scenario::read(text, read_file)
    }
}

fn read_file(page: &mut Page<'_>) -> Reading<Scenario> {
    let head = Heading::read(page, &FORMAT);
    let initiative = page.find("initiative").map(|side| side.choice(FORMAT.seats)).transpose();
    let lead = page.find("lead").map_or(Ok(2), |lead| lead.number(0..=30));
    let table = Table::read(page, (72, 48), &(12..=120), Lie::ALL, |lie| lie == Lie::Hill);
    let inches = table.as_ref().map_or((Hundredths::inches(120), Hundredths::inches(120)), Table::size);
    let objectives = objectives(&page.get("objectives"), 8, Some(&(1..=20)), |node| place(node, inches));
    let [attacker, defender] =
        Side::BOTH.map(|side| page.get(side.seat().0).table(|page| read_side(side, page, inches)));
    let ((head, terms), initiative, lead, table, objectives) = (head?, initiative?, lead?, table?, objectives?);
    let ((attacker, attacker_holds), (defender, defender_holds)) = (attacker?, defender?);
    let held = [(Side::Attacker, &*attacker_holds), (Side::Defender, &*defender_holds)];
    let objectives = goals(page, &objectives, held.map(|(side, names)| (side, side.seat(), names)), 1)?;
    let scenario = Scenario {
        head,
        par: terms.par,
        turns: terms.length,
        initiative: initiative.map(Side::of),
        lead,
        table,
        objectives,
        attacker,
        defender,
    };
    let faults: Vec<_> = faults(&scenario).iter().map(|fault| page.blame(fault)).collect();
    faults.first().map_or(Ok(scenario), |&reported| Err(reported))
}

/// Where somebody stands who cannot: off the table, in the water, on somebody else, or too near to the enemy.
fn faults(scenario: &Scenario) -> Vec<Refusal> {
    let land = crate::game::Land::of(scenario);
    let mut stand: Vec<(Side, &Listed, Footprint)> = Vec::new();
    let mut faults = Vec::new();
    for side in Side::BOTH {
        for unit in &scenario.army(side).units {
            let mut blame = |what: String| {
                let path = format!("{side}.units.{}", unit.name);
                faults.push(Refusal::field(&path, format!("{} {what}", unit.name)));
            };
            let base = Footprint::from(block(unit.at, unit.facing, unit.bases, unit.column));
            if land.passage(unit.kind, unit.column).rests(&base, &[]).is_err() {
                blame("stands off the table, or in ground that it cannot enter".to_owned());
            }
            let near = |(other, _, theirs): &&(Side, &Listed, Footprint)| {
                theirs.overlaps(&base) || *other != side && theirs.within(&base, field::INCH)
            };
            if let Some((_, other, _)) = stand.iter().find(near) {
                blame(format!("stands on {}, or within an inch of it", other.name));
            }
            stand.push((side, unit, base));
        }
    }
    faults
}

fn read_side(side: Side, page: &mut Page<'_>, size: (Hundredths, Hundredths)) -> Reading<(Army, Vec<String>)> {
    let card = SideCard::read(page, None);
    let edge = page.get("edge").choice(Edge::ALL);
    let exit = page.find("exit").map(|exit| exit.choice(Edge::ALL)).transpose();
    let saved = page.find("saved").map_or(Ok(0), |saved| saved.number(0..=20));
    let tokens = page.find("tokens").map_or(Ok(0), |tokens| tokens.number(-10..=10));
    let holds = holds(page);
    let usual = edge.map_or(Facing::UP, |edge| edge.facing().turned(180));
    let rows = page.get("units").rows(&["name", "kind", "quality", "place", "facing", "as"], 2, MOST_UNITS);
    let commanders = page.find("commanders").map_or(Ok(Vec::new()), |rows| rows.rows(&["name", "place"], 0, 4));
    let unit = |row: &Row<'_>| read_unit(row, usual, size);
    let units: Vec<_> = rows?.iter().map(unit).collect();
    let commander = |row: &Row<'_>| Ok(Commander { name: row[0].name()?, at: place(&row[1], size)? });
    let commanders: Vec<_> = commanders?.iter().map(commander).collect();
    let army = Army {
        card: card?,
        edge: edge?,
        exit: exit?,
        saved: saved?,
        tokens: tokens?,
        units: units.into_iter().collect::<Reading<_>>()?,
        commanders: commanders.into_iter().collect::<Reading<_>>()?,
    };
    if army.units.is_empty() {
        return Err(page.refuse("units", &format!("of the {side} are missing; a side has 1 to {MOST_UNITS}")));
    }
    Ok((army, holds?))
}

fn read_unit(row: &Row<'_>, usual: Facing, size: (Hundredths, Hundredths)) -> Reading<Listed> {
    let [name, kind, quality, at, facing, words] = &row[..] else { unreachable!("a row has a cell for each column") };
    let (name, kind, quality) = (name.name(), kind.choice(Kind::ALL), quality.choice(Quality::ALL));
    let at = place(at, size);
    let facing = if facing.is_given() { facing.number(0..=359).map(Facing::of) } else { Ok(usual) };
    let kind = kind?;
    let mut unit = Listed {
        name: name?,
        kind,
        quality: quality?,
        bases: kind.full_strength(),
        firings: if kind.is_artillery() { FIRINGS } else { 0 },
        at: at?,
        facing: facing?,
        column: false,
    };
    if words.is_given() {
        let allowed = "'column', 'limbered', 'bases 2' or 'firings 6', with commas between";
        for word in words.string(allowed)?.split(',').map(str::trim) {
            let number = |word: &str| word.rsplit(' ').next().and_then(|number| number.parse::<u8>().ok());
            match word {
                "column" if !kind.is_artillery() => unit.column = true,
                "limbered" if kind.is_artillery() => unit.column = true,
                _ if word.starts_with("bases ") => {
                    let bases = number(word).filter(|bases| (1..=kind.most_bases()).contains(bases));
                    unit.bases = bases.ok_or_else(|| words.wrong(&format!("bases 1 to {}", kind.most_bases())))?;
                }
                _ if word.starts_with("firings ") && kind.is_artillery() => {
                    unit.firings = number(word).ok_or_else(|| words.wrong("firings 0 to 255"))?;
                }
                _ => return Err(words.wrong(allowed)),
            }
        }
    }
    Ok(unit)
}
