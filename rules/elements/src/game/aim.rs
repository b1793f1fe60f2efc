//! Who may fire at whom, and the shot that it is (R5, R6, R7, R26, R30, R42).

use super::sight::Shelter;
use super::{Mark, Piece, Side, State, UnitId, Weapon};
use crate::ap_fire::{ApShot, column};
use crate::ap_hit;
use crate::ap_penetration::Strike;
use crate::catalogue::{Class, Element};
use crate::contact::MEN;
use crate::grade::{Ap, Star};
use crate::ground::{self, Distance, Facing};
use crate::he_sa::{Fire, HeSaShot};
use crate::results::{Passengers, Struck, WayBack};
use crate::tank_hunting::Hunt;
use field::{Footprint, INCH, Line, Point};
use kernel::procedure::Refusal;
use kernel::rule::Rule;

/// A shot that may be taken.
#[derive(Clone, Debug)]
pub(super) struct Aim {
    /// The line of sight; none for a mortar that others spot for.
    pub(super) line: Option<Line>,
    /// What the target has before it.
    pub(super) shelter: Shelter,
    /// Where it is taken from.
    pub(super) facing: Facing,
    /// How far away it is.
    pub(super) distance: Distance,
    /// The rolls.
    pub(super) shot: Shot,
}

/// The rolls of a shot.
#[derive(Clone, Debug)]
pub(super) enum Shot {
    /// HE/SA at the target.
    HeSa(HeSaShot),
    /// R26 HE/SA at those who ride on it.
    Riders(Fire),
    /// AP.
    Ap(ApShot),
    /// Tank hunting.
    Hunt(Hunt),
}

/// R10 How near hunters must be.
const HUNTING: i64 = INCH;

impl State {
    /// May an element fire at all this turn?
    pub(super) fn may_fire(&self, side: Side, id: UnitId) -> Result<(), Refusal> {
        let Some(piece) = self.get(id).filter(|piece| piece.side == side && piece.stands()) else {
            return Err(Refusal::by(Rule("R6"), "only an element of one's own that stands on the table may fire"));
        };
        let name = self.name(id);
        if piece.is(Mark::FIRED) {
            return Err(Refusal::by(Rule("R6"), format!("{name} has fired already this turn")));
        }
        if piece.is(Mark::PACKED) {
            let sentence = format!("{name} is broken down and must be set up first");
            return Err(Refusal::by(Rule("Movement:man-portable"), sentence));
        }
        let values = &self.element(id).values;
        if values.he_sa.is_none() && values.ap == Ap::None {
            return Err(Refusal::by(Rule("R1"), format!("{name} has no weapon")));
        }
        if piece.is_suppressed() && self.is_in_contact(id) {
            let sentence = format!("{name} is suppressed and in contact, so it does not fire");
            return Err(Refusal::by(Rule("Results:suppressed-contact"), sentence));
        }
        Ok(())
    }

    /// May an element fire at another with this weapon?
    pub(super) fn aim(&self, id: UnitId, target: UnitId, weapon: Weapon) -> Result<Aim, Refusal> {
        self.aimed(id, target, weapon, true)
    }

    /// The same; where to the target would fall back is worked out only if that is asked for, since it takes most of the
    /// time.
    pub(super) fn aimed(&self, id: UnitId, target: UnitId, weapon: Weapon, ways: bool) -> Result<Aim, Refusal> {
        let piece = self.unit(id);
        let enemy = |mark: &&Piece| mark.side != piece.side && mark.stands();
        let Some(mark) = self.units.get(usize::from(target.0)).filter(enemy) else {
            return Err(Refusal::by(Rule("R6"), "only an enemy element that stands on the table can be fired at"));
        };
        self.check_harm(id, target, weapon)?;
        let (name, target_name) = (self.name(id), self.name(target));
        let base = mark.base();
        let touches = self.touch(id, target);
        if !touches && self.is_in_contact(id) {
            let sentence = format!("{name} is in contact and fires only at an enemy that it touches");
            return Err(Refusal::by(Rule("R6"), sentence));
        }
        let armoured = self.element(target).is_armoured();
        if !touches && self.is_in_contact(target) && !(armoured && weapon != Weapon::HeSa) {
            let sentence = format!("{target_name} is in contact; only AP at an armoured vehicle is fired into it");
            return Err(Refusal::by(Rule("R42"), sentence));
        }
        let distance = self.check_reach(id, &base, weapon)?;
        if !self.is_in_arc(id, &base) {
            let degrees = 2 * self.arc(id);
            let sentence = format!("{target_name} is not within the {degrees} degrees that {name} fires in");
            return Err(Refusal::by(Rule(if piece.is_suppressed() { "R50" } else { "R7" }), sentence));
        }
        let line = self.sees(id, &base);
        let spotted = weapon == Weapon::HeSa && self.element(id).is_mortar() && self.is_spotted(id, &base);
        if line.is_none() && !spotted {
            let crest = self.land().ground().crossings(piece.at, mark.at);
            let crest = crest.iter().any(|crossing| self.land().lie(crossing.piece) == crate::scenario::Lie::Hill);
            let rule = if crest { Rule("R35") } else { Rule("Common:sight") };
            return Err(Refusal::by(rule, format!("{name} does not see {target_name}")));
        }
        let from = line.map_or(piece.at, |line| if line.to == mark.at { piece.at } else { line.from });
        let shelter = self.shelter(mark, &base, if from == mark.at { piece.at } else { from });
        let behind = mark.block().has_behind_front(piece.at);
        let facing = if behind { Facing::Side } else { Facing::Front };
        let shot = self.shot(id, target, weapon, (shelter, facing, distance, line.is_none()), ways);
        Ok(Aim { line, shelter, facing, distance, shot })
    }

