//! Outlines that need not be convex: are they sound, and into which triangles do they fall?

use crate::hull::Hull;
use crate::point::{Point, cross, dot};

/// What is wrong with an outline.
pub(crate) fn fault(corners: &[Point]) -> Option<&'static str> {
    let edges: Vec<(Point, Point)> = corners.iter().copied().zip(corners.iter().copied().cycle().skip(1)).collect();
    if edges.iter().any(|(a, b)| a == b) {
        return Some("each corner of an outline is another than the one before it");
    }
    for (i, &(a, b)) in edges.iter().enumerate() {
        for (j, &(c, d)) in edges.iter().enumerate().skip(i + 1) {
            let follows = j == i + 1 || (i == 0 && j + 1 == edges.len());
            // Neighbours share a corner; they must not fold back upon each other.
            let (from, to) = if j == i + 1 { (a, d) } else { (c, b) };
            let shared = if j == i + 1 { b } else { a };
            let folds = || {
                let (back, on) = (from.minus(shared), to.minus(shared));
                cross(back, on) == 0 && dot(back, on) > 0
            };
            let meets = || Hull::line(a, b).apart(&Hull::line(c, d)).is_within(0);
            if (follows && folds()) || (!follows && meets()) {
                return Some("an outline does not cross or touch itself");
            }
        }
    }
    None
}

/// The corners clockwise as seen from above, those on a straight line left out.
pub(crate) fn clockwise(corners: &[Point]) -> Vec<Point> {
    let around = |i: usize| corners[i % corners.len()];
    let area: i64 = (0..corners.len()).map(|i| cross(around(i), around(i + 1))).sum();
    let bends = |i: &usize| {
        let (before, here, after) = (around(i + corners.len() - 1), around(*i), around(i + 1));
        cross(here.minus(before), after.minus(here)) != 0
    };
    let mut kept: Vec<Point> = (0..corners.len()).filter(bends).map(around).collect();
    if area < 0 {
        kept.reverse();
    }
    kept
}

/// Is an outline, given clockwise, convex?
pub(crate) fn is_convex(corners: &[Point]) -> bool {
    let around = |i: usize| corners[i % corners.len()];
    (0..corners.len()).all(|i| cross(around(i + 1).minus(around(i)), around(i + 2).minus(around(i + 1))) > 0)
}

/// The triangles of an outline given clockwise, and the cuts between them, by cutting off one ear after another.
pub(crate) fn triangles(mut corners: Vec<Point>) -> (Vec<[Point; 3]>, Vec<(Point, Point)>) {
    let (mut triangles, mut cuts) = (Vec::new(), Vec::new());
    while corners.len() > 3 {
        let count = corners.len();
        let ear = |i: &usize| {
            let [a, b, c] = [corners[(i + count - 1) % count], corners[*i], corners[(i + 1) % count]];
            let is_clear = |p: &Point| [a, b, c].contains(p) || !Hull::of([a, b, c]).covers(*p);
            cross(b.minus(a), c.minus(b)) > 0 && corners.iter().all(is_clear)
        };
        let Some(i) = (0..count).find(ear) else {
            // What is left has no inside: corners on a straight line.
            break;
        };
        let [a, b, c] = [corners[(i + count - 1) % count], corners[i], corners[(i + 1) % count]];
        triangles.push([a, b, c]);
        cuts.push((a, c));
        corners.remove(i);
    }
    if let [a, b, c] = corners[..]
        && cross(b.minus(a), c.minus(b)) > 0
    {
        triangles.push([a, b, c]);
    }
    (triangles, cuts)
}
