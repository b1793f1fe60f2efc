//! `sandtable play`: a whole game in the terminal, line by line.

mod choices;
mod commands;
mod console;
mod dice;
mod input;
mod save;
mod screen;
mod session;
#[cfg(test)]
mod tests;

pub(crate) use console::Console;
pub(crate) use save::Save;

use crate::args::PlayArgs;
use crate::draw::{height, width, wrapped};
use crate::roll::random_seed;
use crate::scenario_file;
use crate::scenarios::sides;
use crate::style::{ASIDE, TITLE, styled};
use crate::trouble::Trouble;
use crate::verify;
use dice::{Source, TypedDice};
use kernel::book::Book;
use kernel::game::{AnyGame, AnyTable, DiceKind, DiceRoot, Header, PERSON};
use kernel::procedure::{Refusal, suggestion, text};
use kernel::seat::Seat;
use session::Session;
use shelf::Shelf;
use std::io::IsTerminal;
use std::path::Path;

/// Plays at this terminal, or through a pipe.
pub(crate) fn open(shelf: &Shelf, asked: &PlayArgs) -> Result<String, Trouble> {
    let screen = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let (mut input, mut output) = (std::io::stdin().lock(), anstream::stdout());
    let console = Console::new(&mut input, &mut output, width(), screen).of_height(height().filter(|_| screen));
    play(shelf, asked, console, end_on_interrupt)?;
    Ok(String::new())
}

/// Plays at any console. What happens on an interrupt is set up once the file to save in is known.
pub(crate) fn play(
    shelf: &Shelf,
    asked: &PlayArgs,
    console: Console<'_>,
    on_interrupt: impl FnOnce(Save),
) -> Result<(), Trouble> {
    let session = match &asked.resume {
        Some(file) => resumed(shelf, asked, file, console)?,
        None => new_game(shelf, asked, console)?,
    };
    let Some(mut session) = session else { return Ok(()) };
    on_interrupt(session.save.clone());
    session.play()
}

/// Saves nothing more, for all was saved when it was played, and says where.
fn end_on_interrupt(save: Save) {
    // Where no handler can be set, an interrupt ends the program as it always does; the game is saved all the same.
    let _ = ctrlc::set_handler(move || {
        let farewell = save.farewell().unwrap_or_default();
        anstream::print!("\n{farewell}");
        std::process::exit(130);
    });
}

/// A game from its set-up on; nothing where the players left before it began.
fn new_game<'a>(shelf: &Shelf, asked: &PlayArgs, mut console: Console<'a>) -> Result<Option<Session<'a>>, Trouble> {
    let needed = || Trouble::of("a book and a scenario are needed; 'sandtable scenarios' lists them");
    let id = asked.book.as_ref().ok_or_else(needed)?;
    let book = shelf.book(id)?.book;
    let game = shelf.game(id)?;
    let seating = seating(game, asked, &[])?;
    let options = text::read_inputs(game.options(), asked.options.iter().map(String::as_str))?;
    let typed = asked.dice.is_some();
    let seed = if typed { 0 } else { asked.seed.map_or_else(random_seed, Ok)? };
    let dice = if typed { DiceKind::Typed } else { DiceKind::Seed(seed) };
    let (scenario, text) = match (&asked.file, &asked.scenario) {
        (Some(file), _) => (name_of(file), Some(scenario_file::text_for(game, id, file)?)),
        (None, Some(scenario)) => {
            known_scenario(game, scenario)?;
            (scenario.clone(), None)
        }
        (None, None) => return Err(needed()),
    };
    let (seats, practice) = (seated(game, &seating), asked.practice);
    let header = Header { text, seats, practice, ..Header::of(id, &scenario, options, dice) };
    let usual = if typed { format!("{id}-{scenario}-typed") } else { format!("{id}-{scenario}-{seed}") };
    let save = Save::new_game(asked.save.as_deref(), &usual)?;
    console.say(&greeting(book, game, &header, &seating, &save, console.width))?;
    let (table, source) = if typed {
        let mut dice = TypedDice::at(&mut console);
        let table = game.start(header, random_key()?, &mut dice)?;
        if dice.stopped().is_some() {
            return Ok(None);
        }
        (table, Source::Typed)
    } else {
        let root = DiceRoot::of_seed(seed);
        (game.start(header, root.state_key(), &mut root.entry(0))?, Source::Root(root))
    };
    Ok(Some(Session::at(book, game, table, source, seating, save, console)))
}

