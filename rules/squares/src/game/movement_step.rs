//! 19, step 5: movement from right to left, each unit doing all of its own before the next (24).

use super::going::Going;
use super::mover::Mover;
use super::offers::{PASS, all_units, offer_square, offer_unit};
use super::set_up::ensure_room;
use super::{Event, Marks, Order, Path, Piece, Side, Square, SquareSet, Squares, State, Station, UnitId, Units, turn};
use crate::movement::{Exit, resolve_leaving};
use crate::unit::Kind;
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, View, refuse};
use kernel::prelude::{Refusal, Rule, Seat, bail, ensure};
use kernel::procedure::OnDesk;
use smallvec::{SmallVec, smallvec};

/// 19:5 Who moves, and where to?
pub(super) struct Movement;

impl Decide<Squares> for Movement {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("move", Rule("19:5"))
    }

    fn compose(&self, view: &View<'_, Squares>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let first =
            picks.ask("who moves?", Rule("19:5")).or(PASS, "end the movement", Order::Pass).in_turn_or_farther(
                movers(state, side),
                || together(state, side),
                || all_units(state).map(First::Unit),
                |first| first.offer(state, side),
            )?;
        let mut mover = match first {
            First::Unit(unit) => Mover::units(state, side, unit.into()),
            First::All(square) => Mover::units(state, side, movable_in(state, side, square)),
            First::Commander => Mover::commander(state, side),
        };
        let mut path = Path::new();
        loop {
            if !path.is_empty() {
                picks.enough(|| mover.order(path.clone(), true))?;
            }
            let careful = !path.is_empty() && mover.can_press(state, &path);
            let single = |kind| mover.units.only().filter(|&unit| path.is_empty() && state.unit(unit).kind == kind);
            let dismount = single(Kind::MountedCavalry).map(|unit| Order::Dismount { unit });
            let mount = single(Kind::DismountedCavalry).map(|unit| Order::Mount { unit });
            let joining = if path.is_empty() { mover.joining(state) } else { Units::NONE };
            let steps = mover.onward(state, &path).iter().map(|square| Next::Go(smallvec![square]));
            let next = picks
                .ask("where to?", Rule("24"))
                .or_some(
                    "stop-on-a-failed-roll",
                    CAREFUL,
                    Rule("24:extra"),
                    careful.then(|| mover.order(path.clone(), false)),
                )
                .or_some("dismount", "dismount instead of moving", Rule("R17"), dismount)
                .or_some("mount", "mount instead of moving", Rule("R17"), mount)
                .one_of_or_farther(
                    steps.chain(joining.iter().map(Next::Join)),
                    || mover.farther(state, &path).into_iter().map(Next::Go),
                    || Square::all().map(|square| Next::Go(mover.straight(&path, square))),
                    |next| next.offer(state, &mover, &path),
                )?;
            match next {
                Next::Go(way) => path.extend(way),
                Next::Join(unit) => {
                    mover = Mover::units(state, side, mover.units | unit.into());
                    picks.tell(|| format!("with {}", state.name(unit)));
                }
            }
        }
    }

    fn check(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        check(view.state(), Side::of(seat), order)
    }

    fn preview(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Preview {
        let (state, mut preview) = (view.state(), Preview::called(verb(order)));
        if let Some((mover, path, _)) = Mover::of(state, Side::of(seat), order) {
            mover.going(state).for_each(|going| foresee(&mut preview, state, going, path));
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, Squares>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::look_again(act);
        if let Some((mover, path, press)) = Mover::of(act.state, side, order) {
            act.state.cursor = act.state.cursor.max(mover.from.rank(side));
            for going in mover.going(act.state).collect::<SmallVec<[Going; 6]>>() {
                match going.piece {
                    Piece::Unit(unit) => act.state.unit_mut(unit).marks.put(Marks::MOVED),
                    Piece::Commander(_) => act.state.commander_moved = true,
                }
                go(act, going, path, press);
            }
            return;
        }
        match order {
            Order::Mount { unit } => change(act, *unit, Kind::MountedCavalry),
            Order::Dismount { unit } => change(act, *unit, Kind::DismountedCavalry),
            _ => turn::pass(act, side),
        }
    }
}

/// What giving an order is called.
fn verb(order: &Order) -> &'static str {
    match order {
        Order::Move { units, .. } if units.len() > 1 => "Move them",
        Order::Mount { .. } => "Mount",
        Order::Dismount { .. } => "Dismount",
        Order::Pass => "End the movement",
        _ => "Move",
    }
}

const CAREFUL: &str = "stop where a roll to leave scenery fails, instead of using the extra square";

/// Who is picked first.
enum First {
    Unit(UnitId),
    /// All units of a square that can move together.
    All(Square),
    Commander,
}

