//! A sheet of characters, each in a style.

use anstyle::Style;

/// Characters in rows.
pub(super) struct Canvas {
    width: usize,
    cells: Vec<(char, Style)>,
}

impl Canvas {
    /// An empty sheet.
    pub(super) fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, cells: vec![(' ', Style::new()); width * height] }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn height(&self) -> usize {
        self.cells.len() / self.width
    }

    /// Writes a character; what lies outside is left out.
    pub(super) fn put(&mut self, (x, y): (usize, usize), sign: char, style: Style) {
        if x < self.width
            && let Some(cell) = self.cells.get_mut(y * self.width + x)
        {
            *cell = (sign, style);
        }
    }

    /// Writes a text from left to right.
    pub(super) fn write(&mut self, (x, y): (usize, usize), text: &str, style: Style) {
        for (i, sign) in text.chars().enumerate() {
            self.put((x + i, y), sign, style);
        }
    }

    /// The style of a character.
    pub(super) fn style(&self, (x, y): (usize, usize)) -> Style {
        self.cells[y * self.width + x].1
    }

    /// Is nothing written here but ground?
    pub(super) fn is_plain(&self, (x, y): (usize, usize)) -> bool {
        let (sign, style) = self.cells[y * self.width + x];
        sign == ' ' && style.get_bg_color().is_none()
    }

    /// The rows as text.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for row in self.cells.chunks(self.width) {
            let used = row.iter().rposition(|cell| *cell != (' ', Style::new())).map_or(0, |last| last + 1);
            let mut now = Style::new();
            for (sign, style) in &row[..used] {
                if *style != now {
                    out += &format!("{now:#}{style}");
                    now = *style;
                }
                out.push(*sign);
            }
            out += &format!("{now:#}\n");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_where_nothing_more_is_written_and_nothing_falls_off_the_edge() {
        let mut canvas = Canvas::new(4, 2);
        canvas.write((2, 0), "abc", Style::new());
        canvas.write((0, 7), "nowhere", Style::new());
        assert_eq!(canvas.text(), "  ab\n\n");
    }

    #[test]
    fn a_style_is_opened_and_closed_once_a_run() {
        let mut canvas = Canvas::new(4, 1);
        canvas.write((0, 0), "ab", Style::new().bold());
        assert_eq!(canvas.text(), "\u{1b}[1mab\u{1b}[0m\n");
    }
}
