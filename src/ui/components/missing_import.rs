use super::failure::notice;
use crate::ui::state::address::Address;
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, split_ids, was_imported};
use rankscope_core::views::Page;

/// Names the files in the address that were imported on another device, and links to where they
/// can be imported. `None` if there are none.
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
        let others = state.also.iter().flat_map(|also| split_ids(also));
        one.chain(others).map(str::to_string).collect::<Vec<_>>()
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
        "This link refers to {}, from a file that was imported on another device or removed from \
         this one. Imported files stay on the device, so the link alone cannot show them.",
        missing.join(", ")
    );
    let href = address.href(Page::Benchmark);
    Some(
        view! {
            <div class="missing-import" role="status">
                {notice(words)}
                <p>
                    <a href=href>"Import the same file on the Benchmark page to see it"</a>
                </p>
            </div>
        }
        .into_any(),
    )
}
