//! *Cite this view*: as text, and as BibTeX with the publications behind it.

use super::in_view::{InView, in_view};
use super::link::link;
use crate::tr;
use crate::ui::components::{CopyField, copy_field};
use crate::ui::language::listed;
use crate::ui::pages::choices::system_title;
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::analysis::Dataset;
use rankscope_core::citation::{Bibliography, CitedRelevance, CitedView};
use rankscope_core::metrics::Measure;

#[derive(Debug, Clone, PartialEq)]
struct Cited {
    text: String,
    bibliography: Bibliography,
}

pub(super) fn section(session: Session) -> AnyView {
    let cited = Memo::new(move |_| Some(cited(session, &*session.outline()?, in_view(session)?)));
    let of = move |part: fn(&Cited) -> String| {
        Signal::derive(move || cited.with(|cited| cited.as_ref().map(part).unwrap_or_default()))
    };
    let text = CopyField {
        id: "share-text",
        label: tr!("In words"),
        action: tr!("Copy text"),
        rows: 6,
        text: of(|cited| cited.text.clone()),
    };
    let bibtex = CopyField {
        id: "share-bibtex",
        label: "BibTeX".into(),
        action: tr!("Copy {format}", format = "BibTeX"),
        rows: 10,
        text: of(|cited| cited.bibliography.text.clone()),
    };
    let is_there = Memo::new(move |_| cited.with(Option::is_some));
    let fields = move || match is_there.get() {
        true => (copy_field(text.clone()), copy_field(bibtex.clone())).into_any(),
        false => view! {
            <p class="share-words">{tr!("Once the benchmark is loaded, it can be cited here.")}</p>
        }
        .into_any(),
    };
    let notes = move || cited.with(|cited| cited.as_ref().map(|cited| notes(&cited.bibliography)));
    view! {
        <section aria-labelledby="share-cite-title">
            <h3 id="share-cite-title">{tr!("Cite this view")}</h3>
            {fields}
            {notes}
        </section>
    }
    .into_any()
}

fn cited(session: Session, dataset: &Dataset, seen: InView) -> Cited {
    let manifest = &dataset.manifest;
    let definitions = seen.relevance_ids.iter().filter_map(|id| manifest.definition(id));
    let of_definitions = definitions.map(|definition| CitedRelevance {
        title: definition.title.clone(),
        path: definition.path.clone(),
    });
    let judged =
        seen.own_judged.into_iter().map(|title| CitedRelevance { title, path: String::new() });
    let view = CitedView {
        // Its list of files has the hashes.
        manifest: &dataset.own,
        page: Some(session.address.page.get().name()),
        query: seen.query,
        systems: seen.system_ids.iter().map(|id| system_title(dataset, id)).collect(),
        relevance: of_definitions.chain(judged).collect(),
        measures: seen.measures,
        publications: seen.publications,
        address: link(session),
        accessed: Some(today()),
    };
    Cited { text: view.text(), bibliography: view.bibliography() }
}

/// The visitor's date, as 2026-11-25.
fn today() -> String {
    let now = js_sys::Date::new_0();
    format!("{}-{:02}-{:02}", now.get_full_year(), now.get_month() + 1, now.get_date())
}

/// What the BibTeX leaves out, and why.
fn notes(bibliography: &Bibliography) -> AnyView {
    let Bibliography { without_own, fault, .. } = bibliography;
    let names: Vec<String> = without_own.iter().map(Measure::to_string).collect();
    let without = (!names.is_empty()).then(|| {
        tr!(
            "Without an entry: {measures}. The entry of the protocol says how to compute {n?it|them}.",
            measures = listed(&names),
            n = names.len(),
        )
    });
    let fault = fault.as_ref().map(|fault| {
        tr!(
            "The benchmark’s BibTeX cannot be read ({fault}), so it is left out. Its author can correct “citation” in the recipe.",
            fault = fault.to_string(),
        )
    });
    let line = |words: String| view! { <p class="share-note">{words}</p> };
    (without.map(line), fault.map(line)).into_any()
}
