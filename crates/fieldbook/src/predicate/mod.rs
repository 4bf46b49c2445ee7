//! Statements about scenes that can be inspected: what a question asks for, what a caption claims.
//!
//! A [`Predicate`] is data, written as a constant. [`Predicate::holds`] decides it for a scene,
//! [`Predicate::holds_leniently`] decides it generously, [`Predicate::words`] puts it in English
//! and [`Predicate::reasons`] says which of its parts hold.

mod lenient;
pub(super) mod named;
mod reasons;
mod statement;
mod words;

pub use reasons::Reason;
pub use statement::Predicate;
