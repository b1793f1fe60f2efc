//! The scenarios of the book, and what the reader says of files that are wrong.

mod fuzz;
mod market;
mod wrong;

use super::*;
use crate::game::{Squares, State};
use crate::unit::{Kind, Quality};
use kernel::dice::Seeded;
use kernel::game::{Game, OneStream, View, apply};
use std::collections::BTreeSet;
use std::path::Path;

const LEARNING: &str = FILES[0];

/// The learning game with pieces of its text replaced.
fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(LEARNING.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "the learning game has no '{from}'");
        text.replacen(from, to, 1)
    })
}

fn sides(scenario: &Scenario) -> [&ArmyList; 2] {
    [&scenario.attacker, &scenario.defender]
}

#[test]
fn every_scenario_file_is_legal_and_named_like_its_id() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = std::fs::read_dir(folder).expect("the folder is there").map(|file| file.expect("a file").path());
    let files: BTreeSet<_> =
        files.map(|path| path.file_stem().expect("a file").to_string_lossy().into_owned()).collect();
    let read: BTreeSet<_> = FILES.iter().map(|file| Scenario::read(file).unwrap().head.id).collect();
    assert_eq!(read, files);
}

#[test]
fn every_scenario_has_notes_and_a_briefing_for_each_side() {
    for scenario in FILES.iter().map(|file| Scenario::read(file).unwrap()) {
        assert!(scenario.head.notes.len() > 200, "{}", scenario.head.id);
        assert!(sides(&scenario).iter().all(|army| army.card.briefing.len() > 200), "{}", scenario.head.id);
    }
}

#[test]
fn the_learning_game_stands_where_its_file_says() {
    let game = Scenario::read(LEARNING).unwrap();
    assert!(game.head.learning && game.fixed_setup && !game.trench);
    assert_eq!((game.head.minutes, game.countdown, game.par), (10, 13, 0));
    let square = |name| square_named(name).unwrap();
    assert_eq!(game.objectives.as_slice(), [square("c4"), square("e5")]);
    assert_eq!(game.place(square("e5")), Some("The village"));
    assert_eq!(game.ground[TABLE.index(square("c4"))], Ground::Woods);
    assert_eq!(game.ground.iter().filter(|&&ground| ground != Ground::Open).count(), 2);
    assert_eq!(game.roads.iter().filter(|roads| !roads.is_empty()).count(), 6);
    let vickers = &game.defender.units[2];
    assert_eq!((vickers.kind, vickers.quality), (Kind::MachineGun, Quality::Regular));
    assert_eq!(vickers.at, Start::Square(square("e5")));
    assert_eq!(game.attacker.assets, [Asset { kind: AssetKind::PointEffect, on: 4 }]);
    assert_eq!((game.attacker.bases(), game.defender.bases()), (16, 9));
}

/// Answers the open ask at random; the question, if there was one.
fn play_one(state: &mut State, random: &mut Seeded) -> Option<&'static str> {
    let ask = Squares::asks(state).first().copied()?;
    let legal = {
        let view = View::of_seat(state, ask.seat);
        let order = Squares::sample(&view, &ask, random);
        view.check(&ask, order).expect("an order at random is legal")
    };
    apply(state, &legal, &mut OneStream(random), None);
    Some(ask.question)
}

#[test]
fn hints_belong_to_questions_that_the_game_asks() {
    let mut random = Seeded::new(1);
    let mut asked = BTreeSet::new();
    for scenario in Scenario::all() {
        let mut state = Squares::begin(scenario.clone(), &mut random);
        while let Some(question) = play_one(&mut state, &mut random) {
            asked.insert(question);
        }
    }
    assert_eq!(asked, QUESTIONS.iter().copied().collect());
    let hints = Scenario::read(LEARNING).unwrap().head.hints;
    assert!(
        hints.iter().any(|hint| hint.seat == Some(ATTACKER)) && hints.iter().any(|hint| hint.seat == Some(DEFENDER))
    );
}

fn of_kind(army: &ArmyList, is: impl Fn(Kind) -> bool) -> usize {
    army.units.iter().filter(|unit| is(unit.kind)).count()
}

#[test]
fn r20_a_full_scenario_has_a_division_a_side_and_three_objectives_with_names() {
    for scenario in FILES[1..].iter().map(|file| Scenario::read(file).unwrap()) {
        let id = &scenario.head.id;
        assert!(!scenario.head.learning && scenario.head.minutes >= 60 && scenario.countdown == 21, "{id}");
        assert!(scenario.objectives.iter().all(|&square| scenario.place(square).is_some()), "{id}");
        for army in sides(&scenario) {
            let infantry = of_kind(army, |kind| kind == Kind::Infantry);
            let (machine_guns, guns) =
                (of_kind(army, |kind| kind == Kind::MachineGun), of_kind(army, Kind::is_artillery));
            assert!((9..=16).contains(&infantry), "{}: {infantry} battalions", army.card.name);
            assert!((2..=4).contains(&machine_guns), "{}: {machine_guns} machine guns", army.card.name);
            assert!((3..=5).contains(&guns), "{}: {guns} guns", army.card.name);
            assert!(!army.assets.is_empty(), "{}", army.card.name);
        }
    }
}

