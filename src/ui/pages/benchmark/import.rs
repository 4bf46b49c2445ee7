//! The visitor's own files: where to drop them, progress and errors, and the list of imports.

use crate::messages::Failure;
use crate::transfer::{ON_THIS_MACHINE, forget_local, local_benchmarks};
use crate::ui::components::{notice, progress_line};
use crate::ui::imports::{dropped_from_input, dropped_from_transfer};
use crate::ui::state::Session;
use crate::ui::state::imports::Outcome;
use gloo::timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::{ev, html};
use rankscope_core::analysis::{Imported, ImportedKind};
use rankscope_core::benchmark::Manifest;
use rankscope_core::views::Page;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, HtmlInputElement};

/// The file types that the file dialog shows first.
const ENDINGS: &str = ".run,.txt,.trec,.qrels,.tsv,.gz";

/// Browsers send `dragover` several times a second, even while nothing moves; after this time
/// without one, the drag is over.
const STILL_MS: u32 = 1_000;

/// The section.
pub(super) fn import(session: Session) -> AnyView {
    let imports = session.imports;
    let is_over = RwSignal::new(false);
    accept_drops(session, is_over);
    let chosen = move |ev: ev::Event| {
        let input = ev.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(input) = input else { return };
        if let Some(list) = input.files().filter(|list| list.length() > 0) {
            imports.take(dropped_from_input(list));
        }
        // So that choosing the same file again fires an event.
        input.set_value("");
    };
    let folder_input = NodeRef::<html::Input>::new();
    folder_input.on_load(|input| {
        // The view macro does not know this attribute. Browsers without it let the visitor choose
        // files.
        let _ = input.set_attribute("webkitdirectory", "");
    });
    let is_busy = move || imports.task.is_running();
    view! {
        <section class="block" aria-labelledby="import-title">
            <h2 id="import-title">"Your own files"</h2>
            <div class="drop-zone" class:drop-over=move || is_over.get()>
                <p class="drop-words">
                    <strong>"Drop runs, judgements or a benchmark folder anywhere on this page."</strong>
                    " They are read in this browser; nothing is uploaded."
                </p>
                <div class="drop-buttons">
                    {file_button("Choose files", view! {
                        <input
                            id="import-files"
                            class="visually-hidden"
                            type="file"
                            multiple
                            accept=ENDINGS
                            aria-describedby="import-kinds"
                            disabled=is_busy
                            on:change=chosen
                        />
                    }.into_any(), "import-files")}
                    {file_button("Choose a folder", view! {
                        <input
                            id="import-folder"
                            class="visually-hidden"
                            type="file"
                            multiple
                            node_ref=folder_input
                            aria-describedby="import-kinds"
                            disabled=is_busy
                            on:change=chosen
                        />
                    }.into_any(), "import-folder")}
                </div>
                <dl class="drop-kinds" id="import-kinds">
                    <dt>"TREC runs"</dt>
                    <dd>"each becomes a system of this benchmark"</dd>
                    <dt>"Judgements"</dt>
                    <dd>"TREC or BEIR qrels; each file becomes a definition of relevance"</dd>
                    <dt>"A folder"</dt>
                    <dd>"built by " <code>"rankscope build"</code> "; opens as a benchmark"</dd>
                </dl>
            </div>
            {move || progress(session)}
            <div role="status" class="outcomes">{move || done(session)}</div>
            {move || failures(session)}
            {move || list(session)}
            {folders(session)}
        </section>
        <p class="drop-veil" aria-hidden="true" hidden=move || !is_over.get()>
            <span>"Drop to import"</span>
        </p>
    }
    .into_any()
}

/// A file input that looks like a button: the label handles clicks, the input handles keys.
fn file_button(label: &'static str, input: AnyView, id: &'static str) -> AnyView {
    view! {
        <span class="file-button">
            {input}
            <label for=id>{label}</label>
        </span>
    }
    .into_any()
}

