//! Where a move can lead.

use crate::random::{DEPTH, Random, WIDTH, table};
use field::{
    Facing, Footprint, Going, Ground, Hindrance, Move, Mover, Passage, Plan, Point, Rectangle, STEP, Shape, Terrain,
    Zone,
};
use std::collections::HashSet;
use std::sync::Arc;

fn at(x: i64, y: i64) -> Point {
    Point::new(x, y)
}

fn foot() -> Mover {
    Mover::new()
        .over("wood", Going::times(2))
        .over("rough", Going::for_inches(3, 2))
        .over("wall", Going::once(200))
        .over("house", Going { entering: 200, leaving: 200, ..Going::PLAIN })
        .over("pond", Going::BARRED)
}

fn horse() -> Mover {
    let barred = ["wire", "house", "pond"];
    let mover = Mover::new().over("wood", Going::times(3)).over("wall", Going::once(400));
    barred.iter().fold(mover, |mover, kind| mover.over(kind, Going::BARRED))
}

fn wheels() -> Mover {
    let barred = ["wire", "house", "pond", "wood", "wall"];
    let mover = Mover::new().over("rough", Going::times(2)).over("road", Going::for_inches(2, 5));
    barred.iter().fold(mover, |mover, kind| mover.over(kind, Going::BARRED))
}

fn turning() -> Mover {
    horse().turning(100, 0)
}

/// A place to begin at.
fn start(passage: &Passage, random: &mut Random) -> Point {
    loop {
        let point = random.point(WIDTH, DEPTH);
        if passage.stands(point) {
            return point;
        }
    }
}

#[test]
fn every_point_offered_has_a_way_that_is_accepted() {
    let mut random = Random(21);
    let mut offered = 0;
    for round in 0..4 {
        let ground = table(&mut random);
        for mover in [foot(), horse(), wheels(), turning()] {
            let passage = Passage::new(ground.clone(), &mover);
            for _ in 0..3 {
                let from = start(&passage, &mut random);
                let zones: Vec<Zone> = (0..6)
                    .map(|_| Zone {
                        footprint: random.base(800, 800).at(from.plus(random.point(1600, 1600)).minus(at(800, 800))),
                        range: 100,
                    })
                    .filter(|zone| !zone.is_entered(from, from))
                    .collect();
                let question = Move {
                    facing: random.facing(),
                    keeps_from: if round % 2 == 0 { &[] } else { &zones },
                    ..Move::new(&passage, from, random.between(200, 900))
                };
                let reach = question.reach();
                for (point, most) in reach.points() {
                    offered += 1;
                    let way = reach.way(point).unwrap_or_else(|| panic!("{point:?} is offered and has no way"));
                    assert_eq!(way.path.last(), Some(&point));
                    assert!(way.cost <= most, "{question:?} {point:?}: {way:?} costs more than {most}");
                    assert_eq!(question.price(&way.path, None), Ok(way.cost));
                }
            }
        }
    }
    assert!(offered > 5_000, "{offered}");
}

#[test]
fn nothing_is_reached_through_what_bars() {
    // A yard 10 by 8 inches, walled in on all sides by lines without width that bend, and a mover with plenty.
    let wall = [at(400, 400), at(1400, 370), at(1433, 1217), at(771, 1250), at(390, 1200), at(400, 399)];
    let terrain =
        vec![Terrain { kind: "wire".to_owned(), shape: Shape::Line { points: wall.to_vec(), width: 0 }, level: 0 }];
    let ground = Arc::new(Ground::new(Plan { width: 2400, depth: 1600, terrain }).unwrap());
    for mover in [horse(), turning()] {
        let passage = Passage::new(ground.clone(), &mover);
        for from in [at(500, 500), at(777, 1111), at(1400, 600), at(771, 1200)] {
            let question = Move::new(&passage, from, 2400);
            let reach = question.reach();
            assert!(reach.points().count() > 200);
            for (point, _) in reach.points() {
                let inside = (380..1440).contains(&point.x) && (365..1255).contains(&point.y);
                assert!(inside, "{point:?} from {from:?} by {:?}", reach.way(point));
            }
        }
    }
}

#[test]
fn reach_goes_round_a_house_by_its_corners() {
    let terrain =
        vec![Terrain { kind: "house".to_owned(), shape: Shape::between(at(1513, 487), at(1607, 1100)), level: 0 }];
    let ground = Arc::new(Ground::new(Plan { width: 2400, depth: 1600, terrain }).unwrap());
    let passage = Passage::new(ground, &horse());
    let reach = Move::new(&passage, at(1450, 600), 600).reach();
    // Straight is barred; round the corners: 63, 113 are 129.4; 94; 43, 113 are 120.9.
    let way = reach.way(at(1650, 600)).expect("behind the house");
    assert_eq!((way.path, way.cost), (vec![at(1513, 487), at(1607, 487), at(1650, 600)], 130 + 94 + 121));
}

