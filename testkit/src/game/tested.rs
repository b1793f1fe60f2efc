//! A book that can be played and is not tested fails.

use std::fs;
use std::path::{Path, PathBuf};

/// What a book that can be played lacks: scenarios, golden games, or the tests themselves.
pub fn what_is_missing(folder: &Path, scenarios: &[String]) -> Vec<String> {
    let mut missing = Vec::new();
    if scenarios.is_empty() {
        missing.push("it has no scenarios".to_owned());
    }
    for scenario in scenarios {
        let golden = folder.join("tests/golden").join(format!("{scenario}.game"));
        if !golden.is_file() {
            missing.push(format!("the scenario {scenario} has no golden game in tests/golden"));
        }
    }
    let tests = sources(&folder.join("tests"));
    if !tests.iter().any(|(_, source)| has(source, "testkit::game_conformance!(")) {
        missing.push("none of its tests is made by testkit::game_conformance!".to_owned());
    }
    missing
}

/// Every crate below a workspace that implements a game has the tests of one, and golden games.
pub fn every_game_of_the_workspace_is_tested(workspace: &Path) {
    let mut found = 0;
    for folder in crates(workspace) {
        let games = sources(&folder.join("src"));
        let games = games.iter().filter(|(_, source)| has(source, "impl Game for ") || has(source, "game::Game for "));
        if games.count() == 0 {
            continue;
        }
        found += 1;
        let goldens = fs::read_dir(folder.join("tests/golden")).map_or(0, Iterator::count);
        assert!(goldens > 0, "{} implements a game and has no golden game in tests/golden", folder.display());
        let missing = what_is_missing(&folder, &["no".to_owned()]);
        let missing: Vec<_> = missing.iter().filter(|what| !what.contains("the scenario no ")).collect();
        assert!(missing.is_empty(), "{} implements a game, but {missing:?}", folder.display());
    }
    assert!(found > 0, "no game was found below {}", workspace.display());
}

/// Does a line of a source, not of a comment, hold this?
fn has(source: &str, what: &str) -> bool {
    source.lines().map(str::trim_start).any(|line| !line.starts_with("//") && line.contains(what))
}

fn crates(workspace: &Path) -> Vec<PathBuf> {
    let below = |folder: PathBuf| {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        entries.filter(|path| path.join("Cargo.toml").is_file()).collect::<Vec<_>>()
    };
    below(workspace.to_owned()).into_iter().chain(below(workspace.join("rules"))).collect()
}

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            all.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = fs::read_to_string(&path).expect("a readable file");
            all.push((path, source));
        }
    }
    all
}
