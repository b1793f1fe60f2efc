//! What a line crosses, and for how long.

use crate::random::{DEPTH, Random, WIDTH, table};
use field::{Circle, Footprint, Fraction, Ground, INCH, Plan, Point, Rectangle, Shape, Terrain};

fn at(x: i64, y: i64) -> Point {
    Point::new(x, y)
}

fn ground(shapes: impl IntoIterator<Item = Shape>) -> Ground {
    let terrain = shapes.into_iter().map(|shape| Terrain { kind: "wood".to_owned(), shape, level: 0 });
    Ground::new(Plan { width: 2400, depth: 1600, terrain: terrain.collect() }).expect("a sound plan")
}

/// The lengths inside, piece by piece.
fn lengths(ground: &Ground, from: Point, to: Point) -> Vec<(usize, i64)> {
    let length = from.distance(to);
    ground.crossings(from, to).iter().map(|crossing| (crossing.piece, crossing.length(length))).collect()
}

/// An L: 6 by 6 inches without its upper right quarter of 3 by 3.
fn corner_house() -> Shape {
    Shape::Polygon(vec![at(600, 600), at(900, 600), at(900, 900), at(1200, 900), at(1200, 1200), at(600, 1200)])
}

#[test]
fn a_line_is_inside_from_where_it_comes_in_to_where_it_goes_out() {
    let wood = ground([Shape::between(at(800, 600), at(1200, 1000))]);
    let [crossing] = wood.crossings(at(700, 800), at(1300, 800))[..] else { panic!("one crossing") };
    assert_eq!((crossing.from.of_length(600), crossing.to.of_length(600)), (100, 500));
    assert_eq!(crossing.from, crossing.to.from_the_end());
    assert_eq!(lengths(&wood, at(900, 700), at(1000, 700)), [(0, 100)], "wholly inside");
    assert_eq!(lengths(&wood, at(800, 500), at(800, 1100)), [], "along the rim");
    assert_eq!(lengths(&wood, at(700, 700), at(900, 500)), [], "past the corner");
}

#[test]
fn an_outline_need_not_be_convex_and_may_be_given_either_way_round() {
    let Shape::Polygon(corners) = corner_house() else { unreachable!() };
    let turned: Vec<Point> = corners.iter().rev().copied().collect();
    for house in [ground([Shape::Polygon(corners)]), ground([Shape::Polygon(turned)])] {
        assert_eq!(lengths(&house, at(500, 750), at(1300, 750)), [(0, 300)], "the upper wing only");
        assert_eq!(lengths(&house, at(500, 1000), at(1300, 1000)), [(0, 600)]);
        // From (850, 650) to (1150, 950) it leaves at (900, 700) and comes in again at (1100, 900): 50 of 300 each.
        // The leg is 424.3 long, so 425; a sixth of that is 70.8.
        assert_eq!(lengths(&house, at(850, 650), at(1150, 950)), [(0, 71), (0, 71)]);
        assert_eq!(lengths(&house, at(900, 900), at(1300, 500)), [], "from the inner corner outwards");
        assert_eq!(lengths(&house, at(900, 500), at(900, 1300)), [(0, 300)], "down from the inner corner");
        assert_eq!(
            lengths(&house, at(500, 1300), at(1300, 500)),
            [(0, 425)],
            "through two corners, up to the inner one"
        );
        assert!(house.at(at(899, 899)).next().is_some() && house.at(at(900, 899)).next().is_none());
    }
}

#[test]
fn no_way_leads_along_the_seams_of_an_outline() {
    // Whatever triangles it is cut into, lines between corners that run inside are inside all along.
    let star = [
        at(1000, 400),
        at(1100, 700),
        at(1500, 800),
        at(1100, 900),
        at(1000, 1200),
        at(900, 900),
        at(500, 800),
        at(900, 700),
    ];
    let ground = ground([Shape::Polygon(star.to_vec())]);
    for (from, to) in
        [(star[1], star[5]), (star[3], star[7]), (star[1], star[3]), (star[0], star[4]), (star[2], star[6])]
    {
        let crossings = ground.crossings(from, to);
        assert_eq!(crossings.len(), 1, "{from:?} {to:?}");
        assert_eq!((crossings[0].from, crossings[0].to), (Fraction::ZERO, Fraction::ONE));
    }
}

