use gloo::timers::future::TimeoutFuture;

/// Yields to the browser's event loop.
pub async fn pause() {
    TimeoutFuture::new(0).await;
}
