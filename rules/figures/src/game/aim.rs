//! Who may fire what at whom, and what the dice see of it (R4 to R8, R15, R30, R35, R49).

use super::bounds::Bounds;
use super::places::middle;
use super::{Kind, Mark, Role, Side, SquadId, State, Volley};
use crate::crew::{FireAtCrew, SmallArm};
use crate::fire::Fire;
use crate::scenario::Lie;
use crate::troops::{Cover, Formation};
use crate::weapons::Weapon;
use field::{Facing, INCH, Line, Point, Sector, Shape};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use smallvec::SmallVec;

/// R15, R30 How far men who keep down see, and are fired at.
pub(super) const DOWN_RANGE: i64 = 3 * INCH;
/// R5 An enemy so near must be fired at.
const NEAR: i64 = 6 * INCH;
/// R5 Nobody fires past friends so near to the line.
const PAST: i64 = 2 * INCH;
/// R4 The least part of a fire that is split.
pub(super) const PART: u8 = 4;
/// Firing:grenade-range How far a grenade is thrown.
const THROW: i64 = 6 * INCH;

/// Fire that the rules allow.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    squad: SquadId,
    weapon: Weapon,
    target: SquadId,
    /// In inches, as the columns have them.
    range: u8,
    /// The line of fire.
    pub(super) line: Line,
    /// How many figures, or machine guns of a vehicle, fire.
    pub(super) count: u8,
    /// Men of a machine gun's crew who do something else in this phase.
    pub(super) away: u8,
}

/// Why the rules do not allow a fire.
#[derive(Clone, Copy)]
enum Miss {
    NoEnemy,
    /// The squad does not fire at all: the rule, and why.
    Silent(&'static str, &'static str),
    Unmanned,
    InMelee,
    OutOfAim,
    /// This enemy is nearer.
    Nearer(SquadId),
    OutOfRange(u8),
    PastFriends,
    /// A vehicle has so many of the weapon manned.
    Manned(u8),
    Split,
    NotSplit,
    KeepsDown,
}

/// What the dice see of a fire.
pub(super) enum Shot {
    /// At men.
    Men(Fire),
    /// At the crew of a vehicle.
    Crew(FireAtCrew),
    /// A shell of a tank's gun.
    Shell,
}

/// Those who can fire at a target.
struct Group {
    count: u8,
    /// The man in the middle of them.
    middle: Point,
    /// The nearest target that they see.
    target: Point,
}

/// R4 A gap in inches as the columns have them, rounded up.
pub(super) fn in_inches(gap: i64) -> u8 {
    ((gap + INCH - 1) / INCH).clamp(0, 250) as u8
}

impl State {
    /// The weapons of a squad, and how many figures or guns fire each.
    pub(super) fn weapons(&self, id: SquadId) -> SmallVec<[(Weapon, u8); 4]> {
        let squad = self.squad(id);
        if let Some(hull) = squad.hull {
            // R17 One man a weapon and a driver.
            let mut hands = hull.crew.saturating_sub(1);
            let armament = self.mounted(id).map(|(_, weapon, number)| {
                let served = number.min(hands);
                hands -= served;
                (weapon, served)
            });
            return armament.filter(|(_, number)| *number > 0).collect();
        }
        let mut weapons: SmallVec<[(Weapon, u8); 4]> = SmallVec::new();
        for man in self.men(id) {
            let weapon = match (man.role, squad.kind) {
                (Role::Gunner, Kind::Hmg) => Some(Weapon::Hmg),
                (role, _) => role.weapon(),
            };
            let Some(weapon) = weapon else { continue };
            match weapons.iter_mut().find(|(known, _)| *known == weapon) {
                // A machine gun is one weapon, whoever of its crew is left.
                Some(_) if matches!(weapon, Weapon::Lmg | Weapon::Hmg) => {}
                Some((_, number)) => *number += 1,
                None => weapons.push((weapon, 1)),
            }
        }
        weapons
    }

    /// Why a squad may not fire at all in this phase: the rule, and what is so of it.
    fn silent(&self, id: SquadId) -> Option<(&'static str, &'static str)> {
        let squad = self.squad(id);
        match () {
            () if squad.fights() => Some(("R38", "is in a melee and does not fire")),
            () if squad.routed => Some(("R12", "is routed and does not fire")),
            () if squad.deeds.charged => Some(("R8", "has charged, and chargers do not fire")),
            () if squad.deeds.fell_back => Some(("R25", "has fallen back and does not fire")),
            () if squad.deeds.silent => Some(("R8", "has fired at a charge, or marched by road, in this move")),
            () if matches!(squad.kind, Kind::Hmg | Kind::Mortar) && squad.deeds.moved => {
                Some(("R31", "has moved, so its weapon does not fire in this move"))
            }
            () if squad.limbered => Some(("R31", "is limbered and does not fire")),
            () => None,
        }
    }

