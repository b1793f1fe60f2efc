//! Tables as scenario files have them.

use crate::draw::areas;
use crate::goal::{Goal, sites};
use field::{Circle, Facing, INCH, Plan, Point, Rectangle, Shape};
use kernel::game::Ground;
use kernel::scenario::{self, Hundredths, Node, Outline, Page, Reading};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A table with what lies on it, from the bottom up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table<K> {
    /// Its size and the shapes of its ground.
    pub plan: Plan,
    /// What each piece of ground is.
    pub kinds: Vec<K>,
    /// What each piece of ground is called, where it has a name.
    pub names: Vec<Option<String>>,
}

impl<K: Copy + Ord + Display> Table<K> {
    /// `table = [width, depth]` in inches and the list of `ground`. Ground is laid in the order of its kinds, whatever the
    /// order in the file, so that a bridge lies over its water; `rises` says which kinds have a level, of one inch at
    /// least.
    pub fn read(
        page: &mut Page<'_>,
        usual: (i64, i64),
        limits: &RangeInclusive<i64>,
        kinds: &[K],
        rises: impl Fn(K) -> bool,
    ) -> Reading<Table<K>> {
        let size = page.find("table").map_or(Ok(usual), |table| read_size(&table, limits));
        let (width, depth) = size.as_ref().map_or((*limits.end(), *limits.end()), |size| *size);
        let inches = (Hundredths::inches(width), Hundredths::inches(depth));
        let ground = page.find("ground").map_or(Ok(Vec::new()), |ground| scenario::terrain(&ground, kinds, inches));
        size?;
        let mut ground = ground?;
        ground.sort_by_key(|terrain| terrain.kind);
        let laid = |terrain: &scenario::Terrain<K>| {
            let level = if rises(terrain.kind) { (terrain.height.0 / INCH).clamp(1, 100) as u8 } else { 0 };
            field::Terrain { kind: terrain.kind.to_string(), shape: shape(&terrain.outline), level }
        };
        let plan = Plan { width: inches.0.0, depth: inches.1.0, terrain: ground.iter().map(laid).collect() };
        if let Err(fault) = plan.check() {
            return Err(page.refuse("ground", &format!("cannot be laid out: {fault}")));
        }
        let kinds = ground.iter().map(|terrain| terrain.kind).collect();
        let names = ground.into_iter().map(|terrain| terrain.name).collect();
        Ok(Table { plan, kinds, names })
    }

    /// What a piece of ground is called: by its name, or as what it is.
    pub fn name(&self, piece: usize) -> String {
        self.names[piece].clone().unwrap_or_else(|| self.kinds[piece].to_string())
    }

    /// The size and how much lies on it, in a line.
    pub fn told(&self) -> String {
        let Plan { width, depth, terrain } = &self.plan;
        format!("{} by {} inches, {} pieces of ground", width / INCH, depth / INCH, terrain.len())
    }

    /// The table as it is drawn, with these goals. A book gives the role and the name of each piece of ground.
    pub fn ground<S>(
        &self,
        title: &str,
        goals: &[Goal<S>],
        goal_inches: i64,
        told: impl Fn(usize) -> (&'static str, String),
    ) -> Ground {
        let (areas, features) = areas(&self.plan.terrain, |piece, _| told(piece));
        let size = (self.plan.width, self.plan.depth);
        Ground { title: title.to_owned(), size, square: None, areas, features, sites: sites(goals, goal_inches) }
    }

    /// The size as places are held to it.
    pub fn size(&self) -> (Hundredths, Hundredths) {
        (Hundredths(self.plan.width), Hundredths(self.plan.depth))
    }
}

/// A place on a table of this size: `[12, 4.5]`, or `12 4.5` in a table between bars.
pub fn place(node: &Node<'_>, (width, depth): (Hundredths, Hundredths)) -> Reading<Point> {
    if node.is_list() {
        return node.point(width, depth).map(point);
    }
    let allowed = format!("a place such as '12 4.5', from '0 0' at the top left to '{width} {depth}'");
    let words = node.string(&allowed)?;
    let mut numbers = words.split_whitespace().map(Hundredths::of_decimal);
    let within = |length: Hundredths, most: Hundredths| (Hundredths(0)..=most).contains(&length);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Some(x)), Some(Some(y)), None) if within(x, width) && within(y, depth) => Ok(Point::new(x.0, y.0)),
        _ => Err(node.wrong(&allowed)),
    }
}

