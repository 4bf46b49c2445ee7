use crate::ui::state::Session;
use crate::ui::state::challenges::{Attempt, Challenge};
use crate::ui::state::topic_lists::TopicLists;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_messages::Failure;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(super) struct View {
    pub(super) session: Session,
    pub(super) attempt: Memo<Attempt>,
    pub(super) dataset: StoredValue<Arc<Dataset>>,
    pub(super) lists: StoredValue<Arc<TopicLists>>,
    /// Id and title of every system with vectors.
    pub(super) systems: StoredValue<Vec<(String, String)>>,
}

impl View {
    /// Tracked.
    pub(super) fn challenge(self) -> Challenge {
        self.attempt.with(|attempt| attempt.challenge)
    }

    pub(super) fn title(self, id: &str) -> String {
        let title = |all: &Vec<(String, String)>| {
            all.iter().find(|(system, _)| system == id).map(|(_, title)| title.clone())
        };
        self.systems.with_value(title).unwrap_or_else(|| id.to_string())
    }

    pub(super) fn topic(self, id: &str) -> String {
        self.dataset.with_value(|dataset| {
            let row = dataset.query_row_from_id.get(id);
            let query = row.and_then(|row| dataset.queries.get(*row as usize));
            query.map_or_else(|| id.to_string(), |query| query.text.clone())
        })
    }

    pub(super) fn sense(self, id: &str) -> String {
        let title = |dataset: &Arc<Dataset>| {
            dataset.manifest.definition(id).map(|definition| definition.title.clone())
        };
        self.dataset.with_value(title).unwrap_or_else(|| id.to_string())
    }

    /// What the chosen challenge lacks in this benchmark; tracked.
    pub(super) fn lacks(self) -> Option<&'static str> {
        let challenge = self.challenge();
        self.lists.with_value(|lists| match challenge {
            Challenge::Recognition if lists.judged.is_empty() => Some(
                "This benchmark has no topics. A recipe names the queries that are topics under [[topics]].",
            ),
            Challenge::Propagation if !lists.has_tags() || lists.judged.is_empty() => {
                Some("Propagation needs pictures with tags, and topics to measure it by.")
            }
            Challenge::Propagation if !lists.has_topic_tags() => Some(
                "No topic of this benchmark has tags that stand for it. A recipe names them as \
                 tags = […] under [[topics]].",
            ),
            Challenge::Suggestion if !lists.has_tags() => {
                Some("No picture of this benchmark has tags.")
            }
            _ => None,
        })
    }

    /// Tracked.
    pub(super) fn failure(self) -> Option<Failure> {
        self.session.challenges.work.with(|state| state.failure().cloned())
    }
}
