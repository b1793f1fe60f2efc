//! Plans that can be laid out, and those that are refused with a sentence.

use field::{Circle, Facing, Ground, Plan, Point, Rectangle, Shape, Terrain};

fn refused(shape: Shape) -> String {
    let terrain = vec![Terrain { kind: "wood".to_owned(), shape, level: 0 }];
    Ground::new(Plan { width: 2400, depth: 1600, terrain }).expect_err("an unsound plan").to_string()
}

#[test]
fn an_outline_that_crosses_itself_is_refused() {
    let bow = [(0, 0), (400, 400), (400, 0), (0, 400)].map(|(x, y)| Point::new(x, y));
    assert_eq!(
        refused(Shape::Polygon(bow.to_vec())),
        "piece 1 of the terrain, this wood: an outline does not cross or touch itself"
    );
    let spike = [(0, 0), (400, 0), (200, 0), (200, 400)].map(|(x, y)| Point::new(x, y));
    assert!(refused(Shape::Polygon(spike.to_vec())).contains("does not cross or touch itself"));
}

#[test]
fn what_has_no_size_or_lies_off_the_table_is_refused() {
    assert!(refused(Shape::Polygon(vec![Point::default()])).contains("3 to 64 points, not 1"));
    assert!(refused(Shape::Circle(Circle { middle: Point::default(), diameter: 0 })).contains("its diameter must be"));
    assert!(refused(Shape::between(Point::inches(0, 0), Point::inches(37, 5))).contains("more than 12 inches over"));
    let far = Rectangle { middle: Point::inches(20, 10), width: 4000, depth: 100, facing: Facing::UP };
    assert!(refused(Shape::Rectangle(far)).contains("more than 12 inches over"));
    let stands = vec![Point::inches(1, 1), Point::inches(1, 1)];
    assert!(refused(Shape::Line { points: stands, width: 0 }).contains("another than the one before"));
    let none = Ground::new(Plan { width: 0, depth: 100, terrain: Vec::new() }).expect_err("no table");
    assert_eq!(none.to_string(), "a table is 1 to 120 inches wide and deep");
    let huge = Point::new(i64::MAX, i64::MIN);
    assert!(refused(Shape::Line { points: vec![Point::default(), huge], width: 0 }).contains("over the edge"));
}

#[test]
fn a_ground_is_stored_as_its_plan() {
    let text = r#"{"width":2400,"depth":1600,"terrain":[
        {"kind":"hill","shape":{"polygon":[{"x":0,"y":0},{"x":400,"y":0},{"x":0,"y":400}]},"level":1},
        {"kind":"house","shape":{"rectangle":{"middle":{"x":900,"y":900},"width":300,"depth":200,"facing":-30}}},
        {"kind":"pond","shape":{"circle":{"middle":{"x":2000,"y":900},"diameter":300}}},
        {"kind":"road","shape":{"line":{"points":[{"x":0,"y":50},{"x":2400,"y":50}],"width":100}}}]}"#;
    let ground: Ground = serde_json::from_str(text).expect("a plan");
    assert_eq!(ground.terrain()[1].level, 0);
    let Shape::Rectangle(house) = &ground.terrain()[1].shape else { panic!("a rectangle") };
    assert_eq!(house.facing, Facing::of(330));
    let again: Ground = serde_json::from_str(&serde_json::to_string(&ground).unwrap()).expect("the same plan");
    assert_eq!(again, ground);
    let broken = text.replace("2400,\"depth\"", "24000,\"depth\"");
    assert!(serde_json::from_str::<Ground>(&broken).expect_err("too large").to_string().contains("1 to 120 inches"));
}
