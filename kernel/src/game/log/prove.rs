//! Proving the dice of a log, without any rules.

use super::{LogTrouble, Logged};
use crate::game::{DiceKind, DiceRoot, Numbering, Thrown, Throws, What};

/// What was taken back in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Undone {
    /// How often something was taken back.
    pub times: usize,
    /// How often dice had fallen that whoever took back had seen: to that the others have agreed.
    pub seen: usize,
    /// How often a seat took back alone though dice had fallen that only another seat saw.
    pub unseen: usize,
}

impl Logged {
    /// Checks every die against the keys that its header gives, without any rules: how many dice follow from them, or
    /// `None` where the header gives no key (typed dice, or a secret not yet opened).
    ///
    /// That the secret was committed to before the game a log cannot show; a receipt can ([`crate::game::DiceReceipt`]).
    pub fn prove_dice(&self) -> Result<Option<usize>, LogTrouble> {
        if let DiceKind::Proved { game, commitment, secret: Some(secret), .. } = &self.header.dice
            && DiceRoot::commitment(secret, game) != *commitment
        {
            return Err(LogTrouble::of("the secret is not the one that the commitment is to"));
        }
        let Some(root) = self.header.dice.root() else { return Ok(None) };
        let by = self.header.dice.numbering();
        let mut throws = Throws::<String>::default();
        let mut proved = 0;
        for entry in &self.entries {
            for Thrown { only: stream, faces } in &entry.dice {
                let mut dice = match by {
                    Numbering::Entries => root.dice(entry.number, stream.as_deref()),
                    Numbering::Throws => root.throw(throws.next(stream.as_ref()), stream.as_deref()),
                };
                for (at, (die, face)) in faces.iter().enumerate() {
                    let fell = dice.face(*die);
                    if fell != *face {
                        let sentence = format!("die {} is given as {face}, but its key gives {fell}", at + 1);
                        return Err(LogTrouble::at_entry(entry.number, sentence));
                    }
                    proved += 1;
                }
            }
            throws.fell(&entry.dice);
        }
        Ok(Some(proved))
    }

    /// What was taken back.
    pub fn undone(&self) -> Undone {
        let mut found = Undone::default();
        let mut standing = Vec::new();
        for entry in &self.entries {
            let What::Undo { seat, to, .. } = &entry.what else {
                standing.push(entry);
                continue;
            };
            let kept = standing.iter().position(|before| before.number > *to).unwrap_or(standing.len());
            let gone = standing.split_off(kept);
            // A game that was left off and gone on with took nothing back.
            if matches!(gone[..], [one] if one.what == What::Abandon) {
                continue;
            }
            let thrown = || gone.iter().flat_map(|entry| &entry.dice);
            found.times += 1;
            if thrown().any(|thrown| thrown.only.as_ref().is_none_or(|only| only == seat)) {
                found.seen += 1;
            } else if thrown().next().is_some() {
                found.unseen += 1;
            }
        }
        found
    }
}
