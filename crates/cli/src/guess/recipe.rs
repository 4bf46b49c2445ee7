//! A recipe as text, with what was seen and what was guessed as comments above each section.

use std::{fmt::Write, path::Path};

#[derive(Debug)]
pub(crate) struct MadeRecipe {
    pub(crate) id: String,
    pub(crate) title: String,
    /// The folder that paths start from.
    pub(crate) source: String,
    pub(crate) sections: Vec<Section>,
}

#[derive(Debug)]
pub(crate) struct Section {
    /// `[images]` or `[[systems]]`.
    pub(crate) header: &'static str,
    pub(crate) seen: String,
    /// What was decided without certainty.
    pub(crate) guesses: Vec<String>,
    /// With values as TOML.
    pub(crate) keys: Vec<(&'static str, String)>,
    /// Alternatives: keys that are commented out, or a sentence.
    pub(crate) otherwise: Vec<String>,
}

impl Section {
    pub(super) fn new(header: &'static str, seen: String) -> Self {
        Self { header, seen, guesses: Vec::new(), keys: Vec::new(), otherwise: Vec::new() }
    }

    pub(super) fn text(mut self, key: &'static str, value: &str) -> Self {
        self.keys.push((key, quoted(value)));
        self
    }

    /// `value` is TOML.
    pub(super) fn value(mut self, key: &'static str, value: impl ToString) -> Self {
        self.keys.push((key, value.to_string()));
        self
    }

    pub(super) fn or(mut self, otherwise: &str) -> Self {
        self.otherwise.push(otherwise.to_owned());
        self
    }

    pub(super) fn guessing(mut self, guesses: impl IntoIterator<Item = String>) -> Self {
        self.guesses.extend(guesses);
        self
    }
}

impl MadeRecipe {
    /// `head` says where the recipe is from.
    pub(crate) fn text(&self, head: &str) -> String {
        let mut text = String::new();
        let mut line = |line: &str| {
            // A line break in a name would end the comment.
            text.push_str(&line.replace(['\n', '\r'], " "));
            text.push('\n');
        };
        line(&format!("# {head}"));
        line(
            "# docs/recipes.md explains all keys. `rankscope view` opens a tab on this recipe, and",
        );
        line("# `rankscope build` makes the benchmark's folder.");
        line("");
        line(&format!("id = {}", quoted(&self.id)));
        line(&format!("title = {}", quoted(&self.title)));
        line(&format!("source = {}                # paths below start here", quoted(&self.source)));
        for section in &self.sections {
            line("");
            line(&format!("# {}.", section.seen));
            for guess in &section.guesses {
                line(&format!("# A guess: {guess}."));
            }
            line(section.header);
            for (key, value) in &section.keys {
                line(&format!("{key} = {value}"));
            }
            for otherwise in &section.otherwise {
                line(&format!("# {otherwise}"));
            }
        }
        text
    }

    pub(crate) fn understood(&self) -> String {
        let mut text = String::new();
        for section in &self.sections {
            // Writing to a string does not fail.
            let _ = writeln!(text, "  {}", section.seen);
            for guess in &section.guesses {
                let _ = writeln!(text, "    guessed: {guess}");
            }
        }
        text
    }
}

/// A text as TOML: its basic strings are escaped as JSON's are.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// Relative to `base`, or in full if it is elsewhere.
pub(super) fn path_from(path: &Path, base: &Path) -> String {
    let relative = path.strip_prefix(base).unwrap_or(path).to_string_lossy();
    if relative.is_empty() { ".".to_owned() } else { relative.into_owned() }
}
