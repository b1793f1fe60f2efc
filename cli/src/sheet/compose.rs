//! Composes a block for a width: title, table, modifiers, notes.

use super::block::{Block, Content, Group};
use super::grid::grid_of;
use super::part::{Composed, Item, Kind, Part, Scale, leading};
use super::punctuation::printed;
use super::sequence::Step;
use crate::draw::face::Face;
use kernel::chart::Chart;

/// The block in a width; none where a word of its tables would not fit.
pub(crate) fn compose(block: &Block, width: f64, scale: Scale) -> Option<Composed> {
    let title = title(block, width, scale);
    let body = match &block.content {
        Content::Steps(list) => {
            let mut body = steps(list, width, scale);
            put_under(&mut body, notes(&block.notes, width, scale), scale.body * 0.3);
            body
        }
        Content::Family(charts) => {
            let mut body = notes(&block.notes, width, scale);
            put_under(&mut body, family(charts, width, scale)?, scale.body * 0.5);
            body
        }
        Content::Chart { is_list: true, modifiers, .. } => {
            let mut body = groups(modifiers, width, scale);
            put_under(&mut body, notes(&block.notes, width, scale), scale.body * 0.3);
            body
        }
        Content::Chart { chart, modifiers, .. } => {
            let under = under(chart, modifiers, &block.notes, width, scale);
            let beside = beside(chart, modifiers, &block.notes, width, scale);
            under.into_iter().chain(beside).min_by(|one, other| one.height.total_cmp(&other.height))?
        }
    };
    let mut whole = title;
    // A table begins with its own space, a list or a note needs some.
    let begins = body.parts.first().is_some_and(|part| matches!(part.kind, Kind::Grid(_) | Kind::Label { .. }));
    put_under(&mut whole, body, if begins { 0.0 } else { scale.body * 0.3 });
    Some(whole)
}

/// Modifiers and notes under the table.
fn under(chart: &Chart, modifiers: &[Group], texts: &[String], width: f64, scale: Scale) -> Option<Composed> {
    let mut body = table(chart, width, scale)?;
    put_under(&mut body, groups(modifiers, width, scale), scale.body * 0.35);
    put_under(&mut body, notes(texts, width, scale), scale.body * 0.3);
    Some(body)
}

/// Modifiers and notes at the right of a table that needs only a part of the width.
fn beside(chart: &Chart, modifiers: &[Group], texts: &[String], width: f64, scale: Scale) -> Option<Composed> {
    if width < 30.0 * scale.body {
        return None;
    }
    let gap = scale.body * 1.2;
    let shares = [0.36, 0.44, 0.5, 0.56, 0.62];
    let tries = shares.iter().filter_map(|share| {
        let left = table(chart, (width - gap) * share, scale)?;
        let rest = (width - gap) * (1.0 - share);
        let mut right = groups(modifiers, rest, scale);
        put_under(&mut right, notes(texts, rest, scale), scale.body * 0.3);
        let drop = scale.body * 0.25;
        let height = left.height.max(right.height + drop);
        let shift = left.width + gap;
        let mut body = Composed { width, height, parts: left.parts };
        body.parts.extend(right.parts.into_iter().map(|part| Part { x: part.x + shift, y: part.y + drop, ..part }));
        Some(body)
    });
    tries.min_by(|one, other| one.height.total_cmp(&other.height))
}

fn put_under(above: &mut Composed, below: Composed, gap: f64) {
    if below.parts.is_empty() {
        return;
    }
    let shift = if above.parts.is_empty() { 0.0 } else { above.height + gap };
    for part in below.parts {
        put(&mut above.parts, Part { y: part.y + shift, ..part });
    }
    above.height = shift + below.height;
}

/// Adds a part; a list that goes on where the last one ends is one list with it.
fn put(parts: &mut Vec<Part>, part: Part) {
    if let (Some(last), Kind::List { items: more, .. }) = (parts.last_mut(), &part.kind) {
        let goes_on = (last.x - part.x).abs() < 0.01 && (last.y + last.height - part.y).abs() < 0.01;
        if let (true, Kind::List { items, .. }) = (goes_on, &mut last.kind) {
            items.extend(more.iter().cloned());
            last.height += part.height;
            return;
        }
    }
    parts.push(part);
}

fn of_one(width: f64, height: f64, kind: Kind) -> Composed {
    Composed { width, height, parts: vec![Part { x: 0.0, y: 0.0, width, height, kind }] }
}

fn title(block: &Block, width: f64, scale: Scale) -> Composed {
    let size = scale.title();
    let section = block.section.clone();
    let taken = Face::Italic.width(&section, scale.small()) + scale.body;
    let lines = Face::Bold.wrap(&printed(&block.title), size, width - taken);
    let height = lines.len() as f64 * leading(size) + scale.body * 0.25;
    of_one(width, height, Kind::Title { lines, section, size })
}

fn table(chart: &Chart, width: f64, scale: Scale) -> Option<Composed> {
    let grid = grid_of(chart, width, scale)?;
    let height = grid.head.height + grid.rows.iter().map(|row| row.height).sum::<f64>();
    Some(of_one(width, height, Kind::Grid(grid)))
}

fn notes(texts: &[String], width: f64, scale: Scale) -> Composed {
    let size = scale.small();
    let mut all = Composed { width, ..Composed::default() };
    for text in texts {
        let lines = Face::Italic.wrap_well(&printed(text), size, width);
        let height = lines.len() as f64 * leading(size);
        put_under(&mut all, of_one(width, height, Kind::Note { lines, size }), size * 0.14);
    }
    all
}

