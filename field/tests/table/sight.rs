//! Who sees whom.

use crate::random::{DEPTH, Random, WIDTH, table};
use field::{
    Circle, Facing, Footprint, Ground, Opacity, Outlook, Plan, Point, Rectangle, Screen, Shape, Terrain, Viewer,
};
use std::sync::Arc;

fn at(x: i64, y: i64) -> Point {
    Point::new(x, y)
}

fn outlook(terrain: &[(&str, Shape, u8)], viewer: &Viewer) -> Outlook {
    let piece = |(kind, shape, level): &(&str, Shape, u8)| Terrain {
        kind: (*kind).to_owned(),
        shape: shape.clone(),
        level: *level,
    };
    let plan = Plan { width: 3600, depth: 2400, terrain: terrain.iter().map(piece).collect() };
    Outlook::new(Arc::new(Ground::new(plan).expect("a sound plan")), viewer)
}

/// Woods over 2 inches, buildings and hills block; from a hill one sees over what is not within 4 inches.
fn brigade() -> Viewer {
    Viewer::new()
        .through("wood", Opacity::Deep(200))
        .through("house", Opacity::Solid)
        .through("hill", Opacity::Hill)
        .over(400)
}

fn base(x: i64, y: i64) -> Footprint {
    Rectangle::square(at(x, y), 100).into()
}

#[test]
fn sight_is_symmetric() {
    let mut random = Random(31);
    let (mut seen, mut unseen) = (0, 0);
    for _ in 0..4 {
        let ground = table(&mut random);
        let crests = Viewer::new()
            .through("wood", Opacity::Deep(300))
            .through("house", Opacity::Solid)
            .through("hill", Opacity::Crest(100));
        for viewer in [brigade(), crests] {
            let outlook = Outlook::new(ground.clone(), &viewer);
            for _ in 0..1_500 {
                let [a, b] = [0; 2].map(|_| random.base(WIDTH, DEPTH));
                let kinds = [Opacity::Solid, Opacity::Deep(99), Opacity::Deep(150)];
                let screen = |random: &mut Random| Screen {
                    footprint: random.base(WIDTH, DEPTH),
                    opacity: kinds[random.below(3) as usize],
                    level: random.below(2) as u8,
                };
                let screens: Vec<Screen> = (0..5).map(|_| screen(&mut random)).collect();
                let sees = outlook.sees(&a, &b, &screens);
                assert_eq!(sees, outlook.sees(&b, &a, &screens), "{a:?} {b:?}");
                *if sees { &mut seen } else { &mut unseen } += 1;
            }
        }
    }
    assert!(seen > 1_000 && unseen > 1_000, "{seen} {unseen}");
}

#[test]
fn more_than_two_inches_of_wood_block() {
    let wood = |width: i64| outlook(&[("wood", Shape::between(at(1000, 0), at(1000 + width, 2400)), 0)], &brigade());
    assert!(wood(200).sees(&base(500, 1000), &base(2000, 1000), &[]));
    assert!(!wood(201).sees(&base(500, 1000), &base(2000, 1000), &[]));
    // Within the wood one sees 2 inches, and out of it from 2 inches inside.
    let deep = wood(1000);
    assert!(
        deep.sees(&base(1200, 1000), &base(500, 1000), &[]) && !deep.sees(&base(1300, 1000), &base(500, 1000), &[])
    );
    // The corner of a base is nearer than its middle: 250 to the middle, 200 and a little to the corner.
    assert!(
        !deep.sees(&base(1300, 1000), &base(1560, 1000), &[]) && deep.sees(&base(1300, 1000), &base(1540, 1000), &[])
    );
}

#[test]
fn woods_count_together_and_where_they_overlap_once() {
    let strip = |from: i64, to: i64| ("wood", Shape::between(at(from, 0), at(to, 2400)), 0);
    let (here, there) = (base(500, 1000), base(3000, 1000));
    assert!(outlook(&[strip(1000, 1100), strip(1500, 1600)], &brigade()).sees(&here, &there, &[]));
    assert!(!outlook(&[strip(1000, 1100), strip(1500, 1601)], &brigade()).sees(&here, &there, &[]));
    assert!(outlook(&[strip(1000, 1150), strip(1050, 1200)], &brigade()).sees(&here, &there, &[]));
}

#[test]
fn a_building_blocks_but_not_those_inside() {
    let street = outlook(&[("house", Shape::between(at(1000, 700), at(1400, 1300)), 0)], &brigade());
    assert!(!street.sees(&base(500, 1000), &base(2000, 1000), &[]));
    assert!(street.sees(&base(1200, 1000), &base(2000, 1000), &[]), "out of it");
    assert!(street.sees(&base(2000, 1000), &base(1200, 1000), &[]), "into it");
    // Past its corner at (1000, 1300). The middle at (500, 1000) looks over it at (1950, 1870), the corner of a base at
    // (2000, 1820). Seen the other way, the corner at (450, 1050) and (1000, 1300) are in line with (2000, 1754.5).
    assert!(!street.sees(&base(500, 1000), &base(2000, 1754), &[]));
    assert!(street.sees(&base(500, 1000), &base(2000, 1755), &[]));
}

