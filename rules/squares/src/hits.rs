//! Hits: who places them on which unit, and the saves they call for (26, R10).

use crate::saves::{Shelter, save, saves_on};
use crate::unit::Unit;
use kernel::prelude::*;
use std::fmt;
use std::ops::Range;

/// How a player places hits when odds are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Placing {
    /// On the units that save best, the strongest of them first.
    #[default]
    Toughest,
    /// On the units that save worst, the weakest of them first.
    Weakest,
    /// On the units in the order they are listed.
    Listed,
}

/// The most units that hits are ever spread over: a square of six and six additional assaulters.
pub const MOST_UNITS: usize = 12;

/// A number for each unit.
pub type Counts = [u8; MOST_UNITS];

/// Units that take hits together.
pub struct Body {
    units: Vec<Member>,
    alike: Vec<Range<usize>>,
    owner: Seat,
    /// The owner places this many hits first: 2, or 1 under fire.
    first: u8,
    owner_places: Placing,
    other_places: Placing,
    /// The units in the order in which saves are walked where nobody is told.
    walked: Vec<usize>,
}

#[derive(PartialEq, Eq)]
struct Member {
    unit: Unit,
    shelter: Shelter,
    left: u8,
    /// The lowest face that saves.
    on: u8,
    /// Hits go on the main square first (R10).
    main: bool,
}

/// What has been done to a body: hits that still must be saved, and half bases lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Toll {
    /// Hits placed on each unit and not yet saved.
    pub pending: Counts,
    /// Half bases each unit has lost.
    pub lost: Counts,
}

/// What a body of units has lost, told by its casualties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Losses {
    /// Failed saves: half bases lost.
    pub casualties: u8,
    /// Units lost altogether.
    pub units: u8,
}

/// Whose hits fall first, and how each player places them.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The player whose units are hit.
    pub owner: Seat,
    /// How many he places himself before the other places the rest.
    pub first: u8,
    /// How he places them.
    pub owner_places: Placing,
    /// How the other places the rest.
    pub other_places: Placing,
}

/// Rolls the saves of one unit that takes so many hits and has so many half bases left: the half bases it loses.
pub fn save_hits(
    unit: &Unit,
    shelter: Shelter,
    (hits, left): (u8, u8),
    owner: Seat,
    dice: &mut dyn Dice,
) -> Resolved<u8> {
    let on = saves_on(unit, shelter);
    let roll = dice.hits(hits.into(), on, Why::high("saves", owner));
    let failed = Tally::when_told("half bases lost", dice.tells())
        .from(Rule("26:half-base"), "failed saves", i32::from(hits) - roll.value())
        .at_most(Rule("R10"), "beyond the last half base", left.into());
    let lost = failed.total() as u8;
    if !dice.tells() {
        return Resolved::untold(lost);
    }
    let save = save(unit, shelter);
    let result = if lost == left {
        Phrase::of("{} saves on {}+: {} half {base|bases} lost, and the unit with them")
    } else {
        Phrase::of("{} saves on {}+: {} half {base|bases} lost")
    };
    let result = result.word(unit.kind.name()).number(on).number(lost);
    Explanation::of(save.rule, "saves").throw(roll).tally(save.roll).tally(failed).cell(save.cell).gives(lost, result)
}

impl Body {
    /// Units in one square.
    pub fn of(units: &[Unit], shelter: Shelter, placement: Placement) -> Body {
        Body::new(units.iter().map(|unit| (unit, true)), shelter, placement)
    }

    /// Units of the main square and additional ones behind them.
    pub fn with_additional(main: &[Unit], additional: &[Unit], shelter: Shelter, placement: Placement) -> Body {
        let units = main.iter().map(|unit| (unit, true)).chain(additional.iter().map(|unit| (unit, false)));
        Body::new(units, shelter, placement)
    }

