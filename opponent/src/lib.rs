//! Computer players, one interface for every book. They see their seat's view, and nothing else.

mod afterwards;
mod exp;
mod greedy;
mod judgement;
mod learned;
mod level;
mod quick;
mod search;

pub use afterwards::Afterwards;
pub use exp::sigmoid;
pub use greedy::Greedy;
pub use judgement::{Judgement, Layout, MARGIN, Notes, OUTPUTS, Steps, Worth};
pub use learned::learned;
pub use level::{NAMES, player};
pub use quick::{Quick, weights};
pub use search::{Limit, Search};
