use super::*;
use crate::play::set_up;
use kernel::game::Eyes;
use kernel::game::{Area, PanelLine, Shape, Strength, Symbol};
use kernel::rule::Rule;
use shelf::Shelf;
use std::collections::BTreeSet;

const RED: Seat = Seat("red");
const BLUE: Seat = Seat("blue");

fn piece(id: u32, seat: Seat, symbol: Symbol, at: (i64, i64), place: u16) -> Counter {
    Counter {
        id,
        name: format!("unit {id}"),
        about: "infantry".to_owned(),
        seat: Some(seat),
        army: "",
        formation: None,
        symbol,
        at,
        place: Some(place),
        size: (30, 22),
        base: None,
        arc: None,
        facing: None,
        strength: Some(Strength { now: 3, full: 4 }),
        marks: Vec::new(),
        spent: false,
    }
}

/// Two squares side by side: A1 is open, B1 is woods and an objective.
fn two_squares() -> Scene {
    let square = |column: i64| Shape::Rect(column * 100, 0, 100, 100);
    let objective = Mark { role: "objective", count: 1, name: "objective".to_owned(), rule: Some(Rule("1")) };
    let place = |id: u16, name: &str, marks: Vec<Mark>| Place {
        id,
        name: name.to_owned(),
        about: "ground".to_owned(),
        shape: square(i64::from(id)),
        marks,
    };
    Scene {
        title: "Two squares".to_owned(),
        size: (200, 100),
        square: Some(100),
        ground: vec![
            Area { role: "open", shape: square(0), name: String::new() },
            Area { role: "woods", shape: square(1), name: String::new() },
        ],
        features: Vec::new(),
        places: vec![place(0, "A1", Vec::new()), place(1, "B1", vec![objective])],
        pieces: Vec::new(),
        panel: Vec::new(),
    }
}

fn drawn(scene: &Scene, width: usize) -> Vec<String> {
    let text = board(scene, &[RED, BLUE], &Offered::default(), width);
    anstream::adapter::strip_str(&text).to_string().lines().map(str::to_owned).collect()
}

#[test]
fn a_square_shows_its_name_its_ground_its_markers_and_its_units() {
    let mut scene = two_squares();
    scene.pieces = vec![
        piece(1, RED, Symbol::Infantry, (20, 20), 0),
        piece(2, RED, Symbol::MachineGun, (50, 20), 0),
        piece(3, BLUE, Symbol::Artillery, (150, 20), 1),
    ];
    scene.pieces[1].spent = true;
    assert_eq!(
        drawn(&scene, 24),
        [
            "┌──────────┬──────────┐",
            "│A1        │B1 ♣★     │",
            "│I3 G3'    │a3        │",
            "│          │          │",
            "└──────────┴──────────┘",
        ]
    );
}

#[test]
fn where_units_do_not_fit_a_number_says_how_many_more_there_are() {
    let mut scene = two_squares();
    scene.pieces = (1..=9).map(|id| piece(id, RED, Symbol::Infantry, (50, 50), 0)).collect();
    let rows = drawn(&scene, 20);
    assert_eq!((rows[2].as_str(), rows[3].as_str()), ("│I3I3I3I3│        │", "│I3I3I3+2│        │"));
}

#[test]
fn a_measured_table_is_scaled_and_shows_what_can_be_reached() {
    let mut scene = two_squares();
    scene.square = None;
    scene.size = (2000, 400);
    scene.places.clear();
    scene.ground.clear();
    scene.pieces = vec![piece(1, BLUE, Symbol::Cavalry, (1000, 200), 0)];
    scene.pieces[0].facing = Some(90);
    let reach = Region { from: (1000, 200), step: 100, points: vec![(200, 100, 5)] };
    let text = board(&scene, &[RED, BLUE], &Offered { reach: Some(&reach), numbers: [(1, 12)].into() }, 46);
    let text = anstream::adapter::strip_str(&text).to_string();
    // Forty characters of half an inch each; a row is an inch.
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), 6, "a ruler, four rows and the lower edge: {text}");
    assert!(rows[0].starts_with("   0\"  '   4\""), "{text}");
    assert_eq!(rows[2].find('·').map(|at| rows[2][..at].chars().count()), Some(3 + 4), "{text}");
    assert!(rows[3].contains("c3→¹²"), "its number in the list stands with it: {text}");
    assert!(rows[3].contains("unit 1"), "its name stands where there is room: {text}");
}