impl First {
    fn offer(&self, state: &State, side: Side) -> Offer {
        let (offer, at) = match *self {
            First::Unit(unit) => (offer_unit(state, unit), state.unit(unit).square()),
            First::All(square) => {
                let label = match movable_in(state, side, square).len() {
                    2 => format!("both units of {square} together"),
                    count => format!("all {count} units of {square} together"),
                };
                let offer = Offer::of(Pick::Place(square.place()), label).under(Rule("24:one-by-one"));
                (offer, Some(square))
            }
            First::Commander => {
                (Offer::of(Pick::Piece(Piece::Commander(side).id()), "the commander"), state.commanders[side])
            }
        };
        match at {
            Some(square) => offer.at_turn(square.rank(side).into()),
            None => offer,
        }
    }
}

/// The pieces that can move, in the order of play.
fn movers(state: &State, side: Side) -> impl Iterator<Item = First> {
    let units = free_squares(state, side).in_order(side).flat_map(move |square| movable_in(state, side, square).iter());
    let commander = commander_can_move(state, side).then_some(First::Commander);
    units.map(First::Unit).chain(commander)
}

/// The squares whose units can all move together.
fn together(state: &State, side: Side) -> impl Iterator<Item = First> {
    let all = move |square: &Square| {
        let units = movable_in(state, side, *square);
        units.len() > 1 && !Mover::units(state, side, units).onward(state, &Path::new()).is_empty()
    };
    free_squares(state, side).in_order(side).filter(all).map(First::All)
}

/// What is picked next: a way to go, or somebody who goes along.
enum Next {
    Go(Path),
    Join(UnitId),
}

impl Next {
    fn offer(&self, state: &State, mover: &Mover, path: &Path) -> Offer {
        match self {
            Next::Join(unit) => Offer::of(Pick::Piece(Piece::Unit(*unit).id()), format!("with {}", state.name(*unit))),
            Next::Go(way) => {
                let to = *way.last().expect("a way leads somewhere");
                let whole: Path = path.iter().chain(way).copied().collect();
                let spots = std::iter::once(mover.from).chain(whole.iter().copied()).map(Square::middle).collect();
                offer_square(state, to).by(spots).noted(mover.risk(state, &whole)).tagged(mover.tag(state, &whole))
            }
        }
    }
}

/// Can the active player still move anything?
pub(super) fn is_open(state: &State) -> bool {
    let side = state.active;
    let moves = |square| !movable_in(state, side, square).is_empty();
    free_squares(state, side).iter().any(moves) || commander_can_move(state, side)
}

/// The squares that can still be acted with in this step, where somebody may leave: not those that are steady, hold
/// the line or lie under suppression.
pub(super) fn free_squares(state: &State, side: Side) -> SquareSet {
    let kept = state.steady | state.orders.hold_the_line;
    let free = state.held[side] & !kept;
    free.iter().filter(|square| square.rank(side) >= state.cursor).collect()
}

/// The units of a square that can still move, mount or dismount.
pub(super) fn movable_in(state: &State, side: Side, square: Square) -> Units {
    let closed = state.closed();
    let open = SquareSet::from(square).neighbours() & !closed & !state.held[side.other()];
    let leaves = !closed.has(square);
    let mut movable = Units::NONE;
    for unit in state.at[square].iter() {
        let fielded = state.unit(unit);
        let free = !fielded.marks.has(Marks::MOVED) && !fielded.marks.has(Marks::RETIRED);
        let somewhere = || leaves && open.iter().any(|next| state.has_room(next, unit.into()));
        if free && (fielded.kind.is_cavalry() || somewhere()) {
            movable.add(unit);
        }
    }
    movable
}

/// Can the commander still move?
pub(super) fn commander_can_move(state: &State, side: Side) -> bool {
    let Some(square) = state.commanders[side] else { return false };
    let kept = state.steady | state.orders.hold_the_line | state.closed();
    let open = SquareSet::from(square).neighbours() & !state.closed() & !state.held[side.other()];
    !state.commander_moved && !kept.has(square) && square.rank(side) >= state.cursor && !open.is_empty()
}

pub(super) fn check(state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Move { units, path, .. } => check_move(state, side, *units, path)?,
        Order::MoveCommander { path, .. } => check_commander(state, side, path)?,
        Order::Mount { unit } => check_change(state, side, *unit, Kind::DismountedCavalry)?,
        Order::Dismount { unit } => check_change(state, side, *unit, Kind::MountedCavalry)?,
        Order::Pass => {}
        _ => {
            let allowed = "move units of one square or the commander, mount, dismount, or pass";
            return Err(refuse(&Movement, state, allowed));
        }
    }
    // Each move is said in one way: what stops at a failed roll has a roll to fail.
    let fits = Mover::of(state, side, order).is_none_or(|(mover, path, press)| press || mover.can_press(state, path));
    ensure!(fits, Rule("24:extra"), "no roll to leave scenery can fail on this way; let it press on");
    Ok(())
}

