//! R12: support fire, from the call to what it does to an element near the aimed point [expansion].

use crate::choices::{Battery, OnTable};
use crate::ground::{Cover, State};
use crate::he_sa::{Fire, HeSaShot, Stage as FireStage, own_value};
use crate::quality::AskedQuality;
use crate::results::{After, Effect, Fate, Hit, Passengers, Struck, WayBack};
use crate::rolls::{d6, d12, d20};
use crate::seats::CALLER;
use kernel::prelude::*;

/// Fire is called for on a point, and an element, friend or foe, is near it.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Support {
    /// How the FOO or commander calls.
    #[field(rule = "Turn sequence:1b")]
    pub call: Call,
    /// The caller is suppressed, so that he cannot call.
    #[field(rule = "R12")]
    pub caller_suppressed: bool,
    /// The caller has moved, so that he cannot call by telephone.
    #[field(rule = "R12")]
    pub caller_moved: bool,
    /// The guns or mortars that fire.
    #[field(rule = "Turn sequence:2b")]
    pub guns: Battery,
    /// The quality of their crews.
    #[field(rule = "R2")]
    pub quality: AskedQuality,
    /// The same point was fired on last turn.
    #[field(rule = "R12")]
    pub same_point: bool,
    /// An element near the aimed point.
    #[field(rule = "R12")]
    pub target: OnTable,
    /// How far its nearest edge is from the aimed point, in units.
    #[field(rule = "R13", max = 10)]
    pub distance: u8,
    /// In which direction from the aimed point, as the hour of a clock; 12 is straight away from the caller.
    #[field(rule = "R12", min = 1, max = 12, default = 12)]
    pub hour: u8,
    /// What the element stands in or behind.
    #[field(rule = "R8")]
    pub cover: Cover,
    /// Is it suppressed already?
    #[field(rule = "Results:S")]
    pub target_state: State,
    /// Elements riding in or on it.
    #[field(rule = "Results:transport", max = 3)]
    pub riders: u8,
    /// A gun is limbered to it: it shares the fate, but does not ride.
    #[field(rule = "Results:passengers")]
    pub towed: bool,
}

/// How support is called for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Call {
    /// By radio: 10 or more.
    #[default]
    Radio,
    /// By telephone: 12 or more.
    Telephone,
    /// The call has been answered; only the fire is still to come.
    Answered,
}

/// Support ready to be rolled.
pub struct Barrage {
    call: Call,
    barred: Option<&'static str>,
    same_point: bool,
    place: Offset,
    shot: HeSaShot,
}

/// Where support stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The call.
    Call,
    /// Does the fire deviate?
    Deviation,
    /// In which direction?
    Direction,
    /// How far?
    Length {
        /// The direction.
        hour: u8,
    },
    /// The fire on the element.
    Fire(FireStage),
}

/// A place, as an offset from the aimed point in thousandths of a unit: to the right and away from the caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offset {
    right: i32,
    away: i32,
}

/// R12 What a call must reach.
const BY_RADIO: i32 = 10;
const BY_TELEPHONE: i32 = 12;
/// R12 The highest roll on which fire deviates, what the same point adds to it, and how far the fire reaches.
const DEVIATES: i32 = 10;
const SAME_POINT: i32 = 2;
const BURST: i32 = 2000;

/// Support fire from the call on.
pub fn procedure() -> impl Procedure<Situation = Support> {
    let card = Card {
        name: "support-fire",
        title: "Support fire",
        rule: Rule("R12"),
        about: "Does support come when called for, where does it fall, and what does it do to an element there?",
        seat: CALLER,
    };
    Chained::new(card, |support: &Support| {
        let start = if support.call == Call::Answered { Stage::Deviation } else { Stage::Call };
        (support.ready(), start)
    })
    .checked(|support| support.ready().shot.struck.check())
}

impl Support {
    fn ready(&self) -> Barrage {
        Barrage {
            call: self.call,
            barred: self.barred(),
            same_point: self.same_point,
            place: Offset::of(self.hour, self.distance.into()),
            shot: self.shot(),
        }
    }

    /// The fire on the element, where it falls near enough.
    pub fn shot(&self) -> HeSaShot {
        let fire = Fire {
            firer: self.guns.name(),
            target: self.target.name(),
            value: own_value(&self.guns),
            defence: self.target.values.defence,
            close: false,
            shelter: self.cover.shelter(),
            foreign_edge: false,
            charge: false,
            quality: self.quality.or(self.guns.figures.quality),
            ruling: None,
            seat: CALLER,
        };
        let struck = Struck {
            element: self.target.get(),
            state: self.target_state,
            riders: self.riders,
            towed: self.towed,
            protected: true,
            way_back: WayBack::Free,
            passengers: Passengers::Stay,
            hit: Hit::HeSa,
        };
        HeSaShot::at(fire, struck, true)
    }
}

