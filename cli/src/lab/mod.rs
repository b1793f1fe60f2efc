//! `sandtable lab`.

#[cfg(feature = "parquet")]
mod parquet;
mod report;

use crate::args::{LabArgs, LabCommand};
use crate::trouble::Trouble;
use ::lab::{
    Balance, Battle, Kept, Match, OnDisk, Outcome, RoundRobin, Sweep, Training, Tuning, Vary, Watched, battles, plot,
};
use indicatif::{ProgressBar, ProgressStyle};
use kernel::procedure::text;
use shelf::Shelf;
use std::path::Path;

/// Does what is asked.
pub(crate) fn run(shelf: &Shelf, command: &LabCommand) -> Result<String, Trouble> {
    match command {
        LabCommand::Match { what, players, better_than, out, json, csv, parquet } => {
            let [first, second] = &players[..] else {
                let sentence = format!("--players names {}; a match has two, as in --players fair,easy", players.len());
                return Err(Trouble::of(sentence));
            };
            let of = Match {
                book: what.book.clone(),
                battles: named(shelf, what)?,
                players: [first.clone(), second.clone()],
                games: what.games,
                seed: what.seed,
                better_than: better_than.map(|percent| f64::from(percent) / 100.0),
            };
            let outcome = play_match(what, &of, out.as_deref())?;
            if let Some(file) = csv {
                std::fs::write(file, report::csv(&of, &outcome)?)?;
            }
            if let Some(file) = parquet {
                write_parquet(&of, &outcome, file)?;
            }
            Ok(if *json { as_json(&outcome) } else { report::outcome(&of, &outcome) })
        }
        LabCommand::Rate { what, players, json } => {
            let robin = RoundRobin {
                book: what.book.clone(),
                battles: named(shelf, what)?,
                players: players.clone(),
                games: what.games,
                seed: what.seed,
            };
            let pairs = players.len() as u64 * (players.len() as u64).saturating_sub(1) / 2;
            let bar = bar(pairs * u64::from(what.games));
            let ratings = on_cores(what.jobs, || robin.play(&Watched(&|| bar.inc(1))))?;
            bar.finish_and_clear();
            Ok(if *json { as_json(&ratings) } else { report::ratings(&ratings) })
        }
        LabCommand::Balance { what, player, html, json } => {
            let battles = named(shelf, what)?;
            let bar = bar(battles.len() as u64 * u64::from(what.games));
            let mut all = Vec::new();
            for battle in battles {
                let balance = balance_of(what, battle, player);
                all.push(on_cores(what.jobs, || balance.find(&|| bar.inc(1)))?);
            }
            bar.finish_and_clear();
            if let Some(file) = html {
                std::fs::write(file, report::page(&what.book, player, &all))?;
            }
            Ok(if *json { as_json(&all) } else { report::balance(&what.book, player, &all) })
        }
        LabCommand::Sweep { what, vary, player, plot: file, json } => {
            let mut battles = named(shelf, what)?;
            if battles.len() != 1 {
                return Err(Trouble::of("a sweep is of one scenario: name it behind the book"));
            }
            let vary = Vary::read(vary)?;
            let bar = bar(vary.values.len() as u64 * u64::from(what.games));
            let sweep = Sweep { balance: balance_of(what, battles.remove(0), player), vary };
            let found = on_cores(what.jobs, || sweep.find(&|| bar.inc(1)))?;
            bar.finish_and_clear();
            if let Some(file) = file {
                std::fs::write(file, plot::shares(&report::sweep_title(&sweep), &report::dots(&found)))?;
            }
            Ok(if *json { as_json(&found) } else { report::sweep(&sweep, &found) })
        }
        LabCommand::Train { book, out, player, games, seed, layers, rounds, jobs, plot: drawn } => {
            let [wide @ 1..=512, deep @ 1..=512] = layers[..] else {
                return Err(Trouble::of("--layers takes two widths from 1 to 512, as in --layers 32,32"));
            };
            let command = format!(
                "sandtable lab train {book} --player {player} --games {games} --seed {seed} --layers {wide},{deep} --rounds {rounds}"
            );
            let training = Training {
                book: book.clone(),
                player: player.clone(),
                games: *games,
                seed: *seed,
                layers: [wide, deep],
                rounds: *rounds,
                command,
            };
            let bar = bar(1_000);
            let lesson = on_cores(*jobs, || training.learn(&|what, done| told(&bar, what, done)))?;
            bar.finish_and_clear();
            std::fs::write(out, &lesson.text)?;
            if let Some(drawn) = drawn {
                std::fs::write(drawn, plot::calibration(&calibration_title(book), &lesson.measured.calibration))?;
            }
            Ok(report::lesson(&lesson, out))
        }
        LabCommand::Calibrate { book, player, games, seed, jobs, plot: drawn, json } => {
            let training = Training {
                book: book.clone(),
                player: player.clone(),
                games: *games,
                seed: *seed,
                layers: [1, 1],
                rounds: 0,
                command: String::new(),
            };
            let bar = bar(1_000);
            let measured = on_cores(*jobs, || training.calibrate(&|what, done| told(&bar, what, done)))?;
            bar.finish_and_clear();
            if let Some(drawn) = drawn {
                std::fs::write(drawn, plot::calibration(&calibration_title(book), &measured.calibration))?;
            }
            Ok(if *json { as_json(&measured) } else { report::measured(&measured) })
        }
        LabCommand::Tune { what, rounds } => {
            let tuning = Tuning {
                book: what.book.clone(),
                battles: named(shelf, what)?,
                rounds: *rounds,
                games: what.games,
                seed: what.seed,
            };
            let bar = bar(1_000);
            let tuned = on_cores(what.jobs, || tuning.tune(&|what, done| told(&bar, what, done)))?;
            bar.finish_and_clear();
            Ok(report::tuned(&tuned))
        }
    }
}

