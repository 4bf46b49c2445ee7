//! Byte pair encoding: neighbours of a word become one, the lowest rank first.

use super::special::id_of;
use crate::error::EncodeError;
use serde::Deserialize;
use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};

/// `"a b"` in older files, `["a", "b"]` in newer ones.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Merge {
    Joined(String),
    Pair(String, String),
}

impl Merge {
    fn parts(&self) -> Option<(&str, &str)> {
        match self {
            Self::Joined(joined) => joined.split_once(' '),
            Self::Pair(left, right) => Some((left, right)),
        }
    }
}

/// A pair of neighbours → (rank, merged token).
pub(super) struct Merges(HashMap<(u32, u32), (u32, u32)>);

impl Merges {
    pub(super) fn new(merges: &[Merge], vocab: &HashMap<String, u32>) -> Result<Self, EncodeError> {
        let mut ranked = HashMap::with_capacity(merges.len());
        for (rank, merge) in (0u32..).zip(merges) {
            let Some((left, right)) = merge.parts() else {
                let reason = format!("its merge {rank} does not have two parts");
                return Err(EncodeError::Tokenizer(reason));
            };
            let both = (id_of(vocab, left)?, id_of(vocab, right)?);
            ranked.insert(both, (rank, id_of(vocab, &format!("{left}{right}"))?));
        }
        Ok(Self(ranked))
    }

    /// Merges the symbols of a word: always the leftmost pair of the lowest rank. A queue of pairs
    /// keeps the time from growing with the square of a word's length.
    pub(super) fn push_merged(&self, symbols: Vec<u32>, ids: &mut Vec<u32>) {
        let n_symbols = symbols.len();
        let mut symbols: Vec<Option<u32>> = symbols.into_iter().map(Some).collect();
        // Where the next remaining symbol begins, and the previous one.
        let mut next: Vec<usize> = (1..=n_symbols).collect();
        let mut before: Vec<Option<usize>> = (0..n_symbols).map(|at| at.checked_sub(1)).collect();
        let mut queue = BinaryHeap::new();
        let pair = |symbols: &[Option<u32>], left: usize, right: usize| {
            let both = (symbols[left]?, (*symbols.get(right)?)?);
            self.0.get(&both).map(|(rank, into)| (Reverse((*rank, left)), both, *into))
        };
        queue.extend((0..n_symbols).filter_map(|at| pair(&symbols, at, at + 1)));
        while let Some((Reverse((_, left)), both, into)) = queue.pop() {
            let right = next[left];
            // One of the pair may have been merged since.
            let now = symbols.get(right).and_then(|right| Some((symbols[left]?, (*right)?)));
            if now != Some(both) {
                continue;
            }
            symbols[left] = Some(into);
            symbols[right] = None;
            next[left] = next[right];
            if let Some(follower) = before.get_mut(next[right]) {
                *follower = Some(left);
            }
            queue.extend(pair(&symbols, left, next[left]));
            queue.extend(before[left].and_then(|previous| pair(&symbols, previous, left)));
        }
        ids.extend(symbols.into_iter().flatten());
    }
}
