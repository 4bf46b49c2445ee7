//! Captions of scenes, clean and noisy.
//!
//! A caption is a frame filled with phrases, and every phrase carries the [`Predicate`] that must
//! hold for it to be used. A clean caption is therefore always true, and its claims decide which
//! other scenes it describes as well.
//!
//! [`Predicate`]: super::Predicate

mod caption;
mod everyday;
mod frames;
mod grown;
pub(super) mod lexicon;
mod marks;
mod naming;
mod noisy;
mod nouns;
mod phrase;
mod phrases;
pub(super) mod seen;
mod stages;
mod subject;
mod word_list;

pub use caption::{ClaimedCaption, captions, claimed_captions, description};
pub use noisy::{NOISE_PER_THOUSAND, NoiseKind, NoisyCaption, noisy_captions};
pub(super) use nouns::short_names;
pub use word_list::{vocabulary, words_of};