    fn new<'a>(units: impl Iterator<Item = (&'a Unit, bool)>, shelter: Shelter, placement: Placement) -> Body {
        let member = |(unit, main): (&Unit, bool)| Member {
            unit: unit.clone(),
            shelter,
            left: unit.left(),
            on: saves_on(unit, shelter),
            main,
        };
        let units: Vec<Member> = units.map(member).collect();
        assert!(units.len() <= MOST_UNITS, "a body of {} units", units.len());
        let mut alike: Vec<Range<usize>> = Vec::new();
        for unit in 0..units.len() {
            match alike.last_mut() {
                Some(run) if units[run.start] == units[unit] => run.end = unit + 1,
                _ => alike.push(unit..unit + 1),
            }
        }
        let Placement { owner, first, owner_places, other_places } = placement;
        let mut body = Body { units, alike, owner, first, owner_places, other_places, walked: Vec::new() };
        body.walked = body.last_hit_first();
        body
    }

    /// The units from the one that is the last to be hit to the one that is the first.
    ///
    /// One hit more or less is one on the unit that is hit last. When its saves come first, what is left to save is
    /// the same for both, and the walker goes on with them together.
    fn last_hit_first(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut toll = Toll::default();
        for hit in 0..2 * self.units.len() as u16 {
            let Some(unit) = self.most_wanted(self.placing_of(hit), &toll) else { break };
            toll.pending[unit] += 1;
            if toll.pending[unit] == 1 {
                order.push(unit);
            }
        }
        order.reverse();
        order
    }

    /// The unit whose saves come next: in the order listed where somebody is told of them.
    fn next_to_save(&self, pending: &Counts, tells: bool) -> usize {
        let listed = || (0..self.units.len()).find(|&unit| pending[unit] > 0);
        let piled_on = || pending.iter().position(|&hits| hits > 2);
        let last_hit = || self.walked.iter().copied().find(|&unit| pending[unit] > 0);
        let unit = if tells { listed() } else { piled_on().or_else(last_hit) };
        unit.expect("saves are rolled while hits are pending")
    }

    /// How many units there are, lost ones too.
    pub fn len(&self) -> usize {
        self.units.len()
    }

    /// Is there no unit at all?
    pub fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Runs of listed units that are alike, so that it does not matter which of them is hit.
    pub fn alike(&self) -> &[Range<usize>] {
        &self.alike
    }

    /// The same toll told in the one way that all tolls have that differ only in which of several units that are
    /// alike was hit. Stages that are told alike merge.
    #[must_use]
    pub fn canonical(&self, toll: &Toll) -> Toll {
        let mut told = *toll;
        for run in self.alike.iter().filter(|run| run.len() > 1) {
            let pair = |unit: usize| (toll.pending[unit], toll.lost[unit]);
            if run.clone().is_sorted_by(|&a, &b| pair(a) >= pair(b)) {
                continue;
            }
            let mut pairs = [(0, 0); MOST_UNITS];
            let pairs = &mut pairs[..run.len()];
            for (told, unit) in pairs.iter_mut().zip(run.clone()) {
                *told = pair(unit);
            }
            pairs.sort_unstable_by(|a, b| b.cmp(a));
            for (unit, &mut (pending, lost)) in run.clone().zip(pairs) {
                (told.pending[unit], told.lost[unit]) = (pending, lost);
            }
        }
        told
    }

    /// Where some units that are alike stand in the list, and what they are: '1-3, infantry'.
    pub fn name(&self, units: &Range<usize>) -> String {
        let kind = self.units[units.start].unit.kind;
        let first = units.start + 1;
        if units.len() > 1 { format!("{first}-{}, {kind}", units.end) } else { format!("{first}, {kind}") }
    }

    /// 26:place-first, 26:place-rest, 26:place-two, 26:place-anywhere: places hits on the units that are left.
    ///
    /// The owner places the first, the other player the rest; at most 2 on a unit until all have 2, then anywhere.
    #[must_use]
    pub fn place(&self, hits: u16, toll: &Toll) -> Toll {
        let mut placed = *toll;
        for hit in 0..hits {
            let Some(unit) = self.most_wanted(self.placing_of(hit), &placed) else { break };
            placed.pending[unit] = placed.pending[unit].saturating_add(1);
        }
        placed
    }

    /// How hits are placed by a policy after some that have been placed: the share of each unit.
    #[must_use]
    pub fn place_by(&self, placing: Placing, hits: u16, before: &Counts) -> Counts {
        let mut toll = Toll { pending: *before, lost: Counts::default() };
        for _ in 0..hits {
            let Some(unit) = self.most_wanted(placing, &toll) else { break };
            toll.pending[unit] += 1;
        }
        std::array::from_fn(|unit| toll.pending[unit] - before[unit])
    }

    /// The unit that the next hit is placed on; of equals the first listed. A plain loop: every hit of every path of
    /// an assault's odds comes by here.
    fn most_wanted(&self, placing: Placing, toll: &Toll) -> Option<usize> {
        let mut wanted: Option<(i32, usize)> = None;
        for (unit, member) in self.units.iter().enumerate() {
            if toll.lost[unit] >= member.left {
                continue;
            }
            // The main square until all there have two, then the additional units, then anywhere.
            let turn = match toll.pending[unit] < 2 {
                true if member.main => 0,
                true => 1,
                false => 2,
            };
            let rank = (turn << 16) + member.rank(placing, toll.lost[unit]);
            if wanted.is_none_or(|(least, _)| rank < least) {
                wanted = Some((rank, unit));
            }
        }
        wanted.map(|(_, unit)| unit)
    }

    fn placing_of(&self, hit: u16) -> Placing {
        if hit < u16::from(self.first) { self.owner_places } else { self.other_places }
    }

    /// Rolls the saves of the next unit that has hits on it; each failed save costs half a base (26:half-base).
    /// Failed saves beyond the last half base count for nothing (R10).
    pub fn save(&self, toll: &Toll, dice: &mut dyn Dice) -> Resolved<Toll> {
        let unit = self.next_to_save(&toll.pending, dice.tells());
        let member = &self.units[unit];
        let left = member.left - toll.lost[unit];
        save_hits(&member.unit, member.shelter, (toll.pending[unit], left), self.owner, dice).map(|failed| {
            let mut after = *toll;
            after.pending[unit] = 0;
            after.lost[unit] += failed;
            after
        })
    }

    /// Rolls the saves of all units that are like the first with hits on it and cannot be lost to them, in one throw:
    /// for those who count failed saves and do not ask whose. The hits that are left, and how many saves failed.
    pub fn save_alike(&self, pending: &Counts, dice: &mut dyn Dice) -> (Counts, u8) {
        let first = self.next_to_save(pending, dice.tells());
        let run = self.alike.iter().find(|run| run.contains(&first)).expect("every unit is in a run");
        let mut left = *pending;
        if pending[first] > self.units[first].left {
            // This unit may be lost, and what fails beyond its last half base does not count (R10).
            left[first] = 0;
            let mut alone = Toll::default();
            alone.pending[first] = pending[first];
            return (left, self.save(&alone, dice).outcome.casualties());
        }
        let mut hits = 0;
        for unit in run.clone().filter(|&unit| pending[unit] <= self.units[unit].left) {
            hits += u16::from(std::mem::take(&mut left[unit]));
        }
        let roll = dice.hits(hits, self.units[first].on, Why::high("saves", self.owner));
        (left, (hits - roll.reading as u16) as u8)
    }

    /// What [`Body::place`] did with hits, unit by unit, for the explanation.
    pub fn placing(&self, hits: u16, before: &Toll, placed: &Toll) -> Tally {
        let mut tally = Tally::of("hits placed");
        for (unit, member) in self.units.iter().enumerate() {
            let here = u16::from(placed.pending[unit] - before.pending[unit]);
            let rule = if here > 2 {
                Rule("26:place-anywhere")
            } else if hits <= u16::from(self.first) {
                Rule("26:place-first")
            } else {
                Rule("26:place-two")
            };
            tally = tally.each(here, rule, member.unit.kind.name(), 1);
        }
        tally
    }

    /// How many guns are left.
    pub fn guns_left(&self, toll: &Toll) -> u16 {
        let standing = |(member, lost): &(&Member, u8)| member.unit.kind.is_artillery() && *lost < member.left;
        self.units.iter().zip(toll.lost).filter(standing).count() as u16
    }

    /// Takes every gun that is left off the table (26:guns-removed).
    #[must_use]
    pub fn without_guns(&self, toll: &Toll) -> Toll {
        let mut after = *toll;
        for (unit, member) in self.units.iter().enumerate().filter(|(_, member)| member.unit.kind.is_artillery()) {
            after.lost[unit] = member.left;
        }
        after
    }

    /// Half bases and units lost.
    pub fn losses(&self, toll: &Toll) -> Losses {
        let gone = self.units.iter().zip(toll.lost).filter(|(member, lost)| *lost == member.left).count();
        Losses { casualties: toll.casualties(), units: gone as u8 }
    }
}

