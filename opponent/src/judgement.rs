//! What was learned of a book: how likely a seat is to win from a quiet position, and by how much.
//!
//! Each thing of a position is looked at by itself and added to the others, so that it does not matter in which order
//! they lie; a second layer looks at the sum. All is added up in one fixed order and without the machine's own
//! exponentials, so that a seed gives the same game everywhere.

use crate::exp::sigmoid;
use kernel::game::{Facts, Group};
use kernel::procedure::Refusal;

/// What a position is worth to the first seat of a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// The chance to win.
    pub win: f32,
    /// The margin at the end, in points.
    pub margin: f32,
}

/// A learned judgement. Its numbers are public for the one who trains it.
#[derive(Clone, PartialEq, Debug)]
pub struct Judgement {
    /// How wide the first layer is.
    pub wide: usize,
    /// How wide the second layer is.
    pub deep: usize,
    /// How many facts there are.
    pub facts: usize,
    /// All weights: see [`Layout`].
    pub weights: Vec<f32>,
}

/// Where the weights of each layer lie.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// For each fact, a row of the first layer; then its bias.
    pub first: usize,
    /// The bias of the first layer.
    pub first_bias: usize,
    /// For each of the second layer a row over the first; then its bias.
    pub second: usize,
    /// The bias of the second layer.
    pub second_bias: usize,
    /// For each output a row over the second layer; then its bias.
    pub last: usize,
    /// The bias of the outputs.
    pub last_bias: usize,
    /// For each fact what it adds to the outputs by itself.
    pub direct: usize,
    /// How many weights there are.
    pub all: usize,
}

/// Points that the margin is counted in while learning.
pub const MARGIN: f32 = 20.0;

/// The chance to win and the margin.
pub const OUTPUTS: usize = 2;

impl Layout {
    /// Of layers so wide.
    pub fn of(facts: usize, wide: usize, deep: usize) -> Layout {
        let first_bias = facts * wide;
        let second = first_bias + wide;
        let second_bias = second + wide * deep;
        let last = second_bias + deep;
        let last_bias = last + deep * OUTPUTS;
        let direct = last_bias + OUTPUTS;
        Layout { first: 0, first_bias, second, second_bias, last, last_bias, direct, all: direct + facts * OUTPUTS }
    }
}

/// What the layers came to on the way, for the one who trains.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// The first layer, a row for each thing.
    pub things: Vec<f32>,
    /// Their sum.
    pub sum: Vec<f32>,
    /// The second layer.
    pub second: Vec<f32>,
    /// The logit of winning, and the margin in units of [`MARGIN`].
    pub outputs: [f32; OUTPUTS],
}

impl Judgement {
    /// The layout of its weights.
    pub fn layout(&self) -> Layout {
        Layout::of(self.facts, self.wide, self.deep)
    }

    /// What a position is worth to the first seat.
    pub fn worth(&self, facts: &Facts, steps: &mut Steps) -> Worth {
        self.look(facts, steps);
        Worth { win: sigmoid(steps.outputs[0]), margin: steps.outputs[1] * MARGIN }
    }

