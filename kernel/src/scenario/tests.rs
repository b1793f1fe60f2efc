//! The reader of scenario files, on a made-up book.

use super::*;
use crate::procedure::Refusal;
use crate::seat::Seat;

const FORMAT: Format = Format {
    book: "chess",
    seats: &[Seat("white"), Seat("black")],
    questions: &["move", "castle"],
    par: -5..=5,
    length: "turns",
    lengths: 1..=40,
    usual_length: 12,
};

/// What a reader of one key says of its value.
fn told<T>(value: &str, reader: impl Fn(&Node<'_>) -> Reading<T>) -> Result<T, String> {
    let text = format!("key = {value}\n");
    read(&text, |page| reader(&page.get("key"))).map_err(|troubles| troubles.to_string())
}

fn name(node: &Node<'_>) -> Reading<String> {
    node.name()
}

fn note(node: &Node<'_>) -> Reading<String> {
    node.note()
}

fn flag(node: &Node<'_>) -> Reading<bool> {
    node.flag()
}

#[test]
fn a_trouble_stands_at_its_character_not_at_its_byte() {
    let told = read("\"å\" = 'ß'; ", |_| Ok(())).unwrap_err().to_string();
    assert!(told.starts_with("line 1, column 10: this cannot be read as TOML"), "{told}");
    let text = "a = 1\n\"é\" = [1,\n  'éé', 3]\n";
    let reader = |page: &mut Page<'_>| {
        page.get("a").number(0..=9)?;
        let (_, list) = page.rest().remove(0);
        list.items(9)?.iter().try_for_each(|item| item.number(1..=3).map(|_: u8| ()))
    };
    let told = read(text, reader).unwrap_err().to_string();
    assert_eq!(told, "line 3, column 3: é is given as 'éé', but it must be a whole number from 1 to 3");
}

#[test]
fn numbers_names_and_flags_are_what_they_should_be() {
    assert_eq!(told("0x1F", |node| node.number(0..=31)), Ok(31));
    assert_eq!(told("-7", |node| node.number(-7..=7)), Ok(-7));
    let number = |value: &str| told(value, |node| node.number(0..=255u8)).unwrap_err();
    for value in ["256", "-1", "1.0", "'1'", "99999999999999999999", "true", "[]", "{}", "1979-05-27"] {
        assert!(number(value).ends_with("but it must be a whole number from 0 to 255"), "{value}");
    }
    assert_eq!(told("' a name '", name), Ok("a name".to_owned()));
    assert!(told("''", name).unwrap_err().contains("a text of one line that is not empty"));
    assert!(told("\"a\\nb\"", name).is_err() && told("\"a\\nb\"", note).is_ok());
    assert!(told("\"a\\u001Bb\"", note).is_err(), "no escape sequences for somebody's terminal");
    assert_eq!(told("true", flag), Ok(true));
}

#[test]
fn a_text_that_is_too_long_is_refused_before_it_is_looked_at() {
    let text = format!("key = '{}'", "x".repeat(LONGEST));
    let told = read(&text, |page| page.get("key").note()).unwrap_err().to_string();
    assert_eq!(told, "line 1, column 1: the text has 257 KB, but a scenario has 256 KB at most");
}

#[test]
fn a_value_that_is_no_toml_is_told_with_its_key_and_what_a_value_looks_like() {
    let told = |text: &str| read(text, |_| Ok(())).unwrap_err().to_string();
    for value in ["low", "falsch", "truce"] {
        let sentence = format!(
            "line 2, column 7: this cannot be read as TOML: par is given as '{value}', but a text stands in quotes"
        );
        let told = told(&format!("a = 1\npar = {value}\n"));
        assert!(told.starts_with(&sentence) && !told.contains("invalid"), "{told}");
    }
    assert!(told("a = 1\npar =\n").contains("par has no value"), "{}", told("a = 1\npar =\n"));
    assert!(told("par = 'low\n").contains("par is not written to its end"), "{}", told("par = 'low\n"));
    assert!(told("a = 1\npar\n").contains("a line is a key with its value"), "{}", told("a = 1\npar\n"));
}

#[test]
fn nesting_without_end_is_refused() {
    let told = told(&"[".repeat(100_000), |node| node.items(9).map(|_| ())).unwrap_err();
    assert!(told.contains("cannot be read as TOML"), "{}", &told[..200]);
}

