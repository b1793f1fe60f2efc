//! Odds as the edges show them.

use super::{Answer, OnDesk, Outcome, Policy};
use crate::explain::Explanation;
use crate::odds::{Dist, Kind, Ratio, Row, in_order};
use dashu_int::{IBig, UBig};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};

/// The odds of a procedure, ready to be shown.
#[derive(Clone, Debug)]
pub struct Report {
    /// How they were found.
    pub kind: Kind,
    /// The policies that decisions were taken by.
    pub policies: Vec<Policy>,
    /// The outcomes from the acting seat's worst to its best.
    pub outcomes: Vec<OutcomeLine>,
    /// Numbers that players ask about.
    pub measures: Vec<Measure>,
    /// The other options of a decision.
    pub beside: Vec<Beside>,
    /// The procedure that gave them and what it was given, where they can be looked at on the charts desk.
    pub desk: Option<OnDesk>,
    /// Why there is only one outcome, step by step; empty where there are several.
    pub why: Vec<Explanation>,
}

/// An outcome and its chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutcomeLine {
    /// Its name.
    pub outcome: String,
    /// Its place from the worst to the best among the outcomes of all reports made together: of the variants that are
    /// compared and of what stands beside them.
    pub rank: usize,
    /// It is the least that the one who acts hopes for, or better.
    pub hoped: bool,
    /// Its chance.
    pub chance: Ratio,
}

/// A number with its chances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measure {
    /// What is counted.
    pub name: String,
    /// Its mean.
    pub mean: Ratio,
    /// Each value in rising order with its chance.
    pub chances: Vec<(i64, Ratio)>,
}

/// The odds of another option.
#[derive(Clone, Debug, Serialize)]
pub struct Beside {
    /// What is different.
    pub label: String,
    /// Its odds.
    #[serde(rename = "odds")]
    pub report: Report,
}

impl Report {
    /// Turns odds round for the opponent of the one they were counted for: what is best for one is worst for the other.
    pub fn turn_round(&mut self) {
        let best = self.outcomes.iter().map(|line| line.rank).max().unwrap_or_default();
        self.outcomes.reverse();
        for line in &mut self.outcomes {
            line.rank = best - line.rank;
            line.hoped = false;
        }
        for other in &mut self.beside {
            other.report.turn_round();
        }
    }

    /// The report of an answer. Outcomes that differ only in their numbers have one name, and one line.
    pub fn of<O: Outcome>(answer: Answer<O>) -> Report {
        Report::all_of(vec![answer]).remove(0)
    }

    /// The reports of answers that are shown together, with their outcomes ranked in one order.
    ///
    /// Only what must know the kind of outcome is written here: the rest would be built again for every procedure.
    pub fn all_of<O: Outcome>(answers: Vec<Answer<O>>) -> Vec<Report> {
        let mut names = Names::default();
        let mut worst: Vec<O> = Vec::new();
        let mut reports = Vec::new();
        for Answer { odds, policies, measures } in answers {
            let dist = odds.dist.sorted();
            let mut lines = Lines::out_of(dist.total());
            for (outcome, weight) in dist.parts() {
                // Outcomes are in order: the first of a name is the worst of it.
                let Some(name) = lines.add(outcome, outcome.measures(), weight) else { continue };
                let number = names.number_of(name);
                if number == worst.len() {
                    worst.push(outcome.clone());
                } else if *outcome < worst[number] {
                    worst[number] = outcome.clone();
                }
            }
            reports.push(lines.report(odds.kind, policies, measures));
        }
        names.rank(&mut reports, &|one, other| worst[one].cmp(&worst[other]), &|one| worst[one].is_hoped_for());
        reports
    }

    pub(super) fn beside(&mut self, label: String, report: Report) {
        self.beside.push(Beside { label, report });
    }

    /// What stands over the steps that say why the only outcome is certain; `None` where nothing is.
    pub fn certainty(&self) -> Option<&'static str> {
        let throws = self.why.iter().any(|step| !step.throws.is_empty());
        (!self.why.is_empty()).then_some(if throws { "certain whatever the dice show; one roll:" } else { "certain:" })
    }

    /// Half the width of the 95 % interval around a sampled chance; `None` where nothing was sampled.
    pub fn interval(&self, chance: &Ratio) -> Option<f64> {
        let Kind::Sampled { throws, .. } = self.kind else { return None };
        let p = chance.to_f64().value();
        Some(1.96 * (p * (1.0 - p) / f64::from(throws)).sqrt())
    }
}

/// The lines of one report, as they are added up: weights first, and fractions last, because there may be thousands of
/// outcomes of a few names.
struct Lines<'a> {
    total: &'a UBig,
    sums: Row,
    /// The outcomes and the places of their sums.
    named: Vec<(String, u32)>,
    /// The measures, and the place of the sum of each value.
    counted: Vec<(&'static str, Vec<(i64, u32)>)>,
    /// The name of the latest outcome.
    name: String,
}

