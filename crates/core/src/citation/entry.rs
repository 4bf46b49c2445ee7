//! An entry of a bibliography, as BibTeX has it.

use crate::table::latex_text;
use std::fmt;

/// An entry; prints as BibTeX.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// `misc`, `article`, `inproceedings`.
    pub kind: &'static str,
    /// What `\cite` names.
    pub key: String,
    /// Names with values in LaTeX, in order.
    pub fields: Vec<(&'static str, String)>,
}

impl fmt::Display for Entry {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "@{}{{{},", self.kind, self.key)?;
        for (name, value) in &self.fields {
            writeln!(out, "  {name} = {{{value}}},")?;
        }
        writeln!(out, "}}")
    }
}

/// A text of anyone's as the value of a field.
///
/// BibTeX counts braces whether or not a backslash precedes them, so they are spelt out. Letters
/// outside ASCII stay: biber reads UTF-8, BibTeX passes it on, and LaTeX has read it by default since
/// 2018; spelling them in ASCII would lose names that have no such spelling.
pub(super) fn field_text(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    latex_text(&words).replace(r"\{", r"\textbraceleft{}").replace(r"\}", r"\textbraceright{}")
}

/// An address as the value of the field `url`, which is read letter by letter: only what would end the
/// field or begin a command is percent-encoded.
pub(super) fn field_url(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for sign in address.chars() {
        match sign {
            '{' => out.push_str("%7B"),
            '}' => out.push_str("%7D"),
            '\\' => out.push_str("%5C"),
            sign if sign.is_control() || sign.is_whitespace() => out.push_str("%20"),
            sign => out.push(sign),
        }
    }
    out
}
