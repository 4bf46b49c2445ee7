//! Special tokens, which stand for themselves wherever they occur in a text, and those at its ends.

use crate::error::EncodeError;
use serde::Deserialize;
use std::{cmp::Reverse, collections::HashMap};

#[derive(Deserialize)]
pub(super) struct AddedToken {
    id: u32,
    content: String,
    special: bool,
    /// Matched only after the text was normalised.
    #[serde(default)]
    normalized: bool,
}

impl AddedToken {
    pub(super) fn special(content: &str, id: u32) -> Self {
        Self { id, content: content.to_owned(), special: true, normalized: false }
    }
}

/// The tokens at a text's ends; some models have no first one.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    pub(super) first: Option<u32>,
    pub(super) last: u32,
}

/// What all tokenizers do around words: the tokens at a text's ends, special tokens within it, and
/// the limit.
pub(super) struct Frame {
    special: Vec<(String, u32)>,
    ends: Ends,
    max_tokens: usize,
}

impl Frame {
    /// `max_tokens` counts the tokens at the ends. An added token without content never matches.
    pub(super) fn new(added: Vec<AddedToken>, ends: Ends, max_tokens: usize) -> Self {
        let stands_for_itself =
            |token: &AddedToken| !token.content.is_empty() && (token.special || !token.normalized);
        let special = added.into_iter().filter(stands_for_itself);
        let special = special.map(|token| (token.content, token.id)).collect();
        Self { special, ends, max_tokens }
    }

    pub(super) fn last(&self) -> u32 {
        self.ends.last
    }

    pub(super) fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// The ids of a text between the first and the last token, cut at the limit. `push_ids` splits
    /// the parts between special tokens; its flag says whether a part begins the text.
    pub(super) fn ids(&self, text: &str, push_ids: impl Fn(&str, bool, &mut Vec<u32>)) -> Vec<u32> {
        let mut ids: Vec<u32> = self.ends.first.into_iter().collect();
        let (mut rest, mut is_first) = (text, true);
        while ids.len() < self.max_tokens
            && let Some((at, token, id)) = self.next_special(rest)
        {
            let (before, after) = rest.split_at(at);
            push_ids(before, is_first, &mut ids);
            ids.push(id);
            (rest, is_first) = (after.strip_prefix(token).unwrap_or_default(), false);
        }
        if ids.len() < self.max_tokens {
            push_ids(rest, is_first, &mut ids);
        }
        ids.truncate(self.max_tokens - 1);
        ids.push(self.ends.last);
        ids
    }

    /// Byte offset, content and id of the next special token in a text, the longest where several
    /// begin.
    fn next_special(&self, text: &str) -> Option<(usize, &str, u32)> {
        self.special
            .iter()
            .filter_map(|(token, id)| Some((text.find(token.as_str())?, token.as_str(), *id)))
            .min_by_key(|(at, token, _)| (*at, Reverse(token.len())))
    }
}

/// `post_processor` in `tokenizer.json`, as far as it adds tokens.
#[derive(Deserialize)]
#[serde(tag = "type")]
pub(super) enum PostProcessor {
    TemplateProcessing {
        single: Vec<Part>,
        special_tokens: HashMap<String, Ids>,
    },
    #[serde(alias = "BertProcessing")]
    RobertaProcessing {
        sep: (String, u32),
        cls: (String, u32),
    },
    Sequence {
        processors: Vec<PostProcessor>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
pub(super) enum Part {
    SpecialToken { id: String },
    Sequence {},
}

#[derive(Deserialize)]
pub(super) struct Ids {
    ids: Vec<u32>,
}

impl PostProcessor {
    /// The tokens that it adds to a text, at most one before and one after it; `None` if it adds
    /// none.
    pub(super) fn ends(&self) -> Result<Option<Ends>, EncodeError> {
        match self {
            Self::RobertaProcessing { sep, cls } => {
                Ok(Some(Ends { first: Some(cls.1), last: sep.1 }))
            }
            Self::TemplateProcessing { single, special_tokens } => {
                let id = |name: &String| match special_tokens.get(name).map(|ids| &ids.ids[..]) {
                    Some([id]) => Ok(*id),
                    _ => Err(EncodeError::Tokenizer(format!(
                        "its template does not say which token {name:?} is"
                    ))),
                };
                match &single[..] {
                    [Part::Sequence {}, Part::SpecialToken { id: last }] => {
                        Ok(Some(Ends { first: None, last: id(last)? }))
                    }
                    [
                        Part::SpecialToken { id: first },
                        Part::Sequence {},
                        Part::SpecialToken { id: last },
                    ] => Ok(Some(Ends { first: Some(id(first)?), last: id(last)? })),
                    _ => Err(EncodeError::Tokenizer(
                        "its template is not a text with one token after it and at most one before"
                            .into(),
                    )),
                }
            }
            Self::Sequence { processors } => {
                for processor in processors {
                    if let Some(ends) = processor.ends()? {
                        return Ok(Some(ends));
                    }
                }
                Ok(None)
            }
            Self::Other => Ok(None),
        }
    }

    /// [`Self::ends`] for a model that has no default for them.
    pub(super) fn needed_ends(processor: Option<&Self>) -> Result<Ends, EncodeError> {
        processor.map(Self::ends).transpose()?.flatten().ok_or_else(|| {
            EncodeError::Tokenizer("its post_processor puts no token at the end of a text".into())
        })
    }
}

pub(super) fn id_of(vocab: &HashMap<String, u32>, token: &str) -> Result<u32, EncodeError> {
    let id = vocab.get(token).copied();
    id.ok_or_else(|| EncodeError::Tokenizer(format!("its vocabulary lacks {token:?}")))
}
