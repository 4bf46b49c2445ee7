//! What a `tokenizer.json` does to a text before it is cut, step by step.

use super::{
    charsmap::Charsmap,
    unicode::{Form, in_form},
};
use serde::{Deserialize, Deserializer, de::Error};
use std::ops::RangeInclusive;

/// A text is cut here after every step: steps that lengthen it could otherwise fill the memory, and
/// no model reads as far.
const MAX_BYTES: usize = 1 << 22;
/// The most bytes that a step inserts in one place.
const MAX_CONTENT: usize = 64;

#[derive(Deserialize)]
#[serde(tag = "type")]
pub(super) enum Normalizer {
    Sequence {
        normalizers: Vec<Normalizer>,
    },
    Precompiled {
        precompiled_charsmap: Charsmap,
    },
    Replace {
        pattern: Pattern,
        content: Content,
    },
    Prepend {
        prepend: Content,
    },
    Strip {
        strip_left: bool,
        strip_right: bool,
    },
    Lowercase,
    #[serde(rename = "NFC")]
    Nfc,
    #[serde(rename = "NFD")]
    Nfd,
    #[serde(rename = "NFKC")]
    Nfkc,
    #[serde(rename = "NFKD")]
    Nfkd,
}

#[derive(Deserialize)]
pub(super) enum Pattern {
    String(String),
    Regex(Run),
}

/// Inserted into a text.
pub(super) struct Content(String);

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.len() > MAX_CONTENT {
            let reason = format!(
                "it puts {} bytes into a text, and at most {MAX_CONTENT} are \
                                  supported",
                text.len()
            );
            return Err(D::Error::custom(reason));
        }
        Ok(Self(text))
    }
}

impl Normalizer {
    pub(super) fn normalized(&self, text: &str) -> String {
        let mut normalized = self.step(text);
        if normalized.len() > MAX_BYTES {
            normalized.truncate(normalized.floor_char_boundary(MAX_BYTES));
        }
        normalized
    }

    fn step(&self, text: &str) -> String {
        match self {
            Self::Sequence { normalizers } => {
                normalizers.iter().fold(text.to_owned(), |text, step| step.normalized(&text))
            }
            Self::Precompiled { precompiled_charsmap } => precompiled_charsmap.normalized(text),
            Self::Replace { pattern: Pattern::String(old), content } => {
                text.replace(old, &content.0)
            }
            Self::Replace { pattern: Pattern::Regex(run), content } => {
                run.replaced(text, &content.0)
            }
            Self::Prepend { prepend } if !text.is_empty() => format!("{}{text}", prepend.0),
            Self::Prepend { .. } => String::new(),
            Self::Strip { strip_left, strip_right } => {
                let text = if *strip_left { text.trim_start() } else { text };
                if *strip_right { text.trim_end() } else { text }.to_owned()
            }
            Self::Lowercase => text.chars().flat_map(char::to_lowercase).collect(),
            Self::Nfc => in_form(text, Form::Nfc),
            Self::Nfd => in_form(text, Form::Nfd),
            Self::Nfkc => in_form(text, Form::Nfkc),
            Self::Nfkd => in_form(text, Form::Nfkd),
        }
    }
}

/// The regular expressions of published tokenizers: a character or a set of them, once or several
/// times, as in `\s+`, ` {2,}` and `[!-/]`.
#[derive(Debug)]
pub(super) struct Run {
    set: Set,
    /// The fewest characters; `None` for each alone.
    least: Option<usize>,
}

#[derive(Debug)]
enum Set {
    Whitespace,
    Ranges(Vec<RangeInclusive<char>>),
}

impl<'de> Deserialize<'de> for Run {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_regex(&text).ok_or_else(|| {
            D::Error::custom(format!(
                "it replaces {text:?}, and only a character or a set of them, once or repeated, \
                 can be replaced"
            ))
        })
    }
}

impl Run {
    fn from_regex(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let set = match chars.next()? {
            '[' => Set::from_members(&mut chars)?,
            '\\' => match chars.next()? {
                's' => Set::Whitespace,
                c if c.is_alphanumeric() => return None,
                c => Set::Ranges(vec![c..=c]),
            },
            '.' | '^' | '$' | '(' | '|' | '?' | '*' | '+' => return None,
            c => Set::Ranges(vec![c..=c]),
        };
        let least = match chars.as_str() {
            "" => None,
            "+" => Some(1),
            times => Some(times.strip_prefix('{')?.strip_suffix(",}")?.parse().ok()?),
        };
        Some(Self { set, least })
    }

    fn replaced(&self, text: &str, content: &str) -> String {
        let mut replaced = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(|c| self.set.has(c)) {
            let (before, from) = rest.split_at(at);
            replaced.push_str(before);
            let mut others = from.char_indices().skip_while(|(_, c)| self.set.has(*c));
            let end = others.next().map_or(from.len(), |(at, _)| at);
            let (run, after) = from.split_at(end);
            let n = run.chars().count();
            match self.least {
                None => (0..n).for_each(|_| replaced.push_str(content)),
                Some(least) if n >= least => replaced.push_str(content),
                Some(_) => replaced.push_str(run),
            }
            rest = after;
        }
        replaced.push_str(rest);
        replaced
    }
}

impl Set {
    /// Reads up to and including the closing bracket. Negated sets, and classes other than white
    /// space, are not supported.
    fn from_members(chars: &mut std::str::Chars<'_>) -> Option<Self> {
        let mut ranges: Vec<RangeInclusive<char>> = Vec::new();
        loop {
            let first = match chars.next()? {
                ']' if ranges.is_empty() => return None,
                ']' => return Some(Self::Ranges(ranges)),
                '^' if ranges.is_empty() => return None,
                '\\' => chars.next().filter(|c| !c.is_alphanumeric())?,
                c => c,
            };
            let mut ahead = chars.clone();
            let end = match (ahead.next(), ahead.next()) {
                (Some('-'), Some(end)) if end != ']' => {
                    let end = if end == '\\' { ahead.next()? } else { end };
                    *chars = ahead;
                    end
                }
                _ => first,
            };
            ranges.push(first..=end);
        }
    }

    fn has(&self, c: char) -> bool {
        match self {
            Self::Whitespace => c.is_whitespace(),
            Self::Ranges(ranges) => ranges.iter().any(|range| range.contains(&c)),
        }
    }
}
