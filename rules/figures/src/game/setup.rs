//! The table before the first order (R2, R3).

use super::places::middle;
use super::snipers::{fresh, unseen};
use super::squad::overlap;
use super::{
    Battery, Battle, Figure, Hull, Kind, PerSide, Phase, Plan, Posture, Role, Side, Squad, SquadId, State, turn,
};
use crate::scenario::{Listed, Scenario};
use field::{Direction, INCH, Point};
use kernel::dice::{Die, Law, Why};
use kernel::game::{Secret, Setting};
use kernel::prelude::Dice;
use kernel::procedure::Refusal;
use smallvec::smallvec;

impl State {
    /// The state before the first order: everybody in his place, the wind and the battery thrown for.
    pub(super) fn begin(battle: &Setting<Battle>, dice: &mut dyn Dice) -> State {
        let mut state = State::laid(battle);
        state.wind = turn::throw_wind(&state, dice);
        for side in Side::BOTH {
            if state.batteries[side].guns > 0 {
                // Bombardment:moves Three average dice.
                let thrown = dice
                    .throw(Law::Sum { die: Die::Average, count: 3 }, Why::high("moves of fire", crate::seats::OWNER));
                state.batteries[side].moves = thrown.value() as u8;
            }
        }
        state
    }

    /// Everybody in his place.
    fn laid(battle: &Setting<Battle>) -> State {
        let scenario = battle.scenario();
        let mut state = State {
            battle: battle.clone(),
            turn: 0,
            phase: Phase::Prepare,
            squads: Vec::new(),
            figures: Vec::new(),
            plans: PerSide::of(|side| {
                let army = scenario.army(side);
                Secret::Known(Plan { smoke: army.smoke_shells, gas: army.gas_shells, ..Plan::NOTHING })
            }),
            ready: PerSide::of(|side| !has_to_prepare(scenario, side)),
            hidden: PerSide::of(|_| Secret::Known(Vec::new())),
            unseen: unseen(battle),
            batteries: PerSide::of(|side| Battery { guns: scenario.army(side).battery, ..Battery::default() }),
            released: PerSide::default(),
            clouds: smallvec![],
            worn: vec![0; scenario.table.plan.terrain.len()],
            gaps: Vec::new(),
            spotted: PerSide::of(|_| Vec::new()),
            wind: super::Wind { towards: Direction::Up, inches: 0 },
            charges: smallvec![],
            initiative: None,
            active: Side::Attacker,
            passes: 0,
            frames: smallvec![],
            causes: smallvec![],
            holders: scenario.objectives.iter().map(|goal| goal.holder).collect(),
            score: PerSide::default(),
            roller: Side::Attacker,
            ending: None,
        };
        for side in Side::BOTH {
            for listed in &scenario.army(side).squads {
                state.add(side, listed, scenario.army(side).grenades);
            }
        }
        state
    }

    fn add(&mut self, side: Side, listed: &Listed, grenades: u8) {
        let id = SquadId(self.squads.len() as u8);
        let first = self.figures.len() as u16;
        let roles = roles(listed);
        let hull = listed.kind.vehicle().map(|vehicle| Hull { crew: vehicle.crew(), ..Hull::default() });
        let count = roles.len() as u8;
        self.squads.push(Squad {
            quality: listed.quality,
            formation: listed.formation,
            posture: if listed.prone { Posture::Prone } else { Posture::Up },
            limbered: listed.limbered,
            hull,
            ..fresh(side, listed.kind, listed.at, listed.facing, first, count)
        });
        // Gunners of a piece of artillery and men without hands to spare have no grenades.
        let bombs = |role: Role| if role == Role::Gunner || listed.kind == Kind::Cavalry { 0 } else { grenades };
        self.figures.extend(roles.iter().map(|role| Figure {
            x: 0,
            y: 0,
            role: *role,
            grenades: bombs(*role),
            alive: true,
        }));
        let places = self.first_places(id, listed);
        for (number, at) in places.into_iter().enumerate() {
            self.figures[usize::from(first) + number].stand(at);
        }
        if hull.is_none() && !listed.kind.is_field_piece() {
            self.squad_mut(id).at = middle(self.each_spot(id)).unwrap_or(listed.at);
        }
    }