#[test]
fn r20_the_three_battles_are_what_the_book_promises() {
    let find = |id| Scenario::find(id, &Options::default()).unwrap();
    let all_are = |army: &ArmyList, quality| army.units.iter().all(|unit| unit.quality == quality);
    let has = |army: &ArmyList, kind| army.assets.iter().any(|asset| asset.kind == kind);

    let encounter = find("le-cateau");
    assert_eq!((encounter.defender.card.army, encounter.attacker.card.army), ("british", "german"));
    assert!(all_are(&encounter.defender, Quality::Professional) && all_are(&encounter.attacker, Quality::Regular));
    assert!(encounter.defender.units.len() < encounter.attacker.units.len() && !encounter.trench);

    let trench = find("montauban");
    assert_eq!((trench.attacker.card.army, trench.defender.card.army), ("british", "german"));
    assert!(trench.trench && has(&trench.attacker, AssetKind::Rolling) && has(&trench.attacker, AssetKind::Gas));

    let tanks = find("villers-bretonneux");
    assert!(of_kind(&tanks.attacker, Kind::is_tank) > 0 && of_kind(&tanks.defender, Kind::is_tank) > 0);
    assert_eq!(tanks.attacker.units[0].name, "Storm companies");
    assert_eq!(tanks.attacker.units[0].quality, Quality::Professional);
}

#[test]
fn every_commander_begins_with_units_or_behind_them() {
    for scenario in Scenario::all() {
        assert!(scenario.attacker.commander.row == 5, "{}: the attacker's is in his base row", scenario.head.id);
        let front = |at| match at {
            Start::Square(square) => square.row,
            Start::Reserve => 0,
        };
        let foremost = scenario.defender.units.iter().map(|unit| front(unit.at)).max().unwrap();
        assert!(scenario.defender.commander.row <= foremost, "{}", scenario.head.id);
    }
}

#[test]
fn a_scenario_that_is_not_there_is_refused_with_those_that_are() {
    let refused = Scenario::find("le-cateu", &Options::default()).unwrap_err().sentence;
    assert_eq!(
        refused,
        "there is no scenario 'le-cateu' (did you mean 'le-cateau'?); the scenarios are first-orders, le-cateau, \
         montauban, villers-bretonneux, generated"
    );
}

#[test]
fn a_generated_battle_follows_its_options() {
    let of = |points, seed| Scenario::find(GENERATED, &Options { points, seed }).unwrap();
    assert_eq!(of(80, 1), *Scenario::all().last().unwrap(), "the default options");
    assert_ne!(of(80, 2), of(80, 1));
    assert!(price(&of(120, 3).attacker) > price(&of(60, 3).attacker));
}

#[test]
fn the_text_of_a_scenario_is_its_file_and_reads_as_the_scenario() {
    for scenario in Scenario::all() {
        let text = Scenario::text(&scenario.head.id, &Options::default()).unwrap();
        assert_eq!(Scenario::read(&text).as_ref(), Ok(scenario));
    }
    assert_eq!(Scenario::text("first-orders", &Options::default()).unwrap(), LEARNING, "comments and all");
    let refused = Scenario::text("montaubon", &Options::default()).unwrap_err().sentence;
    assert!(refused.contains("did you mean 'montauban'?"), "{refused}");
}

#[test]
fn a_scenario_written_out_reads_back_the_same() {
    for scenario in Scenario::all() {
        let again = Scenario::read(&scenario.write());
        assert_eq!(again.as_ref(), Ok(scenario), "{}", scenario.write());
    }
}

/// The digest of a text's bearing.
fn bearing(text: &str) -> String {
    serde_json::to_string(&Scenario::read(text).unwrap().bearing()).unwrap()
}

#[test]
fn what_rules_do_not_depend_on_does_not_bear_on_a_game() {
    let told = [
        ("title = \"First orders", "title = \"Second thoughts"),
        ("Summer 1914.", "Sumer 1914."),
        ("minutes = 10", "minutes = 12"),
        ("id = \"first-orders\"", "id = \"mine\""),
        ("c4 = \"The wood\"", "c4 = \"The copse\""),
        ("army = \"german\"", "army = \"austrian\""),
        ("The advance guard", "The vanguard"),
        ("I/Grenadiers  |", "I/Guards      |"),
        ("Go in together.", "Go in one by one."),
        ("when = \"assault\"", "when = \"move in\""),
    ];
    for change in told {
        assert_eq!(bearing(&changed(&[change])), bearing(LEARNING), "{change:?}");
    }
}

#[test]
fn all_that_rules_depend_on_bears_on_a_game() {
    let ruled = [
        ("fixed-setup = true", "fixed-setup = false"),
        ("par = 0", "par = 1"),
        ("countdown = 13", "countdown = 10"),
        ("w. .. .. ..", "r. .. .. .."),
        ("b. .. .. ..", "b- .. .. .."),
        ("\"e1-e6\"", "\"e1-e5\""),
        ("c4 = \"The wood\"", "c5 = \"The wood\""),
        ("command = \"average\"", "command = \"good\""),
        ("guns = \"average\"", "guns = \"good\""),
        ("commander = \"d1\"", "commander = \"e1\""),
        ("point-effect = 4", "point-effect = 5"),
        ("point-effect = 4", "suppression = 4"),
        ("machine-gun | regular", "gun | regular"),
        ("machine-gun | regular", "machine-gun | reservist"),
        ("regular | e5\n'''", "regular | e6\n'''"),
    ];
    let mut seen = BTreeSet::from([bearing(LEARNING)]);
    for change in ruled {
        assert!(seen.insert(bearing(&changed(&[change]))), "{change:?}");
    }
    let trench = bearing(&changed(&[
        ("learning = true", "learning = true\ntrench = true"),
        ("regular | c4", "regular | reserve"),
    ]));
    let plain = bearing(&changed(&[("regular | c4", "regular | c5")]));
    assert!(seen.insert(trench) && seen.insert(plain));
}
