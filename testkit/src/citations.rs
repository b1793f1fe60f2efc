//! Every citation leads to a statement, and every statement is cited.

use kernel::book::Book;
use kernel::rule::anchor;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The chart files of a book are just its charts, and each can be read.
pub fn charts_are_registered(book: &Book, crate_folder: &str) {
    let files = fs::read_dir(Path::new(crate_folder).join("charts")).expect("a book has a folder of charts");
    let files: BTreeSet<String> = files
        .map(|file| file.expect("a readable folder").path().file_stem().expect("a file").to_string_lossy().into_owned())
        .collect();
    let charts: BTreeSet<String> = book.charts.iter().map(|chart| chart.name.to_owned()).collect();
    assert_eq!(files, charts);
}

/// Citations in the program and the charts have anchors on the rulebook page; each anchor is cited, or stands in the
/// book's `waiting.txt`, the list of statements that wait for the whole game.
pub fn citations_resolve(book: &Book, crate_folder: &str) {
    let anchors = anchors(book.page);
    let mut cited = BTreeSet::new();
    source_citations(&Path::new(crate_folder).join("src"), &mut cited);
    for chart in book.charts {
        cited.insert(chart.section.to_owned());
        cited.extend(chart.modifiers.iter().map(|(_, modifier)| modifier.rule.0.to_owned()));
    }
    let cited: BTreeSet<String> = cited.iter().map(|citation| anchor(citation)).collect();
    let lost: Vec<_> = cited.difference(&anchors).collect();
    assert!(lost.is_empty(), "cited, but not on the rulebook page: {lost:?}");

    let waiting = fs::read_to_string(Path::new(crate_folder).join("waiting.txt")).unwrap_or_default();
    let waiting: BTreeSet<String> =
        waiting.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(anchor).collect();
    let strangers: Vec<_> = waiting.difference(&anchors).collect();
    assert!(strangers.is_empty(), "waiting.txt names what is not on the page: {strangers:?}");
    let done: Vec<_> = waiting.intersection(&cited).collect();
    assert!(done.is_empty(), "waiting.txt still names what is cited by now: {done:?}");
    // A heading says nothing by itself, and a section is cited with any statement in it.
    let headings = self::anchors(&book.page.lines().filter(|line| line.starts_with('#')).collect::<String>());
    let sections: BTreeSet<String> =
        cited.iter().filter_map(|statement| Some(statement.split_once(':')?.0.to_owned())).collect();
    let covered = |anchor: &String| [&cited, &sections, &waiting, &headings].iter().any(|set| set.contains(anchor));
    let silent: Vec<_> = anchors.iter().filter(|anchor| !covered(anchor)).collect();
    assert!(silent.is_empty(), "statements that nothing cites, nor waiting.txt lists: {silent:?}");
}

/// Just the statements of a page are cited below a folder; for books that have no crate of their own.
#[cfg(test)]
pub(crate) fn folder_agrees_with_page(folder: &Path, page: &str) {
    let mut cited = BTreeSet::new();
    source_citations(folder, &mut cited);
    let cited: BTreeSet<String> = cited.iter().map(|citation| anchor(citation)).collect();
    assert_eq!(cited, anchors(page));
}

fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for part in page.split("<a id=\"").skip(1) {
        let anchor = part.split('"').next().expect("a quoted anchor");
        assert!(anchors.insert(anchor.to_owned()), "the anchor {anchor} stands twice on the page");
    }
    anchors
}

fn source_citations(folder: &Path, cited: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            source_citations(&path, cited);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).expect("a readable file");
            // Tests may cite what they like; the rules stand before them.
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            for opening in ["Rule(\"", "rule = \""] {
                let quoted = source.split(opening).skip(1).filter_map(|rest| rest.split('"').next());
                cited.extend(quoted.map(str::to_owned));
            }
        }
    }
}
