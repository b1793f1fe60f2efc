//! What a live campaign game takes in memory.

use cap::Cap;
use kernel::dice::Seeded;
use kernel::game::{AnyGame, Ask, DiceKind, DiceRoot, Header, Judged, Machine, Playable, Player, View};
use kernel::procedure::Inputs;
use somme::game::{Order, Somme};
use std::alloc::System;

#[global_allocator]
static COUNTED: Cap<System> = Cap::new(System, usize::MAX);

/// Quick play: the games of people are as long as its games, and those of chance are much shorter.
struct Quick;

impl Player<Somme> for Quick {
    fn decide(&mut self, view: &View<'_, Somme>, ask: &Ask, random: &mut Seeded) -> Order {
        let weights: Vec<i64> = Somme::WEIGHTS.iter().map(|(_, weight)| *weight).collect();
        Somme::quick(view, ask, &weights, random)
    }
}

static GAME: Playable<Somme> = Playable::of(&[Machine::of("quick", "plays at once", || Box::new(Quick))]);

#[test]
fn a_live_campaign_game_stays_under_20_mb_to_its_last_turn() {
    let before = COUNTED.allocated();
    let root = DiceRoot::of_seed(1);
    let header = Header::of("somme", "campaign", Inputs::new(), DiceKind::Seed(1));
    let mut table = GAME.start(header, root.state_key(), &mut root.entry(0)).expect("a scenario of the book");
    let mut most = 0;
    while table.result().is_none() {
        let (number, open) = (table.next_entry(), table.open()[0]);
        let order = table.thought(open.ask.seat, "quick").expect("it has a machine")(u64::from(number));
        table.answer(open.ask.seat, open.id, &[order], &mut root.entry(number)).expect("quick play is legal");
        most = most.max(COUNTED.allocated() - before);
    }
    println!("{} entries take {} kB at most", table.next_entry(), most / 1000);
    assert!(most < 20_000_000, "{most} bytes");
}
