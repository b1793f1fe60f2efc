//! Bombardment: a battery of howitzers off the table fires until its time or its guns run out.

use crate::charts;
use crate::seats::OWNER;
use kernel::prelude::*;
use std::fmt;
use std::sync::LazyLock;

/// A preliminary bombardment of one target.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Bombardment {
    /// Howitzers that fire; a battery has 6, and may be split into two sections with targets of their own.
    #[field(rule = "Bombardment:sections", min = 1, max = 6, default = 6)]
    pub guns: u8,
    /// Moves in which this battery has fired at the same target already: at aim points within 6 inches.
    #[field(rule = "R9", max = 9)]
    pub fired_before: u8,
    /// Moves after which it is told to cease; a change of orders has to be given five moves earlier.
    #[field(rule = "Bombardment:change", min = 1, max = 15, default = 15)]
    pub cease_after: u8,
}

/// What a bombardment has come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Fired {
    /// Howitzers left.
    pub guns: u8,
    /// Howitzers lost.
    pub lost: u8,
    /// Moves of fire.
    pub moves: u8,
    /// Shells fired.
    pub shells: u8,
}

/// A bombardment, move by move.
pub struct Firing {
    guns: u8,
    fired_before: u8,
    cease_after: u8,
}

/// Where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The moves of fire are to be thrown for.
    Orders,
    /// A move of fire.
    Fire {
        /// Moves left, this one included.
        left: u8,
        /// Moves fired.
        moves: u8,
        /// Howitzers left.
        guns: u8,
        /// Shells fired.
        shells: u8,
    },
}

impl Firing {
    /// The bombardment and where it begins.
    pub fn begin(bombardment: &Bombardment) -> (Firing, Stage) {
        let Bombardment { guns, fired_before, cease_after } = *bombardment;
        (Firing { guns, fired_before, cease_after }, Stage::Orders)
    }

    /// Bombardment:moves Three average dice give the number of moves of fire.
    fn orders(&self, dice: &mut dyn Dice) -> Resolved<Stage> {
        let thrown = dice.throw(Law::Sum { die: Die::Average, count: 3 }, Why::high("moves of fire", OWNER));
        let moves = Tally::base("moves of fire", Rule("Bombardment:moves"), "3 average dice", thrown.value()).at_most(
            Rule("Bombardment:change"),
            "ordered to cease",
            self.cease_after.into(),
        );
        let left = moves.total() as u8;
        let next = Stage::Fire { left, moves: 0, guns: self.guns, shells: 0 };
        let phrase = Phrase::of("it can fire for {} {move|moves}").number(left);
        Explanation::of(Rule("Bombardment:battery"), "moves of fire").throw(thrown).tally(moves).gives(next, phrase)
    }
}

impl Chain for Firing {
    type Stage = Stage;
    type Outcome = Fired;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Fired> {
        match *stage {
            Stage::Fire { left, moves, guns, shells } if left == 0 || guns == 0 => {
                Turn::Done(Fired { guns, lost: self.guns - guns, moves, shells })
            }
            _ => Turn::Roll,
        }
    }

    /// Bombardment:counter-third At the third move at the same target each gun that fires is lost on a 1, at later
    /// ones on 1 or 2. A gun fires before it is lost.
    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Stage::Fire { left, moves, guns, shells } = *stage else { return self.orders(dice) };
        let at_target = self.fired_before + moves + 1;
        let shells = shells + guns;
        let fire = |guns| Stage::Fire { left: left - 1, moves: moves + 1, guns, shells };
        resolve_counter(at_target, guns, dice).map(fire)
    }
}

/// Bombardment:counter-third The guns that are left when some have fired at the same target for so many moves.
pub fn resolve_counter(at_target: u8, guns: u8, dice: &mut dyn Dice) -> Resolved<u8> {
    let (rule, lost_on) = match at_target {
        0..=2 => {
            let explained = Explanation::of(Rule("Bombardment:battery"), "a move of fire");
            let phrase = Phrase::of("move {} at this target: nothing answers yet").number(at_target);
            return explained.gives(guns, phrase);
        }
        3 => (Rule("Bombardment:counter-third"), LOST_ON.third),
        _ => (Rule("Bombardment:counter-later"), LOST_ON.later),
    };
    // The dice are read for the guns that are left: each that shows more than what loses a gun.
    let thrown = dice.hits(guns.into(), lost_on + 1, Why::high("guns that survive counter-battery fire", OWNER));
    let safe = thrown.value() as u8;
    let phrase = Phrase::of("move {} at this target: {} {gun is|guns are} lost, {} left")
        .number(at_target)
        .number(guns - safe)
        .number(safe);
    Explanation::of(rule, "counter-battery fire").throw(thrown).gives(safe, phrase)
}

