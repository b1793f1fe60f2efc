//! Paths of squads: what they cost, and where they may end (Movement, R2, R12, Common:path).

use super::land::{Gait, allowance};
use super::places::KEPT;
use super::squad::BASE;
use super::{Kind, SquadId, State};
use crate::scenario::Lie;
use crate::troops::Formation;
use field::{Facing, Footprint, Hindrance, INCH, Point, Rectangle, Zone};
use kernel::dice::Seeded;
use kernel::procedure::Refusal;
use kernel::rule::Rule;
use tabletop::{Route, Walker, inches};

/// A squad on its way.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a> {
    pub(super) state: &'a State,
    pub(super) squad: SquadId,
    pub(super) formation: Formation,
    pub(super) gait: Gait,
}

/// R2 Strategic movement keeps so far from enemies that are seen.
const STRATEGIC: i64 = 24 * INCH;

/// The facings that a squad may take, in degrees clockwise from the top of the table.
pub(super) const FACINGS: [u16; 24] =
    [0, 15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165, 180, 195, 210, 225, 240, 255, 270, 285, 300, 315, 330, 345];

impl<'a> Walk<'a> {
    /// The path of a squad from where it stands. R2 A change of formation costs half a move.
    pub(super) fn route(self) -> Route<'a, Walk<'a>> {
        let squad = self.state.squad(self.squad);
        let whole = allowance(squad, self.gait);
        let changes = self.gait == Gait::March && self.formation != squad.formation && !squad.is_vehicle();
        let left = if changes { whole / 2 } else { whole };
        let land = self.state.land();
        let passage = if self.gait == Gait::Strategic { land.roads() } else { land.passage(squad, self.gait) };
        Route::new(self, passage, squad.at, squad.facing, left).keeping_from(self.zones(left))
    }

    /// Enemies are not passed within an inch; a vehicle passes through foot (R33).
    fn zones(self, left: i64) -> Vec<Zone> {
        let squad = self.state.squad(self.squad);
        if squad.is_vehicle() {
            return Vec::new();
        }
        let enemies = self.state.of_side(squad.side.other());
        let near = enemies.filter(|(_, enemy)| enemy.at.within(squad.at, left + 20 * INCH));
        let spots = near.flat_map(|(enemy, _)| self.state.spots(enemy));
        let zone = |spot: Point| {
            let range = if spot.within(squad.at, KEPT + BASE) { 0 } else { KEPT };
            Zone { footprint: Rectangle::square(spot, BASE).into(), range }
        };
        spots.filter(|spot| spot.within(squad.at, left + 2 * INCH)).map(zone).collect()
    }

    fn may_end(&self, at: Point, facing: Facing) -> Result<(), Refusal> {
        let (state, id) = (self.state, self.squad);
        let squad = state.squad(id);
        let name = state.name(id);
        state.check_no_nearer(id, at)?;
        if squad.is_vehicle() {
            return self.may_park(at, facing);
        }
        if self.gait == Gait::Strategic {
            self.check_strategic(at)?;
        }
        let spots = self.spots(&[at], at, facing);
        if !State::holds_together(&spots.spots) {
            let sentence = format!("men of {name} would be more than 4 inches from all others of their squad");
            return Err(Refusal::by(Rule("R2"), sentence));
        }
        Ok(())
    }

    /// Where the men come to stand.
    pub(super) fn spots(&self, path: &[Point], at: Point, facing: Facing) -> super::places::Marched {
        let (state, id) = (self.state, self.squad);
        let mut going = state.going(id, self.gait);
        if self.formation != state.squad(id).formation && self.gait == Gait::March {
            going.allowance /= 2;
        }
        let places = match self.gait {
            Gait::Strategic => field::Formation::column(state.men(id).count(), INCH).places(at, facing),
            // Men who crawl do not form up anew: all their inches go the way that was meant.
            Gait::Crawl => state.each_spot(id).map(|spot| spot.plus(at.minus(state.squad(id).at))).collect(),
            _ => state.formation(id, at, facing, self.formation),
        };
        state.march(id, path, &places, facing, &going)
    }

    fn may_park(&self, at: Point, facing: Facing) -> Result<(), Refusal> {
        let state = self.state;
        let squad = state.squad(self.squad);
        let hull = Footprint::from(Rectangle { facing, ..squad.hull_plan() }).at(at);
        let passage = state.land().passage(squad, Gait::March);
        let others: Vec<Footprint> = state
            .all()
            .filter(|(other, squad)| *other != self.squad && squad.is_vehicle())
            .map(|(_, squad)| squad.hull_plan().into())
            .collect();
        passage.rests(&hull, &others).map_err(|hindrance| self.hindered(hindrance))
    }

