//! Reading a scenario file.

use super::map::square;
use super::{Corps, FILES, FORMAT, Goal, Levels, Listed, PerSide, Scenario, Side, Square, SquareSet, Window};
use crate::command_center::Resources;
use crate::turns::Turn as Date;
use crate::units::{Kind, Nation};
use kernel::scenario::{self, Heading, Node, Page, Reading, Row, SideCard, Start, Troubles, objectives};
use std::fmt;

impl Scenario {
    /// The scenario of a file's text. What is wrong with it is told by line and column, with what is allowed.
    pub fn read(text: &str) -> Result<Scenario, Troubles> {
        scenario::read(text, read_file)
    }
}

/// A turn as files write it: 'july-14'.
#[derive(Clone, Copy)]
struct Dated(Date);

impl Dated {
    fn all() -> Vec<Dated> {
        Date::ALL.iter().copied().map(Dated).collect()
    }
}

impl fmt::Display for Dated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (month, day) = self.0.month_and_day();
        write!(f, "{month}-{day}")
    }
}

/// The most units that one side may list.
const MOST_UNITS: usize = 400;

/// The armies of a scenario, while they are read.
#[derive(Default)]
struct Armies {
    corps: Vec<Corps>,
    divisions: Vec<String>,
    units: Vec<Listed>,
}

fn read_file(page: &mut Page<'_>) -> Reading<Scenario> {
    let head = Heading::read(page, &FORMAT);
    let begins = page.get("begins").choice(&Dated::all()).map(|dated| dated.0);
    let first = page.get("first-player").choice(&["allied", "german"]);
    let map = page.get("map").choice(&["map"]);
    let window = page.find("window").map_or(Ok(Window::ALL), |window| read_window(&window));
    let closed = page.find("closed").map_or(Ok(0), |closed| closed.number(0..=41));
    let opens = page.find("opens").map(|opens| opens.number(1..=18)).transpose();
    let operations = page.find("operations").map_or(Ok(false), |operations| operations.flag());
    let free = page.find("free-resources").map_or(Ok(Resources::NONE), |free| free.table(read_free));
    let base = page.find("armies").map(|armies| read_base(&armies)).transpose();
    let mines =
        page.find("mines").map(|mines| mines.items(4)?.iter().map(square).collect::<Reading<Vec<_>>>()).transpose();
    let held = page.find("held").map(|held| read_held(&held)).transpose();
    let goals = objectives(&page.get("objectives"), 12, Some(&(1..=100)), square);
    let levels = page.get("levels").table(|page| {
        let lead = |node: Node<'_>| node.number(0..=1000);
        let (marginal, clear, decisive) =
            (lead(page.get("marginal")), lead(page.get("clear")), lead(page.get("decisive")));
        Ok(Levels { marginal: marginal?, clear: clear?, decisive: decisive? })
    });
    let edges = page.get("edges").table(|page| {
        let [british, french, german] = ["british", "french", "german"].map(|nation| square(&page.get(nation)));
        Ok([british?, french?, german?])
    });
    let base = base?;
    let mut armies = Armies::default();
    if let Some(base) = &base {
        armies = Armies { corps: base.corps.clone(), divisions: base.divisions.clone(), units: base.units.clone() };
    }
    let sides = Side::BOTH.map(|side| page.get(side.seat().0).table(|page| read_side(page, side, &mut armies)));
    let [allied, german] = sides;
    let sides = PerSide { allied: allied?, german: german? };
    let (head, terms) = head?;
    map?;
    let (operations, edges) = (operations?, edges?);
    let held = held?.or_else(|| base.as_ref().map(|base| (base.allied, base.dug)));
    let Some((allied, dug)) = held else {
        return Err(page.get("held").wrong("a drawing of who holds each square"));
    };
    if operations {
        buyable(&mut armies, edges);
    }
    let goal =
        |goal: scenario::Objective<Square>| Goal { name: goal.name, at: goal.at, value: goal.value.unwrap_or(5) };
    let scenario = Scenario {
        head,
        par: terms.par,
        turns: terms.length,
        begins: begins?,
        first: if first? == "allied" { Side::Allied } else { Side::German },
        window: window?,
        closed: closed?,
        opens: opens?,
        mines: mines?.or_else(|| base.map(|base| base.mines)).unwrap_or_default(),
        operations,
        free: free?,
        allied,
        dug,
        objectives: goals?.into_iter().map(goal).collect(),
        levels: levels?,
        edges,
        sides,
        corps: armies.corps,
        divisions: armies.divisions,
        units: armies.units,
    };
    let faults: Vec<_> = scenario.faults().iter().map(|fault| page.blame(fault)).collect();
    faults.first().map_or(Ok(scenario), |&reported| Err(reported))
}

