//! Events have sentences, rolls have rules, scenes can be drawn, and changes lead from one to the next.

use super::playthrough::{all_eyes, each_game};
use kernel::game::{Changes, Game, Line, Position, Scene, View};
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

/// What is sent after an order leads every pair of eyes from what they saw to what they see, also over several orders and
/// back again; and the ground stays what it is for everybody.
pub fn changes_lead_from_one_position_to_the_next<G: Game>() {
    each_game::<G>(4, |mut game| {
        let ground = G::ground(&game.state);
        let seen =
            |state: &G::State| all_eyes::<G>().map(|eyes| G::position(&View::of(state, eyes))).collect::<Vec<_>>();
        let mut last = seen(&game.state);
        let mut earlier = last.clone();
        let mut orders = 0;
        game.to_the_end(
            |_, _, _| {},
            |game, _| {
                for eyes in all_eyes::<G>() {
                    let same = G::ground(&G::mask(&game.state, eyes)) == ground;
                    assert!(same, "{}: the ground has changed for the {eyes}, who would not be sent it", game.name);
                }
                let now = seen(&game.state);
                for ((last, earlier), now) in last.iter().zip(&earlier).zip(&now) {
                    for (from, to) in [(last, now), (earlier, now), (now, earlier)] {
                        lead(from, to, &game.name);
                    }
                }
                orders += 1;
                if orders % 7 == 0 {
                    earlier.clone_from(&now);
                }
                last = now;
            },
        );
        game.orders
    });
}

fn lead(from: &Position, to: &Position, name: &str) {
    let pieces = to.pieces.windows(2).all(|pair| pair[0].id < pair[1].id);
    let places = to.places.windows(2).all(|pair| pair[0].id < pair[1].id);
    assert!(pieces && places, "{name}: pieces and places stand in the order of their handles, each once");
    let changes = Changes::between(from, to);
    assert_eq!(changes.is_none(), from == to, "{name}: where nothing is different nothing is sent");
    let mut led = from.clone();
    changes.apply(&mut led);
    assert!(led == *to, "{name}: {changes:?} leads elsewhere");
    assert_eq!(led.version(), to.version(), "{name}: one position has one version");
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