#[test]
fn from_a_hill_one_sees_over_what_is_lower_and_not_too_near_to_the_target() {
    let hill = ("hill", Shape::between(at(0, 0), at(400, 2400)), 1);
    let wood = ("wood", Shape::between(at(1500, 0), at(2000, 2400)), 0);
    let table = outlook(&[hill, wood], &brigade());
    assert!(table.sees(&base(300, 1000), &base(2401, 1000), &[]), "401 behind the wood");
    assert!(!table.sees(&base(300, 1000), &base(2340, 1000), &[]));
    assert!(!table.sees(&base(700, 1000), &base(3000, 1000), &[]), "from below one does not");
    let unit = |x| Screen { footprint: base(x, 1000), opacity: Opacity::Solid, level: 0 };
    let narrow = Footprint::from(Rectangle::square(at(1400, 1000), 20));
    assert!(table.sees(&base(300, 1000), &narrow, &[unit(900)]), "over a unit");
    assert!(!table.sees(&base(450, 1000), &narrow, &[unit(900)]), "from the foot");
    assert!(!table.sees(&base(300, 1000), &narrow, &[unit(1100)]), "within 4 inches of the target");
}

#[test]
fn a_hill_hides_what_is_lower_than_it() {
    let ridge = ("hill", Shape::between(at(1500, 0), at(1800, 2400)), 2);
    let knoll = ("hill", Shape::between(at(0, 0), at(400, 2400)), 1);
    let peak = ("hill", Shape::between(at(3200, 0), at(3600, 2400)), 3);
    let table = outlook(&[ridge, knoll, peak], &brigade());
    let x = |x| base(x, 1000);
    assert!(!table.sees(&x(1000), &x(2500), &[]) && !table.sees(&x(200), &x(2500), &[]), "both lower");
    assert!(table.sees(&x(1650), &x(2500), &[]) && table.sees(&x(1000), &x(1650), &[]), "one on it");
    assert!(table.sees(&x(3400), &x(200), &[]) && table.sees(&x(1000), &x(3400), &[]), "one higher");
    assert_eq!([200, 1000, 1650, 3400].map(|x| table.level(at(x, 1000))), [1, 0, 2, 3]);
}

#[test]
fn a_crest_blocks_when_neither_end_is_within_an_inch_of_it() {
    let crest = Viewer::new().through("hill", Opacity::Crest(100));
    let plateau = outlook(&[("hill", Shape::between(at(1000, 0), at(2000, 2400)), 1)], &crest);
    let point = |x| Footprint::from(Rectangle::square(at(x, 1000), 2));
    assert!(plateau.sees(&point(1100), &point(500), &[]), "at the edge of it");
    assert!(!plateau.sees(&point(1102), &point(500), &[]), "further back");
    assert!(plateau.sees(&point(1102), &point(900), &[]), "at the foot");
    assert!(plateau.sees(&point(1300), &point(1700), &[]), "on it");
    assert!(!plateau.sees(&point(950), &point(2050), &[]), "across it");
    let ridge = outlook(&[("hill", Shape::Line { points: vec![at(1500, 0), at(1500, 2400)], width: 0 }, 1)], &crest);
    assert!(ridge.sees(&point(1400), &point(2500), &[]) && !ridge.sees(&point(1390), &point(2500), &[]));
}

#[test]
fn smoke_comes_and_goes_and_puffs_count_together() {
    let table = outlook(&[], &brigade());
    let puff = |x, diameter| Screen {
        footprint: Circle { middle: at(x, 1000), diameter }.into(),
        opacity: Opacity::Deep(99),
        level: 0,
    };
    let (here, there) = (base(500, 1000), base(2000, 1000));
    assert!(table.sees(&here, &there, &[]));
    assert!(!table.sees(&here, &there, &[puff(1000, 400)]));
    let narrow = |x| Footprint::from(Rectangle::square(at(x, 1000), 2));
    assert!(table.sees(&narrow(500), &narrow(2000), &[puff(1000, 60)]));
    assert!(!table.sees(&narrow(500), &narrow(2000), &[puff(1000, 60), puff(1300, 60)]));
    let line = table.line(&here, &there, &[]).expect("they see each other");
    let screen = Rectangle::screen(at(1200, 1000), 400, 100, Facing::RIGHT);
    assert!(Footprint::from(screen).is_crossed(line.from, line.to), "a screen that does not block is seen to be there");
}

#[test]
fn other_units_block_where_a_book_says_so_and_a_corner_is_enough_to_be_seen() {
    let table = outlook(&[], &brigade());
    let unit = |x, y| Screen { footprint: base(x, y), opacity: Opacity::Solid, level: 0 };
    let wide = Footprint::from(Rectangle { middle: at(1500, 1000), width: 600, depth: 100, facing: Facing::LEFT });
    // The line to its corner at (1450, 700) passes x = 1000 at 842, above the unit there.
    assert!(table.sees(&base(500, 1000), &wide, &[unit(1000, 1000)]));
    assert!(!table.sees(&base(500, 1000), &base(1500, 1000), &[unit(1000, 1000)]));
    let own = Screen { footprint: base(500, 1000), opacity: Opacity::Solid, level: 0 };
    assert!(table.sees(&base(500, 1000), &base(1500, 1000), &[own]), "its own base does not block");
}
