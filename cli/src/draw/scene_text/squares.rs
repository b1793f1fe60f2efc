//! A board of squares: a cell for each, with its name, ground, defences and markers, and the units that stand in it.

use super::Offered;
use super::canvas::Canvas;
use super::dense;
use super::palette::{FRAME, LIGHT, ground_style, mark_sign, over, piece_style, role_sign, token};
use crate::draw::shape::{covers, spots_along};
use crate::draw::wrapped;
use anstyle::Style;
use kernel::game::{Counter, Place, Scene};
use kernel::seat::Seat;
use std::fmt::Write;

/// How a board is drawn: in how many rows of characters each square, and with lines between them or without.
#[derive(Clone, Copy)]
struct Form {
    tall: usize,
    ruled: bool,
}

impl Form {
    /// From the roomiest to the smallest that still shows every square with its name.
    const ALL: [Form; 3] =
        [Form { tall: 3, ruled: true }, Form { tall: 2, ruled: true }, Form { tall: 2, ruled: false }];

    /// The rows of characters from one row of squares to the next.
    fn pitch(self) -> usize {
        self.tall + usize::from(self.ruled)
    }

    fn height(self, rows: usize) -> usize {
        rows * self.pitch() + if self.ruled { 1 } else { 2 }
    }
}

/// The narrowest square with its name, its ground and a unit in it.
const NARROWEST: usize = 6;

/// The board in so many columns and rows of characters.
pub(super) fn board(
    scene: &Scene,
    side: i64,
    seats: &[Seat],
    offered: &Offered<'_>,
    (width, height): (usize, usize),
) -> String {
    let columns = (scene.size.0 / side).max(1) as usize;
    let rows = (scene.size.1 / side).max(1) as usize;
    let waiting = beside(scene, seats, width);
    let height = height.saturating_sub(waiting.lines().count());
    let form = Form::ALL.into_iter().find(|form| form.height(rows) <= height).unwrap_or(Form::ALL[2]);
    let wide = ((width.saturating_sub(1)) / columns).saturating_sub(1);
    if wide < NARROWEST {
        return dense::board(scene, side, seats, offered, (width, height)) + &waiting;
    }
    let wide = wide.min(14);
    let mut canvas = Canvas::new(columns * (wide + 1) + 1, form.height(rows));
    frame(&mut canvas, (columns, rows), wide, form);
    for row in 0..rows {
        for column in 0..columns {
            let middle = (column as i64 * side + side / 2, row as i64 * side + side / 2);
            let corner = (column * (wide + 1) + 1, row * form.pitch() + 1);
            square(&mut canvas, scene, middle, corner, (wide, form.tall), seats);
        }
    }
    canvas.text() + &waiting
}

/// The lines around the squares, and between them where there is room.
fn frame(canvas: &mut Canvas, (columns, rows): (usize, usize), wide: usize, form: Form) {
    let last = canvas.height() - 1;
    for y in 0..=last {
        for x in 0..canvas.width() {
            let across = if form.ruled { y % form.pitch() == 0 } else { y == 0 || y == last };
            let down = x % (wide + 1) == 0;
            let column = x / (wide + 1);
            let row = if y == last { rows } else { y / form.pitch() };
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

fn square(
    canvas: &mut Canvas,
    scene: &Scene,
    middle: (i64, i64),
    (x, y): (usize, usize),
    (wide, tall): (usize, usize),
    seats: &[Seat],
) {
    let ground = scene.ground.iter().rev().find(|area| covers(&area.shape, middle)).map_or("open", |area| area.role);
    let paper = ground_style(ground);
    for dy in 0..tall {
        canvas.write((x, y + dy), &" ".repeat(wide), paper);
    }
    let place = scene.places.iter().find(|place| covers(&place.shape, middle));
    // The line over the units: name, ground, what runs through it, and the markers that lie there.
    let mut line: Vec<(String, Style)> = Vec::new();
    line.extend(place.map(|place| (format!("{} ", place.name), Style::new().bold())));
    line.extend(role_sign(ground).map(|sign| (sign.to_string(), paper)));
    line.extend(feature_signs(scene, middle).into_iter().map(|sign| (sign.to_string(), paper)));
    let used = |line: &[(String, Style)]| line.iter().map(|(text, _)| text.chars().count()).sum::<usize>();
    for mark in place.iter().flat_map(|place| &place.marks) {
        // A number that would be cut is left out.
        let (sign, count) = (mark_sign(mark.role), mark.count.to_string());
        let has_room = mark.count > 1 && used(&line) + 1 + count.len() <= wide;
        line.push((if has_room { format!("{sign}{count}") } else { sign.to_string() }, LIGHT));
    }
    let mut at = x;
    for (text, style) in line {
        let text: String = text.chars().take((x + wide).saturating_sub(at)).collect();
        canvas.write((at, y), &text, over(paper, style));
        at += text.chars().count();
    }
    let here: Vec<&Counter> = scene.pieces.iter().filter(|piece| stands_in(piece, place, middle, scene)).collect();
    units(canvas, &here, (x, y + 1), (wide, tall - 1), paper, seats);
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

/// Units in the rows under the name; where they do not fit they close up, and a number says how many more there are.
fn units(
    canvas: &mut Canvas,
    here: &[&Counter],
    (x, y): (usize, usize),
    (wide, rows): (usize, usize),
    paper: Style,
    seats: &[Seat],
) {
    let tokens: Vec<String> = here.iter().map(|piece| token(piece, seats)).collect();
    let apart = laid(&tokens, (wide, rows), 1);
    let spots = if apart.len() < tokens.len() { laid(&tokens, (wide, rows), 0) } else { apart };
    // The last row keeps room for the number of those that are not shown.
    let mut shown = spots.len();
    let is_clear = |shown: usize| {
        let used = spots[..shown].iter().zip(&tokens).filter(|((_, row), _)| row + 1 == rows);
        used.map(|((at, _), token)| at + token.chars().count()).max().unwrap_or(0) + 2 <= wide
    };
    if shown < tokens.len() {
        while shown > 0 && !is_clear(shown) {
            shown -= 1;
        }
    }
    for (((at, row), text), piece) in spots.iter().zip(&tokens).zip(here).take(shown) {
        canvas.write((x + at, y + row), text, piece_style(piece, seats));
    }
    if shown < tokens.len() {
        let more = format!("+{}", tokens.len() - shown);
        canvas.write((x + wide - more.len().min(wide), y + rows - 1), &more, over(paper, LIGHT));
    }
}

/// Where texts stand in rows of a width, with so many characters between them; as many as fit.
fn laid(texts: &[String], (wide, rows): (usize, usize), gap: usize) -> Vec<(usize, usize)> {
    let (mut row, mut at) = (0, 0);
    let mut spots = Vec::new();
    for text in texts {
        let long = text.chars().count();
        if at > 0 && at + long > wide {
            (row, at) = (row + 1, 0);
        }
        if row >= rows {
            break;
        }
        spots.push((at, row));
        at += long + gap;
    }
    spots
}

/// What stands on no square: reserves.
fn beside(scene: &Scene, seats: &[Seat], width: usize) -> String {
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
            let line = format!("off the table, {seat}: {}", waiting.join(", "));
            let _ = writeln!(out, "{}", wrapped(&line, width, "  "));
        }
    }
    out
}
