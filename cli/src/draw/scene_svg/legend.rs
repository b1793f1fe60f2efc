//! What stands under the map: the sides with their units, and what the signs mean.

use super::counters::{self, Face};
use super::{MARGIN, Plan, WIDTH, colours, features, ground, marks};
use crate::draw::scene_text::symbol_name;
use crate::draw::svg::{Picture, Type, colour};
use kernel::game::{Counter, Scene, Shape, Symbol};
use kernel::seat::Seat;

const HEAD: Type = Type::of(20.0).bold();
const BODY: Type = Type::of(16.0);
const LEADING: f64 = 22.0;
const SAMPLE: f64 = 30.0;
/// More pieces than that are not named one by one.
const NAMED_AT_MOST: usize = 60;

/// The legend, laid out.
pub(super) struct Legend {
    sides: Vec<Side>,
    rows: Vec<Vec<(f64, Entry)>>,
}

/// A side and its units, in lines that fit a column.
struct Side {
    head: String,
    face: Face,
    lines: Vec<String>,
}

#[derive(Clone)]
enum Entry {
    Symbol(Symbol),
    Ground(&'static str),
    Feature(&'static str),
    Mark(&'static str, String),
}

impl Legend {
    pub(super) fn of(scene: &Scene, seats: &[Seat]) -> Legend {
        let column = (WIDTH - 2.0 * MARGIN) / seats.len().max(1) as f64 - 30.0;
        let sides = seats.iter().enumerate().filter_map(|(i, seat)| side(scene, *seat, i == 0, column)).collect();
        Legend { sides, rows: rows(entries(scene)) }
    }

    pub(super) fn height(&self) -> f64 {
        let sides = self.sides.iter().map(|side| side.lines.len()).max().unwrap_or(0) as f64 * LEADING;
        56.0 + sides + self.rows.len() as f64 * (SAMPLE + 12.0)
    }

    pub(super) fn draw(&self, picture: &mut Picture, top: f64) {
        let column = (WIDTH - 2.0 * MARGIN) / self.sides.len().max(1) as f64;
        for (i, side) in self.sides.iter().enumerate() {
            let x = MARGIN + column * i as f64;
            counters::sample(picture, (x + 13.0, top + 14.0), 26.0, side.face);
            picture.text((x + 36.0, top + 21.0), &side.head, HEAD);
            for (j, line) in side.lines.iter().enumerate() {
                picture.text((x, top + 50.0 + LEADING * j as f64), line, BODY);
            }
        }
        let lines = self.sides.iter().map(|side| side.lines.len()).max().unwrap_or(0) as f64;
        let mut y = top + 44.0 + lines * LEADING + 8.0;
        picture.line((MARGIN, y - 8.0), (WIDTH - MARGIN, y - 8.0), colour::FADED, 0.8);
        for row in &self.rows {
            for (x, entry) in row {
                entry.draw(picture, (*x, y));
            }
            y += SAMPLE + 12.0;
        }
    }
}

impl Entry {
    fn name(&self) -> String {
        match self {
            Entry::Symbol(symbol) => symbol_name(*symbol).to_owned(),
            Entry::Ground(role) | Entry::Feature(role) => role.replace('-', " "),
            Entry::Mark(_, name) => name.clone(),
        }
    }

    fn width(&self) -> f64 {
        self.sample_width() + 10.0 + BODY.width(&self.name()) + 30.0
    }

    fn sample_width(&self) -> f64 {
        match self {
            Entry::Ground(_) | Entry::Feature(_) => 54.0,
            Entry::Symbol(_) | Entry::Mark(..) => SAMPLE,
        }
    }

    fn draw(&self, picture: &mut Picture, (x, y): (f64, f64)) {
        // Samples are drawn as the map is, on a plan of their own that puts them here.
        let plan = Plan { scale: 1.0, size: (0, 0) };
        let (left, top) = ((x - MARGIN) as i64, (y - super::TOP) as i64);
        match self {
            Entry::Symbol(symbol) => {
                let face = Face { paper: "#efe6cb", ink: colour::INK, symbol: *symbol };
                counters::sample(picture, (x + SAMPLE / 2.0, y + SAMPLE / 2.0), SAMPLE, face);
            }
            Entry::Ground(role) => ground::sample(picture, role, plan, Shape::Rect(left, top, 54, SAMPLE as i64)),
            Entry::Feature(role) => {
                let middle = top + SAMPLE as i64 / 2;
                features::sample(picture, role, plan, Shape::Line(vec![(left + 2, middle), (left + 50, middle)]));
            }
            Entry::Mark(role, name) => marks::sign(picture, role, name, (x + SAMPLE / 2.0, y + SAMPLE / 2.0)),
        }
        picture.text((x + self.sample_width() + 10.0, y + SAMPLE / 2.0 + 5.5), &self.name(), BODY);
    }
}

/// The units of a side by the place they stand in.
fn side(scene: &Scene, seat: Seat, first: bool, column: f64) -> Option<Side> {
    let own: Vec<&Counter> = scene.pieces.iter().filter(|piece| piece.seat == Some(seat)).collect();
    let army = own.first()?.army;
    let (paper, ink) = colours::army(army, first);
    let face = Face { paper, ink, symbol: own[0].symbol };
    let head = if army.is_empty() || army == seat.0 { seat.0.to_owned() } else { format!("{seat}: {army}") };
    if own.len() > NAMED_AT_MOST {
        return Some(Side { head, face, lines: vec![format!("{} pieces", own.len())] });
    }
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for piece in own {
        let place = piece.place.and_then(|id| scene.place(id)).map_or(String::new(), |place| place.name.clone());
        match groups.iter_mut().find(|(name, _)| *name == place) {
            Some((_, names)) => names.push(&piece.name),
            None => groups.push((place, vec![&piece.name])),
        }
    }
    let text: Vec<String> = (groups.iter())
        .map(|(place, names)| if place.is_empty() { names.join(", ") } else { format!("{place} {}", names.join(", ")) })
        .collect();
    Some(Side { head, face, lines: BODY.wrap(&text.join("; "), column) })
}

/// The signs that are there, each once.
fn entries(scene: &Scene) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut add = |entry: Entry| {
        if !entries.iter().any(|known| known.name() == entry.name()) {
            entries.push(entry);
        }
    };
    for piece in &scene.pieces {
        add(Entry::Symbol(piece.symbol));
    }
    for area in scene.ground.iter().filter(|area| area.role != "open") {
        add(Entry::Ground(area.role));
    }
    for feature in &scene.features {
        add(Entry::Feature(feature.role));
    }
    for mark in scene.places.iter().flat_map(|place| &place.marks) {
        add(Entry::Mark(mark.role, mark.role.replace('-', " ")));
    }
    for mark in scene.pieces.iter().flat_map(|piece| &piece.marks) {
        add(Entry::Mark(mark.role, mark.name.clone()));
    }
    entries
}

fn rows(entries: Vec<Entry>) -> Vec<Vec<(f64, Entry)>> {
    let mut rows: Vec<Vec<(f64, Entry)>> = Vec::new();
    let mut x = f64::INFINITY;
    for entry in entries {
        let width = entry.width();
        if x + width > WIDTH - MARGIN + 30.0 {
            rows.push(Vec::new());
            x = MARGIN;
        }
        rows.last_mut().expect("a row was begun").push((x, entry));
        x += width;
    }
    rows
}
