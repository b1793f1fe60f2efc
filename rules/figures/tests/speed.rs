//! How fast games of figures are played, and by whom they are won: `cargo test -p figures --test speed -- --ignored --nocapture`.

testkit::game_speed!(figures::game::Figures);

/// One move of 300 figures a side on a table of 8 by 6 feet, from the plots to the last test.
#[test]
#[ignore = "it measures, and asserts nothing"]
fn a_move_of_300_figures_a_side_at_random() {
    use figures::game::{Figures, Options};
    use kernel::dice::Seeded;
    use kernel::game::{Game, OneStream, Setting, Untold, View, apply};
    let squads = |name: char, front: i16, back: i16, facing: u16| -> String {
        let squad = |number: i16| {
            let (x, y) = (8 + 13 * (number % 7), front + back * (number / 7));
            format!("{name}{number} | infantry | average | {x} {y} | {facing} | men 10\n")
        };
        (0..30).map(squad).collect()
    };
    let side = |side: &str, army: &str, edge: &str, squads: String| {
        format!("[{side}]\nname = \"{side}\"\narmy = \"{army}\"\nedge = \"{edge}\"\nsquads = '''\n{squads}'''\n")
    };
    let head = "book = \"figures\"\nid = \"many\"\ntitle = \"Many\"\nminutes = 1\npar = 0\nmoves = 6\ntable = [96, 72]\n\
        [[ground]]\nkind = \"wood\"\nrectangle = { middle = [30, 36], width = 20, depth = 8 }\n\
        [[objectives]]\nat = [48, 36]\nname = \"The middle\"\n";
    let attacker = side("attacker", "british", "bottom", squads('A', 46, 4, 0));
    let defender = side("defender", "german", "top", squads('D', 26, -4, 180));
    let text = format!("{head}{attacker}{defender}");
    for seed in 0..5 {
        let battle = Figures::read_scenario(&text).unwrap_or_else(|troubles| panic!("{troubles}"));
        let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 1_000_000));
        let mut state = Figures::setup(&Setting::of(battle), &Options {}, &mut dice);
        let (mut turn, mut orders, mut start) = (state.turn, 0, std::time::Instant::now());
        while state.turn < 4 {
            let asks = Figures::asks(&state);
            let Some(ask) = asks.first() else { break };
            let view = View::<Figures>::of_seat(&state, ask.seat);
            let order = Figures::sample(&view, ask, &mut random);
            let legal = view.check(ask, order).expect("chance gives legal orders");
            apply::<Figures>(&mut state, &legal, &mut OneStream(&mut dice), None);
            orders += 1;
            if state.turn > turn {
                println!("game {seed}, up to move {}: {orders} orders in {:?}", state.turn, start.elapsed());
                (turn, orders, start) = (state.turn, 0, std::time::Instant::now());
            }
        }
    }
}
