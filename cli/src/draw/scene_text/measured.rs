//! A measured table, scaled to the terminal, with rulers in inches along its edges.

use super::Offered;
use super::canvas::Canvas;
use super::palette::{FRAME, LIGHT, NAME, ground_style, mark_sign, over, piece_style, role_sign, token};
use crate::draw::shape::{covers, middle, spots_along};
use kernel::game::{Counter, Scene, Shape, Spot};
use kernel::seat::Seat;

/// Characters before the table: the ruler of the left edge.
const RULER: usize = 3;

/// The table in so many columns and rows of characters.
pub(super) fn board(scene: &Scene, seats: &[Seat], offered: &Offered<'_>, (width, height): (usize, usize)) -> String {
    let scale = Scale::of(scene, width, height);
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
        for spot in spots_along(&feature.shape, scale.across / 2) {
            ink(&mut canvas, &scale, spot, sign, ground_style(feature.role));
        }
    }
    for &(x, y, _) in offered.reach.iter().flat_map(|region| &region.points) {
        ink(&mut canvas, &scale, (x, y), '·', LIGHT);
    }
    for place in &scene.places {
        for mark in &place.marks {
            ink(&mut canvas, &scale, middle(&place.shape), mark_sign(mark.role), LIGHT);
        }
    }
    let mut taken = vec![false; scale.columns * scale.rows];
    for piece in &scene.pieces {
        base(&mut canvas, &scale, piece, seats);
    }
    let mut drawn = Vec::new();
    for piece in &scene.pieces {
        let number = offered.numbers.get(&piece.id).map_or(String::new(), |number| raised(*number));
        drawn.extend(piece_at(&mut canvas, &mut taken, &scale, (piece, &number), seats).map(|end| (piece, end)));
    }
    let crowded = scene.pieces.len() - drawn.len();
    // Names stand where nothing else does, as far as there is room for them.
    for (piece, (column, row)) in drawn {
        name_at(&mut canvas, &mut taken, &scale, piece, (column, row));
    }
    let mut out = canvas.text();
    if crowded > 0 {
        out += &format!("{crowded} more pieces stand too close to be drawn apart; look NAME finds them\n");
    }
    out
}

/// How much of the table a character covers, across and down. A character is twice as high as it is wide; where there
/// are few rows it covers up to three times as much down as across.
struct Scale {
    across: i64,
    down: i64,
    columns: usize,
    rows: usize,
}

impl Scale {
    fn of(scene: &Scene, width: usize, height: usize) -> Scale {
        let part = |size: i64, of: i64| ((size + of - 1) / of).max(1);
        let columns = (width.saturating_sub(RULER + 3) as i64).clamp(20, 120);
        // The ruler above and the lower edge take a row each.
        let rows = (height.saturating_sub(2).min(1000) as i64).max(6);
        let across = part(scene.size.0, columns);
        let down = (2 * across).max(part(scene.size.1, rows));
        let across = across.max(part(down, 3));
        let count = |size: i64, of: i64| part(size, of) as usize;
        Scale { across, down, columns: count(scene.size.0, across), rows: count(scene.size.1, down) }
    }

    /// The spot in the middle of a character.
    fn spot(&self, column: usize, row: usize) -> Spot {
        (column as i64 * self.across + self.across / 2, row as i64 * self.down + self.down / 2)
    }

    /// The character that a spot lies in, when it is on the table.
    fn cell(&self, (x, y): Spot) -> Option<(usize, usize)> {
        let (column, row) = (usize::try_from(x / self.across).ok()?, usize::try_from(y / self.down).ok()?);
        let edge = |at: usize, count: usize| (at <= count).then(|| at.min(count - 1));
        Some((edge(column, self.columns)?, edge(row, self.rows)?)).filter(|_| x >= 0 && y >= 0)
    }
}

/// The ground that a piece stands on, in the colours of its army: a row of characters along its longer side.
fn base(canvas: &mut Canvas, scale: &Scale, piece: &Counter, seats: &[Seat]) {
    if piece.base.is_none() {
        return;
    }
    let facing = f64::from(piece.facing.unwrap_or(0)).to_radians();
    let (wide, deep) = (piece.size.0 as f64, piece.size.1 as f64);
    // Along the front for a line, along the way it faces for a column.
    let (long, (x, y)) =
        if wide >= deep { (wide, (facing.cos(), facing.sin())) } else { (deep, (facing.sin(), -facing.cos())) };
    let half = ((long - scale.across as f64) / 2.0).max(0.0);
    let end = |way: f64| (piece.at.0 + (x * half * way) as i64, piece.at.1 + (y * half * way) as i64);
    for spot in spots_along(&Shape::Line(vec![end(-1.0), end(1.0)]), scale.across / 2) {
        if let Some((column, row)) = scale.cell(spot) {
            canvas.put((RULER + column, row + 1), ' ', piece_style(piece, seats));
        }
    }
}

