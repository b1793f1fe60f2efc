//! What the lab has found, in words, numbers and plots.

use crate::style::{ASIDE, TITLE, styled};
use crate::tell::{capital, side};
use crate::trouble::Trouble;
use ::lab::plot::{Dot, escaped, histogram, shares};
use ::lab::{Found, Lesson, Match, Measured, Outcome, Played, Rating, Score, Sweep, Tuned};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// A match.
pub(crate) fn outcome(of: &Match, found: &Outcome) -> String {
    let [first, second] = &of.players;
    let mut out = format!("{}\n", styled(TITLE, format!("{first} against {second}: {}", found.all)));
    if let Some(why) = &found.stopped {
        let _ = writeln!(out, "Stopped after {} games: {why}.", found.all.games());
    }
    let widest = found.by_scenario.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(20);
    let seats = seats(&of.book);
    for (seat, score) in seats.iter().zip(&found.by_seat) {
        let _ = writeln!(out, "  {:widest$}  {score}", format!("{first} as {seat}"));
    }
    for (scenario, score) in &found.by_scenario {
        let _ = writeln!(out, "  {scenario:widest$}  {score}");
    }
    let _ = writeln!(out, "{}", styled(ASIDE, format!("By seat, whoever has it: {} wins", side(&seats[0]))));
    for ((scenario, score), (_, lead)) in found.first_seat.iter().zip(&found.leads) {
        let _ = writeln!(out, "  {scenario:widest$}  {score}, by {lead:+.1} points on average");
    }
    let [own, other] = found.thought;
    let _ = writeln!(
        out,
        "A game has {:.0} orders in {:.1} turns. A decision takes {first} {own:.2} ms and {second} {other:.2} ms.",
        found.orders, found.turns
    );
    out
}

/// The seats of a book.
fn seats(book: &str) -> Vec<String> {
    let shelf = shelf::Shelf::five();
    shelf.game(book).map(|game| game.seats().iter().map(ToString::to_string).collect()).unwrap_or_default()
}

/// A game of a match, for other programs.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) game: i64,
    pub(crate) scenario: String,
    pub(crate) seed: u64,
    #[serde(rename = "first seat")]
    pub(crate) first_seat: String,
    #[serde(rename = "second seat")]
    pub(crate) second_seat: String,
    pub(crate) winner: String,
    pub(crate) lead: i32,
    pub(crate) orders: i64,
    pub(crate) turns: i64,
    pub(crate) ended: String,
}

/// Every game of a match. They are played by numbers, so that they can be told again without being kept.
pub(crate) fn rows(of: &Match, found: &Outcome) -> Vec<Row> {
    let seats = seats(&of.book);
    let row = |(number, played): (u32, &Played)| {
        let job = of.job(number);
        let [first_seat, second_seat] = job.players;
        Row {
            game: number.into(),
            scenario: job.battle.scenario,
            seed: job.seed,
            first_seat,
            second_seat,
            winner: played.winner.map_or("nobody", |seat| seats[seat].as_str()).to_owned(),
            lead: played.lead,
            orders: played.orders.into(),
            turns: played.turns.into(),
            ended: played.ended.clone(),
        }
    };
    (0..).zip(&found.games).map(row).collect()
}

