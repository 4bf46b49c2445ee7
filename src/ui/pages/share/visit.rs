//! *Save this visit*: the view and what the visitor added to the benchmark, as one file.

use crate::tr;
use crate::ui::components::failure_text;
use crate::ui::language::{listed, number};
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
        said.set(tr!("Putting it together …"));
        is_busy.set(true);
        leptos::task::spawn_local(async move {
            let file = held.to_save.file.clone();
            let now = match save_visit(held.to_save).await {
                Ok(n_bytes) => {
                    let size = number(&words::bytes(n_bytes as u64));
                    tr!("Saved {file}, {size}.", file, size)
                }
                Err(failure) => failure_text(&failure),
            };
            // The dialog may be closed by now.
            let _ = (said.try_set(now), is_busy.try_set(false));
        });
    };
    let body = move || {
        match held(session) {
        None => view! {
            <p class="share-words">{tr!("Once the benchmark is loaded, the visit can be saved here.")}</p>
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
                        {tr!("Save visit")}
                    </button>
                    <span class="copy-said" role="status">{said}</span>
                </div>
            }
            .into_any()
        }
    }
    };
    view! {
        <section aria-labelledby="share-visit-title">
            <h3 id="share-visit-title">{tr!("Save this visit")}</h3>
            <p class="share-words">
                {tr!("One file with all that you added to this benchmark. Drop it on any page of the same benchmark, here or elsewhere, and everything is back. Nothing is uploaded.")}
            </p>
            {body}
        </section>
    }
    .into_any()
}

fn held_words(counts: &VisitCounts) -> String {
    let mut words = parts_of(counts);
    if words.is_empty() {
        return tr!("You have added nothing yet, so it holds this view only.");
    }
    words.push(tr!("this view"));
    tr!("It contains {parts}.", parts = listed(&words))
}

/// As [`VisitCounts::words`] says it in English.
fn parts_of(counts: &VisitCounts) -> Vec<String> {
    let VisitCounts { runs, judgement_sets, facet_tables, .. } = *counts;
    let VisitCounts { own_judgements, class_votes, guide_votes, .. } = *counts;
    let parts = [
        (runs > 0).then(|| tr!("{n} {n?run|runs}", n = runs)),
        (judgement_sets > 0)
            .then(|| tr!("{n} {n?set of judgements|sets of judgements}", n = judgement_sets)),
        (facet_tables > 0)
            .then(|| tr!("{n} {n?table of facets|tables of facets}", n = facet_tables)),
        (own_judgements > 0)
            .then(|| tr!("{n} {n?judgement|judgements} of your own", n = own_judgements)),
        (class_votes > 0).then(|| tr!("{n} {n?vote|votes} of the class", n = class_votes)),
        (guide_votes > 0).then(|| tr!("{n} {n?vote|votes} on guides", n = guide_votes)),
        counts.has_trust.then(|| tr!("weights of the guides’ embedders")),
        counts.has_table.then(|| tr!("a table of models and measures")),
    ];
    parts.into_iter().flatten().collect()
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
            left_out.push(tr!(
                "Without {file}, which this browser could not store: keep the file itself.",
                file = import.file,
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
                left_out.push(tr!(
                    "Without {file}: vectors can be larger than a visit may be. Drop them again along with it.",
                    file = import.file,
                ));
                continue;
            }
        };
        imports.push((kind, import.id.clone(), import.file.clone()));
    }
    let benchmark = VisitedBenchmark::of(&dataset.own);
    let answered = session.own_answers.of(&benchmark.id).unwrap_or_else(|error| {
        left_out.push(tr!(
            "Without your judgements, which cannot be read: {error}.",
            error = error.to_string(),
        ));
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
