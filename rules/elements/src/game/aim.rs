//! Who may fire at whom, and the shot that it is (R5, R6, R7, R26, R30, R42).

use super::desk::Form;
use super::sight::Shelter;
use super::{Mark, Piece, Side, State, TOUCH, UnitId, Weapon};
use crate::ap_fire::{ApFire, column};
use crate::catalogue::{Class, Element};
use crate::choices::{ApFirer, ApTarget, Armoured, HeSaFirer, Infantry, OnTable};
use crate::grade::Ap;
use crate::ground::{self, Distance, Facing};
use crate::he_sa::HeSaFire;
use crate::results::{Hit, Passengers, Struck, WayBack};
use crate::tank_hunting::TankHunt;
use field::{Footprint, INCH, Line, Point};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::{bail, ensure};

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
    /// The shot as the charts desk has it.
    pub(super) form: Form,
}

/// R10 How near hunters must be.
const HUNTING: i64 = INCH;

impl State {
    /// May an element fire at all this turn?
    pub(super) fn may_fire(&self, side: Side, id: UnitId) -> Result<(), Refusal> {
        let Some(piece) = self.get(id).filter(|piece| piece.side == side && piece.stands()) else {
            bail!(Rule("R6"), "only an element of one's own that stands on the table may fire");
        };
        let name = self.name(id);
        ensure!(!piece.is(Mark::FIRED), Rule("R6"), "{name} has fired already this turn");
        ensure!(
            !piece.is(Mark::PACKED),
            Rule("Movement:man-portable"),
            "{name} is broken down and must be set up first"
        );
        let values = &self.element(id).values;
        ensure!(values.he_sa.is_some() || values.ap != Ap::None, Rule("R1"), "{name} has no weapon");
        ensure!(
            !piece.is_suppressed() || !self.is_in_contact(id),
            Rule("Results:suppressed-contact"),
            "{name} is suppressed and in contact, so it does not fire"
        );
        Ok(())
    }

    /// The shot of an element at another, if it may be taken.
    pub(super) fn aim(&self, id: UnitId, target: UnitId, weapon: Weapon) -> Result<Aim, Refusal> {
        self.aimed(id, target, weapon, true)
    }

    /// The same; where to the target would fall back is worked out only if that is asked for, since it takes most of the
    /// time.
    pub(super) fn aimed(&self, id: UnitId, target: UnitId, weapon: Weapon, ways: bool) -> Result<Aim, Refusal> {
        let (line, distance) = self.sighted(id, target, weapon)?;
        let (piece, mark) = (self.unit(id), self.unit(target));
        let from = line.map_or(piece.at, |line| if line.to == mark.at { piece.at } else { line.from });
        let shelter = self.shelter(mark, &mark.base(), if from == mark.at { piece.at } else { from });
        let behind = mark.block().has_behind_front(piece.at);
        let facing = if behind { Facing::Side } else { Facing::Front };
        let mut form = self.shot_form(id, target, weapon, (shelter, facing, distance, line.is_none()));
        if let Form::HeSa(fire) = &mut form
            && ways
        {
            fire.way_back = self.way_back(target, fire.protects());
        }
        Ok(Aim { line, shelter, facing, distance, form })
    }

