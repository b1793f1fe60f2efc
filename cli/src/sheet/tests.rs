//! The sheets of all books: two or three pages, everything on them, nothing over anything else.

use super::block::unsaid;
use super::layout::{BOTTOM, MARGIN, PAGE, Placed, Sheet, TOP, lay_out};
use super::paint::{Mark, marks};
use super::part::{Grid, Kind, Part, SMALLEST};
use super::punctuation::printed;
use super::statements::{means, said_by_charts, sections};
use super::{FileKind, drawn, write};
use crate::draw::face::Face;
use kernel::book::Book;
use kernel::chart::Chart;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

/// They are laid out once for all tests.
static SHEETS: LazyLock<Vec<Sheet>> = LazyLock::new(|| shelf::books().into_iter().map(lay_out).collect());

/// For the rounding of sums.
const HAIR: f64 = 0.01;

struct Box {
    x: f64,
    y: f64,
    right: f64,
    bottom: f64,
}

impl Box {
    fn of(placed: &Placed) -> Box {
        let Placed { x, y, composed } = placed;
        Box { x: *x, y: *y, right: x + composed.width, bottom: y + composed.height }
    }

    fn of_part(part: &Part) -> Box {
        Box { x: part.x, y: part.y, right: part.x + part.width, bottom: part.y + part.height }
    }

    fn is_within(&self, other: &Box) -> bool {
        self.x >= other.x - HAIR
            && self.y >= other.y - HAIR
            && self.right <= other.right + HAIR
            && self.bottom <= other.bottom + HAIR
    }

    fn overlaps(&self, other: &Box) -> bool {
        self.x < other.right - HAIR
            && other.x < self.right - HAIR
            && self.y < other.bottom - HAIR
            && other.y < self.bottom - HAIR
    }
}

