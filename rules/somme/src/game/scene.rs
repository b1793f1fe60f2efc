//! The map as it is drawn: squares of 100 units, north at the top, as large as the part that is played on.

use super::fight::{Fight, Stage};
use super::offers::halves;
use super::order::Resource;
use super::state::{State, Step};
use super::support_step;
use super::units::{Marks, Station, UnitId};
use super::victory::{lead, totals};
use crate::headquarters::Mode;
use crate::scenario::{Side, Square, SquareSet, Trench};
use crate::terrain::Terrain;
use crate::units::{Kind, Nation};
use kernel::game::{
    Area, AtPlace, Counter, Feature, Ground, Mark, PanelLine, Position, Role, Secret, Shape, Site, Strength, Symbol,
};
use kernel::rule::Rule;

const SIZE: i64 = 100;

/// What never changes: ground, rivers, roads, and the trenches of the map.
pub(super) fn ground(state: &State) -> Ground {
    let scenario = state.battle.scenario();
    let window = scenario.window;
    let squares = || Square::all().filter(|&square| window.holds(square));
    let size = (SIZE * i64::from(window.east - window.west + 1), SIZE * i64::from(window.south - window.north + 1));
    Ground {
        title: scenario.head.title.clone(),
        size,
        square: Some(SIZE),
        areas: squares().flat_map(|square| areas(state, square)).collect(),
        features: lines(state, size).chain(trenches(state)).collect(),
        sites: squares().map(|square| site(state, square)).collect(),
    }
}

pub(super) fn rect(state: &State, square: Square) -> Shape {
    let (x, y) = state.middle(square);
    Shape::Rect(x - SIZE / 2, y - SIZE / 2, SIZE, SIZE)
}

fn areas(state: &State, square: Square) -> Vec<Area> {
    let map = state.battle.map();
    let land = map.land(square);
    let name = if land.town { map.name(square).unwrap_or_default().to_owned() } else { String::new() };
    let mut areas = Vec::new();
    let mut lay = |is: bool, role: Role, name: String| {
        if is {
            areas.push(Area { role, shape: rect(state, square), name });
        }
    };
    let clear = !(land.ridge || land.marsh || land.woods || land.town);
    lay(clear, "open", String::new());
    lay(land.ridge, "ridge", String::new());
    lay(land.marsh, "marsh", String::new());
    // A wood is named once, in the first of its squares.
    let first =
        map.regions.iter().find(|region| region.kind == Terrain::Woods && region.squares.first() == Some(&square));
    lay(land.woods, "woods", first.map_or(String::new(), |wood| wood.name.clone()));
    lay(land.town, "town", name);
    areas
}

/// Rivers, roads and railways, as far as they run over the part that is drawn.
fn lines(state: &State, size: (i64, i64)) -> impl Iterator<Item = Feature> + '_ {
    let (left, top) = state.origin();
    state.battle.map().lines.iter().flat_map(move |line| {
        let role = match line.kind {
            Terrain::SommeRiver => "river",
            Terrain::MinorRiver => "stream",
            Terrain::MajorRoad => "road",
            Terrain::MinorRoad => "track",
            Terrain::Railroad => "rail",
            _ => "canal",
        };
        let spots: Vec<(i64, i64)> = line.spots.iter().map(|(x, y)| (x - left, y - top)).collect();
        clipped(&spots, size).into_iter().map(move |spots| Feature {
            role,
            shape: Shape::Line(spots),
            seat: None,
            name: line.name.clone(),
        })
    })
}

/// The stretches of a line that lie on the table. Lines go straight or diagonally, so cutting by half squares is exact.
fn clipped(spots: &[(i64, i64)], (width, height): (i64, i64)) -> Vec<Vec<(i64, i64)>> {
    let inside = |(x, y): (i64, i64)| (0..=width).contains(&x) && (0..=height).contains(&y);
    let mut stretches: Vec<Vec<(i64, i64)>> = vec![Vec::new()];
    for pair in spots.windows(2) {
        let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
        let steps = (to_x - x).abs().max((to_y - y).abs()) / (SIZE / 2);
        for step in 0..=steps {
            let along = |from: i64, to: i64| from + (to - from) * step / steps.max(1);
            let spot = (along(x, to_x), along(y, to_y));
            let last = stretches.last_mut().expect("there is always one");
            if !inside(spot) {
                if !last.is_empty() {
                    stretches.push(Vec::new());
                }
                continue;
            }
            if last.last() == Some(&spot) {
                continue;
            }
            // What goes on in the same direction needs no point of its own.
            if let [.., before, middle] = last[..]
                && (middle.0 - before.0) * (spot.1 - middle.1) == (middle.1 - before.1) * (spot.0 - middle.0)
            {
                last.pop();
            }
            last.push(spot);
        }
    }
    stretches.retain(|stretch| stretch.len() > 1);
    stretches
}

