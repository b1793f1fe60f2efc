//! Activating: a token makes a unit of the active player act, if it listens.

use crate::charts;
use crate::seats::ACTIVE;
use crate::units::Kind;
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::ACTIVATION { command_token, morale_markers } }

/// A unit of the active player on which he spends a token.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Activation {
    /// What the unit is.
    #[field(rule = "Activating")]
    pub kind: Kind,
    /// What it is to do.
    #[field(rule = "Activating:actions")]
    pub action: Action,
    /// It is a battery whose guns are limbered: they turn freely and use roads, and only move or unlimber.
    #[field(rule = "R16")]
    pub limbered: bool,
    /// It is the first time this turn that the active player activates it; reactions and tries to seize do not count.
    #[field(rule = "R2")]
    pub first: bool,
    /// Command tokens that already lie on the unit, of reactions too; the one now spent is not counted.
    #[field(rule = "R2", max = 5, default = 1)]
    pub tokens: u8,
    /// Morale markers on the unit; any number counts once, so 1 token and 2 markers need 3+.
    #[field(rule = "Activating:example", max = 6)]
    pub markers: u8,
}

/// What a unit is to do with its activation. Rallying is a procedure of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Action {
    /// Move.
    #[default]
    Move,
    /// Move, then fire.
    MoveAndFire,
    /// Fire.
    Fire,
    /// An assault move into contact.
    Assault,
    /// Mount, dismount, limber or unlimber.
    ChangeFormation,
}

kernel::outcomes! {
    /// Does the unit act?
    pub enum Activated {
        /// The token stays on the unit and nothing else happens.
        Idle = "does nothing",
        /// The unit does what it was told.
        Acts = "acts",
    }
}

/// Activating: no roll for the first activation; later ones must beat the tokens on the unit, with 1 added for markers.
pub fn resolve_activation(activation: &Activation, dice: &mut dyn Dice) -> Resolved<Activated> {
    let explained = |rule, row| {
        let explained = Explanation::of(rule, "activation").cell(charts::ACTIVATION.cell(row, NEEDS));
        match activation.inches() {
            Some(inches) => explained.tally(inches),
            None => explained,
        }
    };
    if activation.first {
        return explained(Rule("Activating:first"), FIRST_ACTIVATION)
            .gives(Activated::Acts, Phrase::of("acts, as it is its first activation this turn"));
    }
    let needed = number_needed(LATER_ACTIVATION, activation.tokens, activation.markers);
    let roll = dice.d6(Why::high("activation", ACTIVE));
    let outcome = if roll.value() >= needed.total() { Activated::Acts } else { Activated::Idle };
    let told = Phrase::of("{}; {} or more was needed").word(outcome.name()).number(needed.total());
    explained(Rule("Activating:later"), LATER_ACTIVATION).throw(roll).tally(needed).gives(outcome, told)
}

/// The number a D6 must reach for a later activation or a reaction (Activating:command-token, :morale-markers).
pub(crate) fn number_needed(row: &str, tokens: u8, markers: u8) -> Tally {
    Tally::base("number needed", Rule("Activating"), "on the chart", charts::ACTIVATION.number(row, NEEDS))
        .times(tokens.into(), &MODIFIERS.command_token)
        .when(markers > 0, &MODIFIERS.morale_markers)
}

/// The same as a number alone, looked up: a game asks it of every unit, again and again.
pub(crate) fn looked_up(row: &str, tokens: u8, markers: u8) -> i32 {
    static NUMBERS: LazyLock<[[[i32; 2]; 7]; 2]> = LazyLock::new(|| {
        [LATER_ACTIVATION, REACTION].map(|row| {
            std::array::from_fn(|tokens| [0, 1].map(|markers| number_needed(row, tokens as u8, markers).total()))
        })
    });
    // With more than six tokens no die is enough, however many they are.
    NUMBERS[usize::from(row == REACTION)][usize::from(tokens.min(6))][usize::from(markers > 0)]
}

/// Refuses a number that no D6 can reach: the token is not wasted.
pub(crate) fn check_reachable(needed: &Tally) -> Result<(), Refusal> {
    match needed.total() {
        ..=6 => Ok(()),
        more => {
            Err(Refusal::field("tokens", format!("the unit would need {more} on a D6, which cannot be rolled (R2)")))
        }
    }
}

/// An activation of a unit.
pub fn procedure() -> impl Procedure<Situation = Activation> {
    let card = Card {
        name: "activation",
        title: "Activation",
        rule: Rule("Activating"),
        about: "Does a unit act when the active player spends a token on it?",
        seat: ACTIVE,
    };
    Step::new(card, resolve_activation).checked(Activation::check)
}