fn read_size(node: &Node<'_>, limits: &RangeInclusive<i64>) -> Reading<(i64, i64)> {
    let items = node.items(2)?;
    let [width, depth] = &items[..] else { return Err(node.wrong("two numbers, [width, depth] in inches")) };
    let (width, depth) = (width.number(limits.clone()), depth.number(limits.clone()));
    Ok((width?, depth?))
}

fn shape(outline: &Outline) -> Shape {
    let points = |all: &[scenario::Point]| all.iter().copied().map(point).collect();
    match outline {
        Outline::Polygon(corners) => Shape::Polygon(points(corners)),
        Outline::Circle { middle, diameter } => Shape::Circle(Circle { middle: point(*middle), diameter: diameter.0 }),
        Outline::Rectangle { middle, width, depth, turned } => Shape::Rectangle(Rectangle {
            middle: point(*middle),
            width: width.0,
            depth: depth.0,
            facing: Facing::of((*turned).into()),
        }),
        Outline::Line { path, width } => Shape::Line { points: points(path), width: width.0 },
    }
}

fn point(at: scenario::Point) -> Point {
    Point::new(at.x.0, at.y.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::scenario::Troubles;

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    enum Kind {
        Hill,
        Water,
        Bridge,
    }

    impl Display for Kind {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(match self {
                Kind::Hill => "hill",
                Kind::Water => "water",
                Kind::Bridge => "bridge",
            })
        }
    }

    fn read(text: &str) -> Result<(Table<Kind>, Point), Troubles> {
        scenario::read(text, |page| {
            let kinds = [Kind::Hill, Kind::Water, Kind::Bridge];
            let table = Table::read(page, (72, 48), &(12..=120), &kinds, |kind| kind == Kind::Hill)?;
            let at = place(&page.get("at"), table.size())?;
            Ok((table, at))
        })
    }

    const GROUND: &str = r#"
        at = "12 4.5"
        [[ground]]
        kind = "bridge"
        name = "the bridge"
        line = [[10, 5], [14, 5]]
        width = 1
        [[ground]]
        kind = "water"
        line = [[12, 0], [12, 48]]
        width = 2
        [[ground]]
        kind = "hill"
        circle = { middle = [40, 20], diameter = 6 }
    "#;

    #[test]
    fn a_bridge_lies_over_its_water_whatever_the_order_in_the_file() {
        let (table, at) = read(GROUND).unwrap_or_else(|troubles| panic!("{troubles}"));
        assert_eq!(table.kinds, [Kind::Hill, Kind::Water, Kind::Bridge]);
        assert_eq!((table.name(0), table.name(2)), ("hill".to_owned(), "the bridge".to_owned()));
        assert_eq!((table.plan.width, table.plan.depth, at), (7200, 4800, Point::new(1200, 450)));
        assert_eq!(table.plan.terrain[0].level, 1, "a hill without a height is the lowest there is");
    }

    #[test]
    fn places_off_the_table_and_tables_that_are_too_large_are_refused_with_what_is_allowed() {
        let refused = |text: &str| read(text).expect_err("it is wrong").to_string();
        for at in ["73 1", "1", "1 2 3", "a b", "1 -1", "1 2.345"] {
            let sentence = refused(&format!("at = \"{at}\""));
            assert!(sentence.contains("a place such as '12 4.5', from '0 0' at the top left to '72 48'"), "{sentence}");
        }
        let sentence = refused("at = [1, 49]");
        assert!(sentence.contains("from 0 to 48"), "{sentence}");
        let sentence = refused("table = [200, 48]\nat = [1, 1]");
        assert!(sentence.contains("12 to 120"), "{sentence}");
    }
}
