//! The stages of an assault, roll by roll.

use super::force::{Battle, Blow, Force, Roster};
use super::order_of_battle::{Arm, Direction, Garrison, units};
use super::plan::{AssaultPlan, Occasion};
use super::{Ending, Fought};
use crate::assault::{AppliedResources, Marks, Obstacle, Terms, resolve_assault, resolve_wind};
use crate::commitment::resolve_commitment;
use crate::coordination::{CHOICE, Keeps, Together, resolve_advance, resolve_coordination};
use crate::defensive_fire::{DefensiveFire, Volley, resolve_defensive_fire};
use crate::headquarters::{Support, command_support};
use crate::results::{Fate, Verdict};
use crate::seats::{ALLIED, ATTACKER, DEFENDER};
use crate::units::Nation;
use kernel::prelude::*;

/// A planned assault with all that does not change while it is fought.
pub struct AssaultChain {
    plan: AssaultPlan,
    roster: Roster,
    garrison: Garrison,
    obstacle: Obstacle,
    /// Before the attackers' squares, without and with infantry in them.
    counter_obstacles: [Obstacle; 2],
}

/// Where an assault stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// 8.7: like units from this place on roll whether they go over the top.
    Commit {
        /// The first of them.
        unit: u8,
        /// Those who go already.
        force: Force,
    },
    /// 11.3: British and French roll for coordination.
    Coordinate(Force),
    /// 11.3: one country is to be chosen.
    OneCountry(Force),
    /// 11.3: who advances is to be rolled.
    Advance(Force),
    /// 10.0: the defenders fire.
    Fire(Force),
    /// R18: the defender chooses the square that is driven back.
    DrivenBack {
        /// The attackers.
        battle: Battle,
        /// What it suffers.
        blow: Blow,
    },
    /// R18: the attacker chooses who loses a step.
    Losing {
        /// The attackers.
        battle: Battle,
        /// Steps still to be lost.
        steps: u8,
    },
    /// 11.0: the wind is to be rolled for smoke.
    Wind(Battle),
    /// 11.0: the assault is resolved.
    Assault {
        /// The attackers.
        battle: Battle,
        /// Smoke blinds the defenders.
        smoke: bool,
    },
    /// R21: the defender chooses the square he counterattacks.
    Counter(Battle),
    /// R21: the counterattack is resolved.
    Counterattack {
        /// The attackers.
        battle: Battle,
        /// The square that is counterattacked.
        on: Direction,
    },
    /// It is over.
    Over(Fought),
}

/// The attacker's decision about steps.
pub(super) const LOSES: &str = "who loses a step to defensive fire";
/// The defender's decision about a retreat.
pub(super) const DRIVEN_BACK: &str = "which attacking square is driven back";
/// The defender's decision about a counterattack.
pub(super) const COUNTERS: &str = "which attacking square is counterattacked";

impl AssaultChain {
    /// The chain of a plan that was checked.
    pub fn of(plan: &AssaultPlan) -> AssaultChain {
        let garrison = Garrison::of(&plan.defenders);
        let obstacle = Obstacle::of(&plan.ground, garrison.infantry);
        let counter = |infantry| Obstacle::of(&plan.counter_ground, infantry).across_the_same_river(obstacle);
        AssaultChain {
            plan: plan.clone(),
            roster: Roster(units(&plan.attackers, plan.trained)),
            counter_obstacles: [false, true].map(counter),
            garrison,
            obstacle,
        }
    }

    /// The first stage. Second attacks and breakthroughs roll for neither commitment nor coordination (R21, R22).
    pub fn start(&self) -> Stage {
        match self.plan.occasion {
            Occasion::First => Stage::Commit { unit: 0, force: Force::default() },
            Occasion::SecondAttack | Occasion::Breakthrough => Stage::Fire(self.roster.all_fit()),
        }
    }

    fn commit(&self, unit: u8, force: Force, dice: &mut dyn Dice) -> Resolved<Stage> {
        let place = usize::from(unit);
        let alike = self.roster.alike(place);
        let unit = &self.roster.0[place];
        let mut resolved = resolve_commitment(&unit.nerve, alike as u16, dice);
        if !unit.nerve.disrupted {
            let told = Phrase::of("{}: over the top {} of {}").word(unit.label());
            resolved.because.result = told.number(resolved.outcome).number(alike as u16);
        }
        resolved.map(|go| {
            let force = self.roster.with(force, place, go);
            match place + alike {
                next if next < self.roster.0.len() => Stage::Commit { unit: next as u8, force },
                _ if self.roster.is_combined(force) => Stage::Coordinate(force),
                _ if force.is_empty() => Stage::Over(fought(Ending::Holds, &Battle::default(), 0)),
                _ => Stage::Fire(force),
            }
        })
    }