/// The trench lines of the map, along the side of their squares that looks at the enemy.
fn trenches(state: &State) -> impl Iterator<Item = Feature> + '_ {
    let window = state.battle.scenario().window;
    let squares = Square::all().filter(move |&square| window.holds(square));
    squares.filter_map(|square| {
        let trench = state.battle.map().land(square).trench?;
        let name = match trench {
            Trench::AlliedStart => "the Allied start line",
            Trench::First => "the German first position",
            Trench::Second => "the German second position",
            Trench::Third => "the German third position",
        };
        Some(Feature {
            role: "trench",
            shape: trace(state, square, |land| land == Some(trench)),
            seat: Some(trench.side().seat()),
            name: name.to_owned(),
        })
    })
}

/// A trench through a square: from the middle towards each neighbour of the same line, or straight across.
fn trace(state: &State, square: Square, same: impl Fn(Option<Trench>) -> bool) -> Shape {
    let map = state.battle.map();
    let (x, y) = state.middle(square);
    let ends: Vec<(i64, i64)> = square
        .neighbours()
        .filter(|(_, next)| same(map.land(*next).trench))
        .map(|(way, _)| {
            let (columns, rows) = way.step();
            (x + i64::from(columns) * SIZE / 2, y + i64::from(rows) * SIZE / 2)
        })
        .collect();
    match ends[..] {
        [] => Shape::Line(vec![(x, y - SIZE / 2), (x, y), (x, y + SIZE / 2)]),
        [one] => Shape::Line(vec![one, (x, y)]),
        [one, .., other] => Shape::Line(vec![one, (x, y), other]),
    }
}

fn site(state: &State, square: Square) -> Site {
    let map = state.battle.map();
    let mut about: Vec<String> = map.name(square).map(str::to_owned).into_iter().collect();
    about.extend(map.kinds(square).map(|kind| kind.name().replace('-', " ")));
    if let Some(trench) = map.land(square).trench {
        about.push(format!("{} {}", trench.side().name(), trench.terrain().name().replace('-', " ")));
    }
    if map.has_road(square) {
        about.push("road".to_owned());
    }
    Site { id: square.place(), name: square.to_string(), about: about.join(", "), shape: rect(state, square) }
}

/// What is on the ground.
pub(super) fn position(state: &State, german_eyes: bool) -> Position {
    let window = state.battle.scenario().window;
    let shown = |squares: SquareSet| squares.into_iter().filter(move |&square| window.holds(square));
    let taken = Side::BOTH.into_iter().flat_map(|side| state.on_map(side)).filter_map(|unit| state.square(unit));
    let mut pieces: Vec<Counter> = shown(taken.collect()).flat_map(|square| in_square(state, square)).collect();
    if german_eyes {
        pieces.extend(state.all().filter_map(|unit| concealed(state, unit)));
    }
    pieces.sort_by_key(|piece| piece.id);
    Position {
        places: shown(marked(state)).map(|square| at_place(state, square)).filter(AtPlace::is_something).collect(),
        overlays: overlays(state),
        pieces,
        panel: panel(state),
    }
}

/// The squares on which markers can lie now.
fn marked(state: &State) -> SquareSet {
    let goals = state.battle.scenario().objectives.iter().map(|goal| goal.at);
    let lasting = state.interdicted.allied | state.interdicted.german | state.dug.allied | state.dug.german;
    goals.collect::<SquareSet>() | state.engaged_squares() | lasting
}

