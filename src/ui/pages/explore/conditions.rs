//! Conditions on picture metadata: the field in the filter's menu, and notes on those in the address.

use crate::ui::components::{Typed, carried_field, notice, quiet_button, said, task_failed};
use crate::ui::state::Session;
use crate::ui::task::{Ended, Task};
use leptos::prelude::*;
use rankscope_core::analysis::{CarriedBy, Dataset, suggestions};
use rankscope_core::benchmark::FieldsFile;
use rankscope_messages::Failure;
use std::rc::Rc;
use std::sync::Arc;

const N_SUGGESTED: usize = 8;

type Files = (Arc<Dataset>, Arc<Vec<Arc<FieldsFile>>>);

/// Fetches the metadata once the menu is open.
pub(in crate::ui::pages) fn conditions_field(session: Session, is_open: Signal<bool>) -> AnyView {
    let files: Task<Files> = Task::new();
    Effect::new(move |_| {
        let Some(dataset) = session.answerable().filter(|_| is_open.get()) else { return };
        files.start(move |_| {
            let dataset = dataset.clone();
            async move {
                let all = session.carried.all(&dataset, Rc::new(|_| {})).await;
                Ok((dataset, Arc::new(all.map_err(Ended::Failed)?)))
            }
        });
    });
    let text = RwSignal::new(String::new());
    let next = Memo::new(move |_| {
        let (dataset, files) = files.value().filter(|_| is_open.get())?;
        let (images, n_images) = (dataset.images(), dataset.n_images());
        let by = CarriedBy { images, n_images, files: &files };
        Some(text.with(|text| suggestions(text, by, N_SUGGESTED)))
    });
    let current = Signal::derive(move || session.filtered.words.get().unwrap_or_default());
    let field = carried_field(Typed {
        current,
        text,
        next: next.into(),
        errors: Signal::derive(move || errors(session)),
        choose: Callback::new(move |words: String| {
            let words = words.trim().to_owned();
            session.address.change(|state| state.carries = (!words.is_empty()).then_some(words));
        }),
    });
    let failed =
        move || files.with(|state| state.failure().map(|failure| task_failed(files, failure)));
    (failed, field).into_any()
}

fn errors(session: Session) -> Vec<String> {
    session.filtered.met().map(|met| met.errors.clone()).unwrap_or_default()
}

/// Conditions that are being looked up, left out, or failed.
pub(in crate::ui::pages) fn conditions_note(session: Session) -> AnyView {
    let task = session.filtered.task;
    let failure = Memo::new(move |_| task.with(|state| state.failure().cloned()));
    let failed = move |failure: Failure| {
        let all = move || session.address.change(|state| state.carries = None);
        (task_failed(task, &failure), quiet_button("Search without these conditions", all))
            .into_any()
    };
    let view = move || {
        if let Some(failure) = failure.get() {
            return failed(failure);
        }
        if session.filtered.is_awaited() {
            return said("Looking up the conditions on pictures …");
        }
        let left_out = |reason| notice(format!("A condition on pictures is left out. {reason}."));
        errors(session).into_iter().map(left_out).collect_view().into_any()
    };
    view.into_any()
}
