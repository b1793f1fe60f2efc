//! R12: assaults, from the order to the fight.

use super::course::settle;
use super::event::Event;
use super::firing::suffer;
use super::pursuit::ahead;
use super::retreat::{Retreat, fall_back};
use super::route::{allowance, route};
use super::state::Frame;
use super::{Act, Course, Piece, State, UnitId};
use crate::activation::Action;
use crate::assault::{Answering, Assault, Attacker, Charge, Contact, Ended, Pursuit, Stage};
use crate::fall_back::WayBack;
use crate::nerve::Stand;
use crate::scenario::Lie;
use crate::units::Kind;
use field::{Facing, Footprint, INCH, Point};
use kernel::odds::Chain;
use kernel::procedure::{OnDesk, Refusal};
use kernel::rule::Rule;
use kernel::{bail, ensure};
use tabletop::inches;

impl State {
    /// R12 The course of an assault: by some points, and then straight at the target until the two touch.
    pub(super) fn charge(&self, id: UnitId, by: &[Point], target: UnitId) -> Result<Course, Refusal> {
        let unit = self.unit(id);
        let reach = allowance(unit, Action::Assault)
            .ok_or_else(|| Refusal::by(Rule("Moving"), format!("{} has no assault move", self.name(id))))?;
        let Some(enemy) = self.here(target).filter(|enemy| enemy.side != unit.side) else {
            bail!(Rule("R12"), "only an enemy unit that is on the table can be assaulted");
        };
        let mut route = route(self, id, reach, unit.column, Some(target));
        route.along(by)?;
        let theirs = enemy.base();
        // Its own front is half an inch before its middle.
        let through = |(from, to): (&Point, &Point)| theirs.is_passed_within(*from, *to, INCH / 2);
        if std::iter::once(&unit.at).chain(by).zip(by).any(through) {
            bail!(Rule("R13"), "the way leads through {}; enemies are not passed through", self.name(target));
        }
        let (from, to) = (route.end(), enemy.at);
        let Some(facing) = Facing::along(to.minus(from)) else {
            bail!(Rule("R12"), "the way leads over the middle of the target");
        };
        let here = Footprint::from(route.walker.block(from, facing));
        let (name, near) = (self.name(target), here.within(&theirs, route.left));
        ensure!(near, Rule("Moving"), "{name} is more than {} inches away", inches(route.left));
        let touches =
            |along: i64| Footprint::from(route.walker.block(from.towards(to, along), facing)).touches(&theirs);
        // The gap to something convex only shrinks until the two touch, so halving finds the first touch.
        let (mut clear, mut touching) = (0, from.distance(to));
        while touching - clear > 1 {
            let middle = i64::midpoint(clear, touching);
            if touches(middle) { touching = middle } else { clear = middle }
        }
        let contact = from.towards(to, touching);
        route.leg(contact)?;
        let base = Footprint::from(route.walker.block(contact, facing));
        let taken = self.all().find(|(other, piece)| *other != id && *other != target && piece.base().overlaps(&base));
        if let Some((other, _)) = taken {
            bail!(Rule("R13"), "{} stands where {} would touch its target", self.name(other), self.name(id));
        }
        let passage = self.land().passage(unit.kind, unit.column);
        passage.rests(&base, &[]).map_err(|hindrance| super::route::hindered(self, hindrance))?;
        let spare = route.left;
        // It touches as it faces its target's middle; along a last leg of hundredths it would face a degree beside that.
        Ok(Course { target: Some(target), spare, ..Course::of(id, route.points, facing.degrees() as u16) })
    }

    /// Where an attacker and its target would fall back to.
    pub(super) fn ways_back(&self, id: UnitId, target: UnitId) -> [Retreat; 2] {
        [self.retreat(id, Some(target)), self.retreat(target, Some(id))]
    }

