//! The votes behind a definition of relevance, and definitions by other rules over them.

use super::joined_definitions::add_named_joined;
use super::session::Session;
use crate::ui::dataset::text_of;
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, ImageVotes, VotedId};
use rankscope_core::benchmark::RelevanceDefinition;
use rankscope_messages::Failure;
use std::sync::Arc;

#[derive(Clone, Copy)]
pub(in crate::ui) struct BehindVotes {
    /// The definition of the benchmark with the votes; `None` if the chosen one has none.
    pub(in crate::ui) base: Memo<Option<RelevanceDefinition>>,
    pub(in crate::ui) task: Task<Arc<ImageVotes>>,
    pub(in crate::ui) loaded: Signal<Option<Arc<ImageVotes>>>,
}

/// Adds the definitions that the address names and that are made of others: by a rule over votes, or joined.
pub(in crate::ui) fn add_named_definitions(session: Session) {
    add_named_joined(session);
    votes_of(session, true);
}

/// The same, with the votes of the chosen definition.
pub(in crate::ui) fn votes_behind(session: Session) -> BehindVotes {
    add_named_joined(session);
    votes_of(session, false)
}

fn votes_of(session: Session, only_by_rule: bool) -> BehindVotes {
    let base = Memo::new(move |_| {
        let dataset = session.dataset()?;
        let named = session.address.state.with(|state| state.relevance.clone());
        let by_rule = named.and_then(|id| VotedId::named(&dataset.manifest, &id));
        let definition = match by_rule {
            Some(id) => dataset.manifest.definition(&id.base).cloned(),
            None if only_by_rule => None,
            None => session.search.choice.with(|choice| choice.as_ref()?.relevance().cloned()),
        };
        definition.filter(|definition| definition.votes.is_some())
    });
    let task = reading_votes(session, base);
    let loaded = Signal::derive(move || {
        task.with(|state| match state {
            TaskState::Done(votes) => Some(votes.clone()),
            _ => None,
        })
    });
    Effect::new(move |_| {
        let (Some(votes), Some(base), Some(dataset)) =
            (loaded.get(), base.get(), session.dataset())
        else {
            return;
        };
        let named = session.address.state.with(|state| state.relevance.clone());
        let named = named.and_then(|id| VotedId::named(&dataset.manifest, &id));
        let Some(VotedId { rule, .. }) = named else {
            return;
        };
        let definition = votes.definition(&base, rule);
        if dataset.definition_index(&definition.id).is_none() {
            let imported = dataset.imported.iter().cloned().chain([Arc::new(definition)]).collect();
            let dataset = dataset.with_imports(imported, dataset.ids());
            untrack(|| session.lists.replace(dataset));
        }
    });
    BehindVotes { base, task, loaded }
}

/// Reads the votes of a definition, from its file of the benchmark or from the visitor's.
pub(in crate::ui) fn reading_votes(
    session: Session,
    base: Memo<Option<RelevanceDefinition>>,
) -> Task<Arc<ImageVotes>> {
    // The id too: two files that a visitor drops may have the same name.
    let file = Memo::new(move |_| {
        base.with(|base| base.as_ref().and_then(|own| Some((own.id.clone(), own.votes.clone()?))))
    });
    let task: Task<Arc<ImageVotes>> = Task::new();
    Effect::new(move |_| {
        let Some((id, path)) = file.get() else { return task.reset() };
        let Some(dataset) = untrack(|| session.dataset()) else { return };
        let imported = dataset.imported.iter().find(|own| own.id == id);
        if let Some(votes) = imported.and_then(|own| own.votes()) {
            return task.finish_with(votes.clone());
        }
        task.start_with((dataset, path), |_, (dataset, path)| async move {
            read(&dataset, &path).await.map(Arc::new).map_err(Ended::Failed)
        });
    });
    task
}

async fn read(dataset: &Dataset, path: &str) -> Result<ImageVotes, Failure> {
    let unreadable = |detail: String| Failure {
        title: "The votes cannot be read".into(),
        detail,
        advice:
            "Marks and measures stay as they are. Rebuild the benchmark, or tell its publisher."
                .into(),
    };
    let text = text_of(dataset, path, unreadable).await?;
    ImageVotes::read(path, &text, &dataset.queries, dataset.image_ids())
        .map_err(|e| unreadable(e.to_string()))
}
