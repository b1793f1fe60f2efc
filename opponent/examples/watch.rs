use kernel::dice::Seeded;
use kernel::game::*;
use opponent::Greedy;
use squares::game::Squares;
struct Habit;
impl Player<Squares> for Habit {
    fn decide(&mut self, view: &View<'_, Squares>, ask: &Ask, random: &mut Seeded) -> <Squares as Game>::Order {
        Squares::habit(view, ask, random)
    }
}
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seed: u64 = args[1].parse().unwrap();
    let header = Header { book: "squares".into(), release: "0".into(), scenario: args[0].clone(), options: Default::default(), dice: DiceKind::Seed(seed) };
    let root = DiceRoot::of_seed(seed);
    let mut t = Table::<Squares>::start(header, root.state_key(), &mut root.entry(0)).unwrap();
    let mut random = Seeded::new(seed);
    let mut players: [Box<dyn Player<Squares>>; 2] = if args[2] == "a" { [Box::new(Habit), Box::new(Greedy)] } else { [Box::new(Greedy), Box::new(Habit)] };
    while t.result().is_none() {
        let open = t.open()[0];
        let order = { let v = t.view(Eyes::Seat(open.ask.seat)); players[usize::from(open.ask.seat != Squares::SEATS[0])].decide(&v, &open.ask, &mut random) };
        let n = t.next_entry();
        t.answer(open.ask.seat, open.id, vec![order], &mut root.entry(n)).unwrap();
    }
    println!("{}", t.log());
}
