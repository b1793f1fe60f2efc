//! 2b and 2c: support that was called for, air attacks, and fire at spots where nobody is seen (R12, R24, R27, R29, R38).

use super::event::Event;
use super::strike::{shoot_off, take};
use super::{Act, Mark, Piece, Side, State, UnitId, Weapon};
use crate::air_support::{self, Arrived};
use crate::ap_fire::Stage as ApStage;
use crate::catalogue::Element;
use crate::contact::MEN;
use crate::ground::{Cover, Distance};
use crate::he_sa::{Fire, HeSaRoll, resolve_he_sa};
use crate::quality::Quality;
use crate::results::FireResult;
use crate::scenario::Lie;
use crate::seats::{CALLER, FIRER};
use crate::speculative_fire::UNSEEN;
use crate::support_fire::{Deviation, resolve_deviation, resolve_direction, resolve_length};
use field::{Facing, Footprint, INCH, Point};
use kernel::dice::{Dice, Law, Throw, Why};
use kernel::explain::{Explanation, Phrase, Resolved};
use kernel::odds::Chain;
use kernel::rule::Rule;
use kernel::tally::Tally;

/// R12 How far support fire reaches around its point.
pub(super) const BURST: i64 = 2 * INCH;
/// R38 How far from the point aircraft look for something to attack.
const SEARCH: i64 = 6 * INCH;

/// 2a Batteries that were called for smoke lay it.
pub(super) fn lay_called_smoke(act: &mut Act<'_>) {
    let side = act.state.side;
    for place in 0..act.state.assets[side].len() {
        if let Some(called) = act.state.assets[side][place].aimed
            && let Some(facing) = called.smoke
        {
            act.state.assets[side][place].aimed = None;
            super::smoke::lay(act, side, called.at, facing);
        }
    }
}

/// 2b All that was called for falls.
pub(super) fn falls(act: &mut Act<'_>) {
    let side = act.state.side;
    act.state.roller = side;
    for place in 0..act.state.assets[side].len() {
        let Some(called) = act.state.assets[side][place].aimed.take() else { continue };
        let support = &act.state.battle.army(side).support[place];
        let (element, quality) = (support.element, support.quality);
        if element.is_aircraft() {
            air_attack(act, side, place, called.at, (element, quality));
        } else {
            barrage(act, side, place, &called, (element, quality));
        }
    }
}

/// R12 A battery fires: it may deviate, and then everything within 2 of where it falls is fired on.
fn barrage(act: &mut Act<'_>, side: Side, place: usize, called: &super::Called, guns: (&'static Element, Quality)) {
    let turn = act.state.turn;
    let same = act.state.assets[side][place].last.is_some_and(|(at, when)| at == called.at && when + 1 == turn);
    let mut at = called.at;
    if act.roll(|dice| resolve_deviation(same, dice)) == Deviation::Deviates {
        let hour = act.roll(resolve_direction);
        let length = act.roll(resolve_length);
        let away = Facing::along(called.at.minus(act.state.unit(called.caller).at)).unwrap_or(Facing::UP);
        at = called.at.plus(away.turned(30 * i64::from(hour)).way(i64::from(length) * INCH));
    }
    act.state.assets[side][place].last = Some((called.at, turn));
    act.happens(Event::Falls { side, asset: place as u8, at });
    fire_on_all(act, side, at, guns);
}

/// HE/SA on every element within 2 of a point, friend or foe. R27 For those who hide one die is thrown in any case.
fn fire_on_all(act: &mut Act<'_>, side: Side, at: Point, (guns, quality): (&'static Element, Quality)) {
    let spot = Footprint::from(at);
    let near = |piece: &Piece| piece.base().within(&spot, BURST);
    let under: Vec<UnitId> = act.state.all().filter(|(_, piece)| near(piece)).map(|(id, _)| id).collect();
    let fire = |state: &State, id: UnitId| {
        let cover = state.shelter(state.unit(id), &state.unit(id).base(), at).cover;
        support_roll(guns, quality, state.element(id), cover, side)
    };
    for id in under {
        if !act.state.unit(id).stands() {
            continue;
        }
        if act.state.element(id).is_armoured() {
            if act.state.exposes_riders(id, true) {
                let roll = Fire { defence: MEN, ..fire(act.state, id) };
                let result = act.roll(|dice| resolve_he_sa(&roll, dice)).result;
                shoot_off(act, id, result);
            }
            continue;
        }
        let roll = fire(act.state, id);
        let struck = act.state.struck(id, true, false);
        let result = act.roll(|dice| resolve_he_sa(&roll, dice)).result;
        take(act, id, &struck, result);
    }
    if act.state.battle.army(side.other()).hides == 0 && act.state.battle.army(side).hides == 0 {
        return;
    }
    let hidden: Vec<UnitId> = act.state.hidden().filter(|(_, piece)| near(piece)).map(|(id, _)| id).collect();
    let face = act.roll(|dice| unseen_roll(CALLER, dice));
    for id in hidden {
        let roll = fire(act.state, id);
        let struck = act.state.struck(id, true, false);
        surprise(act, id, &roll, &struck, face);
    }
}

