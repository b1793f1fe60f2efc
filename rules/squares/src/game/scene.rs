//! The table as it is drawn: 8 by 6 squares of 100 units, the defender's side at the top.

use super::say::{names, words};
use super::square::{SIZE, WAYS};
use super::victory::{OBJECTIVE, margin, objectives, points};
use super::{Battle, Frame, Marker, Marks, Piece, Side, Square, State, TurnStep, UnitId, assets_step};
use crate::unit::{Defences, Kind, Quality};
use field::grid::Way;
use kernel::game::{Area, AtPlace, Counter, Feature, Mark, PanelLine, Position, Role, Shape, Site, Strength, Symbol};
use kernel::rule::Rule;

/// What never changes: ground and roads.
pub(super) fn ground(battle: &Battle) -> kernel::game::Ground {
    kernel::game::Ground {
        title: battle.scenario().head.title.clone(),
        size: (8 * SIZE, 6 * SIZE),
        square: Some(SIZE),
        areas: Square::all().map(|square| area(battle, square)).collect(),
        features: Square::all().flat_map(|square| roads(battle, square)).collect(),
        sites: Square::all().map(|square| site(battle, square)).collect(),
    }
}

/// What is on the ground.
pub(super) fn position(state: &State) -> Position {
    let mut pieces: Vec<Counter> = Square::all().flat_map(|square| in_square(state, square)).collect();
    pieces.sort_by_key(|piece| piece.id);
    Position {
        places: Square::all().map(|square| at_place(state, square)).filter(AtPlace::is_something).collect(),
        overlays: Square::all().flat_map(|square| overlays(state, square)).chain(assault(state)).collect(),
        pieces,
        panel: panel(state),
    }
}

fn rect(square: Square) -> Shape {
    Shape::Rect(i64::from(square.column()) * SIZE, i64::from(square.row()) * SIZE, SIZE, SIZE)
}

fn area(battle: &Battle, square: Square) -> Area {
    let role = battle.ground(square).name();
    Area { role, shape: rect(square), name: battle.scenario().place(square.into()).unwrap_or_default().to_owned() }
}

/// Roads from the middle of a square to its faces.
fn roads(battle: &Battle, square: Square) -> impl Iterator<Item = Feature> {
    let (x, y) = square.middle();
    WAYS.into_iter().filter(move |&way| battle.roads(square).cross(way)).map(move |way| {
        let (columns, rows) = way.step();
        let end = (x + i64::from(columns) * SIZE / 2, y + i64::from(rows) * SIZE / 2);
        Feature { role: "road", shape: Shape::Line(vec![(x, y), end]), seat: None, name: "road".to_owned() }
    })
}

/// Defences along the face towards the enemy, which may change hands, and barrages.
fn overlays(state: &State, square: Square) -> Vec<Feature> {
    let (x, y) = square.middle();
    let half = SIZE / 2;
    let mut all = Vec::new();
    if let Some((role, name)) = defences(state.battle.defences(square)) {
        // Defences face the attacker's edge; a fort is all round.
        let margin = SIZE * 8 / 100;
        let (left, top, right, bottom) = (x - half + margin, y - half + margin, x + half - margin, y + half - margin);
        let shape = if role == "fort" {
            Shape::Polygon(vec![(left, top), (right, top), (right, bottom), (left, bottom)])
        } else {
            debug_assert_eq!(Side::Defender.forward(), Way::South, "the defender faces the bottom of the table");
            Shape::Line(vec![(left, bottom), (right, bottom)])
        };
        // They are his who holds the square; empty ones are nobody's.
        let seat = state.holder(square).map(Side::seat);
        all.push(Feature { role, shape, seat, name: name.to_owned() });
    }
    for side in Side::BOTH {
        let laid = &state.barrages[side];
        let mut lies = |role, name: &str| {
            all.push(Feature { role, shape: rect(square), seat: Some(side.seat()), name: name.to_owned() });
        };
        if laid.suppression.has(square) {
            lies("suppression", "suppression barrage");
        } else if laid.lies.has(square) {
            lies("barrage", "barrage");
        }
        if laid.gas.has(square) {
            lies("gas", "gas");
        }
    }
    all
}

