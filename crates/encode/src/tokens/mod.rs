//! Text → token ids, by whichever tokenizer a `tokenizer.json` describes.

mod byte_pairs;
mod file;
mod word_piece;

use super::EncodeError;
use byte_pairs::BytePairs;
use serde::Deserialize;
use word_piece::WordPiece;

pub use byte_pairs::{END_OF_TEXT, START_OF_TEXT, WORD_END};
pub use byte_pairs::{byte_characters, words};
pub use file::tokenizer_from_merges;

/// A tokenizer that cuts at a model's limit and never pads. (Published files often bake in
/// another limit and fixed padding; both are ignored.)
pub enum Tokens {
    /// BERT's.
    WordPiece(WordPiece),
    /// CLIP's.
    BytePairs(BytePairs),
}

/// A token with an id of its own, recognised in a text as it stands where it is special.
#[derive(Deserialize)]
struct AddedToken {
    id: u32,
    content: String,
    special: bool,
}

impl Tokens {
    /// Reads `tokenizer.json`. `max_tokens` counts the two special tokens at the ends.
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
                "its model is {other:?}, and only WordPiece and BPE are known"
            ))),
        }
    }

    /// The ids of a text, between the model's first and last token; those two for an empty one.
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

/// The ids of a text between those of two ends, cut at `max_tokens`. Special tokens stand for
/// themselves; `push_ids` reads what is between them.
fn ids_between(
    (first, last): (u32, u32),
    max_tokens: usize,
    special: &[(String, u32)],
    text: &str,
    push_ids: impl Fn(&str, &mut Vec<u32>),
) -> Vec<u32> {
    let mut ids = vec![first];
    let mut rest = text;
    while let Some((at, token, id)) = next_special(special, rest) {
        let (before, after) = rest.split_at(at);
        push_ids(before, &mut ids);
        ids.push(id);
        rest = after.strip_prefix(token).unwrap_or_default();
    }
    push_ids(rest, &mut ids);
    ids.truncate(max_tokens - 1);
    ids.push(last);
    ids
}

/// Where the next special token stands in a text, which it is, and its id.
fn next_special<'a>(special: &'a [(String, u32)], text: &str) -> Option<(usize, &'a str, u32)> {
    special
        .iter()
        .filter_map(|(token, id)| Some((text.find(token.as_str())?, token.as_str(), *id)))
        .min_by_key(|(at, _, _)| *at)
}
