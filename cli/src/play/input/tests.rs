use super::*;
use kernel::rule::Rule;

fn scene() -> Scene {
    Scene {
        title: String::new(),
        size: (800, 600),
        square: Some(100),
        ground: Vec::new(),
        features: Vec::new(),
        places: Vec::new(),
        pieces: Vec::new(),
        panel: Vec::new(),
    }
}

fn prompt(offers: Offers, order: Option<Value>) -> Prompt<Value> {
    Prompt { question: "which?".to_owned(), rule: Rule("1"), picked: Vec::new(), offers, order, whole: false }
}

fn units() -> Vec<Offer> {
    vec![
        Offer::of(Pick::Piece(7), "2nd Royal Sussex, C4"),
        Offer::of(Pick::Piece(8), "1st Royal Scots, C4"),
        Offer::of(Pick::Piece(9), "Machine guns, D4"),
        Offer::option("pass", "end the step"),
    ]
}

fn picked(line: &str, offers: Offers) -> Result<Pick, String> {
    match read(line, &prompt(offers, None), &scene())? {
        Meant::Pick(pick) => Ok(pick),
        other => Err(format!("{other:?}")),
    }
}

#[test]
fn a_choice_is_picked_by_its_number_or_by_a_name_that_means_no_other() {
    let one = |line: &str| picked(line, Offers::OneOf(units()));
    assert_eq!(one("1"), Ok(Pick::Piece(7)));
    assert_eq!(one("sussex"), Ok(Pick::Piece(7)));
    assert_eq!(one("D4"), Ok(Pick::Piece(9)));
    assert_eq!(one("PASS"), Ok(Pick::option("pass")));
    assert_eq!(one("end the step"), Ok(Pick::option("pass")));
    assert_eq!(one("5"), Err("there is no choice 5; there are 1 to 4".to_owned()));
    assert_eq!(one("0"), Err("there is no choice 0; there are 1 to 4".to_owned()));
    let doubtful = one("royal").unwrap_err();
    assert!(doubtful.contains("2nd Royal Sussex, C4 or 1st Royal Scots, C4"), "{doubtful}");
    assert!(one("y").is_err(), "a letter that is in some name means nobody");
    let unknown = one("hussars").unwrap_err();
    assert!(unknown.contains("'hussars' is not among the choices"), "{unknown}");
}

#[test]
fn several_are_numbers_or_names_behind_commas() {
    let several = |line: &str| picked(line, Offers::Several { of: units(), least: 1, most: 2, usual: vec![1] });
    assert_eq!(several("3,1"), Ok(Pick::Several(vec![0, 2])));
    assert_eq!(several("1 3"), Ok(Pick::Several(vec![0, 2])));
    assert_eq!(several("scots, machine guns"), Ok(Pick::Several(vec![1, 2])));
    assert_eq!(several("none"), Err("0 of them are named, but it takes 1 to 2".to_owned()));
    assert_eq!(several("all"), Err("4 of them are named, but it takes 1 to 2".to_owned()));
    assert_eq!(several("usual"), Ok(Pick::Several(vec![1])));
    assert_eq!(several("1,1"), Err("2nd Royal Sussex, C4 is named twice".to_owned()));
}

