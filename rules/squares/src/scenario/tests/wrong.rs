//! What the reader says of a file that is wrong.

use super::*;
use crate::barrage::BarrageKind;

/// What the reader says of the learning game when a piece of its text is another.
fn refused(from: &str, to: &str) -> String {
    Scenario::read(&changed(&[(from, to)])).expect_err("it is wrong now").to_string()
}

/// The line and column at which a piece of the changed text stands.
fn place(text: &str, piece: &str) -> String {
    let at = text.find(piece).expect("the piece is there");
    let line = text[..at].matches('\n').count() + 1;
    let column = text[..at].chars().rev().take_while(|&c| c != '\n').count() + 1;
    format!("line {line}, column {column}: ")
}

/// The one trouble of a changed text stands at this piece and says this.
#[track_caller]
fn wrong(from: &str, to: &str, at: &str, says: &str) {
    let text = changed(&[(from, to)]);
    let troubles = Scenario::read(&text).expect_err("it is wrong now");
    assert_eq!(troubles.iter().count(), 1, "{troubles}");
    let (told, place) = (troubles.first().to_string(), place(&text, at));
    assert!(told.starts_with(&place) && told.contains(says), "{told}\nshould be {place}{says}");
}

#[test]
fn a_file_that_is_not_toml_is_refused_where_it_stops_being_so() {
    let told = Scenario::read("id = \n").unwrap_err().to_string();
    assert!(told.starts_with("line 1, column 6: this cannot be read as TOML"), "{told}");
}

#[test]
fn a_missing_wrong_or_unknown_key_is_named_with_what_is_allowed() {
    wrong("minutes = 10", "", "#", "minutes is missing; it must be a whole number from 1 to 600");
    wrong("minutes", "minuts", "#", "minutes is missing (is it 'minuts'?); it must be a whole number");
    let allowed = "par is given as 'low', but it must be a whole number from -100 to 100";
    wrong("par = 0", "par = 'low'", "'low'", allowed);
    wrong("par = 0", "par = 1e3", "1e3", "par is given as '1e3', but it must be a whole number");
    wrong("par = 0", "par = 0\nlearnin = true", "learnin =", "learnin is not known here (did you mean 'learning'?)");
    wrong("guns =", "gunz = 1\nguns =", "gunz", "attacker.gunz is not known here (did you mean 'guns'?)");
    wrong("learning = true", "learning = 1", "1\nfixed", "learning is given as '1', but it must be true or false");
    wrong("\"squares\"", "\"somme\"", "\"somme\"", "book is given as 'somme', but it must be one of squares");
    wrong("when = \"move\"", "when = \"mov\"", "\"mov\"", "hints.when is given as 'mov' (did you mean 'move'?)");
}

#[test]
fn several_troubles_are_told_at_once_in_the_order_of_the_file() {
    let text =
        changed(&[("minutes = 10", "minutes = 0"), ("countdown = 13", "countdown = 900"), ("| e5\n'''", "| e9\n'''")]);
    let troubles = Scenario::read(&text).unwrap_err();
    let told: Vec<_> = troubles.iter().map(|trouble| trouble.sentence.split(" is given").next().unwrap()).collect();
    assert_eq!(told, ["minutes", "countdown", "the place of 'Vickers section'"]);
}

#[test]
fn an_objective_off_the_map_is_refused() {
    let says = "objectives.c9 is given as 'c9', but it must be a square from a1 to h6";
    wrong("c4 = \"The wood\"", "c9 = \"The wood\"", "c9", says);
    wrong("c4 = \"The wood\"", "c4 = 5", "5\ne5", "objectives.c4 is given as '5', but it must be a text of one line");
    wrong("c4 = \"The wood\"", "c4 = { name = \"The wood\", value = 5 }", "5 }", "worth what the rules say");
}

#[test]
fn r19_a_scenario_has_three_objectives_and_only_a_learning_game_may_have_fewer() {
    let says = "objectives are 2 squares, but there must be 3, or 1 to 3 in a learning game";
    wrong("learning = true", "", "objectives]", says);
    wrong("e5 = \"The village\"", "C4 = \"The village\"", "C4 =", "each has a place and a name of its own");
    wrong("\"The village\"", "\"The wood\"", "e5 = \"The wood", "each has a place and a name of its own");
    let four = "e5 = \"The village\"\na1 = \"A\"\nb1 = \"B\"";
    wrong("e5 = \"The village\"", four, "b1 = \"B", "is one too many; there are 3 at most");
    let places = "e5 = \"The village\"\n[places]\nc4 = \"The copse\"";
    wrong("e5 = \"The village\"", places, "c4 = \"The copse", "a square has one name");
}

