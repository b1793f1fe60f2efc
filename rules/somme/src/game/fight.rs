//! An assault on the map: who is in it, what supports it, and the situation that its odds and its roll are made of.

use super::command::Commanded;
use super::coordination_step::goes_back_to;
use super::movement_step::rolls;
use super::order::Resource;
use super::state::{Coordinated, Joins, State};
use super::units::{Marks, UnitId, Units};
use crate::assault::{AppliedResources, Assault, Barrage, Marks as Marked, Obstacle, Terms};
use crate::assault_chain::{
    Arm, AssaultPlan, Attacker, Bystander, Coordination, Defender, Direction, MOST_FLANKING, Occasion as Kind,
};
use crate::coordination::Keeps;
use crate::defensive_fire::DefensiveFire;
use crate::headquarters::{Condition, Mode, Support};
use crate::results::WayBack;
use crate::scenario::{Side, Square};
use crate::terrain::{Ground, Terrain};
use crate::units::{Kind as UnitKind, Nation};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An assault on one square.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "plain data")]
pub struct Fight {
    pub side: Side,
    pub target: Square,
    /// Those who take part: at first all who are named, then those who went over the top and have not gone back.
    pub units: Units,
    /// Those of them in close assault (R15).
    pub close: Units,
    pub resources: SmallVec<[Resource; 4]>,
    pub occasion: Occasion,
    /// 11.3 The country that may advance, where a roll has said so.
    pub advances: Option<Nation>,
    pub stage: Stage,
}

/// What kind of assault it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    /// The first on this square in the phase.
    First,
    /// A second attack (R35).
    Again,
    /// After a breakthrough (R21).
    Pursuit,
}

/// Where an assault stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// It is declared.
    Declared,
    /// Units have gone over the top.
    Committed,
    /// The defenders have fired.
    Fired,
    /// It is over.
    Done,
}

impl Fight {
    /// A declared assault.
    pub(super) fn of(side: Side, target: Square, units: Units, close: Units, occasion: Occasion) -> Fight {
        let resources = SmallVec::new();
        Fight { side, target, units, close, resources, occasion, advances: None, stage: Stage::Declared }
    }

    /// The squares that attack, in rising order.
    pub fn squares(&self, state: &State) -> SmallVec<[Square; 6]> {
        let mut squares: SmallVec<[Square; 6]> = self.units.iter().filter_map(|&unit| state.square(unit)).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    }

    /// The units that attack from a square.
    pub(super) fn from(&self, state: &State, square: Square) -> Units {
        self.units.iter().copied().filter(|&unit| state.square(unit) == Some(square)).collect()
    }

    /// British and French together?
    pub fn is_combined(&self, state: &State) -> bool {
        let any = |nation| self.units.iter().any(|&unit| state.nation(unit) == nation);
        any(Nation::British) && any(Nation::French)
    }

    fn has(&self, resource: Resource) -> bool {
        self.resources.contains(&resource)
    }

    /// R17 The best command support of the assault, with the headquarters that gives it.
    pub fn support(&self, state: &State) -> Commanded {
        state.support(self.side, &self.units, self.target)
    }

    /// R16, R33 The terrain of the target, and a river where the attack crosses one: from every square that attacks.
    fn ground(&self, state: &State) -> Vec<Ground> {
        let mut ground = state.ground(self.target, self.side.other());
        let river = |from: &Square| {
            let way = self.target.way_to(*from)?;
            state.battle.map().link(self.target, way).river
        };
        let rivers: Vec<Option<Terrain>> = self.squares(state).iter().map(river).collect();
        let crosses = !rivers.is_empty() && rivers.iter().all(Option::is_some);
        if let (true, Some(Some(kind))) = (crosses, rivers.first()) {
            ground.insert(0, Ground { kind: *kind });
        }
        ground
    }

    /// The defenders, headquarters apart.
    pub(super) fn defenders(&self, state: &State) -> Units {
        state.units_in(self.target).collect()
    }

