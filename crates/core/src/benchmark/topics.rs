//! `topics.json`: which queries are topics of pictures, and which tags stand for them.

use super::{BenchmarkError, Query, names::first_duplicate};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

pub const TOPICS_FILE: &str = "topics.json";

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topics {
    /// In display order.
    pub topics: Vec<Topic>,
    /// Tags that say what a picture shows, not how or by whom it was made, the most frequent first. Empty if they
    /// were not sorted out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub content_tags: Vec<ContentTag>,
}

/// A tag, or tags that mean the same, as *flower* and *flowers*, and count as one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ContentTag {
    One(String),
    Synonyms(Vec<String>),
}

impl ContentTag {
    pub fn words(&self) -> &[String] {
        match self {
            Self::One(tag) => std::slice::from_ref(tag),
            Self::Synonyms(tags) => tags,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Topic {
    /// Its id.
    pub query: String,
    /// Tags that say that a picture shows the topic.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

impl Topics {
    /// Refuses a topic listed twice, or one that is not a query.
    pub fn from_json(file: &str, text: &str, queries: &[Query]) -> Result<Self, BenchmarkError> {
        let json = |source| BenchmarkError::Json { file: file.into(), source };
        let topics: Self = serde_json::from_str(text).map_err(json)?;
        let known: HashSet<&str> = queries.iter().map(|query| query.id.as_str()).collect();
        let ids = || topics.topics.iter().map(|topic| topic.query.as_str());
        let wrong = |reason| BenchmarkError::Topics { file: file.into(), reason };
        if let Some(unknown) = ids().find(|id| !known.contains(id)) {
            return Err(wrong(format!("topic {unknown} is not a query of the benchmark")));
        }
        if let Some(twice) = first_duplicate(ids()) {
            return Err(wrong(format!("topic {} is listed twice", twice.name)));
        }
        Ok(topics)
    }
}
