//! Whole games at random: they end, and nothing that must hold is ever broken.

use super::super::*;
use kernel::dice::Seeded;
use kernel::game::{Line, OneStream, Record, Untold, apply, begin};
use std::collections::BTreeMap;

/// Plays a game at random and hands every state to `look`. The number of orders.
fn play(scenario: &str, seed: u64, mut look: impl FnMut(&State, &Record<Event>)) -> (State, u32) {
    let (mut dice, mut random) = (Seeded::new(seed), Seeded::new(seed + 1_000_000));
    let mut state = begin::<Squares>(scenario, &Options::default(), &mut dice).unwrap();
    let mut orders = 0;
    while let Some(ask) = Squares::asks(&state).first().copied() {
        let order = {
            let view = View::of_seat(&state, ask.seat);
            let order = Squares::sample(&view, &ask, &mut random);
            view.check(&ask, order.clone()).unwrap_or_else(|refusal| panic!("{order:?}: {refusal}"))
        };
        let mut record = Record::default();
        apply(&mut state, &order, &mut OneStream(&mut dice), Some(&mut record));
        look(&state, &record);
        orders += 1;
        assert!(orders < 20_000, "a game ends");
    }
    (state, orders)
}

fn scenarios() -> impl Iterator<Item = String> {
    Squares::scenarios().into_iter().map(|card| card.id)
}

/// What must hold in every state.
fn holds(state: &State) {
    for square in Square::all() {
        let there = state.at[square];
        assert!(state.has_room(square, Units::NONE), "{square} is too full");
        let sides: Vec<Side> = there.iter().map(|unit| state.unit(unit).side).collect();
        assert!(sides.windows(2).all(|pair| pair[0] == pair[1]), "both sides are in {square}");
        for side in Side::BOTH {
            assert_eq!(state.held[side].has(square), sides.contains(&side), "{square} of the {side}");
        }
    }
    for (number, unit) in state.units.iter().enumerate() {
        let id = UnitId(number as u8);
        for square in Square::all() {
            assert_eq!(state.at[square].has(id), unit.at == Station::On(square));
        }
        assert_eq!(unit.left == 0, unit.at == Station::Lost, "{}", state.name(id));
    }
    for side in Side::BOTH {
        let lost: u16 = state.units_of(side).map(|(_, unit)| u16::from(unit.kind.half_bases() - unit.left)).sum();
        assert_eq!(state.lost[side], lost, "half bases of the {side}");
        let commander = state.commanders[side];
        assert!(commander.is_none_or(|square| !state.held[side.other()].has(square)), "a commander among enemies");
    }
}

#[test]
fn games_at_random_end_with_a_result_and_break_nothing() {
    for scenario in scenarios() {
        for seed in 0..30 {
            let (state, _) = play(&scenario, seed, |state, _| holds(state));
            assert_eq!(state.step, TurnStep::Over);
            let result = Squares::result(&state).expect("a game that is over has a result");
            assert!(result.winner.is_some());
        }
    }
}

#[test]
fn a_stored_state_is_read_back_the_same_and_goes_on_the_same() {
    for scenario in scenarios() {
        let mut count = 0;
        play(&scenario, 7, |state, _| {
            count += 1;
            if count % 11 == 0 {
                let stored = serde_json::to_string(state).unwrap();
                let read: State = serde_json::from_str(&stored).unwrap();
                assert_eq!(read, *state);
                assert_eq!(Squares::asks(&read), Squares::asks(state));
            }
        });
    }
}

#[test]
fn an_order_is_read_back_from_its_text() {
    let mut seen = BTreeMap::new();
    for seed in 0..20 {
        let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 50));
        for scenario in scenarios() {
            let mut state = begin::<Squares>(&scenario, &Options::default(), &mut dice).unwrap();
            while let Some(ask) = Squares::asks(&state).first().copied() {
                let legal = {
                    let view = View::of_seat(&state, ask.seat);
                    let order = Squares::sample(&view, &ask, &mut random);
                    view.check(&ask, order).unwrap()
                };
                let text = serde_json::to_string(legal.order()).unwrap();
                assert_eq!(serde_json::from_str::<Order>(&text).unwrap(), *legal.order());
                *seen.entry(text.split(['"', ':']).nth(1).unwrap_or_default().to_owned()).or_insert(0) += 1;
                apply(&mut state, &legal, &mut OneStream(&mut dice), None);
            }
        }
    }
    assert!(seen.contains_key("move") && seen.contains_key("assault"), "{seen:?}");
}

#[test]
fn what_happens_does_not_hang_on_who_reads_the_explanations() {
    for scenario in scenarios() {
        let (told, _) = play(&scenario, 3, |_, _| {});
        let (mut dice, mut random) = (Untold(Seeded::new(3)), Seeded::new(1_000_003));
        let mut state = begin::<Squares>(&scenario, &Options::default(), &mut dice).unwrap();
        while let Some(ask) = Squares::asks(&state).first().copied() {
            let legal = {
                let view = View::of_seat(&state, ask.seat);
                let order = Squares::sample(&view, &ask, &mut random);
                view.check(&ask, order).unwrap()
            };
            apply(&mut state, &legal, &mut OneStream(&mut dice), None);
        }
        assert_eq!(state, told);
    }
}

#[test]
fn every_event_is_said_in_a_sentence_and_every_state_has_a_scene() {
    for scenario in scenarios() {
        play(&scenario, 5, |state, record| {
            let view = View::of_seat(state, ATTACKER);
            for line in &record.lines {
                if let Line::Event { told, .. } = line {
                    let said = told.to(Eyes::Spectator).expect("nothing is hidden");
                    assert!(said.text.ends_with('.') && said.rule.is_some(), "{}", said.text);
                }
            }
            let scene = Squares::scene(&view);
            assert_eq!(scene.places.len(), 48);
            let on_table = state.units.iter().filter(|unit| unit.square().is_some()).count();
            assert_eq!(
                scene.pieces.len(),
                on_table + Side::BOTH.iter().filter(|&&side| state.commanders[side].is_some()).count()
            );
        });
    }
}