#[test]
fn a_unit_must_be_known_and_begin_somewhere_on_the_map() {
    let kind = "the kind of 'I/Grenadiers' is given as 'infantery' (did you mean 'infantry'?), but it must be one of";
    wrong("infantry", "infantery", "infantery", kind);
    wrong("| regular", "| veteran", "veteran", "the quality of 'I/Grenadiers' is given as 'veteran'");
    wrong("| c2", "| c9", "c9", "the place of 'I/Grenadiers' is given as 'c9', but it must be a square from a1 to h6");
    wrong("| c2", "| turn 3", "turn 3", "the rules say when the reserve comes (29)");
    wrong("| regular | c2", "", "I/Grenadiers", "attacker.units has a line of 2 cells, but a line is: name | kind");
    wrong("I/Grenadiers  |", " |", "| infantry", "a name in attacker.units is given as ''");
    wrong("\nII/Grenadiers", "\nI/Grenadiers", "I/Grenadiers |", "has 'I/Grenadiers' twice");
    wrong("1st Rifles      |", "I/Grenadiers |", "I/Grenadiers | infantry    |", "two units are called 'I/Grenadiers'");
}

#[test]
fn too_much_of_anything_is_refused() {
    let crowd: String = (0..10_000).map(|number| format!("{number}|gun|regular|a1\n")).collect();
    let says = "attacker.units has 10000 lines, but it takes 32 at most";
    wrong("I/Grenadiers  | infantry | regular | c2\n", &crowd, "'''\n0|gun", "takes 32 at most");
    assert!(refused("I/Musketeers", &format!("{crowd}I/Musketeers")).contains("has 10004 lines"), "{says}");
    let long = "x".repeat(101);
    wrong("The advance guard", &long, "\"xxx", "attacker.name has 101 characters, but it takes 100 at most");
    wrong("The advance guard", "a\\u001b[31mb", "\"a\\u", "attacker.name is given as 'a [31mb', but it must be a text");
    wrong("Summer 1914.", &"y".repeat(20_001), "'''\nyyy", "notes has 2");
    let text = changed(&[("Summer 1914.", &"y".repeat(300_000))]);
    let told = Scenario::read(&text).unwrap_err().to_string();
    assert!(told.ends_with("the text has 298 KB, but a scenario has 256 KB at most"), "{told}");
    wrong("point-effect = 4", "gas = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4]", "[4, 4", "has 10 items, but it takes 9 at most");
    let assets = "gas = [4, 4, 4, 4, 4, 4, 4, 4, 4], suppression = [4, 4, 4, 4, 4, 4, 4, 4]";
    wrong("point-effect = 4", assets, "assets", "attacker.assets are 17, but an army has 16 at most");
}

#[test]
fn r6_both_sides_begin_in_their_own_rows() {
    let says = "'I/Musketeers' begins in E3, but the attacker begins in rows 1 and 2";
    wrong("regular | e2", "regular | e3", "I/Musketeers", says);
    let says = "'1st Rifles' begins in C3, but the defender begins in rows 4, 5 and 6";
    wrong("regular | c4", "regular | c3", "1st Rifles", says);
    wrong("commander = \"d1\"", "commander = \"d4\"", "commander", "attacker.commander stands in D4");
}

#[test]
fn r4_a_square_holds_three_infantry_units_and_no_more() {
    let crowd = changed(&[("| e2", "| c2"), ("| e2", "| C2")]);
    let told = Scenario::read(&crowd).unwrap_err().to_string();
    assert!(told.starts_with(&place(&crowd, "II/Musketeers")), "the last is too many: {told}");
    assert!(told.contains("the attacker's C2 is more than one square: a square holds at most 3 infantry"), "{told}");
}

