//! Fire that was written down, thrown at the same moment (Sequence:d, R34).

use super::aim::{Shot, in_inches};
use super::event::Event;
use super::losses::{hit, lose_crew, take};
use super::shells::{self, Round, run};
use super::squad::{BASE, HIDDEN, gap};
use super::{Act, Among, Kind, Loss, Mark, Side, Squad, SquadId, State, Volley};
use crate::burst::{Ammunition, diameter};
use crate::casualties::Losses;
use crate::crew;
use crate::deviation::{Aim as Laid, Fall, resolve_deviation};
use crate::fire::{self, Fire, Firing};
use crate::grenades::{self, Grenades, Throwing};
use crate::guns::Gun;
use crate::troops::Quality;
use crate::weapons::Weapon;
use field::{Facing, Footprint, INCH, Point, Rectangle};
use kernel::procedure::{OnDesk, Refusal};
use kernel::rule::Rule;

/// R4 A sniper who is near to enemies, or cut off, fires only so far.
const NEAR: i64 = 6 * INCH;

/// R33 From how far a grenade reaches the crew of a tank.
const AT_TANK: i64 = 2 * INCH;

/// A fire as it is thrown.
enum Thrown {
    Men { squad: SquadId, target: SquadId, fire: Fire, from: Point, times: u8 },
    Crew { squad: SquadId, target: SquadId, fire: crew::FireAtCrew, times: u8 },
    Shell { squad: SquadId, mark: Mark, aim: Point, gun: Gun, times: u8 },
    Grenades { squad: SquadId, at: Point, number: u8 },
}

/// Both sides are ready: what they have written is shown and thrown.
pub(super) fn resolve(act: &mut Act<'_>) {
    act.reveals();
    let first = act.state.initiative.unwrap_or(Side::Attacker);
    let mut written: Vec<Volley> = Vec::new();
    for side in [first, first.other()] {
        let fire = std::mem::take(&mut act.state.plan_mut(side).fire);
        written.extend(show_snipers(act, side, fire));
    }
    // What everybody sees now is thrown for, whatever befalls anybody meanwhile.
    let thrown: Vec<Thrown> = written.iter().filter_map(|volley| thrown(act.state, volley, &written)).collect();
    act.happens(Event::FireShown { volleys: thrown.len() as u8 });
    let mut losses = Vec::new();
    for (number, fire) in (0..).zip(thrown) {
        losses.extend(throw(act, fire, number));
    }
    take(act, losses);
}

/// Hidden snipers who fire are seen.
fn show_snipers(act: &mut Act<'_>, side: Side, mut fire: Vec<Volley>) -> Vec<Volley> {
    let mut hidden: Vec<u8> = fire.iter().map(|volley| volley.squad().0).filter(|id| *id >= HIDDEN).collect();
    hidden.sort_unstable();
    hidden.dedup();
    for number in hidden.into_iter().rev() {
        let known = super::snipers::reveal(act, side, usize::from(number - HIDDEN), true);
        for volley in &mut fire {
            if let Volley::Fire { squad, target, .. } = volley
                && squad.0 == number
            {
                *squad = known;
                // He faces the man whom he fires at.
                let way = act.state.squad(*target).at.minus(act.state.squad(known).at);
                let facing = Facing::along(way).unwrap_or_default();
                act.state.squad_mut(known).facing = facing;
            }
        }
    }
    fire
}