    /// The fight of two that touch, as the dice see it; the attacker has come over wire, or has not.
    pub(super) fn contact(&self, attacker: &Piece, target: UnitId, wire: bool, ways_back: [WayBack; 2]) -> Assault {
        let theirs = self.unit(target);
        let behind = theirs.block().has_behind_front(attacker.at);
        Assault {
            attacker: match attacker.kind {
                Kind::MountedCavalry => Attacker::MountedCavalry,
                Kind::DismountedCavalry => Attacker::DismountedCavalry,
                _ => Attacker::Infantry,
            },
            attacker_quality: attacker.quality,
            attacker_bases: attacker.bases,
            attacker_markers: attacker.markers,
            attacker_moved: attacker.moved,
            inches_left: 0,
            attacker_way_back: ways_back[0],
            target: theirs.kind,
            target_quality: theirs.quality,
            target_bases: theirs.bases,
            target_markers: theirs.markers,
            target_limbered: theirs.is_limbered(),
            target_tokens: theirs.tokens.min(3),
            target_way_back: ways_back[1],
            ground: self.ground_of(theirs, &theirs.block(), attacker.at),
            wire,
            contact: if behind { Contact::FlankOrRear } else { Contact::Front },
            reaction: Answering::None,
            pursuit: Pursuit::Stays,
        }
    }
}

/// R12 Two that touch fight; the loser falls back, and cavalry that wins may pursue.
pub(super) fn fight(act: &mut Act<'_>, course: &Course, target: UnitId) {
    let id = course.unit;
    let attacker = act.state.unit(id).clone();
    let wire = course.entered.iter().any(|piece| act.state.land().lie(usize::from(*piece)) == Lie::Wire);
    let retreats = act.state.ways_back(id, target);
    let assault = act.state.contact(&attacker, target, wire, retreats.map(|retreat| retreat.way));
    act.state.roller = attacker.side;
    let flank = assault.contact == Contact::FlankOrRear;
    act.happens(Event::Touches { unit: id, target, flank });
    let charge = Charge::of(&assault);
    let desk = |_: &State| OnDesk::of(&crate::assault::procedure(), &assault);
    let mut stage = charge.contact(attacker.markers);
    let (ended, pursues): (Ended, bool) = loop {
        match stage {
            Stage::Won(ended) => break (ended, true),
            Stage::Over(ended) => break (ended, false),
            open => stage = act.roll_as(desk, |dice| charge.step(&open, dice)),
        }
    };
    act.happens(Event::Fought { unit: id, target, verdict: ended.verdict });
    for (unit, struck, retreat) in [(id, ended.attacker, &retreats[0]), (target, ended.target, &retreats[1])] {
        let beaten = ended.attacker_wins() == (unit == target);
        if struck.laid > 0 {
            act.happens(Event::Struck { unit, hits: struck.hits, laid: struck.laid, beaten });
        }
        suffer(act, unit, struck.fate, retreat.way);
    }
    for (unit, struck, retreat) in [(target, ended.target, &retreats[1]), (id, ended.attacker, &retreats[0])] {
        if struck.fate.stand != Stand::Holds {
            fall_back(act, unit, retreat);
        }
    }
    let attacker = act.state.unit(id);
    if attacker.is_here() && ended.attacker.fate.stand == Stand::Holds {
        // R24 Where the target could not fall back, the attacker stands an inch off.
        settle(act.state, course);
        let unit = act.state.unit(id);
        let (at, facing) = (unit.at, unit.facing.degrees() as u16);
        act.happens(Event::Went { unit: id, to: at, facing });
    } else if attacker.is_here() && retreats[0].way == WayBack::Blocked {
        settle(act.state, course);
    }
    super::leaders::flee(act);
    if pursues {
        let winner = if ended.attacker_wins() { id } else { target };
        if act.state.unit(winner).is_here() && ahead(act.state, winner).is_some() {
            act.state.frames.push(Frame::Pursuit { unit: winner });
        }
    }
}
