//! The scenarios of the book, and what the reader says of files that are wrong.

use super::army::{FILES as ARMY_FILES, read_file};
use super::*;
use crate::barrage::BarrageKind;
use crate::unit::{Kind, Quality};
use std::collections::BTreeSet;
use std::path::Path;

const LEARNING: &str = FILES[0];

/// What the reader says of the learning game when a piece of its text is another.
fn refused(from: &str, to: &str) -> String {
    assert!(LEARNING.contains(from), "the learning game has no '{from}'");
    Scenario::read(&LEARNING.replacen(from, to, 1)).expect_err("it is wrong now").sentence
}

fn files(folder: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = std::fs::read_dir(folder).expect("the folder is there").map(|file| file.expect("a file").path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.map(|path| path.file_stem().expect("a file").to_string_lossy().into_owned()).collect()
}

#[test]
fn every_scenario_file_is_legal_and_named_like_its_id() {
    let read: BTreeSet<_> = FILES.iter().map(|file| Scenario::read(file).unwrap().id).collect();
    assert_eq!(read, files("scenarios"));
}

#[test]
fn every_army_file_is_legal_and_fights_somewhere() {
    assert_eq!(ARMY_FILES.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), files("armies"));
    for (name, _) in ARMY_FILES {
        read_file(name).unwrap().unwrap();
        let uses = FILES.iter().filter(|file| file.contains(&format!("army = \"{name}\""))).count();
        assert!(uses > 0, "nobody fights with {name}");
    }
}

