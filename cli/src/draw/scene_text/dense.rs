//! A board of more squares than can be named one by one: a character or two for each, with the names along its edges.

use super::Offered;
use super::canvas::Canvas;
use super::palette::{FRAME, LIGHT, ground_style, mark_sign, over, piece_style, role_sign, token};
use crate::draw::shape::covers;
use kernel::game::{Counter, Place, Scene};
use kernel::seat::Seat;

/// Characters before the board: the names of its rows.
const NAMES: usize = 3;

/// The board in so many columns and rows of characters. Where it has more rows of squares than that, those around what
/// can be picked are drawn, or around the pieces.
pub(super) fn board(
    scene: &Scene,
    side: i64,
    seats: &[Seat],
    offered: &Offered<'_>,
    (width, height): (usize, usize),
) -> String {
    let columns = (scene.size.0 / side).max(1) as usize;
    let all = (scene.size.1 / side).max(1) as usize;
    let wide = (width.saturating_sub(NAMES) / columns).clamp(1, 5);
    // Two rows for the names of the columns, and one that says what is left out.
    let rows = if all + 2 <= height { all } else { height.saturating_sub(3).clamp(1, all) };
    let first = middle_row(scene, side, offered).saturating_sub(rows / 2).min(all - rows);
    let mut canvas = Canvas::new(NAMES + columns * wide, rows + 2);
    let middle = |column: usize, row: usize| (column as i64 * side + side / 2, row as i64 * side + side / 2);
    let place = |column: usize, row: usize| scene.places.iter().find(|place| covers(&place.shape, middle(column, row)));
    for row in 0..rows {
        let name = place(0, first + row).map_or(String::new(), |place| split(place).1);
        canvas.write((0, row + 2), &name, FRAME);
        for column in 0..columns {
            let spot = (middle(column, first + row), place(column, first + row));
            square(&mut canvas, scene, spot, (NAMES + column * wide, row + 2), wide, seats);
        }
    }
    for column in 0..columns {
        let name = place(column, 0).map_or(String::new(), |place| split(place).0);
        // A name of several characters stands upright over its column.
        for (down, letter) in name.chars().take(2).enumerate() {
            let down = if name.chars().count() == 1 { 1 } else { down };
            canvas.put((NAMES + column * wide, down), letter, FRAME);
        }
    }
    let cut = if rows < all {
        format!("rows {} to {} of {all} from the top; 'board' draws them all\n", first + 1, first + rows)
    } else {
        String::new()
    };
    canvas.text() + &cut
}

/// The row of squares in the middle of the pieces that can be picked, or of all that stand on the board.
fn middle_row(scene: &Scene, side: i64, offered: &Offered<'_>) -> usize {
    let row = |piece: &Counter| usize::try_from(piece.at.1 / side).unwrap_or(0);
    let on_board = |piece: &&Counter| piece.place.is_some();
    let is_offered = |piece: &&Counter| offered.numbers.contains_key(&piece.id);
    let mut rows: Vec<usize> = scene.pieces.iter().filter(on_board).filter(is_offered).map(row).collect();
    if rows.is_empty() {
        rows = scene.pieces.iter().filter(on_board).map(row).collect();
    }
    rows.sort_unstable();
    rows.get(rows.len() / 2).copied().unwrap_or(0)
}

/// The part of a square's name that says its column, and the part that says its row: 'C4' is 'C' and '4'.
fn split(place: &Place) -> (String, String) {
    let at = place.name.find(|c: char| c.is_ascii_digit()).unwrap_or(place.name.len());
    (place.name[..at].to_owned(), place.name[at..].to_owned())
}

/// The strongest piece of a square, else its markers, else its ground.
fn square(
    canvas: &mut Canvas,
    scene: &Scene,
    (middle, place): ((i64, i64), Option<&Place>),
    (x, y): (usize, usize),
    wide: usize,
    seats: &[Seat],
) {
    let ground = scene.ground.iter().rev().find(|area| covers(&area.shape, middle)).map_or("open", |area| area.role);
    let paper = ground_style(ground);
    let sign = role_sign(ground).map_or(" ".repeat(wide), |sign| sign.to_string().repeat(wide));
    canvas.write((x, y), &sign, paper);
    for mark in place.iter().flat_map(|place| &place.marks) {
        canvas.put((x, y), mark_sign(mark.role), over(paper, LIGHT));
    }
    let here = scene.pieces.iter().filter(|piece| piece.place.is_some() && piece.place == place.map(|place| place.id));
    let strongest = here.clone().max_by_key(|piece| piece.strength.map_or(0, |strength| strength.now));
    if let Some(piece) = strongest {
        let text: String = match (token(piece, seats), here.count()) {
            (token, 1) => token,
            (token, count) => format!("{}{count}", token.chars().next().unwrap_or(' ')),
        };
        let text: String = text.chars().take(wide).collect();
        canvas.write((x, y), &format!("{text:wide$}"), piece_style(piece, seats));
    }
}
