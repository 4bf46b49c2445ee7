//! Gemma's tokenizer, which SigLIP 2 uses: byte pair encoding over characters, with spaces among
//! them; characters without a token are written in bytes.

use super::{
    merges::{Merge, Merges},
    normalizer::{Normalizer, Pattern},
    special::{AddedToken, Frame, PostProcessor},
    unigram::byte_tokens,
};
use crate::error::EncodeError;
use serde::Deserialize;
use std::collections::HashMap;

/// Cuts at a model's limit and never pads.
pub struct CharacterPairs {
    vocab: HashMap<String, u32>,
    bytes: Vec<u32>,
    merges: Merges,
    normalizer: Normalizer,
    frame: Frame,
}

#[derive(Deserialize)]
struct TokenizerFile {
    normalizer: Normalizer,
    pre_tokenizer: Option<Split>,
    post_processor: Option<PostProcessor>,
    #[serde(default)]
    added_tokens: Vec<AddedToken>,
    model: Model,
}

/// Cuts at spaces, of which the normalizer leaves none.
#[derive(Deserialize)]
#[serde(tag = "type")]
enum Split {
    Split { pattern: Pattern },
}

#[derive(Deserialize)]
struct Model {
    vocab: HashMap<String, u32>,
    merges: Vec<Merge>,
    #[serde(default)]
    ignore_merges: bool,
}

impl CharacterPairs {
    /// Reads `tokenizer.json`. `max_tokens` counts the tokens at the ends.
    pub(super) fn from_json(json: &[u8], max_tokens: usize) -> Result<Self, EncodeError> {
        let wrong = |reason: &str| EncodeError::Tokenizer(reason.into());
        let file: TokenizerFile =
            serde_json::from_slice(json).map_err(|e| wrong(&e.to_string()))?;
        let Model { vocab, merges, ignore_merges } = file.model;
        if ignore_merges {
            return Err(wrong("it ignores merges of whole words, which is not supported"));
        }
        if file.normalizer.normalized(" ").contains(' ') {
            return Err(wrong("it keeps spaces, and only Gemma's visible marks are supported"));
        }
        match file.pre_tokenizer {
            None => {}
            Some(Split::Split { pattern: Pattern::String(cut) }) if cut == " " => {}
            Some(_) => return Err(wrong("it cuts words, and only Gemma's way is supported")),
        }
        let ends = PostProcessor::needed_ends(file.post_processor.as_ref())?;
        Ok(Self {
            bytes: byte_tokens(&vocab)?,
            merges: Merges::new(&merges, &vocab)?,
            normalizer: file.normalizer,
            frame: Frame::new(file.added_tokens, ends, max_tokens),
            vocab,
        })
    }

    pub(super) fn ids(&self, text: &str) -> Vec<u32> {
        self.frame.ids(text, |part, _, ids| {
            let mut symbols = Vec::with_capacity(part.len());
            for c in self.normalizer.normalized(part).chars() {
                let mut utf8 = [0; 4];
                let utf8 = &*c.encode_utf8(&mut utf8);
                match self.vocab.get(utf8) {
                    Some(id) => symbols.push(*id),
                    None => symbols.extend(utf8.bytes().map(|byte| self.bytes[usize::from(byte)])),
                }
            }
            self.merges.push_merged(symbols, ids);
        })
    }

    pub(super) fn last(&self) -> u32 {
        self.frame.last()
    }
}
