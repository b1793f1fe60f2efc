//! The `sandtable` program: charts, exact odds, explained rolls and whole games of five paper wargames.

mod analyse;
mod args;
mod books;
mod browser;
mod charts;
mod desk;
mod draw;
#[cfg(test)]
mod drill;
mod lab;
mod odds;
mod picture;
mod play;
mod procedures;
mod replay;
mod roll;
mod rules;
mod scenario_file;
mod scenarios;
mod serve;
mod sheet;
mod situation;
mod style;
mod tell;
mod trouble;
mod usage;
mod verify;

use args::{Args, Command};
use clap::CommandFactory;
use mimalloc::MiMalloc;
use shelf::Shelf;
use std::io::Write;
use std::process::ExitCode;
use trouble::Trouble;

/// The system's allocator takes about a tenth more of the time of a chain, and of an order's.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let said =
        usage::read(std::env::args_os().collect()).and_then(|args| run(args.command)).and_then(|text| say(&text));
    match said {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            anstream::eprintln!("{}sandtable:{:#} {trouble}", style::WRONG, style::WRONG);
            ExitCode::from(trouble.code())
        }
    }
}

fn run(command: Command) -> Result<String, Trouble> {
    match command {
        Command::Books { json } => Ok(books::list(json)),
        Command::Charts { book, chart, format } => charts::show(&book, chart.as_deref(), format),
        Command::Procedures { book, asked, json } => procedures::show(&book, &asked, json),
        Command::Odds(asked) => odds::show(&asked),
        Command::Roll(asked) => roll::show(&asked),
        Command::Desk => desk::open(),
        Command::Scenarios { file: Some(file), .. } => scenario_file::open(&Shelf::five(), &file),
        Command::Scenarios { book, json, file: None } => scenarios::show(&Shelf::five(), book.as_deref(), json),
        Command::Play(asked) => play::open(&Shelf::five(), &asked),
        Command::Replay { file, seat, from, all } => replay::open(&Shelf::five(), &file, seat.as_deref(), from, all),
        Command::Verify { file, receipts } => verify::show(&Shelf::five(), &file, &receipts),
        Command::Analyse(asked) => analyse::show(&Shelf::five(), &asked),
        Command::Picture(asked) => picture::write(&Shelf::five(), &asked),
        Command::Rules { book, words } => rules::show(&book, &words),
        Command::Sheet { book, out } => sheet::write(&book, &out),
        Command::Lab(asked) => lab::run(&Shelf::five(), &asked),
        Command::Serve(asked) => serve::serve(&asked),
        Command::Backup { store, to } => serve::backup(&store, &to),
        Command::Export { store, to, running } => serve::export(&store, &to, running),
        Command::Import { store, files } => serve::import(&store, &files),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Args::command(), "sandtable", &mut script);
            Ok(String::from_utf8_lossy(&script).into_owned())
        }
        Command::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Args::command()).render(&mut page)?;
            Ok(String::from_utf8_lossy(&page).into_owned())
        }
    }
}

/// Writes to standard output, in colour only on a terminal. A reader that has gone away is no trouble.
fn say(text: &str) -> Result<(), Trouble> {
    let mut out = anstream::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}
