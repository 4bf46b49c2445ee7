//! Notices above the page: newer build, foreign benchmark, restored visit, missing imports.

use super::failure::notice;
use super::quiet_button::quiet_button;
use crate::ui::state::Session;
use crate::ui::state::address::Address;
use crate::ui::state::imports::Imports;
use crate::ui::state::offline::{Offline, OfflineState};
use crate::{around, tr};
use leptos::prelude::*;
use rankscope_core::analysis::{Dataset, split_ids, was_imported};
use rankscope_core::views::Page;
use std::time::Duration;
use web_sys::Url;

pub fn newer_page(offline: Offline) -> Option<AnyView> {
    if offline.state.get() != OfflineState::UpdateReady {
        return None;
    }
    let view = view! {
        <p class="newer-page" role="status">
            {tr!("A newer version of this page is ready.")} " "
            {quiet_button(tr!("Use it now"), move || offline.use_newer())}
        </p>
    };
    Some(view.into_any())
}

/// `None` if the benchmark came with the page or from this machine. It depends on the address
/// alone, so that it shows before anything is read, and where reading fails.
pub fn other_site(session: Session) -> Option<AnyView> {
    let site = site_elsewhere(&session.base_url.get())?;
    let href = move || {
        let built_in = session.address.state.with(|state| state.of_other(None));
        session.address.href_of(Page::Explore, &built_in)
    };
    let [before, after] =
        around!("This benchmark is read from {site}. It did not come with this page."; site);
    let view = view! {
        <section class="other-site" aria-label=tr!("Where this benchmark comes from")>
            <p>
                {before} <strong><bdi>{site}</bdi></strong> {after}
            </p>
            <a class="button" href=href>
                {tr!("Close this benchmark")}
            </a>
        </section>
    };
    Some(view.into_any())
}

/// The host and port of a URL of another origin, or its scheme if it has no host.
pub fn site_elsewhere(url: &str) -> Option<String> {
    let url = Url::new(url).ok()?;
    let own = window().location().origin().ok()?;
    if url.origin() == own {
        return None;
    }
    let host = url.host();
    Some(if host.is_empty() {
        tr!("a {protocol} address", protocol = url.protocol())
    } else {
        host
    })
}

/// A live region announces changes, not its initial content: the words follow it.
const AFTER: Duration = Duration::from_millis(100);

pub fn visit_note(imports: Imports) -> Option<AnyView> {
    let words = imports.restored.get()?;
    let said = RwSignal::new(String::new());
    set_timeout(
        move || {
            // It may be dismissed by now.
            let _ = said.try_set(words);
        },
        AFTER,
    );
    let view = view! {
        <section class="visit-note" aria-label=tr!("Restored visit")>
            <p role="status">{said}</p>
            <button type="button" class="quiet" on:click=move |_| imports.restored.set(None)>
                <span aria-hidden="true">{tr!("Dismiss")}</span>
                <span class="visually-hidden">{tr!("Dismiss the note on the visit")}</span>
            </button>
        </section>
    };
    Some(view.into_any())
}

/// Links to where files of the address that were imported on another device can be imported.
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
    let words = tr!(
        "This link refers to {files}, from a file that was imported on another device or removed from this one. Imported files stay on the device, so the link alone cannot show them.",
        files = missing.join(", "),
    );
    let href = address.href(Page::Benchmark);
    Some(
        view! {
            <div class="missing-import" role="status">
                {notice(words)}
                <p>
                    <a href=href>{tr!("Import the same file on the Benchmark page to see it")}</a>
                </p>
            </div>
        }
        .into_any(),
    )
}
