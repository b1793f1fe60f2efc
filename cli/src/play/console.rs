//! Lines in, text out: the terminal, a pipe, or a test.

use crate::draw::fitted;
use std::io::{self, BufRead, Write};

/// Where players read and type.
pub(crate) struct Console<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    /// How wide texts and tables may be.
    pub(crate) width: usize,
    /// How many lines can be seen at once; none where that does not matter.
    pub(crate) height: Option<usize>,
    /// Is it a screen that can be cleared?
    pub(crate) screen: bool,
    /// How many lines have been written so far.
    pub(crate) lines: usize,
    /// Has the reader of the output gone away?
    unread: bool,
}

impl<'a> Console<'a> {
    /// A console over these.
    pub(crate) fn new(input: &'a mut dyn BufRead, output: &'a mut dyn Write, width: usize, screen: bool) -> Self {
        Console { input, output, width, height: None, screen, lines: 0, unread: false }
    }

    /// The same on a screen of so many lines.
    pub(crate) fn of_height(self, height: Option<usize>) -> Self {
        Console { height, ..self }
    }

    /// Writes a text; lines that are too long are broken between words. A reader who has gone away is no trouble; the
    /// input then ends as well.
    pub(crate) fn say(&mut self, text: &str) -> io::Result<()> {
        self.say_as_it_is(&fitted(text, self.width))
    }

    /// The same with its lines as they are: a command that is broken into two cannot be copied.
    pub(crate) fn say_as_it_is(&mut self, text: &str) -> io::Result<()> {
        self.lines += text.matches('\n').count();
        match self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.unread = true;
                Ok(())
            }
            other => other,
        }
    }

    /// Writes a question and reads the line that is typed; nothing where the input has ended.
    pub(crate) fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        self.say(question)?;
        let mut line = Vec::new();
        if self.unread || self.input.read_until(b'\n', &mut line)? == 0 {
            self.say("\n")?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if self.screen {
            self.lines += 1;
        } else {
            // What is typed at a terminal stands there; in a pipe it is written, so that the game can be read.
            self.say(&format!("{line}\n"))?;
        }
        Ok(Some(line))
    }

    /// Clears the screen and what can be scrolled back to; in a pipe a line shows the place.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        let text =
            if self.screen { "\u{1b}[2J\u{1b}[3J\u{1b}[H".to_owned() } else { format!("{}\n", "═".repeat(40)) };
        self.say(&text)
    }
}
