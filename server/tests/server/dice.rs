//! `docs/dice.md` is held to the code, and the code to it.

use kernel::dice::Die;
use kernel::game::DiceRoot;

#[test]
fn the_test_vectors_of_the_specification_hold() {
    let page = include_str!("../../../docs/dice.md");
    let vectors = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("there are vectors");
    let lines: Vec<Vec<&str>> = vectors.lines().map(|line| line.split_whitespace().collect()).collect();
    let one = |name: &str| lines.iter().find(|line| line[0] == name).unwrap_or_else(|| panic!("no {name}"));
    let secret = bytes32(one("secret")[1]);
    let game = one("game")[1];
    let commitment = DiceRoot::commitment(&secret, game);
    assert_eq!(commitment, bytes32(one("commitment")[1]));

    let of = |name: &str| lines.iter().filter(|line| line[0] == name).cloned().collect::<Vec<_>>();
    let openings: Vec<(String, Vec<u8>)> =
        of("bytes").iter().map(|line| (line[1].to_owned(), unhex(line[2]))).collect();
    assert_eq!(openings.len(), 2);
    for ((_, bytes), line) in openings.iter().zip(of("committed")) {
        assert_eq!(DiceRoot::player_commitment(bytes), bytes32(line[2]));
    }
    let root = DiceRoot::of_secret(&secret, &commitment, &openings);
    assert_eq!(root.state_key(), bytes32(one("state-key")[1]));

    let mut checked = 0;
    for (entry, faces) in of("entry").iter().zip(of("faces")) {
        let stream = (entry[2] != "public").then_some(entry[2]);
        let mut dice = root.dice(entry[1].parse().unwrap(), stream);
        for word in &faces[1..] {
            let (die, face) = word.split_once(':').unwrap();
            assert_eq!(dice.face(die_of(die)).to_string(), face, "entry {} {}", entry[1], entry[2]);
            checked += 1;
        }
    }
    assert_eq!(checked, 48);
}

fn die_of(word: &str) -> Die {
    match word {
        "d6" => Die::D6,
        "d8" => Die::D8,
        "d10" => Die::D10,
        "d12" => Die::D12,
        "d20" => Die::D20,
        "average" => Die::Average,
        other => panic!("no die '{other}'"),
    }
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn bytes32(text: &str) -> [u8; 32] {
    unhex(text).try_into().unwrap()
}
