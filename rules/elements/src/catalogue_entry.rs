//! R1, R3, R4: a type of the catalogue and where its values come from. Nothing is rolled.

use crate::catalogue::Element;
use crate::choices::AnyType;
use crate::grade::{Ap, accuracy, armour_figure, size};
use crate::seats::OWNER;
use kernel::prelude::*;
use std::fmt;

/// A type whose values are asked for.
#[derive(Clone, PartialEq, Debug, Situation)]
pub struct Listing {
    /// The type.
    #[field(rule = "R1")]
    pub element: AnyType,
}

/// The values of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Entry(&'static str);

/// The values of one type, with their derivation.
pub struct Catalogue;

impl Procedure for Catalogue {
    type Situation = Listing;
    type Outcome = Entry;

    fn card(&self) -> Card {
        Card {
            name: "catalogue",
            title: "The catalogue",
            rule: Rule("R1"),
            about: "What are a type's values, and which published figures do they come from?",
            seat: OWNER,
        }
    }

    fn roll(&self, listing: &Listing, _: &mut dyn Dice) -> Told<Entry> {
        let element = listing.element.get();
        Told { outcome: Entry(element.word), because: derivation(element), measures: Vec::new() }
    }

    fn odds(&self, listing: &Listing, _: &Budget) -> Answer<Entry> {
        let dist = Dist::certain(Entry(listing.element.get().word));
        kernel::odds::Odds { kind: kernel::odds::Kind::Exact, dist }.into()
    }
}

fn derivation(element: &'static Element) -> Vec<Explanation> {
    let (figures, values) = (&element.figures, &element.values);
    let step = |rule, title, words| Explanation::of(rule, title).gives((), words).because;
    let mut because = vec![step(Rule("R1"), "type", Phrase::of("{}").word(element.help()))];
    if let Ap::Figure(ap) = values.ap {
        let gun = figures.gun.and_then(|gun| gun.penetration);
        let mm = gun.or(figures.hollow_charge.map(|charge| charge.penetration)).unwrap_or(0);
        because.push(step(Rule("R3"), "AP", Phrase::of("g of {} mm is {}").number(mm).number(ap)));
    }
    if let Some(armour) = &figures.armour {
        let words = Phrase::of("g of it is {}").number(values.defence);
        because.push(Explanation::of(Rule("R3"), "defence").tally(armour_figure(armour)).gives((), words).because);
    }
    if values.accuracy != 0 {
        let words = Phrase::of("accuracy {}").number(values.accuracy);
        because.push(Explanation::of(Rule("R4"), "accuracy").tally(accuracy(figures)).gives((), words).because);
    }
    if let Some(height) = figures.height.filter(|_| values.size != 0) {
        let words = Phrase::of("size {}").number(values.size);
        because.push(Explanation::of(Rule("R4"), "size").tally(size(height)).gives((), words).because);
    }
    because
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::catalogue::element(self.0).help())
    }
}

impl Outcome for Entry {
    fn measures(&self) -> Vec<(&'static str, i64)> {
        let values = &crate::catalogue::element(self.0).values;
        let ap = if let Ap::Figure(ap) = values.ap { ap } else { 0 };
        vec![
            ("AP", ap.into()),
            ("HE/SA", values.he_sa.unwrap_or(0).into()),
            ("defence", values.defence.into()),
            ("range", values.range.into()),
            ("accuracy", values.accuracy.into()),
            ("size", values.size.into()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::dice::Scripted;

    #[test]
    fn r3_a_tigers_defence_is_shown_with_its_arithmetic() {
        let listing = Listing { element: AnyType::of("tiger-i") };
        let told = Procedure::roll(&Catalogue, &listing, &mut Scripted::of([]));
        let defence = told.because.iter().find(|step| step.title == "defence").unwrap();
        // 102 / cos 10 = 103.57 and 110 / cos 8 = 111.08; the mean is 107.32, and 0.87 of it 93.36, both cut.
        assert_eq!(defence.tallies[0].total(), 9336);
        // (93.36 / 16)^2.5 = 82.2.
        assert_eq!(defence.result.to_string(), "g of it is 82");
        assert!(told.outcome.to_string().starts_with("Tiger I, Germany 1942-45: AP 124,"), "{}", told.outcome);
    }
}
