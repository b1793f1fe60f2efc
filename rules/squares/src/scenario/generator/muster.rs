//! Placing the units of an army that have no places yet.

use super::Chance;
use crate::game::Side;
use crate::scenario::army::{ArmyList, Draft, Enrolled, Listed, Start};
use crate::scenario::legal::{rows, sets_up_in};
use crate::scenario::square::{SQUARES, TABLE};
use crate::unit::{Defences, Kind, Unit, check_square};
use field::grid::Square;
use kernel::prelude::*;

/// What an army looks at when it takes its places.
pub(in crate::scenario) struct Site<'a> {
    pub(in crate::scenario) trench: bool,
    pub(in crate::scenario) objectives: &'a [Square],
    pub(in crate::scenario) defences: &'a [Defences; SQUARES],
}

/// The army of a file in its places.
pub(in crate::scenario) fn muster(side: Side, draft: Draft, site: &Site<'_>) -> Result<ArmyList, Refusal> {
    let mut chance = Chance::of(draft.seed);
    muster_by_chance(side, draft, site, &mut chance)
}

/// The army in its places: those without one get one that is legal by R4 and R6, infantry where it is wanted, guns behind,
/// and in a trench scenario a third of the defender's units in reserve.
pub(super) fn muster_by_chance(
    side: Side,
    draft: Draft,
    site: &Site<'_>,
    chance: &mut Chance,
) -> Result<ArmyList, Refusal> {
    let Draft { card, command, guns, assets, units, commander, .. } = draft;
    let reserve = if side == Side::Defender && site.trench { units.len() / 3 } else { 0 };
    let in_reserve = units.iter().filter(|unit| unit.at == Some(Start::Reserve)).count();
    let mut waiting: Vec<usize> = (0..units.len()).filter(|&number| units[number].at.is_none()).collect();
    chance.shuffle(&mut waiting);
    waiting.truncate(reserve.saturating_sub(in_reserve));
    // The attack has a sector of four to six columns; so have most attacks.
    let width = chance.between(4, 6);
    let first = chance.between(0, usize::from(TABLE.columns()) - width);
    let posts = Posts { side, site, sector: first..first + width };

    // Those who have places keep them, whatever order the list has.
    let known = |unit: &Enrolled| unit.at.map(|at| listed(unit, at));
    let mut placed: Vec<Listed> = units.iter().filter_map(known).collect();
    let mut starts = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        let at = match unit.at {
            Some(at) => at,
            None if waiting.contains(&number) => Start::Reserve,
            None => Start::Square(posts.best(unit, &placed)?),
        };
        if unit.at.is_none() {
            placed.push(listed(unit, at));
        }
        starts.push(at);
    }
    let commander = commander.unwrap_or_else(|| posts.commander(&placed));
    let units = units.iter().zip(starts).map(|(unit, at)| listed(unit, at)).collect();
    Ok(ArmyList { name: card.name, army: card.army, briefing: card.briefing, command, guns, assets, units, commander })
}

fn listed(unit: &Enrolled, at: Start) -> Listed {
    Listed { name: unit.name.clone(), kind: unit.kind, quality: unit.quality, at }
}

/// Where the units of a side may go.
struct Posts<'a> {
    side: Side,
    site: &'a Site<'a>,
    sector: std::ops::Range<usize>,
}

impl Posts<'_> {
    /// The square with room that wants a unit of this kind most; among equals the first.
    fn best(&self, unit: &Enrolled, placed: &[Listed]) -> Result<Square, Refusal> {
        let (side, kind) = (self.side, unit.kind);
        let open = TABLE.squares().filter(|&square| sets_up_in(side, square) && has_room(square, kind, placed));
        open.min_by_key(|&square| self.reluctance(square, kind, placed)).ok_or_else(|| {
            let room = "a square holds 3 infantry or cavalry units and 3 others, 1 of them a machine gun (R4)";
            let what = format!("there is no room for '{}', a {kind}: {}, and {room}", unit.name, rows(side));
            Refusal::field(&format!("{side}.units.{}", unit.name), what)
        })
    }

    /// How little a square wants a unit: less the more it matters, more for all that stand there already.
    fn reluctance(&self, square: Square, kind: Kind, placed: &[Listed]) -> usize {
        let is_alike = |unit: &&Listed| unit.kind.is_infantry_or_cavalry() == kind.is_infantry_or_cavalry();
        let all = placed.iter().filter(|unit| unit.at == Start::Square(square));
        let infantry = all.clone().filter(|unit| unit.kind == Kind::Infantry).count();
        let alike = all.filter(is_alike).count();
        let from_front = match self.side {
            Side::Attacker => usize::from(square.row) - 4,
            Side::Defender => 2 - usize::from(square.row),
        };
        let outside = usize::from(self.side == Side::Attacker && !self.sector.contains(&usize::from(square.column)));
        let index = TABLE.index(square);
        let objective = self.site.objectives.contains(&square);
        let dug_in = self.site.defences[index] != Defences::None;
        let behind = match kind {
            // Guns keep a row behind the front, so that they fire over friends and are not carried at once.
            kind if kind.is_artillery() => from_front.abs_diff(1) * 3,
            // Machine guns and tanks go with the infantry.
            Kind::MachineGun | Kind::LightTank | Kind::HeavyTank => from_front * 2 + 4 * usize::from(infantry == 0),
            _ => from_front * 2,
        };
        let comfort = match self.side {
            Side::Attacker => 0,
            Side::Defender => 4 - 3 * usize::from(objective) - usize::from(dug_in),
        };
        behind + comfort + 4 * alike + 12 * outside
    }

    /// With units of his own behind the front where he can, near the middle of them.
    fn commander(&self, placed: &[Listed]) -> Square {
        let squares: Vec<Square> = placed
            .iter()
            .filter_map(|unit| match unit.at {
                Start::Square(square) => Some(square),
                Start::Reserve => None,
            })
            .collect();
        let spread = |here: Square| squares.iter().map(|&other| usize::from(here.steps_by_face(other))).sum::<usize>();
        let home = |here: Square| match self.side {
            Side::Attacker => 5 - usize::from(here.row),
            Side::Defender => usize::from(here.row),
        };
        let best = squares.iter().copied().min_by_key(|&here| spread(here) + squares.len() * home(here));
        // An army that is all in reserve has its commander in the middle of the base row.
        best.unwrap_or(Square::new(3, if self.side == Side::Attacker { 5 } else { 0 }))
    }
}

/// R4 Is there room for one more of this kind?
fn has_room(square: Square, kind: Kind, placed: &[Listed]) -> bool {
    let there = placed.iter().filter(|unit| unit.at == Start::Square(square)).map(|unit| Unit::of(unit.kind));
    let with_it: Vec<_> = there.chain([Unit::of(kind)]).collect();
    check_square("square", &with_it).is_ok()
}
