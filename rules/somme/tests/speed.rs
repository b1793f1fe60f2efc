//! How fast games of somme are played, and by whom they are won: `cargo test -p somme --test speed -- --ignored --nocapture`.

use kernel::dice::Seeded;
use kernel::game::{Game, Judged, OneStream, Setting, Untold, View, apply};
use kernel::scenario::{ScenarioFile, Start};
use somme::game::{Battle, Options, Somme, State};
use somme::scenario::{Listed, Scenario, Side, Square};
use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

testkit::game_speed!(Somme);

/// Plays games at random to their ends: the last states, how many orders that took, and how much time on a core.
fn play(battle: &Setting<Battle>, games: u64) -> (Vec<State>, u32, Duration) {
    let begun = |seed| {
        kernel::game::set_up::<Somme>(
            battle,
            &Options::default(),
            &mut kernel::game::OneStream(&mut Untold(Seeded::new(seed))),
            None,
        )
    };
    let mut states: Vec<State> = (0..games).map(begun).collect();
    let (start, mut orders) = (on_core(), 0);
    for (seed, state) in (0..).zip(&mut states) {
        let (mut dice, mut random) = (Untold(Seeded::new(seed)), Seeded::new(seed + 1_000_000));
        while let Some(&ask) = Somme::asks(state).first() {
            let view = View::<Somme>::of_seat(state, ask.seat);
            let order = Somme::sample(&view, &ask, &mut random);
            let legal = view.check(&ask, order).expect("chance gives legal orders");
            apply::<Somme>(state, &legal, &mut OneStream(&mut dice), None);
            orders += 1;
        }
    }
    (states, orders, on_core().saturating_sub(start))
}

/// How long this thread has been on a core. Where others use the machine too, the clock on the wall says little; it is read
/// where the system tells nothing better.
fn on_core() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

fn scenario(id: &str) -> Scenario {
    let text = Scenario::text(id, &Options::default()).expect("a scenario of the book");
    Scenario::read(&text).expect("it can be read")
}

/// The Big Push with so many units, all of them on the map: the order of battle thinned out evenly, or each unit several times.
fn with_units(count: usize) -> Scenario {
    let mut scenario = scenario("big-push");
    let (hqs, others): (Vec<Listed>, Vec<Listed>) = scenario.units.drain(..).partition(|unit| unit.kind.is_none());
    let wanted = count - hqs.len();
    let mut there: HashMap<Square, u8> = HashMap::new();
    scenario.units = hqs;
    for place in 0..wanted {
        let mut unit = others[place * others.len() / wanted].clone();
        let Some(Start::At(home) | Start::Turn { at: Some(home), .. }) = unit.at else { continue };
        let free = |square: &Square| {
            let own = scenario.allied.has(*square) == (Side::from(unit.nation) == Side::Allied);
            own && square.row_number() > scenario.closed && there.get(square).is_none_or(|units| *units < 3)
        };
        let at =
            Square::all().filter(free).min_by_key(|square| (square.steps_to(home), *square)).expect("there is room");
        *there.entry(at).or_default() += 1;
        unit.at = Some(Start::At(at));
        scenario.units.push(unit);
    }
    scenario
}

#[test]
#[ignore = "it measures, and asserts nothing"]
fn time_an_order_by_units() {
    for count in [50_u32, 100, 200, 400] {
        let battle = Setting::of(Battle::of(with_units(count as usize)));
        assert_eq!(battle.scenario().units.len(), count as usize);
        let (_, orders, spent) = play(&battle, 400);
        let each = spent.as_secs_f64() * 1e6 / f64::from(orders);
        println!(
            "{count} units: {each:.2} us an order, {:.1} ns for each unit, {orders} orders",
            each * 1e3 / f64::from(count)
        );
    }
}

#[test]
#[ignore = "it measures, and asserts nothing"]
fn orders_of_the_big_push_a_second_of_a_core() {
    let (_, orders, spent) = play(&Setting::of(Battle::of(scenario("big-push"))), 1000);
    println!("{orders} orders at random, {:.0} a second", f64::from(orders) / spent.as_secs_f64());
}

#[test]
#[ignore = "it measures how long 1,000 campaigns take"]
fn a_thousand_campaigns_come_to_their_end_at_random() {
    let battle = Setting::of(Battle::of(scenario("campaign")));
    let (ends, orders, spent) = play(&battle, 1000);
    assert!(ends.iter().all(|end| end.turn == 18 && Somme::result(end).is_some()));
    let allied = ends.iter().filter(|end| Somme::margin(end, Somme::SEATS[0]) > 0).count();
    let second = f64::from(orders) / spent.as_secs_f64();
    println!(
        "1,000 campaigns in {spent:.0?}: {} orders each, {second:.0} a second; the Allies won {allied}",
        orders / 1000
    );
}
