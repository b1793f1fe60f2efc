//! 2b and 2c: support that was called for, air attacks, and fire at spots where nobody is seen (R12, R24, R27, R29, R38).

use super::desk::Form;
use super::event::Event;
use super::strike::{Firer, hit, settle};
use super::{Act, Called, Mark, Piece, Side, State, UnitId, Weapon};
use crate::air_support::{self, AirSupport, Arrived};
use crate::choices::{Aircraft, Battery, HeSaFirer, OnTable};
use crate::ground;
use crate::he_sa::resolve_he_sa;
use crate::results::{After, FireResult, Passengers};
use crate::scenario::{Lie, Support as Listed};
use crate::seats::{CALLER, FIRER};
use crate::speculative_fire::Guess;
use crate::support_fire::{Call, Deviation, Support, resolve_deviation, resolve_direction, resolve_length};
use field::{Facing, Footprint, INCH, Point};
use kernel::dice::{Dice, Law, Throw, Why};
use kernel::explain::{Explanation, Phrase, Resolved};
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use kernel::tally::Tally;
use kernel::{bail, ensure};

/// R12 How far support fire reaches around its point.
pub(super) const BURST: i64 = 2 * INCH;
/// R38 How far from the point aircraft look for something to attack.
pub(super) const SEARCH: i64 = 6 * INCH;

/// 2a Batteries that were called for smoke lay it.
pub(super) fn lay_called_smoke(act: &mut Act<'_>) {
    let side = act.state.side;
    for place in 0..act.state.assets[side].len() {
        if let Some(called) = act.state.assets[side][place].aimed
            && let Some(facing) = called.smoke
        {
            act.state.assets[side][place].aimed = None;
            super::smoke::lay(act, Firer::Support(side, place), called.at, facing);
        }
    }
}

/// 2b All that was called for falls.
pub(super) fn falls(act: &mut Act<'_>) {
    let side = act.state.side;
    act.state.roller = side;
    for place in 0..act.state.assets[side].len() {
        let Some(called) = act.state.assets[side][place].aimed.take() else { continue };
        if act.state.battle.army(side).support[place].element.is_aircraft() {
            air_attack(act, side, place, called.at);
        } else {
            barrage(act, side, place, &called);
        }
    }
}

/// R12 A battery fires: it may deviate, and then everything within 2 of where it falls is fired on.
fn barrage(act: &mut Act<'_>, side: Side, place: usize, called: &Called) {
    let turn = act.state.turn;
    let guns = act.state.barrage(side, place, called, Call::Answered);
    let desk = |state: &State| Form::Support(guns.at_nearest(state)).on_desk();
    let mut at = called.at;
    if act.roll_as(desk, |dice| resolve_deviation(guns.same_point, dice)) == Deviation::Deviates {
        let hour = act.roll_as(desk, resolve_direction);
        let length = act.roll_as(desk, resolve_length);
        at = called.at.plus(guns.away.turned(30 * i64::from(hour)).way(i64::from(length) * INCH));
    }
    act.state.assets[side][place].last = Some((called.at, turn));
    act.happens(Event::Falls { side, asset: place as u8, at });
    fire_on_all(act, side, at, &guns);
}

/// HE/SA on every element within 2 of a point, friend or foe. R27 For those who hide one die is thrown in any case.
fn fire_on_all(act: &mut Act<'_>, side: Side, at: Point, guns: &Barrage) {
    for id in act.state.under_fire(at) {
        if act.state.unit(id).stands() {
            let form = Form::Support(guns.at(act.state, id, at));
            hit(act, guns.firer, id, &form);
        }
    }
    if act.state.battle.army(side.other()).hides == 0 && act.state.battle.army(side).hides == 0 {
        return;
    }
    let spot = Footprint::from(at);
    let near = |(_, piece): &(UnitId, &Piece)| piece.base().within(&spot, BURST);
    let hidden: Vec<UnitId> = act.state.hidden().filter(near).map(|(id, _)| id).collect();
    let face = act.roll_as(|_| Form::Support(guns.at_nobody()).on_desk(), |dice| unseen_roll(CALLER, dice));
    for id in hidden {
        let form = Form::Support(guns.at(act.state, id, at));
        surprise(act, guns.firer, id, &form, face);
    }
}

/// Guns that were called for, as the form of the charts desk has them.
pub(super) struct Barrage {
    firer: Firer,
    call: Call,
    guns: &'static crate::catalogue::Element,
    quality: crate::quality::Quality,
    same_point: bool,
    /// Where they were aimed, and the direction away from the caller.
    aimed: Point,
    away: Facing,
}