impl Member {
    /// Lower is placed on earlier: by the face that saves first, then by what is left, which is below 256.
    fn rank(&self, placing: Placing, lost: u8) -> i32 {
        let (on, left) = (i32::from(self.on), i32::from(self.left - lost));
        match placing {
            Placing::Toughest => on * 256 - left,
            Placing::Weakest => left - on * 256,
            Placing::Listed => 0,
        }
    }
}

impl Toll {
    /// No hit is left to be saved.
    pub fn is_settled(&self) -> bool {
        self.pending == Counts::default()
    }

    /// Failed saves so far.
    pub fn casualties(&self) -> u8 {
        self.lost.iter().sum()
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.casualties {
            0 => f.write_str("no casualties"),
            1 => f.write_str("1 casualty"),
            more => write!(f, "{more} casualties"),
        }?;
        match self.units {
            0 => Ok(()),
            1 => f.write_str(", 1 unit lost"),
            more => write!(f, ", {more} units lost"),
        }
    }
}

impl Outcome for Losses {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("casualties", self.casualties.into()), ("units lost", self.units.into())]
    }
}

/// The policies of hit placement, for a report.
pub fn policies(owner: Seat, owner_places: Placing, other: Seat, other_places: Placing) -> Vec<Policy> {
    let (decision, rule) = ("placing the first hits", Rule("26:place-first"));
    vec![owner_places.policy(owner, decision, rule), other_policy(other, other_places)]
}

/// How the other player places what is left to him.
pub fn other_policy(seat: Seat, places: Placing) -> Policy {
    places.policy(seat, "placing the other hits", Rule("26:place-rest"))
}

