//! The stages of an assault, roll by roll.

use super::force::{Battle, Force, Roster};
use super::order_of_battle::{Arm, Direction, Garrison, Unit, units};
use super::plan::{AssaultPlan, Coordination, Occasion, OnCounter};
use super::{Ending, Fought};
use crate::assault::{AppliedResources, Obstacle, Terms, resolve_assault, resolve_wind};
use crate::commitment::{Nerve, resolve_commitment};
use crate::coordination::{CHOICE, Keeps, Together, resolve_advance, resolve_coordination};
use crate::defensive_fire::{DefensiveFire, Volley, resolve_defensive_fire};
use crate::headquarters::{Support, command_support};
use crate::results::{Fate, Verdict, WayBack};
use crate::seats::{ALLIED, ATTACKER, DEFENDER};
use crate::tanks::{Breakdown, MovingTanks, resolve_breakdown};
use crate::units::Nation;
use kernel::prelude::*;

/// A planned assault with all that does not change while it is fought.
pub struct AssaultChain {
    plan: AssaultPlan,
    roster: Roster,
    garrison: Garrison,
    /// Who stands in the square of each direction and takes no part.
    bystanders: Vec<Garrison>,
    obstacle: Obstacle,
    /// Before the attackers' squares, without and with infantry in them.
    counter_obstacles: [Obstacle; 2],
}

