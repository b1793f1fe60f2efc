//! Snipers: hidden until they fire or are found (Snipers, R16).

use super::event::Event;
use super::places::Spots;
use super::squad::is_in;
use super::{Act, Figure, Kind, PerSide, Posture, Role, Side, Sniper, Squad, SquadId, State};
use crate::troops::{Formation, Quality};
use field::{INCH, Point};
use kernel::game::Secret;

/// R16 From how far a hidden sniper is found.
const FOUND: i64 = 12 * INCH;

/// Snipers whom an enemy sees within 12 inches are hidden no more.
pub(super) fn spot(act: &mut Act<'_>) {
    for side in Side::BOTH {
        let mut number = 0;
        while let Some(sniper) = act.state.snipers(side).get(number) {
            let at = sniper.at;
            let sees = |spot: Point| spot.within(at, FOUND) && act.state.sees(spot, at);
            let found = act
                .state
                .of_side(side.other())
                .any(|(id, squad)| squad.at.within(at, FOUND + 30 * INCH) && act.state.each_spot(id).any(sees));
            if found {
                reveal(act, side, number, false);
            } else {
                number += 1;
            }
        }
    }
}

/// R16 In phase a it is looked at which snipers have a way home. R37 Hidden ones who have none creep towards it at once.
pub(super) fn look_for_ways_home(act: &mut Act<'_>) {
    for side in Side::BOTH {
        for number in 0..act.state.snipers(side).len() {
            let from = act.state.snipers(side)[number].at;
            let cut_off = !act.state.has_way_home(side, from);
            let to = if cut_off { act.state.way_out(side, from, true) } else { None };
            let Secret::Known(snipers) = &mut act.state.hidden[side] else { unreachable!("a whole state") };
            snipers[number].cut_off = cut_off;
            if let Some(to) = to {
                snipers[number] = Sniper { at: to, rest: 0, crept: true, cut_off };
                act.happens(Event::CreepsHome { side, to });
            }
        }
    }
    for id in act.state.seen_snipers() {
        let squad = act.state.squad(id);
        let cut_off = !act.state.has_way_home(squad.side, squad.at);
        act.state.squad_mut(id).cut_off = cut_off;
    }
}

/// R37 Snipers who have been seen and have no way home go towards one in phase c, and nowhere else.
pub(super) fn seek_ways_home(act: &mut Act<'_>) {
    for id in act.state.seen_snipers() {
        let squad = act.state.squad(id);
        if !squad.cut_off || squad.fights() || squad.routed || squad.deeds.shaken {
            continue;
        }
        let to = act.state.way_out(squad.side, squad.at, false);
        let man = usize::from(squad.first);
        let squad = act.state.squad_mut(id);
        (squad.deeds.done, squad.deeds.moved) = (true, to.is_some());
        if let Some(to) = to {
            let from = act.state.standing(id);
            act.state.settle(id, &Spots::from_iter([(man, to)]));
            act.happens(Event::SeeksHome { squad: id, to });
            super::clouds::enter(act, id, &from);
        }
    }
}

/// A burst or cloud that catches a hidden sniper finds him.
pub(super) fn catch(act: &mut Act<'_>, at: Point, wide: i64) {
    for side in Side::BOTH {
        while let Some(number) = act.state.snipers(side).iter().position(|sniper| is_in(at, wide, sniper.at)) {
            reveal(act, side, number, false);
        }
    }
}

/// A hidden sniper is seen: he becomes a squad of his own, with the next number.
pub(super) fn reveal(act: &mut Act<'_>, side: Side, number: usize, fires: bool) -> SquadId {
    let Secret::Known(snipers) = &mut act.state.hidden[side] else { unreachable!("a whole state has no hidden part") };
    let sniper = snipers.remove(number);
    act.state.unseen[side] -= 1;
    let id = SquadId(act.state.squads.len() as u8);
    let first = act.state.figures.len() as u16;
    let grenades = act.state.battle.army(side).grenades;
    let mut figure = Figure { x: 0, y: 0, role: Role::Sniper, grenades, alive: true };
    figure.stand(sniper.at);
    act.state.figures.push(figure);
    let facing = act.state.battle.army(side).edge.facing().turned(180);
    let fresh = fresh(side, Kind::Sniper, sniper.at, facing, first, 1);
    let (rest, cut_off) = (sniper.rest, sniper.cut_off);
    act.state.squads.push(Squad { rest, cut_off, has_fired: fires, ..fresh });
    act.reveals();
    act.happens(Event::Revealed { squad: id, fires });
    id
}

/// A squad of which nothing is known yet but what it is.
pub(super) fn fresh(side: Side, kind: Kind, at: Point, facing: field::Facing, first: u16, count: u8) -> Squad {
    Squad {
        side,
        kind,
        quality: Quality::Crack,
        first,
        count,
        at,
        facing,
        formation: Formation::Line,
        posture: Posture::Up,
        limbered: false,
        masked: false,
        routed: false,
        blooded: false,
        was_gassed: false,
        holds_until: 0,
        retreats: 0,
        at_wire: false,
        rest: 1,
        has_fired: false,
        cut_off: false,
        shot_at_by: None,
        brawl: None,
        hull: None,
        taken: false,
        deeds: super::Deeds::default(),
    }
}

impl State {
    /// What hides from others: plans, and snipers who were not seen.
    pub(super) fn hide_from(&mut self, but: Option<Side>) {
        for side in Side::BOTH {
            if but != Some(side) {
                self.plans[side] = Secret::Hidden;
                self.hidden[side] = Secret::Hidden;
            }
        }
    }

    fn seen_snipers(&self) -> Vec<SquadId> {
        self.all().filter(|(_, squad)| squad.kind == Kind::Sniper).map(|(id, _)| id).collect()
    }

    /// Places where a side could have a sniper: in cover, in its zone where that can be, and not found already.
    pub(super) fn hiding_place(&self, side: Side, random: &mut kernel::dice::Seeded) -> Point {
        let army = self.battle.army(side);
        let plan = &self.battle.scenario().table.plan;
        let found = |at: Point| {
            let sees = |spot: Point| spot.within(at, FOUND) && self.sees(spot, at);
            let near = |squad: &Squad| squad.at.within(at, FOUND + 30 * INCH);
            self.of_side(side.other()).any(|(id, squad)| near(squad) && self.each_spot(id).any(sees))
        };
        let mut drawn = || {
            let mut inch = |size: i64| i64::from(random.below((size / INCH) as u32 + 1));
            Point::inches(inch(plan.width), inch(plan.depth))
        };
        let mut unseen = None;
        for tries in 0..200 {
            let at = drawn();
            let near = army.edge.inside(plan, at) <= army.zone + 12 * INCH || tries > 120;
            let hides = || self.cover_at(at, None) != crate::troops::Cover::NoCover && self.land().foot().stands(at);
            // Whether he would be found costs most to ask.
            if near && hides() && !found(at) {
                return at;
            }
            unseen = unseen.or_else(|| (!found(at)).then_some(at));
        }
        unseen.unwrap_or_else(drawn)
    }
}

/// How many snipers each side has still hidden at the beginning.
pub(super) fn unseen(battle: &super::Battle) -> PerSide<u8> {
    PerSide::of(|side| battle.army(side).snipers)
}
