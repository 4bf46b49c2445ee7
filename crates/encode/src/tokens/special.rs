//! Special tokens, which stand for themselves wherever they occur in a text.

use crate::error::EncodeError;
use serde::Deserialize;
use std::collections::HashMap;

/// An entry of `added_tokens` in `tokenizer.json`.
#[derive(Deserialize)]
pub(super) struct AddedToken {
    id: u32,
    content: String,
    special: bool,
}

/// What all tokenizers do around their words: the tokens at a text's ends, special tokens within it,
/// and the limit.
pub(super) struct Frame {
    special: Vec<(String, u32)>,
    first: u32,
    last: u32,
    max_tokens: usize,
}

impl Frame {
    /// `max_tokens` counts the two tokens at the ends.
    pub(super) fn new(added: Vec<AddedToken>, [first, last]: [u32; 2], max_tokens: usize) -> Self {
        let special = added.into_iter().filter(|token| token.special);
        let special = special.map(|token| (token.content, token.id)).collect();
        Self { special, first, last, max_tokens }
    }

    /// The id of the token that ends a text.
    pub(super) fn last(&self) -> u32 {
        self.last
    }

    pub(super) fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// The ids of a text between the first and the last token, cut at the limit; `push_ids` splits
    /// the parts between special tokens.
    pub(super) fn ids(&self, text: &str, push_ids: impl Fn(&str, &mut Vec<u32>)) -> Vec<u32> {
        let mut ids = vec![self.first];
        let mut rest = text;
        while let Some((at, token, id)) = self.next_special(rest) {
            let (before, after) = rest.split_at(at);
            push_ids(before, &mut ids);
            ids.push(id);
            rest = after.strip_prefix(token).unwrap_or_default();
        }
        push_ids(rest, &mut ids);
        ids.truncate(self.max_tokens - 1);
        ids.push(self.last);
        ids
    }

    /// Byte offset, content and id of the next special token in a text.
    fn next_special(&self, text: &str) -> Option<(usize, &str, u32)> {
        self.special
            .iter()
            .filter_map(|(token, id)| Some((text.find(token.as_str())?, token.as_str(), *id)))
            .min_by_key(|(at, _, _)| *at)
    }
}

/// The id of a token that the vocabulary must have.
pub(super) fn id_of(vocab: &HashMap<String, u32>, token: &str) -> Result<u32, EncodeError> {
    let id = vocab.get(token).copied();
    id.ok_or_else(|| EncodeError::Tokenizer(format!("its vocabulary lacks {token:?}")))
}
