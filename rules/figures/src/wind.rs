//! Wind: thrown for once, it carries smoke and gas (R10).

use crate::seats::OWNER;
use field::Direction;
use kernel::prelude::*;
use std::fmt;

/// The wind at the start of a game. It is thrown for as it is; nothing changes it.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Weather {}

/// The wind, from the worst for a side that wants to use gas to the best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Wind {
    /// Where it blows, as that side sees it.
    pub blows: Blows,
    /// Inches it carries a cloud in a move.
    pub inches: u8,
}

kernel::outcomes! {
    /// Where the wind blows, seen from one's own edge.
    pub enum Blows {
        /// A D8 of 5.
        Back = "blows straight back",
        /// A D8 of 4.
        BackRight = "blows back and right",
        /// A D8 of 6.
        BackLeft = "blows back and left",
        /// A D8 of 3.
        Right = "blows right",
        /// A D8 of 7.
        Left = "blows left",
        /// A D8 of 2.
        ForwardRight = "blows at the enemy and right",
        /// A D8 of 8.
        ForwardLeft = "blows at the enemy and left",
        /// A D8 of 1.
        Forward = "blows straight at the enemy",
    }
}

/// R10: a D8 for the direction, counted as on the deviation grid from one's own edge, and a D6 for the inches.
pub fn resolve_wind(_: &Weather, dice: &mut dyn Dice) -> Resolved<Wind> {
    let direction = dice.throw(Law::One(Die::D8), Why::either("direction of the wind", OWNER));
    let strength = dice.d6(Why::either("strength of the wind", OWNER));
    let blows = Blows::of(Direction::ALL[direction.value() as usize - 1]);
    let inches = strength.value();
    let phrase = Phrase::of("{}, {} {inch|inches} a move").word(blows.name()).number(inches);
    Explanation::of(Rule("R10"), "wind")
        .throw(direction)
        .throw(strength)
        .gives(Wind { blows, inches: inches as u8 }, phrase)
}

impl Blows {
    /// The wind that blows in a direction of the grid, up being away from the own edge.
    pub fn of(direction: Direction) -> Blows {
        match direction {
            Direction::Up => Blows::Forward,
            Direction::UpRight => Blows::ForwardRight,
            Direction::Right => Blows::Right,
            Direction::DownRight => Blows::BackRight,
            Direction::Down => Blows::Back,
            Direction::DownLeft => Blows::BackLeft,
            Direction::Left => Blows::Left,
            Direction::UpLeft => Blows::ForwardLeft,
        }
    }

    /// The eighths of a turn clockwise from straight at the enemy.
    pub fn eighth(self) -> u8 {
        Direction::ALL.iter().position(|direction| Blows::of(*direction) == self).unwrap_or(0) as u8
    }

    /// R10: may gas be released from cylinders at the own trench? Only if the wind carries it towards the enemy.
    pub fn allows_cylinders(self) -> bool {
        matches!(self, Blows::Forward | Blows::ForwardRight | Blows::ForwardLeft)
    }
}

impl fmt::Display for Wind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.blows)
    }
}

impl Outcome for Wind {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![("inches a move", self.inches.into()), ("cylinders can be opened", self.blows.allows_cylinders().into())]
    }
}

/// The wind.
pub fn procedure() -> impl Procedure {
    let card = Card {
        name: "wind",
        title: "Wind",
        rule: Rule("R10"),
        about: "Where does the wind carry smoke and gas, and how far?",
        seat: OWNER,
    };
    Step::new(card, resolve_wind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{odds, ratio};

    #[test]
    fn r10_a_d8_gives_the_direction_and_a_d6_the_inches() {
        let wind = |faces| resolve_wind(&Weather {}, &mut Scripted::of(faces)).outcome;
        assert_eq!(wind([1, 6]), Wind { blows: Blows::Forward, inches: 6 });
        assert_eq!(wind([4, 2]), Wind { blows: Blows::BackRight, inches: 2 });
        assert_eq!(wind([8, 1]).blows, Blows::ForwardLeft);
    }

    #[test]
    fn r10_cylinders_can_be_opened_with_three_winds_of_eight() {
        let allowed = odds(|dice| resolve_wind(&Weather {}, dice).outcome.blows.allows_cylinders());
        assert_eq!(allowed[&true], ratio(3, 8));
    }
}
