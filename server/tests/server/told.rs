//! What the server tells those who run it, caught for a test. Tests on one thread hear what their own server says.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;

/// The lines of the log so far.
#[derive(Clone, Default)]
pub(crate) struct Told(Arc<Mutex<Vec<u8>>>);

impl Told {
    /// Listens until the guard is dropped.
    pub(crate) fn listen() -> (Told, DefaultGuard) {
        let told = Told::default();
        let lines = tracing_subscriber::fmt().with_ansi(false).with_writer(told.clone()).finish();
        (told, tracing::subscriber::set_default(lines))
    }

    /// Everything that was told.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    /// How many lines have these words.
    pub(crate) fn times(&self, words: &str) -> usize {
        self.text().lines().filter(|line| line.contains(words)).count()
    }
}

impl Write for Told {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Told {
    type Writer = Told;

    fn make_writer(&self) -> Told {
        self.clone()
    }
}