fn steps(steps: &[Step], width: f64, scale: Scale) -> Composed {
    let size = scale.body;
    let widest = steps.iter().map(|step| Face::Bold.width(&step.mark, size)).fold(0.0, f64::max);
    let hang = widest + size * 0.5;
    let item = |step: &Step| Item {
        mark: step.mark.clone(),
        lines: Face::Regular.wrap_well(&printed(&step.text), size, width - hang),
    };
    list(steps.iter().map(item).collect(), hang, false, width, scale)
}

fn list(items: Vec<Item>, hang: f64, signed: bool, width: f64, scale: Scale) -> Composed {
    let size = scale.body;
    let height = items.iter().map(|item| item.lines.len() as f64 * leading(size) + scale.pad()).sum();
    of_one(width, height, Kind::List { items, hang, size, signed })
}

/// The groups of modifiers, in as many columns as the width has room for.
fn groups(groups: &[Group], width: f64, scale: Scale) -> Composed {
    let gap = scale.body * 1.4;
    let most = ((width + gap) / (16.5 * scale.body)).floor().clamp(1.0, 4.0) as usize;
    let lines: usize = groups.iter().map(|group| group.lines.len()).sum();
    let mut best = in_columns(groups, width, 1, gap, scale);
    for columns in 2..=most.min(lines.div_ceil(2)) {
        let other = in_columns(groups, width, columns, gap, scale);
        if other.height < best.height - scale.body {
            best = other;
        }
    }
    best
}

/// The groups in so many columns: whole groups in each if that costs little height, broken groups otherwise.
fn in_columns(groups: &[Group], width: f64, columns: usize, gap: f64, scale: Scale) -> Composed {
    let narrow = (width - gap * (columns - 1) as f64) / columns as f64;
    let pieces: Vec<Vec<Composed>> = groups.iter().map(|group| pieces(group, narrow, scale)).collect();
    let joined = |pieces: &Vec<Composed>| {
        let mut whole = Composed { width: narrow, ..Composed::default() };
        for piece in pieces {
            put_under(&mut whole, piece.clone(), 0.0);
        }
        whole
    };
    let whole: Vec<Composed> = pieces.iter().map(joined).collect();
    let broken: Vec<Composed> = pieces.into_iter().flatten().collect();
    let (whole, broken) = (flow(&whole, width, narrow, columns, scale), flow(&broken, width, narrow, columns, scale));
    if whole.height <= broken.height * 1.2 { whole } else { broken }
}

/// Fills columns with pieces to a height, which grows until the last piece has a place.
fn flow(pieces: &[Composed], width: f64, narrow: f64, columns: usize, scale: Scale) -> Composed {
    let step = if columns > 1 { (width - narrow) / (columns - 1) as f64 } else { 0.0 };
    let mut limit = pieces.iter().map(|piece| piece.height).sum::<f64>() / columns as f64;
    loop {
        let mut filled: Vec<Composed> = Vec::new();
        for piece in pieces {
            let has_room = |column: &&mut Composed| column.height + piece.height <= limit + 0.001;
            match filled.last_mut().filter(has_room) {
                Some(last) => put_under(last, piece.clone(), 0.0),
                None => filled.push(piece.clone()),
            }
        }
        if filled.len() <= columns {
            let height = filled.iter().map(|column| column.height).fold(0.0, f64::max);
            let shifted = filled.into_iter().enumerate().flat_map(|(i, column)| {
                column.parts.into_iter().map(move |part| Part { x: part.x + i as f64 * step, ..part })
            });
            return Composed { width, height, parts: shifted.collect() };
        }
        limit += scale.body * 0.25;
    }
}

/// The lines of a group, one piece each; the heading goes with the first two.
fn pieces(group: &Group, width: f64, scale: Scale) -> Vec<Composed> {
    let hang = Face::Regular.width("+8", scale.body) + scale.body * 0.55;
    let mut pieces: Vec<Composed> = Vec::new();
    for (i, line) in group.lines.iter().enumerate() {
        let lines = Face::Regular.wrap_well(&printed(&line.what), scale.body, width - hang);
        let item = Item { mark: printed(&line.add), lines };
        let piece = list(vec![item], hang, true, width, scale);
        match (i, group.name, pieces.last_mut()) {
            (0, Some(name), _) => {
                let size = scale.label();
                let height = leading(size) + 3.4 * scale.pad();
                let mut first = of_one(width, height, Kind::Label { text: name.to_uppercase(), size });
                put_under(&mut first, piece, 0.0);
                pieces.push(first);
            }
            (1, Some(_), Some(first)) => put_under(first, piece, 0.0),
            _ => pieces.push(piece),
        }
    }
    pieces
}

/// The tables of a family side by side, as many as fit.
fn family(charts: &[&'static Chart], width: f64, scale: Scale) -> Option<Composed> {
    let gap = scale.body * 1.6;
    let caption = scale.body.max(scale.small());
    let across = |count: usize| {
        let narrow = (width - gap * (count - 1) as f64) / count as f64;
        let mut all = Composed { width, ..Composed::default() };
        for row in charts.chunks(count) {
            let mut line = Composed { width, ..Composed::default() };
            for (i, chart) in row.iter().enumerate() {
                let kind = Kind::Caption { text: chart.title.clone(), size: caption };
                let mut one = of_one(narrow, leading(caption) + scale.pad(), kind);
                put_under(&mut one, table(chart, narrow, scale)?, 0.0);
                let shift = i as f64 * (narrow + gap);
                line.height = line.height.max(one.height);
                line.parts.extend(one.parts.into_iter().map(|part| Part { x: part.x + shift, ..part }));
            }
            put_under(&mut all, line, scale.body * 0.6);
        }
        Some(all)
    };
    (1..=charts.len().min(6)).filter_map(across).min_by(|one, other| one.height.total_cmp(&other.height))
}
