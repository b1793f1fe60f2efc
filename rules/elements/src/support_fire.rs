//! R12: support fire, from the call to what it does to an element near the aimed point [expansion].

use crate::ground::{Cover, State};
use crate::he_sa::{Fire, HeSaShot, Stage as FireStage};
use crate::listed::{Battery, OnTable};
use crate::quality::AskedQuality;
use crate::results::{After, Effect, Fate, Passengers, Struck, WayBack};
use crate::rolls::{d6, d12, d20};
use crate::seats::CALLER;
use kernel::prelude::*;

/// Fire is called for on a point, and an element, friend or foe, is near it.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Support {
    /// How a FOO or commander who is not suppressed calls.
    #[field(rule = "Turn sequence:1b")]
    pub call: Call,
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
}

/// How support is called for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Call {
    /// By radio: 10 or more.
    #[default]
    Radio,
    /// By telephone, by a caller who has not moved: 12 or more.
    Telephone,
    /// The call has been answered; only the fire is still to come.
    Answered,
}

/// Support ready to be rolled.
pub struct Barrage {
    needed: i32,
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

/// A place, as an offset from the aimed point in hundredths of a unit: to the right and away from the caller.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offset {
    right: i32,
    away: i32,
}

/// R12 The highest roll on which fire deviates, what the same point adds to it, and how far the fire reaches.
const DEVIATES: i32 = 10;
const SAME_POINT: i32 = 2;
const BURST: i32 = 200;

/// Support fire from the call on.
pub fn procedure() -> impl Procedure {
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
        let fire = Fire {
            value: self.guns.values.he_sa.unwrap_or(0),
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
            protected: true,
            way_back: WayBack::Free,
            passengers: Passengers::Stay,
            by_ap: false,
        };
        Barrage {
            needed: if self.call == Call::Telephone { 12 } else { 10 },
            same_point: self.same_point,
            place: Offset::of(self.hour, self.distance.into()),
            shot: HeSaShot { fire: (!self.target.is_armoured()).then_some(fire), struck },
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
            Stage::Direction => direction(dice),
            Stage::Length { hour } => self.length(*hour, dice),
            Stage::Fire(fire) => self.shot.step(fire, dice).map(Stage::Fire),
        }
    }
}

impl Barrage {
    /// R12 The call: 10 or more by radio, 12 or more by telephone.
    fn call(&self, dice: &mut dyn Dice) -> Resolved<Stage> {
        let roll = d20(dice, Why::high("call for support", CALLER));
        let answered = roll.value() >= self.needed;
        let stage = if answered { Stage::Deviation } else { over(Fate::NoSupport) };
        let words = if answered { "answered; {} was needed" } else { "no answer; {} was needed" };
        Explanation::of(Rule("R12"), "call").throw(roll).gives(stage, Phrase::of(words).number(self.needed))
    }

    /// R12 On 10 or less the fire deviates; the same point as last turn is +2.
    fn deviation(&self, dice: &mut dyn Dice) -> Resolved<Stage> {
        let roll = d20(dice, Why::high("deviation", CALLER));
        let total = Tally::base("roll", Rule("R12"), "1d20", roll.value()).plus(
            Rule("R12"),
            "the same point was fired on last turn",
            if self.same_point { SAME_POINT } else { 0 },
        );
        let explained = Explanation::of(Rule("R12"), "deviation").throw(roll);
        if total.total() <= DEVIATES {
            return explained.tally(total).gives(Stage::Direction, Phrase::of("the fire deviates"));
        }
        let (stage, words) = self.falls_on(Offset { right: 0, away: 0 });
        explained.tally(total).gives(stage, Phrase::of(words))
    }

    /// R12 How far the fire deviates: 1D6 units.
    fn length(&self, hour: u8, dice: &mut dyn Dice) -> Resolved<Stage> {
        let roll = d6(dice, Why::low("how far the fire deviates", CALLER));
        let (stage, words) = self.falls_on(Offset::of(hour, roll.value()));
        Explanation::of(Rule("R12"), "distance of the deviation").throw(roll).gives(stage, Phrase::of(words))
    }

    /// R12 Everything within 2 of where it falls is fired on.
    fn falls_on(&self, point: Offset) -> (Stage, &'static str) {
        if self.place.is_within(BURST, point) {
            (Stage::Fire(FireStage::Roll), "the element is within 2 of where it falls")
        } else {
            (over(Fate::Missed), "the element is not within 2 of where it falls")
        }
    }
}

/// R12 The direction: a D12 read as a clock, 12 straight away from the caller.
fn direction(dice: &mut dyn Dice) -> Resolved<Stage> {
    let roll = d12(dice, Why::either("direction of the deviation", CALLER));
    let hour = roll.value();
    Explanation::of(Rule("R12"), "direction of the deviation")
        .throw(roll)
        .gives(Stage::Length { hour: hour as u8 }, Phrase::of("towards {} o'clock").number(hour))
}

fn over(fate: Fate) -> Stage {
    Stage::Fire(FireStage::After(After::End(Effect::of(fate))))
}

/// The sines of the hours in thousandths, from 12 o'clock on; the cosine of an hour is the sine three hours later.
const SINES: [i32; 12] = [0, 500, 866, 1000, 866, 500, 0, -500, -866, -1000, -866, -500];

impl Offset {
    /// So many units towards an hour of the clock, rounded to hundredths.
    pub fn of(hour: u8, units: i32) -> Offset {
        let hundredths = |sine: i32| (units * sine.abs() + 5) / 10 * sine.signum();
        let sine = |hour: u8| hundredths(SINES[usize::from(hour) % 12]);
        Offset { right: sine(hour), away: sine(hour + 3) }
    }

    /// No further than `hundredths` from `other`, exactly.
    pub fn is_within(self, hundredths: i32, other: Offset) -> bool {
        let (right, away) = (self.right - other.right, self.away - other.away);
        right * right + away * away <= hundredths * hundredths
    }
}
