//! What is on the table.

use super::offers::handle;
use super::state::Frame;
use super::{Mark, Phase, Piece, Place, Side, State, UnitId};
use crate::catalogue::Class;
use crate::scenario::Lie;
use field::{INCH, Point};
use kernel::game::{Base, Counter, Feature, FireArc, Ground, PanelLine, Position, Shape, Symbol};
use kernel::rule::Rule;
use tabletop::{goal, laid, spot};

/// The table, which never changes.
pub(super) fn ground(state: &State) -> Ground {
    let scenario = state.battle.scenario();
    let table = &scenario.table;
    let told = |piece| (role(table.kinds[piece]), table.name(piece));
    table.ground(&scenario.head.title, &scenario.objectives, 2, told)
}

/// What is on it in a masked state.
pub(super) fn position(state: &State) -> Position {
    let smoke = state.smoke.iter().map(|smoke| laid("smoke", &smoke.screen(), "smoke"));
    let shown = (0..).map(UnitId).zip(&state.units).filter(|(_, piece)| piece.place != Place::Removed);
    let pieces = shown.chain(state.hidden()).map(|(id, piece)| counter(state, id, piece)).collect();
    Position {
        places: goal::holders(&state.holders, Side::BOTH, Rule("R15")),
        overlays: smoke.chain(aimed(state)).chain(ways(state)).collect(),
        pieces,
        panel: panel(state),
    }
}

fn role(lie: Lie) -> &'static str {
    match lie {
        Lie::Hill => "hill",
        Lie::Steep => "rough-hill",
        Lie::Ploughed | Lie::Rubble => "rough",
        Lie::Crops => "crops",
        Lie::Marsh => "marsh",
        Lie::River => "river",
        Lie::Wood | Lie::DenseWood => "woods",
        Lie::House => "buildings",
        Lie::Stream => "stream",
        Lie::Hedge => "hedge",
        Lie::Wall => "wall",
        Lie::Works => "trench",
        Lie::Track | Lie::Ford => "track",
        Lie::Road => "road",
    }
}

fn counter(state: &State, id: UnitId, piece: &Piece) -> Counter {
    let element = state.element(id);
    let block = piece.block();
    let on_table = piece.stands();
    // Who rides is drawn small upon his vehicle, so that he can be pointed at.
    let size = if piece.aboard.is_some() { (INCH / 2, INCH / 2) } else { (block.width, block.depth) };
    let hidden = id.0 >= super::HIDING;
    let mark = |holds: bool, role: &'static str, name: &str, rule: &'static str| {
        holds.then(|| kernel::game::Mark { role, count: 1, name: name.to_owned(), rule: Some(Rule(rule)) })
    };
    let reserve = format!("reserve: comes on from turn {}", state.battle.listed(piece).arrives);
    let riders = state.riders(id);
    let aboard = |rule: &'static str, names: Vec<UnitId>, role: &'static str| {
        let list = names.iter().map(|rider| state.name(*rider)).collect::<Vec<_>>().join(", ");
        let name = if role == "limbered" { format!("tows {list}") } else { format!("carries {list}") };
        (!names.is_empty()).then_some(kernel::game::Mark {
            role,
            count: names.len() as u8,
            name,
            rule: Some(Rule(rule)),
        })
    };
    let marks = [
        mark(piece.is_suppressed(), "suppressed", "suppressed", "Results:S"),
        mark(hidden, "hidden", "hidden from the enemy", "R16"),
        mark(piece.place == Place::Reserve, "reserve", &reserve, "R19"),
        mark(piece.is(Mark::DUG_IN), "dug-in", "dug in", "R21"),
        mark(piece.is(Mark::PACKED), "packed", "broken down", "Movement:man-portable"),
        mark(piece.is(Mark::FIRED), "fired", "has fired", "R6"),
        mark(piece.is(Mark::MOVED), "moved", "has moved", "Turn sequence:4a"),
        mark(on_table && state.is_in_contact(id), "engaged", "in contact", "R9"),
        aboard("Results:passengers", riders.to_vec(), "riders"),
        aboard("Results:passengers", state.tow(id).into_iter().collect(), "limbered"),
    ];
    let quality = format!("{:?}", state.quality(id)).to_lowercase();
    let spent = match state.phase {
        Phase::Smoke | Phase::Speculative | Phase::Direct => piece.is(Mark::FIRED),
        Phase::Movement => piece.is(Mark::MOVED),
        _ => false,
    };
    Counter {
        id: handle(id),
        name: state.name(id).to_owned(),
        about: about(state, piece, &quality, element),
        seat: Some(piece.side.seat()),
        army: state.battle.army(piece.side).card.army,
        formation: None,
        symbol: symbol(element),
        at: spot(drawn_at(state, id, piece)),
        place: None,
        size,
        base: Some(Base::Rectangle),
        arc: arc(state, id, piece).filter(|_| on_table),
        facing: Some(piece.facing.degrees() as u16),
        strength: None,
        marks: marks.into_iter().flatten().collect(),
        spent: spent && piece.side == state.side,
    }
}

/// Where an element is drawn. Who rides stands on the rear of his vehicle, so that its middle is still its own to pick.
fn drawn_at(state: &State, id: UnitId, piece: &Piece) -> Point {
    let Some(vehicle) = piece.aboard else { return piece.at };
    let facing = state.unit(vehicle).facing;
    let place = state.carried(vehicle).position(|rider| rider == id).unwrap_or(0) as i64;
    let beside = facing.turned(90).way(INCH / 4 * (2 * (place % 2) - 1));
    piece.at.plus(facing.turned(180).way(INCH * 7 / 10)).plus(beside)
}

