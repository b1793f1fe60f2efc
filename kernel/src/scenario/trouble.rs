//! What is wrong with a text, and where.

use crate::procedure::Refusal;
use std::fmt;

/// What is wrong at one place of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// The line, from 1.
    pub line: u32,
    /// The character of the line, from 1: characters are counted, not bytes.
    pub column: u32,
    /// What was found and what is allowed.
    pub sentence: String,
}

/// All that was found wrong with a text, in the order of the text. There is at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Troubles(Vec<Trouble>);

/// A trouble has been written down; whoever needs the value cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported(pub(super) ());

/// Something that was read, unless it was wrong and that has been written down.
pub type Reading<T> = Result<T, Reported>;

impl Troubles {
    /// Troubles by the byte that each begins at.
    pub(super) fn at_bytes(text: &str, mut found: Vec<(usize, String)>) -> Troubles {
        found.sort_by_key(|(at, _)| *at);
        found.dedup();
        // One walk over the text for all of them: there may be as many as it has bytes.
        let mut walk = text.char_indices().peekable();
        let (mut line, mut column) = (1, 1);
        let placed = |(at, sentence)| {
            while let Some((_, c)) = walk.next_if(|(start, c)| start + c.len_utf8() <= at) {
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
            Trouble { line, column, sentence }
        };
        Troubles(found.into_iter().map(placed).collect())
    }

    /// One trouble with the whole text.
    pub(super) fn of(sentence: impl Into<String>) -> Troubles {
        Troubles(vec![Trouble { line: 1, column: 1, sentence: sentence.into() }])
    }

    /// The first.
    pub fn first(&self) -> &Trouble {
        &self.0[0]
    }

    /// All of them.
    pub fn iter(&self) -> std::slice::Iter<'_, Trouble> {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a Troubles {
    type Item = &'a Trouble;
    type IntoIter = std::slice::Iter<'a, Trouble>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.sentence)
    }
}

impl fmt::Display for Troubles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, trouble) in self.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            trouble.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Trouble {}

impl std::error::Error for Troubles {}

impl From<Troubles> for Refusal {
    /// The first trouble, and how many there are besides.
    fn from(troubles: Troubles) -> Refusal {
        let more = match troubles.0.len() - 1 {
            0 => String::new(),
            1 => " (and 1 thing more is wrong)".to_owned(),
            others => format!(" (and {others} things more are wrong)"),
        };
        Refusal::field("scenario", format!("in the scenario, {}{more}", troubles.first()))
    }
}
