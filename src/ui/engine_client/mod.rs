//! The worker as the page sees it: requests are futures or streams, its state is signals.
//!
//! `engine.ask(request).await` gives one reply, `engine.stream(request)` progress and partial
//! replies as well. Dropping either cancels the request. Requests about an imported run are
//! answered in the page, with the same replies, so that callers need not know.
//!
//! Enter by [`Engine::new`] and [`Engine::open`]. It may use `messages`, `imports` and `task`.

mod client;
mod event;
mod module;
mod replies;
mod worker;

pub use client::Engine;
pub use module::Module;
pub use replies::{Replies, ReplyEvent, unexpected};
