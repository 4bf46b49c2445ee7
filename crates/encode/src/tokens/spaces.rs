//! How SentencePiece's tokenizers cut a text at its spaces, which become visible marks.

use serde::Deserialize;

/// `pre_tokenizer` in `tokenizer.json`.
#[derive(Deserialize)]
#[serde(tag = "type")]
pub(super) enum Spaces {
    Sequence {
        pretokenizers: Vec<Spaces>,
    },
    /// At white space, which is dropped.
    WhitespaceSplit,
    /// Before each mark for a space.
    Metaspace {
        replacement: char,
        prepend_scheme: Option<PrependScheme>,
        /// In older files, instead of the scheme.
        add_prefix_space: Option<bool>,
        #[serde(default = "yes")]
        split: bool,
    },
}

fn yes() -> bool {
    true
}

/// Where a mark is inserted before a part that does not begin with one.
#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
pub(super) enum PrependScheme {
    Always,
    /// Only at the beginning of the text.
    First,
    Never,
}

impl Spaces {
    /// `is_first` if the part begins the text.
    pub(super) fn pieces(&self, part: &str, is_first: bool) -> Vec<String> {
        self.cut(vec![part.to_owned()], is_first)
    }

    fn cut(&self, parts: Vec<String>, is_first: bool) -> Vec<String> {
        match self {
            Self::Sequence { pretokenizers } => {
                pretokenizers.iter().fold(parts, |parts, step| step.cut(parts, is_first))
            }
            Self::WhitespaceSplit => {
                parts.iter().flat_map(|part| part.split_whitespace()).map(str::to_owned).collect()
            }
            Self::Metaspace { replacement, prepend_scheme, add_prefix_space, split } => {
                let mark = *replacement;
                let scheme = prepend_scheme.unwrap_or(match add_prefix_space {
                    Some(false) => PrependScheme::Never,
                    _ => PrependScheme::Always,
                });
                let mut pieces = Vec::new();
                for (at, part) in parts.into_iter().enumerate() {
                    let mut part = part.replace(' ', mark.encode_utf8(&mut [0; 4]));
                    let may_prepend = match scheme {
                        PrependScheme::Always => true,
                        PrependScheme::First => is_first && at == 0,
                        PrependScheme::Never => false,
                    };
                    if may_prepend && !part.is_empty() && !part.starts_with(mark) {
                        part.insert(0, mark);
                    }
                    if *split {
                        pieces.extend(before_each(&part, mark));
                    } else {
                        pieces.push(part);
                    }
                }
                pieces
            }
        }
    }
}

fn before_each(text: &str, mark: char) -> Vec<String> {
    let mut starts: Vec<usize> = text.match_indices(mark).map(|(at, _)| at).collect();
    if starts.first() != Some(&0) {
        starts.insert(0, 0);
    }
    let ends = starts.iter().copied().skip(1).chain([text.len()]);
    starts.iter().zip(ends).map(|(start, end)| text[*start..end].to_owned()).collect()
}
