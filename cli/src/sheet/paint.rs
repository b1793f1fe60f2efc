//! Turns a laid-out page into marks on paper, which the picture and the PDF draw alike.

use super::grid::face_of_cell;
use super::layout::{BOTTOM, MARGIN, PAGE, Placed, Sheet};
use super::part::{Grid, Kind, Part, Row, Scale, leading};
use super::punctuation::printed;
use crate::draw::face::Face;

/// A mark; lengths are points from the upper left corner of the page.
#[derive(Clone, Debug)]
pub(crate) enum Mark {
    /// A line of text; `y` is its base line.
    Text { x: f64, y: f64, text: String, face: Face, size: f64, tone: Tone },
    /// A horizontal line.
    Rule { x: f64, y: f64, width: f64, thickness: f64 },
    /// A shaded band.
    Band { x: f64, y: f64, width: f64, height: f64 },
}

/// The tone of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    Ink,
    Faded,
    Red,
}

/// The lines of the head of a page: title, and what stands at the right.
pub(crate) fn head(sheet: &Sheet, page: usize) -> (String, String) {
    let book = sheet.book;
    (printed(book.title), format!("quick sheet, page {} of {}", page + 1, sheet.pages.len()))
}

/// The line under the title.
pub(crate) fn subtitle(sheet: &Sheet) -> String {
    printed(&format!("{}; {}", sheet.book.scale, sheet.book.dice))
}

/// The foot of every page.
pub(crate) fn foot(sheet: &Sheet) -> String {
    let id = sheet.book.id;
    format!(
        "Errata and the reading of damaged cells: sandtable charts {id} CHART. \
         Citations, R1 and up being rulings: sandtable rules {id} CITATION."
    )
}

/// The sizes of head and foot.
pub(crate) const TITLE: f64 = 17.0;
pub(crate) const SUBTITLE: f64 = 8.5;
pub(crate) const FOOT: f64 = 7.0;

/// The marks of a page.
pub(crate) fn marks(sheet: &Sheet, page: usize) -> Vec<Mark> {
    let mut pen = Pen { marks: Vec::new(), scale: sheet.scale };
    let (title, right) = head(sheet, page);
    let (left, width) = (MARGIN, PAGE.0 - 2.0 * MARGIN);
    pen.text((left, 40.0), &title, Face::Bold, TITLE, Tone::Ink);
    pen.right((left + width, 40.0), &right, Face::Italic, SUBTITLE, Tone::Faded);
    pen.right((left + width, 30.0), &subtitle(sheet), Face::Italic, SUBTITLE, Tone::Faded);
    pen.rule(left, 48.0, width, 1.4);
    pen.rule(left, 50.6, width, 0.4);
    pen.rule(left, BOTTOM + 10.0, width, 0.4);
    pen.text((left, BOTTOM + 19.0), &foot(sheet), Face::Italic, FOOT, Tone::Faded);
    for placed in &sheet.pages[page] {
        pen.block(placed);
    }
    pen.marks
}

/// Every text of the sheet with its face.
pub(crate) fn texts(sheet: &Sheet) -> Vec<(Face, String)> {
    let marks = (0..sheet.pages.len()).flat_map(|page| marks(sheet, page));
    let text = |mark| match mark {
        Mark::Text { face, text, .. } => Some((face, text)),
        _ => None,
    };
    marks.filter_map(text).collect()
}

struct Pen {
    marks: Vec<Mark>,
    scale: Scale,
}

impl Pen {
    fn text(&mut self, (x, y): (f64, f64), text: &str, face: Face, size: f64, tone: Tone) {
        if !text.is_empty() {
            self.marks.push(Mark::Text { x, y, text: text.to_owned(), face, size, tone });
        }
    }

    fn right(&mut self, (x, y): (f64, f64), text: &str, face: Face, size: f64, tone: Tone) {
        self.text((x - face.width(text, size), y), text, face, size, tone);
    }