/// Another scenario of the book, whose armies this one begins with.
fn read_base(node: &Node<'_>) -> Reading<Scenario> {
    let wanted = node.choice(&["big-push"])?;
    let file = FILES.iter().find(|file| file.contains(&format!("\nid = \"{wanted}\"\n")));
    let base = file.map(|file| Scenario::read(file).unwrap_or_else(|troubles| panic!("{wanted}: {troubles}")));
    base.ok_or_else(|| node.wrong("a scenario of the book"))
}

fn read_window(node: &Node<'_>) -> Reading<Window> {
    let allowed = "two corner squares joined by a hyphen, the north-western one first, such as 'k30-u18'";
    let corners = node.string(allowed)?.split_once('-');
    let corners = corners.and_then(|(from, to)| Some((Square::named(from.trim())?, Square::named(to.trim())?)));
    let (from, to) = corners.ok_or_else(|| node.wrong(allowed))?;
    let window = Window { west: from.column(), north: from.row(), east: to.column(), south: to.row() };
    if window.west + 2 > window.east || window.north + 2 > window.south {
        return Err(node.wrong(allowed));
    }
    Ok(window)
}

fn read_free(page: &mut Page<'_>) -> Reading<Resources> {
    let keys = ["second-attacks", "lift", "creeping", "smoke", "tanks-cavalry", "gas", "night", "consolidate"];
    let numbers = keys.map(|key| page.find(key).map_or(Ok(0_u8), |number| number.number(0..=6)));
    let [second_attacks, lift, creeping, smoke, tanks_cavalry, gas, night, consolidate] = numbers;
    Ok(Resources {
        second_attacks: second_attacks?,
        lift: lift?,
        creeping: creeping?,
        smoke: smoke?,
        tanks_cavalry: tanks_cavalry?,
        gas: gas?,
        night: night?,
        consolidate: consolidate?,
    })
}

fn read_held(node: &Node<'_>) -> Reading<(SquareSet, PerSide<SquareSet>)> {
    let (mut allied, mut dug) = (SquareSet::default(), PerSide::<SquareSet>::default());
    for (place, node) in (0..).zip(node.drawing(30, 42, 1)?) {
        let square = Square::of_place(place).expect("a square for each of the drawing");
        let allowed = "a or g for who holds it, A or G with a trench dug since";
        match node.string(allowed)? {
            "a" => allied.add(square),
            "A" => {
                allied.add(square);
                dug.allied.add(square);
            }
            "g" => {}
            "G" => dug.german.add(square),
            _ => return Err(node.wrong(allowed)),
        }
    }
    Ok((allied, dug))
}

fn read_side(page: &mut Page<'_>, side: Side, armies: &mut Armies) -> Reading<SideCard> {
    let card = SideCard::read(page, None);
    let corps = page.get("corps").rows(&["name", "nation", "place"], 0, 40)?;
    for row in &corps {
        let corps = read_corps(row, side)?;
        let number = armies.corps.len() as u8;
        if let Some(at) = corps.at {
            let division = division(armies, "headquarters");
            armies.units.push(Listed {
                name: format!("{} HQ", corps.name),
                kind: None,
                nation: corps.nation,
                corps: number,
                division,
                morale: 0,
                lost: 0,
                at: Some(at),
            });
        }
        armies.corps.push(corps);
    }
    let columns = ["name", "kind", "corps", "division", "morale", "lost", "place"];
    let rows = page.get("units").rows(&columns, 0, MOST_UNITS)?;
    let read: Vec<Reading<()>> = rows.iter().map(|row| read_unit(row, side, armies)).collect();
    read.into_iter().collect::<Reading<Vec<()>>>()?;
    card
}