/// Accepts files dropped anywhere while the page is open.
fn accept_drops(session: Session, is_over: RwSignal<bool>) {
    let imports = session.imports;
    let has_files = |ev: &DragEvent| {
        let types = ev.data_transfer().map(|transfer| transfer.types());
        types.is_some_and(|types| types.includes(&"Files".into(), 0))
    };
    let last_over_ms = StoredValue::new(0.0);
    let over = move |ev: DragEvent| {
        if !has_files(&ev) {
            return;
        }
        // Otherwise the browser would open the file instead of the page.
        ev.prevent_default();
        last_over_ms.set_value(js_sys::Date::now());
        if !is_over.get_untracked() {
            is_over.set(true);
            leptos::task::spawn_local(fade(is_over, last_over_ms));
        }
    };
    let leave = move |ev: DragEvent| {
        // `dragleave` fires for every element crossed; without a related target, the drag has left
        // the window.
        if ev.related_target().is_none() {
            is_over.set(false);
        }
    };
    let drop = move |ev: DragEvent| {
        is_over.set(false);
        let Some(transfer) = ev.data_transfer().filter(|_| has_files(&ev)) else { return };
        ev.prevent_default();
        let files = dropped_from_transfer(&transfer);
        leptos::task::spawn_local(async move {
            match files.await {
                Ok(files) => imports.take(files),
                Err(failure) => imports.fail(failure),
            }
        });
    };
    let handles = [
        window_event_listener(ev::dragover, over),
        window_event_listener(ev::dragleave, leave),
        window_event_listener(ev::drop, drop),
    ];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
}

/// Ends a drag that no event has ended, for example after Escape.
async fn fade(is_over: RwSignal<bool>, last_over_ms: StoredValue<f64>) {
    loop {
        TimeoutFuture::new(STILL_MS / 2).await;
        // The visitor may have left the page.
        let (Some(true), Some(last)) = (is_over.try_get_untracked(), last_over_ms.try_get_value())
        else {
            return;
        };
        if js_sys::Date::now() - last > f64::from(STILL_MS) {
            let _ = is_over.try_set(false);
            return;
        }
    }
}

fn progress(session: Session) -> Option<AnyView> {
    let imports = session.imports;
    let progress = imports.task.with(|state| state.progress().cloned())?;
    Some(
        view! {
            <div class="status-running">
                {progress_line("Reading".into(), &progress)}
                <button type="button" class="quiet" on:click=move |_| imports.stop()>
                    "Cancel"
                </button>
            </div>
        }
        .into_any(),
    )
}

/// The latest imports, announced to screen readers.
fn done(session: Session) -> AnyView {
    let done = session.imports.outcomes.get().into_iter().filter_map(|outcome| match outcome {
        Outcome::Done(words) => Some(view! { <p>{words}</p> }),
        Outcome::Failed(_) => None,
    });
    done.collect_view().into_any()
}

fn failures(session: Session) -> AnyView {
    let outcomes = session.imports.outcomes;
    let failure = |(place, outcome): (usize, Outcome)| {
        let Outcome::Failed(Failure { title, detail, advice }) = outcome else { return None };
        let dismiss = move |_| {
            outcomes.update(|all| {
                all.remove(place);
            });
        };
        Some(view! {
            <div class="panel failure" role="alert">
                <h3>{title}</h3>
                <p class="detail">{detail}</p>
                <p>{advice}</p>
                <button type="button" class="quiet" on:click=dismiss>
                    "Dismiss"
                </button>
            </div>
        })
    };
    let failures = outcomes.get().into_iter().enumerate().filter_map(failure).collect_view();
    let lost = session.dataset().map(|dataset| dataset.not_restored.clone()).unwrap_or_default();
    let lost = lost
        .into_iter()
        .map(|reason| notice(format!("A file imported earlier could not be restored. {reason}")));
    view! {
        {failures}
        {lost.collect_view()}
    }
    .into_any()
}

/// The imported files, each with a button to remove it.
fn list(session: Session) -> Option<AnyView> {
    let dataset = session.dataset()?;
    if dataset.imported.is_empty() {
        return None;
    }
    let items = dataset.imported.iter().map(|import| item(session, import)).collect_view();
    Some(
        view! {
            <h3>"Imported into this benchmark"</h3>
            <ul class="imported" aria-label="Imported files">
                {items}
            </ul>
        }
        .into_any(),
    )
}

