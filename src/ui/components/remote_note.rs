use crate::ui::state::remote_recalls::{Recalled, RemoteRecalls};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, words};
use rankscope_core::benchmark::{Remote, System};
use rankscope_core::remote::MAX_DEPTH;
use std::sync::Arc;

/// Nothing without systems that ask a search engine. Tracked.
pub(super) fn remote_notes(
    recalls: RemoteRecalls,
    dataset: &Arc<Dataset>,
    wanted: Signal<Vec<String>>,
) -> AnyView {
    let manifest = &dataset.manifest;
    let notes = wanted.with(|ids| {
        let systems = ids.iter().filter_map(|id| manifest.system(id));
        let words = systems.filter_map(|system| {
            let words = remote_words(recalls, system)?;
            Some(format!("“{}”: {words}", system.title))
        });
        words.collect::<Vec<String>>()
    });
    let note = |words: String| view! { <p class="notice remote-note">{words}</p> };
    notes.into_iter().map(note).collect_view().into_any()
}

/// What ranks a system, if that is an approximate index, with its recall; tracked.
pub fn remote_words(recalls: RemoteRecalls, system: &System) -> Option<String> {
    let Remote { kind, collection, .. } = system.remote.as_ref()?;
    let origin = system.remote.as_ref()?.origin();
    let recall = match recalls.of(&system.id) {
        Some(Recalled::Done(Some(recall))) => format!("{}.", recall.words()),
        Some(Recalled::Done(None)) => {
            "its recall cannot be measured here, since the collection is \
             too large to be read back and no gallery is beside it."
                .into()
        }
        Some(Recalled::Measuring) => "its recall is being measured …".into(),
        Some(Recalled::Failed(failure)) => {
            format!("its recall could not be measured ({}).", failure.title)
        }
        None => {
            "its recall was not measured: the Benchmark page does, under “Remote search”.".into()
        }
    };
    Some(format!(
        "ranked by an approximate index ({} at {origin}, collection {collection}), at most the first {} \
         images of a query; {recall} Values may differ from those of an exact search.",
        kind.title(),
        words::count(MAX_DEPTH),
    ))
}