    /// R18, R44 The defensive fire at one attacking square.
    pub(super) fn fire(&self, state: &State, at: Square) -> DefensiveFire {
        let attackers = self.from(state, at);
        let any = |mark| attackers.iter().any(|&unit| state.is(unit, mark));
        DefensiveFire {
            factors: state.fire_factors(self.target),
            neighbour: self.neighbour_fire(state),
            night: self.has(Resource::Night),
            close_assault: attackers.iter().any(|unit| self.close.contains(unit)),
            attacker_interdicted: any(Marks::INTERDICTED),
            weather: state.weather,
            defender_interdicted: state.units_in(self.target).any(|unit| state.is(unit, Marks::INTERDICTED)),
            tanks: attackers.iter().any(|&unit| state.kind(unit) == Some(UnitKind::Tanks)),
        }
    }

    /// R18 Can anybody fire at it?
    pub(super) fn is_fired_at(&self, state: &State) -> bool {
        state.fire_factors(self.target) + self.neighbour_fire(state) / 2 > 0
    }

    /// R18 The factors of the strongest adjacent square that is not itself assaulted.
    pub(super) fn neighbour_fire(&self, state: &State) -> u8 {
        self.strongest_neighbour(state).map_or(0, |(_, factors)| factors)
    }

    /// R18 The adjacent square that adds half its factors, where that is anything.
    pub(super) fn helping_square(&self, state: &State) -> Option<Square> {
        self.strongest_neighbour(state).filter(|(_, factors)| factors / 2 > 0).map(|(square, _)| square)
    }

    fn strongest_neighbour(&self, state: &State) -> Option<(Square, u8)> {
        let assaulted = |square: Square| {
            let on = |fight: &Fight| fight.target == square && fight.stage < Stage::Done;
            state.fights.iter().any(on)
        };
        let beside = self.target.neighbours().filter(|&(way, next)| {
            state.side_at(next) == Some(self.side.other())
                && state.battle.map().is_open(self.target, way)
                && !assaulted(next)
                && !state.is_engaged(next)
        });
        beside.map(|(_, next)| (next, state.fire_factors(next))).max_by_key(|(_, factors)| *factors)
    }

    /// R19 Units that flank: from 90 degrees or more off the square that sends most strength; 2 are named at most.
    fn flanking(&self, state: &State) -> u8 {
        let squares = self.squares(state);
        let direction = |square: Square| Direction::ALL[self.target.way_to(square).map_or(0, |way| way as usize)];
        let strength = |square: Square| -> u8 {
            self.from(state, square).iter().map(|&unit| state.rated(unit, |ratings| ratings.attack)).sum()
        };
        let flankers = |main: Square| {
            let flanks = |square: &&Square| direction(**square).flanks(direction(main));
            squares.iter().filter(flanks).map(|&square| self.from(state, square).len()).sum::<usize>() as u8
        };
        let of = |&main: &Square| (strength(main), flankers(main));
        squares.iter().map(of).max().map_or(0, |(_, flankers)| flankers.min(MOST_FLANKING))
    }

    /// 11.0 All that bears on the resolution, with the wind for the smoke as it was rolled.
    pub(super) fn terms(&self, state: &State, smoke: bool) -> Terms {
        let defenders = self.defenders(state);
        let support = self.support(state).support;
        let pursuit = self.occasion == Occasion::Pursuit;
        let leads = |&unit: &UnitId| matches!(state.kind(unit), Some(UnitKind::Tanks | UnitKind::Cavalry));
        let resources = AppliedResources {
            barrage: self.barrage(),
            smoke,
            tank_or_cavalry: self.has(Resource::TanksCavalry) && self.units.iter().any(leads),
            gas: self.has(Resource::Gas),
            night: self.has(Resource::Night),
        };
        Terms {
            command: Some(support),
            resources: if support == Support::None || pursuit { AppliedResources::default() } else { resources },
            flanking: self.flanking(state),
            close_assault: self.units.iter().filter(|unit| self.close.contains(unit)).count() as u8,
            after_breakthrough: pursuit,
            ..between(state, &self.units, &defenders, &self.ground(state))
        }
    }