    fn coordinate(&self, force: Force, dice: &mut dyn Dice) -> Resolved<Stage> {
        resolve_coordination(dice).map(|together| match together {
            Together::OneCountry => Stage::OneCountry(force),
            Together::OneEach => Stage::Advance(self.roster.strongest_of_each(force, 1)),
            Together::TwoEach => Stage::Advance(self.roster.strongest_of_each(force, 2)),
            Together::All => Stage::Fire(force),
        })
    }

    /// 8.2: the support of the assault as those who take part have it.
    fn support(&self, force: Force) -> Support {
        let british = self.roster.any(force, |unit| unit.nation == Nation::British);
        command_support(self.plan.headquarters(), self.plan.hq_distance, british)
    }

    /// R17: no resources without support, nor after a breakthrough (R21). Smoke waits for the wind.
    fn resources(&self, force: Force) -> AppliedResources {
        if self.support(force) == Support::None || self.plan.occasion == Occasion::Breakthrough {
            return AppliedResources::default();
        }
        let &AssaultPlan { barrage, smoke, tanks_cavalry, gas, night, .. } = &self.plan;
        AppliedResources { barrage, smoke, tank_or_cavalry: tanks_cavalry && self.roster.can_lead(force), gas, night }
    }

    fn fire(&self, force: Force, dice: &mut dyn Dice) -> Resolved<Stage> {
        let any = |is: fn(&super::order_of_battle::Unit) -> bool| self.roster.any(force, is);
        let fire = DefensiveFire {
            factors: self.garrison.fire,
            neighbour: self.plan.neighbour_fire,
            night: self.resources(force).night,
            close_assault: any(|unit| unit.close_assault),
            attacker_interdicted: any(|unit| unit.marks.interdicted),
            weather: self.plan.weather,
            defender_interdicted: self.garrison.marks.interdicted,
            tanks: any(|unit| unit.kind == Arm::Tanks),
        };
        let battle = Battle { force, over_the_top: force.count(), ..Battle::default() };
        let driven_back = |blow| match self.roster.squares(force)[..] {
            [only] => self.driven_back(battle, blow, only),
            _ => Stage::DrivenBack { battle, blow },
        };
        resolve_defensive_fire(&fire, dice).map(|volley| match volley {
            Volley::None => self.ready(battle),
            Volley::Retreat => driven_back(Blow::Retreat),
            Volley::Disrupt => driven_back(Blow::Disrupt),
            _ => self.losing(battle, volley.steps()),
        })
    }

    /// The next step to be lost; where there is no choice it is lost at once.
    fn losing(&self, mut battle: Battle, mut steps: u8) -> Stage {
        while steps > 0 && !battle.force.is_empty() {
            match self.roster.may_lose(battle.force)[..] {
                [only] => battle = self.roster.less_a_step(battle, only),
                _ => return Stage::Losing { battle, steps },
            }
            steps -= 1;
        }
        if battle.force.is_empty() {
            return Stage::Over(fought(Ending::AttackerEliminated, &battle, 0));
        }
        self.ready(battle)
    }

    /// The units of one square go back under fire; by D those who live through it are disrupted (10.0:disrupt).
    fn driven_back(&self, battle: Battle, blow: Blow, from: Direction) -> Stage {
        let way_back = self.plan.attacker_retreat;
        let (mut battle, survivors) = self.roster.driven_back(battle, from, Fate::Retreats(0), way_back);
        if blow == Blow::Disrupt {
            battle.disrupted += survivors;
        }
        if !battle.force.is_empty() {
            return self.ready(battle);
        }
        let ending = if survivors > 0 { Ending::Holds } else { Ending::AttackerEliminated };
        Stage::Over(fought(ending, &battle, 0))
    }

    fn ready(&self, battle: Battle) -> Stage {
        if self.resources(battle.force).smoke { Stage::Wind(battle) } else { Stage::Assault { battle, smoke: false } }
    }

