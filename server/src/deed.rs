//! Deeds: what an entry does.

use kernel::game::{AnyGame, AnyTable, AskId, DiceRoot, Header, Receipt, Rejection};
use kernel::procedure::Refusal;
use serde::Deserialize;
use serde_json::Value;

/// What an entry does. Its dice are derived from the game's root and the number of the throw.
///
/// Release 0.1.0 has kept entries in this form, as JSON.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum Deed {
    /// The game begins.
    Setup,
    /// A seat answers an ask.
    Orders {
        /// Who.
        seat: String,
        /// Which ask.
        ask: u32,
        /// The orders.
        orders: Vec<Value>,
    },
    /// A seat takes its last answer back.
    Undo {
        /// Who.
        seat: String,
        /// The entry that all agreed to go back to; none where the seat may do it by itself.
        agreed_to: Option<u32>,
    },
    /// A seat gives the game up.
    Resign {
        /// Who.
        seat: String,
    },
    /// The game is left off.
    Abandon,
}

impl Deed {
    /// Who did it.
    pub(crate) fn seat(&self) -> Option<&str> {
        match self {
            Deed::Orders { seat, .. } | Deed::Undo { seat, .. } | Deed::Resign { seat } => Some(seat),
            Deed::Setup | Deed::Abandon => None,
        }
    }

    /// Does it on a table.
    pub(crate) fn perform(&self, table: &mut dyn AnyTable, root: &DiceRoot) -> Result<Receipt, Rejection> {
        let refused = |refusal: Refusal| Rejection::Refused { order: 0, refusal };
        match self {
            Deed::Setup => Err(refused(Refusal::of("a game is set up once"))),
            Deed::Orders { seat, ask, orders } => {
                let seat = table.seat(seat).map_err(refused)?;
                let mut dice = table.next_dice(root);
                table.answer(seat, AskId(*ask), orders, &mut dice)
            }
            Deed::Undo { seat, agreed_to } => {
                let seat = table.seat(seat).map_err(refused)?;
                let receipt = match agreed_to {
                    Some(to) => table.undo_to(seat, *to),
                    None => table.undo(seat, false),
                };
                receipt.map_err(refused)
            }
            Deed::Resign { seat } => {
                let seat = table.seat(seat).map_err(refused)?;
                table.resign(seat)
            }
            Deed::Abandon => table.abandon(),
        }
    }

    /// Sets a game up.
    pub(crate) fn set_up(game: &dyn AnyGame, header: Header, root: &DiceRoot) -> Result<Box<dyn AnyTable>, Refusal> {
        let mut dice = header.dice.first(root);
        game.start(header, root.state_key(), &mut dice)
    }
}