fn check_move(state: &State, side: Side, units: Units, path: &[Square]) -> Result<(), Refusal> {
    let Some(first) = units.first() else {
        bail!(Rule("24:one-by-one"), "no unit is named; name the units that move");
    };
    state.check_own(side, first)?;
    let Some(from) = state.unit(first).square() else {
        bail!(Rule("24"), "{} is not on the table", state.name(first));
    };
    for unit in units.iter() {
        state.check_own(side, unit)?;
        check_free(state, unit)?;
    }
    check_start(state, side, from)?;
    for unit in units.iter() {
        let (name, here) = (state.name(unit), state.unit(unit).square() == Some(from));
        ensure!(here, Rule("24:one-by-one"), "{name} is not in {from}; only units of one square move together");
        let going = Going::unit(state, unit).expect("it is on the table");
        check_path(state, going, path)?;
    }
    path.iter().try_for_each(|&square| ensure_room(state, square, units))
}

fn check_commander(state: &State, side: Side, path: &[Square]) -> Result<(), Refusal> {
    let Some(going) = Going::commander(state, side) else {
        bail!(Rule("R16"), "your commander is lost");
    };
    ensure!(!state.commander_moved, Rule("24:one-by-one"), "your commander has moved already this turn");
    check_start(state, side, going.from)?;
    check_path(state, going, path)
}

fn check_change(state: &State, side: Side, unit: UnitId, from: Kind) -> Result<(), Refusal> {
    state.check_own(side, unit)?;
    let (name, kind) = (state.name(unit), state.unit(unit).kind);
    ensure!(kind == from, Rule("R17"), "{name} is {kind}; mounted cavalry dismounts, dismounted cavalry mounts");
    let Some(square) = state.unit(unit).square() else {
        bail!(Rule("R17"), "{name} is not on the table");
    };
    check_turn(state, side, square)?;
    check_held(state, square)?;
    check_free(state, unit)
}

/// Has a unit still its movement?
fn check_free(state: &State, unit: UnitId) -> Result<(), Refusal> {
    check_unused(state, unit)?;
    let moved = state.unit(unit).marks.has(Marks::MOVED);
    ensure!(!moved, Rule("24:one-by-one"), "{} has moved already this turn", state.name(unit));
    Ok(())
}

/// R1, 19:5 Right to left: squares that were passed over do not come again.
pub(super) fn check_turn(state: &State, side: Side, square: Square) -> Result<(), Refusal> {
    let (over, at) = (square.rank(side) < state.cursor, Square::at_rank(side, state.cursor));
    let rule = state.step.printed().1;
    ensure!(!over, rule, "{square} has been passed over: this goes from right to left and has come to {at}");
    Ok(())
}

/// May anything move or assault from this square this turn, as far as command and morale go?
pub(super) fn check_held(state: &State, from: Square) -> Result<(), Refusal> {
    let (holds, steady) = (state.orders.hold_the_line.has(from), state.steady.has(from));
    ensure!(!holds, Rule("R16"), "{from} holds the line this turn: nobody moves from it or assaults");
    ensure!(!steady, Rule("28:steady"), "{from} is steady this turn: nobody moves from it or assaults");
    Ok(())
}

/// 28:whole-turn Falling back has used up a unit.
pub(super) fn check_unused(state: &State, unit: UnitId) -> Result<(), Refusal> {
    let (name, used) = (state.name(unit), state.unit(unit).marks.has(Marks::RETIRED));
    ensure!(!used, Rule("28:whole-turn"), "{name} has fallen back this turn, which has used it up");
    Ok(())
}

/// May anything leave this square now?
fn check_start(state: &State, side: Side, from: Square) -> Result<(), Refusal> {
    check_turn(state, side, from)?;
    check_held(state, from)?;
    if state.closed().has(from) {
        return Err(suppressed(from, "leaves"));
    }
    Ok(())
}

fn suppressed(square: Square, does: &str) -> Refusal {
    let sentence = format!("{square} lies under a suppression barrage: nobody {does} it");
    Refusal::by(Rule("22:suppression-closed"), sentence)
}