impl Barrage {
    /// Their fire where nobody is known to be.
    fn at_nobody(&self) -> Support {
        Support {
            call: self.call,
            guns: Battery::from(self.guns),
            quality: self.quality.into(),
            same_point: self.same_point,
            ..Support::default()
        }
    }

    /// Their fire at an element, which has cover against what falls at a point.
    pub(super) fn at(&self, state: &State, id: UnitId, falls: Point) -> Support {
        let (piece, base) = (state.unit(id), state.unit(id).base());
        let towards = Facing::along(piece.at.minus(self.aimed)).unwrap_or(self.away);
        let turned = (towards.degrees() - self.away.degrees()).rem_euclid(360);
        let hour = ((turned + 15) / 30 % 12) as u8;
        Support {
            target: OnTable::from(state.element(id)),
            distance: ((base.gap(&self.aimed.into()) + INCH - 1) / INCH).min(10) as u8,
            hour: if hour == 0 { 12 } else { hour },
            cover: state.shelter(piece, &base, falls).cover,
            target_state: ground::State::of(piece.is_suppressed()),
            riders: state.riders(id).len() as u8,
            towed: state.tow(id).is_some(),
            ..self.at_nobody()
        }
    }

    /// Their fire at the element that all see nearest to where they aim.
    pub(super) fn at_nearest(&self, state: &State) -> Support {
        let spot = Footprint::from(self.aimed);
        let nearest = state.all().min_by_key(|(id, piece)| (piece.base().gap(&spot), *id));
        nearest.map_or_else(|| self.at_nobody(), |(id, _)| self.at(state, id, self.aimed))
    }
}

/// R27 The die for somebody in hiding has fallen. What has an effect reveals him; the rest is 'nothing seen'.
fn surprise(act: &mut Act<'_>, by: Firer, id: UnitId, form: &Form, face: i32) {
    let super::desk::Shot::HeSa(shot) = form.shot() else { unreachable!("what may be hidden is fired on with HE/SA") };
    let Some(fire) = shot.fire else { return };
    let told = resolve_he_sa(&fire, &mut Fallen(face));
    if told.outcome.result == FireResult::Nothing {
        return;
    }
    let id = super::hidden::reveal(act, id);
    act.naming(|state| state.firing(by, id, shot.struck.hit));
    let result = act.roll_as(|_| form.on_desk(), |_| told).result;
    settle(act, id, &shot.struck, After::Result(result), |_| form.on_desk());
}