/// The assault that is being fought.
fn assault(state: &State) -> Option<Feature> {
    let Some(Frame::Assault(fight)) = state.frames.last() else { return None };
    let shape = Shape::Line(vec![fight.from.middle(), fight.target.middle()]);
    let name = format!("the assault from {} on {}", fight.from, fight.target);
    Some(Feature { role: "assault", shape, seat: Some(fight.side.seat()), name })
}

fn defences(defences: Defences) -> Option<(Role, &'static str)> {
    match defences {
        Defences::None => None,
        Defences::Hasty => Some(("hasty", "hasty defences")),
        Defences::Trenches => Some(("trench", "trenches")),
        Defences::Fort => Some(("fort", "fort")),
    }
}

fn site(battle: &Battle, square: Square) -> Site {
    let mut about = vec![words(battle.ground(square).name())];
    if let Some(name) = battle.scenario().place(square.into()) {
        about.insert(0, name.to_owned());
    }
    about.extend(defences(battle.defences(square)).map(|(_, name)| name.to_owned()));
    if !battle.roads(square).is_empty() {
        about.push("road".to_owned());
    }
    Site { id: square.place(), name: square.to_string(), about: about.join(", "), shape: rect(square) }
}

fn at_place(state: &State, square: Square) -> AtPlace {
    let about = if state.at[square].is_empty() { String::new() } else { names(state, state.at[square]) };
    AtPlace { id: square.place(), about, marks: marks(state, square) }
}

/// The markers that lie in a square.
fn marks(state: &State, square: Square) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some((_, holder)) = objectives(state).find(|(at, _)| *at == square) {
        let name = format!("objective points, held last by the {holder}");
        put(&mut marks, "objective", OBJECTIVE, name, Rule("R19"));
    }
    for side in Side::BOTH {
        let laid = &state.barrages[side];
        let (name, rule) = (format!("barrage markers of the {side}"), Rule("28:barrage-marker"));
        put(&mut marks, "barrage", laid.markers[square], name, rule);
        let (closed, rule) = (laid.suppression.has(square), Rule("22:suppression-closed"));
        put(&mut marks, "suppression", closed, "nobody enters or leaves", rule);
        put(&mut marks, "gas", laid.gas.has(square), format!("gas of the {side}"), Rule("R14"));
    }
    let orders = &state.orders;
    for (role, squares, name, rule) in [
        ("fighting-bonus", orders.fighting_bonus, "fighting bonus", Marker::FightingBonus.rule()),
        ("morale-bonus", orders.morale_bonus, "morale bonus", Marker::MoraleBonus.rule()),
        ("hold-the-line", orders.hold_the_line, "hold the line", Marker::HoldTheLine.rule()),
        ("steady", state.steady, "steady", Rule("28:steady")),
        ("assaulted", state.assaulted, "assaulted this turn", Rule("19:7")),
    ] {
        put(&mut marks, role, squares.has(square), name, rule);
    }
    marks
}

/// Puts so many markers down, where there are any.
fn put(marks: &mut Vec<Mark>, role: Role, count: impl Into<u8>, name: impl Into<String>, rule: Rule) {
    let count = count.into();
    if count > 0 {
        marks.push(Mark { role, count, name: name.into(), rule: Some(rule) });
    }
}

