//! Maps drawn in characters, a square after the other, row by row.

use super::node::{Node, What};
use super::rows::Line;
use super::trouble::Reading;
use std::fmt::Display;

/// What the characters of a map mean.
pub struct Legend<T: 'static>(pub &'static [(char, T)]);

impl<T: Copy + PartialEq + Display> Legend<T> {
    /// What the character of this number means in a square of a drawing.
    pub fn of(&self, square: &Node<'_>, number: usize) -> Reading<T> {
        let mark = square.string(&self.words())?.chars().nth(number);
        let found = self.0.iter().find(|(known, _)| Some(*known) == mark);
        found.map(|&(_, meaning)| meaning).ok_or_else(|| {
            let place = ["first", "second", "third"].get(number).unwrap_or(&"next");
            square.wrong(&format!("drawn so that its {place} character is {}", self.words()))
        })
    }

    /// The character of a meaning.
    pub fn mark(&self, meaning: T) -> char {
        self.0.iter().find(|(_, known)| *known == meaning).expect("a legend has all that there is").0
    }

    /// The legend in words: '. open, w woods'.
    pub fn words(&self) -> String {
        self.0.iter().map(|(mark, meaning)| format!("{mark} {meaning}")).collect::<Vec<_>>().join(", ")
    }
}

impl<'a> Node<'a> {
    /// The squares of a map, each `marks` characters, the top row first and each row from left to right. Squares stand
    /// apart, or a whole row stands together. The number of a row may stand before it, counted from the bottom, and
    /// the letters of the columns above or below.
    pub fn drawing(&self, columns: usize, rows: usize, marks: usize) -> Reading<Vec<Node<'a>>> {
        let letters: Vec<String> = (0..columns).map(letter).collect();
        let lines = self.lines()?.into_iter().map(words);
        let lines: Vec<Vec<Line<'a>>> =
            lines.filter(|words| !words.iter().map(|word| word.text).eq(&letters)).collect();
        if lines.len() != rows {
            return Err(self.refuse(&format!("has {} rows of squares, but the map has {rows}", lines.len())));
        }
        let mut squares = Vec::new();
        for (from_top, line) in lines.into_iter().enumerate() {
            let number = (rows - from_top).to_string();
            let row = Node::of(self.source, format!("row {number} of {}", self.label), line[0].at, What::Word(""));
            // A number before the squares: it is one word more than there are squares, or it cannot be a square.
            let first = line[0].text;
            let is_number = first.bytes().all(|byte| byte.is_ascii_digit())
                && (first.len() != marks || (line.len() == 2 && columns != 2));
            let numbered = line.len() == columns + 1 || is_number;
            if numbered && line[0].text != number {
                let given = super::node::shortened(line[0].text);
                return Err(row.refuse(&format!("is numbered '{given}'; the rows go from {rows} down to 1")));
            }
            let mut line = line[usize::from(numbered)..].to_vec();
            if line.len() == 1 && columns > 1 {
                line = chunks(line[0], marks);
            }
            if line.len() != columns {
                return Err(row.refuse(&format!("has {} squares, but the map has {columns} columns", line.len())));
            }
            for (column, cell) in line.into_iter().enumerate() {
                let square =
                    Node::of(self.source, format!("{}{number}", letters[column]), cell.at, What::Word(cell.text));
                if cell.text.chars().count() != marks {
                    return Err(
                        square.wrong(&format!("{marks} {}", if marks == 1 { "character" } else { "characters" }))
                    );
                }
                squares.push(square);
            }
        }
        Ok(squares)
    }
}

/// The drawing of a map with its captions; `square` gives the characters of a column and a row, from the top left.
pub fn draw(columns: usize, rows: usize, square: impl Fn(usize, usize) -> String) -> String {
    let margin = rows.to_string().len();
    let mut drawing = String::new();
    let mut width = 1;
    for row in 0..rows {
        drawing.push_str(&format!("{:margin$}", rows - row));
        for column in 0..columns {
            let marks = square(column, row);
            width = marks.chars().count();
            drawing.push_str(&format!(" {marks}"));
        }
        drawing.push('\n');
    }
    drawing.push_str(&" ".repeat(margin));
    for column in 0..columns {
        drawing.push_str(&format!(" {:width$}", letter(column)));
    }
    drawing.truncate(drawing.trim_end().len());
    drawing.push('\n');
    drawing
}

/// The letters of a column, from the left: a to z, then aa, ab and so on.
fn letter(column: usize) -> String {
    let last = char::from(b'a' + (column % 26) as u8);
    if column < 26 { last.to_string() } else { format!("{}{last}", letter(column / 26 - 1)) }
}

/// The words of a line, with their places.
fn words(line: Line<'_>) -> Vec<Line<'_>> {
    let mut words = Vec::new();
    let mut rest = line;
    while !rest.text.is_empty() {
        let end = rest.text.find(char::is_whitespace).unwrap_or(rest.text.len());
        let (word, after) = rest.text.split_at(end);
        words.push(Line { text: word, at: rest.at });
        let next = after.trim_start();
        rest = Line { text: next, at: rest.at + end + (after.len() - next.len()) };
    }
    words
}

/// A word cut into squares of so many characters.
fn chunks(word: Line<'_>, marks: usize) -> Vec<Line<'_>> {
    let mut chunks = Vec::new();
    let mut rest = word;
    while !rest.text.is_empty() {
        let end = rest.text.char_indices().nth(marks).map_or(rest.text.len(), |(end, _)| end);
        let (chunk, after) = rest.text.split_at(end);
        chunks.push(Line { text: chunk, at: rest.at });
        rest = Line { text: after, at: rest.at + end };
    }
    chunks
}
