//! Charges: declared in phase a, made in phase c, met at point blank (Melee 1, R8, R13, R23, R29, R38).

use super::event::Event;
use super::land::{Gait, allowance};
use super::losses::{hit, take};
use super::nerve::{suffer, test};
use super::places::{Going, Spots};
use super::squad::{BASE, overlap};
use super::volley::throw_fire;
use super::{Act, Brawl, Charging, Frame, Mark, Squad, SquadId, Stage, State, clouds};
use crate::fire::Fire;
use crate::morale::{Nerve, Occasion};
use crate::weapons::{POINT_BLANK, Weapon};
use field::{Facing, INCH, Point, Rectangle};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use smallvec::SmallVec;

impl State {
    /// Why a squad may not charge at all: the rule, and what is so of it.
    pub(super) fn holds_back(&self, id: SquadId) -> Option<(&'static str, &'static str)> {
        let squad = self.squad(id);
        match () {
            () if !squad.kind.charges() => Some(("R23", "does not charge")),
            () if squad.routed || squad.retreats > 0 => Some(("R12", "is falling back")),
            () if self.holds(id) => Some(("R12", "stands and may not advance")),
            () if squad.masked => Some(("R10", "wears masks and may not charge")),
            () if squad.fights() => Some(("R38", "is in a melee already")),
            () => None,
        }
    }

    /// R23 May a squad declare a charge at this?
    pub(super) fn check_charge(&self, id: SquadId, mark: Mark) -> Result<(), Refusal> {
        let (squad, name) = (self.squad(id), self.name(id));
        let refused = |rule: &'static str, why: String| Err(Refusal::by(Rule(rule), why));
        if let Some((rule, why)) = self.holds_back(id) {
            return Err(self.refusal_of(id, rule, why));
        }
        let most = 2 * allowance(squad, Gait::Charge);
        let far = match mark {
            Mark::Squad(target) => {
                let Some(enemy) = self.here(target).filter(|enemy| enemy.side != squad.side) else {
                    return refused("R23", "a charge names an enemy who is on the table".to_owned());
                };
                if enemy.is_closed() {
                    return refused("R13", format!("{} is closed and is not charged", self.name(target)));
                }
                let far = self.distance(id, target);
                if far <= most && !self.squad_sees(id, target) {
                    return refused("R23", format!("{name} does not see {}", self.name(target)));
                }
                far
            }
            Mark::Piece(piece) => {
                if !self.spotted[squad.side].contains(&piece) {
                    return refused("R23", "a charge names ground where enemies have been seen".to_owned());
                }
                let at = self.nearest_in(piece.into(), squad.at).unwrap_or(squad.at);
                squad.at.distance(at)
            }
        };
        if far > most {
            let sentence = format!("that is further off than twice the charge of {name}, {} inches", most / INCH);
            return refused("R23", sentence);
        }
        Ok(())
    }

    /// The nearest place in a trench or house.
    pub(super) fn nearest_in(&self, piece: usize, at: Point) -> Option<Point> {
        let places = self.land().places.get(piece)?;
        places.iter().copied().min_by_key(|point| (point.distance(at), point.x, point.y))
    }

    /// The charge that a squad has declared, once it is revealed.
    pub(super) fn declared(&self, id: SquadId) -> Option<Mark> {
        self.charges.iter().find(|(squad, _)| *squad == id).map(|(_, mark)| *mark)
    }

    /// Whom a charge meets: the squad that was named, or the nearest in the ground that was named.
    pub(super) fn charged(&self, id: SquadId, mark: Mark) -> Option<SquadId> {
        let side = self.squad(id).side;
        match mark {
            Mark::Squad(target) => self.here(target).filter(|target| !target.is_closed()).map(|_| target),
            Mark::Piece(piece) => {
                let inside = |(enemy, _): &(SquadId, &Squad)| {
                    self.spots(*enemy).iter().any(|spot| self.land().inside(*spot) == Some(piece.into()))
                };
                let enemies =
                    self.of_side(side.other()).filter(inside).map(|(enemy, _)| (self.distance(id, enemy), enemy));
                enemies.min().map(|(_, enemy)| enemy)
            }
        }
    }

