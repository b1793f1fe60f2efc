//! What results do to elements, and to those who ride with them (Results, R14, R26, R55).

use super::aim::Aim;
use super::desk::{Form, Shot};
use super::event::Event;
use super::state::Frame;
use super::{Act, Mark, Place, Side, State, UnitId, Weapon};
use crate::ap_fire::Stage as ApStage;
use crate::catalogue::Class;
use crate::he_sa::{Stage as HeSaStage, resolve_he_sa};
use crate::results::{After, Fate, Hit, Struck, WayBack, which_rider};
use crate::tank_hunting::Stage as HuntStage;
use field::{Facing, INCH, Point};
use kernel::ensure;
use kernel::odds::{Chain, Turn};
use kernel::procedure::{OnDesk, Refusal};
use kernel::rule::Rule;

/// Who fires: an element, or what was called for, by its place in the scenario's list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Firer {
    Unit(UnitId),
    Support(Side, usize),
}

/// An element fires: the rolls, and what comes of them.
pub(super) fn shoot(act: &mut Act<'_>, id: UnitId, target: UnitId, weapon: Weapon, aim: &Aim) {
    act.state.roller = act.state.unit(id).side;
    act.state.mark(id, Mark::FIRED);
    act.happens(Event::Fires { unit: id, target, weapon, unseen: aim.line.is_none() });
    hit(act, Firer::Unit(id), target, &aim.form);
}

/// The rolls at an element that is fired at, and what comes of them.
pub(super) fn hit(act: &mut Act<'_>, by: Firer, target: UnitId, form: &Form) {
    match form.shot() {
        Shot::HeSa(shot) => {
            let Some(fire) = shot.fire else {
                // R5 What cannot harm is told, and not rolled.
                act.roll(|dice| shot.step(&HeSaStage::Roll, dice));
                return;
            };
            if shot.struck.hit == Hit::Rider {
                act.happens(Event::AtRiders { vehicle: target });
            }
            act.naming(|state| state.firing(by, target, shot.struck.hit));
            let result = act.roll_as(|_| form.on_desk(), |dice| resolve_he_sa(&fire, dice)).result;
            settle(act, target, &shot.struck, After::Result(result), |_| form.on_desk());
        }
        Shot::Ap(shot) => {
            let end = resolved(act, form, &shot, shot.start(), |stage| match stage {
                ApStage::After(after) => Some(*after),
                _ => None,
            });
            settle(act, target, &shot.struck, end, |_| form.on_desk());
        }
        Shot::Hunt(hunt) => {
            let end = resolved(act, form, &hunt, HuntStage::Approach, |stage| match stage {
                HuntStage::After(after) => Some(*after),
                _ => None,
            });
            settle(act, target, &hunt.struck, end, |_| form.on_desk());
        }
    }
}

/// Rolls a chain up to the result that is to be applied.
fn resolved<C: Chain>(
    act: &mut Act<'_>,
    form: &Form,
    chain: &C,
    start: C::Stage,
    result: impl Fn(&C::Stage) -> Option<After>,
) -> After {
    let mut stage = start;
    loop {
        if let Some(after) = result(&stage) {
            return after;
        }
        let Turn::Roll = chain.turn(&stage) else { unreachable!("a shot is rolled until there is a result") };
        stage = act.roll_as(|_| form.on_desk(), |dice| chain.step(&stage, dice));
    }
}

/// Does to an element what a result comes to. The desk is that of the rolls that led to it.
pub(super) fn settle(
    act: &mut Act<'_>,
    id: UnitId,
    struck: &Struck,
    after: After,
    desk: impl FnOnce(&State) -> OnDesk,
) {
    let after = match after {
        After::Result(result) => {
            let applied = struck.apply(result);
            // What the roll has said is not said again.
            if applied.because.result == result.plainly() { applied.outcome } else { act.roll(|_| applied) }
        }
        after => after,
    };
    match after {
        After::Result(_) => unreachable!("a result was applied"),
        After::WhichRider => {
            let riders = act.state.riders(id);
            let lost = act.roll_as(desk, |dice| which_rider(riders.len() as u8, dice));
            remove(act, riders[usize::from(lost)]);
            suppress(act, id);
        }
        After::MayDismount(_) => suppress(act, id),
        After::End(effect) => match effect.fate {
            Fate::NoSupport | Fate::Missed | Fate::NoEffect => {}
            Fate::RidersDismount => dismount(act, id),
            Fate::FallsBack => super::retreat::fall_back(act, id),
            Fate::Suppressed => {
                if struck.way_back == WayBack::EnemyBlocks {
                    act.happens(Event::Blocked { unit: id });
                }
                suppress(act, id);
            }
            Fate::RidersSuppressed => {
                let riders = act.state.riders(id);
                dismount(act, id);
                for rider in riders {
                    if act.state.unit(rider).place == Place::Table {
                        suppress(act, rider);
                    }
                }
            }
            Fate::RiderShot => remove(act, act.state.riders(id)[0]),
            Fate::RiderLost => unreachable!("the rider is chosen before"),
            Fate::Removed => remove(act, id),
        },
    }
}