    /// May an element fire at another with this weapon? The line, unless others spot for it, and how far it is.
    pub(super) fn sighted(
        &self,
        id: UnitId,
        target: UnitId,
        weapon: Weapon,
    ) -> Result<(Option<Line>, Distance), Refusal> {
        let piece = self.unit(id);
        let enemy = |mark: &&Piece| mark.side != piece.side && mark.stands();
        let Some(mark) = self.units.get(usize::from(target.0)).filter(enemy) else {
            bail!(Rule("R6"), "only an enemy element that stands on the table can be fired at");
        };
        self.check_harm(id, target, weapon)?;
        let (name, target_name) = (self.name(id), self.name(target));
        let base = mark.base();
        let touches = self.touch(id, target);
        ensure!(
            touches || !self.is_in_contact(id),
            Rule("R6"),
            "{name} is in contact and fires only at an enemy that it touches"
        );
        let armoured = self.element(target).is_armoured();
        ensure!(
            touches || !self.is_in_contact(target) || armoured && weapon != Weapon::HeSa,
            Rule("R42"),
            "{target_name} is in contact; only AP at an armoured vehicle is fired into it"
        );
        let distance = self.check_reach(id, &base, weapon)?;
        if !self.is_in_arc(id, &base) {
            let degrees = 2 * self.arc(id);
            bail!(
                Rule(if piece.is_suppressed() { "R50" } else { "R7" }),
                "{target_name} is not within the {degrees} degrees that {name} fires in"
            );
        }
        let line = self.sees(id, &base);
        let spotted = || weapon == Weapon::HeSa && self.element(id).is_mortar() && self.is_spotted(id, &base);
        if line.is_none() && !spotted() {
            let crest = self.land().ground().crossings(piece.at, mark.at);
            let crest = crest.iter().any(|crossing| self.land().lie(crossing.piece) == crate::scenario::Lie::Hill);
            let rule = if crest { Rule("R35") } else { Rule("Common:sight") };
            bail!(rule, "{name} does not see {target_name}");
        }
        Ok((line, distance))
    }

    /// R1, R5, R10 Can a weapon do a target any harm at all? It is asked before anything is measured.
    fn why_harmless(&self, id: UnitId, target: UnitId, weapon: Weapon) -> Option<Rule> {
        let (firer, mark) = (self.element(id), self.element(target));
        match weapon {
            Weapon::HeSa if firer.values.he_sa.is_none() => Some(Rule("R1")),
            Weapon::HeSa if mark.is_armoured() && !self.struck(target).exposes_riders(firer.is_mortar()) => {
                Some(Rule("R5"))
            }
            Weapon::Ap => column(firer.values.ap, mark).err(),
            Weapon::Hunt if !firer.is_infantry() || !mark.is_armoured() => Some(Rule("R10")),
            Weapon::HeSa | Weapon::Hunt => None,
        }
    }

    /// Can a weapon do a target any harm at all?
    pub(super) fn is_harmful(&self, id: UnitId, target: UnitId, weapon: Weapon) -> bool {
        self.why_harmless(id, target, weapon).is_none()
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
        let gap = if gap <= TOUCH { 0 } else { gap };
        let range = if weapon == Weapon::Ap { element.ap_range() } else { element.values.range };
        let units = ((gap + INCH - 1) / INCH) as i32;
        let distance = Distance { units, range, firer: ground::State::of(piece.is_suppressed()) };
        let name = self.name(id);
        if weapon == Weapon::Hunt {
            ensure!(
                gap <= HUNTING,
                Rule("R10"),
                "{name} hunts a vehicle within 1, and this one is {} away",
                tabletop::inches(gap)
            );
            return Ok(distance);
        }
        let rule = if piece.is_suppressed() { Rule("Results:suppressed-fire") } else { Rule("R4") };
        let reach = distance.reach();
        ensure!(distance.units <= reach, rule, "that is {} away, and {name} reaches {reach}", tabletop::inches(gap));
        Ok(distance)
    }

