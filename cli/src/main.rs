//! The `sandtable` program: charts, exact odds and explained rolls of five paper wargames.

mod args;
mod books;
mod charts;
mod desk;
mod draw;
mod odds;
mod procedures;
mod roll;
mod rules;
mod sheet;
mod style;
mod trouble;
mod usage;

use args::{Args, Command};
use clap::CommandFactory;
use std::io::Write;
use std::process::ExitCode;
use trouble::Trouble;

fn main() -> ExitCode {
    let said =
        usage::read(std::env::args_os().collect()).and_then(|args| run(args.command)).and_then(|text| say(&text));
    match said {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            anstream::eprintln!("{}sandtable:{:#} {trouble}", style::WRONG, style::WRONG);
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<String, Trouble> {
    match command {
        Command::Books { json } => Ok(books::list(json)),
        Command::Charts { book, chart, format } => charts::show(&book, chart.as_deref(), format),
        Command::Procedures { book, procedure, json } => procedures::show(&book, procedure.as_deref(), json),
        Command::Odds(asked) => odds::show(&asked),
        Command::Roll(asked) => roll::show(&asked),
        Command::Desk => desk::open(),
        Command::Rules { book, words } => rules::show(&book, &words),
        Command::Sheet { book, out } => sheet::write(&book, &out),
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
