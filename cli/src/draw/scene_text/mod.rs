//! A scene in the terminal: coloured cells that read as well without their colours.

mod canvas;
mod dense;
mod measured;
mod palette;
mod squares;

use crate::draw::shape::markers;
use crate::draw::wrapped;
use crate::style::{ASIDE, RULE, TITLE, styled};
use kernel::game::{Counter, Mark, PieceId, Place, Region, Scene};
use kernel::seat::Seat;
pub(crate) use palette::symbol_name;
use palette::{NO_SIGN, OTHER_MARK, OTHER_MARKER, letter, mark_sign, marker_sign};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What can be picked, as far as it is shown on a measured table: points as dots, pieces by their numbers.
#[derive(Clone, Default)]
pub(crate) struct Offered<'a> {
    pub(crate) reach: Option<&'a Region>,
    pub(crate) numbers: BTreeMap<PieceId, usize>,
}

/// The table, at most so wide.
pub(crate) fn board(scene: &Scene, seats: &[Seat], offered: &Offered<'_>, width: usize) -> String {
    board_within(scene, seats, offered, (width, usize::MAX))
}

/// The table in so many columns and rows of characters, as far as it can be drawn so small.
pub(crate) fn board_within(
    scene: &Scene,
    seats: &[Seat],
    offered: &Offered<'_>,
    (width, height): (usize, usize),
) -> String {
    match scene.square {
        Some(side) => squares::board(scene, side, seats, offered, (width, height)),
        None => measured::board(scene, seats, offered, (width, height)),
    }
}

