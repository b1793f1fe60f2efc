//! Morale on the table: who tests, with what number, and what a failed test does (Morale, R11, R12, R25, R26, R36).

use super::charge::engage;
use super::event::Event;
use super::losses::fall;
use super::retreat::fall_back;
use super::shells::run;
use super::sight::NEAR;
use super::squad::gap;
use super::{Act, Kind, Side, SquadId, State};
use crate::joint_morale::{self, Group, JointTest};
use crate::morale::{self, Nerve, Occasion, Outnumbered, Squad as Tested, Test};
use crate::troops::Armour;
use field::{INCH, Point};

/// Morale:leader How near an officer or NCO must be.
const LEADER: i64 = 6 * INCH;
/// Morale:falling-back How near a squad that falls back counts.
const FALLING_BACK: i64 = 10 * INCH;
/// Morale:armour How near enemy armour counts.
const ARMOUR: i64 = 20 * INCH;
/// R12 An enemy so near keeps routed men from rallying.
const NO_RALLY: i64 = 6 * INCH;

impl State {
    /// What makes a squad test at the end of a phase (Morale 1, 2 and 3).
    pub(super) fn occasion(&self, id: SquadId) -> Option<Occasion> {
        let squad = self.squad(id);
        let half = 2 * self.strength(id) <= squad.count;
        match () {
            () if squad.is_vehicle() || squad.routed || !self.is_here(id) => None,
            // Snipers 1 Near his unit he has no test of his own.
            () if squad.kind == Kind::Sniper && self.is_with_unit(squad.side, squad.at) => None,
            () if squad.deeds.first_fire => Some(Occasion::FirstUnderFire),
            () if squad.deeds.gassed => Some(Occasion::UnderGas),
            () if squad.deeds.lost_now > 0 && half => Some(Occasion::HalfStrength),
            () => None,
        }
    }

    /// Morale 6 A squad as its test sees it.
    pub(super) fn tested(&self, id: SquadId, occasion: Occasion) -> Tested {
        let squad = self.squad(id);
        let (flank, rear) = self.flank_and_rear(id);
        let enemies = || self.of_side(squad.side.other());
        let seen = |enemy: SquadId, range: i64| self.are_within(id, enemy, range) && self.squad_sees(id, enemy);
        let foes: u16 = enemies()
            .filter(|(enemy, other)| !other.routed && seen(*enemy, NEAR))
            .map(|(enemy, _)| u16::from(self.strength(enemy)))
            .sum();
        let friends: u16 = self
            .of_side(squad.side)
            .filter(|(friend, other)| *friend == id || (!other.routed && self.are_within(id, *friend, NEAR)))
            .map(|(friend, _)| u16::from(self.strength(friend)))
            .sum();
        let armour = enemies().any(|(enemy, other)| other.is_vehicle() && seen(enemy, ARMOUR));
        let tank = enemies().any(|(enemy, other)| {
            other.kind.vehicle().is_some_and(crate::vehicles::Vehicle::is_tank) && seen(enemy, ARMOUR)
        });
        // R48 Its own NCO counts, and of the officers whoever is near himself, wherever his squad reaches.
        let near = |at: Point| self.each_spot(id).any(|spot| gap(spot, at) <= LEADER);
        let led = |(friend, _): (SquadId, &super::Squad)| {
            friend == id && self.leads(id)
                || self.men(friend).any(|man| man.role == super::Role::Officer && near(man.at()))
        };
        Tested {
            occasion,
            quality: squad.quality,
            sniper: squad.kind == Kind::Sniper && !self.is_with_unit(squad.side, squad.at),
            cover: self.cover_of(id, self.threat_to(id)),
            casualties: squad.deeds.lost,
            leader: self.of_side(squad.side).any(led),
            gas: squad.deeds.in_gas && !squad.masked,
            under_fire: squad.deeds.under_fire,
            pushed_back: squad.deeds.pushed,
            falling_back: self.of_side(squad.side).any(|(friend, other)| {
                friend != id && other.deeds.fell_back && self.are_within(id, friend, FALLING_BACK)
            }),
            flank,
            rear,
            outnumbered: if foes == 0 { Outnumbered::NotOutnumbered } else { Outnumbered::of(friends.max(1), foes) },
            armour: match () {
                () if tank && self.battle.scenario().year == 1916 => Armour::TankIn1916,
                () if armour => Armour::TankOrCar,
                () => Armour::NoArmour,
            },
        }
    }
}

