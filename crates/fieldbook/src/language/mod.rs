//! What people say of scenes: captions, clean and noisy.
//!
//! Captions are frames filled with phrases; every phrase carries the [`Predicate`] that must
//! hold for it to be said. A clean caption is therefore never wrong, and what it claims can be
//! asked of every other scene.
//!
//! [`Predicate`]: super::Predicate

mod caption;
mod frames;
mod grown;
mod marks;
mod naming;
mod noisy;
mod nouns;
mod phrase;
mod phrases;
mod stages;
mod subject;
mod word_list;

pub use caption::{ClaimedCaption, captions, claimed_captions, description};
pub use noisy::{NOISE_PER_THOUSAND, NoiseKind, NoisyCaption, noisy_captions};
pub(super) use nouns::short_names;
pub use word_list::{vocabulary, words_of};
