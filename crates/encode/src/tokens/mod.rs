//! Text → token ids, by the tokenizer that a `tokenizer.json` describes.

mod byte_pairs;
mod character_pairs;
mod charsmap;
mod file;
mod merges;
mod normalizer;
mod open_clip;
mod spaces;
mod special;
mod unicode;
mod unigram;
mod word_piece;

use crate::error::EncodeError;
use byte_pairs::BytePairs;
use character_pairs::CharacterPairs;
use serde::Deserialize;
use unigram::Unigram;
use word_piece::WordPiece;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use byte_pairs::OPEN_CLIP;
pub use byte_pairs::{END_OF_TEXT, START_OF_TEXT, WORD_END, byte_characters, words};
pub use file::tokenizer_from_merges;
pub use word_piece::uncased_words;

/// Cuts at a model's limit and never pads. (Published files often contain another limit and fixed
/// padding; both are ignored.)
pub enum Tokens {
    /// BERT's, DistilBERT's and MPNet's.
    WordPiece(WordPiece),
    /// CLIP's.
    BytePairs(BytePairs),
    /// SigLIP 2's.
    CharacterPairs(CharacterPairs),
    /// XLM-R's and SigLIP's.
    Unigram(Unigram),
}

impl Tokens {
    /// Reads `tokenizer.json`. `max_tokens` counts the special tokens at the ends, and is at least
    /// 3.
    pub fn from_json(json: &[u8], max_tokens: usize) -> Result<Self, EncodeError> {
        #[derive(Deserialize)]
        struct File {
            model: Model,
        }
        #[derive(Deserialize)]
        struct Model {
            r#type: Option<String>,
            #[serde(default)]
            byte_fallback: bool,
        }
        if max_tokens < 3 {
            return Err(EncodeError::Tokenizer(format!("a limit of {max_tokens} tokens")));
        }
        let file: File =
            serde_json::from_slice(json).map_err(|e| EncodeError::Tokenizer(e.to_string()))?;
        match file.model.r#type.as_deref() {
            // Early files do not name the model's type.
            None | Some("WordPiece") => {
                Ok(Self::WordPiece(WordPiece::from_json(json, max_tokens)?))
            }
            Some("Unigram") => Ok(Self::Unigram(Unigram::from_json(json, max_tokens)?)),
            Some("BPE") if file.model.byte_fallback => {
                Ok(Self::CharacterPairs(CharacterPairs::from_json(json, max_tokens)?))
            }
            Some("BPE") => Ok(Self::BytePairs(BytePairs::from_json(json, max_tokens)?)),
            Some(other) => Err(EncodeError::Tokenizer(format!(
                "its model is {other:?}, and only WordPiece, BPE and Unigram are supported"
            ))),
        }
    }

    /// The ids of a text, between the model's first token, if it has one, and its last; only those
    /// if the text is empty.
    pub fn ids(&self, text: &str) -> Vec<u32> {
        match self {
            Self::WordPiece(tokens) => tokens.ids(text),
            Self::BytePairs(tokens) => tokens.ids(text),
            Self::CharacterPairs(tokens) => tokens.ids(text),
            Self::Unigram(tokens) => tokens.ids(text),
        }
    }

    pub fn last(&self) -> u32 {
        match self {
            Self::WordPiece(tokens) => tokens.last(),
            Self::BytePairs(tokens) => tokens.last(),
            Self::CharacterPairs(tokens) => tokens.last(),
            Self::Unigram(tokens) => tokens.last(),
        }
    }
}