fn item(session: Session, import: &Arc<Imported>) -> AnyView {
    let id = import.id.clone();
    let (what, link, href) = match import.kind {
        ImportedKind::Run(_) => {
            let href = session.address.href_with(Page::Compare, |state| state.a = Some(id));
            ("system", "Compare with another system", href)
        }
        ImportedKind::Judgements(_) => {
            let href = session.address.href_with(Page::Compare, |state| state.relevance = Some(id));
            ("definition of relevance", "Compare systems with it", href)
        }
    };
    let id = import.id.clone();
    let lost = move || {
        session.imports.not_kept.with(|ids| ids.contains(&id)).then(|| {
            view! { <li>"This browser could not store the file: it is lost when you close the page."</li> }
        })
    };
    let notes = import.notes.iter().cloned().map(|note| view! { <li>{note}</li> }).collect_view();
    let for_button = import.clone();
    view! {
        <li data-import=import.id.clone()>
            <p class="import-name">
                <strong>{import.file.clone()}</strong> " " <span class="tag">{what}</span>
            </p>
            <p>{import.summary.clone()} " " <a href=href>{link}</a></p>
            <ul class="import-notes">{notes} {lost}</ul>
            <button
                type="button"
                class="quiet"
                on:click=move |_| session.imports.remove(&for_button)
            >
                "Remove"
                <span class="visually-hidden">{format!(" {}", import.file)}</span>
            </button>
        </li>
    }
    .into_any()
}

/// The benchmarks that were opened from folders.
fn folders(session: Session) -> AnyView {
    // Names in the address, and titles.
    let known = RwSignal::new(Vec::<(String, String)>::new());
    let measure = move || {
        leptos::task::spawn_local(async move {
            let all = local_benchmarks().await.into_iter().filter_map(|(base_url, text)| {
                let name = base_url.find(ON_THIS_MACHINE).and_then(|at| base_url.get(at..))?;
                let title = Manifest::from_json(&text).ok()?.title;
                Some((name.to_string(), title))
            });
            let _ = known.try_set(all.collect());
        });
    };
    Effect::new(move |_| {
        let _ = session.dataset();
        measure();
    });
    folder_list(session, known, measure)
}

fn folder_list(
    session: Session,
    known: RwSignal<Vec<(String, String)>>,
    measure: impl Fn() + Copy + Send + Sync + 'static,
) -> AnyView {
    let item = move |(name, title): (String, String)| {
        let is_open = session.address.state.with(|state| state.benchmark.as_ref() == Some(&name));
        let href = session.address.href_with(Page::Benchmark, |state| {
            *state = state.of_other(Some(name.clone()));
        });
        let base_url = crate::ui::state::address::benchmark_url(Some(&name));
        let remove = move |_| {
            let base_url = base_url.clone();
            leptos::task::spawn_local(async move {
                forget_local(&base_url).await;
                measure();
                if is_open {
                    session.address.change(|state| state.benchmark = None);
                }
            });
        };
        let words = title.clone();
        let open = if is_open {
            view! { <span>{title} <span class="tag">"open"</span></span> }.into_any()
        } else {
            view! { <a href=href>{title}</a> }.into_any()
        };
        view! {
            <li>
                {open}
                <code class="describe">{name}</code>
                <button type="button" class="quiet" on:click=remove>
                    "Remove"
                    <span class="visually-hidden">{format!(" {words}")}</span>
                </button>
            </li>
        }
    };
    let body = move || {
        let all = known.get();
        (!all.is_empty()).then(|| {
            let other = session.address.state.with(|state| state.benchmark.is_some()).then(|| {
                let href = session.address.href_with(Page::Benchmark, |state| {
                    *state = state.of_other(None);
                });
                view! { <p><a href=href>"Back to this site’s benchmark"</a></p> }
            });
            view! {
                <h3>"Benchmarks from folders on this machine"</h3>
                <ul class="folders" aria-label="Benchmarks from folders">
                    {all.into_iter().map(item).collect_view()}
                </ul>
                {other}
            }
        })
    };
    body.into_any()
}