impl Placing {
    fn policy(self, seat: Seat, decision: &'static str, rule: Rule) -> Policy {
        let policy = match self {
            Placing::Toughest => "on the units that save best, the strongest of them first",
            Placing::Weakest => "on the units that save worst, the weakest of them first",
            Placing::Listed => "in the order of the units",
        };
        Policy { seat, decision, rule, policy: policy.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seats::TARGET;
    use crate::unit::{Defences, Ground, Kind};
    use kernel::dice::Scripted;

    fn body(units: &[Unit], first: u8, owner_places: Placing, other_places: Placing) -> Body {
        let shelter = Shelter::UnderFire(Ground::Open, Defences::None);
        Body::of(units, shelter, Placement { owner: TARGET, first, owner_places, other_places })
    }

    fn placed(body: &Body, hits: u16) -> Vec<u8> {
        body.place(hits, &Toll::default()).pending[..body.len()].to_vec()
    }

    fn mixed() -> Vec<Unit> {
        vec![Unit::of(Kind::Gun), Unit::of(Kind::Infantry), Unit::of(Kind::MachineGun)]
    }

    #[test]
    fn r26_the_owner_places_the_first_two_hits_and_the_other_the_rest() {
        let body = body(&mixed(), 2, Placing::Toughest, Placing::Weakest);
        assert_eq!(placed(&body, 2), [0, 0, 2], "the machine gun saves best");
        assert_eq!(placed(&body, 3), [1, 0, 2], "the gun saves worst");
    }

    #[test]
    fn r26_under_fire_the_owner_places_only_the_first() {
        let body = body(&mixed(), 1, Placing::Toughest, Placing::Weakest);
        assert_eq!(placed(&body, 2), [1, 0, 1]);
    }

    #[test]
    fn r26_no_unit_has_more_than_two_hits_until_all_have_two_then_anywhere() {
        let body = body(&mixed(), 2, Placing::Toughest, Placing::Weakest);
        assert_eq!(placed(&body, 6), [2, 2, 2]);
        assert_eq!(placed(&body, 9), [5, 2, 2], "all on to one target");
    }

    #[test]
    fn r10_hits_on_assaulters_go_on_the_main_square_first() {
        let placement =
            Placement { owner: TARGET, first: 2, owner_places: Placing::Weakest, other_places: Placing::Weakest };
        let main = [Unit::of(Kind::HeavyTank)];
        let body = Body::with_additional(&main, &[Unit::of(Kind::Infantry)], Shelter::Assaulting, placement);
        assert_eq!(placed(&body, 2), [2, 0]);
        assert_eq!(placed(&body, 4), [2, 2]);
    }

    #[test]
    fn r26_each_failed_save_removes_half_a_base() {
        let body = body(&[Unit::of(Kind::Infantry)], 2, Placing::Listed, Placing::Listed);
        let toll = body.place(3, &Toll::default());
        let saved = body.save(&toll, &mut Scripted::of([3, 4, 1])).outcome;
        assert_eq!((saved.lost[0], saved.is_settled()), (2, true));
    }

    #[test]
    fn saves_walked_from_the_last_hit_have_the_odds_of_saves_as_they_are_listed() {
        /// Dice that somebody is told of, so that saves come as they are listed.
        struct Told<'a>(&'a mut dyn Dice);
        impl Dice for Told<'_> {
            fn throw(&mut self, law: Law, why: Why) -> Throw {
                self.0.throw(law, why)
            }
        }
        let body = body(&mixed(), 2, Placing::Toughest, Placing::Weakest);
        assert_eq!(body.walked, [1, 0, 2], "the machine gun is hit first, then the gun, then the infantry");
        let saved = |hits: u16, dice: &mut dyn Dice| {
            let mut toll = body.place(hits, &Toll::default());
            while !toll.is_settled() {
                toll = body.save(&toll, dice).outcome;
            }
            toll.lost
        };
        for hits in [1, 3, 5, 8] {
            let walked = kernel::odds::odds(|dice| saved(hits, dice));
            let listed = kernel::odds::odds(|dice| saved(hits, &mut Told(dice)));
            assert_eq!(walked, listed, "{hits} hits");
        }
    }

    #[test]
    fn r10_failed_saves_beyond_the_last_half_base_count_for_nothing() {
        let body = body(&[Unit::of(Kind::Gun).less(1)], 2, Placing::Listed, Placing::Listed);
        let toll = body.place(3, &Toll::default());
        let saved = body.save(&toll, &mut Scripted::of([1, 1, 1])).outcome;
        assert_eq!(body.losses(&saved), Losses { casualties: 1, units: 1 });
        assert_eq!(body.place(2, &saved).pending[0], 0, "and nothing is placed on what is gone");
    }
}
