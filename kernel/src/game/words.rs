//! An order in words, for those who are advised.

use super::{Ask, Eyes, Game, Line, Offers, OneStream, Record, Untold, View, apply};
use crate::dice::Seeded;

/// An order in words: what it is called where it is offered at once, and otherwise what is told first when it is carried
/// out. Nothing else is known of it than what its seat sees.
pub fn in_words<G: Game>(view: &View<'_, G>, ask: &Ask, order: &G::Order) -> String {
    offered_at_once(view, ask, order)
        .or_else(|| told_first(view, ask, order))
        .unwrap_or_else(|| ask.question.to_owned())
}

fn offered_at_once<G: Game>(view: &View<'_, G>, ask: &Ask, order: &G::Order) -> Option<String> {
    let offers = match G::prompt(view, ask, &[]).ok()?.offers {
        Offers::OneOf(offers) | Offers::Point { or: offers, .. } | Offers::Facing { or: offers, .. } => offers,
        Offers::Nothing | Offers::Several { .. } | Offers::Share { .. } => return None,
    };
    let is_it = |pick| G::prompt(view, ask, &[pick]).is_ok_and(|prompt| prompt.order.as_ref() == Some(order));
    offers.into_iter().find(|offer| is_it(offer.pick.clone())).map(|offer| offer.label)
}

fn told_first<G: Game>(view: &View<'_, G>, ask: &Ask, order: &G::Order) -> Option<String> {
    let legal = view.check(ask, order.clone()).ok()?;
    let mut random = Seeded::new(0);
    let mut state = G::imagine(view, &mut random);
    let mut record = Record::default();
    apply(&mut state, &legal, &mut OneStream(&mut Untold(random)), Some(&mut record));
    record.lines.iter().find_map(|line| match line {
        Line::Event { told, .. } => told.to(Eyes::Seat(ask.seat)).map(|said| said.text.clone()),
        Line::Roll { roll, .. } => roll.because().map(|because| because.title.to_string()),
    })
}
