//! Reads BibTeX as benchmarks bring it: entries alone, strictly, so that what is copied from the page
//! does not break the file that it is pasted into.

use std::collections::BTreeSet;
use thiserror::Error;

/// The longest citation that is read as BibTeX.
pub const MAX_CITATION_BYTES: usize = 20_000;

/// An entry of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadEntry<'a> {
    /// What `\cite` names.
    pub key: &'a str,
    /// The entry as it is written.
    pub text: &'a str,
}

/// Why a text is not BibTeX.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BibtexError {
    /// Too long.
    #[error("it has {bytes} bytes, and at most {MAX_CITATION_BYTES} are read")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
    /// A control character.
    #[error("line {line}: it has the control character U+{code:04X}")]
    Control {
        /// From 1.
        line: usize,
        /// Its code.
        code: u32,
    },
    /// Something else stands there.
    #[error("line {line}: {expected} is missing")]
    Missing {
        /// From 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// `@string`, `@comment`, `@preamble`.
    #[error("line {line}: @{kind} is no entry")]
    NoEntry {
        /// From 1.
        line: usize,
        /// Its name.
        kind: String,
    },
    /// Two entries have one key.
    #[error("two entries have the key {key}")]
    Twice {
        /// The key.
        key: String,
    },
}

/// Whether a citation is meant as BibTeX, and not as words.
#[must_use]
pub fn is_bibtex(citation: &str) -> bool {
    citation.trim_start().starts_with('@')
}

/// The entries of a text.
///
/// # Errors
/// The text is too long, has control characters, is not BibTeX, or has a key twice.
pub fn read_entries(text: &str) -> Result<Vec<ReadEntry<'_>>, BibtexError> {
    if text.len() > MAX_CITATION_BYTES {
        return Err(BibtexError::TooLong { bytes: text.len() });
    }
    let is_odd = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    if let Some((place, c)) = text.char_indices().find(|(_, c)| is_odd(*c)) {
        return Err(BibtexError::Control { line: line_at(text, place), code: c.into() });
    }
    let mut reader = Reader { text, place: 0 };
    let mut entries = Vec::new();
    let mut keys = BTreeSet::new();
    reader.skip_space();
    while !reader.rest().is_empty() {
        let entry = reader.entry()?;
        // BibTeX tells keys apart by more than their case, but warns.
        if !keys.insert(entry.key.to_lowercase()) {
            return Err(BibtexError::Twice { key: entry.key.to_string() });
        }
        entries.push(entry);
        reader.skip_space();
    }
    Ok(entries)
}

fn line_at(text: &str, place: usize) -> usize {
    1 + text.bytes().take(place).filter(|byte| *byte == b'\n').count()
}

struct Reader<'a> {
    text: &'a str,
    place: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.place..).unwrap_or_default()
    }

    fn missing(&self, expected: &'static str) -> BibtexError {
        BibtexError::Missing { line: line_at(self.text, self.place), expected }
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.place += rest.len() - rest.trim_start().len();
    }

    /// Goes past `sign` and the white space before it, if it is next.
    fn passes(&mut self, sign: char) -> bool {
        self.skip_space();
        let is_next = self.rest().starts_with(sign);
        if is_next {
            self.place += sign.len_utf8();
        }
        is_next
    }

    fn expect(&mut self, sign: char, name: &'static str) -> Result<(), BibtexError> {
        if self.passes(sign) { Ok(()) } else { Err(self.missing(name)) }
    }

    /// The longest run of characters of a name; may be empty.
    fn name(&mut self) -> &'a str {
        self.skip_space();
        let rest = self.rest();
        let is_other = |c: char| c.is_whitespace() || "{}(),=\"#%'~\\@".contains(c);
        let name = rest.get(..rest.find(is_other).unwrap_or(rest.len())).unwrap_or_default();
        self.place += name.len();
        name
    }

    fn named(&mut self, what: &'static str) -> Result<&'a str, BibtexError> {
        let name = self.name();
        if name.is_empty() { Err(self.missing(what)) } else { Ok(name) }
    }

    fn entry(&mut self) -> Result<ReadEntry<'a>, BibtexError> {
        let start = self.place;
        self.expect('@', "the @ of an entry")?;
        let line = line_at(self.text, self.place);
        let kind = self.named("the kind of the entry")?;
        if ["string", "comment", "preamble"].iter().any(|other| kind.eq_ignore_ascii_case(other)) {
            return Err(BibtexError::NoEntry { line, kind: kind.to_string() });
        }
        self.expect('{', "the { after the kind of the entry")?;
        let key = self.named("the key of the entry")?;
        while self.passes(',') {
            if self.name().is_empty() {
                // A comma after the last field.
                break;
            }
            self.expect('=', "the = after the name of a field")?;
            self.value()?;
        }
        self.expect('}', "a comma or the } that ends the entry")?;
        let text = self.text.get(start..self.place).unwrap_or_default();
        Ok(ReadEntry { key, text })
    }

    fn value(&mut self) -> Result<(), BibtexError> {
        let end = match () {
            () if self.passes('{') => '}',
            () if self.passes('"') => '"',
            () => return self.named("the value of a field").map(|_| ()),
        };
        let mut depth = 0usize;
        for (place, sign) in self.rest().char_indices() {
            match sign {
                sign if sign == end && depth == 0 => {
                    self.place += place + sign.len_utf8();
                    return Ok(());
                }
                '{' => depth += 1,
                '}' if depth == 0 => return Err(self.missing("a { before the } in a value")),
                '}' => depth -= 1,
                _ => {}
            }
        }
        Err(self.missing("the end of a value"))
    }
}
