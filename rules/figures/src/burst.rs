//! Burst: how wide a shell bursts, and who stands in it. Lengths are whole hundredths of an inch.

use crate::charts;
use crate::troops::Formation;
use crate::weapons::Weapon;
use field::{Circle, INCH, Point, Rectangle};
use kernel::prelude::*;

/// What a shell is filled with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Ammunition {
    /// High explosive, which wears down defences.
    #[default]
    HighExplosive,
    /// Shrapnel: 1 inch wider, and without effect on defences.
    Shrapnel,
}

/// Men as they stand, seen from the gun: the middle of the group is the origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// How many.
    pub men: u8,
    /// Specialists among them, who stand in the middle.
    pub specialists: u8,
    /// Hundredths of an inch from man to man and from rank to rank.
    pub spacing: i64,
    /// Men in a rank.
    pub rank: u8,
    /// Degrees by which the ranks are turned clockwise from lying across the line of fire.
    pub angle: u8,
}

/// Men in a burst.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Exposed {
    /// All of them.
    pub men: u8,
    /// The specialists among them.
    pub specialists: u8,
}

/// R2: the side of a figure's base.
pub const BASE: i64 = 75;

/// Burst:diameter The diameter of a burst in inches. Shrapnel is 1 inch wider; a grenade has none.
pub fn width(weapon: Weapon, ammunition: Ammunition) -> Tally {
    let inches = charts::BURST.number(weapon.row(), "diameter");
    let tally = Tally::base("inches of burst", Rule("Burst:diameter"), "diameter", inches);
    if ammunition != Ammunition::Shrapnel || weapon == Weapon::Grenade {
        return tally;
    }
    let wider = charts::BURST.number(weapon.row(), "shrapnel diameter") - inches;
    tally.plus(Rule("Burst:shrapnel"), "shrapnel", wider)
}

/// The same in hundredths of an inch.
pub fn diameter(weapon: Weapon, ammunition: Ammunition) -> i64 {
    i64::from(width(weapon, ammunition).total()) * INCH
}

impl Group {
    /// Men in so many ranks of a formation.
    pub fn of(men: u8, formation: Formation, ranks: u8, angle: u8) -> Group {
        let rank = men.div_ceil(ranks.max(1)).max(1);
        Group { men, specialists: 0, spacing: formation.spacing() * INCH, rank, angle }
    }

    /// Artillery:casualties Who stands in a burst: each man whose base the circle touches.
    pub fn in_burst(&self, burst: Circle) -> Exposed {
        // Turning the burst the other way spares turning every base.
        let burst = Circle { middle: burst.middle.turned(-i64::from(self.angle)), ..burst };
        let first_specialist = (self.men - self.specialists.min(self.men)) / 2;
        let specialists = first_specialist..first_specialist + self.specialists;
        let mut exposed = Exposed::default();
        for man in (0..self.men).filter(|&man| burst.touches(Rectangle::square(self.place(man), BASE))) {
            exposed.men += 1;
            exposed.specialists += u8::from(specialists.contains(&man));
        }
        exposed
    }

    /// All of them: a direct hit on what they are in exposes everybody (R18).
    pub fn everybody(&self) -> Exposed {
        Exposed { men: self.men, specialists: self.specialists.min(self.men) }
    }

    /// Where a man stands. Ranks lie behind one another, each around its middle.
    fn place(&self, man: u8) -> Point {
        let ranks = self.men.div_ceil(self.rank);
        let (rank, file) = (man / self.rank, man % self.rank);
        let files = if rank + 1 == ranks { self.men - rank * self.rank } else { self.rank };
        let from_middle = |at: u8, count: u8| (2 * i64::from(at) - i64::from(count) + 1) * self.spacing / 2;
        Point { x: from_middle(file, files), y: from_middle(rank, ranks) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn burst(x: i64, y: i64, diameter: i64) -> Circle {
        Circle { middle: Point { x, y }, diameter }
    }

    #[test]
    fn burst_diameters_are_those_of_the_chart_and_shrapnel_is_an_inch_wider() {
        use Weapon::{Grenade, HeavyGun, Howitzer, LightGun, MediumGun, Mortar, TankGun};
        let inches = |ammunition| {
            [Howitzer, HeavyGun, MediumGun, LightGun, TankGun, Mortar].map(|gun| diameter(gun, ammunition) / INCH)
        };
        assert_eq!(inches(Ammunition::HighExplosive), [5, 4, 3, 2, 2, 2]);
        assert_eq!(inches(Ammunition::Shrapnel), [6, 5, 4, 3, 3, 3]);
        assert_eq!(diameter(Grenade, Ammunition::Shrapnel), INCH);
    }

    #[test]
    fn artillery_casualties_only_men_whose_bases_the_burst_touches_are_in_it() {
        // Nine in line stand at -400, -300 ... 400. A burst 300 wide reaches 150, and bases 37.5 towards it: 187.5.
        let line = Group::of(9, Formation::Line, 1, 0);
        assert_eq!(line.in_burst(burst(0, 0, 300)).men, 3, "those at -100, 0 and 100");
        assert_eq!(line.in_burst(burst(50, 0, 300)).men, 4, "those at -100, 0, 100 and 200 are within 150");
        assert_eq!(line.in_burst(burst(0, 187, 300)).men, 1, "the middle man, just touched");
        assert_eq!(line.in_burst(burst(0, 188, 300)).men, 0);
    }

    #[test]
    fn r2_open_order_and_skirmishers_stand_further_apart() {
        let in_howitzer_burst = |formation| Group::of(9, formation, 1, 0).in_burst(burst(0, 0, 500)).men;
        // 250 and 37.5 of the base: 287.5.
        assert_eq!(in_howitzer_burst(Formation::Line), 5);
        assert_eq!(in_howitzer_burst(Formation::OpenOrder), 3);
        assert_eq!(in_howitzer_burst(Formation::Skirmish), 1);
    }

    #[test]
    fn a_line_along_the_fire_catches_what_falls_short_or_over() {
        let (across, along) = (Group::of(9, Formation::Line, 1, 0), Group::of(9, Formation::Line, 1, 90));
        assert_eq!((across.in_burst(burst(0, 300, 300)).men, along.in_burst(burst(0, 300, 300)).men), (0, 3));
        assert_eq!((across.in_burst(burst(300, 0, 300)).men, along.in_burst(burst(300, 0, 300)).men), (3, 0));
    }

    #[test]
    fn a_slanting_line_is_turned_clockwise() {
        // Turned by 45 degrees its right end lies short: the man at 400 stands at (283, 283).
        let slanting = Group::of(9, Formation::Line, 1, 45);
        assert!(slanting.in_burst(burst(283, 283, 100)).men > 0);
        assert_eq!(slanting.in_burst(burst(283, -283, 100)).men, 0);
    }

    #[test]
    fn ranks_stand_behind_one_another_and_specialists_in_the_middle() {
        let two_ranks = Group { specialists: 1, ..Group::of(9, Formation::Line, 2, 0) };
        assert_eq!(two_ranks.rank, 5);
        assert_eq!(two_ranks.place(0), Point { x: -200, y: -50 });
        assert_eq!(two_ranks.place(8), Point { x: 150, y: 50 });
        let line = Group { specialists: 1, ..Group::of(9, Formation::Line, 1, 0) };
        assert_eq!(line.in_burst(burst(0, 0, 100)), Exposed { men: 1, specialists: 1 });
        assert_eq!(line.in_burst(burst(400, 0, 100)), Exposed { men: 1, specialists: 0 });
    }
}