fn at_place(state: &State, square: Square) -> AtPlace {
    let mut marks = Vec::new();
    let scenario = state.battle.scenario();
    if let Some((number, goal)) = (0_u8..).zip(&scenario.objectives).find(|(_, goal)| goal.at == square) {
        let drawn = match &state.drawn {
            None => !scenario.operations,
            Some(drawn) => {
                drawn.known().is_some_and(|drawn| drawn.goals.contains(&number)) || state.shown & (1 << number) != 0
            }
        };
        if drawn {
            let name = format!("{}: objective, held by the {}", goal.name, state.holder(square).plural());
            put(&mut marks, "objective", goal.value.min(255) as u8, name, Rule("R49"));
        }
    }
    put(&mut marks, "interdicted", state.is_interdicted(square), "interdicted: 1 point more to enter", Rule("R8"));
    for side in Side::BOTH {
        let name = format!("a secondary trench that the {} have dug", side.plural());
        put(&mut marks, "hasty", state.dug[side].has(square), name, Rule("R33"));
    }
    put(&mut marks, "engaged", state.is_engaged(square), "engaged", Rule("11.8:eng"));
    AtPlace { id: square.place(), about: String::new(), marks }
}

/// Puts so many markers down, where there are any.
fn put(marks: &mut Vec<Mark>, role: Role, count: impl Into<u8>, name: impl Into<String>, rule: Rule) {
    let count = count.into();
    if count > 0 {
        marks.push(Mark { role, count, name: name.into(), rule: Some(rule) });
    }
}

/// Trenches that were dug, what is declared, and engagements.
fn overlays(state: &State) -> Vec<Feature> {
    let window = state.battle.scenario().window;
    let mut all = Vec::new();
    let mut lay = |role, shape, side: Option<Side>, name: &str| {
        all.push(Feature { role, shape, seat: side.map(Side::seat), name: name.to_owned() });
    };
    for side in Side::BOTH {
        for square in state.dug[side].iter().filter(|&square| window.holds(square)) {
            let (x, y) = state.middle(square);
            let front = if side == Side::Allied { x + 30 } else { x - 30 };
            let name = format!("a trench that the {} have dug", side.plural());
            lay("trench", Shape::Line(vec![(front, y - 40), (front, y + 40)]), Some(side), &name);
        }
    }
    for barrage in &state.bombardments {
        lay("barrage", rect(state, barrage.target), Some(state.active), "bombardment");
    }
    for answer in &state.answers {
        lay("barrage", rect(state, answer.target), Some(state.active.other()), "counter-battery fire");
    }
    for &target in &state.flights {
        lay("barrage", rect(state, target), Some(Side::Allied), "air mission");
    }
    if let Some(target) = state.off_map {
        lay("barrage", rect(state, target), Some(Side::German), "off-map artillery");
    }
    for &(one, other) in &state.engaged {
        lay("sight", Shape::Line(vec![state.middle(one), state.middle(other)]), None, "engaged");
    }
    let open = state.fights.iter().filter(|fight| fight.stage < Stage::Done);
    all.extend(open.flat_map(|fight| assault_lines(state, fight)));
    all
}

/// An arrow from each square that attacks.
pub(super) fn assault_lines(state: &State, fight: &Fight) -> impl Iterator<Item = Feature> {
    fight.squares(state).into_iter().map(|from| Feature {
        role: "assault",
        shape: Shape::Line(vec![state.middle(from), state.middle(fight.target)]),
        seat: Some(fight.side.seat()),
        name: format!("the assault on {}", fight.target),
    })
}

/// Counters of a square: units in two rows, headquarters below.
fn in_square(state: &State, square: Square) -> Vec<Counter> {
    let (x, y) = state.middle(square);
    let (mut unit_place, mut hq_place) = (0, 0);
    let mut stack: Vec<UnitId> = state.stack(square).collect();
    stack.sort_unstable();
    let units = stack.iter().filter(|&&unit| !state.is_hq(unit)).count();
    let spot = |unit: UnitId, unit_place: &mut i64, hq_place: &mut i64| {
        if state.is_hq(unit) {
            *hq_place += 1;
            (x - 52 + 26 * *hq_place, y + 33)
        } else {
            *unit_place += 1;
            match units {
                1 => (x, y - 8),
                2 => (x - 66 + 44 * *unit_place, y - 8),
                _ => (x - 22 + 44 * ((*unit_place - 1) % 2), y - 24 + 40 * ((*unit_place - 1) / 2)),
            }
        }
    };
    stack.iter().map(|&unit| counter(state, unit, square, spot(unit, &mut unit_place, &mut hq_place))).collect()
}

