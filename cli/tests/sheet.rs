//! The command `sandtable sheet` as a user runs it.

use std::path::PathBuf;
use std::process::{Command, Output};

fn sheet(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).arg("sheet").args(arguments).output().expect("the program runs")
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn a_sheet_is_written_and_its_place_is_said() {
    let file = scratch("tokens.svg");
    let said = sheet(&["tokens", "-o", file.to_str().unwrap()]);
    assert!(said.status.success(), "{said:?}");
    assert!(String::from_utf8_lossy(&said.stdout).contains("tokens.svg"));
    assert!(std::fs::read_to_string(file).unwrap().starts_with("<svg "));
}

#[test]
fn a_refusal_is_one_sentence_and_code_2() {
    let nowhere = scratch("no-such-folder/sheet.pdf");
    let refusals = [
        (["tokns", "-o", "sheet.pdf"], "there is no book 'tokns'"),
        (["tokens", "-o", "sheet"], "a sheet is a .pdf, .svg or .html file"),
        (["tokens", "-o", "sheet.png"], "a sheet cannot be a .png file"),
        (["tokens", "-o", nowhere.to_str().unwrap()], "the sheet cannot be written to"),
    ];
    for (arguments, sentence) in refusals {
        let said = sheet(&arguments);
        let text = String::from_utf8_lossy(&said.stderr).into_owned();
        assert_eq!(said.status.code(), Some(2), "{text}");
        assert!(text.contains(sentence) && text.lines().count() == 1, "{text}");
        assert!(said.stdout.is_empty());
    }
}