    /// May a squad fire at all in this phase?
    pub(super) fn fires(&self, id: SquadId) -> bool {
        self.silent(id).is_none()
    }

    fn may_fire(&self, id: SquadId) -> Result<(), Refusal> {
        self.silent(id).map_or(Ok(()), |(rule, why)| Err(self.refusal_of(id, rule, why)))
    }

    /// Firing: may a squad fire a weapon at an enemy, with so many figures (0 is all)?
    pub(super) fn aim(&self, id: SquadId, weapon: Weapon, target: SquadId, figures: u8) -> Result<Aim, Refusal> {
        self.aimed(id, weapon, target, figures).map_err(|miss| self.missed(id, weapon, target, miss))
    }

    /// The same where nobody asks why not.
    pub(super) fn aims(&self, id: SquadId, weapon: Weapon, target: SquadId, figures: u8) -> Option<Aim> {
        self.aimed(id, weapon, target, figures).ok()
    }

    fn aimed(&self, id: SquadId, weapon: Weapon, target: SquadId, figures: u8) -> Result<Aim, Miss> {
        let (Some(squad), Some(mark)) = (self.here(id), self.here(target)) else { return Err(Miss::NoEnemy) };
        if squad.side == mark.side {
            return Err(Miss::NoEnemy);
        }
        if let Some((rule, why)) = self.silent(id) {
            return Err(Miss::Silent(rule, why));
        }
        let weapons = self.weapons(id);
        let &(_, number) = weapons.iter().find(|(known, _)| *known == weapon).ok_or(Miss::Unmanned)?;
        if mark.fights() {
            return Err(Miss::InMelee);
        }
        let group = self.group(id, weapon, target).ok_or(Miss::OutOfAim)?;
        if let Some(nearer) = self.nearer(id, Mark::Squad(target)) {
            return Err(Miss::Nearer(nearer));
        }
        let range = in_inches(self.apart((id, group.middle), (target, group.target)));
        if weapon.factor(range).is_none() {
            return Err(Miss::OutOfRange(range));
        }
        if self.is_past_friends(squad.side, Some(id), group.middle, group.target) {
            return Err(Miss::PastFriends);
        }
        let line = Line { from: group.middle, to: group.target };
        let aim = |count: u8| Aim { squad: id, weapon, target, range, line, count, away: 0 };
        if squad.is_vehicle() {
            if figures == 0 || figures > number {
                return Err(Miss::Manned(number));
            }
            if weapon == Weapon::TankGun {
                return Ok(aim(figures));
            }
        }
        let is_rifle = matches!(weapon, Weapon::Rifle | Weapon::Pistol);
        let mut count = if squad.is_vehicle() { figures } else { group.count };
        if is_rifle && figures > 0 {
            let splits = number >= 2 * PART && (PART..=number - PART).contains(&figures);
            if !splits || figures > group.count {
                return Err(Miss::Split);
            }
            count = figures;
        } else if !squad.is_vehicle() && figures > 0 {
            return Err(Miss::NotSplit);
        }
        if mark.keeps_down() && !self.enfilades(line.from, target) {
            return Err(Miss::KeepsDown);
        }
        Ok(aim(count))
    }

    /// Why a fire is not allowed, in words.
    fn missed(&self, id: SquadId, weapon: Weapon, target: SquadId, miss: Miss) -> Refusal {
        let (name, other) = (self.name(id), self.name(target));
        let (rule, sentence) = match miss {
            Miss::NoEnemy => ("R34", "only an enemy squad that is on the table can be fired at".to_owned()),
            Miss::Silent(rule, why) => return self.refusal_of(id, rule, why),
            Miss::Unmanned => ("R3", format!("{name} has nobody left to fire a {weapon}")),
            Miss::InMelee => ("R5", format!("{other} is in a melee, and nobody fires into it")),
            Miss::OutOfAim => return self.out_of_aim(id, weapon, target),
            Miss::Nearer(enemy) => {
                ("R35", format!("{} is within 6 inches of {name}, and must be fired at", self.name(enemy)))
            }
            Miss::OutOfRange(range) => {
                (weapon.rule().0, format!("{other} is {range} inches away, and a {weapon} has no factor there"))
            }
            Miss::PastFriends => ("R5", format!("friends of {name} stand within 2 inches of its line of fire")),
            Miss::Manned(number) => {
                ("R17", format!("{name} has {number} of these weapons manned, so it fires 1 to {number}"))
            }
            Miss::Split => ("R4", "a squad may split its fire once, and each part has 4 figures or more".to_owned()),
            Miss::NotSplit => ("R4", "only rifles are split; say 0 for all".to_owned()),
            Miss::KeepsDown => {
                ("R15", format!("{other} keeps down: only bursts, grenades, gas and enfilading fire reach it"))
            }
        };
        Refusal::by(Rule(rule), sentence)
    }