/// The one die for all that may be hidden there. It says the same whether anybody is, unless he is revealed.
fn unseen_roll(role: kernel::seat::Seat, dice: &mut dyn Dice) -> Resolved<i32> {
    let roll = crate::rolls::d20(dice, Why::high("fire at what may be hidden", role));
    let face = roll.value();
    let tally = Tally::base("roll", Rule("R27"), "1d20", face);
    Explanation::of(Rule("R27"), "fire at what may be hidden")
        .throw(roll)
        .tally(tally)
        .gives(face, Phrase::of("whoever hides there is seen if it harms him"))
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
fn air_attack(act: &mut Act<'_>, side: Side, place: usize, at: Point) {
    let support = act.state.battle.army(side).support[place].clone();
    let desk = |state: &State| {
        let target = state.found_from_the_air(side.other(), at);
        Form::Air(target.map_or_else(|| by_air(&support), |id| state.by_air(&support, id))).on_desk()
    };
    let target = match act.roll_as(desk, air_support::resolve_arrival) {
        Arrived::No => {
            act.happens(Event::NoSupport { side, asset: place as u8 });
            return;
        }
        Arrived::OnFriends => act.state.in_the_open(side, at).map(|(_, id)| id),
        Arrived::Yes => act.state.found_from_the_air(side.other(), at),
    };
    act.state.assets[side][place].left -= 1;
    let Some(target) = target else {
        act.happens(Event::FindsNothing { side, asset: place as u8 });
        return;
    };
    act.happens(Event::Strafes { side, asset: place as u8, target });
    let form = Form::Air(act.state.by_air(&support, target));
    hit(act, Firer::Support(side, place), target, &form);
}

/// R38 Aircraft, which come from any side, so that the shift for the side counts.
fn by_air(support: &Listed) -> AirSupport {
    AirSupport {
        aircraft: Aircraft::from(support.element),
        quality: support.quality.into(),
        facing: ground::Facing::Side,
        ..AirSupport::default()
    }
}

impl State {
    /// R12 The elements within 2 of a point.
    pub(super) fn under_fire(&self, at: Point) -> Vec<UnitId> {
        let spot = Footprint::from(at);
        self.all().filter(|(_, piece)| piece.base().within(&spot, BURST)).map(|(id, _)| id).collect()
    }

    /// R38 Woods and buildings hide from the air.
    fn is_under_trees_or_roof(&self, id: UnitId) -> bool {
        let ground = self.land().ground();
        let hides = |number: usize| matches!(self.land().lie(number), Lie::Wood | Lie::DenseWood | Lie::House);
        ground.at(self.unit(id).at).any(hides)
    }

    /// The element of a side in the open that is nearest to a point, and how far it is.
    fn in_the_open(&self, side: Side, at: Point) -> Option<(i64, UnitId)> {
        let spot = Footprint::from(at);
        let open = |(id, _): &(UnitId, &Piece)| !self.is_in_contact(*id) && !self.is_under_trees_or_roof(*id);
        self.of_side(side).filter(open).map(|(id, piece)| (piece.base().gap(&spot), id)).min()
    }

    /// R38 The element of a side that aircraft find near a point.
    pub(super) fn found_from_the_air(&self, side: Side, at: Point) -> Option<UnitId> {
        self.in_the_open(side, at).filter(|(gap, _)| *gap <= SEARCH).map(|(_, id)| id)
    }

    /// An air attack on an element.
    pub(super) fn by_air(&self, support: &Listed, id: UnitId) -> AirSupport {
        let piece = self.unit(id);
        let shelter = self.shelter(piece, &piece.base(), piece.at);
        AirSupport {
            target: OnTable::from(self.element(id)),
            cover: shelter.cover,
            smoke: shelter.smoke,
            target_state: ground::State::of(piece.is_suppressed()),
            way_back: self.way_back(id, shelter.cover.protects_from_fall_back()),
            riders: self.riders(id).len() as u8,
            towed: self.tow(id).is_some(),
            passengers: Passengers::Stay,
            ..by_air(support)
        }
    }

    /// Guns that somebody calls for, or has called for.
    pub(super) fn barrage(&self, side: Side, place: usize, called: &Called, call: Call) -> Barrage {
        let support = &self.battle.army(side).support[place];
        let last = self.assets[side][place].last;
        Barrage {
            firer: Firer::Support(side, place),
            call,
            guns: support.element,
            quality: support.quality,
            same_point: last.is_some_and(|(at, when)| at == called.at && when + 1 == self.turn),
            aimed: called.at,
            away: Facing::along(called.at.minus(self.unit(called.caller).at)).unwrap_or(Facing::UP),
        }
    }

    /// R12, R29 May an element fire at a spot: where no enemy is seen and no friend stands?
    pub(super) fn check_guess(&self, side: Side, id: UnitId, at: Point) -> Result<(), Refusal> {
        self.may_fire(side, id)?;
        ensure!(
            self.battle.scenario().expansion && self.battle.army(side.other()).hides > 0,
            Rule("R12"),
            "speculative fire is for the expansion rules, where the enemy may hide"
        );
        ensure!(
            self.element(id).values.he_sa.is_some(),
            Rule("R1"),
            "{} has neither high explosive nor small arms",
            self.name(id)
        );
        super::smoke::check_spot(self, id, at)?;
        self.check_point(side, at)?;
        let spot = Footprint::from(at);
        if let Some((other, _)) = self.all().find(|(_, piece)| piece.base().within(&spot, INCH)) {
            let name = self.name(other);
            bail!(Rule("R29"), "{name} stands there; speculative fire is at a spot where nobody is seen");
        }
        Ok(())
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
    let guess = act.state.guess(id, &spot);
    let face = act.roll_as(|_| Form::Guess(guess.clone()).on_desk(), |dice| unseen_roll(FIRER, dice));
    let Some(hidden) = hit else { return };
    let state = &*act.state;
    let shelter = state.shelter(state.unit(hidden), &state.unit(hidden).base(), state.unit(id).at);
    let protected = shelter.cover.protects_from_fall_back() || state.element(id).is_mortar();
    let form = Form::Guess(Guess {
        target: OnTable::from(state.element(hidden)),
        cover: shelter.cover,
        smoke: shelter.smoke,
        target_state: ground::State::of(state.unit(hidden).is_suppressed()),
        way_back: state.way_back(hidden, protected),
        ..guess
    });
    surprise(act, Firer::Unit(id), hidden, &form, face);
}

impl State {
    /// Fire of an element at a spot, whoever may be there.
    fn guess(&self, id: UnitId, spot: &Footprint) -> Guess {
        let (piece, distance) = (self.unit(id), self.check_reach(id, spot, Weapon::HeSa).expect("check has measured"));
        Guess {
            attacker: HeSaFirer::from(self.element(id)),
            range: distance.units.clamp(1, 72) as u8,
            quality: self.quality(id).into(),
            suppressed: piece.is_suppressed(),
            foreign_edge: self.is_at_foreign_edge(piece.side, &piece.base()),
            ..Guess::default()
        }
    }
}
