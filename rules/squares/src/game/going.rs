//! 24: what a unit or a commander can do in its movement.

use super::{Piece, Side, Square, State, UnitId};
use crate::movement::{Leaving, Mover, squares};
use crate::unit::{Ground, Quality};

/// What moves, and how it does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Going {
    pub(super) piece: Piece,
    pub(super) side: Side,
    pub(super) from: Square,
    pub(super) mover: Mover,
    pub(super) quality: Quality,
    /// Squares of basic movement.
    pub(super) basic: u8,
    /// Basic and extra movement together.
    pub(super) most: u8,
}

impl Going {
    /// A unit on the table, as it can move now.
    pub(super) fn unit(state: &State, unit: UnitId) -> Option<Going> {
        let fielded = state.unit(unit);
        let (mover, from) = (Mover::of(fielded.kind), fielded.square()?);
        let basic = squares(mover, state.battle.scenario().trench);
        // 24:dismounted-one: its one square is all that dismounted cavalry has, be it basic or extra.
        let most = if mover == Mover::DismountedCavalry { basic } else { basic + EXTRA };
        Some(Going { piece: Piece::Unit(unit), side: fielded.side, from, mover, quality: fielded.quality, basic, most })
    }

    /// The commander of a side.
    pub(super) fn commander(state: &State, side: Side) -> Option<Going> {
        let (mover, from) = (Mover::HigherCommand, state.commanders[side]?);
        let basic = squares(mover, state.battle.scenario().trench);
        let (piece, quality) = (Piece::Commander(side), Quality::Regular);
        Some(Going { piece, side, from, mover, quality, basic, most: basic + EXTRA })
    }

    /// Must it roll to make this step of basic movement? Then the roll.
    pub(super) fn leaving(self, state: &State, from: Square, to: Square) -> Option<Leaving> {
        if state.battle.ground(from) == Ground::Open {
            return None;
        }
        let way = from.way_to(to)?;
        let road = state.battle.roads(from).cross(way);
        let beside_enemy = state.beside_enemy(self.side).has(to);
        Some(Leaving { kind: self.mover, quality: self.quality, road, beside_enemy })
    }

    /// Can a roll on this way fail where the extra square would take it on? Only then is pressing on a choice.
    pub(super) fn can_press(self, state: &State, path: &[Square]) -> bool {
        let steps = std::iter::once(&self.from).chain(path).zip(path).take(self.basic.into());
        let mut leaving = steps.filter_map(|(&from, &to)| self.leaving(state, from, to));
        leaving.any(|leaving| leaving.needed().is_some() && !leaving.beside_enemy)
    }
}

/// 24:extra One further square.
const EXTRA: u8 = 1;
