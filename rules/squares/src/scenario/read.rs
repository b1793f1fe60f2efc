//! Reading a scenario file.

use super::army::{ArmyList, Asset, AssetKind, Draft, Listed, Start};
use super::generator::{Site, muster, purchase};
use super::square::{SQUARES, TABLE};
use super::{FORMAT, List, MOST_UNITS, Scenario, lists, map, market};
use crate::command::Command;
use crate::game::Side;
use crate::unit::{Kind, Quality};
use field::grid::Square;
use field::road::{Roads, lay};
use kernel::dice::Seeded;
use kernel::scenario::{self, Heading, Node, Page, Reading, SideCard, Troubles, objectives};
use smallvec::SmallVec;

impl Scenario {
    /// The scenario of a file's text. What is wrong with it is told by line and column, with what is allowed.
    ///
    /// ```
    /// let troubles = squares::scenario::Scenario::read("book = 'squares'\nid = 'Mine'").unwrap_err();
    /// assert!(troubles.to_string().contains("line 2, column 6: id is given as 'Mine', but it must be small letters"));
    /// ```
    pub fn read(text: &str) -> Result<Scenario, Troubles> {
        scenario::read(text, read_file)
    }
}

fn read_file(page: &mut Page<'_>) -> Reading<Scenario> {
    let head = Heading::read(page, &FORMAT);
    let trench = page.find("trench").map_or(Ok(false), |trench| trench.flag());
    let land = map::read(&page.get("map"));
    let roads = page.find("roads").map_or(Ok([Roads::default(); SQUARES]), |roads| read_roads(&roads));
    let goals = objectives(&page.get("objectives"), 3, None, square);
    let others = page.find("places").map_or(Ok(Vec::new()), |places| objectives(&places, SQUARES, None, square));
    let [attacker, defender] = Side::BOTH.map(|side| page.get(side.seat().0).table(|page| read_side(side, page)));

    let ((head, terms), trench, (ground, defences), roads) = (head?, trench?, land?, roads?);
    let (goals, others) = (goals?, others?);
    let objectives: SmallVec<[Square; 3]> = goals.iter().map(|goal| goal.at).collect();
    let site = Site { trench, objectives: &objectives, defences: &defences };
    let attacker = field_army(page, Side::Attacker, attacker, &site);
    let defender = field_army(page, Side::Defender, defender, &site);
    let scenario = Scenario {
        head,
        trench,
        fixed_setup: terms.fixed_setup,
        par: terms.par,
        countdown: terms.length,
        ground,
        defences,
        roads,
        objectives,
        places: goals.into_iter().chain(others).collect(),
        attacker: attacker?,
        defender: defender?,
    };
    let faults: Vec<_> = scenario.faults().iter().map(|fault| page.blame(fault)).collect();
    faults.first().map_or(Ok(scenario), |&reported| Err(reported))
}

/// The army of a draft in its places, if it is within its budget.
fn field_army(page: &Page<'_>, side: Side, read: Reading<SideRead>, site: &Site<'_>) -> Reading<ArmyList> {
    let SideRead { draft, budget, seed } = read?;
    let army = muster(side, draft, site, &mut Seeded::new(seed)).map_err(|refusal| page.blame(&refusal))?;
    if let Some((points, list)) = budget {
        market::afford(side, &army, points, list).map_err(|refusal| page.blame(&refusal))?;
    }
    Ok(army)
}

/// A side as its file has it.
struct SideRead {
    draft: Draft,
    /// The points that it may cost, and the list that it must be of.
    budget: Option<(u16, Option<List>)>,
    /// What chance decides of its places.
    seed: u64,
}

