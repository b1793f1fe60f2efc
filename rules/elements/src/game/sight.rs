//! Sight, cover, smoke and arcs (R7, R8, R25, R30, R35, R36, R50).

use super::{Mark, Piece, Side, State, UnitId};
use crate::catalogue::{Class, Element};
use crate::ground::Cover;
use crate::scenario::Lie;
use field::{Footprint, INCH, Line, Point, Sector};

/// What a target has before it, to somebody who fires from a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shelter {
    pub(super) cover: Cover,
    /// R8 Behind a crest, against shots from the front.
    pub(super) crest: bool,
    /// R25 The line crosses smoke.
    pub(super) smoke: bool,
}

impl State {
    /// Common:sight The line by which an element sees some ground. Elements do not block it (R8).
    pub(super) fn sees(&self, viewer: UnitId, target: &Footprint) -> Option<Line> {
        self.land().line(&self.unit(viewer).base(), target)
    }

    /// Does an element of this side that all see see some ground?
    pub(super) fn is_seen_by(&self, side: Side, target: &Footprint) -> bool {
        self.of_side(side).any(|(id, _)| self.sees(id, target).is_some())
    }

    /// R30 Who spots for a mortar: its own commander, FOOs, and friends within 4 of it.
    pub(super) fn is_spotted(&self, mortar: UnitId, target: &Footprint) -> bool {
        let piece = self.unit(mortar);
        let base = piece.base();
        let spots = |(id, friend): &(UnitId, &Piece)| {
            let class = self.element(*id).figures.class;
            let looks = class == Class::Foo || class == Class::Commander && self.commands(*id, mortar);
            *id != mortar && (looks || friend.base().within(&base, 4 * INCH))
        };
        self.own(piece.side).filter(spots).any(|(id, _)| self.sees(id, target).is_some())
    }

    /// R8 What an element has before it, seen from a point.
    pub(super) fn shelter(&self, piece: &Piece, base: &Footprint, from: Point) -> Shelter {
        let ground = self.land().ground();
        let mut cover = if piece.is(Mark::DUG_IN) { Cover::DugIn } else { Cover::Open };
        // R36 A base has cover only if it stands wholly inside. R8 Of several kinds the worst for the firer counts.
        for number in ground.under(base).filter(|number| ground.covers(*number, base)) {
            cover = cover.max(match self.land().lie(number) {
                Lie::Works => Cover::Fortification,
                Lie::House => Cover::Building,
                Lie::Wood | Lie::DenseWood | Lie::Rubble => Cover::Woods,
                Lie::Crops => Cover::Crops,
                _ => Cover::Open,
            });
        }
        let mut crest = false;
        let to = base.middle();
        if ground.holds(from) && ground.holds(to) && from != to {
            let length = from.distance(to);
            for crossing in &ground.crossings(from, to) {
                let lie = self.land().lie(crossing.piece);
                if lie.is_linear() && ground.is_within(crossing.piece, base, INCH) {
                    cover = cover.max(match lie {
                        Lie::Hedge => Cover::Hedge,
                        Lie::Wall => Cover::Wall,
                        _ => Cover::Open,
                    });
                }
                let rims = [crossing.from, crossing.to].into_iter();
                let rims = rims.filter(|rim| *rim > field::Fraction::ZERO && *rim < field::Fraction::ONE);
                // R8 A rim within an inch before the base.
                crest |= lie == Lie::Hill && { rims }
                    .any(|rim| length - rim.of_length(length) <= INCH + piece.block().depth / 2);
            }
        }
        let smoke = self.is_smoked(base, Line { from, to });
        Shelter { cover, crest: crest && piece.is(Mark::VEHICLE), smoke }
    }

    /// R25 Does a line cross smoke, or end in it?
    fn is_smoked(&self, base: &Footprint, line: Line) -> bool {
        self.smoke
            .iter()
            .map(super::Smoke::screen)
            .any(|screen| screen.is_crossed(line.from, line.to) || screen.overlaps(base) || screen.holds(line.from))
    }

    /// R7, R50 Is some ground in the arc of an element? The suppressed have 90 degrees.
    pub(super) fn is_in_arc(&self, id: UnitId, target: &Footprint) -> bool {
        let piece = self.unit(id);
        Sector { facing: piece.facing, each_side: self.arc(id) }.holds_some_of(piece.at, target)
    }

    /// R7 Degrees to each side of its front.
    pub(super) fn arc(&self, id: UnitId) -> u16 {
        if self.unit(id).is_suppressed() || is_narrow(self.element(id)) { 45 } else { 180 }
    }
}

/// R7 Casemates and guns.
fn is_narrow(element: &Element) -> bool {
    let casemate = element.is_afv() && element.figures.armour.is_some_and(|armour| armour.turret_front.is_none());
    element.figures.class == Class::Gun || casemate
}
