//! R1: the map of a scenario as a drawing, two characters a square.

use super::square::{SQUARES, TABLE};
use crate::unit::{Defences, Ground};
use kernel::scenario::{self, Legend, Node, Reading};

/// The first character of a square: its terrain.
const GROUND: Legend<Ground> = Legend(&[
    ('.', Ground::Open),
    ('w', Ground::Woods),
    ('b', Ground::Buildings),
    ('h', Ground::Hill),
    ('r', Ground::RoughHill),
]);

/// The second character of a square: its defences.
const DEFENCES: Legend<Defences> =
    Legend(&[('.', Defences::None), ('-', Defences::Hasty), ('=', Defences::Trenches), ('#', Defences::Fort)]);

/// The map of a drawing: the defender's base row, row 6, first.
pub(super) fn read(node: &Node<'_>) -> Reading<([Ground; SQUARES], [Defences; SQUARES])> {
    let squares = node.drawing(TABLE.columns().into(), TABLE.rows().into(), 2)?;
    let mut land = ([Ground::Open; SQUARES], [Defences::None; SQUARES]);
    for (index, square) in squares.iter().enumerate() {
        (land.0[index], land.1[index]) = (GROUND.of(square, 0)?, DEFENCES.of(square, 1)?);
    }
    Ok(land)
}

/// The map as files have it, with its legend above.
pub(super) fn write(ground: &[Ground; SQUARES], defences: &[Defences; SQUARES]) -> String {
    let columns = usize::from(TABLE.columns());
    let drawing = scenario::draw(columns, TABLE.rows().into(), |column, row| {
        let index = row * columns + column;
        [GROUND.mark(ground[index]), DEFENCES.mark(defences[index])].iter().collect()
    });
    format!("# Terrain: {}. Defences: {}.\nmap = '''\n{drawing}'''\n", GROUND.words(), DEFENCES.words())
}
