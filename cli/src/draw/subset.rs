//! The part of a face that a picture or a sheet uses, to be carried by its file.

use super::face::Face;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::collections::BTreeSet;
use std::fmt::Write;
use subsetter::GlyphRemapper;
use ttf_parser::{RawFace, Tag};

/// The letters of a face that were used, and their glyphs in the smaller font.
pub(crate) struct Subset {
    pub(crate) face: Face,
    pub(crate) letters: BTreeSet<char>,
    pub(crate) glyphs: GlyphRemapper,
}

impl Subset {
    /// The letters of some texts in this face.
    pub(crate) fn of<'a>(face: Face, texts: impl Iterator<Item = &'a str>) -> Subset {
        let letters: BTreeSet<char> = texts.flat_map(str::chars).collect();
        let mut glyphs = GlyphRemapper::new();
        for &letter in &letters {
            glyphs.remap(face.font().glyph(letter).0);
        }
        Subset { face, letters, glyphs }
    }

    /// The glyph of a letter in the smaller font.
    pub(crate) fn code(&self, letter: char) -> u16 {
        self.glyphs.get(self.face.font().glyph(letter).0).expect("the letters of all pages were gathered")
    }

    /// The smaller font, without the map from letters to glyphs.
    pub(crate) fn font(&self) -> Vec<u8> {
        subsetter::subset(self.face.font().data, 0, &self.glyphs).expect("the font is sound")
    }

    /// The smaller font with its map, as browsers read it.
    fn web_font(&self) -> Vec<u8> {
        let part = self.font();
        let part = RawFace::parse(&part, 0).expect("the font was just made");
        let whole = self.face.font().parsed.raw_face();
        let mut tables: Vec<(Tag, Vec<u8>)> = part
            .table_records
            .into_iter()
            .map(|record| (record.tag, part.table(record.tag).unwrap_or(&[]).to_vec()))
            .collect();
        let windows = Tag::from_bytes(b"OS/2");
        tables.push((windows, whole.table(windows).expect("the font has one").to_vec()));
        tables.push((Tag::from_bytes(b"cmap"), self.letter_map()));
        tables.sort_by_key(|(tag, _)| tag.to_bytes());
        sfnt(&tables)
    }

    /// A `cmap` table of format 4 in which every letter is a range of its own.
    fn letter_map(&self) -> Vec<u8> {
        // The format ends with a range for the letter that is none.
        let ranges: Vec<(u16, u16)> = (self.letters.iter())
            .map(|&letter| (letter as u32 as u16, self.code(letter).wrapping_sub(letter as u32 as u16)))
            .chain([(0xffff, 1)])
            .collect();
        let count = ranges.len() as u16;
        let (steps, search) = search_of(count, 2);
        let mut map: Vec<u16> = vec![0, 1, 3, 1, 0, 12];
        map.extend([4, 16 + 8 * count, 0, 2 * count, search, steps, 2 * count - search]);
        map.extend(ranges.iter().map(|range| range.0));
        map.push(0);
        map.extend(ranges.iter().map(|range| range.0));
        map.extend(ranges.iter().map(|range| range.1));
        map.extend(ranges.iter().map(|_| 0));
        map.into_iter().flat_map(u16::to_be_bytes).collect()
    }
}

/// The steps of a binary search over so many records of a size, and the bytes it spans, as font files state them.
fn search_of(count: u16, size: u16) -> (u16, u16) {
    let steps = count.ilog2() as u16;
    (steps, size << steps)
}

/// A font file of these tables.
fn sfnt(tables: &[(Tag, Vec<u8>)]) -> Vec<u8> {
    let count = tables.len() as u16;
    let (steps, search) = search_of(count, 16);
    let mut file = b"OTTO".to_vec();
    file.extend([count, search, steps, count * 16 - search].into_iter().flat_map(u16::to_be_bytes));
    let mut start = 12 + 16 * tables.len();
    for (tag, table) in tables {
        file.extend(tag.to_bytes());
        file.extend([checksum(table), start as u32, table.len() as u32].into_iter().flat_map(u32::to_be_bytes));
        start += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        file.extend(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

fn checksum(table: &[u8]) -> u32 {
    let word = |bytes: &[u8]| (0..4).fold(0, |word, i| word << 8 | u32::from(bytes.get(i).copied().unwrap_or(0)));
    table.chunks(4).map(word).fold(0, u32::wrapping_add)
}

/// The name that a file's own font has in its style.
pub(crate) const FAMILY: &str = "'Sandtable Serif'";

/// The faces of some texts as a style sheet holds them, with the font in it. A viewer that has another font only, or a
/// wider one, then still sets every word in the place that was measured for it.
pub(crate) fn font_faces(texts: &[(Face, String)]) -> String {
    let mut style = String::new();
    for face in Face::ALL {
        let subset = Subset::of(face, texts.iter().filter(|(its, _)| *its == face).map(|(_, text)| text.as_str()));
        if subset.letters.is_empty() {
            continue;
        }
        let data = BASE64_STANDARD.encode(subset.web_font());
        let kind = match face {
            Face::Regular => "font-weight: normal; font-style: normal",
            Face::Bold => "font-weight: bold; font-style: normal",
            Face::Italic => "font-weight: normal; font-style: italic",
        };
        let _ = writeln!(
            style,
            "@font-face {{ font-family: {FAMILY}; {kind}; src: url(data:font/otf;base64,{data}) format('opentype'); }}"
        );
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smaller_font_has_the_used_letters_with_their_widths_and_no_others() {
        let font = Subset::of(Face::Bold, ["Füße", " −1"].into_iter()).web_font();
        let read = ttf_parser::Face::parse(&font, 0).unwrap();
        for letter in "Füße −1".chars() {
            let glyph = read.glyph_index(letter).unwrap_or_else(|| panic!("no {letter}"));
            let width = f64::from(read.glyph_hor_advance(glyph).unwrap()) / f64::from(read.units_per_em());
            assert!((width - Face::Bold.width(&letter.to_string(), 1.0)).abs() < 1e-9, "{letter}");
        }
        assert_eq!(read.glyph_index('x'), None);
        let style = font_faces(&[(Face::Bold, "a".to_owned()), (Face::Italic, "b".to_owned())]);
        assert_eq!(style.matches("@font-face").count(), 2, "a face that is not used is not carried");
        assert!(font.len() < Face::Bold.font().data.len() / 10, "{}", font.len());
    }
}
