//! The sheet as one picture: its pages, one above the other.

use super::layout::{PAGE, Sheet};
use super::paint::{Mark, Tone, marks, texts};
use crate::draw::face::Face;
use crate::draw::subset::{FAMILY, font_faces};
use crate::draw::svg::{SERIF, colour, escaped};
use std::fmt::Write;

/// Between the pages.
const BETWEEN: f64 = 12.0;

/// The sheet as SVG. On a screen the paper has its tone; in print it is white.
pub(crate) fn svg(sheet: &Sheet) -> String {
    let (width, height) = PAGE;
    let whole = height * sheet.pages.len() as f64 + BETWEEN * (sheet.pages.len() - 1) as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.2} {whole:.2}\" width=\"{width:.2}pt\" \
         height=\"{whole:.2}pt\" font-family=\"{FAMILY},{SERIF}\">\n<title>{}</title>\n<style>\n{}</style>\n",
        escaped(&format!("{}: quick sheet", sheet.book.title)),
        font_faces(&texts(sheet)) + &style(),
    );
    for page in 0..sheet.pages.len() {
        let down = page as f64 * (height + BETWEEN);
        let _ = writeln!(out, "<g transform=\"translate(0 {down:.2})\">");
        let _ = writeln!(out, r#"<rect class="paper" width="{width:.2}" height="{height:.2}"/>"#);
        for mark in marks(sheet, page) {
            draw(&mut out, &mark);
        }
        out += "</g>\n";
    }
    out + "</svg>\n"
}

fn style() -> String {
    format!(
        ".paper {{ fill: {}; }} .band {{ fill: {}; }} .rule {{ fill: {}; }} text {{ fill: {}; white-space: pre; font-kerning: none; font-variant-ligatures: none; }}\n\
         .faded {{ fill: {}; }} .red {{ fill: {}; }} .b {{ font-weight: bold; }} .i {{ font-style: italic; }}\n\
         @media print {{ .paper {{ fill: #ffffff; }} .band {{ fill: {PRINT_BAND}; }} }}\n",
        colour::PAPER,
        colour::BAND,
        colour::INK,
        colour::INK,
        FADED,
        colour::RED,
    )
}

/// Notes are small, so they are darker than what is faded in large pictures.
pub(crate) const FADED: &str = "#5c5343";
/// Bands on white paper.
pub(crate) const PRINT_BAND: &str = "#efebe1";

fn draw(out: &mut String, mark: &Mark) {
    let _ = match mark {
        Mark::Text { x, y, text, face, size, tone } => {
            let mut class = String::new();
            class += match face {
                Face::Regular => "",
                Face::Bold => "b ",
                Face::Italic => "i ",
            };
            class += match tone {
                Tone::Ink => "",
                Tone::Faded => "faded",
                Tone::Red => "red",
            };
            let class = if class.is_empty() { class } else { format!(r#" class="{}""#, class.trim()) };
            // With another font the words still end where they should.
            let length = face.width(text, *size);
            let fit = match text.chars().count() {
                0..=3 => String::new(),
                _ => format!(r#" textLength="{length:.2}" lengthAdjust="spacingAndGlyphs""#),
            };
            let text = escaped(text);
            writeln!(out, r#"<text x="{x:.2}" y="{y:.2}" font-size="{size:.2}"{class}{fit}>{text}</text>"#)
        }
        Mark::Rule { x, y, width, thickness } => {
            let top = y - thickness / 2.0;
            writeln!(out, r#"<rect class="rule" x="{x:.2}" y="{top:.2}" width="{width:.2}" height="{thickness:.2}"/>"#)
        }
        Mark::Band { x, y, width, height } => {
            writeln!(out, r#"<rect class="band" x="{x:.2}" y="{y:.2}" width="{width:.2}" height="{height:.2}"/>"#)
        }
    };
}
