//! Sight, cover and smoke (R13, R15, R27).

use super::piece::BASE;
use super::{Piece, Side, State, UnitId};
use crate::scenario::Lie;
use crate::units::Ground;
use field::{Footprint, INCH, Line, Opacity, Point, Rectangle, Screen, Sector};
use smallvec::SmallVec;

/// More than any block reaches from its middle.
const LONGEST: i64 = 3 * INCH + INCH / 4;

impl State {
    /// R15 The line by which two blocks see each other; these two units do not stand in its way.
    pub(super) fn line(&self, viewer: &Footprint, target: &Footprint, ends: [Option<UnitId>; 2]) -> Option<Line> {
        let outlook = &self.land().outlook;
        let high = outlook.level(viewer.middle()).max(outlook.level(target.middle()));
        let mut screens: SmallVec<[Screen; 32]> = SmallVec::new();
        let leg = (viewer.middle(), target.middle());
        for (_, unit) in self.all().filter(|(id, _)| !ends.contains(&Some(*id))) {
            // A line leads to a corner of a block at most, and whoever is further off than that and his own block reaches is not in
            // the way.
            if !unit.at.is_near(leg, 2 * LONGEST) {
                continue;
            }
            // R27 From a hill one sees over units on lower ground.
            let level = outlook.level(unit.at);
            if level >= high {
                screens.push(Screen { footprint: unit.base(), opacity: Opacity::Solid, level });
            }
        }
        outlook.line(viewer, target, &screens)
    }

    /// Do two units see each other, were the second one's block here?
    pub(super) fn sees(&self, viewer: UnitId, target: UnitId, block: &Rectangle) -> Option<Line> {
        self.line(&self.unit(viewer).base(), &(*block).into(), [Some(viewer), Some(target)])
    }

    /// R8 Does a friend of this side, a unit or a commander, see a place, or a unit that is there?
    pub(super) fn is_observed(&self, side: Side, unit: Option<UnitId>, there: &Footprint) -> bool {
        self.of_side(side).any(|(id, friend)| self.line(&friend.base(), there, [Some(id), unit]).is_some())
            || self.leaders_of(side).any(|leader| self.line(&leader.base(), there, [unit, None]).is_some())
    }

    /// R13 The ground that a unit stands on, to somebody who fires from a point: half or more of its bases count.
    pub(super) fn ground_of(&self, target: &Piece, block: &Rectangle, from: Point) -> Ground {
        let bases = target.bases_of(block);
        let (mut hidden, mut dug_in) = (0, 0);
        for base in &bases {
            let mut lies = self.land().at(*base);
            let (mut cover, mut trench) = (false, false);
            for lie in &mut lies {
                trench |= lie == Lie::Trench;
                cover |= matches!(lie, Lie::Wood | Lie::Village | Lie::Building);
            }
            dug_in += usize::from(trench);
            let base = Rectangle { middle: *base, width: BASE.0, depth: BASE.1, facing: block.facing };
            hidden += usize::from(trench || cover || self.is_behind_a_hedge(from, &base));
        }
        match () {
            () if 2 * dug_in >= bases.len() => Ground::Fortifications,
            () if 2 * hidden >= bases.len() => Ground::Cover,
            () => Ground::Open,
        }
    }

    /// Does a hedge within an inch of a base stand before it?
    fn is_behind_a_hedge(&self, from: Point, base: &Rectangle) -> bool {
        let ground = self.land().ground();
        if !ground.holds(from) || !ground.holds(base.middle) {
            return false;
        }
        let near = |piece: usize| ground.is_within(piece, &(*base).into(), INCH);
        let crossings = ground.crossings(from, base.middle);
        crossings.iter().any(|crossing| self.land().lie(crossing.piece) == Lie::Hedge && near(crossing.piece))
    }

    /// R8 Is a block in smoke, or behind it by this line?
    pub(super) fn is_obscured(&self, block: &Rectangle, line: Line) -> bool {
        let base = Footprint::from(*block);
        self.smoke
            .iter()
            .map(super::Smoke::cloud)
            .any(|cloud| cloud.touches(&base) || cloud.is_crossed(line.from, line.to))
    }
}

/// R15, R23 Is a target in the arc of a block, from any point of its front?
pub(super) fn is_in_arc(block: &Rectangle, target: &Footprint) -> bool {
    let front = Sector::front(block.facing);
    let corners = Footprint::from(*block).corners();
    let ahead = block.middle.plus(block.facing.way(block.depth / 2));
    [ahead, corners[0], corners[1]].into_iter().any(|from| front.holds_some_of(from, target))
}
