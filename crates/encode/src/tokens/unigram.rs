//! SentencePiece's unigram language model, as XLM-R and SigLIP use it.
//!
//! Kudo, "Subword Regularization", ACL 2018: a piece's score is the logarithm of its probability,
//! and of all ways to cut a text the one with the largest sum is taken (Viterbi). What no piece
//! covers is unknown, at a price below that of every piece; adjacent unknowns become one token.

use super::{
    normalizer::Normalizer,
    spaces::Spaces,
    special::{AddedToken, Frame, PostProcessor, id_of},
};
use crate::error::EncodeError;
use serde::Deserialize;
use std::collections::HashMap;

/// An unknown character scores so much less than the least likely piece.
const UNKNOWN_PENALTY: f64 = 10.0;

/// Cuts at a model's limit and never pads.
pub struct Unigram {
    vocab: HashMap<String, u32>,
    scores: Vec<f64>,
    unknown: u32,
    unknown_score: f64,
    /// The tokens of all bytes, if unknown characters are written in bytes.
    bytes: Option<Vec<u32>>,
    longest: usize,
    normalizer: Option<Normalizer>,
    spaces: Option<Spaces>,
    frame: Frame,
}

#[derive(Deserialize)]
struct TokenizerFile {
    normalizer: Option<Normalizer>,
    pre_tokenizer: Option<Spaces>,
    post_processor: Option<PostProcessor>,
    #[serde(default)]
    added_tokens: Vec<AddedToken>,
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    unk_id: Option<u32>,
    vocab: Vec<(String, f64)>,
    #[serde(default)]
    byte_fallback: bool,
}

/// The tokens for the bytes of characters without a token.
pub(super) fn byte_tokens(vocab: &HashMap<String, u32>) -> Result<Vec<u32>, EncodeError> {
    (0..=255u8).map(|byte| id_of(vocab, &format!("<0x{byte:02X}>"))).collect()
}

impl Unigram {
    /// Reads `tokenizer.json`. `max_tokens` counts the tokens at the ends.
    pub(super) fn from_json(json: &[u8], max_tokens: usize) -> Result<Self, EncodeError> {
        let wrong = |reason: String| EncodeError::Tokenizer(reason);
        let file: TokenizerFile = serde_json::from_slice(json).map_err(|e| wrong(e.to_string()))?;
        let Model { unk_id, vocab: pieces, byte_fallback } = file.model;
        let scores: Vec<f64> = pieces.iter().map(|(_, score)| *score).collect();
        let longest = pieces.iter().map(|(piece, _)| piece.len()).max().unwrap_or_default();
        let vocab: HashMap<String, u32> =
            pieces.into_iter().map(|(piece, _)| piece).zip(0u32..).collect();
        let unknown = unk_id.filter(|id| (*id as usize) < scores.len()).ok_or_else(|| {
            wrong(format!("its unknown token is {unk_id:?}, and it has {} pieces", scores.len()))
        })?;
        Ok(Self {
            bytes: byte_fallback.then(|| byte_tokens(&vocab)).transpose()?,
            unknown_score: scores.iter().copied().fold(f64::INFINITY, f64::min) - UNKNOWN_PENALTY,
            frame: Frame::new(
                file.added_tokens,
                PostProcessor::needed_ends(file.post_processor.as_ref())?,
                max_tokens,
            ),
            normalizer: file.normalizer,
            spaces: file.pre_tokenizer,
            vocab,
            scores,
            unknown,
            longest,
        })
    }

    pub(super) fn ids(&self, text: &str) -> Vec<u32> {
        self.frame.ids(text, |part, is_first, ids| {
            let normalized = self.normalizer.as_ref().map(|steps| steps.normalized(part));
            let part = normalized.as_deref().unwrap_or(part);
            match &self.spaces {
                Some(spaces) => {
                    for piece in spaces.pieces(part, is_first) {
                        if ids.len() >= self.frame.max_tokens() {
                            return;
                        }
                        self.push_ids(&piece, ids);
                    }
                }
                None => self.push_ids(part, ids),
            }
        })
    }

    pub(super) fn last(&self) -> u32 {
        self.frame.last()
    }

    fn push_ids(&self, text: &str, ids: &mut Vec<u32>) {
        // For each byte: the score of the best cut up to it, where its last piece begins, and that
        // piece's token.
        let mut best: Vec<Option<(f64, usize, u32)>> = vec![None; text.len() + 1];
        for (start, c) in text.char_indices() {
            let so_far = best[start].map_or(0.0, |(score, _, _)| score);
            let mut offer = |end: usize, score: f64, id: u32| {
                let score = score + so_far;
                if best[end].is_none_or(|(best, _, _)| score > best) {
                    best[end] = Some((score, start, id));
                }
            };
            let mut is_known = false;
            let ends = text[start..].char_indices().map(|(at, c)| start + at + c.len_utf8());
            for end in ends.take_while(|end| end - start <= self.longest) {
                if let Some(id) = self.vocab.get(&text[start..end]) {
                    is_known |= end - start == c.len_utf8();
                    offer(end, self.scores[*id as usize], *id);
                }
            }
            if !is_known {
                offer(start + c.len_utf8(), self.unknown_score, self.unknown);
            }
        }
        let mut cut = Vec::new();
        let mut end = text.len();
        while let Some((_, start, id)) = best[end] {
            cut.push((start, end, id));
            end = start;
        }
        let mut was_unknown = false;
        for (start, end, id) in cut.into_iter().rev() {
            let is_unknown = id == self.unknown;
            match &self.bytes {
                Some(bytes) if is_unknown => {
                    ids.extend(text[start..end].bytes().map(|byte| bytes[usize::from(byte)]));
                }
                _ if is_unknown && was_unknown => {}
                _ => ids.push(id),
            }
            was_unknown = is_unknown;
        }
    }
}