#[test]
fn a_file_from_a_windows_editor_is_read_and_bytes_that_are_no_text_are_not() {
    assert_eq!(decode("\u{feff}a = 1".as_bytes()), Ok("a = 1"));
    let read = read("key = '''\r\none\r\ntwo | 2\r\n'''\r\n", |page| {
        page.get("key").rows(&["name", "n"], 1, 9).map(|rows| rows.len())
    });
    assert_eq!(read, Ok(2));
    let told = decode(b"a = 1\nb = '\xff'").unwrap_err().to_string();
    assert_eq!(told, "line 2, column 6: here are bytes that are no text; write it in UTF-8");
}

#[test]
fn keys_that_nobody_asks_for_are_refused_all_at_once() {
    let text = "one = 1\ntow = 2\n[table]\nthee = 3\n";
    let told = read(text, |page| {
        let table = page.get("table").table(|page| Ok(page.find("three").is_some()));
        let two: Reading<u8> = page.find("two").map_or(Ok(2), |two| two.number(0..=9));
        page.find("one");
        Ok((table?, two?))
    });
    let told = told.unwrap_err().to_string();
    assert_eq!(
        told, "line 4, column 1: table.thee is not known here (did you mean 'three'?); the keys are three",
        "the root is not done before its table is right"
    );
    let told = read("one = 1\ntow = 2\ntre = 3", |page| Ok((page.find("one"), page.find("two")).0.is_some()));
    assert_eq!(told.unwrap_err().iter().count(), 2);
}

#[test]
fn the_book_of_a_text_is_known_whatever_else_is_in_it() {
    assert_eq!(book_of("whatever = [1, 2]\nbook = 'chess'").as_deref(), Ok("chess"));
    let told = book_of("id = 'mine'").unwrap_err().to_string();
    assert_eq!(told, "line 1, column 1: book is missing; it must be a text of one line");
}

const HEAD: &str = "book = 'chess'
id = 'opera-box'
title = 'The opera box'
notes = 'Paris, 1858.'
minutes = 20
learning = true
par = -2
par-measured = 'By ear.'

[white]
name = 'Morphy'
army = 'french'
briefing = 'Develop.'

[[hints]]
for = 'white'
when = 'castle'
text = 'Now.'
";

fn head(page: &mut Page<'_>) -> Reading<(Heading, Terms, SideCard)> {
    let (heading, terms) = Heading::read(page, &FORMAT)?;
    let side = page.get("white").table(|page| SideCard::read(page, None))?;
    Ok((heading, terms, side))
}

#[test]
fn a_heading_written_out_reads_back_the_same() {
    let (heading, terms, side) = read(HEAD, head).unwrap();
    assert_eq!((terms.par, terms.length, terms.fixed_setup), (-2, 12, false));
    assert_eq!(heading.hints, [Hint { seat: Some(Seat("white")), when: "castle", turn: 1, text: "Now.".to_owned() }]);
    assert_eq!((side.name.as_str(), side.army, side.briefing.as_str()), ("Morphy", "french", "Develop."));
    let text = format!("{}[white]\n{}{}", heading.write(&terms, &FORMAT), side.write(), heading.write_hints());
    assert_eq!(read(&text, head), Ok((heading, terms, side)));
}

#[test]
fn a_heading_tells_all_its_troubles_at_once() {
    let text = HEAD.replace("'chess'", "'go'").replace("minutes = 20", "").replace("'castle'", "'casle'");
    let troubles = read(&text, head).unwrap_err();
    let lines: Vec<_> = troubles.iter().map(|trouble| trouble.line).collect();
    assert_eq!(lines, [1, 1, 17], "{troubles}");
}

#[test]
fn what_a_check_refuses_by_name_is_told_where_it_stands() {
    let text = "[white]\nunits = '''\nknight | a1\nrook | b2\n'''\n";
    let reader = |field: &str| {
        read(text, |page| {
            page.get("white").table(|page| page.get("units").rows(&["name", "place"], 0, 9).map(|_| ()))?;
            Err::<(), _>(page.blame(&Refusal::field(field, "no")))
        })
    };
    let place = |field: &str| reader(field).unwrap_err().first().line;
    assert_eq!(["white.units.rook", "white.units.bishop", "white.king", "nothing"].map(place), [4, 2, 1, 1]);
}

