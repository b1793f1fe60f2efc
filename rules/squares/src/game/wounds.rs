//! Hits on named units: who places them, on whom, and the saves that follow (26, R10).

use super::{Event, Side, Square, Squares, State, UnitId, Units};
use crate::barrage::BarrageKind;
use crate::hits::{Body, Counts, MOST_UNITS, Placement, Placing, save_hits};
use crate::saves::Shelter;
use crate::saving::Saving;
use crate::unit::Unit;
use kernel::game::Act;
use kernel::prelude::*;
use kernel::procedure::OnDesk;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Hits on units that stand together.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data; what a name does not say stands beside it")]
pub struct Wounds {
    /// Whose units are hit.
    pub owner: Side,
    pub cause: Cause,
    pub at: Square,
    /// The units; those of the main square of an assault come first.
    pub units: SmallVec<[UnitId; MOST_UNITS]>,
    /// How many of them are hit first: those of the main square (R10).
    pub main: u8,
    /// Hits that the owner has still to place.
    pub own: u8,
    /// Hits that the other player has to place after him.
    pub rest: u8,
    /// Hits placed on each unit.
    pub placed: Counts,
    /// Half bases lost to them; known when the saves have been rolled.
    pub lost: Counts,
}

/// What hits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Bullets and shells of a square (27).
    Shooting,
    /// A barrage (22).
    Barrage(BarrageKind),
    /// Gas that lies there (19:gas-hits).
    Gas,
    /// The target of an assault, in the fight or after it.
    Assaulted,
    /// The target of an assault, as it retires.
    Retiring,
    /// The assaulters.
    Assaulting,
    /// A square that retires or runs (28:retire-hit).
    Morale,
    /// A square that retires or runs, and cannot (28:enemy-behind).
    Cornered,
}

impl Cause {
    /// How many hits the owner places first (26:place-first, 28:retire-hit).
    fn first(self) -> u8 {
        match self {
            Cause::Shooting | Cause::Barrage(_) | Cause::Gas => 1,
            Cause::Assaulted | Cause::Retiring | Cause::Assaulting | Cause::Morale | Cause::Cornered => 2,
        }
    }

    /// The rule that makes it hit.
    pub fn rule(self) -> Rule {
        match self {
            Cause::Shooting => Rule("27:hit"),
            Cause::Barrage(kind) => kind.effect(),
            Cause::Gas => Rule("19:gas-hits"),
            Cause::Assaulted | Cause::Assaulting => Rule("26:hit"),
            Cause::Retiring => Rule("26:retire-hits"),
            Cause::Morale => Rule("28:retire-hit"),
            Cause::Cornered => Rule("28:enemy-behind"),
        }
    }
}

/// How the hits that a player places now may fall: some of them where they must, the rest among some units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    /// Hits that must fall so.
    pub forced: Counts,
    /// How many can be placed freely.
    pub free: u8,
    /// The most that each unit can take of these; 0 for those that none may be placed on.
    pub most: Counts,
}

impl Wounds {
    /// Hits on units in one square.
    pub fn on(state: &State, owner: Side, cause: Cause, at: Square, units: Units, hits: u16) -> Wounds {
        Wounds::with_additional(state, owner, cause, at, (units, Units::NONE), hits)
    }

    /// Hits on units of a main square and additional ones behind them.
    pub fn with_additional(
        state: &State,
        owner: Side,
        cause: Cause,
        at: Square,
        (main, additional): (Units, Units),
        hits: u16,
    ) -> Wounds {
        let (main, additional) = (state.standing(main), state.standing(additional));
        let units: SmallVec<[UnitId; MOST_UNITS]> = main.iter().chain(additional.iter()).collect();
        let hits = if units.is_empty() { 0 } else { hits.min(200) as u8 };
        let own = hits.min(cause.first());
        let (placed, lost) = Default::default();
        Wounds { owner, cause, at, units, main: main.len() as u8, own, rest: hits - own, placed, lost }
    }

    /// Who has hits to place now, and how many.
    pub fn placing(&self) -> Option<(Side, u8)> {
        match (self.own, self.rest) {
            (0, 0) => None,
            (0, rest) => Some((self.owner.other(), rest)),
            (own, _) => Some((self.owner, own)),
        }
    }

    /// 26:place-two, 26:place-anywhere How the hits that are to be placed now may fall: no unit has more than 2 until
    /// all have 2, then anywhere; the main square first (R10).
    pub fn share(&self) -> Share {
        let hits = self.placing().map_or(0, |(_, hits)| hits);
        let room = |unit: usize| 2_u8.saturating_sub(self.placed[unit]);
        let (main, all) = (usize::from(self.main), self.units.len());
        let mut share = Share { forced: Counts::default(), free: hits, most: Counts::default() };
        for part in [0..main, main..all] {
            let open: u8 = part.clone().map(room).sum();
            if share.free <= open {
                for unit in part {
                    share.most[unit] = room(unit);
                }
                if share.free == open {
                    share.free = 0;
                    for unit in 0..all {
                        share.forced[unit] += std::mem::take(&mut share.most[unit]);
                    }
                }
                return share;
            }
            share.free -= open;
            for unit in part {
                share.forced[unit] = room(unit);
            }
        }
        for unit in 0..all {
            share.most[unit] = share.free;
        }
        share
    }

