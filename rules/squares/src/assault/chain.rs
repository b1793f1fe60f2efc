//! An assault step by step.

use super::dice::{assaulter_dice, target_dice};
use super::{Assault, TargetAnswer};
use crate::charts;
use crate::hits::{Body, Placement, Toll};
use crate::retire::retire_hits;
use crate::saves::Shelter;
use crate::seats::{ASSAULTER, TARGET};
use kernel::prelude::*;

kernel::outcomes! {
    /// How an assault ends, from the worst for the assaulter to the best.
    pub enum Ending {
        /// The target inflicted as many casualties or more.
        Held = "the target holds",
        /// The assaulter won, but the target had nowhere to go and is still there.
        Stuck = "the assaulter wins, the target cannot withdraw",
        /// The target retired before the assault.
        Retired = "the target retires, the square is taken",
        /// The target withdrew or was destroyed.
        Taken = "the square is taken",
    }
}

/// An assault as a chain: the sides, their dice, and what the target answers.
pub struct AssaultChain {
    pub(super) assaulter: Side,
    pub(super) target: Side,
    retire_hits: Tally,
    answer: TargetAnswer,
    cut_off: bool,
}

/// One side of an assault.
pub(super) struct Side {
    pub(super) seat: Seat,
    pub(super) body: Body,
    /// The dice that are thrown against it.
    pub(super) against: Tally,
    thrower: Seat,
}

/// Where one side stands; the two meet only in the casualties that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum SideStage {
    /// The dice against it are to be thrown.
    Fight,
    /// Its hits are being saved.
    Hit(Toll),
}

/// Where an assault stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The target stands or retires.
    Answer,
    /// The target retires under hits.
    Retiring(Toll),
    /// The assaulter's dice are to be thrown.
    Assault,
    /// The target's dice are to be thrown.
    Defence(Toll),
    /// The hits of the fight are being saved; when all are, the casualties are compared.
    Saves {
        /// On the target.
        target: Toll,
        /// On the assaulter.
        assaulter: Toll,
    },
    /// The fight is decided and the loser saves what came after.
    After {
        /// The assaulter inflicted more casualties.
        won: bool,
        /// On the target.
        target: Toll,
        /// On the assaulter.
        assaulter: Toll,
    },
}

/// How an assault ended and at what price.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Price {
    /// How.
    pub ending: Ending,
    /// The target's losses.
    pub target: Toll,
    /// The assaulter's losses.
    pub assaulter: Toll,
}

impl AssaultChain {
    /// The chain of a situation.
    pub fn of(assault: &Assault) -> AssaultChain {
        let (target_places, assaulter_places) = (assault.target_places, assault.assaulter_places);
        let on_target = Placement {
            owner: TARGET,
            first: 2,
            owner_places: target_places.own(),
            other_places: assaulter_places.other(),
        };
        let on_assaulter = Placement {
            owner: ASSAULTER,
            first: 2,
            owner_places: assaulter_places.own(),
            other_places: target_places.other(),
        };
        let shelter = Shelter::Assaulted(assault.ground, assault.defences);
        let target = Body::of(&assault.target, shelter, on_target);
        let assaulter =
            Body::with_additional(&assault.main_square(), &assault.additional, Shelter::Assaulting, on_assaulter);
        AssaultChain {
            target: Side { seat: TARGET, body: target, against: assaulter_dice(assault), thrower: ASSAULTER },
            assaulter: Side { seat: ASSAULTER, body: assaulter, against: target_dice(assault), thrower: TARGET },
            retire_hits: retire_hits(&assault.target, assault.ground),
            answer: assault.answer,
            cut_off: assault.cut_off,
        }
    }

    /// 26:casualties: the assaulter wins when it inflicts more failed saves than it suffers.
    pub(super) fn is_won(on_target: u8, on_assaulter: u8) -> bool {
        on_target > on_assaulter
    }

