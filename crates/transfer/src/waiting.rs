//! Waiting that the visitor can cancel, and that ends if a server sends nothing: gloo's requests
//! have no time-outs.

use super::TransferError;
use gloo::timers::future::TimeoutFuture;
use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    task::Poll,
};

const LOOK_MS: u32 = 100;
const PATIENCE_S: u32 = 60;

/// The output of `step`, or [`TransferError::Cancelled`].
pub async fn unless_cancelled<T>(
    is_cancelled: &dyn Fn() -> bool,
    step: impl Future<Output = T>,
) -> Result<T, TransferError> {
    watched(step, |_| if is_cancelled() { Err(TransferError::Cancelled) } else { Ok(()) }).await
}

/// The output of `step`, which waits for the server of `url`: an error if it sends nothing for a
/// minute, or the visitor cancels.
pub(super) async fn in_time<T>(
    url: &str,
    is_cancelled: &dyn Fn() -> bool,
    step: impl Future<Output = T>,
) -> Result<T, TransferError> {
    let look = |n_looks: u32| {
        if is_cancelled() {
            return Err(TransferError::Cancelled);
        }
        // Counted in looks, not by the clock, so that a machine that slept does not give up.
        if n_looks * LOOK_MS >= PATIENCE_S * 1_000 {
            let message = format!("the server has sent nothing for {PATIENCE_S} seconds");
            return Err(TransferError::Network { url: url.into(), message });
        }
        Ok(())
    };
    watched(step, look).await
}

/// Why a future was not awaited to its end.
pub(super) enum NotInTime {
    Cancelled,
    TimedOut,
}

/// The output of `step`, if it comes within so many seconds.
pub(super) async fn within<T>(
    seconds: u32,
    is_cancelled: &dyn Fn() -> bool,
    step: impl Future<Output = T>,
) -> Result<T, NotInTime> {
    let look = |n_looks: u32| match () {
        () if is_cancelled() => Err(NotInTime::Cancelled),
        () if n_looks * LOOK_MS >= seconds * 1_000 => Err(NotInTime::TimedOut),
        () => Ok(()),
    };
    watched(step, look).await
}

/// The output of `step`, unless `look`, which gets the number of its calls, ends it first.
async fn watched<T, E>(
    step: impl Future<Output = T>,
    look: impl Fn(u32) -> Result<(), E>,
) -> Result<T, E> {
    let mut step = pin!(step);
    let mut timer = None;
    let mut n_looks = 0;
    poll_fn(|context| {
        if let Poll::Ready(output) = step.as_mut().poll(context) {
            return Poll::Ready(Ok(output));
        }
        loop {
            let waiting = timer.get_or_insert_with(|| TimeoutFuture::new(LOOK_MS));
            if Pin::new(waiting).poll(context).is_pending() {
                return Poll::Pending;
            }
            timer = None;
            n_looks += 1;
            if let Err(error) = look(n_looks) {
                return Poll::Ready(Err(error));
            }
        }
    })
    .await
}
