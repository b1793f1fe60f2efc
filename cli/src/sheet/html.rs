//! The sheet as one HTML file: A4 pages of real tables, at the places of the layout.

use super::grid::face_of_cell;
use super::layout::{BOTTOM, MARGIN, PAGE, Placed, Sheet};
use super::page_svg::{FADED, PRINT_BAND};
use super::paint::{FOOT, SUBTITLE, TITLE, foot, head, label_top, subtitle, texts};
use super::part::{Grid, Item, Kind, Part, Row};
use crate::draw::face::Face;
use crate::draw::subset::{FAMILY, font_faces};
use crate::draw::svg::{SERIF, colour, escaped};
use std::fmt::Write;

/// The sheet as HTML.
pub(crate) fn html(sheet: &Sheet) -> String {
    let title = escaped(&format!("{}: quick sheet", sheet.book.title));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{}</style>\n\
         </head>\n<body>\n<main>\n",
        font_faces(&texts(sheet)) + &style(sheet),
    );
    for page in 0..sheet.pages.len() {
        let (title, right) = head(sheet, page);
        let heading = if page == 0 { "h1" } else { "p" };
        let _ = writeln!(
            out,
            "<section class=\"page\">\n<header><{heading} class=\"book\">{}</{heading}><p>{}<br>{}</p></header>",
            escaped(&title),
            escaped(&subtitle(sheet)),
            escaped(&right),
        );
        for placed in &sheet.pages[page] {
            block(&mut out, placed);
        }
        let _ = writeln!(out, "<footer>{}</footer>\n</section>", escaped(&foot(sheet)));
    }
    out + "</main>\n</body>\n</html>\n"
}