    fn barrage(&self) -> Barrage {
        match (self.has(Resource::Lift), self.has(Resource::Creeping)) {
            (true, _) => Barrage::Lift,
            (_, true) => Barrage::Creeping,
            _ => Barrage::None,
        }
    }

    /// R21 A counterattack of the defenders on one attacking square: no command, resources, flanks or close assault.
    pub(super) fn counter_terms(&self, state: &State, on: Square) -> Terms {
        let defenders: Units = state.units_in(on).collect();
        between(state, &self.counterattackers(state), &defenders, &self.counter_ground(state, on))
    }

    /// The terrain of a counterattack, with the river that it crosses.
    fn counter_ground(&self, state: &State, on: Square) -> Vec<Ground> {
        let river = self.target.way_to(on).and_then(|way| state.battle.map().link(self.target, way).river);
        river.map(|kind| Ground { kind }).into_iter().chain(state.ground(on, self.side)).collect()
    }

    /// The attacking square that is weakest in defence, against which a counterattack is reckoned.
    fn weakest(&self, state: &State) -> Option<Square> {
        let strength = |at: &Square| {
            let (firm, suppressed) = state.defences(&state.units_in(*at).collect::<Units>());
            firm + suppressed.div_ceil(2)
        };
        self.squares(state).into_iter().min_by_key(strength)
    }

    /// Do the odds hang on who is still in the assault in ways that a form has no room for: on the ground and the way back of
    /// the squares that attack, or on whose headquarters supports it?
    pub(super) fn is_mixed(&self, state: &State) -> bool {
        let of = |&square: &Square| (self.counter_ground(state, square), state.way_back(self.side, square));
        let squares = self.squares(state);
        let support = |units: &[UnitId]| state.support(self.side, units, self.target).support;
        squares.windows(2).any(|pair| of(&pair[0]) != of(&pair[1]))
            || self.units.iter().any(|&unit| support(&[unit]) != support(&self.units))
    }

    /// The resolution as the desk takes it; the wind for the smoke is part of it.
    pub(super) fn on_desk(&self, state: &State) -> Assault {
        let (terms, defenders) = (self.terms(state, false), self.defenders(state));
        let bare = terms.command == Some(Support::None) || self.occasion == Occasion::Pursuit;
        Assault {
            ground: on_form(self.ground(state)),
            infantry_defends: defenders.is_empty() || state.has_infantry(&defenders),
            smoke: self.has(Resource::Smoke) && !bare,
            ..Assault::of(&terms)
        }
    }

    /// The counterattack as the desk takes it.
    pub(super) fn counter_on_desk(&self, state: &State, on: Square) -> Assault {
        let defenders: Units = state.units_in(on).collect();
        Assault {
            ground: on_form(self.counter_ground(state, on)),
            infantry_defends: state.has_infantry(&defenders),
            ..Assault::of(&self.counter_terms(state, on))
        }
    }

    /// R36 The defenders who can counterattack: undisrupted, and neither guns nor broken-down tanks.
    pub(super) fn counterattackers(&self, state: &State) -> Units {
        let fit = |unit: &UnitId| !state.is_gun(*unit) && !state.is(*unit, Marks::DISRUPTED.and(Marks::BROKEN));
        state.units_in(self.target).filter(fit).collect()
    }

