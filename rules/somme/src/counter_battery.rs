//! 6.4: counter-battery fire before a bombardment.

use crate::bombardment::{Effect, Target, resolve_bombardment};
use crate::guns::{Gun, GunKind, MOST_GUNS, Salvo};
use crate::seats::{ANSWERER, FIRER};
use crate::terrain::{Cover, Ground, Terrain, ground};
use crate::weather::{Weather, check_observation};
use kernel::prelude::*;
use std::fmt;

/// A unit that bombards, and the guns that answer it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Situation)]
pub struct Battery {
    /// What it is.
    #[field(rule = "R9")]
    pub kind: BatteryKind,
    /// It has lost a step.
    #[field(rule = "R3")]
    pub reduced: bool,
    /// It is unsupplied.
    #[field(rule = "6.0:unsupplied")]
    pub unsupplied: bool,
    /// It stands in the same square as the one before it in the list, and shares what falls there.
    #[field(rule = "R8")]
    pub same_square: bool,
    /// Field artillery units that answer it.
    #[field(rule = "6.4:when", max = 6)]
    pub answering_field: u8,
    /// Heavy artillery units that answer it.
    #[field(rule = "6.4:when", max = 2)]
    pub answering_heavy: u8,
}

/// A kind of guns that can be answered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum BatteryKind {
    /// A field artillery group.
    #[default]
    Field,
    /// A heavy artillery group.
    Heavy,
}

/// A declared bombardment that is answered before it is fired.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Duel {
    /// The units that bombard, at most 6, of them 2 heavy, each with the guns that answer it.
    #[field(rule = "Sequence of play:2b", min = 1, max = 6, default = vec![
        Battery { answering_field: 1, answering_heavy: 1, ..Battery::of(BatteryKind::Heavy) },
        Battery::of(BatteryKind::Field),
        Battery::of(BatteryKind::Field),
    ])]
    pub guns: Vec<Battery>,
    /// The terrain of the squares of the bombarding guns.
    #[field(rule = "Sequence of play:2c", max = 3)]
    pub battery_ground: Vec<Ground>,
    /// The answering side has air observation.
    #[field(rule = "6.0:air-observation")]
    pub answer_observation: bool,
    /// The answering guns are unsupplied.
    #[field(rule = "6.0:unsupplied")]
    pub answer_unsupplied: bool,
    /// The terrain of the target square.
    #[field(rule = "6.0:column", max = 3, default = ground(&[Terrain::Woods]))]
    pub ground: Vec<Ground>,
    /// Units in the target square, headquarters apart; 0 when it is vacant.
    #[field(rule = "6.0:stacked-unit", max = 3, default = 1)]
    pub units: u8,
    /// There is cavalry among them.
    #[field(rule = "6.0:cavalry-target")]
    pub cavalry: bool,
    /// The bombarding side has air observation.
    #[field(rule = "6.0:air-observation")]
    pub observation: bool,
    /// The weather.
    #[field(rule = "6.0:weather")]
    pub weather: Weather,
}

/// How a bombardment under counter-battery fire ends, from the worst for the bombarding side to the best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Exchange {
    /// What the bombardment does.
    pub effect: Effect,
    /// The factors that were left to it.
    pub factors: u8,
    /// Bombarding units whose fire was cancelled.
    pub silenced: u8,
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.effect.fmt(f)
    }
}

impl Outcome for Exchange {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("factors firing", self.factors.into()), ("units silenced", self.silenced.into())]
    }
}

/// R9 What is left of a unit's factors after counter-battery fire: all, half rounded down, or none.
pub fn factors_left(factors: u8, answer: Effect) -> Option<u8> {
    match answer {
        Effect::None => Some(factors),
        Effect::Interdict => Some(factors / 2),
        _ => None,
    }
}

/// The answers square by square, then the bombardment with what is left.
pub struct DuelChain {
    squares: Vec<Square>,
    answering: Target,
    target: Target,
}

/// A square of bombarding guns and the guns that answer it.
struct Square {
    guns: Vec<Gun>,
    answer: Salvo,
}

/// Where a duel stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The guns that answer this square are to fire; those before it have.
    Answer {
        /// The square, by its place in the list.
        square: u8,
        /// What the squares before it still bring.
        salvo: Salvo,
        /// Units silenced so far.
        silenced: u8,
    },
    /// The bombardment is to be fired.
    Bombard {
        /// With what is left.
        salvo: Salvo,
        /// Units silenced.
        silenced: u8,
    },
    /// It is over.
    Over(Exchange),
}