fn style(sheet: &Sheet) -> String {
    let (width, height) = PAGE;
    let (inner, foot_at, pad) = (width - 2.0 * MARGIN, BOTTOM + 10.0, sheet.scale.pad());
    let (paper, ink, band, red) = (colour::PAPER, colour::INK, colour::BAND, colour::RED);
    let (small, side, inset) = (sheet.scale.small(), sheet.scale.side(), pad);
    format!(
        "@page {{ size: A4; margin: 0; }}
* {{ box-sizing: border-box; margin: 0; padding: 0; }}
body {{ background: #cfc6b1; color: {ink}; font-family: {FAMILY},{SERIF}; font-kerning: none; font-variant-ligatures: none; }}
.page {{ position: relative; width: {width}pt; height: {height}pt; margin: 12pt auto; background: {paper}; overflow: hidden; }}
.page > * {{ position: absolute; }}
header {{ left: {MARGIN}pt; top: 20pt; width: {inner}pt; height: 31pt; border-bottom: 2.6pt double {ink}; }}
header .book {{ position: absolute; bottom: 3.6pt; font-size: {TITLE}pt; line-height: 1.13; font-weight: bold; }}
header p:last-child {{ position: absolute; right: 0; bottom: 5pt; font: italic {SUBTITLE}pt/1.18 {FAMILY},{SERIF}; text-align: right; color: {FADED}; }}
footer {{ left: {MARGIN}pt; top: {foot_at}pt; width: {inner}pt; padding-top: 2pt; border-top: 0.4pt solid {ink}; font: italic {FOOT}pt/1.3 {FAMILY},{SERIF}; color: {FADED}; }}
section section > * {{ position: absolute; white-space: nowrap; line-height: 1.13; }}
h2 {{ border-bottom: 0.9pt solid {ink}; }}
h2 span {{ position: absolute; right: 0; top: 0; font: italic {small}pt/1.6 {FAMILY},{SERIF}; color: {red}; }}
h4 {{ font-weight: normal; color: {red}; }}
.note {{ font-style: italic; color: {FADED}; }}
table {{ border-collapse: collapse; table-layout: fixed; }}
th, td {{ text-align: left; vertical-align: top; font-weight: normal; line-height: 1.13; }}
thead th {{ vertical-align: bottom; font-weight: bold; border-bottom: 0.45pt solid {ink}; }}
.grid th, .grid td {{ padding: {inset:.2}pt {side:.2}pt 0; }}
.grid {{ border-bottom: 0.45pt solid {ink}; }}
.grid tbody tr:nth-child(even) {{ background: {band}; }}
.c {{ text-align: center; }} .b {{ font-weight: bold; }}
.list th {{ font-weight: bold; }} .list td, .list th {{ padding-bottom: {pad:.2}pt; }}
.signed th {{ text-align: right; }}
@media print {{
  body {{ background: #ffffff; }}
  .page {{ background: #ffffff; margin: 0; break-after: page; }}
  .page:last-child {{ break-after: auto; }}
  .grid tbody tr:nth-child(even) {{ background: {PRINT_BAND}; }}
  * {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
}}
"
    )
}

fn block(out: &mut String, placed: &Placed) {
    let Placed { x, y, composed } = placed;
    let (width, height) = (composed.width, composed.height);
    let _ = writeln!(out, "<section style=\"left:{x:.2}pt;top:{y:.2}pt;width:{width:.2}pt;height:{height:.2}pt\">");
    for one in &composed.parts {
        part(out, one);
    }
    out.push_str("</section>\n");
}

fn part(out: &mut String, part: &Part) {
    let Part { x, y, width, height, kind } = part;
    let place = format!("left:{x:.2}pt;top:{y:.2}pt;width:{width:.2}pt");
    let _ = match kind {
        Kind::Title { lines, section, size } => {
            let cited = if section.is_empty() { String::new() } else { format!(" <span>{}</span>", escaped(section)) };
            writeln!(
                out,
                "<h2 style=\"{place};height:{height:.2}pt;font-size:{size:.2}pt\">{}{cited}</h2>",
                broken(lines)
            )
        }
        Kind::Caption { text, size } => {
            writeln!(out, "<h3 style=\"{place};font-size:{size:.2}pt\">{}</h3>", escaped(text))
        }
        Kind::Label { text, size } => {
            let top = label_top(part, *y, *size);
            writeln!(
                out,
                "<h4 style=\"left:{x:.2}pt;top:{top:.2}pt;width:{width:.2}pt;font-size:{size:.2}pt\">{}</h4>",
                escaped(text)
            )
        }
        Kind::Note { lines, size } => {
            writeln!(out, "<p class=\"note\" style=\"{place};font-size:{size:.2}pt\">{}</p>", broken(lines))
        }
        Kind::List { items, hang, size, signed } => list(out, &place, items, *hang, *size, *signed),
        Kind::Grid(grid) => grid_table(out, &place, grid),
    };
}

/// The lines with the breaks of the layout.
fn broken(lines: &[String]) -> String {
    lines.iter().map(|line| escaped(line)).collect::<Vec<_>>().join(" <br>")
}

fn list(out: &mut String, place: &str, items: &[Item], hang: f64, size: f64, signed: bool) -> std::fmt::Result {
    let class = if signed { "list signed" } else { "list" };
    let name = if signed { "Modifiers" } else { "In order" };
    writeln!(out, "<table class=\"{class}\" aria-label=\"{name}\" style=\"{place};font-size:{size:.2}pt\">")?;
    writeln!(out, "<colgroup><col style=\"width:{hang:.2}pt\"><col></colgroup><tbody>")?;
    let gap = if signed { size * 0.4 } else { 0.0 };
    for item in items {
        let (mark, text) = (escaped(&item.mark), broken(&item.lines));
        let pad = if signed { format!(" style=\"padding-right:{gap:.2}pt\"") } else { String::new() };
        writeln!(out, "<tr><th scope=\"row\"{pad}>{mark}</th><td>{text}</td></tr>")?;
    }
    writeln!(out, "</tbody></table>")
}

fn grid_table(out: &mut String, place: &str, grid: &Grid) -> std::fmt::Result {
    let (name, body, small) = (escaped(&grid.name), grid.body, grid.small);
    writeln!(out, "<table class=\"grid\" aria-label=\"{name}\" style=\"{place};font-size:{body:.2}pt\">")?;
    write!(out, "<colgroup>")?;
    for width in &grid.widths {
        write!(out, "<col style=\"width:{width:.2}pt\">")?;
    }
    writeln!(out, "</colgroup>\n<thead style=\"font-size:{small:.2}pt\">")?;
    row(out, grid, &grid.head, true)?;
    writeln!(out, "</thead><tbody>")?;
    for one in &grid.rows {
        row(out, grid, one, false)?;
    }
    writeln!(out, "</tbody></table>")
}

fn row(out: &mut String, grid: &Grid, row: &Row, is_head: bool) -> std::fmt::Result {
    write!(out, "<tr style=\"height:{:.2}pt\">", row.height)?;
    for (j, lines) in row.cells.iter().enumerate() {
        let is_bold = !is_head && lines.first().is_some_and(|line| face_of_cell(j, line) == Face::Bold);
        let class = match (grid.centred[j], is_bold) {
            (true, _) => " class=\"c\"",
            (false, true) => " class=\"b\"",
            (false, false) => "",
        };
        let (tag, scope) = match (is_head, j) {
            (true, _) => ("th", " scope=\"col\""),
            (false, 0) => ("th", " scope=\"row\""),
            _ => ("td", ""),
        };
        write!(out, "<{tag}{scope}{class}>{}</{tag}>", broken(lines))?;
    }
    writeln!(out, "</tr>")
}