    /// What a beaten target suffers on top: its guns are removed (26:guns-removed), and further hits are placed.
    pub(super) fn beaten(&self, target: &Toll) -> Toll {
        let body = &self.target.body;
        body.canonical(&body.place(self.further_hits(true).total() as u16, &body.without_guns(target)))
    }

    /// What a beaten assaulter suffers on top.
    pub(super) fn repulsed(&self, assaulter: &Toll) -> Toll {
        let body = &self.assaulter.body;
        body.canonical(&body.place(self.further_hits(false).total() as u16, assaulter))
    }

    /// The hits on the loser of the fight.
    fn further_hits(&self, won: bool) -> Tally {
        further_hits(won, self.cut_off)
    }

    /// Compares the casualties and places the further hits.
    fn verdict(&self, target: &Toll, assaulter: &Toll) -> Resolved<Stage> {
        let guns = self.target.body.guns_left(target);
        verdict(target.casualties(), assaulter.casualties(), guns, self.cut_off).map(|won| {
            let (target, assaulter) =
                if won { (self.beaten(target), *assaulter) } else { (*target, self.repulsed(assaulter)) };
            Stage::After { won, target, assaulter }
        })
    }

    /// How an assault that was fought out ends.
    pub(super) fn ending(&self, won: bool, target: &Toll) -> Ending {
        let destroyed = || usize::from(self.target.body.losses(target).units) == self.target.body.len();
        match won {
            false => Ending::Held,
            true if self.cut_off && !destroyed() => Ending::Stuck,
            true => Ending::Taken,
        }
    }

    pub(super) fn retiring(&self) -> Toll {
        let body = &self.target.body;
        body.canonical(&body.place(self.retire_hits.total() as u16, &Toll::default()))
    }
}

impl Side {
    /// Saves of the next unit that has hits on it.
    fn save(&self, toll: &Toll, dice: &mut dyn Dice) -> Resolved<Toll> {
        self.body.save(toll, dice).map(|toll| self.body.canonical(&toll))
    }

    /// Throws the dice against this side and places the hits.
    pub(super) fn fight(&self, dice: &mut dyn Dice) -> Resolved<Toll> {
        let Resolved { outcome: hits, because } = fight(&self.against, self.thrower, self.seat, dice);
        let placed = self.body.canonical(&self.body.place(hits, &Toll::default()));
        if !dice.tells() {
            return Resolved::untold(placed);
        }
        Resolved { outcome: placed, because: because.tally(self.body.placing(hits, &Toll::default(), &placed)) }
    }
}

/// 26:hit One side throws its dice at the other: how many hits they are, before anybody places them.
pub fn fight(against: &Tally, thrower: Seat, on: Seat, dice: &mut dyn Dice) -> Resolved<u16> {
    let roll = dice.hits(against.total() as u16, 5, Why::high("assault", thrower));
    let hits = roll.reading as u16;
    if !dice.tells() {
        return Resolved::untold(hits);
    }
    Explanation::of(Rule("26:hit"), "assault")
        .tally(against.clone())
        .throw(roll)
        .gives(hits, Phrase::of("{} {hit|hits} on the {}; each 5 or 6 is one").number(hits).word(on.0))
}

/// The hits on the loser of the fight.
pub fn further_hits(won: bool, cut_off: bool) -> Tally {
    if won {
        Tally::base("further hits", Rule("26:target-hits"), "on the target", 3).plus(
            Rule("26:cannot-withdraw"),
            "it cannot withdraw",
            if cut_off { 3 } else { 0 },
        )
    } else {
        Tally::base("further hits", Rule("26:assaulter-hits"), "on the assaulter", 3)
    }
}

