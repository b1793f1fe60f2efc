//! Golden games: readable files that a change of rules must change visibly.
//!
//! `UPDATE_GOLDEN=1 cargo test` writes them anew; a reviewer then reads what became different.

use super::playthrough::{Noted, Playthrough, all_eyes};
use kernel::game::{Eyes, Game, Legal, Line, Record, Said, apply};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Each scenario has a game in `tests/golden`, and it is played today as it was written.
pub fn golden_games_are_as_written<G: Game>(crate_folder: &str) {
    let folder = Path::new(crate_folder).join("tests/golden");
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for card in G::scenarios() {
        let file = folder.join(format!("{}.game", card.id));
        let played = played::<G>(&card.id, &card.title);
        if update {
            fs::create_dir_all(&folder).expect("the folder of golden games can be made");
            fs::write(&file, &played).expect("a golden game can be written");
        }
        let written = fs::read_to_string(&file).unwrap_or_else(|_| {
            panic!("{} has no golden game; UPDATE_GOLDEN=1 writes one, to be read before it is committed", card.id)
        });
        let differs = written.lines().zip(played.lines()).position(|(written, played)| written != played);
        let differs = differs.or_else(|| (written != played).then_some(written.lines().count()));
        if let Some(line) = differs {
            let at = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_owned();
            panic!("{}, line {}:\nwritten: {}\n played: {}", file.display(), line + 1, at(&written), at(&played));
        }
    }
}

/// A game at random as text.
fn played<G: Game>(scenario: &str, title: &str) -> String {
    let mut text = format!("{title}\nscenario {scenario}, played at random\n");
    let mut game = Playthrough::<G>::of(scenario, 0);
    let mut number = 0;
    while let Some(ask) = game.ask() {
        let legal = game.choose(&ask);
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
