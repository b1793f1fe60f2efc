//! Placing a generated army on its land.

use super::Chance;
use super::land::Land;
use crate::scenario::army::{Army, ArmyList, Enrolled, Listed, Start};
use crate::scenario::legal::Side;
use crate::scenario::square::TABLE;
use crate::unit::{Defences, Kind, Unit, check_square};
use field::grid::Square;

/// The army in its places: legal by R4 and R6, infantry where it is wanted, guns behind, and in a trench scenario a third
/// of the defender's units in reserve.
pub(super) fn muster(side: Side, army: Army, trench: bool, land: &Land, chance: &mut Chance) -> ArmyList {
    let Army { name, colours, command, guns, assets, units } = army;
    let mut waiting: Vec<usize> = (0..units.len()).collect();
    chance.shuffle(&mut waiting);
    waiting.truncate(if side == Side::Defender && trench { units.len() / 3 } else { 0 });
    // The attack has a sector of four to six columns; so have most attacks.
    let width = chance.between(4, 6);
    let first = chance.between(0, usize::from(TABLE.columns()) - width);
    let posts = Posts { side, land, sector: first..first + width };

    let mut placed: Vec<Listed> = Vec::new();
    for (number, Enrolled { name, kind, quality }) in units.into_iter().enumerate() {
        let at = if waiting.contains(&number) { Start::Reserve } else { Start::Square(posts.best(kind, &placed)) };
        placed.push(Listed { name, kind, quality, at });
    }
    let commander = posts.commander(&placed);
    ArmyList { name, army: colours, command, guns, assets, units: placed, commander }
}

/// Where the units of a side may go.
struct Posts<'a> {
    side: Side,
    land: &'a Land,
    sector: std::ops::Range<usize>,
}

impl Posts<'_> {
    /// The square with room that wants a unit of this kind most; among equals the first.
    fn best(&self, kind: Kind, placed: &[Listed]) -> Square {
        let open = TABLE.squares().filter(|&square| self.side.sets_up_in(square) && has_room(square, kind, placed));
        open.min_by_key(|&square| self.reluctance(square, kind, placed)).expect("an army has room in its rows")
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
        let objective = self.land.places[..3].iter().any(|named| named.at == square);
        let dug_in = self.land.defences[index] != Defences::None;
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
        best.expect("an army has units on the table")
    }
}

/// R4 Is there room for one more of this kind?
fn has_room(square: Square, kind: Kind, placed: &[Listed]) -> bool {
    let there = placed.iter().filter(|unit| unit.at == Start::Square(square)).map(|unit| Unit::of(unit.kind));
    let with_it: Vec<_> = there.chain([Unit::of(kind)]).collect();
    check_square("square", &with_it).is_ok()
}
