//! WordPiece as BERT's `tokenizer.json` describes it: Schuster & Nakajima, "Japanese and Korean
//! Voice Search", ICASSP 2012, with the cleaning and splitting of BERT's original tokenizer. Our
//! own code, because the general library adds sixty crates and some megabytes to the module; the
//! tests compare with it.

use super::{
    special::{AddedToken, Ends, Frame, PostProcessor, id_of},
    unicode::{Form, in_form},
};
use crate::error::EncodeError;
use serde::Deserialize;
use std::collections::HashMap;
use unicode_categories::UnicodeCategories;

/// Cuts at a model's limit and never pads.
pub struct WordPiece {
    vocab: HashMap<String, u32>,
    unknown: u32,
    continuing_prefix: String,
    max_word_chars: usize,
    normalizer: Normalizer,
    frame: Frame,
}

#[derive(Deserialize)]
struct TokenizerFile {
    normalizer: Option<Normalizer>,
    pre_tokenizer: Option<Kind>,
    post_processor: Option<PostProcessor>,
    added_tokens: Vec<AddedToken>,
    model: Model,
}

#[derive(Deserialize)]
struct Kind {
    r#type: String,
}

#[derive(Deserialize)]
struct Model {
    unk_token: String,
    continuing_subword_prefix: String,
    max_input_chars_per_word: usize,
    vocab: HashMap<String, u32>,
}

#[derive(Deserialize)]
struct Normalizer {
    r#type: String,
    clean_text: bool,
    handle_chinese_chars: bool,
    /// By default, if capitals are lowered.
    strip_accents: Option<bool>,
    lowercase: bool,
}

impl WordPiece {
    /// Reads `tokenizer.json`. `max_tokens` counts the two special tokens at the ends.
    pub(super) fn from_json(json: &[u8], max_tokens: usize) -> Result<Self, EncodeError> {
        let file: TokenizerFile =
            serde_json::from_slice(json).map_err(|e| EncodeError::Tokenizer(e.to_string()))?;
        let needs = |what: &str, found: Option<&str>, needed: &str| {
            if found == Some(needed) {
                return Ok(());
            }
            Err(EncodeError::Tokenizer(format!(
                "its {what} is {found:?}, and only {needed} is supported"
            )))
        };
        needs(
            "pre_tokenizer",
            file.pre_tokenizer.as_ref().map(|kind| kind.r#type.as_str()),
            "BertPreTokenizer",
        )?;
        let normalizer = file.normalizer;
        needs("normalizer", normalizer.as_ref().map(|n| n.r#type.as_str()), "BertNormalizer")?;
        let Some(normalizer) = normalizer else {
            return Err(EncodeError::Tokenizer("it has no normalizer".into()));
        };
        let Model { vocab, unk_token, .. } = file.model;
        let ends = match file.post_processor.as_ref().map(PostProcessor::ends).transpose()? {
            Some(Some(ends)) => ends,
            _ => Ends { first: Some(id_of(&vocab, "[CLS]")?), last: id_of(&vocab, "[SEP]")? },
        };
        Ok(Self {
            unknown: id_of(&vocab, &unk_token)?,
            continuing_prefix: file.model.continuing_subword_prefix,
            max_word_chars: file.model.max_input_chars_per_word,
            normalizer,
            frame: Frame::new(file.added_tokens, ends, max_tokens),
            vocab,
        })
    }

    pub(super) fn ids(&self, text: &str) -> Vec<u32> {
        self.frame.ids(text, |part, _, ids| self.push_ids(part, ids))
    }

    pub(super) fn last(&self) -> u32 {
        self.frame.last()
    }

    fn push_ids(&self, text: &str, ids: &mut Vec<u32>) {
        for_each_word(&self.normalizer.normalized(text), |word| self.push_word(word, ids));
    }

    /// The longest pieces of the vocabulary, from the left; a word that they do not cover is
    /// unknown as a whole.
    fn push_word(&self, word: &str, ids: &mut Vec<u32>) {
        if word.chars().count() > self.max_word_chars {
            ids.push(self.unknown);
            return;
        }
        let n_before = ids.len();
        let mut rest = word;
        while !rest.is_empty() {
            let prefix = if rest.len() == word.len() { "" } else { &self.continuing_prefix };
            let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
            let longest = ends.into_iter().find_map(|end| {
                let (piece, after) = rest.split_at(end);
                Some((*self.vocab.get(&format!("{prefix}{piece}"))?, after))
            });
            match longest {
                Some((id, after)) => {
                    ids.push(id);
                    rest = after;
                }
                None => {
                    ids.truncate(n_before);
                    ids.push(self.unknown);
                    return;
                }
            }
        }
    }
}

impl Normalizer {
    fn normalized(&self, text: &str) -> String {
        let mut text = text.to_owned();
        if self.clean_text {
            text = text.chars().filter(|c| !is_dropped(*c)).collect();
        }
        if self.handle_chinese_chars {
            text = spaced_ideographs(&text);
        }
        if self.strip_accents.unwrap_or(self.lowercase) {
            text = in_form(&text, Form::Nfd).chars().filter(|c| !c.is_mark_nonspacing()).collect();
        }
        if self.lowercase {
            text = text.chars().flat_map(char::to_lowercase).collect();
        }
        text
    }
}

/// The words of a text as BERT's tokenizer sees them in lower case: without accents, split at white
/// space and around punctuation, which is dropped.
pub fn uncased_words(text: &str) -> Vec<String> {
    let normalizer = Normalizer {
        r#type: "BertNormalizer".into(),
        clean_text: true,
        handle_chinese_chars: true,
        strip_accents: None,
        lowercase: true,
    };
    let mut words = Vec::new();
    for_each_word(&normalizer.normalized(text), |word| {
        if !word.chars().all(is_punctuation) {
            words.push(word.to_owned());
        }
    });
    words
}

/// Splits a normalised text at white space and around every punctuation mark, which is a word.
fn for_each_word(text: &str, mut each: impl FnMut(&str)) {
    for word in text.split_whitespace() {
        let mut start = 0;
        for (at, mark) in word.match_indices(is_punctuation) {
            if start < at {
                each(&word[start..at]);
            }
            each(mark);
            start = at + mark.len();
        }
        if start < word.len() {
            each(&word[start..]);
        }
    }
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation() || c.is_punctuation()
}

/// Control and format characters, except white space.
fn is_dropped(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' => false,
        '\0' | '\u{fffd}' => true,
        _ => c.is_other(),
    }
}

/// Puts spaces around Chinese, Japanese and Korean ideographs, which are words.
fn spaced_ideographs(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len());
    for c in text.chars() {
        let is_ideograph = matches!(u32::from(c),
            0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2B73F
            | 0x2B740..=0x2B81F | 0x2B920..=0x2CEAF | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F);
        if is_ideograph {
            spaced.extend([' ', c, ' ']);
        } else {
            spaced.push(c);
        }
    }
    spaced
}
