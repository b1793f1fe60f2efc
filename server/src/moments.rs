//! Moments at which a crash would be most unwelcome. Tests crash there.

/// A moment on the way of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// The change has been worked out and not yet stored.
    BeforeCommit,
    /// It is stored, and its sender does not know yet.
    BeforeAcknowledgement,
    /// Its sender knows, and nobody else does.
    BeforeBroadcast,
}

/// Somebody who wants to be told of moments.
pub trait Moments: Send + Sync {
    /// A moment has come.
    fn come(&self, moment: Moment);
}

/// Nobody wants to know.
pub(crate) struct Quiet;

impl Moments for Quiet {
    fn come(&self, _: Moment) {}
}
