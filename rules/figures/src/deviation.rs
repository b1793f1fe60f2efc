//! Deviation: does a shell or a grenade fall where it was aimed, and if not, where?

use crate::charts;
use crate::seats::FIRER;
use field::{Direction, INCH, Point};
use kernel::prelude::*;
use std::sync::LazyLock;

kernel::modifiers! { Modifiers, MODIFIERS of charts::DEVIATION { direct, building } }

/// What helps a shell to hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Aim {
    /// The fire is direct.
    pub direct: bool,
    /// The target is a building.
    pub building: bool,
}

/// What the deviation die says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fall {
    /// It falls where it was aimed.
    Hit,
    /// It goes astray in this direction.
    Astray(Direction),
}

/// How far a shell that goes astray falls from its aim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spread {
    /// Direct fire: 1D6 inches.
    Direct,
    /// Indirect fire: 2D6 inches.
    Indirect,
}

/// Artillery:deviation A D10 with the modifiers: 9 or more hits, and 0 is a ten. R9: otherwise the die as thrown is
/// the direction, up being away from the gun, or from its owner's edge.
pub fn resolve_deviation(aim: Aim, dice: &mut dyn Dice) -> Resolved<Fall> {
    let die = dice.throw(Law::One(Die::D10), Why::high("deviation", FIRER));
    let natural = die.value();
    let total = Tally::base("deviation", Rule("Artillery:deviation"), "1d10", natural)
        .when(aim.direct, &MODIFIERS.direct)
        .when(aim.building, &MODIFIERS.building);
    if total.total() >= HIT_ON {
        let explained = Explanation::of(Rule("Deviation:hit"), "deviation").throw(die).tally(total);
        return explained.cell(GRID.hit).gives(Fall::Hit, Phrase::of("it falls where it was aimed"));
    }
    let (direction, cell) = GRID.around[natural as usize - 1];
    let explained = Explanation::of(Rule("Deviation:direction"), "deviation").throw(die).tally(total).cell(cell);
    explained.gives(Fall::Astray(direction), Phrase::of("astray: {}").word(words(direction)))
}

/// Artillery:distance 1D6 inches in direct fire, 2D6 in indirect fire, from the aim in the direction of the grid.
pub fn resolve_distance(spread: Spread, direction: Direction, dice: &mut dyn Dice) -> Resolved<Point> {
    let law = match spread {
        Spread::Direct => Law::One(Die::D6),
        Spread::Indirect => Law::Sum { die: Die::D6, count: 2 },
    };
    let die = dice.throw(law, Why::low("inches astray", FIRER));
    let inches = die.value();
    let off = direction.step(i64::from(inches) * INCH);
    let phrase = Phrase::of("{} {inch|inches}, {}").number(inches).word(words(direction));
    Explanation::of(Rule("Artillery:distance"), "inches astray").throw(die).gives(off, phrase)
}

/// What hits.
const HIT_ON: i32 = 9;

/// The direction in words, as the gun sees it.
pub fn words(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "over",
        Direction::UpRight => "over and right",
        Direction::Right => "right",
        Direction::DownRight => "short and right",
        Direction::Down => "short",
        Direction::DownLeft => "short and left",
        Direction::Left => "left",
        Direction::UpLeft => "over and left",
    }
}

struct Grid {
    hit: Cell,
    /// The direction and the cell of 1 to 8.
    around: Vec<(Direction, Cell)>,
}

/// The printed grid: far is away from the gun.
static GRID: LazyLock<Grid> = LazyLock::new(|| {
    let chart: &Chart = &charts::DEVIATION;
    let places = [
        (Direction::UpLeft, "far", "left"),
        (Direction::Up, "far", "middle"),
        (Direction::UpRight, "far", "right"),
        (Direction::Left, "level", "left"),
        (Direction::Right, "level", "right"),
        (Direction::DownLeft, "near", "left"),
        (Direction::Down, "near", "middle"),
        (Direction::DownRight, "near", "right"),
    ];
    let of = |number: i32| {
        let found = places.iter().find(|(_, row, column)| chart.number(row, column) == number);
        let (direction, row, column) = found.unwrap_or_else(|| panic!("the deviation grid has no {number}"));
        (*direction, chart.cell(row, column))
    };
    Grid { hit: chart.cell("level", "middle"), around: (1..=8).map(of).collect() }
});

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;
    use kernel::odds::{odds, ratio};

    fn hits(aim: Aim) -> kernel::odds::Ratio {
        odds(|dice| resolve_deviation(aim, dice).outcome)[&Fall::Hit].clone()
    }

    #[test]
    fn deviation_hit_is_9_or_more() {
        assert_eq!(hits(Aim::default()), ratio(2, 10));
    }

    #[test]
    fn deviation_direct_adds_1() {
        assert_eq!(hits(Aim { direct: true, building: false }), ratio(3, 10));
    }

    #[test]
    fn deviation_building_adds_2_besides_direct_fire() {
        assert_eq!(hits(Aim { direct: false, building: true }), ratio(4, 10));
        assert_eq!(hits(Aim { direct: true, building: true }), ratio(5, 10), "a die of 6 or more");
    }

    #[test]
    fn r9_the_unmodified_die_is_the_direction_clockwise_from_straight_over() {
        let direct = Aim { direct: true, building: false };
        for (die, direction) in (1..=7).zip(Direction::ALL) {
            let fall = resolve_deviation(direct, &mut Scripted::of([die])).outcome;
            assert_eq!(fall, Fall::Astray(direction), "{die}");
        }
        assert_eq!(resolve_deviation(direct, &mut Scripted::of([8])).outcome, Fall::Hit, "8 and 1");
        let indirect = resolve_deviation(Aim::default(), &mut Scripted::of([8])).outcome;
        assert_eq!(indirect, Fall::Astray(Direction::UpLeft));
    }

    #[test]
    fn artillery_distance_is_1d6_direct_and_2d6_indirect() {
        let direct = resolve_distance(Spread::Direct, Direction::Right, &mut Scripted::of([4])).outcome;
        assert_eq!(direct, Point::inches(4, 0));
        let indirect = resolve_distance(Spread::Indirect, Direction::Down, &mut Scripted::of([4, 5])).outcome;
        assert_eq!(indirect, Point::inches(0, 9), "short is down the table");
    }
}