/// Can it go this way, if every roll succeeds?
pub(super) fn check_path(state: &State, going: Going, path: &[Square]) -> Result<(), Refusal> {
    let name = || state.piece_name(going.piece);
    ensure!(!path.is_empty(), Rule("24"), "the path is empty; name the squares in the order they are entered");
    if path.len() > usize::from(going.most) {
        let trench = state.battle.scenario().trench;
        let rule = if going.most > going.basic { going.mover.squares_rule(trench) } else { Rule("24:dismounted-one") };
        bail!(rule, "{} moves {} squares at most, the extra one included", name(), going.most);
    }
    let gas = state.gas();
    if path.len() > 1 && (gas.has(going.from) || path.iter().any(|&square| gas.has(square))) {
        bail!(Rule("22:gas-movement"), "{} moves into or out of gas, so it moves 1 square at most", name());
    }
    let mut from = going.from;
    for (step, &to) in path.iter().enumerate() {
        let (near, enemy) = (from.way_to(to).is_some(), state.held[going.side.other()].has(to));
        ensure!(near, Rule("R1"), "{from} and {to} share no face; a path goes from face to face");
        ensure!(!enemy, Rule("19:6"), "the enemy holds {to}; assaults come after movement");
        if state.closed().has(to) {
            return Err(suppressed(to, "enters"));
        }
        if step >= usize::from(going.basic) && state.beside_enemy(going.side).has(to) {
            let name = name();
            bail!(Rule("24:extra-enemy"), "{to} is next to the enemy, and {name} would need its extra square");
        }
        from = to;
    }
    Ok(())
}

/// R17 Cavalry changes over instead of moving.
fn change(act: &mut Act<'_, Squares>, unit: UnitId, kind: Kind) {
    let fielded = act.state.unit_mut(unit);
    fielded.kind = kind;
    fielded.marks.put(Marks::MOVED);
    if let Station::On(square) = fielded.at {
        act.state.cursor = act.state.cursor.max(square.rank(act.state.active));
    }
    act.happens(Event::Changed { unit, kind });
}

/// A piece goes along its path: basic movement with rolls to leave scenery, then the extra square without (24:extra).
fn go(act: &mut Act<'_, Squares>, going: Going, path: &[Square], press: bool) {
    let mut from = going.from;
    for (step, &to) in path.iter().enumerate() {
        let extra = step >= usize::from(going.basic);
        let roll = if extra { None } else { going.leaving(act.state, from, to) };
        if let Some(leaving) = roll
            && act.throwing_for(|state| format!("{}, from {from} to {to}", state.piece_name(going.piece))).roll_as(
                |_| OnDesk::of(&crate::movement::procedure(), &leaving),
                |dice| resolve_leaving(&leaving, dice),
            ) == Exit::Stays
        {
            act.happens(Event::Stuck { piece: going.piece, at: from });
            // The basic movement is over; the extra square needs no roll, but is never one next to the enemy.
            if press && !act.state.beside_enemy(going.side).has(to) {
                arrive(act, going.piece, from, to, true);
            }
            return;
        }
        arrive(act, going.piece, from, to, extra);
        from = to;
    }
}

fn arrive(act: &mut Act<'_, Squares>, piece: Piece, from: Square, to: Square, extra: bool) {
    act.happens(Event::Moved { piece, from, to, extra });
    match piece {
        Piece::Unit(unit) => enter(act, unit, to),
        Piece::Commander(side) => act.state.commanders[side] = Some(to),
    }
}

/// A unit enters a square: an objective there changes hands (R19), and an enemy commander who is alone there is lost
/// (R16).
pub(super) fn enter(act: &mut Act<'_, Squares>, unit: UnitId, to: Square) {
    let side = act.state.unit(unit).side;
    let objective = act.state.objective(to);
    let taken = objective.is_some_and(|objective| act.state.objectives[objective] != side);
    act.state.put(unit, to);
    if taken {
        act.happens(Event::ObjectiveTaken { at: to, side });
    }
    if act.state.commanders[side.other()] == Some(to) {
        act.state.commanders[side.other()] = None;
        act.happens(Event::CommanderLost { side: side.other(), at: to });
    }
}

/// The rolls to leave scenery on the way.
fn foresee(preview: &mut Preview, state: &State, going: Going, path: &[Square]) {
    if preview.path.is_empty() {
        preview.path = std::iter::once(going.from).chain(path.iter().copied()).map(Square::middle).collect();
    }
    let mut from = going.from;
    for (step, &to) in path.iter().enumerate() {
        if step < usize::from(going.basic)
            && let Some(leaving) = going.leaving(state, from, to)
        {
            let label = format!("{} leaves {from}", state.piece_name(going.piece));
            preview.add_test(label, &crate::movement::procedure(), &leaving);
        }
        from = to;
    }
    if path.len() > usize::from(going.basic) {
        let name = state.piece_name(going.piece);
        preview.add_note(format!("{name} uses its extra square to enter {from}, without a roll."), Rule("24:extra"));
    }
    if let (Piece::Unit(unit), Some(objective)) = (going.piece, state.objective(from))
        && state.objectives[objective] != state.unit(unit).side
    {
        preview.add_note(format!("{from} is an objective worth 10 points."), Rule("R19"));
    }
}
