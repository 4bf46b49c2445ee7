//! A picture's vector by the words of its captions, and the encoder that makes one of typed words by
//! the same arithmetic.
//!
//! A word is a row of a table: its weight times the direction that a hash of its letters draws, as
//! for captions that are dropped on the page ([`rankscope_core::imported::vectors_of_words`]). A text is
//! the mean of its words' rows. The table is an encoder pack of the kind `bag` with a WordPiece
//! tokenizer of whole words, which the page and every command can run.

use anyhow::{Context, Result};
use rankscope_core::imported::{WORD_DIM, word_direction, word_weight};
use rankscope_encode::{
    Architecture, BagConfig, Encoder,
    training::{BAG_ROWS, Trained, uncased_tokenizer, write_trained},
    uncased_words,
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashSet},
    path::Path,
};

/// Words that have a row, the most frequent ones: 8 MiB of float16.
const MAX_WORDS: usize = 16_384;
/// Tokens of a text, its two ends included; longer texts are cut.
const MAX_TOKENS: usize = 256;
/// Unknown words, and the two ends of a text.
const SPECIAL: [&str; 3] = ["[UNK]", "[CLS]", "[SEP]"];
/// The weight of the token that begins a text, so that a text without known words has a direction too.
/// No word has less.
const LEAST_WEIGHT: f32 = 1e-3;

/// Writes the encoder of these captions, grouped by image, as a pack. Refuses captions without a word.
pub(super) fn write_pack(
    folder: &Path,
    (id, title): (&str, &str),
    captions: &[Vec<&str>],
) -> Result<Encoder> {
    let mut n_with: BTreeMap<String, usize> = BTreeMap::new();
    for of_image in captions {
        let words: HashSet<String> = of_image.iter().flat_map(|text| uncased_words(text)).collect();
        for word in words {
            *n_with.entry(word).or_default() += 1;
        }
    }
    let mut words: Vec<(String, usize)> = n_with.into_iter().collect();
    // The most frequent ones; the sort keeps the order of equals, so the same captions give the same
    // bytes.
    words.sort_by_key(|(_, n)| Reverse(*n));
    words.truncate(MAX_WORDS);
    let first = words.first().context("the captions have no word")?.0.clone();
    let mut rows = Vec::with_capacity((SPECIAL.len() + words.len()) * WORD_DIM);
    for special in SPECIAL {
        let weight = if special == "[CLS]" { LEAST_WEIGHT } else { 0.0 };
        rows.extend(word_direction(special).map(|sign| weight * sign));
    }
    for (word, n_with) in &words {
        let weight = word_weight(*n_with, captions.len());
        rows.extend(word_direction(word).map(|sign| weight * sign));
    }
    let tokens = words.iter().map(|(word, _)| word.clone());
    let tokenizer = uncased_tokenizer(&SPECIAL, tokens).to_string().into_bytes();
    let vocab_size = SPECIAL.len() + words.len();
    let trained = Trained {
        id,
        title,
        architecture: Architecture::Bag(BagConfig { vocab_size, dim: WORD_DIM }),
        max_tokens: MAX_TOKENS,
        tokenizer: &tokenizer,
        text: vec![(BAG_ROWS.into(), vec![vocab_size, WORD_DIM], rows)],
        vision: None,
        check_texts: &[first],
    };
    write_trained(folder, trained)?;
    Ok(Encoder::load_dir(folder)?)
}

/// The mean `[dim]` of an image's captions; of an image without any, the vector of no words.
pub(super) fn vector(encoder: &Encoder, captions: &[&str]) -> Result<Vec<f32>> {
    let captions = if captions.is_empty() { &[""] } else { captions };
    let mut sum = vec![0.0; WORD_DIM];
    for encoded in encoder.encode_all_blocking(captions)? {
        sum.iter_mut().zip(encoded.vector).for_each(|(sum, value)| *sum += value);
    }
    Ok(sum)
}
