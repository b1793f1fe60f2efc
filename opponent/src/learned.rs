//! What was learned of each book, read once.

use crate::judgement::Judgement;
use kernel::game::Judged;
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What was learned of a book, where its file is of use: a book without one is played by its margin.
pub fn learned<G: Judged>() -> Option<Arc<Judgement>> {
    static READ: Mutex<Option<HashMap<TypeId, Option<Arc<Judgement>>>>> = Mutex::new(None);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let of_book = read.get_or_insert_default().entry(TypeId::of::<G>());
    of_book.or_insert_with(|| Judgement::read(G::learned(), G::BOOK, G::FACTS).ok().map(|(it, _)| Arc::new(it))).clone()
}
