//! What is on the table.

use super::offers::handle;
use super::piece::LEADER;
use super::state::Frame;
use super::{Leader, Piece, Side, State, UnitId};
use crate::scenario::Lie;
use crate::units::Kind;
use field::INCH;
use kernel::game::{Base, Counter, Feature, FireArc, Ground, Mark, PanelLine, Position, Shape, Spot, Strength, Symbol};
use kernel::rule::Rule;
use tabletop::{goal, laid, spot};

/// The table, which never changes.
pub(super) fn ground(state: &State) -> Ground {
    let scenario = state.battle.scenario();
    let table = &scenario.table;
    let told = |piece| (role(table.kinds[piece]), table.name(piece));
    table.ground(&scenario.head.title, &scenario.objectives, 3, told)
}

/// What is on it in a masked state.
pub(super) fn position(state: &State) -> Position {
    let smoke = state.smoke.iter().map(|smoke| laid("smoke", &smoke.cloud(), "smoke"));
    let units = state.all().map(|(id, unit)| counter(state, id, unit));
    let leaders = state.leaders.iter().enumerate().filter(|(_, leader)| !leader.lost);
    let leaders = leaders.map(|(number, leader)| commander(state, number, leader));
    Position {
        places: goal::holders(&state.holders, Side::BOTH, Rule("R25")),
        overlays: smoke.chain(ways(state)).collect(),
        pieces: units.chain(leaders).collect(),
        panel: panel(state),
    }
}

fn role(lie: Lie) -> &'static str {
    match lie {
        Lie::Wood => "woods",
        Lie::Building => "buildings",
        lie => lie.name(),
    }
}

fn counter(state: &State, id: UnitId, unit: &Piece) -> Counter {
    let block = unit.block();
    let mark = |role: &'static str, count: u8, name: String, rule: &'static str| {
        (count > 0).then_some(Mark { role, count, name, rule: Some(Rule(rule)) })
    };
    let counted = |count: u8, name: &str| if count == 1 { name.to_owned() } else { format!("{name}s") };
    let marks = [
        mark("token", unit.tokens, counted(unit.tokens, "command token"), "R1"),
        mark("shaken", unit.markers, counted(unit.markers, "morale marker"), "Morale markers:each-hit"),
        mark("moved", u8::from(unit.moved), "has moved".to_owned(), "Firing:target-moved"),
        mark("column", u8::from(unit.column && !unit.kind.is_artillery()), "in column".to_owned(), "R23"),
        mark("limbered", u8::from(unit.is_limbered()), "limbered".to_owned(), "R16"),
        mark("shells", if unit.kind.is_artillery() { unit.firings } else { 0 }, "firings left".to_owned(), "R20"),
    ];
    Counter {
        id: id.0.into(),
        name: state.name(id).to_owned(),
        about: format!(
            "{} {}, {} bases, {} of {} markers; {}, to react {}",
            unit.quality,
            unit.kind.plural(),
            unit.bases,
            unit.markers,
            unit.quality.nerve(),
            super::deeds::needs(state, id),
            super::react::needs(state, id),
        ),
        seat: Some(unit.side.seat()),
        army: state.battle.army(unit.side).card.army,
        formation: None,
        symbol: match unit.kind {
            Kind::Infantry => Symbol::Infantry,
            Kind::MountedCavalry | Kind::DismountedCavalry => Symbol::Cavalry,
            Kind::MachineGuns => Symbol::MachineGun,
            Kind::FieldGuns | Kind::HeavyGuns => Symbol::Artillery,
        },
        at: spot(unit.at),
        place: None,
        size: (block.width, block.depth),
        base: Some(Base::Rectangle),
        arc: arc(unit),
        facing: Some(unit.facing.degrees() as u16),
        strength: Some(Strength { now: unit.bases, full: state.battle.unit(id).bases }),
        marks: marks.into_iter().flatten().collect(),
        spent: unit.activated,
    }
}

pub(super) fn arc(unit: &Piece) -> Option<FireArc> {
    let range = match unit.kind {
        _ if unit.is_limbered() => return None,
        Kind::MachineGuns if unit.column => return None,
        Kind::Infantry | Kind::MountedCavalry | Kind::DismountedCavalry => 12,
        Kind::MachineGuns | Kind::FieldGuns => 24,
        Kind::HeavyGuns => 48,
    };
    let each_side = if unit.kind == Kind::MountedCavalry { 180 } else { 45 };
    Some(FireArc { each_side, range: range * INCH })
}

fn commander(state: &State, number: usize, leader: &Leader) -> Counter {
    Counter {
        id: handle(state, number),
        name: state.leader_name(number).to_owned(),
        about: "a commander; he observes, and helps units within 6 inches to rally".to_owned(),
        seat: Some(leader.side.seat()),
        army: state.battle.army(leader.side).card.army,
        formation: None,
        symbol: Symbol::Headquarters,
        at: spot(leader.at),
        place: None,
        size: (LEADER, LEADER),
        base: Some(Base::Circle),
        arc: None,
        facing: None,
        strength: None,
        marks: Vec::new(),
        spent: leader.moved,
    }
}

/// A move that is under way, as it was declared.
fn ways(state: &State) -> Vec<Feature> {
    let Some(Frame::Move(course)) = state.frames.first() else { return Vec::new() };
    let unit = state.unit(course.unit);
    let seat = Some(unit.side.seat());
    let line = |points: Vec<Spot>| Shape::Line(points);
    let mut ways = Vec::new();
    if !course.trail.is_empty() {
        let points = course.trail.iter().copied().chain([unit.at]).map(spot).collect();
        let name = format!("the way of {}", state.name(course.unit));
        ways.push(Feature { role: "path", shape: line(points), seat, name });
    }
    if !course.path.is_empty() {
        let points = std::iter::once(unit.at).chain(course.path.iter().copied()).map(spot).collect();
        let name = format!("the plan of {}", state.name(course.unit));
        ways.push(Feature { role: "plan", shape: line(points), seat, name });
    }
    ways
}

fn panel(state: &State) -> Vec<PanelLine> {
    let line = |label: String, value: String, rule| PanelLine { label, value, rule: Some(Rule(rule)) };
    let scenario = state.battle.scenario();
    let mut panel = vec![
        line("turn".to_owned(), format!("{} of {}", state.turn, scenario.turns), "R18"),
        line("active".to_owned(), state.active.to_string(), "Turn order:3"),
    ];
    let both = |of: &dyn Fn(Side) -> String| {
        let [attacker, defender] = Side::BOTH.map(of);
        format!("{attacker} and {defender}")
    };
    let bases = |side: Side| {
        let has = state.strength(side);
        format!("{}/{}", has.bases_left, has.bases_left + has.bases_lost)
    };
    let points = |side: Side| super::victory::points(state, side).to_string();
    let pair = |what: &str| format!("{what}, attacker and defender");
    panel.push(line(pair("tokens"), both(&|side| state.tokens[side].to_string()), "Turn order:6"));
    panel.push(line(pair("points"), both(&points), "R25"));
    panel.push(line(pair("bases"), both(&bases), "R26"));
    panel
}
