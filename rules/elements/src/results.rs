//! Results: what F, S and K do to an element and to those who ride with it.

use crate::catalogue::{Class, Element};
use crate::ground::State;
use crate::rolls::d6;
use crate::seats::{FIRER, TARGET};
use kernel::prelude::*;
use std::fmt;

kernel::outcomes! {
    /// A result as the charts print it.
    pub enum FireResult {
        /// Nothing.
        Nothing = "-",
        /// Fall-back.
        F = "F",
        /// Suppressed.
        S = "S",
        /// Knocked out.
        K = "K",
    }
}

kernel::outcomes! {
    /// What became of a target, from the worst for the firer to the best.
    pub enum Fate {
        /// Support was called for and did not come.
        NoSupport = "no support comes",
        /// The fire fell elsewhere or missed.
        Missed = "missed",
        /// It was hit and nothing happened.
        NoEffect = "no effect",
        /// The vehicle is unharmed; the men riding on it are on foot.
        RidersDismount = "no damage, but the riders dismount",
        /// It makes two fall-back moves.
        FallsBack = "falls back",
        /// It is suppressed.
        Suppressed = "suppressed",
        /// R26 The vehicle is unharmed; those who rode are on foot and suppressed.
        RidersSuppressed = "no damage, but the riders dismount suppressed",
        /// R26 The vehicle is unharmed; one of those who ride is gone.
        RiderShot = "no damage, but one rider knocked out",
        /// One of those who ride is gone, all the others are suppressed.
        RiderLost = "one rider knocked out, the rest suppressed",
        /// It is gone, with those who rode with it.
        Removed = "knocked out",
    }
}

/// What became of a target and of those who ride with it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Effect {
    /// In words.
    pub fate: Fate,
    /// Elements removed.
    pub removed: u8,
    /// Elements that are suppressed by it.
    pub suppressed: u8,
    /// Riders who are on foot now.
    pub dismounted: u8,
}

/// Where the way of a fall-back leads (R14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum WayBack {
    /// The way is free.
    #[default]
    Free,
    /// Friends or impassable ground stop the move short.
    Stopped,
    /// The enemy blocks the way.
    EnemyBlocks,
    /// The way leads off the table.
    OffTable,
}

/// What passengers of an APC do when they are suppressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Passengers {
    /// They stay aboard.
    #[default]
    Stay,
    /// They dismount.
    Dismount,
}

/// An element that has been fired at.
#[derive(Clone, Copy, Debug)]
pub struct Struck {
    /// What it is.
    pub element: &'static Element,
    /// Is it suppressed already?
    pub state: State,
    /// Elements riding in or on it; a limbered gun is none of them.
    pub riders: u8,
    /// Is a gun limbered to it?
    pub towed: bool,
    /// Dug in, in a fortification, under support or mortar fire.
    pub protected: bool,
    /// Where it would fall back to.
    pub way_back: WayBack,
    /// What passengers of an APC would do.
    pub passengers: Passengers,
    /// What it was hit by, or who on it.
    pub hit: Hit,
}

/// What hits an element, or those who ride on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// HE/SA, or blows in close combat.
    HeSa,
    /// AP, or what tank hunters use.
    Ap,
    /// R26 HE/SA that does not touch the vehicle, but one who rides on it.
    Rider,
}

/// Where a result stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum After {
    /// A result is to be applied.
    Result(FireResult),
    /// A rider is to be chosen at random.
    WhichRider,
    /// Passengers of an APC may dismount.
    MayDismount(Effect),
    /// All is done.
    End(Effect),
}

impl FireResult {
    /// What a player calls it.
    pub const fn told(self) -> &'static str {
        match self {
            FireResult::Nothing => "no effect",
            FireResult::F => "F, fall-back",
            FireResult::S => "S, suppressed",
            FireResult::K => "K, knocked out",
        }
    }

    /// What it does to an element that it simply happens to.
    pub fn plainly(self) -> Phrase {
        Phrase::of(match self {
            FireResult::Nothing => "no effect",
            FireResult::F => "two fall-back moves at once",
            FireResult::S => "suppressed",
            FireResult::K => "knocked out",
        })
    }
}

