//! Events have sentences, rolls have rules, and scenes can be drawn.

use super::playthrough::{all_eyes, each_game};
use kernel::game::{Game, Line, Scene, View};
use std::collections::BTreeSet;

/// Tells everything that happens to everybody, and looks at the table through all eyes.
pub fn everything_is_told_and_drawn<G: Game>() {
    each_game::<G>(4, |mut game| {
        game.to_the_end(
            |_, _, _| {},
            |game, record| {
                for line in &record.lines {
                    let Line::Event { event, told } = line else { continue };
                    let mut heard = 0;
                    for said in all_eyes::<G>().filter_map(|eyes| told.to(eyes)) {
                        heard += 1;
                        assert!(said.text.contains(' '), "{}: {event:?} is told as '{}'", game.name, said.text);
                    }
                    assert!(heard > 0, "{}: nobody is told of {event:?}", game.name);
                }
                for line in &record.lines {
                    let Line::Roll { roll, .. } = line else { continue };
                    let because = roll.because().expect("a fresh roll is explained");
                    let rolled = !because.rule.0.is_empty() && !because.title.is_empty() && !because.result.is_empty();
                    assert!(rolled, "{}: a roll without its reason: {because:?}", game.name);
                    let strange = because.throws.iter().find(|throw| !G::SEATS.contains(&throw.why.who));
                    assert!(strange.is_none(), "{}: thrown by nobody at the table: {strange:?}", game.name);
                }
                for eyes in all_eyes::<G>() {
                    let scene = G::scene(&View::of(&game.state, eyes));
                    can_be_drawn(&scene, &format!("{}, as the {eyes} sees it", game.name));
                }
            },
        );
        game.orders
    });
}

fn can_be_drawn(scene: &Scene, name: &str) {
    assert!(!scene.title.is_empty(), "{name}: a scene has a title");
    let (width, height) = scene.size;
    assert!(width > 0 && height > 0, "{name}: the table has a size");
    let mut ids = BTreeSet::new();
    for piece in &scene.pieces {
        assert!(ids.insert(piece.id), "{name}: two pieces have the number {}", piece.id);
        assert!(!piece.name.is_empty(), "{name}: piece {} has a name", piece.id);
        let (x, y) = piece.at;
        let inside = (0..=width).contains(&x) && (0..=height).contains(&y);
        assert!(inside, "{name}: {} lies beside the table, at {x}, {y}", piece.name);
        let (wide, high) = piece.size;
        assert!(wide > 0 && high > 0, "{name}: {} has a size", piece.name);
        assert!(piece.facing.is_none_or(|degrees| degrees < 360), "{name}: {} faces somewhere", piece.name);
        let whole = piece.strength.is_none_or(|strength| strength.now <= strength.full);
        assert!(whole, "{name}: {} is stronger than at first", piece.name);
        let stands = piece.place.is_none_or(|place| scene.place(place).is_some());
        assert!(stands, "{name}: {} stands in a place that is not there", piece.name);
    }
    let (mut ids, mut names) = (BTreeSet::new(), BTreeSet::new());
    for place in &scene.places {
        assert!(ids.insert(place.id), "{name}: two places have the number {}", place.id);
        assert!(names.insert(&place.name), "{name}: two places are called {}", place.name);
    }
    let labels: BTreeSet<_> = scene.panel.iter().map(|line| &line.label).collect();
    assert_eq!(labels.len(), scene.panel.len(), "{name}: two lines of the panel have one label");
}
