//! Elements in hiding: where they hide, and how they become known (R16, R20, R27, R31).

use super::event::Event;
use super::{Act, HIDING, Piece, Side, State, UnitId};
use crate::scenario::Lie;
use field::{Facing, INCH, Point};
use kernel::dice::Seeded;
use kernel::game::Secret;
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::{bail, ensure};

/// R16 How near an enemy who could see it finds an element in hiding.
pub(super) const FOUND: i64 = 4 * INCH;
/// R31 How near anybody finds it.
pub(super) const STUMBLED: i64 = INCH;
/// R20 How much of a base to each side of its middle must be behind a hedge or wall.
const WIDTH: i64 = INCH * 2 / 5;

/// Puts an element that was hidden on the table; it gets the next number. Others keep theirs.
pub(super) fn reveal(act: &mut Act<'_>, id: UnitId) -> UnitId {
    let Some(slot) = id.0.checked_sub(HIDING) else { return id };
    let Secret::Known(ambush) = &mut act.state.ambush else { unreachable!("a whole state knows who hides") };
    let place = ambush.iter().position(|piece| piece.listed == slot).expect("it hides");
    let piece = ambush.remove(place);
    let unit = UnitId(act.state.units.len() as u8);
    act.state.units.push(piece);
    act.reveals();
    act.happens(Event::Revealed { unit });
    unit
}

/// R16, R31 Reveals all who are found where everybody stands now.
pub(super) fn discover(act: &mut Act<'_>) {
    loop {
        let found = act.state.hidden().find(|(_, piece)| act.state.is_found(piece)).map(|(id, _)| id);
        let Some(found) = found else { return };
        reveal(act, found);
    }
}

impl State {
    /// Does an enemy stand near enough to find an element in hiding?
    pub(super) fn is_found(&self, piece: &Piece) -> bool {
        let base = piece.base();
        self.of_side(piece.side.other()).filter(|(_, other)| other.is_about(piece.at, FOUND)).any(|(enemy, other)| {
            let gap = other.base().gap(&base);
            gap <= STUMBLED || gap <= FOUND && self.sees(enemy, &base).is_some()
        })
    }

    /// R16 Would an element in hiding that moves by this path be seen?
    pub(super) fn is_seen_moving(&self, id: UnitId, path: &[Point]) -> bool {
        let piece = self.unit(id);
        let enemy = piece.side.other();
        let mut from = piece.at;
        let mut seen = self.is_seen_by(enemy, &piece.base());
        for to in path {
            let length = from.distance(*to);
            let stations = (0..=length).step_by(INCH as usize).chain([length]);
            seen |= { stations }.any(|along| {
                let mut there = piece.clone();
                there.at = from.towards(*to, along);
                self.is_seen_by(enemy, &there.base()) || self.is_found(&there)
            });
            from = *to;
        }
        seen
    }

    /// R20 May an element hide there: in the zone, in cover or dug in, with room, and out of the enemy's reach?
    pub(super) fn check_hiding(&self, slot: u8, at: Point, facing: Facing) -> Result<(), Refusal> {
        self.check_on_table(at)?;
        let army = self.battle.army(Side::Defender);
        let Some(listed) = army.ambush.get(usize::from(slot)) else {
            bail!(Rule("R20"), "the scenario has no such element that may hide");
        };
        let name = &listed.name;
        let taken = self.ambush().iter().chain(&self.units).any(|piece| piece.pool && piece.listed == slot);
        ensure!(!taken, Rule("R20"), "{name} hides already");
        ensure!(self.ambush().len() < usize::from(army.hides), Rule("R20"), "no more than {} may hide", army.hides);
        let piece = listed.in_hiding(slot, at, facing);
        let base = piece.base();
        ensure!(
            self.is_in_zone(Side::Defender, &piece),
            Rule("R13"),
            "{name} hides within {} of its own edge",
            army.zone / INCH
        );
        let passage = self.land().passage(listed.element.values.moves);
        passage.rests(&base, &[]).map_err(|hindrance| self.hindered(name, hindrance))?;
        ensure!(
            listed.dug_in || self.is_in_cover(&piece),
            Rule("R20"),
            "{name} hides only in cover: in a wood, a house or a field, or behind a hedge or wall"
        );
        let mut others = self.all().chain(self.hidden());
        let taken = others.any(|(_, other)| other.is_about(at, 0) && other.base().overlaps(&base));
        ensure!(!taken, Rule("R34"), "somebody stands there already");
        ensure!(!self.is_found(&piece), Rule("R16"), "the enemy is so near that {name} would be found at once");
        Ok(())
    }