impl Support {
    /// R12 Why the caller cannot call at all.
    fn barred(&self) -> Option<&'static str> {
        if self.caller_suppressed {
            Some("a suppressed caller cannot call")
        } else if self.caller_moved && self.call == Call::Telephone {
            Some("a caller who has moved cannot use the telephone")
        } else {
            None
        }
    }
}

impl Chain for Barrage {
    type Stage = Stage;
    type Outcome = Effect;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Effect> {
        match stage {
            Stage::Fire(FireStage::After(after)) => {
                self.shot.struck.turn(*after, |after| Stage::Fire(FireStage::After(after)))
            }
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match stage {
            Stage::Call => self.call(dice),
            Stage::Deviation => self.deviation(dice),
            Stage::Direction => resolve_direction(dice).map(|hour| Stage::Length { hour }),
            Stage::Length { hour } => resolve_length(dice).map(|length| self.falls_on(Offset::of(*hour, length))),
            Stage::Fire(fire) => self.shot.step(fire, dice).map(Stage::Fire),
        }
    }
}

impl Barrage {
    /// R12 The call, unless the caller cannot call.
    fn call(&self, dice: &mut dyn Dice) -> Resolved<Stage> {
        if let Some(why) = self.barred {
            return Explanation::of(Rule("R12"), "call").gives(over(Fate::NoSupport), Phrase::of(why));
        }
        resolve_call(self.call, dice).map(|answered| match answered {
            Answered::Yes => Stage::Deviation,
            Answered::No => over(Fate::NoSupport),
        })
    }

    fn deviation(&self, dice: &mut dyn Dice) -> Resolved<Stage> {
        resolve_deviation(self.same_point, dice).map(|deviation| match deviation {
            Deviation::Deviates => Stage::Direction,
            Deviation::OnThePoint => self.falls_on(Offset { right: 0, away: 0 }),
        })
    }

    /// R12 Everything within 2 of where it falls is fired on.
    fn falls_on(&self, point: Offset) -> Stage {
        if self.place.is_within(BURST, point) { Stage::Fire(FireStage::Roll) } else { over(Fate::Missed) }
    }
}

kernel::outcomes! {
    /// Is a call answered?
    pub enum Answered {
        /// No.
        No = "no answer",
        /// Yes.
        Yes = "answered",
    }
}

/// R12 The call: 10 or more by radio, 12 or more by telephone.
pub fn resolve_call(call: Call, dice: &mut dyn Dice) -> Resolved<Answered> {
    let needed = if call == Call::Telephone { BY_TELEPHONE } else { BY_RADIO };
    let roll = d20(dice, Why::high("call for support", CALLER));
    let answered = roll.value() >= needed;
    let words = if answered { "answered; {} was needed" } else { "no answer; {} was needed" };
    let outcome = if answered { Answered::Yes } else { Answered::No };
    Explanation::of(Rule("R12"), "call").throw(roll).gives(outcome, Phrase::of(words).number(needed))
}

/// Where support fire falls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deviation {
    /// Elsewhere.
    Deviates,
    /// On the point.
    OnThePoint,
}

/// R12 On 10 or less the fire deviates; the same point as last turn is +2.
pub fn resolve_deviation(same_point: bool, dice: &mut dyn Dice) -> Resolved<Deviation> {
    let roll = d20(dice, Why::high("deviation", CALLER));
    let total = Tally::base("roll", Rule("R12"), "1d20", roll.value()).plus(
        Rule("R12"),
        "the same point was fired on last turn",
        if same_point { SAME_POINT } else { 0 },
    );
    let (deviation, words) = if total.total() <= DEVIATES {
        (Deviation::Deviates, "the fire deviates")
    } else {
        (Deviation::OnThePoint, "the fire falls on the point")
    };
    Explanation::of(Rule("R12"), "deviation").throw(roll).tally(total).gives(deviation, Phrase::of(words))
}

/// R12 The direction: a D12 read as a clock, 12 straight away from the caller.
pub fn resolve_direction(dice: &mut dyn Dice) -> Resolved<u8> {
    let roll = d12(dice, Why::either("direction of the deviation", CALLER));
    let hour = roll.value();
    Explanation::of(Rule("R12"), "direction of the deviation")
        .throw(roll)
        .gives(hour as u8, Phrase::of("towards {} o'clock").number(hour))
}

/// R12 How far the fire deviates: 1D6 units.
pub fn resolve_length(dice: &mut dyn Dice) -> Resolved<i32> {
    let roll = d6(dice, Why::low("how far the fire deviates", CALLER));
    let length = roll.value();
    Explanation::of(Rule("R12"), "distance of the deviation")
        .throw(roll)
        .gives(length, Phrase::of("{} away from the point").number(length))
}

fn over(fate: Fate) -> Stage {
    Stage::Fire(FireStage::After(After::End(Effect::of(fate))))
}

