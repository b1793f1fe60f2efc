//! Whatever text comes in, the reader answers with a scenario that can be played or with sentences that name a place.

use super::market::BOUGHT;
use super::*;

/// Reads a text that may be anything; what is read must be playable, and written out it must be the same.
fn feed(text: &str, random: &mut Seeded) -> bool {
    match Scenario::read(text) {
        Ok(scenario) => {
            assert_eq!(Scenario::read(&scenario.write()).as_ref(), Ok(&scenario), "{text}");
            let mut state = Squares::begin(scenario, random);
            for _ in 0..25 {
                if play_one(&mut state, random).is_none() {
                    break;
                }
            }
            true
        }
        Err(troubles) => {
            let lines = text.lines().count().max(1) + 1;
            for trouble in &troubles {
                assert!(
                    trouble.line >= 1 && trouble.line as usize <= lines && trouble.column >= 1,
                    "{trouble}\n{text}"
                );
                assert!(trouble.sentence.len() > 10 && !trouble.sentence.contains('\n'), "{trouble}");
            }
            false
        }
    }
}

/// A text with some of its characters, words or lines changed, doubled, moved or gone.
fn mutated(text: &str, random: &mut Seeded) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=random.below(3) {
        let number = random.below(lines.len() as u32) as usize;
        let other = random.below(lines.len() as u32) as usize;
        let mut chars: Vec<char> = lines[number].chars().collect();
        let at = random.below(chars.len() as u32 + 1) as usize;
        match random.below(8) {
            0 => drop(lines.remove(number)),
            1 => lines.insert(other, lines[number].clone()),
            2 => lines.swap(number, other),
            3 if at < chars.len() => {
                chars.remove(at);
                lines[number] = chars.into_iter().collect();
            }
            4 => {
                let odd =
                    ['"', '\'', '|', '=', '[', '}', '#', '\\', '9', '-', '.', 'é', '\u{0}', '\u{202e}', ' ', '\r'];
                chars.insert(at, odd[random.below(odd.len() as u32) as usize]);
                lines[number] = chars.into_iter().collect();
            }
            5 => {
                let words = [
                    "true",
                    "-1",
                    "99999999999999999999",
                    "h7",
                    "reserve",
                    "turn 3 at a1",
                    "[]",
                    "{}",
                    "1.5",
                    "nan",
                    "\"\"",
                    "1979-05-27",
                    "c2",
                    "gun",
                    "reservist",
                ];
                let word = words[random.below(words.len() as u32) as usize];
                let kept: Vec<&str> = lines[number].split(' ').collect();
                let replaced = random.below(kept.len() as u32) as usize;
                let new: Vec<&str> =
                    kept.iter().enumerate().map(|(n, old)| if n == replaced { word } else { old }).collect();
                lines[number] = new.join(" ");
            }
            6 => lines[number] = chars[..at].iter().collect(),
            _ => {
                let digits = |c: char| if c.is_ascii_digit() { char::from(b'0' + random.below(10) as u8) } else { c };
                lines[number] = lines[number].chars().map(digits).collect();
            }
        }
        if lines.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

#[test]
fn changed_files_are_played_or_refused_with_line_and_column() {
    let mut random = Seeded::new(13);
    let generated = Scenario::text(GENERATED, &Options::default()).unwrap();
    let files: Vec<&str> = FILES.iter().copied().chain([generated.as_str(), BOUGHT]).collect();
    let (mut played, all) = (0, 4_000);
    for number in 0..all {
        let text = mutated(files[number % files.len()], &mut random);
        played += usize::from(feed(&text, &mut random));
    }
    assert!(played > all / 20 && played < all * 19 / 20, "{played} of {all} were played");
}

#[test]
fn bytes_of_any_kind_are_refused_with_line_and_column() {
    let mut random = Seeded::new(14);
    for _ in 0..2_000 {
        let length = random.below(400) as usize;
        // Half of them are of the characters that files are made of.
        let plain = random.below(2) == 0;
        let marks = b"abcdeh123456.=-#|'\"[]{} \n\n";
        let byte = |random: &mut Seeded| {
            if plain { marks[random.below(marks.len() as u32) as usize] } else { random.below(256) as u8 }
        };
        let bytes: Vec<u8> = (0..length).map(|_| byte(&mut random)).collect();
        match kernel::scenario::decode(&bytes) {
            Ok(text) => assert!(!feed(text, &mut random), "nothing is missing in {text}"),
            Err(troubles) => assert!(troubles.first().sentence.contains("no text"), "{troubles}"),
        }
    }
}
