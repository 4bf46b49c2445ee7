//! A link that shows what was imported on another machine.

use super::failure::notice;
use crate::ui::dataset::Dataset;
use crate::ui::imports::was_imported;
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::views::Page;

/// Says which of the address's names are files that are not here, and where to drop them.
pub fn missing_import(dataset: &Dataset, address: Address) -> Option<AnyView> {
    let named = address.state.with(|state| {
        let one = [
            &state.system,
            &state.rerank,
            &state.first,
            &state.a,
            &state.b,
            &state.relevance,
            &state.columns,
        ];
        let one = one.into_iter().flatten().map(String::as_str);
        let beside = state.also.iter().flat_map(|also| also.split(','));
        one.chain(beside).map(str::to_string).collect::<Vec<_>>()
    });
    let is_missing = |id: &&String| !dataset.imported.iter().any(|import| import.id == **id);
    let missing = named.iter().filter(is_missing).filter_map(|id| was_imported(id));
    let mut missing: Vec<String> = missing.map(|name| format!("“{name}”")).collect();
    missing.sort_unstable();
    missing.dedup();
    if missing.is_empty() {
        return None;
    }
    let words = format!(
        "The address shows {}, from a file that was imported on another machine or is removed \
         here. Files stay where they are imported, so that the link alone does not bring it.",
        missing.join(", ")
    );
    let href = address.href(Page::Benchmark);
    Some(
        view! {
            <div class="missing-import" role="status">
                {notice(words)}
                <p>
                    <a href=href>"Drop the same file on the Benchmark page to see it"</a>
                </p>
            </div>
        }
        .into_any(),
    )
}