    /// What is so of a squad refuses an order.
    pub(super) fn refusal_of(&self, id: SquadId, rule: &'static str, why: &str) -> Refusal {
        Refusal::by(Rule(rule), format!("{} {why}", self.name(id)))
    }

    /// What the dice see of fire that the rules allow.
    pub(super) fn shot(&self, aim: &Aim) -> Shot {
        match () {
            () if aim.weapon == Weapon::TankGun => Shot::Shell,
            () if self.squad(aim.target).is_vehicle() => Shot::Crew(self.at_crew(aim)),
            () => {
                let Aim { squad, weapon, target, range, line, count, away } = *aim;
                // Each machine gun of a vehicle is a throw of its own.
                let figures = if self.squad(squad).is_vehicle() { 1 } else { count };
                let fire = self.at_men(squad, weapon, figures, line.from, target, range);
                Shot::Men(Fire { crew_lost: fire.crew_lost + away, ..fire })
            }
        }
    }

    /// Those of a squad who have the target in arc, in sight and in range (R5).
    fn group(&self, id: SquadId, weapon: Weapon, target: SquadId) -> Option<Group> {
        let squad = self.squad(id);
        let longest = i64::from(weapon.longest_range()) * INCH;
        if !self.are_within(id, target, longest.min(self.sight())) {
            return None;
        }
        let theirs = self.spots(target);
        let far = self.seen_from(target).min(i64::from(crate::weapons::LONGEST_RANGE) * INCH);
        let far = if squad.keeps_down() { far.min(DOWN_RANGE) } else { far };
        let front = Sector::front(squad.facing);
        let mut firing: SmallVec<[(Point, Point); 12]> = SmallVec::new();
        let own: SmallVec<[Point; 12]> = if squad.is_vehicle() {
            SmallVec::from_slice(&[squad.at])
        } else {
            let fires = |role: Role| match weapon {
                Weapon::Hmg => role == Role::Gunner,
                weapon => role.weapon() == Some(weapon),
            };
            self.men(id).filter(|man| fires(man.role)).map(|man| man.at()).collect()
        };
        for from in own {
            // R5 Only figures with arc, sight and range count.
            let all_round = self.fires_all_round(id, from);
            let bears = |to: Point| from.within(to, far) && (all_round || front.holds(from, to));
            let reaches = |to: Point| self.are_spots_within((id, from), (target, to), longest);
            let mut near: SmallVec<[(i64, Point); 12]> =
                theirs.iter().filter(|to| bears(**to)).map(|to| (from.distance(*to), *to)).collect();
            // The nearest is looked at first, and mostly the last.
            while let Some((place, _)) = near.iter().enumerate().min_by_key(|(_, to)| **to) {
                let (_, to) = near.swap_remove(place);
                if reaches(to) && self.sees(from, to) {
                    firing.push((from, to));
                    break;
                }
            }
        }
        let mean = middle(firing.iter().map(|(from, _)| *from))?;
        let &(middle, _) = firing.iter().min_by_key(|(from, _)| (from.distance(mean), from.x, from.y))?;
        let &(_, seen) = firing.iter().min_by_key(|(_, to)| (middle.distance(*to), to.x, to.y))?;
        let count = (firing.len() as u8).min(self.through_a_wall(id, middle));
        Some(Group { count, middle, target: seen })
    }

    /// Why nobody of a squad can fire at another.
    fn out_of_aim(&self, id: SquadId, weapon: Weapon, target: SquadId) -> Refusal {
        let (name, other) = (self.name(id), self.name(target));
        if self.squad(id).keeps_down() {
            let sentence = format!("the men of {name} keep down, and fire only at enemies within 3 inches");
            return Refusal::by(Rule("R30"), sentence);
        }
        if !self.squad_sees(id, target) {
            return Refusal::by(Rule("Common:sight"), format!("nobody of {name} has {other} in sight"));
        }
        let range = in_inches(self.distance(id, target));
        if weapon.factor(range).is_none() {
            return self.missed(id, weapon, target, Miss::OutOfRange(range));
        }
        Refusal::by(Rule("R5"), format!("nobody of {name} has {other} in sight, in range and in arc"))
    }

