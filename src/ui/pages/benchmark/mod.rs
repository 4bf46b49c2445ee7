mod about;
mod codes;
mod contents;
mod device;
mod import;
mod relevance;
mod remote;
mod self_check;
mod stored;
mod stored_own;

use super::with_dataset;
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::benchmark::Manifest;

/// `sections` are in another part of the module.
pub(super) fn benchmark_page(session: Session, sections: [fn(Session) -> AnyView; 2]) -> AnyView {
    // Imports do not change the benchmark's own manifest.
    let own = Memo::new(move |_| session.dataset().map(|d| (d.base_url.clone(), d.own.clone())));
    // Nor its vectors: results on the page stay.
    let has_lists = Memo::new(move |_| session.dataset().is_some());
    view! {
        <div class="benchmark-page">
            {with_dataset(session, |_| ().into_any())}
            {move || own.get().map(|(base_url, manifest)| about::about(&manifest, &base_url))}
            {move || own.get().map(|(_, manifest)| contents::contents(session, &manifest))}
            {import::import(session)}
            {move || own.get().map(|(_, manifest)| parts(session, &manifest, sections))}
            {device::device_section(session)}
            {move || has_lists.get().then(|| codes::codes(session))}
            {stored::stored(session)}
        </div>
    }
    .into_any()
}

fn parts(
    session: Session,
    manifest: &Manifest,
    [distribution, carried]: [fn(Session) -> AnyView; 2],
) -> AnyView {
    view! {
        {relevance::relevance(session, manifest)}
        {distribution(session)}
        {carried(session)}
        {about::systems(manifest)}
        {remote::remote_search(session, manifest)}
        {about::runs(manifest)}
        {self_check::self_checks(session, manifest)}
        {about::files(manifest)}
    }
    .into_any()
}
