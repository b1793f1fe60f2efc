//! What is offered, as a numbered list with the exact odds of each choice.

use super::input::{how, listed, pickable};
use crate::odds::report_text;
use crate::style::{ASIDE, LIT, RULE, TITLE, styled};
use crate::tell::sentence;
use kernel::game::{AnyTable, AskId, Offer, Offers, Pick, Preview, Prompt, Test};
use kernel::procedure::{Report, Value, percent};
use kernel::seat::Seat;
use std::fmt::Write;

/// Longer lists are shown without odds: computing them all would keep a player waiting.
const LONGEST_WITH_ODDS: usize = 24;
/// So many outcomes are named in a line; the rest is in the full report.
const OUTCOMES_IN_A_LINE: usize = 4;

/// A prompt with what its choices would do.
pub(crate) struct Choices {
    /// The prompt.
    pub(crate) prompt: Prompt<Value>,
    previews: Vec<Option<Preview>>,
    so_far: Option<Preview>,
}

impl Choices {
    /// What is offered after these picks.
    pub(crate) fn of(table: &dyn AnyTable, seat: Seat, ask: AskId, picks: &[Pick], prompt: Prompt<Value>) -> Choices {
        let preview = |order: &Value| table.preview(seat, ask, order).ok();
        let offers = listed(&prompt.offers);
        let with_odds = pickable(&prompt.offers) && offers.len() <= LONGEST_WITH_ODDS;
        let previews = offers
            .iter()
            .map(|offer| {
                if !with_odds {
                    return None;
                }
                let picks: Vec<Pick> = picks.iter().chain([&offer.pick]).cloned().collect();
                let next = table.prompt(seat, ask, &picks).ok()?;
                next.order.as_ref().and_then(preview)
            })
            .collect();
        let so_far = prompt.order.as_ref().and_then(preview);
        Choices { prompt, previews, so_far }
    }

    /// Were the odds of this pick shown with the list?
    pub(crate) fn showed(&self, pick: &Pick) -> bool {
        let at = listed(&self.prompt.offers).iter().position(|offer| offer.pick == *pick);
        at.is_some_and(|at| self.previews[at].is_some())
    }

    /// Does the order as it stands call for dice?
    pub(crate) fn throws_dice(&self) -> bool {
        self.so_far.as_ref().is_some_and(|preview| !preview.tests.is_empty())
    }

    /// The question, the list, and how to answer.
    pub(crate) fn text(&self, seat: Seat, width: usize) -> String {
        let Prompt { question, rule, picked, offers, order, .. } = &self.prompt;
        let mut out =
            format!("{} {question} {}\n", styled(TITLE, format!("{seat}:")), styled(RULE, format!("({rule})")));
        if !picked.is_empty() {
            let _ = writeln!(out, "  {} {}", styled(ASIDE, "picked:"), picked.join(", "));
        }
        if let (Some(_), Some(preview)) = (order, &self.so_far) {
            out += &preview_text(preview, "  ");
        }
        let list = listed(offers);
        let labels: Vec<String> = list
            .iter()
            .map(|offer| {
                let most = offer.most.map_or(String::new(), |most| format!(" (at most {most})"));
                let note = offer.note.as_ref().map_or(String::new(), |note| format!(", {note}"));
                format!("{}{note}{most}", offer.label)
            })
            .collect();
        let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).min(width / 2);
        for (i, (offer, label)) in list.iter().zip(&labels).enumerate() {
            let rule = offer.rule.map_or(String::new(), |rule| styled(RULE, format!(" ({rule})")));
            let _ = write!(out, "  {}  {label}{rule}", styled(TITLE, format!("{:>2}", i + 1)));
            let odds = self.previews[i].as_ref().map_or(Vec::new(), odds_lines);
            let gap = widest.saturating_sub(label.chars().count()) + 2;
            match &odds[..] {
                // One roll stands beside its choice where there is room.
                [line] if 6 + label.chars().count() + rule_width(offer) + gap + seen(line) <= width => {
                    let _ = writeln!(out, "{}{line}", " ".repeat(gap));
                }
                lines => {
                    out.push('\n');
                    for line in lines {
                        let _ = writeln!(out, "        {line}");
                    }
                }
            }
        }
        if list.len() > LONGEST_WITH_ODDS && pickable(offers) {
            let _ = writeln!(out, "  {}", styled(ASIDE, "the list is long: 'odds N' shows the odds of one choice"));
        }
        if let Offers::Point { region, .. } = offers {
            let count = region.points.len();
            let _ = writeln!(out, "  {}", styled(ASIDE, format!("{count} points are offered, dotted on the table")));
        }
        if !matches!(offers, Offers::OneOf(_) | Offers::Nothing) {
            let _ = writeln!(out, "  {}", styled(ASIDE, how(offers)));
        }
        if order.is_some() {
            let _ = writeln!(out, "  {}", styled(ASIDE, "enter gives the order as it is"));
        }
        out
    }

    /// The full odds of a choice by its number, or of the order as it stands.
    pub(crate) fn odds_text(&self, which: Option<usize>) -> Result<String, String> {
        let preview = match which {
            None => self.so_far.as_ref().ok_or("there is no whole order yet; odds 2 shows the odds of choice 2")?,
            Some(number) => {
                let list = listed(&self.prompt.offers);
                let at = number.checked_sub(1).filter(|at| *at < list.len());
                let at = at.ok_or_else(|| format!("there is no choice {number}; there are 1 to {}", list.len()))?;
                self.previews[at].as_ref().ok_or_else(|| format!("choice {number} makes no whole order yet"))?
            }
        };
        let mut out: String = preview.notes.iter().map(|note| format!("{}\n", sentence(note))).collect();
        for test in &preview.tests {
            let _ = write!(out, "{}\n{}", styled(TITLE, &test.label), report_text(&test.odds));
        }
        if out.is_empty() {
            out = "No dice are thrown for it.\n".to_owned();
        }
        Ok(out)
    }
}

