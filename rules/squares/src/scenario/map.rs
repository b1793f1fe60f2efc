//! R1: the map of a scenario as a drawing, two characters a square.

use super::square::{SQUARES, TABLE};
use crate::unit::{Defences, Ground};
use kernel::prelude::*;

/// The first character of a square: its terrain.
const GROUND: [(char, Ground); 5] = [
    ('.', Ground::Open),
    ('w', Ground::Woods),
    ('b', Ground::Buildings),
    ('h', Ground::Hill),
    ('r', Ground::RoughHill),
];

/// The second character of a square: its defences.
const DEFENCES: [(char, Defences); 4] =
    [('.', Defences::None), ('-', Defences::Hasty), ('=', Defences::Trenches), ('#', Defences::Fort)];

/// The columns as they may stand above or below the drawing.
const LETTERS: &str = "a b c d e f g h";

/// The map of a drawing: the defender's base row, row 6, first. Row numbers at the left and letters of the columns
/// above or below are welcome and checked.
pub(super) fn read(drawing: &str) -> Result<([Ground; SQUARES], [Defences; SQUARES]), Refusal> {
    let rows: Vec<Vec<&str>> = drawing
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|cells| !cells.is_empty() && cells.join(" ") != LETTERS)
        .collect();
    if rows.len() != usize::from(TABLE.rows()) {
        return Err(refuse(&format!("it has {} rows of squares, but the table has 6", rows.len())));
    }
    let mut ground = [Ground::Open; SQUARES];
    let mut defences = [Defences::None; SQUARES];
    for (from_top, cells) in rows.iter().enumerate() {
        let number = (usize::from(TABLE.rows()) - from_top).to_string();
        let cells = match cells.split_first() {
            Some((first, rest)) if first.chars().all(|c| c.is_ascii_digit()) => {
                if *first != number {
                    return Err(refuse(&format!("row {number} is numbered {first}; the rows go from 6 down to 1")));
                }
                rest
            }
            _ => cells,
        };
        if cells.len() != usize::from(TABLE.columns()) {
            return Err(refuse(&format!("row {number} has {} squares, but the table has 8", cells.len())));
        }
        for (column, cell) in cells.iter().enumerate() {
            let index = from_top * cells.len() + column;
            (ground[index], defences[index]) =
                square(cell).ok_or_else(|| refuse(&format!("row {number} has a square '{cell}'")))?;
        }
    }
    Ok((ground, defences))
}

/// The drawing of a map.
pub(super) fn draw(ground: &[Ground; SQUARES], defences: &[Defences; SQUARES]) -> String {
    let mut drawing = String::new();
    for row in 0..usize::from(TABLE.rows()) {
        drawing.push(char::from(b'6' - row as u8));
        for index in row * 8..row * 8 + 8 {
            drawing.push(' ');
            drawing.push(mark(&GROUND, ground[index]));
            drawing.push(mark(&DEFENCES, defences[index]));
        }
        drawing.push('\n');
    }
    drawing.push_str("  ");
    drawing.push_str(&LETTERS.replace(' ', "  "));
    drawing.push('\n');
    drawing
}

fn square(cell: &str) -> Option<(Ground, Defences)> {
    let mut marks = cell.chars();
    let (first, second) = (marks.next()?, marks.next()?);
    if marks.next().is_some() {
        return None;
    }
    Some((meaning(&GROUND, first)?, meaning(&DEFENCES, second)?))
}

fn meaning<T: Copy>(legend: &[(char, T)], mark: char) -> Option<T> {
    legend.iter().find(|(known, _)| *known == mark).map(|&(_, meaning)| meaning)
}

fn mark<T: PartialEq + Copy>(legend: &[(char, T)], meaning: T) -> char {
    legend.iter().find(|(_, known)| *known == meaning).expect("the legend is complete").0
}

/// The legend in a sentence, as refusals and written files have it.
pub(super) const LEGEND: &str = "a square is two characters, the terrain (. open, w woods, b buildings, h hill, \
                                 r rough hill) and the defences (. none, - hasty, = trenches, # fort)";

fn refuse(what: &str) -> Refusal {
    Refusal::field("map", format!("map cannot be read: {what}; {LEGEND}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &str = "
          a  b  c  d  e  f  g  h
        6 .. w. .. .. .. .. .. ..
        5 .. .. .. .. .. .. .. ..
        4 .. .. b= .. .. .. .. ..
        3 .. .. .. .. .. .. .. ..
        2 .. .. .. .. .. .. .. r-
        1 h# .. .. .. .. .. .. ..
    ";

    #[test]
    fn the_drawing_gives_terrain_and_defences_of_each_square() {
        let (ground, defences) = read(DRAWING).unwrap();
        // B6 is second in the top row, C4 is 2 rows and 2 columns on, H2 ends the fifth row, A1 begins the sixth.
        assert_eq!((ground[1], defences[1]), (Ground::Woods, Defences::None));
        assert_eq!((ground[18], defences[18]), (Ground::Buildings, Defences::Trenches));
        assert_eq!((ground[39], defences[39]), (Ground::RoughHill, Defences::Hasty));
        assert_eq!((ground[40], defences[40]), (Ground::Hill, Defences::Fort));
        assert_eq!(ground.iter().filter(|&&ground| ground == Ground::Open).count(), 44);
        assert_eq!(read(&draw(&ground, &defences)), Ok((ground, defences)), "drawn, it reads the same");
    }

    #[test]
    fn captions_may_be_left_out() {
        let bare = DRAWING.lines().skip(2).map(|line| line.trim_start_matches([' ', '1', '2', '3', '4', '5', '6']));
        let bare = bare.collect::<Vec<_>>().join("\n");
        assert_eq!(read(&bare), read(DRAWING));
    }

    #[test]
    fn a_drawing_that_is_no_map_is_refused_with_the_legend() {
        let refused = |from: &str, to: &str| read(&DRAWING.replace(from, to)).unwrap_err().sentence;
        assert!(refused("b=", "b?").contains("row 4 has a square 'b?'; a square is two characters"));
        assert!(refused("b=", "").contains("row 4 has 7 squares, but the table has 8"));
        assert!(refused("5 .. ..", "7 .. ..").contains("row 5 is numbered 7"));
        assert!(refused("3 .. .. .. .. .. .. .. ..", "").contains("it has 5 rows of squares"));
    }
}