    /// Where chargers come to stand who reach the enemy: in contact as far as there is room, the rest behind.
    pub(super) fn contact(&self, id: SquadId, target: SquadId, going: &Going<'_>) -> Option<Spots> {
        let mut taken: SmallVec<[Point; 64]> = SmallVec::new();
        let middle = self.squad(target).at;
        for (other, squad) in self.all() {
            if other != id && squad.at.within(middle, 40 * INCH) {
                taken.extend(self.spots(other));
            }
        }
        let theirs = self.spots(target);
        let hull =
            if self.squad(target).is_vehicle() { beside_hull(&self.squad(target).hull_plan()) } else { Vec::new() };
        let mut men: Vec<(i64, usize)> =
            self.men_at(id).map(|man| (self.distance_to(target, self.figures[man].at()), man)).collect();
        men.sort_unstable();
        let mut spots = Spots::new();
        let mut reached = false;
        for (_, man) in men {
            let at = self.figures[man].at();
            let free = |place: &Point| {
                going.passage.stands(*place)
                    && self.land().ground().holds(*place)
                    && taken.iter().all(|spot| !overlap(*spot, *place))
                    && spots.iter().all(|(_, spot)| !overlap(*spot, *place))
            };
            let around = theirs.iter().flat_map(|enemy| (0..8).map(move |eighth| beside(*enemy, eighth)));
            let mut places: SmallVec<[(i64, Point); 64]> = hull
                .iter()
                .copied()
                .chain(around.filter(|_| hull.is_empty()))
                .filter(|place| place.within(at, going.reach))
                .map(|place| (place.distance(at), place))
                .collect();
            places.sort_unstable();
            let pays = |place: Point| self.leg(at, place, going.passage).is_some_and(|cost| cost <= going.allowance);
            let clear = |place: Point| self.wire_free(at, place, going.crosses_wire);
            let found =
                places.into_iter().map(|(_, place)| place).find(|place| free(place) && pays(*place) && clear(*place));
            if let Some(place) = found {
                reached = true;
                spots.push((man, place));
            } else {
                let nearest = theirs.iter().copied().min_by_key(|enemy| enemy.distance(at)).unwrap_or(middle);
                // Behind the others, as near as he gets.
                let whole = at.distance(nearest).min(going.allowance);
                let steps = (0..=whole / BASE).map(|step| at.towards(nearest, (whole - step * BASE).max(0)));
                let behind = { steps }.find(|place| free(place) && pays(*place) && clear(*place));
                spots.push((man, behind.unwrap_or(at)));
            }
        }
        reached.then_some(spots)
    }

    /// Does no wire lie on the way?
    fn wire_free(&self, from: Point, to: Point, crosses: bool) -> bool {
        self.wire_stop(from, to, crosses).is_none()
    }

    /// Do any men of two squads touch?
    pub(super) fn are_in_contact(&self, one: SquadId, other: SquadId) -> bool {
        self.each_spot(one).any(|spot| self.each_spot(other).any(|enemy| self.do_touch((one, spot), (other, enemy))))
    }

    /// R8, R30, R38 May a squad fire at a charge?
    pub(super) fn answers(&self, target: SquadId, charger: SquadId) -> bool {
        // It takes the place of its fire in phase d, so who has none there has none here.
        self.fires(target)
            // R29 Two squads that charge each other do not fire.
            && self.declared(target) != Some(Mark::Squad(charger))
            && self.point_blank(target, charger).next().is_some()
    }

    /// R8 The fire of a charged squad: each class of weapon, in the column of 2 inches.
    pub(super) fn point_blank(&self, target: SquadId, charger: SquadId) -> impl Iterator<Item = Fire> + '_ {
        let weapons = self.weapons(target).into_iter().filter(|(weapon, _)| weapon.is_small_arm());
        let from = self.squad(target).at;
        weapons.filter_map(move |(weapon, number)| {
            let bears = self.each_spot(charger).any(|to| self.bears(target, from, to));
            let figures = if weapon == Weapon::Rifle || weapon == Weapon::Pistol { number } else { 1 };
            let figures = figures.min(self.through_a_wall(target, from));
            bears.then(|| {
                let fire = self.at_men(target, weapon, figures, from, charger, POINT_BLANK);
                // Men who charge are on their feet.
                Fire { keeping_down: false, prone: false, ..fire }
            })
        })
    }
}

