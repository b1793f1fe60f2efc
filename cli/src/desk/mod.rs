//! `sandtable desk`: the charts desk in the terminal, for use during a game.
//!
//! Pick a book and a procedure, set the situation by key, see the odds change, roll or type in the dice you threw,
//! and keep a log of it all. [`App`] is the state and knows no terminal, so that it can be tested key by key.

mod app;
mod form;
mod log;
mod view;

pub(crate) use app::App;

use crate::trouble::Trouble;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use std::io::IsTerminal;

/// Opens the desk until the player leaves it.
pub(crate) fn open() -> Result<String, Trouble> {
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        return Err(Trouble::of(
            "the desk needs a terminal; without one use 'sandtable odds BOOK PROCEDURE' and 'sandtable roll BOOK PROCEDURE'",
        ));
    }
    let mut app = App::new();
    let result = ratatui::run(|terminal| -> std::io::Result<()> {
        while !app.is_done() {
            terminal.draw(|frame| view::draw(&app, frame))?;
            if let Event::Key(key) = event::read()?
                && key.kind == KeyEventKind::Press
            {
                app.key(key);
            }
        }
        Ok(())
    });
    result?;
    Ok(app.farewell())
}
