//! The sheet as PDF, with real text in an embedded part of the font.

use super::layout::{PAGE, Sheet};
use super::page_svg::{FADED, PRINT_BAND};
use super::paint::{Mark, Tone, marks, texts};
use crate::draw::face::Face;
use crate::draw::subset::Subset;
use crate::draw::svg::colour;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use ttf_parser::{RawFace, Tag};

const SYSTEM: SystemInfo = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// The sheet as PDF. It holds no date, so the same sheet is the same bytes.
pub(crate) fn pdf(sheet: &Sheet) -> Vec<u8> {
    let pages: Vec<Vec<Mark>> = (0..sheet.pages.len()).map(|page| marks(sheet, page)).collect();
    let mut last = 0;
    let mut next = || {
        last += 1;
        Ref::new(last)
    };
    let (catalog, tree, information) = (next(), next(), next());
    let texts = texts(sheet);
    let mut embedded = |face| {
        let its = texts.iter().filter(|(other, _)| *other == face).map(|(_, text)| text.as_str());
        Embedded { subset: Subset::of(face, its), refs: [(); 5].map(|()| next()) }
    };
    let fonts: Vec<Embedded> = Face::ALL.into_iter().map(&mut embedded).collect();
    let places: Vec<(Ref, Ref)> = pages.iter().map(|_| (next(), next())).collect();

    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en"));
    let title = format!("{}: quick sheet", sheet.book.title);
    pdf.document_info(information).title(TextStr(&title)).creator(TextStr("sandtable"));
    pdf.pages(tree).kids(places.iter().map(|place| place.0)).count(places.len() as i32);
    for (marks, (place, contents)) in pages.iter().zip(&places) {
        let mut page = pdf.page(*place);
        page.parent(tree).media_box(Rect::new(0.0, 0.0, PAGE.0 as f32, PAGE.1 as f32)).contents(*contents);
        let mut resources = page.resources();
        let mut named = resources.fonts();
        for font in &fonts {
            named.pair(Name(font.name()), font.refs[0]);
        }
        named.finish();
        resources.finish();
        page.finish();
        let packed = packed(&content(marks, &fonts));
        pdf.stream(*contents, &packed).filter(Filter::FlateDecode);
    }
    for font in &fonts {
        font.write(&mut pdf);
    }
    pdf.finish()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 9)
}

fn content(marks: &[Mark], fonts: &[Embedded]) -> Vec<u8> {
    let mut content = Content::new();
    // Bands lie under the text of every block.
    for mark in marks {
        if let Mark::Band { x, y, width, height } = mark {
            fill(&mut content, PRINT_BAND);
            rectangle(&mut content, (*x, *y), (*width, *height));
        }
    }
    for mark in marks {
        match mark {
            Mark::Band { .. } => {}
            Mark::Rule { x, y, width, thickness } => {
                fill(&mut content, colour::INK);
                rectangle(&mut content, (*x, y - thickness / 2.0), (*width, *thickness));
            }
            Mark::Text { x, y, text, face, size, tone } => {
                let font = fonts.iter().find(|font| font.subset.face == *face).expect("every face is embedded");
                fill(
                    &mut content,
                    match tone {
                        Tone::Ink => colour::INK,
                        Tone::Faded => FADED,
                        Tone::Red => colour::RED,
                    },
                );
                content.begin_text().set_font(Name(font.name()), *size as f32);
                content.next_line(*x as f32, (PAGE.1 - y) as f32).show(Str(&font.encoded(text))).end_text();
            }
        }
    }
    content.finish().to_vec()
}

fn rectangle(content: &mut Content, (x, y): (f64, f64), (width, height): (f64, f64)) {
    content.rect(x as f32, (PAGE.1 - y - height) as f32, width as f32, height as f32).fill_nonzero();
}

fn fill(content: &mut Content, colour: &str) {
    let part = |from: usize| {
        let value = u8::from_str_radix(&colour[from..from + 2], 16).expect("colours are written #rrggbb");
        f32::from(value) / 255.0
    };
    content.set_fill_rgb(part(1), part(3), part(5));
}

/// A part of a face in the file.
struct Embedded {
    subset: Subset,
    /// The font, its descendant, its descriptor, its map to Unicode and its file.
    refs: [Ref; 5],
}

impl Embedded {
    /// The name in the resources of a page.
    fn name(&self) -> &'static [u8] {
        match self.subset.face {
            Face::Regular => b"R",
            Face::Bold => b"B",
            Face::Italic => b"I",
        }
    }

    fn encoded(&self, text: &str) -> Vec<u8> {
        text.chars().flat_map(|letter| self.subset.code(letter).to_be_bytes()).collect()
    }

    fn write(&self, pdf: &mut Pdf) {
        let [font, descendant, descriptor, unicode, file] = self.refs;
        let Subset { face, letters, glyphs } = &self.subset;
        let parsed = &face.font().parsed;
        let em = |units: i16| f32::from(units) * 1000.0 / f32::from(parsed.units_per_em());
        // The tag of six capitals marks a part of a font.
        let name = format!("SANDTA+{}", face.name());
        let name = Name(name.as_bytes());
        pdf.type0_font(font)
            .base_font(name)
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(descendant)
            .to_unicode(unicode);

        let mut cid = pdf.cid_font(descendant);
        cid.subtype(CidFontType::Type0).base_font(name).system_info(SYSTEM).font_descriptor(descriptor);
        let width = |glyph| face.font().advance(ttf_parser::GlyphId(glyph)) as f32 * 1000.0;
        cid.default_width(0.0).widths().consecutive(0, glyphs.remapped_gids().map(width));
        cid.finish();

        let bounds = parsed.global_bounding_box();
        let flags = FontFlags::SERIF | FontFlags::SYMBOLIC;
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(if *face == Face::Italic { flags | FontFlags::ITALIC } else { flags })
            .bbox(Rect::new(em(bounds.x_min), em(bounds.y_min), em(bounds.x_max), em(bounds.y_max)))
            .italic_angle(parsed.italic_angle())
            .ascent(em(parsed.ascender()))
            .descent(em(parsed.descender()))
            .cap_height(em(parsed.capital_height().unwrap_or(650)))
            .stem_v(if *face == Face::Bold { 140.0 } else { 80.0 })
            .font_file3(file);

        let mut map = UnicodeCmap::new(Name(b"Sandtable"), SYSTEM);
        for &letter in letters {
            map.pair(self.subset.code(letter), letter);
        }
        pdf.cmap(unicode, &map.finish());

        let part = self.subset.font();
        let outlines = RawFace::parse(&part, 0).ok().and_then(|face| face.table(Tag::from_bytes(b"CFF ")));
        let packed = packed(outlines.expect("the font has PostScript outlines"));
        pdf.stream(file, &packed).filter(Filter::FlateDecode).pair(Name(b"Subtype"), Name(b"CIDFontType0C"));
    }
}
