//! Changes: what leads from one position to the next, for those who have the first already.

use super::position::{AtPlace, Position};
use super::scene::{Counter, Feature, PanelLine};
use super::{PieceId, PlaceId};
use serde::Serialize;
use std::cmp::Ordering;

/// What is different in a later position. What is empty is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Changes {
    /// Pieces that are new or otherwise, whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Counter>>"))]
    pub pieces: Vec<Counter>,
    /// Pieces that are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<PieceId>>"))]
    pub pieces_gone: Vec<PieceId>,
    /// Places of which there is something new to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<AtPlace>>"))]
    pub places: Vec<AtPlace>,
    /// Places of which there is nothing more to say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<PlaceId>>"))]
    pub places_gone: Vec<PlaceId>,
    /// What runs over the ground for a while.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub overlays: Option<Splice<Feature>>,
    /// What stands beside the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub panel: Option<Splice<PanelLine>>,
}

/// One stretch of a list put in the place of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Splice<T> {
    /// Where it begins.
    pub at: usize,
    /// How many are gone from there.
    pub gone: usize,
    /// What comes there.
    pub put: Vec<T>,
}

impl Changes {
    /// What leads from one position to another.
    pub fn between(old: &Position, new: &Position) -> Changes {
        let (pieces, pieces_gone) = by_handle(&old.pieces, &new.pieces, |piece| piece.id);
        let (places, places_gone) = by_handle(&old.places, &new.places, |place| place.id);
        let overlays = Splice::between(&old.overlays, &new.overlays);
        let panel = Splice::between(&old.panel, &new.panel);
        Changes { pieces, pieces_gone, places, places_gone, overlays, panel }
    }

    /// The position that they lead to.
    pub fn apply(&self, position: &mut Position) {
        put(&mut position.pieces, &self.pieces, &self.pieces_gone, |piece| piece.id);
        put(&mut position.places, &self.places, &self.places_gone, |place| place.id);
        if let Some(overlays) = &self.overlays {
            overlays.apply(&mut position.overlays);
        }
        if let Some(panel) = &self.panel {
            panel.apply(&mut position.panel);
        }
    }

    /// Is there no difference?
    pub fn is_none(&self) -> bool {
        *self == Changes::default()
    }
}

impl<T: Clone + PartialEq> Splice<T> {
    /// What leads from one list to another, where they differ: all between the first difference and the last.
    fn between(old: &[T], new: &[T]) -> Option<Splice<T>> {
        let at = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let (old, new) = (&old[at..], &new[at..]);
        let same = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
        let splice = Splice { at, gone: old.len() - same, put: new[..new.len() - same].to_vec() };
        (splice.gone > 0 || !splice.put.is_empty()).then_some(splice)
    }

    fn apply(&self, list: &mut Vec<T>) {
        list.splice(self.at..self.at + self.gone, self.put.iter().cloned());
    }
}

/// What is new or otherwise in the second of two lists in the order of their handles, and what is gone from the first.
fn by_handle<T: Clone + PartialEq, H: Ord>(old: &[T], new: &[T], handle: impl Fn(&T) -> H) -> (Vec<T>, Vec<H>) {
    let (mut put, mut gone) = (Vec::new(), Vec::new());
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => return (put, gone),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(old), Some(new)) => handle(old).cmp(&handle(new)),
        };
        match order {
            Ordering::Less => gone.extend(old.next().map(&handle)),
            Ordering::Greater => put.extend(new.next().cloned()),
            Ordering::Equal => {
                let before = old.next();
                put.extend(new.next().filter(|now| before != Some(now)).cloned());
            }
        }
    }
}

fn put<T: Clone, H: Ord>(list: &mut Vec<T>, put: &[T], gone: &[H], handle: impl Fn(&T) -> H) {
    list.retain(|item| !gone.contains(&handle(item)));
    for item in put {
        match list.binary_search_by_key(&handle(item), &handle) {
            Ok(at) => list[at] = item.clone(),
            Err(at) => list.insert(at, item.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn splice(old: &str, new: &str) -> Option<(usize, usize, String)> {
        let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let splice = Splice::between(&old, &new);
        let mut list = old;
        if let Some(splice) = &splice {
            splice.apply(&mut list);
        }
        assert_eq!(list, new);
        splice.map(|Splice { at, gone, put }| (at, gone, put.into_iter().collect()))
    }

    #[test]
    fn a_list_is_sent_from_its_first_difference_to_its_last() {
        assert_eq!(splice("abc", "abc"), None);
        assert_eq!(splice("abcde", "abXde"), Some((2, 1, "X".to_owned())));
        assert_eq!(splice("abcde", "aXcYe"), Some((1, 3, "XcY".to_owned())));
        assert_eq!(splice("abc", "abbc"), Some((2, 0, "b".to_owned())));
        assert_eq!(splice("aa", "aaa"), Some((2, 0, "a".to_owned())));
        assert_eq!(splice("aaa", "a"), Some((1, 2, String::new())));
        assert_eq!(splice("", "ab"), Some((0, 0, "ab".to_owned())));
        assert_eq!(splice("ab", ""), Some((0, 2, String::new())));
    }

    #[test]
    fn of_things_with_handles_those_are_sent_that_are_otherwise() {
        let list = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let handle = |item: &String| u16::from(item.as_bytes()[0]);
        for (old, new, changed, left) in [
            ("a1 b1 c1", "a1 b1 c1", "", ""),
            ("a1 b1 c1", "a1 b2 c1", "b2", ""),
            ("a1 c1 e1", "b1 c1 d1", "b1 d1", "a e"),
            ("", "a1", "a1", ""),
            ("a1 b1", "", "", "a b"),
        ] {
            let (mut old, new) = (list(old), list(new));
            let (found, gone) = by_handle(&old, &new, handle);
            let letters: String = gone.iter().map(|&letter| letter as u8 as char).collect();
            assert_eq!((found.join(" "), letters), (changed.to_owned(), left.replace(' ', "")));
            put(&mut old, &found, &gone, handle);
            assert_eq!(old, new);
        }
    }
}
