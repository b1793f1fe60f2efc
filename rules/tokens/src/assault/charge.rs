//! The course of an assault as a chain: reaction, fire, both sides' hits, casualty rolls, the end, pursuit.

use super::melee::{self, Melee};
use super::{Answering, Assault, Pursuit};
use crate::casualties::{Casualties, CasualtyRolls};
use crate::fall_back::WayBack;
use crate::fire::{Mark, Shot, Stage as ShotStage};
use crate::nerve::{Blow, Stand, Struck};
use crate::reaction::{REACTION_MOVE, Reacted, Reaction, Reply, resolve_reaction};
use crate::seats::{ASSAULTER, TARGET};
use crate::to_hit::ToHit;
use crate::units::{Ground, Kind, Unit};
use crate::volley::{Mode, Volley};
use kernel::prelude::*;
use std::fmt;

/// An assault with all that its rolls depend on.
pub struct Charge {
    melee: Melee,
    attacker: Side,
    target: Side,
    /// The attacker's dice while no marker lies on it, and with a marker.
    attackers: [ToHit; 2],
    targets: ToHit,
    shot: Shot,
    reaction: Answering,
    tokens: u8,
    inches_left: u8,
    pursuit: Pursuit,
    /// R16 The target's guns are limbered, so it rolls no dice.
    limbered: bool,
}

/// One side of an assault.
#[derive(Clone, Copy, Debug)]
struct Side {
    unit: Unit,
    way_back: WayBack,
}

/// Where an assault stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The target decides whether to react.
    BeforeContact,
    /// The target rolls for its reaction.
    Reacting(Reply),
    /// The target fires, or its hits need their casualty rolls.
    Fire(ShotStage),
    /// The two fight.
    Contact(Blows),
    /// Mounted cavalry has won.
    Won(Ended),
    /// It is over.
    Over(Ended),
}

/// How far the fight has come: what is not yet rolled is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Blows {
    /// Markers on the attacker, with those of fire before contact.
    attacker_markers: u8,
    by_attacker: Option<u8>,
    by_target: Option<u8>,
    /// A casualty roll against the target succeeded.
    target_suffers: Option<bool>,
    /// A casualty roll against the attacker succeeded.
    attacker_suffers: Option<bool>,
}

kernel::outcomes! {
    /// How an assault ends, from the worst for the attacker to the best.
    pub enum Verdict {
        /// The attacker has no base left, or left the table.
        AttackerDestroyed = "the attacker is destroyed",
        /// The attacker lost a base to fire before contact, and went no further.
        DrivenOff = "driven off before contact",
        /// The attacker lost the fight, and a base.
        BeatenWithLoss = "beaten back, with bases lost",
        /// The attacker lost the fight.
        Beaten = "beaten back",
        /// The target moved out of reach.
        TargetGetsAway = "the target gets away",
        /// The attacker won, but its own nerve gave way.
        WonButBroken = "wins, but its own nerve breaks",
        /// The target falls back.
        Won = "wins",
        /// The target loses a base and falls back.
        WonWithLoss = "wins, and the target loses bases",
        /// The target is no more.
        TargetDestroyed = "wins, and the target is destroyed",
    }
}

/// The end of an assault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Ended {
    /// How it ended.
    pub verdict: Verdict,
    /// What the fight did to the attacker, fire before contact not counted.
    pub attacker: Struck,
    /// What it did to the target.
    pub target: Struck,
}

impl Ended {
    /// R12 More hits wins, and a tie is the target's.
    pub(crate) fn attacker_wins(&self) -> bool {
        self.target.hits > self.attacker.hits
    }
}

impl Chain for Charge {
    type Stage = Stage;
    type Outcome = Ended;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Ended> {
        match stage {
            Stage::BeforeContact => Turn::Decide(self.before_contact()),
            Stage::Won(ended) => Turn::Decide(pursuit(*ended)),
            Stage::Over(ended) => Turn::Done(*ended),
            Stage::Reacting(_) | Stage::Fire(_) | Stage::Contact(_) => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Reacting(reply) => self.react(reply, dice),
            Stage::Fire(ShotStage::Aim) => self.shot.aim(dice).map(|shot| self.fired(shot)),
            Stage::Fire(ShotStage::Hit(hits)) => {
                self.shot.strike(hits, dice).map(|struck| self.fired(ShotStage::End(struck)))
            }
            Stage::Contact(blows) => self.fight(blows, dice),
            Stage::BeforeContact | Stage::Fire(ShotStage::End(_)) | Stage::Won(_) | Stage::Over(_) => {
                unreachable!("no dice are thrown here")
            }
        }
    }

    /// The policies of the situation; the options of a decision stand in the order of their choices.
    fn choose(&self, stage: &Stage, _: &Decision<Stage>) -> Pick {
        Pick::Option(match stage {
            Stage::BeforeContact => self.reaction as usize,
            _ => self.pursuit as usize,
        })
    }
}

