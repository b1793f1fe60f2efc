use super::*;

fn desk() -> App {
    App::with_dice(Seeded::new(1))
}

fn press(app: &mut App, keys: &[KeyCode]) {
    for &key in keys {
        app.key(KeyEvent::new(key, KeyModifiers::NONE));
    }
}

fn write(app: &mut App, text: &str) {
    let keys: Vec<_> = text.chars().map(KeyCode::Char).collect();
    press(app, &keys);
}

fn go_to(app: &mut App, book: &str, procedure: &str) {
    let found = app.shelf.iter().position(|line| line.book.id == book && line.procedure.card().name == procedure);
    app.choose(found.expect("the procedure is on the shelf"));
    app.pane = Pane::Form;
}

#[test]
fn a_toggled_modifier_changes_the_odds_at_once() {
    let mut app = desk();
    go_to(&mut app, "squares", "assault");
    let before = app.report.as_ref().unwrap().outcomes[0].chance.clone();
    app.field = app.fields().iter().position(|field| field.name == "shock-assault").unwrap();
    press(&mut app, &[KeyCode::Char(' ')]);
    let after = app.report.as_ref().unwrap().outcomes[0].chance.clone();
    assert!(after < before, "three more dice make it less likely that the target holds");
}

#[test]
fn a_value_that_is_not_allowed_is_refused_and_stays_to_be_mended() {
    let mut app = desk();
    go_to(&mut app, "squares", "countdown");
    press(&mut app, &[KeyCode::Enter, KeyCode::Backspace]);
    write(&mut app, "99");
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.message.contains("a whole number from 1 to 21"), "{}", app.message);
    assert_eq!(app.entry.as_ref().unwrap().text, "99");
    press(&mut app, &[KeyCode::Backspace, KeyCode::Backspace]);
    write(&mut app, "3");
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.inputs["left"], 3);
}

#[test]
fn dice_are_typed_throw_by_throw_as_the_rules_ask_for_them() {
    let mut app = desk();
    go_to(&mut app, "squares", "countdown");
    press(&mut app, &[KeyCode::Char('t')]);
    assert!(matches!(&app.entry.as_ref().unwrap().what, Asked::Dice { asked, .. } if asked == "1d6 for countdown"));
    // Nine to go: a five is not enough, a four ends it.
    write(&mut app, "5");
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.rolled.is_none());
    write(&mut app, "4");
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.rolled.as_ref().unwrap().0.outcome, "ends on turn 2 from now");
    assert_eq!(app.log.entries().len(), 1);
}

#[test]
fn a_face_that_no_die_shows_is_said_and_nothing_is_rolled() {
    let mut app = desk();
    go_to(&mut app, "squares", "gas-drift");
    press(&mut app, &[KeyCode::Char('t'), KeyCode::Char('9'), KeyCode::Enter]);
    assert!(app.message.contains("a d6 shows 1 to 6"), "{}", app.message);
    assert!(app.rolled.is_none() && app.log.entries().is_empty());
}

#[test]
fn a_session_log_can_be_saved() {
    let mut app = desk();
    go_to(&mut app, "squares", "morale");
    press(&mut app, &[KeyCode::Char('r')]);
    let folder = std::env::temp_dir().join(format!("sandtable-desk-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("log.txt");
    app.typed(file.display().to_string(), Asked::File);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("1. Morale (28)"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a file");
    assert_eq!(app.farewell(), "");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_procedure_opens_on_the_desk_and_every_input_can_be_stepped() {
    let mut app = desk();
    for place in 0..app.shelf.len() {
        app.choose(place);
        app.pane = Pane::Form;
        let name = app.current().procedure.card().name;
        assert!(app.report.is_ok(), "{name}: {:?}", app.report.as_ref().err());
        for field in 0..app.fields().len() {
            app.field = field;
            press(&mut app, &[KeyCode::Right, KeyCode::Left]);
        }
    }
}

#[test]
fn no_key_makes_the_desk_fall_over() {
    let mut app = desk();
    let mut dice = Seeded::new(7);
    let keys = "jk+- rtdbls?4 26,x".chars().map(KeyCode::Char).chain([
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Backspace,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageDown,
    ]);
    let keys: Vec<KeyCode> = keys.collect();
    for _ in 0..1500 {
        let key = keys[dice.below(keys.len() as u32) as usize];
        // A file must not be written by accident of random typing.
        if key == KeyCode::Enter && matches!(app.entry.as_ref().map(|entry| &entry.what), Some(Asked::File)) {
            press(&mut app, &[KeyCode::Esc]);
        }
        press(&mut app, &[key]);
    }
}

#[test]
fn a_type_is_found_by_any_words_that_only_it_has() {
    let mut app = desk();
    go_to(&mut app, "elements", "ap-fire");
    press(&mut app, &[KeyCode::Enter]);
    write(&mut app, "sherman");
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.message.contains("did you mean") && app.message.contains("sherman-76"), "{}", app.message);
    write(&mut app, " firefly");
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.entry.is_none(), "{}", app.message);
    let chosen = app.inputs["attacker"].as_str().unwrap().to_owned();
    assert!(chosen.contains("firefly"), "{chosen}");
}
