//! What a unit may do with an activation (Activating:actions, R8, R10, R16, R21, R23).

use super::route::{Route, allowance, route};
use super::sight::is_in_arc;
use super::{Order, Piece, State, UnitId};
use crate::activation::{self, Action, Activation, LATER_ACTIVATION};
use crate::rally::{self, Rally};
use crate::units::Kind;
use crate::volley::Mode;
use field::{Facing, Footprint, INCH, Point};
use kernel::dice::Seeded;
use kernel::game::{Offer, Region};
use kernel::prelude::*;
use kernel::procedure::Refusal;

/// What an activation is spent on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Choice)]
pub(super) enum Deed {
    Move,
    FormAndMove,
    MoveAndFire,
    Fire,
    Assault,
    Rally,
    Change,
    Smoke,
    Turn,
    Form,
    Stand,
}

impl Deed {
    /// Is there an order of this kind, as far as can be told at once?
    pub(super) fn is_open(self, state: &State, id: UnitId) -> bool {
        let Some(unit) = state.here(id) else { return false };
        let artillery = unit.kind.is_artillery();
        match self {
            Deed::Move | Deed::Turn | Deed::Stand => true,
            Deed::FormAndMove => !artillery,
            Deed::Form => !artillery && stands(state, id, unit.facing, !unit.column).is_ok(),
            Deed::MoveAndFire => allowance(unit, Action::MoveAndFire).is_some(),
            Deed::Fire => {
                state.of_side(unit.side.other()).any(|(target, _)| state.aims(id, target, Mode::Fire).is_ok())
            }
            Deed::Assault => allowance(unit, Action::Assault).is_some_and(|reach| {
                let base = unit.base();
                state.of_side(unit.side.other()).any(|(_, enemy)| enemy.base().within(&base, reach))
            }),
            Deed::Rally => check_rally(state, id).is_ok(),
            Deed::Change => check_change(state, id).is_ok(),
            Deed::Smoke => !unit.smoked && !unit.is_limbered(),
        }
    }

    pub(super) fn offer(self, state: &State, id: UnitId) -> Offer {
        let kind = state.here(id).map(|unit| unit.kind);
        let column = state.here(id).is_some_and(|unit| unit.column);
        let (label, rule) = match self {
            Deed::Move => ("move", Rule("Moving")),
            Deed::FormAndMove if column => ("form line for 4 inches and move", Rule("R23")),
            Deed::FormAndMove => ("form column for 4 inches and move", Rule("R23")),
            Deed::MoveAndFire => ("move and fire", kind.map_or(Rule("Activating:actions"), activation::actions_rule)),
            Deed::Fire => ("fire", Rule("Firing")),
            Deed::Assault => ("assault", Rule("R12")),
            Deed::Rally => ("rally", Rule("R10")),
            Deed::Change if kind == Some(Kind::MountedCavalry) => ("dismount", Rule("R16")),
            Deed::Change if kind == Some(Kind::DismountedCavalry) => ("mount", Rule("R16")),
            Deed::Change if column => ("unlimber", Rule("R16")),
            Deed::Change => ("limber", Rule("R16")),
            Deed::Smoke => ("lay smoke", Rule("R8")),
            Deed::Turn => ("turn where it stands", Rule("R21")),
            Deed::Form if column => ("form line where it stands", Rule("R23")),
            Deed::Form => ("form column where it stands", Rule("R23")),
            Deed::Stand => ("stand still", Rule("R21")),
        };
        Offer::option(self.name(), label).under(rule)
    }
}

/// The unit that an order activates, and what the chart calls the action. Turning and rallying are open to all.
pub(super) fn activated(order: &Order) -> Option<(UnitId, Action)> {
    Some(match order {
        Order::Move { unit, fire: true, .. } => (*unit, Action::MoveAndFire),
        Order::Move { unit, .. } | Order::Turn { unit, .. } | Order::Rally { unit } => (*unit, Action::Move),
        Order::Fire { unit, .. } | Order::Smoke { unit, .. } => (*unit, Action::Fire),
        Order::Assault { unit, .. } => (*unit, Action::Assault),
        Order::Change { unit } => (*unit, Action::ChangeFormation),
        _ => return None,
    })
}

/// What the roll of an activation tells of: who turns or rallies goes no inches.
pub(super) fn told(order: &Order, action: Action) -> Action {
    if matches!(order, Order::Turn { .. } | Order::Rally { .. }) { Action::Fire } else { action }
}

/// The same activation as the charts desk takes it: limbered guns that turn or rally roll as those that move.
pub(super) fn on_desk(test: &Activation) -> Activation {
    let action = if test.check().is_ok() { test.action } else { Action::Move };
    Activation { action, ..test.clone() }
}

/// The activation of a unit as the dice see it.
pub(super) fn activation(unit: &Piece, action: Action) -> Activation {
    Activation {
        kind: unit.kind,
        action,
        limbered: unit.is_limbered(),
        first: !unit.activated,
        tokens: unit.tokens,
        markers: unit.markers,
    }
}

/// Refuses what the type may not do.
pub(super) fn check_action(unit: &Piece, action: Action) -> Result<(), Refusal> {
    let activation = Activation { first: true, ..activation(unit, action) };
    activation
        .check()
        .map_err(|refusal| Refusal::by(refusal.rule.unwrap_or(Rule("Activating:actions")), refusal.sentence))
}