#[test]
fn rows_are_names_with_cells_that_know_their_columns() {
    let text = "key = '''\n# a note\n  knight |  a1  | 3\nrook | b2\n'''\n";
    let reader = |page: &mut Page<'_>| {
        let rows = page.get("key").rows(&["name", "place", "value"], 1, 9)?;
        let value = rows[0][2].number(0..=9u8)?;
        assert!(!rows[1][2].is_given());
        rows[0][1].choice(&["a2", "a3"])?;
        Ok(value)
    };
    let told = read(text, reader).unwrap_err().to_string();
    assert_eq!(told, "line 3, column 13: the place of 'knight' is given as 'a1', but it must be one of a2, a3");
}

#[test]
fn a_map_is_drawn_with_or_without_captions_and_blanks() {
    const LAND: Legend<&str> = Legend(&[('.', "plain"), ('w', "wood")]);
    let read_map = |drawing: &str| {
        let text = format!("key = '''\n{drawing}'''\n");
        let map = read(&text, |page| {
            let squares = page.get("key").drawing(3, 2, 1)?;
            squares.iter().map(|square| LAND.of(square, 0)).collect::<Reading<Vec<_>>>()
        });
        map.map_err(|troubles| troubles.to_string())
    };
    let map = Ok(vec!["plain", "wood", "plain", "plain", "plain", "wood"]);
    for drawing in [" a b c\n2 . w .\n1 . . w\n", ".w.\n..w\n", "2 .w.\n1 ..w\n  a b c\n", ". w .\n. . w\n"] {
        assert_eq!(read_map(drawing), map, "{drawing}");
    }
    let drawn = draw(3, 2, |column, row| if (column, row) == (1, 0) { "w" } else { "." }.to_owned());
    assert_eq!(drawn, "2 . w .\n1 . . .\n  a b c\n");
    let wrong =
        "line 3, column 3: b1 is given as 'x', but it must be drawn so that its first character is . plain, w wood";
    assert_eq!(read_map(". w .\n. x w\n"), Err(wrong.to_owned()));
    assert!(read_map("2 . w .\n3 . . w\n").unwrap_err().contains("row 1 of key is numbered '3'"));
    assert!(read_map(". w\n. . w\n").unwrap_err().starts_with("line 2, column 1: row 2 of key has"));
    assert!(read_map(". w .\n").unwrap_err().contains("has 1 rows of squares, but the map has 2"));
}

#[test]
fn columns_beyond_z_have_two_letters() {
    let drawn = draw(28, 1, |_, _| "..".to_owned());
    assert!(drawn.ends_with(" y  z  aa ab\n"), "{drawn}");
}

#[test]
fn objectives_are_a_table_of_places_or_a_list() {
    let place = |node: &Node<'_>| node.choice(&["a1", "b2"]);
    let all = |value: &str| {
        told(value, |node| objectives(node, 2, Some(&(1..=9)), place)).map(|all| {
            all.into_iter().map(|objective| (objective.at, objective.name, objective.value)).collect::<Vec<_>>()
        })
    };
    let (mill, ford) = ("Mill".to_owned(), "Ford".to_owned());
    let both = Ok(vec![("a1", mill, None), ("b2", ford, Some(3))]);
    assert_eq!(all("{ a1 = 'Mill', b2 = { name = 'Ford', value = 3 } }"), both);
    assert_eq!(all("[{ at = 'a1', name = 'Mill' }, { at = 'b2', name = 'Ford', value = 3 }]"), both);
    assert!(all("{ c3 = 'Mill' }").unwrap_err().contains("key.c3 is given as 'c3', but it must be one of a1, b2"));
    assert!(all("{ a1 = 'Mill', b2 = 'Mill' }").unwrap_err().contains("a place and a name of its own"));
    assert!(all("{ a1 = { name = 'Mill', value = 10 } }").unwrap_err().contains("from 1 to 9"));
    assert!(all("[{ at = 'a1', nam = 'Mill' }]").unwrap_err().contains("name is missing (is it 'nam'?)"));
}

#[test]
fn a_unit_begins_in_a_place_in_reserve_or_in_a_turn() {
    let start = |value: &str| told(value, |node| node.start(|place| place.choice(&["a1", "h6"])));
    assert_eq!(start("'a1'"), Ok(Start::At("a1")));
    assert_eq!(start("'reserve'"), Ok(Start::Reserve));
    assert_eq!(start("'turn 3'"), Ok(Start::Turn { turn: 3, at: None }));
    assert_eq!(start("'turn 12 at h6'"), Ok(Start::Turn { turn: 12, at: Some("h6") }));
    assert!(start("'turn 0'").unwrap_err().contains("a turn from 1 to 99"));
    assert!(start("'turn 2 at z9'").unwrap_err().contains("is given as 'z9'"));
}

