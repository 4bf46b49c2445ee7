//! People's votes: how far they agree, and whether the rule over them decides which system wins.

mod histogram;
mod people;
mod reliability;
mod rules;
mod view;

use super::fold::{Kept, VOTES, folded};
use crate::ui::components::{options, picker, said, task_failed};
use crate::ui::state::Session;
use crate::ui::state::image_votes::reading_votes;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, VotesChoice, definitions_with_votes, vote_facets};
use rankscope_core::views::Page;
use std::sync::Arc;
use view::{START, View};

/// Reads nothing until it is opened.
pub(super) fn votes(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let has_votes = !definitions_with_votes(dataset).is_empty();
    let dataset = dataset.clone();
    let kept = Kept {
        is_there: |state| state.votes.is_some(),
        open: has_votes.then_some(|state| state.votes = Some(START.into())),
    };
    let body = move || {
        let body = match has_votes {
            true => opened(session, &dataset),
            false => nobody(session),
        };
        view! {
        <p class="prose">
            "Judgements are often several people’s answers, and a rule makes relevance of them: all must agree, or most, or a number of them. Do people agree at all, on which queries, and would another rule make another system win?"
        </p>
        {body}
        }
        .into_any()
    };
    folded("votes", session, VOTES, kept, body)
}

fn nobody(session: Session) -> AnyView {
    let href = move || session.address.href_with(Page::Benchmark, |_| {});
    view! {
        <p class="prose">
            "This benchmark has no votes. Drop a file of votes on any page, or " <a href=href>"choose one"</a>
            ": ConQA’s " <code>"mturk.json"</code> ", a table with the columns "
            <code>"query, image, person, answer"</code> ", or JSON lines of votes."
        </p>
    }
    .into_any()
}

fn opened(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let for_choice = dataset.clone();
    let choice = Memo::new(move |_| {
        let address = session.address.state.with(|state| state.votes.clone())?;
        // Images have rows, and files their definitions, once all lists are there.
        session.dataset()?;
        session.measures.with(|own| VotesChoice::new(&for_choice, &own.measures, &address))
    });
    let base = Memo::new(move |_| choice.with(|own| own.as_ref().map(|own| own.base.clone())));
    let for_rows = dataset.clone();
    let view = View {
        session,
        dataset: StoredValue::new(dataset.clone()),
        choice,
        task: reading_votes(session, base),
        rows: Memo::new(move |_| session.queries.rows(&for_rows)),
    };
    let body = move || match view.task.get() {
        TaskState::Done(_) => Some(found(view)),
        TaskState::Running { .. } => Some(said("Reading the votes …")),
        TaskState::Failed { failure, .. } => Some(task_failed(view.task, &failure)),
        TaskState::Idle | TaskState::Cancelled { .. } => None,
    };
    view! {
        <div class="pickers">{whose(view)} {groups(view)}</div>
        {body}
    }
    .into_any()
}

fn found(view: View) -> AnyView {
    view! {
        {reliability::reliability(view)}
        {rules::rules(view)}
    }
    .into_any()
}

/// Nothing to choose for a single file of votes.
fn whose(view: View) -> Option<AnyView> {
    let all: Vec<(String, String)> = view.dataset.with_value(|dataset| {
        let all = definitions_with_votes(dataset).into_iter();
        all.map(|own| (own.id.clone(), own.title.clone())).collect()
    });
    let current = view.of_choice(|own| own.base.id.clone());
    (all.len() > 1).then(|| {
        picker("Votes behind", Signal::stored(all), current, move |id| view.set("of", Some(id)))
    })
}

/// Nothing without facets.
fn groups(view: View) -> Option<AnyView> {
    let facets = view.dataset.with_value(|dataset| vote_facets(dataset));
    let mut all = options([("", "no groups")]);
    all.extend(facets.into_iter().map(|name| (name.clone(), name)));
    let current = view.of_choice(|own| own.by.clone().unwrap_or_default());
    (all.len() > 1).then(|| {
        picker("Groups of queries by", Signal::stored(all), current, move |name| {
            let by = if name.is_empty() { VotesChoice::together() } else { name };
            view.set("by", Some(by));
        })
    })
}