    fn assault(&self, battle: Battle, smoke: bool, dice: &mut dyn Dice) -> Resolved<Stage> {
        let force = battle.force;
        let terms = Terms {
            attack: self.roster.attack(force, |_| true),
            defence: self.garrison.defence,
            suppressed_defence: self.garrison.suppressed_defence,
            obstacle: self.obstacle,
            command: Some(self.support(force)),
            resources: AppliedResources { smoke, ..self.resources(force) },
            flanking: self.roster.flanking(force),
            close_assault: self.roster.present(force).filter(|(unit, _)| unit.close_assault).count() as u8,
            defender: self.garrison.marks,
            attacker_marked: self.roster.any(force, |unit| unit.marks.interdicted || unit.marks.suppressed),
            attacker_unsupplied: self.roster.any(force, |unit| unit.nerve.unsupplied),
            weather: self.plan.weather,
            after_breakthrough: self.plan.occasion == Occasion::Breakthrough,
        };
        priced(resolve_assault(&terms, "assault", ATTACKER, dice).map(|verdict| self.resolved(battle, verdict)))
    }

    /// R20, R21: what an assault's verdict leads to.
    fn resolved(&self, battle: Battle, verdict: Verdict) -> Stage {
        let (lost, attackers_left) = self.roster.all_lose(battle.force, verdict.attacker(), self.plan.attacker_retreat);
        let garrison = [&self.garrison.fit[..], &self.garrison.disrupted[..]].concat();
        let (defender_lost, defenders_left) = self.defenders_lose(&garrison, verdict.defender());
        let ending = match verdict {
            // Nobody is fit to counterattack.
            Verdict::Counterattack if self.garrison.fit.is_empty() => Ending::Engaged,
            Verdict::Counterattack => {
                return match self.roster.squares(battle.force)[..] {
                    [on] => Stage::Counterattack { battle, on },
                    _ => Stage::Counter(battle),
                };
            }
            Verdict::Engaged => Ending::Engaged,
            Verdict::Breakthrough => Ending::Breakthrough,
            _ if !attackers_left => Ending::AttackerEliminated,
            _ if !defenders_left => Ending::DefenderEliminated,
            _ if verdict.attacker() == Fate::Stands => Ending::DefenderRetreats,
            _ => Ending::ThrownBack,
        };
        Stage::Over(fought(ending, &Battle { lost: battle.lost + lost, ..battle }, defender_lost))
    }

    fn defenders_lose(&self, units: &[u8], fate: Fate) -> (u8, bool) {
        let lose = |&steps: &u8| fate.steps_lost(steps, self.plan.defender_retreat);
        (units.iter().map(lose).sum(), units.iter().any(|steps| lose(steps) < *steps))
    }

    /// R21: the defenders assault one attacking square, without commitment, fire, command or resources.
    fn counterattack(&self, battle: Battle, on: Direction, dice: &mut dyn Dice) -> Resolved<Stage> {
        let force = battle.force;
        let here = |unit: &super::order_of_battle::Unit| unit.from == on;
        let any = |is: fn(&super::order_of_battle::Unit) -> bool| self.roster.any(force, |unit| here(unit) && is(unit));
        let terms = Terms {
            attack: self.garrison.counterattack,
            defence: self.roster.defence(force, |unit| here(unit) && !unit.marks.suppressed),
            suppressed_defence: self.roster.defence(force, |unit| here(unit) && unit.marks.suppressed),
            obstacle: self.counter_obstacles[usize::from(any(|unit| unit.kind == Arm::Infantry))],
            command: None,
            resources: AppliedResources::default(),
            flanking: 0,
            close_assault: 0,
            defender: Marks {
                interdicted: any(|unit| unit.marks.interdicted),
                suppressed: any(|unit| unit.marks.suppressed),
                disrupted: false,
            },
            attacker_marked: self.garrison.counter_marked,
            attacker_unsupplied: self.garrison.counter_unsupplied,
            weather: self.plan.weather,
            after_breakthrough: false,
        };
        let verdict = resolve_assault(&terms, "counterattack", DEFENDER, dice);
        priced(verdict.map(|verdict| Stage::Over(self.countered(battle, on, verdict))))
    }

    /// R21: what a counterattack leads to; a second C is ENG, and disrupted defenders stay where they are.
    fn countered(&self, battle: Battle, on: Direction, verdict: Verdict) -> Fought {
        let way_back = self.plan.attacker_retreat;
        let (left, survivors) = self.roster.driven_back(battle, on, verdict.defender(), way_back);
        let (defender_lost, defenders_left) = self.defenders_lose(&self.garrison.fit, verdict.attacker());
        let ending = match (verdict.attacker(), verdict.defender()) {
            (Fate::Stands, Fate::Stands) => return fought(Ending::Engaged, &battle, 0),
            (Fate::Stands, _) if left.force.is_empty() && survivors == 0 => Ending::AttackerEliminated,
            (Fate::Stands, _) => Ending::ThrownBack,
            _ if !self.garrison.disrupted.is_empty() => Ending::Holds,
            _ if defenders_left => Ending::DefenderRetreats,
            _ => Ending::DefenderEliminated,
        };
        fought(ending, &left, defender_lost)
    }

