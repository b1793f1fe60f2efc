//! What is on the table.

use super::squad::BASE;
use super::{Figure, Frame, Kind, Phase, Posture, Role, Side, SquadId, State, offers, victory};
use crate::scenario::Lie;
use field::{Circle, Footprint, INCH, Point};
use kernel::game::{Base, Counter, Eyes, Feature, FireArc, Ground, Mark, PanelLine, Position, Shape, Strength, Symbol};
use kernel::rule::Rule;
use tabletop::{goal, laid, spot};

/// The table, which never changes.
pub(super) fn ground(state: &State) -> Ground {
    let scenario = state.battle.scenario();
    let table = &scenario.table;
    let told = |piece| (role(table.kinds[piece]), offers::piece_name(state, piece as u16));
    table.ground(&scenario.head.title, &scenario.objectives, 3, told)
}

/// What is on it in a masked state.
pub(super) fn position(state: &State, eyes: Eyes) -> Position {
    let squads = state.ids().filter(|id| is_shown(state, *id)).map(|id| counter(state, id));
    let own = Side::BOTH.into_iter().filter(|side| eyes.are(side.seat()));
    let hidden = own.flat_map(|side| {
        (0..).zip(state.snipers(side)).map(move |(number, sniper)| sniper_in_hiding(state, side, number, sniper.at))
    });
    Position {
        places: goal::holders(&state.holders, Side::BOTH, Rule("R19")),
        overlays: overlays(state, eyes),
        pieces: squads.chain(hidden).collect(),
        panel: panel(state),
    }
}

/// Squads that are there, and guns and vehicles that nobody has taken.
fn is_shown(state: &State, id: SquadId) -> bool {
    let squad = state.squad(id);
    state.is_here(id) || (squad.kind.is_prize() && !squad.taken)
}

fn role(lie: Lie) -> &'static str {
    match lie {
        Lie::Hill => "hill",
        Lie::Shelled => "craters",
        Lie::Water => "water",
        Lie::Wood => "woods",
        Lie::Road => "road",
        Lie::Trench => "trench",
        Lie::Wire => "wire",
        Lie::Hedge => "hedge",
        Lie::Fence => "fence",
        Lie::Wall => "wall",
        lie if lie.is_bridge() => "bridge",
        Lie::Dugout | Lie::SmallBunker | Lie::MediumBunker => "bunker",
        _ => "house",
    }
}

fn counter(state: &State, id: SquadId) -> Counter {
    let squad = state.squad(id);
    let men = state.strength(id);
    let facing = squad.facing.degrees();
    let (size, base) = if squad.is_vehicle() {
        let plan = squad.hull_plan();
        ((plan.width, plan.depth), Base::Rectangle)
    } else {
        // The men as they stand, seen from their middle with the front up.
        let local = |man: &Figure| man.at().minus(squad.at).turned(-facing);
        let (leaders, men): (Vec<&Figure>, Vec<&Figure>) = state.men(id).partition(|man| man.role == Role::Officer);
        let leaders: Vec<Point> = leaders.into_iter().map(local).collect();
        let men: Vec<Point> = men.into_iter().map(local).collect();
        let all = || men.iter().chain(&leaders);
        let reach = |of: fn(&Point) -> i64| all().map(|at| of(at).abs()).max().unwrap_or(0);
        let size = (2 * reach(|at| at.x) + BASE + 30, 2 * reach(|at| at.y) + BASE + 30);
        let spots = |points: Vec<Point>| points.into_iter().map(spot).collect();
        (size, Base::Figures { men: spots(men), leaders: spots(leaders) })
    };
    Counter {
        id: id.0.into(),
        name: if squad.kind == Kind::Sniper { "Sniper".to_owned() } else { state.name(id).to_owned() },
        about: about(state, id),
        seat: Some(squad.side.seat()),
        army: state.battle.army(squad.side).card.army,
        formation: None,
        symbol: symbol(squad.kind),
        at: spot(squad.at),
        place: None,
        size,
        base: Some(base),
        arc: arc(state, id),
        facing: Some(facing as u16),
        strength: Some(Strength {
            now: men,
            full: squad.hull.map_or(squad.count, |_| squad.kind.vehicle().map_or(0, crate::vehicles::Vehicle::crew)),
        }),
        marks: marks(state, id),
        spent: state.phase == Phase::Move && squad.deeds.done,
    }
}

fn sniper_in_hiding(state: &State, side: Side, number: u8, at: Point) -> Counter {
    Counter {
        id: offers::sniper_handle(side, number),
        name: "Sniper in hiding".to_owned(),
        about: "a sniper, whom the other side does not see".to_owned(),
        seat: Some(side.seat()),
        army: state.battle.army(side).card.army,
        formation: None,
        symbol: Symbol::Hidden,
        at: spot(at),
        place: None,
        size: (BASE + 30, BASE + 30),
        base: Some(Base::Circle),
        arc: None,
        facing: None,
        strength: None,
        marks: Vec::new(),
        spent: false,
    }
}

