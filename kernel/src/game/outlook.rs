//! What can be asked about a table at any moment, whoever has to decide: what if, and what can be seen.

use super::{Feature, Game, Pick, PieceId, Preview, Said, View};
use serde::Serialize;

/// What a piece can see, and who can see it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Survey {
    /// The pieces of others that it can see.
    pub sees: Vec<PieceId>,
    /// The pieces of others that can see it.
    pub seen_by: Vec<PieceId>,
    /// What is to be said of it: what hides it, what lies in the way.
    pub notes: Vec<Said>,
    /// What is shown of it on the table: lines of sight, and where one ends that is blocked.
    pub overlays: Vec<Feature>,
}

/// A part of what is on the table that can be shown by itself: whom the guns of a side reach, a corps and its units.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Layer {
    /// What it is called.
    pub name: String,
    /// What is to be said of it.
    pub notes: Vec<Said>,
    /// What is laid over the table.
    pub overlays: Vec<Feature>,
    /// The pieces that it is about.
    pub pieces: Vec<PieceId>,
}

/// What some eyes see, to be asked about. It needs the table no more, so nothing is held up.
pub trait AnyOutlook: Send {
    /// What would be rolled if a piece acted on something, legal now or not; nothing where the book has no such roll.
    fn what_if(&self, from: PieceId, to: &Pick) -> Option<Preview>;
    /// What a piece can see and who can see it; nothing where the book knows no sight, or no such piece.
    fn survey(&self, piece: PieceId) -> Option<Survey>;
    /// The layers of the whole table; none where the book has none.
    fn layers(&self) -> Vec<Layer>;
}

impl<G: Game> AnyOutlook for View<'static, G> {
    fn what_if(&self, from: PieceId, to: &Pick) -> Option<Preview> {
        G::what_if(self, from, to)
    }

    fn survey(&self, piece: PieceId) -> Option<Survey> {
        G::survey(self, piece)
    }

    fn layers(&self) -> Vec<Layer> {
        G::layers(self)
    }
}
