//! Odds as a picture: one bar a variant, from the worst for the acting seat to the best.

use super::svg::{Anchor, Picture, Type, colour};
use crate::odds::outcome_names;
use kernel::procedure::{Report, percent};

const WIDTH: f64 = 860.0;
const MARGIN: f64 = 30.0;
const BAR: f64 = 34.0;
const LABEL: Type = Type::of(14.0).bold();
const NAME: Type = Type::of(13.0);
const NOTE: Type = Type::of(12.0).colour(colour::FADED);

/// The odds of some variants, one bar each, with a legend.
pub(crate) fn odds_svg(title: &str, rule: &str, variants: &[(String, &Report)]) -> String {
    let names = outcome_names(variants.iter().map(|(_, report)| *report));
    let legend = legend_rows(&names);
    let height = 70.0 + variants.len() as f64 * (BAR + 34.0) + legend.len() as f64 * 22.0 + 30.0;
    let mut picture = Picture::new(WIDTH, height);
    picture.text((MARGIN, 38.0), title, Type::of(22.0).bold());
    picture.text((WIDTH - MARGIN, 38.0), &format!("({rule})"), NOTE.anchor(Anchor::End));
    let mut y = 66.0;
    for (label, report) in variants {
        picture.text((MARGIN, y), label, LABEL);
        y += 8.0;
        let mut x = MARGIN;
        for line in &report.outcomes {
            let width = line.chance.to_f64().value() * (WIDTH - 2.0 * MARGIN);
            let place = names.iter().position(|name| *name == line.outcome).unwrap_or(0);
            let fill = shade(place, names.len());
            let text = percent(&line.chance);
            picture.titled(&format!("{}: {}", line.outcome, line.chance), |picture| {
                picture.rectangle((x, y), (width, BAR), fill);
                picture.line((x, y), (x, y + BAR), colour::PAPER, 1.0);
                if NAME.width(&text) + 8.0 < width {
                    let set = NAME.bold().colour(ink_on(fill)).anchor(Anchor::Middle);
                    picture.text((x + width / 2.0, y + BAR / 2.0 + 5.0), &text, set);
                }
            });
            x += width;
        }
        y += BAR + 26.0;
    }
    for row in legend {
        for (x, place) in row {
            picture.rectangle((x, y - 11.0), (13.0, 13.0), shade(place, names.len()));
            picture.text((x + 19.0, y), &names[place], NAME);
        }
        y += 22.0;
    }
    picture.finish()
}

fn legend_rows(names: &[String]) -> Vec<Vec<(f64, usize)>> {
    let mut rows = vec![Vec::new()];
    let mut x = MARGIN;
    for (place, name) in names.iter().enumerate() {
        let width = 19.0 + NAME.width(name) + 26.0;
        if x + width > WIDTH - MARGIN && x > MARGIN {
            rows.push(Vec::new());
            x = MARGIN;
        }
        rows.last_mut().expect("there is always a row").push((x, place));
        x += width;
    }
    rows
}

/// A colour on the scale from worst to best.
fn shade(place: usize, of: usize) -> &'static str {
    let steps = colour::SCALE.len() - 1;
    colour::SCALE[(place * steps + (of.max(2) - 1) / 2) / (of.max(2) - 1)]
}

fn ink_on(fill: &str) -> &'static str {
    if ["#dfc27d", "#c7c2b0", "#80b4c9", "#bf812d"].contains(&fill) { colour::INK } else { "#ffffff" }
}