/// What a line of fire comes to.
fn thrown(state: &State, volley: &Volley, written: &[Volley]) -> Option<Thrown> {
    match *volley {
        Volley::Fire { squad, weapon, target, figures } => {
            let mut aim = state.aims(squad, weapon, target, figures)?;
            let times = if state.squad(squad).is_vehicle() { aim.count } else { 1 };
            let elsewhere: u8 = written.iter().map(|other| state.busy(volley, other)).sum();
            let all = state.weapons(squad).iter().find(|(known, _)| *known == weapon).map_or(0, |(_, number)| *number);
            match weapon {
                Weapon::Rifle | Weapon::Pistol => aim.count = aim.count.min(all.saturating_sub(elsewhere)),
                _ => aim.away = elsewhere,
            }
            let gunners = weapon.crew().map_or(1, |crew| crew.saturating_sub(state.crew_lost(squad, weapon)));
            if aim.count == 0 || aim.away >= gunners {
                return None;
            }
            Some(match state.shot(&aim) {
                Shot::Men(fire) => Thrown::Men { squad, target, fire, from: aim.line.from, times },
                Shot::Crew(fire) => Thrown::Crew { squad, target, fire, times },
                Shot::Shell => {
                    Thrown::Shell { squad, mark: Mark::Squad(target), aim: aim.line.to, gun: Gun::TankGun, times }
                }
            })
        }
        Volley::Throw { squad, at, grenades } => {
            state.check_throw(squad, at, 1).ok()?;
            Some(Thrown::Grenades { squad, at, number: grenades })
        }
        Volley::Lay { squad, at } => {
            let aim = state.check_lay(squad, at).ok()?;
            let gun = state.squad(squad).kind.gun()?;
            Some(Thrown::Shell { squad, mark: at, aim, gun, times: 1 })
        }
    }
}

fn throw(act: &mut Act<'_>, thrown: Thrown, number: u8) -> Vec<Loss> {
    match thrown {
        Thrown::Men { squad, target, fire, from, times } => {
            act.state.squad_mut(squad).has_fired = true;
            let number = if fire.weapon == Weapon::Rifle { fire.figures as u8 } else { times };
            act.happens(Event::Fires { squad, weapon: fire.weapon, target, number });
            // R11 A throw brings men under fire; on a table below 1 there is none.
            if super::preview::table(&fire) > 0 {
                hit(act.state, target);
            }
            act.state.squad_mut(target).shot_at_by = Some(squad);
            act.state.roller = act.state.squad(squad).side;
            (0..times).map(|_| throw_fire(act, &fire, from, target)).collect()
        }
        Thrown::Crew { squad, target, fire, times } => {
            act.state.squad_mut(squad).has_fired = true;
            act.happens(Event::FiresAtCrew { squad, target });
            for _ in 0..times {
                if !act.state.is_here(target) {
                    break;
                }
                act.state.roller = act.state.squad(squad).side;
                let crew = act.state.strength(target);
                let at_crew = crew::FireAtCrew { crew, ..fire.clone() };
                let (firing, stage) = crew::Firing::begin(&at_crew);
                let lost = run(act, (&crew::procedure(), &at_crew), &firing, stage);
                if fire.armour_piercing
                    && let Some(hull) = &mut act.state.squad_mut(target).hull
                {
                    hull.shelled_now = true;
                }
                lose_crew(act, target, lost.casualties);
            }
            Vec::new()
        }
        Thrown::Shell { squad, mark, aim, gun, times } => {
            act.happens(Event::Lays { squad, mark });
            let round = Round::direct(act.state, squad, gun, aim, mark);
            let mut losses = Vec::new();
            for _ in 0..times {
                losses.extend(shells::fire(act, &round, number, &losses));
            }
            losses
        }
        Thrown::Grenades { squad, at, number: count } => throw_grenades(act, squad, at, count, number),
    }
}

/// Firing:table The dice of one fire at men, and whom it costs.
pub(super) fn throw_fire(act: &mut Act<'_>, fire: &Fire, from: Point, target: SquadId) -> Loss {
    let (firing, stage) = Firing::begin(fire);
    let Losses { casualties, specialists } = run(act, (&fire::procedure(), &fire.for_desk()), &firing, stage);
    let names = act.state.squad(target).side;
    Loss { squad: target, casualties, specialists, from, among: Among::All, names }
}