    /// R20 Is a base wholly in cover, or behind a hedge or wall?
    pub(super) fn is_in_cover(&self, piece: &Piece) -> bool {
        let (ground, base) = (self.land().ground(), piece.base());
        let inside = |number: usize| {
            let covers = matches!(
                self.land().lie(number),
                Lie::Wood | Lie::DenseWood | Lie::Rubble | Lie::House | Lie::Crops | Lie::Works
            );
            covers && ground.covers(number, &base)
        };
        // Who has it at his back, towards his own edge, stands before it; who is past its end has nothing before him.
        let home = self.battle.army(piece.side).edge.facing();
        let crosses = |number: usize, turn: i64, aside: i64| {
            let way = home.turned(turn);
            let from = piece.at.plus(way.turned(90).way(aside));
            ground.crossings(from, from.plus(way.way(3 * INCH))).iter().any(|crossing| crossing.piece == number)
        };
        let behind = |number: usize| {
            let lies = |turn: i64| [-WIDTH, WIDTH].into_iter().all(|aside| crosses(number, turn, aside));
            matches!(self.land().lie(number), Lie::Hedge | Lie::Wall)
                && ground.is_within(number, &base, INCH)
                && !crosses(number, 0, 0)
                && [90, 180, 270].into_iter().any(lies)
        };
        ground.under(&base).any(inside) || (0..ground.terrain().len()).any(behind)
    }

    /// R13 Is an element within its side's set-up zone?
    pub(super) fn is_in_zone(&self, side: Side, piece: &Piece) -> bool {
        let (army, plan) = (self.battle.army(side), &self.battle.scenario().table.plan);
        let base = piece.base();
        let inside = |corner: &Point| (0..=army.zone).contains(&army.edge.inside(plan, *corner));
        self.land().ground().holds_all(&base) && base.corners().iter().all(inside)
    }

    /// A whole state behind what is seen: some of those who may hide and have not been seen, anywhere in the zone.
    pub(super) fn imagine(&self, random: &mut Seeded) -> State {
        let mut whole = self.clone();
        if self.ambush != Secret::Hidden {
            return whole;
        }
        whole.ambush = Secret::Known(Vec::new());
        let army = self.battle.army(Side::Defender);
        let seen = self.units.iter().filter(|piece| piece.pool).count();
        let left = usize::from(army.hides).saturating_sub(seen);
        let unseen = |slot: &u8| !self.units.iter().any(|piece| piece.pool && piece.listed == *slot);
        let mut slots: Vec<u8> = (0..army.ambush.len() as u8).filter(unseen).collect();
        random.shuffle(&mut slots);
        // Somebody who may hide is thought to hide: it is the safer guess.
        let count = if left == 0 { 0 } else { 1 + random.below(left as u32) as usize };
        for slot in slots.into_iter().take(count) {
            if let Some((at, facing)) = whole.somewhere_to_hide(slot, random) {
                let piece = army.ambush[usize::from(slot)].in_hiding(slot, at, facing);
                if let Secret::Known(ambush) = &mut whole.ambush {
                    ambush.push(piece);
                    ambush.sort_by_key(|piece| piece.listed);
                }
            }
        }
        whole
    }

    /// A place at random where an element may hide.
    pub(super) fn somewhere_to_hide(&self, slot: u8, random: &mut Seeded) -> Option<(Point, Facing)> {
        let facing = self.battle.army(Side::Defender).ambush[usize::from(slot)].facing;
        let spots = (0..60).map(|_| self.somewhere_in_zone(Side::Defender, random));
        { spots }.find(|at| self.check_hiding(slot, *at, facing).is_ok()).map(|at| (at, facing))
    }

    /// A point of the half-inch lattice at random in a side's set-up zone.
    pub(super) fn somewhere_in_zone(&self, side: Side, random: &mut Seeded) -> Point {
        let (army, plan) = (self.battle.army(side), &self.battle.scenario().table.plan);
        let mut at = |least: i64, most: i64| {
            field::STEP * (least / field::STEP + i64::from(random.below(((most - least) / field::STEP).max(1) as u32)))
        };
        match army.edge {
            tabletop::Edge::Top => Point::new(at(0, plan.width), at(0, army.zone)),
            tabletop::Edge::Bottom => Point::new(at(0, plan.width), at(plan.depth - army.zone, plan.depth)),
            tabletop::Edge::Left => Point::new(at(0, army.zone), at(0, plan.depth)),
            tabletop::Edge::Right => Point::new(at(plan.width - army.zone, plan.width), at(0, plan.depth)),
        }
    }
}
