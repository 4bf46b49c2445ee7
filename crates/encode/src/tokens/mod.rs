//! Text → token ids, by the tokenizer that a `tokenizer.json` describes.

mod byte_pairs;
mod file;
mod special;
mod word_piece;

use crate::error::EncodeError;
use byte_pairs::BytePairs;
use serde::Deserialize;
use word_piece::WordPiece;

pub use byte_pairs::{END_OF_TEXT, START_OF_TEXT, WORD_END, byte_characters, words};
pub use file::tokenizer_from_merges;

/// A tokenizer that cuts at a model's limit and never pads. (Published files often contain another
/// limit and fixed padding; both are ignored.)
pub enum Tokens {
    /// BERT's.
    WordPiece(WordPiece),
    /// CLIP's.
    BytePairs(BytePairs),
}

impl Tokens {
    /// Reads `tokenizer.json`. `max_tokens` counts the two special tokens at the ends.
    ///
    /// # Errors
    /// A limit below 3, an unsupported tokenizer, or one that contradicts itself.
    pub fn from_json(json: &[u8], max_tokens: usize) -> Result<Self, EncodeError> {
        #[derive(Deserialize)]
        struct File {
            model: Model,
        }
        #[derive(Deserialize)]
        struct Model {
            r#type: Option<String>,
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
            Some("BPE") => Ok(Self::BytePairs(BytePairs::from_json(json, max_tokens)?)),
            Some(other) => Err(EncodeError::Tokenizer(format!(
                "its model is {other:?}, and only WordPiece and BPE are supported"
            ))),
        }
    }

    /// The ids of a text, between the model's first and last token; only those two if it is empty.
    pub fn ids(&self, text: &str) -> Vec<u32> {
        match self {
            Self::WordPiece(tokens) => tokens.ids(text),
            Self::BytePairs(tokens) => tokens.ids(text),
        }
    }

    /// The id of the token that ends a text.
    pub fn last(&self) -> u32 {
        match self {
            Self::WordPiece(tokens) => tokens.last(),
            Self::BytePairs(tokens) => tokens.last(),
        }
    }
}
