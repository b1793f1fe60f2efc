//! Placing the units of an army that have no places yet.

use crate::game::Side;
use crate::scenario::army::{ArmyList, Draft, Listed, Start};
use crate::scenario::legal::{row_of, rows, sets_up_in};
use crate::scenario::square::{SQUARES, TABLE};
use crate::unit::{Defences, Kind, fit_together};
use field::grid::Square;
use kernel::dice::Seeded;
use kernel::prelude::*;

/// What an army looks at when it takes its places.
pub(in crate::scenario) struct Site<'a> {
    pub(in crate::scenario) trench: bool,
    pub(in crate::scenario) objectives: &'a [Square],
    pub(in crate::scenario) defences: &'a [Defences; SQUARES],
}

/// The army in its places: units without one get one that is legal by R4 and R6, infantry where it is wanted, guns behind,
/// and in a trench scenario a third of the defender's units in reserve.
pub(in crate::scenario) fn muster(
    side: Side,
    draft: Draft,
    site: &Site<'_>,
    chance: &mut Seeded,
) -> Result<ArmyList, Refusal> {
    let Draft { card, command, guns, assets, mut units, commander } = draft;
    let reserve = if side == Side::Defender && site.trench { units.len() / 3 } else { 0 };
    let in_reserve = units.iter().filter(|unit| unit.at == Some(Start::Reserve)).count();
    let mut waiting: Vec<usize> = (0..units.len()).filter(|&number| units[number].at.is_none()).collect();
    chance.shuffle(&mut waiting);
    waiting.truncate(reserve.saturating_sub(in_reserve));
    // The attack has a sector of four to six columns; so have most attacks.
    let width = chance.between(4, 6) as u8;
    let first = chance.between(0, (TABLE.columns() - width).into()) as u8;
    let posts = Posts { side, site, sector: first..first + width };
    for &number in &waiting {
        units[number].at = Some(Start::Reserve);
    }
    for number in 0..units.len() {
        if units[number].at.is_none() {
            units[number].at = Some(Start::Square(posts.best(&units[number], &units)?));
        }
    }
    let commander = commander.unwrap_or_else(|| posts.commander(&units));
    let placed = |Unplaced { name, kind, quality, at }| Listed {
        name,
        kind,
        quality,
        at: at.expect("every unit has been placed"),
    };
    let units = units.into_iter().map(placed).collect();
    Ok(ArmyList { card, command, guns, assets, units, commander })
}

/// A unit that may have no place yet.
type Unplaced = Listed<Option<Start>>;

/// Where the units of a side may go.
struct Posts<'a> {
    side: Side,
    site: &'a Site<'a>,
    sector: std::ops::Range<u8>,
}

impl Posts<'_> {
    /// The square with room that wants a unit of this kind most; among equals the first.
    fn best(&self, unit: &Unplaced, placed: &[Unplaced]) -> Result<Square, Refusal> {
        let (side, kind) = (self.side, unit.kind);
        let open = TABLE.squares().filter(|&square| sets_up_in(side, square) && has_room(square, kind, placed));
        open.min_by_key(|&square| self.reluctance(square, kind, placed)).ok_or_else(|| {
            let room = "a square holds 3 infantry or cavalry units and 3 others, 1 of them a machine gun (R4)";
            let what = format!("there is no room for '{}', a {kind}: {}, and {room}", unit.name, rows(side));
            Refusal::field(&format!("{side}.units.{}", unit.name), what)
        })
    }

    /// How little a square wants a unit: less the more it matters, more for all that stand there already.
    fn reluctance(&self, square: Square, kind: Kind, placed: &[Unplaced]) -> usize {
        let is_alike = |unit: &&Unplaced| unit.kind.is_infantry_or_cavalry() == kind.is_infantry_or_cavalry();
        let all = placed.iter().filter(|unit| unit.at == Some(Start::Square(square)));
        let infantry = all.clone().filter(|unit| unit.kind == Kind::Infantry).count();
        let alike = all.filter(is_alike).count();
        let from_front = usize::from(self.side.set_up_rows() - row_of(self.side, square));
        let outside = usize::from(self.side == Side::Attacker && !self.sector.contains(&square.column));
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
    fn commander(&self, placed: &[Unplaced]) -> Square {
        let on_table = |unit: &Unplaced| if let Some(Start::Square(square)) = unit.at { Some(square) } else { None };
        let squares: Vec<Square> = placed.iter().filter_map(on_table).collect();
        let spread = |here: Square| squares.iter().map(|&other| usize::from(here.steps_by_face(other))).sum::<usize>();
        let home = |here: Square| usize::from(row_of(self.side, here)) - 1;
        let best = squares.iter().copied().min_by_key(|&here| spread(here) + squares.len() * home(here));
        // An army that is all in reserve has its commander in the middle of the base row.
        best.unwrap_or(crate::game::Square::in_row_of(self.side, 1, 3).into())
    }
}

/// R4 Is there room for one more of this kind?
fn has_room(square: Square, kind: Kind, placed: &[Unplaced]) -> bool {
    let there = placed.iter().filter(|unit| unit.at == Some(Start::Square(square)));
    fit_together(there.map(|unit| unit.kind).chain([kind]))
}
