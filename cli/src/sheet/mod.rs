//! `sandtable sheet`: all that a book's sheet prints, on two or three pages to take to the table.
//!
//! A book becomes [blocks](block), its charts and the [statements] that no chart says, each is [composed](compose) for
//! a width, the blocks are [packed](pack) into the columns of the pages in the largest type that [fits](layout), and the pages are drawn as PDF, SVG or HTML.

mod block;
mod compose;
mod grid;
mod html;
mod layout;
mod pack;
mod page_svg;
mod paint;
mod part;
mod pdf;
mod punctuation;
mod sequence;
mod statements;
#[cfg(test)]
mod tests;

use crate::trouble::Trouble;
use layout::Sheet;
use std::path::Path;

/// The files a sheet can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileKind {
    Pdf,
    Svg,
    Html,
}

/// Writes the sheet of a book to a file, whose name says of what kind it is.
pub(crate) fn write(book: &str, file: &Path) -> Result<String, Trouble> {
    let book = shelf::book(book)?;
    let kind = FileKind::of(file)?;
    let bytes = drawn(&layout::lay_out(book), kind);
    std::fs::write(file, bytes)
        .map_err(|error| Trouble::of(format!("the sheet cannot be written to {}: {error}", file.display())))?;
    Ok(format!("The quick sheet of {} is in {}.\n", book.title, file.display()))
}

fn drawn(sheet: &Sheet, kind: FileKind) -> Vec<u8> {
    match kind {
        FileKind::Pdf => pdf::pdf(sheet),
        FileKind::Svg => page_svg::svg(sheet).into_bytes(),
        FileKind::Html => html::html(sheet).into_bytes(),
    }
}

impl FileKind {
    fn of(file: &Path) -> Result<FileKind, Trouble> {
        let allowed = "a sheet is a .pdf, .svg or .html file";
        let Some(extension) = file.extension() else {
            return Err(Trouble::of(format!("'{}' does not say what kind of file it is; {allowed}", file.display())));
        };
        match extension.to_string_lossy().to_lowercase().as_str() {
            "pdf" => Ok(FileKind::Pdf),
            "svg" => Ok(FileKind::Svg),
            "html" => Ok(FileKind::Html),
            other => Err(Trouble::of(format!("a sheet cannot be a .{other} file; {allowed}"))),
        }
    }
}
