//! The state of the desk and what each key does to it.

use super::form::{hint, stepped};
use super::log::Log;
use kernel::book::Book;
use kernel::dice::{Dice, DiceError, Law, Seeded, Typed};
use kernel::explain::Phrase;
use kernel::odds::Budget;
use kernel::procedure::{AnyProcedure, Field, Inputs, Kind, MANY, Report, Rolled, Variant, search, text};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::path::PathBuf;

/// The desk.
pub(crate) struct App {
    pub(crate) pane: Pane,
    pub(crate) shelf: Vec<Shelved>,
    pub(crate) place: usize,
    pub(crate) field: usize,
    pub(crate) inputs: Inputs,
    pub(crate) report: Result<Report, String>,
    pub(crate) rolled: Option<(Rolled, String)>,
    pub(crate) entry: Option<Typing>,
    pub(crate) log: Log,
    pub(crate) message: String,
    pub(crate) scroll: u16,
    dice: Seeded,
    done: bool,
}

/// What the keys go to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pane {
    /// The list of books and procedures.
    Shelf,
    /// The inputs of the procedure.
    Form,
    /// The log of the session.
    Log,
    /// The list of keys.
    Help,
}

/// A line of the list: a procedure of a book.
pub(crate) struct Shelved {
    pub(crate) book: &'static Book,
    pub(crate) procedure: Box<dyn AnyProcedure>,
}

/// A line that is being typed.
pub(crate) struct Typing {
    pub(crate) text: String,
    pub(crate) what: Asked,
}

/// What is being typed.
pub(crate) enum Asked {
    /// The value of the chosen input.
    Value,
    /// Dice thrown on the table: those typed so far, and what the next are for.
    Dice { faces: Vec<u8>, asked: String },
    /// The file the log goes to.
    File,
}

/// Odds at the desk must come at once, so they are sampled a little sooner than on the command line.
const BUDGET: Budget = Budget { leaves: 2_000_000, stages: 60_000, throws: 10_000, seed: 1 };

impl App {
    /// The desk as it is opened, with dice from the system.
    pub(crate) fn new() -> App {
        App::with_dice(Seeded::new(getrandom::u64().unwrap_or(1)))
    }

    pub(crate) fn with_dice(dice: Seeded) -> App {
        let shelved =
            |book: &'static Book| (book.procedures)().into_iter().map(move |procedure| Shelved { book, procedure });
        let mut app = App {
            pane: Pane::Shelf,
            shelf: shelf::books().into_iter().flat_map(shelved).collect(),
            place: 0,
            field: 0,
            inputs: Inputs::new(),
            report: Err(String::new()),
            rolled: None,
            entry: None,
            log: Log::default(),
            message: String::new(),
            scroll: 0,
            dice,
            done: false,
        };
        app.choose(0);
        app
    }

    pub(crate) fn is_done(&self) -> bool {
        self.done
    }

    /// What is said when the desk is left.
    pub(crate) fn farewell(&self) -> String {
        if !self.log.is_unsaved() {
            return String::new();
        }
        let rolls = i32::try_from(self.log.entries().len()).unwrap_or(i32::MAX);
        Phrase::of("{} {roll was|rolls were} made; the log was not saved.\n").number(rolls).to_string()
    }

    pub(crate) fn current(&self) -> &Shelved {
        &self.shelf[self.place]
    }