#[test]
fn r6_only_the_defender_of_a_trench_scenario_has_a_reserve_and_it_is_a_third() {
    let says =
        "defender.units has 1 of 3 units in reserve, but only the defender of a trench scenario has units in reserve";
    wrong("| c4", "| reserve", "units = '''\n1st", says);
    let trench = ("learning = true", "learning = true\ntrench = true");
    let one = Scenario::read(&changed(&[trench, ("| c4", "| reserve")])).unwrap();
    assert_eq!(one.defender.reserve(), 1);
    let none = Scenario::read(&changed(&[trench])).unwrap_err().to_string();
    assert!(none.contains("has 0 of 3 units in reserve") && none.ends_with("rounded down: 1 (R6)"), "{none}");
}

#[test]
fn an_army_that_has_no_room_in_its_rows_is_refused() {
    // Sixteen squares in two rows hold one machine gun each (R4, R6).
    let guns = |count: usize| -> String {
        (0..count).map(|number| format!("mg {number} | machine-gun | regular\n")).collect()
    };
    let units = "I/Grenadiers  | infantry | regular | c2\n";
    assert!(Scenario::read(&changed(&[(units, &guns(16))])).is_ok());
    wrong(
        units,
        &guns(17),
        "mg 16",
        "there is no room for 'mg 16', a machine-gun: the attacker begins in rows 1 and 2",
    );
}

#[test]
fn units_without_a_place_are_put_where_the_rules_allow_it() {
    let anywhere = changed(&[("| c2", ""), ("| c2", ""), ("commander = \"d1\"\n", "")]);
    let game = Scenario::read(&anywhere).unwrap();
    assert_eq!(game.check(), Ok(()));
    assert_eq!(game.attacker.units[2].at, Start::Square(square_named("e2").unwrap()), "who has a place keeps it");
    let trench = changed(&[("learning = true", "learning = true\ntrench = true"), ("| c4", "")]);
    assert_eq!(Scenario::read(&trench).unwrap().defender.units[0].at, Start::Reserve, "a third waits (R6)");
}

#[test]
fn r15_assets_are_numbers_or_lists_of_them() {
    let own = Scenario::read(&changed(&[("point-effect = 4", "rolling = [3, 5], shock-assault = 4")])).unwrap();
    let barrages: Vec<_> = own.attacker.assets.iter().map(|asset| (asset.kind.barrage(), asset.on)).collect();
    assert_eq!(barrages, [(Some(BarrageKind::Rolling), 3), (Some(BarrageKind::Rolling), 5), (None, 4)]);
    let says = "attacker.assets.rolling is given as '7', but it must be a whole number from 2 to 6";
    wrong("point-effect = 4", "rolling = 7", "7 }", says);
    wrong("point-effect = 4", "smoke = 4", "smoke", "attacker.assets.smoke is given as 'smoke', but it must be one of");
}

#[test]
fn r22_a_rolling_barrage_is_the_attackers_only() {
    let text = changed(&[("commander = \"e5\"", "commander = \"e5\"\nassets = { rolling = 4 }")]);
    let told = Scenario::read(&text).unwrap_err().to_string();
    assert!(told.starts_with(&place(&text, "assets = { rolling")), "{told}");
    assert!(told.contains("only the attacker may have one"), "{told}");
}

#[test]
fn a_road_that_is_none_and_a_map_with_a_hole_are_refused_where_they_stand() {
    wrong("\"e1-e6\"", "\"a1-b1\", \"e1-f6\"", "\"e1-f6", "the road 'e1-f6' has no straight leg from e1 to f6");
    wrong("w. ..", "x. ..", "x. ..", "c4 is given as 'x.', but it must be drawn so that its first character is . open");
    wrong("w. ..", "w? ..", "w? ..", "its second character is . none, - hasty, = trenches, # fort");
    wrong("6 .. ..", "6 .. .", ". .. .. .. .. .. ..\n5", "b6 is given as '.', but it must be 2 characters");
    wrong("6 .. ..", "7 .. ..", "7 .. ..", "row 6 of map is numbered '7'; the rows go from 6 down to 1");
    wrong("3 .. .. .. .. .. .. .. ..\n", "", "'''\n  a  b", "map has 5 rows of squares, but the map has 6");
    wrong("5 .. .. ..", "5 .. ..", "5 .. ..", "row 5 of map has 7 squares, but the map has 8 columns");
}