/// The card of an element: its type's values, the published figures behind them, and what it rides in.
fn about(state: &State, piece: &Piece, quality: &str, element: &crate::catalogue::Element) -> String {
    let published = element.published();
    let figures = if published.is_empty() { String::new() } else { format!(". Published: {published}") };
    let aboard = piece.aboard.map_or(String::new(), |vehicle| format!("; aboard {}", state.name(vehicle)));
    format!("{quality}; {}{figures}{aboard}", element.help())
}

fn symbol(element: &crate::catalogue::Element) -> Symbol {
    match element.figures.class {
        Class::Tank | Class::SelfPropelledGun => Symbol::Tank,
        Class::ArmouredCar | Class::Apc | Class::SoftVehicle => Symbol::ArmouredCar,
        Class::Gun => Symbol::Artillery,
        Class::Csw if element.is_mortar() => Symbol::Mortar,
        Class::Csw => Symbol::MachineGun,
        Class::Infantry | Class::AtTeam => Symbol::Infantry,
        Class::Cavalry => Symbol::Cavalry,
        Class::Commander => Symbol::Headquarters,
        Class::Foo => Symbol::Leader,
        Class::Aircraft => Symbol::Aircraft,
    }
}

fn arc(state: &State, id: UnitId, piece: &Piece) -> Option<FireArc> {
    let values = &state.element(id).values;
    let armed = values.he_sa.is_some() || values.ap != crate::grade::Ap::None;
    if !armed || piece.is(Mark::PACKED) {
        return None;
    }
    let range = if piece.is_suppressed() { values.range.min(4) } else { values.range };
    Some(FireArc { each_side: state.arc(id), range: i64::from(range) * INCH })
}

/// Points that support was called on.
fn aimed(state: &State) -> Vec<Feature> {
    let all = |side: Side| state.assets[side].iter().zip(&state.battle.army(side).support).map(move |on| (side, on));
    let point = |(side, (asset, listed)): (Side, (&super::Asset, &crate::scenario::Support))| {
        let called = asset.aimed?;
        let reach = if listed.element.is_aircraft() { super::support::SEARCH } else { super::support::BURST };
        let shape = Shape::Circle(spot(called.at), reach);
        Some(Feature { role: "barrage", shape, seat: Some(side.seat()), name: "support is called here".to_owned() })
    };
    Side::BOTH.into_iter().flat_map(all).filter_map(point).collect()
}

/// A move that was interrupted, as it was ordered.
fn ways(state: &State) -> Vec<Feature> {
    let Some(Frame::Move(course)) = state.frames.first() else { return Vec::new() };
    let Some(piece) = state.get(course.unit) else { return Vec::new() };
    let points = std::iter::once(piece.at).chain(course.path.iter().copied()).map(spot).collect();
    let name = format!("the way of {}", state.name(course.unit));
    vec![Feature { role: "plan", shape: Shape::Line(points), seat: Some(piece.side.seat()), name }]
}

fn panel(state: &State) -> Vec<PanelLine> {
    let line = |label: String, value: String, rule| PanelLine { label, value, rule: Some(Rule(rule)) };
    let scenario = state.battle.scenario();
    let (phase, rule) = match state.phase {
        Phase::SetUp => ("set-up", "R13"),
        Phase::Command => ("1 command", "Turn sequence:1"),
        Phase::Calls => ("1b calls", "Turn sequence:1b"),
        Phase::Smoke => ("2 fire", "Turn sequence:2"),
        Phase::Speculative => ("2c fire", "Turn sequence:2c"),
        Phase::Direct => ("2d direct fire", "Turn sequence:2d"),
        Phase::Combat => ("3a close combat", "Turn sequence:3a"),
        Phase::Advance => ("3b advance", "Turn sequence:3b"),
        Phase::Movement => ("4a movement", "Turn sequence:4a"),
        Phase::Overrun => ("4b overrun", "Turn sequence:4b"),
    };
    let mut panel = vec![
        line("turn".to_owned(), format!("{} of {}", state.turn, scenario.turns), "R17"),
        line("whose".to_owned(), state.side.to_string(), "R6"),
        line("phase".to_owned(), phase.to_owned(), rule),
    ];
    // What decides the battle stands first, for both sides at once: a narrow screen cuts off what comes last.
    let both = |told: &dyn Fn(Side) -> String| Side::BOTH.map(|side| format!("{side} {}", told(side))).join(", ");
    let losses = |side: Side| {
        let (all, gone) = state.strength(side);
        format!("{gone}/{all}")
    };
    panel.push(line("points".to_owned(), both(&|side| super::victory::points(state, side).to_string()), "R51"));
    panel.push(line("losses (half loses)".to_owned(), both(&losses), "R52"));
    for side in Side::BOTH {
        for (place, asset) in state.assets[side].iter().enumerate() {
            let name = super::say::support(state, side, place as u8);
            panel.push(line(format!("{name} ({side})"), tabletop::count(asset.left, "call") + " left", "R24"));
        }
        let waiting = state.units.iter().filter(|piece| piece.side == side && piece.place == Place::Reserve);
        let waiting = waiting.filter(|piece| piece.aboard.is_none()).count();
        if waiting > 0 {
            panel.push(line(format!("reserve of the {side}"), waiting.to_string(), "R19"));
        }
    }
    panel
}