impl Chain for DuelChain {
    type Stage = Stage;
    type Outcome = Exchange;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Exchange> {
        match stage {
            Stage::Over(exchange) => Turn::Done(*exchange),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Answer { square, salvo, silenced } => self.answer(square, salvo, silenced, dice),
            Stage::Bombard { salvo, silenced } => resolve_bombardment(salvo, self.target, FIRER, dice)
                .map(|effect| Stage::Over(Exchange { effect, factors: salvo.factors, silenced })),
            Stage::Over(_) => unreachable!("nothing is rolled once a duel is over"),
        }
    }
}

impl DuelChain {
    fn of(duel: &Duel) -> DuelChain {
        let mut squares: Vec<Square> = Vec::new();
        for battery in &duel.guns {
            if !battery.same_square || squares.is_empty() {
                squares.push(Square { guns: Vec::new(), answer: Salvo::default() });
            }
            if let Some(square) = squares.last_mut() {
                square.guns.push(battery.gun());
                square.answer = battery.answers(duel.answer_unsupplied).iter().fold(square.answer, with_all);
            }
        }
        let &Duel { units, cavalry, observation, answer_observation, weather, .. } = duel;
        let target = Target { cover: Cover::of(&duel.ground), units, cavalry, observation, weather };
        let cover = Cover::of(&duel.battery_ground);
        let answering = Target { cover, units: 0, cavalry: false, observation: answer_observation, weather };
        DuelChain { squares, answering, target }
    }

    /// R9: the answer to one square falls on all guns in it.
    fn answer(&self, square: u8, salvo: Salvo, silenced: u8, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Square { guns, answer } = &self.squares[usize::from(square)];
        let target = Target { units: guns.len() as u8, ..self.answering };
        let mut resolved = resolve_bombardment(*answer, target, ANSWERER, dice);
        resolved.because.rule = Rule("6.4");
        resolved.because.title = "counter-battery fire";
        resolved.map(|effect| {
            let mut next = (salvo, silenced);
            for gun in guns {
                match factors_left(gun.factors(), effect) {
                    Some(factors) => next.0 = next.0.and(gun, factors),
                    None => next.1 += 1,
                }
            }
            self.from(square + 1, next.0, next.1)
        })
    }

    /// The next square that is answered; those that are not bring all they have.
    fn from(&self, square: u8, mut salvo: Salvo, silenced: u8) -> Stage {
        for (place, Square { guns, answer }) in self.squares.iter().enumerate().skip(usize::from(square)) {
            if answer.factors > 0 {
                return Stage::Answer { square: place as u8, salvo, silenced };
            }
            salvo = guns.iter().fold(salvo, with_all);
        }
        Stage::Bombard { salvo, silenced }
    }
}

fn with_all(salvo: Salvo, gun: &Gun) -> Salvo {
    salvo.and(gun, gun.factors())
}

/// A bombardment with counter-battery fire before it.
pub fn procedure() -> impl Procedure {
    let card = Card {
        name: "counter-battery",
        title: "Counter-battery fire",
        rule: Rule("6.4"),
        about: "What a bombardment does when the other side's guns answer it first.",
        seat: FIRER,
    };
    let start = |duel: &Duel| {
        let chain = DuelChain::of(duel);
        let stage = chain.from(0, Salvo::default(), 0);
        (chain, stage)
    };
    Chained::new(card, start).checked(check)
}

fn check(duel: &Duel) -> Result<(), Refusal> {
    check_observation("observation", duel.observation, duel.weather)?;
    check_observation("answer-observation", duel.answer_observation, duel.weather)?;
    if duel.guns.iter().filter(|gun| gun.kind == BatteryKind::Heavy).count() > 2 {
        return Err(Refusal::field("guns", "at most 2 heavy artillery units may fire on a square (R7)"));
    }
    let most = |square: &Square| square.answer.heavies > 2;
    if DuelChain::of(duel).squares.iter().any(most) {
        return Err(Refusal::field("guns", "at most 2 heavy artillery units may answer one square (R7)"));
    }
    let mut answering = 0;
    for (place, battery) in duel.guns.iter().enumerate() {
        answering = if battery.same_square && place > 0 { answering } else { 0 };
        answering += battery.answering_field + battery.answering_heavy;
        if usize::from(answering) > MOST_GUNS {
            return Err(Refusal::field("guns", "at most 6 artillery units may answer one square (R7)"));
        }
    }
    Ok(())
}

impl Battery {
    /// A full, supplied unit that nobody answers.
    fn of(kind: BatteryKind) -> Battery {
        Battery { kind, ..Battery::default() }
    }

    fn gun(&self) -> Gun {
        let kind = match self.kind {
            BatteryKind::Field => GunKind::Field,
            BatteryKind::Heavy => GunKind::Heavy,
        };
        Gun { kind, reduced: self.reduced, unsupplied: self.unsupplied, halved: false }
    }

