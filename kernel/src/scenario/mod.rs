//! Scenario files: what every book's scenario has, read in one place.
//!
//! A scenario is one TOML text, whether it is built in, a file on the command line or something that a browser sends.
//! [`read`] opens it as a [`Page`]; the book asks the page for what it wants ([`Page::get`], [`Page::find`]) and gets
//! [`Node`]s, which know where in the text they stand. What is wrong is written down with line and column and reading
//! goes on, so that one look at a file finds most of its [`Troubles`]. A key that nobody asked for is refused.
//!
//! The kernel reads what all books share: the [`Heading`], the [`Terms`], the [`SideCard`]s, objectives, hints, maps
//! drawn in characters ([`Legend`]), ground in inches ([`Terrain`]) and where units begin ([`Start`]). How a book's
//! scenarios are listed and found stands in its [`Library`]. Books add their units, and a [`Market`] where armies are bought by points.

mod drawing;
mod heading;
mod inches;
mod levy;
mod library;
mod market;
mod node;
mod objective;
mod page;
mod rows;
mod start;
mod terrain;
mod trouble;
mod write;

pub use drawing::{Legend, draw};
pub use heading::{ARMIES, Format, Heading, Hint, Overview, SideCard, Terms};
pub use inches::{Hundredths, Point};
pub use levy::{battalion, by_budget, numbered};
pub use library::{Library, OfScenario, ScenarioFile};
pub use market::{Bill, Bills, Goods, GoodsRow, Item, Market, PriceList, Purchase};
pub use node::Node;
pub use objective::{Objective, objectives};
pub use page::{Page, book_of, decode, read};
pub use rows::Row;
pub use start::Start;
pub use terrain::{Outline, Terrain, terrain};
pub use trouble::{Reading, Reported, Trouble, Troubles};
pub use write::{list, quoted};

/// The longest text of a scenario, in bytes.
pub const LONGEST: usize = 256 * 1024;

#[cfg(test)]
mod tests;
