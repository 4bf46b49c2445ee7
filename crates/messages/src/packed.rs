//! Rankings as bytes: JSON is too slow for hundreds of thousands of hits. Each ranking is its
//! length, then the row and the score's bits of each hit, all as 32-bit little-endian words.

use rankscope_core::ranking::Hit;

pub fn bytes_from_rankings(rankings: &[Vec<Hit>]) -> Vec<u8> {
    let n_hits: usize = rankings.iter().map(Vec::len).sum();
    let mut bytes = Vec::with_capacity(4 * rankings.len() + 8 * n_hits);
    for hits in rankings {
        // A ranking is no longer than its corpus, whose rows are counted in 32 bits.
        bytes.extend(u32::try_from(hits.len()).unwrap_or(u32::MAX).to_le_bytes());
        for hit in hits {
            bytes.extend(hit.row_in_corpus.to_le_bytes());
            bytes.extend(hit.score.to_bits().to_le_bytes());
        }
    }
    bytes
}

/// Bytes → rankings; `None` if they end within a word or a ranking.
pub fn rankings_from_bytes(bytes: &[u8]) -> Option<Vec<Vec<Hit>>> {
    let (words, rest) = bytes.as_chunks::<4>();
    let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
    if !rest.is_empty() {
        return None;
    }
    let mut rankings = Vec::new();
    while let Some(n_hits) = words.next() {
        // Check the length before allocating.
        let n_hits = (n_hits as usize <= words.len() / 2).then_some(n_hits)?;
        let hit =
            |_| Some(Hit { row_in_corpus: words.next()?, score: f32::from_bits(words.next()?) });
        rankings.push((0..n_hits).map(hit).collect::<Option<Vec<Hit>>>()?);
    }
    Some(rankings)
}