    fn rule(&mut self, x: f64, y: f64, width: f64, thickness: f64) {
        self.marks.push(Mark::Rule { x, y, width, thickness });
    }

    fn lines(&mut self, (x, y): (f64, f64), lines: &[String], face: Face, size: f64, tone: Tone) {
        for (i, line) in lines.iter().enumerate() {
            self.text((x, baseline(y + i as f64 * leading(size), size)), line, face, size, tone);
        }
    }

    fn block(&mut self, placed: &Placed) {
        for part in &placed.composed.parts {
            self.part(part, placed.x + part.x, placed.y + part.y);
        }
    }

    fn part(&mut self, part: &Part, x: f64, y: f64) {
        match &part.kind {
            Kind::Title { lines, section, size } => {
                self.lines((x, y), lines, Face::Bold, *size, Tone::Ink);
                let at = (x + part.width, baseline(y, *size));
                self.right(at, section, Face::Italic, self.scale.small(), Tone::Red);
                self.rule(x, y + part.height - 0.4, part.width, 0.9);
            }
            Kind::Caption { text, size } => {
                self.text((x, baseline(y, *size)), text, Face::Bold, *size, Tone::Ink);
            }
            Kind::Label { text, size } => {
                let top = label_top(part, y, *size);
                self.text((x, baseline(top, *size)), text, Face::Regular, *size, Tone::Red);
            }
            Kind::Note { lines, size } => self.lines((x, y), lines, Face::Italic, *size, Tone::Faded),
            Kind::List { items, hang, size, signed } => {
                let mut y = y;
                for item in items {
                    let at = baseline(y, *size);
                    if *signed {
                        self.right((x + hang - size * 0.4, at), &item.mark, Face::Bold, *size, Tone::Ink);
                    } else {
                        self.text((x, at), &item.mark, Face::Bold, *size, Tone::Ink);
                    }
                    self.lines((x + hang, y), &item.lines, Face::Regular, *size, Tone::Ink);
                    y += item.lines.len() as f64 * leading(*size) + self.scale.pad();
                }
            }
            Kind::Grid(grid) => self.grid(grid, x, y, part.width),
        }
    }

    fn grid(&mut self, grid: &Grid, x: f64, y: f64, width: f64) {
        let mut y = y;
        self.row(grid, &grid.head, x, y, true);
        y += grid.head.height;
        self.rule(x, y, width, 0.45);
        for (i, row) in grid.rows.iter().enumerate() {
            if i % 2 == 1 {
                self.marks.push(Mark::Band { x, y, width, height: row.height });
            }
            self.row(grid, row, x, y, false);
            y += row.height;
        }
        self.rule(x, y, width, 0.45);
    }

    fn row(&mut self, grid: &Grid, row: &Row, x: f64, y: f64, is_head: bool) {
        let size = if is_head { grid.small } else { grid.body };
        let mut left = x;
        for (j, lines) in row.cells.iter().enumerate() {
            let face = match lines.first() {
                Some(first) if !is_head => face_of_cell(j, first),
                _ => Face::Bold,
            };
            // Headings stand on the rule under them; cells hang from the top.
            let used = lines.len() as f64 * leading(size);
            let mut top = if is_head { y + row.height - grid.pad - used } else { y + grid.pad };
            for line in lines {
                let start = if grid.centred[j] {
                    left + (grid.widths[j] - face.width(line, size)) / 2.0
                } else {
                    left + grid.side
                };
                self.text((start, baseline(top, size)), line, face, size, Tone::Ink);
                top += leading(size);
            }
            left += grid.widths[j];
        }
    }
}

/// Where the line of a group's heading begins: at the foot of its space, a little above what follows.
pub(crate) fn label_top(part: &Part, y: f64, size: f64) -> f64 {
    y + part.height - leading(size) - size * 0.08
}

/// The base line of a line of type whose space begins at `top`.
pub(crate) fn baseline(top: f64, size: f64) -> f64 {
    top + leading(size) / 2.0 + size * 0.32
}