fn play_match(what: &LabArgs, of: &Match, out: Option<&Path>) -> Result<Outcome, Trouble> {
    let bar = bar(u64::from(of.games));
    let watched = bar.clone();
    let outcome = match out {
        Some(file) => {
            let kept = OnDisk::open(file, of, Box::new(move |games| watched.inc(u64::from(games))))?;
            on_cores(what.jobs, || of.play(&kept as &dyn Kept))?
        }
        None => on_cores(what.jobs, || of.play(&Watched(&|| watched.inc(1))))?,
    };
    bar.finish_and_clear();
    Ok(outcome)
}

#[cfg(feature = "parquet")]
fn write_parquet(of: &Match, outcome: &Outcome, file: &Path) -> Result<(), Trouble> {
    parquet::write(&report::rows(of, outcome), file)
}

#[cfg(not(feature = "parquet"))]
fn write_parquet(_: &Match, _: &Outcome, _: &Path) -> Result<(), Trouble> {
    Err(Trouble::of("this program was built without Parquet; --csv writes the same games, and 'make dist' builds all"))
}

fn calibration_title(book: &str) -> String {
    format!("{book}: chances that were called, and how many of those games were won")
}

fn balance_of(what: &LabArgs, battle: Battle, player: &str) -> Balance {
    Balance { book: what.book.clone(), battle, player: player.to_owned(), games: what.games, seed: what.seed }
}

/// The battles that were named, or those of the book.
fn named(shelf: &Shelf, what: &LabArgs) -> Result<Vec<Battle>, Trouble> {
    let game = shelf.game(&what.book)?;
    let options = text::read_inputs(game.options(), what.options.iter().map(String::as_str))?;
    let mut all = match &what.file {
        Some(file) => {
            let text = crate::scenario_file::text_for(game, &what.book, file)?;
            let scenario = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            vec![Battle { scenario, text: Some(text), ..Battle::default() }]
        }
        None if what.scenarios.is_empty() => battles(&what.book)?,
        None => {
            let battle = |scenario: &String| Battle { scenario: scenario.clone(), ..Battle::default() };
            what.scenarios.iter().map(battle).collect()
        }
    };
    for battle in &mut all {
        if battle.text.is_none() {
            // An unknown scenario is refused before anything is played.
            game.scenario_text(&battle.scenario, &options)?;
        }
        battle.options = options.clone();
    }
    Ok(all)
}

/// Works on so many cores; on all where nothing is said.
fn on_cores<T: Send, E: Send>(jobs: Option<usize>, work: impl FnOnce() -> Result<T, E> + Send) -> Result<T, Trouble>
where
    Trouble: From<E>,
{
    if jobs == Some(0) {
        return Err(Trouble::of("--jobs is 0; it takes at least 1"));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs.unwrap_or(0)).build();
    let pool = pool.map_err(|error| Trouble::of(error.to_string()))?;
    Ok(pool.install(work)?)
}

/// How far it is, with the time that is left; nothing where nobody watches.
pub(crate) fn bar(all: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len}  {msg}  {elapsed} gone, {eta} left");
    ProgressBar::new(all).with_style(style.expect("a template that is read"))
}

/// Tells how much of all is done, in thousandths.
pub(crate) fn told(bar: &ProgressBar, what: &str, done: f64) {
    if bar.message() != what {
        bar.set_message(what.to_owned());
    }
    bar.set_position((done * 1_000.0) as u64);
}

fn as_json(found: &impl serde::Serialize) -> String {
    format!("{}\n", serde_json::to_string_pretty(found).expect("plain data"))
}
