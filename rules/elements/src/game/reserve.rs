//! Elements that come on later (R19).

use super::event::Event;
use super::{Act, Mark, Place, Side, State, UnitId};
use field::{Facing, INCH, Point};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::{bail, ensure};

/// R19 May an element of the reserve come on?
pub(super) fn may_enter(state: &State, side: Side, id: UnitId) -> Result<(), Refusal> {
    let reserve = |piece: &&super::Piece| piece.side == side && piece.place == Place::Reserve && piece.aboard.is_none();
    let Some(piece) = state.get(id).filter(reserve) else {
        bail!(Rule("R19"), "only an element of one's own reserve comes on");
    };
    let turn = state.battle.listed(piece).arrives;
    ensure!(turn <= state.turn, Rule("R19"), "{} comes on from turn {turn}", state.name(id));
    Ok(())
}

pub(super) fn check_enter(state: &State, side: Side, id: UnitId, at: Point, facing: Facing) -> Result<(), Refusal> {
    may_enter(state, side, id)?;
    state.check_on_table(at)?;
    let base: field::Footprint = state.unit(id).block_at(at, facing).into();
    let (edge, plan) = (state.battle.army(side).edge, &state.battle.scenario().table.plan);
    let inside = base.corners().iter().all(|corner| edge.inside(plan, *corner) <= 3 * INCH);
    ensure!(inside, Rule("R19"), "{} comes on within 3 of its own edge", state.name(id));
    state.rests(id, &base)
}

/// R19 Coming on is its move of the turn.
pub(super) fn enter(act: &mut Act<'_>, id: UnitId, at: Point, facing: u16) {
    let all: Vec<UnitId> = std::iter::once(id).chain(act.state.carried(id)).collect();
    for one in all {
        let piece = act.state.unit_mut(one);
        (piece.at, piece.place) = (at, Place::Table);
        piece.facing = Facing::of(facing.into());
        piece.marks.add(Mark::MOVED);
        // R53 Who comes on has moved since the set-up.
        piece.marks.add(Mark::STRAYED);
    }
    act.happens(Event::Enters { unit: id, at });
}

impl State {
    /// Points along a side's own edge where a base could come on.
    pub(super) fn points_at_edge(&self, side: Side) -> impl Iterator<Item = Point> {
        let (edge, plan) = (self.battle.army(side).edge, &self.battle.scenario().table.plan);
        let inches = 0..=edge.length(plan) / INCH;
        inches.flat_map(move |along| [INCH, 2 * INCH].map(|inside| edge.point(plan, along * INCH, inside)))
    }
}