    pub(crate) fn fields(&self) -> &'static [Field] {
        self.current().procedure.fields()
    }

    /// One key.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            self.done = true;
        } else if self.entry.is_some() {
            self.typing_key(key.code);
        } else {
            self.message.clear();
            self.plain_key(key.code);
        }
    }

    fn plain_key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('q') => self.done = true,
            KeyCode::Char('?') => self.pane = if self.pane == Pane::Help { Pane::Form } else { Pane::Help },
            KeyCode::Char('l') => self.pane = if self.pane == Pane::Log { Pane::Form } else { Pane::Log },
            KeyCode::Char('r') => self.roll(),
            KeyCode::Char('t') => self.type_dice(Vec::new()),
            KeyCode::Char('d') => self.choose(self.place),
            KeyCode::Char('b') => self.next_book(),
            KeyCode::Char('s') => {
                let text = Log::free_name().display().to_string();
                self.entry = Some(Typing { text, what: Asked::File });
            }
            KeyCode::Tab | KeyCode::BackTab => {
                self.pane = if self.pane == Pane::Shelf { Pane::Form } else { Pane::Shelf }
            }
            KeyCode::Esc => self.pane = Pane::Shelf,
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(10),
            KeyCode::PageDown => self.scroll = self.scroll.saturating_add(10).min(500),
            _ => match self.pane {
                Pane::Shelf => self.shelf_key(key),
                Pane::Form => self.form_key(key),
                Pane::Log | Pane::Help => self.scroll_key(key),
            },
        }
    }

    fn shelf_key(&mut self, key: KeyCode) {
        let last = self.shelf.len() - 1;
        match key {
            KeyCode::Up | KeyCode::Char('k') => self.choose(self.place.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => self.choose((self.place + 1).min(last)),
            KeyCode::Home => self.choose(0),
            KeyCode::End => self.choose(last),
            KeyCode::Enter | KeyCode::Right => self.pane = Pane::Form,
            _ => {}
        }
    }

    fn form_key(&mut self, key: KeyCode) {
        let last = self.fields().len().saturating_sub(1);
        match key {
            KeyCode::Up | KeyCode::Char('k') => self.field = self.field.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.field = (self.field + 1).min(last),
            KeyCode::Home => self.field = 0,
            KeyCode::End => self.field = last,
            KeyCode::Right | KeyCode::Char(' ' | '+') => self.step(true),
            KeyCode::Left | KeyCode::Char('-') => self.step(false),
            KeyCode::Enter => {
                if let Some(field) = self.fields().get(self.field) {
                    // Of a catalogue one types what to look for, not over what is there.
                    let is_catalogue = matches!(field.kind, Kind::Choice(variants) if variants.len() > MANY);
                    let value = text::write_value(field, &self.inputs[field.name]);
                    let text = if is_catalogue { String::new() } else { value };
                    self.entry = Some(Typing { text, what: Asked::Value });
                }
            }
            _ => {}
        }
    }

    fn scroll_key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll = self.scroll.saturating_add(1),
            _ => self.pane = Pane::Form,
        }
    }

    fn typing_key(&mut self, key: KeyCode) {
        let Some(entry) = &mut self.entry else { return };
        match key {
            KeyCode::Char(c) => entry.text.push(c),
            KeyCode::Backspace => {
                entry.text.pop();
            }
            KeyCode::Esc => {
                self.entry = None;
                self.message.clear();
            }
            KeyCode::Enter => {
                if let Some(Typing { text, what }) = self.entry.take() {
                    self.typed(text, what);
                }
            }
            _ => {}
        }
    }

    /// A line was typed. What is wrong with it is said, and the line stays to be mended.
    fn typed(&mut self, text: String, what: Asked) {
        self.message.clear();
        match what {
            Asked::Value => {
                let Some(field) = self.fields().get(self.field) else { return };
                match text::read_value(field, text.trim()) {
                    Ok(value) => self.set(field, value),
                    // Words that only one of a catalogue has in its name mean that one.
                    Err(refusal) => match found(field, &text)[..] {
                        [only] => self.set(field, only.name.into()),
                        _ => self.again(text, Asked::Value, refusal.sentence),
                    },
                }
            }
            Asked::Dice { mut faces, asked } => {
                let given: Result<Vec<u8>, _> =
                    text.split([',', ' ']).filter(|face| !face.is_empty()).map(str::parse).collect();
                match given {
                    Ok(given) if !given.is_empty() => {
                        faces.extend(given);
                        self.type_dice(faces);
                    }
                    _ => {
                        let what = Asked::Dice { faces, asked };
                        self.again(text, what, "type the faces as they lie, e.g. 4 2 6".to_owned());
                    }
                }
            }
            Asked::File => {
                let path = PathBuf::from(text.trim());
                match self.log.save(&path) {
                    Ok(()) => self.message = format!("the log is saved in {}", path.display()),
                    Err(error) => {
                        let sentence = format!("the log cannot be written to {}: {error}", path.display());
                        self.again(text, Asked::File, sentence);
                    }
                }
            }
        }
    }

    fn again(&mut self, text: String, what: Asked, sentence: String) {
        self.entry = Some(Typing { text, what });
        self.message = sentence;
    }

    fn choose(&mut self, place: usize) {
        self.place = place;
        self.field = 0;
        self.scroll = 0;
        self.rolled = None;
        self.inputs = self.current().procedure.complete(&Inputs::new()).unwrap_or_default();
        self.refresh();
    }

    fn next_book(&mut self) {
        let here = self.current().book.id;
        let after = (self.place..self.shelf.len()).find(|&place| self.shelf[place].book.id != here);
        self.choose(after.unwrap_or(0));
    }

    fn step(&mut self, forward: bool) {
        let Some(field) = self.fields().get(self.field) else { return };
        match stepped(field, &self.inputs[field.name], forward) {
            Some(value) => self.set(field, value),
            None => self.message = format!("{}: {}; {}", field.name, field.allowed(), hint(field)),
        }
    }

    fn set(&mut self, field: &Field, value: kernel::procedure::Value) {
        self.inputs.insert(field.name.to_owned(), value);
        self.scroll = 0;
        self.rolled = None;
        self.refresh();
    }

    fn refresh(&mut self) {
        let odds = self.current().procedure.odds(&self.inputs, &BUDGET);
        self.report = odds.map_err(|refusal| refusal.sentence);
    }

    fn roll(&mut self) {
        let place = self.place;
        let result = self.shelf[place].procedure.roll(&self.inputs, &mut self.dice as &mut dyn Dice);
        match result {
            Ok(rolled) => self.keep(rolled, "thrown at the desk"),
            Err(refusal) => self.message = refusal.sentence,
        }
    }

    /// Rolls with the dice typed so far, and asks for the next where they do not suffice yet.
    fn type_dice(&mut self, faces: Vec<u8>) {
        let mut dice = Typed::new(faces.iter().copied());
        let result = self.current().procedure.roll(&self.inputs, &mut dice);
        let rolled = match result {
            Ok(rolled) => rolled,
            Err(refusal) => {
                self.message = refusal.sentence;
                return;
            }
        };
        match dice.finish() {
            Ok(()) => self.keep(rolled, "dice typed in"),
            Err(DiceError::TooFew { what, law, .. }) => {
                let asked = asked_for(what, law);
                self.entry = Some(Typing { text: String::new(), what: Asked::Dice { faces, asked } });
            }
            Err(error) => {
                self.message = format!("{error}; the throw begins again");
                self.entry = Some(Typing {
                    text: String::new(),
                    what: Asked::Dice { faces: Vec::new(), asked: "all dice from the beginning".to_owned() },
                });
            }
        }
    }

    fn keep(&mut self, rolled: Rolled, source: &str) {
        let Shelved { book, procedure } = &self.shelf[self.place];
        self.log.add(book, &**procedure, &self.inputs, &rolled, source);
        self.rolled = Some((rolled, source.to_owned()));
        self.scroll = 0;
    }
}

/// What the words typed so far find in a catalogue; nothing in a short list of choices.
pub(crate) fn found(field: &Field, text: &str) -> Vec<&'static Variant> {
    match field.kind {
        Kind::Choice(variants) if variants.len() > MANY => search(variants, text),
        _ => Vec::new(),
    }
}

fn asked_for(what: &str, law: Law) -> String {
    format!("{law} for {what}")
}

#[cfg(test)]
mod tests;
