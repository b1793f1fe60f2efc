//! The faces that text is set in, and how wide it then is.
//!
//! Libertinus Serif, under the SIL Open Font Licence (`fonts/OFL.txt`). Widths come from the font itself, so that what was laid out fits
//! where it is drawn.

use std::sync::LazyLock;
use ttf_parser::GlyphId;

/// A face of the family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Face {
    Regular,
    Bold,
    Italic,
}

/// A font file as it was read.
pub(crate) struct Font {
    pub(crate) data: &'static [u8],
    pub(crate) parsed: ttf_parser::Face<'static>,
    /// The advances of the letters up to the punctuation and signs that charts use, in ems.
    advances: Vec<f64>,
}

static REGULAR: LazyLock<Font> =
    LazyLock::new(|| Font::read(include_bytes!("../../fonts/LibertinusSerif-Regular.otf")));
static BOLD: LazyLock<Font> = LazyLock::new(|| Font::read(include_bytes!("../../fonts/LibertinusSerif-Bold.otf")));
static ITALIC: LazyLock<Font> = LazyLock::new(|| Font::read(include_bytes!("../../fonts/LibertinusSerif-Italic.otf")));

impl Face {
    /// All of them.
    pub(crate) const ALL: [Face; 3] = [Face::Regular, Face::Bold, Face::Italic];

    /// The font file of the face.
    pub(crate) fn font(self) -> &'static Font {
        match self {
            Face::Regular => &REGULAR,
            Face::Bold => &BOLD,
            Face::Italic => &ITALIC,
        }
    }

    /// The PostScript name of the face.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Face::Regular => "LibertinusSerif-Regular",
            Face::Bold => "LibertinusSerif-Bold",
            Face::Italic => "LibertinusSerif-Italic",
        }
    }

    /// How wide a text of this size is.
    pub(crate) fn width(self, text: &str, size: f64) -> f64 {
        let font = self.font();
        text.chars().map(|letter| font.letter_advance(letter)).sum::<f64>() * size
    }

    /// Breaks a text into lines that are at most `width` wide, as far as its words allow.
    pub(crate) fn wrap(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let space = self.width(" ", size);
        let mut lines: Vec<String> = vec![String::new()];
        let mut used = 0.0;
        for word in text.split_whitespace() {
            let last = lines.last_mut().expect("there is always a line");
            let wide = self.width(word, size);
            // The hair's breadth is for the rounding of sums.
            if last.is_empty() {
                word.clone_into(last);
                used = wide;
            } else if used + space + wide <= width + 0.001 {
                last.push(' ');
                last.push_str(word);
                used += space + wide;
            } else {
                lines.push(word.to_owned());
                used = wide;
            }
        }
        lines
    }

    /// Breaks a text as [`Face::wrap`] does, but leaves no last line of a word or two where the others can spare some.
    pub(crate) fn wrap_well(self, text: &str, size: f64, width: f64) -> Vec<String> {
        let plain = self.wrap(text, size, width);
        let is_well = |lines: &[String]| lines.last().is_none_or(|last| self.width(last, size) >= width * 0.22);
        if plain.len() < 2 || is_well(&plain) {
            return plain;
        }
        let narrower = (1..=8).map(|step| self.wrap(text, size, width * (1.0 - 0.04 * f64::from(step))));
        narrower.take_while(|lines| lines.len() == plain.len()).find(|lines| is_well(lines)).unwrap_or(plain)
    }
}

impl Font {
    fn read(data: &'static [u8]) -> Font {
        let parsed = ttf_parser::Face::parse(data, 0).expect("the font is part of the program");
        let mut font = Font { data, parsed, advances: Vec::new() };
        let letters = ('\0'..'\u{2300}').map(|letter| font.advance(font.glyph(letter)));
        font.advances = letters.collect();
        font
    }

    fn letter_advance(&self, letter: char) -> f64 {
        let known = self.advances.get(letter as usize).copied();
        known.unwrap_or_else(|| self.advance(self.glyph(letter)))
    }

    /// The glyph of a letter; the empty box where the font has none.
    pub(crate) fn glyph(&self, letter: char) -> GlyphId {
        self.parsed.glyph_index(letter).unwrap_or(GlyphId(0))
    }

    /// How far a glyph moves the pen, in ems.
    pub(crate) fn advance(&self, glyph: GlyphId) -> f64 {
        f64::from(self.parsed.glyph_hor_advance(glyph).unwrap_or(0)) / f64::from(self.parsed.units_per_em())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        let [wide, narrow] = ["mmmm", "iiii"].map(|text| Face::Regular.width(text, 10.0));
        assert!(wide > 2.5 * narrow, "{wide} and {narrow}");
        let twice = Face::Bold.width("Assault", 20.0);
        assert!((twice - 2.0 * Face::Bold.width("Assault", 10.0)).abs() < 1e-9);
        let figures: Vec<f64> = ('0'..='9').map(|digit| Face::Regular.width(&digit.to_string(), 10.0)).collect();
        assert!(figures.iter().all(|width| (width - figures[0]).abs() < 1e-9), "figures stand under one another");
    }

    #[test]
    fn lines_are_no_wider_than_asked_and_lose_no_word() {
        let text = "the target is on a hill and the assaulter is not";
        let lines = Face::Italic.wrap(text, 8.0, 60.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| Face::Italic.width(line, 8.0) <= 60.01), "{lines:?}");
        assert_eq!(lines.join(" "), text);
    }

    #[test]
    fn a_last_word_does_not_stand_alone_where_others_can_join_it() {
        let text = "each barrage marker, gas included, at most 3";
        let width = Face::Regular.width("each barrage marker, gas included, at most", 9.0) + 1.0;
        assert_eq!(Face::Regular.wrap(text, 9.0, width).last().unwrap(), "3");
        let well = Face::Regular.wrap_well(text, 9.0, width);
        assert_eq!((well.len(), well.join(" ").as_str()), (2, text));
        assert!(well[1].len() > 10, "{well:?}");
    }
}
