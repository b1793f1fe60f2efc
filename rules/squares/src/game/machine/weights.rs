//! How much each consideration weighs with a player of habit.
//!
//! The numbers were not reasoned out but found: each was shaken up and down over tens of thousands of games against a
//! greedy player and against the player's own first version, and moved to where it won more. They are thousandths of a
//! victory point, unless said otherwise. Those about the end of a battle came later, the best of some ten settings against
//! a player at random and a greedy one.

use super::super::PerSide;

pub(super) struct Weights {
    /// What half a base is worth: half a point for the enemy (R19), and what it could still have done.
    pub(super) half_base: i64,
    /// What it is worth besides, when the army is about to collapse.
    pub(super) near_collapse: PerSide<i64>,
    /// How far on the way to collapse that begins, in thousandths.
    pub(super) worn: i64,
    /// How strongly an objective draws that is to be taken, from a square away.
    pub(super) objective_to_take: i64,
    /// The same of one that is held, when all that is near is the enemy's.
    pub(super) objective_held: i64,
    /// What the square itself is worth, in thousandths of the draw from a square away.
    pub(super) draw_there: i64,
    /// What is left of the draw with each square more, in thousandths.
    pub(super) draw_with_distance: i64,
    /// What each row towards the enemy is worth to the attacker.
    pub(super) row: i64,
    pub(super) woods_or_buildings: i64,
    pub(super) hill: i64,
    pub(super) hasty_defences: i64,
    pub(super) trenches: i64,
    /// What it costs to stand beside the enemy.
    pub(super) beside_enemy: PerSide<i64>,
    /// What each barrage marker on a square costs.
    pub(super) barrage_marker: i64,
    /// What each square of friends beside it is worth.
    pub(super) friends: PerSide<i64>,
    /// How much of the best fight from a square counts, in thousandths.
    pub(super) fights: PerSide<i64>,
    /// How much of the worst fight that the enemy could start there counts, in thousandths.
    pub(super) danger: PerSide<i64>,
    /// A move that gains less is left undone.
    pub(super) least_move: i64,
    /// An assault that promises less is not made.
    pub(super) least_fight: PerSide<i64>,
    /// What a square is worth because it lies beside an objective that the enemy has.
    pub(super) on_the_way: i64,
    /// What it is worth to have a reserve. Unlike the others it was not moved to where it won more, but to where a
    /// reserve is kept without costing games.
    pub(super) reserve: PerSide<i64>,
    /// What it costs to leave an objective empty.
    pub(super) objective_left: i64,
    /// What it is worth to walk onto an objective that the enemy has.
    pub(super) objective_entered: i64,
    /// How much of a move's gain counts for guns and machine guns, in thousandths.
    pub(super) heavy_move: i64,
    /// What a move of theirs costs.
    pub(super) heavy_cost: i64,
    /// What it costs them to move beside the enemy.
    pub(super) heavy_beside_enemy: i64,
    /// What the marker of a won fight is worth.
    pub(super) winning_marker: i64,
    /// What the marker of a lost one costs.
    pub(super) losing_marker: i64,
    /// What a square of the defender's base row is worth in a fight (R19).
    pub(super) base_row: i64,
    /// What it is worth to the attacker to walk into one, while the end is far and when it is certain.
    pub(super) base_row_early: i64,
    pub(super) base_row_late: i64,
    /// What it is worth to fight for an objective of one's own.
    pub(super) objective_kept: i64,
    /// What it costs to retire from an assault besides hits and ground.
    pub(super) retiring: i64,
    /// What a fighting bonus is worth to an even fight, for each thousandth of its chance.
    pub(super) fighting_bonus: i64,
    /// What a die less in a morale test is worth.
    pub(super) morale_die: i64,
    /// How much of the best fight counts for a shock assault, in thousandths.
    pub(super) shock: i64,
    /// What a barrage marker on the enemy is worth.
    pub(super) shaken: i64,
    /// The same beside one's own units, in addition.
    pub(super) shaken_close: i64,
}

pub(super) const HABIT: Weights = Weights {
    half_base: 1040,
    near_collapse: PerSide { attacker: 4000, defender: 1000 },
    worn: 500,
    objective_to_take: 3100,
    objective_held: 1640,
    draw_there: 3500,
    draw_with_distance: 400,
    row: 180,
    woods_or_buildings: 170,
    hill: 85,
    hasty_defences: 270,
    trenches: 175,
    beside_enemy: PerSide { attacker: 50, defender: 160 },
    barrage_marker: 185,
    friends: PerSide { attacker: 65, defender: 85 },
    fights: PerSide { attacker: 1220, defender: 990 },
    danger: PerSide { attacker: 370, defender: 525 },
    least_move: 200,
    least_fight: PerSide { attacker: 210, defender: 450 },
    on_the_way: 1190,
    reserve: PerSide { attacker: 5000, defender: 2000 },
    objective_left: 11_800,
    objective_entered: 9100,
    heavy_move: 1870,
    heavy_cost: 200,
    heavy_beside_enemy: 560,
    winning_marker: 1160,
    losing_marker: 790,
    base_row: 2550,
    base_row_early: 300,
    base_row_late: 6000,
    objective_kept: 2200,
    retiring: 1110,
    fighting_bonus: 2100,
    morale_die: 610,
    shock: 440,
    shaken: 285,
    shaken_close: 300,
};

impl Weights {
    /// How strongly a place draws at so many steps, where it draws so strongly from a square away.
    pub(super) fn draw(&self, from_beside: i64, steps: u8) -> i64 {
        match steps {
            0 => from_beside * self.draw_there / 1000,
            _ => (1..steps).fold(from_beside, |draw, _| draw * self.draw_with_distance / 1000),
        }
    }
}
