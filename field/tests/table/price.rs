//! What a path costs.

use field::{
    Facing, Footprint, Going, Ground, Hindrance, Move, Mover, Passage, Plan, Point, Rectangle, Shape, Terrain, Zone,
};
use std::sync::Arc;

fn at(x: i64, y: i64) -> Point {
    Point::new(x, y)
}

fn passage(terrain: &[(&str, Shape)], mover: &Mover) -> Passage {
    let piece = |(kind, shape): &(&str, Shape)| Terrain { kind: (*kind).to_owned(), shape: shape.clone(), level: 0 };
    let plan = Plan { width: 2400, depth: 1600, terrain: terrain.iter().map(piece).collect() };
    Passage::new(Arc::new(Ground::new(plan).expect("a sound plan")), mover)
}

fn line(from: Point, to: Point, width: i64) -> Shape {
    Shape::Line { points: vec![from, to], width }
}

/// A wood of 4 by 4 inches at half speed, and a house of 1 by 6 that bars.
fn foot() -> Passage {
    let wood = ("wood", Shape::between(at(800, 600), at(1200, 1000)));
    let house = ("house", Shape::between(at(1500, 500), at(1600, 1100)));
    passage(&[wood, house], &Mover::new().over("wood", Going::times(2)).over("house", Going::BARRED))
}

#[test]
fn a_leg_in_the_open_costs_its_length_rounded_up() {
    assert_eq!(foot().leg(at(100, 100), at(400, 500)), Ok(500));
    assert_eq!(foot().leg(at(0, 0), at(1, 1)), Ok(2));
}

#[test]
fn a_leg_pays_twice_for_the_part_in_the_wood_and_rounds_it_up() {
    // 600 long, 400 of it in the wood.
    assert_eq!(foot().leg(at(700, 800), at(1300, 800)), Ok(1000));
    // From (750, 650) to (853, 753): 103 each way are 145.66..., so 146; 53 of 103 parts inside: 146 * 53 / 103 = 75.1...
    assert_eq!(foot().leg(at(750, 650), at(853, 753)), Ok(146 + 76));
    assert_eq!(foot().leg(at(900, 700), at(1000, 700)), Ok(200), "wholly inside");
}

#[test]
fn one_may_pass_along_a_rim_and_not_through_a_house() {
    assert_eq!(foot().leg(at(800, 500), at(800, 1100)), Ok(600), "along the wood");
    assert_eq!(foot().leg(at(1500, 400), at(1500, 1200)), Ok(800), "along the house");
    assert_eq!(foot().leg(at(1400, 800), at(1700, 800)), Err(Hindrance::Barred(1)));
    assert_eq!(foot().leg(at(1400, 400), at(1500, 500)), Ok(142), "to its corner");
    assert_eq!(foot().leg(at(1400, 400), at(1501, 501)), Err(Hindrance::Barred(1)), "past its corner");
    assert_eq!(foot().leg(at(100, 100), at(100, -1)), Err(Hindrance::OffTable));
    assert_eq!(foot().leg(at(100, 100), at(i64::MAX, i64::MIN)), Err(Hindrance::OffTable));
    assert!(foot().stands(at(1500, 800)) && !foot().stands(at(1501, 800)) && foot().stands(at(900, 700)));
}

#[test]
fn each_kind_of_mover_has_its_own_prices() {
    let wire = ("wire", line(at(1000, 0), at(1000, 1600), 0));
    let ground = [wire];
    let foot = passage(&ground, &Mover::new().over("wire", Going::once(200)));
    let horse = passage(&ground, &Mover::new().over("wire", Going::BARRED));
    let tank = passage(&ground, &Mover::new());
    let leg = (at(900, 500), at(1200, 500));
    assert_eq!(foot.leg(leg.0, leg.1), Ok(300 + 200), "a wall or wire costs 2 inches once");
    assert_eq!(horse.leg(leg.0, leg.1), Err(Hindrance::Barred(0)));
    assert_eq!(tank.leg(leg.0, leg.1), Ok(300));
}