/// Counters of a square side by side: infantry and cavalry in the upper row, the others below, the commander in the
/// middle.
fn in_square(state: &State, square: Square) -> Vec<Counter> {
    let (left, top) = (i64::from(square.column()) * SIZE, i64::from(square.row()) * SIZE);
    let spot = |place: usize, y: i64| (left + 18 + 32 * place as i64, top + y);
    let (mut upper, mut lower) = (0, 0);
    let mut counters = Vec::new();
    for unit in state.at[square].iter() {
        let row = if state.unit(unit).kind.is_infantry_or_cavalry() { (&mut upper, 24) } else { (&mut lower, 76) };
        counters.push(counter(state, unit, square, spot(*row.0, row.1)));
        *row.0 += 1;
    }
    for side in Side::BOTH.into_iter().filter(|&side| state.commanders[side] == Some(square)) {
        counters.push(commander(state, side, square, spot(side as usize, 50)));
    }
    counters
}

fn counter(state: &State, id: UnitId, square: Square, at: (i64, i64)) -> Counter {
    let unit = state.unit(id);
    let full = unit.kind.half_bases();
    let quality = if unit.quality == Quality::Regular { String::new() } else { format!("{} ", unit.quality) };
    let kind = words(unit.kind.name());
    let strength = if unit.unit().is_at_strength() { "at strength" } else { "damaged" };
    let done = match state.step {
        TurnStep::Movement => unit.marks.has(Marks::MOVED),
        TurnStep::Assaults => unit.marks.has(Marks::FOUGHT),
        TurnStep::Shooting => unit.marks.has(Marks::SHOT),
        _ => false,
    };
    Counter {
        id: Piece::Unit(id).id(),
        name: state.name(id).to_owned(),
        about: format!("{quality}{kind}, {} of {full} half bases, {strength}", unit.left),
        seat: Some(unit.side.seat()),
        army: state.battle.army(unit.side).card.army,
        formation: None,
        symbol: symbol(unit.kind),
        at,
        place: Some(square.place()),
        size: (30, 28),
        base: None,
        arc: None,
        // 28:face-edge Who has fallen back faces his own edge. No other unit is turned: flank and rear are those of its
        // square (R9).
        facing: unit.marks.has(Marks::RETIRED).then_some(if unit.side.back() == Way::North { 0 } else { 180 }),
        strength: Some(Strength { now: unit.left, full }),
        marks: unit_marks(state, id),
        spent: unit.marks.has(Marks::RETIRED) || (done && unit.side == state.acting()),
    }
}

fn unit_marks(state: &State, id: UnitId) -> Vec<Mark> {
    let unit = state.unit(id);
    let (has, damaged) = (|mark| unit.marks.has(mark), !unit.unit().is_at_strength());
    let mut marks = Vec::new();
    put(&mut marks, "casualty", unit.casualties, "casualty markers", Rule("R3"));
    for (role, lies, name, rule) in [
        ("winning", has(Marks::WINNING), "winning the fight", Rule("R12")),
        ("damaged", damaged, "damaged", Rule("R2")),
        ("engaged", has(Marks::FOUGHT), "has assaulted this turn", Rule("R7")),
        ("fired", has(Marks::SHOT), "has shot this turn", Rule("R13")),
        ("moved", has(Marks::MOVED), "moved", Rule("24:one-by-one")),
        ("retired", has(Marks::RETIRED), "has gone back this turn", Rule("28:face-edge")),
        ("professional", unit.quality == Quality::Professional, "professional", Rule("R2")),
        ("reservist", unit.quality == Quality::Reservist, "reservist", Rule("R2")),
    ] {
        put(&mut marks, role, lies, name, rule);
    }
    marks
}

fn commander(state: &State, side: Side, square: Square, at: (i64, i64)) -> Counter {
    let army = state.battle.army(side);
    Counter {
        id: Piece::Commander(side).id(),
        name: format!("{}, higher command", army.card.name),
        about: format!("{} higher command, {} attempts a turn", army.command.name(), army.command.attempts()),
        seat: Some(side.seat()),
        army: army.card.army,
        formation: None,
        symbol: Symbol::Headquarters,
        at,
        place: Some(square.place()),
        size: (28, 24),
        base: None,
        arc: None,
        facing: None,
        strength: None,
        marks: Vec::new(),
        spent: state.step == TurnStep::Movement && side == state.active && state.commander_moved,
    }
}