    /// Along a trench or in a house where the place is in one, otherwise in formation.
    fn first_places(&self, id: SquadId, listed: &Listed) -> Vec<Point> {
        let count = usize::from(self.squad(id).count);
        let mut places = match self.land().inside(listed.at) {
            Some(piece) => self.places_in(piece, listed.at, id),
            None => Vec::new(),
        };
        places.truncate(count);
        if places.len() < count {
            places = self.formation(id, listed.at, listed.facing, listed.formation);
        }
        // From left to right, so that leaders stand in the middle and not at an end.
        let right = listed.facing.turned(90).way(1000);
        places.sort_unstable_by_key(|at| (at.x * right.x + at.y * right.y, at.x, at.y));
        let middle = places.len() / 2;
        for leader in 0..=usize::from(listed.officer) {
            if middle + leader < places.len() {
                places.swap(leader, middle + leader);
            }
        }
        places
    }
}

/// R3 The men of a squad: an NCO, an officer who goes with it, the crew of its machine gun, and riflemen.
fn roles(listed: &Listed) -> Vec<Role> {
    let men = usize::from(listed.men);
    let mut roles = match listed.kind {
        Kind::Infantry | Kind::Cavalry | Kind::DismountedCavalry => {
            let mut roles = vec![Role::Nco];
            if listed.officer {
                roles.push(Role::Officer);
            }
            if listed.lmg {
                roles.extend([Role::LmgGunner, Role::LmgGunner]);
            }
            roles.resize(men.max(roles.len()), Role::Rifleman);
            roles
        }
        Kind::Lmg => vec![Role::LmgGunner; men],
        Kind::Leader => vec![Role::Officer],
        Kind::Wagon => vec![Role::Rifleman; men],
        _ => vec![Role::Gunner; men],
    };
    roles.truncate(men);
    roles
}

/// Has a side anything to write before the first move: snipers to hide, guns to plot?
fn has_to_prepare(scenario: &Scenario, side: Side) -> bool {
    let army = scenario.army(side);
    army.snipers > 0 || army.battery > 0 || army.squads.iter().any(|squad| squad.kind.gun().is_some())
}

/// Where somebody stands who cannot: off the table, in the water, on somebody else, or up against the enemy; and snipers
/// for whom there is no cover.
pub fn set_up_faults(scenario: &Scenario) -> Vec<Refusal> {
    let setting = Setting::of(Battle::of(scenario.clone()));
    let state = State::laid(&setting);
    let mut faults = Vec::new();
    let mut stand: Vec<(Side, SquadId, Point)> = Vec::new();
    for id in state.ids() {
        let (squad, name) = (state.squad(id), state.name(id).to_owned());
        let mut blame = |what: String| {
            let path = format!("{}.squads.{name}", squad.side);
            faults.push(Refusal::field(&path, format!("{name} {what}")));
        };
        let passage = state.land().passage(squad, super::land::Gait::March);
        for spot in state.spots(id) {
            if state.on_table(spot) != spot || !passage.stands(spot) && !state.land().foot().stands(spot) {
                blame("stands off the table, or on ground that it cannot enter".to_owned());
                break;
            }
            let near = |(side, _, other): &&(Side, SquadId, Point)| {
                overlap(*other, spot) || *side != squad.side && other.within(spot, INCH)
            };
            if let Some((_, other, _)) = stand.iter().find(near) {
                blame(format!("stands on {}, or up against it", state.name(*other)));
                break;
            }
        }
        if !squad.is_vehicle() && !State::holds_together(&state.standing(id)) {
            blame("stands in two parts: each man is within 4 inches of another (R2)".to_owned());
        }
        stand.extend(state.spots(id).into_iter().map(|spot| (squad.side, id, spot)));
    }
    for side in Side::BOTH {
        let army = scenario.army(side);
        let plan = &scenario.table.plan;
        let hides = |at: Point| {
            army.edge.inside(plan, at) <= army.zone
                && state.land().foot().stands(at)
                && state.cover_at(at, None) != crate::troops::Cover::NoCover
                && !state.is_near(side.other(), at, 6 * INCH)
        };
        let inch = |most: i64| 0..=most / INCH;
        let somewhere = || inch(plan.depth).any(|y| inch(plan.width).any(|x| hides(Point::inches(x, y))));
        if army.snipers > 0 && !somewhere() {
            let sentence = "there is no cover within the zone of this side for its snipers to hide in (R16)";
            faults.push(Refusal::field(format!("{side}.snipers").as_str(), sentence));
        }
    }
    faults
}
