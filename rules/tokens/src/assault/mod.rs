//! R12: an assault from the last inch before contact to the pursuit.

mod charge;
mod melee;

pub use charge::{Blows, Charge, Ended, Stage, Verdict};
pub use melee::Contact;

use crate::fall_back::WayBack;
use crate::reaction::check_reaction;
use crate::seats::{ASSAULTER, TARGET};
use crate::units::{Ground, Kind, Quality, Unit};
use kernel::prelude::*;

/// A unit one inch short of contact with its target.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Assault {
    /// What attacks; guns and machine guns have no assault move.
    #[field(rule = "R12")]
    pub attacker: Attacker,
    /// How good the attacker is.
    #[field(rule = "R12")]
    pub attacker_quality: Quality,
    /// Bases the attacker has left.
    #[field(rule = "R9", min = 1, max = 3, default = 3)]
    pub attacker_bases: u8,
    /// Morale markers on the attacker.
    #[field(rule = "R12", max = 6)]
    pub attacker_markers: u8,
    /// The attacker completed another move earlier this turn.
    #[field(rule = "R6")]
    pub attacker_moved: bool,
    /// Inches of its assault move that the attacker has left at contact, to catch a target that moves away.
    #[field(rule = "Common:interruption", max = 15, default = 2)]
    pub inches_left: u8,
    /// What lies behind the attacker, should it have to fall back.
    #[field(rule = "R11")]
    pub attacker_way_back: WayBack,
    /// What is attacked.
    #[field(rule = "R12", default = Kind::MachineGuns)]
    pub target: Kind,
    /// How good the target is.
    #[field(rule = "R12")]
    pub target_quality: Quality,
    /// Bases the target has left; a company of machine guns has 2 at most, so 3 is 2.
    #[field(rule = "R9", min = 1, max = 3, default = 3)]
    pub target_bases: u8,
    /// Morale markers on the target.
    #[field(rule = "R12", max = 6)]
    pub target_markers: u8,
    /// The target is a battery whose guns are limbered: it neither fires nor rolls dice in the fight.
    #[field(rule = "R16")]
    pub target_limbered: bool,
    /// Command tokens that already lie on the target; they make its reaction harder.
    #[field(rule = "Activating:command-token", max = 3)]
    pub target_tokens: u8,
    /// What lies behind the target, should it have to fall back.
    #[field(rule = "R11")]
    pub target_way_back: WayBack,
    /// Where half or more of the target's bases stand.
    #[field(rule = "R13")]
    pub ground: Ground,
    /// The attack goes over wire.
    #[field(rule = "R12")]
    pub wire: bool,
    /// From where the attacker comes; a target whose flank or rear is touched fires only if it is mounted cavalry.
    #[field(rule = "R15")]
    pub contact: Contact,
    /// What the target tries before contact.
    #[field(rule = "R5")]
    pub reaction: Answering,
    /// Does mounted cavalry that wins pursue?
    #[field(rule = "R12")]
    pub pursuit: Pursuit,
}

/// What can make an assault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Attacker {
    /// An infantry battalion.
    Infantry,
    /// A cavalry regiment on horseback.
    #[default]
    MountedCavalry,
    /// A cavalry regiment on foot.
    DismountedCavalry,
}

/// What the target of an assault tries before contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Answering {
    /// Nothing; it keeps its token.
    #[default]
    None,
    /// It fires.
    Fire,
    /// It moves 4 inches straight away from the attacker.
    MoveAway,
}

/// What mounted cavalry does that has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Choice)]
pub enum Pursuit {
    /// It stays where it is.
    #[default]
    Stays,
    /// It goes on for 4 inches.
    Pursues,
}

/// An assault and all that follows from it; the odds of the target's other reactions stand beside its own.
pub fn procedure() -> impl Procedure<Situation = Assault, Outcome = Ended> {
    let card = Card {
        name: "assault",
        title: "Assault",
        rule: Rule("R12"),
        about: "Who wins an assault, after the target's reaction, and what does it cost?",
        seat: ASSAULTER,
    };
    Chained::new(card, |assault: &Assault| (Charge::of(assault), Stage::BeforeContact))
        .checked(Assault::check)
        .under(Assault::policies)
        .beside(|assault| {
            let others = Answering::ALL.iter().filter(|&&reaction| reaction != assault.reaction);
            let others = others.map(|&reaction| Assault { reaction, ..assault.clone() });
            let possible = others.filter(|other| other.check().is_ok());
            possible.map(|other| (format!("reaction={}", other.reaction), other)).collect()
        })
}

impl Assault {
    fn attacker(&self) -> Unit {
        let kind = match self.attacker {
            Attacker::Infantry => Kind::Infantry,
            Attacker::MountedCavalry => Kind::MountedCavalry,
            Attacker::DismountedCavalry => Kind::DismountedCavalry,
        };
        Unit::of(kind, self.attacker_quality, self.attacker_bases, self.attacker_markers)
    }

    fn target(&self) -> Unit {
        Unit::of(self.target, self.target_quality, self.target_bases, self.target_markers)
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.target_limbered && !self.target.is_artillery() {
            let kind = self.target.plural();
            return Err(Refusal::field("target-limbered", format!("{kind} have no guns to limber (R16)")));
        }
        let refused = |sentence: &str| Err(Refusal::field("reaction", sentence));
        if self.reaction == Answering::None {
            return Ok(());
        }
        if self.reaction == Answering::Fire && self.target == Kind::HeavyGuns {
            return refused("heavy guns fire indirectly only, so they cannot fire at a unit before their muzzles (R8)");
        }
        if self.reaction == Answering::Fire && self.target_limbered {
            return refused("limbered guns cannot fire (R16)");
        }
        let all_round = self.target == Kind::MountedCavalry;
        if self.reaction == Answering::Fire && self.contact == Contact::FlankOrRear && !all_round {
            return refused(
                "an attacker from flank or rear is outside the arc of fire; only mounted cavalry fires all round (R15)",
            );
        }
        check_reaction(self.target_tokens, self.target_markers)
            .map_err(|refusal| Refusal::field("target-tokens", refusal.sentence))
    }

    fn policies(&self) -> Vec<Policy> {
        let policy = |seat, decision, rule, policy: &str| Policy { seat, decision, rule, policy: policy.to_owned() };
        vec![
            policy(TARGET, "reaction before contact", Rule("R5"), self.reaction.name()),
            policy(ASSAULTER, "pursuit of mounted cavalry that wins", Rule("R12"), self.pursuit.name()),
        ]
    }
}

#[cfg(test)]
mod tests;
