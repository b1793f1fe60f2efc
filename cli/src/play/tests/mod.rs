//! Whole games at a scripted console.

use super::{Console, play};
use crate::drill::{later_shelf, plain, play_args, scratch, shelf, shelf_with_machine};
use shelf::Shelf;
use std::path::Path;

/// What is written while these lines are typed, and how it ended.
fn typed_on(shelf: &Shelf, args: &[&str], lines: &[&str]) -> (String, Result<(), String>) {
    let script: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let (mut input, mut output) = (script.as_bytes(), Vec::new());
    let console = Console::new(&mut input, &mut output, 100, false);
    let ended = play(shelf, &play_args(args), console, |_| {}).map_err(|trouble| trouble.to_string());
    (plain(&output), ended)
}

fn typed(args: &[&str], lines: &[&str]) -> String {
    let (said, ended) = typed_on(&shelf(), args, lines);
    ended.unwrap_or_else(|sentence| panic!("{sentence}\n{said}"));
    said
}

fn refused(args: &[&str]) -> String {
    let (said, ended) = typed_on(&shelf(), args, &[]);
    assert_eq!(said, "", "something is said before the refusal");
    ended.expect_err("it is refused")
}

/// The arguments of a skirmish of one turn without scouts, saved in a file.
fn short_game<'a>(file: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let file = file.to_str().unwrap();
    let args = ["drill", "skirmish", "--option", "turns=1", "--option", "scouts=0", "--save", file];
    args.iter().chain(more).copied().collect()
}

#[test]
fn a_whole_game_is_played_with_typed_dice_saved_and_ended() {
    let file = scratch("typed.game");
    // One die for the wood; both rush, so the seats throw for who acts first, and a tie is thrown again.
    let lines = ["3", "rush", "", "rush", "4 4", "6 2", "pass", "act no more"];
    let said = typed(&short_game(&file, &["--dice", "typed"]), &lines);
    assert!(said.contains("red throws 1d6 each, ties again for"), "{said}");
    let asked = said.split("red throws 1d6 each").next().unwrap();
    assert!(asked.contains("The plots are shown"), "what has happened is told before its dice: {said}");
    assert!(said.contains("The plots are shown: Red is to rush, Blue to rush."), "{said}");
    assert!(said.contains("Nobody wins"), "nobody has lost anything: {said}");
    let log = std::fs::read_to_string(&file).unwrap();
    assert!(log.contains("dice: typed\n") && log.contains("  dice: d6 4 4 6 2\n"), "{log}");
    assert!(log.contains("result: nobody wins"), "{log}");
    assert!(said.contains(&format!("sandtable replay {}", file.display())), "{said}");
}

#[test]
fn a_game_that_is_left_goes_on_where_it_was() {
    let file = scratch("left.game");
    let begun = typed(&short_game(&file, &["--seed", "7"]), &["rush", "", "creep", "quit"]);
    assert!(begun.contains("dice from seed 7"), "{begun}");
    assert!(begun.contains(&format!("Go on with it: sandtable play --resume {}", file.display())), "{begun}");
    // The faster stance acts first.
    let ended = typed(&["--resume", file.to_str().unwrap()], &["pass", "pass"]);
    assert!(!ended.contains("has plotted"), "what was told is not told again: {ended}");
    assert!(ended.contains("red: which unit acts?") && ended.contains("Nobody wins"), "{ended}");
    let over = typed(&["--resume", file.to_str().unwrap()], &[]);
    assert!(over.contains("The game is over"), "{over}");
}