/// The highest die that loses a gun.
struct LostOn {
    third: u8,
    later: u8,
}

static LOST_ON: LazyLock<LostOn> = LazyLock::new(|| {
    let highest = |row: &str| {
        let text = charts::BOMBARDMENT.text(row, "figure");
        let dice = text.trim_end_matches(" on 1D6");
        dice.rsplit('-').next().and_then(|die| die.parse().ok()).unwrap_or_else(|| panic!("no die in '{text}'"))
    };
    LostOn {
        third: highest("gun loss, third move at the same target"),
        later: highest("gun loss, later moves at the same target"),
    }
});

impl fmt::Display for Fired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.guns {
            0 => f.write_str("no gun is left"),
            1 => f.write_str("1 gun is left"),
            many => write!(f, "{many} guns are left"),
        }
    }
}

impl Outcome for Fired {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("guns lost", self.lost.into()),
            ("shells fired", self.shells.into()),
            ("moves of fire", self.moves.into()),
        ]
    }
}

/// A preliminary bombardment.
pub fn procedure() -> impl Procedure<Situation = Bombardment> {
    let card = Card {
        name: "bombardment",
        title: "Bombardment",
        rule: Rule("Bombardment"),
        about: "How many shells does a battery get off at one target, and how many guns does it lose?",
        seat: OWNER,
    };
    Chained::new(card, Firing::begin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{of_chain, ratio, run};

    fn fired(bombardment: &Bombardment, faces: impl IntoIterator<Item = u8>) -> Fired {
        let (firing, stage) = Firing::begin(bombardment);
        run(&firing, stage, &mut Scripted::of(faces)).outcome
    }

    fn lone_gun(fired_before: u8, cease_after: u8) -> Bombardment {
        Bombardment { guns: 1, fired_before, cease_after }
    }

    #[test]
    fn bombardment_moves_are_three_average_dice() {
        // Two moves are safe, the third and fourth are not; six moves of the least dice.
        let shots = fired(&lone_gun(0, 15), [2, 2, 2, 2, 3, 3, 3]);
        assert_eq!(shots, Fired { guns: 1, lost: 0, moves: 6, shells: 6 });
    }

    #[test]
    fn bombardment_counter_third_loses_a_gun_on_a_1_and_later_on_1_or_2() {
        let lost = |fired_before| {
            let (firing, stage) = Firing::begin(&lone_gun(fired_before, 1));
            of_chain(&Budget::default(), &firing, &Dist::certain(stage)).dist.chance_that(|end| end.lost == 1)
        };
        assert_eq!([0, 1, 2, 3, 9].map(lost), [ratio(0, 1), ratio(0, 1), ratio(1, 6), ratio(1, 3), ratio(1, 3)]);
    }

    #[test]
    fn a_gun_fires_before_it_is_lost_and_a_lost_battery_falls_silent() {
        let shots = fired(&Bombardment { guns: 2, ..lone_gun(2, 15) }, [2, 2, 2, 1, 6, 2]);
        assert_eq!(shots, Fired { guns: 0, lost: 2, moves: 2, shells: 3 });
    }

    #[test]
    fn the_dice_of_counter_battery_fire_are_read_for_the_guns_that_survive() {
        // Two safe moves, then at the third a 1 loses one gun of three.
        let (firing, stage) = Firing::begin(&Bombardment { guns: 3, fired_before: 0, cease_after: 3 });
        let told = run(&firing, stage, &mut Scripted::of([2, 2, 2, 1, 2, 6]));
        let step = told.because.last().unwrap();
        assert_eq!((step.throws[0].reading, told.outcome.guns, told.outcome.lost), (2, 2, 1));
        assert_eq!(step.throws[0].why.what, "guns that survive counter-battery fire");
        assert_eq!(step.result.to_string(), "move 3 at this target: 1 gun is lost, 2 left");
    }

    #[test]
    fn bombardment_change_the_battery_can_be_told_to_cease() {
        assert_eq!(fired(&Bombardment { cease_after: 2, ..Bombardment::default() }, [5, 5, 5]).shells, 12);
    }

    #[test]
    fn a_whole_battery_keeps_as_many_guns_as_worked_out_by_hand() {
        // Three moves: nobody answers twice, then each of six guns is lost with 1/6.
        let (firing, stage) = Firing::begin(&Bombardment { cease_after: 3, ..Bombardment::default() });
        let odds = of_chain(&Budget::default(), &firing, &Dist::certain(stage)).dist;
        assert_eq!(odds.mean(|end| end.lost.into()), ratio(1, 1));
        assert_eq!(odds.chance_that(|end| end.guns == 6), ratio(15_625, 46_656));
    }
}