fn counter(state: &State, unit: UnitId, square: Square, at: (i64, i64)) -> Counter {
    let listed = state.listed(unit);
    let (hq, full) = (state.is_hq(unit), state.ratings(unit).steps);
    let corps = &state.corps(unit).name;
    let about = match listed.kind {
        None => format!(
            "headquarters of {corps}, in {} mode",
            if state.mode(unit) == Mode::Supply { "supply" } else { "command" }
        ),
        Some(kind) => {
            let division = state.battle.scenario().division_name(listed.division);
            let morale = if listed.morale > 0 { format!(", morale {}", state.morale(unit)) } else { String::new() };
            let ratings = state.ratings(unit);
            let guns = if kind.is_artillery() {
                format!("; bombards with {}", state.rated(unit, |r| r.bombardment))
            } else {
                String::new()
            };
            format!(
                "{}, {} of {full} steps{morale}; attack {}, defence {}, fire {}, {} MP{guns}; {division}, {corps}",
                kind.name().replace('-', " "),
                state.unit(unit).left,
                state.rated(unit, |r| r.attack),
                state.defence(unit),
                state.rated(unit, |r| r.fire),
                ratings.movement
            )
        }
    };
    let side = state.side(unit);
    let spent = side == state.active
        && match state.step {
            Step::Declare => state.is_gun(unit) && state.is(unit, Marks::FIRED),
            Step::Movement => state.is(unit, Marks::MOVED),
            Step::Commit => state.is(unit, Marks::COMMITTED),
            _ => false,
        };
    Counter {
        id: state.piece(unit),
        name: listed.name.clone(),
        about,
        seat: Some(side.seat()),
        army: army(listed.nation),
        formation: Some(state.unit(unit).corps),
        symbol: symbol(listed.kind),
        at,
        place: Some(square.place()),
        size: if hq { (26, 22) } else { (40, 34) },
        base: None,
        arc: None,
        facing: None,
        strength: (!hq).then_some(Strength { now: state.unit(unit).left, full }),
        marks: marks(state, unit),
        spent,
    }
}

fn army(nation: Nation) -> Role {
    match nation {
        Nation::British => "british",
        Nation::French => "french",
        Nation::German => "german",
    }
}

fn symbol(kind: Option<Kind>) -> Symbol {
    match kind {
        None => Symbol::Headquarters,
        Some(Kind::Infantry) => Symbol::Infantry,
        Some(Kind::Cavalry) => Symbol::Cavalry,
        Some(Kind::Tanks) => Symbol::Tank,
        Some(Kind::FieldArtillery | Kind::HeavyArtillery) => Symbol::Artillery,
    }
}

fn marks(state: &State, unit: UnitId) -> Vec<Mark> {
    let has = |mark| state.is(unit, mark);
    let mut marks = Vec::new();
    for (role, lies, name, rule) in [
        ("disrupted", has(Marks::DISRUPTED), "disrupted", Rule("disruption")),
        ("suppressed", has(Marks::SUPPRESSED), "suppressed", Rule("suppression")),
        ("interdicted", has(Marks::INTERDICTED), "interdicted", Rule("6.0:interdict")),
        ("damaged", has(Marks::BROKEN), "broken down", Rule("7.8:breaks-down")),
        ("fired", has(Marks::FIRED), "has fired this turn", Rule("R7")),
        ("moved", has(Marks::MOVED), "has moved", Rule("7.0")),
        ("retired", has(Marks::STAYED), "did not go over the top", Rule("R44")),
        ("supply", has(Marks::SUPPLY_MODE), "in supply mode", Rule("R11")),
        ("unsupplied", !state.is_hq(unit) && !state.is_supplied(unit), "unsupplied", Rule("11.1")),
        ("heavy", state.kind(unit) == Some(Kind::HeavyArtillery), "heavy artillery", Rule("R3")),
    ] {
        put(&mut marks, role, lies, name, rule);
    }
    marks
}

/// Concealed guns, for the eyes of their owner.
fn concealed(state: &State, unit: UnitId) -> Option<Counter> {
    let Station::Concealed(Secret::Known(square)) = state.unit(unit).at else { return None };
    let (x, y) = state.middle(square);
    let mut hidden = counter(state, unit, square, (x + 24, y + 30));
    put(&mut hidden.marks, "hidden", true, "hidden from the enemy until it fires", Rule("15.5:concealed-artillery"));
    Some(hidden)
}

