//! The commands of whole games as they are typed.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs the program in a folder of its own, with these lines typed.
fn run(folder: &PathBuf, args: &[&str], lines: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    // A program that refuses its arguments does not read what is typed.
    let _ = program.stdin.take().expect("it is piped").write_all(lines.as_bytes());
    program.wait_with_output().expect("the program ends")
}

fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{}", err(output));
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn scenarios_are_listed_with_sides_length_and_notes() {
    let folder = scratch("scenarios");
    let listed: serde_json::Value =
        serde_json::from_str(&out(&run(&folder, &["scenarios", "--json"], ""))).expect("the program writes JSON");
    let listed = listed.as_array().unwrap();
    assert!(!listed.is_empty());
    for scenario in listed {
        for field in ["book", "scenario", "title", "notes"] {
            assert!(scenario[field].as_str().is_some_and(|text| !text.trim().is_empty()), "{field} of {scenario}");
        }
        assert!(scenario["minutes"].as_u64().is_some_and(|minutes| minutes > 0), "{scenario}");
        assert_eq!(scenario["sides"].as_array().map(Vec::len), Some(2), "{scenario}");
    }
    let text = out(&run(&folder, &["scenarios", "squares"], ""));
    assert!(text.contains("first-orders") && text.contains("10 minutes, for a first game"), "{text}");
    assert!(!text.contains('\u{1b}'), "there is no colour without a terminal");
}

#[test]
fn a_scenario_is_shown_as_a_file_that_can_be_changed_and_checked() {
    let folder = scratch("files");
    for (scenario, option) in [("first-orders", "seed=1"), ("montauban", "seed=1"), ("generated", "seed=9")] {
        let text = out(&run(&folder, &["scenarios", "show", "squares", scenario, "--option", option], ""));
        std::fs::write(folder.join("mine.toml"), &text).unwrap();
        let told = out(&run(&folder, &["scenarios", "check", "mine.toml"], ""));
        assert!(told.starts_with("mine.toml can be played: a scenario of squares\n"), "{told}");
        for word in ["attacker", "defender", "objectives", "points by the price list"] {
            assert!(told.replace("\n             ", " ").contains(word), "{word} of {told}");
        }
    }
    let text = out(&run(&folder, &["scenarios", "show", "squares", "first-orders"], ""));
    assert!(text.contains("Hints, shown when"), "a file of the book is shown with its comments");
}

#[test]
fn a_wrong_scenario_file_is_refused_with_all_its_places_and_code_2() {
    let folder = scratch("wrong-files");
    let text = out(&run(&folder, &["scenarios", "show", "squares", "first-orders"], ""));
    let text = text.replace("par = 0", "par = low").replace("minutes = 10", "minutes = 0");
    std::fs::write(folder.join("toml.toml"), &text).unwrap();
    std::fs::write(folder.join("two.toml"), text.replace("par = low", "par = 'low'")).unwrap();
    std::fs::write(folder.join("bytes.toml"), b"book = '\xff'").unwrap();
    std::fs::write(folder.join("long.toml"), vec![b'#'; 300_000]).unwrap();
    for (file, parts) in [
        ("toml.toml", &["toml.toml, line 8, column 7: this cannot be read as TOML"][..]),
        ("two.toml", &["two.toml, line 5, column 11: minutes is given as '0'", "\ntwo.toml, line 8, column 7: par"]),
        ("bytes.toml", &["bytes.toml, line 1, column 9: here are bytes that are no text"]),
        ("long.toml", &["long.toml is too long; a scenario has 256 KB at most"]),
        ("none.toml", &["none.toml cannot be read"]),
    ] {
        let output = run(&folder, &["scenarios", "check", file], "");
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert!(parts.iter().all(|part| err(&output).contains(part)), "{file}: {}", err(&output));
    }
    for (args, part) in [
        (&["scenarios", "check"][..], "FILE is missing; use it so: sandtable scenarios check <FILE>"),
        (&["scenarios", "show", "squares", "first-order"], "did you mean 'first-orders'?"),
        (&["scenarios", "show", "squares", "generated", "--option", "points=7"], "40 to 120"),
    ] {
        let output = run(&folder, args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err(&output).contains(part), "{args:?}: {}", err(&output));
    }
}

#[test]
fn a_game_is_left_found_again_replayed_and_verified() {
    let folder = scratch("game");
    let begun =
        out(&run(&folder, &["play", "squares", "first-orders", "--seed", "5", "--seat", "both"], "board\nquit\n"));
    assert!(begun.contains("dice from seed 5"), "{begun}");
    assert!(begun.contains("Saved in squares-first-orders-5.game"), "{begun}");
    let file = "squares-first-orders-5.game";
    assert!(folder.join(file).exists());
    let again = out(&run(&folder, &["play", "--resume", file], "quit\n"));
    assert!(again.contains("Saved in squares-first-orders-5.game"), "{again}");
    let replayed = out(&run(&folder, &["replay", file], ""));
    assert!(replayed.contains("entry 0") && replayed.contains("The game is not over."), "{replayed}");
    let verified = out(&run(&folder, &["verify", file], ""));
    assert!(verified.contains("true as far as it goes"), "{verified}");
    // A second game of the same seed has a file of its own.
    out(&run(&folder, &["play", "squares", "first-orders", "--seed", "5", "--seat", "both"], ""));
    assert!(folder.join("squares-first-orders-5-2.game").exists());
}

