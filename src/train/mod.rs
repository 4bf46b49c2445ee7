//! Training of the built-in encoders, natively and on the CPU.
//!
//! A [`Plan`] over [`Pairs`] makes a [`Training`]; run to its end it becomes a pack with a
//! text and a vision tower in CLIP's layout. This room uses `encode` for the towers and Burn
//! for their gradients; the losses, the optimiser and the loop are its own.

mod adamw;
mod augment;
mod checkpoint;
mod error;
mod finish;
mod loss;
mod network;
mod pairs;
mod parallel;
mod parameters;
mod plan;
mod random;
pub mod speed;
mod training;
mod vocabulary;

pub use augment::Augment;
pub use error::TrainError;
pub use loss::{Loss, Negatives};
pub use pairs::Pairs;
pub use parallel::n_cores;
pub use parameters::Towers;
pub use plan::Plan;
pub use training::{Progress, Training};
pub use vocabulary::{n_tokens, vocabulary};
