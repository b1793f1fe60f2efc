//! R9, R11: hand-to-hand fighting, several elements a side.

use crate::catalogue::{Class, Element};
use crate::contact::{Enemy, Rolling, Side, Toll};
use crate::ground::{Cover, Shelter, State};
use crate::he_sa::Fire;
use crate::listed::Fighter;
use crate::quality::AskedQuality;
use crate::seats::{ATTACKER, DEFENDER};
use kernel::odds::{Kind, compare, of_chain, run};
use kernel::prelude::*;

/// Elements in contact, in the close combat phase after they met.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct CloseCombat {
    /// The elements of the side that made contact.
    #[field(rule = "R9", min = 1, max = 3, default = vec![Contestant::of("bren-section")])]
    pub attackers: Vec<Contestant>,
    /// The elements that were contacted.
    #[field(rule = "R9", min = 1, max = 3, default = vec![Contestant::of("grenadiers")])]
    pub defenders: Vec<Contestant>,
    /// What the defenders stand in; the attackers have nothing of cover.
    #[field(rule = "R9")]
    pub cover: Cover,
    /// The attackers are within 4 of a table edge other than their own base edge.
    #[field(rule = "HE/SA:foreign-edge")]
    pub attackers_at_edge: bool,
    /// The defenders are within 4 of a table edge other than their own base edge.
    #[field(rule = "HE/SA:foreign-edge")]
    pub defenders_at_edge: bool,
}

/// One element in contact.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Contestant {
    /// What it is.
    #[field(rule = "R9")]
    pub element: Fighter,
    /// The quality of its men.
    #[field(rule = "R2")]
    pub quality: AskedQuality,
    /// It is suppressed: it does not roll.
    #[field(rule = "Results:suppressed-contact")]
    pub suppressed: bool,
    /// The place of the enemy it fights in the other side's list; 0 is the one opposite. Past the end is the last.
    #[field(rule = "R9", max = 3)]
    pub against: u8,
}

kernel::outcomes! {
    /// How a close combat ends, from the worst for the attacker to the best.
    pub enum Fought {
        /// Every attacker is removed.
        AttackersDestroyed = "the attackers are destroyed",
        /// No attacker is left in contact.
        AttackersDrivenBack = "the attackers are driven back",
        /// Nobody of either side is left in contact.
        BothGone = "neither side is left",
        /// No defender is left in contact.
        DefendersDrivenBack = "the defenders are driven back",
        /// Every defender is removed.
        DefendersDestroyed = "the defenders are destroyed",
    }
}

/// A close combat.
pub fn procedure() -> impl Procedure {
    Combat
}

struct Combat;

impl Procedure for Combat {
    type Situation = CloseCombat;
    type Outcome = Fought;

    fn card(&self) -> Card {
        Card {
            name: "close-combat",
            title: "Close combat",
            rule: Rule("R9"),
            about: "How does a hand-to-hand fight of several elements a side end?",
            seat: ATTACKER,
        }
    }

    fn roll(&self, combat: &CloseCombat, dice: &mut dyn Dice) -> Told<Fought> {
        let (attack, defence) = combat.sides();
        let attacked = run(&attack, Rolling::default(), dice);
        let defended = run(&defence, Rolling::default(), dice);
        let (on_defenders, on_attackers) = (attacked.outcome, defended.outcome);
        let Resolved { outcome, because: verdict } = decide(&on_defenders, &on_attackers);
        let because = attacked.because.into_iter().chain(defended.because).chain([verdict]).collect();
        let measures = MEASURES.map(|(name, whose, count)| {
            (name.to_owned(), i64::from(count(if whose == DEFENDER { &on_defenders } else { &on_attackers })))
        });
        Told { outcome, because, measures: measures.to_vec() }
    }

    fn odds(&self, combat: &CloseCombat, budget: &Budget) -> Answer<Fought> {
        let (attack, defence) = combat.sides();
        let on_defenders = of_chain(budget, &attack, &Dist::certain(Rolling::default()));
        let on_attackers = of_chain(budget, &defence, &Dist::certain(Rolling::default()));
        let joined = compare((&on_defenders.dist, |toll| *toll), (&on_attackers.dist, |toll| *toll), |left, right| {
            decide(left, right).outcome
        });
        let dist = joined.keys.map(|(fought, ..)| *fought);
        let measures = MEASURES.map(|(name, whose, count)| {
            let side = if whose == DEFENDER { &on_defenders.dist } else { &on_attackers.dist };
            (name.to_owned(), side.map(|toll| i64::from(count(toll))))
        });
        let kind = if on_defenders.kind == Kind::Exact { on_attackers.kind } else { on_defenders.kind };
        Answer { odds: kernel::odds::Odds { kind, dist }, policies: Vec::new(), measures: measures.to_vec() }
    }
}

/// A number that players ask for: its name, whose elements it counts, and the count.
const MEASURES: [(&str, Seat, Count); 4] = [
    ("attackers removed", ATTACKER, |toll| toll.removed),
    ("attackers suppressed", ATTACKER, |toll| toll.suppressed),
    ("defenders removed", DEFENDER, |toll| toll.removed),
    ("defenders suppressed", DEFENDER, |toll| toll.suppressed),
];

type Count = fn(&Toll) -> u8;

