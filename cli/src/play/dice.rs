//! Where the dice of a game at the terminal come from.

use super::console::Console;
use crate::style::{ASIDE, TITLE, WRONG, styled};
use kernel::dice::{Dice, Die, Law, Seeded, Throw, Why};
use kernel::game::{DiceRoot, Streams};
use kernel::seat::Seat;
use smallvec::SmallVec;

/// Where dice come from.
pub(crate) enum Source {
    /// From a key, entry by entry.
    Root(DiceRoot),
    /// From a real table.
    Typed,
}

/// Why typed dice ended before they were all there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stopped {
    /// The input ended, or the player left.
    Left,
    /// The player takes back the order that these dice are for.
    Back,
}

/// Dice that people throw and type in, throw by throw.
///
/// When they stop, what is left of the order gets dice that nobody sees, and the whole of it must be thrown away.
pub(crate) struct TypedDice<'c, 'a> {
    console: &'c mut Console<'a>,
    only: Option<Seat>,
    typed: usize,
    /// What was told since dice were last asked for.
    heard: Vec<String>,
    stopped: Option<Stopped>,
    unseen: Seeded,
}

impl<'c, 'a> TypedDice<'c, 'a> {
    /// Dice asked for at this console.
    pub(crate) fn at(console: &'c mut Console<'a>) -> TypedDice<'c, 'a> {
        TypedDice { console, only: None, typed: 0, heard: Vec::new(), stopped: None, unseen: Seeded::new(0) }
    }

    /// Why they ended early, if they did.
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// Asks for so many faces of a die until they are right.
    fn faces(&mut self, die: Die, count: usize, question: &str) -> Option<Vec<u8>> {
        let heard: String = self.heard.drain(..).map(|words| format!("  {}\n", styled(ASIDE, words))).collect();
        let _ = self.console.say(&heard);
        while self.stopped.is_none() {
            let Ok(Some(line)) = self.console.ask(question) else {
                self.stopped = Some(Stopped::Left);
                break;
            };
            let told = match line.to_lowercase().as_str() {
                "quit" => {
                    self.stopped = Some(Stopped::Left);
                    break;
                }
                "back" if self.typed == 0 => {
                    self.stopped = Some(Stopped::Back);
                    break;
                }
                "back" => "dice have been typed for this order, so it stands; type the rest, or quit".to_owned(),
                "" | "help" => format!("type {} as they fell, 'back' to take the order back, or 'quit'", dice(count)),
                _ => match faces_of(&line, die, count) {
                    Ok(faces) => {
                        self.typed += count;
                        return Some(faces);
                    }
                    Err(sentence) => sentence,
                },
            };
            let _ = self.console.say(&format!("{}\n", styled(WRONG, told)));
        }
        None
    }
}

impl Streams for TypedDice<'_, '_> {
    fn stream(&mut self, hidden_for: Option<Seat>) -> &mut dyn Dice {
        self.only = hidden_for;
        self
    }

    fn by_hand(&self) -> bool {
        self.stopped.is_none()
    }

    fn tell(&mut self, words: &str) {
        self.heard.push(words.to_owned());
    }
}

impl Dice for TypedDice<'_, '_> {
    fn throw(&mut self, law: Law, why: Why) -> Throw {
        let unseen =
            self.only.map_or(String::new(), |seat| styled(ASIDE, format!(" (for the eyes of the {seat} only)")));
        let question = format!("{} throws {} for {}{unseen}: ", why.who, styled(TITLE, law), styled(TITLE, why.what));
        // Dice of an opposed roll are thrown in pairs until one is higher; all others at once.
        let batch = law.dice().map_or(2, |(_, count)| usize::from(count));
        let mut waiting = Vec::new().into_iter();
        let mut faces: SmallVec<[u8; 16]> = SmallVec::new();
        let reading = law.read(|die| {
            let face = if let Some(face) = waiting.next() {
                face
            } else {
                waiting = self.faces(die, batch, &question)?.into_iter();
                waiting.next()?
            };
            faces.push(face);
            Some(face)
        });
        match reading {
            Some(reading) => Throw { why, law, reading, faces },
            None => self.unseen.throw(law, why),
        }
    }

    fn is_spent(&self) -> bool {
        self.stopped.is_some()
    }
}

