//! CLIP's tokenizer: byte pair encoding over lower-case words, as its `tokenizer.json`
//! describes it.
//!
//! Sennrich et al., "Neural Machine Translation of Rare Words with Subword Units", ACL 2016,
//! over bytes as GPT-2 writes them, with `</w>` after the last of a word (Radford et al.,
//! "Learning Transferable Visual Models From Natural Language Supervision", ICML 2021).

use super::special::{AddedToken, Frame, id_of};
use crate::error::EncodeError;
use serde::Deserialize;
use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashMap},
};
use unicode_categories::UnicodeCategories;
use unicode_normalization::UnicodeNormalization;

/// The token before every text.
pub const START_OF_TEXT: &str = "<|startoftext|>";
/// The token after every text; CLIP's vector is taken at the first one.
pub const END_OF_TEXT: &str = "<|endoftext|>";
/// Ends the last piece of a word.
pub const WORD_END: &str = "</w>";

const CONTRACTIONS: [&str; 7] = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"];

/// A byte pair tokenizer that cuts at a model's limit and never pads.
pub struct BytePairs {
    /// The id of each byte, within a word and at its end.
    bytes: Vec<[u32; 2]>,
    /// A pair of neighbours → (rank, the merged token). A lower rank goes first.
    merges: HashMap<(u32, u32), (u32, u32)>,
    frame: Frame,
}

#[derive(Deserialize)]
struct TokenizerFile {
    normalizer: Option<serde_json::Value>,
    #[serde(default)]
    added_tokens: Vec<AddedToken>,
    model: Model,
}

#[derive(Deserialize)]
struct Model {
    unk_token: Option<String>,
    end_of_word_suffix: Option<String>,
    vocab: HashMap<String, u32>,
    merges: Vec<Merge>,
}

/// `"a b"` in older files, `["a", "b"]` in newer ones.
#[derive(Deserialize)]
#[serde(untagged)]
enum Merge {
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

impl BytePairs {
    /// Reads `tokenizer.json`. `max_tokens` counts the two special tokens at the ends.
    pub(super) fn from_json(json: &[u8], max_tokens: usize) -> Result<Self, EncodeError> {
        let wrong = |reason: String| Err(EncodeError::Tokenizer(reason));
        let file: TokenizerFile =
            serde_json::from_slice(json).map_err(|e| EncodeError::Tokenizer(e.to_string()))?;
        let Model { unk_token, end_of_word_suffix, vocab, merges } = file.model;
        if end_of_word_suffix.as_deref() != Some(WORD_END) {
            return wrong(format!(
                "its words end with {end_of_word_suffix:?}, and only CLIP's {WORD_END:?} is supported"
            ));
        }
        if !file.normalizer.is_some_and(|steps| steps.to_string().contains("\"Lowercase\"")) {
            return wrong("it keeps capitals, and only CLIP's lower case is supported".into());
        }
        let id = |token: &str| id_of(&vocab, token);
        let ends = [id(START_OF_TEXT)?, id(END_OF_TEXT)?];
        let unknown = id(unk_token.as_deref().unwrap_or(END_OF_TEXT))?;
        let mut bytes = vec![[unknown; 2]; 256];
        for (ids, character) in bytes.iter_mut().zip(byte_characters()) {
            let within = vocab.get(&character.to_string()).copied();
            let at_end = vocab.get(&format!("{character}{WORD_END}")).copied();
            *ids = [within.unwrap_or(unknown), at_end.unwrap_or(unknown)];
        }
        let mut ranked = HashMap::with_capacity(merges.len());
        for (rank, merge) in (0u32..).zip(&merges) {
            let Some((left, right)) = merge.parts() else {
                return wrong(format!("its merge {rank} does not have two parts"));
            };
            ranked.insert((id(left)?, id(right)?), (rank, id(&format!("{left}{right}"))?));
        }
        Ok(Self { bytes, merges: ranked, frame: Frame::new(file.added_tokens, ends, max_tokens) })
    }

    /// The ids of a text, between the first and the last token.
    pub(super) fn ids(&self, text: &str) -> Vec<u32> {
        self.frame.ids(text, |part, ids| self.push_ids(part, ids))
    }

    pub(super) fn last(&self) -> u32 {
        self.frame.last()
    }

    fn push_ids(&self, text: &str, ids: &mut Vec<u32>) {
        for word in words(text) {
            if ids.len() >= self.frame.max_tokens() {
                return;
            }
            self.push_word(&word, ids);
        }
    }

    /// Merges the bytes of a word: always the leftmost pair of the lowest rank. A queue of pairs keeps
    /// the time from growing with the square of a word's length.
    fn push_word(&self, word: &str, ids: &mut Vec<u32>) {
        let n_bytes = word.len();
        let mut symbols: Vec<Option<u32>> = word
            .bytes()
            .enumerate()
            .map(|(at, byte)| Some(self.bytes[usize::from(byte)][usize::from(at + 1 == n_bytes)]))
            .collect();
        // Where the next remaining symbol begins, and the previous one.
        let mut next: Vec<usize> = (1..=n_bytes).collect();
        let mut before: Vec<Option<usize>> = (0..n_bytes).map(|at| at.checked_sub(1)).collect();
        let mut queue = BinaryHeap::new();
        let pair = |symbols: &[Option<u32>], left: usize, right: usize| {
            let both = (symbols[left]?, (*symbols.get(right)?)?);
            self.merges.get(&both).map(|(rank, into)| (Reverse((*rank, left)), both, *into))
        };
        queue.extend((0..n_bytes).filter_map(|at| pair(&symbols, at, at + 1)));
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

/// The words of a text: composed, in lower case, and split as CLIP's pattern does
/// (contractions, letters, single digits, other marks).
pub fn words(text: &str) -> Vec<String> {
    let text: String = text.nfc().flat_map(char::to_lowercase).collect();
    let mut words = Vec::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        let fixed = [START_OF_TEXT, END_OF_TEXT].into_iter().chain(CONTRACTIONS);
        let len = if let Some(known) = fixed.into_iter().find(|known| rest.starts_with(known)) {
            known.len()
        } else if c.is_letter() {
            rest.find(|c: char| !c.is_letter()).unwrap_or(rest.len())
        } else if c.is_number() {
            c.len_utf8()
        } else if is_mark(c) {
            rest.find(|c: char| !is_mark(c)).unwrap_or(rest.len())
        } else {
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let (word, after) = rest.split_at(len);
        words.push(word.to_owned());
        rest = after;
    }
    words
}

fn is_mark(c: char) -> bool {
    !c.is_whitespace() && !c.is_letter() && !c.is_number()
}

/// The visible character for each byte, as GPT-2 writes it: printable bytes as themselves, the
/// others from U+0100 on.
pub fn byte_characters() -> impl Iterator<Item = char> {
    let mut next_stand_in = 0x100u32;
    (0u8..=255).map(move |byte| {
        let is_printable = matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
        if is_printable {
            return char::from(byte);
        }
        let stand_in = char::from_u32(next_stand_in).unwrap_or('\u{fffd}');
        next_stand_in += 1;
        stand_in
    })
}