#[test]
fn a_wall_is_paid_for_once_however_a_path_bends_upon_it() {
    let wall = Shape::Line { points: vec![at(200, 800), at(1000, 800), at(1600, 300)], width: 0 };
    let foot = passage(&[("wall", wall)], &Mover::new().over("wall", Going::once(200)));
    let bar = |path: &[Point]| foot.price(path[0], &path[1..]).unwrap() - lengths(path);
    assert_eq!(bar(&[at(500, 700), at(500, 900)]), 200);
    assert_eq!(bar(&[at(500, 700), at(500, 800), at(500, 900)]), 200, "a bend on the wall");
    assert_eq!(bar(&[at(1000, 600), at(1000, 800), at(1200, 900)]), 200, "a bend where the wall bends");
    assert_eq!(bar(&[at(500, 700), at(500, 900), at(600, 700)]), 400, "there and back");
    // In its last stretch the wall is crossed again: up over it at 800, down beside it.
    assert_eq!(bar(&[at(900, 900), at(1100, 600), at(1400, 800)]), 400);
}

fn lengths(path: &[Point]) -> i64 {
    path.windows(2).map(|ends| ends[0].distance(ends[1])).sum()
}

#[test]
fn ground_is_paid_for_in_proportion_and_a_road_leads_through_a_wood() {
    // Wheels: 10 by road where 4 in the open, so 5 inches of road cost 2; a quarter of the speed in the wood.
    let mover = Mover::new().over("wood", Going::times(4)).over("road", Going::for_inches(2, 5));
    let wood = ("wood", Shape::between(at(500, 0), at(1500, 1600)));
    let road = ("road", line(at(0, 800), at(2400, 800), 100));
    let wheels = passage(&[wood, road], &mover);
    assert_eq!(wheels.leg(at(600, 300), at(1400, 300)), Ok(3200));
    assert_eq!(wheels.leg(at(0, 800), at(2400, 800)), Ok(960), "all along the road");
    // Across: 350 of wood, 100 of road for 40, 350 of wood.
    assert_eq!(wheels.leg(at(1000, 400), at(1000, 1200)), Ok(1400 + 40 + 1400));
    assert_eq!(wheels.leg(at(1600, 400), at(1600, 1200)), Ok(350 + 40 + 350));
}

#[test]
fn a_bridge_leads_over_a_river_that_bars() {
    let river = ("river", line(at(1000, 0), at(1000, 1600), 200));
    let bridge = ("bridge", line(at(850, 800), at(1150, 800), 150));
    let mover = Mover::new().over("river", Going::BARRED).over("bridge", Going::times(1));
    let foot = passage(&[river, bridge], &mover);
    assert_eq!(foot.leg(at(700, 800), at(1300, 800)), Ok(600));
    assert_eq!(foot.leg(at(700, 700), at(1300, 700)), Err(Hindrance::Barred(0)));
    assert_eq!(foot.leg(at(1000, 800), at(1000, 1000)), Err(Hindrance::Barred(0)), "off its side");
    assert!(foot.stands(at(1000, 800)) && !foot.stands(at(1000, 900)));
    let base = |size| Footprint::from(Rectangle::square(at(1000, 800), size));
    assert_eq!((foot.rests(&base(150), &[]), foot.rests(&base(160), &[])), (Ok(()), Err(Hindrance::Barred(0))));
}

#[test]
fn a_house_is_paid_for_on_entering_and_on_leaving() {
    let mover = Mover::new().over("house", Going { entering: 200, leaving: 200, ..Going::PLAIN });
    let foot = passage(&[("house", Shape::between(at(1000, 600), at(1400, 1000)))], &mover);
    assert_eq!(foot.leg(at(900, 800), at(1200, 800)), Ok(300 + 200));
    assert_eq!(foot.leg(at(1200, 800), at(1100, 800)), Ok(100), "within it");
    assert_eq!(foot.leg(at(1200, 800), at(1500, 800)), Ok(300 + 200));
    assert_eq!(foot.leg(at(900, 800), at(1500, 800)), Ok(600 + 400));
}