fn support_roll(guns: &'static Element, quality: Quality, target: &'static Element, cover: Cover, side: Side) -> Fire {
    Fire {
        firer: guns.word,
        target: target.word,
        value: guns.values.he_sa.unwrap_or(0),
        defence: target.values.defence,
        close: false,
        shelter: cover.shelter(),
        foreign_edge: false,
        charge: false,
        quality,
        ruling: None,
        seat: side.seat(),
    }
}

/// R27 The die for somebody in hiding has fallen. What has an effect reveals him; the rest is 'nothing seen'.
fn surprise(act: &mut Act<'_>, id: UnitId, fire: &Fire, struck: &crate::results::Struck, face: i32) {
    let told: Resolved<HeSaRoll> = resolve_he_sa(fire, &mut Fallen(face));
    if told.outcome.result == FireResult::Nothing {
        return;
    }
    let id = super::hidden::reveal(act, id);
    let result = act.roll(|_| told).result;
    take(act, id, struck, result);
}

/// The one die for all that may be hidden there. It says the same whether anybody is, unless he is revealed.
fn unseen_roll(role: kernel::seat::Seat, dice: &mut dyn Dice) -> Resolved<i32> {
    let roll = crate::rolls::d20(dice, Why::high("at what may be hidden", role));
    let face = roll.value();
    let tally = Tally::base("roll", Rule("R27"), "1d20", face);
    Explanation::of(Rule("R27"), "fire at what may be hidden")
        .throw(roll)
        .tally(tally)
        .gives(face, Phrase::of("unless somebody is revealed by it, nothing is seen"))
}

/// A die that has fallen already.
struct Fallen(i32);

impl Dice for Fallen {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        let mut face = Some(self.0 as u8);
        let reading = law.read(|_| face.take()).unwrap_or(0);
        Throw { why, law, reading, faces: vec![self.0 as u8].into() }
    }
}

/// R12, R38 Aircraft arrive or not, and attack the enemy element in the open that is nearest to the point. On an unmodified
/// 1 they attack the caller's own side.
fn air_attack(act: &mut Act<'_>, side: Side, place: usize, at: Point, plane: (&'static Element, Quality)) {
    let arrived = act.roll(air_support::resolve_arrival);
    let victim = match arrived {
        Arrived::No => {
            act.happens(Event::NoSupport { side, asset: place as u8 });
            return;
        }
        Arrived::OnFriends => side,
        Arrived::Yes => side.other(),
    };
    act.state.assets[side][place].left -= 1;
    let spot = Footprint::from(at);
    let open = |(id, _): &(UnitId, &Piece)| !act.state.is_in_contact(*id) && !act.state.is_under_trees_or_roof(*id);
    let targets = act.state.of_side(victim).filter(open).map(|(id, piece)| (piece.base().gap(&spot), id));
    let target = targets.min().filter(|(gap, _)| *gap <= SEARCH || arrived == Arrived::OnFriends);
    let Some((_, target)) = target else {
        act.happens(Event::FindsNothing { side, asset: place as u8 });
        return;
    };
    act.happens(Event::Strafes { side, asset: place as u8, target });
    let attack = act.state.air_attack(target, plane, side);
    match attack {
        AirShot::Riders(fire) => {
            let result = act.roll(|dice| resolve_he_sa(&fire, dice)).result;
            shoot_off(act, target, result);
        }
        AirShot::HeSa(fire, struck) => {
            let result = act.roll(|dice| resolve_he_sa(&fire, dice)).result;
            take(act, target, &struck, result);
        }
        AirShot::Ap(shot) => {
            let mut stage = shot.start();
            let after = loop {
                if let ApStage::After(after) = stage {
                    break after;
                }
                stage = act.roll(|dice| shot.step(&stage, dice));
            };
            super::strike::settle(act, target, &shot.struck, after);
        }
    }
}

