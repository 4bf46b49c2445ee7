//! The visitor's own table: chosen or pasted. A dropped one comes with other imports.

use crate::ui::components::{failure_panel, file_button, on_files, quiet_button};
use crate::ui::imports::{NamedText, dropped_from_input, text_of};
use crate::ui::state::Session;
use crate::ui::state::own_table::OwnTable;
use crate::ui::task::{Ended, Task, TaskState};
use leptos::prelude::*;
use rankscope_messages::Failure;
use std::sync::Arc;

pub(super) fn intake(session: Session) -> AnyView {
    let task: Task<()> = Task::new();
    let chosen = on_files(move |files| {
        let files = dropped_from_input(files);
        leptos::task::spawn_local(async move {
            let mut texts = Vec::new();
            for file in &files {
                match text_of(file).await {
                    Ok(text) => texts.push(text),
                    Err(failure) => return fail(task, failure),
                }
            }
            take(session, task, texts);
        });
    });
    let input = view! {
        <input
            id="table-file"
            class="visually-hidden"
            type="file"
            accept=".csv,.tsv,.md,.tex,.txt,.json,.jsonl"
            multiple
            aria-describedby="table-hint"
            on:change=chosen
        />
    };
    let pasted = RwSignal::new(String::new());
    let show = move || take(session, task, vec![("Pasted table".into(), pasted.get_untracked())]);
    let status = move || match task.get() {
        TaskState::Failed { failure, .. } => {
            Some(failure_panel(&failure, "Dismiss", move || task.reset()))
        }
        _ => None,
    };
    view! {
        <div class="own-table">
            <div class="buttons">{file_button("Choose a table", input.into_any(), "table-file")}</div>
            <p id="table-hint">
                "Or drop it on the page: CSV, Markdown, LaTeX’s tabular, or results of CLIP_benchmark and mteb (JSON, several files at once). It stays in this browser and in visits that you save (Share)."
            </p>
            <details class="data">
                <summary>"Paste a table"</summary>
                <div class="copy-field">
                    <label class="picker-label" for="table-text">
                        "A table with a header"
                    </label>
                    <textarea
                        id="table-text"
                        dir="auto"
                        rows="6"
                        spellcheck="false"
                        prop:value=move || pasted.get()
                        on:input=move |ev| pasted.set(event_target_value(&ev))
                    ></textarea>
                    <div class="copy-line">{quiet_button("Show this table", show)}</div>
                </div>
            </details>
        </div>
        {status}
    }
    .into_any()
}

fn fail(task: Task<()>, failure: Failure) {
    task.start(move |_| std::future::ready(Err(Ended::Failed(failure.clone()))));
}

fn take(session: Session, task: Task<()>, tables: Vec<NamedText>) {
    match OwnTable::from_files(tables) {
        Ok(table) => {
            task.reset();
            session.address.change(|state| table.choose(state));
            session.own_table.set(Some(Arc::new(table)));
        }
        Err(failure) => fail(task, failure),
    }
}
