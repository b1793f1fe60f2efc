//! The parts that a composed block is made of. Every medium draws these.

/// The sizes of type and space of a sheet, all from the size of its body type, in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    /// The size of cells and modifiers.
    pub(crate) body: f64,
}

/// No type is smaller than this.
pub(crate) const SMALLEST: f64 = 6.0;

impl Scale {
    /// Column headings and notes.
    pub(crate) fn small(self) -> f64 {
        (self.body * 0.93).max(SMALLEST)
    }

    /// Headings of groups, in capitals.
    pub(crate) fn label(self) -> f64 {
        (self.body * 0.8).max(SMALLEST)
    }

    /// Titles of charts.
    pub(crate) fn title(self) -> f64 {
        self.body * 1.22
    }

    /// The space at the sides of a cell.
    pub(crate) fn side(self) -> f64 {
        self.body * 0.3
    }

    /// The space of a line around it.
    pub(crate) fn pad(self) -> f64 {
        self.body * 0.13
    }
}

/// From one base line to the next.
pub(crate) fn leading(size: f64) -> f64 {
    size * 1.13
}

/// A block, composed for a width.
#[derive(Clone, Debug, Default)]
pub(crate) struct Composed {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) parts: Vec<Part>,
}

impl Composed {
    /// The most lines that a cell of its tables has.
    pub(crate) fn most_lines(&self) -> usize {
        let rows = self.parts.iter().flat_map(|part| match &part.kind {
            Kind::Grid(grid) => grid.rows.as_slice(),
            _ => &[],
        });
        rows.flat_map(|row| &row.cells).map(Vec::len).max().unwrap_or(0)
    }
}

/// A part and where its upper left corner stands in the block.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) kind: Kind,
}

/// What a part is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// The title of a block, its section at the right.
    Title { lines: Vec<String>, section: String, size: f64 },
    /// The title of one chart of a family.
    Caption { text: String, size: f64 },
    /// The heading of a group of modifiers, in capitals.
    Label { text: String, size: f64 },
    /// A table.
    Grid(Grid),
    /// Modifiers, or the steps of the turn.
    List { items: Vec<Item>, hang: f64, size: f64, signed: bool },
    /// A note.
    Note { lines: Vec<String>, size: f64 },
}

/// A line of a list: its mark stands before the hanging lines.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) mark: String,
    pub(crate) lines: Vec<String>,
}

/// A table with its columns measured and its cells broken into lines.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// The name of it for those who cannot see it.
    pub(crate) name: String,
    pub(crate) widths: Vec<f64>,
    /// Is the column centred? The first never is.
    pub(crate) centred: Vec<bool>,
    pub(crate) head: Row,
    pub(crate) rows: Vec<Row>,
    /// The size of the cells and of the column headings.
    pub(crate) body: f64,
    pub(crate) small: f64,
    /// The space above and under the lines of a row, and at the sides of a cell.
    pub(crate) pad: f64,
    pub(crate) side: f64,
}

/// A row of a table, each cell as lines.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) cells: Vec<Vec<String>>,
    pub(crate) height: f64,
}
