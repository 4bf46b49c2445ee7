//! Vectors of texts by their words.
//!
//! A word is a direction of ±1 values, drawn from a hash of its letters, times its weight: its inverse
//! document frequency ln((1 + n) / (1 + n with the word)) over the n images. A text is the sum of its
//! words, normalised, and an image the sum of its texts, so a dot product is close to that of two
//! tf-idf vectors (random indexing: Kanerva et al. 2000; feature hashing: Weinberger et al. 2009).

use crate::{
    random::{SplitMix64, fnv1a},
    vectors::normalised,
};
use rustc_hash::FxHashMap;
use std::collections::HashSet;

/// Two different words have a cosine of about 1/16 by chance.
pub const WORD_DIM: usize = 256;
/// The least weight of a word; one that every image has tells nothing.
const LEAST_WEIGHT: f32 = 1e-3;
/// Begins every text, so that one without known words has a direction too.
const BEGINNING: &str = "[CLS]";
/// Texts between pauses: some milliseconds.
const TURN_TEXTS: usize = 256;

/// `[n, WORD_DIM]`, one row after another.
#[derive(Debug, Clone, PartialEq)]
pub struct WordVectors {
    pub images: Vec<f32>,
    pub queries: Vec<f32>,
}

/// Vectors of images by their captions, and of queries by the words that occur in captions; `None` if no caption
/// has a word. `pause` is awaited every few milliseconds.
pub async fn vectors_of_words<'a>(
    images: &[Vec<String>],
    queries: impl Iterator<Item = &'a str>,
    pause: impl AsyncFn(),
) -> Option<WordVectors> {
    let mut n_with: FxHashMap<String, usize> = FxHashMap::default();
    for (turn, captions) in images.iter().enumerate() {
        let distinct: HashSet<String> = captions.iter().flat_map(|text| words(text)).collect();
        for word in distinct {
            *n_with.entry(word).or_default() += 1;
        }
        if turn % TURN_TEXTS == 0 {
            pause().await;
        }
    }
    if n_with.is_empty() {
        return None;
    }
    let mut table = Table { n_images: images.len(), n_with, directions: FxHashMap::default() };
    let mut vectors = WordVectors { images: Vec::new(), queries: Vec::new() };
    for (turn, captions) in images.iter().enumerate() {
        let mut sum = [0.0; WORD_DIM];
        let none = [String::new()];
        for text in if captions.is_empty() { &none[..] } else { captions } {
            sum.iter_mut().zip(table.vector(text)).for_each(|(sum, value)| *sum += value);
        }
        vectors.images.extend(sum);
        if turn % TURN_TEXTS == 0 {
            pause().await;
        }
    }
    for (turn, text) in queries.enumerate() {
        vectors.queries.extend(table.vector(text));
        if turn % TURN_TEXTS == 0 {
            pause().await;
        }
    }
    Some(vectors)
}

/// Of a word that occurs for `n_with` images.
pub fn word_weight(n_with: usize, n_images: usize) -> f32 {
    let rarity = libm::log((1.0 + n_images as f64) / (1.0 + n_with as f64));
    #[expect(clippy::cast_possible_truncation, reason = "a logarithm")]
    let weight = rarity as f32;
    weight.max(LEAST_WEIGHT)
}

/// `WORD_DIM` signs over the square root of their number, drawn from a hash of the word (FNV-1a).
pub fn word_direction(word: &str) -> impl Iterator<Item = f32> {
    let signs = signs(word);
    let length = (WORD_DIM as f32).sqrt().recip();
    (0..WORD_DIM).map(move |place| {
        let is_negative = signs.get(place / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1);
        if is_negative { -length } else { length }
    })
}

type Signs = [u64; WORD_DIM / 64];

fn signs(word: &str) -> Signs {
    let mut random = SplitMix64::new(fnv1a(word.bytes()));
    let mut signs = Signs::default();
    for bits in &mut signs {
        *bits = (0..64).fold(0, |bits, place| bits | (random.next_u64() >> 63) << place);
    }
    signs
}

/// The words of the captions.
struct Table {
    n_images: usize,
    n_with: FxHashMap<String, usize>,
    directions: FxHashMap<String, Signs>,
}

impl Table {
    /// Of length 1.
    fn vector(&mut self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0; WORD_DIM];
        self.add(&mut sum, BEGINNING.into(), LEAST_WEIGHT);
        for word in words(text) {
            if let Some(n_with) = self.n_with.get(&word) {
                let weight = word_weight(*n_with, self.n_images);
                self.add(&mut sum, word, weight);
            }
        }
        // It has at least one word, and thus a direction.
        normalised(&sum).unwrap_or(sum)
    }

    fn add(&mut self, sum: &mut [f32], word: String, weight: f32) {
        let signs = *self.directions.entry(word).or_insert_with_key(|word| signs(word));
        for (values, bits) in sum.chunks_mut(64).zip(signs) {
            for (place, value) in values.iter_mut().enumerate() {
                *value += if bits >> place & 1 == 1 { -weight } else { weight };
            }
        }
    }
}

/// In lower case, without punctuation.
fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}
