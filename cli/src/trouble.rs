//! What can go wrong, in a sentence.

use kernel::dice::DiceError;
use kernel::procedure::Refusal;
use std::fmt;

/// Why a command could not be done.
#[derive(Debug)]
pub(crate) struct Trouble {
    sentence: String,
    code: u8,
}

impl Trouble {
    /// What was asked for cannot be done, or not be read.
    pub(crate) fn of(sentence: impl Into<String>) -> Trouble {
        Trouble { sentence: sentence.into(), code: 2 }
    }

    /// What was asked for was done, and something is found wrong.
    pub(crate) fn found(sentence: impl Into<String>) -> Trouble {
        Trouble { sentence: sentence.into(), code: 1 }
    }

    /// The exit code.
    pub(crate) fn code(&self) -> u8 {
        self.code
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::of(refusal.sentence)
    }
}

impl From<DiceError> for Trouble {
    fn from(error: DiceError) -> Trouble {
        Trouble::of(error.to_string())
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        Trouble::of(error.to_string())
    }
}