/// Reads faces: '4 2 6', '4,2,6', or '426' where one digit is enough for each.
fn faces_of(line: &str, die: Die, count: usize) -> Result<Vec<u8>, String> {
    let words: Vec<&str> =
        line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()).collect();
    let highest = die.faces().iter().max().copied().unwrap_or_default();
    let run_together = words.len() == 1 && words[0].len() == count && count > 1 && highest < 10;
    let texts: Vec<String> = match words.first() {
        Some(word) if run_together => word.chars().map(String::from).collect(),
        _ => words.into_iter().map(str::to_owned).collect(),
    };
    let (low, high) = (die.faces()[0], highest);
    let face = |text: &String| {
        let typed = text.parse::<u8>().ok();
        // A ten-sided die shows its ten as 0.
        let face = if die == Die::D10 && typed == Some(0) { Some(10) } else { typed };
        face.filter(|face| die.shows(*face)).ok_or_else(|| format!("a {die} shows {low} to {high}, not '{text}'"))
    };
    let faces = texts.iter().map(face).collect::<Result<Vec<u8>, String>>()?;
    if faces.len() == count {
        return Ok(faces);
    }
    let were = if faces.len() == 1 { "was" } else { "were" };
    Err(format!(
        "{} {were} typed, but {} thrown",
        dice(faces.len()),
        if count == 1 { "one is".to_owned() } else { format!("{count} are") }
    ))
}

fn dice(count: usize) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHY: Why = Why::high("assault", Seat("attacker"));

    fn typed(law: Law, lines: &str) -> (Throw, Option<Stopped>, String) {
        let (mut input, mut output) = (lines.as_bytes(), Vec::new());
        let mut console = Console::new(&mut input, &mut output, 100, false);
        let mut dice = TypedDice::at(&mut console);
        let throw = dice.stream(None).throw(law, WHY);
        let stopped = dice.stopped();
        (throw, stopped, anstream::adapter::strip_str(&String::from_utf8(output).unwrap()).to_string())
    }

    #[test]
    fn each_throw_is_asked_for_by_who_throws_how_many_and_what_for() {
        let (throw, stopped, said) = typed(Law::Pool { die: Die::D6, count: 5, on: 5 }, "4 2 6 1 5\n");
        assert!(said.starts_with("attacker throws 5d6, 5+ counts for assault: "), "{said}");
        assert_eq!((throw.faces.as_slice(), throw.reading, stopped), ([4, 2, 6, 1, 5].as_slice(), 2, None));
    }

    #[test]
    fn before_the_dice_it_is_said_whom_they_are_for() {
        let (mut input, mut output) = ("4\n5\n".as_bytes(), Vec::new());
        let mut console = Console::new(&mut input, &mut output, 100, false);
        let mut dice = TypedDice::at(&mut console);
        dice.tell("The 1st Rifles, C3");
        for _ in 0..2 {
            dice.stream(None).throw(Law::One(Die::D6), WHY);
        }
        let said = anstream::adapter::strip_str(&String::from_utf8(output).unwrap()).to_string();
        let lines =
            ["  The 1st Rifles, C3", "attacker throws 1d6 for assault: 4", "attacker throws 1d6 for assault: 5", ""];
        assert_eq!(said, lines.join("\n"), "it is said once");
    }

    #[test]
    fn faces_may_stand_behind_commas_or_run_together() {
        let law = Law::Sum { die: Die::D6, count: 3 };
        for line in ["4,2,6\n", "426\n", " 4, 2 6 \n"] {
            assert_eq!(typed(law, line).0.reading, 12, "{line}");
        }
        assert_eq!(typed(Law::One(Die::D20), "17\n").0.reading, 17);
        assert_eq!(typed(Law::One(Die::D10), "0\n").0.reading, 10, "a d10 shows its ten as 0");
    }

    #[test]
    fn impossible_dice_are_refused_with_a_sentence_and_asked_for_again() {
        let (throw, _, said) = typed(Law::Sum { die: Die::D6, count: 2 }, "7 1\n3\n3 3 3\nx y\n3 4\n");
        assert_eq!(throw.reading, 7);
        for sentence in [
            "a d6 shows 1 to 6, not '7'",
            "1 die was typed, but 2 are thrown",
            "3 dice were typed, but 2 are thrown",
            "a d6 shows 1 to 6, not 'x'",
        ] {
            assert!(said.contains(sentence), "{said}");
        }
    }

    #[test]
    fn ties_of_an_opposed_roll_are_thrown_again() {
        let (throw, _, said) = typed(Law::Opposed { die: Die::D6, edge: 0 }, "3 3\n2 5\n");
        assert_eq!((throw.reading, throw.faces.as_slice()), (0, [3, 3, 2, 5].as_slice()));
        assert_eq!(said.matches("attacker throws").count(), 2);
    }

    #[test]
    fn the_end_of_the_input_stops_them_and_back_takes_the_order_back_before_the_first_die_only() {
        assert_eq!(typed(Law::One(Die::D6), "").1, Some(Stopped::Left));
        assert_eq!(typed(Law::One(Die::D6), "back\n").1, Some(Stopped::Back));
        let (_, stopped, said) = typed(Law::Opposed { die: Die::D6, edge: 0 }, "3 3\nback\nquit\n");
        assert_eq!(stopped, Some(Stopped::Left));
        assert!(said.contains("so it stands"), "{said}");
    }
}
