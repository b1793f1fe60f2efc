//! R1: the ground of the battle, read from a file: squares, trenches, rivers along sides, roads from square to square.

use super::side::Side;
use super::square::{SQUARES, Square};
use crate::movement::{Entry, entry_cost};
use crate::terrain::{Ground, Terrain};
use field::grid::{Grid, Way};
use kernel::scenario::{self, Node, Page, Reading, Troubles};
use std::sync::LazyLock;

/// The ground, one for all scenarios.
#[derive(Debug)]
pub struct Map {
    land: Vec<Land>,
    /// What lies between a square and each of its neighbours.
    links: Vec<[Link; 8]>,
    /// What it costs to enter each neighbour, in half movement points; none where it cannot be entered.
    costs: Vec<[Option<u8>; 8]>,
    /// What squares are called: the town, otherwise the place, otherwise the wood or the ridge they are part of.
    names: Vec<Option<String>>,
    /// Named woods, ridges and marshes, for the drawing.
    pub regions: Vec<Region>,
    /// Rivers, roads, railways and the canal, for the drawing.
    pub lines: Vec<Line>,
}

/// What a square is by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Land {
    /// A town stands in it.
    pub town: bool,
    /// It is wooded.
    pub woods: bool,
    /// It is on a ridge.
    pub ridge: bool,
    /// It is marshy.
    pub marsh: bool,
    /// The trench that the map has there.
    pub trench: Option<Trench>,
}

/// A trench of the map (R1, R33).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trench {
    /// The Allied start line.
    AlliedStart,
    /// The German first position, a start trench.
    First,
    /// The German second position, a secondary trench.
    Second,
    /// The German third position, a secondary trench.
    Third,
}

/// What lies between two neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Link {
    /// A river, the Somme above the Ancre.
    pub river: Option<Terrain>,
    /// The better road that joins the two.
    pub road: Option<Terrain>,
}

/// A named wood, ridge or marsh.
#[derive(Debug)]
pub struct Region {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Terrain,
    /// Its squares.
    pub squares: Vec<Square>,
}

/// Something that runs over the map.
#[derive(Debug)]
pub struct Line {
    /// What it is called.
    pub name: String,
    /// What it is.
    pub kind: Terrain,
    /// Its turns, in hundredths of a square from the north-west corner of the map.
    pub spots: Vec<(i64, i64)>,
}

impl Trench {
    /// R33 The side that dug it.
    pub fn side(self) -> Side {
        if self == Trench::AlliedStart { Side::Allied } else { Side::German }
    }

    /// What it is to the rules.
    pub fn terrain(self) -> Terrain {
        match self {
            Trench::AlliedStart | Trench::First => Terrain::StartTrench,
            Trench::Second | Trench::Third => Terrain::SecondaryTrench,
        }
    }
}

impl Map {
    /// The map of the Somme.
    pub fn somme() -> &'static Map {
        static MAP: LazyLock<Map> = LazyLock::new(|| {
            let text = include_str!("../../scenarios/map.toml");
            Map::read(text).unwrap_or_else(|troubles| panic!("the map: {troubles}"))
        });
        &MAP
    }

    /// Reads a map; what is wrong is told by line and column.
    pub fn read(text: &str) -> Result<Map, Troubles> {
        scenario::read(text, read_map)
    }

    /// What a square is by itself.
    pub fn land(&self, square: Square) -> Land {
        self.land[square.index()]
    }

    /// What lies between a square and its neighbour that way.
    pub fn link(&self, square: Square, way: Way) -> Link {
        self.links[square.index()][way as usize]
    }

    /// 7.1 What it costs to enter the neighbour that way, in half movement points.
    pub fn cost(&self, square: Square, way: Way) -> Option<u8> {
        self.costs[square.index()][way as usize]
    }

    /// 7.1:somme Does nothing but the Somme, without a major road over it, part the square from its neighbour?
    pub fn is_open(&self, square: Square, way: Way) -> bool {
        let Link { river, road } = self.link(square, way);
        river != Some(Terrain::SommeRiver) || road == Some(Terrain::MajorRoad)
    }

    /// What a square is called, where it has a name besides 'k24'.
    pub fn name(&self, square: Square) -> Option<&str> {
        self.names[square.index()].as_deref()
    }

    /// Does a road lead through a square?
    pub fn has_road(&self, square: Square) -> bool {
        self.links[square.index()].iter().any(|link| link.road.is_some())
    }

    /// The canal and the railways that lead through a square.
    pub fn crossed(&self, square: Square) -> impl Iterator<Item = Terrain> {
        let middle = (100 * i64::from(square.column()) + 50, 100 * i64::from(square.row()) + 50);
        let through = self.lines.iter().filter(move |line| line.spots.contains(&middle));
        through.map(|line| line.kind).filter(|kind| matches!(kind, Terrain::Canal | Terrain::Railroad))
    }

    /// The kinds of terrain of a square, without trenches.
    pub fn kinds(&self, square: Square) -> impl Iterator<Item = Terrain> {
        let Land { town, woods, ridge, marsh, .. } = self.land(square);
        let all = [(town, Terrain::Town), (woods, Terrain::Woods), (ridge, Terrain::Ridge), (marsh, Terrain::Marsh)];
        all.into_iter().filter(|(is, _)| *is).map(|(_, kind)| kind)
    }
}