/// Every game of a match as a line.
pub(crate) fn csv(of: &Match, found: &Outcome) -> Result<String, Trouble> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows(of, found) {
        writer.serialize(row).map_err(|error| Trouble::of(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| Trouble::of(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Ratings, the best first.
pub(crate) fn ratings(ratings: &[Rating]) -> String {
    let mut out = format!("{}\n", styled(TITLE, "Ratings (400 points are odds of ten to one)"));
    let widest = ratings.iter().map(|rating| rating.player.chars().count()).max().unwrap_or(0);
    for Rating { player, rating, error, score } in ratings {
        let _ = writeln!(out, "  {player:widest$}  {rating:+5.0} ± {error:3.0}   won {score}");
    }
    out
}

/// Whether scenarios are fair.
pub(crate) fn balance(book: &str, player: &str, all: &[Found]) -> String {
    let seats = seats(book);
    let mut out = format!("{}\n", styled(TITLE, format!("Balance of {book}, {player} on both sides")));
    for found in all {
        let (add, (low, high)) = found.to_par;
        let [shortest, middle, longest] = found.turns;
        let _ = writeln!(out, "{}", styled(TITLE, &found.scenario));
        let _ = writeln!(out, "  {} wins {}{}", side(&seats[0]), found.first_seat, verdict(found.first_seat));
        let _ = writeln!(out, "  even with {add:+} on the par (95 %: {low:+} to {high:+})");
        let _ = writeln!(out, "  {shortest} to {longest} turns, {middle} in the middle; {:.0} orders", found.orders);
        let _ = writeln!(out, "  {}", what_decides(found));
    }
    out
}

fn verdict(score: Score) -> &'static str {
    let (low, high) = score.interval();
    match () {
        () if low > 0.55 || high < 0.45 => ": not even",
        () if low >= 0.45 && high <= 0.55 => ": even",
        () => ": too few games to tell whether it is even",
    }
}

fn what_decides(found: &Found) -> String {
    let games: u32 = found.endings.values().sum();
    let share = |count: u32| f64::from(count) * 100.0 / f64::from(games.max(1));
    let endings: Vec<String> =
        found.endings.iter().map(|(rule, count)| format!("by {rule} {:.0} %", share(*count))).collect();
    format!(
        "ends {}; the lead changes {:.1} times and is settled after {:.0} % of the game",
        endings.join(", "),
        found.changes,
        found.decided * 100.0
    )
}

/// The same as a page.
pub(crate) fn page(book: &str, player: &str, all: &[Found]) -> String {
    let seats = seats(book);
    let dots: Vec<Dot> = all
        .iter()
        .map(|found| Dot {
            label: found.scenario.clone(),
            share: found.first_seat.share(),
            interval: found.first_seat.interval(),
        })
        .collect();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Balance of {book}</title>\n<style>\
         body{{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 Georgia,serif;background:#fbf7ec;color:#2b2419}}\
         svg{{width:100%;height:auto;border:1px solid #cbbf9f}}h2{{margin-top:2.5rem}}</style>\n\
         <h1>Balance of {book}</h1>\n<p>{} on both sides; bars are 95 % intervals, the green band is 45 to 55 %.</p>\n",
        escaped(player)
    );
    out += &shares(&format!("Games that {} wins", side(&seats[0])), &dots);
    for found in all {
        let (add, (low, high)) = found.to_par;
        let [shortest, middle, longest] = found.turns;
        let _ = write!(
            out,
            "<h2>{}</h2>\n<p>{} wins {}{}. It would be even with {add:+} on the par (95 %: {low:+} to \
             {high:+}). A game takes {shortest} to {longest} turns, {middle} in the middle, and {:.0} orders; it {}.</p>\n",
            escaped(&found.scenario),
            capital(&side(&seats[0])),
            found.first_seat,
            verdict(found.first_seat),
            found.orders,
            escaped(&what_decides(found)),
        );
        out += &histogram(&format!("Points by which {} led, over par", side(&seats[0])), &found.leads, 5);
    }
    out + "</html>\n"
}

/// What a sweep is called.
pub(crate) fn sweep_title(sweep: &Sweep) -> String {
    let seats = seats(&sweep.balance.book);
    format!("{}: games that {} wins, by {}", sweep.balance.battle.scenario, side(&seats[0]), sweep.vary.key)
}

/// A sweep as dots.
pub(crate) fn dots(found: &[(i64, Found)]) -> Vec<Dot> {
    let dot = |(value, found): &(i64, Found)| Dot {
        label: value.to_string(),
        share: found.first_seat.share(),
        interval: found.first_seat.interval(),
    };
    found.iter().map(dot).collect()
}

/// A sweep.
pub(crate) fn sweep(sweep: &Sweep, found: &[(i64, Found)]) -> String {
    let mut out = format!("{}\n", styled(TITLE, sweep_title(sweep)));
    for (value, found) in found {
        let _ = writeln!(out, "  {value:>6}  {}, the middle lead {:+}", found.first_seat, found.to_par.0);
    }
    out
}

/// What was learned.
pub(crate) fn lesson(lesson: &Lesson, file: &Path) -> String {
    let title = format!("Learned from {} positions", lesson.learned);
    format!("{}\n{}Written to {}\n", styled(TITLE, title), measured(&lesson.measured), file.display())
}

/// How far chances can be trusted.
pub(crate) fn measured(measured: &Measured) -> String {
    let title = format!("Measured by {} positions of games it was not taught", measured.positions);
    let mut out = format!("{}\n", styled(TITLE, title));
    let _ = writeln!(
        out,
        "  log loss {:.4} (0.6931 is knowing nothing), margin off by {:.1} points",
        measured.loss, measured.margin_error
    );
    let _ = writeln!(out, "  of positions called so     won");
    for (count, said, won) in measured.calibration.iter().filter(|(count, ..)| *count > 0) {
        let _ = writeln!(out, "    {count:7} at {:5.1} %   {:5.1} %", said * 100.0, won * 100.0);
    }
    out
}

/// Weights that were found.
pub(crate) fn tuned((weights, score): &Tuned) -> String {
    let mut out = format!("{}\n", styled(TITLE, format!("Against the weights it began with: {score}")));
    for (name, weight) in weights {
        let _ = writeln!(out, "  {weight:>7}  {name}");
    }
    out
}
