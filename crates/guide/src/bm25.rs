//! BM25, by which the engine Memory remembers captions:
//! Σ_t idf(t) · f (k₁ + 1) / (f + k₁ (1 − b + b |d| / mean |d|)) over the query's distinct words t, with f
//! the word's count in the text d, idf(t) = ln(1 + (N − n + ½) / (n + ½)), k₁ = 1.2 and b = 0.75.
//!
//! Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; idf
//! as in Lucene, never negative. Equal scores stand in the order of texts, so that the same texts
//! give the same guides on every machine; library crates leave that order to a hash map.

use std::collections::{BTreeSet, HashMap};

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// A text that has words of the query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25Hit {
    /// The text's place, in the order in which texts were added.
    pub text: usize,
    /// Its score.
    pub score: f64,
}

/// An index of texts.
#[derive(Debug, Clone, Default)]
pub struct Bm25 {
    /// For each word, the texts that have it and how often.
    postings: HashMap<String, Vec<(usize, u32)>>,
    lengths: Vec<u32>,
    n_words: u64,
}

impl Bm25 {
    /// Adds a text as its words.
    pub fn add(&mut self, words: impl IntoIterator<Item = String>) {
        let text = self.lengths.len();
        let mut length = 0u32;
        for word in words {
            length += 1;
            let texts = self.postings.entry(word).or_default();
            match texts.last_mut() {
                Some((last, count)) if *last == text => *count += 1,
                _ => texts.push((text, 1)),
            }
        }
        self.lengths.push(length);
        self.n_words += u64::from(length);
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Whether a text has this word.
    pub fn knows(&self, word: &str) -> bool {
        self.postings.contains_key(word)
    }

    /// All texts with a word of the query, best first.
    pub fn search(&self, words: impl IntoIterator<Item = String>) -> Vec<Bm25Hit> {
        let mean_length = self.n_words as f64 / self.lengths.len().max(1) as f64;
        let mut scores: HashMap<usize, f64> = HashMap::new();
        // In alphabetical order, so that sums round alike everywhere.
        for word in words.into_iter().collect::<BTreeSet<String>>() {
            let Some(texts) = self.postings.get(&word) else { continue };
            let (n, n_with) = (self.lengths.len() as f64, texts.len() as f64);
            // libm's, which is the same on every machine.
            let idf = libm::log1p((n - n_with + 0.5) / (n_with + 0.5));
            for (text, count) in texts {
                let length = f64::from(self.lengths.get(*text).copied().unwrap_or(0));
                let count = f64::from(*count);
                let saturation = count + K1 * (1.0 - B + B * length / mean_length);
                *scores.entry(*text).or_default() += idf * count * (K1 + 1.0) / saturation;
            }
        }
        let mut hits: Vec<Bm25Hit> =
            scores.into_iter().map(|(text, score)| Bm25Hit { text, score }).collect();
        hits.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(a.text.cmp(&b.text)));
        hits
    }
}
