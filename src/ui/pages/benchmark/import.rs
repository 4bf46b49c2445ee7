//! The visitor's files: where to drop them, progress and errors, and the list of imports.

use crate::ui::components::{
    accept_drops, drop_veil, file_button, focus_later, notice, on_files, quiet_button,
};
use crate::ui::imports::dropped_from_input;
use crate::ui::pages::files::take_files;
use crate::ui::pages::receipt::{Use, use_of};
use crate::ui::state::Session;
use leptos::html;
use leptos::prelude::*;
use rankscope_core::analysis::Imported;
use rankscope_core::benchmark::Manifest;
use rankscope_core::views::Page;
use rankscope_transfer::{ON_THIS_MACHINE, forget_local, local_benchmarks};
use std::sync::Arc;

const ENDINGS: &str =
    ".run,.txt,.trec,.qrels,.tsv,.json,.gz,.zip,.npy,.npz,.safetensors,.fbin,.parquet,.csv,.jsonl";

/// Takes the focus after a file was removed.
const HEADING: &str = "import-title";

pub(super) fn import(session: Session) -> AnyView {
    let imports = session.imports;
    let is_over = RwSignal::new(false);
    accept_drops(is_over, move |files| take_files(session, files));
    let chosen = on_files(move |files| take_files(session, Ok(dropped_from_input(files))));
    let folder_input = NodeRef::<html::Input>::new();
    folder_input.on_load(|input| {
        // The view macro does not know this attribute. Browsers without it let the visitor choose
        // files.
        let _ = input.set_attribute("webkitdirectory", "");
    });
    let is_busy = move || imports.task.is_running();
    view! {
        <section class="block" aria-labelledby=HEADING>
            <h2 id=HEADING tabindex="-1">"Your own files"</h2>
            <div class="drop-zone" class:drop-over=move || is_over.get()>
                <p class="drop-words">
                    <strong>"Drop runs, judgements, votes, vectors, captions, a saved visit or a benchmark folder anywhere on this page."</strong>
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
                            on:change=chosen.clone()
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
                    <dt>"Runs"</dt>
                    <dd>"TREC, or JSON of ranx, pytrec_eval or MTEB; each becomes a system of this benchmark"</dd>
                    <dt>"Judgements"</dt>
                    <dd>"TREC or BEIR qrels, BEIR’s zip, or JSON; each becomes a definition of relevance"</dd>
                    <dt>"Votes"</dt>
                    <dd>"ConQA’s " <code>"mturk.json"</code> ", a table with the columns " <code>"query, image, person, answer"</code> ", or JSON lines; each becomes a definition of relevance, by any rule"</dd>
                    <dt>"Facets"</dt>
                    <dd>"a table or JSON lines with the column " <code>"query"</code> " or " <code>"image"</code> " and one for each facet, by which queries or pictures are then grouped and filtered"</dd>
                    <dt>"Vectors"</dt>
                    <dd>".npy, .npz, .safetensors, .fbin or Parquet with a row for each image, and one with a row for each query; both become a system"</dd>
                    <dt>"Scores"</dt>
                    <dd>"a matrix of the same formats with a row for each query and a column for each image, or the other way round; the best images of each query become a run"</dd>
                    <dt>"Captions"</dt>
                    <dd>"CSV, TSV, JSON lines, Karpathy’s or COCO’s; their words become a system"</dd>
                    <dt>"A visit"</dt>
                    <dd>"saved under Share in the top bar; brings back what was added to this benchmark"</dd>
                    <dt>"A folder"</dt>
                    <dd>"built by " <code>"rankscope build"</code> "; opens as a benchmark"</dd>
                    <dt>"A picture"</dt>
                    <dd>"to search with, on Explore"</dd>
                </dl>
            </div>
            {move || lost(session)}
            {move || list(session)}
            {folders(session)}
        </section>
        {drop_veil(is_over, "Drop to import")}
    }
    .into_any()
}

/// Files of an earlier visit that could not be restored.
fn lost(session: Session) -> AnyView {
    let lost = session.dataset().map(|dataset| dataset.not_restored.clone()).unwrap_or_default();
    let lost = lost
        .into_iter()
        .map(|reason| notice(format!("A file imported earlier could not be restored. {reason}")));
    lost.collect_view().into_any()
}

fn list(session: Session) -> Option<AnyView> {
    let dataset = session.dataset()?;
    // Definitions by votes and by the judging desk are no files.
    let files: Vec<_> = dataset.imported.iter().filter(|file| file.computed.is_none()).collect();
    if files.is_empty() {
        return None;
    }
    let items = files.into_iter().map(|import| item(session, import)).collect_view();
    let view = view! {
        <h3>"Imported into this benchmark"</h3>
        <ul class="imported" aria-label="Imported files">{items}</ul>
    };
    Some(view.into_any())
}

fn item(session: Session, import: &Arc<Imported>) -> AnyView {
    let Use { what, link, href } = use_of(session.address, import);
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
            {remove_button(&import.file, move || {
                session.imports.remove(&for_button, || focus_later(HEADING));
            })}
        </li>
    }
    .into_any()
}

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
        let remove = move || {
            let base_url = base_url.clone();
            leptos::task::spawn_local(async move {
                forget_local(&base_url).await;
                measure();
                // The list may have gone, with the button.
                focus_later(HEADING);
                if is_open {
                    session.address.change(|state| *state = state.of_other(None));
                }
            });
        };
        let button = remove_button(&title, remove);
        let open = if is_open {
            view! { <span>{title} <span class="tag">"open"</span></span> }.into_any()
        } else {
            view! { <a href=href>{title}</a> }.into_any()
        };
        view! { <li>{open} <code class="describe">{name}</code> {button}</li> }
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

fn remove_button(what: &str, remove: impl Fn() + 'static) -> AnyView {
    let what = format!(" {what}");
    quiet_button(view! { "Remove" <span class="visually-hidden">{what}</span> }, remove)
}
