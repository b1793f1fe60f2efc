//! Golden games: readable files that a change of rules must change visibly, and counts of legal orders on the way.
//!
//! The orders of a game are read from its file and played again. `UPDATE_GOLDEN=1 cargo test` writes what happens anew, and
//! draws orders at random from where a game has none or its orders are not legal any more; a reviewer then reads what
//! became different. So a game can be rehearsed: its file is written with orders alone, and says in its second line by whom
//! it is played.

use super::playthrough::{Noted, Playthrough, all_eyes};
use kernel::game::picks::every;
use kernel::game::{Eyes, Game, Legal, Line, Record, Said, View, apply};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Each scenario has a game in `tests/golden`, and it is played today as it was written.
pub fn golden_games_are_as_written<G: Game>(crate_folder: &str) {
    for card in G::scenarios() {
        let Written { file, by, orders } = written::<G>(crate_folder, &card.id);
        holds(&file, &played::<G>(&card.id, &format!("{}\nscenario {}, {by}\n", card.title, card.id), orders));
    }
}

/// How many orders are legal at places of the golden games is as it was written, as perft suites of chess are.
pub fn counts_of_legal_orders_are_as_written<G: Game>(crate_folder: &str) {
    let mut text = String::new();
    for card in G::scenarios() {
        let orders = written::<G>(crate_folder, &card.id).orders;
        let mut game = Playthrough::<G>::of(&card.id, 0);
        let mut asked = BTreeSet::new();
        for (number, (seat, order)) in (1..).zip(orders) {
            let ask = game.ask_of(&seat).expect("a golden game asks as it is written");
            let view = View::<G>::of_seat(&game.state, ask.seat);
            // Each question where it comes first, and then now and then.
            if asked.insert((ask.seat, ask.question)) || number % 25 == 0 {
                let mut orders = HashSet::new();
                let all = every(&view, &ask, &[], COUNTED, |order| {
                    orders.insert(order);
                });
                let more = if all.complete { "" } else { " or more" };
                let _ =
                    writeln!(text, "{} {number}, {} to {}: {}{more}", card.id, ask.seat, ask.question, orders.len());
            }
            let legal = view.check(&ask, order).unwrap_or_else(|refusal| panic!("{}: {refusal}", game.name));
            game.carry_out(&legal);
        }
    }
    holds(&Path::new(crate_folder).join("tests/golden/orders.counts"), &text);
}

/// No more ways than these are followed to count orders.
const COUNTED: u32 = 20_000;

/// A golden game as it stands in its file.
struct Written<G: Game> {
    file: PathBuf,
    /// By whom it is played.
    by: String,
    /// The orders with their seats.
    orders: Vec<(String, G::Order)>,
}

fn written<G: Game>(crate_folder: &str, scenario: &str) -> Written<G> {
    let file = Path::new(crate_folder).join("tests/golden").join(format!("{scenario}.game"));
    let text = fs::read_to_string(&file).unwrap_or_default();
    let order = |(head, line): (&str, &str)| {
        let seat = head.split_once(". ")?.1.split_once(": ")?.0;
        Some((seat.to_owned(), serde_json::from_str(line.strip_prefix("   ")?).ok()?))
    };
    let heads =
        text.lines().zip(text.lines().skip(1)).filter(|(head, _)| head.starts_with(|c: char| c.is_ascii_digit()));
    let orders = heads.filter_map(order).collect();
    let by = text.lines().nth(1).and_then(|line| line.split_once(", ")).map_or("played at random", |(_, by)| by);
    Written { by: by.to_owned(), file, orders }
}

/// Holds what was made to what is written; writes it where that is asked for.
fn holds(file: &Path, made: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(file.parent().expect("a file has a folder")).expect("a folder can be made");
        fs::write(file, made).expect("a golden file can be written");
    }
    let written = fs::read_to_string(file).unwrap_or_else(|_| {
        panic!("{} is missing; UPDATE_GOLDEN=1 writes it, to be read before it is committed", file.display())
    });
    let differs = written.lines().zip(made.lines()).position(|(written, made)| written != made);
    let differs = differs.or_else(|| (written != made).then_some(written.lines().count()));
    if let Some(line) = differs {
        let at = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_owned();
        panic!("{}, line {}:\nwritten: {}\n   made: {}", file.display(), line + 1, at(&written), at(made));
    }
}

/// A game as text under its heading: with these orders, and at random from where they end or are not legal.
fn played<G: Game>(scenario: &str, heading: &str, orders: Vec<(String, G::Order)>) -> String {
    let mut text = heading.to_owned();
    let mut game = Playthrough::<G>::of(scenario, 0);
    let mut number = 0;
    let mut orders = Some(orders.into_iter());
    while let Some(any) = game.ask() {
        let again = orders.as_mut().and_then(Iterator::next).and_then(|(seat, order)| {
            let ask = game.ask_of(&seat)?;
            View::<G>::of_seat(&game.state, ask.seat).check(&ask, order).ok()
        });
        let legal = again.unwrap_or_else(|| {
            orders = None;
            game.choose(&any)
        });
        let ask = *legal.ask();
        number += 1;
        let order = serde_json::to_string(legal.order()).expect("an order can be written as JSON");
        let _ = writeln!(text, "\n{number}. {}: {} ({})\n   {order}", ask.seat, ask.question, ask.rule);
        told(&mut game, &legal, &mut text);
    }
    let result = G::result(&game.state).expect("the game is over");
    let winner = result.winner.map_or("nobody wins".to_owned(), |winner| format!("{winner} wins"));
    let points = result.points.iter().map(|(seat, points)| format!("{seat} {points}")).collect::<Vec<_>>().join(", ");
    let _ = writeln!(text, "\nResult: {winner} ({points}). {} ({})", result.because, result.rule);
    text
}

/// Carries an order out and tells what happened.
fn told<G: Game>(game: &mut Playthrough<G>, legal: &Legal<G>, text: &mut String) {
    let mut record = Record::default();
    let mut dice = Noted::over(&mut game.dice);
    apply(&mut game.state, legal, &mut dice, Some(&mut record));
    if !dice.faces.is_empty() {
        let faces = dice.faces.iter().map(|(_, face)| face.to_string()).collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "   dice {faces}");
    }
    for line in &record.lines {
        match line {
            Line::Event { told, .. } => {
                let heard = |eyes: Eyes| Some((told.to(eyes)?, eyes));
                let heard: Vec<(&Said, Eyes)> = all_eyes::<G>().filter_map(heard).collect();
                let Some((said, eyes)) = heard.first() else { continue };
                let only = if heard.len() > G::SEATS.len() { String::new() } else { format!(" (only to the {eyes})") };
                let rule = said.rule.map_or(String::new(), |rule| format!(" ({rule})"));
                let _ = writeln!(text, "   {}{rule}{only}", said.text);
            }
            Line::Roll { roll, only } => {
                let because = roll.because().expect("a fresh roll is explained");
                let only = only.map_or(String::new(), |seat| format!(" (only to the {seat})"));
                let _ = write!(text, "   {} ({})", because.title, because.rule);
                for throw in &because.throws {
                    let faces = throw.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                    let _ = write!(text, ", {} for {}: {faces}", throw.law, throw.why.who);
                }
                for tally in &because.tallies {
                    let _ = write!(text, ", {tally}");
                }
                let _ = writeln!(text, ": {}{only}", because.result);
            }
        }
    }
    game.orders += 1;
}