/// What stands beside the table, in as few lines as it takes.
pub(crate) fn panel(scene: &Scene, width: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for line in &scene.panel {
        let rule = line.rule.map_or(String::new(), |rule| format!(" ({rule})"));
        let long = line.label.chars().count() + line.value.chars().count() + rule.chars().count() + 1;
        if used > 0 && used + 3 + long > width {
            out.push('\n');
            used = 0;
        }
        if used > 0 {
            out += "   ";
            used += 3;
        }
        used += long;
        if long > width {
            // The label and its rule stand in the first and the last of several lines.
            let whole = wrapped(&format!("{} {}{rule}", line.label, line.value), width, "  ");
            let value = whole.strip_prefix(&line.label).and_then(|rest| rest.strip_suffix(&rule)).unwrap_or(&whole);
            let value: Vec<String> = value.lines().map(|line| styled(TITLE, line)).collect();
            let _ = write!(out, "{}{}{}", styled(ASIDE, &line.label), value.join("\n"), styled(RULE, rule));
            continue;
        }
        let (label, rule) = (styled(ASIDE, &line.label), styled(RULE, rule));
        let _ = write!(out, "{label} {}{rule}", styled(TITLE, &line.value));
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// All that is known of a place and what stands there, in words.
pub(crate) fn place_text(scene: &Scene, place: &Place, seats: &[Seat]) -> String {
    let mut out = format!("{} {}\n", styled(TITLE, &place.name), place.about);
    for mark in &place.marks {
        let _ = writeln!(out, "  {}", mark_text(mark));
    }
    for piece in scene.pieces.iter().filter(|piece| piece.place == Some(place.id)) {
        out += &piece_text(scene, piece, seats);
    }
    out
}

/// All that is known of a piece, in words.
pub(crate) fn piece_text(scene: &Scene, piece: &Counter, seats: &[Seat]) -> String {
    let token = palette::token(piece, seats);
    let side = piece.seat.map_or(String::new(), |seat| format!("{seat}, "));
    let place = piece.place.and_then(|id| scene.place(id)).map_or(String::new(), |place| format!(", {}", place.name));
    let spent = if piece.spent { ", has acted" } else { "" };
    let mut out = format!("  {token} {} {side}{}{place}{spent}\n", styled(TITLE, &piece.name), piece.about);
    for mark in &piece.marks {
        let _ = writeln!(out, "      {}", mark_text(mark));
    }
    out
}

fn mark_text(mark: &Mark) -> String {
    let times = if mark.count > 1 { format!(" x {}", mark.count) } else { String::new() };
    let rule = mark.rule.map_or(String::new(), |rule| styled(RULE, format!(" ({rule})")));
    format!("{} {}{times}{rule}", mark_sign(mark.role), mark.name)
}

/// What the signs on the table mean; only those that are there, at most so wide.
pub(crate) fn legend(scene: &Scene, seats: &[Seat], width: usize) -> String {
    let mut pieces: BTreeMap<char, String> = BTreeMap::new();
    let mut ground: BTreeMap<char, String> = BTreeMap::new();
    let mut marks: BTreeMap<char, String> = BTreeMap::new();
    let mut markers_on: BTreeMap<char, String> = BTreeMap::new();
    for piece in &scene.pieces {
        pieces.insert(letter(piece.symbol), symbol_name(piece.symbol).to_owned());
        for mark in markers(piece) {
            let (sign, name) = match marker_sign(mark.role) {
                Some(NO_SIGN) => continue,
                Some(sign) => (sign, mark.role.replace('-', " ")),
                None => (OTHER_MARKER, "has markers: look NAME".to_owned()),
            };
            markers_on.insert(sign, name);
        }
    }
    for role in scene.ground.iter().map(|area| area.role).chain(scene.features.iter().map(|feature| feature.role)) {
        if let Some(sign) = palette::role_sign(role) {
            ground.insert(sign, role.replace('-', " "));
        }
    }
    for mark in scene.places.iter().flat_map(|place| &place.marks) {
        // Markers that have no sign of their own share one, and `look` tells them apart.
        let sign = mark_sign(mark.role);
        let name = if sign == OTHER_MARK { "markers: look PLACE".to_owned() } else { mark.role.replace('-', " ") };
        marks.insert(sign, name);
    }
    let mut words: Vec<String> = Vec::new();
    for (i, seat) in seats.iter().enumerate() {
        let Some(piece) = scene.pieces.iter().find(|piece| piece.seat == Some(*seat)) else { continue };
        let army =
            if piece.army.is_empty() || piece.army == seat.0 { String::new() } else { format!(" ({})", piece.army) };
        words.push(format!("{}: {seat}{army}", if i == 0 { "CAPITALS" } else { "small letters" }));
    }
    for signs in [pieces, ground, marks] {
        words.extend(signs.iter().map(|(sign, name)| format!("{sign} {name}")));
    }
    if !markers_on.is_empty() {
        let signs: Vec<String> = markers_on.iter().map(|(sign, name)| format!("{sign} {name}")).collect();
        words.push(format!("behind a unit: {}", signs.join(", ")));
    }
    if scene.pieces.iter().any(|piece| piece.spent) {
        words.push("' has acted".to_owned());
    }
    let words: Vec<(usize, String)> =
        words.into_iter().map(|word| (word.chars().count(), styled(ASIDE, word))).collect();
    in_lines(&words, width)
}

/// Words side by side in as few lines as they take; with each how wide it is to be seen.
fn in_lines(words: &[(usize, String)], width: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for (long, word) in words {
        if used > 0 && used + 3 + long > width {
            out.push('\n');
            used = 0;
        }
        if used > 0 {
            out += "   ";
            used += 3;
        }
        used += long;
        out += word;
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// As much of what stands beside the table as fits so many lines, without rules and without what is long.
pub(crate) fn short_panel(scene: &Scene, width: usize, lines: usize) -> String {
    // What is being played everybody knows who plays it.
    let short = scene.panel.iter().filter(|line| line.value.chars().count() <= SHORT && line.value != scene.title);
    let words: Vec<(usize, String)> = short
        .map(|line| {
            let long = line.label.chars().count() + 1 + line.value.chars().count();
            (long, format!("{} {}", styled(ASIDE, &line.label), styled(TITLE, &line.value)))
        })
        .collect();
    in_lines(&words, width).lines().take(lines).map(|line| format!("{line}\n")).collect()
}

/// A longer value is left to the whole panel.
const SHORT: usize = 28;

#[cfg(test)]
mod tests;
