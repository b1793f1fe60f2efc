use super::*;

const FAR: &str = "D1 | infantry | regular | 44 30";

fn piece(kind: &str, middle: &str, width: &str, depth: &str) -> String {
    format!("[[ground]]\nkind = \"{kind}\"\nrectangle = {{ middle = [{middle}], width = {width}, depth = {depth} }}\n")
}

#[test]
fn r14_a_roll_for_each_feature_on_entry_and_none_for_infantry_without_markers() {
    let ground = piece("wood", "13, 18", "1", "8") + &piece("village", "16, 18", "1", "8");
    let mut foot = battle("A1 | infantry | regular | 10 18", FAR, &ground);
    let order = go(&foot, 0, 18, 18);
    give(&mut foot, order, []);
    pass_all(&mut foot);
    assert_eq!(foot.unit(unit(0)).at, at(18, 18));
    let mut horse = battle("A1 | mounted-cavalry | regular | 10 18", FAR, &ground);
    let order = go(&horse, 0, 18, 18);
    let preview = previewed(&horse, &order);
    assert_eq!(
        preview.tests.iter().map(|test| test.label.as_str()).collect::<Vec<_>>(),
        ["into the wood", "into the village"]
    );
    give(&mut horse, order, []);
    let told = give(&mut horse, pass(), [3, 2]);
    assert!(told.contains(&"A1 stops at the edge of the village.".to_owned()), "{told:?}");
    assert_eq!(horse.unit(unit(0)).at, Point::new(1550, 1800));
}

#[test]
fn r14_a_road_frees_a_column_from_the_roll() {
    let ground =
        piece("wood", "13, 18", "2", "8") + "[[ground]]\nkind = \"road\"\nline = [[0, 18], [48, 18]]\nwidth = 1\n";
    for (words, faces) in [("", 1), ("| 90 | column", 0)] {
        let mut state = battle(&format!("A1 | mounted-cavalry | regular | 10 18 {words}"), FAR, &ground);
        let order = go(&state, 0, 18, 18);
        give(&mut state, order, []);
        if faces == 1 {
            give(&mut state, pass(), [3]);
        } else {
            give(&mut state, pass(), []);
        }
        assert_eq!(state.unit(unit(0)).at, at(18, 18));
    }
}

#[test]
fn r14_guns_and_mounted_cavalry_do_not_enter_buildings() {
    let ground = piece("building", "14, 18", "3", "6");
    for kind in ["mounted-cavalry", "field-guns"] {
        let state = battle(&format!("A1 | {kind} | regular | 10 18"), FAR, &ground);
        assert!(refused(&state, go(&state, 0, 14, 18)).contains("cannot enter: a building (R14)"), "{kind}");
    }
    let state = battle("A1 | machine-guns | regular | 10 18", FAR, &ground);
    assert!(!previewed(&state, &go(&state, 0, 14, 18)).path.is_empty(), "R23: machine guns are no guns in this");
}

#[test]
fn r23_only_a_column_crosses_water_by_a_bridge() {
    let ground = piece("water", "14, 18", "2", "36") + &piece("bridge", "14, 18", "3", "3");
    let line = battle("A1 | infantry | regular | 10 18", FAR, &ground);
    assert!(refused(&line, go(&line, 0, 18, 18)).contains("a water"));
    let mut column = battle("A1 | infantry | regular | 10 18 | 90 | column", FAR, &ground);
    let order = go(&column, 0, 18, 18);
    give(&mut column, order, []);
    pass_all(&mut column);
    assert_eq!(column.unit(unit(0)).at, at(18, 18));
}

#[test]
fn terrain_wire_is_closed_to_artillery() {
    let wire = "[[ground]]\nkind = \"wire\"\nline = [[12, 6], [12, 30]]\n";
    let state = battle("A1 | field-guns | regular | 10 18", FAR, wire);
    assert!(refused(&state, go(&state, 0, 13, 18)).contains("a wire"));
}

#[test]
fn r11_a_unit_falls_back_from_the_nearest_enemy_and_is_lost_over_its_own_edge() {
    let mut state = battle("A1 | machine-guns | regular | 20 18", "D1 | infantry | regular | 42 18", "");
    state.unit_mut(unit(1)).markers = 3;
    let told = give(&mut state, Order::Fire { unit: unit(0), target: unit(1) }, [6, 1, 1]);
    assert!(told.contains(&"D1 is driven off the table and lost.".to_owned()), "{told:?}");
    assert_eq!(state.unit(unit(1)).place, Place::Lost);
    assert_eq!(Tokens::result(&state).expect("a side without units loses").rule.0, "R26");
}

#[test]
fn r11_a_way_off_another_edge_leads_to_its_own() {
    let mut state = battle(
        "A1 | machine-guns | regular | 20 18 | 0",
        "D1 | infantry | regular | 20 6 | 180\nD2 | infantry | regular | 40 30",
        "",
    );
    state.unit_mut(unit(1)).markers = 3;
    give(&mut state, Order::Fire { unit: unit(0), target: unit(1) }, [6, 1, 1, 1]);
    assert_eq!(state.unit(unit(1)).at, at(28, 6), "not off the top, but 8 inches towards the right");
}

#[test]
fn r24_a_unit_goes_on_to_clear_friends() {
    let mut state = battle(
        "A1 | machine-guns | regular | 10 18",
        "D1 | infantry | regular | 26 18\nD2 | infantry | regular | 34 18",
        "",
    );
    state.unit_mut(unit(1)).markers = 3;
    give(&mut state, Order::Fire { unit: unit(0), target: unit(1) }, [6, 1, 1]);
    assert_eq!(state.unit(unit(1)).at, at(35, 18), "an inch further, behind its friends");
}

#[test]
fn r24_where_it_cannot_clear_friends_it_stops_before_them_with_a_marker() {
    let rows: Vec<String> = (0..6).map(|row| format!("E{row} | infantry | regular | {} 18", 33 + row)).collect();
    let mut state = battle(
        "A1 | machine-guns | regular | 10 18",
        &format!("D1 | infantry | regular | 26 18\n{}", rows.join("\n")),
        "",
    );
    state.unit_mut(unit(1)).markers = 3;
    let told = give(&mut state, Order::Fire { unit: unit(0), target: unit(1) }, [6, 1, 1]);
    assert!(told.iter().any(|line| line.contains("among friends, and takes a marker")), "{told:?}");
    assert_eq!(state.unit(unit(1)).markers, 3, "two after halving four, and one more");
}
