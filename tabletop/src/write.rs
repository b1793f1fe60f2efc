//! Tables as scenario files have them, written.

use crate::Table;
use field::{Point, Shape};
use kernel::scenario::{Hundredths, quoted};
use std::fmt::Display;

impl<K: Copy + Ord + Display> Table<K> {
    /// The line `table` of a file, for its head.
    pub fn write_size(&self) -> String {
        let (width, depth) = self.size();
        format!("table = [{width}, {depth}]\n")
    }

    /// The list of `ground`.
    pub fn write_ground(&self) -> String {
        let mut text = String::new();
        for ((kind, name), terrain) in self.kinds.iter().zip(&self.names).zip(&self.plan.terrain) {
            text += &format!("\n[[ground]]\nkind = \"{kind}\"\n");
            if let Some(name) = name {
                text += &format!("name = {}\n", quoted(name));
            }
            if terrain.level > 1 {
                text += &format!("height = {}\n", terrain.level);
            }
            text += &match &terrain.shape {
                Shape::Polygon(corners) => format!("polygon = {}\n", points(corners)),
                Shape::Circle(circle) => {
                    let (middle, diameter) = (written(circle.middle), Hundredths(circle.diameter));
                    format!("circle = {{ middle = {middle}, diameter = {diameter} }}\n")
                }
                Shape::Rectangle(rectangle) => format!(
                    "rectangle = {{ middle = {}, width = {}, depth = {}, turned = {} }}\n",
                    written(rectangle.middle),
                    Hundredths(rectangle.width),
                    Hundredths(rectangle.depth),
                    rectangle.facing.degrees(),
                ),
                Shape::Line { points: turns, width } => {
                    format!("line = {}\nwidth = {}\n", points(turns), Hundredths(*width))
                }
            };
        }
        text
    }
}

/// A place as a list has it: `[12, 4.5]`.
pub fn written(at: Point) -> String {
    format!("[{}, {}]", Hundredths(at.x), Hundredths(at.y))
}

fn points(all: &[Point]) -> String {
    format!("[{}]", all.iter().map(|at| written(*at)).collect::<Vec<_>>().join(", "))
}