/// What a scenario is called that has only a file: the file's name, in small letters, digits and hyphens.
fn name_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let plain: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let name = plain.trim_matches('-');
    if name.is_empty() { "own".to_owned() } else { name.to_owned() }
}

fn known_scenario(game: &dyn AnyGame, scenario: &str) -> Result<(), Refusal> {
    let names: Vec<String> = game.scenarios().into_iter().map(|card| card.id).collect();
    if names.iter().any(|name| name == scenario) {
        return Ok(());
    }
    let hint = suggestion(scenario, names.iter().map(String::as_str));
    let sentence = format!("there is no scenario '{scenario}'{hint}; the scenarios are {}", names.join(", "));
    Err(Refusal::field("scenario", sentence))
}

/// A saved game.
fn resumed<'a>(
    shelf: &Shelf,
    asked: &PlayArgs,
    file: &Path,
    mut console: Console<'a>,
) -> Result<Option<Session<'a>>, Trouble> {
    let mut logged = verify::read(file)?;
    let book = shelf.book(&logged.header.book)?.book;
    let game = shelf.game(&logged.header.book)?;
    let seating = seating(game, asked, &logged.header.seats)?;
    logged.header.seats = seated(game, &seating);
    let cannot = |why: &dyn std::fmt::Display| Trouble::of(format!("{} cannot be gone on with: {why}", file.display()));
    let table = game.take_up(&logged).map_err(|trouble| cannot(&trouble))?;
    let source = match &logged.header.dice {
        DiceKind::Seed(seed) => Source::Root(DiceRoot::of_seed(*seed)),
        DiceKind::Typed => Source::Typed,
        DiceKind::Proved { .. } => {
            return Err(cannot(&"its dice come from a server's secret, so it can only be gone on with there"));
        }
    };
    let save = Save::going_on(file);
    console.say(&greeting(book, game, &logged.header, &seating, &save, console.width))?;
    if let Some(result) = table.result() {
        console.say(&format!("The game is over: {}\n", result.because))?;
        return Ok(None);
    }
    let mut session = Session::at(book, game, table, source, seating, save, console);
    session.know_what_was(logged.entries.len() as u32);
    Ok(Some(session))
}

/// Who plays the seats: people, and a machine the others. What is not asked for is as it was saved.
fn seating(
    game: &dyn AnyGame,
    asked: &PlayArgs,
    saved: &[(String, String)],
) -> Result<(Vec<Seat>, Option<String>), Refusal> {
    let (seats, machines) = (game.seats(), game.machines());
    let sat = |seat: &Seat| saved.iter().find(|(name, _)| name == seat.0).map(|(_, who)| who.as_str());
    let saved_machine = seats.iter().filter_map(sat).find(|who| *who != PERSON);
    let machine = match asked.machine.as_deref().or(saved_machine) {
        None => machines.first().map(|(name, _)| (*name).to_owned()),
        Some(name) if machines.iter().any(|(known, _)| *known == name) => Some(name.to_owned()),
        Some(name) => {
            let names: Vec<&str> = machines.iter().map(|(name, _)| *name).collect();
            let hint = suggestion(name, names.iter().copied());
            let there = if names.is_empty() {
                "this book has none".to_owned()
            } else {
                format!("there are {}", names.join(", "))
            };
            return Err(Refusal::field("machine", format!("there is no machine player '{name}'{hint}; {there}")));
        }
    };
    let people: Vec<Seat> = match asked.seat.as_deref() {
        None if !saved.is_empty() => seats.iter().copied().filter(|seat| sat(seat) == Some(PERSON)).collect(),
        None if machine.is_some() => seats[..1].to_vec(),
        None | Some("both" | "all") => seats.to_vec(),
        Some("none") => Vec::new(),
        Some(name) => {
            let seat = seats.iter().find(|seat| seat.0 == name).ok_or_else(|| {
                let names: Vec<&str> = seats.iter().map(|seat| seat.0).collect();
                let hint = suggestion(name, names.iter().copied());
                let sentence = format!("there is no seat '{name}'{hint}; it is {}, both or none", names.join(", "));
                Refusal::field("seat", sentence)
            })?;
            vec![*seat]
        }
    };
    if machine.is_none() && people.len() < seats.len() {
        return Err(Refusal::field("seat", "no machine plays this book yet; people take every seat: --seat both"));
    }
    Ok((people, machine))
}

