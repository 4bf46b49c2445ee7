//! Learns a byte-pair vocabulary from texts, for CLIP's tokenizer (Sennrich et al., "Neural Machine
//! Translation of Rare Words with Subword Units", ACL 2016): the most frequent pair of neighbours
//! becomes one token, repeatedly.

use crate::error::TrainError;
use rankscope_encode::training::{
    END_OF_TEXT, START_OF_TEXT, WORD_END, byte_characters, tokenizer_from_merges, words,
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
};

/// Of a pair that is merged.
const FEWEST: u64 = 2;

/// Learns a vocabulary of at most `n_tokens` from texts and returns it as a `tokenizer.json`, with
/// the same bytes for the same texts in any order. `n_tokens` is at least 514: every byte, within a
/// word and at its end, and the tokens for the start and the end of a text.
pub fn vocabulary<T: AsRef<str>>(
    texts: impl IntoIterator<Item = T>,
    n_tokens: usize,
) -> Result<Vec<u8>, TrainError> {
    let characters: Vec<char> = byte_characters().collect();
    let ends = characters.iter().map(|c| format!("{c}{WORD_END}"));
    let mut tokens: Vec<String> = characters.iter().map(char::to_string).chain(ends).collect();
    let n_merged = n_tokens.checked_sub(tokens.len() + 2).ok_or_else(|| {
        let least = tokens.len() + 2;
        TrainError::Plan(format!("a vocabulary of {n_tokens} tokens: it needs at least {least}"))
    })?;
    let most = tokens.len() + n_merged;
    let mut ids: HashMap<String, u32> =
        (0u32..).zip(&tokens).map(|(id, t)| (t.clone(), id)).collect();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for text in texts {
        for word in self::words(text.as_ref()) {
            *counts.entry(word).or_insert(0) += 1;
        }
    }
    let mut words: Vec<(Vec<u32>, u64)> = counts
        .into_iter()
        .map(|(word, count)| {
            let mut symbols: Vec<u32> = word.bytes().map(u32::from).collect();
            if let Some(last) = symbols.last_mut() {
                *last += 256;
            }
            (symbols, count)
        })
        .collect();
    let mut merges: Vec<(String, String)> = Vec::new();
    while tokens.len() < most {
        let mut pairs: HashMap<(u32, u32), u64> = HashMap::new();
        for (symbols, count) in &words {
            for pair in symbols.windows(2) {
                *pairs.entry((pair[0], pair[1])).or_insert(0) += count;
            }
        }
        // The most frequent pair; among equals, the one whose tokens are older.
        let best = pairs.into_iter().max_by_key(|(pair, count)| (*count, Reverse(*pair)));
        let Some((pair, _)) = best.filter(|(_, count)| *count >= FEWEST) else { break };
        let (left, right) = (&tokens[pair.0 as usize], &tokens[pair.1 as usize]);
        let joined = format!("{left}{right}");
        merges.push((left.clone(), right.clone()));
        // Different merges can give the same token.
        let next = u32::try_from(tokens.len()).unwrap_or(u32::MAX);
        let id = *ids.entry(joined.clone()).or_insert(next);
        if id == next {
            tokens.push(joined);
        }
        for (symbols, _) in &mut words {
            merge(symbols, pair, id);
        }
    }
    for token in [START_OF_TEXT, END_OF_TEXT] {
        let next = u32::try_from(ids.len()).unwrap_or(u32::MAX);
        ids.insert(token.to_owned(), next);
    }
    Ok(tokenizer_from_merges(&ids, &merges)?)
}

/// Joins a pair wherever it occurs in a word, from the left.
fn merge(symbols: &mut Vec<u32>, pair: (u32, u32), into: u32) {
    let mut at = 0;
    while at + 1 < symbols.len() {
        if (symbols[at], symbols[at + 1]) == pair {
            symbols[at] = into;
            symbols.remove(at + 1);
        }
        at += 1;
    }
}

/// Of a `tokenizer.json`.
pub fn n_tokens(tokenizer: &[u8]) -> Result<usize, TrainError> {
    let file: serde_json::Value = serde_json::from_slice(tokenizer)
        .map_err(|error| TrainError::Plan(format!("the tokenizer: {error}")))?;
    let vocab = file.pointer("/model/vocab").and_then(serde_json::Value::as_object);
    vocab.map(serde_json::Map::len).ok_or_else(|| TrainError::Plan("no vocabulary".into()))
}