impl Struck {
    /// What comes next.
    pub fn turn<S>(&self, after: After, stage: impl Fn(After) -> S) -> Turn<S, Effect> {
        match after {
            After::Result(_) | After::WhichRider => Turn::Roll,
            After::End(effect) => Turn::Done(effect),
            After::MayDismount(effect) => {
                let on_foot = Effect { dismounted: self.aboard_after(effect), ..effect };
                Turn::Decide(Decision {
                    seat: TARGET,
                    question: "stay in the APC or dismount",
                    rule: Rule("Results:dismount"),
                    options: vec![
                        (Phrase::of("stay aboard"), stage(After::End(effect))),
                        (Phrase::of("dismount"), stage(After::End(on_foot))),
                    ],
                })
            }
        }
    }

    /// The policy of the passengers.
    pub fn choose(&self) -> Pick {
        Pick::Option(self.passengers as usize)
    }

    /// Applies a result, or chooses the rider who is lost.
    pub fn step(&self, after: After, dice: &mut dyn Dice) -> Resolved<After> {
        match after {
            After::Result(result) => self.apply(result),
            _ => self.lose_a_rider(dice),
        }
    }

    /// Results What a result does to this element.
    pub fn apply(&self, result: FireResult) -> Resolved<After> {
        if self.hit == Hit::Rider {
            return self.shot_off(result);
        }
        match result {
            FireResult::Nothing => self.unharmed(),
            FireResult::F if self.protected || self.element.is_csw() => self.stand_fast(),
            FireResult::F => self.fall_back(),
            FireResult::S if self.state.is_suppressed() => {
                self.knocked_out(Rule("Results:S"), "S on an element that is suppressed already is a K")
            }
            FireResult::S => self.suppressed(Rule("Results:S"), "suppressed"),
            FireResult::K => self.knocked_out(Rule("Results:K"), "knocked out"),
        }
    }

    fn unharmed(&self) -> Resolved<After> {
        if self.hit == Hit::Ap && self.riders > 0 && !self.element.is_transport() {
            let effect = Effect { dismounted: self.riders, ..Effect::of(Fate::RidersDismount) };
            return explained(Rule("Results:tank-riders"), effect, Phrase::of("tank riders dismount when AP hits"));
        }
        explained(Rule("Results"), Effect::of(Fate::NoEffect), Phrase::of("no effect"))
    }

    /// R26 F and S put all who ride on foot, S suppresses them, K removes the one that was fired at.
    fn shot_off(&self, result: FireResult) -> Resolved<After> {
        let dismounted = self.riders;
        let (effect, words) = match result {
            FireResult::Nothing => (Effect::of(Fate::NoEffect), "no effect on those who ride"),
            FireResult::F => (Effect { dismounted, ..Effect::of(Fate::RidersDismount) }, "all who ride dismount"),
            FireResult::S => (
                Effect { dismounted, suppressed: dismounted, ..Effect::of(Fate::RidersSuppressed) },
                "all who ride dismount and are suppressed",
            ),
            FireResult::K => (Effect { removed: 1, ..Effect::of(Fate::RiderShot) }, "one who rides is knocked out"),
        };
        explained(Rule("R26"), effect, Phrase::of(words))
    }

    /// R26 Can HE/SA be rolled against those who ride: on a tank, or from above in an open-topped vehicle?
    pub fn exposes_riders(&self, from_above: bool) -> bool {
        self.riders > 0 && (!self.element.is_transport() || from_above && self.element.figures.open_topped)
    }

    /// Results:F-protected An F that is not obeyed.
    fn stand_fast(&self) -> Resolved<After> {
        const RULE: Rule = Rule("Results:F-protected");
        if self.state.is_suppressed() {
            let words = Phrase::of("it does not fall back, and ignores F because it is suppressed");
            return explained(RULE, Effect::of(Fate::NoEffect), words);
        }
        self.suppressed(RULE, "it does not fall back: F is S")
    }

    /// Results:F, R14 Two fall-back moves, if the way is free.
    fn fall_back(&self) -> Resolved<After> {
        let all = self.all();
        match self.way_back {
            WayBack::Free => {
                explained(Rule("Results:F"), Effect::of(Fate::FallsBack), Phrase::of("two fall-back moves at once"))
            }
            WayBack::Stopped => {
                explained(Rule("R14"), Effect::of(Fate::FallsBack), Phrase::of("it falls back until it is stopped"))
            }
            WayBack::OffTable => {
                let gone = Effect { removed: all, ..Effect::of(Fate::Removed) };
                explained(Rule("R14"), gone, Phrase::of("it falls back off the table and is removed"))
            }
            WayBack::EnemyBlocks if self.state.is_suppressed() => {
                let gone = Effect { removed: all, ..Effect::of(Fate::Removed) };
                explained(Rule("R14"), gone, Phrase::of("suppressed with the enemy in its way: it is removed"))
            }
            WayBack::EnemyBlocks => self.suppressed(Rule("R14"), "the enemy is in its way: suppressed"),
        }
    }

