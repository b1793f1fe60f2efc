//! What is on the table.

use super::fire::RANGE;
use super::land::{DEPTH, WIDTH};
use super::scenario::ZONE;
use super::state::{BASE, Frame, Kind, Phase, ROUND, Scout, Side, State, Unit, UnitId};
use kernel::game::{
    Area, AtPlace, Base, Counter, Feature, FireArc, Ground, Mark, PanelLine, Position, Shape, Site, Strength, Symbol,
};
use kernel::rule::Rule;
use tabletop::{inches, laid, spot};

/// The terrain is placed at the set-up (D1), and never moves again.
pub(super) fn ground(state: &State) -> Ground {
    let (areas, features) = terrain(state);
    let edge = |side: Side, x: i64| {
        let (name, about) = (format!("the edge of {}", side.name()), format!("{} sits here", side.name()));
        Site { id: side as u16, name, about, shape: Shape::Rect(x, 0, ZONE, DEPTH) }
    };
    Ground {
        title: state.scenario.title.clone(),
        size: (WIDTH, DEPTH),
        square: None,
        areas,
        features,
        sites: vec![edge(Side::Red, 0), edge(Side::Blue, WIDTH - ZONE)],
    }
}

/// What is on the ground in a masked state.
pub(super) fn position(state: &State) -> Position {
    let smoke = state.smoke.iter().map(|smoke| laid("smoke", &(*smoke).into(), "smoke"));
    let units = (0..).zip(&state.units).filter(|(_, unit)| unit.strength > 0).map(|(id, unit)| counter(id, unit));
    let scouts =
        Side::BOTH.into_iter().flat_map(|side| state.scouts(side).iter().map(move |scout| hiding(side, scout)));
    let mut pieces: Vec<Counter> = units.chain(scouts).collect();
    pieces.sort_by_key(|piece| piece.id);
    Position { places: places(state), overlays: smoke.chain(ways(state)).collect(), pieces, panel: panel(state) }
}

/// D1 What lies on the table: areas, and the wire that runs over them.
fn terrain(state: &State) -> (Vec<Area>, Vec<Feature>) {
    tabletop::areas(state.land().ground().terrain(), |_, piece| {
        let (role, name) = match piece.kind.as_str() {
            "hill" => ("hill", "the hill"),
            "wood" => ("woods", "the wood"),
            "wire" => ("wire", "the wire"),
            _ => ("wall", "the wall"),
        };
        (role, name.to_owned())
    })
}

fn counter(id: UnitId, unit: &Unit) -> Counter {
    let (base, size) = match unit.kind {
        Kind::Scout => (Base::Circle, (ROUND, ROUND)),
        _ => (Base::Rectangle, BASE),
    };
    Counter {
        id,
        name: unit.name(),
        about: format!("{} of {} at {}, {}", unit.strength, unit.full, inches(unit.at.x), inches(unit.at.y)),
        seat: Some(unit.side.seat()),
        army: unit.side.seat().0,
        formation: None,
        symbol: match unit.kind {
            Kind::Foot => Symbol::Infantry,
            Kind::Horse => Symbol::Cavalry,
            Kind::Mortar => Symbol::Mortar,
            Kind::Scout => Symbol::Leader,
        },
        at: spot(unit.at),
        place: None,
        size,
        base: Some(base),
        arc: (unit.kind != Kind::Mortar).then_some(FireArc { each_side: 45, range: RANGE }),
        facing: Some(unit.facing),
        strength: Some(Strength { now: unit.strength, full: unit.full }),
        marks: Vec::new(),
        spent: unit.spent,
    }
}

fn hiding(side: Side, scout: &Scout) -> Counter {
    let mark = Mark { role: "hidden", count: 1, name: "in hiding".to_owned(), rule: Some(Rule("D2")) };
    Counter {
        id: scout.id,
        name: format!("{} scout in hiding", side.name()),
        about: "seen by nobody else".to_owned(),
        seat: Some(side.seat()),
        army: side.seat().0,
        formation: None,
        symbol: Symbol::Hidden,
        at: spot(scout.at),
        place: None,
        size: (ROUND, ROUND),
        base: Some(Base::Circle),
        arc: None,
        facing: None,
        strength: None,
        marks: vec![mark],
        spent: false,
    }
}

/// The last leg of a move that is under way, and its rest where that is seen.
fn ways(state: &State) -> Vec<Feature> {
    let mut ways = Vec::new();
    for frame in &state.frames {
        let Frame::Move { unit, from, rest, .. } = frame else { continue };
        let unit = state.unit(*unit);
        let seat = Some(unit.side.seat());
        let line = Shape::Line(vec![spot(*from), spot(unit.at)]);
        ways.push(Feature { role: "path", shape: line, seat, name: format!("the way of {}", unit.name()) });
        if let Some(rest) = rest.known().filter(|rest| !rest.path.is_empty()) {
            let line = Shape::Line(std::iter::once(unit.at).chain(rest.path.iter().copied()).map(spot).collect());
            ways.push(Feature { role: "plan", shape: line, seat, name: format!("the plan of {}", unit.name()) });
        }
    }
    ways
}

fn places(state: &State) -> Vec<AtPlace> {
    let edge = |side: Side| {
        let about = format!("{} scouts hide within 10 inches", state.party(side).hidden);
        AtPlace { id: side as u16, about, marks: Vec::new() }
    };
    Side::BOTH.map(edge).to_vec()
}

fn panel(state: &State) -> Vec<PanelLine> {
    let line = |label: &str, value: String, rule| PanelLine { label: label.to_owned(), value, rule: Some(rule) };
    let phase = match state.phase {
        Phase::Hiding => "scouts are hidden".to_owned(),
        Phase::Plotting => "stances are plotted".to_owned(),
        Phase::Acting { side, .. } => format!("{} acts", side.name()),
        Phase::Over => "the game is over".to_owned(),
    };
    let mut panel =
        vec![line("turn", format!("{} of {}", state.turn, state.turns), Rule("D9")), line("phase", phase, Rule("D4"))];
    for side in Side::BOTH {
        let party = state.party(side);
        let stance = match (&party.stance, &party.plot) {
            (Some(stance), _) => stance.name(),
            (None, Some(_)) => "plotted",
            (None, None) => "none yet",
        };
        panel.push(line(&format!("stance of {}", side.name()), stance.to_owned(), Rule("D3")));
        panel.push(line(&format!("scouts of {} in hiding", side.name()), party.hidden.to_string(), Rule("D2")));
        panel.push(line(&format!("points of {}", side.name()), state.points(side).to_string(), Rule("D9")));
    }
    panel
}
