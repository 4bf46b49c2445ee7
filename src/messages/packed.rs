//! Rankings as bytes: JSON is too slow for hundreds of thousands of hits.
//!
//! For each ranking its length, then for each hit its row and the bits of its score, all as 32-bit
//! little-endian words.

use rankscope_core::ranking::Hit;

/// Rankings → bytes.
#[must_use]
pub fn bytes_from_rankings(rankings: &[Vec<Hit>]) -> Vec<u8> {
    let n_hits: usize = rankings.iter().map(Vec::len).sum();
    let mut bytes = Vec::with_capacity(4 * rankings.len() + 8 * n_hits);
    for hits in rankings {
        // A list is shorter than its corpus, and corpora are counted in 32 bits.
        bytes.extend(u32::try_from(hits.len()).unwrap_or(u32::MAX).to_le_bytes());
        for hit in hits {
            bytes.extend(hit.row_in_corpus.to_le_bytes());
            bytes.extend(hit.score.to_bits().to_le_bytes());
        }
    }
    bytes
}

/// Bytes → rankings; `None` where they end in the middle of a word or a ranking.
#[must_use]
pub fn rankings_from_bytes(bytes: &[u8]) -> Option<Vec<Vec<Hit>>> {
    let (words, rest) = bytes.as_chunks::<4>();
    let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
    if !rest.is_empty() {
        return None;
    }
    let mut rankings = Vec::new();
    while let Some(n_hits) = words.next() {
        // A length beyond the end allocates nothing.
        let n_hits = (n_hits as usize <= words.len() / 2).then_some(n_hits)?;
        let hit =
            |_| Some(Hit { row_in_corpus: words.next()?, score: f32::from_bits(words.next()?) });
        rankings.push((0..n_hits).map(hit).collect::<Option<Vec<Hit>>>()?);
    }
    Some(rankings)
}
