//! An order in words, for those who are advised.

use super::{Ask, Eyes, Game, Line, Offer, Offers, OneStream, Pick, Record, Untold, View, apply};
use crate::dice::Seeded;

/// An order in words: what it is called where it is one word that is offered at once, and otherwise what is told of it when it
/// is carried out, before any dice fall. Nothing else is known of it than what its seat sees.
pub fn in_words<G: Game>(view: &View<'_, G>, ask: &Ask, order: &G::Order) -> String {
    let offered = offered_at_once(view, ask, order);
    let word = offered.iter().find(|offer| matches!(offer.pick, Pick::Option(_))).map(|offer| offer.label.clone());
    word.or_else(|| told(view, ask, order))
        .or_else(|| offered.map(|offer| offer.label))
        .filter(|words| !words.is_empty())
        .unwrap_or_else(|| ask.question.to_owned())
}

fn offered_at_once<G: Game>(view: &View<'_, G>, ask: &Ask, order: &G::Order) -> Option<Offer> {
    let offers = match G::prompt(view, ask, &[]).ok()?.offers {
        Offers::OneOf(offers) | Offers::Point { or: offers, .. } | Offers::Facing { or: offers, .. } => offers,
        Offers::Nothing | Offers::Several { .. } | Offers::Share { .. } => return None,
    };
    let is_it = |pick| G::prompt(view, ask, &[pick]).is_ok_and(|prompt| prompt.order.as_ref() == Some(order));
    offers.into_iter().find(|offer| is_it(offer.pick.clone()))
}

/// What is told of an order: its sentences up to the first throw, or what is thrown where nothing is said before.
fn told<G: Game>(view: &View<'_, G>, ask: &Ask, order: &G::Order) -> Option<String> {
    let legal = view.check(ask, order.clone()).ok()?;
    let mut random = Seeded::new(0);
    let mut state = G::imagine(view, &mut random);
    let mut record = Record::default();
    apply(&mut state, &legal, &mut OneStream(&mut Untold(random)), Some(&mut record));
    let said = |line: &Line<G::Event>| match line {
        Line::Event { told, .. } => Some(told.to(Eyes::Seat(ask.seat)).map(|said| said.text.clone())),
        Line::Roll { .. } => None,
    };
    let sentences: Vec<String> = record.lines.iter().map_while(said).flatten().take(MOST_SENTENCES).collect();
    let thrown = || {
        record.lines.iter().find_map(|line| match line {
            Line::Roll { roll, .. } => roll.because().map(|because| because.title.to_string()),
            Line::Event { .. } => None,
        })
    };
    if sentences.is_empty() { thrown() } else { Some(sentences.join(" ")) }
}

/// An order that sets much going is told by its beginning.
const MOST_SENTENCES: usize = 3;
