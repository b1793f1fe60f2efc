//! What every book must pass.

use kernel::dice::Seeded;
use kernel::game::begin;
use somme::game::{Fight, Frame, Marks, Occasion, Options, Order, Path, Somme, Stage, State, Step, UnitId, Units};
use somme::scenario::{Side, Square};
use somme::weather::Weather;
use testkit::Reached;
use testkit::game::order_met;

testkit::conformance!(somme::BOOK, Somme, seldom: seldom);

/// Positions that games at random seldom come to, and the orders that meet a statement there.
fn seldom(reached: &mut Reached) {
    movement(reached);
    ground(reached);
    crowds(reached);
    breakthrough(reached);
    together(reached);
}

/// A scenario in some step of the Allied phase of its first turn.
fn field(scenario: &str, step: Step) -> State {
    let mut state = begin::<Somme>(scenario, &Options::default(), &mut Seeded::new(1)).unwrap();
    (state.turn, state.active, state.step, state.open) = (1, Side::Allied, step, true);
    state.left_to_place = 0;
    state
}

fn at(name: &str) -> Square {
    Square::named(name).unwrap()
}

fn unit(state: &State, name: &str) -> UnitId {
    state.all().find(|&unit| state.name(unit) == name).unwrap_or_else(|| panic!("no unit is called {name}"))
}

/// Gives an order as the Allied player, with these dice.
fn give(state: &mut State, order: Order, faces: &[u8], reached: &mut Reached) {
    order_met::<Somme>(state, Side::Allied.seat(), order, faces, reached);
}

/// Suppressed and disrupted in the rain a brigade has one point, which is the least; a full square takes nobody more.
fn movement(reached: &mut Reached) {
    let mut state = field("montauban", Step::Movement);
    let brigade = unit(&state, "27 Brigade");
    state.weather = Weather::Rain;
    state.unit_mut(brigade).marks.put(Marks::SUPPRESSED.and(Marks::DISRUPTED));
    give(&mut state, Order::Move { unit: brigade, path: Path::from_slice(&[at("n20")]) }, &[], reached);
    state.weather = Weather::Fair;
    let last = unit(&state, "26 Brigade");
    for name in ["53 Brigade", "54 Brigade", "55 Brigade"] {
        let brigade = unit(&state, name);
        state.put(brigade, at("o20"));
    }
    give(&mut state, Order::Move { unit: last, path: Path::from_slice(&[at("o20")]) }, &[], reached);
}

/// Who crosses rivers, the canal and railways, where the Somme bars the way, and squares that are not played on.
fn ground(reached: &mut Reached) {
    let mut state = field("big-push", Step::Declare);
    give(&mut state, Order::Bombard { target: at("w5"), guns: Units::new() }, &[], reached);
    give(&mut state, Order::OffMap { target: at("h36") }, &[], reached);
    let mut state = field("montauban", Step::Declare);
    give(&mut state, Order::Fly { target: at("a1") }, &[], reached);
    let mut state = field("big-push", Step::Movement);
    let brigade = unit(&state, "89 Brigade");
    for enemy in state.on_map(Side::German).collect::<Vec<_>>() {
        state.take(enemy, somme::game::Station::Lost);
    }
    // Frise to Suzanne, over the Ancre to Thiepval Wood, and by rail and canal where the map has them.
    let railway = somme::scenario::Map::somme();
    let crossed = |kind| {
        let open = |square: &Square| square.row_number() > 10 && railway.crossed(*square).any(|there| there == kind);
        Square::all().find(open).expect("the map has one")
    };
    let beside = |to: Square| {
        let back =
            to.neighbours().find(|(way, next)| next.row_number() > 10 && railway.cost(*next, way.back()).is_some());
        back.expect("a neighbour").1
    };
    let (rail, canal) = (crossed(somme::terrain::Terrain::Railroad), crossed(somme::terrain::Terrain::Canal));
    for (from, to) in [
        (at("q18"), at("q19")),
        (at("g31"), at("h31")),
        (at("o25"), at("p25")),
        (beside(rail), rail),
        (beside(canal), canal),
    ] {
        state.put(brigade, from);
        state.unit_mut(brigade).marks.take(Marks::MOVED);
        give(&mut state, Order::Move { unit: brigade, path: Path::from_slice(&[to]) }, &[], reached);
    }
}

/// R39 Who was driven into a full square and does not leave it is lost.
fn crowds(reached: &mut Reached) {
    let mut state = field("montauban", Step::Movement);
    for name in ["53 Brigade", "54 Brigade", "55 Brigade", "26 Brigade"] {
        let brigade = unit(&state, name);
        state.put(brigade, at("o20"));
        state.unit_mut(brigade).marks.put(Marks::CROWDED);
    }
    give(&mut state, Order::Pass, &[], reached);
}

/// R38 Who breaks through enters no square where enemies stand.
fn breakthrough(reached: &mut Reached) {
    let mut state = field("montauban", Step::Assaults);
    let brigade = unit(&state, "53 Brigade");
    state.put(brigade, at("n23"));
    let target = at("n24");
    state.fights.push(Fight {
        side: Side::Allied,
        target,
        units: Units::from_slice(&[brigade]),
        close: Units::new(),
        resources: smallvec::SmallVec::new(),
        occasion: Occasion::First,
        advances: None,
        stage: Stage::Done,
    });
    state.frames.push(Frame::Advance { fight: 0, through: true, gone: Units::new() });
    let path = Path::from_slice(&[target, at("o24")]);
    give(&mut state, Order::Exploit { unit: brigade, path }, &[], reached);
}

/// R42 On a 6 British and French all take part.
fn together(reached: &mut Reached) {
    let mut state = field("big-push", Step::Commit);
    let names = ["89 Brigade", "146e RI", "Bav RIR 6"];
    for other in state.all().filter(|&other| state.square(other).is_some()).collect::<Vec<_>>() {
        if !names.contains(&state.name(other)) {
            state.take(other, somme::game::Station::Lost);
        }
    }
    let mut units = Units::new();
    for (name, square) in names.into_iter().zip(["p23", "q23", "p24"]) {
        let unit = unit(&state, name);
        state.put(unit, at(square));
        if state.side(unit) == Side::Allied {
            units.push(unit);
        }
    }
    units.sort_unstable();
    give(&mut state, Order::Assault { target: at("p24"), units, close: Units::new() }, &[], reached);
    // Both go over the top, all are coordinated, and the command center has nothing.
    state.attack_planning = false;
    give(&mut state, Order::Pass, &[1, 1, 6, 1, 1], reached);
}