/// The sines of the hours in thousandths, from 12 o'clock on; the cosine of an hour is the sine three hours later.
const SINES: [i32; 12] = [0, 500, 866, 1000, 866, 500, 0, -500, -866, -1000, -866, -500];

impl Offset {
    /// So many units towards an hour of the clock. Nothing is rounded, so that equal distances stay equal all round.
    pub fn of(hour: u8, units: i32) -> Offset {
        let sine = |hour: u8| units * SINES[usize::from(hour) % 12];
        Offset { right: sine(hour), away: sine(hour + 3) }
    }

    /// No further than `thousandths` from `other`, exactly.
    pub fn is_within(self, thousandths: i32, other: Offset) -> bool {
        let (right, away) = (self.right - other.right, self.away - other.away);
        right * right + away * away <= thousandths * thousandths
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, of_chain, ratio};

    fn answered() -> Support {
        Support { call: Call::Answered, ..Support::default() }
    }

    fn ends(support: &Support, fate: Fate) -> Ratio {
        let start = if support.call == Call::Answered { Stage::Deviation } else { Stage::Call };
        let dist = of_chain(&Budget::default(), &support.ready(), &Dist::certain(start)).dist;
        dist.chance_that(|effect| effect.fate == fate)
    }

    #[test]
    fn r12_a_call_needs_10_by_radio_and_12_by_telephone() {
        assert_eq!(ends(&Support::default(), Fate::NoSupport), ratio(9, 20));
        assert_eq!(ends(&Support { call: Call::Telephone, ..Support::default() }, Fate::NoSupport), ratio(11, 20));
    }

    #[test]
    fn r12_suppressed_callers_do_not_call_and_those_who_moved_not_by_telephone() {
        let suppressed = Support { caller_suppressed: true, ..Support::default() };
        assert_eq!(ends(&suppressed, Fate::NoSupport), ratio(1, 1));
        let moved = Support { caller_moved: true, ..Support::default() };
        assert_eq!(ends(&moved, Fate::NoSupport), ratio(9, 20), "by radio he may");
        assert_eq!(ends(&Support { call: Call::Telephone, ..moved }, Fate::NoSupport), ratio(1, 1));
    }

    #[test]
    fn r12_an_element_on_the_point_is_fired_on_unless_the_fire_deviates_by_more_than_2() {
        // Half falls true, and of the other half a third deviates by 1 or 2: 2/3 in all.
        assert_eq!(ends(&answered(), Fate::Missed), ratio(1, 3));
        // 25-pdr 4 against 3: the roll + 1. F (as S) and S from 11 to 16, K from 17.
        assert_eq!(ends(&answered(), Fate::Removed), ratio(2 * 4, 3 * 20));
        assert_eq!(ends(&answered(), Fate::Suppressed), ratio(2 * 6, 3 * 20));
        assert_eq!(ends(&Support::default(), Fate::Removed), ratio(11 * 2 * 4, 20 * 3 * 20), "after a call by radio");
    }

    #[test]
    fn r12_the_same_point_as_last_turn_is_plus_2() {
        // 8 faces of 20 deviate, and two thirds of them miss.
        assert_eq!(ends(&Support { same_point: true, ..answered() }, Fate::Missed), ratio(8 * 2, 20 * 3));
    }

    #[test]
    fn r12_an_element_6_away_is_fired_on_only_when_the_fire_deviates_onto_it() {
        // Only its own hour comes near enough, with 4, 5 or 6: the next hours pass it at 3 or more.
        for hour in 1..=12 {
            let support = Support { distance: 6, hour, ..answered() };
            assert_eq!(ends(&support, Fate::Missed), ratio(47, 48), "{hour} o'clock");
        }
    }

    #[test]
    fn r12_within_2_is_exact_and_takes_in_2_itself() {
        let at = |distance| Offset::of(3, distance).is_within(BURST, Offset::of(12, 0));
        assert!(at(2) && !at(3));
        // Two points a right angle apart: 1.41 is within 2, 2.83 is not.
        assert!(Offset::of(12, 1).is_within(BURST, Offset::of(3, 1)));
        assert!(!Offset::of(12, 2).is_within(BURST, Offset::of(9, 2)));
    }

    #[test]
    fn results_f_of_support_fire_is_ignored_by_the_suppressed() {
        let support = Support { target_state: State::Suppressed, ..answered() };
        // F at 11 and 12 is ignored; S and K from 13 remove.
        assert_eq!(ends(&support, Fate::Removed), ratio(2 * 8, 3 * 20));
    }

    #[test]
    fn he_sa_cover_and_quality_count_under_support_fire() {
        let dug_in = Support { cover: Cover::DugIn, quality: AskedQuality::Veteran, ..answered() };
        // The roll + 1 - 4 + 1: F and S from 14 to 19, K on 20.
        assert_eq!(ends(&dug_in, Fate::Removed), ratio(2, 3 * 20));
    }
}
