//! What elements are worth: battles of unequal forces are drawn and played by quick play, and the chance to win is fitted to
//! what the forces had. `cargo test -p elements --test points -- --ignored --nocapture`; `points.md` has what came of it.

use elements::catalogue::Element;
use elements::game::{Elements, Options, Side};
use elements::scenario::{Scenario, battle, parts, price};
use kernel::dice::Seeded;
use kernel::game::{Game, Judged, OneStream, Setting, Untold, View, apply};

/// What is counted of a force: elements, HE/SA, roots of AP, roots of armour, and those that are fast; last the constant.
const COUNTED: [&str; 6] = ["element", "HE/SA", "root of AP", "armour", "moves 8", "attacks"];

struct Played {
    seed: i32,
    points: u16,
    share: u16,
    /// The attacker's less the defender's, for each hundred points of both together.
    counted: [f64; 6],
    won: bool,
}

fn counted(element: &Element) -> [f64; 5] {
    let counted = parts(element);
    let quality = 1.0 + f64::from(2 - element.figures.quality as i32) / 5.0;
    counted.map(|part| f64::from(part) * quality)
}

fn play(points: u16, share: u16, seed: i32) -> Played {
    let text = battle(points, share, seed);
    let scenario = Scenario::read(&text).expect("a battle can be read");
    let mut sums = [0.0; 6];
    let mut cost = 0;
    for side in Side::BOTH {
        let sign = if side == Side::Attacker { 1.0 } else { -1.0 };
        let army = scenario.army(side);
        let hides = usize::from(army.hides);
        let fights = army.elements.iter().chain(army.ambush.iter().take(hides)).map(|listed| listed.element);
        for element in fights.filter(|element| !element.is_non_combat()) {
            cost += price(element);
            for (sum, part) in sums.iter_mut().zip(counted(element)) {
                *sum += sign * part;
            }
        }
    }
    for sum in &mut sums {
        *sum *= 100.0 / f64::from(cost);
    }
    sums[5] = 1.0;
    let drawn = Elements::read_scenario(&text).expect("a battle can be read");
    let (mut dice, mut random) = (Untold(Seeded::new(seed as u64)), Seeded::new(seed as u64 + 77));
    let mut state = kernel::game::set_up::<Elements>(
        &Setting::of(drawn),
        &Options::default(),
        &mut kernel::game::OneStream(&mut dice),
        None,
    );
    let weights: Vec<i64> = Elements::WEIGHTS.iter().map(|(_, weight)| *weight).collect();
    while let Some(ask) = Elements::asks(&state).first().copied() {
        let view = View::<Elements>::of_seat(&state, ask.seat);
        let order = Elements::quick(&view, &ask, &weights, &mut random);
        let legal = view.check(&ask, order).expect("a player gives legal orders");
        apply::<Elements>(&mut state, &legal, &mut OneStream(&mut dice), None);
    }
    let winner = Elements::result(&state).and_then(|result| result.winner);
    Played { seed, points, share, counted: sums, won: winner.is_some_and(|seat| seat.0 == "attacker") }
}

/// Logistic regression by Newton's method, with a little ridge; the inverse of the curvature gives the errors.
#[allow(clippy::needless_range_loop, reason = "rows and columns of a matrix go by their numbers")]
fn fit(all: &[Played]) -> ([f64; 6], [f64; 6]) {
    let mut weights = [0.0; 6];
    let mut errors = [0.0; 6];
    for _ in 0..12 {
        let mut slope = weights.map(|weight| -0.05 * weight);
        let mut curve = [[0.0; 6]; 6];
        for played in all {
            let chance = chance(&weights, played);
            let off = f64::from(u8::from(played.won)) - chance;
            for i in 0..6 {
                slope[i] += off * played.counted[i];
                for j in 0..6 {
                    curve[i][j] += chance * (1.0 - chance) * played.counted[i] * played.counted[j];
                }
            }
        }
        for (i, row) in curve.iter_mut().enumerate() {
            row[i] += 0.05;
        }
        let inverse = inverted(curve);
        for i in 0..6 {
            weights[i] += (0..6).map(|j| inverse[i][j] * slope[j]).sum::<f64>();
            errors[i] = inverse[i][i].sqrt();
        }
    }
    (weights, errors)
}