    /// Does a building stand at a point?
    pub(super) fn is_building_at(&self, at: Point) -> bool {
        let building = |piece: usize| self.land().lie(piece).structure().is_building() && !self.is_destroyed(piece);
        self.land().inside(at).is_some_and(building)
    }

    /// R49 Through one side of a house at most half of its men fire; from anywhere else all.
    pub(super) fn through_a_wall(&self, id: SquadId, at: Point) -> u8 {
        if self.is_building_at(at) && !self.squad(id).is_vehicle() { (self.strength(id) / 2).max(1) } else { u8::MAX }
    }

    /// R5, R49 Is a point in the arc of a man of a squad: 45 degrees to each side, and all round from a house or vehicle?
    pub(super) fn bears(&self, id: SquadId, from: Point, to: Point) -> bool {
        Sector::front(self.squad(id).facing).holds(from, to) || self.fires_all_round(id, from)
    }

    /// R49 Does a man in a house stand there, or a vehicle?
    fn fires_all_round(&self, id: SquadId, from: Point) -> bool {
        self.squad(id).is_vehicle()
            || self.land().inside(from).is_some_and(|piece| self.land().lie(piece) != Lie::Trench)
    }

    /// R5, R35 An enemy of 4 figures or more, or one that charges, within 6 inches, where the target is not so near.
    fn nearer(&self, id: SquadId, mark: Mark) -> Option<SquadId> {
        if matches!(mark, Mark::Squad(target) if self.are_within(id, target, NEAR)) {
            return None;
        }
        let side = self.squad(id).side;
        // R35 Only who may lawfully be fired at: in arc and in sight, and not past friends.
        let lawful = |from: Point, to: Point| {
            self.bears(id, from, to) && self.sees(from, to) && !self.is_past_friends(side, Some(id), from, to)
        };
        let nearer = |(enemy, other): &(SquadId, &super::Squad)| {
            self.must_be_fired_at(*enemy, other)
                && self.are_within(id, *enemy, NEAR)
                && self.each_spot(id).any(|from| self.each_spot(*enemy).any(|to| lawful(from, to)))
        };
        self.of_side(side.other()).find(nearer).map(|(enemy, _)| enemy)
    }

    /// R35 An enemy whom the rule of 6 inches speaks of.
    pub(super) fn must_be_fired_at(&self, enemy: SquadId, other: &super::Squad) -> bool {
        (self.strength(enemy) >= 4 || other.deeds.charged) && !other.fights() && !other.keeps_down()
    }

    /// R5 Do friends stand near the line of fire? Those beside the man who fires are not in his way.
    pub(super) fn is_past_friends(&self, side: Side, firer: Option<SquadId>, from: Point, to: Point) -> bool {
        let way = Bounds::of_leg(from, to);
        let is_past =
            |spot: Point| way.is_near(spot, PAST) && !spot.within(from, PAST) && spot.is_near((from, to), PAST);
        let mut friends = self.of_side(side).filter(|(friend, _)| Some(*friend) != firer);
        friends.any(|(friend, other)| other.kind != Kind::Leader && self.each_spot(friend).any(is_past))
    }

    /// R6 Does fire come within 30 degrees of the direction of the target's own line?
    pub(super) fn enfilades(&self, from: Point, target: SquadId) -> bool {
        let Some(line) = self.line_of(target) else { return false };
        let Some(fire) = Facing::along(self.squad(target).at.minus(from)) else { return false };
        let apart = line.between(fire);
        apart.min(180 - apart) <= 30
    }

    /// The fire of so many figures of a squad from a point at men, as the dice see it.
    pub(super) fn at_men(
        &self,
        id: SquadId,
        weapon: Weapon,
        figures: u8,
        from: Point,
        target: SquadId,
        range: u8,
    ) -> Fire {
        let squad = self.squad(id);
        let army = self.battle.army(squad.side);
        Fire {
            weapon: if weapon == Weapon::Sniper { self.sniper_weapon(squad.side, squad.at) } else { weapon },
            figures: figures.into(),
            range,
            quality: squad.quality,
            aimed: squad.aims(),
            bef: army.bef,
            belt_fed: army.belt_fed,
            crew_lost: self.crew_lost(id, weapon),
            ..self.fired_at(target, from)
        }
    }

