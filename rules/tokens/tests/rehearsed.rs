//! The balance that the rulings were rehearsed for, worked out exactly from the book's own procedures.

use kernel::odds::{Budget, Kind, Ratio, ratio};
use kernel::procedure::{Report, text};

/// The exact odds of a procedure, its inputs typed as on the command line.
fn odds(name: &str, inputs: &[&str]) -> Report {
    let procedures = (tokens::BOOK.procedures)();
    let procedure = procedures.iter().find(|procedure| procedure.card().name == name).unwrap();
    let inputs = text::read_inputs(procedure.fields(), inputs.iter().copied()).unwrap();
    let report = procedure.odds(&inputs, &Budget::default()).unwrap();
    assert_eq!(report.kind, Kind::Exact);
    report
}

/// The chance that a regular cavalry regiment at full strength wins its charge, whatever it costs.
fn charge_wins(inputs: &[&str]) -> Ratio {
    let charge = ["attacker=mounted-cavalry", "attacker-bases=3", "reaction=fire"];
    let report = odds("assault", &[&charge, inputs].concat());
    let won = report.outcomes.iter().filter(|line| line.outcome.starts_with("wins"));
    won.fold(Ratio::ZERO, |sum, line| sum + &line.chance)
}

/// The chance that a regular battalion in the open loses its first base on each turn, under three volleys a turn of
/// regular infantry beyond close range and one rally at the turn's end, with the enemy more than 8 inches away.
fn first_base_lost_on(turns: usize) -> Vec<Ratio> {
    const NERVE: usize = 4;
    let volley = odds("fire", &["range=10", "target-markers=0"]);
    let laid = &volley.measures.iter().find(|measure| measure.name == "markers laid").unwrap().chances;
    let rally = odds("rally", &["enemy=10"]);
    let rallies = &rally.outcomes.iter().find(|line| line.outcome == "takes one marker off").unwrap().chance;
    // The chance of each number of markers while no base is lost.
    let mut markers = vec![Ratio::ONE];
    markers.resize(NERVE, Ratio::ZERO);
    let mut turn = || {
        let mut lost = Ratio::ZERO;
        for _volley in 0..3 {
            let mut after = vec![Ratio::ZERO; NERVE];
            for (number, chance) in markers.iter().enumerate() {
                for (more, more_chance) in laid {
                    let place = after.get_mut(number + usize::try_from(*more).unwrap());
                    *place.unwrap_or(&mut lost) += chance * more_chance;
                }
            }
            markers = after;
        }
        for number in 1..NERVE {
            let rallied = &markers[number] * rallies;
            markers[number] -= &rallied;
            markers[number - 1] += rallied;
        }
        lost
    };
    (0..turns).map(|_| turn()).collect()
}

#[test]
fn three_volleys_a_turn_against_one_rally_cost_the_first_base_on_turn_4_on_average() {
    let lost = first_base_lost_on(60);
    let mean = (1..).zip(&lost).fold(Ratio::ZERO, |sum, (turn, chance)| sum + chance * ratio(turn, 1));
    let mean = mean.to_f64().value();
    assert!((3.9..4.1).contains(&mean), "{mean}");
    let by_turn_3 = lost[..3].iter().fold(Ratio::ZERO, |sum, chance| sum + chance);
    let by_turn_4 = &by_turn_3 + &lost[3];
    assert!(by_turn_4 > ratio(2, 3) && by_turn_3 < ratio(11, 20), "{by_turn_3} {by_turn_4}");
}

#[test]
fn a_charge_on_fresh_machine_guns_that_fire_wins_about_one_time_in_four() {
    let fresh = charge_wins(&["target=machine-guns"]);
    assert!(fresh > ratio(23, 100) && fresh < ratio(27, 100), "{fresh}");
}

#[test]
fn a_charge_on_marked_machine_guns_wins_four_times_in_five() {
    let marked = charge_wins(&["target=machine-guns", "target-markers=1"]);
    assert!(marked > ratio(78, 100) && marked < ratio(82, 100), "{marked}");
}

#[test]
fn seizing_is_a_real_choice() {
    // A fresh unit takes the initiative two times in three, a marked one that has reacted one time in three.
    let seized = |inputs: &[&str]| odds("seizing", inputs).outcomes[1].chance.clone();
    assert_eq!((seized(&[]), seized(&["tokens=1", "markers=1"])), (ratio(2, 3), ratio(1, 3)));
}
