//! Overrun: non-combat elements in contact with the enemy at the end of the movement phase.

use crate::catalogue::Class;
use crate::choices::NonCombat;
use crate::seats::OWNER;
use kernel::prelude::*;

/// A commander, FOO or empty transport that touches an enemy base. There is nothing to roll.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Caught {
    /// Who is caught.
    #[field(rule = "Overrun:non-combat")]
    pub element: NonCombat,
    /// A combat element of his chain of command is not in contact with the enemy.
    #[field(rule = "Overrun:commander")]
    pub replacement: bool,
}

kernel::outcomes! {
    /// What becomes of it.
    pub enum Loss {
        /// It is removed.
        Removed = "removed",
        /// A combat element is removed in the commander's stead.
        Replaced = "the commander takes the place of a combat element, which is removed",
    }
}

/// Overrun Non-combat elements in contact are removed; a commander may take the place of a combat element.
pub fn resolve_caught(caught: &Caught, _: &mut dyn Dice) -> Resolved<Loss> {
    let commander = caught.element.figures.class == Class::Commander;
    let (loss, rule, words) = match (commander, caught.replacement) {
        (true, true) => (Loss::Replaced, Rule("Overrun:commander"), "he takes the place of a combat element"),
        (true, false) => (Loss::Removed, Rule("Overrun:no-replacement"), "there is no element to replace"),
        (false, _) => (Loss::Removed, Rule("Overrun:non-combat"), "in contact with the enemy: removed"),
    };
    Explanation::of(rule, "overrun").gives(loss, Phrase::of(words))
}

/// Non-combat elements that are overrun.
pub fn procedure() -> impl Procedure {
    let card = Card {
        name: "non-combat",
        title: "Non-combat elements overrun",
        rule: Rule("Turn sequence:4b"),
        about: "What becomes of a commander, FOO or empty transport in contact with the enemy?",
        seat: OWNER,
    };
    Step::new(card, resolve_caught)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;

    fn loss(word: &str, replacement: bool) -> Loss {
        let caught = Caught { element: NonCombat::of(word), replacement };
        resolve_caught(&caught, &mut Scripted::of([])).outcome
    }

    #[test]
    fn overrun_non_combat_elements_are_removed() {
        assert_eq!(loss("us-foo", true), Loss::Removed);
        assert_eq!(loss("opel-blitz", true), Loss::Removed);
    }

    #[test]
    fn overrun_a_commander_takes_the_place_of_a_combat_element_if_there_is_one() {
        assert_eq!((loss("us-commander", true), loss("us-commander", false)), (Loss::Replaced, Loss::Removed));
    }
}