#[test]
fn a_game_goes_on_with_the_seats_and_machines_it_was_left_with() {
    let file = scratch("seats.game");
    let path = file.to_str().unwrap();
    let begin = ["drill", "skirmish", "--option", "scouts=0", "--seed", "3", "--seat", "blue", "--save", path];
    let (said, ended) = typed_on(&shelf_with_machine(), &begin, &["quit"]);
    ended.unwrap();
    assert!(said.contains("red: the machine (careless), blue: you"), "{said}");
    let seats = |file: &Path| {
        let log = std::fs::read_to_string(file).unwrap();
        log.lines().find_map(|line| line.strip_prefix("seats: ").map(str::to_owned)).unwrap()
    };
    assert_eq!(seats(&file), "red careless, blue person");
    let (said, ended) = typed_on(&shelf_with_machine(), &["--resume", path], &["quit"]);
    ended.unwrap();
    assert!(said.contains("red: the machine (careless), blue: you"), "{said}");
    // What is asked for goes before what was saved, and is saved in its turn.
    let (said, ended) = typed_on(&shelf_with_machine(), &["--resume", path, "--seat", "both"], &["quit"]);
    ended.unwrap();
    assert!(said.contains("red: you, blue: you"), "{said}");
    assert_eq!(seats(&file), "red person, blue person");
    let (_, ended) = typed_on(&shelf_with_machine(), &["--resume", path, "--seat", "none"], &[]);
    ended.unwrap();
    let (_, ended) = typed_on(&shelf(), &["--resume", path], &[]);
    let sentence = ended.expect_err("nobody plays red and blue here");
    assert!(sentence.contains("there is no machine player 'careless'"), "{sentence}");
}

#[test]
fn a_game_of_an_earlier_release_goes_on_as_it_stood_and_says_so() {
    let file = scratch("release.game");
    let path = file.to_str().unwrap();
    let begin = ["drill", "skirmish", "--option", "scouts=0", "--option", "turns=1", "--seed", "7", "--save", path];
    let begun = typed(&begin, &["rush", "", "creep", "red 2", "look-out", "", "quit"]);
    assert!(begun.contains("Red 2"), "{begun}");
    let before = std::fs::read_to_string(&file).unwrap();
    assert!(before.contains("look-out"), "{before}");
    let (said, ended) = typed_on(&later_shelf(), &["--resume", path], &["pass"; 8]);
    ended.unwrap_or_else(|sentence| panic!("{sentence}\n{said}"));
    assert!(said.contains("From here on the rules of release later hold."), "{said}");
    assert!(!said.contains("has plotted"), "what was told is not told again: {said}");
    let log = std::fs::read_to_string(&file).unwrap();
    assert!(log.contains(" release later\n") && log.contains("\nresult: "), "{log}");
    assert_eq!(log.matches(" release later\n").count(), 1);
}

#[test]
fn a_save_that_was_cut_off_while_it_was_written_goes_on_from_its_last_whole_entry() {
    let file = scratch("torn.game");
    typed(&short_game(&file, &["--seed", "7"]), &["rush", "", "creep", "quit"]);
    let log = std::fs::read_to_string(&file).unwrap();
    let at = log.find("entry 2 ").unwrap() + 30;
    std::fs::write(&file, &log[..at]).unwrap();
    let said = typed(&["--resume", file.to_str().unwrap()], &["", "creep", "pass", "pass", "pass", "pass"]);
    assert!(said.contains("blue: which stance?") && said.contains("Nobody wins"), "{said}");
}

