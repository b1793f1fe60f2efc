//! R9: the rolls of one side in a close combat, and what they do to the other.

use crate::catalogue::{Class, Element};
use crate::ground::State;
use crate::he_sa::{Fire, HeSaRoll, own_value, resolve_blow_at_armour, resolve_he_sa};
use crate::results::FireResult;
use kernel::prelude::*;

/// The rolls of one side, which are independent of the other side's.
pub(crate) struct Side {
    /// Each element's roll and the place of its enemy; none for those that do not roll.
    pub(crate) fights: Vec<Option<(Fire, usize)>>,
    /// The elements of the other side.
    pub(crate) enemies: Vec<Enemy>,
}

/// An enemy as results find him.
#[derive(Clone, Copy)]
pub(crate) struct Enemy {
    pub(crate) armoured: bool,
    pub(crate) protected: bool,
    pub(crate) state: State,
}

/// Where a side's rolls stand: who is next, the best roll so far, and what each enemy has taken.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Rolling {
    next: usize,
    best: Option<i32>,
    taken: [Taken; 3],
}

/// Results that one element has taken, in the order in which they are applied: K, S, F (rulings, R9).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Taken {
    knocked_out: bool,
    suppressions: u8,
    fall_back: bool,
}

/// What a side's rolls came to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Toll {
    pub(crate) best: Option<i32>,
    pub(crate) removed: u8,
    pub(crate) suppressed: u8,
    pub(crate) fallen_back: u8,
    pub(crate) standing: u8,
}

impl Chain for Side {
    type Stage = Rolling;
    type Outcome = Toll;

    fn turn(&self, rolling: &Rolling) -> Turn<Rolling, Toll> {
        if rolling.next < self.fights.len() { Turn::Roll } else { Turn::Done(self.toll(rolling)) }
    }

    fn step(&self, rolling: &Rolling, dice: &mut dyn Dice) -> Resolved<Rolling> {
        let mut after = Rolling { next: rolling.next + 1, ..rolling.clone() };
        let Some((fire, enemy)) = &self.fights[rolling.next] else {
            return Explanation::of(Rule("Results:suppressed-contact"), "close combat")
                .gives(after, Phrase::of("a suppressed element does not roll"));
        };
        let blow = if self.enemies[*enemy].armoured { resolve_blow_at_armour } else { resolve_he_sa };
        blow(fire, dice).map(|HeSaRoll { result, total }| {
            after.best = after.best.max(Some(total));
            after.taken[*enemy].take(result);
            after
        })
    }
}

impl Side {
    fn toll(&self, rolling: &Rolling) -> Toll {
        let mut toll = Toll { best: rolling.best, removed: 0, suppressed: 0, fallen_back: 0, standing: 0 };
        for (enemy, taken) in self.enemies.iter().zip(&rolling.taken) {
            match taken.verdict(*enemy) {
                Verdict::Removed => toll.removed += 1,
                Verdict::Goes { suppressed } => {
                    toll.fallen_back += 1;
                    toll.suppressed += u8::from(suppressed);
                }
                Verdict::Stands { suppressed } => {
                    toll.standing += 1;
                    toll.suppressed += u8::from(suppressed);
                }
            }
        }
        toll
    }
}

/// What became of an element in a close combat, before the rolls are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// It is removed.
    Removed,
    /// It falls back by F.
    Goes {
        /// Newly suppressed?
        suppressed: bool,
    },
    /// It is still there.
    Stands {
        /// Newly suppressed?
        suppressed: bool,
    },
}

/// R46 What an element fights with: guns, mortars and soft vehicles with their crews' rifles, AFVs with their machine
/// guns, all others with their HE/SA value, or 0.
pub(crate) fn value_in_contact(element: &Element) -> i32 {
    match element.figures.class {
        Class::Gun | Class::SoftVehicle => 1,
        Class::Csw if element.is_mortar() => 1,
        Class::Tank | Class::SelfPropelledGun | Class::ArmouredCar => 2,
        _ => element.values.he_sa.unwrap_or(0),
    }
}

/// R43, R46 What an element rolls with hand to hand: the rule, what it is, and how much. Who is laden has the better of
/// vehicle and `rider`; what is `packed`, limbered or broken down, has nothing of its own.
pub(crate) fn fights_with(element: &Element, packed: bool, rider: i32) -> (Rule, &'static str, i32) {
    let own = if packed { 0 } else { value_in_contact(element) };
    match own_value(element) {
        _ if rider > own => (Rule("R43"), "HE/SA value of who rides", rider),
        (.., value) if value == own => own_value(element),
        _ if packed => (Rule("R43"), "limbered or broken down", 0),
        _ => (Rule("R46"), "its crew's small arms, hand to hand", own),
    }
}

/// The defence that counts when men meet: that of men for armoured elements, whose own is graded for AP (rulings, R9).
pub(crate) fn defence_in_contact(element: &Element) -> i32 {
    if element.is_armoured() { MEN } else { element.values.defence }
}

/// R4 The defence of men.
pub(crate) const MEN: i32 = 3;

impl Taken {
    /// What all results together come to. An F that is not obeyed is an S, but not on an element that is suppressed by
    /// now.
    pub(crate) fn verdict(self, enemy: Enemy) -> Verdict {
        let was_suppressed = enemy.state.is_suppressed();
        let stands_fast = self.fall_back && enemy.protected;
        let suppressed = self.suppressions > 0 || (stands_fast && !was_suppressed);
        match () {
            () if self.knocked_out || self.suppressions > u8::from(!was_suppressed) => Verdict::Removed,
            () if self.fall_back && !stands_fast => Verdict::Goes { suppressed },
            () => Verdict::Stands { suppressed },
        }
    }

    pub(crate) fn take(&mut self, result: FireResult) {
        match result {
            FireResult::Nothing => {}
            FireResult::F => self.fall_back = true,
            FireResult::S => self.suppressions = (self.suppressions + 1).min(2),
            FireResult::K => self.knocked_out = true,
        }
        if self.knocked_out {
            *self = Taken { knocked_out: true, ..Taken::default() };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::element;

    #[test]
    fn r43_r46_a_roll_says_what_an_element_fights_with_hand_to_hand() {
        let fights = |word: &str, packed: bool, rider: i32| {
            let (rule, _, value) = fights_with(element(word), packed, rider);
            (rule.0, value)
        };
        assert_eq!(fights("grenadiers", false, 0), ("HE/SA:roll", 3));
        assert_eq!(fights("sherman-75", false, 0), ("R46", 2), "its machine guns, not its gun of 4");
        assert_eq!(fights("pak-38", false, 0), ("HE/SA:roll", 1), "its own 1 is that of rifles");
        assert_eq!(fights("smg-42", true, 0), ("R43", 0));
        assert_eq!(fights("opel-blitz", false, 3), ("R43", 3));
    }
}
