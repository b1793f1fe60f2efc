//! Fire of one unit at another, as the table has it (R7, R8, R15, R20).

use super::event::Event;
use super::retreat::fall_back;
use super::sight::is_in_arc;
use super::{Act, State, UnitId};
use crate::fall_back::WayBack;
use crate::fire::{Firing, Mark, Shot, Stage};
use crate::nerve::{Fate, Stand, Struck};
use crate::units::{Ground, Kind};
use crate::volley::{Mode, Volley};
use field::{Footprint, INCH, Line, Rectangle};
use kernel::odds::Chain;
use kernel::procedure::{OnDesk, Refusal};
use kernel::rule::Rule;
use kernel::{bail, ensure};

/// A shot that the rules allow.
pub(super) struct Aim {
    pub(super) volley: Volley,
    pub(super) ground: Ground,
    pub(super) smoke: bool,
    /// The line of sight, or for indirect fire the line of fire.
    pub(super) line: Line,
}

impl State {
    /// May a unit fire at another, were the target's block here?
    pub(super) fn aim(&self, firer: UnitId, target: UnitId, block: &Rectangle, mode: Mode) -> Result<Aim, Refusal> {
        let (unit, mark) = match (self.here(firer), self.here(target)) {
            (Some(unit), Some(mark)) if unit.side != mark.side => (unit, mark),
            _ => bail!(Rule("Firing"), "only an enemy unit that is on the table can be fired at"),
        };
        let (name, other) = (self.name(firer), self.name(target));
        let (artillery, packed) = (unit.kind.is_artillery(), unit.kind == Kind::MachineGuns && unit.column);
        ensure!(!unit.is_limbered(), Rule("R16"), "the guns of {name} are limbered and cannot fire");
        ensure!(!packed, Rule("R23"), "the guns of {name} are packed up for the march in column");
        ensure!(!artillery || unit.firings > 0, Rule("R20"), "{name} has no shells left");
        let base = Footprint::from(*block);
        let gap = unit.base().gap(&base);
        let range = ((gap + INCH - 1) / INCH).clamp(1, 250) as u8;
        // What is cheap to tell comes first: the range and the arc, and only then sight.
        let volley = Volley { firer: unit.firer(), mode, range, indirect: unit.kind == Kind::HeavyGuns };
        volley.check().map_err(|refusal| Refusal::by(refusal.rule.unwrap_or(Rule("Firing")), refusal.sentence))?;
        let before = unit.kind == Kind::MountedCavalry || is_in_arc(&unit.block(), &base);
        ensure!(before, Rule("R15"), "{other} is not within 45 degrees of the front of {name}");
        let own = self.sees(firer, target, block);
        let unseen = Line { from: unit.at, to: block.middle };
        let (indirect, line) = match own {
            Some(line) => (volley.indirect, line),
            None if artillery && self.is_observed(unit.side, Some(target), &base) => (true, unseen),
            None if artillery => bail!(Rule("R8"), "no unit or commander of {name}'s side sees {other}"),
            None => bail!(Rule("Common:sight"), "{name} does not see {other}"),
        };
        let ground = self.ground_of(mark, block, unit.at);
        Ok(Aim { volley: Volley { indirect, ..volley }, ground, smoke: self.is_obscured(block, line), line })
    }

    /// What is aimed at as the dice see it, with this way back.
    pub(super) fn mark(&self, aim: &Aim, target: UnitId, way_back: WayBack) -> Mark {
        let mark = self.unit(target);
        Mark { unit: mark.unit(), ground: aim.ground, smoke: aim.smoke, moved: mark.moved, way_back }
    }

    /// The hits to be expected, in thousandths. The way back changes nothing of them.
    pub(super) fn expected_hits(&self, aim: &Aim, target: UnitId) -> i64 {
        let side = self.unit(target).side.other();
        Shot::of(side.seat(), aim.volley, self.mark(aim, target, WayBack::Free)).expected()
    }
}

/// Fires, lays the markers and sees to what follows. Did the target lose a base?
pub(super) fn fire(act: &mut Act<'_>, firer: UnitId, target: UnitId, aim: &Aim) -> bool {
    let retreat = act.state.retreat(target, None);
    let mark = act.state.mark(aim, target, retreat.way);
    let shot = Shot::of(act.state.unit(firer).side.seat(), aim.volley, mark);
    let desk = |_: &State| OnDesk::of(&crate::fire::procedure(), &Firing::of(aim.volley, mark));
    let unit = act.state.unit_mut(firer);
    if unit.kind.is_artillery() {
        unit.firings -= 1;
    }
    act.state.roller = act.state.unit(firer).side;
    act.happens(Event::Fires { unit: firer, target, indirect: aim.volley.indirect });
    let mut stage = Stage::Aim;
    let struck: Struck = loop {
        match stage {
            Stage::End(struck) => break struck,
            open => stage = act.roll_as(desk, |dice| shot.step(&open, dice)),
        }
    };
    act.happens(Event::Struck { unit: target, hits: struck.hits, laid: struck.laid, beaten: false });
    suffer(act, target, struck.fate, retreat.way);
    let breaks = struck.fate.bases_lost > 0;
    if breaks && struck.fate.stand != Stand::Holds {
        fall_back(act, target, &retreat);
    }
    breaks
}

/// What became of a unit: its markers, and the bases it lost; commanders with it are in danger (R17). A unit whose way back
/// leads off the table is lost with all that it has left.
pub(super) fn suffer(act: &mut Act<'_>, id: UnitId, fate: Fate, way: WayBack) {
    let Fate { bases_lost, markers, .. } = fate;
    act.state.unit_mut(id).markers = markers;
    if bases_lost == 0 {
        return;
    }
    super::leaders::risk(act, id, bases_lost);
    let unit = act.state.unit_mut(id);
    let runs = way == WayBack::OffTable && unit.bases > 1;
    unit.bases -= bases_lost.min(unit.bases);
    let left = unit.bases;
    if left == 0 {
        unit.place = super::Place::Lost;
    }
    act.happens(match left {
        0 if runs => Event::DrivenOff { unit: id },
        _ => Event::Lost { unit: id, bases: bases_lost, left },
    });
}