/// The number that a later activation needs.
pub(super) fn number(unit: &Piece) -> i32 {
    activation::looked_up(LATER_ACTIVATION, unit.tokens, unit.markers)
}

/// What a unit needs to be activated, in a word.
pub(super) fn needs(state: &State, id: UnitId) -> String {
    let unit = state.unit(id);
    if unit.activated { format!("needs {}+", number(unit)) } else { "acts without a roll".to_owned() }
}

/// How far a unit goes; changing between line and column costs 4 inches (R23).
pub(super) fn reach(unit: &Piece, form: bool, fire: bool) -> i64 {
    let action = if fire { Action::MoveAndFire } else { Action::Move };
    let forming = if form { 4 * INCH } else { 0 };
    (allowance(unit, action).unwrap_or(0) - forming).max(0)
}

/// The beginning of a unit's move, in the formation that it goes in.
pub(super) fn march(state: &State, id: UnitId, form: bool, fire: bool) -> Route<'_> {
    let unit = state.unit(id);
    route(state, id, reach(unit, form, fire), unit.column != form, None)
}

/// May a unit stand where it is, facing so, in this formation?
pub(super) fn stands(state: &State, id: UnitId, facing: Facing, column: bool) -> Result<(), Refusal> {
    state.stands(id, &Piece { facing, column, ..state.unit(id).clone() })
}

/// R16 A unit that has mounted, dismounted, limbered or unlimbered.
pub(super) fn changed(unit: &Piece) -> Piece {
    let (kind, column) = match unit.kind {
        Kind::MountedCavalry => (Kind::DismountedCavalry, unit.column),
        Kind::DismountedCavalry => (Kind::MountedCavalry, unit.column),
        kind => (kind, !unit.column),
    };
    Piece { kind, column, ..unit.clone() }
}

/// The rally of a unit as the dice see it.
pub(super) fn rally(state: &State, id: UnitId) -> Rally {
    let unit = state.unit(id);
    let base = unit.base();
    let near = state.nearest_enemy(unit.side, &base).map_or(24, |(gap, _)| (gap + INCH - 1) / INCH);
    let commander = state.leaders_of(unit.side).any(|leader| leader.base().within(&base, 6 * INCH));
    Rally { quality: unit.quality, commander, enemy: near.clamp(0, 24) as u8 }
}

/// R10 Refuses a rally: once a turn, with a marker to take off, and not within 4 inches of the enemy.
pub(super) fn check_rally(state: &State, id: UnitId) -> Result<(), Refusal> {
    let (unit, name) = (state.unit(id), state.name(id));
    ensure!(unit.markers > 0, Rule("R10"), "{name} has no marker to take off");
    ensure!(!unit.rallied, Rule("R28"), "{name} has tried to rally already this turn");
    rally::check(&rally(state, id)).map_err(|refusal| Refusal::by(Rule("R10"), refusal.sentence))
}

/// R16 Refuses to mount, dismount, limber or unlimber.
pub(super) fn check_change(state: &State, id: UnitId) -> Result<(), Refusal> {
    let unit = state.unit(id);
    check_action(unit, Action::ChangeFormation)?;
    state.stands(id, &changed(unit))
}

impl State {
    /// R8 May a battery lay smoke there: one mission a game, in its arc, where it or a friend sees the ground?
    pub(super) fn check_smoke(&self, id: UnitId, at: Point) -> Result<(), Refusal> {
        let (unit, name, spot) = (self.unit(id), self.name(id), Footprint::from(at));
        let has = unit.kind.is_artillery() && !unit.smoked;
        ensure!(has, Rule("R8"), "{name} has no smoke to lay; a battery has one mission a game");
        ensure!(!unit.is_limbered(), Rule("R16"), "the guns of {name} are limbered");
        ensure!(self.land().ground().holds(at), Rule("R8"), "smoke is laid on the table");
        let before = is_in_arc(&unit.block(), &spot);
        ensure!(before, Rule("R15"), "that is not within 45 degrees of the front of {name}");
        ensure!(self.is_observed(unit.side, None, &spot), Rule("R8"), "nobody of this side sees that place");
        Ok(())
    }
}

/// Where smoke can be laid, by the inch.
pub(super) fn smoke_region(state: &State, id: UnitId) -> Region {
    let plan = &state.battle.scenario().table.plan;
    let from = state.unit(id).at;
    let rows = (0..=plan.depth / INCH).flat_map(|y| (0..=plan.width / INCH).map(move |x| Point::inches(x, y)));
    let laid = rows.filter(|at| at.within(from, SMOKE_SHOWN) && state.check_smoke(id, *at).is_ok());
    let points = laid.map(|at| (at.x, at.y, from.distance(at))).collect();
    Region { from: (from.x, from.y), step: INCH, points }
}

/// A place at random where smoke can be laid.
pub(super) fn somewhere_for_smoke(state: &State, id: UnitId, random: &mut Seeded) -> Option<Point> {
    let plan = &state.battle.scenario().table.plan;
    let mut inch = |size: i64| i64::from(random.below((size / INCH) as u32 + 1));
    (0..24).map(|_| Point::inches(inch(plan.width), inch(plan.depth))).find(|at| state.check_smoke(id, *at).is_ok())
}

/// Smoke is offered no further away than this, though it may be laid anywhere.
const SMOKE_SHOWN: i64 = 36 * INCH;