/// Who plays each seat, as the head of a log has it.
fn seated(game: &dyn AnyGame, (people, machine): &(Vec<Seat>, Option<String>)) -> Vec<(String, String)> {
    let who = |seat: &Seat| match machine {
        Some(machine) if !people.contains(seat) => machine.clone(),
        _ => PERSON.to_owned(),
    };
    game.seats().iter().map(|seat| (seat.0.to_owned(), who(seat))).collect()
}

/// What is played, by whom, with which dice, and where it is kept.
fn greeting(
    book: &Book,
    game: &dyn AnyGame,
    header: &Header,
    (people, machine): &(Vec<Seat>, Option<String>),
    save: &Save,
    width: usize,
) -> String {
    let card = game.scenarios().into_iter().find(|card| card.id == header.scenario);
    let own = header.text.as_ref().and_then(|text| game.check_scenario(text).ok()).map(|found| found.title);
    let built_in = card.as_ref().map(|card| card.title.clone());
    let title = own.or(built_in).unwrap_or_else(|| header.scenario.clone());
    let mut out = format!("{}\n", styled(TITLE, format!("{title} ({})", book.title)));
    if let Some(card) = &card {
        for paragraph in card.notes.trim().split("\n\n") {
            out += &wrapped(&paragraph.replace('\n', " "), width.min(100), "");
            out += "\n\n";
        }
        out += &format!("{}\n", sides(card));
    }
    let seats = game.seats().iter().map(|seat| match (people.contains(seat), machine) {
        (true, _) | (false, None) => format!("{seat}: you"),
        (false, Some(machine)) => format!("{seat}: the machine ({machine})"),
    });
    let dice = match &header.dice {
        DiceKind::Seed(seed) => format!("dice from seed {seed}"),
        DiceKind::Typed => "your own dice, typed in".to_owned(),
        DiceKind::Proved { .. } => "dice from a server".to_owned(),
    };
    let seats = seats.collect::<Vec<_>>().join(", ");
    let line = format!("{seats}; {dice}; saved in {}; 'help' lists the commands", save.file().display());
    out + &format!("{}\n", styled(ASIDE, line))
}

/// A key for the hashes of a game whose dice have none.
fn random_key() -> Result<[u8; 32], Trouble> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| Trouble::of(format!("the system gives no random numbers: {error}")))?;
    Ok(key)
}

/// A game as it begins, for those who only look at it.
pub(crate) fn set_up(
    shelf: &Shelf,
    book: &str,
    scenario: &str,
    options: &[String],
) -> Result<Box<dyn AnyTable>, Trouble> {
    let game = shelf.game(book)?;
    let options = text::read_inputs(game.options(), options.iter().map(String::as_str))?;
    let root = DiceRoot::of_seed(0);
    let header = Header::of(book, scenario, options, DiceKind::Seed(0));
    Ok(game.start(header, root.state_key(), &mut root.entry(0))?)
}