/// Firing:grenades Each grenade has +1 to hit and misses by an inch.
fn throw_grenades(act: &mut Act<'_>, id: SquadId, at: Point, count: u8, cause: u8) -> Vec<Loss> {
    let side = act.state.squad(id).side;
    act.happens(Event::Throws { squad: id, grenades: count });
    let men: Vec<usize> = act.state.throwers(id, at).into_iter().take(count.into()).collect();
    let building = act.state.is_building_at(at);
    let mut losses = Vec::new();
    for man in men {
        act.state.figures[man].grenades -= 1;
        let from = act.state.figures[man].at();
        let up = Facing::along(at.minus(from)).unwrap_or_default();
        act.state.roller = side;
        let thrown = Grenades { building, ..Grenades::default() };
        let fallen = match act.roll_as(
            |_| OnDesk::of(&grenades::procedure(), &thrown),
            |dice| resolve_deviation(Laid { direct: true, building }, dice),
        ) {
            Fall::Hit => at,
            Fall::Astray(direction) => at.plus(direction.step(INCH).turned(up.degrees())),
        };
        losses.extend(burst(act, side, from, fallen, cause, &losses));
    }
    losses
}

/// A grenade bursts: one throw for all whom it catches, and one for the crew of a halted tank (R33).
fn burst(act: &mut Act<'_>, side: Side, from: Point, at: Point, cause: u8, before: &[Loss]) -> Vec<Loss> {
    let wide = diameter(Weapon::Grenade, Ammunition::HighExplosive);
    let circle = field::Circle { middle: at, diameter: wide };
    act.state.roller = side;
    let tanks: Vec<SquadId> = act.state.all().filter(|(_, squad)| squad.is_vehicle()).map(|(id, _)| id).collect();
    for id in tanks {
        let squad = act.state.squad(id);
        let halted = squad.hull.is_some_and(|hull| hull.stuck) || !squad.deeds.moved;
        let near = Footprint::from(squad.hull_plan()).gap(&Rectangle::square(from, BASE).into()) <= AT_TANK;
        if halted && near && circle.touches(squad.hull_plan()) {
            let (all, vehicle) = (act.state.strength(id), squad.kind.vehicle().unwrap_or_default());
            let men = if squad.is_closed() { all.min(2) } else { all };
            act.happens(Event::GrenadeAtTank { squad: id });
            let (throwing, stage) = Throwing::burst_at_crew(men, vehicle);
            let thrown = Grenades { men: men.max(1), specialists: men, ..Grenades::default() };
            let lost = run(act, (&grenades::procedure(), &thrown), &throwing, stage).lost.casualties;
            lose_crew(act, id, lost);
        }
    }
    let caught = shells::caught(act.state, at, wide, act.state.shelter(at), before);
    let exposed = caught.exposed();
    if exposed.men == 0 {
        return Vec::new();
    }
    caught.touched(act, cause);
    let (throwing, stage) = Throwing::burst_among(exposed);
    let men = exposed.men.min(20);
    let thrown = Grenades { men, specialists: exposed.specialists.min(men).min(6), ..Grenades::default() };
    let hit = run(act, (&grenades::procedure(), &thrown), &throwing, stage);
    caught.losses(act.state, at, wide, hit)
}

impl State {
    /// How many men with the weapon of a fire do something else by another line: they throw grenades, or fire elsewhere.
    fn busy(&self, fire: &Volley, other: &Volley) -> u8 {
        let Volley::Fire { squad, weapon, target, figures } = *fire else { return 0 };
        match *other {
            Volley::Throw { squad: of, at, grenades } if of == squad => {
                let throwers = self.throwers(squad, at).into_iter().take(grenades.into());
                throwers.filter(|man| self.figures[*man].role.weapon() == Some(weapon)).count() as u8
            }
            Volley::Fire { squad: of, weapon: with, figures: part, target: at }
                if of == squad && with == weapon && at != target && figures == 0 =>
            {
                part
            }
            _ => 0,
        }
    }