fn read_corps(row: &Row<'_>, side: Side) -> Reading<Corps> {
    let [name, nation, place] = &row[..] else { unreachable!("a row has a cell for each column") };
    let own: &[Nation] = if side == Side::Allied { &[Nation::British, Nation::French] } else { &[Nation::German] };
    let (name, nation) = (name.name(), nation.choice(own));
    let at = match place.string("a square, a turn or 'army'")? {
        "army" => None,
        _ => Some(read_start(place)?),
    };
    Ok(Corps { name: name?, nation: nation?, at })
}

fn read_unit(row: &Row<'_>, side: Side, armies: &mut Armies) -> Reading<()> {
    let [name, kind, corps, of, morale, lost, place] = &row[..] else {
        unreachable!("a row has a cell for each column")
    };
    let (name, kind, lost, at) = (name.name(), kind.choice(Kind::ALL), lost.number(0..=2), read_start(place));
    let own = |corps: &&Corps| Side::from(corps.nation) == side;
    let names: Vec<&str> = armies.corps.iter().filter(own).map(|corps| corps.name.as_str()).collect();
    let corps = corps.choice(&names)?;
    let number = armies.corps.iter().position(|known| known.name == corps && own(&known)).unwrap_or_default();
    let (of, kind, nation) = (of.name()?, kind?, armies.corps[number].nation);
    let morale = if kind.is_artillery() { morale.choice(&["-"]).map(|_| 0) } else { morale.number(3..=6) };
    let division = division(armies, &of);
    armies.units.push(Listed {
        name: name?,
        kind: Some(kind),
        nation,
        corps: number as u8,
        division,
        morale: morale?,
        lost: lost?,
        at: Some(at?),
    });
    Ok(())
}

fn read_start(node: &Node<'_>) -> Reading<Start<Square>> {
    match node.start(square)? {
        Start::Reserve | Start::Turn { at: None, .. } => {
            Err(node.wrong("a square, or a turn and a square such as 'turn 3 at a23'"))
        }
        start => Ok(start),
    }
}

/// The number of a division, which is added where it is new.
fn division(armies: &mut Armies, name: &str) -> u16 {
    let known = armies.divisions.iter().position(|known| known == name);
    known.unwrap_or_else(|| {
        armies.divisions.push(name.to_owned());
        armies.divisions.len() - 1
    }) as u16
}

/// R28 The units that operations bring, behind all others: two British heavy groups, two concealed German groups, and a
/// German division from the third turn on (R46).
fn buyable(armies: &mut Armies, edges: [Square; 3]) {
    let army = |nation| {
        let of = |corps: &Corps| corps.nation == nation && (corps.at.is_none() || nation == Nation::German);
        armies.corps.iter().position(of).unwrap_or_default() as u8
    };
    let (british, german) = (army(Nation::British), army(Nation::German));
    let mut bring = |name: String, kind, nation, corps, of: &str, morale, at| {
        let division = division(armies, of);
        armies.units.push(Listed { name, kind: Some(kind), nation, corps, division, morale, lost: 0, at });
    };
    for number in 1..=2 {
        let at = Start::Turn { turn: 1, at: Some(edges[0]) };
        let (name, of) = (format!("New heavy guns {number}"), "New guns");
        bring(name, Kind::HeavyArtillery, Nation::British, british, of, 0, Some(at));
    }
    for number in 1..=2 {
        let (name, of) = (format!("Concealed guns {number}"), "Concealed guns");
        bring(name, Kind::FieldArtillery, Nation::German, german, of, 0, None);
    }
    for number in 1..=3 {
        let at = Start::Turn { turn: 3, at: Some(edges[2]) };
        let (name, of) = (format!("Reserve regiment {number}"), "Reserve of the Supreme Command");
        bring(name, Kind::Infantry, Nation::German, german, of, 5, Some(at));
    }
}
