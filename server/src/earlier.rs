//! Games that release 0.1.0 has kept: deeds as JSON, without their dice, beside hashes of bytes that nobody makes any more.

use crate::deed::Deed;
use crate::store::EntryRow;
use kernel::game::{AnyGame, AnyTable, AskId, DiceRoot, Header, LoggedEntry, What};

/// The entries as they are kept today, where they are in the old form; otherwise none. Each deed is done again, and its
/// entry is what is told of it then. From where these rules do not allow a deed, there is only what was done.
pub(crate) fn rewritten(
    game: &dyn AnyGame,
    header: &Header,
    root: &DiceRoot,
    rows: &[EntryRow],
) -> Result<Vec<EntryRow>, String> {
    if !rows.first().is_some_and(|row| row.text.starts_with('{')) {
        return Ok(Vec::new());
    }
    let mut table = Deed::set_up(game, header.clone(), root).map_err(|refusal| refusal.to_string())?;
    let mut goes_on = true;
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows {
        let deed: Deed = serde_json::from_str(&row.text).map_err(|error| format!("entry {}: {error}", row.number))?;
        goes_on = goes_on && (deed == Deed::Setup || is_done(&deed, table.as_mut(), root));
        let text = match &deed {
            Deed::Setup => table.header().scenario_text() + &table.entry_text(0),
            _ if goes_on => table.entry_text(row.number),
            _ => told(row.number, deed),
        };
        entries.push(EntryRow { text, ..row.clone() });
    }
    Ok(entries)
}

/// Does a deed, and says whether it went as it did then, as far as that can be known.
fn is_done(deed: &Deed, table: &mut dyn AnyTable, root: &DiceRoot) -> bool {
    match (deed.perform(table, root), deed) {
        (Ok(receipt), Deed::Orders { orders, .. }) => receipt.carried_out == orders.len(),
        (done, _) => done.is_ok(),
    }
}

/// An entry of which nothing is known but what was done.
fn told(number: u32, deed: Deed) -> String {
    let what = match deed {
        Deed::Setup => What::Setup,
        Deed::Orders { seat, ask, orders } => What::Orders { seat, ask: AskId(ask), orders },
        // A seat by itself takes its last answer back, most often the entry before.
        Deed::Undo { seat, agreed_to: None } => What::Undo { seat, to: number.saturating_sub(2), agreed: false },
        Deed::Undo { seat, agreed_to: Some(to) } => What::Undo { seat, to, agreed: true },
        Deed::Resign { seat } => What::Resign { seat },
        Deed::Abandon => What::Abandon,
    };
    LoggedEntry { number, what, dice: Vec::new(), said: Vec::new(), state: None }.to_string()
}