fn about(state: &State, id: SquadId) -> String {
    let squad = state.squad(id);
    let mut words = vec![format!("{} {}", squad.quality, squad.kind.words())];
    if squad.is_vehicle() {
        words.push(format!("a crew of {}", state.strength(id)));
    } else {
        words.push(format!("{} of {} men", state.strength(id), squad.count));
        if squad.kind.charges() {
            words.push(format!("in {}", squad.formation.words()));
        }
    }
    words.join(", ")
}

fn marks(state: &State, id: SquadId) -> Vec<Mark> {
    let squad = state.squad(id);
    let mark = |holds: bool, role: &'static str, name: &str, rule: &'static str| {
        holds.then(|| Mark { role, count: 1, name: name.to_owned(), rule: Some(Rule(rule)) })
    };
    let worn = squad.hull.filter(|hull| hull.worn > 0).map(|hull| Mark {
        role: "worn",
        count: hull.worn,
        name: format!("{} off its value", hull.worn),
        rule: Some(Rule("Vehicles:value")),
    });
    let officer = state.men(id).any(|man| man.role == Role::Officer);
    [
        mark(squad.routed, "routed", "routed", "Morale:rout"),
        mark(squad.fights(), "melee", "in melee", "R13"),
        mark(squad.posture == Posture::Prone, "prone", "prone", "Fire modifiers:prone"),
        mark(squad.posture == Posture::Down, "down", "keeping down", "R15"),
        mark(state.holds(id), "shaken", "may not advance", "R12"),
        mark(squad.deeds.under_fire, "under-fire", "under fire", "Morale:under-fire"),
        mark(squad.masked, "masked", "masked", "R10"),
        mark(squad.limbered, "limbered", "limbered", "R31"),
        mark(squad.at_wire, "wire", "at wire", "R2"),
        mark(officer, "officer", "with an officer", "R48"),
        mark(squad.hull.is_some_and(|hull| hull.stuck), "stuck", "stuck", "Vehicles:freed"),
        mark(!state.is_here(id), "abandoned", "without a crew", "R43"),
        mark(squad.is_vehicle(), "vehicle", "takes no morale tests", "R44"),
        mark(squad.deeds.moved, "moved", "has moved", "R6"),
        worn,
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn symbol(kind: Kind) -> Symbol {
    match kind {
        Kind::Infantry | Kind::Sniper => Symbol::Infantry,
        Kind::Cavalry | Kind::DismountedCavalry => Symbol::Cavalry,
        Kind::Hmg | Kind::Lmg => Symbol::MachineGun,
        Kind::Mortar => Symbol::Mortar,
        Kind::Leader => Symbol::Leader,
        Kind::Wagon => Symbol::Headquarters,
        Kind::ClosedCar | Kind::OpenCar => Symbol::ArmouredCar,
        kind if kind.vehicle().is_some() => Symbol::Tank,
        _ => Symbol::Artillery,
    }
}

fn arc(state: &State, id: SquadId) -> Option<FireArc> {
    let squad = state.squad(id);
    let range = match squad.kind {
        // What a mortar is plotted at needs no arc.
        Kind::Mortar => return None,
        _ if squad.limbered || squad.is_vehicle() => return None,
        Kind::Leader => 9,
        kind if kind.is_field_piece() => 96,
        _ if state.battle.scenario().night => 12,
        _ => 60,
    };
    Some(FireArc { each_side: 45, range: range * INCH })
}

/// Smoke, gas, gaps in wire and ruins; and for a side's own eyes what it has plotted.
fn overlays(state: &State, eyes: Eyes) -> Vec<Feature> {
    let mut overlays: Vec<Feature> = Vec::new();
    for cloud in &state.clouds {
        let (role, name) = if cloud.gas { ("gas", "gas") } else { ("smoke", "smoke") };
        overlays.push(laid(role, &cloud.circle().into(), &format!("{name}, move {} of its life", cloud.age)));
    }
    for gap in &state.gaps {
        overlays.push(laid("gap", &Circle { middle: gap.at, diameter: gap.width.max(50) }.into(), "a gap in the wire"));
    }
    for (piece, plan) in &state.land().buildings {
        if state.is_destroyed(*piece) {
            overlays.push(laid("ruin", &Footprint::from(*plan), "ruins"));
        }
    }
    for (squad, mark) in &state.charges {
        if let Some(to) = state.mark_at(*mark).filter(|_| state.is_here(*squad) && !state.squad(*squad).deeds.done) {
            let shape = Shape::Line(vec![spot(state.squad(*squad).at), spot(to)]);
            let name = format!("{} has declared a charge", state.name(*squad));
            overlays.push(Feature { role: "plan", shape, seat: Some(state.squad(*squad).side.seat()), name });
        }
    }
    for side in Side::BOTH.into_iter().filter(|side| eyes.are(side.seat())) {
        let plan = state.plan(side);
        for shot in &plan.shots {
            let circle = Circle { middle: shot.at, diameter: 2 * INCH };
            let name = format!("{}, move {}", shot.load.words(), shot.turn);
            overlays.push(Feature { seat: Some(side.seat()), ..laid("template", &circle.into(), &name) });
        }
        let charges = plan.charges.iter().filter_map(|(squad, mark)| Some((*squad, state.mark_at(*mark)?, "plan")));
        let fire = plan.fire.iter().filter_map(|volley| {
            let (target, squad) = match *volley {
                super::Volley::Fire { target, squad, .. } => (state.squad(target).at, squad),
                super::Volley::Throw { at, squad, .. } => (at, squad),
                super::Volley::Lay { at, squad } => (state.mark_at(at)?, squad),
            };
            Some((squad, target, "sight"))
        });
        for (squad, to, role) in charges.chain(fire) {
            let from = if squad.0 >= super::squad::HIDDEN {
                state.snipers(side).get(usize::from(squad.0 - super::squad::HIDDEN)).map(|sniper| sniper.at)
            } else {
                Some(state.squad(squad).at)
            };
            let Some(from) = from else { continue };
            let (shape, name) = (Shape::Line(vec![spot(from), spot(to)]), format!("{}: as written", state.name(squad)));
            overlays.push(Feature { role, shape, seat: Some(side.seat()), name });
        }
    }
    overlays
}

impl State {
    /// Where a mark is.
    pub(super) fn mark_at(&self, mark: super::Mark) -> Option<Point> {
        match mark {
            super::Mark::Squad(id) => Some(self.squad(id).at),
            super::Mark::Piece(piece) => {
                self.structure_at(piece).or_else(|| self.nearest_in(piece.into(), Point::default()))
            }
        }
    }
}

/// Where the wind blows as the attacker sees it, whichever way the table is turned for who looks at it.
fn towards(state: &State) -> &'static str {
    const WORDS: [&str; 8] =
        ["forward", "forward right", "right", "back right", "back", "back left", "left", "forward left"];
    let ahead = state.battle.army(Side::Attacker).edge.facing().turned(180).degrees();
    WORDS[((state.wind.towards.facing().degrees() - ahead).rem_euclid(360) / 45) as usize]
}

fn panel(state: &State) -> Vec<PanelLine> {
    let line = |label: &str, value: String, rule| PanelLine { label: label.to_owned(), value, rule: Some(Rule(rule)) };
    let scenario = state.battle.scenario();
    let phase = match state.phase {
        Phase::Prepare => "before the first move",
        Phase::Plot => "a: plots",
        Phase::Shelling | Phase::Clouds | Phase::ShellNerve => "b: shelling",
        Phase::Initiative | Phase::Choose | Phase::Move => "c: movement",
        // The losses of fire are taken before the first melee.
        Phase::Fire | Phase::Melee => "d: fire",
        Phase::Nerve => "f: morale",
    };
    let melee = state.frames.iter().any(|frame| matches!(frame, Frame::Round(_) | Frame::Melees(_)));
    let phase = if melee { "e: melee" } else { phase };
    let mut panel = vec![
        line("move", format!("{} of {}", state.turn, scenario.moves), "R2"),
        line("phase", phase.to_owned(), "R1"),
    ];
    // The wind matters where something can drift.
    let drifts = |side: Side| {
        let army = scenario.army(side);
        army.cylinders.is_some() || army.smoke_shells > 0 || army.gas_shells > 0
    };
    if Side::BOTH.into_iter().any(drifts) {
        let far = if state.wind.inches == 1 { "inch" } else { "inches" };
        let value = format!("{}, {} {far}", towards(state), state.wind.inches);
        panel.push(line("wind, for the attacker", value, "R10"));
    }
    if scenario.night {
        panel.push(line("night", "sight is 12 inches".to_owned(), "R5"));
    }
    for side in Side::BOTH {
        panel.push(line(&format!("points of the {side}"), victory::points(state, side).to_string(), "R19"));
        let men: u32 = state.of_side(side).map(|(id, _)| u32::from(state.strength(id))).sum();
        panel.push(line(&format!("men of the {side}"), men.to_string(), "R3"));
        if state.unseen[side] > 0 {
            panel.push(line(&format!("snipers of the {side}"), format!("{} not seen", state.unseen[side]), "R16"));
        }
        let battery = &state.batteries[side];
        if scenario.army(side).battery > 0 {
            let value = format!("{} howitzers, {} moves of fire", battery.guns, battery.moves);
            panel.push(line(&format!("battery of the {side}"), value, "Bombardment:battery"));
        }
    }
    panel
}
