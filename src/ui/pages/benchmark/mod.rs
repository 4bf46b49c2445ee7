//! The Benchmark page: the benchmark's contents and sources, imports, device and stored files.

mod about;
mod codes;
mod device;
mod import;
mod self_check;
mod stored;

use super::with_dataset;
use crate::ui::state::Session;
use leptos::prelude::*;
use rankscope_core::benchmark::Manifest;

/// The page. `distribution` is a section in another part of the module.
pub(super) fn benchmark_page(session: Session, distribution: fn(Session) -> AnyView) -> AnyView {
    // Imports do not change the benchmark's own manifest.
    let own = Memo::new(move |_| session.dataset().map(|d| (d.base_url.clone(), d.own.clone())));
    // Nor its vectors: results on the page stay.
    let has_lists = Memo::new(move |_| session.dataset().is_some());
    view! {
        {with_dataset(session, |_| ().into_any())}
        {move || own.get().map(|(base_url, manifest)| about::about(&manifest, &base_url))}
        {import::import(session)}
        {move || own.get().map(|(_, manifest)| parts(session, &manifest, distribution))}
        {device::device_section(session)}
        {move || has_lists.get().then(|| codes::codes(session))}
        {stored::stored(session)}
    }
    .into_any()
}

fn parts(session: Session, manifest: &Manifest, distribution: fn(Session) -> AnyView) -> AnyView {
    view! {
        {about::relevance(manifest)}
        {distribution(session)}
        {about::systems(manifest)}
        {about::runs(manifest)}
        {self_check::self_checks(session, manifest)}
        {about::files(manifest)}
    }
    .into_any()
}
