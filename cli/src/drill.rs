//! The conformance book, for tests of what is played at the terminal.

use crate::args::{Args, Command, PlayArgs};
use crate::play::{Console, play};
use clap::Parser;
use kernel::book::Book;
use kernel::game::{AtRandom, Machine, Playable};
use shelf::Shelf;
use std::path::PathBuf;
use testkit::drill::{Drill, Later};

static BOOK: Book = Book {
    id: "drill",
    title: "Drill",
    about: "a book for tests",
    scale: "an inch is an inch",
    dice: "d6",
    charts: &[],
    procedures: Vec::new,
    page: "# Drill\n\n- <a id=\"d3\"></a>**D3** A turn begins with both seats plotting a stance at once, unseen.\n",
};

static FOR_PEOPLE: Playable<Drill> = Playable::of(&[]);
static WITH_MACHINES: Playable<Drill> =
    Playable::of(&[Machine::of("careless", "takes any legal order", || Box::new(AtRandom))]);

static LATER: Playable<Later> =
    Playable::of(&[Machine::of("careless", "takes any legal order", || Box::new(AtRandom))]);

/// A shelf of a later release, with other rules: whoever looks out is not spent by it.
pub(crate) fn later_shelf() -> Shelf {
    Shelf::five().with(&BOOK, &LATER)
}

/// A shelf with drill on it, which people alone play.
pub(crate) fn shelf() -> Shelf {
    Shelf::five().with(&BOOK, &FOR_PEOPLE)
}

/// A shelf with drill on it, and a machine that plays it.
pub(crate) fn shelf_with_machine() -> Shelf {
    Shelf::five().with(&BOOK, &WITH_MACHINES)
}

/// The arguments of `sandtable play`, as they are typed.
pub(crate) fn play_args(words: &[&str]) -> PlayArgs {
    let words = ["sandtable", "play"].iter().chain(words);
    match Args::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).command {
        Command::Play(args) => args,
        _ => unreachable!("'play' was typed"),
    }
}

/// A file of its own for a test.
pub(crate) fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("sandtable-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    let _ = std::fs::remove_file(&file);
    file
}

/// A text without its colours.
pub(crate) fn plain(text: &[u8]) -> String {
    anstream::adapter::strip_str(std::str::from_utf8(text).expect("the program writes text")).to_string()
}

/// The log of a game that machines played to its end.
pub(crate) fn machine_game(name: &str, seed: u64) -> String {
    let file = scratch(name);
    let (seed, path) = (seed.to_string(), file.to_str().unwrap());
    let args = play_args(&["drill", "skirmish", "--seat", "none", "--seed", &seed, "--save", path]);
    let (mut input, mut output) = (std::io::empty(), Vec::new());
    let console = Console::new(&mut input, &mut output, 100, false);
    play(&shelf_with_machine(), &args, console, |_| {}).unwrap_or_else(|trouble| panic!("{trouble}"));
    std::fs::read_to_string(file).unwrap()
}