impl Lines<'_> {
    fn out_of(total: &UBig) -> Lines<'_> {
        Lines { total, sums: Row::of(0, total), named: Vec::new(), counted: Vec::new(), name: String::new() }
    }

    /// Adds an outcome with its numbers and its weight; gives its name where that is new.
    fn add(&mut self, outcome: &dyn Display, measures: Vec<(&'static str, i64)>, weight: &UBig) -> Option<&str> {
        self.name.clear();
        write!(self.name, "{outcome}").expect("a text takes all that is written to it");
        // Those of one name mostly follow one another.
        let known = self.named.iter().rfind(|(other, _)| *other == self.name).map(|(_, place)| *place);
        let place = known.unwrap_or_else(|| {
            let place = self.sums.push();
            self.named.push((self.name.clone(), place));
            place
        });
        self.sums.add(place, weight);
        for (i, (name, value)) in measures.into_iter().enumerate() {
            if i == self.counted.len() {
                self.counted.push((name, Vec::new()));
            }
            let values = &mut self.counted[i].1;
            let at = values.binary_search_by_key(&value, |(other, _)| *other).unwrap_or_else(|at| {
                values.insert(at, (value, self.sums.push()));
                at
            });
            self.sums.add(values[at].1, weight);
        }
        known.is_none().then_some(&*self.name)
    }

    /// The report in its own order, with measures that were counted apart.
    fn report(self, kind: Kind, policies: Vec<Policy>, apart: Vec<(String, Dist<i64>)>) -> Report {
        let Lines { total, sums, named, counted, .. } = self;
        let outcomes = named.into_iter().enumerate().map(|(rank, (outcome, place))| {
            let chance = Ratio::from_parts(sums.number(place).into(), total.clone());
            OutcomeLine { outcome, rank, hoped: false, chance }
        });
        let counted = counted.into_iter().map(|(name, values)| {
            let weights = values.into_iter().map(|(value, place)| (value, sums.number(place)));
            Measure::of(name.to_owned(), &Dist::different(weights))
        });
        let apart = apart.into_iter().map(|(name, dist)| Measure::of(name, &dist.sorted()));
        Report {
            kind,
            policies,
            outcomes: outcomes.collect(),
            measures: counted.chain(apart).collect(),
            beside: Vec::new(),
            desk: None,
            why: Vec::new(),
        }
    }
}

/// The names of outcomes in all reports, numbered as they are met.
#[derive(Default)]
struct Names(BTreeMap<String, usize>);

impl Names {
    /// The number of a name, the next one where it is new.
    fn number_of(&mut self, name: &str) -> usize {
        if let Some(&number) = self.0.get(name) {
            return number;
        }
        let number = self.0.len();
        self.0.insert(name.to_owned(), number);
        number
    }

    /// Ranks the outcomes of all reports by the order of their names' numbers, and says which are hoped for.
    fn rank(self, reports: &mut [Report], compare: &dyn Fn(usize, usize) -> Ordering, hoped: &dyn Fn(usize) -> bool) {
        let (names, numbers): (Vec<String>, Vec<usize>) = self.0.into_iter().unzip();
        let order = in_order(numbers.len(), &|one, other| compare(numbers[one], numbers[other]));
        let ranked = order.iter().zip(0..).map(|(&place, rank)| (&*names[place], (rank, hoped(numbers[place]))));
        let ranks: BTreeMap<&str, (usize, bool)> = ranked.collect();
        for report in reports {
            for line in &mut report.outcomes {
                (line.rank, line.hoped) = ranks[&*line.outcome];
            }
            report.outcomes.sort_by_key(|line| line.rank);
        }
    }
}

impl Measure {
    /// Of values in rising order.
    fn of(name: String, dist: &Dist<i64>) -> Measure {
        let chances = dist.chances().map(|(value, chance)| (*value, chance)).collect();
        Measure { name, mean: dist.mean(|value| *value), chances }
    }

    /// The chance of this value or more, for each value above the least.
    pub fn at_least(&self) -> Vec<(i64, Ratio)> {
        let mut rest = Ratio::ZERO;
        let mut all: Vec<_> = self
            .chances
            .iter()
            .rev()
            .map(|(value, chance)| {
                rest += chance;
                (*value, rest.clone())
            })
            .collect();
        all.pop();
        all.reverse();
        all
    }
}

/// A fraction as a decimal of six places.
pub fn decimal(chance: &Ratio) -> f64 {
    rounded(chance, 1_000_000) as f64 / 1e6
}

