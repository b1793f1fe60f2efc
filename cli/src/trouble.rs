//! What can go wrong, in a sentence.

use kernel::dice::DiceError;
use kernel::procedure::Refusal;
use std::fmt;

/// Why a command could not be done.
#[derive(Debug)]
pub(crate) struct Trouble(String);

impl Trouble {
    pub(crate) fn of(sentence: impl Into<String>) -> Trouble {
        Trouble(sentence.into())
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble(refusal.sentence)
    }
}

impl From<DiceError> for Trouble {
    fn from(error: DiceError) -> Trouble {
        Trouble(error.to_string())
    }
}

impl From<std::io::Error> for Trouble {
    fn from(error: std::io::Error) -> Trouble {
        Trouble(error.to_string())
    }
}
