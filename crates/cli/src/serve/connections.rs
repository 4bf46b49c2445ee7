//! Accepts connections: a limited number of them, none of which a silent client can hold.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{
    io::{self, ErrorKind, IoSlice},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpListener,
    sync::Semaphore,
    time::{Sleep, sleep},
};

/// The largest head of a request. A browser's takes one or two KiB.
const MOST_HEAD_BYTES: usize = 32 << 10;

/// How long to wait when the machine has no file descriptor left.
const RETRY_AFTER: Duration = Duration::from_millis(50);

/// What clients may use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// Connections at a time; a browser opens six. Others wait in the system's queue: a page that loads
    /// late is whole, but one that lacks the files that were refused (503) is not.
    pub(super) connections: usize,
    /// For the whole head of a request, and for a connection that is idle before it. Browsers open a new
    /// connection when they need one.
    pub(super) head: Duration,
    /// How long a client may accept no byte of an answer.
    pub(super) write: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let minute = Duration::from_secs(60);
        Self { connections: 256, head: minute, write: minute }
    }
}

pub(super) async fn serve(listener: TcpListener, router: Router, limits: Limits) {
    let places = Arc::new(Semaphore::new(limits.connections));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.head).max_header_size(MOST_HEAD_BYTES);
    // The semaphore is never closed.
    while let Ok(place) = places.clone().acquire_owned().await {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(RETRY_AFTER).await;
            continue;
        };
        // Only delays small answers if it fails.
        let _ = stream.set_nodelay(true);
        let stream = TokioIo::new(WriteTimeout::new(stream, limits.write));
        let connection = http.serve_connection(stream, TowerToHyperService::new(router.clone()));
        tokio::spawn(async move {
            // An error means that the client went away or took too long, which is not a failure.
            let _ = connection.await;
            drop(place);
        });
    }
}

/// A stream whose writing fails when the other side has accepted no byte for some time.
struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    /// Runs while the other side accepts nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl<S> WriteTimeout<S> {
    fn new(stream: S, limit: Duration) -> Self {
        Self { stream, limit, stalled: None }
    }

    fn in_time<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let limit = self.limit;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.in_time(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.in_time(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests;