/// Where an assault stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// 7.8: a tank company rolls for breakdown before anybody goes.
    Breakdown {
        /// The company.
        unit: u8,
        /// Those who have broken down already.
        force: Force,
    },
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
    /// R18: the defender names the attacking square that he fires at.
    Aim(Force),
    /// 10.0: the defenders fire at one attacking square.
    Fire {
        /// The attackers.
        force: Force,
        /// The square that is fired at.
        at: Direction,
    },
    /// R18: the attacker chooses who loses a step.
    Losing {
        /// The attackers.
        battle: Battle,
        /// The square that was fired at.
        at: Direction,
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
    /// R36: the defender counterattacks a square, or gives way.
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
/// The defender's decision about his fire.
pub(super) const AIMS: &str = "which attacking square is fired at";
/// The defender's decision about a counterattack.
pub(super) const COUNTERS: &str = "which attacking square is counterattacked, if any";

impl AssaultChain {
    /// The chain of a plan that was checked.
    pub fn of(plan: &AssaultPlan) -> AssaultChain {
        let garrison = if plan.outpost { Garrison::outpost() } else { Garrison::of(&plan.defenders) };
        let obstacle = Obstacle::of(&plan.ground, garrison.infantry);
        let counter = |infantry| Obstacle::of(&plan.counter_ground, infantry).across_the_same_river(obstacle);
        let standing = |&from: &Direction| {
            let there = plan.bystanders.iter().filter(|bystander| bystander.from == from);
            Garrison::of(&there.map(|one| one.defends(&plan.attackers)).collect::<Vec<_>>())
        };
        AssaultChain {
            plan: plan.clone(),
            bystanders: Direction::ALL.iter().map(standing).collect(),
            roster: Roster(units(&plan.attackers, plan.trained)),
            counter_obstacles: [false, true].map(counter),
            garrison,
            obstacle,
        }
    }

    /// The first stage. Second attacks and breakthroughs roll for neither commitment nor coordination (R21, R22).
    pub fn start(&self) -> Stage {
        match self.plan.occasion {
            Occasion::First => self.breaking_down(0, Force::default()),
            Occasion::SecondAttack | Occasion::Breakthrough => self.aim(self.roster.all_fit()),
        }
    }

    /// R24: the next company that rolls for breakdown; then all roll whether they go.
    fn breaking_down(&self, place: usize, force: Force) -> Stage {
        let next = (place..self.roster.0.len()).find(|&place| self.roster.0[place].to_roll);
        next.map_or_else(|| self.committing(0, force), |unit| Stage::Breakdown { unit: unit as u8, force })
    }

    fn breakdown(&self, unit: u8, force: Force, dice: &mut dyn Dice) -> Resolved<Stage> {
        let place = usize::from(unit);
        resolve_breakdown(&MovingTanks { weather: self.plan.weather }, dice).map(|breakdown| {
            let down = breakdown == Breakdown::BreaksDown;
            self.breaking_down(place + 1, if down { force.broken_down(place) } else { force })
        })
    }

    fn commit(&self, unit: u8, force: Force, dice: &mut dyn Dice) -> Resolved<Stage> {
        let place = usize::from(unit);
        let unit = &self.roster.0[place];
        let running = self.roster.running(force, place);
        let nerve = Nerve { with_tank: self.roster.is_with_tank(force, place), ..unit.nerve };
        let mut resolved = resolve_commitment(&nerve, running, dice);
        if !unit.nerve.disrupted {
            let told = Phrase::of("{}: over the top {} of {}").word(unit.label());
            resolved.because.result = told.number(resolved.outcome).number(running);
        }
        let next = place + self.roster.alike(place);
        resolved.map(|go| self.committing(next, self.roster.with(force, place, go)))
    }

    /// The next units that roll for commitment; those who have gone over the top before do not (R35).
    fn committing(&self, place: usize, force: Force) -> Stage {
        match self.roster.0.get(place) {
            Some(unit) if unit.over_the_top && !unit.marks.disrupted => {
                let alike = self.roster.alike(place);
                self.committing(place + alike, self.roster.with(force, place, alike as u16))
            }
            // All of them have broken down.
            Some(_) if self.roster.running(force, place) == 0 => {
                self.committing(place + self.roster.alike(place), force)
            }
            Some(_) => Stage::Commit { unit: place as u8, force },
            None if self.roster.is_combined(force) => self.coordination(force),
            None if force.is_empty() => Stage::Over(fought(Ending::Holds, &Battle::default(), 0)),
            None => self.aim(force),
        }
    }

    /// R22: one roll a phase; who stays by it, where it was made.
    fn coordination(&self, force: Force) -> Stage {
        match self.plan.coordination {
            Coordination::Unrolled => Stage::Coordinate(force),
            Coordination::OneCountry => Stage::OneCountry(force),
            Coordination::OneEach => self.aim(self.roster.strongest_of_each(force, 1)),
            Coordination::TwoEach => self.aim(self.roster.strongest_of_each(force, 2)),
            Coordination::All => self.aim(force),
        }
    }

    /// R18: the square that is fired at; where there is only one, the fire is next.
    fn aim(&self, force: Force) -> Stage {
        match self.roster.squares(force)[..] {
            [at] => Stage::Fire { force, at },
            _ => Stage::Aim(force),
        }
    }

    fn coordinate(&self, force: Force, dice: &mut dyn Dice) -> Resolved<Stage> {
        resolve_coordination(dice).map(|together| match together {
            Together::OneCountry => Stage::OneCountry(force),
            Together::OneEach => Stage::Advance(self.roster.strongest_of_each(force, 1)),
            Together::TwoEach => Stage::Advance(self.roster.strongest_of_each(force, 2)),
            Together::All => self.aim(force),
        })
    }

    /// 8.2: the support of the assault as those who take part have it. R17: the headquarters is of theirs.
    fn support(&self, force: Force) -> Support {
        if !self.roster.any(force, |unit| unit.nation == self.plan.hq) {
            return Support::None;
        }
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

    /// R18: the square that is fired at is 'the attacker' of 10.0.
    fn fire(&self, force: Force, at: Direction, dice: &mut dyn Dice) -> Resolved<Stage> {
        let any = |is: fn(&Unit) -> bool| self.roster.any(force, |unit| unit.from == at && is(unit));
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
        resolve_defensive_fire(&fire, dice).map(|volley| match volley {
            Volley::None => self.ready(battle),
            Volley::Retreat => self.driven_back(battle, false, at),
            Volley::Disrupt => self.driven_back(battle, true, at),
            _ => self.losing(battle, at, volley.steps()),
        })
    }

    /// The next step to be lost; where there is no choice it is lost at once.
    fn losing(&self, mut battle: Battle, at: Direction, mut steps: u8) -> Stage {
        while steps > 0 {
            match self.roster.may_lose(battle.force, at)[..] {
                [] => break,
                [only] => battle = self.roster.less_a_step(battle, only),
                _ => return Stage::Losing { battle, at, steps },
            }
            steps -= 1;
        }
        if battle.force.is_empty() {
            return Stage::Over(fought(Ending::AttackerEliminated, &battle, 0));
        }
        self.ready(battle)
    }

    /// R34: the units of one square go back to where they came from; by D they are disrupted (10.0:disrupt).
    fn driven_back(&self, battle: Battle, disrupted: bool, from: Direction) -> Stage {
        let (mut battle, survivors) = self.roster.driven_back(battle, from, Fate::Retreats(0), WayBack::Open);
        if disrupted {
            battle.disrupted += survivors;
        }
        if !battle.force.is_empty() {
            return self.ready(battle);
        }
        Stage::Over(fought(Ending::Holds, &battle, 0))
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

    /// R20, R21, R34: what an assault's verdict leads to. Attackers retreat to the squares they came from.
    fn resolved(&self, battle: Battle, verdict: Verdict) -> Stage {
        // R36: a C that nobody can answer is DR. R38: a breakthrough within one is DE.
        let verdict = match verdict {
            Verdict::Counterattack if self.garrison.fit.is_empty() => Verdict::DefenderRetreats,
            Verdict::Breakthrough if self.plan.occasion == Occasion::Breakthrough => Verdict::DefenderEliminated,
            verdict => verdict,
        };
        let (lost, attackers_left) = self.roster.all_lose(battle.force, verdict.attacker(), WayBack::Open);
        let (defender_lost, defenders_left) = self.defenders_lose(verdict.defender(), verdict.defender());
        let ending = match verdict {
            // R31: nobody stands in an outpost to be engaged or eliminated.
            Verdict::Engaged if self.plan.outpost => Ending::ThrownBack,
            _ if self.plan.outpost && verdict.attacker() == Fate::Stands && verdict != Verdict::Breakthrough => {
                Ending::DefenderRetreats
            }
            _ if self.plan.outpost && attackers_left && verdict != Verdict::Breakthrough => Ending::ThrownBack,
            Verdict::Counterattack => return Stage::Counter(battle),
            Verdict::Engaged => Ending::Engaged,
            Verdict::Breakthrough => Ending::Breakthrough,
            _ if !attackers_left => Ending::AttackerEliminated,
            _ if !defenders_left => Ending::DefenderEliminated,
            _ if verdict.attacker() == Fate::Stands => Ending::DefenderRetreats,
            _ => Ending::ThrownBack,
        };
        Stage::Over(fought(ending, &Battle { lost: battle.lost + lost, ..battle }, defender_lost))
    }

    /// What the defenders lose, those who can counterattack by one fate and the others by another, and whether any unit is
    /// left.
    fn defenders_lose(&self, fit: Fate, unfit: Fate) -> (u8, bool) {
        let (garrison, way_back) = (&self.garrison, self.plan.defender_retreat);
        let (lost, left) = lose(&garrison.fit, &[], fit, way_back);
        let (others_lost, others_left) = lose(&garrison.unfit, &garrison.broken, unfit, way_back);
        (lost + others_lost, left || others_left)
    }

    /// All who would meet a counterattack on a square.
    fn standing(&self, force: Force, at: Direction) -> Garrison {
        self.roster.standing(force, at).and(&self.bystanders[at as usize])
    }

    /// R21: the defenders assault one attacking square, without commitment, fire, command or resources.
    fn counterattack(&self, battle: Battle, on: Direction, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Garrison { defence, suppressed_defence, marks, infantry, .. } = self.standing(battle.force, on);
        let terms = Terms {
            attack: self.garrison.counterattack,
            defence,
            suppressed_defence,
            obstacle: self.counter_obstacles[usize::from(infantry)],
            command: None,
            resources: AppliedResources::default(),
            flanking: 0,
            close_assault: 0,
            defender: marks,
            attacker_marked: self.garrison.counter_marked,
            attacker_unsupplied: self.garrison.counter_unsupplied,
            weather: self.plan.weather,
            after_breakthrough: false,
        };
        let verdict = resolve_assault(&terms, "counterattack", DEFENDER, dice);
        priced(verdict.map(|verdict| Stage::Over(self.countered(battle, on, verdict))))
    }

    /// R21, R36: what a counterattack leads to; a second C is ENG.
    fn countered(&self, battle: Battle, on: Direction, verdict: Verdict) -> Fought {
        let (way_back, fate) = (self.plan.attacker_retreat, verdict.defender());
        let (mut left, survivors) = self.roster.driven_back(battle, on, fate, way_back);
        let Garrison { unfit, broken, .. } = self.standing(battle.force, on);
        left.lost = battle.lost + lose(&unfit, &broken, fate, way_back).0;
        // R36: one that fails loses the square for all who stood there.
        let others = if verdict.attacker() == Fate::Stands { Fate::Stands } else { Fate::Retreats(0) };
        let (defender_lost, defenders_left) = self.defenders_lose(verdict.attacker(), others);
        let ending = match (verdict.attacker(), verdict.defender()) {
            (Fate::Stands, Fate::Stands) => return fought(Ending::Engaged, &battle, 0),
            (Fate::Stands, _) if left.force.is_empty() && survivors == 0 => Ending::AttackerEliminated,
            (Fate::Stands, _) => Ending::ThrownBack,
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

/// What units lose to a fate, and whether any of them is left; R24: who is broken down cannot go back.
fn lose(units: &[u8], broken: &[u8], fate: Fate, way_back: WayBack) -> (u8, bool) {
    let lost = |&steps: &u8| fate.steps_lost(steps, way_back);
    let captured = |&steps: &u8| if fate == Fate::Stands { 0 } else { steps };
    let left = units.iter().any(|steps| lost(steps) < *steps) || (fate == Fate::Stands && !broken.is_empty());
    (units.iter().map(lost).sum::<u8>() + broken.iter().map(captured).sum::<u8>(), left)
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
                let stay = |nation| self.aim(self.roster.of_country(force, nation));
                let options = vec![
                    (Phrase::of("the British stay"), stay(Nation::British)),
                    (Phrase::of("the French stay"), stay(Nation::French)),
                ];
                decide(Rule("11.3:none"), ALLIED, CHOICE, options)
            }
            Stage::Aim(force) => {
                let options = self.each_square(force, |at| Stage::Fire { force, at });
                decide(Rule("R18"), DEFENDER, AIMS, options)
            }
            Stage::Losing { battle, at, steps } => {
                let option = |unit: usize| {
                    let label = Phrase::of("a {} loses a step").word(self.roster.0[unit].label());
                    (label, self.losing(self.roster.less_a_step(battle, unit), at, steps - 1))
                };
                let options = self.roster.may_lose(battle.force, at).into_iter().map(option).collect();
                decide(Rule("R18"), ATTACKER, LOSES, options)
            }
            Stage::Counter(battle) => {
                let mut options = self.each_square(battle.force, |on| Stage::Counterattack { battle, on });
                let given_up = self.resolved(battle, Verdict::DefenderRetreats);
                options.push((Phrase::of("none: he gives way"), given_up));
                decide(Rule("R36"), DEFENDER, COUNTERS, options)
            }
            Stage::Over(fought) => Turn::Done(fought),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Breakdown { unit, force } => self.breakdown(unit, force, dice),
            Stage::Commit { unit, force } => self.commit(unit, force, dice),
            Stage::Coordinate(force) => self.coordinate(force, dice),
            Stage::Advance(force) => resolve_advance(dice).map(|_| self.aim(force)),
            Stage::Fire { force, at } => self.fire(force, at, dice),
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
            Stage::Aim(force) => {
                roster.picked(force, self.plan.fires_at, |from| roster.attack(force, |unit| unit.from == from))
            }
            Stage::Counter(Battle { force, .. }) if self.plan.answer == OnCounter::GiveWay => {
                roster.squares(force).len()
            }
            Stage::Counter(Battle { force, .. }) => {
                roster.picked(force, self.plan.counters, |from| self.standing(force, from).strength())
            }
            Stage::Losing { battle, at, .. } => roster.loser(battle.force, at, self.plan.losses),
            _ => unreachable!("nothing is decided here"),
        })
    }
}
