//! A table of models and measures: the visitor's own, or one that a paper prints.

use super::fold::{Kept, PUBLISHED, folded};
use crate::ui::pages::tables::tables;
use crate::ui::state::Session;
use leptos::prelude::*;

pub(super) fn published(session: Session) -> AnyView {
    let body = move || {
        view! {
        <p class="prose">
            "Does another measure order the models of a table differently? Drop a table of your own, with a row for each model and a column for each measure, or look at one that a paper prints."
        </p>
        {tables(session)}
        }
        .into_any()
    };
    let kept =
        Kept { is_there: |state| state.table.is_some() || state.models.is_some(), open: None };
    folded("published", session, PUBLISHED, kept, body)
}
