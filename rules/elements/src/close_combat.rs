//! R9, R11: hand-to-hand fighting, several elements a side.

use crate::catalogue::{Class, Element};
use crate::choices::Fighter;
use crate::contact::{Enemy, Rolling, Side, Toll, defence_in_contact, fights_with};
use crate::ground::{Cover, Shelter, State};
use crate::he_sa::Fire;
use crate::overrun::OVERRUN;
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
    /// It is limbered or broken down, and fights with 0.
    #[field(rule = "R43")]
    pub packed: bool,
    /// The best HE/SA value of infantry that rides in or on it: it fights with the better.
    #[field(rule = "R43", max = 9)]
    pub riders: u8,
    /// Cavalry that starts the close combat, with the expansion rules: it charges home where it can.
    #[field(rule = "HE/SA:cavalry", default = true)]
    pub charges: bool,
}

kernel::outcomes! {
    /// How a close combat ends, from the worst for the attacker to the best.
    pub enum Fought hoping for DefendersDrivenBack {
        /// Every attacker is removed.
        AttackersDestroyed = "the attackers are destroyed",
        /// No attacker is left in contact.
        AttackersDrivenBack = "the attackers are driven back",
        /// Every element of both sides is removed.
        BothDestroyed = "neither side is left",
        /// Nobody is left in contact: both sides fall back, or what of them was not removed.
        BothGiveWay = "both sides give way",
        /// No defender is left in contact.
        DefendersDrivenBack = "the defenders are driven back",
        /// Every defender is removed.
        DefendersDestroyed = "the defenders are destroyed",
    }
}

/// A close combat.
pub fn procedure() -> impl Procedure<Situation = CloseCombat> {
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
        let tolls = [told(&on_attackers, "what the attackers took"), told(&on_defenders, "what the defenders took")];
        let because = attacked.because.into_iter().chain(defended.because).chain(tolls).chain([verdict]).collect();
        let measures = MEASURES.map(|(name, whose, count)| {
            (name.to_owned(), i64::from(count(if whose == DEFENDER { &on_defenders } else { &on_attackers })))
        });
        Told { outcome, because, measures: measures.to_vec() }
    }

    fn odds(&self, combat: &CloseCombat, budget: &Budget) -> Answer<Fought> {
        let (attack, defence) = combat.sides();
        odds_of(&attack, &defence, budget)
    }
}

/// How a fight ends, by the rolls of the side that made contact and those of the other.
pub(crate) fn odds_of(attack: &Side, defence: &Side, budget: &Budget) -> Answer<Fought> {
    let on_defenders = of_chain(budget, attack, &Dist::certain(Rolling::default()));
    let on_attackers = of_chain(budget, defence, &Dist::certain(Rolling::default()));
    let joined = compare((&on_defenders.dist, |toll| *toll), (&on_attackers.dist, |toll| *toll), |left, right| {
        decide(left, right).outcome
    });
    let dist = joined.keys().map(|(fought, ..)| *fought);
    let measures = MEASURES.map(|(name, whose, count)| {
        let side = if whose == DEFENDER { &on_defenders.dist } else { &on_attackers.dist };
        (name.to_owned(), side.map(|toll| i64::from(count(toll))))
    });
    let kind = if on_defenders.kind == Kind::Exact { on_attackers.kind } else { on_defenders.kind };
    Answer { odds: kernel::odds::Odds { kind, dist }, policies: Vec::new(), measures: measures.to_vec() }
}

/// A number that players ask for: its name, whose elements it counts, and the count.
const MEASURES: [(&str, Seat, Count); 4] = [
    ("attackers removed", ATTACKER, |toll| toll.removed),
    ("attackers suppressed", ATTACKER, |toll| toll.suppressed),
    ("defenders removed", DEFENDER, |toll| toll.removed),
    ("defenders suppressed", DEFENDER, |toll| toll.suppressed),
];