fn chance(weights: &[f64; 6], played: &Played) -> f64 {
    let sum: f64 = weights.iter().zip(&played.counted).map(|(weight, part)| weight * part).sum();
    1.0 / (1.0 + (-sum).exp())
}

fn inverted(mut matrix: [[f64; 6]; 6]) -> [[f64; 6]; 6] {
    let mut inverse = [[0.0; 6]; 6];
    (0..6).for_each(|i| inverse[i][i] = 1.0);
    for i in 0..6 {
        let pivot = matrix[i][i];
        for j in 0..6 {
            matrix[i][j] /= pivot;
            inverse[i][j] /= pivot;
        }
        for other in (0..6).filter(|other| *other != i) {
            let times = matrix[other][i];
            for j in 0..6 {
                matrix[other][j] -= times * matrix[i][j];
                inverse[other][j] -= times * inverse[i][j];
            }
        }
    }
    inverse
}

#[test]
#[ignore = "it plays for minutes, and asserts nothing"]
fn what_points_are_worth() {
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1000);
    let all: Vec<Played> =
        (0..games).map(|seed| play(120 + (seed % 4) as u16 * 60, 60 + (seed / 4 % 9) as u16 * 10, seed)).collect();
    if let Ok(file) = std::env::var("BATTLES") {
        let mut text = format!("seed\tpoints\tshare\t{}\twon\n", COUNTED[..5].join("\t"));
        for played in &all {
            let parts: Vec<String> = played.counted[..5].iter().map(|part| format!("{part:.2}")).collect();
            let Played { seed, points, share, won, .. } = played;
            text += &format!("{seed}\t{points}\t{share}\t{}\t{}\n", parts.join("\t"), u8::from(*won));
        }
        std::fs::write(file, text).expect("the file can be written");
    }
    let (weights, errors) = fit(&all);
    println!("| counted | weight | error | points |\n|---|---|---|---|");
    for i in 0..6 {
        let points = 6.0 * weights[i] / weights[0];
        println!("| {} | {:.3} | {:.3} | {points:.2} |", COUNTED[i], weights[i], errors[i]);
    }
    println!("\n| fitted | battles | fitted wins | wins | residual |\n|---|---|---|---|---|");
    for tenth in 0..10 {
        let (least, most) = (f64::from(tenth) / 10.0, f64::from(tenth + 1) / 10.0);
        let some: Vec<&Played> = all.iter().filter(|one| (least..most).contains(&chance(&weights, one))).collect();
        let expected: f64 = some.iter().map(|one| chance(&weights, one)).sum();
        let won = some.iter().filter(|one| one.won).count();
        println!(
            "| {}0-{}0 % | {} | {expected:.1} | {won} | {:+.1} |",
            tenth,
            tenth + 1,
            some.len(),
            won as f64 - expected
        );
    }
    println!("\n| the defender's share | battles | attacker won |\n|---|---|---|");
    for share in (60..=140).step_by(10) {
        let some: Vec<&Played> = all.iter().filter(|one| one.share == share).collect();
        let won = some.iter().filter(|one| one.won).count();
        println!("| {share} % | {} | {:.0} % |", some.len(), 100.0 * won as f64 / some.len().max(1) as f64);
    }
}

#[test]
#[ignore = "it plays for minutes, and asserts nothing"]
fn equal_points() {
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(400);
    for points in [120, 200, 300] {
        let won = (0..games).filter(|seed| play(points, 100, 10_000 + seed).won).count();
        println!(
            "{points} points each, {games} battles: the attacker won {:.1} %",
            100.0 * won as f64 / f64::from(games)
        );
    }
}
