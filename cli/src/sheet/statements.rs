//! The statements of a rulebook page: what the printed sheet says, section by section.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The statements under one heading of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    /// The anchors of its heading; those of the heading over it, where it has none.
    pub(crate) ids: Vec<String>,
    /// Its heading, without the section in brackets, behind the heading over it where it does not speak for itself.
    pub(crate) title: String,
    pub(crate) statements: Vec<Statement>,
}

/// One printed statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Statement {
    /// Its anchors.
    pub(crate) ids: Vec<String>,
    /// Its words, without marks and without what is said about the sheet itself.
    pub(crate) text: String,
}

/// The printed sections of a page: those before the rulings, without what all measured tables share.
pub(crate) fn sections(page: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let (mut over, mut over_ids): (String, Vec<String>) = (String::new(), Vec::new());
    for line in page.lines() {
        if line.starts_with('#') {
            let heading = without_anchors(line.trim_start_matches('#'));
            if heading.starts_with("Rulings") {
                break;
            }
            let heading = heading.split(" (").next().unwrap_or_default().to_owned();
            let mut ids: Vec<String> = anchors(line).map(str::to_owned).collect();
            let title = if line.starts_with("###") {
                if ids.is_empty() {
                    ids.clone_from(&over_ids);
                }
                under(&over, &heading)
            } else {
                (over, over_ids) = (heading.clone(), ids.clone());
                heading
            };
            sections.push(Section { ids, title, statements: Vec::new() });
        } else if let (Some(section), Some(statement)) = (sections.last_mut(), statement(line)) {
            section.statements.push(statement);
        }
    }
    sections.retain(|section| !section.statements.is_empty() && !section.ids.iter().any(|id| id == "common"));
    sections
}

/// A heading behind the one over it: 'Artillery: planning'.
fn under(over: &str, heading: &str) -> String {
    let first = over.split_whitespace().next().unwrap_or_default().to_lowercase();
    if heading.to_lowercase().contains(&first) || first == "sequence" {
        return heading.to_owned();
    }
    let mut letters = heading.chars();
    let small: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    // A name of several capitals stays as it is: 'HE'.
    let starts_small = heading.chars().nth(1).is_some_and(char::is_lowercase);
    format!("{over}: {}", if starts_small { &small } else { heading })
}

/// A statement of a page: an item of a list with an anchor and a label in bold.
fn statement(line: &str) -> Option<Statement> {
    line.trim_start().strip_prefix("- ")?;
    let ids: Vec<String> = anchors(line).map(str::to_owned).collect();
    // Repairs of the print are told with the chart that they mend.
    if ids.is_empty() || ids.iter().any(|id| id.ends_with(":errata")) {
        return None;
    }
    let words = line.rsplit_once("</a>")?.1.trim_start().strip_prefix("**")?.split_once("**")?.1;
    Some(Statement { ids, text: plain(words) })
}

/// The words of a statement without links and marks, and without sentences about the sheet itself.
pub(crate) fn plain(words: &str) -> String {
    let text = without_links(words).replace("\\*", "\u{1}").replace('*', "").replace('\u{1}', "*");
    let about_the_sheet =
        |sentence: &str| ["The sheet ", "The sequence calls"].iter().any(|it| sentence.starts_with(it));
    let kept: Vec<&str> = text.trim().split_inclusive(". ").filter(|sentence| !about_the_sheet(sentence)).collect();
    kept.concat().trim().to_owned()
}

pub(crate) fn anchors(line: &str) -> impl Iterator<Item = &str> {
    line.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next())
}

fn without_anchors(line: &str) -> String {
    line.rsplit_once("</a>").map_or(line, |(_, after)| after).trim().to_owned()
}

fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        let Some((words, after)) = link.split_once("](#").and_then(|(words, to)| Some((words, to.split_once(')')?.1)))
        else {
            out = out + before + "[";
            rest = link;
            continue;
        };
        out = out + before + words;
        rest = after;
    }
    out + rest
}

/// What the charts of each book say already: by book and chart.
type Said = BTreeMap<String, BTreeMap<String, Vec<String>>>;

static SAID: LazyLock<Said> =
    LazyLock::new(|| toml::from_str(include_str!("said.toml")).expect("the list of what charts say can be read"));

/// The statements that the charts of a book say by their cells and notes, by chart.
pub(crate) fn said_by_charts(book: &str) -> &'static BTreeMap<String, Vec<String>> {
    static NOTHING: BTreeMap<String, Vec<String>> = BTreeMap::new();
    SAID.get(book).unwrap_or(&NOTHING)
}

/// Does an entry of the list mean this statement?
pub(crate) fn means(entry: &str, id: &str) -> bool {
    match entry.strip_suffix('*') {
        Some(section) => id.starts_with(section),
        None => entry == id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_stand_under_their_headings_in_plain_words_and_rulings_are_none() {
        let page = "# Book\n\n## <a id=\"5.0\"></a>Weather (5.0)\n\nThe chart is shown.\n\n\
            - <a id=\"5.0:roll\"></a><a id=\"5.0:x\"></a>**5.0** Roll *once* ([R1](#r1)) [expansion]. The sheet is torn.\n\n\
            ### Clouds and sun\n- <a id=\"5.0:sun\"></a>**5.0** It shines.\n\
            ## <a id=\"common\"></a>Measuring\n- <a id=\"common:sight\"></a>**Common** Not printed.\n\
            ## Rulings: values\n- <a id=\"r1\"></a>**R1** A ruling.\n";
        let statement =
            Statement { ids: vec!["5.0:roll".into(), "5.0:x".into()], text: "Roll once (R1) [expansion].".into() };
        let weather = Section { ids: vec!["5.0".into()], title: "Weather".into(), statements: vec![statement] };
        let statement = Statement { ids: vec!["5.0:sun".into()], text: "It shines.".into() };
        let title = "Weather: clouds and sun".to_owned();
        let sun = Section { ids: vec!["5.0".into()], title, statements: vec![statement] };
        assert_eq!(sections(page), [weather, sun]);
    }

    #[test]
    fn an_entry_means_one_statement_or_all_of_a_section() {
        assert!(means("29:*", "29:a") && means("29:a", "29:a") && means("7.2.3", "7.2.3"));
        assert!(!means("29:*", "28:a") && !means("29:a", "29:ab"));
    }
}
