//! Captions of the open benchmark's images as a system that finds a picture by the words written about it. Start
//! with [`captions_in`]; [`FoundCaptions::matched_to`] gives each image its captions, and
//! [`vectors_of_words`] makes vectors of these and of the queries.

mod found;
mod words;

pub use found::{FoundCaptions, MatchedCaptions, captions_in};
pub use words::{WORD_DIM, WordVectors, vectors_of_words, word_direction, word_weight};