/// The rolls of an air attack.
enum AirShot {
    HeSa(Fire, crate::results::Struck),
    Riders(Fire),
    Ap(crate::ap_fire::ApShot),
}

impl State {
    /// R38 Woods and buildings hide from the air.
    fn is_under_trees_or_roof(&self, id: UnitId) -> bool {
        let ground = self.land().ground();
        let hides = |number: usize| matches!(self.land().lie(number), Lie::Wood | Lie::DenseWood | Lie::House);
        ground.at(self.unit(id).at).any(hides)
    }

    /// R38 The attack comes from any side, so that the shift for the side counts.
    fn air_attack(&self, target: UnitId, (plane, quality): (&'static Element, Quality), side: Side) -> AirShot {
        let element = self.element(target);
        let piece = self.unit(target);
        let shelter = self.shelter(piece, &piece.base(), piece.at);
        let fire = |value: i32| Fire {
            value,
            shelter: shelter.cover.behind(shelter.smoke),
            ..support_roll(plane, quality, element, shelter.cover, side)
        };
        let protected = shelter.cover.protects_from_fall_back();
        match plane.values.he_sa {
            Some(value) if !element.is_armoured() => AirShot::HeSa(fire(value), self.struck(target, protected, false)),
            Some(value) if self.exposes_riders(target, true) => AirShot::Riders(Fire { defence: MEN, ..fire(value) }),
            _ => AirShot::Ap(air_support::ap_attack(
                (plane, quality),
                shelter.cover.behind(shelter.smoke),
                crate::ground::Facing::Side,
                self.struck(target, protected, true),
            )),
        }
    }

    /// R12, R29 May an element fire at a spot: where no enemy is seen and no friend stands?
    pub(super) fn check_guess(&self, side: Side, id: UnitId, at: Point) -> Result<(), kernel::procedure::Refusal> {
        use kernel::procedure::Refusal;
        self.may_fire(side, id)?;
        if !self.battle.scenario().expansion || self.battle.army(side.other()).hides == 0 {
            return Err(Refusal::by(
                Rule("R12"),
                "speculative fire is for the expansion rules, where the enemy may hide",
            ));
        }
        if self.element(id).values.he_sa.is_none() {
            return Err(Refusal::by(
                Rule("R1"),
                format!("{} has neither high explosive nor small arms", self.name(id)),
            ));
        }
        super::smoke::check_spot(self, id, at)?;
        let spot = Footprint::from(at);
        match self.all().find(|(_, piece)| piece.base().within(&spot, INCH)) {
            Some((other, _)) => {
                let sentence =
                    format!("{} stands there; speculative fire is at a spot where nobody is seen", self.name(other));
                Err(Refusal::by(Rule("R29"), sentence))
            }
            None => Ok(()),
        }
    }
}

/// R29 Fire at a spot hits the one whose base is nearest to it within 1, if anybody hides there.
pub(super) fn guess(act: &mut Act<'_>, id: UnitId, at: Point) {
    let side = act.state.unit(id).side;
    act.state.roller = side;
    act.state.mark(id, Mark::FIRED);
    act.happens(Event::Guesses { unit: id, at });
    let spot = Footprint::from(at);
    let near = act.state.hidden().map(|(hidden, piece)| (piece.base().gap(&spot), hidden)).min();
    let hit = near.filter(|(gap, _)| *gap <= INCH).map(|(_, hidden)| hidden);
    let face = act.roll(|dice| unseen_roll(FIRER, dice));
    let Some(hidden) = hit else { return };
    let distance: Distance = act.state.check_reach(id, &spot, Weapon::HeSa).expect("check has measured");
    let state = &*act.state;
    let (piece, firer) = (state.unit(id), state.element(id));
    let shelter = state.shelter(state.unit(hidden), &state.unit(hidden).base(), piece.at);
    let fire = Fire {
        close: distance.is_close(),
        shelter: shelter.cover.behind(shelter.smoke),
        foreign_edge: state.is_at_foreign_edge(side, &piece.base()),
        ruling: Some((Rule("R12"), "at a spot where no enemy is seen", UNSEEN)),
        ..support_roll(firer, state.quality(id), state.element(hidden), shelter.cover, side)
    };
    let struck = state.struck(hidden, shelter.cover.protects_from_fall_back() || firer.is_mortar(), false);
    surprise(act, hidden, &fire, &struck, face);
}