/// An inch value as players type it.
pub(crate) fn inches(hundredths: i64) -> String {
    let (whole, part) = (hundredths / 100, hundredths % 100);
    match (part, part % 10) {
        (0, _) => whole.to_string(),
        (_, 0) => format!("{whole}.{}", part / 10),
        _ => format!("{whole}.{part:02}"),
    }
}

fn preview_text(preview: &Preview, indent: &str) -> String {
    let mut out: String = preview.notes.iter().map(|note| format!("{indent}{}\n", sentence(note))).collect();
    for test in &preview.tests {
        let _ = writeln!(out, "{indent}{} {}", styled(ASIDE, format!("{}:", test.label)), short(&test.odds));
    }
    out
}

/// The first rolls of an order, a line each: 'taken 63 %  held 37 %'.
fn odds_lines(preview: &Preview) -> Vec<String> {
    let tests = &preview.tests[..];
    if let [test] = tests {
        return vec![short(&test.odds)];
    }
    let told = |test: &Test| format!("{} {}", styled(ASIDE, format!("{}:", test.label)), short(&test.odds));
    let mut lines: Vec<String> = tests.iter().take(ROLLS_OF_A_CHOICE).map(told).collect();
    match tests.len().saturating_sub(ROLLS_OF_A_CHOICE) {
        0 => {}
        1 => lines.push(styled(ASIDE, "and 1 more roll")),
        more => lines.push(styled(ASIDE, format!("and {more} more rolls"))),
    }
    lines
}

/// How many rolls of an order are told in the list of choices.
const ROLLS_OF_A_CHOICE: usize = 2;

fn rule_width(offer: &Offer) -> usize {
    offer.rule.map_or(0, |rule| rule.to_string().chars().count() + 3)
}

/// How wide a styled text is on the screen.
fn seen(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().chars().count()
}

/// The likeliest outcomes, the best first.
fn short(report: &Report) -> String {
    let mut likely: Vec<usize> = (0..report.outcomes.len()).collect();
    likely.sort_by(|a, b| report.outcomes[*b].chance.cmp(&report.outcomes[*a].chance));
    likely.truncate(OUTCOMES_IN_A_LINE);
    likely.sort_unstable();
    let left = report.outcomes.len() - likely.len();
    let word = |at: &usize| {
        let line = &report.outcomes[*at];
        format!("{} {}", line.outcome, styled(LIT, percent(&line.chance)))
    };
    let mut words: Vec<String> = likely.iter().rev().map(word).collect();
    if left > 0 {
        words.push(styled(ASIDE, "..."));
    }
    words.join("  ")
}

#[cfg(test)]
mod tests {
    use super::inches;

    #[test]
    fn inches_are_written_as_they_are_typed() {
        assert_eq!([800, 1250, 1205, 5].map(inches), ["8", "12.5", "12.05", "0.05"]);
    }
}