    /// What the dice see of men who are fired at from a point, whoever fires.
    pub(super) fn fired_at(&self, target: SquadId, from: Point) -> Fire {
        let mark = self.squad(target);
        let cover = self.cover_of(target, Some(from));
        let (men, specialists) = self.targets(target);
        Fire {
            enfilade: self.enfilades(from, target),
            cover,
            keeping_down: mark.keeps_down() && cover == Cover::Trench,
            formation: self.formation_of(target, cover),
            prone: mark.posture == super::Posture::Prone,
            target: men,
            specialists,
            ..Fire::default()
        }
    }

    fn at_crew(&self, aim: &Aim) -> FireAtCrew {
        let Aim { squad: id, weapon, target, range, count, away, .. } = *aim;
        let squad = self.squad(id);
        let army = self.battle.army(squad.side);
        let arm = match weapon {
            Weapon::Lmg => SmallArm::Lmg,
            Weapon::Hmg => SmallArm::Hmg,
            Weapon::Sniper => SmallArm::Sniper,
            _ => SmallArm::Rifle,
        };
        FireAtCrew {
            weapon: arm,
            figures: count.max(1),
            range,
            quality: squad.quality,
            aimed: squad.aims(),
            bef: army.bef,
            belt_fed: army.belt_fed,
            crew_lost: self.crew_lost(id, weapon) + away,
            armour_piercing: army.armour_piercing,
            vehicle: self.squad(target).kind.vehicle().unwrap_or_default(),
            crew: self.strength(target),
        }
    }

    /// Men of a squad who can be hit, and the specialists among them.
    pub(super) fn targets(&self, id: SquadId) -> (u8, u8) {
        let specialists = self.men(id).filter(|man| man.role.is_specialist()).count() as u8;
        (self.strength(id), specialists)
    }

    /// R32 The formation that counts: men in a trench, a house or a gap are in line.
    pub(super) fn formation_of(&self, id: SquadId, cover: Cover) -> Formation {
        let squad = self.squad(id);
        let forced = || self.land().inside(squad.at).is_some() || self.is_in_gap(squad.at);
        if cover == Cover::Trench || forced() { Formation::Line } else { squad.formation }
    }

    /// R3 Men of a weapon's crew who are lost.
    pub(super) fn crew_lost(&self, id: SquadId, weapon: Weapon) -> u8 {
        let Some(crew) = weapon.crew() else { return 0 };
        if self.squad(id).is_vehicle() {
            return 0;
        }
        let serves = |role: Role| match weapon {
            Weapon::Lmg => role == Role::LmgGunner,
            _ => role == Role::Gunner,
        };
        let left = self.men(id).filter(|man| serves(man.role)).count() as u8;
        crew.saturating_sub(left)
    }

    /// Firing:grenades May a squad throw so many grenades at a point?
    pub(super) fn check_throw(&self, id: SquadId, at: Point, grenades: u8) -> Result<(), Refusal> {
        if self.here(id).is_none() || !self.land().ground().holds(at) {
            return Err(Refusal::by(Rule("R8"), "a squad that is on the table throws grenades at a point of it"));
        }
        self.may_fire(id)?;
        let able = self.throwers(id, at).len();
        if grenades == 0 || usize::from(grenades) > able {
            let sentence =
                format!("{able} men of {} have a grenade, see that point and are within 6 inches of it", self.name(id));
            return Err(Refusal::by(Rule("Firing:grenade-range"), sentence));
        }
        Ok(())
    }

    /// The men of a squad who can throw a grenade at a point, by their places: riflemen first, who are missed least.
    pub(super) fn throwers(&self, id: SquadId, at: Point) -> SmallVec<[usize; 12]> {
        let mut men: SmallVec<[usize; 12]> = self.able_to_throw(id, at).collect();
        men.sort_by_key(|man| self.figures[*man].role);
        men
    }

