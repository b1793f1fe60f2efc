//! What is offered, as a numbered list with the exact odds of each choice.

use super::input::{how, listed, pickable};
use crate::draw::{fitted, seen};
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

    /// A prompt of which nobody is shown what its choices would do.
    pub(crate) fn bare(prompt: Prompt<Value>) -> Choices {
        Choices { previews: vec![None; listed(&prompt.offers).len()], prompt, so_far: None }
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

    /// The question, the list, and how to answer; in at most so many lines, where the screen has no more.
    pub(crate) fn text(&self, seat: Seat, width: usize, most: Option<usize>) -> String {
        let Prompt { question, rule, picked, offers, order, .. } = &self.prompt;
        let mut head =
            format!("{} {question} {}\n", styled(TITLE, format!("{seat}:")), styled(RULE, format!("({rule})")));
        if !picked.is_empty() {
            let _ = writeln!(head, "  {} {}", styled(ASIDE, "picked:"), picked.join(", "));
        }
        if let (Some(_), Some(preview)) = (order, &self.so_far) {
            head += &preview_text(preview, "  ");
        }
        let mut foot = String::new();
        let list = listed(offers);
        if list.len() > LONGEST_WITH_ODDS && pickable(offers) {
            let _ = writeln!(foot, "  {}", styled(ASIDE, "the list is long: 'odds N' shows the odds of one choice"));
        }
        if let Offers::Point { region, .. } = offers {
            let count = region.points.len();
            let _ = writeln!(foot, "  {}", styled(ASIDE, format!("{count} points are offered, dotted on the table")));
        }
        if !matches!(offers, Offers::OneOf(_) | Offers::Nothing) {
            let _ = writeln!(foot, "  {}", styled(ASIDE, how(offers)));
        }
        if order.is_some() {
            let _ = writeln!(foot, "  {}", styled(ASIDE, "enter gives the order as it is"));
        }
        let lines = |text: &str| fitted(text, width).lines().count();
        let room = most.map(|most| most.saturating_sub(lines(&head) + lines(&foot)).max(FEWEST));
        head + &self.list(width, room) + &foot
    }

    /// The choices, a line each or more with their odds. Where that is more than there is room for, those without odds
    /// stand side by side, and what is still too much is left out before the last: that is the way on.
    fn list(&self, width: usize, room: Option<usize>) -> String {
        let items = self.items(width);
        let tall = |items: &[String]| items.iter().map(|item| fitted(item, width).lines().count()).sum::<usize>();
        let Some(room) = room.filter(|room| tall(&items) > *room) else { return items.concat() };
        let rows = in_columns(&items, width);
        if tall(&rows) <= room {
            return rows.concat();
        }
        let (last, rest) = rows.split_last().expect("there is more than there is room for");
        let mut shown = 0;
        while shown < rest.len() && tall(&rest[..=shown]) + tall(std::slice::from_ref(last)) < room {
            shown += 1;
        }
        let told = "      ... and more: 'list' shows them all, and any of them can be typed";
        format!("{}{}\n{last}", rest[..shown].concat(), styled(ASIDE, told))
    }

    /// All choices, for those who ask for them.
    pub(crate) fn whole_list(&self, width: usize) -> String {
        self.items(width).concat()
    }

    fn items(&self, width: usize) -> Vec<String> {
        let list = listed(&self.prompt.offers);
        let labels: Vec<String> = list
            .iter()
            .map(|offer| {
                let most = offer.most.map_or(String::new(), |most| format!(" (at most {most})"));
                let note = offer.note.as_ref().map_or(String::new(), |note| format!(", {note}"));
                format!("{}{note}{most}", offer.label)
            })
            .collect();
        let widest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).min(width / 2);
        let mut items = Vec::new();
        for (i, (offer, label)) in list.iter().zip(&labels).enumerate() {
            let mut out = String::new();
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
            items.push(out);
        }
        items
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

/// So many lines of choices are shown on the smallest screen.
const FEWEST: usize = 3;

/// Choices of one line side by side, in as many columns as there is room for; those of more lines stay as they are.
fn in_columns(items: &[String], width: usize) -> Vec<String> {
    let is_short = |item: &String| item.lines().count() == 1 && seen(item.trim_end()) < width / 2;
    let widest = items.iter().filter(|item| is_short(item)).map(|item| seen(item.trim_end())).max().unwrap_or(width);
    let columns = (width / (widest + 1)).max(1);
    let mut rows: Vec<String> = Vec::new();
    let mut used = 0;
    for item in items {
        if !is_short(item) {
            rows.push(item.clone());
            used = 0;
            continue;
        }
        let text = item.trim_end();
        let padded = format!("{text}{}", " ".repeat(widest + 1 - seen(text)));
        match rows.last_mut() {
            Some(row) if used > 0 && used < columns => *row = format!("{}{padded}\n", row.trim_end_matches('\n')),
            _ => {
                rows.push(format!("{padded}\n"));
                used = 0;
            }
        }
        used += 1;
    }
    rows
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
