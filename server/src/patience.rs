//! Patience with slow clients, and its end.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// A connection that is given up when the other side takes nothing for too long of what it was sent, or does not say at
/// first what it wants. Afterwards it may be silent for as long as it likes: a live stream is, most of the time.
pub(crate) struct Patient<T> {
    inner: T,
    patience: Duration,
    /// Runs while something waits to be taken.
    waiting: Option<Pin<Box<Sleep>>>,
    /// Runs until it is clear which HTTP is spoken: from there on its own clocks run.
    first: Option<First>,
}

struct First {
    until: Pin<Box<Sleep>>,
    /// How many bytes of the preface of HTTP/2 have come, and nothing else.
    preface: usize,
}

/// What a connection of HTTP/2 begins with. Whatever begins otherwise is HTTP/1, which has a clock for the head.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

impl First {
    /// Is it still open what is spoken, after these bytes?
    fn is_open_after(&mut self, bytes: &[u8]) -> bool {
        let goes_on = PREFACE[self.preface..].starts_with(bytes);
        self.preface += bytes.len();
        goes_on && self.preface < PREFACE.len()
    }
}

impl<T> Patient<T> {
    /// A connection with so much patience, and so much for its first bytes.
    pub(crate) fn with(inner: T, patience: Duration, first: Duration) -> Patient<T> {
        let first = First { until: Box::pin(tokio::time::sleep(first)), preface: 0 };
        Patient { inner, patience, waiting: None, first: Some(first) }
    }

    fn timed<R>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<R>>) -> Poll<io::Result<R>> {
        if written.is_ready() {
            self.waiting = None;
            return written;
        }
        let until = Instant::now() + self.patience;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until)));
        match waiting.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for Patient<T> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let known = buffer.filled().len();
        let read = Pin::new(&mut self.inner).poll_read(cx, buffer);
        let Some(first) = &mut self.first else { return read };
        if read.is_ready() {
            if !first.is_open_after(&buffer.filled()[known..]) {
                self.first = None;
            }
            return read;
        }
        match first.until.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for Patient<T> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write(cx, bytes);
        self.timed(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.inner).poll_write_vectored(cx, slices);
        self.timed(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.inner).poll_flush(cx);
        self.timed(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let closed = Pin::new(&mut self.inner).poll_shutdown(cx);
        self.timed(cx, closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    const SHORT: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn who_takes_nothing_is_given_up_and_who_says_nothing_after_a_beginning_is_not() {
        let (here, mut there) = tokio::io::duplex(8);
        let mut here = Patient::with(here, SHORT, SHORT);
        there.write_all(b"GET").await.unwrap();
        let mut begun = [0; 3];
        here.read_exact(&mut begun).await.unwrap();
        let said = tokio::time::timeout(Duration::from_millis(100), here.read_u8()).await;
        assert!(said.is_err(), "silence is borne");
        here.write_all(b"eight by").await.unwrap();
        let stuck = here.write_all(b"tes").await.unwrap_err();
        assert_eq!(stuck.kind(), io::ErrorKind::TimedOut);
        let mut taken = [0; 8];
        there.read_exact(&mut taken).await.unwrap();
        here.write_all(b"go on").await.unwrap();
    }

    #[tokio::test]
    async fn who_does_not_say_what_is_spoken_is_given_up() {
        for begun in [&b""[..], b"P", &PREFACE[..23]] {
            let (here, mut there) = tokio::io::duplex(64);
            let mut here = Patient::with(here, SHORT, SHORT);
            there.write_all(begun).await.unwrap();
            let mut all = Vec::new();
            let silent = tokio::time::timeout(Duration::from_secs(5), here.read_to_end(&mut all)).await.unwrap();
            assert_eq!(silent.unwrap_err().kind(), io::ErrorKind::TimedOut);
            assert_eq!(all, begun);
        }
    }
}
