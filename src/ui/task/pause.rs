//! Pauses in long work, in which the page responds.

use gloo_timers::future::TimeoutFuture;

/// Lets the page respond.
pub async fn pause() {
    TimeoutFuture::new(0).await;
}