#[test]
fn reach_goes_through_a_gap_that_is_narrower_than_the_lattice() {
    // Two hedges from edge to edge with a gap of a tenth of an inch between them, off the lattice.
    let hedge = |from: i64, to: i64| Terrain {
        kind: "wire".to_owned(),
        shape: Shape::Line { points: vec![at(from, 817), at(to, 817)], width: 0 },
        level: 0,
    };
    let plan = Plan { width: 2400, depth: 1600, terrain: vec![hedge(0, 1012), hedge(1022, 2400)] };
    let ground = Arc::new(Ground::new(plan).unwrap());
    for mover in [horse(), turning()] {
        let passage = Passage::new(ground.clone(), &mover);
        let reach = Move::new(&passage, at(700, 1100), 1200).reach();
        assert!(reach.points().any(|(point, _)| point == at(1150, 700)), "through the gap");
    }
}

/// Is there an offered point within 3 % of the allowance and one step?
fn is_near(points: &HashSet<Point>, end: Point, allowance: i64) -> bool {
    let slack = allowance * 3 / 100 + STEP;
    let span = slack / STEP + 1;
    let (column, row) = (end.x.div_euclid(STEP), end.y.div_euclid(STEP));
    (-span..=span + 1).any(|x| {
        (-span..=span + 1).any(|y| {
            let point = at((column + x) * STEP, (row + y) * STEP);
            point.within(end, slack) && points.contains(&point)
        })
    })
}

#[test]
fn no_accepted_path_ends_further_outside_than_three_per_cent_and_a_step() {
    let mut random = Random(22);
    let mut tried = 0;
    for _ in 0..6 {
        let ground = table(&mut random);
        let corners: Vec<Point> = ground.terrain().iter().flat_map(corners).collect();
        for mover in [foot(), horse(), wheels()] {
            let passage = Passage::new(ground.clone(), &mover);
            for _ in 0..8 {
                let question = Move::new(&passage, start(&passage, &mut random), random.between(400, 2400));
                let reach = question.reach();
                let mut points: HashSet<Point> = reach.points().map(|(point, _)| point).collect();
                points.insert(question.from);
                for _ in 0..4_000 {
                    // One leg, or two or three with bends at corners or anywhere.
                    let mut path = Vec::new();
                    let mut last = question.from;
                    for _ in 0..random.below(3) {
                        let near: Vec<Point> =
                            corners.iter().copied().filter(|corner| corner.within(last, question.allowance)).collect();
                        last = match near.len() {
                            0 => around(last, question.allowance / 2, &mut random),
                            _ if random.below(3) == 0 => around(last, question.allowance / 2, &mut random),
                            count => near[random.below(count as u32) as usize],
                        };
                        path.push(last);
                    }
                    // The end lies where the allowance runs out: as far as can be paid for along some direction.
                    let direction = random.facing();
                    let farthest = (0..60).map(|i| last.plus(direction.way((60 - i) * 50))).find(|end| {
                        let path: Vec<Point> = path.iter().copied().chain([*end]).collect();
                        question.price(&path, None).is_ok()
                    });
                    if let Some(end) = farthest {
                        tried += 1;
                        let near = is_near(&points, end, question.allowance);
                        assert!(
                            near,
                            "{:?} to {end:?} by {path:?} with {} is far from all that is offered\n{:?}",
                            question.from,
                            question.allowance,
                            ground.plan()
                        );
                    }
                }
            }
        }
    }
    assert!(tried > 50_000, "{tried}");
}

fn around(point: Point, size: i64, random: &mut Random) -> Point {
    point.plus(random.point(2 * size, 2 * size)).minus(at(size, size))
}

fn corners(terrain: &Terrain) -> Vec<Point> {
    match &terrain.shape {
        Shape::Polygon(corners) => corners.clone(),
        Shape::Rectangle(rectangle) => Footprint::from(*rectangle).corners().to_vec(),
        Shape::Circle(circle) => Footprint::from(*circle).corners().to_vec(),
        Shape::Line { points, .. } => points.clone(),
    }
}