/// A place in contact with an enemy.
fn beside(enemy: Point, eighth: i64) -> Point {
    let off = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][eighth as usize];
    enemy.plus(Point::new(off.0 * BASE, off.1 * BASE))
}

/// Places in contact with a vehicle, a base apart along its sides.
fn beside_hull(hull: &Rectangle) -> Vec<Point> {
    // Half of a base from corner to corner: so no base overlaps the hull, whichever way it stands.
    let off = BASE * 5 / 7;
    let (wide, deep) = (hull.width / 2 + off, hull.depth / 2 + off);
    let along = |half: i64| (-half / BASE..=half / BASE).map(|step| step * BASE);
    let sides = along(deep - off).flat_map(|y| [(-wide, y), (wide, y)]);
    let ends = along(wide - off).flat_map(|x| [(x, -deep), (x, deep)]);
    sides.chain(ends).map(|(x, y)| hull.middle.plus(Point::new(x, y).turned(hull.facing.degrees()))).collect()
}

/// A declared charge is made: the men run, and come up to the enemy if they can.
pub(super) fn make(act: &mut Act<'_>, id: SquadId) {
    let mark = act.state.declared(id).expect("check has found the charge");
    let squad = act.state.squad_mut(id);
    squad.deeds.done = true;
    squad.deeds.moved = true;
    squad.deeds.charged = true;
    squad.posture = super::Posture::Up;
    let target = act.state.charged(id, mark);
    act.happens(Event::Charges { squad: id, mark });
    let met = target.filter(|target| {
        let going = act.state.going(id, Gait::Charge);
        act.state.contact(id, *target, &going).is_some()
    });
    match met {
        Some(target) => {
            let stage = if act.state.answers(target, id) { Stage::Asked } else { Stage::Contact };
            act.state.frames.push(Frame::Charge(Charging { squad: id, target, stage }));
        }
        None => fall_short(act, id, mark, target),
    }
}

/// A charge that does not reach anybody goes as far as it can.
fn fall_short(act: &mut Act<'_>, id: SquadId, mark: Mark, target: Option<SquadId>) {
    let state = &*act.state;
    let squad = state.squad(id);
    let to = match (target, mark) {
        (Some(target), _) => state.squad(target).at,
        (None, Mark::Piece(piece)) => state.nearest_in(piece.into(), squad.at).unwrap_or(squad.at),
        (None, Mark::Squad(gone)) => state.squad(gone).at,
    };
    come_up(act, id, to, 0);
    let at = act.state.squad(id).at;
    act.happens(Event::FallsShort { squad: id, to: at });
}

/// Men who charge come so near to a point, as far as they get.
fn come_up(act: &mut Act<'_>, id: SquadId, to: Point, short: i64) {
    let state = &*act.state;
    let squad = state.squad(id);
    let mut going = state.going(id, Gait::Charge);
    going.charges = false;
    let far = (squad.at.distance(to) - short).max(0);
    let short = squad.at.towards(to, going.allowance.min(far));
    let facing = Facing::along(to.minus(squad.at)).unwrap_or(squad.facing);
    let places = state.formation(id, short, facing, squad.formation);
    let marched = state.march(id, &[short], &places, facing, &going);
    act.state.squad_mut(id).facing = facing;
    act.state.squad_mut(id).at_wire = marched.at_wire;
    run_to(act, id, &marched.spots);
}

/// Men who charge come to stand elsewhere, through whatever gas lies on their way.
fn run_to(act: &mut Act<'_>, id: SquadId, spots: &Spots) {
    let from = act.state.standing(id);
    act.state.settle(id, spots);
    clouds::enter(act, id, &from);
}

