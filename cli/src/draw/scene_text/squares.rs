//! A board of squares: a cell for each, with its name, ground, defences and markers, and the units that stand in it.

use super::canvas::Canvas;
use super::palette::{FRAME, LIGHT, ground_style, mark_sign, over, piece_style, role_sign, token};
use crate::draw::shape::{covers, spots_along};
use anstyle::Style;
use kernel::game::{Counter, Place, Scene};
use kernel::seat::Seat;
use std::fmt::Write;

/// Rows of characters in a square: its name and ground, then two rows of units.
const TALL: usize = 3;

/// The board, at most so wide.
pub(super) fn board(scene: &Scene, side: i64, seats: &[Seat], width: usize) -> String {
    let columns = (scene.size.0 / side).max(1) as usize;
    let rows = (scene.size.1 / side).max(1) as usize;
    let wide = ((width.saturating_sub(1)) / columns).saturating_sub(1).clamp(6, 14);
    let mut canvas = Canvas::new(columns * (wide + 1) + 1, rows * (TALL + 1) + 1);
    frame(&mut canvas, columns, rows, wide);
    for row in 0..rows {
        for column in 0..columns {
            let middle = (column as i64 * side + side / 2, row as i64 * side + side / 2);
            let corner = (column * (wide + 1) + 1, row * (TALL + 1) + 1);
            square(&mut canvas, scene, middle, corner, wide, seats);
        }
    }
    canvas.text() + &beside(scene, seats)
}

/// The lines between the squares.
fn frame(canvas: &mut Canvas, columns: usize, rows: usize, wide: usize) {
    for y in 0..canvas.height() {
        for x in 0..canvas.width() {
            let (across, down) = (y % (TALL + 1) == 0, x % (wide + 1) == 0);
            let (row, column) = (y / (TALL + 1), x / (wide + 1));
            let sign = match (across, down) {
                (true, true) => match (row, column) {
                    (0, 0) => '┌',
                    (0, c) if c == columns => '┐',
                    (0, _) => '┬',
                    (r, 0) if r == rows => '└',
                    (r, c) if r == rows && c == columns => '┘',
                    (r, _) if r == rows => '┴',
                    (_, 0) => '├',
                    (_, c) if c == columns => '┤',
                    _ => '┼',
                },
                (true, false) => '─',
                (false, true) => '│',
                (false, false) => continue,
            };
            canvas.put((x, y), sign, FRAME);
        }
    }
}

fn square(canvas: &mut Canvas, scene: &Scene, middle: (i64, i64), (x, y): (usize, usize), wide: usize, seats: &[Seat]) {
    let ground = scene.ground.iter().rev().find(|area| covers(&area.shape, middle)).map_or("open", |area| area.role);
    let paper = ground_style(ground);
    for dy in 0..TALL {
        canvas.write((x, y + dy), &" ".repeat(wide), paper);
    }
    let place = scene.places.iter().find(|place| covers(&place.shape, middle));
    let mut at = x;
    let mut write = |canvas: &mut Canvas, text: &str, style: Style| {
        let room = (x + wide).saturating_sub(at);
        let text: String = text.chars().take(room).collect();
        canvas.write((at, y), &text, over(paper, style));
        at += text.chars().count();
    };
    if let Some(place) = place {
        write(canvas, &place.name, Style::new().bold());
        write(canvas, " ", Style::new());
    }
    if let Some(sign) = role_sign(ground) {
        write(canvas, &sign.to_string(), paper);
    }
    for sign in feature_signs(scene, middle) {
        write(canvas, &sign.to_string(), paper);
    }
    for mark in place.iter().flat_map(|place| &place.marks) {
        let count = if mark.count > 1 { mark.count.to_string() } else { String::new() };
        write(canvas, &format!("{}{count}", mark_sign(mark.role)), LIGHT);
    }
    let here: Vec<&Counter> = scene.pieces.iter().filter(|piece| stands_in(piece, place, middle, scene)).collect();
    units(canvas, &here, (x, y + 1), wide, paper, seats);
}

/// What runs through a square, a sign each.
fn feature_signs(scene: &Scene, middle: (i64, i64)) -> Vec<char> {
    let side = scene.square.unwrap_or(1);
    let inside = |(x, y): (i64, i64)| (x - middle.0).abs() < side / 2 && (y - middle.1).abs() < side / 2;
    let mut signs = Vec::new();
    for feature in &scene.features {
        if let Some(sign) = role_sign(feature.role)
            && !signs.contains(&sign)
            && spots_along(&feature.shape, side / 8).into_iter().any(inside)
        {
            signs.push(sign);
        }
    }
    signs
}

fn stands_in(piece: &Counter, place: Option<&Place>, middle: (i64, i64), scene: &Scene) -> bool {
    if let (Some(id), Some(place)) = (piece.place, place) {
        id == place.id
    } else {
        let side = scene.square.unwrap_or(1);
        (piece.at.0 - middle.0).abs() * 2 < side && (piece.at.1 - middle.1).abs() * 2 < side
    }
}

/// Units in two rows; a number says how many more there are.
fn units(canvas: &mut Canvas, here: &[&Counter], (x, y): (usize, usize), wide: usize, paper: Style, seats: &[Seat]) {
    let (mut row, mut at) = (0, 0);
    for (i, piece) in here.iter().enumerate() {
        let text = token(piece, seats);
        let long = text.chars().count();
        let rest = here.len() - i;
        if at > 0 && at + long > wide {
            row += 1;
            at = 0;
        }
        // The last row keeps room for the number of those that are not shown.
        let last = row + 2 == TALL;
        if row + 1 >= TALL || last && rest > 1 && at + long + 3 > wide && at > 0 {
            canvas.write((x + at.min(wide - 2), y + row.min(TALL - 2)), &format!("+{rest}"), over(paper, LIGHT));
            return;
        }
        canvas.write((x + at, y + row), &text, piece_style(piece, seats));
        at += long + 1;
    }
}

/// What stands on no square: reserves.
fn beside(scene: &Scene, seats: &[Seat]) -> String {
    let outside = |piece: &&Counter| {
        let on = (0..scene.size.0).contains(&piece.at.0) && (0..scene.size.1).contains(&piece.at.1);
        piece.place.is_none() && !on
    };
    let mut out = String::new();
    for seat in seats {
        let waiting: Vec<String> = (scene.pieces.iter().filter(outside))
            .filter(|piece| piece.seat == Some(*seat))
            .map(|piece| format!("{} {}", token(piece, seats), piece.name))
            .collect();
        if !waiting.is_empty() {
            let _ = writeln!(out, "off the table, {seat}: {}", waiting.join(", "));
        }
    }
    out
}
