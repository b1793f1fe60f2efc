//! 19, step 6: assaults from right to left; naming the main square, the target and the additional units (R7).

use super::fight::Fight;
use super::movement_step::{check_held, check_turn, check_unused};
use super::offers::{PASS, offer_square, one_square, some_units};
use super::say::names;
use super::{AssaultOrder, Marks, Order, Side, Square, SquareSet, Squares, State, UnitId, Units, assault, turn};
use crate::assault::can_assault;
use kernel::game::{Act, Decide, Offer, Picked, Picks, Preview, Test, View, refuse};
use kernel::prelude::*;
use kernel::procedure::{Beside, Report};

/// 19:6 Which square assaults which?
pub(super) struct Assaults;

impl Decide<Squares> for Assaults {
    fn question(&self, _: &State) -> (&'static str, Rule) {
        ("assault", Rule("19:6"))
    }

    fn compose(&self, view: &View<'_, Squares>, seat: Seat, picks: &mut Picks<'_, Order>) -> Picked<Order> {
        let (state, side) = (view.state(), Side::of(seat));
        let targets = targets(state, side);
        let from = picks
            .ask("which square assaults?", Rule("19:6"))
            .or(PASS, "no more assaults", Order::Pass)
            .in_turn(starts(state, side).in_order(side), Square::all, |from| {
                offer_square(state, *from).at_turn(from.rank(side).into())
            })?;
        picks.tell(|| from.to_string());
        let near = SquareSet::from(from).neighbours() & targets;
        let target = one_square(picks.ask("which square is the target?", Rule("R7")), state, near)?;
        picks.tell(|| format!("on {target}"));
        let able = able(state, from);
        let mut named = AssaultOrder { from, target, units: able, additional: Units::NONE, shock: false };
        picks.usual(|| Order::Assault(named));
        if able.len() != 1 {
            let asked = ("which units assault?", Rule("R7"));
            named.units = some_units(picks, asked, state, able, (1, able.len()), able)?;
            picks.tell(|| names(state, named.units));
            picks.usual(|| Order::Assault(named));
        }
        let joining = additional_units(state, side, from, target);
        for (_, square) in target.neighbours() {
            let here = joining & state.at[square];
            if here.is_empty() {
                continue;
            }
            let question = format_args!("which units join from {square}?");
            let asked = (question, Rule("26:additional-unit"));
            let units = some_units(picks, asked, state, here, (0, A_FACE), Units::NONE)?;
            named.additional = named.additional | units;
            picks.tell(|| format!("from {square}: {}", names(state, units)));
            picks.usual(|| Order::Assault(named));
        }
        if state.shock {
            named.shock =
                picks.ask("is the shock assault used?", Rule("26:shock-assault")).one_of([false, true], |shock| {
                    if *shock {
                        Offer::option("shock", "use the shock assault: 3 dice")
                    } else {
                        Offer::option("no-shock", "keep the shock assault")
                    }
                })?;
        }
        Ok(Order::Assault(named))
    }

