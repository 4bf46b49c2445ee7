//! The benchmark's queries nearest to words of one's own that nothing judges.

use crate::ui::engine_client::unexpected;
use crate::ui::state::Session;
use crate::ui::state::choice::{Choice, Question};
use crate::ui::state::view::Asked;
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, suggested_queries};
use rankscope_core::views::Page;
use rankscope_messages::{Request, Response, SearchQuery};
use std::sync::Arc;

const N: usize = 5;
/// Of these the first that are judged are shown.
const N_ASKED: usize = 50;

/// Rows of queries, the nearest first.
#[derive(Debug, Clone, PartialEq)]
struct Near {
    /// The title of the system whose vectors are compared; `None` where words are.
    by: Option<String>,
    rows: Vec<usize>,
}

#[derive(Clone, Copy)]
pub(super) struct NearQueries {
    session: Session,
    task: Task<Near>,
}

impl NearQueries {
    /// `is_wanted` says that nothing judges the words.
    pub(super) fn new(session: Session, is_wanted: Signal<bool>) -> Self {
        let task = Task::new();
        let choice = Memo::new(move |_| {
            let shown = session.shown.get().filter(|_| is_wanted.get())?;
            // Own words may be answered before any judgements are there.
            session.answerable()?.relevance.get(shown.choice.definition)?;
            matches!(shown.choice.question, Question::Words(_)).then(|| shown.choice.clone())
        });
        Effect::new(move |_| match choice.get() {
            None => task.reset(),
            Some(choice) => {
                task.start_with(choice, move |_, choice| near(session, choice));
            }
        });
        Self { session, task }
    }

    pub(super) fn view(self) -> Option<AnyView> {
        let TaskState::Done(near) = self.task.get() else { return None };
        let (address, dataset) = (self.session.address, self.session.answerable()?);
        let link = |row: &usize| {
            let query = dataset.queries.get(*row)?;
            let (id, text) = (query.id.clone(), query.text.clone());
            let href = move || {
                let id = id.clone();
                address.href_with(Page::Explore, |state| state.asked = Some(Asked::Stored(id)))
            };
            Some(view! { <li><a href=href>{text}</a></li> })
        };
        let links: Vec<_> = near.rows.iter().filter_map(link).collect();
        let words = match &near.by {
            Some(title) => {
                format!("The judged queries nearest to your words, by the vectors of {title}:")
            }
            None => "Judged queries that share words with yours:".to_string(),
        };
        (!links.is_empty()).then(|| {
            view! {
                <p class="prose">{words}</p>
                <ul aria-label="Nearest queries">{links}</ul>
            }
            .into_any()
        })
    }
}

async fn near(session: Session, choice: Choice) -> Result<Near, Ended> {
    let (Some(words), Some(system)) = (choice.words().map(str::to_string), choice.system.clone())
    else {
        return Ok(Near { by: None, rows: Vec::new() });
    };
    let dataset = &choice.dataset;
    if system.encoder.is_some() && system.queries.is_some() {
        let query = SearchQuery::Text(words.clone());
        let request = Request::FindQueries { system: system.id, query, k: N_ASKED };
        match session.engine.ask(request).await {
            Ok(Response::Texts { texts }) => {
                let rows = texts.into_iter().map(|(row, _)| row as usize);
                let rows = judged(dataset, choice.definition, rows);
                return Ok(Near { by: Some(system.title), rows });
            }
            Ok(response) => return Err(unexpected(&response)),
            // Words are compared where vectors cannot be.
            Err(Ended::Failed(_)) => {}
            Err(ended) => return Err(ended),
        }
    }
    let rows = suggested_queries(&dataset.queries, &words, N_ASKED);
    Ok(Near { by: None, rows: judged(dataset, choice.definition, rows) })
}

fn judged(
    dataset: &Arc<Dataset>,
    definition: usize,
    rows: impl IntoIterator<Item = usize>,
) -> Vec<usize> {
    let relevance = dataset.relevance.get(definition);
    let has_relevant = |row: &usize| {
        let row = u32::try_from(*row).ok();
        row.zip(relevance).is_some_and(|(row, relevance)| relevance.n_relevant(row) > 0)
    };
    rows.into_iter().filter(has_relevant).take(N).collect()
}