#[test]
fn a_log_that_was_tampered_with_is_found_out_with_code_1() {
    let folder = scratch("tampered");
    let args =
        ["play", "squares", "first-orders", "--seed", "5", "--seat", "none", "--machine", "random", "--save", "a.game"];
    out(&run(&folder, &args, ""));
    let log = std::fs::read_to_string(folder.join("a.game")).unwrap();
    assert!(log.contains("\nresult: "), "machines play to the end");
    assert!(out(&run(&folder, &["verify", "a.game"], "")).contains("true: the game is over"));
    let at = log.find("  dice: d6 ").unwrap() + "  dice: d6 ".len();
    let face = if &log[at..=at] == "6" { "5" } else { "6" };
    std::fs::write(folder.join("b.game"), format!("{}{face}{}", &log[..at], &log[at + 1..])).unwrap();
    let found = run(&folder, &["verify", "b.game"], "");
    assert_eq!(found.status.code(), Some(1), "{}", err(&found));
    assert!(err(&found).contains("the dice are not true: entry"), "{}", err(&found));
}

#[test]
#[cfg(feature = "png")]
fn the_table_is_drawn_as_png_of_the_width_asked_for() {
    let folder = scratch("pixels");
    out(&run(&folder, &["picture", "squares", "first-orders", "-o", "map.PNG", "--width", "640"], ""));
    let png = std::fs::read(folder.join("map.PNG")).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    // The width stands in the first chunk of the file, behind its length and name.
    assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 640);
}

#[test]
#[cfg(not(feature = "png"))]
fn a_program_without_png_says_how_to_build_one_with_it() {
    let refused = run(&scratch("pixels"), &["picture", "squares", "first-orders", "-o", "map.png"], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("built without .png pictures") && err(&refused).contains("'make dist'"));
}

#[test]
#[cfg(not(feature = "postgres"))]
fn a_program_without_postgresql_says_how_to_build_one_with_it() {
    let address = "postgres://nobody@127.0.0.1/nowhere";
    let refused = run(&scratch("storage"), &["serve", "--listen", "127.0.0.1:0", "--store", address], "");
    assert_eq!(refused.status.code(), Some(2));
    assert!(err(&refused).contains("built without PostgreSQL") && err(&refused).contains("'make dist'"));
}

#[test]
fn the_table_is_drawn_as_svg() {
    let folder = scratch("pictures");
    let said = out(&run(&folder, &["picture", "squares", "first-orders", "-o", "map.svg"], ""));
    assert!(said.contains("map.svg"), "{said}");
    assert!(std::fs::read_to_string(folder.join("map.svg")).unwrap().starts_with("<svg "));
    // An option of the generator makes another map.
    for seed in ["1", "2"] {
        let (option, file) = (format!("seed={seed}"), format!("{seed}.svg"));
        out(&run(&folder, &["picture", "squares", "generated", "--option", &option, "-o", &file], ""));
    }
    let maps = ["1.svg", "2.svg"].map(|file| std::fs::read_to_string(folder.join(file)).unwrap());
    assert_ne!(maps[0], maps[1]);
}

#[test]
fn a_refusal_is_one_sentence_and_code_2() {
    let folder = scratch("refusals");
    std::fs::write(folder.join("poem.game"), "If you can keep your head\n").unwrap();
    for (args, part) in [
        (&["scenarios", "squars"][..], "did you mean 'squares'?"),
        (&["play"], "is missing"),
        (&["play", "squares"], "is missing"),
        (&["play", "squares", "first-order"], "did you mean 'first-orders'?"),
        (&["play", "squares", "first-orders", "--seed", "x"], "a whole number from 0"),
        (&["play", "squares", "first-orders", "--seed", "1", "--dice", "typed"], "do not go together"),
        (&["play", "squares", "first-orders", "--dice", "loaded"], "typed"),
        (&["play", "squares", "first-orders", "--seat", "middle"], "it is attacker, defender, both or none"),
        (&["play", "squares", "first-orders", "--machine", "hrd"], "did you mean 'hard'?"),
        (&["play", "squares", "first-orders", "--option", "luck=9"], "there is no input 'luck'"),
        (&["play", "--resume", "none.game"], "none.game cannot be read"),
        (&["play", "--resume", "poem.game"], "poem.game is not a log: line 1"),
        (&["replay", "poem.game"], "poem.game is not a log: line 1"),
        (&["verify", "none.game"], "none.game cannot be read"),
        (&["picture", "squares", "first-orders", "-o", "map.gif"], "it is .svg or .png"),
        (&["picture", "squares", "first-orders", "-o", "map"], "has no ending"),
        (&["picture", "squares", "first-orders", "-o", "no/such/folder.svg"], "the picture cannot be written to"),
        (&["picture", "squares", "first-orders", "-o", "map.png", "--width", "9"], "a whole number from 200 to 8000"),
        (&["picture", "squares", "nowhere", "-o", "map.svg"], "there is no scenario 'nowhere'"),
    ] {
        let output = run(&folder, args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(part), "{args:?}: {}", err(&output));
        assert_eq!(err(&output).lines().count(), 1, "{args:?}: {}", err(&output));
        assert!(output.stdout.is_empty(), "{args:?} says something before it refuses");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing is left behind");
}
