//! What a benchmark has of topics and tags, read when the Topics page first asks for it.

use crate::ui::dataset::text_of;
use crate::ui::task::{Ended, pause};
use rankscope_core::analysis::Dataset;
use rankscope_core::benchmark::{TOPICS_FILE, Topics};
use rankscope_core::topics::{JudgedTopics, SENSES, TagIndex, topics_among};
use rankscope_messages::Failure;
use std::sync::Arc;

#[derive(Debug, Clone)]
pub(in crate::ui) struct TopicLists {
    pub(in crate::ui) base_url: String,
    /// The topics; `None` if the benchmark has none.
    pub(in crate::ui) topics: Option<Topics>,
    /// Which pictures show them, under each sense; without those in which no topic has pictures.
    pub(in crate::ui) judged: Vec<JudgedTopics>,
    pub(in crate::ui) tags: Arc<TagIndex>,
    /// The same with synonyms as one tag, for suggestions.
    pub(in crate::ui) entries: Arc<TagIndex>,
}

impl TopicLists {
    pub(in crate::ui) fn has_tags(&self) -> bool {
        self.tags.n_tags() > 0
    }

    pub(in crate::ui) fn has_topic_tags(&self) -> bool {
        let topics = self.topics.iter().flat_map(|topics| &topics.topics);
        topics.into_iter().any(|topic| !topic.tags.is_empty())
    }
}

pub(super) async fn topic_lists(dataset: &Dataset) -> Result<TopicLists, Ended> {
    let named = match dataset.own.file(TOPICS_FILE) {
        Err(_) => None,
        Ok(_) => {
            let text = text_of(dataset, TOPICS_FILE, |reason| unreadable(&reason)).await?;
            let topics = Topics::from_json(TOPICS_FILE, &text, &dataset.queries);
            Some(topics.map_err(|e| unreadable(&e))?)
        }
    };
    let topics = named.or_else(|| topics_among(&dataset.queries));
    let tags = TagIndex::new(dataset.images().iter().map(|image| image.tags.as_slice()));
    let tags = Arc::new(tags);
    let content = topics.as_ref().map_or(&[][..], |topics| &topics.content_tags);
    let entries = match content.iter().any(|tag| tag.words().len() > 1) {
        true => Arc::new(TagIndex::clone(&tags).with_synonyms(content)),
        false => tags.clone(),
    };
    pause().await;
    let mut judged = Vec::new();
    if let Some(topics) = &topics {
        for definition in definitions(dataset) {
            let Some(relevance) = dataset.relevance.get(definition) else { continue };
            let id = dataset.manifest.relevance.get(definition).map_or("", |own| &own.id);
            // A sense without pictures has no results.
            judged.extend(JudgedTopics::under(id, relevance, topics, &dataset.queries));
            pause().await;
        }
    }
    Ok(TopicLists { base_url: dataset.base_url.clone(), topics, judged, tags, entries })
}

/// Wide and narrow, or what there is of them, or else the benchmark's own: their indices.
fn definitions(dataset: &Dataset) -> Vec<usize> {
    let senses: Vec<usize> = SENSES.iter().filter_map(|id| dataset.definition_index(id)).collect();
    if !senses.is_empty() {
        return senses;
    }
    let own = &dataset.own.relevance;
    let default = own.iter().find(|definition| definition.default).or_else(|| own.first());
    default.and_then(|definition| dataset.definition_index(&definition.id)).into_iter().collect()
}

fn unreadable(reason: &dyn std::fmt::Display) -> Failure {
    Failure {
        title: "The topics cannot be read".into(),
        detail: reason.to_string(),
        advice: "Rebuild the benchmark, or tell its publisher.".into(),
    }
}