type Count = fn(&Toll) -> u8;

fn told(toll: &Toll, title: &'static str) -> Explanation {
    let words = Phrase::of("{} removed, {} suppressed, {} falling back");
    let words = words.number(toll.removed).number(toll.suppressed).number(toll.fallen_back);
    Explanation::of(Rule("Results"), title).gives((), words).because
}

/// R9, R11 Who is still there, and if both are, whose best roll is lower; ties favour the defender.
fn decide(on_defenders: &Toll, on_attackers: &Toll) -> Resolved<Fought> {
    let explained = Explanation::of(Rule("R9"), "who falls back");
    match (on_attackers.standing, on_defenders.standing) {
        (0, 0) if on_attackers.fallen_back + on_defenders.fallen_back == 0 => {
            let both = explained.under(Rule("R11"));
            both.gives(Fought::BothDestroyed, Phrase::of("every element of both sides is removed"))
        }
        (0, 0) => explained.gives(Fought::BothGiveWay, Phrase::of("no element of either side is left in contact")),
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
            explained.under(rule).gives(fought, words)
        }
    }
}

/// R9 The lower of the best rolls falls back; a side without a roll is the lower, and ties favour the defender.
pub(crate) fn compare_rolls(attack: Option<i32>, defence: Option<i32>) -> (Rule, Fought, Phrase) {
    const RULE: Rule = Rule("R9");
    match (attack, defence) {
        (Some(attack), Some(defence)) if attack > defence => {
            let words = Phrase::of("{} is more than {}: the side that was contacted falls back");
            (RULE, Fought::DefendersDrivenBack, words.number(attack).number(defence))
        }
        (Some(attack), Some(defence)) => {
            let words = Phrase::of("{} is not more than {}: the side that made contact falls back");
            (RULE, Fought::AttackersDrivenBack, words.number(attack).number(defence))
        }
        (Some(_), None) => {
            (RULE, Fought::DefendersDrivenBack, Phrase::of("the side that was contacted has no roll and falls back"))
        }
        (None, Some(_)) => {
            (RULE, Fought::AttackersDrivenBack, Phrase::of("the side that made contact has no roll and falls back"))
        }
        (None, None) => {
            let words = Phrase::of("neither side can hurt the other: the side that made contact falls back");
            (Rule("Common:ties"), Fought::AttackersDrivenBack, words)
        }
    }
}