    /// A shot that can do harm, as the charts desk has it.
    fn shot_form(
        &self,
        id: UnitId,
        target: UnitId,
        weapon: Weapon,
        (shelter, facing, distance, spotted): (Shelter, Facing, Distance, bool),
    ) -> Form {
        let (piece, firer, mark) = (self.unit(id), self.element(id), self.element(target));
        let quality = self.quality(id).into();
        let range = distance.units.clamp(1, 72) as u8;
        let suppressed = piece.is_suppressed();
        let foreign_edge = self.is_at_foreign_edge(piece.side, &piece.base());
        let Shelter { cover, smoke, crest } = shelter;
        let target_state = ground::State::of(self.unit(target).is_suppressed());
        let (riders, towed) = (self.riders(target).len() as u8, self.tow(target).is_some());
        match weapon {
            Weapon::HeSa => Form::HeSa(HeSaFire {
                attacker: HeSaFirer::from(firer),
                target: OnTable::from(mark),
                range,
                quality,
                suppressed,
                cover,
                smoke,
                foreign_edge,
                target_state,
                way_back: WayBack::Free,
                riders,
                towed,
                spotted,
            }),
            Weapon::Ap => Form::Ap(ApFire {
                attacker: ApFirer::from(firer),
                target: ApTarget::from(mark),
                range,
                facing,
                quality,
                suppressed,
                cover,
                hull_down: crest || cover == ground::Cover::Wall,
                smoke,
                foreign_edge,
                target_state,
                riders,
                towed,
                passengers: Passengers::Stay,
            }),
            Weapon::Hunt => Form::Hunt(TankHunt {
                hunter: Infantry::from(firer),
                quality,
                target: Armoured::from(mark),
                target_state,
                friends_near: self.has_friends_near(target),
                riders,
                towed,
                passengers: Passengers::Stay,
            }),
        }
    }

    /// R14 Where an element would fall back to. Only an F that is obeyed leads anywhere.
    pub(super) fn way_back(&self, id: UnitId, protected: bool) -> WayBack {
        if protected || self.element(id).is_csw() { WayBack::Free } else { self.falls_back(id).way }
    }

    /// R10 Are friends of a vehicle within 4 of it?
    pub(super) fn has_friends_near(&self, id: UnitId) -> bool {
        let piece = self.unit(id);
        let base = piece.base();
        let mut friends = self.of_side(piece.side).filter(|(friend, _)| *friend != id);
        friends.any(|(_, friend)| friend.is_about(piece.at, 4 * INCH) && friend.base().within(&base, 4 * INCH))
    }

    /// An element as a K in close combat finds it.
    pub(super) fn struck(&self, id: UnitId) -> Struck {
        Struck {
            element: self.element(id),
            state: ground::State::of(self.unit(id).is_suppressed()),
            riders: self.riders(id).len() as u8,
            towed: self.tow(id).is_some(),
            protected: true,
            way_back: WayBack::Free,
            passengers: Passengers::Stay,
            hit: Hit::HeSa,
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
        order.into_iter().filter(move |weapon| hopes(weapon) && self.sighted(id, target, *weapon).is_ok())
    }

    /// The weapon that is meant where none can be fired: what it lacks is told of this one.
    pub(super) fn meant_weapon(&self, id: UnitId, target: UnitId) -> Weapon {
        let armoured = self.get(target).is_some() && self.element(target).is_armoured();
        if armoured && self.element(id).values.ap != Ap::None { Weapon::Ap } else { Weapon::HeSa }
    }

    /// Can an element lay smoke: a mortar, or a gun of 75 mm or more (R25)?
    pub(super) fn has_smoke(element: &Element) -> bool {
        element.is_mortar()
            || element.figures.gun.is_some_and(|gun| gun.calibre >= 75) && element.values.he_sa.is_some()
    }

    /// R28 May support, air or speculative fire be aimed at a point: on the table, and not within 2 of a friend in contact?
    pub(super) fn check_point(&self, side: Side, at: Point) -> Result<(), Refusal> {
        self.check_on_table(at)?;
        let near = |(id, friend): &(UnitId, &Piece)| {
            friend.is_about(at, 2 * INCH) && friend.base().within(&at.into(), 2 * INCH) && self.is_in_contact(*id)
        };
        if let Some((friend, _)) = self.of_side(side).find(near) {
            bail!(Rule("R28"), "{} is in contact within 2 of that point", self.name(friend));
        }
        Ok(())
    }

    /// Is an element one that calls for support?
    pub(super) fn is_caller(&self, id: UnitId) -> bool {
        matches!(self.element(id).figures.class, Class::Commander | Class::Foo)
    }
}