#[test]
fn a_turn_costs_an_inch_and_going_on_straight_costs_none() {
    let foot = passage(&[], &Mover::new().turning(100, 0));
    let order = Move { facing: Facing::RIGHT, ..Move::new(&foot, at(500, 500), 800) };
    assert_eq!(order.price(&[at(1000, 500)], None), Ok(500), "straight ahead");
    assert_eq!(order.price(&[at(800, 500), at(1000, 500)], None), Ok(500));
    assert_eq!(order.price(&[at(500, 1000)], None), Ok(600), "it turns first");
    assert_eq!(order.price(&[at(800, 500), at(800, 700)], None), Ok(600));
    assert_eq!(order.price(&[at(1000, 500)], Some(Facing::UP)), Ok(600), "and at the end");
    assert_eq!(order.price(&[], Some(Facing::RIGHT)), Ok(0));
    assert_eq!(order.price(&[at(500, 1201)], None), Err(Hindrance::TooDear { cost: 801, allowance: 800 }));
    let free = passage(&[], &Mover::new().turning(100, 1));
    let order = Move { facing: Facing::RIGHT, ..Move::new(&free, at(500, 500), 800) };
    assert_eq!(order.price(&[at(500, 1000)], None), Ok(500), "one is free");
    assert_eq!(order.price(&[at(500, 1000), at(600, 1000)], None), Ok(700));
}

#[test]
fn a_move_keeps_an_inch_from_the_enemy() {
    let foot = passage(&[], &Mover::new());
    let enemy = Zone { footprint: Rectangle::square(at(1000, 800), 200).into(), range: 100 };
    let order = Move { keeps_from: &[enemy], ..Move::new(&foot, at(500, 800), 2000) };
    assert_eq!(order.price(&[at(800, 800)], None), Ok(300), "an inch from its edge");
    assert_eq!(order.price(&[at(801, 800)], None), Err(Hindrance::TooNear(0)));
    assert_eq!(order.price(&[at(500, 600), at(1500, 600)], None), Ok(1200), "along the rim");
    assert_eq!(order.price(&[at(500, 601), at(1500, 601)], None), Err(Hindrance::TooNear(0)));
    let friend = Zone { range: 0, ..enemy };
    let order = Move { keeps_from: &[friend], ..order };
    assert_eq!(order.price(&[at(900, 800), at(900, 1500)], None), Ok(1100), "contact is no crossing");
    assert_eq!(order.price(&[at(901, 800)], None), Err(Hindrance::TooNear(0)));
}

#[test]
fn a_base_rests_where_no_part_of_it_is_barred_or_taken() {
    let foot = foot();
    let base = |x, y| Footprint::from(Rectangle::square(at(x, y), 100));
    assert_eq!(foot.rests(&base(1450, 800), &[base(1350, 800)]), Ok(()), "between the house and a friend");
    assert_eq!(foot.rests(&base(1451, 800), &[]), Err(Hindrance::Barred(1)));
    assert_eq!(foot.rests(&base(1449, 800), &[base(0, 0), base(1350, 800)]), Err(Hindrance::Taken(1)));
    assert_eq!(foot.rests(&base(49, 800), &[]), Err(Hindrance::OffTable));
}

#[test]
fn a_track_is_paid_for_only_where_what_lies_below_is_dearer() {
    let wood = ("wood", Shape::between(at(800, 600), at(1200, 1000)));
    let thicket = ("thicket", Shape::between(at(1000, 600), at(1400, 1000)));
    let meadow = ("meadow", Shape::between(at(1600, 600), at(1800, 1000)));
    let track = ("track", line(at(500, 800), at(2000, 800), 100));
    let mover = Mover::new()
        .over("wood", Going::BARRED)
        .over("thicket", Going::times(4))
        .over("meadow", Going::for_inches(3, 2))
        .over("track", Going::at_most(2, 1));
    let ground = passage(&[wood, thicket, meadow, track], &mover);
    assert_eq!(ground.leg(at(500, 800), at(700, 800)), Ok(200), "in the open nothing");
    assert_eq!(ground.leg(at(700, 800), at(900, 800)), Ok(200 + 100), "in the wood twice");
    assert_eq!(ground.leg(at(700, 800), at(1500, 800)), Ok(800 + 600), "where two lie below, once");
    assert_eq!(ground.leg(at(1500, 800), at(1900, 800)), Ok(400 + 100), "a meadow that is cheaper costs what it does");
    assert_eq!(ground.leg(at(900, 900), at(1000, 900)), Err(Hindrance::Barred(0)), "beside the track the wood bars");
}
