//! R7: the number needed to hit, and dice that need more than a 6.

use kernel::prelude::*;

/// Dice that are to hit: how many, and the number needed.
#[derive(Clone, Debug)]
pub(crate) struct ToHit {
    pub(crate) dice: Tally,
    pub(crate) needed: Tally,
}

/// R7 The modifiers change the number needed: what makes the hit easier makes the number less.
pub(crate) fn number_needed<'a>(base: Tally, modifiers: impl IntoIterator<Item = (bool, &'a Modifier)>) -> Tally {
    let applying = modifiers.into_iter().filter(|(applies, _)| *applies);
    applying.fold(base, |needed, (_, modifier)| needed.plus(modifier.rule, modifier.what, -modifier.add)).at_least(
        Rule("R7"),
        "a natural 1 misses",
        2,
    )
}

impl ToHit {
    /// The hits to be expected, in thousandths: what [`ToHit::throw`] comes to on average.
    pub(crate) fn expected(&self) -> i64 {
        let of_36 = match self.needed.total() {
            needed @ ..=6 => 6 * (7 - needed),
            7 => 3,
            8 => 2,
            _ => 1,
        };
        i64::from(self.dice.total()) * i64::from(of_36) * 1000 / 36
    }

    /// R7 Throws the dice: up to 6 at once; 7 is a 6 followed by 4+, 8 by 5+, 9 or more by another 6.
    pub(crate) fn throw(&self, explained: Explanation, why: Why, dice: &mut dyn Dice) -> Resolved<u8> {
        let needed = self.needed.total();
        let explained = explained.tally(self.dice.clone()).tally(self.needed.clone());
        let first = dice.hits(self.dice.total() as u16, needed.min(6) as u8, why);
        let sixes = first.reading as u8;
        let explained = explained.throw(first);
        if needed <= 6 || sixes == 0 {
            return explained.gives(sixes, Phrase::of("hits: {}").number(sixes));
        }
        let second = dice.hits(sixes.into(), (needed - 3).min(6) as u8, why);
        let hits = second.reading as u8;
        explained.throw(second).gives(hits, Phrase::of("sixes: {}, hits among them: {}").number(sixes).number(hits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seats::FIRER;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, odds, ratio};

    const WHY: Why = Why::high("a test", FIRER);

    fn explained() -> Explanation {
        Explanation::of(Rule("R7"), "test")
    }

    fn one_die(needed: i32) -> ToHit {
        let tally = |name, number| Tally::base(name, Rule("R7"), "test", number);
        ToHit { dice: tally("dice", 1), needed: tally("number needed", needed) }
    }

    fn hits(needed: i32) -> Ratio {
        odds(|dice| one_die(needed).throw(explained(), WHY, dice).outcome)[&1].clone()
    }

    #[test]
    fn r7_a_needed_7_is_a_6_followed_by_4_and_so_on() {
        assert_eq!((hits(5), hits(6)), (ratio(2, 6), ratio(1, 6)));
        assert_eq!([7, 8, 9, 10].map(hits), [3, 2, 1, 1].map(|faces| ratio(faces, 36)));
    }

    #[test]
    fn r7_the_expected_hits_are_those_of_the_odds() {
        for needed in 2..=10 {
            let (chance, expected) = (hits(needed), one_die(needed).expected() as u64);
            assert!(ratio(expected, 1000) <= chance && chance < ratio(expected + 1, 1000), "{needed}");
        }
    }

    #[test]
    fn r7_only_sixes_are_thrown_again() {
        let three = ToHit { dice: Tally::base("dice", Rule("R7"), "test", 3), ..one_die(8) };
        let hits = |mut dice: Scripted| three.throw(explained(), WHY, &mut dice).outcome;
        assert_eq!(hits(Scripted::of([6, 5, 6, 4, 5])), 1, "two sixes, then a 4 and a 5");
        assert_eq!(hits(Scripted::of([5, 5, 5])), 0);
    }

    #[test]
    fn r7_a_natural_1_misses() {
        let easy = Modifier { rule: Rule("R7"), what: "easy", add: 6, at_most: None, group: None };
        let needed = number_needed(Tally::base("number needed", Rule("R7"), "test", 6), [(true, &easy)]);
        assert_eq!(needed.total(), 2);
    }
}