    fn check(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Result<(), Refusal> {
        check(view.state(), Side::of(seat), order)
    }

    fn preview(&self, view: &View<'_, Squares>, seat: Seat, order: &Order) -> Preview {
        let (state, side) = (view.state(), Side::of(seat));
        let Some(named) = order.assault() else { return Preview::called("No more assaults") };
        let AssaultOrder { from, target, .. } = named;
        let mut preview = Preview::called(verb(named));
        preview.path = vec![from.middle(), target.middle()];
        let assault = Fight::of(state, side, named).situation(state);
        let mut test = Test::of(format!("the assault on {target}"), &crate::assault::procedure(), &assault);
        test.odds.beside.extend(other_assaults(state, side, named));
        preview.tests.push(test);
        let barraged = state.barraged();
        for square in [from, target].into_iter().filter(|square| barraged.has(*square)) {
            preview.add_note(format!("A barrage lies on {square}, so it cannot claim support."), Rule("22:no-support"));
        }
        for (_, square) in from.neighbours().filter(|(_, square)| (state.held[side] & barraged).has(*square)) {
            preview.add_note(format!("A barrage lies on {square}, so it gives no support."), Rule("22:no-support"));
        }
        preview
    }

    fn apply(&self, act: &mut Act<'_, Squares>, seat: Seat, order: &Order) {
        let side = Side::of(seat);
        turn::look_again(act);
        let Some(named) = order.assault() else { return turn::pass(act, side) };
        let state = &mut *act.state;
        state.cursor = named.from.rank(side);
        state.shock &= !named.shock;
        state.assaulted.add(named.target);
        for unit in (named.units | named.additional).iter() {
            state.unit_mut(unit).marks.put(Marks::FOUGHT);
        }
        let fight = Fight::of(state, side, named);
        assault::begin(act, named, fight);
    }
}

/// What giving the order is called.
fn verb(named: AssaultOrder) -> String {
    let with = match (named.units | named.additional).len() {
        1 => "one unit".to_owned(),
        2 => "both".to_owned(),
        many => format!("all {many}"),
    };
    let shock = if named.shock { ", with shock" } else { "" };
    format!("Assault {} with {with}{shock}", named.target)
}

/// The squares that have something to assault and somebody to do it, and were not passed over.
fn starts(state: &State, side: Side) -> SquareSet {
    let near = targets(state, side).neighbours() & senders(state, side);
    near.iter().filter(|&square| square.rank(side) >= state.cursor && !able(state, square).is_empty()).collect()
}

/// Can the active player still assault anything?
pub(super) fn is_open(state: &State) -> bool {
    !starts(state, state.active).is_empty()
}

/// The squares that can be assaulted: enemy ones that have not been this turn, and lie under no suppression (R14).
pub(super) fn targets(state: &State, side: Side) -> SquareSet {
    state.held[side.other()] & !state.assaulted & !state.closed()
}

/// The squares that assaults can start from, and that can give additional units: not steady, not holding the line,
/// not under suppression.
pub(super) fn senders(state: &State, side: Side) -> SquareSet {
    state.held[side] & !state.steady & !state.orders.hold_the_line & !state.closed()
}

/// The units of a square that can still assault: a unit fights once a turn (R7).
pub(super) fn able(state: &State, square: Square) -> Units {
    state.those(state.at[square], |unit| {
        can_assault(unit.kind) && !unit.marks.has(Marks::FOUGHT) && !unit.marks.has(Marks::RETIRED)
    })
}

/// The units of other squares that could join an assault on a target.
pub(super) fn additional_units(state: &State, side: Side, from: Square, target: Square) -> Units {
    let beside = SquareSet::from(target).neighbours() & senders(state, side);
    beside.iter().filter(|&square| square != from).flat_map(|square| able(state, square).iter()).collect()
}

/// 26:additional-unit At most 2 units a face.
const A_FACE: u32 = 2;

pub(super) fn check(state: &State, side: Side, order: &Order) -> Result<(), Refusal> {
    let Some(AssaultOrder { from, target, units, additional, shock }) = order.assault() else {
        return match order {
            Order::Pass => Ok(()),
            _ => Err(refuse(&Assaults, state, "assault a square, or pass")),
        };
    };
    check_turn(state, side, from)?;
    let (near, enemy) = (from.way_to(target).is_some(), state.held[side.other()].has(target));
    ensure!(near, Rule("R1"), "{target} shares no face with {from}; a square assaults its neighbours");
    ensure!(enemy, Rule("R7"), "there are no enemies in {target} to assault");
    let (fought, closed) = (state.assaulted.has(target), state.closed().has(target));
    ensure!(!fought, Rule("R7"), "{target} has been assaulted this turn; a target square fights once a turn");
    ensure!(!closed, Rule("R14"), "{target} lies under a suppression barrage: nobody assaults into it");
    ensure!(!units.is_empty(), Rule("R7"), "name at least one unit of {from} that assaults");
    for unit in units.iter() {
        check_unit(state, side, unit)?;
        let (name, here) = (state.name(unit), state.unit(unit).square() == Some(from));
        ensure!(here, Rule("R7"), "{name} is not in {from}; name it as an additional unit");
    }
    check_additional(state, side, from, target, additional)?;
    ensure!(!shock || state.shock, Rule("26:shock-assault"), "no shock assault is at hand this turn");
    Ok(())
}

fn check_additional(state: &State, side: Side, from: Square, target: Square, units: Units) -> Result<(), Refusal> {
    for unit in units.iter() {
        check_unit(state, side, unit)?;
        let (name, square) = (state.name(unit), state.unit(unit).square().expect("it stands somewhere"));
        let (rule, near) = (Rule("26:additional-unit"), square.way_to(target).is_some());
        ensure!(square != from, rule, "{name} is in the main square {from}; additional units come from other squares");
        ensure!(near, rule, "{name} in {square} is not next to {target}");
        let of_face = (units & state.at[square]).len();
        ensure!(of_face <= A_FACE, rule, "{of_face} additional units come from {square}; at most 2 count for a face");
    }
    Ok(())
}

/// Can this unit assault now, from where it stands?
fn check_unit(state: &State, side: Side, unit: UnitId) -> Result<(), Refusal> {
    state.check_own(side, unit)?;
    let (fielded, name) = (state.unit(unit), state.name(unit));
    let Some(square) = fielded.square() else {
        bail!(Rule("R7"), "{name} is not on the table");
    };
    let (kind, fought, closed) = (fielded.kind, fielded.marks.has(Marks::FOUGHT), state.closed().has(square));
    let kinds = "infantry, mounted cavalry, tanks and armoured cars assault";
    ensure!(can_assault(kind), Rule("R7"), "{name} is a {kind}; only {kinds}");
    ensure!(!fought, Rule("R7"), "{name} has assaulted this turn; a unit fights once a turn");
    check_unused(state, unit)?;
    check_held(state, square)?;
    ensure!(!closed, Rule("R14"), "{square} lies under a suppression barrage: nobody assaults out of it");
    Ok(())
}

/// What the other choices of an assault would make of it: those who could join, and the shock assault.
fn other_assaults(state: &State, side: Side, named: AssaultOrder) -> Vec<Beside> {
    let AssaultOrder { from, target, additional, shock, .. } = named;
    let mut others = Vec::new();
    let joining = additional_units(state, side, from, target);
    if additional != joining {
        others.push(("with all who can join".to_owned(), AssaultOrder { additional: joining, ..named }));
    }
    if state.shock {
        let with = if shock { "without" } else { "with" };
        others.push((format!("{with} the shock assault"), AssaultOrder { shock: !shock, ..named }));
    }
    let legal = |named: AssaultOrder| check(state, side, &Order::Assault(named)).is_ok();
    let odds = |named: AssaultOrder| {
        let assault = Fight::of(state, side, named).situation(state);
        Report::of(Procedure::odds(&crate::assault::procedure(), &assault, &Budget::default()))
    };
    let others = others.into_iter().filter(|(_, named)| legal(*named));
    others.map(|(label, named)| Beside { label, report: odds(named) }).collect()
}