    /// R2 Not within 24 inches of an enemy that is seen.
    fn check_strategic(&self, at: Point) -> Result<(), Refusal> {
        let state = self.state;
        let squad = state.squad(self.squad);
        let seen = |from: Point| {
            state.of_side(squad.side.other()).any(|(enemy, _)| {
                state.distance_to(enemy, from) <= STRATEGIC && state.each_spot(enemy).any(|spot| state.sees(from, spot))
            })
        };
        if seen(squad.at) || seen(at) {
            let sentence = "strategic movement keeps 24 inches from enemies that are seen";
            return Err(Refusal::by(Rule("Movement:strategic"), sentence));
        }
        Ok(())
    }
}

impl State {
    /// R12 A squad that stands may not come nearer to the enemy.
    pub(super) fn check_no_nearer(&self, id: SquadId, to: Point) -> Result<(), Refusal> {
        let squad = self.squad(id);
        let enemies = self.of_side(squad.side.other());
        let nearest = |at: Point| enemies.clone().map(|(enemy, _)| self.distance_to(enemy, at)).min();
        if !self.holds(id) || nearest(to) >= nearest(squad.at) {
            return Ok(());
        }
        let sentence = format!("{} stands, and may not come nearer to the enemy", self.name(id));
        Err(Refusal::by(Rule("R12"), sentence))
    }

    /// R12 Has a failed test made a squad stand, in this move?
    pub(super) fn holds(&self, id: SquadId) -> bool {
        let until = self.squad(id).holds_until;
        until > 0 && until >= self.turn
    }
}

impl Walker for Walk<'_> {
    const PATH: Rule = Rule("Common:path");
    const TURNING: Rule = Rule("R2");
    const FACINGS: &'static [u16] = &FACINGS;

    fn name(&self) -> String {
        self.state.name(self.squad).to_owned()
    }

    fn hindered(&self, hindrance: Hindrance) -> Refusal {
        let squad = self.state.squad(self.squad);
        let rule = match squad.kind {
            _ if self.gait == Gait::Strategic => Rule("Movement:strategic"),
            Kind::ClosedCar | Kind::OpenCar => Rule("Vehicles:car-move"),
            _ if squad.is_vehicle() => Rule("Vehicles:tank-move"),
            _ if self.gait == Gait::Crawl => Rule("R2"),
            _ if self.formation == Formation::Line && !squad.limbered => Rule("Movement:line"),
            _ => Rule("Movement:open-order"),
        };
        match hindrance {
            Hindrance::OffTable => Refusal::by(Rule("R12"), "that leads off the table, and who leaves it is lost"),
            Hindrance::TooDear { cost, allowance } => {
                let sentence = format!("that costs {} inches, but only {} are left", inches(cost), inches(allowance));
                Refusal::by(rule, sentence)
            }
            Hindrance::Barred(_) if self.gait == Gait::Strategic => {
                Refusal::by(rule, "strategic movement keeps to the road")
            }
            Hindrance::Barred(piece) => {
                let lie = self.state.land().lie(piece);
                let rule = if lie == Lie::Shelled { Rule("Movement:shelled") } else { Rule("R2") };
                Refusal::by(rule, format!("there is ground that {} cannot enter: {lie}", self.name()))
            }
            Hindrance::TooNear(_) | Hindrance::Taken(_) => {
                Refusal::by(Rule("R23"), "that comes up against an enemy or a vehicle, whom only a charge may touch")
            }
        }
    }

    fn ends(&self, at: Point, facing: Facing) -> Result<(), Refusal> {
        self.may_end(at, facing)
    }

    /// Men keep their front, wherever they go; vehicles, guns and columns look where they go.
    fn faces(&self, along: Facing) -> Facing {
        let squad = self.state.squad(self.squad);
        if squad.is_vehicle() || squad.kind.is_field_piece() || self.gait == Gait::Strategic {
            return along;
        }
        let front = (2 * squad.facing.degrees() + 15) / 30 * 15;
        Facing::of(front)
    }

    /// At random, mostly forward.
    fn lean(&self, off: Point, random: &mut Seeded) -> Point {
        let squad = self.state.squad(self.squad);
        let ahead = self.state.battle.army(squad.side).edge.facing().turned(180);
        let forward = ahead.way(1000);
        let away = off.x * forward.x + off.y * forward.y < 0;
        if away && random.below(3) > 0 { Point::new(-off.x, -off.y) } else { off }
    }
}
