//! What is offered to be picked, in words.

use super::state::State;
use super::units::{Marks, UnitId};
use crate::scenario::{SQUARES, Square};
use kernel::game::{Offer, Pick};
use std::fmt::Display;

/// The word that ends a step.
pub(super) const PASS: &str = "pass";

/// A unit, with where it stands and what lies on it.
pub(super) fn offer_unit(state: &State, unit: UnitId) -> Offer {
    Offer::of(Pick::Piece(state.piece(unit)), in_words(state, unit))
}

/// A unit in words: '90 Brigade, 2 steps, suppressed, at Maricourt (q22)'.
pub(super) fn in_words(state: &State, unit: UnitId) -> String {
    let mut words = state.name(unit).to_owned();
    let (left, full) = (state.unit(unit).left, state.ratings(unit).steps);
    if left < full {
        words += &format!(", {left} of {full} steps");
    }
    let marks = [
        (Marks::DISRUPTED, "disrupted"),
        (Marks::SUPPRESSED, "suppressed"),
        (Marks::INTERDICTED, "interdicted"),
        (Marks::BROKEN, "broken down"),
    ];
    for (mark, name) in marks {
        if state.is(unit, mark) {
            words += &format!(", {name}");
        }
    }
    if let Some(square) = state.square(unit) {
        words += &format!(", at {}", state.place_name(square));
    }
    words
}

/// A square, with who is there.
pub(super) fn offer_square(state: &State, square: Square) -> Offer {
    let name = state.place_name(square);
    let there: Vec<&str> = state.stack(square).map(|unit| state.name(unit)).collect();
    let label = if there.is_empty() { name.to_string() } else { format!("{name}: {}", there.join(", ")) };
    Offer::of(Pick::Place(square.place()), label)
}

/// The squares that the client's next pick can mean; all of them where he has picked nothing more.
pub(super) fn meant(pick: Option<&Pick>) -> impl Iterator<Item = Square> + Clone + use<> {
    let places = match pick {
        None => 0..SQUARES as u16,
        Some(&Pick::Place(place)) => place..place.saturating_add(1),
        Some(_) => 0..0,
    };
    places.filter_map(Square::of_place)
}

/// So many of something: '1 step', '3 steps'.
pub(super) fn count<N: Copy + Display + PartialEq + From<u8>>(number: N, what: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{ending}")
}

/// Points that are counted in halves: '77½'.
pub(super) fn halves(points: impl Into<i32>) -> String {
    let points = points.into();
    let sign = if points < 0 { "-" } else { "" };
    match (points.abs() / 2, points % 2 != 0) {
        (0, true) => format!("{sign}½"),
        (whole, half) => format!("{sign}{whole}{}", if half { "½" } else { "" }),
    }
}

/// The same with their word: '1 point', '2½ points'.
pub(super) fn points(points: impl Into<i32>) -> String {
    match points.into() {
        1 => "½ a point".to_owned(),
        2 => "1 point".to_owned(),
        more => format!("{} points", halves(more)),
    }
}

/// One thing is, several are.
pub(super) fn are<N: Copy + PartialEq + From<u8>>(number: N) -> &'static str {
    if number == N::from(1) { "is" } else { "are" }
}

/// Names in a row: 'a, b and c'.
pub(super) fn names(state: &State, units: &[UnitId]) -> String {
    if units.is_empty() { "nobody".to_owned() } else { joined(units.iter().map(|&unit| state.name(unit))) }
}

/// Several words in a row: 'a, b and c'.
pub(super) fn joined<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> String {
    let words: Vec<S> = words.into_iter().collect();
    let last = words.len().saturating_sub(1);
    let joint = |place: usize| match place {
        0 => "",
        place if place == last => " and ",
        _ => ", ",
    };
    words.iter().enumerate().fold(String::new(), |all, (place, word)| all + joint(place) + word.as_ref())
}

/// Is a unit spoken of as several? Guns are, and units that are called by their men: '9e zouaves'.
pub(super) fn are_several(state: &State, unit: UnitId) -> bool {
    let name = state.name(unit);
    state.is_gun(unit) || name.ends_with('s') || name.starts_with("Chasseurs")
}

/// A unit and what it does; several 'are disrupted' where a brigade 'is'.
pub(super) fn doing(state: &State, unit: UnitId, does: &str) -> String {
    let name = state.name(unit);
    let (verb, rest) = does.split_at(does.find(' ').unwrap_or(does.len()));
    match (are_several(state, unit), verb) {
        (false, _) => format!("{name} {does}"),
        (true, "is") => format!("{name} are{rest}"),
        (true, "has") => format!("{name} have{rest}"),
        (true, "goes") => format!("{name} go{rest}"),
        (true, "rallies") => format!("{name} rally{rest}"),
        (true, _) => format!("{name} {}{rest}", verb.strip_suffix('s').unwrap_or(verb)),
    }
}