/// Writes the name of a piece behind it, or in front of it, in as many characters as are free there.
fn name_at(canvas: &mut Canvas, taken: &mut [bool], scale: &Scale, piece: &Counter, (column, row): (usize, usize)) {
    let name: Vec<char> = piece.name.chars().take(LONGEST_NAME).collect();
    let free = |from: usize| {
        let cells = &taken[row * scale.columns..][..scale.columns];
        (from..scale.columns).take_while(|at| !cells[*at] && canvas.is_plain((RULER + at, row + 1))).count()
    };
    let room = free(column + 1);
    if room < name.len() + 1 {
        return;
    }
    let text: String = name.iter().collect();
    canvas.write((RULER + column + 1, row + 1), text.trim_end(), NAME);
    taken[row * scale.columns + column..][..name.len() + 2].fill(true);
}

/// Longer names are cut: they are only there to be recognised.
const LONGEST_NAME: usize = 14;

fn ink(canvas: &mut Canvas, scale: &Scale, spot: Spot, sign: char, style: anstyle::Style) {
    if let Some((column, row)) = scale.cell(spot) {
        let at = (RULER + column, row + 1);
        canvas.put(at, sign, over(canvas.style(at), style));
    }
}

/// Writes a piece where it stands, or beside it where that is taken; gives the character behind it. None where there
/// is no room.
fn piece_at(
    canvas: &mut Canvas,
    taken: &mut [bool],
    scale: &Scale,
    (piece, number): (&Counter, &str),
    seats: &[Seat],
) -> Option<(usize, usize)> {
    let (column, row) = scale.cell(piece.at)?;
    let text = format!("{}{}{number}", token(piece, seats), piece.facing.map_or("", arrow));
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
    let (column, row) = spots.into_iter().find(|(column, row)| free(*column, *row, taken))?;
    taken[row * scale.columns + column..][..long].fill(true);
    canvas.write((RULER + column, row + 1), &text, piece_style(piece, seats));
    // The character behind it, past what is left of its base.
    let style = piece_style(piece, seats);
    let end = (column + long..scale.columns).find(|at| canvas.style((RULER + at, row + 1)) != style);
    Some((end.unwrap_or(scale.columns), row))
}

/// The number of a choice in small raised figures, which cannot be taken for a strength.
fn raised(number: usize) -> String {
    const FIGURES: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().bytes().map(|digit| FIGURES[usize::from(digit - b'0')]).collect()
}

/// An arrow for a facing in degrees clockwise from the top.
fn arrow(degrees: u16) -> &'static str {
    const ROUND: [&str; 8] = ["↑", "↗", "→", "↘", "↓", "↙", "←", "↖"];
    ROUND[usize::from((degrees % 360 + 22) / 45 % 8)]
}

/// Inches along the top and the left: a figure every few inches, and a tick at each of those between that has a
/// character of its own.
fn rulers(canvas: &mut Canvas, scene: &Scene, scale: &Scale) {
    const INCH: i64 = 100;
    let every = if scene.size.0 > 60 * INCH { 12 } else { 4 };
    let ticks = every / 2;
    // Ticks first, so that no figure is cut by the next one.
    for (step, is_named) in [(ticks, false), (every, true)] {
        for inch in (0..=scene.size.0 / INCH).step_by(step) {
            if let Some((column, _)) = scale.cell((inch * INCH, 0)) {
                let text = if is_named { format!("{inch}\"") } else { "'".to_owned() };
                canvas.write((RULER + column, 0), &text, FRAME);
            }
        }
    }
    for row in 0..scale.rows {
        canvas.put((RULER - 1, row + 1), '│', FRAME);
        canvas.put((RULER + scale.columns, row + 1), '│', FRAME);
    }
    let mut last = None;
    for inch in (0..scene.size.1 / INCH).step_by(ticks) {
        if let Some((_, row)) = scale.cell((0, inch * INCH))
            && last != Some(row)
        {
            canvas.write((0, row + 1), &format!("{inch:>2}"), FRAME);
            canvas.put((RULER - 1, row + 1), '┤', FRAME);
            last = Some(row);
        }
    }
    canvas.write((RULER - 1, scale.rows + 1), &format!("└{}┘", "─".repeat(scale.columns)), FRAME);
}
