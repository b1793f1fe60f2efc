use kernel::dice::Seeded;
use kernel::game::{Ask, AtRandom, Game, Judged, OneStream, Player, Untold, View, apply};
use opponent::{Greedy, Thinker, match_play};
use squares::game::Squares;
use std::time::Instant;

struct Habit;
impl Player<Squares> for Habit {
    fn decide(&mut self, view: &View<'_, Squares>, ask: &Ask, random: &mut Seeded) -> <Squares as Game>::Order {
        Squares::habit(view, ask, random)
    }
}

fn player(name: &str) -> Box<dyn Player<Squares>> {
    match name {
        "random" => Box::new(AtRandom),
        "greedy" => Box::new(Greedy),
        "habit" => Box::new(Habit),
        other => {
            let mut parts = other.split(':').skip(1).map(|n| n.parse::<u32>().unwrap());
            Box::new(Thinker { orders: parts.next().unwrap(), turns: parts.next().unwrap() as u8, candidates: parts.next().unwrap() as usize })
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let scenarios: Vec<String> = match args.get(3) {
        Some(one) => vec![one.clone()],
        None => Squares::scenarios().into_iter().map(|s| s.id).filter(|s| s != "generated").collect(),
    };
    if args[0] == "speed" {
        for scenario in &scenarios {
            let (mut orders, mut games) = (0_u64, 0);
            let start = Instant::now();
            while start.elapsed().as_secs_f64() < 2.0 {
                let mut dice = Untold(Seeded::new(games));
                let mut random = Seeded::new(games ^ 77);
                let mut state = Squares::setup(scenario, &Default::default(), &mut dice).unwrap();
                while let Some(ask) = Squares::asks(&state).first().copied() {
                    let view = View::<Squares>::of_seat(&state, ask.seat);
                    let order = Squares::sample(&view, &ask, &mut random);
                    let legal = view.check(&ask, order).unwrap();
                    apply(&mut state, &legal, &mut OneStream(&mut dice), None);
                    orders += 1;
                }
                games += 1;
            }
            let seconds = start.elapsed().as_secs_f64();
            println!("{scenario}: {:.0} orders/s, {:.0} games/s, {} orders a game", orders as f64 / seconds, games as f64 / seconds, orders / games);
        }
        return;
    }
    let games: u32 = args[2].parse().unwrap();
    for scenario in &scenarios {
        let start = Instant::now();
        let score = match_play::<Squares>(std::slice::from_ref(scenario), &mut *player(&args[0]), &mut *player(&args[1]), games, 1);
        let attacker: u32 = (0..games.min(40)).filter(|g| {
            let mut a = player(&args[0]); let mut b = player(&args[0]);
            opponent::play_out::<Squares>(scenario, [&mut *a, &mut *b], 500 + u64::from(*g)).winner == Some(Squares::SEATS[0])
        }).count() as u32;
        println!("{scenario}: {} v {}: {:?} share {:.3} {:?}; self-play attacker wins {attacker}/{}; {:.1} s", args[0], args[1], score, score.share(), score.interval(), games.min(40), start.elapsed().as_secs_f64());
    }
}
