//! 8.7: does a unit go over the top?

use crate::headquarters::{Condition, Headquarters, Mode, Supplies, command_range, supply_range};
use crate::seats::ATTACKER;
use crate::units::Nation;
use crate::weather::Weather;
use kernel::prelude::*;

/// A unit that is to assault, and its corps headquarters.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Commitment {
    /// The morale of the unit: British New Army 4, other British 4 or 5, French 5, German 5.
    #[field(rule = "8.7:over-the-top", min = 3, max = 6, default = 4)]
    pub morale: u8,
    /// Its side bought better training, which adds 1 to the morale.
    #[field(rule = "R28")]
    pub trained: bool,
    /// It is suppressed.
    #[field(rule = "suppression:commitment")]
    pub suppressed: bool,
    /// It is disrupted, so it cannot try.
    #[field(rule = "disruption:no-assault")]
    pub disrupted: bool,
    /// It is stacked with a running tank company.
    #[field(rule = "R14")]
    pub with_tank: bool,
    /// Whose unit it is; its headquarters is of the same nation.
    #[field(rule = "R14")]
    pub nation: Nation,
    /// Squares from the unit to the headquarters of its corps.
    #[field(rule = "8.3", max = 20, default = 3)]
    pub hq_distance: u8,
    /// The condition of the headquarters.
    #[field(rule = "8.3:disordered")]
    pub hq_condition: Condition,
    /// The mode of the headquarters.
    #[field(rule = "R11")]
    pub hq_mode: Mode,
    /// What its side bought for its supply.
    #[field(rule = "R28")]
    pub supplies: Supplies,
    /// The weather, which shortens the supply range.
    #[field(rule = "11.1")]
    pub weather: Weather,
}

kernel::outcomes! {
    /// Does it go?
    pub enum Courage {
        /// It stays in its trench.
        Stays = "stays behind",
        /// It goes.
        Goes = "goes over the top",
    }
}

/// What bears on the courage of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Nerve {
    /// Its morale.
    pub morale: u8,
    /// Better training was bought.
    pub trained: bool,
    /// It is suppressed.
    pub suppressed: bool,
    /// It is disrupted.
    pub disrupted: bool,
    /// It is unsupplied.
    pub unsupplied: bool,
    /// It is outside command range.
    pub out_of_command: bool,
    /// It is stacked with a running tank.
    pub with_tank: bool,
}

/// 8.7, R14 How many of several like units go over the top, a die for each.
///
/// A unit goes if its die with the modifiers is not above its morale; a 1 always goes, a 6 never. A disrupted unit
/// cannot try.
pub fn resolve_commitment(nerve: &Nerve, units: u16, dice: &mut dyn Dice) -> Resolved<u16> {
    if nerve.disrupted {
        return Explanation::of(Rule("disruption:no-assault"), "assault commitment")
            .gives(0, Phrase::of("a disrupted unit cannot assault"));
    }
    let added = Tally::when_told("added to the die", dice.tells())
        .plus(Rule("suppression:commitment"), "suppressed", nerve.suppressed.into())
        .plus(Rule("R14"), "unsupplied", nerve.unsupplied.into())
        .plus(Rule("R14"), "outside command range", nerve.out_of_command.into())
        .plus(Rule("R14"), "stacked with a running tank", -i32::from(nerve.with_tank));
    let highest = Tally::when_told("highest die that goes", dice.tells())
        .from(Rule("8.7:over-the-top"), "morale", nerve.morale.into())
        .plus(Rule("R28"), "better trained", nerve.trained.into())
        .plus(Rule("R14"), "less what is added to the die", -added.total())
        .at_least(Rule("R14"), "a 1 always goes", 1)
        .at_most(Rule("R14"), "a 6 never goes", 5);
    let most = highest.total() as u8;
    // A player who rolls for one unit compares one die; a pool counts those of several that stay.
    let law = match units {
        1 => Law::Bands { die: Die::D6, bands: Bands::at([most]) },
        _ => Law::Pool { die: Die::D6, count: units, on: most + 1 },
    };
    let throw = dice.throw(law, Why::low("courage to go over the top", ATTACKER));
    let go = units - throw.reading as u16;
    if !dice.tells() {
        return Resolved::untold(go);
    }
    let mut explained = Explanation::of(Rule("8.7"), "assault commitment").throw(throw);
    if !added.lines().is_empty() {
        explained = explained.tally(added);
    }
    let told = match units {
        1 => Phrase::of(if go == 1 { Courage::Goes.name() } else { Courage::Stays.name() }),
        _ => Phrase::of("over the top: {} of {}").number(go).number(units),
    };
    explained.tally(highest).gives(go, told)
}

impl Commitment {
    /// How far the headquarters commands, where it does, and how far it supplies.
    fn ranges(&self, tells: bool) -> (Option<Tally>, Tally) {
        let hq = Headquarters { nation: self.nation, condition: self.hq_condition, mode: self.hq_mode };
        let british = self.nation == Nation::British;
        (command_range(hq, british, tells), supply_range(hq, self.weather, self.supplies, tells))
    }

