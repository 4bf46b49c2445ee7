//! A picture's vector by the words of its captions, and the encoder that makes one of typed words by
//! the same arithmetic.
//!
//! A word is a row of a table: its weight times the direction that a hash of its letters draws, as
//! for captions that are dropped on the page ([`rankscope_core::imported::vectors_of_words`]). A text is
//! the mean of its words' rows. The table is an encoder pack of the kind `bag` with a WordPiece tokenizer of whole words, which the page and
//! every command can run.

use anyhow::{Context, Result};
use rankscope_core::imported::{WORD_DIM, word_direction, word_weight};
use rankscope_encode::{
    Architecture, BagConfig, Encoder,
    training::{BAG_ROWS, Trained, write_trained},
    uncased_words,
};
use serde_json::{Value, json};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashSet},
    path::Path,
};

/// Words that have a row, the most frequent ones: 8 MiB of float16.
const MAX_WORDS: usize = 16_384;
/// Tokens of a text, its two ends included; longer texts are cut.
const MAX_TOKENS: usize = 256;
/// The tokens of unknown words and of the ends of a text.
const SPECIAL: [&str; 3] = ["[UNK]", "[CLS]", "[SEP]"];
/// The weight of the token that begins a text, so that one without known words has a direction too,
/// and no word has less.
const LEAST_WEIGHT: f32 = 1e-3;

/// Writes the encoder of these captions, those of an image together, as a pack.
///
/// # Errors
/// Captions without a word, or a folder that cannot be written.
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
    let tokens = SPECIAL.into_iter().chain(words.iter().map(|(word, _)| word.as_str()));
    let tokenizer = tokenizer_of(tokens);
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
///
/// # Errors
/// The encoder fails.
pub(super) fn vector(encoder: &Encoder, captions: &[&str]) -> Result<Vec<f32>> {
    let captions = if captions.is_empty() { &[""] } else { captions };
    let mut sum = vec![0.0; WORD_DIM];
    for encoded in encoder.encode_all_blocking(captions)? {
        sum.iter_mut().zip(encoded.vector).for_each(|(sum, value)| *sum += value);
    }
    Ok(sum)
}

/// `tokenizer.json` with these tokens: BERT's, whose pieces are whole words.
fn tokenizer_of<'a>(tokens: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let vocab: BTreeMap<&str, usize> = tokens.zip(0..).collect();
    let added = |(id, content): (usize, &str)| {
        json!({ "id": id, "content": content, "single_word": false, "lstrip": false,
                "rstrip": false, "normalized": false, "special": true })
    };
    let added: Vec<Value> = SPECIAL.into_iter().enumerate().map(added).collect();
    let special = |id: usize, token: &str| json!({ "id": token, "ids": [id], "tokens": [token] });
    let file = json!({
        "version": "1.0",
        "truncation": null,
        "padding": null,
        "added_tokens": added,
        "normalizer": { "type": "BertNormalizer", "clean_text": true,
            "handle_chinese_chars": true, "strip_accents": null, "lowercase": true },
        "pre_tokenizer": { "type": "BertPreTokenizer" },
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [{ "SpecialToken": { "id": "[CLS]", "type_id": 0 } },
                       { "Sequence": { "id": "A", "type_id": 0 } },
                       { "SpecialToken": { "id": "[SEP]", "type_id": 0 } }],
            "pair": [{ "Sequence": { "id": "A", "type_id": 0 } },
                     { "Sequence": { "id": "B", "type_id": 1 } }],
            "special_tokens": { "[CLS]": special(1, "[CLS]"), "[SEP]": special(2, "[SEP]") },
        },
        "decoder": { "type": "WordPiece", "prefix": "##", "cleanup": true },
        "model": { "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": vocab },
    });
    file.to_string().into_bytes()
}