    /// Goes through the layers.
    pub fn look(&self, facts: &Facts, steps: &mut Steps) {
        let (layout, weights) = (self.layout(), &self.weights);
        steps.things.clear();
        steps.sum.clear();
        steps.sum.resize(self.wide, 0.0);
        steps.outputs = [weights[layout.last_bias], weights[layout.last_bias + 1]];
        for thing in facts.things() {
            let start = steps.things.len();
            steps.things.extend_from_slice(&weights[layout.first_bias..layout.first_bias + self.wide]);
            let row = &mut steps.things[start..];
            for &fact in thing {
                let fact = usize::from(fact);
                let of_fact = &weights[layout.first + fact * self.wide..][..self.wide];
                row.iter_mut().zip(of_fact).for_each(|(sum, weight)| *sum += weight);
                for (output, sum) in steps.outputs.iter_mut().enumerate() {
                    *sum += weights[layout.direct + fact * OUTPUTS + output];
                }
            }
            row.iter_mut().zip(&mut steps.sum).for_each(|(one, sum)| {
                *one = one.max(0.0);
                *sum += *one;
            });
        }
        steps.second.clear();
        for unit in 0..self.deep {
            let row = &weights[layout.second + unit * self.wide..][..self.wide];
            let sum = row.iter().zip(&steps.sum).fold(weights[layout.second_bias + unit], |sum, (w, x)| sum + w * x);
            steps.second.push(sum.max(0.0));
        }
        for (output, sum) in steps.outputs.iter_mut().enumerate() {
            let row = &weights[layout.last + output * self.deep..][..self.deep];
            *sum = row.iter().zip(&steps.second).fold(*sum, |sum, (w, x)| sum + w * x);
        }
    }
}

const TITLE: &str = "sandtable judgement 1";

/// What is written above the weights: how they were made.
pub type Notes = Vec<(String, String)>;

impl Judgement {
    /// The file: what it is for, how it was made, and the weights in hexadecimal of 16 bits each.
    pub fn text(&self, book: &str, groups: &[Group], notes: &Notes) -> String {
        let mut text = format!("{TITLE}\nbook: {book}\n");
        for (key, value) in notes {
            text += &format!("{key}: {value}\n");
        }
        text += &format!("facts: {}\nlayers: {} {}\n", written(groups), self.wide, self.deep);
        let largest = self.weights.iter().fold(0.0_f32, |largest, weight| largest.max(weight.abs())).max(1e-6);
        text += &format!("largest: {largest:?}\nweights:\n");
        for line in self.weights.chunks(32) {
            for weight in line {
                text += &format!("{:04x}", (weight / largest * STEPS).round() as i16);
            }
            text.push('\n');
        }
        text
    }

    /// Reads a file that was made for this book and these facts.
    pub fn read(text: &str, book: &str, groups: &[Group]) -> Result<(Judgement, Notes), Refusal> {
        let refuse = |sentence: String| Refusal::field("judgement", sentence);
        let mut lines = text.lines();
        if lines.next() != Some(TITLE) {
            return Err(refuse(format!("this is no file of a learned judgement: its first line is not '{TITLE}'")));
        }
        let mut notes = Notes::new();
        for line in lines.by_ref() {
            match line.split_once(':') {
                Some(("weights", _)) => break,
                Some((key, value)) => notes.push((key.to_owned(), value.trim().to_owned())),
                None => return Err(refuse(format!("'{line}' is neither a note ('key: value') nor 'weights:'"))),
            }
        }
        let note = |key: &str| {
            let found = notes.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str());
            found.ok_or_else(|| refuse(format!("the file has no line '{key}: ...' before its weights")))
        };
        let of_book = note("book")?;
        if of_book != book {
            return Err(refuse(format!("the file was learned for {of_book}, and this is {book}")));
        }
        if note("facts")? != written(groups) {
            let sentence =
                "the file was learned from other facts than this release tells of a position; train it again";
            return Err(refuse(sentence.to_owned()));
        }
        let layers: Vec<usize> = note("layers")?.split(' ').filter_map(|width| width.parse().ok()).collect();
        let [wide @ 1..=512, deep @ 1..=512] = layers[..] else {
            return Err(refuse("'layers' must be two widths from 1 to 512".to_owned()));
        };
        let largest: f32 = note("largest")?.parse().unwrap_or(f32::NAN);
        if !(largest > 0.0 && largest < 1e4) {
            return Err(refuse("'largest' must be a number above 0 and below 10000".to_owned()));
        }
        let facts = Group::all(groups);
        let all = Layout::of(facts, wide, deep).all;
        let digits: String = lines.collect();
        let read = |place: usize| u16::from_str_radix(digits.get(place * 4..place * 4 + 4)?, 16).ok();
        let weights: Option<Vec<f32>> =
            (0..all).map(|place| Some(f32::from(read(place)?.cast_signed()) / STEPS * largest)).collect();
        match weights {
            Some(weights) if digits.len() == all * 4 => {
                notes.retain(|(key, _)| !OWN.contains(&key.as_str()));
                Ok((Judgement { wide, deep, facts, weights }, notes))
            }
            _ => Err(refuse(format!("the file is damaged: {all} weights of 4 hexadecimal digits are expected"))),
        }
    }
}