    /// Measures supply and command from the headquarters.
    pub(crate) fn nerve(&self) -> Nerve {
        let reaches = |range: &Tally| i32::from(self.hq_distance) <= range.total();
        let (command, supply) = self.ranges(false);
        let (commanded, supplied) = (command.is_some_and(|range| reaches(&range)), reaches(&supply));
        let &Commitment { morale, trained, suppressed, disrupted, with_tank, .. } = self;
        Nerve { morale, trained, suppressed, disrupted, unsupplied: !supplied, out_of_command: !commanded, with_tank }
    }
}

/// The commitment roll of one unit.
pub fn procedure() -> impl Procedure<Situation = Commitment> {
    let card = Card {
        name: "commitment",
        title: "Assault commitment",
        rule: Rule("Sequence of play:2e"),
        about: "Does a unit that is to assault go over the top?",
        seat: ATTACKER,
    };
    Step::new(card, |unit: &Commitment, dice: &mut dyn Dice| {
        let mut resolved = resolve_commitment(&unit.nerve(), 1, dice);
        if dice.tells() && !unit.disrupted {
            // Why it is in command and in supply, or is not.
            let (command, supply) = unit.ranges(true);
            resolved.because.tallies.extend(command.into_iter().chain([supply]));
        }
        resolved.map(|go| if go == 1 { Courage::Goes } else { Courage::Stays })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::odds::{Ratio, odds, ratio};

    fn goes(unit: &Commitment) -> Ratio {
        odds(|dice| resolve_commitment(&unit.nerve(), 1, dice).outcome).remove(&1).unwrap_or(Ratio::ZERO)
    }

    fn plain() -> Commitment {
        Commitment::default()
    }

    #[test]
    fn r14_morale_is_the_highest_die_that_goes() {
        let of = |morale| goes(&Commitment { morale, ..plain() });
        assert_eq!([3, 4, 5].map(of), [ratio(3, 6), ratio(4, 6), ratio(5, 6)]);
    }

    #[test]
    fn r14_a_1_always_goes_and_a_6_never() {
        assert_eq!(goes(&Commitment { morale: 6, with_tank: true, ..plain() }), ratio(5, 6));
        let wretched = Commitment { morale: 3, suppressed: true, hq_distance: 20, ..plain() };
        assert_eq!(goes(&wretched), ratio(1, 6));
    }

    #[test]
    fn suppression_adds_one_to_the_commitment_roll() {
        assert_eq!(goes(&Commitment { suppressed: true, ..plain() }), ratio(3, 6));
    }

    #[test]
    fn r14_unsupplied_and_out_of_command_add_one_each() {
        // A German headquarters in command mode commands to 8 but supplies to 5; in supply mode it supplies to 8.
        let german = Commitment { morale: 5, nation: Nation::German, ..plain() };
        let at = |hq_distance, hq_mode| goes(&Commitment { hq_distance, hq_mode, ..german.clone() });
        assert_eq!(at(5, Mode::Command), ratio(5, 6));
        assert_eq!(at(6, Mode::Command), ratio(4, 6), "unsupplied");
        assert_eq!(at(6, Mode::Supply), ratio(4, 6), "outside command");
        assert_eq!(at(9, Mode::Command), ratio(3, 6), "both");
    }

    #[test]
    fn r8_3_and_11_1_a_roll_shows_how_far_the_headquarters_commands_and_supplies() {
        use kernel::procedure::AnyProcedure;
        let unit = Commitment { weather: Weather::Rain, hq_condition: Condition::Engaged, ..plain() };
        let rolled = AnyProcedure::roll(&procedure(), &unit.write(), &mut kernel::dice::Scripted::of([3])).unwrap();
        let because = &rolled.because[0];
        for rule in ["8.3:good-order", "8.3:engaged", "8.4:british", "11.1:rain"] {
            assert!(because.cites(rule), "{rule}");
        }
        let totals: Vec<i32> = because.tallies.iter().map(Tally::total).collect();
        // 1 is added out of command, so the highest die that goes is 3; 0 squares of command, 5 of supply.
        assert_eq!(totals, [1, 3, 0, 5]);
    }

    #[test]
    fn r14_a_running_tank_takes_one_off() {
        assert_eq!(goes(&Commitment { with_tank: true, ..plain() }), ratio(5, 6));
    }

    #[test]
    fn r28_better_training_raises_the_morale() {
        assert_eq!(goes(&Commitment { trained: true, ..plain() }), ratio(5, 6));
    }

    #[test]
    fn disruption_forbids_the_assault() {
        assert_eq!(goes(&Commitment { disrupted: true, ..plain() }), ratio(0, 1));
    }

    #[test]
    fn r14_each_of_several_like_units_has_its_own_die() {
        let three = odds(|dice| resolve_commitment(&plain().nerve(), 3, dice).outcome);
        assert_eq!([0, 1, 2, 3].map(|go| three[&go].clone()), [1, 6, 12, 8].map(|ways| ratio(ways, 27)));
    }
}
