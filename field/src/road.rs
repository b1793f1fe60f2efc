//! Roads on a square grid, as the faces of squares that they cross.

use crate::grid::{Grid, Neighbours, Square, Way};
use serde::Serialize;

/// The faces of a square that a road crosses. A road that leads off the board crosses the outer face too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Roads(u8);

impl Roads {
    /// Does a road cross the face on this side?
    pub const fn cross(self, way: Way) -> bool {
        self.0 & bit(way) != 0
    }

    /// Is there no road at all?
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The same with a road across this face as well.
    #[must_use]
    pub const fn and(self, way: Way) -> Roads {
        Roads(self.0 | bit(way))
    }
}

/// A bit for each of the four ways over a face.
const fn bit(way: Way) -> u8 {
    assert!(!way.is_diagonal(), "a square has four faces");
    1 << (way as u8 / 2)
}

/// Lays the road of a path such as 'a4-d4-d6': straight legs from turn to turn. Where an end of it points off the
/// board, it leads off. A path that is no road is refused with what is wrong. `roads` has an entry for each square.
pub fn lay(grid: Grid, roads: &mut [Roads], path: &str) -> Result<(), String> {
    let refuse =
        |what: String| format!("{what}; a road is a path of straight legs from turn to turn, such as 'a4-d4-d6'");
    let mut turns = Vec::new();
    for name in path.split('-') {
        turns.push(grid.named(name.trim()).ok_or_else(|| refuse(format!("goes through '{name}', no square")))?);
    }
    if turns.len() < 2 {
        return Err(refuse("goes nowhere".to_owned()));
    }
    let mut first = None;
    let mut last = None;
    for leg in turns.windows(2) {
        let way = straight(leg[0], leg[1]).ok_or_else(|| {
            refuse(format!("has no straight leg from {} to {}", grid.name(leg[0]), grid.name(leg[1])))
        })?;
        let mut here = leg[0];
        while here != leg[1] {
            let next = grid.towards(here, way).expect("both ends of a straight leg are on the board");
            cross(grid, roads, here, way);
            cross(grid, roads, next, way.back());
            here = next;
        }
        first = first.or(Some((leg[0], way.back())));
        last = Some((leg[1], way));
    }
    for (end, way) in first.into_iter().chain(last) {
        if grid.towards(end, way).is_none() {
            cross(grid, roads, end, way);
        }
    }
    Ok(())
}

/// The roads as paths that lay the same faces again: one for each run of faces along a row or a column.
pub fn paths(grid: Grid, roads: &[Roads]) -> Vec<String> {
    let crossed = |square, way| roads[grid.index(square)].cross(way);
    let mut paths = Vec::new();
    for way in [Way::East, Way::North] {
        let starts = grid.squares().filter(|&square| {
            let before = grid.towards(square, way.back());
            crossed(square, way) && before.is_none_or(|before| !crossed(before, way))
        });
        for start in starts {
            let mut end = start;
            while crossed(end, way)
                && let Some(next) = grid.towards(end, way)
            {
                end = next;
            }
            let mut turns = vec![start, end];
            // A run that stops at the edge without leading off turns there: the turn keeps it on the board.
            if let Some(turn) = turn(grid, roads, start, way.back()) {
                turns.insert(0, turn);
            }
            turns.extend(turn(grid, roads, end, way));
            turns.dedup();
            paths.push(turns.into_iter().map(|square| grid.name(square)).collect::<Vec<_>>().join("-"));
        }
    }
    paths
}

/// The next square of a road that comes to the edge of the board this way and turns aside there.
fn turn(grid: Grid, roads: &[Roads], end: Square, way: Way) -> Option<Square> {
    let crossed = |way| roads[grid.index(end)].cross(way);
    if grid.towards(end, way).is_some() || crossed(way) {
        return None;
    }
    let aside = |(side, _): &(Way, Square)| *side != way.back() && crossed(*side);
    grid.neighbours(end, Neighbours::Four).find(aside).map(|(_, next)| next)
}

/// Can one walk from road square to road square over road faces alone, wherever one starts?
pub fn is_one_net(grid: Grid, roads: &[Roads]) -> bool {
    let Some(start) = grid.squares().find(|&square| !roads[grid.index(square)].is_empty()) else { return true };
    let along = |from, way, _| roads[grid.index(from)].cross(way).then_some(1);
    let reached = grid.reach(start, Neighbours::Four, roads.len() as u16, along).len();
    reached == roads.iter().filter(|roads| !roads.is_empty()).count()
}

fn cross(grid: Grid, roads: &mut [Roads], square: Square, way: Way) {
    let faces = &mut roads[grid.index(square)];
    *faces = faces.and(way);
}

/// The way of a leg along a row or a column; none between squares that are the same or lie askew.
fn straight(from: Square, to: Square) -> Option<Way> {
    match (from.column == to.column, from.row == to.row) {
        (true, false) => Some(if to.row < from.row { Way::North } else { Way::South }),
        (false, true) => Some(if to.column > from.column { Way::East } else { Way::West }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Grid = Grid::new(8, 6);

    fn laid(path: &str) -> [Roads; 48] {
        let mut roads = [Roads::default(); 48];
        lay(BOARD, &mut roads, path).unwrap();
        roads
    }

    fn faces(roads: &[Roads; 48], name: &str) -> Vec<Way> {
        let here = roads[BOARD.index(BOARD.named(name).unwrap())];
        Neighbours::Four.ways().filter(|&way| here.cross(way)).collect()
    }

    #[test]
    fn a_road_crosses_the_faces_on_its_way_from_both_sides() {
        let roads = laid("b4-d4-d5");
        assert_eq!(faces(&roads, "b4"), [Way::East]);
        assert_eq!(faces(&roads, "c4"), [Way::East, Way::West]);
        assert_eq!(faces(&roads, "d4"), [Way::North, Way::West]);
        assert_eq!(faces(&roads, "d5"), [Way::South]);
        assert_eq!(roads.iter().filter(|roads| !roads.is_empty()).count(), 4);
    }

    #[test]
    fn a_road_whose_end_points_off_the_board_leads_off() {
        let roads = laid("a4-d4-d6");
        assert_eq!(faces(&roads, "a4"), [Way::East, Way::West]);
        assert_eq!(faces(&roads, "d6"), [Way::North, Way::South]);
        assert_eq!(faces(&laid("a1-a2"), "a1"), [Way::North, Way::South], "and not over the side it passes by");
    }

    #[test]
    fn a_path_that_is_no_road_is_refused_in_a_sentence() {
        let refused = |path| lay(BOARD, &mut [Roads::default(); 48], path).unwrap_err();
        assert!(refused("a4").starts_with("goes nowhere; a road is a path of straight legs"));
        assert!(refused("a4-b5").contains("has no straight leg from a4 to b5"));
        assert!(refused("a4-j4").contains("goes through 'j4', no square"));
    }

    #[test]
    fn roads_written_as_paths_are_the_same_roads() {
        let mut roads = laid("a2-d2-d4-h4");
        for path in ["f1-f6", "b5-c5", "c6-a6-a4"] {
            lay(BOARD, &mut roads, path).unwrap();
        }
        let mut again = [Roads::default(); 48];
        for path in paths(BOARD, &roads) {
            lay(BOARD, &mut again, &path).unwrap();
        }
        assert_eq!(again, roads);
        assert!(!is_one_net(BOARD, &roads) && is_one_net(BOARD, &laid("a2-d2-d4-h4")));
    }
}
