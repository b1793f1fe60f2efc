//! Tests of one resolution: every shift and every modifier.

use super::*;
use kernel::dice::Scripted;
use kernel::odds::{of_chain, ratio};

/// Six against four in the open with command near and no resources: column 2, +1 on the roll.
fn plain() -> Assault {
    Assault { ground: Vec::new(), barrage: Barrage::None, ..Assault::default() }
}

/// Column and modified roll of 7.
fn place(assault: &Assault) -> (i32, i32) {
    let terms = assault.terms(assault.smoke);
    (super::column(&terms, true).total(), super::row(&terms, 7, true).total())
}

/// What an assault adds to the plain one: columns and roll.
fn change(assault: &Assault) -> (i32, i32) {
    let (column, row) = place(assault);
    let (plain_column, plain_row) = place(&plain());
    (column - plain_column, row - plain_row)
}

fn on(kinds: &[Terrain]) -> i32 {
    change(&Assault { ground: ground(kinds), ..plain() }).0
}

#[test]
fn r11_0_every_cell_follows_from_roll_and_column() {
    for column in -3..=5 {
        for roll in 0..=15 {
            let expected = match roll + column + 4 {
                ..=4 => "AE",
                5..=7 => "A2SR",
                8..=9 => "ASR",
                10 => "AR",
                11..=12 => "ENG",
                13..=14 => "C",
                15..=16 => "DR",
                17..=18 => "DSR",
                19..=20 => "D2SR",
                21 => "DE",
                _ => "DEBT",
            };
            assert_eq!(Some(*CHART.under(roll, column).result), Verdict::of_cell(expected), "{roll} on {column}");
        }
    }
    assert_eq!(CHART.under(-4, -9).result, CHART.under(0, -3).result, "edges (R6)");
    assert_eq!(CHART.under(18, 9).result, CHART.under(15, 5).result, "edges (R6)");
}

#[test]
fn r11_0_the_chart_is_monotone() {
    for column in -3..=5 {
        for roll in 0..=15 {
            let here = CHART.under(roll, column).result;
            assert!(CHART.under(roll + 1, column).result >= here && CHART.under(roll, column + 1).result >= here);
        }
    }
}

#[test]
fn r16_the_differential_is_held_then_shifted_then_held_again() {
    let column =
        |attack, defence, kinds: &[Terrain]| place(&Assault { attack, defence, ground: ground(kinds), ..plain() }).0;
    assert_eq!(column(6, 4, &[]), 2);
    assert_eq!(column(20, 4, &[]), 5);
    assert_eq!(column(20, 4, &[Terrain::StartTrench]), 3, "held to 5 before the shift");
    assert_eq!(column(1, 9, &[Terrain::StartTrench]), -3);
    let crept = Assault { attack: 1, defence: 9, barrage: Barrage::Creeping, ..plain() };
    assert_eq!(place(&crept).0, -1, "held to -3 before the shift");
}

#[test]
fn r11_0_suppressed_defenders_are_halved_rounded_up() {
    let column = |suppressed_defence| place(&Assault { defence: 1, suppressed_defence, ..plain() }).0;
    assert_eq!([4, 5, 6].map(column), [3, 2, 2]);
}

#[test]
fn r11_0_creeping_barrage_shifts_two_right() {
    assert_eq!(change(&Assault { barrage: Barrage::Creeping, ..plain() }), (2, 0));
}

#[test]
fn r11_0_tank_or_cavalry_attack_shifts_one_right() {
    assert_eq!(change(&Assault { tank_or_cavalry: true, ..plain() }), (1, 0));
}

#[test]
fn r11_0_gas_shifts_one_right() {
    assert_eq!(change(&Assault { gas: true, ..plain() }), (1, 0));
}

#[test]
fn r11_0_night_shifts_one_right() {
    assert_eq!(change(&Assault { night: true, ..plain() }), (1, 0));
}

#[test]
fn r11_0_town_or_woods_shift_one_left() {
    assert_eq!((on(&[Terrain::Town]), on(&[Terrain::Woods])), (-1, -1));
}

#[test]
fn r11_0_secondary_trench_shifts_one_left() {
    assert_eq!(on(&[Terrain::SecondaryTrench]), -1);
}

