//! `sandtable books`.

use crate::style::{ASIDE, TITLE, styled};
use serde_json::json;
use std::fmt::Write;

/// The list of the books.
pub(crate) fn list(json: bool) -> String {
    if json {
        let book = |book: &&kernel::book::Book| {
            json!({
                "id": book.id, "title": book.title, "about": book.about, "scale": book.scale, "dice": book.dice,
                "charts": book.charts.len(), "procedures": (book.procedures)().len(),
            })
        };
        return format!("{:#}\n", shelf::books().iter().map(book).collect::<serde_json::Value>());
    }
    let mut text = String::new();
    for book in shelf::books() {
        let (charts, procedures) = (book.charts.len(), (book.procedures)().len());
        let _ = writeln!(text, "{:20} {}", styled(TITLE, format!("{:10}", book.id)), book.about);
        let _ = writeln!(text, "{:10} {}", "", styled(ASIDE, format!("{}; {}", book.scale, book.dice)));
        let _ = writeln!(text, "{:10} {}\n", "", styled(ASIDE, format!("{charts} charts, {procedures} procedures")));
    }
    text + "Charts of a book: sandtable charts BOOK.  What can be rolled: sandtable procedures BOOK.\n"
}
