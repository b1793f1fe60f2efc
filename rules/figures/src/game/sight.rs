//! Sight, cover, flank and rear (Common:sight, R5, R6, R11, R16).

use super::bounds::Bounds;
use super::squad::{BASE, gap, touch};
use super::{Kind, Side, SquadId, State};
use crate::scenario::Lie;
use crate::troops::Cover;
use field::{Footprint, INCH, Opacity, Point, Quarter, Rectangle, Screen, Sector};
use smallvec::SmallVec;

/// R5 How far one sees by night.
const NIGHT: i64 = 12 * INCH;
/// R16 From how far a sniper is seen, and from how far once he has fired.
const SNIPER_SEEN: [i64; 2] = [12 * INCH, 24 * INCH];
/// Further than anything on a table.
const FAR: i64 = 200 * INCH;
/// How near a hedge, fence or wall is to those behind it.
const BEHIND: i64 = INCH;

/// What blocks sight and may go: buildings that stand, and smoke.
pub(super) type Screens = SmallVec<[Screen; 8]>;

impl State {
    /// R5 What stands in the way of sight besides woods and hills.
    pub(super) fn screens(&self) -> Screens {
        let standing = self.land().buildings.iter().filter(|(piece, _)| !self.is_destroyed(*piece));
        let buildings =
            standing.map(|(_, plan)| Screen { footprint: (*plan).into(), opacity: Opacity::Solid, level: 0 });
        let smoke = self.clouds.iter().filter(|cloud| !cloud.gas).map(|cloud| {
            // Smoke of an inch or more blocks; a thinning cloud only over 2 inches.
            let depth = if cloud.age >= 4 { 2 * INCH - 1 } else { INCH - 1 };
            Screen { footprint: cloud.circle().into(), opacity: Opacity::Deep(depth), level: 0 }
        });
        buildings.chain(smoke).collect()
    }

    /// Common:sight Do men at two points see each other?
    pub(super) fn sees(&self, one: Point, other: Point) -> bool {
        let look = || self.sees_past(one, other, &self.screens());
        if self.is_dark(one, other) {
            return false;
        }
        if self.has_changed_between(one, other) { look() } else { self.land().sightlines.are_clear(one, other, look) }
    }

    /// The same with other things in the way.
    pub(super) fn sees_past(&self, one: Point, other: Point, screens: &Screens) -> bool {
        let base = |at: Point| Footprint::from(Rectangle::square(at, BASE));
        !self.is_dark(one, other) && self.land().outlook.sees(&base(one), &base(other), screens)
    }

    /// R5 No gap is longer across which anybody sees anybody.
    pub(super) fn sight(&self) -> i64 {
        if self.battle.scenario().night { NIGHT } else { FAR }
    }

    fn is_dark(&self, one: Point, other: Point) -> bool {
        self.battle.scenario().night && gap(one, other) > NIGHT
    }

    /// Is there smoke near a line, or a building that has fallen? Otherwise all is as it was laid out.
    fn has_changed_between(&self, one: Point, other: Point) -> bool {
        let line = Bounds::of_leg(one, other);
        let smoke = |cloud: &super::Cloud| !cloud.gas && line.is_near(cloud.at, cloud.diameter + BASE);
        let fallen = |(piece, plan): &(usize, Rectangle)| {
            self.is_destroyed(*piece) && line.is_near(plan.middle, plan.width + plan.depth + BASE)
        };
        self.clouds.iter().any(smoke) || self.land().buildings.iter().any(fallen)
    }

    /// How far off a squad can be seen: snipers are found only from near (R16), and by night nobody from far (R5).
    pub(super) fn seen_from(&self, id: SquadId) -> i64 {
        let squad = self.squad(id);
        if squad.kind == Kind::Sniper { SNIPER_SEEN[usize::from(squad.has_fired)] } else { FAR }
    }

    /// Does any man of a squad see any of another?
    pub(super) fn squad_sees(&self, viewer: SquadId, target: SquadId) -> bool {
        let far = self.seen_from(target);
        // R15 Men who keep down see 3 inches.
        let far = if self.squad(viewer).keeps_down() { far.min(super::aim::DOWN_RANGE) } else { far };
        if !self.are_within(viewer, target, far.min(self.sight())) {
            return false;
        }
        let sees = |from: Point, to: Point| from.within(to, far) && self.sees(from, to);
        self.each_spot(viewer).any(|from| self.each_spot(target).any(|to| sees(from, to)))
    }

    /// Does a side see a squad of the other?
    pub(super) fn side_sees(&self, side: Side, target: SquadId) -> bool {
        self.of_side(side).any(|(id, _)| self.squad_sees(id, target))
    }

