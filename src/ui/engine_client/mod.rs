//! The page's client of the engine worker: requests are futures or streams, its state is signals.
//!
//! `engine.ask(request).await` returns one reply; `engine.stream(request)` also returns progress
//! and partial replies. Dropping either cancels the request. The page itself answers requests about
//! a run, imported or stored, or a fused system, with the same replies, so callers need not tell the
//! difference.
//!
//! Start with [`Engine::new`] and [`Engine::open`]. May use `messages`, `imports` and `task`.

mod client;
mod events;
mod handover;
mod inner;
mod replies;
mod runs;
mod words;
mod worker;

pub use client::Engine;
pub use inner::Module;
pub use replies::{Replies, ReplyEvent, ReplySender, replies, unexpected};