#[test]
fn who_pays_for_turns_is_offered_what_lies_within_a_turn_of_every_accepted_path() {
    let mut random = Random(24);
    let (mut tried, mut near) = (0, 0);
    for _ in 0..3 {
        let ground = table(&mut random);
        let corners: Vec<Point> = ground.terrain().iter().flat_map(corners).collect();
        let passage = Passage::new(ground.clone(), &turning());
        for _ in 0..4 {
            let from = start(&passage, &mut random);
            let question = Move { facing: random.facing(), ..Move::new(&passage, from, random.between(400, 1200)) };
            let mut points: HashSet<Point> = question.reach().points().map(|(point, _)| point).collect();
            points.insert(from);
            let corners: Vec<Point> = corners.iter().copied().filter(|corner| corner.within(from, 1200)).collect();
            for _ in 0..2_000 {
                let bend = match corners.len() {
                    count if count > 0 && random.below(2) == 0 => Some(corners[random.below(count as u32) as usize]),
                    _ if random.below(2) == 0 => Some(around(from, question.allowance / 2, &mut random)),
                    _ => None,
                };
                let (last, direction) = (bend.unwrap_or(from), random.facing());
                let ends = (0..48).map(|i| last.plus(direction.way((48 - i) * 25)));
                let path = |end: Point| bend.into_iter().chain([end]).collect::<Vec<Point>>();
                if let Some(end) = ends.into_iter().find(|end| question.price(&path(*end), None).is_ok()) {
                    tried += 1;
                    near += i32::from(is_near(&points, end, question.allowance));
                    let slack = question.allowance * 3 / 100 + STEP + passage_turn();
                    assert!(points.iter().any(|point| point.within(end, slack)), "{from:?} {end:?} {bend:?}");
                }
            }
        }
    }
    assert!(tried > 5_000 && near > tried * 95 / 100, "{near} of {tried}");
}

fn passage_turn() -> i64 {
    turning().turn
}

#[test]
fn in_the_open_every_point_of_the_lattice_within_the_allowance_is_offered() {
    let ground = Arc::new(Ground::new(Plan { width: 7200, depth: 4800, terrain: Vec::new() }).unwrap());
    let passage = Passage::new(ground, &foot());
    for (from, allowance) in [(at(3600, 2400), 2400), (at(3617, 2433), 800), (at(20, 4790), 1600), (at(33, 44), 60)] {
        let reach = Move::new(&passage, from, allowance).reach();
        let offered: HashSet<Point> = reach.points().map(|(point, _)| point).collect();
        for x in 0..=144 {
            for y in 0..=96 {
                let point = at(x * STEP, y * STEP);
                assert_eq!(
                    offered.contains(&point),
                    point != from && point.within(from, allowance),
                    "{from:?} {point:?}"
                );
            }
        }
    }
}

#[test]
fn a_mover_that_pays_for_turns_goes_furthest_straight_ahead() {
    let ground = Arc::new(Ground::new(Plan { width: 7200, depth: 4800, terrain: Vec::new() }).unwrap());
    let passage = Passage::new(ground, &turning());
    let from = at(3010, 2020);
    let question = Move { facing: Facing::of(30), ..Move::new(&passage, from, 800) };
    let reach = question.reach();
    let farthest = reach.points().map(|(point, _)| point.distance(from)).max();
    assert_eq!(farthest, Some(800));
    for (point, cost) in reach.points() {
        let ahead = Facing::along(point.minus(from)) == Some(Facing::of(30));
        assert_eq!(cost, point.distance(from) + if ahead { 0 } else { 100 }, "{point:?}");
    }
}

#[test]
fn a_point_drawn_at_random_is_accepted_and_costs_what_is_said() {
    let mut random = Random(23);
    let ground = table(&mut random);
    let mut drawn = 0;
    for mover in [foot(), horse(), wheels(), turning()] {
        let passage = Passage::new(ground.clone(), &mover);
        for _ in 0..200 {
            let question = Move { facing: random.facing(), ..Move::new(&passage, start(&passage, &mut random), 800) };
            if let Some(way) = question.draw(|limit| random.below(limit)) {
                drawn += 1;
                assert_eq!(question.price(&way.path, None), Ok(way.cost));
            }
        }
    }
    assert!(drawn > 600, "{drawn}");
    let passage = Passage::new(ground, &foot());
    assert_eq!(Move::new(&passage, at(100, 100), 0).draw(|limit| random.below(limit)), None);
}

#[test]
fn what_ends_upon_others_is_left_out_by_asking_where_a_base_rests() {
    let ground = Arc::new(Ground::new(Plan { width: 2400, depth: 1600, terrain: Vec::new() }).unwrap());
    let passage = Passage::new(ground, &foot());
    let base = Footprint::from(Rectangle::square(at(1000, 800), 100));
    let others = [base.at(at(1200, 800)), base.at(at(1000, 600))];
    let reach = Move::new(&passage, at(1000, 800), 400).reach();
    let free: Vec<Point> = reach
        .points()
        .map(|(point, _)| point)
        .filter(|point| passage.rests(&base.at(*point), &others).is_ok())
        .collect();
    assert!(free.contains(&at(1100, 800)) && !free.contains(&at(1150, 800)) && free.contains(&at(1300, 800)));
    assert_eq!(passage.rests(&base.at(at(1150, 800)), &others), Err(Hindrance::Taken(0)));
}
