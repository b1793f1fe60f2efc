use super::*;

fn at(x: i64, y: i64) -> Point {
    Point { x, y }
}

/// A table of 24 by 16 inches with a wood of 4 by 4 and a wall of 1 by 6.
fn table() -> Ground {
    let wood = Terrain::rectangle(at(800, 600), at(1200, 1000), Going::Times(2));
    let wall = Terrain::rectangle(at(1500, 500), at(1600, 1100), Going::Barred);
    Ground::new(2400, 1600, vec![wood, wall])
}

#[test]
fn a_leg_in_the_open_costs_its_length_rounded_up() {
    assert_eq!(table().leg(at(100, 100), at(400, 500)), Ok(500));
    assert_eq!(table().leg(at(0, 0), at(1, 1)), Ok(2));
}

#[test]
fn a_leg_pays_twice_for_the_part_in_the_wood_and_rounds_it_up() {
    // 600 long, 400 of it in the wood.
    assert_eq!(table().leg(at(700, 800), at(1300, 800)), Ok(1000));
    // From (750, 650) to (853, 753): 103 each way are 145.66..., so 146; 53 of 103 parts inside: 146 * 53 / 103 = 75.1...
    assert_eq!(table().leg(at(750, 650), at(853, 753)), Ok(146 + 76));
    // Wholly inside.
    assert_eq!(table().leg(at(900, 700), at(1000, 700)), Ok(200));
}

#[test]
fn one_may_pass_along_a_rim_and_not_through_a_wall() {
    assert_eq!(table().leg(at(800, 500), at(800, 1100)), Ok(600), "along the wood");
    assert_eq!(table().leg(at(1500, 400), at(1500, 1200)), Ok(800), "along the wall");
    assert_eq!(table().leg(at(1400, 800), at(1700, 800)), Err(Hindrance::Barred(1)));
    assert_eq!(table().leg(at(1400, 400), at(1500, 500)), Ok(142), "to its corner");
    assert_eq!(table().leg(at(1400, 400), at(1501, 501)), Err(Hindrance::Barred(1)), "past its corner");
    assert_eq!(table().leg(at(100, 100), at(100, -1)), Err(Hindrance::OffTable));
    assert!(table().stands(at(1500, 800)) && !table().stands(at(1501, 800)) && table().stands(at(900, 700)));
}

#[test]
fn an_outline_may_be_given_either_way_round() {
    let corners = vec![at(0, 0), at(400, 0), at(0, 400)];
    let turned: Vec<Point> = corners.iter().rev().copied().collect();
    for outline in [corners, turned] {
        let wood = Terrain::new(outline, Going::Times(3));
        assert!(wood.holds(at(100, 100)) && !wood.holds(at(200, 200)) && !wood.holds(at(0, 100)));
        // Along y = 100 the triangle reaches to x = 300.
        assert_eq!(Ground::new(1000, 1000, vec![wood]).leg(at(0, 100), at(400, 100)), Ok(400 + 2 * 300));
    }
}

#[test]
#[should_panic(expected = "convex")]
fn an_outline_that_is_not_convex_is_refused() {
    Terrain::new(vec![at(0, 0), at(400, 0), at(100, 100), at(0, 400)], Going::Barred);
}

#[test]
fn every_point_reached_has_a_path_that_costs_what_is_said() {
    for (start, allowance) in [(at(1400, 800), 800), (at(700, 730), 600), (at(13, 7), 400), (at(1000, 800), 500)] {
        let ground = table();
        let reach = ground.reach(start, allowance, 50);
        assert!(reach.points().count() > 20);
        for (point, cost, way) in reach.ways() {
            assert_eq!(way.last(), Some(&point));
            assert_eq!(ground.price(start, &way), Ok(cost), "{start:?} to {point:?} by {way:?}");
            assert!(cost <= allowance);
            assert_eq!(reach.path(point), Some(way));
        }
    }
}

#[test]
fn reach_goes_round_a_wall() {
    let ground = table();
    let reach = ground.reach(at(1450, 600), 600, 50);
    // Straight is barred; round the corner at (1500, 500) and (1600, 500): 112 + 100 + 112.
    let (_, cost, way) = reach.ways().find(|(point, ..)| *point == at(1650, 600)).expect("behind the wall");
    assert_eq!((way, cost), (vec![at(1500, 500), at(1600, 500), at(1650, 600)], 324));
}

#[test]
fn nothing_that_can_be_paid_for_lies_further_outside_than_three_per_cent_and_a_step() {
    // Paths of two legs to every tenth of an inch around, each priced; those within the allowance must be near.
    let ground = table();
    let (start, allowance) = (at(1330, 850), 600);
    let reach = ground.reach(start, allowance, 50);
    let points: Vec<Point> = reach.points().map(|(point, _)| point).collect();
    let slack = allowance * 3 / 100 + 50;
    let mut tried = 0;
    for bend in [start, at(1500, 500), at(1500, 1100), at(1600, 500), at(1200, 1000)] {
        for x in (600..2100).step_by(30) {
            for y in (100..1600).step_by(30) {
                if ground.price(start, &[bend, at(x, y)]).is_ok_and(|cost| cost <= allowance) {
                    tried += 1;
                    let near = points.iter().any(|point| point.distance(at(x, y)) <= slack);
                    assert!(near, "({x}, {y}) by {bend:?} is paid for, and far from all that is offered");
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn a_leg_passes_within_a_range_of_a_point_beside_it_and_at_its_ends() {
    let passes = |x, y| passes_within(at(0, 0), at(1000, 0), at(x, y), 400);
    assert!(passes(500, 400) && !passes(500, 401));
    assert!(passes(1240, 320) && !passes(1241, 320), "240, 320, 400");
    assert!(passes(-400, 0) && !passes(-401, 0));
    assert!(passes_within(at(5, 5), at(5, 5), at(5, 405), 400), "standing still");
}

#[test]
fn the_front_is_forty_five_degrees_to_either_side() {
    let (here, up) = (at(100, 100), at(0, -1));
    assert!(in_front(here, up, at(150, 50)) && !in_front(here, up, at(151, 50)));
    assert!(in_front(here, at(1, -1), at(200, 100)) && !in_front(here, at(1, -1), at(200, 101)));
    assert!(!in_front(here, up, at(100, 200)));
}