    /// Snipers 1 Is a sniper here within 6 inches of a squad of his side? Then he does not count as one.
    pub(super) fn is_with_unit(&self, side: Side, at: Point) -> bool {
        let gap = |id: SquadId| self.each_spot(id).map(|spot| gap(spot, at)).min().unwrap_or(i64::MAX);
        self.of_side(side).any(|(id, squad)| squad.kind != Kind::Sniper && gap(id) < NEAR)
    }

    /// Snipers 1 Near his unit a sniper is a lone rifleman.
    pub(super) fn sniper_weapon(&self, side: Side, at: Point) -> Weapon {
        if self.is_with_unit(side, at) { Weapon::Rifle } else { Weapon::Sniper }
    }

    /// Snipers 1 The fire of a sniper who is still hidden.
    pub(super) fn sniper_fire(&self, side: Side, number: usize, target: SquadId) -> Result<Fire, Refusal> {
        let Some(sniper) = self.snipers(side).get(number) else {
            return Err(Refusal::by(Rule("R16"), "there is no such hidden sniper"));
        };
        let Some(mark) = self.here(target).filter(|mark| mark.side != side && !mark.fights() && !mark.is_vehicle())
        else {
            return Err(Refusal::by(Rule("R34"), "a sniper fires at an enemy on foot who is not in a melee"));
        };
        if sniper.crept || sniper.rest == 0 {
            return Err(Refusal::by(Rule("Snipers 1"), "a sniper fires only after a move at rest"));
        }
        let seen = self.each_spot(target).filter(|spot| self.sees(sniper.at, *spot));
        let Some(nearest) = { seen }.min_by_key(|spot| spot.distance(sniper.at)) else {
            return Err(Refusal::by(Rule("R5"), "the sniper does not see that enemy"));
        };
        let distance = gap(sniper.at, nearest);
        let range = in_inches(distance);
        let enfilade = self.enfilades(sniper.at, target);
        if Weapon::Sniper.factor(range).is_none() || (mark.keeps_down() && !enfilade) {
            return Err(Refusal::by(Rule("R5"), "that enemy is out of range, or keeps down"));
        }
        if self.is_past_friends(side, None, sniper.at, nearest) {
            let sentence = "friends stand within 2 inches of the sniper's line of fire";
            return Err(Refusal::by(Rule("R5"), sentence));
        }
        let near = |(enemy, other): &(SquadId, &Squad)| {
            self.must_be_fired_at(*enemy, other)
                && !other.is_vehicle()
                && self.each_spot(*enemy).any(|spot| gap(sniper.at, spot) <= NEAR && self.sees(sniper.at, spot))
        };
        if distance > NEAR && self.of_side(side.other()).any(|enemy| near(&enemy)) {
            return Err(Refusal::by(Rule("R35"), "an enemy within 6 inches of the sniper must be fired at"));
        }
        // Snipers 4 Without a way home he fires only if he is attacked or to clear his way.
        if distance > NEAR && sniper.cut_off {
            return Err(Refusal::by(Rule("Snipers 4"), "without a way home he fires only at enemies within 6 inches"));
        }
        Ok(Fire {
            weapon: self.sniper_weapon(side, sniper.at),
            figures: 1,
            range,
            quality: Quality::Crack,
            aimed: true,
            bef: self.battle.army(side).bef,
            belt_fed: false,
            crew_lost: 0,
            keeping_down: false,
            ..self.fired_at(target, sniper.at)
        })
    }

    /// May a hidden sniper fire so?
    pub(super) fn check_sniper(&self, side: Side, number: usize, volley: &Volley) -> Result<(), Refusal> {
        match *volley {
            Volley::Fire { weapon: Weapon::Sniper, target, figures: 0, .. } => {
                self.sniper_fire(side, number, target).map(|_| ())
            }
            _ => Err(Refusal::by(Rule("R16"), "a hidden sniper fires his rifle, and nothing else")),
        }
    }
}
