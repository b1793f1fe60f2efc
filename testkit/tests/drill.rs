//! The conformance book passes what every book must pass.

testkit::game_conformance!(testkit::drill::Drill, secrets: true);

use kernel::game::Line;
use std::collections::BTreeSet;
use testkit::drill::{Drill, Frame};
use testkit::game::Playthrough;

#[test]
fn games_at_random_meet_everything_that_the_drill_is_for() {
    let (mut asked, mut happened, mut frames) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for seed in 0..160 {
        let mut game = Playthrough::<Drill>::of("skirmish", seed);
        game.to_the_end(
            |game, ask, _| {
                asked.insert(ask.question);
                frames.insert(game.state.frames.iter().map(frame).collect::<Vec<_>>());
            },
            |_, record| {
                for line in &record.lines {
                    match line {
                        Line::Event { event, .. } => happened.insert(word(&format!("{event:?}"))),
                        Line::Roll { roll, only } => {
                            let because = roll.because().expect("a fresh roll is explained");
                            happened.insert(format!("{} {}", because.title, only.is_some()))
                        }
                    };
                }
            },
        );
    }
    assert_eq!(asked.len(), 6, "{asked:?}");
    let events = 20;
    let rolls = ["burst false", "duel false", "equal stances false", "fire false", "look-out true"];
    assert_eq!(happened.len(), events + rolls.len(), "{happened:?}");
    assert!(rolls.iter().all(|roll| happened.contains(*roll)), "{happened:?}");
    let open: [&[&str]; 4] = [&[], &["move"], &["hits"], &["move", "hits"]];
    assert_eq!(frames, open.into_iter().map(<[_]>::to_vec).collect(), "hits within a move too");
}

fn word(text: &str) -> String {
    text.split([' ', '{']).next().unwrap_or_default().to_owned()
}

fn frame(frame: &Frame) -> &'static str {
    match frame {
        Frame::Move { .. } => "move",
        Frame::Hits { .. } => "hits",
    }
}