    fn answers(&self, unsupplied: bool) -> Vec<Gun> {
        let guns = |kind, count: u8| std::iter::repeat_n(Gun { unsupplied, ..Gun::of(kind) }, count.into());
        guns(GunKind::Field, self.answering_field).chain(guns(GunKind::Heavy, self.answering_heavy)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{of_chain, ratio, run};

    fn told(duel: &Duel, faces: &[u8]) -> Exchange {
        let chain = DuelChain::of(duel);
        let start = chain.from(0, Salvo::default(), 0);
        run(&chain, start, &mut Scripted::of(faces.iter().copied())).outcome
    }

    /// Two heavy guns in one square on clear ground, answered by one field unit (3 factors, c2 in the open), which
    /// rolls with -1 for the second unit in the square.
    fn two_heavies() -> Duel {
        let heavy = Battery::of(BatteryKind::Heavy);
        let guns = vec![
            Battery { answering_field: 1, ..heavy.clone() },
            Battery { same_square: true, reduced: true, ..heavy },
        ];
        Duel { guns, ground: Vec::new(), ..Duel::default() }
    }

    #[test]
    fn r9_interdict_halves_each_units_factors_rounding_down() {
        assert_eq!((factors_left(3, Effect::Interdict), factors_left(4, Effect::Interdict)), (Some(1), Some(2)));
        // c2 with -1: I on 3, so 5 and 3 factors become 2 and 1.
        assert_eq!(told(&two_heavies(), &[3, 6]).factors, 3);
    }

    #[test]
    fn r9_suppression_or_worse_cancels_the_fire() {
        // c2 with -1: S on 1 or 2. Nothing is left, so no second die is thrown.
        assert_eq!(told(&two_heavies(), &[2]), Exchange { effect: Effect::None, factors: 0, silenced: 2 });
        assert_eq!(factors_left(4, Effect::ThreeSteps), None);
    }

    #[test]
    fn r9_a_cancelled_heavy_unit_gives_no_modifier() {
        let heavy = Battery { answering_field: 1, answering_heavy: 1, ..Battery::of(BatteryKind::Heavy) };
        let guns = vec![heavy, Battery::of(BatteryKind::Field), Battery::of(BatteryKind::Field)];
        let duel = Duel { guns, ground: Vec::new(), ..Duel::default() };
        // The answer: 8 factors on c5, a roll of 4 less 1 for its heavy unit is 3, S. Then 6 factors are left, c4, and a
        // 4 without the modifier is I, where a heavy's 3 would be S.
        assert_eq!(told(&duel, &[4, 4]), Exchange { effect: Effect::Interdict, factors: 6, silenced: 1 });
        // Halved: the answer's 5 less 1 is 4, I on c5: 2 + 3 + 3 = 8 factors, c5, and 4 - 1 = 3 is S.
        assert_eq!(told(&duel, &[5, 4]), Exchange { effect: Effect::Suppress, factors: 8, silenced: 0 });
    }

    #[test]
    fn r8_guns_in_one_square_share_what_falls_on_it() {
        let chain = DuelChain::of(&two_heavies());
        let odds = of_chain(&Budget::default(), &chain, &Dist::certain(chain.from(0, Salvo::default(), 0))).dist;
        assert_eq!(odds.chance_that(|end| end.silenced == 2), ratio(1, 3));
        assert_eq!(odds.chance_that(|end| end.silenced == 1), ratio(0, 1));
    }

    #[test]
    fn r6_4_guns_that_nobody_answers_fire_in_full() {
        let guns = vec![Battery::of(BatteryKind::Field); 2];
        let duel = Duel { guns, ..Duel::default() };
        assert_eq!(told(&duel, &[1]), Exchange { effect: Effect::Disrupt, factors: 6, silenced: 0 });
    }

    #[test]
    fn r6_0_answering_guns_have_their_own_observation_and_supply() {
        let plain = two_heavies();
        let seen = Duel { answer_observation: true, ..plain.clone() };
        let hungry = Duel { answer_unsupplied: true, ..plain.clone() };
        // c2 with -1: a 3 is I; with observation S; unsupplied nothing.
        assert_eq!(told(&seen, &[3]).silenced, 2);
        assert_eq!(told(&hungry, &[3, 6]).factors, 8);
        assert_eq!(told(&plain, &[4, 6]).factors, 8);
    }

    #[test]
    fn r7_six_guns_may_answer_a_square_two_of_them_heavy() {
        let many = Battery { answering_field: 4, answering_heavy: 2, ..Battery::default() };
        let more = Battery { same_square: true, answering_field: 1, ..Battery::default() };
        let duel = |guns| Duel { guns, ..Duel::default() };
        assert!(check(&duel(vec![many.clone()])).is_ok());
        assert!(check(&duel(vec![many.clone(), more.clone()])).is_err());
        assert!(check(&duel(vec![many, Battery { same_square: false, ..more }])).is_ok());
    }
}
