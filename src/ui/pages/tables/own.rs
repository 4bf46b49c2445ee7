//! The visitor's own table: dropped, chosen or pasted.

use super::choice::OWN;
use crate::ui::components::{
    accept_drops, drop_veil, failure_panel, file_button, on_files, quiet_button,
};
use crate::ui::imports::{Dropped, dropped_from_input};
use crate::ui::pages::files::take_files;
use crate::ui::state::Session;
use crate::ui::state::own_table::OwnTable;
use crate::ui::task::{Ended, Task, TaskState};
use gloo::file::futures::read_as_bytes;
use leptos::prelude::*;
use rankscope_core::formats::{
    JsonKind, ListKind, json_kind, list_kind, looks_like_published, text_from_bytes,
};
use rankscope_core::visit::{MAX_TABLE_BYTES, VisitTable};
use rankscope_messages::Failure;
use std::sync::Arc;

/// A path with the file's text.
type Named = (String, String);

pub(super) fn intake(session: Session) -> AnyView {
    let task: Task<()> = Task::new();
    let is_over = RwSignal::new(false);
    accept_drops(is_over, move |files| match files {
        Ok(files) => leptos::task::spawn_local(async move {
            match tables_among(&files).await {
                Some(tables) => take(session, task, tables),
                None => take_files(session, Ok(files)),
            }
        }),
        Err(failure) => take_files(session, Err(failure)),
    });
    let chosen = on_files(move |files| {
        let files = dropped_from_input(files);
        leptos::task::spawn_local(async move {
            match texts_of(&files).await {
                Ok(tables) => take(session, task, tables),
                Err(failure) => fail(task, failure),
            }
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
        {drop_veil(is_over, "Drop a table of models and measures, or runs, judgements, a saved visit")}
    }
    .into_any()
}

fn fail(task: Task<()>, failure: Failure) {
    task.start(move |_| std::future::ready(Err(Ended::Failed(failure.clone()))));
}

fn take(session: Session, task: Task<()>, tables: Vec<Named>) {
    let name = match tables.as_slice() {
        [(path, _)] => path.rsplit('/').next().unwrap_or_default().to_string(),
        many => format!("{} files of results", many.len()),
    };
    match OwnTable::new(VisitTable { name, files: tables }) {
        Ok(table) => {
            task.reset();
            session.own_table.set(Some(Arc::new(table)));
            // The measures of another table mean nothing in this one.
            session.address.change(|state| (state.table, state.models) = (Some(OWN.into()), None));
        }
        Err(error) => fail(
            task,
            Failure {
                title: "The table cannot be read".into(),
                detail: error.to_string(),
                advice: "A table has a header, a row for each model and a column for each \
                         measure. Correct it, and drop it again."
                    .into(),
            },
        ),
    }
}

/// The texts if all files are meant as tables; what else is dropped becomes an import.
async fn tables_among(files: &[Dropped]) -> Option<Vec<Named>> {
    if files.is_empty() || files.iter().any(|one| one.file.size() > MAX_TABLE_BYTES) {
        return None;
    }
    let texts = texts_of(files).await.ok()?;
    let is_table = |(path, text): &Named| {
        let is_result = matches!(json_kind(path, text), Ok(JsonKind::MtebResult));
        list_kind(path, text).map_or(true, |kind| kind == ListKind::Facets)
            && (is_result || looks_like_published(path, text))
    };
    texts.iter().all(is_table).then_some(texts)
}

async fn texts_of(files: &[Dropped]) -> Result<Vec<Named>, Failure> {
    let mut texts = Vec::new();
    for Dropped { path, file } in files {
        let unreadable = |detail: String| Failure {
            title: "The table cannot be read".into(),
            detail,
            advice: "Choose a text file: CSV, Markdown, LaTeX or JSON.".into(),
        };
        let bytes = read_as_bytes(file).await;
        let bytes = bytes.map_err(|e| unreadable(format!("{path}: {e}")))?;
        let text = text_from_bytes(path, &bytes).map_err(|e| unreadable(e.to_string()))?;
        texts.push((path.clone(), text.into_owned()));
    }
    Ok(texts)
}