    /// R1, R5, R10 Can a weapon do a target any harm at all? It is asked before anything is measured.
    fn why_harmless(&self, id: UnitId, target: UnitId, weapon: Weapon) -> Option<Rule> {
        let (firer, mark) = (self.element(id), self.element(target));
        match weapon {
            Weapon::HeSa if firer.values.he_sa.is_none() => Some(Rule("R1")),
            Weapon::HeSa if mark.is_armoured() && !self.exposes_riders(target, firer.is_mortar()) => Some(Rule("R5")),
            Weapon::Ap => column(firer.values.ap, mark).err(),
            Weapon::Hunt if !firer.is_infantry() || !mark.is_armoured() => Some(Rule("R10")),
            Weapon::HeSa | Weapon::Hunt => None,
        }
    }

    fn check_harm(&self, id: UnitId, target: UnitId, weapon: Weapon) -> Result<(), Refusal> {
        let Some(rule) = self.why_harmless(id, target, weapon) else { return Ok(()) };
        let (name, target_name) = (self.name(id), self.name(target));
        let sentence = match weapon {
            Weapon::HeSa if self.element(id).values.he_sa.is_none() => {
                format!("{name} has neither high explosive nor small arms")
            }
            Weapon::HeSa => format!("HE/SA does nothing to {target_name}, which is armoured"),
            Weapon::Ap => format!("AP of {name} does nothing to {target_name}"),
            Weapon::Hunt => format!("only infantry hunts armoured vehicles: {name} does not hunt {target_name}"),
        };
        Err(Refusal::by(rule, sentence))
    }

    /// Could an element reach a base whose middle is there, or a point? It is asked before anything is measured.
    pub(super) fn may_reach(&self, id: UnitId, at: Point, weapon: Weapon) -> bool {
        let Some(piece) = self.get(id) else { return false };
        let element = self.element(id);
        let reach = match weapon {
            Weapon::Hunt => HUNTING,
            Weapon::Ap => i64::from(element.ap_range()) * INCH,
            Weapon::HeSa => i64::from(element.values.range) * INCH,
        };
        piece.is_about(at, reach)
    }

    /// How far something is, if the weapon reaches it.
    pub(super) fn check_reach(&self, id: UnitId, base: &Footprint, weapon: Weapon) -> Result<Distance, Refusal> {
        let (piece, element) = (self.unit(id), self.element(id));
        let gap = piece.base().gap(base);
        let range = if weapon == Weapon::Ap { element.ap_range() } else { element.values.range };
        let units = ((gap + INCH - 1) / INCH) as i32;
        let distance = Distance { units, range, firer: ground::State::of(piece.is_suppressed()) };
        let name = self.name(id);
        if weapon == Weapon::Hunt {
            if gap > HUNTING {
                let sentence =
                    format!("{name} hunts a vehicle within 1, and this one is {} away", tabletop::inches(gap));
                return Err(Refusal::by(Rule("R10"), sentence));
            }
            return Ok(distance);
        }
        let rule = if piece.is_suppressed() { Rule("Results:suppressed-fire") } else { Rule("R4") };
        let reach = distance.reach();
        if distance.units > reach {
            let sentence = format!("that is {} away, and {name} reaches {reach}", tabletop::inches(gap));
            return Err(Refusal::by(rule, sentence));
        }
        Ok(distance)
    }

