//! 22: barrages are laid, deviate, roll on and fall.

use super::say::{barrage, place_name};
use super::{Aim, Cause, Event, Frame, Laying, Order, Side, Square, Squares, State, Turned, Wounds, turn};
use crate::barrage::{Barrage, BarrageKind, DEEPEST, deviate, fall as fall_on, roll_on};
use crate::hits::Placing;
use kernel::game::{Act, Decide, Offer, Pick, Picked, Picks, Preview, Test, View};
use kernel::prelude::*;
use kernel::procedure::OnDesk;
use smallvec::SmallVec;

/// R15 Where does a barrage lie that has come?
pub(super) struct LayBarrage;

impl Decide<Squares> for LayBarrage {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("lay the barrage", Rule("R15"))
    }

    fn compose(&self, view: &View<'_, Squares>, _: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let laying = laying(view.state());
        let (rule, name) = (squares_rule(laying.kind), barrage(laying.kind));
        let fits = |aim| squares(aim).is_some();
        let offer = |square: &Square| Offer::of(Pick::Place(square.place()), square.to_string());
        if laying.kind != BarrageKind::PointEffect {
            let in_rows = |first: &Square| rows(laying.kind).contains(&first.row_of(laying.side));
            let row = Square::all().filter(|first| in_rows(first) && fits(Aim::Row(*first)));
            let question =
                format_args!("where does the {name} lie? Pick the leftmost of its 5 squares, seen from the attacker");
            let first = picks.ask(question, rule).one_of_wider(row, Square::all, offer)?;
            return Ok(Order::LayBarrage { aim: Aim::Row(first) });
        }
        let corner = format_args!("where does the {name} lie? Pick the corner of its L");
        let at = picks.ask(corner, rule).one_of(Square::all(), offer)?;
        let turns = Turned::ALL.iter().copied().filter(|&turn| fits(Aim::Corner { at, turn }));
        let turn = picks.ask("which two squares beside the corner?", rule).one_of_wider(
            turns,
            || Turned::ALL.iter().copied(),
            |turn| Offer::option(turn.name(), format!("the squares to the {}", turn.words())),
        )?;
        Ok(Order::LayBarrage { aim: Aim::Corner { at, turn } })
    }

    fn check(&self, view: &View<'_, Squares>, _: Seat, order: &Order) -> Result<(), Refusal> {
        check(laying(view.state()), order)
    }

    fn preview(&self, view: &View<'_, Squares>, _: Seat, order: &Order) -> Preview {
        let mut preview = Preview::called("Lay the barrage");
        if let Order::LayBarrage { aim } = order {
            foresee(&mut preview, view.state(), laying(view.state()), *aim);
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, Squares>, _: Seat, order: &Order) {
        let Order::LayBarrage { aim } = *order else { unreachable!("a checked order lays a barrage") };
        let laying = laying(act.state);
        act.state.frames.pop();
        lay(act, laying, aim);
    }
}

/// The barrage that is to be laid.
fn laying(state: &State) -> Laying {
    match state.frames.last() {
        Some(Frame::Lay(laying)) => *laying,
        _ => unreachable!("a barrage is laid with its frame"),
    }
}

/// How many squares lie side by side in a row barrage.
const ROW: u8 = 5;

/// The squares of an aim, where all of them are on the table.
pub(super) fn squares(aim: Aim) -> Option<SmallVec<[Square; 5]>> {
    match aim {
        Aim::Row(first) => {
            let fits = first.column() + ROW <= 8;
            fits.then(|| (0..ROW).map(|place| Square::new(first.column() + place, first.row())).collect())
        }
        Aim::Corner { at, turn } => {
            let [first, second] = turn.ways();
            Some(SmallVec::from_slice(&[at.towards(first)?, at, at.towards(second)?]))
        }
    }
}

/// The rows, counted from the deploying player's edge, that a barrage may be aimed at (R14).
pub(super) fn rows(kind: BarrageKind) -> std::ops::RangeInclusive<u8> {
    if kind == BarrageKind::Suppression { 2..=5 } else { 1..=6 }
}

fn check(laying: Laying, order: &Order) -> Result<(), Refusal> {
    let Order::LayBarrage { aim } = *order else {
        bail!(Rule("R15"), "the question is to lay the barrage: lay the barrage that has come");
    };
    let Laying { kind, side, .. } = laying;
    let (rule, point) = (squares_rule(kind), kind == BarrageKind::PointEffect);
    match aim {
        Aim::Row(first) => {
            let row = first.row_of(side);
            ensure!(!point, rule, "a point effect barrage lies on 3 squares in the shape of an L, not in a row");
            let whole = squares(aim).is_some();
            ensure!(whole, rule, "5 squares from {first} to the right go off the table; begin in column A, B, C or D");
            let allowed = rows(kind).contains(&row);
            ensure!(allowed, rule, "{first} is in your row {row}, but suppression lies in row 2, 3, 4 or 5");
        }
        Aim::Corner { at, turn } => {
            let whole = squares(aim).is_some();
            ensure!(point, rule, "a {kind} barrage lies on 5 squares side by side in one row");
            ensure!(whole, rule, "the L at {at} with its ends to the {} goes off the table", turn.words());
        }
    }
    Ok(())
}

/// The statement that says where a barrage lies.
pub(super) fn squares_rule(kind: BarrageKind) -> Rule {
    match kind {
        BarrageKind::Suppression => Rule("22:suppression-squares"),
        BarrageKind::PointEffect => Rule("22:point-effect-squares"),
        BarrageKind::Rolling => Rule("22:rolling-squares"),
        BarrageKind::Gas => Rule("22:gas-squares"),
    }
}

