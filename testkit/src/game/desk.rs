//! From the table to the charts desk: every roll and every 'what if' leads to a procedure that takes its situation.

use super::playthrough::{all_eyes, each_game};
use kernel::book::Book;
use kernel::game::{Game, Line, Pick, View};
use kernel::procedure::{AnyProcedure, OnDesk};

/// How often 'what if' is asked in a game: its odds take their time.
const ASKED: usize = 6;

/// Holds every roll with dice to the desk, and asks what if and who sees whom about pairs of pieces, legal or not.
pub fn everything_leads_to_the_desk<G: Game>(book: &Book) {
    everything_leads_to_the_desk_but::<G>(book, &[]);
}

/// The same for a book with draws that no chart has: those of these titles.
pub fn everything_leads_to_the_desk_but<G: Game>(book: &Book, draws: &[&str]) {
    let procedures = (book.procedures)();
    each_game::<G>(8, |mut game| {
        let mut asked = 0;
        game.to_the_end(
            |_, _, _| {},
            |game, record| {
                for line in &record.lines {
                    let Line::Roll { roll, .. } = line else { continue };
                    let because = roll.because().expect("a fresh roll is explained");
                    if because.throws.is_empty() || draws.contains(&because.title) {
                        continue;
                    }
                    let desk = because.desk.as_deref();
                    let desk = desk.unwrap_or_else(|| panic!("{}: '{}' is not on the desk", game.name, because.title));
                    is_taken(&procedures, desk, &game.name);
                }
                if asked < ASKED && game.orders % 25 == 0 {
                    asked += 1;
                    wonder::<G>(&game.state, game.orders, &procedures, &game.name);
                }
            },
        );
        game.orders
    });
}

fn is_taken(procedures: &[Box<dyn AnyProcedure>], desk: &OnDesk, name: &str) {
    let procedure = procedures.iter().find(|known| known.card().name == desk.procedure);
    let procedure = procedure.unwrap_or_else(|| panic!("{name}: there is no procedure '{}'", desk.procedure));
    let taken = procedure.complete(&desk.inputs);
    assert!(taken.is_ok(), "{name}: '{}' does not take {:?}: {taken:?}", desk.procedure, desk.inputs);
}

/// One pair of pieces, which differs from time to time; a piece that is not there; and a place.
fn wonder<G: Game>(state: &G::State, turn: u32, procedures: &[Box<dyn AnyProcedure>], name: &str) {
    let turn = turn as usize;
    for eyes in all_eyes::<G>() {
        let view = View::<G>::of(state, eyes);
        let scene = G::scene(&view);
        let Some(one) = scene.pieces.get(turn % scene.pieces.len().max(1)) else { continue };
        let others: Vec<_> = scene.pieces.iter().filter(|piece| piece.seat != one.seat).collect();
        let mut targets: Vec<Pick> =
            others.get(turn / 25 % others.len().max(1)).map(|piece| Pick::Piece(piece.id)).into_iter().collect();
        targets.extend(scene.places.first().map(|place| Pick::Place(place.id)));
        targets.extend([Pick::Piece(u32::MAX), Pick::Place(u16::MAX), Pick::Facing(90)]);
        for target in &targets {
            let tests = G::what_if(&view, one.id, target).map_or_else(Vec::new, |preview| preview.tests);
            for test in tests {
                let desk = test.odds.desk.unwrap_or_else(|| panic!("{name}: '{}' is not on the desk", test.label));
                is_taken(procedures, &desk, name);
            }
        }
        assert!(G::what_if(&view, u32::MAX, &Pick::Piece(one.id)).is_none_or(|preview| preview.tests.is_empty()));
        let known = |id: &u32| scene.piece(*id).is_some();
        if let Some(survey) = G::survey(&view, one.id) {
            assert!(
                survey.sees.iter().chain(&survey.seen_by).all(known),
                "{name}: {} sees what is not there",
                one.name
            );
        }
        assert!(G::survey(&view, u32::MAX).is_none());
    }
}
