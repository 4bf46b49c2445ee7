//! *Save this visit*: the view and what the visitor added to the benchmark, as one file.

use crate::ui::components::failure_text;
use crate::ui::save::file_name;
use crate::ui::saved_visit::{VisitToSave, save_visit};
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::{ImportedKind, words};
use rankscope_core::visit::{SavedView, VisitCounts, VisitKind, VisitedBenchmark};

#[derive(Debug, Clone)]
struct Held {
    to_save: VisitToSave,
    counts: VisitCounts,
    /// What cannot be saved, as sentences.
    left_out: Vec<String>,
}

pub(super) fn section(session: Session) -> AnyView {
    let is_busy = RwSignal::new(false);
    let said = RwSignal::new(String::new());
    let save = move |_| {
        let Some(held) = untrack(|| held(session)) else { return };
        said.set("Putting it together …".into());
        is_busy.set(true);
        leptos::task::spawn_local(async move {
            let file = held.to_save.file.clone();
            let now = match save_visit(held.to_save).await {
                Ok(n_bytes) => format!("Saved {file}, {}.", words::bytes(n_bytes as u64)),
                Err(failure) => failure_text(&failure),
            };
            // The dialog may be closed by now.
            let _ = (said.try_set(now), is_busy.try_set(false));
        });
    };
    let body = move || match held(session) {
        None => view! {
            <p class="share-words">"Once the benchmark is loaded, the visit can be saved here."</p>
        }
        .into_any(),
        Some(Held { counts, left_out, .. }) => {
            let note = |words: String| view! { <p class="share-note">{words}</p> };
            let notes = left_out.into_iter().map(note).collect_view();
            view! {
                <p class="share-words">{held_words(&counts)}</p>
                {notes}
                <div class="copy-line">
                    <button type="button" class="quiet" disabled=is_busy on:click=save>
                        "Save visit"
                    </button>
                    <span class="copy-said" role="status">{said}</span>
                </div>
            }
            .into_any()
        }
    };
    view! {
        <section aria-labelledby="share-visit-title">
            <h3 id="share-visit-title">"Save this visit"</h3>
            <p class="share-words">
                "One file with all that you added to this benchmark. Drop it on any page of the same benchmark, here or elsewhere, and everything is back. Nothing is uploaded."
            </p>
            {body}
        </section>
    }
    .into_any()
}

fn held_words(counts: &VisitCounts) -> String {
    let mut words = counts.words();
    if words.is_empty() {
        return "You have added nothing yet, so it holds this view only.".into();
    }
    words.push("this view".into());
    format!("It contains {}.", words::listed(&words))
}

/// `None` until the lists are loaded; tracked.
fn held(session: Session) -> Option<Held> {
    let dataset = session.outline()?;
    let mut counts = VisitCounts::default();
    let mut left_out = Vec::new();
    let mut imports = Vec::new();
    let not_kept = session.imports.not_kept.get();
    for import in dataset.imported.iter().filter(|import| import.computed.is_none()) {
        if not_kept.contains(&import.id) {
            left_out.push(format!(
                "Without {}, which this browser could not store: keep the file itself.",
                import.file
            ));
            continue;
        }
        let kind = match import.kind {
            ImportedKind::Run(..) => {
                counts.runs += 1;
                VisitKind::Run
            }
            ImportedKind::Judgements(_) | ImportedKind::Votes(_) => {
                counts.judgement_sets += 1;
                VisitKind::Judgements
            }
            ImportedKind::Facets(_) => {
                counts.facet_tables += 1;
                VisitKind::Facets
            }
            ImportedKind::Vectors(_) => {
                left_out.push(format!(
                    "Without {}: vectors can be larger than a visit may be. Drop them again along with it.",
                    import.file
                ));
                continue;
            }
        };
        imports.push((kind, import.id.clone(), import.file.clone()));
    }
    let benchmark = VisitedBenchmark::of(&dataset.own);
    let answered = session.own_answers.of(&benchmark.id).unwrap_or_else(|error| {
        left_out.push(format!("Without your judgements, which cannot be read: {error}."));
        session.own_answers.without_desk(&benchmark.id)
    });
    answered.count_in(&mut counts);
    let address = session.address;
    let query = address.state.with(|state| state.to_query_string());
    let to_save = VisitToSave {
        file: format!("{}-visit.zip", file_name(&benchmark.id)),
        base_url: dataset.base_url.clone(),
        benchmark,
        view: SavedView::new(address.page.get(), &query),
        imports,
        answers: answered.files(),
    };
    Some(Held { to_save, counts, left_out })
}
