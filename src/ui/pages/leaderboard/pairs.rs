//! Captions and pictures in pairs, from a visitor's file, as `rankscope pairs` measures them.

use super::view::{View, shown_systems};
use crate::ui::components::table::{Cell, Column, DataTable};
use crate::ui::components::{
    cancellable, failure_panel, file_button, on_files, progress_bar, quiet_button, task_cancelled,
    task_failed, titled_section,
};
use crate::ui::imports::not_imported;
use crate::ui::state::pairs::{Cases, Paired, PairedOf, Pairs};
use crate::ui::task::TaskState;
use gloo::file::{File, futures::read_as_bytes};
use leptos::prelude::*;
use rankscope_core::analysis::words;
use rankscope_core::report::{CHANCE_OF_PAIRS, PairsReport};
use rankscope_messages::Progress;
use std::sync::Arc;

const INPUT: &str = "pairs-file";

pub(super) fn pairs(view: View) -> AnyView {
    let Pairs { cases, failure, measured } = view.pairs;
    // Those of another benchmark mean nothing.
    let own = Memo::new(move |_| {
        let base_url = view.dataset.with_value(|dataset| dataset.base_url.clone());
        cases.get().filter(|cases| cases.base_url == base_url)
    });
    let wanted = Memo::new(move |_| {
        let (cases, dataset) = (own.get()?, view.dataset.get_value());
        let runs = view.runs.get();
        let systems = shown_systems(&dataset, &runs).map(|system| system.id.clone());
        let systems = systems.filter(|id| view.is_rankable(id)).collect();
        Some(PairedOf { dataset, cases, systems })
    });
    Effect::new(move |_| {
        if let Some(wanted) = wanted.get() {
            untrack(|| measured.want(&wanted));
        }
    });
    let file = move || {
        let cases = own.get()?;
        let n = words::counted(cases.rows.len(), "case", "cases");
        let remove = move || view.pairs.cases.set(None);
        Some(view! {
            <span>{format!("{}: {n}.", cases.file)}</span>
            {quiet_button("Remove", remove)}
        })
    };
    let failed =
        move || failure.get().map(|own| failure_panel(&own, "Dismiss", move || failure.set(None)));
    let shown = move || {
        let done = measured.once.task.value()?;
        (wanted.get().as_ref() == Some(&done.of)).then(|| table(view, &done))
    };
    let body = view! {
        <p class="prose">
            "Two captions and two pictures that belong together in pairs, as in Winoground: does a system tell them apart? A file of such cases names queries and pictures of this benchmark, in the columns query_0, query_1, image_0 and image_1. It stays in this browser."
        </p>
        <div class="buttons">
            {file_button("Choose cases", input(view), INPUT)} {file}
        </div>
        {failed}
        {move || own.get().and_then(|_| status(view.pairs))}
        {shown}
    };
    titled_section("pairs-title", "Captions and pictures in pairs", body)
}

fn input(view: View) -> AnyView {
    let chosen = on_files(move |files| {
        if let Some(file) = files.get(0) {
            leptos::task::spawn_local(take(view, file.into()));
        }
    });
    view! {
        <input
            id=INPUT
            class="visually-hidden"
            type="file"
            accept=".csv,.tsv,.json,.jsonl,.gz"
            on:change=chosen
        />
    }
    .into_any()
}

async fn take(view: View, file: File) {
    let Pairs { cases, failure, .. } = view.pairs;
    let name = file.name();
    let unreadable = |e| not_imported(&name, format!("The browser cannot read the file: {e}"));
    let bytes = read_as_bytes(&file).await.map_err(unreadable);
    // The visitor may have left the page.
    let Some(dataset) = view.dataset.try_get_value() else { return };
    match bytes.and_then(|bytes| Cases::read(&dataset, &name, &bytes)) {
        Ok(own) => {
            failure.set(None);
            cases.set(Some(Arc::new(own)));
        }
        Err(reason) => failure.set(Some(reason)),
    }
}

fn status(pairs: Pairs) -> Option<AnyView> {
    let task = pairs.measured.once.task;
    match task.get() {
        TaskState::Idle | TaskState::Done(_) => None,
        TaskState::Running { progress, .. } => {
            let (done, total) =
                progress.map_or((0, 0), |Progress { done, total, .. }| (done, total));
            let words = format!("{done} of {total} systems");
            Some(cancellable(task, progress_bar("Scoring the pairs".into(), (done, total), words)))
        }
        TaskState::Cancelled { .. } => {
            Some(task_cancelled(task, "Cancelled. Systems so far are shown.", "Compute"))
        }
        TaskState::Failed { failure, .. } => Some(task_failed(task, &failure)),
    }
}

/// A system's id, title and shares.
type Row = (String, String, PairsReport);

fn table(view: View, done: &Paired) -> AnyView {
    let rows = done.reports.iter();
    let rows: Vec<Row> =
        rows.map(|(id, report)| (id.clone(), view.title(id), report.clone())).collect();
    let share = |title: &'static str, key: &'static str, of: fn(&PairsReport) -> Option<f64>| {
        Column::number(title, move |(_, _, report): &Row| of(report)).view(
            move |(id, _, report): &Row| {
                let value = of(report);
                Cell::new(words::value(value))
                    .data("data-system", id.clone())
                    .data("data-share", key)
                    .exact(value)
            },
        )
    };
    let columns = vec![
        Column::text("System", |(_, title, _): &Row| title.clone()).heads_row(),
        share("Text", "text", |own| own.text),
        share("Image", "image", |own| own.image),
        share("Group", "group", |own| own.group),
        share("Pairing", "pairing", |own| own.pairing),
        share("One to one", "one_to_one", |own| own.one_to_one),
        Column::number("Cases", |(_, _, report): &Row| Some(report.n as f64))
            .view(|(_, _, report)| Cell::new(words::count(report.n))),
    ];
    let [text, image, group, pairing, one_to_one] = CHANCE_OF_PAIRS;
    let n = done.of.cases.rows.len();
    let some_lack = rows.iter().any(|(_, _, report)| report.n < n);
    let lacking = some_lack
        .then_some(" Cases whose pictures a run does not list are left out of its shares.");
    DataTable::new("Pairs", columns, rows)
        .caption(format!(
            "Shares of right cases. Text: each picture scores its caption higher; image, which is Needle’s pairing accuracy: each caption its picture; group: both; one to one: the right pairs together score above the wrong ones. Ties are wrong. By chance: {text}, {image}, {group}, {pairing} and {one_to_one}.{}",
            lacking.unwrap_or_default(),
        ))
        .view()
}