/// The tests of a phase: those that have a trigger, together where the same burst or cloud made them (R11, R26).
pub(super) fn tests(act: &mut Act<'_>) {
    let first = act.state.initiative.unwrap_or(Side::Attacker);
    let mut groups: Vec<(Vec<SquadId>, Vec<Tested>)> = Vec::new();
    for side in [first, first.other()] {
        let ids: Vec<SquadId> = act.state.ids().filter(|id| act.state.squad(*id).side == side).collect();
        for id in ids {
            let Some(occasion) = act.state.occasion(id) else { continue };
            let tested = act.state.tested(id, occasion);
            let shared = |group: &(Vec<SquadId>, Vec<Tested>)| {
                act.state.squad(group.0[0]).side == side
                    && group.0.iter().any(|other| act.state.share_a_cause(id, *other))
            };
            match groups.iter().position(shared) {
                Some(group) => {
                    groups[group].0.push(id);
                    groups[group].1.push(tested);
                }
                None => groups.push((vec![id], vec![tested])),
            }
        }
    }
    act.state.causes.clear();
    for squad in &mut act.state.squads {
        (squad.deeds.first_fire, squad.deeds.gassed, squad.deeds.lost_now) = (false, false, 0);
    }
    // R36 All numbers are taken before any result follows.
    for (ids, squads) in groups {
        let nerve = test(act, &ids, squads);
        for id in ids {
            suffer(act, id, nerve);
        }
    }
    // Whose enemies have fallen or fallen back is in no melee any more.
    engage(act.state);
}

impl State {
    /// Where the nearest enemy stands who is not routed: walls and hedges cover against him.
    fn threat_to(&self, id: SquadId) -> Option<Point> {
        let squad = self.squad(id);
        let enemies = self.of_side(squad.side.other()).filter(|(_, enemy)| !enemy.routed);
        enemies.map(|(_, enemy)| enemy.at).min_by_key(|at| (at.distance(squad.at), at.x, at.y))
    }

    /// R11 Were two squads in the same burst, cloud or melee?
    fn share_a_cause(&self, one: SquadId, other: SquadId) -> bool {
        self.causes.iter().any(|(cause, id)| *id == one && self.causes.contains(&(*cause, other)))
    }
}

/// Squads test, together where they are several.
pub(super) fn test(act: &mut Act<'_>, ids: &[SquadId], mut squads: Vec<Tested>) -> Nerve {
    act.state.roller = act.state.squad(ids[0]).side;
    for id in ids {
        let again = std::mem::replace(&mut act.state.squad_mut(*id).deeds.tested, true);
        act.happens(Event::Tests { squad: *id, joint: ids.len() > 1, again });
    }
    if squads.len() > 1 {
        let group = Group { squads };
        let (joint, _) = JointTest::begin(&group);
        let desk = (&joint_morale::procedure(), &group.for_desk());
        return run(act, desk, &joint, joint_morale::Stage::Sum).nerve;
    }
    let squad = squads.pop().expect("somebody tests");
    let (test, _) = Test::begin(&squad);
    run(act, (&morale::procedure(), &squad.for_desk()), &test, morale::Stage::Number)
}

/// What a test does to a squad.
pub(super) fn suffer(act: &mut Act<'_>, id: SquadId, nerve: Nerve) {
    if !act.state.is_here(id) {
        return;
    }
    act.happens(Event::Nerve { squad: id, nerve });
    if nerve == Nerve::Passes {
        return;
    }
    let turn = act.state.turn;
    let squad = act.state.squad_mut(id);
    // R25 It loses its charge and its move.
    squad.deeds.shaken = true;
    squad.deeds.unsteady = true;
    match nerve {
        Nerve::Passes => {}
        Nerve::Stands => squad.holds_until = turn + 1,
        Nerve::FallsBackOne => fall_back(act, id),
        Nerve::FallsBackTwo => {
            squad.retreats = 1;
            lose_a_figure(act, id);
            fall_back(act, id);
        }
        Nerve::Routs => {
            squad.routed = true;
            fall_back(act, id);
        }
    }
}

/// Morale:fall-back-2 A figure is lost: an ordinary one nearest to the enemy, if there is one.
fn lose_a_figure(act: &mut Act<'_>, id: SquadId) {
    let state = &*act.state;
    let side = state.squad(id).side.other();
    let nearest = |man: usize| {
        let at = state.figures[man].at();
        state.of_side(side).map(|(enemy, _)| state.distance_to(enemy, at)).min().unwrap_or(0)
    };
    let lost = state.men_at(id).min_by_key(|man| (state.figures[*man].role.is_specialist(), nearest(*man), *man));
    if let Some(man) = lost {
        fall(act, id, &[man]);
    }
}

impl State {
    /// R36 Routed squads with their numbers, as things stand at the start of the phase, in the order of the initiative.
    pub(super) fn to_rally(&self) -> Vec<(SquadId, Tested)> {
        let first = self.initiative.unwrap_or(Side::Attacker);
        let both = [first, first.other()].into_iter().flat_map(|side| self.of_side(side));
        both.filter(|(_, squad)| squad.routed).map(|(id, _)| (id, self.tested(id, Occasion::Recovery))).collect()
    }
}

/// Morale 4, R12 Routed squads try to rally, if no enemy is within 6 inches.
pub(super) fn rally(act: &mut Act<'_>, routed: Vec<(SquadId, Tested)>) {
    for (id, tested) in routed {
        let side = act.state.squad(id).side.other();
        let near = |(enemy, _): (SquadId, &super::Squad)| act.state.are_within(id, enemy, NO_RALLY);
        if !act.state.is_here(id) || act.state.of_side(side).any(near) {
            continue;
        }
        if test(act, &[id], vec![tested]) == Nerve::Passes {
            act.state.squad_mut(id).routed = false;
            act.happens(Event::Rallies { squad: id });
        }
    }
}