#[test]
fn a_share_gives_each_its_number_and_nothing_over() {
    let of = vec![Offer::option("a", "Sussex").at_most(2), Offer::option("b", "Scots"), Offer::option("c", "guns")];
    let share = |line: &str| picked(line, Offers::Share { total: 3, of: of.clone(), usual: vec![1, 1, 1] });
    assert_eq!(share("2 1 0"), Ok(Pick::Share(vec![2, 1, 0])));
    assert_eq!(share("0,3,0"), Ok(Pick::Share(vec![0, 3, 0])));
    assert_eq!(share("3 0 0"), Err("Sussex can take 2 at most, not 3".to_owned()));
    assert_eq!(share("1 1 0"), Err("that makes 2, but there are 3 to share out".to_owned()));
    assert!(share("2 1").unwrap_err().contains("2 numbers are given, but there are 3"));
    assert_eq!(share("usual"), Ok(Pick::Share(vec![1, 1, 1])));
    // One number or name takes them all, and as many numbers as there are hits take one each.
    assert_eq!(share("2"), Ok(Pick::Share(vec![0, 3, 0])));
    assert_eq!(share("guns"), Ok(Pick::Share(vec![0, 0, 3])));
    assert_eq!(share("1"), Err("Sussex can take 2 at most, not 3".to_owned()));
    let pair = |line: &str| picked(line, Offers::Share { total: 2, of: of.clone(), usual: vec![1, 1, 0] });
    assert_eq!(pair("1 3"), Ok(Pick::Share(vec![1, 0, 1])));
    assert_eq!(pair("2 2"), Ok(Pick::Share(vec![0, 2, 0])));
    let only = |line: &str| picked(line, Offers::Share { total: 2, of: of[1..2].to_vec(), usual: vec![2] });
    assert_eq!((only("1"), only("2")), (Ok(Pick::Share(vec![2])), Ok(Pick::Share(vec![2]))));
    let single = |line: &str| picked(line, Offers::Share { total: 1, of: of.clone(), usual: vec![1, 0, 0] });
    assert_eq!(single("3"), Ok(Pick::Share(vec![0, 0, 1])));
    assert_eq!(single("scots"), Ok(Pick::Share(vec![0, 1, 0])));
    assert_eq!(single("0 0 1"), Ok(Pick::Share(vec![0, 0, 1])));
    assert!(share("two 1 0").unwrap_err().contains("'two' is not a number"));
}

#[test]
fn a_point_is_inches_to_the_hundredth() {
    let region = kernel::game::Region { from: (0, 0), step: 50, points: vec![(1250, 800, 10)] };
    let point = |line: &str| {
        picked(line, Offers::Point { region: region.clone(), or: vec![Offer::option("stay", "stay here")] })
    };
    assert_eq!(point("12.5,8"), Ok(Pick::Point { x: 1250, y: 800 }));
    assert_eq!(point("12.05 .5"), Ok(Pick::Point { x: 1205, y: 50 }));
    assert_eq!(point("stay"), Ok(Pick::option("stay")));
    assert!(point("12.555,8").is_err() && point("-1,8").is_err() && point("nowhere").is_err());
}

#[test]
fn a_facing_is_degrees_or_a_wind() {
    let facing = |line: &str| picked(line, Offers::Facing { of: vec![0, 90, 180, 270], or: Vec::new() });
    assert_eq!(facing("90"), Ok(Pick::Facing(90)));
    assert_eq!(facing("w"), Ok(Pick::Facing(270)));
    assert_eq!(facing("360"), Ok(Pick::Facing(0)));
    assert!(facing("ne").unwrap_err().contains("cannot face 45 degrees"));
    assert!(facing("ne").unwrap_err().contains("(0 90 180 270)"));
    let round = how(&Offers::Facing { of: (1..24).map(|step| step * 15).collect(), or: Vec::new() });
    assert!(round.contains("(from 15 to 345 by 15)"), "{round}");
}

#[test]
fn enter_gives_an_order_that_is_complete_and_asks_for_more_where_it_is_not() {
    let offers = Offers::OneOf(units());
    assert_eq!(read("", &prompt(offers.clone(), Some(Value::Null)), &scene()), Ok(Meant::Given));
    assert_eq!(read("done", &prompt(offers.clone(), Some(Value::Null)), &scene()), Ok(Meant::Given));
    assert!(read("", &prompt(offers, None), &scene()).unwrap_err().contains("a number from 1 to 4"));
}

#[test]
fn a_word_that_is_offered_is_meant_before_the_command_of_that_name() {
    let plain = prompt(Offers::OneOf(units()), None);
    assert_eq!(read("back", &plain, &scene()), Ok(Meant::Command(Command::Back, String::new())));
    assert_eq!(read("why 3", &plain, &scene()), Ok(Meant::Command(Command::Why, "3".to_owned())));
    let offered = prompt(Offers::OneOf(vec![Offer::option("back", "fall back")]), None);
    assert_eq!(read("back", &offered, &scene()), Ok(Meant::Pick(Pick::option("back"))));
}