/// The charged squad fires at point blank, once for each class of weapon.
pub(super) fn shoot(act: &mut Act<'_>, charging: Charging) {
    let Charging { squad: charger, target, .. } = charging;
    let from = act.state.squad(target).at;
    act.state.squad_mut(target).deeds.silent = true;
    act.happens(Event::PointBlank { squad: target, at: charger });
    hit(act.state, charger);
    let volleys: Vec<Fire> = act.state.point_blank(target, charger).collect();
    act.state.roller = act.state.squad(target).side;
    let losses = volleys.iter().map(|fire| throw_fire(act, fire, from, charger)).collect();
    take(act, losses);
}

/// Goes on with a charge: the test that fire calls for, then contact.
pub(super) fn go_on(act: &mut Act<'_>) {
    let Some(Frame::Charge(charging)) = act.state.frames.pop() else { unreachable!("a charge is under way") };
    let Charging { squad, target, stage } = charging;
    if !act.state.is_here(squad) {
        return;
    }
    if stage == Stage::Fired
        && let Some(occasion) = act.state.occasion(squad)
    {
        let tested = act.state.tested(squad, occasion);
        let deeds = &mut act.state.squad_mut(squad).deeds;
        (deeds.first_fire, deeds.lost_now) = (false, 0);
        let nerve = test(act, &[squad], vec![tested]);
        if nerve != Nerve::Passes {
            // The fire met them where they came within 2 inches.
            come_up(act, squad, act.state.squad(target).at, FALTERS);
            suffer(act, squad, nerve);
            act.happens(Event::Falters { squad });
            return;
        }
        suffer(act, squad, nerve);
    }
    if !act.state.is_here(target) {
        return;
    }
    let going = act.state.going(squad, Gait::Charge);
    let Some(spots) = act.state.contact(squad, target, &going) else {
        fall_short(act, squad, Mark::Squad(target), Some(target));
        return;
    };
    let to = act.state.squad(target).at;
    let facing = Facing::along(to.minus(act.state.squad(squad).at)).unwrap_or(act.state.squad(squad).facing);
    act.state.squad_mut(squad).facing = facing;
    run_to(act, squad, &spots);
    join(act, squad, target);
}

/// Two squads are in contact, and all others that touch.
pub(super) fn join(act: &mut Act<'_>, squad: SquadId, target: SquadId) {
    // R29 Who charges the charger has charged too.
    if act.state.declared(target) == Some(Mark::Squad(squad)) && !act.state.squad(target).deeds.done {
        act.state.squad_mut(target).deeds.charged = true;
        act.happens(Event::MeetCharging { squad, target });
    }
    act.happens(Event::Contact { squad, target });
    engage(act.state);
}

/// Squads that touch enemies are in a melee, and have no turn of their own any more. A car that drives up to men is in none
/// before they charge it.
pub(super) fn engage(state: &mut State) {
    let ids: Vec<SquadId> = state.all().filter(|(_, squad)| !squad.is_closed()).map(|(id, _)| id).collect();
    let meets = |one: &Squad, other: &Squad| !other.is_vehicle() || one.deeds.charged || one.fights();
    for id in &ids {
        let side = state.squad(*id).side;
        let at = state.squad(*id).at;
        let touches = ids.iter().any(|other| {
            let enemy = state.squad(*other);
            let meets = meets(state.squad(*id), enemy) && meets(enemy, state.squad(*id));
            enemy.side != side && meets && enemy.at.within(at, 40 * INCH) && state.are_in_contact(*id, *other)
        });
        let squad = state.squad_mut(*id);
        match (touches, squad.brawl) {
            (true, None) => {
                squad.brawl = Some(Brawl { charged: squad.deeds.charged, ..Brawl::default() });
                squad.deeds.done = true;
                squad.deeds.silent = true;
            }
            (false, Some(_)) => squad.brawl = None,
            _ => {}
        }
    }
}

/// Melee 1 How near chargers are when the fire meets them, with the bases of both between.
const FALTERS: i64 = 2 * INCH + BASE;

/// Morale 5 What makes the loser of a round test.
pub(super) const LOST: Occasion = Occasion::MeleeLost;