#[test]
fn r33_a_trench_serves_infantry_only() {
    let guns = |kinds: &[Terrain]| change(&Assault { ground: ground(kinds), infantry_defends: false, ..plain() }).0;
    assert_eq!((guns(&[Terrain::SecondaryTrench]), guns(&[Terrain::SecondaryTrench, Terrain::Town])), (0, -1));
}

#[test]
fn r11_0_a_river_shifts_one_left_on_top_of_other_terrain() {
    assert_eq!((on(&[Terrain::MinorRiver]), on(&[Terrain::SommeRiver])), (-1, -1));
    assert_eq!(on(&[Terrain::MinorRiver, Terrain::Ridge]), -3);
}

#[test]
fn r11_0_start_trench_shifts_two_left_for_infantry_only() {
    assert_eq!(on(&[Terrain::StartTrench]), -2);
    let guns = |kinds: &[Terrain]| change(&Assault { ground: ground(kinds), infantry_defends: false, ..plain() }).0;
    assert_eq!((guns(&[Terrain::StartTrench]), guns(&[Terrain::StartTrench, Terrain::Woods])), (0, -1));
}

#[test]
fn r11_0_ridge_shifts_two_left() {
    assert_eq!(on(&[Terrain::Ridge]), -2);
}

#[test]
fn r11_5_1_marsh_shifts_one_left() {
    assert_eq!(on(&[Terrain::Marsh]), -1);
}

#[test]
fn r11_5_1_canal_railroad_and_roads_shift_nothing() {
    use Terrain::{Canal, Clear, MajorRoad, MinorRoad, Railroad};
    for kind in [Clear, Canal, Railroad, MinorRoad, MajorRoad] {
        assert_eq!(on(&[kind]), 0, "{kind}");
    }
}

#[test]
fn r11_5_1_terrain_that_shifts_nothing_is_named_where_nothing_else_counts() {
    let cited = |kinds: &[Terrain], rule: &str| {
        super::column(&Assault { ground: ground(kinds), ..plain() }.terms(false), true).cites(rule)
    };
    for (kind, rule) in [(Terrain::Clear, "11.5.1:clear"), (Terrain::Canal, "11.5.1:canal")] {
        assert!(cited(&[kind], rule) && !cited(&[kind, Terrain::Woods], rule), "{kind}");
    }
    assert!(!cited(&[Terrain::MinorRiver], "11.5.1:clear"), "a river has its own line");
}

#[test]
fn r11_5_1_only_the_highest_terrain_counts() {
    assert_eq!(on(&[Terrain::Woods, Terrain::StartTrench, Terrain::Town]), -2);
    assert_eq!(on(&[Terrain::Town, Terrain::SecondaryTrench]), -1);
}

#[test]
fn r11_5_1_the_terrain_chart_and_the_assault_chart_agree() {
    for &kind in Terrain::ALL {
        let printed = match charts::TERRAIN.text(kind.name(), "assault shift") {
            "-" => 0,
            _ => charts::TERRAIN.number(kind.name(), "assault shift"),
        };
        assert_eq!(on(&[kind]), printed, "{kind}");
    }
}

#[test]
fn r11_0_smokescreen_gives_two_if_the_wind_is_right() {
    assert_eq!(change(&Assault { smoke: true, ..plain() }), (0, 2));
    let wind = kernel::odds::odds(|dice| resolve_wind(ATTACKER, dice).outcome);
    assert_eq!(wind[&true], ratio(1, 2));
    let smoky = AssaultChain { assault: Assault { smoke: true, ..plain() } };
    let run = |faces: [u8; 3]| kernel::odds::run(&smoky, Stage::Wind, &mut Scripted::of(faces)).outcome;
    // Column 2, command near +1: a 7 is 8, C; with smoke 10, DR.
    assert_eq!((run([4, 3, 4]), run([3, 3, 4])), (Verdict::Counterattack, Verdict::DefenderRetreats));
}

#[test]
fn r11_0_lift_barrage_gives_two() {
    assert_eq!(change(&Assault { barrage: Barrage::Lift, ..plain() }), (0, 2));
}

#[test]
fn r11_0_flanking_gives_one_for_each_unit() {
    let with = |flanking| change(&Assault { flanking, ..plain() }).1;
    assert_eq!([0, 1, 2].map(with), [0, 1, 2]);
}

#[test]
fn r11_0_close_assault_gives_one_for_each_over_the_first() {
    let with = |close_assault| change(&Assault { close_assault, ..plain() }).1;
    assert_eq!([0, 1, 2, 3].map(with), [0, 0, 1, 2]);
}

