//! Packs composed blocks into the columns of one page.

use super::part::Composed;

/// The columns of a page and the space between things, in points.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns {
    pub(crate) count: usize,
    pub(crate) width: f64,
    pub(crate) gutter: f64,
    pub(crate) height: f64,
}

impl Columns {
    /// So many columns in a frame.
    pub(crate) fn of(count: usize, frame: (f64, f64), gutter: f64) -> Columns {
        let width = (frame.0 - gutter * (count - 1) as f64) / count as f64;
        Columns { count, width, gutter, height: frame.1 }
    }

    /// How wide a block over `span` columns is.
    pub(crate) fn span(self, span: usize) -> f64 {
        self.width * span as f64 + self.gutter * (span - 1) as f64
    }
}

/// A block as it may be set: over so many columns.
pub(crate) struct Setting {
    pub(crate) span: usize,
    pub(crate) composed: Composed,
}

/// Where a block went.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Spot {
    pub(crate) column: usize,
    pub(crate) y: f64,
}

/// The blocks of a page in their places.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Packed {
    pub(crate) spots: Vec<Spot>,
    /// How far down each column is filled.
    pub(crate) ends: Vec<f64>,
    /// The white left over above wide blocks, as a length of column.
    pub(crate) holes: f64,
}

/// Puts each block where it stands highest and leaves the least white above it, the leftmost place of equals. None
/// where the page is too short.
pub(crate) fn pack(blocks: &[&Setting], columns: Columns, gap: f64) -> Option<Packed> {
    let mut filled = vec![0.0_f64; columns.count];
    let mut spots = Vec::with_capacity(blocks.len());
    let mut holes = 0.0;
    for block in blocks {
        let places = (0..=columns.count - block.span).map(|column| {
            let covered = &filled[column..column + block.span];
            let y = covered.iter().copied().fold(0.0, f64::max);
            (covered.iter().map(|end| y - end).sum::<f64>(), Spot { column, y })
        });
        let (hole, spot) = places.min_by(|one, other| (one.0 + one.1.y).total_cmp(&(other.0 + other.1.y)))?;
        let end = spot.y + block.composed.height;
        if end > columns.height + 0.001 {
            return None;
        }
        filled[spot.column..spot.column + block.span].fill(end + gap);
        spots.push(spot);
        holes += hole;
    }
    let ends = filled.iter().map(|end| (end - gap).max(0.0)).collect();
    Some(Packed { spots, ends, holes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(span: usize, height: f64) -> Setting {
        Setting { span, composed: Composed { width: 0.0, height, parts: Vec::new() } }
    }

    #[test]
    fn blocks_go_to_the_highest_place_and_wide_ones_under_all_they_cover() {
        let columns = Columns::of(3, (300.0, 100.0), 0.0);
        let blocks = [block(1, 30.0), block(1, 50.0), block(2, 20.0), block(1, 40.0)];
        let all: Vec<&Setting> = blocks.iter().collect();
        let packed = pack(&all, columns, 10.0).unwrap();
        let at = |column, y| Spot { column, y };
        assert_eq!(packed.spots, [at(0, 0.0), at(1, 0.0), at(0, 60.0), at(2, 0.0)]);
        assert_eq!((packed.ends.as_slice(), packed.holes), ([80.0, 80.0, 40.0].as_slice(), 20.0));
        assert!(pack(&all, Columns { height: 79.0, ..columns }, 10.0).is_none());
    }
}