    /// The assault as the desk takes it, for the exact odds of all that is still to come.
    pub(super) fn plan(&self, state: &State) -> AssaultPlan {
        let squares = self.squares(state);
        let from = |square: Square| Direction::ALL[self.target.way_to(square).map_or(0, |way| way as usize)];
        let lost = |unit: UnitId| state.ratings(unit).steps - state.unit(unit).left;
        let attacker = |&unit: &UnitId| {
            let marks = state.unit(unit).marks;
            Attacker {
                kind: match state.kind(unit) {
                    Some(UnitKind::Cavalry) => Arm::Cavalry,
                    Some(UnitKind::Tanks) => Arm::Tanks,
                    _ => Arm::Infantry,
                },
                nation: state.nation(unit),
                lost: lost(unit),
                morale: state.listed(unit).morale.max(3),
                from: state.square(unit).map_or_else(Direction::default, from),
                close_assault: self.close.contains(&unit),
                interdicted: marks.has(Marks::INTERDICTED),
                suppressed: marks.has(Marks::SUPPRESSED),
                disrupted: marks.has(Marks::DISRUPTED),
                unsupplied: !state.is_supplied(unit),
                out_of_command: !state.is_commanded(unit),
                over_the_top: marks.has(Marks::WENT),
                to_roll: self.stage == Stage::Declared && rolls(state, unit),
                came_up: goes_back_to(state, unit).is_some(),
            }
        };
        let bystander = |square: Square| {
            let others = state.units_in(square).filter(|unit| !self.units.contains(unit));
            others.map(move |unit| Bystander {
                kind: state.kind(unit).unwrap_or_default(),
                lost: lost(unit),
                from: from(square),
                interdicted: state.is(unit, Marks::INTERDICTED),
                suppressed: state.is(unit, Marks::SUPPRESSED),
                disrupted: state.is(unit, Marks::DISRUPTED),
                broken_down: state.is(unit, Marks::BROKEN),
            })
        };
        let defender = |&unit: &UnitId| {
            let marks = state.unit(unit).marks;
            Defender {
                kind: state.kind(unit).unwrap_or_default(),
                nation: state.nation(unit),
                lost: lost(unit),
                interdicted: marks.has(Marks::INTERDICTED),
                suppressed: marks.has(Marks::SUPPRESSED),
                disrupted: marks.has(Marks::DISRUPTED),
                unsupplied: !state.is_supplied(unit),
                broken_down: marks.has(Marks::BROKEN),
            }
        };
        let defenders = self.defenders(state);
        let Commanded { distance, nation, condition, .. } = self.support(state);
        let weakest = self.weakest(state);
        AssaultPlan {
            attackers: self.units.iter().map(attacker).collect(),
            bystanders: squares.iter().copied().flat_map(bystander).take(9).collect(),
            defenders: if defenders.is_empty() {
                vec![Defender { nation: outpost(self.side), ..Defender::default() }]
            } else {
                defenders.iter().take(6).map(defender).collect()
            },
            outpost: defenders.is_empty(),
            ground: on_form(self.ground(state)),
            weather: state.weather,
            occasion: match (self.occasion, self.stage) {
                (Occasion::Pursuit, _) => Kind::Breakthrough,
                // R35 Those of a second attack who have no commitment roll yet make it then.
                (_, Stage::Declared) | (Occasion::First, _) => Kind::First,
                _ => Kind::SecondAttack,
            },
            coordination: match state.coordinated {
                // Who stays in it is settled.
                _ if self.stage > Stage::Declared => Coordination::All,
                None => Coordination::Unrolled,
                Some(Coordinated { joins: Joins::OneCountry, .. }) => Coordination::OneCountry,
                Some(Coordinated { joins: Joins::OfEach(1), .. }) => Coordination::OneEach,
                Some(Coordinated { joins: Joins::OfEach(_), .. }) => Coordination::TwoEach,
                Some(Coordinated { joins: Joins::All, .. }) => Coordination::All,
            },
            hq: nation,
            hq_distance: distance.min(20),
            hq_condition: condition,
            hq_mode: Mode::Command,
            trained: self.units.first().is_some_and(|&unit| state.is_trained(unit)),
            barrage: self.barrage(),
            smoke: self.has(Resource::Smoke),
            tanks_cavalry: self.has(Resource::TanksCavalry),
            gas: self.has(Resource::Gas),
            night: self.has(Resource::Night),
            consolidate: false,
            neighbour_fire: self.neighbour_fire(state).min(20),
            counter_ground: weakest.map_or_else(Vec::new, |square| on_form(self.counter_ground(state, square))),
            attacker_retreat: weakest.map_or(WayBack::Open, |square| state.way_back(self.side, square)),
            defender_retreat: state.way_back(self.side.other(), self.target),
            keeps: Keeps::Stronger,
            ..AssaultPlan::default()
        }
    }
}