    /// The rolls of a shot that can do harm.
    fn shot(
        &self,
        id: UnitId,
        target: UnitId,
        weapon: Weapon,
        (shelter, facing, distance, unseen): (Shelter, Facing, Distance, bool),
        ways: bool,
    ) -> Shot {
        let (piece, firer, mark) = (self.unit(id), self.element(id), self.element(target));
        let quality = self.quality(id);
        let foreign_edge = self.is_at_foreign_edge(piece.side, &piece.base());
        match weapon {
            Weapon::HeSa => {
                let fire = Fire {
                    firer: firer.word,
                    target: mark.word,
                    value: firer.values.he_sa.unwrap_or(0),
                    defence: mark.values.defence,
                    close: distance.is_close(),
                    shelter: shelter.cover.behind(shelter.smoke),
                    foreign_edge,
                    charge: false,
                    quality,
                    ruling: unseen.then_some((Rule("R30"), "not seen by the mortar itself", -2)),
                    seat: piece.side.seat(),
                };
                if mark.is_armoured() {
                    return Shot::Riders(Fire { defence: MEN, ..fire });
                }
                let protected = shelter.cover.protects_from_fall_back() || firer.is_mortar();
                let struck = self.struck(target, protected || !ways, false);
                Shot::HeSa(HeSaShot { fire: Some(fire), struck: Struck { protected, ..struck } })
            }
            Weapon::Ap => {
                let flames = firer.values.ap == Ap::Star(Star::Flamethrower);
                let hull_down = (shelter.crest || shelter.cover == ground::Cover::Wall) && facing == Facing::Front;
                let before = if hull_down { ground::Shelter::Hard } else { shelter.cover.behind(shelter.smoke) };
                let aim = ap_hit::Aim {
                    distance,
                    shelter: before,
                    foreign_edge,
                    accuracy: firer.values.accuracy,
                    size: mark.values.size,
                    quality,
                };
                let shifts = (!flames).then_some((distance, facing));
                Shot::Ap(ApShot {
                    aim: (!flames).then_some(aim),
                    strike: column(firer.values.ap, mark).map(|base| Strike { base, shifts, quality }),
                    struck: self.struck(target, false, true),
                })
            }
            Weapon::Hunt => {
                let guarded = !self.unit(target).is_suppressed() && self.has_friends_near(target);
                Shot::Hunt(Hunt::of(firer, quality, guarded, self.struck(target, false, true)))
            }
        }
    }

    /// R10 Are friends of a vehicle within 4 of it?
    pub(super) fn has_friends_near(&self, id: UnitId) -> bool {
        let piece = self.unit(id);
        let base = piece.base();
        let mut friends = self.of_side(piece.side).filter(|(friend, _)| *friend != id);
        friends.any(|(_, friend)| friend.is_about(piece.at, 4 * INCH) && friend.base().within(&base, 4 * INCH))
    }

    /// R26 Can HE/SA be rolled against those who ride: on a tank, or by bombs and shells in an open-topped vehicle?
    pub(super) fn exposes_riders(&self, id: UnitId, from_above: bool) -> bool {
        let element = self.element(id);
        !self.riders(id).is_empty() && (!element.is_transport() || from_above && element.figures.open_topped)
    }

    /// An element as results find it.
    pub(super) fn struck(&self, id: UnitId, protected: bool, by_ap: bool) -> Struck {
        // Only an F that is obeyed leads anywhere.
        let stands = protected || by_ap || self.element(id).is_csw();
        Struck {
            element: self.element(id),
            state: ground::State::of(self.unit(id).is_suppressed()),
            riders: self.riders(id).len() as u8,
            towed: self.tow(id).is_some(),
            protected,
            way_back: if stands { WayBack::Free } else { self.falls_back(id).way },
            passengers: Passengers::Stay,
            by_ap,
        }
    }

    /// The weapons with which an element may fire at another, the usual first.
    pub(super) fn weapons(&self, id: UnitId, target: UnitId) -> impl Iterator<Item = Weapon> {
        let armoured = self.get(target).is_some_and(|piece| piece.is(Mark::VEHICLE));
        let order =
            if armoured { [Weapon::Ap, Weapon::Hunt, Weapon::HeSa] } else { [Weapon::HeSa, Weapon::Ap, Weapon::Hunt] };
        // What can be seen at once is asked first: nothing is measured, and no refusal worded.
        let hopes = move |weapon: &Weapon| {
            let mark = self.get(target).filter(|mark| mark.stands());
            mark.is_some_and(|mark| self.may_reach(id, mark.at, *weapon))
                && self.why_harmless(id, target, *weapon).is_none()
        };
        order.into_iter().filter(move |weapon| hopes(weapon) && self.aimed(id, target, *weapon, false).is_ok())
    }

    /// Can an element lay smoke: a mortar, or a gun of 75 mm or more (R25)?
    pub(super) fn has_smoke(element: &Element) -> bool {
        element.is_mortar()
            || element.figures.gun.is_some_and(|gun| gun.calibre >= 75) && element.values.he_sa.is_some()
    }

    /// R24, R28 May fire be aimed at a point: on the table, and not within 2 of a friend in contact?
    pub(super) fn check_point(&self, side: Side, at: Point) -> Result<(), Refusal> {
        if !self.land().ground().holds(at) {
            return Err(Refusal::by(Rule("R29"), "that point is not on the table"));
        }
        let near = |(id, friend): &(UnitId, &Piece)| {
            friend.is_about(at, 2 * INCH) && friend.base().within(&at.into(), 2 * INCH) && self.is_in_contact(*id)
        };
        match self.of_side(side).find(near) {
            Some((friend, _)) => {
                let sentence = format!("{} is in contact within 2 of that point", self.name(friend));
                Err(Refusal::by(Rule("R28"), sentence))
            }
            None => Ok(()),
        }
    }

    /// Is an element one that calls for support?
    pub(super) fn is_caller(&self, id: UnitId) -> bool {
        matches!(self.element(id).figures.class, Class::Commander | Class::Foo)
    }
}