    /// The same, one after the other as they come.
    pub(super) fn able_to_throw(&self, id: SquadId, at: Point) -> impl Iterator<Item = usize> + '_ {
        let far = if self.squad(id).keeps_down() { DOWN_RANGE } else { THROW };
        self.men_at(id).filter(move |man| {
            let man = self.figures[*man];
            man.grenades > 0 && man.at().within(at, far) && self.sees(man.at(), at)
        })
    }

    /// Artillery:direct-free May a gun be laid at this?
    pub(super) fn check_lay(&self, id: SquadId, mark: Mark) -> Result<Point, Refusal> {
        let Some(squad) = self.here(id) else {
            return Err(Refusal::by(Rule("R3"), "only a gun with a gunner left fires"));
        };
        let name = self.name(id);
        let Some(gun) = squad.kind.gun() else {
            return Err(Refusal::by(Rule("Artillery:direct-free"), format!("{name} is no gun")));
        };
        if gun == crate::guns::Gun::Mortar {
            return Err(Refusal::by(Rule("R9"), "mortars always fire indirectly, as they were plotted"));
        }
        self.may_fire(id)?;
        if squad.deeds.moved {
            return Err(Refusal::by(Rule("R31"), format!("{name} has moved and does not fire in this move")));
        }
        let to = match mark {
            Mark::Squad(target) => {
                let theirs = self.here(target).filter(|target| target.side != squad.side && !target.fights());
                theirs.ok_or_else(|| Refusal::by(Rule("R34"), "a gun is laid at an enemy who is not in a melee"))?;
                let seen = self.spots(target);
                let far = self.seen_from(target);
                let sees = |to: &Point| squad.at.within(*to, far) && self.sees(squad.at, *to);
                seen.iter().copied().filter(sees).min_by_key(|to| squad.at.distance(*to))
            }
            Mark::Piece(piece) => self.structure_at(piece).filter(|to| self.sees_piece(squad.at, piece, *to)),
        };
        let Some(to) = to.filter(|to| Sector::front(squad.facing).holds(squad.at, *to)) else {
            return Err(Refusal::by(Rule("R5"), format!("{name} does not have that in sight and in arc")));
        };
        let range = in_inches(squad.at.distance(to));
        if gun.weapon().factor(range).is_none() {
            return Err(Refusal::by(Rule("Firing:guns"), format!("that is {range} inches away, out of range")));
        }
        if let Some(nearer) = self.nearer(id, mark) {
            return Err(self.missed(id, gun.weapon(), nearer, Miss::Nearer(nearer)));
        }
        Ok(to)
    }

    /// The middle of a structure that stands and can be shelled.
    pub(super) fn structure_at(&self, piece: u16) -> Option<Point> {
        let terrain = self.land().ground().terrain().get(usize::from(piece))?;
        let structure = self.land().lie(piece.into()).structure();
        if structure == crate::cover::Structure::NoStructure || self.is_destroyed(piece.into()) {
            return None;
        }
        Some(match &terrain.shape {
            Shape::Rectangle(plan) => plan.middle,
            Shape::Circle(circle) => circle.middle,
            Shape::Line { points, .. } => points[0].towards(points[1], points[0].distance(points[1]) / 2),
            Shape::Polygon(corners) => corners[0],
        })
    }

    /// Does a man see a structure, which itself does not stand in the way?
    fn sees_piece(&self, from: Point, piece: u16, at: Point) -> bool {
        let own = self.land().buildings.iter().find(|(known, _)| *known == usize::from(piece));
        let Some((_, plan)) = own else { return self.sees(from, at) };
        let mut others = self.screens();
        others.retain(|screen| screen.footprint != (*plan).into());
        self.sees_past(from, at, &others)
    }

    /// R4 Is there room for this fire beside what the squad has written already?
    pub(super) fn check_beside(&self, volley: &Volley, written: &[Volley]) -> Result<(), Refusal> {
        let own = written.iter().filter(|other| other.squad() == volley.squad());
        let refused = || {
            let name = self.name(volley.squad());
            Err(Refusal::by(Rule("R4"), format!("that fire of {name} is written already; cross it out first")))
        };
        for other in own {
            match (*volley, *other) {
                (
                    Volley::Fire { weapon, figures, squad, target },
                    Volley::Fire { weapon: known, figures: before, target: at, .. },
                ) if weapon == known => {
                    // The rest of a fire that was split once.
                    let twice = written.iter().filter(|other| {
                        matches!(other, Volley::Fire { squad: of, weapon: known, .. } if *of == squad && *known == weapon)
                    });
                    let elsewhere = figures == 0 && target != at && !self.squad(squad).is_vehicle();
                    let is_rest = before > 0 && elsewhere && twice.count() == 1;
                    if !is_rest {
                        return refused();
                    }
                }
                (Volley::Throw { .. }, Volley::Throw { .. }) | (Volley::Lay { .. }, Volley::Lay { .. }) => {
                    return refused();
                }
                _ => {}
            }
        }
        Ok(())
    }
}