/// 26:assaulter-wins, 26:target-holds: compares the casualties. Has the assaulter won?
pub fn verdict(on_target: u8, on_assaulter: u8, guns: u16, cut_off: bool) -> Resolved<bool> {
    let won = AssaultChain::is_won(on_target, on_assaulter);
    let inflicted = Tally::base("casualties", Rule("26:casualties"), "inflicted by the assaulter", on_target.into())
        .plus(Rule("26:casualties"), "inflicted by the target", -i32::from(on_assaulter));
    let (rule, row, text) = if won {
        (
            Rule("26:assaulter-wins"),
            "the assaulter inflicts more",
            "the assaulter wins: {} further {hit|hits} on the target, and its guns are removed",
        )
    } else {
        (
            Rule("26:target-holds"),
            "the target inflicts the same or more",
            "the target holds: {} further {hit|hits} on the assaulter",
        )
    };
    let hits = further_hits(won, cut_off);
    let number = hits.total();
    let guns = if won { guns } else { 0 };
    Explanation::of(rule, "outcome")
        .tally(inflicted)
        .tally(hits)
        .tally(Tally::of("guns removed").each(guns, Rule("26:guns-removed"), "guns of the target", 1))
        .cell(charts::ASSAULT_OUTCOMES.cell(row, "further hits"))
        .gives(won, Phrase::of(text).number(number))
}

impl Chain for Side {
    type Stage = SideStage;
    type Outcome = Toll;

    fn turn(&self, stage: &SideStage) -> Turn<SideStage, Toll> {
        match stage {
            SideStage::Hit(toll) if toll.is_settled() => Turn::Done(*toll),
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &SideStage, dice: &mut dyn Dice) -> Resolved<SideStage> {
        match stage {
            SideStage::Fight => self.fight(dice),
            SideStage::Hit(toll) => self.save(toll, dice),
        }
        .map(SideStage::Hit)
    }
}

impl Chain for AssaultChain {
    type Stage = Stage;
    type Outcome = Price;

    fn turn(&self, stage: &Stage) -> Turn<Stage, Price> {
        match *stage {
            Stage::Answer => {
                let stand = (Phrase::of("stand"), Stage::Assault);
                let retire = (
                    Phrase::of("retire under {} {hit|hits}").number(self.retire_hits.total()),
                    Stage::Retiring(self.retiring()),
                );
                let options = if self.cut_off { vec![stand] } else { vec![stand, retire] };
                Turn::Decide(Decision { seat: TARGET, question: "stand or retire", rule: Rule("26:retire"), options })
            }
            Stage::Retiring(target) if target.is_settled() => {
                Turn::Done(Price { ending: Ending::Retired, target, assaulter: Toll::default() })
            }
            Stage::After { won, target, assaulter } if target.is_settled() && assaulter.is_settled() => {
                Turn::Done(Price { ending: self.ending(won, &target), target, assaulter })
            }
            _ => Turn::Roll,
        }
    }

    fn step(&self, stage: &Stage, dice: &mut dyn Dice) -> Resolved<Stage> {
        match *stage {
            Stage::Answer | Stage::Assault => self.target.fight(dice).map(Stage::Defence),
            Stage::Retiring(target) => self.target.save(&target, dice).map(Stage::Retiring),
            Stage::Defence(target) => self.assaulter.fight(dice).map(|assaulter| Stage::Saves { target, assaulter }),
            Stage::Saves { target, assaulter } if !target.is_settled() => {
                self.target.save(&target, dice).map(|target| Stage::Saves { target, assaulter })
            }
            Stage::Saves { target, assaulter } if assaulter.is_settled() => self.verdict(&target, &assaulter),
            Stage::Saves { target, assaulter } => {
                self.assaulter.save(&assaulter, dice).map(|assaulter| Stage::Saves { target, assaulter })
            }
            Stage::After { won, target, assaulter } if !target.is_settled() => {
                self.target.save(&target, dice).map(|target| Stage::After { won, target, assaulter })
            }
            Stage::After { won, target, assaulter } => {
                self.assaulter.save(&assaulter, dice).map(|assaulter| Stage::After { won, target, assaulter })
            }
        }
    }

    fn choose(&self, _: &Stage, decision: &Decision<Stage>) -> Pick {
        match self.answer {
            TargetAnswer::Stand => Pick::Option(0),
            TargetAnswer::Retire => Pick::Option(decision.options.len() - 1),
        }
    }
}
