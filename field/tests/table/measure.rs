//! Distances, gaps and turning.

use crate::random::Random;
use field::Quarter::{Front, Left, Rear, Right};
use field::{Circle, Facing, Footprint, Point, Rectangle};

fn rectangle(x: i64, y: i64, width: i64, depth: i64, degrees: i64) -> Footprint {
    Rectangle { middle: Point::new(x, y), width, depth, facing: Facing::of(degrees) }.into()
}

#[test]
fn distances_of_points_keep_the_triangle_inequality() {
    let mut random = Random(1);
    for _ in 0..20_000 {
        let [a, b, c] = [0; 3].map(|_| random.point(7200, 4800));
        assert!(a.distance(c) <= a.distance(b) + b.distance(c), "{a:?} {b:?} {c:?}");
        let [one, two, three] = [a, b, c].map(Footprint::from);
        assert!(one.gap(&three) <= one.gap(&two) + two.gap(&three));
        assert_eq!(one.gap(&three), a.distance(c), "the gap of points is their distance");
    }
}

#[test]
fn a_gap_is_never_more_than_the_way_over_a_third_base_and_through_it() {
    let mut random = Random(2);
    for _ in 0..3_000 {
        let [a, b, c] = [0; 3].map(|_| random.base(2400, 1600));
        let through =
            b.corners().iter().flat_map(|p| b.corners().into_iter().map(|q| p.distance(q))).max().unwrap() + 2;
        assert!(a.gap(&c) <= a.gap(&b) + through + b.gap(&c), "{a:?} {b:?} {c:?}");
        assert_eq!(a.gap(&b), b.gap(&a));
        assert_eq!(a.overlaps(&b), b.overlaps(&a));
    }
}

#[test]
fn gaps_of_rectangles_along_the_axes_are_those_of_arithmetic() {
    let mut random = Random(3);
    for _ in 0..20_000 {
        let [a, b] = [0; 2].map(|_| {
            let at = random.point(1500, 1500);
            (at, random.between(1, 400), random.between(1, 400), 180 * random.between(0, 1))
        });
        let gap = rectangle(a.0.x, a.0.y, a.1, a.2, a.3).gap(&rectangle(b.0.x, b.0.y, b.1, b.2, b.3));
        // Doubled, so that halves of odd sizes are whole: the gap along each axis, then Pythagoras, halved and up.
        let along = |at: i64, size: i64, other_size: i64| (2 * at.abs() - size - other_size).max(0);
        let (x, y) = (along(a.0.x - b.0.x, a.1, b.1), along(a.0.y - b.0.y, a.2, b.2));
        let brute = (0..3_000).find(|gap| 4 * gap * gap >= x * x + y * y).unwrap();
        assert_eq!(gap, brute, "{a:?} {b:?}");
    }
}

#[test]
fn gaps_of_turned_rectangles_are_those_of_a_brute_force_in_floating_point() {
    let mut random = Random(4);
    let mut overlapping = 0;
    for _ in 0..600 {
        let [a, b] = [0; 2].map(|_| {
            let (at, facing) = (random.point(1200, 1200), random.facing());
            Rectangle { middle: at, width: random.between(50, 600), depth: random.between(50, 300), facing }
        });
        let gap = Footprint::from(a).gap(&b.into());
        let brute = nearest(&a, &b);
        // Corners are laid to the half hundredth, so the gap may differ by a little more than its rounding.
        assert!((gap as f64 - brute).abs() <= 2.0, "{a:?} {b:?}: {gap}, {brute}");
        overlapping += i32::from(gap == 0);
    }
    assert!(overlapping > 50, "{overlapping}");
}

/// The gap of two rectangles by looking from many points of the rim of each at the other, in its own axes.
fn nearest(one: &Rectangle, other: &Rectangle) -> f64 {
    from_rim(one, other).min(from_rim(other, one))
}