/// R9, R11 Who is still there, and if both are, whose best roll is lower; ties favour the defender.
fn decide(on_defenders: &Toll, on_attackers: &Toll) -> Resolved<Fought> {
    let explained = Explanation::of(Rule("R9"), "who falls back");
    match (on_attackers.standing, on_defenders.standing) {
        (0, 0) => {
            let both = Explanation { rule: Rule("R11"), ..explained };
            both.gives(Fought::BothGone, Phrase::of("neither side is left in contact"))
        }
        (0, _) => {
            let destroyed = on_attackers.fallen_back == 0;
            let fought = if destroyed { Fought::AttackersDestroyed } else { Fought::AttackersDrivenBack };
            explained.gives(fought, Phrase::of("no attacker is left in contact"))
        }
        (_, 0) => {
            let destroyed = on_defenders.fallen_back == 0;
            let fought = if destroyed { Fought::DefendersDestroyed } else { Fought::DefendersDrivenBack };
            explained.gives(fought, Phrase::of("no defender is left in contact; the winner may advance 2"))
        }
        _ => {
            let (rule, fought, words) = compare_rolls(on_defenders.best, on_attackers.best);
            Explanation { rule, ..explained }.gives(fought, words)
        }
    }
}

/// R9 The lower of the best rolls falls back; a side without a roll is the lower, and ties favour the defender.
fn compare_rolls(attack: Option<i32>, defence: Option<i32>) -> (Rule, Fought, Phrase) {
    const RULE: Rule = Rule("R9");
    match (attack, defence) {
        (Some(attack), Some(defence)) if attack > defence => {
            let words = Phrase::of("{} is more than {}: the defenders fall back");
            (RULE, Fought::DefendersDrivenBack, words.number(attack).number(defence))
        }
        (Some(attack), Some(defence)) => {
            let words = Phrase::of("{} is not more than {}: the attackers fall back");
            (RULE, Fought::AttackersDrivenBack, words.number(attack).number(defence))
        }
        (Some(_), None) => (RULE, Fought::DefendersDrivenBack, Phrase::of("the defenders have no roll and fall back")),
        (None, Some(_)) => (RULE, Fought::AttackersDrivenBack, Phrase::of("the attackers have no roll and fall back")),
        (None, None) => {
            let words = Phrase::of("neither side can hurt the other: the attackers fall back");
            (Rule("Common:ties"), Fought::AttackersDrivenBack, words)
        }
    }
}

impl CloseCombat {
    fn sides(&self) -> (Side, Side) {
        let (attackers, defenders) = (&self.attackers, &self.defenders);
        let attack = |place: usize, fighter: &Contestant| {
            let opponent = fighter.opponent(place, defenders);
            let charging = fighter.element.figures.class == Class::Cavalry && self.cover.lets_cavalry_charge();
            let fire = Fire {
                shelter: self.cover.shelter(),
                foreign_edge: self.attackers_at_edge,
                charge: charging,
                ..fighter.fire(&defenders[opponent].element, ATTACKER)
            };
            (fire, opponent)
        };
        let defend = |place: usize, fighter: &Contestant| {
            let opponent = fighter.opponent(place, attackers);
            let fire = fighter.fire(&attackers[opponent].element, DEFENDER);
            (Fire { foreign_edge: self.defenders_at_edge, ..fire }, opponent)
        };
        (
            Side { fights: fights(attackers, attack), enemies: enemies(defenders, self.cover) },
            Side { fights: fights(defenders, defend), enemies: enemies(attackers, Cover::Open) },
        )
    }
}

/// Results:suppressed-contact Suppressed elements do not roll.
fn fights(side: &[Contestant], fight: impl Fn(usize, &Contestant) -> (Fire, usize)) -> Vec<Option<(Fire, usize)>> {
    let each = side.iter().enumerate();
    each.map(|(place, fighter)| (!fighter.suppressed).then(|| fight(place, fighter))).collect()
}

fn enemies(side: &[Contestant], cover: Cover) -> Vec<Enemy> {
    let each = side.iter().map(|fighter| Enemy {
        armoured: fighter.element.is_armoured(),
        protected: cover.protects_from_fall_back() || fighter.element.is_csw(),
        state: State::of(fighter.suppressed),
    });
    each.collect()
}

/// The defence that counts when men meet: that of men for armoured elements, whose own is graded for AP (rulings, R9).
pub(crate) fn defence_in_contact(element: &Element) -> i32 {
    if element.is_armoured() { MEN } else { element.values.defence }
}

/// R4 The defence of men.
const MEN: i32 = 3;

impl Contestant {
    /// A fresh element of this type.
    pub fn of(word: &str) -> Contestant {
        Contestant { element: Fighter::of(word), ..Contestant::default() }
    }

    fn opponent(&self, place: usize, enemies: &[Contestant]) -> usize {
        let chosen = usize::from(self.against).checked_sub(1).unwrap_or(place);
        chosen.min(enemies.len() - 1)
    }

    /// R9 The element's roll in the open; an element without an HE/SA value fights with 0.
    fn fire(&self, enemy: &Element, seat: Seat) -> Fire {
        let values = &self.element.values;
        Fire {
            value: values.he_sa.unwrap_or(0),
            defence: defence_in_contact(enemy),
            close: values.range > 4,
            shelter: Shelter::None,
            foreign_edge: false,
            charge: false,
            quality: self.quality.or(self.element.figures.quality),
            ruling: None,
            seat,
        }
    }
}