/// What stands beside the map: what is needed for every decision first.
fn panel(state: &State) -> Vec<PanelLine> {
    let scenario = state.battle.scenario();
    let line = |label: &str, value: String, rule| PanelLine { label: label.to_owned(), value, rule: Some(rule) };
    let ((step, _), rule) = (state.step.name(), state.step_rule());
    let step = match state.step {
        // These are in nobody's phase, or say whose they are.
        Step::Dig | Step::Hide | Step::Objectives | Step::Weather | Step::VictoryPoints | Step::Rally | Step::Over => {
            step.to_owned()
        }
        _ => format!("{}: {step}", state.active.name()),
    };
    let turn = if state.turn == 0 {
        "before the first".to_owned()
    } else {
        format!("{} of {}, {}", state.turn, scenario.turns, state.date().date())
    };
    let mut panel = vec![
        line("battle", scenario.head.title.clone(), Rule("R29")),
        line("turn", turn, Rule("R2")),
        line("step", step, rule),
    ];
    if state.turn > 0 {
        let air = format!("{}; {}", state.weather, super::say::who_observes(state));
        panel.push(line("weather", air, Rule("5.0")));
    }
    if state.step >= Step::Support && state.step <= Step::Assaults {
        let left: Vec<String> = Resource::ALL
            .into_iter()
            .map(|resource| (resource, support_step::left(state.resources, resource)))
            .filter(|(_, left)| *left > 0)
            .map(|(resource, left)| format!("{} {left}", resource.words().0.replace('-', "/")))
            .collect();
        let second = state.resources.second_attacks;
        let left = format!("{}second attacks {second}", left.iter().fold(String::new(), |all, one| all + one + ", "));
        panel.push(line("resources left", left, Rule("9.0")));
    }
    let [allied, german] = totals(state);
    let secret = match &state.drawn {
        Some(drawn) if drawn.known().is_none() => ", objectives not counted",
        _ => "",
    };
    panel.push(line("Allied points", format!("{}{secret}", halves(allied)), Rule("R27")));
    panel.push(line("German points", format!("{}{secret}", halves(german)), Rule("R45")));
    let lead = lead(state);
    let leads = match lead {
        0 => "level, which is German".to_owned(),
        _ => format!("{} by {}", if lead > 0 { "Allies" } else { "Germans" }, halves(lead.abs())),
    };
    // Who leads comes first: a long line is cut where there is no room for it.
    let (label, leads) = match scenario.par {
        0 => ("lead", leads),
        par if par < 0 => ("lead after par", format!("{leads} (Allies with a par of {} added)", -par)),
        par => ("lead after par", format!("{leads} (Allies with the par of {par} taken off)")),
    };
    panel.push(line(label, leads, Rule("R27")));
    for side in Side::BOTH {
        if let Some(coming) = reinforcements(state, side) {
            panel.push(line(&format!("{} reinforcements", side.name()), coming, Rule("R3")));
        }
    }
    panel
}

/// Who is still to come: those who should be here and found no room, those of the next turn that brings any, and all.
fn reinforcements(state: &State, side: Side) -> Option<String> {
    let due = |unit: UnitId| match state.unit(unit).at {
        Station::Waiting { turn, .. } if state.side(unit) == side => Some(turn),
        _ => None,
    };
    let turns: Vec<u8> = state.all().filter_map(due).collect();
    // Those of this turn come when the side's movement begins.
    let phase_is_over = state.active != side && side == state.battle.scenario().first;
    let in_it = state.active == side && state.step >= Step::Movement;
    let moved = phase_is_over || in_it || state.step >= Step::VictoryPoints;
    let (late, coming): (Vec<u8>, Vec<u8>) =
        turns.iter().partition(|&&turn| turn < state.turn + u8::from(moved && state.turn > 0));
    let next = coming.iter().min();
    let soon = next.map(|next| format!("{} in turn {next}", coming.iter().filter(|turn| *turn <= next).count()));
    let waiting = match late.len() {
        0 => None,
        1 => Some("1 waits for room".to_owned()),
        late => Some(format!("{late} wait for room")),
    };
    let parts: Vec<String> = waiting.into_iter().chain(soon).collect();
    (!parts.is_empty()).then(|| format!("{}, {} in all", parts.join(", "), turns.len()))
}