#[test]
fn r11_0_each_mark_on_the_defender_gives_one() {
    let disrupted = Assault { defender_disrupted: true, ..plain() };
    let interdicted = Assault { defender_interdicted: true, ..plain() };
    assert_eq!([disrupted.clone(), interdicted].map(|assault| change(&assault)), [(0, 1); 2]);
    let both = Assault { defender_interdicted: true, ..disrupted };
    assert_eq!(change(&both), (0, 2));
}

#[test]
fn r11_0_a_suppressed_defender_is_halved_and_gives_one_never_only_one_of_the_two() {
    // Plain are 4 that are not suppressed. Of 4 that all are 2 are left, so 2 columns more.
    let all = Assault { defence: 0, suppressed_defence: 4, ..plain() };
    assert_eq!(change(&all), (2, 1));
    let one_of_four = Assault { defence: 3, suppressed_defence: 1, ..plain() };
    assert_eq!(change(&one_of_four), (0, 1), "half of 1 is rounded up");
    assert!(Assault::fields().iter().all(|field| field.name != "defender-suppressed"), "one input says it");
}

#[test]
fn r11_0_command_near_gives_one_far_and_none_take_one() {
    let with = |command| place(&Assault { command, ..plain() }).1 - 7;
    assert_eq!([Support::Near, Support::Far, Support::None].map(with), [1, -1, -1]);
}

#[test]
fn r11_0_attacker_interdicted_or_suppressed_takes_one() {
    assert_eq!(change(&Assault { attacker_marked: true, ..plain() }), (0, -1));
}

#[test]
fn r11_0_attacker_unsupplied_takes_two() {
    assert_eq!(change(&Assault { attacker_unsupplied: true, ..plain() }), (0, -2));
}

#[test]
fn r11_0_weather_takes_two() {
    let in_it = |weather| change(&Assault { weather, ..plain() });
    assert_eq!([Weather::Drizzle, Weather::Rain, Weather::Snow].map(in_it), [(0, 0), (0, -2), (0, -2)]);
}

#[test]
fn r21_an_assault_after_a_breakthrough_is_at_minus_one() {
    assert_eq!(change(&Assault { after_breakthrough: true, ..plain() }), (0, -1));
}

#[test]
fn r17_without_support_no_resources_and_11_5_2_never_more_than_four() {
    let check = |assault: &Assault| Procedure::check(&procedure(), assault);
    assert!(check(&Assault { command: Support::None, gas: true, ..plain() }).is_err());
    assert!(check(&Assault { command: Support::None, ..plain() }).is_ok());
    let four = Assault { barrage: Barrage::Lift, smoke: true, gas: true, night: true, ..plain() };
    assert!(check(&four).is_ok());
    let refusal = check(&Assault { tank_or_cavalry: true, ..four }).unwrap_err();
    assert_eq!(refusal.rule, Some(Rule("11.5.2:four-resources")));
}

#[test]
fn r11_0_three_brigades_behind_a_lift_barrage_against_a_start_trench() {
    // 6 - 4 = 2, two left: column 0. Lift +2 and command near +1: the defender gives way on 11, a roll of 8: 15 ways.
    let chain = AssaultChain { assault: Assault::default() };
    let odds = of_chain(&Budget::default(), &chain, &Dist::certain(Stage::Resolve { smoke: false })).dist;
    assert_eq!(odds.chance_that(|verdict| *verdict >= Verdict::DefenderRetreats), ratio(15, 36));
}

#[test]
fn a_quick_look_counts_the_ways_that_the_step_rolls() {
    for attack in [1, 4, 6, 12] {
        let assault = Assault { attack, smoke: false, ..Assault::default() };
        let terms = assault.terms(false);
        let odds = kernel::odds::odds(|dice| resolve_assault(&terms, "assault", ATTACKER, dice).outcome);
        for &verdict in Verdict::ALL {
            let exact: kernel::odds::Ratio = odds
                .iter()
                .filter(|(found, _)| **found >= verdict)
                .fold(ratio(0, 1), |sum, (_, chance)| sum + chance.clone());
            assert_eq!(ratio(u64::from(ways(&terms, verdict)), 36), exact, "{attack} for {verdict}");
        }
    }
}
