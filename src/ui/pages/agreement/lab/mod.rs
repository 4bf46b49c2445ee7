//! The annotator lab: all systems ranked again by what some of them proposed.

mod choices;
mod curve;
mod means;
mod singles;
mod view;

use super::fold::{Kept, LAB, folded};
use crate::ui::components::{
    cancellable, notice, progress_line, said, task_cancelled, task_failed,
};
use crate::ui::pages::direction::chosen_direction;
use crate::ui::state::Session;
use crate::ui::state::annotator_lab::{Lab, LabResult, LabSide};
use crate::ui::state::board::Board;
use crate::ui::state::reverse::Direction;
use crate::ui::task::TaskState;
use leptos::prelude::*;
use rankscope_core::analysis::{Column, Dataset, LabChoice, ids_with_queries};
use std::sync::Arc;
use view::View;

/// Computes nothing until the lab is opened.
pub(super) fn lab(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let dataset = dataset.clone();
    let kept = Kept {
        is_there: |state| state.lab.is_some(),
        open: Some(|state| state.lab = Some(choices::START.into())),
    };
    let body = move || {
        view! {
        <p class="prose">
            "Nobody can look at every picture for every query. For ECCV Caption, five systems proposed pictures, and people judged those. Choose which systems propose: only the relevant pictures among their first results still count, and all systems are ranked again by those."
        </p>
        {opened(session, &dataset)}
        }
        .into_any()
    };
    folded("lab", session, LAB, kept, body)
}

fn opened(session: Session, dataset: &Arc<Dataset>) -> AnyView {
    let for_choice = dataset.clone();
    let direction = chosen_direction(session);
    // From images to texts the other board has none: nothing is ranked by it.
    let columns = Memo::new(move |_| match direction.get() {
        Direction::ToTexts => session.reverse.board.columns.get(),
        Direction::ToImages | Direction::Mean => session.board.columns.get(),
    });
    let reversed = Memo::new(move |_| {
        let is_wanted = direction.get() != Direction::ToImages;
        session.reverse.lists.value().filter(|_| is_wanted)
    });
    let choice = Memo::new(move |_| {
        let address = session.address.state.with(|state| state.lab.clone())?;
        let mut systems = ids_with_queries(&for_choice);
        if let Some(reversed) = reversed.get() {
            let of_images = ids_with_queries(&reversed);
            systems.retain(|id| of_images.contains(id));
        }
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
    let sides = Memo::new(move |_| -> Option<Vec<LabSide>> {
        let choice = choice.get()?;
        let to_images = || side(view.dataset.get_value(), session.board, &choice);
        let to_texts = || side(reversed.get()?, session.reverse.board, &choice);
        match direction.get() {
            Direction::ToImages => Some(vec![to_images()?]),
            Direction::ToTexts => Some(vec![to_texts()?]),
            Direction::Mean => Some(vec![to_images()?, to_texts()?]),
        }
    });
    Effect::new(move |_| match (choice.get(), sides.get()) {
        (Some(choice), Some(sides)) if !choice.proposers.is_empty() => {
            view.lab.start(&choice, direction.get_untracked(), sides);
        }
        _ => view.lab.task.reset(),
    });
    let is_waiting = Memo::new(move |_| sides.with(Option::is_none));
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
        {move || incomplete(view)}
        <div class="status-area">{move || status(view, is_waiting.get())}</div>
        <div class="lab-found" aria-busy=is_busy>
            {result}
        </div>
    }
    .into_any()
}

/// The systems of one direction, once they are ranked; tracked.
fn side(dataset: Arc<Dataset>, board: Board, choice: &LabChoice) -> Option<LabSide> {
    let Column { measure, definition, .. } = choice.column.1;
    let is_wanted = |own: &Column| own.measure == measure && own.definition == definition;
    let column = board.columns.with(|columns| columns.iter().position(is_wanted))?;
    let systems = choice.systems.iter().map(|id| board.of(id)).collect::<Option<_>>()?;
    Some(LabSide { dataset, column, systems })
}

/// The warning that the command prints, too.
fn incomplete(view: View) -> Option<AnyView> {
    let title = view.choice.with(|choice| {
        let choice = choice.as_ref().filter(|choice| !choice.is_complete)?;
        Some(choice.column.1.relevance_title.clone())
    })?;
    Some(notice(format!(
        "“{title}” does not claim to be complete: pictures that nobody looked at were never judged, so \
         this truth is itself what somebody saw. It may favour the systems that proposed for it."
    )))
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