fn from_rim(from: &Rectangle, to: &Rectangle) -> f64 {
    let axes = |rectangle: &Rectangle| (rectangle.facing.degrees() as f64).to_radians().sin_cos();
    let turned = |(x, y): (f64, f64), (sin, cos): (f64, f64)| (x * cos - y * sin, x * sin + y * cos);
    let (wide, deep) = (from.width as f64 / 2.0, from.depth as f64 / 2.0);
    let rim = (0..400).flat_map(|i| {
        let part = f64::from(i) / 200.0 - 1.0;
        [(part * wide, deep), (part * wide, -deep), (wide, part * deep), (-wide, part * deep)]
    });
    let way = from.middle.minus(to.middle);
    let gap = |point: (f64, f64)| {
        let (x, y) = turned(point, axes(from));
        let (sin, cos) = axes(to);
        let (x, y) = turned((x + way.x as f64, y + way.y as f64), (-sin, cos));
        let outside = |at: f64, size: i64| (at.abs() - size as f64 / 2.0).max(0.0);
        outside(x, to.width).hypot(outside(y, to.depth))
    };
    rim.map(gap).fold(f64::MAX, f64::min)
}

#[test]
fn turning_a_footprint_by_a_full_circle_changes_nothing() {
    let mut random = Random(5);
    for _ in 0..2_000 {
        let base = random.base(2400, 1600);
        let other = random.base(2400, 1600);
        let facing = random.facing();
        assert_eq!(base.facing(facing), base.facing(Facing::of(facing.degrees() + 360)));
        assert_eq!(base.facing(facing).corners(), base.facing(facing.turned(-720)).corners());
        assert_eq!(field::wheeled(&[base], other.middle(), 360), [base]);
    }
}

#[test]
fn a_gap_is_within_itself_and_not_within_less() {
    let mut random = Random(6);
    for _ in 0..5_000 {
        let [a, b] = [0; 2].map(|_| random.base(2400, 1600));
        let gap = a.gap(&b);
        assert!(a.within(&b, gap) && (gap == 0 || !a.within(&b, gap - 1)), "{a:?} {b:?}");
        assert!(!a.overlaps(&b) || gap == 0);
        assert_eq!(a.touches(&b), gap == 0);
    }
}

#[test]
fn bases_side_by_side_touch_and_do_not_overlap() {
    let [left, right] = [0, 200].map(|x| rectangle(x, 0, 200, 100, 0));
    assert!(left.touches(&right) && !left.overlaps(&right));
    assert!(left.overlaps(&rectangle(199, 0, 200, 100, 0)));
    // A base turned by 45 degrees reaches 141.4 from its middle, so its corner is 58.6 from the line at 200.
    let corner_on = rectangle(300, 0, 200, 200, 45);
    assert_eq!(rectangle(0, 0, 200, 100, 0).gap(&corner_on), 59);
    let round: Footprint = Circle { middle: Point::new(300, 0), diameter: 100 }.into();
    assert_eq!(left.gap(&round), 150);
    assert_eq!(round.gap(&Circle { middle: Point::new(300, 100), diameter: 100 }.into()), 0);
    assert!(!round.overlaps(&Circle { middle: Point::new(300, 100), diameter: 100 }.into()));
}

#[test]
fn flank_and_rear_lie_behind_the_line_of_the_front() {
    // It faces right; its front edge is at x = 50.
    let base = Rectangle { middle: Point::default(), width: 200, depth: 100, facing: Facing::RIGHT };
    assert!(!base.has_behind_front(Point::new(50, 500)) && base.has_behind_front(Point::new(49, 500)));
    let quarters = [(300, 300), (300, -301), (0, -300), (0, 300), (-300, 300), (-300, 301)];
    assert_eq!(quarters.map(|(x, y)| base.quarter(Point::new(x, y))), [Front, Left, Left, Right, Rear, Right]);
}

#[test]
fn a_template_covers_what_has_no_part_outside() {
    let mut random = Random(7);
    let mut covered = 0;
    for _ in 0..20_000 {
        let (large, small) = (random.base(600, 600), random.base(600, 600));
        if large.covers(&small) {
            covered += 1;
            assert!(
                small.corners().iter().all(|corner| large.within(&Footprint::from(*corner), 1)),
                "{large:?} {small:?}"
            );
            assert!(large.overlaps(&small));
        }
    }
    assert!(covered > 50, "{covered}");
}