impl Charge {
    /// The assault, made ready.
    pub(crate) fn of(assault: &Assault) -> Charge {
        let (attacker, target) = (assault.attacker(), assault.target());
        let melee = Melee { contact: assault.contact, ground: assault.ground, wire: assault.wire };
        let attackers = [0, 1].map(|markers| melee.attackers(Unit { markers, ..attacker }, target));
        // From the last inch on the attacker counts as in the open, as it does in the fight itself.
        let mark = Mark {
            unit: attacker,
            ground: Ground::Open,
            smoke: false,
            moved: assault.attacker_moved,
            way_back: assault.attacker_way_back,
        };
        Charge {
            melee,
            attacker: Side { unit: attacker, way_back: assault.attacker_way_back },
            target: Side { unit: target, way_back: assault.target_way_back },
            attackers,
            targets: Melee::targets(target),
            shot: Shot::of(TARGET, last_volley(target), mark),
            reaction: assault.reaction,
            tokens: assault.target_tokens,
            inches_left: assault.inches_left,
            pursuit: assault.pursuit,
            limbered: assault.target_limbered,
        }
    }

    /// The hits to be expected of attacker and target, in thousandths.
    pub(crate) fn expected(&self) -> (i64, i64) {
        let by_attacker = self.attackers[usize::from(self.attacker.unit.markers > 0)].expected();
        (by_attacker, if self.limbered { 0 } else { self.targets.expected() })
    }

    /// The two units touch, and nothing is rolled yet. R16 Limbered guns roll no dice.
    pub(crate) fn contact(&self, attacker_markers: u8) -> Stage {
        let none = self.limbered.then_some(0);
        let blows =
            Blows { attacker_markers, by_target: none, attacker_suffers: none.map(|_| false), ..Blows::default() };
        Stage::Contact(blows)
    }

    /// R5 Before contact the target, and only it, may react.
    fn before_contact(&self) -> Decision<Stage> {
        let options = vec![
            (Phrase::of("no reaction"), self.contact(self.attacker.unit.markers)),
            (Phrase::of("fire"), Stage::Reacting(Reply::Fire)),
            (Phrase::of("move away"), Stage::Reacting(Reply::Move)),
        ];
        Decision { seat: TARGET, question: "reaction before contact", rule: Rule("R5"), options }
    }

    fn react(&self, reply: Reply, dice: &mut dyn Dice) -> Resolved<Stage> {
        let reaction = Reaction { reply, tokens: self.tokens, markers: self.target.unit.markers };
        resolve_reaction(&reaction, dice).map(|reacted| match (reacted, reply) {
            (Reacted::Reacts, Reply::Fire) => Stage::Fire(ShotStage::Aim),
            (Reacted::Reacts, Reply::Move) if self.inches_left < REACTION_MOVE => Stage::Over(self.got_away()),
            _ => self.contact(self.attacker.unit.markers),
        })
    }

    /// R6 The attacker goes on, unless it lost a base.
    fn fired(&self, shot: ShotStage) -> Stage {
        let ShotStage::End(Struck { fate, .. }) = shot else { return Stage::Fire(shot) };
        let verdict = match fate.stand {
            Stand::Holds => return self.contact(fate.markers),
            Stand::Destroyed => Verdict::AttackerDestroyed,
            _ => Verdict::DrivenOff,
        };
        let unfought = self.got_away();
        Stage::Over(Ended { verdict, attacker: Struck { fate, ..unfought.attacker }, ..unfought })
    }

    /// The end without a fight, in which nobody was hurt.
    fn got_away(&self) -> Ended {
        let [attacker, target] = [self.attacker.unit, self.target.unit].map(Struck::unhurt);
        Ended { verdict: Verdict::TargetGetsAway, attacker, target }
    }

    /// R12 Both sides roll, then the casualty rolls of both, then it is settled. One roll a call.
    fn fight(&self, blows: Blows, dice: &mut dyn Dice) -> Resolved<Stage> {
        let Some(by_attacker) = blows.by_attacker else {
            let to_hit = &self.attackers[usize::from(blows.attacker_markers > 0)];
            let explained = Explanation::of(Rule("R12"), "attacker's hits").cell(melee::cell(self.attacker.unit));
            return to_hit.throw(explained, Why::high("hits of the attacker", ASSAULTER), dice).map(|hits| {
                let target_suffers = (hits == 0).then_some(false);
                Stage::Contact(Blows { by_attacker: Some(hits), target_suffers, ..blows })
            });
        };
        let Some(by_target) = blows.by_target else {
            let explained = Explanation::of(Rule("R12"), "target's hits").cell(melee::cell(self.target.unit));
            return self.targets.throw(explained, Why::high("hits of the target", TARGET), dice).map(|hits| {
                let attacker_suffers = (hits == 0).then_some(false);
                Stage::Contact(Blows { by_target: Some(hits), attacker_suffers, ..blows })
            });
        };
        let Some(target_suffers) = blows.target_suffers else {
            let casualties = Casualties { hits: by_attacker, by: self.attacker.unit.kind, ground: self.melee.ground };
            return suffer(casualties, Why::high("casualty rolls on the target", ASSAULTER), dice)
                .map(|further| Stage::Contact(Blows { target_suffers: Some(further), ..blows }));
        };
        let Some(attacker_suffers) = blows.attacker_suffers else {
            // The attacker counts as in the open.
            let casualties = Casualties { hits: by_target, by: self.target.unit.kind, ground: Ground::Open };
            return suffer(casualties, Why::high("casualty rolls on the attacker", TARGET), dice)
                .map(|further| Stage::Contact(Blows { attacker_suffers: Some(further), ..blows }));
        };
        // Ties go to the target, and so does a fight in which nobody is hurt.
        let wins = by_attacker > by_target;
        let on_attacker = Blow { hits: by_target, further: attacker_suffers, beaten: !wins };
        let on_target = Blow { hits: by_attacker, further: target_suffers, beaten: wins };
        self.settle(blows.attacker_markers, on_attacker, on_target)
    }