/// A side: its army as it is bought, or as it is listed.
fn read_side(side: Side, page: &mut Page<'_>) -> Reading<SideRead> {
    let Some(buy) = page.find("buy") else { return read_listed(page) };
    for key in ["budget", "command", "guns", "assets", "units"] {
        if page.find(key).is_some() {
            return Err(page.refuse(key, "and buy do not go together: an army is bought as the seed has it, or listed"));
        }
    }
    let (bought, seed) = buy.table(|page| {
        let list = page.get("list").choice(&lists());
        let points = page.get("points").number(20..=120);
        let seed = page.find("seed").map_or(Ok(0), |seed| seed.number(0..=i32::MAX));
        Ok(purchase::from_list(side, list?, points?, seed?))
    })?;
    let card = SideCard::read(page, Some(&bought.card));
    let commander = read_commander(page);
    Ok(SideRead { draft: Draft { card: card?, commander: commander?, ..bought }, budget: None, seed })
}

/// An army that is written out, with a budget where it keeps within one.
fn read_listed(page: &mut Page<'_>) -> Reading<SideRead> {
    let card = SideCard::read(page, None);
    let budget = page.find("budget").map(|budget| {
        budget.table(|page| {
            let points = page.get("points").number(market::BUDGETS);
            let list = page.find("list").map(|list| list.choice(&lists())).transpose();
            Ok((points?, list?))
        })
    });
    let command = page.get("command").choice(Command::ALL);
    let guns = page.get("guns").choice(Command::ALL);
    let commander = read_commander(page);
    let assets = page.find("assets").map_or(Ok(Vec::new()), |assets| assets.table(read_assets));
    let units = read_units(&page.get("units"));
    let (card, command, guns, assets, units, commander) = (card?, command?, guns?, assets?, units?, commander?);
    let draft = Draft { card, command, guns, assets, units, commander };
    Ok(SideRead { draft, budget: budget.transpose()?, seed: 0 })
}

/// Where the commander stands, if the file says so.
fn read_commander(page: &mut Page<'_>) -> Reading<Option<Square>> {
    page.find("commander").map(|commander| square(&commander)).transpose()
}

/// The units of an army, a line each. One without a place is put where the book thinks best.
fn read_units(node: &Node<'_>) -> Reading<Vec<Listed<Option<Start>>>> {
    let rows = node.rows(&["name", "kind", "quality", "place"], 1, MOST_UNITS)?;
    let unit = |row: &scenario::Row<'_>| {
        let [name, kind, quality, place] = &row[..] else { unreachable!("a row has a cell for each column") };
        let (name, kind, quality) = (name.name(), kind.choice(Kind::ALL), quality.choice(Quality::ALL));
        let at = place.is_given().then(|| read_start(place)).transpose();
        Ok(Listed { name: name?, kind: kind?, quality: quality?, at: at? })
    };
    let units: Vec<_> = rows.iter().map(unit).collect();
    units.into_iter().collect()
}

fn read_start(node: &Node<'_>) -> Reading<Start> {
    match node.start(square)? {
        scenario::Start::At(square) => Ok(Start::Square(square)),
        scenario::Start::Reserve => Ok(Start::Reserve),
        scenario::Start::Turn { .. } => {
            Err(node.wrong("a square from a1 to h6 or 'reserve'; the rules say when the reserve comes (29)"))
        }
    }
}

/// The most assets of one kind that a file may list.
pub(super) const MOST_OF_AN_ASSET: usize = 9;

/// The assets of an army (R15): the number of each, or a list of numbers where there are several of a kind.
fn read_assets(page: &mut Page<'_>) -> Reading<Vec<Asset>> {
    let mut assets = Vec::new();
    for (name, numbers) in page.rest() {
        let kind = name.choice(AssetKind::ALL)?;
        for number in numbers.items(MOST_OF_AN_ASSET)? {
            assets.push(Asset { kind, on: number.number(2..=6)? });
        }
    }
    Ok(assets)
}

fn read_roads(node: &Node<'_>) -> Reading<[Roads; SQUARES]> {
    let mut roads = [Roads::default(); SQUARES];
    for item in node.items(48)? {
        let path = item.name()?;
        lay(TABLE, &mut roads, &path).map_err(|what| item.called(format!("the road '{path}'")).refuse(&what))?;
    }
    Ok(roads)
}

fn square(node: &Node<'_>) -> Reading<Square> {
    let allowed = "a square from a1 to h6";
    TABLE.named(node.string(allowed)?.trim()).ok_or_else(|| node.wrong(allowed))
}
