//! A run that a benchmark carries: rankings of other programs, or a model's yes-or-no answers.

use super::System;
use serde::{Deserialize, Serialize};

/// What a stored run was made from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    /// A TREC run.
    #[default]
    Run,
    /// The logits of a model's answers "yes" and "no"; a score is 1 / (1 + exp(no − yes)).
    Logits,
}

/// Rankings without vectors: a system of their own, or the second stage of another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRun {
    /// Its name in links and commands; no system has the same.
    pub id: String,
    /// The title shown to people.
    pub title: String,
    /// What it was made from.
    #[serde(default)]
    pub kind: RunKind,
    /// The system whose first hits it scores, if it was made to re-rank one.
    #[serde(default)]
    pub of: Option<String>,
    /// The most images that it lists for a query.
    pub depth: u32,
    /// The question that a model was asked. May be empty.
    #[serde(default)]
    pub prompt: String,
    /// Where it comes from. May be empty.
    #[serde(default)]
    pub source: String,
}

impl StoredRun {
    /// Its file, a TREC run, relative to the benchmark.
    #[must_use]
    pub fn path(&self) -> String {
        format!("runs/{}.run.gz", self.id)
    }

    /// The run as a system without vectors or an encoder.
    #[must_use]
    pub fn system(&self) -> System {
        System {
            id: self.id.clone(),
            title: self.title.clone(),
            description: self.summary(),
            source: self.source.clone(),
            ..System::default()
        }
    }

    /// What it is, in a sentence or two.
    fn summary(&self) -> String {
        let made_from = match self.kind {
            RunKind::Run => "A stored run",
            RunKind::Logits => "Stored scores of a model that answers yes or no",
        };
        let of = match &self.of {
            Some(of) => format!(" for the first {} pictures of {of}", self.depth),
            None => format!(", up to {} pictures for a query", self.depth),
        };
        let prompt = match self.prompt.as_str() {
            "" => String::new(),
            prompt => format!(" Asked: “{prompt}”"),
        };
        format!("{made_from}{of}.{prompt}")
    }
}
