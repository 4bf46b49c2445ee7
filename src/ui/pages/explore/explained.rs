//! What experts say of the query that is asked.

use crate::ui::components::{experts_say, task_failed};
use crate::ui::state::Session;
use crate::ui::task::Task;
use leptos::prelude::*;
use rankscope_core::analysis::Explanations;
use std::sync::Arc;

/// Longer explanations are folded, so that results stay in view.
const MOST_SHOWN: usize = 400;

/// Nothing for one's own words, and for a query without explanations.
pub(super) fn query_explained(session: Session, task: Task<Arc<Explanations>>) -> AnyView {
    let query_row = Memo::new(move |_| {
        session.search.choice.with(|choice| choice.as_ref().and_then(|own| own.stored_row()))
    });
    let said = move || {
        let said = task.value()?;
        let said = said.of_query(query_row.get()?);
        let n: usize = said.iter().map(|own| own.text.chars().count()).sum();
        let list = experts_say(said)?;
        Some(view! {
            <details class="query-explained" open=n <= MOST_SHOWN>
                <summary>"What experts say of this query"</summary>
                {list}
            </details>
        })
    };
    let failure =
        move || task.with(|state| state.failure().map(|failure| task_failed(task, failure)));
    view! {
        {failure}
        {said}
    }
    .into_any()
}