impl CloseCombat {
    /// The rolls of the attackers and those of the defenders.
    pub(crate) fn sides(&self) -> (Side, Side) {
        let (attackers, defenders) = (&self.attackers, &self.defenders);
        let attack = |place: usize, fighter: &Contestant| {
            let opponent = fighter.opponent(place, defenders);
            let cavalry = fighter.element.figures.class == Class::Cavalry && fighter.charges;
            let overruns = overruns(&fighter.element, &defenders[opponent].element, self.cover);
            let fire = Fire {
                ruling: overruns.then_some((Rule("R10"), "tank overrun", OVERRUN)),
                shelter: self.cover.shelter(),
                foreign_edge: self.attackers_at_edge,
                charge: cavalry && self.cover.lets_cavalry_charge(),
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

/// R10 Does an AFV that attacks overrun its enemy: infantry, a gun or CSW in the open, not dug in?
pub(crate) fn overruns(attacker: &Element, enemy: &Element, cover: Cover) -> bool {
    attacker.is_afv() && (enemy.is_infantry() || enemy.is_csw()) && cover.shelter() == Shelter::None
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

impl Contestant {
    /// A fresh element of this type.
    pub fn of(word: &str) -> Contestant {
        Contestant { element: Fighter::of(word), ..Contestant::default() }
    }

    fn opponent(&self, place: usize, enemies: &[Contestant]) -> usize {
        let chosen = usize::from(self.against).checked_sub(1).unwrap_or(place);
        chosen.min(enemies.len() - 1)
    }

    /// R9 The element's roll in the open. R39 'Within 4' applies to nobody here.
    fn fire(&self, enemy: &Element, seat: Seat) -> Fire {
        Fire {
            firer: self.element.name(),
            target: enemy.name(),
            value: fights_with(&self.element, self.packed, self.riders.into()),
            defence: defence_in_contact(enemy),
            close: false,
            shelter: Shelter::None,
            foreign_edge: false,
            charge: false,
            quality: self.quality.or(self.element.figures.quality),
            ruling: None,
            seat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, ratio};

    fn combat(attackers: &[&str], defenders: &[&str]) -> CloseCombat {
        let side = |words: &[&str]| words.iter().map(|word| Contestant::of(word)).collect();
        CloseCombat { attackers: side(attackers), defenders: side(defenders), ..CloseCombat::default() }
    }

    fn suppressed(word: &str) -> Contestant {
        Contestant { suppressed: true, ..Contestant::of(word) }
    }

    fn chance(combat: &CloseCombat, fought: Fought) -> Ratio {
        Procedure::odds(&Combat, combat, &Budget::default()).odds.dist.chance(&fought)
    }

    fn fought(combat: &CloseCombat, faces: impl IntoIterator<Item = u8>) -> (Fought, Vec<i64>) {
        let told = Procedure::roll(&Combat, combat, &mut Scripted::of(faces));
        (told.outcome, told.measures.into_iter().map(|(_, count)| count).collect())
    }

    #[test]
    fn r9_a_bren_section_against_grenadiers() {
        // The attacker has d + 2 - 3, the defender e + 3 - 3. Defenders: F at 13-14, S 15-18, K 19-20; attackers: F at
        // 12-13, S 14-17, K 18-20.
        let combat = CloseCombat::default();
        assert_eq!(chance(&combat, Fought::DefendersDestroyed), ratio(2 * 15, 400));
        assert_eq!(chance(&combat, Fought::AttackersDestroyed), ratio(3 * 16, 400));
        // Nobody is left in contact on 4 faces by 5, and nobody at all on 2 by 3 of them.
        assert_eq!(chance(&combat, Fought::BothDestroyed), ratio(2 * 3, 400));
        assert_eq!(chance(&combat, Fought::BothGiveWay), ratio(4 * 5 - 2 * 3, 400));
        // Driven back by F: 2 x 15 one way, 2 x 16 the other. Where both stand (d of 1-12 and 15-18, e of 1-11 and
        // 14-17) the attacker wins when d > e + 1: 55 pairs with d up to 12, 4 x 11 + 6 with d from 15.
        let wins: u64 = (1..=18)
            .filter(|d| !(13..=14).contains(d))
            .map(|d| (1..=17).filter(|e| !(12..=13).contains(e)).filter(|e| d > e + 1).count() as u64)
            .sum();
        assert_eq!(wins, 55 + 44 + 6);
        assert_eq!(chance(&combat, Fought::DefendersDrivenBack), ratio(2 * 15 + wins, 400));
        assert_eq!(chance(&combat, Fought::AttackersDrivenBack), ratio(2 * 16 + 16 * 15 - wins, 400));
    }

    #[test]
    fn r9_ties_favour_the_defender() {
        assert_eq!(fought(&CloseCombat::default(), [6, 5]).0, Fought::AttackersDrivenBack, "6 - 1 against 5");
        assert_eq!(fought(&CloseCombat::default(), [7, 5]).0, Fought::DefendersDrivenBack);
    }

    #[test]
    fn r9_cover_takes_from_the_attacker_only() {
        for (cover, face) in [(Cover::Open, 7), (Cover::Hedge, 9), (Cover::Building, 11)] {
            let combat = CloseCombat { cover, ..CloseCombat::default() };
            assert_eq!(fought(&combat, [face, 5]).0, Fought::DefendersDrivenBack, "{cover}");
            assert_eq!(fought(&combat, [face - 1, 5]).0, Fought::AttackersDrivenBack, "{cover}");
        }
    }

    #[test]
    fn r9_suppressed_elements_do_not_roll_and_are_the_lower() {
        let mut combat = CloseCombat { defenders: vec![suppressed("grenadiers")], ..CloseCombat::default() };
        assert_eq!(fought(&combat, [1]).0, Fought::DefendersDrivenBack);
        assert_eq!(fought(&combat, [15]).0, Fought::DefendersDestroyed, "S is K");
        combat.attackers = vec![suppressed("bren-section")];
        assert_eq!(fought(&combat, []).0, Fought::AttackersDrivenBack, "neither rolls");
        combat.defenders = vec![Contestant::of("grenadiers")];
        assert_eq!(fought(&combat, [1]).0, Fought::AttackersDrivenBack);
    }

    #[test]
    fn r9_two_suppressions_at_once_are_a_k() {
        let combat = combat(&["bren-section", "bren-section"], &["grenadiers"]);
        assert_eq!(fought(&combat, [15, 17, 1]), (Fought::DefendersDestroyed, vec![0, 0, 1, 0]));
        assert_eq!(fought(&combat, [15, 1, 1]), (Fought::DefendersDrivenBack, vec![0, 0, 0, 1]), "14 against 1");
    }

    #[test]
    fn r9_an_f_after_an_s_is_ignored_by_the_dug_in() {
        let mut combat = combat(&["bren-section", "bren-section"], &["grenadiers"]);
        combat.cover = Cover::DugIn;
        // 19 - 5 is S and 17 - 5 is F; the defenders stand, and 14 beats 1.
        assert_eq!(fought(&combat, [19, 17, 1]), (Fought::DefendersDrivenBack, vec![0, 0, 0, 1]));
    }

    #[test]
    fn r9_each_element_fights_the_enemy_it_is_set_against() {
        let mut combat = combat(&["bren-section", "bren-section"], &["grenadiers", "smg-42"]);
        assert_eq!(fought(&combat, [19, 1, 1, 1]).1, [0, 0, 1, 0]);
        combat.attackers[1].against = 1;
        assert_eq!(fought(&combat, [15, 15, 1, 1]).1, [0, 0, 1, 0], "both against the first");
    }

    #[test]
    fn r9_the_best_roll_of_each_side_is_compared() {
        let combat = combat(&["bren-section", "bren-section"], &["grenadiers"]);
        assert_eq!(fought(&combat, [1, 9, 7]).0, Fought::DefendersDrivenBack, "8 against 7");
        assert_eq!(fought(&combat, [9, 1, 8]).0, Fought::AttackersDrivenBack, "8 against 8");
    }

    #[test]
    fn he_sa_cavalry_charges_with_2_more_in_open_fields_and_against_the_dug_in() {
        // Cossacks: 1 - 3, +1 veterans, +2 charging: d + 1, less 2 in fields.
        let (removed, suppressed) = (2, 3);
        for (cover, counted, face) in
            [(Cover::Open, removed, 17), (Cover::Crops, removed, 19), (Cover::DugIn, suppressed, 15)]
        {
            // Less 4 against the dug-in, who take F as S: 15 - 3.
            let combat = CloseCombat { cover, ..combat(&["cossacks"], &["grenadiers"]) };
            assert_eq!(fought(&combat, [face, 1]).1[counted], 1, "{cover}");
            assert_eq!(fought(&combat, [face - 1, 1]).1[counted], 0, "{cover}");
        }
        // In woods there is no charge: d - 1 - 2 is S on 17, and F on 16.
        let woods = CloseCombat { cover: Cover::Woods, ..combat(&["cossacks"], &["grenadiers"]) };
        assert_eq!((fought(&woods, [17, 1]).1[suppressed], fought(&woods, [16, 1]).1[suppressed]), (1, 0));
        let contacted = combat(&["grenadiers"], &["cossacks"]);
        // Horses have no defence: d + 3. Cavalry that is contacted does not charge: e - 1 against d + 3.
        assert_eq!(fought(&contacted, [1, 5]).0, Fought::AttackersDrivenBack);
        assert_eq!(fought(&contacted, [1, 4]).0, Fought::DefendersDrivenBack);
    }

    #[test]
    fn r5_armour_is_not_hurt_in_close_combat_and_counts_as_3() {
        let combat = combat(&["grenadiers"], &["sherman-75"]);
        // d + 3 - 3 against e + 2 - 3: a 20 does the tank no harm, but drives it back. The Sherman's 19 + 2 - 3 is K.
        assert_eq!(fought(&combat, [20, 19]), (Fought::AttackersDestroyed, vec![1, 0, 0, 0]));
        assert_eq!(fought(&combat, [20, 1]).0, Fought::DefendersDrivenBack);
    }

    #[test]
    fn r10_an_afv_has_4_more_against_men_in_the_open() {
        // d + 2 + 4 - 3 against e + 3 - 3: 7 beats 6, and behind a hedge, d + 2 - 3 - 2, 10 beats 6.
        let open = combat(&["sherman-75"], &["grenadiers"]);
        assert_eq!(fought(&open, [4, 6]).0, Fought::DefendersDrivenBack);
        assert_eq!(fought(&open, [3, 6]).0, Fought::AttackersDrivenBack);
        let hedge = CloseCombat { cover: Cover::Hedge, ..open };
        assert_eq!(fought(&hedge, [10, 6]).0, Fought::DefendersDrivenBack);
        assert_eq!(fought(&hedge, [9, 6]).0, Fought::AttackersDrivenBack);
    }

    #[test]
    fn r43_the_laden_fight_with_the_better_of_vehicle_and_rider_and_the_packed_with_0() {
        // Lorries fight with 1, their riders with 3: d + 3 - 3 against e + 3 - 0.
        let mut combat = combat(&["bren-section"], &["opel-blitz"]);
        assert_eq!(fought(&combat, [1, 2]).0, Fought::DefendersDrivenBack, "1 + 2 - 0 against 2 + 1 - 3");
        combat.defenders[0].riders = 3;
        assert_eq!(fought(&combat, [2, 4]).0, Fought::AttackersDrivenBack, "2 + 2 - 0 against 4 + 3 - 3");
        combat.defenders = vec![Contestant { packed: true, ..Contestant::of("grw-34") }];
        assert_eq!(fought(&combat, [3, 5]).0, Fought::AttackersDrivenBack, "3 + 2 - 3 against 5 + 0 - 3");
    }

    #[test]
    fn he_sa_foreign_edge_counts_for_each_side() {
        let at_edge = CloseCombat { attackers_at_edge: true, ..CloseCombat::default() };
        assert_eq!(fought(&at_edge, [7, 5]).0, Fought::AttackersDrivenBack);
        let both = CloseCombat { defenders_at_edge: true, ..at_edge };
        assert_eq!(fought(&both, [7, 5]).0, Fought::DefendersDrivenBack);
    }

    #[test]
    fn r11_both_sides_k_are_both_removed() {
        assert_eq!(fought(&CloseCombat::default(), [20, 20]), (Fought::BothDestroyed, vec![1, 0, 1, 0]));
    }

    #[test]
    fn r11_who_falls_back_is_still_left() {
        let both_give_way = |faces, removed| {
            assert_eq!(fought(&CloseCombat::default(), faces), (Fought::BothGiveWay, removed), "{faces:?}");
        };
        both_give_way([13, 12], vec![0, 0, 0, 0]);
        both_give_way([20, 12], vec![0, 0, 1, 0]);
        both_give_way([13, 20], vec![1, 0, 0, 0]);
    }
}