    /// The only way in which the hits can fall, where there is but one.
    pub fn only_way(&self) -> Option<Counts> {
        let mut share = self.share();
        let mut open = (0..self.units.len()).filter(|&unit| share.most[unit] > 0);
        match (share.free, open.next(), open.next()) {
            (0, ..) => {}
            (free, Some(unit), None) => share.forced[unit] += free,
            _ => return None,
        }
        Some(share.forced)
    }

    /// Refuses hits that may not fall so.
    pub fn check(&self, state: &State, shares: &[u8]) -> Result<(), Refusal> {
        let (_, hits) = self.placing().expect("hits are placed when there are some");
        ensure!(
            shares.len() == self.units.len(),
            Rule("26:place-first"),
            "{} shares are given, but {} units can be hit",
            shares.len(),
            self.units.len()
        );
        let sum: u32 = shares.iter().map(|&share| u32::from(share)).sum();
        let rule = if self.own > 0 { Rule("26:place-first") } else { Rule("26:place-rest") };
        ensure!(sum == u32::from(hits), rule, "{sum} hits are placed, but there are {hits} to place");
        let share = self.share();
        for (place, &given) in shares.iter().enumerate() {
            let (name, main) = (state.name(self.units[place]), usize::from(self.main));
            let (least, most) = (share.forced[place], share.forced[place] + share.most[place]);
            let main_first = (Rule("R10"), "hits go on the main square first");
            if given < least {
                let split = place < main && main < self.units.len();
                let by_two = (Rule("26:place-two"), "every unit has 2 hits before any has more");
                let (rule, why) = if split { main_first } else { by_two };
                bail!(rule, "{name} is given {given} hits, but must have {least}: {why}");
            }
            if given > most {
                let by_two = (Rule("26:place-two"), "no unit is given more than 2 until all have 2");
                let (rule, why) = if most == 0 && place >= main { main_first } else { by_two };
                bail!(rule, "{name} is given {given} hits, but can have {most} at most: {why}");
            }
        }
        Ok(())
    }

    /// Places hits that [`Wounds::check`] has found right.
    pub fn place(&mut self, shares: &[u8]) {
        for (placed, share) in self.placed.iter_mut().zip(shares) {
            *placed += share;
        }
        if self.own > 0 { self.own = 0 } else { self.rest = 0 }
    }

    /// Places all hits that can fall in one way only.
    pub fn settle(&mut self) {
        while self.placing().is_some()
            && let Some(shares) = self.only_way()
        {
            self.place(&shares);
        }
    }

    /// The units as one body that saves.
    pub fn body(&self, state: &State) -> Body {
        let units: SmallVec<[Unit; MOST_UNITS]> = self.units.iter().map(|&unit| state.unit(unit).unit()).collect();
        // Players place the hits; these policies are only asked where odds are.
        let placement = Placement {
            owner: self.owner.seat(),
            first: self.cause.first(),
            owner_places: Placing::Toughest,
            other_places: Placing::Weakest,
        };
        let (main, additional) = units.split_at(usize::from(self.main));
        Body::with_additional(main, additional, self.shelter(state), placement)
    }

    fn shelter(&self, state: &State) -> Shelter {
        let (ground, defences) = (state.battle.ground(self.at), state.battle.defences(self.at));
        match self.cause {
            Cause::Assaulting => Shelter::Assaulting,
            Cause::Gas | Cause::Barrage(BarrageKind::Gas) => Shelter::Gassed,
            Cause::Assaulted | Cause::Retiring => Shelter::Assaulted(ground, defences),
            Cause::Shooting | Cause::Barrage(_) | Cause::Morale | Cause::Cornered => {
                Shelter::UnderFire(ground, defences)
            }
        }
    }

    /// Failed saves in all (26:casualties).
    pub fn casualties(&self) -> u8 {
        self.lost.iter().sum()
    }

    /// Rolls the saves of all hits, and takes off what they cost. Each failed save leaves a casualty marker (R3).
    pub fn save(&mut self, act: &mut Act<'_, Squares>) {
        if self.placed == Counts::default() {
            return;
        }
        let (shelter, owner) = (self.shelter(act.state), self.owner.seat());
        self.lost = Counts::default();
        for (place, hits) in std::mem::take(&mut self.placed).into_iter().enumerate().filter(|(_, hits)| *hits > 0) {
            let unit = self.units[place];
            act.happens(Event::Hit { unit, hits, rule: self.cause.rule() });
            let (hit, left) = (act.state.unit(unit).unit(), act.state.unit(unit).left);
            let half_bases = act.roll_as(
                |_| OnDesk::of(&crate::saving::procedure(), &Saving::of(&hit, shelter, hits)),
                |dice| save_hits(&hit, shelter, (hits, left), owner, dice),
            );
            self.lost[place] = half_bases;
            if half_bases > 0 {
                act.state.unit_mut(unit).casualties += half_bases;
                let gone = act.state.lose(unit, half_bases);
                act.happens(if gone { Event::Destroyed { unit } } else { Event::Hurt { unit, half_bases } });
            }
        }
    }
}
