//! Machine players by name: levels that people choose from, and measures for the lab.

use crate::greedy::Greedy;
use crate::judgement::Judgement;
use crate::quick::{Quick, weights};
use crate::search::{Limit, Search};
use kernel::game::{AtRandom, Judged, Player};
use kernel::procedure::{Refusal, suggestion};
use std::sync::Arc;
use std::time::Duration;

/// What people choose from, the weakest first, and then what the lab measures by.
pub const NAMES: [&str; 6] = ["easy", "fair", "hard", "quick", "greedy", "random"];

/// A player by its name: a level, a measure, or `search:400` (games in thought a decision) or `search:60ms`.
pub fn player<G: Judged>(name: &str) -> Result<Box<dyn Player<G>>, Refusal> {
    Ok(match name {
        "easy" => Box::new(Quick::of::<G>(25)),
        // In squares, with five times as many games in thought it was hardly to be told from hard.
        "fair" => Box::new(Search::of::<G>(Limit::PlayOuts(G::FAIR))),
        "hard" => Box::new(Search::of::<G>(Limit::Time(Duration::from_secs(1)))),
        "quick" => Box::new(Quick::of::<G>(0)),
        "greedy" => Box::new(Greedy),
        "random" => Box::new(AtRandom),
        _ if name.starts_with("quick:") => Box::new(Quick { weights: weighed::<G>(&name[6..])?, ..Quick::of::<G>(0) }),
        _ => match name.strip_prefix("search:").and_then(search::<G>) {
            Some(search) => Box::new(search?),
            None => return Err(unknown(name)),
        },
    })
}

/// `400` or `60ms`, and after it any of `far=2`, `gate=1.5`, `wide=20`, `plans=6`, `margin` and `judgement=FILE`, each behind a `+`.
fn search<G: Judged>(given: &str) -> Option<Result<Search, Refusal>> {
    let mut parts = given.split('+');
    let limit = parts.next()?;
    let limit = match limit.strip_suffix("ms") {
        Some(time) => Limit::Time(Duration::from_millis(time.parse().ok().filter(|time| (1..=60_000).contains(time))?)),
        None => Limit::PlayOuts(limit.parse().ok().filter(|games| (1..=1_000_000).contains(games))?),
    };
    let mut search = Search::of::<G>(limit);
    for part in parts {
        match part.split_once('=') {
            Some(("far", far)) => search.far = far.parse().ok().filter(|far| (0..=100).contains(far))?,
            Some(("wide", wide)) => search.wide = wide.parse().ok().filter(|wide| (2..=200).contains(wide))?,
            Some(("plans", plans)) => search.plans = plans.parse().ok().filter(|plans| (0..=100).contains(plans))?,
            Some(("gate", gate)) => search.gate = gate.parse().ok().filter(|gate| (0.0..=10.0).contains(gate))?,
            Some(("judgement", file)) => match judgement_of::<G>(file) {
                Ok(judgement) => search.judgement = Some(judgement),
                Err(refusal) => return Some(Err(refusal)),
            },
            None if part == "margin" => search.judgement = None,
            _ => return None,
        }
    }
    Some(Ok(search))
}

/// Quick play with some weights changed: `fights=900+losing=600`.
fn weighed<G: Judged>(given: &str) -> Result<Vec<i64>, Refusal> {
    let mut all = weights::<G>();
    for part in given.split('+') {
        let place = |name: &str| G::WEIGHTS.iter().position(|(known, _)| typed(known) == name);
        let found = part.split_once('=').and_then(|(name, weight)| Some((place(name)?, weight.parse().ok()?)));
        let Some((place, weight)) = found else {
            let names: Vec<String> = G::WEIGHTS.iter().map(|(name, _)| typed(name)).collect();
            let sentence = format!("'{part}' is no weight=number; the weights are {}", names.join(", "));
            return Err(Refusal::field("player", sentence));
        };
        all[place] = weight;
    }
    Ok(all)
}

/// The name of a weight as it is typed: in one word, and without the commas that part two players.
fn typed(name: &str) -> String {
    name.replace(',', "").replace(' ', "-")
}

fn judgement_of<G: Judged>(file: &str) -> Result<Arc<Judgement>, Refusal> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Refusal::field("judgement", format!("{file} cannot be read: {error}")))?;
    let within = |refusal: Refusal| Refusal::field("judgement", format!("{file}: {}", refusal.sentence));
    Judgement::read(&text, G::BOOK, G::FACTS).map(|(judgement, _)| Arc::new(judgement)).map_err(within)
}

fn unknown(name: &str) -> Refusal {
    let hint = suggestion(name, NAMES);
    let sentence = format!(
        "there is no machine player '{name}'{hint}; there are {}, and search:400 (games in thought) or search:60ms, \
         with +far=1, +wide=12, +plans=6, +gate=2, +margin or +judgement=FILE behind",
        NAMES.join(", ")
    );
    Refusal::field("player", sentence)
}