    /// R6, R13 What covers a man against fire from a point, or against whatever comes where there is none.
    pub(super) fn cover_at(&self, at: Point, from: Option<Point>) -> Cover {
        let mut best = Cover::NoCover;
        let mut better = |cover: Cover| {
            if rank(cover) > rank(best) {
                best = cover;
            }
        };
        for (piece, lie) in self.land().at(at) {
            match lie {
                Lie::Trench => better(Cover::Trench),
                Lie::Wood | Lie::Shelled => better(Cover::SoftCover),
                // R18 The others are in soft cover when a building has fallen.
                lie if lie.has_inside() && self.is_destroyed(piece) => better(Cover::SoftCover),
                Lie::SmallBunker | Lie::MediumBunker => better(Cover::Bunker),
                lie if lie.has_inside() => better(Cover::HardCover),
                _ => {}
            }
        }
        let ground = self.land().ground();
        let is_behind_some = || self.land().rims.iter().any(|rim| rim.is_near(at, BEHIND + BASE));
        if let Some(from) = from.filter(|from| ground.holds(*from) && ground.holds(at) && is_behind_some()) {
            let base = Footprint::from(Rectangle::square(at, BASE));
            for crossing in ground.crossings(from, at) {
                let cover = match self.land().lie(crossing.piece) {
                    Lie::Wall => Cover::HardCover,
                    Lie::Hedge | Lie::Fence => Cover::SoftCover,
                    _ => continue,
                };
                if !self.is_destroyed(crossing.piece) && ground.is_within(crossing.piece, &base, BEHIND) {
                    better(cover);
                }
            }
        }
        best
    }

    /// The cover of a squad: the best that half of its men or more have.
    pub(super) fn cover_of(&self, id: SquadId, from: Option<Point>) -> Cover {
        let spots = self.spots(id);
        let mut covers: SmallVec<[Cover; 12]> = spots.iter().map(|at| self.cover_at(*at, from)).collect();
        covers.sort_unstable_by_key(|cover| std::cmp::Reverse(rank(*cover)));
        covers.get(spots.len().saturating_sub(1) / 2).copied().unwrap_or_default()
    }

    /// Melee 6 Do half of its men or more man fixed defences?
    pub(super) fn mans_fixed_defences(&self, id: SquadId) -> bool {
        let prepared = &self.battle.scenario().prepared;
        let fixed = |at: &&Point| {
            let by_wall = || {
                let base = Footprint::from(Rectangle::square(**at, BASE));
                prepared.iter().any(|piece| self.land().ground().is_within(usize::from(*piece), &base, BEHIND))
            };
            self.land().at(**at).any(|(piece, lie)| {
                let is_prepared = prepared.contains(&(piece as u16));
                let cover = match lie {
                    Lie::Trench => Cover::Trench,
                    Lie::SmallBunker | Lie::MediumBunker => Cover::Bunker,
                    lie if lie.has_inside() => Cover::HardCover,
                    _ => Cover::NoCover,
                };
                !self.is_destroyed(piece) && cover.is_fixed(is_prepared || lie == Lie::Dugout)
            }) || by_wall()
        };
        let spots = self.spots(id);
        !spots.is_empty() && 2 * spots.iter().filter(fixed).count() >= spots.len()
    }

    /// R11 Are enemies within 12 inches to a squad's flank, and to its rear?
    pub(super) fn flank_and_rear(&self, id: SquadId) -> (bool, bool) {
        let squad = self.squad(id);
        if squad.is_vehicle() {
            return (false, false);
        }
        let plan = Rectangle { facing: squad.facing, ..Rectangle::square(squad.at, BASE) };
        let (mut flank, mut rear) = (false, false);
        for (enemy, other) in self.of_side(squad.side.other()).filter(|(_, enemy)| !enemy.routed) {
            if !other.at.within(squad.at, NEAR + 24 * INCH) || !self.are_within(id, enemy, NEAR) {
                continue;
            }
            // Where the middle of the enemy stands decides, and of enemies in contact the men who touch; at the rims the
            // kinder side counts.
            let quarter = |from: Point, at: Point| match (Rectangle { middle: from, ..plan }).quarter(at) {
                Quarter::Front => 0_usize,
                Quarter::Rear if Sector { facing: squad.facing.turned(180), each_side: 44 }.holds(from, at) => 2,
                _ => 1,
            };
            let mut touching = [0_u16; 3];
            for enemy in self.each_spot(enemy).filter(|_| squad.fights()) {
                let touched = self.each_spot(id).filter(|spot| touch(*spot, enemy));
                if let Some(side) = touched.map(|spot| quarter(spot, enemy)).min() {
                    touching[side] += 1;
                }
            }
            let most = touching.iter().copied().max().unwrap_or(0);
            let side = match touching.iter().position(|count| *count == most) {
                Some(side) if most > 0 => side,
                _ => quarter(squad.at, other.at),
            };
            flank |= side == 1;
            rear |= side == 2;
        }
        (flank, rear)
    }
}

/// R11 How near enemies count for flank, rear and odds.
pub(super) const NEAR: i64 = 12 * INCH;

/// How good a cover is against fire.
fn rank(cover: Cover) -> u8 {
    match cover {
        Cover::NoCover => 0,
        Cover::SoftCover => 1,
        Cover::HardCover => 2,
        Cover::Trench => 3,
        Cover::Bunker => 4,
    }
}