/// The lines that the reader makes again by itself.
const OWN: [&str; 4] = ["book", "facts", "layers", "largest"];

const STEPS: f32 = 32_000.0;

fn written(groups: &[Group]) -> String {
    groups.iter().map(|group| format!("{} {}", group.name, group.size)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROUPS: [Group; 2] = [Group::of("kind", 2), Group::of("left", 3)];

    fn judgement() -> Judgement {
        let facts = Group::all(&GROUPS);
        let all = Layout::of(facts, 3, 2).all;
        let weights = (0..all).map(|place| (place as f32 * 0.37).fract() - 0.5).collect();
        Judgement { wide: 3, deep: 2, facts, weights }
    }

    fn worth(judgement: &Judgement, things: &[[u8; 2]]) -> Worth {
        let mut facts = Facts::of(&GROUPS);
        for [kind, left] in things {
            facts.thing().is(0, *kind).is(1, *left);
        }
        judgement.worth(&facts, &mut Steps::default())
    }

    #[test]
    fn what_was_written_is_read_again() {
        let (first, notes) = (judgement(), vec![("command".to_owned(), "lab train drill".to_owned())]);
        let text = first.text("drill", &GROUPS, &notes);
        let (again, said) = Judgement::read(&text, "drill", &GROUPS).unwrap();
        assert_eq!(said, notes);
        for (one, other) in first.weights.iter().zip(&again.weights) {
            assert!((one - other).abs() < 1e-4, "{one} {other}");
        }
        assert_eq!(
            again.text("drill", &GROUPS, &notes),
            Judgement::read(&text, "drill", &GROUPS).unwrap().0.text("drill", &GROUPS, &notes)
        );
    }

    #[test]
    fn a_position_is_worth_the_same_in_whatever_order_it_is_told() {
        let judgement = judgement();
        let (one, other) = (worth(&judgement, &[[0, 1], [1, 2]]), worth(&judgement, &[[1, 2], [0, 1]]));
        assert!((one.win - other.win).abs() < 1e-6 && (one.margin - other.margin).abs() < 1e-4);
        assert!((one.win - worth(&judgement, &[[1, 1], [1, 2]]).win).abs() > 1e-4, "and other positions otherwise");
    }

    #[test]
    fn files_of_another_book_and_damaged_ones_get_a_sentence() {
        let text = judgement().text("drill", &GROUPS, &Notes::new());
        let refused =
            |text: &str, book: &str, groups: &[Group]| Judgement::read(text, book, groups).unwrap_err().sentence;
        assert!(refused(&text, "squares", &GROUPS).contains("learned for drill, and this is squares"));
        assert!(refused(&text, "drill", &GROUPS[..1]).contains("other facts"));
        assert!(refused(&text[..text.len() - 5], "drill", &GROUPS).contains("damaged"));
        assert!(refused(&format!("{text}00"), "drill", &GROUPS).contains("damaged"));
        assert!(refused("", "drill", &GROUPS).contains("no file of a learned judgement"));
        assert!(
            refused(&text.replace("layers: 3 2", "layers: 0 9999999"), "drill", &GROUPS)
                .contains("widths from 1 to 512")
        );
        assert!(refused(&text.replace("largest: ", "largest: x"), "drill", &GROUPS).contains("a number above 0"));
        assert!(refused(&text.replace("weights:", "waits"), "drill", &GROUPS).contains("neither a note"));
    }
}