impl Activation {
    /// How far the unit may go, where it moves at all; dismounted cavalry goes as infantry.
    pub(crate) fn inches(&self) -> Option<Tally> {
        let column = self.action.movement_column()?;
        let rule = match self.kind {
            Kind::Infantry => Rule("Moving:infantry-battalion"),
            Kind::MountedCavalry => Rule("Moving:cavalry"),
            Kind::DismountedCavalry => Rule("Moving:dismounted"),
            Kind::MachineGuns => Rule("Moving:machine-guns"),
            Kind::FieldGuns | Kind::HeavyGuns => Rule("Moving:artillery"),
        };
        let printed = charts::MOVEMENT.number(self.kind.moving_row(), column);
        Some(Tally::base("inches", rule, "on the chart", printed))
    }

    /// Refuses what the type may not do, and a number that no D6 reaches.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let kind = self.kind.plural();
        let refused = |why: String| Err(Refusal::field("action", why));
        if self.limbered && !self.kind.is_artillery() {
            return Err(Refusal::field("limbered", format!("{kind} have no guns to limber (R16)")));
        }
        if self.limbered && !matches!(self.action, Action::Move | Action::ChangeFormation) {
            return refused("limbered guns can only move or unlimber (R16)".to_owned());
        }
        if self.action == Action::ChangeFormation && !(self.kind.is_cavalry() || self.kind.is_artillery()) {
            return refused(format!("{kind} neither mount nor limber (R16)"));
        }
        if self.action.actions_column().is_some_and(|column| charts::ACTIONS.text(self.kind.row(), column) == "no") {
            let rule = actions_rule(self.kind);
            let sentence = format!("{kind} may move or fire, but not both in one activation ({rule})");
            return Err(Refusal::field("action", sentence).under(rule));
        }
        let column = self.action.movement_column();
        if column.is_some_and(|column| charts::MOVEMENT.text(self.kind.moving_row(), column) == "-") {
            return refused(format!("{kind} have no {} (Moving)", self.action.name()));
        }
        if self.first {
            return Ok(());
        }
        if self.tokens == 0 {
            let sentence = "a unit that has been activated before has at least one token on it (R1)";
            return Err(Refusal::field("tokens", sentence));
        }
        check_reachable(&number_needed(LATER_ACTIVATION, self.tokens, self.markers))
    }
}

/// The statement of what a type may do with an activation.
pub(crate) fn actions_rule(kind: Kind) -> Rule {
    match kind {
        Kind::Infantry => Rule("Activating:infantry-battalion"),
        Kind::MountedCavalry | Kind::DismountedCavalry => Rule("Activating:cavalry"),
        Kind::MachineGuns => Rule("Activating:machine-guns"),
        Kind::FieldGuns | Kind::HeavyGuns => Rule("Activating:artillery"),
    }
}

impl Action {
    /// Its column on the chart of what an activation may be; the rulings' own actions have none.
    fn actions_column(self) -> Option<&'static str> {
        match self {
            Action::Move => Some("move"),
            Action::MoveAndFire => Some("move & fire"),
            Action::Fire => Some("fire"),
            Action::Assault | Action::ChangeFormation => None,
        }
    }

    /// Its column on the chart of movement.
    fn movement_column(self) -> Option<&'static str> {
        match self {
            Action::Move => Some("move"),
            Action::MoveAndFire => Some("move & fire"),
            Action::Assault => Some("assault move"),
            Action::Fire | Action::ChangeFormation => None,
        }
    }
}