    /// R12 More hits wins; the loser takes a marker and falls back; nerve is checked once for each side.
    fn settle(&self, attacker_markers: u8, on_attacker: Blow, on_target: Blow) -> Resolved<Stage> {
        let attacker = Unit { markers: attacker_markers, ..self.attacker.unit };
        let (attackers, on_attacker) = on_attacker.strike("attacker's markers", attacker, self.attacker.way_back);
        let (targets, on_target) = on_target.strike("target's markers", self.target.unit, self.target.way_back);
        let wins = on_target.hits > on_attacker.hits;
        let verdict = verdict(wins, on_attacker.fate.stand, on_target.fate.stand);
        let ended = Ended { verdict, attacker: on_attacker, target: on_target };
        let (winner, fate) = if wins { (attacker, on_attacker.fate) } else { (self.target.unit, on_target.fate) };
        let pursues = winner.kind == Kind::MountedCavalry && fate.stand == Stand::Holds;
        let stage = if pursues { Stage::Won(ended) } else { Stage::Over(ended) };
        let rule = if on_attacker.hits == on_target.hits { Rule("Common:ties") } else { Rule("R12") };
        let told = Phrase::of("hits {} to {}: {}").number(on_target.hits).number(on_attacker.hits);
        Explanation::of(rule, "end of the assault")
            .tally(attackers)
            .tally(targets)
            .gives(stage, told.word(verdict.name()))
    }
}

/// What the fight came to for the attacker.
fn verdict(wins: bool, attacker: Stand, target: Stand) -> Verdict {
    match (wins, attacker, target) {
        (_, Stand::Destroyed, _) => Verdict::AttackerDestroyed,
        (false, Stand::LosesABase | Stand::LosesTwoBases, _) => Verdict::BeatenWithLoss,
        (false, ..) => Verdict::Beaten,
        (true, _, Stand::Destroyed) => Verdict::TargetDestroyed,
        (true, Stand::LosesABase | Stand::LosesTwoBases, _) => Verdict::WonButBroken,
        (true, _, Stand::LosesABase | Stand::LosesTwoBases) => Verdict::WonWithLoss,
        (true, ..) => Verdict::Won,
    }
}

fn suffer(casualties: Casualties, why: Why, dice: &mut dyn Dice) -> Resolved<bool> {
    let CasualtyRolls { further, explained } = casualties.roll(why, dice);
    let told = if further { "one further marker" } else { "no further marker" };
    explained.gives(further, Phrase::of(told))
}

/// R12 Winning cavalry may pursue 4 inches.
fn pursuit(ended: Ended) -> Decision<Stage> {
    let seat = if ended.attacker_wins() { ASSAULTER } else { TARGET };
    let options = vec![
        (Phrase::of("stay"), Stage::Over(ended)),
        (Phrase::of("pursue {} inches").number(PURSUIT), Stage::Over(ended)),
    ];
    Decision { seat, question: "pursuit", rule: Rule("R12"), options }
}

/// The fire of a target at an attacker one inch away.
fn last_volley(target: Unit) -> Volley {
    Volley { firer: target, mode: Mode::Fire, range: LAST_INCH, indirect: false }
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.verdict.name())
    }
}

impl Outcome for Ended {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        vec![
            ("hits by the attacker", self.target.hits.into()),
            ("hits by the target", self.attacker.hits.into()),
            ("bases lost by the attacker", self.attacker.fate.bases_lost.into()),
            ("bases lost by the target", self.target.fate.bases_lost.into()),
            ("markers on the attacker", self.attacker.fate.markers.into()),
            ("markers on the target", self.target.fate.markers.into()),
        ]
    }

    fn is_hoped_for(&self) -> bool {
        self.verdict >= Verdict::Won
    }
}

/// R5 Fire before contact is measured with the attacker an inch away.
const LAST_INCH: u8 = 1;
/// R12 Inches of a pursuit.
const PURSUIT: u8 = 4;