/// A fraction as per cent with one place: `42.5 %`; what is neither 0 nor all is never shown as such.
pub fn percent(chance: &Ratio) -> String {
    match rounded(chance, 1000) {
        0 if *chance != Ratio::ZERO => "<0.1 %".to_owned(),
        1000 if *chance != Ratio::ONE => ">99.9 %".to_owned(),
        thousandths => format!("{}.{} %", thousandths / 10, thousandths % 10),
    }
}

/// The nearest whole number of parts, halves up.
fn rounded(chance: &Ratio, parts: u64) -> i64 {
    let doubled: IBig =
        chance.numerator() * IBig::from(parts) * IBig::from(2) + IBig::from(chance.denominator().clone());
    let whole: UBig = chance.denominator() * UBig::from(2_u8);
    i64::try_from(floor(doubled, whole)).unwrap_or(i64::MAX)
}

fn floor(part: IBig, whole: UBig) -> IBig {
    use dashu_base::DivEuclid;
    part.div_euclid(IBig::from(whole))
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.kind {
            Kind::Exact => map.serialize_entry("kind", "exact")?,
            Kind::Bounded { left } => {
                map.serialize_entry("kind", "bounded")?;
                map.serialize_entry("left", &left.to_string())?;
            }
            Kind::Sampled { throws, seed } => {
                map.serialize_entry("kind", "sampled")?;
                map.serialize_entry("throws", throws)?;
                map.serialize_entry("seed", seed)?;
            }
        }
        map.serialize_entry("policies", &self.policies)?;
        let outcomes: Vec<_> =
            self.outcomes.iter().map(|line| ShownOutcome { line, interval: self.interval(&line.chance) }).collect();
        map.serialize_entry("outcomes", &outcomes)?;
        map.serialize_entry("measures", &self.measures)?;
        if !self.beside.is_empty() {
            map.serialize_entry("beside", &self.beside)?;
        }
        if let Some(desk) = &self.desk {
            map.serialize_entry("desk", desk)?;
        }
        if !self.why.is_empty() {
            map.serialize_entry("why", &self.why)?;
        }
        map.end()
    }
}

struct ShownOutcome<'a> {
    line: &'a OutcomeLine,
    interval: Option<f64>,
}

impl Serialize for ShownOutcome<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("outcome", &self.line.outcome)?;
        map.serialize_entry("rank", &self.line.rank)?;
        if self.line.hoped {
            map.serialize_entry("hoped", &true)?;
        }
        map.serialize_entry("odds", &self.line.chance.to_string())?;
        map.serialize_entry("p", &decimal(&self.line.chance))?;
        if let Some(interval) = self.interval {
            map.serialize_entry("plus_or_minus", &((interval * 1e6).round() / 1e6))?;
        }
        map.end()
    }
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Chance {
            value: i64,
            odds: String,
            p: f64,
        }
        let shown = |chances: &[(i64, Ratio)]| {
            let chance =
                |(value, chance): &(i64, Ratio)| Chance { value: *value, odds: chance.to_string(), p: decimal(chance) };
            chances.iter().map(chance).collect::<Vec<_>>()
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("mean", &decimal(&self.mean))?;
        map.serialize_entry("chances", &shown(&self.chances))?;
        map.serialize_entry("at_least", &shown(&self.at_least()))?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::{Odds, ratio};
    use std::fmt;

    /// A place in a race of which only a medal or none is told.
    #[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
    struct Place(i64);

    impl fmt::Display for Place {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(match self.0 {
                ..=0 => "none",
                1 => "bronze",
                2 => "silver",
                _ => "gold",
            })
        }
    }

    impl Outcome for Place {}

    fn answer(places: &[i64]) -> Answer<Place> {
        let dist = Dist::weighted(places.iter().map(|&place| (Place(place), UBig::ONE)));
        Odds { dist, kind: Kind::Exact }.into()
    }

    fn lines(report: &Report) -> Vec<(&str, usize)> {
        report.outcomes.iter().map(|line| (line.outcome.as_str(), line.rank)).collect()
    }

    #[test]
    fn outcomes_of_reports_made_together_are_ranked_in_one_order() {
        // No two of them share an outcome, so that only the outcomes themselves know their order.
        let reports = Report::all_of(vec![answer(&[2]), answer(&[3, 0]), answer(&[1])]);
        let ranked: Vec<_> = reports.iter().map(lines).collect();
        assert_eq!(ranked, [vec![("silver", 2)], vec![("none", 0), ("gold", 3)], vec![("bronze", 1)]]);
    }

    #[test]
    fn outcomes_of_one_name_are_one_line_and_rank_by_the_worst_of_them() {
        let report = Report::of(answer(&[1, 0, -1, -2]));
        assert_eq!(lines(&report), [("none", 0), ("bronze", 1)]);
        assert_eq!(report.outcomes[0].chance, ratio(3, 4));
    }
}
