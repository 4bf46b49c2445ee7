use super::save::text_button;
use crate::ui::save::file_name;
use crate::ui::state::choice::Question;
use crate::ui::state::shown::Shown;
use leptos::prelude::*;
use rankscope_core::formats::{RunEntry, trec_from_run};
use std::sync::Arc;

/// A button that exports the whole ranking of a benchmark query, including the visitor's changes;
/// `None` for other queries, and while not all images have ids.
pub fn run_tool(shown: &Arc<Shown>) -> Option<AnyView> {
    if shown.choice.dataset.is_partly_listed() {
        return None;
    }
    let Question::Stored(_, query) = &shown.choice.question else { return None };
    let mut system = shown.choice.system.as_ref()?.id.clone();
    if let Some(reranker) = &shown.choice.reranker {
        system = format!("{system}-reranked-by-{}", reranker.id);
    }
    if let Some(filter) = &shown.choice.among {
        system = format!("{system}-among-{}", file_name(&filter.summary()));
    }
    let name = format!("{}-{}.run", file_name(&system), file_name(&query.id));
    let (query, shown) = (query.id.clone(), shown.clone());
    let run = move || {
        let entry = |hit: &rankscope_core::ranking::Hit| {
            let image = shown.choice.dataset.image(hit.row_in_corpus)?;
            Some(RunEntry {
                query: query.clone(),
                document: image.id.clone(),
                score: f64::from(hit.score),
                tag: system.clone(),
            })
        };
        let entries: Vec<RunEntry> = shown.hits.iter().filter_map(entry).collect();
        trec_from_run(&system, &entries).ok()
    };
    let view = view! {
        <div class="save">{text_button("Export TREC run".into(), name, run)}</div>
    };
    Some(view.into_any())
}