#[test]
fn the_learning_game_stands_where_its_file_says() {
    let game = Scenario::read(LEARNING).unwrap();
    assert!(game.learning && game.fixed_setup && !game.trench);
    assert_eq!((game.minutes, game.countdown, game.par), (10, 9, 0));
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

fn of_kind(army: &ArmyList, is: impl Fn(Kind) -> bool) -> usize {
    army.units.iter().filter(|unit| is(unit.kind)).count()
}

#[test]
fn r20_a_full_scenario_has_a_division_a_side_and_three_objectives_with_names() {
    for scenario in FILES[1..].iter().map(|file| Scenario::read(file).unwrap()) {
        assert!(!scenario.learning && scenario.minutes >= 60 && scenario.countdown == 21, "{}", scenario.id);
        assert!(scenario.objectives.iter().all(|&square| scenario.place(square).is_some()));
        for army in [&scenario.attacker, &scenario.defender] {
            let infantry = of_kind(army, |kind| kind == Kind::Infantry);
            let (machine_guns, guns) =
                (of_kind(army, |kind| kind == Kind::MachineGun), of_kind(army, Kind::is_artillery));
            assert!((9..=16).contains(&infantry), "{}: {infantry} battalions", army.name);
            assert!((2..=4).contains(&machine_guns), "{}: {machine_guns} machine guns", army.name);
            assert!((3..=5).contains(&guns), "{}: {guns} guns", army.name);
            assert!(!army.assets.is_empty(), "{}", army.name);
        }
    }
}

#[test]
fn r20_the_three_battles_are_what_the_book_promises() {
    let find = |id| Scenario::find(id, &Options::default()).unwrap();
    let all_are = |army: &ArmyList, quality| army.units.iter().all(|unit| unit.quality == quality);
    let has = |army: &ArmyList, kind| army.assets.iter().any(|asset| asset.kind == kind);

    let encounter = find("le-cateau");
    assert_eq!((encounter.defender.army, encounter.attacker.army), ("british", "german"));
    assert!(all_are(&encounter.defender, Quality::Professional) && all_are(&encounter.attacker, Quality::Regular));
    assert!(encounter.defender.units.len() < encounter.attacker.units.len() && !encounter.trench);

    let trench = find("montauban");
    assert_eq!((trench.attacker.army, trench.defender.army), ("british", "german"));
    assert!(trench.trench && has(&trench.attacker, AssetKind::Rolling) && has(&trench.attacker, AssetKind::Gas));

    let tanks = find("villers-bretonneux");
    assert!(of_kind(&tanks.attacker, Kind::is_tank) > 0 && of_kind(&tanks.defender, Kind::is_tank) > 0);
    assert_eq!(tanks.attacker.units[0].name, "Storm companies");
    assert_eq!(tanks.attacker.units[0].quality, Quality::Professional);
}

#[test]
fn every_commander_begins_with_units_or_behind_them() {
    for scenario in Scenario::all() {
        assert!(scenario.attacker.commander.row == 5, "{}: the attacker's is in his base row", scenario.id);
        let (commander, front) = (scenario.defender.commander, |at| match at {
            Start::Square(square) => square.row,
            Start::Reserve => 0,
        });
        let foremost = scenario.defender.units.iter().map(|unit| front(unit.at)).max().unwrap();
        assert!(commander.row <= foremost, "{}", scenario.id);
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
fn a_scenario_written_out_reads_back_the_same() {
    for scenario in Scenario::all() {
        let again = Scenario::read(&scenario.write());
        assert_eq!(again.as_ref(), Ok(scenario), "{}", scenario.write());
    }
}

#[test]
fn a_file_that_is_not_toml_is_refused() {
    assert!(Scenario::read("id = ").unwrap_err().sentence.starts_with("in the scenario: it cannot be read as TOML"));
}

#[test]
fn a_missing_wrong_or_unknown_field_is_named_with_what_is_allowed() {
    assert_eq!(
        refused("minutes = 10", ""),
        "in the scenario 'first-orders': minutes is missing; it must be a whole number from 1 to 600"
    );
    assert_eq!(
        refused("par = 0", "par = 'low'"),
        "in the scenario 'first-orders': par is given as 'low', but it must be a whole number from -100 to 100"
    );
    assert!(
        refused("par = 0", "par = 0\nlearnin = true").contains("learnin is not known here (did you mean 'learning'?)")
    );
    assert!(
        refused("c4 = \"The wood\"", "c9 = \"The wood\"")
            .contains("objectives.c9 is no square; squares go from a1 to h6")
    );
    assert!(
        refused("learning = true", "learning = 1").contains("learning is given as '1', but it must be true or false")
    );
}

#[test]
fn an_army_must_be_known_and_every_unit_of_it_placed_once() {
    assert!(refused("first-orders-german", "first-orders-germans").contains("(did you mean 'first-orders-german'?)"));
    assert!(refused("\"I/Grenadiers\", ", "").contains("has 'I/Grenadiers', which has no place"));
    assert!(
        refused("\"I/Musketeers\"", "\"I/Grenadiers\"")
            .contains("attacker.e2 has 'I/Grenadiers', but it has a place already")
    );
    assert!(refused("\"1st Rifles\"", "\"1st Rifle\"").contains(
        "defender.c4 has '1st Rifle' (did you mean '1st Rifles'?), but there is no such unit in 'The rearguard'"
    ));
    assert!(refused("e2 = [", "e9 = [").contains("attacker.e9 is not known here"));
}

#[test]
fn r6_both_sides_begin_in_their_own_rows() {
    assert!(
        refused("e2 = [", "e3 = [").contains("attacker.e3 has 'I/Musketeers', but the attacker begins in rows 1 and 2")
    );
    assert!(
        refused("\nc4 = [", "\nc3 = [")
            .contains("defender.c3 has '1st Rifles', but the defender begins in rows 4, 5 and 6")
    );
    assert!(refused("commander = \"d1\"", "commander = \"d4\"").contains("attacker.commander stands in D4"));
}

#[test]
fn r4_a_square_holds_three_infantry_units_and_no_more() {
    let crowd = refused("e2 = [\"I/Musketeers\", \"II/Musketeers\"]", "C2 = [\"I/Musketeers\", \"II/Musketeers\"]");
    assert!(crowd.contains("attacker.c2 is more than one square: a square holds at most 3 infantry"), "{crowd}");
}

#[test]
fn r6_only_the_defender_of_a_trench_scenario_has_a_reserve_and_it_is_a_third() {
    assert!(
        refused("\nc4 = [", "\nreserve = [").contains("only the defender of a trench scenario has units in reserve")
    );
    let trench = |text: &str| Scenario::read(&text.replace("learning = true", "learning = true\ntrench = true"));
    assert_eq!(trench(&LEARNING.replace("\nc4 = [", "\nreserve = [")).unwrap().defender.reserve(), 1);
    let none = trench(LEARNING).unwrap_err().sentence;
    assert!(none.contains("defender.reserve has 0 of 3 units") && none.ends_with("rounded down: 1 (R6)"), "{none}");
}

#[test]
fn r19_a_scenario_has_three_objectives_and_only_a_learning_game_may_have_fewer() {
    assert!(
        refused("learning = true", "")
            .contains("objectives are 2 squares, but there must be 3, or 1 to 3 in a learning game")
    );
    let twice = refused("e5 = \"The village\"", "C4 = \"The village\"");
    assert!(twice.contains("objectives have C4 twice"), "{twice}");
}

#[test]
fn names_of_units_and_places_are_unique() {
    let own = "army = { name = 'Own', army = 'german', command = 'good', guns = 'poor', units = '1st Rifles | infantry | regular' }";
    let file = LEARNING.replace("army = \"first-orders-german\"", own);
    let file = file.replace("c2 = [\"I/Grenadiers\", \"II/Grenadiers\"]", "c2 = '1st Rifles'");
    let file = file.replace("e2 = [\"I/Musketeers\", \"II/Musketeers\"]", "");
    let twice = Scenario::read(&file).unwrap_err().sentence;
    assert!(twice.contains("two units are called '1st Rifles'"), "{twice}");
    assert!(refused("\"The village\"", "\"The wood\"").contains("no two squares have the same"));
}

#[test]
fn an_army_in_the_scenario_itself_is_read_like_a_file_of_its_own() {
    let with = |units: &str, more: &str| {
        let own = format!(
            "army = {{ name = 'Own', army = 'german', command = 'good', guns = 'poor', units = '{units}'{more} }}"
        );
        let file = LEARNING.replace("army = \"first-orders-german\"", &own);
        let file = file.replace("c2 = [\"I/Grenadiers\", \"II/Grenadiers\"]", "c2 = 'Uhlans'");
        Scenario::read(&file.replace("e2 = [\"I/Musketeers\", \"II/Musketeers\"]", ""))
    };
    let own =
        with("Uhlans | mounted-cavalry | professional", ", assets = { rolling = [3, 5], shock-assault = 4 }").unwrap();
    assert_eq!(own.attacker.units[0].kind, Kind::MountedCavalry);
    let barrages: Vec<_> = own.attacker.assets.iter().map(|asset| (asset.kind.barrage(), asset.on)).collect();
    assert_eq!(barrages, [(Some(BarrageKind::Rolling), 3), (Some(BarrageKind::Rolling), 5), (None, 4)]);

    let sentence = |units: &str, more: &str| with(units, more).unwrap_err().sentence;
    assert!(
        sentence("Uhlans | cavalery | regular", "")
            .contains("attacker.army.units has 'Uhlans', whose kind is given as 'cavalery'")
    );
    assert!(sentence("Uhlans | mounted-cavalry", "").contains("a line is: name | kind | quality"));
    assert!(
        sentence("Uhlans | gun | regular", ", assets = { rolling = 7 }").contains(
            "attacker.army.assets.rolling is given as '7', but it must be the number it comes on, from 2 to 6"
        )
    );
    assert!(
        sentence("Uhlans | gun | regular", ", assets = { smoke = 4 }")
            .contains("attacker.army.assets.smoke is no asset; the assets are suppression")
    );
}

#[test]
fn r22_a_rolling_barrage_is_the_attackers_only() {
    let mut game = Scenario::read(LEARNING).unwrap();
    game.attacker.assets.push(Asset { kind: AssetKind::Rolling, on: 4 });
    assert_eq!(game.check(), Ok(()));
    game.defender.assets.push(Asset { kind: AssetKind::Rolling, on: 4 });
    assert!(game.check().unwrap_err().sentence.contains("only the attacker may have one"));
}
