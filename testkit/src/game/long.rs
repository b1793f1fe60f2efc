//! Games of any length, for what must hold of long ones.

use kernel::game::{AnyGame, AnyTable, DiceKind, DiceRoot, Header};
use kernel::procedure::Inputs;

/// How far a game is played before it is taken back to its beginning: it must not end before.
const FORWARD: u32 = 120;

/// A game at random with so many entries: it is played on, taken back by agreement, and played on with other dice.
pub fn long_game(game: &dyn AnyGame, book: &str, scenario: &str, entries: u32) -> Box<dyn AnyTable> {
    let (machine, _) = game.machines().pop().expect("a machine plays the book");
    let table = |seed: u64| {
        let root = DiceRoot::of_seed(seed);
        let header = Header::of(book, scenario, Inputs::new(), DiceKind::Seed(seed));
        let mut table = game.start(header, root.state_key(), &mut root.entry(0)).expect("a scenario of the book");
        let mut taken_back_at = 0;
        while table.next_entry() < entries && table.result().is_none() {
            let (number, open) = (table.next_entry(), table.open()[0]);
            if number - taken_back_at > FORWARD {
                table.undo_to(open.ask.seat, 0).expect("all have agreed");
                taken_back_at = number;
                continue;
            }
            let order = table.thought(open.ask.seat, machine).expect("it has a machine")(seed + u64::from(number));
            table
                .answer(open.ask.seat, open.id, &[order], &mut root.entry(number))
                .expect("a machine's order is legal");
        }
        table
    };
    (1..100).map(table).find(|table| table.next_entry() == entries).expect("some game is long enough")
}
