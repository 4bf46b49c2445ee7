mod about;
mod codes;
mod device;
mod import;
mod relevance;
mod remote;
mod self_check;
mod stored;

use super::contents::{Section, bring_named, contents};
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
    bring_named();
    view! {
        <div class="benchmark-page">
            {with_dataset(session, |_| ().into_any())}
            {move || own.get().map(|(base_url, manifest)| about::about(&manifest, &base_url))}
            {move || own.get().map(|(_, manifest)| contents_of(session, &manifest))}
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

fn contents_of(session: Session, manifest: &Manifest) -> AnyView {
    let manifest = manifest.clone();
    let sections = Memo::new(move |_| sections(session, &manifest));
    contents(sections.into())
}

fn sections(session: Session, manifest: &Manifest) -> Vec<Section> {
    let has_queries = manifest.systems.iter().any(|system| system.queries.is_some());
    let is_remote = manifest.systems.iter().any(|system| system.remote.is_some());
    let is_judged = !manifest.relevance.is_empty() && manifest.counts.queries > 0;
    let has_lists = session.dataset().is_some();
    let carries = has_lists && manifest.field_files().next().is_some();
    let all = [
        (true, ("import-title", "Your own files")),
        (!manifest.relevance.is_empty(), ("relevance-title", "Definitions of relevance")),
        (is_judged && has_lists, ("distribution-title", "Queries")),
        (carries, ("carried-title", "Pictures")),
        (!manifest.systems.is_empty(), ("systems-title", "Systems")),
        (is_remote, ("remote-title", "Remote search")),
        (!manifest.runs.is_empty(), ("runs-title", "Stored runs")),
        (!manifest.encoders.is_empty(), ("check-title", "Encoder self-check")),
        (true, ("files-title", "Files")),
        (true, ("device-title", "Device")),
        (has_queries && has_lists, ("codes-title", "Codes alone")),
        (true, ("cache-title", "Stored on this device")),
    ];
    let all = all.into_iter().filter(|(is_there, _)| *is_there);
    all.map(|(_, (id, title))| Section::new(id, title)).collect()
}
