//! Reads a benchmark's BibTeX strictly, entries only, so that what is copied from the page does not break the file
//! into which it is pasted.

use std::collections::BTreeSet;
use thiserror::Error;

/// Longer citations are not read as BibTeX.
pub const MAX_CITATION_BYTES: usize = 20_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadEntry<'a> {
    /// What `\cite` names.
    pub key: &'a str,
    /// As it is written.
    pub text: &'a str,
}

#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BibtexError {
    #[error("it has {bytes} bytes, but at most {MAX_CITATION_BYTES} are read")]
    TooLong { bytes: usize },
    #[error("line {line}: it has the control character U+{code:04X}")]
    Control { line: usize, code: u32 },
    #[error("line {line}: {expected} is missing")]
    Missing { line: usize, expected: &'static str },
    #[error("line {line}: @{kind} is not an entry")]
    NoEntry { line: usize, kind: String },
    #[error("two entries have the key {key}")]
    Twice { key: String },
}

/// Whether a citation is meant as BibTeX, not as words.
pub fn is_bibtex(citation: &str) -> bool {
    citation.trim_start().starts_with('@')
}

/// Fails if the text is not BibTeX, has control characters, is too long, or repeats a key.
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
        // BibTeX distinguishes keys that differ in case, but warns.
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

    /// May be empty.
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
