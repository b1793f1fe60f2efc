//! A book: its charts and procedures, and its rulebook page.

use crate::chart::Chart;
use crate::procedure::AnyProcedure;
use std::sync::LazyLock;

/// One rule book.
pub struct Book {
    /// Its name on the command line.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// Its scale: 'army, 1916'.
    pub scale: &'static str,
    /// Its dice.
    pub dice: &'static str,
    /// Its charts in print order.
    pub charts: &'static [&'static LazyLock<Chart>],
    /// Its procedures in the order of the sheet.
    pub procedures: fn() -> Vec<Box<dyn AnyProcedure>>,
    /// Its rulebook page.
    pub page: &'static str,
}

impl Book {
    /// The chart of this name.
    pub fn chart(&self, name: &str) -> Option<&'static Chart> {
        self.charts.iter().map(|chart| &***chart).find(|chart| chart.name == name)
    }
}