/// Results:S, Results:passengers An element and all who ride with it become suppressed, by fire or hand to hand.
/// Results:dismount At that moment passengers of a soft vehicle and riders on a tank must dismount; those of an APC are
/// asked.
pub(super) fn suppress(act: &mut Act<'_>, id: UnitId) {
    let becomes = !act.state.unit(id).is_suppressed();
    let all: Vec<UnitId> = std::iter::once(id).chain(act.state.carried(id)).collect();
    for one in all {
        if !act.state.unit(one).is_suppressed() {
            act.state.mark(one, Mark::SUPPRESSED);
            act.happens(Event::Suppressed { unit: one });
        }
    }
    if !becomes || act.state.riders(id).is_empty() {
        return;
    }
    if act.state.element(id).figures.class == Class::Apc {
        act.state.frames.push(Frame::MayDismount { vehicle: id });
    } else {
        dismount(act, id);
    }
}

/// Results:K An element is removed, with all who ride with it.
pub(super) fn remove(act: &mut Act<'_>, id: UnitId) {
    let all: Vec<UnitId> = std::iter::once(id).chain(act.state.carried(id)).collect();
    for one in all {
        act.state.unit_mut(one).place = Place::Removed;
        act.happens(Event::Removed { unit: one });
    }
    act.state.winners.retain(|winner| winner.unit != id);
    act.state.frames.retain(|frame| !matches!(frame, Frame::MayDismount { vehicle } if *vehicle == id));
}

/// R14, R55 All who ride are on foot at once, within 1 of the vehicle; where there is no room they are removed.
pub(super) fn dismount(act: &mut Act<'_>, vehicle: UnitId) {
    for rider in act.state.riders(vehicle) {
        if let Some((at, facing)) = act.state.room_beside(rider, vehicle) {
            set_down(act.state, rider, at, facing);
            act.happens(Event::Dismounts { unit: rider, vehicle, at });
        } else {
            act.happens(Event::NoRoom { unit: rider });
            remove(act, rider);
        }
    }
}

/// Puts a rider on the table.
pub(super) fn set_down(state: &mut State, rider: UnitId, at: Point, facing: Facing) {
    let piece = state.unit_mut(rider);
    (piece.at, piece.facing, piece.aboard) = (at, facing, None);
    piece.marks.remove(Mark::TOWED);
}

impl State {
    /// Who fires and who is fired at, as players know them.
    pub(super) fn firing(&self, by: Firer, target: UnitId, hit: Hit) -> [String; 2] {
        let target = self.name(target);
        [self.firer(by), if hit == Hit::Rider { format!("those who ride with {target}") } else { target.to_owned() }]
    }

    pub(super) fn firer(&self, by: Firer) -> String {
        match by {
            Firer::Unit(id) => self.name(id).to_owned(),
            Firer::Support(side, place) => super::say::support(self, side, place as u8),
        }
    }

    /// A place within 1 of a vehicle where a rider can stand, on the side away from the enemy if there is one.
    pub(super) fn room_beside(&self, rider: UnitId, vehicle: UnitId) -> Option<(Point, Facing)> {
        let (piece, carrier) = (self.unit(rider), self.unit(vehicle));
        let enemy = self.nearest_enemy(piece.side, &carrier.base()).map(|(_, enemy)| self.unit(enemy).at);
        let away = enemy.and_then(|enemy| Facing::along(carrier.at.minus(enemy))).unwrap_or(carrier.facing.turned(180));
        let turns = [0, 30, -30, 60, -60, 90, -90, 120, -120, 150, -150, 180];
        let spots = turns
            .into_iter()
            .flat_map(|turn| [160, 180, 210, 240].map(|far| carrier.at.plus(away.turned(turn).way(far))));
        let facing = carrier.facing;
        let free = |at: &Point| self.check_beside(rider, vehicle, *at, facing).is_ok();
        { spots }.find(free).map(|at| (at, facing))
    }

    /// R14 May a rider stand there: within 1 of the vehicle, with room, and not in contact?
    pub(super) fn check_beside(
        &self,
        rider: UnitId,
        vehicle: UnitId,
        at: Point,
        facing: Facing,
    ) -> Result<(), Refusal> {
        self.check_on_table(at)?;
        let piece = self.unit(rider);
        let base = piece.block_at(at, facing).into();
        let near = self.unit(vehicle).base().within(&base, INCH);
        ensure!(near, Rule("R14"), "{} dismounts within 1 of {}", self.name(rider), self.name(vehicle));
        self.rests(rider, &base)
    }
}
