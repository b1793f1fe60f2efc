//! What never changes in a game: map, names, army lists, notes.

use super::ScenarioCard;
use crate::procedure::Refusal;
use crate::scenario::{Overview, Troubles};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// What a setting has to say of itself.
pub trait Bearing: Send + Sync + 'static {
    /// What the rules depend on, as plain data: no titles, names or notes, so that mending a typo changes nothing.
    fn bearing(&self) -> impl Serialize;
}

/// The settings of a book: how they are listed, found and read. Books that have scenarios with a heading get this by
/// [`OfScenario`](crate::scenario::OfScenario).
pub trait Scenarios: Bearing + Sized {
    /// What may be set before a game.
    type Options;

    /// What can be played.
    fn cards() -> Vec<ScenarioCard>;

    /// The whole text of one of these; one that is made of options is written out.
    fn text(id: &str, options: &Self::Options) -> Result<String, Refusal>;

    /// Reads the text of a scenario, a player's own too.
    fn read(text: &str) -> Result<Self, Troubles>;

    /// What is in it, in a few lines for whoever wrote it.
    fn overview(&self) -> Overview;

    /// What it is called and what it is about.
    fn card(&self) -> ScenarioCard;
}

/// A setting that all states of a game share.
///
/// It is compared, hashed and stored by the digest of what the rules depend on. A state that was read back has the
/// digest alone, until [`Setting::attach`] gives it the setting again.
pub struct Setting<T> {
    digest: [u8; 32],
    of: Option<Arc<T>>,
}

impl<T: Bearing> Setting<T> {
    /// A setting to be played on.
    pub fn of(setting: T) -> Setting<T> {
        let digest = *blake3::hash(&compact(&setting.bearing())).as_bytes();
        Setting { digest, of: Some(Arc::new(setting)) }
    }
}

impl<T> Setting<T> {
    /// The digest of what the rules depend on.
    pub fn digest(&self) -> [u8; 32] {
        self.digest
    }

    /// Gives a state that was read back the setting that it was played on.
    pub fn attach(&mut self, setting: &Setting<T>) {
        self.clone_from(setting);
    }
}

impl<T> Deref for Setting<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.of.as_deref().expect("a state that was read back is given its setting before it is used")
    }
}

impl<T> Clone for Setting<T> {
    fn clone(&self) -> Setting<T> {
        Setting { digest: self.digest, of: self.of.clone() }
    }
}

impl<T> PartialEq for Setting<T> {
    fn eq(&self, other: &Setting<T>) -> bool {
        self.digest == other.digest
    }
}

impl<T> Eq for Setting<T> {}

impl<T> Hash for Setting<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}

impl<T> fmt::Debug for Setting<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setting({})", &super::hex(&self.digest)[..8])
    }
}

impl<T> Serialize for Setting<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(&super::hex(&self.digest))
        } else {
            self.digest.serialize(serializer)
        }
    }
}

impl<'de, T> Deserialize<'de> for Setting<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Setting<T>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digest = super::unhex(&text).and_then(|bytes| bytes.try_into().ok());
        let digest = digest.ok_or_else(|| de::Error::custom("the digest of a setting has 64 hexadecimal digits"))?;
        Ok(Setting { digest, of: None })
    }
}

/// Plain data in few bytes, the same on every machine: what is hashed.
pub(super) fn compact(data: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(data).expect("plain data can be written")
}
