//! Every citation leads to a statement, and every statement is met by players or waits for something.

use crate::Reached;
use kernel::book::Book;
use kernel::rule::anchor;
use std::collections::{BTreeMap, BTreeSet};
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

/// Citations in the program and the charts have anchors on the rulebook page. Each statement of the page is met by a
/// player, in a chart, by a procedure or in a game that is played, or it stands in the book's `waiting.txt` with what it
/// waits for: a function that nothing leads to has not done what it cites.
pub fn citations_resolve(book: &Book, crate_folder: &str, games: &[fn(&mut Reached)]) {
    let anchors = anchors(book.page);
    let folder = Path::new(crate_folder);
    let mut in_sources = BTreeMap::new();
    source_citations(&folder.join("src"), &mut in_sources);
    let in_charts = book.charts.iter().flat_map(|chart| {
        let modifiers = chart.modifiers.iter().map(|(_, modifier)| modifier.rule.0);
        modifiers.chain([chart.section]).map(anchor).collect::<Vec<_>>()
    });
    let cited: BTreeSet<String> = in_sources.keys().cloned().chain(in_charts).collect();
    let lost: Vec<_> = cited.difference(&anchors).collect();
    assert!(lost.is_empty(), "cited, but not on the rulebook page: {lost:?}");

    let waiting = fs::read_to_string(folder.join("waiting.txt")).unwrap_or_default();
    let waiting: BTreeSet<String> =
        waiting.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).map(anchor).collect();
    let strangers: Vec<_> = waiting.difference(&anchors).collect();
    assert!(strangers.is_empty(), "waiting.txt names what is not on the page: {strangers:?}");

    // A heading says nothing by itself, and a section is met with any statement in it.
    let headings = self::anchors(&book.page.lines().filter(|line| line.starts_with('#')).collect::<String>());
    let statements = anchors.iter().filter(|anchor| !headings.contains(*anchor) && !is_section(anchor, &anchors));
    let wanted = statements.filter(|anchor| !waiting.contains(*anchor)).cloned().collect();
    let mut reached = Reached::looking_for(wanted);
    reached.look_at_charts(book);
    reached.try_procedures(book);
    for game in games.iter().take_while(|_| !reached.is_complete()).copied().collect::<Vec<_>>() {
        game(&mut reached);
    }
    let done: Vec<_> = waiting.intersection(reached.met()).collect();
    assert!(done.is_empty(), "waiting.txt still names what players meet by now: {done:?}");
    let unmet = reached.unmet().map(|statement| match in_sources.get(statement) {
        Some(files) => format!("  {statement}, cited in {}", files.iter().cloned().collect::<Vec<_>>().join(", ")),
        None => format!("  {statement}, which nothing cites"),
    });
    let unmet: Vec<String> = unmet.collect();
    assert!(
        unmet.is_empty(),
        "no chart shows these statements of {}, no procedure comes to them, no game meets them, and waiting.txt does \
         not say what they wait for:\n{}",
        book.id,
        unmet.join("\n")
    );
}

/// Is this the anchor of a section whose statements have anchors of their own?
fn is_section(section: &str, anchors: &BTreeSet<String>) -> bool {
    anchors.iter().any(|anchor| anchor.split_once(':').is_some_and(|(before, _)| before == section))
}

/// Just the statements of a page are cited below a folder; for books that have no crate of their own.
#[cfg(test)]
pub(crate) fn folder_agrees_with_page(folder: &Path, page: &str) {
    let mut cited = BTreeMap::new();
    source_citations(folder, &mut cited);
    assert_eq!(cited.into_keys().collect::<BTreeSet<_>>(), anchors(page));
}

pub(crate) fn anchors(page: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for part in page.split("<a id=\"").skip(1) {
        let anchor = part.split('"').next().expect("a quoted anchor");
        assert!(anchors.insert(anchor.to_owned()), "the anchor {anchor} stands twice on the page");
    }
    anchors
}

/// The anchors that sources cite, each with the files it stands in.
fn source_citations(folder: &Path, cited: &mut BTreeMap<String, BTreeSet<String>>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            source_citations(&path, cited);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).expect("a readable file");
            // Tests may cite what they like; the rules stand before them.
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            let file = path.file_name().expect("a file").to_string_lossy().into_owned();
            for opening in ["Rule(\"", "rule = \""] {
                for citation in source.split(opening).skip(1).filter_map(|rest| rest.split('"').next()) {
                    cited.entry(anchor(citation)).or_default().insert(file.clone());
                }
            }
        }
    }
}