fn read_map(page: &mut Page<'_>) -> Reading<Map> {
    let title = page.get("title").name();
    let land = read_land(&page.get("map"));
    let lines = read_lines(&page.get("paths"));
    let towns = page.get("towns").table(named_squares);
    let places = page.get("places").table(named_squares);
    let regions = [("woods", Terrain::Woods), ("ridges", Terrain::Ridge), ("marshes", Terrain::Marsh)]
        .map(|(key, kind)| page.get(key).table(|page| read_regions(page, kind)));
    let positions = page.get("positions").table(|page| names_of(page));
    let stretches = page.get("stretches").table(|page| read_regions(page, Terrain::SecondaryTrench));
    let (_, _, _) = (title?, positions?, stretches?);
    let (land, (lines, links)) = (land?, lines?);
    let [woods, ridges, marshes] = regions;
    let regions: Vec<Region> = woods?.into_iter().chain(ridges?).chain(marshes?).collect();
    let mut names: Vec<Option<String>> = vec![None; SQUARES];
    for region in &regions {
        for square in &region.squares {
            names[square.index()].get_or_insert_with(|| region.name.clone());
        }
    }
    for (square, name) in places?.into_iter().chain(towns?) {
        names[square.index()] = Some(name);
    }
    let costs = Square::all().map(|square| Way::ALL.map(|way| cost(&land, &links, square, way))).collect();
    Ok(Map { land, links, costs, names, regions, lines })
}

impl Map {
    /// The ground that a step that way enters: the kinds of terrain, the trench, a river and a road that joins the two.
    pub fn entered(&self, square: Square, way: Way) -> Vec<Ground> {
        ground_entered(&self.land, &self.links, square, way).unwrap_or_default()
    }
}

/// 7.1, 7.2.3 What a step costs. The start trench costs all units; a road is one that joins the two squares.
fn cost(land: &[Land], links: &[[Link; 8]], square: Square, way: Way) -> Option<u8> {
    let ground = ground_entered(land, links, square, way)?;
    let entry = if way.is_diagonal() { Entry::Diagonal } else { Entry::Straight };
    entry_cost(&ground, entry).map(|cost| cost.total() as u8)
}

fn ground_entered(land: &[Land], links: &[[Link; 8]], square: Square, way: Way) -> Option<Vec<Ground>> {
    let to = square.towards(way)?;
    let there = land[to.index()];
    let link = links[square.index()][way as usize];
    let kinds = [
        there.town.then_some(Terrain::Town),
        there.woods.then_some(Terrain::Woods),
        there.ridge.then_some(Terrain::Ridge),
        there.marsh.then_some(Terrain::Marsh),
        there.trench.map(Trench::terrain),
        link.river,
        link.road,
    ];
    Some(kinds.into_iter().flatten().map(|kind| Ground { kind }).collect())
}

fn read_land(node: &Node<'_>) -> Reading<Vec<Land>> {
    let squares = node.drawing(30, 42, 2)?;
    let read = |square: &Node<'_>| {
        let allowed = "two characters: . t w m r T W for the ground, then . a 1 2 3 for the trench";
        let marks = square.string(allowed)?.as_bytes();
        let mut land = Land::default();
        match marks[0] {
            b'.' => {}
            b't' => land.town = true,
            b'w' => land.woods = true,
            b'm' => land.marsh = true,
            b'r' => land.ridge = true,
            b'T' => (land.town, land.ridge) = (true, true),
            b'W' => (land.woods, land.ridge) = (true, true),
            _ => return Err(square.wrong(allowed)),
        }
        land.trench = match marks[1] {
            b'.' => None,
            b'a' => Some(Trench::AlliedStart),
            b'1' => Some(Trench::First),
            b'2' => Some(Trench::Second),
            b'3' => Some(Trench::Third),
            _ => return Err(square.wrong(allowed)),
        };
        Ok(land)
    };
    squares.iter().map(read).collect()
}

