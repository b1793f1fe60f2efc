//! Picks of a barrage that is laid (22).

use super::super::barrage_step::{check, squares_rule};
use super::super::say::barrage;
use super::super::{Aim, Laying, Order, Square, Turned};
use super::{Told, square_of, strange};
use crate::barrage::BarrageKind;
use kernel::game::{Offer, Pick, Prompt};
use kernel::prelude::Refusal;

pub(super) fn build(laying: Laying, picks: &[Pick]) -> Result<Prompt<Order>, Refusal> {
    let rule = squares_rule(laying.kind);
    let name = barrage(laying.kind);
    let is_legal = |aim| check(laying, &Order::LayBarrage { aim }).is_ok();
    let offer = |square: Square| Offer::of(Pick::Place(square.place()), square.to_string());
    if laying.kind != BarrageKind::PointEffect {
        let question = format!("where does the {name} lie? pick the leftmost of its 5 squares, seen from the attacker");
        let told = Told::of(question, rule);
        return match picks {
            [] => Ok(told.one_of(Square::all().filter(|&first| is_legal(Aim::Row(first))).map(offer).collect())),
            [first] => {
                let first = square_of(first)?;
                Ok(told.picked(first.to_string()).done(Order::LayBarrage { aim: Aim::Row(first) }))
            }
            _ => Err(strange()),
        };
    }
    let turns = |at: Square| Turned::ALL.into_iter().filter(move |&turn| is_legal(Aim::Corner { at, turn }));
    let told = Told::of(format!("where does the {name} lie? pick the corner of its L"), rule);
    match picks {
        [] => Ok(told.one_of(Square::all().filter(|&at| turns(at).next().is_some()).map(offer).collect())),
        [at] => {
            let at = square_of(at)?;
            let offer = |turn: Turned| Offer::option(word(turn), format!("the squares to the {}", turn.name()));
            let told = Told::of("which two squares beside the corner?", rule).picked(at.to_string());
            Ok(told.one_of(turns(at).map(offer).collect()))
        }
        [at, Pick::Option(chosen)] => {
            let at = square_of(at)?;
            let turn = Turned::ALL.into_iter().find(|&turn| word(turn) == chosen).ok_or_else(strange)?;
            let told = told.picked(at.to_string()).picked(turn.name());
            Ok(told.done(Order::LayBarrage { aim: Aim::Corner { at, turn } }))
        }
        _ => Err(strange()),
    }
}

const fn word(turn: Turned) -> &'static str {
    match turn {
        Turned::NorthEast => "north-east",
        Turned::SouthEast => "south-east",
        Turned::SouthWest => "south-west",
        Turned::NorthWest => "north-west",
    }
}

pub(super) fn picks(aim: Aim) -> Vec<Pick> {
    match aim {
        Aim::Row(first) => vec![Pick::Place(first.place())],
        Aim::Corner { at, turn } => vec![Pick::Place(at.place()), Pick::option(word(turn))],
    }
}