#[test]
fn every_unit_of_every_scenario_that_stands_on_the_table_is_drawn_within_the_width() {
    let shelf = Shelf::five();
    for shelved in shelf.books() {
        let Some(game) = shelved.game else { continue };
        for card in game.scenarios() {
            let scene = set_up(&shelf, shelved.book.id, &card.id, &[]).unwrap().scene(Eyes::Spectator);
            for width in [80, 100, 140] {
                let text = board(&scene, game.seats(), &Offered::default(), width);
                let text = anstream::adapter::strip_str(&text).to_string();
                assert!(text.lines().all(|line| line.chars().count() <= width), "{}\n{text}", card.id);
            }
            let text = anstream::adapter::strip_str(&board(&scene, game.seats(), &Offered::default(), 120)).to_string();
            let shown = text.chars().filter(char::is_ascii_alphabetic).count();
            // On a board of very many squares each shows one of its pieces, and how many there are.
            let squares: BTreeSet<_> = scene.pieces.iter().filter_map(|piece| piece.place).collect();
            let wanted =
                if scene.places.len() > 100 && scene.square.is_some() { squares.len() } else { scene.pieces.len() };
            assert!(shown >= wanted, "{}: {shown} of {wanted}\n{text}", card.id);
            let legend = legend(&scene, game.seats(), 100);
            assert!(legend.contains(&format!("CAPITALS: {}", game.seats()[0])), "{legend}");
        }
    }
}

#[test]
fn a_board_is_drawn_in_as_few_lines_as_there_is_room_for() {
    let mut scene = two_squares();
    scene.pieces = (1..=4).map(|id| piece(id, RED, Symbol::Infantry, (50, 50), 0)).collect();
    let within = |height| {
        let text = board_within(&scene, &[RED, BLUE], &Offered::default(), (24, height));
        anstream::adapter::strip_str(&text).to_string().lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!([5, 4].map(|height| within(height).len()), [5, 4]);
    // Where units do not fit beside one another they close up.
    assert_eq!(within(4)[2], "│I3I3I3I3  │          │");
}

#[test]
fn of_a_board_of_very_many_squares_those_around_what_can_be_picked_are_drawn() {
    let mut scene = two_squares();
    let at = |id: i64| (id % 30 * 100, id / 30 * 100);
    scene.size = (3000, 2000);
    scene.places = (0..600_u16)
        .map(|id| {
            let (x, y) = at(i64::from(id));
            let name = format!("{}{}", char::from(b'A' + (id % 26) as u8), id / 30 + 1);
            Place { id, name, about: String::new(), shape: Shape::Rect(x, y, 100, 100), marks: Vec::new() }
        })
        .collect();
    // Two in one square of the third row, one in the eighteenth.
    scene.pieces = vec![
        piece(1, RED, Symbol::Infantry, (550, 250), 65),
        piece(2, RED, Symbol::Infantry, (550, 250), 65),
        piece(3, BLUE, Symbol::Artillery, (150, 1750), 511),
    ];
    let offered = |id| Offered { reach: None, numbers: [(id, 1)].into() };
    let within = |id, height| {
        let text = board_within(&scene, &[RED, BLUE], &offered(id), (80, height));
        anstream::adapter::strip_str(&text).to_string()
    };
    let (upper, lower) = (within(1, 10), within(3, 10));
    assert!(upper.contains("I2") && !upper.contains("a3") && upper.contains("rows 1 to 7 of 20"), "{upper}");
    assert!(lower.contains("a3") && !lower.contains("I2") && lower.contains("rows 14 to 20 of 20"), "{lower}");
    let whole = within(1, usize::MAX);
    assert!(whole.contains("I2") && whole.contains("a3") && whole.lines().count() == 22, "{whole}");
}

#[test]
fn markers_on_a_unit_have_signs_that_the_legend_explains() {
    let mut scene = two_squares();
    let mark = |role, count| Mark { role, count, name: String::new(), rule: None };
    scene.pieces = vec![piece(1, RED, Symbol::Infantry, (20, 20), 0)];
    scene.pieces[0].marks = vec![mark("casualty", 2), mark("moved", 1), mark("strange", 1)];
    assert_eq!(drawn(&scene, 24)[2], "│I3†2*     │          │");
    let legend = anstream::adapter::strip_str(&legend(&scene, &[RED, BLUE], 100)).to_string();
    assert!(legend.contains("behind a unit: * has markers: look NAME, † casualty"), "{legend}");
}

#[test]
fn the_panel_has_all_its_lines_and_no_line_that_is_too_long() {
    let mut scene = two_squares();
    let line = |label: &str| PanelLine { label: label.to_owned(), value: "12".to_owned(), rule: Some(Rule("R1")) };
    scene.panel = vec![line("turn"), line("countdown"), line("points")];
    let text = anstream::adapter::strip_str(&panel(&scene, 32)).to_string();
    assert_eq!(text, "turn 12 (R1)   countdown 12 (R1)\npoints 12 (R1)\n");
    scene.panel[1].value = "three days before the month is out".to_owned();
    let text = anstream::adapter::strip_str(&panel(&scene, 32)).to_string();
    let lines = ["turn 12 (R1)", "countdown three days before the", "  month is out (R1)", "points 12 (R1)", ""];
    assert_eq!(text, lines.join("\n"), "what is too long for a line is broken between words");
}