#[test]
fn a_line_feature_has_its_width_and_no_notch_at_its_bends() {
    let road = ground([Shape::Line { points: vec![at(200, 800), at(1200, 800), at(1200, 1400)], width: 100 }]);
    assert_eq!(lengths(&road, at(500, 600), at(500, 1000)), [(0, 100)]);
    assert_eq!(lengths(&road, at(1000, 1200), at(1400, 1200)), [(0, 100)]);
    // Over the outer corner of the bend: the two stretches reach 50 beyond it each.
    assert_eq!(lengths(&road, at(1100, 760), at(1300, 760)), [(0, 150)]);
    let hedge = ground([Shape::Line { points: vec![at(200, 800), at(1200, 800)], width: 0 }]);
    assert_eq!(lengths(&hedge, at(500, 600), at(500, 1000)), [(0, 1)]);
    assert_eq!(lengths(&hedge, at(1201, 600), at(1201, 1000)), [], "past its end");
}

#[test]
fn a_mover_that_does_not_get_in_stops_at_the_edge() {
    let wood = ground([Shape::between(at(800, 600), at(1200, 1000))]);
    let stop = |from: Point, to: Point| wood.edge(&wood.crossings(from, to)[0], from, to);
    assert_eq!(stop(at(700, 800), at(1300, 800)), at(800, 800));
    assert_eq!(stop(at(1300, 800), at(700, 800)), at(1200, 800));
    let mut random = Random(11);
    let mut tried = 0;
    for _ in 0..5_000 {
        let (from, to) = (random.point(2400, 1600), random.point(2400, 1600));
        if wood.at(from).next().is_some() {
            continue;
        }
        if let Some(crossing) = wood.crossings(from, to).first() {
            let edge = wood.edge(crossing, from, to);
            let rim = Footprint::from(Rectangle::square(at(1000, 800), 400));
            assert!(wood.at(edge).next().is_none() && rim.within(&edge.into(), 4), "{from:?} {to:?} {edge:?}");
            tried += 1;
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn what_is_crossed_is_what_the_points_of_the_line_stand_in() {
    const STEPS: i64 = 300;
    let mut random = Random(12);
    let mut inside = 0;
    for round in 0..6 {
        let ground = table(&mut Random(100 + round));
        for _ in 0..300 {
            // Each step is of whole hundredths, so that the points lie on the line exactly.
            let step = at(random.between(-12, 12), random.between(-8, 8));
            let from = random.point(WIDTH, DEPTH);
            let to = at(from.x + STEPS * step.x, from.y + STEPS * step.y);
            if !ground.holds(to) {
                continue;
            }
            let crossings = ground.crossings(from, to);
            for i in 0..=STEPS {
                let point = at(from.x + i * step.x, from.y + i * step.y);
                let after = |part: Fraction| i > part.of_length(STEPS);
                let before = |part: Fraction| STEPS - i > part.from_the_end().of_length(STEPS);
                let mut crossed: Vec<usize> =
                    crossings.iter().filter(|c| after(c.from) && before(c.to)).map(|c| c.piece).collect();
                // The ends of a leg are inside or not whatever the leg does.
                if i > 0 && i < STEPS {
                    crossed.dedup();
                    assert_eq!(ground.at(point).collect::<Vec<_>>(), crossed, "{from:?} {to:?} {point:?}");
                    inside += crossed.len();
                }
            }
        }
    }
    assert!(inside > 10_000, "{inside}");
}

#[test]
fn a_line_crosses_what_its_way_back_crosses() {
    let mut random = Random(13);
    let ground = table(&mut random);
    for _ in 0..4_000 {
        let (from, to) = (random.point(WIDTH, DEPTH), random.point(WIDTH, DEPTH));
        let there: Vec<_> = ground.crossings(from, to).iter().map(|c| (c.piece, c.from, c.to)).collect();
        let mut back: Vec<_> =
            ground.crossings(to, from).iter().map(|c| (c.piece, c.to.from_the_end(), c.from.from_the_end())).collect();
        back.sort();
        assert_eq!(there, back, "{from:?} {to:?}");
    }
}

#[test]
fn a_base_stands_in_what_it_reaches_into_and_wholly_in_what_holds_it() {
    let house = ground([corner_house(), Shape::Circle(Circle { middle: at(2000, 800), diameter: 400 })]);
    let base = |x, y| Footprint::from(Rectangle::square(at(x, y), 100));
    assert!(house.covers(0, &base(650, 650)) && house.covers(0, &base(850, 950)), "flush with the walls");
    assert!(!house.covers(0, &base(649, 650)) && !house.covers(0, &base(880, 880)), "over the inner corner");
    assert_eq!(house.under(&base(550, 650)).next(), None, "touching from outside");
    assert_eq!(house.under(&base(551, 650)).collect::<Vec<_>>(), [0]);
    assert!(house.covers(1, &base(2000, 800)) && !house.covers(1, &base(2150, 800)));
    assert!(house.is_within(1, &base(2000 - 200 - 50 - INCH, 800), INCH));
    assert!(!house.is_within(1, &base(2000 - 200 - 51 - INCH, 800), INCH));
}