fn overlapping(boxes: &[Box]) -> Option<(usize, usize)> {
    let pairs = (0..boxes.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
    pairs.into_iter().find(|&(i, j)| boxes[i].overlaps(&boxes[j]))
}

#[test]
fn a_book_is_two_or_three_pages_whose_blocks_lie_in_the_frame_and_apart() {
    let frame = Box { x: MARGIN, y: TOP, right: PAGE.0 - MARGIN, bottom: BOTTOM };
    for sheet in SHEETS.iter() {
        let id = sheet.book.id;
        assert!((2..=3).contains(&sheet.pages.len()), "{id}");
        for page in &sheet.pages {
            assert!(!page.is_empty(), "{id} has an empty page");
            let boxes: Vec<Box> = page.iter().map(Box::of).collect();
            assert!(boxes.iter().all(|one| one.is_within(&frame)), "{id} leaves the frame");
            assert_eq!(overlapping(&boxes), None, "{id}");
        }
    }
}

#[test]
fn the_parts_of_a_block_lie_in_it_and_apart() {
    for sheet in SHEETS.iter() {
        for placed in sheet.pages.iter().flatten() {
            let composed = &placed.composed;
            let whole = Box { x: 0.0, y: 0.0, right: composed.width, bottom: composed.height };
            let boxes: Vec<Box> = composed.parts.iter().map(Box::of_part).collect();
            assert!(boxes.iter().all(|part| part.is_within(&whole)), "{}: {composed:?}", sheet.book.id);
            assert_eq!(overlapping(&boxes), None, "{}: {composed:?}", sheet.book.id);
        }
    }
}

#[test]
fn boxes_that_overlap_are_noticed() {
    let at = |x: f64| Box { x, y: 0.0, right: x + 10.0, bottom: 10.0 };
    assert_eq!(overlapping(&[at(0.0), at(10.0), at(19.0)]), Some((1, 2)));
    assert!(!at(5.0).is_within(&at(0.0)));
}

#[test]
fn every_line_fits_its_cell() {
    for sheet in SHEETS.iter() {
        for part in sheet.pages.iter().flatten().flat_map(|placed| &placed.composed.parts) {
            let widths: Vec<(String, f64, f64)> = match &part.kind {
                Kind::Grid(grid) => lines_of(grid),
                Kind::List { items, hang, size, .. } => {
                    let lines = items.iter().flat_map(|item| &item.lines);
                    lines.map(|line| (line.clone(), Face::Regular.width(line, *size), part.width - hang)).collect()
                }
                Kind::Note { lines, size } => {
                    lines.iter().map(|line| (line.clone(), Face::Italic.width(line, *size), part.width)).collect()
                }
                Kind::Title { lines, size, section } => {
                    let cited = Face::Italic.width(section, sheet.scale.small());
                    let line = |line: &String| (line.clone(), Face::Bold.width(line, *size) + cited, part.width);
                    lines.iter().map(line).collect()
                }
                Kind::Caption { text, size } | Kind::Label { text, size } => {
                    vec![(text.clone(), Face::Bold.width(text, *size), part.width)]
                }
            };
            for (line, width, room) in widths {
                assert!(width <= room + HAIR, "{}: '{line}' is {width} wide in {room}", sheet.book.id);
            }
        }
    }
}

fn lines_of(grid: &Grid) -> Vec<(String, f64, f64)> {
    let mut found = Vec::new();
    for (i, row) in std::iter::once(&grid.head).chain(&grid.rows).enumerate() {
        for (j, line) in row.cells.iter().enumerate().flat_map(|(j, lines)| lines.iter().map(move |line| (j, line))) {
            let face = if i == 0 { Face::Bold } else { super::grid::face_of_cell(j, &row.cells[j][0]) };
            let size = if i == 0 { grid.small } else { grid.body };
            found.push((line.clone(), face.width(line, size), grid.widths[j] - 2.0 * grid.side));
        }
    }
    found
}

#[test]
fn no_type_is_below_six_points_and_all_of_it_is_on_the_paper() {
    for sheet in SHEETS.iter() {
        for mark in (0..sheet.pages.len()).flat_map(|page| marks(sheet, page)) {
            if let Mark::Text { x, y, text, face, size, .. } = mark {
                assert!(size >= SMALLEST && SMALLEST >= 6.0, "{}: '{text}' in {size}", sheet.book.id);
                let right = x + face.width(&text, size);
                assert!(x >= MARGIN - HAIR && right <= PAGE.0 - MARGIN + HAIR, "{}: '{text}'", sheet.book.id);
                assert!(y > 20.0 && y < PAGE.1 - 15.0, "{}: '{text}'", sheet.book.id);
                let missing = text.chars().find(|&letter| face.font().glyph(letter).0 == 0);
                assert_eq!(missing, None, "{}: the font has no such letter: '{text}'", sheet.book.id);
            }
        }
    }
}

#[test]
fn every_printed_statement_of_the_page_stands_on_the_sheet_in_words_or_in_a_chart() {
    for sheet in SHEETS.iter() {
        let book = sheet.book;
        let text = plain(&texts(FileKind::Html, sheet));
        for section in sections(book.page) {
            for statement in unsaid(book, &section) {
                let words = printed(&statement.text);
                assert!(text.contains(&words), "{}: {:?} is not on the sheet: {words}", book.id, statement.ids);
            }
        }
        let pages = sections(book.page);
        let ids = || pages.iter().flat_map(|section| &section.statements).flat_map(|statement| &statement.ids);
        for (chart, entries) in said_by_charts(book.id) {
            assert!(book.chart(chart).is_some(), "{}: there is no chart '{chart}'", book.id);
            for entry in entries {
                assert!(ids().any(|id| means(entry, id)), "{}: '{entry}' is not on the page", book.id);
            }
        }
        // A chart that is said to say a statement has at least all of its numbers.
        for statement in pages.iter().flat_map(|section| &section.statements) {
            let says =
                |entries: &Vec<String>| entries.iter().any(|entry| statement.ids.iter().any(|id| means(entry, id)));
            let charts = said_by_charts(book.id).iter().filter(|(_, entries)| says(entries));
            for (chart, _) in charts {
                let there = numbers(&words_of(book, chart));
                let missing: Vec<String> = numbers(&statement.text).difference(&there).cloned().collect();
                assert_eq!(missing, [""; 0], "{}: the chart {chart} does not say {:?}", book.id, statement.ids);
            }
        }
    }
}

/// All that a chart says.
fn words_of(book: &Book, name: &str) -> String {
    let chart = book.chart(name).unwrap();
    let rows = chart.rows.iter().flat_map(|row| std::iter::once(&row.label).chain(&row.cells));
    let printed = rows.chain(&chart.columns).chain(&chart.notes).chain([&chart.corner]).map(String::as_str);
    let modifiers = chart.modifiers.iter().map(|(_, modifier)| modifier.what);
    printed.chain(modifiers).collect::<Vec<_>>().join(" ")
}

/// The numbers of a text, without those of sections and rulings that it cites.
fn numbers(text: &str) -> BTreeSet<String> {
    let is_citation = |word: &&str| {
        let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
        word.contains('.') || word.strip_prefix('R').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    let words: Vec<&str> = text.split_whitespace().filter(|word| !is_citation(word)).collect();
    let digits = words.iter().flat_map(|word| word.split(|letter: char| !letter.is_ascii_digit()));
    let mut numbers: BTreeSet<String> = digits.filter(|digits| !digits.is_empty()).map(str::to_owned).collect();
    // '2-5' says 3 and 4 as well.
    for (from, to) in words.iter().filter_map(|word| word.split_once('-')) {
        if let (Ok(from), Ok(to)) = (from.parse::<u8>(), to.parse::<u8>()) {
            numbers.extend((from..=to).map(|number| number.to_string()));
        }
    }
    numbers
}

/// Plain text of markup.
fn plain(markup: &str) -> String {
    let mut text = String::new();
    for piece in markup.split('<') {
        text += piece.split_once('>').map_or(piece, |(_, after)| after);
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    text.split(start).skip(1).filter_map(|rest| Some(rest.split_once(end)?.0)).collect()
}

fn texts(kind: FileKind, sheet: &Sheet) -> String {
    String::from_utf8(drawn(sheet, kind)).unwrap()
}

#[test]
fn every_cell_of_every_chart_stands_in_its_table_of_the_html() {
    for sheet in SHEETS.iter() {
        let html = texts(FileKind::Html, sheet);
        for chart in sheet.book.charts {
            if is_list(chart) {
                continue;
            }
            let name = format!("aria-label=\"{}\"", chart.title.replace('&', "&amp;"));
            let table = between(&html, &name, "</table>");
            assert_eq!(table.len(), 1, "{}: {}", sheet.book.id, chart.title);
            let rows: Vec<Vec<String>> = between(table[0], "<tr", "</tr>").iter().map(|row| cells(row)).collect();
            let wanted = |label: &String, cells: &[String]| {
                std::iter::once(label).chain(cells).map(|cell| printed(cell)).collect::<Vec<_>>()
            };
            let head = wanted(&chart.corner, &chart.columns);
            let body = chart.rows.iter().map(|row| wanted(&row.label, &row.cells));
            assert_eq!(
                rows,
                std::iter::once(head).chain(body).collect::<Vec<_>>(),
                "{}: {}",
                sheet.book.id,
                chart.title
            );
        }
    }
}

fn cells(row: &str) -> Vec<String> {
    let cell = |piece: &&str| piece.starts_with("th") || piece.starts_with("td");
    let pieces: Vec<&str> = row.split('<').collect();
    let starts: Vec<usize> = (0..pieces.len()).filter(|&i| cell(&pieces[i])).collect();
    let ends = starts.iter().skip(1).copied().chain([pieces.len()]);
    starts.iter().zip(ends).map(|(&start, end)| plain(&format!("<{}", pieces[start..end].join("<")))).collect()
}

fn is_list(chart: &Chart) -> bool {
    chart.columns == ["modifier"] && !chart.modifiers.is_empty()
}

#[test]
fn titles_modifiers_and_notes_stand_in_svg_and_html() {
    for sheet in SHEETS.iter() {
        let [svg, html] = [FileKind::Svg, FileKind::Html].map(|kind| texts(kind, sheet));
        let svg = between(&svg, "<text ", "</text>").iter().map(|text| plain(&format!("<{text}"))).collect::<Vec<_>>();
        let both = [("svg", svg.join(" ")), ("html", plain(&html))];
        for chart in sheet.book.charts {
            let modifiers = chart.modifiers.iter().map(|(_, modifier)| {
                let add = if modifier.add == 0 { "0".to_owned() } else { format!("{:+}", modifier.add) };
                (add, modifier.what)
            });
            let groups = chart.modifiers.iter().filter_map(|(_, modifier)| Some(modifier.group?.to_uppercase()));
            let mut wanted: Vec<String> = chart.notes.iter().map(|note| printed(note)).chain(groups).collect();
            wanted.push(printed(&chart.title));
            wanted.push(chart.section.to_owned());
            for (kind, text) in &both {
                for part in &wanted {
                    assert!(text.contains(part), "{} {kind}, {}: no '{part}'", sheet.book.id, chart.name);
                }
                for (add, what) in modifiers.clone() {
                    // In the HTML the number and the words are cells side by side.
                    let [spaced, joined] = [" ", ""].map(|gap| printed(&add) + gap + &printed(what));
                    let found = text.contains(&spaced) || text.contains(&joined);
                    assert!(found, "{} {kind}, {}: no '{spaced}'", sheet.book.id, chart.name);
                }
            }
        }
    }
}

#[test]
fn the_svg_has_as_many_short_cells_as_the_charts() {
    for sheet in SHEETS.iter() {
        let svg = texts(FileKind::Svg, sheet);
        let mut there: BTreeMap<String, usize> = BTreeMap::new();
        for text in between(&svg, "<text ", "</text>") {
            *there.entry(plain(&format!("<{text}"))).or_default() += 1;
        }
        let mut wanted: BTreeMap<String, usize> = BTreeMap::new();
        for chart in sheet.book.charts.iter().filter(|chart| !is_list(chart)) {
            let cells = chart.rows.iter().flat_map(|row| std::iter::once(&row.label).chain(&row.cells));
            for cell in cells.filter(|cell| !cell.is_empty() && cell.chars().count() <= 14) {
                *wanted.entry(printed(cell)).or_default() += 1;
            }
        }
        assert!(wanted.len() > 10, "{}", sheet.book.id);
        for (cell, count) in wanted {
            assert!(there.get(&cell).is_some_and(|&found| found >= count), "{}: '{cell}'", sheet.book.id);
        }
    }
}

#[test]
fn the_pdf_shows_every_text_with_an_embedded_font_and_no_date() {
    for sheet in SHEETS.iter() {
        let pdf = drawn(sheet, FileKind::Pdf);
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.starts_with("%PDF-1."));
        assert_eq!(text.matches("/Type /Page\n").count(), sheet.pages.len(), "{}", sheet.book.id);
        assert_eq!(text.matches("/FontFile3").count(), 3, "{}", sheet.book.id);
        assert_eq!(text.matches("/ToUnicode").count(), 3, "{}", sheet.book.id);
        assert!(!text.contains("Date"), "{}", sheet.book.id);
        let shown: usize =
            streams(&pdf).iter().map(|stream| stream.windows(4).filter(|w| *w == b" Tj\n").count()).sum();
        let is_text = |mark: &Mark| matches!(mark, Mark::Text { .. });
        let wanted = (0..sheet.pages.len()).flat_map(|page| marks(sheet, page)).filter(is_text).count();
        assert_eq!(shown, wanted, "{}", sheet.book.id);
    }
}

/// The packed streams of a PDF, unpacked.
fn streams(pdf: &[u8]) -> Vec<Vec<u8>> {
    let start = b"stream\n";
    let starts = (0..pdf.len()).filter(|&i| pdf[i..].starts_with(start) && !pdf[..i].ends_with(b"end"));
    starts.filter_map(|i| miniz_oxide::inflate::decompress_to_vec_zlib(&pdf[i + start.len()..]).ok()).collect()
}

#[test]
fn the_same_book_gives_the_same_bytes() {
    let sheet = SHEETS.iter().find(|sheet| sheet.book.id == "tokens").unwrap();
    for kind in [FileKind::Pdf, FileKind::Svg, FileKind::Html] {
        assert!(drawn(sheet, kind) == drawn(&lay_out(sheet.book), kind), "{kind:?}");
    }
}

#[test]
fn the_name_of_the_file_says_its_kind() {
    let kind = |name: &str| FileKind::of(Path::new(name)).map_err(|trouble| trouble.to_string());
    assert_eq!(kind("a/somme.pdf"), Ok(FileKind::Pdf));
    assert_eq!(kind("somme.SVG"), Ok(FileKind::Svg));
    assert_eq!(kind("somme.html"), Ok(FileKind::Html));
    let none = kind("somme").unwrap_err();
    assert_eq!(none, "'somme' does not say what kind of file it is; a sheet is a .pdf, .svg or .html file");
    assert_eq!(
        kind("somme.docx").unwrap_err(),
        "a sheet cannot be a .docx file; a sheet is a .pdf, .svg or .html file"
    );
}

#[test]
fn what_cannot_be_written_is_said_in_a_sentence() {
    let refused = |book: &str, file: &str| write(book, Path::new(file)).unwrap_err().to_string();
    let unknown = refused("som", "sheet.pdf");
    assert!(unknown.starts_with("there is no book 'som'") && unknown.contains("figures"), "{unknown}");
    let nowhere = refused("elements", "no/such/folder/sheet.svg");
    assert!(nowhere.starts_with("the sheet cannot be written to no/such/folder/sheet.svg: "), "{nowhere}");
}