const NEEDS: &str = "needs";
const FIRST_ACTIVATION: &str = "first activation";
pub(crate) const LATER_ACTIVATION: &str = "later activation";
pub(crate) const REACTION: &str = "reaction";

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{Ratio, odds, ratio};

    fn acts(tokens: u8, markers: u8) -> Ratio {
        let activation = Activation { tokens, markers, ..Activation::default() };
        odds(|dice| resolve_activation(&activation, dice).outcome)[&Activated::Acts].clone()
    }

    fn inches(kind: Kind, action: Action, limbered: bool) -> i32 {
        Activation { kind, action, limbered, ..Activation::default() }.inches().unwrap().total()
    }

    #[test]
    fn activating_first_needs_no_roll_whatever_the_markers() {
        let first = Activation { first: true, tokens: 0, markers: 3, ..Activation::default() };
        assert_eq!(resolve_activation(&first, &mut Scripted::of([])).outcome, Activated::Acts);
    }

    #[test]
    fn r2_tokens_of_reactions_leave_the_first_activation_free() {
        let first = Activation { first: true, tokens: 2, ..Activation::default() };
        assert_eq!(resolve_activation(&first, &mut Scripted::of([])).outcome, Activated::Acts);
        assert_eq!(acts(2, 0), ratio(4, 6), "they count in the test of a later one");
        let impossible = Activation { first: false, tokens: 0, ..Activation::default() };
        assert!(impossible.check().unwrap_err().sentence.contains("at least one token"));
    }

    #[test]
    fn activating_command_token_each_raises_the_number_by_one() {
        assert_eq!([1, 2, 5].map(|tokens| acts(tokens, 0)), [ratio(5, 6), ratio(4, 6), ratio(1, 6)]);
    }

    #[test]
    fn activating_example_one_token_and_two_markers_need_3() {
        let activation = Activation { tokens: 1, markers: 2, ..Activation::default() };
        let roll = |face| resolve_activation(&activation, &mut Scripted::of([face])).outcome;
        assert_eq!((roll(2), roll(3)), (Activated::Idle, Activated::Acts));
    }

    #[test]
    fn activating_morale_markers_count_once_however_many() {
        assert_eq!((acts(1, 1), acts(1, 6)), (ratio(4, 6), ratio(4, 6)));
    }

    #[test]
    fn r2_a_number_that_cannot_be_rolled_is_refused() {
        let told = |tokens, markers| Activation { tokens, markers, ..Activation::default() }.check();
        assert!(told(5, 0).is_ok());
        assert!(told(5, 1).unwrap_err().sentence.contains("need 7"));
        let first = Activation { first: true, tokens: 5, markers: 6, ..Activation::default() };
        assert!(first.check().is_ok(), "the first activation needs no number");
    }

    #[test]
    fn activating_machine_guns_and_artillery_may_not_move_and_fire() {
        let told = |kind| Activation { kind, action: Action::MoveAndFire, ..Activation::default() }.check();
        for kind in [Kind::MachineGuns, Kind::FieldGuns, Kind::HeavyGuns] {
            let refusal = told(kind).unwrap_err();
            assert!(refusal.sentence.contains("not both") && refusal.rule.is_some(), "{kind}");
        }
        for kind in [Kind::Infantry, Kind::MountedCavalry, Kind::DismountedCavalry] {
            assert!(told(kind).is_ok(), "{kind}");
        }
    }

    #[test]
    fn moving_distances_are_those_of_the_chart() {
        use Action::{Assault, Move, MoveAndFire};
        assert_eq!([Move, MoveAndFire, Assault].map(|a| inches(Kind::Infantry, a, false)), [8, 4, 8]);
        assert_eq!([Move, MoveAndFire, Assault].map(|a| inches(Kind::MountedCavalry, a, false)), [8, 4, 16]);
        assert_eq!(inches(Kind::MachineGuns, Move, false), 8);
        assert_eq!(inches(Kind::FieldGuns, Move, false), 4);
    }

    #[test]
    fn moving_dismounted_cavalry_assaults_as_infantry() {
        assert_eq!(inches(Kind::DismountedCavalry, Action::Assault, false), 8);
    }

    #[test]
    fn moving_machine_guns_and_artillery_have_no_assault_move() {
        for kind in [Kind::MachineGuns, Kind::FieldGuns] {
            let told = Activation { kind, action: Action::Assault, ..Activation::default() }.check();
            assert!(told.unwrap_err().sentence.contains("have no assault"));
        }
    }

    #[test]
    fn r16_limbered_guns_move_4_as_printed_and_cannot_fire() {
        assert_eq!(inches(Kind::FieldGuns, Action::Move, true), 4);
        let told = |kind, action| Activation { kind, action, limbered: true, ..Activation::default() }.check();
        assert!(told(Kind::FieldGuns, Action::Fire).unwrap_err().sentence.contains("unlimber"));
        assert!(told(Kind::FieldGuns, Action::ChangeFormation).is_ok());
        assert!(told(Kind::Infantry, Action::Move).unwrap_err().sentence.contains("no guns"));
    }

    #[test]
    fn r16_only_cavalry_and_guns_change_formation() {
        let told = |kind| Activation { kind, action: Action::ChangeFormation, ..Activation::default() }.check();
        assert!(told(Kind::MountedCavalry).is_ok() && told(Kind::HeavyGuns).is_ok());
        assert!(told(Kind::Infantry).is_err() && told(Kind::MachineGuns).is_err());
    }
}