    fn each_square(&self, force: Force, next: impl Fn(Direction) -> Stage) -> Vec<(Phrase, Stage)> {
        let option = |from: Direction| (Phrase::of("the one to the {}").word(from.name()), next(from));
        self.roster.squares(force).into_iter().map(option).collect()
    }
}

fn fought(ending: Ending, battle: &Battle, defender_lost: u8) -> Fought {
    let &Battle { over_the_top, lost, disrupted, .. } = battle;
    Fought { ending, attacker_lost: lost, defender_lost, over_the_top, attackers_disrupted: disrupted }
}

fn decide(rule: Rule, seat: Seat, question: &'static str, options: Vec<(Phrase, Stage)>) -> Turn<Stage, Fought> {
    Turn::Decide(Decision { seat, question, rule, options })
}

/// Adds to an assault's result what it has cost, once it is over.
fn priced(mut resolved: Resolved<Stage>) -> Resolved<Stage> {
    if let Stage::Over(fought) = &resolved.outcome {
        resolved.because.result = Phrase::of("{}; steps lost in all: attacker {}, defender {}")
            .word(fought.ending.name())
            .number(fought.attacker_lost)
            .number(fought.defender_lost);
    }
    resolved
}

impl Chain for AssaultChain {
    type Stage = Stage;
    type Outcome = Fought;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Fought> {
        match *stage {
            Stage::OneCountry(force) => {
                let stay = |nation| Stage::Fire(self.roster.of_country(force, nation));
                let options = vec![
                    (Phrase::of("the British stay"), stay(Nation::British)),
                    (Phrase::of("the French stay"), stay(Nation::French)),
                ];
                decide(Rule("11.3:none"), ALLIED, CHOICE, options)
            }
            Stage::DrivenBack { battle, blow } => {
                let options = self.each_square(battle.force, |from| self.driven_back(battle, blow, from));
                decide(Rule("R18"), DEFENDER, DRIVEN_BACK, options)
            }
            Stage::Losing { battle, steps } => {
                let option = |unit: usize| {
                    let label = Phrase::of("a {} loses a step").word(self.roster.0[unit].label());
                    (label, self.losing(self.roster.less_a_step(battle, unit), steps - 1))
                };
                let options = self.roster.may_lose(battle.force).into_iter().map(option).collect();
                decide(Rule("R18"), ATTACKER, LOSES, options)
            }
            Stage::Counter(battle) => {
                let options = self.each_square(battle.force, |on| Stage::Counterattack { battle, on });
                decide(Rule("R21"), DEFENDER, COUNTERS, options)
            }
            Stage::Over(fought) => Turn::Done(fought),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Commit { unit, force } => self.commit(unit, force, dice),
            Stage::Coordinate(force) => self.coordinate(force, dice),
            Stage::Advance(force) => resolve_advance(dice).map(|_| Stage::Fire(force)),
            Stage::Fire(force) => self.fire(force, dice),
            Stage::Wind(battle) => resolve_wind(ATTACKER, dice).map(|smoke| Stage::Assault { battle, smoke }),
            Stage::Assault { battle, smoke } => self.assault(battle, smoke, dice),
            Stage::Counterattack { battle, on } => self.counterattack(battle, on, dice),
            _ => unreachable!("nothing is rolled here"),
        }
    }

    fn choose(&self, stage: &Stage, _: &Decision<Stage>) -> Pick {
        let roster = &self.roster;
        Pick::Option(match *stage {
            Stage::OneCountry(force) => {
                let strength = |nation| roster.attack(force, |unit| unit.nation == nation);
                usize::from(match self.plan.keeps {
                    Keeps::Stronger => strength(Nation::French) > strength(Nation::British),
                    Keeps::British => false,
                    Keeps::French => true,
                })
            }
            Stage::DrivenBack { battle: Battle { force, .. }, .. } => {
                roster.picked(force, self.plan.fires_at, |from| roster.attack(force, |unit| unit.from == from))
            }
            Stage::Counter(Battle { force, .. }) => {
                roster.picked(force, self.plan.counters, |from| roster.defence(force, |unit| unit.from == from))
            }
            Stage::Losing { battle, .. } => roster.loser(battle.force, self.plan.losses),
            _ => unreachable!("nothing is decided here"),
        })
    }
}
