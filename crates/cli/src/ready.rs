//! Runs futures that never wait: files are read at once.

use std::{
    pin::pin,
    task::{self, Poll, Waker},
};

/// The result of a future; `None` if it waits for something.
pub(crate) fn ready<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut task::Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}
