//! The commands as they are typed.

use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(args).output().expect("the program runs")
}

/// Standard output of a command that succeeds.
fn said(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the program writes text")
}

/// Standard error of a command that is refused, with exit code 2 and nothing on standard output.
fn refused(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?} says something before it refuses");
    String::from_utf8(output.stderr).expect("the program writes text")
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&said(args)).expect("the program writes JSON")
}

#[test]
fn all_five_books_are_on_the_shelf() {
    let books = json(&["books", "--json"]);
    let ids: Vec<_> = books.as_array().unwrap().iter().map(|book| book["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["somme", "squares", "tokens", "elements", "figures"]);
}

#[test]
fn every_chart_of_every_book_is_shown_in_every_format() {
    for book in shelf::books() {
        for chart in book.charts {
            let shown = json(&["charts", book.id, chart.name, "--format", "json"]);
            assert_eq!((&shown["book"], &shown["chart"]), (&book.id.into(), &chart.name.into()));
            let columns = shown["columns"].as_array().unwrap().len();
            for row in shown["rows"].as_array().unwrap() {
                assert_eq!(row["cells"].as_array().unwrap().len(), columns, "{} {}", book.id, chart.name);
                assert!(row["cells"].as_array().unwrap().iter().all(|cell| cell.as_str() != Some("")));
            }
            assert!(shown["title"].is_string() && shown["section"].is_string() && shown["errata"].is_array());
        }
        let chart = book.charts[0].name;
        assert!(said(&["charts", book.id, chart]).contains("───"));
        assert!(said(&["charts", book.id, chart, "--format", "markdown"]).contains("|---|"));
        assert!(said(&["charts", book.id, chart, "--format", "csv"]).contains(','));
        assert!(said(&["charts", book.id, chart, "--format", "svg"]).starts_with("<svg"));
    }
}

#[test]
fn the_charts_asked_for_are_all_there() {
    let names =
        |book: &str| -> Vec<&str> { shelf::book(book).unwrap().charts.iter().map(|chart| chart.name).collect() };
    for (book, wanted) in [
        (
            "somme",
            "weather terrain bombardment air-bombardment defensive-fire assault coordination command-center command-range supply-range hq-replacement replacements rally tank-breakdown tank-recovery operations-british operations-german",
        ),
        (
            "squares",
            "shooting assault-assaulter assault-target retire saves assault-outcomes morale morale-outcomes barrages deviation movement reinforcements gas",
        ),
        ("tokens", "activation actions movement terrain-tests firing hit-modifiers casualties"),
        ("elements", "suppression ap-hit ap-penetration he-sa results movement"),
        (
            "figures",
            "fire-factors fire-modifiers weapon-figures casualty-1 casualty-15 deviation burst gas morale morale-failure melee movement cover vehicles bombardment",
        ),
    ] {
        for chart in wanted.split(' ') {
            assert!(names(book).contains(&chart), "{book} lacks {chart}");
        }
    }
}

#[test]
fn odds_are_exact_fractions_that_sum_to_one() {
    let odds = json(&["odds", "somme", "bombardment", "--json"]);
    assert_eq!(odds["kind"], "exact");
    assert!(odds["policies"].is_array());
    let lines = odds["outcomes"].as_array().unwrap();
    // Six faces, none twice the same result but the step loss.
    assert_eq!(lines.last().unwrap()["odds"], "1/3");
    assert_eq!(lines.last().unwrap()["p"], 0.333_333);
    let sum: f64 = lines.iter().map(|line| line["p"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-5);
}

#[test]
fn a_catalogue_type_is_named_on_the_command_line() {
    let inputs = ["attacker=sherman-75", "target=panzer-iv-h", "range=12", "facing=side"];
    let odds = json(&[&["odds", "elements", "ap-fire", "--json"], inputs.as_slice()].concat());
    // 12 or more hits, no modifier but the range (12 is not over half of 24): 9/20 of hits.
    assert_eq!(odds["outcomes"][0]["odds"], "11/20");
}

#[test]
fn variants_stand_side_by_side_and_can_be_drawn() {
    let shown = said(&["odds", "squares", "assault", "--compare", "supports=0,1,2"]);
    assert!(shown.contains("supports=0") && shown.contains("supports=2"), "{shown}");
    let picture = std::env::temp_dir().join(format!("sandtable-odds-{}.svg", std::process::id()));
    said(&["odds", "squares", "assault", "--plot", picture.to_str().unwrap()]);
    let svg = std::fs::read_to_string(&picture).unwrap();
    std::fs::remove_file(picture).unwrap();
    assert!(svg.contains("the square is taken") && svg.contains("if the target decides to retire"));
}

#[test]
fn outcomes_of_variants_that_share_none_stand_from_worst_to_best() {
    // For the assaulter a target that retires is better than one that holds, and worse than one thrown out.
    let order = ["the target holds", "the target retires, the square is taken", ">the square is taken<"];
    let is_in_order = |text: &str, names: [&str; 3]| {
        let places = names.map(|name| text.find(name).unwrap_or_else(|| panic!("'{name}' is missing in {text}")));
        assert!(places.is_sorted(), "{text}");
    };
    for answers in ["answer=stand,retire", "answer=retire,stand"] {
        let shown = said(&["odds", "squares", "assault", "--compare", answers]);
        is_in_order(&shown, [order[0], order[1], "  the square is taken"]);
        let picture = std::env::temp_dir().join(format!("sandtable-{answers}-{}.svg", std::process::id()));
        said(&["odds", "squares", "assault", "--compare", answers, "--plot", picture.to_str().unwrap()]);
        let svg = std::fs::read_to_string(&picture).unwrap();
        std::fs::remove_file(picture).unwrap();
        // The legend stands last.
        let legend = &svg[svg.rfind(">the target holds<").unwrap()..];
        is_in_order(legend, order);
    }
}

#[test]
fn a_seed_rolls_the_same_again() {
    let roll = || said(&["roll", "squares", "assault", "--seed", "1916"]);
    assert_eq!(roll(), roll());
}

#[test]
fn typed_dice_are_read_and_explained_with_citations() {
    let told = said(&["roll", "somme", "bombardment", "--dice", "2"]);
    assert!(told.contains("each heavy artillery unit firing (6.0)"), "{told}");
    assert!(told.contains("[ST]") && told.contains("▶ 1 or less"), "the cell is lit up: {told}");
    let steps = json(&["roll", "somme", "bombardment", "--dice", "2", "--json"]);
    assert_eq!(steps["steps"][0]["throws"][0]["faces"][0], 2);
}

#[test]
fn wrong_input_is_told_what_is_allowed() {
    for (args, part) in [
        (&["odds", "some", "bombardment"][..], "did you mean 'somme'?"),
        (&["charts", "somme", "bombardement"], "did you mean 'bombardment'?"),
        (&["odds", "squares", "asault"], "did you mean 'assault'?"),
        (&["odds", "squares", "assault", "suports=1"], "did you mean 'supports'?"),
        (
            &["odds", "squares", "assault", "supports=9"],
            "supports is given as '9', but it must be a whole number from 0 to 4",
        ),
        (&["odds", "squares", "assault", "ground=forest"], "one of open, woods, buildings, hill, rough-hill"),
        (&["odds", "squares", "assault", "target=infantri"], "did you mean 'infantry'?"),
        (&["odds", "squares", "assault", "supports"], "supports needs a value"),
        (&["odds", "squares", "assault", "supports=1", "supports=2"], "given twice"),
        (&["odds", "squares", "assault", "--compare", "supports"], "key=a,b,c"),
        (&["odds", "squares", "assault", "--compare", "target=infantry,gun"], "separated by '/'"),
        (&["odds", "squares", "assault", "target=infantry:gun"], "says kind twice"),
        (&["odds", "squares", "assault", "target=infantry,,gun"], "an item is missing"),
        (&["odds", "squares", "assault", "target=infantry*0"], "a number from 1 on"),
        (&["odds", "squares", "assault", "--plot", "odds.png"], "FILE.svg"),
        (&["odds", "elements", "ap-fire", "attacker=sherman-57"], "did you mean 'sherman-75'?"),
        (&["roll", "somme", "bombardment", "--dice", "7"], "a d6 shows 1 to 6"),
        (&["roll", "somme", "bombardment", "--dice", "1,2"], "takes only 1"),
        (&["roll", "squares", "assault", "--dice", "1"], "needs more"),
        (&["roll", "squares", "assault", "--dice", "x"], "whole numbers behind commas"),
        (&["odds", "somme", "bombardment", "units=0", "cavalry"], "the square is vacant"),
        (&["odds", "somme", "bombardment", "weather=snow", "observation"], "in snow nobody has air observation"),
        (&["rules", "somme", "xyzzy"], "no citation or words"),
        (&["charts", "somme", "--format", "csv"], "name a chart"),
        (
            &["roll", "somme", "bombardment", "--seed", "x"],
            "sandtable: --seed is given as 'x', but it must be a whole number from 0 to 18446744073709551615\n",
        ),
        (&["roll", "somme", "bombardment", "--seed", "-1"], "--seed is given as '-1', but it must be a whole number"),
        (&["roll", "somme", "bombardment", "--seed", "18446744073709551616"], "a whole number from 0"),
        (&["roll", "somme", "bombardment", "--seed"], "--seed needs a value"),
        (&["roll", "somme", "bombardment", "--seed", "1", "--seed", "2"], "--seed is given twice; give --seed once"),
        (&["roll", "somme", "bombardment", "--seed", "1", "--dice", "2"], "do not go together: give one of them"),
        (&["roll", "somme", "bombardment", "--dice", "-1"], "whole numbers behind commas"),
        (&["roll", "somme", "bombardment", "--json=yes"], "--json takes no value, but 'yes' is given"),
        (&["charts", "somme", "weather", "--format", "txt"], "but it must be one of text, json, csv, markdown, svg"),
        (&["charts", "somme", "weather", "--format", "txt"], "did you mean 'text'?"),
        (&["completions", "fishy"], "one of bash, elvish, fish, powershell, zsh"),
        (&["rol", "somme"], "there is no command 'rol' (did you mean 'roll'?); the commands are books, charts"),
        (&["odds", "somme"], "PROCEDURE is missing; use it so: sandtable odds [OPTIONS] <BOOK> <PROCEDURE>"),
        (&["sheet", "somme"], "--out is missing; use it so: sandtable sheet"),
        (&["odds", "somme", "bombardment", "--jsn"], "did you mean '--json'?"),
        (&["odds", "somme", "bombardment", "--jsn"], "the options of sandtable odds are --json, --compare, --plot"),
        (&["books", "extra"], "'extra' is one word too many; use it so: sandtable books [OPTIONS]"),
    ] {
        let sentence = refused(args);
        assert!(sentence.contains(part), "{args:?}: {sentence}");
        assert!(sentence.starts_with("sandtable: ") && sentence.lines().count() == 1, "{args:?}: {sentence}");
    }
}

#[test]
fn the_desk_without_a_terminal_says_what_to_use_instead() {
    assert!(refused(&["desk"]).contains("sandtable odds"));
}

#[test]
fn there_is_no_colour_without_a_terminal() {
    assert!(!said(&["odds", "squares", "assault"]).contains('\u{1b}'));
}

#[test]
fn rules_are_found_by_citation_and_by_words() {
    assert!(said(&["rules", "somme", "R9"]).contains("R9"));
    assert!(said(&["rules", "somme", "counter-battery"]).to_lowercase().contains("counter-battery"));
    assert!(said(&["rules", "squares", "26:hill"]).contains("hill"));
}

#[test]
fn a_procedure_of_the_sequence_of_play_is_cited_with_its_step_and_found_by_it() {
    assert!(said(&["odds", "somme", "defensive-fire"]).starts_with("Defensive fire (Sequence of play 2H)\n"));
    let procedures = said(&["procedures", "somme"]);
    assert!(!procedures.contains("(sequence)") && procedures.contains("Sequence of play 4C"), "{procedures}");
    let found = said(&["rules", "somme", "Sequence", "of", "play", "2H"]);
    assert!(found.contains("The defenders fire") && !found.contains("2G"), "{found}");
    assert_eq!(found, said(&["rules", "somme", "sequence-of-play:2h"]));
}

#[test]
fn what_a_procedure_asks_for_fits_a_screen_and_a_catalogue_is_searched() {
    let card = said(&["procedures", "elements", "ap-fire"]);
    assert!(card.lines().count() <= 24, "{} lines:\n{card}", card.lines().count());
    assert!(card.contains("attacker=sherman-75") && card.contains("front, side, rear"), "{card}");
    let shermans = said(&["procedures", "elements", "ap-fire", "attacker", "sherman"]);
    assert!(shermans.contains("firefly") && shermans.contains("AP ") && !shermans.contains("tiger"), "{shermans}");
    let fields = said(&["procedures", "elements", "close-combat", "cover"]);
    assert!(fields.contains("hedge"), "{fields}");
    assert!(refused(&["procedures", "elements", "ap-fire", "attacker", "zeppelin"]).contains("zeppelin"));
    assert!(refused(&["procedures", "elements", "ap-fire", "atacker"]).contains("did you mean 'attacker'?"));
    assert!(refused(&["procedures", "elements", "ap-fire", "range", "long"]).contains("only words can be searched"));
}

#[test]
fn odds_say_for_what_they_are_and_why_an_outcome_is_certain() {
    let plain = said(&["odds", "elements", "ap-fire", "attacker=pak-36", "target=tiger-i", "range=12"]);
    assert!(plain.contains("attacker=pak-36 target=tiger-i range=12\n"), "{plain}");
    assert!(plain.contains("by default facing=front"), "{plain}");
    assert!(plain.contains("certain:") && plain.contains("this fire cannot harm the target"), "{plain}");
    let rolled = said(&["roll", "elements", "ap-fire", "range=12", "--seed", "1"]);
    assert!(rolled.contains("\nrange=12\nby default attacker=sherman-75"), "{rolled}");
}

#[test]
fn completions_and_the_manual_come_from_the_parser() {
    assert!(said(&["completions", "bash"]).contains("sandtable"));
    assert!(said(&["man"]).contains(".TH sandtable"));
}

#[test]
fn the_examples_of_the_readme_are_what_the_program_says() {
    let readme = include_str!("../../README.md");
    let tidy = |lines: &mut dyn Iterator<Item = &str>| -> String {
        lines.map(str::trim_end).collect::<Vec<_>>().join("\n").trim().to_owned()
    };
    let mut examples = 0;
    for (at, _) in readme.match_indices("\n    $ sandtable ") {
        let mut lines = readme[at + 1..].lines();
        let typed = lines.next().and_then(|line| line.trim().strip_prefix("$ sandtable ")).expect("a command");
        let shown = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
        let shown = tidy(&mut shown.map(|line| line.strip_prefix("    ").unwrap_or(line)));
        let args: Vec<&str> = typed.split(' ').collect();
        assert_eq!(tidy(&mut said(&args).lines()), shown, "sandtable {typed}");
        examples += 1;
    }
    assert!(examples >= 3, "{examples} examples were found");
}
