//! Single orders with dice that a test has written down.

use kernel::dice::Scripted;
use kernel::game::{Ask, Eyes, Game, Line, OneStream, Record, View, apply};
use kernel::seat::Seat;

/// What a seat is asked.
pub fn ask_of<G: Game>(state: &G::State, seat: Seat) -> Ask {
    let asks = G::asks(state);
    let of_seat = asks.iter().find(|ask| ask.seat == seat);
    *of_seat.unwrap_or_else(|| panic!("the {seat} is asked nothing, but {asks:?}"))
}

/// Gives an order with these dice, all of which must be thrown: what these eyes were told of it, rolls among it.
pub fn given<G: Game>(state: &mut G::State, ask: &Ask, order: G::Order, faces: &[u8], eyes: Eyes) -> Vec<String> {
    let legal = View::<G>::of_seat(state, ask.seat).check(ask, order);
    let legal = legal.unwrap_or_else(|refusal| panic!("{refusal}"));
    let (mut dice, mut record) = (Scripted::of(faces.iter().copied()), Record::default());
    apply::<G>(state, &legal, &mut OneStream(&mut dice), Some(&mut record));
    let told = |line: &Line<G::Event>| match line {
        Line::Event { told, .. } => told.to(eyes).map(|said| said.text.clone()),
        Line::Roll { roll, .. } => Some(roll.text()),
    };
    record.lines.iter().filter_map(told).collect()
}

/// Why an order is refused, with the rule behind the sentence.
pub fn refusal_of<G: Game>(state: &G::State, ask: &Ask, order: G::Order) -> String {
    match View::<G>::of_seat(state, ask.seat).check(ask, order) {
        Ok(_) => panic!("it is allowed"),
        Err(refusal) => format!("{} ({})", refusal.sentence, refusal.rule.map_or("no rule", |rule| rule.0)),
    }
}
