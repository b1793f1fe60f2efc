//! An assault on the table: who is in it, where it stands, and the situation it is rolled with (26, R7 to R9).

use super::way_back::WayBack;
use super::{AssaultOrder, Fielded, Marks, Side, Square, SquareSet, State, UnitId, Units, Wounds};
use crate::assault::{Assault, Face, OwnAndOther, TargetAnswer};
use kernel::prelude::*;
use serde::{Deserialize, Serialize};

/// An assault that is being fought: by units of the main square, with additional ones from other squares.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data")]
pub struct Fight {
    pub side: Side,
    pub from: Square,
    pub target: Square,
    pub assaulters: Units,
    pub additional: Units,
    /// The other units of the main square.
    pub present: Units,
    pub defenders: Units,
    pub shock: bool,
    /// The target has retired instead of standing.
    pub retired: bool,
    /// The way back of the target.
    pub way: WayBack,
    pub stage: Stage,
    pub on_target: Option<Wounds>,
    pub on_assaulter: Option<Wounds>,
}

/// Where an assault stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// The target stands or retires.
    Answer,
    /// The target retires under hits.
    Retiring,
    /// The hits of the fight are placed and saved.
    Fighting,
    /// The target has lost and takes further hits.
    Beaten,
    /// The assaulter has lost and takes further hits.
    Repulsed,
    /// The assaulter chooses who moves in.
    MovingIn,
    /// The winner chooses who gets the marker.
    Marking(Side),
}

impl Fight {
    /// An assault as it is named.
    pub(super) fn of(state: &State, side: Side, named: AssaultOrder) -> Fight {
        let AssaultOrder { from, target, units: assaulters, additional, shock } = named;
        let (present, defenders) = (state.at[from] & !assaulters, state.at[target]);
        let way = WayBack::of(state, side.other(), target, defenders);
        Fight {
            side,
            from,
            target,
            assaulters,
            additional,
            present,
            defenders,
            shock,
            retired: false,
            way,
            stage: Stage::Answer,
            on_target: None,
            on_assaulter: None,
        }
    }

    /// Who gives the marker.
    pub(super) fn marking(&self) -> Side {
        match self.stage {
            Stage::Marking(side) => side,
            _ => self.side,
        }
    }

    /// R9 The face of the target that the main square lies at.
    fn face(&self) -> Face {
        let defender = self.side.other();
        match self.target.way_to(self.from) {
            Some(way) if way == defender.forward() => Face::Front,
            Some(way) if way == defender.back() => Face::Rear,
            _ => Face::Flank,
        }
    }

    /// The squares that take part.
    pub(super) fn squares(&self, state: &State) -> SquareSet {
        let joining = self.additional.iter().filter_map(|unit| state.unit(unit).square());
        joining.chain([self.from, self.target]).collect()
    }

    /// R8 Squares that support: friendly, at a face, with a unit that can and has not fallen back, in no assault this
    /// turn, under no barrage (22:no-support). All that can are named, as more is never worse. Whether the square can
    /// claim them is for the sum of its dice.
    fn supports(&self, state: &State, side: Side, square: Square) -> SquareSet {
        let out = state.engaged | self.squares(state) | state.barraged();
        let near = SquareSet::from(square).neighbours() & state.held[side] & !out;
        let supports = |unit: UnitId| {
            let unit = state.unit(unit);
            let able = !unit.kind.is_tank() && !unit.kind.is_armoured_car();
            able && !unit.marks.has(Marks::RETIRED)
        };
        near.iter().filter(|&square| state.at[square].iter().any(supports)).collect()
    }

    /// The assault as the step functions take it.
    pub(super) fn situation(&self, state: &State) -> Assault {
        let (target, from) = (self.target, self.from);
        Assault {
            assaulters: state.as_units(self.assaulters),
            present: state.as_units(self.present),
            additional: state.as_units(self.additional),
            from: self.face(),
            supports: self.supports(state, self.side, from).len() as u8,
            from_barrage: state.barraged().has(from),
            winning_the_fight: state.is_winning(from),
            fighting_bonus: state.orders.fighting_bonus.has(from),
            shock_assault: self.shock,
            from_hill: state.battle.ground(from).is_hill(),
            target: state.as_units(self.defenders),
            ground: state.battle.ground(target),
            defences: state.battle.defences(target),
            target_supports: self.supports(state, self.side.other(), target).len() as u8,
            target_winning: state.is_winning(target),
            barrage_markers: state.barrage_markers(target),
            cut_off: self.way.is_cut_off(),
            answer: TargetAnswer::Stand,
            target_places: OwnAndOther::Shrewd,
            assaulter_places: OwnAndOther::Shrewd,
        }
    }

    /// 26:move-in The units that may move in: those that have assaulted and are left. If there is no infantry or cavalry
    /// among them, those of the main square that have not fallen back this turn may too, as one has to.
    pub(super) fn may_move_in(&self, state: &State) -> Units {
        let fought = state.standing(self.assaulters | self.additional);
        if !state.those(fought, |unit| unit.kind.is_infantry_or_cavalry()).is_empty() {
            return fought;
        }
        let fresh = |unit: &Fielded| unit.kind.is_infantry_or_cavalry() && !unit.marks.has(Marks::RETIRED);
        fought | state.those(state.standing(self.present), fresh)
    }

    /// The rule by which a side gives the marker.
    pub(super) fn marker_rule(&self, side: Side) -> Rule {
        match side == self.side {
            true if self.retired => Rule("26:retire-marker"),
            true => Rule("26:assaulter-marker"),
            false => Rule("26:target-marker"),
        }
    }

    /// The units that may get the marker: infantry and cavalry of the assaulting square, or of the target
    /// (26:assaulter-marker, 26:target-marker).
    pub(super) fn may_be_marked(&self, state: &State, side: Side) -> Units {
        let units = if side == self.side { self.assaulters | self.present } else { self.defenders };
        state.those(state.standing(units), |unit| unit.kind.is_infantry_or_cavalry())
    }
}