    /// Results:S, Results:passengers, Results:dismount The element and all who ride with it.
    fn suppressed(&self, rule: Rule, words: &'static str) -> Resolved<After> {
        let effect = Effect { suppressed: self.all(), ..Effect::of(Fate::Suppressed) };
        Explanation::of(rule, "result").gives(self.with_dismounting(effect), Phrase::of(words))
    }

    /// Results:K, Results:transport, Results:passengers
    fn knocked_out(&self, rule: Rule, words: &'static str) -> Resolved<After> {
        if self.element.is_transport() && self.riders >= 2 {
            let words = Phrase::of("a K on a transport with {} {element|elements} riding knocks out one of them");
            return Explanation::of(Rule("Results:transport"), "result")
                .gives(After::WhichRider, words.number(self.riders));
        }
        let effect = Effect { removed: self.all(), ..Effect::of(Fate::Removed) };
        if self.all() > 1 {
            let words = Phrase::of("removed; all who ride share its fate");
            return explained(Rule("Results:passengers"), effect, words);
        }
        explained(rule, effect, Phrase::of(words))
    }

    /// Results:transport One of the riders at random; the transport and all others are suppressed, where they were not.
    fn lose_a_rider(&self, dice: &mut dyn Dice) -> Resolved<After> {
        let newly = if self.state.is_suppressed() { 0 } else { self.all() - 1 };
        let effect = Effect { removed: 1, suppressed: newly, ..Effect::of(Fate::RiderLost) };
        which_rider(self.riders, dice).map(|_| self.with_dismounting(effect))
    }

    /// The element, those who ride with it, and a limbered gun.
    fn all(&self) -> u8 {
        1 + self.riders + u8::from(self.towed)
    }

    /// Passengers of a soft vehicle and riders on a tank must dismount on becoming suppressed, those of an APC may. It is
    /// the moment that counts: who was suppressed before stays where he is.
    fn with_dismounting(&self, effect: Effect) -> After {
        if self.state.is_suppressed() {
            return After::End(effect);
        }
        let aboard = self.aboard_after(effect);
        match self.element.figures.class {
            Class::Apc if aboard > 0 => After::MayDismount(effect),
            _ => After::End(Effect { dismounted: aboard, ..effect }),
        }
    }

    fn aboard_after(&self, effect: Effect) -> u8 {
        self.riders - effect.removed.min(self.riders)
    }

    /// Refuses more riders than there is room for.
    pub fn check(&self) -> Result<(), Refusal> {
        let (word, room) = (self.element.word, self.element.figures.capacity);
        if self.riders <= room {
            return Ok(());
        }
        Err(Refusal::field("riders", format!("a {word} has room for {room}, so {} cannot ride", self.riders)))
    }
}

/// Results:transport Which of the riders is knocked out, counted from 0; a D6 is shared out evenly among two or three.
pub fn which_rider(riders: u8, dice: &mut dyn Dice) -> Resolved<u8> {
    let roll = d6(dice, Why::either("which rider is knocked out", FIRER));
    let place = (roll.value() - 1) % i32::from(riders.max(1));
    Explanation::of(Rule("Results:transport"), "which rider").throw(roll).gives(
        place as u8,
        Phrase::of("rider {} is knocked out; the transport and the others are suppressed").number(place + 1),
    )
}

fn explained(rule: Rule, effect: Effect, words: Phrase) -> Resolved<After> {
    Explanation::of(rule, "result").gives(After::End(effect), words)
}

/// The policies that fire reports.
pub fn passengers_policy(target: &Element, riders: u8, passengers: Passengers) -> Vec<Policy> {
    if target.figures.class != Class::Apc || riders == 0 {
        return Vec::new();
    }
    let (decision, rule) = ("stay in the APC or dismount", Rule("Results:dismount"));
    vec![Policy { seat: TARGET, decision, rule, policy: passengers.to_string() }]
}

impl Effect {
    /// A fate that changes no count.
    pub fn of(fate: Fate) -> Effect {
        Effect { fate, removed: 0, suppressed: 0, dismounted: 0 }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fate.fmt(f)
    }
}

impl Outcome for Effect {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("elements removed", self.removed.into()),
            ("elements suppressed", self.suppressed.into()),
            ("riders dismounted", self.dismounted.into()),
        ]
    }
}