/// The terrain that a form has room for; what counts most stands first.
fn on_form(mut ground: Vec<Ground>) -> Vec<Ground> {
    ground.truncate(4);
    ground
}

/// What bears on an assault of some units on others, whatever supports it. R31 An outpost, where nobody is, defends with 1.
fn between(state: &State, attackers: &[UnitId], defenders: &[UnitId], ground: &[Ground]) -> Terms {
    let (defence, suppressed_defence) = state.defences(defenders);
    let outpost = defenders.is_empty();
    Terms {
        attack: attackers.iter().map(|&unit| state.rated(unit, |ratings| ratings.attack)).sum(),
        defence: defence + u8::from(outpost),
        suppressed_defence,
        obstacle: Obstacle::of(ground, outpost || state.has_infantry(defenders)),
        command: None,
        resources: AppliedResources::default(),
        flanking: 0,
        close_assault: 0,
        defender: state.marked(defenders),
        attacker_marked: attackers.iter().any(|&unit| state.is(unit, Marks::INTERDICTED.and(Marks::SUPPRESSED))),
        attacker_unsupplied: attackers.iter().any(|&unit| !state.is_supplied(unit)),
        weather: state.weather,
        after_breakthrough: false,
    }
}

fn outpost(attacker: Side) -> Nation {
    if attacker == Side::Allied { Nation::German } else { Nation::British }
}

impl State {
    /// 11.5.1, R33 The terrain of a square for a side that defends it.
    pub fn ground(&self, square: Square, side: Side) -> Vec<Ground> {
        // What counts most stands first: a form has room for some kinds only.
        let kinds = self.trench(square, side).into_iter().chain(self.battle.map().kinds(square));
        kinds.map(|kind| Ground { kind }).collect()
    }

    /// R18 The fire factors of the units of a square that are neither suppressed nor disrupted.
    pub fn fire_factors(&self, square: Square) -> u8 {
        let fires = |unit: &UnitId| !self.is(*unit, Marks::SUPPRESSED.and(Marks::DISRUPTED));
        let factors: u16 =
            self.units_in(square).filter(fires).map(|unit| u16::from(self.rated(unit, |r| r.fire))).sum();
        factors.min(20) as u8
    }

    /// 11.0 What units defend with: those that are not suppressed, and those that are, before halving.
    fn defences(&self, units: &[UnitId]) -> (u8, u8) {
        let of = |suppressed: bool| {
            let those = units.iter().filter(|&&unit| self.is(unit, Marks::SUPPRESSED) == suppressed);
            those.map(|&unit| self.defence(unit)).sum()
        };
        (of(false), of(true))
    }

    pub(super) fn has_infantry(&self, units: &[UnitId]) -> bool {
        units.iter().any(|&unit| self.kind(unit) == Some(UnitKind::Infantry))
    }

    /// The marks on any of these units.
    pub(super) fn marked(&self, units: &[UnitId]) -> Marked {
        let any = |mark| units.iter().any(|&unit| self.is(unit, mark));
        Marked {
            interdicted: any(Marks::INTERDICTED),
            suppressed: any(Marks::SUPPRESSED),
            disrupted: any(Marks::DISRUPTED),
        }
    }
}

/// The condition of a headquarters, for the ranges of 8.3 and 11.1.
pub(super) fn condition(state: &State, hq: UnitId) -> Condition {
    match state.square(hq) {
        Some(square) if state.is_engaged(square) => Condition::Engaged,
        _ if state.is(hq, Marks::DISRUPTED) => Condition::Disrupted,
        _ => Condition::GoodOrder,
    }
}