/// Lays a barrage: each square deviates by itself, a rolling one then goes on (22:deviation, 22:rolling-on).
fn lay(act: &mut Act<'_, Squares>, laying: Laying, aim: Aim) {
    let Laying { kind, side, .. } = laying;
    let mut aimed = squares(aim).expect("a checked aim is on the table");
    aimed.sort_unstable_by_key(|square| square.rank(side));
    act.happens(Event::BarrageLaid { side, kind, squares: aimed.to_vec() });
    let quality = act.state.battle.army(side).guns;
    let mut struck: SmallVec<[Square; 15]> = SmallVec::new();
    for &aimed in &aimed {
        let row = act
            .throwing_for(|state| place_name(state, aimed))
            .roll_as(|state| on_desk(state, laying, aimed), |dice| deviate(quality, dice));
        let on = match row {
            -1 => aimed.towards(side.back()),
            0 => Some(aimed),
            _ => aimed.towards(side.forward()),
        };
        let Some(on) = on else {
            act.happens(Event::BarrageLost { kind, aimed });
            continue;
        };
        act.happens(Event::BarrageFell { kind, aimed, on });
        struck.push(on);
        if kind == BarrageKind::Rolling {
            roll_forward(act, laying, on, &mut struck);
        }
    }
    if !laying.preliminary {
        mark(act.state, laying, &struck);
    }
    struck.reverse();
    act.state.frames.push(Frame::Barrage { laying, left: struck });
}

/// 22:rolling-on, 22:rolling-stop A square of a rolling barrage goes on until it fails, or is 3 deep.
fn roll_forward(act: &mut Act<'_, Squares>, laying: Laying, from: Square, struck: &mut SmallVec<[Square; 15]>) {
    let mut last = from;
    for _ in 1..DEEPEST {
        let Some(next) = last.towards(laying.side.forward()) else { return };
        if !act
            .throwing_for(|state| format!("on from {last} to {}", place_name(state, next)))
            .roll_as(|state| on_desk(state, laying, from), roll_on)
        {
            return;
        }
        act.happens(Event::BarrageRolledOn { on: next });
        struck.push(next);
        last = next;
    }
}

/// The markers of a barrage; gas is one marker of its own (R14).
fn mark(state: &mut State, laying: Laying, struck: &[Square]) {
    let markers = laying.kind.markers();
    let laid = &mut state.barrages[laying.side];
    for &square in struck {
        if laying.kind == BarrageKind::Gas {
            laid.gas.add(square);
            continue;
        }
        laid.markers[square] += markers;
        laid.lies.add(square);
        if laying.kind == BarrageKind::Suppression {
            laid.suppression.add(square);
        }
    }
}

/// The next square of a barrage takes its hits.
pub(super) fn fall(act: &mut Act<'_, Squares>, laying: Laying, mut left: SmallVec<[Square; 15]>) {
    let Some(square) = left.pop() else { return };
    act.state.frames.push(Frame::Barrage { laying, left });
    let Some(owner) = act.state.holder(square) else { return };
    let hits = act
        .throwing_for(|state| place_name(state, square))
        .roll_as(|state| on_desk(state, laying, square), |dice| fall_on(laying.kind, dice));
    let cause = Cause::Barrage(laying.kind);
    act.happens(Event::SquareHit { at: square, hits, rule: cause.rule() });
    let wounds = Wounds::on(act.state, owner, cause, square, act.state.at[square], hits);
    turn::push(act, Frame::Hits(wounds));
}

/// A barrage as the step functions take it: on the units of a square, so many rows behind the one that is aimed at.
fn situation(state: &State, laying: Laying, rows_behind: i8, at: Square) -> Barrage {
    Barrage {
        kind: laying.kind,
        quality: state.battle.army(laying.side).guns,
        rows_behind,
        target: state.as_units(state.at[at]),
        ground: state.battle.ground(at),
        defences: state.battle.defences(at),
        target_places: Placing::Toughest,
        gunner_places: Placing::Weakest,
    }
}

/// The roll for a square on the charts desk; where nobody is in the square, with units that might be.
fn on_desk(state: &State, laying: Laying, at: Square) -> OnDesk {
    let mut barrage = situation(state, laying, 0, at);
    if barrage.target.is_empty() {
        barrage.target = Barrage::default().target;
    }
    OnDesk::of(&crate::barrage::procedure(), &barrage)
}

/// A barrage on every square with units that it may fall on.
fn foresee(preview: &mut Preview, state: &State, laying: Laying, aim: Aim) {
    let Laying { kind, side, .. } = laying;
    preview.path = squares(aim).into_iter().flatten().map(Square::middle).collect();
    let deepest = if kind == BarrageKind::Rolling { i8::try_from(DEEPEST).unwrap_or(0) } else { 1 };
    for aimed in squares(aim).into_iter().flatten() {
        for rows_behind in -1..=deepest {
            let here = if rows_behind < 0 { aimed.towards(side.back()) } else { forward(aimed, side, rows_behind) };
            let Some(at) = here.filter(|&at| state.holder(at).is_some()) else { continue };
            let barrage = situation(state, laying, rows_behind, at);
            let own = state.held[side].has(at);
            let whose = if own { "your own " } else { "" };
            let label = format!("{whose}{at}, aimed at {aimed}");
            let mut test = Test::of(label, &crate::barrage::procedure(), &barrage);
            if own {
                test.odds.turn_round();
            }
            preview.tests.push(test);
        }
    }
    if preview.tests.is_empty() {
        preview.add_note(format!("No square that the {} can fall on has units in it.", barrage(kind)), Rule("22"));
    }
}

fn forward(from: Square, side: Side, rows: i8) -> Option<Square> {
    (0..rows).try_fold(from, |square, _| square.towards(side.forward()))
}