#[test]
fn inches_are_read_into_whole_hundredths() {
    let limits = Hundredths(0)..=Hundredths::inches(72);
    let inches = |value: &str| told(value, |node| node.inches(limits.clone())).map(|length| length.0);
    for (value, hundredths) in [("12", 1200), ("4.5", 450), ("0.05", 5), ("72.00", 7200), ("+1.250", 125)] {
        assert_eq!(inches(value), Ok(hundredths), "{value}");
    }
    for value in ["72.01", "-0.01", "1.005", "1e1", "inf", "nan", "'1'", "0x10", "9999999999"] {
        assert!(inches(value).unwrap_err().ends_with("inches from 0 to 72, with two decimals at most"), "{value}");
    }
    assert_eq!(Hundredths(-1250).to_string(), "-12.5");
    assert_eq!((Hundredths(705).to_string(), Hundredths(700).to_string()), ("7.05".to_owned(), "7".to_owned()));
}

#[test]
fn ground_in_inches_has_one_shape_a_piece() {
    let size = (Hundredths::inches(72), Hundredths::inches(48));
    let ground = |value: &str| told(value, |node| terrain(node, &["wood", "hedge"], size));
    let at = |x, y| Point { x: Hundredths(x), y: Hundredths(y) };
    let read = ground(
        "[{ kind = 'wood', name = 'Mill wood', height = 1.5, polygon = [[10, 4], [14.5, 4], [12, 9.25]] },
          { kind = 'wood', circle = { middle = [50, 30], diameter = 6.5 } },
          { kind = 'wood', rectangle = { middle = [30, 20], width = 4, depth = 2.5, turned = 30 } },
          { kind = 'hedge', line = [[0, 12], [20, 14.5]], width = 0.5 }]",
    );
    let outlines: Vec<_> = read.as_ref().unwrap().iter().map(|piece| piece.outline.clone()).collect();
    let (width, depth) = (Hundredths(400), Hundredths(250));
    assert_eq!(
        outlines,
        [
            Outline::Polygon(vec![at(1000, 400), at(1450, 400), at(1200, 925)]),
            Outline::Circle { middle: at(5000, 3000), diameter: Hundredths(650) },
            Outline::Rectangle { middle: at(3000, 2000), width, depth, turned: 30 },
            Outline::Line { path: vec![at(0, 1200), at(2000, 1450)], width: Hundredths(50) },
        ]
    );
    let first = &read.unwrap()[0];
    assert_eq!((first.height, first.name.as_deref()), (Hundredths(150), Some("Mill wood")));
    let refused = |piece: &str| ground(&format!("[{{ kind = 'wood', {piece} }}]")).unwrap_err();
    assert!(refused("circle = { middle = [73, 3], diameter = 2 }").contains("inches from 0 to 72"));
    assert!(refused("polygon = [[1, 1], [2, 2]]").contains("a list of 3 to 64 points"));
    assert!(refused("polygon = [1, 2, 3]").contains("two numbers, [x, y]"));
    assert!(refused("height = 2").contains("polygon must stand here, or circle, rectangle or line"));
    let both = "line = [[1, 1], [2, 2]], circle = { middle = [1, 1], diameter = 1 }";
    assert!(refused(both).contains("one shape and no more"));
    assert!(refused("circle = { middle = [1, 1], diameter = 1 }, width = 2").contains("width is for a line only"));
}

#[test]
fn the_sides_of_a_polygon_do_not_cross() {
    let size = (Hundredths::inches(9), Hundredths::inches(9));
    let simple = |corners: &str| told(&format!("{{ polygon = {corners} }}"), |node| node.zone(size)).is_ok();
    assert!(simple("[[0, 0], [4, 0], [4, 4], [0, 4]]") && simple("[[0, 0], [4, 0], [1, 1], [0, 4]]"));
    assert!(simple("[[0, 0], [2, 0], [4, 0], [4, 4]]"), "a corner on a straight side");
    assert!(!simple("[[0, 0], [4, 4], [4, 0], [0, 4]]"), "a bow tie");
    assert!(!simple("[[0, 0], [4, 0], [2, 0], [2, 2]]"), "a side that runs back");
    assert!(!simple("[[0, 0], [4, 0], [2, 4], [2, 0]]"), "a corner on another side");
    assert!(!simple("[[0, 0], [0, 0], [2, 4]]") && !simple("[[0, 0], [2, 2], [4, 4]]"), "no area");
}