#[test]
fn the_end_of_the_input_saves_and_ends_cleanly() {
    let file = scratch("eof.game");
    let said = typed(&short_game(&file, &["--seed", "7"]), &["rush"]);
    assert!(said.contains("Saved in"), "{said}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("entry 1 red answers 1"));
}

#[test]
fn an_order_whose_dice_are_never_typed_is_as_if_it_had_not_been_given() {
    let file = scratch("half.game");
    // Blue's plot needs dice; they are taken back, and then the players leave.
    let lines = ["3", "rush", "", "rush", "back", "creep", "quit"];
    let said = typed(&short_game(&file, &["--dice", "typed"]), &lines);
    assert!(said.contains("Red is to rush, Blue to creep"), "{said}");
    let log = std::fs::read_to_string(&file).unwrap();
    assert!(log.contains("entry 2 blue") && !log.contains("entry 3"), "{log}");
}

#[test]
fn the_keyboard_is_handed_over_where_something_is_hidden_and_only_there() {
    let file = scratch("over.game");
    let said = typed(&short_game(&file, &["--seed", "7"]), &["rush", "", "creep", "pass", "pass"]);
    // Red's plot is hidden from Blue; once both are shown, nothing is, without scouts.
    assert_eq!(said.matches("When only he looks on, press enter").count(), 1, "{said}");
    let before = said.split("When only he looks on").next().unwrap();
    assert!(before.contains("red: which stance?") && !before.contains("blue: which stance?"), "{said}");
}

#[test]
fn a_unit_moves_by_points_and_turns_to_a_facing_and_can_take_that_back() {
    let file = scratch("moves.game");
    let lines =
        ["rush", "", "creep", "red 2 move", "99,99", "5,6.4", "face", "e", "look red 2", "undo", "look red 2", "quit"];
    let said = typed(&short_game(&file, &["--seed", "7"]), &lines);
    assert!(said.contains("the nearest point offered is"), "a point off the table is refused with help: {said}");
    let looks: Vec<&str> = said.lines().filter(|line| line.contains("Red 2 red, 4 of 4 at")).collect();
    assert!(looks[0].contains("at 5.00, 6.40") && looks[0].contains("has acted"), "{looks:?}");
    assert!(looks[1].contains("at 7.00, 6.40"), "{looks:?}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("red takes back to"));
}

#[test]
fn several_answers_are_typed_in_one_line_and_all_of_them_must_be_understood() {
    let file = scratch("at-once.game");
    let lines = ["rush", "", "creep", "red 2 move 5,6.4 fly", "red 2 move 5,6.4", "look red 2", "quit"];
    let said = typed(&short_game(&file, &["--seed", "7"]), &lines);
    assert!(said.contains("'red 2 move 5,6.4 fly' is not among the choices"), "{said}");
    let looked = said.lines().find(|line| line.contains("Red 2 red, 4 of 4 at")).unwrap();
    assert!(looked.contains("at 5.00, 6.40") && looked.contains("has acted"), "it is done at once: {looked}");
}

/// The lines that were on a screen of this size when the last question was asked.
fn screen(width: usize, height: usize, args: &[&str], lines: &[&str]) -> String {
    let script: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let (mut input, mut output) = (script.as_bytes(), Vec::new());
    let console = Console::new(&mut input, &mut output, width, true).of_height(Some(height));
    play(&Shelf::five(), &play_args(args), console, |_| {}).unwrap();
    let said = plain(&output);
    let asked = &said[..said.rfind("> ").unwrap() + 2];
    assert!(asked.lines().all(|line| line.chars().count() <= width), "{asked}");
    let lines: Vec<&str> = asked.lines().collect();
    lines[lines.len().saturating_sub(height)..].join("\n")
}

#[test]
fn the_board_and_its_question_fit_a_screen_of_80_by_24() {
    let file = scratch("fits.game");
    let path = file.to_str().unwrap();
    for (book, scenario, corners) in [
        ("squares", "first-orders", ["│A6", "│A1"]),
        ("squares", "le-cateau", ["│A6", "│A1"]),
        ("tokens", "mons", ["0\"", "└"]),
    ] {
        let args = [book, scenario, "--seed", "5", "--seat", "attacker", "--save", path];
        let shown = screen(80, 24, &args, &["2"]);
        for part in corners.into_iter().chain(["attacker:", "turn"]) {
            assert!(shown.contains(part), "{scenario}: '{part}' is out of sight:\n{shown}");
        }
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn past_another_seats_answer_the_others_are_asked_and_may_say_no() {
    let file = scratch("agree.game");
    let lines = ["rush", "", "creep", "undo", "no", "undo", "yes", "", "quit"];
    let said = typed(&short_game(&file, &["--seed", "7"]), &lines);
    let in_a_line = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(in_a_line.matches("Does the blue agree? (yes or no)").count(), 2, "{said}");
    assert!(said.contains("Nothing is taken back."), "{said}");
    assert!(std::fs::read_to_string(&file).unwrap().contains("red takes back to 1 by agreement"));
}

#[test]
fn commands_are_answered_at_every_prompt() {
    let file = scratch("commands.game");
    let other = scratch("commands-2.game");
    let save = format!("save {}", other.display());
    let lines = [
        "help",
        "rule",
        "rule D99",
        "why",
        "look nowhere",
        "look",
        "log x",
        "back",
        "odds",
        "odds 9",
        "fly",
        "4",
        "",
        &save,
        "board",
        "log",
        "quit",
    ];
    let said = typed(&short_game(&file, &["--seed", "7"]), &lines);
    for part in [
        "drop the last pick",
        "both seats plotting a stance at once, unseen",
        "has no citation or words 'D99'",
        "no dice have been thrown yet",
        "there is no place and no unit 'nowhere'",
        "look at what?",
        "'log x' has no number",
        "nothing is picked yet",
        "there is no whole order yet",
        "there is no choice 9",
        "'fly' is not among the choices",
        "there is no choice 4; there are 1 to 3",
        "type a number from 1 to 3",
        "Saved in",
    ] {
        assert!(said.contains(part), "'{part}' is missing in {said}");
    }
    assert!(other.exists(), "the game is saved under its new name");
    assert_eq!(said.lines().filter(|line| line.starts_with(" 0┤")).count(), 2, "at first and on 'board': {said}");
}

#[test]
fn resigning_is_asked_twice_and_gives_the_game_to_the_other() {
    let file = scratch("resign.game");
    let said = typed(&short_game(&file, &["--seed", "7"]), &["resign", "no", "resign", "yes"]);
    assert!(said.contains("The game goes on."), "{said}");
    assert!(said.contains("The blue side wins: the red has resigned"), "{said}");
}

#[test]
fn the_machine_takes_the_other_seat_and_its_orders_are_told() {
    let file = scratch("machine.game");
    let args = ["drill", "skirmish", "--option", "turns=1", "--option", "scouts=0", "--seed", "3", "--seat", "red"];
    let args: Vec<&str> = args.into_iter().chain(["--save", file.to_str().unwrap()]).collect();
    let lines = ["1", "pass", "pass", "pass", "pass"];
    let (said, ended) = typed_on(&shelf_with_machine(), &args, &lines);
    ended.unwrap();
    assert!(said.contains("red: you, blue: the machine (careless)"), "{said}");
    assert!(said.contains("Blue has plotted.") && !said.contains("blue: which stance?"), "{said}");
    assert!(!said.contains("press enter"), "one person alone is not asked to look away");
}

#[test]
fn machines_alone_play_a_game_to_its_end_and_the_same_seed_plays_it_again() {
    let logs = ["alone-1.game", "alone-2.game"].map(|name| {
        let file = scratch(name);
        let args = ["drill", "skirmish", "--seat", "none", "--seed", "11", "--save", file.to_str().unwrap()];
        let (said, ended) = typed_on(&shelf_with_machine(), &args, &[]);
        ended.unwrap_or_else(|sentence| panic!("{sentence}\n{said}"));
        assert!(said.contains("The log is in"), "{said}");
        std::fs::read_to_string(file).unwrap()
    });
    assert!(logs[0].contains("result: "), "{}", logs[0]);
    assert_eq!(logs[0], logs[1]);
}

#[test]
fn wrong_arguments_are_refused_before_anything_is_played() {
    let there = scratch("there.game");
    std::fs::write(&there, "mine").unwrap();
    let there = there.to_str().unwrap().to_owned();
    for (args, part) in [
        (&["dril", "skirmish"][..], "did you mean 'drill'?"),
        (&["drill", "skirmsh"], "did you mean 'skirmish'?"),
        (&["drill", "skirmish", "--seat", "green"], "it is red, blue, both or none"),
        (&["drill", "skirmish", "--seat", "red"], "no machine plays this book yet"),
        (&["drill", "skirmish", "--machine", "clever"], "there is no machine player 'clever'"),
        (&["drill", "skirmish", "--option", "turns=99"], "a whole number from 1 to 9"),
        (&["drill", "skirmish", "--save", &there], "is there already"),
        (&["--resume", "/nowhere/at.all"], "cannot be read"),
        (&["--resume", &there], "is not a log: line 1"),
    ] {
        let sentence = refused(args);
        assert!(sentence.contains(part), "{args:?}: {sentence}");
    }
    assert_eq!(std::fs::read_to_string(there).unwrap(), "mine", "a file that is there is not written over");
}