fn symbol(kind: Kind) -> Symbol {
    match kind {
        Kind::Infantry => Symbol::Infantry,
        Kind::MountedCavalry | Kind::DismountedCavalry => Symbol::Cavalry,
        Kind::MachineGun => Symbol::MachineGun,
        Kind::Gun | Kind::MountainGun => Symbol::Artillery,
        Kind::Mortar => Symbol::Mortar,
        Kind::LightTank | Kind::HeavyTank => Symbol::Tank,
        Kind::ArmouredCar | Kind::LightArmouredCar => Symbol::ArmouredCar,
    }
}

/// What stands beside the table: what is needed for every decision first.
fn panel(state: &State) -> Vec<PanelLine> {
    let scenario = state.battle.scenario();
    let line = |label: String, value: String, rule| PanelLine { label, value, rule: Some(rule) };
    let (step, rule) = step_on_show(state).printed();
    let mut panel = vec![
        line("battle".to_owned(), scenario.head.title.clone(), Rule("R20")),
        line("turn".to_owned(), format!("{}, the {}'s", state.turn, state.active), Rule("19:alternate")),
        line("step".to_owned(), step.to_owned(), rule),
    ];
    if state.step == TurnStep::HigherCommand {
        panel.push(line("attempts left".to_owned(), state.orders.attempts.to_string(), Rule("R16")));
    }
    if state.shock {
        panel.push(line("shock assault".to_owned(), "at hand this turn".to_owned(), Rule("26:shock-assault")));
    }
    panel.push(line("countdown".to_owned(), state.countdown.to_string(), Rule("R18")));
    panel.extend(Side::BOTH.map(|side| {
        let of = points(state)[side];
        let mut parts = vec![format!("objectives {}", of.objectives), format!("enemy bases lost {}", of.bases)];
        if side == Side::Attacker {
            parts.push(format!("base row {}", of.base_row));
        }
        if of.collapse > 0 {
            parts.push(format!("collapse {}", of.collapse));
        }
        line(format!("{side}'s points"), format!("{} ({})", of.total(), parts.join(", ")), Rule("R19"))
    }));
    panel.extend(Side::BOTH.map(|side| {
        let assets: Vec<String> = assets_step::left(state, side)
            .map(|(_, asset)| format!("{} on {}+", words(asset.kind.name()), asset.on))
            .collect();
        let assets = if assets.is_empty() { "none".to_owned() } else { assets.join(", ") };
        line(format!("{side}'s assets"), assets, Rule("R15"))
    }));
    let par = format!("{}; the difference is {}", scenario.par, margin(state));
    panel.push(line("par".to_owned(), par, Rule("R19")));
    for side in Side::BOTH {
        let lost = format!("{} of {}", state.lost[side] / 2, state.battle.half_bases[side] / 2);
        panel.push(line(format!("{side}'s bases lost"), lost, Rule("R19")));
        let waiting = state.waiting(side);
        if !waiting.is_empty() {
            panel.push(line(format!("{side}'s reinforcements"), names(state, waiting), Rule("29")));
        }
    }
    panel
}

/// The step that players see the game in. A barrage belongs to the step that brought it until its last hit is placed, even
/// where that step has nothing else to ask.
fn step_on_show(state: &State) -> TurnStep {
    let brought_by = |frame: &Frame| match frame {
        Frame::Lay(laying) | Frame::Barrage { laying, .. } if laying.preliminary => Some(TurnStep::Preliminary),
        Frame::Lay(_) | Frame::Barrage { .. } => Some(TurnStep::Assets),
        _ => None,
    };
    state.frames.iter().find_map(brought_by).unwrap_or(state.step)
}