/// Corners of squares: each has the name of the square to its north-east.
const CORNERS: Grid = Grid::new(31, 43);

type Links = Vec<[Link; 8]>;

fn read_lines(node: &Node<'_>) -> Reading<(Vec<Line>, Links)> {
    const KINDS: &[Terrain] = &[
        Terrain::MinorRiver,
        Terrain::SommeRiver,
        Terrain::MinorRoad,
        Terrain::MajorRoad,
        Terrain::Railroad,
        Terrain::Canal,
    ];
    // A river on the west side of a square, and on its south side.
    let mut sides = vec![[None::<Terrain>; 2]; 31 * 43];
    let mut links: Links = vec![[Link::default(); 8]; SQUARES];
    let mut lines = Vec::new();
    for row in node.rows(&["name", "kind", "path"], 0, 200)? {
        let [name, kind, path] = &row[..] else { unreachable!("a row has a cell for each column") };
        let (name, kind) = (name.name()?, kind.choice(KINDS)?);
        let spots = if kind.is_river() {
            read_river(path, kind, &mut sides)?
        } else {
            let squares = read_way(path)?;
            if matches!(kind, Terrain::MajorRoad | Terrain::MinorRoad) {
                squares.windows(2).for_each(|pair| lay(&mut links, pair[0], pair[1], kind));
            }
            squares
                .into_iter()
                .map(|square| (100 * i64::from(square.column()) + 50, 100 * i64::from(square.row()) + 50))
                .collect()
        };
        lines.push(Line { name, kind, spots });
    }
    for square in Square::all() {
        for (way, _) in square.neighbours() {
            links[square.index()][way as usize].river = river(&sides, square, way);
        }
    }
    Ok((lines, links))
}

/// Lays a road between two neighbours; the better one counts.
fn lay(links: &mut Links, from: Square, to: Square, kind: Terrain) {
    for (from, to) in [(from, to), (to, from)] {
        let way = from.way_to(to).expect("a road goes from neighbour to neighbour");
        let road = &mut links[from.index()][way as usize].road;
        if *road != Some(Terrain::MajorRoad) {
            *road = Some(kind);
        }
    }
}

/// The squares of a road, one after the other.
fn read_way(path: &Node<'_>) -> Reading<Vec<Square>> {
    let allowed = "squares joined by hyphens, in straight or diagonal legs, such as 'j26-l28'";
    let mut squares: Vec<Square> = Vec::new();
    for name in path.string(allowed)?.split('-') {
        let next = Square::named(name.trim()).ok_or_else(|| path.wrong(allowed))?;
        while let Some(&last) = squares.last().filter(|last| **last != next) {
            let columns = i16::from(next.column()) - i16::from(last.column());
            let rows = i16::from(next.row()) - i16::from(last.row());
            if columns != 0 && rows != 0 && columns.abs() != rows.abs() {
                return Err(path.wrong(allowed));
            }
            let step = |at: u8, by: i16| (i16::from(at) + by.signum()) as u8;
            squares.push(Square::new(step(last.column(), columns), step(last.row(), rows)));
        }
        if squares.is_empty() {
            squares.push(next);
        }
    }
    Ok(squares)
}

/// Lays a river along sides of squares, corner by corner.
fn read_river(path: &Node<'_>, kind: Terrain, sides: &mut [[Option<Terrain>; 2]]) -> Reading<Vec<(i64, i64)>> {
    let allowed = "corners joined by hyphens, in straight legs, each named after the square to its north-east";
    let mut corners: Vec<(u8, u8)> = Vec::new();
    for name in path.string(allowed)?.split('-') {
        let corner = CORNERS.named(name.trim()).ok_or_else(|| path.wrong(allowed))?;
        // From the west, and from the south.
        let (x, y) = (corner.column, CORNERS.rows() - 1 - corner.row);
        if let Some(&(before_x, before_y)) = corners.last() {
            if (x == before_x) == (y == before_y) {
                return Err(path.wrong(allowed));
            }
            let side = |x: u8, y: u8| usize::from(y) * 31 + usize::from(x);
            for y in y.min(before_y)..y.max(before_y) {
                sides[side(x, y)][0] = Some(kind);
            }
            for x in x.min(before_x)..x.max(before_x) {
                sides[side(x, y)][1] = Some(kind);
            }
        }
        corners.push((x, y));
    }
    Ok(corners.into_iter().map(|(x, y)| (100 * i64::from(x), 100 * (42 - i64::from(y)))).collect())
}

