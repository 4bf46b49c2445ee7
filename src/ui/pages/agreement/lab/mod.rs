//! The annotator lab: all systems ranked again by what some of them proposed.

mod choices;
mod curve;
mod means;
mod singles;
mod view;

use crate::ui::components::{
    block, cancellable, notice, progress_line, said, task_cancelled, task_failed,
};
use crate::ui::state::Session;
use crate::ui::state::annotator_lab::{Lab, LabResult};
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, LabChoice, SystemValues, ids_with_queries};
use std::sync::Arc;
use view::View;

/// Computes nothing until the lab is opened.
pub(super) fn lab(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let address = session.address;
    let is_open = Memo::new(move |_| address.state.with(|state| state.lab.is_some()));
    let for_body = dataset.clone();
    let body = move || match is_open.get() {
        true => opened(session, &for_body),
        false => view! {
            <button
                type="button"
                on:click=move |_| address.change(|state| state.lab = Some(choices::START.into()))
            >
                "Open the annotator lab"
            </button>
        }
        .into_any(),
    };
    let body = view! {
        <p class="prose">
            "Nobody can look at every picture for every query. For ECCV Caption, five systems proposed pictures, and people judged those. Choose which systems propose: only the relevant pictures among their first results still count, and all systems are ranked again by those."
        </p>
        {body}
    };
    block("lab", "lab-title", "Annotator lab", body)
}

fn opened(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    if !dataset.manifest.relevance.iter().any(|definition| definition.complete) {
        return notice(
            "This benchmark has no complete definition of relevance: what nobody looked at was \
             never judged, so there is no truth to compare with. A definition whose judgements \
             cover every picture has complete = true in the recipe.",
        );
    }
    let (for_choice, columns) = (dataset.clone(), session.board.columns);
    let choice = Memo::new(move |_| {
        let address = session.address.state.with(|state| state.lab.clone())?;
        let systems = ids_with_queries(&for_choice);
        columns.with(|columns| LabChoice::new(&for_choice, systems, columns, &address))
    });
    let view = View {
        address: session.address,
        dataset: StoredValue::new(dataset.clone()),
        columns,
        choice,
        lab: Lab::new(session.engine),
    };
    // Ranked on this device: stored values know nothing of the hits.
    let systems = Memo::new(move |_| -> Option<Vec<Arc<SystemValues>>> {
        let ids = choice.with(|choice| Some(choice.as_ref()?.systems.clone()))?;
        ids.iter().map(|id| session.board.of(id)).collect()
    });
    Effect::new(move |_| match (choice.get(), systems.get()) {
        (Some(choice), Some(systems)) if !choice.proposers.is_empty() => {
            view.dataset.with_value(|dataset| view.lab.start(dataset, &choice, systems));
        }
        _ => view.lab.task.reset(),
    });
    let is_waiting = Memo::new(move |_| systems.with(Option::is_none));
    // Until the next result is there, the last one stays, marked as busy.
    let shown = Memo::new(move |last: Option<&Option<Arc<LabResult>>>| {
        let nobody = choice.with(|c| c.as_ref().is_none_or(|c| c.proposers.is_empty()));
        let found = view.lab.task.value().or_else(|| last.cloned().flatten());
        found.filter(|_| !nobody)
    });
    let is_busy = move || if view.lab.task.is_running() { "true" } else { "false" };
    let result = move || Some(found(view, &shown.get()?));
    view! {
        {choices::choices(view)}
        <div class="status-area">{move || status(view, is_waiting.get())}</div>
        <div class="lab-found" aria-busy=is_busy>
            {result}
        </div>
    }
    .into_any()
}

fn status(view: View, is_waiting: bool) -> AnyView {
    let nobody = view.choice.with(|c| c.as_ref().is_some_and(|c| c.proposers.is_empty()));
    let task = view.lab.task;
    match task.get() {
        _ if nobody => notice("Nobody proposes, so nothing is seen. Choose at least one system."),
        _ if is_waiting => {
            said("Waiting for the systems to be ranked on this device: see the top of this page.")
        }
        TaskState::Running { progress, .. } => {
            let line = progress.map(|progress| progress_line("Judging again".into(), &progress));
            cancellable(task, line.into_any())
        }
        TaskState::Failed { failure, .. } => task_failed(task, &failure),
        TaskState::Cancelled { .. } | TaskState::Idle => {
            task_cancelled(task, "Cancelled.", "Judge again")
        }
        TaskState::Done(result) => said(means::verdict(&result)),
    }
}

fn found(view: View, result: &Arc<LabResult>) -> AnyView {
    view! {
        {means::means(view, result)}
        {singles::singles(view, result)}
        {curve::curve(view, result)}
    }
    .into_any()
}
