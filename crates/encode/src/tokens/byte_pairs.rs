//! CLIP's tokenizer: byte pair encoding over lower-case words, as its `tokenizer.json` describes
//! it.
//!
//! Sennrich et al., "Neural Machine Translation of Rare Words with Subword Units", ACL 2016, over
//! bytes as GPT-2 writes them, with `</w>` after the last of a word (Radford et al., "Learning
//! Transferable Visual Models From Natural Language Supervision", ICML 2021).

use super::{
    merges::{Merge, Merges},
    normalizer::Normalizer,
    open_clip,
    special::{AddedToken, Ends, Frame, id_of},
    unicode::{Form, in_form, is_letter},
};
use crate::error::EncodeError;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Before every text.
pub const START_OF_TEXT: &str = "<|startoftext|>";
/// After every text; CLIP's vector is that of the first one.
pub const END_OF_TEXT: &str = "<|endoftext|>";
/// Ends the last piece of a word.
pub const WORD_END: &str = "</w>";

/// The type of the step in a pack's `tokenizer.json` that stands for open_clip's cleaning.
pub(crate) const OPEN_CLIP: &str = "OpenClip";
/// open_clip's spelling of the tokens at a text's ends, where a text contains them.
const OPEN_CLIP_ENDS: [&str; 2] = ["<start_of_text>", "<end_of_text>"];

const CONTRACTIONS: [&str; 7] = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d"];

/// Cuts at a model's limit and never pads.
pub struct BytePairs {
    /// The id of each byte, within a word and at its end.
    bytes: Vec<[u32; 2]>,
    merges: Merges,
    cleaning: Cleaning,
    frame: Frame,
}

enum Cleaning {
    /// Some texts are replaced by others, then as in every published CLIP.
    Usual(Option<Normalizer>),
    OpenClip,
}

#[derive(Deserialize)]
struct TokenizerFile {
    normalizer: Option<Value>,
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
        if !file
            .normalizer
            .as_ref()
            .is_some_and(|steps| steps.to_string().contains("\"Lowercase\""))
        {
            return wrong("it keeps capitals, and only CLIP's lower case is supported".into());
        }
        let id = |token: &str| id_of(&vocab, token);
        let (first, last) = (id(START_OF_TEXT)?, id(END_OF_TEXT)?);
        let unknown = id(unk_token.as_deref().unwrap_or(END_OF_TEXT))?;
        let mut bytes = vec![[unknown; 2]; 256];
        for (ids, character) in bytes.iter_mut().zip(byte_characters()) {
            let within = vocab.get(&character.to_string()).copied();
            let at_end = vocab.get(&format!("{character}{WORD_END}")).copied();
            *ids = [within.unwrap_or(unknown), at_end.unwrap_or(unknown)];
        }
        let merges = Merges::new(&merges, &vocab)?;
        let ends = Ends { first: Some(first), last };
        let (cleaning, added) = if file.normalizer.as_ref().is_some_and(is_open_clip) {
            let ends = OPEN_CLIP_ENDS.into_iter().zip([first, last]);
            (Cleaning::OpenClip, ends.map(|(text, id)| AddedToken::special(text, id)).collect())
        } else {
            let steps = file.normalizer.and_then(replaced).map(serde_json::from_value);
            let steps = steps.transpose().map_err(|e| EncodeError::Tokenizer(e.to_string()))?;
            (Cleaning::Usual(steps), file.added_tokens)
        };
        Ok(Self { bytes, merges, cleaning, frame: Frame::new(added, ends, max_tokens) })
    }

    pub(super) fn ids(&self, text: &str) -> Vec<u32> {
        match &self.cleaning {
            Cleaning::OpenClip => {
                let cleaned = open_clip::cleaned(text);
                self.frame.ids(&cleaned, |part, _, ids| self.push_ids(split(part), ids))
            }
            Cleaning::Usual(steps) => self.frame.ids(text, |part, _, ids| {
                let replaced = steps.as_ref().map(|steps| steps.normalized(part));
                self.push_ids(words(replaced.as_deref().unwrap_or(part)), ids);
            }),
        }
    }

    pub(super) fn last(&self) -> u32 {
        self.frame.last()
    }

    fn push_ids(&self, words: Vec<String>, ids: &mut Vec<u32>) {
        for word in words {
            if ids.len() >= self.frame.max_tokens() {
                return;
            }
            self.push_word(&word, ids);
        }
    }

    fn push_word(&self, word: &str, ids: &mut Vec<u32>) {
        let n_bytes = word.len();
        let symbol =
            |(at, byte): (usize, u8)| self.bytes[usize::from(byte)][usize::from(at + 1 == n_bytes)];
        self.merges.push_merged(word.bytes().enumerate().map(symbol).collect(), ids);
    }
}

/// Whether a normalizer stands for open_clip's cleaning. Packs of earlier versions list
/// replacements instead, which begin with this entity.
fn is_open_clip(normalizer: &Value) -> bool {
    let steps = normalizer["normalizers"].as_array().map(Vec::as_slice).unwrap_or_default();
    steps.iter().any(|step| step["type"] == OPEN_CLIP || step["pattern"]["String"] == "&amp;")
}

/// The steps of a normalizer that replace one text by another; `None` if it has none. The others
/// are those of every CLIP, which [`words`] does.
fn replaced(mut normalizer: Value) -> Option<Value> {
    let steps = normalizer.get_mut("normalizers")?.as_array_mut()?;
    let of_step = |step: Value| match &step["pattern"]["String"] {
        Value::String(_) => Some(step),
        _ => replaced(step),
    };
    let kept: Vec<Value> = std::mem::take(steps).into_iter().filter_map(of_step).collect();
    (!kept.is_empty()).then(|| json!({ "type": "Sequence", "normalizers": kept }))
}

/// The words of a text: composed, in lower case, and split by CLIP's pattern (contractions,
/// letters, single digits, other marks).
pub fn words(text: &str) -> Vec<String> {
    let text: String = in_form(text, Form::Nfc).chars().flat_map(char::to_lowercase).collect();
    split(&text)
}

fn split(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let fixed = [START_OF_TEXT, END_OF_TEXT].into_iter().chain(CONTRACTIONS);
        let len = if let Some(known) = fixed.into_iter().find(|known| rest.starts_with(known)) {
            known.len()
        } else if is_letter(c) {
            rest.find(|c: char| !is_letter(c)).unwrap_or(rest.len())
        } else if c.is_numeric() {
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
    !c.is_whitespace() && !is_letter(c) && !c.is_numeric()
}

/// The visible character for each byte, as in GPT-2: printable bytes as themselves, the others from
/// U+0100 on.
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
