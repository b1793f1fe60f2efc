//! A measured table, scaled to the terminal, with rulers in inches along its edges.

use super::canvas::Canvas;
use super::palette::{FRAME, LIGHT, ground_style, mark_sign, over, piece_style, role_sign, token};
use crate::draw::shape::{covers, footprint, middle, spots_along};
use kernel::game::{Counter, Region, Scene, Spot};
use kernel::seat::Seat;

/// Characters before the table: the ruler of the left edge.
const RULER: usize = 3;

/// The table, at most so wide.
pub(super) fn board(scene: &Scene, seats: &[Seat], reach: Option<&Region>, width: usize) -> String {
    let scale = Scale::of(scene, width);
    let mut canvas = Canvas::new(RULER + scale.columns + 3, scale.rows + 2);
    rulers(&mut canvas, scene, &scale);
    for row in 0..scale.rows {
        for column in 0..scale.columns {
            let spot = scale.spot(column, row);
            let Some(area) = scene.ground.iter().rev().find(|area| covers(&area.shape, spot)) else { continue };
            // A sign in every second cell shows the ground where there are no colours.
            let sign = role_sign(area.role).filter(|sign| *sign == '█' || (column + row) % 2 == 0).unwrap_or(' ');
            canvas.put((RULER + column, row + 1), sign, ground_style(area.role));
        }
    }
    for feature in &scene.features {
        let sign = role_sign(feature.role).unwrap_or('·');
        for spot in spots_along(&feature.shape, scale.unit / 2) {
            ink(&mut canvas, &scale, spot, sign, ground_style(feature.role));
        }
    }
    for &(x, y, _) in reach.iter().flat_map(|region| &region.points) {
        ink(&mut canvas, &scale, (x, y), '·', LIGHT);
    }
    for place in &scene.places {
        for mark in &place.marks {
            ink(&mut canvas, &scale, middle(&place.shape), mark_sign(mark.role), LIGHT);
        }
    }
    for piece in &scene.pieces {
        base(&mut canvas, &scale, piece, seats);
    }
    let mut taken = vec![false; scale.columns * scale.rows];
    let mut crowded = 0;
    for piece in &scene.pieces {
        crowded += usize::from(!piece_at(&mut canvas, &mut taken, &scale, piece, seats));
    }
    let mut out = canvas.text();
    if crowded > 0 {
        out += &format!("{crowded} more pieces stand too close to be drawn apart; look NAME finds them\n");
    }
    out
}

/// How much of the table a character covers. A character is twice as high as it is wide.
struct Scale {
    unit: i64,
    columns: usize,
    rows: usize,
}

impl Scale {
    fn of(scene: &Scene, width: usize) -> Scale {
        let columns = (width.saturating_sub(RULER + 3) as i64).clamp(20, 120);
        let unit = ((scene.size.0 + columns - 1) / columns).max(1);
        let whole = |size: i64, of: i64| ((size + of - 1) / of).max(1) as usize;
        Scale { unit, columns: whole(scene.size.0, unit), rows: whole(scene.size.1, 2 * unit) }
    }

    /// The spot in the middle of a character.
    fn spot(&self, column: usize, row: usize) -> Spot {
        (column as i64 * self.unit + self.unit / 2, row as i64 * 2 * self.unit + self.unit)
    }

    /// The character that a spot lies in, when it is on the table.
    fn cell(&self, (x, y): Spot) -> Option<(usize, usize)> {
        let (column, row) = (usize::try_from(x / self.unit).ok()?, usize::try_from(y / (2 * self.unit)).ok()?);
        let edge = |at: usize, count: usize| (at <= count).then(|| at.min(count - 1));
        Some((edge(column, self.columns)?, edge(row, self.rows)?)).filter(|_| x >= 0 && y >= 0)
    }
}

fn ink(canvas: &mut Canvas, scale: &Scale, spot: Spot, sign: char, style: anstyle::Style) {
    if let Some((column, row)) = scale.cell(spot) {
        let at = (RULER + column, row + 1);
        canvas.put(at, sign, over(canvas.style(at), style));
    }
}

/// Inks the cells that a base stands on, so that gaps and flanks can be judged.
fn base(canvas: &mut Canvas, scale: &Scale, piece: &Counter, seats: &[Seat]) {
    let Some(shape) = footprint(piece) else { return };
    for row in 0..scale.rows {
        for column in 0..scale.columns {
            if covers(&shape, scale.spot(column, row)) {
                canvas.put((RULER + column, row + 1), '▒', piece_style(piece, seats));
            }
        }
    }
}

/// Writes a piece where it stands, or beside it where that is taken. False where there is no room.
fn piece_at(canvas: &mut Canvas, taken: &mut [bool], scale: &Scale, piece: &Counter, seats: &[Seat]) -> bool {
    let Some((column, row)) = scale.cell(piece.at) else { return false };
    let text = format!("{}{}", token(piece, seats), piece.facing.map_or("", arrow));
    let long = text.chars().count();
    let free = |column: usize, row: usize, taken: &[bool]| {
        row < scale.rows
            && column + long <= scale.columns
            && !taken[row * scale.columns + column..][..long].contains(&true)
    };
    let start = column.saturating_sub(long / 2).min(scale.columns.saturating_sub(long));
    let near = [(0_i64, 0_i64), (0, 1), (0, -1), (1, 0), (-1, 0), (2, 0), (-2, 0), (3, 0), (-3, 0), (3, 1), (-3, 1)];
    let spots = near
        .iter()
        .filter_map(|(dx, dy)| Some((start.checked_add_signed(*dx as isize)?, row.checked_add_signed(*dy as isize)?)));
    let Some((column, row)) = spots.into_iter().find(|(column, row)| free(*column, *row, taken)) else { return false };
    taken[row * scale.columns + column..][..long].fill(true);
    canvas.write((RULER + column, row + 1), &text, piece_style(piece, seats));
    true
}

/// An arrow for a facing in degrees clockwise from the top.
fn arrow(degrees: u16) -> &'static str {
    const ROUND: [&str; 8] = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
    ROUND[usize::from((degrees % 360 + 22) / 45 % 8)]
}

/// Inches along the top and the left.
fn rulers(canvas: &mut Canvas, scene: &Scene, scale: &Scale) {
    const INCH: i64 = 100;
    let every = if scene.size.0 > 60 * INCH { 12 } else { 4 };
    for inch in (0..=scene.size.0 / INCH).step_by(every) {
        if let Some((column, _)) = scale.cell((inch * INCH, 0)) {
            canvas.write((RULER + column, 0), &format!("{inch}\""), FRAME);
        }
    }
    for inch in (0..scene.size.1 / INCH).step_by(every) {
        if let Some((_, row)) = scale.cell((0, inch * INCH)) {
            canvas.write((0, row + 1), &format!("{inch:>2}"), FRAME);
        }
    }
    for row in 0..scale.rows {
        canvas.put((RULER - 1, row + 1), '│', FRAME);
        canvas.put((RULER + scale.columns, row + 1), '│', FRAME);
    }
    canvas.write((RULER - 1, scale.rows + 1), &format!("└{}┘", "─".repeat(scale.columns)), FRAME);
}