/// The river between a square and its neighbour. A diagonal step crosses one where both ways round the corner do.
fn river(sides: &[[Option<Terrain>; 2]], square: Square, way: Way) -> Option<Terrain> {
    let at = |column: u8, row_number: u8| usize::from(row_number - 1) * 31 + usize::from(column);
    let straight = |square: Square, way: Way| {
        let (column, row) = (square.column(), square.row_number());
        match way {
            Way::West => sides[at(column, row)][0],
            Way::East => sides[at(column + 1, row)][0],
            Way::South => sides[at(column, row)][1],
            _ => sides[usize::from(row) * 31 + usize::from(column)][1],
        }
    };
    if !way.is_diagonal() {
        return straight(square, way);
    }
    let number = way as usize;
    let (first, second) = (Way::ALL[number - 1], Way::ALL[(number + 1) % 8]);
    let round = |first: Way, second: Way| {
        let corner = square.towards(first)?;
        straight(square, first).max_by_strength(straight(corner, second))
    };
    let (one, other) = (round(first, second), round(second, first));
    one.and(other).map(|_| if one == other { one } else { Some(Terrain::MinorRiver) })?
}

/// The stronger of two rivers.
trait Stronger {
    fn max_by_strength(self, other: Self) -> Self;
}

impl Stronger for Option<Terrain> {
    fn max_by_strength(self, other: Option<Terrain>) -> Option<Terrain> {
        if self == Some(Terrain::SommeRiver) { self } else { other.or(self) }
    }
}

fn named_squares(page: &mut Page<'_>) -> Reading<Vec<(Square, String)>> {
    let pair = |(key, name): (Node<'_>, Node<'_>)| Ok((square(&key)?, name.name()?));
    page.rest().into_iter().map(pair).collect()
}

fn names_of(page: &mut Page<'_>) -> Reading<Vec<String>> {
    page.rest().into_iter().map(|(_, name)| name.name()).collect()
}

fn read_regions(page: &mut Page<'_>, kind: Terrain) -> Reading<Vec<Region>> {
    let region = |(key, squares): (Node<'_>, Node<'_>)| {
        let allowed = "squares parted by blanks";
        let named = |name: &str| Square::named(name).ok_or_else(|| squares.wrong(allowed));
        let squares: Reading<Vec<Square>> = squares.string(allowed)?.split_whitespace().map(named).collect();
        Ok(Region { name: key.name()?, kind, squares: squares? })
    };
    page.rest().into_iter().map(region).collect()
}

/// A square by its name.
pub(super) fn square(node: &Node<'_>) -> Reading<Square> {
    let allowed = "a square from a1 to ad42";
    Square::named(node.string(allowed)?.trim()).ok_or_else(|| node.wrong(allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(name: &str) -> Square {
        Square::named(name).unwrap()
    }

    #[test]
    fn r1_villages_stand_where_they_are_known_to() {
        let map = Map::somme();
        for (square, name) in [("p25", "Montauban"), ("i30", "Thiepval"), ("u35", "Bapaume"), ("aa16", "Péronne")] {
            assert_eq!(map.name(at(square)), Some(name));
        }
        assert!(map.land(at("p25")).town && map.land(at("p25")).ridge);
        assert_eq!(map.land(at("g33")).trench, Some(Trench::First));
    }

    #[test]
    fn r7_1_the_somme_is_crossed_at_bray_peronne_and_brie_only() {
        let map = Map::somme();
        let mut crossings = Vec::new();
        for square in Square::all() {
            for (way, next) in square.neighbours().filter(|(_, next)| *next > square) {
                let link = map.link(square, way);
                if link.river == Some(Terrain::SommeRiver) && map.is_open(square, way) {
                    crossings.push(format!("{square}-{next}"));
                }
            }
        }
        assert_eq!(crossings, ["l17-l16", "z15-aa15", "z10-aa10"]);
        assert_eq!(map.cost(at("q18"), Way::North), None, "the Somme parts Frise's bend from Suzanne");
    }

    #[test]
    fn r7_1_the_ancre_adds_nothing_to_the_cost_and_parts_hamel_from_thiepval() {
        let map = Map::somme();
        assert_eq!(map.link(at("g31"), Way::East).river, Some(Terrain::MinorRiver));
        assert_eq!(map.link(at("h31"), Way::East).river, None);
        // Thiepval Wood to the trench at Thiepval: a start trench and a ridge, 2 points.
        assert_eq!(map.cost(at("h30"), Way::East), Some(4));
    }

    #[test]
    fn r7_2_3_a_major_road_costs_half_a_point() {
        let map = Map::somme();
        assert_eq!(map.cost(at("a23"), Way::East), Some(1));
        assert_eq!(map.cost(at("k27"), Way::NorthEast), Some(2), "Pozières lies on a ridge, which the road negates");
    }
}
